/* A driver's connection through shared memory, at the driver's side. It knows the messages
 * (gpu/tbx.c) as far as it must to read ahead: a driver reads back page by page and waits for each,
 * so the pages that it is likely to want next are asked for beforehand. */
#ifndef EULAB_GPU_LAYER_WIRE_WIRE_H
#define EULAB_GPU_LAYER_WIRE_WIRE_H

#include <sys/types.h>

#include "gpu/ring.h"

typedef ssize_t send_function(int, const void *, size_t, int);
typedef ssize_t recv_function(int, void *, size_t, int);

struct wire;
/* wire_new - of the socket @fd, which the other side and this one use to wake each other, by libc's
 * @sends and @receives. It takes the mapping @rings. NULL: no memory. */
struct wire *wire_new(int fd, struct gpu_rings *rings, send_function *sends,
                      recv_function *receives);
void wire_free(struct wire *w);
/* As send() and recv() of a socket that blocks; any thread may call them. What is received and is
 * there already is not written again: pages that the GPU has not changed stay as they are, be they
 * read-only or shared with another process. */
ssize_t wire_send(struct wire *w, const void *bytes, size_t n);
ssize_t wire_receive(struct wire *w, void *bytes, size_t n);

#endif
