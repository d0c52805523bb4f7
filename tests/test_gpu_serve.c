/* The server of drivers: connections at a time, each a GPU of its own; those that leave or send
 * nonsense. */
#include "tests/helpers.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/serve.h"

static volatile sig_atomic_t end;

static void on_term(int signal)
{
    (void)signal;
    end = 1;
}

static int report; /* the child's: a byte for each thing it tells */

static void tell_stop(void *ctx, struct gpu *gpu, enum gpu_stop stop)
{
    (void)ctx;
    char c = stop == GPU_FAULT && gpu_why(gpu)[0] ? 's' : '?';
    (void)!write(report, &c, 1);
}

static void tell_refusal(void *ctx, const char *why)
{
    (void)ctx;
    char c = strstr(why, "unknown type") ? 'r' : '?';
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
        getsockname(fd, (struct sockaddr *)&at, &n) || pipe(pipes))
        return -1;
    r = (struct rig){.port = ntohs(at.sin_port), .report = pipes[0], .server = fork()};
    if (r.server == 0) {
        struct gpu_serve s = {
            .listen = fd, .gen = 9, .stopped = tell_stop, .refused = tell_refusal, .end = &end};
        report = pipes[1];
        sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_term}, NULL);
        _exit(gpu_serve(&s));
    }
    close(pipes[1]);
    close(fd);
    *state = &r;
    return 0;
}

static int close_rig(void **state)
{
    struct rig *r = *state;
    int status;
    kill(r->server, SIGTERM);
    waitpid(r->server, &status, 0);
    close(r->report);
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

/* The dword that @fd's GPU has at 0x1000. */
static uint32_t ask(int fd)
{
    static const uint32_t read[] = {5, 1, 12, 0, 0x1000, 4};
    uint32_t got[7];
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

static char told(const struct rig *r)
{
    char c = 0;
    assert_int_equal(read(r->report, &c, 1), 1);
    return c;
}

static void each_connection_is_a_gpu_of_its_own(void **state)
{
    struct rig *r = *state;
    int a = call(r), b = call(r), idle = call(r);
    write_word(a, 1);
    write_word(b, 2);
    assert_int_equal(ask(a), 1);
    assert_int_equal(ask(b), 2);
    close(idle);
    close(a);
    assert_int_equal(ask(b), 2);
    close(b);
}

static void a_stop_is_told_once_and_its_connection_lives(void **state)
{
    struct rig *r = *state;
    static const uint32_t submit[] = {0, 7, 12, 5, 0x2230, 0, 0, 8,  12, 5, 0x2230, 0,
                                      0, 9, 12, 5, 0x2230, 0, 0, 10, 12, 5, 0x2230, 0x77777119};
    int fd = call(r);
    write_word(fd, 3);
    put(fd, submit, sizeof submit);
    put(fd, submit, sizeof submit);
    assert_int_equal(told(r), 's');
    assert_int_equal(ask(fd), 3);
    close(fd);
}

static void who_sends_nonsense_or_leaves_in_the_middle_disturbs_nobody(void **state)
{
    struct rig *r = *state;
    char byte;
    int good = call(r), bad = call(r), gone = call(r);
    write_word(good, 4);
    put(bad, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 35);
    assert_int_equal(told(r), 'r');
    assert_true(recv(bad, &byte, 1, 0) <= 0); /* closed */
    put(gone, "\4\0\0\0\1\0\0\0\14", 9);
    close(gone);
    assert_int_equal(ask(good), 4);
    close(good);
    close(bad);
}

/* It asks for more than the sockets hold and sends on, and reads only then. */
static void driver_that_reads_late_gets_its_answers(void **state)
{
    enum { READS = 300, BYTES = 65536, WRITES = 100000 };
    static const uint32_t read[] = {5, 7, 12, 0, 0x1000, BYTES};
    static uint8_t got[24 + BYTES]; /* an answer: its header, the three words, the bytes */
    int fd = call(*state);
    write_word(fd, 0x11223344);
    for (int i = 0; i < READS; i++)
        put(fd, read, sizeof read);
    for (uint32_t i = 0; i < WRITES; i++)
        write_word(fd, i);
    for (int i = 0; i < READS; i++) {
        uint32_t first;
        for (size_t have = 0; have < sizeof got;) {
            ssize_t n = recv(fd, got + have, sizeof got - have, 0);
            assert_true(n > 0);
            have += (size_t)n;
        }
        memcpy(&first, got + 24, sizeof first);
        assert_int_equal(first, 0x11223344);
    }
    assert_int_equal(ask(fd), WRITES - 1);
    close(fd);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(each_connection_is_a_gpu_of_its_own),
        CASE(a_stop_is_told_once_and_its_connection_lives),
        CASE(who_sends_nonsense_or_leaves_in_the_middle_disturbs_nobody),
        CASE(driver_that_reads_late_gets_its_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
