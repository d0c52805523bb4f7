/* Bytes that grow at their end: the files that vISA writes. */
#ifndef VISA_BYTES_H
#define VISA_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *data; /* the owner's to free() */
    size_t n, cap;
    bool failed; /* no memory: what is appended from then on is lost */
};
/* visa_put_data - appends @n bytes; visa_put_int - the low @n bytes of @v, the lowest first. */
void visa_put_data(struct bytes *b, const void *data, size_t n);
void visa_put_int(struct bytes *b, uint64_t v, unsigned n);

#endif
