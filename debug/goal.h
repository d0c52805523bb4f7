/* The goal of a resume: dbg_run() resumes the machine again until the goal is reached. */
#ifndef EULAB_DEBUG_GOAL_H
#define EULAB_DEBUG_GOAL_H

#include "debug/dbg.h"

enum goal_kind {
    GOAL_NONE,
    GOAL_OVER,  /* a step is done, and so is what it called or entered */
    GOAL_PLACE, /* the thread is at addr with at most so many calls open */
    GOAL_OUT,   /* the thread has left the exception handler */
};
struct dbg_goal {
    enum goal_kind kind;
    struct dbg_focus focus; /* the focus that was resumed */
    uint64_t addr;          /* PLACE: a client's breakpoint is set there */
    unsigned calls;         /* open at the start; PLACE: the most that may be open */
    bool inside;            /* it started inside the handler */
    bool back;              /* in time: OVER ends before the call */
};
/* goal_goes_on - called when the machine has stopped. Returns true if it resumed the machine
 * towards the goal, and false if the goal is reached (the stop is then STEP) or something else
 * stopped the machine. goal_end - drops the goal and its breakpoint. */
bool goal_goes_on(struct dbg *dbg);
void goal_end(struct dbg *dbg);

#endif
