/* What decoder, encoder and canonical form share. Not for other rooms. */
#ifndef EULAB_ISA_OPERAND_H
#define EULAB_ISA_OPERAND_H

#include "isa/isa.h"

/* Type of a three-source type code. Source: 5.2, three-source format. */
extern const uint8_t isa_types_3src[4];

static inline bool isa_is_jip(unsigned format)
{
    return format == EU_FMT_JIP || format == EU_FMT_JIP_UIP;
}

/* dst, src0 and src1 of a one- or two-source @word into @insn (op and align16 set). */
void isa_decode_operands(struct eu_insn *insn, const uint64_t word[2]);

#endif
