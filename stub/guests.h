/* Connections that have not sent anything yet. They are not clients: they neither control the
 * machine nor take a client's place. */
#ifndef EULAB_STUB_GUESTS_H
#define EULAB_STUB_GUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { GUESTS = 16, GUEST_BYTES = 4096, GUEST_PATIENCE = 10000 /* ms */ };

struct guest {
    int fd;
    char name[64];
    double until; /* seconds of the monotonic clock */
    uint8_t bytes[GUEST_BYTES];
    size_t n;
};
struct stub_guests {
    struct guest *list[GUESTS]; /* sorted, the oldest first */
    size_t n;
    unsigned patience; /* ms for which a guest may be silent */
};

/* guests_add - takes over @fd; if all places are taken, the oldest guest is dropped. False: out of
 * memory.
 * guests_read - reads what guest @i sends. GUEST_SPEAKS: it has sent a packet, or so much of one
 * that it can be nothing else. GUEST_GONE: it does not speak gdb's protocol, or has left; the other
 * guests have moved up.
 * guests_take - removes the guest from the list; the caller frees it and keeps its descriptor.
 * guests_drop - closes the connection, and writes @why to stderr; NULL: nothing is written.
 * guests_expire - drops guests that were silent for too long. Returns whether there is still one,
 * and in @left how long the next one may still be silent. */
enum guest_state { GUEST_WAITS, GUEST_SPEAKS, GUEST_GONE };
bool guests_add(struct stub_guests *g, int fd, const char *name);
enum guest_state guests_read(struct stub_guests *g, size_t i);
struct guest *guests_take(struct stub_guests *g, size_t i);
void guests_drop(struct stub_guests *g, size_t i, const char *why);
bool guests_expire(struct stub_guests *g, struct timespec *left);

#endif
