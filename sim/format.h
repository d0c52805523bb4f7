/* How the elements of surface formats are made up, for code that converts many at a time. The
 * formats: sim/surface.h. */
#ifndef EULAB_SIM_FORMAT_H
#define EULAB_SIM_FORMAT_H

#include "sim/surface.h"

enum eu_format_kind {
    EU_FORMAT_IS_UINT,
    EU_FORMAT_IS_SINT,
    EU_FORMAT_IS_UNORM,
    EU_FORMAT_IS_SNORM,
    EU_FORMAT_IS_FLOAT,
    EU_FORMAT_IS_SRGB
};
/* set: the components that the part gives, bit 0 red .. bit 3 alpha. */
enum { EU_FORMAT_PARTS = 4 };
struct eu_format_part {
    uint8_t set, bits;
};
/* eu_format_parts - the parts of an element, EU_FORMAT_PARTS of them, from its lowest bit on; those
 * of 0 bits do not exist. eu_format_linear - an SRGB component of 8 bits as it is loaded. */
const struct eu_format_part *eu_format_parts(unsigned format, enum eu_format_kind *kind);
float eu_format_linear(uint8_t v);

#endif
