/* Serves drivers: each connection of the TBX wire has its own GPU on its own host thread, until the
 * caller asks for an end. */
#ifndef EULAB_GPU_SERVE_H
#define EULAB_GPU_SERVE_H

#include <stdatomic.h>

#include "gpu/tbx.h"

enum { GPU_CLIENTS_MAX = 64 };

struct gpu_serve {
    int listen; /* descriptor of a listening stream socket, borrowed */
    const struct gpu_device *device;
    struct gpu_hooks hooks; /* for each GPU; called by its connection's host thread */
    /* The functions below are called one at a time, by any host thread that has something to
     * report. A submission has stopped, once for each GPU: its driver is still served, but waits
     * for ever. */
    void (*stopped)(void *ctx, struct gpu *gpu, enum gpu_stop stop);
    /* A connection is closed, because it sent something that is no message, or was one too many. */
    void (*refused)(void *ctx, const char *why);
    void *ctx;
    /* Not 0: return. A signal that sets it must make @wake readable. */
    const atomic_int *end;
    const atomic_int *last;  /* not 0: return when no GPU is in use. May be NULL */
    const atomic_bool *held; /* set: ignore @last, a program may connect again. May be NULL */
    int wake;  /* a descriptor: readable when one of the two is set; 0: none. Borrowed */
    bool once; /* return when the last connection has closed */
    void (*opened)(void *ctx); /* a driver has connected. May be NULL */
    /* A connection is about to send more than a greeting; a connection has closed. May be NULL. */
    void (*came)(void *ctx, struct gpu_tbx *tbx);
    void (*left)(void *ctx, struct gpu_tbx *tbx);
    /* gpu_serve() will return: every running walker must stop. May be NULL. */
    void (*ending)(void *ctx);
    /* No message is served any more. The connections are closed next, and drivers die of that. May
     * be NULL. */
    void (*closing)(void *ctx);
};
/* Returns 0, or an errno. */
int gpu_serve(const struct gpu_serve *s);

#endif
