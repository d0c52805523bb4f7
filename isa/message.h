/* Messages that shared functions know, as rows: isa/messages.def. */
#ifndef EULAB_ISA_MESSAGE_H
#define EULAB_ISA_MESSAGE_H

#include "isa/isa.h"

struct eu_message_info {
    const char *name, *section;
    uint32_t mask, value; /* it is this one when (desc & mask) == value */
    uint8_t sfid;
    uint8_t gens;   /* set of enum eu_gen */
    bool simulated; /* else it stops the run by its name */
};
/* eu_message_at - the @i-th row, NULL past the end. eu_message_find - the index of a send's row,
 * -1: reserved. eu_message_info - that row, or NULL. eu_message_words - the same for a person:
 * "data cache: OWord block read (type 0)"; what is reserved says so. Returns the length, as
 * snprintf() does. Source: 6.56 and the rows. Status: inferred. */
const struct eu_message_info *eu_message_at(unsigned i);
int eu_message_find(enum eu_gen gen, unsigned sfid, uint32_t desc);
const struct eu_message_info *eu_message_info(enum eu_gen gen, unsigned sfid, uint32_t desc);
int eu_message_words(enum eu_gen gen, unsigned sfid, uint32_t desc, char *buf, size_t n);
/* eu_message_bti - what a binding table index stands for in a generation when it is no surface of
 * the table, such as "SLM"; NULL: it is one, or the generation's text says the number alone. */
const char *eu_message_bti(enum eu_gen gen, unsigned bti);

#endif
