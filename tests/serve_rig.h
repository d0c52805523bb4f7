/* A server of drivers in a process of its own, and clients of it. */
#ifndef EULAB_TESTS_SERVE_RIG_H
#define EULAB_TESTS_SERVE_RIG_H

#include "tests/helpers.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/serve.h"

static atomic_int end;

static int wakes[2]; /* a signal between two waits of the server is not lost */

static void on_term(int signal)
{
    (void)signal;
    end = 1;
    (void)!write(wakes[1], "", 1);
}

static int report; /* the child writes a byte here for each event */
static int gates[2];

/* A walker that runs until a byte comes, or somebody asks it to end. */
static enum gpu_stop walk(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                          const struct gpu_walker *w)
{
    (void)ctx, (void)state, (void)w;
    (void)!write(report, "w", 1);
    while (!end && !gpu_abandoned(gpu)) {
        struct pollfd p = {.fd = gates[0], .events = POLLIN};
        if (poll(&p, 1, 10) > 0 && read(gates[0], &(char){0}, 1) == 1)
            return GPU_DONE;
    }
    (void)!write(report, "e", 1);
    return gpu_fail(gpu, end ? GPU_INTERRUPTED : GPU_ABANDONED, "no byte");
}

static void tell_stop(void *ctx, struct gpu *gpu, enum gpu_stop stop)
{
    (void)ctx;
    char c = stop == GPU_INTERRUPTED ? 'i' : stop == GPU_FAULT && gpu_why(gpu)[0] ? 's' : '?';
    (void)!write(report, &c, 1);
}

static void tell_refusal(void *ctx, const char *why)
{
    (void)ctx;
    char c = strstr(why, "unknown type")           ? 'r'
             : strstr(why, "another has come")     ? 'n'
             : strcmp(why, "too many connections") ? '?'
                                                   : 'm';
    (void)!write(report, &c, 1);
}

struct rig {
    pid_t server;
    uint16_t port;
    int report;
};

static int open_rig(void **state)
{
    static struct rig r;
    int pipes[2], fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    if (bind(fd, (struct sockaddr *)&at, sizeof at) || listen(fd, 8) ||
        getsockname(fd, (struct sockaddr *)&at, &n) || pipe(pipes) || pipe(gates))
        return -1;
    r = (struct rig){.port = ntohs(at.sin_port), .report = pipes[0], .server = fork()};
    if (r.server == 0) {
        struct gpu_serve s = {.listen = fd,
                              .device = gpu_device_by_name("skl"),
                              .hooks = {.walker = walk},
                              .stopped = tell_stop,
                              .refused = tell_refusal,
                              .end = &end};
        s.wake = pipe(wakes) ? -1 : wakes[0];
        report = pipes[1];
        sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_term}, NULL);
        _exit(gpu_serve(&s));
    }
    close(pipes[1]);
    close(fd);
    unsetenv("EULAB_WIRE");
    *state = &r;
    return 0;
}

/* The same through shared memory: the test is linked to what eulab cl loads into programs. */
__attribute__((unused)) static int open_wired_rig(void **state)
{
    char port[8];
    if (open_rig(state))
        return -1;
    snprintf(port, sizeof port, "%u", ((struct rig *)*state)->port);
    return setenv("EULAB_WIRE", port, true);
}

static int close_rig(void **state)
{
    struct rig *r = *state;
    int status;
    kill(r->server, SIGTERM);
    waitpid(r->server, &status, 0);
    close(r->report);
    close(gates[0]);
    close(gates[1]);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int call(const struct rig *r)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(r->port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval limit = {.tv_sec = 20};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static void put(int fd, const void *bytes, size_t n)
{
    assert_int_equal(send(fd, bytes, n, MSG_NOSIGNAL), n);
}

/* Reads the dword at 0x1000 of @fd's GPU. */
static uint32_t ask(int fd)
{
    static const uint32_t read[] = {5, 1, 12, 0, 0x1000, 4};
    uint32_t got[7] = {0};
    put(fd, read, sizeof read);
    for (size_t have = 0; have < sizeof got;) {
        ssize_t n = recv(fd, (char *)got + have, sizeof got - have, 0);
        assert_true(n > 0);
        have += (size_t)n;
    }
    return got[6];
}

static void write_word(int fd, uint32_t v)
{
    const uint32_t m[] = {4, 1, 12, 0, 0x1000, 4, v};
    put(fd, m, sizeof m);
}

__attribute__((unused)) static char told(const struct rig *r)
{
    char c = 0;
    assert_int_equal(read(r->report, &c, 1), 1);
    return c;
}

#endif
