/* A visit of the fast engine to a thread: the chain of handlers as long as nothing must be asked,
 * and otherwise full steps, which ask the host and the boundary. */
#include "sim/fast/cache.h"
#include "sim/fast/visit.h"
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

/* The active channels, together with those that wait at @u. */
static inline uint32_t join_waiting(struct fast_ctx *x, const struct fast_uop *u, uint32_t act)
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
    act = join_waiting(x, u, act);
    return fast_rest(u)->real(FAST_PASS);
}

enum fast_leave fast_head(FAST_ARGS)
{
    if (fast_rest(u)->marks & FAST_HALT)
        return fast_slow(FAST_PASS);
    act = join_waiting(x, u, act);
    if (x->eu->engine != EU_ENGINE_JIT || x->spf || x->watched)
        return fast_by_chain(FAST_PASS);
    return jit_head(FAST_PASS);
}

enum fast_leave fast_link(FAST_ARGS)
{
    struct fast_uop *to = u->j;
    if (!to) {
        to = fast_lookup(x->cache, x->eu, fast_rest(u)->ip);
        /* the lookup may have put it in the link's place */
        if (to != u && fast_is_kept(x->cache, to))
            u->j = to;
    }
    u = to;
    return u->h(FAST_PASS);
}

uint32_t fast_alu_pred(const struct fast_ctx *x, const struct fast_uop *u)
{
    return u->free ? UINT32_MAX : fast_pred(x->eu, x->t, fast_rest(u)->cold);
}

void fast_alu_lanes(struct fast_ctx *x, const struct fast_uop *u, uint32_t act, uint32_t lanes,
                    uint32_t pred)
{
    const struct fast_cold *cold = fast_rest(u)->cold;
    uint32_t wren = fast_wren(cold, act, cold->alu.needs & FAST_NEEDS_PRED ? UINT32_MAX : pred);
    x->t->ip = fast_rest(u)->ip;
    fast_fp_leave(x->cache->csr);
    (void)fast_alu_run(x->eu, x->t, &cold->alu, wren & lanes, pred);
    fast_fp_take(x->control);
}

enum fast_leave fast_alu_handler(FAST_ARGS)
{
    fast_alu_lanes(x, u, act, UINT32_MAX, fast_alu_pred(x, u));
    return fast_next(FAST_PASS);
}

/* --- a full step --- */

static inline uint32_t channels_on_ip(const struct eu_thread *t)
{
    if (t->cr[0] & EU_CR0_SPF)
        return fast_emask(t);
    return fast_at(t->pcip, t->ip, fast_emask(t));
}

/* Reads a dword of a0. Behind its end, Gen8 starts again from the beginning, and Gen7 reads 0. */
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

/* Executes any instruction that computes, on exact state. */
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

/* Prepares the context for channels @act of the visited thread. The expanded mask is kept, as it
 * may be needed again. */
static inline void set_context(struct fast_ctx *x, uint32_t act)
{
    const struct eu *eu = x->eu;
    x->emask = fast_emask(x->t);
    x->spf = x->t->cr[0] & EU_CR0_SPF;
    x->watched = eu->nwatches || eu->hooks.on_log;
    if (x->expanded != act)
        fast_set_act(x, act, x->expanded ^ act);
    x->expanded = act;
}

/* Executes with the chain's handler, but only this one. */
static void do_vector(struct fast_step *s)
{
    struct fast_ctx *x = &s->eu->fast->ctx;
    set_context(x, s->act);
    fast_fp_take(fast_fp_control(s->eu, s->t));
    (void)fast_rest(s->u)->real(x, s->u, &s->t->grf[0][0], s->act, 1);
    fast_fp_leave(s->eu->fast->csr);
}

static enum eu_stop execute_step(struct fast_step *s)
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

/* Advances IP and PcIPs. A branch has set them itself; for the others, the channels at IP go to the
 * next instruction. When SPF is left, the frozen PcIPs get the next IP: those of the channels that
 * entered the routine, or all (docs/exceptions.md section 11 rule 7: assumed). */
static void advance_ip(struct fast_step *s)
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

static enum eu_stop full_step(struct fast_cache *c, struct eu *eu, struct eu_thread *t,
                              uint64_t *done, struct eu_event *ev)
{
    struct fast_uop *u = fast_lookup(c, eu, t->ip);
    t->traced = false;
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
    s.act = channels_on_ip(t);
    fast_narrow();
    s.next = t->ip + s.cold->insn.size;
    memcpy(s.done.old_cr, t->cr, sizeof s.done.old_cr);
    if (h->on_insn)
        h->on_insn(h->observer_ctx, eu, t, &s.cold->insn);
    enum eu_stop why = execute_step(&s);
    if (why != EU_STOP_NONE) {
        eu->nwatch_hits = 0;
        return why;
    }
    if (s.waits)
        return EU_STOP_NONE;
    t->insts++;
    eu->insts++;
    ++*done;
    advance_ip(&s);
    fast_narrow();
    return eu_boundary_after(eu, t, &s.cold->insn, &s.done, ev);
}

/* --- the chain --- */

/* Marks where inactive channels are. They may be at addresses without a mark, if the host or an
 * exception put them there. */
bool fast_mark_waiting(struct fast_ctx *x, uint32_t waiting)
{
    while (waiting) {
        uint32_t ip = x->t->pcip[__builtin_ctz(waiting)];
        if (!fast_is_marked(x->cache, ip, FAST_JOIN) && !fast_mark(x->cache, x->eu, ip, FAST_JOIN))
            return false;
        waiting &= ~fast_at(x->t->pcip, ip, waiting);
    }
    return true;
}

/* Whether each instruction needs a full step. */
static bool needs_full_steps(const struct eu *eu, const struct eu_thread *t)
{
    return t->attention & (EU_ATT_HOST | EU_ATT_EXCEPTION) || eu->hooks.on_insn || !plain_floats(t);
}

/* run_chain - runs until @limit instructions are done, or returns true if a full step is needed. */
static bool run_chain(struct fast_ctx *x, uint64_t limit, uint64_t *done)
{
#ifdef __OPTIMIZE__ /* without sibling calls, handlers and stages nest */
    enum { CHAIN_MAX = 4096 };
#else
    enum { CHAIN_MAX = 128 };
#endif
    struct eu *eu = x->eu;
    struct eu_thread *t = x->t;
    uint32_t act = channels_on_ip(t);
    x->before = *done;
    bool jit = eu->engine == EU_ENGINE_JIT, forced = jit && !eu->jit_hot;
    uint64_t most = forced ? 1 : CHAIN_MAX, left = limit < most ? limit : most;
    set_context(x, act);
    if (forced && !fast_mark(x->cache, eu, t->ip, FAST_HEAD))
        return true;
    x->spare = jit ? limit - left : 0;
    x->limit = left + x->spare;
    if (act != x->emask && !fast_mark_waiting(x, x->emask & ~act))
        return true;
    struct fast_uop *u =
        x->u && fast_rest(x->u)->ip == t->ip ? x->u : fast_lookup(x->cache, eu, t->ip);
    if (u->h != fast_head) /* which does it */
        fast_untrace(x);
    if (jit && x->limit > 1 && !(fast_rest(u)->marks & FAST_HEAD) && !jit_visit(x, t->ip))
        return true;
    enum fast_leave how = u->h(x, u, &t->grf[0][0], act, left);
    if (how != FAST_PASSED)
        fast_visit_end(x);
    fast_narrow(); /* that was in vectors, and what comes is not in their encoding */
    *done = x->before + x->done;
    return how == FAST_SLOW;
}

static void begin_run(struct eu *eu)
{
    struct fast_cache *c = eu->fast;
    unsigned csr = fast_fp_host();
    fast_fp_take(FAST_FP_FLUSH);
    /* avoids the write, and waiting for it, if the value is the same */
    if (FAST_UNLIKELY(csr != c->csr))
        c->csr = csr;
    c->ctx.eu = eu;
    c->ctx.cache = c;
    c->ctx.control = FAST_FP_FLUSH;
    fast_cache_begin(c, eu);
}

static void end_run(struct eu *eu)
{
    fast_fp_leave(eu->fast->csr);
}

/* Runs the reference engine, or a full step of this one, with the host's own floating point
 * mode. */
static __attribute__((noinline)) enum eu_stop run_outside_chain(struct eu *eu, struct eu_thread *t,
                                                                uint64_t limit, uint64_t *done,
                                                                struct eu_event *ev)
{
    enum eu_stop why;
    fast_fp_leave(eu->fast->csr);
    if (eu_lints(eu))
        why = eu_ref_run(eu, t, limit, done, ev);
    else
        why = full_step(eu->fast, eu, t, done, ev);
    if (eu->hooks.host || eu->hooks.on_exception || eu->hooks.on_insn || eu->hooks.on_log)
        fast_forget_views(eu->fast); /* one of them may have taken a snapshot */
    eu->fast->ctx.control = fast_fp_control(eu, t);
    fast_fp_take(eu->fast->ctx.control);
    return why;
}

static bool is_uncounted(const struct eu *eu)
{
    return eu->fast->uncounted;
}

static uint64_t count_native(const struct eu *eu, bool full)
{
    return full ? eu->fast->full : eu->fast->native;
}

/* A message has stopped the machine: the boundary in front of it was passed, but it is not done. */
static enum eu_stop take_stop(struct fast_cache *c, struct eu *eu)
{
    enum eu_stop why = c->ctx.stopped;
    c->ctx.stopped = EU_STOP_NONE;
    c->uncounted = true;
    eu->boundaries++;
    return why;
}

static enum eu_stop run_thread(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                               struct eu_event *ev)
{
    struct fast_cache *c = eu->fast;
    bool full = eu_lints(eu);
    unsigned control = fast_fp_control(eu, t);
    if (FAST_UNLIKELY(control != c->ctx.control))
        fast_fp_take(c->ctx.control = control);
    c->ctx.t = t;
    c->ctx.ev = ev;
    c->ctx.passed = false;
    while (*done < limit && t->status == EU_THREAD_READY) {
        uint64_t before = *done;
        fast_cache_refresh(c, eu);
        if (t->ip == eu->end_ip) {
            eu_thread_end(eu, t);
            c->uncounted = true;
            break;
        }
        if (full || needs_full_steps(eu, t)) {
            enum eu_stop why = run_outside_chain(eu, t, limit, done, ev);
            c->uncounted = *done == before;
            return why;
        }
        full = run_chain(&c->ctx, limit - before, done);
        c->uncounted = *done == before;
        if (FAST_UNLIKELY(c->ctx.stopped))
            return take_stop(c, eu);
        if (c->ctx.slept)
            fast_visit_slept(&c->ctx);
        if (c->ctx.passed)
            break;
        if (FAST_UNLIKELY(c->ctx.woke)) {
            c->ctx.woke = false;
            break;
        }
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
    {fast_cache_new, fast_cache_free, begin_run,    end_run,
     run_thread,     is_uncounted,    count_native, fast_say_way};
