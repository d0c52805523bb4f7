/* The sampler in the chain: surfaces of one level, whose detail needs no computing, nearest and
 * linear; gather4; ld. Eight channels at a time, with the arithmetic of sim/sampler.c. */
#include "sim/fast/filter.h"
#include "sim/sampler_impl.h"

#ifdef FAST_WIDE

enum { NONE = 255 };

/* What cold->port holds here: op the kind; unit and count the positions of u and v (FETCH: unit the
 * registers of all parameters); bytes that of
 * ld's level, of offsets or NONE; form with PORT_MASK: texels are compared with parameter 0, and
 * with PORT_PAIR: SIMD4x2; owords the registers of the payload; at and to. */
enum sample_kind { SAMPLE, GATHER, FETCH, SIZES, DETAIL };

/* Parameter @n of both channels of SIMD4x2. */
INLINE v8u pair_parameter(const struct fast_port *p, const uint8_t *grf, unsigned n)
{
    uint32_t two[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++)
        memcpy(&two[i], grf + p->at + 32 * (n / 4) + 16 * i + n % 4 * 4, sizeof two[i]);
    return (v8u){two[0], two[1], two[0], two[0], two[0], two[0], two[0], two[0]};
}

/* Parameter @n of half @h. @form: PORT_16, PORT_PAIR or neither. */
INLINE v8u parameter(const struct fast_port *p, const uint8_t *grf, unsigned n, unsigned h,
                     unsigned form)
{
    if (form & PORT_PAIR)
        return pair_parameter(p, grf, n);
    return load(grf + p->at + 32 * (form & PORT_16 ? 2 * n + h : n));
}

INLINE void answer_pair(const struct fast_port *p, uint8_t *grf, uint32_t on, const v8u rgba[4])
{
    for (unsigned n = 0; n < 2; n++)
        for (unsigned k = 0; k < 4 && on >> n & 1; k++)
            memcpy(grf + p->to + 16 * n + 4 * k, (const uint8_t *)&rgba[k] + 4 * n, 4);
}

INLINE void answer(const struct fast_port *p, uint8_t *grf, unsigned h, uint32_t on,
                   const v8u rgba[4], unsigned form)
{
    if (form & PORT_PAIR) {
        answer_pair(p, grf, on, rgba);
        return;
    }
    for (unsigned k = 0; k < 4; k++) {
        uint8_t *to = grf + p->to + 32 * (form & PORT_16 ? 2 * k + h : k);
        put(to, on == 255 ? rgba[k] : blend(load(to), rgba[k], mask_of(on)));
    }
}

/* Channels of SIMD4x2: each stands for four of the mask. */
INLINE uint32_t channels_of(uint32_t on, unsigned form)
{
    return form & PORT_PAIR ? (on & 15 ? 1u : 0) | (on & 0xf0 ? 2u : 0) : on;
}

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
        answer(p, grf, h, on >> 8 * h & 255, rgba, form);
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
        answer(p, grf, h, on >> 8 * h & 255, rgba[h], form);                                       \
    return true

/* --- states --- */

/* The same with its state in memory. */
static const struct eu_sampler *sampler_in_memory(struct fast_ctx *x, unsigned index)
{
    const struct eu *eu = x->eu;
    const struct eu_bases *b = &eu->bases;
    struct fast_sampler *known = &x->cache->samplers[index];
    uint32_t border;
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
        known->there = !eu_sampler_decode(eu->isa, known->dw, &known->s, &border);
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

/* --- ld --- */

INLINE bool fetch_half(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                       struct fast_texels *t, unsigned h, uint32_t on, uint8_t *place[8],
                       unsigned form)
{
    v8u u = parameter(p, grf, 0, h, form), v = all(0), level = all(0);
    if (t->s->is_2d) {
        v = parameter(p, grf, p->count, h, form);
        if (p->bytes != NONE)
            level = parameter(p, grf, p->bytes, h, form);
    }
    return _mm256_testz_si256((__m256i)level, (__m256i)mask_of(on)) &&
           !((texels_outside(u, t->width) | texels_outside(v, t->height)) & on) &&
           texels_places(x, t, texels_column(t, u) + texels_row(t, v), on, false, place);
}

INLINE bool fetch(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                  unsigned form)
{
    const struct fast_port *p = port_of(u);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    struct fast_texels *t = texels_known(x, p->bti);
    if (!t || !t->plain || (t->s->is_2d && p->owords < p->unit))
        return false;
    on = channels_of(on, form);
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

INLINE bool nearest(struct fast_ctx *x, const struct fast_port *p, uint8_t *grf,
                    struct fast_texels *t, const struct eu_sampler *s, uint32_t on, unsigned form)
{
    uint8_t *place[16];
    FOR_HALVES(form, h)
    {
        uint32_t here = on >> 8 * h & 255;
        v8u u = parameter(p, grf, p->unit, h, form), v = parameter(p, grf, p->count, h, form);
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
    v8u u = parameter(p, grf, p->unit, h, form), v = parameter(p, grf, p->count, h, form);
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
        f.reference = parameter(p, grf, 0, h, form);
    for (unsigned i = 0; i < 2; i++)
        f.offset[i] = (v8i)(p->bytes == NONE ? all(0) : parameter(p, grf, p->bytes + i, h, form));
    return filter_half(&f, rgba);
}

INLINE bool sample(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                   unsigned form)
{
    const struct fast_port *p = port_of(u);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    struct fast_texels *t = texels_known(x, p->bti);
    if (!t || !t->plain || !t->s->is_2d || !t->width || !t->height ||
        (p->form & PORT_MASK && t->kind <= EU_FORMAT_IS_SINT))
        return false;
    const struct eu_sampler *s = find_sampler(x, fast_rest(u)->cold->msg.desc >> 8 & 15);
    if (!s || !s->present || s->disabled || s->mag != s->min)
        return false;
    on = channels_of(on, form);
    if (p->op == SAMPLE && !(p->form & PORT_MASK) &&
        (s->mag == EU_FILTER_NEAREST || t->kind <= EU_FORMAT_IS_SINT))
        return nearest(x, p, grf, t, s, on, form);
    DO_HALVES(form, filter_some(x, p, grf, t, s, h, here, rgba[h], form));
}

/* --- resinfo, lod --- */

INLINE bool sizes_half(const struct fast_port *p, const uint8_t *grf, const struct eu_surface *s,
                       unsigned h, v8u rgba[4], unsigned form)
{
    v8u level = parameter(p, grf, 0, h, form);
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
    if (!s || !s->present || s->depth)
        return false;
    on = channels_of(on, form);
    DO_HALVES(form, sizes_half(p, grf, s, h, rgba[h], form));
}

/* The levels of both subspans: those of sampler_detail(). It is a function of its own, which holds
 * no wide registers while it calls others. */
static __attribute__((noinline)) void find_details(const struct eu_surface *s,
                                                   const struct eu_sampler *state,
                                                   const float uv[2][8], uint32_t on,
                                                   float lod[2][8])
{
    fast_narrow();
    for (unsigned corner = 0; corner < 8; corner += 4) {
        double d[2][2];
        float two[2] = {0, 0};
        for (unsigned i = 0; i < 4; i++) {
            const float *axis = &uv[i >> 1][corner];
            d[i >> 1][i & 1] = (double)axis[1 + (i & 1)] - (double)axis[0];
        }
        if (on >> corner & 15)
            sampler_detail_of(s, state, sampler_gradients(s, d[0], d[1]) + state->bias, two);
        for (unsigned n = corner; n < corner + 4; n++) {
            lod[0][n] = two[0];
            lod[1][n] = two[1];
        }
    }
}

INLINE bool detail_half(const struct fast_port *p, const uint8_t *grf, const struct eu_surface *s,
                        const struct eu_sampler *state, unsigned h, uint32_t on, v8u rgba[4],
                        unsigned form)
{
    float uv[2][8], lod[2][8];
    put(uv[0], parameter(p, grf, 0, h, form));
    put(uv[1], parameter(p, grf, 1, h, form));
    find_details(s, state, uv, on, lod);
    rgba[0] = load(lod[0]);
    rgba[1] = load(lod[1]);
    rgba[2] = rgba[3] = all(0);
    return true;
}

INLINE bool both_details(const struct fast_port *p, uint8_t *grf, const struct eu_surface *s,
                         const struct eu_sampler *state, uint32_t on, unsigned form)
{
    DO_HALVES(form, detail_half(p, grf, s, state, h, here, rgba[h], form));
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
    unsigned csr = fast_fp_enter(x->cache->csr); /* denormals count */
    bool done = both_details(p, grf, s, state, on, form);
    (void)fast_fp_enter(csr);
    return done;
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

/* --- messages --- */

/* The positions of u, v and ld's level. Returns false for other messages. */
static bool set_parameters(const struct eu *eu, struct fast_port *p, unsigned row)
{
    enum { COMPARED = 1, MOVED = 2 };
    static const struct {
        uint8_t row, kind, u, v, more;
    } rows[] = {
        {PORT_ROW_SAMPLE, SAMPLE, 0, 1, 0},
        {PORT_ROW_SAMPLE_B, SAMPLE, 1, 2, 0},
        {PORT_ROW_SAMPLE_L, SAMPLE, 1, 2, 0},
        {PORT_ROW_SAMPLE_D, SAMPLE, 0, 3, 0},
        {PORT_ROW_SAMPLE_LZ, SAMPLE, 0, 1, 0},
        {PORT_ROW_SAMPLE_C, SAMPLE, 1, 2, COMPARED},
        {PORT_ROW_SAMPLE_B_C, SAMPLE, 2, 3, COMPARED},
        {PORT_ROW_SAMPLE_L_C, SAMPLE, 2, 3, COMPARED},
        {PORT_ROW_SAMPLE_D_C, SAMPLE, 1, 4, COMPARED},
        {PORT_ROW_SAMPLE_C_LZ, SAMPLE, 1, 2, COMPARED},
        {PORT_ROW_GATHER4, GATHER, 0, 1, 0},
        {PORT_ROW_GATHER4_C, GATHER, 1, 2, COMPARED},
        {PORT_ROW_GATHER4_PO, GATHER, 0, 1, MOVED},
        {PORT_ROW_GATHER4_PO_C, GATHER, 1, 2, MOVED | COMPARED},
        {PORT_ROW_LD, FETCH, 0, 2, 0},
        {PORT_ROW_LD_LZ, FETCH, 0, 1, 0},
        {PORT_ROW_RESINFO, SIZES, 0, 0, 0},
        {PORT_ROW_LOD, DETAIL, 0, 1, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].row != row)
            continue;
        p->op = rows[i].kind;
        p->unit = rows[i].u;
        p->count = rows[i].v;
        p->bytes = row == PORT_ROW_LD ? 1 : rows[i].more & MOVED ? rows[i].v + 1u : NONE;
        p->form = rows[i].more & COMPARED ? PORT_MASK : 0;
        if (row == PORT_ROW_LD && eu->isa->ld_level_last)
            p->count = 1, p->bytes = 2;
        return true;
    }
    return false;
}

/* Whether the payload has the parameters that are read. ld reads one of a buffer, and all others
 * of an image: then `unit` becomes the number of registers. */
static bool has_parameters(struct fast_port *p, unsigned mode)
{
    unsigned more = p->bytes == NONE ? 0 : p->op == FETCH ? p->bytes : p->bytes + 1u;
    unsigned last = p->unit > p->count ? p->unit : p->count;
    last = last > more ? last : more;
    unsigned all = mode == 0 ? last / 4 + 1 : (last + 1) * mode;
    if (p->op != FETCH)
        return p->owords >= all;
    p->unit = (uint8_t)all;
    return p->owords >= (mode == 2 ? 2 : 1);
}

fast_handler *texel_sampler(const struct eu *eu, struct fast_cold *cold)
{
    static fast_handler *const handlers[][3] = {[SAMPLE] = {sample_pair, sample_8, sample_16},
                                                [GATHER] = {sample_pair, sample_8, sample_16},
                                                [FETCH] = {fetch_pair, fetch_8, fetch_16},
                                                [SIZES] = {sizes_pair, sizes_8, sizes_16},
                                                [DETAIL] = {fast_slow, details_8, details_16}};
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    unsigned mode = m->desc >> 17 & 3;
    if (m->header || mode > 2 || cold->insn.op->format == EU_FMT_SENDS ||
        !set_parameters(eu, p, (unsigned)cold->message))
        return fast_slow;
    p->form |= mode == 2 ? PORT_16 : 0;
    p->header = FAST_NO_HEADER;
    p->owords = (uint8_t)m->mlen;
    p->at = (uint16_t)(m->src * EU_GRF_BYTES);
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    return m->rlen >= (mode ? 4 * mode : 1) && m->rlen <= 16 && m->src + m->mlen <= EU_GRF_COUNT &&
                   m->dst + m->rlen <= EU_GRF_COUNT && has_parameters(p, mode)
               ? handlers[p->op][mode]
               : fast_slow;
}

#endif
