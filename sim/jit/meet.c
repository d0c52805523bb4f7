/* Barriers: a thread that begins to wait at one leaves the rest of its quantum to a mate, and
 * native code goes on with that by itself, as long as nothing of it has to be asked. */
#include "sim/jit/meet.h"

#include "sim/fast/visit.h"
#include "sim/jit/head.h"
#include "sim/jit/view.h"

/* Whether native code can go on with @mate, which has other modes than x->t: in @h. */
static bool takes_modes(struct fast_ctx *x, const struct head *h, const struct eu_thread *mate)
{
    const struct jit_region *r = &x->native->region;
    uint32_t modes = EU_CR0_ALT | 3u << EU_CR0_ROUND_SHIFT | EU_CR0_SPF | EU_CR0_VME;
    unsigned control = fast_fp_control(x->eu, mate);
    if (mate->cr[0] & modes || r->doubles || r->accumulates)
        return false;
    if (control != x->control && !(h->keeps && x->control == FAST_FP_KEEP))
        fast_fp_take(x->control = control);
    return true;
}

/* Whether native code can go on with all channels of @mate, whose address and modes are left to
 * others to look at. */
static inline bool is_plain(const struct fast_ctx *x, const struct eu_thread *mate)
{
    return !((mate->sr[2] ^ x->emask) | mate->uncalled |
             (mate->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION)) |
             (mate->binding_table ^ x->t->binding_table) |
             (x->emask & ~fast_at_all(mate->pcip, mate->ip)));
}

/* Where @mate goes on in this native code, in the same world, with @left instructions; NULL: it
 * does not. */
static __attribute__((noinline)) const uint8_t *
place_of(struct fast_ctx *x, const struct eu_thread *mate, bool full, uint64_t left)
{
    const struct native *n = x->native;
    const struct head *h = jit_head_of(x, mate->ip);
    if (!h || h->native != n || !is_plain(x, mate) || left <= h->rest ||
        (mate->cr[0] != x->t->cr[0] && !takes_modes(x, h, mate)))
        return NULL;
    return h->at[full];
}

/* The turn of x->t ends at @ip with @left instructions; that of @mate, with the same number,
 * begins. jit_passed() counts it. */
static inline void pass_turn(struct fast_ctx *x, struct eu_thread *mate, uint32_t ip, uint64_t left)
{
    struct eu_thread *t = x->t;
    const struct jit_region *r = &x->native->region;
    t->ip = ip;
    fast_place(t, x->emask, ip);
    t->wrote |= r->wrote;
    t->traced &= r->traced;
    t->insts += x->limit - left;
    x->t = mate;
    x->limit = left;
    eu_thread_touch(mate);
}

void jit_passed(struct fast_ctx *x, uint64_t limit)
{
    struct eu *eu = x->eu;
    uint64_t done = limit - x->limit, all = x->before + done;
    eu->insts += done;
    eu->boundaries += done + x->waits; /* those in front of waits were passed */
    eu->quantum_used += (uint32_t)all;
    eu->turns.budget -= all;
    eu->turns.t = x->t;
    eu->turns.over = false;
    eu->next_slot = x->t->slot;
    x->passed = true;
    x->before = 0;
}

/* The mate whose turn may follow that of x->t, without being asked. */
static inline struct eu_thread *mate_of(const struct fast_ctx *x)
{
    return !fast_is_current(x->cache) ||
                   atomic_load_explicit(&x->eu->stop_request, memory_order_relaxed)
               ? NULL
               : eu_group_mate(x->group, x->t);
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
    const struct jit_insn *wait = &x->native->region.insns[barrier->next.to];
    const uint8_t *here = (const uint8_t *)(uintptr_t)x->native->code + wait->at[full];
    const uint8_t *there = here;
    struct eu_thread *t = x->t, *mate;
    uint32_t m2, ip = fast_rest(wait->u)->ip;
    if (!x->group.first || act != x->emask)
        return NULL;
    memcpy(&m2, &t->grf[0][0] + barrier->u->s[0] + 2 * sizeof m2, sizeof m2);
    if (!arrive(x, t, m2))
        (void)eu_barrier_arrive(x->eu, t, m2);
    if (t->n[0] || !left || !(mate = mate_of(x)))
        return here;
    if (mate->ip != ip || mate->cr[0] != t->cr[0])
        there = place_of(x, mate, full, left);
    else if (left <= wait->rest || !is_plain(x, mate))
        return here;
    if (!there)
        return here;
    pass_turn(x, mate, ip, left);
    t->status = EU_THREAD_WAITING;
    t->wait_n = 0;
    x->waits++;
    return there;
}

const uint8_t *jit_part(struct fast_ctx *x, const struct jit_insn *end, uint32_t act, uint64_t left,
                        bool full)
{
    struct eu_thread *t = x->t, *mate;
    const uint8_t *there;
    if (!x->group.first || !x->eu->source || act != x->emask || t->exception.save || !left ||
        !(mate = mate_of(x)) || !(there = place_of(x, mate, full, left)))
        return NULL;
    t->sent_eot = true;
    eu_thread_end(x->eu, t);
    pass_turn(x, mate, fast_rest(end->next.u)->ip, left);
    eu_stream_admit(x->eu);
    return there;
}
