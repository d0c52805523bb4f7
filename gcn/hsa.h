/* Code objects and dispatches: what a runtime does before the first instruction. */
#ifndef GCN_HSA_H
#define GCN_HSA_H

#include "gcn/labels.h"
#include "gcn/wave.h"

/* A kernel of a code object, from its descriptor. Source: digest, section 2; L. */
struct gcn_kernel {
    uint32_t lds, scratch, kernarg;
    uint64_t entry;
    uint32_t rsrc1, rsrc2;
    uint16_t properties;
};

/* Addresses of what a launch needs; the code object is at its own addresses, from 0 on. Everything
 * that a debugger shows is below 4 GiB. */
#define GCN_HANDLER_AT 0xe0000000ull
#define GCN_TMA_AT 0xe4000000ull /* zeros, unless the launch has its own */
#define GCN_KERNARG_AT 0xe8000000ull
#define GCN_PACKET_AT 0xe8100000ull
#define GCN_QUEUE_AT 0xe8101000ull
#define GCN_SCRATCH_AT 0x7d0000000000ull

struct gcn_launch {
    struct gcn_kernel kernel;
    uint32_t grid[3];  /* number of groups */
    uint32_t local[3]; /* work items of a group */
    bool raw;          /* EXEC is all ones, all ids are given, and nothing else */
    uint32_t salt;     /* the contents of registers that nobody set; 0: zeros */
};

/* gcn_code_object_gen - the generation of an ELF file; -1: it is not an AMDGPU code object, or is
 * for another machine. */
int gcn_code_object_gen(const void *elf, size_t size);
/* gcn_code_object_text - finds the code of an object: its first section with instructions. Returns
 * false if there is none. gcn_code_object_symbol - the name of the symbol at @addr. */
struct gcn_object_text {
    const void *elf; /* set by the caller */
    size_t size;
    const uint8_t *code; /* result: the bytes, and the address of the first */
    size_t bytes;
    uint64_t addr;
};
bool gcn_code_object_text(struct gcn_object_text *text);
bool gcn_code_object_symbol(const struct gcn_object_text *text, uint64_t addr, char *name,
                            size_t n);
/* gcn_code_object_labels - adds its functions. False: no memory. */
bool gcn_code_object_labels(const void *elf, size_t size, struct gcn_labels *labels);
/* gcn_code_object_for_gdb - a copy without the parts that stock gdb cannot read; the caller frees
 * it. NULL: out of memory. */
uint8_t *gcn_code_object_for_gdb(const void *elf, size_t size);
/* gcn_code_object_load - copies its segments to memory and applies relocations. Returns 0, or -1
 * with @why. */
int gcn_code_object_load(struct gcn *m, const void *elf, size_t size, char why[128]);
/* gcn_kernel_find - reads the descriptor NAME.kd. Returns 0, or -1 with @why. */
int gcn_kernel_find(const void *elf, size_t size, const char *name, struct gcn_kernel *k,
                    char why[128]);
/* gcn_dispatch - makes the waves of @launch, which the caller owns and which must outlive them.
 * @args: kernel arguments as the kernel reads them. Returns 0, or -1 with @why. */
int gcn_dispatch(struct gcn *m, const struct gcn_launch *launch, const void *args, size_t size,
                 char why[128]);
/* gcn_can_save - whether the generation can save contexts (TRAPSTS.SAVECTX). */
bool gcn_can_save(enum gcn_gen gen);
/* gcn_lds_max - how many bytes of LDS a group may have. */
uint32_t gcn_lds_max(enum gcn_gen gen);
/* gcn_handler_set - loads the trap handler; new waves have it in TBA. Returns 0, or -1: out of
 * memory. */
int gcn_handler_set(struct gcn *m, const void *code, size_t size);

#endif
