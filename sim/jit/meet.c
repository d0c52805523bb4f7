/* Barriers: a thread that begins to wait at one leaves the rest of its quantum to a mate, and
 * native code goes on with that by itself, as long as nothing of it has to be asked. */
#include "sim/jit/meet.h"

#include "sim/fast/visit.h"
#include "sim/jit/head.h"
#include "sim/jit/view.h"

/* Where @mate goes on in this native code, in the same world, with all its channels; NULL: it does
 * not. @wait: where x->t begins to wait; @left: instructions that it has. */
static inline const uint8_t *place_of(struct fast_ctx *x, const struct eu_thread *mate,
                                      const struct jit_insn *wait, bool full, uint64_t left)
{
    const struct native *n = x->native;
    const struct eu_thread *t = x->t;
    const struct jit_insn *at = wait;
    if (mate->ip != fast_rest(wait->u)->ip) {
        const struct head *h = jit_head_of(x, mate->ip);
        if (!h || h->native != n)
            return NULL;
        at = &n->region.insns[h->entry];
    }
    if ((mate->cr[0] ^ t->cr[0]) | (mate->sr[2] ^ x->emask) | mate->uncalled |
        (mate->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION)) |
        (mate->binding_table ^ t->binding_table) | (x->emask & ~fast_at_all(mate->pcip, mate->ip)))
        return NULL;
    return left > at->rest ? (const uint8_t *)(uintptr_t)n->code + at->at[full] : NULL;
}

/* The turn of x->t ends, which begins to wait at @ip with @left instructions; that of @mate, with
 * the same number, begins. */
static inline void pass_turn(struct fast_ctx *x, struct eu_thread *mate, uint32_t ip, uint64_t left,
                             bool full)
{
    struct eu *eu = x->eu;
    struct eu_thread *t = x->t;
    const struct jit_region *r = &x->native->region;
    uint64_t done = x->limit - left, native = x->began - left, all = x->before + done;
    t->ip = ip;
    fast_place(t, x->emask, ip);
    t->status = EU_THREAD_WAITING;
    t->wait_n = 0;
    t->wrote |= r->wrote;
    t->traced &= r->traced;
    t->insts += done;
    eu->insts += done;
    eu->boundaries += done + 1; /* the one in front of the wait was passed */
    x->cache->native += native;
    x->cache->full += full ? native : 0;
    eu->quantum_used += (uint32_t)all;
    eu->turns.budget -= all;
    eu->turns.t = x->t = mate;
    eu->next_slot = mate->slot;
    x->limit = x->began = left;
    x->passed = true;
    x->before = 0;
    eu_thread_touch(mate);
}

/* As eu_barrier_arrive(), if others are still to come. */
static inline bool arrive(const struct fast_ctx *x, struct eu_thread *t, uint32_t m2)
{
    struct eu_thread *first = x->group.first;
    if (t->arrivals || first->met + 1u >= eu_barrier_needs(m2, first->members))
        return false;
    t->barrier = (uint8_t)((m2 & x->eu->isa->barrier_id) >> 24);
    t->arrivals = 1;
    first->met++;
    return true;
}

const uint8_t *jit_meet(struct fast_ctx *x, const struct jit_insn *barrier, uint32_t act,
                        uint64_t left, bool full)
{
    const struct native *n = x->native;
    const struct jit_insn *wait = &n->region.insns[barrier->next.to];
    const uint8_t *here = (const uint8_t *)(uintptr_t)n->code + wait->at[full], *there;
    struct eu_thread *t = x->t, *mate;
    uint32_t m2;
    if (!x->group.first || act != x->emask)
        return NULL;
    memcpy(&m2, &t->grf[0][0] + barrier->u->s[0] + 2 * sizeof m2, sizeof m2);
    if (!arrive(x, t, m2))
        (void)eu_barrier_arrive(x->eu, t, m2);
    if (t->n[0] || !left || !fast_is_current(x->cache) ||
        atomic_load_explicit(&x->eu->stop_request, memory_order_relaxed) ||
        !(mate = eu_group_mate(x->group, t)) || !(there = place_of(x, mate, wait, full, left)))
        return here;
    pass_turn(x, mate, fast_rest(wait->u)->ip, left, full);
    return there;
}
