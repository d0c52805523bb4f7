/* The arithmetic of filters, for eight channels at a time: comparison with a reference, and sums of
 * weighted bytes, as sim/sampler.c has them. */
#ifndef EULAB_SIM_FAST_WEIGH_H
#define EULAB_SIM_FAST_WEIGH_H

#include "sim/fast/filter.h"

#ifdef FAST_WIDE

/* Constants that stay in memory: a compiler that knows their values would make them anew, one after
 * the other, and keep them on the stack. filter.c has them. */
struct weigh_constants {
    uint8_t low_bit[32], high_bit[32]; /* the highest bit of a nibble, of the low or the high one */
    uint8_t crossed[32]; /* of each four words, the second and the third change places */
    uint32_t nibbles[8], even[8], half[8], rows[8];
    uint32_t steps[8], step_words[8], last_step[8], one[8], none[8], near[8], in_page[8], unit[8];
};
extern const struct weigh_constants weigh_constants __attribute__((visibility("hidden")));
#define WEIGH_CONSTANT(name) load(weigh_constants.name)

/* Lanes of a @vector where the test of sim/samplers.def gives 1. A float is taken as a number whose
 * order is that of floats; both zeros are 0. The host may take denormals for 0, so floats are not
 * compared as such. */
#define SHADOW_TEST(name, vector, of_signs)                                                        \
    INLINE vector name(enum eu_compare compare, vector texel, vector reference)                    \
    {                                                                                              \
        vector below[2] = {(vector)((of_signs)texel >> 31), (vector)((of_signs)reference >> 31)};  \
        of_signs t = (of_signs)(((texel & 0x7fffffff) ^ below[0]) - below[0]);                     \
        of_signs r = (of_signs)(((reference & 0x7fffffff) ^ below[1]) - below[1]);                 \
        vector any = (vector)(texel << 1 > 0xff000000u) | (vector)(reference << 1 > 0xff000000u);  \
        switch (compare) {                                                                         \
        case EU_COMPARE_NEVER:                                                                     \
            return ~(any ^ any);                                                                   \
        case EU_COMPARE_LESS:                                                                      \
            return (vector)(t >= r) | any;                                                         \
        case EU_COMPARE_EQUAL:                                                                     \
            return (vector)(t != r) | any;                                                         \
        case EU_COMPARE_LEQUAL:                                                                    \
            return (vector)(t > r) | any;                                                          \
        case EU_COMPARE_GREATER:                                                                   \
            return (vector)(t <= r) | any;                                                         \
        case EU_COMPARE_NOTEQUAL:                                                                  \
            return (vector)(t == r) & ~any;                                                        \
        case EU_COMPARE_GEQUAL:                                                                    \
            return (vector)(t < r) | any;                                                          \
        default:                                                                                   \
            return any ^ any;                                                                      \
        }                                                                                          \
    }
SHADOW_TEST(shadow_test, v8u, v8i)

/* --- the sum of weighted bytes --- */

/* A byte b stands for the float nearest to b / 255. That is, times 2^32, b * 0x01010100 plus twice
 * the highest bit of b. So the sum of weighted floats follows from two sums of whole numbers, and
 * is rounded once: its 48 bits are those of the exact sum. A test compares all bytes. */

/* The highest bit of each byte. The low nibble's counts only if the high one is 0. */
INLINE v8u highest_bits(v8u v)
{
    v8u nibbles = WEIGH_CONSTANT(nibbles);
    __m256i a = _mm256_shuffle_epi8((__m256i)WEIGH_CONSTANT(low_bit), (__m256i)v);
    __m256i b = _mm256_shuffle_epi8((__m256i)WEIGH_CONSTANT(high_bit), (__m256i)(v >> 4 & nibbles));
    return (v8u)_mm256_max_epu8(a, b);
}

/* Weights as words: of columns in both halves of a lane, of rows side by side. */
struct word_weights {
    __m256i first, second, rows;
};

INLINE __m256i weigh(__m256i a, __m256i b, const struct word_weights *w)
{
    return _mm256_add_epi16(_mm256_mullo_epi16(a, w->first), _mm256_mullo_epi16(b, w->second));
}

/* Words of two rows, from their low halves or from their high ones, as one sum. @rows: less 0x8000.
 */
INLINE v8u add_rows(const __m256i rows[2], bool high, const struct word_weights *w)
{
    __m256i both = high ? _mm256_blend_epi16(_mm256_srli_epi32(rows[0], 16), rows[1], 0xaa)
                        : _mm256_blend_epi16(rows[0], _mm256_slli_epi32(rows[1], 16), 0xaa);
    return (v8u)_mm256_madd_epi16(both, w->rows) + WEIGH_CONSTANT(rows);
}

/* The sums of the weighted bytes @k and @k + 2 of the four texels; @k is 0 or 1. */
INLINE void sum_bytes(const v8u texel[4], unsigned k, const struct word_weights *w, v8u sum[2])
{
    const __m256i even = (__m256i)WEIGH_CONSTANT(even), half = (__m256i)WEIGH_CONSTANT(half);
    __m256i b[4], rows[2];
    for (unsigned i = 0; i < 4; i++)
        b[i] =
            k ? _mm256_srli_epi16((__m256i)texel[i], 8) : _mm256_and_si256((__m256i)texel[i], even);
    for (unsigned i = 0; i < 2; i++)
        rows[i] = _mm256_xor_si256(weigh(b[2 * i], b[2 * i + 1], w), half);
    sum[0] = add_rows(rows, false, w);
    sum[1] = add_rows(rows, true, w);
}

INLINE v8u float_of_sums(v8u bytes, v8u bits)
{
    const __m256 a = _mm256_set1_ps(0x1.0101p-24f), b = _mm256_set1_ps(0x1p-47f);
    return (v8u)_mm256_fmadd_ps(_mm256_cvtepi32_ps((__m256i)bytes), a,
                                _mm256_cvtepi32_ps((__m256i)bits) * b);
}

#endif

#endif
