/* Four texels of surfaces that are prepared (sim/fast/sampling.h): weighted, compared, gathered.
 * Sums are those of sim/sampler.c: exact, or in its order. */
#include "sim/fast/sampling.h"
#include "sim/fast/weigh.h"

#ifdef FAST_WIDE

/* Elements as they are loaded. */
enum element { BYTES, TWO_BYTES, BYTE, DWORD, HALVES, FLOATS, SRGB, PARTS, ELEMENTS };
enum what { WEIGH, COMPARE, GATHER_RED, GATHER_COMPARED };

/* Texels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1) of eight lanes: their places behind the
 * first page. In a surface that is not tiled, those of x + 1 are behind those of x. */
struct four {
    v8u weight[2]; /* of the next column and row, of FILTER_STEPS */
    v8u reference;
    uint32_t (*at)[4][8];
};

/* --- coordinates --- */

INLINE v8i lanes_of(const int32_t lanes[8])
{
    return (v8i)load(lanes);
}

/* The coordinate's floor in half units; @bad if it is far away, or no number. */
INLINE v8i half_units(const struct fast_axis *a, __m256 v, v8u *bad)
{
    __m256 whole = _mm256_floor_ps(v * (__m256)load(a->scale));
    v8i i = (v8i)_mm256_cvttps_epi32(whole);
    *bad |= (v8u)(i == (v8i)WEIGH_CONSTANT(none));
    return i;
}

/* The same where the product is exact in doubles only: the floor of the units plus @more. */
INLINE v8i by_doubles(const struct fast_axis *a, __m256 v, double more, v8u *bad)
{
    v8i i = filter_floor(v, a->by, more);
    *bad |= (v8u)(i == (v8i)WEIGH_CONSTANT(none));
    return a->repeats ? (v8i)filter_wrap(EU_WRAP_WRAP, i, all(a->size)) : i;
}

/* The first of two texels, and the weight of the second: floor((v - 0.5) * STEPS + 0.5). Where both
 * are the one at the edge, it is one of two texels inside that counts alone. */
INLINE v8i linear_texel(const struct fast_sampling *s, unsigned axis, v8u v, v8u *weight, v8u *bad)
{
    const struct fast_axis *a = &s->axis[axis];
    v8i i;
    if (s->exact)
        i = (half_units(a, (__m256)v, bad) - (v8i)WEIGH_CONSTANT(last_step)) >> 1;
    else
        i = by_doubles(a, (__m256)v, 0.5 - 0.5 * FILTER_STEPS, bad);
    i &= lanes_of(a->wrap);
    i = (v8i)_mm256_max_epi32((__m256i)i, (__m256i)lanes_of(a->least));
    i = (v8i)_mm256_min_epi32((__m256i)i, (__m256i)lanes_of(a->most));
    v8i texel = (v8i)_mm256_min_epi32((__m256i)(i >> 8), (__m256i)lanes_of(a->last));
    *weight = (v8u)(i - (texel << 8));
    *bad |= (v8u)(texel | (lanes_of(a->end) - texel));
    return texel;
}

INLINE v8i gathered_texel(const struct fast_sampling *s, unsigned axis, v8u v, v8i offset, v8u *bad)
{
    enum { FAR = 1 << 20 };
    const struct fast_axis *a = &s->axis[axis];
    v8i i;
    if (s->exact)
        i = (half_units(a, (__m256)v, bad) - (v8i)WEIGH_CONSTANT(one)) >> 1;
    else
        i = by_doubles(a, (__m256)v, -0.5, bad);
    *bad |= (v8u)(FAR - (v8i)_mm256_abs_epi32((__m256i)offset));
    i = (i + offset) & lanes_of(a->wrap);
    *bad |= (v8u)(i | (lanes_of(a->end) - i));
    return i;
}

/* --- places --- */

INLINE void find_rows(const struct fast_sampling *s, v8u x, v8u y, struct four *f, v8u *bad)
{
    v8u first = (x << load(s->shift)) + y * load(s->pitch) + load(s->low);
    v8u second = first + load(s->pitch);
    *bad |= load(s->behind) - (first & WEIGH_CONSTANT(in_page));
    *bad |= load(s->behind) - (second & WEIGH_CONSTANT(in_page));
    put((*f->at)[0], texels_in_row(first));
    put((*f->at)[2], texels_in_row(second));
}

INLINE void find_tiled(const struct fast_sampling *s, v8u x, v8u y, struct four *f)
{
    v8u column[2] = {tiled_column(s, x), tiled_column(s, x + 1)};
    v8u row[2] = {tiled_row(s, y), tiled_row(s, y + 1)};
    for (unsigned i = 0; i < 4; i++)
        put((*f->at)[i], column[i & 1] + row[i >> 1]);
}

/* Texel @i of lane @n; @bytes: of an element. */
INLINE const uint8_t *texel_at(const struct fast_sampling *s, const struct four *f, unsigned i,
                               unsigned n, unsigned bytes, bool tiled)
{
    return tiled ? s->row + (*f->at)[i][n] : s->row + (*f->at)[i & 2][n] + (i & 1 ? bytes : 0);
}

/* --- loads --- */

/* Bytes side by side, as one word. */
INLINE __m128i words_side_by_side(const uint8_t *row, const uint32_t at[8])
{
    __m128i v = _mm_cvtsi32_si128((int)part_of(row + at[0], 2));
    v = _mm_insert_epi16(v, (int)part_of(row + at[1], 2), 1);
    v = _mm_insert_epi16(v, (int)part_of(row + at[2], 2), 2);
    v = _mm_insert_epi16(v, (int)part_of(row + at[3], 2), 3);
    v = _mm_insert_epi16(v, (int)part_of(row + at[4], 2), 4);
    v = _mm_insert_epi16(v, (int)part_of(row + at[5], 2), 5);
    v = _mm_insert_epi16(v, (int)part_of(row + at[6], 2), 6);
    return _mm_insert_epi16(v, (int)part_of(row + at[7], 2), 7);
}

/* The four texels' elements of @bytes: 4, 2 or 1. */
INLINE void load_four(const struct fast_sampling *s, const struct four *f, unsigned bytes,
                      bool tiled, v8u texel[4])
{
    for (unsigned i = 0; tiled && i < 4; i++)
        texel[i] = words_at(s->row, (*f->at)[i], bytes);
    for (unsigned i = 0; !tiled && i < 2; i++) {
        if (bytes == 4) {
            pairs_at(s->row, (*f->at)[2 * i], texel + 2 * i);
            continue;
        }
        if (bytes == 2) {
            v8u both = words_at(s->row, (*f->at)[2 * i], 4);
            texel[2 * i] = both & 0xffff;
            texel[2 * i + 1] = both >> 16;
            continue;
        }
        v8u both = (v8u)_mm256_cvtepu16_epi32(words_side_by_side(s->row, (*f->at)[2 * i]));
        texel[2 * i] = both & 255;
        texel[2 * i + 1] = both >> 8;
    }
}

/* --- sums --- */

INLINE void weigh_bytes(const struct four *f, const v8u texel[4], bool one, v8u part[4])
{
    v8u bits[4], u = f->weight[0], v = f->weight[1];
    struct word_weights w = {.second = (__m256i)(u | u << 16),
                             .rows = (__m256i)((WEIGH_CONSTANT(steps) - v) | v << 16)};
    w.first = _mm256_sub_epi16((__m256i)WEIGH_CONSTANT(step_words), w.second);
    for (unsigned i = 0; i < 4; i++)
        bits[i] = highest_bits(texel[i]);
    for (unsigned k = 0; k < (one ? 1 : 2); k++) {
        v8u a[2], b[2];
        sum_bytes(texel, k, &w, a);
        sum_bytes(bits, k, &w, b);
        part[k] = float_of_sums(a[0], b[0]);
        if (!one)
            part[k + 2] = float_of_sums(a[1], b[1]);
    }
}

/* The weights of texel @i, of 1. */
INLINE __m256 weight_of(const struct four *f, unsigned i)
{
    v8u u = i & 1 ? f->weight[0] : WEIGH_CONSTANT(steps) - f->weight[0];
    v8u v = i & 2 ? f->weight[1] : WEIGH_CONSTANT(steps) - f->weight[1];
    return _mm256_cvtepi32_ps((__m256i)u) *
           (_mm256_cvtepi32_ps((__m256i)v) * (__m256)WEIGH_CONSTANT(unit));
}

INLINE __m256d doubles_of(__m256 v, bool high)
{
    return _mm256_cvtps_pd(high ? _mm256_extractf128_ps(v, 1) : _mm256_castps256_ps128(v));
}

/* One float of each texel. Returns lanes whose sum may be no number, or needs denormals, which the
 * host may take for 0. */
INLINE v8u weigh_reds(const struct four *f, const v8u red[4], v8u *out)
{
    enum { TINY = 0x20000000 }; /* the bits of 2^-63: sums of what is larger are normal */
    __m256d sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    v8u odd = all(0);
    for (unsigned i = 0; i < 4; i++) {
        v8u size = (red[i] & 0x7fffffff) - 1;
        __m256 w = weight_of(f, i);
        odd |= (v8u)(size < TINY) | (v8u)(size - 0x7f7fffff < 0x807fffffu);
        for (unsigned k = 0; k < 2; k++)
            sum[k] = _mm256_fmadd_pd(doubles_of(w, k), doubles_of((__m256)red[i], k), sum[k]);
    }
    *out = (v8u)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(sum[0])),
                                     _mm256_cvtpd_ps(sum[1]), 1);
    return odd;
}

INLINE __m256d load_floats(const uint8_t *at, enum element e)
{
    return _mm256_cvtps_pd(e == FLOATS ? _mm_loadu_ps((const void *)at)
                                       : _mm_cvtph_ps(_mm_loadl_epi64((const void *)at)));
}

/* The sum of lane @n, its floats in order. */
INLINE __m128 weigh_lane(const struct fast_sampling *s, const struct four *f,
                         const double weight[4][8], unsigned n, enum element e, bool tiled)
{
    const unsigned bytes = e == FLOATS ? 16 : 8;
    __m256d sum = _mm256_setzero_pd();
    for (unsigned i = 0; i < 4; i++)
        sum = _mm256_fmadd_pd(_mm256_broadcast_sd(&weight[i][n]),
                              load_floats(texel_at(s, f, i, n, bytes, tiled), e), sum);
    return _mm256_cvtpd_ps(sum);
}

/* Four floats of each texel, channel by channel. Returns lanes with a sum that is no number: then
 * its bits depend on the order. */
INLINE v8u weigh_rows(const struct fast_sampling *s, const struct four *f, enum element e,
                      bool tiled, v8u part[4])
{
    double weight[4][8];
    __m256 pairs[4], none = _mm256_setzero_ps();
    for (unsigned i = 0; i < 4; i++) {
        __m256 w = weight_of(f, i);
        _mm256_storeu_pd(weight[i], doubles_of(w, false));
        _mm256_storeu_pd(weight[i] + 4, doubles_of(w, true));
    }
    for (unsigned n = 0; n < 4; n++) {
        pairs[n] = pair_of((__m128i)weigh_lane(s, f, weight, n, e, tiled),
                           (__m128i)weigh_lane(s, f, weight, n + 4, e, tiled));
        none = _mm256_or_ps(none, _mm256_cmp_ps(pairs[n], pairs[n], _CMP_UNORD_Q));
    }
    columns_of(pairs, part);
    return (v8u)none;
}

/* Adds SRGB texels @i of the lanes from @n on, weighted, to the sums of their components, whose
 * values come from tables. A byte of an element comes from a register or from memory, so that
 * neither has to do it all. */
INLINE void add_srgb(const struct fast_sampling *s, const struct four *f, unsigned i, unsigned n,
                     bool tiled, __m256d sum[4])
{
    const double *t = s->wide[0], *alpha = s->wide[1];
    const uint8_t *a = texel_at(s, f, i, n, 4, tiled), *b = texel_at(s, f, i, n + 1, 4, tiled);
    const uint8_t *c = texel_at(s, f, i, n + 2, 4, tiled), *d = texel_at(s, f, i, n + 3, 4, tiled);
    uint32_t w = part_of(a, 4), x = part_of(b, 4), y = part_of(c, 4), z = part_of(d, 4);
    __m256d weight = doubles_of(weight_of(f, i), n != 0);
    __m256d r = _mm256_set_pd(t[z & 255], t[y & 255], t[x & 255], t[w & 255]);
    __m256d g = _mm256_set_pd(t[z >> 8 & 255], t[y >> 8 & 255], t[x >> 8 & 255], t[w >> 8 & 255]);
    __m256d blue = _mm256_set_pd(t[d[2]], t[c[2]], t[b[2]], t[a[2]]);
    __m256d last = _mm256_set_pd(alpha[z >> 24], alpha[y >> 24], alpha[x >> 24], alpha[w >> 24]);
    sum[0] = _mm256_fmadd_pd(weight, r, sum[0]);
    sum[1] = _mm256_fmadd_pd(weight, g, sum[1]);
    sum[2] = _mm256_fmadd_pd(weight, blue, sum[2]);
    sum[3] = _mm256_fmadd_pd(weight, last, sum[3]);
}

/* The sums of four lanes from @n on. */
INLINE void weigh_quarter(const struct fast_sampling *s, const struct four *f, unsigned n,
                          bool tiled, __m128 part[4])
{
    __m256d sum[4] = {{0}};
    add_srgb(s, f, 0, n, tiled, sum);
    add_srgb(s, f, 1, n, tiled, sum);
    add_srgb(s, f, 2, n, tiled, sum);
    add_srgb(s, f, 3, n, tiled, sum);
    for (unsigned k = 0; k < 4; k++)
        part[k] = _mm256_cvtpd_ps(sum[k]);
}

INLINE void weigh_srgb(const struct fast_sampling *s, const struct four *f, bool tiled, v8u part[4])
{
    __m128 low[4], high[4];
    weigh_quarter(s, f, 0, tiled, low);
    weigh_quarter(s, f, 4, tiled, high);
    for (unsigned k = 0; k < 4; k++)
        part[k] = (v8u)pair_of((__m128i)low[k], (__m128i)high[k]);
}

/* Adds texel @i of all lanes, of any format, to the sums of its parts. */
INLINE void add_parts(const struct fast_sampling *s, const struct four *f, unsigned i, bool tiled,
                      __m256d sum[4][2])
{
    v8u words[2];
    __m256 weight = weight_of(f, i);
    __m256d w[2] = {doubles_of(weight, false), doubles_of(weight, true)};
    if (tiled)
        sampling_words(s->row, (*f->at)[i], s->bytes, words);
    else
        sampling_words(s->row + (i & 1 ? s->bytes : 0), (*f->at)[i & 2], s->bytes, words);
    for (unsigned k = 0; k < 4; k++)
        if (k < s->nparts) {
            __m256 v = (__m256)sampling_part(&s->parts[k], words);
            sum[k][0] = _mm256_fmadd_pd(w[0], doubles_of(v, false), sum[k][0]);
            sum[k][1] = _mm256_fmadd_pd(w[1], doubles_of(v, true), sum[k][1]);
        }
}

/* The sums of the parts. Returns the same as weigh_rows(). */
INLINE v8u weigh_parts(const struct fast_sampling *s, const struct four *f, bool tiled, v8u part[4])
{
    __m256d sum[4][2] = {{{0}}};
    __m256 none = _mm256_setzero_ps();
    for (unsigned i = 0; i < 4; i++)
        add_parts(s, f, i, tiled, sum);
    for (unsigned k = 0; k < 4; k++) {
        __m256 v =
            pair_of((__m128i)_mm256_cvtpd_ps(sum[k][0]), (__m128i)_mm256_cvtpd_ps(sum[k][1]));
        none = _mm256_or_ps(none, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
        part[k] = (v8u)v;
    }
    return (v8u)none;
}

INLINE void fill_red(v8u rgba[4])
{
    rgba[1] = rgba[2] = all(0);
    rgba[3] = all(FILTER_ONE);
}

INLINE v8u weigh_four(const struct fast_sampling *s, const struct four *f, enum element e,
                      bool tiled, v8u rgba[4])
{
    v8u texel[4], bad = all(0);
    switch (e) {
    case BYTE:
    case DWORD:
        load_four(s, f, e == BYTE ? 1 : 4, tiled, texel);
        if (e == BYTE)
            weigh_bytes(f, texel, true, rgba);
        else
            bad = weigh_reds(f, texel, rgba);
        fill_red(rgba);
        return bad;
    case BYTES:
    case TWO_BYTES:
        load_four(s, f, e == BYTES ? 4 : 2, tiled, texel);
        weigh_bytes(f, texel, false, rgba);
        break;
    case SRGB:
        weigh_srgb(s, f, tiled, rgba);
        break;
    case PARTS:
        bad = weigh_parts(s, f, tiled, rgba);
        break;
    default:
        bad = weigh_rows(s, f, e, tiled, rgba);
    }
    if (e == BYTES || e == TWO_BYTES || e == SRGB || e == PARTS)
        sampling_order(s, rgba);
    return bad;
}

/* --- red alone --- */

INLINE void load_reds(const struct fast_sampling *s, const struct four *f, enum element e,
                      bool tiled, v8u red[4])
{
    load_four(s, f, e == BYTE ? 1 : 4, tiled, red);
    for (unsigned i = 0; i < 4 && e != DWORD; i++)
        red[i] = quotient(red[i] & 255, 255);
}

/* The weights of the texels that pass. */
INLINE void compare_four(const struct fast_sampling *s, const struct four *f, enum element e,
                         bool tiled, v8u rgba[4])
{
    v8u red[4];
    __m256 sum = _mm256_setzero_ps();
    load_reds(s, f, e, tiled, red);
    for (unsigned i = 0; i < 4; i++) {
        v8u pass = shadow_test((enum eu_compare)s->compare, red[i], f->reference);
        sum += _mm256_and_ps(weight_of(f, i), (__m256)pass);
    }
    rgba[0] = rgba[1] = rgba[2] = (v8u)sum;
    rgba[3] = all(FILTER_ONE);
}

/* The lower left, lower right, upper right and upper left texel. */
INLINE void gather_four(const struct fast_sampling *s, const struct four *f, enum element e,
                        bool tiled, bool compares, v8u rgba[4])
{
    static const uint8_t from[] = {2, 3, 1, 0};
    v8u red[4];
    load_reds(s, f, e, tiled, red);
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = compares ? shadow_test((enum eu_compare)s->compare, red[from[k]], f->reference) &
                                 FILTER_ONE
                           : red[from[k]];
}

/* --- messages --- */

INLINE void find_four(const struct fast_sampling *s, const struct fast_port *p, const uint8_t *grf,
                      unsigned h, uint32_t on, enum what what, bool tiled, enum sampling_mode mode,
                      struct four *f, v8u *bad)
{
    v8i texel[2];
    unsigned form = sampling_form(p, mode);
    for (unsigned k = 0; k < 2; k++) {
        v8u c = sampling_coordinate(s, p, grf, k, h, on, mode);
        v8i offset = (v8i)all(0);
        if (what < GATHER_RED) {
            texel[k] = linear_texel(s, k, c, &f->weight[k], bad);
            continue;
        }
        if (p->bytes != SAMPLE_NONE)
            offset = (v8i)(sample_parameter(p, grf, p->bytes + k, h, form) & mask_of(on));
        texel[k] = gathered_texel(s, k, c, offset, bad);
    }
    if (what == COMPARE || what == GATHER_COMPARED)
        f->reference = sample_parameter(p, grf, 0, h, form);
    v8u row = (v8u)texel[1];
    if (FAST_UNLIKELY(s->slices > 1))
        row += sampling_slice(s, p, grf, h);
    if (tiled)
        find_tiled(s, (v8u)texel[0], row, f);
    else
        find_rows(s, (v8u)texel[0], row, f, bad);
    SAMPLING_IN_MEMORY(f->at);
}

/* Returns lanes for which sample.c must do it. */
INLINE v8u answer_of(const struct fast_sampling *s, const struct four *f, enum what what,
                     enum element e, bool tiled, v8u rgba[4])
{
    if (what == WEIGH)
        return weigh_four(s, f, e, tiled, rgba);
    if (what == COMPARE)
        compare_four(s, f, e, tiled, rgba);
    else
        gather_four(s, f, e, tiled, what == GATHER_COMPARED, rgba);
    return all(0);
}

/* Whether a half may have lanes for which sample.c must do it. */
INLINE bool may_fail(enum what what, enum element e)
{
    return what == WEIGH && (e == DWORD || e == FLOATS || e == HALVES || e == PARTS);
}

/* Answers half @h or, if it may fail, leaves that to answer_kept(). */
INLINE void answer_half(const struct fast_sampling *s, const struct fast_port *p, uint8_t *grf,
                        unsigned h, uint32_t on, const struct four *f, enum what what,
                        enum element e, bool tiled, unsigned form, v8u rgba[4], v8u *bad)
{
    SAMPLING_AGAIN(s);
    *bad |= answer_of(s, f, what, e, tiled, rgba);
    if (!may_fail(what, e))
        sample_answer(p, grf, h, on >> 8 * h & 255, rgba, form);
}

/* In registers: handlers nest if the address of something on the stack is taken. */
INLINE void keep_four(v8u rgba[4])
{
    __asm__ volatile("" : "+x"(rgba[0]), "+x"(rgba[1]), "+x"(rgba[2]), "+x"(rgba[3]));
}

/* Answers all halves, or none if one of them fails. */
INLINE bool answer_all(struct fast_ctx *x, const struct fast_sampling *s, const struct fast_port *p,
                       uint8_t *grf, uint32_t on, const struct four four[2], enum what what,
                       enum element e, bool tiled, enum sampling_mode mode)
{
    unsigned form = sampling_form(p, mode);
    bool two = sampling_halves(p, mode) == 2;
    bool floats = what == WEIGH && (e == FLOATS || e == PARTS);
    bool flushes = floats && x->control != FAST_FP_KEEP;
    v8u low[4], high[4], bad = all(0);
    if (flushes) { /* denormals count; the compiler does not know what depends on it */
        _mm_setcsr(x->cache->csr);
        __asm__ volatile("" ::: "memory");
    }
    answer_half(s, p, grf, 0, on, &four[0], what, e, tiled, form, low, &bad);
    if (two)
        answer_half(s, p, grf, 1, on, &four[1], what, e, tiled, form, high, &bad);
    if (flushes) {
        keep_four(low);
        if (two)
            keep_four(high);
        __asm__ volatile("" : "+x"(bad));
        _mm_setcsr(x->control);
    }
    if (!may_fail(what, e))
        return true;
    if (FAST_UNLIKELY(signs(bad)))
        return false;
    sample_answer(p, grf, 0, on & 255, low, form);
    if (two)
        sample_answer(p, grf, 1, on >> 8 & 255, high, form);
    return true;
}

INLINE enum fast_leave run(FAST_ARGS, const struct fast_sampling *s, enum what what, enum element e,
                           bool tiled, enum sampling_mode mode)
{
    const struct fast_port *p = port_of(u);
    uint32_t on = sampling_channels(p, u, grf, act, mode);
    struct four four[2]; /* not zeroed: that takes longer than much of the rest */
    v8u bad = all(0);
    four[0].at = (uint32_t(*)[4][8])x->places[0];
    four[1].at = (uint32_t(*)[4][8])x->places[4];
    find_four(s, p, grf, 0, on & 255, what, tiled, mode, &four[0], &bad);
    if (sampling_halves(p, mode) == 2) {
        SAMPLING_AGAIN(s);
        find_four(s, p, grf, 1, on >> 8 & 255, what, tiled, mode, &four[1], &bad);
    }
    if (FAST_UNLIKELY(signs(bad)) || !answer_all(x, s, p, grf, on, four, what, e, tiled, mode))
        return sample_any(FAST_PASS);
    return fast_next(FAST_PASS);
}

#define RUN_AS(name, what, e, tiled, mode)                                                         \
    static enum fast_leave name(FAST_ARGS, const struct fast_sampling *s)                          \
    {                                                                                              \
        return run(FAST_PASS, s, what, e, tiled, mode);                                            \
    }
#define RUN(name, what, e)                                                                         \
    RUN_AS(name##_8, what, e, false, ALL_8)                                                        \
    RUN_AS(name##_16, what, e, false, ALL_16)                                                      \
    RUN_AS(name##_any, what, e, false, ANY_MODE)                                                   \
    RUN_AS(name##_tiled_8, what, e, true, ALL_8)                                                   \
    RUN_AS(name##_tiled_16, what, e, true, ALL_16)                                                 \
    RUN_AS(name##_tiled_any, what, e, true, ANY_MODE)
RUN(bytes, WEIGH, BYTES)
RUN(two_bytes, WEIGH, TWO_BYTES)
RUN(byte, WEIGH, BYTE)
RUN(dword, WEIGH, DWORD)
RUN(halves, WEIGH, HALVES)
RUN(floats, WEIGH, FLOATS)
RUN(srgb, WEIGH, SRGB)
RUN(parts, WEIGH, PARTS)
RUN(compare_dword, COMPARE, DWORD)
RUN(gather_bytes, GATHER_RED, BYTES)
RUN(gather_byte, GATHER_RED, BYTE)
RUN(gather_dword, GATHER_RED, DWORD)
RUN(gather_compared, GATHER_COMPARED, DWORD)

/* ELEMENTS: none of those. */
static enum element element_of(const struct fast_texels *t)
{
    if (t->red)
        return t->bytes == 1 ? BYTE : DWORD;
    if (t->bytes == 4 && t->shape == BYTES_SHAPE)
        return BYTES;
    if (t->bytes == 2 && t->shape == BYTES_SHAPE)
        return TWO_BYTES;
    if (t->bytes == 4 && t->srgb)
        return SRGB;
    if (t->rgba && t->bytes == 8 && t->shape == HALVES_SHAPE)
        return HALVES;
    bool floats = t->kind == EU_FORMAT_IS_FLOAT && t->shape == DWORDS_SHAPE;
    if (t->rgba && t->bytes == 16 && floats)
        return FLOATS;
    return t->bytes <= 8 && !t->srgb ? PARTS : ELEMENTS;
}

#define RUNS(name)                                                                                 \
    {                                                                                              \
        {name##_8, name##_16, name##_any},                                                         \
        {                                                                                          \
            name##_tiled_8, name##_tiled_16, name##_tiled_any                                      \
        }                                                                                          \
    }

fast_sampling_run *linear_run(const struct fast_texels *t, bool gathers, bool compares,
                              enum sampling_mode mode)
{
    static fast_sampling_run *const runs[4][ELEMENTS + 1][2][SAMPLING_MODES] = {
        [WEIGH] = {[BYTES] = RUNS(bytes),
                   [TWO_BYTES] = RUNS(two_bytes),
                   [BYTE] = RUNS(byte),
                   [DWORD] = RUNS(dword),
                   [HALVES] = RUNS(halves),
                   [FLOATS] = RUNS(floats),
                   [SRGB] = RUNS(srgb),
                   [PARTS] = RUNS(parts)},
        [COMPARE] = {[DWORD] = RUNS(compare_dword)},
        [GATHER_RED] = {[BYTES] = RUNS(gather_bytes),
                        [BYTE] = RUNS(gather_byte),
                        [DWORD] = RUNS(gather_dword)},
        [GATHER_COMPARED] = {[DWORD] = RUNS(gather_compared)},
    };
    enum what what = (gathers ? GATHER_RED : WEIGH) + compares;
    enum element e = element_of(t);
    bool red_first = e != BYTES || t->parts[0].set & 1;
    if ((compares || !gathers) && e == DWORD && t->kind != EU_FORMAT_IS_FLOAT)
        return NULL;
    return gathers && !red_first ? NULL : runs[what][e][t->s->tiling != EU_TILING_LINEAR][mode];
}

#endif
