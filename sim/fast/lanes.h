/* Eight lanes in a register of AVX2, for vector.c and ends.h, which are compiled for it. */
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

/* Takes @b where @m is all ones, @a where it is 0. */
INLINE v8u blend(v8u a, v8u b, v8u m)
{
    v8u r; /* not the intrinsic, which compares the mask first */
    __asm__("vblendvps %3, %2, %1, %0" : "=x"(r) : "x"(a), "x"(b), "x"(m));
    return r;
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

INLINE v8u fixed(enum fast_fixed which)
{
    return load(fast_fixed[which]);
}
INLINE __m128i fixed_16(enum fast_fixed which)
{
    return _mm_load_si128((const void *)fast_fixed[which]);
}

/* Eight rows of four dwords, @r[n] with rows n and n + 4, as columns. */
INLINE void columns_of(const __m256 r[4], v8u words[4])
{
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
    words[0] = (v8u)_mm256_shuffle_ps(a, c, 0x44);
    words[1] = (v8u)_mm256_shuffle_ps(a, c, 0xee);
    words[2] = (v8u)_mm256_shuffle_ps(b, d, 0x44);
    words[3] = (v8u)_mm256_shuffle_ps(b, d, 0xee);
}

INLINE void store_row(uint8_t *at, __m128i row, unsigned count)
{
    if (count == 4)
        _mm_storeu_si128((void *)at, row);
    else
        _mm_storel_epi64((void *)at, row);
    if (count == 3) {
        uint32_t third = (uint32_t)_mm_extract_epi32(row, 2);
        memcpy(at + 8, &third, sizeof third);
    }
}

/* The contrary: columns of @count dwords, @step bytes apart, become rows at @place, those of low
 * lanes first. */
INLINE void store_columns(uint8_t *const place[8], const uint8_t *data, unsigned step,
                          unsigned count)
{
    __m256 c[4], r[4];
    for (unsigned k = 0; k < 4; k++)
        c[k] = k < count ? (__m256)load(data + k * step) : _mm256_setzero_ps();
    __m256 a = _mm256_unpacklo_ps(c[0], c[1]), b = _mm256_unpackhi_ps(c[0], c[1]);
    __m256 d = _mm256_unpacklo_ps(c[2], c[3]), e = _mm256_unpackhi_ps(c[2], c[3]);
    r[0] = _mm256_shuffle_ps(a, d, 0x44);
    r[1] = _mm256_shuffle_ps(a, d, 0xee);
    r[2] = _mm256_shuffle_ps(b, e, 0x44);
    r[3] = _mm256_shuffle_ps(b, e, 0xee);
    for (unsigned n = 0; n < 4; n++)
        store_row(place[n], (__m128i)_mm256_castps256_ps128(r[n]), count);
    for (unsigned n = 0; n < 4; n++)
        store_row(place[n + 4], (__m128i)_mm256_extractf128_ps(r[n], 1), count);
}

/* --- sources and destinations that are not packed dwords: sim/fast/odd.h --- */

/* Loads a source of an odd instruction, without modifiers. @last: it may be the immediate, or
 * packed dwords. @parts: it may have other elements than dwords. What a source is, is expected so
 * that the usual ones take no jump, and packed dwords one: a jump costs as much as the table of
 * dwords (docs/performance.md, odd-type). */
INLINE v8u by_table(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned half,
                    bool last, bool parts)
{
    const struct fast_odd *o = fast_rest(u)->odd;
    const struct fast_odd_lanes *l = &o->lanes[i][half];
    const uint8_t *from = grf + u->s[i] + (half ? o->second[i] : 0);
    unsigned kind = u->kind[i];
    if (last && FAST_UNLIKELY(kind == FAST_IMM))
        return all(u->imm);
    v8u v = load(from);
    if (!last || !parts || FAST_LIKELY(kind != FAST_PACKED)) {
        __m256i dword = (__m256i)load(l->dword);
        v = (v8u)_mm256_permutevar8x32_epi32((__m256i)v, dword);
        if (FAST_UNLIKELY(kind & FAST_FAR)) {
            v8u far = (v8u)_mm256_permutevar8x32_epi32((__m256i)load(from + 32), dword);
            v = blend(v, far, (v8u)dword);
        }
        if (parts) {
            __m256i top = _mm256_shuffle_epi8((__m256i)v, (__m256i)load(l->byte));
            v = (v8u)_mm256_srav_epi32(top, (__m256i)all(o->down[i]));
        }
    }
    return v;
}

/* Moves the lanes of @v to where @p has them. */
INLINE v8u spread(const struct fast_odd *o, const struct fast_odd_piece *p, v8u v)
{
    __m256i packed = _mm256_shuffle_epi8((__m256i)v, (__m256i)load(o->pack));
    return (v8u)_mm256_permutevar8x32_epi32(packed, (__m256i)load(p->dword));
}

/* Takes bytes of @b where those of @m are all ones, of @a where they are 0. */
INLINE v8u blend_bytes(v8u a, v8u b, v8u m)
{
    v8u r; /* as in blend() */
    __asm__("vpblendvb %3, %2, %1, %0" : "=x"(r) : "x"(a), "x"(b), "x"(m));
    return r;
}

INLINE void put_bytes(uint8_t *at, v8u v, v8u m)
{
    put(at, blend_bytes(load(at), v, m));
}

INLINE void put_each(const struct fast_odd *o, uint8_t *at, v8u v, uint32_t on)
{
    for (on &= 255; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        uint32_t e = v[n];
        uint8_t *to = at + n * o->stride;
        if (o->bytes == 1)
            memcpy(to, &e, 1);
        else if (o->bytes == 2)
            memcpy(to, &e, 2);
        else
            memcpy(to, &e, 4);
    }
}

#endif
#endif
