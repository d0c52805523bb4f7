/* Where the accumulators of plans are. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

/* The lane of an element: which of acc0 and acc1, how it has the value, and where in it. */
struct place {
    uint8_t kind, lane, shift;
};

static struct place place_of_7(unsigned words, unsigned slot)
{
    unsigned kind = words == 1   ? PLAN_ACC_WORDS
                    : words == 2 ? PLAN_ACC_DWORDS
                    : words == 4 ? PLAN_ACC_QUADS
                                 : PLAN_NO_ACC;
    if (slot + words > 2 * EU_ACC_LANES)
        kind = PLAN_NO_ACC;
    return (struct place){(uint8_t)kind, (uint8_t)slot, 0};
}

static struct place place_of_8(const struct fast_alu *a, unsigned reg, unsigned type,
                               unsigned element)
{
    unsigned bytes = eu_types[type].bytes, lane = (reg * 8 + element) % EU_ACC_LANES;
    unsigned half = reg * EU_ACC_LANES + element;
    if (type == EU_TYPE_HF)
        return (struct place){PLAN_ACC_HALVES, half % EU_ACC_LANES, half & EU_ACC_LANES};
    if (bytes == 8)
        return (struct place){type == EU_TYPE_DF ? PLAN_ACC_DOUBLES : PLAN_ACC_WHOLE,
                              (uint8_t)((reg * 4 + element) % PLAN_ACC_HIGH), 0};
    if (type == EU_TYPE_F)
        return (struct place){PLAN_ACC_FLOATS, (uint8_t)lane, 0};
    if (bytes == 4 && lane < PLAN_ACC_HIGH && a->es < 16)
        return (struct place){PLAN_ACC_WHOLE, (uint8_t)lane, 0};
    return (struct place){PLAN_ACC_LOW, (uint8_t)lane, 0};
}

/* All lanes must have the value in the same way. Of two plans, neither may have the other's lanes.
 */
static struct plan_acc gathered(const struct fast_alu *a, const struct place *places, unsigned n)
{
    struct plan_acc acc = {places[0].kind, places[0].lane, places[0].shift, false, {0}};
    unsigned step = plan_acc_step(acc.kind);
    for (unsigned i = 0; i < PLAN_LANES; i++) {
        const struct place *p = &places[i < n ? i : 0];
        if (p->kind != acc.kind || p->shift != acc.shift)
            return (struct plan_acc){.kind = PLAN_NO_ACC};
        acc.each |= i < n && p->lane != acc.first + i * step;
        acc.lane[i] = p->lane;
    }
    bool wide = plan_acc_parts(acc.kind) > 1 && acc.kind != PLAN_ACC_DWORDS;
    if (a->es > PLAN_LANES && (acc.each || wide))
        acc.kind = PLAN_NO_ACC;
    return acc;
}

static unsigned lanes_from(unsigned first, unsigned end)
{
    return end - first < PLAN_LANES ? end - first : PLAN_LANES;
}

struct plan_acc plan_acc_own(const struct fast_alu *a, unsigned first, unsigned step)
{
    struct place places[PLAN_LANES];
    unsigned count = lanes_from(first, a->es);
    for (unsigned n = 0; n < count; n++)
        places[n] = a->any ? place_of_8(a, a->acc_reg, a->acc_type, first + n)
                           : place_of_7(a->acc_words, fast_acc_own(a, (first + n) * step));
    return gathered(a, places, count);
}

struct plan_acc plan_acc_dst(const struct fast_alu *a, unsigned first)
{
    struct place places[PLAN_LANES];
    unsigned type = a->dst.type, bytes = eu_types[type].bytes, size = bytes < 2 ? 2 : bytes;
    unsigned count = lanes_from(first, a->es), words = fast_acc_words(type);
    if (a->dst.base % size) /* the parts of a double go to two elements */
        return (struct plan_acc){.kind = PLAN_NO_ACC};
    for (unsigned n = 0; n < count; n++) {
        unsigned element = (a->dst.base + (first + n) * a->dst_stride) / size;
        places[n] = a->any ? place_of_8(a, a->dst.reg, type, element)
                           : place_of_7(words, fast_acc_slot(a->dst.reg, words, element));
    }
    return gathered(a, places, count);
}

struct plan_acc plan_acc_source(const struct fast_alu *a, const struct fast_operand *op,
                                const struct fast_plan *p)
{
    struct place places[PLAN_LANES];
    unsigned first = p->lane, count = lanes_from(first, plan_lanes_end(p, a)),
             words = fast_acc_words(op->type);
    for (unsigned n = 0; n < count; n++)
        places[n] = a->any ? place_of_8(a, op->reg, op->type, op->off[first + n])
                           : place_of_7(words, op->off[first + n]);
    return gathered(a, places, count);
}

bool plan_acc_are_same(const struct plan_acc *a, const struct plan_acc *b)
{
    bool same = a->kind == b->kind && a->first == b->first && a->shift == b->shift;
    return same && a->each == b->each && (!a->each || memcmp(a->lane, b->lane, PLAN_LANES) == 0);
}

bool plan_acc_is_apart(const struct fast_plan *p)
{
    bool apart = p->own.kind == PLAN_ACC_HALVES && p->es == PLAN_LANES;
    for (unsigned n = 0; n < PLAN_LANES; n++)
        apart &= p->own.lane[n] == p->own.first + 2 * n;
    return apart;
}

/* A set of lanes. */
static uint64_t lanes_of(const struct plan_acc *acc, unsigned element)
{
    uint64_t lanes = 0;
    for (unsigned part = 0; part < plan_acc_parts(acc->kind); part++)
        lanes |= UINT64_C(1) << (acc->lane[element] + part * plan_acc_apart(acc->kind));
    return lanes;
}

bool plan_acc_chains(const struct fast_plan *p)
{
    for (unsigned i = 0; i < p->nsrc; i++) {
        uint64_t before = 0;
        for (unsigned n = 0; n < p->es && p->src[i].acc.kind; n++) {
            if (lanes_of(&p->src[i].acc, n) & before)
                return true;
            before |= lanes_of(&p->own, n);
        }
    }
    return false;
}
#endif
