/* The fast engine's arithmetic: any instruction that computes - moves, logic, arithmetic, math - of
 * any region, type and mode, decoded once and run over arrays of lanes: load, compute, convert,
 * store. The core has quicker handlers for packed shapes; this one serves all the others.
 * Semantics: shared with no part of the reference engine but sim/float.h. */
#ifndef EULAB_SIM_FAST_ALU_H
#define EULAB_SIM_FAST_ALU_H

#include "sim/sim.h"

enum { FAST_A0_BYTES = 16 }; /* of the address registers */

/* What an instruction asks of its caller: known when it is decoded. */
enum fast_needs {
    FAST_NEEDS_IP = 1 << 0,    /* reads t->ip, which must be its own address */
    FAST_NEEDS_INSTS = 1 << 1, /* reads tm0: eu->insts must be what the reference would have */
    /* `sel` by predicate: @wren of fast_alu_run() is then without the predicate, as that chooses */
    FAST_NEEDS_PRED = 1 << 2,
    FAST_NEEDS_OLD_CR = 1 << 3, /* may write cr0: the caller keeps the old one, FAST_WROTE_CR */
    FAST_NEEDS_PCIP = 1 << 4,   /* reads ce0: PcIPs must be exact */
};

/* What it did beside writing GRF, accumulators, flags, a0 and TmEvent. */
enum fast_effects {
    FAST_WROTE_CR = 1 << 0, /* cr0, perhaps with what it held: the boundary after it is due */
    FAST_WROTE_SR = 1 << 1, /* sr0: masks may have changed */
    /* t->ip is the target of a jump; PcIP of the channels on IP is the caller's to move
     * (SPF as before the instruction). Else t->ip is as it was. */
    FAST_WROTE_IP = 1 << 2,
};

enum fast_place {
    FAST_CONSTANT, /* immediate, null: the lanes repeat after 8 */
    FAST_GRF,
    FAST_INDIRECT, /* a0 names the origin; 1x1 */
    FAST_INDEXED,  /* a0 names the origin of each row: VxH, Vx1 */
    FAST_ACC,
    FAST_ARF, /* any other; a destination of null too */
};

struct fast_operand {
    uint8_t place; /* enum fast_place */
    uint8_t type;  /* enum eu_type */
    uint8_t bytes; /* of an element; DF of Ivy Bridge: of its half */
    uint8_t reg;   /* ARF: RegNum; INDIRECT, INDEXED: first index register */
    uint8_t row;   /* INDEXED: channels a row */
    bool abs, neg;
    bool scalar;      /* INDIRECT: one element, in whatever register */
    bool wraps;       /* GRF: an element lies over the file's end */
    bool rep;         /* three-source RepCtrl */
    uint8_t macro;    /* of math macros: the register beside it, ISA_NO_MACRO: none */
    int16_t addr_imm; /* bytes */
    uint16_t base;    /* direct: bytes from r0.0; ACC and ARF: from the register */
    /* Lane by lane: of GRF bytes from r0.0; INDIRECT, INDEXED from what the index names; ARF from
     * the register's start; ACC the slot, 16 an accumulator (Gen8: the element). */
    union {
        uint16_t off[EU_CHANNELS];
        int64_t imm[8];
    };
};

struct any_op;
struct fast_run;
struct fast_vals;
typedef void fast_load(struct fast_run *x, const struct fast_operand *op, struct fast_vals *v);
typedef void fast_compute(struct fast_run *x);
typedef void fast_way(struct fast_run *x);

/* One instruction; no pointers but to functions: it may be copied and freed by anybody. */
struct fast_alu {
    fast_way *way; /* the whole of it; load and compute are stages of the common one */
    fast_compute *compute;
    fast_load *load[3];
    const struct any_op *any;     /* not NULL: Gen8, sim/fast/any.h: all of it instead of these */
    uint32_t channels;            /* that the opcode can write: sad2 only the even ones */
    uint8_t needs;                /* set of enum fast_needs */
    uint8_t id;                   /* enum eu_opcode */
    uint8_t es, lanes;            /* ExecSize; channels that are loaded, 4 at least */
    uint8_t nsrc, cmod;           /* cmod: CondModifier, math: its function */
    uint8_t flag_reg, flag_bit;   /* where channel 0's flag is; the others follow, modulo 32 */
    uint8_t acc_reg, acc_words;   /* implicit accumulator: which, and words a lane: 1, 2, 4 */
    uint8_t acc_type, result;     /* Gen8: the type of its lanes; enum eu_float of float results */
    uint16_t dst_stride;          /* bytes from element to element */
    uint16_t dst_extent;          /* bytes from the first one's start to the last one's end */
    uint16_t plane;               /* line, pln: the coefficients' oword, direct; bytes from r0.0 */
    bool acc_wr, sat, float_exec; /* float_exec: a source is a float */
    bool sets_flag;               /* cmod is one and the opcode takes it */
    bool own_acc;                 /* the opcode updates the accumulator by itself */
    bool halves;                  /* an element of DF is two channels: Ivy Bridge */
    bool alone;                   /* a channel may write the next one's source */
    bool placed;                  /* fast_alu_place() */
    struct fast_operand dst, src[3]; /* dst: without lanes */
};

/* fast_alu_decode - @insn, which is simulated (eu_refusal_of), in the form that fast_alu_run()
 * takes. False: it is none that computes (flow control, send, wait, nop, illegal). */
bool fast_alu_decode(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out);
/* The same in two parts, the second of which, where the lanes are, may be left until it is run:
 * nothing is done when that is known already. FAST_NEEDS_INSTS and _OLD_CR are known then. */
bool fast_alu_begin(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out);
void fast_alu_place(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out);

/* Whether positions 2k and 2k + 1 of its operands are channel k: the quirk df-masks. */
bool fast_alu_paired(const struct eu *eu, const struct fast_alu *a);

/* fast_alu_run - execute it: all but IP, PcIP and counts.
 * @wren: channels of the instruction (bit 0: its first) that write. Bits from ExecSize on are 0.
 * @pred: predicate of each channel after inversion, for all 32 bits (sel of a pair of halves looks
 * one beyond ExecSize); only with FAST_NEEDS_PRED.
 * Returns a set of enum fast_effects. */
unsigned fast_alu_run(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, uint32_t wren,
                      uint32_t pred);

/* fast_alu_source - source @i of an instruction that does not compute, as source @i of @out.
 * fast_alu_element - the bits of its element @n, 0 .. 3, without modifiers, zero-extended: what a
 * branch reads its target from. */
void fast_alu_source(const struct isa_gen *isa, const struct eu_insn *insn, unsigned i,
                     struct fast_alu *out);
uint32_t fast_alu_element(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, unsigned i,
                          unsigned n);

#endif
