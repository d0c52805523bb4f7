/* Codes of the binary form that its reader and its writer share. */
#ifndef VISA_BINARY_H
#define VISA_BINARY_H

#include <stdint.h>

enum visa_binary_class {
    VISA_B_GENERAL,
    VISA_B_ADDRESS,
    VISA_B_PREDICATE,
    VISA_B_INDIRECT,
    VISA_B_IMMEDIATE = 5,
    VISA_B_STATE
};
enum { VISA_B_SUBROUTINE = 0x30, VISA_B_LABEL = 0x31 };
/* Strides and widths, by code. */
static const int visa_strides[] = {-1, 0, 1, 2, 4, 8, 16, 32};

/* The code of a block size in bytes (1, 4 or 8). */
static inline unsigned visa_block_code(unsigned bytes)
{
    return bytes == 8 ? 2 : bytes == 4;
}

#endif
