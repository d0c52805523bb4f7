/* The targets of branches, for full steps and for the chain. */
#ifndef EULAB_SIM_FAST_FLOW_H
#define EULAB_SIM_FAST_FLOW_H

#include "sim/fast/core.h"

struct fast_targets {
    uint32_t j, u;
};
/* JIP and UIP of @insn at @ip, if they are immediate. */
struct fast_targets fast_targets_of(enum eu_gen gen, const struct eu_insn *insn, uint32_t ip);
/* The address to which a `break` to @at leads: if a `while` is there, behind it (E21). */
uint32_t fast_behind_while(struct eu *eu, uint32_t at);

#endif
