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

static unsigned shape_of(const struct texels *t);

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
    t->shape = shape_of(t);
    uint64_t bytes = s->is_2d ? (uint64_t)(s->height + 64) * s->pitch : s->width;
    return bytes + (uint64_t)t->width * t->bytes < INT32_MAX && t->width < 1u << 20;
}

/* --- places --- */

/* The bytes from the surface's address to an element are the sum of a part for its column and one
 * for its row, tiled or not. */
v8u texels_column(const struct texels *t, v8u ix)
{
    v8u xb = ix * t->bytes;
    if (!t->s->is_2d || t->s->tiling == EU_TILING_LINEAR)
        return xb;
    if (t->s->tiling == EU_TILING_X)
        return (xb >> 9) * 4096 + (xb & 511);
    return (xb >> 7) * 4096 + (xb >> 4 & 7) * 512 + (xb & 15);
}

v8u texels_row(const struct texels *t, v8u iy)
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

unsigned texels_outside(v8u i, uint32_t size)
{
    v8u over = (v8u)_mm256_max_epu32((__m256i)i, (__m256i)all(size - 1)) ^ (size - 1);
    return size ? ~signs((v8u)(over == 0)) & 255 : 255;
}

bool texels_places(struct texels *t, v8u offset, uint32_t on, bool write, uint8_t *place[8])
{
    uint32_t low = (uint32_t)t->to.base % EU_PAGE_BYTES;
    v8u rel = offset + low;
    return port_places_at(&t->to, t->to.base - low, &rel, t->bytes, on, write, place);
}

bool texels_find(struct texels *t, v8u ix, v8u iy, uint32_t on, bool write, uint8_t *place[8])
{
    if ((texels_outside(ix, t->width) | texels_outside(iy, t->height)) & on)
        return false;
    return texels_places(t, texels_column(t, ix) + texels_row(t, iy), on, write, place);
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
INLINE v8u quotient(v8u raw, float max)
{
    float reciprocal = 1 / max;
    __m256 v = _mm256_cvtepi32_ps((__m256i)raw);
    __m256 q = v * reciprocal, rest = _mm256_fnmadd_ps(q, _mm256_set1_ps(max), v);
    return (v8u)_mm256_fmadd_ps(rest, _mm256_set1_ps(reciprocal), q);
}

/* ... for the usual sizes without a division. */
INLINE v8u fraction(v8u raw, unsigned bits)
{
    switch (bits) {
    case 8:
        return quotient(raw, 255);
    case 16:
        return quotient(raw, 65535);
    default:
        return quotient(raw, (float)(UINT32_MAX >> (32 - bits)));
    }
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
        return fraction(raw, p.bits);
    case EU_FORMAT_IS_SRGB:
        if (p.set == 1u << ALPHA)
            return fraction(raw, 8);
        return (v8u)_mm256_i32gather_ps(t->srgb, (__m256i)raw, 4);
    case EU_FORMAT_IS_SNORM:
        return (v8u)_mm256_max_ps((__m256)quotient(value, (float)(max >> 1)), _mm256_set1_ps(-1));
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
        if (!(p.set & (p.set - 1))) {
            rgba[__builtin_ctz(p.set)] = v;
            continue;
        }
        for (unsigned k = 0; k < 4; k++)
            if (p.set >> k & 1)
                rgba[k] = v;
    }
}

/* The shapes of most images: four components of a byte, in order; dwords as they are. */
enum texel_shape { ANY_SHAPE, FOUR_BYTES, FOUR_DWORDS, ONE_DWORD };

static unsigned shape_of(const struct texels *t)
{
    const struct eu_format_part *p = t->parts;
    bool fractions = t->kind == EU_FORMAT_IS_UNORM;
    bool raw = p[0].bits == 32 && !fractions && t->kind != EU_FORMAT_IS_SNORM;
    if (p[0].set != 1)
        return ANY_SHAPE;
    if (raw && t->bytes == 4)
        return ONE_DWORD;
    if (p[1].set != 2 || p[2].set != 4 || p[3].set != 8)
        return ANY_SHAPE;
    return raw && t->bytes == 16 ? FOUR_DWORDS
           : fractions && t->bytes == 4 && p[0].bits == 8 && p[1].bits == 8 && p[2].bits == 8
               ? FOUR_BYTES
               : ANY_SHAPE;
}

static void convert(const struct texels *t, const v8u words[WORDS], v8u rgba[4])
{
    switch (t->shape) {
    case FOUR_BYTES:
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = quotient(words[0] >> 8 * k & 255, 255);
        break;
    case FOUR_DWORDS:
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = words[k];
        break;
    case ONE_DWORD:
        rgba[0] = words[0];
        rgba[1] = rgba[2] = all(0);
        rgba[ALPHA] = all(t->kind <= EU_FORMAT_IS_SINT ? 1 : 0x3f800000);
        break;
    default:
        decode(t, words, rgba);
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

INLINE __m256 pair_of(__m128i low, __m128i high)
{
    return (__m256)_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Elements of 8 bytes: a row each, turned into columns of dwords. */
static void rows_of_qwords(uint8_t *const place[8], v8u words[WORDS])
{
    __m256 r[4];
    for (unsigned n = 0; n < 4; n++)
        r[n] = pair_of(_mm_loadl_epi64((const void *)place[n]),
                       _mm_loadl_epi64((const void *)place[n + 4]));
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpacklo_ps(r[2], r[3]);
    words[0] = (v8u)_mm256_shuffle_ps(a, b, 0x44);
    words[1] = (v8u)_mm256_shuffle_ps(a, b, 0xee);
}

static void rows_of_owords(uint8_t *const place[8], v8u words[WORDS])
{
    __m256 r[4];
    for (unsigned n = 0; n < 4; n++)
        r[n] = pair_of(_mm_loadu_si128((const void *)place[n]),
                       _mm_loadu_si128((const void *)place[n + 4]));
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
    words[0] = (v8u)_mm256_shuffle_ps(a, c, 0x44);
    words[1] = (v8u)_mm256_shuffle_ps(a, c, 0xee);
    words[2] = (v8u)_mm256_shuffle_ps(b, d, 0x44);
    words[3] = (v8u)_mm256_shuffle_ps(b, d, 0xee);
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
    case 4:
        words[0] = words_of(place, 0, 4);
        break;
    case 8:
        rows_of_qwords(place, words);
        break;
    default:
        rows_of_owords(place, words);
    }
    convert(t, words, rgba);
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
