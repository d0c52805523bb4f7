#include <string.h>

#include "sim/fast/alu_impl.h"

/* Stores results: conversion, saturation, conditional flags, accumulator, destination. IVB vol. 4
 * part 3, 2.3, 2.4, 3.3.3.5, 3.3.3.6, 3.6. */

/* --- conversion --- */

static int64_t lowest_of(unsigned type)
{
    return fast_is_signed(type) ? -1 - (INT64_MAX >> (64 - 8 * eu_types[type].bytes)) : 0;
}

static int64_t highest_of(unsigned type)
{
    unsigned bits = 8u * eu_types[type].bytes - fast_is_signed(type);
    return (int64_t)(UINT64_MAX >> (64 - bits));
}

uint32_t fast_convert(struct fast_run *x, unsigned n)
{
    unsigned type = x->a->dst.type;
    bool from_float = x->r.floats >> n & 1, sat = x->a->sat;
    if (fast_is_float(type)) {
        uint32_t f = from_float ? x->r.f[n] : eu_f_from_int(&x->mode, x->r.i[n]);
        return sat ? eu_f_saturate(f) : f;
    }
    int64_t lo = lowest_of(type), hi = highest_of(type), i = x->r.i[n];
    x->mode.overflow = false;
    if (from_float)
        i = eu_f_to_int(&x->mode, x->r.f[n], lo, hi);
    else
        x->mode.overflow = i < lo || i > hi;
    x->r.overflow |= (uint32_t)x->mode.overflow << n;
    if (sat)
        i = i < lo ? lo : i > hi ? hi : i;
    return (uint32_t)i;
}

/* Whether storing needs no conversion: the destination gets the low bits of each result. */
static bool converts_by_cutting(const struct fast_run *x)
{
    if (x->a->sat || x->a->cmod == FAST_COND_OVERFLOW)
        return false;
    return x->r.floats == (fast_is_float(x->a->dst.type) ? UINT32_MAX : 0);
}

static void convert_lanes(struct fast_run *x, uint32_t *bits)
{
    if (!converts_by_cutting(x)) {
        FAST_EACH(n, x->wren)
        bits[n] = fast_convert(x, n);
    } else if (x->r.floats) {
        memcpy(bits, x->r.f, x->a->es * sizeof *bits);
    } else {
        for (unsigned n = 0; n < x->a->es; n++)
            bits[n] = (uint32_t)x->r.i[n];
    }
}

/* --- conditional flags --- */

/* 3.6: if one operand is a NaN, only .ne is true. */
bool fast_relation(unsigned cmod, int order)
{
    enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };
    static const uint8_t true_for[16] = {
        [1] = EQUAL,   [2] = LESS | GREATER | UNORDERED,
        [3] = GREATER, [4] = GREATER | EQUAL,
        [5] = LESS,    [6] = LESS | EQUAL,
    };
    unsigned is = order == EU_F_UNORDERED ? UNORDERED : 1u << (order + 1);
    return true_for[cmod & 15] & is;
}

void fast_set_flag(struct fast_run *x, unsigned n, bool value)
{
    uint32_t *f = &x->t->f[x->a->flag_reg], bit = 1u << ((x->a->flag_bit + n) & 31);
    *f = (*f & ~bit) | (value ? bit : 0);
}

/* Whether the flag is set: zero and sign are those of the final value, NaN and overflow those
 * before saturation (E06). */
static bool condition_of(const struct fast_run *x, unsigned n, uint32_t bits)
{
    const struct fast_alu *a = x->a;
    bool half = a->id == EU_OP_F32TO16, from_float = x->r.floats >> n & 1;
    uint32_t f = half ? eu_f_from_half((uint16_t)bits) : x->r.f[n];
    bool nan = (half || from_float) && eu_f_is_nan(f);
    if (a->cmod == FAST_COND_OVERFLOW)
        return x->r.overflow >> n & 1;
    if (a->cmod == FAST_COND_UNORDERED)
        return nan;
    if (nan)
        return fast_relation(a->cmod, EU_F_UNORDERED);
    if (half)
        return fast_relation(a->cmod, eu_f_compare(f, 0));
    if (fast_is_float(a->dst.type))
        return fast_relation(a->cmod, eu_f_compare(bits, 0));
    int64_t v = fast_extend(bits, a->dst.type);
    return fast_relation(a->cmod, (v > 0) - (v < 0));
}

/* --- accumulators --- */

/* Writes the implicit accumulator: an integer before it is narrowed or saturated; a float as the
 * destination gets it. */
static void put_implicit(struct fast_run *x, const uint32_t *bits)
{
    const struct fast_alu *a = x->a;
    FAST_EACH(n, x->wren)
    {
        int64_t v = x->r.i[n];
        if (a->dst.type == EU_TYPE_F)
            v = (int32_t)bits[n];
        else if (x->r.floats >> n & 1)
            v = fast_extend(bits[n], a->dst.type);
        fast_acc_put(x->t, fast_acc_own(a, n), a->acc_words, v);
    }
}

static void put_explicit(struct fast_run *x, const uint32_t *bits)
{
    const struct fast_alu *a = x->a;
    unsigned words = fast_acc_words(a->dst.type), bytes = eu_types[a->dst.type].bytes;
    FAST_EACH(n, x->wren)
    {
        unsigned lane = (a->dst.base + n * a->dst_stride) / (bytes < 2 ? 2 : bytes);
        int64_t v = x->r.i[n];
        if (fast_is_float(a->dst.type))
            v = (int32_t)bits[n];
        else if (x->r.floats >> n & 1 || a->sat)
            v = fast_extend(bits[n], a->dst.type);
        fast_acc_put(x->t, fast_acc_slot(a->dst.reg, words, lane), words, v);
    }
}

/* --- destination --- */

void fast_grf_write(struct eu_thread *t, uint32_t addr, unsigned bytes, uint32_t bits)
{
    uint8_t *grf = &t->grf[0][0];
    addr %= FAST_GRF_BYTES;
    if (addr + bytes <= FAST_GRF_BYTES) {
        memcpy(grf + addr, &bits, bytes);
        return;
    }
    for (unsigned i = 0; i < bytes; i++)
        grf[(addr + i) % FAST_GRF_BYTES] = (uint8_t)(bits >> 8 * i);
}

void fast_dst_addrs(const struct fast_run *x, uint16_t *addr)
{
    const struct fast_alu *a = x->a;
    unsigned turn = EU_CHANNELS;
    uint32_t low = a->dst.base, high = 0;
    if (a->dst.place == FAST_INDIRECT) {
        low = fast_index(x, a->dst.reg, a->dst.addr_imm);
        high = fast_index(x, a->dst.reg + 1u, a->dst.addr_imm);
        if (a->es > 1 && fast_dst_is_pair(x))
            turn = a->es / 2;
    }
    for (unsigned n = 0; n < a->es; n++) {
        uint32_t at = n < turn ? low + n * a->dst_stride : high + (n - turn) * a->dst_stride;
        addr[n] = at % FAST_GRF_BYTES;
    }
}

#define STORE(name, element)                                                                       \
    static void name(uint8_t *at, unsigned stride, uint32_t wren, const uint32_t *bits)            \
    {                                                                                              \
        FAST_EACH(n, wren)                                                                         \
        {                                                                                          \
            element e = (element)bits[n];                                                          \
            memcpy(at + n * stride, &e, sizeof e);                                                 \
        }                                                                                          \
    }
STORE(store_dwords, uint32_t)
STORE(store_words, uint16_t)
STORE(store_bytes, uint8_t)

static void store_grf(struct fast_run *x, const uint32_t *bits)
{
    const struct fast_alu *a = x->a;
    uint8_t *at = &x->t->grf[0][0] + a->dst.base;
    if (a->dst.place == FAST_GRF && !a->dst.wraps) {
        if (a->dst.bytes == 4)
            store_dwords(at, a->dst_stride, x->wren, bits);
        else if (a->dst.bytes == 2)
            store_words(at, a->dst_stride, x->wren, bits);
        else
            store_bytes(at, a->dst_stride, x->wren, bits);
        return;
    }
    uint16_t addr[EU_CHANNELS];
    fast_dst_addrs(x, addr);
    FAST_EACH(n, x->wren)
    fast_grf_write(x->t, addr[n], a->dst.bytes, bits[n]);
}

static void store_arf(struct fast_run *x, const uint32_t *bits)
{
    const struct fast_operand *dst = &x->a->dst;
    switch (dst->reg >> 4) {
    case EU_ARF_NULL:
        return;
    case EU_ARF_IP: /* 3.3.3.10: the first channel's value; the three low bits are dropped */
        if (!(x->wren & 1))
            return;
        x->t->ip = bits[0] & ~7u;
        x->effects |= FAST_WROTE_IP;
        return;
    default:
        FAST_EACH(n, x->wren)
        fast_arf_write(x, dst->reg, dst->base + n * x->a->dst_stride, dst->bytes, bits[n]);
    }
}

void fast_store(struct fast_run *x, const uint32_t *bits)
{
    if (x->a->dst.place == FAST_ARF)
        store_arf(x, bits);
    else if (x->a->dst.place != FAST_ACC)
        store_grf(x, bits);
}

void fast_put(struct fast_run *x, const uint32_t *bits)
{
    if (x->a->dst.place == FAST_ACC)
        put_explicit(x, bits);
    else
        fast_store(x, bits);
}

static void finish_lanes(struct fast_run *x)
{
    uint32_t bits[EU_CHANNELS];
    convert_lanes(x, bits);
    if (x->a->sets_flag)
        FAST_EACH(n, x->wren)
    fast_set_flag(x, n, condition_of(x, n, bits[n]));
    if (x->acc_enabled && !x->a->own_acc)
        put_implicit(x, bits);
    fast_put(x, bits);
}

/* Does one channel after the other where the destination may be the flag or accumulator of the
 * next. */
void fast_finish(struct fast_run *x)
{
    const struct fast_operand *dst = &x->a->dst;
    bool null = dst->place == FAST_ARF && dst->reg >> 4 == EU_ARF_NULL;
    bool apart = null || dst->place == FAST_GRF || dst->place == FAST_INDIRECT;
    if (apart || !(x->a->sets_flag || x->acc_enabled)) {
        finish_lanes(x);
        return;
    }
    uint32_t wren = x->wren;
    FAST_EACH(n, wren)
    {
        x->wren = 1u << n;
        finish_lanes(x);
    }
    x->wren = wren;
}
