/* What the rules of the validator work on. Only isa/check*.c includes this. */
#ifndef EULAB_ISA_CHECK_INTERNAL_H
#define EULAB_ISA_CHECK_INTERNAL_H

#include "isa/check.h"
#include "isa/gen.h"

/* A register operand as the region rules see it. The elements are those that the strides count: Ivy
 * Bridge writes a double as a pair of floats (3.3.9 5.A), so a DF element has four bytes there. */
struct check_operand {
    const struct eu_operand *op;
    bool reg;       /* a register that is read or written; not an immediate, not null */
    bool walked;    /* the offsets are known: Align1, 1x1 or direct, no reserved code */
    unsigned bytes; /* of an element */
    unsigned vs, w, hs;
    int offset[32]; /* of each channel's element, in bytes from the start of its register; an
                     * indirect region counts from its index */
    unsigned span;  /* registers touched if every offset counts from RegNum; 0: not walked */
};
struct check {
    enum eu_gen gen;
    const struct isa_gen *isa; /* of @gen */
    const struct eu_insn *insn;
    unsigned exec; /* channels; 0: a reserved code */
    bool alu;      /* one- or two-source arithmetic, math included */
    unsigned nsrc; /* sources that are read; for math, its function decides */
    /* the same, as the strides count: a double of Ivy Bridge is two floats */
    unsigned ratio_bytes;
    unsigned exec_bytes; /* of the execution type; 0: no sources, or mixed types */
    bool mixed;          /* the source types may not be mixed, by 3.3.8 */
    struct check_operand dst, src[3];
    uint8_t operands; /* the operands at fault, for the finding; set by the rules */
};
enum { CHECK_DST = 1 };
static inline uint8_t check_src_bit(unsigned i)
{
    return (uint8_t)(2u << i);
}

/* The program and the position that a whole-program rule gets. */
struct check_program {
    enum eu_gen gen;
    const struct eu_program *prog;
    const struct eu_insn *insn; /* the instruction at @addr; NULL past the last */
    uint32_t addr;
    /* one byte for each byte of code: nonzero where an instruction begins */
    const uint8_t *starts;
    uint32_t size;    /* of the whole instructions, in bytes */
    bool found;       /* for the rule's use: what it looks for was seen */
    uint32_t depth;   /* for the rule's use: number of open blocks */
    uint8_t exec[64]; /* for the rule's use: ExecSize codes of the open blocks */
};

/* The state for the rules of System Routines. Registers by number: first dwords of the GRF, then
 * whole registers. */
enum {
    CHECK_GRF = 1024,
    CHECK_F0 = CHECK_GRF,
    CHECK_F1,
    CHECK_A0,
    CHECK_ACC0,
    CHECK_ACC1,
    CHECK_GUARD, /* the bits of acc0 beyond a dword */
    CHECK_REGS
};
struct check_regs {
    uint32_t bits[(CHECK_REGS + 31) / 32];
};
/* What holds before an instruction. On some path: */
struct check_state {
    struct check_regs kept; /* saved where it can be restored from */
    bool acknowledged;      /* cr0.1 was written */
    bool spf;               /* SPF may be set */
    bool loaded;            /* a message has loaded something */
    /* and on every path: */
    struct check_regs own; /* has a value that the routine has computed */
    bool suppress;         /* Breakpoint Suppress was set for all exceptions */
    bool reached;
};
struct check_routine {
    enum eu_gen gen;
    const struct eu_insn *insn;
    const struct eu_insn *next;   /* NULL: none */
    const struct check_state *in; /* the state before it */
    bool restores;                /* only loads follow: a context is being restored */
    bool asks, sits, suppresses;  /* anywhere in the routine: it reads the request, it reads its
                                     slot, it sets suppress */
    bool stored;                  /* a store was reported */
    struct check_regs *blamed;    /* registers that were reported, each once */
    char who[8];                  /* for the finding */
};
/* What an instruction does to a System Routine's registers, with a bit for each: registers that it
 * saves by copying or storing them, those that it computes, and those that it restores. */
struct check_effect {
    struct check_regs keeps, computes, returns;
    bool stores, loads;
};
void check_effect_of(const struct eu_insn *insn, struct check_effect *e);
/* Whether @insn writes cr0.0 and surely clears the master bit. */
bool check_leaves(const struct eu_insn *insn);
/* Whether the direct operand, which @insn has, is subregister cr0.@n. */
bool check_names_cr(const struct eu_insn *insn, const struct eu_operand *op, unsigned n);
static inline bool check_regs_have(const struct check_regs *s, unsigned reg)
{
    return s->bits[reg / 32] >> reg % 32 & 1;
}

#define RULE(id, ...) bool check_rule_##id(struct check *c);
#define PROGRAM(id, ...) bool check_program_##id(struct check_program *p);
#define DISPATCH(id, ...)
#define ROUTINE(id, ...) bool check_routine_##id(struct check_routine *r);
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE

/* check_append - adds a finding of a rule for routines; @who: the register, or "". Returns 0 or
 * -EU_ERR_NOMEM. check_sort - sorts by address, then by rule. */
int check_append(struct eu_findings *found, const struct eu_program *prog, enum eu_rule rule,
                 uint32_t addr, const char *who);
void check_sort(struct eu_findings *found);
/* check_each - marks each operand for which @broken is true; returns true if there is one. */
typedef bool check_fn(const struct check *c, const struct check_operand *o);
bool check_each_src(struct check *c, check_fn *broken);
bool check_each(struct check *c, check_fn *broken); /* with the destination */
/* Mark the destination, or a source, if @broken; they return @broken. */
bool check_dst(struct check *c, bool broken);
bool check_src(struct check *c, unsigned i, bool broken);

static inline bool check_is_arf(const struct check_operand *o, enum eu_arf kind)
{
    return o->reg && !o->op->indirect && o->op->file == EU_FILE_ARF && o->op->reg >> 4 == kind;
}
static inline bool check_is_acc(const struct check_operand *o)
{
    /* acc2 and higher are the macro registers */
    return check_is_arf(o, EU_ARF_ACC) && (o->op->reg & 15) < 2;
}
/* Whether the operand's register has subregisters that are no elements. */
static inline bool check_by_byte(const struct check *c, const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && c->isa->arf[op->reg >> 4].by_byte;
}
static inline bool check_is_null(const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_NULL;
}
static inline bool check_is_grf(const struct eu_operand *op)
{
    return op->file == EU_FILE_GRF;
}
static inline bool check_is_intdiv(const struct check *c)
{
    return c->insn->op->format == EU_FMT_MATH && c->insn->cmod >= EU_MATH_IDIV_BOTH &&
           c->insn->cmod <= EU_MATH_IDIV_REM;
}
static inline bool check_has(const struct check *c, unsigned flag)
{
    return c->insn->op->flags & flag;
}

/* check_fill - fills @c for an instruction. */
void check_fill(struct check *c, enum eu_gen gen, const struct eu_insn *insn);

#endif
