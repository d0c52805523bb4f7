/* A tile of the screen: rows that are drawn when they are seen. What all have in common (cursor,
 * scrolling, search) is view.c; what they show is in view_*.c. */
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
/* view_row_nth - the @i-th view by its key: "1" to "9", "0", then letters. The machine's own view
 * of a digit takes the place of the one that all have. NULL past the end. */
const struct view_row *view_row_nth(const struct ui_session *s, unsigned i);

/* What a key led to. */
/* BREAK: set or remove a breakpoint at the view's cursor. */
enum tui_flags { TUI_IGNORED = 0, TUI_REDRAW = 1, TUI_RESUME = 2, TUI_QUIT = 4, TUI_BREAK = 8 };

struct view {
    const struct view_ops *ops;
    const struct view_info *info;
    struct tui_model *model; /* borrowed */
    void *state;             /* the view's own */
    bool shown;
    int extra;        /* rows that it was given or lost by hand */
    struct area area; /* its place, title included; no rows: there is no room for it */
    int top, cursor;  /* rows of its content */
    int left;         /* columns that are scrolled out */
    unsigned type;    /* which of its ways to show things */
    int element;      /* of the cursor's row: struct view_ops, elements */
    bool focused;     /* while it is drawn: it has the keys */
    const char *edit; /* what is typed for the value at the cursor; NULL: nothing */
    bool all;
    char command[80]; /* a request sets it: a line of the command table, for the screen to run */
};
struct view_ops {
    /* Whether the session's machine has what it shows; a session without a machine: it may. NULL:
     * yes. */
    bool (*fits)(const struct ui_session *s);
    bool picks;                  /* has a cursor; else it scrolls */
    unsigned types;              /* `t` cycles through so many; 0: none */
    size_t state;                /* bytes of view->state, zero at first */
    int (*head)(struct view *v); /* rows that stay at the top; NULL: none */
    /* Rows of the content, for lines of @cols columns; called before any other but title(). */
    int (*count)(struct view *v, int cols);
    /* Draws row @i of the content in @a, one row; of the head: @i is -1, -2 ... from its top. */
    void (*row)(struct view *v, int i, struct area a);
    /* The title, behind the view's name. May be NULL. */
    void (*title)(struct view *v, char *buf, size_t n);
    /* The row that belongs to where the machine stands; -1: stay. May be NULL. */
    int (*home)(struct view *v);
    /* The row for what `g` was told; -1: @why says why not. May be NULL. */
    int (*find)(struct view *v, const char *text, char *why, size_t n);
    /* A request before the screen takes it: set of enum tui_flags, TUI_IGNORED: not mine. May be
     * NULL. */
    unsigned (*request)(struct view *v, enum tui_request request);
    /* Values of the cursor's row: `h` and `l` go through them. place: what `set` calls the one at
     * the cursor; false: it cannot be set. element_at: the one at column @col; -1: none. May be
     * NULL. */
    int (*elements)(struct view *v);
    bool (*place)(struct view *v, char *buf, size_t n);
    int (*element_at)(struct view *v, int col);
    /* A click on column @col of row @i of the content (negative: of the head, as for row), the
     * cursor is there already: as request(). May be NULL. */
    unsigned (*click)(struct view *v, int i, int col);
    void (*close)(struct view *v); /* what @state owns; may be NULL */
};
#define VIEW(id, ...) extern const struct view_ops view_##id;
#include "ui/tui/views.def"
#undef VIEW
/* For machines that send messages, and that tell what threads did. */
extern const struct view_ops view_MESSAGES, view_TIME;

/* view_lanes - lanes that show all of @set: 8, 16, ... view_digits - a letter for each lane. */
extern const char view_digits[MACHINE_LANES + 1];
unsigned view_lanes(const struct tui_model *m, uint64_t set);

bool view_open(struct view *v, const struct view_row *row,
               struct tui_model *m); /* false: no memory */
void view_close(struct view *v);
int view_wants(struct view *v, int cols); /* rows with its title that show all of it */
void view_draw(struct view *v, bool focus);
unsigned view_request(struct view *v, enum tui_request request);
void view_follow(struct view *v); /* the machine moved: home */
void view_settle(struct view *v); /* its place has changed: the cursor stays in sight */
/* view_head - the first of the last @n rows stands at the top, if there is no room for all. */
void view_head(struct view *v, int n);
/* view_search - from behind the cursor, round to it, in at most 65536 rows. False: nowhere. */
bool view_search(struct view *v, const char *text);
unsigned view_goto(struct view *v, const char *text, char *why, size_t n);
void view_show_row(struct view *v, int row); /* the cursor goes there */
/* view_value - draws value @k of row @i, from @col on, unless another is typed for it just now.
 * Returns the column behind. view_place - as struct view_ops has it. */
int view_value(const struct view *v, struct area a, int i, int k, int col, enum style style,
               const char *text);
bool view_place(struct view *v, char *buf, size_t n);
/* view_click - at a row and column of its area; its title's row is 0. IGNORED: the view has no use
 * for it. view_wheel - scrolls by @by rows, the cursor stays inside. */
unsigned view_click(struct view *v, int row, int col);
unsigned view_wheel(struct view *v, int by);

#endif
