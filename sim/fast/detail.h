/* Levels of detail from steps in texels, for eight lanes, as sim/sampler_lod.c has them: in 1/256
 * of a level, before the bias. */
#ifndef EULAB_SIM_FAST_DETAIL_H
#define EULAB_SIM_FAST_DETAIL_H

#include "sim/fast/filter.h"

#ifdef FAST_WIDE

enum { DETAIL_ONE = 256, DETAIL_FARTHEST = 32 * DETAIL_ONE };

INLINE v8i detail_clamp(v8i lod, int least, int most)
{
    __m256i low = _mm256_min_epi32((__m256i)lod, _mm256_set1_epi32(most));
    return (v8i)_mm256_max_epi32(low, _mm256_set1_epi32(least));
}

/* The level of the larger one of two squares: the whole part of log2() * 128 + 0.5. Sets @unclear
 * where that is so near to a level's end that the error matters, or a square is no number. The
 * squares have an error of 6 * 2^-24, and the logarithm, times 128, 2 * 10^-5 besides: 10^-4 in
 * all, of which NEAR is five times as much. A square that was too small for a float is 0, whose
 * level is clamped like its own. */
INLINE v8i detail_of(__m256 a, __m256 b, v8u *unclear)
{
    const __m256 root = _mm256_set1_ps(1.41421356f), half = _mm256_set1_ps(0.5f);
    const __m256 near = _mm256_set1_ps(0.5f - 0x1p-11f), sign = _mm256_set1_ps(-0.0f);
    v8u bits = (v8u)_mm256_max_ps(a, b);
    __m256 f = (__m256)((bits & 0x7fffff) | FILTER_ONE);
    __m256 t = (f - root) / (f + root), tt = t * t; /* log2(f / root) is the series of artanh */
    __m256 p = _mm256_fmadd_ps(tt, _mm256_set1_ps(0.41219858f), _mm256_set1_ps(0.57707802f));
    p = _mm256_fmadd_ps(p, tt, _mm256_set1_ps(0.96179670f));
    p = _mm256_fmadd_ps(p, tt, _mm256_set1_ps(2.88539008f));
    p = _mm256_fmadd_ps(p * t, _mm256_set1_ps(128), _mm256_set1_ps(64.5f));
    __m256 whole = _mm256_floor_ps(p), off = _mm256_andnot_ps(sign, p - whole - half);
    *unclear =
        (v8u)_mm256_or_ps(_mm256_cmp_ps(off, near, _CMP_GT_OQ), _mm256_cmp_ps(a, b, _CMP_UNORD_Q));
    v8i level = ((v8i)(bits >> 23) - 127) * 128 + (v8i)_mm256_cvttps_epi32(whole);
    return detail_clamp(level, -DETAIL_FARTHEST, DETAIL_FARTHEST);
}

INLINE __m256 detail_square(const float size[2], __m256 u, __m256 v)
{
    __m256 x = u * size[0], y = v * size[1];
    return _mm256_fmadd_ps(x, x, y * y);
}

/* The level of each subspan, from its first three pixels. */
INLINE v8i detail_of_subspans(const float size[2], v8u u, v8u v, v8u *unclear)
{
    __m256 x = (__m256)u, y = (__m256)v;
    __m256 square = detail_square(size, x - _mm256_permute_ps(x, 0), y - _mm256_permute_ps(y, 0));
    return detail_of(_mm256_permute_ps(square, 0x55), _mm256_permute_ps(square, 0xaa), unclear);
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
