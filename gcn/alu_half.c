/* 16-bit floats of vector instructions (GCN 1.2). Each result is computed as a double and rounded
 * once. */
#include "gcn/alu.h"

/* MODE with its fields for doubles and halves: rounding in 3:2, denormals in 7:6. */
static unsigned half_mode(const struct gcn_alu *x)
{
    return x->w->mode;
}

double gcn_half(const struct gcn_alu *x, uint32_t h)
{
    int e = (int)(h >> 10 & 31), m = (int)(h & 1023);
    double v;
    if (e == 31)
        v = m ? (double)NAN : (double)INFINITY;
    else if (e == 0)
        v = half_mode(x) >> 6 & 1 ? ldexp(m, -24) : 0;
    else
        v = ldexp(m | 1024, e - 25);
    return h & 0x8000 ? -v : v;
}

static double round_mode(double v, unsigned mode)
{
    switch (mode) {
    case 1:
        return ceil(v);
    case 2:
        return floor(v);
    case 3:
        return trunc(v);
    default:
        return rint(v);
    }
}

uint32_t gcn_to_half(struct gcn_alu *x, double v)
{
    unsigned mode = half_mode(x) >> 2 & 3;
    uint32_t sign = signbit(v) ? 0x8000 : 0;
    int e;
    if (v != v)
        return 0x7e00 | sign;
    if (isinf(v) || v == 0)
        return sign | (v == 0 ? 0 : 0x7c00);
    frexp(v, &e);
    int unit = e < -13 ? -24 : e - 11; /* units of the last place */
    double scaled = ldexp(v, -unit), r = round_mode(scaled, mode);
    if (r != scaled)
        x->excp |= GCN_EXCP_INEXACT | (e < -13 ? GCN_EXCP_UNDERFLOW : 0);
    double back = ldexp(fabs(r), unit);
    if (back > 65504) {
        x->excp |= GCN_EXCP_OVERFLOW | GCN_EXCP_INEXACT;
        bool away = mode == 0 || (mode == 1 && v > 0) || (mode == 2 && v < 0);
        return sign | (away ? 0x7c00 : 0x7bff);
    }
    if (back < 0x1p-14)
        return half_mode(x) >> 7 & 1 ? sign | (uint32_t)(back * 0x1p24) : sign;
    frexp(back, &e);
    return sign | (uint32_t)(e + 14) << 10 | ((uint32_t)ldexp(back, 11 - e) & 1023);
}

/* A sum as a double whose last bit is set if it is inexact: it then rounds to a half as the exact
 * sum would. */
static double sum_odd(double p, double c)
{
    double s = p + c, bb = s - p, err = (p - (s - bb)) + (c - bb);
    uint64_t u = f64_bits(s);
    if (err == 0 || err != err || isinf(s) || u & 1)
        return s;
    return as_f64((err > 0) == (s > 0) ? u | 1 : u - 1);
}
static double min16(double a, double b)
{
    return b != b ? a : a != a ? b : a < b ? a : b < a ? b : signbit(a) ? a : b;
}
static double max16(double a, double b)
{
    return b != b ? a : a != a ? b : a > b ? a : b > a ? b : signbit(a) ? b : a;
}
static double rounded(struct gcn_alu *x, double v)
{
    return gcn_half(x, gcn_to_half(x, v));
}

F16_2(v_add_f16, a + b)
F16_2(v_sub_f16, a - b)
F16_2(v_subrev_f16, b - a)
F16_2(v_mul_f16, a *b)
F16_2(v_min_f16, min16(a, b))
F16_2(v_max_f16, max16(a, b))
F16_3(v_mad_f16, rounded(x, a *b) + c)
F16_3(v_mac_f16, rounded(x, a *b) + c)
F16_3(v_fma_f16, sum_odd(a *b, c))
F16_2(v_madmk_f16, rounded(x, a *gcn_half(x, x->k)) + b)
F16_2(v_madak_f16, rounded(x, a *b) + gcn_half(x, x->k))
F16_1(v_rcp_f16, 1.0 / a)
F16_1(v_sqrt_f16, sqrt(a))
F16_1(v_rsq_f16, 1.0 / sqrt(a))
F16_1(v_log_f16, log2(a))
F16_1(v_exp_f16, exp2(a))
F16_1(v_floor_f16, floor(a))
F16_1(v_ceil_f16, ceil(a))
F16_1(v_trunc_f16, trunc(a))
F16_1(v_rndne_f16, rint(a))
F16_1(v_fract_f16, fmin(a - floor(a), 0x1.ffcp-1))
F16_1(v_sin_f16, fabs(a) <= 256 ? sin(6.283185307179586477 * remainder(a, 1.0)) : a - a)
F16_1(v_cos_f16, fabs(a) <= 256 ? cos(6.283185307179586477 * remainder(a, 1.0)) : a - a + 1)
static double mantissa16(double a)
{
    int e;
    return isfinite(a) ? frexp(a, &e) : a;
}
F16_1(v_frexp_mant_f16, mantissa16(a))
ALU(v_frexp_exp_i16_f16)
{
    LANES
    {
        int e = 0;
        double a = gcn_half(x, x->a[l]);
        if (isfinite(a))
            frexp(a, &e);
        x->d[l] = (uint16_t)e;
    }
}
ALU(v_ldexp_f16)
{
    LANES
    {
        int32_t e = (int32_t)x->b[l];
        x->d[l] = gcn_to_half(x, ldexp(gcn_half(x, x->a[l]), e < -100 ? -100 : e > 100 ? 100 : e));
    }
}
/* a is the quotient, b the denominator, c the numerator. */
static double div_fixup16(double a, double b, double c)
{
    double sign = signbit(b) != signbit(c) ? -1.0 : 1.0;
    if (c != c || b != b)
        return c != c ? c : b;
    if ((b == 0 && c == 0) || (isinf(b) && isinf(c)))
        return -(double)NAN;
    if (b == 0 || isinf(c))
        return copysign(INFINITY, sign);
    if (isinf(b) || c == 0)
        return copysign(0, sign);
    return copysign(a, sign);
}
F16_3(v_div_fixup_f16, div_fixup16(a, b, c))
