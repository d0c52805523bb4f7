/* Conversion, saturation, relations and flags. IVB vol. 4 part 3, 2.3, 2.4, 3.6. */
#include "sim/ref/ref.h"

struct eu_num ref_num(struct ref *x, struct ref_val v)
{
    if (v.kind)
        return eu_num_of(&x->fmode, v.kind, v.f);
    return eu_num_round(&x->fmode, x->result, eu_num_of_int(v.i));
}

struct ref_val ref_rounded(struct ref *x, struct eu_num v)
{
    return ref_float(x->result, eu_num_to(&x->fmode, x->result, v));
}

static uint64_t to_format(struct ref *x, struct ref_val v, enum eu_float kind)
{
    if (v.kind == kind)
        return v.f;
    if (v.kind)
        return eu_num_to(&x->fmode, kind, eu_num_of(&x->fmode, v.kind, v.f));
    return eu_num_to(&x->fmode, kind, eu_num_of_int(v.i));
}

uint32_t ref_as_single(struct ref *x, struct ref_val v)
{
    return (uint32_t)to_format(x, v, EU_FLOAT_F);
}

eu_i128 ref_type_min(enum eu_type type)
{
    unsigned bits = 8u * eu_types[type].bytes;
    return eu_types[type].kind == EU_KIND_INT ? -((eu_i128)1 << (bits - 1)) : 0;
}

eu_i128 ref_type_max(enum eu_type type)
{
    unsigned bits = 8u * eu_types[type].bytes;
    return ((eu_i128)1 << (eu_types[type].kind == EU_KIND_INT ? bits - 1 : bits)) - 1;
}

uint64_t ref_convert(struct ref *x, struct ref_val v)
{
    bool sat = x->insn->sat;
    enum eu_type type = (enum eu_type)x->insn->dst.type;
    enum eu_float kind = x->dst.kind;
    if (kind) {
        uint64_t f = to_format(x, v, kind);
        return sat ? eu_float_saturate(kind, f) : f;
    }
    eu_i128 lo = ref_type_min(type), hi = ref_type_max(type), i;
    bool outside = false;
    if (v.kind) {
        i = eu_num_to_int(eu_num_of(&x->fmode, v.kind, v.f), lo, hi, &outside);
    } else {
        outside = v.i < lo || v.i > hi;
        i = !sat || !outside ? v.i : v.i < lo ? lo : hi;
    }
    x->fmode.overflow |= outside;
    return (uint64_t)i;
}

/* 3.6: if one operand is a NaN, only .ne is true. */
bool ref_relation(unsigned cmod, int order)
{
    bool ordered = order != EU_F_UNORDERED;
    switch (cmod) {
    case 1:
        return order == 0;
    case 2:
        return order != 0;
    case 3:
        return ordered && order > 0;
    case 4:
        return ordered && order >= 0;
    case 5:
        return order < 0;
    case 6:
        return order <= 0;
    default:
        return false;
    }
}

int ref_order(struct ref *x, struct ref_val a, struct ref_val b)
{
    if (a.kind || b.kind)
        return eu_num_compare(ref_num(x, a), ref_num(x, b));
    return a.i < b.i ? -1 : a.i > b.i;
}

void ref_set_flag(struct ref *x, unsigned n, bool value)
{
    uint32_t *f = &x->t->f[x->insn->flag_reg & 1], bit = 1u << ref_flag_bit(x, n);
    *f = value ? *f | bit : *f & ~bit;
}

/* How the final value compares with 0, in the destination type. */
static int order_of_result(const struct ref *x, uint64_t bits, enum eu_type type)
{
    unsigned shift = 64 - 8u * eu_types[type].bytes;
    enum eu_float kind = eu_float_of(type);
    if (kind) {
        struct eu_num v = eu_num_of(&x->fmode, kind, bits);
        return v.cls == EU_NUM_NAN ? EU_F_UNORDERED : v.cls == EU_NUM_ZERO ? 0 : v.neg ? -1 : 1;
    }
    if (bits << shift == 0)
        return 0;
    return eu_types[type].kind == EU_KIND_INT && bits << shift >> 63 ? -1 : 1;
}

/* Whether the flag is set: zero and sign are taken after saturation, NaN and overflow before
 * (E06). The result of f32to16 is a float, whatever the destination type is. */
static bool post_condition(const struct ref *x, struct ref_val v, uint64_t bits)
{
    unsigned cmod = x->insn->cmod;
    bool half = x->insn->op->id == EU_OP_F32TO16;
    bool nan =
        half ? eu_float_is_nan(EU_FLOAT_HF, bits & 0xffff) : v.kind && eu_float_is_nan(v.kind, v.f);
    if (cmod == 8)
        return x->fmode.overflow;
    if (cmod == 9)
        return nan;
    if (nan)
        return ref_relation(cmod, EU_F_UNORDERED);
    if (half)
        return ref_relation(cmod, eu_f_compare(eu_f_from_half((uint16_t)bits), 0));
    return ref_relation(cmod, order_of_result(x, bits, x->insn->dst.type));
}

/* The value that an accumulator lane gets: the one before narrowing, unless it was saturated or
 * came from a float. */
static int64_t lane_value(const struct ref *x, struct ref_val v, uint64_t bits)
{
    enum eu_type type = (enum eu_type)x->insn->dst.type;
    if (eu_types[type].kind == EU_KIND_FLOAT)
        return eu_types[type].bytes == 4 ? (int32_t)bits : (int64_t)bits;
    return (int64_t)(v.kind || x->insn->sat ? ref_extend(bits, type) : v.i);
}

void ref_put(struct ref *x, unsigned n, struct ref_val v, uint64_t bits)
{
    const struct eu_operand *dst = &x->insn->dst;
    const struct ref_operand *o = &x->dst;
    if (o->place != REF_ACC) {
        ref_store(x, n, bits);
        return;
    }
    unsigned lane = (dst->sub + n * o->row) / (o->bytes < 2 ? 2 : o->bytes);
    ref_acc_write(x, dst->reg & 1, dst->type, lane, lane_value(x, v, bits));
}

/* The value that an implicit update of the accumulator writes. */
static struct ref_val for_accumulator(enum eu_type type, struct ref_val v, uint64_t bits)
{
    if (eu_types[type].kind == EU_KIND_FLOAT)
        return ref_float(eu_float_of(type), bits);
    return v.kind ? ref_int(ref_extend(bits, type)) : v;
}

void ref_finish(struct ref *x, unsigned n, struct ref_val v, bool overflow)
{
    x->fmode.overflow = overflow;
    uint64_t bits = ref_convert(x, v);
    if (x->sets_flag)
        ref_set_flag(x, n, post_condition(x, v, bits));
    if (x->sets_acc)
        ref_acc_put(x, n, for_accumulator(x->insn->dst.type, v, bits));
    ref_put(x, n, v, bits);
}

enum eu_stop ref_each(struct ref *x, ref_op *op)
{
    struct ref_val result[EU_CHANNELS], src[3] = {ref_int(0), ref_int(0), ref_int(0)};
    bool overflow[EU_CHANNELS], wide = x->eu->isa->wide_values;
    unsigned nsrc = x->insn->op->nsrc;
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        for (unsigned i = 0; i < nsrc; i++)
            if (x->src[i].place != REF_NULL)
                src[i] = ref_load(x, i, n);
        x->fmode.overflow = false;
        result[n] = op(x, n, src);
        if (!wide && !result[n].kind)
            result[n].i = (int64_t)result[n].i;
        overflow[n] = x->fmode.overflow;
    }
    for (unsigned n = 0; n < x->es; n++)
        if (x->wren >> n & 1)
            ref_finish(x, n, result[n], overflow[n]);
    return EU_STOP_NONE;
}
