/* Rules for half floats, which Gen8 and Gen9 have. They are warnings, because only those passages
 * of the manual are known that Mesa quotes. Whatever compiled code does is allowed. Source:
 * comments in Mesa 22.3.6. Status: inferred. */
#include "isa/check_internal.h"

enum { OWORD = 16, DWORD = 4 };

static bool is_type(const struct check *c, const struct eu_operand *op, enum eu_type type)
{
    return c->isa->half_float && !check_is_null(op) && op->type == type;
}

static bool any_of(const struct check *c, enum eu_type type)
{
    bool any = is_type(c, &c->insn->dst, type);
    for (unsigned i = 0; i < c->nsrc; i++)
        any |= is_type(c, &c->insn->src[i], type);
    return any;
}

/* Whether F and HF are mixed. mov is exempt because it only converts: compilers do that in
 * SIMD16. */
static bool mixes_f_and_hf(const struct check *c)
{
    bool computes = c->alu || c->insn->op->format == EU_FMT_3SRC;
    return computes && c->insn->op->id != EU_OP_MOV && any_of(c, EU_TYPE_HF) &&
           any_of(c, EU_TYPE_F);
}

static bool is_packed_half(const struct check *c)
{
    return is_type(c, &c->insn->dst, EU_TYPE_HF) && (c->insn->align16 || c->dst.hs == 1);
}

bool check_rule_MIXED_SIMD16(struct check *c)
{
    bool dst = is_type(c, &c->insn->dst, EU_TYPE_F) || is_packed_half(c);
    return check_dst(c, mixes_f_and_hf(c) && c->exec >= 16 && dst);
}

static bool is_indirect(const struct check *c, const struct check_operand *o)
{
    return mixes_f_and_hf(c) && o->reg && o->op->indirect;
}

bool check_rule_MIXED_INDIRECT(struct check *c)
{
    return check_each_src(c, is_indirect);
}

/* The rule applies to every instruction that has an F operand. */
bool check_rule_HALF_OWORD(struct check *c)
{
    const struct eu_operand *dst = &c->insn->dst;
    bool packs = c->alu && is_packed_half(c) && any_of(c, EU_TYPE_F) && !dst->indirect;
    return check_dst(c, packs && c->exec > 1 && dst->sub % OWORD + c->exec * 2u > OWORD);
}

static bool is_packed_source(const struct check *c, const struct check_operand *o)
{
    return mixes_f_and_hf(c) && o->reg && o->op->type == EU_TYPE_HF && c->exec > 1 && o->hs == 1;
}

bool check_rule_MATH_HALF(struct check *c)
{
    return c->insn->op->format == EU_FMT_MATH && !c->insn->align16 &&
           check_each_src(c, is_packed_source);
}

static bool has_integer(const struct check *c)
{
    bool any = c->dst.reg && eu_types[c->insn->dst.type].kind != EU_KIND_FLOAT;
    for (unsigned i = 0; i < c->nsrc; i++)
        any |= eu_types[c->insn->src[i].type].kind != EU_KIND_FLOAT;
    return any;
}

bool check_rule_HALF_INTEGER(struct check *c)
{
    const struct check_operand *dst = &c->dst;
    bool converts = c->alu && dst->reg && any_of(c, EU_TYPE_HF) && has_integer(c) && c->exec > 1;
    unsigned step = converts ? dst->bytes * (c->insn->align16 ? 1 : dst->hs) : 0;
    return check_dst(c, converts && !dst->op->indirect && (step < DWORD || dst->op->sub % DWORD));
}

static bool is_acc(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_acc(o);
}

bool check_rule_MIXED_ALIGN16(struct check *c)
{
    if (!c->insn->align16 || !c->alu || !mixes_f_and_hf(c))
        return false;
    return check_each(c, is_acc) || c->exec >= 16;
}
