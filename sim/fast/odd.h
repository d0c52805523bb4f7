/* Operands of vector handlers that are no packed dwords: where their lanes are. */
#ifndef EULAB_SIM_FAST_ODD_H
#define EULAB_SIM_FAST_ODD_H

#include <stdbool.h>
#include <stdint.h>

enum { FAST_ODD_LANES = 16, FAST_ODD_SPAN = 64 /* bytes that eight lanes may lie in */ };

/* Eight lanes of a source: of the dword in which each lies the number in 32 bytes, with the sign in
 * the 32 bytes behind (FAST_FAR); then which of its bytes come where in the lane, counted as
 * vpshufb does, signed elements to the top. */
struct fast_odd_lanes {
    uint32_t dword[8];
    uint8_t byte[32];
};
/* The destination. */
enum fast_odd_put {
    FAST_PUT_PACKED, /* dwords */
    FAST_PUT_WORDS,  /* packed words */
    FAST_PUT_PARTS,  /* the low part of each dword */
    FAST_PUT_APART,  /* dwords or parts of them, 8 bytes from one another */
    FAST_PUT_LANES,
};
enum { FAST_PUT_SOME = 128 /* beside it: a predicate or ExecSize leaves lanes out */ };

/* All of an instruction; what has the same form shares it. u->s[] is where the first half of the
 * lanes is looked for: the operand's register, or its first lane. */
struct fast_odd {
    struct fast_odd_lanes lanes[3][2]; /* of each source and half */
    uint32_t part[8];                  /* of a dword, what an element of the destination has */
    uint16_t second[3];                /* of each source: bytes to the second half */
    uint16_t reach[4];                 /* of dst and sources, from the origin to the last byte */
    uint8_t down[3];                   /* of each source: bits that signed elements go down */
    uint8_t put;                       /* enum fast_odd_put, FAST_PUT_SOME */
    uint16_t stride;                   /* bytes */
    uint8_t bytes;
};

#endif
