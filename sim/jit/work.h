/* The instruction that vector.c is about to make. */
#ifndef EULAB_SIM_JIT_WORK_H
#define EULAB_SIM_JIT_WORK_H

#include "sim/jit/operations.h"

/* Channels of a half, and which of them write. */
struct jit_work {
    const struct jit_insn *i;
    const struct fast_uop *u;
    const struct fast_odd *odd; /* NULL: all operands are packed dwords */
    unsigned form, es, halves, n;
    uint32_t window; /* of the instruction's channels, those that may write */
    bool whole;      /* all of the window do */
    bool active;     /* the active ones do */
    bool same;       /* flags of all are those of one channel */
    uint8_t tells;   /* the result sets flags: for which relations to 0 */
};

/* vector.c: the dword at @from, which half @h reads, in all lanes. Lanes of @cell where the
 * channels of half @h write, if not all of them do. */
struct jit_value jit_in_all_lanes(struct emit *e, const struct jit_work *w, unsigned h,
                                  unsigned from);
unsigned jit_writers(struct emit *e, const struct jit_work *w, unsigned h);

/* acc.c: accumulators of Gen7. Dwords of one, source @k; @v, 0 or 1, for the channels that write.
 */
struct jit_value jit_acc_source(struct emit *e, const struct jit_work *w, unsigned k, unsigned h);
void jit_acc_put(struct emit *e, const struct jit_work *w, struct jit_value v);

/* odd.c: operands that sim/fast/odd.h describes. A source without its modifiers; a result as it is
 * converted; the results into the destination; bits of the channels for which the flag is 1
 * (w->tells), into rcx. */
struct jit_value jit_odd_source(struct emit *e, const struct jit_work *w, unsigned k, unsigned h);
struct jit_value jit_odd_bend(struct emit *e, const struct jit_work *w, struct jit_value v);
void jit_odd_put(struct emit *e, const struct jit_work *w, const struct jit_value r[2]);
void jit_odd_tell(struct emit *e, const struct jit_work *w, const struct jit_value r[2]);

#endif
