/* Samples of prepared surfaces (sim/fast/sampling.h) whose lanes have levels of their own, or one
 * filter where the texture is magnified and another where it is not: with the arithmetic of
 * sim/sampler.c, for any wrap mode; and, for sim/fast/linear.c and nearest.c, lanes with texels on
 * the border. Compiled once more for hosts with AVX-512 and VBMI. */
#include "sim/fast/element.h"
#include "sim/fast/levels_find.h"
#include "sim/fast/sixteen_lanes.h"

#ifdef FAST_WIDE

/* --- sums in the order of sim/sampler.c --- */

static __attribute__((noinline)) void load_any(const struct fast_sampling *s, const uint32_t at[8],
                                               v8u rgba[4])
{
    element_load(s, at, (enum element)s->detail.element, rgba);
}

/* The same for texel @i of @q. If there is a @border, components have their order at once. */
INLINE void load_texel(const struct half *f, const struct four *q, unsigned i,
                       const uint32_t *border, v8u rgba[4])
{
    load_any(f->s, q->at[i], rgba);
    if (!border)
        return;
    element_order(f->s, (enum element)f->s->detail.element, rgba);
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = blend(rgba[k], all(border[k]), mask_of(q->outside[i]));
}

/* The border's colour. Returns false if memory has none, or it is in two pages. */
static __attribute__((noinline)) bool find_border(struct half f, uint32_t rgba[4])
{
    const struct fast_detail *d = &f.s->detail;
    float border[4];
    memcpy(border, d->border, sizeof border);
    if (d->border_of) {
        uint64_t at = f.x->eu->bases.dynamic + d->border_of->border;
        const void *in_memory =
            eu_tlb_bytes(&f.x->cache->tlbs[EU_TLB_MEM], at, sizeof border, false);
        if (!in_memory)
            return false;
        memcpy(border, in_memory, sizeof border);
    }
    sampler_border(d->surface, border, rgba);
    return true;
}

/* Eight sums in doubles. */
#ifdef __AVX512VBMI__
struct sums {
    __m512d all;
};
INLINE struct sums sums_of(__m256i v)
{
    return (struct sums){_mm512_cvtepi32_pd(v)};
}
INLINE void add_product(struct sums *sum, const struct sums *weight, v8u texel)
{
    sum->all = _mm512_fmadd_pd(weight->all, _mm512_cvtps_pd((__m256)texel), sum->all);
}
INLINE void scale_by(struct sums *sum, double by)
{
    sum->all *= by;
}
INLINE __m256 floats_of(const struct sums *sum)
{
    return _mm512_cvtpd_ps(sum->all);
}
#else
struct sums {
    __m256d low, high;
};
INLINE struct sums sums_of(__m256i v)
{
    return (struct sums){_mm256_cvtepi32_pd(_mm256_castsi256_si128(v)),
                         _mm256_cvtepi32_pd(_mm256_extracti128_si256(v, 1))};
}
INLINE void add_product(struct sums *sum, const struct sums *weight, v8u texel)
{
    __m256 t = (__m256)texel;
    sum->low = _mm256_fmadd_pd(weight->low, _mm256_cvtps_pd(_mm256_castps256_ps128(t)), sum->low);
    sum->high =
        _mm256_fmadd_pd(weight->high, _mm256_cvtps_pd(_mm256_extractf128_ps(t, 1)), sum->high);
}
INLINE void scale_by(struct sums *sum, double by)
{
    sum->low *= by, sum->high *= by;
}
INLINE __m256 floats_of(const struct sums *sum)
{
    return pair_of((__m128i)_mm256_cvtpd_ps(sum->low), (__m128i)_mm256_cvtpd_ps(sum->high));
}
#endif

/* The weight of texel @i, times 2^24; @share: of the level, of FILTER_STEPS. */
INLINE __m256i weight_of(const struct four *q, unsigned i, v8i share)
{
    v8u u = i & 1 ? q->weight[0] : FILTER_STEPS - q->weight[0];
    v8u v = i & 2 ? q->weight[1] : FILTER_STEPS - q->weight[1];
    return _mm256_mullo_epi32(_mm256_mullo_epi32((__m256i)u, (__m256i)v), (__m256i)share);
}

/* Adds the weighted texels of a level. All are loaded before, so that sums stay in registers. */
INLINE void add_level(const struct half *f, const struct four *q, v8i share, const uint32_t *border,
                      struct sums sum[4])
{
    v8u texel[4][4];
    for (unsigned i = 0; i < 4; i++)
        load_texel(f, q, i, border, texel[i]);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        struct sums weight = sums_of(weight_of(q, i, share));
        scale_by(&weight, 0x1p-24);
        for (unsigned k = 0; k < 4; k++)
            add_product(&sum[k], &weight, texel[i][k]);
    }
}

/* Gives all but @single lanes their sums. Returns false if one is no number: then its bits depend
 * on the order. @two: lanes with two levels. */
INLINE bool add_levels(const struct half *f, const struct four q[2], unsigned two, unsigned single,
                       v8i beta, const uint32_t *border, v8u rgba[4])
{
    const struct sums zero = sums_of(_mm256_setzero_si256());
    struct sums sum[4] = {zero, zero, zero, zero};
    __m256 none = _mm256_setzero_ps();
    add_level(f, &q[0], FILTER_STEPS - beta, border, sum);
    if (two)
        add_level(f, &q[1], beta, border, sum);
    for (unsigned k = 0; k < 4; k++) {
        __m256 v = floats_of(&sum[k]);
        none = _mm256_or_ps(none, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
        rgba[k] = blend((v8u)v, rgba[k], mask_of(single));
    }
    return !(signs((v8u)none) & f->on);
}

/* Places of texels as those sums need them: none is merged with another one. @outside: lanes whose
 * slice is the border. */
INLINE void place_separately(const struct half *f, const struct texels *t, v8i level, v8u slice,
                             uint32_t outside, struct four *q)
{
    place(f, t, level, slice, 2, q);
    for (unsigned i = 0; q->pairs && i < 4; i += 2)
        put(q->at[i + 1], load(q->at[i]) + f->s->bytes);
    for (unsigned i = 0; i < 4; i++)
        q->outside[i] = t->outside[0][i & 1] | t->outside[1][i >> 1] | outside;
}

/* Lanes in which one of the texels is the border. */
INLINE uint32_t outside_of(const struct four *q)
{
    return q->outside[0] | q->outside[1] | q->outside[2] | q->outside[3];
}

/* Samples one half in any case that this file has. Returns false if sample.c must do it. */
static __attribute__((noinline)) bool sample_in_order(struct half f, struct lanes l, v8u rgba[4])
{
    struct four q[2];
    unsigned two = signs((v8u)-l.beta) & f.on, single = ~signs((v8u) - (l.linear | l.beta)) & f.on;
    struct texels t;
    find_any(f, l.first, l.linear, &t);
    place_separately(&f, &t, l.first, l.slice[0], l.outside[0], &q[0]);
    v8u bad = t.bad;
    uint32_t outside = outside_of(&q[0]);
    if (two) {
        v8i differ = l.first ^ l.next; /* of the slices of a volume only these do */
        if (!_mm256_testz_si256((__m256i)differ, (__m256i)differ))
            find_any(f, l.next, l.linear, &t);
        place_separately(&f, &t, l.next, l.slice[1], l.outside[1], &q[1]);
        bad |= t.bad;
        outside |= outside_of(&q[1]);
    }
    uint32_t colour[4], *border = outside & f.on ? colour : NULL;
    if (signs(bad) & f.on || (border && !find_border(f, colour)))
        return false;
    if (single)
        load_texel(&f, &q[0], 0, border, rgba);
    if (single != f.on && !add_levels(&f, q, two, single, l.beta, border, rgba))
        return false;
    if (!border)
        element_order(f.s, (enum element)f.s->detail.element, rgba);
    return true;
}

/* --- the sum of weighted bytes: sim/fast/weigh.h --- */

INLINE void load_bytes(const struct half *f, const struct four *q, v8u texel[4])
{
    if (q->pairs) {
        pairs_at(f->s->row, q->at[0], texel);
        pairs_at(f->s->row, q->at[2], texel + 2);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        texel[i] = words_at(f->s->row, q->at[i], 4);
}

/* The sums of a level's bytes, and of their highest bits. */
INLINE void sum_level(const struct half *f, const struct four *q, v8u bytes[4], v8u bits[4])
{
    v8u texel[4], high[4], u = q->weight[0], v = q->weight[1];
    struct word_weights w = {.second = (__m256i)(u | u << 16),
                             .rows = (__m256i)((WEIGH_CONSTANT(steps) - v) | v << 16)};
    w.first = _mm256_sub_epi16((__m256i)WEIGH_CONSTANT(step_words), w.second);
    load_bytes(f, q, texel);
    for (unsigned i = 0; i < 4; i++)
        high[i] = highest_bits(texel[i]);
    for (unsigned k = 0; k < 2; k++) {
        v8u a[2], b[2];
        sum_bytes(texel, k, &w, a);
        sum_bytes(high, k, &w, b);
        bytes[k] = a[0], bytes[k + 2] = a[1];
        bits[k] = b[0], bits[k + 2] = b[1];
    }
}

/* A component from the sum of its bytes over both levels and the sum of their highest bits, times
 * 2^-55: bytes * 0x1.0101p-32 + bits, as weigh.h has it. The sum of sim/sampler.c differs from that
 * by less than 2^-50 of it. The upper 24 bits of @bytes have an exact product; the rest is more
 * than 2^-25 of the sum, and its error less than 2^-22 of it. So the sum is between those with a
 * little less and a little more of the rest. If these are the same float, it is that one; otherwise
 * @differ is set. */
INLINE v8u float_of_levels(v8u bytes, __m256 bits, v8u *differ)
{
    const __m256 high = _mm256_set1_ps(0x1.0101p-24f), low = _mm256_set1_ps(0x1.0101p-32f);
    const __m256 less = _mm256_set1_ps(1 - 0x1p-21f), more = _mm256_set1_ps(1 + 0x1p-21f);
    __m256 upper = _mm256_cvtepi32_ps((__m256i)(bytes >> 8));
    __m256 rest = _mm256_fmadd_ps(_mm256_cvtepi32_ps((__m256i)(bytes & 255)), low, bits);
    v8u least = (v8u)_mm256_fmadd_ps(upper, high, rest * less);
    v8u most = (v8u)_mm256_fmadd_ps(upper, high, rest * more);
    *differ |= least ^ most;
    return least;
}

#ifdef __AVX512VBMI__

/* --- both levels of eight lanes in one register: the second ones in its high half --- */

/* As find_on_usual_axis(). Lanes that are bad, or have texels that are apart, leave *@good. */
INLINE void find_on_axis_16(const struct fast_detail *d, unsigned axis, v8u coordinate, v16i level,
                            v16i linear, v16u texel[2], v16u *weight, __mmask16 *good)
{
    const v16i near = (v16i)all_16((uint32_t)INT32_MIN + FILTER_STEPS);
    const v16i unit = (v16i)all_16((uint32_t)d->unit), size = (v16i)all_16((uint32_t)d->last[axis]);
    v16i last = (v16i)_mm512_srlv_epi32((__m512i)size, (__m512i)level);
    __m512 scale = (__m512)most_16(d->scale[axis] - (level << 23), unit);
    v16u c = halves_of(coordinate, coordinate);
    v16i half = (v16i)_mm512_cvt_roundps_epi32((__m512)c * scale, DOWN), i = (half - linear) >> 1;
    *good = _mm512_mask_cmpge_epi32_mask(*good, (__m512i)half, (__m512i)near);
    if (d->wrap[axis] == EU_WRAP_WRAP) {
        *good &= (__mmask16)~_mm512_movepi32_mask((__m512i)(c & (c - 1) & ~(v16u)half));
        i &= last << 8 | (FILTER_STEPS - 1);
        texel[0] = (v16u)(i >> 8);
        texel[1] = (texel[0] + 1) & (v16u)last;
        if (!axis)
            *good = _mm512_mask_cmpgt_epi32_mask(*good, (__m512i)texel[1], (__m512i)texel[0]);
    } else {
        i = least_16(most_16(i, i - i), last << 8);
        texel[0] = (v16u)(i >> 8);
        texel[1] = (v16u)least_16((v16i)(texel[0] + 1), last);
    }
    *weight = (v16u)(i & linear);
}

/* Finds places of the first texel of both rows, and weights. Returns false if that is not all. */
INLINE bool find_levels_16(const struct half *f, const struct lanes *l, uint32_t (*at)[2][16],
                           v16u weight[2])
{
    const struct fast_sampling *s = f->s;
    v16i level = (v16i)halves_of((v8u)l->first, (v8u)l->next);
    v16i linear = (v16i)halves_of((v8u)l->linear, (v8u)l->linear);
    __mmask16 on = (__mmask16)(f->on * 0x101), good = on;
    v16u column[2], row[2], behind = all_16(s->behind[0]);
    v16u low = (v16u)_mm512_permutexvar_epi32((__m512i)level, _mm512_loadu_si512(s->detail.low));
    find_on_axis_16(&s->detail, 0, parameter(f, f->p->unit), level, linear, column, &weight[0],
                    &good);
    find_on_axis_16(&s->detail, 1, parameter(f, f->p->count), level, linear, row, &weight[1],
                    &good);
    if (FAST_UNLIKELY(s->sliced))
        low += halves_of(l->slice[0], l->slice[1]) * (s->apart * s->pitch[0]);
    low += column[0] << s->shift[0];
    for (unsigned i = 0; i < 2; i++) {
        v16u rel = row[i] * s->pitch[0] + low;
        good = within_16(good, rel & (EU_PAGE_BYTES - 1), behind);
        _mm512_storeu_si512(at[i][0], _mm512_maskz_mov_epi32(on, (__m512i)in_row_16(rel)));
        SAMPLING_IN_MEMORY(&at[i]);
    }
    return good == on;
}

/* weigh_levels() of what is usual, in rows. Returns false if it is for that. */
INLINE bool weigh_levels_16(const struct half *f, const struct lanes *l, v8u rgba[4])
{
    uint32_t(*at)[2][16] = (uint32_t(*)[2][16])f->x->places;
    v8u differ = all(0);
    v16u weight[2], share = halves_of((v8u)(FILTER_STEPS - l->beta), (v8u)l->beta);
    struct byte_sums sums[2];
    if (!f->s->detail.usual || f->s->flat || f->s->detail.surface->tiling != EU_TILING_LINEAR ||
        !find_levels_16(f, l, at, weight))
        return false;
    const __m512 rows[2] = {numbers_16(FILTER_STEPS - weight[1]), numbers_16(weight[1])};
    __m512 unit = numbers_16(share) * 0x1p-55f;
    for (unsigned i = 0; i < 2; i++)
        sum_columns(f->s, (const uint32_t(*)[16])at[i], column_words(weight[0]), 4, false,
                    &sums[i]);
    for (unsigned k = 0; k < 4; k++) {
        __m512 number[2][2] = {{sums[0].bytes[k], sums[1].bytes[k]},
                               {sums[0].bits[k], sums[1].bits[k]}};
        v16u bytes = (v16u)_mm512_cvtps_epi32(add_rows_of(number[0], rows, 2)) * share;
        v16u bits = (v16u)(add_rows_of(number[1], rows, 2) * unit);
        rgba[k] =
            float_of_levels(half_of(bytes, false) + half_of(bytes, true),
                            (__m256)half_of(bits, false) + (__m256)half_of(bits, true), &differ);
    }
    return _mm256_testz_si256((__m256i)differ, (__m256i)mask_of(f->on));
}

#else

INLINE bool weigh_levels_16(const struct half *f, const struct lanes *l, v8u rgba[4])
{
    (void)f, (void)l, (void)rgba;
    return false;
}

#endif

/* Weighs bytes, all lanes of one level or some of two. Returns false if it may be another float, or
 * lanes are bad. */
INLINE bool weigh_levels(const struct half *f, const struct lanes *l, v8u rgba[4])
{
    struct four q[2];
    v8u bytes[2][4], bits[2][4], differ = all(0);
    v8u share[2] = {(v8u)(FILTER_STEPS - l->beta), (v8u)l->beta};
    unsigned two = signs((v8u)-l->beta) & f->on;
    if (two && weigh_levels_16(f, l, rgba))
        return true;
    v8u bad = find_four(f, l->first, l->slice[0], l->linear, 2, &q[0]);
    if (two)
        bad |= find_four(f, l->next, l->slice[1], l->linear, 2, &q[1]);
    if (FAST_UNLIKELY(signs(bad) & f->on))
        return false;
    sum_level(f, &q[0], bytes[0], bits[0]);
    if (!two) {
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = float_of_sums(bytes[0][k], bits[0][k]);
        return true;
    }
    sum_level(f, &q[1], bytes[1], bits[1]);
    const __m256 unit = _mm256_set1_ps(0x1p-55f);
    const __m256 part[2] = {_mm256_cvtepi32_ps((__m256i)share[0]) * unit,
                            _mm256_cvtepi32_ps((__m256i)share[1]) * unit};
    for (unsigned k = 0; k < 4; k++) {
        __m256 some = _mm256_cvtepi32_ps((__m256i)bits[1][k]) * part[1];
        some = _mm256_fmadd_ps(_mm256_cvtepi32_ps((__m256i)bits[0][k]), part[0], some);
        rgba[k] = float_of_levels(bytes[0][k] * share[0] + bytes[1][k] * share[1], some, &differ);
    }
    return _mm256_testz_si256((__m256i)differ, (__m256i)mask_of(f->on));
}

/* --- messages --- */

/* All lanes have one texel. Returns false if some are bad. */
INLINE bool load_one(const struct half *f, const struct lanes *l, enum element e, v8u rgba[4])
{
    struct four q;
    if (FAST_UNLIKELY(signs(find_four(f, l->first, l->slice[0], l->linear, 1, &q)) & f->on))
        return false;
    if (e == BYTES)
        element_load(f->s, q.at[0], BYTES, rgba);
    else
        load_any(f->s, q.at[0], rgba);
    return true;
}

/* Samples one half. Returns false if sample.c must do it. */
INLINE bool sample_half(const struct half *f, enum element e, v8u rgba[4])
{
    struct lanes l;
    bool done = false;
    find_lanes(&f->s->detail, find_detail(f), &l);
    if (FAST_UNLIKELY(f->s->sliced) && !find_slices(f, &l))
        return false;
    if ((l.outside[0] | l.outside[1]) & f->on)
        return sample_in_order(*f, l, rgba);
    if (!(signs((v8u) - (l.linear | l.beta)) & f->on))
        done = load_one(f, &l, e, rgba);
    else if (e == BYTES)
        done = weigh_levels(f, &l, rgba);
    if (FAST_UNLIKELY(!done))
        return sample_in_order(*f, l, rgba);
    element_order(f->s, e == BYTES ? BYTES : (enum element)f->s->detail.element, rgba);
    return true;
}

/* All halves, before one is written. */
INLINE bool sample_halves(struct fast_ctx *x, const struct fast_sampling *s,
                          const struct fast_port *p, uint8_t *grf, uint32_t on, enum element e,
                          enum sampling_mode mode)
{
    unsigned form = sampling_form(p, mode), halves = sampling_halves(p, mode);
    v8u rgba[2][4];
    for (unsigned h = 0; h < halves; h++) {
        const struct half f = {x, s, p, grf, h, form, on >> 8 * h & 255};
        if (f.on && !sample_half(&f, e, rgba[h]))
            return false;
    }
    for (unsigned h = 0; h < halves; h++)
        if (on >> 8 * h & 255)
            sample_answer(p, grf, h, on >> 8 * h & 255, rgba[h], form);
    return true;
}

INLINE bool sample(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t act,
                   const struct fast_sampling *s, enum element e, enum sampling_mode mode)
{
    const struct fast_port *p = port_of(u);
    uint32_t on = sampling_channels(p, u, grf, act, mode);
    if (e == BYTES || s->detail.kind != EU_FORMAT_IS_FLOAT || x->control == FAST_FP_KEEP)
        return sample_halves(x, s, p, grf, on, e, mode);
    fast_fp_take(x->cache->csr); /* denormals count */
    __asm__ volatile("" ::: "memory");
    bool done = sample_halves(x, s, p, grf, on, e, mode);
    fast_fp_take(x->control);
    return done;
}

/* A function of its own has what is on the stack: handlers would nest. */
#define RUN(name, e, mode)                                                                         \
    static __attribute__((noinline)) bool sample_##name(                                           \
        struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t act,                  \
        const struct fast_sampling *s)                                                             \
    {                                                                                              \
        return sample(x, u, grf, act, s, e, mode);                                                 \
    }                                                                                              \
    static enum fast_leave run_##name(FAST_ARGS, const struct fast_sampling *s)                    \
    {                                                                                              \
        return sample_##name(x, u, grf, act, s) ? fast_next(FAST_PASS) : sample_any(FAST_PASS);    \
    }
RUN(bytes_8, BYTES, ALL_8)
RUN(bytes_16, BYTES, ALL_16)
RUN(bytes, BYTES, ANY_MODE)
RUN(elements, ELEMENTS, ANY_MODE)

#ifdef __AVX512VBMI__
#define levels_run levels_run_512
#endif
fast_sampling_run *levels_run(const struct fast_detail *d, enum sampling_mode mode)
{
    static fast_sampling_run *const runs[] = {
        [ALL_8] = run_bytes_8, [ALL_16] = run_bytes_16, [ANY_MODE] = run_bytes};
    return d->element == BYTES ? runs[mode] : run_elements;
}

#ifndef __AVX512VBMI__

static int32_t bits_of(float v)
{
    int32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static bool is_usual(uint32_t size, enum eu_wrap wrap)
{
    return !(size & (size - 1)) && (wrap == EU_WRAP_CLAMP || wrap == EU_WRAP_WRAP);
}

/* What find_usual() needs: half steps of the coordinates. */
static void set_usual(struct fast_detail *d, const struct fast_texels *t)
{
    d->usual = true;
    d->unit = bits_of(2 * FILTER_STEPS);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t size = i ? t->height : t->width;
        d->usual = d->usual && is_usual(size, d->wrap[i]);
        d->last[i] = (int32_t)size - 1;
        d->scale[i] = d->texels ? d->unit : bits_of((float)size * 2 * FILTER_STEPS);
    }
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
                              .wrap = {s->wrap[0], s->wrap[1], s->wrap[2]},
                              .texels = s->texels,
                              .kind = t->kind,
                              .element = (uint8_t)element_of(t),
                              .level = t->level};
    for (unsigned i = 0; i < FAST_LEVELS; i++)
        d->low[i] = t->low + t->level.x[i] * t->bytes + t->level.y[i] * t->s->pitch;
    set_usual(d, t);
    memcpy(d->border, s->border, sizeof d->border);
    d->linear[0] = s->mag == EU_FILTER_LINEAR && !integer ? FILTER_STEPS - 1 : 0;
    d->linear[1] = s->min == EU_FILTER_LINEAR && !integer ? FILTER_STEPS - 1 : 0;
    return d->element != ELEMENTS;
}

#endif

#endif
