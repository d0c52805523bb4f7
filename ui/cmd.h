/* One command table for gdb's `monitor`, shell and screen later: ui/cmds.def. */
#ifndef EULAB_UI_CMD_H
#define EULAB_UI_CMD_H

#include "debug/dbg.h"
#include "ui/launch.h"

struct ui_session {
    struct dbg *dbg;
    struct eu *eu;
    const struct ui_machine *machine; /* of @eu: for its labels */
    struct launch *launch;            /* its trace set may be changed */
    void (*puts)(void *ctx, const char *text);
    void *ctx;
    struct dbg_focus focus; /* whose registers are meant */
    /* Of the line at hand: as typed, cut in words, and behind the `/` of its first word. */
    const char *line, *words, *format;
};
/* ui_cmd_exec - one line. False: no such command or bad arguments; the message went to puts(). */
bool ui_cmd_exec(struct ui_session *s, const char *line);

#endif
