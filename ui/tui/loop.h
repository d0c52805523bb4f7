/* The screen on a terminal, a turn at a time. */
#ifndef EULAB_UI_TUI_LOOP_H
#define EULAB_UI_TUI_LOOP_H

#include <signal.h>

#include "ui/tui/screen.h"
#include "ui/tui/tui.h"

struct tui_loop;

/* tui_loop_new - of @t on @s, both borrowed. @log: a file that stderr is written to meanwhile,
 * whose lines join the log; -1: none. @end: somebody else's wish to end. NULL: no memory. */
struct tui_loop *tui_loop_new(struct tui *t, struct screen *s, int log,
                              const volatile sig_atomic_t *end);
void tui_loop_free(struct tui_loop *l);
/* tui_loop_listens - gdb may connect to @where: the status line says it. */
void tui_loop_listens(struct tui_loop *l, const char *where);
/* tui_loop_turn - keys, a frame's time of the machine, a frame. @other: somebody else may run the
 * machine, @running: and does. RUN: another turn is due at once; else at the next key. */
enum tui_turn { TUI_TURN_WAIT, TUI_TURN_RUN, TUI_TURN_QUIT };
enum tui_turn tui_loop_turn(struct tui_loop *l, bool other, bool running);
/* tui_loop - turn by turn, until `q` or *@end. Signals that set it are to be blocked: they are let
 * in where it waits, @mask being what is blocked then. An exit status. */
int tui_loop(struct tui_loop *l, const sigset_t *mask);

#endif
