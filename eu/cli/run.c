/* `eulab run`: runs a launch until all its threads have ended. */
#include "eu/cli/run.h"
#include "eu/cli/launch_opencl.h"

#include <stdlib.h>
#include <string.h>

#include "eu/lockstep.h"
#include "exception/exception.h"
#include "sim/jobs.h"
#include "sim/lint.h"
#include "sim/peek.h"
#include "eu/cli/profile.h"
#include "eu/cli/timeline.h"
#include "eu/cli/tools.h"
#include "eu/cli/trace.h"

enum { SLICE = 1 << 20 }; /* instructions between two checks of the limit */

void ui_insn_text(const struct eu *eu, uint32_t ip, char *buf, size_t n)
{
    uint8_t bytes[16] = {0};
    struct eu_insn insn;
    char text[EU_DIS_MAX] = "";
    struct eu_dis_opts opts = {.gen = eu->gen};
    eu_memory_read(eu->mem, ip, bytes, sizeof bytes);
    if (isa_decode(eu->gen, bytes, sizeof bytes, &insn) > 0)
        eu_dis(&opts, &insn, ip, text);
    snprintf(buf, n, "%s", text);
}

static void stop_eu(void *ctx)
{
    eu_request_stop(ctx);
}

void ui_interruptible(const struct ui_args *args, struct eu *eu)
{
    args->interrupt->stop = NULL; /* a signal may arrive between these two lines */
    args->interrupt->ctx = eu;
    args->interrupt->stop = eu ? stop_eu : NULL;
}

/* --- the end --- */
/* The thread to name: the one whose turn it was, the first that waits in a deadlock, or else the
 * event's. */
static const struct eu_thread *thread_of(const struct eu *eu, const struct eu_event *ev)
{
    const struct eu_thread *t = NULL;
    uint32_t slots = eu_slot_count(eu);
    if (ev->stop == EU_STOP_BUDGET || ev->stop == EU_STOP_REQUEST)
        for (uint32_t i = 0; !t && i < slots; i++)
            t = eu_slot_thread(eu, (eu->next_slot + i) % slots);
    if (ev->stop == EU_STOP_DEADLOCK)
        for (uint32_t i = 0; !t && i < eu->nthreads; i++)
            t = eu->threads[i].status == EU_THREAD_WAITING ? &eu->threads[i] : NULL;
    return t ? t : &eu->threads[ev->thread < eu->nthreads ? ev->thread : 0];
}

/* Explains why no routine took the exception: the quirk stops for one that is disabled or that
 * arises inside the routine. */
static const char *why_untaken(const struct eu_thread *t, unsigned kind)
{
    int enable = exc_table[kind].enable_bit;
    if (exc_in_routine(t))
        return "inside the System Routine";
    return enable < 0 || t->cr[1] >> enable & 1 ? "no System Routine is loaded"
                                                : "its exception is disabled";
}

#define NOWHERE                                                                                    \
    "to no surface, out of bounds or to unmapped memory: they read 0, writes are dropped (--lint " \
    "says where)"

/* Explains an endless loop: a SIMD8 kernel was dispatched with 16 channels. The channels beyond its
 * own only take part in branches, with flags that no compare has written, and so may never leave a
 * loop. */
static void tell_idle(const struct eu *eu, const struct eu_thread *t)
{
    uint32_t busy = eu_busy_channels(eu), on = eu_on_ip(t);
    if (!busy || !on || on & busy)
        return;
    char who[ISA_CHANNELS_TEXT];
    fprintf(stderr,
            "; %s can never leave that loop: the dispatch mask is 0x%x, and no instruction but "
            "branches is wide enough",
            isa_channels_text(on, who), t->dispatched);
    if (t->dispatched & busy)
        fprintf(stderr, ": try --dmask 0x%x", t->dispatched & busy);
}

void ui_complain(const struct eu *eu, const struct eu_event *ev, uint64_t limit)
{
    char name[24] = "", text[EU_DIS_MAX];
    const struct eu_thread *t = thread_of(eu, ev);
    uint32_t ip = ev->ip;
    if (ev->stop == EU_STOP_BUDGET || ev->stop == EU_STOP_REQUEST || ev->stop == EU_STOP_DEADLOCK)
        ip = t->ip;
    eu_thread_name(t, name, sizeof name);
    if (ev->stop == EU_STOP_EXCEPTION) { /* the event's text says all of it */
        fprintf(stderr, "eulab: exception: %s: %s; %s\n", name, ev->text, why_untaken(t, ev->kind));
        return;
    }
    bool left = ev->stop == EU_STOP_LEFT; /* there is no instruction at ip */
    ui_insn_text(eu, ip, text, sizeof text);
    const char *what = ev->stop == EU_STOP_BUDGET ? "limit" : eu_stop_name(ev->stop);
    fprintf(stderr, "eulab: %s: %s (thread %llu) at 0x%08x: %s%s", what, name,
            (unsigned long long)t->number, ip, left ? "" : text, left ? "" : ": ");
    if (ev->stop == EU_STOP_BUDGET)
        fprintf(stderr, "%llu instruction%s without an end of all threads",
                (unsigned long long)limit, limit == 1 ? "" : "s");
    else
        fprintf(stderr, "%s", ev->text[0] ? ev->text : eu_stop_text(ev->stop));
    if (exc_in_routine(t) && ev->stop != EU_STOP_LINT)
        fprintf(stderr, "; inside the System Routine, entered at AIP 0x%08x", t->cr[2]);
    if (ev->stop == EU_STOP_BUDGET || ev->stop == EU_STOP_REQUEST)
        tell_idle(eu, t);
    /* this may be the cause */
    if (eu->lost && (ev->stop == EU_STOP_BUDGET || ev->stop == EU_STOP_DEADLOCK || left))
        fprintf(stderr, "; before that %llu message%s went " NOWHERE, (unsigned long long)eu->lost,
                eu->lost == 1 ? "" : "s");
    fprintf(stderr, "\n");
}

/* Warns of threads that ended inside the System Routine. With --lint, sip-eot has reported them
 * already, with their place. */
static void warn_of_no_return(const struct eu *eu)
{
    const struct eu_thread *first = NULL;
    uint32_t n = 0;
    char name[24], others[32] = "";
    for (uint32_t i = eu->nthreads; i-- > 0;)
        if (exc_in_routine(&eu->threads[i])) {
            first = &eu->threads[i];
            n++;
        }
    if (!first || !eu->has_sip || eu_lints(eu))
        return;
    if (n > 1)
        snprintf(others, sizeof others, " and %u other%s", n - 1, n == 2 ? "" : "s");
    ui_error("warning: %s (thread %u)%s ended (EOT) with the Master Exception State bit "
             "(cr0.0[31]) set: the System Routine, entered at AIP 0x%08x, never returned (--lint "
             "says more)",
             eu_thread_name(first, name, sizeof name), first->id, others, first->cr[2]);
}

/* Names the argument of an OpenCL kernel that is too small, if that is the reason. */
static void tell_argument(const struct ui_machine *m, const struct eu_event *ev)
{
    const struct eu *eu = m->eu;
    const struct eu_lost_at *lost = &eu->lost_at;
    uint32_t thread = ev->stop == EU_STOP_FAULT ? ev->thread : lost->thread;
    const struct launch_kernel *lk = launch_opencl_kernel(m->opencl, thread);
    char why[512];
    if (!lk || (ev->stop == EU_STOP_FAULT
                    ? !cl_explain_fault(&lk->launch, ev->addr, why, sizeof why)
                    : !lost->need ||
                          !cl_explain_surface(&lk->launch, lost->bti, lost->need, why, sizeof why)))
        return;
    ui_error("%s", why);
}

static void tell_lost(const struct ui_machine *m, const struct eu_event *ev)
{
    const struct eu *eu = m->eu;
    if (!eu->lost)
        return;
    ui_error("warning: %llu message%s went " NOWHERE, (unsigned long long)eu->lost,
             eu->lost == 1 ? "" : "s");
    tell_argument(m, ev);
}

static enum eu_stop run_all(struct eu *eu, uint64_t limit, struct eu_event *ev)
{
    enum eu_stop stop;
    do {
        uint64_t left = limit - eu->insts;
        stop = eu_run(eu, left < SLICE ? left : SLICE, ev);
    } while (stop == EU_STOP_BUDGET && eu->insts < limit);
    return stop;
}

/* Runs on several host threads where that is possible. */
static enum eu_stop run_jobs(struct eu *eu, const struct launch *l, struct eu_event *ev)
{
    const char *why;
    if (l->jobs < 2)
        return run_all(eu, l->max_insts, ev);
    enum eu_stop stop = eu_run_jobs(eu, l->jobs, l->max_insts - eu->insts, ev, &why);
    if (why)
        ui_error("--jobs: ran on one host thread: %s", why);
    return stop;
}

/* Returns an exit status; running out of memory is reported. */
static int begin_profile(struct launch *l, const struct ui_machine *m)
{
    if (!l->profile)
        return UI_OK;
    l->counts = profile_new(m->eu);
    if (l->counts)
        return UI_OK;
    ui_error("--profile: out of memory");
    return UI_BAD_INPUT;
}

static int end_profile(const struct launch *l, const struct ui_machine *m)
{
    if (!l->counts)
        return UI_OK;
    ui_profile_print(l->counts, l, m, stdout);
    bool failed = profile_failed(l->counts);
    profile_free(l->counts);
    if (!failed)
        return ui_flush(stdout, "stdout");
    ui_error("--profile: out of memory, stacks are missing");
    return UI_BAD_INPUT;
}

static int begin_timeline(struct launch *l)
{
    char why[512];
    if (!l->timeline_path)
        return UI_OK;
    l->timeline = timeline_begin(l->timeline_path, why, sizeof why);
    if (l->timeline)
        return UI_OK;
    ui_error("%s", why);
    return UI_BAD_INPUT;
}

static int end_timeline(struct launch *l, const struct ui_machine *m)
{
    char why[512];
    if (!l->timeline || timeline_end(l->timeline, m->eu, why, sizeof why))
        return UI_OK;
    ui_error("%s", why);
    return UI_BAD_INPUT;
}

enum { SHOWN = 8 }; /* instructions that are shown before a difference of the engines */

/* Runs both engines. When they differ, reports that and sets *@status to UI_GUEST. */
static enum eu_stop run_both(struct eu *eu, uint64_t limit, struct eu_event *ev, int *status)
{
    struct lockstep *both = lockstep_new(eu, eu->engine);
    bool same = both != NULL;
    do {
        uint64_t left = limit - eu->insts;
        same = same && lockstep_run(both, left < SLICE ? left : SLICE, ev);
    } while (same && ev->stop == EU_STOP_BUDGET && eu->insts < limit);
    *status = same ? UI_OK : UI_GUEST;
    if (!both || lockstep_failed(both)) {
        ui_error("--engine both: out of memory");
        *status = UI_BAD_INPUT;
    } else if (!same) {
        ui_error("the engines differ after %llu instructions", (unsigned long long)eu->insts);
        lockstep_report(both, SHOWN, stderr);
    }
    lockstep_free(both);
    return ev->stop;
}

static int run_machine(struct launch *l, struct ui_machine *m, const struct ui_args *args)
{
    struct eu_event ev = {0};
    int status = begin_profile(l, m);
    if (status == UI_OK)
        status = begin_timeline(l);
    if (status != UI_OK)
        return status;
    ui_trace(m->eu, l);
    ui_interruptible(args, m->eu);
    if (l->engine.lockstep && l->jobs > 1)
        ui_error("--jobs: ran on one host thread: two engines run side by side");
    enum eu_stop stop =
        l->engine.lockstep ? run_both(m->eu, l->max_insts, &ev, &status) : run_jobs(m->eu, l, &ev);
    ui_interruptible(args, NULL);
    ui_trace_end(m->eu, l);
    launch_opencl_printf(m, stdout);
    bool found = stop != EU_STOP_LINT && ui_lint_summary(m);
    int results = launch_results(l, m), profiled = end_profile(l, m), drawn = end_timeline(l, m);
    profiled = profiled ? profiled : drawn;
    if (status != UI_OK)
        return status;
    if (stop == EU_STOP_DONE) {
        tell_lost(m, &ev);
        warn_of_no_return(m->eu);
    }
    if (stop == EU_STOP_DONE)
        return results ? results : profiled ? profiled : found ? UI_GUEST : UI_OK;
    ui_complain(m->eu, &ev, l->max_insts);
    if (ev.stop == EU_STOP_FAULT)
        tell_argument(m, &ev);
    return UI_GUEST;
}

int ui_main_RUN(const struct ui_args *args)
{
    struct launch l;
    struct ui_machine m = {0};
    int status = launch_init(&l, args);
    l.streams = true;
    if (status == UI_OK)
        status = launch_build(&l, &m);
    if (status == UI_OK) {
        status = run_machine(&l, &m, args);
        ui_machine_fini(&m);
    }
    launch_fini(&l);
    return status;
}
