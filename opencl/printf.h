/* What kernels have printed: printf's buffer as text. */
#ifndef EULAB_OPENCL_PRINTF_H
#define EULAB_OPENCL_PRINTF_H

#include <stdio.h>

#include "opencl/kernels.h"
#include "sim/sim.h"

/* cl_printf - the records of the buffer at @address, in the order of execution, to @out as OpenCL C
 * formats them (6.15.14); the buffer is empty then. A record that is not whole ends it. */
void cl_printf(struct eu *eu, const struct cl_file *file, uint64_t address, FILE *out);

#endif
