/* Conversions of vectors between types of elements, as the EU does them. */
#ifndef EULAB_SIM_FAST_CONVERT_H
#define EULAB_SIM_FAST_CONVERT_H

#include "sim/fast/lanes.h"
#include "sim/float.h"

#ifdef __AVX2__

#define CONVERT_HALF_MIN 0x38800000u /* the least normal half, as a float */

INLINE v8u unordered(v8u a, v8u b)
{
    return (v8u)_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_UNORD_Q);
}

/* Converts UD to float. The two halves are converted exactly, and their sum is rounded. */
INLINE v8u from_ud(v8u v)
{
    __m256 high = (__m256) __builtin_convertvector((v8i)(v >> 16), v8f);
    __m256 low = (__m256) __builtin_convertvector((v8i)(v & 0xffff), v8f);
    return (v8u)_mm256_fmadd_ps(high, _mm256_set1_ps(0x1p16f), low);
}

/* Converts float to D. The host gives INT32_MIN for everything out of range. */
INLINE v8u to_d(v8u v)
{
    v8u over = (v8u)((v8f)v >= 0x1p31f), i = (v8u)_mm256_cvttps_epi32((__m256)v);
    return (i ^ over) & ~unordered(v, v);
}

INLINE v8u to_ud(v8u v)
{
    v = (v8u)_mm256_max_ps((__m256)v, _mm256_setzero_ps()); /* 0 for a NaN */
    v8u over = (v8u)((v8f)v >= 0x1p32f), top = (v8u)((v8f)v >= 0x1p31f);
    v8u rest = (v8u)((v8f)v - (v8f)(top & all(0x4f000000)));
    return ((v8u)_mm256_cvttps_epi32((__m256)rest) ^ (top & all(1u << 31))) | over;
}

/* Halves; a NaN is not settled. */
INLINE __m128i words_of_floats(v8u v)
{
    return _mm256_cvtps_ph((__m256)v, _MM_FROUND_TO_NEAREST_INT);
}
/* ... the lanes of @nan become the default one. */
INLINE __m128i settled_words(__m128i words, v8u nan)
{
    if (!FAST_UNLIKELY(signs(nan)))
        return words;
    __m128i high = _mm256_extracti128_si256((__m256i)nan, 1);
    return _mm_blendv_epi8(words, _mm_set1_epi16(0x7e00),
                           _mm_packs_epi32(_mm256_castsi256_si128((__m256i)nan), high));
}

/* Saturates to [0, 1] by comparing bits, so that a denormal stays. */
INLINE v8u saturate_float(v8u v)
{
    __m256i r = _mm256_max_epi32((__m256i)v, _mm256_setzero_si256());
    return (v8u)_mm256_min_epi32(r, (__m256i)all(0x3f800000)) & ~unordered(v, v);
}

#endif
#endif
