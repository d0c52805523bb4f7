/* A GPU as its driver sees it: physical memory, page tables, contexts and the command streamer. It
 * carries out what is submitted before it returns, and hands compute walkers to whoever runs
 * threads. One connection or recording has one. Source: streams and files of Intel's driver for
 * Gen8 and Gen9; Mesa's gen8.xml, gen9.xml. */
#ifndef EULAB_GPU_GPU_H
#define EULAB_GPU_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/devices.h"
#include "sim/memory.h"

enum { GPU_ADDRESS_BITS = 48, GPU_PHYSICAL_BITS = 40 };

/* State that commands set and walkers use; each context has its own, which lasts from one
 * submission to the next. */
struct gpu_state {
    uint64_t general, surface, dynamic, indirect, instruction; /* bases */
    uint64_t general_size;                                     /* bytes; 0: not said */
    uint64_t sip; /* absolute address of the System Routine */
    bool has_sip;
    uint64_t csr;          /* save area of preempted threads */
    uint64_t scratch;      /* from the general base */
    uint32_t scratch_size; /* bytes a thread has */
    uint32_t threads;      /* that live at once, at most */
    uint32_t descriptors;  /* from the dynamic base */
    uint32_t descriptor_bytes;
};

/* One walker as submitted; groups [first, end). */
struct gpu_walker {
    uint64_t at;   /* where the command stands */
    unsigned simd; /* 8, 16, 32 */
    uint32_t first[3], end[3];
    uint32_t threads; /* of a group */
    uint32_t right_mask, bottom_mask;
    uint64_t data; /* cross-thread data, then each thread's: absolute address */
    uint32_t data_bytes;
    uint64_t kernel;     /* absolute address */
    uint64_t descriptor; /* where its interface descriptor lies: absolute address */
    uint32_t words[8];   /* the descriptor */
};

/* Why a submission ended before its end. */
enum gpu_stop {
    GPU_DONE,
    GPU_UNKNOWN_COMMAND,
    GPU_FAULT,         /* an address that no page table maps */
    GPU_NOT_SIMULATED, /* known, and not built */
    GPU_BAD_COMMAND,   /* contradicts itself: too short, a zero size */
    GPU_LIMIT,         /* GPU_COMMANDS_MAX commands, calls too deep */
    GPU_HANG,          /* a semaphore that nobody can signal any more */
    GPU_WALKER,        /* the walker's hook stopped */
    GPU_NO_MEMORY,
    GPU_INTERRUPTED, /* a person asked it to stop */
    GPU_ABANDONED,   /* the driver has gone */
};
enum { GPU_COMMANDS_MAX = 1 << 22, GPU_CALLS_MAX = 8 };

struct gpu;
struct gpu_hooks {
    /* Runs all threads of @w. GPU_DONE, or a stop with its text by gpu_fail(). NULL: walkers are
     * counted only. */
    enum gpu_stop (*walker)(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                            const struct gpu_walker *w);
    void *walker_ctx;
    /* For each GPU: what its @walker gets as @ctx, made of walker_ctx, and freed with the GPU;
     * NULL: no memory. May be NULL: it gets walker_ctx. */
    void *(*take_seat)(void *walker_ctx);
    void (*leave_seat)(void *seat);
    /* A line about each command, as --trace=gpu shows; NULL: nobody listens. */
    void (*log)(void *ctx, const char *line);
    void *log_ctx;
    /* Asked now and then during a submission: whether its driver has gone. May be NULL. */
    bool (*abandoned)(void *ctx);
    void *abandoned_ctx;
};

/* gpu_new - one of @device, which is known for good. NULL: no memory. */
struct gpu *gpu_new(const struct gpu_device *device, const struct gpu_hooks *hooks);
void gpu_free(struct gpu *gpu);

/* --- what the driver does to it --- */
/* Physical memory. Page-table entries lie in a store of their own, which a driver fills by 8-byte
 * writes at fixed places from 1 << 29 on: without that, data that grows beyond 512 MiB would lie on
 * its own page tables. */
int gpu_physical_write(struct gpu *gpu, uint64_t address, const void *bytes, size_t n);
/* What was never written reads 0; entries read as written where there is no data. */
void gpu_physical_read(struct gpu *gpu, uint64_t address, void *bytes, size_t n);
int gpu_ggtt_write(struct gpu *gpu, uint32_t index, uint64_t entry); /* @index counts pages */
/* gpu_register_write - the fourth write to the submit port 0x2230 executes, and returns why that
 * ended. */
enum gpu_stop gpu_register_write(struct gpu *gpu, uint32_t offset, uint32_t value);
uint32_t gpu_register_read(struct gpu *gpu, uint32_t offset);

/* --- what it is seen from outside --- */
/* The last stop that was not GPU_DONE, in words; "" for none. */
const char *gpu_why(const struct gpu *gpu);
enum gpu_stop gpu_fail(struct gpu *gpu, enum gpu_stop stop, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* gpu_pass_time - what a walker took: its timestamps rise by that. */
void gpu_pass_time(struct gpu *gpu, uint64_t ns);
bool gpu_abandoned(const struct gpu *gpu);
uint64_t gpu_submissions(const struct gpu *gpu);
uint64_t gpu_walkers(const struct gpu *gpu);
unsigned gpu_gen(const struct gpu *gpu);
/* By virtual addresses of the context that ran last. False: not all of it is mapped; that reads 0.
 */
bool gpu_virtual_read(struct gpu *gpu, uint64_t address, void *bytes, size_t n);
/* The physical address of the page that @address is in; false: not mapped. Any thread may ask while
 * none submits. */
bool gpu_translate(struct gpu *gpu, uint64_t address, uint64_t *physical);
struct eu_memory *gpu_physical(struct gpu *gpu); /* borrowed */

#endif
