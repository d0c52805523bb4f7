#include "sim/ref/ref.h"

/* Conversion, saturation, relations and flags. IVB vol. 4 part 3, 2.3, 2.4, 3.6. */

struct ref_val ref_int(eu_i128 i)
{
    return (struct ref_val){.i = i};
}

struct ref_val ref_float(enum eu_float kind, uint64_t f)
{
    return (struct ref_val){.kind = (uint8_t)kind, .f = f};
}

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

uint64_t ref_convert(struct ref *x, struct ref_val v, enum eu_type type)
{
    bool sat = x->insn->sat;
    enum eu_float kind = eu_float_of(type);
    if (kind) {
        uint64_t f = to_format(x, v, kind);
        return sat ? eu_float_saturate(kind, f) : f;
    }
    eu_i128 lo = ref_type_min(type), hi = ref_type_max(type);
    bool outside = false;
    if (v.kind) {
        v.i = eu_num_to_int(eu_num_of(&x->fmode, v.kind, v.f), lo, hi, &outside);
    } else if (v.i < lo || v.i > hi) {
        outside = true;
        if (sat)
            v.i = v.i < lo ? lo : hi;
    }
    x->fmode.overflow |= outside;
    return (uint64_t)v.i;
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
 * (E06). */
static bool post_condition(const struct ref *x, uint64_t bits, bool nan, bool overflow)
{
    unsigned cmod = x->insn->cmod;
    if (cmod == 8)
        return overflow;
    if (cmod == 9)
        return nan;
    if (nan)
        return ref_relation(cmod, EU_F_UNORDERED);
    if (x->insn->op->id == EU_OP_F32TO16)
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
    bool acc = !dst->indirect && dst->file == EU_FILE_ARF && dst->reg >> 4 == EU_ARF_ACC;
    if (!acc || (dst->reg & 15) > 1) {
        ref_store(x, n, bits);
        return;
    }
    unsigned bytes = eu_types[dst->type].bytes, hs = ref_align16(x) ? 1 : isa_hstride(dst->hs);
    unsigned lane = (dst->sub + n * hs * bytes) / (bytes < 2 ? 2 : bytes);
    ref_acc_write(x, dst->reg & 1, dst->type, lane, lane_value(x, v, bits));
}

/* Whether the opcode's handler itself updates the accumulator. */
static bool own_acc(const struct eu_op *op)
{
    return op->acc == 'w' || op->id == EU_OP_MACH;
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
    const struct eu_insn *insn = x->insn;
    x->fmode.overflow = overflow;
    uint64_t bits = ref_convert(x, v, insn->dst.type);
    /* the result is a float, whatever the destination type is */
    bool half = insn->op->id == EU_OP_F32TO16;
    bool nan =
        half ? eu_float_is_nan(EU_FLOAT_HF, bits & 0xffff) : v.kind && eu_float_is_nan(v.kind, v.f);
    bool takes_cmod = insn->op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z);
    bool selects = insn->op->id == EU_OP_SEL || insn->op->id == EU_OP_CSEL;
    if (insn->cmod && takes_cmod && !selects)
        ref_set_flag(x, n, post_condition(x, bits, nan, x->fmode.overflow));
    if (ref_acc_enabled(x) && !own_acc(insn->op))
        ref_acc_put(x, n, for_accumulator(insn->dst.type, v, bits));
    ref_put(x, n, v, bits);
}

static bool is_null(const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && op->reg >> 4 == EU_ARF_NULL;
}

enum eu_stop ref_each(struct ref *x, ref_op *op)
{
    struct ref_val result[EU_CHANNELS];
    bool overflow[EU_CHANNELS];
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        struct ref_val src[3] = {{0}};
        for (unsigned i = 0; i < x->insn->op->nsrc; i++)
            if (!is_null(&x->insn->src[i]))
                src[i] = ref_load(x, i, n);
        x->fmode.overflow = false;
        result[n] = op(x, n, src);
        if (!x->eu->isa->wide_values)
            result[n].i = (int64_t)result[n].i;
        overflow[n] = x->fmode.overflow;
    }
    for (unsigned n = 0; n < x->es; n++)
        if (x->wren >> n & 1)
            ref_finish(x, n, result[n], overflow[n]);
    return EU_STOP_NONE;
}
