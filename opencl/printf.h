/* Converts the buffer of kernels' printf to text. */
#ifndef EULAB_OPENCL_PRINTF_H
#define EULAB_OPENCL_PRINTF_H

#include <stdio.h>

#include "opencl/kernels.h"
#include "sim/sim.h"

/* cl_printf - prints the records of the buffer at @address to @out, in the order of execution, as
 * OpenCL C formats them (6.15.14), and empties the buffer. Returns false if a record is damaged,
 * which ends the text, or if the buffer was too small. */
bool cl_printf(struct eu *eu, const struct cl_file *file, uint64_t address, FILE *out);

#endif
