/* Levels of detail from steps in texels, for eight lanes, as sim/sampler_lod.c has them: in 1/256
 * of a level, before the bias. */
#ifndef EULAB_SIM_FAST_DETAIL_H
#define EULAB_SIM_FAST_DETAIL_H

#include "sim/fast/filter.h"

enum { DETAIL_ONE = 256, DETAIL_FARTHEST = 32 * DETAIL_ONE };

/* Of the levels of squares, which are log2() * DETAIL_ONE / 2, rounded to the nearest: for the
 * upper 8 bits of a mantissa, 31:8 the mantissa where the next level begins, 7:0 the level before
 * that, of which the exponent has no part. Each such interval, and DETAIL_NEAR before it, has at
 * most one beginning of a level. */
enum { DETAIL_ENTRIES = 256, DETAIL_NEAR = 32 };
void detail_table(uint32_t table[DETAIL_ENTRIES]);

#ifdef FAST_WIDE

INLINE v8i detail_clamp(v8i lod, int least, int most)
{
    __m256i low = _mm256_min_epi32((__m256i)lod, _mm256_set1_epi32(most));
    return (v8i)_mm256_max_epi32(low, _mm256_set1_epi32(least));
}

INLINE __m256 detail_square(const float size[2], __m256 u, __m256 v)
{
    __m256 x = u * size[0], y = v * size[1];
    return _mm256_fmadd_ps(x, x, y * y);
}

/* The squares of the steps along x and y of each subspan, from its first three pixels. */
INLINE void detail_squares(const float size[2], v8u u, v8u v, __m256 square[2])
{
    __m256 x = (__m256)u, y = (__m256)v;
    __m256 both = detail_square(size, x - _mm256_permute_ps(x, 0), y - _mm256_permute_ps(y, 0));
    square[0] = _mm256_permute_ps(both, 0x55);
    square[1] = _mm256_permute_ps(both, 0xaa);
}

/* The table's entries for floats; if they are of @subspans, only two of them differ. */
INLINE v8u detail_entries(const uint32_t table[DETAIL_ENTRIES], v8u bits, bool subspans)
{
    __m256i mantissa = (__m256i)(bits << 9 >> 24);
    if (!subspans)
        return (v8u)_mm256_i32gather_epi32((const int *)table, mantissa, 4);
    int first = _mm_cvtsi128_si32(_mm256_castsi256_si128(mantissa));
    int second = _mm_cvtsi128_si32(_mm256_extracti128_si256(mantissa, 1));
    return (v8u)pair_of(_mm_set1_epi32((int)table[first]), _mm_set1_epi32((int)table[second]));
}

/* The level of the larger one of two squares. Sets @unclear where that is so near to a level's end
 * that the error matters, or a square is no number: squares have an error of 6 * 2^-24, of which
 * DETAIL_NEAR is more than twice as much. A square that was too small for a float is 0, whose level
 * is clamped like its own. */
INLINE v8i detail_of(const uint32_t table[DETAIL_ENTRIES], const __m256 square[2], bool subspans,
                     v8u *unclear)
{
    v8u bits = (v8u)_mm256_max_ps(square[0], square[1]);
    v8i entry = (v8i)detail_entries(table, bits, subspans);
    v8i mantissa = (v8i)(bits << 9 >> 1), off = (v8i)_mm256_abs_epi32((__m256i)(mantissa - entry));
    *unclear =
        (v8u)(off < DETAIL_NEAR << 8) | (v8u)_mm256_cmp_ps(square[0], square[1], _CMP_UNORD_Q);
    v8i level = (v8i)(bits >> 23 << 7) + (entry & 255) - (mantissa > entry);
    return detail_clamp(level - 127 * DETAIL_ONE / 2, -DETAIL_FARTHEST, DETAIL_FARTHEST);
}

/* A level that the payload has. */
INLINE v8i detail_given(v8u lod)
{
    const __m256 farthest = _mm256_set1_ps((float)DETAIL_FARTHEST / DETAIL_ONE);
    __m256 v = (__m256)lod, sign = _mm256_set1_ps(-0.0f);
    v = _mm256_and_ps(v, _mm256_cmp_ps(v, v, _CMP_ORD_Q));
    v = _mm256_max_ps(_mm256_min_ps(v, farthest), _mm256_xor_ps(farthest, sign)) * DETAIL_ONE;
    __m256 whole = _mm256_floor_ps(v);
    v8i upper = (v8i)_mm256_cmp_ps(v - whole, _mm256_set1_ps(0.5f), _CMP_GE_OQ);
    return (v8i)_mm256_cvttps_epi32(whole) - upper;
}

#endif

#endif
