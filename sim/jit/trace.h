/* What a region may write of a thread. */
#ifndef EULAB_SIM_JIT_TRACE_H
#define EULAB_SIM_JIT_TRACE_H

#include "sim/jit/jit.h"

/* jit_trace - sets `traced` and `wrote` of @r: whether all that it may change of a thread is
 * registers of the GRF, flags, counts in n0, modes and what a barrier has, and which registers. */
void jit_trace(struct jit_region *r);

#endif
