/* Dispatch: fills the payload registers with which a thread of each kind starts. */
#ifndef EULAB_SIM_DISPATCH_H
#define EULAB_SIM_DISPATCH_H

#include "sim/sim.h"
#include "sim/stream.h"

enum eu_dispatch_kind {
    EU_DISPATCH_RAW,
    EU_DISPATCH_GPGPU,
    EU_DISPATCH_MEDIA,
    EU_DISPATCH_VS,
    EU_DISPATCH_GS,
    EU_DISPATCH_PS,
    EU_DISPATCH_KINDS
};
enum { EU_DISPATCH_MAX = 65536 }; /* threads, including those that wait for a slot */
enum { EU_SCREEN_MAX = 4096, EU_BARYCENTRICS = 6 };
/* The bits of cr0.1 that an interface descriptor has: stack overflow, illegal opcode, software. */
#define EU_DESCRIPTOR_ENABLES 0x3800u
/* Where and how a child thread starts: INTERFACE_DESCRIPTOR_DATA. IVB vol. 2 part 2, 1.8.4. */
struct eu_descriptor {
    uint32_t start;        /* a multiple of 64 */
    uint32_t enables;      /* set of EU_DESCRIPTOR_ENABLES */
    uint32_t dmask;        /* DMask, from the launch; a descriptor has none */
    uint32_t first, count; /* which registers get the constants */
    uint32_t rounding;     /* as in cr0.0 5:4 */
    bool spf, alt;
};
enum { EU_DISPATCH_DMASK = 0xffff }; /* channels of a raw thread, if nobody says */
struct eu_dispatch {
    enum eu_dispatch_kind kind;
    uint32_t start, enables;
    /* offset of SAMPLER_STATE in memory, goes to r0.3; 0: none. Not for RAW */
    uint32_t sampler_state;
    uint32_t eus, eu_threads, quantum; /* 0: EU_EUS, EU_EU_THREADS, EU_QUANTUM */
    /* 0: the low @simd channels. If @simd is 0 too, RAW has 0xffff, and MEDIA has all 32 and runs
     * with SPF=1, as kernels of that kind are written (the manual does not say). Status:
     * assumed. */
    uint32_t dmask;
    uint32_t simd;    /* 8, 16, 32; 0: not given */
    uint32_t grid[3]; /* GPGPU: thread groups; RAW: grid[0] threads; MEDIA walker: objects */
    uint32_t threads_per_group;
    /* GPGPU: work items of a group. Or 0: then X, Y and Z of each item follow the constants, and
     * threads_per_group is ignored */
    uint32_t local[3];
    const uint8_t *curbe; /* constants, for r1 and on; padded to whole registers */
    size_t curbe_bytes;
    /* `objects` records of inline_bytes bytes each. MEDIA: inline data, one record for each thread.
     * VS, GS: vertices, each made of attributes of four dwords. PS: vertices, three for each
     * triangle: x, y, depth and w as floats, then attributes. */
    const uint8_t *inline_data;
    size_t inline_bytes, objects;
    bool walker; /* MEDIA: the grid gives the objects; r0.1 has their positions in it */
    /* VS, GS: handle of the entry of the first vertex or primitive; size of an entry */
    uint32_t urb, urb_size;
    uint32_t primitive; /* GS: number of vertices of a primitive */
    bool single;        /* GS: one primitive for each thread, not two */
    bool primitive_id;  /* GS: r1 has the numbers of the primitives */
    /* MEDIA: how many threads may be spawned, and their descriptors. Root threads then have URB
     * handles in r0.0, as VS threads have. */
    const struct eu_descriptor *descriptors;
    uint32_t ndescriptors, children;
    uint32_t screen[2]; /* PS: width and height in pixels */
    /* PS: set of modes, in the order in which they are delivered: pixel, centroid, sample, all
     * perspective; then the same, linear */
    uint32_t barycentrics;
    bool source_depth, source_w; /* PS: these are delivered, too */
    bool vector_mask;            /* PS: cr0.0 VME */
};
/* The number of threads that @d asks for; 0 if its values contradict each other (@why says how). */
uint64_t eu_dispatch_count(const struct eu_dispatch *d, const char **why);
/* Starts all of them in @eu, which was made with that many threads, at least one. They are queued,
 * and get slots as far as there are any. The threads of a GPGPU group follow one another and get
 * their slots together; among groups, X is fastest; every thread gets the same constants. Returns 0
 * or -EU_ERR_NOMEM. Source: IVB vol. 2 part 2, 1.7.1, 1.8.4. */
int eu_dispatch(struct eu *eu, const struct eu_dispatch *d);
/* eu_dispatch_source - the same threads as a source; @d is borrowed. False: threads of this launch
 * must all be made before it begins. eu_dispatch_stream - starts them in @eu from @source, which is
 * that one, or one that calls it. */
bool eu_dispatch_source(const struct eu_dispatch *d, struct eu_source *source);
void eu_dispatch_stream(struct eu *eu, const struct eu_dispatch *d, const struct eu_source *source);

#endif
