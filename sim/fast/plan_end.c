/* The conversion of a plan's result to the type of the destination, with saturation. Behind it, a0
 * has eight lanes of at most 32 bits, or a0 and a1 have those of 64; of floats and doubles, c has
 * the lanes that were a NaN; of integers, b has the exact value; of halves, b0 has their words,
 * too. Where the plan tells what is past the destination, c has those lanes. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/convert.h"
#include "sim/fast/plan_numbers.h"

/* --- to halves --- */

/* As if exponents had no end; then what is too small becomes zero. */
INLINE v8u with_least_half(v8u v)
{
    v8i size = (v8i)(v & fixed(FAST_SIZE));
    return v & ((v8u)(size > (v8i)fixed(FAST_HALF_ZERO)) | fixed(FAST_SIGN));
}
INLINE v8u halves_of(v8u v)
{
    return (v8u)_mm256_cvtepu16_epi32(words_of_floats(v));
}
/* Where a float may be rounded once more, and there is no NaN but the default one. */
static enum fast_leave to_half_again(PLAN_ARGS)
{
    v8u v = (v8u)a0;
    __m128i words = words_of_floats(plan_keeps_half(grf) ? v : with_least_half(v));
    b0 = (v4q)_mm256_castsi128_si256(words);
    a0 = (v4q)_mm256_cvtepu16_epi32(words);
    return p->put(PLAN_PASS);
}

/* Ties among numbers whose halves are denormals, which are odd multiples of 2^-25. If they become
 * zeros there is one: between zero and the least normal half. */
INLINE v8u is_small_tie(v8u size, bool keeps)
{
    v8f units = (v8f)size * 0x1p25f;
    __m256i whole = _mm256_cvtps_epi32((__m256)units);
    v8u odd = (v8u)((v8f)_mm256_cvtepi32_ps(whole) == units) & (v8u)_mm256_slli_epi32(whole, 31);
    return keeps ? odd : (v8u)(size == fixed(FAST_HALF_ZERO) + 1);
}

/* A float that was rounded already is rounded right unless it is a tie. */
static enum fast_leave to_half(PLAN_ARGS)
{
    v8u v = (v8u)a0, nan = unordered(v, v), doubt = all(0);
    if (!p->exact) {
        v8i size = (v8i)(v & fixed(FAST_SIZE));
        v8u small = (v8u)(size <= (v8i)fixed(FAST_HALF_BELOW));
        v8u tie = (v8u)((v & fixed(FAST_HALF_DROPPED)) == fixed(FAST_HALF_TIE));
        doubt = blend(tie, is_small_tie((v8u)size, plan_keeps_half(grf)), small);
    }
    if (!p->exact || p->raw) {
        uint32_t bad = signs(p->raw ? doubt | nan : doubt);
        if (FAST_UNLIKELY(bad && bad & x->on))
            return plan_fail(FAST_PASS, p);
    }
    v = p->raw || plan_keeps_half(grf) ? v : with_least_half(v);
    __m128i words = settled_words(words_of_floats(v), nan);
    b0 = (v4q)_mm256_castsi128_si256(words);
    a0 = (v4q)_mm256_cvtepu16_epi32(words);
    return p->put(PLAN_PASS);
}

#define END(name) static enum fast_leave name(PLAN_ARGS)
/* Eight lanes, which may become halves: then p->narrow is not p->put. */
#define PUT_FLOATS(lanes)                                                                          \
    do {                                                                                           \
        a0 = (v4q)(lanes);                                                                         \
        return p->narrow(PLAN_PASS);                                                               \
    } while (0)

/* --- from integers --- */

INLINE v4q limited(const struct fast_plan *p, v4q v)
{
    v4q above = plan_passes(p, v, true), below = plan_passes(p, v, false);
    return plan_choose(plan_choose(v, plan_all(p->high), above), plan_all(p->low), below);
}

END(to_dwords)
{
    b0 = a0, b1 = a1;
    a0 = (v4q)plan_low(a0, a1);
    return p->put(PLAN_PASS);
}
END(to_limited_dwords)
{
    b0 = a0, b1 = a1;
    a0 = (v4q)plan_low(limited(p, a0), limited(p, a1));
    return p->put(PLAN_PASS);
}
/* Integers that have a sign, as those of @p's type that are nearest. */
INLINE v8u limited_dwords(const struct fast_plan *p, v4q a, v4q b)
{
    __m256 low = (__m256)plan_low_sides((__m256i)a, (__m256i)b);
    __m256 high = (__m256)plan_high_sides((__m256i)a, (__m256i)b);
    v8u v = (v8u)_mm256_shuffle_ps(low, high, 0x88), top = (v8u)_mm256_shuffle_ps(low, high, 0xdd);
    v8u sign = (v8u)((v8i)top >> 31);
    if (p->type == EU_TYPE_UD)
        return blend(~sign, v, (v8u)(top == 0));
    v = blend(sign ^ INT32_MAX, v, (v8u)(top == (v8u)((v8i)v >> 31)));
    if (p->bytes == 4)
        return v;
    return (v8u)_mm256_max_epi32(_mm256_min_epi32((__m256i)v, (__m256i)all((uint32_t)p->high)),
                                 (__m256i)all((uint32_t)p->low));
}
END(to_limited_signed)
{
    b0 = a0, b1 = a1;
    a0 = (v4q)limited_dwords(p, a0, a1);
    return p->put(PLAN_PASS);
}
END(to_quads)
{
    b0 = a0, b1 = a1;
    return p->put(PLAN_PASS);
}
END(to_limited_quads)
{
    b0 = a0, b1 = a1;
    a0 = limited(p, a0), a1 = limited(p, a1);
    return p->put(PLAN_PASS);
}

INLINE v8u saturated(const struct fast_plan *p, v8u v)
{
    return p->saturates ? saturate_float(v) : v;
}
END(small_to_floats)
{
    v8u v = (v8u)_mm256_cvtepi32_ps((__m256i)plan_low(a0, a1));
    PUT_FLOATS(saturated(p, v));
}
/* A double holds what a float may not. */
END(ints_to_floats)
{
    PUT_FLOATS(saturated(p, plan_floats(plan_double(a0), plan_double(a1))));
}
END(quads_to_floats)
{
    PUT_FLOATS(saturated(p, plan_floats(plan_near_q(a0), plan_near_q(a1))));
}
END(unsigned_to_floats)
{
    v8f v = (v8f)plan_floats(plan_near_uq(a0), plan_near_uq(a1));
    PUT_FLOATS(saturated(p, (v8u)(p->src[0].neg ? 0 - v : v)));
}

/* --- from floats --- */

/* Moves, and what they cannot do. */
END(floats_as_they_are)
{
    c0 = (v4q)unordered((v8u)a0, (v8u)a0);
    return p->put(PLAN_PASS);
}
/* No lane is a NaN. */
END(floats_sure)
{
    __m256i least = _mm256_max_epi32((__m256i)a0, _mm256_setzero_si256());
    a0 = (v4q)_mm256_min_epi32(least, (__m256i)all_bits(0x3f800000));
    return p->put(PLAN_PASS);
}
END(floats_settled)
{
    c0 = (v4q)unordered((v8u)a0, (v8u)a0);
    a0 = (v4q)blend((v8u)a0, fixed(FAST_NAN), (v8u)c0);
    return p->put(PLAN_PASS);
}
END(floats_to_floats)
{
    c0 = (v4q)unordered((v8u)a0, (v8u)a0);
    v8u v = p->settles ? blend((v8u)a0, fixed(FAST_NAN), (v8u)c0) : (v8u)a0;
    PUT_FLOATS(saturated(p, v));
}

/* Numbers out of range become the nearest; a NaN becomes 0. */
END(floats_to_ints)
{
    const __m256i low = (__m256i)all((uint32_t)p->low), high = (__m256i)all((uint32_t)p->high);
    v8u v = (v8u)a0;
    c0 = (v4q)unordered(v, v);
    v = p->type == EU_TYPE_UD ? to_ud(v) : to_d(v);
    if (p->bytes < 4)
        v = (v8u)_mm256_max_epi32(_mm256_min_epi32((__m256i)v, high), low);
    a0 = (v4q)v;
    return p->put(PLAN_PASS);
}

/* f32to16: the bits of a half are an integer. */
INLINE v8u bits_of_halves(v8u v, v8u nan)
{
    return blend(halves_of(v), fixed(FAST_HALF_NAN), nan);
}
END(floats_to_bits)
{
    v8u v = saturated(p, (v8u)a0), nan = unordered(v, v);
    a0 = (v4q)bits_of_halves(v, nan), c0 = (v4q)nan;
    return p->put(PLAN_PASS);
}

#define FLOATS_TO_QUADS(name, to)                                                                  \
    END(name)                                                                                      \
    {                                                                                              \
        v8u v = (v8u)a0;                                                                           \
        c0 = (v4q)unordered(v, v);                                                                 \
        a0 = to(plan_widened((v4q)v, 0)), a1 = to(plan_widened((v4q)v, 1));                        \
        return p->put(PLAN_PASS);                                                                  \
    }
FLOATS_TO_QUADS(floats_to_q, plan_to_q)
FLOATS_TO_QUADS(floats_to_uq, plan_to_uq)

/* --- from doubles --- */

#define FIND_NANS (c0 = (v4q)((v4d)a0 != (v4d)a0), c1 = (v4q)((v4d)a1 != (v4d)a1))

INLINE v4q final_double(const struct fast_plan *p, v4q v, v4q nan)
{
    const v4q one = plan_all(0x3ff0000000000000);
    v = p->settles ? plan_choose(v, plan_all(EU_D_NAN), nan) : v;
    if (!p->saturates)
        return v;
    v = v & ~nan & ~(v < 0);
    return plan_choose(v, one, v > one);
}
END(doubles_to_doubles)
{
    FIND_NANS;
    a0 = final_double(p, a0, c0), a1 = final_double(p, a1, c1);
    return p->put(PLAN_PASS);
}

/* Gen7 cuts off what a float does not hold: numbers that are too large become the largest, small
 * ones denormals; those of doubles are zeros. */
INLINE v4q cut_double(v4q v)
{
    const v4q size = v & INT64_MAX, exponent = size >> 52, one = plan_all((int64_t)1 << 52);
    const v4q bias = plan_all((int64_t)896 << 52), inf = plan_all((int64_t)0x7ff << 52);
    v4q whole = (size & (one - 1)) | one, below = plan_all(896 + 30) - exponent;
    v4q tiny = (v4q)_mm256_srlv_epi64((__m256i)whole, (__m256i)below) & (exponent != 0);
    v4q usual = (v4q)((v4uq)(size - bias) >> 29);
    v4q r = plan_choose(usual, tiny, size < bias + one);
    r = plan_choose(r, plan_all(EU_F_INF - 1), size >= (int64_t)1151 << 52);
    r = plan_choose(r, plan_all(EU_F_INF) | (v4q)(size > inf), size >= inf);
    return (v4q)((v4uq)v >> 63 << 31) | r;
}
END(doubles_to_floats)
{
    FIND_NANS;
    v8u v = plan_floats((v4d)a0, (v4d)a1);
    a0 = (v4q)saturated(p, blend(v, fixed(FAST_NAN), unordered(v, v)));
    return p->put(PLAN_PASS);
}
static __attribute__((noinline)) enum fast_leave cut_any_doubles(PLAN_ARGS)
{
    FIND_NANS;
    v8u v = plan_low(cut_double(a0), cut_double(a1));
    a0 = (v4q)saturated(p, blend(v, fixed(FAST_NAN), unordered(v, v)));
    return p->put(PLAN_PASS);
}
/* Zeros, and what is in the range of a float's normal numbers, are exact behind the cut. */
INLINE v4q is_usual(v4q v)
{
    const v4q least = plan_all((INT64_C(897) << 52) - 1), end = plan_all(INT64_C(1151) << 52);
    v4q size = v & INT64_MAX;
    return ((size > least) & (size < end)) | (size == 0);
}
END(cut_doubles)
{
    const v4q kept = plan_all(~INT64_C(0x1fffffff));
    uint32_t usual = plan_signs(is_usual(a0)) | plan_signs(is_usual(a1)) << 4;
    if (FAST_UNLIKELY(~usual & x->on))
        return cut_any_doubles(PLAN_PASS);
    v8u v = plan_floats((v4d)(a0 & kept), (v4d)(a1 & kept));
    a0 = (v4q)saturated(p, v);
    c0 = c1 = plan_all(0);
    return p->put(PLAN_PASS);
}

INLINE v4q to_int(const struct fast_plan *p, v4d d)
{
    const v4d low = (v4d){} + (double)p->low, high = (v4d){} + (double)p->high;
    d = (v4d)((v4q)d & (v4q)(d == d));
    d = (v4d)_mm256_max_pd(_mm256_min_pd((__m256d)d, (__m256d)high), (__m256d)low);
    d = (v4d)_mm256_round_pd((__m256d)d, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    return (v4q)(d + MAGIC);
}
END(doubles_to_ints)
{
    FIND_NANS;
    a0 = (v4q)plan_low(to_int(p, (v4d)a0), to_int(p, (v4d)a1));
    return p->put(PLAN_PASS);
}

#define DOUBLES_TO_QUADS(name, to)                                                                 \
    END(name)                                                                                      \
    {                                                                                              \
        FIND_NANS;                                                                                 \
        a0 = to((v4d)a0), a1 = to((v4d)a1);                                                        \
        return p->put(PLAN_PASS);                                                                  \
    }
DOUBLES_TO_QUADS(doubles_to_q, plan_to_q)
DOUBLES_TO_QUADS(doubles_to_uq, plan_to_uq)

/* --- what a comparison found, as many bits as the destination has --- */

END(truths)
{
    return p->put(PLAN_PASS);
}
END(truths_wide)
{
    v8u v = (v8u)a0;
    a0 = plan_wide(v, 0), a1 = plan_wide(v, 1);
    return p->put(PLAN_PASS);
}
END(truths_low)
{
    a0 = (v4q)plan_low(a0, a1);
    return p->put(PLAN_PASS);
}

/* --- condition .o: floats that may have overflowed are left to the general handler, and so are
 * halves from integers or from f32to16 if the mode is not to nearest --- */

INLINE bool rounds_to_nearest(uint8_t *grf)
{
    return !(fast_thread(grf)->cr[0] & (3u << EU_CR0_ROUND_SHIFT | EU_CR0_ALT));
}
/* Then what overflows on the way is no number at the end. */
INLINE bool only_end_counts(const struct fast_plan *p, uint8_t *grf)
{
    return !p->steps || rounds_to_nearest(grf);
}
END(look_at_floats)
{
    v8f v = (v8f)a0, below = (v8f){} + (float)p->below, above = (v8f){} + (float)p->above;
    uint32_t inside = signs((v8u)(v > below) & (v8u)(v < above));
    if (FAST_UNLIKELY((~inside & x->on) || !only_end_counts(p, grf)))
        return plan_fail(FAST_PASS, p);
    return p->in_range(PLAN_PASS);
}
INLINE uint32_t inside(const struct fast_plan *p, v4q v)
{
    const v4d below = (v4d){} + p->below, above = (v4d){} + p->above;
    return plan_signs((v4q)((v4d)v > below) & (v4q)((v4d)v < above));
}
END(look_at_doubles)
{
    uint32_t on = inside(p, a0) | inside(p, a1) << 4;
    if (FAST_UNLIKELY((~on & x->on) || !only_end_counts(p, grf)))
        return plan_fail(FAST_PASS, p);
    return p->in_range(PLAN_PASS);
}

/* From here on, numbers are nearer to 65536 than to 65504, the largest half; the same as a float.
 */
enum { HALF_END = 65520, HALF_END_BITS = 0x477ff000 };
END(ints_to_told_halves)
{
    if (FAST_UNLIKELY(!rounds_to_nearest(grf)))
        return plan_fail(FAST_PASS, p);
    v4q over0 = plan_passes(p, a0, true) | plan_passes(p, a0, false);
    v4q over1 = plan_passes(p, a1, true) | plan_passes(p, a1, false);
    c0 = (v4q)plan_low(over0, over1);
    return p->in_range(PLAN_PASS);
}
/* f32to16: an infinity does not overflow. */
END(floats_to_told_bits)
{
    if (FAST_UNLIKELY(!rounds_to_nearest(grf)))
        return plan_fail(FAST_PASS, p);
    v8u v = saturated(p, (v8u)a0);
    a0 = (v4q)bits_of_halves(v, unordered(v, v));
    c0 = (v4q)~outside(v & fixed(FAST_SIZE), HALF_END_BITS, EU_F_INF);
    return p->put(PLAN_PASS);
}

static bool is_one_step(const struct fast_alu *a)
{
    return a->id == EU_OP_MOV || a->id == EU_OP_ADD || a->id == EU_OP_MUL || a->id == EU_OP_FRC ||
           (a->id >= EU_OP_RNDU && a->id <= EU_OP_RNDZ);
}

/* The destination's last number, or the first one behind. */
static double last_of(const struct fast_plan *p)
{
    return p->type == EU_TYPE_DF   ? 0x1.fffffffffffffp1023
           : p->type == EU_TYPE_F  ? 0x1.fffffep127
           : p->type == EU_TYPE_HF ? 65504
           : p->type == EU_TYPE_UQ ? 0x1p64
                                   : (double)p->high;
}

bool plan_find_limits(const struct fast_alu *a, struct fast_plan *p)
{
    bool to_float = fast_is_float(p->type), half = p->type == EU_TYPE_HF;
    if (!plan_tells_overflow(a))
        return true;
    if (p->domain == PLAN_INTS && !half) /* b must be the result when it is told */
        return to_float || plan_always_fits(a) || (!p->own_acc && !(p->acc_dst && p->saturates));
    p->in_range = p->convert;
    p->past = p->domain == PLAN_INTS || a->id == EU_OP_F32TO16;
    if (p->domain == PLAN_INTS) {
        p->high = HALF_END - 1, p->low = p->flip ? 0 : -p->high;
        p->convert = ints_to_told_halves;
    } else if (a->id == EU_OP_F32TO16) {
        p->convert = floats_to_told_bits;
    } else {
        p->above = last_of(p);
        p->below = to_float ? -p->above : (double)p->low - 1;
        p->steps = !is_one_step(a);
        p->convert = p->domain == PLAN_DOUBLES ? look_at_doubles : look_at_floats;
    }
    return true;
}

/* --- which one --- */

static plan_stage *from_ints(const struct fast_plan *p, const struct fast_alu *a)
{
    bool quads = false;
    for (unsigned i = 0; i < a->nsrc; i++)
        quads |= eu_types[a->src[i].type].bytes == 8 || a->src[i].place == FAST_ACC;
    if (fast_is_float(p->type) && p->bytes == 8)
        return NULL;
    if (fast_is_float(p->type))
        return a->src[0].type == EU_TYPE_UQ ? unsigned_to_floats
               : p->small                   ? small_to_floats
               : quads                      ? quads_to_floats
                                            : ints_to_floats;
    if (p->bytes == 8)
        return p->saturates ? to_limited_quads : to_quads;
    return !p->saturates ? to_dwords : p->flip ? to_limited_dwords : to_limited_signed;
}

plan_stage *plan_narrow_of(const struct fast_plan *p)
{
    bool tame = p->domain == PLAN_INTS || p->settles;
    if (p->bytes != 2 || !fast_is_float(p->type))
        return p->put;
    return tame && p->exact && !p->raw ? to_half_again : to_half;
}

plan_stage *plan_sure_of(const struct fast_plan *p)
{
    if (p->type == EU_TYPE_DF && !p->saturates)
        return p->put;
    return p->type != EU_TYPE_F ? p->convert : p->saturates ? floats_sure : p->put;
}

plan_stage *plan_convert_of(const struct fast_plan *p, const struct fast_alu *a)
{
    bool to_float = fast_is_float(p->type), wide = p->bytes == 8;
    if (a->id == EU_OP_CMP || a->id == EU_OP_CMPN) {
        if (p->domain == PLAN_FLOATS)
            return wide ? truths_wide : truths;
        return wide ? truths : truths_low;
    }
    if (p->domain == PLAN_INTS)
        return from_ints(p, a);
    if (p->domain == PLAN_FLOATS) {
        if (a->id == EU_OP_F32TO16)
            return floats_to_bits;
        if (!to_float)
            return !wide ? floats_to_ints : p->type == EU_TYPE_Q ? floats_to_q : floats_to_uq;
        if (wide)
            return NULL;
        if (p->bytes == 2 || p->saturates)
            return floats_to_floats;
        return p->settles ? floats_settled : floats_as_they_are;
    }
    if (to_float)
        return wide                       ? doubles_to_doubles
               : a->dst.type != EU_TYPE_F ? NULL
               : p->any                   ? doubles_to_floats
                                          : cut_doubles;
    return !wide ? doubles_to_ints : p->type == EU_TYPE_Q ? doubles_to_q : doubles_to_uq;
}
#endif
