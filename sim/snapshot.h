/* The state of a whole machine: taken, restored and compared. Time travel, siptest and lockstep use
 * it. */
#ifndef EULAB_SIM_SNAPSHOT_H
#define EULAB_SIM_SNAPSHOT_H

#include "sim/sim.h"

/* Scheduler, surfaces, threads, and pages of memory, SLM and URB. Snapshots share threads and pages
 * with each other and with the machine until they are changed: see eu_thread_touch(). */
struct eu_snapshot;

struct eu_snapshot *eu_snapshot_take(const struct eu *eu); /* NULL: out of memory */
/* eu_snapshot_restore - @eu becomes what it was; hooks, stop request and attention to the host
 * stay. Returns 0. It allocates nothing, except for --lint, whose state begins anew if memory runs
 * out. @eu must have as many threads as when @snap was taken. */
int eu_snapshot_restore(struct eu *eu, const struct eu_snapshot *snap);
void eu_snapshot_free(struct eu_snapshot *snap);
/* eu_snapshot_outlive - frees @snap, of @eu, which has gone on: the pages of its memory that it
 * copied go back to where they were. */
void eu_snapshot_outlive(struct eu *eu, struct eu_snapshot *snap);
void eu_snapshot_forget(struct eu *eu); /* ends the sharing of @eu with snapshots */
/* The memory that @snap needs in addition to @before (or NULL), with which it shares pages and
 * threads. */
size_t eu_snapshot_bytes(const struct eu_snapshot *snap, const struct eu_snapshot *before);
uint64_t eu_snapshot_insts(const struct eu_snapshot *snap);

/* eu_twin - makes another machine in the state of @eu, with its engine, lints and hardware, but
 * without other hooks. NULL: out of memory. */
struct eu *eu_twin(const struct eu *eu);

/* What a comparison ignores. It always ignores instruction counts and tm0. */
struct eu_diff_ignore {
    const struct eu_range *ranges; /* of memory */
    size_t nranges;
};
struct eu_diff {
    enum { EU_DIFF_REGISTER, EU_DIFF_CHANNEL, EU_DIFF_MEMORY, EU_DIFF_MACHINE } what;
    uint32_t thread;
    uint32_t reg;             /* enum eu_reg_id, REGISTER */
    uint64_t offset;          /* byte in the register; or channel of PcIP; or address */
    uint32_t expected, found; /* the dword there, or the value of hidden state */
    char text[128];           /* "thread 0 r12 byte 4: 0x3f800000, expected 0x00000000" */
};
/* eu_snapshot_diff - calls @report for each difference between @a (expected) and @b (found), until
 * it returns false. Returns how many were reported. Source: docs/design.md 2.2. */
size_t eu_snapshot_diff(const struct eu_snapshot *a, const struct eu_snapshot *b,
                        const struct eu_diff_ignore *ignore,
                        bool (*report)(void *ctx, const struct eu_diff *d), void *ctx);

#endif
