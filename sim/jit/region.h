/* Native code in the chain of the fast engine. */
#ifndef EULAB_SIM_JIT_REGION_H
#define EULAB_SIM_JIT_REGION_H

#include "sim/fast/core.h"

struct jit;
/* jit_head - at a loop's head: native code from there, or the instruction's own handler. */
enum fast_leave jit_head(FAST_ARGS);
void jit_drop(struct jit *j); /* with all that it made; NULL: nothing */

#endif
