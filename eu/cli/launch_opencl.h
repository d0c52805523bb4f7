/* Launches of kind opencl: from the compiler's file and a launch file to a machine, and back from
 * its memory. */
#ifndef EULAB_EU_CLI_LAUNCH_OPENCL_H
#define EULAB_EU_CLI_LAUNCH_OPENCL_H

#include "eu/cli/launch.h"
#include "opencl/debug.h"
#include "opencl/place.h"
#include "opencl/private.h"

/* One kernel of it. */
struct launch_kernel {
    const struct ui_opencl *from;
    struct cl_launch launch;
    struct cl_actual *actuals;          /* by argument of the kernel, owned */
    const struct ui_opencl_arg **given; /* the launch file's of each, or NULL; owned */
    uint32_t start;                     /* address of its code */
    uint32_t first_thread, first_group, nthreads;
};
struct launch_opencl {
    struct cl_file file;
    struct cl_places places;
    struct cl_actual *ready;   /* by ui_opencl_arg.number; owned */
    struct eu_surface *images; /* likewise, as the kernels have them; owned */
    struct launch_kernel *kernels;
    size_t nkernels;
    struct cl_debug debug; /* sources and variables, of those kernels that have them */
};

/* launch_take_gen - the generation that the compiler's file @path is for, to @l; what is no such
 * file changes nothing, and complaints are launch_build()'s. */
void launch_take_gen(struct launch *l, const char *path);
/* launch_build_opencl - as launch_build(), which calls it. */
int launch_build_opencl(const struct launch *l, struct ui_machine *m);
void launch_opencl_free(struct launch_opencl *o);
/* launch_opencl_results - files, comparisons and dumps of arguments. An exit status: UI_GUEST when
 * something is not as expected. */
int launch_opencl_results(const struct launch *l, const struct ui_machine *m, FILE *out);
/* launch_opencl_kernel - the one that thread @thread runs; NULL: none. */
const struct launch_kernel *launch_opencl_kernel(const struct launch_opencl *o, uint32_t thread);
/* launch_opencl_lane - "item 5,0,0 group 0,0,0": struct eu_machine_notes' lane_name; @ctx: struct
 * ui_machine. */
void launch_opencl_lane(void *ctx, uint32_t thread, unsigned lane, char *buf, size_t n);
/* launch_opencl_frame - frame of the same. */
uint64_t launch_opencl_frame(void *ctx, uint32_t thread);
/* launch_opencl_printf - what the kernels have printed since the last call, to @out. */
void launch_opencl_printf(const struct ui_machine *m, FILE *out);

#endif
