/* Messages that sample with a prepared pair of surface and sampler: sampling.c prepares it and says
 * for which ones; nearest.c and linear.c sample. Whatever is not usual is left to sample.c before
 * anything has changed. */
#ifndef EULAB_SIM_FAST_SAMPLING_H
#define EULAB_SIM_FAST_SAMPLING_H

#include "sim/fast/filter.h"
#include "sim/sampler.h"

#ifdef FAST_WIDE

/* What cold->port of a message to the sampler holds: op the kind; unit and count the positions of u
 * and v (FETCH: unit the registers of all parameters); bytes that of ld's level, of offsets or
 * SAMPLE_NONE; form with PORT_MASK: texels are compared with parameter 0, and with PORT_PAIR:
 * SIMD4x2; owords the registers of the parameters; parts the components of the answer; data a
 * header, at and to; key as sampling_key() has it, slot;
 * first and second, but of SIMD4x2. */
enum sample_kind { SAMPLE, GATHER, FETCH, SIZES, DETAIL };
enum { SAMPLE_NONE = 255 };

/* Of a key: a slice has a coordinate, which may be left out; the payload has no v, so the surface
 * must have one dimension; SIMD4x2; texels are compared. */
enum {
    SAMPLING_GATHERS = 1 << 12,
    SAMPLING_SLICED = 1 << 13,
    SAMPLING_FLAT = 1 << 14,
    SAMPLING_PAIR = 1 << 15,
    SAMPLING_COMPARES = 1 << 16
};
static inline uint32_t sampling_key(unsigned bti, unsigned sampler, unsigned more)
{
    return bti | sampler << 8 | more;
}

/* Where it is in the cache, in bytes. */
static inline uint16_t sampling_slot(uint32_t key)
{
    _Static_assert(FAST_SAMPLINGS * sizeof(struct fast_sampling) <= UINT16_MAX, "its type");
    return (uint16_t)((key ^ key >> 6 ^ key >> 9) % FAST_SAMPLINGS * sizeof(struct fast_sampling));
}

/* sampling.c: the handler of SAMPLE and GATHER. */
enum fast_leave sampling_often(FAST_ARGS);
/* ... and what takes its channels if the prepared function does not. */
enum fast_leave sampling_other(FAST_ARGS);
/* sample.c: the same for any surface and sampler. */
enum fast_leave sample_any(FAST_ARGS);
/* The sampler of a message; NULL: it is not simulated, or unusual. */
const struct eu_sampler *sample_state(struct fast_ctx *x, unsigned index);

/* --- payload and response --- */

/* Parameter @n of both channels of SIMD4x2, and the first one's in the other lanes. */
INLINE v8u pair_parameter(const struct fast_port *p, const uint8_t *grf, unsigned n)
{
    int32_t two[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++)
        memcpy(&two[i], grf + p->at + 32 * (n / 4) + 16 * i + n % 4 * 4, sizeof two[i]);
    __m128i both = _mm_insert_epi32(_mm_cvtsi32_si128(two[0]), two[1], 1);
    return (v8u)_mm256_inserti128_si256(_mm256_castsi128_si256(_mm_shuffle_epi32(both, 4)),
                                        _mm_shuffle_epi32(both, 0), 1);
}

/* Parameter @n of half @h. @form: PORT_16, PORT_PAIR or neither. */
INLINE v8u sample_parameter(const struct fast_port *p, const uint8_t *grf, unsigned n, unsigned h,
                            unsigned form)
{
    if (form & PORT_PAIR)
        return pair_parameter(p, grf, n);
    return load(grf + p->at + 32 * (form & PORT_16 ? 2 * n + h : n));
}

/* Both channels of SIMD4x2, the components of each side by side. */
INLINE void answer_pair(const struct fast_port *p, uint8_t *grf, uint32_t on, const v8u rgba[4])
{
    __m128 part[4];
    for (unsigned k = 0; k < 4; k++)
        part[k] = _mm256_castps256_ps128((__m256)rgba[k]);
    __m128 rg = _mm_unpacklo_ps(part[0], part[1]), ba = _mm_unpacklo_ps(part[2], part[3]);
    if (on & 1)
        _mm_storeu_ps((void *)(grf + p->to), _mm_movelh_ps(rg, ba));
    if (on & 2)
        _mm_storeu_ps((void *)(grf + p->to + 16), _mm_movehl_ps(ba, rg));
}

INLINE void sample_answer(const struct fast_port *p, uint8_t *grf, unsigned h, uint32_t on,
                          const v8u rgba[4], unsigned form)
{
    if (form & PORT_PAIR) {
        answer_pair(p, grf, on, rgba);
        return;
    }
    uint8_t *first = grf + p->to + 32 * h;
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++) {
        uint8_t *to = first + (form & PORT_16 ? 64 : 32) * k;
        if (k < p->parts)
            put(to, on == 255 ? rgba[k] : blend(load(to), rgba[k], mask_of(on)));
    }
}

/* Channels of SIMD4x2: each stands for four of the mask. */
INLINE uint32_t sample_channels(uint32_t on, unsigned form)
{
    return form & PORT_PAIR ? (on & 15 ? 1u : 0) | (on & 0xf0 ? 2u : 0) : on;
}

/* What a function is made for: eight or sixteen channels, all of them on, or anything else. */
enum sampling_mode { ALL_8, ALL_16, ANY_MODE, SAMPLING_MODES };

/* The channels of a message. */
INLINE uint32_t sampling_channels(const struct fast_port *p, const struct fast_uop *u, uint8_t *grf,
                                  uint32_t act, enum sampling_mode mode)
{
    if (mode == ANY_MODE)
        return sample_channels(port_channels(u, grf, act), p->form);
    return mode == ALL_16 ? 0xffff : 0xff;
}

/* PORT_16, PORT_PAIR or neither; and the halves. */
INLINE unsigned sampling_form(const struct fast_port *p, enum sampling_mode mode)
{
    if (mode == ANY_MODE)
        return p->form & (PORT_16 | PORT_PAIR);
    return mode == ALL_16 ? PORT_16 : 0;
}

INLINE unsigned sampling_halves(const struct fast_port *p, enum sampling_mode mode)
{
    return sampling_form(p, mode) & PORT_16 ? 2 : 1;
}

/* Coordinate @axis of half @h, or one inside the surface for lanes that are off. Surfaces of one
 * dimension have ANY_MODE. */
INLINE v8u sampling_coordinate(const struct fast_sampling *s, const struct fast_port *p,
                               const uint8_t *grf, unsigned axis, unsigned h, uint32_t on,
                               enum sampling_mode mode)
{
    v8u c;
    if (mode == ANY_MODE && axis && s->flat)
        return all(s->axis[1].inside);
    if (sampling_form(p, mode) & PORT_PAIR)
        c = pair_parameter(p, grf, axis ? p->count : p->unit);
    else
        c = load(grf + (axis ? p->second : p->first) + 32 * h);
    return mode == ANY_MODE ? blend(all(s->axis[axis].inside), c, mask_of(on)) : c;
}

/* The coordinate of a slice where there are rows, too. Compilers leave it out if it is 0. */
INLINE v8u sampling_third(const struct fast_port *p, const uint8_t *grf, unsigned h)
{
    return p->third ? load(grf + p->third + 32 * h) : all(0);
}

/* The nearest slices of an array, of half @h. What is no number is slice 0. */
INLINE v8u sampling_slice(const struct fast_sampling *s, const struct fast_port *p,
                          const uint8_t *grf, unsigned h)
{
    __m256 c = (__m256)(s->flat ? load(grf + p->second + 32 * h) : sampling_third(p, grf, h));
    c = _mm256_min_ps(_mm256_max_ps(c, _mm256_setzero_ps()), _mm256_set1_ps(s->last_slice));
    __m256i whole = _mm256_cvttps_epi32(c);
    __m256 rest = c - _mm256_cvtepi32_ps(whole);
    return (v8u)whole - (v8u)_mm256_cmp_ps(rest, _mm256_set1_ps(0.5f), _CMP_GE_OQ);
}

/* sample.c: the levels of lanes before the bias, by sampler_gradients(): of steps along x and along
 * y, which are u's and v's, or of the coordinates u and v of subspans. */
void sample_levels(const struct fast_ctx *x, const struct eu_surface *s, const v8u at[4],
                   bool gradients, int32_t level[8]);

/* levels.c: prepares a surface whose lanes have levels of their own; returns false if it does not
 * have it. And what samples it. */
bool levels_prepare(struct fast_detail *d, const struct fast_texels *t, const struct eu_sampler *s);
fast_sampling_run *levels_run(const struct fast_detail *d, enum sampling_mode mode);
/* ... on hosts with AVX-512 and VBMI. */
fast_sampling_run *levels_run_512(const struct fast_detail *d, enum sampling_mode mode);

/* nearest.c, linear.c: what samples a prepared surface. NULL: nothing does. @more: the host has
 * AVX-512 with VBMI, and the answer may be sixteen.c's or sixteen_near.c's. */
fast_sampling_run *nearest_run(const struct fast_texels *t, enum sampling_mode mode, bool more);
fast_sampling_run *linear_run(const struct fast_texels *t, bool gathers, bool compares,
                              enum sampling_mode mode, bool more);

/* sixteen_near.c: the nearest of elements of four bytes on such hosts, if products are exact. NULL:
 * nothing does. */
fast_sampling_run *sixteen_near_run(bool srgb, bool tiled, enum sampling_mode mode);

/* Defines @name, what samples a prepared surface: run() of the file, whose last arguments are
 * constants. */
#define SAMPLING_RUN(name, ...)                                                                    \
    static enum fast_leave name(FAST_ARGS, const struct fast_sampling *s)                          \
    {                                                                                              \
        return run(FAST_PASS, s, __VA_ARGS__);                                                     \
    }
/* Defines what samples rows, and tiles, in each mode, which are the last two arguments. */
#define SAMPLING_EACH_RUN(name, ...)                                                               \
    SAMPLING_RUN(name##_8, __VA_ARGS__, false, ALL_8)                                              \
    SAMPLING_RUN(name##_16, __VA_ARGS__, false, ALL_16)                                            \
    SAMPLING_RUN(name##_any, __VA_ARGS__, false, ANY_MODE)                                         \
    SAMPLING_RUN(name##_tiled_8, __VA_ARGS__, true, ALL_8)                                         \
    SAMPLING_RUN(name##_tiled_16, __VA_ARGS__, true, ALL_16)                                       \
    SAMPLING_RUN(name##_tiled_any, __VA_ARGS__, true, ANY_MODE)
/* These, as an initializer. */
#define SAMPLING_RUNS(name)                                                                        \
    {                                                                                              \
        {name##_8, name##_16, name##_any},                                                         \
        {                                                                                          \
            name##_tiled_8, name##_tiled_16, name##_tiled_any                                      \
        }                                                                                          \
    }

/* Makes the compiler read what is in memory where it is needed, and not keep it for both halves. */
#define SAMPLING_AGAIN(s) __asm__("" : "+r"(s))

/* --- places --- */

/* Lanes of @at, in memory, are loaded from there: to take one out of a vector register is slower.
 * That memory is not on the stack, where handlers would nest. */
#define SAMPLING_IN_MEMORY(at) __asm__("" : "+m"(*(at)))

/* Where texels lie from the surface's first page on: its columns and its rows, if it is tiled. */
INLINE v8u tiled_column(const struct fast_sampling *s, v8u x)
{
    v8u b = x << load(s->shift);
    return (b >> load(s->column_shift)) * EU_PAGE_STRIDE +
           ((b & load(s->column_mask)) << load(s->column_up)) + (b & load(s->column_low));
}

INLINE v8u tiled_row(const struct fast_sampling *s, v8u y)
{
    return (y >> load(s->row_shift)) * load(s->tiles) + (y & load(s->row_low)) * load(s->row_bytes);
}

/* Both places from one load. Loads of a message wait until its places are known, and hosts have
 * room for some fifty that wait: with a load for each place, the next message had to wait, too. */
struct two_places {
    const uint8_t *first, *second;
};
INLINE struct two_places two_places_at(const uint8_t *row, const uint32_t at[2])
{
    uint64_t both;
    memcpy(&both, at, sizeof both);
    __asm__("" : "+r"(both));
    return (struct two_places){row + (uint32_t)both, row + (both >> 32)};
}

/* Four after four: a compiler that has the places of all eight at once needs more registers than
 * there are. */
INLINE __m128i four_words_at(const uint8_t *row, const uint32_t at[4], unsigned bytes)
{
    struct two_places low = two_places_at(row, at), high = two_places_at(row, at + 2);
    __m128i a = _mm_cvtsi32_si128((int)part_of(low.first, bytes));
    __m128i b = _mm_cvtsi32_si128((int)part_of(high.first, bytes));
    a = _mm_insert_epi32(a, (int)part_of(low.second, bytes), 1);
    b = _mm_insert_epi32(b, (int)part_of(high.second, bytes), 1);
    __m128i four = _mm_unpacklo_epi64(a, b);
    __asm__("" : "+x"(four));
    return four;
}
INLINE v8u words_at(const uint8_t *row, const uint32_t at[8], unsigned bytes)
{
    __m128i low = four_words_at(row, at, bytes);
    return (v8u)pair_of(low, four_words_at(row, at + 4, bytes));
}

/* Bytes side by side, as one word. */
INLINE __m128i words_side_by_side(const uint8_t *row, const uint32_t at[8])
{
    struct two_places a = two_places_at(row, at), b = two_places_at(row, at + 2);
    struct two_places c = two_places_at(row, at + 4), d = two_places_at(row, at + 6);
    __m128i v = _mm_cvtsi32_si128((int)part_of(a.first, 2));
    v = _mm_insert_epi16(v, (int)part_of(a.second, 2), 1);
    v = _mm_insert_epi16(v, (int)part_of(b.first, 2), 2);
    v = _mm_insert_epi16(v, (int)part_of(b.second, 2), 3);
    v = _mm_insert_epi16(v, (int)part_of(c.first, 2), 4);
    v = _mm_insert_epi16(v, (int)part_of(c.second, 2), 5);
    v = _mm_insert_epi16(v, (int)part_of(d.first, 2), 6);
    return _mm_insert_epi16(v, (int)part_of(d.second, 2), 7);
}

/* Two dwords side by side of two lanes. */
INLINE __m128 two_qwords_at(const uint8_t *row, const uint32_t at[2])
{
    struct two_places p = two_places_at(row, at);
    return _mm_loadh_pi(_mm_castsi128_ps(_mm_loadl_epi64((const void *)p.first)),
                        (const void *)p.second);
}

/* The same of eight lanes, by lanes; and those as columns. */
INLINE void qwords_at(const uint8_t *row, const uint32_t at[8], __m256 by_lanes[2])
{
    __m128 two[4];
    for (unsigned n = 0; n < 4; n++)
        two[n] = two_qwords_at(row, at + 2 * n);
    by_lanes[0] = _mm256_insertf128_ps(_mm256_castps128_ps256(two[0]), two[2], 1);
    by_lanes[1] = _mm256_insertf128_ps(_mm256_castps128_ps256(two[1]), two[3], 1);
}

INLINE void columns_of_qwords(const __m256 by_lanes[2], v8u word[2])
{
    word[0] = (v8u)_mm256_shuffle_ps(by_lanes[0], by_lanes[1], 0x88);
    word[1] = (v8u)_mm256_shuffle_ps(by_lanes[0], by_lanes[1], 0xdd);
}

INLINE void pairs_at(const uint8_t *row, const uint32_t at[8], v8u word[2])
{
    __m256 two[2];
    qwords_at(row, at, two);
    columns_of_qwords(two, word);
}

/* Four dwords side by side of eight lanes. */
INLINE void owords_at(const uint8_t *row, const uint32_t at[8], v8u word[4])
{
    __m256 r[4];
    for (unsigned n = 0; n < 4; n += 2) {
        struct two_places low = two_places_at(row, at + n), high = two_places_at(row, at + n + 4);
        r[n] = pair_of(_mm_loadu_si128((const void *)low.first),
                       _mm_loadu_si128((const void *)high.first));
        r[n + 1] = pair_of(_mm_loadu_si128((const void *)low.second),
                           _mm_loadu_si128((const void *)high.second));
    }
    columns_of(r, word);
}

/* Elements of any format: one dword or two. */
INLINE void sampling_words(const uint8_t *row, const uint32_t at[8], unsigned bytes, v8u words[2])
{
    words[1] = all(0);
    if (bytes == 8)
        pairs_at(row, at, words);
    else if (bytes == 4)
        words[0] = words_at(row, at, 4);
    else
        words[0] = bytes == 2 ? words_at(row, at, 2) : words_at(row, at, 1);
}

INLINE v8u sampling_part(const struct fast_part *p, const v8u words[2])
{
    return texels_part_of(p, p->word ? words[1] : words[0], (enum fast_part_kind)p->kind);
}

#endif

#endif
