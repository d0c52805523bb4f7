#ifndef EULAB_SIM_JIT_MEET_H
#define EULAB_SIM_JIT_MEET_H

#include "sim/jit/jit.h"

/* jit_gather - x->t begins native code with barriers; turns of its mates may follow if @some. */
void jit_gather(struct fast_ctx *x, bool some);

/* jit_notify - mates of x->t get what they are owed: before anything else looks at who has arrived.
 * A notification by another message may come before. */
void jit_notify(struct fast_ctx *x);

/* jit_meet - in native code x->t, of whose channels @act are active, sends the message of @barrier,
 * behind which it has @left instructions, and comes to the wait that follows; if it begins to wait,
 * a mate's turn may begin, which is then x->t, with as many instructions. Returns where native code
 * goes on, with all of its channels; NULL: the message is the engine's, and nothing was done.
 * Native code itself does the same in the usual case: mates.c. */
const uint8_t *jit_meet(struct fast_ctx *x, const struct jit_insn *barrier, uint32_t act,
                        uint64_t left);

/* jit_part - the same of the message that ends x->t; NULL also if no mate's turn begins. */
const uint8_t *jit_part(struct fast_ctx *x, const struct jit_insn *end, uint32_t act,
                        uint64_t left);

/* jit_passed - native code was left in the turn of a mate: counts the turns before it, of which the
 * first one had @limit instructions, and writes the places of the threads that had them. */
void jit_passed(struct fast_ctx *x, uint64_t limit);

#endif
