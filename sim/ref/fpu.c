#include "sim/ref/ref.h"

/* Floating point instructions and math. IVB vol. 4 part 3, chapter 6. Compound operations: mad, mac
 * and line are rounded once, the others after each step from left to right (2.3.1.2 leaves it
 * free). */

#define EACH(id, op)                                                                               \
    enum eu_stop eu_exec_##id(struct ref *x)                                                       \
    {                                                                                              \
        return ref_each(x, op);                                                                    \
    }

static const uint32_t one = 0x3f800000;

static struct ref_val op_frc(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    return ref_float(eu_f_frc(&x->fmode, ref_as_float(x, s[0])));
}
EACH(FRC, op_frc)

#define ROUND(id, direction)                                                                       \
    static struct ref_val op_##id(struct ref *x, unsigned n, const struct ref_val s[3])            \
    {                                                                                              \
        (void)n;                                                                                   \
        return ref_float(eu_f_integral(ref_as_float(x, s[0]), direction));                         \
    }                                                                                              \
    EACH(id, op_##id)
ROUND(RNDU, EU_ROUND_UP)
ROUND(RNDD, EU_ROUND_DOWN)
ROUND(RNDE, EU_ROUND_NEAREST)
ROUND(RNDZ, EU_ROUND_ZERO)

static struct ref_val op_mad(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    if (!x->float_exec)
        return ref_int((int64_t)((uint64_t)s[1].i * (uint64_t)s[2].i + (uint64_t)s[0].i));
    return ref_float(eu_f_fma(&x->fmode, s[1].f, s[2].f, s[0].f));
}
EACH(MAD, op_mad)

static struct ref_val op_lrp(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    uint32_t rest = eu_f_add(&x->fmode, one, s[0].f ^ EU_F_SIGN);
    uint32_t a = eu_f_mul(&x->fmode, s[1].f, s[0].f);
    return ref_float(eu_f_add(&x->fmode, a, eu_f_mul(&x->fmode, s[2].f, rest)));
}
EACH(LRP, op_lrp)

/* One sum for each group of four channels; its source channels count even when disabled. */
static uint32_t dot(struct ref *x, unsigned n, unsigned products, bool homogeneous)
{
    uint32_t sum = 0, q = n & ~3u;
    for (unsigned i = 0; i < products; i++) {
        uint32_t a = ref_as_float(x, ref_load(x, 0, q + i));
        uint32_t b = ref_as_float(x, ref_load(x, 1, q + i));
        uint32_t p = eu_f_mul(&x->fmode, a, b);
        sum = i ? eu_f_add(&x->fmode, sum, p) : p;
    }
    return homogeneous ? eu_f_add(&x->fmode, sum, ref_as_float(x, ref_load(x, 1, q + 3))) : sum;
}

#define DOT(id, products, homogeneous)                                                             \
    static struct ref_val op_##id(struct ref *x, unsigned n, const struct ref_val s[3])            \
    {                                                                                              \
        (void)s;                                                                                   \
        return ref_float(dot(x, n, products, homogeneous));                                        \
    }                                                                                              \
    EACH(id, op_##id)
DOT(DP4, 4, false)
DOT(DPH, 3, true)
DOT(DP3, 3, false)
DOT(DP2, 2, false)

/* Dword @i of the oword in which src0 starts. */
static uint32_t coefficient(struct ref *x, unsigned i)
{
    uint32_t base = ref_src_addr(x, &x->insn->src[0], 0) & ~15u;
    return ref_as_float(x, ref_load_at(x, 0, base + 4 * i));
}

static struct ref_val op_line(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    uint32_t p = ref_as_float(x, ref_load(x, 0, 0));
    return ref_float(eu_f_fma(&x->fmode, p, ref_as_float(x, s[1]), coefficient(x, 3)));
}
EACH(LINE, op_line)

/* u and v alternate for each eight channels (E14), or stand one after the other. */
static struct ref_val op_pln(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)s;
    bool interleaved = x->eu->quirks[EU_QUIRK_PLN_ORDER];
    unsigned k = n / 8, u_reg = interleaved ? 2 * k : k, v_reg = interleaved ? u_reg + 1 : 2 + k;
    uint32_t base = ref_src_addr(x, &x->insn->src[1], 0) + n % 8 * 4;
    uint32_t u = ref_as_float(x, ref_load_at(x, 1, base + u_reg * EU_GRF_BYTES));
    uint32_t v = ref_as_float(x, ref_load_at(x, 1, base + v_reg * EU_GRF_BYTES));
    uint32_t pu = eu_f_mul(&x->fmode, coefficient(x, 0), u);
    uint32_t qv = eu_f_mul(&x->fmode, coefficient(x, 1), v);
    return ref_float(eu_f_add(&x->fmode, eu_f_add(&x->fmode, pu, qv), coefficient(x, 3)));
}

enum eu_stop eu_exec_PLN(struct ref *x)
{
    return ref_each(x, op_pln);
}

/* --- half precision --- */

static struct ref_val op_f16to32(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_float(eu_f_from_half((uint16_t)s[0].i));
}
EACH(F16TO32, op_f16to32)

/* E16: the rounding is not documented. In Align16 (Mesa, UD destination) the upper word becomes 0.
 */
static struct ref_val op_f32to16(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    enum eu_round round = x->eu->quirks[EU_QUIRK_F16_ROUND] ? EU_ROUND_ZERO : x->fmode.round;
    uint32_t f = ref_as_float(x, s[0]);
    uint16_t half = eu_f_to_half(&x->fmode, x->insn->sat ? eu_f_saturate(f) : f, round);
    return ref_int(x->insn->dst.type == EU_TYPE_W ? (int16_t)half : half);
}
EACH(F32TO16, op_f32to16)

/* --- math --- */

static bool is_signed(const struct ref *x)
{
    return eu_types[x->insn->src[0].type].kind == EU_KIND_INT;
}

static struct ref_val op_quot(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    return ref_int(eu_idiv_quot(s[0].i, s[1].i, is_signed(x)));
}

static struct ref_val op_rem(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(eu_idiv_rem(s[0].i, s[1].i));
}

static struct ref_val op_math(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    struct eu_fmode nearest = {.round = EU_ROUND_NEAREST, .alt = x->fmode.alt};
    return ref_float(eu_f_math(&nearest, (enum eu_math)x->insn->cmod, ref_as_float(x, s[0]),
                               ref_as_float(x, s[1])));
}

/* Quotient to dst, remainder to the next register; both read the sources first. */
static enum eu_stop idiv_both(struct ref *x)
{
    struct ref_val rem[EU_CHANNELS], quot[EU_CHANNELS];
    for (unsigned n = 0; n < x->es; n++) {
        struct ref_val s[3] = {ref_load(x, 0, n), ref_load(x, 1, n), {0}};
        quot[n] = op_quot(x, n, s);
        rem[n] = op_rem(x, n, s);
    }
    struct eu_insn second = *x->insn;
    const struct eu_insn *first = x->insn;
    second.dst.reg = (uint8_t)(first->dst.reg + 1);
    if (second.dst.file == EU_FILE_GRF)
        second.dst.reg %= EU_GRF_COUNT;
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        ref_finish(x, n, quot[n], false);
        x->insn = &second;
        ref_finish(x, n, rem[n], false);
        x->insn = first;
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_MATH(struct ref *x)
{
    switch (x->insn->cmod) {
    case EU_MATH_IDIV_BOTH:
        return idiv_both(x);
    case EU_MATH_IDIV_QUOT:
        return ref_each(x, op_quot);
    case EU_MATH_IDIV_REM:
        return ref_each(x, op_rem);
    default:
        return ref_each(x, op_math);
    }
}
