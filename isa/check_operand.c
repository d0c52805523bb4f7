/* Rules for operands, types and immediates. Source: 3.3.2 to 3.3.4, 3.3.8, 3.8, 5.1.1, chapter
 * 6. */
#include "isa/check_internal.h"
#include "isa/optypes.h"
#include "isa/layout.h"
#include "isa/regs.h"

static bool null_source(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_null(o->op);
}

/* The payload of a send may be null (3.3.3.3); whether it is read depends on the length of the
 * message. */
bool check_rule_SRC_NULL(struct check *c)
{
    return (c->alu || c->insn->op->format == EU_FMT_RET) && check_each_src(c, null_source);
}

bool check_rule_SRC_ABSENT(struct check *c)
{
    const struct eu_insn *insn = c->insn;

    return check_src(c, 1,
                     c->alu && c->nsrc == 1 && insn->src[0].file != EU_FILE_IMM &&
                         !check_is_null(&insn->src[1]));
}

/* Looks at the sources before the last one. Operands that are not there do not count (3.8). */
bool check_rule_IMM_LAST(struct check *c)
{
    return check_src(c, 0, c->alu && c->nsrc == 2 && c->insn->src[0].file == EU_FILE_IMM);
}

static bool halves_differ(const struct check *c, const struct check_operand *o)
{
    bool word = o->op->type == EU_TYPE_W || o->op->type == EU_TYPE_UW;

    (void)c;
    return o->op->file == EU_FILE_IMM && word &&
           (o->op->imm & 0xffff) != (o->op->imm >> 16 & 0xffff);
}

bool check_rule_IMM_WORD(struct check *c)
{
    return c->alu && check_each_src(c, halves_differ);
}

static bool is_direct_grf(const struct check_operand *o)
{
    return o->reg && !o->op->indirect && o->op->file == EU_FILE_GRF;
}

static bool beyond_grf(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return is_direct_grf(o) && o->op->reg >= EU_GRF_COUNT;
}

bool check_rule_GRF_NUMBER(struct check *c)
{
    return check_each(c, beyond_grf);
}

static bool runs_out(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return is_direct_grf(o) && o->walked && o->op->reg < EU_GRF_COUNT && o->span <= 2 &&
           o->op->reg + o->span > EU_GRF_COUNT;
}

bool check_rule_PAIR_EXISTS(struct check *c)
{
    return check_each(c, runs_out);
}

/* The row of an architecture register that is named directly; NULL for another operand, or if there
 * is no such register. */
static const struct isa_arf *arf_of(const struct check *c, const struct check_operand *o)
{
    if (!o->reg || o->op->indirect || o->op->file != EU_FILE_ARF)
        return NULL;
    const struct isa_arf *arf = &c->isa->arf[o->op->reg >> 4];
    return arf->name && (o->op->reg & 15) < arf->count ? arf : NULL;
}

static bool no_such_arf(const struct check *c, const struct check_operand *o)
{
    return o->reg && !o->op->indirect && o->op->file == EU_FILE_ARF && !arf_of(c, o);
}

bool check_rule_ARF_NUMBER(struct check *c)
{
    return check_each(c, no_such_arf);
}

bool check_rule_ARF_SRC1(struct check *c)
{
    return check_src(c, 1,
                     c->alu && c->nsrc > 1 && c->src[1].reg && c->insn->src[1].file == EU_FILE_ARF);
}

/* The bytes that a region may use. acc0 and acc1 together serve SIMD16 floats (3.3.3.5). The
 * timestamp may be read "as an 8 dword register" (3.3.3.12): a region that reaches after a
 * register's fields reads unpopulated bytes, which is no error. */
static unsigned arf_bytes(const struct check *c, const struct check_operand *o)
{
    switch (o->op->reg >> 4) {
    case EU_ARF_ACC:
        return c->exec == 16 && o->bytes == 4 ? 64 : 32;
    case EU_ARF_A:
    case EU_ARF_F:
    case EU_ARF_IP:
        return arf_of(c, o)->bytes;
    default:
        return 32;
    }
}

static bool leaves_arf(const struct check *c, const struct check_operand *o)
{
    if (!arf_of(c, o) || !o->walked)
        return false;
    for (unsigned n = 0; n < c->exec; n++)
        if ((unsigned)o->offset[n] + o->bytes > arf_bytes(c, o))
            return true;
    return false;
}

bool check_rule_ARF_SPAN(struct check *c)
{
    return check_each(c, leaves_arf);
}

bool check_rule_ARF_READ_ONLY(struct check *c)
{
    bool count = check_is_arf(&c->dst, EU_ARF_N) && !c->isa->writable_n;
    bool fixed = count || check_is_arf(&c->dst, EU_ARF_TM);

    return c->alu && check_dst(c, fixed);
}

/* The bit of a type in a set. A vector immediate counts as the type to which it unpacks. */
static unsigned type_bit(unsigned type)
{
    switch (type) {
    case EU_TYPE_V:
        return 1u << EU_TYPE_W;
    case EU_TYPE_UV:
        return 1u << EU_TYPE_UW;
    case EU_TYPE_VF:
        return 1u << EU_TYPE_F;
    }
    return 1u << type;
}

/* Whether the operand types fit the pair. A null destination may have any type, because nothing is
 * written. */
static bool fits_type_pair(const struct check *c, const struct eu_type_pair *pair)
{
    bool dst = c->insn->op->format == EU_FMT_3SRC || c->dst.reg;

    if (dst && pair->dst && !(pair->dst & type_bit(c->insn->dst.type)))
        return false;
    for (unsigned i = 0; i < c->nsrc; i++)
        if (pair->src && !(pair->src & type_bit(c->insn->src[i].type)))
            return false;
    return true;
}

bool check_rule_TYPES(struct check *c)
{
    const struct eu_type_pair *pair = eu_op_types(c->gen, c->insn->op->id);

    if (c->mixed || (!pair->dst && !pair->src))
        return false;
    for (; pair->dst || pair->src; pair++)
        if (fits_type_pair(c, pair))
            return false;
    return true;
}

bool check_rule_TYPES_MIXED(struct check *c)
{
    return c->mixed;
}

static const struct eu_operand *vector_immediate(const struct check *c)
{
    for (unsigned i = 0; c->alu && i < c->nsrc; i++) {
        const struct eu_operand *op = c->src[i].op;
        bool vector = op->type == EU_TYPE_V || op->type == EU_TYPE_UV || op->type == EU_TYPE_VF;
        if (op->file == EU_FILE_IMM && vector)
            return op;
    }
    return NULL;
}

bool check_rule_VECTOR_SRC0(struct check *c)
{
    const struct eu_operand *imm = vector_immediate(c);
    const struct eu_type_info *t = &eu_types[c->insn->src[0].type];
    bool integer = imm && imm->type != EU_TYPE_VF && t->kind != EU_KIND_FLOAT;

    return check_src(c, 0, integer && imm == c->src[1].op && t->bytes >= 4);
}

bool check_rule_VECTOR_ALIGN(struct check *c)
{
    return vector_immediate(c) &&
           check_dst(c, c->dst.reg && !c->insn->dst.indirect && c->insn->dst.sub % 16);
}

bool check_rule_VECTOR_STRIDE(struct check *c)
{
    const struct eu_operand *imm = vector_immediate(c);
    unsigned want = imm && imm->type == EU_TYPE_VF ? 4 : 2;

    return imm && check_dst(c, c->dst.reg && c->dst.hs && c->dst.hs * c->dst.bytes != want);
}

/* Doubles: 3.3.9 5.A, "64-bit aligned". Subregisters of accumulators and a0 count in bytes, too. */
static bool unaligned(const struct check *c, const struct check_operand *o)
{
    return o->reg && !o->op->indirect && o->op->sub % isa_sub_bytes(c->isa, o->op);
}

bool check_rule_SUBREG_ALIGN(struct check *c)
{
    return c->alu && !c->insn->align16 && check_each(c, unaligned);
}

/* A replicated source whose swizzle names another element than its sub-register. Mesa leaves the
 * swizzle of the element there. */
static bool swizzles_one(const struct check *c, const struct check_operand *o)
{
    unsigned same = 0x55 * (o->op->sub / 4 & 3u);

    (void)c;
    return o->op->rep && o->op->swizzle && o->op->swizzle != EU_SWIZZLE_XYZW &&
           o->op->swizzle != same;
}

bool check_rule_REP_SWIZZLE(struct check *c)
{
    return c->insn->op->format == EU_FMT_3SRC && !isa_is_macro(c->insn) &&
           check_each_src(c, swizzles_one);
}

bool check_rule_TRI_ALIGN1(struct check *c)
{
    return c->insn->op->format == EU_FMT_3SRC && !c->insn->align16;
}
