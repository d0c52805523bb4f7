/* The boundary between two instructions: what is asked there, in which order, and what happens on a
 * machine without exception logic (docs/design.md 2.1). Every engine calls it; what an instruction
 * does is the engine's own. */
#ifndef EULAB_SIM_BOUNDARY_H
#define EULAB_SIM_BOUNDARY_H

#include "sim/sim.h"

/* What an instruction did that others must be asked about. */
struct eu_effects {
    uint32_t ip;        /* of the instruction */
    uint32_t old_cr[4]; /* cr0 before it */
    bool cr_written;
    bool stack; /* a call or return passed the limit of calls */
};

/* eu_boundary_before - ask whether @insn at @t's ip is to be issued: the host, then the hardware
 * for what is pending, then for an illegal opcode. GO: issue it; REDIRECT: @t's ip has changed;
 * STOP: @ev says why, and where the host stops the boundary is not passed. */
enum eu_verdict eu_boundary_before(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                   struct eu_event *ev);
/* eu_boundary_after - @insn has been executed and counted, and @t's ip is the next one's: its write
 * to cr0, the stack of calls, then memory that the host watches. NONE: the thread goes on. */
enum eu_stop eu_boundary_after(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                               const struct eu_effects *done, struct eu_event *ev);
/* eu_boundary_wait - `wait` takes a notification, or puts the thread to sleep: true. 6.61 */
bool eu_boundary_wait(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn);
/* eu_boundary_depends - `sendc` sleeps until the threads of tdr0 have ended: true. Their valid bits
 * fall by the broadcast of their EOT. 6.57, 3.3.3.11 */
bool eu_boundary_depends(struct eu_thread *t);

#endif
