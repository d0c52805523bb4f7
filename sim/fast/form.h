/* Micro-ops of vector handlers by form: instructions that differ only in registers and immediates
 * are decoded once. */
#ifndef EULAB_SIM_FAST_FORM_H
#define EULAB_SIM_FAST_FORM_H

#include "sim/fast/core.h"

enum { FAST_FORMS = 128 };

struct fast_form {
    uint64_t word[2];
    struct fast_uop u; /* with its own handler; its odd part is: */
    const struct fast_odd *odd;
    uint16_t dst, src[3]; /* the origins in u */
    /* bytes of dst and sources from the origin to the last byte; 0: not in the GRF */
    uint16_t reach[4];
    uint8_t imm_type; /* enum eu_type */
    bool known;
};

/* fast_form_find - fills @u, all but ip and marks, as fast_decode() does. Returns false if the form
 * is not known yet, or if an operand reaches the end of the register file: then it must be
 * decoded. */
bool fast_form_find(const struct fast_form *forms, const struct isa_form *form, struct fast_uop *u);
/* fast_form_keep - remembers @u, which was decoded from @insn of the form @form, and whose cold
 * part nobody needs. */
void fast_form_keep(struct fast_form *forms, const struct isa_form *form,
                    const struct eu_insn *insn, const struct fast_uop *u);

#endif
