/* Dispatch of raw, GPGPU and media threads, and what is common to all kinds. Threads of the 3D
 * pipeline are in dispatch_3d.c and raster.c. */
#include "sim/dispatch.h"

#include <string.h>

#include "sim/dispatch_impl.h"
#include "sim/lint.h"

void dispatch_put(struct dispatching *x, const void *bytes, size_t n)
{
    if (n)
        memcpy(x->t->grf[x->reg], bytes, n);
    eu_written(x->t, x->reg * EU_GRF_BYTES, (unsigned)dispatch_registers(n) * EU_GRF_BYTES);
    x->reg += (unsigned)dispatch_registers(n);
}

/* --- raw --- */

static const char *raw_check(const struct eu_dispatch *d)
{
    return d->inline_bytes || d->objects ? "inline data is for media threads only" : NULL;
}

static uint64_t raw_count(const struct eu_dispatch *d)
{
    return d->grid[0];
}

static uint64_t raw_size(const struct eu_dispatch *d)
{
    (void)d;
    return 0;
}

/* --- gpgpu --- */

static const char *gpgpu_check(const struct eu_dispatch *d)
{
    if (d->inline_bytes || d->objects)
        return "inline data is for media threads only";
    if (d->simd == 0 && d->dmask == 0)
        return "gpgpu needs simd or dmask";
    if (d->local[0] && (d->simd == 0 || d->dmask))
        return "local needs simd, and the masks follow from it: no dmask";
    return NULL;
}

/* Multiplies the factors, until one is 0 or the product exceeds @most. */
static uint64_t bounded_product(const uint32_t *factors, unsigned n, uint64_t most)
{
    uint64_t product = 1;
    for (unsigned i = 0; i < n && product && product <= most; i++)
        product *= factors[i];
    return product;
}

static uint64_t group_threads(const struct eu_dispatch *d)
{
    if (!d->local[0])
        return d->threads_per_group;
    return (bounded_product(d->local, 3, UINT32_MAX) + d->simd - 1) / d->simd;
}

static uint64_t gpgpu_count(const struct eu_dispatch *d)
{
    uint64_t groups = bounded_product(d->grid, 3, EU_DISPATCH_MAX), threads = group_threads(d);
    return threads > EU_DISPATCH_MAX ? threads : groups * threads;
}

static uint64_t gpgpu_size(const struct eu_dispatch *d)
{
    return d->local[0] ? d->simd / 8 * 3 : 0;
}

/* Writes the local ids: the group's items in order, X fastest, one for each channel; as dwords, X
 * of all channels first. The compiler may choose the layout; this is Mesa's of that time. Status:
 * assumed. */
static void put_local_ids(struct dispatching *x, uint32_t thread)
{
    const uint32_t *local = x->d->local, simd = x->d->simd;
    uint32_t items = local[0] * local[1] * local[2], ids[3][32], on = 0;
    for (uint32_t n = 0; n < simd; n++) {
        uint32_t item = thread * simd + n;
        on |= (uint32_t)(item < items) << n;
        ids[0][n] = item % local[0];
        ids[1][n] = item / local[0] % local[1];
        ids[2][n] = item / local[0] / local[1];
    }
    for (unsigned i = 0; i < 3; i++)
        dispatch_put(x, ids[i], simd * sizeof ids[i][0]);
    x->t->sr[2] = x->t->dispatched = on;
    x->t->sr[3] = eu_vmask(on);
}

/* Writes r0: the position of the group. Scratch space, sampler and binding table pointers, SLM
 * index and URB handle are 0: there is one state, at the bases. Source: IVB vol. 2 part 2,
 * 1.8.4. */
static void fill_gpgpu(struct dispatching *x)
{
    const struct eu_dispatch *d = x->d;
    uint32_t threads = (uint32_t)group_threads(d), group = x->i / threads;
    uint32_t r0[8] = {0};
    r0[1] = group % d->grid[0];
    r0[6] = group / d->grid[0] % d->grid[1];
    r0[7] = group / d->grid[0] / d->grid[1];
    memcpy(x->t->grf[0], r0, sizeof r0);
    x->t->group = group;
    dispatch_constants(x);
    if (d->local[0])
        put_local_ids(x, x->i % threads);
}

/* --- media --- */

static uint64_t media_count(const struct eu_dispatch *d)
{
    return d->walker ? bounded_product(d->grid, 2, EU_DISPATCH_MAX) : d->objects;
}

static const char *media_check(const struct eu_dispatch *d)
{
    uint64_t roots = media_count(d);
    if (d->ndescriptors && roots <= EU_DISPATCH_MAX &&
        d->urb + roots * d->urb_size > EU_URB_BYTES / 64)
        return "the entries do not fit in the URB's 4096 handles";
    return dispatch_descriptors_check(d);
}

static uint64_t media_size(const struct eu_dispatch *d)
{
    return dispatch_registers(d->inline_bytes);
}

/* Writes r0.0: the URB handle, if the thread may have children; and r0.1: scoreboard Y in 24:16 and
 * X in 8:0 for an object of a walker. Source: IVB vol. 2 part 2, 1.5.1.2, 1.7.1. */
static void fill_media(struct dispatching *x)
{
    const struct eu_dispatch *d = x->d;
    if (d->walker) {
        uint32_t place = (x->i / d->grid[0] & 0x1ff) << 16 | (x->i % d->grid[0] & 0x1ff);
        memcpy(x->t->grf[0] + 4, &place, sizeof place);
    }
    if (d->ndescriptors) {
        uint32_t handle = d->urb + x->i * d->urb_size;
        memcpy(x->t->grf[0], &handle, sizeof handle);
    }
    if (d->simd == 0)
        x->t->cr[0] |= EU_CR0_SPF;
    dispatch_constants(x);
    if (d->inline_bytes)
        dispatch_put(x, d->inline_data + x->i * d->inline_bytes, d->inline_bytes);
}

/* --- all kinds --- */

static const struct kind {
    /* returns NULL, or which values contradict each other */
    const char *(*check)(const struct eu_dispatch *d);
    uint64_t (*count)(const struct eu_dispatch *d); /* number of threads */
    /* registers in addition to r0 and the constants */
    uint64_t (*size)(const struct eu_dispatch *d);
    void (*fill)(struct dispatching *x);
} kinds[EU_DISPATCH_KINDS] = {
    [EU_DISPATCH_RAW] = {raw_check, raw_count, raw_size, dispatch_constants},
    [EU_DISPATCH_GPGPU] = {gpgpu_check, gpgpu_count, gpgpu_size, fill_gpgpu},
    [EU_DISPATCH_MEDIA] = {media_check, media_count, media_size, fill_media},
    [EU_DISPATCH_VS] = {dispatch_vs_check, dispatch_vs_count, dispatch_vs_size, dispatch_vs},
    [EU_DISPATCH_GS] = {dispatch_gs_check, dispatch_gs_count, dispatch_gs_size, dispatch_gs},
    [EU_DISPATCH_PS] = {dispatch_ps_check, dispatch_ps_count, dispatch_ps_size, dispatch_ps},
};

static uint32_t eus_of(const struct eu_dispatch *d)
{
    return d->eus ? d->eus : EU_EUS;
}

static uint32_t eu_threads_of(const struct eu_dispatch *d)
{
    return d->eu_threads ? d->eu_threads : EU_EU_THREADS;
}

static const char *contradiction(const struct eu_dispatch *d)
{
    if (d->simd != 0 && d->simd != 8 && d->simd != 16 && d->simd != 32)
        return "simd is 8, 16 or 32";
    if (eus_of(d) > EU_EUS_MAX || eu_threads_of(d) > EU_EU_THREADS)
        return "a machine has at most 32 EUs with 8 threads each";
    if (d->sampler_state % EU_GRF_BYTES)
        return "sampler_state is a multiple of 32";
    const char *why = kinds[d->kind].check(d);
    if (why)
        return why;
    if (dispatch_registers(d->curbe_bytes) >= EU_GRF_COUNT ||
        kinds[d->kind].size(d) + dispatch_registers(d->curbe_bytes) >= EU_GRF_COUNT)
        return "constants and the rest of the payload do not fit in r1..r127";
    if (d->kind == EU_DISPATCH_GPGPU && group_threads(d) > eus_of(d) * eu_threads_of(d))
        return "a thread group needs more thread slots than the machine has";
    return NULL;
}

uint64_t eu_dispatch_count(const struct eu_dispatch *d, const char **why)
{
    *why = contradiction(d);
    if (*why)
        return 0;
    uint64_t roots = kinds[d->kind].count(d), n = roots ? roots + d->children : 0;
    if (n == 0 || n > EU_DISPATCH_MAX) {
        *why = n ? "more than 65536 threads" : "no threads";
        return 0;
    }
    return n;
}

static uint32_t dmask_of(const struct eu_dispatch *d)
{
    if (d->dmask)
        return d->dmask;
    if (d->simd == 0)
        return d->kind == EU_DISPATCH_MEDIA ? UINT32_MAX : EU_DISPATCH_DMASK;
    return UINT32_MAX >> (32 - d->simd);
}

/* Starts thread @x->t, which is number @i of the launch. */
static void dispatch_one(struct dispatching *x, uint32_t i)
{
    const struct eu_dispatch *d = x->d;
    x->i = i;
    x->reg = 1;
    if (x->again) {
        eu_thread_again(x->t, d->start, 0);
    } else {
        eu_thread_queue(x->eu, (uint32_t)(x->t - x->eu->threads), d->start, dmask_of(d),
                        d->enables);
    }
    x->t->number = i;
    x->t->has_header = d->kind != EU_DISPATCH_RAW;
    kinds[d->kind].fill(x);
    if (d->sampler_state)
        memcpy(x->t->grf[0] + 12, &d->sampler_state, sizeof d->sampler_state);
    memcpy(x->t->pixels, x->t->grf[1], sizeof x->t->pixels);
    if (d->kind == EU_DISPATCH_RAW || d->kind == EU_DISPATCH_GPGPU)
        eu_thread_trace(x->t, x->reg);
}

static void set_machine(struct eu *eu, const struct eu_dispatch *d)
{
    eu->eus = (uint8_t)eus_of(d);
    eu->eu_threads = (uint8_t)eu_threads_of(d);
    eu->quantum = d->quantum ? d->quantum : EU_QUANTUM;
    eu->together = d->kind == EU_DISPATCH_GPGPU ? (uint32_t)group_threads(d) : 1;
    eu->sampler_state = d->sampler_state;
    eu->nchildren = d->children;
    eu->spawned = eu->seated = eu->queued = 0;
    memset(eu->slots, 0, sizeof eu->slots);
}

int eu_dispatch(struct eu *eu, const struct eu_dispatch *d)
{
    struct dispatching x = {.eu = eu, .d = d};
    if (d->kind == EU_DISPATCH_PS && !(x.raster = raster_new(d)))
        return -EU_ERR_NOMEM;
    set_machine(eu, d);
    for (uint32_t i = 0; i < eu->nthreads - eu->nchildren; i++) {
        x.t = &eu->threads[i];
        dispatch_one(&x, i);
    }
    raster_free(x.raster);
    if (dispatch_descriptors(eu, d))
        return -EU_ERR_NOMEM;
    eu_admit(eu);
    return 0;
}

/* --- threads as a source (sim/stream.h) --- */

static void fill_group(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t group)
{
    struct dispatching x = {.eu = eu, .d = ctx, .t = t};
    for (uint32_t i = 0; i < n; i++, x.t++)
        dispatch_one(&x, (uint32_t)(group * n + i));
}

static void fill_again(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t group)
{
    struct dispatching x = {.eu = eu, .d = ctx, .t = t, .again = true};
    for (uint32_t i = 0; i < n; i++, x.t++)
        dispatch_one(&x, (uint32_t)(group * n + i));
}

bool eu_dispatch_source(const struct eu_dispatch *d, struct eu_source *source)
{
    bool groups = d->kind == EU_DISPATCH_GPGPU;
    uint32_t most = groups ? (uint32_t)group_threads(d) : 1;
    *source = (struct eu_source){.groups = kinds[d->kind].count(d) / most,
                                 .most = most,
                                 .fill = fill_group,
                                 .again = groups || d->kind == EU_DISPATCH_RAW ? fill_again : NULL,
                                 .ctx = d,
                                 .local = groups};
    return d->kind != EU_DISPATCH_PS && !d->children;
}

void eu_dispatch_stream(struct eu *eu, const struct eu_dispatch *d, const struct eu_source *source)
{
    set_machine(eu, d);
    eu_stream(eu, source);
}
