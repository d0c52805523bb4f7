/* The general way of generations whose values are of any type (struct isa_gen, wide_values): 64-bit
 * integers, halves and doubles beside the others. Lanes are decoded by alu_decode.c as for Gen7;
 * values are exact integers or floats of a format. The stages between any.c and their parts.
 * Semantics: isa.md sections 7 and 9; shared with no part of the reference engine but sim/soft.h
 * and sim/float.h. */
#ifndef EULAB_SIM_FAST_ANY_H
#define EULAB_SIM_FAST_ANY_H

#include "sim/fast/alu_impl.h"
#include "sim/soft.h"

/* An operand's lanes, or the result's. */
struct any_vals {
    uint8_t kind; /* enum eu_float: what f has; NONE: i has integers */
    eu_i128 i[EU_CHANNELS];
    uint64_t f[EU_CHANNELS];
};

struct any_run {
    struct eu *eu;
    struct eu_thread *t;
    const struct fast_alu *a;
    uint32_t wren, pred;
    uint32_t overflow; /* lanes that passed the range of the computation */
    unsigned effects;
    bool tm_read, acc_enabled;
    struct eu_fmode mode;
    struct any_vals s[3], r;
};

typedef void any_way(struct any_run *x);
/* How an opcode goes: the whole of it, and the computation of the common way. */
struct any_op {
    any_way *way, *compute;
};
const struct any_op *any_op_of(unsigned id, unsigned function);

/* fast_alu_run() and fast_alu_element() of these generations. */
unsigned any_run(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, uint32_t wren,
                 uint32_t pred);
uint32_t any_element(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, unsigned i,
                     unsigned n);

/* any_load.c: source @i, all lanes, with its modifiers. */
void any_load(struct any_run *x, unsigned i);
/* One element of source 0, anywhere in the GRF: typed and modified, as lane @n. */
void any_load_at(struct any_run *x, unsigned n, uint32_t addr);
/* One of source @i, as a number. */
struct eu_num any_num_at(struct any_run *x, unsigned i, uint32_t addr);
/* Where the lanes of a GRF operand are; modulo the register file. */
void any_addrs(const struct any_run *x, const struct fast_operand *op, uint16_t *addr);
uint32_t any_index(const struct any_run *x, unsigned s, int imm);
uint64_t any_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes);
eu_i128 any_extend(uint64_t bits, unsigned type);

/* any_arf.c */
uint64_t any_arf_read(struct any_run *x, unsigned reg, unsigned off, unsigned bytes);
void any_arf_write(struct any_run *x, unsigned reg, unsigned off, unsigned bytes, uint64_t bits);
/* An entry of the flow control stack's registers; NULL: there is none. */
uint32_t *any_entry(struct eu_thread *t, unsigned num, unsigned n);
/* Accumulators: element @lane of @type from acc0 (@reg 0) or acc1 on. */
int64_t any_acc_read(const struct any_run *x, unsigned reg, unsigned type, unsigned lane);
void any_acc_write(struct any_run *x, unsigned reg, unsigned type, unsigned lane, int64_t v);

/* any_store.c: from x->r to flags, accumulator and destination; lanes of x->wren. */
void any_finish(struct any_run *x);
/* Bits of lane @n to the destination, no accumulator. */
void any_store(struct any_run *x, unsigned n, uint64_t bits);
void any_set_flag(struct any_run *x, unsigned n, bool value);
/* What a comparison found of each channel, to flags and destination. */
void any_answer(struct any_run *x, uint32_t truth);

/* any_float.c */
struct eu_num any_num(struct any_run *x, const struct any_vals *v, unsigned n);
/* Lane @n of the result: rounded to the format of results. */
void any_round(struct any_run *x, unsigned n, struct eu_num v);
void any_keep_overflow(struct any_run *x, unsigned n);
/* The bits of a lane as a float of @kind. */
uint64_t any_as_float(struct any_run *x, const struct any_vals *v, unsigned n, enum eu_float kind);

any_way any_each, any_smov, any_cmp, any_movi, any_idiv_both, any_macro;
any_way any_mov, any_not, any_and, any_or, any_xor, any_shr, any_shl, any_asr, any_bfrev, any_bfe,
    any_bfi1, any_bfi2, any_lzd, any_fbh, any_fbl, any_cbit, any_avg, any_addc, any_subb, any_mach,
    any_sad2, any_sada2, any_idiv_quot, any_idiv_rem;
any_way any_add, any_mul, any_mac, any_mad, any_frc, any_rnd, any_lrp, any_dp, any_line, any_pln,
    any_math, any_sel, any_csel;

#endif
