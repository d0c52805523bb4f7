#include "sim/fast/any.h"

/* Math macros: madm, math.invm, math.rsqtm. An operand is a register and two bits a dword of mme0
 * .. mme7 beside it: a power of 2^192 (DF: 2^1536), in two's complement (assumed). Regions are
 * packed. */

struct format {
    enum eu_float kind, wide; /* wide: with the exponents that the powers give it */
    int scale, emin, emax;
    unsigned dwords;
};

static struct format format_of(unsigned type)
{
    if (type == EU_TYPE_DF)
        return (struct format){EU_FLOAT_DF, EU_FLOAT_DF_MACRO, 1536, -1022, 1023, 2};
    return (struct format){EU_FLOAT_F, EU_FLOAT_F_MACRO, 192, -126, 127, 1};
}

/* The dword that belongs to element @n; NULL: none. */
static uint32_t *macro_at(struct any_run *x, unsigned macro, unsigned dwords, unsigned n)
{
    uint32_t *all = &x->t->mme[0][0];
    if (macro >= ISA_NO_MACRO)
        return NULL;
    return all + (macro * 8 + n * dwords) % (EU_MMES * 8);
}

static struct eu_num operand(struct any_run *x, unsigned i, unsigned n)
{
    static const int8_t powers[4] = {0, 1, -2, -1};
    const struct format f = format_of(x->a->src[i].type);
    const uint32_t *macro = macro_at(x, x->a->src[i].macro, f.dwords, n);
    struct eu_num v = any_num(x, &x->s[i], n);
    if (macro)
        v.exp += powers[*macro & 3] * f.scale;
    return v;
}

static void put(struct any_run *x, unsigned n, struct eu_num v)
{
    const struct format f = format_of(x->a->dst.type);
    uint32_t *macro = macro_at(x, x->a->dst.macro, f.dwords, n), wren = x->wren;
    int power = 0;
    x->r.kind = (uint8_t)f.kind;
    if (!macro) { /* rounded to the type, as any result */
        x->r.f[n] = eu_num_to(&x->mode, f.kind, v);
        any_keep_overflow(x, n);
        x->wren = 1u << n;
        any_finish(x);
        x->wren = wren;
        return;
    }
    v = eu_num_round(&x->mode, f.wide, v);
    x->mode.overflow = false;
    if (v.cls == EU_NUM_FINITE) {
        while (v.exp < f.emin && power > -2)
            v.exp += f.scale, power--;
        while (v.exp > f.emax && power < 1)
            v.exp -= f.scale, power++;
    }
    *macro = (uint32_t)power & 3;
    if (f.dwords == 2)
        macro[1] = 0;
    any_store(x, n, eu_num_bits(f.kind, v));
}

/* Where the quotient or the root is known already (zero, infinity, NaN) it is the result: true. */
static bool is_early(const struct any_run *x, struct eu_num a, struct eu_num b)
{
    if (x->a->cmod == EU_MATH_INVM)
        return a.cls != EU_NUM_FINITE || b.cls != EU_NUM_FINITE;
    return a.cls != EU_NUM_FINITE || a.neg;
}

static struct eu_num first_step(const struct any_run *x, struct eu_num a, struct eu_num b,
                                bool early)
{
    static const struct eu_num nan = {.cls = EU_NUM_NAN};
    if (x->a->cmod == EU_MATH_INVM)
        return eu_num_div(early ? a : eu_num_of_int(1), b);
    if (!early)
        return eu_num_rsqrt(a);
    return a.neg && a.cls != EU_NUM_ZERO ? nan : a; /* the root of what is early */
}

void any_macro(struct any_run *x)
{
    struct eu_num result[EU_CHANNELS];
    uint32_t early = 0;
    bool starts = x->a->id == EU_OP_MATH;
    for (unsigned i = 0; i < x->a->nsrc; i++)
        any_load(x, i);
    for (unsigned n = 0; n < x->a->es; n++) {
        struct eu_num a = operand(x, 0, n), b = operand(x, 1, n);
        if (starts) {
            early |= (uint32_t)is_early(x, a, b) << n;
            result[n] = first_step(x, a, b, early >> n & 1);
        } else {
            result[n] = eu_num_fma(&x->mode, b, operand(x, 2, n), a);
        }
    }
    FAST_EACH(n, x->wren)
    {
        if (starts)
            any_set_flag(x, n, early >> n & 1);
        put(x, n, result[n]);
    }
}
