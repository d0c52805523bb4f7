/* Where the accumulators of plans are. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

enum { HIGH = PLAN_ACC_HIGH };

static struct plan_acc acc_of_7(const struct fast_alu *a, unsigned words, unsigned first)
{
    if (words > 2 || first + a->es * words > 2 * EU_ACC_LANES)
        return (struct plan_acc){.kind = PLAN_NO_ACC};
    return (struct plan_acc){words == 1 ? PLAN_ACC_WORDS : PLAN_ACC_DWORDS, (uint8_t)first};
}

static struct plan_acc acc_of_8(const struct fast_alu *a, unsigned reg, unsigned type,
                                unsigned lane)
{
    unsigned bytes = eu_types[type].bytes, kind = PLAN_ACC_LOW;
    unsigned first = bytes == 8 ? (reg * 4 + lane) % HIGH : (reg * 8 + lane) % EU_ACC_LANES;
    unsigned end = bytes == 8 ? HIGH : EU_ACC_LANES;
    if (bytes == 8)
        kind = type == EU_TYPE_DF ? PLAN_ACC_DOUBLES : PLAN_ACC_WHOLE;
    else if (type == EU_TYPE_F)
        kind = PLAN_ACC_FLOATS;
    else if (bytes == 4 && a->es <= 8 && first < HIGH)
        kind = PLAN_ACC_WHOLE, end = HIGH;
    if (type == EU_TYPE_HF || first + a->es > end)
        kind = PLAN_NO_ACC;
    return (struct plan_acc){(uint8_t)kind, (uint8_t)first};
}

struct plan_acc plan_acc_own(const struct fast_alu *a)
{
    if (a->any)
        return acc_of_8(a, a->acc_reg, a->acc_type, 0);
    return acc_of_7(a, a->acc_words, fast_acc_own(a, 0));
}

struct plan_acc plan_acc_dst(const struct fast_alu *a)
{
    unsigned type = a->dst.type, bytes = eu_types[type].bytes, size = bytes < 2 ? 2 : bytes;
    if (a->dst_stride != size || a->dst.base % size)
        return (struct plan_acc){.kind = PLAN_NO_ACC};
    if (a->any)
        return acc_of_8(a, a->dst.reg, type, a->dst.base / size);
    unsigned words = fast_acc_words(type);
    return acc_of_7(a, words, fast_acc_slot(a->dst.reg, words, a->dst.base / size));
}

struct plan_acc plan_acc_source(const struct fast_alu *a, const struct fast_operand *op)
{
    unsigned words = a->any ? 1 : fast_acc_words(op->type);
    for (unsigned n = 1; n < plan_lanes_read(a); n++)
        if (op->off[n] != op->off[0] + n * words)
            return (struct plan_acc){.kind = PLAN_NO_ACC};
    return a->any ? acc_of_8(a, op->reg, op->type, op->off[0]) : acc_of_7(a, words, op->off[0]);
}

struct plan_acc plan_acc_from(struct plan_acc acc, unsigned lane)
{
    acc.first = (uint8_t)(acc.first + lane * (acc.kind == PLAN_ACC_DWORDS ? 2 : 1));
    return acc;
}
#endif
