/* The server's side of a connection: offers shared memory, and sends and receives over it or over
 * the socket. */
#include "gpu/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gpu/ring.h"

/* A driver reads back page by page and waits for each. Its next message is likely to come at once,
 * and a sleep would take longer than that. */
enum { SPINS = 500, YIELDS = 20 };

void gpu_link_init(struct gpu_link *l, int fd)
{
    *l = (struct gpu_link){.fd = fd, .offered = -1};
}

void gpu_link_fini(struct gpu_link *l)
{
    if (l->rings)
        munmap(l->rings, sizeof *l->rings);
    if (l->offered >= 0)
        close(l->offered);
    close(l->fd);
    gpu_link_init(l, -1);
}

/* --- the offer --- */

/* Makes memory whose size no process can change. False: not possible. */
static bool make_rings(struct gpu_link *l, uint8_t key[GPU_RING_KEY_BYTES])
{
    l->offered = memfd_create("eulab", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (l->offered < 0 || ftruncate(l->offered, sizeof *l->rings) ||
        fcntl(l->offered, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) ||
        getrandom(key, GPU_RING_KEY_BYTES, 0) != GPU_RING_KEY_BYTES)
        return false;
    void *at = mmap(NULL, sizeof *l->rings, PROT_READ | PROT_WRITE, MAP_SHARED, l->offered, 0);
    if (at == MAP_FAILED)
        return false;
    l->rings = at;
    memcpy(l->rings->key, key, GPU_RING_KEY_BYTES);
    return true;
}

/* If the server has no such memory, it offers a name where nothing is found. */
static void offer_memory(struct gpu_link *l)
{
    struct gpu_ring_offer o = {.pid = (uint32_t)getpid(), .fd = -1};
    if (make_rings(l, o.key))
        o.fd = l->offered;
    (void)!send(l->fd, &o, sizeof o, MSG_NOSIGNAL | MSG_DONTWAIT);
    l->asked = true;
}

/* The first bytes of a connection: a request for shared memory, alone, or a driver's message. */
static void greet_client(struct gpu_link *l)
{
    uint8_t first[GPU_RING_ASK_BYTES];
    ssize_t got = recv(l->fd, first, sizeof first, MSG_DONTWAIT | MSG_PEEK);
    if (got <= 0)
        return;
    l->begun = true;
    if (got == sizeof first && !memcmp(first, GPU_RING_ASK, sizeof first) &&
        recv(l->fd, first, sizeof first, MSG_DONTWAIT) == sizeof first)
        offer_memory(l);
}

static void take_answer(struct gpu_link *l)
{
    char found = 0;
    if (recv(l->fd, &found, 1, MSG_DONTWAIT) != 1)
        return;
    l->asked = false;
    l->shared = found == GPU_RING_YES && l->rings;
    if (l->offered >= 0)
        close(l->offered);
    l->offered = -1;
}

/* --- shared memory --- */

static void wake_sleepers(struct gpu_link *l, _Atomic uint32_t *sleepers)
{
    static const char bytes[16];
    uint32_t n = atomic_load(sleepers) ? atomic_exchange(sleepers, 0) : 0;
    if (n)
        (void)!send(l->fd, bytes, n < sizeof bytes ? n : sizeof bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Reads wake-up bytes, and notes the end. */
static void drain_socket(struct gpu_link *l)
{
    char bytes[64];
    ssize_t got;
    do
        got = recv(l->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    while (got > 0 || (got < 0 && errno == EINTR));
    l->ended |= got == 0 || errno != EAGAIN;
}

/* The other process can write anything there, at any time. */
static ssize_t take_bytes(struct gpu_link *l, void *bytes, size_t n)
{
    struct gpu_ring *up = &l->rings->up;
    uint64_t filled = atomic_load(&up->put) - l->taken;
    size_t begin = l->taken % GPU_RING_UP_BYTES, before_end = GPU_RING_UP_BYTES - begin;
    if (filled > GPU_RING_UP_BYTES)
        return 0;
    n = n < filled ? n : (size_t)filled;
    n = n < before_end ? n : before_end;
    if (!n)
        return -1;
    memcpy(bytes, l->rings->up_bytes + begin, n);
    l->taken += n;
    atomic_store(&up->taken, l->taken);
    wake_sleepers(l, &l->rings->driver.stuck);
    return (ssize_t)n;
}

static ssize_t take_soon(struct gpu_link *l, void *bytes, size_t n)
{
    struct gpu_rings *r = l->rings;
    int here = sched_getcpu();
    atomic_store_explicit(&r->server.processor, here, memory_order_relaxed);
    bool apart = atomic_load_explicit(&r->driver.processor, memory_order_relaxed) != here;
    ssize_t got = take_bytes(l, bytes, n);
    for (unsigned i = 0; got < 0 && apart && i < SPINS; i++) {
        gpu_ring_pause();
        got = take_bytes(l, bytes, n);
    }
    /* what the driver wrote before it closed is still there */
    return got < 0 && l->ended ? 0 : got;
}

static void sleep_shared(struct gpu_link *l, bool sends, struct pollfd fds[2])
{
    struct gpu_rings *r = l->rings;
    atomic_store(&r->server.hungry, 1);
    atomic_store(&r->server.stuck, sends);
    bool room = sends && gpu_ring_filled(&r->down) < GPU_RING_DOWN_BYTES;
    bool idle = atomic_load(&r->up.put) == l->taken && !room && !l->ended;
    (void)poll(fds, 2, idle ? -1 : 0);
    atomic_store(&r->server.hungry, 0);
    atomic_store(&r->server.stuck, 0);
    drain_socket(l);
}

/* --- both --- */

ssize_t gpu_link_receive(struct gpu_link *l, void *bytes, size_t n)
{
    ssize_t got = -1;
    if (l->shared)
        return take_soon(l, bytes, n);
    for (unsigned i = 0; got < 0 && i < YIELDS; i++) {
        if (i)
            sched_yield();
        if (!l->begun)
            greet_client(l);
        if (l->asked)
            take_answer(l);
        if (l->shared)
            return take_soon(l, bytes, n);
        if (l->asked)
            continue;
        got = recv(l->fd, bytes, n, MSG_DONTWAIT);
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return 0;
    }
    return got;
}

ssize_t gpu_link_send(struct gpu_link *l, const void *bytes, size_t n)
{
    if (l->shared) {
        struct gpu_ring *down = &l->rings->down;
        size_t put = gpu_ring_put(down, l->rings->down_bytes, GPU_RING_DOWN_BYTES, bytes, n);
        wake_sleepers(l, &l->rings->driver.hungry);
        return l->ended ? -1 : (ssize_t)put;
    }
    ssize_t sent = send(l->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    return sent ? sent : -1;
}

bool gpu_link_wait(struct gpu_link *l, bool sends, int halt)
{
    bool room = sends && !l->shared;
    struct pollfd fds[2] = {{.fd = l->fd, .events = room ? POLLIN | POLLOUT : POLLIN},
                            {.fd = halt, .events = POLLIN}};
    if (l->shared)
        sleep_shared(l, sends, fds);
    else if (poll(fds, 2, -1) < 0)
        return false;
    return fds[1].revents;
}
