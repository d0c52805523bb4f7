/* Native code in the chain of the fast engine. */
#ifndef EULAB_SIM_JIT_REGION_H
#define EULAB_SIM_JIT_REGION_H

#include "sim/fast/core.h"

struct jit;
/* jit_head - at a loop's head: native code from there, or the instruction's own handler. */
enum fast_leave jit_head(FAST_ARGS);
/* jit_visit - a visit of a thread begins at @ip, as others may: native code may begin there, if
 * visits are long. Returns false if memory runs out. */
bool jit_visit(struct fast_ctx *x, uint32_t ip);
void jit_drop(struct jit *j); /* with all that it made; NULL: nothing */

#endif
