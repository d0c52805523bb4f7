/* The screen on a terminal, one turn at a time. */
#ifndef EULAB_UI_TUI_LOOP_H
#define EULAB_UI_TUI_LOOP_H

#include <signal.h>

#include "ui/tui/screen.h"
#include "ui/tui/tui.h"

struct tui_loop;

/* tui_loop_new - for @t on @s, both borrowed. @log: a file that receives stderr meanwhile; its
 * lines are added to the log; -1: none. @end: set by others to ask for the end. NULL: no memory. */
struct tui_loop *tui_loop_new(struct tui *t, struct screen *s, int log,
                              const volatile sig_atomic_t *end);
void tui_loop_free(struct tui_loop *l);
/* tui_loop_listens - gdb may connect to @where: the status line shows it. */
void tui_loop_listens(struct tui_loop *l, const char *where);
/* tui_loop_turn - handles keys, runs the machine for a frame's time, draws a frame. @other: another
 * client may run the machine; @running: it does. RUN: the next turn is due at once; otherwise at
 * the next key. */
enum tui_turn { TUI_TURN_WAIT, TUI_TURN_RUN, TUI_TURN_QUIT };
enum tui_turn tui_loop_turn(struct tui_loop *l, bool other, bool running);
/* tui_loop - runs turns until `q` or *@end. Signals that set *@end must be blocked: they are
 * allowed while the loop waits, with @mask as the blocked signals. Returns an exit status. */
int tui_loop(struct tui_loop *l, const sigset_t *mask);

#endif
