/* 64-bit floats of vector instructions. */
#include "gcn/alu.h"

#include <float.h>

static inline bool signals(double f)
{
    uint64_t u = f64_bits(f);
    return (u & 0x7ff8000000000000) == 0x7ff0000000000000 && (u & 0x7ffffffffffff);
}
static inline double min64(const struct gcn_alu *x, double a, double b)
{
    if (signals(a) || (b != b && !signals(b)))
        return a * x->one64;
    if (b != b || a != a)
        return b * x->one64;
    return (a < b ? a : b < a ? b : signbit(a) ? a : b) * x->one64;
}
static inline double max64(const struct gcn_alu *x, double a, double b)
{
    if (signals(a) || (b != b && !signals(b)))
        return a * x->one64;
    if (b != b || a != a)
        return b * x->one64;
    return (a > b ? a : b > a ? b : signbit(a) ? b : a) * x->one64;
}
F64_2(v_add_f64, a + b)
F64_2(v_mul_f64, a *b)
F64_2(v_min_f64, min64(x, a, b))
F64_2(v_max_f64, max64(x, a, b))
F64_3(v_fma_f64, fma(a, b, c))
F64_1(v_trunc_f64, trunc(a))
F64_1(v_ceil_f64, ceil(a))
F64_1(v_floor_f64, floor(a))
F64_1(v_fract_f64, fmin(a - floor(a), 0x1.fffffffffffffp-1))
static inline double even64(double a)
{
    double t = trunc(a), r = fabs(a - t);
    if (r > 0.5 || (r == 0.5 && fmod(t, 2) != 0))
        t += copysign(1, a);
    return t;
}
F64_1(v_rndne_f64, a == a ? even64(a) : a + a)
F64_1(v_sqrt_f64, sqrt(a))
F64_1(v_rcp_f64, 1.0 / a)
F64_1(v_rsq_f64, (double)(1.0L / sqrtl((long double)a)))
static inline double clamp_finite(double r)
{
    return isinf(r) ? copysign(DBL_MAX, r) : r;
}
F64_1(v_rcp_clamp_f64, clamp_finite(1.0 / a))
F64_1(v_rsq_clamp_f64, clamp_finite((double)(1.0L / sqrtl((long double)a))))

ALU(v_ldexp_f64)
{
    LANES
    {
        int32_t e = (int32_t)x->b[l];
        double a = as_f64(lane64(x->a, l)) * x->one64;
        lane64_set(x->d, l, f64_bits(scalbn(a, e < -2200 ? -2200 : e > 2200 ? 2200 : e)));
    }
}
ALU(v_frexp_exp_i32_f64)
{
    LANES
    {
        int e = 0;
        double a = as_f64(lane64(x->a, l));
        if (isfinite(a))
            frexp(a, &e);
        x->d[l] = (uint32_t)e;
    }
}
static inline double mantissa64(double a)
{
    int e;
    return isfinite(a) ? frexp(a, &e) : a;
}
F64_1(v_frexp_mant_f64, mantissa64(a))

/* --- division: as in alu_float.c, with 128 instead of 64 and 768 instead of 96 --- */
static inline int biased64(double f)
{
    return (int)(f64_bits(f) >> 52 & 2047);
}
static inline bool denormal64(double f)
{
    return biased64(f) == 0 && (f64_bits(f) << 12);
}
static inline bool quotient_denormal64(double n, double d)
{
    int en, ed, eq;
    double q = frexp(n, &en) / frexp(d, &ed);
    frexp(q, &eq);
    return isfinite(n) && isfinite(d) && en - ed + eq - 1 < -1022;
}
static double div_scale64(double a, double b, double c, bool *vcc)
{
    *vcc = false;
    if (b == 0 || c == 0)
        return NAN;
    if (biased64(c) - biased64(b) >= 768) {
        *vcc = true;
        return a == b ? ldexp(a, 128) : a;
    }
    if (denormal64(b))
        return ldexp(a, 128);
    bool inverse = quotient_denormal64(1, b), quotient = quotient_denormal64(c, b);
    if (inverse && quotient) {
        *vcc = true;
        return a == b ? ldexp(a, 128) : a;
    }
    if (inverse)
        return ldexp(a, -128);
    if (quotient) {
        *vcc = true;
        return a == c ? ldexp(a, 128) : a;
    }
    return biased64(c) <= 53 ? ldexp(a, 128) : a;
}
ALU(v_div_scale_f64)
{
    x->mask = 0;
    LANES
    {
        bool vcc;
        double a = as_f64(lane64(x->a, l)), b = as_f64(lane64(x->b, l)),
               c = as_f64(lane64(x->c, l));
        lane64_set(x->d, l, f64_bits(div_scale64(a, b, c, &vcc)));
        x->mask |= (uint64_t)vcc << l;
    }
    x->mask &= x->exec;
}
static inline double div_fmas64(double a, double b, double c, bool vcc)
{
    double r = fma(a, b, c);
    return vcc ? ldexp(r, biased64(c) > 1023 ? 128 : -128) : r;
}
F64_3(v_div_fmas_f64, div_fmas64(a, b, c, x->carry >> l & 1))
static inline double div_fixup64(double a, double b, double c)
{
    bool minus = signbit(b) != signbit(c);
    double zero = minus ? -0.0 : 0.0, inf = minus ? -INFINITY : INFINITY;
    if (c != c || b != b)
        return c != c ? c + c : b + b;
    if ((b == 0 && c == 0) || (isinf(b) && isinf(c)))
        return as_f64(0xfff8000000000000);
    if (b == 0 || isinf(c))
        return inf;
    if (isinf(b) || c == 0 || biased64(c) - biased64(b) < -1075)
        return zero;
    return a != a ? inf : copysign(a, minus ? -1.0 : 1.0);
}
F64_3(v_div_fixup_f64, div_fixup64(a, b, c))

/* --- 2 / pi, 1201 bits after the point, most significant first --- */
static const uint64_t two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000, 0x0000000000000000,
};
/* 53 of its bits, from bit @shift on. */
static uint64_t pi_bits(unsigned shift)
{
    enum { N = sizeof two_over_pi / sizeof *two_over_pi };
    unsigned i = shift / 64, r = shift % 64;
    uint64_t hi = i < N ? two_over_pi[i] : 0, lo = i + 1 < N ? two_over_pi[i + 1] : 0;
    uint64_t v = r ? hi << r | lo >> (64 - r) : hi;
    return v >> 11;
}
ALU(v_trig_preop_f64)
{
    LANES
    {
        double a = as_f64(lane64(x->a, l));
        int e = biased64(a), shift = (int)(x->b[l] & 31) * 53 + (e > 1077 ? e - 1077 : 0);
        int scale = -53 - shift + (e >= 1968 ? 128 : 0);
        lane64_set(x->d, l, f64_bits(ldexp((double)pi_bits((unsigned)shift), scale)));
    }
}
