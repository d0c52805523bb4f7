/* Surfaces: positions of levels and elements in memory, linear and tiled. */
#include "sim/surface.h"

#include <string.h>

#include "isa/gen.h"

enum { Y_COLUMN = 16, TILE_BYTES = 4096 };

static const struct tiling {
    const char *name;
    uint32_t width, height; /* size of a tile, in bytes and rows */
} tilings[EU_TILING_COUNT] = {
    [EU_TILING_LINEAR] = {"linear", 1, 1},
    [EU_TILING_X] = {"x", 512, 8},
    [EU_TILING_Y] = {"y", 128, 32},
};

static const struct tiling *tiling_at(unsigned tiling)
{
    return &tilings[tiling < EU_TILING_COUNT ? tiling : EU_TILING_LINEAR];
}

uint32_t eu_tile_width(unsigned tiling)
{
    return tiling_at(tiling)->width;
}

uint32_t eu_tile_height(unsigned tiling)
{
    return tiling_at(tiling)->height;
}

const char *eu_tiling_name(unsigned tiling)
{
    return tiling_at(tiling)->name;
}

bool eu_bti_is_surface(const struct isa_gen *isa, unsigned bti)
{
    return bti < isa->bti_special || bti == EU_BTI_BINDLESS;
}

/* --- levels --- */

static uint32_t align_up(uint32_t v, uint32_t to)
{
    return v + (to - v % to) % to;
}

static uint32_t level_size(uint32_t v, unsigned level)
{
    return v >> level ? v >> level : v != 0;
}

unsigned eu_surface_levels(const struct eu_surface *s)
{
    unsigned n = s->levels < EU_LEVELS_MAX ? s->levels : (unsigned)EU_LEVELS_MAX;
    return s->is_2d && n ? n : 1;
}

struct eu_level eu_surface_level(const struct eu_surface *s, unsigned level)
{
    struct eu_level l = {0, 0, s->width, s->height};
    uint32_t i = s->halign ? s->halign : 4, j = s->valign ? s->valign : 2;
    if (level >= eu_surface_levels(s))
        return (struct eu_level){0};
    for (unsigned k = 1; k <= s->finest + level; k++) {
        if (k == 2)
            l.x = align_up(l.width, i);
        else
            l.y += align_up(l.height, j);
        l.width = level_size(s->width, k);
        l.height = level_size(s->height, k);
    }
    return l;
}

void eu_surface_extent(const struct eu_surface *s, uint64_t *width, uint64_t *height)
{
    *width = s->width;
    *height = s->height;
    for (unsigned k = 1; k < eu_surface_levels(s); k++) {
        struct eu_level l = eu_surface_level(s, k);
        uint64_t right = (uint64_t)l.x + l.width, below = (uint64_t)l.y + l.height;
        *width = right > *width ? right : *width;
        *height = below > *height ? below : *height;
    }
}

/* --- bytes --- */

uint64_t eu_surface_bytes(const struct eu_surface *s)
{
    uint64_t width, height;
    if (!s->present)
        return 0;
    if (!s->is_2d)
        return s->width;
    if (!s->height)
        return 0;
    eu_surface_extent(s, &width, &height);
    height += s->depth > 1 ? (uint64_t)(s->depth - 1) * s->qpitch : 0;
    uint32_t rows = eu_tile_height(s->tiling);
    if (rows > 1)
        return (height + rows - 1) / rows * rows * s->pitch;
    return (height - 1) * s->pitch + width * eu_format_bytes(s->format);
}

uint64_t eu_surface_address(const struct eu_surface *s, uint32_t x, uint32_t y)
{
    const struct tiling *t = tiling_at(s->tiling);
    if (!s->is_2d || t->height == 1)
        return s->address + y * s->pitch + x;
    uint32_t tile = y / t->height * (s->pitch / t->width) + x / t->width;
    uint32_t column = x % t->width, row = y % t->height;
    uint32_t in_tile = s->tiling == EU_TILING_X ? row * t->width + column
                                                : column / Y_COLUMN * (Y_COLUMN * t->height) +
                                                      row * Y_COLUMN + column % Y_COLUMN;
    return s->address + tile * TILE_BYTES + in_tile;
}

uint32_t eu_surface_run(const struct eu_surface *s, uint32_t x)
{
    if (!s->is_2d || eu_tile_height(s->tiling) == 1)
        return UINT32_MAX;
    uint32_t together = s->tiling == EU_TILING_X ? eu_tile_width(s->tiling) : (uint32_t)Y_COLUMN;
    return together - x % together;
}

bool eu_surface_element(const struct eu_surface *s, uint32_t x, uint32_t y, uint64_t *address)
{
    uint32_t bytes = eu_format_bytes(s->format);
    uint32_t width = s->is_2d ? s->width : s->width / bytes, height = s->is_2d ? s->height : 1;
    *address = eu_surface_address(s, x * bytes, y);
    return s->present && x < width && y < height;
}
