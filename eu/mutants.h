/* Mutants of a piece of code: each instruction is changed in turn, in the ways in which people make
 * mistakes. Nothing is executed here, except for eu_mutant_same(). */
#ifndef EULAB_EU_MUTANTS_H
#define EULAB_EU_MUTANTS_H

#include "sim/sim.h"

enum { EU_MUTANT_MAX = 32 }; /* bytes of two instructions */
struct eu_mutant {
    uint32_t addr;   /* address of the first changed instruction */
    const char *how; /* "delete", "swap", "register" ..: a name from the table in eu/mutants.c */
    uint8_t size;    /* number of changed bytes; the others are 0 */
    uint8_t bytes[EU_MUTANT_MAX];
};
struct eu_mutants {
    struct eu_mutant *items; /* sorted by address */
    size_t n;
};

/* eu_mutants_make - makes the mutants of @size bytes of the code of @eu from @addr on. A mutant is
 * a valid instruction (isa/check.h), unless the original is invalid, too. Returns 0 or
 * -EU_ERR_NOMEM. */
int eu_mutants_make(const struct eu *eu, uint32_t addr, uint32_t size, struct eu_mutants *out);
void eu_mutants_fini(struct eu_mutants *list);
const char *eu_mutants_how(unsigned i); /* the name of the i-th way; NULL past the last */

/* eu_mutant_same - whether the mutant does the same as the original from each of some random states
 * of a thread: it is then only another way to write it. False, too, if there is no memory. */
bool eu_mutant_same(const struct eu *eu, const struct eu_mutant *mutant);

#endif
