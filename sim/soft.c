/* Floating point with integers: exact arithmetic on numbers of any binary format, rounded once. */
#include "sim/soft.h"

/* TOP: number of a fraction's highest bit; GONE: a shift that leaves nothing */
enum { TOP = 125, GONE = 200 };

static const struct format {
    int bits, frac, emin, emax;
} formats[EU_FLOAT_COUNT] = {
    [EU_FLOAT_HF] = {16, 10, -14, 15},           [EU_FLOAT_F] = {32, 23, -126, 127},
    [EU_FLOAT_DF] = {64, 52, -1022, 1023},       [EU_FLOAT_F_MACRO] = {32, 23, -510, 319},
    [EU_FLOAT_DF_MACRO] = {64, 52, -4094, 2559},
};

static const struct eu_num nan_of = {.cls = EU_NUM_NAN};

enum eu_float eu_float_of(unsigned type)
{
    static const uint8_t by_bytes[] = {[2] = EU_FLOAT_HF, [4] = EU_FLOAT_F, [8] = EU_FLOAT_DF};
    bool is_float = eu_types[type].kind == EU_KIND_FLOAT;
    return is_float ? by_bytes[eu_types[type].bytes] : EU_FLOAT_NONE;
}

bool eu_float_keeps(const struct eu_fmode *m, enum eu_float kind)
{
    return kind == EU_FLOAT_HF                                ? m->hf_denorm
           : kind == EU_FLOAT_DF || kind == EU_FLOAT_DF_MACRO ? m->df_denorm
                                                              : m->f_denorm;
}

uint64_t eu_float_sign(enum eu_float kind)
{
    return UINT64_C(1) << (formats[kind].bits - 1);
}

/* Shifts right; if bits that are set fall out, the lowest bit is set. */
static eu_u128 shift_right(eu_u128 v, int by)
{
    if (by <= 0)
        return v;
    if (by > 127)
        return v != 0;
    return v >> by | ((v & (((eu_u128)1 << by) - 1)) != 0);
}

static int highest_bit(eu_u128 v)
{
    uint64_t high = (uint64_t)(v >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)v);
}

struct eu_num eu_num_make(bool neg, eu_u128 mag, int exp)
{
    if (!mag)
        return (struct eu_num){.cls = EU_NUM_ZERO, .neg = neg};
    int top = highest_bit(mag);
    return (struct eu_num){.cls = EU_NUM_FINITE,
                           .neg = neg,
                           .exp = exp + top,
                           .frac = top > TOP ? shift_right(mag, top - TOP) : mag << (TOP - top)};
}

struct eu_num eu_num_of(const struct eu_fmode *m, enum eu_float kind, uint64_t bits)
{
    const struct format *f = &formats[kind];
    uint64_t frac = bits & ((UINT64_C(1) << f->frac) - 1);
    int up = TOP - 64 - f->frac;
    int e = (int)(bits >> f->frac & (uint64_t)(2 * f->emax + 1));
    bool neg = bits & eu_float_sign(kind);
    if (e == 2 * f->emax + 1)
        return (struct eu_num){.cls = frac ? EU_NUM_NAN : EU_NUM_INF, .neg = neg};
    if (!e)
        return eu_num_make(neg, eu_float_keeps(m, kind) ? frac : 0, f->emin - f->frac);
    return (struct eu_num){.cls = EU_NUM_FINITE,
                           .neg = neg,
                           .exp = e - f->emax,
                           .frac = (eu_u128)((frac | UINT64_C(1) << f->frac) << up) << 64};
}

struct eu_num eu_num_of_int(eu_i128 i)
{
    return eu_num_make(i < 0, i < 0 ? -(eu_u128)i : (eu_u128)i, 0);
}

/* --- arithmetic --- */
struct eu_num eu_num_mul(struct eu_num a, struct eu_num b)
{
    bool neg = a.neg != b.neg;
    uint8_t high = a.cls > b.cls ? a.cls : b.cls, low = a.cls > b.cls ? b.cls : a.cls;
    if (high == EU_NUM_NAN || (high == EU_NUM_INF && low == EU_NUM_ZERO))
        return nan_of;
    if (high == EU_NUM_INF || low == EU_NUM_ZERO)
        return (struct eu_num){.cls = high == EU_NUM_INF ? EU_NUM_INF : EU_NUM_ZERO, .neg = neg};
    /* the upper 64 bits of each fraction are the significant ones */
    eu_u128 product = (a.frac >> (TOP - 63)) * (b.frac >> (TOP - 63));
    return eu_num_make(neg, product, a.exp + b.exp - 126);
}

/* The sum of two finite numbers. */
static struct eu_num add_finite(const struct eu_fmode *m, struct eu_num a, struct eu_num b)
{
    if (a.exp < b.exp || (a.exp == b.exp && a.frac < b.frac)) {
        struct eu_num t = a;
        a = b;
        b = t;
    }
    int by = a.exp - b.exp;
    eu_u128 small = shift_right(b.frac, by < GONE ? by : GONE);
    eu_u128 mag = a.neg == b.neg ? a.frac + small : a.frac - small;
    if (!mag)
        return (struct eu_num){.cls = EU_NUM_ZERO, .neg = m->round == EU_ROUND_DOWN};
    return eu_num_make(a.neg, mag, a.exp - TOP);
}

struct eu_num eu_num_add(const struct eu_fmode *m, struct eu_num a, struct eu_num b)
{
    if (a.cls == EU_NUM_NAN || b.cls == EU_NUM_NAN)
        return nan_of;
    if (a.cls == EU_NUM_INF || b.cls == EU_NUM_INF) {
        if (a.cls == b.cls && a.neg != b.neg)
            return nan_of;
        return a.cls == EU_NUM_INF ? a : b;
    }
    if (a.cls == EU_NUM_ZERO && b.cls == EU_NUM_ZERO)
        return (struct eu_num){.cls = EU_NUM_ZERO,
                               .neg = a.neg == b.neg ? a.neg : m->round == EU_ROUND_DOWN};
    if (a.cls == EU_NUM_ZERO || b.cls == EU_NUM_ZERO)
        return a.cls == EU_NUM_ZERO ? b : a;
    return add_finite(m, a, b);
}

struct eu_num eu_num_fma(const struct eu_fmode *m, struct eu_num a, struct eu_num b,
                         struct eu_num c)
{
    if (c.cls == EU_NUM_NAN)
        return nan_of;
    return eu_num_add(m, eu_num_mul(a, b), c);
}

struct eu_num eu_num_div(struct eu_num a, struct eu_num b)
{
    bool neg = a.neg != b.neg;
    if (a.cls == EU_NUM_NAN || b.cls == EU_NUM_NAN || (a.cls == b.cls && a.cls != EU_NUM_FINITE))
        return nan_of;
    if (a.cls == EU_NUM_INF || b.cls == EU_NUM_ZERO)
        return (struct eu_num){.cls = EU_NUM_INF, .neg = neg};
    if (a.cls == EU_NUM_ZERO || b.cls == EU_NUM_INF)
        return (struct eu_num){.cls = EU_NUM_ZERO, .neg = neg};
    eu_u128 rest = a.frac, by = b.frac, q = 0;
    for (int i = 0; i < 100; i++) { /* bit by bit, from 2^0 on */
        q <<= 1;
        if (rest >= by) {
            rest -= by;
            q |= 1;
        }
        rest <<= 1;
    }
    return eu_num_make(neg, q << 1 | (rest != 0), a.exp - b.exp - 100);
}

/* q * q * v beside 2^188: less (-1), the same (0) or more (1). */
static int square_times(uint64_t q, uint64_t v)
{
    eu_u128 square = (eu_u128)q * q, low = (eu_u128)(uint64_t)square * v;
    eu_u128 high = (square >> 64) * v + (low >> 64), limit = (eu_u128)1 << (188 - 64);
    return high < limit ? -1 : high > limit || (uint64_t)low;
}

struct eu_num eu_num_rsqrt(struct eu_num a)
{
    if (a.cls == EU_NUM_ZERO)
        return (struct eu_num){.cls = EU_NUM_INF, .neg = a.neg};
    if (a.cls == EU_NUM_NAN || a.neg)
        return nan_of;
    if (a.cls == EU_NUM_INF)
        return (struct eu_num){.cls = EU_NUM_ZERO};
    /* a = v * 2^exp with an even exponent, v of 62 or 63 bits; 2^94 / sqrt(v) has 64 bits, and
     * rounding only needs whether the rest is 0 */
    int up = !(a.exp & 1), exp = a.exp - TOP - up + 64;
    uint64_t v = (uint64_t)(a.frac << up >> 64), root = 0;
    for (int i = 63; i >= 0; i--)
        if (square_times(root | (uint64_t)1 << i, v) <= 0)
            root |= (uint64_t)1 << i;
    return eu_num_make(false, (eu_u128)root << 1 | (square_times(root, v) != 0), -95 - exp / 2);
}

int eu_num_compare(struct eu_num a, struct eu_num b)
{
    const struct eu_fmode nearest = {.round = EU_ROUND_NEAREST};
    if (a.cls == EU_NUM_NAN || b.cls == EU_NUM_NAN)
        return EU_F_UNORDERED;
    if (a.cls == EU_NUM_INF && b.cls == EU_NUM_INF)
        return a.neg == b.neg ? 0 : a.neg ? -1 : 1;
    b.neg = !b.neg;
    struct eu_num d = eu_num_add(&nearest, a, b);
    return d.cls == EU_NUM_ZERO ? 0 : d.neg ? -1 : 1;
}

/* --- rounding --- */
/* @rest was dropped; the bit above it is twice @half */
static bool rounds_up(enum eu_round round, bool neg, bool odd, eu_u128 rest, eu_u128 half)
{
    switch (round) {
    case EU_ROUND_UP:
        return rest && !neg;
    case EU_ROUND_DOWN:
        return rest && neg;
    case EU_ROUND_ZERO:
        return false;
    case EU_ROUND_NEAREST:
    default:
        return rest > half || (rest == half && odd);
    }
}

static inline void drop_bits(enum eu_round round, struct eu_num *a, int drop)
{
    if (drop <= 0)
        return;
    /* less than half: it only matters that there is something */
    drop = drop > TOP + 2 ? TOP + 2 : drop;
    eu_u128 half = (eu_u128)1 << (drop - 1), unit = half << 1, rest = a->frac & (unit - 1);
    bool up = rounds_up(round, a->neg, (a->frac & unit) != 0, rest, half);
    if (drop > TOP) {
        *a = eu_num_make(a->neg, up, a->exp - TOP + drop);
        return;
    }
    a->frac += (up ? unit : 0) - rest;
    if (a->frac >> (TOP + 1)) { /* 1.11... became 10.0 */
        a->frac >>= 1;
        a->exp++;
    }
}

struct eu_num eu_num_integral(struct eu_num a, enum eu_round round)
{
    if (a.cls != EU_NUM_FINITE)
        return a;
    if (a.exp >= TOP)
        return a;
    if (a.exp < -1) { /* between 0 and one half, whatever it is */
        bool up = round == (a.neg ? EU_ROUND_DOWN : EU_ROUND_UP);
        return eu_num_make(a.neg, up, 0);
    }
    drop_bits(round, &a, TOP - a.exp);
    return a;
}

eu_i128 eu_num_to_int(struct eu_num a, eu_i128 lo, eu_i128 hi, bool *outside)
{
    if (a.cls == EU_NUM_NAN || a.cls == EU_NUM_ZERO || (a.cls == EU_NUM_FINITE && a.exp < 0))
        return 0;
    if (a.cls == EU_NUM_FINITE && a.exp <= 100) {
        eu_i128 v = (eu_i128)(a.frac >> (TOP - a.exp));
        v = a.neg ? -v : v;
        if (v >= lo && v <= hi)
            return v;
    }
    *outside = true;
    return a.neg ? lo : hi;
}

static struct eu_num largest_number(const struct format *f, bool neg)
{
    return eu_num_make(neg, ((eu_u128)1 << (f->frac + 1)) - 1, f->emax - f->frac);
}

/* The result for a number that is too large: infinity, or the largest number, by the mode. */
static struct eu_num too_large(struct eu_fmode *m, const struct format *f, struct eu_num a)
{
    bool away = m->round == EU_ROUND_NEAREST || m->round == (a.neg ? EU_ROUND_DOWN : EU_ROUND_UP);
    m->overflow = true;
    return away ? (struct eu_num){.cls = EU_NUM_INF, .neg = a.neg} : largest_number(f, a.neg);
}

static inline void round_finite(struct eu_fmode *m, enum eu_float kind, struct eu_num *a)
{
    const struct format *f = &formats[kind];
    bool below = a->exp < f->emin, keep = below && eu_float_keeps(m, kind);
    int drop = TOP - f->frac;
    if (keep)
        drop = f->emin - a->exp > TOP ? TOP + 2 : drop + f->emin - a->exp;
    drop_bits(m->round, a, drop);
    if (a->cls != EU_NUM_FINITE)
        return;
    /* for a number far below the smallest, only sign and mode matter */
    if (keep && drop >= TOP + 2)
        *a = eu_num_make(a->neg, 1, f->emin - f->frac);
    else if (a->exp > f->emax)
        *a = too_large(m, f, *a);
    else if (a->exp < f->emin && !keep)
        *a = (struct eu_num){.cls = EU_NUM_ZERO, .neg = a->neg};
}

struct eu_num eu_num_round(struct eu_fmode *m, enum eu_float kind, struct eu_num a)
{
    if (a.cls == EU_NUM_FINITE)
        round_finite(m, kind, &a);
    if (a.cls == EU_NUM_INF && m->alt && kind == EU_FLOAT_F)
        a = largest_number(&formats[kind], a.neg);
    return a;
}

uint64_t eu_num_bits(enum eu_float kind, struct eu_num a)
{
    const struct format *f = &formats[kind];
    uint64_t sign = a.neg ? eu_float_sign(kind) : 0;
    uint64_t ones = (uint64_t)(2 * f->emax + 1) << f->frac;
    if (a.cls == EU_NUM_NAN)
        return ones | UINT64_C(1) << (f->frac - 1);
    if (a.cls == EU_NUM_INF)
        return sign | ones;
    if (a.cls == EU_NUM_ZERO)
        return sign;
    uint64_t frac = (uint64_t)(a.frac >> 64) >> (TOP - 64 - f->frac);
    if (a.exp < f->emin)
        return sign | frac >> (f->emin - a.exp);
    frac &= (UINT64_C(1) << f->frac) - 1;
    return sign | (uint64_t)(a.exp + f->emax) << f->frac | frac;
}

uint64_t eu_num_to(struct eu_fmode *m, enum eu_float kind, struct eu_num a)
{
    return eu_num_bits(kind, eu_num_round(m, kind, a));
}

uint64_t eu_float_saturate(enum eu_float kind, uint64_t bits)
{
    uint64_t one = (uint64_t)formats[kind].emax << formats[kind].frac;
    if (eu_float_is_nan(kind, bits) || bits & eu_float_sign(kind))
        return 0;
    return bits > one ? one : bits;
}

bool eu_float_is_nan(enum eu_float kind, uint64_t bits)
{
    const struct format *f = &formats[kind];
    return (bits & (eu_float_sign(kind) - 1)) > (uint64_t)(2 * f->emax + 1) << f->frac;
}
