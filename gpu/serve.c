#include "gpu/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gpu/tbx.h"

/* A page takes five messages: what has come is read in large pieces, and answers wait until there
 * is nothing more to decode. */
enum { IN_BYTES = 1 << 20, OUT_BYTES = 1 << 16, OUT_MAX = 1 << 30 };

struct connection {
    int fd;
    struct gpu_tbx tbx;
    const struct gpu_serve *server;
    uint8_t *in, *out;
    size_t nin, nout, out_room;
    bool lost, told;
};

/* As much as goes without waiting: a driver may send on from one thread before another has read
 * what it asked for, and whoever waited for it then would wait for ever. */
static void flush(struct connection *c)
{
    size_t done = 0;
    while (done < c->nout && !c->lost) {
        ssize_t sent = send(c->fd, c->out + done, c->nout - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN)
            break;
        c->lost = sent == 0 || (sent < 0 && errno != EINTR);
        done += sent > 0 ? (size_t)sent : 0;
    }
    c->nout -= done;
    memmove(c->out, c->out + done, c->nout);
}

static bool make_room(struct connection *c, size_t n)
{
    size_t room = c->out_room;
    while (room - c->nout < n)
        room *= 2;
    uint8_t *out = room <= OUT_MAX ? realloc(c->out, room) : NULL;
    if (!out)
        return false;
    c->out = out;
    c->out_room = room;
    return true;
}

static void answer(void *ctx, const void *bytes, size_t n)
{
    struct connection *c = ctx;
    if (n > c->out_room - c->nout)
        flush(c);
    if (n > c->out_room - c->nout && !make_room(c, n)) {
        c->lost = true;
        return;
    }
    memcpy(c->out + c->nout, bytes, n);
    c->nout += n;
}

/* It has closed its side; what it sent before may still be there. */
static bool has_gone(void *ctx)
{
    const struct connection *c = ctx;
    struct pollfd p = {.fd = c->fd, .events = POLLRDHUP};
    return poll(&p, 1, 0) > 0 && p.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

static void on_stop(void *ctx, enum gpu_stop stop)
{
    struct connection *c = ctx;
    if (stop == GPU_ABANDONED)
        return; /* the connection's end is seen next */
    flush(c);
    if (!c->told && c->server->stopped)
        c->server->stopped(c->server->ctx, c->tbx.gpu, stop);
    c->told = true;
}

static void on_first(void *ctx)
{
    struct connection *c = ctx;
    if (c->server->came)
        c->server->came(c->server->ctx, &c->tbx);
}

static void close_connection(struct connection *c)
{
    if (c->tbx.begun && c->server->left)
        c->server->left(c->server->ctx, &c->tbx);
    close(c->fd);
    gpu_free(c->tbx.gpu);
    free(c->in);
    free(c->out);
    free(c);
}

static struct connection *open_connection(const struct gpu_serve *s, int fd)
{
    struct connection *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    struct gpu_hooks hooks = s->hooks;
    *c = (struct connection){.fd = fd, .server = s};
    hooks.abandoned = has_gone;
    hooks.abandoned_ctx = c;
    c->tbx = (struct gpu_tbx){.gpu = gpu_new(s->gen, &hooks),
                              .send = answer,
                              .stopped = on_stop,
                              .begins = on_first,
                              .ctx = c};
    c->in = malloc(IN_BYTES);
    c->out = malloc(OUT_BYTES);
    c->out_room = OUT_BYTES;
    if (c->tbx.gpu && c->in && c->out)
        return c;
    c->fd = -1;
    close_connection(c);
    return NULL;
}

static void refuse(const struct gpu_serve *s, int fd, const char *why)
{
    if (s->refused)
        s->refused(s->ctx, why);
    if (fd >= 0)
        close(fd);
}

static void accept_one(const struct gpu_serve *s, struct connection **all, size_t *n)
{
    int fd = accept4(s->listen, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0)
        return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    struct connection *c = *n < GPU_CLIENTS_MAX ? open_connection(s, fd) : NULL;
    if (c && s->opened)
        s->opened(s->ctx);
    if (c)
        all[(*n)++] = c;
    else
        refuse(s, fd, *n < GPU_CLIENTS_MAX ? "no memory" : "too many connections");
}

/* A driver reads back page by page and waits for each: it is likely to be heard again at once, and
 * polling between takes longer than that. 0: it has gone; -1: it says nothing now. */
static ssize_t receive(struct connection *c, bool wait)
{
    enum { YIELDS = 20 };
    ssize_t got = -1;
    for (unsigned i = 0; got < 0 && i < YIELDS; i++) {
        if (i)
            sched_yield();
        got = recv(c->fd, c->in + c->nin, IN_BYTES - c->nin, wait ? 0 : MSG_DONTWAIT);
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return 0;
    }
    return got;
}

/* False: it has gone, or sent what is no message. */
static bool serve_one(struct connection *c, bool reads)
{
    enum { ROUNDS = 256 }; /* then others have their turn */
    ssize_t got = 1;
    flush(c);
    if (!reads)
        return !c->lost;
    for (unsigned i = 0; i < ROUNDS && (got = receive(c, i == 0)) > 0; i++) {
        c->nin += (size_t)got;
        size_t took = gpu_tbx_feed(&c->tbx, c->in, c->nin);
        c->nin -= took;
        memmove(c->in, c->in + took, c->nin);
        flush(c);
        if (c->tbx.error && c->server->refused)
            c->server->refused(c->server->ctx, c->tbx.error);
        if (c->lost || c->tbx.error)
            return false;
    }
    return got != 0;
}

static void serve_ready(struct connection **all, size_t *n, const struct pollfd *fds)
{
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++)
        if (fds[i + 1].revents && !serve_one(all[i], fds[i + 1].revents & ~POLLOUT))
            close_connection(all[i]);
        else
            all[kept++] = all[i];
    *n = kept;
}

/* Whether a connection has sent more than a greeting. */
static bool busy(struct connection **all, size_t n)
{
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= all[i]->tbx.begun;
    return any;
}

int gpu_serve(const struct gpu_serve *s)
{
    struct connection *all[GPU_CLIENTS_MAX];
    size_t n = 0;
    int err = 0;
    bool any = false;
    while (!*s->end && !err && !(s->once && any && !n) && !(s->last && *s->last && !busy(all, n))) {
        struct pollfd fds[GPU_CLIENTS_MAX + 2] = {{.fd = s->listen, .events = POLLIN}};
        size_t polled = n;
        for (size_t i = 0; i < n; i++)
            fds[i + 1] = (struct pollfd){.fd = all[i]->fd,
                                         .events = all[i]->nout ? POLLIN | POLLOUT : POLLIN};
        fds[n + 1] = (struct pollfd){.fd = s->wake ? s->wake : -1, .events = POLLIN};
        if (poll(fds, polled + 2, -1) < 0) {
            err = errno == EINTR ? 0 : errno;
            continue;
        }
        if (fds[polled + 1].revents)
            (void)!read(s->wake, &(char){0}, 1);
        serve_ready(all, &n, fds);
        if (fds[0].revents)
            accept_one(s, all, &n);
        any |= n > 0;
    }
    if (s->closing)
        s->closing(s->ctx);
    while (n)
        close_connection(all[--n]);
    return err;
}
