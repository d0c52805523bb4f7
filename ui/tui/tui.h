/* The screen: views over one machine, keys in, cells out. No terminal is needed: screen.c has that.
 */
#ifndef EULAB_UI_TUI_TUI_H
#define EULAB_UI_TUI_TUI_H

#include "ui/history.h"
#include "ui/tui/view.h"

enum { TUI_ROWS_LEAST = 10, TUI_COLS_LEAST = 40, TUI_WIDE = 132 };

/* Rows beside the views: status and tabs above, message and keys below. */
enum { TUI_ABOVE = 2, TUI_BELOW = 2 };

enum tui_mode { TUI_VIEWS, TUI_PROMPT, TUI_HELP };
/* Columns [from, end) of a row beside the views that a click takes for @key. */
struct tui_hit {
    int row, from, end, key;
};
enum { TUI_HITS = 64 };
struct tui {
    struct tui_model model;
    struct view views[TUI_VIEWS_MOST];
    unsigned nviews, focus;                     /* focus: which of them gets the keys */
    struct view *listing, *lanes, *log, *watch; /* of them */
    struct cells cells;
    enum tui_mode mode;
    bool zoom;
    bool sized; /* views that want room were shown or not */
    /* The prompt: which request asked, and what was typed. */
    enum tui_request asker;
    char input[TUI_LINE], search[TUI_LINE], label[TUI_LINE];
    char place[TUI_LINE]; /* that EDIT sets */
    size_t ninput;
    char hint[TUI_LINE];     /* what may follow */
    struct ui_history lines; /* commands that were typed; the shell's too where it was loaded */
    size_t recall;           /* how many back */
    int help_top;
    char *page; /* what help shows instead of the keys; NULL: those; owned */
    char page_title[TUI_LINE];
    char message[TUI_LINE];
    bool complaint;                /* the message is of something that went wrong */
    double rate;                   /* EU instructions a second while it runs; 0: not known */
    char listens[160];             /* the address that gdb may connect to; "": none */
    const char *driver;            /* why the screen may not run the machine; NULL: it may */
    struct tui_hit hits[TUI_HITS]; /* of the last frame */
    unsigned nhits;
    struct tui_mouse clicked; /* inside the view in focus */
    bool watching;            /* somebody else runs it just now */
    bool pasting;             /* keys are of a text that was pasted */
    bool pasted_line;         /* and its first line is over */
};

/* tui_init - @s as for model_init(). False: no memory; tui_fini() in any case. */
bool tui_init(struct tui *t, const struct ui_session *s);
void tui_fini(struct tui *t);
/* tui_resize - the screen's size. False: no memory. */
bool tui_resize(struct tui *t, int rows, int cols);
/* tui_key - one key: set of enum tui_flags. RESUME: the machine is to run; tui_slice() does it. */
unsigned tui_key(struct tui *t, int key);
/* tui_mouse - the same for the mouse. */
unsigned tui_mouse(struct tui *t, struct tui_mouse mouse);
/* tui_slice - the running machine's next @budget instructions. True: it stopped. */
bool tui_slice(struct tui *t, uint64_t budget);
void tui_draw(struct tui *t); /* into t->cells */
void tui_tell(struct tui *t, bool complaint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* tui_run_line - a line of the command table: set of enum tui_flags. */
unsigned tui_run_line(struct tui *t, const char *line);
/* Somebody else ran the machine, and it stands. */
void tui_follow(struct tui *t);

/* tui_run_for - the command that a request has left in the view. */
unsigned tui_run_for(struct tui *t, struct view *v);
/* tui_request - what a key asks for: the view in focus first, then the screen. */
unsigned tui_request(struct tui *t, enum tui_request request);

/* prompt.c: tui_ask - the line of messages asks, with @label, on behalf of @asker. tui_prompt_key -
 * a key meanwhile. */
unsigned tui_ask(struct tui *t, enum tui_request asker, const char *label);
unsigned tui_prompt_key(struct tui *t, int key);
/* tui_paste_key - a key of a text that is pasted, or its beginning or end: a prompt takes the first
 * line; elsewhere letters are keys that nobody meant. */
unsigned tui_paste_key(struct tui *t, int key);
/* tui_show_view - it is shown and gets the keys. */
unsigned tui_show_view(struct tui *t, struct view *v);

/* bars.c: the rows above and below the views. */
void tui_draw_above(struct tui *t);
void tui_draw_below(struct tui *t);

/* mouse.c: on the views, or on those rows. */
unsigned tui_mouse_views(struct tui *t, struct tui_mouse mouse);

/* help.c: draws the page; a key while it is shown. tui_help_page - @text (to be freed) is the page,
 * NULL: the keys. */
void tui_help_page(struct tui *t, char *text, const char *title);
void tui_help_draw(struct tui *t);
unsigned tui_help_key(struct tui *t, int key);

/* layout.c: the views' areas inside rows [top, top + rows). */
void tui_layout(struct tui *t, int top, int rows);

/* One handler a request of keys.def. */
#define KEY(request, ...) unsigned tui_do_##request(struct tui *t);
#define RUN_KEY(...)
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY

#endif
