/* What instructions compute, eight lanes at a time: the operations of sim/fast/vector.c. */
#ifndef EULAB_SIM_JIT_OPERATIONS_H
#define EULAB_SIM_JIT_OPERATIONS_H

#include "sim/jit/emit.h"

/* What is known of the sources while an operation is made. */
struct jit_sources {
    struct jit_value v[3];
    bool neg[3];  /* floats: still to be negated; only where the operation takes it */
    int into;     /* the register for the result; -1: any */
    bool negated; /* of relations: each lane of the result is the wrong way round */
    uint32_t imm; /* what the last source is, if that is a number */
    bool has_imm;
};

/* jit_compute - a vector of enum fast_vector_op @op; a relation's lanes are all ones or zeros. */
struct jit_value jit_compute(struct emit *e, unsigned op, struct jit_sources *s);
bool jit_takes_neg(unsigned op); /* which operation negates floats by itself */

#endif
