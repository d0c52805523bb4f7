#include "sim/ref/ref.h"

/* Conversion, saturation, relations and flags. IVB vol. 4 part 3, 2.3, 2.4, 3.6. */

struct ref_val ref_int(int64_t i)
{
    return (struct ref_val){.i = i};
}

struct ref_val ref_float(uint32_t f)
{
    return (struct ref_val){.is_float = true, .f = f};
}

uint32_t ref_as_float(struct ref *x, struct ref_val v)
{
    return v.is_float ? v.f : eu_f_from_int(&x->fmode, v.i);
}

int64_t ref_type_min(enum eu_type type)
{
    unsigned bits = 8u * eu_types[type].bytes;
    return eu_types[type].kind == EU_KIND_INT ? -((int64_t)1 << (bits - 1)) : 0;
}

int64_t ref_type_max(enum eu_type type)
{
    unsigned bits = 8u * eu_types[type].bytes;
    return ((int64_t)1 << (eu_types[type].kind == EU_KIND_INT ? bits - 1 : bits)) - 1;
}

uint32_t ref_convert(struct ref *x, struct ref_val v, enum eu_type type)
{
    bool sat = x->insn->sat;
    if (eu_types[type].kind == EU_KIND_FLOAT) {
        uint32_t f = ref_as_float(x, v);
        return sat ? eu_f_saturate(f) : f;
    }
    int64_t lo = ref_type_min(type), hi = ref_type_max(type);
    if (v.is_float)
        return (uint32_t)eu_f_to_int(&x->fmode, v.f, lo, hi);
    if (v.i < lo || v.i > hi) {
        x->fmode.overflow = true;
        if (sat)
            v.i = v.i < lo ? lo : hi;
    }
    return (uint32_t)v.i;
}

/* 3.6: every relation but .ne is false with a NaN. */
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
    if (a.is_float || b.is_float)
        return eu_f_compare(ref_as_float(x, a), ref_as_float(x, b));
    return a.i < b.i ? -1 : a.i > b.i;
}

void ref_set_flag(struct ref *x, unsigned n, bool value)
{
    uint32_t *f = &x->t->f[x->insn->flag_reg & 1], bit = 1u << ref_flag_bit(x, n);
    *f = value ? *f | bit : *f & ~bit;
}

/* The order of the final value against 0 in the destination type. */
static int order_of_result(uint32_t bits, enum eu_type type)
{
    unsigned shift = 32 - 8u * eu_types[type].bytes;
    if (eu_types[type].kind == EU_KIND_FLOAT)
        return eu_f_compare(bits, 0);
    if (bits << shift == 0)
        return 0;
    return eu_types[type].kind == EU_KIND_INT && bits << shift >> 31 ? -1 : 1;
}

/* Zero and sign after saturation, NaN and overflow before (E06). */
static bool post_condition(const struct ref *x, uint32_t bits, bool nan, bool overflow)
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
    return ref_relation(cmod, order_of_result(bits, x->insn->dst.type));
}

/* What an accumulator lane gets: the value before narrowing, unless it was saturated or came from a
 * float. */
static int64_t lane_value(const struct ref *x, struct ref_val v, uint32_t bits)
{
    enum eu_type type = (enum eu_type)x->insn->dst.type;
    if (eu_types[type].kind == EU_KIND_FLOAT)
        return (int32_t)bits;
    return v.is_float || x->insn->sat ? ref_extend(bits, type) : v.i;
}

void ref_put(struct ref *x, unsigned n, struct ref_val v, uint32_t bits)
{
    const struct eu_operand *dst = &x->insn->dst;
    if (dst->indirect || dst->file != EU_FILE_ARF || dst->reg >> 4 != EU_ARF_ACC) {
        ref_store(x, n, bits);
        return;
    }
    if ((dst->reg & 15) > 1)
        return; /* not populated */
    unsigned bytes = eu_types[dst->type].bytes, hs = ref_align16(x) ? 1 : isa_hstride(dst->hs);
    unsigned lane = (dst->sub + n * hs * bytes) / (bytes < 2 ? 2 : bytes);
    ref_acc_write(x->t, dst->reg & 1, dst->type, lane, lane_value(x, v, bits));
}

/* Whether the opcode's handler updates the accumulator by itself. */
static bool own_acc(const struct eu_op *op)
{
    return op->acc == 'w' || op->id == EU_OP_MACH;
}

void ref_finish(struct ref *x, unsigned n, struct ref_val v, bool overflow)
{
    const struct eu_insn *insn = x->insn;
    x->fmode.overflow = overflow;
    uint32_t bits = ref_convert(x, v, insn->dst.type);
    bool half = insn->op->id == EU_OP_F32TO16; /* the result is a float, whatever the type says */
    uint32_t f = half ? eu_f_from_half((uint16_t)bits) : v.f;
    bool nan = (v.is_float || half) && eu_f_is_nan(f);
    bool takes_cmod = insn->op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z);
    if (insn->cmod && takes_cmod && insn->op->id != EU_OP_SEL)
        ref_set_flag(x, n, post_condition(x, bits, nan, x->fmode.overflow));
    if (ref_acc_enabled(x) && !own_acc(insn->op))
        ref_acc_put(x, n,
                    insn->dst.type == EU_TYPE_F ? ref_float(bits)
                    : v.is_float                ? ref_int(ref_extend(bits, insn->dst.type))
                                                : v);
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
        overflow[n] = x->fmode.overflow;
    }
    for (unsigned n = 0; n < x->es; n++)
        if (x->wren >> n & 1)
            ref_finish(x, n, result[n], overflow[n]);
    return EU_STOP_NONE;
}
