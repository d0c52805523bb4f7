/* Series: threads of a source that run one after the other in the memory of one, from the first
 * instruction to the last in native code. */
#ifndef EULAB_SIM_JIT_SERIES_H
#define EULAB_SIM_JIT_SERIES_H

#include "sim/jit/head.h"

/* Of a region whose ways all lead forward from its first instruction to the thread's end, and on
 * which all channels stay together: how many instructions the longest one has, branches that have
 * two ways on, and bytes of the GRF that each instruction writes. What a thread of it may read
 * before it writes it, none of them writes: the next one finds it as it was. A thread whose
 * channels part at a branch leaves native code in front of it. */
struct jit_series {
    uint32_t length;
    unsigned branches;
    struct jit_written {
        uint16_t from, n;
    } written[];
};

/* jit_series_own - the registers that threads of @eu's source have for themselves, bit n for rn; 0:
 * none, or others.
 * jit_series_of - of a region, whose branches then have their numbers (jit_insn.way); to be freed;
 * NULL: it is none.
 * jit_series_copy - copies the bytes that a thread of a series has written when it comes to @end,
 * or ends, from one GRF to another. @path: a bit for each branch at which it jumped.
 * jit_series_runs - runs native code from @h on for x->t, with x->limit instructions, and for the
 * threads that would follow in its memory and slot, whose turns would be the next ones; false: it
 * is no such thread, and nothing was done. Behind it x->t is the last of them; what the others did
 * is counted. */
uint64_t jit_series_own(const struct eu *eu);
struct jit_series *jit_series_of(const struct jit_region *r);
void jit_series_copy(const struct jit_region *r, const struct fast_uop *end, uint64_t path,
                     uint8_t *to, const uint8_t *from);
bool jit_series_runs(struct fast_ctx *x, const struct head *h, uint32_t act);

#endif
