/* Sources of plans from accumulators: as lanes, and as what was stored last (sim/fast/plan_acc.h).
 */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

/* --- by how they have a value, and whether elements lie side by side --- */

#define ACC_STAGE(name, kind, each, i, low, high)                                                  \
    static enum fast_leave name##_##i(PLAN_ARGS)                                                   \
    {                                                                                              \
        const struct plan_acc *acc = &p->src[i].acc;                                               \
        low = plan_acc_get(fast_thread(grf), acc, 0, kind, each);                                  \
        high = plan_acc_get(fast_thread(grf), acc, 1, kind, each);                                 \
        return p->loaded[i](PLAN_PASS);                                                            \
    }                                                                                              \
    static __attribute__((noinline)) enum fast_leave name##_some_##i(PLAN_ARGS)                    \
    {                                                                                              \
        const struct plan_acc *acc = &p->src[i].acc;                                               \
        low = plan_acc_get(fast_thread(grf), acc, 0, kind, each);                                  \
        low = plan_acc_expect_some(x, p, 0, low, plan_mask(x->on));                                \
        high = plan_acc_get(fast_thread(grf), acc, 1, kind, each);                                 \
        high = plan_acc_expect_some(x, p, 1, high, plan_mask(x->on >> 4));                         \
        return p->loaded[i](PLAN_PASS);                                                            \
    }                                                                                              \
    static enum fast_leave name##_kept_##i(PLAN_ARGS)                                              \
    {                                                                                              \
        const struct plan_acc *acc = &p->src[i].acc;                                               \
        if (FAST_UNLIKELY(x->on != 255) ||                                                         \
            !plan_acc_expect(x, p, grf, acc, 0, kind, each, &low) ||                               \
            !plan_acc_expect(x, p, grf, acc, 1, kind, each, &high))                                \
            return name##_some_##i(PLAN_PASS);                                                     \
        return p->loaded[i](PLAN_PASS);                                                            \
    }
#define ACC_STAGES(name, kind, each)                                                               \
    ACC_STAGE(name, kind, each, 0, a0, a1)                                                         \
    ACC_STAGE(name, kind, each, 1, b0, b1)                                                         \
    ACC_STAGE(name, kind, each, 2, c0, c1)                                                         \
    static plan_stage *const name[2][3] = {{name##_0, name##_1, name##_2},                         \
                                           {name##_kept_0, name##_kept_1, name##_kept_2}};
#define ACC_LOADS(name, kind)                                                                      \
    ACC_STAGES(acc_##name, kind, false)                                                            \
    ACC_STAGES(acc_##name##_each, kind, true)
#define ACC_ROW(name, kind) [kind] = {acc_##name, acc_##name##_each},
PLAN_ACC_EACH_KIND(ACC_LOADS)
static plan_stage *const (*const acc_loads[PLAN_ACC_KINDS][2])[3] = {PLAN_ACC_EACH_KIND(ACC_ROW)};

/* Lanes of accumulators are integers at first. Then they become what is computed with: floats,
 * halves as floats, doubles. */
#define LANES(name, first, second)                                                                 \
    INLINE void name##_lanes(const struct plan_source *s, uint8_t *grf, v4q *low, v4q *high)       \
    {                                                                                              \
        (void)s, (void)grf;                                                                        \
        const v4q a = *low, b = *high;                                                             \
        *low = (v4q)(first), *high = (v4q)(second);                                                \
    }                                                                                              \
    LANES_STAGE(name, 0, a0, a1)                                                                   \
    LANES_STAGE(name, 1, b0, b1)                                                                   \
    LANES_STAGE(name, 2, c0, c1)                                                                   \
    static plan_stage *const name[3] = {name##_0, name##_1, name##_2};
#define LANES_STAGE(name, i, low, high)                                                            \
    static enum fast_leave name##_##i(PLAN_ARGS)                                                   \
    {                                                                                              \
        name##_lanes(&p->src[i], grf, &low, &high);                                                \
        return p->become[i](PLAN_PASS);                                                            \
    }
LANES(become_floats, plan_low(a, b), b)
/* Words in lanes of 64 bits. */
INLINE __m128i words_of_quads(v4q low, v4q high)
{
    const __m256i sides =
        _mm256_setr_epi8(0, 1, 8, 9, -1, -1, -1, -1, 2, 3, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1,
                         0, 1, 8, 9, -1, -1, -1, -1, 2, 3, 10, 11);
    __m256i both = _mm256_shuffle_epi8((__m256i)(low | high << 16), sides);
    return _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
}
LANES(become_halves, plan_of_halves(s, grf, words_of_quads(a, b)), b)
LANES(become_doubles, plan_double_of_q(a), plan_double_of_q(b))

/* What becomes floats at once, of elements that lie side by side: @eight as it is kept, of which
 * @of makes floats; @mask of it. @is_kept: no lane is other than what was stored last. */
#define ACC_EIGHT(name, eight, is_kept, mask, of)                                                  \
    ACC_EIGHT_STAGE(name, eight, is_kept, mask, of, 0, a0)                                         \
    ACC_EIGHT_STAGE(name, eight, is_kept, mask, of, 1, b0)                                         \
    ACC_EIGHT_STAGE(name, eight, is_kept, mask, of, 2, c0)                                         \
    static plan_stage *const name[2][3] = {{name##_0, name##_1, name##_2},                         \
                                           {name##_kept_0, name##_kept_1, name##_kept_2}};
#define ACC_EIGHT_STAGE(name, eight, is_kept, mask, of, i, low)                                    \
    static enum fast_leave name##_##i(PLAN_ARGS)                                                   \
    {                                                                                              \
        const struct plan_source *s = &p->src[i];                                                  \
        low = of(s, grf, eight(s, &fast_thread(grf)->acc[0][0] + s->acc.first));                   \
        return p->loaded[i](PLAN_PASS);                                                            \
    }                                                                                              \
    static __attribute__((noinline)) enum fast_leave name##_some_##i(PLAN_ARGS)                    \
    {                                                                                              \
        const struct plan_source *s = &p->src[i];                                                  \
        low = eight(s, &fast_thread(grf)->acc[0][0] + s->acc.first);                               \
        low = of(s, grf, plan_acc_expect_some(x, p, 0, low, mask(x->on)));                         \
        return p->loaded[i](PLAN_PASS);                                                            \
    }                                                                                              \
    static enum fast_leave name##_kept_##i(PLAN_ARGS)                                              \
    {                                                                                              \
        const struct plan_source *s = &p->src[i];                                                  \
        v4q last = plan_acc_last(x, p, 0);                                                         \
        if (FAST_UNLIKELY(x->on != 255) ||                                                         \
            !is_kept(s, &fast_thread(grf)->acc[0][0] + s->acc.first, &last))                       \
            return name##_some_##i(PLAN_PASS);                                                     \
        low = of(s, grf, last);                                                                    \
        return p->loaded[i](PLAN_PASS);                                                            \
    }

/* Gen7: the low 32 bits of elements of two lanes are all that matters: of the first lane, or, if
 * the second one is not 0, a word of each. */
INLINE v4q eight_floats(const struct plan_source *s, const int64_t *from)
{
    (void)s;
    __m256 a = (__m256)plan_acc_pairs(plan_acc_two(from), plan_acc_two(from + 2));
    __m256 b = (__m256)plan_acc_pairs(plan_acc_two(from + 4), plan_acc_two(from + 6));
    __m256 c = (__m256)plan_acc_pairs(plan_acc_two(from + 8), plan_acc_two(from + 10));
    __m256 d = (__m256)plan_acc_pairs(plan_acc_two(from + 12), plan_acc_two(from + 14));
    __m256 ab = _mm256_shuffle_ps(a, b, 0x88), cd = _mm256_shuffle_ps(c, d, 0x88);
    __m256 ab_top = _mm256_shuffle_ps(a, b, 0xff), cd_top = _mm256_shuffle_ps(c, d, 0xff);
    v8u low = (v8u)_mm256_shuffle_ps(ab, cd, 0x88), high = (v8u)_mm256_shuffle_ps(ab, cd, 0xdd);
    v8u top = (v8u)_mm256_shuffle_ps(ab_top, cd_top, 0x88);
    v8u both = (v8u)_mm256_blend_epi16((__m256i)low, (__m256i)(high << 16), 0xaa);
    v8u other = (both ^ low) & (v8u)((high | top) != 0);
    if (FAST_UNLIKELY(!_mm256_testz_si256((__m256i)other, (__m256i)other)))
        low ^= other; /* most values do not wait for it */
    return (v4q)_mm256_permutevar8x32_epi32((__m256i)low,
                                            _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}
INLINE bool floats_are_kept(const struct plan_source *s, const int64_t *from, v4q *last)
{
    struct plan_floats f = plan_acc_floats_of(*last);
    v4q differs = plan_all(0);
    (void)s;
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        differs |= f.at[i] ^ plan_load4(from + 4 * i);
    return plan_acc_take(last, differs);
}
INLINE v4q as_they_are(const struct plan_source *s, const uint8_t *grf, v4q v)
{
    (void)s, (void)grf;
    return v;
}
ACC_EIGHT(acc_floats_of_two, eight_floats, floats_are_kept, plan_floats_mask, as_they_are)

/* Halves: the words at one shift. */
INLINE v4q eight_words(const struct plan_source *s, const int64_t *from)
{
    static const uint8_t words[32] = {0, 1, 4, 5, 8,  9,  12, 13, 0, 1, 4, 5, 8,  9,  12, 13,
                                      2, 3, 6, 7, 10, 11, 14, 15, 2, 3, 6, 7, 10, 11, 14, 15};
    __m128i order = _mm_loadu_si128((const void *)(words + s->acc.shift));
    return plan_words(_mm_unpacklo_epi64(_mm_shuffle_epi8(plan_acc_dwords(from), order),
                                         _mm_shuffle_epi8(plan_acc_dwords(from + 4), order)));
}
INLINE bool words_are_kept(const struct plan_source *s, const int64_t *from, v4q *last)
{
    return plan_acc_take(last, *last ^ eight_words(s, from));
}
INLINE v4q of_words(const struct plan_source *s, uint8_t *grf, v4q words)
{
    return (v4q)plan_of_halves(s, grf, _mm256_castsi256_si128((__m256i)words));
}
ACC_EIGHT(acc_halves_of_lanes, eight_words, words_are_kept, plan_words_mask, of_words)

/* --- which one --- */

/* What accumulators become; NULL: they stay as they are. */
static plan_stage *const *become_of(const struct fast_plan *p, unsigned type)
{
    if (p->domain == PLAN_INTS || type == EU_TYPE_DF)
        return NULL;
    return type == EU_TYPE_HF ? become_halves : type == EU_TYPE_F ? become_floats : become_doubles;
}

static bool is_acc_computed(const struct fast_plan *p, unsigned type)
{
    if (p->domain == PLAN_FLOATS)
        return type == EU_TYPE_F || type == EU_TYPE_HF;
    return p->domain == PLAN_INTS || type != EU_TYPE_HF;
}

/* A channel's result depends on what others have, which are not active. */
static bool adds_across(unsigned id)
{
    return (id >= EU_OP_DP4 && id <= EU_OP_DP2) || id == EU_OP_LINE || id == EU_OP_PLN ||
           id == EU_OP_SAD2 || id == EU_OP_SADA2;
}

plan_stage *plan_load_acc(struct fast_plan *p, unsigned type, unsigned i, plan_stage *next)
{
    const struct plan_acc *acc = &p->src[i].acc;
    plan_stage *const *become = become_of(p, type);
    if (!is_acc_computed(p, type))
        return NULL;
    plan_stage *const(*eight)[3] = type == EU_TYPE_F && acc->kind == PLAN_ACC_DWORDS
                                       ? acc_floats_of_two
                                   : type == EU_TYPE_HF ? acc_halves_of_lanes
                                                        : NULL;
    /* what it stores may be what it reads the next time */
    bool kept = plan_acc_are_same(acc, &p->own) && !adds_across(p->id) &&
                (p->channels == 255 || p->channels == 15 || plan_acc_keeps_some(acc->kind));
    /* what writes lanes one by one mostly reads what another one like it wrote: the host waits for
     * stores that a wider load reads, or one that lies across two */
    bool by_two = p->own.kind == PLAN_ACC_DWORDS || plan_acc_is_apart(p);
    bool each = acc->each || (p->own.each && !by_two);
    bool single = plan_acc_step(acc->kind) == 1 && !eight;
    each |= single && p->own.kind && (acc->first - p->own.first) % 4;
    if (become && eight && !each) {
        p->loaded[i] = next;
        return eight[kept][i];
    }
    p->become[i] = next;
    p->loaded[i] = become ? become[i] : next;
    return acc_loads[acc->kind][each][kept][i];
}
#endif
