/* The run with nothing injected: the kernel's own exceptions, and whether the routine handles them.
 */
#include <stdlib.h>

#include "eu/siptest_impl.h"
#include "sim/lint.h"

/* A thread's use of the routine. */
struct siptest_life {
    uint64_t
        since; /* its instruction count at the entry after which the application executed nothing */
    uint64_t left;   /* when it last returned; UINT64_MAX: never */
    uint64_t visits; /* consecutive visits since then */
    uint64_t came;   /* its instruction count at the last entry */
    enum exc_kind kind;
};

static void saw_entry(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                      uint32_t aip)
{
    struct siptest *s = ctx;
    struct siptest_life *life = &s->lives[t->id];
    (void)eu, (void)ip, (void)aip;
    if (life->left != t->insts) {
        life->since = t->insts;
        life->visits = 0;
    }
    life->visits++;
    life->came = t->insts;
    life->kind = kind;
}

/* The hardware's boundary function. A return may enter again at once, so it is noted first. */
static enum eu_verdict saw_boundary(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                    enum eu_cause cause, const uint32_t old_cr[4],
                                    struct eu_event *ev)
{
    struct siptest *s = eu->hooks.observer_ctx;
    if (cause == EU_CAUSE_CR0 && old_cr[0] & EU_CR0_ME && !exc_in_routine(t)) {
        s->lives[t->id].left = t->insts;
        s->r->own += t->insts - s->lives[t->id].came;
    }
    return s->boundary(eu, t, insn, cause, old_cr, ev);
}

static void saw_log(void *ctx, const char *channel, const char *text)
{
    const struct siptest *s = ctx;
    s->host.on_log(s->host.observer_ctx, channel, text);
}

/* Reports a thread whose routine is entered again and again, while its application does not
 * advance. */
static enum siptest_verdict check_lives(struct siptest *s)
{
    for (uint32_t i = 0; i < s->eu->nthreads; i++) {
        const struct eu_thread *t = &s->eu->threads[i];
        const struct siptest_life *life = &s->lives[i];
        if (!eu_thread_lives(t) || !life->visits || t->insts - life->since <= s->opts->limit ||
            (!exc_in_routine(t) && life->left != t->insts))
            continue;
        if (life->visits > 1)
            return siptest_fault(
                s,
                "with nothing injected thread %u entered the routine %llu times at AIP 0x%08x, and "
                "the application executed nothing between them: the routine returns where it came "
                "from, and %s is raised again, for ever",
                i, (unsigned long long)life->visits, t->cr[2], exc_table[life->kind].name);
        return siptest_fault(
            s,
            "with nothing injected thread %u, in the routine for %s: no return after %llu "
            "instructions, IP is 0x%08x: the Master Exception State bit (cr0.0[31]) was never "
            "cleared (--limit)",
            i, exc_table[life->kind].name, (unsigned long long)(t->insts - life->since), t->ip);
    }
    return SIPTEST_PASS;
}

static enum siptest_verdict check_end(struct siptest *s)
{
    if (s->r->ev.stop != EU_STOP_DONE)
        return SIPTEST_KERNEL;
    for (uint32_t i = 0; i < s->eu->nthreads; i++)
        if (exc_in_routine(&s->eu->threads[i]))
            return siptest_fault(
                s,
                "with nothing injected thread %u ended (EOT) with the Master Exception "
                "State bit (cr0.0[31]) set: the routine that it had entered never "
                "returned",
                i);
    return SIPTEST_PASS;
}

enum siptest_verdict siptest_undisturbed(struct siptest *s)
{
    s->lives = calloc(s->eu->nthreads, sizeof *s->lives);
    if (!s->lives)
        return SIPTEST_NOMEM;
    for (uint32_t i = 0; i < s->eu->nthreads; i++)
        s->lives[i].left = UINT64_MAX;
    s->host = s->eu->hooks;
    s->boundary = s->host.boundary;
    s->eu->hooks = (struct eu_hooks){.boundary = s->boundary ? saw_boundary : NULL,
                                     .on_exception = saw_entry,
                                     .on_log = s->host.on_log ? saw_log : NULL,
                                     .observer_ctx = s};
    enum siptest_verdict v = siptest_run_to(s, s->opts->max_insts, check_lives);
    s->r->total = s->eu->insts;
    if (v == SIPTEST_PASS)
        v = check_end(s);
    siptest_note_findings(s, 0, false);
    s->eu->hooks = s->host;
    free(s->lives);
    s->lives = NULL;
    return v;
}
