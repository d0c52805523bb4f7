/* Walkers on EU threads: the payload of each thread; a group begins when there are slots for it. A
 * debugger's turn, and whatever else knows threads by their index, has groups in batches that fit
 * into the slots. */
#ifndef EULAB_GPU_DISPATCH_H
#define EULAB_GPU_DISPATCH_H

#include <stdatomic.h>

#include "gpu/gpu.h"
#include "gpu/preempt.h"
#include "sim/sim.h"

/* What was done, in all. */
struct gpu_work {
    uint64_t insts, threads, groups;
    uint64_t contexts; /* that were sent away and brought back */
};
/* How walkers are run, on one machine that stays from one to the next. Zero at first, and to be
 * given to gpu_dispatcher_fini(); @work is gpu_dispatch()'s. */
struct gpu_dispatcher {
    uint64_t limit; /* instructions of a walker; 0: as many as it takes */
    /* Host threads that run the groups of a walker, once it has executed jobs_from instructions; 0,
     * 1: one. No debugger's turn, then. sim/jobs.h says what they cannot change, and what they
     * leave to one. */
    unsigned jobs;
    uint64_t jobs_from;
    /* Groups are sent away at random moments where there is a routine for it and the driver allows
     * it; on one host thread. No debugger's turn, then. */
    bool preempts;
    struct gpu_preempter preempter;
    bool lint;
    bool observed; /* prepare() sets hooks that know threads by their index */
    enum eu_engine engine;
    bool jit; /* engine JIT: native code may be made */
    /* Not 0: no batch begins any more. A signal handler that sets it asks @machine to stop, too. */
    const atomic_int *end;
    struct eu *_Atomic machine; /* the dispatcher's; NULL before the first batch */
    /* Before a batch is made: @machine is about to change. May be NULL. */
    void (*begin)(void *ctx, struct gpu *gpu, const struct gpu_walker *w);
    /* What a batch does instead of eu_run(): a debugger's turn. NULL: eu_run(). @eu is ready;
     * returns why it stopped. */
    enum eu_stop (*run)(void *ctx, struct eu *eu, const struct gpu_walker *w, struct eu_event *ev);
    /* Before a batch runs, on the GPU's memory, and after, without it: hooks, watches, counters.
     * May be NULL. */
    void (*prepare)(void *ctx, struct eu *eu, const struct gpu_walker *w);
    void (*finish)(void *ctx, struct eu *eu, const struct gpu_walker *w);
    /* The name of the kernel that @w runs; NULL: it has none that is known. May be NULL. */
    const char *(*name)(void *ctx, struct gpu *gpu, const struct gpu_walker *w);
    /* ", FILE:LINE" of the instruction @past bytes behind that kernel's first; "": not known. May
     * be NULL. */
    void (*line)(void *ctx, struct gpu *gpu, const struct gpu_walker *w, uint32_t past, char *buf,
                 size_t n);
    void *ctx;
    struct gpu_work work;
    const struct gpu_batch *batch; /* that runs now: gpu_dispatch_item() */
};
/* Instructions of a walker unless a person says otherwise. */
#define GPU_INSTS_MAX UINT64_C(10000000000)
/* Hardware threads of a machine that runs walkers: 21 EUs with 8 slots stand for 24 with 7. */
enum { GPU_EUS = 21, GPU_EU_THREADS = 8 };
#define GPU_JOBS_FROM UINT64_C(200000)

/* gpu_dispatch - a walker hook (struct gpu_hooks); @ctx: struct gpu_dispatcher. Source: the
 * driver's streams; what r0 has beside the group's number: inferred. */
enum gpu_stop gpu_dispatch(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                           const struct gpu_walker *w);
/* gpu_dispatch_item - what lane @lane of thread @thread was dispatched for, in the batch that runs:
 * from run() and while it has not returned. False: its payload has no ids, or no batch runs: then
 * @data is NULL. */
struct gpu_item {
    uint32_t group[3], local[3];
    uint32_t size[3];    /* of a group, as far as its ids tell */
    const uint8_t *data; /* the cross-thread data, borrowed */
    size_t data_bytes;
};
bool gpu_dispatch_item(const struct gpu_dispatcher *d, uint32_t thread, unsigned lane,
                       struct gpu_item *item);
/* gpu_dispatch_group - whether the walker whose batch runs has such a group; @ended: it ran in a
 * batch before this one. */
bool gpu_dispatch_group(const struct gpu_dispatcher *d, const uint32_t group[3], bool *ended);
void gpu_dispatcher_fini(struct gpu_dispatcher *d);

#endif
