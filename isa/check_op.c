/* Rules from the pages of single instructions. Source: chapter 6. */
#include "isa/check_internal.h"
#include "isa/message.h"
#include "isa/regs.h"

static bool is_op(const struct check *c, unsigned id)
{
    return c->insn->op->id == id;
}

static unsigned type_bytes(const struct eu_operand *op)
{
    return eu_types[op->type].bytes;
}

static bool is_cmp(const struct check *c)
{
    return is_op(c, EU_OP_CMP) || is_op(c, EU_OP_CMPN);
}

/* A destination that is an accumulator has its own rule (5.7). */
bool check_rule_CMP_DST(struct check *c)
{
    bool other = c->dst.reg && c->insn->dst.file == EU_FILE_ARF && !check_is_acc(&c->dst);

    return is_cmp(c) && check_dst(c, other);
}

bool check_rule_CMP_SWITCH(struct check *c)
{
    return is_cmp(c) && c->insn->thread_ctrl != 2 && check_dst(c, check_is_null(&c->insn->dst));
}

static bool is_dword(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return type_bytes(o->op) == 4;
}

/* This is a doubtful rule: Mesa's SIMD16 compares of floats and dwords work on Ivy Bridge. */
bool check_rule_CMP_SIMD16(struct check *c)
{
    return is_cmp(c) && c->exec == 16 && check_each_src(c, is_dword);
}

bool check_rule_SEL_SIZE(struct check *c)
{
    return is_op(c, EU_OP_SEL) && c->exec >= 32;
}

bool check_rule_SEL_CONDITION(struct check *c)
{
    return is_op(c, EU_OP_SEL) && (c->insn->pred != 0) == (c->insn->cmod != 0);
}

bool check_rule_MOV_CMOD(struct check *c)
{
    return is_op(c, EU_OP_MOV) && c->insn->cmod && c->dst.reg &&
           c->insn->dst.type != c->insn->src[0].type;
}

static bool is_movi(const struct check *c)
{
    return is_op(c, EU_OP_MOVI);
}

bool check_rule_MOVI_SRC(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];
    bool right = src->indirect && check_is_grf(src) && src->addr_sub == 0 && src->vs != EU_VS_VXH;

    return check_src(c, 0, is_movi(c) && !right);
}

bool check_rule_MOVI_SIZE(struct check *c)
{
    return is_movi(c) && c->exec >= 16;
}

bool check_rule_MOVI_DST(struct check *c)
{
    const struct eu_operand *dst = &c->insn->dst;
    bool origin = dst->indirect || dst->sub % 16 == 0;
    bool stride = c->dst.hs * c->dst.bytes == type_bytes(&c->insn->src[0]);

    return is_movi(c) && check_dst(c, c->dst.reg && !(origin && stride));
}

bool check_rule_MUL_FLAGS(struct check *c)
{
    bool dword = false;

    for (unsigned i = 0; i < c->nsrc; i++)
        dword |= is_dword(c, &c->src[i]) && eu_types[c->src[i].op->type].kind != EU_KIND_FLOAT;
    return is_op(c, EU_OP_MUL) && dword && (c->insn->sat || c->insn->cmod);
}

bool check_rule_MUL_ORDER(struct check *c)
{
    const struct eu_type_info *a = &eu_types[c->insn->src[0].type];
    const struct eu_type_info *b = &eu_types[c->insn->src[1].type];
    bool integer = a->kind != EU_KIND_FLOAT && b->kind != EU_KIND_FLOAT;

    return is_op(c, EU_OP_MUL) && integer && a->bytes < 4 && b->bytes == 4;
}

bool check_rule_LZD_ABS(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];

    return check_src(c, 0,
                     is_op(c, EU_OP_LZD) && src->type == EU_TYPE_D && src->file != EU_FILE_IMM &&
                         !src->abs);
}

/* Not for Align16, which has no other stride than 1. */
bool check_rule_F32TO16_DST(struct check *c)
{
    const struct eu_operand *dst = &c->insn->dst;
    bool right = c->dst.hs == 2 && (dst->indirect || dst->sub % 4 == 0);

    return is_op(c, EU_OP_F32TO16) && !c->insn->align16 &&
           check_dst(c, c->dst.reg && type_bytes(dst) == 2 && !right);
}

bool check_rule_LRP_OVERFLOW(struct check *c)
{
    return is_op(c, EU_OP_LRP) && c->insn->cmod == 8;
}

static bool is_dp(const struct check *c)
{
    return is_op(c, EU_OP_DP2) || is_op(c, EU_OP_DP3) || is_op(c, EU_OP_DP4) || is_op(c, EU_OP_DPH);
}

bool check_rule_DP_SIZE(struct check *c)
{
    return is_dp(c) && c->exec && c->exec < 4;
}

static bool strides(const struct check *c, const struct check_operand *o)
{
    return o->reg && !c->insn->align16 && o->hs != 1;
}

bool check_rule_DP_STRIDE(struct check *c)
{
    return is_dp(c) && check_each(c, strides);
}

bool check_rule_SAD_SIZE(struct check *c)
{
    return (is_op(c, EU_OP_SAD2) || is_op(c, EU_OP_SADA2)) && c->exec == 1;
}

static bool is_plane(const struct check *c)
{
    return is_op(c, EU_OP_LINE) || is_op(c, EU_OP_PLN);
}

bool check_rule_PLANE_SIZE(struct check *c)
{
    return is_plane(c) && c->exec && c->exec != 8 && c->exec != 16;
}

bool check_rule_PLANE_SCALAR(struct check *c)
{
    return check_src(c, 0,
                     is_plane(c) && c->src[0].reg &&
                         (c->src[0].vs || (!c->insn->align16 && c->src[0].hs)));
}

bool check_rule_PLANE_IMM(struct check *c)
{
    return is_op(c, EU_OP_PLN) && c->insn->src[1].file == EU_FILE_IMM;
}

bool check_rule_PLANE_SUBREG(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];

    return check_src(c, 0, is_plane(c) && c->src[0].reg && !src->indirect && src->sub % 16);
}

static bool is_math(const struct check *c)
{
    return c->insn->op->format == EU_FMT_MATH;
}

bool check_rule_MATH_FUNCTION(struct check *c)
{
    return is_math(c) && !isa_math_name(c->gen, c->insn->cmod);
}

/* Null and accumulators have their own rules. */
static bool not_grf(const struct check *c, const struct check_operand *o)
{
    bool null = check_is_null(o->op) && o != &c->dst;

    if (c->isa->later_rules && o->op->file == EU_FILE_IMM)
        return false;

    return o->op->file != EU_FILE_GRF && o->op->file != EU_FILE_RESERVED && !null &&
           !check_is_acc(o);
}

bool check_rule_MATH_GRF(struct check *c)
{
    return is_math(c) && check_each(c, not_grf);
}

static bool is_indirect(const struct check *c, const struct check_operand *o)
{
    (void)c;
    return o->reg && o->op->indirect;
}

bool check_rule_MATH_INDIRECT(struct check *c)
{
    return is_math(c) && check_each(c, is_indirect);
}

/* Types other than F, D, UD are the business of rule operand-types. */
bool check_rule_MATH_TYPES(struct check *c)
{
    bool real = eu_types[c->insn->src[0].type].kind == EU_KIND_FLOAT;
    bool named = isa_math_name(c->gen, c->insn->cmod);

    return is_math(c) && named && !c->mixed && type_bytes(&c->insn->src[0]) == 4 &&
           real == check_is_intdiv(c);
}

bool check_rule_INTDIV_SIZE(struct check *c)
{
    return check_is_intdiv(c) && c->exec >= 16;
}

bool check_rule_JMPI_SIZE(struct check *c)
{
    return is_op(c, EU_OP_JMPI) && c->exec > 1;
}

bool check_rule_JMPI_NOMASK(struct check *c)
{
    return is_op(c, EU_OP_JMPI) && !c->insn->nomask;
}

static bool is_branch(const struct check *c)
{
    return c->insn->op->format == EU_FMT_BRANCH;
}

bool check_rule_BRANCH_SWITCH(struct check *c)
{
    return is_branch(c) && c->insn->thread_ctrl != 2;
}

bool check_rule_BRANCH_REGISTER(struct check *c)
{
    int32_t jip, uip;

    return is_branch(c) && !isa_branch(c->gen, c->insn, &jip, &uip);
}

bool check_rule_HALT_OPERANDS(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];

    if (!is_op(c, EU_OP_HALT))
        return false;
    check_src(c, 0, !check_is_null(src));
    return check_dst(c, !check_is_null(&c->insn->dst)) || c->operands;
}

static bool is_call(const struct check *c)
{
    return c->insn->op->format == EU_FMT_CALL;
}

bool check_rule_CALL_SIZE(struct check *c)
{
    return is_call(c) && c->exec && c->exec != 2;
}

bool check_rule_CALL_DST(struct check *c)
{
    const struct eu_operand *dst = &c->insn->dst;

    return is_call(c) && check_dst(c, !dst->indirect && dst->sub % 8);
}

/* <2;2,1>: w is the code of 2. The text of a call has no source; every assembler, ours too, then
 * writes <2;4,1>, and calls work. Status: inferred. */
bool check_rule_CALL_REGION(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];
    bool judged = is_call(c) || c->insn->op->format == EU_FMT_RET;
    bool width = src->w == 1 || (is_call(c) && src->w == 2);

    return check_src(c, 0, judged && !c->insn->align16 && !(src->vs == 2 && width && src->hs == 1));
}

static bool is_wait(const struct check *c)
{
    return c->insn->op->format == EU_FMT_WAIT;
}

bool check_rule_WAIT_SIZE(struct check *c)
{
    return is_wait(c) && c->exec > 1;
}

bool check_rule_WAIT_REGISTER(struct check *c)
{
    const struct eu_operand *dst = &c->insn->dst, *src = &c->insn->src[0];
    bool named = check_is_arf(&c->dst, EU_ARF_N) && check_is_arf(&c->src[0], EU_ARF_N);

    return is_wait(c) && !(named && dst->reg == src->reg && dst->sub == src->sub &&
                           dst->sub % 4 == 0 && dst->sub < 12);
}

static bool is_send(const struct check *c)
{
    return c->insn->op->format == EU_FMT_SEND;
}

/* Null is a valid payload, too (3.3.3.3). */
bool check_rule_SEND_SRC(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];
    bool grf = check_is_grf(src) && !src->indirect && src->sub == 0;

    return check_src(c, 0, is_send(c) && !grf && !check_is_null(src));
}

static bool is_descriptor(const struct eu_operand *op, bool align16)
{
    bool scalar = op->vs == 0 && (align16 || (op->w == 0 && op->hs == 0));

    return op->file == EU_FILE_ARF && !op->indirect && op->reg == EU_ARF_A << 4 && op->sub == 0 &&
           scalar && op->type == EU_TYPE_UD;
}

bool check_rule_SEND_DESCRIPTOR(struct check *c)
{
    const struct eu_operand *op = &c->insn->src[1];

    return check_src(c, 1,
                     is_send(c) && op->file != EU_FILE_IMM && !is_descriptor(op, c->insn->align16));
}

bool check_rule_SEND_FUNCTION(struct check *c)
{
    return is_send(c) && !isa_sfid_unit(c->gen, c->insn->cmod);
}

bool check_rule_SEND_THREAD(struct check *c)
{
    return is_send(c) && (c->insn->thread_ctrl == 1 || c->insn->thread_ctrl == 2);
}

bool check_rule_SEND_NODD(struct check *c)
{
    return is_send(c) && c->insn->noddchk;
}

/* An accumulator as the destination has its own rule. */
bool check_rule_SEND_DST(struct check *c)
{
    bool other = c->dst.reg && c->insn->dst.file == EU_FILE_ARF && !check_is_acc(&c->dst);

    return is_send(c) && check_dst(c, other);
}

/* Whether this is a message with an immediate descriptor; stores its lengths, in registers. */
static bool has_known_lengths(const struct check *c, unsigned *length, unsigned *response)
{
    const struct eu_operand *desc = &c->insn->src[1];

    *length = desc->imm >> 25 & 15;
    *response = desc->imm >> 20 & 31;
    return is_send(c) && desc->file == EU_FILE_IMM;
}

bool check_rule_SEND_LENGTH(struct check *c)
{
    unsigned length, response;

    return has_known_lengths(c, &length, &response) && (length == 0 || response > 16);
}

bool check_rule_SEND_RESPONSE(struct check *c)
{
    unsigned length, response;

    return has_known_lengths(c, &length, &response) && check_is_null(&c->insn->dst) && response;
}

/* Mesa names a register even for messages that return nothing. */
bool check_rule_SEND_NO_RESPONSE(struct check *c)
{
    unsigned length, response;

    return has_known_lengths(c, &length, &response) && check_is_grf(&c->insn->dst) && !response &&
           !isa_is_eot(c->insn);
}

bool check_rule_SEND_MBZ(struct check *c)
{
    return is_send(c) && c->insn->src[1].file == EU_FILE_IMM && c->insn->src[1].imm >> 29 & 3;
}

bool check_rule_SEND_RANGE(struct check *c)
{
    const struct eu_operand *dst = &c->insn->dst, *src = &c->insn->src[0];
    unsigned length, response;

    if (!has_known_lengths(c, &length, &response))
        return false;
    if (check_is_grf(src) && !src->indirect && src->reg < EU_GRF_COUNT &&
        src->reg + length > EU_GRF_COUNT)
        c->operands |= check_src_bit(0);
    return check_dst(c, check_is_grf(dst) && !dst->indirect && dst->reg < EU_GRF_COUNT &&
                            dst->reg + response > EU_GRF_COUNT) ||
           c->operands;
}

/* An accumulator as the destination has its own rule. */
bool check_rule_EOT_DST(struct check *c)
{
    return isa_is_eot(c->insn) &&
           check_dst(c, !check_is_null(&c->insn->dst) && !check_is_acc(&c->dst));
}

bool check_rule_EOT_PAYLOAD(struct check *c)
{
    const struct eu_operand *src = &c->insn->src[0];

    return check_src(c, 0,
                     isa_is_eot(c->insn) && check_is_grf(src) && !src->indirect && src->reg < 112);
}

bool check_rule_EOT_FUNCTION(struct check *c)
{
    return isa_is_eot(c->insn) &&
           (c->insn->cmod == EU_SFID_NULL || c->insn->cmod == EU_SFID_SAMPLER);
}

/* In the descriptor, bit 19 shows a header, and 2:0 is the opcode. Haswell has more opcodes. */
bool check_rule_URB_MESSAGE(struct check *c)
{
    const struct eu_operand *desc = &c->insn->src[1];
    bool opcode = (desc->imm & 7) <= c->isa->urb_opcodes;

    return is_send(c) && c->insn->cmod == EU_SFID_URB && desc->file == EU_FILE_IMM &&
           !((desc->imm >> 19 & 1) && opcode);
}
