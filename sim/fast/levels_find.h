/* Where the texels are that lanes with levels of their own sample: for levels.c. Levels, then
 * texels of each, slices, and their places. With the arithmetic of sim/sampler.c. */
#ifndef EULAB_SIM_FAST_LEVELS_FIND_H
#define EULAB_SIM_FAST_LEVELS_FIND_H

#include "sim/fast/detail.h"
#include "sim/fast/sampling.h"
#include "sim/fast/weigh.h"
#include "sim/sampler_impl.h"

#ifdef FAST_WIDE

/* One half of a message. Functions that are not inlined take a copy: what is in it stays known to
 * the compiler. */
struct half {
    struct fast_ctx *x;
    const struct fast_sampling *s;
    const struct fast_port *p;
    const uint8_t *grf;
    unsigned h, form; /* which half; as sampling_form() has it */
    uint32_t on;
};

/* What the lanes sample: slice[0] of level `first` and, with weight beta, slice[1] of `next`. One
 * of both pairs differs. linear: FILTER_STEPS - 1 in lanes that are linear, 0 in others. outside:
 * lanes whose slice is the border. */
struct lanes {
    v8i first, next, beta, linear;
    v8u slice[2];
    uint32_t outside[2];
};

/* The four texels of lanes in one level: both columns and rows, and the weights of the second ones.
 * Their signs: bad, lanes that are left to others; apart, lanes whose second column counts, but is
 * not behind the first one. outside: lanes in which a column or row is the border, and counts. */
struct texels {
    v8u column[2], row[2], weight[2], bad, apart;
    uint32_t outside[2][2];
};

/* Where they are. pairs: texels side by side are so in memory; then at[1] and at[3] are not set.
 * outside: lanes in which a texel is the border; only place_separately() of levels.c
 * sets it. */
struct four {
    uint32_t at[4][8], outside[4];
    v8u weight[2];
    bool pairs;
};

INLINE v8i lanes_of(int32_t v)
{
    return (v8i)_mm256_set1_epi32(v);
}

INLINE v8u parameter(const struct half *f, unsigned n)
{
    return sample_parameter(f->p, f->grf, n, f->h, f->form);
}

/* Lanes that are off get 0. */
INLINE v8u of_lanes_on(const struct half *f, v8u v)
{
    return f->on == 255 ? v : v & mask_of(f->on);
}

/* --- levels --- */

/* The levels of lanes for which detail.h is not exact enough. */
static __attribute__((noinline)) v8i levels_exactly(struct half f)
{
    const struct fast_port *p = f.p;
    bool gradients = p->lod == LOD_GRADIENTS;
    int32_t level[8];
    v8u at[4];
    for (unsigned i = 0; i < 2; i++) {
        at[i] = parameter(&f, p->unit + (gradients ? 1 + i : 0));
        at[2 + i] = parameter(&f, p->count + (gradients ? 1 + i : 0));
    }
    sample_levels(f.x, f.s->detail.surface, at, gradients, level);
    return (v8i)load(level);
}

/* The squares of the steps of lanes along x and y. */
INLINE void find_squares(const struct half *f, __m256 square[2])
{
    const struct fast_port *p = f->p;
    const float *size = f->s->detail.size;
    if (p->lod != LOD_GRADIENTS) {
        detail_squares(size, parameter(f, p->unit), parameter(f, p->count), square);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        square[i] = detail_square(size, (__m256)parameter(f, p->unit + 1 + i),
                                  (__m256)parameter(f, p->count + 1 + i));
}

/* The level of detail before it is clamped; as in sim/sampler_lod.c. */
INLINE v8i find_detail(const struct half *f)
{
    const struct fast_port *p = f->p;
    v8i lod = lanes_of(0);
    if (p->lod == LOD_ZERO)
        return lod;
    if (p->lod != LOD_GIVEN && (p->lod == LOD_GRADIENTS || !(f->form & PORT_PAIR))) {
        __m256 square[2];
        v8u unclear;
        find_squares(f, square);
        lod = detail_of(f->x->cache->detail, square, p->lod != LOD_GRADIENTS, &unclear);
        if (FAST_UNLIKELY(signs(unclear) & f->on))
            lod = levels_exactly(*f);
    }
    if (p->lod == LOD_GIVEN || p->lod == LOD_BIASED)
        lod += detail_given(parameter(f, p->unit - 1u));
    return lod + lanes_of(f->s->detail.bias);
}

/* What the lanes sample at that level of detail. */
INLINE void find_lanes(const struct fast_detail *d, v8i lod, struct lanes *l)
{
    v8i within = detail_clamp(lod, d->least, d->most);
    v8u magnified = ~(v8u)((d->preclamp ? within : lod) > lanes_of(d->base));
    l->linear = (v8i)blend((v8u)lanes_of(d->linear[1]), (v8u)lanes_of(d->linear[0]), magnified);
    l->first = lanes_of(d->least >> 8);
    l->beta = lanes_of(0);
    l->slice[0] = l->slice[1] = all(0);
    l->outside[0] = l->outside[1] = 0;
    l->next = l->first;
    if (d->mip == EU_MIP_NONE)
        return;
    v8i nearest = d->mip == EU_MIP_NEAREST ? (within + DETAIL_ONE / 2) >> 8 : within >> 8;
    l->first = (v8i)blend((v8u)nearest, (v8u)l->first, magnified);
    if (d->mip == EU_MIP_LINEAR && d->kind > EU_FORMAT_IS_SINT)
        l->beta = within & (DETAIL_ONE - 1) & ~(v8i)magnified;
    l->next = l->first - (l->beta > 0);
}

/* --- texels of any size and wrap mode --- */

/* The floor of @v * @size in 1 / FILTER_STEPS of a texel; of lanes that are linear, half a texel
 * before, rounded to the nearest. If the product is exact, nothing is rounded before that. */
INLINE v8i floor_exactly(__m256 v, __m256i size, v8i linear)
{
    v = v * (_mm256_cvtepi32_ps(size) * FILTER_STEPS);
    __m256 whole = _mm256_floor_ps(v);
    v8i upper = (v8i)_mm256_cmp_ps(v - whole, _mm256_set1_ps(0.5f), _CMP_GE_OQ);
    v8i more = (upper + FILTER_STEPS / 2) & linear, at = (v8i)_mm256_cvttps_epi32(whole);
    return (v8i)blend((v8u)(at - more), (v8u)at, (v8u)(at == lanes_of(INT32_MIN)));
}

/* The same where it is exact in doubles. */
INLINE v8i floor_by_doubles(__m256 v, __m256i size, v8i linear)
{
    const __m256d steps = _mm256_set1_pd(FILTER_STEPS);
    __m256 more = _mm256_and_ps(_mm256_set1_ps(0.5f - 0.5f * FILTER_STEPS), (__m256)linear);
    __m128i part[2];
    for (unsigned i = 0; i < 2; i++) {
        __m128i whole = i ? _mm256_extracti128_si256(size, 1) : _mm256_castsi256_si128(size);
        __m256d scale = _mm256_cvtepi32_pd(whole) * steps;
        __m128 c = i ? _mm256_extractf128_ps(v, 1) : _mm256_castps256_ps128(v);
        __m128 m = i ? _mm256_extractf128_ps(more, 1) : _mm256_castps256_ps128(more);
        __m256d fixed = _mm256_fmadd_pd(_mm256_cvtps_pd(c), scale, _mm256_cvtps_pd(m));
        part[i] = _mm256_cvttpd_epi32(_mm256_floor_pd(fixed));
    }
    return (v8i)_mm256_inserti128_si256(_mm256_castsi128_si256(part[0]), part[1], 1);
}

/* A coordinate's texel in 1 / FILTER_STEPS, before the wrap mode is applied. Adds lanes that are
 * far away, or no number, to @bad. */
INLINE v8i coordinate_in_steps(const struct fast_sampling *s, unsigned axis, v8u coordinate,
                               v8u size, v8i linear, v8u *bad)
{
    const struct fast_detail *d = &s->detail;
    bool repeats = d->wrap[axis] == EU_WRAP_WRAP || d->wrap[axis] == EU_WRAP_MIRROR;
    __m256i by = (__m256i)(d->texels ? all(1) : size);
    __m256 v = (__m256)without_denormals(coordinate);
    if (repeats && !d->texels)
        v = fmod_2(v);
    v8i at = s->exact ? floor_exactly(v, by, linear) : floor_by_doubles(v, by, linear);
    *bad |= (v8u)(at == lanes_of(INT32_MIN));
    return at;
}

/* Both texels along an axis of levels of @size, and the weight of the second. Of those that are the
 * border, @texel is one that is not. */
INLINE void find_on_axis(const struct fast_sampling *s, unsigned axis, v8u coordinate, v8u size,
                         v8i linear, v8u texel[2], v8u *weight, uint32_t outside[2], v8u *bad)
{
    const struct fast_detail *d = &s->detail;
    bool has_border = d->wrap[axis] == EU_WRAP_BORDER;
    v8i at = coordinate_in_steps(s, axis, coordinate, size, (v8i)(linear != 0), bad);
    *weight = (v8u)(at & linear);
    for (unsigned i = 0; i < 2; i++) {
        texel[i] = filter_wrap(d->wrap[axis], (at >> 8) + (int)i, size);
        v8u is_outside = (v8u)(filter_least(texel[i], size) == size);
        v8u counts = i ? is_outside & (v8u)(*weight != 0) : is_outside;
        outside[i] = has_border ? signs(counts) : 0;
        *bad |= has_border ? all(0) : counts; /* far away, and coordinates are in texels */
        texel[i] = blend(texel[i], i ? texel[0] : all(0), is_outside);
    }
}

static __attribute__((noinline)) void find_any(struct half f, v8i level, v8i linear,
                                               struct texels *t)
{
    const struct fast_levels *of = &f.s->detail.level;
    t->row[0] = t->row[1] = t->weight[1] = t->bad = all(0);
    t->apart = all(UINT32_MAX);
    t->outside[1][0] = t->outside[1][1] = 0;
    find_on_axis(f.s, 0, parameter(&f, f.p->unit), texels_of_level(of->width, (v8u)level), linear,
                 t->column, &t->weight[0], t->outside[0], &t->bad);
    if (!f.s->flat)
        find_on_axis(f.s, 1, parameter(&f, f.p->count), texels_of_level(of->height, (v8u)level),
                     linear, t->row, &t->weight[1], t->outside[1], &t->bad);
}

/* --- texels of sizes that are powers of two, which the wrap mode CLAMP or WRAP brings inside ---
 */

/* The texel of a coordinate along @axis in half steps, rounded down. */
INLINE v8i find_half_steps(const struct fast_detail *d, unsigned axis, v8u coordinate, v8i level)
{
    __m256i scale = _mm256_max_epi32((__m256i)(lanes_of(d->scale[axis]) - (level << 23)),
                                     _mm256_set1_epi32(d->unit));
    return (v8i)_mm256_cvttps_epi32(_mm256_floor_ps((__m256)coordinate * (__m256)scale));
}

/* The same as find_on_axis(), but where both texels are the one at the edge, that is the first, and
 * the second has no weight: the same sum, if that is exact. A denormal may be 0 for the host, so it
 * is bad if its sign matters. */
INLINE void find_on_usual_axis(const struct fast_detail *d, unsigned axis, v8u coordinate,
                               v8i level, v8i linear, v8u texel[2], v8u *weight, struct texels *t)
{
    v8i half = find_half_steps(d, axis, coordinate, level), i = (half - linear) >> 1;
    v8i last = (v8i)_mm256_srlv_epi32(_mm256_set1_epi32(d->last[axis]), (__m256i)level);
    t->bad |= (v8u)((v8i)WEIGH_CONSTANT(near) > half);
    if (d->wrap[axis] == EU_WRAP_WRAP) {
        t->bad |= coordinate & (coordinate - 1) & ~(v8u)half;
        i &= last << 8 | (FILTER_STEPS - 1);
        texel[1] = (v8u)(((i >> 8) + 1) & last);
        t->apart |= axis ? all(0) : texel[1] - (v8u)(i >> 8) - 1;
    } else {
        i = (v8i)_mm256_min_epi32((__m256i)filter_at_least_0(i), (__m256i)(last << 8));
        texel[1] = filter_least((v8u)(i >> 8) + WEIGH_CONSTANT(one), (v8u)last);
    }
    texel[0] = (v8u)(i >> 8);
    *weight = (v8u)(i & linear);
}

INLINE void find_usual(const struct half *f, v8i level, v8i linear, struct texels *t)
{
    const struct fast_detail *d = &f->s->detail;
    t->row[0] = t->row[1] = t->weight[1] = t->bad = t->apart = all(0);
    find_on_usual_axis(d, 0, parameter(f, f->p->unit), level, linear, t->column, &t->weight[0], t);
    if (!f->s->flat)
        find_on_usual_axis(d, 1, parameter(f, f->p->count), level, linear, t->row, &t->weight[1],
                           t);
}

/* --- slices --- */

/* Both slices of a volume, and the weight of the second. Returns lanes that are bad. */
static __attribute__((noinline)) v8u slices_of_volume(struct half f, v8i linear, v8u slice[2],
                                                      v8u *weight, uint32_t outside[2])
{
    v8u bad = all(0), c = sampling_third(f.p, f.grf, f.h);
    find_on_axis(f.s, 2, c, all(f.s->slices), linear, slice, weight, outside, &bad);
    return bad;
}

/* The slices of the lanes. Of a volume that is linear, the second one is what the next level is of
 * others: then sums have the same order. Returns false if lanes are bad, or have both. */
INLINE bool find_slices(const struct half *f, struct lanes *l)
{
    v8u slice[2], weight;
    if (!f->s->volume) {
        l->slice[0] = l->slice[1] = sampling_slice(f->s, f->p, f->grf, f->h);
        return true;
    }
    v8u bad = slices_of_volume(*f, l->linear, slice, &weight, l->outside);
    v8u levels = (v8u)(l->beta > 0);
    l->slice[0] = slice[0];
    l->slice[1] = blend(slice[1], slice[0], levels);
    l->outside[1] ^= (l->outside[0] ^ l->outside[1]) & signs(levels);
    l->beta += (v8i)weight;
    return !(signs(bad | (levels & -weight)) & f->on);
}

/* --- places --- */

INLINE void put_place(const struct half *f, struct four *q, unsigned i, v8u at)
{
    put(q->at[i], of_lanes_on(f, at));
    SAMPLING_IN_MEMORY(&q->at[i]);
}

INLINE void place_tiled(const struct half *f, const struct texels *t, v8i level, v8u slice,
                        unsigned n, struct four *q)
{
    const struct fast_sampling *s = f->s;
    v8u x = texels_of_level(s->detail.level.x, (v8u)level), column[2], row[2];
    v8u y = texels_of_level(s->detail.level.y, (v8u)level);
    if (FAST_UNLIKELY(s->sliced))
        y += slice * s->apart;
    for (unsigned i = 0; i < n; i++) {
        column[i] = tiled_column(s, t->column[i] + x);
        row[i] = tiled_row(s, t->row[i] + y);
    }
    for (unsigned i = 0; i < n * n; i++)
        put_place(f, q, i, column[i & 1] + row[i >> 1]);
    q->pairs = false;
}

INLINE void place_in_rows(const struct half *f, const struct texels *t, v8i level, v8u slice,
                          unsigned n, struct four *q)
{
    const struct fast_sampling *s = f->s;
    v8u apart = t->apart, row[2], low = texels_of_level(s->detail.low, (v8u)level);
    if (FAST_UNLIKELY(s->sliced))
        low += slice * s->apart * load(s->pitch);
    low += t->column[0] << load(s->shift);
    for (unsigned i = 0; i < n; i++) {
        row[i] = t->row[i] * load(s->pitch) + low;
        apart |= load(s->behind) - (row[i] & WEIGH_CONSTANT(in_page));
        put_place(f, q, 2 * i, texels_in_row(row[i]));
    }
    q->pairs = n == 2 && !(signs(apart) & f->on);
    for (unsigned i = 0; i < 2 && n == 2 && !q->pairs; i++) {
        v8u more = (t->column[1] - t->column[0]) << load(s->shift);
        put_place(f, q, 2 * i + 1, texels_in_row(row[i] + more));
    }
}

/* Finds places of texels: the first one's, or all if @n is 2. */
INLINE void place(const struct half *f, const struct texels *t, v8i level, v8u slice, unsigned n,
                  struct four *q)
{
    if (f->s->detail.surface->tiling != EU_TILING_LINEAR)
        place_tiled(f, t, level, slice, n, q);
    else
        place_in_rows(f, t, level, slice, n, q);
    q->weight[0] = t->weight[0];
    q->weight[1] = t->weight[1];
}

/* Finds texels of @level and @slice, of which one counts, or whose sum is exact. Returns lanes that
 * are bad. */
INLINE v8u find_four(const struct half *f, v8i level, v8u slice, v8i linear, unsigned n,
                     struct four *q)
{
    struct texels t;
    if (f->s->detail.usual) {
        find_usual(f, level, linear, &t);
    } else {
        struct texels any; /* the other one stays in registers */
        find_any(*f, level, linear, &any);
        t = any;
        t.bad |=
            mask_of(any.outside[0][0] | any.outside[0][1] | any.outside[1][0] | any.outside[1][1]);
    }
    place(f, &t, level, slice, n, q);
    return t.bad;
}

#endif
#endif
