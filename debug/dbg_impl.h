/* What the files of debug/ share with each other alone. */
#ifndef EULAB_DEBUG_DBG_IMPL_H
#define EULAB_DEBUG_DBG_IMPL_H

#include <stdatomic.h>
#include <time.h>

#include "debug/breaks.h"
#include "debug/goal.h"
#include "debug/watches.h"

struct dbg {
    struct machine *m;
    struct timespec made;
    bool unseen; /* the client has not seen a stop at the present address */
    bool over;   /* steps pass over visits to the exception handler */
    bool eu_threads;
    bool loads; /* dbg_stop_at_loads() */
    const struct machine_reg *lane_pc, *thread_pc;
    struct dbg_stop stop;
    char text[512];         /* the stop in words, once somebody asked for it; "": not yet */
    struct dbg_focus focus; /* the focus that was resumed */
    struct machine_run plan;
    struct dbg_breaks breaks;
    struct breaks_verdict verdict; /* of the last visit to a breakpoint */
    struct dbg_watches watches;
    struct dbg_goal goal;     /* of the last resume */
    struct dbg_time *time;    /* NULL: no history */
    bool back;                /* the resume goes back in time */
    bool running;             /* resumed, and not stopped since */
    struct machine_hit found; /* the last hit; each of its accesses is a stop of its own */
    unsigned told;            /* how many of its accesses were reported */
    atomic_bool interrupt;
};

struct machine_thread dbg_thread(struct dbg *dbg, unsigned thread);
unsigned dbg_lowest_lane(uint64_t lanes); /* 0 if the set is empty */
bool dbg_same_focus(struct dbg_focus a, struct dbg_focus b);
/* dbg_tell_breaks - gives the machine the addresses of the enabled breakpoints. */
int dbg_tell_breaks(struct dbg *dbg);
/* dbg_report - chooses the lane on which the stop is reported: one whose rip is the stop's address,
 * because gdb ignores a breakpoint stop on any other. A finished step is reported on the lane that
 * was stepped, wherever it is now. Source: docs/design.md section 4. */
void dbg_report(struct dbg *dbg);

#endif
