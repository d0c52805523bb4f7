/* 32-bit floats of vector instructions. The host does rounding, flushing and exception flags, as
 * MODE says: fp.h. What the hardware computes to 1 ulp (rcp, rsq, sqrt, exp, log, sin, cos) is
 * correctly rounded here. Status: assumed. */
#include "gcn/alu.h"

#include <float.h>

/* Minimum and maximum: a number is preferred to a NaN; -0 is less than +0; a signalling NaN becomes
 * quiet. */

/* Maps a float's bits to an integer with the same order; -0 is less than 0. */
static inline int32_t order32(uint32_t u)
{
    return (int32_t)(u ^ ((uint32_t)((int32_t)u >> 31) & 0x7fffffff));
}
/* Picks a or b with integer operations only, so that loops over lanes have no branches. @first: a
 * is the wanted one if both are numbers. */
static inline float pick32(const struct gcn_alu *x, float a, float b, bool first)
{
    uint32_t ua = f32_bits(a), ub = f32_bits(b);
    bool nan_a = ua << 1 > 0xff000000, nan_b = ub << 1 > 0xff000000;
    bool loud_a = nan_a & !(ua & 0x400000), loud_b = nan_b & !(ub & 0x400000);
    bool take_a = loud_a | (nan_b & !loud_b), take_b = loud_b | nan_a;
    return as_f32(take_a | (!take_b & first) ? ua : ub) * x->one;
}
static inline float min32(const struct gcn_alu *x, float a, float b)
{
    return pick32(x, a, b, order32(f32_bits(a)) <= order32(f32_bits(b)));
}
static inline float max32(const struct gcn_alu *x, float a, float b)
{
    return pick32(x, a, b, order32(f32_bits(a)) >= order32(f32_bits(b)));
}

F32_2(v_add_f32, a + b)
F32_2(v_sub_f32, a - b)
F32_2(v_subrev_f32, b - a)
F32_2(v_mul_f32, a *b)
F32_2(v_mul_legacy_f32, a == 0 || b == 0 ? 0.0f : a * b)
F32_2(v_min_f32, min32(x, a, b))
F32_2(v_max_f32, max32(x, a, b))
F32_2(v_min_legacy_f32, a < b ? a : b)
F32_2(v_max_legacy_f32, a >= b ? a : b)
F32_3(v_min3_f32, min32(x, min32(x, a, b), c))
F32_3(v_max3_f32, max32(x, max32(x, a, b), c))
F32_3(v_med3_f32, max32(x, min32(x, a, b), min32(x, max32(x, a, b), c)))
/* The product is rounded and flushed before the sum. */
F32_3(v_mad_f32, a *b + c)
F32_3(v_mac_f32, a *b + c)
F32_3(v_mad_legacy_f32, (a == 0 || b == 0 ? 0.0f : a * b) + c)
F32_3(v_mac_legacy_f32, (a == 0 || b == 0 ? 0.0f : a * b) + c)
F32_2(v_madmk_f32, a *as_f32(x->k) + b)
F32_2(v_madak_f32, a *b + as_f32(x->k))

#if defined(__x86_64__)
/* Hosts that have the instruction need no function call for each lane. */
__attribute__((target("fma"))) static void fma_lanes(struct gcn_alu *x)
{
    const gcn_f32 *pa = (const gcn_f32 *)x->a, *pb = (const gcn_f32 *)x->b,
                  *pc = (const gcn_f32 *)x->c;
    gcn_f32 *d = (gcn_f32 *)x->d;
    LANES d[l] = __builtin_fmaf(pa[l], pb[l], pc[l]);
}
#endif
static void fma_calls(struct gcn_alu *x)
{
    const gcn_f32 *pa = (const gcn_f32 *)x->a, *pb = (const gcn_f32 *)x->b,
                  *pc = (const gcn_f32 *)x->c;
    gcn_f32 *d = (gcn_f32 *)x->d;
    LANES d[l] = fmaf(pa[l], pb[l], pc[l]);
}
ALU(v_fma_f32)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("fma")) {
        fma_lanes(x);
        return;
    }
#endif
    fma_calls(x);
}

/* --- to whole numbers --- */
F32_1(v_fract_f32, fminf(a - floorf(a), 0x1.fffffep-1f))
F32_1(v_trunc_f32, truncf(a))
F32_1(v_ceil_f32, ceilf(a))
F32_1(v_floor_f32, floorf(a))

/* Rounds to nearest even, whatever MODE says. */
static inline float even32(float a)
{
    float t = truncf(a), r = fabsf(a - t);
    if (r > 0.5f || (r == 0.5f && fmodf(t, 2) != 0))
        t += copysignf(1, a);
    return t;
}
F32_1(v_rndne_f32, a == a ? even32(a) : a + a)

/* --- to 1 ulp on hardware --- */
F32_1(v_exp_f32, (float)exp2((double)a))
F32_1(v_log_f32, (float)log2((double)a))
F32_1(v_exp_legacy_f32, (float)exp2((double)a))
F32_1(v_log_legacy_f32, (float)log2((double)a))
F32_1(v_rcp_f32, 1.0f / a)
F32_1(v_rsq_f32, (float)(1.0 / sqrt((double)a)))
F32_1(v_sqrt_f32, sqrtf(a))
static inline float clamp_finite(float r)
{
    return isinf(r) ? copysignf(FLT_MAX, r) : r;
}
F32_1(v_log_clamp_f32, clamp_finite((float)log2((double)a)))
F32_1(v_rcp_clamp_f32, clamp_finite(1.0f / a))
F32_1(v_rsq_clamp_f32, clamp_finite((float)(1.0 / sqrt((double)a))))
F32_1(v_rcp_legacy_f32, a == 0 || isinf(a) ? copysignf(0, a) : 1.0f / a)
F32_1(v_rsq_legacy_f32, a == 0 || isinf(a) ? copysignf(0, a) : (float)(1.0 / sqrt((double)a)))

ALU(v_rcp_iflag_f32)
{
    const gcn_f32 *a = (const gcn_f32 *)x->a;
    gcn_f32 *d = (gcn_f32 *)x->d;
    LANES
    {
        if (a[l] == 0) /* lanes that are off have 1 */
            x->excp |= GCN_EXCP_INT_DIV0;
        d[l] = 1.0f / a[l];
    }
}

/* The argument counts turns; above 256 turns the sine is 0. Status: assumed. */
static inline double turn(float a, bool cosine)
{
    double t = remainder((double)a, 1.0);
    if (!(fabsf(a) <= 256.0f))
        return isfinite(a) ? cosine : NAN;
    if (cosine)
        return fabs(t) == 0.25 ? 0.0 : cos(6.283185307179586477 * t);
    return t == 0 || fabs(t) == 0.5 ? copysign(0.0, (double)a) : sin(6.283185307179586477 * t);
}
F32_1(v_sin_f32, (float)turn(a, false))
F32_1(v_cos_f32, (float)turn(a, true))

/* --- exponents --- */
ALU(v_ldexp_f32)
{
    const gcn_f32 *a = (const gcn_f32 *)x->a;
    gcn_f32 *d = (gcn_f32 *)x->d;
    LANES
    {
        int32_t e = (int32_t)x->b[l];
        d[l] = scalbnf(a[l] * x->one, e < -300 ? -300 : e > 300 ? 300 : e);
    }
}
static inline int32_t exponent32(float a)
{
    int e = 0;
    if (isfinite(a))
        frexpf(a, &e);
    return e;
}
ALU(v_frexp_exp_i32_f32)
{
    LANES x->d[l] = (uint32_t)exponent32(as_f32(x->a[l]));
}
static inline float mantissa32(float a)
{
    int e;
    return isfinite(a) ? frexpf(a, &e) : a;
}
F32_1(v_frexp_mant_f32, mantissa32(a))

/* --- division --- */
static inline int biased32(float f)
{
    return (int)(f32_bits(f) >> 23 & 255);
}
static inline bool denormal32(float f)
{
    return biased32(f) == 0 && (f32_bits(f) & 0x7fffff);
}
/* Whether n / d would be denormal; both are finite and not 0. */
static inline bool quotient_denormal32(float n, float d)
{
    double q = fabs((double)n / (double)d);
    return q != 0 && q < 0x1p-126;
}
/* a is the value to scale, b the denominator, c the numerator. Source: digest, section 4; R. */
static float div_scale32(float a, float b, float c, bool *vcc)
{
    *vcc = false;
    if (b == 0 || c == 0)
        return NAN;
    if (biased32(c) - biased32(b) >= 96) {
        *vcc = true;
        return a == b ? ldexpf(a, 64) : a;
    }
    if (denormal32(b))
        return ldexpf(a, 64);
    bool inverse = quotient_denormal32(1, b), quotient = quotient_denormal32(c, b);
    if (inverse && quotient) {
        *vcc = true;
        return a == b ? ldexpf(a, 64) : a;
    }
    if (inverse)
        return ldexpf(a, -64);
    if (quotient) {
        *vcc = true;
        return a == c ? ldexpf(a, 64) : a;
    }
    return biased32(c) <= 23 ? ldexpf(a, 64) : a;
}
ALU(v_div_scale_f32)
{
    x->mask = 0;
    LANES
    {
        bool vcc;
        x->d[l] = f32_bits(div_scale32(as_f32(x->a[l]), as_f32(x->b[l]), as_f32(x->c[l]), &vcc));
        x->mask |= (uint64_t)vcc << l;
    }
    x->mask &= x->exec;
}
/* VCC undoes the scaling of v_div_scale: it scales up if the quotient is large, and down if it is
 * small. Status: inferred. */
static inline float div_fmas32(float a, float b, float c, bool vcc)
{
    float r = fmaf(a, b, c);
    return vcc ? ldexpf(r, biased32(c) > 127 ? 64 : -64) : r;
}
F32_3(v_div_fmas_f32, div_fmas32(a, b, c, x->carry >> l & 1))

/* a is the quotient, b the denominator, c the numerator. */
static inline float div_fixup32(float a, float b, float c)
{
    bool minus = signbit(b) != signbit(c);
    float zero = minus ? -0.0f : 0.0f, inf = minus ? -INFINITY : INFINITY;
    if (c != c || b != b)
        return c != c ? c + c : b + b;
    if ((b == 0 && c == 0) || (isinf(b) && isinf(c)))
        return as_f32(0xffc00000);
    if (b == 0 || isinf(c))
        return inf;
    if (isinf(b) || c == 0 || biased32(c) - biased32(b) < -150)
        return zero;
    return a != a ? inf : copysignf(a, minus ? -1.0f : 1.0f);
}
F32_3(v_div_fixup_f32, div_fixup32(a, b, c))

/* --- cube maps: face, coordinates, major axis --- */
static inline unsigned major(float a, float b, float c)
{
    return fabsf(c) >= fabsf(a) && fabsf(c) >= fabsf(b) ? 2 : fabsf(b) >= fabsf(a) ? 1 : 0;
}
static inline float cube_id(float a, float b, float c)
{
    unsigned m = major(a, b, c);
    return (float)(2 * m) + ((m == 2 ? c : m == 1 ? b : a) < 0 ? 1.0f : 0.0f);
}
static inline float cube_s(float a, float b, float c)
{
    unsigned m = major(a, b, c);
    return m == 2 ? (c < 0 ? -a : a) : m == 1 ? a : a < 0 ? c : -c;
}
static inline float cube_t(float a, float b, float c)
{
    return major(a, b, c) == 1 ? (b < 0 ? -c : c) : -b;
}
static inline float cube_axis(float a, float b, float c)
{
    unsigned m = major(a, b, c);
    return 2.0f * (m == 2 ? c : m == 1 ? b : a);
}
F32_3(v_cubeid_f32, cube_id(a, b, c))
F32_3(v_cubesc_f32, cube_s(a, b, c))
F32_3(v_cubetc_f32, cube_t(a, b, c))
F32_3(v_cubema_f32, cube_axis(a, b, c))

/* For lighting: a * b, unless b is the lowest float, or c is not positive. */
static inline float mullit(float a, float b, float c)
{
    return b == -FLT_MAX || (isinf(b) && b < 0) || b != b || c <= 0 || c != c ? -FLT_MAX : a * b;
}
F32_3(v_mullit_f32, mullit(a, b, c))
