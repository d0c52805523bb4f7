/* Clients over TCP, a unix socket or stdio: a poll loop that gives the machine slices. The first
 * controls, the others look on (stub/observe.c). */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "stub/listen.h"
#include "stub/stub_impl.h"

enum {
    CHUNK = 65536,
    OUT_HIGH = 1 << 20, /* replies waiting for a client that does not read: no more requests then */
    PIPE_CHUNK = 4096,  /* a writable pipe takes so much without blocking */
    FREE_SLICE = 1 << 16, /* instructions, while nobody is connected */
    CLIENTS = 16
};

struct client {
    struct stub *stub;
    int in, out;
    bool ending, eof;
    char name[64];
    uint8_t input[CHUNK]; /* read, not fed yet: [at, n) */
    size_t at, n;
    struct text output;
    size_t sent;
};
struct stub_server {
    struct stub *stub; /* the first client's */
    bool stub_taken;
    struct dbg *dbg;
    struct stub_server_opts opts;
    struct stub_listener listener;
    struct client *clients[CLIENTS]; /* as they came: the first controls */
    size_t nclients;
    int signals;
    bool stdio, tty, running, running_free;
    bool quit;                /* for good */
    bool pause;               /* the companion's wait is over */
    sigset_t mask, old, wait; /* wait: while it waits */
};

/* --- output --- */
static ssize_t write_some(struct client *c, const char *p, size_t n)
{
    ssize_t k = send(c->out, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (k >= 0 || errno != ENOTSOCK)
        return k;
    struct pollfd fd = {.fd = c->out, .events = POLLOUT};
    if (poll(&fd, 1, 0) <= 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(c->out, p, n < PIPE_CHUNK ? n : PIPE_CHUNK);
}

static void flush_output(struct client *c)
{
    while (c->sent < c->output.n) {
        ssize_t k = write_some(c, c->output.data + c->sent, c->output.n - c->sent);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0) {
            c->ending |= errno != EAGAIN && errno != EWOULDBLOCK;
            return;
        }
        c->sent += (size_t)k;
    }
    c->sent = c->output.n = 0;
}

static void send_bytes(void *ctx, const void *bytes, size_t n)
{
    struct client *c = ctx;
    text_add(&c->output, bytes, n);
    if (c->output.failed) {
        text_free(&c->output);
        c->sent = 0;
        c->ending = true;
    }
}

/* --- clients --- */
static struct stub *take_stub(struct stub_server *v)
{
    if (v->stub_taken)
        return stub_fellow(v->stub);
    v->stub_taken = true;
    return v->stub;
}

static void free_client(struct stub_server *v, struct client *c)
{
    if (c->stub == v->stub) {
        v->stub_taken = false;
        stub_set_send(c->stub, NULL, NULL);
    } else {
        stub_free(c->stub);
    }
    text_free(&c->output);
    free(c);
}

/* Who looks on, and on whom. */
static void assign_roles(struct stub_server *v)
{
    for (size_t i = 0; i < v->nclients; i++)
        stub_observe(v->clients[i]->stub, i ? v->clients[0]->name : NULL);
}

/* False: no memory; the caller still has the descriptors. */
static bool begin_client(struct stub_server *v, int in, int out, const char *name)
{
    const int on = 1;
    struct client *c = calloc(1, sizeof *c);
    if (c)
        c->stub = take_stub(v);
    if (!c || !c->stub) {
        free(c);
        return false;
    }
    c->in = in;
    c->out = out;
    snprintf(c->name, sizeof c->name, "%s", name);
    if (!v->stdio && !v->listener.is_unix)
        setsockopt(in, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (v->running_free) {
        dbg_interrupt(v->dbg);
        dbg_run(v->dbg, 1);
        v->running_free = false;
    }
    stub_set_send(c->stub, send_bytes, c);
    stub_reset(c->stub);
    v->clients[v->nclients++] = c;
    assign_roles(v);
    if (v->nclients > 1)
        fprintf(stderr, "eulab: %s looks on: %s controls\n", name, v->clients[0]->name);
    return true;
}

/* What the machine does for who controls ends with him, and the next one controls. */
static void end_client(struct stub_server *v, size_t i)
{
    struct client *c = v->clients[i];
    if (!v->stdio)
        close(c->in);
    stub_reset(c->stub);
    free_client(v, c);
    v->nclients--;
    memmove(v->clients + i, v->clients + i + 1, (v->nclients - i) * sizeof(struct client *));
    assign_roles(v);
    if (!i && v->nclients)
        fprintf(stderr, "eulab: %s controls now\n", v->clients[0]->name);
    v->quit |= v->stdio || (v->opts.once && !v->nclients);
}

static bool hung_up(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLRDHUP};
    return poll(&p, 1, 0) > 0 && p.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

static void accept_client(struct stub_server *v)
{
    char name[64];
    for (size_t i = v->nclients; i-- > 0;)
        if (hung_up(v->clients[i]->in))
            end_client(v, i);
    if (v->quit)
        return;
    int fd = accept4(v->listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    const char *why = !stub_listen_peer(&v->listener, fd, name, sizeof name)
                          ? "it is another user's"
                      : v->nclients == CLIENTS        ? "as many as can be are connected"
                      : begin_client(v, fd, fd, name) ? NULL
                                                      : "out of memory";
    if (!why)
        return;
    fprintf(stderr, "eulab: %s was turned away: %s\n", name, why);
    close(fd);
}

static void read_input(struct client *c)
{
    ssize_t k = read(c->in, c->input, sizeof c->input);
    c->at = 0;
    c->n = k > 0 ? (size_t)k : 0;
    if (k == 0 || (k < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
        c->eof = true;
}

static bool is_full(const struct client *c)
{
    return c->output.n - c->sent >= OUT_HIGH;
}

/* One packet at a time, so that replies to a client that does not read them cannot pile up. */
static void feed_input(struct client *c)
{
    while (c->at < c->n && !c->ending && !is_full(c)) {
        const uint8_t *p = c->input + c->at, *end = c->input + c->n;
        const uint8_t *hash = memchr(p, '#', (size_t)(end - p));
        size_t k = hash && end - hash > 2 ? (size_t)(hash - p) + 3 : (size_t)(end - p);
        c->at += k;
        c->ending = stub_feed(c->stub, p, k) >= STUB_CLOSED;
    }
}

static bool is_over(const struct client *c)
{
    return c->ending || (c->eof && c->at == c->n);
}

static void serve_client(struct client *c, short events)
{
    if (events & (POLLERR | POLLNVAL))
        c->eof = true;
    else if (events & (POLLIN | POLLHUP) && c->at == c->n)
        read_input(c);
    feed_input(c);
    flush_output(c);
}

/* --- the loop --- */
static void take_signal(struct stub_server *v)
{
    struct signalfd_siginfo info;
    if (read(v->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    /* gdb's Ctrl-C reaches a `target remote |` child too: it is no reason to go */
    if (info.ssi_signo == SIGTERM || (info.ssi_signo == SIGINT && (!v->stdio || v->tty)))
        v->quit = true;
}

static void end_those_over(struct stub_server *v)
{
    for (size_t i = v->nclients; i-- > 0;)
        if (is_over(v->clients[i]))
            end_client(v, i);
}

/* Returns whether the machine still runs. */
static bool run_machine(struct stub_server *v)
{
    bool running = false;
    if (!v->nclients) {
        if (v->running_free && dbg_run(v->dbg, FREE_SLICE))
            v->running_free = false;
        return v->running_free;
    }
    for (size_t i = 0; i < v->nclients; i++) {
        struct client *c = v->clients[i];
        enum stub_state state = i ? STUB_STOPPED : stub_poll(c->stub);
        if (i && !dbg_running(v->dbg))
            state = stub_told(c->stub);
        running |= !i && state == STUB_RUNNING;
        c->ending |= state >= STUB_CLOSED;
        flush_output(c);
    }
    end_those_over(v);
    return running;
}

/* Two descriptors a client behind the server's three. Returns whether one has work left. */
static bool watch_clients(const struct stub_server *v, struct pollfd *fds)
{
    bool work = false;
    for (size_t i = 0; i < v->nclients; i++) {
        const struct client *c = v->clients[i];
        bool left = c->at < c->n;
        work |= left && !is_full(c);
        fds[2 * i] = (struct pollfd){.fd = is_full(c) || left ? -1 : c->in, .events = POLLIN};
        fds[2 * i + 1] =
            (struct pollfd){.fd = c->output.n > c->sent ? c->out : -1, .events = POLLOUT};
    }
    return work;
}

/* Whether the companion runs the machine. */
static bool companion_runs(struct stub_server *v)
{
    const struct stub_companion *c = v->opts.companion;
    enum stub_turn turn = c ? c->turn(c->ctx, v->nclients, v->running) : STUB_TURN_WAIT;
    v->pause |= turn == STUB_TURN_QUIT;
    return turn == STUB_TURN_RUN;
}

static void loop(struct stub_server *v)
{
    static const struct timespec at_once = {0};
    while (!v->quit && !v->pause) {
        bool busy = companion_runs(v);
        struct pollfd fds[3 + 2 * CLIENTS] = {
            {.fd = v->signals, .events = POLLIN},
            {.fd = v->listener.fd, .events = POLLIN},
            {.fd = v->opts.companion ? v->opts.companion->fd : -1, .events = POLLIN},
        };
        size_t n = v->nclients;
        bool work = watch_clients(v, fds + 3);
        if (ppoll(fds, 3 + 2 * n, v->running || work || busy || v->pause ? &at_once : NULL,
                  &v->wait) < 0) {
            if (errno != EINTR)
                break;
            continue; /* nothing is known of the descriptors */
        }
        if (fds[0].revents)
            take_signal(v);
        if (fds[2].revents & (POLLHUP | POLLERR | POLLNVAL)) /* the companion's is gone */
            break;
        for (size_t i = 0; i < n; i++) {
            struct client *c = v->clients[i];
            short in = fds[3 + 2 * i].revents, out = fds[4 + 2 * i].revents;
            if (in || out || (c->at < c->n && !is_full(c)))
                serve_client(c, in | (out & (POLLERR | POLLNVAL)));
        }
        end_those_over(v);
        if (fds[1].revents && !v->quit)
            accept_client(v);
        v->running = !v->quit && run_machine(v);
    }
}

/* SIGINT is the companion's where it says so. */
static bool block_signals(struct stub_server *v)
{
    bool own = !v->opts.companion || !v->opts.companion->interrupts;
    sigemptyset(&v->mask);
    sigaddset(&v->mask, SIGTERM);
    sigaddset(&v->mask, SIGPIPE);
    if (own)
        sigaddset(&v->mask, SIGINT);
    if (pthread_sigmask(SIG_BLOCK, &v->mask, &v->old))
        return false;
    sigorset(&v->wait, &v->old, &v->mask);
    sigdelset(&v->wait, SIGWINCH);
    sigdelset(&v->wait, SIGHUP);
    if (!own)
        sigdelset(&v->wait, SIGINT);
    v->signals = signalfd(-1, &v->mask, SFD_CLOEXEC | SFD_NONBLOCK);
    return v->signals >= 0;
}

static void unblock_signals(struct stub_server *v)
{
    struct timespec now = {0};
    while (sigtimedwait(&v->mask, NULL, &now) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &v->old, NULL);
    close(v->signals);
}

static void announce(const struct stub_server *v)
{
    char script[512];
    fprintf(stderr, "Listening on %s\n", v->stdio ? "stdio" : v->listener.where);
    if (!v->stdio) {
        fprintf(stderr, "  target remote %s\n", v->listener.where);
        if (stub_gdb_script(script, sizeof script))
            fprintf(stderr, "  source %s\n", script);
    }
    fflush(stderr);
}

size_t stub_gdb_script(char *buf, size_t n)
{
    char exe[400] = "", built[512], installed[512];
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe - 1);
    char *slash = len > 0 ? strrchr(exe, '/') : NULL;
    if (slash)
        *slash = 0;
    const char *bin = slash ? exe : ".";
    snprintf(built, sizeof built, "%s/../gdb-xml/eulab-gdb.py", bin);
    snprintf(installed, sizeof installed, "%s/../share/eulab/eulab-gdb.py", bin);
    const char *const places[] = {built, installed, "gdb-xml/eulab-gdb.py"};
    buf[0] = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *full = realpath(places[i], NULL);
        bool fits = full && strlen(full) < n;
        if (fits)
            memcpy(buf, full, strlen(full) + 1);
        free(full);
        if (fits)
            return strlen(buf);
    }
    return 0;
}

/* --- its life --- */
static void begin(struct stub_server *v)
{
    v->stdio = v->listener.fd < 0;
    v->tty = isatty(STDIN_FILENO);
    stub_describe(v->stub); /* while nobody waits for it */
    announce(v);
    if (v->stdio) {
        v->quit = !begin_client(v, STDIN_FILENO, STDOUT_FILENO, "stdio");
    } else if (v->opts.no_wait) {
        dbg_resume(v->dbg, dbg_last(v->dbg)->focus, false, false, 0, 0);
        v->running = v->running_free = true;
    }
}

struct stub_server *stub_server_new(struct stub *stub, const struct stub_server_opts *opts,
                                    int *status)
{
    struct stub_server *v = calloc(1, sizeof *v);
    *status = 1;
    if (!v) {
        fprintf(stderr, "eulab: out of memory\n");
        return NULL;
    }
    *v = (struct stub_server){.stub = stub, .dbg = stub_dbg(stub), .opts = *opts, .signals = -1};
    *status = stub_listen(&v->listener, opts->listen ? opts->listen : "127.0.0.1:1234");
    if (*status == 0 && !block_signals(v)) {
        fprintf(stderr, "eulab: cannot wait for signals: %s\n", strerror(errno));
        *status = 1;
    }
    if (*status == 0) {
        begin(v);
        return v;
    }
    stub_server_free(v);
    return NULL;
}

bool stub_server_run(struct stub_server *v)
{
    v->pause = false;
    loop(v);
    return !v->quit;
}

bool stub_server_called(const struct stub_server *v)
{
    struct pollfd p[] = {{.fd = v->listener.fd, .events = POLLIN},
                         {.fd = v->signals, .events = POLLIN}};
    return poll(p, 2, 0) > 0;
}

void stub_server_free(struct stub_server *v)
{
    if (!v)
        return;
    while (v->nclients) /* the last first: nobody takes over */
        end_client(v, v->nclients - 1);
    if (v->signals >= 0)
        unblock_signals(v);
    stub_listen_close(&v->listener);
    free(v);
}

int stub_serve(struct stub *stub, const struct stub_server_opts *opts)
{
    int status;
    struct stub_server *v = stub_server_new(stub, opts, &status);
    if (v)
        stub_server_run(v);
    stub_server_free(v);
    return status;
}
