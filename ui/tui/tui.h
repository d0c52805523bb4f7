/* The screen: views over one machine, keys in, cells out. No terminal is needed: screen.c has that.
 */
#ifndef EULAB_UI_TUI_TUI_H
#define EULAB_UI_TUI_TUI_H

#include "ui/history.h"
#include "ui/tui/view.h"

enum { TUI_ROWS_LEAST = 10, TUI_COLS_LEAST = 40, TUI_WIDE = 132 };

enum tui_mode { TUI_VIEWS, TUI_PROMPT, TUI_HELP };
struct tui {
    struct tui_model model;
    struct view views[TUI_VIEWS_MOST];
    unsigned nviews, focus;             /* focus: which of them gets the keys */
    struct view *listing, *lanes, *log; /* of them */
    struct cells cells;
    enum tui_mode mode;
    bool zoom;
    bool sized; /* views that want room were shown or not */
    /* The prompt: which request asked, and what was typed. */
    enum tui_request asker;
    char input[TUI_LINE], search[TUI_LINE];
    size_t ninput;
    char hint[TUI_LINE];     /* what may follow */
    struct ui_history lines; /* commands that were typed; the shell's too where it was loaded */
    size_t recall;           /* how many back */
    int help_top;
    char message[TUI_LINE];
    bool complaint;     /* the message is of something that went wrong */
    double rate;        /* EU instructions a second while it runs; 0: not known */
    const char *driver; /* why the screen may not run the machine; NULL: it may */
    bool watching;      /* somebody else runs it just now */
};

/* tui_init - @s as for model_init(). False: no memory; tui_fini() in any case. */
bool tui_init(struct tui *t, const struct ui_session *s);
void tui_fini(struct tui *t);
/* tui_resize - the screen's size. False: no memory. */
bool tui_resize(struct tui *t, int rows, int cols);
/* tui_key - one key: set of enum tui_flags. RESUME: the machine is to run; tui_slice() does it. */
unsigned tui_key(struct tui *t, int key);
/* tui_slice - the running machine's next @budget instructions. True: it stopped. */
bool tui_slice(struct tui *t, uint64_t budget);
void tui_draw(struct tui *t); /* into t->cells */
void tui_tell(struct tui *t, bool complaint, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* tui_run_line - a line of the command table: set of enum tui_flags. */
unsigned tui_run_line(struct tui *t, const char *line);
/* Somebody else ran the machine, and it stands. */
void tui_follow(struct tui *t);

/* layout.c: the views' areas inside rows [top, top + rows). */
void tui_layout(struct tui *t, int top, int rows);

/* One handler a request of keys.def. */
#define KEY(request, ...) unsigned tui_do_##request(struct tui *t);
#define RUN_KEY(...)
#include "ui/tui/keys.def"
#undef KEY
#undef RUN_KEY

#endif
