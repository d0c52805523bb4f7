/* Recordings of what a driver sent (.aub): read, applied packet by packet. */
#ifndef EULAB_GPU_AUB_H
#define EULAB_GPU_AUB_H

#include "gpu/gpu.h"

/* What a recording says of itself in its version packet. */
struct gpu_aub_header {
    unsigned device;  /* bits 15..8 of the packet: 11 bdw, 12 skl ... */
    unsigned gen;     /* 8 or 9 */
    const char *name; /* "skl" */
};
/* gpu_aub_header - of the @n bytes of a file; false: no recording of a device that is known, @why
 * says so. */
bool gpu_aub_header(const uint8_t *bytes, size_t n, struct gpu_aub_header *h, const char **why);
/* gpu_aub_replay - apply all packets in order; submissions execute as they come. GPU_DONE, or the
 * first stop; gpu_why() says where in the file a damaged one is. */
enum gpu_stop gpu_aub_replay(struct gpu *gpu, const uint8_t *bytes, size_t n);

#endif
