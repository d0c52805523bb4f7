/* Serves drivers: connections of the TBX wire, each a GPU of its own on a host thread of its own,
 * until it is asked to stop. */
#ifndef EULAB_GPU_SERVE_H
#define EULAB_GPU_SERVE_H

#include <stdatomic.h>

#include "gpu/tbx.h"

enum { GPU_CLIENTS_MAX = 64 };

struct gpu_serve {
    int listen; /* descriptor of a listening stream socket, borrowed */
    const struct gpu_device *device;
    struct gpu_hooks hooks; /* of each GPU, called by its connection's host thread */
    /* The functions below are called one at a time, by whichever host thread has something to tell.
     * A submission has stopped, once for each GPU: its driver is served on, but waits for ever. */
    void (*stopped)(void *ctx, struct gpu *gpu, enum gpu_stop stop);
    /* A connection has sent what is no message, or was one too many: it is closed. */
    void (*refused)(void *ctx, const char *why);
    void *ctx;
    /* Not 0: come back. A signal must make @wake readable for it. */
    const atomic_int *end;
    const atomic_int *last;  /* not 0: come back when nobody uses a GPU. May be NULL */
    const atomic_bool *held; /* set: not for @last, more may come. May be NULL */
    int wake;  /* a descriptor: a byte to read says that one of the two is set; 0: none. Borrowed */
    bool once; /* come back when the last connection has gone */
    void (*opened)(void *ctx); /* somebody has connected. May be NULL */
    /* A connection is about to send more than a greeting, and it has gone. May be NULL. */
    void (*came)(void *ctx, struct gpu_tbx *tbx);
    void (*left)(void *ctx, struct gpu_tbx *tbx);
    /* It will come back: whatever walker runs is to stop. May be NULL. */
    void (*ending)(void *ctx);
    /* No message is served any more; connections are closed next, which drivers do not survive. May
     * be NULL. */
    void (*closing)(void *ctx);
};
/* Returns 0, or an errno. */
int gpu_serve(const struct gpu_serve *s);

#endif
