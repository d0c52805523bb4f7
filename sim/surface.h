/* Surfaces: what a binding table index stands for. */
#ifndef EULAB_SIM_SURFACE_H
#define EULAB_SIM_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EU_BTI_COUNT = 256, EU_BTI_SLM = 254, EU_BTI_STATELESS = 255 };
enum { EU_SLM_BYTES = 65536 };

enum eu_surface_format {
#define FORMAT(id, name, bytes) EU_FORMAT_##id,
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

#endif
