/* Kernels by their names: programs as the driver's compiler made them, found by their code. */
#ifndef EULAB_GPU_CLI_NAMES_H
#define EULAB_GPU_CLI_NAMES_H

#include "gpu/gpu.h"
#include "opencl/kernels.h"

struct ui_names {
    char folder[64]; /* where the layer of OpenCL's loader leaves programs; "": nowhere */
    struct ui_named_file *files;
    size_t nfiles;
};
void ui_names_fini(struct ui_names *names);
/* ui_names_find - the kernel whose code lies at @at of @gpu. NULL: none that is known, as the
 * driver's own are. The answer lives as long as @names. */
const struct cl_kernel *ui_names_find(struct ui_names *names, struct gpu *gpu, uint64_t at);

#endif
