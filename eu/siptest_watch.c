/* What siptest observes of a visit while it runs: the hooks, the trace of the routine, and
 * exceptions that the routine loses. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "eu/siptest_impl.h"

static uint32_t status_bit(unsigned kind)
{
    return exc_table[kind].status_bit < 0 ? 0 : 1u << exc_table[kind].status_bit;
}

/* Bits of cr0.1 that cause, or have caused, an entry. */
static uint32_t entering(const struct eu_thread *t)
{
    uint32_t bits = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (exc_table[k].enable_bit < 0 || t->cr[1] >> exc_table[k].enable_bit & 1)
            bits |= status_bit(k);
    return t->cr[1] & bits;
}

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
    unsigned kinds = 1u << kind;
    (void)eu, (void)ip, (void)aip;
    s->came_for = entering(t);
    s->entered = s->stranger ? s->entered : t->sip_channels;
    s->served = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        kinds |= (unsigned)((s->came_for & status_bit(k)) != 0) << k;
    for (unsigned i = 0; i < s->nsubjects; i++)
        if (s->subjects[i].t == t) {
            s->subjects[i].entries++;
            s->had_turn[s->stranger ? 2 : i] = 0;
            s->subjects[i].kinds |= kinds;
        }
}

static enum eu_verdict halt_thread(const struct eu_thread *t, struct eu_event *ev)
{
    *ev = (struct eu_event){.stop = EU_STOP_STEP, .thread = t->id, .ip = t->ip};
    return EU_STOP;
}

/* Called before an instruction of the routine that reads cr0.1, and so sees what has come by now,
 * or where the service of a kind begins. False: neither. */
static bool saw_place(struct siptest *s, const struct eu_thread *t)
{
    uint32_t ip = t->ip;
    bool any = false;
    for (size_t i = 0; i < s->nlooks; i++)
        if (s->looks[i] == ip) {
            s->unseen = 0;
            any = true;
        }
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (s->opts->services && s->opts->services[k] == ip) {
            s->served |= status_bit(k);
            any = true;
        }
    return siptest_cover_saw(s, t) || any;
}

/* Called before the application's code in a quick visit. The first call is the subject at the
 * boundary, about to enter. At a later call the exception was not taken, or the routine has left in
 * a wrong way. */
static enum eu_verdict saw_fetch(void *ctx, struct eu *eu, struct eu_thread *t,
                                 const struct eu_insn *insn, struct eu_event *ev)
{
    struct siptest *s = ctx;
    (void)eu, (void)insn;
    if (s->watching != VISIT || (exc_in_routine(t) && saw_place(s, t)) || !s->quick)
        return EU_GO;
    if (s->fetched)
        return halt_thread(t, ev);
    s->fetched = true;
    return EU_GO;
}

/* The routine has written cr0: exceptions that came while it was inside, and were not read since,
 * must stay. */
static void note_write(struct siptest *s, const struct eu_thread *t, const uint32_t old_cr[4])
{
    uint32_t gone = old_cr[1] & ~t->cr[1];
    s->lost |= gone & s->unseen;
    s->unseen &= ~gone;
}

/* The routine has left: it may have cleared only what it has served of its reasons to enter. */
static void note_leave(struct siptest *s, const struct eu_thread *t, uint32_t came_for,
                       uint32_t served)
{
    uint32_t known = 0;
    for (unsigned k = 0; s->opts->services && k < EXC_COUNT; k++)
        known |= s->opts->services[k] ? status_bit(k) : 0;
    s->unserved |= came_for & known & ~t->cr[1] & ~served;
}

/* The hardware's boundary function. A quick visit ends when the master bit has fallen. */
static enum eu_verdict saw_boundary(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                    enum eu_cause cause, const uint32_t old_cr[4],
                                    struct eu_event *ev)
{
    struct siptest *s = eu->hooks.observer_ctx;
    bool first = s->watching == VISIT && cause == EU_CAUSE_CR0 && old_cr[0] & EU_CR0_ME &&
                 s->nsubjects == 1 && !s->stranger;
    uint32_t came_for = s->came_for, served = s->served;
    unsigned entries = s->subjects[0].entries;
    enum eu_verdict v = s->boundary(eu, t, insn, cause, old_cr, ev);
    if (first) {
        note_write(s, t, old_cr);
        if (!exc_in_routine(t) || s->subjects[0].entries != entries)
            note_leave(s, t, came_for, served);
    }
    if (!s->quick || s->watching != VISIT || v == EU_STOP || cause != EU_CAUSE_CR0 ||
        !(old_cr[0] & EU_CR0_ME) || exc_in_routine(t))
        return v;
    s->left = true;
    return halt_thread(t, ev);
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
    size_t n = 0;
    if (mind == minds && !(mind && s->seen && s->marks_old))
        return;
    const uint32_t *at = mind ? siptest_cover_marks(s, &n) : NULL;
    eu_host_at(s->eu, at, n);
}

void siptest_watch(struct siptest *s, enum siptest_watching watching)
{
    s->watching = watching;
    s->eu->hooks.on_insn = watching == LOOK || (watching == VISIT && !s->quick) ? saw_insn : NULL;
}

/* --- reports of a failure --- */

/* Puts the ring of addresses into the order in which they were executed. */
void siptest_settle_trace(struct siptest_report *r)
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

static const char *name_of(uint32_t bits)
{
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (bits & status_bit(k))
            return exc_table[k].name;
    return "none";
}

enum siptest_verdict siptest_kept_all(struct siptest *s)
{
    if (s->lost)
        return siptest_fault(s,
                             "%s that came while the routine was inside was cleared, and cr0.1 was "
                             "not looked at since it came: it is lost",
                             name_of(s->lost));
    if (s->unserved)
        return siptest_fault(s,
                             "the status of %s was cleared, and the routine did not pass its "
                             "service (\"services\")",
                             name_of(s->unserved));
    return SIPTEST_PASS;
}
