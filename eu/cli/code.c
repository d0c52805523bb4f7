/* Reads the code files of commands that need no machine: finds the file's form, its generation and
 * its kernel. */
#include "eu/cli/code.h"

#include <stdlib.h>
#include <string.h>

#include "eu/cli/launch_impl.h"
#include "eu/cli/tools.h"
#include "input/file.h"
#include "opencl/debug.h"
#include "ui/files.h"
#include "ui/near.h"

int ui_kernels_read(const struct ui_args *args, const char *path, const void *data, size_t size,
                    struct cl_file *file)
{
    struct diags diags = {0};
    enum eu_gen gen;
    if (ui_gen(args, &gen))
        return UI_USAGE;
    bool asked = ui_has(args, OPT_GEN);
    int rc = cl_read(path, data, size, asked ? gen : (enum eu_gen)0, file, &diags);
    fflush(stdout);
    diags_print(&diags, stderr);
    if (rc && !diags.errors)
        ui_error("%s: %s", path, eu_strerror(rc));
    diags_fini(&diags);
    if (!rc && asked && !cl_file_is_for(file, gen))
        return ui_usage(args, "--gen is %s, but %s was compiled for %s (%s)",
                        ui_value(args, OPT_GEN), path, file->device, file->family);
    return rc ? UI_BAD_INPUT : UI_OK;
}

/* Finds the kernel of --kernel; NULL: no kernel was asked for. */
static int choose_kernel(const struct ui_args *args, const struct cl_file *file,
                         const struct cl_kernel **only)
{
    const char *name = ui_value(args, OPT_KERNEL);
    *only = name ? cl_kernel_find(file, name) : NULL;
    if (!name || *only)
        return UI_OK;
    struct ui_near near = {.word = name};
    for (size_t i = 0; i < file->nkernels; i++)
        ui_near_try(&near, file->kernels[i].name);
    ui_error("%s: kernel %s", file->path, ui_near_none(&near));
    return UI_BAD_INPUT;
}

static int load_kernels(const struct ui_args *args, const char *path, const char *data, size_t size,
                        struct ui_code *code)
{
    int status = ui_kernels_read(args, path, data, size, &code->kernels);
    if (status == UI_OK)
        status = choose_kernel(args, &code->kernels, &code->only);
    if (status != UI_OK)
        return status;
    code->gen = code->kernels.gen;
    int rc = cl_program(&code->kernels, code->only, &code->prog);
    if (rc)
        ui_error("%s: %s", path, eu_strerror(rc));
    return rc ? UI_BAD_INPUT : UI_OK;
}

static int load_plain(const struct ui_args *args, const char *path, const char *data, size_t size,
                      enum eu_input form, struct ui_code *code)
{
    struct eu_asm_opts opts = {.gen = code->gen, .path = path};
    struct diags diags = {0};
    if (ui_has(args, OPT_KERNEL))
        return ui_usage(args, "--kernel: %s is no file of several kernels", path);
    int rc = eu_load_bytes(path, data, size, form, &opts, &code->prog, &diags);
    fflush(stdout);
    diags_print(&diags, stderr);
    diags_fini(&diags);
    return rc ? UI_BAD_INPUT : UI_OK;
}

static int load_file(const struct ui_args *args, const char *path, enum eu_input form,
                     struct ui_code *code)
{
    char *data;
    size_t size;
    int err = file_read(path, &data, &size);
    if (err) {
        ui_error("%s: %s", path, strerror(err));
        return UI_BAD_INPUT;
    }
    int status = form == EU_INPUT_AUTO && cl_is_kernels((const uint8_t *)data, size)
                     ? load_kernels(args, path, data, size, code)
                     : load_plain(args, path, data, size, form, code);
    free(data);
    return status;
}

/* Loads the routine that a launch file names, for the file's generation if there is no --gen. */
static int load_routine(const struct ui_args *args, const char *path, enum eu_input form,
                        struct ui_code *code)
{
    struct launch l;
    launch_defaults(&l);
    l.gen = code->gen;
    int status = launch_read_file(&l, path);
    if (status == UI_OK && !l.sip)
        status = launch_error(&l, l.sip_from, "missing: which routine is it?");
    if (!ui_has(args, OPT_GEN))
        code->gen = l.gen;
    if (status == UI_OK)
        status = load_file(args, l.sip, form, code);
    launch_fini(&l);
    return status;
}

int ui_code_load(const struct ui_args *args, struct ui_code *code)
{
    enum eu_input form;
    *code = (struct ui_code){0};
    if (ui_gen(args, &code->gen) || ui_input(args, &form))
        return UI_USAGE;
    const char *sip = ui_value(args, OPT_SIP);
    if (args->nrest != !sip)
        return ui_usage(args, "one file, please");
    return sip && launch_is_file(sip) ? load_routine(args, sip, form, code)
                                      : load_file(args, sip ? sip : args->rest[0], form, code);
}

void ui_code_fini(struct ui_code *code)
{
    eu_program_fini(&code->prog);
    cl_file_fini(&code->kernels);
}

/* How many variables of the source have values in a debugger. Nothing without debug information. */
static int print_variables(const struct cl_file *file, const char *data, size_t size)
{
    struct eu_program code = {0};
    struct cl_debug d = {0};
    bool ok = cl_program(file, NULL, &code) == 0 && cl_debug_open(&d, file, &code) == 0 &&
              cl_debug_add(&d, (const uint8_t *)data, size) >= 0;
    if (ok && d.kernels)
        printf("source: %u variables, %u have a location, %u of these a value in debuggers\n",
               d.variables, d.located, d.shown);
    if (d.known)
        cl_debug_close(&d);
    eu_program_fini(&code);
    if (!ok)
        ui_error("no memory");
    return ok ? UI_OK : UI_BAD_INPUT;
}

int ui_kernels_info(const struct ui_args *args, const char *path)
{
    struct cl_file file = {0};
    const struct cl_kernel *only;
    char *data;
    size_t size;
    int err = file_read(path, &data, &size);
    if (err) {
        ui_error("%s: %s", path, strerror(err));
        return UI_BAD_INPUT;
    }
    int status = UI_BAD_INPUT;
    if (cl_is_kernels((const uint8_t *)data, size))
        status = ui_kernels_read(args, path, data, size, &file);
    else
        ui_error("%s: no zebin, program binary or archive of Intel's OpenCL compiler", path);
    if (status == UI_OK)
        status = choose_kernel(args, &file, &only);
    if (status == UI_OK) {
        cl_print(stdout, &file, only, "");
        status = only ? UI_OK : print_variables(&file, data, size);
    }
    if (status == UI_OK)
        status = ui_flush(stdout, "stdout");
    cl_file_fini(&file);
    free(data);
    return status;
}
