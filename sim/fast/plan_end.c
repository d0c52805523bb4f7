/* Results of plans: conversion and saturation, then flags, accumulator and destination, as
 * alu_store.c and any_store.c have them. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/convert.h"

#define MAGIC 0x1.8p52 /* its sum with an integer has it in the low bits */
enum { HALF_NAN = 0x7e00, HALF_LEAST = 0x400, HALF_DROPPED = 0x1fff, HALF_TIE = 0x1000 };

/* --- from integers --- */

static void saturate_ints(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    const v4q flip = plan_all(p->flip), low = plan_all(p->low), high = plan_all(p->high);
    PLAN_FOURS(k)
    {
        v4q v = x->r.q[k];
        v = plan_choose(v, high, (v ^ flip) > (high ^ flip));
        x->r.q[k] = plan_choose(v, low, (v ^ flip) < (low ^ flip));
    }
}

static void narrow(struct plan_run *x)
{
    PLAN_EIGHTS(k)
    x->r.w[k] = plan_low(x->r.q[2 * k], x->r.q[2 * k + 1]);
}

/* s[0] keeps the exact values for accumulators. */
static void ints_to_ints(struct plan_run *x)
{
    if (x->acc || x->p->dst.kind)
        x->s[0] = x->r;
    if (x->p->saturates)
        saturate_ints(x);
    if (x->p->bytes < 8)
        narrow(x);
}

static void put_half(struct plan_run *x);

static void ints_to_floats(struct plan_run *x)
{
    float f[PLAN_LANES];
    if (x->p->small)
        narrow(x);
    else
        for (unsigned n = 0; n < x->p->es; n++)
            f[n] = (float)x->r.q[n / 4][n % 4];
    PLAN_EIGHTS(k)
    {
        v8u v = x->p->small ? (v8u)_mm256_cvtepi32_ps((__m256i)x->r.w[k]) : load(f + 8 * k);
        x->r.w[k] = x->p->saturates ? saturate_float(v) : v;
    }
    if (x->p->bytes == 2)
        put_half(x);
}

/* --- from floats --- */

/* To halves. A float that was rounded already is rounded right unless it is a tie, or so small that
 * ties are elsewhere. */
static void put_half(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    const v8u least = all(CONVERT_HALF_MIN);
    PLAN_EIGHTS(k)
    {
        v8u v = x->r.w[k], size = v & all(~EU_F_SIGN), nan = unordered(v, v);
        v8u sign = v >> 16 & 0x8000, tiny = (v8u)(size < least);
        v8u doubt = (v8u)((v & HALF_DROPPED) == HALF_TIE) | (tiny & (v8u)(size != 0));
        __m128i words = _mm256_cvtps_ph((__m256)v, _MM_FROUND_TO_NEAREST_INT);
        v8u h = (v8u)_mm256_cvtepu16_epi32(words);
        uint32_t on = x->on >> 8 * k & 255;
        if (!p->exact)
            x->failed |= (signs(doubt) & on) != 0;
        if (p->raw)
            x->failed |= (signs(nan) & on) != 0;
        else if (!x->keeps_half) /* as if exponents had no end; then zero */
            h = blend(h, sign | ((v8u)(size >= least - 0x400) & HALF_LEAST), tiny);
        x->r.w[k] = blend(h, all(HALF_NAN), nan);
    }
}

static void floats_to_floats(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    x->nan = 0;
    PLAN_EIGHTS(k)
    {
        v8u v = x->r.w[k], nan = unordered(v, v);
        x->nan |= signs(nan) << 8 * k;
        v = p->settles ? blend(v, all(EU_F_NAN), nan) : v;
        x->r.w[k] = p->saturates ? saturate_float(v) : v;
    }
    if (x->p->bytes == 2)
        put_half(x);
}

/* Numbers out of range become the nearest; a NaN becomes 0. */
static void floats_to_ints(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    const __m256i low = (__m256i)all((uint32_t)p->low), high = (__m256i)all((uint32_t)p->high);
    x->nan = 0;
    PLAN_EIGHTS(k)
    {
        v8u v = x->r.w[k];
        x->nan |= signs(unordered(v, v)) << 8 * k;
        v = x->p->type == EU_TYPE_UD ? to_ud(v) : to_d(v);
        if (x->p->bytes < 4)
            v = (v8u)_mm256_max_epi32(_mm256_min_epi32((__m256i)v, high), low);
        x->r.w[k] = v;
    }
}

static int64_t to_q(double d, bool is_signed)
{
    if (d != d || (!is_signed && d <= 0))
        return 0;
    if (is_signed)
        return d >= 0x1p63 ? INT64_MAX : d < -0x1p63 ? INT64_MIN : (int64_t)d;
    return d >= 0x1p64 ? -1 : (int64_t)(uint64_t)d;
}

static void doubles_to_quads(struct plan_run *x)
{
    for (unsigned n = 0; n < x->p->es; n++)
        x->r.q[n / 4][n % 4] = to_q(x->r.d[n / 4][n % 4], x->p->type == EU_TYPE_Q);
}

static void find_nan(struct plan_run *x)
{
    x->nan = 0;
    PLAN_FOURS(k)
    x->nan |= (uint32_t)_mm256_movemask_pd((__m256d)(x->r.d[k] != x->r.d[k])) << 4 * k;
}

/* --- from doubles --- */

static void doubles_to_doubles(struct plan_run *x)
{
    const struct fast_plan *p = x->p;
    find_nan(x);
    PLAN_FOURS(k)
    {
        v4q v = x->r.q[k], nan = (v4q)(x->r.d[k] != x->r.d[k]), one = plan_all(0x3ff0000000000000);
        v = p->settles ? plan_choose(v, plan_all(CONVERT_D_NAN), nan) : v;
        if (p->saturates) {
            v = v & ~nan & ~(v < 0);
            v = plan_choose(v, one, v > one);
        }
        x->r.q[k] = v;
    }
}

/* Gen7 cuts off what a float does not hold; only normal numbers and zeros are done here. */
static v4q cut_double(struct plan_run *x, v4q v, unsigned first)
{
    const v4q size = v & INT64_MAX, bias = plan_all((int64_t)896 << 52);
    v4q usual = (size >= (int64_t)897 << 52) & (size < (int64_t)1151 << 52), zero = size == 0;
    x->failed |= ((uint32_t)_mm256_movemask_pd((__m256d) ~(usual | zero)) << first & x->on) != 0;
    return (v4q)((v4uq)v >> 63 << 31) | ((v4q)((v4uq)(size - bias) >> 29) & usual);
}

static void doubles_to_floats(struct plan_run *x)
{
    find_nan(x);
    PLAN_EIGHTS(k)
    {
        v4q *q = x->r.q + 2 * k;
        v8u v;
        if (x->p->any) {
            __m128 low = _mm256_cvtpd_ps((__m256d)q[0]), high = _mm256_cvtpd_ps((__m256d)q[1]);
            v = (v8u)_mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
        } else {
            v = plan_low(cut_double(x, q[0], 8 * k),
                         x->p->fours > 1 ? cut_double(x, q[1], 8 * k + 4) : q[0]);
        }
        v = blend(v, all(EU_F_NAN), unordered(v, v));
        x->r.w[k] = x->p->saturates ? saturate_float(v) : v;
    }
}

static void doubles_to_ints(struct plan_run *x)
{
    const v4d low = (v4d){} + (double)x->p->low, high = (v4d){} + (double)x->p->high;
    find_nan(x);
    PLAN_FOURS(k)
    {
        v4d d = (v4d)((v4q)x->r.d[k] & (v4q)(x->r.d[k] == x->r.d[k]));
        d = (v4d)_mm256_max_pd(_mm256_min_pd((__m256d)d, (__m256d)high), (__m256d)low);
        d = (v4d)_mm256_round_pd((__m256d)d, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
        x->r.q[k] = (v4q)(d + MAGIC);
    }
    narrow(x);
}

static void doubles_to_q(struct plan_run *x)
{
    find_nan(x);
    doubles_to_quads(x);
}

/* What a comparison found, as many bits as the destination has. */
static void truths_to_dst(struct plan_run *x)
{
    bool quads = x->p->domain != PLAN_FLOATS, wide = x->p->bytes == 8;
    if (quads && !wide)
        narrow(x);
    if (quads || !wide)
        return;
    for (unsigned k = x->p->fours; k-- > 0;)
        x->r.q[k] = (v4q)_mm256_cvtepi32_epi64(plan_half((const uint8_t *)&x->r + 16 * k));
}

plan_stage *plan_convert_of(enum plan_domain domain, const struct fast_alu *a)
{
    bool to_float = fast_is_float(a->dst.type), wide = eu_types[a->dst.type].bytes == 8;
    if (a->id == EU_OP_CMP || a->id == EU_OP_CMPN)
        return truths_to_dst;
    if (domain == PLAN_INTS)
        return !to_float ? ints_to_ints : wide ? NULL : ints_to_floats;
    if (domain == PLAN_FLOATS)
        return wide ? NULL : to_float ? floats_to_floats : floats_to_ints;
    if (to_float)
        return wide ? doubles_to_doubles : a->dst.type == EU_TYPE_F ? doubles_to_floats : NULL;
    return wide ? doubles_to_q : doubles_to_ints;
}

/* --- flags --- */

struct order {
    uint32_t zero, less;
};

static struct order order_of_quads(const struct plan_run *x)
{
    struct order o = {0, 0};
    bool is_float = x->p->type == EU_TYPE_DF, is_signed = x->p->type == EU_TYPE_Q;
    PLAN_FOURS(k)
    {
        v4q v = x->r.q[k];
        v4q zero = is_float ? (v4q)(x->r.d[k] == 0) : v == 0,
            less = is_float ? (v4q)(x->r.d[k] < 0) : v;
        o.zero |= (uint32_t)_mm256_movemask_pd((__m256d)zero) << 4 * k;
        if (is_float || is_signed)
            o.less |= (uint32_t)_mm256_movemask_pd((__m256d)less) << 4 * k;
    }
    return o;
}

static struct order order_of_lanes(const struct plan_run *x)
{
    struct order o = {0, 0};
    unsigned type = x->p->type, spare = 32 - 8 * eu_types[type].bytes;
    bool is_signed = fast_is_signed(type) || type == EU_TYPE_HF;
    PLAN_EIGHTS(k)
    {
        v8u v = x->r.w[k], size = x->r.w[k] << spare;
        if (type == EU_TYPE_HF)
            size = v & (x->keeps_half ? 0x7fff : 0x7c00);
        v8u zero = type == EU_TYPE_F ? (v8u)((v8f)v == 0) : (v8u)(size == 0);
        v8u less = type == EU_TYPE_F ? (v8u)((v8f)v < 0) : v << spare;
        o.zero |= signs(zero) << 8 * k;
        if (is_signed || type == EU_TYPE_F)
            o.less |= signs(less & ~zero) << 8 * k;
    }
    return o;
}

/* Zero and sign are the final value's, a NaN is one from before (E06). */
static void set_flags(struct plan_run *x, uint32_t truth)
{
    uint32_t *f = &x->t->f[x->p->flag_reg];
    unsigned by = -x->p->flag_bit & 31;
    uint32_t on = fast_ror(x->on, by), bits = fast_ror(truth, by);
    *f = (*f & ~on) | (bits & on);
}

static uint32_t condition(const struct plan_run *x)
{
    struct order o = x->p->bytes == 8 ? order_of_quads(x) : order_of_lanes(x);
    uint32_t nan = x->p->domain == PLAN_INTS ? 0 : x->nan, is = 0;
    unsigned cmod = x->p->cmod;
    if (cmod == 1 || cmod == 4 || cmod == 6)
        is |= o.zero;
    if (cmod == 2 || cmod == 5 || cmod == 6)
        is |= o.less & ~o.zero;
    if (cmod == 2 || cmod == 3 || cmod == 4)
        is |= ~(o.zero | o.less);
    return cmod == 2 ? is | nan : is & ~nan;
}

static uint32_t found(const struct plan_run *x)
{
    uint32_t truth = 0;
    if (x->p->domain == PLAN_FLOATS) {
        PLAN_EIGHTS(k)
        truth |= signs(x->r.w[k]) << 8 * k;
        return truth;
    }
    PLAN_FOURS(k)
    truth |= (uint32_t)_mm256_movemask_pd((__m256d)x->r.d[k]) << 4 * k;
    return truth;
}

/* --- accumulators --- */

/* Four lanes of the final value, with their sign. */
static v4q final_of(const struct plan_run *x, unsigned k)
{
    const v4q all_bits = plan_all(-1);
    unsigned type = x->p->type, bits = 8 * eu_types[type].bytes;
    if (bits == 64)
        return x->r.q[k];
    v4q v = (v4q)_mm256_cvtepi32_epi64(plan_half((const uint8_t *)&x->r + 16 * k));
    if (fast_is_float(type) || fast_is_signed(type))
        return plan_extend(v, bits);
    return v & (v4q)((v4uq)all_bits >> (64 - bits));
}

/* An integer is written before it is narrowed; into a destination also before it is saturated. */
static void put_accumulator(struct plan_run *x, struct plan_acc acc, bool final)
{
    bool exact = x->p->domain == PLAN_INTS && !fast_is_float(x->p->type) && !final;
    PLAN_FOURS(k)
    plan_acc_put(x->t, acc, k, exact ? x->s[0].q[k] : final_of(x, k), x->on >> 4 * k);
}

static void put_own(struct plan_run *x)
{
    PLAN_FOURS(k)
    plan_acc_put(x->t, x->p->own, k, x->s[2].q[k], x->on >> 4 * k);
}

/* --- destination --- */

/* Lanes of @size bytes; the usual number of them, all enabled, is faster. */
#define PUT_EACH(name, type, size)                                                                 \
    INLINE void name(const struct plan_run *x)                                                     \
    {                                                                                              \
        const uint8_t *from = (const uint8_t *)&x->r;                                              \
        const unsigned stride = x->p->stride;                                                      \
        uint8_t *to = x->to;                                                                       \
        uint32_t on = x->on;                                                                       \
        for (; (on & 15) == 15; on >>= 4, from += 4 * (size), to += 4 * stride) {                  \
            memcpy(to, from, sizeof(type));                                                        \
            memcpy(to + stride, from + (size), sizeof(type));                                      \
            memcpy(to + 2 * stride, from + 2 * (size), sizeof(type));                              \
            memcpy(to + 3 * stride, from + 3 * (size), sizeof(type));                              \
        }                                                                                          \
        for (; on; on &= on - 1) {                                                                 \
            unsigned n = (unsigned)__builtin_ctz(on);                                              \
            memcpy(to + n * stride, from + (size)*n, sizeof(type));                                \
        }                                                                                          \
    }
PUT_EACH(put_bytes_each, uint8_t, 4)
PUT_EACH(put_words_each, uint16_t, 4)
PUT_EACH(put_dwords_each, uint32_t, 4)
PUT_EACH(put_quads_each, uint64_t, 8)

/* Elements that lie side by side, and whose vectors end inside the register file. */
static void put_whole(struct plan_run *x)
{
    if (x->p->bytes == 4) {
        PLAN_EIGHTS(k)
        put_bytes(x->to + 32 * k, x->r.w[k], mask_of(x->on >> 8 * k));
        return;
    }
    PLAN_FOURS(k)
    put_bytes(x->to + 32 * k, (v8u)x->r.q[k], (v8u)plan_mask(x->on >> 4 * k));
}

static void put_dst(struct plan_run *x)
{
    if (x->p->whole)
        put_whole(x);
    else if (x->p->bytes == 4)
        put_dwords_each(x);
    else if (x->p->bytes == 2)
        put_words_each(x);
    else if (x->p->bytes == 1)
        put_bytes_each(x);
    else
        put_quads_each(x);
}

/* All of it: flags, accumulator, destination. */
static void put_all(struct plan_run *x, uint32_t truth)
{
    const struct fast_plan *p = x->p;
    if (p->sets_flag)
        set_flags(x, truth);
    if (x->acc && p->own_acc)
        put_own(x);
    else if (x->acc)
        put_accumulator(x, x->p->own, false);
    if (x->p->dst.kind)
        put_accumulator(x, p->dst, p->saturates);
    else if (x->to)
        put_dst(x);
}

/* Converts the result, and writes it unless this failed. */
void plan_end(struct plan_run *x)
{
    bool compares = x->p->id == EU_OP_CMP || x->p->id == EU_OP_CMPN;
    uint32_t truth = compares && x->p->sets_flag ? found(x) : 0;
    x->p->convert(x);
    if (x->failed)
        return;
    if (x->p->sets_flag && !compares)
        truth = condition(x);
    put_all(x, truth);
}
#endif
