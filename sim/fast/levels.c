/* Samples of prepared surfaces (sim/fast/sampling.h) whose lanes have levels of their own, or one
 * filter where the texture is magnified and another where it is not: with the arithmetic of
 * sim/sampler.c, for any wrap mode. Texels of the border are left to it. */
#include "sim/fast/detail.h"
#include "sim/fast/element.h"
#include "sim/fast/weigh.h"
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

/* The first one of @n texels, 1 or 2, along an axis of levels of @size, and the weight of the next.
 */
INLINE void find_texels(const struct fast_sampling *s, unsigned axis, v8u coordinate, v8u size,
                        v8i linear, unsigned n, v8u texel[2], v8u *weight, v8u *bad)
{
    const struct fast_detail *d = &s->detail;
    v8i at = coordinate_in_steps(s, axis, coordinate, size, linear, bad);
    *weight = (v8u)at & (FILTER_STEPS - 1) & (v8u)linear;
    for (unsigned i = 0; i < n; i++) {
        texel[i] = filter_wrap(d->wrap[axis], (at >> 8) + (int)i, size);
        v8u outside = (v8u)(filter_least(texel[i], size) == size);
        *bad |= i ? outside & (v8u)(*weight != 0) : outside;
        texel[i] = i ? blend(texel[i], texel[0], outside) : texel[i];
    }
}

/* Where texels of @level are: the first one, or all if @n is 2. */
INLINE void find_four(const struct half *f, v8i level, v8i linear, unsigned n, struct four *q,
                      v8u *bad)
{
    const struct fast_sampling *s = f->s;
    const struct fast_detail *d = &s->detail;
    v8u column[2], row[2] = {all(0), all(0)}, low = texels_of_level(d->level.y, (v8u)level);
    bool tiled = d->surface->tiling != EU_TILING_LINEAR;
    q->weight[1] = all(0);
    find_texels(s, 0, parameter(f, f->p->unit), texels_of_level(d->level.width, (v8u)level), linear,
                n, column, &q->weight[0], bad);
    if (!s->flat)
        find_texels(s, 1, parameter(f, f->p->count), texels_of_level(d->level.height, (v8u)level),
                    linear, n, row, &q->weight[1], bad);
    for (unsigned i = 0; i < n; i++) {
        column[i] += texels_of_level(d->level.x, (v8u)level);
        row[i] += low + f->slice;
        column[i] =
            tiled ? tiled_column(s, column[i]) : (column[i] << load(s->shift)) + load(s->low);
        row[i] = tiled ? tiled_row(s, row[i]) : row[i] * load(s->pitch);
    }
    for (unsigned i = 0; i < n * n; i++) {
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

/* --- the sum of weighted bytes: sim/fast/weigh.h --- */

/* The sums of a level's bytes, and of their highest bits. */
INLINE void sum_level(const struct half *f, const struct four *q, v8u bytes[4], v8u bits[4])
{
    v8u texel[4], high[4], u = q->weight[0], v = q->weight[1];
    struct word_weights w = {.second = (__m256i)(u | u << 16),
                             .rows = (__m256i)((WEIGH_CONSTANT(steps) - v) | v << 16)};
    w.first = _mm256_sub_epi16((__m256i)WEIGH_CONSTANT(step_words), w.second);
    for (unsigned i = 0; i < 4; i++) {
        texel[i] = words_at(f->s->row, q->at[i], 4);
        high[i] = highest_bits(texel[i]);
    }
    for (unsigned k = 0; k < 2; k++) {
        v8u a[2], b[2];
        sum_bytes(texel, k, &w, a);
        sum_bytes(high, k, &w, b);
        bytes[k] = a[0], bytes[k + 2] = a[1];
        bits[k] = b[0], bits[k + 2] = b[1];
    }
}

/* Four numbers without a sign, exactly. */
INLINE __m256d doubles_of(v8u v, unsigned half)
{
    const __m256d one = _mm256_set1_pd(0x1p52);
    __m128i part =
        half ? _mm256_extracti128_si256((__m256i)v, 1) : _mm256_castsi256_si128((__m256i)v);
    return _mm256_or_pd((__m256d)_mm256_cvtepu32_epi64(part), one) - one;
}

/* A component from both sums over all levels, times 2^24. It is not exact, nor is the sum of
 * sim/sampler.c: nothing is below 0, so each has an error of half a unit of the result's for each
 * addition, that is 4.5 in all. They are the same float unless there is a half way between them,
 * which is where @near is set: less than NEAR units from one. */
INLINE v8u float_of_levels(v8u bytes, v8u bits, v8u *near)
{
    enum { NEAR = 17 };
    const __m256i below = _mm256_set1_epi64x(0x1fffffff), far = _mm256_set1_epi32(NEAR);
    const __m256i half_way =
        _mm256_set1_epi64x(0x0001000010000000); /* its upper half: never near */
    const __m256d a = _mm256_set1_pd(0x1010100p-56), b = _mm256_set1_pd(0x1p-55);
    __m128 part[2];
    for (unsigned i = 0; i < 2; i++) {
        __m256d v = _mm256_fmadd_pd(doubles_of(bytes, i), a, doubles_of(bits, i) * b);
        __m256i off = _mm256_sub_epi32(_mm256_and_si256((__m256i)v, below), half_way);
        *near |= (v8u)_mm256_cmpgt_epi32(far, _mm256_abs_epi32(off));
        part[i] = _mm256_cvtpd_ps(v);
    }
    return (v8u)pair_of((__m128i)part[0], (__m128i)part[1]);
}

/* As add_levels() has it, of bytes. Returns false if it may be another float. */
INLINE bool add_bytes(const struct half *f, const struct four q[2], unsigned two, v8i beta,
                      v8u rgba[4])
{
    v8u bytes[2][4], bits[2][4], near = all(0), share = (v8u)(FILTER_STEPS - beta);
    sum_level(f, &q[0], bytes[0], bits[0]);
    if (two)
        sum_level(f, &q[1], bytes[1], bits[1]);
    for (unsigned k = 0; k < 4; k++) {
        if (!two) {
            rgba[k] = float_of_sums(bytes[0][k], bits[0][k]);
            continue;
        }
        rgba[k] = float_of_levels(bytes[0][k] * share + bytes[1][k] * (v8u)beta,
                                  bits[0][k] * share + bits[1][k] * (v8u)beta, &near);
    }
    return _mm256_testz_si256((__m256i)near, (__m256i)near);
}

/* --- messages --- */

INLINE bool order(const struct half *f, v8u rgba[4])
{
    element_order(f->s, (enum element)f->s->detail.element, rgba);
    return true;
}

/* Samples one half. Returns false if sample.c must do it. */
INLINE bool sample_half(const struct half *f, enum element e, v8u rgba[4])
{
    struct lanes l;
    struct four q[2];
    v8u bad = all(0);
    find_lanes(&f->s->detail, find_detail(f), &l);
    unsigned two = signs((v8u)-l.beta) & f->on, single = ~signs((v8u)(l.linear | -l.beta)) & f->on;
    if (single == f->on) {
        find_four(f, l.first, l.linear, 1, &q[0], &bad);
    } else {
        find_four(f, l.first, l.linear, 2, &q[0], &bad);
        if (two)
            find_four(f, l.first - (l.beta > 0), l.linear, 2, &q[1], &bad);
    }
    if (FAST_UNLIKELY(signs(bad) & f->on))
        return false;
    if (single != f->on && e == BYTES && add_bytes(f, q, two, l.beta, rgba))
        return order(f, rgba);
    if (single)
        load_texels(f->s, q[0].at[0], e, rgba);
    if (single != f->on && !add_levels(f, q, two, single, l.beta, e, rgba))
        return false;
    return order(f, rgba);
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
