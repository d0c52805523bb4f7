/* The fast engine's arithmetic: any instruction that computes (moves, logic, arithmetic, math),
 * with any region, type and mode. It is decoded once and run over arrays of lanes: load, compute,
 * convert, store. The core has faster handlers for packed operands; this serves all others. Of the
 * semantics, only sim/float.h is shared with the reference engine. */
#ifndef EULAB_SIM_FAST_ALU_H
#define EULAB_SIM_FAST_ALU_H

#include "sim/sim.h"

enum { FAST_A0_BYTES = 16 }; /* size of the address registers */

/* What an instruction needs from its caller; known after decoding. */
enum fast_needs {
    FAST_NEEDS_IP = 1 << 0,    /* reads t->ip, which must be the instruction's address */
    FAST_NEEDS_INSTS = 1 << 1, /* reads tm0: eu->insts must have the reference's value */
    /* `sel` by predicate: @wren of fast_alu_run() does not include the predicate, which only
     * chooses the source */
    FAST_NEEDS_PRED = 1 << 2,
    /* may write cr0: the caller keeps the old value for FAST_WROTE_CR */
    FAST_NEEDS_OLD_CR = 1 << 3,
    FAST_NEEDS_PCIP = 1 << 4, /* reads ce0: the PcIPs must be exact */
};

/* Its effects apart from writing GRF, accumulators, flags, a0 and TmEvent. */
enum fast_effects {
    /* wrote cr0, perhaps with the same value: the boundary must check it */
    FAST_WROTE_CR = 1 << 0,
    FAST_WROTE_SR = 1 << 1, /* wrote sr0: masks may have changed */
    /* t->ip is the target of a jump; the caller moves the PcIP of the channels at IP (SPF as it was
     * before the instruction). Without this, t->ip is unchanged. */
    FAST_WROTE_IP = 1 << 2,
};

/* Codes of CondModifier that tell of more than an order: .o and .u. */
enum fast_cond { FAST_COND_OVERFLOW = 8, FAST_COND_UNORDERED = 9 };

enum fast_place {
    FAST_CONSTANT, /* immediate or null: the lanes repeat after 8 */
    FAST_GRF,
    FAST_INDIRECT, /* a0 holds the origin; 1x1 */
    FAST_INDEXED,  /* a0 holds the origin of each row: VxH, Vx1 */
    FAST_ACC,
    FAST_ARF, /* any other; also a null destination */
};

struct fast_operand {
    uint8_t place; /* enum fast_place */
    uint8_t type;  /* enum eu_type */
    uint8_t bytes; /* of an element; for DF on Ivy Bridge, of its half */
    uint8_t reg;   /* ARF: RegNum; INDIRECT, INDEXED: first index register */
    uint8_t row;   /* INDEXED: channels in a row */
    bool abs, neg;
    bool scalar;      /* INDIRECT: all lanes read one element */
    bool wraps;       /* GRF: an element reaches over the end of the file */
    bool rep;         /* RepCtrl of three-source instructions */
    uint8_t macro;    /* math macros: the macro register of the operand; ISA_NO_MACRO: none */
    int16_t addr_imm; /* offset in bytes */
    /* direct: bytes from r0.0; ACC and ARF: bytes from the start of the register */
    uint16_t base;
    /* For each lane. GRF: bytes from r0.0; INDIRECT, INDEXED: bytes from where the index points;
     * ARF: bytes from the start of the register; ACC: slot, 16 for each accumulator (Gen8:
     * element). */
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

/* A decoded instruction. It has no pointers except to functions and constants, so it may be copied
 * and freed freely. */
struct fast_alu {
    /* does the whole instruction; load and compute are stages of the usual way */
    fast_way *way;
    fast_compute *compute;
    fast_load *load[3];
    const struct any_op *any; /* not NULL on Gen8: sim/fast/any.h does all of it instead */
    uint32_t channels;        /* channels that the opcode can write: for sad2, only the even ones */
    uint8_t needs;            /* set of enum fast_needs */
    uint8_t id;               /* enum eu_opcode */
    uint8_t es, lanes;        /* ExecSize; channels that are loaded, at least 4 */
    uint8_t nsrc, cmod;       /* cmod: CondModifier; for math, its function */
    /* position of channel 0's flag; the others follow, modulo 32 */
    uint8_t flag_reg, flag_bit;
    /* implicit accumulator: its number, and words of a lane: 1, 2, 4 */
    uint8_t acc_reg, acc_words;
    /* Gen8: type of the accumulator's lanes; enum eu_float of float results */
    uint8_t acc_type, result;
    uint16_t dst_stride; /* bytes from element to element */
    uint16_t dst_extent; /* bytes from the start of the first element to the end of the last */
    /* line, pln: position of the coefficients' OWord if direct, in bytes from r0.0 */
    uint16_t plane;
    bool acc_wr, sat, float_exec;    /* float_exec: a source is a float */
    bool sets_flag;                  /* cmod is set, and the opcode uses it */
    bool own_acc;                    /* the opcode itself updates the accumulator */
    bool halves;                     /* Ivy Bridge: an element of DF takes two channels */
    bool alone;                      /* a channel may write a source of the next channel */
    bool placed;                     /* fast_alu_place() was called */
    struct fast_operand dst, src[3]; /* dst has no lane offsets */
};

/* fast_alu_decode - decodes @insn, which is simulated (eu_refusal_of), for fast_alu_run(). Returns
 * false if it does not compute (flow control, send, wait, nop, illegal). */
bool fast_alu_decode(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out);
/* The same in two parts. The second finds the positions of lanes; it can be postponed until the
 * instruction is run, and does nothing if they are known already. FAST_NEEDS_INSTS and
 * FAST_NEEDS_OLD_CR are known after the first part. */
bool fast_alu_begin(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out);
void fast_alu_place(const struct isa_gen *isa, const struct eu_insn *insn, struct fast_alu *out);

/* fast_arf_at - where in struct eu_thread architecture register @reg is, if it is memory and no
 * more, and *@bytes of it, 0 if it is not; @write: also for what the guest writes. */
unsigned fast_arf_at(const struct isa_gen *isa, unsigned reg, bool write, unsigned *bytes);

/* Whether positions 2k and 2k + 1 of its operands belong to channel k: the quirk df-masks. */
bool fast_alu_paired(const struct eu *eu, const struct fast_alu *a);

/* fast_alu_run - executes it, except for IP, PcIP and counters. @wren: the channels of the
 * instruction (bit 0: its first) that write; bits from ExecSize on are 0. @pred: the predicate of
 * each channel after inversion, in all 32 bits (sel of a pair of halves uses one bit beyond
 * ExecSize); only needed with FAST_NEEDS_PRED. Returns a set of enum fast_effects. */
unsigned fast_alu_run(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, uint32_t wren,
                      uint32_t pred);

/* fast_alu_source - decodes source @i of an instruction that does not compute, as source @i of
 * @out. fast_alu_element - the bits of its element @n, 0 .. 3, without modifiers, zero-extended: a
 * branch reads its target so. */
void fast_alu_source(const struct isa_gen *isa, const struct eu_insn *insn, unsigned i,
                     struct fast_alu *out);
uint32_t fast_alu_element(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, unsigned i,
                          unsigned n);

#endif
