/* The bytes of a connection on the server's side: over its socket, or through memory shared with
 * the driver's process once that has asked for it (gpu/ring.h). One thread uses it. */
#ifndef EULAB_GPU_LINK_H
#define EULAB_GPU_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct gpu_rings;
struct gpu_link {
    int fd;      /* the socket */
    bool begun;  /* its first bytes were seen */
    bool asked;  /* it asked for shared memory, and has not said yet whether it found it */
    int offered; /* the file of the offered memory, or -1 */
    struct gpu_rings *rings; /* that memory, or NULL */
    bool shared;    /* the driver's side has found it: the socket only wakes and signals the end */
    bool ended;     /* the socket is closed */
    uint64_t taken; /* number of bytes; private, so that the other side cannot write it */
};

/* gpu_link_init - takes ownership of @fd; gpu_link_fini() closes it. */
void gpu_link_init(struct gpu_link *l, int fd);
void gpu_link_fini(struct gpu_link *l);
/* gpu_link_receive - receives what has come, at most @n bytes (not 0), after a short wait. 0: the
 * driver has closed or writes nonsense; -1: nothing has come. */
ssize_t gpu_link_receive(struct gpu_link *l, void *bytes, size_t n);
/* gpu_link_send - sends as many of @n bytes as possible without waiting. Returns how many, or -1:
 * the driver has closed. */
ssize_t gpu_link_send(struct gpu_link *l, const void *bytes, size_t n);
/* gpu_link_wait - waits until there may be something to receive, or room if @sends, or @halt is
 * readable. True: @halt is readable. */
bool gpu_link_wait(struct gpu_link *l, bool sends, int halt);

#endif
