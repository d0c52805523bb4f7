/* The protocol: messages that arrive in pieces of any size, answers in order, and bytes that are no
 * message. */
#include "tests/helpers.h"

#include "gpu/tbx.h"

struct rig {
    struct gpu_tbx c;
    uint8_t sent[1 << 17];
    size_t nsent;
    unsigned stops;
};

static void keep_answer(void *ctx, const void *bytes, size_t n)
{
    struct rig *r = ctx;
    assert_true(r->nsent + n <= sizeof r->sent);
    memcpy(r->sent + r->nsent, bytes, n);
    r->nsent += n;
}

static void count_stop(void *ctx, enum gpu_stop stop)
{
    assert_int_not_equal(stop, GPU_DONE);
    ((struct rig *)ctx)->stops++;
}

static int open_rig(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    r->c = (struct gpu_tbx){.gpu = gpu_new(gpu_device_by_name("skl"), NULL),
                            .send = keep_answer,
                            .stopped = count_stop,
                            .ctx = r};
    *state = r;
    return r->c.gpu ? 0 : -1;
}

static int close_rig(void **state)
{
    struct rig *r = *state;
    gpu_free(r->c.gpu);
    free(r);
    return 0;
}

static const uint32_t session[] = {
    11, 1, 4,      0x00320002,                                          /* control */
    0,  2, 12,     5,          0x20d8, 0x20000,                         /* register write */
    2,  3, 16,     1,          0x10,   0x11001, 0,                      /* GGTT entry */
    4,  4, 12,     0x01000000, 0x2000, 8,       0x11111111, 0x22222222, /* write at 0x1_0000_2000 */
    5,  5, 12,     0x01000000, 0x2004, 4,                               /* read */
    0,  6, 12,     4,          0x2234, 0,                               /* register read */
    0,  7, 12,     5,          0x2230, 0,       0,          8,
    12, 5, 0x2230, 0, /* the submit port without a context */
    0,  9, 12,     5,          0x2230, 0,       0,          10,
    12, 5, 0x2230, 0x77777119,
};

/* Feeds the bytes in pieces of @step, and repeats what was not taken. */
static void feed_pieces(struct rig *r, const void *bytes, size_t n, size_t step)
{
    const uint8_t *p = bytes;
    size_t done = 0, have = 0;
    while (have < n && !r->c.error) {
        have = have + step < n ? have + step : n;
        done += gpu_tbx_feed(&r->c, p + done, have - done);
    }
    if (!r->c.error)
        assert_int_equal(done, n);
}

static void messages_in_any_pieces_give_the_same_answers(void **state)
{
    static const size_t steps[] = {1, 3, 7, 64, sizeof session};
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        feed_pieces(r, session, sizeof session, steps[i]);
        static const uint32_t want[] = {6,          5, 12, 0x01000000, 0x2004, 4,
                                        0x22222222, 1, 6,  4,          0x100};
        assert_null(r->c.error);
        assert_int_equal(r->nsent, sizeof want);
        assert_memory_equal(r->sent, want, sizeof want);
        assert_int_equal(r->stops, 1);
        assert_int_equal(gpu_register_read(r->c.gpu, 0x20d8), 0x20000);
        close_rig(&fresh);
    }
}

static void long_writes_come_in_parts(void **state)
{
    struct rig *r = *state;
    enum { LONG = 100000 };
    uint8_t *bytes = malloc(24 + LONG), *got = malloc(LONG);
    static const uint32_t head[] = {4, 1, 12, 0, 0x3000, LONG};
    memcpy(bytes, head, sizeof head);
    for (unsigned i = 0; i < LONG; i++)
        bytes[24 + i] = (uint8_t)(i * 7);
    feed_pieces(r, bytes, 24 + LONG, 5000);
    gpu_physical_read(r->c.gpu, 0x3000, got, LONG);
    assert_memory_equal(got, bytes + 24, LONG);
    free(bytes);
    free(got);
}

static void what_is_no_message_is_called_so_once(void **state)
{
    static const struct {
        uint32_t dw[6];
        const char *error;
    } rows[] = {
        {{3, 1, 12, 0, 0, 0}, "a message of an unknown type"},
        {{0x20544547, 0x2f, 0, 0, 0, 0}, "a message of an unknown type"}, /* "GET /" */
        {{4, 1, 8, 0, 0, 0}, "a message of a wrong size"},
        {{5, 1, 12, 0, 0, 0xffffffff}, "a read of more than 64 MiB"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        feed_pieces(r, rows[i].dw, sizeof rows[i].dw, 24);
        assert_string_equal(r->c.error, rows[i].error);
        assert_int_equal(r->nsent, 0);
        assert_int_equal(gpu_tbx_feed(&r->c, (const uint8_t *)session, sizeof session), 0);
        close_rig(&fresh);
    }
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_in_any_pieces_give_the_same_answers),
        CASE(long_writes_come_in_parts),
        cmocka_unit_test(what_is_no_message_is_called_so_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
