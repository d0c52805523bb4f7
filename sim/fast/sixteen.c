/* Weighs four texels of surfaces that are prepared, as linear.c, on hosts with AVX-512: see
 * sim/fast/sixteen.h. What it finds unusual is left to sampling_other(). */
#include "sim/fast/sixteen_lanes.h"
#include "sim/fast/sums.h"

#ifdef __AVX512VBMI__

#define BYTES_4(f, n, more)                                                                        \
    f(4 * (n), 0, more), f(4 * (n), 1, more), f(4 * (n), 2, more), f(4 * (n), 3, more)
#define BYTES_16(f, n, more)                                                                       \
    BYTES_4(f, 4 * (n), more), BYTES_4(f, 4 * (n) + 1, more), BYTES_4(f, 4 * (n) + 2, more),       \
        BYTES_4(f, 4 * (n) + 3, more)
#define BYTES_64(f, more)                                                                          \
    {                                                                                              \
        BYTES_16(f, 0, more), BYTES_16(f, 1, more), BYTES_16(f, 2, more), BYTES_16(f, 3, more)     \
    }
/* From where byte @b of the dword at byte @at comes. */
#define CROSSED(at, b, k) ((at)*2 + (b) / 2 * 4 + (k))
#define TILED(at, b, k) ((at) + (b) / 2 * 64 + (k))
#define QUADS(at, b, bytes) (((at) / 16 * 4 + (b)) * (bytes) + (at) % 16 / 4)
#define HIGHEST(at, b, more) HIGHEST_OF((at) + (b) + (more))
#define HIGHEST_OF(v)                                                                              \
    ((v) >= 64   ? 64                                                                              \
     : (v) >= 32 ? 32                                                                              \
     : (v) >= 16 ? 16                                                                              \
     : (v) >= 8  ? 8                                                                               \
     : (v) >= 4  ? 4                                                                               \
     : (v) >= 2  ? 2                                                                               \
                 : (v))

#define HIGHEST_64(more)                                                                           \
    BYTES_16(HIGHEST, 0, more), BYTES_16(HIGHEST, 1, more), BYTES_16(HIGHEST, 2, more),            \
        BYTES_16(HIGHEST, 3, more)
const _Alignas(64) struct sixteen_bytes sixteen_bytes = {
    .crossed = {BYTES_64(CROSSED, 0), BYTES_64(CROSSED, 1), BYTES_64(CROSSED, 2),
                BYTES_64(CROSSED, 3)},
    .tiled = {BYTES_64(TILED, 0), BYTES_64(TILED, 1), BYTES_64(TILED, 2), BYTES_64(TILED, 3)},
    .quads = BYTES_64(QUADS, 8),
    .tiled_quads = BYTES_64(QUADS, 4),
    .highest = {HIGHEST_64(0), HIGHEST_64(64)},
};

/* What the sums of a message need. rows: registers of rows: 2, or 1 that has both. */
struct sixteen {
    unsigned rows;
    v16u weight[2]; /* of the next column and row; of one register, of its low half */
    v16u reference; /* what texels are compared with; of one register, in its low half */
    const uint32_t (*at)[2][16];
};

/* --- coordinates --- */

/* As filter_floor(). */
INLINE v16i floor_by_doubles(__m512 v, double scale, double bias)
{
    const __m512d by = _mm512_set1_pd(scale), more = _mm512_set1_pd(bias);
    __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(v));
    __m512d high = _mm512_cvtps_pd((__m256)half_of((v16u)v, true));
    return (v16i)halves_of((v8u)_mm512_cvt_roundpd_epi32(_mm512_fmadd_pd(low, by, more), DOWN),
                           (v8u)_mm512_cvt_roundpd_epi32(_mm512_fmadd_pd(high, by, more), DOWN));
}

/* As filter_wrap() with EU_WRAP_WRAP. */
INLINE v16i wrapped(v16i i, uint32_t n)
{
    __m512i v = (__m512i)i;
    v = _mm512_min_epu32(_mm512_min_epu32(v, (__m512i)((v16u)v + 2 * n)),
                         (__m512i)((v16u)v + 4 * n));
    v = _mm512_min_epu32(v, (__m512i)((v16u)v - 2 * n));
    return (v16i)_mm512_min_epu32(v, (__m512i)((v16u)v - n));
}

/* The first of two texels along an axis, and the weight of the second, of FILTER_STEPS. steps: the
 * first before anything wraps or clamps, in 1 / FILTER_STEPS. */
struct pair_16 {
    v16i steps, texel;
    v16u weight;
};

/* Finds texels that are inside; lanes whose steps are not known leave *@good. Loads wait for the
 * texels, so these do not wait for steps. Both are exact where steps are known: a product is, and
 * what is rounded down before its floor has that floor. */
INLINE void find_pair(const struct fast_sampling *s, unsigned axis, __m512 v, struct pair_16 *p,
                      __mmask16 *good)
{
    enum { NEAR = INT32_MIN + FILTER_STEPS };
    const struct fast_axis *a = &s->axis[axis];
    if (s->exact) {
        const __m512 size = _mm512_set1_ps(a->texels);
        const __m512 half = _mm512_set1_ps(0.5f / FILTER_STEPS - 0.5f);
        p->texel = (v16i)_mm512_cvt_roundps_epi32(_mm512_fmadd_round_ps(v, size, half, DOWN), DOWN);
        p->steps = (v16i)_mm512_cvt_roundps_epi32(v * a->scale[0], DOWN);
        *good = _mm512_mask_cmpge_epi32_mask(*good, (__m512i)p->steps, _mm512_set1_epi32(NEAR));
        p->steps = (p->steps - (FILTER_STEPS - 1)) >> 1;
    } else {
        const v16i none = (v16i)all_16(INT32_MIN);
        p->steps = floor_by_doubles(v, a->by, 0.5 - 0.5 * FILTER_STEPS);
        *good = _mm512_mask_cmpneq_epi32_mask(*good, (__m512i)p->steps, (__m512i)none);
        p->texel = p->steps >> 8;
    }
    p->weight = (v16u)(p->steps & (FILTER_STEPS - 1));
}

/* As linear_texel() of linear.c, for texels some of which are not inside. Lanes that are left to
 * others leave *@good. */
INLINE void bring_inside(const struct fast_sampling *s, unsigned axis, struct pair_16 *p,
                         __mmask16 *good)
{
    const struct fast_axis *a = &s->axis[axis];
    const v16i steps = (v16i)all_16(FILTER_STEPS);
    v16i i = !s->exact && a->repeats ? wrapped(p->steps, a->size) : p->steps;
    i &= a->wrap[0];
    p->texel = most_16(i >> 8, (v16i)all_16((uint32_t)a->least[0]));
    p->texel = least_16(p->texel, (v16i)all_16((uint32_t)a->last[0]));
    i -= p->texel << 8; /* at the edge one texel counts alone */
    p->weight = (v16u)least_16(most_16(i, i - i), steps);
    *good = within_16(*good, (v16u)p->texel, all_16((uint32_t)a->end[0]));
}

/* --- places --- */

/* Both rows' places: in registers of their own or in the halves of one. */
INLINE void put_rows(uint32_t (*at)[2][16], unsigned rows, unsigned column, v16u first, v16u second)
{
    if (rows == 2) {
        _mm512_storeu_si512(at[0][column], (__m512i)first);
        _mm512_storeu_si512(at[1][column], (__m512i)second);
    } else {
        put(at[0][column], half_of(first, false));
        put(at[0][column] + 8, half_of(second, false));
    }
}

INLINE void find_places(const struct fast_sampling *s, v16u x, v16u y, bool tiled, unsigned rows,
                        uint32_t (*at)[2][16], __mmask16 *good)
{
    if (tiled) {
        v16u first = tiled_row_16(s, y), second = tiled_row_16(s, y + 1);
        for (unsigned i = 0; i < 2; i++) {
            v16u column = tiled_column_16(s, x + i);
            put_rows(at, rows, i, column + first, column + second);
        }
        return;
    }
    v16u first = (x << s->shift[0]) + (y * s->pitch[0] + s->low[0]), second = first + s->pitch[0];
    v16u behind = all_16(s->behind[0]);
    *good = within_16(*good, first & (EU_PAGE_BYTES - 1), behind);
    *good = within_16(*good, second & (EU_PAGE_BYTES - 1), behind);
    put_rows(at, rows, 0, in_row_16(first), in_row_16(second));
}

/* --- sums --- */

INLINE void weigh_bytes_16(const struct fast_sampling *s, const struct sixteen *f, unsigned bytes,
                           bool tiled, v16u part[4])
{
    v16u u = f->weight[0], v = f->weight[1];
    __m512 weight[2] = {numbers_16(FILTER_STEPS - v), numbers_16(v)}, small[2];
    struct byte_sums sums[2];
    if (f->rows == 1) {
        u = halves_of(half_of(u, false), half_of(u, false));
        weight[0] =
            (__m512)halves_of(half_of((v16u)weight[0], false), half_of((v16u)weight[1], false));
    }
    for (unsigned i = 0; i < f->rows; i++) {
        small[i] = weight[i] * 0x1p-47f;
        sum_columns(s, f->at[i], column_words(u), bytes, tiled, &sums[i]);
    }
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++) {
        part[k] = all_16(0);
        if (k >= bytes)
            continue;
        __m512 a[2] = {sums[0].bytes[k], sums[f->rows - 1].bytes[k]};
        __m512 b[2] = {sums[0].bits[k], sums[f->rows - 1].bits[k]};
        part[k] =
            (v16u)_mm512_fmadd_ps(add_rows_of(a, weight, f->rows), _mm512_set1_ps(0x1.0101p-24f),
                                  add_rows_of(b, small, f->rows));
    }
}

/* The weights of the four texels as doubles, of lanes 0 to 7 and 8 to 15. */
INLINE void weights_16(const struct sixteen *f, __m512d weight[2][4])
{
    for (unsigned i = 0; i < 4; i++) {
        v16u u = i & 1 ? f->weight[0] : FILTER_STEPS - f->weight[0];
        v16u v = i & 2 ? f->weight[1] : FILTER_STEPS - f->weight[1];
        __m512 w = numbers_16(u) * (numbers_16(v) * 0x1p-16f);
        for (unsigned h = 0; h < f->rows; h++)
            weight[h][i] = _mm512_cvtps_pd((__m256)half_of((v16u)w, h));
    }
}

/* Of texels of a column of each row, or of one register, the sum of weighted floats, in their
 * order. */
INLINE v16u sum_of_16(const __m512d weight[2][4], __m512 value[2][2], unsigned rows)
{
    __m512d sum[2] = {_mm512_setzero_pd(), _mm512_setzero_pd()};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned h = 0; h < rows; h++) {
            unsigned row = i >> 1;
            __m512 of = value[rows == 2 ? row : 0][i & 1];
            __m256 half = (__m256)half_of((v16u)of, rows == 2 ? h : row);
            sum[h] = _mm512_fmadd_pd(weight[h][i], _mm512_cvtps_pd(half), sum[h]);
        }
    v8u low = (v8u)_mm512_cvtpd_ps(sum[0]);
    return halves_of(low, rows == 2 ? (v8u)_mm512_cvtpd_ps(sum[1]) : low);
}

/* What a part of the dword @word stands for; of halves, any NaN for a NaN. */
INLINE __m512 part_of_16(const struct fast_part *p, v16u word, enum fast_part_kind kind)
{
    if (kind == FAST_PART_UNORM || kind == FAST_PART_SNORM) {
        __m512i bytes = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)p->bytes));
        v16u raw = (v16u)_mm512_shuffle_epi8((__m512i)word, bytes) & p->bits;
        __m512 v = quotient_16(p, raw);
        return kind == FAST_PART_SNORM ? _mm512_max_ps(v, _mm512_set1_ps(-1)) : v;
    }
    v16u raw = word << p->up >> p->down;
    return kind == FAST_PART_HALF ? _mm512_cvtph_ps(_mm512_cvtepi32_epi16((__m512i)raw))
                                  : (__m512)raw;
}

/* As has_tiny(). */
INLINE __mmask16 tiny_16(__m512 value[2][2], unsigned rows)
{
    enum { TINY = 0x20000000 };
    __m512i least = _mm512_set1_epi32(-1);
    for (unsigned i = 0; i < 2 * rows; i++) {
        v16u v = (v16u)value[i >> 1][i & 1];
        least = _mm512_min_epu32(least, (__m512i)(v + v - 1));
    }
    __mmask16 tiny = _mm512_cmplt_epu32_mask(least, _mm512_set1_epi32(2 * TINY - 1));
    return (__mmask16)(rows == 2 ? tiny : tiny | tiny >> 8);
}

/* The dwords of the texels of a register of places. */
INLINE void load_words_16(const struct fast_sampling *s, const uint32_t at[2][16], enum element e,
                          bool tiled, v16u word[2][2])
{
    switch (e == DWORD ? 4 : s->bytes) {
    case 1:
        load_both(s, at, 1, tiled, word);
        break;
    case 2:
        load_both(s, at, 2, tiled, word);
        break;
    case 4:
        load_both(s, at, 4, tiled, word);
        break;
    default:
        load_both(s, at, 8, tiled, word);
    }
}

/* The sums of the parts of any other format. Returns lanes whose sum depends on the order, since
 * it is no number, or needs denormals. */
INLINE __mmask16 weigh_parts_16(const struct fast_sampling *s, const struct sixteen *f,
                                enum element e, bool tiled, v16u part[4])
{
    enum fast_part_kind kind = kind_of(e);
    bool floats = kind == FAST_PART_HALF || kind == FAST_PART_WHOLE;
    __m512d weight[2][4];
    v16u word[2][2][2];
    __mmask16 odd = 0;
    for (unsigned i = 0; i < f->rows; i++)
        load_words_16(s, f->at[i], e, tiled, word[i]);
    weights_16(f, weight);
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++) {
        const struct fast_part *p = &s->layout.parts[k];
        __m512 value[2][2];
        part[k] = all_16(0);
        if (k >= (e == DWORD ? 1 : s->layout.nparts))
            continue;
        for (unsigned i = 0; i < 2 * f->rows; i++) {
            const v16u *w = word[i >> 1][i & 1];
            v16u of = e != DWORD && p->word ? w[1] : w[0];
            value[i >> 1][i & 1] = e == DWORD ? (__m512)of : part_of_16(p, of, kind);
        }
        part[k] = sum_of_16(weight, value, f->rows);
        if (kind == FAST_PART_WHOLE)
            odd |= tiny_16(value, f->rows);
        if (floats)
            odd |= _mm512_cmp_ps_mask((__m512)part[k], (__m512)part[k], _CMP_UNORD_Q);
    }
    return odd;
}

/* --- elements of four floats, halves or words, by lanes --- */

/* Two elements, side by side. */
INLINE __m256i two_elements(const uint8_t *a, const uint8_t *b, enum element e)
{
    if (e == FLOATS)
        return _mm256_loadu2_m128i((const void *)b, (const void *)a);
    return _mm256_castsi128_si256(
        _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)a), _mm_loadl_epi64((const void *)b)));
}

/* Both texels of a row, of a lane and the one four further on: @p has the places of the first
 * texel, and in tiled surfaces of the second, each of both lanes. @second: of the next lanes. */
INLINE void load_two_lanes(const struct two_places p[2][2], bool second, enum element e, bool tiled,
                           __m256i texel[2])
{
    const uint8_t *at[2][2];
    for (unsigned i = 0; i < 4; i++)
        at[i >> 1][i & 1] = second ? p[i >> 1][i & 1].second : p[i >> 1][i & 1].first;
    if (tiled) {
        texel[0] = two_elements(at[0][0], at[0][1], e);
        texel[1] = two_elements(at[1][0], at[1][1], e);
    } else if (e == FLOATS) {
        __m256i a = (__m256i)load(at[0][0]), b = (__m256i)load(at[0][1]);
        texel[0] = _mm256_permute2x128_si256(a, b, 0x20);
        texel[1] = _mm256_permute2x128_si256(a, b, 0x31);
    } else {
        __m128i a = _mm_loadu_si128((const void *)at[0][0]);
        __m128i b = _mm_loadu_si128((const void *)at[0][1]);
        texel[0] = _mm256_castsi128_si256(_mm_unpacklo_epi64(a, b));
        texel[1] = _mm256_castsi128_si256(_mm_unpackhi_epi64(a, b));
    }
}

/* What two elements stand for; of halves, any NaN for a NaN. */
INLINE __m512d doubles_of_two(const struct fast_part *p, __m256i element, enum element e)
{
    __m128i words = _mm256_castsi256_si128(element);
    __m256 v = (__m256)element;
    if (e == HALVES)
        v = _mm256_cvtph_ps(words);
    if (e == FOUR_UNORMS) {
        v = _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(words));
        v = _mm256_fmadd_ps(v, _mm256_set1_ps(p->high), v * p->low);
    }
    return _mm512_cvtps_pd(v);
}

/* The sums of half @h of the lanes: sum[n] has lanes n and n + 4 of it. */
INLINE void sum_lanes(const struct fast_sampling *s, const struct sixteen *f,
                      const __m512d weight[4], unsigned h, enum element e, bool tiled,
                      __m256 sum[4])
{
    const v8q lanes = {0, 0, 0, 0, 4, 4, 4, 4};
    for (unsigned n = 0; n < 4; n += 2) {
        __m512d of[2] = {_mm512_setzero_pd(), _mm512_setzero_pd()};
        for (unsigned row = 0; row < 2; row++) {
            const uint32_t(*at)[16] = f->at[f->rows == 2 ? row : 0];
            unsigned first = n + 8 * (f->rows == 2 ? h : row);
            struct two_places p[2][2] = {{{0}}};
            for (unsigned i = 0; i < (tiled ? 4 : 2); i++)
                p[i >> 1][i & 1] = two_places_at(s->row, at[i >> 1] + first + 4 * (i & 1));
            for (unsigned i = 0; i < 2; i++) {
                __m256i texel[2];
                load_two_lanes(p, i, e, tiled, texel);
                for (unsigned k = 0; k < 2; k++) {
                    __m512d w =
                        _mm512_permutexvar_pd((__m512i)(lanes + n + i), weight[2 * row + k]);
                    __m512d v = doubles_of_two(&s->layout.parts[0], texel[k], e);
                    of[i] = _mm512_fmadd_pd(w, v, of[i]);
                }
            }
        }
        sum[n] = _mm512_cvtpd_ps(of[0]);
        sum[n + 1] = _mm512_cvtpd_ps(of[1]);
    }
}

/* Returns lanes with a sum that is no number: then its bits depend on the order. */
INLINE __mmask16 weigh_lanes_16(const struct fast_sampling *s, const struct sixteen *f,
                                enum element e, bool tiled, v16u part[4])
{
    __m512d weight[2][4];
    __m256 sum[2][4];
    v16u rows[4];
    __mmask16 none = 0;
    weights_16(f, weight);
#pragma GCC unroll 2
    for (unsigned h = 0; h < f->rows; h++)
        sum_lanes(s, f, weight[h], h, e, tiled, sum[h]);
    for (unsigned n = 0; n < 4; n++)
        rows[n] = halves_of((v8u)sum[0][n], (v8u)sum[f->rows - 1][n]);
    columns_of_16(rows, part);
    for (unsigned k = 0; k < 4 && e != FOUR_UNORMS; k++)
        none |= _mm512_cmp_ps_mask((__m512)part[k], (__m512)part[k], _CMP_UNORD_Q);
    return none;
}

/* The same of floats of which denormals count, while for others they are 0. The compiler does not
 * know what depends on that. */
INLINE __mmask16 weigh_denormals_16(const struct fast_ctx *x, const struct fast_sampling *s,
                                    const struct sixteen *f, bool tiled, v16u part[4])
{
    _mm_setcsr(x->cache->csr);
    __asm__ volatile("" ::: "memory");
    __mmask16 none = weigh_lanes_16(s, f, FLOATS, tiled, part);
    __asm__ volatile("" : "+v"(part[0]), "+v"(part[1]), "+v"(part[2]), "+v"(part[3]));
    _mm_setcsr(x->control);
    return none;
}

/* --- sRGB --- */

/* Red, green and blue that are not linear; alpha is. */
INLINE void weigh_srgb_16(const struct fast_ctx *x, const struct fast_sampling *s,
                          const struct sixteen *f, bool tiled, v16u part[4])
{
    const struct fast_part *p = &s->layout.parts[3];
    __m512d weight[2][4];
    __m512 value[4][2][2], rgb[3];
    v16u raw[2];
    for (unsigned row = 0; row < f->rows; row++) {
        load_raw(s, f->at[row], 4, tiled, raw);
        v16u alphas = (v16u)words_of_component(raw, 3, 4, tiled);
        for (unsigned i = 0; i < 2; i++) {
            v16u from = tiled ? (v16u)SIXTEEN_BYTES(tiled_quads) + i * 0x40404040
                              : (v16u)SIXTEEN_BYTES(quads) + i * 0x04040404;
            of_planes(x->cache->planes,
                      _mm512_permutex2var_epi8((__m512i)raw[0], (__m512i)from, (__m512i)raw[1]),
                      rgb);
            for (unsigned k = 0; k < 3; k++)
                value[k][row][i] = rgb[k];
            value[3][row][i] = quotient_16(p, i ? alphas >> 16 : alphas & 0xff);
        }
    }
    weights_16(f, weight);
    for (unsigned k = 0; k < 4; k++)
        part[k] = sum_of_16(weight, value[k], f->rows);
}

/* --- comparisons --- */

SHADOW_TEST(shadow_test_16, v16u, v16i)

/* The weights of the texels that pass, whose sum is exact, of floats in red alone. */
INLINE void compare_16(const struct fast_sampling *s, const struct sixteen *f, bool tiled,
                       v16u part[4])
{
    v16u word[2][2], u = f->weight[0], v = f->weight[1], reference = f->reference;
    v16u rows[2] = {FILTER_STEPS - v, v};
    __m512 sum = _mm512_setzero_ps();
    if (f->rows == 1) {
        u = halves_of(half_of(u, false), half_of(u, false));
        rows[0] = halves_of(half_of(rows[0], false), half_of(rows[1], false));
        reference = halves_of(half_of(reference, false), half_of(reference, false));
    }
    for (unsigned row = 0; row < f->rows; row++) {
        __m512 by = numbers_16(rows[row]) * 0x1p-16f;
        load_both(s, f->at[row], 4, tiled, word);
        for (unsigned i = 0; i < 2; i++) {
            v16u pass = shadow_test_16((enum eu_compare)s->compare, word[i][0], reference);
            sum += numbers_16(pass & (i ? u : FILTER_STEPS - u)) * by;
        }
    }
    part[0] = (v16u)sum;
    if (f->rows == 1)
        part[0] = (v16u)_mm512_castps256_ps512((__m256)half_of((v16u)sum, false) +
                                               (__m256)half_of((v16u)sum, true));
    part[1] = part[2] = part[0];
    part[3] = all_16(FILTER_ONE);
}

/* --- messages --- */

INLINE __mmask16 weigh_16(const struct fast_ctx *x, const struct fast_sampling *s,
                          const struct sixteen *f, enum element e, bool tiled, v16u part[4])
{
    __mmask16 odd = 0;
    if (e <= BYTE)
        weigh_bytes_16(s, f, e == TWO_BYTES ? 2 : e == BYTE ? 1 : 4, tiled, part);
    else if (e == SRGB)
        weigh_srgb_16(x, s, f, tiled, part);
    else if (e == FLOATS && x->control != FAST_FP_KEEP)
        odd = weigh_denormals_16(x, s, f, tiled, part);
    else if (e == FLOATS || e == HALVES || e == FOUR_UNORMS)
        odd = weigh_lanes_16(s, f, e, tiled, part);
    else
        odd = weigh_parts_16(s, f, e, tiled, part);
    if (e != RGBA_BYTES && e != FLOATS && e != HALVES && e != FOUR_UNORMS)
        order_16(&s->layout, part);
    return odd;
}

INLINE enum fast_leave run(FAST_ARGS, const struct fast_sampling *s, bool compares, enum element e,
                           bool tiled, enum sampling_mode mode)
{
    const struct fast_port *p = port_of(u);
    const __mmask16 lanes = mode == ALL_8 ? 255 : 0xffff;
    __mmask16 on = (__mmask16)sampling_channels(p, u, grf, act, mode), good = lanes;
    uint32_t(*at)[2][16] = (uint32_t(*)[2][16])x->places;
    struct sixteen f = {.rows = mode == ALL_8 ? 1 : 2, .at = (const uint32_t(*)[2][16])at};
    struct pair_16 pair[2];
    v16u part[4];
    __mmask16 inside = lanes;
#pragma GCC unroll 2
    for (unsigned k = 0; k < 2; k++) {
        find_pair(s, k, coordinate_of(s, p, grf, k, on, mode), &pair[k], &good);
        inside = within_16(inside, (v16u)pair[k].texel, all_16((uint32_t)s->axis[k].end[0]));
    }
    if (FAST_UNLIKELY(inside != lanes)) {
#pragma GCC unroll 2
        for (unsigned k = 0; k < 2; k++)
            bring_inside(s, k, &pair[k], &good);
    }
    f.weight[0] = pair[0].weight;
    f.weight[1] = pair[1].weight;
    v16u column = (v16u)pair[0].texel, row = (v16u)pair[1].texel;
    if (FAST_UNLIKELY(s->sliced))
        row += slice_16(s, p, grf, on) * s->apart;
    find_places(s, column, row, tiled, f.rows, at, &good);
    if (FAST_UNLIKELY(good != lanes))
        return sampling_other(FAST_PASS);
    SAMPLING_IN_MEMORY(at);
    SAMPLING_IN_MEMORY(at + 1);
    if (compares) {
        f.reference = lanes_at(grf + p->at, 0, on, mode);
        compare_16(s, &f, tiled, part);
    } else if (FAST_UNLIKELY(weigh_16(x, s, &f, e, tiled, part) & lanes)) {
        return sampling_other(FAST_PASS);
    }
    answer_16(p, grf, on, part, mode);
    return fast_next(FAST_PASS);
}

#define WEIGHED(name, e) SAMPLING_EACH_RUN(name, false, e)
SUMS_EACH_ELEMENT(WEIGHED)
SAMPLING_EACH_RUN(four_unorms, false, FOUR_UNORMS)
SAMPLING_EACH_RUN(compare_dword, true, DWORD)

#define ROW(name, e) [e] = SAMPLING_RUNS(name),
fast_sampling_run *sixteen_run(bool compares, enum element e, bool tiled, enum sampling_mode mode)
{
    static fast_sampling_run *const comparing[2][SAMPLING_MODES] = SAMPLING_RUNS(compare_dword);
    static fast_sampling_run *const runs[ELEMENTS + 1][2][SAMPLING_MODES] = {
        SUMS_EACH_ELEMENT(ROW)[FOUR_UNORMS] = SAMPLING_RUNS(four_unorms)};
    if (compares)
        return e == DWORD ? comparing[tiled][mode] : NULL;
    return runs[e][tiled][mode];
}

#endif
