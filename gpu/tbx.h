/* TBX, the wire on which a driver talks to a simulated GPU: messages over a stream, decoded and
 * answered. Sockets are gpu/serve.c's. Source: what Debian's intel-opencl-icd 22.43 sends. Status:
 * spec (seen). */
#ifndef EULAB_GPU_TBX_H
#define EULAB_GPU_TBX_H

#include "gpu/gpu.h"
#include "gpu/record.h"

/* One side of a connection: a GPU of its own. */
struct gpu_tbx {
    struct gpu *gpu;
    /* Sends an answer; may keep it until the driver waits for one. */
    void (*send)(void *ctx, const void *bytes, size_t n);
    /* A submission has stopped: the driver is not told, its connection lives on. May be NULL. */
    void (*stopped)(void *ctx, enum gpu_stop stop);
    /* Before the first message but a greeting: most connections of a driver never send one. May be
     * NULL. */
    void (*begins)(void *ctx);
    void *ctx;
    struct gpu_record *record; /* borrowed; NULL: nobody records */
    bool begun;
    /* A long write whose bytes still come. */
    uint64_t address;
    uint64_t left;
    const char *error; /* what was no message; the connection is of no use any more */
};

/* gpu_tbx_feed - take what has come: @n bytes, as many as there are whole messages of (and parts of
 * a long write). Returns how many were taken; what is left over must come again with more behind
 * it. @c->error: set, nothing is taken any more. */
size_t gpu_tbx_feed(struct gpu_tbx *c, const uint8_t *bytes, size_t n);
/* What gpu_tbx_feed() may leave over, at most. */
enum { GPU_TBX_LEFT_OVER_MAX = 8192 };

#endif
