#include "sim/jit/operations.h"

#include "sim/float.h"

/* A source that may be changed is as good as a new register. */
unsigned jit_result(struct emit *e, const struct jit_sources *s, unsigned n)
{
    if (s->into >= 0)
        return (unsigned)s->into;
    for (unsigned i = 0; i < n; i++)
        if (s->v[i].own && s->v[i].at.kind == HOST_REG)
            return s->v[i].at.reg;
    return jit_temp(e);
}

static struct jit_value binary(struct emit *e, const struct jit_sources *s, unsigned v,
                               struct jit_value a, struct jit_value b)
{
    unsigned left = jit_in_reg(e, a), to = jit_result(e, s, 2);
    host_v(&e->c, v, to, left, b.at, -1);
    return jit_own_value(to);
}

static struct jit_value copy(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)e, (void)v, (void)how;
    return s->v[0];
}

static struct jit_value unary(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)how;
    unsigned to = jit_result(e, s, 1);
    host_v(&e->c, v, to, 0, s->v[0].at, -1);
    return jit_own_value(to);
}

static struct jit_value invert(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)how;
    s->v[1] = (struct jit_value){jit_all(e, UINT32_MAX), false};
    return binary(e, s, v, s->v[0], s->v[1]);
}

static struct jit_value rounded(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    unsigned to = jit_result(e, s, 1);
    host_v(&e->c, v, to, 0, s->v[0].at, (int)how);
    return jit_own_value(to);
}

/* Either source may come first. */
static struct jit_value commute(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)how;
    bool swap = s->v[0].at.kind != HOST_REG && s->v[1].at.kind == HOST_REG;
    return binary(e, s, v, s->v[swap], s->v[!swap]);
}

/* The low @how bits of the second source count. */
static struct jit_value low_bits(struct emit *e, const struct jit_sources *s, uint32_t mask)
{
    if (s->has_imm)
        return (struct jit_value){jit_all(e, s->imm & mask), false};
    unsigned from = jit_in_reg(e, s->v[1]), to = s->v[1].own ? from : jit_temp(e);
    host_v(&e->c, VPAND, to, from, jit_all(e, mask), -1);
    return jit_own_value(to);
}

static struct jit_value multiply(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    s->v[1] = low_bits(e, s, how);
    return commute(e, s, v, 0);
}

/* @how: how VPSHIFTD does it by a number. */
static struct jit_value shift(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    if (!s->has_imm)
        return binary(e, s, v, s->v[0], low_bits(e, s, 31));
    unsigned from = jit_in_reg(e, s->v[0]), to = jit_result(e, s, 1);
    host_v(&e->c, VPSHIFTD, how, to, host_reg(from), (int)(s->imm & 31));
    return jit_own_value(to);
}

/* The predicate, v[2], chooses. */
static struct jit_value choose(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    (void)how;
    unsigned other = jit_in_reg(e, s->v[1]), mask = jit_in_reg(e, s->v[2]);
    unsigned to = jit_result(e, s, 3);
    host_v(&e->c, v, to, other, s->v[0].at, (int)(mask << 4));
    return jit_own_value(to);
}

static struct jit_value add_floats(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    if (s->neg[0] || s->neg[1])
        return binary(e, s, how, s->v[s->neg[0]], s->v[!s->neg[0]]);
    return commute(e, s, v, 0);
}

/* mad: v[0] is added to the product. The result is where one of the sources was, a copy at need. */
static struct jit_value multiply_add(struct emit *e, struct jit_sources *s, unsigned v,
                                     unsigned how)
{
    unsigned neg = (s->neg[0] ? 2 : 0) + (s->neg[1] != s->neg[2] ? 4 : 0);
    bool swap = s->v[2].at.kind == HOST_REG && s->v[1].at.kind != HOST_REG;
    struct jit_value b = s->v[1 + swap], c = s->v[2 - swap];
    unsigned to, left;
    for (unsigned i = 0; i < 2; i++) { /* a factor's register */
        struct jit_value f = i ? c : b, g = i ? b : c;
        bool is_it = f.at.kind == HOST_REG &&
                     (s->into < 0 ? f.own && !s->v[0].own : f.at.reg == (unsigned)s->into);
        if (!is_it)
            continue;
        left = jit_in_reg(e, g);
        host_v(&e->c, how + neg, f.at.reg, left, s->v[0].at, -1);
        return jit_own_value(f.at.reg);
    }
    left = jit_in_reg(e, b);
    if (s->into >= 0) {
        to = (unsigned)s->into;
        if (s->v[0].at.kind != HOST_REG)
            host_v(&e->c, VMOVUPS_LOAD, to, 0, s->v[0].at, -1);
        else if (s->v[0].at.reg != to)
            host_v(&e->c, VMOVAPS, to, 0, s->v[0].at, -1);
    } else {
        to = jit_own(e, s->v[0]);
    }
    host_v(&e->c, v + neg, to, left, c.at, -1);
    return jit_own_value(to);
}

/* --- relations --- */

/* Quiet, of NaN only "not equal" holds. */
static struct jit_value relate(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    unsigned left = jit_in_reg(e, s->v[0]), to = jit_result(e, s, 2);
    host_v(&e->c, v, to, left, s->v[1].at, (int)how);
    return jit_own_value(to);
}

enum { SWAPPED = 1, NEGATED = 2 };
static struct jit_value relate_ints(struct emit *e, struct jit_sources *s, unsigned v, unsigned how)
{
    s->negated = how & NEGATED;
    return binary(e, s, v, s->v[how & SWAPPED], s->v[!(how & SWAPPED)]);
}

/* a >= b: the larger one is a; a <= b: the smaller one is. */
static struct jit_value relate_unsigned(struct emit *e, struct jit_sources *s, unsigned v,
                                        unsigned how)
{
    unsigned left = jit_in_reg(e, s->v[0]), to = jit_temp(e);
    host_v(&e->c, v, to, left, s->v[1].at, -1);
    host_v(&e->c, VPCMPEQD, to, to, host_reg(left), -1);
    s->negated = how & NEGATED;
    return jit_own_value(to);
}

static const struct {
    jit_maker *make;
    unsigned v, how;
} operations[FAST_OP_COUNT] = {
    [FAST_op_mov] = {copy, 0, 0},
    [FAST_fmov] = {copy, 0, 0},
    [FAST_op_not] = {invert, VPXOR, 0},
    [FAST_op_itof] = {unary, VCVTDQ2PS, 0},
    [FAST_op_utof] = {jit_from_unsigned, 0, 0},
    [FAST_op_and] = {commute, VPAND, 0},
    [FAST_op_or] = {commute, VPOR, 0},
    [FAST_op_xor] = {commute, VPXOR, 0},
    [FAST_op_shl] = {shift, VPSLLVD, 6},
    [FAST_op_shr] = {shift, VPSRLVD, 2},
    [FAST_op_asr] = {shift, VPSRAVD, 4},
    [FAST_op_add] = {commute, VPADDD, 0},
    [FAST_op_mul] = {multiply, VPMULLD, 0xffff},
    [FAST_op_mulw] = {commute, VPMULLD, 0},
    [FAST_op_fadd] = {add_floats, VADDPS, VSUBPS},
    [FAST_op_fmul] = {commute, VMULPS, 0},
    [FAST_op_fmad] = {multiply_add, VFMADD231PS, VFMADD213PS},
    [FAST_op_rnde] = {rounded, VROUNDPS, 8},
    [FAST_op_rndd] = {rounded, VROUNDPS, 9},
    [FAST_op_rndu] = {rounded, VROUNDPS, 10},
    [FAST_op_rndz] = {rounded, VROUNDPS, 11},
    [FAST_op_dmin] = {commute, VPMINSD, 0},
    [FAST_op_dmax] = {commute, VPMAXSD, 0},
    [FAST_op_umin] = {commute, VPMINUD, 0},
    [FAST_op_umax] = {commute, VPMAXUD, 0},
    [FAST_op_addc] = {jit_carry, 0, 0},
    [FAST_op_subb] = {jit_borrow, 0, 0},
    [FAST_op_lzd] = {jit_leading, 0, JIT_ZEROS},
    [FAST_op_fbh] = {jit_leading, 0, 0},
    [FAST_op_fbhs] = {jit_leading, 0, JIT_SIGNED},
    [FAST_op_fbl] = {jit_lowest, 0, 0},
    [FAST_op_cbit] = {jit_count, 0, 0},
    [FAST_op_bfrev] = {jit_reverse, 0, 0},
    [FAST_op_bfe] = {jit_field, VPSRLVD, 0},
    [FAST_op_bfes] = {jit_field, VPSRAVD, 0},
    [FAST_op_bfi1] = {jit_field_mask, 0, 0},
    [FAST_op_bfi2] = {jit_insert, 0, 0},
    [FAST_op_avg] = {jit_average, 0, 0},
    [FAST_op_sad2] = {jit_differences, 0, 0},
    [FAST_op_lrp] = {jit_interpolate, 0, 0},
    [FAST_op_frc] = {jit_fraction, 0, 0},
    [FAST_op_dp2] = {jit_products, 0, 2},
    [FAST_op_dp3] = {jit_products, 0, 3},
    [FAST_op_dp4] = {jit_products, 0, 4},
    [FAST_op_dph] = {jit_products, 0, JIT_HOMOGENEOUS},
    [FAST_op_inv] = {jit_inverse, 0, 0},
    [FAST_op_sqrt] = {unary, VSQRTPS, 0},
    [FAST_op_rsq] = {jit_inverse_root, 0, 0},
    [FAST_op_fmin] = {jit_order, 0, 17},
    [FAST_op_fmax] = {jit_order, 0, 29},
    [FAST_op_sel] = {choose, VBLENDVPS, 0},
    [FAST_fsel] = {choose, VBLENDVPS, 0},
    [FAST_fcmp_z] = {relate, VCMPPS, 0},
    [FAST_fcmp_nz] = {relate, VCMPPS, 4},
    [FAST_fcmp_g] = {relate, VCMPPS, 30},
    [FAST_fcmp_ge] = {relate, VCMPPS, 29},
    [FAST_fcmp_l] = {relate, VCMPPS, 17},
    [FAST_fcmp_le] = {relate, VCMPPS, 18},
    [FAST_dcmp_z] = {relate_ints, VPCMPEQD, 0},
    [FAST_dcmp_nz] = {relate_ints, VPCMPEQD, NEGATED},
    [FAST_dcmp_g] = {relate_ints, VPCMPGTD, 0},
    [FAST_dcmp_ge] = {relate_ints, VPCMPGTD, SWAPPED | NEGATED},
    [FAST_dcmp_l] = {relate_ints, VPCMPGTD, SWAPPED},
    [FAST_dcmp_le] = {relate_ints, VPCMPGTD, NEGATED},
    [FAST_ucmp_g] = {relate_unsigned, VPMINUD, NEGATED},
    [FAST_ucmp_ge] = {relate_unsigned, VPMAXUD, 0},
    [FAST_ucmp_l] = {relate_unsigned, VPMAXUD, NEGATED},
    [FAST_ucmp_le] = {relate_unsigned, VPMINUD, 0},
};

struct jit_value jit_compute(struct emit *e, unsigned op, struct jit_sources *s)
{
    return operations[op].make(e, s, operations[op].v, operations[op].how);
}

bool jit_takes_neg(unsigned op)
{
    return op == FAST_op_fadd || op == FAST_op_fmad;
}
