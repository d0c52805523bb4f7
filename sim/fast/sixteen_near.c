/* The nearest texel of surfaces that are prepared, as nearest.c, on hosts with AVX-512: of sixteen
 * channels, or some of them, in elements of four bytes. */
#include "sim/fast/sixteen_lanes.h"

#ifdef __AVX512VBMI__

/* As nearest_texel() of nearest.c, of exact products. Lanes that are left to others leave *@good.
 */
INLINE v16u nearest_texel_16(const struct fast_axis *a, __m512 v, __mmask16 *good)
{
    v16u i = (v16u)_mm512_cvttps_epi32(v * a->scale[0]);
    __m512i signs = (__m512i)((v16u)v | i);
    *good = _mm512_mask_cmpge_epi32_mask(*good, signs, _mm512_setzero_si512());
    i = (v16u)least_16((v16i)i & a->wrap[0], (v16i)all_16((uint32_t)a->most[0]));
    *good = within_16(*good, i, all_16((uint32_t)a->end[0]));
    return i;
}

/* The components of elements, before they are in their order. */
INLINE void components_of(const struct fast_ctx *x, const struct fast_sampling *s, v16u raw,
                          bool srgb, v16u part[4])
{
    __m512 rgb[3];
    if (srgb)
        of_planes(x->cache->planes,
                  _mm512_permutexvar_epi8(SIXTEEN_BYTES(tiled_quads), (__m512i)raw), rgb);
    for (unsigned k = 0; k < 4; k++)
        part[k] = srgb && k < 3
                      ? (v16u)rgb[k]
                      : (v16u)quotient_16(&s->layout.parts[k], raw >> 8 * k & (k < 3 ? 255u : ~0u));
}

INLINE enum fast_leave run(FAST_ARGS, const struct fast_sampling *s, bool srgb, bool tiled,
                           enum sampling_mode mode)
{
    const struct fast_port *p = port_of(u);
    __mmask16 on = (__mmask16)sampling_channels(p, u, grf, act, mode), good = 0xffff;
    uint32_t(*at)[16] = (uint32_t(*)[16])x->places;
    v16u texel[2], part[4];
    for (unsigned k = 0; k < 2; k++)
        texel[k] = nearest_texel_16(&s->axis[k], coordinate_of(s, p, grf, k, on, mode), &good);
    if (FAST_UNLIKELY(s->sliced))
        texel[1] += slice_16(s, p, grf, on) * s->apart;
    if (FAST_UNLIKELY(good != 0xffff))
        return sampling_other(FAST_PASS);
    v16u place = tiled ? tiled_column_16(s, texel[0]) + tiled_row_16(s, texel[1])
                       : in_row_16((texel[0] << s->shift[0]) + s->low[0] + texel[1] * s->pitch[0]);
    _mm512_storeu_si512(*at, (__m512i)place);
    SAMPLING_IN_MEMORY(at);
    components_of(x, s, words_at_16(s->row, *at, 4), srgb, part);
    order_16(&s->layout, part);
    answer_16(p, grf, on, part, mode);
    return fast_next(FAST_PASS);
}

#define RUN(name, srgb, tiled)                                                                     \
    SAMPLING_RUN(name##_16, srgb, tiled, ALL_16)                                                   \
    SAMPLING_RUN(name##_any, srgb, tiled, ANY_MODE)
RUN(bytes, false, false)
RUN(bytes_tiled, false, true)
RUN(srgb, true, false)
RUN(srgb_tiled, true, true)

fast_sampling_run *sixteen_near_run(bool srgb, bool tiled, enum sampling_mode mode)
{
    static fast_sampling_run *const runs[2][2][SAMPLING_MODES] = {
        {{NULL, bytes_16, bytes_any}, {NULL, bytes_tiled_16, bytes_tiled_any}},
        {{NULL, srgb_16, srgb_any}, {NULL, srgb_tiled_16, srgb_tiled_any}}};
    return runs[srgb][tiled][mode];
}

#endif
