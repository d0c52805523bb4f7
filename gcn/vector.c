/* Executes vector instructions: loads operands of 64 lanes, calls the handler, applies modifiers to
 * the result, and writes the lanes. */
#include "gcn/alu.h"
#include "gcn/fp.h"

#include <stdlib.h>

void gcn_store(uint32_t *dst, const uint32_t *src, uint64_t mask)
{
    if (mask == UINT64_MAX) {
        memcpy(dst, src, GCN_LANES * sizeof *dst);
        return;
    }
    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctzll(mask);
        dst[l] = src[l];
    }
}

/* Four lanes at a time. */
const uint32_t *gcn_spell(struct gcn_alu *a, uint64_t mask)
{
#define N(bit) (0u - ((bit)&1u))
#define QUAD(i)                                                                                    \
    {                                                                                              \
        N(i), N((i) >> 1), N((i) >> 2), N((i) >> 3)                                                \
    }
    static const uint32_t quads[16][4] = {
        QUAD(0u), QUAD(1u), QUAD(2u),  QUAD(3u),  QUAD(4u),  QUAD(5u),  QUAD(6u),  QUAD(7u),
        QUAD(8u), QUAD(9u), QUAD(10u), QUAD(11u), QUAD(12u), QUAD(13u), QUAD(14u), QUAD(15u)};
#define FOUR N(1u), N(1u), N(1u), N(1u)
#define SIXTEEN FOUR, FOUR, FOUR, FOUR
    /* so that instructions without a carry and those with all lanes do not take turns */
    static const uint32_t none[GCN_LANES] __attribute__((aligned(64)));
    static const uint32_t all[GCN_LANES]
        __attribute__((aligned(64))) = {SIXTEEN, SIXTEEN, SIXTEEN, SIXTEEN};
#undef SIXTEEN
#undef FOUR
#undef QUAD
#undef N
    if (!mask || mask == UINT64_MAX)
        return mask ? all : none;
    if (a->lanes_of == mask)
        return a->lanes;
    a->lanes_of = mask;
    for (unsigned i = 0; i < 16; i++)
        memcpy(a->lanes + 4 * i, quads[mask >> 4 * i & 15], sizeof quads[0]);
    return a->lanes;
}

GCN_LOOPS void gcn_blend(struct gcn_alu *a, uint32_t *dst, const uint32_t *src, uint64_t mask)
{
    if (mask == UINT64_MAX) {
        memcpy(dst, src, GCN_LANES * sizeof *dst);
        return;
    }
    const uint32_t *m = gcn_spell(a, mask);
    LANES dst[l] ^= (dst[l] ^ src[l]) & m[l];
}

uint32_t gcn_special(const struct gcn_wave *w, unsigned code)
{
    switch (code) {
    case GCN_VCCZ:
        return !gcn_vcc(w);
    case GCN_EXECZ:
        return !gcn_exec_mask(w);
    case GCN_SCC:
        return w->scc;
    default:
        return 0; /* LDS direct is for graphics: here it reads 0. Status: assumed */
    }
}

uint64_t gcn_source_scalar(const struct gcn_wave *w, const struct gcn_source *s)
{
    switch (s->kind) {
    case GCN_SRC_SGPR:
        return s->dwords == 1 ? gcn_sgpr(w, s->n)
                              : gcn_sgpr(w, s->n) | (uint64_t)gcn_sgpr(w, s->n + 1u) << 32;
    case GCN_SRC_VALUE:
        return s->value;
    case GCN_SRC_SPECIAL:
        return gcn_special(w, s->n);
    default:
        return 0;
    }
}

GCN_LOOPS static void fill(uint32_t *to, uint32_t v)
{
    LANES to[l] = v;
}

/* A source as [dwords][64]: the registers themselves, or a copy in @buf. */
static const uint32_t *fetch_source(const struct gcn_wave *w, const struct gcn_source *s,
                                    unsigned index, uint32_t *buf)
{
    unsigned n = s->n;
    if (s->kind == GCN_SRC_VGPR) {
        if (w->mode & GCN_MODE_GPR_IDX && w->s[GCN_S_M0] >> (12 + index) & 1)
            n += w->s[GCN_S_M0] & 255;
        return gcn_vgpr(w, n, s->dwords);
    }
    if (s->row)
        return s->row;
    if (s->dwords == 4) {
        for (unsigned i = 0; i < 4; i++)
            fill(buf + GCN_LANES * i, s->kind == GCN_SRC_SGPR ? gcn_sgpr(w, n + i)
                                      : i                     ? 0
                                                              : (uint32_t)s->value);
        return buf;
    }
    uint64_t v = gcn_source_scalar(w, s);
    fill(buf, (uint32_t)v);
    if (s->dwords == 2)
        fill(buf + GCN_LANES, (uint32_t)(v >> 32));
    return buf;
}

/* Extracts the part of a register that SDWA selects, and extends it. */
static void select_part(uint32_t *buf, const struct gcn_source *s)
{
    unsigned bits = s->sel < 4 ? 8 : 16, shift = s->sel < 4 ? 8u * s->sel : s->sel == 5 ? 16 : 0;
    if (s->sel >= 6)
        return;
    LANES
    {
        uint32_t v = buf[l] >> shift << (32 - bits);
        buf[l] = s->sext ? (uint32_t)((int32_t)v >> (32 - bits)) : v >> (32 - bits);
    }
}

static const uint32_t *apply_modifiers(const uint32_t *p, const struct gcn_source *s, uint32_t *buf)
{
    if (!s->neg && !s->abs && s->sel == 6)
        return p;
    if (p != buf)
        memcpy(buf, p, s->dwords * GCN_LANES * sizeof *buf);
    select_part(buf, s);
    uint32_t sign = s->bits == 16 ? 0x8000 : 0x80000000, *top = buf + GCN_LANES * (s->dwords - 1u);
    uint32_t clear = s->abs ? sign : 0, flip = s->neg ? sign : 0;
    LANES top[l] = (top[l] & ~clear) ^ flip;
    return buf;
}

/* The lane that lane @l reads with DPP, or -1. Source: digest, section 4. */
static int dpp_lane(unsigned ctrl, int l)
{
    int row = l & 15, n = (int)ctrl & 15, from;
    if (ctrl < 0x100)
        return (l & ~3) | (int)(ctrl >> 2 * (l & 3) & 3);
    switch (ctrl >> 4) {
    case 0x10:
        return row + n < 16 ? l + n : -1;
    case 0x11:
        return row >= n ? l - n : -1;
    case 0x12:
        return (l & ~15) | ((row - n) & 15);
    default:
        break;
    }
    switch (ctrl) {
    case 0x130:
        return l < 63 ? l + 1 : -1;
    case 0x134:
        return (l + 1) & 63;
    case 0x138:
        return l - 1;
    case 0x13c:
        return (l - 1) & 63;
    case 0x140:
        return (l & ~15) | (15 - row);
    case 0x141:
        return (l & ~7) | (7 - (l & 7));
    case 0x142:
        from = (l & ~15) - 1;
        return from;
    case 0x143:
        return l >= 32 ? 31 : -1;
    default:
        return -1;
    }
}

/* Moves source A by DPP, which is a VGPR; lanes without a source, or masked out, are removed from
 * *@write. */
static const uint32_t *move_by_dpp(struct gcn_alu *a, const uint32_t *p, uint64_t *write)
{
    const uint32_t *f = a->x->in.f;
    static const uint32_t nothing;
    uint32_t *buf = a->buf[0];
    for (int l = 0; l < GCN_LANES; l++) {
        int from = dpp_lane(f[GCN_F_CTRL], l);
        bool valid = from >= 0 && a->exec >> from & 1;
        bool row = f[GCN_F_ROWS] >> l / 16 & 1, bank = f[GCN_F_BANKS] >> l / 4 % 4 & 1;
        buf[l] = valid ? p[from] : nothing;
        if (!row || !bank || (!valid && !f[GCN_F_BOUND]))
            *write &= ~(1ull << l);
    }
    return buf;
}

/* Lanes that do not execute must raise nothing, so they get 1. */
GCN_LOOPS static const uint32_t *calm_lanes(struct gcn_alu *a, const uint32_t *p,
                                            const struct gcn_source *s, uint32_t *buf)
{
    if (s->type != 'f' || s->bits < 32)
        return p;
    const uint32_t *m = gcn_spell(a, a->exec);
    for (unsigned i = 0; i < s->dwords; i++) {
        uint32_t one = s->dwords == 1 ? 0x3f800000 : i ? 0x3ff00000 : 0;
        const uint32_t *from = p + GCN_LANES * i;
        uint32_t *to = buf + GCN_LANES * i;
        LANES to[l] = (from[l] & m[l]) | (one & ~m[l]);
    }
    return buf;
}

static void load_sources(struct gcn_alu *a, uint64_t *write)
{
    const struct gcn_exec *x = a->x;
    const uint32_t **at[] = {&a->a, &a->b, &a->c};
    for (unsigned i = 0; i < 3; i++) {
        const struct gcn_source *s = &x->src[i];
        if (s->kind == GCN_SRC_NONE)
            continue;
        const uint32_t *p = fetch_source(a->w, s, x->dst_is_src && i == 2 ? 3 : i, a->buf[i]);
        if (!x->plain) {
            if (x->in.form == GCN_DPP && i == 0)
                p = move_by_dpp(a, p, write);
            p = apply_modifiers(p, s, a->buf[i]);
        }
        *at[i] = x->fp && a->exec != UINT64_MAX ? calm_lanes(a, p, s, a->buf[i]) : p;
    }
}

/* --- results --- */
static double omod_factor(unsigned omod)
{
    return omod == 1 ? 2.0 : omod == 2 ? 4.0 : 0.5;
}

static double clamp01(double v, bool dx10)
{
    if (v != v)
        return dx10 ? 0 : v;
    return v < 0 ? 0 : v > 1 ? 1 : v == 0 ? 0 : v;
}

static void result_float(struct gcn_alu *a)
{
    const uint32_t *f = a->x->in.f;
    double factor = f[GCN_F_OMOD] ? omod_factor(f[GCN_F_OMOD]) : 1;
    bool dx10 = a->w->mode & GCN_MODE_DX10_CLAMP;
    LANES
    {
        if (!(a->exec >> l & 1))
            continue;
        if (a->x->dst_bits == 64) {
            double v = as_f64(lane64(a->d, l)) * factor;
            lane64_set(a->d, l, f64_bits(f[GCN_F_CLAMP] ? clamp01(v, dx10) : v));
        } else if (a->x->dst_bits == 16) {
            double v = gcn_half(a, a->d[l]) * factor;
            a->d[l] = gcn_to_half(a, f[GCN_F_CLAMP] ? clamp01(v, dx10) : v);
        } else {
            float v = as_f32(a->d[l]) * (float)factor;
            a->d[l] = f32_bits(f[GCN_F_CLAMP] ? (float)clamp01(v, dx10) : v);
        }
    }
}

/* Writes the result into a part of the register; dst_unused decides about the rest. */
static void result_part(struct gcn_alu *a, const uint32_t *old)
{
    const uint32_t *f = a->x->in.f;
    unsigned sel = f[GCN_F_DSEL], unused = f[GCN_F_DUNUSED];
    unsigned bits = sel < 4 ? 8 : 16, shift = sel < 4 ? 8 * sel : sel == 5 ? 16 : 0;
    if (sel >= 6)
        return;
    uint32_t mask = ((1u << bits) - 1) << shift;
    LANES
    {
        uint32_t v = a->d[l] << shift & mask;
        if (unused == 2)
            v |= old[l] & ~mask;
        else if (unused == 1 && v >> (shift + bits - 1) & 1)
            v |= ~(mask | ((1u << shift) - 1));
        a->d[l] = v;
    }
}

static void write_result(struct gcn_alu *a, uint64_t lanes)
{
    const struct gcn_exec *x = a->x;
    unsigned n = x->in.f[GCN_F_D];
    if (a->w->mode & GCN_MODE_GPR_IDX && a->w->s[GCN_S_M0] >> 15 & 1)
        n += a->w->s[GCN_S_M0] & 255;
    uint32_t *dst = gcn_vgpr(a->w, n, x->dst_dwords);
    if (x->in.form == GCN_SDWA)
        result_part(a, dst);
    for (unsigned i = 0; i < x->dst_dwords; i++)
        gcn_blend(a, dst + GCN_LANES * i, a->d + GCN_LANES * i, lanes);
}

/* Writes the masks of an instruction: VCC or a pair, and EXEC for v_cmpx. */
static void write_mask(struct gcn_alu *a)
{
    struct gcn_wave *w = a->w;
    unsigned code = (unsigned)a->x->mask_to;
    if (a->x->mask_to < 0)
        return;
    uint64_t v = a->mask & a->exec;
    gcn_sgpr_set(w, code, (uint32_t)v);
    gcn_sgpr_set(w, code + 1, (uint32_t)(v >> 32));
    if (a->x->in.op->flags & GCN_CMPX)
        gcn_s64_set(w, GCN_S_EXEC, v);
}

/* Whether it is a NaN that raises: a signalling one; with @any, a quiet one, too. */
static bool nan_raises(const uint32_t *v, unsigned l, bool wide, bool any)
{
    return wide ? isnan(as_f64(lane64(v, l))) && (any || !(v[GCN_LANES + l] & 0x80000))
                : isnan(as_f32(v[l])) && (any || !(v[l] & 0x400000));
}

/* Compares raise for signalling NaNs, v_cmps for quiet ones, too. The host's flags do not tell
 * these apart: vector compares of SSE raise for every NaN. */
static void raise_compare(struct gcn_alu *a)
{
    bool wide = a->x->src[0].dwords == 2, any = a->x->in.op->flags & GCN_CMPS;
    for (uint64_t e = a->x->in_bits == 16 ? 0 : a->exec; e; e &= e - 1) {
        unsigned l = (unsigned)__builtin_ctzll(e);
        if (nan_raises(a->a, l, wide, any) || nan_raises(a->b, l, wide, any))
            a->excp |= GCN_EXCP_INVALID;
    }
}

/* Flushes denormals on hosts whose mode does not. */
static void flush_denormals(uint32_t *p, unsigned bits)
{
    if (bits == 64) {
        LANES
        {
            if (!(p[GCN_LANES + l] & 0x7ff00000)) {
                p[l] = 0;
                p[GCN_LANES + l] &= 0x80000000;
            }
        }
    } else if (bits == 32) {
        LANES p[l] = p[l] & 0x7f800000 ? p[l] : p[l] & 0x80000000;
    }
}

static void run_float(struct gcn_alu *a)
{
    const struct gcn_exec *x = a->x;
    uint32_t mode = a->w->mode;
    unsigned out_bits = x->dst_type == 'f' ? x->dst_bits : x->in_bits;
    unsigned round = out_bits == 32 ? mode & 3 : mode >> 2 & 3;
    bool in = mode >> (x->in_bits == 32 ? 4 : 6) & 1, out = mode >> (out_bits == 32 ? 5 : 7) & 1;
    struct gcn_fp fp;
    gcn_fp_enter(&fp, out_bits == 16 ? 0 : round, in, out);
    x->fn.alu(a);
    if ((x->in.f[GCN_F_OMOD] || x->in.f[GCN_F_CLAMP]) && x->dst_type == 'f')
        result_float(a);
    uint32_t raised = gcn_fp_leave(&fp);
    if (!GCN_FP_FLUSHES && !out && x->dst_type == 'f')
        flush_denormals(a->d, out_bits);
    bool compares = x->mask_to >= 0 && !x->dst_dwords;
    a->excp |= x->quiet ? 0 : compares ? raised & ~(uint32_t)GCN_EXCP_INVALID : raised;
    if (compares && (raised & GCN_EXCP_INVALID || x->in.op->flags & GCN_CMPS))
        raise_compare(a);
}

enum gcn_stop gcn_run_vector(struct gcn *m, struct gcn_wave *w, const struct gcn_exec *x)
{
    struct gcn_alu *a = m->alu;
    uint64_t exec = gcn_exec_mask(w), write;
    if (w->mode & GCN_MODE_VSKIP)
        return GCN_GO;
    a->exec = write = exec;
    a->w = w;
    a->m = m;
    a->x = x;
    a->d = a->out;
    a->k = x->in.literal;
    a->excp = 0;
    a->mask = 0;
    a->write = true;
    a->one = 1;
    a->one64 = 1;
    load_sources(a, &write);
    a->carry = gcn_sgpr(w, x->carry) | (uint64_t)gcn_sgpr(w, x->carry + 1u) << 32;
    if (x->fp)
        run_float(a);
    else
        x->fn.alu(a);
    if (a->write && x->dst_dwords)
        write_result(a, write);
    write_mask(a);
    if (a->excp)
        gcn_excp(w, a->excp);
    return *m->why ? GCN_STOP_UNKNOWN : GCN_GO;
}
