/* Eight lanes in a register of AVX2: for vector.c, which is compiled for it. */
#ifndef EULAB_SIM_FAST_LANES_H
#define EULAB_SIM_FAST_LANES_H

#include "sim/fast/core.h"

#ifdef __AVX2__
#include <string.h>

typedef uint32_t v8u __attribute__((vector_size(32)));
typedef int32_t v8i __attribute__((vector_size(32)));
typedef float v8f __attribute__((vector_size(32)));

#define INLINE static inline __attribute__((always_inline))

INLINE unsigned signs(v8u v)
{
    return (unsigned)_mm256_movemask_ps((__m256)v);
}

/* @b where @m is all ones, @a where it is 0. */
INLINE v8u blend(v8u a, v8u b, v8u m)
{
    v8u r; /* the intrinsic would compare the mask first */
    __asm__("vblendvps %3, %2, %1, %0" : "=x"(r) : "x"(a), "x"(b), "x"(m));
    return r;
}

/* @r stays where @m is all ones, else becomes @a: in place. */
INLINE void replace(v8u *r, v8u a, v8u m)
{
    __asm__("vblendvps %2, %0, %1, %0" : "+x"(*r) : "x"(a), "x"(m));
}

INLINE v8u load(const void *from)
{
    v8u v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void put(void *at, v8u v)
{
    memcpy(at, &v, sizeof v);
}

INLINE v8u all(uint32_t e)
{
    return (v8u){e, e, e, e, e, e, e, e};
}

INLINE v8u mask_of(uint32_t on)
{
    return load(fast_masks[on & 255]);
}

/* --- sources and destinations that are no packed dwords: sim/fast/odd.h --- */

/* A source of an odd instruction, without modifiers; @last: it may be the immediate; @parts: it may
 * be no dwords. */
INLINE v8u by_table(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned half,
                    bool last, bool parts)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    const struct fast_odd_lanes *l = &o->lanes[i][half];
    const uint8_t *from = grf + u->s[i] + (half ? o->second[i] : 0);
    unsigned kind = u->kind[i];
    if (last && kind == FAST_IMM)
        return all(u->imm);
    __m256i dword = (__m256i)load(l->dword);
    v8u v = (v8u)_mm256_permutevar8x32_epi32((__m256i)load(from), dword);
    if (kind & FAST_FAR) {
        v8u far = (v8u)_mm256_permutevar8x32_epi32((__m256i)load(from + 32), dword);
        v = blend(v, far, (v8u)dword);
    }
    if (parts && kind & FAST_PART) {
        __m256i top = _mm256_shuffle_epi8((__m256i)v, (__m256i)load(l->byte));
        v = (v8u)_mm256_sra_epi32(top, _mm_cvtsi32_si128(o->down[i]));
    }
    return v;
}

/* Bits of @m from @v. */
INLINE void put_bits(uint8_t *at, v8u v, v8u m)
{
    v8u now = (load(at) & ~m) | (v & m);
    memcpy(at, &now, sizeof now);
}

/* The low words of the lanes, in order. */
INLINE __m128i low_words(v8u v)
{
    v &= all(0xffff);
    __m256i pairs = _mm256_packus_epi32((__m256i)v, (__m256i)v);
    return _mm256_castsi256_si128(_mm256_permute4x64_epi64(pairs, 8));
}

INLINE void put_words(uint8_t *at, v8u v, uint32_t on)
{
    __m128i now = _mm_loadu_si128((const void *)at);
    now = _mm_blendv_epi8(now, low_words(v), low_words(mask_of(on)));
    _mm_storeu_si128((void *)at, now);
}

/* Four lanes of @v from @first on, in the even dwords. */
INLINE void put_apart(uint8_t *at, v8u v, v8u m, uint32_t first)
{
    const v8u even = {~0u, 0, ~0u, 0, ~0u, 0, ~0u, 0};
    v8u lane = (v8u){0, 0, 1, 1, 2, 2, 3, 3} + all(first);
    v = (v8u)_mm256_permutevar8x32_epi32((__m256i)v, (__m256i)lane);
    m = (v8u)_mm256_permutevar8x32_epi32((__m256i)m, (__m256i)lane);
    put_bits(at, v, m & even);
}

INLINE void put_half(const struct fast_odd *o, uint8_t *at, v8u v, uint32_t on)
{
    v8u m = mask_of(on) & load(o->part);
    switch (o->put & ~FAST_PUT_SOME) {
    case FAST_PUT_PACKED:
    case FAST_PUT_PARTS:
        put_bits(at, v, m);
        return;
    case FAST_PUT_WORDS:
        put_words(at, v, on);
        return;
    case FAST_PUT_APART:
        put_apart(at, v, m, 0);
        put_apart(at + 32, v, m, 4);
        return;
    default:
        for (on &= 255; on; on &= on - 1) {
            unsigned n = (unsigned)__builtin_ctz(on);
            uint32_t e = v[n];
            memcpy(at + n * o->stride, &e, o->bytes);
        }
    }
}

#endif
#endif
