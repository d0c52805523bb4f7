/* The float functions of `math` for plans whose operands are halves. Roots and quotients of floats
 * are the host's. The others are computed here as floats, and count if all values so near become
 * the same half; otherwise the stage for floats computes them, in plan_math.c. That these are near
 * enough is known because the tests have all halves. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/operations.h"
#include "sim/fast/plan_numbers.h"

INLINE v8f least_of(v8f a, v8f b)
{
    return (v8f)_mm256_min_ps((__m256)a, (__m256)b); /* a NaN that is @b stays */
}
INLINE v8f most_of(v8f a, v8f b)
{
    return (v8f)_mm256_max_ps((__m256)a, (__m256)b); /* the same */
}
INLINE v8f root(v8f v)
{
    return (v8f)_mm256_sqrt_ps((__m256)v);
}
/* A result, and how far it may be from the true one, in 2^-23 of its power of two: twice that, and
 * that less half of a half's last bit. */
struct near {
    v8f value;
    v8u twice, from_tie;
};
INLINE struct near within(v8f value, uint32_t error)
{
    return (struct near){value, all_bits(2 * error), all_bits(error - 0x1000)};
}

/* Lanes that may become another half, because a tie is not further away than the error. Of
 * denormals, ties are elsewhere. */
INLINE v8u doubtful(struct near r)
{
    const uint32_t least = 0x32000000, end = 0x38800010; /* 2^-27, 2^-14 and errors */
    v8u size = (v8u)r.value & fixed(FAST_SIZE);
    v8i small = (v8i)(size + all_bits(0x80000000 - least));
    v8i above = (v8i)(((v8u)r.value + r.from_tie) & fixed(FAST_HALF_DROPPED));
    return (v8u)(small < (v8i)all_bits(0x80000000 + end - least)) | ~(v8u)(above > (v8i)r.twice);
}

/* @alone: lanes that are not computed here. */
#define NEAR(name, function, alone, how, ...)                                                      \
    static enum fast_leave half_##name(PLAN_ARGS)                                                  \
    {                                                                                              \
        const v8f a = (v8f)a0, b = (v8f)b0;                                                        \
        (void)b;                                                                                   \
        AGAIN_IF(signs(alone) & x->on, function, __VA_ARGS__)                                      \
        const struct near r = how;                                                                 \
        AGAIN_IF(signs(doubtful(r)) & x->on, function, __VA_ARGS__)                                \
        PLAN_FORGET_ALL_BUT_A0;                                                                    \
        return put_halves(PLAN_PASS, r.value);                                                     \
    }
/* What is the float that is nearest. */
#define EXACT(name, expression)                                                                    \
    static enum fast_leave half_##name(PLAN_ARGS)                                                  \
    {                                                                                              \
        const v8f a = (v8f)a0, b = (v8f)b0;                                                        \
        (void)b;                                                                                   \
        a0 = (v4q)(expression);                                                                    \
        PLAN_FORGET_ALL_BUT_A0;                                                                    \
        return p->convert(PLAN_PASS);                                                              \
    }

/* --- powers and logarithms; the polynomials are Chebyshev's --- */

/* 2^(n + f) for f between -1/2 and 1/2; @sum: n + MAGIC_F. */
INLINE v8f power_of(v8f sum, v8f f)
{
    const v8f f2 = f * f, f4 = f2 * f2;
    v8f a = fma_f(f, all_f(0x1.62e43p-1f), all_f(1));
    v8f b = fma_f(f, all_f(0x1.c6aeccp-5f), all_f(0x1.ebfbep-3f));
    v8f c = fma_f(f, all_f(0x1.5f48cp-10f), all_f(0x1.3b2a1cp-7f));
    a = fma_f(f2, b, a), c = fma_f(f2, all_f(0x1.444p-13f), c);
    v8u scale = ((v8u)sum + 127) << 23;
    return fma_f(f4, c, a) * (v8f)scale;
}
/* What is beyond is beyond halves. */
INLINE v8f limited(v8f v, float end)
{
    return most_of(all_f(-end), least_of(all_f(end), v));
}
INLINE struct near exp_of(v8f a)
{
    v8f v = limited(a, 40), sum = v + MAGIC_F;
    return within(power_of(sum, v - (sum - MAGIC_F)), 4);
}

/* log2 of a positive number is @whole and a fraction, of which this is the result: twice the series
 * of artanh, of a number from sqrt(1/2) to sqrt(2). */
INLINE v8f fraction_of_log(v8f v, v8f *whole)
{
    v8i from_low = (v8i)v - 0x3f3504f3;
    v8f m = (v8f)((v8i)v - (from_low & ~0x7fffff));
    *whole = (v8f)_mm256_cvtepi32_ps((__m256i)(from_low >> 23));
    v8f s = (m - 1) / (m + 1), z = s * s;
    v8f a = fma_f(z, all_f(0x1.ec70e6p-1f), all_f(0x1.715476p+1f));
    v8f b = fma_f(z, all_f(0x1.ba1434p-2f), all_f(0x1.274736p-1f));
    return s * fma_f(z * z, b, a);
}
INLINE v8u is_no_number(v8f v) /* finite, and positive */
{
    return outside((v8u)v, 0x00800000, EU_F_INF);
}
INLINE struct near log_of(v8f v)
{
    v8f whole, fraction = fraction_of_log(v, &whole);
    return within(fraction + whole, 4);
}

#ifndef __AVX512DQ__ /* otherwise plan_pow.c has it */
/* The special cases of 6.41.6 are not done here. */
INLINE v8u is_special(v8f a, v8f b)
{
    v8f base = (v8f)((v8u)a & fixed(FAST_SIZE)), by = (v8f)((v8u)b & fixed(FAST_SIZE));
    return (v8u)(base == 0) | (v8u)(by == 0) | ~(v8u)(base < __builtin_inff()) |
           ~(v8u)(by < __builtin_inff());
}
/* The logarithm's two parts are multiplied, because only the fraction has an error. */
INLINE struct near pow_of(v8f a, v8f b)
{
    v8f whole, part = fraction_of_log((v8f)((v8u)a & fixed(FAST_SIZE)), &whole) * b;
    v8f first = whole * b, sum = limited(first + part, 40) + MAGIC_F;
    v8f r = power_of(sum, limited(first - (sum - MAGIC_F) + part, 1));
    v8f size = (v8f)((v8u)part & fixed(FAST_SIZE));
    v8u error = (v8u)_mm256_cvtps_epi32((__m256)fma_f(size, all_f(5), all_f(4)));
    return (struct near){r, error + error, error - all_bits(0x1000)};
}
#endif

/* --- sine and cosine: of the angle's distance from a multiple of pi, which is two numbers; of
 * the cosine, from the middle between two --- */

INLINE struct near sine(v8f v, bool cosine)
{
    v8f sum = fma_f(v, all_f(0x1.45f306p-2f), all_f(cosine ? -0.5f : MAGIC_F));
    sum = cosine ? sum + MAGIC_F : sum;
    v8f n = cosine ? sum - MAGIC_F + 0.5f : sum - MAGIC_F; /* 0 is +0: then r has the sign of v */
    /* exact: the first number is a multiple of 2^-22 */
    v8f r = fma_f(n, all_f(-0x1.921fb4p+1f), v);
    r = fma_f(n, all_f(-0x1.4442d2p-23f), r);
    v8f z = r * r, z2 = z * z;
    v8f a = fma_f(z, all_f(-0x1.55554ap-3f), all_f(1));
    v8f b = fma_f(z, all_f(-0x1.9f6cdap-13f), all_f(0x1.110ebp-7f));
    b = fma_f(z2, all_f(0x1.5da6d2p-19f), b);
    v8u odd = (v8u)sum + (uint32_t)cosine;
    return within((v8f)((v8u)(r * fma_f(z2, b, a)) ^ odd << 31), 6);
}
INLINE v8u is_infinite(v8f v)
{
    return (v8u)((v8f)((v8u)v & fixed(FAST_SIZE)) == __builtin_inff());
}

EXACT(inv, 1 / a)
EXACT(sqrt, root(a))
EXACT(fdiv, a / b)
NEAR(rsq, EU_MATH_RSQ, all(0), within(1 / root(a), 4), "=x"(b0))
NEAR(log, EU_MATH_LOG, is_no_number(a), log_of(a), "=x"(b0))
NEAR(exp, EU_MATH_EXP, all(0), exp_of(a), "=x"(b0))
NEAR(sin, EU_MATH_SIN, is_infinite(a), sine(a, false), "=x"(b0))
NEAR(cos, EU_MATH_COS, is_infinite(a), sine(a, true), "=x"(b0))
#ifdef __AVX512DQ__
#define half_pow plan_pow_halves_512
#else
NEAR(pow, EU_MATH_POW, is_special(a, b), pow_of(a, b), "=x"(a1))
#endif

plan_stage *PLAN_FOR_HOST(plan_math_of_halves)(const struct fast_alu *a)
{
    static plan_stage *const functions[16] = {
        [EU_MATH_INV] = half_inv,   [EU_MATH_LOG] = half_log,   [EU_MATH_EXP] = half_exp,
        [EU_MATH_SQRT] = half_sqrt, [EU_MATH_RSQ] = half_rsq,   [EU_MATH_SIN] = half_sin,
        [EU_MATH_COS] = half_cos,   [EU_MATH_FDIV] = half_fdiv, [EU_MATH_POW] = half_pow,
    };
    return functions[a->cmod & 15];
}
#endif
