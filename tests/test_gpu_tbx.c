/* The protocol: messages that arrive in pieces of any size, answers in order, and bytes that are no
 * message. */
#include "tests/helpers.h"

#include "gpu/impl.h"
#include "gpu/tbx.h"

struct rig {
    struct gpu_tbx c;
    uint8_t sent[1 << 17];
    size_t nsent;
    unsigned stops, begins;
};

static void keep_answer(void *ctx, const void *bytes, size_t n)
{
    struct rig *r = ctx;
    assert_true(r->nsent + n <= sizeof r->sent);
    memcpy(r->sent + r->nsent, bytes, n);
    r->nsent += n;
}

static void count_bytes(void *ctx, const void *bytes, size_t n)
{
    (void)bytes;
    ((struct rig *)ctx)->nsent += n;
}

static void count_stop(void *ctx, enum gpu_stop stop)
{
    assert_int_not_equal(stop, GPU_DONE);
    ((struct rig *)ctx)->stops++;
}

static void count_begin(void *ctx)
{
    ((struct rig *)ctx)->begins++;
}

static int open_rig(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    r->c = (struct gpu_tbx){.gpu = gpu_new(gpu_device_by_name("skl"), NULL),
                            .send = keep_answer,
                            .stopped = count_stop,
                            .begins = count_begin,
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
        assert_int_equal(r->begins, 1);
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
        size_t bytes; /* that tell */
        const char *error;
    } rows[] = {
        {{3, 1, 12, 0, 0, 0}, 12, "a message of an unknown type"},
        {{0x20544547, 0x2f, 0, 0, 0, 0}, 12, "a message of an unknown type"}, /* "GET /" */
        {{4, 1, 8, 0, 0, 0}, 12, "a message of a wrong size"},
        {{1, 1, 0, 0, 0, 0}, 12, "a message of an unknown type"},
        {{6, 1, 4, 0, 0, 0}, 12, "a message of an unknown type"},
        {{10, 1, 4, 0, 0, 0}, 12, "a message of an unknown type"},
        {{12, 1, 4, 0, 0, 0}, 12, "a message of an unknown type"},
        {{0, 1, 8, 0, 0, 0}, 12, "a message of a wrong size"},
        {{0, 1, 16, 0, 0, 0}, 12, "a message of a wrong size"},
        {{2, 1, 12, 0, 0, 0}, 12, "a message of a wrong size"},
        {{2, 1, 20, 0, 0, 0}, 12, "a message of a wrong size"},
        {{4, 1, 16, 0, 0, 0}, 12, "a message of a wrong size"},
        {{5, 1, 8, 0, 0, 0}, 12, "a message of a wrong size"},
        {{5, 1, 16, 0, 0, 0}, 12, "a message of a wrong size"},
        {{11, 1, 0, 0, 0, 0}, 12, "a message of a wrong size"},
        {{11, 1, 8, 0, 0, 0}, 12, "a message of a wrong size"},
        {{5, 1, 12, 0, 0, 0xffffffff}, 24, "a read of more than 64 MiB"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        assert_int_equal(gpu_tbx_feed(&r->c, (const uint8_t *)rows[i].dw, 11), 0);
        assert_null(r->c.error);
        (void)gpu_tbx_feed(&r->c, (const uint8_t *)rows[i].dw, rows[i].bytes);
        assert_string_equal(r->c.error, rows[i].error);
        assert_int_equal(r->nsent, 0);
        assert_int_equal(gpu_tbx_feed(&r->c, (const uint8_t *)session, sizeof session), 0);
        close_rig(&fresh);
    }
}

/* What a connection does first: a greeting begins nothing, anything else does, once. */
static void the_first_message_begins(void **state)
{
    static const struct {
        uint32_t dw[7];
        size_t n;
        bool begins;
    } rows[] = {
        {{11, 1, 4, 0}, 4, false},
        {{0, 1, 12, 4, 0x2234, 0}, 6, true},
        {{2, 1, 16, 0, 0x10, 1, 0}, 7, true},
        {{4, 1, 12, 0, 0x2000, 0}, 6, true},
        {{5, 1, 12, 0, 0x2000, 0}, 6, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        for (unsigned k = 0; k < 2; k++) {
            feed_pieces(r, rows[i].dw, 4 * rows[i].n, 64);
            assert_int_equal(r->begins, rows[i].begins);
            assert_int_equal(r->c.begun, rows[i].begins);
        }
        close_rig(&fresh);
    }
}

/* The first bit says that an entry is written; the last word is its upper half. */
static void global_entries_are_written_if_asked(void **state)
{
    static const struct {
        uint32_t how, low, high;
        bool there;
        uint64_t at;
    } rows[] = {
        {0, 0x11001, 0, false, 0}, {1, 0x11001, 0, true, 0x11000},
        {2, 0x11001, 0, false, 0}, {3, 0x11001, 0x25, true, UINT64_C(0x2500011000)},
        {1, 0x11000, 0, false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t m[] = {2, 1, 16, rows[i].how, 0x10, rows[i].low, rows[i].high};
        uint64_t at;
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        feed_pieces(r, m, sizeof m, 64);
        assert_int_equal(gpu_ggtt_translate(r->c.gpu, 0x10000, &at), rows[i].there);
        if (rows[i].there)
            assert_int_equal(at, rows[i].at);
        close_rig(&fresh);
    }
}

/* Addresses have 32 bits, and the upper byte of the first word above them. A write of up to a page
 * is taken whole, a longer one as it comes. */
static void writes_have_their_place_and_size(void **state)
{
    static const struct {
        uint32_t above, low, size, come;
        bool taken; /* by then */
        uint64_t at;
    } rows[] = {
        {0x00ffffff, 0x5000, 8, 8, true, 0x5000},
        {0x25ffffff, 0xfffff000, 8, 8, true, UINT64_C(0x25fffff000)},
        {0, 0x5000, 8, 7, false, 0x5000},
        {0, 0x5000, 4096, 4095, false, 0x5000},
        {0, 0x5000, 4096, 4096, true, 0x5000},
        {0, 0x5000, 4097, 4095, true, 0x5000},
    };
    static uint8_t bytes[24 + 4096];
    (void)state;
    memset(bytes, 0x5a, sizeof bytes);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t head[] = {4, 1, 12, rows[i].above, rows[i].low, rows[i].size};
        uint8_t got = 0;
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        memcpy(bytes, head, sizeof head);
        size_t n = sizeof head + rows[i].come;
        assert_int_equal(gpu_tbx_feed(&r->c, bytes, n), rows[i].taken ? n : 0);
        assert_int_equal(r->c.left, rows[i].taken ? rows[i].size - rows[i].come : 0);
        gpu_physical_read(r->c.gpu, rows[i].at, &got, 1);
        assert_int_equal(got, rows[i].taken ? 0x5a : 0);
        close_rig(&fresh);
    }
}

/* A driver writes one byte of a pattern that its kernels read four bytes of. */
static void short_writes_at_a_pages_start_are_repeated(void **state)
{
    static const struct {
        uint32_t at, size;
        const char *want;
    } rows[] = {{0x5000, 1, "aaaa."}, {0x6000, 2, "abab."}, {0x7000, 3, "abc.."},
                {0x8004, 1, "a...."}, {0x9002, 2, "ab..."}, {0xa000, 0, "....."}};
    struct rig *r = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t message[7] = {4, 1, 12, 0, rows[i].at, rows[i].size};
        char got[6] = "";
        assert_int_equal(gpu_physical_write(r->c.gpu, rows[i].at, (const uint8_t *)".....", 5), 0);
        memcpy(message + 6, "abc", 3);
        size_t n = 24 + rows[i].size;
        assert_int_equal(gpu_tbx_feed(&r->c, (const uint8_t *)message, n), n);
        gpu_physical_read(r->c.gpu, rows[i].at, (uint8_t *)got, 5);
        assert_string_equal(got, rows[i].want);
    }
}

/* What a driver sends is recorded, carried out or not: replayed elsewhere, it is the same. */
static void what_comes_is_recorded(void **state)
{
    struct rig *r = *state;
    struct gpu_record record = {.file = tmpfile()};
    uint32_t dw[32];
    assert_non_null(record.file);
    r->c.record = &record;
    feed_pieces(r, session, 4 * 25, 64);
    rewind(record.file);
    assert_int_equal(fread(dw, 4, 32, record.file), 6 + 7 + 7);
    assert_true(gpu_record_close(&record));
    static const uint32_t reg[] = {0x20d8, 0x20000, 0xffffffff, 0, 0x20000};
    static const uint32_t entry[] = {0x80, 0, 4u << 28, 8, 0x11001, 0};
    static const uint32_t memory[] = {0x2000, 1, 2u << 28, 8, 0x11111111, 0x22222222};
    assert_memory_equal(dw + 1, reg, sizeof reg);
    assert_memory_equal(dw + 7, entry, sizeof entry);
    assert_memory_equal(dw + 14, memory, sizeof memory);
}

/* 64 MiB are read, more are not. */
static void reads_have_a_limit(void **state)
{
    (void)state;
    for (uint32_t more = 0; more < 2; more++) {
        const uint32_t m[] = {5, 1, 12, 0, 0x2000, (64u << 20) + more};
        void *fresh;
        assert_int_equal(open_rig(&fresh), 0);
        struct rig *r = fresh;
        r->c.send = count_bytes;
        feed_pieces(r, m, sizeof m, 64);
        assert_int_equal(r->nsent, more ? 0 : 24 + (64u << 20));
        assert_int_equal(!r->c.error, !more);
        close_rig(&fresh);
    }
}

/* Answers of several parts, whose bytes follow one another. */
static void long_reads_come_in_order(void **state)
{
    enum { FIRST = 0x2000, BYTES = 65536 + 8192 };
    struct rig *r = *state;
    const uint32_t m[] = {5, 1, 12, 0, FIRST, BYTES};
    for (uint32_t at = 0; at < BYTES; at += 4)
        assert_int_equal(gpu_physical_write(r->c.gpu, FIRST + at, &at, 4), 0);
    feed_pieces(r, m, sizeof m, sizeof m);
    assert_int_equal(r->nsent, 24 + BYTES);
    for (uint32_t at = 0; at < BYTES; at += 4)
        assert_memory_equal(r->sent + 24 + at, &at, 4);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_in_any_pieces_give_the_same_answers),
        CASE(long_writes_come_in_parts),
        cmocka_unit_test(what_is_no_message_is_called_so_once),
        cmocka_unit_test(the_first_message_begins),
        cmocka_unit_test(global_entries_are_written_if_asked),
        cmocka_unit_test(writes_have_their_place_and_size),
        CASE(short_writes_at_a_pages_start_are_repeated),
        CASE(what_comes_is_recorded),
        cmocka_unit_test(reads_have_a_limit),
        CASE(long_reads_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
