/* Handlers of packed dwords, eight at a time, for hosts with AVX2; other hosts use the general way
 * for all arithmetic. Floats: IEEE mode, rounding to nearest. Then the host gives the EU's results
 * (denormals as zeros, before and after), except for the bits of a NaN. */
#include "sim/fast/core.h"

#ifdef FAST_WIDE
#include "sim/float.h"

#include <string.h>

#include "sim/fast/ends.h"
#include "sim/fast/lanes.h"
#include "sim/fast/operations.h"

/* --- sources --- */

/* P packed, S scalar, I immediate; N: packed, a negated float; ODD: by table; LAST: like ODD, or
 * the immediate */
enum shape { P, S, I, N, ANY, ODD, LAST };

INLINE v8u load_source(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned shape,
                       unsigned half, bool parts)
{
    uint32_t e;
    v8u v;
    switch (shape) {
    case P:
        return load(grf + u->s[i] + 32 * half);
    case N:
        return load(grf + u->s[i] + 32 * half) ^ all(EU_F_SIGN);
    case S:
        memcpy(&e, grf + u->s[i], sizeof e);
        return all(e);
    case I:
        return all(u->imm);
    case ODD:
    case LAST:
        return by_table(u, grf, i, half, shape == LAST, parts);
    default: /* ANY: P, S or I, without modifiers */
        memcpy(&e, grf + u->s[i], sizeof e);
        v = u->kind[i] == FAST_PACKED ? load(grf + u->s[i] + 32 * half) : all(e);
        return u->kind[i] == FAST_IMM ? all(u->imm) : v;
    }
}

INLINE v8u modify_float(const struct fast_uop *u, unsigned i, v8u v)
{
    if (u->mods & FAST_ABS << i)
        v &= all(~EU_F_SIGN);
    if (u->mods & FAST_NEG << i)
        v ^= all(EU_F_SIGN);
    return v;
}

/* Applies modifiers modulo 2^32. ((abs) of unsigned sources is rejected before.) */
INLINE v8u modify_int(const struct fast_uop *u, unsigned i, v8u v)
{
    v8u sign = (v8u)((v8i)v >> 31);
    if (u->mods & FAST_ABS << i)
        v = (v ^ sign) - sign;
    if (u->mods & FAST_NEG << i)
        v = u->mods & FAST_NOT ? ~v : -v;
    return v;
}

/* --- handlers --- */

INLINE v8u one_source(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned shape,
                      unsigned half, unsigned form)
{
    v8u v = load_source(u, grf, i, shape, half, !(form & DWORDS));
    if (!(form & MODS))
        return v;
    return form & FLOATS ? modify_float(u, i, v) : modify_int(u, i, v);
}

/* A comparison that only sets flags, of the first channels, in f0.0: the usual one of a loop. */
INLINE enum fast_leave test_flags(FAST_ARGS, operation *op, unsigned shape_b, unsigned halves,
                                  unsigned form)
{
    struct fast_uop *next = u + 1;
    __asm__("" : "+r"(next));
    u = next - 1;
    uint32_t truth = 0, on = act & u->need, *f = &fast_thread(grf)->f[0];
    for (unsigned h = 0; h < halves; h++) {
        v8u a = one_source(u, grf, 0, P, h, form), b = one_source(u, grf, 1, shape_b, h, form);
        truth |= signs(op(a, b, a)) << 8 * h;
    }
    *f ^= (*f ^ truth) & on;
    return fast_jump(x, next, grf, act, left);
}

/* How many micro-ops ahead handlers of eight channels fetch: those of long kernels come out of the
 * host's second cache, for which they would wait. Loops of sixteen took up to a fifth longer with
 * it (docs/performance.md). */
enum { AHEAD = 12 };

/* The body of all other handlers: @nsrc sources of these shapes are read (if there is one, it has
 * the last shape), then the result is written. */
INLINE enum fast_leave run_operation(FAST_ARGS, operation *op, unsigned nsrc, unsigned shape_a,
                                     unsigned shape_b, unsigned halves, unsigned form)
{
    struct fast_uop *next = u + 1;
    __asm__("" : "+r"(next));
    u = next - 1;
    if (halves == 1 && !(form & LANES))
        __builtin_prefetch(next + AHEAD);
    v8u r[2];
#pragma GCC unroll 2
    for (unsigned h = 0; h < halves; h++) {
        unsigned last = shape_b == ODD ? LAST : shape_b;
        v8u a = one_source(u, grf, 0, nsrc > 1 ? shape_a : last, h, form), b = a, c = a;
        if (nsrc > 1)
            b = one_source(u, grf, 1, nsrc > 2 ? shape_b : last, h, form);
        if (nsrc > 2)
            c = one_source(u, grf, 2, last, h, form);
        if (form & SELECT)
            r[h] = blend(b, a, mask_of(fast_predicate(grf, u) >> u->group >> 8 * h));
        else
            r[h] = op(a, b, c);
        __asm__("" : "+x"(r[h])); /* keeps the value in one register, as one type */
    }
    if (form & ROUNDS && FAST_UNLIKELY(signs(unordered(r[0], r[halves - 1])))) {
        if (form & LANES) /* without lanes cc has no use for the register */
            u = before(next);
        return halves == 2 ? settle_16(FAST_PASS, r[0], r[1]) : settle_8(FAST_PASS, r[0]);
    }
    const v8u low = r[0], high = r[halves - 1];
    if (form & LANES)
        return write_odd(FAST_PASS, next, low, high, halves, form);
    bool part = form & MASKED || u->need & ~act;
    uint32_t on = halves == 2 ? 0xffff : 0xff;
    if (part && form & (COMPARE | MASKED))
        on = writing_channels(grf, u, act, form, halves);
    if (form & COMPARE) {
        set_flags(grf, u, on, signs(r[0]) | (halves == 2 ? signs(r[1]) << 8 : 0));
        if (u->kind[2] == FAST_NOWHERE)
            return fast_next(FAST_PASS);
    }
    return write_packed(FAST_PASS, next, low, high, halves, form, part, on);
}

#define HANDLER(name, op, nsrc, a, b, halves, form)                                                \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return run_operation(FAST_PASS, op, nsrc, a, b, halves, form);                             \
    }
/* Handlers without and with a mask for each channel, for eight and sixteen channels. */
#define BOTH(name, op, nsrc, a, b, form)                                                           \
    HANDLER(name##_8, op, nsrc, a, b, 1, form)                                                     \
    HANDLER(name##_16, op, nsrc, a, b, 2, form)
/* Handlers of odd operands: of dwords, of any type, and with modifiers. */
#define ODDS(name, op, nsrc, kind)                                                                 \
    BOTH(name, op, nsrc, ODD, ODD, ((kind) & ~MODS) | MASKED | LANES | DWORDS)                     \
    BOTH(name##_any, op, nsrc, ODD, ODD, ((kind) & ~MODS) | MASKED | LANES)                        \
    BOTH(name##_mods, op, nsrc, ODD, ODD, (kind) | MASKED | LANES)
#define ODD_ROW(name)                                                                              \
    {                                                                                              \
        {name##_8, name##_16}, {name##_any_8, name##_any_16},                                      \
        {                                                                                          \
            name##_mods_8, name##_mods_16                                                          \
        }                                                                                          \
    }
#define ROW(op, kind)                                                                              \
    static const struct row row_##op = {                                                           \
        {{op##_p_8, op##_p_16}, {op##_s_8, op##_s_16}, {op##_i_8, op##_i_16}},                     \
        {op##_any_8, op##_any_16},                                                                 \
        {op##_masked_8, op##_masked_16},                                                           \
        {NULL, NULL},                                                                              \
        ODD_ROW(op##_odd),                                                                         \
        (kind)&FLOATS,                                                                             \
        FAST_##op};
#define FORMS(op, nsrc, kind)                                                                      \
    BOTH(op##_p, op, nsrc, P, P, (kind) & ~MODS)                                                   \
    BOTH(op##_s, op, nsrc, P, S, (kind) & ~MODS)                                                   \
    BOTH(op##_i, op, nsrc, P, I, (kind) & ~MODS)                                                   \
    BOTH(op##_any, op, nsrc, ANY, ANY, kind)                                                       \
    BOTH(op##_masked, op, nsrc, ANY, ANY, (kind) | MASKED)                                         \
    ODDS(op##_odd, op, nsrc, (kind))                                                               \
    ROW(op, kind)

/* The handlers of an operation, for 8 and 16 channels. shapes: by the shape of the last source, if
 * the others are packed (for a comparison: test_flags()); any: any shapes and modifiers; masked:
 * with any mask; minus: packed minus packed; odd: other regions and types. */
struct row {
    fast_handler *shapes[3][2], *any[2], *masked[2], *minus[2], *odd[3][2];
    bool floats;
    enum fast_vector_op op;
};

FORMS(op_mov, 1, MODS)
FORMS(op_not, 1, MODS)
FORMS(op_itof, 1, FLOATS)
FORMS(op_utof, 1, FLOATS)
FORMS(op_and, 2, MODS)
FORMS(op_or, 2, MODS)
FORMS(op_xor, 2, MODS)
FORMS(op_shl, 2, MODS)
FORMS(op_shr, 2, 0)
FORMS(op_asr, 2, 0)
FORMS(op_add, 2, MODS)
FORMS(op_mul, 2, MODS)
FORMS(op_mulw, 2, MODS)
FORMS(op_fmul, 2, MODS | FLOATS | ROUNDS)
#define TEST(name, op, shape_b, form)                                                              \
    static enum fast_leave name##_8(FAST_ARGS)                                                     \
    {                                                                                              \
        return test_flags(FAST_PASS, op, shape_b, 1, form);                                        \
    }                                                                                              \
    static enum fast_leave name##_16(FAST_ARGS)                                                    \
    {                                                                                              \
        return test_flags(FAST_PASS, op, shape_b, 2, form);                                        \
    }
#define COMPARISON(op, kind)                                                                       \
    TEST(op##_p, op, P, (kind) & ~MODS)                                                            \
    TEST(op##_s, op, S, (kind) & ~MODS)                                                            \
    TEST(op##_i, op, I, (kind) & ~MODS)                                                            \
    BOTH(op##_any, op, 2, ANY, ANY, (kind) | COMPARE)                                              \
    BOTH(op##_masked, op, 2, ANY, ANY, (kind) | COMPARE | MASKED)                                  \
    ODDS(op##_odd, op, 2, (kind) | COMPARE)                                                        \
    ROW(op, kind)
COMPARISON(fcmp_z, MODS | FLOATS)
COMPARISON(fcmp_nz, MODS | FLOATS)
COMPARISON(fcmp_g, MODS | FLOATS)
COMPARISON(fcmp_ge, MODS | FLOATS)
COMPARISON(fcmp_l, MODS | FLOATS)
COMPARISON(fcmp_le, MODS | FLOATS)
COMPARISON(dcmp_z, 0)
COMPARISON(dcmp_nz, 0)
COMPARISON(dcmp_g, 0)
COMPARISON(dcmp_ge, 0)
COMPARISON(dcmp_l, 0)
COMPARISON(dcmp_le, 0)
COMPARISON(ucmp_g, 0)
COMPARISON(ucmp_ge, 0)
COMPARISON(ucmp_l, 0)
COMPARISON(ucmp_le, 0)

BOTH(fmov_any, op_mov, 1, ANY, ANY, MODS | FLOATS)
BOTH(fmov_masked, op_mov, 1, ANY, ANY, MODS | FLOATS | MASKED)
ODDS(fmov_odd, op_mov, 1, MODS | FLOATS)
static const struct row row_fmov = {
    {{op_mov_p_8, op_mov_p_16}, {op_mov_s_8, op_mov_s_16}, {op_mov_i_8, op_mov_i_16}},
    {fmov_any_8, fmov_any_16},
    {fmov_masked_8, fmov_masked_16},
    {NULL, NULL},
    ODD_ROW(fmov_odd),
    false,
    FAST_fmov};

BOTH(op_sel_masked, op_mov, 2, ANY, ANY, MODS | MASKED | SELECT)
BOTH(fsel_masked, op_mov, 2, ANY, ANY, MODS | FLOATS | MASKED | SELECT)
ODDS(op_sel_odd, op_mov, 2, MODS | SELECT)
ODDS(fsel_odd, op_mov, 2, MODS | FLOATS | SELECT)
#define SELECT_ROW(f)                                                                              \
    {                                                                                              \
        {{f##_masked_8, f##_masked_16},                                                            \
         {f##_masked_8, f##_masked_16},                                                            \
         {f##_masked_8, f##_masked_16}},                                                           \
            {f##_masked_8, f##_masked_16}, {f##_masked_8, f##_masked_16}, {NULL, NULL},            \
            ODD_ROW(f##_odd), false, FAST_##f                                                      \
    }
static const struct row row_op_sel = SELECT_ROW(op_sel), row_fsel = SELECT_ROW(fsel);

BOTH(op_fadd_p, op_fadd, 2, P, P, FLOATS | ROUNDS)
BOTH(op_fadd_s, op_fadd, 2, P, S, FLOATS | ROUNDS)
BOTH(op_fadd_i, op_fadd, 2, P, I, FLOATS | ROUNDS)
BOTH(op_fadd_n, op_fadd, 2, P, N, FLOATS | ROUNDS)
BOTH(op_fadd_any, op_fadd, 2, ANY, ANY, MODS | FLOATS | ROUNDS)
BOTH(op_fadd_masked, op_fadd, 2, ANY, ANY, MODS | FLOATS | ROUNDS | MASKED)
ODDS(op_fadd_odd, op_fadd, 2, MODS | FLOATS | ROUNDS)
static const struct row row_op_fadd = {
    {{op_fadd_p_8, op_fadd_p_16}, {op_fadd_s_8, op_fadd_s_16}, {op_fadd_i_8, op_fadd_i_16}},
    {op_fadd_any_8, op_fadd_any_16},
    {op_fadd_masked_8, op_fadd_masked_16},
    {op_fadd_n_8, op_fadd_n_16},
    ODD_ROW(op_fadd_odd),
    true,
    FAST_op_fadd};

BOTH(op_fmad_p, op_fmad, 3, P, P, FLOATS | ROUNDS)
BOTH(op_fmad_any, op_fmad, 3, ANY, ANY, MODS | FLOATS | ROUNDS)
BOTH(op_fmad_masked, op_fmad, 3, ANY, ANY, MODS | FLOATS | ROUNDS | MASKED)
ODDS(op_fmad_odd, op_fmad, 3, MODS | FLOATS | ROUNDS)
static const struct row row_op_fmad = {
    {{op_fmad_p_8, op_fmad_p_16}, {op_fmad_any_8, op_fmad_any_16}, {op_fmad_any_8, op_fmad_any_16}},
    {op_fmad_any_8, op_fmad_any_16},
    {op_fmad_masked_8, op_fmad_masked_16},
    {NULL, NULL},
    ODD_ROW(op_fmad_odd),
    true,
    FAST_op_fmad};

/* Rarer operations have only the most general form; native code takes those that have a number. */
#define RARE(name, fn, nsrc, form)                                                                 \
    BOTH(name##_odd, fn, nsrc, ODD, ODD, (form) | MODS | MASKED | LANES)                           \
    static const struct row row_##name = {.odd = {{name##_odd_8, name##_odd_16},                   \
                                                  {name##_odd_8, name##_odd_16},                   \
                                                  {name##_odd_8, name##_odd_16}},                  \
                                          .floats = (form)&ROUNDS,                                 \
                                          .op = FAST_##fn};
RARE(lrp, op_lrp, 3, FLOATS | ROUNDS)
RARE(rndu, op_rndu, 1, FLOATS | ROUNDS)
RARE(rndd, op_rndd, 1, FLOATS | ROUNDS)
RARE(rnde, op_rnde, 1, FLOATS | ROUNDS)
RARE(rndz, op_rndz, 1, FLOATS | ROUNDS)
RARE(frc, op_frc, 1, FLOATS | ROUNDS)
RARE(fmin, op_fmin, 2, FLOATS)
RARE(fmax, op_fmax, 2, FLOATS)
RARE(dmin, op_dmin, 2, 0)
RARE(dmax, op_dmax, 2, 0)
RARE(umin, op_umin, 2, 0)
RARE(umax, op_umax, 2, 0)
RARE(lzd, op_lzd, 1, 0)
RARE(fbh, op_fbh, 1, 0)
RARE(fbhs, op_fbhs, 1, 0)
RARE(fbl, op_fbl, 1, 0)
RARE(cbit, op_cbit, 1, 0)
RARE(bfrev, op_bfrev, 1, 0)
RARE(bfe, op_bfe, 3, 0)
RARE(bfes, op_bfes, 3, 0)
RARE(bfi1, op_bfi1, 2, 0)
RARE(bfi2, op_bfi2, 3, 0)
RARE(avg, op_avg, 2, 0)
RARE(sad2, op_sad2, 2, 0)
RARE(dp2, op_dp2, 2, FLOATS | ROUNDS)
RARE(dp3, op_dp3, 2, FLOATS | ROUNDS)
RARE(dp4, op_dp4, 2, FLOATS | ROUNDS)
RARE(dph, op_dph, 2, FLOATS | ROUNDS)
RARE(inv, op_inv, 2, FLOATS | ROUNDS)
RARE(root, op_sqrt, 2, FLOATS | ROUNDS)
RARE(rsq, op_rsq, 2, FLOATS | ROUNDS)

#include "sim/fast/pair.h"

/* --- which one --- */

static bool has_abs(const struct fast_uop *u)
{
    return u->mods & FAST_ABS * 7;
}

static bool has_part(const struct fast_uop *u, unsigned nsrc)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < nsrc; i++)
        kinds |= u->kind[i];
    return kinds & FAST_PART;
}

static const struct row *compare_row(unsigned cmod, unsigned type)
{
    static const struct row *const rows[3][7] = {
        {NULL, &row_fcmp_z, &row_fcmp_nz, &row_fcmp_g, &row_fcmp_ge, &row_fcmp_l, &row_fcmp_le},
        {NULL, &row_dcmp_z, &row_dcmp_nz, &row_dcmp_g, &row_dcmp_ge, &row_dcmp_l, &row_dcmp_le},
        {NULL, &row_dcmp_z, &row_dcmp_nz, &row_ucmp_g, &row_ucmp_ge, &row_ucmp_l, &row_ucmp_le},
    };
    if (cmod > 6)
        return NULL;
    return rows[type == EU_TYPE_F ? 0 : type == EU_TYPE_D ? 1 : 2][cmod];
}

/* The row of a `sel` that compares. */
static const struct row *order_row(unsigned cmod, unsigned type)
{
    static const struct row *const rows[3][2] = {
        {&row_fmax, &row_fmin},
        {&row_dmax, &row_dmin},
        {&row_umax, &row_umin},
    };
    enum { GE = 4, L = 5 };
    if (cmod != GE && cmod != L)
        return NULL;
    return rows[type == EU_TYPE_F ? 0 : type == EU_TYPE_D ? 1 : 2][cmod - GE];
}

/* The row of an instruction that adds products of four channels. */
static const struct row *products_row(const struct eu_insn *insn)
{
    if (isa_exec_size(insn) < 4)
        return NULL;
    return insn->op->id == EU_OP_DP2   ? &row_dp2
           : insn->op->id == EU_OP_DP3 ? &row_dp3
           : insn->op->id == EU_OP_DP4 ? &row_dp4
           : insn->op->id == EU_OP_DPH ? &row_dph
                                       : NULL;
}

/* The row if all sources and the destination are floats. */
static const struct row *float_row(const struct eu_insn *insn)
{
    switch (insn->op->id) {
    case EU_OP_MOV:
        return &row_fmov;
    case EU_OP_SEL:
        return insn->cmod ? order_row(insn->cmod, EU_TYPE_F) : &row_fsel;
    case EU_OP_ADD:
        return &row_op_fadd;
    case EU_OP_MUL:
        return &row_op_fmul;
    case EU_OP_MAD:
        return &row_op_fmad;
    case EU_OP_LRP:
        return &row_lrp;
    case EU_OP_RNDU:
        return &row_rndu;
    case EU_OP_RNDD:
        return &row_rndd;
    case EU_OP_RNDE:
        return &row_rnde;
    case EU_OP_RNDZ:
        return &row_rndz;
    case EU_OP_FRC:
        return &row_frc;
    default:
        return products_row(insn);
    }
}

/* The row of a function; src1 does not count. */
static const struct row *function_row(const struct eu_insn *insn)
{
    if (insn->src[0].type != EU_TYPE_F || insn->dst.type != EU_TYPE_F)
        return NULL;
    return insn->cmod == EU_MATH_INV    ? &row_inv
           : insn->cmod == EU_MATH_SQRT ? &row_root
           : insn->cmod == EU_MATH_RSQ  ? &row_rsq
                                        : NULL;
}

/* The row of an instruction on bits of dwords. */
static const struct row *bits_row(const struct fast_uop *u, const struct eu_insn *insn)
{
    bool is_signed = insn->src[0].type == EU_TYPE_D;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (u->kind[i] & FAST_PART || (u->kind[i] == FAST_IMM && i == 0) || u->mods)
            return NULL;
    switch (insn->op->id) {
    case EU_OP_LZD:
        return &row_lzd;
    case EU_OP_FBH:
        return is_signed ? &row_fbhs : &row_fbh;
    case EU_OP_FBL:
        return &row_fbl;
    case EU_OP_CBIT:
        return &row_cbit;
    case EU_OP_BFREV:
        return &row_bfrev;
    case EU_OP_BFE:
        return is_signed ? &row_bfes : &row_bfe;
    case EU_OP_BFI1:
        return &row_bfi1;
    case EU_OP_BFI2:
        return &row_bfi2;
    default:
        return NULL;
    }
}

/* The row of an instruction whose elements have at most 16 bits. */
static const struct row *narrow_row(const struct fast_uop *u, const struct eu_insn *insn)
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t least = insn->src[i].type == EU_TYPE_UD ? 0 : 0x8000; /* of an immediate */
        if (!(u->kind[i] & FAST_PART) &&
            (u->kind[i] != FAST_IMM || u->imm + least > 0xffff + least))
            return NULL;
    }
    if (insn->op->id == EU_OP_AVG)
        return &row_avg;
    return isa_exec_size(insn) > 1 ? &row_sad2 : NULL;
}

/* The row for integers, computed modulo 2^32. */
static const struct row *int_row(const struct isa_gen *isa, const struct fast_uop *u,
                                 const struct eu_insn *insn)
{
    bool low = eu_types[insn->src[1].type].bytes == 4 && !isa->full_multiply;
    switch (insn->op->id) {
    case EU_OP_MOV:
        return &row_op_mov;
    case EU_OP_SEL:
        return insn->cmod ? order_row(insn->cmod, insn->src[0].type) : &row_op_sel;
    case EU_OP_NOT:
        return &row_op_not;
    case EU_OP_AND:
        return &row_op_and;
    case EU_OP_OR:
        return &row_op_or;
    case EU_OP_XOR:
        return &row_op_xor;
    case EU_OP_SHL:
        return &row_op_shl;
    case EU_OP_SHR:
        return &row_op_shr;
    case EU_OP_ASR: /* a UD is never negative */
        return insn->src[0].type == EU_TYPE_D ? &row_op_asr : &row_op_shr;
    case EU_OP_ADD:
        return &row_op_add;
    case EU_OP_MUL:
        return low ? &row_op_mul : &row_op_mulw;
    case EU_OP_AVG:
    case EU_OP_SAD2:
        return narrow_row(u, insn);
    default:
        return bits_row(u, insn);
    }
}

/* The row if operands are of one kind, or a conversion whose only inexact step is one rounding. */
static const struct row *row_of(const struct isa_gen *isa, const struct fast_uop *u,
                                const struct eu_insn *insn)
{
    unsigned type = insn->src[0].type, floats = 0, n = insn->op->nsrc;
    bool cmp = insn->op->id == EU_OP_CMP, mixed = false;
    for (unsigned i = 0; i < n; i++) {
        floats += insn->src[i].type == EU_TYPE_F;
        mixed |= insn->src[i].type != type;
    }
    bool to_float = insn->dst.type == EU_TYPE_F;
    if (insn->op->id == EU_OP_MATH)
        return function_row(insn);
    if (cmp)
        return (mixed || (u->mods && !floats)) ? NULL : compare_row(insn->cmod, type);
    if (insn->op->id == EU_OP_MOV && to_float && !u->mods &&
        (type == EU_TYPE_D || type == EU_TYPE_UD))
        return type == EU_TYPE_D ? &row_op_itof : &row_op_utof;
    if (to_float != (floats != 0) || (floats && floats != n))
        return NULL;
    if (floats)
        return float_row(insn);
    bool shifts = insn->op->id == EU_OP_SHR || insn->op->id == EU_OP_ASR;
    /* a comparing sel also takes values that exceed 32 bits */
    bool sel = insn->op->id == EU_OP_SEL;
    if (u->mods & FAST_NOT && has_part(u, n))
        return NULL;
    if (has_abs(u) || (shifts && u->mods) || (sel && (mixed || (insn->cmod && u->mods))))
        return NULL;
    return int_row(isa, u, insn);
}

static bool is_logic(const struct eu_insn *insn)
{
    return insn->op->id == EU_OP_NOT || insn->op->id == EU_OP_AND || insn->op->id == EU_OP_OR ||
           insn->op->id == EU_OP_XOR;
}

/* Which of the row's odd[] handlers can do all that @u needs. */
static unsigned odd_way(const struct fast_uop *u, unsigned nsrc)
{
    unsigned parts = fast_rest(u)->odd->put;
    for (unsigned i = 0; i < nsrc; i++)
        parts |= u->kind[i] & FAST_PART;
    return u->mods ? 2 : parts != 0;
}

fast_handler *fast_vector(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn,
                          bool *floats)
{
    if (isa->logic_not && is_logic(insn) && u->mods)
        u->mods |= FAST_NOT;
    const struct row *row = row_of(isa, u, insn);
    unsigned n = insn->op->nsrc, es = isa_exec_size(insn), wide = es == 16;
    bool whole = es == 8 || wide, packed = true;
    if (!row)
        return NULL;
    *floats = row->floats;
    if (fast_rest(u)->odd)
        return row->odd[odd_way(u, n)][wide];
    if (!whole || !u->free)
        return row->masked[wide];
    for (unsigned i = 0; i + 1 < n; i++)
        packed &= u->kind[i] == FAST_PACKED;
    if (row->minus[wide] && packed && u->kind[1] == FAST_PACKED && u->mods == FAST_NEG << 1)
        return row->minus[wide];
    /* the condition for a comparison's shapes[] */
    bool tests = u->kind[2] == FAST_NOWHERE && u->need && !u->flag && !u->group;
    if (u->mods || !packed || (insn->op->id == EU_OP_CMP && !tests))
        return row->any[wide];
    return row->shapes[u->kind[n - 1]][wide];
}

void fast_vector_ends(const struct fast_uop *u, struct fast_odd *odd, unsigned es)
{
    set_ends(odd, u->kind[2] == FAST_NOWHERE, es > 8);
}

enum fast_vector_op fast_vector_op(const struct isa_gen *isa, const struct fast_uop *u,
                                   const struct eu_insn *insn)
{
    const struct row *row = row_of(isa, u, insn);
    return row ? row->op : FAST_NO_OP;
}
#else

enum fast_vector_op fast_vector_op(const struct isa_gen *isa, const struct fast_uop *u,
                                   const struct eu_insn *insn)
{
    (void)isa, (void)u, (void)insn;
    return FAST_NO_OP;
}

fast_handler *fast_vector(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn,
                          bool *floats)
{
    (void)isa, (void)u, (void)insn, (void)floats;
    return NULL;
}

void fast_vector_ends(const struct fast_uop *u, struct fast_odd *odd, unsigned es)
{
    (void)u, (void)odd, (void)es;
}

void fast_pair(struct fast_uop *u)
{
    (void)u;
}
#endif
