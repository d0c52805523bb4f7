/* Computes the facts about an instruction that the rules use. */
#include <string.h>

#include "isa/check_internal.h"

bool check_each_src(struct check *c, check_fn *broken)
{
    for (unsigned i = 0; i < c->nsrc; i++)
        if (broken(c, &c->src[i]))
            c->operands |= check_src_bit(i);
    return c->operands;
}

bool check_dst(struct check *c, bool broken)
{
    if (broken)
        c->operands |= CHECK_DST;
    return broken;
}

bool check_src(struct check *c, unsigned i, bool broken)
{
    if (broken)
        c->operands |= check_src_bit(i);
    return broken;
}

bool check_each(struct check *c, check_fn *broken)
{
    check_dst(c, c->insn->op->ndst && broken(c, &c->dst));
    return check_each_src(c, broken) || c->operands;
}

/* The number of sources that are read. Branches keep their offsets in src1, whatever its file
 * says. */
static unsigned count_sources(const struct eu_insn *insn)
{
    switch (insn->op->format) {
    case EU_FMT_MATH:
        return isa_math_sources(insn->cmod);
    case EU_FMT_JMPI:
    case EU_FMT_BRANCH:
        return 0;
    }
    return insn->op->nsrc;
}

static unsigned element_bytes(const struct check *c, unsigned type)
{
    return type == EU_TYPE_DF && c->isa->df_halves ? 4 : eu_types[type].bytes;
}

static void walk_region(struct check *c, struct check_operand *o, unsigned rows_of)
{
    int sub = o->op->indirect ? 0 : o->op->sub;
    int last = 0;

    for (unsigned n = 0; n < c->exec; n++) {
        o->offset[n] = sub + (int)((n / rows_of * o->vs + n % rows_of * o->hs) * o->bytes);
        if (o->offset[n] > last)
            last = o->offset[n];
    }
    o->walked = true;
    o->span = ((unsigned)last + o->bytes - 1) / 32 + 1;
}

static void fill_dst(struct check *c)
{
    const struct eu_insn *insn = c->insn;
    struct check_operand *o = &c->dst;

    o->op = &insn->dst;
    o->reg = insn->op->ndst && insn->dst.file <= EU_FILE_GRF && !check_is_null(&insn->dst);
    o->bytes = element_bytes(c, insn->dst.type);
    o->hs = isa_hstride(insn->dst.hs);
    o->w = 32;
    if (o->reg && c->alu && c->exec && !insn->align16 && !check_by_byte(c, o->op))
        walk_region(c, o, 32);
}

static void fill_src(struct check *c, unsigned i)
{
    struct check_operand *o = &c->src[i];
    const struct eu_operand *op = &c->insn->src[i];
    bool codes = (op->vs < 7 || (op->vs == EU_VS_VXH && op->indirect)) && op->w < 5;

    o->op = op;
    o->reg = i < c->nsrc && op->file <= EU_FILE_GRF && !check_is_null(op);
    o->bytes = element_bytes(c, op->type);
    o->vs = isa_stride(op->vs);
    o->w = isa_width(op->w);
    o->hs = isa_hstride(op->hs);
    if (o->reg && c->alu && c->exec && !c->insn->align16 && codes && op->vs != EU_VS_VXH &&
        !check_by_byte(c, op))
        walk_region(c, o, o->w);
}

/* The execution type by 3.3.8: bytes count as words, the widest integer wins, and F with a VF
 * immediate is float throughout. */
static void fill_exec_type(struct check *c)
{
    bool real = false, integer = false;
    unsigned bytes = 0, width[2] = {0};

    for (unsigned i = 0; i < c->nsrc; i++) {
        const struct eu_type_info *t = &eu_types[c->insn->src[i].type];
        unsigned n = t->kind != EU_KIND_FLOAT && t->bytes == 1 ? 2 : t->bytes;
        real |= t->kind == EU_KIND_FLOAT;
        integer |= t->kind != EU_KIND_FLOAT;
        if (i < 2)
            width[i] = n;
        if (n > bytes)
            bytes = n;
    }
    bool halves = c->isa->half_float && real && (width[0] | width[1]) == (2 | 4);
    c->mixed = (real && integer) || (real && c->nsrc > 1 && width[0] != width[1] && !halves);
    c->exec_bytes = c->mixed ? 0 : bytes;
    c->ratio_bytes = c->exec_bytes == 8 && c->isa->df_halves ? 4 : c->exec_bytes;
}

void check_fill(struct check *c, enum eu_gen gen, const struct eu_insn *insn)
{
    unsigned format = insn->op->format;

    memset(c, 0, sizeof *c);
    c->gen = gen;
    c->isa = isa_gen(gen);
    c->insn = insn;
    c->exec = isa_exec_size(insn);
    c->alu = (format == EU_FMT_ALU || format == EU_FMT_MATH) && insn->op->id != EU_OP_SMOV;
    c->nsrc = count_sources(insn);
    fill_dst(c);
    for (unsigned i = 0; i < 3; i++)
        fill_src(c, i);
    if (c->alu || format == EU_FMT_3SRC)
        fill_exec_type(c);
}
