/* Expressions of the commands, and random lines of them. */
#include "tests/helpers.h"

#include "tests/launched.h"
#include "ui/expr.h"

static int open_shell(void **state)
{
    struct launched *w = calloc(1, sizeof *w);
    assert_non_null(w);
    *state = w;
    assert_true(launched_build(w, UI_SERVE,
                               (const char *const[]){"--launch", "samples/divergence.json", NULL}));
    assert_true(launched_start(w, 0));
    w->s.puts = launched_keep;
    return 0;
}

static int close_shell(void **state)
{
    launched_drop(*state);
    free(*state);
    return 0;
}

static void print_of_operators_is_what_c_gives(void **state)
{
    static const struct {
        const char *text, *value;
    } rows[] = {
        {"1 + 2 * 3", " 7\n"},
        {"(1 + 2) * 3", " 9\n"},
        {"7 - 2 - 1", " 4\n"},
        {"-7 / 2", " -3\n"},
        {"-7 % 3", " -1\n"},
        {"(1 << 63) / -1", " -9223372036854775808\n"},
        {"(1 << 63) % -1", " 0\n"},
        {"-8 >> 1", " -4\n"},
        {"1 << 64", " 0\n"},
        {"-1 >> 64", " -1\n"},
        {"1 << 62 << 1", " -9223372036854775808\n"},
        {"1 << 63", " -9223372036854775808\n"},
        {"3 << 63", " -9223372036854775808\n"},
        {"-1 >> 63", " -1\n"},
        {"(0 - 1 << 63) >> 63", " -1\n"},
        {"0x4000000000000000 >> 62", " 1\n"},
        {"0x4000000000000000 >> 63", " 0\n"},
        {"1 | 6 ^ 2 & 3", " 5\n"},
        {"1 == 1 && 2 != 2 || 0", " 0\n"},
        {"!5 + !0 + ~0", " 0\n"},
        {"1 < 2 ? 3 : 4", " 3\n"},
        {"0 ? 1 : 0 ? 2 : 5", " 5\n"},
        {"0x7fffffffffffffff + 1", " -9223372036854775808\n"},
        {"1.5 * 4 - 0.25", " 5.75\n"},
        {"1.5 < 2", " 1\n"},
        {"1.5 + 2", " 3.5\n"},
        {"1 - 2.5", " -1.5\n"},
        {"3 / 2.0", " 1.5\n"},
        {"-1.5 * 2", " -3\n"},
        {"6 & 3", " 2\n"},
        {"6 ^ 3", " 5\n"},
        {"6 | 3", " 7\n"},
        {"7 % 4", " 3\n"},
        {"1 << 4 >> 2", " 4\n"},
        {"even + 8 - even", " 8\n"},
    };
    struct launched *w = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[128];
        snprintf(line, sizeof line, "print %s", rows[i].text);
        w->said[0] = 0;
        assert_true(ui_cmd_exec(&w->s, line));
        assert_string_equal(w->said, rows[i].value);
    }
}

/* Each of C's operators that answers yes or no, between numbers on both sides of the limit. */
static void print_of_comparisons_is_what_c_gives(void **state)
{
#define OPS(a, b)                                                                                  \
    {#a " < " #b, (a) < (b)}, {#a " > " #b, (a) > (b)}, {#a " <= " #b, (a) <= (b)},                \
        {#a " >= " #b, (a) >= (b)}, {#a " == " #b, (a) == (b)}, {#a " != " #b, (a) != (b)},        \
        {#a " && " #b, (a) != 0 && (b) != 0},                                                      \
    {                                                                                              \
#a " || " #b, (a) != 0 || (b) != 0                                                         \
    }
    static const struct {
        const char *text;
        bool value;
    } rows[] = {
        OPS(1, 2),      OPS(2, 2),     OPS(2, 1),     OPS(-1, 0),    OPS(0, -1),
        OPS(0, 0),      OPS(1.5, 2.5), OPS(2.5, 2.5), OPS(2.5, 1.5), OPS(-1.5, 0.0),
        OPS(0.0, -1.5), OPS(0.0, 0.0), OPS(1, 1.0),   OPS(1.0, 2),   OPS(2, 1.5),
    };
#undef OPS
    struct launched *w = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[128];
        snprintf(line, sizeof line, "print %s", rows[i].text);
        w->said[0] = 0;
        assert_true(ui_cmd_exec(&w->s, line));
        if (strcmp(w->said, rows[i].value ? " 1\n" : " 0\n") != 0)
            fail_msg("%s is%s", rows[i].text, w->said);
    }
}

static void exec_of_random_lines_ends_with_a_message(void **state)
{
    static const char *const words[] = {
        "r4",        "r127",    "r0",
        ".1",        ".31",     "<8;8,1>",
        "<16;16,4>", "<0;1,0>", ":f",
        ":df",       ":ub",     ":w",
        "acc0",      "f0.1",    "cr0.2",
        "pcip",      "a0.3",    "ip",
        "even",      "pc",      "$r3",
        "(",         ")",       "[",
        "]",         ";",       "8",
        "0x40",      "1e9",     "1.5",
        "~",         "-",       "!",
        "?",         ":",       "<<",
        ">>",        "/",       "%",
        "&&",        "*",       "==",
        "-1",        "<",       "99999",
        "_x",        "\xff",    " ",
        "chan",      "<8;8",    "0xffffffffffffffff",
        "<32;0,1>",  ">=",      "||",
        "e",         "tdr0.7",  "n0",
        "#",         "'",       "4294967295",
    };
    struct launched *w = *state;
    uint32_t seed = 1;
    for (unsigned i = 0; i < 100000; i++) {
        char line[512] = "print ";
        seed = seed * 1664525u + 1013904223u;
        for (unsigned k = seed >> 28; k + 1 > 0; k--) {
            seed = seed * 1664525u + 1013904223u;
            strcat(line, words[(seed >> 8) % (sizeof words / sizeof *words)]);
            if (k == 0)
                break;
        }
        w->said[0] = 0;
        ui_cmd_exec(&w->s, line);
        assert_true(w->said[0] != 0);
    }
}

static void exec_of_a_deep_expression_refuses(void **state)
{
    struct launched *w = *state;
    char line[512] = "print ";
    memset(line + 6, '(', 500);
    line[506] = 0;
    w->said[0] = 0;
    assert_false(ui_cmd_exec(&w->s, line));
    assert_non_null(strstr(w->said, "too deeply nested"));
    memset(line + 6, '[', 500);
    assert_false(ui_cmd_exec(&w->s, line));
    memset(line, 'p', sizeof line - 1);
    line[sizeof line - 1] = 0;
    assert_false(ui_cmd_exec(&w->s, line));
}

static void registers_that_gdb_alone_needs_are_no_names(void **state)
{
    (void)state;
    for (unsigned role = 0; role < MACHINE_ROLE_COUNT; role++)
        for (unsigned available = 0; available < 2; available++) {
            struct machine_reg r = {.group = "core", .role = role, .available = available};
            bool gdb = role == MACHINE_ROLE_PC || role == MACHINE_ROLE_SP ||
                       role == MACHINE_ROLE_FP || role == MACHINE_ROLE_FLAGS;
            assert_int_equal(ui_reg_usable(&r), available && !gdb);
            r.group = MACHINE_CORE_GROUP;
            assert_int_equal(ui_reg_own(&r), 0);
            r.group = "arf";
            assert_int_equal(ui_reg_own(&r), available && !gdb);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(print_of_operators_is_what_c_gives, open_shell,
                                        close_shell),
        cmocka_unit_test_setup_teardown(print_of_comparisons_is_what_c_gives, open_shell,
                                        close_shell),
        cmocka_unit_test_setup_teardown(exec_of_random_lines_ends_with_a_message, open_shell,
                                        close_shell),
        cmocka_unit_test_setup_teardown(exec_of_a_deep_expression_refuses, open_shell, close_shell),
        cmocka_unit_test(registers_that_gdb_alone_needs_are_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
