#include "sim/fast/alu_impl.h"

/* Comparison and choice. IVB vol. 4 part 3, 2.3.1, 3.6, 6.17, 6.18, 6.42, 6.55. */

static bool nan_at(const struct fast_vals *v, unsigned n)
{
    return v->floats && eu_f_is_nan(v->f[n]);
}

/* The exact order of src0 and src1. If only one of them is float, they are compared as floats. */
static void compare_sources(struct fast_run *x, int8_t *out)
{
    struct fast_vals *a = &x->s[0], *b = &x->s[1];
    if (!a->floats && !b->floats) {
        FAST_EACH(n, x->wren)
        out[n] = (int8_t)((a->i[n] > b->i[n]) - (a->i[n] < b->i[n]));
        return;
    }
    FAST_EACH(n, x->wren)
    {
        uint32_t fa = a->floats ? a->f[n] : eu_f_from_int(&x->mode, a->i[n]);
        uint32_t fb = b->floats ? b->f[n] : eu_f_from_int(&x->mode, b->i[n]);
        out[n] = (int8_t)eu_f_compare(fa, fb);
    }
}

/* --- sel --- */

/* .l and .ge are minimum and maximum: if one operand is a NaN, the other is taken. With any other
 * modifier, a NaN selects src1 (E28). */
static uint32_t chosen_by_order(struct fast_run *x)
{
    int8_t is[EU_CHANNELS];
    unsigned cmod = x->a->cmod;
    bool minmax = cmod == 4 || cmod == 5;
    uint32_t first = 0;
    compare_sources(x, is);
    FAST_EACH(n, x->wren)
    {
        bool a = fast_relation(cmod, is[n]);
        if (is[n] == EU_F_UNORDERED)
            a = minmax && nan_at(&x->s[1], n) && !nan_at(&x->s[0], n);
        first |= (uint32_t)a << n;
    }
    return first;
}

void fast_sel(struct fast_run *x)
{
    const struct fast_vals *a = &x->s[0], *b = &x->s[1];
    bool by_order = x->a->cmod;
    uint32_t first = by_order ? chosen_by_order(x) : x->pred;
    x->r.floats = (first & a->floats) | (~first & b->floats);
    FAST_EACH(n, x->wren)
    {
        const struct fast_vals *s = first >> n & 1 ? a : b;
        if (!s->floats)
            x->r.i[n] = s->i[n];
        else
            x->r.f[n] = by_order ? eu_f_flush(s->f[n]) : s->f[n];
    }
}

/* --- cmp, cmpn --- */

/* 2.3.1.1: the result of cmpn for a NaN. If both are NaN, src1's rule applies (assumed). */
static bool cmpn_of_nan(unsigned cmod, bool in_src1)
{
    return in_src1 == (cmod != 2);
}

static uint32_t truths(struct fast_run *x)
{
    int8_t is[EU_CHANNELS];
    const struct fast_alu *a = x->a;
    uint32_t all = 0;
    compare_sources(x, is);
    FAST_EACH(n, x->wren)
    {
        bool unordered = is[n] == EU_F_UNORDERED;
        bool t = fast_relation(a->cmod, is[n]);
        if (a->cmod == FAST_COND_UNORDERED) /* for .u, which "should not be used" */
            t = unordered;
        if (unordered && a->id == EU_OP_CMPN)
            t = cmpn_of_nan(a->cmod, nan_at(&x->s[1], n));
        all |= (uint32_t)t << n;
    }
    return all;
}

static void put_truth(struct fast_run *x, uint32_t truth)
{
    uint32_t bits[EU_CHANNELS];
    FAST_EACH(n, x->wren)
    {
        if (x->a->cmod)
            fast_set_flag(x, n, truth >> n & 1);
        bits[n] = truth >> n & 1 ? UINT32_MAX : 0;
    }
    fast_store(x, bits);
}

void fast_cmp(struct fast_run *x)
{
    if (!x->wren)
        return;
    for (unsigned i = 0; i < 2; i++)
        x->a->load[i](x, &x->a->src[i], &x->s[i]);
    uint32_t truth = truths(x), wren = x->wren;
    if (x->a->dst.place != FAST_ARF) {
        put_truth(x, truth);
        return;
    }
    FAST_EACH(n, wren)
    { /* one by one: the destination may be the flag of the next channel */
        x->wren = 1u << n;
        put_truth(x, truth);
    }
}

/* --- movi --- */

/* E10: the index follows the destination's element, within the one register to which a0.0
 * points. */
void fast_movi(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    const struct fast_operand *src = &a->src[0];
    unsigned bytes = eu_types[a->dst.type].bytes, source_bytes = eu_types[src->type].bytes;
    uint32_t imm = (uint32_t)src->addr_imm, origin = (x->t->a0[0] + imm) & ~31u;
    uint32_t to = a->dst.base;
    if (a->dst.place == FAST_INDIRECT)
        to = fast_index(x, a->dst.reg, a->dst.addr_imm);
    unsigned first = (to & 31) / bytes;
    x->r.floats = fast_is_float(src->type) ? UINT32_MAX : 0;
    x->r.overflow = 0;
    for (unsigned n = 0; n < a->es; n++) {
        uint32_t offset = (x->t->a0[(first + n) & 7] + imm) & 31 & ~(bytes - 1);
        uint32_t bits = fast_grf_read(x->t, origin + offset, source_bytes);
        x->r.f[n] = bits;
        x->r.i[n] = x->r.floats ? 0 : fast_extend(bits, src->type);
    }
    fast_modify(src, a->es, &x->r);
    fast_finish(x);
}
