/* The source of plans whose rows words of a0 lead to, mostly one element each: VxH, Vx1. */
#include "sim/fast/plan_elements.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

enum { END = EU_GRF_COUNT * EU_GRF_BYTES };

/* Where the elements of @p are, also those behind the register file. places: which words of a0 they
 * have, as vpshufb takes them from eight, and from the others; and what is added. */
INLINE __m256i places_of(const struct fast_plan *p, uint8_t *grf)
{
    const struct plan_source *s = &p->src[0];
    const __m128i *a0s = (const void *)fast_thread(grf)->a0, *from = (const void *)s->places.byte;
    __m128i low = _mm_shuffle_epi8(_mm_loadu_si128(a0s), _mm_load_si128(from));
    __m128i high = _mm_shuffle_epi8(_mm_loadu_si128(a0s + 1), _mm_load_si128(from + 1));
    __m256i words = _mm256_cvtepu16_epi32(_mm_or_si128(low, high));
    return _mm256_add_epi32(words, (__m256i)load(s->places.dword));
}
/* The places that are read: of lanes that are @on, or, if they are summed, of all. */
INLINE uint32_t readers(const struct fast_plan *p, uint32_t on)
{
    if (p->src[0].halved)
        return plan_both(on);
    return (on | p->src[0].every) & 255;
}
/* Places of the register file for all lanes, so that no lane waits for a flag: those behind it
 * become the last. */
INLINE __m256i inside(const struct fast_plan *p, __m256i places)
{
    return _mm256_min_epu32(places, _mm256_set1_epi32((int)p->src[0].step));
}
INLINE bool are_inside(const struct fast_plan *p, __m256i places, uint32_t on)
{
    uint32_t in = signs((v8u)_mm256_cmpeq_epi32(inside(p, places), places));
    return !(readers(p, on) & ~in);
}

/* The dword at each place of the register file: by the host's gather, or by a load each, for which
 * four registers take the places in pairs. */
INLINE uint32_t dword(const uint8_t *grf, uint64_t at)
{
    uint32_t v;
    memcpy(&v, grf + at, sizeof v);
    return v;
}
INLINE uint64_t pair_of(__m256i places, int i)
{
    __m128i two = i < 2 ? _mm256_castsi256_si128(places) : _mm256_extracti128_si256(places, 1);
    return (uint64_t)(i % 2 ? _mm_extract_epi64(two, 1) : _mm_cvtsi128_si64(two));
}
INLINE v8u dwords(const uint8_t *grf, __m256i places, bool by_host)
{
    if (by_host)
        return (v8u)_mm256_i32gather_epi32((const void *)grf, places, 1);
    uint64_t a = pair_of(places, 0), b = pair_of(places, 1), c = pair_of(places, 2),
             d = pair_of(places, 3);
    return (v8u){dword(grf, (uint32_t)a), dword(grf, a >> 32),     dword(grf, (uint32_t)b),
                 dword(grf, b >> 32),     dword(grf, (uint32_t)c), dword(grf, c >> 32),
                 dword(grf, (uint32_t)d), dword(grf, d >> 32)};
}
INLINE v4q quads(const uint8_t *grf, __m256i places, int half, bool by_host)
{
    if (by_host)
        return (v4q)_mm256_i32gather_epi64(
            (const void *)grf,
            half ? _mm256_extracti128_si256(places, 1) : _mm256_castsi256_si128(places), 1);
    uint64_t a = pair_of(places, 2 * half), b = pair_of(places, 2 * half + 1);
    return (v4q){quad_at(grf, (int32_t)(uint32_t)a), quad_at(grf, (int32_t)(a >> 32)),
                 quad_at(grf, (int32_t)(uint32_t)b), quad_at(grf, (int32_t)(b >> 32))};
}

/* Two stages: one for each way to fetch. */
#define STAGE(stage, name, by_host)                                                                \
    static enum fast_leave stage(PLAN_ARGS)                                                        \
    {                                                                                              \
        __m256i places = places_of(p, grf);                                                        \
        if (FAST_UNLIKELY(!are_inside(p, places, x->on)))                                          \
            return plan_fail(FAST_PASS, p);                                                        \
        name##_lanes(&p->src[0], grf, inside(p, places), by_host, &a0, &a1);                       \
        return p->loaded[0](PLAN_PASS);                                                            \
    }
#define ROWS(name)                                                                                 \
    INLINE void name##_lanes(const struct plan_source *s, uint8_t *grf, __m256i places,            \
                             bool by_host, v4q *low, v4q *high);                                   \
    STAGE(name, name, false)                                                                       \
    STAGE(name##_by_host, name, true)                                                              \
    INLINE void name##_lanes(const struct plan_source *s, uint8_t *grf, __m256i places,            \
                             bool by_host, v4q *low, v4q *high)
ROWS(rows_of_floats)
{
    (void)s, (void)high;
    *low = (v4q)dwords(grf, places, by_host);
}
ROWS(rows_of_halves)
{
    (void)high;
    *low = (v4q)plan_of_halves(s, grf, low_words(dwords(grf, places, by_host)));
}
ROWS(rows_of_signed)
{
    v8u v = sign_of(s, dwords(grf, places, by_host));
    *low = plan_wide(v, 0), *high = plan_wide(v, 1);
}
ROWS(rows_of_unsigned)
{
    v8u v = zero_of(s, dwords(grf, places, by_host));
    *low = plan_wide(v, 0) & UINT32_MAX, *high = plan_wide(v, 1) & UINT32_MAX;
}
/* Halves of doubles, side by side. */
ROWS(rows_of_pairs)
{
    (void)s, (void)high;
    *low = (v4q)dwords(grf, places, by_host);
}
ROWS(rows_of_quads)
{
    (void)s;
    *low = quads(grf, places, 0, by_host), *high = quads(grf, places, 1, by_host);
}
/* Integers that become doubles, with their modifiers. */
#define ROWS_OF_DOUBLES(name, ints, convert)                                                       \
    ROWS(name)                                                                                     \
    {                                                                                              \
        ints##_lanes(s, grf, places, by_host, low, high);                                          \
        *low = convert(s, *low), *high = convert(s, *high);                                        \
    }
INLINE v4q double_of(const struct plan_source *s, v4q v)
{
    return (v4q)plan_double(modified_ints(s, v));
}
INLINE v4q double_of_q(const struct plan_source *s, v4q v)
{
    return modified_double(s, plan_double_of_q(v));
}
INLINE v4q double_of_uq(const struct plan_source *s, v4q v)
{
    return modified_double(s, plan_double_of_uq(v));
}
ROWS_OF_DOUBLES(doubles_of_signed, rows_of_signed, double_of)
ROWS_OF_DOUBLES(doubles_of_unsigned, rows_of_unsigned, double_of)
ROWS_OF_DOUBLES(doubles_of_q, rows_of_quads, double_of_q)
ROWS_OF_DOUBLES(doubles_of_uq, rows_of_quads, double_of_uq)

/* Two plans: the first one must not write what the second one reads. */
enum fast_leave plan_begin_rows(PLAN_ARGS)
{
    const struct fast_plan *next = p + 1;
    uint32_t on = ((uint32_t)((uint64_t)act >> next->shift) | next->always) & next->channels;
    __m256i places = places_of(next, grf);
    const int from = (int)(p->start + u->d), to = p->nowhere ? 0 : from + p->extent;
    __m256i before = _mm256_set1_epi32(from - next->src[0].size);
    __m256i meets = _mm256_and_si256(_mm256_cmpgt_epi32(places, before),
                                     _mm256_cmpgt_epi32(_mm256_set1_epi32(to), places));
    if (FAST_UNLIKELY(!are_inside(next, places, on) || signs((v8u)meets) & readers(next, on)))
        return fast_alu_handler(FAST_PASS);
    return p->begin(PLAN_PASS);
}

static plan_stage *stage_of(const struct fast_plan *p, unsigned type, bool by_host)
{
#define WAY(name) (by_host ? name##_by_host : name)
    bool ints = p->domain == PLAN_INTS, doubles = p->domain == PLAN_DOUBLES;
    switch (type) {
    case EU_TYPE_F:
        return WAY(rows_of_floats);
    case EU_TYPE_HF:
        return doubles ? NULL : WAY(rows_of_halves);
    case EU_TYPE_DF:
        return p->paired ? WAY(rows_of_pairs) : WAY(rows_of_quads);
    case EU_TYPE_Q:
        return ints ? WAY(rows_of_quads) : doubles ? WAY(doubles_of_q) : NULL;
    case EU_TYPE_UQ:
        return ints ? WAY(rows_of_quads) : doubles ? WAY(doubles_of_uq) : NULL;
    default:
        return !ints && !doubles      ? NULL
               : fast_is_signed(type) ? (ints ? WAY(rows_of_signed) : WAY(doubles_of_signed))
               : ints                 ? WAY(rows_of_unsigned)
                                      : WAY(doubles_of_unsigned);
    }
#undef WAY
}

plan_stage *plan_load_rows(const struct eu *eu, struct fast_plan *p, const struct fast_alu *a,
                           const struct fast_operand *op)
{
    struct plan_source *s = &p->src[0];
    bool halved = p->paired && plan_is_pair(op);
    unsigned bytes = halved ? sizeof(uint32_t) : eu_types[op->type].bytes;
    unsigned each = halved ? 2 : 1; /* places of a lane */
    if ((plan_sums(a) && a->lanes > a->es) || p->dst_index)
        return NULL;
    s->rows = true;
    s->halved = halved;
    s->every = plan_sums(a) ? 255 : 0;
    s->size = (uint8_t)bytes;
    s->step = END - bytes;
    s->down = bytes < 4 ? 32 - 8 * bytes : 0;
    memset(s->places.byte, 0x80, sizeof s->places.byte); /* zeros */
    for (unsigned n = 0; n < PLAN_LANES; n++) {
        unsigned place = p->lane * each + (n < p->es * each ? n : 0);
        /* of pairs, another type's element is that of the first position */
        unsigned position = p->paired && !halved ? 2 * place : place;
        unsigned word = (op->reg + position / op->row) % eu->isa->address_registers;
        for (unsigned k = 0; k < 2; k++)
            s->places.byte[word / 8 * 16 + 2 * n + k] = (uint8_t)(2 * (word % 8) + k);
        s->places.dword[n] = (uint32_t)op->addr_imm + op->off[place];
    }
    return stage_of(p, op->type, !eu->plain && jit_host_gathers());
}
#endif
