/* Runs plans: what comes before the first load, and between two plans. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE

/* --- two plans --- */

struct span {
    unsigned from, to;
};

static struct span written(const struct fast_uop *u, const struct fast_plan *p)
{
    unsigned from = p->start + u->d;
    return (struct span){from, p->nowhere ? from : from + p->extent};
}

bool plan_spoils(const struct fast_uop *u, const struct fast_plan *first,
                 const struct fast_plan *second)
{
    struct span w = written(u, first);
    for (unsigned i = 0; i < 3; i++) {
        const struct plan_source *s = &second->src[i];
        unsigned base = second->base[i] + u->s[i];
        if (w.from < base + s->high && base + s->low < w.to)
            return true;
    }
    return false;
}

/* --- before the first load --- */

/* @stage: where it is, so that no register has it while the predicate is found. */
INLINE enum fast_leave begin(FAST_ARGS, const struct fast_plan *p, plan_stage *const *stage,
                             bool by_flag)
{
    v4q a0, a1, b0, b1, c0, c1;
    uint32_t on = ((uint32_t)((uint64_t)act >> p->shift) | p->always) & p->channels;
    x->on = by_flag ? on & plan_pred(x, grf, p) : on;
    PLAN_FORGET("=x"(a0)); /* they are set when they are loaded */
    PLAN_FORGET_ALL_BUT_A0;
    return (*stage)(PLAN_PASS);
}
static __attribute__((noinline)) enum fast_leave run_by_flag(FAST_ARGS, const struct fast_plan *p)
{
    return begin(FAST_PASS, p, &p->first, true);
}
INLINE enum fast_leave run(FAST_ARGS, const struct fast_plan *p)
{
    if (FAST_UNLIKELY(p->predicated))
        return run_by_flag(FAST_PASS, p);
    return begin(FAST_PASS, p, &p->first, false);
}

/* The predicate is found before the first plan sets flags. No stage behind this needs a call that
 * would have to keep the lanes. */
enum fast_leave plan_begin_spread(PLAN_ARGS)
{
    x->spread = fast_pred_elements(x->eu, fast_thread(grf), &fast_rest(u)->cold->insn);
    return begin(FAST_PASS, p, &p->behind_spread, p->predicated);
}
/* The same for one of groups, without a call. */
enum fast_leave plan_begin_groups(PLAN_ARGS)
{
    uint32_t f = fast_groups(fast_thread(grf)->f[p->pred_reg], p->group, p->all_of_group);
    x->spread = fast_ror(f, (u->flag + u->group) & 31u) ^ p->pred_xor;
    return begin(FAST_PASS, p, &p->behind_spread, p->predicated);
}

enum fast_leave plan_nothing(PLAN_ARGS)
{
    return plan_finish(FAST_PASS, p);
}

/* smov: the integer that was loaded as src1 names the channels. */
enum fast_leave plan_name_lanes(PLAN_ARGS)
{
    x->on &= (uint32_t)b0[0] >> p->lane;
    return p->behind_name(PLAN_PASS);
}

/* Finds what a0 names. The second plan finds it again, but whether all lie in the register file,
 * and whether it reads what this one writes, must be known before. */
enum fast_leave plan_begin_indexed(PLAN_ARGS)
{
    const struct fast_plan *next = p + 1;
    const struct fast_aim *aim = p->aim;
    bool fits = !aim->index || (fast_aim_at(grf, aim, &u->d) && fast_is_confined(aim, u->d));
    unsigned from = p->start + u->d, to = p->nowhere ? 0 : from + p->extent;
    for (unsigned i = 0; i < p->places; i++) {
        uint16_t at = u->s[i];
        if (aim[i + 1].index) {
            fits &= fast_aim_at(grf, &next->aim[i + 1], &at);
            fits &= fast_aim_at(grf, &aim[i + 1], &u->s[i]);
        }
        unsigned base = next->base[i] + at;
        fits &= from >= base + next->src[i].high || base + next->src[i].low >= to;
    }
    if (FAST_UNLIKELY(!fits))
        return fast_alu_handler(FAST_PASS);
    return p->begin(PLAN_PASS);
}

/* The same for a plan that is alone: one operand after the other. */
#define AIM(name, i, place, fits)                                                                  \
    enum fast_leave name(PLAN_ARGS)                                                                \
    {                                                                                              \
        const struct fast_aim *aim = &p->aim[i];                                                   \
        if (FAST_UNLIKELY(!fast_aim_at(grf, aim, &(place)) || !(fits)))                            \
            return fast_alu_handler(FAST_PASS);                                                    \
        return p->aimed[i](PLAN_PASS);                                                             \
    }
AIM(plan_aim_dst, 0, u->d, fast_is_confined(aim, u->d))
AIM(plan_aim_0, 1, u->s[0], true)
AIM(plan_aim_1, 2, u->s[1], true)
AIM(plan_aim_2, 3, u->s[2], true)

/* src0 has two index registers: the first half waits in c while the next plan loads the second. */
enum fast_leave plan_turn(PLAN_ARGS)
{
    p++;
    c0 = a0;
    if (FAST_UNLIKELY(!fast_aim_at(grf, &p->aim[1], &u->s[0])))
        return fast_alu_handler(FAST_PASS);
    return p->turned(PLAN_PASS);
}
enum fast_leave plan_join(PLAN_ARGS)
{
    a1 = a0, a0 = c0;
    return p->joined(PLAN_PASS);
}
enum fast_leave plan_join_floats(PLAN_ARGS)
{
    a0 = (v4q)plan_low_sides((__m256i)c0, (__m256i)a0);
    return p->joined(PLAN_PASS);
}

/* The second plan's sources may have other index registers. */
enum fast_leave plan_begin_again(PLAN_ARGS)
{
    for (unsigned i = 0; i < p->places; i++)
        if (p->aim[i + 1].index)
            (void)fast_aim_at(grf, &p->aim[i + 1], &u->s[i]);
    return p->begin(PLAN_PASS);
}

/* The mode of doubles must be the host's, which is that of floats. */
enum fast_leave plan_begin_doubles(PLAN_ARGS)
{
    bool keeps = x->control == FAST_FP_KEEP;
    if (FAST_UNLIKELY(keeps != !!(fast_thread(grf)->cr[0] & EU_CR0_DF_DENORM)))
        return fast_alu_handler(FAST_PASS);
    return p->load(PLAN_PASS);
}

enum fast_leave fast_plan_handler(FAST_ARGS)
{
    return run(FAST_PASS, u->plan);
}

enum fast_leave plan_second(FAST_ARGS, const struct fast_plan *p)
{
    return run(FAST_PASS, p + 1);
}

__attribute__((noinline)) enum fast_leave plan_fail(FAST_ARGS, const struct fast_plan *p)
{
    uint32_t lanes = ((1u << (p->es << p->paired)) - 1) << (p->lane << p->paired);
    uint32_t pred = !p->spreads ? fast_alu_pred(x, u)
                    : p->paired ? fast_positions(x->spread)
                                : x->spread;
    fast_alu_lanes(x, u, act, lanes, pred);
    return plan_finish(FAST_PASS, p);
}
#else

enum fast_leave fast_plan_handler(FAST_ARGS)
{
    return fast_alu_handler(FAST_PASS);
}
#endif
