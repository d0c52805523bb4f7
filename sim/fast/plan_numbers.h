/* Numbers in vectors, for the functions of `math`: four doubles or eight floats. */
#ifndef EULAB_SIM_FAST_PLAN_NUMBERS_H
#define EULAB_SIM_FAST_PLAN_NUMBERS_H

#include "sim/fast/convert.h"
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE

/* Their sums with an integer have it in the low bits. */
#define MAGIC 0x1.8p52
#define MAGIC_F 0x1.8p23f

INLINE v4d all_d(double v)
{
    return (v4d){v, v, v, v};
}
INLINE v4d fma_d(v4d a, v4d b, v4d c)
{
    return (v4d)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
INLINE v8f all_f(float v)
{
    return (v8f){v, v, v, v, v, v, v, v};
}
INLINE v8f fma_f(v8f a, v8f b, v8f c)
{
    return (v8f)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}

/* The same bits in all lanes, which are read from memory: of an integer, compilers make them anew
 * by three instructions. */
INLINE v8u all_bits(uint32_t v)
{
    float f;
    memcpy(&f, &v, sizeof f);
    __m256 r = _mm256_set1_ps(f);
    __asm__("" : "+x"(r));
    return (v8u)r;
}

INLINE v4q all_quads(uint64_t v)
{
    double d;
    memcpy(&d, &v, sizeof d);
    __m256d r = _mm256_set1_pd(d);
    __asm__("" : "+x"(r));
    return (v4q)r;
}

/* --- eight lanes: two vectors of doubles, or one of AVX-512 --- */

#ifdef __AVX512DQ__

typedef double v8d __attribute__((vector_size(64)));
typedef int64_t v8q __attribute__((vector_size(64)));
typedef uint64_t v8uq __attribute__((vector_size(64)));

struct doubles {
    v8d all;
};

INLINE struct doubles both(double v)
{
    return (struct doubles){(v8d)_mm512_set1_pd(v)};
}
INLINE struct doubles both_widened(v8f v)
{
    return (struct doubles){(v8d)_mm512_cvtps_pd((__m256)v)};
}
INLINE struct doubles both_whole(v8i v)
{
    return (struct doubles){(v8d)_mm512_cvtepi32_pd((__m256i)v)};
}
#define OF_DOUBLES(name, expression)                                                               \
    INLINE struct doubles name(struct doubles x, struct doubles y)                                 \
    {                                                                                              \
        const v8d a = x.all, b = y.all;                                                            \
        return (struct doubles){expression};                                                       \
    }
OF_DOUBLES(sum_of_both, a + b)
OF_DOUBLES(difference, a - b)
OF_DOUBLES(product, a *b)
OF_DOUBLES(quotient, a / b)
INLINE struct doubles fma_of(struct doubles a, struct doubles b, struct doubles c)
{
    return (struct doubles){(v8d)_mm512_fmadd_pd((__m512d)a.all, (__m512d)b.all, (__m512d)c.all)};
}
/* a * b - c, c - a * b */
INLINE struct doubles fma_less(struct doubles a, struct doubles b, struct doubles c)
{
    return (struct doubles){(v8d)_mm512_fmsub_pd((__m512d)a.all, (__m512d)b.all, (__m512d)c.all)};
}
INLINE struct doubles less_fma(struct doubles a, struct doubles b, struct doubles c)
{
    return (struct doubles){(v8d)_mm512_fnmadd_pd((__m512d)a.all, (__m512d)b.all, (__m512d)c.all)};
}
INLINE struct doubles floor_of(struct doubles v)
{
    return (struct doubles){(v8d)_mm512_floor_pd((__m512d)v.all)};
}
/* Of both vectors of four lanes, and the contrary. */
INLINE struct doubles joined_doubles(v4q low, v4q high)
{
    return (struct doubles){
        (v8d)_mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)low), (__m256d)high, 1)};
}
INLINE v4q side_of(struct doubles v, unsigned half)
{
    __m512d d = (__m512d)v.all;
    return (v4q)(half ? _mm512_extractf64x4_pd(d, 1) : _mm512_castpd512_pd256(d));
}
/* Lanes that are the same. */
INLINE uint32_t equal_lanes(struct doubles a, struct doubles b)
{
    return _mm512_cmp_pd_mask((__m512d)a.all, (__m512d)b.all, _CMP_EQ_OQ);
}
/* @v times 2^@n. */
INLINE struct doubles scaled(struct doubles v, struct doubles n)
{
    return (struct doubles){(v8d)((v8q)v.all + ((v8q)(n.all + MAGIC) << 52))};
}

/* Rounds to floats. @bad gets the lanes that are not certain, because a tie is less than @error
 * away, in 2^-52 of the value's power of two. What is dropped is shifted to the top. */
typedef uint32_t in_doubt;
INLINE v8u rounded(struct doubles r, uint32_t error, in_doubt *bad)
{
    const int64_t first = (int64_t)error - 0x10000000;
    v8uq from_first = ((v8uq)r.all + (uint64_t)first) << 35;
    const __m512i end = _mm512_set1_epi64((int64_t)((uint64_t)error << 36));
    *bad = _mm512_cmplt_epu64_mask((__m512i)from_first, end);
    return (v8u)_mm512_cvtpd_ps((__m512d)r.all);
}
INLINE bool is_uncertain(in_doubt bad, uint32_t on)
{
    return bad & on;
}

#else

struct doubles {
    v4d low, high;
};

/* The compiler computes both halves of a step before the next step: a host that waits for one half
 * finds the other only if it is among the next few dozen instructions. */
#define TOGETHER(v) __asm__("" : "+x"((v).low), "+x"((v).high))

INLINE struct doubles both(double v)
{
    return (struct doubles){all_d(v), all_d(v)};
}
INLINE struct doubles both_widened(v8f v)
{
    struct doubles r = {plan_widened((v4q)v, 0), plan_widened((v4q)v, 1)};
    TOGETHER(r);
    return r;
}
INLINE struct doubles both_whole(v8i v)
{
    __m256i i = (__m256i)v;
    return (struct doubles){(v4d)_mm256_cvtepi32_pd(_mm256_castsi256_si128(i)),
                            (v4d)_mm256_cvtepi32_pd(_mm256_extracti128_si256(i, 1))};
}
#define OF_DOUBLES(name, operator)                                                                 \
    INLINE struct doubles name(struct doubles a, struct doubles b)                                 \
    {                                                                                              \
        struct doubles r = {a.low operator b.low, a.high operator b.high };                        \
        TOGETHER(r);                                                                               \
        return r;                                                                                  \
    }
OF_DOUBLES(sum_of_both, +)
OF_DOUBLES(difference, -)
OF_DOUBLES(product, *)
OF_DOUBLES(quotient, /)
INLINE struct doubles fma_of(struct doubles a, struct doubles b, struct doubles c)
{
    struct doubles r = {fma_d(a.low, b.low, c.low), fma_d(a.high, b.high, c.high)};
    TOGETHER(r);
    return r;
}
INLINE struct doubles fma_less(struct doubles a, struct doubles b, struct doubles c)
{
    struct doubles r = {fma_d(a.low, b.low, -c.low), fma_d(a.high, b.high, -c.high)};
    TOGETHER(r);
    return r;
}
INLINE struct doubles less_fma(struct doubles a, struct doubles b, struct doubles c)
{
    struct doubles r = {fma_d(-a.low, b.low, c.low), fma_d(-a.high, b.high, c.high)};
    TOGETHER(r);
    return r;
}
INLINE struct doubles joined_doubles(v4q low, v4q high)
{
    return (struct doubles){(v4d)low, (v4d)high};
}
INLINE v4q side_of(struct doubles v, unsigned half)
{
    return (v4q)(half ? v.high : v.low);
}
INLINE uint32_t equal_lanes(struct doubles a, struct doubles b)
{
    return plan_signs((v4q)(a.low == b.low)) | plan_signs((v4q)(a.high == b.high)) << 4;
}
INLINE struct doubles floor_of(struct doubles v)
{
    return (struct doubles){(v4d)_mm256_floor_pd((__m256d)v.low),
                            (v4d)_mm256_floor_pd((__m256d)v.high)};
}
/* @v times 2^@n. */
INLINE struct doubles scaled(struct doubles v, struct doubles n)
{
    return (struct doubles){(v4d)((v4q)v.low + ((v4q)(n.low + MAGIC) << 52)),
                            (v4d)((v4q)v.high + ((v4q)(n.high + MAGIC) << 52))};
}

/* Rounds to floats. @bad gets the lanes that are not certain, in the order 0 1 4 5 2 3 6 7, because
 * a tie is less than @error away, in 2^-52 of the value's power of two. What is dropped is shifted
 * to the top, so that a tie is the least integer. */
typedef v8u in_doubt;
INLINE v8u rounded(struct doubles r, uint32_t error, in_doubt *bad)
{
    v8u dropped = (v8u)_mm256_shuffle_ps((__m256)r.low, (__m256)r.high, 0x88) << 3;
    v8i from_tie = (v8i)(dropped + all_bits(error << 3));
    *bad = (v8u)((v8i)all_bits(0x80000000 + (error << 4)) > from_tie);
    return plan_floats(r.low, r.high);
}

/* Whether one of the lanes @on is not certain. Others may be in doubt for long, and cost little. */
INLINE bool is_uncertain(in_doubt bad, uint32_t on)
{
    return FAST_UNLIKELY(signs(bad)) &&
           signs((v8u)_mm256_permute4x64_epi64((__m256i)bad, 0xd8)) & on;
}

#endif

/* --- ends of stages --- */

/* Ends the stage with floats that are no NaNs. */
INLINE enum fast_leave put_floats(PLAN_ARGS, v8u v)
{
    a0 = (v4q)v;
    PLAN_FORGET_ALL_BUT_A0;
    c0 = plan_all(0);
    return p->sure(PLAN_PASS);
}
/* Ends the stage with numbers that are rounded to halves, but not to denormals; or NaNs. */
INLINE enum fast_leave put_halves(PLAN_ARGS, v8f v)
{
    v8u nan = unordered((v8u)v, (v8u)v);
    c0 = (v4q)nan;
    if (FAST_UNLIKELY(p->saturates)) { /* a NaN becomes 0 */
        v = (v8f)saturate_float((v8u)v);
        nan = all(0);
    }
    __m128i words = settled_words(words_of_floats((v8u)v), nan);
    b0 = (v4q)_mm256_castsi128_si256(words);
    a0 = (v4q)_mm256_cvtepu16_epi32(words);
    return p->put(PLAN_PASS);
}
/* ... that are no NaNs. */
INLINE enum fast_leave put_sure_halves(PLAN_ARGS, v8f v)
{
    c0 = plan_all(0);
    if (FAST_UNLIKELY(p->saturates))
        v = (v8f)_mm256_max_ps(_mm256_min_ps((__m256)v, (__m256)all_f(1)), _mm256_setzero_ps());
    __m128i words = words_of_floats((v8u)v);
    b0 = (v4q)_mm256_castsi128_si256(words);
    a0 = (v4q)_mm256_cvtepu16_epi32(words);
    return p->put(PLAN_PASS);
}

/* All lanes are computed by plan_math_stages[@function] if @some are not done here; ...: what it
 * does not use. */
#define AGAIN_IF(some, function, ...)                                                              \
    if (FAST_UNLIKELY(some)) {                                                                     \
        PLAN_FORGET("=x"(a1), "=x"(b1), "=x"(c0), "=x"(c1), __VA_ARGS__);                          \
        return plan_math_stages[function](PLAN_PASS);                                              \
    }

/* Lanes whose bits are not from @first to below @end. */
INLINE v8u outside(v8u v, uint32_t first, uint32_t end)
{
    v8i from_least = (v8i)(v + all_bits(0x80000000 - first));
    return (v8u)(from_least > (v8i)all_bits(0x80000000 + (end - first) - 1));
}

/* 2^f for f between -1/2 and 1/2, with an error below 2^-39. */
INLINE v4d power_of_fraction(v4d f)
{
    const v4d f2 = f * f, f4 = f2 * f2;
    v4d a = fma_d(f, all_d(0x1.62e42fef84cf0p-1), all_d(1));
    v4d b = fma_d(f, all_d(0x1.c6b08dd6fd234p-5), all_d(0x1.ebfbdff823cedp-3));
    v4d c = fma_d(f, all_d(0x1.5d8745a728441p-10), all_d(0x1.3b2ab7181b755p-7));
    v4d d = fma_d(f, all_d(0x1.00dc4a532fb8ep-16), all_d(0x1.4308ac85aa947p-13));
    c = fma_d(f4, all_d(0x1.63d136366db24p-20), c);
    return fma_d(f4, fma_d(f2, d, c), fma_d(f2, b, a));
}

#endif
#endif
