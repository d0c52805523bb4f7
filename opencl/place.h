/* Where a launch of OpenCL kernels lies in memory: code, program scope, buffers, private memory,
 * printf's buffer, states of surfaces and samplers. */
#ifndef EULAB_OPENCL_PLACE_H
#define EULAB_OPENCL_PLACE_H

#include "opencl/launch.h"

/* Nothing lies at 0, so that a null pointer faults. Scratch space is reached with 32 bits. */
enum { CL_AT_CODE = 0x10000, CL_AT_SCRATCH = 0x40000000, CL_LAUNCHES_MAX = 32 };
#define CL_AT_STATES UINT64_C(0x100000000) /* surface and dynamic state base */
#define CL_AT_DATA UINT64_C(0x200000000)   /* program scope, printf, private memory */
#define CL_AT_BUFFERS                                                                              \
    UINT64_C(0x1000000000) /* each at the end of a page, unmapped ones between                     \
                            */

/* What was placed so far; zero at first. */
struct cl_places {
    uint64_t next_data, next_buffer, next_state; /* beyond their bases */
    uint64_t data[CL_DATAS], printf_buffer;      /* addresses; 0: none */
    unsigned launches;
};
/* Hardware threads of a machine that runs kernels: enough for a group of CL_GROUP_MAX at SIMD8. */
enum { CL_EUS = 21, CL_EU_THREADS = 8 };

/* cl_place_file - the memory of program scope, and its addresses in @code, the program of all
 * kernels of @file (cl_program()), before it is placed itself. These return 0 or -EU_ERR_NOMEM. */
int cl_place_file(struct eu *eu, struct cl_places *p, const struct cl_file *file,
                  struct eu_program *code);
/* cl_place_buffer - @size bytes, zero; *@address. */
int cl_place_buffer(struct eu *eu, struct cl_places *p, uint64_t size, uint64_t *address);
/* cl_place_launch - what threads of @l need beside buffers; completes @l's addresses. @eu has its
 * slots, and no thread of @l yet. */
int cl_place_launch(struct eu *eu, struct cl_places *p, struct cl_launch *l);
/* cl_explain_fault - which argument of @l the memory at @address belongs to or is near to:
 * "argument 2 (c) of kernel vadd is a __global float* of 128 bytes, and 256 are needed by what is
 * accessed". False: none. */
bool cl_explain_fault(const struct cl_launch *l, uint64_t address, char *why, size_t n);
/* cl_explain_surface - the same of an access that needs @need bytes of surface @bti. */
bool cl_explain_surface(const struct cl_launch *l, unsigned bti, uint64_t need, char *why,
                        size_t n);

#endif
