/* The inside of the fast engine's arithmetic: its stages, called by alu.c, and the values they
 * exchange. */
#ifndef EULAB_SIM_FAST_ALU_IMPL_H
#define EULAB_SIM_FAST_ALU_IMPL_H

#include "sim/fast/alu.h"
#include "sim/float.h"

enum { FAST_GRF_BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

/* Values of the channels in the execution type (3.3.8). Integers are exact, with guard bits; floats
 * are held as their bits; doubles as their bits in i, one for each element. Only lanes that were
 * loaded, or that are enabled, have a value. */
struct fast_vals {
    int64_t i[EU_CHANNELS];
    uint32_t f[EU_CHANNELS];
    uint32_t floats;   /* lanes whose value is in f */
    uint32_t overflow; /* lanes that exceeded the range of the computation */
};

struct fast_run {
    struct eu *eu;
    struct eu_thread *t;
    const struct fast_alu *a;
    uint32_t wren, pred;
    unsigned effects;
    bool tm_read, acc_enabled;
    struct eu_fmode mode;
    struct fast_vals s[3], r;
};

/* Loops over the channels of @mask, in order. */
#define FAST_EACH(n, mask)                                                                         \
    for (uint32_t rest_##n = (mask), n; rest_##n && (n = (uint32_t)__builtin_ctz(rest_##n), true); \
         rest_##n &= rest_##n - 1)

static inline bool fast_is_float(unsigned type)
{
    return eu_types[type].kind == EU_KIND_FLOAT;
}

static inline bool fast_is_signed(unsigned type)
{
    return eu_types[type].kind == EU_KIND_INT;
}

/* Extends an integer of @type to 64 bits. */
static inline int64_t fast_extend(uint32_t bits, unsigned type)
{
    unsigned spare = 64 - 8u * eu_types[type].bytes;
    uint64_t top = (uint64_t)bits << spare;
    return fast_is_signed(type) ? (int64_t)top >> spare : (int64_t)(top >> spare);
}

/* The opcode's row in alu.c, for alu_decode.c. */
struct fast_op {
    fast_way *way;
    fast_compute *compute;
};
struct fast_op fast_op_of(unsigned id, bool df, unsigned function);

/* alu_load.c */
fast_load *fast_load_of(const struct fast_operand *op);
/* The address to which an index register points; @imm: bytes. 3.3.3.4, E08 */
uint32_t fast_index(const struct fast_run *x, unsigned s, int imm);
/* Whether the second half of the destination takes the next index register, because it has two
 * registers. */
bool fast_dst_is_pair(const struct fast_run *x);
/* The addresses of an operand's lanes, modulo the size of the register file; for GRF, INDIRECT,
 * INDEXED. */
void fast_src_addrs(const struct fast_run *x, const struct fast_operand *op, uint16_t *addr);
uint32_t fast_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes);
/* Reads one element anywhere in the GRF, with the type and modifiers of @op. F: the result is in
 * f[0]. */
uint32_t fast_float_at(struct fast_run *x, const struct fast_operand *op, uint32_t addr);
void fast_modify(const struct fast_operand *op, unsigned lanes, struct fast_vals *v);
/* Converts all lanes to floats. */
void fast_to_float(struct fast_run *x, struct fast_vals *v);

/* alu_arf.c: architecture registers, 3.3.3 */
enum { FAST_ARF_BYTES = 32, FAST_ARF_PAD = 8 };
void fast_arf_image(struct fast_run *x, unsigned reg, uint8_t out[FAST_ARF_BYTES + FAST_ARF_PAD]);
void fast_arf_write(struct fast_run *x, unsigned reg, unsigned off, unsigned bytes, uint32_t bits);
/* Accumulators by slot: 16 of acc0, then 16 of acc1. @words: size of the lane, 1, 2 or 4. */
unsigned fast_acc_slot(unsigned reg, unsigned words, unsigned lane);
int64_t fast_acc_get(const struct eu_thread *t, unsigned slot, unsigned words);
void fast_acc_put(struct eu_thread *t, unsigned slot, unsigned words, int64_t v);
void fast_acc_put_df(struct eu_thread *t, unsigned slot, uint64_t v, uint64_t mask);
static inline unsigned fast_acc_words(unsigned type)
{
    return eu_types[type].bytes < 4 ? 1 : eu_types[type].bytes / 2;
}
/* The slot of lane @n in the implicit operand. */
static inline unsigned fast_acc_own(const struct fast_alu *a, unsigned n)
{
    return fast_acc_slot(a->acc_reg, a->acc_words, n);
}

/* alu_store.c: moves x->r to flags, accumulator and destination, for the channels of x->wren */
bool fast_relation(unsigned cmod, int order); /* order: -1, 0, 1, EU_F_UNORDERED */
void fast_finish(struct fast_run *x);
/* Stores @bits as they are, for cmp and DF; not to an accumulator. */
void fast_store(struct fast_run *x, const uint32_t *bits);
void fast_put(struct fast_run *x, const uint32_t *bits); /* accumulators are allowed, too */
void fast_set_flag(struct fast_run *x, unsigned n, bool value);
/* The value of a lane in the type of the destination. It may set bits of x->r.overflow. */
uint32_t fast_convert(struct fast_run *x, unsigned n);
void fast_dst_addrs(const struct fast_run *x, uint16_t *addr);
void fast_grf_write(struct eu_thread *t, uint32_t addr, unsigned bytes, uint32_t bits);

/* alu_df.c */
void fast_df(struct fast_run *x);

/* alu_int.c, alu_float.c, alu_select.c: functions that alu.c's table names */
fast_compute fast_mov, fast_not, fast_and, fast_or, fast_xor, fast_shr, fast_shl, fast_asr,
    fast_bfrev, fast_bfe, fast_bfi1, fast_bfi2, fast_lzd, fast_fbh, fast_fbl, fast_cbit, fast_avg,
    fast_addc, fast_subb, fast_mach, fast_sad2, fast_sada2, fast_idiv_quot, fast_idiv_rem;
fast_compute fast_add, fast_mul, fast_mac, fast_mad, fast_frc, fast_rnd, fast_lrp, fast_dp,
    fast_line, fast_pln, fast_f16to32, fast_f32to16, fast_math, fast_sel;
fast_way fast_each, fast_each_alone, fast_cmp, fast_movi, fast_idiv_both;

#endif
