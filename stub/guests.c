/* Connections that have not sent a packet yet: they are no clients. */
#include "stub/guests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stub/stub_impl.h"

struct guest *guests_take(struct stub_guests *g, size_t i)
{
    struct guest *guest = g->list[i];
    g->n--;
    memmove(g->list + i, g->list + i + 1, (g->n - i) * sizeof *g->list);
    return guest;
}

void guests_drop(struct stub_guests *g, size_t i, const char *why)
{
    struct guest *guest = guests_take(g, i);
    if (why)
        fprintf(stderr, "eulab: %s was turned away: %s\n", guest->name, why);
    close(guest->fd);
    free(guest);
}

bool guests_add(struct stub_guests *g, int fd, const char *name)
{
    struct guest *guest = calloc(1, sizeof *guest);
    if (!guest)
        return false;
    if (g->n == GUESTS)
        guests_drop(g, 0, "it has said nothing, and another has come");
    guest->fd = fd;
    guest->until = stub_seconds() + g->patience * 1e-3;
    snprintf(guest->name, sizeof guest->name, "%s", name);
    g->list[g->n++] = guest;
    return true;
}

/* Only acknowledgements and Ctrl-C may come before the first packet. A browser begins with neither,
 * so what a web page sends reaches no packet handler. */
static enum guest_state judge_guest(const struct guest *guest)
{
    size_t i = 0;
    while (i < guest->n && memchr("+-\003", guest->bytes[i], 3))
        i++;
    if (i == guest->n)
        return i == GUEST_BYTES ? GUEST_GONE : GUEST_WAITS;
    if (guest->bytes[i] != '$')
        return GUEST_GONE;
    const uint8_t *hash = memchr(guest->bytes + i, '#', guest->n - i);
    bool whole = hash && guest->bytes + guest->n - hash > 2;
    return whole || guest->n == GUEST_BYTES ? GUEST_SPEAKS : GUEST_WAITS;
}

enum guest_state guests_read(struct stub_guests *g, size_t i)
{
    struct guest *guest = g->list[i];
    ssize_t k = read(guest->fd, guest->bytes + guest->n, GUEST_BYTES - guest->n);
    if (k < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        return GUEST_WAITS;
    guest->n += k > 0 ? (size_t)k : 0;
    enum guest_state state = k > 0 ? judge_guest(guest) : GUEST_GONE;
    if (state == GUEST_GONE)
        guests_drop(g, i, k > 0 ? "it does not speak gdb's protocol" : NULL);
    return state;
}

bool guests_expire(struct stub_guests *g, struct timespec *left)
{
    double t = g->n ? stub_seconds() : 0;
    while (g->n && g->list[0]->until <= t)
        guests_drop(g, 0, "it has said nothing for too long");
    double s = g->n ? g->list[0]->until - t : 0;
    *left = (struct timespec){(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
    return g->n;
}
