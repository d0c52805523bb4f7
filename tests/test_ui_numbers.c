/* Numbers and words of the shell: types, formats, halves, hex, and what may have been meant. */
#include "tests/helpers.h"

#include <math.h>

#include "sim/float.h"
#include "ui/format.h"
#include "ui/near.h"
#include "ui/types.h"
#include "ui/values.h"

static void format_of_each_letter(void **state)
{
    (void)state;
    static const struct {
        uint64_t bits;
        unsigned bytes;
        char letter;
        const char *text;
    } rows[] = {
        {0xff, 1, 'd', "-1"},
        {0x7f, 1, 'd', "127"},
        {0x1ff, 1, 'u', "255"},
        {0x8000, 2, 'd', "-32768"},
        {0x18000, 2, 'u', "32768"},
        {0x80000000, 4, 'd', "-2147483648"},
        {0x180000000, 4, 'u', "2147483648"},
        {UINT64_MAX, 8, 'd', "-1"},
        {UINT64_MAX, 8, 'u', "18446744073709551615"},
        {0xabc, 2, 'x', "0xabc"},
        {0xabc, 2, 'z', "0x0abc"},
        {0xabc, 4, 'z', "0x00000abc"},
        {0xabc, 1, 'z', "0xbc"},
        {0xabc, 8, 'z', "0x0000000000000abc"},
        {0xabc, 4, 'a', "0xabc"},
        {8, 4, 'o', "010"},
        {0, 4, 'o', "0"},
        {0, 4, 't', "0"},
        {1, 4, 't', "1"},
        {0x16, 4, 't', "10110"},
        {UINT64_C(1) << 63, 8, 't',
         "1000000000000000000000000000000000000000000000000000000000000000"},
        {0x41, 1, 'c', "65 'A'"},
        {0x20, 1, 'c', "32 ' '"},
        {0x1f, 1, 'c', "31 '\\037'"},
        {0x7e, 1, 'c', "126 '~'"},
        {0x7f, 1, 'c', "127 '\\177'"},
        {0xff, 1, 'c', "-1 '\\377'"},
        {0x3fc00000, 4, 'f', "1.5"},
        {0x3ff8000000000000, 8, 'f', "1.5"},
        {0x3dcccccd, 4, 'f', "0.100000001"},
        {0x3fb999999999999a, 8, 'f', "0.10000000000000001"},
        {0xfffe, 2, 'f', "-2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[UI_FORMAT_MAX];
        ui_format(rows[i].bits, rows[i].bytes, rows[i].letter, text);
        assert_string_equal(text, rows[i].text);
    }
    static const struct {
        const char *text;
        char letter;
    } words[] = {{"x", 'x'}, {"z", 'z'}, {"a", 'a'}, {"", 0}, {" ", 0}, {"q", 0}, {"xx", 0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(ui_format_of(words[i].text), words[i].letter);
    for (unsigned t = 0; t <= UI_TYPES; t++)
        assert_int_equal(ui_format_default((enum ui_type)t), "ududududfffd"[t]);
}

static void types_are_found_by_name(void **state)
{
    (void)state;
    static const char *const names[] = {"ub", "b", "uw", "w", "ud", "d",
                                        "uq", "q", "hf", "f", "df"};
    for (unsigned t = 0; t < UI_TYPES; t++) {
        assert_int_equal(ui_type_by_name(names[t], strlen(names[t])), t);
        assert_int_equal(ui_types[t].bytes, "11224488248"[t] - '0');
    }
    assert_int_equal(ui_type_by_name("u", 1), UI_TYPE_NONE);
    assert_int_equal(ui_type_by_name("udx", 3), UI_TYPE_NONE);
    assert_int_equal(ui_type_by_name("udx", 2), UI_TYPE_UD);
    assert_int_equal(ui_type_by_name("", 0), UI_TYPE_NONE);
}

static void integers_have_the_sign_of_their_type(void **state)
{
    (void)state;
    static const uint8_t bytes[8] = {0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    static const int64_t want[] = {0x80, -128, 0xff80, -128, 0xffffff80, -128, -128, -128};
    for (unsigned t = UI_TYPE_UB; t <= UI_TYPE_Q; t++)
        assert_true(ui_type_integer((enum ui_type)t, bytes) == want[t]);
    static const uint8_t small[8] = {0x7f};
    for (unsigned t = UI_TYPE_UB; t <= UI_TYPE_Q; t++)
        assert_true(ui_type_integer((enum ui_type)t, small) == 127);
}

/* Without its fraction; out of range the nearest end; 0 for no number. */
static void wholes_stay_in_their_type(void **state)
{
    (void)state;
    static const struct {
        enum ui_type type;
        double value;
        int64_t whole;
    } rows[] = {
        {UI_TYPE_B, 2.9, 2},
        {UI_TYPE_B, -2.9, -2},
        {UI_TYPE_B, 127.5, 127},
        {UI_TYPE_B, 128, 127},
        {UI_TYPE_B, 1e9, 127},
        {UI_TYPE_B, -128, -128},
        {UI_TYPE_B, -128.5, -128},
        {UI_TYPE_B, -129, -128},
        {UI_TYPE_UB, 255.5, 255},
        {UI_TYPE_UB, 256, 255},
        {UI_TYPE_UB, -1, 0},
        {UI_TYPE_UB, -0.5, 0},
        {UI_TYPE_W, 32768, 32767},
        {UI_TYPE_W, -32769, -32768},
        {UI_TYPE_UW, 65536, 65535},
        {UI_TYPE_D, 2147483648.0, 2147483647},
        {UI_TYPE_D, -2147483649.0, -2147483648},
        {UI_TYPE_UD, 4294967296.0, 4294967295},
        {UI_TYPE_UD, 4294967295.0, 4294967295},
        {UI_TYPE_Q, 9223372036854775808.0, INT64_MAX},
        {UI_TYPE_Q, -9223372036854775808.0, INT64_MIN},
        {UI_TYPE_Q, -1e300, INT64_MIN},
        {UI_TYPE_UQ, 18446744073709551616.0, -1},
        {UI_TYPE_UQ, 9223372036854775808.0, INT64_MIN},
        {UI_TYPE_UQ, 13835058055282163712.0, INT64_MIN / 2},
        {UI_TYPE_D, NAN, 0},
        {UI_TYPE_D, INFINITY, 2147483647},
        {UI_TYPE_D, -INFINITY, -2147483648},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (ui_type_whole(rows[i].type, rows[i].value) != rows[i].whole)
            fail_msg("%s %g is %lld", ui_types[rows[i].type].name, rows[i].value,
                     (long long)ui_type_whole(rows[i].type, rows[i].value));
}

static double float_of_half(uint16_t bits)
{
    uint32_t single = eu_f_from_half(bits);
    float f;
    memcpy(&f, &single, sizeof f);
    return (double)f;
}

/* All of them, against the simulator's own conversion, and back. */
static void halves_are_what_the_simulator_has(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 0xffff; bits++) {
        uint16_t half = (uint16_t)bits;
        uint8_t bytes[8] = {0}, back[8] = {0};
        memcpy(bytes, &half, 2);
        double value = ui_type_float(UI_TYPE_HF, bytes), want = float_of_half(half);
        assert_int_equal(isnan(value) != 0, isnan(want) != 0);
        if (isnan(want))
            continue;
        assert_true(value == want && signbit(value) == signbit(want));
        ui_type_put_float(UI_TYPE_HF, value, back);
        assert_memory_equal(back, bytes, 2);
    }
}

/* Between two neighbours the nearer one; in the middle the even one. */
static void halves_are_rounded_to_the_nearest(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 0x7bff; bits++) {
        double low = float_of_half((uint16_t)bits), high = float_of_half((uint16_t)(bits + 1));
        double middle = (low + high) / 2;
        const struct {
            double value;
            unsigned bits;
        } rows[] = {{middle, bits + (bits & 1)},
                    {nextafter(middle, low), bits},
                    {nextafter(middle, high), bits + 1}};
        for (unsigned k = 0; k < 3; k++) {
            uint8_t bytes[8];
            uint16_t half;
            ui_type_put_float(UI_TYPE_HF, rows[k].value, bytes);
            memcpy(&half, bytes, 2);
            assert_int_equal(half, rows[k].bits);
        }
    }
    static const struct {
        double value;
        uint16_t bits;
    } ends[] = {{65519.999, 0x7bff}, {65520, 0x7c00}, {-65520, 0xfc00}, {-65519.9, 0xfbff},
                {INFINITY, 0x7c00},  {NAN, 0x7e00},   {-0.0, 0x8000},   {1e-9, 0}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        uint8_t bytes[8];
        uint16_t half;
        ui_type_put_float(UI_TYPE_HF, ends[i].value, bytes);
        memcpy(&half, bytes, 2);
        assert_int_equal(half, ends[i].bits);
    }
}

static void numbers_are_all_of_their_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t max;
        bool ok;
        uint64_t value;
    } rows[] = {
        {"0", 0, true, 0},
        {"10", 10, true, 10},
        {"11", 10, false, 0},
        {"0x10", 16, true, 16},
        {"0X1f", 31, true, 31},
        {"010", 10, true, 10},
        {"18446744073709551615", UINT64_MAX, true, UINT64_MAX},
        {"18446744073709551616", UINT64_MAX, false, 0},
        {"", 9, false, 0},
        {"0x", 9, false, 0},
        {"0xg", 99, false, 0},
        {"ff", 999, false, 0},
        {" 1", 9, false, 0},
        {"1 ", 9, false, 0},
        {"-1", UINT64_MAX, false, 0},
        {"+1", 9, false, 0},
        {"1.", 9, false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t v = 77;
        bool ok = ui_parse_number(rows[i].text, rows[i].max, &v);
        if (ok != rows[i].ok || v != (ok ? rows[i].value : 77))
            fail_msg("'%s': %d %llu", rows[i].text, ok, (unsigned long long)v);
        ok = ui_parse_number_of(rows[i].text, strlen(rows[i].text), rows[i].max, &v);
        assert_int_equal(ok, rows[i].ok);
    }
    uint64_t v;
    assert_true(ui_parse_number_of("123,4", 3, 200, &v));
    assert_int_equal(v, 123);
    char zeros[101];
    memset(zeros, '0', 100);
    zeros[100] = '\0';
    assert_true(ui_parse_number_of(zeros, 40, 9, &v));
    assert_false(ui_parse_number_of(zeros, 100, 9, &v));
}

static void hex_is_pairs_of_digits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t max;
        int n;
        uint8_t bytes[4];
    } rows[] = {
        {"", 4, 0, {0}},
        {"00ff", 2, 2, {0, 0xff}},
        {"09afAF", 4, 3, {9, 0xaf, 0xaf}},
        {" 01  02 ", 4, 2, {1, 2}},
        {"0", 4, -1, {0}},
        {"0 1", 4, -1, {0}},
        {"0g", 4, -1, {0}},
        {"g0", 4, -1, {0}},
        {"0/", 4, -1, {0}},
        {"0:", 4, -1, {0}},
        {"0@", 4, -1, {0}},
        {"0`", 4, -1, {0}},
        {"0102", 1, -1, {0}},
        {"01020304", 4, 4, {1, 2, 3, 4}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t out[4] = {0};
        int64_t n = ui_parse_hex(rows[i].text, strlen(rows[i].text), out, rows[i].max);
        if (n != rows[i].n || (n > 0 && memcmp(out, rows[i].bytes, (size_t)n) != 0))
            fail_msg("'%s': %d", rows[i].text, (int)n);
    }
    char text[9];
    ui_put_hex((const uint8_t[]){0, 0x9a, 0xff, 0x10}, 4, text);
    assert_string_equal(text, "009aff10");
    assert_null(ui_copy(NULL));
}

/* A letter too many, too few, another, or two that changed places are one slip; two slips are near,
 * unless that is the whole word. */
static void near_words_are_two_slips_away(void **state)
{
    (void)state;
    static const struct {
        const char *word, *names[4], *best;
        unsigned most;
    } rows[] = {
        {"stpe", {"step"}, "step", 0},
        {"stp", {"step"}, "step", 0},
        {"stepp", {"step"}, "step", 0},
        {"stap", {"step"}, "step", 0},
        {"tsep", {"step"}, "step", 0},
        {"tspe", {"step"}, "step", 0},
        {"xtsp", {"step"}, "step", 0},
        {"abcdefgh", {"xbydezgh"}, NULL, 0},
        {"abcdefgh", {"xbydefgh"}, "xbydefgh", 0},
        {"abcdefgh", {"xbydezgh"}, "xbydezgh", 3},
        {"abcdefgh", {"xbyqezgh"}, NULL, 3},
        {"ab", {"cd"}, NULL, 0},
        {"ab", {"ad"}, "ad", 0},
        {"a", {"b"}, NULL, 0},
        {"a", {"ab"}, NULL, 0},
        {"ab", {"a"}, NULL, 0},
        {"abc", {"a"}, NULL, 0},
        {"step", {"step"}, NULL, 0},
        /* the nearest, and of two as near the first */
        {"stop", {"stoop", "shop", "step"}, "stoop", 0},
        {"stopxx", {"stop", "stopx"}, "stopx", 0},
        {"abcdefghijklmnopqrstuvwxyzabcdef",
         {"abcdefghijklmnopqrstuvwxyzabcdeX"},
         "abcdefghijklmnopqrstuvwxyzabcdeX",
         0},
        {"abcdefghijklmnopqrstuvwxyzabcdefg", {"abcdefghijklmnopqrstuvwxyzabcdefX"}, NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ui_near near = {.word = rows[i].word, .most = rows[i].most};
        for (unsigned k = 0; k < 4 && rows[i].names[k]; k++)
            ui_near_try(&near, rows[i].names[k]);
        const char *best = near.best ? near.best : "none", *want = rows[i].best;
        if (strcmp(best, want ? want : "none") != 0)
            fail_msg("%s: %s", rows[i].word, best);
    }
    struct ui_near near = {.word = "stpe"};
    ui_near_try(&near, "stop");
    ui_near_try(&near, "step");
    assert_string_equal(ui_near_hint(&near), "; did you mean 'step'?");
    assert_string_equal(ui_near_none(&near), "'stpe' is none of stop, step; did you mean 'step'?");
    near = (struct ui_near){.word = "zzz"};
    ui_near_try(&near, "stop");
    assert_string_equal(ui_near_hint(&near), "");
    assert_string_equal(ui_near_none(&near), "'zzz' is none of stop");
}

static void range_is_an_address_a_length_and_perhaps_a_file(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        const char *file;
    } rows[] = {
        {"0x10,8", true, NULL},  {"16,8=a=b", true, "a=b"}, {"16,8=", true, ""},
        {"0x100,8", true, NULL}, {"0x101,8", false, NULL},  {"16,9", false, NULL},
        {"16", false, NULL},     {"16,", false, NULL},      {",8", false, NULL},
        {"16=a,8", false, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t address = 0, bytes = 0;
        const char *file = NULL;
        assert_int_equal(ui_parse_range(rows[i].text, 0x100, 8, &address, &bytes, &file),
                         rows[i].ok);
        if (!rows[i].ok)
            continue;
        assert_int_equal(address, strstr(rows[i].text, "100") ? 0x100 : 16);
        assert_int_equal(bytes, 8);
        if (rows[i].file)
            assert_string_equal(file, rows[i].file);
        else
            assert_null(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(format_of_each_letter),
        cmocka_unit_test(types_are_found_by_name),
        cmocka_unit_test(integers_have_the_sign_of_their_type),
        cmocka_unit_test(wholes_stay_in_their_type),
        cmocka_unit_test(halves_are_what_the_simulator_has),
        cmocka_unit_test(halves_are_rounded_to_the_nearest),
        cmocka_unit_test(numbers_are_all_of_their_text),
        cmocka_unit_test(hex_is_pairs_of_digits),
        cmocka_unit_test(near_words_are_two_slips_away),
        cmocka_unit_test(range_is_an_address_a_length_and_perhaps_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
