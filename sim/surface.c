#include "sim/surface.h"

#include <math.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/float.h"

enum kind { KIND_UINT, KIND_SINT, KIND_UNORM, KIND_FLOAT };

static const struct format {
    const char *name;
    uint8_t bytes, components, bits;
    uint8_t kind; /* enum kind */
    bool reversed;
} formats[EU_FORMAT_COUNT] = {
#define FORMAT(id, text, size, n, width, type, order)                                              \
    [EU_FORMAT_##id] = {text, size, n, width, KIND_##type, order},
#include "sim/formats.def"
#undef FORMAT
};

static const struct format *format_at(unsigned format)
{
    return &formats[format < EU_FORMAT_COUNT ? format : EU_FORMAT_RAW];
}

const char *eu_format_name(unsigned format)
{
    return format < EU_FORMAT_COUNT ? formats[format].name : "?";
}

unsigned eu_format_bytes(unsigned format)
{
    return format_at(format)->bytes;
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

bool eu_surface_element(const struct eu_surface *s, uint32_t x, uint32_t y, uint32_t *address)
{
    uint32_t bytes = eu_format_bytes(s->format);
    uint32_t width = s->is_2d ? s->width : s->width / bytes, height = s->is_2d ? s->height : 1;
    *address = s->address + y * s->pitch + x * bytes;
    return s->present && x < width && y < height;
}

/* --- elements --- */

static uint32_t float_bits(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static float bits_float(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static uint32_t maximum(const struct format *f)
{
    return UINT32_MAX >> (32 - f->bits);
}

static uint32_t decode(const struct format *f, uint32_t raw)
{
    switch (f->kind) {
    case KIND_SINT:
        return (uint32_t)((int32_t)(raw << (32 - f->bits)) >> (32 - f->bits));
    case KIND_UNORM:
        return float_bits((float)raw / (float)maximum(f));
    case KIND_FLOAT:
        return f->bits == 16 ? eu_f_from_half((uint16_t)raw) : raw;
    default:
        return raw;
    }
}

static uint32_t encode(const struct format *f, uint32_t v)
{
    uint32_t max = maximum(f);
    if (f->kind == KIND_UINT) {
        return v < max ? v : max;
    }
    if (f->kind == KIND_SINT) {
        int64_t top = max >> 1, low = -top - 1, s = (int32_t)v;
        return (uint32_t)(s < low ? low : s > top ? top : s) & max;
    }
    if (f->kind == KIND_UNORM) {
        double x = bits_float(v);
        return !(x > 0) ? 0 : x >= 1 ? max : (uint32_t)floor(x * max + 0.5);
    }
    struct eu_fmode mode = {.round = EU_ROUND_NEAREST};
    return f->bits == 16 ? eu_f_to_half(&mode, v, EU_ROUND_NEAREST) : v;
}

/* Where component @n lies in memory, counted in components. */
static unsigned place(const struct format *f, unsigned n)
{
    return f->reversed && n < 3 ? 2 - n : n;
}

void eu_element_load(unsigned format, const uint8_t *bytes, uint32_t rgba[4])
{
    const struct format *f = format_at(format);
    bool integer = f->kind == KIND_UINT || f->kind == KIND_SINT;
    for (unsigned n = 0; n < 4; n++) {
        rgba[n] = n < 3 ? 0 : integer ? 1 : float_bits(1.0f);
        if (n < f->components) {
            uint32_t raw = 0;
            for (unsigned i = 0; i < f->bits / 8u; i++) {
                raw |= (uint32_t)bytes[place(f, n) * (f->bits / 8) + i] << 8 * i;
            }
            rgba[n] = decode(f, raw);
        }
    }
}

void eu_element_store(unsigned format, const uint32_t rgba[4], uint8_t *bytes)
{
    const struct format *f = format_at(format);
    for (unsigned n = 0; n < f->components; n++) {
        uint32_t raw = encode(f, rgba[n]);
        for (unsigned i = 0; i < f->bits / 8u; i++) {
            bytes[place(f, n) * (f->bits / 8) + i] = (uint8_t)(raw >> 8 * i);
        }
    }
}
