/* Messages that sample prepared surfaces (sim/fast/sampling.h) on hosts with AVX-512, sixteen lanes
 * in a register: what they have in common. For sixteen.c, sixteen_near.c and levels.c. */
#ifndef EULAB_SIM_FAST_SIXTEEN_LANES_H
#define EULAB_SIM_FAST_SIXTEEN_LANES_H

#include "sim/fast/sixteen.h"

#ifdef __AVX512VBMI__

/* --- coordinates --- */

enum { DOWN = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC };

/* The lanes of a parameter; those that are off get @off. */
INLINE v16u lanes_at(const uint8_t *from, uint32_t off, __mmask16 on, enum sampling_mode mode)
{
    if (mode == ALL_8)
        return (v16u)_mm512_zextsi256_si512((__m256i)load(from));
    if (mode == ALL_16)
        return load_16(from);
    return (v16u)_mm512_mask_loadu_epi32((__m512i)all_16(off), on, from);
}

/* Coordinate @axis; lanes that are off get one inside the surface. */
INLINE __m512 coordinate_of(const struct fast_sampling *s, const struct fast_port *p,
                            const uint8_t *grf, unsigned axis, __mmask16 on,
                            enum sampling_mode mode)
{
    return (__m512)lanes_at(grf + (axis ? p->second : p->first), s->axis[axis].inside, on, mode);
}

/* As sampling_slice(). */
INLINE v16u slice_16(const struct fast_sampling *s, const struct fast_port *p, const uint8_t *grf,
                     __mmask16 on)
{
    __m512 c = _mm512_maskz_loadu_ps(p->third ? on : 0, grf + p->third);
    c = _mm512_min_ps(_mm512_max_ps(c, _mm512_setzero_ps()), _mm512_set1_ps(s->last_slice));
    return (v16u)_mm512_cvt_roundps_epi32(_mm512_add_round_ps(c, _mm512_set1_ps(0.5f), DOWN), DOWN);
}

/* --- places --- */

INLINE v16u tiled_column_16(const struct fast_sampling *s, v16u x)
{
    v16u b = x << s->shift[0];
    return (b >> s->column_shift[0]) * EU_PAGE_STRIDE +
           ((b & s->column_mask[0]) << s->column_up[0]) + (b & s->column_low[0]);
}

INLINE v16u tiled_row_16(const struct fast_sampling *s, v16u y)
{
    return (y >> s->row_shift[0]) * s->tiles[0] + (y & s->row_low[0]) * s->row_bytes[0];
}

INLINE v16u in_row_16(v16u rel)
{
    return rel + (rel >> 12) * (EU_PAGE_STRIDE - EU_PAGE_BYTES);
}

/* --- elements --- */

/* Red, green and blue of sixteen texels, whose bytes @quads has by fours: a byte of the floats
 * after the other, from a table of it. */
INLINE void of_planes(const uint8_t planes[4][256], __m512i quads, __m512 rgb[3])
{
    __mmask64 upper = _mm512_movepi8_mask(quads);
    __m512i plane[4];
    for (unsigned i = 0; i < 4; i++) {
        const __m512i *t = (const void *)planes[i];
        __m512i low = _mm512_permutex2var_epi8(t[0], quads, t[1]);
        __m512i high = _mm512_permutex2var_epi8(t[2], quads, t[3]);
        plane[i] = _mm512_mask_mov_epi8(low, upper, high);
    }
    __m512i a = _mm512_unpacklo_epi8(plane[0], plane[1]);
    __m512i b = _mm512_unpacklo_epi8(plane[2], plane[3]);
    __m512i c = _mm512_unpackhi_epi8(plane[0], plane[1]);
    __m512i d = _mm512_unpackhi_epi8(plane[2], plane[3]);
    rgb[0] = (__m512)_mm512_unpacklo_epi16(a, b);
    rgb[1] = (__m512)_mm512_unpackhi_epi16(a, b);
    rgb[2] = (__m512)_mm512_unpacklo_epi16(c, d);
}

/* Whole numbers as parts of their largest one, as quotient(). */
INLINE __m512 quotient_16(const struct fast_part *p, v16u whole)
{
    __m512 v = numbers_16(whole);
    return _mm512_fmadd_ps(v, _mm512_set1_ps(p->high), v * p->low);
}

/* As texels_any_order(). */
static __attribute__((noinline, unused)) void any_order_16(const struct fast_layout *l,
                                                           v16u part[4])
{
    const v16u parts[6] = {part[0], part[1], part[2], part[3], all_16(0), all_16(l->one)};
    for (unsigned k = 0; k < 4; k++)
        part[k] = parts[l->from[k]];
}

TEXELS_ORDER(order_16, v16u, all_16, any_order_16)

/* --- answers --- */

INLINE void answer_16(const struct fast_port *p, uint8_t *grf, __mmask16 on, const v16u part[4],
                      enum sampling_mode mode)
{
    uint8_t *to = grf + p->to;
    unsigned apart = mode == ALL_8 || !(sampling_form(p, mode) & PORT_16) ? 32 : 64;
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++, to += apart)
        if (k >= p->parts)
            continue;
        else if (mode == ALL_8)
            put(to, half_of(part[k], false));
        else if (mode == ALL_16)
            _mm512_storeu_si512(to, (__m512i)part[k]);
        else
            _mm512_mask_storeu_epi32(to, on, (__m512i)part[k]);
}

#endif

#endif
