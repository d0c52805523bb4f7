/* Serves drivers: connections of the TBX wire, each a GPU of its own, until it is asked to stop. */
#ifndef EULAB_GPU_SERVE_H
#define EULAB_GPU_SERVE_H

#include <signal.h>

#include "gpu/gpu.h"

enum { GPU_CLIENTS_MAX = 64 };

struct gpu_serve {
    int listen; /* descriptor of a listening stream socket, borrowed */
    unsigned gen;
    struct gpu_hooks hooks; /* of each GPU */
    /* A submission has stopped, once for each GPU: its driver is served on, but waits for ever. */
    void (*stopped)(void *ctx, struct gpu *gpu, enum gpu_stop stop);
    /* A connection has sent what is no message, or was one too many: it is closed. */
    void (*refused)(void *ctx, const char *why);
    void *ctx;
    const volatile sig_atomic_t
        *end;  /* not 0: come back. A signal must interrupt the wait for it */
    bool once; /* come back when the last connection has gone */
};
/* Returns 0, or an errno. */
int gpu_serve(const struct gpu_serve *s);

#endif
