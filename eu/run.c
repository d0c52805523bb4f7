/* The EU's machine descriptor: breakpoints, steps, running, and what to say of a stop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/calls.h"
#include "eu/machine_impl.h"
#include "exception/exception.h"
#include "isa/dwarf.h"

/* The slice while stepping: short, so that the end of the stepped thread is seen at once. Where the
 * other threads then stand must not depend on the client's slices, which follow the host's
 * clock. */
enum { STEP_SLICE = 1 };

/* --- breakpoints and steps --- */
/* The breakpoints of code, and after them those of frames, which are no code. */
int eu_machine_set_breakpoints(struct machine *m, const uint64_t *addrs, size_t n)
{
    struct eu_machine *em = self(m);
    eu_host_at(em->eu, NULL, 0); /* nothing asks until it runs */
    em->watching.listed = false;
    if (n > em->breaks_room) {
        uint32_t *breaks = realloc(em->breaks, 2 * n * sizeof *breaks);
        em->breaks = breaks ? breaks : em->breaks;
        uint64_t *frames = realloc(em->frames, 2 * n * sizeof *frames);
        em->frames = frames ? frames : em->frames;
        if (!breaks || !frames)
            return -EU_ERR_NOMEM;
        em->breaks_room = 2 * n;
    }
    em->nbreaks = em->nframes = 0;
    for (size_t i = 0; i < n; i++)
        if (code_ip(em->eu, addrs[i], &em->breaks[em->nbreaks]))
            em->nbreaks++;
        else
            em->frames[em->nframes++] = addrs[i];
    return 0;
}

static int compare_addrs(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void let_pass(struct pass *passes, const struct eu_thread *t)
{
    passes[t->id] = (struct pass){.ip = t->ip, .insts = t->insts, .set = true};
}

static bool is_break(const struct eu_machine *em, uint32_t ip)
{
    return em->nbreaks && bsearch(&ip, em->breaks, em->nbreaks, sizeof *em->breaks, compare_addrs);
}

/* A breakpoint's condition is evaluated once for each visit, whatever the result. */
static bool at_breakpoint(const struct eu_machine *em, struct pass *passes,
                          const struct eu_thread *t)
{
    const struct machine_run *plan = &em->plan;
    const struct pass *p = &passes[t->id];
    if ((p->set && p->ip == t->ip && p->insts == t->insts) || !is_break(em, t->ip))
        return false;
    let_pass(passes, t);
    return !plan->judge || plan->judge(plan->judge_ctx, t->id, code_addr(em->eu, t->ip));
}

static void arm_step(struct eu_machine *em, const struct eu_thread *t)
{
    unsigned channel = em->plan.step_lane % EU_CHANNELS;
    em->step.armed = true;
    em->step.on = em->plan.step_any || eu_on_ip(t) >> channel & 1;
    em->step.ip = t->ip;
    em->step.pcip = t->pcip[channel];
    em->step.insts = t->insts;
}

/* True when, since the step was armed, the thread has executed an instruction or has been sent
 * elsewhere, for example into the routine; and the channel took part in that, or was moved. */
static bool step_done(struct eu_machine *em, const struct eu_thread *t)
{
    const struct machine_run *plan = &em->plan;
    unsigned channel = plan->step_lane % EU_CHANNELS;
    if (em->step.armed && t->ip == em->step.ip && t->insts == em->step.insts)
        return false;
    if (plan->over && !em->step.inside && exc_in_routine(t))
        return false;
    bool took_part = em->step.armed && (em->step.on || t->pcip[channel] != em->step.pcip);
    uint64_t pc = code_addr(em->eu, plan->step_any ? t->ip : channel_ip(t, channel));
    if (took_part && !(plan->range_lo <= pc && pc < plan->range_hi))
        return true;
    arm_step(em, t);
    return false;
}

/* --- boundaries --- */
static bool reached_moment(const struct eu_machine *em)
{
    const struct machine_run *plan = &em->plan;
    return plan->bounded && em->eu->insts >= plan->until.insts &&
           em->eu->boundaries >= plan->until.boundaries;
}

static bool stands_at(const struct machine_standing *at, const struct eu_thread *t)
{
    return at->thread == t->id && at->ip == t->ip && at->insts == t->insts;
}

/* A thread may pass several boundaries without moving, because an exception is reported or it
 * waits. The first of them counts. */
static bool is_hit(struct eu_machine *em, const struct eu_thread *t)
{
    const struct machine_run *plan = &em->plan;
    const struct machine_hit *hit = plan->hit;
    if (stands_at(&hit->from, t) || (hit->found && stands_at(&hit->at, t)))
        return false;
    if (plan->step_thread < 0)
        return at_breakpoint(em, em->visits, t);
    return plan->step_thread == (int)t->id && !(plan->over && exc_in_routine(t)) &&
           (plan->step_any || eu_on_ip(t) >> plan->step_lane % EU_CHANNELS & 1);
}

static void note_hit(struct eu_machine *em, const struct eu_thread *t)
{
    struct machine_hit *hit = em->plan.hit;
    if (!is_hit(em, t))
        return;
    hit->found = true;
    hit->ntouches = 0;
    hit->at = (struct machine_standing){t->id, t->ip, t->insts};
    hit->when = (struct machine_when){em->eu->insts, em->eu->boundaries};
}

static enum eu_verdict host_stop(struct eu_event *ev, enum eu_stop stop, const struct eu_thread *t)
{
    memset(ev, 0, sizeof *ev);
    ev->stop = stop;
    ev->thread = t->id;
    ev->ip = t->ip;
    return EU_STOP;
}

/* True when the client's finish waits for the thread, and it is back from the routine. */
static bool has_left(const struct eu_machine *em, const struct eu_thread *t)
{
    return em->leaving[t->id] && !exc_in_routine(t);
}

static enum eu_verdict at_boundary(struct eu_machine *em, const struct eu_thread *t,
                                   struct eu_event *ev)
{
    if (reached_moment(em))
        return host_stop(ev, EU_STOP_BUDGET, t);
    if (em->plan.quiet) {
        if (em->plan.hit)
            note_hit(em, t);
        return EU_GO;
    }
    if (has_left(em, t))
        return host_stop(ev, EU_STOP_STEP, t);
    bool stepped = em->plan.step_thread == (int)t->id && step_done(em, t);
    bool stop = at_breakpoint(em, em->passes, t);
    if (!stop && !stepped)
        return EU_GO;
    return host_stop(ev, stop ? EU_STOP_BREAKPOINT : EU_STOP_STEP, t);
}

/* A touch by the instruction before comes first, because that instruction is over. */
static enum eu_verdict host_hook(void *ctx, struct eu *eu, struct eu_thread *t,
                                 const struct eu_insn *insn, struct eu_event *ev)
{
    struct eu_machine *em = ctx;
    (void)eu;
    if (eu_watch_settle(em) && !em->plan.quiet)
        return host_stop(ev, EU_STOP_WATCH, t);
    eu_watch_note(em);
    enum eu_verdict verdict = at_boundary(em, t, ev);
    if (verdict == EU_GO)
        eu_watch_issue(em, t, insn);
    return verdict;
}

/* True for a breakpoint in the <exception> frame, as `finish` sets it. It fires when the thread has
 * left the routine that it is in now, wherever the thread goes. */
static bool stops_when_out(const struct eu_machine *em, const struct eu_thread *t)
{
    if (!em->nframes || em->plan.quiet || !exc_in_routine(t))
        return false;
    for (size_t i = 0; i < em->nframes; i++)
        if (em->frames[i] == calls_exception(t->id))
            return true;
    return false;
}

/* The number of breakpoints that count in this run. */
static size_t breaks_of(const struct eu_machine *em)
{
    const struct machine_run *plan = &em->plan;
    return !plan->quiet || (plan->hit && plan->step_thread < 0) ? em->nbreaks : 0;
}

/* eu_machine_attend - marks the threads that ask the host, and the addresses where they ask. When
 * the run ends at a moment between two instructions, every thread asks at each boundary. */
void eu_machine_attend(struct eu_machine *em)
{
    const struct machine_run *plan = &em->plan;
    struct eu *eu = em->eu;
    const struct eu_watching *g = &em->watching;
    bool last = plan->bounded && eu->insts >= plan->until.insts, some = g->on && !g->everywhere;
    const uint32_t *at = some ? g->places : em->breaks;
    size_t n = some ? g->nplaces : breaks_of(em);
    if (eu->host_at != at || eu->nhost_at != n)
        eu_host_at(eu, at, n);
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        bool step = plan->step_thread == (int)i;
        eu->threads[i].attention &= ~(uint32_t)EU_ATT_HOST;
        em->leaving[i] |= stops_when_out(em, &eu->threads[i]);
        if (em->leaving[i] || step || last || (g->on && (g->everywhere || g->issued)))
            eu->threads[i].attention |= EU_ATT_HOST;
    }
}

static void prepare_run(struct eu_machine *em, const struct machine_run *plan)
{
    struct eu *eu = em->eu;
    em->plan = *plan;
    eu->hooks.host = host_hook;
    eu->hooks.host_ctx = em;
    if (plan->fresh) {
        em->step.armed = false;
        em->step.inside = plan->step_thread >= 0 && exc_in_routine(&eu->threads[plan->step_thread]);
        memset(em->leaving, 0, eu->nthreads * sizeof *em->leaving);
        if (plan->pass && plan->resumed_thread >= 0)
            let_pass(em->passes, &eu->threads[plan->resumed_thread]);
    }
    eu_watch_prepare(em);
    if (em->watching.on && !em->watching.everywhere)
        eu_watch_list(em, breaks_of(em));
    eu_machine_attend(em);
}

/* --- events --- */
/* The thread to name in a stop that no thread caused: a waiting thread for a deadlock, else the one
 * that ran last. */
static unsigned named_thread(const struct eu_machine *em, enum eu_stop stop)
{
    const struct eu *eu = em->eu;
    if (em->plan.only_thread >= 0)
        return (unsigned)em->plan.only_thread;
    if (stop == EU_STOP_DEADLOCK)
        for (uint32_t i = 0; i < eu->nthreads; i++)
            if (eu->threads[i].status == EU_THREAD_WAITING ||
                eu->threads[i].status == EU_THREAD_SAVED)
                return i;
    return em->plan.resumed_thread >= 0 ? (unsigned)em->plan.resumed_thread : 0;
}

static bool has_thread(enum eu_stop stop)
{
    return stop != EU_STOP_DONE && stop != EU_STOP_BUDGET && stop != EU_STOP_REQUEST &&
           stop != EU_STOP_DEADLOCK;
}

/* True when the thread waits and runs alone, while the client holds others that could go on. */
static bool is_held(const struct eu_machine *em, enum eu_stop stop)
{
    bool others = false;
    for (uint32_t i = 0; i < em->eu->nthreads; i++)
        others |= em->eu->threads[i].status == EU_THREAD_READY && (int)i != em->plan.only_thread;
    return stop == EU_STOP_DEADLOCK && em->plan.only_thread >= 0 && others;
}

static void fill_event(struct eu_machine *em, const struct eu_event *from, struct machine_event *ev)
{
    static const enum machine_stop stops[EU_STOP_COUNT] = {
        [EU_STOP_NONE] = MACHINE_STOP_NONE,
        [EU_STOP_DONE] = MACHINE_STOP_DONE,
        [EU_STOP_BUDGET] = MACHINE_STOP_INTERRUPT, /* this is never reported */
        [EU_STOP_REQUEST] = MACHINE_STOP_INTERRUPT,
        [EU_STOP_BREAKPOINT] = MACHINE_STOP_BREAKPOINT,
        [EU_STOP_STEP] = MACHINE_STOP_STEP,
        [EU_STOP_WATCH] = MACHINE_STOP_WATCH,
        [EU_STOP_EXCEPTION] = MACHINE_STOP_EXCEPTION,
        [EU_STOP_DEADLOCK] = MACHINE_STOP_DEADLOCK,
        [EU_STOP_NOT_SIMULATED] = MACHINE_STOP_NOT_SIMULATED,
        [EU_STOP_LINT] = MACHINE_STOP_LINT,
        [EU_STOP_FAULT] = MACHINE_STOP_FAULT,
        [EU_STOP_LEFT] = MACHINE_STOP_LEFT,
    };
    memset(ev, 0, sizeof *ev);
    ev->stop = stops[from->stop];
    ev->thread = has_thread(from->stop) ? from->thread : named_thread(em, from->stop);
    ev->ip = code_addr(em->eu, has_thread(from->stop) ? from->ip : em->eu->threads[ev->thread].ip);
    snprintf(ev->why, sizeof ev->why, "%s", from->text);
    if (is_held(em, from->stop)) {
        ev->stop = MACHINE_STOP_HELD;
        ev->why[0] = 0;
    } else if (from->stop == EU_STOP_STEP && has_left(em, &em->eu->threads[ev->thread])) {
        ev->stop = MACHINE_STOP_RETURNED;
    } else if (from->stop == EU_STOP_WATCH) {
        ev->watch.addr = em->watching.told.addr;
        ev->watch.access = em->watching.told.watch.access;
    } else if (from->stop == EU_STOP_EXCEPTION && from->kind < EXC_COUNT) {
        ev->signal = exc_table[from->kind].gdb_signal;
        ev->exception.kind = from->kind;
        ev->exception.caught = em->eu->has_sip;
    }
}

static bool all_over(const struct eu *eu)
{
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (!is_over(&eu->threads[i]))
            return false;
    return true;
}

/* The thread that was stepped, or that was to run alone, has ended and others have not: the event
 * names the next one. */
static void tell_thread_end(struct eu_machine *em, unsigned thread, struct machine_event *ev)
{
    struct eu *eu = em->eu;
    unsigned next = thread;
    do
        next = (next + 1) % eu->nthreads;
    while (is_over(&eu->threads[next]));
    *ev = (struct machine_event){.stop = MACHINE_STOP_THREAD_END,
                                 .thread = next,
                                 .ip = code_addr(eu, eu->threads[next].ip),
                                 .gone = thread};
}

/* The number of instructions to ask the engine for; 0: the moment to come back at is reached. */
static uint64_t slice_of(struct eu_machine *em, int watched, uint64_t budget)
{
    const struct machine_run *plan = &em->plan;
    uint64_t slice = watched >= 0 && budget > STEP_SLICE ? STEP_SLICE : budget;
    if (!plan->bounded)
        return slice;
    if (reached_moment(em))
        return 0;
    if (em->eu->insts >= plan->until.insts) {
        eu_machine_attend(em);
        return 1;
    }
    uint64_t left = plan->until.insts - em->eu->insts;
    return slice < left ? slice : left;
}

static enum eu_stop run_slice(struct eu_machine *em, uint64_t slice, struct eu_event *from)
{
    int only = em->plan.only_thread;
    enum eu_stop stop = only >= 0 ? eu_run_thread(em->eu, (uint32_t)only, slice, from)
                                  : eu_run(em->eu, slice, from);
    from->stop = stop;
    eu_watch_collect(em, from);
    return stop;
}

/* Runs on past everything that once stopped the machine. True: it can go no further, though it once
 * did. */
static bool replay_slices(struct eu_machine *em, uint64_t budget)
{
    struct eu *eu = em->eu;
    struct eu_hooks hooks = eu->hooks;
    bool stuck = false;
    if (!em->plan.observed)
        eu->hooks.on_insn = NULL, eu->hooks.on_exception = NULL, eu->hooks.on_log = NULL;
    for (uint64_t slice; budget && !stuck && (slice = slice_of(em, -1, budget)); budget -= slice) {
        struct eu_event from = {.stop = EU_STOP_NONE};
        uint64_t before = eu->boundaries;
        enum eu_stop stop = run_slice(em, slice, &from);
        stuck = stop != EU_STOP_BUDGET && stop != EU_STOP_REQUEST && eu->boundaries == before &&
                !reached_moment(em);
    }
    eu->hooks.on_insn = hooks.on_insn;
    eu->hooks.on_exception = hooks.on_exception;
    eu->hooks.on_log = hooks.on_log;
    return stuck;
}

/* True when something has happened by the end of a slice: the stepped thread is done or has ended,
 * or all threads have ended. */
static bool slice_is_over(struct eu_machine *em, int watched, struct eu_event *from,
                          struct machine_event *ev)
{
    const struct machine_run *plan = &em->plan;
    struct eu *eu = em->eu;
    if (from->stop != EU_STOP_BUDGET && from->stop != EU_STOP_DONE)
        return false;
    if (all_over(eu)) {
        from->stop = EU_STOP_DONE;
        return false;
    }
    if (watched >= 0 && is_over(&eu->threads[watched])) {
        tell_thread_end(em, (unsigned)watched, ev);
        return true;
    }
    if (plan->eager && plan->step_thread >= 0 && step_done(em, &eu->threads[plan->step_thread]))
        host_stop(from, EU_STOP_STEP, &eu->threads[plan->step_thread]);
    return false;
}

bool eu_machine_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                    struct machine_event *ev)
{
    struct eu_machine *em = self(m);
    int watched = plan->only_thread >= 0 ? plan->only_thread : plan->step_thread;
    uint64_t slice;
    prepare_run(em, plan);
    if (plan->quiet) {
        eu_watch_forget(em);
        return replay_slices(em, budget);
    }
    struct eu_event further;
    if (eu_watch_next(em, &further)) {
        fill_event(em, &further, ev);
        return true;
    }
    for (; budget && (slice = slice_of(em, watched, budget)); budget -= slice) {
        struct eu_event from = {.stop = EU_STOP_NONE};
        run_slice(em, slice, &from);
        if (slice_is_over(em, watched, &from, ev))
            return true;
        if (from.stop != EU_STOP_BUDGET) {
            fill_event(em, &from, ev);
            return true;
        }
    }
    return false;
}
