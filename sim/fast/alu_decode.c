#include <string.h>

#include "sim/fast/any.h"
#include "sim/refusal.h"

/* Computes the positions of lanes from the decoded instruction. IVB vol. 4 part 3, 3.3.4 to 3.3.9,
 * 5.2. */

struct context {
    const struct isa_gen *isa;
    const struct eu_insn *insn;
    struct fast_alu *out;
};

/* Whether it is a macro. Its elements lie side by side, because the bits of swizzles hold its
 * registers. */
static bool is_macro(const struct eu_insn *insn)
{
    return insn->op->id == EU_OP_MADM ||
           (insn->op->id == EU_OP_MATH &&
            (insn->cmod == EU_MATH_INVM || insn->cmod == EU_MATH_RSQTM));
}

static bool has_df(const struct eu_insn *insn)
{
    if (insn->op->format == EU_FMT_IMM64 || insn->dst.type == EU_TYPE_DF)
        return true;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (insn->src[i].type == EU_TYPE_DF)
            return true;
    return false;
}

/* --- operands --- */

/* The size of the units in which a region is written. Ivy Bridge writes regions of DF in units of
 * F. 3.3.9 5.A */
static unsigned unit_bytes(const struct isa_gen *isa, unsigned type)
{
    return type == EU_TYPE_DF && isa->df_halves ? 4 : eu_types[type].bytes;
}

/* The position of channel @n from the origin of the region, in elements. */
static unsigned region_element(const struct eu_insn *insn, const struct eu_operand *op, unsigned n)
{
    unsigned chosen = op->swizzle >> 2 * (n & 3) & 3;
    if (is_macro(insn))
        return n;
    if (insn->op->format == EU_FMT_3SRC)
        return op->rep ? 0 : (n & ~3u) + chosen;
    if (insn->align16)
        return n / 4 * isa_stride(op->vs) + chosen;
    return (n >> op->w) * isa_stride(op->vs) + (n & (isa_width(op->w) - 1)) * isa_hstride(op->hs);
}

/* The value of a lane of an immediate. V and UV: nibbles; VF: s eee ffff with an implied one, where
 * only the two zeros are zero. 2.2.5 */
static int64_t constant_lane(const struct eu_insn *insn, const struct eu_operand *op, unsigned n)
{
    uint32_t imm = (uint32_t)op->imm, nibble = imm >> 4 * isa_nibble(insn, n) & 15, byte;
    if (eu_types[op->type].bytes == 8)
        return (int64_t)op->imm;
    switch (op->type) {
    case EU_TYPE_V:
        return (int64_t)(nibble ^ 8) - 8;
    case EU_TYPE_UV:
        return nibble;
    case EU_TYPE_VF:
        byte = imm >> 8 * (n & 3) & 0xff;
        if (!(byte & 0x7f))
            return (int64_t)byte << 24;
        return (int64_t)(byte >> 7) << 31 | (int64_t)((byte & 0x7f) + (124 << 4)) << 19;
    case EU_TYPE_W:
        return (int16_t)imm;
    case EU_TYPE_UW:
    case EU_TYPE_HF:
        return (uint16_t)imm;
    case EU_TYPE_D:
        return (int32_t)imm;
    default:
        return imm;
    }
}

/* Whether a null source keeps its modifiers, so that a float becomes -0. Otherwise null is +0. */
static bool null_is_modified(const struct fast_alu *a, unsigned src)
{
    switch (a->id) {
    case EU_OP_DP2:
    case EU_OP_DP3:
    case EU_OP_DP4:
    case EU_OP_DPH:
        return true;
    case EU_OP_LINE:
        return src == 0;
    case EU_OP_MADM:
        return true;
    case EU_OP_MATH:
        return a->cmod == EU_MATH_INVM || a->cmod == EU_MATH_RSQTM;
    default:
        return a->way == fast_df;
    }
}

static void place_constant(struct context *c, unsigned i, const struct eu_operand *op)
{
    struct fast_operand *out = &c->out->src[i];
    out->place = FAST_CONSTANT;
    if (op->file == EU_FILE_IMM || c->out->id == EU_OP_DIM) {
        out->abs = out->neg = false;
        for (unsigned n = 0; n < 8; n++)
            out->imm[n] =
                c->out->id == EU_OP_DIM ? (int64_t)op->imm : constant_lane(c->insn, op, n);
        return;
    }
    memset(out->imm, 0, sizeof out->imm);
    if (!null_is_modified(c->out, i))
        out->abs = out->neg = false;
}

static void place_acc(struct context *c, struct fast_operand *out, const struct eu_operand *op)
{
    unsigned bytes = eu_types[op->type].bytes, words = fast_acc_words(op->type);
    out->place = FAST_ACC;
    out->reg = op->reg & 1;
    for (unsigned n = 0; n < c->out->lanes; n++) {
        unsigned at = op->sub + region_element(c->insn, op, n) * out->bytes;
        unsigned lane = at / (bytes < 2 ? 2 : bytes);
        out->off[n] = (uint16_t)(c->out->any ? lane : fast_acc_slot(op->reg & 1, words, lane));
    }
}

static void place_arf(struct context *c, struct fast_operand *out, const struct eu_operand *op)
{
    out->place = FAST_ARF;
    out->reg = op->reg;
    for (unsigned n = 0; n < c->out->lanes; n++) {
        unsigned at = op->sub + region_element(c->insn, op, n) * out->bytes;
        if (c->out->any)
            out->off[n] = (uint16_t)(op->reg >> 4 == EU_ARF_FC ? op->sub : at);
        else
            out->off[n] = (uint16_t)(at < FAST_ARF_BYTES ? at : FAST_ARF_BYTES);
    }
    if (op->reg >> 4 == EU_ARF_CE && c->out->any)
        c->out->needs |= FAST_NEEDS_PCIP;
    if (op->reg >> 4 == EU_ARF_IP)
        c->out->needs |= FAST_NEEDS_IP;
    if (op->reg >> 4 == EU_ARF_TM)
        c->out->needs |= FAST_NEEDS_INSTS;
}

static void place_index(struct context *c, struct fast_operand *out, const struct eu_operand *op)
{
    bool rows = op->vs == EU_VS_VXH && !c->insn->align16;
    out->place = rows ? FAST_INDEXED : FAST_INDIRECT;
    out->reg = op->addr_sub;
    out->row = (uint8_t)isa_width(op->w);
    out->addr_imm = op->addr_imm;
    out->scalar = isa_stride(op->vs) == 0 && isa_hstride(op->hs) == 0 && op->vs != EU_VS_VXH;
    for (unsigned n = 0; n < c->out->lanes; n++) {
        unsigned element =
            rows ? n % out->row * isa_hstride(op->hs) : region_element(c->insn, op, n);
        out->off[n] = (uint16_t)(element * out->bytes);
    }
}

static void place_grf(struct context *c, struct fast_operand *out, const struct eu_operand *op)
{
    out->place = FAST_GRF;
    for (unsigned n = 0; n < c->out->lanes; n++) {
        unsigned at = out->base + region_element(c->insn, op, n) * out->bytes;
        out->off[n] = at % FAST_GRF_BYTES;
        out->wraps |= out->off[n] + eu_types[op->type].bytes > FAST_GRF_BYTES;
    }
}

static bool is_acc_number(const struct eu_operand *op)
{
    return (op->reg & ~1u) == EU_ARF_ACC << 4;
}
static bool is_acc(const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && is_acc_number(op);
}

static void place_operand(struct context *c, struct fast_operand *out, const struct eu_operand *op)
{
    out->type = op->type;
    out->bytes = (uint8_t)unit_bytes(c->isa, op->type);
    out->abs = op->abs;
    out->neg = op->neg;
    out->rep = op->rep;
    out->macro = (uint8_t)(op == &c->insn->dst ? isa_dst_macro(op) : isa_src_macro(op));
    out->base = (uint16_t)((op->reg * EU_GRF_BYTES + op->sub) % FAST_GRF_BYTES);
}

static void place_source(struct context *c, unsigned i)
{
    const struct eu_operand *op = &c->insn->src[i];
    struct fast_operand *out = &c->out->src[i];
    place_operand(c, out, op);
    if (op->file == EU_FILE_IMM || c->out->id == EU_OP_DIM)
        place_constant(c, i, op);
    else if (op->indirect)
        place_index(c, out, op);
    else if (op->file == EU_FILE_GRF)
        place_grf(c, out, op);
    else if (is_acc(op))
        place_acc(c, out, op);
    else if (op->reg >> 4 == EU_ARF_NULL)
        place_constant(c, i, op);
    else
        place_arf(c, out, op);
    c->out->load[i] = fast_load_of(out);
}

static void place_dst(struct context *c)
{
    const struct eu_operand *op = &c->insn->dst;
    struct fast_alu *a = c->out;
    struct fast_operand *out = &a->dst;
    bool align16 = c->insn->align16 || c->insn->op->format == EU_FMT_3SRC;
    place_operand(c, out, op);
    a->dst_stride = (uint16_t)((align16 ? 1 : isa_hstride(op->hs)) * out->bytes);
    a->dst_extent = (uint16_t)((a->es - 1) * a->dst_stride + out->bytes);
    if (op->indirect) {
        out->place = FAST_INDIRECT;
        out->reg = op->addr_sub;
        out->addr_imm = op->addr_imm;
        return;
    }
    if (op->file == EU_FILE_GRF) {
        out->place = FAST_GRF;
        out->wraps = out->base + a->dst_extent > FAST_GRF_BYTES;
        return;
    }
    /* reserved codes of the file are taken for architecture registers */
    out->place = is_acc_number(op) ? FAST_ACC : FAST_ARF;
    out->reg = is_acc_number(op) ? op->reg & 1 : op->reg;
    out->base = op->sub;
    if (op->reg >> 4 == EU_ARF_CR)
        a->needs |= FAST_NEEDS_OLD_CR;
}

/* --- the instruction --- */

/* Does the same for Gen8: if the destination is a narrow integer, a wide source decides. acc1 is
 * used for the second sixteen channels, for halves, too. */
static void place_implicit_of_any(struct context *c)
{
    const struct eu_insn *insn = c->insn;
    unsigned type = insn->dst.type, narrow = eu_types[type].bytes < 4 && !fast_is_float(type);
    bool dwords = false, qwords = false;
    for (unsigned i = 0; narrow && i < insn->op->nsrc; i++) {
        dwords |= eu_types[insn->src[i].type].bytes == 4;
        qwords |= insn->src[i].type == EU_TYPE_Q || insn->src[i].type == EU_TYPE_UQ;
    }
    c->out->acc_type = (uint8_t)(qwords ? EU_TYPE_Q : dwords ? EU_TYPE_D : type);
    c->out->acc_reg = type == EU_TYPE_HF                     ? insn->qtr >> 1 & 1
                      : type == EU_TYPE_F && c->out->es < 16 ? insn->qtr & 1
                                                             : 0;
}

/* Finds the lanes of the implicit accumulator: dwords if a source or the destination has dwords,
 * otherwise words. That a wider destination counts as well is assumed. acc1 is used for F in
 * quarters 2 and 4. 3.3.3.5 */
static void place_implicit(struct context *c)
{
    const struct eu_insn *insn = c->insn;
    c->out->acc_wr = insn->acc_wr;
    c->out->own_acc = insn->op->acc == 'w' || insn->op->id == EU_OP_MACH;
    if (c->out->any) {
        place_implicit_of_any(c);
        return;
    }
    unsigned type = insn->dst.type;
    bool dwords = false;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        dwords |= eu_types[insn->src[i].type].bytes == 4;
    if (eu_types[type].bytes < 4 && dwords)
        type = EU_TYPE_D;
    c->out->acc_words = (uint8_t)fast_acc_words(type);
    c->out->acc_reg = type == EU_TYPE_F && c->out->es < 16 ? insn->qtr & 1 : 0;
}

/* The format to which float results are rounded, once: that of the destination, otherwise that of
 * the widest source. */
static uint8_t result_format(const struct eu_insn *insn)
{
    unsigned kind = eu_float_of(insn->dst.type), widest = EU_FLOAT_NONE;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        unsigned of = eu_float_of(insn->src[i].type);
        widest = of > widest ? of : widest;
    }
    return (uint8_t)(kind ? kind : widest ? widest : EU_FLOAT_F);
}

static void describe_insn(struct context *c, bool df)
{
    const struct eu_insn *insn = c->insn;
    struct fast_alu *a = c->out;
    a->es = (uint8_t)isa_exec_size(insn);
    a->lanes = a->es < 4 ? 4 : a->es;
    a->id = insn->op->id;
    a->nsrc = insn->op->nsrc;
    a->cmod = insn->cmod;
    a->sat = insn->sat;
    a->flag_reg = insn->flag_reg & 1;
    a->flag_bit = (insn->flag_sub * 16u + isa_group(insn)) & 31;
    bool takes = insn->op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z);
    a->sets_flag = insn->cmod && takes && a->id != EU_OP_SEL && a->id != EU_OP_CSEL;
    a->halves = df && c->isa->df_halves;
    a->result = result_format(insn);
    a->channels = a->id == EU_OP_SAD2 || a->id == EU_OP_SADA2 ? 0x55555555 : UINT32_MAX;
    for (unsigned i = 0; i < a->nsrc; i++)
        a->float_exec |= fast_is_float(insn->src[i].type);
    if (a->id == EU_OP_SEL && !insn->cmod)
        a->needs |= FAST_NEEDS_PRED;
    a->any = c->isa->wide_values ? any_op_of(a->id, insn->cmod) : NULL;
    if (a->any)
        return;
    struct fast_op op = fast_op_of(a->id, df, insn->cmod);
    a->way = op.way;
    a->compute = op.compute;
}

bool fast_alu_begin(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out)
{
    struct context c = {isa, insn, out};
    if (!eu_computes(insn->op))
        return false;
    /* not the operands: fast_alu_place() sets them */
    memset(out, 0, offsetof(struct fast_alu, dst));
    describe_insn(&c, has_df(insn));
    return true;
}

void fast_alu_place(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out)
{
    struct context c = {isa, insn, out};
    if (out->placed)
        return;
    out->placed = true;
    memset(&out->dst, 0, sizeof out->dst);
    memset(out->src, 0, sizeof out->src);
    place_implicit(&c);
    for (unsigned i = 0; i < out->nsrc; i++)
        place_source(&c, i);
    for (unsigned i = 0; i < out->nsrc; i++)
        if (out->own_acc && out->acc_wr && out->src[i].place == FAST_ACC)
            out->alone = true;
    if (out->alone && !out->any)
        out->way = fast_each_alone;
    place_dst(&c);
    if (out->id == EU_OP_LINE || out->id == EU_OP_PLN)
        out->plane = (uint16_t)(out->src[0].base +
                                region_element(insn, &insn->src[0], 0) * out->src[0].bytes);
}

bool fast_alu_decode(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out)
{
    if (!fast_alu_begin(isa, insn, out))
        return false;
    fast_alu_place(isa, insn, out);
    return true;
}

void fast_alu_source(const struct isa_gen *isa, const struct eu_insn *insn, unsigned i,
                     struct fast_alu *out)
{
    struct context c = {isa, insn, out};
    memset(out, 0, sizeof *out);
    out->id = insn->op->id;
    out->lanes = 4;
    out->any = isa->wide_values ? any_op_of(EU_OP_MOV, 0) : NULL;
    place_source(&c, i);
    out->src[i].neg = out->src[i].abs = false;
}
