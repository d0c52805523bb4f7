/* Barriers: a thread that begins to wait leaves the rest of its quantum to a mate, and native code
 * continues with the mate by itself, unless something about the mate must be checked here. */
#include "sim/jit/meet.h"

#include "sim/fast/visit.h"
#include "sim/jit/head.h"

/* --- mates --- */

void jit_gather(struct fast_ctx *x, bool some)
{
    struct jit *j = x->cache->jit;
    struct eu_group g = some ? eu_group_of(x->eu, x->t) : (struct eu_group){NULL, NULL};
    uint32_t n = some ? (uint32_t)(g.end - g.first) : 1;
    if (j->mates[0].t != g.first || j->nmates != n) {
        for (uint32_t i = 0; i < n; i++)
            j->mates[i] = (struct fast_mate){some ? g.first + i : NULL,
                                             &j->mates[i + 1 < n ? i + 1 : 0], NULL};
        j->nmates = n;
    }
    x->group = g;
    x->mate = &j->mates[some ? x->t - g.first : 0];
}

void jit_notify(struct fast_ctx *x)
{
    x->came = 0;
    for (const struct fast_mate *m = x->mate; x->owed; x->owed--) {
        m = m->next;
        m->t->arrivals = 0;
        (void)eu_notify(m->t, 0);
    }
}

static inline struct fast_mate *mate_at(const struct fast_ctx *x, const struct eu_thread *t)
{
    return &x->cache->jit->mates[t - x->group.first];
}

static uint32_t ip_of(const struct jit_insn *i)
{
    return fast_rest(i->u)->ip;
}

static void place_thread(const struct fast_ctx *x, struct eu_thread *t, uint32_t ip)
{
    const struct jit_region *r = &x->native->region;
    t->ip = ip;
    fast_place(t, x->emask, ip);
    t->wrote |= r->wrote;
    t->traced &= r->traced;
    eu_thread_touch(t);
}

/* Writes where the mates of x->t wait. */
static void place_mates(struct fast_ctx *x)
{
    struct jit *j = x->cache->jit;
    for (struct fast_mate *m = j->mates; m < j->mates + j->nmates; m++) {
        if (m->wait && m->t != x->t)
            place_thread(x, m->t, ip_of(m->wait));
        m->wait = NULL;
    }
}

void jit_passed(struct fast_ctx *x, uint64_t limit)
{
    struct eu *eu = x->eu;
    uint64_t done = limit - x->limit, all = x->before + done;
    jit_notify(x);
    place_mates(x);
    eu_thread_touch(x->t);
    if (x->group.first) /* it counts arrivals, those in native code, too */
        eu_thread_touch(x->group.first);
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

/* --- their turns --- */

/* Whether native code can continue at @h with @mate, whose modes differ from those of x->t. */
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

/* Whether native code can continue with all channels of @mate. Callers check its address and its
 * modes. */
static inline bool is_plain(const struct fast_ctx *x, const struct eu_thread *mate)
{
    return !((mate->sr[2] ^ x->emask) | mate->uncalled |
             (mate->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION)) |
             (mate->binding_table ^ x->t->binding_table) |
             (x->emask ^ fast_at(mate->pcip, mate->ip, x->emask)));
}

/* Does place_of() for a mate that has not waited in this native code, or has other modes. */
static __attribute__((noinline)) const struct jit_insn *
place_by_head(struct fast_ctx *x, const struct eu_thread *mate, const struct jit_insn *wait)
{
    const struct native *n = x->native;
    const struct head *h = jit_head_of(x, wait ? ip_of(wait) : mate->ip);
    if (!h || h->native != n || !(wait || is_plain(x, mate)) ||
        (mate->cr[0] != x->t->cr[0] && !takes_modes(x, h, mate)))
        return NULL;
    return &n->region.insns[h->entry];
}

/* Where @mate continues in this native code; NULL: it cannot. */
static const struct jit_insn *place_of(struct fast_ctx *x, const struct eu_thread *mate)
{
    const struct jit_insn *wait = mate_at(x, mate)->wait;
    return wait && mate->cr[0] == x->t->cr[0] ? wait : place_by_head(x, mate, wait);
}

/* The native code of @i, with all channels of a thread of the group. */
static const uint8_t *code_at(const struct fast_ctx *x, const struct jit_insn *i)
{
    const struct native *n = x->native;
    bool full = n->region.all && x->emask == n->region.all;
    return (const uint8_t *)(uintptr_t)n->code + i->at[full];
}

/* The turn of x->t ends with @left instructions; that of @mate, with the same number, begins.
 * jit_passed() counts it. */
static inline void pass_turn(struct fast_ctx *x, struct eu_thread *mate, uint64_t left)
{
    x->t->insts += x->limit - left;
    x->t = mate;
    x->limit = left;
    x->mate = mate_at(x, mate);
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
    eu_thread_touch(first);
    return true;
}

const uint8_t *jit_meet(struct fast_ctx *x, const struct jit_insn *barrier, uint32_t act,
                        uint64_t left)
{
    const struct jit_insn *wait = &x->native->region.insns[barrier->next.to], *there = NULL;
    struct eu_thread *t = x->t, *mate;
    uint32_t m2;
    x->cache->jit->asked++;
    if (!x->group.first || act != x->emask)
        return NULL;
    jit_notify(x);
    memcpy(&m2, &t->grf[0][0] + barrier->u->s[0] + 2 * sizeof m2, sizeof m2);
    x->barrier = m2 & x->eu->isa->barrier_id;
    if (!arrive(x, t, m2))
        (void)eu_barrier_arrive(x->eu, t, m2);
    if (!t->n[0] && (mate = mate_of(x)))
        there = place_of(x, mate);
    if (!there)
        return code_at(x, wait);
    x->mate->wait = wait;
    t->status = EU_THREAD_WAITING;
    t->wait_n = 0;
    x->waits++;
    pass_turn(x, mate, left);
    return code_at(x, there);
}

const uint8_t *jit_part(struct fast_ctx *x, const struct jit_insn *end, uint32_t act, uint64_t left)
{
    struct eu_thread *t = x->t, *mate;
    const struct jit_insn *there;
    if (!x->group.first || !x->eu->source || act != x->emask || t->exception.save)
        return NULL;
    jit_notify(x);
    if (!(mate = mate_of(x)) || !(there = place_of(x, mate)))
        return NULL;
    t->sent_eot = true;
    eu_thread_end(x->eu, t);
    place_thread(x, t, fast_rest(end->next.u)->ip);
    x->mate->wait = NULL;
    pass_turn(x, mate, left);
    eu_stream_admit(x->eu);
    return code_at(x, there);
}
