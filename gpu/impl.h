/* What the files of this room share. */
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
    GPU_REG_STATUS = 0x2234,
    GPU_REG_TIMESTAMP = 0x2358, /* and the high half behind it */
    GPU_REG_CTX_TIMESTAMP = 0x23a8,
    GPU_REG_DISPATCH_X = 0x2500, /* y and z behind it */
    GPU_REG_GPR0 = 0x2600,       /* 16 of 64 bits */
};

/* A context: where its ring stands and what commands have set. */
struct gpu_context {
    uint32_t page; /* of the GGTT, where its image begins: its name */
    bool present;
    uint32_t head; /* ring bytes done; the image's is not written again by the driver */
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
    struct gpu_context *context; /* the last that ran, or NULL */
    uint64_t pml4;               /* of that context, physical */
    /* Entries of the last walks: page of the address << 28 | physical page; 0: none. */
    _Atomic uint64_t tlb[GPU_TLB];
    uint64_t submissions, walkers, commands;
    uint64_t ns, ticks; /* of simulated time; of what was last read of it */
    char why[256];
};

/* memory.c */
bool gpu_ggtt_translate(struct gpu *gpu, uint64_t address, uint64_t *physical);
bool gpu_space_read(struct gpu *gpu, bool ggtt, uint64_t address, void *bytes, size_t n);
bool gpu_space_write(struct gpu *gpu, bool ggtt, uint64_t address, const void *bytes, size_t n);
void gpu_forget_translations(struct gpu *gpu);

/* context.c: the timestamp, a later one each time. */
uint64_t gpu_clock(struct gpu *gpu);
/* context.c: all that the context on GGTT page @page has in its ring. */
enum gpu_stop gpu_execute(struct gpu *gpu, uint32_t page);

/* stream.c: where commands are read from, and to where a batch returns. */
struct gpu_stream {
    struct gpu *gpu;
    struct gpu_context *context;
    bool in_ring;
    uint64_t at; /* in the ring: offset in it; else virtual address */
    uint64_t ring;
    uint32_t ring_bytes, tail;
    uint64_t back[GPU_CALLS_MAX]; /* of second-level batches; the first returns to the ring */
    unsigned depth;
    uint64_t here; /* address of the command, for a person */
    uint32_t dw[GPU_DWORDS_MAX];
    unsigned n; /* its dwords */
    bool jumped;
};
enum gpu_stop gpu_stream_run(struct gpu_stream *s);
typedef enum gpu_stop gpu_handler(struct gpu_stream *s);
/* NULL: it needs no handler. */
struct gpu_command_info {
    const char *name;
    uint32_t header, mask;
    unsigned length, least;
    gpu_handler *handler;
};
enum { GPU_ONE, GPU_LOW8, GPU_LOW10 };
const struct gpu_command_info *gpu_command_of(uint32_t header, enum gpu_command *id);
/* trace.c: the command that @s stands at, in words. */
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
