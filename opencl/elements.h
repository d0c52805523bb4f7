/* Elements of arrays that optimized code keeps in registers. The compiler says from which
 * instruction on an array is in registers, although its elements are written later, or never if
 * nothing reads them. Status: inferred. */
#ifndef EULAB_OPENCL_ELEMENTS_H
#define EULAB_OPENCL_ELEMENTS_H

#include "opencl/kernels.h"

enum { CL_ELEMENTS_MAX = 64 };
/* An array: element i of all lanes has @bytes at byte @at + i * @bytes of the registers. If @high
 * is not 0, this is only for lanes below 16, and lanes from 16 on have the same at @high. */
struct cl_elements {
    unsigned at, high, bytes, n;
    uint32_t lo,
        hi; /* range for which the compiler gives it, bytes after the kernel's first instruction */
    uint32_t
        from[CL_ELEMENTS_MAX]; /* the address from which on an element has a value; @hi: never */
};
/* cl_elements_find - fills @from by the code of @k. An element has a value after the instructions
 * that write all of it, whatever path the lanes take. */
void cl_elements_find(const struct cl_kernel *k, enum eu_gen gen, struct cl_elements *e);
/* cl_overwritten - the end of the instruction in [lo, hi) that overwrites the register of an
 * argument, @at and @bytes of @e; hi: none does. Arguments are never changed in place. */
uint32_t cl_overwritten(const struct cl_kernel *k, enum eu_gen gen, const struct cl_elements *e);
/* cl_write_marks - marks in @bytes which of @n bytes from byte @at of the registers @insn writes;
 * returns whether there is any. Indirect destinations do not count. cl_reads - whether it reads any
 * of them. */
bool cl_write_marks(const struct eu_insn *insn, unsigned at, unsigned n, bool *bytes);
bool cl_reads(const struct eu_insn *insn, unsigned at, unsigned bytes);

#endif
