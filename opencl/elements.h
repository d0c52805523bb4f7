/* Elements of arrays that optimised code keeps in registers. The compiler says where an array lies
 * from one instruction on, although its elements are written later, or never where nothing reads
 * them. Status: inferred. */
#ifndef EULAB_OPENCL_ELEMENTS_H
#define EULAB_OPENCL_ELEMENTS_H

#include "opencl/kernels.h"

enum { CL_ELEMENTS_MAX = 64 };
/* An array: element i of all lanes is @bytes from byte @at + i * @bytes of the registers on; or
 * of the lanes below 16, and those from 16 on have the same at @high (0: they are not apart). */
struct cl_elements {
    unsigned at, high, bytes, n;
    uint32_t lo, hi; /* where the compiler says so, bytes behind the kernel's first instruction */
    uint32_t from[CL_ELEMENTS_MAX]; /* from where on an element has a value; @hi: nowhere */
};
/* cl_elements_find - fills @from, of @k's code: an element has a value behind the instructions that
 * write all of it whatever way the lanes take. */
void cl_elements_find(const struct cl_kernel *k, enum eu_gen gen, struct cl_elements *e);
/* cl_overwritten - behind which instruction of [lo, hi) something else is in the register of an
 * argument, @at and @bytes of @e; hi: behind none. Arguments are never changed there. */
uint32_t cl_overwritten(const struct cl_kernel *k, enum eu_gen gen, const struct cl_elements *e);
/* cl_write_marks - which of @n bytes from byte @at of the registers on @insn writes, to @bytes;
 * whether it is any. Not of an indirect destination. cl_reads - whether it reads any of them. */
bool cl_write_marks(const struct eu_insn *insn, unsigned at, unsigned n, bool *bytes);
bool cl_reads(const struct eu_insn *insn, unsigned at, unsigned bytes);

#endif
