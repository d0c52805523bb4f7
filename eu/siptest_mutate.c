/* Proves mutants of the routine, several at a time, to measure how good the proof is. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "eu/siptest_impl.h"

enum { LIMIT_TIMES = 8, LIMIT_MORE = 1000, RUN_TIMES = 4, RUN_MORE = 200000 };

struct mutation {
    struct eu *eu;
    const struct siptest_opts *opts;
    const struct siptest_mutate *how;
    struct siptest_opts brief; /* options for the proof of each mutant */
    struct eu_mutants list;
    struct eu_snapshot *start;
    atomic_size_t next;
    atomic_bool stop;
    pthread_mutex_t lock;
    enum siptest_fate *fates; /* by mutant; protected by the lock */
    size_t told, end;         /* mutants that were reported, in order; the last one asked for */
};
struct mutation_worker {
    struct mutation *m;
    struct eu *eu;
    struct eu_snapshot *start;
    struct siptest_report *report;
    pthread_t host;
};

static enum siptest_fate fate_of(struct mutation_worker *w, const struct eu_mutant *mutant)
{
    eu_snapshot_restore(w->eu, w->start);
    if (eu_mutant_same(w->eu, mutant))
        return SIPTEST_SAME;
    eu_memory_write(w->eu->mem, mutant->addr, mutant->bytes, mutant->size);
    enum siptest_verdict v = siptest_run(w->eu, &w->m->brief, w->report);
    eu_snapshot_restore(w->eu, w->start);
    if (v == SIPTEST_INTERRUPTED || v == SIPTEST_NOMEM)
        return SIPTEST_UNKNOWN;
    return v == SIPTEST_PASS ? SIPTEST_SURVIVES : SIPTEST_FOUND;
}

/* Reports mutants in the order of the list, whichever worker tried them. */
static void tell_in_order(struct mutation *m, size_t i, enum siptest_fate fate)
{
    pthread_mutex_lock(&m->lock);
    m->fates[i] = fate;
    while (m->told < m->end && m->fates[m->told] != SIPTEST_UNTRIED) {
        m->how->tell(m->how->ctx, &m->list.items[m->told], m->fates[m->told], m->told, m->end);
        m->told++;
    }
    pthread_mutex_unlock(&m->lock);
}

static void *mutate_some(void *arg)
{
    struct mutation_worker *w = arg;
    struct mutation *m = w->m;
    size_t i;
    while (!atomic_load(&m->stop) && (i = atomic_fetch_add(&m->next, 1)) < m->end) {
        if (atomic_load(&m->eu->stop_request))
            eu_request_stop(w->eu);
        enum siptest_fate fate = fate_of(w, &m->list.items[i]);
        if (fate == SIPTEST_UNKNOWN)
            atomic_store(&m->stop, true);
        else
            tell_in_order(m, i, fate);
    }
    return NULL;
}

static void close_worker(struct mutation_worker *w)
{
    eu_snapshot_free(w->start);
    free(w->report);
    if (w->eu != w->m->eu)
        eu_free(w->eu);
}

static bool open_mutation_worker(struct mutation *m, struct mutation_worker *w, struct eu *eu)
{
    *w = (struct mutation_worker){.m = m, .eu = eu, .report = malloc(sizeof *w->report)};
    if (eu && w->report)
        w->start = eu_snapshot_take(eu);
    return w->start;
}

/* Starts as many workers as there is memory for; false: not even one. */
static bool run_workers(struct mutation *m)
{
    unsigned n = m->opts->jobs ? m->opts->jobs : 1, opened = 1;
    struct mutation_worker *workers = calloc(n, sizeof *workers);
    if (!workers)
        return false;
    if (!open_mutation_worker(m, &workers[0], m->eu)) {
        close_worker(&workers[0]);
        free(workers);
        return false;
    }
    for (; opened < n; opened++) {
        struct mutation_worker *w = &workers[opened];
        struct eu *twin = eu_twin(m->eu);
        if (!twin)
            break;
        if (!open_mutation_worker(m, w, twin) ||
            pthread_create(&w->host, NULL, mutate_some, w) != 0) {
            close_worker(w);
            break;
        }
    }
    mutate_some(&workers[0]);
    for (unsigned i = 0; i < opened; i++) {
        if (i)
            pthread_join(workers[i].host, NULL);
        close_worker(&workers[i]);
    }
    free(workers);
    return true;
}

/* Reduces the limit by the length of the routine's visits, so that a mutant that never returns is
 * found sooner. */
static void make_brief(struct mutation *m, const struct siptest_report *r)
{
    uint64_t visit = r->injections ? r->longest : 0;
    uint64_t limit = LIMIT_TIMES * visit + LIMIT_MORE, insts = RUN_TIMES * r->total + RUN_MORE;
    m->brief = *m->opts;
    m->brief.jobs = 1;
    m->brief.brief = true;
    m->brief.progress = NULL;
    m->brief.cover = NULL;
    m->brief.shard = (struct shard){0};
    if (m->brief.limit > limit)
        m->brief.limit = limit;
    if (m->brief.max_insts > insts)
        m->brief.max_insts = insts;
}

static enum siptest_verdict mutate_all(struct mutation *m)
{
    struct eu_code_range code = {0};
    enum siptest_verdict v = SIPTEST_NOMEM;
    (void)eu_code_at(m->eu, m->eu->sip, &code);
    if (eu_mutants_make(m->eu, code.addr, code.size, &m->list))
        return v;
    uint64_t from, end;
    shard_range(m->opts->shard, m->list.n, &from, &end);
    atomic_init(&m->next, from);
    m->told = from;
    m->end = end;
    m->fates = calloc(m->list.n + 1, sizeof *m->fates);
    pthread_mutex_init(&m->lock, NULL);
    if (m->fates && run_workers(m))
        v = m->told == m->end ? SIPTEST_PASS : SIPTEST_INTERRUPTED;
    pthread_mutex_destroy(&m->lock);
    free(m->fates);
    eu_mutants_fini(&m->list);
    return v;
}

enum siptest_verdict siptest_mutate(struct eu *eu, const struct siptest_opts *opts,
                                    const struct siptest_mutate *how, struct siptest_report *report)
{
    struct mutation m = {.eu = eu, .opts = opts, .how = how};
    struct siptest_opts whole = *opts;
    whole.shard = (struct shard){0};
    enum siptest_verdict v = siptest_run(eu, &whole, report);
    if (v != SIPTEST_PASS)
        return v;
    make_brief(&m, report);
    v = mutate_all(&m);
    if (v == SIPTEST_INTERRUPTED)
        atomic_store(&eu->stop_request, false);
    report->verdict = v;
    return v;
}
