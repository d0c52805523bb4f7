/* What the parts of the sampling engine share. Private to sim. */
#ifndef EULAB_SIM_SAMPLER_IMPL_H
#define EULAB_SIM_SAMPLER_IMPL_H

#include "sim/dataport.h"
#include "sim/sampler.h"

enum sampler_mode { SIMD4X2, SIMD8, SIMD16 };
/* Where a level of detail comes from. */
enum sampler_lod {
    LOD_ZERO,      /* gather4: level 0 */
    LOD_COMPUTED,  /* coordinates of the subspan's pixels */
    LOD_BIASED,    /* the same, and a parameter is added */
    LOD_GIVEN,     /* a parameter */
    LOD_GRADIENTS, /* two behind each coordinate: along x and along y */
};
/* Where the parameters are that count: their position in the payload. */
struct sampler_params {
    uint8_t u, v;
    uint8_t ref;    /* compare */
    uint8_t offset; /* po: of u, that of v behind it */
    uint8_t detail; /* BIASED, GIVEN: bias or level */
    uint8_t lod;    /* enum sampler_lod */
    bool compare, gather, po;
};

/* One message. */
struct sampling {
    struct eu_call *c;
    const struct eu_surface *s; /* NULL: none */
    struct eu_sampler state;
    struct sampler_params p;
    enum sampler_mode mode;
    unsigned written; /* components that are, bit 0 red */
    int offset[2];    /* of the header, texels */
    uint32_t slice;   /* of the channel */
};
/* Parameter @p of channel @n. */
uint32_t sampler_param(const struct sampling *x, unsigned p, unsigned n);
static inline double sampler_float(const struct sampling *x, unsigned p, unsigned n)
{
    uint32_t bits = sampler_param(x, p, n);
    float v;
    memcpy(&v, &bits, sizeof v);
    return (double)v;
}

/* The levels that channel @n takes: `first`, and of the one behind it `beta` / STEPS; with which
 * filter. */
struct sampler_levels {
    unsigned first, beta;
    bool linear;
};
struct sampler_levels sampler_levels(const struct sampling *x, unsigned n);

/* The level of detail of channel @n, clamped and not; in levels. */
void sampler_detail(const struct sampling *x, unsigned n, float lod[2]);

/* sampler_slice - of a sample of channel @n: an array's nearest element, or the slice of a 3D
 * surface that is nearest; clamped. Source: SNB vol. 4 part 1, 2.2.2. Status: inferred. */
uint32_t sampler_slice(const struct sampling *x, unsigned n);

/* sampler_state - @index's: the launch's, or SAMPLER_STATE in memory. False: @why says what of it
 * is not simulated. */
bool sampler_state(struct eu_call *c, unsigned index, struct eu_sampler *out, const char **why);

#endif
