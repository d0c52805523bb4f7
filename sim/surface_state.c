/* Surfaces as a driver describes them in memory: RENDER_SURFACE_STATE of Gen8 and Gen9. */
#include "sim/surface.h"

#include <string.h>

#include "isa/gen.h"

/* FIELD(name, dword, high, low) */
#define FIELDS(FIELD)                                                                              \
    FIELD(type, 0, 31, 29)                                                                         \
    FIELD(is_array, 0, 28, 28)                                                                     \
    FIELD(format, 0, 26, 18)                                                                       \
    FIELD(valign, 0, 17, 16)                                                                       \
    FIELD(halign, 0, 15, 14)                                                                       \
    FIELD(tile, 0, 13, 12)                                                                         \
    FIELD(qpitch, 1, 14, 0)                                                                        \
    FIELD(height, 2, 29, 16)                                                                       \
    FIELD(width, 2, 13, 0)                                                                         \
    FIELD(depth, 3, 31, 21)                                                                        \
    FIELD(pitch, 3, 17, 0)                                                                         \
    FIELD(first, 4, 28, 18)                                                                        \
    FIELD(samples, 4, 5, 3)                                                                        \
    FIELD(finest, 5, 7, 4)                                                                         \
    FIELD(mips, 5, 3, 0)                                                                           \
    FIELD(auxiliary, 6, 2, 0)                                                                      \
    FIELD(select_r, 7, 27, 25)                                                                     \
    FIELD(select_g, 7, 24, 22)                                                                     \
    FIELD(select_b, 7, 21, 19)                                                                     \
    FIELD(select_a, 7, 18, 16)

enum {
#define FIELD(name, dword, high, low)                                                              \
    DWORD_##name = (dword), HIGH_##name = (high), LOW_##name = (low),
    FIELDS(FIELD)
#undef FIELD
};
#define GET(dw, name)                                                                              \
    ((dw)[DWORD_##name] >> LOW_##name & (UINT32_MAX >> (31 - HIGH_##name + LOW_##name)))

enum type { ONE, TWO, THREE, CUBE, BUFFER, STRUCTURED, RESERVED, NOTHING };
enum { TILE_LINEAR, TILE_W, TILE_X, TILE_Y };

/* The number of elements, or of bytes for RAW: its bits are in width 6:0, then height, then depth.
 * A size that exceeds 32 bits becomes the largest that fits. */
static void decode_buffer(const uint32_t *dw, struct eu_surface *s)
{
    uint64_t n = GET(dw, width) & 0x7f;
    n = (n | (uint64_t)GET(dw, height) << 7 | (uint64_t)GET(dw, depth) << 21) + 1;
    s->pitch = GET(dw, pitch) + 1;
    if (GET(dw, type) == STRUCTURED)
        n *= s->pitch;
    else
        n *= eu_format_bytes(s->format);
    s->width = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
    s->height = 1;
}

static uint8_t alignment(uint32_t code)
{
    return code ? (uint8_t)(2u << code) : 4;
}

/* Each slice of a 1D surface whose QPitch counts elements becomes a row of its own. */
static void decode_slices(const struct isa_gen *isa, const uint32_t *dw, struct eu_surface *s)
{
    uint32_t rows = s->valign ? s->valign : 4;
    s->qpitch = GET(dw, qpitch) * 4;
    if (s->qpitch && s->is_1d && isa->qpitch_1d) {
        s->pitch = s->qpitch * eu_format_bytes(s->format);
        s->qpitch = 1;
    }
    if (!s->qpitch)
        s->qpitch = (s->height + rows - 1) / rows * rows;
    if (s->is_3d || GET(dw, is_array))
        s->depth = GET(dw, depth) + 1;
}

/* The address is that of the array's first element. */
static const char *decode_image(const struct isa_gen *isa, const uint32_t *dw, struct eu_surface *s)
{
    static const uint8_t tilings[4] = {EU_TILING_LINEAR, EU_TILING_LINEAR, EU_TILING_X,
                                       EU_TILING_Y};
    s->is_2d = true;
    s->is_1d = GET(dw, type) == ONE;
    s->is_3d = GET(dw, type) == THREE;
    s->tiling = tilings[GET(dw, tile)];
    s->width = GET(dw, width) + 1;
    s->height = s->is_1d ? 1 : GET(dw, height) + 1;
    s->pitch = GET(dw, pitch) + 1;
    s->levels = (uint8_t)(GET(dw, mips) + 1);
    s->finest = (uint8_t)GET(dw, finest);
    s->halign = alignment(GET(dw, halign));
    s->valign = alignment(GET(dw, valign));
    decode_slices(isa, dw, s);
    s->address = eu_surface_address(s, 0, GET(dw, first) * s->qpitch);
    if (GET(dw, tile) == TILE_W)
        return "a W tiled surface";
    if (GET(dw, samples))
        return "a multisampled surface";
    if (GET(dw, auxiliary))
        return "a surface with an auxiliary surface";
    if (eu_tile_height(s->tiling) > 1 && GET(dw, first) * s->qpitch % eu_tile_height(s->tiling))
        return "an array from an element that begins inside of a tile";
    return s->is_1d && (s->levels > 1 || s->finest) ? "levels of a 1D surface" : NULL;
}

const char *eu_surface_decode(const struct isa_gen *isa, const uint32_t dw[EU_SURFACE_DWORDS],
                              struct eu_surface *s)
{
    int format = eu_format_by_code(GET(dw, format));
    const uint32_t select[4] = {GET(dw, select_r), GET(dw, select_g), GET(dw, select_b),
                                GET(dw, select_a)};
    *s = (struct eu_surface){.present = true, .address = dw[8] | (uint64_t)dw[9] << 32};
    if (GET(dw, type) == NOTHING)
        return NULL;
    if (GET(dw, type) == CUBE || GET(dw, type) == RESERVED)
        return GET(dw, type) == CUBE ? "a cube" : "a surface of a reserved type";
    if (format < 0)
        return "a surface of a format that is not";
    s->format = (uint8_t)format;
    for (unsigned k = 0; k < 4; k++) {
        bool itself = select[k] == k + EU_SELECT_RED - 1;
        s->select[k] = itself ? 0 : (uint8_t)(select[k] + 1);
    }
    if (GET(dw, type) != BUFFER && GET(dw, type) != STRUCTURED)
        return decode_image(isa, dw, s);
    decode_buffer(dw, s);
    return NULL;
}

/* --- the reverse --- */
#define PUT(dw, name, value)                                                                       \
    ((dw)[DWORD_##name] |= ((uint32_t)(value) & (UINT32_MAX >> (31 - HIGH_##name + LOW_##name)))   \
                           << LOW_##name)

static void encode_image(const struct isa_gen *isa, const struct eu_surface *s, uint32_t *dw)
{
    static const uint8_t tiles[EU_TILING_COUNT] = {TILE_LINEAR, TILE_X, TILE_Y};
    PUT(dw, type, s->is_1d ? ONE : s->is_3d ? THREE : TWO);
    PUT(dw, tile, tiles[s->tiling]);
    PUT(dw, width, s->width - 1);
    PUT(dw, height, s->height - 1);
    PUT(dw, pitch, s->pitch - 1);
    if (s->is_1d && isa->qpitch_1d)
        PUT(dw, qpitch, s->qpitch * s->pitch / eu_format_bytes(s->format) / 4);
    else
        PUT(dw, qpitch, s->qpitch / 4);
    PUT(dw, halign, 1);
    PUT(dw, valign, 1);
    PUT(dw, mips, eu_surface_levels(s) - 1);
    PUT(dw, finest, s->finest);
    if (!s->depth)
        return;
    PUT(dw, depth, s->depth - 1);
    PUT(dw, is_array, !s->is_3d);
}

static void encode_buffer(const struct eu_surface *s, uint32_t *dw)
{
    uint32_t last = s->width / eu_format_bytes(s->format) - 1;
    PUT(dw, type, BUFFER);
    PUT(dw, width, last & 0x7f);
    PUT(dw, height, last >> 7);
    PUT(dw, depth, last >> 21);
    PUT(dw, pitch, eu_format_bytes(s->format) - 1);
}

void eu_surface_encode(const struct isa_gen *isa, const struct eu_surface *s,
                       uint32_t dw[EU_SURFACE_DWORDS])
{
    memset(dw, 0, EU_SURFACE_DWORDS * sizeof *dw);
    PUT(dw, format, eu_format_code(s->format));
    PUT(dw, select_r, s->select[0] ? s->select[0] - 1 : EU_SELECT_RED - 1);
    PUT(dw, select_g, s->select[1] ? s->select[1] - 1 : EU_SELECT_RED);
    PUT(dw, select_b, s->select[2] ? s->select[2] - 1 : EU_SELECT_RED + 1);
    PUT(dw, select_a, s->select[3] ? s->select[3] - 1 : EU_SELECT_RED + 2);
    dw[8] = (uint32_t)s->address;
    dw[9] = (uint32_t)(s->address >> 32);
    if (s->is_2d)
        encode_image(isa, s, dw);
    else if (s->width >= eu_format_bytes(s->format))
        encode_buffer(s, dw);
    else
        PUT(dw, type, NOTHING);
}
