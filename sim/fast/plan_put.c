/* What a plan writes: the destination, then the implicit accumulator, then flags, as alu_store.c
 * and any_store.c have them. The predicate may be the flag, so this comes last. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

#define END(name) static enum fast_leave name(PLAN_ARGS)

/* --- accumulators: b gets the values, then a stage for how they are held writes them --- */

/* Final values of 32 bits; or halves, of which the accumulator takes 16 bits. */
END(final_dwords)
{
    v8u v = (v8u)a0;
    b0 = plan_wide(v, 0), b1 = plan_wide(v, 1);
    return p->acc(PLAN_PASS);
}
/* ... with their sign. */
END(final_signed)
{
    const __m128i spare = _mm_cvtsi32_si128(32 - 8 * p->bytes);
    v8u v = (v8u)_mm256_sra_epi32(_mm256_sll_epi32((__m256i)a0, spare), spare);
    b0 = plan_wide(v, 0), b1 = plan_wide(v, 1);
    return p->acc(PLAN_PASS);
}
END(final_unsigned)
{
    const __m128i spare = _mm_cvtsi32_si128(32 - 8 * p->bytes);
    __m256i v = _mm256_srl_epi32(_mm256_sll_epi32((__m256i)a0, spare), spare);
    b0 = (v4q)_mm256_cvtepu32_epi64(_mm256_castsi256_si128(v));
    b1 = (v4q)_mm256_cvtepu32_epi64(_mm256_extracti128_si256(v, 1));
    return p->acc(PLAN_PASS);
}
END(final_quads)
{
    b0 = a0, b1 = a1;
    return p->acc(PLAN_PASS);
}
/* What the opcode says. */
END(own_values)
{
    b0 = c0, b1 = c1;
    return p->acc(PLAN_PASS);
}

INLINE bool writes_acc(uint8_t *grf, const struct fast_plan *p)
{
    return p->acc_dst || !(fast_thread(grf)->cr[0] & EU_CR0_ACC_DISABLE);
}

/* Whether all eight lanes are written, or the first four. */
INLINE bool is_whole(uint32_t on)
{
    return on == 255 || on == 15;
}

#define KEEP(kind)                                                                                 \
    plan_acc_keep(x, p, 0, plan_acc_rest(b0, kind));                                               \
    plan_acc_keep(x, p, 1, plan_acc_rest(b1, kind));
#define KEEP_SOME(kind, on)                                                                        \
    if (plan_acc_keeps_some(kind)) {                                                               \
        plan_acc_keep_some(x, p, 0, plan_acc_rest(b0, kind), plan_mask(on));                       \
        plan_acc_keep_some(x, p, 1, plan_acc_rest(b1, kind), plan_mask(on >> 4));                  \
    }
/* Each is for whole lanes, and leaves others to a stage of its own. */
#define PUT_ACC(name, kind)                                                                        \
    static __attribute__((noinline)) enum fast_leave put_acc_##name##_some(PLAN_ARGS)              \
    {                                                                                              \
        uint32_t on = writes_acc(grf, p) ? x->on : 0;                                              \
        KEEP_SOME(kind, on)                                                                        \
        plan_acc_put(fast_thread(grf), &p->own, 0, b0, on, false, kind);                           \
        if (p->es >= 8)                                                                            \
            plan_acc_put(fast_thread(grf), &p->own, 1, b1, on >> 4, false, kind);                  \
        return plan_then(PLAN_PASS, p->tell);                                                      \
    }                                                                                              \
    END(put_acc_##name)                                                                            \
    {                                                                                              \
        uint32_t on = x->on;                                                                       \
        if (FAST_UNLIKELY(!is_whole(on) || !writes_acc(grf, p)))                                   \
            return put_acc_##name##_some(PLAN_PASS);                                               \
        KEEP(kind)                                                                                 \
        plan_acc_put(fast_thread(grf), &p->own, 0, b0, 15, true, kind);                            \
        if (on == 255)                                                                             \
            plan_acc_put(fast_thread(grf), &p->own, 1, b1, 15, true, kind);                        \
        return plan_then(PLAN_PASS, p->tell);                                                      \
    }                                                                                              \
    static __attribute__((noinline)) enum fast_leave put_acc_##name##_some_each(PLAN_ARGS)         \
    {                                                                                              \
        uint32_t on = writes_acc(grf, p) ? x->on : 0;                                              \
        KEEP_SOME(kind, on)                                                                        \
        plan_acc_put_each(fast_thread(grf), &p->own, 0, b0, on, kind);                             \
        plan_acc_put_each(fast_thread(grf), &p->own, 1, b1, on >> 4, kind);                        \
        return plan_then(PLAN_PASS, p->tell);                                                      \
    }                                                                                              \
    END(put_acc_##name##_each)                                                                     \
    {                                                                                              \
        uint32_t on = x->on;                                                                       \
        if (FAST_UNLIKELY(!is_whole(on) || !writes_acc(grf, p)))                                   \
            return put_acc_##name##_some_each(PLAN_PASS);                                          \
        KEEP(kind)                                                                                 \
        plan_acc_put_each(fast_thread(grf), &p->own, 0, b0, 15, kind);                             \
        if (on == 255)                                                                             \
            plan_acc_put_each(fast_thread(grf), &p->own, 1, b1, 15, kind);                         \
        return plan_then(PLAN_PASS, p->tell);                                                      \
    }
#define PUT_ACC_ROW(name, kind)                                                                    \
    [kind] = {{put_acc_##name##_some, put_acc_##name##_some_each},                                 \
              {put_acc_##name, put_acc_##name##_each}},
PLAN_ACC_EACH_KIND(PUT_ACC)
static plan_stage *const put_accs[PLAN_ACC_KINDS][2][2] = {PLAN_ACC_EACH_KIND(PUT_ACC_ROW)};

/* Gen7: floats, side by side. */
static __attribute__((noinline)) enum fast_leave put_acc_floats_of_two_some(PLAN_ARGS)
{
    int64_t *at = &fast_thread(grf)->acc[0][0] + p->own.first;
    v4q m = plan_floats_mask(writes_acc(grf, p) ? x->on : 0);
    struct plan_floats v = plan_acc_floats_of(a0), some = plan_acc_mask_of(m);
    plan_acc_keep_some(x, p, 0, a0, m);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        plan_put_lanes(at + 4 * i, v.at[i], some.at[i], false);
    return plan_then(PLAN_PASS, p->tell);
}
END(put_acc_floats_of_two)
{
    if (FAST_UNLIKELY(x->on != 255 || !writes_acc(grf, p)))
        return put_acc_floats_of_two_some(PLAN_PASS);
    int64_t *at = &fast_thread(grf)->acc[0][0] + p->own.first;
    struct plan_floats v = plan_acc_floats_of(a0);
    plan_acc_keep(x, p, 0, a0);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        put(at + 4 * i, (v8u)v.at[i]);
    return plan_then(PLAN_PASS, p->tell);
}

/* Dwords with their sign, sooner than by an instruction for four. */
INLINE void put_signed(int64_t *at, __m128i v)
{
    __m128i sign = _mm_srai_epi32(v, 31);
    _mm_storeu_si128((void *)at, _mm_unpacklo_epi32(v, sign));
    _mm_storeu_si128((void *)(at + 2), _mm_unpackhi_epi32(v, sign));
}
/* Words of which a lane of halves takes one: all ones in the place of the plan's. */
INLINE __m128i half_field(const struct fast_plan *p)
{
    static const uint16_t every_second[9] = {0xffff, 0, 0xffff, 0, 0xffff, 0, 0xffff, 0, 0xffff};
    return _mm_loadu_si128((const void *)(every_second + p->own.shift / 16));
}
/* Gen8: halves that were floats, side by side. What was written is soon read, so that words are not
 * awaited in their lanes: here they are both words of a dword, of which one counts. Lanes are
 * written two at a time, because that is how they are read. */
INLINE void put_four_words(int64_t *at, __m128i twice, __m128i field)
{
    put_signed(at, _mm_blendv_epi8(plan_acc_dwords(at), twice, field));
}
/* ... those of lanes @on. Others may have 33 bits: all above 32 are their sign. */
INLINE void put_some_words(int64_t *at, __m128i twice, __m128i field, __m128i on)
{
    __m128 a = _mm_loadu_ps((const void *)at), b = _mm_loadu_ps((const void *)(at + 2));
    __m128i was = (__m128i)_mm_shuffle_ps(a, b, 0x88), top = (__m128i)_mm_shuffle_ps(a, b, 0xdd);
    __m128i sign = _mm_blendv_epi8(top, was, on), written = _mm_and_si128(field, on);
    was = _mm_blendv_epi8(was, twice, written);
    sign = _mm_srai_epi32(_mm_blendv_epi8(sign, twice, written), 31);
    _mm_storeu_si128((void *)at, _mm_unpacklo_epi32(was, sign));
    _mm_storeu_si128((void *)(at + 2), _mm_unpackhi_epi32(was, sign));
}
static __attribute__((noinline)) enum fast_leave put_some_words_of_acc(PLAN_ARGS)
{
    int64_t *at = &fast_thread(grf)->acc[0][0] + p->own.first;
    uint32_t channels = writes_acc(grf, p) ? x->on : 0;
    const __m128i *on = (const void *)fast_masks[channels];
    __m128i words = _mm256_castsi256_si128((__m256i)b0), field = half_field(p);
    plan_acc_keep_some(x, p, 0, plan_words(words), plan_words_mask(channels));
    put_some_words(at, _mm_unpacklo_epi16(words, words), field, on[0]);
    put_some_words(at + 4, _mm_unpackhi_epi16(words, words), field, on[1]);
    return plan_then(PLAN_PASS, p->tell);
}
END(put_words_of_acc)
{
    if (FAST_UNLIKELY(x->on != 255 || !writes_acc(grf, p)))
        return put_some_words_of_acc(PLAN_PASS);
    int64_t *at = &fast_thread(grf)->acc[0][0] + p->own.first;
    __m128i words = _mm256_castsi256_si128((__m256i)b0), field = half_field(p);
    plan_acc_keep(x, p, 0, plan_words(words));
    put_four_words(at, _mm_unpacklo_epi16(words, words), field);
    put_four_words(at + 4, _mm_unpackhi_epi16(words, words), field);
    return plan_then(PLAN_PASS, p->tell);
}

/* The same in every second lane of a destination: words @n and @n + 1 of @words, which has them in
 * both halves. A lane's dwords both get its word twice; then the high one becomes the sign. */
INLINE void put_two_apart(int64_t *at, __m256i words, __m256i field, short n)
{
    const __m256i down = _mm256_setr_epi32(0, 31, 0, 31, 0, 31, 0, 31);
    const short a = (short)(0x0100 + 0x0202 * n), b = (short)(a + 0x0202);
    const __m256i order = _mm256_setr_epi16(a, a, a, a, -1, -1, -1, -1, b, b, b, b, -1, -1, -1, -1);
    __m256i was = _mm256_shuffle_epi32((__m256i)load(at), 0xe0);
    v8u v = blend_bytes((v8u)was, (v8u)_mm256_shuffle_epi8(words, order), (v8u)field);
    put(at, (v8u)_mm256_srav_epi32((__m256i)v, down));
}
END(put_words_of_acc_apart)
{
    if (FAST_UNLIKELY(x->on != 255))
        return final_dwords(PLAN_PASS);
    int64_t *at = &fast_thread(grf)->acc[0][0] + p->own.first;
    plan_acc_keep(x, p, 0, plan_words(_mm256_castsi256_si128((__m256i)b0)));
    __m256i words = _mm256_broadcastsi128_si256(_mm256_castsi256_si128((__m256i)b0));
    __m256i field = _mm256_broadcastsi128_si256(_mm_move_epi64(half_field(p)));
    put_two_apart(at, words, field, 0);
    put_two_apart(at + 4, words, field, 2);
    put_two_apart(at + 8, words, field, 4);
    put_two_apart(at + 12, words, field, 6);
    return plan_then(PLAN_PASS, p->tell);
}

/* --- destination --- */

#define TO (grf + p->to + u->d)

END(put_nowhere)
{
    return plan_then(PLAN_PASS, p->keep);
}

/* Elements that lie side by side, and whose vectors end inside the register file. */
END(put_dwords)
{
    uint32_t on = x->on;
    if (on == 255)
        put(TO, (v8u)a0);
    else
        put_bytes(TO, (v8u)a0, mask_of(on));
    return plan_then(PLAN_PASS, p->keep);
}
static __attribute__((noinline)) enum fast_leave put_quads_some(PLAN_ARGS)
{
    uint8_t *to = TO;
    put_bytes(to, (v8u)a0, (v8u)plan_mask(x->on));
    if (p->es >= 8)
        put_bytes(to + 32, (v8u)a1, (v8u)plan_mask(x->on >> 4));
    return plan_then(PLAN_PASS, p->keep);
}
END(put_quads)
{
    uint32_t on = x->on;
    if (FAST_UNLIKELY(!is_whole(on)))
        return put_quads_some(PLAN_PASS);
    put(TO, (v8u)a0);
    if (on == 255)
        put(TO + 32, (v8u)a1);
    return plan_then(PLAN_PASS, p->keep);
}

/* Brings bytes of @v, and of @turned, which has its halves exchanged, to their places. */
INLINE v8u placed(const struct plan_window *w, __m256i v, __m256i turned)
{
    return (v8u)_mm256_or_si256(_mm256_shuffle_epi8(v, (__m256i)load(w->same)),
                                _mm256_shuffle_epi8(turned, (__m256i)load(w->cross)));
}
/* Elements in one or two windows. */
END(put_windows)
{
    __m256i v = (__m256i)a0, turned = _mm256_permute4x64_epi64(v, 0x4e);
    uint8_t *to = TO;
    if (x->on == p->full) {
        put_bytes(to, placed(p->window, v, turned), load(p->window->all));
        if (p->far)
            put_bytes(to + 32, placed(p->window + 1, v, turned), load(p->window[1].all));
        return plan_then(PLAN_PASS, p->keep);
    }
    __m256i m = (__m256i)mask_of(x->on), mask_turned = _mm256_permute4x64_epi64(m, 0x4e);
    put_bytes(to, placed(p->window, v, turned), placed(p->window, m, mask_turned));
    if (p->far)
        put_bytes(to + 32, placed(p->window + 1, v, turned), placed(p->window + 1, m, mask_turned));
    return plan_then(PLAN_PASS, p->keep);
}

/* Eight words of the two halves of the lanes, four words in the low part of each. */
INLINE __m128i joined(__m256i v)
{
    return _mm_unpacklo_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}
/* All ones in the words of lanes @on. */
INLINE __m128i word_mask(uint32_t on)
{
    const __m128i *mask = (const void *)fast_masks[on];
    return _mm_packs_epi32(_mm_load_si128(mask), _mm_load_si128(mask + 1));
}

/* Halves, words or bytes side by side. */
INLINE void put_eight_words(const struct fast_ctx *x, uint8_t *at, __m128i v)
{
    __m128i *to = (void *)at;
    if (x->on != 255)
        v = _mm_blendv_epi8(_mm_loadu_si128(to), v, word_mask(x->on));
    _mm_storeu_si128(to, v);
}
END(put_halves)
{
    put_eight_words(x, grf + p->start + u->d, _mm256_castsi256_si128((__m256i)b0));
    return plan_then(PLAN_PASS, p->keep);
}
END(put_words)
{
    static const uint8_t low[16] = {0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1};
    const __m256i order = _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)low));
    put_eight_words(x, grf + p->start + u->d, joined(_mm256_shuffle_epi8((__m256i)a0, order)));
    return plan_then(PLAN_PASS, p->keep);
}
END(put_all_bytes)
{
    const __m256i low = _mm256_broadcastsi128_si256(_mm_set1_epi32(0x0c080400));
    __m128i *to = (void *)(grf + p->start + u->d);
    __m256i v = _mm256_shuffle_epi8((__m256i)a0, low);
    __m128i both = _mm_unpacklo_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    if (x->on != 255) {
        __m128i m = word_mask(x->on);
        both = _mm_blendv_epi8(_mm_loadl_epi64(to), both, _mm_packs_epi16(m, m));
    }
    _mm_storel_epi64(to, both);
    return plan_then(PLAN_PASS, p->keep);
}

/* Dwords or words with as much between two. */
END(put_dwords_apart)
{
    uint8_t *to = grf + p->start + u->d;
    __m256i v = (__m256i)a0, low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(v));
    __m256i high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256(v, 1));
    if (x->on == 255) {
        put(to, (v8u)_mm256_blend_epi32(low, (__m256i)load(to), 0xaa));
        put(to + 32, (v8u)_mm256_blend_epi32(high, (__m256i)load(to + 32), 0xaa));
        return plan_then(PLAN_PASS, p->keep);
    }
    const __m128i *mask = (const void *)fast_masks[x->on];
    put_bytes(to, (v8u)low, (v8u)_mm256_cvtepu32_epi64(_mm_load_si128(mask)));
    put_bytes(to + 32, (v8u)high, (v8u)_mm256_cvtepu32_epi64(_mm_load_si128(mask + 1)));
    return plan_then(PLAN_PASS, p->keep);
}
END(put_words_apart)
{
    uint8_t *to = grf + p->start + u->d;
    __m256i was = (__m256i)load(to), v = _mm256_blend_epi16((__m256i)a0, was, 0xaa);
    put(to, x->on == 255 ? (v8u)v : blend((v8u)was, (v8u)v, mask_of(x->on)));
    return plan_then(PLAN_PASS, p->keep);
}

/* Elements anywhere. */
#define PUT_EACH(name, type, size)                                                                 \
    static __attribute__((noinline)) enum fast_leave name##_some(PLAN_ARGS)                        \
    {                                                                                              \
        uint8_t lanes[64], *to = TO;                                                               \
        memcpy(lanes, &a0, sizeof a0);                                                             \
        memcpy(lanes + sizeof a0, &a1, sizeof a1);                                                 \
        for (uint32_t on = x->on; on; on &= on - 1) {                                              \
            unsigned n = (unsigned)__builtin_ctz(on);                                              \
            memcpy(to + n * p->stride, lanes + (size)*n, sizeof(type));                            \
        }                                                                                          \
        return plan_then(PLAN_PASS, p->keep);                                                      \
    }
PUT_EACH(put_bytes_each, uint8_t, 4)
PUT_EACH(put_words_each, uint16_t, 4)
PUT_EACH(put_dwords_each, uint32_t, 4)
PUT_EACH(put_few_quads, uint64_t, 8)

INLINE void put_two_quads(uint8_t *to, size_t stride, __m128i v)
{
    _mm_storel_epi64((void *)to, v);
    memcpy(to + stride, &(int64_t){((__v2di)v)[1]}, sizeof(int64_t)); /* at any byte */
}
/* The elements of lanes that are not @on stay. */
INLINE void put_two_quads_of(uint8_t *to, size_t stride, __m128i v, __m128i on)
{
    __m128i was = _mm_loadl_epi64((void *)to), next = _mm_loadl_epi64((void *)(to + stride));
    put_two_quads(to, stride, _mm_blendv_epi8(_mm_unpacklo_epi64(was, next), v, on));
}
INLINE void put_four_quads_of(uint8_t *to, size_t stride, v4q v, uint32_t on)
{
    __m256i mask = (__m256i)plan_mask(on), all = (__m256i)v;
    put_two_quads_of(to, stride, _mm256_castsi256_si128(all), _mm256_castsi256_si128(mask));
    put_two_quads_of(to + 2 * stride, stride, _mm256_extracti128_si256(all, 1),
                     _mm256_extracti128_si256(mask, 1));
}
static __attribute__((noinline)) enum fast_leave put_quads_each_some(PLAN_ARGS)
{
    if (p->es < 4) /* the places of four may lie past the last register */
        return put_few_quads_some(PLAN_PASS);
    uint8_t *to = TO;
    size_t stride = p->stride;
    put_four_quads_of(to, stride, a0, x->on);
    if (p->es >= 8)
        put_four_quads_of(to + 4 * stride, stride, a1, x->on >> 4);
    return plan_then(PLAN_PASS, p->keep);
}
END(put_quads_each)
{
    uint8_t *to = TO;
    size_t stride = p->stride;
    uint32_t on = x->on;
    if (FAST_UNLIKELY(!is_whole(on)))
        return put_quads_each_some(PLAN_PASS);
    put_two_quads(to, stride, _mm256_castsi256_si128((__m256i)a0));
    put_two_quads(to + 2 * stride, stride, _mm256_extracti128_si256((__m256i)a0, 1));
    to += 4 * stride;
    if (on == 15)
        return plan_then(PLAN_PASS, p->keep);
    put_two_quads(to, stride, _mm256_castsi256_si128((__m256i)a1));
    put_two_quads(to + 2 * stride, stride, _mm256_extracti128_si256((__m256i)a1, 1));
    return plan_then(PLAN_PASS, p->keep);
}

/* --- flags --- */

INLINE enum fast_leave tell_lanes(FAST_ARGS, const struct fast_plan *p, uint32_t truth)
{
    __asm__("" : "+r"(truth) : : "memory"); /* what is loaded before keeps more registers busy */
    uint32_t *f = &fast_thread(grf)->f[p->flag_reg], first = p->flag_bit;
    *f ^= fast_rol((fast_ror(*f, first) ^ truth) & x->on, first);
    return plan_finish(FAST_PASS, p);
}

/* What a comparison found. */
END(tell_truth)
{
    uint32_t wide = plan_signs(a0) | plan_signs(a1) << 4;
    return tell_lanes(FAST_PASS, p, p->bytes == 8 ? wide : signs((v8u)a0));
}

/* Zero and sign are the final value's, a NaN is one from before (E06). */
INLINE uint32_t order_of(const struct fast_plan *p, uint32_t less, uint32_t zero)
{
    return ((zero & p->if_zero) | (less & ~zero & p->if_less)) ^ p->if_other;
}
INLINE uint32_t order_or_nan(const struct fast_plan *p, uint32_t truth, uint32_t nan)
{
    return (truth & ~nan) | (nan & p->if_nan);
}
INLINE enum fast_leave tell_order(FAST_ARGS, const struct fast_plan *p, uint32_t less,
                                  uint32_t zero, v4q c0, v4q c1)
{
    uint32_t truth = order_of(p, less, zero), nan;
    if (p->domain == PLAN_INTS)
        return tell_lanes(FAST_PASS, p, truth);
    nan = p->domain == PLAN_FLOATS ? signs((v8u)c0) : plan_signs(c0) | plan_signs(c1) << 4;
    return tell_lanes(FAST_PASS, p, order_or_nan(p, truth, nan));
}
END(tell_quads)
{
    uint32_t zero = plan_signs(a0 == 0) | plan_signs(a1 == 0) << 4;
    uint32_t less = plan_signs(a0) | plan_signs(a1) << 4;
    return tell_order(FAST_PASS, p, less, zero, c0, c1);
}
END(tell_doubles)
{
    v4d low = (v4d)a0, high = (v4d)a1;
    uint32_t zero = plan_signs((v4q)(low == 0)) | plan_signs((v4q)(high == 0)) << 4;
    uint32_t less = plan_signs((v4q)(low < 0)) | plan_signs((v4q)(high < 0)) << 4;
    return tell_order(FAST_PASS, p, less, zero, c0, c1);
}
END(tell_floats)
{
    v8f v = (v8f)a0;
    return tell_order(FAST_PASS, p, signs((v8u)(v < 0)), signs((v8u)(v == 0)), c0, c1);
}
END(tell_halves)
{
    bool keeps = plan_keeps_half(grf) || p->id == EU_OP_F32TO16;
    v8u v = (v8u)a0, size = v & (keeps ? 0x7fff : 0x7c00);
    return tell_order(FAST_PASS, p, signs(v << 16), signs((v8u)(size == 0)), c0, c1);
}
/* ... of halves that were floats, by their words. */
END(tell_words)
{
    __m128i v = _mm256_castsi256_si128((__m256i)b0);
    __m128i field = fixed_16(plan_keeps_half(grf) ? FAST_HALF_SIZE : FAST_HALF_EXPONENT);
    __m128i none = _mm_cmpeq_epi16(_mm_and_si128(v, field), _mm_setzero_si128());
    uint32_t both = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(v, none));
    uint32_t truth = order_of(p, both & 255, both >> 8);
    return tell_lanes(FAST_PASS, p, order_or_nan(p, truth, signs((v8u)c0)));
}
/* Condition .o: b has the exact values, c the lanes that are past 64 bits or the largest half;
 * floats have passed a look. */
END(tell_outside)
{
    return tell_lanes(FAST_PASS, p, plan_outside(p, b0) | plan_outside(p, b1) << 4);
}
END(tell_past)
{
    uint32_t past = plan_signs(c0) | plan_signs(c1) << 4;
    return tell_lanes(FAST_PASS, p, past | plan_outside(p, b0) | plan_outside(p, b1) << 4);
}
END(tell_past_half)
{
    return tell_lanes(FAST_PASS, p, signs((v8u)c0));
}
END(tell_inside)
{
    return tell_lanes(FAST_PASS, p, 0);
}
END(tell_ints)
{
    v8u top = (v8u)a0 << (32u - 8u * p->bytes);
    return tell_order(FAST_PASS, p, signs(top), signs((v8u)(top == 0)), c0, c1);
}

/* --- which ones --- */

static plan_stage *tell_of(const struct fast_plan *p, const struct fast_alu *a)
{
    if (!p->sets_flag)
        return NULL;
    if (a->id == EU_OP_CMP || a->id == EU_OP_CMPN)
        return tell_truth;
    bool fits = fast_is_float(p->type) || plan_always_fits(a);
    if (p->past)
        return p->type == EU_TYPE_HF || a->id == EU_OP_F32TO16 ? tell_past_half : tell_past;
    if (plan_tells_overflow(a))
        return p->domain == PLAN_INTS && !fits ? tell_outside : tell_inside;
    if (a->id == EU_OP_F32TO16) /* by the half's value */
        return tell_halves;
    switch (p->type) {
    case EU_TYPE_DF:
        return tell_doubles;
    case EU_TYPE_Q:
    case EU_TYPE_UQ:
        return tell_quads;
    case EU_TYPE_F:
        return tell_floats;
    case EU_TYPE_HF:
        return p->domain == PLAN_FLOATS && !p->writes && !p->acc_dst ? tell_words : tell_halves;
    default:
        return tell_ints;
    }
}

enum { END_OF_FILE = EU_GRF_COUNT * EU_GRF_BYTES };

/* Fills the windows of the destination. Returns false if it has more than two, or reaches behind
 * the register file. */
static bool set_windows(struct fast_plan *p, bool direct)
{
    unsigned from = direct ? p->to & ~(EU_GRF_BYTES - 1u) : p->to, first = p->to - from;
    if (p->bytes >= 8 || first + p->stride * (p->es - 1u) + p->bytes > 64)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        memset(p->window + i, 0x80, sizeof p->window[i]);
        memset(p->window[i].all, 0, sizeof p->window[i].all);
    }
    p->full = (1u << p->es) - 1;
    for (unsigned n = 0; n < p->es; n++)
        for (unsigned k = 0; k < p->bytes; k++) {
            unsigned at = first + p->stride * n + k, byte = 4 * (n & 3) + k;
            struct plan_window *w = &p->window[at / 32];
            bool same = at % 32 / 16 == n / 4;
            (same ? w->same : w->cross)[at % 32] = (uint8_t)byte;
            w->all[at % 32] = 0xff;
        }
    p->far = first + p->stride * (p->es - 1u) + p->bytes > 32;
    p->to = (uint16_t)from;
    return true;
}

static plan_stage *put_of(struct fast_plan *p, bool direct)
{
    static plan_stage *const each[9] = {[1] = put_bytes_each_some,
                                        [2] = put_words_each_some,
                                        [4] = put_dwords_each_some,
                                        [8] = put_quads_each};
    unsigned size = p->bytes == 8 ? (p->es >= 8 ? 64 : 32) : 32;
    if (p->nowhere)
        return put_nowhere;
    if (p->apart)
        return each[p->bytes];
    if (direct && p->bytes >= 4 && p->stride == p->bytes && p->to + size <= END_OF_FILE)
        return p->bytes == 8 ? put_quads : put_dwords;
    if (!set_windows(p, direct))
        return each[p->bytes];
    if (p->es < PLAN_LANES)
        return put_windows;
    bool halves = p->type == EU_TYPE_HF && p->id != EU_OP_CMP && p->id != EU_OP_CMPN;
    if (p->stride == p->bytes && p->bytes <= 2)
        return halves ? put_halves : p->bytes == 2 ? put_words : put_all_bytes;
    bool apart = direct && p->stride == 2 * p->bytes && p->start + 16 * p->bytes <= END_OF_FILE;
    return !apart || p->bytes < 2 ? put_windows
           : p->bytes == 2        ? put_words_apart
                                  : put_dwords_apart;
}

plan_stage *plan_put_pairs(struct fast_plan *p, bool direct)
{
    uint8_t bytes = p->bytes, es = p->es;
    p->bytes = 4, p->es = (uint8_t)(2 * es);
    plan_stage *stage = put_of(p, direct);
    p->bytes = bytes, p->es = es;
    return stage;
}

/* The stage that makes the values for the accumulator. An integer is written before it is narrowed
 * or, into the implicit one, saturated. */
static plan_stage *final_of(const struct fast_plan *p)
{
    bool exact = p->domain == PLAN_INTS && !fast_is_float(p->type);
    if (p->writes && p->own_acc)
        return own_values;
    if (exact && (p->writes || !p->saturates))
        return p->acc;
    if (p->bytes == 8)
        return final_quads;
    if (p->type == EU_TYPE_F && p->own.kind == PLAN_ACC_DWORDS && !p->own.each)
        return put_acc_floats_of_two;
    bool compares = p->id == EU_OP_CMP || p->id == EU_OP_CMPN;
    bool words = p->own.kind == PLAN_ACC_HALVES && p->domain == PLAN_FLOATS && !compares;
    if (words && !p->own.each)
        return p->channels == 255 ? put_words_of_acc : put_some_words_of_acc;
    if (words && plan_acc_is_apart(p))
        return put_words_of_acc_apart;
    if (fast_is_float(p->type) || p->type == EU_TYPE_D)
        return final_dwords;
    return fast_is_signed(p->type) ? final_signed : final_unsigned;
}

void plan_set_ends(const struct fast_alu *a, struct fast_plan *p)
{
    p->put = put_of(p, a->dst.place != FAST_INDIRECT);
    p->tell = tell_of(p, a);
    p->keep = p->tell;
    if (!p->writes && !p->acc_dst)
        return;
    bool pairs = p->paired && p->bytes == 8;
    p->acc = pairs ? plan_put_acc_pairs : put_accs[p->own.kind][is_whole(p->channels)][p->own.each];
    p->keep = final_of(p);
}
#endif
