/* Formats of typed buffers: how an element of memory holds its components. Source: S, section on
 * buffer resources; the order of components in a dword is assumed. */
#ifndef GCN_FORMAT_H
#define GCN_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum { GCN_FORMAT_BYTES = 16 };

/* How to interpret the bits of a component. */
enum gcn_number {
    GCN_UNORM,
    GCN_SNORM,
    GCN_USCALED,
    GCN_SSCALED,
    GCN_UINT,
    GCN_SINT,
    GCN_SNORM_OGL,
    GCN_FLOAT
};
struct gcn_format {
    uint8_t data;   /* the number of the data format */
    uint8_t number; /* enum gcn_number */
};
/* gcn_format_bytes - the size of an element; 0: there is no such format. */
unsigned gcn_format_bytes(struct gcn_format f);
/* gcn_format_read - converts an element to the values of four registers: floats or integers; with
 * @half, halves or 16 bits. A component that does not exist is 0, the fourth is 1. */
void gcn_format_read(struct gcn_format f, const uint8_t *element, bool half, uint32_t v[4]);
/* gcn_format_write - the reverse: floats are clamped and rounded to nearest even, NaN becomes 0; of
 * integers, the low bits are taken. */
void gcn_format_write(struct gcn_format f, const uint32_t v[4], bool half, uint8_t *element);
/* gcn_format_one - the 1 of a format. */
uint32_t gcn_format_one(struct gcn_format f, bool half);

#endif
