#include "sim/dispatch.h"

#include <string.h>

enum { PAYLOAD_MAX = (EU_GRF_COUNT - 1) * EU_GRF_BYTES }; /* r1 to r127 */

static uint64_t padded(size_t bytes)
{
    return ((uint64_t)bytes + EU_GRF_BYTES - 1) / EU_GRF_BYTES * EU_GRF_BYTES;
}

static const char *contradiction(const struct eu_dispatch *d)
{
    if (d->simd != 0 && d->simd != 8 && d->simd != 16 && d->simd != 32) {
        return "simd is 8, 16 or 32";
    }
    if (d->curbe_bytes > PAYLOAD_MAX) {
        return "the constants do not fit in r1..r127";
    }
    if (d->kind != EU_DISPATCH_MEDIA && (d->inline_bytes || d->objects)) {
        return "inline data is for media threads only";
    }
    if (d->inline_bytes > PAYLOAD_MAX ||
        padded(d->curbe_bytes) + padded(d->inline_bytes) > PAYLOAD_MAX) {
        return "constants and inline data do not fit in r1..r127";
    }
    if (d->kind == EU_DISPATCH_GPGPU && d->simd == 0 && d->dmask == 0) {
        return "gpgpu needs simd or dmask";
    }
    return NULL;
}

uint64_t eu_dispatch_count(const struct eu_dispatch *d, const char **why)
{
    uint64_t factors[4] = {d->grid[0], 1, 1, 1}, n = 1;
    *why = contradiction(d);
    if (*why) {
        return 0;
    }
    if (d->kind == EU_DISPATCH_MEDIA) {
        factors[0] = d->objects;
    } else if (d->kind == EU_DISPATCH_GPGPU) {
        factors[1] = d->grid[1];
        factors[2] = d->grid[2];
        factors[3] = d->threads_per_group;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (factors[i] == 0 || factors[i] > EU_DISPATCH_MAX / n) {
            *why = factors[i] ? "more than 65536 threads" : "no threads";
            return 0;
        }
        n *= factors[i];
    }
    return n;
}

static uint32_t dmask(const struct eu_dispatch *d)
{
    if (d->dmask) {
        return d->dmask;
    }
    if (d->simd == 0) {
        return d->kind == EU_DISPATCH_MEDIA ? UINT32_MAX : 0xffff;
    }
    return UINT32_MAX >> (32 - d->simd);
}

/* r0. FFTID is the thread's number; the scratch space, sampler and binding table pointers, SLM
 * index and URB handle are 0: one state, at the bases. Source: IVB vol. 2 part 2, 1.7.1, 1.8.4. */
static void header(const struct eu_dispatch *d, uint32_t i, struct eu_thread *t)
{
    uint32_t r0[8] = {0};
    r0[5] = i & 0xff;
    if (d->kind == EU_DISPATCH_GPGPU) {
        uint32_t group = i / d->threads_per_group;
        r0[1] = group % d->grid[0];
        r0[6] = group / d->grid[0] % d->grid[1];
        r0[7] = group / d->grid[0] / d->grid[1];
    }
    memcpy(t->grf[0], r0, sizeof r0);
}

void eu_dispatch(struct eu *eu, const struct eu_dispatch *d)
{
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        struct eu_thread *t = &eu->threads[i];
        uint8_t *payload = (uint8_t *)t->grf + EU_GRF_BYTES;
        eu_thread_start(eu, i, d->start, dmask(d), d->enables);
        if (d->kind != EU_DISPATCH_RAW) {
            header(d, i, t);
        }
        if (d->kind == EU_DISPATCH_MEDIA && d->simd == 0) {
            t->cr[0] |= EU_CR0_SPF;
        }
        if (d->curbe_bytes) {
            memcpy(payload, d->curbe, d->curbe_bytes);
        }
        if (d->inline_bytes) {
            memcpy(payload + padded(d->curbe_bytes), d->inline_data + i * d->inline_bytes,
                   d->inline_bytes);
        }
        memcpy(t->pixels, t->grf[1], sizeof t->pixels);
        t->group = d->kind == EU_DISPATCH_GPGPU ? i / d->threads_per_group : 0;
    }
}
