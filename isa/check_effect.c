/* What one instruction of a System Routine does to registers: which it copies or stores, which it
 * computes, and which it restores. The rules are in check_routine.c. */
#include "isa/check_internal.h"

#include <string.h>

enum { GRF_BYTES = 32, DWORD = 4, GRFS = 128 };

static void add_reg(struct check_regs *set, unsigned reg)
{
    set->bits[reg / 32] |= 1u << reg % 32;
}

static void add_grf_bytes(struct check_regs *set, unsigned from, unsigned end)
{
    for (unsigned reg = from / DWORD; reg * DWORD < end && reg < CHECK_GRF; reg++)
        add_reg(set, reg);
}

/* Bytes from an operand's origin to the end of its last element. */
static unsigned span_of(const struct eu_insn *insn, const struct eu_operand *op)
{
    unsigned bytes = eu_types[op->type].bytes, exec = isa_exec_size(insn);
    unsigned hs = isa_hstride(op->hs), width = isa_width(op->w), vs = isa_stride(op->vs);
    if (!exec)
        return 0;
    if (op == &insn->dst)
        return ((exec - 1) * (hs ? hs : 1) + 1) * bytes;
    if (insn->align16 || !width)
        return exec * bytes;
    unsigned rows = (exec + width - 1) / width;
    unsigned row = exec < width ? exec : width;
    return ((rows - 1) * vs + (row - 1) * hs + 1) * bytes;
}

/* Adds an operand's registers; those of an indirect operand are not known. */
static void add_operand(struct check_regs *set, const struct eu_insn *insn,
                        const struct eu_operand *op)
{
    unsigned at = op->reg * GRF_BYTES + op->sub, n = op->reg & 1;
    if (op->indirect)
        return;
    if (op->file == EU_FILE_GRF)
        add_grf_bytes(set, at, at + span_of(insn, op));
    else if (op->file != EU_FILE_ARF)
        return;
    else if (op->reg >> 4 == EU_ARF_F)
        add_reg(set, CHECK_F0 + n);
    else if (op->reg >> 4 == EU_ARF_A)
        add_reg(set, CHECK_A0);
    else if (op->reg >> 4 == EU_ARF_ACC && (op->reg & 15) < 2)
        add_reg(set, CHECK_ACC0 + n);
}

static unsigned payload_of(const struct eu_insn *insn)
{
    return insn->op->format == EU_FMT_SENDS ? insn->ex_desc >> 6 & 15 : 0;
}

/* A message without a response stores its payload, except the header. */
static void add_message(const struct eu_insn *insn, struct check_effect *e)
{
    enum { HEADER = 1 << 19 };
    const struct eu_operand *desc = isa_descriptor(insn), *dst = &insn->dst;
    uint32_t d = desc->file == EU_FILE_IMM ? (uint32_t)desc->imm : 0;
    unsigned length = d >> 25 & 15, answer = d >> 20 & 31, header = d & HEADER ? 1 : 0;
    if (desc->file != EU_FILE_IMM || isa_is_eot(insn))
        return;
    e->loads = answer > 0;
    e->stores = !answer;
    if (answer && dst->file == EU_FILE_GRF)
        add_grf_bytes(&e->returns, dst->reg * GRF_BYTES, (dst->reg + answer) * GRF_BYTES);
    if (answer)
        return;
    add_grf_bytes(&e->keeps, (insn->src[0].reg + header) * GRF_BYTES,
                  (insn->src[0].reg + length) * GRF_BYTES);
    if (payload_of(insn))
        add_grf_bytes(&e->keeps, insn->src[1].reg * GRF_BYTES,
                      (insn->src[1].reg + payload_of(insn)) * GRF_BYTES);
}

static bool reads_acc(const struct eu_insn *insn)
{
    bool any = insn->op->flags & EU_OPF_ACC_SRC;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        const struct eu_operand *op = &insn->src[i];
        any |= op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_ACC;
    }
    return any;
}

static bool computes(const struct eu_op *op)
{
    return op->format == EU_FMT_ALU || op->format == EU_FMT_3SRC || op->format == EU_FMT_MATH ||
           op->format == EU_FMT_IMM64;
}

/* Copies the same bits from a register. */
static bool copies(const struct eu_insn *insn)
{
    const struct eu_operand *src = &insn->src[0];
    return insn->op->id == EU_OP_MOV && src->file != EU_FILE_IMM && !src->neg && !src->abs &&
           !insn->sat && !insn->cmod && eu_types[src->type].bytes == eu_types[insn->dst.type].bytes;
}

static void add_results(const struct eu_insn *insn, struct check_effect *e)
{
    if (insn->op->ndst)
        add_operand(copies(insn) ? &e->returns : &e->computes, insn, &insn->dst);
    if (insn->cmod && insn->op->id != EU_OP_SEL && insn->op->format != EU_FMT_MATH)
        add_reg(&e->computes, CHECK_F0 + (insn->flag_reg & 1));
    if (insn->acc_wr)
        add_reg(&e->computes, CHECK_ACC0);
}

void check_effect_of(const struct eu_insn *insn, struct check_effect *e)
{
    memset(e, 0, sizeof *e);
    if (isa_is_send(insn)) {
        add_message(insn, e);
        return;
    }
    if (!computes(insn->op))
        return;
    /* A mov preserves what it moves, in any type; shifts and products preserve acc0, too. */
    if (insn->op->id == EU_OP_MOV)
        add_operand(&e->keeps, insn, &insn->src[0]);
    if (reads_acc(insn) && insn->op->id != EU_OP_MOV)
        add_reg(&e->keeps, CHECK_GUARD);
    add_results(insn, e);
}

bool check_names_cr(const struct eu_insn *insn, const struct eu_operand *op, unsigned n)
{
    bool is = op == &insn->dst ? insn->op->ndst : true;
    return is && op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_CR &&
           op->sub / 4 == n;
}

bool check_leaves(const struct eu_insn *insn)
{
    const struct eu_operand *src1 = &insn->src[1];
    bool imm = insn->op->nsrc > 1 && src1->file == EU_FILE_IMM, high = imm && src1->imm >> 31 & 1;
    if (!computes(insn->op) || !check_names_cr(insn, &insn->dst, 0))
        return false;
    switch (insn->op->id) {
    case EU_OP_AND:
        return imm && !high;
    case EU_OP_OR: /* of nothing: Intel's debugging routine for Gen9 */
        return imm && !high && check_is_null(&insn->src[0]);
    case EU_OP_XOR:
        return high;
    case EU_OP_MOV:
        return insn->src[0].file == EU_FILE_IMM && !(insn->src[0].imm >> 31 & 1);
    default:
        return false;
    }
}
