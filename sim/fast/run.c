/* A visit of the fast engine to a thread: the chain of handlers while nothing is to be asked, and
 * full steps, which ask whoever wants to be asked, for the rest. */
#include "sim/fast/cache.h"
#include "sim/jit/region.h"
#include "sim/ref/ref.h"

#include <string.h>

#include "sim/lint.h"
#include "sim/message.h"

/* --- handlers that are no instruction's --- */

enum fast_leave fast_limit(FAST_ARGS)
{
    (void)grf;
    x->u = u;
    x->act = act;
    x->left = left;
    return FAST_LIMIT;
}

enum fast_leave fast_slow(FAST_ARGS)
{
    (void)grf;
    x->u = u;
    x->act = act;
    x->left = left;
    return FAST_SLOW;
}

/* The active channels with those that wait here. */
static inline uint32_t joined(struct fast_ctx *x, const struct fast_uop *u, uint32_t act)
{
    uint32_t waiting = x->emask & ~act;
    if (waiting && !x->spf && (waiting = fast_at(x->t->pcip, fast_rest(u)->ip, waiting))) {
        act |= waiting;
        fast_set_act(x, act, waiting);
    }
    return act;
}

enum fast_leave fast_gate(FAST_ARGS)
{
    if (fast_rest(u)->marks & FAST_HALT)
        return fast_slow(FAST_PASS);
    act = joined(x, u, act);
    return fast_rest(u)->real(FAST_PASS);
}

enum fast_leave fast_head(FAST_ARGS)
{
    if (fast_rest(u)->marks & FAST_HALT)
        return fast_slow(FAST_PASS);
    act = joined(x, u, act);
    if (x->eu->engine != EU_ENGINE_JIT || x->spf || x->watched)
        return fast_rest(u)->real(FAST_PASS);
    return jit_head(FAST_PASS);
}

enum fast_leave fast_link(FAST_ARGS)
{
    struct fast_uop *to = u->j;
    if (!to) {
        to = fast_lookup(x->cache, x->eu, fast_rest(u)->ip);
        if (to != u && fast_is_kept(x->cache, to)) /* it may have come in the link's place */
            u->j = to;
    }
    u = to;
    return u->h(FAST_PASS);
}

enum fast_leave fast_alu_handler(FAST_ARGS)
{
    const struct fast_cold *cold = fast_rest(u)->cold;
    uint32_t pred = UINT32_MAX, wren;
    if (!u->free)
        pred = fast_pred(x->eu, x->t, cold);
    wren = fast_wren(cold, act, cold->alu.needs & FAST_NEEDS_PRED ? UINT32_MAX : pred);
    x->t->ip = fast_rest(u)->ip;
    fast_fp_leave(x->cache->csr);
    (void)fast_alu_run(x->eu, x->t, &cold->alu, wren, pred);
    (void)fast_fp_enter(x->control);
    return fast_next(FAST_PASS);
}

/* --- a full step --- */

static inline uint32_t on_ip(const struct eu_thread *t)
{
    if (t->cr[0] & EU_CR0_SPF)
        return fast_emask(t);
    return fast_at(t->pcip, t->ip, fast_emask(t));
}

/* Behind its end Gen8's a0 goes on from its start, Gen7's reads 0. */
static uint32_t address_dword(const struct isa_gen *isa, const struct eu_thread *t, unsigned at)
{
    unsigned size = 2u * isa->address_registers;
    uint32_t v = 0;
    for (unsigned i = 0; i < 4; i++, at++)
        if (at < size || isa->wide_values)
            v |= (uint32_t)(uint8_t)(t->a0[at % size / 2] >> at % 2 * 8) << 8 * i;
    return v;
}

static enum eu_stop do_send(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    const struct eu_operand *desc = isa_descriptor(insn);
    struct eu_message msg;
    uint32_t value = (uint32_t)desc->imm, pred = fast_pred(s->eu, s->t, s->cold);
    if (desc->file != EU_FILE_IMM)
        value = address_dword(s->eu->isa, s->t, desc->sub);
    eu_message_decode(s->eu->isa, s->t, insn, value, (uint16_t)fast_wren(s->cold, s->act, pred),
                      &msg);
    enum eu_stop why = eu_message_send(s->eu, s->t, &msg, s->ev);
    if (why != EU_STOP_NONE) {
        s->ev->stop = why;
        s->ev->thread = s->t->id;
        s->ev->ip = s->t->ip;
    }
    return why;
}

/* Any instruction that computes, on exact state. */
static void do_alu(struct fast_step *s)
{
    struct fast_alu *alu = &s->cold->alu;
    uint32_t pred = fast_pred(s->eu, s->t, s->cold);
    fast_alu_place(s->eu->isa, &s->cold->insn, alu);
    uint32_t wren = fast_wren(s->cold, s->act, alu->needs & FAST_NEEDS_PRED ? UINT32_MAX : pred);
    unsigned effects = fast_alu_run(s->eu, s->t, alu, wren, pred);
    s->done.cr_written = effects & FAST_WROTE_CR;
    if (effects & FAST_WROTE_IP) {
        s->jumped = true;
        if (!(s->done.old_cr[0] & EU_CR0_SPF))
            fast_place(s->t, s->act, s->t->ip);
    }
}

static bool plain_floats(const struct eu_thread *t)
{
    return !(t->cr[0] & (EU_CR0_ALT | 3u << EU_CR0_ROUND_SHIFT));
}

/* For channels @act of the thread that is visited. What has been expanded may be wanted again. */
static inline void context(struct fast_ctx *x, uint32_t act)
{
    const struct eu *eu = x->eu;
    x->emask = fast_emask(x->t);
    x->spf = x->t->cr[0] & EU_CR0_SPF;
    x->watched = eu->nwatches || eu->hooks.on_log;
    if (x->expanded != act)
        fast_set_act(x, act, x->expanded ^ act);
    x->expanded = act;
}

/* With the chain's handler, alone. */
static void do_vector(struct fast_step *s)
{
    struct fast_ctx *x = &s->eu->fast->ctx;
    context(x, s->act);
    unsigned csr = fast_fp_enter(fast_fp_control(s->eu, s->t));
    (void)fast_rest(s->u)->real(x, s->u, &s->t->grf[0][0], s->act, 1);
    fast_fp_leave(csr);
}

static enum eu_stop execute(struct fast_step *s)
{
    switch (s->cold->kind) {
    case FAST_ALU:
        if (s->cold->vector && (!s->cold->floats || plain_floats(s->t)))
            do_vector(s);
        else
            do_alu(s);
        return EU_STOP_NONE;
    case FAST_FLOW:
        fast_flow(s);
        return EU_STOP_NONE;
    case FAST_SEND:
        return do_send(s);
    case FAST_SENDC:
        s->waits = eu_boundary_depends(s->t);
        return s->waits ? EU_STOP_NONE : do_send(s);
    case FAST_WAIT:
        s->waits = eu_boundary_wait(s->eu, s->t, &s->cold->insn);
        return EU_STOP_NONE;
    default:
        return EU_STOP_NONE;
    }
}

/* A branch has moved IP and PcIPs by itself; the others on IP go on to the next instruction. Out of
 * SPF the frozen PcIPs get the next IP: of the channels that entered the routine, or of all
 * (docs/exceptions.md section 11 rule 7: assumed). */
static void advance(struct fast_step *s)
{
    struct eu_thread *t = s->t;
    bool was_spf = s->done.old_cr[0] & EU_CR0_SPF, is_spf = t->cr[0] & EU_CR0_SPF;
    if (!s->jumped)
        t->ip = s->next;
    if (was_spf && !is_spf)
        fast_place(t, s->done.old_cr[0] & EU_CR0_ME ? t->sip_channels : fast_emask(t), t->ip);
    else if (!was_spf && !s->jumped)
        fast_place(t, s->act, t->ip);
}

static enum eu_stop step(struct fast_cache *c, struct eu *eu, struct eu_thread *t, uint64_t *done,
                         struct eu_event *ev)
{
    struct fast_uop *u = fast_lookup(c, eu, t->ip);
    struct fast_step s = {.eu = eu, .t = t, .u = u, .cold = fast_cold_of(c, eu, u), .ev = ev};
    const struct eu_hooks *h = &eu->hooks;
    s.done.ip = t->ip;
    enum eu_verdict v = eu_boundary_before(eu, t, &s.cold->insn, ev);
    if (v == EU_GO && s.cold->kind == FAST_REFUSED) {
        (void)eu_refuse(eu->gen, t, &s.cold->insn, ev);
        v = EU_STOP;
    }
    if (v != EU_GO) {
        if (v == EU_STOP)
            eu->nwatch_hits = 0;
        return v == EU_STOP ? ev->stop : EU_STOP_NONE;
    }
    s.act = on_ip(t);
    s.next = t->ip + s.cold->insn.size;
    memcpy(s.done.old_cr, t->cr, sizeof s.done.old_cr);
    if (h->on_insn)
        h->on_insn(h->observer_ctx, eu, t, &s.cold->insn);
    enum eu_stop why = execute(&s);
    if (why != EU_STOP_NONE) {
        eu->nwatch_hits = 0;
        return why;
    }
    if (s.waits)
        return EU_STOP_NONE;
    t->insts++;
    eu->insts++;
    ++*done;
    advance(&s);
    return eu_boundary_after(eu, t, &s.cold->insn, &s.done, ev);
}

/* --- the chain --- */

/* Waiting channels may stand where nothing is marked: the host or an exception put them there. */
static bool mark_waiting(struct fast_ctx *x, uint32_t waiting)
{
    while (waiting) {
        uint32_t ip = x->t->pcip[__builtin_ctz(waiting)];
        if (!fast_is_marked(x->cache, ip, FAST_JOIN) && !fast_mark(x->cache, x->eu, ip, FAST_JOIN))
            return false;
        waiting &= ~fast_at(x->t->pcip, ip, waiting);
    }
    return true;
}

/* chain - until @limit instructions are done, or a full step is needed: true. */
static bool chain(struct fast_ctx *x, uint64_t limit, uint64_t *done)
{
#ifdef __OPTIMIZE__ /* handlers nest where a compiler makes no sibling calls */
    enum { CHAIN_MAX = 4096 };
#else
    enum { CHAIN_MAX = 1024 };
#endif
    struct eu *eu = x->eu;
    struct eu_thread *t = x->t;
    uint32_t act = on_ip(t);
    bool jit = eu->engine == EU_ENGINE_JIT, forced = jit && !eu->jit_hot;
    uint64_t most = forced ? 1 : CHAIN_MAX, left = limit < most ? limit : most;
    context(x, act);
    if (forced && !fast_mark(x->cache, eu, t->ip, FAST_HEAD))
        return true;
    x->spare = jit ? limit - left : 0;
    limit = left + x->spare;
    if (act != x->emask && !mark_waiting(x, x->emask & ~act))
        return true;
    struct fast_uop *u =
        x->u && fast_rest(x->u)->ip == t->ip ? x->u : fast_lookup(x->cache, eu, t->ip);
    enum fast_leave how = u->h(x, u, &t->grf[0][0], act, left);
    fast_narrow();
    t->ip = fast_rest(x->u)->ip;
    if (!x->spf)
        fast_place(t, x->act, t->ip);
    x->expanded = x->act;
    if (!fast_is_kept(x->cache, x->u))
        x->u = NULL;
    uint64_t n = limit - x->left - x->spare;
    t->insts += n;
    eu->insts += n;
    eu->boundaries += n;
    *done += n;
    return how == FAST_SLOW;
}

/* Whether each instruction is a full step. */
static bool asks(const struct eu *eu, const struct eu_thread *t)
{
    return t->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION) || eu->hooks.on_insn || !plain_floats(t);
}

static void begin(struct eu *eu)
{
    struct fast_cache *c = eu->fast;
    unsigned csr = fast_fp_enter(FAST_FP_FLUSH);
    if (FAST_UNLIKELY(csr != c->csr)) /* nothing waits for it where it is what it was */
        c->csr = csr;
    c->ctx.eu = eu;
    c->ctx.cache = c;
    c->ctx.control = FAST_FP_FLUSH;
    fast_cache_begin(c, eu);
}

static void end(struct eu *eu)
{
    fast_fp_leave(eu->fast->csr);
}

/* Of the reference engine, or a full step of this one: nothing of the chain's is in their way. */
static __attribute__((noinline)) enum eu_stop
outside(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done, struct eu_event *ev)
{
    enum eu_stop why;
    fast_fp_leave(eu->fast->csr);
    if (eu_lints(eu))
        why = eu_ref_run(eu, t, limit, done, ev);
    else
        why = step(eu->fast, eu, t, done, ev);
    eu->fast->ctx.control = fast_fp_control(eu, t);
    (void)fast_fp_enter(eu->fast->ctx.control);
    return why;
}

static bool uncounted(const struct eu *eu)
{
    return eu->fast->uncounted;
}

static uint64_t native(const struct eu *eu, bool full)
{
    return full ? eu->fast->full : eu->fast->native;
}

static enum eu_stop run(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                        struct eu_event *ev)
{
    struct fast_cache *c = eu->fast;
    bool full = eu_lints(eu);
    unsigned control = fast_fp_control(eu, t);
    if (FAST_UNLIKELY(control != c->ctx.control))
        (void)fast_fp_enter(c->ctx.control = control);
    c->ctx.t = t;
    c->ctx.ev = ev;
    while (*done < limit && t->status == EU_THREAD_READY) {
        uint64_t before = *done;
        fast_cache_refresh(c, eu);
        if (t->ip == eu->end_ip) {
            eu_thread_end(eu, t);
            c->uncounted = true;
            break;
        }
        if (full || asks(eu, t)) {
            enum eu_stop why = outside(eu, t, limit, done, ev);
            c->uncounted = *done == before;
            return why;
        }
        full = chain(&c->ctx, limit - before, done);
        c->uncounted = *done == before;
    }
    return EU_STOP_NONE;
}

#ifdef FAST_WIDE
extern const struct fast_engine fast_engine_wide;
const struct fast_engine fast_engine_wide =
#else
extern const struct fast_engine fast_engine_any;
const struct fast_engine fast_engine_any =
#endif
    {fast_cache_new, fast_cache_free, begin, end, run, uncounted, native};
