/* Accumulators for plans: four lanes at a time, as fast_acc_get(), any_acc_read() and their
 * inverses have them. How they hold a value is a constant of each stage. */
#ifndef EULAB_SIM_FAST_PLAN_ACC_H
#define EULAB_SIM_FAST_PLAN_ACC_H

#include "sim/fast/plan_impl.h"

enum { PLAN_ACC_HIGH = 8 }; /* Gen8: so many lanes further on is the rest of a value */

/* X(name, ...) for each way to hold a value: name and enum plan_acc_kind. */
#define PLAN_ACC_EACH_KIND(X)                                                                      \
    X(words, PLAN_ACC_WORDS)                                                                       \
    X(dwords, PLAN_ACC_DWORDS)                                                                     \
    X(quads, PLAN_ACC_QUADS)                                                                       \
    X(low, PLAN_ACC_LOW)                                                                           \
    X(floats, PLAN_ACC_FLOATS)                                                                     \
    X(whole, PLAN_ACC_WHOLE)                                                                       \
    X(doubles, PLAN_ACC_DOUBLES)                                                                   \
    X(halves, PLAN_ACC_HALVES)

#ifdef FAST_WIDE

/* The lanes from one element to the next; those that an element has, and from one to the next of
 * them. */
INLINE unsigned plan_acc_step(unsigned kind)
{
    return kind == PLAN_ACC_DWORDS ? 2 : kind == PLAN_ACC_QUADS ? 4 : 1;
}
INLINE unsigned plan_acc_parts(unsigned kind)
{
    return kind == PLAN_ACC_WHOLE || kind == PLAN_ACC_DOUBLES ? 2 : plan_acc_step(kind);
}
INLINE unsigned plan_acc_apart(unsigned kind)
{
    return plan_acc_step(kind) > 1 ? 1 : PLAN_ACC_HIGH;
}

INLINE v4q plan_acc_pairs(__m128i a, __m128i b)
{
    return (v4q)_mm256_insertf128_si256(_mm256_castsi128_si256(a), b, 1);
}

INLINE __m128i plan_acc_two(const int64_t *from)
{
    return _mm_loadu_si128((const void *)from);
}

/* Four lanes: @lane, @more behind them. */
INLINE v4q plan_acc_lanes(const int64_t *acc, const uint8_t *lane, unsigned more)
{
    const int64_t *at = acc + more;
    return plan_acc_pairs(_mm_set_epi64x(at[lane[1]], at[lane[0]]),
                          _mm_set_epi64x(at[lane[3]], at[lane[2]]));
}

/* Parts of four elements from lane @from on. Those of two lanes are loaded one by one: the host
 * waits if two stores wrote what it loads. */
INLINE void plan_acc_load(const int64_t *from, unsigned kind, v4q *low, v4q *high)
{
    if (kind == PLAN_ACC_DWORDS) {
        __m256i first = (__m256i)plan_acc_pairs(plan_acc_two(from), plan_acc_two(from + 4));
        __m256i second = (__m256i)plan_acc_pairs(plan_acc_two(from + 2), plan_acc_two(from + 6));
        *low = (v4q)_mm256_unpacklo_epi64(first, second);
        *high = (v4q)_mm256_unpackhi_epi64(first, second);
    } else if (kind == PLAN_ACC_QUADS) {
        *low = plan_acc_pairs(_mm_set_epi64x(from[4], from[0]), _mm_set_epi64x(from[12], from[8]));
    } else {
        *low = plan_load4(from);
        *high = plan_acc_parts(kind) > 1 ? plan_load4(from + PLAN_ACC_HIGH) : *low;
    }
}

/* What lane number @part of an element gets. The halves of a lane are shifted apart: its low dword
 * down to what it has, its high one to the sign. */
INLINE v4q plan_acc_part(v4q value, unsigned kind, unsigned part)
{
    const __m256i sign = _mm256_set1_epi64x(INT64_C(31) << 32), v = (__m256i)value;
    const __m256i word = _mm256_set1_epi64x(31ll << 32 | 16),
                  one = _mm256_set1_epi64x(31ll << 32 | 1);
    __m256i low = _mm256_shuffle_epi32(v, 0xa0), high = _mm256_shuffle_epi32(v, 0xf5);
    bool floats = kind == PLAN_ACC_FLOATS || kind == PLAN_ACC_DOUBLES;
    if (plan_acc_step(kind) > 1) { /* the first has all, the others a word each */
        __m256i half = part == 1 ? low : part == 2 ? _mm256_slli_epi32(high, 16) : high;
        return part ? (v4q)_mm256_srav_epi32(half, word) : value;
    }
    if (part)
        return (v4q)_mm256_srav_epi32(high, floats ? sign : one); /* one: what is above 33 bits */
    if (floats)
        return (v4q)_mm256_srav_epi32(low, sign);
    return (v4q)_mm256_srav_epi32(_mm256_sllv_epi32(v, sign), sign);
}

/* Of elements of two lanes: a value that the first has whole, or both words. */
INLINE v4q plan_acc_joined(v4q low, v4q high)
{
    v4q both = (v4q)_mm256_blend_epi16((__m256i)low, _mm256_slli_epi64((__m256i)high, 16), 0x22);
    v4q other = (both ^ low) & (v4q)(high != 0);
    if (FAST_UNLIKELY(!_mm256_testz_si256((__m256i)other, (__m256i)other))) {
        __m256i same = _mm256_shuffle_epi32(_mm256_cmpeq_epi32((__m256i)both, (__m256i)low), 0xa0);
        v4q value = plan_acc_part(both, PLAN_ACC_FLOATS, 0);
        return plan_choose(value, low, (v4q)same | (v4q)(high == 0));
    }
    return low; /* most values do not wait for it */
}

/* What the lanes of four such elements have: those of the first two, and of the others. */
struct plan_dwords {
    v4q first, second;
};
INLINE struct plan_dwords plan_acc_dwords_of(v4q v)
{
    __m256i a = (__m256i)v, b = (__m256i)plan_acc_part(v, PLAN_ACC_DWORDS, 1);
    __m256i even = _mm256_unpacklo_epi64(a, b), odd = _mm256_unpackhi_epi64(a, b);
    return (struct plan_dwords){(v4q)plan_low_sides(even, odd), (v4q)plan_high_sides(even, odd)};
}

/* The same of eight floats that lie side by side: a lane has all of one, the next one its high
 * word.
 */
struct plan_floats {
    v4q at[4];
};
/* Of lanes that are in order: the low dwords of both lanes, their high ones. */
INLINE struct plan_floats plan_acc_woven(__m256i v, __m256i top, __m256i sign)
{
    __m256i low = _mm256_unpacklo_epi32(v, sign), low_top = _mm256_unpacklo_epi32(top, sign);
    __m256i high = _mm256_unpackhi_epi32(v, sign), high_top = _mm256_unpackhi_epi32(top, sign);
    return (struct plan_floats){
        {(v4q)_mm256_unpacklo_epi64(low, low_top), (v4q)_mm256_unpackhi_epi64(low, low_top),
         (v4q)_mm256_unpacklo_epi64(high, high_top), (v4q)_mm256_unpackhi_epi64(high, high_top)}};
}
INLINE __m256i plan_acc_in_order(v4q floats)
{
    return _mm256_permutevar8x32_epi32((__m256i)floats, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
}
INLINE struct plan_floats plan_acc_floats_of(v4q floats)
{
    __m256i v = plan_acc_in_order(floats);
    return plan_acc_woven(v, _mm256_srai_epi32(v, 16), _mm256_srai_epi32(v, 31));
}
/* All ones in all that lanes have of the floats @m. */
INLINE struct plan_floats plan_acc_mask_of(v4q m)
{
    __m256i v = plan_acc_in_order(m);
    return plan_acc_woven(v, v, v);
}

/* Four values from element 4 * @k on. @each: acc->each. */
INLINE v4q plan_acc_get(const struct eu_thread *t, const struct plan_acc *acc, unsigned k,
                        unsigned kind, bool each)
{
    const int64_t *lanes = &t->acc[0][0];
    v4q low, high = {0};
    if (each) {
        low = plan_acc_lanes(lanes, acc->lane + 4 * k, 0);
        if (plan_acc_parts(kind) == 2)
            high = plan_acc_lanes(lanes, acc->lane + 4 * k, plan_acc_apart(kind));
    } else {
        plan_acc_load(lanes + acc->first + 4 * k * plan_acc_step(kind), kind, &low, &high);
    }
    switch (kind) {
    case PLAN_ACC_WORDS:
        return plan_acc_part(low, kind, 0);
    case PLAN_ACC_DWORDS:
        return plan_acc_joined(low, high);
    case PLAN_ACC_WHOLE:
        return (low & (((int64_t)1 << 33) - 1)) | high << 33;
    case PLAN_ACC_DOUBLES:
        return (low & UINT32_MAX) | high << 32;
    case PLAN_ACC_HALVES:
        return (v4q)_mm256_srl_epi64((__m256i)low, _mm_cvtsi32_si128(acc->shift)) & 0xffff;
    default:
        return low;
    }
}

/* --- what was stored last --- */

/* Eight words, to be kept. */
INLINE v4q plan_words(__m128i words)
{
    return (v4q)_mm256_inserti128_si256(_mm256_setzero_si256(), words, 0);
}
INLINE v4q plan_words_mask(uint32_t on)
{
    const __m128i *m = (const void *)fast_masks[on];
    return plan_words(_mm_packs_epi32(m[0], m[1]));
}
INLINE v4q plan_floats_mask(uint32_t on)
{
    return (v4q)mask_of(on);
}

/* @whole: all four are written, otherwise those of @m. */
INLINE void plan_put_lanes(int64_t *at, v4q v, v4q m, bool whole)
{
    if (whole)
        put(at, (v8u)v);
    else
        put_bytes((uint8_t *)at, (v8u)v, (v8u)m);
}

/* A chain of instructions that read what the one before them stored would wait for the value to go
 * to its lanes and back. So it is also kept as it was computed, the four elements from element 4 *
 * @k of the plan on, of which those of @m are stored, ... */
INLINE void plan_acc_keep(struct fast_ctx *x, const struct fast_plan *p, unsigned k, v4q v)
{
    put(x->acc_last + p->lane + 4 * k, (v8u)v);
}
INLINE void plan_acc_keep_some(struct fast_ctx *x, const struct fast_plan *p, unsigned k, v4q v,
                               v4q m)
{
    plan_put_lanes(x->acc_last + p->lane + 4 * k, v, m, false);
}
/* ... if that is sooner: not of doubles, which are stored one by one, ... */
INLINE bool plan_acc_keeps_some(unsigned kind)
{
    return kind != PLAN_ACC_QUADS && kind != PLAN_ACC_DOUBLES;
}
/* ... with the bits that its lanes have of it, ... */
INLINE v4q plan_acc_rest(v4q v, unsigned kind)
{
    return kind == PLAN_ACC_HALVES     ? v & 0xffff
           : plan_acc_parts(kind) == 1 ? plan_acc_part(v, kind, 0)
                                       : v;
}
INLINE v4q plan_acc_last(const struct fast_ctx *x, const struct fast_plan *p, unsigned k)
{
    return plan_load4(x->acc_last + p->lane + 4 * k);
}
/* ... and taken from there if no lane differs: nothing waits for that, as the host expects it.
 * Others write accumulators, too. */
INLINE bool plan_acc_take(v4q *last, v4q differs)
{
    if (FAST_UNLIKELY(!_mm256_testz_si256((__m256i)differs, (__m256i)differs)))
        return false;
    PLAN_FORGET("+x"(*last)); /* or the compiler takes what it was compared with */
    return true;
}
/* The same for lanes of @m, of which @v has what was read: one or the other. */
INLINE v4q plan_acc_expect_some(const struct fast_ctx *x, const struct fast_plan *p, unsigned k,
                                v4q v, v4q m)
{
    v4q last = plan_acc_last(x, p, k);
    return plan_acc_take(&last, (v ^ last) & m) ? last : v;
}
/* As plan_acc_get(), or returns false. */
INLINE bool plan_acc_expect(const struct fast_ctx *x, const struct fast_plan *p, uint8_t *grf,
                            const struct plan_acc *acc, unsigned k, unsigned kind, bool each,
                            v4q *v)
{
    const struct eu_thread *t = fast_thread(grf);
    *v = plan_acc_last(x, p, k);
    if (kind != PLAN_ACC_DWORDS || each)
        return plan_acc_take(v, *v ^ plan_acc_get(t, acc, k, kind, each));
    const int64_t *lanes = &t->acc[0][0] + acc->first + 8 * k; /* the same, but sooner */
    struct plan_dwords d = plan_acc_dwords_of(*v);
    return plan_acc_take(v, (d.first ^ plan_load4(lanes)) | (d.second ^ plan_load4(lanes + 4)));
}

/* --- storing --- */

/* What the four lanes of one get: all of it, then a word each. */
INLINE v4q plan_acc_quad(v4q all)
{
    const __m256i words =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -1, -1, 10, 11, -1, -1, 10, 11, /* each twice */
                         -1, -1, 4, 5, -1, -1, 4, 5, -1, -1, 14, 15, -1, -1, 14, 15);
    const __m256i down = _mm256_setr_epi32(0, 0, 16, 31, 16, 31, 16, 31);
    return (v4q)_mm256_srav_epi32(_mm256_shuffle_epi8((__m256i)all, words), down);
}
INLINE void plan_put_quads(int64_t *at, v4q v, uint32_t on)
{
    __m256i all = (__m256i)v;
    if (on & 1)
        put(at, (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(all, 0x00)));
    if (on & 2)
        put(at + 4, (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(all, 0x55)));
    if (on & 4)
        put(at + 8, (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(all, 0xaa)));
    if (on & 8)
        put(at + 12, (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(all, 0xff)));
}

INLINE v4q plan_half_put(v4q now, v4q v, unsigned shift)
{
    const __m128i by = _mm_cvtsi32_si128((int)shift);
    __m256i field = _mm256_sll_epi64(_mm256_set1_epi64x(0xffff), by);
    v8u r = blend_bytes((v8u)now, (v8u)_mm256_sll_epi64((__m256i)v, by), (v8u)field);
    __m256i sign = _mm256_srai_epi32(_mm256_shuffle_epi32((__m256i)r, 0xa0), 31);
    return (v4q)_mm256_blend_epi32((__m256i)r, sign, 0xaa);
}

/* Four values from element 4 * @k on, which lie side by side; those @on are written. @whole: these
 * are all. */
INLINE void plan_acc_put(struct eu_thread *t, const struct plan_acc *acc, unsigned k, v4q v,
                         uint32_t on, bool whole, unsigned kind)
{
    int64_t *at = &t->acc[0][0] + acc->first + 4 * k * plan_acc_step(kind);
    v4q m = whole ? plan_all(-1) : plan_mask(on);
    if (kind == PLAN_ACC_DWORDS) {
        struct plan_dwords d = plan_acc_dwords_of(v), some = plan_acc_dwords_of(m);
        plan_put_lanes(at, d.first, some.first, whole);
        plan_put_lanes(at + 4, d.second, some.second, whole);
    } else if (kind == PLAN_ACC_QUADS) {
        plan_put_quads(at, v, whole ? 15 : on);
    } else if (kind == PLAN_ACC_HALVES) {
        plan_put_lanes(at, plan_half_put(plan_load4(at), v, acc->shift), m, whole);
    } else {
#pragma GCC unroll 2
        for (unsigned part = 0; part < plan_acc_parts(kind); part++)
            plan_put_lanes(at + PLAN_ACC_HIGH * part, plan_acc_part(v, kind, part), m, whole);
    }
}

/* The low dwords of four lanes. */
INLINE __m128i plan_acc_dwords(const int64_t *from)
{
    __m128 a = _mm_loadu_ps((const void *)from), b = _mm_loadu_ps((const void *)(from + 2));
    return (__m128i)_mm_shuffle_ps(a, b, 0x88);
}

/* Two of four lanes. */
INLINE void plan_acc_put_two(int64_t *lanes, const uint8_t *lane, __m128i v)
{
    _mm_storel_epi64((void *)(lanes + lane[0]), v);
    _mm_storeh_pd((void *)(lanes + lane[1]), (__m128d)v);
}
INLINE void plan_acc_put_four(int64_t *lanes, const uint8_t *lane, v4q v, uint32_t on)
{
    if ((on & 15) == 15) {
        plan_acc_put_two(lanes, lane, _mm256_castsi256_si128((__m256i)v));
        plan_acc_put_two(lanes, lane + 2, _mm256_extracti128_si256((__m256i)v, 1));
        return;
    }
    const __m128i low = _mm256_castsi256_si128((__m256i)v);
    const __m128i high = _mm256_extracti128_si256((__m256i)v, 1);
    if (on & 1)
        _mm_storel_epi64((void *)(lanes + lane[0]), low);
    if (on & 2)
        _mm_storeh_pd((void *)(lanes + lane[1]), (__m128d)low);
    if (on & 4)
        _mm_storel_epi64((void *)(lanes + lane[2]), high);
    if (on & 8)
        _mm_storeh_pd((void *)(lanes + lane[3]), (__m128d)high);
}

/* Four elements of two lanes. */
INLINE void plan_acc_put_pairs(int64_t *lanes, const uint8_t *lane, v4q v, uint32_t on)
{
    const __m256i a = (__m256i)v, b = (__m256i)plan_acc_part(v, PLAN_ACC_DWORDS, 1);
    const __m256i even = _mm256_unpacklo_epi64(a, b), odd = _mm256_unpackhi_epi64(a, b);
    if (on & 1)
        _mm_storeu_si128((void *)(lanes + lane[0]), _mm256_castsi256_si128(even));
    if (on & 2)
        _mm_storeu_si128((void *)(lanes + lane[1]), _mm256_castsi256_si128(odd));
    if (on & 4)
        _mm_storeu_si128((void *)(lanes + lane[2]), _mm256_extracti128_si256(even, 1));
    if (on & 8)
        _mm_storeu_si128((void *)(lanes + lane[3]), _mm256_extracti128_si256(odd, 1));
}

/* Four values from element 4 * @k on, one by one. */
INLINE void plan_acc_put_each(struct eu_thread *t, const struct plan_acc *acc, unsigned k, v4q v,
                              uint32_t on, unsigned kind)
{
    const uint8_t *lane = acc->lane + 4 * k;
    int64_t *at = &t->acc[0][0];
    if (kind == PLAN_ACC_HALVES) {
        plan_acc_put_four(at, lane, plan_half_put(plan_acc_lanes(at, lane, 0), v, acc->shift), on);
        return;
    }
    if (kind == PLAN_ACC_DWORDS) {
        plan_acc_put_pairs(at, lane, v, on);
        return;
    }
#pragma GCC unroll 4
    for (unsigned part = 0; part < plan_acc_parts(kind); part++)
        plan_acc_put_four(at + part * plan_acc_apart(kind), lane, plan_acc_part(v, kind, part), on);
}

#endif
#endif
