/* The float functions of `math` for plans, as eu_f_math() has them: a double's function, rounded to
 * a float. Division and roots are the host's. The others are computed here with an error below
 * 2^-40, and count if all values so near round to the same float; otherwise the general handler
 * asks the library. IVB vol. 4 part 3, 6.41. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

#define NEAR 0x1p-40
#define MAGIC 0x1.8p52 /* its sum with an integer has it in the low bits */

INLINE v4d all_d(double v)
{
    return (v4d){v, v, v, v};
}
INLINE v4d pick(v4d a, v4d b, v4q m)
{
    return (v4d)plan_choose((v4q)a, (v4q)b, m);
}
INLINE v4d fma_d(v4d a, v4d b, v4d c)
{
    return (v4d)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
INLINE v4d magnitude(v4d v)
{
    return (v4d)((v4q)v & INT64_MAX);
}
INLINE v4d nearest(v4d v)
{
    return (v4d)_mm256_round_pd((__m256d)v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
INLINE v4d root(v4d v)
{
    return (v4d)_mm256_sqrt_pd((__m256d)v);
}
/* Rounds to floats; @bad gets the lanes that are not certain. Between the largest denormal and the
 * least normal one, the host's way to flush denormals differs. */
INLINE __m128 narrowed(v4d r, double near, v4q *bad)
{
    *bad |= (magnitude(r) > 0x1.fp-127) & (magnitude(r) < 0x1.1p-126);
    __m128 f = _mm256_cvtpd_ps((__m256d)r);
    if (near) {
        __m128i low = (__m128i)_mm256_cvtpd_ps((__m256d)(r * (1 - near)));
        __m128i high = (__m128i)_mm256_cvtpd_ps((__m256d)(r * (1 + near)));
        *bad |= ~(v4q)_mm256_cvtepi32_epi64(_mm_cmpeq_epi32(low, high));
    }
    return f;
}

#define FUNCTION(name, near, expression)                                                           \
    INLINE __m128 name##_four(v4q floats, v4q others, unsigned half, v4q *bad)                     \
    {                                                                                              \
        const v4d a = plan_widened(floats, half), b = plan_widened(others, half);                  \
        (void)b;                                                                                   \
        return narrowed(expression, near, bad);                                                    \
    }                                                                                              \
    static enum fast_leave math_##name(PLAN_ARGS)                                                  \
    {                                                                                              \
        v4q low = {}, high = {};                                                                   \
        __m128 first = name##_four(a0, b0, 0, &low), second = first;                               \
        if (p->es > 4)                                                                             \
            second = name##_four(a0, b0, 1, &high);                                                \
        uint32_t bad = plan_signs(low) | plan_signs(high) << 4;                                    \
        if (FAST_UNLIKELY(bad && bad & x->on))                                                     \
            return plan_fail(FAST_PASS, p);                                                        \
        a0 = (v4q)_mm256_insertf128_ps(_mm256_castps128_ps256(first), second, 1);                  \
        return p->convert(PLAN_PASS);                                                              \
    }

/* --- powers and logarithms --- */

/* 2^f for f between -1/2 and 1/2: Taylor's series, whose next term is below 2^-43. */
INLINE v4d power_of_fraction(v4d f)
{
    const v4d t = f * 0x1.62e42fefa39efp-1, t2 = t * t, t4 = t2 * t2;
    v4d a = fma_d(t, all_d(1), all_d(1)), b = fma_d(t, all_d(1.0 / 6), all_d(1.0 / 2));
    v4d c = fma_d(t, all_d(1.0 / 120), all_d(1.0 / 24));
    v4d d = fma_d(t, all_d(1.0 / 5040), all_d(1.0 / 720));
    v4d e = fma_d(t, all_d(1.0 / 362880), all_d(1.0 / 40320));
    e = fma_d(t2, all_d(1.0 / 3628800), e);
    return fma_d(t4, fma_d(t4, e, fma_d(t2, d, c)), fma_d(t2, b, a));
}
INLINE v4d power(v4d v)
{
    v = (v4d)_mm256_min_pd(_mm256_set1_pd(300), (__m256d)v); /* a NaN stays */
    v = (v4d)_mm256_max_pd(_mm256_set1_pd(-300), (__m256d)v);
    v4d n = nearest(v);
    v4q scale = ((v4q)(n + MAGIC) + 1023) << 52;
    return power_of_fraction(v - n) * (v4d)scale;
}
/* log2 of a positive number: the exponent, and twice the series of artanh for a fraction from
 * sqrt(1/2) to sqrt(2). */
INLINE v4d logarithm(v4d v)
{
    const int64_t low = INT64_C(0x3fe6a09e667f3bcd);
    v4q from_low = (v4q)v - low;
    v4q e = ((v4q)((v4uq)from_low >> 52) ^ 0x800) - 0x800;
    v4d m = (v4d)((v4q)v - (e << 52)), s = (m - 1) / (m + 1), z = s * s, z2 = z * z, z4 = z2 * z2;
    v4d a = fma_d(z, all_d(1.0 / 3), all_d(1)), b = fma_d(z, all_d(1.0 / 7), all_d(1.0 / 5));
    v4d c = fma_d(z, all_d(1.0 / 11), all_d(1.0 / 9)),
        d = fma_d(z, all_d(1.0 / 15), all_d(1.0 / 13));
    v4d f = fma_d(z, all_d(1.0 / 19), all_d(1.0 / 17));
    v4d sum = fma_d(z4, fma_d(z4, f, fma_d(z2, d, c)), fma_d(z2, b, a));
    v4d whole = (v4d)(e + (v4q)all_d(MAGIC)) - MAGIC;
    return fma_d(s * sum, all_d(0x1.71547652b82fep+1), whole);
}
INLINE v4d log_of(v4d v)
{
    v4d r = logarithm(v);
    r = pick(r, all_d(-__builtin_inf()), v == 0);
    r = pick(r, v, v == __builtin_inf());
    return pick(r, all_d(__builtin_nan("")), (v < 0) | (v != v));
}
/* The special cases of 6.41.6 are not done here. */
INLINE v4d pow_of(v4d a, v4d b, v4q *bad)
{
    a = magnitude(a);
    *bad |= ~((a > 0) & (a < __builtin_inf()) & (b != 0) & (magnitude(b) < __builtin_inf()));
    return power(b * logarithm(a));
}

/* --- sine and cosine: the angle's distance from a multiple of pi/2, which is three numbers --- */

INLINE v4d sine(v4d v, int64_t quarter, v4q *bad)
{
    v4d n = nearest(v * 0x1.45f306dc9c883p-1), r = v;
    v4q turn = (v4q)(n + MAGIC) + quarter;
    r = r - n * 0x1.921fb544p+0;
    r = r - n * 0x1.0b4611a6p-34;
    r = pick(r - n * 0x1.3198a2e037073p-69, v, n == 0);
    v4d z = r * r, z2 = z * z;
    v4d sin_a = fma_d(z, all_d(1.0 / 120), all_d(-1.0 / 6));
    v4d sin_b = fma_d(z, all_d(1.0 / 362880), all_d(-1.0 / 5040));
    v4d sin_c = fma_d(z, all_d(1.0 / 6227020800), all_d(-1.0 / 39916800));
    v4d sin = fma_d(r * z, fma_d(z2, fma_d(z2, sin_c, sin_b), sin_a), r);
    sin = pick(sin, r, r == 0); /* with its sign */
    v4d cos_a = fma_d(z, all_d(1.0 / 24), all_d(-1.0 / 2));
    v4d cos_b = fma_d(z, all_d(1.0 / 40320), all_d(-1.0 / 720));
    v4d cos_c = fma_d(z, all_d(1.0 / 479001600), all_d(-1.0 / 3628800));
    cos_c = fma_d(z2, all_d(-1.0 / 87178291200), cos_c);
    v4d cos = fma_d(z, fma_d(z2, fma_d(z2, cos_c, cos_b), cos_a), all_d(1));
    *bad |= ~(magnitude(v) < 0x1p20);
    return (v4d)((v4q)pick(sin, cos, (turn & 1) != 0) ^ (turn & 2) << 62);
}

FUNCTION(inv, 0, 1 / a)
FUNCTION(sqrt, 0, root(a))
FUNCTION(rsq, 0, 1 / root(a))
FUNCTION(fdiv, 0, a / b)
FUNCTION(log, NEAR, log_of(a))
FUNCTION(exp, NEAR, power(a))
FUNCTION(sin, NEAR, sine(a, 0, bad))
FUNCTION(cos, NEAR, sine(a, 1, bad))
FUNCTION(pow, 0x1p-38, pow_of(a, b, bad))

plan_stage *plan_math_op(const struct fast_alu *a)
{
    static plan_stage *const functions[16] = {
        [EU_MATH_INV] = math_inv,   [EU_MATH_LOG] = math_log,   [EU_MATH_EXP] = math_exp,
        [EU_MATH_SQRT] = math_sqrt, [EU_MATH_RSQ] = math_rsq,   [EU_MATH_SIN] = math_sin,
        [EU_MATH_COS] = math_cos,   [EU_MATH_FDIV] = math_fdiv, [EU_MATH_POW] = math_pow,
    };
    return functions[a->cmod & 15];
}
#endif
