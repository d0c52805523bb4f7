/* Texels of images as a sampler selects, compares and weighs them (sim/fast/filter.h). Sums are
 * exact where sim/sampler.c has exact ones: then the order and the way do not matter. */
#include "sim/fast/filter.h"
#include "sim/fast/weigh.h"

#ifdef FAST_WIDE

enum { RED = 0, ALPHA = 3 };

#define EACH(v)                                                                                    \
    {                                                                                              \
        v, v, v, v, v, v, v, v                                                                     \
    }
const struct weigh_constants weigh_constants = {
    .low_bit = {0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8,
                0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8},
    .high_bit = {0, 16, 32, 32, 64, 64, 64, 64, 128, 128, 128, 128, 128, 128, 128, 128,
                 0, 16, 32, 32, 64, 64, 64, 64, 128, 128, 128, 128, 128, 128, 128, 128},
    .crossed = {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15,
                0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15},
    .nibbles = EACH(0x0f0f0f0f),
    .even = EACH(0x00ff00ff),
    .half = EACH(0x80008000),
    .rows = EACH(0x8000 * FILTER_STEPS),
    .steps = EACH(FILTER_STEPS),
    .step_words = EACH(FILTER_STEPS * 0x10001),
    .last_step = EACH(FILTER_STEPS - 1),
    .one = EACH(1),
    .none = EACH(0x80000000),
    .near = EACH(0x80000000 + FILTER_STEPS),
    .in_page = EACH(EU_PAGE_BYTES - 1),
    .unit = EACH(0x37800000), /* 2^-16 */
};

/* --- coordinates --- */

static bool find_linear(struct filter *f)
{
    for (unsigned i = 0; i < 2; i++) {
        if (!filter_axis(f->t, f->s, i, f->uv[i], f->on, FILTER_LINEAR, &f->at[i]))
            return false;
        f->weight[i] = (v8u)f->at[i] & (FILTER_STEPS - 1);
        f->at[i] >>= 8;
    }
    return true;
}

static bool find_gathered(struct filter *f)
{
    enum { FAR = 1 << 20 };
    for (unsigned i = 0; i < 2; i++) {
        f->offset[i] &= (v8i)mask_of(f->on);
        v8i far = (f->offset[i] > FAR) | (f->offset[i] < -FAR);
        if (signs((v8u)far) ||
            !filter_axis(f->t, f->s, i, f->uv[i], f->on, FILTER_GATHER, &f->at[i]))
            return false;
        f->at[i] += f->offset[i];
    }
    return true;
}

bool filter_unusual(const struct fast_texels *t, const struct eu_sampler *s, v8u u, v8u v,
                    uint32_t on, v8u *column, v8u *row)
{
    v8i at[2];
    return filter_axis(t, s, 0, u, on, FILTER_NEAREST, &at[0]) &&
           filter_axis(t, s, 1, v, on, FILTER_NEAREST, &at[1]) &&
           filter_texel(t, s, 0, at[0], on, column) && filter_texel(t, s, 1, at[1], on, row);
}

/* --- four texels --- */

/* Their places, lanes of the first row side by side, then of the second. */
struct quad {
    uint8_t *place[4][8];
};

/* Places at an offset, counted from the surface's first page. */
INLINE v8u relative(const struct filter *f, v8u offset)
{
    v8u rel = offset + f->t->low;
    return f->on == 255 ? rel : texels_on(rel, f->on);
}

/* Finds texels (at, at), (at + 1, at), (at, at + 1), (at + 1, at + 1). */
static bool find_four(struct filter *f, struct quad *q)
{
    v8u column[2], row[2];
    for (unsigned i = 0; i < 2; i++) {
        v8u x, y;
        if (!filter_texel(f->t, f->s, 0, f->at[0] + (int)i, f->on, &x) ||
            !filter_texel(f->t, f->s, 1, f->at[1] + (int)i, f->on, &y))
            return false;
        column[i] = texels_column(f->t, x);
        row[i] = texels_row(f->t, y);
    }
    if (FAST_UNLIKELY(!f->t->npages)) {
        for (unsigned i = 0; i < 4; i++)
            if (!texels_places(f->x, f->t, column[i & 1] + row[i >> 1], f->on, false, q->place[i]))
                return false;
        return true;
    }
    v8u first = relative(f, column[0] + row[0]);
    if (!texels_kept(f->x, f->t, first, false, false, q->place[0]))
        return false;
    for (unsigned i = 1; i < 4; i++)
        if (!texels_beside(f->x, f->t, first, q->place[0], relative(f, column[i & 1] + row[i >> 1]),
                           q->place[i]))
            return false;
    return true;
}

/* Finds the first texel of both rows if the second one is always behind it. At the edges of a
 * surface that clamps, if sums are exact, texels are moved inside, and their weights changed: one
 * of a pair counts alone. */
static bool find_rows(struct filter *f, uint8_t *place[2][8])
{
    struct fast_texels *t = f->t;
    int last = (int)t->width - 2;
    v8i x = f->at[0];
    v8i before = x<0, behind = x> last;
    if (t->s->tiling != EU_TILING_LINEAR || !t->npages || last < 0)
        return false;
    if (signs((v8u)(before | behind)) & f->on) {
        if (f->s->wrap[0] != EU_WRAP_CLAMP || f->kind == FILTER_GATHER ||
            !texels_sum_exactly(f->t, f->compares))
            return false;
        x = filter_at_most(filter_at_least_0(x), last);
        f->at[0] = x;
        f->weight[0] = (v8u)_mm256_andnot_si256((__m256i)before, (__m256i)f->weight[0]);
        f->weight[0] = blend(f->weight[0], all(FILTER_STEPS), (v8u)behind);
    }
    v8u column = texels_column(t, (v8u)x), y[2], rel[2];
    for (unsigned i = 0; i < 2; i++) {
        if (!filter_texel(t, f->s, 1, f->at[1] + (int)i, f->on, &y[i]))
            return false;
        rel[i] = relative(f, column + texels_row(t, y[i]));
    }
    v8u end = (v8u)((rel[0] & (EU_PAGE_BYTES - 1)) == EU_PAGE_BYTES - t->bytes) |
              (v8u)((rel[1] & (EU_PAGE_BYTES - 1)) == EU_PAGE_BYTES - t->bytes);
    return _mm256_testz_si256((__m256i)end, (__m256i)end) &&
           texels_kept(f->x, t, rel[0], false, false, place[0]) &&
           texels_kept(f->x, t, rel[1], false, false, place[1]);
}

static bool find_quad(struct filter *f, struct quad *q)
{
    uint8_t *place[2][8];
    if (!find_rows(f, place))
        return find_four(f, q);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned n = 0; n < 8; n++)
            q->place[i][n] = place[i >> 1][n] + (i & 1 ? f->t->bytes : 0);
    return true;
}

/* Reads the four texels of an image whose elements have a dword at most. */
static bool load_four(struct filter *f, v8u texel[4])
{
    const struct fast_texels *t = f->t;
    uint8_t *place[2][8];
    struct quad q;
    v8u words[WORDS];
    if (!find_rows(f, place)) {
        if (!find_four(f, &q))
            return false;
        for (unsigned i = 0; i < 4; i++) {
            load_words(t, q.place[i], words);
            texel[i] = words[0];
        }
        return true;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (t->bytes == 4) {
            rows_of_qwords(place[i], words);
        } else {
            v8u both = t->bytes == 2 ? words_of(place[i], 0, 4) : words_of(place[i], 0, 2);
            words[0] = both & (t->bytes == 2 ? 0xffff : 0xff);
            words[1] = both >> 8 * t->bytes;
        }
        texel[2 * i] = words[0];
        texel[2 * i + 1] = words[1];
    }
    return true;
}

/* Red of eight elements. */
static v8u load_red(const struct fast_texels *t, uint8_t *const place[8])
{
    v8u rgba[4];
    if (t->shape == DWORDS_SHAPE)
        return words_of(place, 0, 4);
    if (t->shape == BYTES_SHAPE && t->parts[0].set & 1)
        return quotient(words_of(place, 0, 1), 255);
    texels_load(t, place, rgba);
    return rgba[RED];
}

/* Red of the four texels. */
static bool load_four_reds(struct filter *f, v8u red[4])
{
    const struct fast_texels *t = f->t;
    bool bytes = t->shape == BYTES_SHAPE && t->parts[0].set & 1;
    struct quad q;
    if (t->bytes <= 4 && (bytes || t->shape == DWORDS_SHAPE)) {
        if (!load_four(f, red))
            return false;
        for (unsigned i = 0; i < 4 && bytes; i++)
            red[i] = quotient(red[i] & 255, 255);
        return true;
    }
    if (!find_quad(f, &q))
        return false;
    for (unsigned i = 0; i < 4; i++)
        red[i] = load_red(t, q.place[i]);
    return true;
}

/* --- comparison --- */

INLINE v8u weight_of(const struct filter *f, unsigned i)
{
    v8u wu = i & 1 ? f->weight[0] : FILTER_STEPS - f->weight[0];
    v8u wv = i & 2 ? f->weight[1] : FILTER_STEPS - f->weight[1];
    return (v8u)_mm256_mullo_epi32((__m256i)wu, (__m256i)wv);
}

/* The weights of the texels that pass. */
static bool filter_compared(struct filter *f, v8u rgba[4])
{
    v8u red[4], sum = {0};
    if (!load_four_reds(f, red))
        return false;
    for (unsigned i = 0; i < 4; i++)
        sum += weight_of(f, i) & shadow_test(f->s->compare, red[i], f->reference);
    rgba[0] = rgba[1] = rgba[2] =
        (v8u)(_mm256_cvtepi32_ps((__m256i)sum) * (1.0f / FILTER_STEPS / FILTER_STEPS));
    rgba[ALPHA] = all(FILTER_ONE);
    return true;
}

/* --- sums --- */

static bool filter_bytes(struct filter *f, v8u rgba[4])
{
    v8u texel[4], bits[4];
    if (!load_four(f, texel))
        return false;
    v8u u = f->weight[0], v = f->weight[1];
    struct word_weights w = {.second = (__m256i)(u | u << 16),
                             .rows = (__m256i)((FILTER_STEPS - v) | v << 16)};
    w.first = _mm256_sub_epi16(_mm256_set1_epi16(FILTER_STEPS), w.second);
    for (unsigned i = 0; i < 4; i++)
        bits[i] = highest_bits(texel[i]);
    for (unsigned k = 0; k < 2; k++) {
        v8u a[2], b[2];
        sum_bytes(texel, k, &w, a);
        sum_bytes(bits, k, &w, b);
        rgba[k] = float_of_sums(a[0], b[0]);
        rgba[k + 2] = float_of_sums(a[1], b[1]);
        if (f->t->red)
            break;
    }
    texels_order(&f->t->layout, rgba);
    return true;
}

/* --- the sum of weighted floats --- */

INLINE v8u narrow(const __m256d sum[2])
{
    return (v8u)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(sum[0])),
                                     _mm256_cvtpd_ps(sum[1]), 1);
}

INLINE void weights_of(const struct filter *f, unsigned i, __m256d w[2])
{
    __m256i whole = (__m256i)weight_of(f, i);
    const __m256d unit = _mm256_set1_pd(1.0 / (FILTER_STEPS * FILTER_STEPS));
    w[0] = _mm256_cvtepi32_pd(_mm256_castsi256_si128(whole)) * unit;
    w[1] = _mm256_cvtepi32_pd(_mm256_extracti128_si256(whole, 1)) * unit;
}

static bool filter_any(struct filter *f, v8u rgba[4])
{
    __m256d sum[4][2] = {{{0}}};
    struct quad q;
    if (!find_quad(f, &q))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        __m256d w[2];
        v8u texel[4];
        weights_of(f, i, w);
        texels_load(f->t, q.place[i], texel);
        for (unsigned k = 0; k < 4; k++) {
            __m256 t = (__m256)texel[k];
            sum[k][0] =
                _mm256_fmadd_pd(w[0], _mm256_cvtps_pd(_mm256_castps256_ps128(t)), sum[k][0]);
            sum[k][1] =
                _mm256_fmadd_pd(w[1], _mm256_cvtps_pd(_mm256_extractf128_ps(t, 1)), sum[k][1]);
        }
    }
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = narrow(sum[k]);
    return true;
}

/* One float of each texel: green and blue are 0, alpha is 1. Returns false if a sum may be no
 * number or needs denormals, which the host may take for 0. */
static bool filter_red(struct filter *f, v8u rgba[4])
{
    __m256d sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    v8u red[4], odd = {0};
    if (!load_four(f, red))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        enum { TINY = 0x20000000 }; /* the bits of 2^-63: sums of what is larger are normal */
        v8u size = (red[i] & 0x7fffffff) - 1;
        __m256d w[2];
        weights_of(f, i, w);
        odd |= (v8u)(size < TINY) | (v8u)(size - 0x7f7fffff < 0x807fffffu);
        __m256 t = (__m256)red[i];
        sum[0] = _mm256_fmadd_pd(w[0], _mm256_cvtps_pd(_mm256_castps256_ps128(t)), sum[0]);
        sum[1] = _mm256_fmadd_pd(w[1], _mm256_cvtps_pd(_mm256_extractf128_ps(t, 1)), sum[1]);
    }
    rgba[0] = narrow(sum);
    rgba[1] = rgba[2] = all(0);
    rgba[ALPHA] = all(FILTER_ONE);
    return !(signs(odd) & f->on);
}

/* Four floats of an element in memory: floats, halves or the bytes of SRGB. */
INLINE __m256d load_floats(const struct fast_texels *t, const uint8_t *at, unsigned bytes)
{
    __m128 v;
    if (bytes == 16)
        v = _mm_loadu_ps((const void *)at);
    else if (bytes == 8)
        v = _mm_cvtph_ps(_mm_loadl_epi64((const void *)at));
    else
        v = (__m128){t->srgb[at[0]], t->srgb[at[1]], t->srgb[at[2]], t->srgb[256 + at[3]]};
    return _mm256_cvtps_pd(v);
}

/* Elements of four floats or halves, channel by channel. */
INLINE void sum_rows(const struct filter *f, const struct quad *q, unsigned bytes, v8u rgba[4])
{
    _Alignas(32) double weight[4][8];
    __m256 row[8], pairs[4];
    for (unsigned i = 0; i < 4; i++) {
        __m256d w[2];
        weights_of(f, i, w);
        _mm256_store_pd(weight[i], w[0]);
        _mm256_store_pd(weight[i] + 4, w[1]);
    }
    for (unsigned n = 0; n < 8; n++) {
        __m256d sum = _mm256_setzero_pd();
        for (unsigned i = 0; i < 4; i++)
            sum = _mm256_fmadd_pd(_mm256_broadcast_sd(&weight[i][n]),
                                  load_floats(f->t, q->place[i][n], bytes), sum);
        row[n] = _mm256_castps128_ps256(_mm256_cvtpd_ps(sum));
    }
    for (unsigned n = 0; n < 4; n++)
        pairs[n] = _mm256_insertf128_ps(row[n], _mm256_castps256_ps128(row[n + 4]), 1);
    columns_of(pairs, rgba);
}

static bool filter_srgb(struct filter *f, v8u rgba[4])
{
    struct quad q;
    if (!find_quad(f, &q))
        return false;
    sum_rows(f, &q, 4, rgba);
    return true;
}

/* Floats may have no number as their sum, whose bits depend on the order, and denormals. */
static bool filter_floats(struct filter *f, v8u rgba[4])
{
    const struct fast_texels *t = f->t;
    unsigned bytes = t->parts[3].bits ? t->bytes : 0;
    v8u none = {0};
    struct quad q;
    if (bytes != 16 && !(bytes == 8 && t->shape == HALVES_SHAPE)) {
        if (!filter_any(f, rgba))
            return false;
    } else if (!find_quad(f, &q)) {
        return false;
    } else if (bytes == 16) {
        sum_rows(f, &q, 16, rgba);
    } else {
        sum_rows(f, &q, 8, rgba);
    }
    for (unsigned k = 0; k < 4; k++)
        none |= (v8u)_mm256_cmp_ps((__m256)rgba[k], (__m256)rgba[k], _CMP_UNORD_Q);
    return !(signs(none) & f->on);
}

/* --- halves --- */

static bool compare_nearest(struct filter *f, v8u rgba[4])
{
    uint8_t *place[8];
    if (!filter_nearest(f->x, f->t, f->s, f->uv[0], f->uv[1], f->on, place))
        return false;
    rgba[0] = shadow_test(f->s->compare, load_red(f->t, place), f->reference) & FILTER_ONE;
    rgba[1] = rgba[2] = rgba[0];
    rgba[ALPHA] = all(FILTER_ONE);
    return true;
}

/* The lower left, lower right, upper right and upper left texel's red. */
static bool gather(struct filter *f, v8u rgba[4])
{
    static const uint8_t from[] = {2, 3, 1, 0};
    v8u red[4];
    if (!load_four_reds(f, red))
        return false;
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = f->compares ? shadow_test(f->s->compare, red[from[k]], f->reference) & FILTER_ONE
                              : red[from[k]];
    return true;
}

bool filter_half(struct filter *f, v8u rgba[4])
{
    if (f->kind == FILTER_NEAREST)
        return compare_nearest(f, rgba);
    if (f->kind == FILTER_GATHER)
        return find_gathered(f) && gather(f, rgba);
    if (!find_linear(f))
        return false;
    if (f->compares)
        return filter_compared(f, rgba);
    if (f->t->shape == BYTES_SHAPE)
        return filter_bytes(f, rgba);
    if (f->t->srgb && f->t->rgba)
        return filter_srgb(f, rgba);
    if (f->t->kind != EU_FORMAT_IS_FLOAT)
        return filter_any(f, rgba);
    if (f->t->red && filter_red(f, rgba))
        return true;
    fast_fp_take(f->x->cache->csr); /* denormals count */
    bool done = filter_floats(f, rgba);
    fast_fp_take(f->x->control);
    return done;
}

#endif
