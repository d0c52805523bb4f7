/* Powers of floats for plans, on hosts with AVX-512: shorter than in plan_math_near.c, because a
 * table of such a host has 16 doubles. A result counts if all values so near round to the same
 * float; otherwise the stage in plan_math.c computes all lanes. IVB vol. 4 part 3, 6.41. */
#include "sim/fast/plan_impl.h"

#ifdef __AVX512DQ__
#include "sim/fast/plan_numbers.h"

#define ALL(v) ((v8d)_mm512_set1_pd(v))
INLINE v8d fma_8(v8d a, v8d b, v8d c)
{
    return (v8d)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
/* An entry for each lane, by the low four bits of its index. */
INLINE __m512d of_sixteen(const double table[16], __m512i index)
{
    return _mm512_permutex2var_pd(_mm512_loadu_pd(table), index, _mm512_loadu_pd(table + 8));
}

/* --- log2: a number is 2^exponent times a fraction from 1 to 2 --- */

/* Each sixteenth of that range has a factor: a fraction times its factor is 1 + rest, where the
 * rest is at most .0304. */
static const double __attribute__((aligned(64))) factors[16] = {
    0x1.f07c2p-1,  0x1.d41d42p-1, 0x1.bacf92p-1, 0x1.a41a42p-1, 0x1.8f9c18p-1, 0x1.7d05f4p-1,
    0x1.6c16c2p-1, 0x1.5c9882p-1, 0x1.4e5e0ap-1, 0x1.414142p-1, 0x1.3521dp-1,  0x1.29e412p-1,
    0x1.1f7048p-1, 0x1.15b1e6p-1, 0x1.0c9714p-1, 0x1.041042p-1};
static const double __attribute__((aligned(64)))
logs[16] = {/* of their inverses */
            0x1.6bad2043a8791p-5, 0x1.08c587b8a8459p-3, 0x1.acf5de2afc49ap-3, 0x1.2440796db68c3p-2,
            0x1.6e22207523f6dp-2, 0x1.b47ebfcfdd47ap-2, 0x1.f7a85434872d2p-2, 0x1.1bf31371c6bf0p-1,
            0x1.3abb40a7ec27fp-1, 0x1.584820b2f5874p-1, 0x1.74b1fcac363a3p-1, 0x1.900e62e869eafp-1,
            0x1.aa708efbac2fbp-1, 0x1.c3e9ca1704bdfp-1, 0x1.dc899d687db5ep-1, 0x1.f45e05f15cc17p-1};

struct logarithm {
    v8d whole, rest; /* log2 is @whole and log2(1 + @rest) */
};
/* Of sizes. No number, or one that is not finite, or zero: whole or rest is not finite. */
INLINE struct logarithm logarithm_of(__m256i floats)
{
    __m512d v = _mm512_cvtps_pd((__m256)floats);
    __m512i sixteenth = _mm512_srli_epi64((__m512i)v, 48);
    v8d fraction = (v8d)_mm512_getmant_pd(v, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
    v8d factor = (v8d)of_sixteen(factors, sixteenth), log = (v8d)of_sixteen(logs, sixteenth);
    return (struct logarithm){log + (v8d)_mm512_getexp_pd(v), fma_8(fraction, factor, -ALL(1))};
}

/* --- powers of 2: by sixteenths --- */

#define MAGIC_16 0x1.8p48 /* the sum with a number has its sixteenths in the low bits */
/* Bits of 2^(n / 16), less n in the four bits above which the sum of exponents begins. */
static const uint64_t __attribute__((aligned(64)))
powers[16] = {0x3ff0000000000000, 0x3fefb5586cf9890f, 0x3fef72b83c7d517b, 0x3fef387a6e756238,
              0x3fef06fe0a31b715, 0x3feedea64c123422, 0x3feebfdad5362a27, 0x3feeab07dd485429,
              0x3feea09e667f3bcd, 0x3feea11473eb0187, 0x3feeace5422aa0db, 0x3feec49182a3f090,
              0x3feee89f995ad3ad, 0x3fef199bdd85529c, 0x3fef5818dcfba487, 0x3fefa4afa2a490da};

INLINE v8d power_of_sixteenths(__m512i sum)
{
    __m512i power = (__m512i)of_sixteen((const double *)powers, sum);
    return (v8d)_mm512_add_epi64(power, _mm512_slli_epi64(sum, 48));
}

/* --- the stage --- */

/* The logarithm's polynomial is wrong by 2^-42.5, so that the exponent is by 2^-35.5; that of the
 * power by 2^-37.1. What the third power of the rest and those above add to the exponent, at most
 * .0018, comes after its sixteenths are known. Lanes that are @on but not in *@sure are not known:
 * special cases of 6.41.6, results near the ends of floats or near a tie. */
INLINE __m256 pow_of(v8u base, v8u by, uint32_t on, uint32_t *sure)
{
    const struct logarithm log = logarithm_of((__m256i)base);
    const v8d y = (v8d)_mm512_cvtps_pd((__m256)by), r = log.rest, ry = r * y, r2 = r * r;
    v8d first = fma_8(r, ALL(-0x1.71547652c1cb2p-1), ALL(0x1.71547652bdad2p+0));
    v8d a = fma_8(r, ALL(-0x1.71547093a5c40p-2), ALL(0x1.ec7097327350bp-2));
    v8d b = fma_8(r, ALL(-0x1.ecf2f4cf281b8p-3), ALL(0x1.27c13f80e32e3p-2));
    v8d v = fma_8(ry, first, log.whole * y), second = fma_8(r2, b, a);
    v8d sum = v + MAGIC_16, f = fma_8(ry * r2, second, v - (sum - MAGIC_16));
    v8d power = power_of_sixteenths((__m512i)sum), f2 = f * f;
    v8d c = fma_8(f, ALL(0x1.ebfbdff75e947p-3), ALL(0x1.62e42fede6548p-1));
    v8d d = fma_8(f, ALL(0x1.3b2c239816887p-7), ALL(0x1.c6b3a2798a22fp-5));
    v8d result = fma_8(power * f, fma_8(f2, d, c), power), squares = fma_8(v, v, y * y);
    const uint32_t error = 1 << 18, half = 0x10000000, tie = 2 * half - 2 * error;
    __mmask8 usual = _mm512_mask_cmp_pd_mask((__mmask8)on, (__m512d)squares,
                                             (__m512d)ALL(125 * 125), _CMP_LT_OQ);
    v8u low = (v8u)_mm512_cvtepi64_epi32((__m512i)result) + all_bits(error - half);
    *sure = _mm256_mask_test_epi32_mask(usual, (__m256i)low, (__m256i)all_bits(tie));
    return _mm512_cvtpd_ps((__m512d)result);
}

enum fast_leave plan_pow_512(PLAN_ARGS)
{
    uint32_t on = x->on, sure;
    v8u r = (v8u)pow_of((v8u)a0, (v8u)b0, on, &sure);
    AGAIN_IF(sure != (on & 255), EU_MATH_POW, "=x"(a1))
    return put_floats(PLAN_PASS, r);
}

/* --- halves: the same with floats, where the fraction is from 3/4 to 3/2 --- */

/* The factors of both sixteenths about 1 are 1, so that the rest is exact there. Others have
 * logarithms that are multiples of 2^-17. The rest is from -.032 to .0625. */
static const float _Alignas(64) half_factors[16] = {1,
                                                    0x1.d3d21cp-1,
                                                    0x1.baeb6ep-1,
                                                    0x1.a3cda4p-1,
                                                    0x1.8f9264p-1,
                                                    0x1.7d259ep-1,
                                                    0x1.6c5672p-1,
                                                    0x1.5c63b4p-1,
                                                    0x1.4e413p+0,
                                                    0x1.414eccp+0,
                                                    0x1.3538d4p+0,
                                                    0x1.29d684p+0,
                                                    0x1.1f7656p+0,
                                                    0x1.15dbfp+0,
                                                    0x1.0c7296p+0,
                                                    1};
/* ... of their inverses; and 1 for fractions below 1. */
static const float _Alignas(64) half_logs[16] = {0,           0x1.0aap-3,  0x1.ac3cp-3, 0x1.254ep-2,
                                                 0x1.6e46p-2, 0x1.b404p-2, 0x1.f6a6p-2, 0x1.1c63p-1,
                                                 0x1.3afbp-1, 0x1.5829p-1, 0x1.747bp-1, 0x1.903p-1,
                                                 0x1.aa61p-1, 0x1.c37ap-1, 0x1.dceep-1, 1};
static const uint32_t _Alignas(64) half_powers[16] = {
    0x3f800000, 0x3f7daac3, 0x3f7b95c2, 0x3f79c3d3, 0x3f7837f0, 0x3f76f532, 0x3f75fed7, 0x3f75583f,
    0x3f7504f3, 0x3f7508a4, 0x3f75672a, 0x3f76248c, 0x3f7744fd, 0x3f78ccdf, 0x3f7ac0c7, 0x3f7d257d};
#define MAGIC_F_16 0x1.8p19f

/* By the low four bits of each index. */
INLINE v8f of_sixteen_f(const void *table, v8u index)
{
    __m512i all = _mm512_castsi256_si512((__m256i)index);
    return (v8f)_mm512_castps512_ps256(_mm512_permutexvar_ps(all, _mm512_load_ps(table)));
}

/* The result is wrong by at most 4 and 7.4 times the rest times @b, in 2^-23 of its power of two. A
 * tie of halves is 2^12 away from 0 there, modulo 2^13. Of exponents beyond 40 there is no half;
 * those that are not finite are of special cases. */
INLINE v8f pow_of_halves(v8f a, v8f b, uint32_t on, uint32_t *sure)
{
    const __m256 base = (__m256)a;
    v8f fraction = (v8f)_mm256_getmant_ps(base, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
    v8u sixteenth = (v8u)a >> 19;
    v8f r = fma_f(fraction, of_sixteen_f(half_factors, sixteenth), all_f(-1)), rb = r * b;
    v8f whole = of_sixteen_f(half_logs, sixteenth) + (v8f)_mm256_getexp_ps(base);
    v8f c = fma_f(r, all_f(-0x1.5ff2f6p-2f), all_f(0x1.eca87ep-2f));
    v8f d = fma_f(r, all_f(-0x1.715662p-1f), all_f(0x1.715476p+0f));
    v8f log = fma_f(r * r, c, d), v = fma_f(rb, log, whole * b);
    v8f sum = v + MAGIC_F_16, f = fma_f(rb, log, fma_f(whole, b, MAGIC_F_16 - sum));
    v8f power = (v8f)((v8u)of_sixteen_f(half_powers, (v8u)sum) + ((v8u)sum << 19));
    v8f e = fma_f(f, all_f(0x1.c6b2a4p-5f), all_f(0x1.ebffa4p-3f));
    v8f result = fma_f(power * f, fma_f(f, e, all_f(0x1.62e43p-1f)), power);

    const __m256 size = (__m256)((v8u)v & fixed(FAST_SIZE));
    __mmask8 far = _mm256_cmp_ps_mask(size, (__m256)all_f(40), _CMP_GT_OQ);
    __mmask8 usual =
        _mm256_mask_cmp_ps_mask((__mmask8)on, size, (__m256)all_f(0x1p100f), _CMP_LT_OQ);
    result = (v8f)_mm256_mask_scalef_ps((__m256)result, far, (__m256)all_f(1), (__m256)v);

    const uint32_t least = 0x32000000, end = 0x38800010; /* as in plan_math_half.c */
    usual = _mm256_mask_cmpge_epu32_mask(usual, (__m256i)((v8u)result - all_bits(least)),
                                         (__m256i)all_bits(end - least));
    v8f rb_size = (v8f)((v8u)rb & fixed(FAST_SIZE));
    v8f most = fma_f(rb_size, all_f(-7.4f * 0x1p19f), all_f(0x1p31f - 4 * 0x1p19f));
    __m256 from_zero = _mm256_cvtepu32_ps(_mm256_abs_epi32(_mm256_slli_epi32((__m256i)result, 19)));
    *sure = _mm256_mask_cmp_ps_mask(usual, from_zero, (__m256)most, _CMP_LT_OQ);
    return result;
}

enum fast_leave plan_pow_halves_512(PLAN_ARGS)
{
    uint32_t on = x->on, sure;
    v8f r = pow_of_halves((v8f)a0, (v8f)b0, on, &sure);
    AGAIN_IF(sure != (on & 255), EU_MATH_POW, "=x"(a1))
    PLAN_FORGET_ALL_BUT_A0;
    return put_sure_halves(PLAN_PASS, r);
}
#endif
