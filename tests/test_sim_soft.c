/* Floating point in integers against the host's, and the math macros against IEEE division and
 * square root. */
#include "tests/helpers.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "sim/soft.h"

static uint64_t next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

/* Bits of a float near the corners more often than not. */
static uint32_t some_float(uint64_t *s)
{
    static const uint32_t corners[] = {0,          1,          0x7fffff,   0x800000,   0x3f800000,
                                       0x7f7fffff, 0x7f800000, 0x7fc00000, 0x3f7fffff, 0x4b800000};
    uint64_t r = next(s);
    uint32_t v =
        r & 3 ? (uint32_t)(r >> 32) : corners[(r >> 8) % (sizeof corners / sizeof *corners)];
    return r & 4 ? v ^ EU_F_SIGN : v;
}

static uint64_t some_double(uint64_t *s)
{
    uint64_t r = next(s), v = next(s);
    if (r & 1) /* of one magnitude: sums cancel */
        v = (v & ~(UINT64_C(0x7ff) << 52)) | (UINT64_C(1020) + (r >> 8 & 7)) << 52;
    if ((r & 0x30) == 0) /* a denormal */
        v &= ~(UINT64_C(0x7ff) << 52);
    return v;
}

static void soft_of_single_precision_is_the_hosts(void **state)
{
    (void)state;
    uint64_t s = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < 300000; i++) {
        struct eu_fmode h = {.round = (enum eu_round)(i & 3), .alt = i & 4}, m = h;
        uint32_t a = some_float(&s), b = some_float(&s), c = some_float(&s);
        struct eu_num x = eu_num_of(&m, EU_FLOAT_F, a), y = eu_num_of(&m, EU_FLOAT_F, b),
                      z = eu_num_of(&m, EU_FLOAT_F, c);
        assert_int_equal(eu_num_to(&m, EU_FLOAT_F, eu_num_add(&m, x, y)), eu_f_add(&h, a, b));
        assert_int_equal(eu_num_to(&m, EU_FLOAT_F, eu_num_mul(x, y)), eu_f_mul(&h, a, b));
        assert_int_equal(eu_num_to(&m, EU_FLOAT_F, eu_num_fma(&m, x, y, z)), eu_f_fma(&h, a, b, c));
        assert_int_equal(m.overflow, h.overflow);
        assert_int_equal(eu_num_compare(x, y), eu_f_compare(a, b));
    }
}

static void soft_of_double_precision_is_the_hosts(void **state)
{
    (void)state;
    uint64_t s = 0x2545f4914f6cdd1d;
    for (unsigned i = 0; i < 300000; i++) {
        struct eu_fmode h = {.round = (enum eu_round)(i & 3), .df_denorm = true}, m = h;
        uint64_t a = some_double(&s), b = some_double(&s), c = some_double(&s);
        struct eu_num x = eu_num_of(&m, EU_FLOAT_DF, a), y = eu_num_of(&m, EU_FLOAT_DF, b),
                      z = eu_num_of(&m, EU_FLOAT_DF, c);
        assert_true(eu_num_to(&m, EU_FLOAT_DF, eu_num_add(&m, x, y)) == eu_d_add(&h, a, b));
        assert_true(eu_num_to(&m, EU_FLOAT_DF, eu_num_mul(x, y)) == eu_d_mul(&h, a, b));
        assert_true(eu_num_to(&m, EU_FLOAT_DF, eu_num_fma(&m, x, y, z)) == eu_d_fma(&h, a, b, c));
        assert_int_equal(m.overflow, h.overflow);
    }
}

static void soft_keeps_denormals_of_single_precision(void **state)
{
    (void)state;
    struct eu_fmode m = {.f_denorm = true};
    uint64_t s = 88172645463325252u;
    for (unsigned i = 0; i < 300000; i++) {
        uint32_t a = some_float(&s) & 0x81ffffff, b = some_float(&s), bits;
        float x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        volatile float r = i & 1 ? x * y : x + y;
        float f = r;
        memcpy(&bits, &f, sizeof bits);
        struct eu_num u = eu_num_of(&m, EU_FLOAT_F, a), v = eu_num_of(&m, EU_FLOAT_F, b);
        uint64_t got = eu_num_to(&m, EU_FLOAT_F, i & 1 ? eu_num_mul(u, v) : eu_num_add(&m, u, v));
        assert_int_equal(got, isnan(f) ? EU_F_NAN : bits);
    }
}

static void soft_halves_go_through_floats_and_back(void **state)
{
    (void)state;
    struct eu_fmode m = {.hf_denorm = true, .f_denorm = true};
    for (unsigned h = 0; h < 0x10000; h++) {
        struct eu_num v = eu_num_of(&m, EU_FLOAT_HF, h);
        bool nan = v.cls == EU_NUM_NAN;
        assert_int_equal(eu_num_to(&m, EU_FLOAT_F, v), eu_f_from_half((uint16_t)h));
        assert_int_equal(eu_num_to(&m, EU_FLOAT_HF, v), nan ? 0x7e00 : h);
    }
    uint64_t s = 1234567;
    for (unsigned i = 0; i < 200000; i++) {
        struct eu_fmode f = {.round = (enum eu_round)(i & 3), .hf_denorm = true}, k = f;
        uint32_t a = some_float(&s);
        if (i & 4)
            a = (a & ~(0xffu << 23)) | (100 + (uint32_t)(next(&s) % 45)) << 23;
        assert_int_equal(eu_num_to(&f, EU_FLOAT_HF, eu_num_of(&f, EU_FLOAT_F, a)),
                         eu_f_to_half(&k, a, k.round));
    }
}

/* Numbers whose root, cut to 64 bits, would lead to the other neighbour; and powers of four. */
static void roots_are_rounded_once(void **state)
{
    static const uint64_t rows[][2] = {
        {0x400775bad77aede0, 0x3fe2afca0150804c}, {0x400f31fb0ef6af00, 0x3fe0347f42801418},
        {0x3ff1a7960f8161b3, 0x3fee76abb23380f7}, {0x400464492d72fe44, 0x3fe40b116e1875ba},
        {0x3ff0000000000000, 0x3ff0000000000000}, {0x4010000000000000, 0x3fe0000000000000},
        {0x3fd0000000000000, 0x4000000000000000}};
    const struct eu_fmode m = {.round = EU_ROUND_NEAREST}, up = {.round = EU_ROUND_UP};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_num root = eu_num_rsqrt(eu_num_of(&m, EU_FLOAT_DF, rows[i][0]));
        struct eu_fmode to = m, above = up;
        assert_true(eu_num_to(&to, EU_FLOAT_DF, root) == rows[i][1]);
        assert_true(eu_num_to(&above, EU_FLOAT_DF, root) - rows[i][1] <= (i < 4));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_of_single_precision_is_the_hosts),
        cmocka_unit_test(soft_of_double_precision_is_the_hosts),
        cmocka_unit_test(soft_keeps_denormals_of_single_precision),
        cmocka_unit_test(soft_halves_go_through_floats_and_back),
        cmocka_unit_test(roots_are_rounded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
