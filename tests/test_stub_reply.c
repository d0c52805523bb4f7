/* What packets are made of: digits, sums, runs, escapes and frames, each beside the plain way of
 * making it. */
#include "tests/helpers.h"

#include "stub/stub_impl.h"

enum { MOST = 3000 };

static void text_hex_and_sum_any_length_are_the_plain_ones(void **state)
{
    (void)state;
    uint8_t bytes[MOST], sum = 0;
    char want[2 * MOST + 1], got[2 * MOST + 1];
    for (size_t i = 0; i < MOST; i++) {
        bytes[i] = (uint8_t)(i < 1500 ? i : 0xff); /* the highest sum that lanes must hold */
        snprintf(want + 2 * i, 3, "%02x", bytes[i]);
    }
    for (size_t n = 0; n < MOST; sum = (uint8_t)(sum + bytes[n++])) {
        assert_int_equal(text_sum(bytes, n), sum);
        memset(got, 0, sizeof got);
        text_hex(bytes, n, got);
        assert_memory_equal(got, want, 2 * n);
        assert_int_equal(got[2 * n], 0);
    }
}

/* Both cases of letters; every other byte ends it, as the first digit and as the second. */
static void text_unhex_any_byte_is_a_digit_or_the_end(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        char one[2] = {(char)c, 0}, *end;
        long value = strtol(one, &end, 16);
        bool digit = c != ' ' && c != '+' && c != '-' && c && end != one && !*end;
        const uint8_t first[] = {'1', '2', (uint8_t)c, 'e', '3', '4'};
        const uint8_t second[] = {'1', '2', 'E', (uint8_t)c, '3'};
        uint8_t out[3] = {0};
        assert_int_equal(text_hex_digit((uint8_t)c), digit ? value : -1);
        assert_int_equal(text_unhex(first, sizeof first, out), digit ? 3 : 1);
        assert_int_equal(out[0], 0x12);
        assert_int_equal(out[1], digit ? value << 4 | 14 : 0);
        assert_int_equal(text_unhex(second, sizeof second, out), digit ? 2 : 1);
        assert_true(!digit || out[1] == (0xe0 | value));
    }
}

/* Undoes run-length encoding; no byte of it may be one that frames. */
static size_t expand(const char *p, size_t n, char *out)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        assert_null(memchr("#$+-", p[i], 4));
        if (p[i] != '*') {
            out[k++] = p[i];
            continue;
        }
        int again = p[++i] - 29;
        assert_true(again >= 3 && again <= 97);
        memset(out + k, out[k - 1], (size_t)again);
        k += (size_t)again;
    }
    return k;
}

static struct stub begun(void)
{
    struct stub s = {.out = malloc(STUB_PACKET_SIZE + 8)};
    assert_non_null(s.out);
    stub_reply_begin(&s);
    return s;
}

static void stub_put_run_any_length_expands_to_itself(void **state)
{
    (void)state;
    char got[400];
    for (size_t n = 0; n < sizeof got; n++) {
        struct stub s = begun();
        stub_put_run(&s, 'x', n);
        assert_int_equal(expand(s.out + 1, s.nout - 1, got), n);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(got[i], 'x');
        assert_true(n < 4 || s.nout - 1 < n);
        free(s.out);
    }
}

static void stub_put_hex_runs_zeros_anywhere_expand_to_the_digits(void **state)
{
    (void)state;
    uint8_t bytes[700];
    char want[1400], got[1400];
    for (size_t from = 0; from < sizeof bytes; from += 7) {
        for (size_t to = from; to <= sizeof bytes; to += 3) {
            struct stub s = begun();
            memset(bytes, 0x5a, sizeof bytes);
            memset(bytes + from, 0, to - from);
            text_hex(bytes, sizeof bytes, want);
            stub_put_hex_runs(&s, bytes, sizeof bytes);
            assert_int_equal(expand(s.out + 1, s.nout - 1, got), sizeof want);
            assert_memory_equal(got, want, sizeof want);
            free(s.out);
        }
    }
}

static void stub_put_binary_any_place_escapes_what_frames(void **state)
{
    (void)state;
    static const char special[] = "#$}*";
    uint8_t bytes[40];
    for (size_t at = 0; at < sizeof bytes; at++) {
        for (int c = 0; c < 256; c++) {
            struct stub s = begun();
            memset(bytes, 0x80, sizeof bytes);
            bytes[at] = (uint8_t)c;
            bool escaped = c && strchr(special, c);
            assert_int_equal(stub_put_binary(&s, bytes, sizeof bytes), sizeof bytes);
            assert_int_equal(s.nout - 1, sizeof bytes + escaped);
            assert_int_equal((uint8_t)s.out[1 + at], escaped ? '}' : c);
            if (escaped)
                assert_int_equal(s.out[2 + at], c ^ 0x20);
            free(s.out);
        }
    }
}

/* An escaped byte takes two, and so does the room that is left for the last one. */
static void stub_put_binary_at_the_end_of_a_packet_takes_what_fits(void **state)
{
    enum { END = STUB_PACKET_SIZE + 1 };
    uint8_t bytes[40];
    (void)state;
    for (size_t room = 0; room < 100; room++)
        for (unsigned each = 1; each <= 2; each++) {
            struct stub s = begun();
            memset(bytes, each == 2 ? '#' : 0x80, sizeof bytes);
            s.nout = END - room;
            size_t n = stub_put_binary(&s, bytes, sizeof bytes);
            assert_int_equal(s.nout, END - room + each * n);
            assert_true(s.nout <= END);
            assert_true(n == sizeof bytes || END - s.nout < 2);
            free(s.out);
        }
}

static void keep(void *ctx, const void *bytes, size_t n)
{
    struct text *t = ctx;
    text_add(t, bytes, n);
}

/* Portions up to the end, "l" with the last one; behind it, or without memory, a word of why. */
static void stub_xfer_portions_end_with_the_document(void **state)
{
    (void)state;
    static const char doc[] = "0123456789";
    static const struct {
        const char *data;
        uint64_t at, n;
        const char *reply;
    } rows[] = {{doc, 0, 9, "$m012345678#"},
                {doc, 0, 10, "$l0123456789#"},
                {doc, 9, 100, "$l9#"},
                {doc, 10, 1, "$l#"},
                {doc, 11, 1, "$E.offset past the end#"},
                {doc, 0, 0, "$E.nothing asked for#"},
                {NULL, 0, 10, "$E.no memory#"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text sent = {0};
        struct stub s = begun();
        struct stub_args a = {.n = {rows[i].at, rows[i].n}};
        s.send = keep;
        s.send_ctx = &sent;
        s.error_text = true;
        stub_xfer(&s, &a, rows[i].data, sizeof doc - 1);
        assert_true(sent.n > strlen(rows[i].reply));
        assert_memory_equal(sent.data, rows[i].reply, strlen(rows[i].reply));
        text_free(&sent);
        free(s.out);
    }
}

/* Payloads with and without escapes, in chunks of every size: what was framed comes out. */
static void stub_frame_feed_chunks_of_any_size_give_the_payload(void **state)
{
    (void)state;
    enum { N = 70 };
    struct stub_frame f;
    assert_int_equal(stub_frame_init(&f), 0);
    for (unsigned every = 1; every < 30; every++) {
        uint8_t payload[N], raw[2 * N + 4], sum;
        size_t n = 0;
        raw[n++] = '$';
        for (unsigned i = 0; i < N; i++) {
            payload[i] = i % every == every - 1 ? (uint8_t) "#$}*"[i & 3] : (uint8_t)(i * 5);
            bool escape = payload[i] && strchr("#$}*", payload[i]);
            if (escape)
                raw[n++] = '}';
            raw[n++] = payload[i] ^ (escape ? 0x20 : 0);
        }
        sum = text_sum(raw + 1, n - 1);
        raw[n++] = '#';
        text_hex(&sum, 1, (char *)raw + n);
        n += 2;
        for (size_t chunk = 1; chunk <= n; chunk++) {
            enum stub_frame_event event = STUB_FRAME_NONE;
            for (size_t at = 0, k; at < n; at += k) {
                assert_int_equal(event, STUB_FRAME_NONE);
                k = stub_frame_feed(&f, raw + at, chunk < n - at ? chunk : n - at, &event);
            }
            assert_int_equal(event, STUB_FRAME_PACKET);
            assert_int_equal(f.n, N);
            assert_memory_equal(f.buf, payload, N);
        }
    }
    stub_frame_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_hex_and_sum_any_length_are_the_plain_ones),
        cmocka_unit_test(text_unhex_any_byte_is_a_digit_or_the_end),
        cmocka_unit_test(stub_put_run_any_length_expands_to_itself),
        cmocka_unit_test(stub_put_hex_runs_zeros_anywhere_expand_to_the_digits),
        cmocka_unit_test(stub_put_binary_any_place_escapes_what_frames),
        cmocka_unit_test(stub_put_binary_at_the_end_of_a_packet_takes_what_fits),
        cmocka_unit_test(stub_xfer_portions_end_with_the_document),
        cmocka_unit_test(stub_frame_feed_chunks_of_any_size_give_the_payload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
