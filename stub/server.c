/* One client at a time over TCP, a unix socket or stdio: a poll loop that gives the machine slices.
 */
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
    FREE_SLICE = 1 << 16 /* instructions, while nobody is connected */
};

struct server {
    struct stub *stub;
    struct dbg *dbg;
    const struct stub_server_opts *opts;
    struct stub_listener listener;
    int signals, in, out; /* descriptors; -1: no client */
    bool stdio, tty, ending, quit, running_free, eof;
    uint8_t input[CHUNK]; /* read, not fed yet: [at, n) */
    size_t at, n;
    struct text output;
    size_t sent;
    sigset_t mask, old;
};

/* --- output --- */
static ssize_t write_some(struct server *v, const char *p, size_t n)
{
    ssize_t k = send(v->out, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (k >= 0 || errno != ENOTSOCK)
        return k;
    struct pollfd fd = {.fd = v->out, .events = POLLOUT};
    if (poll(&fd, 1, 0) <= 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(v->out, p, n < PIPE_CHUNK ? n : PIPE_CHUNK);
}

static void flush_output(struct server *v)
{
    while (v->sent < v->output.n) {
        ssize_t k = write_some(v, v->output.data + v->sent, v->output.n - v->sent);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0) {
            v->ending |= errno != EAGAIN && errno != EWOULDBLOCK;
            return;
        }
        v->sent += (size_t)k;
    }
    v->sent = v->output.n = 0;
}

static void send_bytes(void *ctx, const void *bytes, size_t n)
{
    struct server *v = ctx;
    text_add(&v->output, bytes, n);
    if (v->output.failed) {
        text_free(&v->output);
        v->sent = 0;
        v->ending = true;
    }
}

/* --- clients --- */
static void begin_client(struct server *v, int in, int out)
{
    const int on = 1;
    v->in = in;
    v->out = out;
    v->ending = v->eof = false;
    v->at = v->n = v->sent = v->output.n = 0;
    if (!v->stdio && !v->listener.is_unix)
        setsockopt(in, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (v->running_free) {
        dbg_interrupt(v->dbg);
        dbg_run(v->dbg, 1);
        v->running_free = false;
    }
    stub_reset(v->stub);
}

static void end_client(struct server *v)
{
    if (!v->stdio)
        close(v->in);
    v->in = v->out = -1;
    stub_reset(v->stub);
    v->quit |= v->stdio || v->opts->once;
}

static bool hung_up(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLRDHUP};
    return poll(&p, 1, 0) > 0 && p.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

static void accept_client(struct server *v)
{
    if (v->in >= 0 && hung_up(v->in)) {
        end_client(v);
        if (v->quit)
            return;
    }
    int fd = accept4(v->listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    if (v->in >= 0) {
        fprintf(stderr, "eulab: a second client was turned away: one is connected\n");
        close(fd);
        return;
    }
    begin_client(v, fd, fd);
}

static void read_input(struct server *v)
{
    ssize_t k = read(v->in, v->input, sizeof v->input);
    v->at = 0;
    v->n = k > 0 ? (size_t)k : 0;
    if (k == 0 || (k < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
        v->eof = true;
}

/* One packet at a time, so that replies to a client that does not read them cannot pile up. */
static void feed_input(struct server *v)
{
    while (v->at < v->n && !v->ending && v->output.n - v->sent < OUT_HIGH) {
        const uint8_t *p = v->input + v->at, *end = v->input + v->n;
        const uint8_t *hash = memchr(p, '#', (size_t)(end - p));
        size_t k = hash && end - hash > 2 ? (size_t)(hash - p) + 3 : (size_t)(end - p);
        v->at += k;
        v->ending = stub_feed(v->stub, p, k) >= STUB_CLOSED;
    }
}

static void serve_client(struct server *v, short events)
{
    if (events & (POLLERR | POLLNVAL))
        v->eof = true;
    else if (events & (POLLIN | POLLHUP) && v->at == v->n)
        read_input(v);
    feed_input(v);
    flush_output(v);
    if (v->ending || (v->eof && v->at == v->n))
        end_client(v);
}

/* --- the loop --- */
static void take_signal(struct server *v)
{
    struct signalfd_siginfo info;
    if (read(v->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    /* gdb's Ctrl-C reaches a `target remote |` child too: it is no reason to go */
    if (info.ssi_signo == SIGTERM || (info.ssi_signo == SIGINT && (!v->stdio || v->tty)))
        v->quit = true;
}

/* Returns whether the machine still runs. */
static bool run_machine(struct server *v)
{
    if (v->in < 0) {
        if (v->running_free && dbg_run(v->dbg, FREE_SLICE))
            v->running_free = false;
        return v->running_free;
    }
    enum stub_state state = stub_poll(v->stub);
    flush_output(v);
    if (state >= STUB_CLOSED || v->ending) {
        end_client(v);
        return false;
    }
    return state == STUB_RUNNING;
}

static void loop(struct server *v)
{
    bool running = v->running_free;
    while (!v->quit) {
        bool full = v->output.n - v->sent >= OUT_HIGH, waiting = v->output.n > v->sent;
        bool work = v->at < v->n && !full;
        struct pollfd fds[4] = {
            {.fd = v->signals, .events = POLLIN},
            {.fd = v->listener.fd, .events = POLLIN},
            {.fd = full || v->at < v->n ? -1 : v->in, .events = POLLIN},
            {.fd = waiting ? v->out : -1, .events = POLLOUT},
        };
        if (poll(fds, 4, running || work ? 0 : -1) < 0 && errno != EINTR)
            break;
        if (fds[0].revents)
            take_signal(v);
        if (v->in >= 0 && (fds[2].revents || fds[3].revents || work))
            serve_client(v, fds[2].revents | (fds[3].revents & (POLLERR | POLLNVAL)));
        if (fds[1].revents && !v->quit)
            accept_client(v);
        running = !v->quit && run_machine(v);
    }
}

static bool block_signals(struct server *v)
{
    sigemptyset(&v->mask);
    sigaddset(&v->mask, SIGTERM);
    sigaddset(&v->mask, SIGINT);
    sigaddset(&v->mask, SIGPIPE);
    if (pthread_sigmask(SIG_BLOCK, &v->mask, &v->old))
        return false;
    v->signals = signalfd(-1, &v->mask, SFD_CLOEXEC | SFD_NONBLOCK);
    return v->signals >= 0;
}

static void unblock_signals(struct server *v)
{
    struct timespec now = {0};
    while (sigtimedwait(&v->mask, NULL, &now) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &v->old, NULL);
    if (v->signals >= 0)
        close(v->signals);
}

static void announce(const struct server *v)
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

int stub_serve(struct stub *stub, const struct stub_server_opts *opts)
{
    struct server *v = calloc(1, sizeof *v);
    if (!v) {
        fprintf(stderr, "eulab: out of memory\n");
        return 1;
    }
    *v = (struct server){.stub = stub, .dbg = stub_dbg(stub), .opts = opts, .in = -1, .out = -1};
    int rc = stub_listen(&v->listener, opts->listen ? opts->listen : "127.0.0.1:1234");
    if (rc == 0 && !block_signals(v)) {
        fprintf(stderr, "eulab: cannot wait for signals: %s\n", strerror(errno));
        rc = 1;
    }
    if (rc == 0) {
        v->stdio = v->listener.fd < 0;
        v->tty = isatty(STDIN_FILENO);
        stub_set_send(stub, send_bytes, v);
        announce(v);
        if (v->stdio) {
            begin_client(v, STDIN_FILENO, STDOUT_FILENO);
        } else if (opts->no_wait) {
            dbg_resume(v->dbg, dbg_last(v->dbg)->focus, false, false, 0, 0);
            v->running_free = true;
        }
        loop(v);
        if (v->in >= 0)
            end_client(v);
        unblock_signals(v);
        stub_set_send(stub, NULL, NULL);
    }
    stub_listen_close(&v->listener);
    text_free(&v->output);
    free(v);
    return rc;
}
