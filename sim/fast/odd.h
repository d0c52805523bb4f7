/* Operands of vector handlers that are no packed dwords: where their lanes are. */
#ifndef EULAB_SIM_FAST_ODD_H
#define EULAB_SIM_FAST_ODD_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/fast/handler.h"

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
    FAST_PUT_ACC,    /* floats, in accumulators */
    FAST_PUT_WAY = 15,
    /* a set of these beside it */
    FAST_PUT_BENT = 32,  /* enum fast_odd_bend; FAST_PUT_SOME too */
    FAST_PUT_WHOLE = 64, /* all bytes of the register */
    FAST_PUT_SOME = 128  /* lanes may be left out, or they need more than to be put */
};
/* What happens to the result before, in this order: a set. */
enum fast_odd_bend {
    FAST_FROM_UD = 1,   /* a float it becomes */
    FAST_TO_D = 2,      /* of a float its integer: 0 of a NaN, out of range the nearest */
    FAST_TO_UD = 4,     /* the same */
    FAST_CLAMP = 8,     /* low .. high */
    FAST_AT_MOST = 16,  /* UD: high at most */
    FAST_SATURATE = 32, /* a float: 0 .. 1 */
    FAST_TELL = 64,     /* flags: how it is to 0 */
    FAST_ADDRESS = 128, /* only what a0 has: piece[0].mask */
};
enum fast_odd_relation { FAST_LESS = 1, FAST_EQUAL = 2, FAST_GREATER = 4, FAST_UNORDERED = 8 };

/* All of an instruction; what has the same form shares it. u->s[] is where the first half of the
 * lanes is looked for: the operand's register, or its first lane; u->d the register that is
 * written, or the first lane of what is packed or put one by one. */
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
    uint8_t bend;       /* set of enum fast_odd_bend */
    uint8_t truths;     /* FAST_TELL: set of enum fast_odd_relation, for which a flag is 1 */
    uint8_t type;       /* FAST_TELL: of the destination */
    bool floats;        /* the result is one, before all that */
    int32_t low, high;
    struct {           /* dst and sources that a0 tells where they are */
        uint8_t index; /* which of a0, + 1; 0: it does not */
        int16_t imm;
    } aim[4];
    uint16_t extent;    /* of dst, from its first byte to its last */
    fast_handler *then; /* fast_indirect() */
};

#endif
