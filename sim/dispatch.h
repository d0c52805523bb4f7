/* Dispatch: the payload registers with which a thread of each kind starts. */
#ifndef EULAB_SIM_DISPATCH_H
#define EULAB_SIM_DISPATCH_H

#include "sim/sim.h"

enum eu_dispatch_kind { EU_DISPATCH_RAW, EU_DISPATCH_GPGPU, EU_DISPATCH_MEDIA };
enum { EU_DISPATCH_MAX = 65536 }; /* threads, all of them resident */
struct eu_dispatch {
    enum eu_dispatch_kind kind;
    uint32_t start, enables;
    /* 0: the low @simd channels; with simd 0 RAW has 0xffff, and MEDIA all 32 and runs with SPF=1,
     * as kernels of that kind are written (the manual does not say). Status: assumed. */
    uint32_t dmask;
    uint32_t simd;    /* 8, 16, 32; 0: not said */
    uint32_t grid[3]; /* GPGPU: thread groups; RAW: grid[0] threads */
    uint32_t threads_per_group;
    const uint8_t *curbe; /* constants, to r1 on; padded to whole registers */
    size_t curbe_bytes;
    const uint8_t
        *inline_data; /* MEDIA: one record of inline_bytes for each of `objects` threads */
    size_t inline_bytes, objects;
};
/* Threads that @d asks for; 0 when its numbers contradict each other (@why says how). */
uint64_t eu_dispatch_count(const struct eu_dispatch *d, const char **why);
/* Start all of them in @eu, which was made with that many and whose count is not 0. A GPGPU group's
 * threads follow one another, X fastest among groups; every thread gets the same constants. Source:
 * IVB vol. 2 part 2, 1.7.1, 1.8.4. */
void eu_dispatch(struct eu *eu, const struct eu_dispatch *d);

#endif
