#include <math.h>
#include <string.h>

#include "sim/fast/any.h"

/* Floating point: arithmetic, dot products, planes, rounding, math. In the usual mode - to nearest,
 * denormals kept, no .o asked for - the host computes what is all singles or all doubles; else
 * sim/soft.h does. Compound operations: mad, mac and line are rounded once, the others after each
 * step from left to right (2.3.1.2 leaves it free). */

struct eu_num any_num(struct any_run *x, const struct any_vals *v, unsigned n)
{
    if (v->kind)
        return eu_num_of(&x->mode, v->kind, v->f[n]);
    return eu_num_round(&x->mode, x->a->result, eu_num_of_int(v->i[n]));
}

void any_keep_overflow(struct any_run *x, unsigned n)
{
    x->overflow |= (uint32_t)x->mode.overflow << n;
    x->mode.overflow = false;
}

void any_round(struct any_run *x, unsigned n, struct eu_num v)
{
    x->r.f[n] = eu_num_to(&x->mode, x->a->result, v);
    any_keep_overflow(x, n);
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}
static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* A half, denormals too, is a float; both have its fraction at the top. */
enum { HF_INF = 0x7c00, HF_NAN = 0x7e00, HF_SIGN = 0x8000, HF_DOWN = 13 };
#define HF_TOP 0x1p-14f     /* of denormals, what they are less than */
#define HF_TO_F 0x38000000u /* exponents differ by so much */

static float float_of_half(uint32_t half)
{
    uint32_t sign = (half & HF_SIGN) << 16, low = half & ~(uint32_t)HF_SIGN;
    float f;
    if (low >= HF_INF)
        return float_of(low > HF_INF ? EU_F_NAN : sign | EU_F_INF);
    if (low < 0x400) /* the first bit that is not part of it goes */
        f = float_of(bits_of(HF_TOP) | low << HF_DOWN) - HF_TOP;
    else
        f = float_of((low << HF_DOWN) + HF_TO_F);
    return float_of(bits_of(f) | sign);
}

/* To nearest, ties to even. Below the least normal half the host's sum rounds: there the unit of
 * the sum is that of a denormal half. */
static uint32_t half_of_float(float f)
{
    uint32_t bits = bits_of(f), sign = bits >> 16 & HF_SIGN, low = bits & ~EU_F_SIGN;
    if (low > EU_F_INF)
        return HF_NAN;
    if (low >= bits_of(0x1p16f))
        return sign | HF_INF;
    if (low < bits_of(HF_TOP))
        return sign | (bits_of(float_of(low) + 0.5f) - bits_of(0.5f));
    low += 0xfff + (low >> HF_DOWN & 1) - HF_TO_F;
    return sign | low >> HF_DOWN;
}

/* Whether the host does both ways between halves and floats as the mode wants it. */
static bool halves_by_host(const struct any_run *x)
{
    return x->mode.round == EU_ROUND_NEAREST && !x->mode.alt && x->mode.hf_denorm &&
           x->mode.f_denorm && x->a->cmod != 8;
}

uint64_t any_as_float(struct any_run *x, const struct any_vals *v, unsigned n, enum eu_float kind)
{
    if (v->kind == kind)
        return v->f[n];
    if (v->kind == EU_FLOAT_HF && kind == EU_FLOAT_F && halves_by_host(x))
        return bits_of(float_of_half((uint32_t)v->f[n]));
    if (v->kind == EU_FLOAT_F && kind == EU_FLOAT_HF && halves_by_host(x))
        return half_of_float(float_of((uint32_t)v->f[n]));
    if (v->kind)
        return eu_num_to(&x->mode, kind, eu_num_of(&x->mode, v->kind, v->f[n]));
    return eu_num_to(&x->mode, kind, eu_num_of_int(v->i[n]));
}

/* --- by the host --- */

/* Whether the @n sources and the result are all of @kind, in the usual mode. */
static bool is_usual(const struct any_run *x, unsigned nsrc, enum eu_float kind)
{
    bool usual = x->a->result == kind && x->mode.round == EU_ROUND_NEAREST && !x->mode.alt &&
                 eu_float_keeps(&x->mode, kind) && x->a->cmod != 8;
    for (unsigned i = 0; i < nsrc; i++)
        usual = usual && x->s[i].kind == kind;
    return usual;
}

static float f_of(uint64_t bits)
{
    return float_of((uint32_t)bits);
}
static uint64_t of_f(float f)
{
    return f != f ? (uint32_t)EU_F_NAN : bits_of(f);
}
static double d_of(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
static uint64_t of_d(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return d != d ? 0x7ff8000000000000 : bits;
}

/* A result of each enabled channel: of the host's numbers a, b, c or of the exact ones. */
#define BY_HOST(nsrc, single, twice)                                                               \
    if (is_usual(x, nsrc, EU_FLOAT_F)) {                                                           \
        for (unsigned n = 0; n < x->a->es; n++)                                                    \
            x->r.f[n] = of_f(single);                                                              \
        return;                                                                                    \
    }                                                                                              \
    if (is_usual(x, nsrc, EU_FLOAT_DF)) {                                                          \
        for (unsigned n = 0; n < x->a->es; n++)                                                    \
            x->r.f[n] = of_d(twice);                                                               \
        return;                                                                                    \
    }
#define F(i) f_of(x->s[i].f[n])
/* ... with halves among the @nsrc sources, or all of them and the result: computed as floats, which
 * are precise enough for a sum or a product of halves to be rounded a second time. */
static bool is_half(const struct any_run *x, unsigned nsrc)
{
    unsigned halves = 0, floats = 0;
    for (unsigned i = 0; i < nsrc; i++) {
        halves += x->s[i].kind == EU_FLOAT_HF;
        floats += x->s[i].kind == EU_FLOAT_F;
    }
    bool result = x->a->result == EU_FLOAT_F || (x->a->result == EU_FLOAT_HF && halves == nsrc);
    return halves && halves + floats == nsrc && result && halves_by_host(x);
}
static float h_of(const struct any_run *x, unsigned i, unsigned n)
{
    uint32_t bits = (uint32_t)x->s[i].f[n];
    return x->s[i].kind == EU_FLOAT_HF ? float_of_half(bits) : float_of(bits);
}
static uint64_t of_h(const struct any_run *x, float f)
{
    return x->a->result == EU_FLOAT_HF ? half_of_float(f) : of_f(f);
}
#define H(i) h_of(x, i, n)
#define HALVES_BY_HOST(nsrc, single)                                                               \
    if (is_half(x, nsrc)) {                                                                        \
        for (unsigned n = 0; n < x->a->es; n++)                                                    \
            x->r.f[n] = of_h(x, single);                                                           \
        return;                                                                                    \
    }
#define D(i) d_of(x->s[i].f[n])
#define NUM(i) any_num(x, &x->s[i], n)

static void add(struct any_run *x)
{
    BY_HOST(2, F(0) + F(1), D(0) + D(1))
    HALVES_BY_HOST(2, H(0) + H(1))
    FAST_EACH(n, x->wren)
    any_round(x, n, eu_num_add(&x->mode, NUM(0), NUM(1)));
}

static void mul(struct any_run *x)
{
    BY_HOST(2, F(0) * F(1), D(0) * D(1))
    HALVES_BY_HOST(2, H(0) * H(1))
    FAST_EACH(n, x->wren)
    any_round(x, n, eu_num_mul(NUM(0), NUM(1)));
}

/* Sources 0 and 1 and the addend 2. */
static void mac(struct any_run *x)
{
    BY_HOST(3, fmaf(F(0), F(1), F(2)), fma(D(0), D(1), D(2)))
    FAST_EACH(n, x->wren)
    any_round(x, n, eu_num_fma(&x->mode, NUM(0), NUM(1), NUM(2)));
}

static void mad(struct any_run *x)
{
    BY_HOST(3, fmaf(F(1), F(2), F(0)), fma(D(1), D(2), D(0)))
    FAST_EACH(n, x->wren)
    any_round(x, n, eu_num_fma(&x->mode, NUM(1), NUM(2), NUM(0)));
}

/* --- arithmetic of either kind --- */

static void result_is(struct any_run *x, bool is_float)
{
    x->r.kind = is_float ? x->a->result : EU_FLOAT_NONE;
}

#define EITHER(name, floats, expression)                                                           \
    void name(struct any_run *x)                                                                   \
    {                                                                                              \
        result_is(x, x->a->float_exec);                                                            \
        if (x->a->float_exec) {                                                                    \
            floats(x);                                                                             \
            return;                                                                                \
        }                                                                                          \
        for (unsigned n = 0; n < x->a->es; n++) {                                                  \
            const eu_u128 a = (eu_u128)x->s[0].i[n], b = (eu_u128)x->s[1].i[n];                    \
            x->r.i[n] = (eu_i128)(expression);                                                     \
        }                                                                                          \
    }
EITHER(any_add, add, a + b)
EITHER(any_mul, mul, a *b)
EITHER(any_mad, mad, b *(eu_u128)x->s[2].i[n] + a)
static EITHER(products, mac, a *b + (eu_u128)x->s[2].i[n])

    /* The implicit operand is the third source. */
    void any_mac(struct any_run *x)
{
    const struct fast_alu *a = x->a;
    struct any_vals *acc = &x->s[2];
    acc->kind = (uint8_t)eu_float_of(a->acc_type);
    for (unsigned n = 0; n < a->lanes; n++) {
        int64_t lane = any_acc_read(x, a->acc_reg, a->acc_type, n);
        acc->f[n] = acc->kind == EU_FLOAT_DF ? (uint64_t)lane : (uint32_t)lane;
        acc->i[n] = acc->kind ? (int32_t)acc->f[n] : lane;
    }
    products(x);
}

/* --- several steps --- */

static struct eu_num step(struct any_run *x, struct eu_num v)
{
    return eu_num_round(&x->mode, x->a->result, v);
}

static struct eu_num times(struct any_run *x, struct eu_num a, struct eu_num b)
{
    return step(x, eu_num_mul(a, b));
}

static struct eu_num plus(struct any_run *x, struct eu_num a, struct eu_num b)
{
    return step(x, eu_num_add(&x->mode, a, b));
}

/* Sources of integers count as zeros with a sign (assumed). */
static struct eu_num blended(struct any_run *x, unsigned i, unsigned n)
{
    const struct eu_num zero = {.cls = EU_NUM_ZERO, .neg = x->a->src[i].neg};
    return x->s[i].kind ? NUM(i) : zero;
}

/* src1 * src0 + src2 * (1 - src0) */
void any_lrp(struct any_run *x)
{
    result_is(x, true);
    FAST_EACH(n, x->wren)
    {
        struct eu_num by = blended(x, 0, n), minus = by, left;
        minus.neg = !by.neg;
        minus = plus(x, eu_num_of_int(1), minus);
        left = times(x, blended(x, 1, n), by);
        any_round(x, n, plus(x, left, times(x, blended(x, 2, n), minus)));
    }
}

/* One sum for each group of four channels; its channels count even when disabled. */
void any_dp(struct any_run *x)
{
    unsigned id = x->a->id, products_of = id == EU_OP_DP4 ? 4 : id == EU_OP_DP2 ? 2 : 3;
    const struct any_vals *a = &x->s[0], *b = &x->s[1];
    result_is(x, true);
    FAST_EACH(n, x->wren)
    {
        unsigned q = n & ~3u;
        struct eu_num sum = times(x, any_num(x, a, q), any_num(x, b, q));
        for (unsigned i = q + 1; i < q + products_of; i++)
            sum = plus(x, sum, times(x, any_num(x, a, i), any_num(x, b, i)));
        if (id == EU_OP_DPH)
            sum = plus(x, sum, any_num(x, b, q + 3));
        any_round(x, n, sum);
    }
}

/* Coefficient @i: a dword of the oword in which src0 begins. */
static struct eu_num coefficient(struct any_run *x, unsigned i)
{
    const struct fast_operand *op = &x->a->src[0];
    uint16_t addr[EU_CHANNELS];
    uint32_t at = x->a->plane;
    if (op->place == FAST_INDIRECT || op->place == FAST_INDEXED) {
        any_addrs(x, op, addr);
        at = addr[0];
    }
    return any_num_at(x, 0, (at & ~15u) + 4 * i);
}

void any_line(struct any_run *x)
{
    result_is(x, true);
    FAST_EACH(n, x->wren)
    any_round(x, n, eu_num_fma(&x->mode, any_num(x, &x->s[0], 0), NUM(1), coefficient(x, 3)));
}

/* p * u + q * v + r: u and v of each eight channels one after the other (E14), or all u, then all
 * v. */
void any_pln(struct any_run *x)
{
    bool interleaved = x->eu->quirks[EU_QUIRK_PLN_ORDER];
    uint16_t addr[EU_CHANNELS];
    any_addrs(x, &x->a->src[1], addr);
    result_is(x, true);
    FAST_EACH(n, x->wren)
    {
        unsigned eight = n / 8, first = interleaved ? 2 * eight : eight;
        unsigned second = interleaved ? first + 1 : 2 + eight;
        uint32_t at = addr[0] + n % 8 * 4;
        struct eu_num u = any_num_at(x, 1, at + first * EU_GRF_BYTES);
        struct eu_num v = any_num_at(x, 1, at + second * EU_GRF_BYTES);
        u = times(x, coefficient(x, 0), u);
        v = times(x, coefficient(x, 1), v);
        any_round(x, n, plus(x, plus(x, u, v), coefficient(x, 3)));
    }
}

/* --- rounding, math --- */

/* src0 - floor(src0), always with a positive sign. */
void any_frc(struct any_run *x)
{
    result_is(x, true);
    FAST_EACH(n, x->wren)
    {
        struct eu_num v = NUM(0), floor = eu_num_integral(v, EU_ROUND_DOWN);
        floor.neg = !floor.neg;
        if (v.cls == EU_NUM_INF)
            v.cls = EU_NUM_NAN;
        else if (v.cls == EU_NUM_FINITE)
            v = eu_num_add(&x->mode, v, floor);
        v.neg = false;
        any_round(x, n, v);
    }
}

/* Infinities pass, in ALT mode too. */
void any_rnd(struct any_run *x)
{
    static const uint8_t ways[EU_OP_COUNT] = {[EU_OP_RNDU] = EU_ROUND_UP,
                                              [EU_OP_RNDD] = EU_ROUND_DOWN,
                                              [EU_OP_RNDE] = EU_ROUND_NEAREST,
                                              [EU_OP_RNDZ] = EU_ROUND_ZERO};
    bool alt = x->mode.alt;
    result_is(x, true);
    FAST_EACH(n, x->wren)
    {
        struct eu_num v = eu_num_integral(NUM(0), (enum eu_round)ways[x->a->id]);
        any_keep_overflow(x, n);
        x->mode.alt = false;
        x->r.f[n] = eu_num_to(&x->mode, x->a->result, v);
        x->mode.overflow = false;
        x->mode.alt = alt;
    }
}

/* Halves are computed as floats (assumed). */
void any_math(struct any_run *x)
{
    struct eu_fmode nearest = {
        .round = EU_ROUND_NEAREST, .alt = x->mode.alt, .f_denorm = x->mode.f_denorm};
    x->r.kind = EU_FLOAT_F;
    FAST_EACH(n, x->wren)
    {
        uint32_t a = (uint32_t)any_as_float(x, &x->s[0], n, EU_FLOAT_F);
        uint32_t b = (uint32_t)any_as_float(x, &x->s[1], n, EU_FLOAT_F);
        x->r.f[n] = eu_f_math(&nearest, (enum eu_math)x->a->cmod, a, b);
        any_keep_overflow(x, n);
    }
}
