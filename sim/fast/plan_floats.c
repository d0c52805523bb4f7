/* What plans compute with floats and doubles: the host's arithmetic, as in vector.c. A NaN becomes
 * the default one later. Halves are floats here. IVB vol. 4 part 3, chapter 6. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/convert.h"
#include "sim/fast/operations.h"

/* --- floats: the operations of vector.c --- */

#define BY_EIGHTS(name, operation)                                                                 \
    static void name(struct plan_run *x)                                                           \
    {                                                                                              \
        PLAN_EIGHTS(k)                                                                             \
        x->r.w[k] = operation(x->s[0].w[k], x->s[1].w[k], x->s[2].w[k]);                           \
    }
BY_EIGHTS(f_mov, op_mov)
BY_EIGHTS(f_add, op_fadd)
BY_EIGHTS(f_mul, op_fmul)
BY_EIGHTS(f_mad, op_fmad)
BY_EIGHTS(f_lrp, op_lrp)
BY_EIGHTS(f_frc, op_frc)
BY_EIGHTS(f_rndu, op_rndu)
BY_EIGHTS(f_rndd, op_rndd)
BY_EIGHTS(f_rnde, op_rnde)
BY_EIGHTS(f_rndz, op_rndz)
BY_EIGHTS(f_line, op_fmac) /* plan.c makes the coefficients sources */

static void f_mac(struct plan_run *x)
{
    PLAN_EIGHTS(k)
    {
        v4q low = plan_acc_get(x->t, x->p->own, 2 * k);
        v4q high = x->p->fours > 1 ? plan_acc_get(x->t, x->p->own, 2 * k + 1) : low;
        x->r.w[k] = op_fmac(x->s[0].w[k], x->s[1].w[k], plan_low(low, high));
    }
}

/* --- sums of products: of each four channels, from left to right --- */

#define DOT(name, products, homogeneous)                                                           \
    static void name(struct plan_run *x)                                                           \
    {                                                                                              \
        PLAN_EIGHTS(k)                                                                             \
        x->r.w[k] = sum_of(x->s[0].w[k], x->s[1].w[k], products, homogeneous);                     \
    }
DOT(f_dp2, 2, false)
DOT(f_dp3, 3, false)
DOT(f_dp4, 4, false)
DOT(f_dph, 3, true)

/* p * u + q * v + r: s[0] and s[1] are u and v. */
static void f_pln(struct plan_run *x)
{
    v8u c[4];
    for (unsigned i = 0; i < 4; i++) {
        uint32_t bits;
        memcpy(&bits, x->from[2] + 4 * i, sizeof bits);
        c[i] =
            all((x->p->src[2].abs ? bits & ~EU_F_SIGN : bits) ^ (x->p->src[2].neg ? EU_F_SIGN : 0));
    }
    PLAN_EIGHTS(k)
    {
        v8f u = (v8f)c[0] * (v8f)x->s[0].w[k], v = (v8f)c[1] * (v8f)x->s[1].w[k];
        __asm__("" : "+x"(u), "+x"(v));
        x->r.w[k] = (v8u)(u + v + (v8f)c[3]);
    }
}

/* --- comparison and choice --- */

static void f_sel(struct plan_run *x)
{
    PLAN_EIGHTS(k)
    x->r.w[k] = blend(x->s[1].w[k], x->s[0].w[k], mask_of(x->pred >> 8 * k));
}

/* The chosen operand; a denormal becomes a zero where the mode does not keep it. */
INLINE v8u taken(const struct plan_run *x, v8u first, v8u a, v8u b)
{
    v8u r = blend(b, a, first), small = (v8u)((r & all(EU_F_INF)) == 0);
    return x->keeps ? r : r & (~small | all(EU_F_SIGN));
}
/* Minimum and maximum take the other operand of a NaN; otherwise a NaN selects the second. */
INLINE v8u first_of(v8u relation, v8u a, v8u b, bool least)
{
    v8u first = relation & ~unordered(a, b);
    return least ? first | (unordered(b, b) & ~unordered(a, a)) : first;
}
INLINE v8u answer(const struct plan_run *x, v8u truth, v8u a, v8u b)
{
    v8u nan = unordered(b, b);
    if (x->p->id != EU_OP_CMPN)
        return truth;
    return blend(truth, x->p->cmod == 2 ? ~nan : nan, unordered(a, b));
}
#define RELATION_STAGES(name, relation, least)                                                     \
    static void f_cmp_##name(struct plan_run *x)                                                   \
    {                                                                                              \
        PLAN_EIGHTS(k)                                                                             \
        {                                                                                          \
            v8u a = x->s[0].w[k], b = x->s[1].w[k];                                                \
            x->r.w[k] = answer(x, (v8u)((v8f)a relation(v8f) b), a, b);                            \
        }                                                                                          \
    }                                                                                              \
    static void f_sel_##name(struct plan_run *x)                                                   \
    {                                                                                              \
        PLAN_EIGHTS(k)                                                                             \
        {                                                                                          \
            v8u a = x->s[0].w[k], b = x->s[1].w[k];                                                \
            v8u first = first_of((v8u)((v8f)a relation(v8f) b), a, b, least);                      \
            x->r.w[k] = taken(x, first, a, b);                                                     \
        }                                                                                          \
    }                                                                                              \
    static void f_csel_##name(struct plan_run *x)                                                  \
    {                                                                                              \
        PLAN_EIGHTS(k)                                                                             \
        x->r.w[k] = taken(x, (v8u)((v8f)x->s[2].w[k] relation 0), x->s[0].w[k], x->s[1].w[k]);     \
    }
RELATION_STAGES(z, ==, false)
RELATION_STAGES(nz, !=, false)
RELATION_STAGES(g, >, false)
RELATION_STAGES(ge, >=, true)
RELATION_STAGES(l, <, true)
RELATION_STAGES(le, <=, false)
#define RELATIONS(kind) kind##_z, kind##_nz, kind##_g, kind##_ge, kind##_l, kind##_le

/* --- doubles --- */

#define BY_FOURS(name, expression)                                                                 \
    INLINE v4d name##_four(const struct plan_run *x, unsigned k)                                   \
    {                                                                                              \
        const v4d a = x->s[0].d[k], b = x->s[1].d[k], c = x->s[2].d[k];                            \
        (void)a, (void)b, (void)c;                                                                 \
        return (v4d)(expression);                                                                  \
    }                                                                                              \
    static void name(struct plan_run *x)                                                           \
    {                                                                                              \
        PLAN_EIGHTS(h)                                                                             \
        {                                                                                          \
            x->r.d[2 * h] = name##_four(x, 2 * h);                                                 \
            x->r.d[2 * h + 1] = name##_four(x, 2 * h + 1);                                         \
        }                                                                                          \
    }
#define FMA(a, b, c) _mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c))
BY_FOURS(d_mov, a)
BY_FOURS(d_add, a + b)
BY_FOURS(d_mul, a *b)
BY_FOURS(d_mad, FMA(b, c, a))
BY_FOURS(d_mac, FMA(a, b, plan_acc_get(x->t, x->p->own, k)))
BY_FOURS(d_sel, plan_choose((v4q)b, (v4q)a, plan_mask(x->pred >> 4 * k)))

INLINE v4q unordered_d(v4d a, v4d b)
{
    return (v4q)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_UNORD_Q);
}
INLINE v4q answer_d(const struct plan_run *x, v4q truth, v4d a, v4d b)
{
    v4q nan = unordered_d(b, b);
    if (x->p->id != EU_OP_CMPN)
        return truth;
    return plan_choose(truth, x->p->cmod == 2 ? ~nan : nan, unordered_d(a, b));
}
INLINE v4q taken_d(const struct plan_run *x, v4q relation, v4d a, v4d b, bool least)
{
    v4q first = relation & ~unordered_d(a, b);
    if (least)
        first |= unordered_d(b, b) & ~unordered_d(a, a);
    v4q r = plan_choose((v4q)b, (v4q)a, first), small = (r & 0x7ff0000000000000) == 0;
    return x->keeps ? r : r & (~small | INT64_MIN);
}
#define RELATION_STAGES_D(name, relation, least)                                                   \
    BY_FOURS(d_cmp_##name, answer_d(x, a relation b, a, b))                                        \
    BY_FOURS(d_sel_##name, taken_d(x, a relation b, a, b, least))
RELATION_STAGES_D(z, ==, false)
RELATION_STAGES_D(nz, !=, false)
RELATION_STAGES_D(g, >, false)
RELATION_STAGES_D(ge, >=, true)
RELATION_STAGES_D(l, <, true)
RELATION_STAGES_D(le, <=, false)

/* --- which one --- */

plan_stage *plan_floats_op(const struct fast_alu *a)
{
    static plan_stage *const ops[EU_OP_COUNT] = {
        [EU_OP_MOV] = f_mov,   [EU_OP_ADD] = f_add,   [EU_OP_MUL] = f_mul,   [EU_OP_MAD] = f_mad,
        [EU_OP_MAC] = f_mac,   [EU_OP_LRP] = f_lrp,   [EU_OP_FRC] = f_frc,   [EU_OP_RNDU] = f_rndu,
        [EU_OP_RNDD] = f_rndd, [EU_OP_RNDE] = f_rnde, [EU_OP_RNDZ] = f_rndz, [EU_OP_DP2] = f_dp2,
        [EU_OP_DP3] = f_dp3,   [EU_OP_DP4] = f_dp4,   [EU_OP_DPH] = f_dph,   [EU_OP_LINE] = f_line,
        [EU_OP_PLN] = f_pln,   [EU_OP_MOVI] = f_mov,
    };
    static plan_stage *const cmps[7] = {NULL, RELATIONS(f_cmp)},
                             *const sels[7] = {f_sel, RELATIONS(f_sel)},
                             *const csels[7] = {NULL, RELATIONS(f_csel)};
    bool relation = a->cmod <= 6;
    switch (a->id) {
    case EU_OP_CMP:
    case EU_OP_CMPN:
        return relation ? cmps[a->cmod] : NULL;
    case EU_OP_SEL:
        return relation ? sels[a->cmod] : NULL;
    case EU_OP_CSEL:
        return relation ? csels[a->cmod] : NULL;
    case EU_OP_MATH:
        return plan_math_op(a);
    default:
        return ops[a->id];
    }
}

plan_stage *plan_doubles_op(const struct fast_alu *a)
{
    static plan_stage *const ops[EU_OP_COUNT] = {
        [EU_OP_MOV] = d_mov, [EU_OP_ADD] = d_add, [EU_OP_MUL] = d_mul,
        [EU_OP_MAD] = d_mad, [EU_OP_MAC] = d_mac,
    };
    static plan_stage *const cmps[7] = {NULL, RELATIONS(d_cmp)}, *const sels[7] = {
                                                                     d_sel, RELATIONS(d_sel)};
    if (a->id == EU_OP_CMP || a->id == EU_OP_CMPN)
        return a->cmod <= 6 ? cmps[a->cmod] : NULL;
    if (a->id == EU_OP_SEL)
        return a->cmod <= 6 ? sels[a->cmod] : NULL;
    return ops[a->id];
}
#endif
