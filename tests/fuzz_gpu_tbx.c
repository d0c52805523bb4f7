/* A driver that sends anything: the bytes come in two halves. */
#include "gpu/tbx.h"

static void drop(void *ctx, const void *bytes, size_t n)
{
    (void)ctx, (void)bytes, (void)n;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gpu_tbx c = {.gpu = gpu_new(gpu_device_by_name("skl"), NULL), .send = drop};
    size_t took = gpu_tbx_feed(&c, bytes, n / 2);
    (void)gpu_tbx_feed(&c, bytes + took, n - took);
    gpu_free(c.gpu);
    return 0;
}
