/* The sampler in the chain: surfaces of one level, whose detail needs no computing, nearest and
 * linear; gather4; ld. Eight channels at a time, with the arithmetic of sim/sampler.c. */
#include "sim/fast/detail.h"
#include "sim/fast/sampling.h"
#include "sim/sampler_impl.h"

#ifdef FAST_WIDE

/* All halves are found before one is written. */
#define FOR_HALVES(form, h) for (unsigned h = 0; h < ((form)&PORT_16 ? 2 : 1); h++)

/* Reads the texels at @place, 8 for each half, and answers. */
INLINE bool show(const struct fast_port *p, uint8_t *grf, const struct fast_texels *t,
                 uint8_t *const place[16], uint32_t on, unsigned form)
{
    FOR_HALVES(form, h)
    {
        v8u rgba[4];
        if (FAST_UNLIKELY(!(on >> 8 * h & 255)))
            continue;
        texels_load_often(t, place + 8 * h, rgba);
        sample_answer(p, grf, h, on >> 8 * h & 255, rgba, form);
    }
    return true;
}

/* ... and computed. */
#define DO_HALVES(form, compute)                                                                   \
    v8u rgba[2][4];                                                                                \
    FOR_HALVES(form, h)                                                                            \
    {                                                                                              \
        uint32_t here = on >> 8 * h & 255;                                                         \
        if (FAST_UNLIKELY(!here))                                                                  \
            continue;                                                                              \
        if (FAST_UNLIKELY(!(compute)))                                                             \
            return false;                                                                          \
    }                                                                                              \
    FOR_HALVES(form, h)                                                                            \
    if (FAST_UNLIKELY(!(on >> 8 * h & 255)))                                                       \
        continue;                                                                                  \
    else                                                                                           \
        sample_answer(p, grf, h, on >> 8 * h & 255, rgba[h], form);                                \
    return true

/* --- states --- */

/* The same with its state in memory. */
static const struct eu_sampler *sampler_in_memory(struct fast_ctx *x, unsigned index)
{
    const struct eu *eu = x->eu;
    const struct eu_bases *b = &eu->bases;
    struct fast_sampler *known = &x->cache->samplers[index];
    uint32_t table = b->tables ? x->t->sampler_table : eu->sampler_state;
    uint64_t at = b->dynamic + (table & ~31u) + index * sizeof known->dw;
    const struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    if (FAST_UNLIKELY(known->epoch != tlb->epoch || known->at != at)) {
        known->state = eu_tlb_bytes(&x->cache->tlbs[EU_TLB_MEM], at, sizeof known->dw, false);
        known->epoch = known->state ? tlb->epoch : 0;
        known->at = at;
        if (!known->state)
            return NULL;
    }
    __m128i differ = _mm_xor_si128(_mm_loadu_si128((const void *)known->dw),
                                   _mm_loadu_si128((const void *)known->state));
    if (FAST_UNLIKELY(!known->there || !_mm_testz_si128(differ, differ))) {
        memcpy(known->dw, known->state, sizeof known->dw);
        known->there = !eu_sampler_decode(eu->isa, known->dw, &known->s, &known->border);
        known->stamp = ++x->cache->stamps;
    }
    return known->there ? &known->s : NULL;
}

/* The sampler; NULL: it is not simulated, or unusual. */
INLINE const struct eu_sampler *find_sampler(struct fast_ctx *x, unsigned index)
{
    const struct eu *eu = x->eu;
    return eu->sampler_state || eu->bases.tables ? sampler_in_memory(x, index)
                                                 : &eu->samplers[index];
}

const struct eu_sampler *sample_state(struct fast_ctx *x, unsigned index)
{
    return find_sampler(x, index);
}

/* --- ld --- */

/* Parameter @n of ld. Compilers leave out those at the end that are 0. */
INLINE v8u fetch_parameter(const struct fast_port *p, const uint8_t *grf, unsigned n, unsigned h,
                           unsigned form)
{
    unsigned reg = form & PORT_PAIR ? n / 4 : form & PORT_16 ? 2 * n + h : n;
    return reg < p->owords ? sample_parameter(p, grf, n, h, form) : all(0);
}

INLINE bool fetch_half(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                       struct fast_texels *t, unsigned h, uint32_t on, uint8_t *place[8],
                       unsigned form)
{
    bool leveled = p->bytes != SAMPLE_NONE;
    v8u u = sample_parameter(p, grf, 0, h, form), v = all(0), slice = v, level = v;
    if (t->s->is_2d) {
        if (!t->s->is_1d)
            v = fetch_parameter(p, grf, p->count, h, form);
        if (t->s->depth)
            slice = fetch_parameter(p, grf, t->s->is_1d ? p->count : leveled ? 3 : 2, h, form);
        if (leveled)
            level = fetch_parameter(p, grf, p->bytes, h, form);
    }
    return texels_find(x, t, u, v, slice, level, on, false, place);
}

INLINE bool fetch(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                  unsigned form)
{
    const struct fast_port *p = port_of(u);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    struct fast_texels *t = texels_sampled(x, p->bti);
    if (!t || !t->plain)
        return false;
    on = sample_channels(on, form);
    uint8_t *place[16];
    FOR_HALVES(form, h)
    {
        uint32_t here = on >> 8 * h & 255;
        if (FAST_UNLIKELY(here && !fetch_half(x, p, grf, t, h, here, place + 8 * h, form)))
            return false;
    }
    return show(p, grf, t, place, on, form);
}

/* --- sample --- */

/* Coordinate v; of a surface of one dimension the middle of its only row. */
INLINE v8u row_parameter(const struct fast_port *p, const uint8_t *grf, const struct fast_texels *t,
                         unsigned h, unsigned form)
{
    return t->s->is_1d ? all(0x3f000000) : sample_parameter(p, grf, p->count, h, form);
}

INLINE bool nearest(struct fast_ctx *x, const struct fast_port *p, uint8_t *grf,
                    struct fast_texels *t, const struct eu_sampler *s, uint32_t on, unsigned form)
{
    uint8_t *place[16];
    FOR_HALVES(form, h)
    {
        uint32_t here = on >> 8 * h & 255;
        v8u u = sample_parameter(p, grf, p->unit, h, form), v = row_parameter(p, grf, t, h, form);
        if (FAST_UNLIKELY(here && !filter_nearest(x, t, s, u, v, here, place + 8 * h)))
            return false;
    }
    return show(p, grf, t, place, on, form);
}

INLINE bool filter_some(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                        struct fast_texels *t, const struct eu_sampler *s, unsigned h, uint32_t on,
                        v8u rgba[4], unsigned form)
{
    bool linear = s->mag == EU_FILTER_LINEAR && t->kind > EU_FORMAT_IS_SINT;
    v8u u = sample_parameter(p, grf, p->unit, h, form), v = row_parameter(p, grf, t, h, form);
    struct filter f; /* not zeroed: that takes longer than all the rest of this function */
    f.x = x;
    f.t = t;
    f.s = s;
    f.on = on;
    f.compares = p->form & PORT_MASK;
    f.kind = p->op == GATHER ? FILTER_GATHER : linear ? FILTER_LINEAR : FILTER_NEAREST;
    f.uv[0] = u;
    f.uv[1] = v;
    if (f.compares)
        f.reference = sample_parameter(p, grf, 0, h, form);
    for (unsigned i = 0; i < 2; i++)
        f.offset[i] = (v8i)(p->bytes == SAMPLE_NONE || (i && t->s->is_1d)
                                ? all(0)
                                : sample_parameter(p, grf, p->bytes + i, h, form));
    return filter_half(&f, rgba);
}

INLINE bool sample(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                   unsigned form)
{
    const struct fast_port *p = port_of(u);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    struct fast_texels *t = texels_sampled(x, p->bti);
    if (!t || t->slices > 1 || t->levels > 1 || t->s->is_3d || !t->plain || !t->s->is_2d ||
        !t->width || !t->height || (p->form & PORT_MASK && t->kind <= EU_FORMAT_IS_SINT) ||
        (t->s->is_1d ? t->height > 1 : p->key & SAMPLING_FLAT))
        return false;
    const struct eu_sampler *s = find_sampler(x, fast_rest(u)->cold->msg.desc >> 8 & 15);
    if (!s || !s->present || s->disabled || s->mag != s->min)
        return false;
    on = sample_channels(on, form);
    if (p->op == SAMPLE && !(p->form & PORT_MASK) &&
        (s->mag == EU_FILTER_NEAREST || t->kind <= EU_FORMAT_IS_SINT))
        return nearest(x, p, grf, t, s, on, form);
    DO_HALVES(form, filter_some(x, p, grf, t, s, h, here, rgba[h], form));
}

/* --- resinfo, lod --- */

INLINE bool sizes_half(const struct fast_port *p, const uint8_t *grf, const struct eu_surface *s,
                       unsigned h, v8u rgba[4], unsigned form)
{
    v8u level = sample_parameter(p, grf, 0, h, form);
    uint32_t width = s->is_2d ? s->width : s->width / eu_format_bytes(s->format);
    rgba[0] = (v8u)_mm256_srlv_epi32((__m256i)all(width), (__m256i)level);
    rgba[1] = (v8u)_mm256_srlv_epi32((__m256i)all(s->is_2d ? s->height : 0), (__m256i)level);
    rgba[2] = all(0);
    rgba[3] = all(eu_surface_levels(s));
    return true;
}

INLINE bool sizes(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                  unsigned form)
{
    const struct fast_port *p = port_of(u);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    const struct eu_surface *s = port_surface(x, p->bti);
    if (!s || !s->present || s->depth || s->finest)
        return false;
    on = sample_channels(on, form);
    DO_HALVES(form, sizes_half(p, grf, s, h, rgba[h], form));
}

/* It is a function of its own, which holds no wide registers while it calls others. */
static __attribute__((noinline)) void find_levels(const struct fast_ctx *x,
                                                  const struct eu_surface *s, const float at[4][8],
                                                  bool gradients, int32_t level[8])
{
    unsigned control = _mm_getcsr();
    fast_fp_leave(x->cache->csr); /* denormals count */
    for (unsigned n = 0; n < 8; n++) {
        double d[2][2];
        for (unsigned i = 0; i < 4; i++) {
            const float *axis = &at[gradients ? i : i & 2][gradients ? n : n & ~3u];
            d[i >> 1][i & 1] =
                gradients ? (double)axis[0] : (double)axis[1 + (i & 1)] - (double)axis[0];
        }
        level[n] = sampler_gradients(s, d[0], d[1]);
    }
    fast_fp_take(control);
}

void sample_levels(const struct fast_ctx *x, const struct eu_surface *s, const v8u at[4],
                   bool gradients, int32_t level[8])
{
    float lanes[4][8];
    for (unsigned i = 0; i < 4; i++)
        put(lanes[i], at[i]);
    find_levels(x, s, lanes, gradients, level);
}

/* What sampler_detail_of() has. */
INLINE void put_details(const struct eu_surface *s, const struct eu_sampler *state, v8i own,
                        v8u rgba[4])
{
    const __m256 unit = _mm256_set1_ps(1.0f / DETAIL_ONE);
    int last = ((int)eu_surface_levels(s) - 1) * DETAIL_ONE;
    int least = state->min_lod < last ? state->min_lod : last;
    int most = state->max_lod < last ? state->max_lod : last;
    rgba[0] = (v8u)(_mm256_cvtepi32_ps((__m256i)detail_clamp(own, least, most)) * unit);
    rgba[1] = (v8u)(_mm256_cvtepi32_ps((__m256i)own) * unit);
    rgba[2] = rgba[3] = all(0);
}

INLINE bool detail_half(const struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                        const struct eu_surface *s, const struct eu_sampler *state, unsigned h,
                        v8u rgba[4], unsigned form)
{
    const float size[2] = {(float)s->width, (float)s->height};
    v8u u = sample_parameter(p, grf, 0, h, form), v = sample_parameter(p, grf, 1, h, form), unclear;
    __m256 square[2];
    detail_squares(size, u, v, square);
    v8i level = detail_of(x->cache->detail, square, true, &unclear);
    if (FAST_UNLIKELY(signs(unclear))) {
        int32_t found[8];
        sample_levels(x, s, (const v8u[]){u, u, v, v}, false, found);
        level = (v8i)load(found);
    }
    put_details(s, state, level + state->bias, rgba);
    return true;
}

INLINE bool details(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                    unsigned form)
{
    const struct fast_port *p = port_of(u);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    const struct eu_surface *s = port_surface(x, p->bti);
    if (!s || !s->present || !s->is_2d || s->is_3d)
        return false;
    const struct eu_sampler *state = find_sampler(x, fast_rest(u)->cold->msg.desc >> 8 & 15);
    if (!state || !state->present)
        return false;
    DO_HALVES(form, detail_half(x, p, grf, s, state, h, rgba[h], form));
}

#define SAMPLER(name, how, form)                                                                   \
    static bool name##_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf,            \
                            uint32_t on)                                                           \
    {                                                                                              \
        return how(x, u, grf, on, form);                                                           \
    }                                                                                              \
    PORT_READER(name, name##_work)
SAMPLER(fetch_pair, fetch, PORT_PAIR)
SAMPLER(fetch_8, fetch, 0)
SAMPLER(fetch_16, fetch, PORT_16)
SAMPLER(sizes_pair, sizes, PORT_PAIR)
SAMPLER(sizes_8, sizes, 0)
SAMPLER(sizes_16, sizes, PORT_16)
SAMPLER(details_8, details, 0)
SAMPLER(details_16, details, PORT_16)
SAMPLER(sample_pair, sample, PORT_PAIR)
SAMPLER(sample_8, sample, 0)
SAMPLER(sample_16, sample, PORT_16)

enum fast_leave sample_any(FAST_ARGS)
{
    unsigned form = port_of(u)->form;
    if (form & PORT_PAIR)
        return sample_pair(FAST_PASS);
    return form & PORT_16 ? sample_16(FAST_PASS) : sample_8(FAST_PASS);
}

/* --- messages --- */

/* The positions of u, v and ld's level, and how the level is found. Returns false for other
 * messages. */
static bool set_parameters(const struct eu *eu, struct fast_port *p, unsigned row)
{
    enum { COMPARED = 1, MOVED = 2 };
    static const struct {
        uint8_t row, kind, u, v, more, lod;
    } rows[] = {
        {PORT_ROW_SAMPLE, SAMPLE, 0, 1, 0, LOD_COMPUTED},
        {PORT_ROW_SAMPLE_B, SAMPLE, 1, 2, 0, LOD_BIASED},
        {PORT_ROW_SAMPLE_L, SAMPLE, 1, 2, 0, LOD_GIVEN},
        {PORT_ROW_SAMPLE_D, SAMPLE, 0, 3, 0, LOD_GRADIENTS},
        {PORT_ROW_SAMPLE_LZ, SAMPLE, 0, 1, 0, LOD_ZERO},
        {PORT_ROW_SAMPLE_C, SAMPLE, 1, 2, COMPARED, LOD_COMPUTED},
        {PORT_ROW_SAMPLE_B_C, SAMPLE, 2, 3, COMPARED, LOD_BIASED},
        {PORT_ROW_SAMPLE_L_C, SAMPLE, 2, 3, COMPARED, LOD_GIVEN},
        {PORT_ROW_SAMPLE_D_C, SAMPLE, 1, 4, COMPARED, LOD_GRADIENTS},
        {PORT_ROW_SAMPLE_C_LZ, SAMPLE, 1, 2, COMPARED, LOD_ZERO},
        {PORT_ROW_GATHER4, GATHER, 0, 1, 0, LOD_ZERO},
        {PORT_ROW_GATHER4_C, GATHER, 1, 2, COMPARED, LOD_ZERO},
        {PORT_ROW_GATHER4_PO, GATHER, 0, 1, MOVED, LOD_ZERO},
        {PORT_ROW_GATHER4_PO_C, GATHER, 1, 2, MOVED | COMPARED, LOD_ZERO},
        {PORT_ROW_LD, FETCH, 0, 2, 0, LOD_ZERO},
        {PORT_ROW_LD_LZ, FETCH, 0, 1, 0, LOD_ZERO},
        {PORT_ROW_RESINFO, SIZES, 0, 0, 0, LOD_ZERO},
        {PORT_ROW_LOD, DETAIL, 0, 1, 0, LOD_ZERO},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].row != row)
            continue;
        p->op = rows[i].kind;
        p->lod = rows[i].lod;
        p->unit = rows[i].u;
        p->count = rows[i].v;
        p->bytes = row == PORT_ROW_LD ? 1 : rows[i].more & MOVED ? rows[i].v + 1u : SAMPLE_NONE;
        p->form = rows[i].more & COMPARED ? PORT_MASK : 0;
        if (row == PORT_ROW_LD && eu->isa->ld_level_last)
            p->count = 1, p->bytes = 2;
        return true;
    }
    return false;
}

/* Whether the payload has the parameters that are read; ld needs only the first one. */
static bool has_parameters(const struct fast_port *p, unsigned mode)
{
    unsigned more = p->bytes == SAMPLE_NONE ? 0 : p->bytes + 1u;
    unsigned last = p->unit > p->count ? p->unit : p->count;
    last = last > more ? last : more;
    last += p->lod == LOD_GRADIENTS ? 2 : 0; /* those of v */
    if (p->op == FETCH)
        return p->owords >= (mode == 2 ? 2 : 1);
    return p->owords >= (mode == 0 ? last / 4 + 1 : (last + 1) * mode);
}

/* Whether the payload ends before v: surfaces of one dimension need no more. */
static bool has_no_row(const struct fast_port *p, unsigned mode)
{
    return mode && p->op == SAMPLE && p->lod != LOD_GRADIENTS && p->owords < (p->count + 1) * mode;
}

static fast_handler *const handlers[][3] = {
    [SAMPLE] = {sampling_often, sampling_often, sampling_often},
    [GATHER] = {sampling_often, sampling_often, sampling_often},
    [FETCH] = {fetch_pair, fetch_8, fetch_16},
    [SIZES] = {sizes_pair, sizes_8, sizes_16},
    [DETAIL] = {fast_slow, details_8, details_16}};

/* Whether the samplers of the header @m are those of the thread. */
INLINE bool has_own_samplers(const struct fast_ctx *x, const uint32_t m[4])
{
    const struct eu *eu = x->eu;
    uint32_t table = eu->bases.tables ? x->t->sampler_table : eu->sampler_state;
    return (!eu->sampler_state && !eu->bases.tables) || !((m[3] ^ table) & ~31u);
}

/* A message with a header that says what the descriptor says, and which are the first components,
 * as compilers send it: M0.2 15:12 are those that are not written; no offsets, and red is gathered.
 */
static enum fast_leave headed(FAST_ARGS)
{
    enum { SAYS = 0x3ffff, UNWRITTEN = 12 };
    const struct fast_port *p = port_of(u);
    unsigned mode = p->form & PORT_PAIR ? 0 : p->form & PORT_16 ? 2 : 1;
    uint32_t m[4], unwritten = (15u << p->parts & 15u) << UNWRITTEN;
    memcpy(m, grf + p->data, sizeof m);
    if (FAST_UNLIKELY((m[2] & SAYS) != unwritten ||
                      (p->op != FETCH && p->op != SIZES && !has_own_samplers(x, m))))
        return fast_message(FAST_PASS);
    return handlers[p->op][mode](FAST_PASS);
}

/* Where the parameters are: behind the header, or in a part of their own. Returns false if they are
 * elsewhere. */
static bool find_parameters(const struct eu_message *m, struct fast_port *p)
{
    unsigned header = m->header, total = m->mlen + m->len1;
    p->owords = (uint8_t)(total - header);
    return total > header && port_registers(m, 0, header, &p->data) &&
           port_registers(m, header, total - header, &p->at);
}

/* How many components there are in the answer: the first ones. Returns false if it is too short for
 * those that a message without a header writes, or uneven. */
static bool find_components(const struct eu_message *m, unsigned mode, struct fast_port *p)
{
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    p->parts = (uint8_t)(!mode || m->rlen >= 4 * mode ? 4 : m->rlen / mode);
    return (m->header ? m->rlen && m->rlen % (mode ? mode : 1) == 0
                      : m->rlen >= (mode ? 4 * mode : 1)) &&
           m->rlen <= 16 && m->dst + m->rlen <= EU_GRF_COUNT;
}

fast_handler *texel_sampler(const struct eu *eu, struct fast_cold *cold)
{
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    unsigned mode = m->desc >> 17 & 3;
    if (mode > 2 || !set_parameters(eu, p, (unsigned)cold->message) || !find_parameters(m, p) ||
        !find_components(m, mode, p))
        return fast_slow;
    p->form |= mode == 2 ? PORT_16 : mode ? 0 : PORT_PAIR;
    bool flat = has_no_row(p, mode);
    p->count = flat ? p->unit : p->count;
    unsigned third = 2u * p->count - p->unit; /* behind v, as far as v is behind u */
    bool sliced = mode && !flat && p->op <= GATHER && (p->op == SAMPLE || p->bytes == SAMPLE_NONE);
    p->key =
        sampling_key(p->bti, m->desc >> 8 & 15,
                     (p->op == GATHER ? SAMPLING_GATHERS : 0u) | (sliced ? SAMPLING_SLICED : 0u) |
                         (flat ? SAMPLING_FLAT : 0u) | (mode ? 0u : SAMPLING_PAIR) |
                         (p->form & PORT_MASK ? SAMPLING_COMPARES : 0u));
    p->header = FAST_NO_HEADER;
    if (cold->insn.pred || isa_exec_size(&cold->insn) != 8 * mode)
        p->mode = ANY_MODE;
    else
        p->mode = mode == 2 ? ALL_16 : ALL_8;
    p->slot = sampling_slot(p->key);
    p->first = (uint16_t)(p->at + p->unit * mode * EU_GRF_BYTES);
    p->second = (uint16_t)(p->at + p->count * mode * EU_GRF_BYTES);
    if (p->owords >= (third + 1) * mode)
        p->third = (uint16_t)(p->at + third * mode * EU_GRF_BYTES);
    if (!has_parameters(p, mode))
        return fast_slow;
    return m->header ? headed : handlers[p->op][mode];
}

#endif
