/* A launch of kind opencl against the compiler's file: which kernel, and whether range and
 * arguments are such as it takes. */
#include <stdlib.h>
#include <string.h>

#include "ui/files.h"
#include "eu/cli/launch_impl.h"
#include "eu/cli/tools.h"

enum { KERNEL_FILE_MAX = 64 << 20, WHY = 512 };

static int read_kernels(const struct launch *l, struct cl_file *file)
{
    char why[WHY];
    size_t size = 0;
    struct eu_diags diags = {0};
    uint8_t *data = ui_read_file(NULL, l->kernel, KERNEL_FILE_MAX, &size, why, sizeof why);
    if (!data)
        return launch_error(l, l->kernel_from, "%s", why);
    int rc = -EU_ERR_FORMAT;
    if (cl_is_kernels(data, size))
        rc = cl_read(l->kernel, data, size, (enum eu_gen)0, file, &diags);
    else
        launch_error(l, l->kernel_from, "%s is no file of Intel's OpenCL compiler", l->kernel);
    eu_diags_print(&diags, stderr);
    eu_diags_fini(&diags);
    free(data);
    return rc ? UI_BAD_INPUT : UI_OK;
}

static int choose(const struct launch *l, const struct cl_file *file, const struct cl_kernel **k)
{
    struct launch_from from = {json_object_get(l->json.root, "dispatch"), "name"};
    *k = l->opencl->kernel     ? cl_kernel_find(file, l->opencl->kernel)
         : file->nkernels == 1 ? file->kernels
                               : NULL;
    if (*k)
        return UI_OK;
    if (l->opencl->kernel)
        return launch_error(l, from, "%s has no kernel %s", l->kernel, l->opencl->kernel);
    from = (struct launch_from){l->json.root, "dispatch"};
    return launch_error(l, from, "%s has %zu kernels: the key name says which one", l->kernel,
                        file->nkernels);
}

static int check(const struct launch *l, const struct cl_file *file, const struct cl_kernel *k)
{
    const struct ui_opencl *o = l->opencl;
    struct launch_from from = {json_object_get(l->json.root, "dispatch"), "args"};
    struct cl_actual *actuals = calloc(k->nargs + 1, sizeof *actuals);
    struct cl_launch launch = {
        .kernel = k, .dimensions = o->dimensions, .actuals = actuals, .nactuals = k->nargs};
    char why[WHY], bound[256];
    memcpy(launch.global, o->global, sizeof launch.global);
    memcpy(launch.local, o->local, sizeof launch.local);
    memcpy(launch.offset, o->offset, sizeof launch.offset);
    if (!actuals)
        return UI_BAD_INPUT;
    if (!o->has_local)
        cl_launch_local(&launch);
    if (!json_object_get(from.object, "args"))
        from = (struct launch_from){l->json.root, "dispatch"};
    const char *wrong = ui_opencl_bind(o, k, NULL, actuals, bound);
    if (!wrong && !cl_launch_check(&launch, why, sizeof why))
        wrong = why;
    free(actuals);
    return launch_error(l, from, "%s%s%s", wrong ? wrong : "the launch is right, but kernels for ",
                        wrong ? "" : file->device, wrong ? "" : " are not run yet");
}

int launch_check_opencl(const struct launch *l)
{
    struct cl_file file = {0};
    const struct cl_kernel *k;
    int status = read_kernels(l, &file);
    if (status == UI_OK)
        status = choose(l, &file, &k);
    if (status == UI_OK)
        status = check(l, &file, k);
    cl_file_fini(&file);
    return status;
}
