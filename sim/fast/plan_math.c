/* The float functions of `math` for plans, as eu_f_math() has them: a double's function, rounded to
 * a float. Division and roots are the host's. The others are computed here with an error below
 * 2^-39, and count if all values so near round to the same float; otherwise the general handler
 * asks the library. IVB vol. 4 part 3, 6.41. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/plan_numbers.h"

INLINE v4d pick(v4d a, v4d b, v4q m)
{
    return (v4d)plan_choose((v4q)a, (v4q)b, m);
}
INLINE v4d root(v4d v)
{
    return (v4d)_mm256_sqrt_pd((__m256d)v);
}
INLINE v8u magnitudes(v4q floats)
{
    return (v8u)floats & all(~EU_F_SIGN);
}

INLINE v4q above(int64_t end, v4uq v)
{
    return (v4q)_mm256_cmpgt_epi64((__m256i)plan_all(end), (__m256i)v);
}

/* Rounds to floats; @bad gets the lanes that are not certain, because a tie is less than @error
 * away, in 2^-52 of the value's power of two. Between the largest denormal and the least normal
 * one, the host's way to flush denormals differs; if they are kept, their ties are elsewhere. */
INLINE __m128 narrowed(v4d r, int64_t error, bool keeps, v4q *bad)
{
    const int64_t least = error && keeps ? 0 : 0x380f000000000000, end = 0x3811000000000000;
    const int64_t half = 0x10000000, rest = 2 * half - 1;
    v4uq size = (v4uq)r & INT64_MAX;
    *bad = above(INT64_MIN + end - least - 1, size + ((uint64_t)INT64_MIN - 1 - (uint64_t)least));
    if (error)
        *bad |= above(2 * error, ((v4uq)r + (uint64_t)(error - half)) & (uint64_t)rest);
    return _mm256_cvtpd_ps((__m256d)r);
}

/* @doubtful: lanes that are left to the library. */
#define FUNCTION(name, error, doubtful, expression)                                                \
    INLINE __m128 name##_four(v4q floats, v4q others, unsigned half, bool keeps, v4q *bad)         \
    {                                                                                              \
        const v4d a = plan_widened(floats, half), b = plan_widened(others, half);                  \
        (void)b;                                                                                   \
        return narrowed(expression, error, keeps, bad);                                            \
    }                                                                                              \
    static enum fast_leave math_##name(PLAN_ARGS)                                                  \
    {                                                                                              \
        bool keeps = x->control == FAST_FP_KEEP;                                                   \
        v4q low, high;                                                                             \
        uint32_t bad = signs(doubtful);                                                            \
        __m128 first = name##_four(a0, b0, 0, keeps, &low);                                        \
        __m128 second = name##_four(a0, b0, 1, keeps, &high);                                      \
        bad |= plan_signs(low) | plan_signs(high) << 4;                                            \
        if (FAST_UNLIKELY(bad && bad & x->on))                                                     \
            return plan_fail(FAST_PASS, p);                                                        \
        a0 = (v4q)_mm256_insertf128_ps(_mm256_castps128_ps256(first), second, 1);                  \
        PLAN_FORGET_ALL_BUT_A0;                                                                    \
        return p->convert(PLAN_PASS);                                                              \
    }

/* --- powers and logarithms; the polynomials equal their functions at Chebyshev's points --- */

/* 2^v for v between -300 and 300. */
INLINE v4d power(v4d v)
{
    v4d sum = v + MAGIC, f = v - (sum - MAGIC);
    v4q scale = ((v4q)sum + 1023) << 52;
    return power_of_fraction(f) * (v4d)scale;
}
INLINE v4d limited(v4d v)
{
    v = (v4d)_mm256_min_pd(_mm256_set1_pd(300), (__m256d)v); /* a NaN stays */
    return (v4d)_mm256_max_pd(_mm256_set1_pd(-300), (__m256d)v);
}

/* log2 of a positive number: the exponent, and twice the series of artanh for a fraction from
 * sqrt(1/2) to sqrt(2), with an error below 2^-52. */
INLINE v4d logarithm(v4d v)
{
    const int64_t low = INT64_C(0x3fe6a09e667f3bcd), exponent = INT64_C(0xfff) << 52;
    const int64_t bias = INT64_C(0x4330000000000800); /* 2^52 + 2^11 */
    v4q from_low = (v4q)v - low;
    v4d m = (v4d)((v4q)v - (from_low & exponent));
    v4d whole = (v4d)((v4q)((v4uq)from_low >> 52) ^ bias) - (0x1p52 + 0x1p11);
    v4d s = (m - 1) / (m + 1), z = s * s, z2 = z * z, z4 = z2 * z2;
    v4d a = fma_d(z, all_d(0x1.ec709dc39ca40p-1), all_d(0x1.71547652b82ffp+1));
    v4d b = fma_d(z, all_d(0x1.a61756810abc2p-2), all_d(0x1.2776c516a0840p-1));
    v4d c = fma_d(z, all_d(0x1.0bb80a8fb3933p-2), all_d(0x1.484fa99673825p-2));
    c = fma_d(z2, all_d(0x1.f17dfd5fd1af5p-3), c);
    return fma_d(s, fma_d(z4, c, fma_d(z2, b, a)), whole);
}
INLINE v4d log_of(v4d v)
{
    v4d r = logarithm(v);
    v4q usual = (v4q)(v > 0) & (v4q)(v < __builtin_inf());
    if (plan_signs(usual) == 15)
        return r;
    r = pick(r, all_d(-__builtin_inf()), v == 0);
    r = pick(r, v, v == __builtin_inf());
    return pick(r, all_d(__builtin_nan("")), (v < 0) | (v != v));
}
/* The special cases of 6.41.6 are not done here. */
INLINE v8u is_special(v4q a, v4q b)
{
    const v8i least = (v8i)all(0x00800000), inf = (v8i)all(EU_F_INF);
    v8i base = (v8i)magnitudes(a), by = (v8i)magnitudes(b);
    return (v8u)(base < least) | (v8u)(base >= inf) | (v8u)(by >= inf) | (v8u)(by == 0);
}
INLINE v4d pow_of(v4d a, v4d b)
{
    return power(limited(b * logarithm((v4d)((v4q)a & INT64_MAX))));
}

/* --- sine and cosine: of the angle's distance from a multiple of pi, which is two numbers; of the
 * cosine, from the middle between two --- */

INLINE v4d sine(v4d v, bool cosine)
{
    v4d sum = fma_d(v, all_d(0x1.45f306dc9c883p-2), all_d(cosine ? -0.5 : MAGIC));
    sum = cosine ? sum + MAGIC : sum;
    v4d n = cosine ? sum - MAGIC + 0.5 : sum - MAGIC; /* 0 is +0, so that r has the sign of v */
    v4d r = fma_d(n, all_d(-0x1.921fb54442d18p+1), v);
    r = fma_d(n, all_d(-0x1.1a62633145c07p-53), r);
    v4d z = r * r, z2 = z * z, z4 = z2 * z2;
    v4d a = fma_d(z, all_d(-0x1.5555555543bddp-3), all_d(0x1.ffffffffffe3ap-1));
    v4d b = fma_d(z, all_d(-0x1.a019fd48ecfd5p-13), all_d(0x1.11111109eefdap-7));
    v4d c = fma_d(z, all_d(-0x1.ae044892d0330p-26), all_d(0x1.71dcf81f3edefp-19));
    c = fma_d(z2, all_d(0x1.52e573682ea4ep-33), c);
    v4q odd = (v4q)sum + (int64_t)cosine;
    return (v4d)((v4q)(r * fma_d(z4, c, fma_d(z2, b, a))) ^ odd << 63);
}
/* Larger angles need more of pi. */
INLINE v8u is_large(v4q a)
{
    return (v8u)((v8i)magnitudes(a) >= (v8i)all(0x49800000)); /* 2^20 */
}

FUNCTION(inv, 0, all(0), 1 / a)
FUNCTION(sqrt, 0, all(0), root(a))
FUNCTION(rsq, 0, all(0), 1 / root(a))
FUNCTION(fdiv, 0, all(0), a / b)
FUNCTION(log, 1 << 8, all(0), log_of(a))
FUNCTION(exp, 1 << 13, all(0), power(limited(a)))
FUNCTION(sin, 1 << 11, is_large(a0), sine(a, false))
FUNCTION(cos, 1 << 11, is_large(a0), sine(a, true))
FUNCTION(pow, 1 << 13, is_special(a0, b0), pow_of(a, b))

plan_stage *const plan_math_stages[16] = {
    [EU_MATH_INV] = math_inv,   [EU_MATH_LOG] = math_log,   [EU_MATH_EXP] = math_exp,
    [EU_MATH_SQRT] = math_sqrt, [EU_MATH_RSQ] = math_rsq,   [EU_MATH_SIN] = math_sin,
    [EU_MATH_COS] = math_cos,   [EU_MATH_FDIV] = math_fdiv, [EU_MATH_POW] = math_pow,
};
#endif
