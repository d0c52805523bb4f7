/* Which instructions become native code, when, and whether what was made still holds. A region is
 * all that can be reached from a loop's head by instructions that code.c takes. */
#include "sim/jit/region.h"
#include "sim/jit/usable.h"

#include <stdlib.h>
#include <string.h>

#include "sim/fast/alu_impl.h"
#include "sim/jit/code.h"
#include "sim/jit/head.h"
#include "sim/jit/meet.h"
#include "sim/jit/series.h"
#include "sim/jit/takes.h"
#include "sim/jit/trace.h"
#include "sim/jit/view.h"

enum {
    INSNS = 2048, /* of a region */
    RUN = 256,    /* from one target to the next */
};

static void native_free(struct native *n)
{
    if (n->made)
        jit_unmake(n->made);
    for (unsigned i = 0; i < n->region.n; i++)
        free(n->region.insns[i].lanes);
    free(n->region.insns);
    free(n->region.series);
    free(n);
}

void jit_drop(struct jit *j)
{
    if (!j)
        return;
    for (struct native *n = j->natives, *next; n; n = next) {
        next = n->next;
        native_free(n);
    }
    free(j);
}

/* --- what is reached --- */

/* A region that grows, and where the micro-ops are in it: index + 1, by a hash of the address. */
enum { SLOTS = 4 * INSNS };
struct survey {
    struct jit_region *r;
    uint16_t slot[SLOTS];
    unsigned calls, own; /* instructions that the engine does, that native code does */
};

/* Where there are many calls the engine's own chain is quicker: seen from the first FEW on. @hot:
 * eu->jit_hot; 0: it is wanted all the same, but for calls alone. */
static bool is_worth_it(const struct survey *s, uint32_t hot, bool all)
{
    enum { FEW = 64 };
    if (!all && s->calls + s->own < FEW)
        return true;
    return (s->own || !all) && (!hot || 2 * s->calls <= s->own);
}

static uint16_t *slot_of(struct survey *s, const struct fast_uop *u)
{
    size_t at = (uintptr_t)u / sizeof *u * 0x9e3779b1u;
    while (s->slot[at % SLOTS] && s->r->insns[s->slot[at % SLOTS] - 1].u != u)
        at++;
    return &s->slot[at % SLOTS];
}

/* Index of @u, which is put at the end if it is new; -1: it is not to be in the region. */
static int index_of(struct fast_ctx *x, struct survey *s, struct fast_uop *u)
{
    struct jit_region *r = s->r;
    if (fast_rest(u)->real == fast_link) {
        u = fast_lookup(x->cache, x->eu, fast_rest(u)->ip);
        if (!fast_is_kept(x->cache, u))
            return -1;
    }
    uint16_t *slot = slot_of(s, u);
    if (*slot)
        return *slot - 1;
    struct jit_insn new = {.u = u};
    if (r->n == INSNS || !jit_takes(x, &new))
        return -1;
    bool calls = new.kind == JIT_CALL && !jit_is_change(&new);
    s->calls += calls;
    r->doubles |= new.kind == JIT_WIDE && !new.op;
    r->meets |= new.kind == JIT_BOUND &&new.op == JIT_BARRIER;
    r->accumulates |= new.lanes &&new.lanes->slot != JIT_NO_SLOT;
    s->own += !calls && new.kind != JIT_NOP &&new.kind != JIT_BOUND;
    r->insns[r->n] = new;
    *slot = (uint16_t)++r->n;
    return *slot - 1;
}

static void aim(struct jit_region *r, int to)
{
    if (to >= 0)
        r->insns[to].target = true;
}

/* All that is reached from the first; false: that is not worth it. */
static bool explore(struct fast_ctx *x, struct survey *s)
{
    struct jit_region *r = s->r;
    for (unsigned i = 0; i < r->n && is_worth_it(s, x->eu->jit_hot, false); i++) {
        struct jit_insn *insn = &r->insns[i];
        unsigned known = r->n;
        bool ends = insn->kind == JIT_BOUND && insn->op == JIT_END;
        insn->next = (struct jit_edge){ends ? -1 : index_of(x, s, insn->u + 1), insn->u + 1};
        if (insn->next.to >= 0 && (unsigned)insn->next.to < known)
            aim(r, insn->next.to);
        if (insn->kind == JIT_BRANCH) {
            insn->jump = (struct jit_edge){index_of(x, s, insn->u->j), insn->u->j};
            aim(r, insn->jump.to);
            aim(r, insn->next.to);
        }
    }
    return is_worth_it(s, x->eu->jit_hot, true);
}

static bool wakes(const struct fast_cold *cold)
{
    return cold->kind == FAST_SEND && !cold->row && cold->sends & FAST_WAKES;
}

/* Visits end in front of it, and begin there. */
static bool is_wait(const struct jit_insn *i)
{
    return i->kind == JIT_BOUND && i->op == JIT_WAIT;
}

/* What branches have marked, and where visits go on that a message ended. */
static void lead(struct jit_region *r)
{
    for (unsigned i = 0; i < r->n; i++) {
        struct jit_insn *insn = &r->insns[i];
        insn->join = fast_rest(insn->u)->marks & FAST_JOIN;
        insn->head = fast_rest(insn->u)->marks & FAST_HEAD;
        insn->target |= i == 0 || insn->join || insn->head || is_wait(insn);
        bool calls = insn->kind == JIT_SEND || insn->kind == JIT_CALL || insn->kind == JIT_BOUND;
        insn->leader |= insn->target || calls;
        if (calls && insn->next.to >= 0) {
            r->insns[insn->next.to].leader = true;
            r->insns[insn->next.to].target |= wakes(insn->cold);
        }
    }
}

/* No run from one target to the next is longer than a visit. */
static void cut(struct jit_region *r)
{
    for (unsigned k = 0; k < r->n; k++) {
        unsigned n = 0;
        if (!r->insns[k].target)
            continue;
        for (int at = r->insns[k].next.to; at >= 0 && !r->insns[at].target;
             at = r->insns[at].next.to)
            if (++n == RUN) {
                r->insns[at].target = r->insns[at].leader = true;
                n = 0;
            }
    }
}

static void measure(struct jit_region *r)
{
    for (unsigned k = 0; k < r->n; k++) {
        struct jit_insn *insn = &r->insns[k], *i = insn;
        bool led = false;
        insn->rest = insn->length = 0;
        do {
            insn->rest++;
            insn->length += !led;
            i = i->next.to < 0 ? NULL : &r->insns[i->next.to];
            led |= i && i->leader;
        } while (i && !i->target);
    }
}

/* --- making it --- */

static enum jit_sent send(struct fast_ctx *x, struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    if (fast_rest(u)->real(x, u, grf, act, 1) == FAST_SLOW || x->slept)
        return JIT_NOT_SENT;
    return eu_memory_changes(x->eu->mem) == x->cache->changes && !x->woke ? JIT_SENT : JIT_LOOK;
}

static enum jit_sent send_write(struct fast_ctx *x, struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    enum jit_sent sent = send(x, u, grf, act);
    if (sent != JIT_NOT_SENT)
        jit_views_look(x);
    return sent;
}

static enum jit_sent send_local(struct fast_ctx *x, struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    enum jit_sent sent = send(x, u, grf, act);
    if (sent != JIT_NOT_SENT)
        jit_views_look_local(x);
    return sent;
}

/* As fast_barrier(), where other threads have their turns anyway. */
static enum jit_sent arrive(struct fast_ctx *x, struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    uint32_t m2;
    if (x->stopped || x->eu->alone || x->eu->unit)
        return send(x, u, grf, act);
    jit_notify(x);
    memcpy(&m2, grf + u->s[0] + 2 * sizeof m2, sizeof m2);
    (void)eu_barrier_arrive(x->eu, x->t, m2);
    return JIT_SENT;
}

/* An instruction that needs too many registers of the host is called, if it can be. */
static void native_make(struct native *n, const uint8_t *grf)
{
    struct jit_region *r = &n->region;
    struct jit_insn *crowded;
    do {
        lead(r);
        cut(r);
        jit_rounds_of(r, grf);
        measure(r);
        jit_trace(r);
        free(r->series);
        r->series = jit_series_of(r);
        n->made = jit_make(r, &n->code);
        crowded = n->made || r->crowded < 0 ? NULL : &r->insns[r->crowded];
    } while (crowded && (crowded->kind == JIT_VECTOR || crowded->kind == JIT_WIDE) &&
             jit_is_called(crowded));
}

/* Native code from @u on, with @with in it if that is not NULL. NULL: nothing that becomes native
 * code, or no memory; @never: nor will it later. */
static struct native *native_new(struct fast_ctx *x, struct fast_uop *u,
                                 const struct fast_uop *with, bool *never)
{
    struct native *n = calloc(1, sizeof *n);
    struct jit_insn *insns = n ? calloc(INSNS, sizeof *insns) : NULL;
    if (!insns) {
        free(n);
        return NULL;
    }
    n->region = (struct jit_region){
        .insns = insns,
        .width = x->emask >> 16  ? 32
                 : x->emask >> 8 ? 16
                                 : 8,
        .send = {[JIT_READS] = send,
                 [JIT_WRITES] = send_write,
                 [JIT_WRITES_LOCAL] = send_local,
                 [JIT_ARRIVES] = arrive},
        .opmasks = !x->eu->plain && jit_host_has_opmasks(),
        .meet = jit_meet,
        .part = jit_part,
        .barrier_id = x->eu->isa->barrier_id,
        .turn = jit_turn,
        .tlb = &x->cache->tlbs[EU_TLB_MEM],
        .row = jit_row,
        .own = jit_series_own(x->eu),
    };
    fast_narrow();
    n->region.most = UINT32_MAX >> (EU_CHANNELS - n->region.width);
    n->marked = x->cache->marked - 1;
    struct survey survey = {.r = &n->region};
    if (index_of(x, &survey, u) == 0)
        *never = !explore(x, &survey);
    if (n->region.n && !*never && (!with || *slot_of(&survey, with)))
        native_make(n, &x->t->grf[0][0]);
    if (!n->made) {
        native_free(n);
        return NULL;
    }
    if (!n->region.all) {
        free(n->region.series);
        n->region.series = NULL;
    }
    return n;
}

/* --- the head --- */

struct head *jit_head_of(struct fast_ctx *x, uint32_t ip)
{
    struct fast_cache *c = x->cache;
    if (!x->eu->jit)
        return NULL;
    if (!c->jit) {
        c->jit = calloc(1, sizeof *c->jit);
        if (!c->jit)
            return NULL;
    }
    struct head *first = &c->jit->heads[ip / 8 % HEADS];
    if (first->used && first->ip == ip)
        return first;
    for (unsigned i = 0; i < HEADS; i++) {
        struct head *h = &c->jit->heads[(ip / 8 + i) % HEADS];
        if (!h->used) {
            *h = (struct head){.ip = ip, .used = true};
            c->jit->nheads++;
        }
        if (h->ip == ip)
            return h;
    }
    return NULL;
}

bool jit_marks_hold(struct fast_ctx *x, struct native *n)
{
    n->halted = false;
    for (unsigned i = 0; i < n->region.n; i++) {
        const struct jit_insn *insn = &n->region.insns[i];
        if (insn->join != (bool)(fast_rest(insn->u)->marks & FAST_JOIN))
            return false; /* nor will it the next time that somebody asks */
        n->halted |= fast_rest(insn->u)->marks & FAST_HALT;
    }
    n->marked = x->cache->marked;
    return true;
}

static bool computes_floats(const struct jit_insn *i)
{
    const struct eu_insn *insn = &i->cold->insn;
    bool floats = eu_types[insn->dst.type].kind == EU_KIND_FLOAT;
    for (unsigned k = 0; k < insn->op->nsrc; k++)
        floats |= eu_types[insn->src[k].type].kind == EU_KIND_FLOAT;
    return floats;
}

/* From @i on integers are computed, and then denormals of floats are kept. */
static bool keeps_denormals(const struct jit_region *r, const struct jit_insn *i)
{
    while ((i->kind == JIT_VECTOR || i->kind == JIT_NOP) && !computes_floats(i) && i->next.to >= 0)
        i = &r->insns[i->next.to];
    return i->kind == JIT_BOUND && i->op == JIT_MODE && i->u->kind[0] == EU_OP_OR &&
           i->u->imm & EU_CR0_F_DENORM;
}

static void head_set(struct head *h, struct native *n, uint32_t entry)
{
    h->native = n;
    h->entry = entry;
    h->rest = n ? n->region.insns[entry].rest : 0;
    for (unsigned full = 0; n && full < 2; full++)
        h->at[full] = (const uint8_t *)(uintptr_t)n->code + n->region.insns[entry].at[full];
    h->keeps = n && keeps_denormals(&n->region, &n->region.insns[entry]);
    h->visits = 0;
    h->insts = 0;
}

static void forget(struct fast_cache *c, struct native *n)
{
    struct jit *j = c->jit;
    struct native **at = &j->natives;
    c->viewer.of = NULL;
    for (unsigned i = 0; i < HEADS; i++)
        if (j->heads[i].native == n)
            head_set(&j->heads[i], NULL, 0);
    while (*at != n)
        at = &(*at)->next;
    *at = n->next;
    native_free(n);
}

/* What was made for another head, and may begin here too. Returns whether @u is in there; if native
 * code cannot begin at it, it is soon where it can. @hot: eu->jit_hot; 0: it must begin. */
static bool enter(const struct jit *j, struct head *h, const struct fast_uop *u, uint32_t hot)
{
    bool inside = false;
    for (struct native *n = j->natives; n; n = n->next) {
        for (uint32_t i = 0; i < n->region.n; i++) {
            if (n->region.insns[i].u != u)
                continue;
            inside = true;
            if (n->region.insns[i].target) {
                head_set(h, n, i);
                return true;
            }
        }
    }
    inside &= hot > 0;
    if (inside)
        h->tries = TRIES;
    return inside;
}

static void make(struct fast_ctx *x, struct jit *j, struct head *h, struct fast_uop *u,
                 const struct fast_uop *with)
{
    bool never = false;
    struct native *n = native_new(x, u, with, &never);
    h->tries = never ? TRIES : (uint8_t)(h->tries + 1);
    head_set(h, n, 0);
    if (n) {
        n->next = j->natives;
        j->natives = n;
    }
}

/* Where threads came by again and again before they came to @h, which is due: what is made from
 * there has @h in it, and need not be made once more when that is due as well. NULL: nowhere. */
static struct head *before(struct jit *j, const struct head *h)
{
    struct head *first = NULL;
    for (unsigned i = 0; i < HEADS; i++) {
        struct head *o = &j->heads[i];
        if (o->visits > 1 && !o->native && !o->tries && o->ip < h->ip &&
            (!first || o->ip < first->ip))
            first = o;
    }
    return first;
}

/* Native code for @h, whose micro-op is @u. */
static void provide(struct fast_ctx *x, struct jit *j, struct head *h, struct fast_uop *u)
{
    struct head *o = before(j, h);
    struct fast_uop *first = o ? fast_lookup(x->cache, x->eu, o->ip) : NULL;
    if (enter(j, h, u, x->eu->jit_hot))
        return;
    if (first && fast_is_kept(x->cache, first))
        make(x, j, o, first, u);
    if (!first || !enter(j, h, u, x->eu->jit_hot))
        make(x, j, h, u, NULL);
}

/* The head's native code, made when it is due; NULL: none. */
static struct native *native_of(struct fast_ctx *x, struct head *h, struct fast_uop *u)
{
    struct jit *j = x->cache->jit;
    if (h->native && !jit_holds(x, h->native))
        forget(x->cache, h->native);
    if (!h->native && h->tries < TRIES && ++h->visits >= x->eu->jit_hot)
        provide(x, j, h, u);
    if (h->native && !jit_holds(x, h->native))
        forget(x->cache, h->native);
    return h->native;
}

/* There will be no native code from @u on: the gate need not ask any more. */
static void give_up(struct fast_uop *u)
{
    const struct fast_rest *rest = fast_rest(u);
    u->h = rest->marks & ~(unsigned)FAST_HEAD ? fast_gate : rest->real;
}

bool jit_visit(struct fast_ctx *x, uint32_t ip)
{
    const struct jit *j = x->cache->jit;
    bool few = !j || j->nheads < HEADS / 2, full = x->eu->quantum >= EU_JIT_QUANTUM;
    return !few || !full || fast_mark(x->cache, x->eu, ip, FAST_HEAD);
}

enum fast_leave jit_head(FAST_ARGS)
{
    struct head *h = jit_head_of(x, fast_rest(u)->ip);
    bool native = h && native_of(x, h, u);
    if (h && !h->native && h->tries >= TRIES && x->eu->jit_hot)
        give_up(u);
    return native ? jit_turns(FAST_PASS, h) : fast_by_chain(FAST_PASS);
}
