/* Halves: every one there and back, and where other numbers are rounded to. */
#include "tests/helpers.h"

#include <fenv.h>
#include <math.h>

#include "visa/half.h"

static void every_half_is_a_number_and_comes_back(void **state)
{
    (void)state;
    for (unsigned h = 0; h <= 0xffff; h++) {
        double v = visa_half_to((uint16_t)h);
        bool nan = (h & 0x7fff) > 0x7c00;
        assert_int_equal(isnan(v) != 0, nan);
        assert_int_equal(signbit(v) != 0, h >> 15);
        if (!nan)
            assert_int_equal(visa_half_from(v), h);
        if (!nan && h & 0x7fff) /* each is further from 0 than the one before */
            assert_true(fabs(v) > fabs(visa_half_to((uint16_t)(h - 1))));
    }
    assert_int_equal(visa_half_from(NAN), 0x7e00);
    assert_int_equal(visa_half_from(-NAN), 0x7e00); /* the default one */
}

static void numbers_between_are_rounded_to_the_nearest_even(void **state)
{
    static const struct {
        double v;
        uint16_t h;
    } rows[] = {{1, 0x3c00},
                {-2, 0xc000},
                {0x1p-24, 1},
                {0x1p-14, 0x400},
                {65504, 0x7bff},
                {HUGE_VAL, 0x7c00},
                /* half-way: to the even one */
                {1 + 0x1p-11, 0x3c00},
                {1 + 3 * 0x1p-11, 0x3c02},
                {0x1p-25, 0},
                {3 * 0x1p-25, 2},
                {0x1p-14 - 0x1p-25, 0x400},
                {65520, 0x7c00},
                /* and on both sides of it */
                {1 + 0x1.01p-11, 0x3c01},
                {1 + 0x1.ffp-12, 0x3c00},
                {0x1.01p-25, 1},
                {0x1.ffp-26, 0},
                {65519, 0x7bff},
                {1e300, 0x7c00},
                {0x1p-1070, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(visa_half_from(rows[i].v), rows[i].h);
        assert_int_equal(visa_half_from(-rows[i].v), rows[i].h ^ 0x8000);
    }
}

static void other_roundings_go_to_the_next_half_on_their_side(void **state)
{
    static const int modes[3] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static const struct {
        double v;
        uint16_t h[3];
    } rows[] = {{1, {0x3c00, 0x3c00, 0x3c00}},
                {1 + 0x1p-30, {0x3c01, 0x3c00, 0x3c00}},
                {-1 - 0x1p-30, {0xbc00, 0xbc01, 0xbc00}},
                {0x1p-30, {1, 0, 0}},
                {-0x1p-30, {0x8000, 0x8001, 0x8000}},
                {0x1p-14 - 0x1p-40, {0x400, 0x3ff, 0x3ff}},
                {65519, {0x7c00, 0x7bff, 0x7bff}},
                {-1e300, {0xfbff, 0xfc00, 0xfbff}},
                {HUGE_VAL, {0x7c00, 0x7c00, 0x7c00}}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 3; k++) {
            fesetround(modes[k]);
            uint16_t h = visa_half_from(rows[i].v);
            fesetround(FE_TONEAREST);
            assert_int_equal(h, rows[i].h[k]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_is_a_number_and_comes_back),
        cmocka_unit_test(numbers_between_are_rounded_to_the_nearest_even),
        cmocka_unit_test(other_roundings_go_to_the_next_half_on_their_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
