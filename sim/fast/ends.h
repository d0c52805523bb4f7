/* The last part of vector handlers, for vector.c: from a result in host registers to flags and
 * destinations. */
#ifndef EULAB_SIM_FAST_ENDS_H
#define EULAB_SIM_FAST_ENDS_H

#include "sim/fast/convert.h"
#include "sim/fast/lanes.h"

#ifdef __AVX2__
#include "sim/float.h"

/* LANES: lanes are found by table. DWORDS: all lanes are dwords, and the result is packed. */
enum form {
    MODS = 1,
    FLOATS = 2,
    MASKED = 4,
    COMPARE = 8,
    SELECT = 16,
    LANES = 32,
    ROUNDS = 64,
    DWORDS = 128
};

/* The channels of the instruction that write. */
INLINE uint32_t writing_channels(uint8_t *grf, const struct fast_uop *u, uint32_t act,
                                 unsigned form, unsigned halves)
{
    uint32_t on = u->need ? act : UINT32_MAX;
    if (form & MASKED && !(form & SELECT) && !u->free)
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

INLINE enum fast_leave put_nothing(END_ARGS, unsigned halves)
{
    (void)low, (void)high, (void)on, (void)halves;
    return fast_next(FAST_PASS);
}
ENDS(put_nothing)

INLINE enum fast_leave put_packed(END_ARGS, unsigned halves)
{
    put_bytes(grf + u->d, low, mask_of(on));
    if (halves == 2)
        put_bytes(grf + u->d + EU_GRF_BYTES, high, mask_of(on >> 8));
    return fast_next(FAST_PASS);
}
ENDS(put_packed)

/* The lanes of an instruction without a mask. */
INLINE uint32_t all_lanes(const struct fast_uop *u, unsigned halves)
{
    return halves == 2 ? 0xffff : u->window;
}

/* The bytes of a piece that are written, of eight lanes @on. */
INLINE v8u piece_mask(const struct fast_odd *o, const struct fast_odd_piece *p, uint32_t on)
{
    return spread(o, p, mask_of(on)) & load(p->mask);
}

INLINE enum fast_leave put_one(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    (void)high, (void)halves;
    v8u m = on == 255 ? load(o->piece->mask) : piece_mask(o, o->piece, on);
    put_bytes(grf + u->d, spread(o, o->piece, low), m);
    return fast_next(FAST_PASS);
}
ENDS(put_one)

INLINE enum fast_leave put_joined(END_ARGS, unsigned halves)
{
    (void)halves;
    const struct fast_odd *o = fast_rest(u)->odd;
    const struct fast_odd_piece *p = o->piece;
    v8u m = piece_mask(o, p, on), n = piece_mask(o, p + 1, on >> 8);
    put_bytes(grf + u->d, blend_bytes(spread(o, p, low), spread(o, p + 1, high), n), m | n);
    return fast_next(FAST_PASS);
}
ENDS(put_joined)

INLINE enum fast_leave put_two(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    const struct fast_odd_piece *p = o->piece;
    v8u m = piece_mask(o, p, on), n = piece_mask(o, p + 1, halves == 2 ? on >> 8 : on);
    put_bytes(grf + u->d, spread(o, p, low), m);
    put_bytes(grf + u->d + EU_GRF_BYTES, spread(o, p + 1, high), n);
    return fast_next(FAST_PASS);
}
ENDS(put_two)

/* Converts the result ("bends" it) in the ways @how, a set of enum fast_odd_bend. */
INLINE v8u bent(const struct fast_odd *o, v8u v, unsigned how)
{
    __m256i high = (__m256i)all((uint32_t)o->high);
    if (how & FAST_TO_D)
        v = to_d(v);
    if (how & FAST_TO_UD)
        v = to_ud(v);
    if (how & FAST_CLAMP)
        v = (v8u)_mm256_max_epi32(_mm256_min_epi32((__m256i)v, high),
                                  (__m256i)all((uint32_t)o->low));
    if (how & FAST_AT_MOST)
        v = (v8u)_mm256_min_epu32((__m256i)v, high);
    if (how & FAST_SATURATE)
        v = saturate_float(v);
    return v;
}

/* The lanes whose flag is 1: NaN is taken from the value before conversion, zero and sign from the
 * value after it. @floats: it was a float before; @to_floats: it still is. */
INLINE uint32_t flags_of(const struct fast_odd *o, v8u before, v8u after, bool floats,
                         bool to_floats)
{
    uint32_t zero, less, truth;
    if (to_floats) {
        zero = signs((v8u)((v8f)after == 0));
        less = signs((v8u)((v8f)after < 0));
    } else {
        const __m128i up = _mm_loadl_epi64((const void *)&o->up);
        v8u top = (v8u)_mm256_sll_epi32((__m256i)after, up);
        zero = signs((v8u)(top == 0));
        less = signs(top);
    }
    truth = ((zero & o->if_zero) | (less & o->if_less)) ^ o->if_other;
    if (floats) {
        uint32_t nan = signs(unordered(before, before));
        truth = (truth & ~nan) | (nan & o->if_nan);
    }
    return truth & 0xff;
}

/* Converts the result in the ways @how, then writes the lanes @on. */
INLINE enum fast_leave put_converted(END_ARGS, unsigned halves, unsigned how)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    low = bent(o, low, how);
    high = halves == 2 ? bent(o, high, how) : low;
    return o->put_on(END_PASS);
}
INLINE enum fast_leave tell_converted(END_ARGS, unsigned halves, unsigned how, bool floats,
                                      bool to_floats)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    v8u a = bent(o, low, how), b = halves == 2 ? bent(o, high, how) : a;
    uint32_t truth = flags_of(o, low, a, floats, to_floats);
    if (halves == 2)
        truth |= flags_of(o, high, b, floats, to_floats) << 8;
    set_flags(grf, u, on, truth);
    if (how & FAST_ADDRESS)
        a &= load(o->piece[0].mask);
    return o->put_on(FAST_PASS, a, b, on);
}
#define BENT(name, what)                                                                           \
    INLINE enum fast_leave name(END_ARGS, unsigned halves)                                         \
    {                                                                                              \
        return what;                                                                               \
    }                                                                                              \
    ENDS(name)
#define PUT_BENT(name, how) BENT(name, put_converted(END_PASS, halves, how))
PUT_BENT(put_d, FAST_TO_D)
PUT_BENT(put_ud, FAST_TO_UD)
PUT_BENT(put_short, FAST_TO_D | FAST_CLAMP)
PUT_BENT(put_clamped, FAST_CLAMP)
PUT_BENT(put_saturated, FAST_SATURATE)
BENT(tell_ints, tell_converted(END_PASS, halves, 0, false, false))
BENT(tell_floats, tell_converted(END_PASS, halves, 0, true, true))

/* Any other set. */
INLINE enum fast_leave put_bent(END_ARGS, unsigned halves)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    unsigned how = o->bend;
    if (how & FAST_TELL && eu_types[o->type].kind == EU_KIND_FLOAT)
        return tell_converted(END_PASS, halves, how, o->floats, true);
    if (how & FAST_TELL)
        return tell_converted(END_PASS, halves, how, o->floats, false);
    low = bent(o, low, how);
    high = halves == 2 ? bent(o, high, how) : low;
    if (how & FAST_ADDRESS)
        low &= load(o->piece[0].mask);
    return o->put_on(END_PASS);
}
ENDS(put_bent)

/* What comes when it is known which lanes are written. */
#define END_ROW(name)                                                                              \
    {                                                                                              \
        name##_8, name##_16                                                                        \
    }
static void set_ends(struct fast_odd *o, bool nowhere, bool wide)
{
    static fast_odd_end *const puts[][2] = {
        [FAST_PUT_PACKED] = END_ROW(put_packed), [FAST_PUT_ONE] = END_ROW(put_one),
        [FAST_PUT_JOINED] = END_ROW(put_joined), [FAST_PUT_TWO] = END_ROW(put_two),
        [FAST_PUT_LANES] = END_ROW(put_lanes),
    };
    static fast_odd_end *const bends[][2] = {[FAST_TO_D] = END_ROW(put_d),
                                             [FAST_TO_UD] = END_ROW(put_ud),
                                             [FAST_TO_D | FAST_CLAMP] = END_ROW(put_short),
                                             [FAST_CLAMP] = END_ROW(put_clamped),
                                             [FAST_SATURATE] = END_ROW(put_saturated)};
    static fast_odd_end *const any[] = END_ROW(put_bent), *const ints[] = END_ROW(tell_ints),
                               *const floats[] = END_ROW(tell_floats),
                               *const none[] = END_ROW(put_nothing);
    bool to_floats = eu_types[o->type].kind == EU_KIND_FLOAT;
    o->put_on = nowhere ? none[wide] : puts[o->put & FAST_PUT_WAY][wide];
    if (!o->bend)
        o->bent = o->put_on;
    else if (o->bend == FAST_TELL && (to_floats || !o->floats))
        o->bent = to_floats ? floats[wide] : ints[wide];
    else
        o->bent = o->bend <= FAST_SATURATE && bends[o->bend][0] ? bends[o->bend][wide] : any[wide];
}

/* Writes the enabled lanes, whatever @on says. */
INLINE enum fast_leave put_enabled(END_ARGS, unsigned halves)
{
    on = writing_channels(grf, u, act, MASKED, halves);
    return fast_rest(u)->odd->bent(END_PASS);
}
ENDS(put_enabled)

/* The same for `sel`. */
INLINE enum fast_leave put_chosen(END_ARGS, unsigned halves)
{
    on = writing_channels(grf, u, act, MASKED | SELECT, halves);
    return fast_rest(u)->odd->bent(END_PASS);
}
ENDS(put_chosen)

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
    return fast_rest(u)->odd->put_on(END_PASS);
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

/* The micro-op before @next: computed where it is needed, so that no register keeps it. */
INLINE struct fast_uop *before(struct fast_uop *next)
{
    __asm__("" : "+r"(next));
    return next - 1;
}

/* Writes a result to odd operands, or with rare conditions. */
INLINE enum fast_leave write_odd(FAST_ARGS, struct fast_uop *next, v8u low, v8u high,
                                 unsigned halves, unsigned form)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    uint8_t how = form & DWORDS ? FAST_PUT_PACKED : o->put;
    bool part = how & FAST_PUT_SOME || u->need & ~act;
    if (form & COMPARE)
        return END(put_truth)(x, before(next), grf, act, left, low, high, all_lanes(u, halves));
    if (part && form & SELECT)
        return END(put_chosen)(x, before(next), grf, act, left, low, high, 0);
    if (part)
        return END(put_enabled)(x, before(next), grf, act, left, low, high, 0);
    if (halves == 1 && how == FAST_PUT_ONE) {
        put_bytes(grf + u->d, spread(o, o->piece, low), load(o->piece[0].mask));
        return fast_jump(x, next, grf, act, left);
    }
    if (how != FAST_PUT_PACKED)
        return END(put_all)(x, before(next), grf, act, left, low, high, 0);
    put(grf + u->d, low);
    if (halves == 2)
        put(grf + u->d + EU_GRF_BYTES, high);
    return fast_jump(x, next, grf, act, left);
}

#endif
#endif
