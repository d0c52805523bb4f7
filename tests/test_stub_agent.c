/* Agent expressions by themselves: each bytecode's value, printf, and arbitrary bytes. */
#include "tests/helpers.h"

#include "stub/agent.h"

static unsigned reg_bytes(void *ctx, unsigned regnum)
{
    (void)ctx;
    return regnum == 3 ? 4 : regnum == 0x102 ? 8 : regnum == 9 ? 32 : 0;
}

static bool read_reg(void *ctx, unsigned regnum, uint64_t *value)
{
    (void)ctx;
    *value = regnum == 3 ? 0xfffffff0u : UINT64_C(0x8000000000000001);
    return true;
}

/* 0x100: "eulab", and from 0x110 the bytes 0xf0, 0xf1 ...; nothing else is mapped. */
static bool read_mem(void *ctx, uint64_t addr, void *buf, size_t n)
{
    static const char text[0x10] = "eulab";
    (void)ctx;
    if (addr < 0x100 || addr + n > 0x120)
        return false;
    for (size_t i = 0; i < n; i++) {
        uint64_t at = addr - 0x100 + i;
        ((uint8_t *)buf)[i] = at < 0x10 ? (uint8_t)text[at] : (uint8_t)(0xe0 + at);
    }
    return true;
}

static struct agent_source source(struct text *out)
{
    return (struct agent_source){
        .reg_bytes = reg_bytes, .reg = read_reg, .mem = read_mem, .out = out};
}

static size_t bytes_of(const char *hex, uint8_t *code)
{
    size_t n = 0;
    for (; *hex; hex += 2 + (hex[2] == ' '))
        code[n++] =
            (uint8_t)(text_hex_digit((uint8_t)hex[0]) << 4 | text_hex_digit((uint8_t)hex[1]));
    return n;
}

/* Arguments are pushed with const8 and, for a minus, complemented. */
static void run_values(void **state)
{
    static const struct {
        const char *code;
        int64_t value;
    } rows[] = {
        {"22 07 22 05 02 27", 12},
        {"22 05 22 07 03 27", -2},
        {"22 07 22 05 04 27", 35},
        {"22 06 12 22 02 05 27", -3},
        {"22 06 12 22 02 06 27", (int64_t)((UINT64_MAX - 6) / 2)},
        {"22 06 12 22 04 07 27", -3},
        {"22 07 22 04 08 27", 3},
        {"25 80 00 00 00 00 00 00 00 22 00 12 05 27", INT64_MIN},
        {"25 80 00 00 00 00 00 00 00 22 00 12 07 27", 0},
        {"22 03 22 04 09 27", 48},
        {"22 03 22 40 09 27", 0},
        {"22 0f 12 22 02 0a 27", -4},
        {"22 0f 12 22 ff 0a 27", -1},
        {"22 0f 12 22 3c 0b 27", 15},
        {"22 01 22 3f 09 27", INT64_MIN}, /* shifts by 63 and 64 */
        {"22 01 22 40 09 27", 0},
        {"22 0f 12 22 3f 0a 27", -1},
        {"22 0f 22 40 0a 27", 0},
        {"22 0f 12 22 3f 0b 27", 1},
        {"22 0f 12 22 40 0b 27", 0},
        {"22 00 0e 27", 1},
        {"22 09 0e 27", 0},
        {"22 0c 22 0a 0f 27", 8},
        {"22 0c 22 0a 10 27", 14},
        {"22 0c 22 0a 11 27", 6},
        {"22 00 12 27", -1},
        {"22 0c 22 0c 13 27", 1},
        {"22 00 12 22 01 14 27", 1},
        {"22 00 12 22 01 15 27", 0},
        {"22 ff 16 08 27", -1},
        {"22 7f 16 08 27", 127},
        {"22 05 16 40 27", 5},
        {"22 00 12 2a 0c 27", 0xfff},
        {"22 00 12 2a 40 27", -1},
        {"23 01 10 17 27", 0xf0},
        {"23 01 10 18 27", 0xf1f0},
        {"23 01 10 19 27", 0xf3f2f1f0},
        {"23 01 10 1a 27", (int64_t)UINT64_C(0xf7f6f5f4f3f2f1f0)},
        {"22 01 20 00 08 22 02 27 22 03 27", 3},
        {"22 00 20 00 08 22 02 27 22 03 27", 2},
        {"21 00 06 22 01 27 22 04 27", 4},
        {"24 80 00 00 01 27", 0x80000001},
        {"26 00 03 27", 0xfffffff0},
        {"26 01 02 27", (int64_t)UINT64_C(0x8000000000000001)},
        {"22 05 28 04 27", 25},
        {"22 05 22 06 29 27", 5},
        {"22 05 22 07 2b 03 27", 2},
        {"22 01 22 02 22 03 32 02 27", 1},
        {"22 01 22 02 22 03 33 27", 2},
        {"22 01 22 02 22 03 33 29 27", 1},
        {"22 01 22 02 22 03 33 29 29 27", 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t code[32];
        int64_t value = 0;
        const struct agent_source src = source(NULL);
        size_t n = bytes_of(rows[i].code, code);
        const char *why = agent_check(code, n, true, &src);
        if (why || !agent_run(code, n, &src, &value) || value != rows[i].value)
            fail_msg("%s: %s, %lld", rows[i].code, why ? why : "run", (long long)value);
    }
}

static void run_fails(void **state)
{
    static const char *const rows[] = {
        "22 01 22 00 05 27", "22 01 22 00 06 27", "22 01 22 00 07 27", "22 01 22 00 08 27",
        "22 00 17 27",       "23 01 1f 18 27",    "21 00 00",
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t code[32];
        int64_t value;
        const struct agent_source src = source(NULL);
        size_t n = bytes_of(rows[i], code);
        assert_null(agent_check(code, n, true, &src));
        assert_false(agent_run(code, n, &src, &value));
    }
}

/* 100 values fit, not one more. */
static void check_stack(void **state)
{
    uint8_t code[2 * 101 + 1];
    const struct agent_source src = source(NULL);
    (void)state;
    for (size_t i = 0; i < 101; i++) {
        code[2 * i] = 0x22;
        code[2 * i + 1] = (uint8_t)i;
    }
    code[202] = 0x27;
    assert_string_equal(agent_check(code, 203, true, &src), "the stack overflows");
    code[200] = 0x27;
    assert_null(agent_check(code, 201, true, &src));
    int64_t value;
    assert_true(agent_run(code, 201, &src, &value));
    assert_int_equal(value, 99);
    assert_string_equal(agent_check(code, 0, true, &src), "it runs beyond its end");
}

static size_t printf_code(const char *format, const int64_t *args, unsigned n, uint8_t *code)
{
    size_t at = 0, len = strlen(format) + 1;
    for (unsigned i = n; i-- > 0;) {
        code[at++] = 0x25;
        for (int k = 56; k >= 0; k -= 8)
            code[at++] = (uint8_t)((uint64_t)args[i] >> k);
    }
    memcpy(code + at, "\x22\x00\x22\x00\x34", 5);
    at += 5;
    code[at++] = (uint8_t)n;
    code[at++] = (uint8_t)(len >> 8);
    code[at++] = (uint8_t)len;
    memcpy(code + at, format, len);
    at += len;
    code[at++] = 0x27;
    return at;
}

static void print_rows(void **state)
{
    static const struct {
        const char *format, *text; /* NULL: refused */
        unsigned n;
        int64_t args[3];
    } rows[] = {
        {"plain\\n", "plain\n", 0, {0}},
        {"100%% \\101\\x\\", "100% Ax\\", 0, {0}},
        {"%d|%5d|%-5d|%05d", NULL, 3, {1, 2, 3}},
        {"%d|%5d|%-5d|", "-1|    2|3    |", 3, {-1, 2, 3}},
        {"%-+-+-+-+-+5d|% #0# #0# #0x|", "+1   |0x2|", 2, {1, 2}},
        {"%u %x %#o", "4294967295 ffff 010", 3, {-1, 0xffff, 8}},
        {"%lld %hhd %hu", "-5 -1 65535", 3, {-5, 255, -1}},
        {"%llx%c%.3d", "fffffffffffffffeA007", 3, {-2, 'A', 7}},
        {"[%s] [%8s] [%.2s]", "[eulab] [   eulab] [eu]", 3, {0x100, 0x100, 0x100}},
        {"%p", "0x10", 1, {0x10}},
        {"%n", NULL, 1, {0}},
        {"%f", NULL, 1, {0}},
        {"%*d", NULL, 2, {0}},
        {"%999999999d", NULL, 1, {0}},
        {"%", NULL, 0, {0}},
        {"%l", NULL, 1, {0}},
        {"none", NULL, 1, {0}},
        {"%d", NULL, 0, {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t code[128];
        struct text out = {0};
        const struct agent_source src = source(&out);
        int64_t value;
        size_t n = printf_code(rows[i].format, rows[i].args, rows[i].n, code);
        const char *why = agent_check(code, n, false, &src);
        if (!rows[i].text) {
            assert_non_null(why);
            continue;
        }
        assert_null(why);
        assert_true(agent_run(code, n, &src, &value));
        assert_string_equal(out.data, rows[i].text);
        text_free(&out);
    }
}

static void print_string_not_mapped(void **state)
{
    uint8_t code[64];
    struct text out = {0};
    const struct agent_source src = source(&out);
    int64_t value;
    (void)state;
    size_t n =
        printf_code("%s", (int64_t[]){0x118}, 1, code); /* no end before what is not mapped */
    assert_null(agent_check(code, n, false, &src));
    assert_false(agent_run(code, n, &src, &value));
    code[n - 2] = '!'; /* a format without its end */
    assert_non_null(agent_check(code, n, false, &src));
    text_free(&out);
}

/* Whatever passes the check can be run. Mostly bytecodes, so that some do. */
static void hostile_bytes(void **state)
{
    struct text out = {0};
    const struct agent_source src = source(&out);
    unsigned passed = 0;
    uint64_t seed = 1;
    (void)state;
    for (unsigned i = 0; i < 60000; i++) {
        uint8_t code[24];
        size_t n = 1 + i % sizeof code;
        int64_t value;
        for (size_t k = 0; k < n; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
            unsigned r = (unsigned)(seed >> 33);
            code[k] = (uint8_t)(r & 0x100 ? r : r % 2 ? 0x22 + r / 2 % 19 : r / 2 % 12);
        }
        code[n - 1] = 0x27;
        if (agent_check(code, n, i & 1, &src))
            continue;
        passed++;
        (void)agent_run(code, n, &src, &value);
        text_free(&out);
    }
    assert_true(passed > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_values),
        cmocka_unit_test(run_fails),
        cmocka_unit_test(check_stack),
        cmocka_unit_test(print_rows),
        cmocka_unit_test(print_string_not_mapped),
        cmocka_unit_test(hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
