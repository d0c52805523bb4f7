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
/* Eight lanes, or some of them, in a register of the destination: which dword of the lanes' own
 * (pack) each of its dwords is, and all ones in the bytes that are written. */
struct fast_odd_piece {
    uint32_t dword[8];
    uint8_t mask[32];
};
/* The destination. */
enum fast_odd_put {
    FAST_PUT_PACKED, /* dwords, whole registers */
    FAST_PUT_ONE,    /* eight lanes in one register */
    FAST_PUT_JOINED, /* sixteen lanes in one register */
    FAST_PUT_TWO,    /* a piece in each of two registers */
    FAST_PUT_LANES,  /* one by one */
    FAST_PUT_WAY = 15,
    /* a set of these beside it */
    FAST_PUT_WHOLE = 64, /* all bytes of the register */
    FAST_PUT_SOME = 128  /* a predicate leaves lanes out */
};

/* All of an instruction; what has the same form shares it. u->s[] is where the first half of the
 * lanes is looked for: the operand's register, or its first lane. */
struct fast_odd {
    _Alignas(64) struct fast_odd_lanes lanes[3][2]; /* of each source and half */
    struct fast_odd_piece piece[2];
    uint8_t pack[32];   /* what comes into one dword is brought there, as vpshufb does */
    uint64_t down[3];   /* of each source: bits that signed elements go down */
    uint16_t second[3]; /* of each source: bytes to the second half */
    uint16_t reach[4];  /* of dst and sources, from the origin to the last byte */
    uint8_t put;        /* enum fast_odd_put */
    uint8_t bytes;      /* of an element of the destination */
    uint16_t stride;    /* bytes */
};

#endif
