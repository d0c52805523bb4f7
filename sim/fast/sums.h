/* Four texels of each of eight lanes, of surfaces that are prepared (sim/fast/sampling.h): their
 * loads, and the sums of what is weighted, as sim/sampler.c has them: exact, or in its order. For
 * linear.c, which finds their places and their weights. */
#ifndef EULAB_SIM_FAST_SUMS_H
#define EULAB_SIM_FAST_SUMS_H

#include "sim/fast/sampling.h"
#include "sim/fast/weigh.h"

#ifdef FAST_WIDE

/* Elements as they are loaded. From FOUR_UNORMS on, their parts are of one kind. */
enum element {
    RGBA_BYTES, /* in that order */
    BYTES,
    TWO_BYTES,
    BYTE,
    DWORD,
    HALVES,
    FLOATS,
    SRGB,
    FOUR_UNORMS, /* of 16 bits, in order */
    UNORMS,
    SNORMS,
    ONE_OR_TWO_HALVES,
    TWO_FLOATS,
    RED_PART, /* of red alone */
    ELEMENTS
};
/* X(name, element) for each that linear.c and sixteen.c weigh in the same way. */
#define SUMS_EACH_ELEMENT(X)                                                                       \
    X(rgba_bytes, RGBA_BYTES)                                                                      \
    X(bytes, BYTES)                                                                                \
    X(two_bytes, TWO_BYTES)                                                                        \
    X(byte, BYTE)                                                                                  \
    X(dword, DWORD)                                                                                \
    X(halves, HALVES)                                                                              \
    X(floats, FLOATS)                                                                              \
    X(srgb, SRGB)                                                                                  \
    X(unorms, UNORMS)                                                                              \
    X(snorms, SNORMS)                                                                              \
    X(one_or_two_halves, ONE_OR_TWO_HALVES)                                                        \
    X(two_floats, TWO_FLOATS)

/* sixteen.c: what weighs them, or compares them, on hosts with AVX-512, but in SIMD4x2 and of
 * surfaces of one dimension. NULL: nothing does. */
fast_sampling_run *sixteen_run(bool compares, enum element e, bool tiled, enum sampling_mode mode);

/* Texels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1) of eight lanes: their places behind the
 * first page. In a surface that is not tiled, those of x + 1 are behind those of x. */
struct four {
    v8u weight[2]; /* of the next column and row, of FILTER_STEPS */
    v8u reference;
    uint32_t (*at)[4][8];
    uint32_t (*numbers)[4][8]; /* of the four texels, that become doubles */
};

/* --- loads --- */

/* The four texels' elements of @bytes: 4, 2 or 1. */
INLINE void load_four(const struct fast_sampling *s, const struct four *f, unsigned bytes,
                      bool tiled, v8u texel[4])
{
    for (unsigned i = 0; tiled && i < 4; i++)
        texel[i] = words_at(s->row, (*f->at)[i], bytes);
    for (unsigned i = 0; !tiled && i < 2; i++) {
        if (bytes == 4) {
            pairs_at(s->row, (*f->at)[2 * i], texel + 2 * i);
            continue;
        }
        if (bytes == 2) {
            v8u both = words_at(s->row, (*f->at)[2 * i], 4);
            texel[2 * i] = both & 0xffff;
            texel[2 * i + 1] = both >> 16;
            continue;
        }
        v8u both = (v8u)_mm256_cvtepu16_epi32(words_side_by_side(s->row, (*f->at)[2 * i]));
        texel[2 * i] = both & 255;
        texel[2 * i + 1] = both >> 8;
    }
}

/* Bytes of the texels side by side of row @i: those of the first, then of the second one. A dword
 * has the first two bytes of elements of @bytes, and the next one the others. */
INLINE void load_byte_pairs(const struct fast_sampling *s, const struct four *f, unsigned i,
                            unsigned bytes, bool tiled, v8u pair[2])
{
    const uint32_t(*at)[8] = (const uint32_t(*)[8])(*f->at) + 2 * i;
    if (tiled) {
        v8u first = words_at(s->row, at[0], bytes), second = words_at(s->row, at[1], bytes);
        pair[0] = (v8u)_mm256_blend_epi16((__m256i)first, (__m256i)(second << 16), 0xaa);
        pair[1] = (v8u)_mm256_blend_epi16((__m256i)(first >> 16), (__m256i)second, 0xaa);
    } else if (bytes == 4) {
        const __m256i words = (__m256i)WEIGH_CONSTANT(crossed);
        __m256 two[2];
        qwords_at(s->row, at[0], two);
        for (unsigned k = 0; k < 2; k++)
            two[k] = (__m256)_mm256_shuffle_epi8((__m256i)two[k], words);
        columns_of_qwords(two, pair);
    } else if (bytes == 2) {
        pair[0] = words_at(s->row, at[0], 4);
    } else {
        pair[0] = (v8u)_mm256_cvtepu8_epi16(words_side_by_side(s->row, at[0]));
    }
}

/* The dwords of the four texels' elements of 1, 2, 4 or 8 bytes. */
INLINE void load_words_of_four(const struct fast_sampling *s, const struct four *f, bool tiled,
                               v8u word[2][4])
{
    v8u pairs[4];
    switch (s->bytes) {
    case 1:
        load_four(s, f, 1, tiled, word[0]);
        return;
    case 2:
        load_four(s, f, 2, tiled, word[0]);
        return;
    case 4:
        load_four(s, f, 4, tiled, word[0]);
        return;
    }
    for (unsigned i = 0; i < 4; i += tiled ? 1 : 2) {
        if (tiled)
            pairs_at(s->row, (*f->at)[i], pairs);
        else
            owords_at(s->row, (*f->at)[i], pairs);
        word[0][i] = pairs[0];
        word[1][i] = pairs[1];
        if (!tiled) {
            word[0][i + 1] = pairs[2];
            word[1][i + 1] = pairs[3];
        }
    }
}

/* --- sums --- */

/* The weights of columns as words side by side; of rows as floats, and times 2^-47. */
struct byte_weights {
    __m256i columns;
    __m256 rows[2], small[2];
};

INLINE struct byte_weights byte_weights_of(const struct four *f)
{
    const __m256 unit = _mm256_set1_ps(0x1p-47f);
    v8u u = f->weight[0], v = f->weight[1], steps = WEIGH_CONSTANT(steps);
    struct byte_weights w = {
        .columns = (__m256i)((steps - u) | u << 16),
        .rows = {_mm256_cvtepi32_ps((__m256i)(steps - v)), _mm256_cvtepi32_ps((__m256i)v)}};
    for (unsigned i = 0; i < 2; i++)
        w.small[i] = w.rows[i] * unit;
    return w;
}

/* The sum of the weighted even bytes, or odd ones, of both rows: exact. */
INLINE __m256 sum_of_pairs(const v8u pair[2], bool odd, __m256i columns, const __m256 rows[2])
{
    __m256 sum[2];
    for (unsigned i = 0; i < 2; i++) {
        __m256i words = odd ? _mm256_srli_epi16((__m256i)pair[i], 8)
                            : (__m256i)(pair[i] & WEIGH_CONSTANT(even));
        sum[i] = _mm256_cvtepi32_ps(_mm256_madd_epi16(words, columns));
    }
    return _mm256_fmadd_ps(sum[1], rows[1], sum[0] * rows[0]);
}

/* Up to four components of a byte each: see weigh.h. */
INLINE void weigh_bytes(const struct fast_sampling *s, const struct four *f, unsigned bytes,
                        bool tiled, v8u part[4])
{
    v8u rows[2][2], pair[2], bits[2];
    struct byte_weights w = byte_weights_of(f);
    for (unsigned i = 0; i < 2; i++)
        load_byte_pairs(s, f, i, bytes, tiled, rows[i]);
    for (unsigned k = 0; k < 4; k++) {
        part[k] = all(0);
        if (k >= bytes)
            continue;
        for (unsigned i = 0; i < 2 && k % 2 == 0; i++) {
            pair[i] = rows[i][k / 2];
            bits[i] = highest_bits(pair[i]);
        }
        __m256 less = sum_of_pairs(bits, k & 1, w.columns, w.small);
        part[k] = (v8u)_mm256_fmadd_ps(sum_of_pairs(pair, k & 1, w.columns, w.rows),
                                       _mm256_set1_ps(0x1.0101p-24f), less);
    }
}

/* The weights of texel @i, of 1. */
INLINE __m256 weight_of(const struct four *f, unsigned i)
{
    v8u u = i & 1 ? f->weight[0] : WEIGH_CONSTANT(steps) - f->weight[0];
    v8u v = i & 2 ? f->weight[1] : WEIGH_CONSTANT(steps) - f->weight[1];
    return _mm256_cvtepi32_ps((__m256i)u) *
           (_mm256_cvtepi32_ps((__m256i)v) * (__m256)WEIGH_CONSTANT(unit));
}

INLINE __m256d doubles_of(__m256 v, bool high)
{
    return _mm256_cvtps_pd(high ? _mm256_extractf128_ps(v, 1) : _mm256_castps256_ps128(v));
}

/* The weights of the four texels, those of lanes 4 to 7 behind the others. */
INLINE void weights_of(const struct four *f, __m256d weight[4][2])
{
    for (unsigned i = 0; i < 4; i++) {
        __m256 w = weight_of(f, i);
        for (unsigned k = 0; k < 2; k++)
            weight[i][k] = doubles_of(w, k);
    }
}

/* The weighted floats of four texels, added in their order. */
INLINE v8u sum_of(const __m256d weight[4][2], const v8u value[4])
{
    __m256d sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 2; k++)
            sum[k] = _mm256_fmadd_pd(weight[i][k], doubles_of((__m256)value[i], k), sum[k]);
    return (v8u)pair_of((__m128i)_mm256_cvtpd_ps(sum[0]), (__m128i)_mm256_cvtpd_ps(sum[1]));
}

/* The same of floats in memory. Half a register is at hand there; otherwise it comes by the unit
 * that also shifts and stores: for a single sum, where nothing waits for that, it is sooner. */
INLINE v8u sum_at(const __m256d weight[4][2], uint32_t (*value)[4][8])
{
    __m256d sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 2; k++) {
            __m128 four = _mm_load_ps((const void *)((*value)[i] + 4 * k));
            sum[k] = _mm256_fmadd_pd(weight[i][k], _mm256_cvtps_pd(four), sum[k]);
        }
    return (v8u)pair_of((__m128i)_mm256_cvtpd_ps(sum[0]), (__m128i)_mm256_cvtpd_ps(sum[1]));
}

INLINE v8u is_no_number(v8u v)
{
    return (v8u)_mm256_cmp_ps((__m256)v, (__m256)v, _CMP_UNORD_Q);
}

/* Lanes with a number so small, but not 0, that it or the sum may be a denormal, which the host may
 * take for 0. */
INLINE v8u has_tiny(const v8u value[4])
{
    enum { TINY = 0x20000000 }; /* the bits of 2^-63: sums of what is larger are normal */
    v8u least = all(UINT32_MAX);
    for (unsigned i = 0; i < 4; i++) /* without a sign; 0 becomes the largest one */
        least = filter_least(least, value[i] + value[i] - 1);
    return (v8u)(filter_least(least, all(2 * TINY - 1)) == least);
}

/* One float of each texel. Returns lanes whose sum depends on the order, since it is no number, or
 * needs denormals. */
INLINE v8u weigh_reds(const struct four *f, const v8u red[4], v8u *out)
{
    __m256d weight[4][2];
    weights_of(f, weight);
    *out = sum_of(weight, red);
    return is_no_number(*out) | has_tiny(red);
}

INLINE __m256d load_floats(const uint8_t *at, enum element e)
{
    return _mm256_cvtps_pd(e == FLOATS ? _mm_loadu_ps((const void *)at)
                                       : _mm_cvtph_ps(_mm_loadl_epi64((const void *)at)));
}

/* The sums of lanes @n and @n + 1, their floats in order. */
INLINE void weigh_lanes(const struct fast_sampling *s, const struct four *f,
                        const double weight[4][8], unsigned n, enum element e, bool tiled,
                        __m128 of[2])
{
    __m256d sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    struct two_places p;
    for (unsigned i = 0; i < 4; i++) {
        unsigned behind = !tiled && i & 1 ? e == FLOATS ? 16 : 8 : 0;
        if (tiled || i % 2 == 0)
            p = two_places_at(s->row, (*f->at)[i] + n);
        sum[0] = _mm256_fmadd_pd(_mm256_broadcast_sd(&weight[i][n]),
                                 load_floats(p.first + behind, e), sum[0]);
        sum[1] = _mm256_fmadd_pd(_mm256_broadcast_sd(&weight[i][n + 1]),
                                 load_floats(p.second + behind, e), sum[1]);
    }
    of[0] = _mm256_cvtpd_ps(sum[0]);
    of[1] = _mm256_cvtpd_ps(sum[1]);
}

/* Four floats of each texel, channel by channel. Returns lanes with a sum that is no number: then
 * its bits depend on the order. */
INLINE v8u weigh_rows(const struct fast_sampling *s, const struct four *f, enum element e,
                      bool tiled, v8u part[4])
{
    double weight[4][8];
    __m256 pairs[4], none = _mm256_setzero_ps();
    __m128 lane[8];
    for (unsigned i = 0; i < 4; i++) {
        __m256 w = weight_of(f, i);
        _mm256_storeu_pd(weight[i], doubles_of(w, false));
        _mm256_storeu_pd(weight[i] + 4, doubles_of(w, true));
    }
    for (unsigned n = 0; n < 8; n += 2)
        weigh_lanes(s, f, weight, n, e, tiled, lane + n);
    for (unsigned n = 0; n < 4; n++) {
        pairs[n] = pair_of((__m128i)lane[n], (__m128i)lane[n + 4]);
        none = _mm256_or_ps(none, _mm256_cmp_ps(pairs[n], pairs[n], _CMP_UNORD_Q));
    }
    columns_of(pairs, part);
    return (v8u)none;
}

/* The next bytes of two elements, one after the other: compilers would shift each byte of an
 * element by itself. */
INLINE void srgb_next(uint64_t element[2])
{
    element[0] >>= 16;
    element[1] >>= 16;
    __asm__("" : "+Q"(element[0]), "+Q"(element[1]));
}

INLINE __m128d srgb_of(const double *t, const uint64_t element[2], unsigned bit)
{
    return _mm_set_pd(t[element[1] >> bit & 255], t[element[0] >> bit & 255]);
}

/* Adds a texel of two lanes, weighted, to the sums of its components, whose values come from a
 * table. */
INLINE void add_srgb(const double *t, uint64_t element[2], const double weight[2], __m128d sum[3])
{
    __m128d w = _mm_loadu_pd(weight);
    sum[0] = _mm_fmadd_pd(w, srgb_of(t, element, 0), sum[0]);
    sum[1] = _mm_fmadd_pd(w, srgb_of(t, element, 8), sum[1]);
    srgb_next(element);
    sum[2] = _mm_fmadd_pd(w, srgb_of(t, element, 0), sum[2]);
    srgb_next(element);
}

/* The sums of lanes @n and @n + 1, without alpha. */
INLINE void weigh_two(const struct fast_sampling *s, const struct four *f,
                      const double weight[4][8], unsigned n, bool tiled, __m128 part[3])
{
    __m128d sum[3] = {{0}};
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i += tiled ? 1 : 2) {
        struct two_places p = two_places_at(s->row, (*f->at)[i] + n);
        uint64_t element[2] = {0, 0};
        memcpy(&element[0], p.first, tiled ? 4 : 8);
        memcpy(&element[1], p.second, tiled ? 4 : 8);
        add_srgb(s->wide, element, weight[i] + n, sum);
        if (!tiled)
            add_srgb(s->wide, element, weight[i + 1] + n, sum);
    }
    for (unsigned k = 0; k < 3; k++)
        part[k] = _mm_cvtpd_ps(sum[k]);
}

/* Red, green and blue that are not linear; alpha is. */
INLINE void weigh_srgb(const struct fast_sampling *s, const struct four *f, bool tiled, v8u part[4])
{
    __m256d weight[4][2];
    double weights[4][8];
    __m128 two[4][3];
    v8u alpha[4];
    weights_of(f, weight);
    for (unsigned i = 0; i < 4; i++) {
        _mm256_storeu_pd(weights[i], weight[i][0]);
        _mm256_storeu_pd(weights[i] + 4, weight[i][1]);
    }
#pragma GCC unroll 4
    for (unsigned n = 0; n < 4; n++)
        weigh_two(s, f, weights, 2 * n, tiled, two[n]);
    load_four(s, f, 4, tiled, alpha);
    for (unsigned i = 0; i < 4; i++)
        alpha[i] = texels_norm(&s->layout.parts[3], alpha[i], false);
    part[3] = sum_of(weight, alpha);
    for (unsigned k = 0; k < 3; k++)
        part[k] = (v8u)pair_of((__m128i)_mm_movelh_ps(two[0][k], two[1][k]),
                               (__m128i)_mm_movelh_ps(two[2][k], two[3][k]));
}

/* The kind of an element's parts. */
INLINE enum fast_part_kind kind_of(enum element e)
{
    return e == UNORMS              ? FAST_PART_UNORM
           : e == SNORMS            ? FAST_PART_SNORM
           : e == ONE_OR_TWO_HALVES ? FAST_PART_HALF
                                    : FAST_PART_WHOLE;
}

/* The sums of the parts of any format. Returns the same as weigh_reds(). */
INLINE v8u weigh_parts(const struct fast_sampling *s, const struct four *f, enum element e,
                       bool tiled, v8u part[4])
{
    __m256d weight[4][2];
    v8u word[2][4], odd = all(0);
    weights_of(f, weight);
    load_words_of_four(s, f, tiled, word);
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++) {
        const struct fast_part *p = &s->layout.parts[k];
        v8u value[4];
        if (k >= s->layout.nparts)
            break;
        for (unsigned i = 0; i < 4; i++) {
            value[i] = texels_part_of(p, word[p->word][i], kind_of(e));
            put(f->numbers[k][i], value[i]);
        }
        SAMPLING_IN_MEMORY(f->numbers + k);
        if (e == TWO_FLOATS)
            odd |= has_tiny(value);
    }
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++) {
        part[k] = all(0);
        if (k >= s->layout.nparts)
            continue;
        part[k] = sum_at(weight, f->numbers + k);
        if (e == ONE_OR_TWO_HALVES || e == TWO_FLOATS)
            odd |= is_no_number(part[k]);
    }
    return odd;
}

INLINE void fill_red(v8u rgba[4])
{
    rgba[1] = rgba[2] = all(0);
    rgba[3] = all(FILTER_ONE);
}

INLINE v8u weigh_four(const struct fast_sampling *s, const struct four *f, enum element e,
                      bool tiled, v8u rgba[4])
{
    v8u texel[4], bad = all(0);
    switch (e) {
    case RGBA_BYTES:
        weigh_bytes(s, f, 4, tiled, rgba);
        return bad;
    case BYTE:
        weigh_bytes(s, f, 1, tiled, rgba);
        fill_red(rgba);
        return bad;
    case DWORD:
        load_four(s, f, 4, tiled, texel);
        bad = weigh_reds(f, texel, rgba);
        fill_red(rgba);
        return bad;
    case BYTES:
    case TWO_BYTES:
        weigh_bytes(s, f, e == BYTES ? 4 : 2, tiled, rgba);
        break;
    case SRGB:
        weigh_srgb(s, f, tiled, rgba);
        break;
    case HALVES:
    case FLOATS:
        return weigh_rows(s, f, e, tiled, rgba);
    default:
        bad = weigh_parts(s, f, e, tiled, rgba);
    }
    texels_order(&s->layout, rgba);
    return bad;
}
#endif

#endif
