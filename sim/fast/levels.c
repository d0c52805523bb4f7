/* Samples of prepared surfaces (sim/fast/sampling.h) whose lanes have levels of their own, or one
 * filter where the texture is magnified and another where it is not: with the arithmetic of
 * sim/sampler.c, for any wrap mode. Texels of the border are left to it. */
#include "sim/fast/detail.h"
#include "sim/fast/element.h"
#include "sim/sampler_impl.h"

#ifdef FAST_WIDE

/* One half of a message. */
struct half {
    struct fast_ctx *x;
    const struct fast_sampling *s;
    const struct fast_port *p;
    const uint8_t *grf;
    unsigned h, form; /* which half; as sampling_form() has it */
    uint32_t on;
    v8u slice; /* how many rows further down */
};

/* What the lanes sample: level `first`, and the next one with weight beta; lanes that are linear
 * are all ones. */
struct lanes {
    v8i first, beta, linear;
};

/* The four texels of lanes: their places, and the weights of the next column and row. */
struct four {
    uint32_t at[4][8];
    v8u weight[2];
};

INLINE v8i lanes_of(int32_t v)
{
    return (v8i)_mm256_set1_epi32(v);
}

INLINE v8u parameter(const struct half *f, unsigned n)
{
    return sample_parameter(f->p, f->grf, n, f->h, f->form);
}

/* --- levels --- */

/* The levels of lanes for which detail.h is not exact enough. */
static __attribute__((noinline)) v8i levels_exactly(const struct half *f, bool gradients)
{
    const struct fast_port *p = f->p;
    int32_t level[8];
    v8u at[4];
    for (unsigned i = 0; i < 2; i++) {
        at[i] = parameter(f, p->unit + (gradients ? 1 + i : 0));
        at[2 + i] = parameter(f, p->count + (gradients ? 1 + i : 0));
    }
    sample_levels(f->x, f->s->detail.surface, at, gradients, level);
    return (v8i)load(level);
}

INLINE v8i by_gradients(const struct half *f, v8u *unclear)
{
    const struct fast_port *p = f->p;
    __m256 square[2];
    for (unsigned i = 0; i < 2; i++)
        square[i] = detail_square(f->s->detail.size, (__m256)parameter(f, p->unit + 1 + i),
                                  (__m256)parameter(f, p->count + 1 + i));
    return detail_of(square[0], square[1], unclear);
}

/* The level of detail before it is clamped; as in sim/sampler_lod.c. */
INLINE v8i find_detail(const struct half *f)
{
    const struct fast_detail *d = &f->s->detail;
    const struct fast_port *p = f->p;
    bool gradients = p->lod == LOD_GRADIENTS;
    v8i lod = lanes_of(0);
    v8u unclear = all(0);
    if (p->lod == LOD_ZERO)
        return lod;
    if (gradients)
        lod = by_gradients(f, &unclear);
    else if (p->lod != LOD_GIVEN && !(f->form & PORT_PAIR))
        lod = detail_of_subspans(d->size, parameter(f, p->unit), parameter(f, p->count), &unclear);
    if (FAST_UNLIKELY(signs(unclear) & f->on))
        lod = levels_exactly(f, gradients);
    if (p->lod == LOD_GIVEN || p->lod == LOD_BIASED)
        lod += detail_given(parameter(f, p->unit - 1u));
    return lod + lanes_of(d->bias);
}

/* What the lanes sample at that level of detail. */
INLINE void find_lanes(const struct fast_detail *d, v8i lod, struct lanes *l)
{
    v8i within = detail_clamp(lod, d->least, d->most);
    v8u magnified = ~(v8u)((d->preclamp ? within : lod) > lanes_of(d->base));
    l->linear = (v8i)blend((v8u)lanes_of(d->linear[1]), (v8u)lanes_of(d->linear[0]), magnified);
    l->first = lanes_of(d->least >> 8);
    l->beta = lanes_of(0);
    if (d->mip == EU_MIP_NONE)
        return;
    v8i nearest = d->mip == EU_MIP_NEAREST ? (within + DETAIL_ONE / 2) >> 8 : within >> 8;
    l->first = (v8i)blend((v8u)nearest, (v8u)l->first, magnified);
    if (d->mip == EU_MIP_LINEAR && d->kind > EU_FORMAT_IS_SINT)
        l->beta = within & (DETAIL_ONE - 1) & ~(v8i)magnified;
}

/* --- texels --- */

/* The floor of a coordinate in 1 / FILTER_STEPS of a texel, rounded to the nearest; of lanes that
 * are not linear, the texel's. Adds lanes that are far away, or no number, to @bad. */
INLINE v8i coordinate_in_steps(const struct fast_detail *d, unsigned axis, v8u coordinate, v8u size,
                               v8i linear, v8u *bad)
{
    const __m256d steps = _mm256_set1_pd(FILTER_STEPS);
    bool repeats = d->wrap[axis] == EU_WRAP_WRAP || d->wrap[axis] == EU_WRAP_MIRROR;
    __m256i by = (__m256i)(d->texels ? all(1) : size);
    __m256 v = (__m256)without_denormals(coordinate);
    if (repeats && !d->texels)
        v = fmod_2(v);
    __m256 more = _mm256_and_ps(_mm256_set1_ps(0.5f - 0.5f * FILTER_STEPS), (__m256)linear);
    __m128i part[2];
    for (unsigned i = 0; i < 2; i++) {
        __m128i whole = i ? _mm256_extracti128_si256(by, 1) : _mm256_castsi256_si128(by);
        __m256d scale = _mm256_cvtepi32_pd(whole) * steps;
        __m128 c = i ? _mm256_extractf128_ps(v, 1) : _mm256_castps256_ps128(v);
        __m128 m = i ? _mm256_extractf128_ps(more, 1) : _mm256_castps256_ps128(more);
        __m256d fixed = _mm256_fmadd_pd(_mm256_cvtps_pd(c), scale, _mm256_cvtps_pd(m));
        part[i] = _mm256_cvttpd_epi32(_mm256_floor_pd(fixed));
    }
    v8i steps_in = (v8i)_mm256_inserti128_si256(_mm256_castsi128_si256(part[0]), part[1], 1);
    *bad |= (v8u)(steps_in == lanes_of(INT32_MIN));
    return steps_in;
}

/* Texels @first and the next one along an axis of levels of @size, and the weight of that. */
INLINE void find_texels(const struct fast_detail *d, unsigned axis, v8u coordinate, v8u size,
                        v8i linear, v8u texel[2], v8u *weight, v8u *bad)
{
    v8i at = coordinate_in_steps(d, axis, coordinate, size, linear, bad);
    *weight = (v8u)at & (FILTER_STEPS - 1) & (v8u)linear;
    for (unsigned i = 0; i < 2; i++) {
        texel[i] = filter_wrap(d->wrap[axis], (at >> 8) + (int)i, size);
        v8u outside = (v8u)(filter_least(texel[i], size) == size);
        *bad |= i ? outside & (v8u)(*weight != 0) : outside;
        texel[i] = i ? blend(texel[i], texel[0], outside) : texel[i];
    }
}

/* Where texels of @level are. */
INLINE void find_four(const struct half *f, v8i level, v8i linear, struct four *q, v8u *bad)
{
    const struct fast_sampling *s = f->s;
    const struct fast_detail *d = &s->detail;
    v8u column[2], row[2] = {all(0), all(0)}, low = texels_of_level(d->level.y, (v8u)level);
    bool tiled = d->surface->tiling != EU_TILING_LINEAR;
    q->weight[1] = all(0);
    find_texels(d, 0, parameter(f, f->p->unit), texels_of_level(d->level.width, (v8u)level), linear,
                column, &q->weight[0], bad);
    if (!s->flat)
        find_texels(d, 1, parameter(f, f->p->count), texels_of_level(d->level.height, (v8u)level),
                    linear, row, &q->weight[1], bad);
    for (unsigned i = 0; i < 2; i++) {
        column[i] += texels_of_level(d->level.x, (v8u)level);
        row[i] += low + f->slice;
        column[i] =
            tiled ? tiled_column(s, column[i]) : (column[i] << load(s->shift)) + load(s->low);
        row[i] = tiled ? tiled_row(s, row[i]) : row[i] * load(s->pitch);
    }
    for (unsigned i = 0; i < 4; i++) {
        v8u at = column[i & 1] + row[i >> 1];
        put(q->at[i], (tiled ? at : texels_in_row(at)) & mask_of(f->on));
    }
}

/* --- sums --- */

static __attribute__((noinline)) void load_any(const struct fast_sampling *s, const uint32_t at[8],
                                               v8u rgba[4])
{
    element_load(s, at, (enum element)s->detail.element, rgba);
}

INLINE void load_texels(const struct fast_sampling *s, const uint32_t at[8], enum element e,
                        v8u rgba[4])
{
    if (e == BYTES)
        element_load(s, at, BYTES, rgba);
    else
        load_any(s, at, rgba);
}

/* The weight of texel @i, times 2^24; @share: of the level, of FILTER_STEPS. */
INLINE __m256i weight_of(const struct four *q, unsigned i, v8i share)
{
    v8u u = i & 1 ? q->weight[0] : FILTER_STEPS - q->weight[0];
    v8u v = i & 2 ? q->weight[1] : FILTER_STEPS - q->weight[1];
    return _mm256_mullo_epi32(_mm256_mullo_epi32((__m256i)u, (__m256i)v), (__m256i)share);
}

/* Adds the weighted texels of a level, in the order of sim/sampler.c. */
INLINE void add_level(const struct half *f, const struct four *q, v8i share, enum element e,
                      __m256d sum[4][2])
{
    const __m256d unit = _mm256_set1_pd(0x1p-24);
    for (unsigned i = 0; i < 4; i++) {
        v8u texel[4];
        __m256i weight = weight_of(q, i, share);
        __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128(weight)) * unit;
        __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256(weight, 1)) * unit;
        load_texels(f->s, q->at[i], e, texel);
        for (unsigned k = 0; k < 4; k++) {
            __m256 t = (__m256)texel[k];
            sum[k][0] = _mm256_fmadd_pd(low, _mm256_cvtps_pd(_mm256_castps256_ps128(t)), sum[k][0]);
            sum[k][1] =
                _mm256_fmadd_pd(high, _mm256_cvtps_pd(_mm256_extractf128_ps(t, 1)), sum[k][1]);
        }
    }
}

/* Gives all but @single lanes their sums. Returns false if one is no number: then its bits depend
 * on the order. @two: lanes with two levels. */
INLINE bool add_levels(const struct half *f, const struct four q[2], unsigned two, unsigned single,
                       v8i beta, enum element e, v8u rgba[4])
{
    __m256d sum[4][2] = {{{0}}};
    __m256 none = _mm256_setzero_ps();
    add_level(f, &q[0], FILTER_STEPS - beta, e, sum);
    if (two)
        add_level(f, &q[1], beta, e, sum);
    for (unsigned k = 0; k < 4; k++) {
        __m256 v =
            pair_of((__m128i)_mm256_cvtpd_ps(sum[k][0]), (__m128i)_mm256_cvtpd_ps(sum[k][1]));
        none = _mm256_or_ps(none, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
        rgba[k] = single ? blend((v8u)v, rgba[k], mask_of(single)) : (v8u)v;
    }
    return !(signs((v8u)none) & f->on);
}

/* --- messages --- */

/* Samples one half. Returns false if sample.c must do it. */
INLINE bool sample_half(const struct half *f, enum element e, v8u rgba[4])
{
    struct lanes l;
    struct four q[2];
    v8u bad = all(0);
    find_lanes(&f->s->detail, find_detail(f), &l);
    unsigned two = signs((v8u)-l.beta) & f->on, single = ~signs((v8u)(l.linear | -l.beta)) & f->on;
    find_four(f, l.first, l.linear, &q[0], &bad);
    if (two)
        find_four(f, l.first - (l.beta > 0), l.linear, &q[1], &bad);
    if (FAST_UNLIKELY(signs(bad) & f->on))
        return false;
    if (single)
        load_texels(f->s, q[0].at[0], e, rgba);
    if (single != f->on && !add_levels(f, q, two, single, l.beta, e, rgba))
        return false;
    element_order(f->s, (enum element)f->s->detail.element, rgba);
    return true;
}

static __attribute__((noinline)) bool sample_bytes(const struct half *f, v8u rgba[4])
{
    return sample_half(f, BYTES, rgba);
}

static __attribute__((noinline)) bool sample_elements(const struct half *f, v8u rgba[4])
{
    return sample_half(f, ELEMENTS, rgba);
}

/* All halves, before one is written. */
static bool sample_halves(struct fast_ctx *x, const struct fast_sampling *s,
                          const struct fast_port *p, uint8_t *grf, uint32_t on)
{
    unsigned form = p->form & (PORT_16 | PORT_PAIR), halves = form & PORT_16 ? 2 : 1;
    v8u rgba[2][4];
    struct half f = {.x = x, .s = s, .p = p, .grf = grf, .form = form};
    for (f.h = 0; f.h < halves; f.h++) {
        f.on = on >> 8 * f.h & 255;
        f.slice = FAST_UNLIKELY(s->slices > 1) ? sampling_slice(s, p, grf, f.h) : all(0);
        if (f.on && !(s->detail.element == BYTES ? sample_bytes : sample_elements)(&f, rgba[f.h]))
            return false;
    }
    for (unsigned h = 0; h < halves; h++)
        if (on >> 8 * h & 255)
            sample_answer(p, grf, h, on >> 8 * h & 255, rgba[h], form);
    return true;
}

static __attribute__((noinline)) bool sample(struct fast_ctx *x, const struct fast_uop *u,
                                             uint8_t *grf, uint32_t act,
                                             const struct fast_sampling *s)
{
    const struct fast_port *p = port_of(u);
    uint32_t on = sampling_channels(p, u, grf, act, ANY_MODE);
    if (s->detail.kind != EU_FORMAT_IS_FLOAT || x->control == FAST_FP_KEEP)
        return sample_halves(x, s, p, grf, on);
    fast_fp_take(x->cache->csr); /* denormals count */
    __asm__ volatile("" ::: "memory");
    bool done = sample_halves(x, s, p, grf, on);
    fast_fp_take(x->control);
    return done;
}

enum fast_leave levels_run(FAST_ARGS, const struct fast_sampling *s)
{
    return sample(x, u, grf, act, s) ? fast_next(FAST_PASS) : sample_any(FAST_PASS);
}

bool levels_prepare(struct fast_detail *d, const struct fast_texels *t, const struct eu_sampler *s)
{
    int last = ((int)t->levels - 1) * DETAIL_ONE;
    bool integer = t->kind <= EU_FORMAT_IS_SINT;
    *d = (struct fast_detail){.surface = t->s,
                              .size = {(float)t->width, (float)t->height},
                              .bias = s->bias,
                              .least = s->min_lod < last ? s->min_lod : last,
                              .most = s->max_lod < last ? s->max_lod : last,
                              .base = s->base * (DETAIL_ONE / 2),
                              .preclamp = s->preclamp,
                              .mip = s->mip,
                              .wrap = {s->wrap[0], s->wrap[1]},
                              .texels = s->texels,
                              .kind = t->kind,
                              .element = (uint8_t)element_of(t),
                              .level = t->level};
    d->linear[0] = s->mag == EU_FILTER_LINEAR && !integer ? -1 : 0;
    d->linear[1] = s->min == EU_FILTER_LINEAR && !integer ? -1 : 0;
    return d->element != ELEMENTS;
}

#endif
