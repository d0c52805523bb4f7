/* Plans for doubles of Ivy Bridge, which have two positions each: those of element k are 2k and
 * 2k + 1, and its channel is the k-th. A plan has four elements. IVB vol. 4 part 3, 3.3.9 rule 5;
 * the quirk df-masks. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

/* --- making --- */

bool plan_is_pair(const struct fast_operand *op)
{
    return op->type == EU_TYPE_DF &&
           (op->place == FAST_GRF || op->place == FAST_INDIRECT || op->place == FAST_INDEXED);
}

static void set_elements(struct fast_operand *op)
{
    for (unsigned n = 0; op->rep && plan_is_pair(op) && n < EU_CHANNELS; n += 2)
        op->off[n + 1] = (uint16_t)(op->off[n] + 4);
    if (plan_is_pair(op))
        return;
    for (unsigned k = 0; op->place == FAST_CONSTANT && k < 8; k++)
        op->imm[k] = k < 4 ? op->imm[2 * k] : op->imm[k - 4];
    for (unsigned k = 0; op->place != FAST_CONSTANT && k < EU_CHANNELS / 2; k++)
        op->off[k] = op->off[2 * k];
}

/* The elements of which a half may be written: the low one, the high one. */
static uint32_t lows(const struct fast_cold *cold)
{
    return plan_firsts(cold->chan & cold->window);
}
static uint32_t highs(const struct fast_cold *cold)
{
    return plan_firsts((cold->chan & cold->window) >> 1);
}

bool plan_as_elements(const struct fast_cold *cold, struct fast_alu *a)
{
    /* of another type, a result is where the low half would be */
    if (a->es < 2 || (a->dst.type != EU_TYPE_DF && highs(cold) & ~lows(cold)))
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
    x->on = plan_both(x->on) & p->dwords;
    return p->put_dwords(PLAN_PASS);
}

static enum fast_leave keep_pairs(PLAN_ARGS)
{
    x->on = x->elements;
    return p->kept(PLAN_PASS);
}

void plan_place_pairs(const struct fast_alu *a, struct fast_plan *p)
{
    p->own = (struct plan_acc){.kind = PLAN_ACC_QUADS};
    for (unsigned n = 0; n < 2u * p->es; n++) {
        unsigned at = 2u * p->lane + n, element = at / 2;
        if (p->acc_dst)
            element = (a->dst.base + at * (a->dst_stride / 2u)) / 8;
        p->halves[n] = (uint8_t)fast_acc_slot(p->acc_dst ? a->dst.reg : 0, 4, element);
    }
    p->own.first = p->halves[0];
}

INLINE void put_part(int64_t *lanes, int64_t v, uint64_t mask)
{
    uint64_t now = ((uint64_t)lanes[0] & ~mask) | ((uint64_t)v & mask);
    if (mask)
        put(lanes, (v8u)plan_acc_quad(plan_all((int64_t)now)));
}
static __attribute__((noinline)) enum fast_leave put_acc_parts(PLAN_ARGS)
{
    const v4q v = a0;
    int64_t *acc = &fast_thread(grf)->acc[0][0];
    uint32_t on = plan_both(x->on) & p->dwords;
    if (!p->acc_dst && fast_thread(grf)->cr[0] & EU_CR0_ACC_DISABLE)
        on = 0;
    for (unsigned n = 0; on; n++, on >>= 2) {
        uint64_t low = on & 1 ? UINT32_MAX : 0, high = on & 2 ? ~(uint64_t)UINT32_MAX : 0;
        unsigned first = p->halves[2 * n], second = p->halves[2 * n + 1];
        put_part(acc + first, v[n], first == second ? low | high : low);
        if (first != second)
            put_part(acc + second, v[n], high);
    }
    return plan_then(PLAN_PASS, p->tell);
}

/* Four doubles, for every @step-th of the places @at. */
INLINE void put_four(int64_t *acc, const uint8_t *at, unsigned step, __m256i v)
{
    put(acc + at[0], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0x00)));
    put(acc + at[step], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0x55)));
    put(acc + at[2 * step], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0xaa)));
    put(acc + at[3 * step], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0xff)));
}

/* Both halves of two doubles, each to an element of its own. */
INLINE void put_spread(int64_t *acc, const uint8_t *at, __m256i twice)
{
    const v4q now = {acc[at[0]], acc[at[1]], acc[at[2]], acc[at[3]]};
    put_four(acc, at, 1, _mm256_blend_epi32((__m256i)now, twice, 0x99));
}
static __attribute__((noinline)) enum fast_leave put_acc_spread(PLAN_ARGS)
{
    int64_t *acc = &fast_thread(grf)->acc[0][0];
    put_spread(acc, p->halves, _mm256_permute4x64_epi64((__m256i)a0, 0x50));
    if (p->es == 4)
        put_spread(acc, p->halves + 4, _mm256_permute4x64_epi64((__m256i)a0, 0xfa));
    return plan_then(PLAN_PASS, p->tell);
}

/* Some dwords of doubles that have their accumulators to themselves. */
static __attribute__((noinline)) enum fast_leave put_acc_some(PLAN_ARGS)
{
    int64_t *acc = &fast_thread(grf)->acc[0][0];
    const uint8_t *at = p->halves;
    uint32_t on = x->on;
    const v4q now = {acc[at[0]], acc[at[2]], acc[at[4]], acc[at[6]]};
    __m256i v = (__m256i)blend((v8u)now, (v8u)a0, mask_of(p->dwords));
    if (on == 15) {
        put_four(acc, at, 2, v);
        return plan_then(PLAN_PASS, p->tell);
    }
    if (on & 1)
        put(acc + at[0], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0x00)));
    if (on & 2)
        put(acc + at[2], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0x55)));
    if (on & 4)
        put(acc + at[4], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0xaa)));
    if (on & 8)
        put(acc + at[6], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0xff)));
    return plan_then(PLAN_PASS, p->tell);
}

/* Whole doubles. */
enum fast_leave plan_put_acc_pairs(PLAN_ARGS)
{
    int64_t *acc = &fast_thread(grf)->acc[0][0];
    const uint8_t *at = p->halves;
    bool off = !p->acc_dst && fast_thread(grf)->cr[0] & EU_CR0_ACC_DISABLE;
    uint32_t on = x->on;
    if (FAST_UNLIKELY(p->parted || off))
        return p->spread && on == p->channels && !off ? put_acc_spread(PLAN_PASS)
                                                      : put_acc_parts(PLAN_PASS);
    if (FAST_UNLIKELY((on != 15 && on != 3) || p->dwords != 255))
        return put_acc_some(PLAN_PASS);
    __m256i v = (__m256i)a0;
    plan_acc_keep(x, p, 0, a0);
    if (on == 15) {
        put_four(acc, at, 2, v);
        return plan_then(PLAN_PASS, p->tell);
    }
    put(acc + at[0], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0x00)));
    put(acc + at[2], (v8u)plan_acc_quad((v4q)_mm256_permute4x64_epi64(v, 0x55)));
    return plan_then(PLAN_PASS, p->tell);
}

/* Whether a double's halves go to two elements of accumulators, or two doubles to one. */
static bool is_parted(const struct fast_plan *p)
{
    unsigned elements = 0, twice = 0;
    for (unsigned n = 0; n < p->es; n++) {
        unsigned element = 1u << p->halves[2 * n] / 4;
        twice |= (elements & element) | (p->halves[2 * n] ^ p->halves[2 * n + 1]);
        elements |= element;
    }
    return twice;
}

/* Whether all halves of two doubles go to four elements, and so those of the next two. */
static bool is_spread(const struct fast_plan *p)
{
    const uint8_t *at = p->halves;
    bool spread = p->es % 2 == 0 && p->dwords == (1u << 2 * p->es) - 1;
    for (unsigned n = 0; n < 2u * p->es; n++)
        for (unsigned k = n & ~3u; k < n; k++)
            spread &= at[k] != at[n];
    return spread;
}

bool plan_split_pairs(const struct fast_cold *cold, struct fast_plan *p)
{
    unsigned stride = p->stride / 2u, first = 2u * p->lane;
    bool partly = (lows(cold) ^ highs(cold)) >> p->lane & 15;
    p->dwords = (uint8_t)((cold->chan & cold->window) >> first);
    p->parted = is_parted(p);
    p->spread = p->parted && is_spread(p);
    p->channels = (lows(cold) | highs(cold)) >> p->lane & ((1u << p->es) - 1);
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
