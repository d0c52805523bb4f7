/* Samples of prepared surfaces (sim/fast/sampling.h) whose lanes have levels of their own, or one
 * filter where the texture is magnified and another where it is not: with the arithmetic of
 * sim/sampler.c, for any wrap mode. Texels of the border are left to it. Compiled once more for
 * hosts with AVX-512 and VBMI. */
#include "sim/fast/detail.h"
#include "sim/fast/element.h"
#include "sim/fast/sixteen_lanes.h"
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
 * of both pairs differs. linear: FILTER_STEPS - 1 in lanes that are linear, 0 in others. */
struct lanes {
    v8i first, next, beta, linear;
    v8u slice[2];
};

/* The four texels of lanes in one level: both columns and rows, and the weights of the second ones.
 * Their signs: bad, lanes that are left to others; apart, lanes whose second column counts, but is
 * not behind the first one. */
struct texels {
    v8u column[2], row[2], weight[2], bad, apart;
};

/* Where they are. pairs: texels side by side are so in memory; then at[1] and at[3] are not set. */
struct four {
    uint32_t at[4][8];
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

/* Both texels along an axis of levels of @size, and the weight of the second. */
INLINE void find_on_axis(const struct fast_sampling *s, unsigned axis, v8u coordinate, v8u size,
                         v8i linear, v8u texel[2], v8u *weight, v8u *bad)
{
    const struct fast_detail *d = &s->detail;
    v8i at = coordinate_in_steps(s, axis, coordinate, size, (v8i)(linear != 0), bad);
    *weight = (v8u)(at & linear);
    for (unsigned i = 0; i < 2; i++) {
        texel[i] = filter_wrap(d->wrap[axis], (at >> 8) + (int)i, size);
        v8u outside = (v8u)(filter_least(texel[i], size) == size);
        *bad |= i ? outside & (v8u)(*weight != 0) : outside;
        texel[i] = i ? blend(texel[i], texel[0], outside) : texel[i];
    }
}

static __attribute__((noinline)) void find_any(struct half f, v8i level, v8i linear,
                                               struct texels *t)
{
    const struct fast_levels *of = &f.s->detail.level;
    t->row[0] = t->row[1] = t->weight[1] = t->bad = all(0);
    t->apart = all(UINT32_MAX);
    find_on_axis(f.s, 0, parameter(&f, f.p->unit), texels_of_level(of->width, (v8u)level), linear,
                 t->column, &t->weight[0], &t->bad);
    if (!f.s->flat)
        find_on_axis(f.s, 1, parameter(&f, f.p->count), texels_of_level(of->height, (v8u)level),
                     linear, t->row, &t->weight[1], &t->bad);
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
                                                      v8u *weight)
{
    v8u bad = all(0), c = load(f.grf + f.p->third + 32 * f.h);
    find_on_axis(f.s, 2, c, all(f.s->slices), linear, slice, weight, &bad);
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
    v8u bad = slices_of_volume(*f, l->linear, slice, &weight), levels = (v8u)(l->beta > 0);
    l->slice[0] = slice[0];
    l->slice[1] = blend(slice[1], slice[0], levels);
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
    }
    place(f, &t, level, slice, n, q);
    return t.bad;
}

/* --- sums in the order of sim/sampler.c --- */

static __attribute__((noinline)) void load_any(const struct fast_sampling *s, const uint32_t at[8],
                                               v8u rgba[4])
{
    element_load(s, at, (enum element)s->detail.element, rgba);
}

/* The weight of texel @i, times 2^24; @share: of the level, of FILTER_STEPS. */
INLINE __m256i weight_of(const struct four *q, unsigned i, v8i share)
{
    v8u u = i & 1 ? q->weight[0] : FILTER_STEPS - q->weight[0];
    v8u v = i & 2 ? q->weight[1] : FILTER_STEPS - q->weight[1];
    return _mm256_mullo_epi32(_mm256_mullo_epi32((__m256i)u, (__m256i)v), (__m256i)share);
}

/* Adds the weighted texels of a level. */
INLINE void add_level(const struct half *f, const struct four *q, v8i share, __m256d sum[4][2])
{
    const __m256d unit = _mm256_set1_pd(0x1p-24);
    for (unsigned i = 0; i < 4; i++) {
        v8u texel[4];
        __m256i weight = weight_of(q, i, share);
        __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128(weight)) * unit;
        __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256(weight, 1)) * unit;
        load_any(f->s, q->at[i], texel);
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
                       v8i beta, v8u rgba[4])
{
    __m256d sum[4][2] = {{{0}}};
    __m256 none = _mm256_setzero_ps();
    add_level(f, &q[0], FILTER_STEPS - beta, sum);
    if (two)
        add_level(f, &q[1], beta, sum);
    for (unsigned k = 0; k < 4; k++) {
        __m256 v =
            pair_of((__m128i)_mm256_cvtpd_ps(sum[k][0]), (__m128i)_mm256_cvtpd_ps(sum[k][1]));
        none = _mm256_or_ps(none, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
        rgba[k] = blend((v8u)v, rgba[k], mask_of(single));
    }
    return !(signs((v8u)none) & f->on);
}

/* Texels as those sums need them: none is merged with another one. Returns lanes that are bad. */
INLINE v8u find_separately(const struct half *f, v8i level, v8u slice, v8i linear, struct four *q)
{
    struct texels t;
    find_any(*f, level, linear, &t);
    place(f, &t, level, slice, 2, q);
    for (unsigned i = 0; q->pairs && i < 4; i += 2)
        put(q->at[i + 1], load(q->at[i]) + f->s->bytes);
    return t.bad;
}

/* Samples one half in any case that this file has. Returns false if sample.c must do it. */
static __attribute__((noinline)) bool sample_in_order(struct half f, struct lanes l, v8u rgba[4])
{
    struct four q[2];
    unsigned two = signs((v8u)-l.beta) & f.on, single = ~signs((v8u) - (l.linear | l.beta)) & f.on;
    v8u bad = find_separately(&f, l.first, l.slice[0], l.linear, &q[0]);
    if (two)
        bad |= find_separately(&f, l.next, l.slice[1], l.linear, &q[1]);
    if (signs(bad) & f.on)
        return false;
    if (single)
        load_any(f.s, q[0].at[0], rgba);
    return single == f.on || add_levels(&f, q, two, single, l.beta, rgba);
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
    if (!(signs((v8u) - (l.linear | l.beta)) & f->on))
        done = load_one(f, &l, e, rgba);
    else if (e == BYTES)
        done = weigh_levels(f, &l, rgba);
    if (FAST_UNLIKELY(!done) && !sample_in_order(*f, l, rgba))
        return false;
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
    d->linear[0] = s->mag == EU_FILTER_LINEAR && !integer ? FILTER_STEPS - 1 : 0;
    d->linear[1] = s->min == EU_FILTER_LINEAR && !integer ? FILTER_STEPS - 1 : 0;
    return d->element != ELEMENTS;
}

#endif

#endif
