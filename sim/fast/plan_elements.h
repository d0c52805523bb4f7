/* Elements of sources of plans that lie anywhere. For sim/fast/plan_load.c and plan_rows.c. */
#ifndef EULAB_SIM_FAST_PLAN_ELEMENTS_H
#define EULAB_SIM_FAST_PLAN_ELEMENTS_H

#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE

/* One load after the other is faster than the host's gather. */
INLINE int32_t dword_at(const uint8_t *from, int32_t at)
{
    int32_t v;
    memcpy(&v, from + at, sizeof v);
    return v;
}

INLINE v8u gather8(const uint8_t *from, const int32_t *at)
{
    return (v8u)_mm256_setr_epi32(
        dword_at(from, at[0]), dword_at(from, at[1]), dword_at(from, at[2]), dword_at(from, at[3]),
        dword_at(from, at[4]), dword_at(from, at[5]), dword_at(from, at[6]), dword_at(from, at[7]));
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

/* Elements of @s->down bits less than a dword, which are in the low bits. */
INLINE v8u sign_of(const struct plan_source *s, v8u v)
{
    const __m128i by = _mm_loadl_epi64((const void *)&s->down);
    return (v8u)_mm256_sra_epi32(_mm256_sll_epi32((__m256i)v, by), by);
}
INLINE v8u zero_of(const struct plan_source *s, v8u v)
{
    const __m128i by = _mm_loadl_epi64((const void *)&s->down);
    return (v8u)_mm256_srl_epi32(_mm256_sll_epi32((__m256i)v, by), by);
}

/* Modifiers of integers. */
INLINE v4q modified_ints(const struct plan_source *s, v4q v)
{
    v4q sign = v < 0;
    v = s->abs ? (v ^ sign) - sign : v;
    return s->neg ? (v4q)(-(v4uq)v) : v;
}
/* Modifiers of integers of 64 bits that have become doubles: the opposite of 0 is +0. */
INLINE v4q modified_double(const struct plan_source *s, v4d v)
{
    v = s->abs ? (v4d)((v4q)v & INT64_MAX) : v;
    return (v4q)(s->neg ? 0 - v : v);
}

/* The low words of eight dwords. */
INLINE __m128i low_words(v8u v)
{
    __m256i words = _mm256_packus_epi32((__m256i)(v & 0xffff), (__m256i)(v & 0xffff));
    return _mm256_castsi256_si128(_mm256_permute4x64_epi64(words, 8));
}

#endif
#endif
