/* What a machine's room adds to the shell and the screen: commands, topics of `info`, views, and
 * words that `help` can explain. A row with the name of a generic one replaces it. */
#ifndef EULAB_UI_ROWS_H
#define EULAB_UI_ROWS_H

#include "ui/cmd.h"

struct cmd_row {
    const char *name;
    size_t shortest;
    bool (*run)(struct ui_session *s, int argc, char **argv);
    const char *args, *help, *example, *more;
    bool own; /* only for clients that resume by themselves */
};
/* A command that changes nothing, or nothing without arguments. */
struct cmd_look {
    bool (*run)(struct ui_session *s, int argc, char **argv);
    bool alone;
};
/* A topic of `info`, for threads [@first, @end). */
struct cmd_topic {
    const char *name;
    void (*say)(struct ui_session *s, uint32_t first, uint32_t end);
};
struct view_row;
struct tui_hooks;
struct ui_rows {
    const struct cmd_row *cmds;
    size_t ncmds;
    const struct cmd_look *looks;
    size_t nlooks;
    const struct cmd_topic *topics;
    size_t ntopics;
    const struct view_row *views; /* for the screen: ui/tui/view.h; keys "1" .. "9" */
    size_t nviews;
    const struct tui_hooks *screen; /* ui/tui/model.h; NULL: none */
    /* help - a text about a @word that is no command, which the caller frees; NULL: none. opcode -
     * the @i-th name of an opcode; NULL past the end. Both may be NULL. */
    char *(*help)(struct ui_session *s, const char *word);
    const char *(*opcode)(struct ui_session *s, unsigned i);
    /* Whether `info @topic` prints a table that needs no machine. May be NULL. */
    bool (*tells)(const char *topic);
};

#endif
