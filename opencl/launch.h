/* A launch of an OpenCL kernel: its arguments, and the registers with which each thread starts: r0,
 * local ids, cross-thread data. Source: kernels of ocloc 22.43; what Intel's driver passes to the
 * walker. Status: inferred. */
#ifndef EULAB_OPENCL_LAUNCH_H
#define EULAB_OPENCL_LAUNCH_H

#include "opencl/kernels.h"
#include "sim/sim.h"

/* The kind of value that an argument was given. */
enum cl_given {
    CL_GIVEN_NOTHING,
    CL_GIVEN_BUFFER,
    CL_GIVEN_NULL,
    CL_GIVEN_LOCAL,
    CL_GIVEN_BYTES,
    CL_GIVEN_IMAGE,
    CL_GIVEN_SAMPLER
};
struct cl_actual {
    enum cl_given given;
    uint64_t address;                 /* BUFFER */
    const uint8_t *bytes;             /* BYTES: a scalar, a vector, a struct; borrowed */
    uint32_t size;                    /* BYTES, LOCAL, BUFFER */
    const struct eu_surface *image;   /* IMAGE; borrowed */
    const struct eu_sampler *sampler; /* SAMPLER; borrowed */
};
struct cl_launch {
    const struct cl_file *file;
    const struct cl_kernel *kernel;
    unsigned dimensions;                     /* 1 to 3 */
    uint32_t global[3], local[3], offset[3]; /* for dimensions beyond `dimensions`: 1, 1, 0 */
    const struct cl_actual *actuals;         /* for each argument, `nactuals` of them; borrowed */
    size_t nactuals;
    uint64_t private_base, printf_buffer, data[CL_DATAS]; /* addresses; 0: none */
    uint32_t binding_table, sampler_table; /* offsets from the bases: struct eu_bases */
};
enum { CL_PRINTF_BYTES = 4 << 20 };
enum { CL_THREADS_MAX = 65536, CL_GROUP_MAX = 1024, CL_SLM_MAX = 65536 };

/* cl_launch_local - chooses a group size if none was given: the largest divisor of global X for
 * which a group has at most 256 work items. Status: assumed. */
void cl_launch_local(struct cl_launch *l);
/* cl_launch_check - checks the range, and that each argument fits the kernel's. Returns false if
 * not; @why names kernel and argument. The other functions require a launch that passed. */
bool cl_launch_check(const struct cl_launch *l, char *why, size_t n);
/* The number of groups in each dimension; in an uneven range, the last one is smaller. */
void cl_launch_groups(const struct cl_launch *l, uint32_t groups[3]);
/* The number of threads of all groups; at most CL_THREADS_MAX. */
uint32_t cl_launch_threads(const struct cl_launch *l);
/* cl_launch_slm - the size of a group's local memory in bytes; @offsets (or NULL): the position of
 * each local argument in it. */
uint64_t cl_launch_slm(const struct cl_launch *l, uint32_t *offsets);
/* The size of private memory for @slots thread slots, in bytes. */
uint64_t cl_launch_private(const struct cl_launch *l, uint32_t slots);

/* A thread: its position. cl_thread_payload() makes its payload. */
struct cl_thread {
    uint32_t group[3], size[3]; /* size: work items of the group */
    uint32_t number;            /* number in the group */
};
/* cl_launch_group - finds group @number, X fastest; @t becomes its first thread. */
void cl_launch_group(const struct cl_launch *l, uint32_t number, struct cl_thread *t);
/* cl_thread_payload - writes r0 and what follows to @registers; returns how many registers are
 * used. *@mask: the lanes that are work items. */
unsigned cl_thread_payload(const struct cl_launch *l, const struct cl_thread *t,
                           uint8_t registers[EU_GRF_COUNT][EU_GRF_BYTES], uint32_t *mask);
/* cl_thread_header - sets r0.3 to the sampler table and log2 of the scratch space in KiB, and r0.4
 * to the binding table. */
void cl_thread_header(struct eu_thread *t, const struct eu *eu, const struct cl_launch *l);
/* cl_dispatch - adds the threads of a launch to @eu; they start when those of earlier launches have
 * ended. @eu must have been made with as many threads as all launches have together,
 * cl_launch_threads(), and has its slots. @so_far: zero at first. Among groups, X is fastest.
 * @start: the kernel's address. cl_dispatch_end - gives slots to the first threads. */
struct cl_dispatched {
    uint32_t threads, groups;
};
void cl_dispatch(struct eu *eu, struct cl_dispatched *so_far, const struct cl_launch *l,
                 uint32_t start, uint32_t enables);
void cl_dispatch_end(struct eu *eu);
#endif
