/* Double precision arithmetic, done by the host. */
#include "sim/float.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* Double precision. Operands and results go through volatile objects, as in sim/float.c. */

static const uint64_t d_sign = 0x8000000000000000u, d_inf = 0x7ff0000000000000u,
                      d_nan = 0x7ff8000000000000u;

static double to_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static void set_round(const struct eu_fmode *m)
{
    static const int rounds[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    feclearexcept(FE_OVERFLOW);
    fesetround(rounds[m->round & 3]);
}

static bool is_finite(uint64_t a)
{
    return (a & d_inf) != d_inf;
}

uint64_t eu_d_flush(const struct eu_fmode *m, uint64_t a)
{
    return m->df_denorm || a & d_inf ? a : a & d_sign;
}

static uint64_t finish_result(struct eu_fmode *m, uint64_t r, bool finite_inputs)
{
    if (eu_d_is_nan(r))
        return d_nan;
    /* If an overflow is rounded toward zero, the result is the largest number; then the host's flag
     * shows it. */
    bool largest = (r & ~d_sign) == d_inf - 1 && m->round != EU_ROUND_NEAREST;
    m->overflow |= (finite_inputs && !is_finite(r)) || (largest && fetestexcept(FE_OVERFLOW));
    return eu_d_flush(m, r);
}

uint64_t eu_d_add(struct eu_fmode *m, uint64_t a, uint64_t b)
{
    volatile double x = to_double(eu_d_flush(m, a)), y = to_double(eu_d_flush(m, b)), r;
    set_round(m);
    r = x + y;
    fesetround(FE_TONEAREST);
    return finish_result(m, bits_of(r), is_finite(a) && is_finite(b));
}

uint64_t eu_d_mul(struct eu_fmode *m, uint64_t a, uint64_t b)
{
    volatile double x = to_double(eu_d_flush(m, a)), y = to_double(eu_d_flush(m, b)), r;
    set_round(m);
    r = x * y;
    fesetround(FE_TONEAREST);
    return finish_result(m, bits_of(r), is_finite(a) && is_finite(b));
}

uint64_t eu_d_fma(struct eu_fmode *m, uint64_t a, uint64_t b, uint64_t c)
{
    volatile double x = to_double(eu_d_flush(m, a)), y = to_double(eu_d_flush(m, b)), r;
    volatile double z = to_double(eu_d_flush(m, c));
    set_round(m);
    r = fma(x, y, z);
    fesetround(FE_TONEAREST);
    return finish_result(m, bits_of(r), is_finite(a) && is_finite(b) && is_finite(c));
}

int eu_d_compare(const struct eu_fmode *m, uint64_t a, uint64_t b)
{
    if (eu_d_is_nan(a) || eu_d_is_nan(b))
        return EU_F_UNORDERED;
    double x = to_double(eu_d_flush(m, a)), y = to_double(eu_d_flush(m, b));
    return x < y ? -1 : x > y;
}

uint64_t eu_d_saturate(uint64_t a)
{
    const uint64_t one = 0x3ff0000000000000u;
    if (eu_d_is_nan(a) || a & d_sign)
        return 0;
    return a > one ? one : a;
}

uint64_t eu_d_from_int(int64_t i)
{
    return bits_of((double)i);
}

uint64_t eu_d_from_f(uint32_t a)
{
    float f;
    if (eu_f_is_nan(a))
        return d_nan;
    memcpy(&f, &a, sizeof f);
    return bits_of((double)f);
}

uint32_t eu_d_to_f(struct eu_fmode *m, uint64_t a)
{
    volatile double x = to_double(a);
    volatile float r;
    float f;
    uint32_t bits;
    if (eu_d_is_nan(a))
        return EU_F_NAN;
    if (!(a & d_inf))
        return (uint32_t)(a >> 32) & EU_F_SIGN;
    fesetround(FE_TOWARDZERO);
    r = (float)x;
    fesetround(FE_TONEAREST);
    f = r;
    memcpy(&bits, &f, sizeof bits);
    m->overflow |= is_finite(a) && fabs(to_double(a)) > (double)0x1.fffffep127f;
    return bits;
}

int64_t eu_d_to_int(struct eu_fmode *m, uint64_t a, int64_t lo, int64_t hi)
{
    if (eu_d_is_nan(a))
        return 0;
    double x = trunc(to_double(a));
    if (x >= (double)lo && x <= (double)hi)
        return (int64_t)x;
    m->overflow = true;
    return x < 0 ? lo : hi;
}
