/* Which registers of its thread an instruction will read and write. It serves the host's
 * watchpoints. The question is asked before the instruction is issued, so that the engines need not
 * report their accesses. */
#ifndef EULAB_SIM_ACCESS_H
#define EULAB_SIM_ACCESS_H

#include "sim/sim.h"

/* Called for each access to a piece of a register. @reg: enum eu_reg_id; @at, @n: its bytes. For
 * GRFs, @reg is r0 and @at counts from there. @channel: the channel of the instruction, 0 ..
 * ExecSize - 1, or -1: the access belongs to no channel. */
typedef void eu_touch(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at, unsigned n,
                      int channel);

/* eu_ref_accesses - reports the accesses of @insn (isa_as_executed()), of @t at its ip, with the
 * present masks, flags and address registers. Operands are reported element by element, for enabled
 * channels only. A send reads the registers of its payload and writes those of the response, whole.
 * A predicate reads its flag subregister, and a conditional modifier writes it. Not reported: IP
 * and PcIP, what is read to be written back, and what others do to the registers (exceptions,
 * messages from other threads). An instruction that is not simulated has no accesses. @eu and @t
 * are not changed. Source: chapters 3 and 6, as sim/ref/ has them. Status: inferred. */
void eu_ref_accesses(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                     eu_touch *touch, void *ctx);
/* eu_ref_operands - reports the same for all channels of ExecSize, enabled or not. This is what the
 * scoreboard sees, which works before masks are known. Source: 3.7, 5.2.3 (DepCtrl). Status:
 * inferred. */
void eu_ref_operands(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                     eu_touch *touch, void *ctx);

#endif
