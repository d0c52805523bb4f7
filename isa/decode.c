#include "isa/isa.h"

#include <string.h>

#include "isa/fields.h"
#include "isa/operand.h"

/* Type + 1 of each code; 0: reserved. Types without a code stand behind, where none reaches. */
enum { TYPE_CODES = 8 };
static const uint8_t type_of_reg[TYPE_CODES + EU_TYPE_COUNT] = {
#define TYPE(id, text, size, class, reg, imm)                                                      \
    [(reg) < 0 ? TYPE_CODES + EU_TYPE_##id : (reg)] = EU_TYPE_##id + 1,
#include "isa/types.def"
#undef TYPE
};
static const uint8_t type_of_imm[TYPE_CODES + EU_TYPE_COUNT] = {
#define TYPE(id, text, size, class, reg, imm)                                                      \
    [(imm) < 0 ? TYPE_CODES + EU_TYPE_##id : (imm)] = EU_TYPE_##id + 1,
#include "isa/types.def"
#undef TYPE
};

/* @code: three bits. */
static uint8_t type_of(const uint8_t *types, unsigned code)
{
    unsigned type = types[code & (TYPE_CODES - 1)];
    return type ? (uint8_t)(type - 1) : EU_TYPE_NONE;
}

static int16_t sign_extend_10(uint64_t v)
{
    return (int16_t)((int)(v ^ 0x200) - 0x200);
}

static void decode_dst(struct eu_operand *op, const uint64_t *bits, bool align16)
{
    op->hs = (uint8_t)get_DST1_hs(bits);
    op->indirect = get_DST1_indirect(bits);
    if (align16)
        op->chan_en = (uint8_t)get_DST16_chan_en(bits);
    if (op->indirect) {
        op->addr_sub = (uint8_t)get_DST1I_addr_sub(bits);
        op->addr_imm =
            sign_extend_10(align16 ? get_DST16I_addr_imm16(bits) << 4 : get_DST1I_addr_imm(bits));
        return;
    }
    op->reg = (uint8_t)get_DST1_reg(bits);
    op->sub = (uint8_t)(align16 ? get_DST16_sub16(bits) << 4 : get_DST1_sub(bits));
}

static void decode_src(struct eu_operand *op, const uint64_t *bits, bool align16)
{
    op->abs = get_SRC1_abs(bits);
    op->neg = get_SRC1_neg(bits);
    op->vs = (uint8_t)get_SRC1_vs(bits);
    op->indirect = get_SRC1_indirect(bits);
    if (align16) {
        op->swizzle = (uint8_t)(get_SRC16_swz_zw(bits) << 4 | get_SRC16_swz_xy(bits));
    } else {
        op->w = (uint8_t)get_SRC1_w(bits);
        op->hs = (uint8_t)get_SRC1_hs(bits);
    }
    if (op->indirect) {
        op->addr_sub = (uint8_t)get_SRC1I_addr_sub(bits);
        op->addr_imm =
            sign_extend_10(align16 ? get_SRC16I_addr_imm16(bits) << 4 : get_SRC1I_addr_imm(bits));
        return;
    }
    op->reg = (uint8_t)get_SRC1_reg(bits);
    op->sub = (uint8_t)(align16 ? get_SRC16_sub16(bits) << 4 : get_SRC1_sub(bits));
}

static void decode_type(struct eu_operand *op, uint64_t file, uint64_t code, bool source)
{
    op->file = (uint8_t)file;
    op->type_code = (uint8_t)code;
    op->type = type_of(source && file == EU_FILE_IMM ? type_of_imm : type_of_reg, op->type_code);
}

void isa_decode_operands(struct eu_insn *insn, const uint64_t word[2])
{
    uint64_t dst = get_ALU_dst(word), src0 = get_ALU_src0(word), src1 = get_ALU_src1(word);

    decode_type(&insn->dst, get_ALU_dst_file(word), get_ALU_dst_type(word), false);
    decode_type(&insn->src[0], get_ALU_src0_file(word), get_ALU_src0_type(word), true);
    decode_type(&insn->src[1], get_ALU_src1_file(word), get_ALU_src1_type(word), true);
    decode_dst(&insn->dst, &dst, insn->align16);
    if (insn->src[0].file == EU_FILE_IMM)
        insn->src[0].imm = get_IMM_imm(word);
    else
        decode_src(&insn->src[0], &src0, insn->align16);
    if (insn->src[1].file == EU_FILE_IMM || isa_is_jip(insn->op->format))
        insn->src[1].imm = get_IMM_imm(word);
    else if (insn->src[0].file != EU_FILE_IMM)
        decode_src(&insn->src[1], &src1, insn->align16);
    if (insn->op->format == EU_FMT_SEND)
        insn->src[1].imm |= get_MSG_eot(word) << 31;
}

static void decode_alu(struct eu_insn *insn)
{
    insn->flag_sub = (uint8_t)get_ALU_flag_sub(insn->word);
    insn->flag_reg = (uint8_t)get_ALU_flag_reg(insn->word);
    isa_decode_operands(insn, insn->word);
}

static void decode_dim(struct eu_insn *insn)
{
    uint64_t dst = get_ALU_dst(insn->word);

    decode_type(&insn->dst, get_ALU_dst_file(insn->word), get_ALU_dst_type(insn->word), false);
    decode_dst(&insn->dst, &dst, insn->align16);
    decode_type(&insn->src[0], get_ALU_src0_file(insn->word), get_ALU_src0_type(insn->word), true);
    insn->src[0].type = EU_TYPE_DF;
    insn->src[0].imm = get_IMM64_imm(insn->word);
    decode_type(&insn->src[1], get_ALU_src1_file(insn->word), get_ALU_src1_type(insn->word), true);
}

static void decode_src3(struct eu_operand *op, uint64_t bits)
{
    op->rep = get_SRC3_rep(&bits);
    op->swizzle = (uint8_t)get_SRC3_swizzle(&bits);
    op->sub = (uint8_t)(get_SRC3_sub(&bits) * 4);
    op->reg = (uint8_t)get_SRC3_reg(&bits);
}

static void decode_3src(struct eu_insn *insn)
{
    const uint64_t *w = insn->word;
    uint8_t code = (uint8_t)get_TRI_src_type(w);

    insn->flag_sub = (uint8_t)get_TRI_flag_sub(w);
    insn->flag_reg = (uint8_t)get_TRI_flag_reg(w);
    insn->dst.file = EU_FILE_GRF;
    insn->dst.type_code = (uint8_t)get_TRI_dst_type(w);
    insn->dst.type = isa_types_3src[insn->dst.type_code];
    insn->dst.chan_en = (uint8_t)get_TRI_chan_en(w);
    insn->dst.sub = (uint8_t)(get_TRI_dst_sub(w) * 4);
    insn->dst.reg = (uint8_t)get_TRI_dst_reg(w);
    insn->dst.hs = 1;
    for (int i = 0; i < 3; i++) {
        insn->src[i].file = EU_FILE_GRF;
        insn->src[i].type_code = code;
        insn->src[i].type = isa_types_3src[code];
    }
    insn->src[0].abs = get_TRI_src0_abs(w);
    insn->src[0].neg = get_TRI_src0_neg(w);
    insn->src[1].abs = get_TRI_src1_abs(w);
    insn->src[1].neg = get_TRI_src1_neg(w);
    insn->src[2].abs = get_TRI_src2_abs(w);
    insn->src[2].neg = get_TRI_src2_neg(w);
    decode_src3(&insn->src[0], get_TRI_src0(w));
    decode_src3(&insn->src[1], get_TRI_src1(w));
    decode_src3(&insn->src[2], get_TRI_src2(w));
}

static void decode_control(struct eu_insn *insn)
{
    const uint64_t *w = insn->word;

    insn->align16 = get_CTRL_align16(w);
    insn->nomask = get_CTRL_nomask(w);
    insn->noddclr = get_CTRL_noddclr(w);
    insn->noddchk = get_CTRL_noddchk(w);
    insn->qtr = (uint8_t)get_CTRL_qtr(w);
    insn->thread_ctrl = (uint8_t)get_CTRL_thread(w);
    insn->pred = (uint8_t)get_CTRL_pred(w);
    insn->pred_inv = get_CTRL_pred_inv(w);
    insn->exec = (uint8_t)get_CTRL_exec(w);
    insn->cmod = (uint8_t)get_CTRL_cmod(w);
    insn->acc_wr = get_CTRL_acc_wr(w);
    insn->debug = get_CTRL_debug(w);
    insn->sat = get_CTRL_sat(w);
    insn->nib = get_CTRL_nib(w);
}

/* Little-endian; in one expression, as a compiler makes one load of it. */
static uint64_t load_word(const uint8_t *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

int isa_word(enum eu_gen gen, const uint8_t *bytes, size_t n, uint64_t word[2])
{
    if (n < 8)
        return -EU_ERR_TRUNCATED;
    word[0] = load_word(bytes);
    if (get_CTRL_compact(word)) {
        isa_expand(gen, word[0], word);
        return 8;
    }
    if (n < 16)
        return -EU_ERR_TRUNCATED;
    word[1] = load_word(bytes + 8);
    return 16;
}

int isa_decode(enum eu_gen gen, const uint8_t *bytes, size_t n, struct eu_insn *insn)
{
    int size;

    memset(insn, 0, sizeof *insn);
    size = isa_word(gen, bytes, n, insn->word);
    if (size < 0)
        return size;
    insn->size = (uint8_t)size;
    insn->compact = size == 8 ? load_word(bytes) : 0;
    insn->opcode = (uint8_t)get_CTRL_opcode(insn->word);
    insn->op = eu_op_by_hw(gen, insn->opcode);
    if (!insn->op)
        insn->op = eu_op_by_id(gen, EU_OP_ILLEGAL);
    if (insn->op->format == EU_FMT_NONE) {
        insn->debug = insn->op->id == EU_OP_NOP && get_CTRL_debug(insn->word);
        return size;
    }
    decode_control(insn);
    if (insn->op->format == EU_FMT_3SRC)
        decode_3src(insn);
    else if (insn->op->format == EU_FMT_IMM64)
        decode_dim(insn);
    else
        decode_alu(insn);
    return size;
}
