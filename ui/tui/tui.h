/* The screen: views over one machine, keys in, cells out. It needs no terminal: ui/tui/screen.c has
 * that. */
#ifndef EULAB_UI_TUI_TUI_H
#define EULAB_UI_TUI_TUI_H

#include "ui/history.h"
#include "ui/tui/view.h"

enum { TUI_ROWS_LEAST = 10, TUI_COLS_LEAST = 40, TUI_WIDE = 132 };

/* Rows outside of the views: status and tabs above, message and keys below. */
enum { TUI_ABOVE = 2, TUI_BELOW = 2 };

enum tui_mode { TUI_VIEWS, TUI_PROMPT, TUI_HELP };
/* A click on columns [from, end) of a row outside of the views stands for @key. */
struct tui_hit {
    int row, from, end, key;
};
enum { TUI_HITS = 64 };
struct tui {
    struct tui_model model;
    struct view views[TUI_VIEWS_MOST];
    unsigned nviews, focus;                     /* focus: index of the view that gets the keys */
    struct view *listing, *lanes, *log, *watch; /* these are among them */
    struct cells cells;
    enum tui_mode mode;
    bool zoom;
    bool sized; /* views that want room were shown or hidden */
    /* The prompt: the request that asked, and the typed text. */
    enum tui_request asker;
    char input[TUI_LINE], search[TUI_LINE], label[TUI_LINE];
    char place[TUI_LINE]; /* the place that EDIT sets */
    size_t ninput;
    char hint[TUI_LINE];     /* candidates for completion */
    struct ui_history lines; /* commands that were typed; also the shell's if it was loaded */
    size_t recall;           /* how many lines the user has gone back */
    int help_top;
    char *page; /* text that help shows instead of the keys; NULL: the keys; owned */
    char page_title[TUI_LINE];
    char message[TUI_LINE];
    bool complaint;                /* the message reports an error */
    double rate;                   /* EU instructions per second while it runs; 0: not known */
    char listens[160];             /* the address to which gdb may connect; "": none */
    const char *driver;            /* why the screen may not run the machine; NULL: it may */
    struct tui_hit hits[TUI_HITS]; /* for the last frame */
    unsigned nhits;
    struct tui_mouse clicked; /* relative to the view in focus */
    bool watching;            /* another client is running the machine */
    bool pasting;             /* the keys are pasted text */
    bool pasted_line;         /* its first line is over */
};

/* tui_init - @s as for model_init(). False: no memory; call tui_fini() in any case. */
bool tui_init(struct tui *t, const struct ui_session *s);
void tui_fini(struct tui *t);
/* tui_resize - sets the screen's size. False: no memory. */
bool tui_resize(struct tui *t, int rows, int cols);
/* tui_key - handles one key; returns a set of enum tui_flags. RESUME: the machine must run;
 * tui_slice() does it. */
unsigned tui_key(struct tui *t, int key);
/* tui_mouse - the same for the mouse. */
unsigned tui_mouse(struct tui *t, struct tui_mouse mouse);
/* tui_slice - runs the machine's next @budget instructions. True: it has stopped. */
bool tui_slice(struct tui *t, uint64_t budget);
void tui_draw(struct tui *t); /* draws into t->cells */
void tui_tell(struct tui *t, bool complaint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* tui_run_line - runs a line of the command table; returns a set of enum tui_flags. */
unsigned tui_run_line(struct tui *t, const char *line);
/* Another client ran the machine, which has stopped: updates the screen. */
void tui_follow(struct tui *t);

/* tui_run_for - runs the command that a request has left in the view. */
unsigned tui_run_for(struct tui *t, struct view *v);
/* tui_request - handles the request of a key: the view in focus comes first, then the screen. */
unsigned tui_request(struct tui *t, enum tui_request request);

/* prompt.c: tui_ask - opens the prompt in the message line, with @label, for request @asker.
 * tui_prompt_key - handles a key meanwhile. */
unsigned tui_ask(struct tui *t, enum tui_request asker, const char *label);
unsigned tui_prompt_key(struct tui *t, int key);
/* tui_paste_key - handles a key of pasted text, or its beginning or end. A prompt takes the first
 * line; elsewhere the letters are not taken as keys. */
unsigned tui_paste_key(struct tui *t, int key);
/* tui_show_view - shows the view and gives it the keys. */
unsigned tui_show_view(struct tui *t, struct view *v);

/* bars.c: draw the rows above and below the views. */
void tui_draw_above(struct tui *t);
void tui_draw_below(struct tui *t);

/* mouse.c: handle the mouse on the views, and on those rows. */
unsigned tui_mouse_views(struct tui *t, struct tui_mouse mouse);

/* help.c: draws the page; handles a key while it is shown. tui_help_page - shows @text, and takes
 * ownership of it; NULL: the keys. */
void tui_help_page(struct tui *t, char *text, const char *title);
void tui_help_draw(struct tui *t);
unsigned tui_help_key(struct tui *t, int key);

/* layout.c: places the views in rows [top, top + rows). */
void tui_layout(struct tui *t, int top, int rows);

/* The handlers of requests, one for each row of keys.def. */
#define KEY(request, ...) unsigned tui_do_##request(struct tui *t);
#define RUN_KEY(...)
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY

#endif
