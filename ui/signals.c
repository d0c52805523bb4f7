/* The variables that signal handlers set. */
#include "ui/signals.h"

#include <stdlib.h>

#include "debug/dbg.h"

struct ui_interrupt ui_interrupt;
volatile sig_atomic_t ui_asked_to_end;

void ui_on_interrupt(int signal)
{
    (void)signal;
    struct dbg *dbg = ui_interrupt.dbg;
    void (*stop)(void *ctx) = ui_interrupt.stop;
    ui_interrupt.count++;
    if (dbg)
        dbg_interrupt(dbg);
    else if (stop)
        stop(ui_interrupt.ctx);
    else
        _Exit(130);
}
