/* Floating point instructions and math. IVB vol. 4 part 3, chapter 6. Compound operations: mad, mac
 * and line are rounded once, the others after each step from left to right (2.3.1.2 leaves this
 * open). */
#include "sim/ref/ref.h"

#define EACH(id, op)                                                                               \
    enum eu_stop eu_exec_##id(struct ref *x)                                                       \
    {                                                                                              \
        return ref_each(x, op);                                                                    \
    }

static struct ref_val op_frc(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    struct eu_num v = ref_num(x, s[0]), floor = eu_num_integral(v, EU_ROUND_DOWN);
    if (v.cls == EU_NUM_ZERO || v.cls == EU_NUM_INF)
        return ref_rounded(x,
                           (struct eu_num){.cls = v.cls == EU_NUM_INF ? EU_NUM_NAN : EU_NUM_ZERO});
    floor.neg = !floor.neg;
    v = eu_num_add(&x->fmode, v, floor);
    v.neg = false; /* rounding down makes x - x a -0 */
    return ref_rounded(x, v);
}
EACH(FRC, op_frc)

/* Infinities are kept, in ALT mode, too. */
static struct ref_val round_to_integral(struct ref *x, struct ref_val v, enum eu_round direction)
{
    struct eu_fmode mode = x->fmode;
    mode.alt = false;
    return ref_float(x->result,
                     eu_num_to(&mode, x->result, eu_num_integral(ref_num(x, v), direction)));
}

#define ROUND(id, direction)                                                                       \
    static struct ref_val op_##id(struct ref *x, unsigned n, const struct ref_val s[3])            \
    {                                                                                              \
        (void)n;                                                                                   \
        return round_to_integral(x, s[0], direction);                                              \
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
        return ref_int((eu_i128)((eu_u128)s[1].i * (eu_u128)s[2].i + (eu_u128)s[0].i));
    return ref_rounded(x,
                       eu_num_fma(&x->fmode, ref_num(x, s[1]), ref_num(x, s[2]), ref_num(x, s[0])));
}
EACH(MAD, op_mad)

/* Rounds after one of several steps. */
static struct eu_num round_step(struct ref *x, struct eu_num v)
{
    return eu_num_round(&x->fmode, x->result, v);
}

static struct eu_num multiply_step(struct ref *x, struct eu_num a, struct eu_num b)
{
    return round_step(x, eu_num_mul(a, b));
}

static struct eu_num add_step(struct ref *x, struct eu_num a, struct eu_num b)
{
    return round_step(x, eu_num_add(&x->fmode, a, b));
}

/* There is no lrp of integers: they count as zeros with the sign of their modifier. */
static struct eu_num lrp_source(struct ref *x, unsigned i, const struct ref_val s[3])
{
    if (s[i].kind)
        return ref_num(x, s[i]);
    return (struct eu_num){.cls = EU_NUM_ZERO, .neg = x->insn->src[i].neg};
}

static struct ref_val op_lrp(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    struct eu_num by = lrp_source(x, 0, s), minus = by;
    minus.neg = !minus.neg;
    struct eu_num rest = add_step(x, eu_num_of_int(1), minus);
    return ref_rounded(x, add_step(x, multiply_step(x, lrp_source(x, 1, s), by),
                                   multiply_step(x, lrp_source(x, 2, s), rest)));
}
EACH(LRP, op_lrp)

/* Makes one sum for each group of four channels, from all of its channels, even disabled ones. */
static struct eu_num dot_product(struct ref *x, unsigned n, unsigned products, bool homogeneous)
{
    struct eu_num sum = {0};
    unsigned q = n & ~3u;
    for (unsigned i = 0; i < products; i++) {
        struct eu_num p =
            multiply_step(x, ref_num(x, ref_load(x, 0, q + i)), ref_num(x, ref_load(x, 1, q + i)));
        sum = i ? add_step(x, sum, p) : p;
    }
    return homogeneous ? add_step(x, sum, ref_num(x, ref_load(x, 1, q + 3))) : sum;
}

#define DOT(id, products, homogeneous)                                                             \
    static struct ref_val op_##id(struct ref *x, unsigned n, const struct ref_val s[3])            \
    {                                                                                              \
        (void)s;                                                                                   \
        return ref_rounded(x, dot_product(x, n, products, homogeneous));                           \
    }                                                                                              \
    EACH(id, op_##id)
DOT(DP4, 4, false)
DOT(DPH, 3, true)
DOT(DP3, 3, false)
DOT(DP2, 2, false)

/* Dword @i of the OWord in which src0 begins. */
static struct eu_num coefficient_at(struct ref *x, unsigned i)
{
    uint32_t base = ref_src_addr(x, &x->insn->src[0], 0) & ~15u;
    return ref_num(x, ref_load_at(x, 0, base + 4 * i));
}

static struct ref_val op_line(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    struct eu_num p = ref_num(x, ref_load(x, 0, 0));
    return ref_rounded(x, eu_num_fma(&x->fmode, p, ref_num(x, s[1]), coefficient_at(x, 3)));
}
EACH(LINE, op_line)

/* u and v alternate for each eight channels (E14), or all u come before all v. */
static struct ref_val op_pln(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)s;
    bool interleaved = x->eu->quirks[EU_QUIRK_PLN_ORDER];
    unsigned k = n / 8, u_reg = interleaved ? 2 * k : k, v_reg = interleaved ? u_reg + 1 : 2 + k;
    uint32_t base = ref_src_addr(x, &x->insn->src[1], 0) + n % 8 * 4;
    struct eu_num u = ref_num(x, ref_load_at(x, 1, base + u_reg * EU_GRF_BYTES));
    struct eu_num v = ref_num(x, ref_load_at(x, 1, base + v_reg * EU_GRF_BYTES));
    struct eu_num pu = multiply_step(x, coefficient_at(x, 0), u),
                  qv = multiply_step(x, coefficient_at(x, 1), v);
    return ref_rounded(x, add_step(x, add_step(x, pu, qv), coefficient_at(x, 3)));
}

enum eu_stop eu_exec_PLN(struct ref *x)
{
    return ref_each(x, op_pln);
}

/* --- half precision --- */

static struct ref_val op_f16to32(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_float(EU_FLOAT_F, eu_f_from_half((uint16_t)s[0].i));
}
EACH(F16TO32, op_f16to32)

/* E16: the rounding is not documented. In Align16 (Mesa, with a UD destination) the upper word
 * becomes 0. */
static struct ref_val op_f32to16(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    enum eu_round round = x->eu->quirks[EU_QUIRK_F16_ROUND] ? EU_ROUND_ZERO : x->fmode.round;
    uint32_t f = ref_as_single(x, s[0]);
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
    return ref_int(eu_idiv_quot((int64_t)s[0].i, (int64_t)s[1].i, is_signed(x)));
}

static struct ref_val op_rem(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(eu_idiv_rem((int64_t)s[0].i, (int64_t)s[1].i));
}

/* Halves are computed as floats (assumed). */
static struct ref_val op_math(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    struct eu_fmode nearest = {
        .round = EU_ROUND_NEAREST, .alt = x->fmode.alt, .f_denorm = x->fmode.f_denorm};
    return ref_float(EU_FLOAT_F, eu_f_math(&nearest, (enum eu_math)x->insn->cmod,
                                           ref_as_single(x, s[0]), ref_as_single(x, s[1])));
}

/* Writes the quotient to dst and the remainder to the next register. All sources are read first. */
static enum eu_stop idiv_both(struct ref *x)
{
    struct ref_val rem[EU_CHANNELS], quot[EU_CHANNELS];
    for (unsigned n = 0; n < x->es; n++) {
        struct ref_val s[3] = {ref_load(x, 0, n), ref_load(x, 1, n), ref_int(0)};
        quot[n] = op_quot(x, n, s);
        rem[n] = op_rem(x, n, s);
    }
    struct eu_insn second = *x->insn;
    const struct eu_insn *first = x->insn;
    second.dst.reg = (uint8_t)(first->dst.reg + 1);
    if (second.dst.file == EU_FILE_GRF)
        second.dst.reg %= EU_GRF_COUNT;
    x->insn = &second;
    struct ref_operand second_dst, first_dst = x->dst;
    ref_operand_of(&second_dst, x, &second.dst);
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        x->insn = first;
        x->dst = first_dst;
        ref_finish(x, n, quot[n], false);
        x->insn = &second;
        x->dst = second_dst;
        ref_finish(x, n, rem[n], false);
    }
    x->insn = first;
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
    case EU_MATH_INVM:
    case EU_MATH_RSQTM:
        return ref_macro(x);
    default:
        return ref_each(x, op_math);
    }
}
