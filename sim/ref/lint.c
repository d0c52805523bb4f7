/* Reports what the manual calls undefined, though this machine does it, with the name of the rule.
 * Numbers of rules are those of 3.3.9. */
#include "sim/lint.h"
#include "sim/peek.h"
#include "sim/ref/ref.h"

enum { GRF_FILE_BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

static bool in_grf(const struct eu_operand *op)
{
    return op->file == EU_FILE_GRF || (op->indirect && op->file != EU_FILE_IMM);
}

/* Behind r127, the address wraps to r0. 4.4.3 */
static bool lint_range(struct ref *x, const struct eu_operand *op, const char *name)
{
    bool dst = op == &x->insn->dst;
    for (unsigned n = 0; n < x->es && in_grf(op); n++) {
        uint32_t addr = dst ? ref_dst_addr(x, n) : ref_src_addr(x, op, n);
        if ((uint64_t)addr + eu_types[op->type].bytes > GRF_FILE_BYTES && x->wren >> n & 1)
            return eu_lint(x->eu, x->t, x->ev, EU_LINT_GRF_RANGE, "channel %u of %s is behind r127",
                           n, name);
    }
    return false;
}

/* Whether a carry out of the low five bits reaches the register number is not documented (E08). */
static bool lint_carry(struct ref *x, const struct eu_operand *op, const char *name)
{
    unsigned a = x->t->a0[op->addr_sub & 7] & 31u, imm = (uint32_t)(int32_t)op->addr_imm & 31u;
    if (!op->indirect || a + imm < 32)
        return false;
    return eu_lint(x->eu, x->t, x->ev, EU_LINT_ADDRESS_CARRY,
                   "a0.%u plus immediate of %s carries out of the register's offset", op->addr_sub,
                   name);
}

static bool lint_sources(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    bool floats = false, integers = false;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        const struct eu_operand *op = &insn->src[i];
        if (op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_NULL)
            continue;
        if (eu_types[op->type].kind == EU_KIND_FLOAT)
            floats = true;
        else
            integers = true;
    }
    if (floats && integers)
        return eu_lint(x->eu, x->t, x->ev, EU_LINT_SOURCE_TYPES,
                       "float and integer sources, 3.3.8");
    if (insn->op->nsrc > 1 && insn->src[1].indirect)
        return eu_lint(x->eu, x->t, x->ev, EU_LINT_INDIRECT_SRC1,
                       "src1 is register-indirect, 5.1.1");
    return false;
}

static bool lint_forms(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    if (x->es == 32 && insn->cmod && insn->op->flags & EU_OPF_CMOD)
        return eu_lint(x->eu, x->t, x->ev, EU_LINT_SIMD32_CMOD,
                       "conditional modifier with ExecSize 32, 7.C");
    bool divides = insn->op->id == EU_OP_MATH && !x->float_exec && insn->cmod >= EU_MATH_IDIV_BOTH;
    for (unsigned n = 0; n < x->es && divides; n++)
        if (x->wren >> n & 1 && ref_load(x, 1, n).i == 0)
            return eu_lint(x->eu, x->t, x->ev, EU_LINT_DIVIDE_BY_ZERO, "channel %u, 6.41", n);
    return false;
}

/* An else sends all channels that come to it to the endif. 6.24, 6.32 */
static bool lint_if(struct ref *x)
{
    uint8_t code[16];
    struct eu_insn to;
    int32_t jip, uip;
    if (x->insn->op->id != EU_OP_IF || !isa_branch(x->eu->gen, x->insn, &jip, &uip))
        return false;
    uint32_t at = (x->t->ip + (uint32_t)jip) & ~7u;
    eu_memory_read(x->eu->mem, at, code, sizeof code);
    isa_decode(x->eu->gen, code, sizeof code, &to);
    return to.op->id == EU_OP_ELSE &&
           eu_lint(x->eu, x->t, x->ev, EU_LINT_IF_ELSE,
                   "JIP of if is the else at 0x%x: channels that go there skip what is behind it "
                   "(6.32)",
                   at);
}

/* Only channels of no other instruction go back, by flags that no compare has written. */
static bool lint_while(struct ref *x)
{
    if (x->insn->op->id != EU_OP_WHILE || x->t->cr[0] & EU_CR0_SPF)
        return false;
    uint32_t back = ref_taken(x);
    /* mostly, its own channels do, and nobody needs to look at all of the code */
    if (!back || back & eu_channels(x->eu, x->insn) || back & eu_busy_channels(x->eu))
        return false;
    char who[ISA_CHANNELS_TEXT];
    return eu_lint(
        x->eu, x->t, x->ev, EU_LINT_IDLE_LOOP,
        "%s: nobody else goes round, and no instruction but branches is wide enough (6.62)",
        isa_channels_text(back, who));
}

bool ref_lint(struct ref *x)
{
    static const char *const names[] = {"src0", "src1", "src2"};
    const struct eu_insn *insn = x->insn;
    if (ref_lint_regs(x) || ref_lint_sip(x) || lint_if(x) || lint_while(x))
        return true;
    if (!eu_computes(insn->op) || insn->op->format == EU_FMT_IMM64)
        return false;
    if (insn->op->ndst && (lint_range(x, &insn->dst, "dst") || lint_carry(x, &insn->dst, "dst")))
        return true;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (lint_range(x, &insn->src[i], names[i]) || lint_carry(x, &insn->src[i], names[i]))
            return true;
    return lint_sources(x) || lint_forms(x);
}
