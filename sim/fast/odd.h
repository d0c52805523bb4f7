/* Operands of vector handlers that are not packed dwords: the positions of their lanes. */
#ifndef EULAB_SIM_FAST_ODD_H
#define EULAB_SIM_FAST_ODD_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/fast/handler.h"

enum {
    FAST_ODD_LANES = 16,
    FAST_ODD_SPAN = 64 /* FAST_ODD_SPAN: bytes in which eight lanes may lie */
};

/* Eight lanes of a source. dword: which dword of the 32 bytes each lane is in, with the sign bit
 * set if it is in the 32 bytes behind (FAST_FAR). byte: where the bytes of that dword go in the
 * lane, as vpshufb counts; elements that are signed go to the top of the lane. */
struct fast_odd_lanes {
    uint32_t dword[8];
    uint8_t byte[32];
};
/* Eight lanes, or some of them, in a register of the destination. dword: which dword of the packed
 * lanes each of its dwords is; mask: all ones in the bytes that are written. */
struct fast_odd_piece {
    uint32_t dword[8];
    uint8_t mask[32];
};
/* How the destination is written. */
enum fast_odd_put {
    FAST_PUT_PACKED, /* dwords in whole registers */
    FAST_PUT_ONE,    /* eight lanes in one register */
    FAST_PUT_JOINED, /* sixteen lanes in one register */
    FAST_PUT_TWO,    /* a piece in each of two registers */
    FAST_PUT_LANES,  /* one by one */
    FAST_PUT_WAY = 15,
    /* together with a set of these */
    FAST_PUT_WHOLE = 64, /* all bytes of the register are written */
    FAST_PUT_SOME = 128  /* some lanes may be masked, or the result is converted first */
};
/* How the result is converted before it is written, in this order: a set. */
enum fast_odd_bend {
    FAST_TO_D = 1,      /* float to integer: a NaN gives 0, out of range gives the nearest */
    FAST_TO_UD = 2,     /* the same for UD */
    FAST_CLAMP = 4,     /* limits to low .. high */
    FAST_AT_MOST = 8,   /* UD: limits to high */
    FAST_SATURATE = 16, /* float: limits to 0 .. 1 */
    FAST_TELL = 32,     /* sets flags by comparing with 0 */
    FAST_ADDRESS = 64,  /* only bits that a0 has: piece[0].mask */
};
enum fast_odd_relation { FAST_LESS = 1, FAST_EQUAL = 2, FAST_GREATER = 4, FAST_UNORDERED = 8 };
static inline uint8_t fast_truths(unsigned cmod) /* ... of a result beside 0 */
{
    static const uint8_t truths[16] = {
        [1] = FAST_EQUAL,
        [2] = FAST_LESS | FAST_GREATER | FAST_UNORDERED,
        [3] = FAST_GREATER,
        [4] = FAST_GREATER | FAST_EQUAL,
        [5] = FAST_LESS,
        [6] = FAST_LESS | FAST_EQUAL,
        [FAST_COND_UNORDERED] = FAST_UNORDERED,
    };
    return truths[cmod];
}

/* Ends of handlers: what they do with eight lanes, or twice eight. */
typedef uint32_t fast_eight __attribute__((vector_size(32)));
typedef enum fast_leave fast_odd_end(FAST_ARGS, fast_eight low, fast_eight high, uint32_t on);

/* An operand whose position a0 holds. */
struct fast_aim {
    uint8_t index;    /* which word of a0, + 1; 0: the operand is direct */
    bool is_confined; /* it has to lie in one register */
    int16_t imm;      /* is added */
    uint16_t most;    /* the last position that fits in the register file */
    uint16_t extent;  /* bytes from the first to the last */
};

/* The odd part of a micro-op; instructions of one form share it. u->s[] is the address from which
 * the first half of the lanes is loaded: the operand's register, or its first lane. u->d is the
 * register that is written, or the address of the first lane if lanes are packed or written one by
 * one. */
struct fast_odd {
    _Alignas(64) struct fast_odd_lanes lanes[3][2]; /* for each source and half */
    struct fast_odd_piece piece[2];
    uint8_t pack[32];   /* brings the lanes of one dword together, as vpshufb does */
    uint32_t down[3];   /* for each source: by how many bits signed elements are shifted down */
    uint16_t second[3]; /* for each source: bytes to the second half */
    uint16_t reach[4];  /* of dst and sources: bytes from the origin to the last byte */
    uint8_t put;        /* enum fast_odd_put */
    uint8_t bytes;      /* of an element of the destination */
    uint16_t stride;    /* bytes */
    uint8_t bend;       /* set of enum fast_odd_bend */
    uint8_t type;       /* FAST_TELL: type of the destination, and for which results a flag is 1: */
    uint8_t if_zero, if_less, if_other, if_nan; /* all ones, or 0; other: inverts the two */
    uint64_t up;                                /* ... by how many bits they are shifted up */
    bool floats;                                /* the result is a float before conversion */
    int32_t low, high;
    struct fast_aim aim[3]; /* dst and sources whose position a0 holds */
    fast_handler *then;     /* called when they were found */
    /* FAST_PUT_SOME: what comes when it is known which lanes are written; behind its conversion */
    fast_odd_end *bent, *put_on;
};

#endif
