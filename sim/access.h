/* Which of its thread's registers an instruction will read and write: for the host's watchpoints,
 * asked before issue, so that no engine tells of its accesses. */
#ifndef EULAB_SIM_ACCESS_H
#define EULAB_SIM_ACCESS_H

#include "sim/sim.h"

/* A piece of a register: @reg: enum eu_reg_id, @at, @n: bytes of it. Of GRFs @reg is r0 and @at
 * counts from there. @channel: the channel of the instruction, 0 .. ExecSize - 1, or -1: no one. */
typedef void eu_touch(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at, unsigned n,
                      int channel);

/* eu_ref_accesses - @insn, of @t at its ip, as the masks, flags and address registers are now.
 * Operands count element by element, of enabled channels alone; a send reads its payload's
 * registers and writes those of the response, whole; a predicate reads its flag subregister and a
 * conditional modifier writes it. Left out: IP and PcIP, what is read to be written back, and what
 * others do to the registers (exceptions, messages from other threads). An instruction that is not
 * simulated has none. Nothing changes: @eu and @t are not written to.
 * Source: chapters 3 and 6, as sim/ref/ has them. Status: inferred. */
void eu_ref_accesses(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                     eu_touch *touch, void *ctx);
/* eu_ref_operands - the same of all channels of ExecSize, enabled or not: what the scoreboard sees,
 * which is asked before masks are known. Source: 3.7, 5.2.3 (DepCtrl). Status: inferred. */
void eu_ref_operands(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                     eu_touch *touch, void *ctx);

#endif
