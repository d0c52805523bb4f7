/* Any bytes as a file of Intel's OpenCL compiler are read, or refused with one message. */
#include <stdint.h>
#include <stdlib.h>

#include "opencl/kernels.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cl_file file;
    struct diags diags = {0};
    struct eu_program prog;
    int err = cl_read("fuzz", data, size, (enum eu_gen)0, &file, &diags);
    if ((err == -EU_ERR_FORMAT) != (diags.errors == 1) || diags.errors > 1)
        abort();
    if (!err && cl_program(&file, NULL, &prog) == 0)
        eu_program_fini(&prog);
    cl_file_fini(&file);
    diags_fini(&diags);
    return 0;
}
