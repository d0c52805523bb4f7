/* Where variables lie in private memory, from the code that computes their addresses. The
 * compiler says which register has a variable's address, and not from which instruction on and how
 * long; the place itself never changes. Source: code of ocloc 22.43 at -cl-opt-disable. Status:
 * inferred. */
#ifndef EULAB_OPENCL_PRIVATE_H
#define EULAB_OPENCL_PRIVATE_H

#include "opencl/kernels.h"

/* A variable of @size bytes a lane: lane N has it @offset + N * @size bytes behind the beginning of
 * the thread's private memory, or behind its function's frame. */
struct cl_private_place {
    uint32_t reg; /* the register that its addresses, of 8 bytes each, begin in */
    uint32_t size;
    int64_t offset;
    bool frame;
    uint32_t at; /* of the instruction, bytes behind the kernel's first one */
};
struct cl_private {
    struct cl_private_place *places; /* one of an instruction; owned */
    size_t n;
};
/* cl_private_bytes - private memory of a thread of @k: thread slot S has it S times as much behind
 * the beginning of all. */
uint32_t cl_private_bytes(const struct cl_kernel *k);
/* cl_private_read - every place whose addresses an instruction of @k leaves in registers; @pointer
 * is the frame pointer's, bytes from r0 on (0: there is no stack). 0 or -EU_ERR_NOMEM; @p is to be
 * given to cl_private_fini() in any case. */
int cl_private_read(const struct cl_kernel *k, enum eu_gen gen, unsigned pointer,
                    struct cl_private *p);
/* What has @size bytes and its addresses in registers from @reg on at some time, by instructions of
 * [lo, hi). */
struct cl_private_sought {
    uint32_t lo, hi, size;
    unsigned reg;
};
/* An offset, and the first instruction that leaves addresses of it there. */
struct cl_private_offset {
    int64_t offset;
    uint32_t first;
};
/* cl_private_offsets - the offsets of variables there, ascending, to @list, which has room for
 * @max; how many there are, more than @max as @max + 1. An element of a variable is none. */
size_t cl_private_offsets(const struct cl_private *p, const struct cl_private_sought *sought,
                          struct cl_private_offset *list, size_t max);
void cl_private_fini(struct cl_private *p);

#endif
