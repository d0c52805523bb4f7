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

/* 0x100: "eulab", and from 0x110 the bytes 0xf0, 0xf1 ...; 4096 times x; nothing else is mapped. */
static bool read_mem(void *ctx, uint64_t addr, void *buf, size_t n)
{
    static const char text[0x10] = "eulab";
    (void)ctx;
    if (addr >= 0x10000 && addr + n <= 0x11000) {
        memset(buf, 'x', n);
        return true;
    }
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
        {"22 03 16 01 27", -1},
        {"22 02 2a 01 27", 0},
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
        {"22 05 32 00 04 27", 25},
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

/* What is refused, and beside it what is not. */
static void check_rows(void **state)
{
    static const char empty[] = "the stack runs empty", beyond[] = "it runs beyond its end",
                      cut[] = "its last instruction is cut", none[] = "a byte that is no bytecode",
                      bits[] = "an extension of no or more than 64 bits",
                      endless[] = "a format that does not end";
    static const struct {
        const char *code, *why; /* NULL: it is right */
        bool value;
    } rows[] = {
        {"02 27", empty, false},
        {"22 01 02 27", empty, false},
        {"22 01 22 01 33 27", empty, false},
        {"28 27", empty, false},
        {"22 01 32 01 27", empty, true},
        {"22 01 32 00 27", NULL, true},
        {"22 01 16 00 27", bits, true},
        {"22 01 16 41 27", bits, true},
        {"22 01 2a 00 27", bits, true},
        {"22 01 2a 41 27", bits, true},
        {"26 00 04 27", "no such register", true},
        {"26 00 09 27", "a register of more than 64 bits", true},
        {"21 00 04 27", beyond, false},
        {"21 00 03 27", NULL, false},
        {"21 00 03 27", "it has no value", true},
        {"22 01", beyond, true},
        {"21 00 01 27", "a jump into the middle of an instruction", false},
        {"22 01 20 00 07 22 02 27", "the stack has two depths at one place", false},
        {"27", NULL, false},
        {"27", "it has no value", true},
        {"22", cut, true},
        {"23 01", cut, true},
        {"34 00 00", cut, false},
        {"22 00 22 00 34 00 00 04 61 00 27", cut, false},
        {"00 27", none, false},
        {"31 27", none, false},
        {"35 27", none, false},
        {"ff 27", none, false},
        {"01 27", "the condition needs floats", false},
        {"0c 27", "the condition needs tracepoints", false},
        {"2c 27", "the condition needs trace state variables", false},
        /* printf */
        {"22 00 22 00 34 00 00 00 27", endless, false},
        {"22 00 22 00 34 00 00 01 00 27", NULL, false},
        {"22 00 22 00 34 00 00 02 00 00 27", endless, false},
        {"22 00 22 00 34 00 00 02 61 62 27", endless, false},
        {"22 00 34 00 00 02 61 00 27", empty, false},
        {"22 00 22 00 34 01 00 03 25 64 00 27", empty, false},
        {"22 00 22 00 22 00 34 01 00 03 25 64 00 27", NULL, false},
        {"22 00 22 00 22 00 34 01 00 03 25 64 00 27", "it has no value", true},
        {"22 00 22 00 22 00 22 00 34 01 00 03 25 64 00 27", NULL, true},
        {"22 00 22 00 34 00 00 03 25 64 00 27", "a format for another number of arguments", false},
        {"22 00 22 00 22 00 34 01 00 03 25 66 00 27",
         "a format of something else than integers and strings", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t code[32];
        const struct agent_source src = source(NULL);
        const char *why = agent_check(code, bytes_of(rows[i].code, code), rows[i].value, &src);
        if (!why != !rows[i].why || (why && strcmp(why, rows[i].why) != 0))
            fail_msg("%s: %s", rows[i].code, why ? why : "it is right");
    }
    uint8_t most[AGENT_BYTES + 1];
    const struct agent_source src = source(NULL);
    memset(most, 0x27, sizeof most);
    assert_null(agent_check(most, AGENT_BYTES, false, &src));
    assert_string_equal(agent_check(most, AGENT_BYTES + 1, false, &src), "it is too long");
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
        {"[%-8s] [%.0s] [%.6s]", "[eulab   ] [] [eulab]", 3, {0x100, 0x100, 0x100}},
        {"%p", "0x10", 1, {0x10}},
        {"%%d%d%%", "%d7%", 1, {7}},
        {"%hhx %hx %x", "ff ffff ffffffff", 3, {-1, -1, -1}},
        {"%hhd %hd %d", "-128 -32768 -2147483648", 3, {0x80, 0x8000, 0x80000000}},
        {"%hhd %hd %d", "127 32767 2147483647", 3, {0x7f, 0x7fff, 0x7fffffff}},
        {"%jx %zx %tx", "8000000000000001 1 2", 3, {INT64_MIN + 1, 1, 2}},
        {"%zx %tx %lx",
         "8000000000000001 ffffffffffffffff ffffffffffffffff",
         3,
         {INT64_MIN + 1, -1, -1}},
        {"%i %o %X", "-1 10 ABC", 3, {-1, 8, 0xabc}},
        {"%+d % d %#x", "+1  1 0x1", 3, {1, 1, 1}},
        {"%-#5x|%04x|%.d", "0x1  |0002|", 3, {1, 2, 0}},
        {"%0-+# d|%++d", "+1|+2", 2, {1, 2}},
        {"\\a\\b\\e\\f\\n\\r\\t\\v\\q\\\\\\8", "\a\b\033\f\n\r\t\vq\\8", 0, {0}},
        {"\\7\\60\\1018\\778\\377", "\a0A8?8\377", 0, {0}},
        {"%100d", NULL, 1, {0}},
        {"%.100d", NULL, 1, {0}},
        {"%5", NULL, 1, {0}},
        {"%-", NULL, 1, {0}},
        {"%.", NULL, 1, {0}},
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

static void print_widest(void **state)
{
    static const struct {
        const char *format;
        int64_t arg;
        size_t length;
    } rows[] = {{"%99d", 1, 99}, {"%.99d", 1, 99}, {"%s", 0x10000, 1024}, {"%.99s", 0x10000, 99}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t code[64];
        struct text out = {0};
        const struct agent_source src = source(&out);
        int64_t value;
        size_t n = printf_code(rows[i].format, &rows[i].arg, 1, code);
        assert_null(agent_check(code, n, false, &src));
        assert_true(agent_run(code, n, &src, &value));
        assert_int_equal(out.n, rows[i].length);
        text_free(&out);
    }
}

/* A value below those of printf stays. */
static void print_leaves_the_others(void **state)
{
    uint8_t code[32];
    struct text out = {0};
    const struct agent_source src = source(&out);
    int64_t value;
    (void)state;
    size_t n = bytes_of("22 07 22 05 22 01 22 02 34 01 00 03 25 64 00 27", code);
    assert_null(agent_check(code, n, true, &src));
    assert_true(agent_run(code, n, &src, &value));
    assert_int_equal(value, 7);
    assert_string_equal(out.data, "5");
    text_free(&out);
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
        cmocka_unit_test(check_rows),
        cmocka_unit_test(check_stack),
        cmocka_unit_test(print_rows),
        cmocka_unit_test(print_widest),
        cmocka_unit_test(print_leaves_the_others),
        cmocka_unit_test(print_string_not_mapped),
        cmocka_unit_test(hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
