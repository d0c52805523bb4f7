#include "isa/layout.h"

#include <string.h>

#include "isa/regs.h"

/* The operands an assembler leaves behind in this opcode. */
static void usual_operands(const struct isa_gen *g, const struct eu_insn *insn,
                           struct eu_insn *usual)
{
    memset(usual, 0, sizeof *usual);
    usual->op = insn->op;
    usual->align16 = insn->align16;
    for (unsigned i = 0; i < g->layout->ntemplates; i++) {
        const struct isa_template *t = &g->layout->templates[i];
        if (t->id == insn->op->id && t->align16 == insn->align16) {
            uint64_t word[2] = {(uint64_t)t->dw1 << 32, t->dw2};
            g->layout->decode_operands(g, usual, word);
        }
    }
}

static void canon_jip(struct eu_insn *insn, const struct eu_insn *usual)
{
    uint64_t offsets = insn->src[1].imm & 0xffffffff;

    insn->dst = usual->dst;
    insn->src[0] = usual->src[0];
    insn->src[1] = usual->src[1];
    insn->src[1].imm = insn->op->format == EU_FMT_JIP ? offsets & 0xffff : offsets;
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

/* Operands that the text leaves out. */
static void canon_unsaid(const struct isa_gen *g, struct eu_insn *insn)
{
    struct eu_insn usual;

    usual_operands(g, insn, &usual);
    switch (insn->op->format) {
    case EU_FMT_JIP:
    case EU_FMT_JIP_UIP:
        canon_jip(insn, &usual);
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

/* The nearest ARF register with a name. Source: 3.3.3.1. */
static void canon_arf(struct eu_operand *op)
{
    static const uint8_t count[16] = {
        [EU_ARF_NULL] = 1, [EU_ARF_A] = 16, [EU_ARF_ACC] = 16, [EU_ARF_F] = 16,   [EU_ARF_SR] = 16,
        [EU_ARF_CR] = 16,  [EU_ARF_N] = 16, [EU_ARF_IP] = 1,   [EU_ARF_TDR] = 16, [EU_ARF_TM] = 16,
    };
    if (!count[op->reg >> 4])
        op->reg = 0;
    else if ((op->reg & 15) >= count[op->reg >> 4])
        op->reg &= 0xf0;
}

static void canon_register(struct eu_operand *op, bool align16)
{
    unsigned bytes = eu_types[op->type].bytes;

    if (op->indirect || op->file == EU_FILE_RESERVED)
        op->file = EU_FILE_GRF;
    if (op->file == EU_FILE_ARF)
        canon_arf(op);
    else
        op->reg &= EU_GRF_COUNT - 1;
    op->sub = (uint8_t)(op->sub / bytes * bytes);
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
    if (align16 && op->chan_en == 0)
        op->chan_en = 15;
    canon_register(op, align16);
}

/* @imm: the text may have an immediate here. */
static void canon_src(struct eu_operand *op, bool align16, bool imm)
{
    if (op->file == EU_FILE_IMM && !imm) {
        memset(op, 0, sizeof *op);
        op->file = EU_FILE_GRF;
    }
    if (op->file != EU_FILE_IMM)
        canon_register(op, align16);
    else if (op->type == EU_TYPE_UW || op->type == EU_TYPE_W)
        op->imm = (op->imm & 0xffff) * 0x10001;
}

/* A register of sends: no architecture register but null. */
static void canon_payload(struct eu_operand *op)
{
    if (op->file == EU_FILE_ARF)
        op->reg = op->sub = 0;
    else
        op->reg &= EU_GRF_COUNT - 1;
}

/* Operands that the text says; an immediate only where it is the last. */
static void canon_said(const struct isa_gen *g, struct eu_insn *insn)
{
    struct eu_operand *src = insn->src;
    uint64_t eot = isa_descriptor(insn)->imm & 0x80000000;

    switch (insn->op->format) {
    case EU_FMT_ALU:
    case EU_FMT_MATH:
    case EU_FMT_3SRC:
        canon_dst(g, &insn->dst, insn->align16);
        canon_src(&src[0], insn->align16, insn->op->nsrc < 2);
        canon_src(&src[1], insn->align16, true);
        canon_src(&src[2], insn->align16, false);
        break;
    case EU_FMT_SEND:
        canon_dst(g, &insn->dst, insn->align16);
        canon_src(&src[0], insn->align16, false);
        if (src[1].file == EU_FILE_IMM && src[1].type != EU_TYPE_D)
            src[1].type = EU_TYPE_UD;
        canon_src(&src[1], insn->align16, true);
        src[1].imm |= eot;
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
            canon_src(&src[1], insn->align16, false);
        break;
    case EU_FMT_JMPI:
        if (src[1].file != EU_FILE_IMM)
            canon_src(&src[1], insn->align16, false);
        break;
    case EU_FMT_BRANCH:
        if (src[0].file != EU_FILE_IMM)
            canon_src(&src[0], insn->align16, false);
        break;
    case EU_FMT_RET:
    case EU_FMT_WAIT:
        canon_src(&src[0], insn->align16, false);
        break;
    case EU_FMT_IMM64:
        canon_dst(g, &insn->dst, insn->align16);
        break;
    }
}

static void canon_control(struct eu_insn *insn)
{
    bool flags = insn->op->format != EU_FMT_MATH && !isa_is_send(insn);

    if (!isa_pred_name(insn->pred, insn->align16))
        insn->pred = 0;
    if (!insn->pred)
        insn->pred_inv = false;
    if (flags && !isa_cmod_name(insn->cmod))
        insn->cmod = 0;
    if (insn->op->format == EU_FMT_MATH && !isa_math_name(insn->cmod))
        insn->cmod = 1;
    if (!insn->pred && !(flags && insn->cmod))
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
    canon_control(insn);
    canon_said(g, insn);
    canon_unsaid(g, insn);
}
