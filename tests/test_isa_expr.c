/* Constant expressions of the assembler: C's operators and their precedence, on 64 bits or on
 * doubles, and what is refused. */
#include "tests/helpers.h"

#include "isa/program.h"

#pragma GCC diagnostic ignored "-Wparentheses" /* the rows say how operators bind */

/* Assembles `mov` of @expr as an immediate of @type; returns its bits, 64 of them for types of 64.
 * On failure *@why is the first message, the caller's to free. */
static uint64_t value_of(const char *expr, const char *type, char **why)
{
    struct eu_asm_opts opts = {.gen = EU_GEN8, .path = "test"};
    struct eu_program prog = {0};
    struct diags diags = {0};
    char text[512];
    uint64_t bits = 0;
    snprintf(text, sizeof text, "here: mov (1) r10.0<1>:%s %s:%s\n", type, expr, type);
    int err = eu_assemble(text, strlen(text), &opts, &prog, &diags);
    bool wide = !strcmp(type, "q") || !strcmp(type, "df");
    if (!err)
        memcpy(&bits, prog.code + (wide ? 8 : 12), wide ? 8 : 4);
    *why = err && diags.n ? strdup(diags.items[0].text) : NULL;
    assert_int_equal(diags.n, !!err);
    diags_fini(&diags);
    eu_program_fini(&prog);
    return bits;
}

/* C says what these are. */
static void integers_are_as_in_c(void **state)
{
    (void)state;
#define ROW(e)                                                                                     \
    {                                                                                              \
#e, (int64_t)(e)                                                                           \
    }
    static const struct {
        const char *text;
        int64_t value;
    } rows[] = {
        ROW(1 + 2 * 3),
        ROW((1 + 2) * 3),
        ROW(7 - 2 - 1),
        ROW(7 - (2 - 1)),
        ROW(20 / 3 / 2),
        ROW(20 / (3 / 2)),
        ROW(-7 / 2),
        ROW(7 / -2),
        ROW(-7 % 3),
        ROW(7 % -3),
        ROW(20 % 7 * 3),
        ROW(20 - 7 % 3),
        ROW(1 << 2 + 3),
        ROW((1 << 2) + 3),
        ROW(256 >> 2 >> 1),
        ROW(256 >> (2 >> 1)),
        ROW(1 << 4 & 24),
        ROW(5 & 3 << 1),
        ROW(12 ^ 10 & 6),
        ROW((12 ^ 10) & 6),
        ROW(12 & 10 ^ 6),
        ROW(1 | 6 ^ 3),
        ROW((1 | 6) ^ 3),
        ROW(8 | 12 & 5),
        ROW(1 | 2 + 4),
        ROW(6 ^ 3 << 1),
        ROW(~5),
        ROW(-5),
        ROW(- -5),
        ROW(+5),
        ROW(!5),
        ROW(!0),
        ROW(!!7),
        ROW(~0 & 255),
        ROW(-~4),
        ROW(2 * -3),
        ROW(2 - -3),
        ROW(1 << 0),
        ROW(5 / -1),
        ROW(-5 / -1),
        ROW(5 % -1),
        ROW(0 / 5),
        ROW(0x10 + 010 * 0),
        ROW((((2)))),
        ROW(6 / 2 * 3),
        ROW(6 * 2 / 3),
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *why;
        int64_t value = (int64_t)value_of(rows[i].text, "q", &why);
        if (why || value != rows[i].value)
            fail_msg("%s is %lld and not %lld: %s", rows[i].text, (long long)value,
                     (long long)rows[i].value, why ? why : "");
    }
}

/* 64 bits, which wrap; doubles, and what becomes of them as floats. */
static void ends_and_floats(void **state)
{
    (void)state;
    static const struct {
        const char *text, *type;
        uint64_t bits;
    } rows[] = {
        {"0x7fffffffffffffff", "q", INT64_MAX},
        {"0x7fffffffffffffff + 1", "q", UINT64_C(1) << 63},
        {"0xffffffffffffffff", "q", UINT64_MAX},
        {"-0x7fffffffffffffff - 1", "q", UINT64_C(1) << 63},
        {"(-0x7fffffffffffffff - 1) / -1", "q", UINT64_C(1) << 63},
        {"(-0x7fffffffffffffff - 1) % -1", "q", 0},
        {"0x100000000 * 0x100000000", "q", 0},
        {"1 << 63", "q", UINT64_C(1) << 63},
        {"1 << 62 >> 62", "q", 1},
        {"0xffffffffffffffff >> 63", "q", 1},
        {"0x8000000000000000 >> 1", "q", UINT64_C(1) << 62},
        {"1.5 + 2", "df", 0x400c000000000000},
        {"1 - 2.5", "df", 0xbff8000000000000},
        {"1.5 * 3", "df", 0x4012000000000000},
        {"3 / 2.0", "df", 0x3ff8000000000000},
        {"-1.5", "df", 0xbff8000000000000},
        {"+1.5", "df", 0x3ff8000000000000},
        {"1.0 / 3", "f", 0x3eaaaaab},
        {"1.0 - 2 * 0.25", "f", 0x3f000000},
        {"-(1.0 + 1)", "f", 0xc0000000},
        {"inf", "f", 0x7f800000},
        {"-inf", "f", 0xff800000},
        {"inf", "df", 0x7ff0000000000000},
        {"nan", "f", 0x7fc00000},
        {"nan", "df", 0x7ff8000000000000},
        {"qnan(0)", "f", 0x7fc00000},
        {"qnan(0x123)", "f", 0x7fc00123},
        {"snan(1)", "f", 0x7f800001},
        {"snan(0x3fffff)", "f", 0x7fbfffff},
        {"qnan(5)", "df", 0x7ff8000000000005},
        {"snan(0x7ffffffffffff)", "df", 0x7ff7ffffffffffff},
        {"-qnan(5)", "df", 0xfff8000000000005},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *why;
        uint64_t bits = value_of(rows[i].text, rows[i].type, &why);
        if (why || bits != rows[i].bits)
            fail_msg("%s:%s is %llx and not %llx: %s", rows[i].text, rows[i].type,
                     (unsigned long long)bits, (unsigned long long)rows[i].bits, why ? why : "");
    }
}

static void what_is_no_value_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *type, *why;
    } rows[] = {
        {"1 / 0", "q", "division by zero"},
        {"1 % 0", "q", "division by zero"},
        {"1.0 / 0", "f", "division by zero"},
        {"1 / 0.0", "f", "division by zero"},
        {"1 << 64", "q", "shift count is not in 0..63"},
        {"1 >> 64", "q", "shift count is not in 0..63"},
        {"1 << -1", "q", "shift count is not in 0..63"},
        {"1.0 % 2", "f", "this operator needs integers"},
        {"1.0 << 2", "f", "this operator needs integers"},
        {"3 & 1.0", "f", "this operator needs integers"},
        {"~1.0", "f", "'~' needs an integer"},
        {"!1.0", "f", "'!' needs an integer"},
        {"1 +", "q", "expected a number, got ':'"},
        {"* 1", "q", "expected a number, got '*'"},
        {"(1", "q", "expected ')', got ':'"},
        {"here", "q", "label 'here' is no constant: only branches take labels"},
        {"1 + r5", "q", "'r5' is a register: a constant belongs here"},
        {"1 + nothing", "q", "'nothing' is neither a register nor a defined constant"},
        {"0x10000000000000000", "q", "number '0x10000000000000000' does not fit in 64 bits"},
        {"qnan(1", "f", "expected ')'"},
        {"qnan 1", "f", "expected '(', got '1'"},
        {"qnan(-1)", "f", "payload -1 is not in 0..2251799813685247"},
        {"qnan(0x8000000000000)", "f", "payload 2251799813685248 is not in 0..2251799813685247"},
        {"qnan(1.5)", "f", "payload must be an integer"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *why;
        (void)value_of(rows[i].text, rows[i].type, &why);
        if (!why || strcmp(why, rows[i].why) != 0)
            fail_msg("%s: %s and not %s", rows[i].text, why ? why : "no error", rows[i].why);
        free(why);
    }
}

/* Signs, operators and parentheses in one another: 64 are taken. */
static void depth_has_a_limit(void **state)
{
    static const struct {
        const char *open, *close;
        size_t each;
    } rows[] = {{"(", ")", 1}, {"~", "", 1}, {"-(", ")", 2}, {"1+(", ")", 2}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t n = 64; n <= 65; n++) {
            char text[400] = "", *why;
            size_t times = n / rows[i].each + n % rows[i].each;
            for (size_t k = 0; k < times; k++)
                strcat(text, rows[i].open);
            strcat(text, "1");
            for (size_t k = 0; k < times; k++)
                strcat(text, rows[i].close);
            (void)value_of(text, "d", &why);
            if (n == 64 ? why != NULL : !why || strcmp(why, "expression is nested too deeply") != 0)
                fail_msg("%s: %s", text, why ? why : "no error");
            free(why);
        }
    }
}

/* The outermost operands that there is an encoding for; tests/golden/asm_errors_*.asm has what lies
 * beyond. */
static void limits_are_taken(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "mov (8) r1.0<1>:f r[a0.0, 511]<8;8,1>:f",
        "mov (8) r1.0<1>:f r[a0.7, -512]<8;8,1>:f",
        "mov (1) r127.31<1>:ub r127.31<0;1,0>:ub",
        "mov (1) r127.7<4>:f r0.7<0;1,0>:f",
        "mov (8) r1.0<2>:w r2.0<32;16,2>:b",
        "mov (8) r1.0<1>:w r2.0<1;1,4>:b",
        "(f1.1) mov (8) r1.0<1>:f r2.0<8;8,1>:f",
        "mov (4) r1.4<1>:f r2.4<0>:f {Align16}",
        "mov (4) r1.0<1>.x:f r[a0.0, -16]<4>.wzyx:f {Align16}",
        "math.15 (8) r1.0<1>:f r2.0<8;8,1>:f",
        "send (8) r1.0<1>:ud r2.0<8;8,1>:ud 0x2f 0x02000000",
        "wait n0.2<0;1,0>:ud",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_asm_opts opts = {.gen = EU_GEN7, .path = "test"};
        struct eu_program prog = {0};
        struct diags diags = {0};
        int err = eu_assemble(rows[i], strlen(rows[i]), &opts, &prog, &diags);
        if (err || diags.n || prog.size != 16)
            fail_msg("%s: %s", rows[i], diags.n ? diags.items[0].text : "not one instruction");
        diags_fini(&diags);
        eu_program_fini(&prog);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_as_in_c),
        cmocka_unit_test(ends_and_floats),
        cmocka_unit_test(what_is_no_value_is_refused),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(limits_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
