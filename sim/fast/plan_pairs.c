/* Plans for doubles of Ivy Bridge, which have two positions each: those of element k are 2k and
 * 2k + 1, and its channel is the k-th. A plan has four elements. IVB vol. 4 part 3, 3.3.9 rule 5;
 * the quirk df-masks. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE

/* --- making --- */

bool plan_is_pair(const struct fast_operand *op)
{
    return op->type == EU_TYPE_DF && (op->place == FAST_GRF || op->place == FAST_INDIRECT);
}

static void set_elements(struct fast_operand *op)
{
    for (unsigned n = 0; op->rep && plan_is_pair(op) && n < EU_CHANNELS; n += 2)
        op->off[n + 1] = (uint16_t)(op->off[n] + 4);
    if (plan_is_pair(op))
        return;
    for (unsigned k = 0; op->place == FAST_CONSTANT && k < 8; k++)
        op->imm[k] = op->imm[2 * k & 7];
    for (unsigned k = 0; op->place != FAST_CONSTANT && k < EU_CHANNELS / 2; k++)
        op->off[k] = op->off[2 * k];
}

/* The elements of which a half may be written: the low one, the high one. */
static uint32_t lows(const struct fast_cold *cold)
{
    return _pext_u32(cold->chan & cold->window, PLAN_FIRSTS);
}
static uint32_t highs(const struct fast_cold *cold)
{
    return _pext_u32(cold->chan & cold->window, ~PLAN_FIRSTS);
}

bool plan_as_elements(const struct fast_cold *cold, struct fast_alu *a)
{
    bool narrow = a->dst.type != EU_TYPE_DF, acc = a->dst.place == FAST_ACC;
    /* of another type, a result is where the low half would be */
    uint32_t bad = narrow ? highs(cold) & ~lows(cold) : highs(cold) ^ lows(cold);
    if (a->es < 2 || (bad && (narrow || acc || a->acc_wr)) ||
        (acc && !narrow && a->dst_stride != 4))
        return false;
    for (unsigned i = 0; i < a->nsrc; i++)
        set_elements(&a->src[i]);
    a->es /= 2;
    a->dst_stride *= 2;
    return true;
}

/* --- writing --- */

static enum fast_leave put_pairs(PLAN_ARGS)
{
    x->elements = x->on;
    x->on = _pdep_u32(x->on, PLAN_FIRSTS) * 3 & p->dwords;
    return p->put_dwords(PLAN_PASS);
}

static enum fast_leave keep_pairs(PLAN_ARGS)
{
    x->on = x->elements;
    return p->kept(PLAN_PASS);
}

bool plan_split_pairs(const struct fast_cold *cold, struct fast_plan *p)
{
    unsigned stride = p->stride / 2u, first = 2u * p->lane;
    bool partly = (lows(cold) ^ highs(cold)) >> p->lane & 15;
    p->dwords = (uint8_t)((cold->chan & cold->window) >> first);
    p->channels = (lows(cold) | highs(cold)) >> p->lane & 15;
    if (p->nowhere || p->type != EU_TYPE_DF || (stride == 4 && !partly))
        return true;
    p->to = p->start;
    p->stride = (uint16_t)stride;
    p->extent = (uint16_t)(stride * (2u * p->es - 1) + 4);
    p->put_dwords = plan_put_pairs(p, !p->dst_index);
    p->put = put_pairs;
    p->kept = p->keep;
    p->keep = p->keep ? keep_pairs : NULL;
    return true;
}
#endif
