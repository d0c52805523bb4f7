/* A plan: how an instruction is executed by vectors, whatever its types, regions and modifiers are.
 * It is for what the handlers of packed or odd dwords (vector.c) and of 64-bit integers (quad.c) do
 * not take: lanes are loaded into 64-bit integers, floats or doubles, computed, converted and
 * stored. Each step is a stage, which calls the next one with the lanes in host registers; the plan
 * says which one that is. A plan has eight lanes; an instruction of sixteen has two plans, one
 * after the other, and one of 32 has four. What a plan meets only when it runs and cannot do, goes
 * to the general handler. */
#ifndef EULAB_SIM_FAST_PLAN_H
#define EULAB_SIM_FAST_PLAN_H

#include "sim/fast/alu.h"
#include "sim/fast/handler.h"
#include "sim/fast/odd.h"

enum { PLAN_LANES = 8, PLANS = 4 };

struct fast_plan;
/* Four lanes: 64-bit integers or doubles; or eight dwords or floats, and then the second vector of
 * a pair has nothing. */
typedef int64_t plan_four __attribute__((vector_size(32)));
/* a, b, c: the sources; then a is the result, and b and c are what belongs to it. */
#define PLAN_LANE __attribute__((unused)) plan_four /* stages pass on what they do not use */
#define PLAN_ARGS                                                                                  \
    FAST_ARGS, const struct fast_plan *p, PLAN_LANE a0, PLAN_LANE a1, PLAN_LANE b0, PLAN_LANE b1,  \
        PLAN_LANE c0, PLAN_LANE c1
#define PLAN_PASS FAST_PASS, p, a0, a1, b0, b1, c0, c1
typedef enum fast_leave plan_stage(PLAN_ARGS);

/* What the lanes are while they are computed. */
enum plan_domain { PLAN_INTS, PLAN_FLOATS, PLAN_DOUBLES };

/* How accumulators hold a value: struct eu_thread. */
enum plan_acc_kind {
    PLAN_NO_ACC,
    PLAN_ACC_WORDS,   /* Gen7: a lane of 33 bits */
    PLAN_ACC_DWORDS,  /* Gen7: two lanes */
    PLAN_ACC_QUADS,   /* Gen7: four lanes */
    PLAN_ACC_LOW,     /* Gen8: a lane of 33 bits */
    PLAN_ACC_FLOATS,  /* Gen8: a lane of 32 bits */
    PLAN_ACC_WHOLE,   /* Gen8: 33 bits, and the rest eight lanes further on */
    PLAN_ACC_DOUBLES, /* Gen8: 32 bits, and the rest eight lanes further on */
    PLAN_ACC_HALVES,  /* Gen8: one of the two words of a lane's 32 bits */
    PLAN_ACC_KINDS
};
struct plan_acc {
    uint8_t kind;  /* enum plan_acc_kind */
    uint8_t first; /* lane of acc0 and acc1 where element 0 begins */
    uint8_t shift; /* halves: 0 or 16 */
    bool each;     /* the elements are not side by side, but in these lanes: */
    uint8_t lane[PLAN_LANES];
};

/* Elements of at most 32 bits that lie within 64 bytes. dword: which dword of the 32 bytes each
 * lane is in, with the sign bit set if it is in the 32 bytes behind. byte: where the bytes of that
 * dword go in the lane, as vpshufb counts; elements that are signed go to the top of the lane. Of
 * elements of 64 bits: the two dwords of each of four within 32 bytes. */
struct plan_places {
    uint32_t dword[8];
    uint8_t byte[32];
};

struct plan_source {
    union {
        _Alignas(32) struct plan_places places;
        int32_t at[PLAN_LANES]; /* elsewhere: in bytes from the lowest */
        int64_t imm[PLAN_LANES];
        uint32_t bits[PLAN_LANES]; /* immediate floats and halves */
    };
    /* 64 bits: bytes from one to the next, or from four to the next four; of rows, the last place
     */
    int64_t step;
    uint64_t down;       /* signed elements: by how many bits lanes are shifted down */
    uint64_t keep, flip; /* modifiers of floats, once or twice, and doubles: bits */
    bool far;            /* some of the places are behind 32 bytes */
    bool straight;       /* bytes only move within 16 bytes: the dwords are in order already, */
    bool folded;         /* ... or all lanes are in the first 16 bytes */
    bool apart;          /* every second dword */
    uint16_t low, high;  /* bytes from base, or from the index: the elements are between them */
    uint8_t index;       /* which word of a0 is added to imm_index, + 1; 0: the operand is direct */
    int16_t imm_index;
    bool abs, neg;
    bool rows; /* words of a0 lead to its elements, of this size: */
    uint8_t size;
    bool halved;   /* ... which are halves of doubles, two of each lane */
    uint8_t every; /* ... also of these lanes if they are off */
    bool is_uq;    /* it is not negative, whatever its top bit is */
    bool words;    /* HF: integers that are modified */
    bool flushes;  /* HF: denormals become zeros where the mode does not keep them */
    bool widens;   /* F to DF: only if no element is a denormal */
    struct plan_acc acc;
};

/* Bytes of the destination in 32 bytes: which ones of the lanes 0 to 3 and 4 to 7 get there, as
 * vpshufb counts, from the half that is in place, and from the other. */
struct plan_window {
    _Alignas(32) uint8_t same[32], cross[32];
    uint8_t all[32]; /* all ones: bytes that are written if all lanes are */
};

struct fast_plan {
    /* the first stage; those behind the predicate and behind the search by a0; the one that loads;
     * the operation; those behind the load of a source, behind its conversion, behind its
     * modifiers, behind the operation, behind the conversion; behind the operation if floats are no
     * NaNs; what is left when the destination was written, when the accumulator's lanes are made,
     * and behind it */
    plan_stage *first, *behind_spread, *begin, *load, *op, *loaded[3], *become[3], *modified[3],
        *convert, *narrow, *sure, *behind_name, *put, *keep, *acc, *tell;
    plan_stage *in_range; /* condition .o of floats: behind a look that they pass no limit */
    /* src0 whose second half has another index register: this plan loads the first half, the next
     * one the rest of the instruction; what loads the second half, and what then joins them */
    plan_stage *turned, *joined;
    plan_stage *put_dwords, *kept; /* Ivy Bridge: put, of a double's halves; keep, behind it */
    bool more;                     /* the instruction has another plan, behind this */
    bool predicated;               /* ... so that not all active lanes write */
    uint8_t shift;                 /* the channel of the first lane */
    uint8_t pred_reg, pred_bit;    /* the flag that is its predicate; for XOR, then for OR: */
    uint32_t pred_xor, pred_or;
    uint32_t always; /* all ones: inactive channels write, too */
    uint8_t lane;    /* the instruction's lane that is the first here */
    /* Ivy Bridge: each lane is a double, which has two positions in operands; set of dwords that
     * may be written */
    bool paired;
    uint8_t dwords;
    bool spread;                /* ... all halves of each two doubles go to four elements */
    bool parted;                /* ... a double's go to lanes of two elements of accumulators */
    uint8_t halves[PLAN_LANES]; /* ... by position: lanes of accumulators that get one */
    uint8_t nsrc, domain;
    uint8_t es;       /* lanes here */
    uint8_t id, cmod; /* as in struct fast_alu, and: */
    uint8_t flag_reg, flag_bit;
    uint8_t type, bytes; /* of the destination's elements */
    uint8_t counts;      /* shifts: bits of a count */
    /* for which results a flag is 1: all ones, or 0; other: inverts the two */
    uint8_t if_zero, if_less, if_other, if_nan;
    uint32_t channels;           /* that may write */
    uint32_t full;               /* for windows: all lanes */
    uint16_t base[3];            /* of sources, in bytes from u->s */
    uint16_t to, stride, extent; /* of the destination, in bytes; to: from u->d */
    uint16_t start;              /* its first byte */
    struct fast_aim aim[4];      /* of the instruction's dst and sources; if the plan is alone, */
    plan_stage *aimed[4];        /* what comes when each is found */
    bool spreads, chooses;       /* the predicate: of several channels; of `sel` */
    bool all_of_group;
    uint8_t group; /* fast_predicate_group() */
    bool sets_flag, own_acc;
    bool any;          /* Gen8 */
    uint8_t places;    /* up to this source, they have places in the register file */
    uint8_t macro;     /* of the destination: which mme, or ISA_NO_MACRO */
    uint8_t powers[6]; /* of sources: mmes, */
    uint8_t scaled;    /* ... and how many */
    bool nowhere;      /* there is no destination in the register file */
    bool acc_dst;      /* it is an accumulator */
    bool apart;        /* it is an architecture register: elements are written one by one */
    bool one_register; /* indirect: it may not reach into a second register */
    bool saturates, is_signed;
    bool settles;      /* a NaN becomes the default one */
    bool small;        /* integers of the result fit in 32 bits, with their sign */
    bool checks;       /* an overflow of 64 bits is not done here, */
    bool limits;       /* ... but by add, which saturates it */
    bool wide;         /* an order of UQ with signed integers or its opposite: of 65 bits */
    bool exact, raw;   /* HF: a float may be rounded once more; no denormal is flushed */
    bool keeps_not;    /* a negated source is a bitwise not */
    bool writes;       /* the implicit accumulator, if it is enabled */
    bool far;          /* the destination has a second window */
    uint8_t dst_index; /* as in struct plan_source */
    int16_t dst_imm;
    struct plan_acc own; /* that is written: the destination, or the implicit one */
    int64_t low, high;   /* the range of the destination */
    /* condition .o: floats and doubles between these do not overflow; steps: nor did they on the
     * way to the last rounding, if it is to nearest */
    double below, above;
    bool steps;
    bool past;     /* ... c tells which lanes are past 64 bits, or the largest half */
    int64_t flip;  /* a sign bit if integers are of 64 bits, unsigned */
    uint64_t bits; /* that count: shr, cbit: of src0; mul: of src1 */
    struct plan_source src[3];
    struct plan_window window[2]; /* of the destination, from to on */
};

/* How many plans the instruction has whose first one is @p. */
static inline unsigned fast_plans_of(const struct fast_plan *p)
{
    unsigned n = 1;
    while (p[n - 1].more)
        n++;
    return n;
}

struct eu;
struct fast_cold;
/* fast_plan_make - makes the plans of @cold, which is placed, for the micro-op @u. Returns false if
 * there are none: it is not for this host, or the instruction is too rare. What is direct is
 * relative to u->d and u->s, so that instructions that differ in their registers alone may have the
 * same plans. */
bool fast_plan_make(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold,
                    struct fast_plan plan[PLANS]);

#endif
