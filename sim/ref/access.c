/* Reports which registers an instruction will access, by the rules of the reference engine. */
#include "sim/access.h"

#include "sim/message.h"
#include "sim/refusal.h"
#include "sim/ref/ref.h"

enum { GRF_BYTES = EU_GRF_COUNT * EU_GRF_BYTES, ACC_BYTES = 2 * EU_GRF_BYTES };

struct seen {
    struct ref x;
    eu_touch *touch;
    void *ctx;
    int channel;
};

static void report(const struct seen *s, enum eu_watch_access access, unsigned reg, unsigned at,
                   unsigned n)
{
    if (n)
        s->touch(s->ctx, access, reg, at, n, s->channel);
}

/* Addresses are modulo the size of the register file. */
static void tell_grf(const struct seen *s, enum eu_watch_access access, uint32_t at, unsigned n)
{
    at %= GRF_BYTES;
    unsigned first = n < GRF_BYTES - at ? n : GRF_BYTES - at;
    report(s, access, EU_REG_GRF0, at, first);
    report(s, access, EU_REG_GRF0, 0, n - first);
}

/* --- architecture registers --- */
/* Lanes are whole, of words at least; they continue from acc0 into acc1, and then from the
 * start. */
static void tell_acc(const struct seen *s, enum eu_watch_access access, unsigned at, unsigned n)
{
    n = n < 2 ? 2 : n;
    at = at % ACC_BYTES / n * n;
    report(s, access, at < EU_GRF_BYTES ? EU_REG_ACC0 : EU_REG_ACC1, at % EU_GRF_BYTES, n);
}

/* @reg: RegNum. Kinds and numbers that are not populated are not reported. */
static void tell_arf(const struct seen *s, enum eu_watch_access access, unsigned reg, unsigned at,
                     unsigned n)
{
    unsigned num = reg & 15;
    if (reg >> 4 == EU_ARF_ACC && num < 2) {
        tell_acc(s, access, at + num * EU_GRF_BYTES, n);
        return;
    }
    if (reg >> 4 == EU_ARF_N) { /* n1 and n2 are other names of n0.1 and n0.2 (E38) */
        at += num * 4;
        reg = EU_ARF_N << 4;
    }
    for (unsigned id = EU_REG_GRF_LAST + 1; id < EU_REG_COUNT; id++) {
        const struct eu_reg *row = eu_reg_info(id);
        if (row->gens & s->x.eu->gen && row->arf == (int)reg && at < row->bytes)
            report(s, access, id, at, n < row->bytes - at ? n : row->bytes - at);
    }
}

/* --- operands --- */
/* Whether the operand's fields have a meaning. If not, the engine refuses the instruction. */
static bool is_plain(const struct ref *x, const struct eu_operand *op)
{
    bool dst = op == &x->insn->dst;
    bool region = !dst && x->insn->op->format != EU_FMT_3SRC && !x->insn->align16;
    return op->type != EU_TYPE_NONE && op->file != EU_FILE_RESERVED &&
           (dst || op->file != EU_FILE_IMM) && !(region && op->w > 4);
}

static void element_at(const struct seen *s, const struct eu_operand *op,
                       enum eu_watch_access access, uint32_t at, unsigned n)
{
    if (op->file == EU_FILE_GRF || op->indirect)
        tell_grf(s, access, at, n);
    else
        tell_arf(s, access, op->reg, at - op->reg * EU_GRF_BYTES, n);
}

/* Reports a read of address register @n. */
static void tell_index(const struct seen *s, unsigned n)
{
    tell_arf(s, EU_WATCH_READ, EU_ARF_A << 4, (n & (s->x.eu->isa->address_registers - 1u)) * 2, 2);
}

/* Reports the index of an operand. It depends on whether the destination spans two registers, so
 * the destination's index is read, too. */
static void report_index(const struct seen *s, const struct eu_operand *op, unsigned n)
{
    const struct eu_operand *dst = &s->x.insn->dst;
    if (!op->indirect)
        return;
    tell_index(s, ref_index(&s->x, op, n));
    if (dst->indirect && s->x.es > 1)
        tell_index(s, dst->addr_sub);
}

static void report_element(const struct seen *s, const struct eu_operand *op, unsigned n)
{
    const struct ref *x = &s->x;
    bool dst = op == &x->insn->dst;
    unsigned bytes = ref_element_bytes(x, op);
    if (!is_plain(x, op))
        return;
    bool arf = op->file == EU_FILE_ARF && !op->indirect, acc = op->reg >> 4 == EU_ARF_ACC;
    if (op->type == EU_TYPE_DF && (arf ? acc || !dst : op->rep && !dst))
        bytes = 8; /* both halves */
    report_index(s, op, n);
    element_at(s, op, dst ? EU_WATCH_WRITE : EU_WATCH_READ,
               dst ? ref_dst_addr(x, n) : ref_src_addr(x, op, n), bytes);
}

static void report_elements(const struct seen *s, const struct eu_operand *op, uint32_t channels)
{
    struct seen one = *s;
    for (unsigned n = 0; n < EU_CHANNELS; n++) {
        one.channel = (int)n;
        if (channels >> n & 1)
            report_element(&one, op, n);
    }
}

/* All channels of each group of @size in which one of @on is. */
static uint32_t widened(uint32_t on, unsigned size)
{
    uint32_t group = (1u << size) - 1, all = 0;
    for (unsigned n = 0; n < EU_CHANNELS; n += size)
        all |= on >> n & group ? group << n : 0;
    return all;
}

/* Reports src0 of pln and line: four floats in its OWord, p q - r. 6.35, 6.46 */
static void report_coefficients(const struct seen *s)
{
    const struct eu_operand *op = &s->x.insn->src[0];
    if (!is_plain(&s->x, op) || !s->x.wren)
        return;
    report_element(s, op, 0);
    tell_grf(s, EU_WATCH_READ, ref_src_addr(&s->x, op, 0) & ~15u, 16);
}

/* Reports src1 of pln: u and v are in consecutive registers, as many as its channels need. */
static void report_uv(const struct seen *s)
{
    const struct eu_operand *op = &s->x.insn->src[1];
    uint32_t base = is_plain(&s->x, op) ? ref_src_addr(&s->x, op, 0) : 0;
    bool interleaved = s->x.eu->quirks[EU_QUIRK_PLN_ORDER];
    for (unsigned n = 0; n < s->x.es && is_plain(&s->x, op); n++) {
        unsigned k = n / 8, u = interleaved ? 2 * k : k, v = interleaved ? u + 1 : 2 + k;
        if (!(s->x.wren >> n & 1))
            continue;
        report_index(s, op, 0);
        tell_grf(s, EU_WATCH_READ, base + u * EU_GRF_BYTES + n % 8 * 4, 4);
        tell_grf(s, EU_WATCH_READ, base + v * EU_GRF_BYTES + n % 8 * 4, 4);
    }
}

/* Reports src0 of movi: for each channel an index in the one register to which a0.0 points. 6.42 */
static void report_movi(const struct seen *s)
{
    const struct eu_operand *src = &s->x.insn->src[0];
    if (!is_plain(&s->x, src) || !s->x.wren)
        return;
    uint32_t base = s->x.t->a0[0] + (uint32_t)(int32_t)src->addr_imm;
    unsigned bytes = ref_element_bytes(&s->x, src);
    tell_arf(s, EU_WATCH_READ, EU_ARF_A << 4, 0, 16);
    tell_grf(s, EU_WATCH_READ, base & ~31u, EU_GRF_BYTES + bytes - 1);
}

/* On Ivy Bridge, a double takes two channels, and is accessed if either is enabled. */
static uint32_t whole_elements(const struct seen *s)
{
    bool pairs = s->x.eu->isa->df_halves && ref_has_df(&s->x);
    return pairs ? widened(s->x.wren, 2) : s->x.wren;
}

static void report_sources(const struct seen *s)
{
    const struct eu_insn *insn = s->x.insn;
    unsigned nsrc = insn->op->nsrc, id = insn->op->id, first = 0;
    uint32_t on = whole_elements(s);
    if (id == EU_OP_MOVI) {
        report_movi(s);
        return;
    }
    if (id == EU_OP_LINE || id == EU_OP_PLN) {
        report_coefficients(s);
        first = 1;
    }
    if (id == EU_OP_PLN) {
        report_uv(s);
        first = 2;
    }
    if (id == EU_OP_DP4 || id == EU_OP_DPH || id == EU_OP_DP3 || id == EU_OP_DP2)
        on = widened(on, 4);
    if (id == EU_OP_SAD2 || id == EU_OP_SADA2)
        on = widened(on & 0x55555555, 2);
    for (unsigned i = first; i < nsrc; i++)
        report_elements(s, &insn->src[i], on);
}

/* --- what no operand names --- */
static void report_accumulator(const struct seen *s, enum eu_watch_access access, uint32_t channels)
{
    for (unsigned n = 0; n < EU_CHANNELS; n++) {
        unsigned bytes, at = ref_acc_at(&s->x, n, &bytes);
        if (channels >> n & 1)
            tell_acc(s, access, at, bytes);
    }
}

/* Reports a flag register: the subregister, or all of it for 32 channels. */
static void report_flag(const struct seen *s, enum eu_watch_access access, unsigned reg, bool whole)
{
    unsigned sub = s->x.insn->flag_sub & 1u;
    unsigned channels = s->x.paired ? (s->x.es + 1) / 2 : s->x.es;
    whole = whole || channels + s->x.group > 16;
    report(s, access, EU_REG_F0 + (reg & 1), whole ? 0 : 2 * sub, whole ? 4 : 2);
}

/* Branches read the predicate of all channels at IP, whatever their ExecSize (E18). */
static void report_predicate(const struct seen *s)
{
    const struct eu_insn *insn = s->x.insn;
    if (!insn->pred || !(insn->op->flags & EU_OPF_PRED))
        return;
    bool align16 = ref_align16(&s->x), vertical = !align16 && insn->pred >> 1 == 1;
    bool group32 = !align16 && insn->pred / 2 > 5; /* any32h, all32h */
    bool both = vertical && s->x.eu->quirks[EU_QUIRK_VERTICAL];
    bool flow = insn->op->flags & EU_OPF_FLOW;
    report_flag(s, EU_WATCH_READ, both ? 0 : insn->flag_reg, vertical || group32 || flow);
    if (both)
        report_flag(s, EU_WATCH_READ, 1, true);
}

static void report_cmod(const struct seen *s)
{
    const struct eu_op *op = s->x.insn->op;
    bool sets = op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) && op->format != EU_FMT_MATH;
    if (sets && s->x.insn->cmod && op->id != EU_OP_SEL && s->x.wren)
        report_flag(s, EU_WATCH_WRITE, s->x.insn->flag_reg, false);
}

/* --- by format --- */
/* The remainder goes to the next register. 6.41 */
static void remainder_too(const struct seen *s)
{
    struct eu_operand next = s->x.insn->dst;
    next.reg++;
    for (unsigned n = 0; n < s->x.es; n++)
        if (s->x.wren >> n & 1 && is_plain(&s->x, &s->x.insn->dst))
            element_at(s, &next, EU_WATCH_WRITE, ref_dst_addr(&s->x, n) + EU_GRF_BYTES,
                       ref_element_bytes(&s->x, &next));
}

static void report_alu(const struct seen *s)
{
    const struct eu_insn *insn = s->x.insn;
    report_sources(s);
    if (insn->op->flags & EU_OPF_ACC_SRC)
        report_accumulator(s, EU_WATCH_READ, whole_elements(s));
    if (insn->op->ndst)
        report_elements(s, &insn->dst, s->x.wren);
    if (insn->op->id == EU_OP_MATH && insn->cmod == EU_MATH_IDIV_BOTH)
        remainder_too(s);
    if (ref_acc_enabled(&s->x))
        report_accumulator(s, EU_WATCH_WRITE, whole_elements(s));
    report_cmod(s);
}

/* Reads a dword of the address registers. */
static uint32_t descriptor_word(const struct seen *s, unsigned word)
{
    unsigned last = s->x.eu->isa->address_registers - 1u;
    tell_arf(s, EU_WATCH_READ, EU_ARF_A << 4, (word & last & ~1u) * 2, 4);
    return s->x.t->a0[word & last] | (uint32_t)s->x.t->a0[(word + 1) & last] << 16;
}

static void report_send(const struct seen *s)
{
    const struct eu_insn *insn = s->x.insn;
    struct eu_message msg;
    const struct eu_operand *op = isa_descriptor(insn);
    uint32_t desc = (uint32_t)op->imm;
    if (op->file != EU_FILE_IMM) {
        if (op->reg != EU_ARF_A << 4)
            return;
        desc = descriptor_word(s, op->sub / 2u);
    }
    if (insn->ex_indirect)
        (void)descriptor_word(s, insn->ex_sub * 2u);
    eu_message_decode(s->x.eu->isa, s->x.t, insn, desc, (uint16_t)s->x.wren, &msg);
    unsigned room = EU_GRF_COUNT - msg.src, answer = EU_GRF_COUNT - msg.dst;
    unsigned more = EU_GRF_COUNT - msg.src1;
    report(s, EU_WATCH_READ, EU_REG_GRF0, msg.src * EU_GRF_BYTES,
           (msg.mlen < room ? msg.mlen : room) * EU_GRF_BYTES);
    if (msg.len1)
        report(s, EU_WATCH_READ, EU_REG_GRF0, msg.src1 * EU_GRF_BYTES,
               (msg.len1 < more ? msg.len1 : more) * EU_GRF_BYTES);
    report(s, EU_WATCH_WRITE, EU_REG_GRF0, msg.dst * EU_GRF_BYTES,
           (msg.rlen < answer ? msg.rlen : answer) * EU_GRF_BYTES);
    if (insn->op->id == EU_OP_SENDC || insn->op->id == EU_OP_SENDSC)
        report(s, EU_WATCH_READ, EU_REG_TDR0, 0, 16);
}

static void report_wait(const struct seen *s)
{
    const struct eu_operand *src = &s->x.insn->src[0];
    if (src->file != EU_FILE_ARF || src->reg >> 4 != EU_ARF_N)
        return;
    tell_arf(s, EU_WATCH_READ, src->reg, src->sub, 4);
    tell_arf(s, EU_WATCH_WRITE, src->reg, src->sub, 4);
}

/* Sources and destinations of branches are dwords for the whole thread, not for a channel. */
static void report_branch(const struct seen *s)
{
    const struct eu_insn *insn = s->x.insn;
    bool reg = insn->src[1].file != EU_FILE_IMM;
    switch (insn->op->format) {
    case EU_FMT_BRANCH:
        if (reg)
            report_element(s, &insn->src[0], 0);
        break;
    case EU_FMT_JMPI:
    case EU_FMT_CALL:
        if (reg)
            report_element(s, &insn->src[1], 0);
        for (unsigned n = 0; insn->op->format == EU_FMT_CALL && n < 2; n++)
            report_element(s, &insn->dst, n);
        break;
    case EU_FMT_RET:
        report_element(s, &insn->src[0], 0);
        report_element(s, &insn->src[0], 1);
        break;
    default:
        break;
    }
}

static void look_at(const struct seen *s)
{
    report_predicate(s);
    switch (s->x.insn->op->format) {
    case EU_FMT_ALU:
    case EU_FMT_3SRC:
    case EU_FMT_MATH:
    case EU_FMT_IMM64:
        report_alu(s);
        break;
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        report_send(s);
        break;
    case EU_FMT_WAIT:
        report_wait(s);
        break;
    default:
        report_branch(s);
        break;
    }
}

/* Returns false if there is no access: it has no operands, or the engine refuses it. */
static bool prepare_seen(struct seen *s)
{
    const struct eu_insn *insn = s->x.insn;
    if (insn->op->format == EU_FMT_NONE || eu_refusal_of(s->x.eu->gen, insn).reason)
        return false;
    s->channel = -1;
    ref_prepare(&s->x);
    return true;
}

void eu_ref_accesses(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                     eu_touch *touch, void *ctx)
{
    struct seen s = {.x = {.eu = eu, .t = t, .insn = insn}, .touch = touch, .ctx = ctx};
    if (!prepare_seen(&s))
        return;
    /* the predicate selects the source; it does not mask */
    if (insn->op->id == EU_OP_SEL && !insn->cmod)
        s.x.wren = ref_wren(&s.x, UINT32_MAX);
    look_at(&s);
}

void eu_ref_operands(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                     eu_touch *touch, void *ctx)
{
    struct seen s = {.x = {.eu = eu, .t = t, .insn = insn}, .touch = touch, .ctx = ctx};
    if (!prepare_seen(&s))
        return;
    s.x.wren = (uint32_t)((UINT64_C(1) << s.x.es) - 1);
    look_at(&s);
}
