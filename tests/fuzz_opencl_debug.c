/* Any bytes as a file of Intel's OpenCL compiler with debug information: it is taken or passed
 * over. Their beginning is tried as a location, too. */
#include <stdint.h>
#include <stdlib.h>

#include "opencl/debug.h"
#include "opencl/location.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void one_location(const uint8_t *data, size_t size)
{
    const struct cl_variable v = {
        .size = 1u << (size & 7), .element = 4, .simd = 8u << (size & 1), .local = -1};
    struct cl_location out;
    if (cl_location_rewrite(&v, data, size < 256 ? size : 256, &out) && !out.n)
        abort();
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
        cl_debug_add(&d, data, size) > 0 && eu_elf_image(&prog, 1, &d.units, &image, &n) == 0)
        free(image);
    if (!err)
        cl_debug_close(&d);
    eu_program_fini(&prog);
    cl_file_fini(&file);
    diags_fini(&diags);
    return 0;
}
