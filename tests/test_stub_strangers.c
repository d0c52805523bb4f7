/* The transport: connections that are no clients, hosts without descriptors, signals. */
#include "tests/stub_rig.h"

#include <sys/stat.h>

/* --- connections that are no clients --- */

/* What a web page can have a browser send to a port of this machine. */
static void stub_serve_drops_what_is_no_packet(void **state)
{
    (void)state;
    static const char *const others[] = {
        "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n$M0,4:01020304#4c",
        "GET / HTTP/1.1\r\n\r\n",
        "+GET / HTTP/1.1\r\n\r\n$M0,4:01020304#4c",
        "\026\003\001\002",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "#$M0,4:01020304#4c"};
    struct served s;
    char buf[4096];
    start(&s, "127.0.0.1:0", false, false);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        int fd = connect_port(port_of(&s));
        ssize_t n = (ssize_t)strlen(others[i]);
        assert_int_equal(write(fd, others[i], (size_t)n), n);
        assert_int_equal(read_until(fd, NULL, buf, sizeof buf), 0);
        close(fd);
        read_until(s.err, "does not speak gdb's protocol", buf, sizeof buf);
        assert_non_null(strstr(buf, "was turned away: it does not speak gdb's protocol"));
    }
    int fd = join(&s);
    begins(ask(fd, "m0,4"), "00000000");
    assert_string_equal(ask(fd, "M0,4:00000000"), "OK"); /* it controls */
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

static void stub_serve_silent_connections_lock_nobody_out(void **state)
{
    (void)state;
    enum { MANY = 50 };
    struct served s;
    char buf[8192];
    int fds[MANY];
    start(&s, "127.0.0.1:0", false, false);
    for (unsigned i = 0; i < MANY; i++)
        fds[i] = connect_port(port_of(&s));
    assert_int_equal(write(fds[MANY - 1], "+", 1), 1); /* an acknowledgement is no packet */
    int fd = join(&s);
    assert_string_equal(ask(fd, "M0,4:00000000"), "OK"); /* it controls, whoever came before */
    assert_int_equal(read_until(fds[0], NULL, buf, sizeof buf), 0);
    expect(fds[MANY - 2], fds[MANY - 2], "$qC#b4", "+$QC1#c5"); /* the newest are kept */
    for (unsigned i = 0; i < MANY; i++)
        close(fds[i]);
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

/* Seconds of CPU time of the children that were waited for. */
static double used(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static void stub_serve_silence_has_an_end(void **state)
{
    (void)state;
    struct served s;
    char buf[512];
    double before = used();
    start_so(&s, "127.0.0.1:0", &(struct how){.patience = 1600});
    int fd = join(&s), silent = connect_port(port_of(&s));
    double t = now();
    assert_int_equal(read_until(silent, NULL, buf, sizeof buf), 0);
    assert_true(now() - t > 1.5 && now() - t < 8);
    read_until(s.err, "too long", buf, sizeof buf);
    assert_non_null(strstr(buf, "was turned away: it has said nothing for too long"));
    begins(ask(fd, "vCont;s:1"), "T05"); /* a client may be silent */
    close(silent);
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
    assert_true(used() - before < 1); /* it slept */
}

/* What looks whether somebody listens is no client: --once waits for the first one. */
static void stub_serve_once_waits_for_one_that_speaks(void **state)
{
    (void)state;
    struct served s;
    start(&s, "127.0.0.1:0", true, false);
    close(connect_port(port_of(&s)));
    int fd = join(&s);
    begins(ask(fd, "vCont;s:1"), "T05");
    close(fd);
    assert_int_equal(finish(&s, 0), 0);
}

static void stub_serve_without_descriptors_says_so_and_goes_on(void **state)
{
    (void)state;
    enum { MANY = 20 };
    struct served s;
    char buf[8192];
    int fds[MANY], n = 0;
    start_so(&s, "127.0.0.1:0", &(struct how){.descriptors = 16});
    for (unsigned i = 0; i < MANY; i++) /* silent ones make way */
        fds[i] = connect_port(port_of(&s));
    int fd = join(&s);
    for (unsigned i = 0; i < MANY; i++)
        close(fds[i]);
    for (n = 0; n < MANY; n++) { /* clients do not */
        fds[n] = connect_port(port_of(&s));
        tell(fds[n], "QStartNoAckMode");
        if (read_until(fds[n], "#9a", buf, sizeof buf) == 0)
            break;
    }
    assert_true(n >= 4 && n < MANY);
    read_until(s.err, "Too many open files", buf, sizeof buf);
    assert_non_null(strstr(buf, "was turned away: Too many open files"));
    begins(ask(fd, "vCont;s:1"), "T05");
    close(fds[0]);
    fds[0] = join(&s); /* there is room again */
    for (int i = 0; i <= n; i++)
        close(fds[i]);
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
    start_so(&s, "127.0.0.1:0", &(struct how){.descriptors = 5}); /* too few to begin with */
    assert_string_equal(s.said, "eulab: cannot wait for clients: Too many open files\n");
    assert_int_equal(finish(&s, 0), 1);
}

/* --- signals --- */

static void stub_serve_hangup_removes_the_socket(void **state)
{
    (void)state;
    struct served s;
    struct stat st;
    char path[64], addr[80];
    snprintf(path, sizeof path, "/tmp/eulab-test-%d", (int)getpid());
    snprintf(addr, sizeof addr, "unix:%s", path);
    start(&s, addr, false, true); /* while it runs, too */
    assert_int_equal(finish(&s, SIGHUP), 0);
    assert_int_not_equal(stat(path, &st), 0);
    start_so(&s, addr, &(struct how){.nohup = true});
    kill(s.pid, SIGHUP);
    int fd = connect_unix(path);
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stub_serve_drops_what_is_no_packet),
        cmocka_unit_test(stub_serve_silent_connections_lock_nobody_out),
        cmocka_unit_test(stub_serve_silence_has_an_end),
        cmocka_unit_test(stub_serve_once_waits_for_one_that_speaks),
        cmocka_unit_test(stub_serve_without_descriptors_says_so_and_goes_on),
        cmocka_unit_test(stub_serve_hangup_removes_the_socket),
    };
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_DFL); /* nohup may run the tests */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
