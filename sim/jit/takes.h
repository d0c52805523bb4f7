/* Which instructions native code takes. Only for region.c and
 * sim/fast/way.c. */
#ifndef EULAB_SIM_JIT_TAKES_H
#define EULAB_SIM_JIT_TAKES_H

#include "sim/jit/jit.h"

/* jit_takes - how native code takes @i, whose ->u is known; fills in the rest. Returns false if it
 * does not. */
bool jit_takes(struct fast_ctx *x, struct jit_insn *i);
/* jit_is_called - makes @i a call of the engine's own handler; false: that does not do. */
bool jit_is_called(struct jit_insn *i);

#endif
