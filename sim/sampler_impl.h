/* What the parts of the sampling engine share. Only for sim/. */
#ifndef EULAB_SIM_SAMPLER_IMPL_H
#define EULAB_SIM_SAMPLER_IMPL_H

#include "sim/dataport.h"
#include "sim/sampler.h"

enum sampler_mode { SIMD4X2, SIMD8, SIMD16 };
/* How the level of detail is found. */
enum sampler_lod {
    LOD_ZERO,      /* gather4: level 0 */
    LOD_COMPUTED,  /* from the coordinates of the subspan's pixels */
    LOD_BIASED,    /* the same, plus a parameter */
    LOD_GIVEN,     /* a parameter */
    LOD_GRADIENTS, /* from two gradients after each coordinate: along x and along y */
};
/* The positions in the payload of the parameters that a message has. */
struct sampler_params {
    uint8_t u, v;
    uint8_t ref;    /* compare */
    uint8_t offset; /* po: position of u's offset, before v's */
    uint8_t detail; /* BIASED, GIVEN: position of bias or level */
    uint8_t lod;    /* enum sampler_lod */
    bool compare, gather, po;
};

/* A message that samples. */
struct sampling {
    struct eu_call *c;
    const struct eu_surface *s; /* NULL: none */
    struct eu_sampler state;
    struct sampler_params p;
    enum sampler_mode mode;
    unsigned written; /* components that are written, bit 0 red */
    int offset[2];    /* from the header, in texels */
    uint32_t slice;   /* of the present texel */
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

/* The levels that channel @n samples: `first`, and the next one with weight `beta` / STEPS; and the
 * filter. */
struct sampler_levels {
    unsigned first, beta;
    bool linear;
};
struct sampler_levels sampler_levels(const struct sampling *x, unsigned n);

/* The level of detail of channel @n, in levels: clamped, and not clamped. */
void sampler_detail(const struct sampling *x, unsigned n, float lod[2]);

/* sampler_gradients - the level for gradients along x and along y, in 1/256, before the bias is
 * added. sampler_detail_of - what sampler_detail() gives if the level before clamping is @own. */
int sampler_gradients(const struct eu_surface *s, const double du[2], const double dv[2]);
void sampler_detail_of(const struct eu_surface *s, const struct eu_sampler *state, int own,
                       float lod[2]);

/* sampler_third - the parameter of channel @n behind v, or behind u of a one-dimensional surface.
 * sampler_element - the element of an array that the channel samples: the nearest, clamped. Source:
 * SNB vol. 4 part 1, 2.2.2. Status: inferred. */
double sampler_third(const struct sampling *x, unsigned n);
uint32_t sampler_element(const struct sampling *x, unsigned n);

/* The colour that a message returns of the border @border of a sampler. Components that the format
 * does not have are 0, alpha is 1. Source: SAMPLER_BORDER_COLOR_STATE, DX10/OGL; the conversion for
 * integer formats: assumed. */
void sampler_border(const struct eu_surface *s, const float border[4], uint32_t rgba[4]);

/* sampler_state - finds sampler @index: the launch's, or SAMPLER_STATE in memory. Returns false if
 * it is not simulated; @why says what. */
bool sampler_state(struct eu_call *c, unsigned index, struct eu_sampler *out, const char **why);

#endif
