/* The operand types an opcode takes: isa/optypes.def. */
#ifndef EULAB_ISA_OPTYPES_H
#define EULAB_ISA_OPTYPES_H

#include "isa/isa.h"

struct eu_type_pair {
    uint16_t dst, src; /* sets, 1 << enum eu_type; 0: no such operand, or any type */
};
/* eu_op_types - the pairs of an opcode (enum eu_opcode) in a generation, ended by one with both
 * sides 0. Never NULL; no pairs: the opcode's operand types are free, or it has none. */
const struct eu_type_pair *eu_op_types(enum eu_gen gen, unsigned id);
/* eu_op_sources - the types that a source of the opcode may have there, of all its pairs: a set,
 * 1 << enum eu_type; 0: they are free, or it has no source. */
unsigned eu_op_sources(enum eu_gen gen, unsigned id);

#endif
