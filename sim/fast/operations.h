/* What vector handlers compute, eight lanes at a time: from sources to the result. */
#ifndef EULAB_SIM_FAST_OPERATIONS_H
#define EULAB_SIM_FAST_OPERATIONS_H

#include "sim/fast/convert.h"
#include "sim/fast/lanes.h"
#include "sim/float.h"

#ifdef __AVX2__

typedef v8u operation(v8u a, v8u b, v8u c);
#define OPERATION(name) INLINE v8u name(v8u a, v8u b, v8u c)
#define UNUSED (void)a, (void)b, (void)c

OPERATION(op_mov)
{
    UNUSED;
    return a;
}
OPERATION(op_not)
{
    UNUSED;
    return ~a;
}
OPERATION(op_and)
{
    UNUSED;
    return a & b;
}
OPERATION(op_or)
{
    UNUSED;
    return a | b;
}
OPERATION(op_xor)
{
    UNUSED;
    return a ^ b;
}
OPERATION(op_shl)
{
    UNUSED;
    return a << (b & 31);
}
OPERATION(op_shr)
{
    UNUSED;
    return a >> (b & 31);
}
OPERATION(op_asr)
{
    UNUSED;
    return (v8u)((v8i)a >> (v8i)(b & 31));
}
OPERATION(op_add)
{
    UNUSED;
    return a + b;
}
/* 6.43: of a dword, only the low word is used. */
OPERATION(op_mul)
{
    UNUSED;
    return a * (b & 0xffff);
}
OPERATION(op_mulw)
{
    UNUSED;
    return a * b;
}
OPERATION(op_itof)
{
    UNUSED;
    return (v8u) __builtin_convertvector((v8i)a, v8f);
}
OPERATION(op_utof)
{
    UNUSED;
    return from_ud(a);
}
OPERATION(op_fadd)
{
    UNUSED;
    return (v8u)((v8f)a + (v8f)b);
}
OPERATION(op_fmul)
{
    UNUSED;
    return (v8u)((v8f)a * (v8f)b);
}
OPERATION(op_fmac)
{
    UNUSED;
    return (v8u)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
/* mad: src0 is added. */
OPERATION(op_fmad)
{
    UNUSED;
    return (v8u)_mm256_fmadd_ps((__m256)b, (__m256)c, (__m256)a);
}

/* Each step is rounded. */
OPERATION(op_lrp)
{
    UNUSED;
    __m256 rest = _mm256_sub_ps(_mm256_set1_ps(1), (__m256)a);
    __m256 x = _mm256_mul_ps((__m256)b, (__m256)a), y = _mm256_mul_ps((__m256)c, rest);
    __asm__("" : "+x"(x), "+x"(y));
    return (v8u)_mm256_add_ps(x, y);
}

#define ROUNDING(name, way)                                                                        \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return (v8u)_mm256_round_ps((__m256)a, (way) | _MM_FROUND_NO_EXC);                         \
    }
ROUNDING(op_rndu, _MM_FROUND_TO_POS_INF)
ROUNDING(op_rndd, _MM_FROUND_TO_NEG_INF)
ROUNDING(op_rnde, _MM_FROUND_TO_NEAREST_INT)
ROUNDING(op_rndz, _MM_FROUND_TO_ZERO)
OPERATION(op_frc)
{
    return all(~EU_F_SIGN) & (v8u)((v8f)a - (v8f)op_rndd(a, b, c));
}

/* Minimum or maximum. If one operand is a NaN, the other is taken; if they are equal, the first. A
 * denormal becomes 0 if arithmetic would do that. */
INLINE v8u choose(v8u a, v8u b, v8u first)
{
    __m256 nan = _mm256_andnot_ps(_mm256_cmp_ps((__m256)a, (__m256)a, _CMP_UNORD_Q),
                                  _mm256_cmp_ps((__m256)b, (__m256)b, _CMP_UNORD_Q));
    v8u r = blend(b, a, first | (v8u)nan), one = all(0x3f800000);
    __asm__("" : "+x"(one)); /* keeps the compiler from dropping the multiplication */
    return blend((v8u)((v8f)r * (v8f)one), r, (v8u)((r & all(EU_F_INF)) != 0));
}
OPERATION(op_fmin)
{
    UNUSED;
    return choose(a, b, (v8u)((v8f)a < (v8f)b));
}
OPERATION(op_fmax)
{
    UNUSED;
    return choose(a, b, (v8u)((v8f)a >= (v8f)b));
}
#define BY_HOST(name, intrinsic)                                                                   \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return (v8u)intrinsic((__m256i)a, (__m256i)b);                                             \
    }
BY_HOST(op_dmin, _mm256_min_epi32)
BY_HOST(op_dmax, _mm256_max_epi32)
BY_HOST(op_umin, _mm256_min_epu32)
BY_HOST(op_umax, _mm256_max_epu32)

/* --- bits of a dword: lanes have no modifiers --- */

/* Zeros above the highest one, by the exponent of a float. Bits behind a one are cleared, so that
 * it is not rounded up. */
OPERATION(op_lzd)
{
    UNUSED;
    v8u exponent = (v8u)_mm256_cvtepi32_ps((__m256i)(a & ~(a >> 1))) >> 23;
    __m256i zeros = _mm256_subs_epu16(_mm256_set1_epi32(158), (__m256i)exponent);
    return (v8u)_mm256_min_epi32(zeros, _mm256_set1_epi32(32));
}
OPERATION(op_fbh)
{
    return op_lzd(a, b, c) | (v8u)(a == 0);
}
/* ... of a signed dword: the highest bit that is unlike the sign. */
OPERATION(op_fbhs)
{
    return op_fbh(a ^ (v8u)((v8i)a >> 31), b, c);
}
/* The exponent of the lowest one; -1: there is none. */
OPERATION(op_fbl)
{
    UNUSED;
    v8u lowest = (v8u)_mm256_cvtepi32_ps((__m256i)(a & -a)) >> 23 & 255;
    return (lowest - 127) | (v8u)(a == 0);
}
INLINE v8u bytes_by_table(v8u v, __m128i table)
{
    __m256i nibbles = _mm256_and_si256((__m256i)v, _mm256_set1_epi8(15));
    return (v8u)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), nibbles);
}
OPERATION(op_cbit)
{
    UNUSED;
    const __m128i ones = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i each = _mm256_set1_epi8(1), pairs = _mm256_set1_epi16(1);
    v8u in_bytes = bytes_by_table(a, ones) + bytes_by_table(a >> 4, ones);
    return (v8u)_mm256_madd_epi16(_mm256_maddubs_epi16((__m256i)in_bytes, each), pairs);
}
OPERATION(op_bfrev)
{
    UNUSED;
    const __m128i low =
        _mm_setr_epi8(0, -128, 64, -64, 32, -96, 96, -32, 16, -112, 80, -48, 48, -80, 112, -16);
    const __m128i high = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const __m128i order = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    v8u v = bytes_by_table(a, low) | bytes_by_table(a >> 4, high);
    return (v8u)_mm256_shuffle_epi8((__m256i)v, _mm256_broadcastsi128_si256(order));
}
INLINE v8u shift_up(v8u v, v8u by) /* by 32: 0 */
{
    return (v8u)_mm256_sllv_epi32((__m256i)v, (__m256i)by);
}
/* bfe: @a bits from bit @b on of @c; what would lie above bit 31 is cut off. */
INLINE v8u field_top(v8u a, v8u b, v8u c, v8u *down)
{
    __m256i rest = (__m256i)(32 - (a & 31) - (b & 31));
    v8u up = (v8u)_mm256_max_epi32(rest, _mm256_setzero_si256());
    *down = up + (b & 31);
    return shift_up(c, up) & (v8u)((a & 31) != 0);
}
OPERATION(op_bfe)
{
    v8u down, v = field_top(a, b, c, &down);
    return (v8u)_mm256_srlv_epi32((__m256i)v, (__m256i)down);
}
OPERATION(op_bfes)
{
    v8u down, v = field_top(a, b, c, &down);
    return (v8u)_mm256_srav_epi32((__m256i)v, (__m256i)down);
}
OPERATION(op_bfi1)
{
    UNUSED;
    return shift_up(shift_up(all(1), a & 31) - 1, b & 31);
}
OPERATION(op_bfi2)
{
    v8u v = shift_up(b, op_fbl(a, b, c));
    return (v & a) | (c & ~a);
}

/* --- elements of at most 16 bits, so that nothing is lost --- */

OPERATION(op_avg)
{
    UNUSED;
    return (v8u)((v8i)(a + b + 1) >> 1);
}
/* The sum of each two lanes. */
OPERATION(op_sad2)
{
    UNUSED;
    v8u d = (v8u)_mm256_abs_epi32((__m256i)(a - b));
    return d + (v8u)_mm256_shuffle_epi32((__m256i)d, 0xb1);
}

/* --- sums of products: of each four lanes, from left to right --- */

#define OF_FOUR(v, i) ((v8f)_mm256_permute_ps((__m256)(v), (i)*0x55))
INLINE v8u sum_of(v8u a, v8u b, unsigned products, bool homogeneous)
{
    v8f p = (v8f)a * (v8f)b, sum;
    __asm__("" : "+x"(p)); /* each product is rounded */
    sum = OF_FOUR(p, 0) + OF_FOUR(p, 1);
    if (products > 2)
        sum += OF_FOUR(p, 2);
    if (products > 3)
        sum += OF_FOUR(p, 3);
    return (v8u)(homogeneous ? sum + OF_FOUR((v8f)b, 3) : sum);
}
OPERATION(op_dp2)
{
    UNUSED;
    return sum_of(a, b, 2, false);
}
OPERATION(op_dp3)
{
    UNUSED;
    return sum_of(a, b, 3, false);
}
OPERATION(op_dp4)
{
    UNUSED;
    return sum_of(a, b, 4, false);
}
OPERATION(op_dph)
{
    UNUSED;
    return sum_of(a, b, 3, true);
}

/* --- functions: a double's function rounded to a float (plan_math.c), which a float's own quotient
 * and root are, too: 53 bits are more than twice 24, and 1/x is never just below the least normal
 * number --- */

OPERATION(op_inv)
{
    UNUSED;
    return (v8u)_mm256_div_ps(_mm256_set1_ps(1), (__m256)a);
}
OPERATION(op_sqrt)
{
    UNUSED;
    return (v8u)_mm256_sqrt_ps((__m256)a);
}
INLINE __m128 rsqrt_of(__m128 v)
{
    __m256d root = _mm256_sqrt_pd(_mm256_cvtps_pd(v));
    return _mm256_cvtpd_ps(_mm256_div_pd(_mm256_set1_pd(1), root));
}
/* The same of normal numbers above 0: the host's approximation @y and four terms of a series. Its
 * error is below 2^-52, whatever host it is, and no result is nearer to a tie of floats than
 * 2^-51.7. */
INLINE __m128 rsqrt_near(__m128 v, __m128 y)
{
    __m256d x = _mm256_cvtps_pd(v), r = _mm256_cvtps_pd(y);
    __m256d e = _mm256_fnmadd_pd(_mm256_mul_pd(x, r), r, _mm256_set1_pd(1));
    __m256d sum = _mm256_fmadd_pd(e, _mm256_set1_pd(35. / 128), _mm256_set1_pd(5. / 16));
    sum = _mm256_fmadd_pd(e, sum, _mm256_set1_pd(3. / 8));
    sum = _mm256_fmadd_pd(e, sum, _mm256_set1_pd(.5));
    return _mm256_cvtpd_ps(_mm256_fmadd_pd(_mm256_mul_pd(r, e), sum, r));
}
OPERATION(op_rsq)
{
    UNUSED;
    __m128 low = _mm256_castps256_ps128((__m256)a), high = _mm256_extractf128_ps((__m256)a, 1);
    v8u odd = (v8u)((v8i)a < 0x00800000) | (v8u)((v8i)a >= EU_F_INF);
    if (FAST_UNLIKELY(signs(odd))) {
        low = rsqrt_of(low), high = rsqrt_of(high);
    } else {
        __m256 y = _mm256_rsqrt_ps((__m256)a);
        low = rsqrt_near(low, _mm256_castps256_ps128(y));
        high = rsqrt_near(high, _mm256_extractf128_ps(y, 1));
    }
    return (v8u)_mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

#define RELATION(name, type, relation)                                                             \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return (v8u)((type)a relation(type) b);                                                    \
    }
RELATION(fcmp_z, v8f, ==)
RELATION(fcmp_nz, v8f, !=)
RELATION(fcmp_g, v8f, >)
RELATION(fcmp_ge, v8f, >=)
RELATION(fcmp_l, v8f, <)
RELATION(fcmp_le, v8f, <=)
RELATION(dcmp_z, v8i, ==)
RELATION(dcmp_nz, v8i, !=)
RELATION(dcmp_g, v8i, >)
RELATION(dcmp_ge, v8i, >=)
RELATION(dcmp_l, v8i, <)
RELATION(dcmp_le, v8i, <=)
RELATION(ucmp_g, v8u, >)
RELATION(ucmp_ge, v8u, >=)
RELATION(ucmp_l, v8u, <)
RELATION(ucmp_le, v8u, <=)

#endif
#endif
