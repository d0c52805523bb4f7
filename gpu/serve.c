#include "gpu/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gpu/tbx.h"

/* A page takes five messages: what has come is read in large pieces, and answers wait until there
 * is nothing more to decode. */
enum { IN_BYTES = 1 << 20, OUT_BYTES = 1 << 16 };

struct connection {
    int fd;
    struct gpu_tbx tbx;
    const struct gpu_serve *server;
    uint8_t *in, *out;
    size_t nin, nout;
    bool lost, told;
};

static bool send_all(int fd, const uint8_t *p, size_t n)
{
    while (n) {
        ssize_t sent = send(fd, p, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        p += sent;
        n -= (size_t)sent;
    }
    return true;
}

static void flush(struct connection *c)
{
    c->lost |= !send_all(c->fd, c->out, c->nout);
    c->nout = 0;
}

static void answer(void *ctx, const void *bytes, size_t n)
{
    struct connection *c = ctx;
    if (n > OUT_BYTES - c->nout)
        flush(c);
    if (n > OUT_BYTES) {
        c->lost |= !send_all(c->fd, bytes, n);
        return;
    }
    memcpy(c->out + c->nout, bytes, n);
    c->nout += n;
}

static void on_stop(void *ctx, enum gpu_stop stop)
{
    struct connection *c = ctx;
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
    *c = (struct connection){.fd = fd, .server = s};
    c->tbx = (struct gpu_tbx){.gpu = gpu_new(s->gen, &s->hooks),
                              .send = answer,
                              .stopped = on_stop,
                              .begins = on_first,
                              .ctx = c};
    c->in = malloc(IN_BYTES);
    c->out = malloc(OUT_BYTES);
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

/* False: it has gone, or sent what is no message. */
static bool serve_one(struct connection *c)
{
    ssize_t got = recv(c->fd, c->in + c->nin, IN_BYTES - c->nin, 0);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0)
        return false;
    c->nin += (size_t)got;
    size_t took = gpu_tbx_feed(&c->tbx, c->in, c->nin);
    c->nin -= took;
    memmove(c->in, c->in + took, c->nin);
    flush(c);
    if (c->tbx.error && c->server->refused)
        c->server->refused(c->server->ctx, c->tbx.error);
    return !c->lost && !c->tbx.error;
}

static void serve_ready(struct connection **all, size_t *n, const struct pollfd *fds)
{
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++)
        if (fds[i + 1].revents && !serve_one(all[i]))
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
            fds[i + 1] = (struct pollfd){.fd = all[i]->fd, .events = POLLIN};
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
    while (n)
        close_connection(all[--n]);
    return err;
}
