/* The reference engine: executes one instruction and one channel at a time, as the manual describes
 * it. Semantics: IVB PRM vol. 4 part 3, chapters 1 to 3 and 6; where it is silent, the choice is
 * marked. */
#ifndef EULAB_SIM_REF_REF_H
#define EULAB_SIM_REF_REF_H

#include "sim/boundary.h"
#include "sim/float.h"
#include "sim/refusal.h"
#include "sim/sim.h"
#include "sim/soft.h"

/* eu_ref_run - runs at most @limit instructions of @t; *@done counts them. EU_STOP_NONE: the limit
 * is reached, or the thread is no longer READY. */
enum eu_stop eu_ref_run(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                        struct eu_event *ev);

/* --- inside the engine --- */

/* A channel's value in the execution type (3.3.8). Integers have extra internal bits, so that
 * unsigned values, -(-2^63) and products are exact (on Gen7 they wrap at 64 bits, which only guard
 * bits of an accumulator reach). Floats are held as their bits. */
struct ref_val {
    union {
        eu_i128 i;
        uint64_t f;
    };
    uint8_t kind; /* enum eu_float: the format of @f; NONE: it is an integer */
};

/* From where an operand is read and to where it is written. */
enum ref_place {
    REF_NULL,
    REF_IMM,
    REF_GRF, /* a direct operand */
    REF_INDIRECT,
    REF_ACC,   /* acc0 and acc1 */
    REF_ENTRY, /* an entry of the flow control stack */
    REF_ARF    /* any other architecture register */
};

/* An operand's fields in the form in which each element needs them. Elements lie in rows of
 * 2^@width; element n lies (n >> @width) * @row + (its column) * @column after the first, in
 * bytes. Its column is n modulo the width, or what @swizzle says for that. */
struct ref_operand {
    uint8_t place; /* enum ref_place */
    uint8_t kind;  /* enum eu_float of the type */
    uint8_t bytes; /* of an element, as it is read or written at once */
    uint8_t width;
    bool swizzled;
    uint8_t swizzle;
    bool modified; /* by (abs) or negation */
    uint16_t row, column;
    uint32_t origin; /* of a direct operand: byte of the first element from r0.0 */
};

/* The instruction being executed. */
struct ref {
    struct eu *eu;
    struct eu_thread *t;
    const struct eu_insn *insn;
    struct eu_event *ev;
    unsigned es, group; /* ExecSize, channel offset */
    bool paired;        /* elements of DF: operand positions 2k and 2k + 1 belong to channel k */
    uint32_t next;      /* IP of the next instruction */
    uint32_t act;       /* channels that are enabled and at IP, before execution */
    uint32_t wren;      /* write enable, bit n: channel n of the instruction */
    struct eu_fmode fmode;
    struct ref_operand src[3], dst;
    bool float_exec;        /* execution type is a float */
    bool sets_flag;         /* by its conditional modifier, from the result */
    bool sets_acc;          /* implicitly, from the result */
    enum eu_float result;   /* the format to which float results are rounded */
    bool jumped;            /* IP and PcIP were set by the instruction */
    bool waits;             /* not completed, because `wait` goes to sleep */
    bool tm_read;           /* a part of the timestamp register was read */
    struct eu_effects done; /* its ip is set when the instruction is finished */
};

void ref_prepare(struct ref *x); /* sets masks and modes, from eu, t and insn */

/* masks.c: 1.1, 1.4. @n counts positions in an operand; if there are doubles, in units of
 * floats. */
void ref_window(struct ref *x); /* sets es, group and paired, from eu and insn */
/* the channel of the group that enables position n */
unsigned ref_channel(const struct ref *x, unsigned n);
uint32_t ref_act(const struct ref *x);
/* the bit of position n in the flag register */
uint32_t ref_flag_bit(const struct ref *x, unsigned n);
bool ref_predicate(const struct ref *x, unsigned n); /* PMask[n]; n may be beyond ExecSize */
uint32_t ref_pmask(const struct ref *x);             /* n < ExecSize */
uint32_t ref_wren(const struct ref *x, uint32_t pmask);
bool ref_align16(const struct ref *x); /* three-source instructions always are */

/* regions.c: operands of x->insn. Addresses are bytes from r0.0, modulo the register file. */
void ref_operand_of(struct ref_operand *o, const struct ref *x, const struct eu_operand *op);
uint32_t ref_src_addr(const struct ref *x, const struct eu_operand *op, unsigned n);
/* the number N of its a0.N */
unsigned ref_index(const struct ref *x, const struct eu_operand *op, unsigned n);
unsigned ref_element_bytes(const struct ref *x, const struct eu_operand *op);
uint32_t ref_dst_addr(const struct ref *x, unsigned n);
/* with its modifiers applied */
struct ref_val ref_load(struct ref *x, unsigned src, unsigned n);
struct ref_val ref_load_at(struct ref *x, unsigned src, uint32_t addr);
uint64_t ref_load_bits(struct ref *x, const struct eu_operand *op, unsigned n); /* zero-extended */
/* an integer element, extended by its type */
eu_i128 ref_extend(uint64_t bits, enum eu_type type);
void ref_store(struct ref *x, unsigned n, uint64_t bits);
uint64_t ref_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes);
void ref_grf_write(struct eu_thread *t, uint32_t addr, unsigned bytes, uint64_t bits);
/* Doubles: @k counts elements; on Ivy Bridge element k takes channels 2k and 2k + 1. */
uint64_t ref_load_df(struct ref *x, const struct eu_operand *op, unsigned k);
void ref_store_df(struct ref *x, unsigned k, uint64_t bits);

/* arf.c: architecture registers with their access rules, 3.3.3 */
uint64_t ref_arf_read(struct ref *x, unsigned reg, unsigned off, unsigned bytes);
void ref_arf_write(struct ref *x, unsigned reg, unsigned off, unsigned bytes, uint64_t bits);
/* fc registers of Gen8: the subregister is an index of dword entries. All elements of an operand
 * are the same entry; of a destination, the first element is written. */
bool ref_is_entry(const struct ref *x, const struct eu_operand *op);
uint64_t ref_entry_read(const struct ref *x, const struct eu_operand *op);
void ref_entry_write(const struct ref *x, const struct eu_operand *op, unsigned n, uint64_t bits);
/* Accumulator lanes, 3.3.3.5; @lane counts elements of @type from the start of the register. */
int64_t ref_acc_read(const struct ref *x, unsigned reg, enum eu_type type, unsigned lane);
void ref_acc_write(const struct ref *x, unsigned reg, enum eu_type type, unsigned lane, int64_t v);
bool ref_acc_enabled(const struct ref *x); /* whether the accumulator is updated implicitly */
/* The implicit accumulator operand of channel n. */
struct ref_val ref_acc_get(const struct ref *x, unsigned n);
void ref_acc_put(const struct ref *x, unsigned n, struct ref_val v);
/* Its position: byte in acc0 and acc1 together, and its size, *@bytes. */
unsigned ref_acc_at(const struct ref *x, unsigned n, unsigned *bytes);
/* The same for doubles; @mask: the bits that are written. */
uint64_t ref_acc_get_df(const struct ref *x, unsigned k);
void ref_acc_put_df(const struct ref *x, unsigned reg, unsigned k, uint64_t v, uint64_t mask);

/* convert.c: 2.3, 3 */
static inline struct ref_val ref_int(eu_i128 i)
{
    return (struct ref_val){.i = i};
}
static inline struct ref_val ref_float(enum eu_float kind, uint64_t f)
{
    return (struct ref_val){.f = f, .kind = (uint8_t)kind};
}
/* The integer; a float, which opcodes for integers do not define, counts as 0. */
static inline eu_i128 ref_integer(struct ref_val v)
{
    return v.kind ? 0 : v.i;
}
/* A value as an operand of float arithmetic: an integer is rounded to the result's format. */
struct eu_num ref_num(struct ref *x, struct ref_val v);
/* The rounded result of float arithmetic. */
struct ref_val ref_rounded(struct ref *x, struct eu_num v);
uint32_t ref_as_single(struct ref *x, struct ref_val v); /* the bits of an F */
eu_i128 ref_type_min(enum eu_type type);
eu_i128 ref_type_max(enum eu_type type);
/* Converts a value to the bits of the destination type; saturates if the instruction says so. */
uint64_t ref_convert(struct ref *x, struct ref_val v);
/* flow.c: the channels at IP, by the thread's numbers, whose predicate is true: all of them, not
 * only those below ExecSize (E18). */
uint32_t ref_taken(const struct ref *x);
bool ref_relation(unsigned cmod, int order); /* order: -1, 0, 1 or EU_F_UNORDERED */
int ref_order(struct ref *x, struct ref_val a, struct ref_val b);
void ref_set_flag(struct ref *x, unsigned n, bool value);

/* The usual way to execute an instruction that computes each channel by itself: load, compute,
 * convert, conditional flag, accumulator, store. All sources are read before anything is written
 * (E07). */
typedef struct ref_val ref_op(struct ref *x, unsigned n, const struct ref_val src[3]);
enum eu_stop ref_each(struct ref *x, ref_op *op);
/* Only the last steps, for values that are already computed. */
void ref_finish(struct ref *x, unsigned n, struct ref_val v, bool overflow);
/* Writes to the destination, even an accumulator. @v, @bits: the result before and after
 * conversion. */
void ref_put(struct ref *x, unsigned n, struct ref_val v, uint64_t bits);

/* df.c: executes an instruction of Gen7 with a DF operand, whatever its opcode. */
bool ref_has_df(const struct ref *x);
enum eu_stop ref_df(struct ref *x);

/* macro.c: math macros, whose operands are a GRF together with an mme register. */
bool ref_is_macro(const struct eu_insn *insn);
enum eu_stop ref_macro(struct ref *x);

/* lint.c: called before execution, if asked for. Returns true if the run must stop with the
 * event. */
bool ref_lint(struct ref *x);
bool ref_lint_sip(struct ref *x);  /* lint_sip.c: rules of System Routines */
bool ref_lint_regs(struct ref *x); /* lint_regs.c: values and dependencies of registers */

/* One handler for each opcode: a row of isa/opcodes.def without a handler does not link. */
#define OP(id, ...) enum eu_stop eu_exec_##id(struct ref *x);
#include "isa/opcodes.def"
#undef OP

#endif
