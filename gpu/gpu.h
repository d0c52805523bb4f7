/* A GPU as its driver sees it: physical memory, page tables, contexts and the command streamer. It
 * executes a submission before the call returns, unless it has to wait for the driver, and passes
 * compute walkers to a hook that runs threads (gpu/dispatch.h). Each connection or recording has
 * its own GPU. Source: streams and files of Intel's driver for Gen8 and Gen9; Mesa's gen8.xml,
 * gen9.xml. */
#ifndef EULAB_GPU_GPU_H
#define EULAB_GPU_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/devices.h"
#include "sim/memory.h"

enum { GPU_ADDRESS_BITS = 48, GPU_PHYSICAL_BITS = 40 };

/* State that commands set and walkers use. Each context has its own, which lasts from one
 * submission to the next. */
struct gpu_state {
    uint64_t general, surface, dynamic, indirect, instruction; /* bases */
    uint64_t general_size;                                     /* bytes; 0: not known */
    uint64_t sip; /* absolute address of the System Routine */
    bool has_sip;
    uint64_t csr;          /* save area of preempted threads */
    uint64_t scratch;      /* offset from the general base */
    uint32_t scratch_size; /* bytes for each thread */
    uint32_t threads;      /* limit of threads that live at once */
    uint32_t descriptors;  /* offset from the dynamic base */
    uint32_t descriptor_bytes;
};

/* A walker as submitted; groups [first, end). */
struct gpu_walker {
    uint64_t at;   /* address of the command */
    unsigned simd; /* 8, 16, 32 */
    uint32_t first[3], end[3];
    uint32_t threads; /* of a group */
    uint32_t right_mask, bottom_mask;
    uint64_t data; /* cross-thread data, then each thread's: absolute address */
    uint32_t data_bytes;
    uint64_t kernel;     /* absolute address */
    uint64_t descriptor; /* absolute address of its interface descriptor */
    uint32_t words[8];   /* the descriptor */
};

/* Why a submission ended early. */
enum gpu_stop {
    GPU_DONE,
    GPU_UNKNOWN_COMMAND,
    GPU_FAULT,         /* an address that no page table maps */
    GPU_NOT_SIMULATED, /* a known command that is not simulated */
    GPU_BAD_COMMAND,   /* contradicts itself: too short, or a size of zero */
    GPU_LIMIT,         /* GPU_COMMANDS_MAX commands, calls too deep */
    GPU_HANG,          /* gpu_give_up(): a semaphore that nobody has signalled */
    GPU_WALKER,        /* the walker hook stopped */
    GPU_NO_MEMORY,
    GPU_INTERRUPTED, /* the user asked it to stop */
    GPU_ABANDONED,   /* the driver has closed the connection */
};
enum { GPU_COMMANDS_MAX = 1 << 22, GPU_CALLS_MAX = 8 };

struct gpu;
struct gpu_hooks {
    /* Runs all threads of @w. Returns GPU_DONE, or a stop with its text by gpu_fail(). NULL:
     * walkers are only counted. */
    enum gpu_stop (*walker)(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                            const struct gpu_walker *w);
    void *walker_ctx;
    /* Called for each GPU: makes, from walker_ctx, the @ctx of its @walker, which is freed with the
     * GPU. NULL: no memory. May be NULL: @walker gets walker_ctx. */
    void *(*take_seat)(void *walker_ctx);
    void (*leave_seat)(void *seat);
    /* Gets a line about each command, for --trace=gpu. May be NULL. */
    void (*log)(void *ctx, const char *line);
    void *log_ctx;
    /* Called from time to time during a submission: whether its driver has closed the connection.
     * May be NULL. */
    bool (*abandoned)(void *ctx);
    void *abandoned_ctx;
};

/* gpu_new - makes a GPU of @device, a row that lives for ever. NULL: no memory. */
struct gpu *gpu_new(const struct gpu_device *device, const struct gpu_hooks *hooks);
void gpu_free(struct gpu *gpu);

/* --- what the driver does to it --- */
/* Physical memory. Page-table entries are in a store of their own, which a driver fills by 8-byte
 * writes at fixed places from 1 << 29 on. Otherwise data that grows beyond 512 MiB would overwrite
 * its own page tables. */
int gpu_physical_write(struct gpu *gpu, uint64_t address, const void *bytes, size_t n);
/* Memory that was never written reads 0. Entries are read back where there is no data. */
void gpu_physical_read(struct gpu *gpu, uint64_t address, void *bytes, size_t n);
int gpu_ggtt_write(struct gpu *gpu, uint32_t index, uint64_t entry); /* @index counts pages */
/* gpu_register_write - the fourth write to the submit port 0x2230 executes, and returns why the
 * submission ended. */
enum gpu_stop gpu_register_write(struct gpu *gpu, uint32_t offset, uint32_t value);
uint32_t gpu_register_read(struct gpu *gpu, uint32_t offset);
/* A ring whose MI_SEMAPHORE_WAIT does not hold keeps its place, and gpu_register_write() returns
 * GPU_DONE. gpu_waits - whether there is one. gpu_go_on - lets them look again; called after the
 * driver has written to memory. gpu_give_up - skips what they have not done, and returns GPU_HANG
 * with the place of the first; GPU_DONE: none waits. */
bool gpu_waits(const struct gpu *gpu);
enum gpu_stop gpu_go_on(struct gpu *gpu);
enum gpu_stop gpu_give_up(struct gpu *gpu);

/* --- for observers --- */
/* The last stop other than GPU_DONE, in words; "" if there was none. */
const char *gpu_why(const struct gpu *gpu);
enum gpu_stop gpu_fail(struct gpu *gpu, enum gpu_stop stop, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* gpu_pass_time - a walker took @ns: its timestamps advance by that. */
void gpu_pass_time(struct gpu *gpu, uint64_t ns);
bool gpu_abandoned(const struct gpu *gpu);
uint64_t gpu_submissions(const struct gpu *gpu);
uint64_t gpu_walkers(const struct gpu *gpu);
unsigned gpu_gen(const struct gpu *gpu);
/* Reads by virtual addresses of the context that ran last. False: some of it is not mapped, and
 * reads 0. */
bool gpu_virtual_read(struct gpu *gpu, uint64_t address, void *bytes, size_t n);
/* The physical address of the page that contains @address. False: not mapped. Any thread may call
 * it while no submission runs. */
bool gpu_translate(struct gpu *gpu, uint64_t address, uint64_t *physical);
struct eu_memory *gpu_physical(struct gpu *gpu); /* borrowed */

#endif
