/* Encodes and decodes the distances of branches. */
#include "isa/gen.h"

/* The operand that holds the offsets. NULL if the target is a register, and for other
 * instructions. */
static const struct eu_operand *offset_operand(const struct eu_insn *insn)
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

static int32_t next_offset(const struct eu_insn *insn)
{
    return insn->size ? insn->size : 16;
}

unsigned isa_branch(enum eu_gen gen, const struct eu_insn *insn, int32_t *jip, int32_t *uip)
{
    const struct eu_operand *op = offset_operand(insn);

    *jip = *uip = 0;
    if (!op)
        return 0;
    const struct isa_gen *g = isa_gen(gen);
    uint32_t low = (uint32_t)op->imm;
    switch (insn->op->id) {
    case EU_OP_JMPI:
        *jip = isa_step_bytes(g->jmpi, low) + next_offset(insn);
        return ISA_HAS_JIP;
    case EU_OP_CALLA:
        *jip = (int32_t)low;
        return ISA_HAS_JIP | ISA_ABSOLUTE;
    case EU_OP_CALL:
        *jip = isa_step_bytes(g->call, low);
        return ISA_HAS_JIP;
    }
    *jip = isa_step_bytes(g->jip, low);
    if (insn->op->format == EU_FMT_JIP || insn->op->id == EU_OP_BRD)
        return ISA_HAS_JIP;
    *uip = isa_step_bytes(g->jip, (uint32_t)(op->imm >> g->jip.bits));
    return ISA_HAS_JIP | ISA_HAS_UIP;
}

/* Stores @bytes in units and bits of @step. Returns false if they do not fit. */
static bool pack_step(int64_t bytes, struct isa_step step, uint32_t *out)
{
    int64_t steps = bytes / step.unit, limit = (int64_t)1 << (step.bits - 1);

    if (bytes % step.unit || steps < -limit || steps >= limit)
        return false;
    *out = (uint32_t)(int32_t)steps;
    return true;
}

int isa_set_branch(enum eu_gen gen, struct eu_insn *insn, int32_t jip, int32_t uip)
{
    const struct isa_gen *g = isa_gen(gen);
    struct eu_operand *op = (struct eu_operand *)offset_operand(insn);
    uint32_t j, u, mask = UINT32_MAX >> (32 - g->jip.bits);

    if (!op)
        return -EU_ERR_UNAVAILABLE;
    switch (insn->op->id) {
    case EU_OP_JMPI: /* bits 31:16 hold the sign in the output of every assembler */
        if (!pack_step((int64_t)jip - next_offset(insn), g->jmpi, &j))
            return -EU_ERR_RANGE;
        op->imm = j;
        return 0;
    case EU_OP_CALLA:
        op->imm = (uint32_t)jip;
        return 0;
    case EU_OP_CALL:
        if (!pack_step(jip, g->call, &j))
            return -EU_ERR_RANGE;
        op->imm = j & UINT32_MAX >> (32 - g->call.bits);
        return 0;
    }
    if (insn->op->format == EU_FMT_JIP || insn->op->id == EU_OP_BRD)
        uip = 0;
    if (!pack_step(jip, g->jip, &j) || !pack_step(uip, g->jip, &u))
        return -EU_ERR_RANGE;
    op->imm = (uint64_t)(u & mask) << g->jip.bits | (j & mask);
    return 0;
}
