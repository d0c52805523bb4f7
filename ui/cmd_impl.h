/* Inside of the commands: ui/cmd.c has the table, ui/cmd_*.c the handlers. */
#ifndef EULAB_UI_CMD_IMPL_H
#define EULAB_UI_CMD_IMPL_H

#include "ui/cmd.h"

enum { CMD_WORDS = 64, CMD_LINE = 512 };

struct cmd_row {
    const char *name;
    size_t shortest;
    bool (*run)(struct ui_session *s, int argc, char **argv);
    const char *args, *help, *example, *more;
};
extern const struct cmd_row cmd_rows[];
extern const size_t cmd_count;
#define CMD(id, ...) bool cmd_##id(struct ui_session *s, int argc, char **argv);
#include "ui/cmds.def"
#undef CMD

/* The row that @word names or shortens, its shortest form at least; NULL: none. */
const struct cmd_row *cmd_find(const char *word);
void cmd_say(struct ui_session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool cmd_usage(struct ui_session *s, const char *name); /* false */
/* Threads [*first, *end) that argument @i names: all when it is not there. */
bool cmd_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                 uint32_t *end);
/* cmd_caret - a mark under the line's character at @at, a pointer into it, and what is wrong.
 * Returns false. */
bool cmd_caret(struct ui_session *s, const char *at, const char *text);
/* A number or a label; false: it was said that @word is neither. */
bool cmd_address(struct ui_session *s, char *word, uint32_t *addr);

#endif
