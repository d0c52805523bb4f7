/* The sampling engine: sample, gather4, ld, resinfo. Source: SNB vol. 4 part 1, 2.1 to 2.5, 2.12;
 * VLV vol. 2d, SAMPLER_STATE; order of the parameters: what Gen7 drivers send (inferred). */
#include "sim/sampler.h"

#include <math.h>
#include <string.h>

#include "sim/dataport.h"
#include "sim/float.h"
#include "sim/sampler_impl.h"

enum { COMPONENTS = 4, RED = 0, ALPHA = 3, LONGEST = 11, AXES = 3 };
/* Coordinates are rounded to 1/256 of a texel, for the weights. Status: assumed. */
enum { STEPS = 256 };
static const double farthest = 0x1p34; /* texels; no surface reaches so far */

static uint32_t bits_of(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static int sign_extend(unsigned v, unsigned bits)
{
    return (int)(v << (32 - bits)) >> (32 - bits);
}

/* --- payload and response --- */

/* Source: 2.12.1.6 to 2.12.1.8. */
uint32_t sampler_param(const struct sampling *x, unsigned p, unsigned n)
{
    if (x->mode == SIMD4X2)
        return eu_call_dword(x->c, p / 4, n * 4 + p % 4);
    return eu_call_dword(x->c, p * x->mode, n);
}

/* Writes the result of channel @n. SIMD16 leaves out the registers of a masked component; SIMD8
 * keeps them unchanged. Source: 2.12.2.1 to 2.12.2.3. */
static void put_answer(const struct sampling *x, unsigned n, const uint32_t rgba[4])
{
    for (unsigned comp = 0, reg = 0; comp < COMPONENTS; comp++) {
        if (x->written >> comp & 1) {
            unsigned at = x->mode == SIMD8 ? comp : reg++ * 2;
            if (x->mode == SIMD4X2)
                eu_call_answer(x->c, 0, n * 4 + comp, rgba[comp]);
            else
                eu_call_answer(x->c, at, n, rgba[comp]);
        }
    }
}

static bool is_enabled(const struct sampling *x, unsigned n)
{
    return x->mode == SIMD4X2 ? x->c->msg->mask >> 4 * n & 15 : x->c->msg->mask >> n & 1;
}

static void check_lengths(const struct sampling *x)
{
    struct eu_call *c = x->c;
    unsigned on = (unsigned)__builtin_popcount(x->written);
    unsigned regs = x->mode == SIMD16 ? 2 * on : x->mode == SIMD8 ? COMPONENTS : 1;
    dp_check_length(c, "response", c->msg->rlen, regs);
    if (c->msg->mlen > LONGEST) {
        call_lint(c, EU_LINT_SAMPLER_MESSAGE_LENGTH, "%s: mlen is %u, more than 11 (SNB 2.12.1.3)",
                  c->info->name, c->msg->mlen);
    }
    if (!x->written) {
        call_lint(c, EU_LINT_SAMPLER_WRITE_MASK, "%s writes no component (SNB 2.12.1.2)",
                  c->info->name);
    }
}

/* Finds surface, state and header: M0.2 15:12 are components that are not written, 11:8 and 7:4
 * offsets of u and v. Returns false if the message has a mode that is not simulated. Source:
 * 2.12.1.1, 2.12.1.2. */
static bool begin_sampling(struct sampling *x, struct eu_call *c, struct sampler_params p)
{
    *x = (struct sampling){
        .c = c, .p = p, .mode = c->msg->desc >> 17 & 3, .written = ~c->header[2] >> 12 & 15};
    x->offset[0] = sign_extend(c->header[2] >> 8 & 15, 4);
    x->offset[1] = sign_extend(c->header[2] >> 4 & 15, 4);
    if (x->mode > SIMD16 || c->msg->desc >> 29)
        return false;
    check_lengths(x);
    if (dp_is_special(c)) {
        call_lint(c, EU_LINT_SAMPLER_SURFACE, "%s of binding table index %u: reads 0",
                  c->info->name, dp_bti(c));
        return true;
    }
    x->s = dp_surface(c);
    return true;
}

/* Why begin_sampling() refused. */
static const char *unusual_mode(const struct eu_call *c)
{
    return c->msg->desc >> 30       ? "values of 16 bits"
           : c->msg->desc >> 29 & 1 ? "SIMD modes above 3"
                                    : "SIMD32/64";
}

/* Calls @one for every enabled channel of the message; it returns red, green, blue, alpha. */
static enum eu_stop for_each_channel(struct sampling *x,
                                     void (*one)(struct sampling *x, unsigned n, uint32_t rgba[4]))
{
    unsigned channels = x->mode == SIMD16 ? 16 : x->mode == SIMD8 ? 8 : 2;
    for (unsigned n = 0; n < channels; n++) {
        uint32_t rgba[COMPONENTS] = {0};
        if (is_enabled(x, n)) {
            if (x->s)
                one(x, n, rgba);
            put_answer(x, n, rgba);
        }
    }
    return EU_STOP_NONE;
}

/* --- texels --- */

/* The texel, of @n, that coordinate @i selects; -1: the border. Source: 2.2.3. */
static int64_t wrap_coordinate(enum eu_wrap wrap, int64_t i, int64_t n)
{
    if (n == 0)
        return -1;
    switch (wrap) {
    case EU_WRAP_WRAP:
        return (i % n + n) % n;
    case EU_WRAP_MIRROR:
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    case EU_WRAP_MIRROR_ONCE:
        i = i < 0 ? -1 - i : i;
        return i < n ? i : n - 1;
    case EU_WRAP_BORDER:
        return i >= 0 && i < n ? i : -1;
    default:
        return i < 0 ? 0 : i < n ? i : n - 1;
    }
}

void sampler_border(const struct eu_surface *s, const float border[4], uint32_t rgba[4])
{
    static const uint8_t zero[EU_ELEMENT_MAX];
    bool integer = eu_format_is_integer(s->format);
    struct eu_fmode mode = {.round = EU_ROUND_NEAREST};
    eu_element_load(s->format, zero, rgba);
    for (unsigned k = 0; k < COMPONENTS; k++) {
        if (eu_format_channels(s->format) >> k & 1) {
            uint32_t v = bits_of(border[k]);
            rgba[k] = integer ? (uint32_t)eu_f_to_int(&mode, v, INT32_MIN, UINT32_MAX) : v;
        }
    }
}

static bool shadow_test(enum eu_compare compare, float t, float r)
{
    switch (compare) {
#define COMPARE(id, name, result)                                                                  \
    case EU_COMPARE_##id:                                                                          \
        return result;
#include "sim/samplers.def"
    default:
        return false;
    }
}

/* Applies the Shader Channel Selects of the surface's state. */
static void select_channels(const struct eu_surface *s, uint32_t rgba[4])
{
    static const uint8_t none[4];
    uint32_t from[COMPONENTS], one = eu_format_is_integer(s->format) ? 1 : bits_of(1);
    if (!memcmp(s->select, none, sizeof none))
        return;
    memcpy(from, rgba, sizeof from);
    for (unsigned k = 0; k < COMPONENTS; k++)
        if (s->select[k] >= EU_SELECT_RED)
            rgba[k] = from[s->select[k] - EU_SELECT_RED];
        else if (s->select[k])
            rgba[k] = s->select[k] == EU_SELECT_ONE ? one : 0;
}

static uint32_t slices_of(const struct eu_surface *s)
{
    return s->depth ? s->depth : 1;
}

static void load_texel(struct sampling *x, const struct eu_level *l, uint32_t ix, uint32_t iy,
                       uint32_t rgba[4])
{
    uint8_t bytes[EU_ELEMENT_MAX] = {0};
    uint64_t address;
    if (x->s->is_2d && ix < l->width && iy < l->height && x->slice < slices_of(x->s)) {
        uint32_t at = (l->x + ix) * eu_format_bytes(x->s->format);
        uint32_t row = l->y + iy + x->slice * x->s->qpitch;
        dp_fetch(x->c, x->s, eu_surface_address(x->s, at, row), bytes);
    } else if (dp_element(x->c, x->s, &(struct dp_place){x->s->is_2d ? UINT32_MAX : ix, iy, 0, 0},
                          &address)) {
        dp_fetch(x->c, x->s, address, bytes);
    }
    eu_element_load(x->s->format, bytes, rgba);
    select_channels(x->s, rgba);
}

/* Reads texel @at of @l, before the wrap mode is applied. With compare, it is compared with the
 * reference of channel @n. Source: 2.4; that red, green and blue are all the result, and alpha 1:
 * assumed. */
static void addressed_texel(struct sampling *x, const struct eu_level *l, unsigned n,
                            const int64_t at[AXES], uint32_t rgba[4])
{
    int64_t ix = wrap_coordinate(x->state.wrap[0], at[0], l->width);
    int64_t iy = wrap_coordinate(x->state.wrap[1], at[1], l->height);
    int64_t slice = x->s->is_3d ? wrap_coordinate(x->state.wrap[2], at[2], slices_of(x->s)) : at[2];
    x->slice = (uint32_t)slice;
    if (ix < 0 || iy < 0 || slice < 0)
        sampler_border(x->s, x->state.border, rgba);
    else
        load_texel(x, l, (uint32_t)ix, (uint32_t)iy, rgba);
    if (x->p.compare) {
        float reference = float_of(sampler_param(x, x->p.ref, n));
        bool result = shadow_test(x->state.compare, float_of(rgba[RED]), reference);
        rgba[0] = rgba[1] = rgba[2] = bits_of(result);
        rgba[ALPHA] = bits_of(1);
    }
}

/* --- sample --- */

/* The texels that one coordinate selects: @at and the next one, which has @weight / STEPS. */
struct span {
    int64_t at;
    unsigned weight;
};

/* Coordinate @v in texels; 2.1.1. Wrap and mirror repeat with period 2. */
static double in_texels(const struct sampling *x, const struct eu_level *l, unsigned axis, double v)
{
    enum eu_wrap wrap = x->state.wrap[axis];
    double size = axis == 0 ? l->width : axis == 1 ? l->height : slices_of(x->s);
    if (!x->state.texels)
        v = (wrap == EU_WRAP_WRAP || wrap == EU_WRAP_MIRROR ? fmod(v, 2) : v) * size;
    return isnan(v) ? 0 : fmax(-farthest, fmin(v, farthest));
}

/* Source: 2.2.2.1, 2.2.2.2. Status: spec; that gather4 does not round: SAMPLER_STATE, DW3 18:13. */
static struct span span_of(const struct sampling *x, const struct eu_level *l, unsigned axis,
                           double v, bool linear)
{
    v = in_texels(x, l, axis, v);
    if (x->p.gather)
        return (struct span){(int64_t)floor(v - 0.5), 0};
    if (!linear)
        return (struct span){(int64_t)floor(v), 0};
    int64_t fixed = (int64_t)floor((v - 0.5) * STEPS + 0.5);
    unsigned weight = (unsigned)(fixed & (STEPS - 1));
    return (struct span){(fixed - weight) / STEPS, weight};
}

/* Adds the weighted texels, four or, of two slices, eight, to @sum, times @share. A texel of weight
 * 0 is not read. */
static void add_weighted(struct sampling *x, const struct eu_level *l, unsigned n,
                         const struct span spans[AXES], double share, double sum[4])
{
    for (unsigned i = 0; i < 1 << AXES; i++) {
        double weight = share;
        int64_t at[AXES];
        uint32_t t[COMPONENTS];
        for (unsigned axis = 0; axis < AXES; axis++) {
            bool next = i >> axis & 1;
            at[axis] = spans[axis].at + next;
            weight *= (double)(next ? spans[axis].weight : STEPS - spans[axis].weight) / STEPS;
        }
        if (weight == 0)
            continue;
        addressed_texel(x, l, n, at, t);
        for (unsigned k = 0; k < COMPONENTS; k++)
            sum[k] += weight * (double)float_of(t[k]);
    }
}

/* gather4: the lower left, lower right, upper right and upper left texel, of the component in M0.2
 * 17:16. Source: 2.12.1.4; the component: what Gen7 drivers send. */
static void gather_texels(struct sampling *x, const struct eu_level *l, unsigned n,
                          const struct span spans[AXES], uint32_t rgba[4])
{
    static const uint8_t right[] = {0, 1, 1, 0}, lower[] = {1, 1, 0, 0};
    unsigned component = x->c->header[2] >> 16 & 3;
    for (unsigned k = 0; k < COMPONENTS; k++) {
        uint32_t t[COMPONENTS];
        int64_t at[AXES] = {spans[0].at + right[k], spans[1].at + lower[k], spans[2].at};
        addressed_texel(x, l, n, at, t);
        rgba[k] = t[component];
    }
}

/* Elements of an array are never filtered, slices are as rows are. */
static struct span slice_span(const struct sampling *x, const struct eu_level *l, unsigned n,
                              bool linear)
{
    if (x->s->is_3d && !x->p.gather)
        return span_of(x, l, 2, sampler_third(x, n), linear);
    return (struct span){x->s->is_3d ? 0 : sampler_element(x, n), 0};
}

static void texel_spans(const struct sampling *x, const struct eu_level *l, unsigned n, bool linear,
                        struct span at[AXES])
{
    at[0] = span_of(x, l, 0, sampler_float(x, x->p.u, n), linear);
    at[1] = span_of(x, l, 1, sampler_float(x, x->p.v, n), linear);
    at[2] = slice_span(x, l, n, linear);
    if (x->s->is_1d)
        at[1] = (struct span){0, 0};
    for (unsigned i = 0; i < 2; i++)
        at[i].at += i && x->s->is_1d ? 0
                    : x->p.po        ? (int32_t)sampler_param(x, x->p.offset + i, n)
                                     : (int64_t)x->offset[i];
}

/* Reads a single texel if no more are needed; integers and floats are returned bit for bit. */
static bool one_texel(struct sampling *x, const struct sampler_levels *d, unsigned n,
                      uint32_t rgba[4])
{
    struct eu_level l = eu_surface_level(x->s, d->first);
    bool integer = eu_format_is_integer(x->s->format) && !x->p.compare;
    struct span at[AXES];
    if (!x->p.gather && !integer && (d->linear || d->beta))
        return false;
    texel_spans(x, &l, n, false, at);
    if (x->p.gather)
        gather_texels(x, &l, n, at, rgba);
    else
        addressed_texel(x, &l, n, (const int64_t[AXES]){at[0].at, at[1].at, at[2].at}, rgba);
    return true;
}

/* Samples up to 16 texels; their sum is rounded once. */
static void sample_one(struct sampling *x, unsigned n, uint32_t rgba[4])
{
    struct sampler_levels d = sampler_levels(x, n);
    double sum[COMPONENTS] = {0};
    if (x->state.disabled || one_texel(x, &d, n, rgba))
        return;
    for (unsigned i = 0; i < 1 + (d.beta != 0); i++) {
        struct eu_level l = eu_surface_level(x->s, d.first + i);
        struct span at[AXES];
        texel_spans(x, &l, n, d.linear, at);
        add_weighted(x, &l, n, at, (double)(i ? d.beta : STEPS - d.beta) / STEPS, sum);
    }
    for (unsigned k = 0; k < COMPONENTS; k++)
        rgba[k] = bits_of((float)sum[k]);
}

/* Finds surface and sampler state of a message that samples. */
static enum eu_stop prepare_sampling(struct sampling *x, struct eu_call *c, struct sampler_params p)
{
    unsigned index = c->msg->desc >> 8 & 15;
    const char *why;
    if (!begin_sampling(x, c, p))
        return eu_call_not_simulated(c, unusual_mode(c));
    if (!sampler_state(c, index, &x->state, &why))
        return eu_call_not_simulated(c, why);
    if (!x->state.present) {
        call_lint(c, EU_LINT_UNKNOWN_SAMPLER, "sampler %u has no state (SNB 2.11.3): nearest, wrap",
                  index);
    }
    if (x->s && !x->s->is_2d) {
        call_lint(c, EU_LINT_SAMPLER_SURFACE, "%s of a buffer (SNB 2.12.1.4): reads 0",
                  c->info->name);
        x->s = NULL;
    }
    return EU_STOP_NONE;
}

static enum eu_stop do_sample(struct eu_call *c, struct sampler_params p)
{
    struct sampling x;
    enum eu_stop stop = prepare_sampling(&x, c, p);
    if (stop != EU_STOP_NONE)
        return stop;
    if (x.s && eu_format_is_integer(x.s->format) && (x.state.mag || x.state.min) && !p.gather) {
        call_lint(c, EU_LINT_SAMPLER_FORMAT,
                  "%s of %s (SNB 2.12.1.4) is not filtered: the nearest texel", c->info->name,
                  eu_format_name(x.s->format));
    }
    return for_each_channel(&x, sample_one);
}

/* lod: blue and alpha are undefined; here they are 0. Source: 2.12.1.4. */
static void lod_one(struct sampling *x, unsigned n, uint32_t rgba[4])
{
    float lod[2];
    sampler_detail(x, n, lod);
    rgba[0] = bits_of(lod[0]);
    rgba[1] = bits_of(lod[1]);
}

enum eu_stop eu_msg_lod(struct eu_call *c)
{
    struct sampling x;
    enum eu_stop stop =
        prepare_sampling(&x, c, (struct sampler_params){.u = 0, .v = 1, .lod = LOD_COMPUTED});
    if (stop == EU_STOP_NONE && x.mode == SIMD4X2)
        return eu_call_not_simulated(c, "SIMD4x2 has no subspans");
    return stop == EU_STOP_NONE ? for_each_channel(&x, lod_one) : stop;
}

enum eu_stop eu_msg_sample(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 0, .v = 1, .lod = LOD_COMPUTED});
}

enum eu_stop eu_msg_sample_b(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 1, .v = 2, .detail = 0, .lod = LOD_BIASED});
}

enum eu_stop eu_msg_sample_l(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 1, .v = 2, .detail = 0, .lod = LOD_GIVEN});
}

enum eu_stop eu_msg_sample_c(struct eu_call *c)
{
    return do_sample(c,
                     (struct sampler_params){.u = 1, .v = 2, .compare = true, .lod = LOD_COMPUTED});
}

enum eu_stop eu_msg_sample_b_c(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){
                            .u = 2, .v = 3, .compare = true, .detail = 1, .lod = LOD_BIASED});
}

enum eu_stop eu_msg_sample_l_c(struct eu_call *c)
{
    return do_sample(
        c, (struct sampler_params){.u = 2, .v = 3, .compare = true, .detail = 1, .lod = LOD_GIVEN});
}

/* parameters: u and its two gradients, v and its two */
enum eu_stop eu_msg_sample_d(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 0, .v = 3, .lod = LOD_GRADIENTS});
}

enum eu_stop eu_msg_sample_d_c(struct eu_call *c)
{
    return do_sample(
        c, (struct sampler_params){.u = 1, .v = 4, .compare = true, .lod = LOD_GRADIENTS});
}

enum eu_stop eu_msg_gather4(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 0, .v = 1, .gather = true});
}

enum eu_stop eu_msg_gather4_c(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 1, .v = 2, .gather = true, .compare = true});
}

enum eu_stop eu_msg_gather4_po(struct eu_call *c)
{
    return do_sample(
        c, (struct sampler_params){.u = 0, .v = 1, .offset = 2, .gather = true, .po = true});
}

enum eu_stop eu_msg_gather4_po_c(struct eu_call *c)
{
    return do_sample(c,
                     (struct sampler_params){
                         .u = 1, .v = 2, .offset = 3, .gather = true, .po = true, .compare = true});
}

/* always level 0 */
enum eu_stop eu_msg_sample_lz(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 0, .v = 1, .lod = LOD_ZERO});
}

enum eu_stop eu_msg_sample_c_lz(struct eu_call *c)
{
    return do_sample(c, (struct sampler_params){.u = 1, .v = 2, .compare = true, .lod = LOD_ZERO});
}

/* --- ld, resinfo --- */

/* ld: parameters u, level, v, r, or u, v, level, r, or u, v, r, in texels. Outside, the result is
 * 0, alpha 1 for a format without alpha. Source: 2.12.1.4; the later orders: Mesa. */
static void ld_one(struct sampling *x, unsigned n, uint32_t rgba[4])
{
    bool flat = !x->s->is_2d, row = flat || x->s->is_1d;
    uint32_t u = sampler_param(x, 0, n) + (uint32_t)x->offset[0];
    uint32_t v = row ? 0 : sampler_param(x, x->p.v, n) + (uint32_t)x->offset[1];
    bool zero = flat || x->p.lod == LOD_ZERO;
    struct eu_level l = eu_surface_level(x->s, zero ? 0 : sampler_param(x, x->p.detail, n));
    x->slice = x->s->depth ? sampler_param(x, row ? x->p.v : zero ? 2 : 3, n) : 0;
    load_texel(x, &l, u, v, rgba);
}

static enum eu_stop do_ld(struct eu_call *c, struct sampler_params p)
{
    struct sampling x;
    return begin_sampling(&x, c, p) ? for_each_channel(&x, ld_one)
                                    : eu_call_not_simulated(c, unusual_mode(c));
}

enum eu_stop eu_msg_ld(struct eu_call *c)
{
    bool last = c->eu->isa->ld_level_last;
    return do_ld(
        c, (struct sampler_params){.v = last ? 1 : 2, .detail = last ? 2 : 1, .lod = LOD_GIVEN});
}

enum eu_stop eu_msg_ld_lz(struct eu_call *c)
{
    return do_ld(c, (struct sampler_params){.v = 1, .lod = LOD_ZERO});
}

/* resinfo: width, height, depth 0, number of levels; sizes are shifted right by the level in the
 * parameter. Source: 2.12.1.4; the number of levels: what Gen7 drivers expect (inferred). */
static void resinfo_one(struct sampling *x, unsigned n, uint32_t rgba[4])
{
    uint32_t level = sampler_param(x, 0, n);
    level = level < 32 ? level + x->s->finest : level;
    uint32_t width = x->s->is_2d ? x->s->width : x->s->width / eu_format_bytes(x->s->format);
    rgba[0] = level < 32 ? width >> level : 0;
    rgba[1] = level < 32 && x->s->is_2d ? x->s->height >> level : 0;
    if (x->s->depth)
        rgba[x->s->is_1d ? 1 : 2] = x->s->is_3d && level < 32 ? x->s->depth >> level : x->s->depth;
    rgba[ALPHA] = eu_surface_levels(x->s);
}

enum eu_stop eu_msg_resinfo(struct eu_call *c)
{
    struct sampling x;
    return begin_sampling(&x, c, (struct sampler_params){0})
               ? for_each_channel(&x, resinfo_one)
               : eu_call_not_simulated(c, unusual_mode(c));
}
