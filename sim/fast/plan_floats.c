/* What plans compute with floats and doubles: the host's arithmetic, as in vector.c. A NaN becomes
 * the default one later. Halves are floats here. IVB vol. 4 part 3, chapter 6. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/convert.h"
#include "sim/fast/operations.h"
#include "sim/fast/plan_numbers.h"

/* --- floats: the operations of vector.c --- */

#define BY_EIGHTS(name, operation)                                                                 \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        a0 = (v4q)operation((v8u)a0, (v8u)b0, (v8u)c0);                                            \
        return p->convert(PLAN_PASS);                                                              \
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
BY_EIGHTS(f_mac, op_fmac) /* line: plan.c makes the coefficients sources */

/* a * b + c of halves, where the product is exact: the sum is rounded to the float of two that is
 * odd, so that it can be rounded again. */
INLINE v4q odd_sum(v8f product, v8f c, v8f sum)
{
    v8f part = sum - product, rest = (product - (sum - part)) + (c - part);
    v8u below = (v8u)((v8i)((v8u)rest ^ (v8u)sum) >> 31); /* -1, or 0 */
    v8u inexact = (v8u)_mm256_cmp_ps((__m256)rest, _mm256_setzero_ps(), _CMP_NEQ_OQ);
    return (v4q)blend((v8u)sum, ((v8u)sum + below) | all_bits(1), inexact);
}
/* Lanes whose nearest float, rounded again, may be another half than the sum: it is a tie. */
INLINE v8u is_tie(v8f sum)
{
    return (v8u)(((v8u)sum & fixed(FAST_HALF_DROPPED)) == fixed(FAST_HALF_TIE));
}
/* ... that are no normal half: ties are elsewhere, or a denormal becomes a zero. */
INLINE v8u is_small(v8f sum)
{
    v8i but_zero = (v8i)(((v8u)sum & fixed(FAST_SIZE)) + all_bits(0x80000000 - 1));
    return (v8u)(but_zero < (v8i)all_bits(CONVERT_HALF_MIN - 1 + 0x80000000));
}
#define FUSED(name, a, b, c)                                                                       \
    static __attribute__((noinline)) enum fast_leave name##_by_odd(PLAN_ARGS)                      \
    {                                                                                              \
        a0 = odd_sum((v8f)a1, (v8f)(c), (v8f)b1);                                                  \
        PLAN_FORGET_ALL_BUT_A0;                                                                    \
        if (signs(is_small((v8f)a0)) & x->on)                                                      \
            return p->convert(PLAN_PASS);                                                          \
        return put_halves(PLAN_PASS, (v8f)a0);                                                     \
    }                                                                                              \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        v8f product = (v8f)(a) * (v8f)(b), sum = product + (v8f)(c);                               \
        a1 = (v4q)product, b1 = (v4q)sum;                                                          \
        if (FAST_UNLIKELY(signs(is_tie(sum) | is_small(sum)) & x->on))                             \
            return name##_by_odd(PLAN_PASS);                                                       \
        PLAN_FORGET_ALL_BUT_A0;                                                                    \
        return put_halves(PLAN_PASS, sum);                                                         \
    }                                                                                              \
    /* for condition .o, which looks at the sum before it is converted */                          \
    static enum fast_leave name##_told(PLAN_ARGS)                                                  \
    {                                                                                              \
        v8f product = (v8f)(a) * (v8f)(b);                                                         \
        a0 = odd_sum(product, (v8f)(c), product + (v8f)(c));                                       \
        return p->convert(PLAN_PASS);                                                              \
    }
FUSED(h_mad, b0, c0, a0)
FUSED(h_mac, a0, b0, c0)

/* --- sums of products: of each four channels, from left to right --- */

#define DOT(name, products, homogeneous)                                                           \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        a0 = (v4q)sum_of((v8u)a0, (v8u)b0, products, homogeneous);                                 \
        return p->convert(PLAN_PASS);                                                              \
    }
DOT(f_dp2, 2, false)
DOT(f_dp3, 3, false)
DOT(f_dp4, 4, false)
DOT(f_dph, 3, true)

/* p * u + q * v + r: a and b are u and v. */
INLINE v8f coefficient(const struct plan_source *s, const uint8_t *from)
{
    uint32_t bits;
    memcpy(&bits, from, sizeof bits);
    return (v8f)all((s->abs ? bits & ~EU_F_SIGN : bits) ^ (s->neg ? EU_F_SIGN : 0));
}
/* The OWord in which the first one lies. */
INLINE const uint8_t *coefficients(const struct fast_uop *u, const uint8_t *grf,
                                   const struct fast_plan *p)
{
    return grf + ((p->base[2] + u->s[2]) & ~15u);
}
static enum fast_leave f_line(PLAN_ARGS)
{
    v8f last = coefficient(&p->src[2], coefficients(u, grf, p) + 12);
    a0 = (v4q)_mm256_fmadd_ps((__m256)a0, (__m256)b0, (__m256)last);
    return p->convert(PLAN_PASS);
}
plan_stage *plan_line_op(void)
{
    return f_line;
}
static enum fast_leave f_pln(PLAN_ARGS)
{
    const struct plan_source *s = &p->src[2];
    const uint8_t *from = coefficients(u, grf, p);
    v8f first = coefficient(s, from) * (v8f)a0, second = coefficient(s, from + 4) * (v8f)b0;
    __asm__("" : "+x"(first), "+x"(second));
    a0 = (v4q)(first + second + coefficient(s, from + 12));
    return p->convert(PLAN_PASS);
}

/* --- comparison and choice --- */

static enum fast_leave f_sel(PLAN_ARGS)
{
    a0 = (v4q)blend((v8u)b0, (v8u)a0, mask_of(plan_pred(x, grf, p)));
    return p->convert(PLAN_PASS);
}

/* The chosen operand; a denormal becomes a zero where the mode does not keep it. */
INLINE v8u taken(const struct fast_ctx *x, v8u first, v8u a, v8u b)
{
    v8u r = blend(b, a, first), small = (v8u)((r & all(EU_F_INF)) == 0);
    return x->control == FAST_FP_KEEP ? r : r & (~small | all(EU_F_SIGN));
}
/* Minimum and maximum take the other operand of a NaN; otherwise a NaN selects the second. */
INLINE v8u first_of(v8u relation, v8u a, v8u b, bool least)
{
    v8u first = relation & ~unordered(a, b);
    return least ? first | (unordered(b, b) & ~unordered(a, a)) : first;
}
INLINE v8u answer(const struct fast_plan *p, v8u truth, v8u a, v8u b)
{
    v8u nan = unordered(b, b);
    if (p->id != EU_OP_CMPN)
        return truth;
    return blend(truth, p->cmod == 2 ? ~nan : nan, unordered(a, b));
}
#define RELATION_STAGES(name, relation, least)                                                     \
    static enum fast_leave f_cmp_##name(PLAN_ARGS)                                                 \
    {                                                                                              \
        a0 = (v4q)answer(p, (v8u)((v8f)a0 relation(v8f) b0), (v8u)a0, (v8u)b0);                    \
        return p->convert(PLAN_PASS);                                                              \
    }                                                                                              \
    static enum fast_leave f_sel_##name(PLAN_ARGS)                                                 \
    {                                                                                              \
        v8u first = first_of((v8u)((v8f)a0 relation(v8f) b0), (v8u)a0, (v8u)b0, least);            \
        a0 = (v4q)taken(x, first, (v8u)a0, (v8u)b0);                                               \
        return p->convert(PLAN_PASS);                                                              \
    }                                                                                              \
    static enum fast_leave f_csel_##name(PLAN_ARGS)                                                \
    {                                                                                              \
        a0 = (v4q)taken(x, (v8u)((v8f)c0 relation 0), (v8u)a0, (v8u)b0);                           \
        return p->convert(PLAN_PASS);                                                              \
    }
RELATION_STAGES(z, ==, false)
RELATION_STAGES(nz, !=, false)
RELATION_STAGES(g, >, false)
RELATION_STAGES(ge, >=, true)
RELATION_STAGES(l, <, true)
RELATION_STAGES(le, <=, false)
static enum fast_leave f_cmp_o(PLAN_ARGS)
{
    a0 = (v4q)answer(p, all(0), (v8u)a0, (v8u)b0);
    return p->convert(PLAN_PASS);
}
static enum fast_leave f_cmp_u(PLAN_ARGS)
{
    a0 = (v4q)answer(p, unordered((v8u)a0, (v8u)b0), (v8u)a0, (v8u)b0);
    return p->convert(PLAN_PASS);
}
#define RELATIONS(kind) kind##_z, kind##_nz, kind##_g, kind##_ge, kind##_l, kind##_le

/* --- doubles --- */

/* @keeps: denormals are kept. */
#define BY_FOURS(name, expression)                                                                 \
    INLINE v4q name##_four(const struct fast_plan *p, v4d a, v4d b, v4d c, bool keeps)             \
    {                                                                                              \
        (void)p, (void)a, (void)b, (void)c, (void)keeps;                                           \
        return (v4q)(expression);                                                                  \
    }                                                                                              \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        bool keeps = x->control == FAST_FP_KEEP;                                                   \
        a0 = name##_four(p, (v4d)a0, (v4d)b0, (v4d)c0, keeps);                                     \
        a1 = name##_four(p, (v4d)a1, (v4d)b1, (v4d)c1, keeps);                                     \
        return p->convert(PLAN_PASS);                                                              \
    }
#define FMA(a, b, c) _mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c))
BY_FOURS(d_mov, a)
BY_FOURS(d_add, a + b)
BY_FOURS(d_mul, a *b)
BY_FOURS(d_mad, FMA(b, c, a))
BY_FOURS(d_mac, FMA(a, b, c))
static enum fast_leave d_sel(PLAN_ARGS)
{
    uint32_t pred = plan_pred(x, grf, p);
    a0 = plan_choose(b0, a0, plan_mask(pred)), a1 = plan_choose(b1, a1, plan_mask(pred >> 4));
    return p->convert(PLAN_PASS);
}

INLINE v4q unordered_d(v4d a, v4d b)
{
    return (v4q)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_UNORD_Q);
}
INLINE v4q answer_d(const struct fast_plan *p, v4q truth, v4d a, v4d b)
{
    v4q nan = unordered_d(b, b);
    if (p->id != EU_OP_CMPN)
        return truth;
    return plan_choose(truth, p->cmod == 2 ? ~nan : nan, unordered_d(a, b));
}
INLINE v4q taken_d(bool keeps, v4q relation, v4d a, v4d b, bool least)
{
    v4q first = relation & ~unordered_d(a, b);
    if (least)
        first |= unordered_d(b, b) & ~unordered_d(a, a);
    v4q r = plan_choose((v4q)b, (v4q)a, first), small = (r & 0x7ff0000000000000) == 0;
    return keeps ? r : r & (~small | INT64_MIN);
}
#define RELATION_STAGES_D(name, relation, least)                                                   \
    BY_FOURS(d_cmp_##name, answer_d(p, a relation b, a, b))                                        \
    BY_FOURS(d_sel_##name, taken_d(keeps, a relation b, a, b, least))
RELATION_STAGES_D(z, ==, false)
RELATION_STAGES_D(nz, !=, false)
RELATION_STAGES_D(g, >, false)
RELATION_STAGES_D(ge, >=, true)
RELATION_STAGES_D(l, <, true)
RELATION_STAGES_D(le, <=, false)
BY_FOURS(d_cmp_o, answer_d(p, plan_all(0), a, b))
BY_FOURS(d_cmp_u, answer_d(p, unordered_d(a, b), a, b))

/* --- which one --- */

static plan_stage *math_op(const struct eu *eu, const struct fast_alu *a, bool half)
{
    bool more = plan_has_512(eu);
    if (half)
        return more ? plan_math_of_halves_512(a) : plan_math_of_halves(a);
    return more ? plan_math_of_floats_512(a->cmod & 15) : plan_math_of_floats(a->cmod & 15);
}

plan_stage *plan_floats_op(const struct eu *eu, const struct fast_alu *a)
{
    static plan_stage *const ops[EU_OP_COUNT] = {
        [EU_OP_MOV] = f_mov,   [EU_OP_ADD] = f_add,     [EU_OP_MUL] = f_mul,
        [EU_OP_LRP] = f_lrp,   [EU_OP_FRC] = f_frc,     [EU_OP_RNDU] = f_rndu,
        [EU_OP_RNDD] = f_rndd, [EU_OP_RNDE] = f_rnde,   [EU_OP_RNDZ] = f_rndz,
        [EU_OP_DP2] = f_dp2,   [EU_OP_DP3] = f_dp3,     [EU_OP_DP4] = f_dp4,
        [EU_OP_DPH] = f_dph,   [EU_OP_LINE] = f_mac,    [EU_OP_PLN] = f_pln,
        [EU_OP_MOVI] = f_mov,  [EU_OP_F16TO32] = f_mov, [EU_OP_F32TO16] = f_mov,
    };
    static plan_stage *const cmps[16] =
        {NULL, RELATIONS(f_cmp), [FAST_COND_OVERFLOW] = f_cmp_o, [FAST_COND_UNORDERED] = f_cmp_u},
                             *const sels[7] = {f_sel, RELATIONS(f_sel)},
                             *const csels[7] = {NULL, RELATIONS(f_csel)};
    bool relation = a->cmod <= 6, half = a->dst.type == EU_TYPE_HF;
    for (unsigned i = 0; i < a->nsrc; i++)
        half &= a->src[i].type == EU_TYPE_HF;
    switch (a->id) {
    case EU_OP_MAD:
        return !half ? f_mad : plan_tells_overflow(a) ? h_mad_told : h_mad;
    case EU_OP_MAC:
        return !half ? f_mac : plan_tells_overflow(a) ? h_mac_told : h_mac;
    case EU_OP_CMP:
    case EU_OP_CMPN:
        return cmps[a->cmod & 15];
    case EU_OP_SEL:
        return relation ? sels[a->cmod] : NULL;
    case EU_OP_CSEL:
        return relation ? csels[a->cmod] : NULL;
    case EU_OP_MATH:
        return math_op(eu, a, half);
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
    static plan_stage *const cmps[16] =
        {NULL, RELATIONS(d_cmp), [FAST_COND_OVERFLOW] = d_cmp_o, [FAST_COND_UNORDERED] = d_cmp_u},
                             *const sels[7] = {d_sel, RELATIONS(d_sel)};
    if (a->id == EU_OP_CMP || a->id == EU_OP_CMPN)
        return cmps[a->cmod & 15];
    if (a->id == EU_OP_SEL)
        return a->cmod <= 6 ? sels[a->cmod] : NULL;
    return ops[a->id];
}
#endif
