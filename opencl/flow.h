/* Where optimised code has a variable in its registers. The compiler says so by address, but the
 * instruction that writes the register may come later, a lane may have come another way, and other
 * lanes may have written since. Status: inferred from what ocloc 22.43 writes. */
#ifndef EULAB_OPENCL_FLOW_H
#define EULAB_OPENCL_FLOW_H

#include "opencl/kernels.h"

enum { CL_SPANS = 8, CL_SHARED = 8 };
/* Bytes of the registers, from r0 on. */
struct cl_span {
    unsigned at, bytes;
};
/* What the compiler says of [lo, hi), bytes behind the kernel's first instruction. Two of the same
 * place are equal. */
struct cl_stay {
    uint32_t lo, hi;
    unsigned place; /* the same number: the same location */
    unsigned pitch; /* holds only if writes have that many bytes from lane to lane; 0: any */
    unsigned n;     /* spans; 0: a constant */
    struct cl_span spans[CL_SPANS];
    /* where another variable, too, is said to be there: what is written then is not told apart */
    unsigned nshared;
    struct {
        uint32_t lo, hi;
    } shared[CL_SHARED];
};
struct cl_flow;
/* cl_flow_new - of @k's code. NULL: no memory. */
struct cl_flow *cl_flow_new(const struct cl_kernel *k, enum eu_gen gen);
void cl_flow_free(struct cl_flow *f);
/* cl_flow_find - where stay @i of a variable's @n holds, in the function that begins at @start.
 * @argument: registers that nothing has written have the variable's value. */
void cl_flow_find(struct cl_flow *f, uint32_t start, const struct cl_stay *stays, size_t n,
                  size_t i, bool argument);
/* cl_flow_next - the first range from @at on that cl_flow_find() has found. False: none is left. */
bool cl_flow_next(const struct cl_flow *f, uint32_t at, uint32_t *lo, uint32_t *hi);

#endif
