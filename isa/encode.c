#include "isa/isa.h"

#include "isa/fields.h"
#include "isa/operand.h"

const uint8_t isa_types_3src[4] = {EU_TYPE_F, EU_TYPE_D, EU_TYPE_UD, EU_TYPE_DF};

static unsigned type_code(const struct eu_operand *op, bool source)
{
    int code = -1;

    if (op->type < EU_TYPE_COUNT)
        code = source && op->file == EU_FILE_IMM ? eu_types[op->type].imm_code
                                                 : eu_types[op->type].reg_code;
    return code < 0 ? op->type_code : (unsigned)code;
}

static unsigned type_code_3src(const struct eu_operand *op)
{
    for (unsigned code = 0; code < 4; code++)
        if (isa_types_3src[code] == op->type)
            return code;
    return op->type_code;
}

static uint64_t encode_dst(const struct eu_operand *op, bool align16)
{
    uint64_t bits = 0;

    set_DST1_hs(&bits, op->hs);
    set_DST1_indirect(&bits, op->indirect);
    if (op->indirect) {
        set_DST1I_addr_sub(&bits, op->addr_sub);
        set_DST1I_addr_imm(&bits, (uint64_t)op->addr_imm);
    } else {
        set_DST1_reg(&bits, op->reg);
        set_DST1_sub(&bits, op->sub);
    }
    if (align16)
        set_DST16_chan_en(&bits, op->chan_en);
    return bits;
}

static uint64_t encode_src(const struct eu_operand *op, bool align16)
{
    uint64_t bits = 0;

    set_SRC1_abs(&bits, op->abs);
    set_SRC1_neg(&bits, op->neg);
    set_SRC1_indirect(&bits, op->indirect);
    set_SRC1_vs(&bits, op->vs);
    if (op->indirect) {
        set_SRC1I_addr_sub(&bits, op->addr_sub);
        set_SRC1I_addr_imm(&bits, (uint64_t)op->addr_imm);
    } else {
        set_SRC1_reg(&bits, op->reg);
        set_SRC1_sub(&bits, op->sub);
    }
    if (align16) {
        set_SRC16_swz_xy(&bits, op->swizzle);
        set_SRC16_swz_zw(&bits, op->swizzle >> 4);
    } else {
        set_SRC1_w(&bits, op->w);
        set_SRC1_hs(&bits, op->hs);
    }
    return bits;
}

static void encode_alu(const struct eu_insn *insn, uint64_t word[2])
{
    const struct eu_operand *src0 = &insn->src[0], *src1 = &insn->src[1];

    set_ALU_dst_file(word, insn->dst.file);
    set_ALU_dst_type(word, type_code(&insn->dst, false));
    set_ALU_src0_file(word, src0->file);
    set_ALU_src0_type(word, type_code(src0, true));
    set_ALU_src1_file(word, src1->file);
    set_ALU_src1_type(word, type_code(src1, true));
    set_ALU_dst(word, encode_dst(&insn->dst, insn->align16));
    if (src0->file != EU_FILE_IMM)
        set_ALU_src0(word, encode_src(src0, insn->align16));
    if (src1->file == EU_FILE_IMM || isa_is_jip(insn->op->format))
        set_IMM_imm(word, src1->imm);
    else if (src0->file == EU_FILE_IMM)
        set_IMM_imm(word, src0->imm);
    else
        set_ALU_src1(word, encode_src(src1, insn->align16));
    set_ALU_flag_sub(word, insn->flag_sub);
    set_ALU_flag_reg(word, insn->flag_reg);
    if (insn->op->format == EU_FMT_SEND)
        set_MSG_eot(word, src1->imm >> 31);
}

static void encode_dim(const struct eu_insn *insn, uint64_t word[2])
{
    set_ALU_dst_file(word, insn->dst.file);
    set_ALU_dst_type(word, type_code(&insn->dst, false));
    set_ALU_dst(word, encode_dst(&insn->dst, insn->align16));
    set_ALU_src0_file(word, insn->src[0].file);
    set_ALU_src0_type(word, insn->src[0].type_code);
    set_ALU_src1_file(word, insn->src[1].file);
    set_ALU_src1_type(word, type_code(&insn->src[1], true));
    set_IMM64_imm(word, insn->src[0].imm);
}

static uint64_t encode_src3(const struct eu_operand *op)
{
    uint64_t bits = 0;

    set_SRC3_rep(&bits, op->rep);
    set_SRC3_swizzle(&bits, op->swizzle);
    set_SRC3_sub(&bits, op->sub / 4);
    set_SRC3_reg(&bits, op->reg);
    return bits;
}

static void encode_3src(const struct eu_insn *insn, uint64_t word[2])
{
    set_TRI_flag_sub(word, insn->flag_sub);
    set_TRI_flag_reg(word, insn->flag_reg);
    set_TRI_src0_abs(word, insn->src[0].abs);
    set_TRI_src0_neg(word, insn->src[0].neg);
    set_TRI_src1_abs(word, insn->src[1].abs);
    set_TRI_src1_neg(word, insn->src[1].neg);
    set_TRI_src2_abs(word, insn->src[2].abs);
    set_TRI_src2_neg(word, insn->src[2].neg);
    set_TRI_src_type(word, type_code_3src(&insn->src[0]));
    set_TRI_dst_type(word, type_code_3src(&insn->dst));
    set_TRI_chan_en(word, insn->dst.chan_en);
    set_TRI_dst_sub(word, insn->dst.sub / 4);
    set_TRI_dst_reg(word, insn->dst.reg);
    set_TRI_src0(word, encode_src3(&insn->src[0]));
    set_TRI_src1(word, encode_src3(&insn->src[1]));
    set_TRI_src2(word, encode_src3(&insn->src[2]));
}

static void encode_control(const struct eu_insn *insn, uint64_t word[2])
{
    set_CTRL_align16(word, insn->align16);
    set_CTRL_nomask(word, insn->nomask);
    set_CTRL_noddclr(word, insn->noddclr);
    set_CTRL_noddchk(word, insn->noddchk);
    set_CTRL_qtr(word, insn->qtr);
    set_CTRL_thread(word, insn->thread_ctrl);
    set_CTRL_pred(word, insn->pred);
    set_CTRL_pred_inv(word, insn->pred_inv);
    set_CTRL_exec(word, insn->exec);
    set_CTRL_cmod(word, insn->cmod);
    set_CTRL_acc_wr(word, insn->acc_wr);
    set_CTRL_debug(word, insn->debug);
    set_CTRL_sat(word, insn->sat);
    set_CTRL_nib(word, insn->nib);
}

void isa_encode(enum eu_gen gen, const struct eu_insn *insn, uint64_t word[2])
{
    (void)gen;
    word[0] = word[1] = 0;
    set_CTRL_opcode(word, insn->opcode);
    if (insn->op->format == EU_FMT_NONE) {
        set_CTRL_debug(word, insn->debug);
        return;
    }
    if (insn->op->format == EU_FMT_3SRC)
        encode_3src(insn, word);
    else if (insn->op->format == EU_FMT_IMM64)
        encode_dim(insn, word);
    else
        encode_alu(insn, word);
    encode_control(insn, word);
}
