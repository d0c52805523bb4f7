/* Sources of plans: elements from registers, immediates and accumulators, as lanes of 64-bit
 * integers, floats or doubles. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/convert.h"

/* --- modifiers --- */

static void modify_ints(struct plan_run *x, unsigned i)
{
    const struct plan_source *s = &x->p->src[i];
    PLAN_FOURS(k)
    {
        v4q v = x->s[i].q[k], sign = v < 0;
        if (x->p->keeps_not) {
            x->s[i].q[k] = s->neg ? ~v : v;
            continue;
        }
        v = s->abs ? (v ^ sign) - sign : v;
        x->s[i].q[k] = s->neg ? (v4q)(-(v4uq)v) : v;
    }
}

static void modify_floats(struct plan_run *x, unsigned i)
{
    const struct plan_source *s = &x->p->src[i];
    uint32_t keep = s->abs ? ~EU_F_SIGN : UINT32_MAX, flip = s->neg ? EU_F_SIGN : 0;
    PLAN_EIGHTS(k)
    x->s[i].w[k] = (x->s[i].w[k] & keep) ^ flip;
}

static void modify_doubles(struct plan_run *x, unsigned i)
{
    const struct plan_source *s = &x->p->src[i];
    int64_t keep = s->abs ? INT64_MAX : -1, flip = s->neg ? INT64_MIN : 0;
    PLAN_FOURS(k)
    x->s[i].q[k] = (x->s[i].q[k] & keep) ^ flip;
}

/* --- elements of at most 32 bits, anywhere: a dword from each place --- */

/* One load after the other is faster than the host's gather. */
INLINE int32_t dword_at(const uint8_t *from, int32_t at)
{
    int32_t v;
    memcpy(&v, from + at, sizeof v);
    return v;
}

INLINE __m128i gather4(const uint8_t *from, const int32_t *at)
{
    return _mm_setr_epi32(dword_at(from, at[0]), dword_at(from, at[1]), dword_at(from, at[2]),
                          dword_at(from, at[3]));
}

INLINE __m256i gather8(const uint8_t *from, const int32_t *at)
{
    return _mm256_setr_m128i(gather4(from, at), gather4(from, at + 4));
}

INLINE int64_t quad_at(const uint8_t *from, int32_t at)
{
    int64_t v;
    memcpy(&v, from + at, sizeof v);
    return v;
}

INLINE v4q gather4q(const uint8_t *from, const int32_t *at)
{
    return (v4q){quad_at(from, at[0]), quad_at(from, at[1]), quad_at(from, at[2]),
                 quad_at(from, at[3])};
}

INLINE __m128i sign4(const struct plan_source *s, __m128i v)
{
    const __m128i by = _mm_cvtsi32_si128(s->spare);
    return _mm_sra_epi32(_mm_sll_epi32(v, by), by);
}
INLINE __m128i zero4(const struct plan_source *s, __m128i v)
{
    const __m128i by = _mm_cvtsi32_si128(s->spare);
    return _mm_srl_epi32(_mm_sll_epi32(v, by), by);
}

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

/* --- integers --- */

/* A load of quads, four at a time, of integers or doubles. @modify: for their sign. */
#define QUADS(name, four, modify)                                                                  \
    INLINE v4q name##_four(const struct plan_run *x, const struct plan_source *s,                  \
                           const uint8_t *from, unsigned k)                                        \
    {                                                                                              \
        (void)x, (void)s, (void)from;                                                              \
        return (v4q)(four);                                                                        \
    }                                                                                              \
    static void name(struct plan_run *x, unsigned i)                                               \
    {                                                                                              \
        const struct plan_source *s = &x->p->src[i];                                               \
        PLAN_EIGHTS(h)                                                                             \
        {                                                                                          \
            x->s[i].q[2 * h] = name##_four(x, s, x->from[i], 2 * h);                               \
            x->s[i].q[2 * h + 1] = name##_four(x, s, x->from[i], 2 * h + 1);                       \
        }                                                                                          \
        if (s->abs || s->neg)                                                                      \
            modify(x, i);                                                                          \
    }
#define INTS(name, four) QUADS(name, four, modify_ints)
INTS(ints_ud, _mm256_cvtepu32_epi64(load16(from + 16 * k)))
INTS(ints_d, _mm256_cvtepi32_epi64(load16(from + 16 * k)))
INTS(ints_uw, _mm256_cvtepu16_epi64(load8(from + 8 * k)))
INTS(ints_w, _mm256_cvtepi16_epi64(load8(from + 8 * k)))
INTS(ints_ub, _mm256_cvtepu8_epi64(load4(from + 4 * k)))
INTS(ints_b, _mm256_cvtepi8_epi64(load4(from + 4 * k)))
INTS(ints_q, plan_load4(from + 32 * k))
INTS(ints_each, _mm256_cvtepi32_epi64(sign4(s, gather4(from, s->at + 4 * k))))
INTS(ints_each_u, _mm256_cvtepu32_epi64(zero4(s, gather4(from, s->at + 4 * k))))
INTS(ints_each_q, gather4q(from, s->at + 4 * k))
INTS(ints_imm, plan_load4(s->imm + 4 * (k & 1)))
INTS(ints_acc, plan_acc_get(x->t, s->acc, k))

/* --- floats --- */

#define FLOATS(name, eight)                                                                        \
    static void name(struct plan_run *x, unsigned i)                                               \
    {                                                                                              \
        const struct plan_source *s = &x->p->src[i];                                               \
        const uint8_t *from = x->from[i];                                                          \
        (void)s, (void)from;                                                                       \
        PLAN_EIGHTS(k)                                                                             \
        x->s[i].w[k] = (v8u)(eight);                                                               \
        if (s->abs || s->neg)                                                                      \
            modify_floats(x, i);                                                                   \
    }
FLOATS(floats_f, load(from + 32 * k))
FLOATS(floats_each, gather8(from, s->at + 8 * k))
FLOATS(floats_imm, plan_low(plan_load4(s->imm), plan_load4(s->imm + 4)))
FLOATS(floats_acc,
       plan_low(plan_acc_get(x->t, s->acc, 2 * k), plan_acc_get(x->t, s->acc, 2 * k + 1)))

/* Halves: exactly, but that denormals may become zeros. */
INLINE v8u of_halves(const struct plan_run *x, const struct plan_source *s, __m128i halves)
{
    v8u v = (v8u)_mm256_cvtph_ps(halves);
    if (!s->flushes || x->keeps_half)
        return v;
    return v & ((v8u)((v & all(~EU_F_SIGN)) >= all(CONVERT_HALF_MIN)) | all(EU_F_SIGN));
}
INLINE __m128i low_words(v8u v)
{
    __m256i words = _mm256_packus_epi32((__m256i)(v & 0xffff), (__m256i)(v & 0xffff));
    return _mm256_castsi256_si128(_mm256_permute4x64_epi64(words, 8));
}
FLOATS(floats_hf, of_halves(x, s, load16(from + 16 * k)))
FLOATS(floats_each_hf, of_halves(x, s, low_words((v8u)gather8(from, s->at + 8 * k))))
FLOATS(floats_imm_hf,
       of_halves(x, s, low_words(plan_low(plan_load4(s->imm), plan_load4(s->imm + 4)))))

/* Integers, with modifiers as they have them. UD has none. */
#define FLOATS_OF(name, ints, convert)                                                             \
    static void name(struct plan_run *x, unsigned i)                                               \
    {                                                                                              \
        ints(x, i);                                                                                \
        PLAN_EIGHTS(k)                                                                             \
        x->s[i].w[k] = (v8u)convert(plan_low(x->s[i].q[2 * k], x->s[i].q[2 * k + 1]));             \
    }
INLINE v8u from_d(v8u v)
{
    return (v8u)_mm256_cvtepi32_ps((__m256i)v);
}
FLOATS_OF(floats_of_d, ints_each, from_d)
FLOATS_OF(floats_of_u, ints_each_u, from_d)
FLOATS_OF(floats_of_ud, ints_each_u, from_ud)
FLOATS_OF(floats_of_imm, ints_imm, from_d)

/* --- doubles --- */

#define DOUBLES(name, four) QUADS(name, four, modify_doubles)
DOUBLES(doubles_df, plan_load4(from + 32 * k))
DOUBLES(doubles_each, gather4q(from, s->at + 4 * k))
DOUBLES(doubles_imm, plan_load4(s->imm + 4 * (k & 1)))
DOUBLES(doubles_acc, plan_acc_get(x->t, s->acc, k))

/* Floats; a NaN becomes the default one. */
static void doubles_of_f(struct plan_run *x, unsigned i)
{
    const struct plan_source *s = &x->p->src[i];
    const __m128i keep = _mm_set1_epi32(s->abs ? INT32_MAX : -1), zero = _mm_setzero_si128(),
                  flip = _mm_set1_epi32(s->neg ? INT32_MIN : 0), top = _mm_set1_epi32(EU_F_INF);
    PLAN_FOURS(k)
    {
        __m128i f = _mm_xor_si128(_mm_and_si128(gather4(x->from[i], s->at + 4 * k), keep), flip);
        __m128i small = _mm_cmpeq_epi32(_mm_and_si128(f, top), zero);
        __m128i none = _mm_cmpeq_epi32(_mm_slli_epi32(f, 1), zero);
        x->failed |= s->widens && !_mm_testc_si128(none, small);
        __m256d d = _mm256_cvtps_pd((__m128)f), nan = _mm256_cmp_pd(d, d, _CMP_UNORD_Q);
        x->s[i].q[k] = plan_choose((v4q)d, plan_all(CONVERT_D_NAN), (v4q)nan);
    }
}

#define DOUBLES_OF(name, ints, convert)                                                            \
    static void name(struct plan_run *x, unsigned i)                                               \
    {                                                                                              \
        ints(x, i);                                                                                \
        PLAN_FOURS(k)                                                                              \
        x->s[i].d[k] = convert(x->s[i].q[k]);                                                      \
    }
/* Integers of at most 50 bits. */
INLINE v4d double_of(v4q v)
{
    const v4q magic = plan_all(0x4338000000000000); /* 2^52 + 2^51 */
    return (v4d)(v + magic) - (v4d)magic;
}
INLINE v4d double_of_q(v4q v)
{
    return __builtin_convertvector(v, v4d);
}
DOUBLES_OF(doubles_of_d, ints_each, double_of)
DOUBLES_OF(doubles_of_u, ints_each_u, double_of)
DOUBLES_OF(doubles_of_q, ints_each_q, double_of_q)
DOUBLES_OF(doubles_of_imm, ints_imm, double_of)

/* --- movi: of the register that a0.0 names, elements that the words of a0 name (E10) --- */

static void load_movi(struct plan_run *x, unsigned i)
{
    enum { LAST = (EU_GRF_COUNT - 1) * EU_GRF_BYTES };
    const struct plan_source *s = &x->p->src[i];
    const uint16_t *a0 = x->t->a0;
    uint32_t imm = (uint32_t)s->imm_index, origin = (a0[0] + imm) & ~(EU_GRF_BYTES - 1u);
    unsigned bytes = x->p->bytes, first = x->p->to % EU_GRF_BYTES / bytes;
    x->failed |= origin > LAST;
    for (unsigned n = 0; n < x->p->es && !x->failed; n++) {
        uint32_t at = (a0[(first + n) & 7] + imm) & (EU_GRF_BYTES - 1u) & ~(bytes - 1);
        int32_t bits = (int32_t)((uint32_t)dword_at(x->grf + origin, (int32_t)at) << s->spare);
        if (x->p->domain == PLAN_FLOATS)
            x->s[i].w[n / 8][n % 8] = (uint32_t)bits;
        else
            x->s[i].q[n / 4][n % 4] =
                x->p->is_signed ? bits >> s->spare : (int64_t)((uint32_t)bits >> s->spare);
    }
    if (!s->abs && !s->neg)
        return;
    if (x->p->domain == PLAN_FLOATS)
        modify_floats(x, i);
    else
        modify_ints(x, i);
}

/* --- which one --- */

static bool is_side_by_side(const struct fast_alu *a, const struct fast_operand *op)
{
    unsigned bytes = eu_types[op->type].bytes;
    for (unsigned n = 1; n < plan_lanes_read(a); n++)
        if (op->off[n] != op->off[0] + n * bytes)
            return false;
    return true;
}

static plan_load *load_ints(unsigned type, unsigned place, bool packed)
{
    static plan_load *const by_side[EU_TYPE_COUNT] = {
        [EU_TYPE_UD] = ints_ud, [EU_TYPE_D] = ints_d, [EU_TYPE_UW] = ints_uw, [EU_TYPE_W] = ints_w,
        [EU_TYPE_UB] = ints_ub, [EU_TYPE_B] = ints_b, [EU_TYPE_UQ] = ints_q,  [EU_TYPE_Q] = ints_q,
    };
    if (place == FAST_CONSTANT)
        return ints_imm;
    if (place == FAST_ACC)
        return ints_acc;
    if (packed)
        return by_side[type];
    if (eu_types[type].bytes == 8)
        return ints_each_q;
    return fast_is_signed(type) ? ints_each : ints_each_u;
}

static plan_load *load_floats(unsigned type, unsigned place, bool packed)
{
    bool constant = place == FAST_CONSTANT;
    switch (type) {
    case EU_TYPE_F:
    case EU_TYPE_VF:
        return constant            ? floats_imm
               : place == FAST_ACC ? floats_acc
               : packed            ? floats_f
                                   : floats_each;
    case EU_TYPE_HF:
        return constant            ? floats_imm_hf
               : place == FAST_ACC ? NULL
               : packed            ? floats_hf
                                   : floats_each_hf;
    case EU_TYPE_UQ:
    case EU_TYPE_Q:
        return NULL;
    default:
        if (place == FAST_ACC)
            return NULL;
        if (constant)
            return type == EU_TYPE_UD ? NULL : floats_of_imm;
        return type == EU_TYPE_UD ? floats_of_ud : fast_is_signed(type) ? floats_of_d : floats_of_u;
    }
}

static plan_load *load_doubles(unsigned type, unsigned place, bool packed)
{
    bool constant = place == FAST_CONSTANT;
    switch (type) {
    case EU_TYPE_DF:
        return constant            ? doubles_imm
               : place == FAST_ACC ? doubles_acc
               : packed            ? doubles_df
                                   : doubles_each;
    case EU_TYPE_F:
        return constant || place == FAST_ACC ? NULL : doubles_of_f;
    case EU_TYPE_UQ:
    case EU_TYPE_HF:
    case EU_TYPE_VF:
        return NULL;
    case EU_TYPE_Q:
        return constant || place == FAST_ACC ? NULL : doubles_of_q;
    default:
        if (place == FAST_ACC)
            return NULL;
        return constant ? doubles_of_imm : fast_is_signed(type) ? doubles_of_d : doubles_of_u;
    }
}

plan_load *plan_load_of(enum plan_domain domain, const struct fast_alu *a,
                        const struct fast_operand *op, struct plan_source *s)
{
    bool packed = op->place != FAST_CONSTANT && op->place != FAST_ACC && is_side_by_side(a, op);
    if (a->id == EU_OP_MOVI) {
        s->imm_index = op->addr_imm;
        s->spare = (uint8_t)(32 - 8 * eu_types[op->type].bytes);
        return a->dst.place == FAST_GRF && op->type == a->dst.type ? load_movi : NULL;
    }
    if (op->place == FAST_CONSTANT)
        memcpy(s->imm, op->imm, sizeof s->imm);
    return domain == PLAN_INTS     ? load_ints(op->type, op->place, packed)
           : domain == PLAN_FLOATS ? load_floats(op->type, op->place, packed)
                                   : load_doubles(op->type, op->place, packed);
}
#endif
