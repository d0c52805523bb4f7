/* The rows of exceptions.def, and words for them. */
#include "tests/helpers.h"

#include "exception/exception.h"

static void parse_enables_reads_words_and_names_the_bad_one(void **state)
{
    static const struct {
        const char *list;
        int rc;
        uint32_t bits;
        const char *bad;
        size_t len;
    } rows[] = {
        {"illegal-opcode", 0, 0x1000, "", 0},
        {"breakpoint,software,illegal-opcode,stack-overflow", 0, 0xb800, "", 0},
        {"software,software", 0, 0x2000, "", 0},
        {"external-halt", -EU_ERR_UNKNOWN, 0, "external-halt", 13},
        {"software,illegal", -EU_ERR_UNKNOWN, 0, "illegal", 7},
        {"software,", -EU_ERR_UNKNOWN, 0, "", 0},
        {"", -EU_ERR_UNKNOWN, 0, "", 0},
        {"breakpointx,software", -EU_ERR_UNKNOWN, 0, "breakpointx,software", 11},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t bits = 0;
        const char *bad = NULL;
        size_t len = 0;
        assert_int_equal(exc_parse_enables(rows[i].list, &bits, &bad, &len), rows[i].rc);
        if (rows[i].rc == 0) {
            assert_int_equal(bits, rows[i].bits);
        } else {
            assert_string_equal(bad, rows[i].bad);
            assert_int_equal(len, rows[i].len);
        }
    }
}

static void by_name_inverts_the_table(void **state)
{
    (void)state;
    for (int k = 0; k < EXC_COUNT; k++) {
        assert_int_equal(exc_by_name(exc_table[k].name), k);
        assert_true(k == 0 || exc_table[k].status_bit < 0 ||
                    exc_table[k].status_bit < exc_table[k - 1].status_bit);
    }
    assert_int_equal(exc_by_name("illegal"), -EU_ERR_UNKNOWN);
}

static void table_says_what_the_model_says(void **state)
{
    static const struct {
        const char *name;
        int status, enable, signal;
        bool next;
    } rows[] = {
        {"breakpoint", 31, 15, 5, false},     {"external-halt", 30, -1, 2, true},
        {"software", 29, 13, 30, true},       {"illegal-opcode", 28, 12, 4, false},
        {"stack-overflow", 27, 11, 11, true}, {"context-save", -1, -1, 2, true},
        {"context-restore", -1, -1, 2, true},
    };
    (void)state;
    assert_int_equal(EXC_COUNT, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < EXC_COUNT; i++) {
        assert_string_equal(exc_table[i].name, rows[i].name);
        assert_int_equal(exc_table[i].status_bit, rows[i].status);
        assert_int_equal(exc_table[i].enable_bit, rows[i].enable);
        assert_int_equal(exc_table[i].gdb_signal, rows[i].signal);
        assert_int_equal(exc_table[i].aip_next, rows[i].next);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse_enables_reads_words_and_names_the_bad_one),
        cmocka_unit_test(by_name_inverts_the_table),
        cmocka_unit_test(table_says_what_the_model_says),
    };
    return cmocka_run_group_tests_name("exception_table", tests, NULL, NULL);
}
