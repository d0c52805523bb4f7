/* What a sampler makes of texels, for eight channels at a time, with the results of sim/sampler.c:
 * the nearest texel here, and what needs four of them in sim/fast/filter.c. */
#ifndef EULAB_SIM_FAST_FILTER_H
#define EULAB_SIM_FAST_FILTER_H

#include "sim/fast/texel_load.h"

#ifdef FAST_WIDE

enum filter_kind { FILTER_NEAREST, FILTER_LINEAR, FILTER_GATHER };
enum { FILTER_STEPS = 256 };
#define FILTER_ONE 0x3f800000u /* the bits of 1.0 */

/* One half of a message. The caller sets the first part; filter.c the second. */
struct filter {
    struct fast_ctx *x;
    struct fast_texels *t;
    const struct eu_sampler *s;
    uint32_t on;  /* channels; at least one */
    uint8_t kind; /* enum filter_kind */
    bool compares;
    v8u uv[2];
    v8u reference; /* if texels are compared */
    v8i offset[2]; /* of texels, for columns and rows, to gather */

    v8i at[2];     /* the texels that the coordinates select, before the wrap mode is applied */
    v8u weight[2]; /* linear: of the next one, of FILTER_STEPS */
};
/* Samples by comparison or from four texels. Returns false if message.c must do it. */
bool filter_half(struct filter *f, v8u rgba[4]);

/* floor(@v * @scale + @bias), where the product is exact in a double. */
INLINE v8i filter_floor(__m256 v, double scale, double bias)
{
    const __m256d by = _mm256_set1_pd(scale), more = _mm256_set1_pd(bias);
    __m256d low = _mm256_cvtps_pd(_mm256_castps256_ps128(v));
    __m256d high = _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1));
    low = _mm256_floor_pd(_mm256_fmadd_pd(low, by, more));
    high = _mm256_floor_pd(_mm256_fmadd_pd(high, by, more));
    return (v8i)_mm256_inserti128_si256(_mm256_castsi128_si256(_mm256_cvttpd_epi32(low)),
                                        _mm256_cvttpd_epi32(high), 1);
}

/* A denormal, which the host may take for 0, as the least normal number: neither is a texel away
 * from 0. */
INLINE v8u without_denormals(v8u v)
{
    v8u small = (v & 0x7fffffff) - 1;
    v8u is = (v8u)((v8u)_mm256_min_epu32((__m256i)small, (__m256i)all(0x7ffffe)) == small);
    return v | (is & 0x00800000);
}

INLINE __m256 fmod_2(__m256 v)
{
    __m256 twos = _mm256_round_ps(v * 0.5f, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    return _mm256_fnmadd_ps(twos, _mm256_set1_ps(2), v);
}

/* What LINEAR, GATHER and NEAREST need of a coordinate in texels, or, LINEAR, in units of 1 /
 * STEPS: its floor, half a texel before it. @v times @scale is exact: all is computed without
 * rounding. */
INLINE v8i filter_exact(__m256 v, float scale, enum filter_kind kind)
{
    v = v * (kind == FILTER_LINEAR ? scale * FILTER_STEPS : scale);
    __m256 whole = _mm256_floor_ps(v);
    v8i at = (v8i)_mm256_cvttps_epi32(whole);
    v8i upper = (v8i)_mm256_cmp_ps(v - whole, _mm256_set1_ps(0.5f), _CMP_GE_OQ);
    if (kind == FILTER_LINEAR) /* floor(v + 0.5) - STEPS / 2 */
        return at - upper - FILTER_STEPS / 2;
    return kind == FILTER_GATHER ? at - 1 - upper : at;
}

/* Finds the texels of one coordinate, as span_of() of sim/sampler.c: LINEAR in units of 1 / STEPS.
 * Those of channels that are off are those of 0. Returns false if one of the channels @on is far
 * away, or no number. */
INLINE bool filter_axis(const struct fast_texels *t, const struct eu_sampler *s, unsigned axis,
                        v8u coordinate, uint32_t on, enum filter_kind kind, v8i *at)
{
    const __m256 sign = _mm256_set1_ps(-0.0f);
    bool repeats = s->wrap[axis] == EU_WRAP_WRAP || s->wrap[axis] == EU_WRAP_MIRROR;
    float size = s->texels ? 1 : t->size[axis];
    __m256 limit = _mm256_set1_ps(s->texels ? 0x1p21f : t->limit[axis]);
    __m256 v = (__m256)(on == 255 ? coordinate : coordinate & mask_of(on));
    v8u near = (v8u)_mm256_cmp_ps(_mm256_andnot_ps(sign, v), limit, _CMP_LT_OQ);
    if (FAST_UNLIKELY(on & ~signs(near)))
        return false;
    if (kind == FILTER_NEAREST)
        v = (__m256)without_denormals((v8u)v);
    if (repeats && !s->texels)
        v = fmod_2(v);
    if (t->shifts[axis] || s->texels)
        *at = filter_exact(v, size, kind);
    else if (kind == FILTER_GATHER)
        *at = filter_floor(v, (double)size, -0.5);
    else if (kind == FILTER_LINEAR) /* (v * size - 0.5) * STEPS + 0.5 */
        *at = filter_floor(v, (double)size * FILTER_STEPS, 0.5 - 0.5 * FILTER_STEPS);
    else
        *at = filter_floor(v, (double)size, 0);
    return true;
}

INLINE v8u filter_least(v8u a, v8u b)
{
    return (v8u)_mm256_min_epu32((__m256i)a, (__m256i)b);
}

INLINE v8i filter_at_most(v8i v, int most)
{
    return (v8i)_mm256_min_epi32((__m256i)v, _mm256_set1_epi32(most));
}

INLINE v8i filter_at_least_0(v8i v)
{
    return (v8i)_mm256_max_epi32((__m256i)v, _mm256_setzero_si256());
}

/* The texel, of @n, that @i selects. What is outside all the same is left to message.c: the border,
 * and what repeats often. Without a sign, the smaller one of two numbers is that which is not
 * negative. */
INLINE v8u filter_wrap(enum eu_wrap wrap, v8i i, v8u n)
{
    v8u v = (v8u)i;
    if (wrap == EU_WRAP_CLAMP)
        return (v8u)_mm256_min_epi32((__m256i)filter_at_least_0(i), (__m256i)(n - 1));
    if (wrap == EU_WRAP_MIRROR_ONCE)
        return (v8u)_mm256_min_epi32((__m256i)(i ^ (i >> 31)), (__m256i)(n - 1));
    if (wrap == EU_WRAP_BORDER)
        return v;
    v = filter_least(filter_least(v, v + 2 * n), v + 4 * n);
    v = filter_least(v, v - 2 * n);
    return filter_least(v, wrap == EU_WRAP_WRAP ? v - n : 2 * n - 1 - v);
}

/* The same for a column (axis 0) or a row; returns false if one is outside. */
INLINE bool filter_texel(const struct fast_texels *t, const struct eu_sampler *s, unsigned axis,
                         v8i i, uint32_t on, v8u *texel)
{
    uint32_t n = axis ? t->height : t->width;
    *texel = filter_wrap(s->wrap[axis], i, all(n));
    return s->wrap[axis] == EU_WRAP_CLAMP || !(signs(texels_beyond(*texel, all(n))) & on);
}

/* Whether the coordinates of the channels @on, without a sign, are below 2, or below twice the size
 * in texels: then the wrap modes but BORDER need no more than filter_usual(). */
INLINE bool filter_is_usual(const struct fast_texels *t, const struct eu_sampler *s, v8u u, v8u v,
                            uint32_t on)
{
    v8u over;
    if (FAST_UNLIKELY(s->texels)) {
        v8u most_u = (v8u)_mm256_set1_ps(2 * t->size[0]) - 1;
        v8u most_v = (v8u)_mm256_set1_ps(2 * t->size[1]) - 1;
        over = (filter_least(u, most_u) ^ u) | (filter_least(v, most_v) ^ v);
    } else {
        v8u most = (v8u)_mm256_set1_ps(2) - 1;
        v8u larger = (v8u)_mm256_max_epu32((__m256i)u, (__m256i)v);
        over = filter_least(larger, most) ^ larger;
    }
    return s->wrap[0] != EU_WRAP_BORDER && s->wrap[1] != EU_WRAP_BORDER &&
           _mm256_testz_si256((__m256i)over, (__m256i)mask_of(on));
}

/* The nearest texel of such a coordinate. */
INLINE v8u filter_usual(const struct fast_texels *t, const struct eu_sampler *s, unsigned axis,
                        v8u coordinate)
{
    uint32_t n = axis ? t->height : t->width;
    __m256 v = (__m256)coordinate;
    v8u i;
    if (FAST_UNLIKELY(s->texels))
        i = (v8u)_mm256_cvttps_epi32(v);
    else if (t->shifts[axis])
        i = (v8u)_mm256_cvttps_epi32(v * t->size[axis]);
    else
        i = (v8u)filter_floor(v, (double)t->size[axis], 0);
    if (s->wrap[axis] == EU_WRAP_WRAP)
        return filter_least(i, i - n);
    return filter_least(i, s->wrap[axis] == EU_WRAP_MIRROR ? 2 * n - 1 - i : all(n - 1));
}

/* Finds the nearest texels of any coordinates; the same. */
bool filter_unusual(const struct fast_texels *t, const struct eu_sampler *s, v8u u, v8u v,
                    uint32_t on, v8u *column, v8u *row);

INLINE bool filter_nearest(struct fast_ctx *x, struct fast_texels *t, const struct eu_sampler *s,
                           v8u u, v8u v, uint32_t on, uint8_t *place[8])
{
    v8u column, row;
    if (FAST_UNLIKELY(!filter_is_usual(t, s, u, v, on))) {
        if (!filter_unusual(t, s, u, v, on, &column, &row))
            return false;
    } else {
        column = filter_usual(t, s, 0, u);
        row = filter_usual(t, s, 1, v);
    }
    return texels_places(x, t, texels_column(t, column) + texels_row(t, row), on, false, place);
}

#endif

#endif
