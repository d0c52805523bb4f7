/* A server of gdb's protocol in a process of its own, and clients of it. */
#ifndef EULAB_TESTS_STUB_RIG_H
#define EULAB_TESTS_STUB_RIG_H

#include "tests/helpers.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stub/stub.h"
#include "tests/fake_machine.h"

/* --- the server --- */

struct served {
    pid_t pid;
    int err;         /* the server's stderr */
    int in, out;     /* its stdin and stdout: for "-" */
    char said[1024]; /* what stderr said up to "Listening", or to its end */
    int status;
};

struct how {
    bool once, looping;
    uint8_t after; /* an inc or more, of 16 bytes each */
    bool nohup;
    unsigned patience;
    rlim_t descriptors; /* 0: as many as ever */
};

static inline int rig_child(const char *addr, const struct how *how)
{
    struct fake *fake = malloc(sizeof *fake);
    static const struct stub_ops ops = {0};
    fake_init(fake);
    const struct rlimit few = {how->descriptors, how->descriptors};
    if (how->descriptors)
        setrlimit(RLIMIT_NOFILE, &few);
    if (how->nohup)
        signal(SIGHUP, SIG_IGN);
    if (how->looping)
        fake->mem[how->after] = fake->start[how->after] = 1;
    fake->mem[how->after + 4] = fake->start[how->after + 4] = how->after;
    struct dbg *dbg = dbg_new(&fake->m, false);
    struct stub *stub = stub_new(dbg, &ops, NULL);
    struct stub_server_opts opts = {
        .listen = addr, .once = how->once, .no_wait = how->looping, .patience = how->patience};
    int rc = stub_serve(stub, &opts);
    stub_free(stub);
    dbg_free(dbg);
    free(fake);
    return rc;
}

static inline bool readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 5000) > 0;
}

/* What arrives until @until is in it, or the end. */
static inline size_t read_until(int fd, const char *until, char *buf, size_t max)
{
    size_t n = 0;
    buf[0] = 0;
    while (n + 1 < max && readable(fd)) {
        ssize_t k = read(fd, buf + n, max - n - 1);
        if (k <= 0)
            break;
        n += (size_t)k;
        buf[n] = 0;
        if (until && strstr(buf, until))
            break;
    }
    return n;
}

/* In a build that counts lines: writes what the child has counted, because _exit() does not. */
void __gcov_dump(void) __attribute__((weak));

static inline void end_child(int status)
{
    if (__gcov_dump)
        __gcov_dump();
    _exit(status);
}

static inline void start_so(struct served *s, const char *addr, const struct how *how)
{
    int err[2], in[2], out[2];
    assert_int_equal(pipe(err) | pipe(in) | pipe(out), 0);
    s->pid = fork();
    if (s->pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(err[1], 2);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        end_child(rig_child(addr, how));
    }
    close(err[1]);
    close(in[0]);
    close(out[1]);
    s->err = err[0];
    s->in = in[1];
    s->out = out[0];
    s->status = -1;
    /* the child's stderr is a pipe with its lines one write each: wait for the last of them */
    read_until(s->err, strcmp(addr, "-") ? "target remote" : "Listening on", s->said,
               sizeof s->said);
}

static inline void start(struct served *s, const char *addr, bool once, bool looping)
{
    start_so(s, addr, &(struct how){.once = once, .looping = looping});
}

/* Exit status, or 100 + the signal that ended it. */
static inline int finish(struct served *s, int signal)
{
    int status = 0;
    if (signal)
        kill(s->pid, signal);
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    close(s->err);
    close(s->in);
    close(s->out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

/* --- a client --- */

static inline int port_of(const struct served *s)
{
    char line[64];
    const char *p = strstr(s->said, "Listening on ");
    assert_non_null(p);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
    return atoi(strrchr(line, ':') + 1);
}

static inline int connect_port(int port)
{
    struct sockaddr_in sa = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_int_equal(connect(fd, (struct sockaddr *)&sa, sizeof sa), 0);
    return fd;
}

static inline int connect_unix(const char *path)
{
    struct sockaddr_un sa = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(sa.sun_path, sizeof sa.sun_path, "%s", path);
    if (connect(fd, (struct sockaddr *)&sa, sizeof sa) == 0)
        return fd;
    close(fd);
    return -1;
}

static inline void expect(int in, int out, const char *bytes, const char *reply)
{
    char buf[1024];
    assert_int_equal(write(out, bytes, strlen(bytes)), (ssize_t)strlen(bytes));
    size_t n = strlen(reply);
    assert_true(n < sizeof buf);
    read_until(in, reply, buf, sizeof buf);
    assert_string_equal(buf, reply);
}

static inline void tell(int fd, const char *payload)
{
    char buf[512];
    unsigned sum = 0;
    for (const char *p = payload; *p; p++)
        sum += (unsigned char)*p;
    int n = snprintf(buf, sizeof buf, "$%s#%02x", payload, sum & 0xff);
    assert_int_equal(write(fd, buf, (size_t)n), n);
}

/* The next reply's payload, of a client that sends no acknowledgements. */
static inline const char *answer(int fd)
{
    static char buf[1024];
    size_t n = 0;
    while (n + 1 < sizeof buf && readable(fd) && read(fd, buf + n, 1) == 1) {
        buf[++n] = 0;
        if (n >= 4 && buf[n - 3] == '#')
            break;
    }
    assert_true(n >= 4 && buf[0] == '$');
    buf[n - 3] = 0;
    return buf[1] == 'O' && buf[2] != 'K' ? answer(fd) : buf + 1; /* text for the console */
}

static inline const char *ask(int fd, const char *payload)
{
    tell(fd, payload);
    return answer(fd);
}

static inline void begins(const char *reply, const char *with)
{
    if (strncmp(reply, with, strlen(with)) != 0)
        fail_msg("'%s' does not begin with '%s'", reply, with);
}

static inline int join(const struct served *s)
{
    int fd = connect_port(port_of(s));
    expect(fd, fd, "$QStartNoAckMode#b0", "+$OK#9a");
    return fd;
}

static inline bool is_silent(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 0) == 0;
}

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
