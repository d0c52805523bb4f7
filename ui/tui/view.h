/* A tile of the screen, with rows that are drawn when they are visible. view.c has what all views
 * have in common (cursor, scrolling, search); view_*.c have their contents. */
#ifndef EULAB_UI_TUI_VIEW_H
#define EULAB_UI_TUI_VIEW_H

#include "ui/tui/cells.h"
#include "ui/tui/keys.h"
#include "ui/tui/model.h"

struct view_info {
    const char *key, *name;
    unsigned shown, weight, least, column;
    const char *help;
};
struct view_ops;
struct view_row {
    struct view_info info;
    const struct view_ops *ops;
};
enum { TUI_VIEWS_MOST = 16 };
/* view_row_nth - the @i-th view in the order of keys: "1" to "9", "0", then letters. The machine's
 * own view of a digit replaces the generic one. NULL past the end. */
const struct view_row *view_row_nth(const struct ui_session *s, unsigned i);

/* What the handling of a key asks for. */
/* BREAK: set or remove a breakpoint at the view's cursor. */
enum tui_flags { TUI_IGNORED = 0, TUI_REDRAW = 1, TUI_RESUME = 2, TUI_QUIT = 4, TUI_BREAK = 8 };

struct view {
    const struct view_ops *ops;
    const struct view_info *info;
    struct tui_model *model; /* borrowed */
    void *state;             /* private to the view */
    bool shown;
    int extra;        /* rows that the user has added or removed */
    struct area area; /* its place, including the title; no rows: there is no room for it */
    int top, cursor;  /* rows of its content */
    int left;         /* columns that are scrolled out */
    unsigned type;    /* the chosen way to show its content */
    int element;      /* selected value of the cursor's row: elements() of struct view_ops */
    bool focused;     /* while it is drawn: it has the keys */
    const char *edit; /* typed text for the value at the cursor; NULL: none */
    bool all;
    char command[80]; /* set by a request: a line of the command table that the screen must run */
};
struct view_ops {
    /* Whether the session's machine has what the view shows; true for a session without a machine.
     * NULL: always. */
    bool (*fits)(const struct ui_session *s);
    bool picks;                  /* it has a cursor; otherwise it scrolls */
    unsigned types;              /* number of types through which `t` cycles; 0: none */
    size_t state;                /* size of view->state, which is zero at first */
    int (*head)(struct view *v); /* number of rows that stay at the top; NULL: none */
    /* Number of rows of the content, for lines of @cols columns; called before all others except
     * title(). */
    int (*count)(struct view *v, int cols);
    /* Draws row @i of the content in @a, one row. For the head, @i is -1, -2 ... from its top. */
    void (*row)(struct view *v, int i, struct area a);
    /* Writes the title that follows the view's name. May be NULL. */
    void (*title)(struct view *v, char *buf, size_t n);
    /* The row of the machine's present place; -1: stay. May be NULL. */
    int (*home)(struct view *v);
    /* The row for the text of `g`; -1: @why says why not. May be NULL. */
    int (*find)(struct view *v, const char *text, char *why, size_t n);
    /* Handles a request before the screen does; returns a set of enum tui_flags, TUI_IGNORED: not
     * handled. May be NULL. */
    unsigned (*request)(struct view *v, enum tui_request request);
    /* Values of the cursor's row, for `h` and `l`. place: the name of the one at the cursor, for
     * `set`; false: it cannot be set. element_at: the value at column @col; -1: none. May be NULL.
     */
    int (*elements)(struct view *v);
    bool (*place)(struct view *v, char *buf, size_t n);
    int (*element_at)(struct view *v, int col);
    /* Handles a click on column @col of row @i of the content (negative: the head, as for row); the
     * cursor was moved there. Returns as request(). May be NULL. */
    unsigned (*click)(struct view *v, int i, int col);
    void (*close)(struct view *v); /* frees what @state owns; may be NULL */
};
#define VIEW(id, ...) extern const struct view_ops view_##id;
#include "ui/tui/views.def"
#undef VIEW
/* For machines that send messages, and that report what threads do. */
extern const struct view_ops view_MESSAGES, view_TIME;

/* view_lanes - the number of lanes to show for all of @set: 8, 16, ... view_digits - a letter for
 * each lane. */
extern const char view_digits[MACHINE_LANES + 1];
unsigned view_lanes(const struct tui_model *m, uint64_t set);

bool view_open(struct view *v, const struct view_row *row,
               struct tui_model *m); /* false: no memory */
void view_close(struct view *v);
int view_wants(struct view *v, int cols); /* number of rows, with its title, that show all of it */
void view_draw(struct view *v, bool focus);
unsigned view_request(struct view *v, enum tui_request request);
void view_follow(struct view *v); /* the machine has moved: goes to home() */
void view_settle(struct view *v); /* its place has changed: keeps the cursor visible */
/* view_head - puts the first of the last @n rows at the top if there is no room for all of them. */
void view_head(struct view *v, int n);
/* view_search - searches from the row after the cursor, round to the cursor, in at most 65536 rows.
 * False: not found. */
bool view_search(struct view *v, const char *text);
unsigned view_goto(struct view *v, const char *text, char *why, size_t n);
void view_show_row(struct view *v, int row); /* moves the cursor there */
/* view_value - draws value @k of row @i from @col on, or the text typed for it. Returns the column
 * after it. view_place - as in struct view_ops. */
int view_value(const struct view *v, struct area a, int i, int k, int col, enum style style,
               const char *text);
bool view_place(struct view *v, char *buf, size_t n);
/* view_click - handles a click at a row and column of its area; row 0 is the title. IGNORED: the
 * view does not use it. view_wheel - scrolls by @by rows; the cursor stays visible. */
unsigned view_click(struct view *v, int row, int col);
unsigned view_wheel(struct view *v, int by);

#endif
