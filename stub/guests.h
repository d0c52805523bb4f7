/* Connections that have not spoken yet: no clients, so that they neither control the machine nor
 * take a client's place. */
#ifndef EULAB_STUB_GUESTS_H
#define EULAB_STUB_GUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GUESTS = 16, GUEST_BYTES = 4096, GUEST_PATIENCE = 10000 /* ms */ };

struct guest {
    int fd;
    char name[64];
    double until; /* seconds of the monotonic clock */
    uint8_t bytes[GUEST_BYTES];
    size_t n;
};
struct stub_guests {
    struct guest *list[GUESTS]; /* the oldest first */
    size_t n;
    unsigned patience; /* ms that a guest may be silent */
};

/* guests_add - takes @fd; where all places are taken the oldest guest goes. False: no memory.
 * guests_read - what guest @i sends. GUEST_SPEAKS: its first packet is there, or so much of one
 * that it can be nothing else. GUEST_GONE: it was no client of gdb's protocol, or has left; other
 * guests have its place now.
 * guests_take - it is a guest no more: free() it, and keep its descriptor.
 * guests_drop - closed, with @why on stderr; NULL: no word.
 * guests_expire - those that were silent for too long go. Returns the milliseconds until the next
 * one is due; -1: none is. */
enum guest_state { GUEST_WAITS, GUEST_SPEAKS, GUEST_GONE };
bool guests_add(struct stub_guests *g, int fd, const char *name);
enum guest_state guests_read(struct stub_guests *g, size_t i);
struct guest *guests_take(struct stub_guests *g, size_t i);
void guests_drop(struct stub_guests *g, size_t i, const char *why);
int guests_expire(struct stub_guests *g);

#endif
