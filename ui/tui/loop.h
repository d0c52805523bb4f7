/* The screen on a terminal. */
#ifndef EULAB_UI_TUI_LOOP_H
#define EULAB_UI_TUI_LOOP_H

#include <signal.h>

#include "ui/tui/screen.h"
#include "ui/tui/tui.h"

/* tui_loop - until `q` or *@end. Signals that set *@end are to be blocked: they are let in where it
 * waits, @mask being what is blocked then. An exit status. */
int tui_loop(struct tui *t, struct screen *s, const sigset_t *mask,
             const volatile sig_atomic_t *end);

#endif
