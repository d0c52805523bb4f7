/* Damaged recordings. */
#include "gpu/aub.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const char *why;
    (void)gpu_aub_device(bytes, n, &why);
    struct gpu *gpu = gpu_new(9, NULL);
    (void)gpu_aub_replay(gpu, bytes, n);
    gpu_free(gpu);
    return 0;
}
