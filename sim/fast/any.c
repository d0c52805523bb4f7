#include "sim/fast/any.h"

#include "sim/fast/core.h"

/* Opcodes and the ways to execute them. A row of isa/opcodes.def that computes and has none here
 * does not compile. */
#define WAY_MOV any_each, any_mov
#define WAY_SMOV any_smov, any_mov
#define WAY_SEL any_each, any_sel
#define WAY_MOVI any_movi, NULL
#define WAY_NOT any_each, any_not
#define WAY_AND any_each, any_and
#define WAY_OR any_each, any_or
#define WAY_XOR any_each, any_xor
#define WAY_SHR any_each, any_shr
#define WAY_SHL any_each, any_shl
#define WAY_ASR any_each, any_asr
#define WAY_CSEL any_each, any_csel
#define WAY_CMP any_cmp, NULL
#define WAY_CMPN any_cmp, NULL
#define WAY_BFREV any_each, any_bfrev
#define WAY_BFE any_each, any_bfe
#define WAY_BFI1 any_each, any_bfi1
#define WAY_BFI2 any_each, any_bfi2
#define WAY_MATH any_each, any_math
#define WAY_ADD any_each, any_add
#define WAY_MUL any_each, any_mul
#define WAY_AVG any_each, any_avg
#define WAY_FRC any_each, any_frc
#define WAY_RNDU any_each, any_rnd
#define WAY_RNDD any_each, any_rnd
#define WAY_RNDE any_each, any_rnd
#define WAY_RNDZ any_each, any_rnd
#define WAY_MAC any_each, any_mac
#define WAY_MACH any_each, any_mach
#define WAY_LZD any_each, any_lzd
#define WAY_FBH any_each, any_fbh
#define WAY_FBL any_each, any_fbl
#define WAY_CBIT any_each, any_cbit
#define WAY_ADDC any_each, any_addc
#define WAY_SUBB any_each, any_subb
#define WAY_SAD2 any_each, any_sad2
#define WAY_SADA2 any_each, any_sada2
#define WAY_DP4 any_each, any_dp
#define WAY_DPH any_each, any_dp
#define WAY_DP3 any_each, any_dp
#define WAY_DP2 any_each, any_dp
#define WAY_LINE any_each, any_line
#define WAY_PLN any_each, any_pln
#define WAY_MAD any_each, any_mad
#define WAY_LRP any_each, any_lrp
#define WAY_MADM any_macro, NULL
/* of other generations, or refused before they are executed: eu_refusal_of() */
#define WAY_DIM NULL, NULL
#define WAY_F32TO16 NULL, NULL
#define WAY_F16TO32 NULL, NULL

static const struct any_op ops[EU_OP_COUNT] = {
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

const struct any_op *any_op_of(unsigned id, unsigned function)
{
    static const struct any_op math[16] = {
        [EU_MATH_IDIV_BOTH] = {any_idiv_both, NULL},
        [EU_MATH_IDIV_QUOT] = {any_each, any_idiv_quot},
        [EU_MATH_IDIV_REM] = {any_each, any_idiv_rem},
        [EU_MATH_INVM] = {any_macro, NULL},
        [EU_MATH_RSQTM] = {any_macro, NULL},
    };
    const struct any_op *own = &math[function & 15];
    return id == EU_OP_MATH && own->way ? own : &ops[id];
}

static void compute(struct any_run *x)
{
    for (unsigned i = 0; i < x->a->nsrc; i++)
        any_load(x, i);
    x->a->any->compute(x);
}

/* Where a channel's carry may be the next one's source. */
static void compute_each(struct any_run *x)
{
    uint32_t wren = x->wren;
    FAST_EACH(n, wren)
    {
        x->wren = 1u << n;
        compute(x);
    }
    x->wren = wren;
}

/* Load, compute, finish. All sources are read before anything is written (E07). */
void any_each(struct any_run *x)
{
    if (!x->wren)
        return;
    if (x->a->alone)
        compute_each(x);
    else
        compute(x);
    any_finish(x);
}

/* mov of the channels that src1 names, whatever the predicate leaves of them; a float names none.
 */
void any_smov(struct any_run *x)
{
    any_load(x, 1);
    x->wren &= x->s[1].kind ? 0 : (uint32_t)x->s[1].i[0];
    any_each(x);
}

static void begin(struct any_run *x, struct eu *eu, struct eu_thread *t, const struct fast_alu *a)
{
    uint32_t cr = t->cr[0];
    x->eu = eu, x->t = t, x->a = a; /* the lanes stay as they are until they are loaded */
    x->overflow = x->effects = 0;
    x->tm_read = false;
    x->acc_enabled = a->acc_wr && !(cr & EU_CR0_ACC_DISABLE);
    x->mode = (struct eu_fmode){
        .round = (enum eu_round)(cr >> EU_CR0_ROUND_SHIFT & 3),
        .alt = cr & EU_CR0_ALT,
        .df_denorm = cr & EU_CR0_DF_DENORM,
        .f_denorm = cr & EU_CR0_F_DENORM,
        .hf_denorm = cr & EU_CR0_HF_DENORM,
    };
}

static void end(struct any_run *x)
{
    if (x->tm_read)
        x->t->tm_event = false; /* by a read of any part, 3.3.3.12 */
}

unsigned any_run(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, uint32_t wren,
                 uint32_t pred)
{
    struct any_run x;
    begin(&x, eu, t, a);
    x.wren = wren & a->channels;
    x.pred = pred;
    a->any->way(&x);
    end(&x);
    return x.effects;
}

uint32_t any_element(struct eu *eu, struct eu_thread *t, const struct fast_alu *a, unsigned i,
                     unsigned n)
{
    struct any_run x;
    begin(&x, eu, t, a);
    any_load(&x, i);
    end(&x);
    unsigned bytes = eu_types[a->src[i].type].bytes;
    uint32_t bits = x.s[i].kind ? (uint32_t)x.s[i].f[n] : (uint32_t)x.s[i].i[n];
    return bytes < 4 ? bits & ((1u << 8 * bytes) - 1) : bits;
}
