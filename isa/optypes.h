/* The operand types an opcode takes: isa/optypes.def. */
#ifndef EULAB_ISA_OPTYPES_H
#define EULAB_ISA_OPTYPES_H

#include "isa/isa.h"

struct eu_type_pair {
    uint16_t dst, src; /* sets, 1 << enum eu_type; 0: no such operand, or any type */
};
/* eu_op_types - the pairs of an opcode (enum eu_opcode) in a generation; a pair with both sides 0
 * ends them. Never NULL. No pairs: any operand types are allowed, or there are no operands. */
const struct eu_type_pair *eu_op_types(enum eu_gen gen, unsigned id);
/* eu_op_sources - all types that a source of the opcode may have, over all its pairs: a set, 1 <<
 * enum eu_type. 0: any type is allowed, or there is no source. */
unsigned eu_op_sources(enum eu_gen gen, unsigned id);

#endif
