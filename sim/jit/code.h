/* Native code of a region. */
#ifndef EULAB_SIM_JIT_CODE_H
#define EULAB_SIM_JIT_CODE_H

#include "sim/jit/jit.h"

/* jit_make - the code of @r, whose targets then have their place, and what jit_unmake() takes;
 * NULL: it could not. Any number of host threads at a time. */
void *jit_make(struct jit_region *r, jit_code **code);
void jit_unmake(void *made);

#endif
