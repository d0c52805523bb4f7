/* What a signal handler can reach in the program: it has only static variables. */
#ifndef EULAB_UI_SIGNALS_H
#define EULAB_UI_SIGNALS_H

#include <signal.h>

#include "ui/options.h"

extern struct ui_interrupt ui_interrupt; /* the machine that Ctrl-C stops */
extern volatile sig_atomic_t
    ui_asked_to_end; /* the signal that asked the shell or the screen to end; 0: none */
void ui_on_interrupt(int signal);

#endif
