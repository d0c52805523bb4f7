/* One visit to the routine: from the boundary to its return, with what comes meanwhile. */
#include <string.h>

#include "eu/siptest_impl.h"

enum { REENTRIES = 8, POLL = 32 };

/* The host answers attention at once. Returns whether a thread had raised it. */
static bool answer_attention(struct siptest *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->eu->nthreads; i++) {
        struct eu_thread *t = &s->eu->threads[i];
        if (!exc_attention(t))
            continue;
        siptest_host_reply(s, t, true);
        exc_notify(s->eu, t, 1);
        any = true;
    }
    return any;
}

/* The host examines the memory of threads that are in the routine, always at the same moments of
 * the run, wherever that was resumed. */
static void poll_host(struct siptest *s)
{
    for (uint32_t i = 0; s->eu->insts % POLL == 0 && i < s->eu->nthreads; i++)
        if (exc_in_routine(&s->eu->threads[i]))
            siptest_host_reply(s, &s->eu->threads[i], false);
}

enum eu_stop siptest_advance(struct siptest *s, uint64_t budget, struct eu_event *ev)
{
    struct eu *eu = s->eu;
    uint64_t end = eu->insts + budget;
    bool polls = siptest_host_polls(s), goes_on;
    enum eu_stop stop;
    do {
        uint64_t left = end - eu->insts, most = polls ? POLL - eu->insts % POLL : left;
        stop = eu_run(eu, left < most ? left : most, ev);
        goes_on = stop == EU_STOP_DEADLOCK ? answer_attention(s) : polls && stop == EU_STOP_BUDGET;
        if (polls)
            poll_host(s);
    } while (goes_on && eu->insts < end);
    return stop == EU_STOP_DEADLOCK && eu->insts >= end ? EU_STOP_BUDGET : stop;
}

/* --- states of the subject --- */

static const struct eu_code_range *range_of(const struct eu *eu, uint32_t addr)
{
    for (unsigned i = 0; i < eu->ncode; i++)
        if (addr >= eu->code[i].addr && addr - eu->code[i].addr < eu->code[i].size)
            return &eu->code[i];
    return NULL;
}

/* The routine executes the application's code: it has returned without clearing the master bit. */
static bool has_strayed(const struct siptest *s, const struct eu_thread *t)
{
    const struct eu_code_range *app = range_of(s->eu, s->insn.ip);
    return app && app == range_of(s->eu, t->ip) && app != range_of(s->eu, s->eu->sip);
}

static enum siptest_verdict verdict_of_stop(struct siptest *s, const struct eu_thread *t,
                                            enum eu_stop stop)
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

/* Checks the thread after one instruction of the routine. PASS: it continues. */
static enum siptest_verdict check_thread(struct siptest *s, const struct siptest_subject *of,
                                         enum eu_stop stop)
{
    const struct eu_thread *t = of->t;
    if (t->status == EU_THREAD_WAITING)
        return siptest_fault(s,
                             "the routine waits for notification n%u at 0x%08x, which nobody sends",
                             t->wait_n, t->ip);
    if (stop != EU_STOP_BUDGET && stop != EU_STOP_DONE)
        return verdict_of_stop(s, t, stop);
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
    if (exc_in_routine(t) && has_strayed(s, t))
        return siptest_fault(
            s,
            "the routine went to the application's code at 0x%08x without clearing the "
            "Master Exception State bit (cr0.0[31])",
            t->ip);
    return SIPTEST_PASS;
}

/* The trial has more for the subject than it has entered for: the preemption, or the illegal opcode
 * at its IP. A kind whose status is still set was not served, and raises again. */
static bool is_due(const struct siptest *s, const struct siptest_subject *of)
{
    unsigned kinds = s->trial.kinds | (s->came ? s->trial.inside : 0);
    if (kinds >> EXC_CONTEXT_SAVE & 1 && !of->saved && !s->stranger)
        return true;
    bool served = of->kinds >> EXC_ILLEGAL_OPCODE & 1 &&
                  !(of->t->cr[1] >> exc_table[EXC_ILLEGAL_OPCODE].status_bit & 1);
    return kinds >> EXC_ILLEGAL_OPCODE & 1 && !served && of->t->ip == of->ip;
}

/* The context has left: restore it. */
static bool take_up(struct siptest *s, struct siptest_subject *of)
{
    of->saved = true;
    return siptest_restore(s, of) == 0;
}

/* Both have left: restore them, one or the other first. */
static bool take_up_both(struct siptest *s)
{
    unsigned first = s->second_first = s->trial.seed >> 1 & 1;
    return take_up(s, &s->subjects[first]) && take_up(s, &s->subjects[!first]);
}

/* Each of two contexts waits until the other one has left, too. */
static bool waits_for_other(const struct siptest *s, const struct siptest_subject *of)
{
    const struct siptest_subject *other = &s->subjects[of == &s->subjects[0]];
    return s->nsubjects > 1 && exc_saved(of->t) && !other->saved && !exc_saved(other->t);
}

/* --- quick visits --- */

/* The host checks the thread's attention, and answers. */
static void serve_waiting(struct siptest *s, struct eu_thread *t)
{
    siptest_host_serve(s, t, true);
    exc_notify(s->eu, t, 1);
}

/* Runs at most @budget instructions; only a few if the host examines memory. */
static enum eu_stop run_piece(struct siptest *s, uint64_t budget)
{
    struct eu_thread *t = s->subjects[0].t;
    uint64_t end = s->r->visit + budget;
    enum eu_stop stop;
    bool waits;
    do {
        uint64_t before = t->insts;
        uint64_t most = end - s->r->visit;
        bool polled = siptest_host_polls(s) && most > POLL;
        stop = eu_run_thread(s->eu, t->id, polled ? POLL : most, &s->r->ev);
        waits = stop == EU_STOP_DEADLOCK && exc_attention(t);
        if (waits)
            serve_waiting(s, t);
        s->r->visit += t->insts - before + waits; /* a wait is issued again */
        if (polled && stop == EU_STOP_BUDGET && exc_in_routine(t)) {
            siptest_host_serve(s, t, false);
            waits = true;
        }
    } while (waits && s->r->visit < end);
    return waits ? EU_STOP_BUDGET : stop;
}

static enum siptest_verdict come(struct siptest *s);

/* Runs without examining instructions. FAULT: the visit was not a plain success; the reason is not
 * known. */
static enum siptest_verdict run_out_quickly(struct siptest *s)
{
    struct siptest_subject *of = &s->subjects[0];
    struct eu_thread *t = of->t;
    do {
        bool waits_for_it = !s->came && s->r->visit < s->trial.at;
        uint64_t end = waits_for_it ? s->trial.at : s->opts->limit;
        s->left = false;
        s->fetched = exc_in_routine(t);
        enum eu_stop stop = run_piece(s, end - s->r->visit);
        if (stop == EU_STOP_REQUEST)
            return SIPTEST_INTERRUPTED;
        if (waits_for_it && stop == EU_STOP_BUDGET && exc_in_routine(t) && !s->left) {
            enum siptest_verdict v = come(s);
            if (v != SIPTEST_PASS)
                return v;
            continue;
        }
        if (!s->left || !of->entries || of->entries > REENTRIES)
            return SIPTEST_FAULT;
        if (exc_saved(t) && !take_up(s, of))
            return SIPTEST_FAULT;
    } while (exc_in_routine(t) || is_due(s, of));
    return SIPTEST_PASS;
}

/* --- a thread of another slot --- */

/* The stranger must restore what it used, too. */
static enum siptest_verdict stranger_returned(struct siptest *s, enum siptest_verdict v)
{
    const struct eu_thread *t = s->subjects[0].t, *want = &s->other;
    char name[24];
    if (v == SIPTEST_INTERRUPTED)
        return v;
    eu_thread_name(t, name, sizeof name);
    if (v != SIPTEST_PASS)
        return siptest_fault(s, "a thread in %s that comes meanwhile does not return", name);
    if (memcmp(t->grf[1], want->grf[1], sizeof t->grf - sizeof t->grf[0]) != 0 ||
        memcmp(t->acc, want->acc, sizeof t->acc) != 0 || memcmp(t->f, want->f, sizeof t->f) != 0 ||
        memcmp(t->a0, want->a0, sizeof t->a0) != 0)
        return siptest_fault(s, "a thread in %s that comes meanwhile loses registers", name);
    return SIPTEST_PASS;
}

/* A thread of another slot takes the same exception; meanwhile it uses the subject's place in the
 * machine. */
static enum siptest_verdict stranger_comes(struct siptest *s)
{
    struct siptest_subject *of = &s->subjects[0],
                           was = {.entries = of->entries, .kinds = of->kinds};
    struct eu_thread *t = of->t;
    uint32_t slot = siptest_seat_of(s->eu, t);
    bool quick = s->quick;
    uint64_t visit = s->r->visit;
    s->first = *t;
    *t = s->other;
    siptest_salt(s->eu, t, s->trial.seed ^ 0x5a17);
    siptest_seat(s->eu, t, siptest_other_slot(s, slot, s->trial.seed));
    s->other = *t;
    eu_thread_touch(t);
    exc_update_attention(s->eu, t);
    of->entries = of->kinds = 0;
    s->stranger = s->quick = true;
    s->had_turn[2] = 0;
    siptest_watch(s, VISIT);
    s->r->visit = 0;
    enum siptest_verdict v = stranger_returned(s, run_out_quickly(s));
    s->stranger = false;
    s->quick = quick;
    siptest_watch(s, VISIT);
    s->r->routine_insts += s->r->visit;
    s->r->visit = visit;
    of->entries = was.entries;
    of->kinds = was.kinds;
    *t = s->first;
    eu_thread_touch(t);
    return v;
}

static enum siptest_verdict come(struct siptest *s)
{
    struct eu_thread *t = s->subjects[0].t;
    uint32_t before = t->cr[1];
    s->came = true;
    if (s->trial.stranger)
        return stranger_comes(s);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (s->trial.inside >> k & 1)
            exc_raise(s->eu, t, k);
    s->unseen |= t->cr[1] & ~before;
    return SIPTEST_PASS;
}

/* --- slow visits, instruction by instruction --- */

/* Executes one instruction of @of. *@out: it is outside the routine. */
static enum siptest_verdict step_subject(struct siptest *s, struct siptest_subject *of, bool *out)
{
    struct eu_thread *t = of->t;
    unsigned entries = of->entries;
    bool was_in = exc_in_routine(t);
    if (was_in && !s->came && s->trial.at && s->r->visit >= s->trial.at) {
        enum siptest_verdict v = come(s);
        if (v != SIPTEST_PASS)
            return v;
    }
    enum eu_stop stop = eu_run_thread(s->eu, t->id, 1, &s->r->ev);
    *out = !was_in && of->entries == entries;
    if (*out)
        return SIPTEST_PASS;
    if (exc_saved(t)) {
        if (!waits_for_other(s, of))
            *out = s->nsubjects > 1 ? !take_up_both(s) : !take_up(s, of);
        return SIPTEST_PASS;
    }
    if (exc_attention(t)) { /* a routine for debuggers */
        serve_waiting(s, t);
        return SIPTEST_PASS;
    }
    if (s->opts->host && exc_in_routine(t))
        siptest_host_serve(s, t, false);
    enum siptest_verdict v = check_thread(s, of, stop);
    bool leaves = !exc_in_routine(t) && exc_preempting(t); /* on its way to EOT */
    *out = !exc_in_routine(t) && !is_due(s, of) && !leaves;
    if (v == SIPTEST_PASS && !*out && s->r->visit >= s->opts->limit * s->nsubjects)
        v = siptest_fault(
            s,
            "no return after %llu instructions, IP is 0x%08x: the Master Exception State "
            "bit (cr0.0[31]) was never cleared (--limit)",
            (unsigned long long)s->r->visit, t->ip);
    return v;
}

/* Runs all subjects in turns; which one is first changes from trial to trial. */
static enum siptest_verdict run_out(struct siptest *s, bool *taken)
{
    enum siptest_verdict v = SIPTEST_PASS;
    bool out[2] = {false, s->nsubjects == 1};
    *taken = true;
    for (unsigned i = s->nsubjects > 1 && s->trial.seed & 1;
         v == SIPTEST_PASS && *taken && !(out[0] && out[1]); i = !i)
        if (!out[i] && !waits_for_other(s, &s->subjects[i])) {
            v = step_subject(s, &s->subjects[i], &out[i]);
            *taken = s->subjects[i].entries > 0;
        }
    return v;
}

enum siptest_verdict siptest_visit(struct siptest *s, bool *taken)
{
    enum siptest_verdict v;
    for (unsigned i = 0; i < 2; i++) {
        s->subjects[i].entries = s->subjects[i].kinds = 0;
        s->subjects[i].saved = s->subjects[i].seat.moved = false;
    }
    s->fetched = s->came = s->stranger = false;
    s->came_for = s->served = s->unseen = s->lost = s->unserved = 0;
    s->r->visit = 0;
    memset(s->served_by_host, 0, sizeof s->served_by_host);
    memset(s->had_turn, 0, sizeof s->had_turn);
    if (s->trial.stranger)
        s->other = *s->subjects[0].t;
    siptest_watch(s, VISIT);
    *taken = true;
    v = s->quick ? run_out_quickly(s) : run_out(s, taken);
    siptest_watch(s, IGNORE);
    s->r->routine_insts += s->r->visit;
    return v == SIPTEST_PASS && *taken ? siptest_kept_all(s) : v;
}
