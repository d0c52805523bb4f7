#include <string.h>

#include "sim/fast/any.h"

/* Results: conversion, saturation, conditional flags, accumulator, destination. */

/* --- conversion --- */

struct bounds {
    eu_i128 low, high;
};

static struct bounds bounds_of(unsigned type)
{
    eu_i128 span = (eu_i128)1 << 8 * eu_types[type].bytes;
    if (!fast_is_signed(type))
        return (struct bounds){0, span - 1};
    return (struct bounds){-(span / 2), span / 2 - 1};
}

/* A float is truncated and clamped. */
static eu_i128 truncated(struct any_run *x, unsigned n, struct bounds to)
{
    bool outside = false;
    eu_i128 i = eu_num_to_int(eu_num_of(&x->mode, x->r.kind, x->r.f[n]), to.low, to.high, &outside);
    x->overflow |= (uint32_t)outside << n;
    return i;
}

/* The bits of the destination's type. */
static uint64_t converted(struct any_run *x, unsigned n)
{
    unsigned type = x->a->dst.type;
    enum eu_float kind = eu_float_of(type);
    if (kind) {
        uint64_t f = any_as_float(x, &x->r, n, kind);
        any_keep_overflow(x, n);
        return x->a->sat ? eu_float_saturate(kind, f) : f;
    }
    struct bounds to = bounds_of(type);
    if (x->r.kind)
        return (uint64_t)truncated(x, n, to);
    eu_i128 i = x->r.i[n];
    if (i >= to.low && i <= to.high)
        return (uint64_t)i;
    x->overflow |= 1u << n;
    if (x->a->sat)
        i = i < to.low ? to.low : to.high;
    return (uint64_t)i;
}

/* --- conditional flags --- */

/* How a final value is to 0. */
static int sign_of(const struct any_run *x, uint64_t bits)
{
    unsigned type = x->a->dst.type;
    enum eu_float kind = eu_float_of(type);
    if (!kind) {
        eu_i128 i = any_extend(bits, type);
        return (i > 0) - (i < 0);
    }
    uint64_t sign = eu_float_sign(kind), ones = kind == EU_FLOAT_HF  ? 0x7c00
                                                : kind == EU_FLOAT_F ? EU_F_INF
                                                                     : 0x7ff0000000000000;
    if (eu_float_is_nan(kind, bits))
        return EU_F_UNORDERED;
    if (!(bits & (eu_float_keeps(&x->mode, kind) ? sign - 1 : ones)))
        return 0;
    return bits & sign ? -1 : 1;
}

/* Zero and sign of the final value, NaN and overflow from before saturation (E06). */
static bool condition(const struct any_run *x, unsigned n, uint64_t bits)
{
    unsigned cmod = x->a->cmod;
    bool nan = x->r.kind && eu_float_is_nan(x->r.kind, x->r.f[n]);
    if (cmod == FAST_COND_OVERFLOW)
        return x->overflow >> n & 1;
    if (cmod == FAST_COND_UNORDERED)
        return nan;
    return fast_relation(cmod, nan ? EU_F_UNORDERED : sign_of(x, bits));
}

void any_set_flag(struct any_run *x, unsigned n, bool value)
{
    uint32_t *f = &x->t->f[x->a->flag_reg], bit = 1u << ((x->a->flag_bit + n) & 31);
    *f = value ? *f | bit : *f & ~bit;
}

/* --- accumulators --- */

/* The implicit operand gets an integer before it is narrowed or saturated, of a float what the
 * destination gets; an explicit one the integer if it was not saturated. */
static int64_t lane_of(const struct any_run *x, unsigned n, uint64_t bits, bool final)
{
    unsigned type = x->a->dst.type;
    if (fast_is_float(type))
        return eu_types[type].bytes == 4 ? (int32_t)bits : (int64_t)bits;
    return (int64_t)(x->r.kind || final ? any_extend(bits, type) : x->r.i[n]);
}

/* --- destination --- */

static void store_grf(struct any_run *x, unsigned n, uint64_t bits)
{
    const struct fast_operand *dst = &x->a->dst;
    uint8_t *grf = &x->t->grf[0][0];
    uint32_t from = dst->base;
    if (dst->place == FAST_INDIRECT)
        from = any_index(x, dst->reg, dst->addr_imm);
    from = (from + n * x->a->dst_stride) % FAST_GRF_BYTES;
    if (from + dst->bytes <= FAST_GRF_BYTES)
        memcpy(grf + from, &bits, dst->bytes);
    else
        for (unsigned i = 0; i < dst->bytes; i++)
            grf[(from + i) % FAST_GRF_BYTES] = (uint8_t)(bits >> 8 * i);
}

static void store_arf(struct any_run *x, unsigned n, uint64_t bits)
{
    const struct fast_operand *dst = &x->a->dst;
    uint32_t *entry;
    switch (dst->reg >> 4) {
    case EU_ARF_NULL:
        return;
    case EU_ARF_IP: /* 3.3.3.10: by the first channel; the three low bits are dropped */
        if (n)
            return;
        x->t->ip = (uint32_t)bits & ~7u;
        x->effects |= FAST_WROTE_IP;
        return;
    case EU_ARF_FC: /* an entry of a stack: the first channel writes it */
        entry = any_entry(x->t, dst->reg & 15, dst->base);
        if (entry && !n)
            *entry = (uint32_t)bits;
        return;
    default:
        any_arf_write(x, dst->reg, dst->base + n * x->a->dst_stride, dst->bytes, bits);
    }
}

void any_store(struct any_run *x, unsigned n, uint64_t bits)
{
    if (x->a->dst.place == FAST_ARF)
        store_arf(x, n, bits);
    else if (x->a->dst.place != FAST_ACC)
        store_grf(x, n, bits);
}

static void put(struct any_run *x, unsigned n, uint64_t bits)
{
    const struct fast_alu *a = x->a;
    unsigned bytes = eu_types[a->dst.type].bytes;
    if (a->dst.place != FAST_ACC) {
        any_store(x, n, bits);
        return;
    }
    unsigned lane = (a->dst.base + n * a->dst_stride) / (bytes < 2 ? 2 : bytes);
    any_acc_write(x, a->dst.reg, a->dst.type, lane, lane_of(x, n, bits, a->sat));
}

/* Integers to an integer's bits, what is above them cut off, or floats to a float: to registers and
 * nowhere else. */
static bool is_plain(const struct any_run *x)
{
    const struct fast_alu *a = x->a;
    return a->dst.place == FAST_GRF && !a->dst.wraps && !a->sets_flag && !a->sat &&
           (!x->acc_enabled || a->own_acc) && !x->r.kind == !eu_float_of(a->dst.type);
}

/* Floats of another format become those of the destination. */
static void convert(struct any_run *x)
{
    enum eu_float kind = eu_float_of(x->a->dst.type);
    if (x->r.kind == kind)
        return;
    FAST_EACH(n, x->wren)
    x->r.f[n] = any_as_float(x, &x->r, n, kind);
    x->r.kind = (uint8_t)kind;
}

#define STORE(name, element, lane)                                                                 \
    static void name(const struct any_run *x, uint8_t *at)                                         \
    {                                                                                              \
        FAST_EACH(n, x->wren)                                                                      \
        {                                                                                          \
            element e = (element)x->r.lane[n];                                                     \
            memcpy(at + n * x->a->dst_stride, &e, sizeof e);                                       \
        }                                                                                          \
    }
STORE(plain_bytes, uint8_t, i)
STORE(plain_words, uint16_t, i)
STORE(plain_dwords, uint32_t, i)
STORE(plain_qwords, uint64_t, i)
STORE(plain_halves, uint16_t, f)
STORE(plain_singles, uint32_t, f)
STORE(plain_doubles, uint64_t, f)

static void store_plain(const struct any_run *x)
{
    static void (*const stores[2][4])(const struct any_run *x, uint8_t *at) = {
        {plain_bytes, plain_words, plain_dwords, plain_qwords},
        {NULL, plain_halves, plain_singles, plain_doubles},
    };
    const struct fast_operand *dst = &x->a->dst;
    stores[x->r.kind != EU_FLOAT_NONE][__builtin_ctz(dst->bytes)](x, &x->t->grf[0][0] + dst->base);
}

/* Channel by channel: the destination of one may be the next one's flag or accumulator. */
void any_finish(struct any_run *x)
{
    const struct fast_alu *a = x->a;
    if (is_plain(x)) {
        convert(x);
        store_plain(x);
        return;
    }
    FAST_EACH(n, x->wren)
    {
        uint64_t bits = converted(x, n);
        if (a->sets_flag)
            any_set_flag(x, n, condition(x, n, bits));
        if (x->acc_enabled && !a->own_acc)
            any_acc_write(x, a->acc_reg, a->acc_type, n, lane_of(x, n, bits, false));
        put(x, n, bits);
    }
}

void any_answer(struct any_run *x, uint32_t truth)
{
    FAST_EACH(n, x->wren)
    {
        if (x->a->cmod)
            any_set_flag(x, n, truth >> n & 1);
        any_store(x, n, truth >> n & 1 ? UINT64_MAX : 0);
    }
}
