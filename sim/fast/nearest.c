/* The nearest texel of surfaces that are prepared (sim/fast/sampling.h). */
#include "sim/fast/element.h"

#ifdef FAST_WIDE

/* The texel of a coordinate. @bad: its sign in lanes that are left to others: those below 0, and
 * outside. */
INLINE v8u nearest_texel(const struct fast_axis *a, bool exact, v8u coordinate, v8u *bad)
{
    __m256 v = (__m256)coordinate;
    v8i i;
    if (exact)
        i = (v8i)_mm256_cvttps_epi32(v * (__m256)load(a->scale));
    else
        i = filter_floor(v, a->by, 0);
    *bad |= coordinate | (v8u)i;
    i &= (v8i)load(a->wrap);
    i = (v8i)_mm256_min_epi32((__m256i)i, (__m256i)load(a->most));
    *bad |= load(a->end) - (v8u)i;
    return (v8u)i;
}

/* Both coordinates of half @h, of the channels @on. */
INLINE void nearest_texels(const struct fast_sampling *s, const struct fast_port *p,
                           const uint8_t *grf, unsigned h, uint32_t on, enum sampling_mode mode,
                           bool exact, v8u i[2], v8u *bad)
{
    for (unsigned k = 0; k < 2; k++) {
        v8u c = sampling_coordinate(s, p, grf, k, h, on, mode);
        i[k] = nearest_texel(&s->axis[k], exact, c, bad);
    }
}

/* The nearest slice of a volume. */
INLINE v8u nearest_slice(const struct fast_sampling *s, const struct fast_port *p,
                         const uint8_t *grf, unsigned h, uint32_t on, enum sampling_mode mode,
                         v8u *bad)
{
    const struct fast_axis *a = &s->depth;
    v8u c = sampling_third(p, grf, h);
    if (mode == ANY_MODE)
        c = blend(all(a->inside), c, mask_of(on));
    return s->exact ? nearest_texel(a, true, c, bad) : nearest_texel(a, false, c, bad);
}

INLINE enum fast_leave run(FAST_ARGS, const struct fast_sampling *s, enum element e, bool volume,
                           bool tiled, enum sampling_mode mode)
{
    const struct fast_port *p = port_of(u);
    unsigned form = sampling_form(p, mode), halves = sampling_halves(p, mode);
    uint32_t on = sampling_channels(p, u, grf, act, mode);
    v8u bad = all(0);
    for (unsigned h = 0; h < halves; h++) {
        v8u i[2], place;
        SAMPLING_AGAIN(s);
        if (FAST_UNLIKELY(!s->exact))
            nearest_texels(s, p, grf, h, on >> 8 * h & 255, mode, false, i, &bad);
        else
            nearest_texels(s, p, grf, h, on >> 8 * h & 255, mode, true, i, &bad);
        if (volume)
            i[1] += nearest_slice(s, p, grf, h, on >> 8 * h & 255, mode, &bad) * s->apart;
        else if (FAST_UNLIKELY(s->sliced))
            i[1] += sampling_slice(s, p, grf, h) * s->apart;
        place =
            tiled ? tiled_column(s, i[0]) + tiled_row(s, i[1])
                  : texels_in_row((i[0] << load(s->shift)) + i[1] * load(s->pitch) + load(s->low));
        put(x->places[h], place);
        SAMPLING_IN_MEMORY(&x->places[h]);
    }
    if (FAST_UNLIKELY(signs(bad)))
        return sampling_other(FAST_PASS);
    for (unsigned h = 0; h < halves; h++) {
        v8u rgba[4];
        element_load(s, x->places[h], e, rgba);
        element_order(s, e, rgba);
        sample_answer(p, grf, h, on >> 8 * h & 255, rgba, form);
    }
    return fast_next(FAST_PASS);
}

#define RUN(name, e)                                                                               \
    SAMPLING_EACH_RUN(name, e, false)                                                              \
    SAMPLING_EACH_RUN(name##_volume, e, true)
RUN(bytes, BYTES)
RUN(byte, BYTE)
RUN(dword, DWORD)
RUN(halves, HALVES)
RUN(dwords, DWORDS)
RUN(srgb, SRGB)
RUN(parts, PARTS)

#define RUNS(name)                                                                                 \
    {                                                                                              \
        SAMPLING_RUNS(name), SAMPLING_RUNS(name##_volume)                                          \
    }

fast_sampling_run *nearest_run(const struct fast_texels *t, enum sampling_mode mode, bool more)
{
    static fast_sampling_run *const runs[ELEMENTS + 1][2][2][SAMPLING_MODES] = {
        [BYTES] = RUNS(bytes),   [BYTE] = RUNS(byte),     [DWORD] = RUNS(dword),
        [HALVES] = RUNS(halves), [DWORDS] = RUNS(dwords), [SRGB] = RUNS(srgb),
        [PARTS] = RUNS(parts)};
    enum element e = element_of(t);
    bool tiled = t->s->tiling != EU_TILING_LINEAR, four = e == BYTES || e == SRGB;
    fast_sampling_run *sixteen =
        more && four && !t->s->is_3d ? sixteen_near_run(e == SRGB, tiled, mode) : NULL;
    return sixteen ? sixteen : runs[e][t->s->is_3d][tiled][mode];
}

#endif
