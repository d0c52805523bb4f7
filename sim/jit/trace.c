#include "sim/jit/trace.h"

enum { GRF_END = EU_GRF_COUNT * EU_GRF_BYTES, PAIR_BYTES = 2 * EU_GRF_BYTES };

/* Adds @n bytes from byte @from of the GRF on; false: they are not all in it. */
static bool add(struct jit_region *r, unsigned from, unsigned n)
{
    for (unsigned pair = from / PAIR_BYTES; n && pair <= (from + n - 1) / PAIR_BYTES; pair++)
        r->wrote |= UINT64_C(1) << pair % 64;
    return from + n <= GRF_END;
}

/* Instructions that write nothing but their destination and flags. */
static bool is_simple(const struct fast_cold *cold)
{
    switch (cold->insn.op->id) {
    case EU_OP_MOV:
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_NOT:
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_ASR:
    case EU_OP_CMP:
    case EU_OP_SEL:
    case EU_OP_MAD:
        return true;
    default:
        return false;
    }
}

static bool accumulates(const struct fast_cold *cold)
{
    return cold->insn.acc_wr || (cold->is_alu && cold->alu.own_acc);
}

static bool trace_alu(struct jit_region *r, const struct jit_insn *i)
{
    const struct eu_insn *insn = &i->cold->insn;
    const struct eu_operand *dst = &insn->dst;
    if (i->lanes || accumulates(i->cold) || (i->kind != JIT_VECTOR && !is_simple(i->cold)))
        return false;
    if (dst->file == EU_FILE_ARF && dst->reg >> 4 == EU_ARF_NULL && !dst->indirect)
        return true;
    if (dst->file != EU_FILE_GRF || dst->indirect)
        return false;
    unsigned es = isa_exec_size(insn), size = eu_types[dst->type].bytes,
             step = isa_hstride(dst->hs);
    if (insn->align16 || insn->op->format == EU_FMT_3SRC || !step)
        step = 1;
    return add(r, dst->reg * EU_GRF_BYTES + dst->sub, ((es - 1) * step + 1) * size);
}

/* Of the gateway only the barrier; the end of a thread is a BOUND. */
static bool trace_message(struct jit_region *r, const struct jit_insn *i)
{
    enum { BARRIER = 4 };
    const struct fast_cold *cold = i->cold;
    const struct eu_message *m = &cold->msg;
    if (cold->row)
        return i->u->kind[2] || add(r, i->u->d, i->u->kind[1] * EU_GRF_BYTES);
    if (m->sfid == EU_SFID_GATEWAY && ((m->desc & 7) != BARRIER || m->rlen))
        return false;
    return !m->rlen || (cold->insn.dst.file == EU_FILE_GRF && !cold->insn.dst.indirect &&
                        add(r, m->dst * EU_GRF_BYTES, m->rlen * EU_GRF_BYTES));
}

static bool trace_branch(const struct jit_insn *i)
{
    unsigned id = i->cold->insn.op->id;
    return id == EU_OP_IF || id == EU_OP_ELSE || id == EU_OP_ENDIF || id == EU_OP_WHILE ||
           id == EU_OP_JMPI || id == EU_OP_BREAK || id == EU_OP_CONT || id == EU_OP_HALT ||
           id == EU_OP_GOTO || id == EU_OP_JOIN;
}

static bool trace_insn(struct jit_region *r, const struct jit_insn *i)
{
    switch (i->kind) {
    case JIT_NOP:
    case JIT_BOUND:
        return true;
    case JIT_BRANCH:
        return trace_branch(i);
    case JIT_SEND:
        return trace_message(r, i);
    case JIT_CALL:
        return i->cold->kind == FAST_SEND ? trace_message(r, i) : trace_alu(r, i);
    default:
        return trace_alu(r, i);
    }
}

void jit_trace(struct jit_region *r)
{
    r->traced = true;
    for (unsigned i = 0; i < r->n; i++)
        r->traced &= trace_insn(r, &r->insns[i]);
}
