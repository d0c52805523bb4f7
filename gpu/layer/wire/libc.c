/* This library is loaded into the programs that eulab cl runs. It moves a connection to the port of
 * EULAB_WIRE from its socket to memory shared with the server (gpu/ring.h), if both sides can. It
 * overrides libc's connect(), send(), recv() and close(), which are all a driver calls, and passes
 * on calls for other sockets. Of the flags of a call only MSG_NOSIGNAL has an effect. */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gpu/layer/wire/shared.h"
#include "gpu/layer/wire/wire.h"

enum { SOCKETS = 1024 }; /* sockets beyond it are passed on to libc */

/* Indexed by the socket's number. A library that overrides libc has one table in each process. */
static struct wire *_Atomic wires[SOCKETS];

static struct wire *wire_of(int fd)
{
    return fd >= 0 && fd < SOCKETS ? atomic_load(&wires[fd]) : NULL;
}

/* libc's functions, looked up at the first call: constructors of other libraries may call them
 * before any constructor of this one. */
enum libcs_function { CONNECT, SEND, RECV, CLOSE, FUNCTIONS };
static void *_Atomic functions[FUNCTIONS];

static void *libcs(enum libcs_function which)
{
    static const char *const names[] = {"connect", "send", "recv", "close"};
    void *known = atomic_load_explicit(&functions[which], memory_order_relaxed);
    if (!known) {
        known = dlsym(RTLD_NEXT, names[which]);
        atomic_store_explicit(&functions[which], known, memory_order_relaxed);
    }
    return known;
}

typedef int connect_function(int, const struct sockaddr *, socklen_t);
typedef int close_function(int);

/* --- the beginning --- */

static bool is_servers(const struct sockaddr *to, socklen_t n)
{
    const char *port = getenv("EULAB_WIRE");
    struct sockaddr_in at;
    if (!port || !to || n < sizeof at || to->sa_family != AF_INET)
        return false;
    memcpy(&at, to, sizeof at);
    return at.sin_addr.s_addr == htonl(INADDR_LOOPBACK) &&
           ntohs(at.sin_port) == strtoul(port, NULL, 10);
}

/* The memory that the server offers. NULL: it cannot be opened from here. */
static struct gpu_rings *find_rings(const struct gpu_ring_offer *o)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%lu/fd/%ld", (unsigned long)o->pid, (long)o->fd);
    int file = o->fd >= 0 ? open(path, O_RDWR | O_CLOEXEC) : -1;
    struct gpu_rings *r = MAP_FAILED;
    if (file >= 0 && lseek(file, 0, SEEK_END) == sizeof *r)
        r = mmap(NULL, sizeof *r, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        ((close_function *)libcs(CLOSE))(file);
    if (r != MAP_FAILED && memcmp(r->key, o->key, sizeof o->key) == 0)
        return r;
    if (r != MAP_FAILED)
        munmap(r, sizeof *r);
    return NULL;
}

/* The two sides wake one another with single bytes, which would wait for the acknowledgement of the
 * byte before. */
static void begin(int fd)
{
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    send_function *sends = (send_function *)libcs(SEND);
    recv_function *receives = (recv_function *)libcs(RECV);
    struct gpu_ring_offer o;
    if (sends(fd, GPU_RING_ASK, GPU_RING_ASK_BYTES, MSG_NOSIGNAL) != GPU_RING_ASK_BYTES ||
        receives(fd, &o, sizeof o, MSG_WAITALL) != sizeof o)
        return;
    struct gpu_rings *rings = find_rings(&o);
    struct wire *w = rings ? wire_new(fd, rings, sends, receives) : NULL;
    char found = w ? GPU_RING_YES : GPU_RING_NO;
    if (rings && !w)
        munmap(rings, sizeof *rings);
    (void)!sends(fd, &found, 1, MSG_NOSIGNAL);
    atomic_store(&wires[fd], w);
}

/* --- libc's functions --- */

int connect(int fd, const struct sockaddr *to, socklen_t n)
{
    int error = ((connect_function *)libcs(CONNECT))(fd, to, n);
    if (error == 0 && fd < SOCKETS && !wire_of(fd) && is_servers(to, n))
        begin(fd);
    return error;
}

ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
    struct wire *w = wire_of(fd);
    if (!w)
        return ((send_function *)libcs(SEND))(fd, bytes, n, flags);
    ssize_t sent = wire_send(w, bytes, n);
    if (sent < 0 && !(flags & MSG_NOSIGNAL))
        raise(SIGPIPE); /* otherwise a driver retries for ever when the server has closed the
                           connection */
    return sent;
}

ssize_t recv(int fd, void *bytes, size_t n, int flags)
{
    struct wire *w = wire_of(fd);
    if (!w)
        return ((recv_function *)libcs(RECV))(fd, bytes, n, flags);
    return wire_receive(w, bytes, n);
}

bool eulab_meet(void)
{
    bool waits = false;
    for (int fd = 0; fd < SOCKETS; fd++) {
        struct wire *w = wire_of(fd);
        waits |= w && wire_meet(w);
    }
    return waits;
}

uint64_t eulab_clock(void)
{
    uint64_t latest = 0;
    for (int fd = 0; fd < SOCKETS; fd++) {
        struct wire *w = wire_of(fd);
        uint64_t ticks = w ? wire_clock(w) : 0;
        latest = ticks > latest ? ticks : latest;
    }
    return latest;
}

/* As for any socket, no other thread uses it at that time. */
int close(int fd)
{
    struct wire *w = wire_of(fd);
    if (w) {
        atomic_store(&wires[fd], NULL);
        wire_free(w);
    }
    return ((close_function *)libcs(CLOSE))(fd);
}
