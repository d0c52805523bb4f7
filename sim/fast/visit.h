/* Visits: a thread's registers are the engine's from its begin to its end. */
#ifndef EULAB_SIM_FAST_VISIT_H
#define EULAB_SIM_FAST_VISIT_H

#include "sim/fast/cache.h"
#include "sim/turns.h"

/* run.c: marks where inactive channels are. Returns false if memory runs out. */
bool fast_mark_waiting(struct fast_ctx *x, uint32_t waiting);

/* What was done of the visit is counted, in x->done, too, and the thread is exact. */
static inline void fast_visit_end(struct fast_ctx *x)
{
    struct eu_thread *t = x->t;
    t->ip = fast_rest(x->u)->ip;
    if (!x->spf)
        fast_place(t, x->act, t->ip);
    x->expanded = x->act;
    if (!fast_is_kept(x->cache, x->u))
        x->u = NULL;
    uint64_t n = x->limit - x->left - x->spare;
    t->insts += n;
    x->eu->insts += n;
    x->eu->boundaries += n;
    x->done = n;
}

/* The thread waits: the boundary in front of that was passed. */
static inline void fast_visit_slept(struct fast_ctx *x)
{
    x->slept = false;
    x->cache->uncounted = true;
    x->eu->boundaries++;
}

/* Whether memory, and with it the decoded code, is as it was when native code began. */
static inline bool fast_is_current(const struct fast_cache *c)
{
    const struct eu_tlb *tlb = &c->tlbs[EU_TLB_MEM];
    return atomic_load_explicit(tlb->counter, memory_order_acquire) == c->changes;
}

/* Nothing can be done of the turn that fast_visit_next() has begun. */
static inline void fast_visit_leave(struct fast_ctx *x)
{
    x->passed = x->eu->turns.over = true;
    x->before = x->done = 0;
}

/* Behind fast_visit_end(), goes on with the turn of another thread, if nothing must be asked: x->t,
 * x->limit and its active channels become valid. */
static inline bool fast_visit_next(struct fast_ctx *x, uint32_t *act)
{
    struct eu *eu = x->eu;
    if (x->stopped || x->woke || eu->unit)
        return false;
    fast_narrow();
    struct eu_thread *t = eu_turn_next(eu, x->before + x->done, &x->limit);
    if (!t && !eu->turns.over)
        return false;
    if (x->slept)
        fast_visit_slept(x);
    fast_visit_leave(x);
    if (!t || t->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION) ||
        t->cr[0] & (EU_CR0_ALT | 3u << EU_CR0_ROUND_SHIFT | EU_CR0_SPF) || t->ip == eu->end_ip ||
        !fast_is_current(x->cache))
        return false;
    unsigned control = fast_fp_control(eu, t);
    if (control != x->control)
        fast_fp_take(x->control = control);
    x->t = t;
    x->emask = fast_emask(t);
    x->spf = false;
    *act = fast_at(t->pcip, t->ip, x->emask);
    if (x->expanded != *act)
        fast_set_act(x, *act, x->expanded ^ *act);
    x->expanded = *act;
    if (*act != x->emask && !fast_mark_waiting(x, x->emask & ~*act))
        return false;
    eu->turns.over = false;
    return true;
}

#endif
