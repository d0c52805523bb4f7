/* The transport: a server in a child process, clients here. */
#include "tests/stub_rig.h"

#include <arpa/inet.h>
#include <sys/stat.h>

#include "stub/listen.h"

/* --- addresses --- */

static void stub_serve_port_0_prints_the_real_port(void **state)
{
    (void)state;
    struct served s;
    start(&s, "127.0.0.1:0", false, false);
    assert_non_null(strstr(s.said, "Listening on 127.0.0.1:"));
    int fd = connect_port(port_of(&s));
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    fd = connect_port(port_of(&s)); /* it outlives its clients */
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

static void stub_serve_port_in_use_is_one_line_and_exit_1(void **state)
{
    (void)state;
    struct served s, second;
    char addr[64], want[128];
    start(&s, ":0", false, false);
    snprintf(addr, sizeof addr, "%d", port_of(&s));
    start(&second, addr, false, false);
    snprintf(want, sizeof want, "eulab: cannot listen on %s: Address already in use\n", addr);
    assert_string_equal(second.said, want);
    assert_int_equal(finish(&second, 0), 1);
    assert_int_equal(finish(&s, SIGINT), 0);
}

static void stub_serve_bad_addresses_are_usage_errors(void **state)
{
    (void)state;
    static const char *const bad[] = {"",       "x",  "65536", ":",          "1:2:3", "[::1]",
                                      "[::1:5", "-1", "unix:", "127.0.0.1:", "12x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct served s;
        start(&s, bad[i], false, false);
        assert_int_equal(strncmp(s.said, "eulab: bad address", 18), 0);
        assert_int_equal(finish(&s, 0), 2);
    }
}

/* Whether the host has such an address is another question. */
static void stub_listen_takes_numbers_of_ports_and_hosts(void **state)
{
    (void)state;
    char host255[300], host256[300];
    memset(host256, 'h', 256); /* a label too long to be looked up */
    strcpy(host256 + 256, ":0");
    strcpy(host255, host256 + 1);
    static const char *const good[] = {"0",       "00000",     ":0",   "127.0.0.1:0",
                                       "[::1]:0", "[127.1]:0", "[1]:0"};
    static const bool here[] = {true, true, true, true, false, true, false};
    const char *const bad[] = {"000000", "99999", "65536", "127.0.0.1:000000",
                               "[]:0",   "[:0",   "[1:0",  "[::1]x",
                               "::1:0",  host256};
    struct stub_listener l;
    assert_int_equal(stub_listen(&l, host255), 1);
    assert_int_equal(stub_listen(&l, "[127.0.0.2]:0"), 0);
    begins(l.where, "127.0.0.2:");
    stub_listen_close(&l);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int status = stub_listen(&l, good[i]);
        if (status == 0)
            stub_listen_close(&l);
        if (status == 2 || (status && here[i]))
            fail_msg("%s: %d", good[i], status);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (stub_listen(&l, bad[i]) != 2)
            fail_msg("%s", bad[i]);
}

/* As a server has one that was started without standard input. */
static void stub_listen_closes_a_socket_of_any_number(void **state)
{
    (void)state;
    struct stub_listener l;
    int input = dup(0);
    close(0);
    assert_int_equal(stub_listen(&l, "127.0.0.1:0"), 0);
    assert_int_equal(l.fd, 0);
    stub_listen_close(&l);
    assert_int_equal(fcntl(0, F_GETFD), -1);
    if (input >= 0)
        dup2(input, 0);
    close(input);
}

static void stub_serve_unix_socket_is_private_and_removed(void **state)
{
    (void)state;
    struct served s, second;
    struct stat st;
    char path[64], addr[80];
    snprintf(path, sizeof path, "/tmp/eulab-test-%d", (int)getpid());
    snprintf(addr, sizeof addr, "unix:%s", path);
    start(&s, addr, false, false);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    start(&second, addr, false, false); /* somebody listens */
    assert_int_equal(finish(&second, 0), 1);
    int fd = connect_unix(path);
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    assert_int_equal(finish(&s, SIGKILL), 100 + SIGKILL);
    assert_int_equal(stat(path, &st), 0); /* a stale one */
    start(&s, addr, false, false);
    fd = connect_unix(path);
    assert_true(fd >= 0);
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
    assert_int_not_equal(stat(path, &st), 0);
    /* a file that is no socket stays */
    FILE *f = fopen(path, "w");
    fclose(f);
    start(&s, addr, false, false);
    assert_int_equal(finish(&s, 0), 1);
    assert_int_equal(unlink(path), 0);
}

static void stub_serve_stdio_ends_with_its_input(void **state)
{
    (void)state;
    struct served s;
    start(&s, "-", false, false);
    for (unsigned i = 0; i < 3; i++) /* nothing else between them */
        expect(s.out, s.in, "+$qC#b4", "+$QC1#c5");
    close(s.in);
    s.in = open("/dev/null", O_RDONLY);
    assert_int_equal(finish(&s, 0), 0);
}

static void stub_serve_once_ends_with_its_client(void **state)
{
    (void)state;
    struct served s;
    start(&s, "127.0.0.1:0", true, false);
    int fd = connect_port(port_of(&s));
    expect(fd, fd, "$D#44", "+$OK#9a");
    close(fd);
    assert_int_equal(finish(&s, 0), 0);
}

/* --- several clients --- */

static void stub_serve_second_client_looks_on(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "M0,4:01020304", "X0,1:a", "P0=00",  "G00",     "Z0,10,1", "Z1,10,1",     "vCont;s:1;c:-1",
        "vCont;c",       "s",      "c",      "bs",      "bc",      "vRun;",       "vCont;c:-1",
        "Z2,0,4",        "Z3,0,4", "Z4,0,4", "vKill;1", "S05",     "vCont;C05:1", "c10",
        "qRcmd,6869"};
    struct served s;
    char want[96];
    start(&s, "127.0.0.1:0", false, false);
    int fd = join(&s), other = join(&s);
    struct sockaddr_in sa;
    socklen_t len = sizeof sa;
    assert_int_equal(getsockname(fd, (struct sockaddr *)&sa, &len), 0);
    snprintf(want, sizeof want, "E.127.0.0.1:%u controls the machine", ntohs(sa.sin_port));
    begins(ask(other, "qSupported:error-message+"), "PacketSize=");
    for (size_t i = 0; i + 1 < sizeof changes / sizeof *changes; i++)
        begins(ask(other, changes[i]), want);
    tell(other, "R00"); /* has no reply */
    begins(ask(other, "?"), "T05thread:1;");
    begins(ask(other, "m0,4"), "00000000");
    assert_int_equal(strlen(ask(other, "p0")), 64);
    begins(ask(other, "qfThreadInfo"), "m1,");
    assert_string_equal(ask(other, "z0,10,1"), "OK");
    assert_string_equal(ask(fd, "M0,4:00000000"), "OK");
    begins(ask(fd, "vCont;s:1"), "T05");
    begins(ask(other, "?"), "T05"); /* it stands where the other has brought it */
    tell(other, "k");
    assert_false(is_silent(other) && !readable(other)); /* closed, and nothing was killed */
    close(other);
    begins(ask(fd, "vCont;s:1"), "T05");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

static void stub_serve_observer_looks_while_the_machine_runs(void **state)
{
    (void)state;
    struct served s;
    start(&s, "127.0.0.1:0", false, true);
    int fd = join(&s), other = join(&s);
    tell(fd, "vCont;c");
    int third = join(&s); /* comes while it runs */
    begins(ask(third, "?"), "T00thread:");
    begins(ask(third, "m0,4"), "01000000");
    assert_int_equal(strlen(ask(third, "p0")), 64);
    begins(ask(third, "vCont;s:1"), "E01");
    tell(other, "vCont;c"); /* to wait for its stop */
    tell(third, "c");
    assert_int_equal(write(third, "\003", 1), 1); /* has had enough */
    begins(answer(third), "T02thread:");
    assert_true(is_silent(fd) && is_silent(other));
    begins(ask(third, "m0,4"), "01000000");
    assert_int_equal(write(fd, "\003", 1), 1);
    begins(answer(fd), "T02thread:");
    begins(answer(other), "T02thread:");
    assert_true(is_silent(third));
    begins(ask(other, "vCont;c"), "E01"); /* nothing runs now */
    close(fd);
    close(other);
    close(third);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

/* The port that a client comes from, by which the server calls it. */
static unsigned own_port(int fd)
{
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
    return ntohs(a.sin_port);
}

static void stub_serve_control_passes_on_when_the_controller_leaves(void **state)
{
    (void)state;
    struct served s;
    char line[128], said[4096];
    start(&s, "127.0.0.1:0", true, true);
    int fd = join(&s), other = join(&s), third = join(&s);
    snprintf(line, sizeof line, "127.0.0.1:%u looks on: 127.0.0.1:%u controls\n", own_port(third),
             own_port(fd));
    read_until(s.err, line, said, sizeof said);
    assert_non_null(strstr(said, line));
    assert_string_equal(ask(fd, "Z0,10,1"), "OK");
    tell(fd, "vCont;c");
    begins(ask(other, "?"), "T00");
    tell(other, "vCont;c");
    close(fd); /* running: that stops it */
    begins(answer(other), "T02thread:");
    snprintf(line, sizeof line, "127.0.0.1:%u controls now\n", own_port(other));
    read_until(s.err, line, said, sizeof said);
    assert_non_null(strstr(said, line));
    begins(ask(third, "vCont;c"), "E01");
    begins(ask(other, "vCont;s:1"), "T05");
    assert_string_equal(ask(other, "M0,4:00000000"), "OK"); /* to 0x10, on and to the end */
    assert_string_equal(ask(other, "M40,4:02000000"), "OK");
    begins(ask(other, "vCont;c"), "W00"); /* the breakpoint went with him who set it */
    assert_string_equal(ask(third, "?"), "W00");
    assert_string_equal(ask(other, "D"), "OK");
    close(other);
    begins(ask(third, "vRun;"), "T05");
    assert_int_equal(waitpid(s.pid, NULL, WNOHANG), 0); /* --once: there is one left */
    close(third);
    assert_int_equal(finish(&s, 0), 0);
}

static void stub_serve_too_many_clients_are_turned_away(void **state)
{
    (void)state;
    enum { MOST = 16 };
    struct served s;
    char buf[4096];
    int fds[MOST];
    start(&s, "127.0.0.1:0", false, false);
    for (unsigned i = 0; i < MOST; i++)
        fds[i] = join(&s);
    int more = connect_port(port_of(&s));
    tell(more, "qC");
    assert_int_equal(read_until(more, NULL, buf, sizeof buf), 0);
    read_until(s.err, "turned away: as many", buf, sizeof buf);
    assert_non_null(strstr(buf, "turned away: as many"));
    close(more);
    close(fds[7]);
    fds[7] = join(&s); /* a place is free again */
    begins(ask(fds[0], "vCont;s:1"), "T05");
    for (unsigned i = 0; i < MOST; i++)
        close(fds[i]);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

/* A file's mode can be widened, and root's processes pass it anyway: the peer is asked for. */
static void stub_serve_unix_socket_is_not_for_other_users(void **state)
{
    (void)state;
    struct served s;
    char path[64], addr[80], buf[256];
    int status = 0;
    if (geteuid() != 0)
        skip_because("to be another user one must be root");
    snprintf(path, sizeof path, "/tmp/eulab-test-%d", (int)getpid());
    snprintf(addr, sizeof addr, "unix:%s", path);
    start(&s, addr, false, false);
    assert_int_equal(chmod(path, 0666), 0);
    pid_t pid = fork();
    if (pid == 0) {
        int fd = setuid(65534) ? -1 : connect_unix(path);
        _exit(fd >= 0 && read_until(fd, NULL, buf, sizeof buf) == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    read_until(s.err, "another user", buf, sizeof buf);
    assert_non_null(strstr(buf, "was turned away: it is another user's"));
    int fd = connect_unix(path);
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

static void stub_serve_client_that_dies_while_running_stops_the_machine(void **state)
{
    (void)state;
    struct served s;
    const struct linger hard = {1, 0};
    start(&s, "127.0.0.1:0", false, false);
    for (int i = 0; i < 5; i++) {
        int fd = connect_port(port_of(&s));
        expect(fd, fd, "$X0,1:\x01#20", "+$OK#9a"); /* jmp 0 */
        expect(fd, fd, "+$Z0,40,1#77", "+$OK#9a");
        expect(fd, fd, "+$vCont;c#a8", "+");
        if (i & 1)
            setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close(fd);
    }
    int fd = connect_port(port_of(&s));
    expect(fd, fd, "$?#3f", "+$T02thread:1;core:0;16:0000000000000000;#fe");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

static void stub_serve_interrupt_is_answered_at_once(void **state)
{
    (void)state;
    struct served s;
    double worst = 0;
    start(&s, "127.0.0.1:0", false, false);
    int fd = connect_port(port_of(&s));
    expect(fd, fd, "$QStartNoAckMode#b0", "+$OK#9a");
    expect(fd, fd, "$X0,1:\x01#00", "$OK#9a");
    for (int i = 0; i < 50; i++) {
        assert_int_equal(write(fd, "$c#63", 5), 5);
        usleep(5000);
        double t = now();
        expect(fd, fd, "\x03", "$T02thread:1;core:0;16:0000000000000000;#fe");
        worst = now() - t > worst ? now() - t : worst;
    }
    print_message("worst of 50 interrupts: %.2f ms\n", worst * 1e3);
    assert_true(worst < 0.5); /* milliseconds; the bound is for a loaded machine */
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

static void stub_serve_no_wait_runs_before_a_client_comes(void **state)
{
    (void)state;
    struct served s;
    char buf[256];
    start_so(&s, "127.0.0.1:0", &(struct how){.looping = true, .after = 16});
    usleep(20000);
    int fd = connect_port(port_of(&s));
    expect(fd, fd, "$?#3f", "+$T02thread:1;core:0;16:1000000000000000;#ff");
    expect(fd, fd, "+$Hg101#41", "+$OK#9a"); /* all threads */
    expect(fd, fd, "+$p1#a1",
           "+$0100000001000000010000000100000001000000010000000100000001000000#08");
    assert_int_equal(write(fd, "+$c#63", 6), 6);
    assert_int_equal(finish(&s, SIGTERM), 0); /* also while it runs */
    read_until(fd, NULL, buf, sizeof buf);
    close(fd);
}

static void stub_serve_client_that_never_reads_holds_nobody_up(void **state)
{
    (void)state;
    struct served s;
    start(&s, "127.0.0.1:0", false, false);
    int fd = connect_port(port_of(&s));
    expect(fd, fd, "$QStartNoAckMode#b0", "+$OK#9a");
    for (int i = 0; i < 2000; i++) /* 2000 times 64 KiB: more than any socket buffer */
        if (send(fd, "$m0,8000#00", 11, MSG_DONTWAIT | MSG_NOSIGNAL) != 11)
            break;
    usleep(50000);
    close(fd);
    fd = connect_port(port_of(&s));
    expect(fd, fd, "$qC#b4", "+$QC1#c5");
    close(fd);
    assert_int_equal(finish(&s, SIGTERM), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stub_serve_port_0_prints_the_real_port),
        cmocka_unit_test(stub_serve_port_in_use_is_one_line_and_exit_1),
        cmocka_unit_test(stub_serve_bad_addresses_are_usage_errors),
        cmocka_unit_test(stub_listen_closes_a_socket_of_any_number),
        cmocka_unit_test(stub_listen_takes_numbers_of_ports_and_hosts),
        cmocka_unit_test(stub_serve_unix_socket_is_private_and_removed),
        cmocka_unit_test(stub_serve_stdio_ends_with_its_input),
        cmocka_unit_test(stub_serve_once_ends_with_its_client),
        cmocka_unit_test(stub_serve_second_client_looks_on),
        cmocka_unit_test(stub_serve_observer_looks_while_the_machine_runs),
        cmocka_unit_test(stub_serve_control_passes_on_when_the_controller_leaves),
        cmocka_unit_test(stub_serve_too_many_clients_are_turned_away),
        cmocka_unit_test(stub_serve_unix_socket_is_not_for_other_users),
        cmocka_unit_test(stub_serve_client_that_dies_while_running_stops_the_machine),
        cmocka_unit_test(stub_serve_interrupt_is_answered_at_once),
        cmocka_unit_test(stub_serve_no_wait_runs_before_a_client_comes),
        cmocka_unit_test(stub_serve_client_that_never_reads_holds_nobody_up),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
