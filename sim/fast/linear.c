/* Four texels of surfaces that are prepared (sim/fast/sampling.h): weighted, compared, gathered.
 * Their sums are in sim/fast/sums.h. */
#include "sim/fast/sums.h"

#ifdef FAST_WIDE

enum what { WEIGH, COMPARE, GATHER_RED, GATHER_COMPARED };

/* --- coordinates --- */

INLINE v8i lanes_of(const int32_t lanes[8])
{
    return (v8i)load(lanes);
}

/* The coordinate's floor in half units; @bad if it is far away, or no number: so far that no half
 * texel can be taken off. */
INLINE v8i half_units(const struct fast_axis *a, __m256 v, v8u *bad)
{
    __m256 whole = _mm256_floor_ps(v * (__m256)load(a->scale));
    v8i i = (v8i)_mm256_cvttps_epi32(whole);
    *bad |= (v8u)((v8i)WEIGH_CONSTANT(near) > i);
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

/* --- red alone --- */

/* Red of the texels @i, whatever part of an element of any size it is. */
INLINE v8u load_red_part(const struct fast_sampling *s, const struct four *f, unsigned i,
                         bool tiled)
{
    const struct fast_part *p = &s->layout.parts[s->layout.from[0]];
    const uint8_t *row = s->row + 4 * p->word + (tiled ? 0 : (i & 1) * s->bytes);
    const uint32_t *at = (*f->at)[tiled ? i : i & 2];
    v8u word = s->bytes == 1   ? words_at(row, at, 1)
               : s->bytes == 2 ? words_at(row, at, 2)
                               : words_at(row, at, 4);
    return texels_part_of(p, word, (enum fast_part_kind)p->kind);
}

INLINE void load_reds(const struct fast_sampling *s, const struct four *f, enum element e,
                      bool tiled, v8u red[4])
{
    for (unsigned i = 0; i < 4 && e == RED_PART; i++)
        red[i] = load_red_part(s, f, i, tiled);
    if (e == RED_PART)
        return;
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
    if (FAST_UNLIKELY(s->sliced))
        row += sampling_slice(s, p, grf, h) * s->apart;
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
    bool halves = e == HALVES || e == ONE_OR_TWO_HALVES;
    return what == WEIGH && (halves || e == DWORD || e == FLOATS || e == TWO_FLOATS);
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
    bool flushes = what == WEIGH && e == FLOATS && x->control != FAST_FP_KEEP;
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
    for (unsigned h = 0; h < 2; h++) {
        four[h].at = (uint32_t(*)[4][8])x->places[4 * h];
        four[h].numbers = (uint32_t(*)[4][8])x->numbers;
    }
    if (mode == ANY_MODE) /* there may be no second half, which compilers do not follow */
        four[1].reference = all(0);
    find_four(s, p, grf, 0, on & 255, what, tiled, mode, &four[0], &bad);
    if (sampling_halves(p, mode) == 2) {
        SAMPLING_AGAIN(s);
        find_four(s, p, grf, 1, on >> 8 & 255, what, tiled, mode, &four[1], &bad);
    }
    if (FAST_UNLIKELY(signs(bad)) || !answer_all(x, s, p, grf, on, four, what, e, tiled, mode))
        return sampling_other(FAST_PASS);
    return fast_next(FAST_PASS);
}

#define WEIGHED(name, e) SAMPLING_EACH_RUN(name, WEIGH, e)
SUMS_EACH_ELEMENT(WEIGHED)
SAMPLING_EACH_RUN(compare_dword, COMPARE, DWORD)
SAMPLING_EACH_RUN(compare_red_part, COMPARE, RED_PART)
SAMPLING_EACH_RUN(gather_bytes, GATHER_RED, BYTES)
SAMPLING_EACH_RUN(gather_byte, GATHER_RED, BYTE)
SAMPLING_EACH_RUN(gather_dword, GATHER_RED, DWORD)
SAMPLING_EACH_RUN(gather_red_part, GATHER_RED, RED_PART)
SAMPLING_EACH_RUN(gather_compared, GATHER_COMPARED, DWORD)
SAMPLING_EACH_RUN(gather_compared_red_part, GATHER_COMPARED, RED_PART)

/* ELEMENTS: none of those. */
static enum element element_of(const struct fast_texels *t)
{
    if (t->red)
        return t->bytes == 1 ? BYTE : DWORD;
    if (t->bytes == 4 && t->shape == BYTES_SHAPE)
        return t->rgba ? RGBA_BYTES : BYTES;
    if (t->bytes == 2 && t->shape == BYTES_SHAPE)
        return TWO_BYTES;
    if (t->bytes == 4 && t->srgb)
        return SRGB;
    if (t->rgba && t->bytes == 8 && t->shape == HALVES_SHAPE)
        return HALVES;
    bool floats = t->kind == EU_FORMAT_IS_FLOAT && t->shape == DWORDS_SHAPE;
    if (t->rgba && t->bytes == 16 && floats)
        return FLOATS;
    if (t->bytes > 8 || t->srgb)
        return ELEMENTS;
    if (t->rgba && t->bytes == 8 && t->kind == EU_FORMAT_IS_UNORM)
        return FOUR_UNORMS;
    return t->kind == EU_FORMAT_IS_UNORM   ? UNORMS
           : t->kind == EU_FORMAT_IS_SNORM ? SNORMS
           : t->shape == HALVES_SHAPE      ? ONE_OR_TWO_HALVES
                                           : TWO_FLOATS;
}

/* Whether red is a part of an element that is no more than taken out of it. */
static bool has_red_part(const struct fast_texels *t)
{
    unsigned red = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; i++)
        red |= t->parts[i].set & 1;
    return red && !t->srgb;
}

#define ROW(name, e) [e] = SAMPLING_RUNS(name),
fast_sampling_run *linear_run(const struct fast_texels *t, bool gathers, bool compares,
                              enum sampling_mode mode, bool more)
{
    static fast_sampling_run *const runs[4][ELEMENTS + 1][2][SAMPLING_MODES] = {
        [WEIGH] = {SUMS_EACH_ELEMENT(ROW)[FOUR_UNORMS] = SAMPLING_RUNS(unorms)},
        [COMPARE] =
            {[DWORD] = SAMPLING_RUNS(compare_dword), [RED_PART] = SAMPLING_RUNS(compare_red_part)},
        [GATHER_RED] = {[BYTES] = SAMPLING_RUNS(gather_bytes),
                        [BYTE] = SAMPLING_RUNS(gather_byte),
                        [DWORD] = SAMPLING_RUNS(gather_dword),
                        [RED_PART] = SAMPLING_RUNS(gather_red_part)},
        [GATHER_COMPARED] = {[DWORD] = SAMPLING_RUNS(gather_compared),
                             [RED_PART] = SAMPLING_RUNS(gather_compared_red_part)},
    };
    enum what what = (gathers ? GATHER_RED : WEIGH) + compares;
    enum element e = element_of(t);
    if (compares && t->kind <= EU_FORMAT_IS_SINT)
        return NULL;
    if (what != WEIGH && e == RGBA_BYTES)
        e = BYTES;
    if (what != WEIGH && (!runs[what][e][0][0] || (e == BYTES && !(t->parts[0].set & 1))))
        e = has_red_part(t) ? RED_PART : ELEMENTS;
    bool tiled = t->s->tiling != EU_TILING_LINEAR;
    fast_sampling_run *sixteen = more && !gathers ? sixteen_run(compares, e, tiled, mode) : NULL;
    return sixteen ? sixteen : runs[what][e][tiled][mode];
}

#endif
