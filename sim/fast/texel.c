/* Elements of images: places and conversion (sim/fast/texel.h). */
#include "sim/fast/texel.h"

#include <stdlib.h>

#include "sim/fast/texel_load.h"

#ifdef FAST_WIDE

enum { ALPHA = 3 };

/* The table is made when the first such surface is seen. */
static const float *srgb_of(struct fast_cache *c)
{
    for (unsigned i = 0; !c->has_srgb && i < 256; i++) {
        c->srgb[i] = eu_format_linear((uint8_t)i);
        c->srgb[256 + i] = (float)i / 255;
        c->wide[i] = (double)c->srgb[i];
        for (unsigned k = 0; k < 4; k++)
            memcpy(&c->planes[k][i], (const uint8_t *)&c->srgb[i] + k, 1);
    }
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

/* Whether a sampler returns the components as the format has them. */
static bool selects_plainly(const struct eu_surface *s)
{
    static const uint8_t none[4];
    static const uint8_t plain[4] = {EU_SELECT_RED, EU_SELECT_RED + 1, EU_SELECT_RED + 2,
                                     EU_SELECT_RED + 3};
    return !memcmp(s->select, none, sizeof none) || !memcmp(s->select, plain, sizeof plain);
}

/* Whether all parts can be decoded, and none is in two dwords. */
static bool is_format_known(const struct fast_texels *t)
{
    unsigned at = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; at += t->parts[i++].bits)
        if (!is_known(t->kind, t->parts[i].bits) || at % 32 + t->parts[i].bits > 32)
            return false;
    return !(t->bytes & (t->bytes - 1)) && t->bytes <= EU_ELEMENT_MAX;
}

/* A shape needs parts that are all alike; dwords are those of red, green, blue and alpha. */
static uint8_t shape_of(const struct fast_texels *t)
{
    const struct eu_format_part *p = t->parts;
    bool raw = t->kind <= EU_FORMAT_IS_SINT || t->kind == EU_FORMAT_IS_FLOAT, in_order = true;
    unsigned bits = p[0].bits;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && p[i].bits; i++) {
        bits = p[i].bits == p[0].bits ? bits : 0;
        in_order &= p[i].set == 1u << i;
    }
    return bits == 32 && raw && in_order                 ? DWORDS_SHAPE
           : bits == 8 && t->kind == EU_FORMAT_IS_UNORM  ? BYTES_SHAPE
           : bits == 16 && t->kind == EU_FORMAT_IS_FLOAT ? HALVES_SHAPE
                                                         : ANY_SHAPE;
}

/* The components that texels_store() needs, a bit each; 0: it does not have the format. */
static uint8_t stores_of(const struct fast_texels *t)
{
    unsigned bits = 0, needed = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; i++) {
        if (t->kind == EU_FORMAT_IS_SRGB || !t->parts[i].set)
            return 0;
        bits += t->parts[i].bits;
        needed |= 1u << __builtin_ctz(t->parts[i].set);
    }
    return bits == t->bytes * 8 ? (uint8_t)needed : 0;
}

static void set_order(struct fast_layout *p, const struct fast_texels *t)
{
    p->one = t->kind <= EU_FORMAT_IS_SINT ? 1 : 0x3f800000;
    memcpy(p->from, (const uint8_t[]){4, 4, 4, 5}, sizeof p->from);
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; i++)
        for (unsigned k = 0; k < 4; k++)
            if (t->parts[i].set >> k & 1)
                p->from[k] = (uint8_t)i;
}

/* The bytes of part @p, which begins at bit @at of its dword, and what they are multiplied with. */
static void set_norm(struct fast_part *p, unsigned at, unsigned bits, bool has_sign)
{
    unsigned first = has_sign ? (at + bits) / 8 - 4 : at / 8; /* no part with a sign is uneven */
    unsigned up = has_sign ? 32 - bits : at % 8;
    double by = 1 / ((double)(UINT32_MAX >> (32 - bits) >> has_sign) * (double)(1u << up));
    for (unsigned n = 0; n < sizeof p->bytes; n++) {
        unsigned from = first + n % 4;
        p->bytes[n] = (uint8_t)(from < 4 ? n / 4 * 4 + from : 0x80);
    }
    p->bits = UINT32_MAX >> (32 - bits) << up;
    p->high = (float)by;
    p->low = (float)(by - (double)p->high);
}

static void set_parts(struct fast_layout *p, const struct fast_texels *t)
{
    static const uint8_t kinds[] = {
        [EU_FORMAT_IS_UINT] = FAST_PART_WHOLE,  [EU_FORMAT_IS_SINT] = FAST_PART_SIGNED,
        [EU_FORMAT_IS_UNORM] = FAST_PART_UNORM, [EU_FORMAT_IS_SNORM] = FAST_PART_SNORM,
        [EU_FORMAT_IS_FLOAT] = FAST_PART_WHOLE, [EU_FORMAT_IS_SRGB] = FAST_PART_UNORM};
    unsigned at = 0;
    p->nparts = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; at += t->parts[i++].bits) {
        unsigned bits = t->parts[i].bits;
        bool half = t->kind == EU_FORMAT_IS_FLOAT && bits == 16;
        p->parts[i] = (struct fast_part){.word = (uint8_t)(at / 32),
                                         .up = (uint8_t)(32 - at % 32 - bits),
                                         .down = (uint8_t)(32 - bits),
                                         .kind = half ? FAST_PART_HALF : kinds[t->kind]};
        set_norm(&p->parts[i], at % 32, bits, t->kind == EU_FORMAT_IS_SNORM);
        p->nparts++;
    }
}

/* Makes room for the pages of the surface, if they are not too many. */
static void prepare_pages(struct fast_texels *t, uint64_t bytes)
{
    enum { MOST = 4096 };
    t->npages = (uint32_t)((t->low + bytes + EU_PAGE_BYTES - 1) / EU_PAGE_BYTES);
    t->whole = t->low % t->bytes == 0 &&
               (!t->s->is_2d || t->s->tiling != EU_TILING_LINEAR || t->s->pitch % t->bytes == 0);
    for (unsigned i = 0; i < 2; i++) {
        if (t->room[i] < t->npages || t->npages > MOST || !t->whole) {
            free(t->pages[i]);
            t->pages[i] = NULL;
            t->room[i] = 0;
        }
    }
    t->npages = t->npages > MOST || !t->whole ? 0 : t->npages;
    t->epoch = 0;
}

/* The bytes from the surface's address to behind its last element. */
static uint64_t extent(const struct fast_texels *t)
{
    const struct eu_surface *s = t->s;
    uint64_t tiles = 0, width = eu_tile_width(s->tiling), height = eu_tile_height(s->tiling);
    uint64_t columns, rows;
    if (!s->is_2d || !t->width || !t->height)
        return s->is_2d ? 0 : s->width;
    eu_surface_extent(s, &columns, &rows);
    uint64_t last = rows - 1 + (t->slices - UINT64_C(1)) * s->qpitch;
    if (height == 1)
        return last * s->pitch + columns * t->bytes;
    tiles = last / height * (s->pitch / width) + (columns * t->bytes - 1) / width;
    return (tiles + 1) * EU_PAGE_BYTES;
}

static void set_levels(struct fast_texels *t)
{
    t->levels = eu_surface_levels(t->s);
    for (unsigned i = 0; i < FAST_LEVELS; i++) {
        struct eu_level l = eu_surface_level(t->s, i);
        t->level.x[i] = l.x;
        t->level.y[i] = l.y;
        t->level.width[i] = l.width;
        t->level.height[i] = l.height;
    }
}

static __attribute__((noinline)) void prepare(struct fast_ctx *x, const struct eu_surface *s,
                                              struct fast_texels *t)
{
    enum eu_format_kind kind;
    t->s = s;
    t->sampled = t->known = false;
    if (!s->present)
        return;
    t->bytes = eu_format_bytes(s->format);
    t->parts = eu_format_parts(s->format, &kind);
    t->kind = (uint8_t)kind;
    if (!is_format_known(t))
        return;
    t->log2 = (uint8_t)__builtin_ctz(t->bytes);
    t->plain = selects_plainly(s);
    t->width = s->is_2d ? s->width : s->width / t->bytes;
    t->height = s->is_2d ? s->height : 1;
    t->slices = s->is_2d && s->depth > 1 ? s->depth : 1;
    t->low = (uint32_t)s->address % EU_PAGE_BYTES;
    t->srgb = t->kind == EU_FORMAT_IS_SRGB ? srgb_of(x->cache) : NULL;
    set_order(&t->layout, t);
    set_parts(&t->layout, t);
    t->shape = shape_of(t);
    t->stores = stores_of(t);
    t->red =
        t->parts[0].set == 1 && !t->parts[1].bits &&
        ((t->shape == BYTES_SHAPE && t->bytes == 1) || (t->shape == DWORDS_SHAPE && t->bytes == 4));
    t->rgba = t->parts[0].set == 1 && t->parts[1].set == 2 && t->parts[2].set == 4 &&
              t->parts[3].set == 8;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t size = i ? t->height : t->width;
        t->size[i] = (float)size;
        t->shifts[i] = !(size & (size - 1));
        t->limit[i] = 0x1p21f / (float)size;
    }
    set_levels(t);
    t->sampled =
        !s->finest && extent(t) < INT32_MAX && (!s->is_2d || (t->width | t->height) < 1u << 20);
    t->known = t->sampled && !s->is_1d && t->levels == 1;
    if (t->sampled)
        prepare_pages(t, extent(t));
}

/* Forgets the pages, which may have become others. */
static __attribute__((noinline)) void forget_pages(struct fast_texels *t, uint64_t epoch)
{
    for (unsigned i = 0; i < 2; i++)
        if (t->pages[i])
            memset(t->pages[i], 0, t->npages * sizeof t->pages[i][0]);
    memset(t->row, 0, sizeof t->row);
    memset(t->looks, 0, sizeof t->looks);
    t->epoch = epoch;
}

struct fast_texels *texels_sampled_of(struct fast_ctx *x, unsigned bti)
{
    const struct eu_surface *s = port_surface(x, bti);
    struct fast_texels *t = &x->cache->texels[bti % FAST_SURFACES];
    uint64_t stamp = port_surface_stamp(x, bti);
    if (!s)
        return NULL;
    if (FAST_UNLIKELY(t->s != s || t->stamp != stamp)) {
        prepare(x, s, t);
        t->stamp = stamp;
    }
    if (!t->sampled)
        return NULL;
    if (FAST_UNLIKELY(t->epoch != x->cache->tlbs[EU_TLB_MEM].epoch))
        forget_pages(t, x->cache->tlbs[EU_TLB_MEM].epoch);
    return t;
}

struct fast_texels *texels_of(struct fast_ctx *x, unsigned bti)
{
    struct fast_texels *t = texels_sampled_of(x, bti);
    return t && t->known ? t : NULL;
}

/* --- places --- */

/* Looks a page up, and keeps it for the next time; NULL: it is not mapped. */
uint8_t *texels_page(struct fast_ctx *x, struct fast_texels *t, uint32_t page, bool write)
{
    struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    uint64_t address = t->s->address + (uint64_t)page * EU_PAGE_BYTES;
    uint8_t *bytes = eu_tlb_page(tlb, (address & tlb->mask) / EU_PAGE_BYTES, write);
    if (t->epoch != tlb->epoch) /* a page was copied to be written to */
        forget_pages(t, tlb->epoch);
    if (!t->pages[write] && t->npages) {
        t->pages[write] = calloc(t->npages, sizeof t->pages[write][0]);
        t->room[write] = t->pages[write] ? t->npages : 0;
    }
    if (t->pages[write] && page < t->npages)
        t->pages[write][page] = bytes;
    return bytes;
}

/* Where a page is looked up each time: the surface is large, or elements lie in two pages. */
static bool far_places(struct fast_ctx *x, const struct fast_texels *t, v8u rel, bool write,
                       uint8_t *place[8])
{
    struct port_target to = {.tlb = &x->cache->tlbs[EU_TLB_MEM]};
    uint64_t base = t->s->address - t->low;
    return port_places_at(&to, base, &rel, t->bytes, write, place);
}

uint8_t *texels_whole_row(struct fast_ctx *x, struct fast_texels *t, bool write)
{
    if (!t->row[write])
        t->row[write] = eu_memory_row(x->eu->mem, t->s->address - t->low, t->npages, write);
    return t->row[write];
}

INLINE void look(struct fast_ctx *x, struct fast_texels *t, bool write)
{
    if (FAST_UNLIKELY(t->looks[write]++ == TEXEL_LOOKS + t->npages))
        (void)texels_whole_row(x, t, write);
}

void texels_settle(struct fast_ctx *x, struct fast_texels *t)
{
    if (texels_are_settled(t))
        return;
    t->looks[0] = TEXEL_LOOKS + t->npages + 1;
    (void)texels_whole_row(x, t, false);
}

/* @one: mostly they are all in one page. */
INLINE bool find_by_page(struct fast_ctx *x, struct fast_texels *t, v8u rel, bool write, bool one,
                         uint8_t *place[8])
{
    _Alignas(32) uint32_t page[8], in[8];
    v8u number = rel >> 12, offset = rel & (EU_PAGE_BYTES - 1);
    if (FAST_UNLIKELY(!t->npages))
        return far_places(x, t, rel, write, place);
    look(x, t, write);
    put(page, number);
    if (FAST_UNLIKELY(!t->pages[write]) && !texels_page(x, t, page[0], write))
        return false;
    if (FAST_UNLIKELY(!t->pages[write])) /* out of memory */
        return far_places(x, t, rel, write, place);
    v8u other = number ^ all(page[0]);
    if (one && _mm256_testz_si256((__m256i)other, (__m256i)other)) {
        uint8_t *bytes = t->pages[write][page[0]];
        if (FAST_UNLIKELY(!bytes) && !(bytes = texels_page(x, t, page[0], write)))
            return false;
        texels_from(bytes, offset, place);
        return true;
    }
    put(in, offset);
    for (unsigned n = 0; n < 8; n++) {
        uint8_t *bytes = t->pages[write][page[n]];
        if (FAST_UNLIKELY(!bytes) && !(bytes = texels_page(x, t, page[n], write)))
            return false;
        place[n] = bytes + in[n];
    }
    return true;
}

bool texels_by_page(struct fast_ctx *x, struct fast_texels *t, v8u rel, bool write,
                    uint8_t *place[8])
{
    return find_by_page(x, t, rel, write, false, place);
}

bool texels_mostly_one_page(struct fast_ctx *x, struct fast_texels *t, v8u rel, bool write,
                            uint8_t *place[8])
{
    return find_by_page(x, t, rel, write, true, place);
}

/* --- conversion --- */

/* Part @k of elements; 0: there is none. */
INLINE v8u part_of_elements(const struct fast_texels *t, const v8u words[WORDS], unsigned k)
{
    const struct fast_part *p = &t->layout.parts[k];
    if (k >= t->layout.nparts)
        return all(0);
    if (FAST_UNLIKELY(t->srgb) && t->parts[k].set != 1u << ALPHA)
        return (v8u)_mm256_i32gather_ps(
            t->srgb, (__m256i)texels_part_of(p, words[p->word], FAST_PART_WHOLE), 4);
    return texels_part_of(p, words[p->word], (enum fast_part_kind)p->kind);
}

void texels_load(const struct fast_texels *t, uint8_t *const place[8], v8u rgba[4])
{
    v8u words[WORDS];
    load_words(t, place, words);
#pragma GCC unroll 4
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = part_of_elements(t, words, k);
    texels_order(&t->layout, rgba);
}

/* --- stores --- */

typedef double v4d __attribute__((vector_size(32)));

/* The value times @top, rounded to the nearest, halves up; outside of [@low, 1], the limit. */
INLINE __m128i scaled(__m128 value, double low, double top)
{
    v4d v = (v4d)_mm256_cvtps_pd(value);
    v = (v4d)_mm256_and_pd((__m256d)v, _mm256_cmp_pd((__m256d)v, (__m256d)v, _CMP_ORD_Q));
    v = (v4d)_mm256_min_pd(_mm256_max_pd((__m256d)v, _mm256_set1_pd(low)), _mm256_set1_pd(1));
    return _mm256_cvttpd_epi32(_mm256_floor_pd((__m256d)(v * top + 0.5)));
}

/* The same from 0 on, in floats: the product and what its rounding left out. */
INLINE v8u scaled_up(__m256 v, float top)
{
    const __m256 by = _mm256_set1_ps(top), half = _mm256_set1_ps(0.5f);
    v = _mm256_min_ps(_mm256_max_ps(v, _mm256_setzero_ps()), _mm256_set1_ps(1));
    __m256 product = v * by, less = _mm256_fnmadd_ps(v, by, product);
    __m256 whole = _mm256_floor_ps(product);
    v8i upper = (v8i)_mm256_cmp_ps(product - whole - half, less, _CMP_GE_OQ);
    return (v8u)((v8i)_mm256_cvttps_epi32(whole) - upper);
}

/* As eu_f_to_half() rounds to the nearest. */
INLINE v8u to_half(v8u v)
{
    __m256 f = (__m256)v;
    v8u half = (v8u)_mm256_cvtepu16_epi32(_mm256_cvtps_ph(f, _MM_FROUND_TO_NEAREST_INT));
    return blend(half, all(0x7e00), (v8u)_mm256_cmp_ps(f, f, _CMP_UNORD_Q));
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
        return bits == 16 ? to_half(v) : v;
    case EU_FORMAT_IS_UNORM:
        return scaled_up((__m256)v, (float)max);
    default:
        return (v8u)_mm256_inserti128_si256(
                   _mm256_castsi128_si256(scaled(_mm256_castps256_ps128((__m256)v), low, top)),
                   scaled(_mm256_extractf128_ps((__m256)v, 1), low, top), 1) &
               max;
    }
}

INLINE void put_parts(uint8_t *const place[8], uint32_t on, const v8u *words, unsigned bytes,
                      unsigned count)
{
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        for (unsigned i = 0; i < count; i++)
            memcpy(place[n] + 4 * i, (const uint8_t *)&words[i] + 4 * n, bytes);
    }
}

/* Stores elements of @bytes channel by channel. */
static void store_words(uint8_t *const place[8], uint32_t on, const v8u *words, unsigned bytes)
{
    switch (bytes) {
    case 1:
        put_parts(place, on, words, 1, 1);
        break;
    case 2:
        put_parts(place, on, words, 2, 1);
        break;
    case 4:
        put_parts(place, on, words, 4, 1);
        break;
    default:
        put_parts(place, on, words, 4, bytes / 4);
    }
}

void texels_store(const struct fast_texels *t, uint8_t *const place[8], uint32_t on,
                  const v8u rgba[4])
{
    v8u words[WORDS], word = all(0);
    unsigned at = 0;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; at += t->parts[i++].bits) {
        v8u v = rgba[__builtin_ctz(t->parts[i].set)];
        v = encode_part(t->kind, t->parts[i].bits, v) << at % 32;
        words[at / 32] = word = at % 32 ? word | v : v;
    }
    if (on == 255 && t->bytes == 16)
        store_columns(place, (const uint8_t *)words, sizeof words[0], 4);
    else if (on == 255 && t->bytes == 8)
        store_columns(place, (const uint8_t *)words, sizeof words[0], 2);
    else
        store_words(place, on, words, t->bytes);
}

#endif
