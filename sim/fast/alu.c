#include "sim/fast/any.h"

#include <stdio.h>
#include <string.h>

/* How each opcode is executed. A row of isa/opcodes.def that computes, but has no entry here, does
 * not compile. */
#define WAY_MOV fast_each, fast_mov
#define WAY_SEL fast_each, fast_sel
#define WAY_MOVI fast_movi, NULL
#define WAY_NOT fast_each, fast_not
#define WAY_AND fast_each, fast_and
#define WAY_OR fast_each, fast_or
#define WAY_XOR fast_each, fast_xor
#define WAY_SHR fast_each, fast_shr
#define WAY_SHL fast_each, fast_shl
#define WAY_ASR fast_each, fast_asr
#define WAY_DIM fast_df, NULL
/* of other generations, or done by sim/fast/any.c */
#define WAY_SMOV NULL, NULL
#define WAY_CSEL NULL, NULL
#define WAY_MADM NULL, NULL
#define WAY_CMP fast_cmp, NULL
#define WAY_CMPN fast_cmp, NULL
#define WAY_F32TO16 fast_each, fast_f32to16
#define WAY_F16TO32 fast_each, fast_f16to32
#define WAY_BFREV fast_each, fast_bfrev
#define WAY_BFE fast_each, fast_bfe
#define WAY_BFI1 fast_each, fast_bfi1
#define WAY_BFI2 fast_each, fast_bfi2
#define WAY_MATH fast_each, fast_math
#define WAY_ADD fast_each, fast_add
#define WAY_MUL fast_each, fast_mul
#define WAY_AVG fast_each, fast_avg
#define WAY_FRC fast_each, fast_frc
#define WAY_RNDU fast_each, fast_rnd
#define WAY_RNDD fast_each, fast_rnd
#define WAY_RNDE fast_each, fast_rnd
#define WAY_RNDZ fast_each, fast_rnd
#define WAY_MAC fast_each, fast_mac
#define WAY_MACH fast_each, fast_mach
#define WAY_LZD fast_each, fast_lzd
#define WAY_FBH fast_each, fast_fbh
#define WAY_FBL fast_each, fast_fbl
#define WAY_CBIT fast_each, fast_cbit
#define WAY_ADDC fast_each, fast_addc
#define WAY_SUBB fast_each, fast_subb
#define WAY_SAD2 fast_each, fast_sad2
#define WAY_SADA2 fast_each, fast_sada2
#define WAY_DP4 fast_each, fast_dp
#define WAY_DPH fast_each, fast_dp
#define WAY_DP3 fast_each, fast_dp
#define WAY_DP2 fast_each, fast_dp
#define WAY_LINE fast_each, fast_line
#define WAY_PLN fast_each, fast_pln
#define WAY_MAD fast_each, fast_mad
#define WAY_LRP fast_each, fast_lrp

static const struct fast_op ops[EU_OP_COUNT] = {
#define FORMAT_ALU(id) [EU_OP_##id] = {WAY_##id},
#define FORMAT_3SRC(id) [EU_OP_##id] = {WAY_##id},
#define FORMAT_MATH(id) [EU_OP_##id] = {WAY_##id},
#define FORMAT_IMM64(id) [EU_OP_##id] = {WAY_##id},
#define FORMAT_NONE(id)
#define FORMAT_SEND(id)
#define FORMAT_JIP(id)
#define FORMAT_JIP_UIP(id)
#define FORMAT_BRANCH(id)
#define FORMAT_JMPI(id)
#define FORMAT_CALL(id)
#define FORMAT_RET(id)
#define FORMAT_SENDS(id)
#define FORMAT_WAIT(id)
#define OP(id, name, nsrc, ndst, format, ...) FORMAT_##format(id)
#include "isa/opcodes.def"
#undef OP
};

struct fast_op fast_op_of(unsigned id, bool df, unsigned function)
{
    if (df)
        return (struct fast_op){fast_df, NULL};
    if (id == EU_OP_MATH && function == EU_MATH_IDIV_BOTH)
        return (struct fast_op){fast_idiv_both, NULL};
    if (id == EU_OP_MATH && function == EU_MATH_IDIV_QUOT)
        return (struct fast_op){fast_each, fast_idiv_quot};
    if (id == EU_OP_MATH && function == EU_MATH_IDIV_REM)
        return (struct fast_op){fast_each, fast_idiv_rem};
    return ops[id];
}

/* Loads, computes and finishes. All sources are read before anything is written (E07). */
void fast_each(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    if (!x->wren)
        return;
    for (unsigned i = 0; i < a->nsrc; i++)
        a->load[i](x, &a->src[i], &x->s[i]);
    x->r.overflow = 0;
    a->compute(x);
    fast_finish(x);
}

/* Does one channel after the other, where the carry of a channel may be a source of the next. */
void fast_each_alone(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    uint32_t wren = x->wren;
    x->r.overflow = 0;
    FAST_EACH(n, wren)
    {
        x->wren = 1u << n;
        for (unsigned i = 0; i < a->nsrc; i++)
            a->load[i](x, &a->src[i], &x->s[i]);
        a->compute(x);
    }
    x->wren = wren;
    fast_finish(x);
}

static void begin_run(struct fast_run *x, struct eu *eu, struct eu_thread *t,
                      const struct fast_alu *a)
{
    x->eu = eu, x->t = t, x->a = a; /* the lanes are left as they are until they are loaded */
    x->effects = 0;
    x->tm_read = false;
    x->acc_enabled = a->acc_wr && !(t->cr[0] & EU_CR0_ACC_DISABLE);
    x->mode = (struct eu_fmode){
        .round = (enum eu_round)(t->cr[0] >> EU_CR0_ROUND_SHIFT & 3),
        .alt = t->cr[0] & EU_CR0_ALT,
        .df_denorm = t->cr[0] & EU_CR0_DF_DENORM,
    };
}

static void end_run(struct fast_run *x)
{
    if (x->tm_read)
        x->t->tm_event = false; /* a read of any part clears it, 3.3.3.12 */
}

unsigned fast_alu_run(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, uint32_t wren,
                      uint32_t pred)
{
    struct fast_run x;
    if (a->any)
        return any_run(eu, t, a, wren, pred);
    begin_run(&x, eu, t, a);
    x.wren = wren & a->channels;
    x.pred = pred;
    a->way(&x);
    end_run(&x);
    return x.effects;
}

uint32_t fast_alu_element(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, unsigned i,
                          unsigned n)
{
    struct fast_run x;
    if (a->any)
        return any_element(eu, t, a, i, n);
    begin_run(&x, eu, t, a);
    a->load[i](&x, &a->src[i], &x.s[i]);
    end_run(&x);
    unsigned bytes = eu_types[a->src[i].type].bytes;
    uint32_t bits = x.s[i].floats >> n & 1 ? x.s[i].f[n] : (uint32_t)x.s[i].i[n];
    return bytes < 4 ? bits & ((1u << 8 * bytes) - 1) : bits;
}
