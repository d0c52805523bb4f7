/* Surface formats: converts between the bytes of an element and its components. */
#include <math.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/float.h"
#include "sim/format.h"
#include "sim/surface.h"

/* The set of components for which one part of an element stands. */
enum { C_NONE = 0, C_X = 0, C_R = 1, C_G = 2, C_B = 4, C_A = 8, C_L = 7, C_I = 15 };
enum { PARTS = EU_FORMAT_PARTS, COMPONENTS = 4, ALPHA = 3 };
static const struct format {
    const char *name;
    uint8_t kind; /* enum eu_format_kind */
    uint8_t bytes;
    struct eu_format_part parts[PARTS];
    uint16_t code;
} formats[EU_FORMAT_COUNT] = {
#define FORMAT(id, type, c0, b0, c1, b1, c2, b2, c3, b3, number)                                   \
    [EU_FORMAT_##id] = {#id,                                                                       \
                        EU_FORMAT_IS_##type,                                                       \
                        ((b0) + (b1) + (b2) + (b3)) / 8,                                           \
                        {{C_##c0, b0}, {C_##c1, b1}, {C_##c2, b2}, {C_##c3, b3}},                  \
                        number},
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

int eu_format_by_name(const char *name)
{
    for (int i = 0; i < EU_FORMAT_COUNT; i++)
        if (strcmp(name, formats[i].name) == 0)
            return i;
    return -EU_ERR_UNKNOWN;
}

int eu_format_by_code(unsigned code)
{
    for (int i = 0; i < EU_FORMAT_COUNT; i++)
        if (formats[i].code == code)
            return i;
    return -EU_ERR_UNKNOWN;
}

static double from_srgb(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

const struct eu_format_part *eu_format_parts(unsigned format, enum eu_format_kind *kind)
{
    *kind = format_at(format)->kind;
    return format_at(format)->parts;
}

float eu_format_linear(uint8_t v)
{
    return (float)from_srgb((double)v / UINT8_MAX);
}

unsigned eu_format_code(unsigned format)
{
    return format_at(format)->code;
}

unsigned eu_format_bytes(unsigned format)
{
    return format_at(format)->bytes;
}

unsigned eu_format_channels(unsigned format)
{
    const struct format *f = format_at(format);
    return f->parts[0].set | f->parts[1].set | f->parts[2].set | f->parts[3].set;
}

unsigned eu_format_bits(unsigned format)
{
    return format_at(format)->parts[0].bits;
}

bool eu_format_is_integer(unsigned format)
{
    return format_at(format)->kind <= EU_FORMAT_IS_SINT;
}

/* --- one component --- */

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

static double to_srgb(double v)
{
    return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

static int32_t sign_extend(uint32_t raw, unsigned bits)
{
    return (int32_t)(raw << (32 - bits)) >> (32 - bits);
}

static uint32_t decode_part(enum eu_format_kind kind, struct eu_format_part p, uint32_t raw)
{
    uint32_t max = UINT32_MAX >> (32 - p.bits);
    int32_t value = sign_extend(raw, p.bits);
    switch (kind) {
    case EU_FORMAT_IS_SINT:
        return (uint32_t)value;
    case EU_FORMAT_IS_UNORM:
        return float_bits((float)raw / (float)max);
    case EU_FORMAT_IS_SRGB:
        return p.set == C_A ? float_bits((float)raw / (float)max)
                            : float_bits((float)from_srgb((double)raw / max));
    case EU_FORMAT_IS_SNORM:
        return float_bits(fmaxf((float)value / (float)(max >> 1), -1.0f));
    case EU_FORMAT_IS_FLOAT:
        return p.bits == 16 ? eu_f_from_half((uint16_t)raw) : raw;
    default:
        return raw;
    }
}

static uint32_t encode_norm(enum eu_format_kind kind, struct eu_format_part p, uint32_t v,
                            uint32_t max)
{
    double x = (double)bits_float(v), low = kind == EU_FORMAT_IS_SNORM ? -1 : 0;
    x = x != x ? 0 : x < low ? low : x > 1 ? 1 : x;
    if (kind == EU_FORMAT_IS_SRGB && p.set != C_A)
        x = to_srgb(x);
    return (uint32_t)(int64_t)floor(x * (kind == EU_FORMAT_IS_SNORM ? max >> 1 : max) + 0.5) & max;
}

static uint32_t encode_part(enum eu_format_kind kind, struct eu_format_part p, uint32_t v)
{
    uint32_t max = UINT32_MAX >> (32 - p.bits);
    struct eu_fmode mode = {.round = EU_ROUND_NEAREST};
    if (kind == EU_FORMAT_IS_UINT)
        return v < max ? v : max;
    if (kind == EU_FORMAT_IS_SINT) {
        int64_t top = max >> 1, low = -top - 1, s = (int32_t)v;
        return (uint32_t)(s < low ? low : s > top ? top : s) & max;
    }
    if (kind == EU_FORMAT_IS_FLOAT)
        return p.bits == 16 ? eu_f_to_half(&mode, v, EU_ROUND_NEAREST) : v;
    return encode_norm(kind, p, v, max);
}

/* --- elements: no component passes a multiple of 64 bits --- */

void eu_element_load(unsigned format, const uint8_t *bytes, uint32_t rgba[4])
{
    const struct format *f = format_at(format);
    uint64_t words[2] = {0, 0};
    unsigned at = 0;
    memcpy(words, bytes, f->bytes);
    for (unsigned n = 0; n < COMPONENTS; n++)
        rgba[n] = n < ALPHA ? 0 : eu_format_is_integer(format) ? 1 : float_bits(1.0f);
    for (unsigned i = 0; i < PARTS && f->parts[i].bits; at += f->parts[i++].bits) {
        struct eu_format_part p = f->parts[i];
        uint32_t raw = (uint32_t)(words[at / 64] >> at % 64) & UINT32_MAX >> (32 - p.bits);
        for (unsigned n = 0; n < COMPONENTS; n++)
            if (p.set >> n & 1)
                rgba[n] = decode_part(f->kind, p, raw);
    }
}

void eu_element_store(unsigned format, const uint32_t rgba[4], uint8_t *bytes)
{
    const struct format *f = format_at(format);
    uint64_t words[2] = {0, 0};
    unsigned at = 0;
    for (unsigned i = 0; i < PARTS && f->parts[i].bits; at += f->parts[i++].bits) {
        struct eu_format_part p = f->parts[i];
        if (p.set) {
            uint32_t v = rgba[__builtin_ctz(p.set)];
            words[at / 64] |= (uint64_t)encode_part(f->kind, p, v) << at % 64;
        }
    }
    memcpy(bytes, words, f->bytes);
}
