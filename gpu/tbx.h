/* TBX, the wire on which a driver talks to a simulated GPU: decodes and answers the messages of a
 * stream. Sockets are in gpu/serve.c. Source: what Debian's intel-opencl-icd 22.43 sends. Status:
 * spec (seen). */
#ifndef EULAB_GPU_TBX_H
#define EULAB_GPU_TBX_H

#include "gpu/gpu.h"
#include "gpu/record.h"

/* As a real GPU is reset at last whose driver does not go on. */
#define GPU_PATIENCE (60 * UINT64_C(1000000000))

/* The server's side of one connection, with its own GPU. */
struct gpu_tbx {
    struct gpu *gpu;
    /* Sends an answer; it may be kept back until the driver waits for one. */
    void (*send)(void *ctx, const void *bytes, size_t n);
    /* A submission has stopped. The driver gets no report, and its connection stays open. May be
     * NULL. */
    void (*stopped)(void *ctx, enum gpu_stop stop);
    /* Called before the first message that is no greeting: most connections of a driver never send
     * one. May be NULL. */
    void (*begins)(void *ctx);
    void *ctx;
    struct gpu_record *record; /* borrowed; NULL: nothing is recorded */
    bool begun;
    /* A long write whose bytes have not all come. */
    uint64_t address;
    uint64_t left;
    /* How long the GPU may wait for the driver to write to memory, and since when it has waited, in
     * ns; 0: it does not. */
    uint64_t patience, since;
    const char *error; /* why the bytes are no message; the connection cannot be used any more */
};

/* gpu_tbx_feed - takes @n bytes that have come, as far as they are whole messages (and parts of a
 * long write). Returns how many were taken; the caller passes the rest again with more bytes after
 * it. If @c->error is set, nothing is taken any more. */
size_t gpu_tbx_feed(struct gpu_tbx *c, const uint8_t *bytes, size_t n);
/* Limit of bytes that gpu_tbx_feed() leaves over. */
enum { GPU_TBX_LEFT_OVER_MAX = 8192 };

#endif
