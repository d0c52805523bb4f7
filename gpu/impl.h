/* What the files of gpu/ share, and no other room uses. */
#ifndef EULAB_GPU_IMPL_H
#define EULAB_GPU_IMPL_H

#include "gpu/gpu.h"

#include <stdatomic.h>

enum gpu_command {
#define CMD(id, ...) GPU_##id,
#include "gpu/commands.def"
    GPU_COMMANDS
};
enum { GPU_DWORDS_MAX = 257 + 768 }; /* of one command: 10 bits of length + 2 */
enum { GPU_TLB = 4096, GPU_GGTT_PAGES = 1 << 20, GPU_REGISTER_BYTES = 0x40000, GPU_CONTEXTS = 64 };

/* Registers that commands or the driver use by name. Offsets in MMIO. */
enum gpu_register {
    GPU_REG_SUBMIT = 0x2230,
    GPU_REG_STATUS = 0x2234,    /* GPU_STATUS_IDLE or 0 */
    GPU_REG_TIMESTAMP = 0x2358, /* the high half follows */
    GPU_REG_CTX_TIMESTAMP = 0x23a8,
    GPU_REG_PREDICATE_RESULT = 0x2418,
    GPU_REG_DISPATCH_X = 0x2500, /* y and z follow */
    GPU_REG_GPR0 = 0x2600,       /* 16 of 64 bits */
};

enum { GPU_STATUS_IDLE = 0x100 };

/* A context: the state of its ring, and what commands have set. */
struct gpu_context {
    uint32_t page; /* GGTT page where its image begins: identifies the context */
    bool present;
    uint32_t head;            /* ring bytes done; the driver does not update the one in the image */
    struct gpu_stream *waits; /* at a semaphore; NULL: it does not wait */
    struct gpu_state state;
};

struct gpu {
    const struct gpu_device *device;
    struct gpu_hooks hooks;
    struct eu_memory *physical, *tables, *ggtt;
    uint32_t *registers;
    uint32_t submit[4];
    unsigned nsubmit;
    struct gpu_context contexts[GPU_CONTEXTS];
    struct gpu_context *context; /* the context that ran last, or NULL */
    uint64_t pml4;               /* physical address of that context's top page table */
    /* Cache of page walks: page of the address << 28 | physical page; 0: empty. */
    _Atomic uint64_t tlb[GPU_TLB];
    uint64_t submissions, walkers, commands;
    uint64_t ns, ticks; /* simulated time in ns; the last timestamp that was read */
    char why[256];
};

/* memory.c */
bool gpu_ggtt_translate(struct gpu *gpu, uint64_t address, uint64_t *physical);
bool gpu_space_read(struct gpu *gpu, bool ggtt, uint64_t address, void *bytes, size_t n);
bool gpu_space_write(struct gpu *gpu, bool ggtt, uint64_t address, const void *bytes, size_t n);
void gpu_forget_translations(struct gpu *gpu);

/* context.c: the timestamp; each call returns a later one. */
uint64_t gpu_clock(struct gpu *gpu);
/* context.c: what commands do to a register: none of them submits. Status: assumed. */
void gpu_register_store(struct gpu *gpu, uint32_t offset, uint32_t value);
/* context.c: executes all that is in the ring of the context on GGTT page @page. */
enum gpu_stop gpu_execute(struct gpu *gpu, uint32_t page);

/* stream.c: where commands are read from, and where a batch returns to. */
struct gpu_stream {
    struct gpu *gpu;
    struct gpu_context *context;
    bool in_ring;
    uint64_t at; /* offset in the ring, or virtual address */
    uint64_t ring;
    uint32_t ring_bytes, tail;
    uint64_t back[GPU_CALLS_MAX]; /* return addresses of batches; the first returns to the ring */
    unsigned depth;
    uint64_t here; /* address of the command, for messages */
    uint32_t dw[GPU_DWORDS_MAX];
    unsigned n; /* number of its dwords */
    bool jumped;
    bool waits; /* the command is a semaphore that does not hold */
};
/* gpu_stream_run - returns GPU_DONE also if @s->waits; another call looks again. */
enum gpu_stop gpu_stream_run(struct gpu_stream *s);
typedef enum gpu_stop gpu_handler(struct gpu_stream *s);
/* NULL: needs no handler. */
struct gpu_command_info {
    const char *name;
    uint32_t header, mask;
    unsigned length, least;
    gpu_handler *handler;
};
enum { GPU_ONE, GPU_LOW8, GPU_LOW10 };
const struct gpu_command_info *gpu_command_of(uint32_t header, enum gpu_command *id);
/* trace.c: logs the current command of @s in words. */
void gpu_trace(const struct gpu_stream *s, enum gpu_command id, const char *name);

/* Fields by name: gpu_GPGPU_WALKER_simd(s->dw). */
#define FIELD(command, name, dword, hi, lo)                                                        \
    static inline uint32_t gpu_##command##_##name(const uint32_t *dw)                              \
    {                                                                                              \
        return dw[dword] >> (lo) & (UINT32_MAX >> (31 - ((hi) - (lo))));                           \
    }
#define ADDR(command, name, dword, hi, lo)                                                         \
    static inline uint64_t gpu_##command##_##name(const uint32_t *dw)                              \
    {                                                                                              \
        uint64_t both = dw[dword] | (uint64_t)dw[(dword) + 1] << 32;                               \
        return both & UINT64_MAX >> (63 - (hi)) & UINT64_MAX << (lo);                              \
    }
#include "gpu/commands.def"

#define CMD(id, name, header, mask, length, least, handler) gpu_handler gpu_do_##handler;
#include "gpu/commands.def"

#endif
