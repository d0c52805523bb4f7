/* Places a launch of OpenCL kernels in memory: code, program scope, buffers, private memory,
 * printf's buffer, states of surfaces and samplers. */
#ifndef EULAB_OPENCL_PLACE_H
#define EULAB_OPENCL_PLACE_H

#include "opencl/launch.h"

/* Nothing is at 0, so that a null pointer faults. Scratch space is addressed with 32 bits. */
enum { CL_AT_CODE = 0x10000, CL_AT_SCRATCH = 0x40000000, CL_LAUNCHES_MAX = 32 };
#define CL_AT_STATES UINT64_C(0x100000000) /* surface and dynamic state base */
#define CL_AT_DATA UINT64_C(0x200000000)   /* program scope, printf, private memory */
#define CL_AT_BUFFERS                                                                              \
    UINT64_C(0x1000000000) /* each at the end of a page, unmapped ones between                     \
                            */

/* What was placed so far; the caller zeroes it at first. */
struct cl_places {
    uint64_t next_data, next_buffer, next_state; /* offsets from their bases */
    uint64_t data[CL_DATAS], printf_buffer;      /* addresses; 0: none */
    unsigned launches;
};
/* Hardware threads of a machine that runs kernels: enough for a group of CL_GROUP_MAX at SIMD8. */
enum { CL_EUS = 21, CL_EU_THREADS = 8 };

/* cl_place_file - places the memory of program scope and writes its addresses to @code, the program
 * of all kernels of @file (cl_program()), before @code is placed. Returns 0 or -EU_ERR_NOMEM, as do
 * the others. */
int cl_place_file(struct eu *eu, struct cl_places *p, const struct cl_file *file,
                  struct eu_program *code);
/* cl_place_buffer - places @size zero bytes; *@address receives their address. */
int cl_place_buffer(struct eu *eu, struct cl_places *p, uint64_t size, uint64_t *address);
/* cl_place_launch - places what threads of @l need besides buffers, and completes the addresses of
 * @l. @eu has its slots, and no thread of @l yet. */
int cl_place_launch(struct eu *eu, struct cl_places *p, struct cl_launch *l);
/* cl_explain_fault - says which argument of @l contains, or is near, the memory at @address:
 * "argument 2 (c) of kernel vadd is a __global float* of 128 bytes, and 256 are needed by what is
 * accessed". False: none. */
bool cl_explain_fault(const struct cl_launch *l, uint64_t address, char *why, size_t n);
/* cl_explain_surface - the same for an access that needs @need bytes of surface @bti. */
bool cl_explain_surface(const struct cl_launch *l, unsigned bti, uint64_t need, char *why,
                        size_t n);

#endif
