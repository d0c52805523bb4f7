/* Four texels of prepared surfaces (sim/fast/sampling.h) on hosts with AVX-512: sixteen texels in a
 * register, with the sums of sim/fast/weigh.h. Lanes of a register are either sixteen channels, of
 * which each row of texels has a register, or eight channels in both rows or both levels. For
 * sixteen.c, sixteen_near.c and levels.c. */
#ifndef EULAB_SIM_FAST_SIXTEEN_H
#define EULAB_SIM_FAST_SIXTEEN_H

#include "sim/fast/sampling.h"
#include "sim/fast/weigh.h"

#ifdef __AVX512VBMI__

typedef uint32_t v16u __attribute__((vector_size(64)));
typedef int32_t v16i __attribute__((vector_size(64)));
typedef int64_t v8q __attribute__((vector_size(64)));

INLINE v16u all_16(uint32_t e)
{
    return (v16u)_mm512_set1_epi32((int)e);
}

INLINE v16u load_16(const void *from)
{
    return (v16u)_mm512_loadu_si512(from);
}

INLINE v8u half_of(v16u v, bool high)
{
    return (v8u)(high ? _mm512_extracti64x4_epi64((__m512i)v, 1)
                      : _mm512_castsi512_si256((__m512i)v));
}

INLINE v16u halves_of(v8u low, v8u high)
{
    return (v16u)_mm512_inserti64x4(_mm512_castsi256_si512((__m256i)low), (__m256i)high, 1);
}

INLINE v16i least_16(v16i a, v16i b)
{
    return (v16i)_mm512_min_epi32((__m512i)a, (__m512i)b);
}

INLINE v16i most_16(v16i a, v16i b)
{
    return (v16i)_mm512_max_epi32((__m512i)a, (__m512i)b);
}

/* Lanes of @of where @v is @most or below, both without a sign. */
INLINE __mmask16 within_16(__mmask16 of, v16u v, v16u most)
{
    return _mm512_mask_cmple_epu32_mask(of, (__m512i)v, (__m512i)most);
}

INLINE __m512 numbers_16(v16u v)
{
    return _mm512_cvtepi32_ps((__m512i)v);
}

/* Where bytes go: sixteen.c has them. */
struct sixteen_bytes {
    /* Component k of both texels as words, from pairs of dwords, of which the first register has
     * the first eight; or from a register of each texel. The other bytes of words become 0. */
    uint8_t crossed[4][64], tiled[4][64];
    /* The same for sRGB, of the first texel: red of four lanes, green, blue, alpha. The second
     * one's is 4 further on, or 64. */
    uint8_t quads[64], tiled_quads[64];
    uint8_t highest[128]; /* the highest bit of each byte below 128 */
};
extern const struct sixteen_bytes sixteen_bytes __attribute__((visibility("hidden")));
#define SIXTEEN_BYTES(name) _mm512_load_si512((const void *)sixteen_bytes.name)

/* --- loads --- */

/* @bytes of each of four places, 4 at most, as dwords. */
INLINE __m128i four_parts_at(const uint8_t *row, const uint32_t at[4], unsigned bytes)
{
    return bytes == 4   ? four_words_at(row, at, 4)
           : bytes == 2 ? four_words_at(row, at, 2)
                        : four_words_at(row, at, 1);
}

INLINE v16u words_at_16(const uint8_t *row, const uint32_t at[16], unsigned bytes)
{
    __m512i v = _mm512_castsi128_si512(four_parts_at(row, at, bytes));
    v = _mm512_inserti32x4(v, four_parts_at(row, at + 4, bytes), 1);
    v = _mm512_inserti32x4(v, four_parts_at(row, at + 8, bytes), 2);
    return (v16u)_mm512_inserti32x4(v, four_parts_at(row, at + 12, bytes), 3);
}

/* Two dwords side by side of each of sixteen places, eight to a register. */
INLINE void qwords_at_16(const uint8_t *row, const uint32_t at[16], v16u raw[2])
{
    for (unsigned i = 0; i < 2; i++, at += 8) {
        __m256i low =
            _mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)two_qwords_at(row, at)),
                                    (__m128i)two_qwords_at(row, at + 2), 1);
        __m256i high =
            _mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)two_qwords_at(row, at + 4)),
                                    (__m128i)two_qwords_at(row, at + 6), 1);
        raw[i] = halves_of((v8u)low, (v8u)high);
    }
}

INLINE __m512i four_owords(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d)
{
    __m256i low = _mm256_loadu2_m128i((const void *)b, (const void *)a);
    __m256i high = _mm256_loadu2_m128i((const void *)d, (const void *)c);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* Sixteen rows of four dwords, @r[n] with rows n, n + 4, n + 8 and n + 12, as columns. */
INLINE void columns_of_16(const v16u r[4], v16u word[4])
{
    __m512i a = _mm512_unpacklo_epi32((__m512i)r[0], (__m512i)r[1]);
    __m512i b = _mm512_unpackhi_epi32((__m512i)r[0], (__m512i)r[1]);
    __m512i c = _mm512_unpacklo_epi32((__m512i)r[2], (__m512i)r[3]);
    __m512i d = _mm512_unpackhi_epi32((__m512i)r[2], (__m512i)r[3]);
    word[0] = (v16u)_mm512_unpacklo_epi64(a, c);
    word[1] = (v16u)_mm512_unpackhi_epi64(a, c);
    word[2] = (v16u)_mm512_unpacklo_epi64(b, d);
    word[3] = (v16u)_mm512_unpackhi_epi64(b, d);
}

/* Four dwords side by side of each of sixteen places. */
INLINE void owords_at_16(const uint8_t *row, const uint32_t at[16], v16u word[4])
{
    v16u r[4];
    for (unsigned n = 0; n < 4; n += 2) {
        struct two_places p[4];
        for (unsigned i = 0; i < 4; i++)
            p[i] = two_places_at(row, at + n + 4 * i);
        r[n] = (v16u)four_owords(p[0].first, p[1].first, p[2].first, p[3].first);
        r[n + 1] = (v16u)four_owords(p[0].second, p[1].second, p[2].second, p[3].second);
    }
    columns_of_16(r, word);
}

/* The next two bytes of sixteen places. */
INLINE __m256i words_side_by_side_16(const uint8_t *row, const uint32_t at[16])
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(words_side_by_side(row, at)),
                                   words_side_by_side(row, at + 8), 1);
}

/* Dwords that follow one another, the first and the second of each two. */
INLINE void part_dwords(const v16u raw[2], v16u *first, v16u *second)
{
    const v16u evens = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    __m512i low = (__m512i)raw[0], high = (__m512i)raw[1];
    *first = (v16u)_mm512_permutex2var_epi32(low, (__m512i)evens, high);
    *second = (v16u)_mm512_permutex2var_epi32(low, (__m512i)(evens + 1), high);
}

/* The dwords of both texels' elements, from their places: @at[1] is for tiled surfaces. What has
 * one dword has it twice, of which the second is not used. */
INLINE void load_both(const struct fast_sampling *s, const uint32_t at[2][16], unsigned bytes,
                      bool tiled, v16u word[2][2])
{
    v16u raw[4];
    for (unsigned i = 0; i < 2 && tiled; i++) {
        if (bytes == 8) {
            qwords_at_16(s->row, at[i], raw);
            part_dwords(raw, &word[i][0], &word[i][1]);
        } else {
            word[i][0] = word[i][1] = words_at_16(s->row, at[i], bytes);
        }
    }
    if (tiled)
        return;
    if (bytes == 8) {
        owords_at_16(s->row, at[0], raw);
        word[0][0] = raw[0], word[0][1] = raw[1];
        word[1][0] = raw[2], word[1][1] = raw[3];
        return;
    }
    if (bytes == 4) {
        qwords_at_16(s->row, at[0], raw);
        part_dwords(raw, &word[0][0], &word[1][0]);
    } else {
        raw[0] = bytes == 2 ? words_at_16(s->row, at[0], 4)
                            : (v16u)_mm512_cvtepu16_epi32(words_side_by_side_16(s->row, at[0]));
        word[0][0] = raw[0] & (bytes == 2 ? 0xffff : 0xff);
        word[1][0] = raw[0] >> 8 * bytes;
    }
    word[0][1] = word[0][0];
    word[1][1] = word[1][0];
}

/* Elements of up to four bytes, to be crossed: those of 4 bytes in two registers, others side by
 * side in one dword, a byte in each of its words. */
INLINE void load_raw(const struct fast_sampling *s, const uint32_t at[2][16], unsigned bytes,
                     bool tiled, v16u raw[2])
{
    if (bytes == 4 && !tiled) {
        qwords_at_16(s->row, at[0], raw);
        return;
    }
    if (tiled) {
        raw[0] = words_at_16(s->row, at[0], bytes);
        raw[1] = words_at_16(s->row, at[1], bytes);
        if (bytes < 4)
            raw[0] |= raw[1] << 16;
        return;
    }
    raw[0] = bytes == 2 ? words_at_16(s->row, at[0], 4)
                        : (v16u)_mm512_cvtepu8_epi16(words_side_by_side_16(s->row, at[0]));
}

/* --- sums of bytes: sim/fast/weigh.h --- */

/* Component @k of both texels as words. */
INLINE __m512i words_of_component(const v16u raw[2], unsigned k, unsigned bytes, bool tiled)
{
    if (bytes == 4) {
        const uint8_t(*from)[64] = tiled ? sixteen_bytes.tiled : sixteen_bytes.crossed;
        return _mm512_maskz_permutex2var_epi8(0x5555555555555555, (__m512i)raw[0],
                                              _mm512_load_si512((const void *)from[k]),
                                              (__m512i)raw[1]);
    }
    return k ? _mm512_srli_epi16((__m512i)raw[0], 8)
             : (__m512i)(bytes == 1 ? raw[0] : raw[0] & 0x00ff00ff);
}

/* The highest bit of each byte. */
INLINE v16u highest_bits_16(v16u v)
{
    __m512i low = SIXTEEN_BYTES(highest), high = SIXTEEN_BYTES(highest + 64);
    __m512i bits = _mm512_permutex2var_epi8(low, (__m512i)v, high);
    return (v16u)_mm512_mask_mov_epi8(bits, _mm512_movepi8_mask((__m512i)v),
                                      _mm512_set1_epi8(-128));
}

/* The sums of two texels of each lane, weighted by words side by side: of each component, and of
 * its highest bits. */
struct byte_sums {
    __m512 bytes[4], bits[4];
};

INLINE void sum_columns(const struct fast_sampling *s, const uint32_t at[2][16], __m512i columns,
                        unsigned bytes, bool tiled, struct byte_sums *sums)
{
    v16u raw[2], bits[2];
    load_raw(s, at, bytes, tiled, raw);
    for (unsigned i = 0; i < (bytes == 4 ? 2u : 1u); i++)
        bits[i] = highest_bits_16(raw[i]);
#pragma GCC unroll 4
    for (unsigned k = 0; k < bytes; k++) {
        __m512i a = words_of_component(raw, k, bytes, tiled);
        __m512i b = words_of_component(bits, k, bytes, tiled);
        sums->bytes[k] = numbers_16((v16u)_mm512_madd_epi16(a, columns));
        sums->bits[k] = numbers_16((v16u)_mm512_madd_epi16(b, columns));
    }
}

/* Both rows' numbers, which are whole and below 2^24, weighted and added. */
INLINE __m512 add_rows_of(const __m512 number[2], const __m512 weight[2], unsigned rows)
{
    __m512 first = number[0] * weight[0];
    if (rows == 2)
        return _mm512_fmadd_ps(number[1], weight[1], first);
    return _mm512_castps256_ps512((__m256)half_of((v16u)first, false) +
                                  (__m256)half_of((v16u)first, true));
}

/* The weights of columns as words side by side, from those of the second one. */
INLINE __m512i column_words(v16u second)
{
    return (__m512i)((FILTER_STEPS - second) | second << 16);
}

#endif

#endif
