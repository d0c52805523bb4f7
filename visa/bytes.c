/* Bytes that grow at their end. */
#include "visa/bytes.h"

#include <stdlib.h>
#include <string.h>

void visa_put_data(struct bytes *b, const void *data, size_t n)
{
    if (!n)
        return;
    if (b->n + n > b->cap) {
        size_t cap = 2 * (b->n + n);
        uint8_t *more = b->failed ? NULL : realloc(b->data, cap);
        b->failed |= !more;
        if (!more)
            return;
        b->data = more;
        b->cap = cap;
    }
    memcpy(b->data + b->n, data, n);
    b->n += n;
}

void visa_put_int(struct bytes *b, uint64_t v, unsigned n)
{
    uint8_t le[8];
    for (unsigned i = 0; i < sizeof le; i++)
        le[i] = (uint8_t)(v >> 8 * i);
    visa_put_data(b, le, n);
}
