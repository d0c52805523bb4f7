/* The server of drivers: several connections, each with a GPU of its own; some leave early or send
 * nonsense. All of it over sockets, and through shared memory. */
#include "tests/serve_rig.h"

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
    assert_true(recv(bad, &byte, 1, 0) <= 0); /* the server has closed it */
    put(gone, "\4\0\0\0\1\0\0\0\14", 9);
    close(gone);
    assert_int_equal(ask(good), 4);
    close(good);
    close(bad);
}

static void one_connection_more_than_there_may_be_is_refused(void **state)
{
    struct rig *r = *state;
    int fds[GPU_CLIENTS_MAX];
    char byte;
    for (uint32_t i = 0; i < GPU_CLIENTS_MAX; i++) {
        fds[i] = call(r);
        write_word(fds[i], i);
        assert_int_equal(ask(fds[i]), i);
    }
    int more = call(r);
    assert_int_equal(told(r), 'm');
    assert_true(recv(more, &byte, 1, 0) <= 0);
    close(more);
    for (uint32_t i = 0; i < GPU_CLIENTS_MAX; i++) {
        assert_int_equal(ask(fds[i]), i);
        close(fds[i]);
    }
}

static void silent_connections_keep_no_driver_out(void **state)
{
    struct rig *r = *state;
    int first = call(r), silent[GPU_CLIENTS_MAX];
    char byte;
    write_word(first, 5);
    assert_int_equal(ask(first), 5);
    for (uint32_t i = 0; i < GPU_CLIENTS_MAX; i++)
        silent[i] = call(r);
    assert_int_equal(told(r), 'n');
    assert_true(recv(silent[0], &byte, 1, 0) <= 0); /* the oldest */
    int late = call(r);
    write_word(late, 6);
    assert_int_equal(ask(late), 6);
    assert_int_equal(told(r), 'n');
    assert_int_equal(ask(first), 5);
    assert_true(recv(silent[1], &byte, 1, 0) <= 0);
    write_word(silent[2], 7);
    assert_int_equal(ask(silent[2]), 7);
    for (uint32_t i = 0; i < GPU_CLIENTS_MAX; i++)
        close(silent[i]);
    close(first);
    close(late);
}

/* The client asks for more than the sockets hold, sends on, and only then reads. */
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

/* --- walkers --- */

/* Collects messages before they are sent. */
struct session {
    uint8_t bytes[4096];
    size_t n;
};

static void add(struct session *s, const void *bytes, size_t n)
{
    assert_true(s->n + n <= sizeof s->bytes);
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
}

static void add_entry(struct session *s, uint64_t at, uint64_t entry)
{
    const uint32_t m[] = {4,
                          1,
                          12,
                          (uint32_t)(at >> 32) << 24,
                          (uint32_t)at,
                          8,
                          (uint32_t)entry,
                          (uint32_t)(entry >> 32)};
    add(s, m, sizeof m);
}

static void add_word(struct session *s, uint32_t at, uint32_t v)
{
    const uint32_t m[] = {4, 1, 12, 0, at, 4, v};
    add(s, m, sizeof m);
}

static void add_global(struct session *s, uint32_t page, uint32_t physical)
{
    const uint32_t m[] = {2, 1, 16, 1, page, physical | 1, 0};
    add(s, m, sizeof m);
}

/* Makes a context with a walker in its ring; the walker's descriptor lies at address 0 of its own
 * page table. */
static struct session walker_session(void)
{
    static const uint32_t ring[] = {0x7105000d, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, ~0u, ~0u};
    static const uint64_t entries[] = {1u << 29, 1u << 30, 1u << 31, UINT64_C(1) << 32};
    struct session s = {.n = 0};
    add_global(&s, 0x10, 0x10000);
    add_global(&s, 0x11, 0x11000);
    add_global(&s, 0x20, 0x20000);
    for (unsigned i = 0; i < 4; i++)
        add_entry(&s, entries[i], (i < 3 ? entries[i + 1] : 0x30000) | 3);
    add_word(&s, 0x30018, 1);
    for (uint32_t i = 0; i < sizeof ring / 4; i++)
        add_word(&s, 0x20000 + 4 * i, ring[i]);
    add_word(&s, 0x1101c, sizeof ring);
    add_word(&s, 0x11024, 0x20000);
    add_word(&s, 0x1102c, 1);
    add_word(&s, 0x110cc, 1 << 29);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t m[] = {0, 1, 12, 5, 0x2230, i < 3 ? 0 : 0x10119};
        add(&s, m, sizeof m);
    }
    return s;
}

static void submit_walker(int fd)
{
    const struct session s = walker_session();
    put(fd, s.bytes, s.n);
}

/* Whatever the damaged stream does, the next client is served. */
static void client_with_a_damaged_stream_disturbs_nobody(void **state)
{
    enum { ROUNDS = 200 };
    struct rig *r = *state;
    const struct session whole = walker_session();
    uint32_t random = 1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct session s = whole;
        for (unsigned k = 0; k < 3; k++) {
            random = random * 1664525 + 1013904223;
            s.bytes[(random >> 8) % s.n] ^= (uint8_t)(1u << (random >> 28 & 7));
        }
        int fd = call(r);
        size_t n = i % 2 ? s.n : (random >> 8) % s.n;
        assert_true(send(fd, s.bytes, n, MSG_NOSIGNAL) > 0);
        close(fd);
        if (i % 20 == 0) {
            fd = call(r);
            write_word(fd, i);
            assert_int_equal(ask(fd), i);
            close(fd);
        }
    }
}

static void connection_does_not_wait_for_the_walker_of_another(void **state)
{
    struct rig *r = *state;
    int slow = call(r), quick = call(r), second = call(r);
    submit_walker(slow);
    assert_int_equal(told(r), 'w');
    write_word(quick, 5);
    assert_int_equal(ask(quick), 5);
    submit_walker(second); /* it runs at the same time as the first */
    assert_int_equal(told(r), 'w');
    assert_int_equal(write(gates[1], "..", 2), 2);
    write_word(slow, 6);
    assert_int_equal(ask(slow), 6);
    assert_int_equal(ask(second), 0);
    close(slow);
    close(quick);
    close(second);
}

static void client_that_leaves_during_its_walker_ends_it(void **state)
{
    struct rig *r = *state;
    int fd = call(r);
    submit_walker(fd);
    assert_int_equal(told(r), 'w');
    close(fd);
    assert_int_equal(told(r), 'e');
    fd = call(r); /* the next client is served */
    write_word(fd, 7);
    assert_int_equal(ask(fd), 7);
    close(fd);
}

static void server_ends_while_clients_walk_and_say_nothing(void **state)
{
    struct rig *r = *state;
    int walking = call(r), silent = call(r), half = call(r);
    put(half, "\4\0\0\0\1", 5);
    submit_walker(walking);
    assert_int_equal(told(r), 'w');
    kill(r->server, SIGTERM);
    assert_int_equal(told(r), 'e');
    assert_int_equal(told(r), 'i');
    close(walking);
    close(silent);
    close(half);
}

int main(void)
{
#define CASE(f)                                                                                    \
    cmocka_unit_test_setup_teardown(f, open_rig, close_rig),                                       \
        cmocka_unit_test_setup_teardown(f, open_wired_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(each_connection_is_a_gpu_of_its_own),
        CASE(a_stop_is_told_once_and_its_connection_lives),
        CASE(who_sends_nonsense_or_leaves_in_the_middle_disturbs_nobody),
        CASE(one_connection_more_than_there_may_be_is_refused),
        CASE(silent_connections_keep_no_driver_out),
        CASE(driver_that_reads_late_gets_its_answers),
        CASE(client_with_a_damaged_stream_disturbs_nobody),
        CASE(connection_does_not_wait_for_the_walker_of_another),
        CASE(client_that_leaves_during_its_walker_ends_it),
        CASE(server_ends_while_clients_walk_and_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
