/* Where optimized code really has a variable in its registers. The compiler gives ranges of
 * addresses, but the instruction that writes the register may come later, a lane may have come by
 * another path, and other lanes may have written since. Status: inferred from what ocloc 22.43
 * writes. */
#ifndef EULAB_OPENCL_FLOW_H
#define EULAB_OPENCL_FLOW_H

#include "opencl/kernels.h"

enum { CL_SPANS = 8, CL_SHARED = 8 };
/* A range of register bytes, counted from r0. */
struct cl_span {
    unsigned at, bytes;
};
/* What the compiler says for [lo, hi), bytes after the kernel's first instruction. */
struct cl_stay {
    uint32_t lo, hi;
    unsigned place; /* equal numbers: equal locations */
    unsigned pitch; /* holds only if writes use that distance between lanes, in bytes; 0: any */
    unsigned n;     /* number of spans; 0: a constant */
    struct cl_span spans[CL_SPANS];
    /* from where on another variable is said to be there, too: later writes cannot be told apart */
    unsigned nshared;
    struct {
        uint32_t lo, hi;
    } shared[CL_SHARED];
};
struct cl_flow;
/* cl_flow_new - for the code of @k. NULL: no memory. */
struct cl_flow *cl_flow_new(const struct cl_kernel *k, enum eu_gen gen);
void cl_flow_free(struct cl_flow *f);
/* cl_flow_find - finds where stay @i of the @n stays of a variable holds, in the function that
 * begins at @start. @argument: registers that were not written yet hold the variable's value. */
void cl_flow_find(struct cl_flow *f, uint32_t start, const struct cl_stay *stays, size_t n,
                  size_t i, bool argument);
/* cl_flow_next - the next range, from @at on, that cl_flow_find() found. False: none is left. */
bool cl_flow_next(const struct cl_flow *f, uint32_t at, uint32_t *lo, uint32_t *hi);

#endif
