/* The float functions of `math` for plans that take long in doubles alone: what is exact in floats
 * is done with eight of them, and the polynomials are shorter than in plan_math.c. A result counts
 * if all values so near round to the same float, and if no operand is special; otherwise the stage
 * in plan_math.c computes all lanes. IVB vol. 4 part 3, 6.41. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/plan_numbers.h"

/* @slope * v + @start */
INLINE struct doubles line(struct doubles v, double slope, double start)
{
    return fma_of(v, both(slope), both(start));
}
/* @special: lanes that are not computed here; @expression: the result; ...: what else a stage that
 * does all lanes again need not keep. */
#define NEAR(name, function, special, expression, ...)                                             \
    static enum fast_leave near_##name(PLAN_ARGS)                                                  \
    {                                                                                              \
        const v8u a = (v8u)a0, b = (v8u)b0;                                                        \
        in_doubt bad;                                                                              \
        (void)b;                                                                                   \
        AGAIN_IF(signs(special) & x->on, function, __VA_ARGS__)                                    \
        v8u r = expression;                                                                        \
        AGAIN_IF(is_uncertain(bad, x->on), function, __VA_ARGS__)                                  \
        return put_floats(PLAN_PASS, r);                                                           \
    }

/* --- powers and logarithms --- */

/* A number as a fraction from sqrt(1/2) to sqrt(2), and the exponent. */
struct parts {
    v8u fraction;
    v8i exponent;
};
INLINE struct parts parted(v8u v)
{
    v8i from_low = (v8i)(v - all_bits(0x3f3504f3));
    return (struct parts){(v8u)((v8i)v - (from_low & (v8i)all_bits(0xff800000))), from_low >> 23};
}

/* log2 is the exponent, and twice the series of artanh of s, of which the polynomial is wrong by at
 * most 2^-37.7. */
INLINE struct doubles log_from(struct parts v)
{
    struct doubles m = both_widened((v8f)v.fraction), whole = both_whole(v.exponent);
    struct doubles s = quotient(difference(m, both(1)), sum_of_both(m, both(1)));
    struct doubles z = product(s, s), z2 = product(z, z);
    struct doubles b = line(z, 0x1.a58d8f9c51d76p-2, 0x1.27777fdab11f9p-1);
    struct doubles a = line(z, 0x1.ec709d12e0f7cp-1, 0x1.71547652bede5p+1);
    struct doubles rest = fma_of(z2, both(0x1.5ce7d04d1d442p-2), b);
    return fma_of(product(s, z2), rest, fma_of(s, a, whole));
}
INLINE v8u is_no_number(v8u v) /* normal, and positive */
{
    return outside(v, 0x00800000, EU_F_INF);
}
INLINE v8u log_of(v8u v, in_doubt *bad)
{
    return rounded(log_from(parted(v)), 10 << 12, bad);
}

INLINE v8u is_from(v8u v, uint32_t end) /* or more, or less than its opposite, or a NaN */
{
    return (v8u)((v8i)(v & fixed(FAST_SIZE)) > (v8i)all_bits(end - 1));
}

/* 2^f for f between -1/2 and 1/2; what is f^5 times @rest is so small that floats do. */
INLINE struct doubles power_from(v8f fraction, v8f rest)
{
    struct doubles f = both_widened(fraction), f2 = product(f, f);
    struct doubles c = fma_of(f, both_widened(rest), both(0x1.3b2ab7181b755p-7));
    struct doubles b = line(f, 0x1.c6b08dd6fd234p-5, 0x1.ebfbdff823cedp-3);
    struct doubles a = line(f, 0x1.62e42fef84cf0p-1, 1);
    return fma_of(f2, fma_of(f2, c, b), a);
}
INLINE v8u exp_of(v8u v, in_doubt *bad)
{
    v8f a = (v8f)v, sum = a + MAGIC_F, f = a - (sum - MAGIC_F);
    v8f c = fma_f(f, all_f(0x1.63d136p-20f), all_f(0x1.00dc4ap-16f));
    c = fma_f(f, fma_f(f, c, all_f(0x1.4308acp-13f)), all_f(0x1.5d8746p-10f));
    return rounded(power_from(f, c), 1 << 15, bad) + ((v8u)sum << 23);
}

#ifndef __AVX512DQ__ /* otherwise plan_pow.c has it */

/* The base is 2^exponent times a fraction from LEAST to twice that. Each eighth of this range, by
 * the bits of floats, has a factor: a fraction of it, times the factor, is 1 + rest, where the rest
 * is from -.0623 to .0552 and a float. Less their log2, factors are doubles plus 384, whose two
 * halves are here; so that exponents are added to the high one. */
enum { LEAST = 0x3f201000, EIGHTH_SHIFT = 20 };
static const uint32_t factors[8] = {0x3fc00000, 0x3fb00000, 0x3fa00000, 0x3f980000,
                                    0x3f900000, 0x3f800000, 0x3f700000, 0x3f580000};
static const uint32_t log_high[8] = {0x4077f6a3, 0x4077f8a6, 0x4077fad9, 0x4077fc08,
                                     0x4077fd47, 0x40780000, 0x4078017d, 0x407803eb};
static const uint32_t log_low[8] = {0xfe5c6043, 0x2b07f345, 0x61ed0cb9, 0x7d28dfb3,
                                    0xfcb8c085, 0x00000000, 0x60496cfc, 0xfb1520c8};

INLINE v8u of_eighth(const uint32_t table[8], v8u from_least)
{
    __m256i eighth = (__m256i)(from_least >> EIGHTH_SHIFT);
    return (v8u)_mm256_permutevar8x32_epi32((__m256i)load(table), eighth);
}
INLINE v8f rest_of(v8u from_least)
{
    v8u fraction = (from_least & all_bits(0x7fffff)) + all_bits(LEAST);
    return fma_f((v8f)fraction, (v8f)of_eighth(factors, from_least), all_f(-1));
}
/* The exponent less the factor's log2. */
INLINE struct doubles whole_of(v8u from_least)
{
    v8u exponent = (v8u)((v8i)(from_least & all_bits(0xff800000)) >> 11);
    __m256i high = (__m256i)(of_eighth(log_high, from_least) + exponent);
    __m256i low = (__m256i)of_eighth(log_low, from_least);
    __m256i a = _mm256_unpacklo_epi32(low, high), b = _mm256_unpackhi_epi32(low, high);
    return (struct doubles){(v4d)plan_low_sides(a, b) - 384, (v4d)plan_high_sides(a, b) - 384};
}

/* 2^(whole + f) for f between -.015 and 1.015, with an error below 325000 in 2^-52 of its power of
 * two. */
INLINE struct doubles power(struct doubles whole, struct doubles f)
{
    struct doubles f2 = product(f, f);
    struct doubles d = line(f, 0x1.69c5e68bd51f3p-16, 0x1.2ca40babde0e1p-13);
    struct doubles c = line(f, 0x1.5fe667478aa1bp-10, 0x1.3b08393675ea7p-7);
    struct doubles b = line(f, 0x1.c6b2990e85b18p-5, 0x1.ebfbd1ffec5b2p-3);
    struct doubles a = line(f, 0x1.62e43009b04b7p-1, 0x1.0000000027eb2p+0);
    return scaled(fma_of(f2, fma_of(f2, fma_of(f2, d, c), b), a), whole);
}
/* The special cases of 6.41.6 are not done here, nor results near the ends of floats: an upper
 * bound of the size of log2 times @b, or 1, is below 125. So is @b. */
INLINE v8u is_special(v8u base, v8u b)
{
    v8f log = (v8f)_mm256_cvtepi32_ps((__m256i)(base - all_bits(LEAST)));
    v8f size = (v8f)_mm256_max_ps((__m256)all_f(1), (__m256)(b & fixed(FAST_SIZE))); /* or NaN */
    v8f most = ((v8f)((v8u)log & fixed(FAST_SIZE)) + 0x1p23f) * size;
    return (v8u)_mm256_cmp_ps((__m256)most, (__m256)all_f(125 * 0x1p23f), _CMP_NLT_UQ);
}
/* The polynomial of log2(1 + rest) is wrong by 2^-41.3, so that the exponent is by 2^-34.3. What
 * the third power and those above add to it, at most .0146, comes after its integer is known. */
INLINE v8u pow_of(v8u base, v8u by, in_doubt *bad)
{
    v8u from_least = base - all_bits(LEAST);
    struct doubles r = both_widened(rest_of(from_least)), whole = whole_of(from_least);
    struct doubles r2 = product(r, r);
    struct doubles first = line(r, -0x1.7154765d6808fp-1, 0x1.715476529ec61p+0);
    struct doubles a = line(r, -0x1.7153e2b5216bfp-2, 0x1.ec70a19b436c0p-2);
    struct doubles b = line(r, -0x1.eec495bbcd64dp-3, 0x1.276cbd4aecc05p-2);
    struct doubles second = fma_of(r2, fma_of(r2, both(0x1.b61975e45945bp-3), b), a);
    struct doubles y = both_widened((v8f)by), ry = product(r, y);
    struct doubles v = fma_of(ry, first, product(whole, y));
    struct doubles n = floor_of(v), f = difference(v, n);
    f = fma_of(product(ry, r2), second, f);
    return rounded(power(n, f), 10 << 16, bad);
}

#endif

/* --- sine and cosine: of the angle's distance from a multiple of pi, which is two numbers; of the
 * cosine, from the middle between two --- */

/* sin(v - n * pi), wrong by at most 2^-35.4 of it. */
INLINE struct doubles sine_from(struct doubles v, struct doubles n)
{
    struct doubles r = fma_of(n, both(-0x1.921fb54442d18p+1), v);
    r = fma_of(n, both(-0x1.1a62633145c07p-53), r);
    struct doubles z = product(r, r), z2 = product(z, z);
    struct doubles c = line(z, -0x1.9a0e16924db79p-26, 0x1.716ba4e0f4f55p-19);
    struct doubles b = line(z, -0x1.a017a8fd2e482p-13, 0x1.11110b74aad82p-7);
    struct doubles a = line(z, -0x1.5555554175935p-3, 0x1.ffffffffd17cfp-1);
    return product(r, fma_of(z2, fma_of(z2, c, b), a));
}
enum { TINY = 0x01000000, LARGE = 0x47800000 }; /* 2^-125, 2^16 */
INLINE v8u is_tiny_or_large(v8u v)
{
    v8u size = v & fixed(FAST_SIZE);
    return outside(size, TINY, LARGE) & (size != 0);
}
INLINE v8u sine(v8u v, bool cosine, in_doubt *bad)
{
    const v8f magic = all_f(cosine ? MAGIC_F + 1 : MAGIC_F);
    v8f sum = fma_f((v8f)v, all_f(0x1.45f306p-2f), cosine ? all_f(-0.5f) : magic);
    sum = cosine ? sum + magic : sum;
    v8f n = cosine ? sum - magic + 0.5f : sum - magic; /* 0 is +0: then r has the sign of v */
    struct doubles r = sine_from(both_widened((v8f)v), both_widened(n));
    return rounded(r, 3 << 16, bad) ^ ((v8u)sum << 31);
}

NEAR(log, EU_MATH_LOG, is_no_number(a), log_of(a, &bad), "=x"(b0))
NEAR(exp, EU_MATH_EXP, is_from(a, 0x42fa0000), exp_of(a, &bad), "=x"(b0)) /* 125 */
NEAR(sin, EU_MATH_SIN, is_tiny_or_large(a), sine(a, false, &bad), "=x"(b0))
NEAR(cos, EU_MATH_COS, is_from(a, LARGE), sine(a, true, &bad), "=x"(b0))
#ifdef __AVX512DQ__
#define near_pow plan_pow_512
#else
NEAR(pow, EU_MATH_POW, is_special(a &fixed(FAST_SIZE), b), pow_of(a &fixed(FAST_SIZE), b, &bad),
     "=x"(a1))
#endif

plan_stage *PLAN_FOR_HOST(plan_math_of_floats)(unsigned function)
{
    static plan_stage *const functions[16] = {
        [EU_MATH_LOG] = near_log, [EU_MATH_EXP] = near_exp, [EU_MATH_SIN] = near_sin,
        [EU_MATH_COS] = near_cos, [EU_MATH_POW] = near_pow,
    };
    return functions[function] ? functions[function] : plan_math_stages[function];
}
#endif
