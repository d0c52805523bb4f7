/* The bytes of a connection, at the server's side: over its socket, or through memory shared with
 * the driver's process once that has asked for it (gpu/ring.h). Of one thread. */
#ifndef EULAB_GPU_LINK_H
#define EULAB_GPU_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct gpu_rings;
struct gpu_link {
    int fd;                  /* the socket */
    bool begun;              /* its first bytes were seen */
    bool asked;              /* for shared memory, and has not said whether it was found */
    int offered;             /* the file of that memory, or -1 */
    struct gpu_rings *rings; /* that were offered, or NULL */
    bool shared;             /* the driver's side has found them: the socket wakes and ends */
    bool ended;              /* the socket has */
    uint64_t taken;          /* bytes, as nobody else can write it */
};

/* gpu_link_init - takes @fd, which gpu_link_fini() closes. */
void gpu_link_init(struct gpu_link *l, int fd);
void gpu_link_fini(struct gpu_link *l);
/* gpu_link_receive - what has come, at most @n bytes (not 0), after a short wait for it. 0: the
 * driver has gone, or writes nonsense; -1: it says nothing now. */
ssize_t gpu_link_receive(struct gpu_link *l, void *bytes, size_t n);
/* gpu_link_send - as much of @n bytes as goes without waiting; returns how much, or -1: the driver
 * has gone. */
ssize_t gpu_link_send(struct gpu_link *l, const void *bytes, size_t n);
/* gpu_link_wait - until there may be something to receive, or room if @sends, or @halt is readable.
 * True: @halt is. */
bool gpu_link_wait(struct gpu_link *l, bool sends, int halt);

#endif
