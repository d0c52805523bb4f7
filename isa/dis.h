/* What the text and the JSON disassembler share. Not for other rooms. */
#ifndef EULAB_ISA_DIS_H
#define EULAB_ISA_DIS_H

#include "isa/program.h"

struct dis_text {
    char *buf; /* EU_DIS_MAX bytes */
    size_t len;
    unsigned options; /* printed so far */
};

/* "a", "acc" .. of an ARF register number; NULL for a reserved one. */
const char *dis_arf_name(unsigned reg);

/* dis_canon - the instruction as its text says it, and what the text does not say.
 * @raw: XOR of the encoding of @canon with the one of @insn (compact: 64 bits in raw[0]). */
void dis_canon(enum eu_gen gen, const struct eu_insn *insn, struct eu_insn *canon, uint64_t raw[2]);

#endif
