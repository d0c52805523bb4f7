/* Dispatch: the payload registers with which a thread of each kind starts. */
#ifndef EULAB_SIM_DISPATCH_H
#define EULAB_SIM_DISPATCH_H

#include "sim/sim.h"

enum eu_dispatch_kind {
    EU_DISPATCH_RAW,
    EU_DISPATCH_GPGPU,
    EU_DISPATCH_MEDIA,
    EU_DISPATCH_VS,
    EU_DISPATCH_GS,
    EU_DISPATCH_PS,
    EU_DISPATCH_KINDS
};
enum { EU_DISPATCH_MAX = 65536 }; /* threads, those that wait for a slot too */
enum { EU_SCREEN_MAX = 4096, EU_BARYCENTRICS = 6 };
/* Bits of cr0.1 that an interface descriptor has: stack overflow, illegal opcode, software. */
#define EU_DESCRIPTOR_ENABLES 0x3800u
/* What a child thread starts from: INTERFACE_DESCRIPTOR_DATA. IVB vol. 2 part 2, 1.8.4. */
struct eu_descriptor {
    uint32_t start;        /* a multiple of 64 */
    uint32_t enables;      /* set of EU_DESCRIPTOR_ENABLES */
    uint32_t dmask;        /* DMask: the launch's; a descriptor has none */
    uint32_t first, count; /* registers of the constants */
    uint32_t rounding;     /* as cr0.0 5:4 */
    bool spf, alt;
};
struct eu_dispatch {
    enum eu_dispatch_kind kind;
    uint32_t start, enables;
    uint32_t sampler_state;            /* of SAMPLER_STATE in memory, in r0.3; 0: none. Not RAW */
    uint32_t eus, eu_threads, quantum; /* 0: EU_EUS, EU_EU_THREADS, EU_QUANTUM */
    /* 0: the low @simd channels; with simd 0 RAW has 0xffff, and MEDIA all 32 and runs with SPF=1,
     * as kernels of that kind are written (the manual does not say). Status: assumed. */
    uint32_t dmask;
    uint32_t simd;    /* 8, 16, 32; 0: not said */
    uint32_t grid[3]; /* GPGPU: thread groups; RAW: grid[0] threads; MEDIA walker: objects */
    uint32_t threads_per_group;
    uint32_t local[3];    /* GPGPU: work items of a group, or 0: then X, Y and Z of each follow the
                           * constants, and threads_per_group is not looked at */
    const uint8_t *curbe; /* constants, to r1 on; padded to whole registers */
    size_t curbe_bytes;
    /* `objects` records of inline_bytes. MEDIA: inline data, a thread each. VS, GS: vertices, each
     * of attributes of four dwords. PS: vertices, three a triangle: x, y, depth and w as floats,
     * then attributes. */
    const uint8_t *inline_data;
    size_t inline_bytes, objects;
    bool walker;            /* MEDIA: the objects are the grid's, r0.1 has their places in it */
    uint32_t urb, urb_size; /* VS, GS: handle of the first vertex' or primitive's entry; its size */
    uint32_t primitive;     /* GS: vertices of a primitive */
    bool single;            /* GS: one primitive a thread, not two */
    bool primitive_id;      /* GS: r1 has the primitives' numbers */
    /* MEDIA: threads that may be spawned, and from what; then roots have URB handles in r0.0, as VS
     * have. */
    const struct eu_descriptor *descriptors;
    uint32_t ndescriptors, children;
    uint32_t screen[2];    /* PS: pixels */
    uint32_t barycentrics; /* PS: set of modes, in the order in which they are delivered: pixel,
                            * centroid, sample, perspective; then the same, linear */
    bool source_depth, source_w; /* PS: delivered as well */
    bool vector_mask;            /* PS: cr0.0 VME */
};
/* Threads that @d asks for; 0 when its numbers contradict each other (@why says how). */
uint64_t eu_dispatch_count(const struct eu_dispatch *d, const char **why);
/* Start all of them in @eu, which was made with that many and whose count is not 0: they are queued
 * and get slots as far as there are any. A GPGPU group's threads follow one another and get their
 * slots together, X fastest among groups; every thread gets the same constants. 0 or
 * -EU_ERR_NOMEM. Source: IVB vol. 2 part 2, 1.7.1, 1.8.4. */
int eu_dispatch(struct eu *eu, const struct eu_dispatch *d);

#endif
