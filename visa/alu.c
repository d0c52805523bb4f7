/* What instructions compute, one channel at a time: integers with as many bits as necessary, floats
 * as doubles that are rounded once to the type in which the operation is done. Source: vISA
 * specification, chapter "Instruction Set"; the accuracy of transcendental functions is the host's
 * (assumed: the EU's own is within 4 units in the last place). */
#include <math.h>
#include <string.h>

#include "visa/exec.h"
#include "visa/half.h"

struct alu {
    struct visa_exec *x;
    struct visa_source s[4], d, d2;
    unsigned n;
    enum visa_type ft; /* the type in which floats are computed */
    unsigned bits;     /* the size in which integers are computed: 32 or 64 */
};

static bool is_float(enum visa_type t)
{
    return visa_types[t].kind == VISA_KIND_F;
}

static double round_to(enum visa_type t, double d)
{
    return t == VISA_F ? (double)(float)d : t == VISA_HF ? visa_half_to(visa_half_from(d)) : d;
}

/* --- floats --- */
static double fused(enum visa_type t, double a, double b, double c)
{
    return t == VISA_F ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
}

static double power(double a, double b)
{
    double x = fabs(a);
    if (b == 0)
        return x == 0 || isinf(x) ? NAN : 1;
    return pow(x, b);
}

static bool float_op(const struct alu *a, unsigned i, double *r)
{
    double s0 = a->s[0].v[i].d, s1 = a->n > 1 ? a->s[1].v[i].d : 0,
           s2 = a->n > 2 ? a->s[2].v[i].d : 0;
    switch (a->x->in->op) {
    case VISA_OP_ADD:
        *r = s0 + s1;
        break;
    case VISA_OP_MUL:
        *r = s0 * s1;
        break;
    case VISA_OP_MAD:
        *r = fused(a->ft, s0, s1, s2);
        break;
    case VISA_OP_LRP:
        *r = fused(a->ft, s0, s1, round_to(a->ft, (1 - s0) * s2));
        break;
    case VISA_OP_DIV:
    case VISA_OP_DIVM:
        *r = s0 / s1;
        break;
    case VISA_OP_INV:
        *r = 1 / s0;
        break;
    case VISA_OP_SQRT:
    case VISA_OP_SQRTM:
        *r = sqrt(s0);
        break;
    case VISA_OP_RSQRT:
        *r = 1 / sqrt(s0);
        break;
    case VISA_OP_EXP:
        *r = exp2(s0);
        break;
    case VISA_OP_LOG:
        *r = log2(s0);
        break;
    case VISA_OP_SIN:
        *r = sin(s0);
        break;
    case VISA_OP_COS:
        *r = cos(s0);
        break;
    case VISA_OP_POW:
        *r = power(s0, s1);
        break;
    case VISA_OP_FRC:
        *r = s0 - floor(s0);
        break;
    case VISA_OP_RNDD:
        *r = floor(s0);
        break;
    case VISA_OP_RNDU:
        *r = ceil(s0);
        break;
    case VISA_OP_RNDE:
        *r = isfinite(s0) ? copysign(s0 - remainder(s0, 1), s0) : s0; /* in any rounding mode */
        break;
    case VISA_OP_RNDZ:
        *r = trunc(s0);
        break;
    default:
        return false;
    }
    *r = round_to(a->ft, *r);
    return true;
}

/* --- integers --- */
static uint64_t low(const struct alu *a, visa_wide v)
{
    return a->bits == 64 ? (uint64_t)v : (uint32_t)v;
}

static visa_wide multiply(visa_wide a, visa_wide b)
{
    __extension__ typedef unsigned __int128 wide;
    return (visa_wide)((wide)a * (wide)b);
}

/* As on the EU, whose integer divider returns all ones for a division by zero. Status: inferred. */
static visa_wide quotient(visa_wide a, visa_wide b, bool is_signed, bool rest)
{
    if (!b)
        return rest ? a : is_signed ? (a < 0 ? -(visa_wide)0x80000000 : 0x7fffffff) : -1;
    return rest ? a % b : a / b;
}

static unsigned leading(uint32_t v)
{
    return v ? (unsigned)__builtin_clz(v) : 32;
}

static visa_wide first_bit_high(visa_wide v, bool is_signed)
{
    uint32_t u = (uint32_t)v;
    u = is_signed && u >> 31 ? ~u : u;
    return u ? (visa_wide)leading(u) : (visa_wide)0xffffffff;
}

static uint32_t reverse_bits(uint32_t v)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 32; i++)
        r |= (v >> i & 1) << (31 - i);
    return r;
}

static uint32_t field_mask(uint32_t width)
{
    return (1u << (width & 31)) - 1;
}

static visa_wide extracted(const struct alu *a, unsigned i)
{
    uint32_t width = (uint32_t)a->s[0].v[i].i & 31, from = (uint32_t)a->s[1].v[i].i & 31;
    uint32_t v = (uint32_t)a->s[2].v[i].i >> from & field_mask(width);
    if (a->s[2].type == VISA_D && width && v >> (width - 1) & 1)
        return (int32_t)(v | ~field_mask(width));
    return v;
}

static visa_wide inserted(const struct alu *a, unsigned i)
{
    uint32_t from = (uint32_t)a->s[1].v[i].i & 31, mask = field_mask((uint32_t)a->s[0].v[i].i)
                                                          << from;
    return ((uint32_t)a->s[2].v[i].i << from & mask) | ((uint32_t)a->s[3].v[i].i & ~mask);
}

static bool bit_op(const struct alu *a, unsigned i, visa_wide *r)
{
    visa_wide s0 = a->s[0].v[i].i;
    unsigned bytes = visa_types[a->s[0].type].bytes;
    switch (a->x->in->op) {
    case VISA_OP_LZD:
        *r = leading((uint32_t)s0);
        break;
    case VISA_OP_CBIT:
        *r = __builtin_popcountll((uint64_t)s0 &
                                  (bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1));
        break;
    case VISA_OP_FBL:
        *r = (uint32_t)s0 ? __builtin_ctz((uint32_t)s0) : (visa_wide)0xffffffff;
        break;
    case VISA_OP_FBH:
        *r = first_bit_high(s0, a->s[0].type == VISA_D);
        break;
    case VISA_OP_BFREV:
        *r = reverse_bits((uint32_t)s0);
        break;
    case VISA_OP_BFE:
        *r = extracted(a, i);
        break;
    case VISA_OP_BFI:
        *r = inserted(a, i);
        break;
    default:
        return false;
    }
    return true;
}

static bool int_op(const struct alu *a, unsigned i, visa_wide *r)
{
    visa_wide s0 = a->s[0].v[i].i, s1 = a->n > 1 ? a->s[1].v[i].i : 0,
              s2 = a->n > 2 ? a->s[2].v[i].i : 0;
    unsigned count = (unsigned)s1 & (a->bits - 1);
    bool is_signed = visa_types[a->s[0].type].kind == VISA_KIND_S;
    switch (a->x->in->op) {
    case VISA_OP_ADD:
        *r = s0 + s1;
        break;
    case VISA_OP_AVG:
        *r = (s0 + s1 + 1) >> 1;
        break;
    case VISA_OP_MUL:
        *r = multiply(s0, s1);
        break;
    case VISA_OP_MAD:
        *r = multiply(s0, s1) + s2;
        break;
    case VISA_OP_MULH:
        *r = multiply(s0, s1) >> 32;
        break;
    case VISA_OP_DIV:
    case VISA_OP_MOD:
        *r = quotient(s0, s1, is_signed, a->x->in->op == VISA_OP_MOD);
        break;
    case VISA_OP_MIN:
        *r = s0 < s1 ? s0 : s1;
        break;
    case VISA_OP_MAX:
        *r = s0 > s1 ? s0 : s1;
        break;
    case VISA_OP_AND:
        *r = s0 & s1;
        break;
    case VISA_OP_OR:
        *r = s0 | s1;
        break;
    case VISA_OP_XOR:
        *r = s0 ^ s1;
        break;
    case VISA_OP_NOT:
        *r = ~s0;
        break;
    case VISA_OP_SHL:
        *r = multiply(s0, (visa_wide)1 << count);
        break;
    case VISA_OP_SHR:
        *r = (visa_wide)(low(a, s0) >> count);
        break;
    case VISA_OP_ASR:
        *r = s0 >> count;
        break;
    case VISA_OP_ADDC:
        *r = (visa_wide)low(a, s0) + (visa_wide)low(a, s1);
        break;
    case VISA_OP_SUBB:
        *r = (visa_wide)low(a, s0) - (visa_wide)low(a, s1);
        break;
    default:
        return bit_op(a, i, r);
    }
    return true;
}

/* --- an instruction --- */
/* The widest source decides; only if all sources are halves, half is used. */
static void choose_types(struct alu *a, const struct visa_opnd *dst)
{
    a->ft = VISA_HF;
    a->bits = visa_types[dst->type].bytes == 8 ? 64 : 32;
    a->d.is_float = false;
    for (unsigned k = 0; k < a->n; k++) {
        enum visa_type t = a->s[k].type;
        a->d.is_float |= is_float(t);
        if (t == VISA_DF || (t == VISA_F && a->ft != VISA_DF))
            a->ft = t;
        if (visa_types[t].bytes == 8)
            a->bits = 64;
    }
    a->d.type = a->d.is_float ? a->ft : VISA_Q;
    a->d.raw = false;
}

/* If floats and integers are mixed, the integers are converted. */
static void same_kind(struct alu *a)
{
    for (unsigned k = 0; a->d.is_float && k < a->n; k++)
        for (unsigned i = 0; !a->s[k].is_float && i < a->x->n; i++)
            a->s[k].v[i].d = (double)a->s[k].v[i].i;
}

static bool compute_channels(struct alu *a)
{
    for (unsigned i = 0; i < a->x->n; i++) {
        bool known = a->d.is_float ? float_op(a, i, &a->d.v[i].d) : int_op(a, i, &a->d.v[i].i);
        if (!known) {
            visa_not_simulated(a->x, "%s of type %s", visa_ops[a->x->in->op].name,
                               visa_types[a->s[0].type].name);
            return false;
        }
    }
    return true;
}

/* The carry or borrow of addc and subb. */
static void compute_carry(struct alu *a)
{
    a->d2 = a->d;
    for (unsigned i = 0; i < a->x->n; i++)
        a->d2.v[i].i = a->d.v[i].i < 0 || a->d.v[i].i >> a->bits;
}

/* The result has all bits of the source that is chosen. */
static void keep_bits(struct alu *a)
{
    a->d.raw = a->s[0].raw && a->s[1].raw && a->s[0].type == a->s[1].type;
}

/* min and max of floats choose a source: of a NaN and a number the number, of two NaNs the second.
 */
static bool choose_floats(struct alu *a)
{
    bool most = a->x->in->op == VISA_OP_MAX;
    keep_bits(a);
    for (unsigned i = 0; i < a->x->n; i++) {
        double p = a->s[0].v[i].d, q = a->s[1].v[i].d;
        bool second = isnan(p) || (!isnan(q) && (most ? p < q : p >= q));
        a->d.v[i] = a->s[second].v[i];
        a->d.v[i].d = round_to(a->ft, a->d.v[i].d);
    }
    return true;
}

static void exec_compute(struct alu *a)
{
    const struct visa_insn *in = a->x->in;
    unsigned first = in->op == VISA_OP_ADDC || in->op == VISA_OP_SUBB ? 2 : 1;
    const struct visa_opnd *d = &in->opnds[first - 1];
    a->n = in->n - first;
    for (unsigned k = 0; k < a->n && k < 4; k++)
        if (!visa_read(a->x, &in->opnds[first + k], false, &a->s[k]))
            return;
    choose_types(a, d);
    same_kind(a);
    bool chooses = a->d.is_float && (in->op == VISA_OP_MIN || in->op == VISA_OP_MAX);
    if (!(chooses ? choose_floats(a) : compute_channels(a)))
        return;
    bool sat = in->opnds[0].mod == VISA_MOD_SAT;
    if (first == 1) {
        visa_write(a->x, d, a->x->enabled, &a->d, sat);
        return;
    }
    /* text: addc first destination: the result, second: the carry */
    compute_carry(a);
    visa_write(a->x, &in->opnds[0], a->x->enabled, &a->d, false);
    if (a->x->stop == VISA_GO)
        visa_write(a->x, &in->opnds[1], a->x->enabled, &a->d2, false);
}

static bool related(unsigned relation, bool less, bool equal, bool unordered)
{
    switch (relation) {
    case VISA_EQ:
        return equal;
    case VISA_NE:
        return !equal;
    case VISA_GT:
        return !less && !equal && !unordered;
    case VISA_GE:
        return !less && !unordered;
    case VISA_LT:
        return less;
    default:
        return less || equal;
    }
}

static void exec_cmp(struct alu *a)
{
    const struct visa_insn *in = a->x->in;
    uint32_t bits = 0;
    a->n = 2;
    if (!visa_read(a->x, &in->opnds[1], false, &a->s[0]) ||
        !visa_read(a->x, &in->opnds[2], false, &a->s[1]))
        return;
    choose_types(a, &in->opnds[1]);
    same_kind(a);
    for (unsigned i = 0; i < a->x->n; i++) {
        const struct visa_value *p = &a->s[0].v[i], *q = &a->s[1].v[i];
        bool f = a->d.is_float, less = f ? p->d < q->d : p->i < q->i;
        bool equal = f ? p->d == q->d : p->i == q->i;
        bool is = related(in->relation, less, equal, f && (isnan(p->d) || isnan(q->d)));
        bits |= (uint32_t)is << i;
        a->d.v[i] = (struct visa_value){is ? -1 : 0, 0};
    }
    a->d.is_float = false;
    a->d.type = VISA_Q;
    if (in->opnds[0].kind == VISA_O_PREDICATE) {
        visa_predicate_put(a->x, in->opnds[0].id, a->x->enabled, bits);
        return;
    }
    struct visa_opnd d = in->opnds[0];
    if (visa_types[d.type].kind == VISA_KIND_F) /* all bits are moved, whatever the type */
        d.type = d.type == VISA_DF ? VISA_UQ : d.type == VISA_F ? VISA_UD : VISA_UW;
    visa_write(a->x, &d, a->x->enabled, &a->d, false);
}

/* and, or, xor, not on predicates. */
static void exec_predicates(struct visa_exec *x)
{
    const struct visa_insn *in = x->in;
    uint32_t p = visa_predicate_bits(x, &in->opnds[1]);
    uint32_t q = in->n > 2 ? visa_predicate_bits(x, &in->opnds[2]) : 0;
    switch (in->op) {
    case VISA_OP_AND:
        p &= q;
        break;
    case VISA_OP_OR:
        p |= q;
        break;
    case VISA_OP_XOR:
        p ^= q;
        break;
    case VISA_OP_NOT:
        p = ~p;
        break;
    default:
        visa_not_simulated(x, "%s of predicates", visa_ops[in->op].name);
        return;
    }
    visa_predicate_put(x, in->opnds[0].id, x->enabled, p);
}

static void exec_sel(struct alu *a)
{
    struct visa_exec *x = a->x;
    const struct visa_insn *in = x->in;
    if (!visa_read(x, &in->opnds[1], false, &a->s[0]) ||
        !visa_read(x, &in->opnds[2], false, &a->s[1]))
        return;
    a->n = 2;
    choose_types(a, &in->opnds[0]);
    same_kind(a);
    uint32_t bits = in->pred.kind ? visa_predicate_bits(x, &in->pred) : UINT32_MAX;
    keep_bits(a);
    a->d.type = a->d.is_float ? a->ft : a->s[0].type;
    for (unsigned i = 0; i < x->n; i++)
        a->d.v[i] = a->s[!(bits >> i & 1)].v[i];
    visa_write(x, &in->opnds[0], x->masked, &a->d, in->opnds[0].mod == VISA_MOD_SAT);
}

/* Of a scalar, bit i is for channel i; of a region, the lowest bit of each element is taken. */
static void exec_setp(struct visa_exec *x)
{
    const struct visa_insn *in = x->in;
    const struct visa_opnd *o = &in->opnds[1];
    bool region = (o->kind == VISA_O_GENERAL || o->kind == VISA_O_INDIRECT) &&
                  (o->vs > 0 || (o->w > 1 && o->hs > 0) || o->vs == VISA_NULL_STRIDE);
    struct visa_source s;
    uint64_t bits = region ? 0 : visa_scalar(x, o);
    if (region && !visa_read(x, o, false, &s))
        return;
    for (unsigned i = 0; region && i < x->n; i++)
        bits |= (uint64_t)(s.v[i].i & 1) << i;
    if (x->stop == VISA_GO)
        visa_predicate_put(x, in->opnds[0].id, x->enabled, (uint32_t)bits);
}

static void exec_movs(struct visa_exec *x)
{
    const struct visa_opnd *d = &x->in->opnds[0], *s = &x->in->opnds[1];
    struct visa_source v;
    if (d->kind == VISA_O_STATE) {
        if (!visa_read(x, s, false, &v))
            return;
        for (unsigned i = 0; i < x->n && x->stop == VISA_GO; i++)
            visa_state_put(x, d->class, d->id, (uint32_t)d->col + i, (uint32_t)v.v[i].i);
    } else if (visa_read(x, s, false, &v))
        visa_write(x, d, x->enabled, &v, false);
}

static void exec_mov(struct alu *a)
{
    const struct visa_insn *in = a->x->in;
    if (visa_read(a->x, &in->opnds[1], false, &a->d))
        visa_write(a->x, &in->opnds[0], a->x->enabled, &a->d, in->opnds[0].mod == VISA_MOD_SAT);
}

void visa_exec_alu(struct visa_exec *x)
{
    struct alu a;
    a.x = x;
    switch (x->in->op) {
    case VISA_OP_MOV:
        exec_mov(&a);
        break;
    case VISA_OP_MOVS:
        exec_movs(x);
        break;
    case VISA_OP_SETP:
        exec_setp(x);
        break;
    case VISA_OP_CMP:
        exec_cmp(&a);
        break;
    case VISA_OP_SEL:
        exec_sel(&a);
        break;
    case VISA_OP_ADDR_ADD:
        visa_exec_addr_add(x);
        break;
    default:
        if (x->in->n && x->in->opnds[0].kind == VISA_O_PREDICATE)
            exec_predicates(x);
        else
            exec_compute(&a);
    }
}
