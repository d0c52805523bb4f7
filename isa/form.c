#include "isa/fields.h"
#include "isa/isa.h"

/* Moves one field's value from the form's word to @to. */
#define TAKE(format, name, to, unit)                                                               \
    do {                                                                                           \
        (to) = (uint16_t)(get_##format##_##name(out->word) * (unit));                              \
        set_##format##_##name(out->word, 0);                                                       \
    } while (0)

static void three_sources(struct isa_form *out)
{
    TAKE(ORIGIN3, dst, out->dst, 4);
    TAKE(ORIGIN3, src0, out->src[0], 4);
    TAKE(ORIGIN3, src1, out->src[1], 4);
    TAKE(ORIGIN3, src2, out->src[2], 4);
}

static void two_sources(struct isa_form *out)
{
    uint64_t *w = out->word, dst = get_ALU_dst(w), src0 = get_ALU_src0(w), src1 = get_ALU_src1(w);
    uint64_t file0 = get_ALU_src0_file(w), file1 = get_ALU_src1_file(w);
    if (get_ALU_dst_file(w) == EU_FILE_GRF && !get_DST1_indirect(&dst))
        TAKE(ORIGIN, dst, out->dst, 1);
    if (file0 == EU_FILE_GRF && !get_SRC1_indirect(&src0))
        TAKE(ORIGIN, src0, out->src[0], 1);
    if (file0 == EU_FILE_IMM || file1 == EU_FILE_IMM) { /* src1 lies under it */
        out->imm = (uint32_t)get_IMM_imm(w);
        set_IMM_imm(w, 0);
    } else if (file1 == EU_FILE_GRF && !get_SRC1_indirect(&src1)) {
        TAKE(ORIGIN, src1, out->src[1], 1);
    }
}

bool isa_form(enum eu_gen gen, const uint64_t word[2], struct isa_form *out)
{
    const struct eu_op *op = eu_op_by_hw(gen, (unsigned)get_CTRL_opcode(word));
    unsigned format = op ? op->format : EU_FMT_NONE;
    *out = (struct isa_form){.word = {word[0], word[1]}};
    if (format == EU_FMT_3SRC)
        three_sources(out);
    else if (format == EU_FMT_ALU && !get_CTRL_align16(word))
        two_sources(out);
    else
        return false;
    return true;
}
