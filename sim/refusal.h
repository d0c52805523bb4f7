/* Instructions that the simulator does not execute: reserved codes, and forms whose meaning the
 * manual does not give. Both engines check here before they change anything. */
#ifndef EULAB_SIM_REFUSAL_H
#define EULAB_SIM_REFUSAL_H

#include "sim/sim.h"

enum eu_refusal_reason {
    EU_REFUSAL_NONE, /* it is simulated */
#define REFUSAL(id, text) EU_REFUSAL_##id,
#include "sim/refusals.def"
#undef REFUSAL
    EU_REFUSAL_COUNT
};
struct eu_refusal {
    uint8_t reason;  /* enum eu_refusal_reason */
    uint8_t operand; /* 0: dst, 1 + i: source i */
    uint8_t code;    /* the field's value */
};

/* eu_refusal_of - whether @insn is simulated, and if not, why. This depends only on the
 * instruction. Source: IVB PRM vol. 4 part 3, 5.2 to 5.6, chapter 6. */
struct eu_refusal eu_refusal_of(enum eu_gen gen, const struct eu_insn *insn);
/* eu_refuse - makes the stop for a refused instruction at @t's ip. Returns NOT_SIMULATED. */
enum eu_stop eu_refuse(enum eu_gen gen, const struct eu_thread *t, const struct eu_insn *insn,
                       struct eu_event *ev);
/* Whether the instruction's format is one that computes, with a type for each operand. */
bool eu_computes(const struct eu_op *op);

#endif
