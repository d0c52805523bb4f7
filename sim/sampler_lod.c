/* Levels of detail: which levels of a surface are sampled. Source: SNB vol. 4 part 1, 2.2.1; widths
 * of fields: VLV vol. 2d, SAMPLER_STATE. The pseudocode of 2.2.1.5 is not legible in the manual at
 * hand: the steps are those of its text, in the order that later manuals print. Status:
 * inferred. */
#include <math.h>
#include <string.h>

#include "sim/sampler_impl.h"

enum { ONE = 256, FARTHEST = 32 * ONE }; /* a level of detail has eight fraction bits */

static int to_fixed(double lod)
{
    if (isnan(lod))
        return 0;
    lod = floor(lod * ONE + 0.5);
    return lod < -FARTHEST ? -FARTHEST : lod > FARTHEST ? FARTHEST : (int)lod;
}

/* The level for gradients: from the longer of the steps along x and along y, in texels of level 0.
 * 2.2.1.1 */
int sampler_gradients(const struct eu_surface *s, const double du[2], const double dv[2])
{
    double most = 0;
    for (unsigned i = 0; i < 2; i++) {
        double u = du[i] * s->width, v = dv[i] * s->height;
        most = fmax(most, u * u + v * v);
    }
    return to_fixed(log2(most) / 2);
}

/* The level for a subspan: from its upper left, upper right and lower left pixel, enabled or not.
 * SIMD4x2 has no subspans. 2.12.1 */
static int of_subspan(const struct sampling *x, unsigned n)
{
    double du[2], dv[2];
    unsigned corner = n & ~3u;
    if (x->mode == SIMD4X2)
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        du[i] = sampler_float(x, x->p.u, corner + 1 + i) - sampler_float(x, x->p.u, corner);
        dv[i] = sampler_float(x, x->p.v, corner + 1 + i) - sampler_float(x, x->p.v, corner);
    }
    return sampler_gradients(x->s, du, dv);
}

static int of_parameters(const struct sampling *x, unsigned n)
{
    double du[2], dv[2];
    for (unsigned i = 0; i < 2; i++) {
        du[i] = sampler_float(x, x->p.u + 1 + i, n);
        dv[i] = sampler_float(x, x->p.v + 1 + i, n);
    }
    return sampler_gradients(x->s, du, dv);
}

/* The level before clamping. 2.2.1.1, 2.2.1.2 */
static int unclamped_lod(const struct sampling *x, unsigned n)
{
    switch (x->p.lod) {
    case LOD_COMPUTED:
        return of_subspan(x, n) + x->state.bias;
    case LOD_BIASED:
        return of_subspan(x, n) + x->state.bias + to_fixed(sampler_float(x, x->p.detail, n));
    case LOD_GIVEN:
        return to_fixed(sampler_float(x, x->p.detail, n)) + x->state.bias;
    case LOD_GRADIENTS:
        return of_parameters(x, n) + x->state.bias;
    default:
        return 0;
    }
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* If the limits contradict each other, the lower one wins. SAMPLER_STATE, Min LOD */
static int clamp_lod(int lod, int least, int most)
{
    lod = smaller(lod, most);
    return lod > least ? lod : least;
}

/* 2.12.1.4, LOD */
void sampler_detail_of(const struct eu_surface *s, const struct eu_sampler *state, int own,
                       float lod[2])
{
    int last = ((int)eu_surface_levels(s) - 1) * ONE;
    int within = clamp_lod(own, smaller(state->min_lod, last), smaller(state->max_lod, last));
    lod[0] = (float)within / ONE;
    lod[1] = (float)own / ONE;
}

void sampler_detail(const struct sampling *x, unsigned n, float lod[2])
{
    sampler_detail_of(x->s, &x->state, unclamped_lod(x, n), lod);
}

double sampler_third(const struct sampling *x, unsigned n)
{
    const struct sampler_params *p = &x->p;
    return sampler_float(x, x->s->is_1d ? p->v : 2u * p->v - p->u, n);
}

uint32_t sampler_element(const struct sampling *x, unsigned n)
{
    if (x->s->depth < 2 || x->p.po)
        return 0;
    double r = floor(sampler_third(x, n) + 0.5);
    return r > 0 ? (uint32_t)fmin(r, x->s->depth - 1.0) : 0;
}

struct sampler_levels sampler_levels(const struct sampling *x, unsigned n)
{
    const struct eu_sampler *s = &x->state;
    int last = ((int)eu_surface_levels(x->s) - 1) * ONE;
    int least = smaller(s->min_lod, last), most = smaller(s->max_lod, last);
    if (last == 0 && s->mag == s->min) /* the level makes no difference */
        return (struct sampler_levels){.linear = s->mag == EU_FILTER_LINEAR};
    int lod = unclamped_lod(x, n);
    lod = s->preclamp ? clamp_lod(lod, least, most) : lod;
    bool magnified = lod - s->base * (ONE / 2) <= 0;
    struct sampler_levels out = {.linear =
                                     (magnified ? s->mag : s->min) == (uint8_t)EU_FILTER_LINEAR};
    if (magnified || s->mip == EU_MIP_NONE) {
        out.first = (unsigned)least / ONE; /* level 0, unless Min LOD is higher */
    } else if (s->mip == EU_MIP_NEAREST) {
        out.first = (unsigned)(clamp_lod(lod, least, most) + ONE / 2) / ONE;
    } else {
        lod = clamp_lod(lod, least, most);
        out.first = (unsigned)lod / ONE;
        out.beta = (unsigned)lod % ONE;
    }
    return out;
}
