/* A plan: how an instruction is executed by vectors, whatever its types, regions and modifiers are.
 * It is for what the handlers of packed or odd dwords (vector.c) and of 64-bit integers (quad.c) do
 * not take: lanes are loaded into 64-bit integers, floats or doubles, computed, converted and
 * stored, stage by stage. What a plan meets only when it runs and cannot do, goes to the general
 * handler. */
#ifndef EULAB_SIM_FAST_PLAN_H
#define EULAB_SIM_FAST_PLAN_H

#include "sim/fast/alu.h"

enum { PLAN_LANES = 16 };

struct plan_run;
typedef void plan_load(struct plan_run *x, unsigned i);
typedef void plan_stage(struct plan_run *x);

/* What the lanes are while they are computed. */
enum plan_domain { PLAN_INTS, PLAN_FLOATS, PLAN_DOUBLES };

/* How accumulators hold a value: struct eu_thread. */
enum plan_acc_kind {
    PLAN_NO_ACC,
    PLAN_ACC_WORDS,  /* Gen7: a lane of 33 bits */
    PLAN_ACC_DWORDS, /* Gen7: two lanes */
    PLAN_ACC_LOW,    /* Gen8: a lane of 33 bits */
    PLAN_ACC_FLOATS, /* Gen8: a lane of 32 bits */
    PLAN_ACC_WHOLE,  /* Gen8: 33 bits, and the rest eight lanes further on */
    PLAN_ACC_DOUBLES /* Gen8: 32 bits, and the rest eight lanes further on */
};
struct plan_acc {
    uint8_t kind;  /* enum plan_acc_kind */
    uint8_t first; /* lane of acc0 and acc1 where element 0 begins */
};

struct plan_source {
    /* where the elements are, in bytes from the lowest; or the values, for an immediate */
    union {
        _Alignas(32) int32_t at[PLAN_LANES];
        int64_t imm[8];
    };
    uint16_t reach; /* bytes from the first element to the end of the last */
    uint8_t spare;  /* bits that an element has less than a dword */
    uint8_t index;  /* which word of a0 is added to imm_index, + 1; 0: the operand is direct */
    int16_t imm_index;
    bool abs, neg;
    bool flushes; /* HF: denormals become zeros where the mode does not keep them */
    bool widens;  /* F to DF: only if no element is a denormal */
    struct plan_acc acc;
};

struct fast_plan {
    plan_load *load[3];
    plan_stage *op, *convert;
    uint8_t nsrc, domain;
    uint8_t fours, eights; /* vectors of four and of eight lanes */
    uint8_t es, id, cmod;  /* as in struct fast_alu, and: */
    uint8_t flag_reg, flag_bit;
    uint8_t type, bytes;         /* of the destination's elements */
    uint8_t counts;              /* shifts: bits of a count */
    uint32_t channels;           /* that may write */
    uint16_t base[3];            /* of sources, in bytes from r0.0 */
    uint16_t to, stride, extent; /* of the destination, in bytes; to: from r0.0 */
    bool direct;                 /* a0 has no operand's place */
    bool spreads, chooses;       /* the predicate: of groups; of `sel` */
    bool sets_flag, own_acc;
    bool any;          /* Gen8 */
    bool nowhere;      /* there is no destination */
    bool whole;        /* its elements lie side by side, away from the file's end */
    bool one_register; /* indirect: it may not reach into a second register */
    bool saturates, is_signed;
    bool settles;      /* a NaN becomes the default one */
    bool small;        /* integers of the result fit in 32 bits, with their sign */
    bool checks;       /* an overflow of 64 bits is not done here */
    bool exact, raw;   /* HF: a float may be rounded once more; no denormal is flushed */
    bool keeps_not;    /* a negated source is a bitwise not */
    bool writes;       /* the implicit accumulator, if it is enabled */
    uint8_t dst_index; /* as in struct plan_source */
    int16_t dst_imm;
    struct plan_acc own; /* the implicit accumulator */
    struct plan_acc dst; /* the destination, if it is one */
    int64_t low, high;   /* the range of the destination */
    int64_t flip;        /* a sign bit if integers are of 64 bits, unsigned */
    uint64_t keep;       /* bits that count: shr, cbit: of src0; mul: of src1 */
    struct plan_source src[3];
};

struct eu;
struct fast_cold;
/* fast_plan_make - makes the plan of @cold, which is placed. Returns false if there is none: it is
 * not for this host, or the instruction is too rare. */
bool fast_plan_make(const struct eu *eu, struct fast_cold *cold);

#endif
