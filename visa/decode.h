/* What the two files of the decoder share. */
#ifndef VISA_DECODE_H
#define VISA_DECODE_H

#include "visa/visa.h"

struct visa_decoder {
    struct visa_routine *r;
    struct visa_diags *diags;
    const uint8_t *file; /* the whole file */
    size_t size;         /* of the file, or of the part that is being read */
    size_t at;
    bool failed;
    bool damaged; /* reads the file as a damaged one */
    char **strings;
    uint32_t n_strings;
    size_t code; /* where the code begins */
};

/* visa_decode_fail - records the first message about a file; returns NULL. visa_decode_take - reads
 * an integer of @n bytes; 0 at the end of the file. visa_decode_text - a string by its number, or
 * NULL. */
void *visa_decode_fail(struct visa_decoder *d, const char *text);
uint64_t visa_decode_take(struct visa_decoder *d, unsigned n);
const char *visa_decode_text(struct visa_decoder *d, uint64_t i);
/* visa_decode_code - decodes all instructions from d->at to d->size. visa_decode_drop - drops those
 * from @from on. */
bool visa_decode_code(struct visa_decoder *d);
void visa_decode_drop(struct visa_routine *r, size_t from);

#endif
