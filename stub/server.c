/* Serves clients over TCP, a unix socket or stdio: a poll loop that runs the machine in slices. The
 * first client controls it, the others observe (stub/observe.c). */
#include <errno.h>
#include <fcntl.h>
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

#include "stub/client.h"
#include "stub/guests.h"
#include "stub/listen.h"
#include "stub/stub_impl.h"

enum {
    FREE_SLICE = 1 << 16, /* instructions, while no client is connected */
    CLIENTS = 16,
    WATCHED_MAX = 3 + GUESTS + 2 * CLIENTS /* descriptors */
};
struct stub_server {
    struct stub *stub; /* for the first client */
    bool stub_taken;
    struct dbg *dbg;
    struct stub_server_opts opts;
    struct stub_listener listener;
    struct client *clients[CLIENTS]; /* in the order in which they came: the first controls */
    size_t nclients;
    struct stub_guests guests;
    int signals;
    int spare;  /* closed to accept, and refuse, a connection if no descriptor is left */
    int status; /* exit status, when it ends */
    int signal; /* that ended it, or 0 */
    bool stdio, tty, running, running_free;
    bool quit;                /* the server ends for good */
    bool pause;               /* the companion wants its turn */
    sigset_t mask, old, wait; /* wait: the mask while it waits */
};

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

/* Tells each client whether it controls or only observes, and then whose machine it is. */
static void assign_roles(struct stub_server *v)
{
    for (size_t i = 0; i < v->nclients; i++)
        stub_observe(v->clients[i]->stub, i ? v->clients[0]->name : NULL);
}

/* Adds a client. @bytes: what it has already sent, at most
 * CLIENT_INPUT_BYTES. Returns false if memory runs out;
 * the caller then keeps the descriptors. */
static bool begin_client(struct stub_server *v, int in, int out, const char *name,
                         const uint8_t *bytes, size_t n)
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
    c->n = n;
    if (n)
        memcpy(c->input, bytes, n);
    if (!v->stdio && !v->listener.is_unix)
        setsockopt(in, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (v->running_free) {
        dbg_interrupt(v->dbg);
        dbg_run(v->dbg, 1);
        v->running_free = false;
    }
    stub_set_send(c->stub, client_send, c);
    stub_reset(c->stub);
    v->clients[v->nclients++] = c;
    assign_roles(v);
    if (v->nclients > 1)
        fprintf(stderr, "eulab: %s looks on: %s controls\n", name, v->clients[0]->name);
    return true;
}

/* Removes a client. If it controlled, what the machine does for it ends, and the next client
 * controls. */
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

/* Makes a guest that has sent something a client. */
static void admit_guest(struct stub_server *v, size_t i)
{
    for (size_t k = v->nclients; k-- > 0;)
        if (client_hung_up(v->clients[k]))
            end_client(v, k);
    if (v->quit)
        return;
    struct guest *g = v->guests.list[i];
    const char *why = v->nclients == CLIENTS ? "as many as can be are connected"
                      : begin_client(v, g->fd, g->fd, g->name, g->bytes, g->n) ? NULL
                                                                               : "out of memory";
    if (why)
        guests_drop(&v->guests, i, why);
    else
        free(guests_take(&v->guests, i));
}

static void open_spare(struct stub_server *v)
{
    if (v->spare < 0)
        v->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* Accepts a connection. If the process has no descriptor left, silent guests are dropped; if there
 * are none, the connection is refused, because a connection that nobody accepts would wake the
 * server for ever. */
static int accept_one(struct stub_server *v, const char **why)
{
    const int flags = SOCK_CLOEXEC | SOCK_NONBLOCK;
    int fd = accept4(v->listener.fd, NULL, NULL, flags);
    while (fd < 0 && (errno == EMFILE || errno == ENFILE) && v->guests.n) {
        guests_drop(&v->guests, 0, "it has said nothing, and another has come");
        fd = accept4(v->listener.fd, NULL, NULL, flags);
    }
    if (fd >= 0 || (errno != EMFILE && errno != ENFILE) || v->spare < 0)
        return fd;
    *why = strerror(errno);
    close(v->spare);
    v->spare = -1;
    return accept4(v->listener.fd, NULL, NULL, flags);
}

static void accept_guest(struct stub_server *v)
{
    char name[64];
    const char *why = NULL;
    int fd = accept_one(v, &why);
    if (fd >= 0 && !stub_listen_peer(&v->listener, fd, name, sizeof name))
        why = "it is another user's";
    if (fd >= 0 && !why && !guests_add(&v->guests, fd, name))
        why = "out of memory";
    if (fd >= 0 && why) {
        fprintf(stderr, "eulab: %s was turned away: %s\n", name, why);
        close(fd);
    }
    open_spare(v);
}

/* --- the loop --- */
static void take_signal(struct stub_server *v)
{
    struct signalfd_siginfo info;
    if (read(v->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    /* gdb's Ctrl-C also reaches a `target remote |` child, which must not end */
    if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGHUP ||
        (info.ssi_signo == SIGINT && (!v->stdio || v->tty))) {
        v->quit = true;
        v->signal = (int)info.ssi_signo;
    }
}

static void end_those_over(struct stub_server *v)
{
    for (size_t i = v->nclients; i-- > 0;)
        if (client_is_over(v->clients[i]))
            end_client(v, i);
}

/* Runs a slice; returns whether the machine still runs. */
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
        enum stub_state state = STUB_STOPPED;
        if (i == 0)
            running = (state = stub_poll(c->stub)) == STUB_RUNNING;
        else if (!dbg_running(v->dbg))
            state = stub_told(c->stub);
        c->ending |= state >= STUB_CLOSED;
        client_flush(c);
    }
    end_those_over(v);
    return running;
}

/* What the loop waits for: open descriptors, each once. (poll() refuses more entries than the
 * process may have descriptors.) */
struct watch {
    struct pollfd fds[WATCHED_MAX];
    size_t n;
    struct pollfd none; /* stands for what is not waited for: nothing happens to it */
    struct pollfd *signals, *listener, *companion, *guests[GUESTS], *in[CLIENTS], *out[CLIENTS];
};

/* Adds a descriptor, unless there is nothing to wait for. */
static struct pollfd *watch_fd(struct watch *w, int fd, short events)
{
    if (fd < 0 || !events)
        return &w->none;
    w->fds[w->n] = (struct pollfd){.fd = fd, .events = events};
    return &w->fds[w->n++];
}

/* Adds the clients' descriptors; returns whether a client has work left. */
static bool watch_clients(const struct stub_server *v, struct watch *w)
{
    bool work = false;
    for (size_t i = 0; i < v->nclients; i++) {
        const struct client *c = v->clients[i];
        bool reads = !client_is_full(c) && !client_has_requests(c) && !c->eof && !c->ending;
        work |= client_has_requests(c) && !client_is_full(c);
        w->in[i] = watch_fd(w, c->in, reads ? POLLIN : 0);
        if (reads && c->in == c->out) {
            w->in[i]->events |= client_has_replies(c) ? POLLOUT : 0;
            w->out[i] = w->in[i];
        } else {
            w->out[i] = watch_fd(w, c->out, client_has_replies(c) ? POLLOUT : 0);
        }
    }
    return work;
}

static bool watch_all(const struct stub_server *v, struct watch *w)
{
    *w = (struct watch){0};
    w->signals = watch_fd(w, v->signals, POLLIN);
    w->listener = watch_fd(w, v->spare < 0 ? -1 : v->listener.fd, POLLIN);
    w->companion = watch_fd(w, v->opts.companion ? v->opts.companion->fd : -1, POLLIN);
    for (size_t i = 0; i < v->guests.n; i++)
        w->guests[i] = watch_fd(w, v->guests.list[i]->fd, POLLIN);
    return watch_clients(v, w);
}

static void serve_all(struct stub_server *v, const struct watch *w, size_t nclients, size_t nguests)
{
    for (size_t i = 0; i < nclients; i++) {
        struct client *c = v->clients[i];
        short in = w->in[i]->revents, out = w->out[i]->revents;
        if (in || out || (client_has_requests(c) && !client_is_full(c)))
            client_serve(c, (short)(in | (out & (POLLERR | POLLNVAL))));
    }
    end_those_over(v);
    for (size_t k = 0; k < nguests && !v->quit; k++) {
        /* guests may have gone, so that the others moved up */
        size_t i = k - (nguests - v->guests.n);
        if (w->guests[k]->revents && guests_read(&v->guests, i) == GUEST_SPEAKS)
            admit_guest(v, i);
    }
}

/* Gives the companion its turn; returns whether it wants the machine to run. */
static bool companion_runs(struct stub_server *v)
{
    const struct stub_companion *c = v->opts.companion;
    enum stub_turn turn = c ? c->turn(c->ctx, v->nclients, v->running) : STUB_TURN_WAIT;
    v->pause |= turn == STUB_TURN_QUIT;
    return turn == STUB_TURN_RUN;
}

/* How long the loop may wait; NULL: until something comes. */
static const struct timespec *wait_time(struct stub_server *v, bool at_once, struct timespec *t)
{
    bool timed = guests_expire(&v->guests, t);
    if (at_once)
        *t = (struct timespec){0};
    return at_once || timed ? t : NULL;
}

static void run_loop(struct stub_server *v)
{
    while (!v->quit && !v->pause) {
        bool busy = companion_runs(v);
        struct watch w;
        struct timespec t;
        open_spare(v);
        const struct timespec *wait = wait_time(v, v->running || busy || v->pause, &t);
        size_t nclients = v->nclients, nguests = v->guests.n;
        if (watch_all(v, &w)) {
            t = (struct timespec){0};
            wait = &t;
        }
        if (ppoll(w.fds, w.n, wait, &v->wait) < 0) {
            if (errno == EINTR)
                continue; /* then poll() has reported nothing about the descriptors */
            fprintf(stderr, "eulab: cannot wait for clients: %s\n", strerror(errno));
            v->status = 1;
            v->quit = true;
            break;
        }
        if (w.signals->revents)
            take_signal(v);
        /* the companion's descriptor is gone */
        if (w.companion->revents & (POLLHUP | POLLERR | POLLNVAL))
            break;
        serve_all(v, &w, nclients, nguests);
        if (w.listener->revents && !v->quit)
            accept_guest(v);
        v->running = !v->quit && run_machine(v);
    }
}

/* Blocks the server's signals. SIGINT is left to a companion that asks for it. */
static bool block_signals(struct stub_server *v)
{
    bool own = !v->opts.companion || !v->opts.companion->interrupts;
    struct sigaction hangup;
    sigemptyset(&v->mask);
    sigaddset(&v->mask, SIGTERM);
    /* ignored: started by nohup */
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(&v->mask, SIGHUP);
    sigaddset(&v->mask, SIGPIPE);
    if (own)
        sigaddset(&v->mask, SIGINT);
    if (pthread_sigmask(SIG_BLOCK, &v->mask, &v->old))
        return false;
    sigorset(&v->wait, &v->old, &v->mask);
    sigdelset(&v->wait, SIGWINCH);
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

static void announce_address(const struct stub_server *v)
{
    char script[512];
    fprintf(stderr, "Listening on %s\n", v->stdio ? "stdio" : v->listener.where);
    if (!v->stdio) {
        fprintf(stderr, "  target remote %s\n", v->listener.where);
        if (stub_gdb_script(script, sizeof script))
            fprintf(stderr, "  source %s\n", script);
    }
    if (v->opts.note)
        fprintf(stderr, "eulab: %s\n", v->opts.note);
    fflush(stderr);
}

/* --- its life --- */
static void begin_server(struct stub_server *v)
{
    v->stdio = v->listener.fd < 0;
    v->tty = isatty(STDIN_FILENO);
    stub_describe(v->stub); /* while no client waits for it */
    if (!v->opts.quiet)
        announce_address(v);
    const struct stub_companion *c = v->opts.companion;
    if (c && c->listens)
        c->listens(c->ctx, v->listener.where);
    if (v->stdio) {
        v->quit = !begin_client(v, STDIN_FILENO, STDOUT_FILENO, "stdio", NULL, 0);
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
    *v = (struct stub_server){
        .stub = stub, .dbg = stub_dbg(stub), .opts = *opts, .signals = -1, .spare = -1};
    v->guests.patience = opts->patience ? opts->patience : GUEST_PATIENCE;
    *status = stub_listen(&v->listener, opts->listen ? opts->listen : "127.0.0.1:1234");
    if (*status == 0 && !block_signals(v)) {
        fprintf(stderr, "eulab: cannot wait for signals: %s\n", strerror(errno));
        *status = 1;
    }
    open_spare(v);
    if (*status == 0 && v->spare < 0) {
        fprintf(stderr, "eulab: cannot wait for clients: %s\n", strerror(errno));
        *status = 1;
    }
    if (*status == 0) {
        begin_server(v);
        return v;
    }
    stub_server_free(v);
    return NULL;
}

bool stub_server_run(struct stub_server *v)
{
    v->pause = false;
    run_loop(v);
    return !v->quit;
}

int stub_server_signal(const struct stub_server *v)
{
    return v->signal;
}

bool stub_server_called(const struct stub_server *v)
{
    struct watch w = {0};
    watch_fd(&w, v->listener.fd, POLLIN);
    watch_fd(&w, v->signals, POLLIN);
    for (size_t i = 0; i < v->guests.n; i++)
        watch_fd(&w, v->guests.list[i]->fd, POLLIN);
    return poll(w.fds, w.n, 0) > 0;
}

void stub_server_free(struct stub_server *v)
{
    if (!v)
        return;
    while (v->nclients) /* from the last to the first, so that nobody takes over */
        end_client(v, v->nclients - 1);
    while (v->guests.n)
        guests_drop(&v->guests, 0, NULL);
    if (v->spare >= 0)
        close(v->spare);
    if (v->signals >= 0)
        unblock_signals(v);
    stub_listen_close(&v->listener);
    free(v);
}

int stub_serve(struct stub *stub, const struct stub_server_opts *opts)
{
    int status;
    struct stub_server *v = stub_server_new(stub, opts, &status);
    if (v && !stub_server_run(v))
        status = v->status;
    stub_server_free(v);
    return status;
}
