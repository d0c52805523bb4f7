/* Checks the rules of sip_lints.def that a single instruction can break. */
#include "sim/lint.h"
#include "sim/message.h"
#include "sim/ref/ref.h"

static bool in_routine(const struct ref *x)
{
    return x->t->cr[0] & EU_CR0_ME;
}

static bool is_cr0(const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_CR;
}

static bool check_SWITCH(const struct ref *x)
{
    enum { THREAD_SWITCH = 2 };
    const struct eu_insn *insn = x->insn;
    bool names = insn->op->ndst && is_cr0(&insn->dst);
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        names |= is_cr0(&insn->src[i]);
    return names && insn->thread_ctrl != THREAD_SWITCH;
}

/* jmpi is scalar in any mode. */
static bool check_SPF(const struct ref *x)
{
    const struct eu_op *op = x->insn->op;
    return in_routine(x) && op->flags & EU_OPF_FLOW && op->format != EU_FMT_JMPI &&
           op->format != EU_FMT_NONE && !(x->t->cr[0] & EU_CR0_SPF);
}

/* Whether an instruction that computes or moves writes a byte of the register file in @from .. @end
 * - 1. The response of a send does not count, because a saved register comes back in this way. */
static bool writes_range(const struct ref *x, uint32_t from, uint32_t end)
{
    const struct eu_operand *dst = &x->insn->dst;
    if (!x->insn->op->ndst || !eu_computes(x->insn->op) || dst->file != EU_FILE_GRF)
        return false;
    for (unsigned n = 0; n < x->es; n++) {
        uint32_t addr = ref_dst_addr(x, n);
        if (x->wren >> n & 1 && addr < end && addr + eu_types[dst->type].bytes > from)
            return true;
    }
    return false;
}

static bool check_HIGH(const struct ref *x)
{
    return in_routine(x) && writes_range(x, 16 * EU_GRF_BYTES, EU_GRF_COUNT * EU_GRF_BYTES);
}

static bool check_RESERVED(const struct ref *x)
{
    return x->eu->has_sip && !in_routine(x) && writes_range(x, 16, 20);
}

static bool check_EOT(const struct ref *x)
{
    return in_routine(x) && isa_is_eot(x->insn);
}

static void mark_noddclr(struct eu_thread *t, uint32_t addr, bool open)
{
    unsigned reg = addr / EU_GRF_BYTES % EU_GRF_COUNT;
    if (open)
        t->noddclr[reg / 32] |= 1u << reg % 32;
    else
        t->noddclr[reg / 32] &= ~(1u << reg % 32);
}

/* A send has no NoDDClr block, but its response ends that of each register that it writes. */
static void close_response(const struct ref *x)
{
    struct eu_message msg;
    eu_message_of(x->eu->isa, x->t, x->insn, 0, &msg);
    for (unsigned i = 0; i < msg.rlen && msg.dst < EU_GRF_COUNT; i++)
        mark_noddclr(x->t, (msg.dst + i) * EU_GRF_BYTES, false);
}

/* Keeps track of the NoDDClr blocks that an exception would interrupt. The block of a register ends
 * with the write that clears the dependency, whatever channels it writes. 3.7, 4.2.7 */
static void note_noddclr(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    if (in_routine(x) || !insn->op->ndst)
        return;
    if (isa_is_send(insn)) {
        close_response(x);
        return;
    }
    if (!eu_computes(insn->op) || (insn->dst.file != EU_FILE_GRF && !insn->dst.indirect))
        return;
    for (unsigned n = 0; n < x->es; n++) {
        uint32_t addr = ref_dst_addr(x, n);
        mark_noddclr(x->t, addr, insn->noddclr);
        mark_noddclr(x->t, addr + eu_types[insn->dst.type].bytes - 1, insn->noddclr);
    }
}

bool eu_noddclr_open(const struct eu_thread *t)
{
    uint32_t any = 0;
    for (size_t i = 0; i < sizeof t->noddclr / sizeof *t->noddclr; i++)
        any |= t->noddclr[i];
    return any;
}

#define HANDLER_INSN(id) [EU_SIP_LINT_##id] = check_##id,
#define HANDLER_WAY(id)

bool ref_lint_sip(struct ref *x)
{
    static bool (*const checks[EU_SIP_LINT_COUNT])(const struct ref *) = {
#define SIP_LINT(id, seen, name, text, section) HANDLER_##seen(id)
#include "sim/sip_lints.def"
#undef SIP_LINT
    };
    note_noddclr(x);
    for (unsigned i = 0; i < EU_SIP_LINT_COUNT; i++)
        if (checks[i] && checks[i](x) && eu_sip_lint(x->eu, x->t, x->ev, (enum eu_sip_lint_id)i))
            return true;
    return false;
}
