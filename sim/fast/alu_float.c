#include <math.h>
#include <string.h>

#include "sim/fast/alu_impl.h"

/* Single precision: arithmetic, dot products, planes, rounding, half floats, math. IVB vol. 4 part
 * 3, 2.3, chapter 6. In the usual mode (round to nearest, IEEE, no .o modifier) the host computes
 * four lanes at once; otherwise sim/float.h computes lane by lane. Compound operations: mad, mac
 * and line are rounded once, the others after each step from left to right (2.3.1.2 leaves this
 * open). */

typedef int32_t lanes4 __attribute__((vector_size(16)));
typedef float floats4 __attribute__((vector_size(16)));

static lanes4 get4(const uint32_t *f)
{
    lanes4 v;
    memcpy(&v, f, sizeof v);
    return v;
}

static void put4(uint32_t *f, lanes4 v)
{
    memcpy(f, &v, sizeof v);
}

static lanes4 flush4(lanes4 v)
{
    lanes4 normal = (v & EU_F_INF) != 0;
    return v & (normal | INT32_MIN);
}

/* Makes a result as the EU gives it: no denormals, and only one NaN. */
static lanes4 settle4(lanes4 v)
{
    lanes4 nan = (v & INT32_MAX) > EU_F_INF;
    return (flush4(v) & ~nan) | (nan & EU_F_NAN);
}

static lanes4 add4(lanes4 a, lanes4 b)
{
    return settle4((lanes4)((floats4)flush4(a) + (floats4)flush4(b)));
}

/* Whether a product may have been rounded up to the smallest normal number. Then only sim/float.h
 * can tell whether it is a denormal. Sums of that size are exact. */
static bool is_doubtful4(lanes4 v)
{
    lanes4 least = (v & INT32_MAX) == 0x00800000;
    return least[0] | least[1] | least[2] | least[3];
}

static lanes4 mul4(lanes4 a, lanes4 b)
{
    lanes4 r = (lanes4)((floats4)flush4(a) * (floats4)flush4(b));
    struct eu_fmode nearest = {.round = EU_ROUND_NEAREST};
    if (is_doubtful4(r))
        for (unsigned i = 0; i < 4; i++)
            r[i] = (int32_t)eu_f_mul(&nearest, (uint32_t)a[i], (uint32_t)b[i]);
    return settle4(r);
}

static lanes4 fma4(lanes4 a, lanes4 b, lanes4 c)
{
    floats4 x = (floats4)flush4(a), y = (floats4)flush4(b), z = (floats4)flush4(c);
    for (unsigned i = 0; i < 4; i++)
        z[i] = fmaf(x[i], y[i], z[i]);
    lanes4 r = (lanes4)z;
    struct eu_fmode nearest = {.round = EU_ROUND_NEAREST};
    if (is_doubtful4(r))
        for (unsigned i = 0; i < 4; i++)
            r[i] = (int32_t)eu_f_fma(&nearest, (uint32_t)a[i], (uint32_t)b[i], (uint32_t)c[i]);
    return settle4(r);
}

static bool is_usual(const struct fast_run *x)
{
    return x->mode.round == EU_ROUND_NEAREST && !x->mode.alt && x->a->cmod != 8;
}

/* Computes one lane of the result with sim/float.h. */
#define LANE(n, expression)                                                                        \
    do {                                                                                           \
        x->mode.overflow = false;                                                                  \
        x->r.f[n] = (expression);                                                                  \
        x->r.overflow |= (uint32_t)x->mode.overflow << (n);                                        \
    } while (0)

static void add_floats(struct fast_run *x, const uint32_t *a, const uint32_t *b)
{
    if (is_usual(x))
        for (unsigned n = 0; n < x->a->es; n += 4)
            put4(x->r.f + n, add4(get4(a + n), get4(b + n)));
    else
        FAST_EACH(n, x->wren)
    LANE(n, eu_f_add(&x->mode, a[n], b[n]));
}

static void mul_floats(struct fast_run *x, const uint32_t *a, const uint32_t *b)
{
    if (is_usual(x))
        for (unsigned n = 0; n < x->a->es; n += 4)
            put4(x->r.f + n, mul4(get4(a + n), get4(b + n)));
    else
        FAST_EACH(n, x->wren)
    LANE(n, eu_f_mul(&x->mode, a[n], b[n]));
}

static void fma_lanes(struct fast_run *x, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    if (is_usual(x))
        for (unsigned n = 0; n < x->a->es; n += 4)
            put4(x->r.f + n, fma4(get4(a + n), get4(b + n), get4(c + n)));
    else
        FAST_EACH(n, x->wren)
    LANE(n, eu_f_fma(&x->mode, a[n], b[n], c[n]));
}

static void all_to_float(struct fast_run *x)
{
    for (unsigned i = 0; i < x->a->nsrc; i++)
        if (!x->s[i].floats)
            fast_to_float(x, &x->s[i]);
    x->r.floats = UINT32_MAX;
}

/* --- arithmetic of either kind --- */

void fast_add(struct fast_run *x)
{
    if (x->a->float_exec) {
        all_to_float(x);
        add_floats(x, x->s[0].f, x->s[1].f);
        return;
    }
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] = (int64_t)((uint64_t)x->s[0].i[n] + (uint64_t)x->s[1].i[n]);
}

/* 6.43: if src1 has dwords, only their low words are used, zero-extended so that mul and mach
 * together are exact. */
void fast_mul(struct fast_run *x)
{
    if (x->a->float_exec) {
        all_to_float(x);
        mul_floats(x, x->s[0].f, x->s[1].f);
        return;
    }
    uint64_t keep = eu_types[x->a->src[1].type].bytes == 4 ? 0xffff : UINT64_MAX;
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] = (int64_t)((uint64_t)x->s[0].i[n] * ((uint64_t)x->s[1].i[n] & keep));
}

void fast_mac(struct fast_run *x)
{
    const struct fast_alu *a = x->a;
    struct fast_vals *acc = &x->s[2];
    acc->floats = a->dst.type == EU_TYPE_F ? UINT32_MAX : 0;
    for (unsigned n = 0; n < a->lanes; n++) {
        acc->i[n] = fast_acc_get(x->t, fast_acc_own(a, n), a->acc_words);
        acc->f[n] = (uint32_t)acc->i[n];
        if (acc->floats)
            acc->i[n] = (int32_t)acc->f[n];
    }
    if (a->float_exec) {
        all_to_float(x);
        if (!acc->floats)
            fast_to_float(x, acc);
        fma_lanes(x, x->s[0].f, x->s[1].f, acc->f);
        return;
    }
    x->r.floats = 0;
    for (unsigned n = 0; n < a->es; n++)
        x->r.i[n] =
            (int64_t)((uint64_t)x->s[0].i[n] * (uint64_t)x->s[1].i[n] + (uint64_t)acc->i[n]);
}

void fast_mad(struct fast_run *x)
{
    if (x->a->float_exec) {
        x->r.floats = UINT32_MAX;
        fma_lanes(x, x->s[1].f, x->s[2].f, x->s[0].f);
        return;
    }
    x->r.floats = 0;
    for (unsigned n = 0; n < x->a->es; n++)
        x->r.i[n] =
            (int64_t)((uint64_t)x->s[1].i[n] * (uint64_t)x->s[2].i[n] + (uint64_t)x->s[0].i[n]);
}

/* src1 * src0 + src2 * (1 - src0). Integer sources count as zeros with a sign (assumed). */
void fast_lrp(struct fast_run *x)
{
    const uint32_t one = 0x3f800000;
    struct fast_vals *s = x->s;
    for (unsigned i = 0; i < 3 && !x->a->float_exec; i++)
        for (unsigned n = 0; n < x->a->lanes; n++)
            s[i].f[n] = x->a->src[i].neg ? EU_F_SIGN : 0;
    x->r.floats = UINT32_MAX;
    if (!is_usual(x)) {
        FAST_EACH(n, x->wren)
        {
            struct eu_fmode *m = &x->mode;
            m->overflow = false;
            uint32_t rest = eu_f_add(m, one, s[0].f[n] ^ EU_F_SIGN);
            uint32_t a = eu_f_mul(m, s[1].f[n], s[0].f[n]);
            x->r.f[n] = eu_f_add(m, a, eu_f_mul(m, s[2].f[n], rest));
            x->r.overflow |= (uint32_t)m->overflow << n;
        }
        return;
    }
    const lanes4 ones = {(int32_t)one, (int32_t)one, (int32_t)one, (int32_t)one};
    for (unsigned n = 0; n < x->a->es; n += 4) {
        lanes4 t = get4(s[0].f + n), rest = add4(ones, t ^ INT32_MIN);
        put4(x->r.f + n, add4(mul4(get4(s[1].f + n), t), mul4(get4(s[2].f + n), rest)));
    }
}

/* --- sums of products --- */

/* Makes one sum for each group of four channels, from all of its channels, even disabled ones. */
void fast_dp(struct fast_run *x)
{
    unsigned id = x->a->id, products = id == EU_OP_DP4 ? 4 : id == EU_OP_DP2 ? 2 : 3;
    const uint32_t *a = x->s[0].f, *b = x->s[1].f;
    all_to_float(x);
    for (unsigned q = 0; q < x->a->es; q += 4) {
        struct eu_fmode *m = &x->mode;
        m->overflow = false;
        uint32_t sum = eu_f_mul(m, a[q], b[q]);
        for (unsigned i = q + 1; i < q + products; i++)
            sum = eu_f_add(m, sum, eu_f_mul(m, a[i], b[i]));
        if (id == EU_OP_DPH)
            sum = eu_f_add(m, sum, b[q + 3]);
        for (unsigned i = q; i < q + 4; i++)
            x->r.f[i] = sum;
        x->r.overflow |= m->overflow ? 15u << q : 0;
    }
}

/* The address of src0's coefficients: the OWord that contains its first element. */
static uint32_t plane_at(const struct fast_run *x)
{
    const struct fast_operand *op = &x->a->src[0];
    uint16_t addr[EU_CHANNELS];
    if (op->place != FAST_INDIRECT && op->place != FAST_INDEXED)
        return x->a->plane & ~15u;
    fast_src_addrs(x, op, addr);
    return addr[0] & ~15u;
}

static uint32_t coefficient_at(struct fast_run *x, uint32_t at, unsigned i)
{
    return fast_float_at(x, &x->a->src[0], at + 4 * i);
}

static void fill_lanes(uint32_t *f, uint32_t v)
{
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        f[n] = v;
}

void fast_line(struct fast_run *x)
{
    all_to_float(x);
    fill_lanes(x->s[2].f, coefficient_at(x, plane_at(x), 3));
    fill_lanes(x->s[0].f, x->s[0].f[0]);
    fma_lanes(x, x->s[0].f, x->s[1].f, x->s[2].f);
}

/* Loads u and v. They alternate for each eight channels (E14), or all u come before all v. */
static void load_uv(struct fast_run *x, uint32_t *u, uint32_t *v)
{
    const struct fast_operand *op = &x->a->src[1];
    uint16_t addr[EU_CHANNELS];
    bool interleaved = x->eu->quirks[EU_QUIRK_PLN_ORDER];
    fast_src_addrs(x, op, addr);
    for (unsigned n = 0; n < x->a->lanes; n++) {
        unsigned eight = n / 8, first = interleaved ? 2 * eight : eight;
        unsigned second = interleaved ? first + 1 : 2 + eight;
        uint32_t at = addr[0] + n % 8 * 4;
        u[n] = fast_float_at(x, op, at + first * EU_GRF_BYTES);
        v[n] = fast_float_at(x, op, at + second * EU_GRF_BYTES);
    }
}

/* p * u + q * v + r */
void fast_pln(struct fast_run *x)
{
    uint32_t at = plane_at(x), u[EU_CHANNELS], v[EU_CHANNELS], c[EU_CHANNELS];
    load_uv(x, u, v);
    x->r.floats = UINT32_MAX;
    fill_lanes(c, coefficient_at(x, at, 0));
    mul_floats(x, c, u);
    memcpy(u, x->r.f, sizeof u);
    fill_lanes(c, coefficient_at(x, at, 1));
    mul_floats(x, c, v);
    memcpy(v, x->r.f, sizeof v);
    add_floats(x, u, v);
    memcpy(u, x->r.f, sizeof u);
    fill_lanes(c, coefficient_at(x, at, 3));
    add_floats(x, u, c);
}

/* --- rounding, half floats, math --- */

void fast_frc(struct fast_run *x)
{
    all_to_float(x);
    FAST_EACH(n, x->wren)
    LANE(n, eu_f_frc(&x->mode, x->s[0].f[n]));
}

void fast_rnd(struct fast_run *x)
{
    unsigned id = x->a->id;
    enum eu_round to = id == EU_OP_RNDU   ? EU_ROUND_UP
                       : id == EU_OP_RNDD ? EU_ROUND_DOWN
                       : id == EU_OP_RNDE ? EU_ROUND_NEAREST
                                          : EU_ROUND_ZERO;
    all_to_float(x);
    FAST_EACH(n, x->wren)
    x->r.f[n] = eu_f_integral(x->s[0].f[n], to);
}

void fast_f16to32(struct fast_run *x)
{
    x->r.floats = UINT32_MAX;
    FAST_EACH(n, x->wren)
    x->r.f[n] = eu_f_from_half((uint16_t)x->s[0].i[n]);
}

/* E16: the rounding is not documented. If the destination is not W (Mesa uses UD), the upper bits
 * are 0. */
void fast_f32to16(struct fast_run *x)
{
    bool to_zero = x->eu->quirks[EU_QUIRK_F16_ROUND];
    enum eu_round round = to_zero ? EU_ROUND_ZERO : x->mode.round;
    all_to_float(x);
    x->r.floats = 0;
    FAST_EACH(n, x->wren)
    {
        uint32_t f = x->s[0].f[n];
        x->mode.overflow = false;
        uint16_t half = eu_f_to_half(&x->mode, x->a->sat ? eu_f_saturate(f) : f, round);
        x->r.overflow |= (uint32_t)x->mode.overflow << n;
        x->r.i[n] = x->a->dst.type == EU_TYPE_W ? (int16_t)half : half;
    }
}

void fast_math(struct fast_run *x)
{
    struct eu_fmode nearest = {.round = EU_ROUND_NEAREST, .alt = x->mode.alt};
    all_to_float(x);
    FAST_EACH(n, x->wren)
    x->r.f[n] = eu_f_math(&nearest, (enum eu_math)x->a->cmod, x->s[0].f[n], x->s[1].f[n]);
}
