/* Damaged recordings, with their walkers. */
#include "gpu/aub.h"
#include "gpu/dispatch.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const char *why;
    (void)gpu_aub_device(bytes, n, &why);
    struct gpu_dispatcher d = {.limit = 10000, .engine = eu_default_engine};
    struct gpu *gpu = gpu_new(gpu_device_by_name("skl"),
                              &(struct gpu_hooks){.walker = gpu_dispatch, .walker_ctx = &d});
    (void)gpu_aub_replay(gpu, bytes, n);
    gpu_dispatcher_fini(&d);
    gpu_free(gpu);
    return 0;
}
