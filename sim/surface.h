/* Surfaces: what a binding table index stands for. */
#ifndef EULAB_SIM_SURFACE_H
#define EULAB_SIM_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EU_BTI_COUNT = 256, EU_BTI_SLM = 254, EU_BTI_STATELESS = 255 };
enum { EU_SLM_BYTES = 65536 };

enum eu_surface_format {
#define FORMAT(id, ...) EU_FORMAT_##id,
#include "sim/formats.def"
#undef FORMAT
    EU_FORMAT_COUNT
};
enum eu_tiling { EU_TILING_LINEAR, EU_TILING_X, EU_TILING_Y, EU_TILING_COUNT };
struct eu_surface {
    bool present, is_2d;
    bool is_1d;             /* is_2d of one row: v is no coordinate */
    bool is_3d;             /* is_2d, depth counts slices, else elements of an array */
    uint8_t format;         /* enum eu_surface_format */
    uint8_t tiling;         /* enum eu_tiling; counts when is_2d */
    uint8_t levels;         /* of a mip map, when is_2d; 0: one */
    uint8_t halign, valign; /* of levels, elements and rows; 0: 4 and 2 */
    uint32_t width, height; /* elements, rows; a buffer: width bytes, height 1; of level 0 */
    uint32_t pitch;         /* bytes a row; tiled: whole tiles */
    uint64_t address;       /* in graphics memory; tiled: of a page */
    uint32_t depth, qpitch; /* slices or elements, 0: one; rows from one to the next */
    /* What a sampler gives as red .. alpha: enum eu_select; 0: the component itself. */
    uint8_t select[4];
};
/* Shader Channel Select of SURFACE_STATE, + 1. */
enum eu_select { EU_SELECT_ZERO = 1, EU_SELECT_ONE, EU_SELECT_RED = 5 };
/* eu_surface_decode - RENDER_SURFACE_STATE of Gen8 and Gen9. NULL, or what of it is not simulated.
 * Source: the driver's states (gen8.xml, gen9.xml). Status: inferred. */
enum { EU_SURFACE_DWORDS = 16 };
const char *eu_surface_decode(const uint32_t dw[EU_SURFACE_DWORDS], struct eu_surface *s);
/* eu_surface_encode - the state that eu_surface_decode() reads as @s, which is a buffer of bytes or
 * has one level. */
void eu_surface_encode(const struct eu_surface *s, uint32_t dw[EU_SURFACE_DWORDS]);
/* Where a level lies, and how large it is: elements and rows. */
struct eu_level {
    uint32_t x, y, width, height;
};
enum { EU_LEVELS_MAX = 15 };
/* eu_surface_levels - how many there are, 1 .. EU_LEVELS_MAX. eu_surface_level - level 1 is below
 * level 0, level 2 to the right of it, and the others below level 2, each at a multiple of the
 * alignment. A level that is not there has no elements. Source: SNB vol. 4 part 1, SURFACE_STATE,
 * MIPLAYOUT_BELOW, as Gen7 drivers lay it out. Status: inferred. */
unsigned eu_surface_levels(const struct eu_surface *s);
struct eu_level eu_surface_level(const struct eu_surface *s, unsigned level);
/* Elements and rows that all levels together take. */
void eu_surface_extent(const struct eu_surface *s, uint64_t *width, uint64_t *height);
/* Bytes from the first to behind the last of a surface in memory; tiled: whole tiles. */
uint64_t eu_surface_bytes(const struct eu_surface *s);
/* eu_surface_address - of byte @x of row @y. eu_surface_run - how many bytes from @x on follow one
 * another there; an element never passes them. X tiles have 8 rows of 512 bytes, Y tiles 32 rows
 * of 128, of which 16 lie together. Source: SNB vol. 4 part 1, SURFACE_STATE, Tile Walk and Surface
 * Pitch. Status: spec; no address bit is swizzled: assumed. */
uint64_t eu_surface_address(const struct eu_surface *s, uint32_t x, uint32_t y);
uint32_t eu_surface_run(const struct eu_surface *s, uint32_t x);
/* eu_surface_element - address of element (@x, @y); false: it lies outside. */
bool eu_surface_element(const struct eu_surface *s, uint32_t x, uint32_t y, uint64_t *address);
/* A tile's bytes and rows: what pitch and height come in. Linear: 1 and 1. */
uint32_t eu_tile_width(unsigned tiling);
uint32_t eu_tile_height(unsigned tiling);
const char *eu_tiling_name(unsigned tiling);

const char *eu_format_name(unsigned format);
int eu_format_by_name(const char *name); /* id or -EU_ERR_UNKNOWN */
int eu_format_by_code(unsigned code);    /* SURFACE_STATE's; the same */
unsigned eu_format_code(unsigned format);
unsigned eu_format_bytes(unsigned format);
/* Components that it has: bit 0 red .. bit 3 alpha. */
unsigned eu_format_channels(unsigned format);
unsigned eu_format_bits(unsigned format); /* of its first component */
bool eu_format_is_integer(unsigned format);

/* Between an element's bytes and red, green, blue, alpha as a message carries them: U32 for UINT
 * formats, S32 for SINT, a float's bits for the others. What a format does not have reads 0, alpha
 * 1, and is stored as 0. Stores clamp to the format's range; UNORM and SNORM round to the nearest,
 * halves up; NaN becomes 0; SRGB is IEC 61966-2-1. Source: SNB vol. 4 part 1, 3.9.9.7. Status:
 * spec, the conversion: assumed. */
enum { EU_ELEMENT_MAX = 16 };
void eu_element_load(unsigned format, const uint8_t *bytes, uint32_t rgba[4]);
void eu_element_store(unsigned format, const uint32_t rgba[4], uint8_t *bytes);

#endif
