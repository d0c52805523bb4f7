/* The shell: a session whose commands come from a user, a pipe, script files and `-c`. */
#ifndef EULAB_UI_SHELL_H
#define EULAB_UI_SHELL_H

#include "ui/cmd.h"
#include "ui/options.h"

/* ui_shell - runs commands until `quit` or the end of input. --command and --script come first, and
 * only these run unless --interactive is given. @s has its machine; puts, done and ctx are set
 * here. Returns an exit status: that of the last error, 1 for a command that failed, 3 for a guest
 * that cannot continue. */
int ui_shell(const struct ui_args *args, struct ui_session *s);
/* ui_shell_turn - called within the other client's serve(): whether @client, gdb, is connected, and
 * runs the machine. Prints what has happened. True: the shell has something to do, and serve() must
 * return. */
bool ui_shell_turn(struct ui_session *s, bool client, bool running);

#endif
