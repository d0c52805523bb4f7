#include "ui/signals.h"

#include <stdlib.h>

#include "debug/dbg.h"
#include "sim/sim.h"

struct ui_interrupt ui_interrupt;
volatile sig_atomic_t ui_asked_to_end;

void ui_on_interrupt(int signal)
{
    (void)signal;
    struct eu *eu = ui_interrupt.eu;
    struct dbg *dbg = ui_interrupt.dbg;
    ui_interrupt.count++;
    if (dbg)
        dbg_interrupt(dbg);
    else if (eu)
        eu_request_stop(eu);
    else
        _Exit(130);
}
