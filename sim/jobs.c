/* Host threads take the units of a wave (the threads that have slots) one after the other. Each has
 * a view of the machine: memory and threads are shared, scheduler and decoded code are its own, and
 * only the unit's threads have slots in the view. */
#include "sim/jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/fast/fast.h"
#include "sim/snapshot.h"

enum { SLICE = 1 << 16 }; /* instructions between two checks of the others */

struct worker {
    struct jobs *jobs;
    struct eu view;
    struct eu_unit unit;
    pthread_t host;
};
struct jobs {
    struct eu *eu;
    uint64_t budget;
    struct eu_range fixed[EU_CODE_RANGES];
    struct eu_unit units[EU_SLOTS_MAX]; /* those of the wave */
    uint32_t nunits;
    atomic_uint next;       /* the next unit to take */
    _Atomic uint64_t insts; /* of all waves */
    atomic_bool failed;     /* the run must be undone */
    struct worker *workers; /* the first is the calling thread */
    unsigned nworkers;
    pthread_mutex_t lock;
    pthread_cond_t go, done; /* for the three members below */
    unsigned wave, busy;
    bool over;
};

unsigned eu_jobs_host(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > EU_JOBS_MAX ? EU_JOBS_MAX : (unsigned)n;
}

/* --- a unit --- */

/* Gives the unit's threads their slots in the view. */
static void seat_unit(struct worker *w, struct eu_unit unit)
{
    struct eu *view = &w->view;
    w->unit = unit;
    memset(view->slots, 0, sizeof view->slots);
    view->next_slot = eu_slot_count(view);
    view->quantum_used = 0;
    for (uint32_t i = unit.first; i < unit.end; i++) {
        uint32_t slot = view->threads[i].slot;
        view->slots[slot] = i + 1;
        view->slots_end = view->slots_end > slot ? view->slots_end : slot + 1;
        view->next_slot = slot < view->next_slot ? slot : view->next_slot;
    }
}

static bool goes_on(const struct worker *w)
{
    const struct jobs *j = w->jobs;
    return !w->unit.left && !atomic_load(&j->failed) && !eu_memory_failed(j->eu->mem) &&
           atomic_load(&j->insts) <= j->budget && !atomic_load(&j->eu->stop_request);
}

static void run_unit(struct worker *w)
{
    struct eu_event ev;
    enum eu_stop stop;
    do {
        uint64_t before = w->view.insts;
        stop = eu_run(&w->view, SLICE, &ev);
        atomic_fetch_add(&w->jobs->insts, w->view.insts - before);
    } while (stop == EU_STOP_BUDGET && goes_on(w));
    if (stop != EU_STOP_DONE || w->unit.left)
        atomic_store(&w->jobs->failed, true);
}

static void run_units(struct worker *w)
{
    struct jobs *j = w->jobs;
    uint32_t i;
    while (!atomic_load(&j->failed) && !atomic_load(&j->eu->stop_request) &&
           (i = atomic_fetch_add(&j->next, 1)) < j->nunits) {
        seat_unit(w, j->units[i]);
        run_unit(w);
    }
}

/* --- waves --- */

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct jobs *j = w->jobs;
    unsigned seen = 0;
    pthread_mutex_lock(&j->lock);
    for (;;) {
        while (j->wave == seen && !j->over)
            pthread_cond_wait(&j->go, &j->lock);
        if (j->over)
            break;
        seen = j->wave;
        pthread_mutex_unlock(&j->lock);
        run_units(w);
        pthread_mutex_lock(&j->lock);
        if (--j->busy == 0)
            pthread_cond_signal(&j->done);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

static void run_wave(struct jobs *j)
{
    atomic_store(&j->next, 0);
    pthread_mutex_lock(&j->lock);
    j->wave++;
    j->busy = j->nworkers - 1;
    pthread_cond_broadcast(&j->go);
    pthread_mutex_unlock(&j->lock);
    run_units(&j->workers[0]);
    pthread_mutex_lock(&j->lock);
    while (j->busy)
        pthread_cond_wait(&j->done, &j->lock);
    pthread_mutex_unlock(&j->lock);
}

/* The end of the unit that begins with thread @first: the threads of a group follow one another,
 * and get their slots together. */
static uint32_t unit_end(const struct eu *eu, uint32_t first)
{
    uint32_t end = first + 1;
    while (eu->together > 1 && end < eu->nthreads &&
           eu->threads[end].group == eu->threads[first].group)
        end++;
    return end;
}

/* Collects the units of the living threads from @from on; returns where it stopped. */
static uint32_t collect_units(struct jobs *j, uint32_t from)
{
    const struct eu *eu = j->eu;
    j->nunits = 0;
    while (from < eu->nthreads && eu->threads[from].status != EU_THREAD_QUEUED) {
        uint32_t end = unit_end(eu, from);
        bool lives = false;
        for (uint32_t i = from; i < end; i++)
            lives = lives || eu_thread_lives(&eu->threads[i]);
        if (lives)
            j->units[j->nunits++] = (struct eu_unit){.first = from, .end = end};
        from = end;
    }
    return from;
}

static bool in_bounds(const struct jobs *j)
{
    return !atomic_load(&j->failed) && atomic_load(&j->insts) <= j->budget &&
           !eu_memory_failed(j->eu->mem) && !eu_memory_failed(j->eu->slm) &&
           !eu_memory_failed(j->eu->urb);
}

/* Returns false if the run must be undone. */
static bool run_waves(struct jobs *j)
{
    uint32_t at = collect_units(j, 0);
    while (j->nunits && in_bounds(j) && !atomic_load(&j->eu->stop_request)) {
        run_wave(j);
        eu_admit(j->eu);
        at = collect_units(j, at);
    }
    return in_bounds(j);
}

/* --- set up, take down --- */

static bool open_worker(struct jobs *j, struct worker *w)
{
    memcpy(&w->view, j->eu, sizeof w->view);
    w->jobs = j;
    w->view.unit = &w->unit;
    w->view.queued = w->view.nthreads; /* the caller prepares the next wave */
    w->view.insts = w->view.boundaries = w->view.lost = 0;
    atomic_init(&w->view.stop_request, false);
    w->view.fast = w->view.fast_engine->cache_new();
    return w->view.fast != NULL;
}

/* Opens as many workers as memory and host threads allow. NOMEM: not even one. */
static int open_workers(struct jobs *j, unsigned n)
{
    j->workers = calloc(n, sizeof *j->workers);
    while (j->workers && j->nworkers < n) {
        struct worker *w = &j->workers[j->nworkers];
        if (!open_worker(j, w))
            break;
        if (j->nworkers && pthread_create(&w->host, NULL, worker_main, w) != 0) {
            eu_fast_close(&w->view);
            break;
        }
        j->nworkers++;
    }
    return j->nworkers ? 0 : -EU_ERR_NOMEM;
}

static void close_workers(struct jobs *j)
{
    pthread_mutex_lock(&j->lock);
    j->over = true;
    pthread_cond_broadcast(&j->go);
    pthread_mutex_unlock(&j->lock);
    for (unsigned i = 0; i < j->nworkers; i++) {
        if (i)
            pthread_join(j->workers[i].host, NULL);
        j->eu->insts += j->workers[i].view.insts;
        j->eu->boundaries += j->workers[i].view.boundaries;
        j->eu->lost += j->workers[i].view.lost;
        if (!j->eu->lost_at.need)
            j->eu->lost_at = j->workers[i].view.lost_at;
        eu_fast_close(&j->workers[i].view);
    }
    free(j->workers);
}

/* Shares memory between host threads. Code is fixed; the last instruction may reach behind its
 * range. */
static int open_memory(struct jobs *j)
{
    struct eu *eu = j->eu;
    for (unsigned i = 0; i < eu->ncode; i++) {
        uint32_t room = UINT32_MAX - eu->code[i].addr, len = eu->code[i].size + 15;
        j->fixed[i] =
            (struct eu_range){eu->bases.instruction + eu->code[i].addr, len < room ? len : room};
    }
    int err = eu_memory_begin(eu->mem, j->fixed, eu->ncode);
    err = err ? err : eu_memory_begin(eu->slm, NULL, 0);
    return err ? err : eu_memory_begin(eu->urb, NULL, 0);
}

static void close_memory(struct eu *eu)
{
    eu_memory_end(eu->mem);
    eu_memory_end(eu->slm);
    eu_memory_end(eu->urb);
}

/* Returns false if the run must be undone, or nothing was done. */
static bool in_parallel(struct eu *eu, unsigned jobs, uint64_t budget)
{
    struct jobs *j = calloc(1, sizeof *j);
    bool ok = false;
    if (!j)
        return false;
    j->eu = eu;
    j->budget = budget;
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->go, NULL);
    pthread_cond_init(&j->done, NULL);
    if (open_memory(j) == 0 && open_workers(j, jobs) == 0)
        ok = run_waves(j);
    close_workers(j);
    close_memory(eu);
    pthread_cond_destroy(&j->go);
    pthread_cond_destroy(&j->done);
    pthread_mutex_destroy(&j->lock);
    free(j);
    return ok;
}

/* --- when --- */

static bool is_observed(const struct eu *eu)
{
    const struct eu_hooks *h = &eu->hooks;
    return h->host || h->on_exception || h->on_insn || h->on_log || eu->nwatches || eu->nhost_at ||
           eu->lint || eu->lint_stop;
}

static bool has_dependencies(const struct eu *eu)
{
    for (uint32_t i = 0; i < eu->nthreads; i++)
        for (unsigned d = 0; d < EU_DEPENDENCIES; d++)
            if (eu->threads[i].depends[d])
                return true;
    return false;
}

static const char *why_not_parallel(const struct eu *eu)
{
    if (is_observed(eu))
        return "each instruction or message is observed in its turn";
    if (eu->nchildren)
        return "its threads spawn others";
    return has_dependencies(eu) ? "its threads depend on one another" : NULL;
}

enum eu_stop eu_run_jobs(struct eu *eu, unsigned jobs, uint64_t budget, struct eu_event *ev,
                         const char **why)
{
    *why = why_not_parallel(eu);
    if (*why || jobs < 2 || unit_end(eu, 0) >= eu->nthreads)
        return eu_run(eu, budget, ev);
    struct eu_snapshot *before = eu_snapshot_take(eu);
    if (!before)
        return eu_run(eu, budget, ev);
    uint64_t insts = eu->insts, lost = eu->lost;
    if (!in_parallel(eu, jobs < eu->nthreads ? jobs : eu->nthreads, budget) &&
        !atomic_load(&eu->stop_request)) {
        eu_snapshot_restore(eu, before);
        eu->lost = lost;
    }
    eu_snapshot_free(before);
    insts = eu->insts - insts;
    return eu_run(eu, insts < budget ? budget - insts : 0, ev);
}
