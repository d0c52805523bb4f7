/* Surfaces: what a binding table index stands for. */
#ifndef EULAB_SIM_SURFACE_H
#define EULAB_SIM_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EU_BTI_COUNT = 256, EU_BTI_SLM = 254, EU_BTI_STATELESS = 255 };
enum { EU_SLM_BYTES = 65536 };

enum eu_surface_format {
#define FORMAT(id, name, bytes, components, bits, kind, reversed) EU_FORMAT_##id,
#include "sim/formats.def"
#undef FORMAT
    EU_FORMAT_COUNT
};
struct eu_surface {
    bool present, is_2d;
    uint8_t format;         /* enum eu_surface_format */
    uint32_t width, height; /* elements, rows; a buffer: width bytes, height 1 */
    uint32_t pitch;         /* bytes a row */
    uint32_t address;       /* in graphics memory */
};
const char *eu_format_name(unsigned format);
unsigned eu_format_bytes(unsigned format);
int eu_format_by_name(const char *name); /* id or -EU_ERR_UNKNOWN */
/* Bytes from the first to behind the last of a surface. */
uint64_t eu_surface_bytes(const struct eu_surface *s);
/* eu_surface_element - address of element (@x, @y); false: it lies outside. */
bool eu_surface_element(const struct eu_surface *s, uint32_t x, uint32_t y, uint32_t *address);

/* Between an element's bytes and red, green, blue, alpha as a message carries them: U32 for UINT
 * formats, S32 for SINT, a float's bits for the others. What a format does not have reads 0, alpha
 * 1. Stores clamp to the format's range; UNORM rounds to the nearest, halves up; NaN becomes 0.
 * Source: SNB vol. 4 part 1, 3.9.9.7. Status: spec, the conversion: assumed. */
enum { EU_ELEMENT_MAX = 16 };
void eu_element_load(unsigned format, const uint8_t *bytes, uint32_t rgba[4]);
void eu_element_store(unsigned format, const uint32_t rgba[4], uint8_t *bytes);

#endif
