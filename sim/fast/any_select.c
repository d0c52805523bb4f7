#include "sim/fast/any.h"

/* Comparison and choice. */

static bool nan_at(const struct any_vals *v, unsigned n)
{
    return v->kind && eu_float_is_nan(v->kind, v->f[n]);
}

/* The exact order of two lanes. Those of both kinds are compared as floats. */
static int order(struct any_run *x, const struct any_vals *a, const struct any_vals *b, unsigned n)
{
    if (a->kind || b->kind)
        return eu_num_compare(any_num(x, a, n), any_num(x, b, n));
    return (a->i[n] > b->i[n]) - (a->i[n] < b->i[n]);
}

/* --- sel, csel --- */

/* .l and .ge are minimum and maximum: one NaN gives the other operand. With any other modifier a
 * NaN selects src1 (E28). */
static uint32_t first_by_order(struct any_run *x)
{
    unsigned cmod = x->a->cmod;
    bool minmax = cmod == 4 || cmod == 5;
    uint32_t first = 0;
    FAST_EACH(n, x->wren)
    {
        int is = order(x, &x->s[0], &x->s[1], n);
        bool a = fast_relation(cmod, is);
        if (is == EU_F_UNORDERED)
            a = minmax && nan_at(&x->s[1], n) && !nan_at(&x->s[0], n);
        first |= (uint32_t)a << n;
    }
    return first;
}

/* Lane @n of @v; @flush: a denormal that the mode does not keep is 0. */
static void take(struct any_run *x, unsigned n, const struct any_vals *v, bool flush)
{
    x->r.kind = v->kind;
    x->r.i[n] = v->i[n];
    x->r.f[n] = v->f[n];
    if (flush && v->kind && eu_num_of(&x->mode, v->kind, v->f[n]).cls == EU_NUM_ZERO)
        x->r.f[n] &= eu_float_sign(v->kind);
}

static void choose(struct any_run *x, uint32_t first, bool flush)
{
    const struct any_vals *a = &x->s[0], *b = &x->s[1];
    uint32_t wren = x->wren;
    x->mode.overflow = false;
    FAST_EACH(n, wren)
    {
        take(x, n, first >> n & 1 ? a : b, flush);
        if (a->kind != b->kind) { /* each channel's result is of another kind */
            x->wren = 1u << n;
            any_finish(x);
            x->wren = 0;
        }
    }
}

void any_sel(struct any_run *x)
{
    bool by_order = x->a->cmod;
    choose(x, by_order ? first_by_order(x) : x->pred, by_order);
}

/* src2 against 0 selects; no flag is written (assumed). */
void any_csel(struct any_run *x)
{
    static const struct any_vals zeros[EU_FLOAT_COUNT] = {
        [EU_FLOAT_HF].kind = EU_FLOAT_HF,
        [EU_FLOAT_F].kind = EU_FLOAT_F,
        [EU_FLOAT_DF].kind = EU_FLOAT_DF,
    };
    uint32_t first = 0;
    FAST_EACH(n, x->wren)
    {
        int is = order(x, &x->s[2], &zeros[x->s[2].kind], n);
        first |= (uint32_t)fast_relation(x->a->cmod, is) << n;
    }
    choose(x, first, true);
}

/* --- cmp, cmpn --- */

void any_cmp(struct any_run *x)
{
    const struct fast_alu *a = x->a;
    uint32_t truth = 0;
    if (!x->wren)
        return;
    for (unsigned i = 0; i < 2; i++)
        any_load(x, i);
    FAST_EACH(n, x->wren)
    {
        int is = order(x, &x->s[0], &x->s[1], n);
        bool t = fast_relation(a->cmod, is);
        if (a->cmod == FAST_COND_UNORDERED) /* .u "should not be used" */
            t = is == EU_F_UNORDERED;
        if (is == EU_F_UNORDERED && a->id == EU_OP_CMPN) /* 2.3.1.1; both: src1's rule (assumed) */
            t = nan_at(&x->s[1], n) == (a->cmod != 2);
        truth |= (uint32_t)t << n;
    }
    any_answer(x, truth);
}

/* --- movi --- */

/* E10: the index by the destination's element, inside the one register that a0.0 names. */
void any_movi(struct any_run *x)
{
    const struct fast_alu *a = x->a;
    const struct fast_operand *src = &a->src[0];
    unsigned bytes = eu_types[a->dst.type].bytes;
    uint32_t imm = (uint32_t)src->addr_imm, origin = (x->t->a0[0] + imm) & ~31u;
    uint32_t to = a->dst.base;
    if (a->dst.place == FAST_INDIRECT)
        to = any_index(x, a->dst.reg, a->dst.addr_imm);
    unsigned first = (to & 31) / bytes;
    for (unsigned n = 0; n < a->es; n++) {
        uint32_t offset = (x->t->a0[(first + n) & 7] + imm) & 31 & ~(bytes - 1);
        any_load_at(x, n, origin + offset);
    }
    x->r = x->s[0];
    any_finish(x);
}
