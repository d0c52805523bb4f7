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
    struct jit_value carry; /* of addc and subb */
};

/* jit_compute - a vector of enum fast_vector_op @op; a relation's lanes are all ones or zeros. */
struct jit_value jit_compute(struct emit *e, unsigned op, struct jit_sources *s);
bool jit_takes_neg(unsigned op); /* which operation negates floats by itself */

/* How an operation is made, and what its instruction is. */
typedef struct jit_value jit_maker(struct emit *e, struct jit_sources *s, unsigned v, unsigned how);
/* The register for the result: what only the last of several instructions may write. */
unsigned jit_result(struct emit *e, const struct jit_sources *s, unsigned n);
static inline struct jit_value jit_own_value(unsigned reg)
{
    return (struct jit_value){host_reg(reg), true};
}

/* steps.c: operations of several instructions, and how. */
enum {
    JIT_ZEROS = 1,
    JIT_SIGNED = 2
};                            /* jit_leading: of 0 there are 32; ones of a negative number */
enum { JIT_HOMOGENEOUS = 5 }; /* jit_products: three, and the fourth factor */
jit_maker jit_leading, jit_lowest, jit_count, jit_reverse, jit_field, jit_field_mask, jit_insert;
jit_maker jit_from_unsigned, jit_average, jit_differences, jit_carry, jit_borrow;
jit_maker jit_interpolate, jit_fraction, jit_products, jit_inverse, jit_inverse_root, jit_order;

#endif
