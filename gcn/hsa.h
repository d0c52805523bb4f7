/* Code objects and dispatches: what a runtime does before the first instruction. */
#ifndef GCN_HSA_H
#define GCN_HSA_H

#include "gcn/wave.h"

/* A kernel of a code object: its descriptor. Source: digest, section 2; L. */
struct gcn_kernel {
    uint32_t lds, scratch, kernarg;
    uint64_t entry;
    uint32_t rsrc1, rsrc2;
    uint16_t properties;
};

/* Where the machine puts what a launch needs; the code object lies at its own addresses from 0 on.
 * What a debugger looks at is below 4 GiB. */
#define GCN_HANDLER_AT 0xe0000000ull
#define GCN_TMA_AT 0xe4000000ull /* zeros, unless the launch has its own */
#define GCN_KERNARG_AT 0xe8000000ull
#define GCN_PACKET_AT 0xe8100000ull
#define GCN_QUEUE_AT 0xe8101000ull
#define GCN_SCRATCH_AT 0x7d0000000000ull

struct gcn_launch {
    struct gcn_kernel kernel;
    uint32_t grid[3];  /* in groups */
    uint32_t local[3]; /* work items of a group */
    bool raw;          /* EXEC all ones, all ids, nothing else */
    uint32_t salt;     /* what registers hold that nobody set; 0: zeros */
};

/* gcn_code_object_gen - the generation that an ELF file says, or -1: no AMDGPU code object, or
 * another machine. */
int gcn_code_object_gen(const void *elf, size_t size);
/* gcn_code_object_text - the code of an object: its first section of instructions. False: it has
 * none. gcn_code_object_symbol - the name of the symbol that stands at @addr of it. */
struct gcn_object_text {
    const void *elf; /* given */
    size_t size;
    const uint8_t *code; /* found: bytes, and the address of the first */
    size_t bytes;
    uint64_t addr;
};
bool gcn_code_object_text(struct gcn_object_text *text);
bool gcn_code_object_symbol(const struct gcn_object_text *text, uint64_t addr, char *name,
                            size_t n);
/* gcn_code_object_for_gdb - a copy, to be freed, with what stock gdb does not bear left out; NULL:
 * no memory. */
uint8_t *gcn_code_object_for_gdb(const void *elf, size_t size);
/* gcn_code_object_load - put its segments into memory and apply relocations. 0, or -1 with @why. */
int gcn_code_object_load(struct gcn *m, const void *elf, size_t size, char why[128]);
/* gcn_kernel_find - the descriptor NAME.kd. 0, or -1 with @why. */
int gcn_kernel_find(const void *elf, size_t size, const char *name, struct gcn_kernel *k,
                    char why[128]);
/* gcn_dispatch - make the waves of @launch, which stays the caller's and must outlive them. @args:
 * kernel arguments as the kernel reads them. 0, or -1 with @why. */
int gcn_dispatch(struct gcn *m, const struct gcn_launch *launch, const void *args, size_t size,
                 char why[128]);
/* gcn_can_save - whether the generation saves contexts (TRAPSTS.SAVECTX). */
bool gcn_can_save(enum gcn_gen gen);
/* gcn_lds_max - bytes of LDS that a group may have. */
uint32_t gcn_lds_max(enum gcn_gen gen);
/* gcn_handler_set - load the trap handler: new waves have it at TBA. 0, or -1: no memory. */
int gcn_handler_set(struct gcn *m, const void *code, size_t size);

#endif
