/* Elements of typed buffers. */
#include "gcn/format.h"

#include <math.h>
#include <string.h>

/* The bits of each component, from the lowest of the element on. */
static const uint8_t widths[16][4] = {[1] = {8},
                                      [2] = {16},
                                      [3] = {8, 8},
                                      [4] = {32},
                                      [5] = {16, 16},
                                      [6] = {11, 11, 10},
                                      [7] = {10, 11, 11},
                                      [8] = {2, 10, 10, 10},
                                      [9] = {10, 10, 10, 2},
                                      [10] = {8, 8, 8, 8},
                                      [11] = {32, 32},
                                      [12] = {16, 16, 16, 16},
                                      [13] = {32, 32, 32},
                                      [14] = {32, 32, 32, 32}};

unsigned gcn_format_bytes(struct gcn_format f)
{
    const uint8_t *w = widths[f.data & 15];
    return (w[0] + w[1] + w[2] + w[3]) / 8u;
}

static bool is_integer(struct gcn_format f)
{
    return f.number == GCN_UINT || f.number == GCN_SINT;
}

/* --- floats of any width: @exponent and @mantissa bits, and a sign if there is one more bit --- */
enum { SMALLEST = 10 };
struct small {
    unsigned bits, exponent, mantissa;
};
static struct small small_of(unsigned bits)
{
    return bits == 32   ? (struct small){32, 8, 23}
           : bits == 16 ? (struct small){16, 5, 10}
                        : (struct small){bits, 5, bits - 5};
}

static float small_read(struct small s, uint32_t v)
{
    uint32_t mantissa = v & ((1u << s.mantissa) - 1), exponent = v >> s.mantissa;
    bool negative = s.bits > s.exponent + s.mantissa && v >> (s.bits - 1);
    int bias = (1 << (s.exponent - 1)) - 1;
    uint32_t top = (1u << s.exponent) - 1;
    double d;
    exponent &= top;
    if (exponent == top)
        d = mantissa ? (double)NAN : (double)INFINITY;
    else if (exponent)
        d = ldexp(1 + ldexp(mantissa, -(int)s.mantissa), (int)exponent - bias);
    else
        d = ldexp(mantissa, 1 - bias - (int)s.mantissa);
    return (float)(negative ? -d : d);
}

static uint32_t small_write(struct small s, float f)
{
    bool sign = s.bits > s.exponent + s.mantissa;
    uint32_t top = (1u << s.exponent) - 1, negative = sign && signbit(f) ? 1u << (s.bits - 1) : 0;
    int bias = (1 << (s.exponent - 1)) - 1, e;
    if (isnan(f))
        return negative | top << s.mantissa | 1u << (s.mantissa - 1);
    if (!sign && f < 0)
        return 0;
    double d = fabs((double)f);
    if (isinf(d))
        return negative | top << s.mantissa;
    frexp(d, &e);
    int scale = e - 1 < 1 - bias ? 1 - bias : e - 1;
    double units = nearbyint(ldexp(d, (int)s.mantissa - scale));
    uint64_t v = d == 0 ? 0 : (uint64_t)units + ((uint64_t)(scale + bias - 1) << s.mantissa);
    /* it rounds to infinity; without a sign, to the largest */
    if (v >= (uint64_t)top << s.mantissa)
        v = sign ? (uint64_t)top << s.mantissa : ((uint64_t)top << s.mantissa) - 1;
    return negative | (uint32_t)v;
}

static uint32_t bits_of(float f)
{
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}
static float float_of(uint32_t v, bool half)
{
    float f;
    if (half)
        return small_read(small_of(16), v & 0xffff);
    memcpy(&f, &v, sizeof f);
    return f;
}
static uint32_t register_of(float f, bool half)
{
    return half ? small_write(small_of(16), f) : bits_of(f);
}

/* --- components --- */
static uint32_t get_bits(const uint8_t *p, unsigned at, unsigned bits)
{
    uint64_t v = 0;
    for (unsigned i = 0; i <= (at % 8 + bits - 1) / 8; i++)
        v |= (uint64_t)p[at / 8 + i] << 8 * i;
    return (uint32_t)(v >> at % 8 & ((1ull << bits) - 1));
}
static void put_bits(uint8_t *p, unsigned at, unsigned bits, uint32_t v)
{
    for (unsigned i = 0; i < bits; i++)
        if (v >> i & 1)
            p[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}

static int32_t sign_extend(uint32_t v, unsigned bits)
{
    return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

static float component_read(unsigned number, uint32_t v, unsigned bits)
{
    double most = (double)(((1ull << bits) - 1)), half = (double)((1ull << (bits - 1)) - 1);
    switch (number) {
    case GCN_UNORM:
        return (float)(v / most);
    case GCN_SNORM:
        return (float)fmax(sign_extend(v, bits) / half, -1);
    case GCN_SNORM_OGL:
        return (float)((2.0 * sign_extend(v, bits) + 1) / most);
    case GCN_USCALED:
        return (float)v;
    case GCN_SSCALED:
        return (float)sign_extend(v, bits);
    default: /* a component with fewer bits cannot be a float: it reads 0 */
        return bits < SMALLEST ? 0 : small_read(small_of(bits), v);
    }
}

static double clamp_to(double v, double low, double high)
{
    return isnan(v) ? 0 : v < low ? low : v > high ? high : v;
}

static uint32_t component_write(unsigned number, float f, unsigned bits)
{
    double most = (double)((1ull << bits) - 1), half = (double)((1ull << (bits - 1)) - 1);
    switch (number) {
    case GCN_UNORM:
        return (uint32_t)nearbyint(clamp_to(f, 0, 1) * most);
    case GCN_SNORM:
        return (uint32_t)(int64_t)nearbyint(clamp_to(f, -1, 1) * half);
    case GCN_SNORM_OGL:
        return (uint32_t)(int64_t)nearbyint((clamp_to(f, -1, 1) * most - 1) / 2);
    case GCN_USCALED:
        return (uint32_t)clamp_to(f, 0, most);
    case GCN_SSCALED:
        return (uint32_t)(int64_t)clamp_to(f, -half - 1, half);
    default:
        return bits < SMALLEST ? 0 : small_write(small_of(bits), f);
    }
}

uint32_t gcn_format_one(struct gcn_format f, bool half)
{
    return is_integer(f) ? 1 : register_of(1, half);
}

void gcn_format_read(struct gcn_format f, const uint8_t *element, bool half, uint32_t v[4])
{
    const uint8_t *w = widths[f.data & 15];
    unsigned at = 0;
    for (unsigned i = 0; i < 4; at += w[i++]) {
        uint32_t raw = w[i] ? get_bits(element, at, w[i]) : 0;
        if (!w[i])
            v[i] = i == 3 ? gcn_format_one(f, half) : 0;
        else if (f.number == GCN_UINT)
            v[i] = raw;
        else if (f.number == GCN_SINT)
            v[i] = (uint32_t)sign_extend(raw, w[i]);
        else
            v[i] = register_of(component_read(f.number, raw, w[i]), half);
        if (half)
            v[i] &= 0xffff;
    }
}

void gcn_format_write(struct gcn_format f, const uint32_t v[4], bool half, uint8_t *element)
{
    const uint8_t *w = widths[f.data & 15];
    unsigned at = 0;
    memset(element, 0, gcn_format_bytes(f));
    for (unsigned i = 0; i < 4 && w[i]; at += w[i++]) {
        uint32_t raw = is_integer(f) ? v[i] : component_write(f.number, float_of(v[i], half), w[i]);
        put_bits(element, at, w[i], raw);
    }
}
