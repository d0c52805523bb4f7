/* The last part of vector handlers, for vector.c: from a result in host registers to flags and
 * destinations. */
#ifndef EULAB_SIM_FAST_ENDS_H
#define EULAB_SIM_FAST_ENDS_H

#include "sim/fast/convert.h"
#include "sim/fast/lanes.h"

#ifdef __AVX2__
#include "sim/float.h"

/* LANES: lanes are found by table. DWORDS: all lanes are dwords, and the result is packed. ACC: the
 * third source is an accumulator. */
enum form {
    MODS = 1,
    FLOATS = 2,
    MASKED = 4,
    COMPARE = 8,
    SELECT = 16,
    LANES = 32,
    ROUNDS = 64,
    DWORDS = 128,
    ACC = 256
};

/* The channels of the instruction that write. */
INLINE uint32_t writing_channels(uint8_t *grf, const struct fast_uop *u, uint32_t act,
                                 unsigned form, unsigned halves)
{
    uint32_t on = u->need ? act : UINT32_MAX;
    if (form & MASKED && !(form & SELECT))
        on &= fast_predicate(grf, u);
    on >>= u->group;
    return halves == 2 ? on & 0xffff : on & u->window;
}

INLINE void set_flags(uint8_t *grf, const struct fast_uop *u, uint32_t on, uint32_t truth)
{
    uint32_t *f = &fast_thread(grf)->f[fast_flag_reg(u)];
    on <<= fast_flag_shift(u);
    *f = (*f & ~on) | (truth << fast_flag_shift(u) & on);
}

/* --- ends of handlers with odd operands: the rarer cases are separate functions, so that few
 * registers are needed before --- */

#define END_ARGS FAST_ARGS, v8u low, v8u high, uint32_t on
#define END_PASS FAST_PASS, low, high, on
#define ENDS(name)                                                                                 \
    static __attribute__((noinline)) enum fast_leave name##_8(END_ARGS)                            \
    {                                                                                              \
        return name(END_PASS, 1);                                                                  \
    }                                                                                              \
    static __attribute__((noinline)) enum fast_leave name##_16(END_ARGS)                           \
    {                                                                                              \
        return name(END_PASS, 2);                                                                  \
    }
#define END(name) (halves == 2 ? name##_16 : name##_8)

INLINE enum fast_leave put_lanes(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    put_each(o, grf + u->d, low, on);
    if (halves == 2)
        put_each(o, grf + u->d + 8 * o->stride, high, on >> 8);
    return fast_next(FAST_PASS);
}
ENDS(put_lanes)

INLINE enum fast_leave put_floats(END_ARGS, unsigned halves)
{
    put_acc(grf + u->d, low, mask_of(on));
    if (halves == 2)
        put_acc(grf + u->d + 8 * ACC_BYTES, high, mask_of(on >> 8));
    return fast_next(FAST_PASS);
}
ENDS(put_floats)

/* Writes the lanes @on. */
INLINE enum fast_leave put_on(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    const struct fast_odd_piece *p = o->piece;
    uint8_t *at = grf + u->d;
    v8u m = mask_of(on), n = halves == 2 ? mask_of(on >> 8) : m;
    unsigned way = o->put & FAST_PUT_WAY;
    if (way == FAST_PUT_LANES)
        return END(put_lanes)(END_PASS);
    if (way == FAST_PUT_ACC)
        return END(put_floats)(END_PASS);
    if (way != FAST_PUT_PACKED) {
        low = spread(o, p, low), m = spread(o, p, m) & load(p->mask);
        high = spread(o, p + 1, high), n = spread(o, p + 1, n) & load(p[1].mask);
    }
    if (way == FAST_PUT_JOINED) {
        put_bytes(at, blend_bytes(low, high, n), m | n);
        return fast_next(FAST_PASS);
    }
    put_bytes(at, low, m);
    if (halves == 2 || way == FAST_PUT_TWO)
        put_bytes(at + EU_GRF_BYTES, high, n);
    return fast_next(FAST_PASS);
}
ENDS(put_on)

INLINE v8u bend(const struct fast_odd *o, v8u v)
{
    __m256i high = (__m256i)all((uint32_t)o->high);
    if (o->bend & FAST_TO_D)
        v = to_d(v);
    if (o->bend & FAST_TO_UD)
        v = to_ud(v);
    if (o->bend & FAST_CLAMP)
        v = (v8u)_mm256_max_epi32(_mm256_min_epi32((__m256i)v, high),
                                  (__m256i)all((uint32_t)o->low));
    if (o->bend & FAST_AT_MOST)
        v = (v8u)_mm256_min_epu32((__m256i)v, high);
    if (o->bend & FAST_SATURATE)
        v = saturate_float(v);
    return v;
}

/* The lanes whose flag is 1: NaN is taken from the value before conversion, zero and sign from the
 * value after it. */
INLINE uint32_t flags_of(const struct fast_odd *o, v8u before, v8u after)
{
    const struct eu_type_info *type = &eu_types[o->type];
    uint32_t nan = o->floats ? signs(unordered(before, before)) : 0, zero, less;
    if (type->kind == EU_KIND_FLOAT) {
        zero = signs((v8u)((v8f)after == 0));
        less = signs((v8u)((v8f)after < 0));
    } else {
        after <<= 32 - 8 * type->bytes;
        zero = signs((v8u)(after == 0));
        less = type->kind == EU_KIND_INT ? signs(after) : 0;
    }
    uint32_t greater = ~(zero | less), truth = 0;
    truth |= o->truths & FAST_LESS ? less : 0;
    truth |= o->truths & FAST_EQUAL ? zero : 0;
    truth |= o->truths & FAST_GREATER ? greater : 0;
    return ((truth & ~nan) | (o->truths & FAST_UNORDERED ? nan : 0)) & 0xff;
}

/* Converts the result ("bends" it), then writes the lanes @on. */
INLINE enum fast_leave put_bent(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    v8u a = bend(o, low), b = halves == 2 ? bend(o, high) : a;
    if (o->bend & FAST_TELL)
        set_flags(grf, u, on, flags_of(o, low, a) | (halves == 2 ? flags_of(o, high, b) << 8 : 0));
    if (u->kind[2] == FAST_NOWHERE)
        return fast_next(FAST_PASS);
    if (o->bend & FAST_ADDRESS)
        a &= load(o->piece[0].mask);
    return END(put_on)(FAST_PASS, a, b, on);
}
ENDS(put_bent)

/* Writes the enabled lanes, whatever @on says. */
INLINE enum fast_leave put_enabled(END_ARGS, unsigned halves)
{
    on = writing_channels(grf, u, act, MASKED, halves);
    if (fast_rest(u)->odd->put & FAST_PUT_BENT)
        return END(put_bent)(END_PASS);
    return END(put_on)(END_PASS);
}
ENDS(put_enabled)

/* The same for `sel`. */
INLINE enum fast_leave put_chosen(END_ARGS, unsigned halves)
{
    on = writing_channels(grf, u, act, MASKED | SELECT, halves);
    if (fast_rest(u)->odd->put & FAST_PUT_BENT)
        return END(put_bent)(END_PASS);
    return END(put_on)(END_PASS);
}
ENDS(put_chosen)

/* The lanes of an instruction without a mask. */
INLINE uint32_t all_lanes(const struct fast_uop *u, unsigned halves)
{
    return halves == 2 ? 0xffff : u->window;
}

/* Writes all lanes, whatever @on says, in two pieces or one by one. */
INLINE enum fast_leave put_all(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    const struct fast_odd_piece *p = o->piece;
    uint8_t *at = grf + u->d;
    v8u m = load(p->mask), n = load(p[1].mask);
    on = all_lanes(u, halves);
    if ((o->put & FAST_PUT_WAY) == FAST_PUT_LANES)
        return END(put_lanes)(END_PASS);
    low = spread(o, p, low), high = spread(o, p + 1, high);
    if (o->put & FAST_PUT_WHOLE) {
        put(at, blend_bytes(low, high, n));
        return fast_next(FAST_PASS);
    }
    if ((o->put & FAST_PUT_WAY) == FAST_PUT_JOINED) {
        put_bytes(at, blend_bytes(low, high, n), m | n);
        return fast_next(FAST_PASS);
    }
    put_bytes(at, low, m);
    put_bytes(at + EU_GRF_BYTES, high, n);
    return fast_next(FAST_PASS);
}
ENDS(put_all)

/* Stores the result of a comparison: first the flags, of the enabled channels or of all. */
INLINE enum fast_leave put_truth(END_ARGS, unsigned halves)
{
    if (!u->free || u->need & ~act) /* otherwise it need not wait for the flag */
        on = writing_channels(grf, u, act, MASKED, halves);
    set_flags(grf, u, on, signs(low) | (halves == 2 ? signs(high) << 8 : 0));
    if (u->kind[2] == FAST_NOWHERE)
        return fast_next(FAST_PASS);
    return END(put_on)(END_PASS);
}
ENDS(put_truth)

/* A rounded result contains a NaN, which becomes the default NaN. */
INLINE enum fast_leave replace_nan(FAST_ARGS, v8u low, v8u high, unsigned halves)
{
    v8u r[2] = {blend(low, all(EU_F_NAN), unordered(low, low)),
                blend(high, all(EU_F_NAN), unordered(high, high))};
    if (fast_rest(u)->odd)
        return END(put_enabled)(FAST_PASS, r[0], r[1], 0);
    uint32_t on = writing_channels(grf, u, act, MASKED, halves);
    for (unsigned h = 0; h < halves; h++)
        put_bytes(grf + u->d + 32 * h, r[h], mask_of(on >> 8 * h));
    return fast_next(FAST_PASS);
}
static __attribute__((noinline)) enum fast_leave settle_8(FAST_ARGS, v8u low)
{
    return replace_nan(FAST_PASS, low, low, 1);
}
static __attribute__((noinline)) enum fast_leave settle_16(FAST_ARGS, v8u low, v8u high)
{
    return replace_nan(FAST_PASS, low, high, 2);
}

/* --- for all handlers --- */

/* Writes a result of packed dwords for the active channels; @u is the next micro-op already. */
INLINE enum fast_leave put_active(FAST_ARGS, v8u low, v8u high, unsigned halves)
{
    const uint32_t *mask = x->mask + u[-1].group;
    uint8_t *dst = grf + u[-1].d;
    put(dst, blend(load(dst), low, load(mask)));
    if (halves == 2)
        put(dst + EU_GRF_BYTES, blend(load(dst + EU_GRF_BYTES), high, load(mask + 8)));
    return fast_jump(FAST_PASS);
}
static __attribute__((noinline)) enum fast_leave put_active_8(FAST_ARGS, v8u low)
{
    return put_active(FAST_PASS, low, low, 1);
}
static __attribute__((noinline)) enum fast_leave put_active_16(FAST_ARGS, v8u low, v8u high)
{
    return put_active(FAST_PASS, low, high, 2);
}

/* Writes a result of packed dwords; @part: only for the channels @on. */
INLINE enum fast_leave write_packed(FAST_ARGS, struct fast_uop *next, v8u low, v8u high,
                                    unsigned halves, unsigned form, bool part, uint32_t on)
{
    v8u r[2] = {low, high};
    if (FAST_UNLIKELY(part) && !(form & MASKED))
        return halves == 2 ? put_active_16(x, next, grf, act, left, low, high)
                           : put_active_8(x, next, grf, act, left, low);
    for (unsigned h = 0; h < halves; h++) {
        uint8_t *dst = grf + u->d + 32 * h;
        put(dst, part ? blend(load(dst), r[h], mask_of(on >> 8 * h)) : r[h]);
    }
    return fast_jump(x, next, grf, act, left);
}

/* Writes a result to odd operands, or with rare conditions. */
INLINE enum fast_leave write_odd(FAST_ARGS, struct fast_uop *next, v8u low, v8u high,
                                 unsigned halves, unsigned form)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    uint8_t how = form & DWORDS ? FAST_PUT_PACKED : o->put;
    bool part = how & FAST_PUT_SOME || u->need & ~act;
    if (form & COMPARE)
        return END(put_truth)(FAST_PASS, low, high, all_lanes(u, halves));
    if (part && form & SELECT)
        return END(put_chosen)(FAST_PASS, low, high, 0);
    if (part)
        return END(put_enabled)(FAST_PASS, low, high, 0);
    if (halves == 1 && how == FAST_PUT_ONE) {
        put_bytes(grf + u->d, spread(o, o->piece, low), load(o->piece[0].mask));
        return fast_jump(x, next, grf, act, left);
    }
    if (how != FAST_PUT_PACKED)
        return END(put_all)(FAST_PASS, low, high, 0);
    put(grf + u->d, low);
    if (halves == 2)
        put(grf + u->d + EU_GRF_BYTES, high);
    return fast_jump(x, next, grf, act, left);
}

#endif
#endif
