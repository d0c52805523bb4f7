/* Rules for accumulators. Source: 3.3.3.5, 5.7 (letters: isa/opcodes.def). */
#include "isa/check_internal.h"

static char letter(const struct check *c)
{
    return c->insn->op->acc;
}

static bool is_acc(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_acc(o);
}

static bool acc_src(struct check *c)
{
    return check_each_src(c, is_acc);
}

/* Whether an accumulator is written: as the destination, or by AccWrEn. */
static bool acc_dst(struct check *c)
{
    return check_dst(c, check_is_acc(&c->dst)) || c->insn->acc_wr;
}

bool check_rule_ACC_FLOW(struct check *c)
{
    return letter(c) == 'f' && (check_each(c, is_acc) || c->insn->acc_wr);
}

bool check_rule_ACC_NONE(struct check *c)
{
    return letter(c) == '0' && (check_each(c, is_acc) || c->insn->acc_wr);
}

bool check_rule_ACC_SOURCE(struct check *c)
{
    return letter(c) == 's' && acc_src(c);
}

bool check_rule_ACC_IMPLICIT(struct check *c)
{
    return letter(c) != 's' && check_has(c, EU_OPF_ACC_SRC) && acc_src(c);
}

static bool acc_modified(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_acc(o) && (o->op->neg || o->op->abs);
}

bool check_rule_ACC_MODIFIER(struct check *c)
{
    return letter(c) == 'x' && check_each_src(c, acc_modified);
}

bool check_rule_ACC_DST(struct check *c)
{
    return letter(c) == 'd' && acc_dst(c);
}

static bool needs_acc_wr(const struct check *c)
{
    return letter(c) == 'w' || c->insn->op->id == EU_OP_MACH;
}

bool check_rule_ACC_WREN(struct check *c)
{
    return needs_acc_wr(c) && !c->insn->acc_wr;
}

bool check_rule_ACC_TWICE(struct check *c)
{
    bool judged = letter(c) != 'd' && letter(c) != '0' && letter(c) != 'f';

    return judged && (c->insn->acc_wr || needs_acc_wr(c)) && check_dst(c, check_is_acc(&c->dst));
}

bool check_rule_ACC_MOV(struct check *c)
{
    return letter(c) == 'm' && acc_src(c) && check_dst(c, check_is_acc(&c->dst));
}

static bool acc_differs(const struct check *c, const struct check_operand *o)
{
    return check_is_acc(o) && check_is_acc(&c->dst) && o->op->reg != c->insn->dst.reg;
}

bool check_rule_ACC_SAME(struct check *c)
{
    return letter(c) != 'm' && check_each_src(c, acc_differs);
}

/* Whether the accumulator source does not advance element by element as the destination does. */
static bool acc_walks(const struct check *c, const struct check_operand *o)
{
    if (!check_is_acc(o) || !o->walked || !c->dst.walked)
        return false;
    for (unsigned n = 1; n < c->exec; n++) {
        int from = (o->offset[n] - o->offset[0]) / (int)o->bytes;
        int to = (c->dst.offset[n] - c->dst.offset[0]) / (int)c->dst.bytes;
        if (from != to)
            return true;
    }
    return false;
}

bool check_rule_ACC_REGION(struct check *c)
{
    return check_each_src(c, acc_walks);
}

static bool acc_dwords(const struct check *c, const struct check_operand *o)
{
    return check_is_acc(o) && c->exec >= 16 && eu_types[o->op->type].kind != EU_KIND_FLOAT &&
           eu_types[o->op->type].bytes == 4;
}

bool check_rule_ACC_SIMD16(struct check *c)
{
    return c->alu && check_each(c, acc_dwords);
}

static bool acc_floats(const struct check *c, const struct check_operand *o)
{
    return check_is_acc(o) && c->exec >= 16 && o->op->type == EU_TYPE_F;
}

bool check_rule_ACC_SIMD16_F(struct check *c)
{
    return c->alu && check_each(c, acc_floats);
}

static bool acc_bytes(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_acc(o) && eu_types[o->op->type].bytes == 1;
}

bool check_rule_ACC_BYTE(struct check *c)
{
    return c->alu && check_each(c, acc_bytes);
}

static bool acc_swizzled(const struct check *c, const struct check_operand *o)
{
    return check_is_acc(o) && c->insn->align16 && o->op->swizzle != EU_SWIZZLE_XYZW;
}

bool check_rule_ACC_SWIZZLE(struct check *c)
{
    return check_each_src(c, acc_swizzled);
}

static bool acc_sub(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_acc(o) && o->op->sub;
}

bool check_rule_ACC_SUBREG(struct check *c)
{
    return c->alu && check_each(c, acc_sub);
}
