/* Visits of native code: that of one thread, and those of others for as long as all that they do is
 * native. */
#include "sim/fast/visit.h"
#include "sim/jit/head.h"
#include "sim/jit/meet.h"
#include "sim/jit/series.h"
#include "sim/jit/view.h"

enum {
    SHORT = 512,  /* instructions that are left of a visit */
    JUDGED = 256, /* visits, after which ... */
    WORTH = 48,   /* ... a visit is to have had so many instructions */
};

/* Code that is always left at once, with so many instructions to go on, costs more than it saves
 * (@hot: eu->jit_hot; 0: it is wanted all the same). */
static void judge(struct head *h, uint32_t hot, uint64_t insts, uint64_t left)
{
    h->insts += insts;
    if (!hot)
        return;
    if (left <= SHORT || ++h->visits < JUDGED)
        return;
    if (h->insts < JUDGED * WORTH) {
        h->tries = TRIES;
        h->native = NULL;
    }
    h->visits = 0;
    h->insts = 0;
}

/* Denormals of doubles are kept where those of floats are, whose mode the host has. */
static inline bool has_mode(const struct fast_ctx *x, const struct jit_region *r)
{
    bool keeps = x->control == FAST_FP_KEEP;
    uint32_t cr = x->t->cr[0];
    if (!r->doubles && !r->accumulates)
        return true;
    return (!r->doubles || keeps == (bool)(cr & EU_CR0_DF_DENORM)) &&
           !(r->accumulates && cr & EU_CR0_ACC_DISABLE);
}

/* Whether native code begins at @h that does more than nothing of @left instructions. */
static inline bool is_ready(struct fast_ctx *x, const struct head *h, uint64_t left)
{
    struct native *n = h->native;
    return n && jit_holds(x, n) && !n->halted && left > n->region.insns[h->entry].rest &&
           has_mode(x, &n->region);
}

/* x->t runs the native code @n. If it has barriers, mates may follow. */
static inline void begin(struct fast_ctx *x, const struct native *n)
{
    const struct eu *eu = x->eu;
    x->native = n;
    x->waits = 0;
    if (n->region.meets)
        jit_gather(x, !eu->alone && !eu->unit && eu->turns.t == x->t && eu_turn_has_mates(eu));
}

/* Runs native code from @h on, and perhaps that of mates: jit_meet(). Returns false if it did
 * nothing: a message that is not for it. */
static inline bool visit(struct fast_ctx *x, struct head *h, uint32_t act, uint64_t left)
{
    struct native *n = h->native;
    bool full = n->region.all && act == n->region.all;
    uint64_t limit = x->limit;
    jit_views_begin(x, n->region.sites);
    begin(x, n);
    n->code(x, &x->t->grf[0][0], act, left,
            (const uint8_t *)(uintptr_t)n->code + n->region.insns[h->entry].at[full]);
    uint64_t done = left - x->left;
    if (!done && !x->slept)
        return false;
    if (x->limit != limit)
        jit_passed(x, limit);
    x->t->wrote |= n->region.wrote;
    x->t->traced &= n->region.traced;
    fast_set_act(x, x->act, x->act ^ act);
    x->cache->native += done;
    x->cache->full += x->full ? done : 0;
    if (x->t->status == EU_THREAD_READY) /* others have gone as far as they could */
        judge(h, x->eu->jit_hot, done, x->left);
    x->spare = x->left;
    x->left = 0;
    return true;
}

/* --- turns of other threads --- */

/* What a turn of the thread in the slot behind @slot will read first: registers of many threads are
 * more than the host's first cache has. */
static inline void fetch_behind(const struct eu *eu, uint32_t slot)
{
    slot = slot + 1 < eu->slots_end ? slot + 1 : 0;
    const struct eu_thread *t = eu_slot_thread(eu, slot);
    if (!t)
        return;
    __builtin_prefetch(&t->status);
    __builtin_prefetch(&t->pcip[0]);
    __builtin_prefetch(&t->pcip[EU_CHANNELS / 2]);
    __builtin_prefetch(&t->n[0]);
    __builtin_prefetch(&t->group);
    __builtin_prefetch(&t->wrote);
    __builtin_prefetch(t->grf[0]);
    __builtin_prefetch(t->grf[4]);
}

/* The thread that is next, of a machine in which no thread can run that is not READY; NULL:
 * somebody must look. */
static inline struct eu_thread *next_ready(const struct eu *eu, uint32_t *slot)
{
    uint32_t end = eu->slots_end, at = eu->next_slot;
    for (uint32_t i = 0; i < end; i++, at++) {
        at = at < end ? at : 0;
        struct eu_thread *t = eu_slot_thread(eu, at);
        if (!t || t->status == EU_THREAD_ENDED)
            continue;
        *slot = at;
        if (t->status == EU_THREAD_READY) {
            fetch_behind(eu, at);
            return t;
        }
        if (t->status != EU_THREAD_WAITING || t->attention & EU_ATT_HALT ||
            t->wait_n == EU_WAIT_TDR)
            return NULL;
    }
    return NULL;
}

/* Whether @t, which is not alone, goes on in native code from @h on with @limit instructions, all
 * of its channels together. */
static inline bool goes_on(struct fast_ctx *x, const struct head *h, const struct eu_thread *t,
                           uint64_t limit)
{
    const struct native *n = h->native;
    uint32_t modes = EU_CR0_ALT | 3u << EU_CR0_ROUND_SHIFT | EU_CR0_SPF | EU_CR0_VME;
    return n && n->marked == x->cache->marked && !n->halted && limit > h->rest &&
           !n->region.doubles && !n->region.accumulates && !(t->cr[0] & modes) &&
           !(t->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION)) && t->sr[2] <= n->region.most &&
           !t->uncalled && fast_at(t->pcip, t->ip, t->sr[2]) == t->sr[2];
}

/* What comes behind a turn that ended in native code. */
enum next {
    NEXT_NATIVE, /* the turn of a thread that goes on in native code: it has begun */
    NEXT_OTHER,  /* nothing has changed: as fast_visit_next() says */
    NEXT_NONE,   /* the turn is over */
};

/* Whether the visited thread waits or has ended, and its turn is over with that. */
static inline bool turn_ends(const struct fast_ctx *x)
{
    const struct eu *eu = x->eu;
    return (x->slept || x->t->status == EU_THREAD_ENDED) && !x->before && !x->woke && !x->stopped &&
           !eu->alone && eu->turns.t == x->t && eu->quantum_used + x->done < eu->quantum &&
           x->done < eu->turns.budget && fast_is_current(x->cache) &&
           !atomic_load_explicit(&eu->stop_request, memory_order_relaxed);
}

/* A thread has ended: another one gets its slot. */
static struct eu_thread *admitted(struct fast_ctx *x, uint32_t *slot)
{
    struct eu *eu = x->eu;
    eu_turn_end(eu, x->t, x->done, false);
    eu->turns.budget -= x->done;
    fast_visit_leave(x);
    fast_narrow();
    if (eu_stream_again(eu, x->t)) {
        *slot = x->t->slot;
        return x->t;
    }
    eu_stream_admit(eu);
    return next_ready(eu, slot);
}

/* A thread waits: the rest of its quantum is a mate's. */
static inline struct eu_thread *next_waiting(const struct fast_ctx *x, uint32_t *slot,
                                             uint32_t *used)
{
    struct eu_thread *mate = eu_turn_mate(x->eu, x->t);
    if (!mate)
        return next_ready(x->eu, slot);
    *slot = mate->slot;
    *used = x->eu->quantum_used + (uint32_t)x->done;
    return mate;
}

/* Does what fast_visit_next() does, where that is simple. */
static inline enum next next_native(struct fast_ctx *x, struct head **head)
{
    struct eu *eu = x->eu;
    struct head *h = *head;
    uint32_t slot = eu->next_slot, used = 0;
    bool due = eu->stream.due;
    if (!turn_ends(x) || (due && x->t->status != EU_THREAD_ENDED))
        return NEXT_OTHER;
    struct eu_thread *t = due ? admitted(x, &slot) : next_waiting(x, &slot, &used);
    if (due && t && slot == eu->next_slot)
        used = eu->quantum_used;
    uint64_t left = eu->turns.budget - x->done, limit = eu_turn_least(eu->quantum - used, left);
    h = t && h->ip != t->ip ? jit_head_of(x, t->ip) : h;
    if (!t || !h || t->ip == eu->end_ip || !goes_on(x, h, t, limit) ||
        (t == x->t && eu_turn_is_alone(eu, t)))
        return due ? NEXT_NONE : NEXT_OTHER;
    eu->quantum_used = used;
    eu->next_slot = slot;
    eu->turns.budget = left;
    eu->turns.t = t;
    if (x->slept)
        fast_visit_slept(x);
    fast_visit_leave(x);
    eu->turns.over = false;
    eu_thread_touch(t);
    x->t = t;
    x->limit = limit;
    *head = h;
    return NEXT_NATIVE;
}

/* The turn that next_native() has begun, with all that a visit does; false: nothing was done. */
static inline bool native_turn(struct fast_ctx *x, struct head *h)
{
    struct eu_thread *t = x->t;
    struct native *n = h->native;
    uint32_t act = t->sr[2];
    unsigned control = fast_fp_control(x->eu, t);
    if (control != x->control && !(h->keeps && x->control == FAST_FP_KEEP))
        fast_fp_take(x->control = control);
    x->emask = act;
    if (x->expanded != act)
        fast_set_act(x, act, x->expanded ^ act);
    x->expanded = act;
    uint64_t limit = x->limit, before = x->cache->native; /* it may be a series */
    jit_views_begin(x, n->region.sites);
    begin(x, n);
    if (!n->region.series || !jit_series_runs(x, h, act))
        n->code(x, &t->grf[0][0], act, x->limit, h->at[act == n->region.all]);
    uint64_t all = limit - x->left, done = x->limit - x->left;
    if (!all && !x->slept)
        return false;
    if (x->limit != limit)
        jit_passed(x, limit);
    t = x->t;
    t->wrote |= n->region.wrote;
    t->traced &= n->region.traced;
    t->ip = fast_rest(x->u)->ip;
    fast_place(t, x->act, t->ip);
    if (x->act != act)
        fast_set_act(x, x->act, x->act ^ act);
    x->expanded = x->act;
    if (!fast_is_kept(x->cache, x->u))
        x->u = NULL;
    t->insts += done;
    x->eu->insts += done;
    x->eu->boundaries += done;
    x->cache->native += all;
    if (x->full)
        x->cache->full += all;
    x->done = done;
    if (t->status == EU_THREAD_READY)
        judge(h, x->eu->jit_hot, x->cache->native - before, x->left);
    return true;
}

/* The turn that fast_visit_next() has begun. */
static inline bool any_turn(struct fast_ctx *x, struct head **head, uint32_t act)
{
    struct head *h = *head;
    if (h->ip != x->t->ip)
        h = jit_head_of(x, x->t->ip);
    if (!h || !is_ready(x, h, x->limit) || !visit(x, h, act, x->limit))
        return false;
    *head = h;
    fast_visit_end(x);
    return true;
}

static void visit_others(struct fast_ctx *x, struct head *h)
{
    uint32_t act;
    while (!x->eu->unit) {
        enum next next = next_native(x, &h);
        if (next == NEXT_NONE || (next == NEXT_OTHER && !fast_visit_next(x, &act)))
            return;
        if (next == NEXT_NATIVE ? native_turn(x, h) : any_turn(x, &h, act))
            continue;
        fast_visit_leave(x);
        return;
    }
}

enum fast_leave jit_turns(FAST_ARGS, struct head *h)
{
    uint64_t all = left + x->spare;
    if (!is_ready(x, h, all) || !visit(x, h, act, all))
        return fast_by_chain(FAST_PASS);
    fast_visit_end(x);
    visit_others(x, h);
    return FAST_PASSED;
}
