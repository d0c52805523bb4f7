/* Samplers: their state, from which follows how texels of a surface give the result of `sample`. */
#ifndef EULAB_SIM_SAMPLER_H
#define EULAB_SIM_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

enum { EU_SAMPLER_COUNT = 16 };

enum eu_filter {
#define FILTER(id, name) EU_FILTER_##id,
#include "sim/samplers.def"
    EU_FILTER_COUNT
};
enum eu_mip {
#define MIP(id, name, code) EU_MIP_##id,
#include "sim/samplers.def"
    EU_MIP_COUNT
};
enum eu_wrap {
#define WRAP(id, name, code) EU_WRAP_##id,
#include "sim/samplers.def"
    EU_WRAP_COUNT
};
enum eu_compare {
#define COMPARE(id, name, result) EU_COMPARE_##id,
#include "sim/samplers.def"
    EU_COMPARE_COUNT
};
/* The simulated part of SAMPLER_STATE. Zero has the same meaning as there: nearest, wrap, only
 * level 0. */
struct eu_sampler {
    bool present;
    bool texels; /* coordinates are in texels: Non-normalized Coordinate Enable */
    /* the level is clamped before it is compared to choose between mag and min */
    bool preclamp;
    bool disabled;    /* it always returns 0 */
    uint8_t mag, min; /* enum eu_filter */
    uint8_t mip;      /* enum eu_mip */
    uint8_t base;     /* in half levels: below this level the texture is magnified */
    int16_t bias;     /* in 1/256 of a level, like the two below; at most EU_LOD_MAX */
    uint16_t min_lod, max_lod;
    uint8_t wrap[3]; /* enum eu_wrap, of u, v and r; that of r is for 3D surfaces */
    uint8_t compare; /* enum eu_compare */
    float border[4]; /* red .. alpha, as in DX10/OGL mode */
};
enum { EU_LOD_MAX = 14 * 256, EU_SAMPLER_DWORDS = 4 };
/* eu_sampler_encode - makes SAMPLER_STATE of Gen8 and Gen9. @border: offset of the border colour
 * from the Dynamic State Base, a multiple of 64. */
void eu_sampler_encode(const struct eu_sampler *s, uint32_t border, uint32_t dw[EU_SAMPLER_DWORDS]);
struct isa_gen;
/* eu_sampler_decode - decodes SAMPLER_STATE as a generation has it, without the border colour.
 * @border: its offset. Returns NULL, or which property is not simulated. */
const char *eu_sampler_decode(const struct isa_gen *isa, const uint32_t dw[EU_SAMPLER_DWORDS],
                              struct eu_sampler *s, uint32_t *border);
const char *eu_filter_name(unsigned filter); /* NULL past the last, like the three below */
const char *eu_mip_name(unsigned mip);
const char *eu_wrap_name(unsigned wrap);
const char *eu_compare_name(unsigned compare);

#endif
