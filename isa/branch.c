#include "isa/isa.h"

enum { UNIT = 8 }; /* bytes of a JIP or UIP step on both generations */

static int32_t low(uint64_t imm)
{
    return (int16_t)(imm & 0xffff);
}

static int32_t high(uint64_t imm)
{
    return (int16_t)(imm >> 16 & 0xffff);
}

/* The operand that holds the offsets; NULL for a register form and for other instructions. */
static const struct eu_operand *offsets(const struct eu_insn *insn)
{
    switch (insn->op->format) {
    case EU_FMT_JIP:
    case EU_FMT_JIP_UIP:
        return &insn->src[1];
    case EU_FMT_BRANCH:
        if (insn->src[0].file == EU_FILE_IMM)
            return &insn->src[0];
        return insn->src[1].file == EU_FILE_IMM ? &insn->src[1] : NULL;
    case EU_FMT_JMPI:
    case EU_FMT_CALL:
        return insn->src[1].file == EU_FILE_IMM ? &insn->src[1] : NULL;
    }
    return NULL;
}

static int32_t next(const struct eu_insn *insn)
{
    return insn->size ? insn->size : 16;
}

unsigned isa_branch(enum eu_gen gen, const struct eu_insn *insn, int32_t *jip, int32_t *uip)
{
    const struct eu_operand *op = offsets(insn);

    *jip = *uip = 0;
    if (!op)
        return 0;
    switch (insn->op->hw) {
    case EU_OP_JMPI:
        *jip = low(op->imm) * (gen == EU_GEN7 ? UNIT : 1) + next(insn);
        return ISA_HAS_JIP;
    case EU_OP_CALLA:
        *jip = (int32_t)(uint32_t)op->imm;
        return ISA_HAS_JIP | ISA_ABSOLUTE;
    case EU_OP_CALL:
        *jip = gen == EU_GEN7 ? low(op->imm) * UNIT : (int32_t)(uint32_t)op->imm;
        return ISA_HAS_JIP;
    }
    *jip = low(op->imm) * UNIT;
    if (insn->op->format == EU_FMT_JIP || insn->op->hw == EU_OP_BRD)
        return ISA_HAS_JIP;
    *uip = high(op->imm) * UNIT;
    return ISA_HAS_JIP | ISA_HAS_UIP;
}

/* @bytes in 16 bits of @unit, or false. */
static bool pack(int64_t bytes, int unit, uint32_t *out)
{
    if (bytes % unit || bytes / unit < INT16_MIN || bytes / unit > INT16_MAX)
        return false;
    *out = (uint32_t)(int32_t)(bytes / unit);
    return true;
}

int isa_set_branch(enum eu_gen gen, struct eu_insn *insn, int32_t jip, int32_t uip)
{
    struct eu_operand *op = (struct eu_operand *)offsets(insn);
    uint32_t j, u;

    if (!op)
        return -EU_ERR_UNAVAILABLE;
    switch (insn->op->hw) {
    case EU_OP_JMPI: /* bits 31:16 carry the sign in every assembler's output */
        if (!pack((int64_t)jip - next(insn), gen == EU_GEN7 ? UNIT : 1, &j))
            return -EU_ERR_RANGE;
        op->imm = j;
        return 0;
    case EU_OP_CALLA:
        op->imm = (uint32_t)jip;
        return 0;
    case EU_OP_CALL:
        if (gen == EU_GEN7 && !pack(jip, UNIT, &j))
            return -EU_ERR_RANGE;
        op->imm = gen == EU_GEN7 ? j & 0xffff : (uint32_t)jip;
        return 0;
    }
    if (insn->op->format == EU_FMT_JIP || insn->op->hw == EU_OP_BRD)
        uip = 0;
    if (!pack(jip, UNIT, &j) || !pack(uip, UNIT, &u))
        return -EU_ERR_RANGE;
    op->imm = (u & 0xffff) << 16 | (j & 0xffff);
    return 0;
}
