/* Takes, restores and compares the state of a whole machine. */
#include "sim/snapshot.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/lint.h"
#include "sim/regs.h"

/* The fields of struct eu that are the machine's state, apart from threads and memory. Hooks and
 * the choice to lint are the host's, so they are not here. */
#define MACHINE(X)                                                                                 \
    X(bases)                                                                                       \
    X(csr)                                                                                         \
    X(has_csr)                                                                                     \
    X(surfaces)                                                                                    \
    X(samplers)                                                                                    \
    X(sampler_state)                                                                               \
    X(gen)                                                                                         \
    X(isa)                                                                                         \
    X(eus)                                                                                         \
    X(eu_threads)                                                                                  \
    X(depended)                                                                                    \
    X(slots)                                                                                       \
    X(slots_end)                                                                                   \
    X(queued)                                                                                      \
    X(nchildren)                                                                                   \
    X(spawned)                                                                                     \
    X(seated)                                                                                      \
    X(ndescriptors)                                                                                \
    X(child_masks)                                                                                 \
    X(together)                                                                                    \
    X(scratch)                                                                                     \
    X(scratch_bytes)                                                                               \
    X(stream)                                                                                      \
    X(next_slot)                                                                                   \
    X(quantum)                                                                                     \
    X(quantum_used)                                                                                \
    X(sip)                                                                                         \
    X(has_sip)                                                                                     \
    X(matches)                                                                                     \
    X(match_on)                                                                                    \
    X(quirks)                                                                                      \
    X(insts)                                                                                       \
    X(boundaries)                                                                                  \
    X(code)                                                                                        \
    X(ncode)                                                                                       \
    X(end_ip)

/* A copy of a thread. All snapshots between which the thread was not touched share it, and so does
 * the machine until the thread is touched (eu->kept). It never changes. Several host threads may
 * share it. */
struct eu_kept_thread {
    atomic_size_t refs;
    struct eu_thread t;
};

struct eu_snapshot {
    struct eu machine; /* only the fields of MACHINE are valid */
    struct eu_memory *mem, *slm, *urb, *rob;
    struct eu_lint_state *lints;
    uint32_t nthreads;
    struct eu_kept_thread *threads[];
};

/* --- threads --- */

static struct eu_kept_thread *share_kept(struct eu_kept_thread *k)
{
    atomic_fetch_add_explicit(&k->refs, 1, memory_order_relaxed);
    return k;
}

static void drop_kept(struct eu_kept_thread *k)
{
    if (k && atomic_fetch_sub_explicit(&k->refs, 1, memory_order_acq_rel) == 1)
        free(k);
}

/* Whether thread @i is unchanged. With EU_CHECK_TOUCHED, as in `make asan`, it also checks that
 * whoever changed a thread has reported it. */
static bool is_as_kept(const struct eu *eu, uint32_t i)
{
    const struct eu_thread *t = &eu->threads[i];
    if (!eu->kept[i] || t->touched)
        return false;
#ifdef EU_CHECK_TOUCHED
    struct eu_thread then = eu->kept[i]->t;
    then.attention = (then.attention & ~(uint32_t)EU_ATT_HOST) | (t->attention & EU_ATT_HOST);
    assert(memcmp(&then, t, sizeof then) == 0);
#endif
    return true;
}

/* Returns a copy of thread @i, shared if possible. NULL: out of memory. */
static struct eu_kept_thread *keep_thread(const struct eu *eu, uint32_t i)
{
    struct eu_thread *t = &eu->threads[i];
    if (!is_as_kept(eu, i)) {
        struct eu_kept_thread *k = malloc(sizeof *k);
        if (!k)
            return NULL;
        atomic_init(&k->refs, 1);
        t->touched = 0;
        memcpy(&k->t, t, sizeof k->t);
        drop_kept(eu->kept[i]);
        eu->kept[i] = k;
    }
    return share_kept(eu->kept[i]);
}

/* Restores a thread; EU_ATT_HOST stays as it is. */
static void put_back(struct eu *eu, uint32_t i, struct eu_kept_thread *k)
{
    struct eu_thread *t = &eu->threads[i];
    if (eu->kept[i] == k && is_as_kept(eu, i))
        return;
    uint32_t host = t->attention & EU_ATT_HOST;
    memcpy(t, &k->t, sizeof *t);
    t->attention = (t->attention & ~(uint32_t)EU_ATT_HOST) | host;
    share_kept(k);
    drop_kept(eu->kept[i]);
    eu->kept[i] = k;
}

void eu_snapshot_forget(struct eu *eu)
{
    for (uint32_t i = 0; eu->kept && i < eu->room; i++) {
        drop_kept(eu->kept[i]);
        eu->kept[i] = NULL;
    }
}

/* --- the whole --- */

static void copy_machine(struct eu *to, const struct eu *from)
{
#define X(field) memcpy(&to->field, &from->field, sizeof to->field);
    MACHINE(X)
#undef X
}

/* Whether everything is equal that eu->settings counts. */
static bool same_settings(const struct eu *a, const struct eu *b)
{
    return a->isa == b->isa && a->ncode == b->ncode &&
           memcmp(a->code, b->code, a->ncode * sizeof a->code[0]) == 0 &&
           memcmp(a->quirks, b->quirks, sizeof a->quirks) == 0;
}

struct eu_snapshot *eu_snapshot_take(const struct eu *eu)
{
    struct eu_snapshot *snap = calloc(1, sizeof *snap + eu->nthreads * sizeof snap->threads[0]);
    if (!snap)
        return NULL;
    copy_machine(&snap->machine, eu);
    snap->nthreads = eu->nthreads;
    bool kept = true;
    for (uint32_t i = 0; i < eu->nthreads && kept; i++)
        kept = (snap->threads[i] = keep_thread(eu, i));
    snap->mem = eu_memory_share(eu->mem);
    snap->slm = eu_memory_share(eu->slm);
    snap->urb = eu_memory_share(eu->urb);
    snap->rob = eu_memory_share(eu->rob);
    snap->lints = eu_lint_state_copy(eu->lints);
    if (!kept || !snap->mem || !snap->slm || !snap->urb || !snap->rob ||
        (eu->lints && !snap->lints)) {
        eu_snapshot_free(snap);
        return NULL;
    }
    return snap;
}

int eu_snapshot_restore(struct eu *eu, const struct eu_snapshot *snap)
{
    assert(eu->nthreads == snap->nthreads);
    eu->settings += !same_settings(eu, &snap->machine);
    copy_machine(eu, &snap->machine);
    for (uint32_t i = 0; i < eu->nthreads; i++)
        put_back(eu, i, snap->threads[i]);
    eu_memory_assign(eu->mem, snap->mem);
    eu_memory_assign(eu->slm, snap->slm);
    eu_memory_assign(eu->urb, snap->urb);
    eu_memory_assign(eu->rob, snap->rob);
    eu_lint_state_free(eu->lints);
    eu->lints = eu_lint_state_copy(snap->lints);
    return 0;
}

void eu_snapshot_free(struct eu_snapshot *snap)
{
    if (snap) {
        for (uint32_t i = 0; i < snap->nthreads; i++)
            drop_kept(snap->threads[i]);
        eu_memory_free(snap->mem);
        eu_memory_free(snap->slm);
        eu_memory_free(snap->urb);
        eu_memory_free(snap->rob);
        eu_lint_state_free(snap->lints);
        free(snap);
    }
}

void eu_snapshot_outlive(struct eu *eu, struct eu_snapshot *snap)
{
    eu_memory_rejoin(eu->mem, snap->mem);
    eu_snapshot_free(snap);
}

size_t eu_snapshot_bytes(const struct eu_snapshot *snap, const struct eu_snapshot *before)
{
    size_t own = 0;
    for (uint32_t i = 0; i < snap->nthreads; i++)
        own += !before || before->threads[i] != snap->threads[i];
    return sizeof *snap + snap->nthreads * sizeof snap->threads[0] +
           own * sizeof *snap->threads[0] + eu_lint_state_bytes(snap->lints) +
           eu_memory_unshared(snap->mem, before ? before->mem : NULL) +
           eu_memory_unshared(snap->slm, before ? before->slm : NULL) +
           eu_memory_unshared(snap->urb, before ? before->urb : NULL) +
           eu_memory_unshared(snap->rob, before ? before->rob : NULL);
}

uint64_t eu_snapshot_insts(const struct eu_snapshot *snap)
{
    return snap->machine.insts;
}

struct eu *eu_twin(const struct eu *eu)
{
    struct eu *twin = eu_new(eu->gen, eu->nthreads);
    struct eu_snapshot *now = twin ? eu_snapshot_take(eu) : NULL;
    if (!now) {
        eu_free(twin);
        return NULL;
    }
    (void)eu_snapshot_restore(twin, now);
    eu_snapshot_free(now);
    twin->engine = eu->engine;
    twin->hooks.boundary = eu->hooks.boundary;
    twin->catches = eu->catches;
    twin->lint = eu->lint;
    twin->lint_stop = eu->lint_stop;
    return twin;
}

/* --- comparison --- */

struct diffing {
    const struct eu_snapshot *a, *b;
    bool (*report)(void *ctx, const struct eu_diff *d);
    void *ctx;
    size_t n;
    bool stop;
};

static void report_diff(struct diffing *x, struct eu_diff d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void report_diff(struct diffing *x, struct eu_diff d, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(d.text, sizeof d.text, fmt, ap);
    va_end(ap);
    x->n++;
    x->stop = !x->report(x->ctx, &d);
}

static uint32_t dword_at(const uint8_t *bytes, size_t offset)
{
    uint32_t v;
    memcpy(&v, bytes + offset / 4 * 4, sizeof v);
    return v;
}

/* Compares a register of @n bytes, a multiple of 4. It is reported once, with the first byte that
 * differs. */
static void diff_register(struct diffing *x, uint32_t thread, uint32_t reg, const void *pa,
                          const void *pb, size_t n)
{
    const uint8_t *a = pa, *b = pb;
    if (x->stop || memcmp(a, b, n) == 0)
        return;
    uint32_t i = 0;
    while (a[i] == b[i])
        i++;
    uint32_t found = dword_at(b, i), expected = dword_at(a, i);
    report_diff(x,
                (struct eu_diff){.what = EU_DIFF_REGISTER,
                                 .thread = thread,
                                 .reg = reg,
                                 .offset = i,
                                 .expected = expected,
                                 .found = found},
                "thread %u %s byte %u: 0x%08x, expected 0x%08x", thread, eu_reg_info(reg)->name, i,
                found, expected);
}

static void diff_channels(struct diffing *x, uint32_t thread, const struct eu_thread *a,
                          const struct eu_thread *b)
{
    for (uint32_t c = 0; c < EU_CHANNELS && !x->stop; c++) {
        if (a->pcip[c] != b->pcip[c]) {
            struct eu_diff d = {.what = EU_DIFF_CHANNEL,
                                .thread = thread,
                                .reg = EU_REG_PCIP,
                                .offset = c,
                                .expected = a->pcip[c],
                                .found = b->pcip[c]};
            report_diff(x, d, "thread %u channel %u pcip: 0x%08x, expected 0x%08x", thread, c,
                        b->pcip[c], a->pcip[c]);
        }
    }
}

/* Compares state that no register shows. tm_event is a part of tm0. */
static void diff_hidden(struct diffing *x, uint32_t thread, const struct eu_thread *a,
                        const struct eu_thread *b)
{
    const struct eu_exception_state *p = &a->exception, *q = &b->exception;
    const struct {
        const char *name;
        uint32_t a, b;
    } hidden[] = {
        {"status", a->status, b->status},
        {"thread slot", a->slot, b->slot},
        {"parent", a->parent, b->parent},
        {"channels in the routine", a->sip_channels, b->sip_channels},
        {"channels at dispatch", a->dispatched, b->dispatched},
        {"channels outside of the call", a->uncalled, b->uncalled},
        {"arrivals at the barrier", a->arrivals, b->arrivals},
        {"barrier", a->barrier, b->barrier},
        {"gateway", a->gateway, b->gateway},
        {"gateway's first register", a->gateway_base, b->gateway_base},
        {"gateway's registers", a->gateway_regs, b->gateway_regs},
        {"exceptions that were told", p->told, q->told},
        {"exceptions that the host raised", p->raised, q->raised},
        {"breakpoint to be passed", p->step_over, q->step_over},
        {"entry by the hardware", p->entered, q->entered},
        {"context save", p->save, q->save},
        {"wait on notification register", a->status == EU_THREAD_WAITING ? a->wait_n : 0u,
         b->status == EU_THREAD_WAITING ? b->wait_n : 0u},
    };
    for (unsigned i = 0; i < sizeof hidden / sizeof hidden[0] && !x->stop; i++) {
        if (hidden[i].a != hidden[i].b) {
            struct eu_diff d = {.what = EU_DIFF_MACHINE,
                                .thread = thread,
                                .expected = hidden[i].a,
                                .found = hidden[i].b};
            report_diff(x, d, "thread %u %s: 0x%x, expected 0x%x", thread, hidden[i].name,
                        hidden[i].b, hidden[i].a);
        }
    }
}

static void diff_thread(struct diffing *x, uint32_t thread)
{
    if (x->a->threads[thread] == x->b->threads[thread])
        return;
    const struct eu_thread *a = &x->a->threads[thread]->t, *b = &x->b->threads[thread]->t;
    for (uint32_t reg = 0; reg < EU_REG_COUNT; reg++) {
        size_t bytes;
        const void *pa = eu_reg_stored(a, reg, &bytes), *pb = eu_reg_stored(b, reg, &bytes);
        bool has = eu_reg_info(reg)->gens & x->a->machine.gen;
        if (pa && has && reg != EU_REG_PCIP) /* PcIP is compared by channel */
            diff_register(x, thread, reg, pa, pb, bytes);
    }
    diff_channels(x, thread, a, b);
    diff_hidden(x, thread, a, b);
}

/* Compares one memory; @skip: what is ignored. */
static void diff_space(struct diffing *x, unsigned what, const char *name,
                       const struct eu_memory *a, const struct eu_memory *b,
                       const struct eu_diff_ignore *skip)
{
    uint64_t from = 0;
    uint64_t at;
    while (!x->stop &&
           eu_memory_diff(a, b, from, skip ? skip->ranges : NULL, skip ? skip->nranges : 0, &at)) {
        uint32_t expected, found;
        eu_memory_read(a, at & ~UINT64_C(3), &expected, sizeof expected);
        eu_memory_read(b, at & ~UINT64_C(3), &found, sizeof found);
        report_diff(
            x, (struct eu_diff){.what = what, .offset = at, .expected = expected, .found = found},
            "%s 0x%08" PRIx64 ": 0x%08x, expected 0x%08x", name, at, found, expected);
        from = (at | 3) + 1;
    }
}

/* The scheduler's position is not compared, because it depends on instruction counts. */
size_t eu_snapshot_diff(const struct eu_snapshot *a, const struct eu_snapshot *b,
                        const struct eu_diff_ignore *ignore,
                        bool (*report)(void *ctx, const struct eu_diff *d), void *ctx)
{
    struct diffing x = {.a = a, .b = b, .report = report, .ctx = ctx};
    if (a->nthreads != b->nthreads) {
        report_diff(&x, (struct eu_diff){.what = EU_DIFF_MACHINE}, "%u threads, expected %u",
                    b->nthreads, a->nthreads);
        return x.n;
    }
    for (uint32_t i = 0; i < a->nthreads && !x.stop; i++)
        diff_thread(&x, i);
    diff_space(&x, EU_DIFF_MEMORY, "memory", a->mem, b->mem, ignore);
    diff_space(&x, EU_DIFF_MACHINE, "SLM", a->slm, b->slm, NULL);
    diff_space(&x, EU_DIFF_MACHINE, "URB", a->urb, b->urb, NULL);
    return x.n;
}
