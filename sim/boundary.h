/* The boundary between two instructions: what is checked there, in which order, and what happens on
 * a machine without exception logic (docs/design.md 2.1). Every engine calls this; what an
 * instruction does is the engine's own. */
#ifndef EULAB_SIM_BOUNDARY_H
#define EULAB_SIM_BOUNDARY_H

#include "sim/sim.h"

/* Effects of an instruction that the boundary must check. */
struct eu_effects {
    uint32_t ip;        /* address of the instruction */
    uint32_t old_cr[4]; /* cr0 before it */
    bool cr_written;
    bool stack; /* a call or return passed the limit of open calls */
};

/* eu_boundary_before - decides whether @insn at @t's ip is issued. It asks the host, then the
 * hardware for pending exceptions, then checks for an illegal opcode. GO: issue it; REDIRECT: @t's
 * ip has changed; STOP: @ev says why. If the host stops it, the boundary is not passed. */
enum eu_verdict eu_boundary_before(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                   struct eu_event *ev);
/* eu_boundary_after - checks, in this order, a write to cr0, the stack of calls, and memory that
 * the host watches. @insn has been executed and counted, and @t's ip is that of the next
 * instruction. NONE: the thread continues. */
enum eu_stop eu_boundary_after(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                               const struct eu_effects *done, struct eu_event *ev);
/* eu_boundary_wait - executes `wait`: takes a notification, or puts the thread to sleep and returns
 * true. 6.61 */
bool eu_boundary_wait(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn);
/* eu_boundary_depends - executes the dependency check of `sendc`: returns true if it puts the
 * thread to sleep, until the threads of tdr0 have ended. A thread's EOT clears the valid bits.
 * 6.57, 3.3.3.11 */
bool eu_boundary_depends(struct eu_thread *t);

#endif
