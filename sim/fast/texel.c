/* Elements of images: places and conversion (sim/fast/texel.h). */
#include "sim/fast/texel.h"
#include "sim/float.h"

#ifdef FAST_WIDE

enum { WORDS = 4, ALPHA = 3 };

/* The table is made when the first such surface is seen. */
static const float *srgb_of(struct fast_cache *c)
{
    for (unsigned i = 0; !c->has_srgb && i < 256; i++)
        c->srgb[i] = eu_format_linear((uint8_t)i);
    c->has_srgb = true;
    return c->srgb;
}

/* Whether one part can be decoded by itself. */
static bool is_known(enum eu_format_kind kind, unsigned bits)
{
    switch (kind) {
    case EU_FORMAT_IS_UNORM:
    case EU_FORMAT_IS_SNORM:
        return bits <= 16;
    case EU_FORMAT_IS_SRGB:
        return bits == 8;
    case EU_FORMAT_IS_FLOAT:
        return bits == 16 || bits == 32;
    default:
        return true;
    }
}

bool texels_of(struct fast_ctx *x, const struct eu_surface *s, struct texels *t)
{
    unsigned at = 0;
    if (!s || !s->present || s->depth > 1 || s->is_1d || s->is_3d || eu_surface_levels(s) > 1)
        return false;
    t->s = s;
    t->bytes = eu_format_bytes(s->format);
    t->parts = eu_format_parts(s->format, &t->kind);
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; at += t->parts[i++].bits)
        if (!is_known(t->kind, t->parts[i].bits) || at % 32 + t->parts[i].bits > 32)
            return false;
    if (t->bytes & (t->bytes - 1) || t->bytes > EU_ELEMENT_MAX)
        return false;
    t->to = (struct port_target){.tlb = &x->cache->tlbs[EU_TLB_MEM], .base = s->address};
    t->width = s->is_2d ? s->width : s->width / t->bytes;
    t->height = s->is_2d ? s->height : 1;
    t->srgb = t->kind == EU_FORMAT_IS_SRGB ? srgb_of(x->cache) : NULL;
    uint64_t bytes = s->is_2d ? (uint64_t)(s->height + 64) * s->pitch : s->width;
    return bytes + (uint64_t)t->width * t->bytes < INT32_MAX && t->width < 1u << 20;
}

/* --- places --- */

/* The bytes from the surface's address to byte @xb of row @y. */
INLINE v8u offset_of(const struct eu_surface *s, v8u xb, v8u y)
{
    unsigned w = s->tiling == EU_TILING_X ? 9 : 7, h = s->tiling == EU_TILING_X ? 3 : 5;
    if (!s->is_2d)
        return xb;
    if (s->tiling == EU_TILING_LINEAR)
        return (v8u)_mm256_mullo_epi32((__m256i)y, (__m256i)all(s->pitch)) + xb;
    v8u tile = (v8u)_mm256_mullo_epi32((__m256i)(y >> h), (__m256i)all(s->pitch >> w)) + (xb >> w);
    v8u column = xb & ((1u << w) - 1), row = y & ((1u << h) - 1);
    if (s->tiling == EU_TILING_X)
        return tile * 4096 + row * 512 + column;
    return tile * 4096 + (column >> 4) * 512 + row * 16 + (column & 15);
}

bool texels_find(struct texels *t, v8u ix, v8u iy, uint32_t on, bool write, uint8_t *place[8])
{
    v8u lanes = mask_of(on);
    v8u outside = (v8u)_mm256_max_epu32((__m256i)ix, (__m256i)all(t->width - 1)) ^ (t->width - 1);
    outside |= (v8u)_mm256_max_epu32((__m256i)iy, (__m256i)all(t->height - 1)) ^ (t->height - 1);
    if (!t->width || !t->height || !_mm256_testz_si256((__m256i)outside, (__m256i)lanes))
        return false;
    uint32_t low = (uint32_t)t->to.base % EU_PAGE_BYTES;
    v8u rel[1] = {offset_of(t->s, ix * t->bytes, iy) + low};
    return port_places_at(&t->to, t->to.base - low, rel, 1, t->bytes, on, write, place);
}

/* --- conversion --- */

/* A half is exactly representable; a NaN becomes the default one, as eu_f_from_half() has it. */
INLINE v8u from_half(v8u h)
{
    v8u sign = (h & 0x8000) << 16, e = h & 0x7c00, f = h & 0x3ff;
    v8u normal = ((h & 0x7fff) << 13) + (112u << 23);
    v8u tiny = (v8u)(_mm256_cvtepi32_ps((__m256i)f) * 0x1p-24f);
    v8u special = (v8u)(f == 0);
    special = blend(all(EU_F_NAN), all(0x7f800000) | sign, special);
    v8u v = blend(normal, tiny, (v8u)(e == 0)) | sign;
    return blend(v, special, (v8u)(e == 0x7c00));
}

/* @raw / @max, rounded once: the quotient by the reciprocal, with its remainder. For whole numbers
 * up to 16 bits, which a test compares with a division. */
INLINE __m256 quotient(__m256 raw, float max)
{
    float reciprocal = 1 / max;
    __m256 q = raw * reciprocal, rest = _mm256_fnmadd_ps(q, _mm256_set1_ps(max), raw);
    return _mm256_fmadd_ps(rest, _mm256_set1_ps(reciprocal), q);
}

INLINE v8u decode_part(const struct texels *t, struct eu_format_part p, v8u raw)
{
    unsigned up = 32u - p.bits;
    uint32_t max = UINT32_MAX >> up;
    v8u value = (v8u)((v8i)(raw << up) >> up);
    switch (t->kind) {
    case EU_FORMAT_IS_SINT:
        return value;
    case EU_FORMAT_IS_UNORM:
        return (v8u)quotient(_mm256_cvtepi32_ps((__m256i)raw), (float)max);
    case EU_FORMAT_IS_SRGB:
        if (p.set == 1u << ALPHA)
            return (v8u)quotient(_mm256_cvtepi32_ps((__m256i)raw), (float)max);
        return (v8u)_mm256_i32gather_ps(t->srgb, (__m256i)raw, 4);
    case EU_FORMAT_IS_SNORM:
        return (v8u)_mm256_max_ps(quotient(_mm256_cvtepi32_ps((__m256i)value), (float)(max >> 1)),
                                  _mm256_set1_ps(-1));
    case EU_FORMAT_IS_FLOAT:
        return p.bits == 16 ? from_half(raw) : raw;
    default:
        return raw;
    }
}

static void decode(const struct texels *t, const v8u words[WORDS], v8u rgba[4])
{
    unsigned at = 0;
    rgba[0] = rgba[1] = rgba[2] = all(0);
    rgba[ALPHA] = all(t->kind <= EU_FORMAT_IS_SINT ? 1 : 0x3f800000);
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; at += t->parts[i++].bits) {
        struct eu_format_part p = t->parts[i];
        if (!p.set)
            continue;
        v8u v = decode_part(t, p, words[at / 32] >> at % 32 & UINT32_MAX >> (32 - p.bits));
        for (unsigned k = 0; k < 4; k++)
            if (p.set >> k & 1)
                rgba[k] = v;
    }
}

/* --- loads --- */

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

void texels_load(const struct texels *t, uint8_t *place[8], uint32_t on, v8u rgba[4])
{
    static const uint8_t nothing[EU_ELEMENT_MAX];
    v8u words[WORDS];
    for (uint32_t off = ~on & 255; off; off &= off - 1)
        place[__builtin_ctz(off)] = (uint8_t *)(uintptr_t)nothing;
    switch (t->bytes) {
    case 1:
        words[0] = words_of(place, 0, 1);
        break;
    case 2:
        words[0] = words_of(place, 0, 2);
        break;
    default:
        for (unsigned i = 0; i < t->bytes / 4; i++)
            words[i] = words_of(place, 4 * i, 4);
    }
    decode(t, words, rgba);
}

bool texels_fetch(struct texels *t, v8u ix, v8u iy, uint32_t on, v8u rgba[4])
{
    uint8_t *place[8];
    if (!texels_find(t, ix, iy, on, false, place))
        return false;
    texels_load(t, place, on, rgba);
    return true;
}

/* --- stores --- */

bool texels_stores(const struct texels *t)
{
    unsigned parts = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; i++) {
        bool half = t->kind == EU_FORMAT_IS_FLOAT && t->parts[i].bits == 16;
        if (half || t->kind == EU_FORMAT_IS_SRGB)
            return false;
        parts += t->parts[i].bits;
    }
    return parts == t->bytes * 8;
}

typedef double v4d __attribute__((vector_size(32)));

/* The value times @top, rounded to the nearest, halves up; outside of [@low, 1], the limit. */
INLINE __m128i scaled(__m128 value, double low, double top)
{
    v4d v = (v4d)_mm256_cvtps_pd(value);
    v = (v4d)_mm256_and_pd((__m256d)v, _mm256_cmp_pd((__m256d)v, (__m256d)v, _CMP_ORD_Q));
    v = (v4d)_mm256_min_pd(_mm256_max_pd((__m256d)v, _mm256_set1_pd(low)), _mm256_set1_pd(1));
    return _mm256_cvttpd_epi32(_mm256_floor_pd((__m256d)(v * top + 0.5)));
}

INLINE v8u encode_part(enum eu_format_kind kind, unsigned bits, v8u v)
{
    uint32_t max = UINT32_MAX >> (32 - bits);
    double low = kind == EU_FORMAT_IS_SNORM ? -1 : 0;
    double top = kind == EU_FORMAT_IS_SNORM ? max >> 1 : max;
    switch (kind) {
    case EU_FORMAT_IS_UINT:
        return (v8u)_mm256_min_epu32((__m256i)v, (__m256i)all(max));
    case EU_FORMAT_IS_SINT:
        return (v8u)_mm256_max_epi32(
                   _mm256_min_epi32((__m256i)v, _mm256_set1_epi32((int)(max >> 1))),
                   _mm256_set1_epi32((int)(-(int64_t)(max >> 1) - 1))) &
               max;
    case EU_FORMAT_IS_FLOAT:
        return v;
    default:
        return (v8u)_mm256_inserti128_si256(
                   _mm256_castsi128_si256(scaled(_mm256_castps256_ps128((__m256)v), low, top)),
                   scaled(_mm256_extractf128_ps((__m256)v, 1), low, top), 1) &
               max;
    }
}

void texels_store(const struct texels *t, uint8_t *const place[8], uint32_t on, const v8u rgba[4])
{
    v8u words[WORDS] = {all(0), all(0), all(0), all(0)};
    unsigned at = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; at += t->parts[i++].bits)
        if (t->parts[i].set) {
            v8u v = rgba[__builtin_ctz(t->parts[i].set)];
            words[at / 32] |= encode_part(t->kind, t->parts[i].bits, v) << at % 32;
        }
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        if (t->bytes < 4)
            memcpy(place[n], (const uint8_t *)words + 4 * n, t->bytes);
        for (unsigned i = 0; i < t->bytes / 4; i++)
            memcpy(place[n] + 4 * i, (const uint8_t *)&words[i] + 4 * n, 4);
    }
}

#endif
