#include "tests/helpers.h"

#include "gcn/dwarf.h"

/* Checks a location expression in a section, with its length before it and other bytes around it,
 * against what gdb gets. */
static void check(const char *expression, const char *expect)
{
    uint8_t section[64] = {0}, want[32];
    size_t n = unhex(expression, section + 9, 32);
    memset(section, 0x55, 8);
    section[8] = (uint8_t)n;
    assert_int_equal(unhex(expect, want, sizeof want), n);
    gcn_dwarf_for_gdb(section, sizeof section);
    if (memcmp(section + 9, want, n))
        fail_msg("%s is not rewritten to %s", expression, expect);
    for (size_t i = 0; i < sizeof section; i++)
        assert_int_equal(section[i], i < 8 ? 0x55 : i == 8 ? n : i < 9 + n ? want[i - 9] : 0);
}

static void variables_in_scratch_are_the_frame_s(void **state)
{
    (void)state;
    check("9041", "7d00");             /* the frame's base: s33, which is r13 */
    check("9108311618", "9108969696"); /* fbreg 8 */
    check("91a801311618", "91a801969696");
}

static void variables_in_lds_are_in_the_group_s_window(void **state)
{
    (void)state;
    check("a100321618", "a1007c0022");
    check("030001000000000000321618", "0300010000000000007c0022");
}

static void variables_in_registers_are_in_the_lane_s_window(void **state)
{
    (void)state;
    check("92801400311618", "73c00396969696"); /* v0: rbx + 0x1c0 */
    check("908014", "73c003");                 /* v0 */
    check("908015", "73c007");                 /* v128 */
    check("90ff15", "73bc0b");                 /* v255 */
    check("922000311618", "73c07f969696");     /* s0 */
    check("925f00311618", "73bc01969696");     /* s63 */
    check("90c008", "73c001");                 /* s64 */
    check("90e708", "73dc02");                 /* s103 */
}

static void constants_lose_their_address_space(void **state)
{
    (void)state;
    check("303116189f", "309696969f");
}

static void what_is_not_known_stays(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "9108",   "9110311619",     "9108331618",   "a100311618",   "908000",
        "90ffff", "31161800",       "7708",         "911080801618", "9020",
        "9040",   "92801401311618", "90a08000",     "90a0808000",   "90bf08",
        "90e808", "926000311618",   "921f00311618", "90ff13",       "908016"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(texts[i], texts[i]);
}

static void no_bytes_crash_it(void **state)
{
    (void)state;
    uint32_t seed = 5;
    for (int i = 0; i < 20000; i++) {
        uint8_t *section = malloc(24);
        size_t n = 1 + i % 24;
        for (size_t k = 0; k < n; k++) {
            static const uint8_t likely[] = {0x90, 0x91, 0x92, 0x31, 0x16, 0x18, 0x80, 5, 7, 0xa1};
            seed = seed * 1664525 + 1013904223;
            section[k] = likely[(seed >> 16) % sizeof likely];
        }
        section = realloc(section, n);
        gcn_dwarf_for_gdb(section, n);
        free(section);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_in_scratch_are_the_frame_s),
        cmocka_unit_test(variables_in_lds_are_in_the_group_s_window),
        cmocka_unit_test(variables_in_registers_are_in_the_lane_s_window),
        cmocka_unit_test(constants_lose_their_address_space),
        cmocka_unit_test(what_is_not_known_stays),
        cmocka_unit_test(no_bytes_crash_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
