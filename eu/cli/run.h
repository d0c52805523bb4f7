/* What `run` shares with the shell, the screen and the server. */
#ifndef EULAB_EU_CLI_RUN_H
#define EULAB_EU_CLI_RUN_H

#include "eu/cli/launch.h"

/* ui_interruptible - Ctrl-C now stops @eu; NULL: it ends the program again. */
void ui_interruptible(const struct ui_args *args, struct eu *eu);
/* Writes the text of the instruction at @ip. */
void ui_insn_text(const struct eu *eu, uint32_t ip, char *buf, size_t n);
/* ui_complain - prints the one line on stderr about a guest that did not end by EOT. */
void ui_complain(const struct eu *eu, const struct eu_event *ev, uint64_t limit);
/* ui_lint_summary - prints on stderr what --lint found in @m, by place. Returns whether it found
 * anything. */
bool ui_lint_summary(const struct ui_machine *m);
/* Writes "FILE:LINE: " for the instruction at @ip to @buf, or "" where that is not known. */
void ui_lint_place(const struct ui_machine *m, uint32_t ip, char *buf, size_t n);

#endif
