/* Rules for whole programs. Each is called for every instruction in order, then once without
 * one. */
#include "isa/check_internal.h"

/* Whether the instruction writes cr0.0 and can clear the master bit. An `or` cannot, nor can an
 * `and` whose mask keeps the bit, such as one for a rounding mode. */
static bool may_return(const struct eu_insn *insn)
{
    const struct eu_operand *dst = &insn->dst, *src1 = &insn->src[1];
    bool keeps = insn->op->id == EU_OP_AND && src1->file == EU_FILE_IMM && src1->imm >> 31 & 1;

    return insn->op->ndst && dst->file == EU_FILE_ARF && !dst->indirect &&
           dst->reg >> 4 == EU_ARF_CR && dst->sub < 4 && !keeps && insn->op->id != EU_OP_OR;
}

/* A System Routine ends with such a write and a nop after it (4.2.2), and not with a send. */
bool check_program_EOT(struct check_program *p)
{
    if (!p->insn)
        return !p->found;
    p->found |= isa_is_eot(p->insn) || (p->depth && p->insn->op->id == EU_OP_NOP);
    p->depth = may_return(p->insn) || check_leaves(p->insn);
    return false;
}

/* Whether the target is outside the program or inside an instruction. The end of the program is a
 * valid target: halted channels may meet there. */
static bool is_outside(const struct check_program *p, int32_t offset)
{
    int64_t target = (int64_t)p->addr + offset;

    return target < 0 || target > p->size || (target < p->size && !p->starts[target]);
}

bool check_program_TARGET(struct check_program *p)
{
    int32_t jip, uip;
    unsigned has = p->insn ? isa_branch(p->gen, p->insn, &jip, &uip) : 0;

    if (!has || has & ISA_ABSOLUTE)
        return false;
    return is_outside(p, jip) || (has & ISA_HAS_UIP && is_outside(p, uip));
}

bool check_program_WAIT(struct check_program *p)
{
    bool wait = p->insn && p->insn->op->format == EU_FMT_WAIT;
    bool twice = wait && p->found;

    p->found = wait;
    return twice;
}

/* Decodes the instruction at @offset from this one. Returns false if none begins there. */
static bool decode_at(const struct check_program *p, int32_t offset, struct eu_insn *insn)
{
    int64_t at = (int64_t)p->addr + offset;

    if (at < 0 || at >= p->size || !p->starts[at])
        return false;
    isa_decode(p->gen, p->prog->code + at, p->size - (uint32_t)at, insn);
    return true;
}

/* An else sends all channels that reach it to the endif (6.24): channels that should execute the
 * block after it must go to the instruction after it. */
bool check_program_IF_ELSE(struct check_program *p)
{
    struct eu_insn to;
    int32_t jip, uip;

    return p->insn && p->insn->op->id == EU_OP_IF && isa_branch(p->gen, p->insn, &jip, &uip) &&
           decode_at(p, jip, &to) && to.op->id == EU_OP_ELSE;
}

/* Whether the UIP of break or cont is not the while of their loop (6.14, 6.19). */
static bool loop_differs(const struct check_program *p)
{
    struct eu_insn loop;
    int32_t jip, uip;

    return isa_branch(p->gen, p->insn, &jip, &uip) & ISA_HAS_UIP && decode_at(p, uip, &loop) &&
           loop.op->id == EU_OP_WHILE && loop.exec != p->insn->exec;
}

/* Finds blocks in the order of the text. Blocks nested deeper than the array are not checked. */
bool check_program_BLOCK(struct check_program *p)
{
    enum { DEPTH = sizeof p->exec };
    unsigned id = p->insn ? p->insn->op->id : EU_OP_NOP;
    bool differs;

    if (id == EU_OP_BREAK || id == EU_OP_CONT)
        return loop_differs(p);
    if (id == EU_OP_IF) {
        if (p->depth < DEPTH)
            p->exec[p->depth] = p->insn->exec;
        p->depth++;
        return false;
    }
    if ((id != EU_OP_ELSE && id != EU_OP_ENDIF) || !p->depth)
        return false;
    differs = p->depth <= DEPTH && p->exec[p->depth - 1] != p->insn->exec;
    p->depth -= id == EU_OP_ENDIF;
    return differs;
}

/* Erratum of 6.12, in the order of the text. */
bool check_program_BRC(struct check_program *p)
{
    unsigned id = p->insn ? p->insn->op->id : EU_OP_NOP;

    p->depth += id == EU_OP_IF;
    p->depth -= id == EU_OP_ENDIF && p->depth;
    return id == EU_OP_BRC && p->depth;
}

/* 3.7: a predicate must not suppress the instruction that completes the scoreboard entry after
 * {NoDDClr}. */
bool check_program_DEPENDENCY(struct check_program *p)
{
    bool open = p->found, predicated;

    if (!p->insn)
        return false;
    predicated = p->insn->pred && p->insn->op->id != EU_OP_SEL;
    p->found = p->insn->noddclr && p->insn->op->format != EU_FMT_SEND;
    return open && p->insn->noddchk && !p->insn->noddclr && predicated;
}
