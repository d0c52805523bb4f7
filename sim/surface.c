#include "sim/surface.h"

#include <string.h>

#include "isa/isa.h"

static const struct {
    const char *name;
    uint8_t bytes;
} formats[EU_FORMAT_COUNT] = {
#define FORMAT(id, text, size) [EU_FORMAT_##id] = {text, size},
#include "sim/formats.def"
#undef FORMAT
};

const char *eu_format_name(unsigned format)
{
    return format < EU_FORMAT_COUNT ? formats[format].name : "?";
}

unsigned eu_format_bytes(unsigned format)
{
    return format < EU_FORMAT_COUNT ? formats[format].bytes : 1;
}

int eu_format_by_name(const char *name)
{
    for (int i = 0; i < EU_FORMAT_COUNT; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            return i;
        }
    }
    return -EU_ERR_UNKNOWN;
}

uint64_t eu_surface_bytes(const struct eu_surface *s)
{
    if (!s->present) {
        return 0;
    }
    if (!s->is_2d) {
        return s->width;
    }
    if (!s->height) {
        return 0;
    }
    return (uint64_t)(s->height - 1) * s->pitch + (uint64_t)s->width * eu_format_bytes(s->format);
}
