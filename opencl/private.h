/* Places of variables in private memory, found in the code that computes their addresses. The
 * compiler says which register holds a variable's address, but not from and up to which
 * instruction. The place itself never changes. Source: code of ocloc 22.43 at -cl-opt-disable.
 * Status: inferred. */
#ifndef EULAB_OPENCL_PRIVATE_H
#define EULAB_OPENCL_PRIVATE_H

#include "opencl/kernels.h"

/* A variable of @size bytes per lane: lane N has it at @offset + N * @size from the beginning of
 * the thread's private memory, or of its function's frame. */
struct cl_private_place {
    uint32_t reg; /* the first register of its addresses, which have 8 bytes each */
    uint32_t size;
    int64_t offset;
    bool frame;
    uint32_t at; /* address of the instruction, bytes after the kernel's first one */
};
struct cl_private {
    struct cl_private_place *places; /* one for each instruction; owned */
    size_t n;
};
/* cl_private_bytes - bytes of private memory of a thread of @k. Thread slot S begins at S times
 * that from the beginning of all. */
uint32_t cl_private_bytes(const struct cl_kernel *k);
/* cl_private_read - finds every place whose addresses an instruction of @k leaves in registers.
 * @pointer: bytes from r0 to the frame pointer (0: there is no stack). Returns 0 or -EU_ERR_NOMEM;
 * the caller must call cl_private_fini() in any case. */
int cl_private_read(const struct cl_kernel *k, enum eu_gen gen, unsigned pointer,
                    struct cl_private *p);
/* A variable of @size bytes whose addresses are in registers from @reg on at some time, by
 * instructions of [lo, hi). */
struct cl_private_sought {
    uint32_t lo, hi, size;
    unsigned reg;
};
/* An offset, and the first instruction that leaves its addresses there. */
struct cl_private_offset {
    int64_t offset;
    uint32_t first;
};
/* cl_private_offsets - the offsets of such variables, ascending, in @list, which has room for @max.
 * Returns how many there are; @max + 1 if there are more than @max. Elements of a variable do not
 * count. */
size_t cl_private_offsets(const struct cl_private *p, const struct cl_private_sought *sought,
                          struct cl_private_offset *list, size_t max);
void cl_private_fini(struct cl_private *p);

#endif
