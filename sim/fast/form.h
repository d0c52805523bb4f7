/* Micro-ops of vector handlers by form: instructions that differ in registers and immediates only
 * are decoded once. */
#ifndef EULAB_SIM_FAST_FORM_H
#define EULAB_SIM_FAST_FORM_H

#include "sim/fast/core.h"

enum { FAST_FORMS = 128 };

struct fast_form {
    uint64_t word[2];
    struct fast_uop u; /* with its own handler, and odd part: */
    const struct fast_odd *odd;
    uint16_t dst, src[3]; /* origins in it */
    uint16_t reach[4]; /* of dst and sources, from the origin to the last byte; 0: are elsewhere */
    uint8_t imm_type;  /* enum eu_type */
    bool known;
};

/* fast_form_find - @u, all but ip and marks, as fast_decode() gives it. False: not known yet, or
 * its operands reach the end of the register file: decode it. */
bool fast_form_find(const struct fast_form *forms, const struct isa_form *form, struct fast_uop *u);
/* fast_form_keep - @u was decoded from @insn, which has the form @form, and nothing asks for its
 * cold part. */
void fast_form_keep(struct fast_form *forms, const struct isa_form *form,
                    const struct eu_insn *insn, const struct fast_uop *u);

#endif
