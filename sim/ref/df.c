/* Double precision: mov, dim, sel, cmp, cmpn, add, mul, mac, mad (5.6). IVB vol. 4 part 3, 1.3,
 * 2.4, 3.3.9 rule 5. On Ivy Bridge, everything is counted in units of F: element k takes channels
 * 2k and 2k + 1, and an operand of another type is at channel 2k. Element k obeys and sets channel
 * k of the instruction's group (inferred: compiled code for four doubles counts channels from
 * QtrCtrl*8 + NibCtrl*4 on). With the quirk df-masks, each half obeys its own channel's masks, and
 * a condition sets both flag bits. Haswell has real elements of 8 bytes. */
#include "sim/ref/ref.h"

bool ref_has_df(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    if (x->eu->isa->wide_values) /* then DF is a type like any other */
        return false;
    if (insn->op->format == EU_FMT_IMM64)
        return true;
    if (!eu_computes(insn->op))
        return false;
    bool df = insn->op->ndst && insn->dst.type == EU_TYPE_DF;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        df |= insn->src[i].type == EU_TYPE_DF;
    return df;
}

/* How many channels an element takes. */
static unsigned channels_each(const struct ref *x)
{
    return x->eu->isa->df_halves ? 2 : 1;
}

static uint64_t modify_double(const struct eu_operand *op, uint64_t v)
{
    const uint64_t sign = 1ull << 63;
    if (op->abs)
        v &= ~sign;
    return op->neg ? v ^ sign : v;
}

static uint64_t load_double(struct ref *x, unsigned src, unsigned k)
{
    const struct eu_operand *op = &x->insn->src[src];
    if (x->insn->op->format == EU_FMT_IMM64)
        return op->imm;
    if (op->type == EU_TYPE_DF)
        return modify_double(op, ref_load_df(x, op, k));
    struct ref_val v = ref_load(x, src, k * channels_each(x));
    return v.kind ? eu_d_from_f((uint32_t)v.f) : eu_d_from_int((int64_t)v.i);
}

static uint32_t bits_at(const struct ref *x, unsigned k)
{
    return x->wren >> k * channels_each(x) & (channels_each(x) == 2 ? 3 : 1);
}

/* The bits of the element that belong to enabled channels. */
static uint64_t bit_mask(const struct ref *x, unsigned k)
{
    static const uint64_t halves[4] = {0, UINT32_MAX, ~(uint64_t)UINT32_MAX, UINT64_MAX};
    return channels_each(x) == 2 ? halves[bits_at(x, k)] : halves[bits_at(x, k) * 3];
}

static void set_flags(struct ref *x, unsigned k, bool value)
{
    for (unsigned i = 0; i < channels_each(x); i++)
        if (bits_at(x, k) >> i & 1)
            ref_set_flag(x, k * channels_each(x) + i, value);
}

/* Writes a result that is not a double, at channel @n. */
static void put_narrow(struct ref *x, unsigned n, struct ref_val v, uint64_t bits)
{
    enum eu_type type = (enum eu_type)x->insn->dst.type;
    if (ref_acc_enabled(x))
        ref_acc_put(x, n,
                    type == EU_TYPE_F ? ref_float(EU_FLOAT_F, bits)
                                      : ref_int(ref_extend(bits, type)));
    ref_put(x, n, v, bits);
}

/* Writes the result in the destination's type, and the flag that follows from it. */
static void put_result(struct ref *x, unsigned k, uint64_t v)
{
    enum eu_type type = x->insn->dst.type;
    bool nan = eu_d_is_nan(v);
    int order;
    if (type == EU_TYPE_DF) {
        v = x->insn->sat ? eu_d_saturate(v) : v;
        order = eu_d_compare(&x->fmode, v, 0);
        if (ref_acc_enabled(x))
            ref_acc_put_df(x, 0, k, v, bit_mask(x, k));
        ref_store_df(x, k, v);
    } else {
        struct ref_val r;
        if (type == EU_TYPE_F)
            r = ref_float(EU_FLOAT_F, eu_d_to_f(&x->fmode, v));
        else
            r = ref_int(eu_d_to_int(&x->fmode, v, (int64_t)ref_type_min(type),
                                    (int64_t)ref_type_max(type)));
        uint64_t bits = ref_convert(x, r);
        order = r.kind ? eu_f_compare((uint32_t)bits, 0) : r.i < 0 ? -1 : r.i > 0;
        if (bits_at(x, k) & 1)
            put_narrow(x, k * channels_each(x), r, bits);
    }
    unsigned cmod = x->insn->cmod;
    if (cmod && x->insn->op->id != EU_OP_SEL)
        set_flags(x, k,
                  cmod == 8   ? x->fmode.overflow
                  : cmod == 9 ? nan
                              : ref_relation(cmod, nan ? EU_F_UNORDERED : order));
}

static void compare_doubles(struct ref *x, unsigned k, uint64_t a, uint64_t b)
{
    unsigned cmod = x->insn->cmod;
    int order = eu_d_compare(&x->fmode, a, b);
    bool t = cmod == 9 ? order == EU_F_UNORDERED : ref_relation(cmod, order);
    if (x->insn->op->id == EU_OP_CMPN && order == EU_F_UNORDERED)
        t = eu_d_is_nan(b) ? cmod != 2 : cmod == 2;
    if (cmod)
        set_flags(x, k, t);
    if (x->insn->dst.type == EU_TYPE_DF)
        ref_store_df(x, k, t ? UINT64_MAX : 0);
    else if (bits_at(x, k) & 1)
        ref_store(x, k * channels_each(x), t ? UINT32_MAX : 0);
}

static uint64_t select_cmod(struct ref *x, uint64_t a, uint64_t b)
{
    unsigned cmod = x->insn->cmod;
    int order = eu_d_compare(&x->fmode, a, b);
    bool first = ref_relation(cmod, order);
    if (order == EU_F_UNORDERED)
        first = (cmod == 4 || cmod == 5) && eu_d_is_nan(b) && !eu_d_is_nan(a);
    return eu_d_flush(&x->fmode, first ? a : b);
}

/* Selects each half of an element by its own predicate bit. */
static uint64_t select_predicate(struct ref *x, unsigned k, uint64_t a, uint64_t b)
{
    unsigned n = k * channels_each(x);
    uint64_t low = ref_predicate(x, n) ? a : b;
    uint64_t high = ref_predicate(x, n + channels_each(x) - 1) ? a : b;
    return (low & UINT32_MAX) | (high & ~(uint64_t)UINT32_MAX);
}

static uint64_t compute_element(struct ref *x, unsigned k, const uint64_t s[3])
{
    switch (x->insn->op->id) {
    case EU_OP_ADD:
        return eu_d_add(&x->fmode, s[0], s[1]);
    case EU_OP_MUL:
        return eu_d_mul(&x->fmode, s[0], s[1]);
    case EU_OP_MAD:
        return eu_d_fma(&x->fmode, s[1], s[2], s[0]);
    case EU_OP_MAC:
        return eu_d_fma(&x->fmode, s[0], s[1], ref_acc_get_df(x, k));
    case EU_OP_SEL:
        return x->insn->cmod ? select_cmod(x, s[0], s[1]) : select_predicate(x, k, s[0], s[1]);
    default: /* mov, dim */
        return s[0];
    }
}

enum eu_stop ref_df(struct ref *x)
{
    uint8_t id = x->insn->op->id;
    uint64_t result[EU_CHANNELS], second[EU_CHANNELS];
    bool overflow[EU_CHANNELS], compares = id == EU_OP_CMP || id == EU_OP_CMPN;
    if (id == EU_OP_SEL && !x->insn->cmod)
        x->wren = ref_wren(x, UINT32_MAX);
    unsigned elements = x->es > channels_each(x) ? x->es / channels_each(x) : 1;
    for (unsigned k = 0; k < elements; k++) {
        uint64_t s[3] = {0};
        for (unsigned i = 0; i < x->insn->op->nsrc; i++)
            s[i] = load_double(x, i, k);
        x->fmode.overflow = false;
        result[k] = compares ? s[0] : compute_element(x, k, s);
        second[k] = s[1];
        overflow[k] = x->fmode.overflow;
    }
    for (unsigned k = 0; k < elements; k++) {
        x->fmode.overflow = overflow[k];
        if (!bits_at(x, k))
            continue;
        if (compares)
            compare_doubles(x, k, result[k], second[k]);
        else
            put_result(x, k, result[k]);
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_DIM(struct ref *x)
{
    return ref_df(x);
}
