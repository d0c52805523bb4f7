/* Mutants of a piece of code: each instruction changed in turn, the ways that people get one wrong.
 */
#ifndef EULAB_EU_MUTANTS_H
#define EULAB_EU_MUTANTS_H

#include "sim/sim.h"

enum { EU_MUTANT_MAX = 32 }; /* of two instructions */
struct eu_mutant {
    uint32_t addr;   /* of the first instruction that is another */
    const char *how; /* "delete", "swap", "register" ..: eu/mutants.c's table */
    uint8_t size;    /* of what follows; the rest is 0 */
    uint8_t bytes[EU_MUTANT_MAX];
};
struct eu_mutants {
    struct eu_mutant *items; /* by address */
    size_t n;
};

/* eu_mutants_make - those of the code of @eu from @addr on, @size bytes: valid instructions, as
 * isa/check.h has it, unless the one that is changed is none either. 0 or -EU_ERR_NOMEM. */
int eu_mutants_make(const struct eu *eu, uint32_t addr, uint32_t size, struct eu_mutants *out);
void eu_mutants_fini(struct eu_mutants *list);
const char *eu_mutants_how(unsigned i); /* the i-th way; NULL past the last */

/* eu_mutant_same - whether the mutant does the same as what it replaces, on every one of some
 * random states of a thread: such a one is another spelling. False, too, without memory. */
bool eu_mutant_same(const struct eu *eu, const struct eu_mutant *mutant);

#endif
