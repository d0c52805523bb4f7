/* Decoder and encoder of a layout. isa/layout7.c and isa/layout8.c include this with LAYOUT
 * defined, so that every field is a constant shift and mask. */
#include "isa/fields.h"
#include "isa/layout.h"

#ifndef LAYOUT
#define LAYOUT 7
#endif
#define JOIN4(a, b, c, d) a##b##c##d
#define ACCESS(verb, layout, field) JOIN4(verb, layout, _, field)
/* Read a field, and set it: GET(CTRL_exec, word). */
#define GET(field, word) ACCESS(get, LAYOUT, field)(word)
#define SET(field, word, value) ACCESS(set, LAYOUT, field)((word), (value))

static int16_t sign_extend_10(uint64_t v)
{
    return (int16_t)((int)(v ^ 0x200) - 0x200);
}

/* --- decode --- */
static void decode_dst(struct eu_operand *op, const uint64_t *bits, uint64_t addr9, bool align16)
{
    op->hs = (uint8_t)GET(DST1_hs, bits);
    op->indirect = GET(DST1_indirect, bits);
    if (align16)
        op->chan_en = (uint8_t)GET(DST16_chan_en, bits);
    if (op->indirect) {
        uint64_t low = align16 ? GET(DST16I_addr_imm16, bits) << 4 : GET(DST1I_addr_imm, bits);
        op->addr_sub = (uint8_t)GET(DST1I_addr_sub, bits);
        op->addr_imm = sign_extend_10(addr9 << 9 | low);
        return;
    }
    op->reg = (uint8_t)GET(DST1_reg, bits);
    op->sub = (uint8_t)(align16 ? GET(DST16_sub16, bits) << 4 : GET(DST1_sub, bits));
}

static void decode_src(struct eu_operand *op, const uint64_t *bits, uint64_t addr9, bool align16)
{
    op->abs = GET(SRC1_abs, bits);
    op->neg = GET(SRC1_neg, bits);
    op->vs = (uint8_t)GET(SRC1_vs, bits);
    op->indirect = GET(SRC1_indirect, bits);
    if (align16) {
        op->swizzle = (uint8_t)(GET(SRC16_swz_zw, bits) << 4 | GET(SRC16_swz_xy, bits));
    } else {
        op->w = (uint8_t)GET(SRC1_w, bits);
        op->hs = (uint8_t)GET(SRC1_hs, bits);
    }
    if (op->indirect) {
        uint64_t low = align16 ? GET(SRC16I_addr_imm16, bits) << 4 : GET(SRC1I_addr_imm, bits);
        op->addr_sub = (uint8_t)GET(SRC1I_addr_sub, bits);
        op->addr_imm = sign_extend_10(addr9 << 9 | low);
        return;
    }
    op->reg = (uint8_t)GET(SRC1_reg, bits);
    op->sub = (uint8_t)(align16 ? GET(SRC16_sub16, bits) << 4 : GET(SRC1_sub, bits));
}

static void decode_type(const struct isa_gen *gen, struct eu_operand *op, uint64_t file,
                        uint64_t code, bool source)
{
    op->file = (uint8_t)file;
    op->type_code = (uint8_t)code;
    op->type = isa_type_of(gen, source && file == EU_FILE_IMM ? ISA_CODE_IMM : ISA_CODE_REG,
                           op->type_code);
}

/* A 64-bit immediate takes the bits of src1. */
static bool is_imm64(const struct eu_insn *insn)
{
    return insn->op->format == EU_FMT_ALU && insn->src[0].file == EU_FILE_IMM &&
           eu_types[insn->src[0].type].bytes == 8;
}

static bool has_uip(const struct eu_insn *insn)
{
    return insn->op->format == EU_FMT_JIP_UIP ||
           (insn->op->format == EU_FMT_BRANCH && insn->src[0].file == EU_FILE_IMM);
}

static void decode_operands(const struct isa_gen *gen, struct eu_insn *insn, const uint64_t *word)
{
    uint64_t dst = GET(ALU_dst, word), src0 = GET(ALU_src0, word), src1 = GET(ALU_src1, word);
    struct eu_operand *s = insn->src;

    decode_type(gen, &insn->dst, GET(ALU_dst_file, word), GET(ALU_dst_type, word), false);
    decode_dst(&insn->dst, &dst, GET(ADDR9_dst, word), insn->align16);
    decode_type(gen, &s[0], GET(ALU_src0_file, word), GET(ALU_src0_type, word), true);
    if (is_imm64(insn)) {
        s[0].imm = GET(IMM64_imm, word);
        return;
    }
    if (!gen->wide_offsets || !has_uip(insn))
        decode_type(gen, &s[1], GET(ALU_src1_file, word), GET(ALU_src1_type, word), true);
    if (s[0].file == EU_FILE_IMM)
        s[0].imm = GET(IMM_imm, word);
    else
        decode_src(&s[0], &src0, GET(ADDR9_src0, word), insn->align16);
    if (s[1].file == EU_FILE_IMM || isa_is_jip(insn->op->format))
        s[1].imm = GET(IMM_imm, word);
    else if (s[0].file != EU_FILE_IMM)
        decode_src(&s[1], &src1, GET(ADDR9_src1, word), insn->align16);
    if (gen->wide_offsets && has_uip(insn))
        s[insn->op->format != EU_FMT_BRANCH].imm |= GET(IMM_uip, word) << 32;
    if (insn->op->format == EU_FMT_SEND)
        s[1].imm |= GET(MSG_eot, word) << 31;
}

static void decode_extended(struct eu_insn *insn)
{
    const uint64_t *w = insn->word;
    struct eu_operand *src = &insn->src[0];

    insn->ex_desc = (uint32_t)(GET(MSG_ex28, w) << 28 | GET(MSG_ex24, w) << 24 |
                               GET(MSG_ex20, w) << 20 | GET(MSG_ex16, w) << 16);
    src->vs = src->w = src->hs = 0;
    src->sub &= 16;
    insn->src[1].type_code = insn->src[1].type = 0;
}

static void decode_alu(const struct isa_gen *gen, struct eu_insn *insn)
{
    insn->flag_sub = (uint8_t)GET(ALU_flag_sub, insn->word);
    insn->flag_reg = (uint8_t)GET(ALU_flag_reg, insn->word);
    decode_operands(gen, insn, insn->word);
    if (isa_is_extended(gen, insn))
        decode_extended(insn);
}

static void decode_sends_operand(struct eu_operand *op, uint64_t file, uint64_t reg, uint64_t sub)
{
    op->file = (uint8_t)file;
    op->reg = (uint8_t)reg;
    op->sub = (uint8_t)(sub << 4);
}

static void decode_sends(const struct isa_gen *gen, struct eu_insn *insn)
{
    const uint64_t *w = insn->word;
    struct eu_operand *desc = &insn->src[2];

    insn->flag_sub = (uint8_t)GET(ALU_flag_sub, w);
    insn->flag_reg = (uint8_t)GET(ALU_flag_reg, w);
    decode_type(gen, &insn->dst, 0, GET(SENDS_dst_type, w), false);
    decode_sends_operand(&insn->dst, GET(SENDS_dst_file, w), GET(SENDS_dst_reg, w),
                         GET(SENDS_dst_sub16, w));
    insn->dst.hs = 1;
    decode_sends_operand(&insn->src[0], EU_FILE_GRF, GET(SENDS_src0_reg, w),
                         GET(SENDS_src0_sub16, w));
    decode_sends_operand(&insn->src[1], GET(SENDS_src1_file, w), GET(SENDS_src1_reg, w), 0);
    insn->ex_indirect = GET(SENDS_ex_indirect, w);
    if (insn->ex_indirect)
        insn->ex_sub = (uint8_t)GET(SENDSR_ex_sub, w);
    else
        insn->ex_desc = (uint32_t)(GET(SENDS_ex_function, w) << 16 | GET(SENDS_ex_length, w) << 6);
    if (GET(SENDS_desc_indirect, w)) {
        desc->reg = EU_ARF_A << 4;
    } else {
        desc->file = EU_FILE_IMM;
        desc->imm = GET(SENDS_desc, w);
    }
    desc->imm |= GET(MSG_eot, w) << 31;
}

static void decode_dim(const struct isa_gen *gen, struct eu_insn *insn)
{
    const uint64_t *w = insn->word;
    uint64_t dst = GET(ALU_dst, w);

    decode_type(gen, &insn->dst, GET(ALU_dst_file, w), GET(ALU_dst_type, w), false);
    decode_dst(&insn->dst, &dst, GET(ADDR9_dst, w), insn->align16);
    decode_type(gen, &insn->src[0], GET(ALU_src0_file, w), GET(ALU_src0_type, w), true);
    insn->src[0].type = EU_TYPE_DF;
    insn->src[0].imm = GET(IMM64_imm, w);
    decode_type(gen, &insn->src[1], GET(ALU_src1_file, w), GET(ALU_src1_type, w), true);
}

static void decode_src3(struct eu_operand *op, uint64_t bits, uint64_t word)
{
    op->rep = GET(SRC3_rep, &bits);
    op->swizzle = (uint8_t)GET(SRC3_swizzle, &bits);
    op->sub = (uint8_t)(GET(SRC3_sub, &bits) * 4 + word * 2);
    op->reg = (uint8_t)GET(SRC3_reg, &bits);
}

/* One bit each makes src1 and src2 HF, if src0 is F or HF. */
static void decode_types3(const struct isa_gen *gen, struct eu_insn *insn)
{
    const uint64_t *w = insn->word;
    bool half[3] = {false, GET(TRI_src1_half, w), GET(TRI_src2_half, w)};

    for (int i = 0; i < 3; i++) {
        struct eu_operand *op = &insn->src[i];
        op->file = EU_FILE_GRF;
        op->type_code = (uint8_t)GET(TRI_src_type, w);
        op->type = isa_type_of(gen, ISA_CODE_TRI, op->type_code);
        if (i && gen->mixed_3src && (op->type == EU_TYPE_F || op->type == EU_TYPE_HF))
            op->type = half[i] ? EU_TYPE_HF : EU_TYPE_F;
    }
}

static void decode_3src(const struct isa_gen *gen, struct eu_insn *insn)
{
    const uint64_t *w = insn->word;

    insn->flag_sub = (uint8_t)GET(TRI_flag_sub, w);
    insn->flag_reg = (uint8_t)GET(TRI_flag_reg, w);
    insn->dst.file = EU_FILE_GRF;
    insn->dst.type_code = (uint8_t)GET(TRI_dst_type, w);
    insn->dst.type = isa_type_of(gen, ISA_CODE_TRI, insn->dst.type_code);
    insn->dst.chan_en = (uint8_t)GET(TRI_chan_en, w);
    insn->dst.sub = (uint8_t)(GET(TRI_dst_sub, w) * 4);
    insn->dst.reg = (uint8_t)GET(TRI_dst_reg, w);
    insn->dst.hs = 1;
    decode_types3(gen, insn);
    insn->src[0].abs = GET(TRI_src0_abs, w);
    insn->src[0].neg = GET(TRI_src0_neg, w);
    insn->src[1].abs = GET(TRI_src1_abs, w);
    insn->src[1].neg = GET(TRI_src1_neg, w);
    insn->src[2].abs = GET(TRI_src2_abs, w);
    insn->src[2].neg = GET(TRI_src2_neg, w);
    decode_src3(&insn->src[0], GET(TRI_src0, w), GET(TRI_src0_word, w));
    decode_src3(&insn->src[1], GET(TRI_src1, w), GET(TRI_src1_word, w));
    decode_src3(&insn->src[2], GET(TRI_src2, w), GET(TRI_src2_word, w));
}

static void decode_control(struct eu_insn *insn)
{
    const uint64_t *w = insn->word;
    bool branch_ctrl = insn->op->flags & EU_OPF_BRANCH_CTRL;

    insn->align16 = GET(CTRL_align16, w);
    insn->nomask = GET(CTRL_nomask, w);
    insn->noddclr = GET(CTRL_noddclr, w);
    insn->noddchk = GET(CTRL_noddchk, w);
    insn->qtr = (uint8_t)GET(CTRL_qtr, w);
    insn->thread_ctrl = (uint8_t)GET(CTRL_thread, w);
    insn->pred = (uint8_t)GET(CTRL_pred, w);
    insn->pred_inv = GET(CTRL_pred_inv, w);
    insn->exec = (uint8_t)GET(CTRL_exec, w);
    insn->cmod = (uint8_t)GET(CTRL_cmod, w);
    insn->acc_wr = !branch_ctrl && GET(CTRL_acc_wr, w);
    insn->branch_ctrl = branch_ctrl && GET(CTRL_acc_wr, w);
    insn->debug = GET(CTRL_debug, w);
    insn->sat = GET(CTRL_sat, w);
    insn->nib = GET(CTRL_nib, w);
}

static void decode_insn(const struct isa_gen *gen, struct eu_insn *insn)
{
    if (insn->op->format == EU_FMT_NONE) {
        insn->debug = insn->op->id == EU_OP_NOP && GET(CTRL_debug, insn->word);
        return;
    }
    decode_control(insn);
    if (insn->op->format == EU_FMT_3SRC)
        decode_3src(gen, insn);
    else if (insn->op->format == EU_FMT_IMM64)
        decode_dim(gen, insn);
    else if (insn->op->format == EU_FMT_SENDS)
        decode_sends(gen, insn);
    else
        decode_alu(gen, insn);
}

/* --- encode --- */
static unsigned type_code(const struct isa_gen *gen, const struct eu_operand *op, bool source)
{
    enum isa_codes which = source && op->file == EU_FILE_IMM ? ISA_CODE_IMM : ISA_CODE_REG;
    int code = gen->layout->codes[which][op->type];

    return code < 0 ? op->type_code : (unsigned)code;
}

static unsigned type_code_3src(const struct isa_gen *gen, const struct eu_operand *op)
{
    int code = gen->layout->codes[ISA_CODE_TRI][op->type];

    return code < 0 ? op->type_code : (unsigned)code;
}

static uint64_t encode_dst(const struct eu_operand *op, bool align16)
{
    uint64_t bits = 0;

    SET(DST1_hs, &bits, op->hs);
    SET(DST1_indirect, &bits, op->indirect);
    if (op->indirect) {
        SET(DST1I_addr_sub, &bits, op->addr_sub);
        SET(DST1I_addr_imm, &bits, (uint64_t)op->addr_imm);
    } else {
        SET(DST1_reg, &bits, op->reg);
        SET(DST1_sub, &bits, op->sub);
    }
    if (align16)
        SET(DST16_chan_en, &bits, op->chan_en);
    return bits;
}

static uint64_t encode_src(const struct eu_operand *op, bool align16)
{
    uint64_t bits = 0;

    SET(SRC1_abs, &bits, op->abs);
    SET(SRC1_neg, &bits, op->neg);
    SET(SRC1_indirect, &bits, op->indirect);
    SET(SRC1_vs, &bits, op->vs);
    if (op->indirect) {
        SET(SRC1I_addr_sub, &bits, op->addr_sub);
        SET(SRC1I_addr_imm, &bits, (uint64_t)op->addr_imm);
    } else {
        SET(SRC1_reg, &bits, op->reg);
        SET(SRC1_sub, &bits, op->sub);
    }
    if (align16) {
        SET(SRC16_swz_xy, &bits, op->swizzle);
        SET(SRC16_swz_zw, &bits, op->swizzle >> 4);
    } else {
        SET(SRC1_w, &bits, op->w);
        SET(SRC1_hs, &bits, op->hs);
    }
    return bits;
}

static uint64_t addr9(const struct eu_operand *op)
{
    return op->indirect && op->addr_imm < 0;
}

static void encode_sources(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t *word)
{
    const struct eu_operand *src0 = &insn->src[0], *src1 = &insn->src[1];

    SET(ALU_src1_file, word, src1->file);
    SET(ALU_src1_type, word, type_code(gen, src1, true));
    if (src0->file != EU_FILE_IMM) {
        SET(ALU_src0, word, encode_src(src0, insn->align16));
        if (src0->indirect)
            SET(ADDR9_src0, word, addr9(src0));
    }
    if (src1->file == EU_FILE_IMM || isa_is_jip(insn->op->format)) {
        SET(IMM_imm, word, src1->imm);
    } else if (src0->file == EU_FILE_IMM) {
        SET(IMM_imm, word, src0->imm);
    } else {
        SET(ALU_src1, word, encode_src(src1, insn->align16));
        if (src1->indirect)
            SET(ADDR9_src1, word, addr9(src1));
    }
    if (gen->wide_offsets && has_uip(insn))
        SET(IMM_uip, word, insn->src[insn->op->format != EU_FMT_BRANCH].imm >> 32);
}

static void encode_alu(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t word[2])
{
    SET(ALU_dst_file, word, insn->dst.file);
    SET(ALU_dst_type, word, type_code(gen, &insn->dst, false));
    SET(ALU_dst, word, encode_dst(&insn->dst, insn->align16));
    if (insn->dst.indirect)
        SET(ADDR9_dst, word, addr9(&insn->dst));
    SET(ALU_src0_file, word, insn->src[0].file);
    SET(ALU_src0_type, word, type_code(gen, &insn->src[0], true));
    SET(ALU_flag_sub, word, insn->flag_sub);
    SET(ALU_flag_reg, word, insn->flag_reg);
    if (is_imm64(insn)) {
        SET(IMM64_imm, word, insn->src[0].imm);
        return;
    }
    encode_sources(gen, insn, word);
    if (insn->op->format == EU_FMT_SEND)
        SET(MSG_eot, word, insn->src[1].imm >> 31);
    if (isa_is_extended(gen, insn)) {
        SET(MSG_ex28, word, insn->ex_desc >> 28);
        SET(MSG_ex24, word, insn->ex_desc >> 24);
        SET(MSG_ex20, word, insn->ex_desc >> 20);
        SET(MSG_ex16, word, insn->ex_desc >> 16);
    }
}

static void encode_sends(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t word[2])
{
    const struct eu_operand *desc = &insn->src[2];

    SET(ALU_flag_sub, word, insn->flag_sub);
    SET(ALU_flag_reg, word, insn->flag_reg);
    SET(SENDS_dst_file, word, insn->dst.file);
    SET(SENDS_dst_type, word, type_code(gen, &insn->dst, false));
    SET(SENDS_dst_reg, word, insn->dst.reg);
    SET(SENDS_dst_sub16, word, insn->dst.sub >> 4);
    SET(SENDS_src0_reg, word, insn->src[0].reg);
    SET(SENDS_src0_sub16, word, insn->src[0].sub >> 4);
    SET(SENDS_src1_file, word, insn->src[1].file);
    SET(SENDS_src1_reg, word, insn->src[1].reg);
    SET(SENDS_ex_indirect, word, insn->ex_indirect);
    if (insn->ex_indirect) {
        SET(SENDSR_ex_sub, word, insn->ex_sub);
    } else {
        SET(SENDS_ex_function, word, insn->ex_desc >> 16);
        SET(SENDS_ex_length, word, insn->ex_desc >> 6);
    }
    SET(SENDS_desc_indirect, word, desc->file != EU_FILE_IMM);
    if (desc->file == EU_FILE_IMM)
        SET(SENDS_desc, word, desc->imm);
    SET(MSG_eot, word, desc->imm >> 31);
}

static void encode_dim(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t word[2])
{
    SET(ALU_dst_file, word, insn->dst.file);
    SET(ALU_dst_type, word, type_code(gen, &insn->dst, false));
    SET(ALU_dst, word, encode_dst(&insn->dst, insn->align16));
    if (insn->dst.indirect)
        SET(ADDR9_dst, word, addr9(&insn->dst));
    SET(ALU_src0_file, word, insn->src[0].file);
    SET(ALU_src0_type, word, insn->src[0].type_code);
    SET(ALU_src1_file, word, insn->src[1].file);
    SET(ALU_src1_type, word, type_code(gen, &insn->src[1], true));
    SET(IMM64_imm, word, insn->src[0].imm);
}

static uint64_t encode_src3(const struct eu_operand *op)
{
    uint64_t bits = 0;

    SET(SRC3_rep, &bits, op->rep);
    SET(SRC3_swizzle, &bits, op->swizzle);
    SET(SRC3_sub, &bits, op->sub / 4);
    SET(SRC3_reg, &bits, op->reg);
    return bits;
}

static void encode_3src(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t word[2])
{
    SET(TRI_flag_sub, word, insn->flag_sub);
    SET(TRI_flag_reg, word, insn->flag_reg);
    SET(TRI_src0_abs, word, insn->src[0].abs);
    SET(TRI_src0_neg, word, insn->src[0].neg);
    SET(TRI_src1_abs, word, insn->src[1].abs);
    SET(TRI_src1_neg, word, insn->src[1].neg);
    SET(TRI_src2_abs, word, insn->src[2].abs);
    SET(TRI_src2_neg, word, insn->src[2].neg);
    SET(TRI_src_type, word, type_code_3src(gen, &insn->src[0]));
    SET(TRI_dst_type, word, type_code_3src(gen, &insn->dst));
    if (gen->mixed_3src) {
        SET(TRI_src1_half, word, insn->src[1].type == EU_TYPE_HF);
        SET(TRI_src2_half, word, insn->src[2].type == EU_TYPE_HF);
    }
    SET(TRI_chan_en, word, insn->dst.chan_en);
    SET(TRI_dst_sub, word, insn->dst.sub / 4);
    SET(TRI_dst_reg, word, insn->dst.reg);
    SET(TRI_src0, word, encode_src3(&insn->src[0]));
    SET(TRI_src1, word, encode_src3(&insn->src[1]));
    SET(TRI_src2, word, encode_src3(&insn->src[2]));
    SET(TRI_src0_word, word, insn->src[0].sub / 2);
    SET(TRI_src1_word, word, insn->src[1].sub / 2);
    SET(TRI_src2_word, word, insn->src[2].sub / 2);
}

static void encode_control(const struct eu_insn *insn, uint64_t word[2])
{
    SET(CTRL_align16, word, insn->align16);
    SET(CTRL_nomask, word, insn->nomask);
    SET(CTRL_noddclr, word, insn->noddclr);
    SET(CTRL_noddchk, word, insn->noddchk);
    SET(CTRL_qtr, word, insn->qtr);
    SET(CTRL_thread, word, insn->thread_ctrl);
    SET(CTRL_pred, word, insn->pred);
    SET(CTRL_pred_inv, word, insn->pred_inv);
    SET(CTRL_exec, word, insn->exec);
    SET(CTRL_cmod, word, insn->cmod);
    SET(CTRL_acc_wr, word, insn->acc_wr || insn->branch_ctrl);
    SET(CTRL_debug, word, insn->debug);
    SET(CTRL_sat, word, insn->sat);
    SET(CTRL_nib, word, insn->nib);
}

static void encode_insn(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t word[2])
{
    word[0] = word[1] = 0;
    SET(CTRL_opcode, word, insn->opcode);
    if (insn->op->format == EU_FMT_NONE) {
        SET(CTRL_debug, word, insn->debug);
        return;
    }
    if (insn->op->format == EU_FMT_3SRC)
        encode_3src(gen, insn, word);
    else if (insn->op->format == EU_FMT_IMM64)
        encode_dim(gen, insn, word);
    else if (insn->op->format == EU_FMT_SENDS)
        encode_sends(gen, insn, word);
    else
        encode_alu(gen, insn, word);
    encode_control(insn, word);
}

/* --- a word without its registers --- */

/* Moves the value of a field from the form's word to @to. */
#define TAKE(field, to, unit)                                                                      \
    do {                                                                                           \
        (to) = (uint16_t)(GET(field, form->word) * (unit));                                        \
        SET(field, form->word, 0);                                                                 \
    } while (0)

static void form_three_sources(struct isa_form *form)
{
    TAKE(ORIGIN3_dst, form->dst, 4);
    TAKE(ORIGIN3_src0, form->src[0], 4);
    TAKE(ORIGIN3_src1, form->src[1], 4);
    TAKE(ORIGIN3_src2, form->src[2], 4);
}

/* Returns false for a 64-bit immediate. */
static bool form_two_sources(const struct isa_gen *gen, struct isa_form *form)
{
    uint64_t *w = form->word, dst = GET(ALU_dst, w), src0 = GET(ALU_src0, w),
             src1 = GET(ALU_src1, w);
    uint64_t file0 = GET(ALU_src0_file, w), file1 = GET(ALU_src1_file, w);
    if (file0 == EU_FILE_IMM &&
        eu_types[isa_type_of(gen, ISA_CODE_IMM, (unsigned)GET(ALU_src0_type, w))].bytes == 8)
        return false;
    if (GET(ALU_dst_file, w) == EU_FILE_GRF && !GET(DST1_indirect, &dst))
        TAKE(ORIGIN_dst, form->dst, 1);
    if (file0 == EU_FILE_GRF && !GET(SRC1_indirect, &src0))
        TAKE(ORIGIN_src0, form->src[0], 1);
    if (file0 == EU_FILE_IMM || file1 == EU_FILE_IMM) { /* the immediate takes the bits of src1 */
        form->imm = (uint32_t)GET(IMM_imm, w);
        SET(IMM_imm, w, 0);
    } else if (file1 == EU_FILE_GRF && !GET(SRC1_indirect, &src1)) {
        TAKE(ORIGIN_src1, form->src[1], 1);
    }
    return true;
}

static unsigned immediates(const uint64_t *word)
{
    return (GET(ALU_src0_file, word) == EU_FILE_IMM ? ISA_IMM_SRC0 : 0) |
           (GET(ALU_src1_file, word) == EU_FILE_IMM ? ISA_IMM_SRC1 : 0);
}

/* --- tables --- */
enum { NO = -1 };
/* Types without a code go after the codes, where no lookup goes. */
#define CODE_OF(id, code) ((code) < 0 ? ISA_TYPE_CODES + EU_TYPE_##id : (code))

static const struct isa_template templates[] = {
#define TEMPLATE(opcode, gens, align16, dw1, dw2) {EU_OP_##opcode, (gens), (align16), (dw1), (dw2)},
#include TEMPLATES
#undef TEMPLATE
};
