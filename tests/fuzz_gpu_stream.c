/* Damaged batches, with their walkers: the bytes are a batch, its state and its kernel at once, in
 * a page that a context made by hand calls and writes. */
#include <stdlib.h>

#include "gpu/dispatch.h"

enum { CONTEXT = 0x10, IMAGE = 0x11000, RING = 0x20000, BATCH = 0x30000, PAGE = 4096 };

static void put(struct gpu *gpu, uint64_t at, uint32_t v)
{
    (void)gpu_physical_write(gpu, at, &v, sizeof v);
}

/* The page at BATCH is mapped at 0 of the context's own tables. */
static void make_context(struct gpu *gpu)
{
    static const uint32_t ring[] = {0x18800101, 0, 0, 0};
    for (unsigned level = 0; level < 4; level++) {
        uint64_t at = UINT64_C(1) << (29 + level), entry = (level < 3 ? at << 1 : BATCH) | 3;
        (void)gpu_physical_write(gpu, at, &entry, sizeof entry);
    }
    (void)gpu_ggtt_write(gpu, CONTEXT + 1, IMAGE | 1);
    (void)gpu_ggtt_write(gpu, RING >> 12, RING | 1);
    (void)gpu_physical_write(gpu, RING, ring, sizeof ring);
    put(gpu, IMAGE + 0x1c, sizeof ring);
    put(gpu, IMAGE + 0x24, RING);
    put(gpu, IMAGE + 0x2c, 1);
    put(gpu, IMAGE + 0xcc, 1 << 29);
}

/* A batch that goes round has so many. */
static enum gpu_stop walk(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                          const struct gpu_walker *w)
{
    enum { WALKERS = 8 };
    return gpu_walkers(gpu) > WALKERS ? GPU_LIMIT : gpu_dispatch(ctx, gpu, state, w);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct gpu_dispatcher d = {.limit = 10000, .engine = eu_default_engine};
    const struct gpu_hooks hooks = {.walker = walk, .walker_ctx = &d};
    struct gpu *gpu = gpu_new(gpu_device_by_name(n && bytes[0] & 1 ? "bdw" : "skl"), &hooks);
    make_context(gpu);
    if (n > 1)
        (void)gpu_physical_write(gpu, BATCH, bytes + 1, n - 1 < PAGE ? n - 1 : PAGE);
    for (unsigned i = 0; i < 4; i++)
        (void)gpu_register_write(gpu, 0x2230, i == 3 ? CONTEXT << 12 | 0x119 : 0);
    if (gpu_waits(gpu)) /* meanwhile the driver writes the second half over the first one */
        (void)gpu_physical_write(gpu, BATCH, bytes + n / 2, n / 2 < PAGE ? n / 2 : PAGE);
    (void)gpu_go_on(gpu);
    (void)gpu_give_up(gpu);
    if (gpu_waits(gpu))
        abort();
    gpu_dispatcher_fini(&d);
    gpu_free(gpu);
    return 0;
}
