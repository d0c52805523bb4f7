/* The goal of a resume: dbg_run() resumes the machine again until the goal is reached. */
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
    struct dbg_focus focus; /* that was resumed */
    uint64_t addr;          /* PLACE: a client's breakpoint is set there */
    unsigned calls;         /* open at the start; PLACE: at most so many */
    bool inside;            /* the start was in the handler */
};
/* goal_goes_on - called when the machine has stopped. True: the machine was resumed towards the
 * goal. False: the goal is reached, and the stop is now STEP, or something else has stopped the
 * machine. goal_end - drops the goal and the breakpoint that was set for it. */
bool goal_goes_on(struct dbg *dbg);
void goal_end(struct dbg *dbg);

#endif
