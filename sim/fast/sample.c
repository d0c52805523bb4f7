/* The sampler in the chain: surfaces of one level, whose detail needs no computing, nearest and
 * linear; gather4; ld. Eight channels at a time, with the arithmetic of sim/sampler.c. */
#include "sim/fast/texel.h"
#include "sim/sampler_impl.h"

#ifdef FAST_WIDE

typedef double v4d __attribute__((vector_size(32)));
enum { STEPS = 256, NONE = 255 };

/* What cold->port holds here: op the kind; unit and count the positions of u and v; bytes that of
 * ld's level, of offsets or NONE; form with PORT_MASK: texels are compared with parameter 0; owords
 * the registers of the payload; at and to. */
enum sample_kind { SAMPLE, GATHER, FETCH };

/* Parameter @n of half @h; behind the payload's end it is 0. */
INLINE v8u parameter(const struct fast_port *p, const uint8_t *grf, unsigned n, unsigned h)
{
    unsigned reg = p->form & PORT_16 ? 2 * n + h : n;
    return n != NONE && reg < p->owords ? load(grf + p->at + 32 * reg) : all(0);
}

INLINE void answer(const struct fast_port *p, uint8_t *grf, unsigned h, uint32_t on,
                   const v8u rgba[4])
{
    for (unsigned k = 0; k < 4; k++) {
        uint8_t *to = grf + p->to + 32 * (p->form & PORT_16 ? 2 * k + h : k);
        put(to, blend(load(to), rgba[k], mask_of(on)));
    }
}

/* --- states --- */

/* The sampler; NULL: it is not simulated, or unusual. */
static const struct eu_sampler *find_sampler(struct fast_ctx *x, unsigned index)
{
    const struct eu *eu = x->eu;
    const struct eu_bases *b = &eu->bases;
    struct fast_sampler *known = &x->cache->samplers[index];
    uint32_t border;
    if (!eu->sampler_state && !b->tables)
        return &eu->samplers[index];
    uint32_t table = b->tables ? x->t->sampler_table : eu->sampler_state;
    uint64_t at = b->dynamic + (table & ~31u) + index * sizeof known->dw;
    const uint8_t *dw = eu_tlb_bytes(&x->cache->tlbs[EU_TLB_MEM], at, sizeof known->dw, false);
    if (!dw)
        return NULL;
    if (!known->there || memcmp(known->dw, dw, sizeof known->dw) != 0) {
        memcpy(known->dw, dw, sizeof known->dw);
        known->there = !eu_sampler_decode(eu->isa, known->dw, &known->s, &border);
    }
    return known->there ? &known->s : NULL;
}

/* Whether a sampler returns the components as the format has them. */
static bool selects_plainly(const struct eu_surface *s)
{
    static const uint8_t none[4];
    static const uint8_t plain[4] = {EU_SELECT_RED, EU_SELECT_RED + 1, EU_SELECT_RED + 2,
                                     EU_SELECT_RED + 3};
    return !memcmp(s->select, none, sizeof none) || !memcmp(s->select, plain, sizeof plain);
}

static bool find_surface(struct fast_ctx *x, const struct fast_port *p, struct texels *t)
{
    const struct eu_surface *s = port_surface(x, p->bti);
    return texels_of(x, s, t) && selects_plainly(s);
}

/* --- ld --- */

static bool fetch_half(const struct fast_port *p, uint8_t *grf, struct texels *t, unsigned h,
                       uint32_t on, v8u rgba[4])
{
    bool flat = !t->s->is_2d;
    v8u v = flat ? all(0) : parameter(p, grf, p->count, h);
    v8u level = flat ? all(0) : parameter(p, grf, p->bytes, h);
    return _mm256_testz_si256((__m256i)level, (__m256i)mask_of(on)) &&
           texels_fetch(t, parameter(p, grf, 0, h), v, on, rgba);
}

/* --- coordinates --- */

/* The texels that one coordinate selects, and the weight of the next one, of STEPS. */
struct span {
    v8i at;
    v8u weight;
};

INLINE v4d chosen(v4d v, __m256d keep)
{
    return (v4d)_mm256_and_pd((__m256d)v, keep);
}

INLINE v4d down(v4d v)
{
    return (v4d)_mm256_floor_pd((__m256d)v);
}

/* As span_of() of sim/sampler.c. Returns the lanes where the texel is so far away that it is left
 * to message.c. */
INLINE unsigned span_of_4(__m128 coordinate, bool repeats, double size, enum sample_kind kind,
                          bool linear, __m128i *at, __m128i *weight)
{
    const v4d far = {0x1p29, 0x1p29, 0x1p29, 0x1p29};
    v4d v = (v4d)_mm256_cvtps_pd(coordinate), whole, more = {0};
    if (repeats) /* fmod(v, 2) */
        v -= 2 * (v4d)_mm256_round_pd((__m256d)(v * 0.5), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    v *= size;
    v = chosen(v, _mm256_cmp_pd((__m256d)v, (__m256d)v, _CMP_ORD_Q));
    v = (v4d)_mm256_max_pd(_mm256_min_pd((__m256d)v, (__m256d)far), (__m256d)-far);
    unsigned away = (unsigned)_mm256_movemask_pd((__m256d)((v >= far) | (v <= -far)));
    if (kind == GATHER) {
        whole = down(v - 0.5);
    } else if (linear) {
        v4d fixed = down((v - 0.5) * STEPS + 0.5);
        whole = down(fixed * (1.0 / STEPS));
        more = fixed - whole * STEPS;
    } else {
        whole = down(v);
    }
    *at = _mm256_cvttpd_epi32((__m256d)whole);
    *weight = _mm256_cvttpd_epi32((__m256d)more);
    return away;
}

INLINE unsigned span_of(v8u coordinate, const struct eu_sampler *s, unsigned axis, uint32_t size,
                        enum sample_kind kind, bool linear, struct span *span)
{
    bool repeats = !s->texels && (s->wrap[axis] == EU_WRAP_WRAP || s->wrap[axis] == EU_WRAP_MIRROR);
    double scale = s->texels ? 1 : size;
    __m256 v = (__m256)coordinate;
    __m128i at[2], weight[2];
    unsigned away =
        span_of_4(_mm256_castps256_ps128(v), repeats, scale, kind, linear, &at[0], &weight[0]);
    away |= span_of_4(_mm256_extractf128_ps(v, 1), repeats, scale, kind, linear, &at[1], &weight[1])
            << 4;
    span->at = (v8i)_mm256_inserti128_si256(_mm256_castsi128_si256(at[0]), at[1], 1);
    span->weight = (v8u)_mm256_inserti128_si256(_mm256_castsi128_si256(weight[0]), weight[1], 1);
    return away;
}

INLINE v8i minus_where(v8i v, v8i m, int n)
{
    return v - (v8i)((v8u)m & all((uint32_t)n));
}

/* The texel, of @n, that @i selects. What is outside all the same is left to message.c: the border,
 * and what repeats more than twice. */
INLINE v8u wrapped(enum eu_wrap wrap, v8i i, uint32_t size)
{
    int n = (int)size, period = wrap == EU_WRAP_MIRROR ? 2 * n : n;
    switch (wrap) {
    case EU_WRAP_WRAP:
    case EU_WRAP_MIRROR:
        for (unsigned k = 0; k < 3; k++) {
            i = minus_where(i, i < 0, -period);
            i = minus_where(i, i >= period, period);
        }
        if (wrap == EU_WRAP_WRAP)
            return (v8u)i;
        return blend((v8u)i, (v8u)(2 * n - 1 - i), (v8u)(i >= n));
    case EU_WRAP_MIRROR_ONCE:
        i = (v8i)blend((v8u)i, (v8u)(-1 - i), (v8u)(i < 0));
        return (v8u)_mm256_min_epi32((__m256i)i, _mm256_set1_epi32(n - 1));
    case EU_WRAP_BORDER:
        return (v8u)i;
    default:
        i = (v8i)_mm256_max_epi32((__m256i)i, _mm256_setzero_si256());
        return (v8u)_mm256_min_epi32((__m256i)i, _mm256_set1_epi32(n - 1));
    }
}

/* --- sample --- */

/* What the texels of a half are sampled with. */
struct sampler {
    const struct eu_sampler *s;
    bool compares;
    v8u reference;
};

/* Lanes where the test of sim/samplers.def gives 1. */
INLINE v8u shadow_test(enum eu_compare compare, __m256 t, __m256 r)
{
    switch (compare) {
    case EU_COMPARE_NEVER:
        return all(UINT32_MAX);
    case EU_COMPARE_LESS:
        return ~(v8u)(t < r);
    case EU_COMPARE_EQUAL:
        return ~(v8u)(t == r);
    case EU_COMPARE_LEQUAL:
        return ~(v8u)(t <= r);
    case EU_COMPARE_GREATER:
        return ~(v8u)(t > r);
    case EU_COMPARE_NOTEQUAL:
        return ~(v8u)(t != r);
    case EU_COMPARE_GEQUAL:
        return ~(v8u)(t >= r);
    default:
        return all(0);
    }
}

/* Reads the texels at an offset and, if that is wanted, compares them. */
static bool fetch(struct texels *t, const struct sampler *m, v8u offset, uint32_t on, v8u rgba[4])
{
    uint8_t *place[8];
    if (!texels_places(t, offset, on, false, place))
        return false;
    texels_load(t, place, on, rgba);
    if (m->compares) {
        v8u one = shadow_test(m->s->compare, (__m256)rgba[0], (__m256)m->reference);
        rgba[0] = rgba[1] = rgba[2] = one & 0x3f800000;
        rgba[3] = all(0x3f800000);
    }
    return true;
}

/* The offsets of two columns and two rows, and the lanes where they are outside. */
struct grid {
    v8u column[2], row[2];
    unsigned away[2][2]; /* of columns, of rows */
};

INLINE void find_grid(const struct texels *t, const struct sampler *m, const struct span uv[2],
                      unsigned n, struct grid *g)
{
    for (unsigned i = 0; i < n; i++) {
        v8u x = wrapped(m->s->wrap[0], uv[0].at + (int)i, t->width);
        v8u y = wrapped(m->s->wrap[1], uv[1].at + (int)i, t->height);
        g->away[0][i] = texels_outside(x, t->width);
        g->away[1][i] = texels_outside(y, t->height);
        g->column[i] = texels_column(t, x);
        g->row[i] = texels_row(t, y);
    }
}

struct sum {
    v4d half[4][2]; /* of each component, the low and the high channels */
};

INLINE void add_weighted(struct sum *sum, v8u weight, const v8u texel[4])
{
    const __m256i w = (__m256i)weight;
    v4d low = (v4d)_mm256_cvtepi32_pd(_mm256_castsi256_si128(w)) * (1.0 / (STEPS * STEPS));
    v4d high = (v4d)_mm256_cvtepi32_pd(_mm256_extracti128_si256(w, 1)) * (1.0 / (STEPS * STEPS));
    v8u used = ~(v8u)(weight == 0);
    for (unsigned k = 0; k < 4; k++) {
        __m256 t = (__m256)(texel[k] & used);
        sum->half[k][0] += low * (v4d)_mm256_cvtps_pd(_mm256_castps256_ps128(t));
        sum->half[k][1] += high * (v4d)_mm256_cvtps_pd(_mm256_extractf128_ps(t, 1));
    }
}

static bool filter(struct texels *t, const struct sampler *m, const struct span uv[2], uint32_t on,
                   v8u rgba[4])
{
    struct sum sum = {0};
    struct grid g;
    find_grid(t, m, uv, 2, &g);
    for (unsigned i = 0; i < 4; i++) {
        v8u texel[4];
        v8u wu = i & 1 ? uv[0].weight : STEPS - uv[0].weight;
        v8u wv = i & 2 ? uv[1].weight : STEPS - uv[1].weight;
        v8u weight = (v8u)_mm256_mullo_epi32((__m256i)wu, (__m256i)wv);
        uint32_t need = on & ~signs((v8u)(weight == 0));
        if (!need)
            continue;
        if ((g.away[0][i & 1] | g.away[1][i >> 1]) & need ||
            !fetch(t, m, g.column[i & 1] + g.row[i >> 1], need, texel))
            return false;
        add_weighted(&sum, weight & mask_of(need), texel);
    }
    for (unsigned k = 0; k < 4; k++)
        rgba[k] = (v8u)_mm256_insertf128_ps(
            _mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)sum.half[k][0])),
            _mm256_cvtpd_ps((__m256d)sum.half[k][1]), 1);
    return true;
}

/* The lower left, lower right, upper right and upper left texel's red. */
static bool gather(struct texels *t, const struct sampler *m, const struct span uv[2], uint32_t on,
                   v8u rgba[4])
{
    static const uint8_t right[] = {0, 1, 1, 0}, lower[] = {1, 1, 0, 0};
    struct grid g;
    find_grid(t, m, uv, 2, &g);
    if ((g.away[0][0] | g.away[0][1] | g.away[1][0] | g.away[1][1]) & on)
        return false;
    for (unsigned k = 0; k < 4; k++) {
        v8u texel[4];
        if (!fetch(t, m, g.column[right[k]] + g.row[lower[k]], on, texel))
            return false;
        rgba[k] = texel[0];
    }
    return true;
}

/* Adds gather4_po's offsets; returns the lanes where they are too large for it. */
static unsigned add_offsets(const struct fast_port *p, const uint8_t *grf, unsigned h,
                            struct span uv[2])
{
    unsigned away = 0;
    for (unsigned i = 0; i < 2 && p->bytes != NONE; i++) {
        v8i offset = (v8i)parameter(p, grf, p->bytes + i, h);
        away |= signs((v8u)((offset > 1 << 20) | (offset < -(1 << 20))));
        uv[i].at += offset;
    }
    return away;
}

static bool sample_half(const struct fast_port *p, const uint8_t *grf, struct texels *t,
                        const struct eu_sampler *s, unsigned h, uint32_t on, v8u rgba[4])
{
    struct span uv[2];
    struct sampler m = {s, p->form & PORT_MASK, parameter(p, grf, 0, h)};
    bool linear = s->mag == EU_FILTER_LINEAR && t->kind > EU_FORMAT_IS_SINT && p->op == SAMPLE;
    unsigned away = span_of(parameter(p, grf, p->unit, h), s, 0, t->width, p->op, linear, &uv[0]);
    away |= span_of(parameter(p, grf, p->count, h), s, 1, t->height, p->op, linear, &uv[1]);
    away |= add_offsets(p, grf, h, uv);
    if (away & on)
        return false;
    if (p->op == GATHER)
        return gather(t, &m, uv, on, rgba);
    if (linear)
        return filter(t, &m, uv, on, rgba);
    struct grid g;
    find_grid(t, &m, uv, 1, &g);
    return !((g.away[0][0] | g.away[1][0]) & on) && fetch(t, &m, g.column[0] + g.row[0], on, rgba);
}

/* --- messages --- */

/* All halves are computed before one is written. */
static bool do_halves(const struct fast_port *p, uint8_t *grf, struct texels *t,
                      const struct eu_sampler *s, uint32_t on)
{
    unsigned halves = p->form & PORT_16 ? 2 : 1;
    v8u rgba[2][4];
    for (unsigned h = 0; h < halves; h++) {
        uint32_t here = on >> 8 * h & 255;
        if (here && !(s ? sample_half(p, grf, t, s, h, here, rgba[h])
                        : fetch_half(p, grf, t, h, here, rgba[h])))
            return false;
    }
    for (unsigned h = 0; h < halves; h++)
        if (on >> 8 * h & 255)
            answer(p, grf, h, on >> 8 * h & 255, rgba[h]);
    return true;
}

static bool sample_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    struct texels t;
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    if (!find_surface(x, p, &t))
        return false;
    if (p->op == FETCH)
        return do_halves(p, grf, &t, NULL, on);
    const struct eu_sampler *s = find_sampler(x, fast_rest(u)->cold->msg.desc >> 8 & 15);
    if (!s || !s->present || s->disabled || s->mag != s->min || !t.s->is_2d || !t.width ||
        !t.height || (p->form & PORT_MASK && t.kind <= EU_FORMAT_IS_SINT))
        return false;
    unsigned csr = fast_fp_enter(x->cache->csr); /* denormals count */
    bool done = do_halves(p, grf, &t, s, on);
    (void)fast_fp_enter(csr);
    return done;
}
PORT_HANDLER(sample_handler, sample_work)

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

fast_handler *texel_sampler(const struct eu *eu, struct fast_cold *cold)
{
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    unsigned mode = m->desc >> 17 & 3;
    if (m->header || mode < 1 || mode > 2 || cold->insn.op->format == EU_FMT_SENDS ||
        !set_parameters(eu, p, (unsigned)cold->message))
        return fast_slow;
    p->form |= mode == 2 ? PORT_16 : 0;
    p->header = FAST_NO_HEADER;
    p->owords = (uint8_t)m->mlen;
    p->at = (uint16_t)(m->src * EU_GRF_BYTES);
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    return m->rlen == 4 * mode && m->src + m->mlen <= EU_GRF_COUNT &&
                   m->dst + m->rlen <= EU_GRF_COUNT
               ? sample_handler
               : fast_slow;
}

#endif
