/* Inside of debug/: what a resume is to reach beside the next stop. */
#ifndef EULAB_DEBUG_GOAL_H
#define EULAB_DEBUG_GOAL_H

#include "debug/dbg.h"

enum goal_kind {
    GOAL_NONE,
    GOAL_OVER,  /* a step is over, and so is what it called or entered */
    GOAL_PLACE, /* the thread stands at addr with at most so many calls open */
    GOAL_OUT,   /* the thread has left the handler of exceptions */
};
struct dbg_goal {
    enum goal_kind kind;
    struct dbg_focus focus; /* whose it is */
    uint64_t addr;          /* PLACE: a client's breakpoint is set there */
    unsigned calls;         /* open at the start; PLACE: at most so many */
    bool inside;            /* the start was in the handler */
};
/* goal_goes_on - the machine has stopped: true when it was resumed towards the goal; false: the
 * goal is reached, and then the stop is STEP, or something else has come.
 * goal_end - there is none any more; what was set for it goes. */
bool goal_goes_on(struct dbg *dbg);
void goal_end(struct dbg *dbg);

#endif
