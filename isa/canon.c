/* Sets what the text of an instruction does not give to the usual encoding: isa_canon(). */
#include "isa/layout.h"

#include <string.h>

#include "isa/regs.h"

/* The operands that assemblers write into instructions of this opcode where the text has none. */
static void usual_operands(const struct isa_gen *g, const struct eu_insn *insn,
                           struct eu_insn *usual)
{
    memset(usual, 0, sizeof *usual);
    usual->op = insn->op;
    usual->align16 = insn->align16;
    for (unsigned i = 0; i < g->layout->ntemplates; i++) {
        const struct isa_template *t = &g->layout->templates[i];
        if (t->id == insn->op->id && t->gens & g->id && t->align16 == insn->align16) {
            uint64_t word[2] = {(uint64_t)t->dw1 << 32, t->dw2};
            g->layout->decode_operands(g, usual, word);
        }
    }
}

static void canon_jip(const struct isa_gen *g, struct eu_insn *insn, const struct eu_insn *usual)
{
    uint64_t offsets = insn->src[1].imm, jip = UINT64_MAX >> (64 - g->jip.bits);

    insn->dst = usual->dst;
    insn->src[0] = usual->src[0];
    insn->src[1] = usual->src[1];
    insn->src[1].imm = insn->op->format == EU_FMT_JIP ? offsets & jip : offsets;
}

static void canon_branch(struct eu_insn *insn, const struct eu_insn *usual)
{
    bool immediate = insn->src[0].file == EU_FILE_IMM || insn->src[1].file == EU_FILE_IMM;
    uint64_t offsets = insn->src[insn->src[1].file == EU_FILE_IMM].imm;

    insn->dst = usual->dst;
    insn->src[1] = usual->src[1];
    if (immediate) {
        insn->src[0] = usual->src[0];
        insn->src[0].imm = offsets;
    }
}

static void canon_wait(struct eu_insn *insn)
{
    struct eu_operand *dst = &insn->dst, *src = &insn->src[0];

    memset(dst, 0, sizeof *dst);
    dst->file = src->file;
    dst->type = src->type;
    dst->reg = src->reg;
    dst->sub = src->sub;
    dst->hs = 1;
    dst->chan_en = insn->align16 ? 15 : 0;
    memset(&insn->src[1], 0, sizeof insn->src[1]);
}

/* Sets the operands that the text leaves out. */
static void canon_unsaid(const struct isa_gen *g, struct eu_insn *insn)
{
    struct eu_insn usual;

    usual_operands(g, insn, &usual);
    switch (insn->op->format) {
    case EU_FMT_JIP:
    case EU_FMT_JIP_UIP:
        canon_jip(g, insn, &usual);
        break;
    case EU_FMT_BRANCH:
        canon_branch(insn, &usual);
        break;
    case EU_FMT_JMPI:
        insn->dst = usual.dst;
        insn->src[0] = usual.src[0];
        if (insn->src[1].file == EU_FILE_IMM)
            insn->src[1].type = usual.src[1].type;
        break;
    case EU_FMT_CALL:
        insn->src[0] = usual.src[0];
        if (insn->src[1].file == EU_FILE_IMM)
            insn->src[1].type = usual.src[1].type;
        break;
    case EU_FMT_RET:
        insn->dst = usual.dst;
        insn->src[1] = usual.src[1];
        break;
    case EU_FMT_WAIT:
        canon_wait(insn);
        break;
    case EU_FMT_ALU:
        if (insn->op->nsrc < 2)
            memset(&insn->src[1], 0, sizeof insn->src[1]);
        break;
    case EU_FMT_IMM64:
        insn->src[0].file = EU_FILE_IMM;
        insn->src[0].type_code = (uint8_t)g->layout->codes[ISA_CODE_IMM][EU_TYPE_F];
        memset(&insn->src[1], 0, sizeof insn->src[1]);
        insn->src[1].type = EU_TYPE_F;
        break;
    }
}

/* Makes @op the nearest ARF register that has a name. Source: 3.3.3.1. */
static void canon_arf(const struct isa_gen *g, struct eu_operand *op)
{
    const struct isa_arf *arf = &g->arf[op->reg >> 4];

    if (!arf->name)
        op->reg = 0;
    else if (!arf->numbered)
        op->reg &= 0xf0;
}

static void canon_register(const struct isa_gen *g, struct eu_operand *op, bool align16)
{
    if (op->indirect || op->file == EU_FILE_RESERVED)
        op->file = EU_FILE_GRF;
    if (op->file == EU_FILE_ARF)
        canon_arf(g, op);
    else
        op->reg &= EU_GRF_COUNT - 1;
    op->sub = (uint8_t)(op->sub - op->sub % isa_sub_bytes(g, op));
    if (op->vs > 6 && (align16 || op->vs != EU_VS_VXH))
        op->vs = 0;
    if (op->w > 4)
        op->w = 0;
}

static void canon_dst(const struct isa_gen *g, struct eu_operand *op, bool align16)
{
    if (op->file == EU_FILE_IMM)
        op->file = EU_FILE_GRF;
    if (g->layout->codes[ISA_CODE_REG][op->type] < 0)
        op->type = EU_TYPE_UD;
    canon_register(g, op, align16);
}

/* @imm: whether the text may have an immediate here. */
static void canon_src(const struct isa_gen *g, struct eu_operand *op, bool align16, bool imm)
{
    if (op->file == EU_FILE_IMM && !imm) {
        memset(op, 0, sizeof *op);
        op->file = EU_FILE_GRF;
    }
    if (op->type == EU_TYPE_NONE)
        op->type = EU_TYPE_UD;
    if (op->file != EU_FILE_IMM)
        canon_register(g, op, align16);
    else if (eu_types[op->type].bytes == 2 && !eu_types[op->type].vector)
        op->imm = (op->imm & 0xffff) * 0x10001;
}

/* A payload of sends. It is a GRF or null, no other architecture register. */
static void canon_payload(struct eu_operand *op)
{
    if (op->file == EU_FILE_ARF)
        op->reg = op->sub = 0;
    else
        op->reg &= EU_GRF_COUNT - 1;
}

/* An operand of a macro: a direct GRF, or null, whose other fields are zero. */
static void canon_macro_operand(struct eu_operand *op, bool may_be_null)
{
    if (may_be_null && op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_NULL) {
        memset(op, 0, sizeof *op);
        return;
    }
    op->file = EU_FILE_GRF;
    op->indirect = false;
    op->imm = 0;
    op->reg &= EU_GRF_COUNT - 1;
    op->sub = op->hs = 0;
    op->rep = false;
    if (op->type == EU_TYPE_NONE || eu_types[op->type].vector)
        op->type = EU_TYPE_F;
}

/* The text of a macro gives no channels or regions, only the macro registers. */
static void canon_macro(struct eu_insn *insn)
{
    bool two = insn->op->format == EU_FMT_MATH;

    canon_macro_operand(&insn->dst, false);
    if (isa_dst_macro(&insn->dst) > ISA_NO_MACRO)
        insn->dst.chan_en = ISA_NO_MACRO;
    for (unsigned i = 0; i < (two ? 2 : 3); i++) {
        struct eu_operand *op = &insn->src[i];
        unsigned macro = isa_src_macro(op);
        isa_set_macro(op, macro > ISA_NO_MACRO ? ISA_NO_MACRO : macro);
        if (two)
            op->vs = op->type == EU_TYPE_DF ? 2 : 3;
        canon_macro_operand(op, two && i == 1);
    }
}

/* Whether this is a function of one source that may be an immediate. Only some generations'
 * assemblers accept that. */
static bool is_unary_math(const struct isa_gen *g, const struct eu_insn *insn)
{
    return g->layout->canon_is_iga && insn->op->format == EU_FMT_MATH &&
           isa_math_sources(insn->cmod) == 1;
}

/* Normalizes the operands that the text has. Only the last one may be an immediate. */
static void canon_said_alu(const struct isa_gen *g, struct eu_insn *insn)
{
    struct eu_operand *src = insn->src;

    canon_dst(g, &insn->dst, insn->align16);
    if (isa_is_macro(insn)) {
        canon_macro(insn);
        return;
    }
    canon_src(g, &src[0], insn->align16, insn->op->nsrc < 2 || is_unary_math(g, insn));
    if (insn->op->format == EU_FMT_MATH && src[0].file == EU_FILE_IMM) {
        src[0].type = eu_types[src[0].type].bytes == 8 ? EU_TYPE_UD : src[0].type;
        memset(&src[1], 0, sizeof src[1]);
    }
    if (src[1].file == EU_FILE_IMM && eu_types[src[1].type].bytes == 8)
        src[1].type = EU_TYPE_UD; /* only src0 can have 64 bits */
    canon_src(g, &src[1], insn->align16, true);
    canon_src(g, &src[2], insn->align16, false);
}

static void canon_said_send(const struct isa_gen *g, struct eu_insn *insn)
{
    struct eu_operand *src = insn->src;
    uint64_t eot = isa_descriptor(insn)->imm & 0x80000000;

    canon_dst(g, &insn->dst, insn->align16);
    canon_src(g, &src[0], insn->align16, false);
    if (isa_is_extended(g, insn)) {
        src[0].abs = src[0].neg = false;
        src[0].vs = src[0].w = src[0].hs = 0;
        src[0].sub &= 16;
    }
    if (src[1].file == EU_FILE_IMM && src[1].type != EU_TYPE_D)
        src[1].type = EU_TYPE_UD;
    canon_src(g, &src[1], insn->align16, true);
    src[1].imm |= eot;
}

static void canon_said(const struct isa_gen *g, struct eu_insn *insn)
{
    struct eu_operand *src = insn->src;

    switch (insn->op->format) {
    case EU_FMT_ALU:
    case EU_FMT_MATH:
    case EU_FMT_3SRC:
        canon_said_alu(g, insn);
        break;
    case EU_FMT_SEND:
        canon_said_send(g, insn);
        break;
    case EU_FMT_SENDS:
        canon_dst(g, &insn->dst, false);
        canon_payload(&insn->dst);
        canon_payload(&src[0]);
        canon_payload(&src[1]);
        break;
    case EU_FMT_CALL:
        canon_dst(g, &insn->dst, insn->align16);
        if (src[1].file != EU_FILE_IMM)
            canon_src(g, &src[1], insn->align16, false);
        break;
    case EU_FMT_JMPI:
        if (src[1].file != EU_FILE_IMM)
            canon_src(g, &src[1], insn->align16, false);
        break;
    case EU_FMT_BRANCH:
        if (src[0].file != EU_FILE_IMM)
            canon_src(g, &src[0], insn->align16, false);
        break;
    case EU_FMT_RET:
    case EU_FMT_WAIT:
        canon_src(g, &src[0], insn->align16, false);
        break;
    case EU_FMT_IMM64:
        canon_dst(g, &insn->dst, insn->align16);
        break;
    }
}

static void canon_control(enum eu_gen gen, struct eu_insn *insn)
{
    bool flags = insn->op->format != EU_FMT_MATH && !isa_is_send(insn);

    if (!isa_pred_name(insn->pred, insn->align16))
        insn->pred = 0;
    if (!insn->pred)
        insn->pred_inv = false;
    if (flags && !isa_cmod_name(insn->cmod))
        insn->cmod = 0;
    if (insn->op->format == EU_FMT_MATH && !isa_math_name(gen, insn->cmod))
        insn->cmod = 1;
    bool early_out = insn->op->format == EU_FMT_MATH && isa_is_macro(insn);
    if (insn->ex_indirect)
        insn->cmod = 0; /* the register holds the shared function */
    if (!insn->pred && !(flags && insn->cmod) && !early_out)
        insn->flag_reg = insn->flag_sub = 0;
    if (insn->exec > 5)
        insn->exec = 0;
    if (insn->thread_ctrl > 2)
        insn->thread_ctrl = 0;
}

void isa_canon(enum eu_gen gen, struct eu_insn *insn)
{
    const struct isa_gen *g = isa_gen(gen);

    if (insn->op->format == EU_FMT_NONE) {
        insn->opcode = insn->op->hw;
        insn->debug = insn->debug && insn->op->id == EU_OP_NOP;
        return;
    }
    if (insn->op->format == EU_FMT_3SRC)
        insn->align16 = true;
    canon_control(gen, insn);
    if (insn->align16 && !insn->dst.chan_en && !isa_is_macro(insn))
        insn->dst.chan_en = 15;
    canon_said(g, insn);
    canon_unsaid(g, insn);
}
