/* Sources of plans: elements from registers and immediates, as lanes of 64-bit integers, floats or
 * doubles. Those from accumulators are in plan_load_acc.c. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/convert.h"
#include "sim/fast/plan_elements.h"

/* A loader finds eight lanes, in two vectors or in the first of them. STAGES makes stages of it:
 * for each source, one that calls the next. */
#define LOADER(name)                                                                               \
    INLINE void name##_lanes(const struct fast_plan *p, const struct plan_source *s,               \
                             const uint8_t *from, uint8_t *grf, v4q *low, v4q *high)
#define LOADER_ARGS p, s, from, grf, low, high
#define STAGE(name, i, low, high)                                                                  \
    static enum fast_leave name##_##i(PLAN_ARGS)                                                   \
    {                                                                                              \
        name##_lanes(p, &p->src[i], grf + p->base[i] + u->s[i], grf, &low, &high);                 \
        return p->loaded[i](PLAN_PASS);                                                            \
    }
#define STAGES(name)                                                                               \
    STAGE(name, 0, a0, a1)                                                                         \
    STAGE(name, 1, b0, b1)                                                                         \
    STAGE(name, 2, c0, c1)                                                                         \
    static plan_stage *const name[3] = {name##_0, name##_1, name##_2};
#define UNUSED (void)p, (void)s, (void)from, (void)grf, (void)high

/* --- modifiers --- */

#define MODIFIER(name)                                                                             \
    INLINE v4q name##_four(const struct plan_source *s, v4q v);                                    \
    static enum fast_leave name##_0(PLAN_ARGS)                                                     \
    {                                                                                              \
        a0 = name##_four(&p->src[0], a0), a1 = name##_four(&p->src[0], a1);                        \
        return p->modified[0](PLAN_PASS);                                                          \
    }                                                                                              \
    static enum fast_leave name##_1(PLAN_ARGS)                                                     \
    {                                                                                              \
        b0 = name##_four(&p->src[1], b0), b1 = name##_four(&p->src[1], b1);                        \
        return p->modified[1](PLAN_PASS);                                                          \
    }                                                                                              \
    static enum fast_leave name##_2(PLAN_ARGS)                                                     \
    {                                                                                              \
        c0 = name##_four(&p->src[2], c0), c1 = name##_four(&p->src[2], c1);                        \
        return p->modified[2](PLAN_PASS);                                                          \
    }                                                                                              \
    static plan_stage *const name[3] = {name##_0, name##_1, name##_2};                             \
    INLINE v4q name##_four(const struct plan_source *s, v4q v)
MODIFIER(modify_ints)
{
    return modified_ints(s, v);
}
/* The least Q has no opposite in 64 bits. */
#define MODIFY_QUADS(i, low, high)                                                                 \
    static enum fast_leave modify_quads_##i(PLAN_ARGS)                                             \
    {                                                                                              \
        uint32_t least = plan_signs(low == INT64_MIN) | plan_signs(high == INT64_MIN) << 4;        \
        if (FAST_UNLIKELY(least & p->channels))                                                    \
            return plan_fail(FAST_PASS, p);                                                        \
        low = modified_ints(&p->src[i], low), high = modified_ints(&p->src[i], high);              \
        return p->modified[i](PLAN_PASS);                                                          \
    }
MODIFY_QUADS(0, a0, a1)
MODIFY_QUADS(1, b0, b1)
MODIFY_QUADS(2, c0, c1)
static plan_stage *const modify_quads[3] = {modify_quads_0, modify_quads_1, modify_quads_2};
MODIFIER(modify_not)
{
    return s->neg ? ~v : v;
}
/* Floats and doubles. */
MODIFIER(modify_signs)
{
    return (v & plan_all((int64_t)s->keep)) ^ plan_all((int64_t)s->flip);
}

/* --- elements of at most 32 bits, by places or anywhere: a dword from each place --- */

INLINE __m128i load16(const uint8_t *from)
{
    return _mm_loadu_si128((const void *)from);
}
INLINE __m128i load8(const uint8_t *from)
{
    return _mm_loadl_epi64((const void *)from);
}
INLINE __m128i load4(const uint8_t *from)
{
    return _mm_loadu_si32(from);
}

INLINE __m256i pair_of(__m128i a, __m128i b)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
}
/* The first of each two dwords. */
INLINE v8u every_second(const uint8_t *from)
{
    __m256i low = pair_of(load16(from), load16(from + 32));
    __m256i high = pair_of(load16(from + 16), load16(from + 48));
    return (v8u)_mm256_shuffle_ps((__m256)low, (__m256)high, 0x88);
}
/* The dwords with the elements, in the order of the lanes. */
INLINE v8u in_order(const struct plan_source *s, const uint8_t *from)
{
    if (s->apart)
        return every_second(from);
    const __m256i dword = (__m256i)load(s->places.dword);
    v8u v = (v8u)_mm256_permutevar8x32_epi32((__m256i)load(from), dword);
    if (!s->far)
        return v;
    return blend(v, (v8u)_mm256_permutevar8x32_epi32((__m256i)load(from + 32), dword), (v8u)dword);
}
/* The bytes of the elements, where the table places them. */
INLINE __m256i placed(const struct plan_source *s, const uint8_t *from)
{
    v8u v = s->folded     ? (v8u)_mm256_broadcastsi128_si256(load16(from))
            : s->straight ? load(from)
                          : in_order(s, from);
    return _mm256_shuffle_epi8((__m256i)v, (__m256i)load(s->places.byte));
}

INLINE v8u by_dwords(const struct plan_source *s, const uint8_t *from)
{
    return s->straight ? (v8u)placed(s, from) : in_order(s, from);
}
INLINE v8u by_bytes(const struct plan_source *s, const uint8_t *from)
{
    return (v8u)_mm256_sra_epi32(placed(s, from), _mm_loadl_epi64((const void *)&s->down));
}

INLINE v8u one_dword(const uint8_t *from)
{
    int32_t v;
    memcpy(&v, from, sizeof v);
    return (v8u)_mm256_set1_epi32(v);
}

/* The same at even distances: four, or twice four. */
INLINE v4q even4q(const uint8_t *from, int64_t step)
{
    const uint8_t *more = from + 2 * step;
    return (v4q)_mm256_setr_epi64x(quad_at(from, 0), quad_at(from + step, 0), quad_at(more, 0),
                                   quad_at(more + step, 0));
}

/* Four of 32 bytes, in any order; then four that lie in the same way behind them. */
INLINE v4q by_quads(const struct plan_source *s, const uint8_t *from)
{
    return (v4q)_mm256_permutevar8x32_epi32((__m256i)load(from), (__m256i)load(s->places.dword));
}

/* --- integers --- */

#define INTS(name, first, second)                                                                  \
    LOADER(name)                                                                                   \
    {                                                                                              \
        UNUSED;                                                                                    \
        *low = (v4q)(first);                                                                       \
        *high = (v4q)(second);                                                                     \
    }                                                                                              \
    STAGES(name)
/* From eight dwords. */
#define INTS_OF(name, dwords, convert)                                                             \
    LOADER(name)                                                                                   \
    {                                                                                              \
        UNUSED;                                                                                    \
        __m256i v = (__m256i)(dwords);                                                             \
        *low = (v4q)convert(_mm256_castsi256_si128(v));                                            \
        *high = (v4q)convert(_mm256_extracti128_si256(v, 1));                                      \
    }                                                                                              \
    STAGES(name)
INTS(ints_ud, _mm256_cvtepu32_epi64(load16(from)), _mm256_cvtepu32_epi64(load16(from + 16)))
INTS(ints_d, _mm256_cvtepi32_epi64(load16(from)), _mm256_cvtepi32_epi64(load16(from + 16)))
INTS(ints_uw, _mm256_cvtepu16_epi64(load8(from)), _mm256_cvtepu16_epi64(load8(from + 8)))
INTS(ints_w, _mm256_cvtepi16_epi64(load8(from)), _mm256_cvtepi16_epi64(load8(from + 8)))
INTS(ints_ub, _mm256_cvtepu8_epi64(load4(from)), _mm256_cvtepu8_epi64(load4(from + 4)))
INTS(ints_b, _mm256_cvtepi8_epi64(load4(from)), _mm256_cvtepi8_epi64(load4(from + 4)))
INTS(ints_q, plan_load4(from), plan_load4(from + 32))
INTS(ints_one, plan_all(quad_at(from, 0)), *low)
INTS(ints_each_q, gather4q(from, s->at), gather4q(from, s->at + 4))
INTS(ints_even_q, even4q(from, s->step), even4q(from + 4 * s->step, s->step))
INTS(ints_four_q, even4q(from, s->step), *low)
INTS(ints_near_q, by_quads(s, from), by_quads(s, from + s->step))
INTS(ints_imm, plan_load4(s->imm), plan_load4(s->imm + 4))
INTS_OF(ints_dwords, by_dwords(s, from), _mm256_cvtepi32_epi64)
INTS_OF(ints_dwords_u, by_dwords(s, from), _mm256_cvtepu32_epi64)
INTS_OF(ints_one_d, one_dword(from), _mm256_cvtepi32_epi64)
INTS_OF(ints_one_ud, one_dword(from), _mm256_cvtepu32_epi64)
/* The first of each two dwords, with its sign, or without. */
INLINE __m256i with_sign(const uint8_t *from)
{
    __m256i v = (__m256i)load(from), sign = _mm256_slli_epi64(_mm256_srai_epi32(v, 31), 32);
    return _mm256_blend_epi32(v, sign, 0xaa);
}
INLINE __m256i without_sign(const uint8_t *from)
{
    return _mm256_blend_epi32((__m256i)load(from), _mm256_setzero_si256(), 0xaa);
}
INTS(ints_apart, with_sign(from), with_sign(from + 32))
INTS(ints_apart_u, without_sign(from), without_sign(from + 32))
INTS_OF(ints_bytes, by_bytes(s, from), _mm256_cvtepi32_epi64)
INTS_OF(ints_each, sign_of(s, gather8(from, s->at)), _mm256_cvtepi32_epi64)
INTS_OF(ints_each_u, zero_of(s, gather8(from, s->at)), _mm256_cvtepu32_epi64)

/* --- floats --- */

#define FLOATS(name, eight)                                                                        \
    LOADER(name)                                                                                   \
    {                                                                                              \
        UNUSED;                                                                                    \
        *low = (v4q)(eight);                                                                       \
    }                                                                                              \
    STAGES(name)
FLOATS(floats_f, load(from))
FLOATS(floats_one, one_dword(from))
FLOATS(floats_dwords, by_dwords(s, from))
FLOATS(floats_apart, every_second(from))
FLOATS(floats_each, gather8(from, s->at))
FLOATS(floats_imm, load(s->bits))

FLOATS(floats_hf, plan_of_halves(s, grf, load16(from)))
/* The table has four words in the low half of each 16 bytes. */
INLINE __m128i words_by_table(const struct plan_source *s, const uint8_t *from)
{
    const uint8_t *byte = (const uint8_t *)s->places.byte;
    if (s->folded) /* the table is joined before the words are there */
        return _mm_shuffle_epi8(load16(from), _mm_unpacklo_epi64(load16(byte), load16(byte + 16)));
    __m256i v = placed(s, from);
    return _mm_unpacklo_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}
FLOATS(floats_bytes_hf, plan_of_halves(s, grf, words_by_table(s, from)))
FLOATS(floats_each_hf, plan_of_halves(s, grf, low_words(gather8(from, s->at))))
FLOATS(floats_imm_hf, plan_of_halves(s, grf, low_words(load(s->bits))))

/* Integers, with modifiers as they have them, modulo 2^32. */
INLINE v8u modified(const struct plan_source *s, v8u v)
{
    v8u sign = (v8u)((v8i)v >> 31);
    v = s->abs ? (v ^ sign) - sign : v;
    return s->neg ? -v : v;
}
INLINE v8u from_d(v8u v)
{
    return (v8u)_mm256_cvtepi32_ps((__m256i)v);
}
FLOATS(floats_of_dwords, from_d(modified(s, by_dwords(s, from))))
FLOATS(floats_of_dwords_u, from_ud(modified(s, by_dwords(s, from))))
FLOATS(floats_of_bytes, from_d(modified(s, by_bytes(s, from))))
FLOATS(floats_of_each, from_d(modified(s, sign_of(s, gather8(from, s->at)))))
FLOATS(floats_of_each_u, from_d(modified(s, zero_of(s, gather8(from, s->at)))))
FLOATS(floats_of_each_ud, from_ud(modified(s, gather8(from, s->at))))
FLOATS(floats_of_imm, from_d(modified(s, plan_low(plan_load4(s->imm), plan_load4(s->imm + 4)))))

/* --- doubles --- */

/* Of integers, with modifiers as they have them. */
#define DOUBLES_OF(name, ints, convert)                                                            \
    LOADER(name)                                                                                   \
    {                                                                                              \
        ints##_lanes(LOADER_ARGS);                                                                 \
        *low = (v4q)convert(modified_ints(s, *low));                                               \
        *high = (v4q)convert(modified_ints(s, *high));                                             \
    }                                                                                              \
    STAGES(name)
DOUBLES_OF(doubles_of_dwords, ints_dwords, plan_double)
DOUBLES_OF(doubles_of_dwords_u, ints_dwords_u, plan_double)
DOUBLES_OF(doubles_of_bytes, ints_bytes, plan_double)
DOUBLES_OF(doubles_of_each, ints_each, plan_double)
DOUBLES_OF(doubles_of_each_u, ints_each_u, plan_double)
/* ... of 64 bits, where modifiers come afterwards. */
#define DOUBLES_OF_QUADS(name, ints, convert)                                                      \
    LOADER(name)                                                                                   \
    {                                                                                              \
        ints##_lanes(LOADER_ARGS);                                                                 \
        *low = modified_double(s, convert(*low));                                                  \
        *high = modified_double(s, convert(*high));                                                \
    }                                                                                              \
    STAGES(name)
DOUBLES_OF_QUADS(doubles_of_q, ints_q, plan_double_of_q)
DOUBLES_OF_QUADS(doubles_of_each_q, ints_each_q, plan_double_of_q)
DOUBLES_OF_QUADS(doubles_of_uq, ints_q, plan_double_of_uq)
DOUBLES_OF_QUADS(doubles_of_each_uq, ints_each_q, plan_double_of_uq)
DOUBLES_OF(doubles_of_imm, ints_imm, plan_double)
DOUBLES_OF_QUADS(doubles_of_imm_q, ints_imm, plan_double_of_q)
DOUBLES_OF_QUADS(doubles_of_imm_uq, ints_imm, plan_double_of_uq)

/* A float; a NaN becomes the default one. */
INLINE v4q double_of_f(const struct plan_source *s, v8u v, unsigned half)
{
    (void)s;
    __m128i f = half ? _mm256_extracti128_si256((__m256i)v, 1) : _mm256_castsi256_si128((__m256i)v);
    __m256d d = _mm256_cvtps_pd((__m128)f), nan = _mm256_cmp_pd(d, d, _CMP_UNORD_Q);
    return plan_choose((v4q)d, plan_all(EU_D_NAN), (v4q)nan);
}
#define WIDEN_F(i, low, high)                                                                      \
    static enum fast_leave widen_f_##i(PLAN_ARGS)                                                  \
    {                                                                                              \
        const struct plan_source *s = &p->src[i];                                                  \
        v8u v = (v8u)modify_signs_four(s, low), small = (v8u)((v & EU_F_INF) == 0);                \
        if (s->widens && FAST_UNLIKELY(signs(small & (v8u)(v << 1 != 0)) & p->channels))           \
            return plan_fail(FAST_PASS, p);                                                        \
        low = double_of_f(s, v, 0), high = double_of_f(s, v, 1);                                   \
        return p->modified[i](PLAN_PASS);                                                          \
    }
WIDEN_F(0, a0, a1)
WIDEN_F(1, b0, b1)
WIDEN_F(2, c0, c1)
static plan_stage *const widen_f[3] = {widen_f_0, widen_f_1, widen_f_2};

/* --- which one --- */

typedef plan_stage *const *loader;

/* @apart: every second dword. */
static loader load_ints(unsigned type, enum plan_where where, bool apart)
{
    static const loader by_side[EU_TYPE_COUNT] = {
        [EU_TYPE_UD] = ints_ud, [EU_TYPE_D] = ints_d, [EU_TYPE_UW] = ints_uw, [EU_TYPE_W] = ints_w,
        [EU_TYPE_UB] = ints_ub, [EU_TYPE_B] = ints_b, [EU_TYPE_UQ] = ints_q,  [EU_TYPE_Q] = ints_q,
    };
    bool is_signed = fast_is_signed(type);
    unsigned bytes = eu_types[type].bytes;
    switch (where) {
    case PLAN_CONSTANT:
        return ints_imm;
    case PLAN_PACKED:
        return by_side[type];
    case PLAN_ONE:
        return bytes == 8 ? ints_one : is_signed ? ints_one_d : ints_one_ud;
    case PLAN_EVEN:
        return ints_even_q;
    case PLAN_FOUR:
        return ints_four_q;
    case PLAN_NEAR:
        return bytes == 8  ? ints_near_q
               : bytes < 4 ? ints_bytes
               : apart     ? (is_signed ? ints_apart : ints_apart_u)
               : is_signed ? ints_dwords
                           : ints_dwords_u;
    default:
        return bytes == 8 ? ints_each_q : is_signed ? ints_each : ints_each_u;
    }
}

static loader load_floats(unsigned type, enum plan_where where)
{
    static const loader floats[PLAN_PLACES] = {floats_f, floats_one, floats_dwords, floats_each,
                                               floats_imm};
    static const loader halves[PLAN_PLACES] = {floats_hf, NULL, floats_bytes_hf, floats_each_hf,
                                               floats_imm_hf};
    static const loader dwords[PLAN_PLACES] = {floats_of_dwords, floats_of_dwords, floats_of_dwords,
                                               floats_of_each, floats_of_imm};
    static const loader dwords_u[PLAN_PLACES] = {floats_of_dwords_u, floats_of_dwords_u,
                                                 floats_of_dwords_u, floats_of_each_ud};
    static const loader parts[PLAN_PLACES] = {floats_of_bytes, NULL, floats_of_bytes,
                                              floats_of_each, floats_of_imm};
    switch (type) {
    case EU_TYPE_F:
    case EU_TYPE_VF:
        return floats[where];
    case EU_TYPE_HF:
        return halves[where];
    case EU_TYPE_UQ:
    case EU_TYPE_Q:
    case EU_TYPE_DF:
        return NULL;
    case EU_TYPE_D:
        return dwords[where];
    case EU_TYPE_UD:
        return dwords_u[where];
    default:
        return where == PLAN_ANYWHERE && !fast_is_signed(type) ? floats_of_each_u : parts[where];
    }
}

static loader load_doubles(unsigned type, enum plan_where where)
{
    static const loader parts[PLAN_PLACES] = {doubles_of_bytes, NULL, doubles_of_bytes,
                                              doubles_of_each, doubles_of_imm};
    static const loader dwords[PLAN_PLACES] = {doubles_of_dwords, doubles_of_dwords,
                                               doubles_of_dwords, doubles_of_each, doubles_of_imm};
    static const loader dwords_u[PLAN_PLACES] = {doubles_of_dwords_u, doubles_of_dwords_u,
                                                 doubles_of_dwords_u, doubles_of_each_u,
                                                 doubles_of_imm};
    switch (type) {
    case EU_TYPE_DF: /* as Q is */
        return load_ints(EU_TYPE_Q, where, false);
    case EU_TYPE_F: /* widened later */
    case EU_TYPE_VF:
        return load_floats(type, where);
    case EU_TYPE_HF:
        return NULL;
    case EU_TYPE_UQ:
        return where == PLAN_CONSTANT ? doubles_of_imm_uq
               : where == PLAN_PACKED ? doubles_of_uq
                                      : doubles_of_each_uq;
    case EU_TYPE_Q:
        return where == PLAN_CONSTANT ? doubles_of_imm_q
               : where == PLAN_PACKED ? doubles_of_q
                                      : doubles_of_each_q;
    case EU_TYPE_D:
        return dwords[where];
    case EU_TYPE_UD:
        return dwords_u[where];
    default:
        return where == PLAN_ANYWHERE && !fast_is_signed(type) ? doubles_of_each_u : parts[where];
    }
}

static void set_constant(struct fast_plan *p, const struct fast_operand *op, unsigned i)
{
    struct plan_source *s = &p->src[i];
    bool bits = op->type == EU_TYPE_F || op->type == EU_TYPE_HF || op->type == EU_TYPE_VF;
    for (unsigned n = 0; n < PLAN_LANES && bits; n++)
        s->bits[n] = (uint32_t)op->imm[(p->lane + n) & 7];
    for (unsigned n = 0; n < PLAN_LANES && !bits; n++)
        s->imm[n] = op->imm[(p->lane + n) & 7];
}

plan_stage *plan_load_of(struct fast_plan *p, const struct fast_alu *a,
                         const struct fast_operand *op, unsigned i)
{
    enum plan_where where = PLAN_CONSTANT;
    if (a->id == EU_OP_MOVI)
        return plan_load_movi(p, a, op);
    if (op->place == FAST_CONSTANT)
        set_constant(p, op, i);
    else
        where = plan_find_places(p, a, op, i);
    bool apart = where == PLAN_NEAR && p->src[i].apart && eu_types[op->type].bytes == 4;
    loader load = p->domain == PLAN_INTS           ? load_ints(op->type, where, apart)
                  : p->domain != PLAN_FLOATS       ? load_doubles(op->type, where)
                  : apart && op->type == EU_TYPE_F ? floats_apart
                                                   : load_floats(op->type, where);
    return load ? load[i] : NULL;
}

plan_stage *plan_load_pairs(struct fast_plan *p, const struct fast_alu *a,
                            const struct fast_operand *op, unsigned i)
{
    struct fast_operand dwords = *op;
    uint8_t lane = p->lane, es = p->es;
    dwords.type = EU_TYPE_F;
    p->lane = (uint8_t)(2 * lane), p->es = (uint8_t)(2 * es);
    enum plan_where where = plan_find_places(p, a, &dwords, i);
    p->lane = lane, p->es = es;
    return load_floats(EU_TYPE_F, where)[i];
}

plan_stage *plan_modify_of(const struct fast_plan *p, const struct fast_operand *op, unsigned i)
{
    const struct plan_source *s = &p->src[i];
    if (p->domain == PLAN_DOUBLES && (op->type == EU_TYPE_F || op->type == EU_TYPE_VF))
        return widen_f[i];
    if ((!s->abs && !s->neg) || s->words)
        return NULL;
    if (p->domain == PLAN_INTS && op->type == EU_TYPE_UQ && fast_is_float(p->type) && i == 0)
        return NULL; /* the float is negated */
    if (p->domain == PLAN_INTS)
        return p->keeps_not            ? modify_not[i]
               : op->type == EU_TYPE_Q ? modify_quads[i]
                                       : modify_ints[i];
    if (p->domain == PLAN_DOUBLES)
        return op->type == EU_TYPE_DF ? modify_signs[i] : NULL;
    return fast_is_float(op->type) ? modify_signs[i] : NULL;
}
#endif
