/* Where eight elements of an image are in the host's memory, and loads from there. */
#ifndef EULAB_SIM_FAST_TEXEL_LOAD_H
#define EULAB_SIM_FAST_TEXEL_LOAD_H

#include "sim/fast/texel.h"
#include "sim/float.h"

#ifdef FAST_WIDE

enum { WORDS = 4 }; /* the dwords of the largest element */

/* The bytes from the surface's address to an element are the sum of a part for its column and one
 * for its row, tiled or not. */
INLINE v8u texels_column(const struct fast_texels *t, v8u ix)
{
    v8u xb = (v8u)_mm256_sll_epi32((__m256i)ix, _mm_cvtsi32_si128(t->log2));
    if (!t->s->is_2d || t->s->tiling == EU_TILING_LINEAR)
        return xb;
    if (t->s->tiling == EU_TILING_X)
        return (xb >> 9) * 4096 + (xb & 511);
    return (xb >> 7) * 4096 + (xb >> 4 & 7) * 512 + (xb & 15);
}

INLINE v8u texels_row(const struct fast_texels *t, v8u iy)
{
    const struct eu_surface *s = t->s;
    unsigned w = s->tiling == EU_TILING_X ? 9 : 7, h = s->tiling == EU_TILING_X ? 3 : 5;
    if (!s->is_2d)
        return all(0);
    if (s->tiling == EU_TILING_LINEAR)
        return (v8u)_mm256_mullo_epi32((__m256i)iy, (__m256i)all(s->pitch));
    v8u row = iy & ((1u << h) - 1);
    v8u tile = (v8u)_mm256_mullo_epi32((__m256i)(iy >> h), (__m256i)all((s->pitch >> w) * 4096));
    return tile + row * (h == 3 ? 512 : 16);
}

/* Lanes that are not below @size, which is 0 or more. */
INLINE v8u texels_beyond(v8u i, v8u size)
{
    return (v8u)((v8u)_mm256_min_epu32((__m256i)i, (__m256i)size) == size);
}

/* The places at @offset from @from on. */
INLINE void texels_from(const uint8_t *from, v8u offset, uint8_t *place[8])
{
    const __m256i at = _mm256_set1_epi64x((int64_t)(uintptr_t)from), v = (__m256i)offset;
    put(place, (v8u)_mm256_add_epi64(_mm256_cvtepu32_epi64(_mm256_castsi256_si128(v)), at));
    put(place + 4,
        (v8u)_mm256_add_epi64(_mm256_cvtepu32_epi64(_mm256_extracti128_si256(v, 1)), at));
}

/* Where in a row of pages @rel is. */
INLINE v8u texels_in_row(v8u rel)
{
    return rel + (rel >> 12) * (EU_PAGE_STRIDE - EU_PAGE_BYTES);
}

/* Finds the places at @rel from the surface's first page on, whose pages are kept. @one: mostly
 * they are all in one page. Returns false if one is unmapped. */
INLINE bool texels_kept(struct fast_ctx *x, struct fast_texels *t, v8u rel, bool write, bool one,
                        uint8_t *place[8])
{
    if (FAST_UNLIKELY(!t->row[write]))
        return (one ? texels_mostly_one_page : texels_by_page)(x, t, rel, write, place);
    texels_from(t->row[write], texels_in_row(rel), place);
    return true;
}

/* Lanes that are off get the value of one that is on. */
INLINE v8u texels_on(v8u rel, uint32_t on)
{
    v8u first =
        (v8u)_mm256_permutevar8x32_epi32((__m256i)rel, (__m256i)all((uint32_t)__builtin_ctz(on)));
    return blend(first, rel, mask_of(on));
}

/* The same beside places that are known: @from, of @rel_from. Mostly the pages are the same ones.
 */
INLINE bool texels_beside(struct fast_ctx *x, struct fast_texels *t, v8u rel_from,
                          uint8_t *const from[8], v8u rel, uint8_t *place[8])
{
    _Alignas(32) int32_t more[8];
    v8u other = (rel ^ rel_from) >> 12;
    if (FAST_UNLIKELY(!_mm256_testz_si256((__m256i)other, (__m256i)other)))
        return texels_kept(x, t, rel, false, false, place);
    put(more, rel - rel_from);
    for (unsigned n = 0; n < 8; n++)
        place[n] = from[n] + more[n];
    return true;
}

/* Finds elements at an offset that is the sum of both, of the channels @on, which are some. Returns
 * false if one is unmapped. Other channels get the place of one that is on. */
INLINE bool texels_places(struct fast_ctx *x, struct fast_texels *t, v8u offset, uint32_t on,
                          bool write, uint8_t *place[8])
{
    v8u rel = offset + t->low;
    if (FAST_UNLIKELY(on != 255))
        rel = texels_on(rel, on);
    return texels_kept(x, t, rel, write, false, place);
}

/* Makes the compiler keep an address: it would compute that of each field anew. */
#define TEXELS_KEEP(p) __asm__("" : "+r"(p))

/* Whether a surface's state in memory is still what it was decoded from. */
INLINE bool texels_unchanged(const struct fast_ctx *x, unsigned bti, const struct fast_surface *k)
{
    uint64_t at = x->eu->bases.surface + (x->t->binding_table & ~31u) + bti * 4;
    if (k->epoch != x->cache->tlbs[EU_TLB_MEM].epoch || k->at != at ||
        memcmp(&k->offset, k->entry, sizeof k->offset) != 0)
        return false;
    v8u differ = (load(k->state) ^ load(k->dw)) | (load(k->state + 32) ^ load(k->dw + 8));
    return _mm256_testz_si256((__m256i)differ, (__m256i)differ) && k->there;
}

/* Whether what is prepared is still that of the surface @bti. */
INLINE bool texels_hold(const struct fast_ctx *x, const struct fast_texels *t, unsigned bti)
{
    const struct fast_cache *c = x->cache;
    const struct fast_surface *k = &c->surfaces[bti % FAST_SURFACES];
    TEXELS_KEEP(k);
    if (t->epoch != c->tlbs[EU_TLB_MEM].epoch)
        return false;
    if (!x->eu->bases.tables)
        return t->s == &x->eu->surfaces[bti] && t->stamp == c->began;
    return t->s == &k->s && t->stamp == k->stamp && texels_unchanged(x, bti, k);
}

INLINE bool texels_are_those(const struct fast_ctx *x, const struct fast_texels *t, unsigned bti)
{
    return t->known && texels_hold(x, t, bti);
}

/* texels_of() and texels_sampled_of() for messages that come often. */
INLINE struct fast_texels *texels_known(struct fast_ctx *x, unsigned bti)
{
    struct fast_texels *t = &x->cache->texels[bti % FAST_SURFACES];
    TEXELS_KEEP(t);
    return FAST_UNLIKELY(!texels_are_those(x, t, bti)) ? texels_of(x, bti) : t;
}

INLINE struct fast_texels *texels_sampled(struct fast_ctx *x, unsigned bti)
{
    struct fast_texels *t = &x->cache->texels[bti % FAST_SURFACES];
    TEXELS_KEEP(t);
    return FAST_UNLIKELY(!t->sampled || !texels_hold(x, t, bti)) ? texels_sampled_of(x, bti) : t;
}

/* What @table of a surface's levels has for the levels of lanes, which are below FAST_LEVELS. */
INLINE v8u texels_of_level(const uint32_t table[FAST_LEVELS], v8u level)
{
    v8u low = (v8u)_mm256_permutevar8x32_epi32((__m256i)load(table), (__m256i)level);
    v8u high = (v8u)_mm256_permutevar8x32_epi32((__m256i)load(table + 8), (__m256i)level);
    return blend(low, high, level << 28);
}

/* Finds elements (@u, @v) of slices and levels of the channels @on, which are some. Returns false
 * if one is outside or unmapped. */
INLINE bool texels_find(struct fast_ctx *x, struct fast_texels *t, v8u u, v8u v, v8u slice,
                        v8u level, uint32_t on, bool write, uint8_t *place[8])
{
    v8u outside = texels_beyond(level, all(t->levels));
    if (t->levels > 1) {
        const struct fast_levels *l = &t->level;
        level = (v8u)_mm256_min_epu32((__m256i)level, (__m256i)all(FAST_LEVELS - 1));
        outside |= texels_beyond(u, texels_of_level(l->width, level)) |
                   texels_beyond(v, texels_of_level(l->height, level));
        u += texels_of_level(l->x, level);
        v += texels_of_level(l->y, level);
    } else {
        outside |= texels_beyond(u, all(t->width)) | texels_beyond(v, all(t->height));
    }
    if (t->s->depth) {
        outside |= texels_beyond(slice, all(t->slices));
        v += slice * t->s->qpitch;
    }
    return !(signs(outside) & on) &&
           texels_places(x, t, texels_column(t, u) + texels_row(t, v), on, write, place);
}

INLINE uint32_t part_of(const uint8_t *at, unsigned bytes)
{
    uint32_t v = 0;
    memcpy(&v, at, bytes);
    return v;
}

INLINE v8u words_of(uint8_t *const place[8], unsigned from, unsigned bytes)
{
    return (v8u){part_of(place[0] + from, bytes), part_of(place[1] + from, bytes),
                 part_of(place[2] + from, bytes), part_of(place[3] + from, bytes),
                 part_of(place[4] + from, bytes), part_of(place[5] + from, bytes),
                 part_of(place[6] + from, bytes), part_of(place[7] + from, bytes)};
}

INLINE __m256 pair_of(__m128i low, __m128i high)
{
    return (__m256)_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Elements of 8 bytes: a row each, turned into columns of dwords. */
INLINE void rows_of_qwords(uint8_t *const place[8], v8u words[WORDS])
{
    __m256 r[4];
    for (unsigned n = 0; n < 4; n++)
        r[n] = pair_of(_mm_loadl_epi64((const void *)place[n]),
                       _mm_loadl_epi64((const void *)place[n + 4]));
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpacklo_ps(r[2], r[3]);
    words[0] = (v8u)_mm256_shuffle_ps(a, b, 0x44);
    words[1] = (v8u)_mm256_shuffle_ps(a, b, 0xee);
}

INLINE void rows_of_owords(uint8_t *const place[8], v8u words[WORDS])
{
    __m256 r[4];
    for (unsigned n = 0; n < 4; n++)
        r[n] = pair_of(_mm_loadu_si128((const void *)place[n]),
                       _mm_loadu_si128((const void *)place[n + 4]));
    columns_of(r, words);
}

/* The dwords of elements, a vector each. */
INLINE void load_words(const struct fast_texels *t, uint8_t *const place[8], v8u words[WORDS])
{
    switch (t->bytes) {
    case 1:
        words[0] = words_of(place, 0, 1);
        break;
    case 2:
        words[0] = words_of(place, 0, 2);
        break;
    case 4:
        words[0] = words_of(place, 0, 4);
        break;
    case 8:
        rows_of_qwords(place, words);
        break;
    default:
        rows_of_owords(place, words);
    }
}

/* @raw / @max, rounded once, for whole numbers up to 16 bits, which a test compares with a
 * division: times the reciprocal in two parts. */
INLINE v8u quotient(v8u raw, float max)
{
    float high = 1 / max, low = (float)(1 / (double)max - (double)high);
    __m256 v = _mm256_cvtepi32_ps((__m256i)raw);
    return (v8u)_mm256_fmadd_ps(v, _mm256_set1_ps(high), v * low);
}

/* Halves as floats; a NaN becomes the default one. */
INLINE __m256 of_halves(__m128i halves)
{
    __m256 v = _mm256_cvtph_ps(halves);
    return (__m256)blend((v8u)v, all(EU_F_NAN), (v8u)_mm256_cmp_ps(v, v, _CMP_UNORD_Q));
}

/* What a normalised part of the dword @word stands for. */
INLINE v8u texels_norm(const struct fast_part *p, v8u word, bool has_sign)
{
    __m256i bytes = _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)p->bytes));
    v8u raw = (v8u)_mm256_shuffle_epi8((__m256i)word, bytes) & all(p->bits);
    __m256 v = _mm256_cvtepi32_ps((__m256i)raw);
    v = _mm256_fmadd_ps(v, _mm256_set1_ps(p->high), v * p->low);
    return (v8u)(has_sign ? _mm256_max_ps(v, _mm256_set1_ps(-1)) : v);
}

/* What a part of the dword @word stands for. */
INLINE v8u texels_part_of(const struct fast_part *p, v8u word, enum fast_part_kind kind)
{
    if (kind == FAST_PART_UNORM || kind == FAST_PART_SNORM)
        return texels_norm(p, word, kind == FAST_PART_SNORM);
    __m256i top = _mm256_sll_epi32((__m256i)word, _mm_cvtsi32_si128(p->up));
    __m128i down = _mm_cvtsi32_si128(p->down);
    if (kind == FAST_PART_SIGNED)
        return (v8u)_mm256_sra_epi32(top, down);
    __m256i raw = _mm256_srl_epi32(top, down);
    return kind == FAST_PART_WHOLE
               ? (v8u)raw
               : (v8u)of_halves(_mm_packus_epi32(_mm256_castsi256_si128(raw),
                                                 _mm256_extracti128_si256(raw, 1)));
}

/* The orders of most formats, as fast_layout.from has them: the part of red in the lowest byte. */
enum texel_order {
    ORDER_R = 0x05040400,
    ORDER_RG = 0x05040100,
    ORDER_RGB = 0x05020100,
    ORDER_BGR = 0x05000102,
    ORDER_RGBA = 0x03020100,
    ORDER_BGRA = 0x03000102
};

INLINE uint32_t texels_order_of(const struct fast_layout *l)
{
    uint32_t from;
    memcpy(&from, l->from, sizeof from);
    return from;
}

/* By a copy in memory, where the host waits for what was stored. Parts of other orders stay in
 * registers, because this one is not in line. */
static __attribute__((noinline)) void texels_any_order(const struct fast_layout *l, v8u part[4])
{
    const v8u parts[6] = {part[0], part[1], part[2], part[3], all(0), all(l->one)};
    for (unsigned k = 0; k < 4; k++)
        part[k] = load(&parts[l->from[k]]);
}

/* Gives the components their parts of an element: of a @vector with @all lanes the same. */
#define TEXELS_ORDER(name, vector, all, any_order)                                                 \
    INLINE void name(const struct fast_layout *l, vector part[4])                                  \
    {                                                                                              \
        uint32_t from = texels_order_of(l);                                                        \
        vector first = part[0];                                                                    \
        if (from == ORDER_RGBA)                                                                    \
            return;                                                                                \
        if (from == ORDER_R || from == ORDER_RG) {                                                 \
            part[1] = from == ORDER_R ? all(0) : part[1];                                          \
            part[2] = all(0);                                                                      \
            part[3] = all(l->one);                                                                 \
        } else if (from == ORDER_BGRA || from == ORDER_BGR) {                                      \
            part[0] = part[2];                                                                     \
            part[2] = first;                                                                       \
            part[3] = from == ORDER_BGR ? all(l->one) : part[3];                                   \
        } else if (from == ORDER_RGB) {                                                            \
            part[3] = all(l->one);                                                                 \
        } else {                                                                                   \
            vector parts[4] = {part[0], part[1], part[2], part[3]};                                \
            any_order(l, parts);                                                                   \
            for (unsigned k = 0; k < 4; k++)                                                       \
                part[k] = parts[k];                                                                \
        }                                                                                          \
    }
TEXELS_ORDER(texels_order, v8u, all, texels_any_order)

/* Four halves of each element, in order. */
INLINE void load_four_halves(uint8_t *const place[8], v8u rgba[4])
{
    __m256 r[4];
    for (unsigned n = 0; n < 4; n++) {
        __m128i low = _mm_loadl_epi64((const void *)place[n]);
        __m128i high = _mm_loadl_epi64((const void *)place[n + 4]);
        r[n] = of_halves(_mm_unpacklo_epi64(low, high));
    }
    columns_of(r, rgba);
}

/* A component of SRGB elements: byte @k of each, as @table has it. */
INLINE v8u load_srgb(uint8_t *const place[8], unsigned k, const float *table)
{
    return (v8u)(__m256){table[place[0][k]], table[place[1][k]], table[place[2][k]],
                         table[place[3][k]], table[place[4][k]], table[place[5][k]],
                         table[place[6][k]], table[place[7][k]]};
}

/* texels_load() with the way of the most frequent formats in line. */
INLINE void texels_load_often(const struct fast_texels *t, uint8_t *const place[8], v8u rgba[4])
{
    if (t->shape == BYTES_SHAPE && (t->rgba || texels_order_of(&t->layout) == ORDER_BGRA)) {
        v8u word = words_of(place, 0, 4), red = word & 255, blue = word >> 16 & 255;
        rgba[0] = quotient(t->rgba ? red : blue, 255);
        rgba[1] = quotient(word >> 8 & 255, 255);
        rgba[2] = quotient(t->rgba ? blue : red, 255);
        rgba[3] = quotient(word >> 24, 255);
    } else if (t->rgba && t->bytes == 16) {
        rows_of_owords(place, rgba);
    } else if (t->rgba && t->shape == HALVES_SHAPE) {
        load_four_halves(place, rgba);
    } else if (t->rgba && t->srgb) {
        for (unsigned k = 0; k < 3; k++)
            rgba[k] = load_srgb(place, k, t->srgb);
        rgba[3] = quotient(words_of(place, 3, 1), 255);
    } else if (t->red) {
        rgba[0] = t->bytes == 1 ? quotient(words_of(place, 0, 1), 255) : words_of(place, 0, 4);
        rgba[1] = rgba[2] = all(0);
        rgba[3] = all(t->kind <= EU_FORMAT_IS_SINT ? 1 : 0x3f800000);
    } else {
        texels_load(t, place, rgba);
    }
}

#endif

#endif
