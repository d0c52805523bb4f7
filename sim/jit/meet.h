#ifndef EULAB_SIM_JIT_MEET_H
#define EULAB_SIM_JIT_MEET_H

#include "sim/jit/jit.h"

/* jit_meet - in native code x->t, of whose channels @act are active, sends the message of @barrier,
 * behind which it has @left instructions, and comes to the wait that follows; if it begins to wait,
 * a mate's turn may begin, which is then x->t, with as many instructions. Returns where native code
 * goes on, in the same world (@full); NULL: the message is the engine's, and nothing was done. */
const uint8_t *jit_meet(struct fast_ctx *x, const struct jit_insn *barrier, uint32_t act,
                        uint64_t left, bool full);

/* jit_part - the same of the message that ends x->t; NULL also if no mate's turn begins. */
const uint8_t *jit_part(struct fast_ctx *x, const struct jit_insn *end, uint32_t act, uint64_t left,
                        bool full);
/* jit_passed - native code was left in the turn of a mate: counts the turns before it, of which the
 * first one had @limit instructions. */
void jit_passed(struct fast_ctx *x, uint64_t limit);

#endif
