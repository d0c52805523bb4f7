/* Launches of kind opencl: makes a machine from the compiler's file and a launch file, and reads
 * results back from its memory. */
#ifndef EULAB_EU_CLI_LAUNCH_OPENCL_H
#define EULAB_EU_CLI_LAUNCH_OPENCL_H

#include "eu/cli/launch.h"
#include "opencl/debug.h"
#include "opencl/place.h"
#include "opencl/private.h"

/* One kernel of the launch. */
struct launch_kernel {
    const struct ui_opencl *from;
    struct cl_launch launch;
    struct cl_actual *actuals; /* by the kernel's argument number, owned */
    /* the launch file's argument for each, or NULL; owned */
    const struct ui_opencl_arg **given;
    uint32_t start; /* the address of its code */
    uint32_t first_thread, first_group, nthreads;
};
struct launch_opencl {
    struct cl_file file;
    struct cl_places places;
    struct cl_actual *ready;   /* by ui_opencl_arg.number; owned */
    struct eu_surface *images; /* by the same number, with the kernels' image types; owned */
    struct launch_kernel *kernels;
    size_t nkernels;
    struct cl_debug debug;          /* sources and variables of the kernels that have them */
    struct cl_variables *variables; /* made when they are asked for first; owned */
};

/* launch_take_gen - sets the generation of @l to that of the compiler's file @path. Another file
 * changes nothing; launch_build() reports mistakes. */
void launch_take_gen(struct launch *l, const char *path);
/* launch_build_opencl - launch_build() for this kind, which calls it. */
int launch_build_opencl(const struct launch *l, struct ui_machine *m);
void launch_opencl_free(struct launch_opencl *o);
/* launch_opencl_results - writes the files, comparisons and dumps of arguments. Returns an exit
 * status: UI_GUEST when a comparison failed. */
int launch_opencl_results(const struct launch *l, const struct ui_machine *m, FILE *out);
/* launch_opencl_kernel - the kernel that thread @thread runs; NULL: none. */
const struct launch_kernel *launch_opencl_kernel(const struct launch_opencl *o, uint32_t thread);
/* launch_opencl_lane - writes "item 5,0,0 group 0,0,0": it is the lane_name of struct
 * eu_machine_notes; @ctx: struct ui_machine. */
void launch_opencl_lane(void *ctx, uint32_t thread, unsigned lane, char *buf, size_t n);
/* the frame function of the same structure */
uint64_t launch_opencl_frame(void *ctx, uint32_t thread, bool *linked);
/* launch_opencl_printf - writes what the kernels have printed since the last call to @out. */
void launch_opencl_printf(const struct ui_machine *m, FILE *out);

#endif
