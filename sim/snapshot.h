/* Time has one home: the state of a whole machine, taken, put back and compared. */
#ifndef EULAB_SIM_SNAPSHOT_H
#define EULAB_SIM_SNAPSHOT_H

#include "sim/sim.h"

/* Scheduler, surfaces; threads and pages of memory, SLM and URB, which snapshots share with one
 * another and with the machine as long as nobody changes them: see eu_thread_touch(). */
struct eu_snapshot;

struct eu_snapshot *eu_snapshot_take(const struct eu *eu); /* NULL: no memory */
/* eu_snapshot_restore - @eu becomes what it was; hooks, stop request and attention to the host
 * stay. Returns 0: nothing is allocated, but with --lint, which begins anew without memory. @eu has
 * as many threads as when @snap was taken. */
int eu_snapshot_restore(struct eu *eu, const struct eu_snapshot *snap);
void eu_snapshot_free(struct eu_snapshot *snap);
void eu_snapshot_forget(struct eu *eu); /* what @eu shares with snapshots is theirs alone */
/* What @snap costs beside @before (or NULL), with which it shares pages and threads. */
size_t eu_snapshot_bytes(const struct eu_snapshot *snap, const struct eu_snapshot *before);
uint64_t eu_snapshot_insts(const struct eu_snapshot *snap);

/* eu_twin - another machine in the state of @eu, with its engine, lints and hardware; no other
 * hooks. NULL: no memory. */
struct eu *eu_twin(const struct eu *eu);

/* What a comparison leaves out. Instruction counts and tm0 are always outside it. */
struct eu_diff_ignore {
    const struct eu_range *ranges; /* of memory */
    size_t nranges;
};
struct eu_diff {
    enum { EU_DIFF_REGISTER, EU_DIFF_CHANNEL, EU_DIFF_MEMORY, EU_DIFF_MACHINE } what;
    uint32_t thread;
    uint32_t reg;             /* enum eu_reg_id, REGISTER */
    uint64_t offset;          /* byte in the register; channel of PcIP; address */
    uint32_t expected, found; /* the dword there; hidden state's value */
    char text[128];           /* "thread 0 r12 byte 4: 0x3f800000, expected 0x00000000" */
};
/* eu_snapshot_diff - differences between @a (expected) and @b (found), each to @report until it
 * returns false. Returns how many were reported. Source: docs/design.md 2.2. */
size_t eu_snapshot_diff(const struct eu_snapshot *a, const struct eu_snapshot *b,
                        const struct eu_diff_ignore *ignore,
                        bool (*report)(void *ctx, const struct eu_diff *d), void *ctx);

#endif
