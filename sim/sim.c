/* The machine: makes, loads and starts it, and runs its threads in turn. */
#include "sim/sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/fast/fast.h"
#include "sim/jobs.h"
#include "sim/lint.h"
#include "sim/ref/ref.h"
#include "sim/snapshot.h"
#include "sim/stream.h"
#include "sim/turns.h"

static const struct {
    const char *name;
    char text[40]; /* zero padded, because it is copied whole */
} stops[EU_STOP_COUNT] = {
#define STOP(id, name, text) {name, text},
#include "sim/stops.def"
#undef STOP
};

/* Allocates the threads, each at the beginning of a cache line: registers across two lines cost the
 * fast engine a fifth of its speed. With calloc() the host need not provide pages that are never
 * written. */
static struct eu_thread *new_threads(struct eu *eu, uint32_t nthreads)
{
    enum { LINE = 64 };
#ifdef __x86_64__
    _Static_assert(sizeof(struct eu_thread) % LINE == 0, "every thread begins a line: pad it");
#endif
    size_t n = nthreads ? nthreads : 1;
    eu->threads_block = calloc(1, n * sizeof *eu->threads + LINE - 1);
    if (!eu->threads_block)
        return NULL;
    return (struct eu_thread *)(((uintptr_t)eu->threads_block + LINE - 1) & -(uintptr_t)LINE);
}

struct eu *eu_new(enum eu_gen gen, uint32_t nthreads)
{
    struct eu *eu = calloc(1, sizeof *eu);
    if (!eu)
        return NULL;
    eu->gen = gen;
    eu->isa = isa_gen(gen);
    eu->settings = 1;
    eu->nthreads = eu->room = nthreads;
    eu->quantum = EU_QUANTUM;
    eu->eus = EU_EUS;
    eu->eu_threads = EU_EU_THREADS;
    eu->together = 1;
    eu->end_ip = UINT32_MAX;
    eu->engine = eu_default_engine;
    eu->jit_hot = EU_JIT_HOT;
    atomic_init(&eu->stop_request, false);
    for (unsigned i = 0; i < EU_QUIRK_COUNT; i++)
        eu->quirks[i] = eu_quirk_at(i)->def;
    eu->mem = eu_memory_new(eu->isa->address_bits);
    eu->slm = eu_memory_new(eu->isa->address_bits);
    eu->urb = eu_memory_new(32);
    eu->rob = eu_memory_new(32);
    (void)eu_fast_open(eu, eu_fast_host_is_wide());
    eu->threads = new_threads(eu, nthreads);
    eu->kept = calloc(nthreads ? nthreads : 1, sizeof *eu->kept);
    if (!eu->mem || !eu->slm || !eu->urb || !eu->rob || !eu->fast || !eu->threads || !eu->kept) {
        eu_free(eu);
        return NULL;
    }
    for (uint32_t i = 0; i < nthreads; i++)
        eu->threads[i].id = i;
    return eu;
}

void eu_free(struct eu *eu)
{
    if (!eu)
        return;
    eu_jobs_close(eu); /* these two first, because they hold pages */
    eu_fast_close(eu);
    eu_memory_free(eu->mem);
    eu_memory_free(eu->slm);
    eu_memory_free(eu->urb);
    eu_memory_free(eu->rob);
    eu_lint_state_free(eu->lints);
    eu_snapshot_forget(eu);
    free(eu->kept);
    free(eu->threads_block);
    free(eu);
}

int eu_note_code(struct eu *eu, uint32_t addr, uint32_t size)
{
    if ((uint64_t)addr + size > (uint64_t)UINT32_MAX + 1)
        return -EU_ERR_RANGE;
    for (unsigned i = 0; i < eu->ncode; i++) {
        const struct eu_code_range *r = &eu->code[i];
        if (size && addr < (uint64_t)r->addr + r->size && r->addr < (uint64_t)addr + size)
            return -EU_ERR_OVERLAP;
    }
    if (!size)
        return 0;
    if (eu->ncode == EU_CODE_RANGES)
        return -EU_ERR_RANGE;
    eu->code[eu->ncode++] = (struct eu_code_range){addr, size};
    eu->settings++;
    return 0;
}

int eu_load_code(struct eu *eu, uint32_t addr, const uint8_t *bytes, uint32_t size)
{
    unsigned before = eu->ncode;
    int err = eu_note_code(eu, addr, size);
    if (eu->ncode == before)
        return err;
    err = eu_memory_map(eu->mem, eu->bases.instruction + addr, size);
    if (!err && !eu_memory_write(eu->mem, eu->bases.instruction + addr, bytes, size))
        err = -EU_ERR_NOMEM;
    if (err)
        eu->ncode--;
    return err;
}

bool eu_code_at(const struct eu *eu, uint32_t addr, struct eu_code_range *range)
{
    for (unsigned i = 0; i < eu->ncode; i++) {
        if (addr - eu->code[i].addr < eu->code[i].size) {
            *range = eu->code[i];
            return true;
        }
    }
    return false;
}

bool eu_is_code(const struct eu *eu, uint32_t addr)
{
    struct eu_code_range range;
    return eu_code_at(eu, addr, &range);
}

uint32_t eu_vmask(uint32_t dmask)
{
    enum { GROUPS = 0x11111111 };
    return ((dmask | dmask >> 1 | dmask >> 2 | dmask >> 3) & GROUPS) * 15;
}

/* Clears a few bytes without a call. */
static inline void clear_bytes(void *at, size_t n)
{
    enum { STEP = 16 };
    uint8_t *p = at;
    for (; n >= STEP; p += STEP, n -= STEP)
        memset(p, 0, STEP);
    while (n--)
        *p++ = 0;
}

/* Clears neighbouring pairs together, because a call for each is too slow. */
void eu_clear_pairs(struct eu_thread *t, uint64_t pairs)
{
    enum { PAIR = 2, PAIRS = EU_GRF_COUNT / PAIR, BYTES = PAIR * EU_GRF_BYTES, FEW = 4 };
    for (unsigned n; pairs; pairs = n < PAIRS ? pairs >> n << n : 0) {
        unsigned first = (unsigned)__builtin_ctzll(pairs);
        uint64_t beyond = ~(pairs | ((UINT64_C(1) << first) - 1));
        n = beyond ? (unsigned)__builtin_ctzll(beyond) : PAIRS;
        if (n - first > FEW)
            memset(t->grf[PAIR * first], 0, (size_t)(n - first) * BYTES);
        else
            for (unsigned i = first; i < n; i++)
                memset(t->grf[PAIR * i], 0, BYTES);
    }
}

/* Clears what a traced thread may have changed. */
static inline void clear_traced(struct eu_thread *t)
{
    eu_clear_pairs(t, t->wrote | eu_payload_pairs(t->paid));
    clear_bytes(t->f, offsetof(struct eu_thread, pcip) - offsetof(struct eu_thread, f));
    clear_bytes(t->n, sizeof t->n);
    clear_bytes(&t->binding_table,
                offsetof(struct eu_thread, sr1) - offsetof(struct eu_thread, binding_table));
    t->number = t->wrote = 0;
    t->living = t->members = 0;
    t->next_ended = 0;
}

void eu_thread_queue(struct eu *eu, uint32_t thread, uint32_t start, uint32_t dmask,
                     uint32_t enables)
{
    struct eu_thread *t = &eu->threads[thread];
    uint32_t attention = t->attention & EU_ATT_HOST;
    if (eu->source && t->traced)
        clear_traced(t);
    else /* with a source there are no lints */
        memset(t, 0, eu->source ? offsetof(struct eu_thread, calls) : sizeof *t);
    t->calls.depth = 0;
    eu_thread_touch(t);
    t->attention = attention;
    t->id = thread;
    t->number = thread;
    t->sr[2] = dmask;
    t->sr[3] = eu_vmask(dmask);
    t->cr[1] = enables;
    t->dispatched = dmask;
    t->ip = start;
    for (unsigned i = 0; i < EU_CHANNELS; i++)
        t->pcip[i] = start;
    t->status = EU_THREAD_QUEUED;
    if (!eu->source)
        eu_written(t, 0, EU_GRF_BYTES); /* every dispatch delivers r0 */
}

void eu_thread_start(struct eu *eu, uint32_t thread, uint32_t start, uint32_t dmask,
                     uint32_t enables)
{
    eu_thread_queue(eu, thread, start, dmask, enables);
    if (thread < eu_slot_count(eu))
        eu_slot_seat(eu, thread, thread);
    else if (thread < eu->queued)
        eu->queued = thread;
}

uint32_t eu_emask(const struct eu_thread *t)
{
    return (t->cr[0] & EU_CR0_VME ? t->sr[3] : t->sr[2]) & ~t->uncalled;
}

uint32_t eu_on_ip(const struct eu_thread *t)
{
    uint32_t on = 0, enabled = eu_emask(t);
    if (t->cr[0] & EU_CR0_SPF)
        return enabled;
    for (unsigned i = 0; i < EU_CHANNELS && enabled >> i; i++)
        on |= (uint32_t)(t->pcip[i] == t->ip) << i;
    return on & enabled;
}

/* --- running --- */

static enum eu_stop stop_event(struct eu_event *ev, enum eu_stop stop)
{
    memset(ev, 0, offsetof(struct eu_event, text));
    ev->stop = stop;
    memcpy(ev->text, stops[stop].text, sizeof stops[stop].text);
    return stop;
}

/* Runs at most @limit instructions of @t, a quantum at a time so that a stop request is seen. A
 * hook may have taken a snapshot meanwhile. */
static enum eu_stop run_slice(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                              struct eu_event *ev)
{
    *done = 0;
    if (atomic_load_explicit(&eu->stop_request, memory_order_relaxed)) {
        atomic_store(&eu->stop_request, false);
        return stop_event(ev, EU_STOP_REQUEST);
    }
    eu_thread_touch(t);
    enum eu_stop stop = (eu->engine == EU_ENGINE_REFERENCE ? eu_ref_run : eu->fast_engine->run)(
        eu, t, limit, done, ev);
    eu_thread_touch(t);
    return stop;
}

/* Redirections cost no budget, so a faulty hook could redirect for ever; no program can. If nothing
 * was executed for so many turns, the machine is stuck. @n: consecutive turns that executed
 * nothing. */
static bool is_stuck(const struct eu_thread *t, uint64_t done, unsigned *n, struct eu_event *ev)
{
    enum { TURNS = 1000 };
    *n = done || t->status != EU_THREAD_READY ? 0 : *n + 1;
    if (*n < TURNS)
        return false;
    (void)eu_event_at(ev, t, EU_STOP_NOT_SIMULATED, "sent elsewhere without end");
    return true;
}

static enum eu_stop run_one(struct eu *eu, struct eu_thread *t, uint64_t budget,
                            struct eu_event *ev)
{
    unsigned idle = 0;
    eu->alone = false;
    eu->turns.t = NULL;
    while (budget) {
        uint64_t done, most = eu->engine == EU_ENGINE_JIT ? 16384 : 256;
        uint64_t slice = budget < most ? budget : most;
        if (!eu_turn_make_ready(eu, t))
            return stop_event(ev, t->status == EU_THREAD_WAITING || t->status == EU_THREAD_QUEUED ||
                                          t->status == EU_THREAD_SAVED
                                      ? EU_STOP_DEADLOCK
                                      : EU_STOP_DONE);
        enum eu_stop stop = run_slice(eu, t, slice, &done, ev);
        if (stop != EU_STOP_NONE)
            return stop;
        if (is_stuck(t, done, &idle, ev))
            return ev->stop;
        budget -= done;
    }
    return stop_event(ev, EU_STOP_BUDGET);
}

/* Writes the roots and children for which no slot was free, as `; queued for a slot: 3-8, 12`. */
static void name_queued(const struct eu *eu, char *text, size_t n)
{
    uint32_t roots = eu->nthreads - eu->nchildren;
    const uint32_t ranges[][2] = {{eu->queued, roots}, {roots + eu->seated, roots + eu->spawned}};
    const char *lead = "; queued for a slot: ";
    if (eu->source)
        eu_stream_queued(eu, text, n);
    for (unsigned i = 0; i < 2 && !eu->source; i++) {
        uint32_t first = ranges[i][0], end = ranges[i][1];
        size_t len = strlen(text);
        if (first >= end)
            continue;
        snprintf(text + len, n - len, end - first > 1 ? "%s%u-%u" : "%s%u", lead, first, end - 1);
        lead = ", ";
    }
}

/* Counts the threads with @status, for a worker those of its unit; *@first becomes the lowest of
 * them, if it is lower. */
static uint32_t count_threads(const struct eu *eu, enum eu_thread_status status, uint32_t *first)
{
    uint32_t n = 0, end = eu->unit ? eu->unit->end : eu->nthreads;
    for (uint32_t i = eu->unit ? eu->unit->first : 0; i < end; i++)
        if (eu->threads[i].status == status) {
            n++;
            *first = i < *first ? i : *first;
        }
    return n;
}

/* No thread can run. A saved context does not run until the host restores it, so then the program
 * has not ended, either. */
static enum eu_stop none_runs(const struct eu *eu, struct eu_event *ev)
{
    uint32_t waits = UINT32_MAX, away = UINT32_MAX;
    uint32_t waiting = count_threads(eu, EU_THREAD_WAITING, &waits);
    uint32_t saved = count_threads(eu, EU_THREAD_SAVED, &away);
    int len = 0;
    if (!waiting && !saved)
        return stop_event(ev, EU_STOP_DONE);
    stop_event(ev, EU_STOP_DEADLOCK);
    ev->thread = waiting ? waits : away;
    ev->ip = eu->threads[ev->thread].ip;
    if (waiting)
        len = snprintf(ev->text, sizeof ev->text, "%u thread%s wait%s", waiting,
                       waiting == 1 ? "" : "s", waiting == 1 ? "s" : "");
    if (saved)
        snprintf(ev->text + len, sizeof ev->text - (size_t)len, "%s%u saved context%s",
                 waiting ? "; " : "", saved, saved == 1 ? "" : "s");
    name_queued(eu, ev->text, sizeof ev->text);
    return EU_STOP_DEADLOCK;
}

bool eu_turn_is_alone(const struct eu *eu, const struct eu_thread *t)
{
    if (eu->engine == EU_ENGINE_REFERENCE || eu_lints(eu))
        return false;
    uint32_t slots = eu->slots_end, slot = eu->next_slot;
    for (uint32_t i = 0; i < slots; i++) {
        slot = slot + 1 < slots ? slot + 1 : 0;
        const struct eu_thread *other = eu_slot_thread(eu, slot);
        if (other && other != t && eu_turn_can_run(eu, other))
            return false;
    }
    return true;
}

/* Runs the turn of turns.t, and the turns that the engine continues with. */
static enum eu_stop run_turns(struct eu *eu, bool alone, unsigned *idle, struct eu_event *ev)
{
    struct eu_turns *turns = &eu->turns;
    uint64_t done, slice = eu_turn_length(eu) + (alone ? eu_fast_more(eu) : 0);
    eu->alone = alone;
    turns->over = false;
    enum eu_stop stop = run_slice(eu, turns->t, eu_turn_least(slice, turns->budget), &done, ev);
    if (turns->over) {
        *idle = 0;
        return stop;
    }
    eu_turn_end(eu, turns->t, done, alone);
    turns->budget -= done;
    if (eu->stream.due)
        eu_stream_admit(eu);
    if (turns->t->status == EU_THREAD_SAVED)
        eu_admit(eu); /* it has left its slot */
    if (stop == EU_STOP_NONE && is_stuck(turns->t, done, idle, ev))
        stop = ev->stop;
    return stop;
}

static enum eu_stop run_all(struct eu *eu, uint64_t budget, struct eu_event *ev)
{
    unsigned idle = 0;
    eu->turns = (struct eu_turns){.budget = budget};
    while (eu->turns.budget) {
        struct eu_thread *t = eu_turn_thread(eu);
        if (!t)
            return none_runs(eu, ev);
        /* only a thread whose turn follows its own turn can be alone */
        bool alone = t == eu->turns.t && eu->quantum > eu->quantum_used && eu_turn_is_alone(eu, t);
        eu->turns.t = t;
        enum eu_stop stop = run_turns(eu, alone, &idle, ev);
        if (stop != EU_STOP_NONE)
            return stop;
    }
    return eu_turn_thread(eu) ? stop_event(ev, EU_STOP_BUDGET) : none_runs(eu, ev);
}

/* Runs only @t or, if that is NULL, all threads in turn. */
static enum eu_stop run_engine(struct eu *eu, struct eu_thread *t, uint64_t budget,
                               struct eu_event *ev)
{
    bool fast = eu->engine != EU_ENGINE_REFERENCE;
    if (fast)
        eu->fast_engine->begin(eu);
    enum eu_stop stop = t ? run_one(eu, t, budget, ev) : run_all(eu, budget, ev);
    if (fast)
        eu->fast_engine->end(eu);
    return stop;
}

enum eu_stop eu_run_thread(struct eu *eu, uint32_t thread, uint64_t budget, struct eu_event *ev)
{
    return run_engine(eu, &eu->threads[thread], budget, ev);
}

enum eu_stop eu_run(struct eu *eu, uint64_t budget, struct eu_event *ev)
{
    return run_engine(eu, NULL, budget, ev);
}

void eu_host_at(struct eu *eu, const uint32_t *addrs, size_t n)
{
    eu->host_at = addrs;
    eu->nhost_at = n;
    eu->host_at_set++;
}

bool eu_host_wants(const struct eu *eu, uint32_t ip)
{
    size_t lo = 0, hi = eu->nhost_at;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (eu->host_at[mid] < ip)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < eu->nhost_at && eu->host_at[lo] == ip;
}

void eu_request_stop(struct eu *eu)
{
    atomic_store(&eu->stop_request, true);
}

/* --- names, log --- */

void eu_log(struct eu *eu, const char *channel, const char *fmt, ...)
{
    char text[512];
    if (!eu->hooks.on_log)
        return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    eu->hooks.on_log(eu->hooks.observer_ctx, channel, text);
}

enum eu_stop eu_event_at(struct eu_event *ev, const struct eu_thread *t, enum eu_stop stop,
                         const char *fmt, ...)
{
    va_list ap;
    memset(ev, 0, sizeof *ev);
    ev->stop = stop;
    ev->thread = t->id;
    ev->ip = t->ip;
    va_start(ap, fmt);
    vsnprintf(ev->text, sizeof ev->text, fmt, ap);
    va_end(ap);
    return stop;
}

const char *eu_stop_name(enum eu_stop stop)
{
    return (unsigned)stop < EU_STOP_COUNT ? stops[stop].name : "?";
}

const char *eu_stop_text(enum eu_stop stop)
{
    return (unsigned)stop < EU_STOP_COUNT ? stops[stop].text : "?";
}
