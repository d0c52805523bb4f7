/* The native form of a family of generations: where fields lie, and what the type codes are. Only
 * for isa/; other rooms use isa/isa.h. */
#ifndef EULAB_ISA_LAYOUT_H
#define EULAB_ISA_LAYOUT_H

#include "isa/gen.h"

enum { ISA_TYPE_CODES = 16 };
struct isa_layout {
    /* Decode the operands and controls of @insn, whose op and word are set; encode them. */
    void (*decode)(const struct isa_gen *gen, struct eu_insn *insn);
    void (*encode)(const struct isa_gen *gen, const struct eu_insn *insn, uint64_t word[2]);
    /* Decodes dst, src0 and src1 of a one- or two-source @word into @insn (op and align16 are
     * set). */
    void (*decode_operands)(const struct isa_gen *gen, struct eu_insn *insn,
                            const uint64_t word[2]);
    void (*three_sources)(struct isa_form *form);
    bool (*two_sources)(const struct isa_gen *gen, struct isa_form *form);
    /* Which sources of a one- or two-source word are immediates: a set of ISA_IMM_SRC0,
     * ISA_IMM_SRC1. */
    unsigned (*immediates)(const uint64_t word[2]);
    /* Intel's assembler writes what the templates and isa_canon() produce. */
    bool canon_is_iga;
    /* An entry of a compaction table matches if the bits that are used are equal: bits of an absent
     * src1, or under an immediate, are not compared. */
    bool loose_compaction;
    /* For one and two sources, and for three; the latter is NULL if one form serves all opcodes. */
    const struct isa_compaction *compact, *compact_three;
    /* types: type + 1 of each code, 0: reserved. codes: the code of each type, -1: none. */
    uint8_t types[ISA_CODES][ISA_TYPE_CODES + EU_TYPE_COUNT];
    int8_t codes[ISA_CODES][EU_TYPE_COUNT + 1];
    /* What assemblers write where the hardware ignores the bits: isa/template7.def,
     * isa/template8.def. */
    const struct isa_template *templates;
    unsigned ntemplates;
};
struct isa_template {
    uint8_t id;   /* enum eu_opcode */
    uint8_t gens; /* set of enum eu_gen */
    bool align16;
    uint32_t dw1, dw2;
};
enum { ISA_IMM_SRC0 = 1, ISA_IMM_SRC1 = 2 };
extern const struct isa_compaction isa_compaction7, isa_compaction8, isa_compaction8_three;
extern const struct isa_layout isa_layout7, isa_layout8;

/* The enum eu_type of a code. */
static inline uint8_t isa_type_of(const struct isa_gen *gen, enum isa_codes which, unsigned code)
{
    unsigned type = gen->layout->types[which][code & (ISA_TYPE_CODES - 1)];

    return type ? (uint8_t)(type - 1) : EU_TYPE_NONE;
}

/* Whether operands can have the type in this generation. */
static inline bool isa_has_type(const struct isa_gen *gen, unsigned type)
{
    return gen->layout->codes[ISA_CODE_REG][type] >= 0 ||
           gen->layout->codes[ISA_CODE_IMM][type] >= 0;
}

/* The number of bytes that one subregister of an operand stands for. */
static inline unsigned isa_sub_bytes(const struct isa_gen *gen, const struct eu_operand *op)
{
    bool by_byte = op->file == EU_FILE_ARF && !op->indirect && gen->arf[op->reg >> 4].by_byte;

    return by_byte ? 1 : eu_types[op->type].bytes;
}

/* Whether the send has an extended descriptor, which lies where the region of src0 would be. */
static inline bool isa_is_extended(const struct isa_gen *gen, const struct eu_insn *insn)
{
    return gen->extended_send && insn->op->format == EU_FMT_SEND && !insn->src[0].indirect &&
           !insn->align16;
}

static inline bool isa_is_jip(unsigned format)
{
    return format == EU_FMT_JIP || format == EU_FMT_JIP_UIP;
}

#endif
