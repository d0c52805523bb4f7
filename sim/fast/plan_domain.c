/* What plans need for an opcode and its types: the operation, and how its results are rounded,
 * saturated and checked. */
#include "sim/fast/any.h"
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

/* --- types --- */

static bool is_float(unsigned type) /* in the domain of floats */
{
    return type == EU_TYPE_F || type == EU_TYPE_HF || type == EU_TYPE_VF;
}

static bool is_quad(unsigned type)
{
    return type == EU_TYPE_Q || type == EU_TYPE_UQ;
}

static bool is_modified(const struct fast_alu *a)
{
    bool modified = false;
    for (unsigned i = 0; i < a->nsrc; i++)
        modified |= a->src[i].abs || a->src[i].neg;
    return modified;
}

/* The opposite of UQ may have no 64 bits, which only the low ones of a result do not show. */
static bool negates_unsigned(const struct fast_alu *a)
{
    bool negates = false;
    for (unsigned i = 0; i < a->nsrc; i++)
        negates |= a->src[i].type == EU_TYPE_UQ && a->src[i].neg;
    return negates;
}

/* --- integers --- */

static uint64_t bits_that_count(const struct isa_gen *isa, const struct fast_alu *a)
{
    const struct fast_operand *op = &a->src[0];
    unsigned bits = 8 * eu_types[op->type].bytes;
    if (a->id == EU_OP_MUL)
        return eu_types[a->src[1].type].bytes == 4 && !isa->full_multiply ? 0xffff : UINT64_MAX;
    bool acc = op->place == FAST_ACC || (op->place == FAST_ARF && op->reg >> 4 == EU_ARF_ACC);
    if (a->any && a->id == EU_OP_SHR && acc && bits < 64)
        bits = 33;
    return UINT64_MAX >> (64 - bits);
}

/* Opcodes whose sources may have 64 bits. */
static bool takes_quads(const struct fast_alu *a)
{
    switch (a->id) {
    case EU_OP_MOV:
    case EU_OP_NOT:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_SHR:
    case EU_OP_SHL:
    case EU_OP_ASR:
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_SEL:
    case EU_OP_CMP:
    case EU_OP_CMPN:
        return true;
    default:
        return false;
    }
}

static bool has_acc(const struct fast_alu *a)
{
    for (unsigned i = 0; i < a->nsrc; i++)
        if (a->src[i].place == FAST_ACC)
            return true;
    return false;
}

/* Whether 64 bits hold what decides about saturation, or tell that they do not. */
static bool saturates_here(const struct fast_alu *a, struct fast_plan *p)
{
    unsigned quads = plan_count(a, T(Q) | T(UQ)), unsigned_quads = plan_count(a, T(UQ));
    if (a->any && a->id == EU_OP_MUL && plan_count(a, T(UD)) == 2 && !is_modified(a))
        p->flip = INT64_MIN;
    else if (a->id == EU_OP_MUL && plan_count(a, T(UD)))
        return !a->any;
    if (a->id == EU_OP_SHR && quads) /* zeros were shifted in */
        p->flip = INT64_MIN;
    bool shifts = a->id == EU_OP_SHL && p->counts > 31;
    p->checks = a->any && (a->id == EU_OP_ADD || a->id == EU_OP_MAC || shifts);
    if (shifts)
        p->flip = a->dst.type == EU_TYPE_UQ ? INT64_MIN : 0;
    if (p->flip)
        p->low = 0;
    else if (a->dst.type == EU_TYPE_UQ)
        p->high = INT64_MAX;
    if (shifts)
        return !a->acc_wr;
    if (a->any && has_acc(a) && a->id != EU_OP_MOV && a->id != EU_OP_ADD)
        return false;
    if (a->id == EU_OP_SEL && unsigned_quads % a->nsrc)
        return false;
    if (a->any && a->id == EU_OP_MAC && plan_count(a, T(D) | T(UD)))
        return false;
    return !quads || a->id == EU_OP_MOV || a->id == EU_OP_SEL || a->id == EU_OP_ASR ||
           a->id == EU_OP_SHR || (a->id == EU_OP_ADD && (!unsigned_quads || unsigned_quads == 2));
}

/* Whether what a sum has above 64 bits is outside of the destination: what signed sources have
 * above INT64_MAX, a UQ takes. */
static bool ends_at_64_bits(const struct fast_alu *a, const struct fast_plan *p)
{
    return p->flip || a->dst.type != EU_TYPE_UQ;
}

/* Condition .o of add, not or shl with qwords, whose results may have more than 64 bits. */
static bool tells_past(const struct fast_alu *a, struct fast_plan *p)
{
    if (a->id == EU_OP_NOT)
        p->flip = 0, p->high = a->dst.type == EU_TYPE_UQ ? INT64_MAX : p->high;
    else if (!saturates_here(a, p))
        return false;
    p->past = a->id != EU_OP_ADD || ends_at_64_bits(a, p);
    p->op = p->past ? plan_told_op(a) : p->op;
    return true;
}

/* Condition .o: whether the plan tells that the destination does not hold the result. */
static bool overflows_here(const struct fast_alu *a, struct fast_plan *p)
{
    bool quads = eu_types[a->dst.type].bytes == 8 || plan_count(a, T(Q) | T(UQ));
    unsigned unsigned_quads = plan_count(a, T(UQ));
    bool logic = a->id == EU_OP_AND || a->id == EU_OP_OR || a->id == EU_OP_XOR;
    bool longer = a->id == EU_OP_NOT || a->id == EU_OP_SHL || a->id == EU_OP_ADD;
    if (negates_unsigned(a))
        return false;
    if (logic && quads && unsigned_quads % a->nsrc == 0) {
        p->flip = unsigned_quads ? INT64_MIN : 0;
        p->high = a->dst.type == EU_TYPE_UQ && !unsigned_quads ? INT64_MAX : p->high;
        p->low = unsigned_quads ? 0 : p->low;
        return true;
    }
    if (longer && quads && !a->acc_wr && !has_acc(a))
        return tells_past(a, p);
    return !(quads && a->id == EU_OP_SHL) && saturates_here(a, p);
}

bool plan_make_ints(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p)
{
    bool to_float = fast_is_float(a->dst.type), quad = is_quad(a->src[0].type);
    bool orders = plan_compares(a) || (a->id == EU_OP_SEL && a->cmod);
    unsigned unsigned_quads = plan_count(a, T(UQ)),
             narrow = plan_count(a, T(W) | T(UW) | T(B) | T(UB) | T(V) | T(UV));
    p->wide = orders && (negates_unsigned(a) || unsigned_quads % a->nsrc);
    p->op = plan_ints_op(p, a);
    p->exact = true; /* what a float does not hold is infinite as a half */
    p->counts = a->any && (quad || eu_types[a->dst.type].bytes == 8) ? 63 : 31;
    p->bits = bits_that_count(isa, a);
    p->is_signed = fast_is_signed(a->src[a->id == EU_OP_BFE ? 2 : 0].type);
    p->keeps_not = a->any && (a->id == EU_OP_NOT || a->id == EU_OP_AND || a->id == EU_OP_OR ||
                              a->id == EU_OP_XOR);
    p->flip =
        unsigned_quads && is_quad(a->src[0].type) && a->src[0].type == EU_TYPE_UQ ? INT64_MIN : 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        narrow -= a->src[i].place == FAST_ACC; /* it has 33 bits */
    bool dword = a->src[0].type == EU_TYPE_D && a->src[0].place != FAST_ACC;
    p->small = narrow == a->nsrc || (a->id == EU_OP_MOV && dword && !is_modified(a));
    bool to_any = a->id == EU_OP_MOV || plan_compares(a);
    if (to_float && !to_any && (a->id != EU_OP_ADD || plan_count(a, T(Q) | T(UQ))))
        return false;
    if (a->id == EU_OP_MATH && has_acc(a))
        return false;
    if (plan_count(a, T(Q) | T(UQ)) && !takes_quads(a))
        return false;
    if (negates_unsigned(a) && a->sat && a->id != EU_OP_SHL && !to_float)
        return false;
    if (plan_tells_overflow(a))
        return to_float ? !negates_unsigned(a) : overflows_here(a, p);
    bool made = !a->sat || to_float || saturates_here(a, p);
    p->limits = p->checks && !a->acc_wr && ends_at_64_bits(a, p);
    return made;
}

/* --- floats --- */

/* Whether sources that are integers are converted as they are loaded. */
static bool mixes(const struct fast_alu *a)
{
    bool mixed = false, may = a->id == EU_OP_ADD || a->id == EU_OP_MUL || plan_compares(a);
    for (unsigned i = 0; i < a->nsrc; i++) {
        const struct fast_operand *op = &a->src[i];
        if (is_float(op->type))
            continue;
        mixed = true;
        may &= eu_types[op->type].bytes < 4 || (!op->abs && !op->neg);
    }
    return !mixed || (may && (!a->any || a->result == EU_FLOAT_F));
}

/* f16to32, f32to16: a half is the bits of an integer, and keeps its denormals. */
bool plan_make_half(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    bool widens = a->id == EU_OP_F16TO32;
    p->op = plan_floats_op(eu, a);
    p->settles = widens;
    p->exact = true;
    unsigned type = widens ? a->src[0].type : a->dst.type, place = a->src[0].place;
    bool narrow = type == EU_TYPE_W || type == EU_TYPE_UW || (!widens && type == EU_TYPE_UD);
    bool floats = widens ? a->dst.type == EU_TYPE_F : a->src[0].type == EU_TYPE_F;
    return narrow && floats && !(widens && place == FAST_ACC) && !eu->quirks[EU_QUIRK_F16_ROUND];
}

bool plan_make_floats(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p)
{
    unsigned halves = plan_count(a, T(HF)), type = a->src[0].type;
    bool moves = a->id == EU_OP_MOV || a->id == EU_OP_MOVI,
         by_flag = a->id == EU_OP_SEL && !a->cmod;
    bool picks = moves || a->id == EU_OP_SEL || a->id == EU_OP_CSEL;
    bool to_half = a->dst.type == EU_TYPE_HF, to_float = fast_is_float(a->dst.type);
    bool simple = a->id == EU_OP_ADD || a->id == EU_OP_MUL || a->id == EU_OP_FRC ||
                  (a->id >= EU_OP_RNDU && a->id <= EU_OP_RNDZ);
    p->op = plan_floats_op(eu, a);
    p->settles = !picks || (to_float && a->dst.type != type);
    p->raw = to_half && halves == a->nsrc && picks;
    bool fused = to_half && halves == a->nsrc && (a->id == EU_OP_MAD || a->id == EU_OP_MAC);
    p->exact = picks || fused || a->id == EU_OP_MATH || (simple && halves == a->nsrc);
    for (unsigned i = 0; i < 3; i++) /* the third may be an accumulator */
        p->src[i].flushes = !p->raw || (!moves && !by_flag);
    if (picks && (halves % a->nsrc || (by_flag && halves && !to_half)))
        return false;
    if (!to_float && !plan_compares(a) && !moves && a->result != EU_FLOAT_F && a->any)
        return false;
    if (a->id == EU_OP_MAC && !fused && a->dst.type != EU_TYPE_F)
        return false;
    if (a->id == EU_OP_MAC && a->any && a->acc_type != a->dst.type)
        return false;
    bool steps =
        a->id == EU_OP_LRP || a->id == EU_OP_PLN || (a->id >= EU_OP_DP4 && a->id <= EU_OP_DP2);
    return mixes(a) && !(steps && to_half);
}

bool plan_make_doubles(const struct fast_alu *a, struct fast_plan *p)
{
    bool moves = a->id == EU_OP_MOV;
    p->op = plan_doubles_op(a);
    p->settles = !moves && a->id != EU_OP_SEL;
    for (unsigned i = 0; i < a->nsrc; i++)
        p->src[i].widens = !a->any;
    if (a->id == EU_OP_MAC && a->any && a->acc_type != EU_TYPE_DF)
        return false;
    return moves ||
           (plan_count(a, T(DF)) == a->nsrc && (a->dst.type == EU_TYPE_DF || plan_compares(a)));
}
#endif
