/* A client and the guests that may become one, without a server: what is read and written, and when
 * it is over. */
#include "tests/helpers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "stub/client.h"
#include "stub/guests.h"

enum { FULL = 1 << 20 };

static void pair_of(int fds[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(fcntl(fds[i], F_SETFL, O_NONBLOCK), 0);
}

/* --- replies --- */

static void replies_go_as_far_as_they_are_read(void **state)
{
    static uint8_t bytes[FULL], got[FULL];
    struct client c = {0};
    size_t n = 0;
    int fds[2];
    (void)state;
    pair_of(fds);
    c.in = c.out = fds[0];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 >> 4);
    client_send(&c, bytes, FULL - 1);
    assert_false(client_is_full(&c));
    client_send(&c, bytes + FULL - 1, 1);
    assert_true(client_is_full(&c));
    client_flush(&c); /* the socket takes a part */
    assert_true(client_has_replies(&c));
    assert_false(client_is_full(&c));
    assert_false(c.gone || client_is_over(&c));
    while (n < FULL) {
        ssize_t k = read(fds[1], got + n, FULL - n);
        assert_true(k > 0);
        n += (size_t)k;
        client_flush(&c);
    }
    assert_memory_equal(got, bytes, FULL);
    assert_false(client_has_replies(&c) || c.gone);
    assert_int_equal(c.output.n, 0);
    assert_false(client_hung_up(&c));
    close(fds[1]);
    assert_true(client_hung_up(&c));
    client_flush(&c); /* nothing is to be written */
    assert_false(c.gone);
    client_send(&c, "x", 1);
    client_flush(&c);
    assert_true(c.gone && client_is_over(&c));
    text_free(&c.output);
    close(fds[0]);
}

static void pipes_take_what_they_can(void **state)
{
    static uint8_t bytes[FULL];
    struct client c = {0};
    int fds[2];
    (void)state;
    assert_int_equal(pipe(fds), 0);
    c.out = fds[1];
    client_send(&c, bytes, sizeof bytes);
    client_flush(&c); /* would block for ever if it waited */
    assert_true(client_has_replies(&c) && c.sent >= 4096 && c.sent < FULL);
    assert_int_equal(c.sent % 4096, 0);
    assert_false(c.gone);
    text_free(&c.output);
    close(fds[0]);
    close(fds[1]);
}

/* --- the end --- */

static void client_is_over_when_it_has_all(void **state)
{
    static const struct {
        bool ending, eof, gone, requests, replies, over;
    } rows[] = {
        {false, false, false, false, false, false}, {false, false, true, true, true, true},
        {true, false, false, true, false, true},    {true, false, false, false, true, false},
        {false, true, false, false, false, true},   {false, true, false, true, false, false},
        {false, true, false, false, true, false},   {true, true, false, true, false, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct client c = {.ending = rows[i].ending, .eof = rows[i].eof, .gone = rows[i].gone};
        c.n = rows[i].requests;
        if (rows[i].replies)
            client_send(&c, "x", 1);
        assert_int_equal(client_has_requests(&c), rows[i].requests && !rows[i].ending);
        assert_int_equal(client_is_over(&c), rows[i].over);
        text_free(&c.output);
    }
}

static void events_of_a_broken_descriptor_end_it(void **state)
{
    static const struct {
        short events;
        bool eof;
    } rows[] = {{POLLERR, true}, {POLLNVAL, true}, {POLLOUT, false}, {POLLIN, true}, {0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct client c = {0};
        int fds[2];
        pair_of(fds);
        c.in = c.out = fds[0];
        close(fds[1]); /* read() gives the end */
        client_serve(&c, rows[i].events);
        assert_int_equal(c.eof, rows[i].eof);
        close(fds[0]);
    }
}

static void reading_ends_with_the_input_or_an_error(void **state)
{
    struct client nothing = {0}, written = {0};
    int fds[2], pipes[2];
    (void)state;
    pair_of(fds);
    nothing.in = nothing.out = fds[0];
    client_serve(&nothing, POLLIN); /* there is nothing yet */
    assert_false(nothing.eof);
    assert_int_equal(pipe(pipes), 0);
    written.in = pipes[1];
    client_serve(&written, POLLIN);
    assert_true(written.eof);
    for (unsigned i = 0; i < 2; i++) {
        close(fds[i]);
        close(pipes[i]);
    }
}

/* --- guests --- */

static void guests_speak_wait_or_go(void **state)
{
    static const struct {
        const char *text;
        enum guest_state state;
    } rows[] = {
        {"", GUEST_WAITS},         {"+", GUEST_WAITS},     {"+-\3", GUEST_WAITS},
        {"$", GUEST_WAITS},        {"$qC#b", GUEST_WAITS}, {"$qC#b4", GUEST_SPEAKS},
        {"+$qC#b4", GUEST_SPEAKS}, {"G", GUEST_GONE},      {"+GET /", GUEST_GONE},
        {"$#0", GUEST_WAITS},      {"$#00", GUEST_SPEAKS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stub_guests g = {.patience = 1000};
        size_t n = strlen(rows[i].text);
        int fds[2];
        pair_of(fds);
        assert_true(guests_add(&g, fds[0], "somebody"));
        assert_int_equal(write(fds[1], rows[i].text, n), n);
        assert_int_equal(guests_read(&g, 0), rows[i].state);
        assert_int_equal(g.n, rows[i].state != GUEST_GONE);
        if (g.n)
            guests_drop(&g, 0, NULL);
        close(fds[1]);
    }
}

/* As much as is kept: a packet that does not end, or acknowledgements, of which no client sends so
 * many. */
static void guests_that_fill_their_page_are_judged(void **state)
{
    static const struct {
        char first, c;
        unsigned n;
        enum guest_state state;
    } rows[] = {{'$', 'a', GUEST_BYTES - 1, GUEST_WAITS},
                {'$', 'a', GUEST_BYTES, GUEST_SPEAKS},
                {'+', '+', GUEST_BYTES - 1, GUEST_WAITS},
                {'+', '+', GUEST_BYTES, GUEST_GONE},
                {'+', 0, 2, GUEST_GONE}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stub_guests g = {.patience = 1000};
        char text[GUEST_BYTES];
        int fds[2];
        pair_of(fds);
        assert_true(guests_add(&g, fds[0], "somebody"));
        memset(text, rows[i].c, sizeof text);
        text[0] = rows[i].first;
        assert_int_equal(write(fds[1], text, rows[i].n), rows[i].n);
        assert_int_equal(guests_read(&g, 0), rows[i].state);
        if (g.n)
            guests_drop(&g, 0, NULL);
        close(fds[1]);
    }
}

static void guests_that_cannot_be_read_are_gone(void **state)
{
    struct stub_guests g = {.patience = 1000};
    int fds[2];
    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_true(guests_add(&g, fds[1], "an end to write to"));
    assert_int_equal(guests_read(&g, 0), GUEST_GONE);
    assert_int_equal(g.n, 0);
    close(fds[0]);
}

static void guests_come_and_go_in_order(void **state)
{
    struct stub_guests g = {.patience = 60000};
    struct timespec left;
    (void)state;
    assert_false(guests_expire(&g, &left));
    for (int i = 0; i <= GUESTS; i++) /* the first is dropped for the last */
        assert_true(guests_add(&g, dup(2), (char[]){(char)('a' + i), 0}));
    assert_int_equal(g.n, GUESTS);
    for (int i = 0; i < GUESTS; i++)
        assert_int_equal(g.list[i]->name[0], 'b' + i);
    assert_true(guests_expire(&g, &left));
    assert_in_range(left.tv_sec, 50, 60);
    assert_in_range(left.tv_nsec, 0, 999999999);
    g.list[0]->until = g.list[1]->until = 0;
    assert_true(guests_expire(&g, &left));
    assert_int_equal(g.n, GUESTS - 2);
    assert_int_equal(g.list[0]->name[0], 'd');
    while (g.n)
        guests_drop(&g, g.n - 1, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_go_as_far_as_they_are_read),
        cmocka_unit_test(pipes_take_what_they_can),
        cmocka_unit_test(client_is_over_when_it_has_all),
        cmocka_unit_test(events_of_a_broken_descriptor_end_it),
        cmocka_unit_test(reading_ends_with_the_input_or_an_error),
        cmocka_unit_test(guests_speak_wait_or_go),
        cmocka_unit_test(guests_that_fill_their_page_are_judged),
        cmocka_unit_test(guests_that_cannot_be_read_are_gone),
        cmocka_unit_test(guests_come_and_go_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
