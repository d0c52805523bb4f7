/* Series: threads of a source that run one after the other in the memory of one, from the first
 * instruction to the last in native code. */
#ifndef EULAB_SIM_JIT_SERIES_H
#define EULAB_SIM_JIT_SERIES_H

#include "sim/jit/head.h"

/* Of a region that is one way from its first instruction to the thread's end: how many instructions
 * that is, and by which of them, from 1 on, a byte of the GRF is written first. What a thread of
 * it reads before it writes it, it never writes: the next one finds it as it was. */
struct jit_series {
    uint32_t length;
    uint16_t first[EU_GRF_COUNT * EU_GRF_BYTES]; /* 0: by none */
};

/* jit_series_own - the registers that threads of @eu's source have for themselves, bit n for rn; 0:
 * none, or others.
 * jit_series_of - of a region that is made; to be freed; NULL: it is none.
 * jit_series_runs - runs native code from @h on for x->t, with x->limit instructions, and for the
 * threads that would follow in its memory and slot, whose turns would be the next ones; false: it
 * is no such thread, and nothing was done. Behind it x->t is the last of them; what the others did
 * is counted. */
uint64_t jit_series_own(const struct eu *eu);
struct jit_series *jit_series_of(const struct jit_region *r);
bool jit_series_runs(struct fast_ctx *x, const struct head *h, uint32_t act);

#endif
