/* Native code for the fast engine: what region.c, which chooses, and code.c, which makes it, say to
 * one another. Micro-ops as the fast engine decoded them become one function of a region. What is
 * not taken, and what is left when a region is left, is the fast engine's. */
#ifndef EULAB_SIM_JIT_JIT_H
#define EULAB_SIM_JIT_JIT_H

#include "sim/fast/core.h"

/* Where an instruction leads: the index of one of the region, or -1; @u's ip is right even then. */
struct jit_edge {
    int to;
    struct fast_uop *u;
};

/* CALL: the engine's handler does it, whatever it is. WIDE: elements of 64 bits. BOUND: one of
 * sim/fast/bounds.c; which one is its op. */
enum jit_class { JIT_NOP, JIT_VECTOR, JIT_WIDE, JIT_BRANCH, JIT_SEND, JIT_CALL, JIT_BOUND };
enum jit_bound { JIT_MODE, JIT_COUNT, JIT_WAIT, JIT_BARRIER, JIT_END };
/* What the lanes of an instruction are that has no vector handler. */
struct jit_lanes {
    struct fast_uop u;
    struct fast_odd odd;
    uint16_t slot; /* of the accumulators, from which on it is written; or: */
};
enum { JIT_NO_SLOT = 0xffff };
struct jit_insn {
    struct fast_uop *u;
    struct fast_cold *cold;
    struct jit_lanes *lanes;    /* the region's; or NULL */
    uint8_t op;                 /* of vectors enum fast_vector_op, of bounds enum jit_bound, of
                                 * 64-bit integers enum eu_opcode, of doubles 0 */
    uint8_t kind;               /* enum jit_class */
    uint8_t way;                /* of a series: a branch of two ways, from 1 on; else 0 */
    uint8_t begins, ends;       /* rounds.c: a loop's head and comparison, from 1 on; else 0 */
    int32_t step;               /* ... what a round adds to what that compares */
    bool target;                /* something but the instruction before it leads here */
    bool leader;                /* that, a message, a call, or behind one */
    bool join;                  /* channels may wait here */
    bool head;                  /* a loop's: to the full world as soon as all are active */
    uint16_t length, rest;      /* of leaders: instructions up to the next one, the next target */
    uint32_t behind;            /* address */
    struct jit_edge next, jump; /* jump: of branches */
    uint32_t at[2];             /* of targets: where native code begins here, by world; full: 1 */
};
/* How the engine does an instruction: one that writes to no memory, one that may, one that may
 * write to local memory alone, a barrier's. */
enum jit_way { JIT_READS, JIT_WRITES, JIT_WRITES_LOCAL, JIT_ARRIVES, JIT_WAYS };
struct jit_sites;
struct jit_series;
struct eu_tlb;
struct jit_region {
    unsigned n;
    struct jit_insn *insns;    /* in order of discovery */
    unsigned width;            /* 8, 16 or 32: channels from this one on are not enabled */
    uint32_t most;             /* the others */
    bool opmasks;              /* the host has AVX-512, and blends by its masks */
    bool doubles;              /* their mode must be the host's */
    uint32_t all;              /* channels that are active in the full world; 0: there is none */
    bool accumulates;          /* accumulators are written, which the mode may forbid */
    bool meets;                /* there are barriers */
    struct jit_series *series; /* owned; NULL: it is none */
    uint64_t own;              /* registers that native code copies for the next thread of one */
    /* By enum jit_way. */
    enum jit_sent (*send[JIT_WAYS])(struct fast_ctx *x, struct fast_uop *u, uint8_t *grf,
                                    uint32_t act);
    /* meet.c's, of a barrier and of a thread's end */
    const uint8_t *(*meet)(struct fast_ctx *x, const struct jit_insn *i, uint32_t act,
                           uint64_t left);
    const uint8_t *(*part)(struct fast_ctx *x, const struct jit_insn *i, uint32_t act,
                           uint64_t left);
    uint32_t barrier_id; /* its bits in a barrier's message */
    bool (*turn)(struct fast_ctx *x, struct jit_sites *all, uint64_t off, uint32_t n);
    void (*row)(struct fast_ctx *x, struct jit_sites *all, uint32_t n);
    const struct eu_tlb *tlb; /* of graphics memory: what the function may look up by itself */
    struct jit_sites *sites;  /* what was made has them */
    int crowded;              /* -1, or the instruction because of which nothing was made: it needs
                               * more registers of the host than there are */
    /* As those of struct eu_thread. */
    bool traced;
    uint64_t wrote;
};

/* What a message did: nothing, so that it is the engine's; all; all, and memory that holds
 * decoded code has changed. */
enum jit_sent { JIT_NOT_SENT, JIT_SENT, JIT_LOOK };

/* wide.c: whether an instruction whose operands are placed is one on doubles that is WIDE. */
bool jit_is_wide(const struct fast_uop *u, const struct fast_cold *cold);
/* quad.c: the operation on 64-bit integers, as sim/fast/quad.c decoded it; 0: none. */
uint8_t jit_quad_op(const struct fast_uop *u, const struct fast_cold *cold);

/* change.c: whether an instruction is an atomic that native code may do. */
bool jit_is_change(const struct jit_insn *i);

/* rounds.c: finds comparisons that end rounds, and makes them leaders. @grf: of the thread for
 * which native code is made. */
void jit_rounds_of(struct jit_region *r, const uint8_t *grf);

/* A region: begins at byte @at of it, that of a target, with @left > the rest there, and leaves
 * x->u, x->act and x->left as a chain would. Registers, flags and PcIPs of waiting channels are
 * then exact. */
typedef void jit_code(struct fast_ctx *x, uint8_t *grf, uint32_t act, uint64_t left,
                      const uint8_t *at);

#endif
