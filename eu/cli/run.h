/* What run shares with the commands of the shell and the server. */
#ifndef EULAB_EU_CLI_RUN_H
#define EULAB_EU_CLI_RUN_H

#include "eu/cli/launch.h"

/* ui_interruptible - Ctrl-C stops @eu from now on; NULL: the program. */
void ui_interruptible(const struct ui_args *args, struct eu *eu);
/* Text of the instruction at @ip. */
void ui_insn_text(const struct eu *eu, uint32_t ip, char *buf, size_t n);
/* ui_complain - the one line on stderr about a guest that did not end by EOT. */
void ui_complain(const struct eu *eu, const struct eu_event *ev, uint64_t limit);
/* ui_lint_summary - what --lint has found in @m, by place, on stderr; nothing when it found none.
 * Returns whether it found any. */
bool ui_lint_summary(const struct ui_machine *m);
/* "FILE:LINE: " of the instruction at @ip in @buf, or "" where that is not known. */
void ui_lint_place(const struct ui_machine *m, uint32_t ip, char *buf, size_t n);

#endif
