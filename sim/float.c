/* Single precision arithmetic, conversions and `math`, done by the host. */
#include "sim/float.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* Operands and results of the host's arithmetic go through volatile objects, so that no compiler
 * moves the operation across fesetround() or folds it at compile time. */

static float to_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static int host_round(enum eu_round round)
{
    switch (round) {
    case EU_ROUND_UP:
        return FE_UPWARD;
    case EU_ROUND_DOWN:
        return FE_DOWNWARD;
    case EU_ROUND_ZERO:
        return FE_TOWARDZERO;
    case EU_ROUND_NEAREST:
    default:
        return FE_TONEAREST;
    }
}

/* Between these two calls the host rounds as @round says; everywhere else it rounds to nearest. */
static void enter_rounding(enum eu_round round)
{
    if (round == EU_ROUND_NEAREST)
        return;
    feclearexcept(FE_OVERFLOW);
    fesetround(host_round(round));
}

static void leave_rounding(enum eu_round round)
{
    if (round != EU_ROUND_NEAREST)
        fesetround(FE_TONEAREST);
}

/* The last step of every arithmetic result. */
static uint32_t finish_result(struct eu_fmode *m, uint32_t r, bool finite_inputs)
{
    /* If an overflow is rounded toward zero, the result is the largest number; then the host's flag
     * shows it. */
    if ((r & ~EU_F_SIGN) == EU_F_MAX && m->round != EU_ROUND_NEAREST)
        m->overflow |= fetestexcept(FE_OVERFLOW) != 0;
    if (eu_f_is_nan(r))
        return EU_F_NAN;
    if (!eu_f_is_finite(r)) {
        m->overflow |= finite_inputs;
        return m->alt ? (r & EU_F_SIGN) | EU_F_MAX : r;
    }
    return eu_f_flush(r);
}

uint32_t eu_f_add(struct eu_fmode *m, uint32_t a, uint32_t b)
{
    volatile float x = to_float(eu_f_flush(a)), y = to_float(eu_f_flush(b)), r;
    enter_rounding(m->round);
    r = x + y;
    leave_rounding(m->round);
    return finish_result(m, bits_of(r), eu_f_is_finite(a) && eu_f_is_finite(b));
}

/* Whether x * y + z, which the host has rounded to the smallest normal number, is below it if
 * rounded to 24 bits with an unbounded exponent. Then it is a denormal (tiny after rounding:
 * assumed). The present rounding mode applies. */
static bool is_tiny(uint32_t r, float x, float y, float z)
{
    const uint32_t least = 0x00800000;
    if ((r & ~EU_F_SIGN) != least)
        return false;
    bool first = fabsf(x) < fabsf(y);
    volatile float a = (first ? x : y) * 0x1p64f, b = first ? y : x, c = z * 0x1p64f;
    volatile float scaled = fmaf(a, b, c);
    return fabsf(scaled) < 0x1p-62f;
}

uint32_t eu_f_mul(struct eu_fmode *m, uint32_t a, uint32_t b)
{
    volatile float x = to_float(eu_f_flush(a)), y = to_float(eu_f_flush(b)), r;
    enter_rounding(m->round);
    r = x * y;
    bool tiny = is_tiny(bits_of(r), x, y, 0);
    leave_rounding(m->round);
    uint32_t bits = tiny ? bits_of(r) & EU_F_SIGN : bits_of(r);
    return finish_result(m, bits, eu_f_is_finite(a) && eu_f_is_finite(b));
}

uint32_t eu_f_fma(struct eu_fmode *m, uint32_t a, uint32_t b, uint32_t c)
{
    volatile float x = to_float(eu_f_flush(a)), y = to_float(eu_f_flush(b)),
                   z = to_float(eu_f_flush(c)), r;
    enter_rounding(m->round);
    r = fmaf(x, y, z);
    bool tiny = is_tiny(bits_of(r), x, y, z);
    leave_rounding(m->round);
    uint32_t bits = tiny ? bits_of(r) & EU_F_SIGN : bits_of(r);
    return finish_result(m, bits, eu_f_is_finite(a) && eu_f_is_finite(b) && eu_f_is_finite(c));
}

uint32_t eu_f_integral(uint32_t a, enum eu_round round)
{
    a = eu_f_flush(a);
    if (eu_f_is_nan(a))
        return EU_F_NAN;
    float x = to_float(a), r;
    switch (round) {
    case EU_ROUND_UP:
        r = ceilf(x);
        break;
    case EU_ROUND_DOWN:
        r = floorf(x);
        break;
    case EU_ROUND_ZERO:
        r = truncf(x);
        break;
    case EU_ROUND_NEAREST:
    default:
        r = rintf(x); /* the host rounds to nearest here */
        break;
    }
    return bits_of(r);
}

uint32_t eu_f_frc(struct eu_fmode *m, uint32_t a)
{
    a = eu_f_flush(a);
    if (!(a & ~EU_F_SIGN))
        return 0;
    if (!eu_f_is_finite(a))
        return EU_F_NAN;
    uint32_t r = eu_f_add(m, a, eu_f_integral(a, EU_ROUND_DOWN) ^ EU_F_SIGN);
    return r & ~EU_F_SIGN; /* rounding down makes x - x a -0 */
}

int eu_f_compare(uint32_t a, uint32_t b)
{
    if (eu_f_is_nan(a) || eu_f_is_nan(b))
        return EU_F_UNORDERED;
    float x = to_float(eu_f_flush(a)), y = to_float(eu_f_flush(b));
    return x < y ? -1 : x > y;
}

uint32_t eu_f_from_int(struct eu_fmode *m, int64_t i)
{
    volatile int64_t x = i;
    volatile float r;
    enter_rounding(m->round);
    r = (float)x;
    leave_rounding(m->round);
    return bits_of(r);
}

int64_t eu_f_to_int(struct eu_fmode *m, uint32_t a, int64_t lo, int64_t hi)
{
    if (eu_f_is_nan(a))
        return 0;
    /* a type has at most 32 bits, so a double holds the bounds exactly */
    double x = trunc((double)to_float(eu_f_flush(a)));
    if (x >= (double)lo && x <= (double)hi)
        return (int64_t)x;
    m->overflow = true;
    return x < 0 ? lo : hi;
}

uint32_t eu_f_saturate(uint32_t a)
{
    if (eu_f_is_nan(a) || a & EU_F_SIGN)
        return 0;
    return a > 0x3f800000 ? 0x3f800000 : a;
}

uint32_t eu_f_from_half(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, e = h >> 10 & 31, f = h & 0x3ff;
    if (e == 31)
        return f ? EU_F_NAN : sign | EU_F_INF;
    if (e)
        return sign | (e + 112) << 23 | f << 13;
    return sign | bits_of(ldexpf((float)f, -24));
}

/* Whether a magnitude is rounded away from zero. */
static bool round_away(enum eu_round round, bool negative, bool odd, uint32_t rest, uint32_t half)
{
    switch (round) {
    case EU_ROUND_UP:
        return rest && !negative;
    case EU_ROUND_DOWN:
        return rest && negative;
    case EU_ROUND_ZERO:
        return false;
    case EU_ROUND_NEAREST:
    default:
        return rest > half || (rest == half && odd);
    }
}

uint16_t eu_f_to_half(struct eu_fmode *m, uint32_t a, enum eu_round round)
{
    a = eu_f_flush(a);
    uint16_t sign = (uint16_t)(a >> 16 & 0x8000);
    if (eu_f_is_nan(a))
        return 0x7e00;
    if (!eu_f_is_finite(a))
        return sign | 0x7c00;
    int e = (int)(a >> 23 & 255) - 112;
    uint32_t f = a & 0x7fffff, shift = 13;
    if (e <= 0) { /* a denormal half: the implied one becomes a visible bit */
        if (!(a & ~EU_F_SIGN))
            return sign;
        f |= 0x800000;
        shift = e < -11 ? 25 : (uint32_t)(14 - e);
        e = 0;
        if (shift == 25)
            f = 1; /* less than half of the smallest: it only matters that it is not 0 */
    }
    uint32_t h = (uint32_t)e << 10 | f >> shift, rest = f & ((1u << shift) - 1);
    h += round_away(round, sign, h & 1, rest, 1u << (shift - 1));
    if (h >= 0x7c00 || e > 30) {
        m->overflow = true;
        bool inf = round == EU_ROUND_NEAREST || round == (sign ? EU_ROUND_DOWN : EU_ROUND_UP);
        h = inf ? 0x7c00 : 0x7bff;
    }
    return (uint16_t)(sign | h);
}

/* POW, 6.41.6: 2^(b * log2|a|), with the special cases of the table. */
static double pow_of(uint32_t a, uint32_t b)
{
    double x = fabs((double)to_float(a)), y = (double)to_float(b);
    if (y == 0)
        return x == 0 || isinf(x) ? NAN : 1;
    if (isinf(y) && x == 1)
        return NAN;
    if (isinf(x) && a & EU_F_SIGN && y > 0 && !isinf(y))
        return NAN; /* E27 */
    return pow(x, y);
}

static double math_of(bool alt, enum eu_math function, uint32_t a, uint32_t b)
{
    double x = (double)to_float(a);
    if (alt && (function == EU_MATH_LOG || function == EU_MATH_SQRT || function == EU_MATH_RSQ))
        x = fabs(x);
    switch (function) {
    case EU_MATH_INV:
        return 1 / x;
    case EU_MATH_LOG:
        return log2(x);
    case EU_MATH_EXP:
        return exp2(x);
    case EU_MATH_SQRT:
        return sqrt(x);
    case EU_MATH_RSQ:
        return x == -INFINITY ? NAN : 1 / sqrt(x);
    case EU_MATH_SIN:
        return sin(x);
    case EU_MATH_COS:
        return cos(x);
    case EU_MATH_FDIV:
        return x / (double)to_float(b);
    case EU_MATH_POW:
        return pow_of(a, b);
    default:
        return NAN;
    }
}

uint32_t eu_f_math(struct eu_fmode *m, enum eu_math function, uint32_t a, uint32_t b)
{
    bool two = function == EU_MATH_FDIV || function == EU_MATH_POW;
    a = m->f_denorm ? a : eu_f_flush(a);
    b = !two ? 0 : m->f_denorm ? b : eu_f_flush(b);
    if (eu_f_is_nan(a) || eu_f_is_nan(b))
        return EU_F_NAN;
    double r = math_of(m->alt, function, a, b);
    if (m->f_denorm && fabs(r) < 0x1p-126)
        return bits_of((float)r);
    return finish_result(m, bits_of((float)r), eu_f_is_finite(a) && eu_f_is_finite(b));
}

/* Division by -1 is separate: an accumulator may hold -2^63, which the host cannot divide. */
int64_t eu_idiv_quot(int64_t a, int64_t b, bool is_signed)
{
    if (b == -1)
        return (int64_t) - (uint64_t)a;
    if (b)
        return a / b;
    if (!is_signed)
        return UINT32_MAX;
    return a < 0 ? INT32_MIN : INT32_MAX;
}

int64_t eu_idiv_rem(int64_t a, int64_t b)
{
    if (b == -1)
        return 0;
    return b ? a % b : a;
}
