/* Operands of vector handlers that are no packed dwords: where their lanes are. */
#ifndef EULAB_SIM_FAST_ODD_H
#define EULAB_SIM_FAST_ODD_H

#include <stdbool.h>
#include <stdint.h>

enum { FAST_ODD_LANES = 16, FAST_ODD_SPAN = 64 /* bytes that eight lanes may lie in */ };

/* A source. Eight lanes lie in 64 bytes from `from`; `which` has the dword's number, with bit 7 in
 * the upper 32 bytes; the element is moved to the top of its dword, then down. */
struct fast_odd_src {
    uint16_t from[2]; /* bytes from r0.0, of each half */
    uint8_t which[FAST_ODD_LANES], left[FAST_ODD_LANES];
    uint8_t right;
    bool is_signed;
};
/* The destination: u->d is its first byte. */
enum fast_odd_put {
    FAST_PUT_PACKED, /* dwords */
    FAST_PUT_WORDS,  /* packed words */
    FAST_PUT_PARTS,  /* the low part of each dword */
    FAST_PUT_APART,  /* dwords or parts of them, 8 bytes from one another */
    FAST_PUT_LANES,
};
struct fast_odd {
    struct fast_odd_src src[3];
    uint8_t put; /* enum fast_odd_put */
    bool part;   /* a predicate or ExecSize leaves lanes out */
    uint8_t bytes;
    uint16_t stride; /* bytes */
};

#endif
