/* What is done at one boundary: an exception, the routine's visit, the comparison. */
#include "eu/siptest_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/program.h"
#include "sim/lint.h"

enum { REENTRIES = 8, OP_NOP = 0x7e, OP_ILLEGAL = 0, R0_4 = 16 };

/* --- observers --- */
static void saw_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    struct siptest *s = ctx;
    (void)eu;
    if (s->watching == VISIT)
        s->r->trace[s->r->visit++ % SIPTEST_TRACE] = t->ip;
    if (s->watching != LOOK)
        return;
    s->insn.thread = t->id;
    s->insn.ip = t->ip;
    s->insn.size = insn->size;
    s->insn.in_routine = exc_in_routine(t);
}

static void saw_entry(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                      uint32_t aip)
{
    struct siptest *s = ctx;
    (void)eu, (void)kind, (void)ip, (void)aip;
    for (unsigned i = 0; i < s->nsubjects; i++)
        s->subjects[i].entries += s->subjects[i].t == t;
}

static enum eu_verdict halt(const struct eu_thread *t, struct eu_event *ev)
{
    *ev = (struct eu_event){.stop = EU_STOP_STEP, .thread = t->id, .ip = t->ip};
    return EU_STOP;
}

/* In front of the application's code in a quick visit: once the subject comes from the boundary,
 * to enter. After that the exception was not taken, or the routine has gone where it may not. */
static enum eu_verdict saw_fetch(void *ctx, struct eu *eu, struct eu_thread *t,
                                 const struct eu_insn *insn, struct eu_event *ev)
{
    struct siptest *s = ctx;
    (void)eu, (void)insn;
    if (s->watching != VISIT || !s->quick)
        return EU_GO;
    if (s->fetched)
        return halt(t, ev);
    s->fetched = true;
    return EU_GO;
}

/* The hardware's boundary. A quick visit ends when the master bit has fallen. */
static enum eu_verdict saw_boundary(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                    enum eu_cause cause, const uint32_t old_cr[4],
                                    struct eu_event *ev)
{
    struct siptest *s = eu->hooks.observer_ctx;
    enum eu_verdict v = s->boundary(eu, t, insn, cause, old_cr, ev);
    if (s->watching != VISIT || !s->quick || v == EU_STOP || cause != EU_CAUSE_CR0 ||
        !(old_cr[0] & EU_CR0_ME) || exc_in_routine(t))
        return v;
    s->left = true;
    return halt(t, ev);
}

void siptest_listen(struct siptest *s)
{
    struct eu_hooks *h = &s->eu->hooks;
    *h = (struct eu_hooks){.host = saw_fetch,
                           .host_ctx = s,
                           .boundary = s->boundary ? saw_boundary : NULL,
                           .on_exception = saw_entry,
                           .observer_ctx = s};
}

void siptest_mind(struct siptest *s, bool mind)
{
    bool minds = s->eu->nhost_at;
    if (mind != minds)
        eu_host_at(s->eu, s->app, mind ? s->napp : 0);
}

/* Each instruction is seen while it is not IGNORE, or a quick visit. */
static void watch(struct siptest *s, int watching)
{
    s->watching = watching;
    s->eu->hooks.on_insn = watching == LOOK || (watching == VISIT && !s->quick) ? saw_insn : NULL;
}

/* The ring of addresses in the order in which they were executed. */
static void settle_trace(struct siptest_report *r)
{
    uint32_t ring[SIPTEST_TRACE];
    r->ntrace = r->visit < SIPTEST_TRACE ? (size_t)r->visit : SIPTEST_TRACE;
    memcpy(ring, r->trace, sizeof ring);
    for (size_t i = 0; i < r->ntrace; i++)
        r->trace[i] = ring[(r->visit - r->ntrace + i) % SIPTEST_TRACE];
}

enum siptest_verdict siptest_fault(struct siptest *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(s->r->why, sizeof s->r->why, fmt, ap);
    va_end(ap);
    return SIPTEST_FAULT;
}

/* --- running --- */
/* The host answers attention at once. Returns whether there was any. */
static bool answer(struct eu *eu)
{
    bool any = false;
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (exc_attention(&eu->threads[i])) {
            exc_notify(eu, &eu->threads[i], 1);
            any = true;
        }
    return any;
}

enum eu_stop siptest_advance(struct eu *eu, uint64_t budget, struct eu_event *ev)
{
    uint64_t end = eu->insts + budget;
    enum eu_stop stop;
    do
        stop = eu_run(eu, end - eu->insts, ev);
    while (stop == EU_STOP_DEADLOCK && answer(eu) && eu->insts < end);
    return stop == EU_STOP_DEADLOCK && eu->insts >= end ? EU_STOP_BUDGET : stop;
}

/* One instruction of @thread, whatever it comes to. A request to stop stays for the visit, which
 * answers it. */
static void step_over(struct siptest *s, uint32_t thread)
{
    struct eu_event ev;
    bool asked = false;
    while (eu_run_thread(s->eu, thread, 1, &ev) == EU_STOP_REQUEST)
        asked = true;
    if (asked)
        eu_request_stop(s->eu);
}

/* --- injection --- */
/* The instruction behind the boundary becomes opcode @hw; its size and its DebugCtrl stay. */
static void patch(struct siptest *s, uint8_t hw)
{
    bool compact = s->insn.size == 8;
    eu_memory_read(s->eu->mem, s->insn.ip, s->code, s->insn.size);
    memset(s->patched, 0, sizeof s->patched);
    s->patched[0] = hw | (compact ? s->code[0] & 0x80 : 0);
    s->patched[3] = s->code[3] & (compact ? 0x20 : 0x40);
    eu_memory_write(s->eu->mem, s->insn.ip, s->patched, s->insn.size);
}

/* What the routine has made of the instruction meanwhile is its own. */
static void unpatch(struct siptest *s)
{
    uint8_t now[16];
    eu_memory_read(s->eu->mem, s->insn.ip, now, s->insn.size);
    if (memcmp(now, s->patched, s->insn.size) == 0)
        eu_memory_write(s->eu->mem, s->insn.ip, s->code, s->insn.size);
}

/* Suppress that is set at a boundary belongs to the application's own breakpoint there. */
static bool can_take(const struct eu_thread *t, enum exc_kind kind)
{
    bool suppressed = t->cr[0] & EU_CR0_SUPPRESS;
    return !suppressed || (kind != EXC_BREAKPOINT && kind != EXC_ILLEGAL_OPCODE);
}

/* An exception of its own is due, which the routine would answer in the same visit. */
static bool enters(struct siptest *s, const struct eu_thread *t)
{
    step_over(s, t->id);
    bool in = exc_in_routine(t);
    eu_snapshot_restore(s->eu, s->here);
    return in;
}

/* The next thread, in turns, that can take it beside @t; NULL: none. */
static struct eu_thread *next_ready(struct siptest *s, const struct eu_thread *t,
                                    enum exc_kind kind)
{
    struct eu *eu = s->eu;
    for (uint32_t i = 1; i < eu->nthreads; i++) {
        struct eu_thread *other = &eu->threads[(t->id + i) % eu->nthreads];
        if (other->status == EU_THREAD_READY && !exc_in_routine(other) && can_take(other, kind) &&
            !enters(s, other))
            return other;
    }
    return NULL;
}

static void choose_subjects(struct siptest *s, enum exc_kind kind)
{
    bool shared = kind == EXC_BREAKPOINT || kind == EXC_EXTERNAL_HALT || kind == EXC_SOFTWARE;
    struct eu_thread *t = &s->eu->threads[s->insn.thread], *other = NULL;
    eu_snapshot_restore(s->eu, s->here);
    if (s->opts->together && shared)
        other = next_ready(s, t, kind);
    s->subjects[0].t = t;
    s->subjects[0].ip = s->insn.ip;
    s->nsubjects = 1;
    if (other) {
        s->subjects[1].t = other;
        s->subjects[1].ip = other->ip;
        s->nsubjects = 2;
    }
}

/* Back at the boundary, with @kind enabled: the host forces the enable bit, as debug hardware can
 * (TD_CTL, docs/exceptions.md section 1). */
static void stand_at(struct siptest *s, enum exc_kind kind)
{
    eu_snapshot_restore(s->eu, s->here);
    for (unsigned i = 0; i < s->nsubjects; i++) {
        struct eu_thread *t = s->subjects[i].t;
        eu_thread_touch(t);
        if (exc_table[kind].enable_bit >= 0)
            t->cr[1] |= 1u << exc_table[kind].enable_bit;
        exc_update_attention(s->eu, t);
    }
}

/* expected - the state in which the routine has to leave the machine: that of the boundary, for an
 * illegal opcode that with a nop executed in its place. NULL: no memory. */
static struct eu_snapshot *expected(struct siptest *s, enum exc_kind kind)
{
    stand_at(s, kind);
    if (kind == EXC_ILLEGAL_OPCODE) {
        patch(s, OP_NOP);
        step_over(s, s->insn.thread);
        unpatch(s);
    }
    for (unsigned i = 0; i < s->nsubjects; i++)
        s->subjects[i].want = *s->subjects[i].t;
    return eu_snapshot_take(s->eu);
}

static void inject(struct siptest *s, enum exc_kind kind)
{
    stand_at(s, kind);
    s->matches_on = s->eu->match_on;
    for (unsigned i = 0; i < s->nsubjects; i++) {
        if (kind == EXC_BREAKPOINT) {
            s->eu->matches[i] = s->subjects[i].ip;
            s->eu->match_on |= (uint8_t)(1 << i);
        } else if (kind == EXC_ILLEGAL_OPCODE) {
            patch(s, OP_ILLEGAL);
        } else {
            exc_raise(s->eu, s->subjects[i].t, kind);
        }
    }
    for (unsigned i = 0; i < s->nsubjects; i++) /* of all comparators */
        exc_update_attention(s->eu, s->subjects[i].t);
}

/* --- a visit --- */
static const struct eu_code_range *range_of(const struct eu *eu, uint32_t addr)
{
    for (unsigned i = 0; i < eu->ncode; i++)
        if (addr >= eu->code[i].addr && addr - eu->code[i].addr < eu->code[i].size)
            return &eu->code[i];
    return NULL;
}

/* The routine runs the application's code: it has gone back without the master bit's fall. */
static bool strayed(const struct siptest *s, const struct eu_thread *t)
{
    const struct eu_code_range *app = range_of(s->eu, s->insn.ip);
    return app && app == range_of(s->eu, t->ip) && app != range_of(s->eu, s->eu->sip);
}

static enum siptest_verdict stopped(struct siptest *s, const struct eu_thread *t, enum eu_stop stop)
{
    const struct eu_event *ev = &s->r->ev;
    if (stop == EU_STOP_REQUEST)
        return SIPTEST_INTERRUPTED;
    if (stop == EU_STOP_LEFT)
        return siptest_fault(
            s,
            "the routine runs off its end: IP is 0x%08x, where no code is, and the "
            "Master Exception State bit (cr0.0[31]) is still set",
            t->ip);
    return siptest_fault(s, "%s at 0x%08x inside the routine: %s", eu_stop_name(stop), t->ip,
                         ev->text);
}

/* What may have become of the thread by one instruction of the routine. PASS: it goes on. */
static enum siptest_verdict look(struct siptest *s, const struct siptest_subject *of,
                                 enum eu_stop stop)
{
    const struct eu_thread *t = of->t;
    if (t->status == EU_THREAD_WAITING)
        return siptest_fault(s,
                             "the routine waits for notification n%u at 0x%08x, which nobody sends",
                             t->wait_n, t->ip);
    if (stop != EU_STOP_BUDGET && stop != EU_STOP_DONE)
        return stopped(s, t, stop);
    if (t->status == EU_THREAD_ENDED)
        return siptest_fault(
            s, "the thread ended (EOT) with the Master Exception State bit (cr0.0[31]) set: "
               "the routine did not return");
    if (of->entries > REENTRIES)
        return siptest_fault(
            s,
            "the routine returned %u times and was entered again each time before the "
            "application could go on: cr0.1 is 0x%08x, a pending bit in it is left set",
            of->entries - 1, t->cr[1]);
    if (exc_in_routine(t) && strayed(s, t))
        return siptest_fault(
            s,
            "the routine went to the application's code at 0x%08x without clearing the "
            "Master Exception State bit (cr0.0[31])",
            t->ip);
    return SIPTEST_PASS;
}

/* One instruction of @of. *@out: it is outside the routine, or has left as a saved context. */
static enum siptest_verdict step(struct siptest *s, struct siptest_subject *of, bool *out)
{
    struct eu_thread *t = of->t;
    enum eu_stop stop = eu_run_thread(s->eu, t->id, 1, &s->r->ev);
    *out = !of->entries || exc_saved(t);
    if (*out)
        return SIPTEST_PASS;
    if (exc_attention(t)) { /* a routine for debuggers: the host answers at once */
        exc_notify(s->eu, t, 1);
        return SIPTEST_PASS;
    }
    enum siptest_verdict v = look(s, of, stop);
    *out = !exc_in_routine(t);
    if (v == SIPTEST_PASS && !*out && s->r->visit >= s->opts->limit * s->nsubjects)
        v = siptest_fault(
            s,
            "no return after %llu instructions, IP is 0x%08x: the Master Exception State "
            "bit (cr0.0[31]) was never cleared (--limit)",
            (unsigned long long)s->r->visit, t->ip);
    return v;
}

/* All subjects, in turns. */
static enum siptest_verdict run_out(struct siptest *s, bool *taken)
{
    enum siptest_verdict v = SIPTEST_PASS;
    bool out[2] = {false, s->nsubjects == 1};
    *taken = true;
    for (unsigned i = 0; v == SIPTEST_PASS && *taken && !(out[0] && out[1]); i = !i)
        if (!out[i]) {
            v = step(s, &s->subjects[i], &out[i]);
            *taken = s->subjects[i].entries > 0;
        }
    return v;
}

/* The same in one go, with nothing to look at. FAULT: that was not all, and why is not said. */
static enum siptest_verdict run_out_quickly(struct siptest *s)
{
    struct eu_thread *t = s->subjects[0].t;
    const unsigned *entries = &s->subjects[0].entries;
    uint64_t limit = s->opts->limit;
    enum eu_stop stop;
    bool waits;
    s->left = false;
    do {
        uint64_t before = t->insts;
        stop = eu_run_thread(s->eu, t->id, limit - s->r->visit, &s->r->ev);
        waits = stop == EU_STOP_DEADLOCK && exc_attention(t);
        if (waits)
            exc_notify(s->eu, t, 1);
        s->r->visit += t->insts - before + waits; /* a wait is issued again */
    } while (waits && s->r->visit < limit);
    if (stop == EU_STOP_REQUEST)
        return SIPTEST_INTERRUPTED;
    return s->left && *entries && *entries <= REENTRIES ? SIPTEST_PASS : SIPTEST_FAULT;
}

static enum siptest_verdict run_through(struct siptest *s, bool *taken)
{
    if (!s->quick)
        return run_out(s, taken);
    *taken = true;
    return run_out_quickly(s);
}

/* visit - the routine from its entry to its return; for a context save, to the return of the dummy
 * thread that restores. *@taken: it was entered at all. */
static enum siptest_verdict visit(struct siptest *s, bool *taken)
{
    watch(s, VISIT);
    s->fetched = false;
    s->subjects[0].entries = s->subjects[1].entries = 0;
    s->r->visit = 0;
    struct eu_thread *t = s->subjects[0].t;
    enum siptest_verdict v = run_through(s, taken);
    s->seat.moved = false;
    if (v == SIPTEST_PASS && exc_saved(t) && !siptest_restore(s, t))
        v = run_through(s, taken);
    watch(s, IGNORE);
    s->r->routine_insts += s->r->visit;
    return v;
}

/* --- comparison --- */
/* What is outside the comparison takes its expected value: AIP, which the hardware wrote, r0.4,
 * which is kept for System Routines (4.2.4), and PcIPs that SPF leaves without meaning. */
static void set_aside(const struct siptest_subject *of)
{
    struct eu_thread *t = of->t;
    eu_thread_touch(t);
    t->cr[2] = of->want.cr[2];
    memcpy(t->grf[0] + R0_4, of->want.grf[0] + R0_4, sizeof(uint32_t));
    if (t->cr[0] & of->want.cr[0] & EU_CR0_SPF)
        memcpy(t->pcip, of->want.pcip, sizeof t->pcip);
}

/* The comparator still stands on the instruction: suppress is what lets it execute, and is used up
 * by that. Without it the same breakpoint would be raised for ever. */
static enum siptest_verdict pass_breakpoint(struct siptest *s, const struct siptest_subject *of)
{
    struct eu_thread *t = of->t;
    if (t->ip != of->want.ip)
        return SIPTEST_PASS;
    if (!(t->cr[0] & EU_CR0_SUPPRESS))
        return siptest_fault(s,
                             "the routine returned to the breakpoint without Breakpoint Suppress "
                             "(cr0.0[15]): the same instruction raises it again, for ever");
    eu_thread_touch(t);
    t->cr[0] &= ~(uint32_t)EU_CR0_SUPPRESS;
    return SIPTEST_PASS;
}

static bool keep_diff(void *ctx, const struct eu_diff *d)
{
    struct siptest_report *r = ctx;
    r->diffs[r->ndiffs++] = *d;
    return r->ndiffs < SIPTEST_DIFFS;
}

static struct eu_snapshot *run_on(struct siptest *s, const struct eu_snapshot *from,
                                  struct eu_event *ev)
{
    eu_snapshot_restore(s->eu, from);
    siptest_mind(s, false);
    uint64_t end = s->eu->insts + s->opts->max_insts;
    enum eu_stop stop;
    do {
        stop = siptest_advance(s->eu, SIPTEST_SLICE, ev);
    } while (stop == EU_STOP_BUDGET && s->eu->insts < end);
    return eu_snapshot_take(s->eu);
}

static bool first_diff(void *ctx, const struct eu_diff *d)
{
    *(struct eu_diff *)ctx = *d;
    return false;
}

/* What the difference comes to: both states are run on to the end. */
static void tell_outcome(struct siptest *s, const struct eu_snapshot *want,
                         const struct eu_snapshot *found)
{
    struct eu_diff_ignore ignore = {s->opts->ignore, s->opts->nignore};
    struct eu_event a = {0}, b = {0};
    struct eu_diff d = {0};
    struct siptest_report *r = s->r;
    struct eu_snapshot *ends[2] = {run_on(s, want, &a), run_on(s, found, &b)};
    if (!ends[0] || !ends[1])
        snprintf(r->outcome, sizeof r->outcome, "unknown: out of memory");
    else if (a.stop != b.stop)
        snprintf(r->outcome, sizeof r->outcome, "another end: %s%s%.120s, expected %s",
                 eu_stop_name(b.stop), b.text[0] ? ": " : "", b.text, eu_stop_name(a.stop));
    else if (eu_snapshot_diff(ends[0], ends[1], &ignore, first_diff, &d))
        snprintf(r->outcome, sizeof r->outcome, "another result: %s", d.text);
    else
        snprintf(r->outcome, sizeof r->outcome, "the same result: nothing that follows reads it");
    eu_snapshot_free(ends[0]);
    eu_snapshot_free(ends[1]);
}

static enum siptest_verdict compare(struct siptest *s, const struct eu_snapshot *want)
{
    struct eu_diff_ignore ignore = {s->opts->ignore, s->opts->nignore};
    struct siptest_report *r = s->r;
    struct eu_snapshot *found = eu_snapshot_take(s->eu);
    if (!found)
        return SIPTEST_NOMEM;
    r->injections++;
    r->together += s->nsubjects > 1;
    r->ndiffs = 0;
    if (eu_snapshot_diff(want, found, &ignore, keep_diff, r) && !s->quick)
        tell_outcome(s, want, found);
    eu_snapshot_free(found);
    if (!r->ndiffs)
        return SIPTEST_PASS;
    snprintf(r->why, sizeof r->why, "%s", r->diffs[0].text);
    return SIPTEST_DIVERGENCE;
}

/* --- boundaries --- */
/* An injection, from the boundary to the comparison with @want. */
static enum siptest_verdict attempt(struct siptest *s, enum exc_kind kind,
                                    const struct eu_snapshot *want)
{
    bool taken = false;
    inject(s, kind);
    size_t known;
    (void)eu_findings(s->eu, &known);
    enum siptest_verdict v = visit(s, &taken);
    siptest_note_findings(s, known, true);
    if (!taken || v != SIPTEST_PASS)
        return v;
    if (kind == EXC_ILLEGAL_OPCODE)
        unpatch(s);
    for (unsigned i = 0; i < s->nsubjects; i++) {
        if (kind == EXC_BREAKPOINT && v == SIPTEST_PASS)
            v = pass_breakpoint(s, &s->subjects[i]);
        set_aside(&s->subjects[i]);
    }
    s->r->moved += s->seat.moved;
    siptest_put_back(s, &s->subjects[0]);
    s->eu->match_on = s->matches_on;
    return v == SIPTEST_PASS ? compare(s, want) : v;
}

/* Quickly, and once more when that does not succeed: only what is seen at each instruction counts
 * then. */
static enum siptest_verdict attempts(struct siptest *s, enum exc_kind kind,
                                     const struct eu_snapshot *want)
{
    struct siptest_report *r = s->r;
    uint64_t injections = r->injections, insts = r->routine_insts, moved = r->moved;
    s->quick = s->boundary && s->nsubjects == 1;
    enum siptest_verdict v = attempt(s, kind, want);
    if (!s->quick || (v != SIPTEST_DIVERGENCE && v != SIPTEST_FAULT))
        return v;
    s->quick = false;
    r->injections = injections;
    r->routine_insts = insts;
    r->moved = moved;
    return attempt(s, kind, want);
}

static enum siptest_verdict test_kind(struct siptest *s, enum exc_kind kind)
{
    choose_subjects(s, kind);
    if (!can_take(s->subjects[0].t, kind))
        return SIPTEST_PASS;
    struct eu_snapshot *want = expected(s, kind);
    if (!want)
        return SIPTEST_NOMEM;
    enum siptest_verdict v = attempts(s, kind, want);
    if (v == SIPTEST_DIVERGENCE || v == SIPTEST_FAULT) {
        s->r->kind = kind;
        s->r->thread = s->insn.thread;
        s->r->beside = s->nsubjects > 1 ? (int64_t)s->subjects[1].t->id : -1;
        s->r->ip = s->insn.ip;
        settle_trace(s->r);
    }
    eu_snapshot_free(want);
    return v;
}

enum siptest_verdict siptest_boundary(struct siptest *s)
{
    enum siptest_verdict v = SIPTEST_PASS;
    s->r->boundary = s->eu->insts;
    s->here = eu_snapshot_take(s->eu);
    if (!s->here)
        return SIPTEST_NOMEM;
    siptest_mind(s, true);
    watch(s, LOOK);
    enum eu_stop stop = siptest_advance(s->eu, 1, &s->r->ev);
    watch(s, IGNORE);
    struct eu_snapshot *next = eu_snapshot_take(s->eu);
    if (stop == EU_STOP_REQUEST)
        v = SIPTEST_INTERRUPTED;
    else if (!next)
        v = SIPTEST_NOMEM;
    else if (!s->insn.in_routine) {
        s->r->boundaries++;
        for (unsigned k = 0; k < EXC_COUNT && v == SIPTEST_PASS; k++)
            if (s->opts->kinds >> k & 1 && siptest_can(k))
                v = test_kind(s, k);
    }
    if (next)
        eu_snapshot_restore(s->eu, next);
    eu_snapshot_free(next);
    eu_snapshot_free(s->here);
    return v;
}
