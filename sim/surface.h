/* Surfaces: what a binding table index stands for. */
#ifndef EULAB_SIM_SURFACE_H
#define EULAB_SIM_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct isa_gen;
enum { EU_BTI_COUNT = 256, EU_BTI_BINDLESS = 252, EU_BTI_SLM = 254, EU_BTI_STATELESS = 255 };
/* eu_bti_is_surface - false: messages reach no surface by this index, it has another meaning. */
bool eu_bti_is_surface(const struct isa_gen *isa, unsigned bti);
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
    bool is_1d;             /* is_2d with one row: v is not a coordinate */
    bool is_3d;             /* is_2d; depth counts slices, not elements of an array */
    uint8_t format;         /* enum eu_surface_format */
    uint8_t tiling;         /* enum eu_tiling; used if is_2d */
    uint8_t levels;         /* of a mip map, if is_2d, from the finest on; 0: one */
    uint8_t finest;         /* Surface Min LOD: the level that messages call 0 */
    uint8_t halign, valign; /* alignment of levels, in elements and rows; 0: 4 and 2 */
    /* of level 0, in elements and rows; a buffer: width in bytes, height 1 */
    uint32_t width, height;
    uint32_t pitch;         /* bytes of a row; tiled: whole tiles */
    uint64_t address;       /* in graphics memory; tiled: the beginning of a page */
    uint32_t depth, qpitch; /* slices or elements, 0: one; qpitch: rows from one to the next */
    /* What a sampler returns as red .. alpha: enum eu_select; 0: the component itself. */
    uint8_t select[4];
};
/* The codes of SURFACE_STATE's Shader Channel Select, + 1. */
enum eu_select { EU_SELECT_ZERO = 1, EU_SELECT_ONE, EU_SELECT_RED = 5 };
/* eu_surface_decode - decodes RENDER_SURFACE_STATE of Gen8 and Gen9. Returns NULL, or which
 * property is not simulated. Source: the driver's states (gen8.xml, gen9.xml). Status: inferred. */
enum { EU_SURFACE_DWORDS = 16 };
const char *eu_surface_decode(const struct isa_gen *isa, const uint32_t dw[EU_SURFACE_DWORDS],
                              struct eu_surface *s);
/* eu_surface_encode - makes the state that eu_surface_decode() reads as @s, which is a buffer of
 * bytes, or has levels at multiples of 4 elements and rows. */
void eu_surface_encode(const struct isa_gen *isa, const struct eu_surface *s,
                       uint32_t dw[EU_SURFACE_DWORDS]);
/* The position and size of a level, in elements and rows. */
struct eu_level {
    uint32_t x, y, width, height;
};
enum { EU_LEVELS_MAX = 15 };
/* eu_surface_levels - how many levels there are, 1 .. EU_LEVELS_MAX. eu_surface_level - level 1 is
 * below level 0, level 2 to the right of level 1, and the others below level 2, each at a multiple
 * of the alignment. @level counts from the surface's finest one, for the sampler and typed messages
 * (VLV vol. 2d, RENDER_SURFACE_STATE, dword 5; spec). A level that does not exist has no elements.
 * Source: SNB vol. 4 part 1, SURFACE_STATE, MIPLAYOUT_BELOW, as Gen7 drivers lay it out. Status:
 * inferred. */
unsigned eu_surface_levels(const struct eu_surface *s);
struct eu_level eu_surface_level(const struct eu_surface *s, unsigned level);
/* The size of all levels together, in elements and rows. */
void eu_surface_extent(const struct eu_surface *s, uint64_t *width, uint64_t *height);
/* The bytes of a surface in memory, from the first to the last; tiled: whole tiles. */
uint64_t eu_surface_bytes(const struct eu_surface *s);
/* eu_surface_address - the address of byte @x of row @y. eu_surface_run - how many bytes from @x on
 * are contiguous there; an element never reaches over their end. X tiles have 8 rows of 512 bytes,
 * Y tiles 32 rows of 128, of which 16 are contiguous. Source: SNB vol. 4 part 1, SURFACE_STATE,
 * Tile Walk and Surface Pitch. Status: spec; that no address bit is swizzled: assumed. */
uint64_t eu_surface_address(const struct eu_surface *s, uint32_t x, uint32_t y);
uint32_t eu_surface_run(const struct eu_surface *s, uint32_t x);
/* eu_surface_element - computes the address of element (@x, @y); returns false if it is outside. */
bool eu_surface_element(const struct eu_surface *s, uint32_t x, uint32_t y, uint64_t *address);
/* Bytes and rows of a tile: pitch and height are multiples of these. Linear: 1 and 1. */
uint32_t eu_tile_width(unsigned tiling);
uint32_t eu_tile_height(unsigned tiling);
const char *eu_tiling_name(unsigned tiling);

const char *eu_format_name(unsigned format);
int eu_format_by_name(const char *name); /* id or -EU_ERR_UNKNOWN */
int eu_format_by_code(unsigned code);    /* SURFACE_STATE's code; returns the same */
unsigned eu_format_code(unsigned format);
unsigned eu_format_bytes(unsigned format);
/* The components that it has: bit 0 red .. bit 3 alpha. */
unsigned eu_format_channels(unsigned format);
unsigned eu_format_bits(unsigned format); /* of its first component */
bool eu_format_is_integer(unsigned format);

/* Convert between the bytes of an element and red, green, blue, alpha as a message carries them:
 * U32 for UINT formats, S32 for SINT, a float's bits for the others. Components that a format does
 * not have read 0 (alpha 1), and are stored as 0. Stores clamp to the format's range; UNORM and
 * SNORM round to the nearest, halves up; NaN becomes 0; SRGB is IEC 61966-2-1. Source: SNB vol. 4
 * part 1, 3.9.9.7. Status: spec; the conversion: assumed. */
enum { EU_ELEMENT_MAX = 16 };
void eu_element_load(unsigned format, const uint8_t *bytes, uint32_t rgba[4]);
void eu_element_store(unsigned format, const uint32_t rgba[4], uint8_t *bytes);

#endif
