/* Damaged recordings. */
#include "gpu/aub.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gpu_aub_header h;
    const char *why;
    (void)gpu_aub_header(bytes, n, &h, &why);
    struct gpu *gpu = gpu_new(9, NULL);
    (void)gpu_aub_replay(gpu, bytes, n);
    gpu_free(gpu);
    return 0;
}
