/* Math macros of Gen8: madm, math.invm, math.rsqtm. An operand is a register together with two bits
 * for each dword in one of mme0 .. mme7, whose number is in the low bits of the swizzle or of
 * ChanEn. What the two bits mean is not documented. Assumed: they scale the value by 2^192 (DF:
 * 2^1536) to the power of their two's complement, so that no step overflows or gives a denormal.
 * Thus intermediate results are completely in architectural state. Regions are packed. Source:
 * isa.md sections 2 and 7. Status: inferred; the bits: assumed. */
#include "sim/ref/ref.h"

enum { NO_MME = 8 };

bool ref_is_macro(const struct eu_insn *insn)
{
    bool math = insn->op->id == EU_OP_MATH;
    return insn->op->id == EU_OP_MADM ||
           (math && (insn->cmod == EU_MATH_INVM || insn->cmod == EU_MATH_RSQTM));
}

/* The dword of an mme register that belongs to element @n; elements continue in the next register.
 * NULL: there is none. */
static uint32_t *mme_of(struct ref *x, unsigned mme, unsigned type, unsigned n)
{
    unsigned dword = n * eu_types[type].bytes / 4;
    if (mme >= NO_MME)
        return NULL;
    return &x->t->mme[(mme + dword / 8) % EU_MMES][dword % 8];
}

static int scale_of(unsigned type)
{
    return type == EU_TYPE_DF ? 1536 : 192;
}

static struct eu_num load_scaled(struct ref *x, unsigned src, unsigned n)
{
    const struct eu_operand *op = &x->insn->src[src];
    struct eu_num v = ref_num(x, ref_load(x, src, n));
    const uint32_t *mme = mme_of(x, op->swizzle & 15, op->type, n);
    if (mme)
        v.exp += ((int)(*mme & 3) - (*mme & 2 ? 4 : 0)) * scale_of(op->type);
    return v;
}

/* Writes the result to the register, and its power to mme if there is one; otherwise it is rounded
 * to the type. */
static void store_scaled(struct ref *x, unsigned n, struct eu_num v)
{
    const struct eu_operand *dst = &x->insn->dst;
    enum eu_float kind = eu_float_of(dst->type);
    uint32_t *mme = mme_of(x, dst->chan_en, dst->type, n);
    if (!mme) {
        uint64_t bits = eu_num_to(&x->fmode, kind, v);
        ref_finish(x, n, ref_float(kind, bits), x->fmode.overflow);
        return;
    }
    v = eu_num_round(&x->fmode, kind == EU_FLOAT_DF ? EU_FLOAT_DF_MACRO : EU_FLOAT_F_MACRO, v);
    int scale = scale_of(dst->type), min = kind == EU_FLOAT_DF ? -1022 : -126, power = 0;
    for (; v.cls == EU_NUM_FINITE && v.exp < min && power > -2; power--)
        v.exp += scale;
    for (; v.cls == EU_NUM_FINITE && v.exp >= 1 - min + 1 && power < 1; power++)
        v.exp -= scale;
    *mme = (uint32_t)power & 3;
    if (kind == EU_FLOAT_DF)
        mme[1] = 0;
    ref_store(x, n, eu_num_bits(kind, v));
}

static bool is_normal(struct eu_num v)
{
    return v.cls == EU_NUM_FINITE;
}

/* invm starts a / b with 1 / b; rsqtm starts sqrt(a) with 1 / sqrt(a). If the result is known
 * already (zero, infinity, NaN), it is returned, and the flag says so. */
static bool start_value(struct ref *x, struct eu_num a, struct eu_num b, struct eu_num *result)
{
    if (x->insn->cmod == EU_MATH_INVM) {
        bool early = !is_normal(a) || !is_normal(b);
        *result = early ? eu_num_div(a, b) : eu_num_div(eu_num_make(false, 1, 0), b);
        return early;
    }
    bool early = !is_normal(a) || a.neg;
    *result = eu_num_rsqrt(a);
    if (early) /* for sqrt: zero and infinity themselves */
        *result =
            is_normal(a) || (a.cls == EU_NUM_INF && a.neg) ? (struct eu_num){.cls = EU_NUM_NAN} : a;
    return early;
}

enum eu_stop ref_macro(struct ref *x)
{
    struct eu_num result[EU_CHANNELS];
    bool overflow[EU_CHANNELS];
    uint32_t early = 0;
    for (unsigned n = 0; n < x->es; n++) {
        struct eu_num a = load_scaled(x, 0, n), b = load_scaled(x, 1, n);
        if (x->insn->op->id == EU_OP_MADM)
            result[n] = eu_num_fma(&x->fmode, b, load_scaled(x, 2, n), a);
        else
            early |= (uint32_t)start_value(x, a, b, &result[n]) << n;
        overflow[n] = x->fmode.overflow;
    }
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        x->fmode.overflow = overflow[n];
        if (x->insn->op->id == EU_OP_MATH)
            ref_set_flag(x, n, early >> n & 1);
        store_scaled(x, n, result[n]);
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_MADM(struct ref *x)
{
    return ref_macro(x);
}
