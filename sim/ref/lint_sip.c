#include "sim/lint.h"
#include "sim/ref/ref.h"

/* The rows of sip_lints.def that are seen in one instruction. */

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

/* An instruction that computes, or moves, writes a byte of the register file in @from .. @end - 1.
 * The response of a send is how a saved register comes back: it is none. */
static bool writes(const struct ref *x, uint32_t from, uint32_t end)
{
    const struct eu_operand *dst = &x->insn->dst;
    if (!x->insn->op->ndst || !ref_computes(x->insn->op) || dst->file != EU_FILE_GRF)
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
    return in_routine(x) && writes(x, 16 * EU_GRF_BYTES, EU_GRF_COUNT * EU_GRF_BYTES);
}

static bool check_RESERVED(const struct ref *x)
{
    return x->eu->has_sip && !in_routine(x) && writes(x, 16, 20);
}

/* What the application leaves open for an entry: a NoDDClr block ends with the write of its
 * register that clears the dependency, whatever channels it writes. 4.2.7 */
static void note_noddclr(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    if (in_routine(x) || !insn->op->ndst || insn->dst.file != EU_FILE_GRF || insn->dst.indirect)
        return;
    if (insn->noddclr)
        x->t->noddclr = (uint8_t)(insn->dst.reg + 1);
    else if (x->t->noddclr == insn->dst.reg + 1)
        x->t->noddclr = 0;
}

bool eu_sip_lint(struct eu *eu, struct eu_thread *t, struct eu_event *ev, enum eu_sip_lint_id id)
{
    static const struct {
        const char *name, *text, *section;
    } rows[EU_SIP_LINT_COUNT] = {
#define SIP_LINT(id, name, text, section) {name, text, section},
#include "sim/sip_lints.def"
#undef SIP_LINT
    };
    return eu_lint(eu, t, ev, rows[id].name, "%s (%s)", rows[id].text, rows[id].section);
}

bool ref_lint_sip(struct ref *x)
{
    static bool (*const checks[EU_SIP_LINT_COUNT])(const struct ref *) = {
        [EU_SIP_LINT_SWITCH] = check_SWITCH,
        [EU_SIP_LINT_SPF] = check_SPF,
        [EU_SIP_LINT_HIGH] = check_HIGH,
        [EU_SIP_LINT_RESERVED] = check_RESERVED,
    };
    note_noddclr(x);
    for (unsigned i = EU_SIP_LINT_SWITCH; i < EU_SIP_LINT_COUNT; i++)
        if (checks[i](x) && eu_sip_lint(x->eu, x->t, x->ev, (enum eu_sip_lint_id)i))
            return true;
    return false;
}
