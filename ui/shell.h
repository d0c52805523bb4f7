/* The shell: a session whose commands come from a person, a pipe, script files and `-c`. */
#ifndef EULAB_UI_SHELL_H
#define EULAB_UI_SHELL_H

#include "ui/cmd.h"
#include "ui/options.h"

/* ui_shell - serves commands until `quit` or the end of input; --command and --script come first
 * and alone, unless --interactive. @s has its machine; puts, done and ctx are set here. Returns an
 * exit status: that of the last error, 1 for a command that failed, 3 for a guest that cannot go
 * on. */
int ui_shell(const struct ui_args *args, struct ui_session *s);

#endif
