/* Samplers: the names of their states, and SAMPLER_STATE in memory. Source: VLV vol. 2d,
 * SAMPLER_STATE, SAMPLER_BORDER_COLOR_STATE; SNB vol. 4 part 1, 2.11.3. */
#include <string.h>

#include "sim/sampler_impl.h"

enum { STATE_BYTES = 16, POINTER = ~31 };

const char *eu_filter_name(unsigned filter)
{
    static const char *const names[] = {
#define FILTER(id, name) name,
#include "sim/samplers.def"
    };
    return filter < EU_FILTER_COUNT ? names[filter] : NULL;
}

const char *eu_mip_name(unsigned mip)
{
    static const char *const names[] = {
#define MIP(id, name, code) name,
#include "sim/samplers.def"
    };
    return mip < EU_MIP_COUNT ? names[mip] : NULL;
}

const char *eu_wrap_name(unsigned wrap)
{
    static const char *const names[] = {
#define WRAP(id, name, code) name,
#include "sim/samplers.def"
    };
    return wrap < EU_WRAP_COUNT ? names[wrap] : NULL;
}

const char *eu_compare_name(unsigned compare)
{
    static const char *const names[] = {
#define COMPARE(id, name, result) name,
#include "sim/samplers.def"
    };
    return compare < EU_COMPARE_COUNT ? names[compare] : NULL;
}

/* --- SAMPLER_STATE --- */

static bool mip_of(unsigned code, uint8_t *out)
{
    switch (code) {
#define MIP(id, name, code)                                                                        \
    case code:                                                                                     \
        *out = EU_MIP_##id;                                                                        \
        return true;
#include "sim/samplers.def"
    default:
        return false;
    }
}

static bool wrap_of(unsigned code, uint8_t *out)
{
    switch (code) {
#define WRAP(id, name, code)                                                                       \
    case code:                                                                                     \
        *out = EU_WRAP_##id;                                                                       \
        return true;
#include "sim/samplers.def"
    default:
        return false;
    }
}

static int16_t signed_bits(unsigned v, unsigned bits)
{
    return (int16_t)((int)(v << (32 - bits)) >> (32 - bits));
}

/* Returns NULL, or which property of @dw is not simulated. */
static const char *decode_state(const uint32_t dw[4], struct eu_sampler *s)
{
    unsigned mag = dw[0] >> 17 & 7, min = dw[0] >> 14 & 7;
    *s = (struct eu_sampler){.present = true,
                             .disabled = dw[0] >> 31,
                             .preclamp = dw[0] >> 28 & 1,
                             .base = dw[0] >> 22 & 31,
                             .mag = (uint8_t)mag,
                             .min = (uint8_t)min,
                             .bias = signed_bits(dw[0] >> 1 & 0x1fff, 13),
                             .min_lod = (uint16_t)(dw[1] >> 20),
                             .max_lod = dw[1] >> 8 & 0xfff,
                             .compare = dw[1] >> 1 & 7,
                             .texels = dw[3] >> 10 & 1};
    if (dw[0] >> 29 & 1)
        return "SAMPLER_STATE with a border colour in DX9 mode";
    if (dw[3] >> 25 & 1)
        return "SAMPLER_STATE with a chroma key";
    if (mag >= EU_FILTER_COUNT || min >= EU_FILTER_COUNT)
        return "SAMPLER_STATE with a filter that is neither nearest nor linear";
    if (!mip_of(dw[0] >> 20 & 3, &s->mip))
        return "SAMPLER_STATE with a reserved mip filter";
    return wrap_of(dw[3] >> 6 & 7, &s->wrap[0]) && wrap_of(dw[3] >> 3 & 7, &s->wrap[1]) &&
                   wrap_of(dw[3] & 7, &s->wrap[2])
               ? NULL
               : "SAMPLER_STATE with an address control mode of cubes or a reserved one";
}

/* Gen8 and Gen9: there is no base level, two ways to clamp the level first, a border colour of
 * floats or integers, and a border beyond half a texel, which is a plain border if nothing is
 * filtered. Source: gen8.xml, gen9.xml. Status: inferred. */
static const char *decode64(const uint32_t dw[4], struct eu_sampler *s)
{
    enum { HALF_BORDER = 6 };
    uint32_t as[4] = {dw[0] & ~UINT32_C(0x1fc00000), dw[1], dw[2], dw[3] & ~(1u << 25)};
    bool nearest = (dw[0] >> 14 & 0x3f) == 0;
    if (dw[1] >> 7 & 1)
        return "SAMPLER_STATE with a chroma key";
    for (unsigned axis = 0; nearest && axis <= 6; axis += 3)
        if ((as[3] >> axis & 7) == HALF_BORDER)
            as[3] = (as[3] & ~(7u << axis)) | 4u << axis;
    const char *why = decode_state(as, s);
    s->preclamp = dw[0] >> 27 & 3;
    return why;
}

const char *eu_sampler_decode(const struct isa_gen *isa, const uint32_t dw[EU_SAMPLER_DWORDS],
                              struct eu_sampler *s, uint32_t *border)
{
    *border = dw[2] & (isa->states64 ? 0xffffc0u : (uint32_t)POINTER);
    return isa->states64 ? decode64(dw, s) : decode_state(dw, s);
}

static unsigned mip_code(unsigned mip)
{
    static const uint8_t codes[] = {
#define MIP(id, name, code) code,
#include "sim/samplers.def"
    };
    return codes[mip < EU_MIP_COUNT ? mip : EU_MIP_NONE];
}

static unsigned wrap_code(unsigned wrap)
{
    static const uint8_t codes[] = {
#define WRAP(id, name, code) code,
#include "sim/samplers.def"
    };
    return codes[wrap < EU_WRAP_COUNT ? wrap : EU_WRAP_WRAP];
}

void eu_sampler_encode(const struct eu_sampler *s, uint32_t border, uint32_t dw[EU_SAMPLER_DWORDS])
{
    dw[0] = (uint32_t)s->disabled << 31 | (s->preclamp ? 2u << 27 : 0) | mip_code(s->mip) << 20 |
            (uint32_t)s->mag << 17 | (uint32_t)s->min << 14 | ((uint32_t)s->bias & 0x1fff) << 1;
    dw[1] = (uint32_t)s->min_lod << 20 | (uint32_t)(s->max_lod & 0xfff) << 8 |
            (uint32_t)(s->compare & 7) << 1;
    dw[2] = border & 0xffffc0u;
    dw[3] = (uint32_t)s->texels << 10 | wrap_code(s->wrap[0]) << 6 | wrap_code(s->wrap[1]) << 3 |
            wrap_code(s->wrap[2]);
}

/* The pointer is in M0.3 or, without a header, is the one of dispatch. 2.12.1.2 */
bool sampler_state(struct eu_call *c, unsigned index, struct eu_sampler *out, const char **why)
{
    uint32_t dw[4] = {0};
    *why = NULL;
    const struct eu_bases *b = &c->eu->bases;
    if (!c->eu->sampler_state && !b->tables) {
        *out = c->eu->samplers[index];
        return true;
    }
    uint32_t table = b->tables ? c->t->sampler_table : c->eu->sampler_state;
    uint64_t at = b->dynamic + ((c->msg->header ? c->header[3] : table) & (uint32_t)POINTER);
    at += index * STATE_BYTES;
    if (!eu_call_read(c, c->eu->mem, at, dw, sizeof dw))
        dp_unmapped(c, at);
    uint32_t border;
    *why = eu_sampler_decode(c->eu->isa, dw, out, &border);
    if (!*why && !eu_call_read(c, c->eu->mem, b->dynamic + border, out->border, sizeof out->border))
        memset(out->border, 0, sizeof out->border);
    return !*why;
}
