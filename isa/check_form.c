/* Rules for encodings and instruction options. Source: 5.2.2 to 5.2.4, 5.5.13, columns of 5.6. */
#include "isa/check_internal.h"

/* Code for Broadwell contains Gen9's sends. The hardware executes it, but no document mentions it:
 * E46. */
bool check_rule_OPCODE(struct check *c)
{
    bool foreign = c->insn->op->format == EU_FMT_SENDS && !isa_gen(c->gen)->extended_send;
    return foreign || (c->insn->op->id == EU_OP_ILLEGAL && c->insn->opcode != c->insn->op->hw);
}

static bool has_format(const struct check *c)
{
    return c->insn->op->format != EU_FMT_NONE;
}

bool check_rule_EXEC_SIZE(struct check *c)
{
    return has_format(c) && c->exec == 0;
}

static bool bad_file(const struct check *c, const struct check_operand *o)
{
    return o->op->file == EU_FILE_RESERVED || (o == &c->dst && o->op->file == EU_FILE_IMM);
}

bool check_rule_FILE(struct check *c)
{
    return check_each(c, bad_file);
}

static bool bad_region(const struct check *c, const struct check_operand *o)
{
    bool vs = o->op->vs > 6 && o->op->vs != EU_VS_VXH;

    return o->reg && (vs || (!c->insn->align16 && o->op->w > 4));
}

bool check_rule_REGION_CODE(struct check *c)
{
    return c->insn->op->format != EU_FMT_3SRC && check_each_src(c, bad_region);
}

bool check_rule_PRED_CODE(struct check *c)
{
    return has_format(c) && !isa_pred_name(c->insn->pred, c->insn->align16);
}

/* Whether it has a CondModifier field. In math, bits 27:24 are the function; in send, the SFID. */
static bool has_cmod(const struct check *c)
{
    return has_format(c) && c->insn->op->format != EU_FMT_MATH && !isa_is_send(c->insn);
}

bool check_rule_CMOD_CODE(struct check *c)
{
    return has_cmod(c) && !isa_cmod_name(c->insn->cmod);
}

/* nop and illegal have only the opcode and CmptCtrl, and nop the breakpoint bit. */
bool check_rule_NO_OPTIONS(struct check *c)
{
    const struct eu_insn *insn = c->insn;
    uint64_t known = 0x2000007f; /* opcode, CmptCtrl */

    if (has_format(c) || check_rule_OPCODE(c))
        return false;
    if (insn->op->id == EU_OP_NOP)
        known |= insn->size == 8 ? 1u << 7 : 1u << 30;
    return ((insn->size == 8 ? insn->compact : insn->word[0]) & ~known) ||
           (insn->size == 16 && insn->word[1]);
}

bool check_rule_THREAD_CODE(struct check *c)
{
    return c->insn->thread_ctrl == 3;
}

bool check_rule_RESERVED_BITS(struct check *c)
{
    uint64_t word[2];

    if (!has_format(c)) /* an undefined opcode has no known format */
        return false;
    isa_encode(c->gen, c->insn, word);
    return word[0] != c->insn->word[0] || word[1] != c->insn->word[1];
}

static bool is_df(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return o->op->type == EU_TYPE_DF;
}

/* An instruction of four doubles is written (8) on Ivy Bridge. */
bool check_rule_NIBCTRL(struct check *c)
{
    bool df = check_each(c, is_df);

    c->operands = 0;
    if (c->isa->any_nibble)
        return c->insn->nib && c->exec >= 8;
    return c->insn->nib && !(df && c->exec == (c->isa->df_halves ? 8 : 4));
}

bool check_rule_PREDICATE(struct check *c)
{
    return has_format(c) && c->insn->pred && !check_has(c, EU_OPF_PRED);
}

bool check_rule_SATURATE(struct check *c)
{
    return c->insn->sat && !check_has(c, EU_OPF_SAT);
}

bool check_rule_CMOD(struct check *c)
{
    return has_cmod(c) && c->insn->cmod && !check_has(c, EU_OPF_CMOD | EU_OPF_CMOD_Z);
}

/* 6.6: "only the .e/.z or .ne/.nz conditional modifiers should be used". */
bool check_rule_CMOD_LOGIC(struct check *c)
{
    return check_has(c, EU_OPF_CMOD_Z) && c->insn->cmod > 2 && isa_cmod_name(c->insn->cmod);
}

bool check_rule_CMOD_MISSING(struct check *c)
{
    return check_has(c, EU_OPF_CMOD_REQ) && !c->insn->cmod;
}

bool check_rule_CMOD_SIMD32(struct check *c)
{
    return has_cmod(c) && c->insn->cmod && c->exec == 32;
}

static bool has_modifier(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return o->op->file != EU_FILE_IMM && (o->op->neg || o->op->abs);
}

/* Table 5.6 allows no modifiers for math, but its float functions accept them. Status: inferred. */
bool check_rule_SRCMOD(struct check *c)
{
    bool judged = c->alu || c->insn->op->format == EU_FMT_3SRC;

    return judged && c->insn->op->format != EU_FMT_MATH && !check_has(c, EU_OPF_SRCMOD) &&
           check_each_src(c, has_modifier);
}

bool check_rule_INTDIV_MODIFIER(struct check *c)
{
    return check_is_intdiv(c) && check_each_src(c, has_modifier);
}

bool check_rule_NO_ALIGN16(struct check *c)
{
    bool takes = check_has(c, EU_OPF_ALIGN16) || check_has(c, EU_OPF_FLOW);
    return c->insn->align16 && !takes && c->insn->op->format != EU_FMT_NONE;
}

bool check_rule_ALIGN16_FLOW(struct check *c)
{
    return c->insn->align16 && check_has(c, EU_OPF_FLOW);
}

static bool is_cr(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return check_is_arf(o, EU_ARF_CR);
}

bool check_rule_CR_SWITCH(struct check *c)
{
    return c->insn->thread_ctrl != 2 && check_each(c, is_cr);
}
