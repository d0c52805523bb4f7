/* Inside of debug/: what dbg.c and the sets of its points share. */
#ifndef EULAB_DEBUG_DBG_IMPL_H
#define EULAB_DEBUG_DBG_IMPL_H

#include <stdatomic.h>

#include "debug/breaks.h"
#include "debug/goal.h"
#include "debug/watches.h"

struct dbg {
    struct machine *m;
    bool unseen; /* what stands where it stands has not been stopped at */
    bool over;   /* steps pass over the System Routine */
    bool eu_threads;
    const struct machine_reg *lane_pc, *thread_pc;
    struct dbg_stop stop;
    char text[512];         /* the stop in words, when it was asked for; "": not yet */
    struct dbg_focus focus; /* who was resumed */
    struct machine_run plan;
    struct dbg_breaks breaks;
    struct breaks_verdict verdict; /* of the last visit to a breakpoint */
    struct dbg_watches watches;
    struct dbg_goal goal;     /* of the last resume */
    struct dbg_time *time;    /* NULL: no history */
    bool back;                /* the resume goes back */
    bool running;             /* resumed, and no stop since */
    struct machine_hit found; /* the last one: its touches are stops one after another */
    unsigned told;
    atomic_bool interrupt;
};

#endif
