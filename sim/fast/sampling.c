/* Prepares surfaces and samplers for messages that come often, so that a message looks at nothing
 * but its channels. It takes images whose pages lie side by side in the host's memory, a slice of
 * them for each channel. If all channels sample one level with one filter, nearest.c and linear.c
 * do it; of coordinates, they take those that select texels inside, or that the wrap mode CLAMP or
 * WRAP brings there. Otherwise levels.c does. */
#include "sim/fast/filter.h"
#include "sim/fast/sampling.h"
#include "sim/jit/usable.h"
#include "sim/sampler_impl.h"

#ifdef FAST_WIDE

/* --- whether it still holds --- */

/* Both tables' bases are loaded at once, and both offsets. */
_Static_assert(offsetof(struct eu_bases, dynamic) == offsetof(struct eu_bases, surface) + 8,
               "bases");
_Static_assert(offsetof(struct eu_thread, sampler_table) ==
                   offsetof(struct eu_thread, binding_table) + 4,
               "tables");

/* Whether the tables are where they were, and say the same as when it was prepared. */
INLINE bool tables_hold(const struct fast_ctx *x, const struct fast_sampling *s)
{
    const struct fast_surface *k = s->surface;
    __m128i at = _mm_loadu_si128((const void *)&x->eu->bases.surface);
    __m128i state = _mm_loadu_si128((const void *)s->sampler_state);
    uint64_t tables;
    uint32_t entry;
    memcpy(&tables, &x->t->binding_table, sizeof tables);
    memcpy(&entry, s->entry, sizeof entry);
    if (FAST_UNLIKELY((tables ^ s->tables) | (entry ^ s->offset) | (s->stamp ^ k->stamp)))
        return false;
    v8u differ = (load(s->state) ^ load(k->dw)) | (load(s->state + 32) ^ load(k->dw + 8));
    at = _mm_xor_si128(at, _mm_loadu_si128((const void *)s->bases));
    state = _mm_xor_si128(state, _mm_loadu_si128((const void *)s->sampler_dw));
    differ |= (v8u)_mm256_zextsi128_si256(_mm_or_si128(at, state));
    return _mm256_testz_si256((__m256i)differ, (__m256i)differ);
}

/* The same but for the tables. */
INLINE bool holds(const struct fast_ctx *x, uint32_t key, const struct fast_sampling *s)
{
    const struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    return eu_tlb_holds(tlb) && s->key == key && s->epoch == tlb->epoch;
}

/* --- what is prepared --- */

static void set_lanes(uint32_t lanes[8], uint32_t v)
{
    for (unsigned n = 0; n < 8; n++)
        lanes[n] = v;
}

static void set_signed(int32_t lanes[8], int32_t v)
{
    for (unsigned n = 0; n < 8; n++)
        lanes[n] = v;
}

static uint32_t bits_of(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* The only row of a surface of one dimension: its middle. */
static void set_flat_axis(struct fast_axis *a)
{
    *a = (struct fast_axis){.inside = 0x3f000000, .size = 1};
    set_signed(a->wrap, -1);
}

/* @clamps: texels at the edge count twice. The units of nearest and gathered ones are texels, of
 * linear ones FILTER_STEPS of it. */
static void set_axis(struct fast_axis *a, const struct eu_sampler *s, unsigned axis, uint32_t size,
                     enum filter_kind kind, bool clamps)
{
    int n = (int)size, step = kind == FILTER_LINEAR ? FILTER_STEPS : 1;
    bool repeats = s->wrap[axis] == EU_WRAP_WRAP, pairs = kind != FILTER_NEAREST;
    float texels = s->texels ? 1 : (float)size;
    clamps = clamps && s->wrap[axis] == EU_WRAP_CLAMP;
    for (unsigned k = 0; k < 8; k++) /* half a texel is a whole one */
        a->scale[k] = texels * (float)(kind == FILTER_NEAREST ? 1 : 2 * step);
    a->by = (double)texels * step;
    a->texels = texels;
    a->size = size * (uint32_t)step;
    a->repeats = repeats;
    set_signed(a->wrap, repeats && !(n & (n - 1)) ? n * step - 1 : -1);
    set_signed(a->least, clamps ? 0 : INT32_MIN);
    set_signed(a->most, clamps ? (n - 1) * step : INT32_MAX);
    set_signed(a->last, clamps ? n - 1 - pairs : INT32_MAX);
    set_signed(a->end, n - 1 - pairs);
    a->inside = bits_of(!s->texels ? 0.5f : (float)pairs);
}

/* @l: the level from which texels count, at (0, 0) in tiled surfaces; @pitch: 0 if its only row
 * comes twice. */
static void set_places(struct fast_sampling *p, const struct fast_texels *t,
                       const struct eu_level *l, uint32_t pitch)
{
    const struct eu_surface *s = t->s;
    bool x = s->tiling == EU_TILING_X;
    p->row = t->row[0];
    set_lanes(p->low, t->low + l->x * t->bytes + l->y * s->pitch);
    set_lanes(p->pitch, pitch);
    set_lanes(p->shift, t->log2);
    set_lanes(p->behind, EU_PAGE_BYTES - 2 * t->bytes);
    set_lanes(p->column_shift, x ? 9 : 7);
    set_lanes(p->column_mask, x ? 0 : 7 << 4);
    set_lanes(p->column_up, 5);
    set_lanes(p->column_low, x ? 511 : 15);
    set_lanes(p->row_shift, x ? 3 : 5);
    set_lanes(p->row_low, x ? 7 : 31);
    set_lanes(p->row_bytes, x ? 512 : 16);
    set_lanes(p->tiles, (s->pitch >> (x ? 9 : 7)) * EU_PAGE_STRIDE);
}

/* Whether a slice has a coordinate, which in one dimension is where v is in two. */
static bool has_slice(const struct fast_texels *t, uint32_t key)
{
    return t->s->is_1d ? !(key & (SAMPLING_FLAT | SAMPLING_PAIR)) : key & SAMPLING_SLICED;
}

/* Without it, it is 0: of an array the first one. */
static void set_slices(struct fast_sampling *p, const struct fast_texels *t,
                       const struct eu_sampler *s)
{
    p->volume = t->s->is_3d;
    p->sliced = p->volume || (t->slices > 1 && has_slice(t, p->key));
    p->slices = t->slices;
    p->last_slice = (float)(t->slices - 1);
    p->apart = t->s->qpitch;
    p->exact = p->exact && (!p->volume || s->texels || !(t->slices & (t->slices - 1)));
    if (p->volume)
        set_axis(&p->depth, s, 2, t->slices, FILTER_NEAREST, true);
}

/* Which filter the sampler has for the surface. */
static enum filter_kind kind_of(const struct fast_texels *t, const struct eu_sampler *s,
                                bool gathers)
{
    return gathers                                                     ? FILTER_GATHER
           : s->mag == EU_FILTER_LINEAR && t->kind > EU_FORMAT_IS_SINT ? FILTER_LINEAR
                                                                       : FILTER_NEAREST;
}

/* The level that all channels sample, with one filter. Returns false if they may have several. */
static bool has_one_level(const struct fast_texels *t, const struct eu_sampler *s, bool gathers,
                          struct eu_level *l)
{
    const struct sampling x = {.s = t->s, .state = *s, .p = {.lod = LOD_ZERO}};
    *l = (struct eu_level){.width = t->width, .height = t->height};
    if (!gathers && (s->mag != s->min || (t->levels > 1 && s->mip != EU_MIP_NONE)))
        return false;
    *l = eu_surface_level(t->s, sampler_levels(&x, 0).first);
    return t->s->tiling == EU_TILING_LINEAR || !(l->x | l->y);
}

/* What samples the level @l. A row whose texels are weighed comes twice, but not of an array. The
 * nearest texel is not compared here, and nothing gathered from a volume. */
static void set_runs(struct fast_sampling *p, const struct fast_texels *t, const struct eu_level *l,
                     enum filter_kind kind, bool more)
{
    bool rows = l->width > 1 && (p->flat ? t->slices == 1 : l->height > 1);
    bool compares = p->key & SAMPLING_COMPARES;
    more = more && !p->flat && !(p->key & SAMPLING_PAIR);
    set_places(p, t, l, p->flat && t->slices == 1 ? 0 : t->s->pitch);
    for (unsigned mode = 0; mode < SAMPLING_MODES; mode++) {
        enum sampling_mode as = p->flat ? ANY_MODE : (enum sampling_mode)mode;
        if (kind == FILTER_NEAREST && !compares)
            p->run[mode] = nearest_run(t, as, more && p->exact);
        if (kind != FILTER_NEAREST && rows && !p->volume)
            p->run[mode] = linear_run(t, kind == FILTER_GATHER, compares, as, more);
    }
}

static void set_filter(const struct fast_ctx *x, struct fast_sampling *p,
                       const struct fast_texels *t, const struct eu_sampler *s, bool gathers,
                       bool more)
{
    const struct fast_cache *c = x->cache;
    bool in_memory = x->eu->sampler_state || x->eu->bases.tables;
    enum filter_kind kind = kind_of(t, s, gathers);
    struct eu_level l;
    bool one = has_one_level(t, s, gathers, &l), levels = t->levels > 1 || s->mag != s->min;
    bool clamps = kind == FILTER_NEAREST ||
                  (kind == FILTER_LINEAR && texels_sum_exactly(t, p->key & SAMPLING_COMPARES));
    p->flat = t->s->is_1d;
    p->exact = s->texels || (!(l.width & (l.width - 1)) && !(l.height & (l.height - 1)));
    p->gathers = gathers;
    p->compare = s->compare;
    p->srgb = t->srgb;
    p->wide = c->wide;
    for (unsigned i = 0; i < 2; i++)
        set_axis(&p->axis[i], s, i, i ? l.height : l.width, kind, clamps);
    if (p->flat)
        set_flat_axis(&p->axis[1]);
    p->layout = t->layout;
    p->bytes = (uint8_t)t->bytes;
    set_slices(p, t, s);
    if (one)
        set_runs(p, t, &l, kind, more);
    bool may = !(gathers || p->key & SAMPLING_COMPARES || (levels && p->key & SAMPLING_FLAT));
    if (!may || !levels_prepare(&p->detail, t, s))
        return;
    p->detail.border_of = in_memory ? &c->samplers[p->key >> 8 & 15] : NULL;
    if (p->run[0]) {
        p->other = (more ? levels_run_512 : levels_run)(&p->detail, ANY_MODE);
        return;
    }
    set_places(p, t, &(struct eu_level){0}, t->s->pitch);
    for (unsigned mode = 0; mode < SAMPLING_MODES; mode++)
        p->run[mode] = (more ? levels_run_512 : levels_run)(&p->detail, (enum sampling_mode)mode);
}

static enum fast_leave unusual(FAST_ARGS, const struct fast_sampling *s)
{
    (void)s;
    return sample_any(FAST_PASS);
}

/* Whether a surface and a sampler are such as may be prepared. Messages of a pair and those that
 * gather have a slice that is not looked at here. */
static bool may_be_prepared(const struct fast_ctx *x, const struct fast_texels *t,
                            const struct eu_sampler *s, uint32_t key)
{
    if (!t || !s)
        return false;
    bool flat = t->s->is_1d;
    bool needed = t->s->is_3d || (t->slices > 1 && key & (SAMPLING_PAIR | SAMPLING_GATHERS));
    if (needed && !has_slice(t, key))
        return false;
    if (flat ? t->height != 1 || key & SAMPLING_GATHERS : key & SAMPLING_FLAT)
        return false;
    return t->plain && t->s->is_2d && t->width && t->height && t->npages &&
           (t->s->tiling == EU_TILING_LINEAR || !t->low) && s->present && !s->disabled &&
           (x->eu->bases.tables || !x->eu->sampler_state);
}

/* Keeps what tables_hold() compares, if both states were found. */
static void keep_tables(const struct fast_ctx *x, struct fast_sampling *p, unsigned bti,
                        unsigned index)
{
    const struct fast_surface *k = &x->cache->surfaces[bti % FAST_SURFACES];
    const struct fast_sampler *sampler = &x->cache->samplers[index];
    uint64_t epoch = x->cache->tlbs[EU_TLB_MEM].epoch;
    if (k->epoch != epoch || sampler->epoch != epoch) {
        p->epoch = 0;
        return;
    }
    p->surface = k;
    p->entry = k->entry;
    p->offset = k->offset;
    p->state = k->state;
    p->sampler_state = sampler->state;
    memcpy(p->sampler_dw, sampler->dw, sizeof p->sampler_dw);
    memcpy(p->bases, &x->eu->bases.surface, sizeof p->bases);
    memcpy(&p->tables, &x->t->binding_table, sizeof p->tables);
}

/* It is kept once it is known whether the surface's pages lie side by side. */
static void prepare(struct fast_ctx *x, uint32_t key, struct fast_sampling *p)
{
    unsigned bti = key & 255, index = key >> 8 & 15;
    struct fast_texels *t = texels_sampled_of(x, bti);
    const struct eu_sampler *s = sample_state(x, index);
    bool may = may_be_prepared(x, t, s, key);
    if (may)
        texels_settle(x, t);
    p->key = key;
    p->other = unusual;
    memset(p->run, 0, sizeof p->run);
    p->epoch = may && !texels_are_settled(t) ? 0 : x->cache->tlbs[EU_TLB_MEM].epoch;
    p->stamp = port_surface_stamp(x, bti);
    if (x->eu->bases.tables)
        keep_tables(x, p, bti, index);
    if (may && t->row[0])
        set_filter(x, p, t, s, key & SAMPLING_GATHERS, !x->eu->plain && jit_host_has_vbmi());
    for (unsigned mode = 0; mode < SAMPLING_MODES; mode++)
        if (!p->run[mode])
            p->run[mode] = unusual;
}

INLINE struct fast_sampling *sampling_of(const struct fast_ctx *x, const struct fast_port *p)
{
    return (struct fast_sampling *)((uint8_t *)x->cache->samplings + p->slot);
}

INLINE fast_sampling_run *run_of(const struct fast_sampling *s, const struct fast_port *p,
                                 const struct fast_uop *u, uint32_t act)
{
    unsigned mode = FAST_UNLIKELY(u->need & ~act) ? ANY_MODE : p->mode;
    return s->run[mode];
}

static __attribute__((noinline)) enum fast_leave prepared(FAST_ARGS)
{
    const struct fast_port *p = port_of(u);
    struct fast_sampling *s = sampling_of(x, p);
    if (x->watched || x->stopped)
        return fast_message(FAST_PASS);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    prepare(x, p->key, s);
    return run_of(s, p, u, act)(FAST_PASS, s);
}

/* States are in tables. */
static __attribute__((noinline)) enum fast_leave by_tables(FAST_ARGS, const struct fast_sampling *s)
{
    if (FAST_UNLIKELY(!tables_hold(x, s)))
        return prepared(FAST_PASS);
    __asm__("" : "+r"(u)); /* its port is not looked up before: no register has to be saved */
    return run_of(s, port_of(u), u, act)(FAST_PASS, s);
}

enum fast_leave sampling_other(FAST_ARGS)
{
    const struct fast_sampling *s = sampling_of(x, port_of(u));
    return s->other(FAST_PASS, s);
}

enum fast_leave sampling_often(FAST_ARGS)
{
    const struct fast_port *p = port_of(u);
    const struct fast_sampling *s = sampling_of(x, p);
    if (FAST_UNLIKELY(x->watched || x->stopped || !holds(x, p->key, s)))
        return prepared(FAST_PASS);
    if (x->eu->bases.tables)
        return by_tables(FAST_PASS, s);
    if (FAST_UNLIKELY(s->stamp != x->cache->began))
        return prepared(FAST_PASS);
    return run_of(s, p, u, act)(FAST_PASS, s);
}

#endif
