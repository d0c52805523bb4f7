/* Runs walkers on EU threads: the payload of each thread, and the groups, each of which begins when
 * there are slots for it. If a client knows threads by their index, as a debugger does, groups run
 * in batches that fit into the slots. */
#ifndef EULAB_GPU_DISPATCH_H
#define EULAB_GPU_DISPATCH_H

#include <stdatomic.h>

#include "gpu/gpu.h"
#include "gpu/preempt.h"
#include "sim/sim.h"

/* Total work done. */
struct gpu_work {
    uint64_t insts, threads, groups;
    uint64_t contexts; /* contexts that were saved and restored */
};
/* How walkers are run, on one machine that is kept from one walker to the next. The caller zeroes
 * it at first and gives it to gpu_dispatcher_fini() at the end. @work belongs to gpu_dispatch(). */
struct gpu_dispatcher {
    uint64_t limit; /* limit of instructions per walker; 0: none */
    /* Host threads that run the groups of a walker, once it has executed jobs_from instructions; 0,
     * 1: one. Not while a debugger runs batches. sim/jobs.h says which results they cannot change,
     * and which walkers run on one. */
    unsigned jobs;
    uint64_t jobs_from;
    /* Groups are preempted at random moments if there is a routine for it and the driver allows it;
     * on one host thread. Not while a debugger runs batches. */
    bool preempts;
    struct gpu_preempter preempter;
    bool lint;
    bool observed; /* prepare() sets hooks that know threads by their index */
    enum eu_engine engine;
    bool jit;         /* engine JIT: native code may be made */
    uint32_t jit_hot; /* the field of struct eu */
    /* Not 0: no batch begins any more. A signal handler that sets it must also stop @machine. */
    const atomic_int *end;
    struct eu *_Atomic machine; /* the dispatcher's machine; NULL before the first batch */
    /* Called before a batch is made: @machine is about to change. May be NULL. */
    void (*begin)(void *ctx, struct gpu *gpu, const struct gpu_walker *w);
    /* Runs a batch in place of eu_run(), for a debugger. NULL: eu_run(). @eu is ready; returns why
     * it stopped. */
    enum eu_stop (*run)(void *ctx, struct eu *eu, const struct gpu_walker *w, struct eu_event *ev);
    /* Called before a batch runs, with the GPU's memory, and after it, without: for hooks, watches,
     * counters. May be NULL. */
    void (*prepare)(void *ctx, struct eu *eu, const struct gpu_walker *w);
    void (*finish)(void *ctx, struct eu *eu, const struct gpu_walker *w);
    /* Returns the name of the kernel that @w runs; NULL: not known. May be NULL. */
    const char *(*name)(void *ctx, struct gpu *gpu, const struct gpu_walker *w);
    /* Writes ", FILE:LINE" of the instruction @past bytes after the first of that kernel; "": not
     * known. May be NULL. */
    void (*line)(void *ctx, struct gpu *gpu, const struct gpu_walker *w, uint32_t past, char *buf,
                 size_t n);
    void *ctx;
    struct gpu_work work;
    const struct gpu_batch *batch; /* the batch that runs now: gpu_dispatch_item() */
};
/* Default limit of instructions per walker. */
#define GPU_INSTS_MAX UINT64_C(10000000000)
/* Hardware threads of a machine that runs walkers: 21 EUs with 8 slots represent 24 with 7. */
enum { GPU_EUS = 21, GPU_EU_THREADS = 8 };
#define GPU_JOBS_FROM UINT64_C(200000)

/* gpu_dispatch - a walker hook (struct gpu_hooks); @ctx is a struct gpu_dispatcher. Source: the
 * driver's streams; the contents of r0 besides the group's number: inferred. */
enum gpu_stop gpu_dispatch(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                           const struct gpu_walker *w);
/* gpu_dispatch_item - the work item for which lane @lane of thread @thread was dispatched, in the
 * batch that runs. May be called while run() has not returned. False: its payload has no ids, or no
 * batch runs: then @data is NULL. */
struct gpu_item {
    uint32_t group[3], local[3];
    uint32_t size[3];    /* of a group, as far as its ids show */
    const uint8_t *data; /* the cross-thread data, borrowed */
    size_t data_bytes;
};
bool gpu_dispatch_item(const struct gpu_dispatcher *d, uint32_t thread, unsigned lane,
                       struct gpu_item *item);
/* gpu_dispatch_group - whether the walker whose batch runs has such a group. @ended: it ran in an
 * earlier batch. */
bool gpu_dispatch_group(const struct gpu_dispatcher *d, const uint32_t group[3], bool *ended);
void gpu_dispatcher_fini(struct gpu_dispatcher *d);

#endif
