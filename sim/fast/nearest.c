/* The nearest texel of surfaces that are prepared (sim/fast/sampling.h). */
#include "sim/fast/filter.h"
#include "sim/fast/sampling.h"

#ifdef FAST_WIDE

/* Elements as they are loaded. */
enum element { BYTES, BYTE, DWORD, HALVES, DWORDS, SRGB, PARTS, ELEMENTS };

/* The texel of a coordinate. @bad: its sign in lanes for which sample.c must do it: those below 0,
 * and outside. */
INLINE v8u nearest_texel(const struct fast_sampling *s, unsigned axis, v8u coordinate, v8u *bad)
{
    const struct fast_axis *a = &s->axis[axis];
    __m256 v = (__m256)coordinate;
    v8i i;
    if (s->exact)
        i = (v8i)_mm256_cvttps_epi32(v * (__m256)load(a->scale));
    else
        i = filter_floor(v, a->by, 0);
    *bad |= coordinate | (v8u)i;
    i &= (v8i)load(a->wrap);
    i = (v8i)_mm256_min_epi32((__m256i)i, (__m256i)load(a->most));
    *bad |= load(a->end) - (v8u)i;
    return (v8u)i;
}

INLINE void load_elements(const struct fast_sampling *s, const uint32_t at[8], enum element e,
                          v8u rgba[4])
{
    v8u word, words[2];
    uint8_t *place[8];
    for (unsigned n = 0; n < 8 && (e == HALVES || e == DWORDS || e == SRGB); n++)
        place[n] = (uint8_t *)(uintptr_t)s->row + at[n];
    switch (e) {
    case BYTES:
        word = words_at(s->row, at, 4);
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = quotient(word >> 8 * k & 255, 255);
        break;
    case HALVES:
        load_four_halves(place, rgba);
        break;
    case DWORDS:
        rows_of_owords(place, rgba);
        break;
    case SRGB:
        for (unsigned k = 0; k < 3; k++)
            rgba[k] = load_srgb(place, k, s->srgb);
        rgba[3] = load_srgb(place, 3, s->srgb + 256);
        break;
    case PARTS:
        sampling_words(s->row, at, s->bytes, words);
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = k < s->nparts ? sampling_part(&s->parts[k], words) : all(0);
        break;
    default:
        rgba[0] = e == BYTE ? quotient(words_at(s->row, at, 1), 255) : words_at(s->row, at, 4);
        rgba[1] = rgba[2] = all(0);
        rgba[3] = all(s->one);
    }
}

INLINE enum fast_leave run(FAST_ARGS, const struct fast_sampling *s, enum element e, bool tiled,
                           enum sampling_mode mode)
{
    const struct fast_port *p = port_of(u);
    unsigned form = sampling_form(p, mode), halves = sampling_halves(p, mode);
    uint32_t on = sampling_channels(p, u, grf, act, mode);
    v8u bad = all(0);
    for (unsigned h = 0; h < halves; h++) {
        v8u i[2], place;
        SAMPLING_AGAIN(s);
        for (unsigned k = 0; k < 2; k++) {
            v8u c = sampling_coordinate(s, p, grf, k, h, on >> 8 * h & 255, mode);
            i[k] = nearest_texel(s, k, c, &bad);
        }
        if (FAST_UNLIKELY(s->slices > 1))
            i[1] += sampling_slice(s, p, grf, h);
        place =
            tiled ? tiled_column(s, i[0]) + tiled_row(s, i[1])
                  : texels_in_row((i[0] << load(s->shift)) + i[1] * load(s->pitch) + load(s->low));
        put(x->places[h], place);
        SAMPLING_IN_MEMORY(&x->places[h]);
    }
    if (FAST_UNLIKELY(signs(bad)))
        return sample_any(FAST_PASS);
    for (unsigned h = 0; h < halves; h++) {
        v8u rgba[4];
        load_elements(s, x->places[h], e, rgba);
        if (e == BYTES || e == SRGB || e == PARTS)
            sampling_order(s, rgba);
        sample_answer(p, grf, h, on >> 8 * h & 255, rgba, form);
    }
    return fast_next(FAST_PASS);
}

#define RUN_AS(name, e, tiled, mode)                                                               \
    static enum fast_leave name(FAST_ARGS, const struct fast_sampling *s)                          \
    {                                                                                              \
        return run(FAST_PASS, s, e, tiled, mode);                                                  \
    }
#define RUN(name, e)                                                                               \
    RUN_AS(name##_8, e, false, ALL_8)                                                              \
    RUN_AS(name##_16, e, false, ALL_16)                                                            \
    RUN_AS(name##_any, e, false, ANY_MODE)                                                         \
    RUN_AS(name##_tiled_8, e, true, ALL_8)                                                         \
    RUN_AS(name##_tiled_16, e, true, ALL_16)                                                       \
    RUN_AS(name##_tiled_any, e, true, ANY_MODE)
RUN(bytes, BYTES)
RUN(byte, BYTE)
RUN(dword, DWORD)
RUN(halves, HALVES)
RUN(dwords, DWORDS)
RUN(srgb, SRGB)
RUN(parts, PARTS)

/* ELEMENTS: none of those. */
static enum element element_of(const struct fast_texels *t)
{
    if (t->red)
        return t->bytes == 1 ? BYTE : DWORD;
    if (t->bytes == 4 && t->shape == BYTES_SHAPE)
        return BYTES;
    if (t->bytes == 4 && t->srgb)
        return SRGB;
    if (t->rgba && t->bytes == 8 && t->shape == HALVES_SHAPE)
        return HALVES;
    if (t->rgba && t->bytes == 16 && t->shape == DWORDS_SHAPE)
        return DWORDS;
    return t->bytes <= 8 && !t->srgb ? PARTS : ELEMENTS;
}

#define RUNS(name)                                                                                 \
    {                                                                                              \
        {name##_8, name##_16, name##_any},                                                         \
        {                                                                                          \
            name##_tiled_8, name##_tiled_16, name##_tiled_any                                      \
        }                                                                                          \
    }

fast_sampling_run *nearest_run(const struct fast_texels *t, enum sampling_mode mode)
{
    static fast_sampling_run *const runs[ELEMENTS + 1][2][SAMPLING_MODES] = {
        [BYTES] = RUNS(bytes),   [BYTE] = RUNS(byte),     [DWORD] = RUNS(dword),
        [HALVES] = RUNS(halves), [DWORDS] = RUNS(dwords), [SRGB] = RUNS(srgb),
        [PARTS] = RUNS(parts)};
    return runs[element_of(t)][t->s->tiling != EU_TILING_LINEAR][mode];
}

#endif
