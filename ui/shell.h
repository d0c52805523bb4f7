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
/* ui_shell_turn - within the fellow's serve(): whether @client, gdb, is there, and runs the
 * machine. Says what has become of it. True: the shell has something to do, serve() is to return.
 */
bool ui_shell_turn(struct ui_session *s, bool client, bool running);

#endif
