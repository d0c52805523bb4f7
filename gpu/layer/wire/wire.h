/* A driver's connection through shared memory, on the driver's side. It understands the messages
 * (gpu/tbx.c) only as far as it needs to read ahead: a driver reads back page by page and waits for
 * each, so the pages that it is likely to want next are requested beforehand. */
#ifndef EULAB_GPU_LAYER_WIRE_WIRE_H
#define EULAB_GPU_LAYER_WIRE_WIRE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "gpu/ring.h"

typedef ssize_t send_function(int, const void *, size_t, int);
typedef ssize_t recv_function(int, void *, size_t, int);

struct wire;
/* wire_new - takes over the socket @fd. Both sides use the socket to wake each other, by libc's
 * @sends and @receives. Takes ownership of the mapping @rings. NULL: no memory. */
struct wire *wire_new(int fd, struct gpu_rings *rings, send_function *sends,
                      recv_function *receives);
void wire_free(struct wire *w);
/* Like send() and recv() on a blocking socket; any thread may call them. Received bytes that are
 * already there are not written again: pages that the GPU has not changed may be read-only or
 * shared with another process. */
ssize_t wire_send(struct wire *w, const void *bytes, size_t n);
ssize_t wire_receive(struct wire *w, void *bytes, size_t n);

/* wire_meet - as eulab_meet() (gpu/layer/wire/shared.h), for one connection. */
bool wire_meet(struct wire *w);
/* wire_clock - the time of its GPU, in ticks; 0: it has not begun. */
uint64_t wire_clock(struct wire *w);

#endif
