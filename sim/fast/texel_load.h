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

INLINE unsigned texels_outside(v8u i, uint32_t size)
{
    v8u over = (v8u)_mm256_max_epu32((__m256i)i, (__m256i)all(size - 1)) ^ (size - 1);
    return size ? ~signs((v8u)(over == 0)) & 255 : 255;
}

/* Finds elements at an offset that is the sum of both, of the channels @on, which are some. Returns
 * false if one is unmapped. Other channels get the place of one that is on. */
INLINE bool texels_places(struct fast_ctx *x, struct fast_texels *t, v8u offset, uint32_t on,
                          bool write, uint8_t *place[8])
{
    _Alignas(32) uint32_t page[8], in[8];
    v8u rel = offset + t->low;
    if (FAST_UNLIKELY(on != 255)) {
        v8u first = (v8u)_mm256_permutevar8x32_epi32((__m256i)rel,
                                                     (__m256i)all((uint32_t)__builtin_ctz(on)));
        rel = blend(first, rel, mask_of(on));
    }
    if (FAST_UNLIKELY(!t->npages))
        return texels_far_places(x, t, rel, write, place);
    put(page, rel >> 12);
    put(in, rel & (EU_PAGE_BYTES - 1));
    if (FAST_UNLIKELY(!t->pages[write]) && !texels_page(x, t, page[0], write))
        return false;
    if (FAST_UNLIKELY(!t->pages[write])) /* out of memory */
        return texels_far_places(x, t, rel, write, place);
    for (unsigned n = 0; n < 8; n++) {
        uint8_t *bytes = t->pages[write][page[n]];
        if (FAST_UNLIKELY(!bytes) && !(bytes = texels_page(x, t, page[n], write)))
            return false;
        place[n] = bytes + in[n];
    }
    return true;
}

/* texels_of() for messages that come often. */
INLINE struct fast_texels *texels_known(struct fast_ctx *x, unsigned bti)
{
    const struct fast_cache *c = x->cache;
    struct fast_texels *t = &x->cache->texels[bti % FAST_SURFACES];
    bool now = !x->eu->bases.tables && t->s == &x->eu->surfaces[bti] && t->stamp == c->began &&
               t->epoch == c->tlbs[EU_TLB_MEM].epoch && t->known;
    return FAST_UNLIKELY(!now) ? texels_of(x, bti) : t;
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

/* Eight rows of four dwords, @r[n] with rows n and n + 4, as columns. */
INLINE void columns_of(const __m256 r[4], v8u words[WORDS])
{
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
    words[0] = (v8u)_mm256_shuffle_ps(a, c, 0x44);
    words[1] = (v8u)_mm256_shuffle_ps(a, c, 0xee);
    words[2] = (v8u)_mm256_shuffle_ps(b, d, 0x44);
    words[3] = (v8u)_mm256_shuffle_ps(b, d, 0xee);
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

/* texels_load() with the way of the most frequent formats in line. */
INLINE void texels_load_often(const struct fast_texels *t, uint8_t *const place[8], v8u rgba[4])
{
    if (t->rgba && t->shape == BYTES_SHAPE) {
        v8u word = words_of(place, 0, 4);
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = quotient(word >> 8 * k & 255, 255);
    } else if (t->rgba && t->bytes == 16) {
        rows_of_owords(place, rgba);
    } else {
        texels_load(t, place, rgba);
    }
}

#endif

#endif
