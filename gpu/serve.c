/* Serves drivers over sockets: one host thread and one GPU for each connection. gpu/tbx.c decodes
 * the messages. */
#include "gpu/serve.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gpu/link.h"
#include "gpu/tbx.h"

/* A page takes five messages. Therefore input is read in large pieces, and answers wait until there
 * is nothing more to decode. */
enum { IN_BYTES = 1 << 20, OUT_BYTES = 1 << 16, OUT_MAX = 1 << 30 };

struct server {
    const struct gpu_serve *to;
    /* protects the calls of the functions of @to, and link.fd of connections from being closed */
    pthread_mutex_t calls;
    struct connection *all;
    size_t n;
    atomic_uint busy; /* connections that have sent more than a greeting */
    int ended;        /* eventfd: a connection has ended */
    int halt;         /* eventfd: readable for ever once no message may be served any more */
};

struct connection {
    struct connection *next;
    struct server *server;
    pthread_t host;
    struct gpu_link link;
    struct gpu_tbx tbx;
    uint8_t *in, *out;
    size_t nin, nout, out_room;
    bool lost, told;
    atomic_bool spoke; /* it has sent more than a greeting */
    atomic_bool ended; /* its host thread is about to end */
};

/* --- answers --- */

/* Sends as much as possible without waiting. A driver may go on sending from one thread before
 * another has read its answer; a server that waited for that would wait for ever. */
static void flush_answers(struct connection *c)
{
    size_t done = 0;
    while (done < c->nout && !c->lost) {
        ssize_t sent = gpu_link_send(&c->link, c->out + done, c->nout - done);
        c->lost = sent < 0;
        if (sent <= 0)
            break;
        done += (size_t)sent;
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

static void queue_answer(void *ctx, const void *bytes, size_t n)
{
    struct connection *c = ctx;
    if (n > c->out_room - c->nout)
        flush_answers(c);
    if (n > c->out_room - c->nout && !make_room(c, n)) {
        c->lost = true;
        return;
    }
    memcpy(c->out + c->nout, bytes, n);
    c->nout += n;
}

/* --- reports --- */

static void call(struct server *s, void (*f)(void *ctx))
{
    pthread_mutex_lock(&s->calls);
    if (f)
        f(s->to->ctx);
    pthread_mutex_unlock(&s->calls);
}

static void call_with_tbx(struct connection *c, void (*f)(void *ctx, struct gpu_tbx *tbx))
{
    pthread_mutex_lock(&c->server->calls);
    if (f)
        f(c->server->to->ctx, &c->tbx);
    pthread_mutex_unlock(&c->server->calls);
}

static void refuse_client(struct server *s, const char *why)
{
    pthread_mutex_lock(&s->calls);
    if (s->to->refused)
        s->to->refused(s->to->ctx, why);
    pthread_mutex_unlock(&s->calls);
}

/* The driver has closed its side; what it sent before may still be there. */
static bool has_gone(void *ctx)
{
    const struct connection *c = ctx;
    struct pollfd p = {.fd = c->link.fd, .events = POLLRDHUP};
    return poll(&p, 1, 0) > 0 && p.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

static void on_stop(void *ctx, enum gpu_stop stop)
{
    struct connection *c = ctx;
    struct server *s = c->server;
    if (stop == GPU_ABANDONED)
        return; /* the end of the connection is seen next */
    flush_answers(c);
    pthread_mutex_lock(&s->calls);
    if (!c->told && s->to->stopped)
        s->to->stopped(s->to->ctx, c->tbx.gpu, stop);
    pthread_mutex_unlock(&s->calls);
    c->told = true;
}

static void on_first(void *ctx)
{
    struct connection *c = ctx;
    c->server->busy++;
    c->spoke = true;
    call_with_tbx(c, c->server->to->came);
}

/* --- a connection --- */

static void close_connection(struct connection *c)
{
    if (c->tbx.begun) {
        call_with_tbx(c, c->server->to->left);
        c->server->busy--;
    }
    pthread_mutex_lock(&c->server->calls);
    gpu_link_fini(&c->link);
    pthread_mutex_unlock(&c->server->calls);
    gpu_free(c->tbx.gpu);
    free(c->in);
    free(c->out);
}

/* Serves all that has come. False: the driver has closed, or sent something that is no message. */
static bool serve_bytes(struct connection *c)
{
    ssize_t got;
    while ((got = gpu_link_receive(&c->link, c->in + c->nin, IN_BYTES - c->nin)) > 0) {
        c->nin += (size_t)got;
        size_t took = gpu_tbx_feed(&c->tbx, c->in, c->nin);
        c->nin -= took;
        memmove(c->in, c->in + took, c->nin);
        flush_answers(c);
        if (c->tbx.error)
            refuse_client(c->server, c->tbx.error);
        if (c->lost || c->tbx.error)
            return false;
        if (*c->server->to->end)
            break;
    }
    return got != 0;
}

/* The connection's host thread: runs until the driver closes, or until the server is to end and
 * closes the connection later. */
static void *serve_connection(void *arg)
{
    struct connection *c = arg;
    bool there = true, halted = false;
    while (there && !halted) {
        halted = gpu_link_wait(&c->link, c->nout, c->server->halt);
        flush_answers(c);
        if (!halted)
            there = serve_bytes(c);
        there &= !c->lost;
    }
    if (!there)
        close_connection(c);
    c->ended = true;
    (void)!write(c->server->ended, &(uint64_t){1}, sizeof(uint64_t));
    return NULL;
}

/* Signals go to other host threads. */
static int start_host(struct connection *c)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int err = pthread_create(&c->host, NULL, serve_connection, c);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return err;
}

static bool open_connection(struct server *s, int fd)
{
    struct connection *c = calloc(1, sizeof *c);
    if (!c) {
        close(fd);
        return false;
    }
    struct gpu_hooks hooks = s->to->hooks;
    *c = (struct connection){.server = s, .next = s->all};
    gpu_link_init(&c->link, fd);
    hooks.abandoned = has_gone;
    hooks.abandoned_ctx = c;
    c->tbx = (struct gpu_tbx){.gpu = gpu_new(s->to->device, &hooks),
                              .send = queue_answer,
                              .stopped = on_stop,
                              .begins = on_first,
                              .ctx = c,
                              .patience = GPU_PATIENCE};
    c->in = malloc(IN_BYTES);
    c->out = malloc(OUT_BYTES);
    c->out_room = OUT_BYTES;
    if (c->tbx.gpu && c->in && c->out && start_host(c) == 0) {
        s->all = c;
        s->n++;
        return true;
    }
    close_connection(c);
    free(c);
    return false;
}

/* --- the server --- */

/* Removes a connection from the list, once its host thread has ended. */
static void remove_connection(struct server *s, struct connection **at)
{
    struct connection *c = *at;
    pthread_join(c->host, NULL);
    if (c->link.fd >= 0)
        close_connection(c);
    *at = c->next;
    s->n--;
    free(c);
}

/* Removes connections whose host threads have ended; @all: waits for the others. */
static void remove_ended(struct server *s, bool all)
{
    for (struct connection **at = &s->all; *at;)
        if ((*at)->ended || all)
            remove_connection(s, at);
        else
            at = &(*at)->next;
}

/* Removes the oldest connection that has sent no more than a greeting. False: there is none. */
static bool remove_silent(struct server *s)
{
    struct connection **oldest = NULL;
    for (struct connection **at = &s->all; *at; at = &(*at)->next)
        if (!(*at)->spoke)
            oldest = at;
    if (!oldest)
        return false;
    pthread_mutex_lock(&s->calls);
    if ((*oldest)->link.fd >= 0)
        shutdown((*oldest)->link.fd, SHUT_RDWR);
    pthread_mutex_unlock(&s->calls);
    remove_connection(s, oldest);
    refuse_client(s, "it has sent nothing, and another has come");
    return true;
}

static void accept_one(struct server *s)
{
    int fd = accept4(s->to->listen, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0)
        return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    if (s->n == GPU_CLIENTS_MAX && !remove_silent(s)) {
        close(fd);
        refuse_client(s, "too many connections");
    } else if (open_connection(s, fd)) {
        call(s, s->to->opened);
    } else {
        refuse_client(s, "no memory");
    }
}

static void stop_serving(struct server *s)
{
    call(s, s->to->ending);
    (void)!write(s->halt, &(uint64_t){1}, sizeof(uint64_t));
    for (const struct connection *c = s->all; c; c = c->next)
        while (!c->ended)
            (void)!read(s->ended, &(uint64_t){0}, sizeof(uint64_t));
}

static bool is_last(const struct server *s)
{
    const struct gpu_serve *to = s->to;
    return to->last && *to->last && !s->busy && !(to->held && *to->held);
}

/* Serves until it is told to return. Returns 0 or an errno. */
static int serve_clients(struct server *s)
{
    const struct gpu_serve *to = s->to;
    bool any = false;
    while (!*to->end && !(to->once && any && !s->n) && !is_last(s)) {
        struct pollfd fds[] = {{.fd = to->listen, .events = POLLIN},
                               {.fd = s->ended, .events = POLLIN},
                               {.fd = to->wake ? to->wake : -1, .events = POLLIN}};
        if (poll(fds, 3, -1) < 0) {
            if (errno != EINTR)
                return errno;
            continue;
        }
        if (fds[2].revents)
            (void)!read(to->wake, &(char){0}, 1);
        if (fds[1].revents)
            (void)!read(s->ended, &(uint64_t){0}, sizeof(uint64_t));
        remove_ended(s, false);
        if (fds[0].revents)
            accept_one(s);
        any |= s->n > 0;
    }
    return 0;
}

int gpu_serve(const struct gpu_serve *to)
{
    struct server s = {.to = to, .ended = eventfd(0, EFD_CLOEXEC), .halt = eventfd(0, EFD_CLOEXEC)};
    int err = s.ended < 0 || s.halt < 0 ? errno : 0;
    pthread_mutex_init(&s.calls, NULL);
    if (!err) {
        err = serve_clients(&s);
        stop_serving(&s);
        call(&s, to->closing);
        remove_ended(&s, true);
    }
    pthread_mutex_destroy(&s.calls);
    if (s.ended >= 0)
        close(s.ended);
    if (s.halt >= 0)
        close(s.halt);
    return err;
}
