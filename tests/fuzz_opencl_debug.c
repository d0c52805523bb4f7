/* Any bytes as a file of Intel's OpenCL compiler with debug information: it is taken or passed
 * over. Their beginning is tried as a location, too. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/debug.h"
#include "opencl/location.h"
#include "opencl/variables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void one_location(const uint8_t *data, size_t size)
{
    const struct cl_variable v = {
        .size = 1u << (size & 7), .element = 4, .simd = 8u << (size & 1), .local = -1};
    struct cl_location out;
    if (cl_location_rewrite(&v, data, size < 256 ? size : 256, &out) && !out.n)
        abort();
}

static bool some_register(void *ctx, unsigned reg, uint64_t *value)
{
    (void)ctx;
    *value = reg * 64;
    return reg < 6;
}

static bool some_memory(void *ctx, uint64_t addr, void *buf, size_t n)
{
    (void)ctx;
    memset(buf, (int)addr, n);
    return addr % 7 > 0;
}

/* Variables in scope at some addresses, and their values. */
static void variables(const struct cl_debug *d, const struct eu_program *prog)
{
    const struct cl_lane lane = {NULL, some_register, some_memory};
    struct cl_variables *vs = cl_variables_new(&d->units);
    struct cl_shown shown;
    for (uint32_t at = 0; vs && at < prog->size && at < 64; at += 16)
        for (unsigned i = 0; i < 8 && cl_variable_nth(vs, prog->base + at, i, &lane, &shown); i++)
            if (memchr(shown.text, 0, sizeof shown.text) == NULL)
                abort();
    cl_variables_free(vs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cl_file file;
    struct diags diags = {0};
    struct eu_program prog = {0};
    struct cl_debug d = {0};
    uint8_t *image = NULL;
    size_t n = 0;
    one_location(data, size);
    int err = cl_read("fuzz", data, size, (enum eu_gen)0, &file, &diags);
    if (!err && cl_program(&file, NULL, &prog) == 0 && cl_debug_open(&d, &file, &prog) == 0 &&
        cl_debug_add(&d, data, size) > 0 && eu_elf_image(&prog, 1, &d.units, &image, &n) == 0) {
        free(image);
        variables(&d, &prog);
    }
    if (!err)
        cl_debug_close(&d);
    eu_program_fini(&prog);
    cl_file_fini(&file);
    diags_fini(&diags);
    return 0;
}
