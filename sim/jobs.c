/* Runs a machine on several host threads. They take the units of a wave (groups that have slots)
 * one after the other. Each has a view of the machine: memory and threads are shared, scheduler and
 * decoded code are its own, and only the unit's threads have slots in the view. With a source, a
 * unit continues with other groups in the same slots, and there is one wave. */
#include "sim/jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/fast/fast.h"
#include "sim/snapshot.h"
#include "sim/stream.h"

/* Instructions between two checks of the other workers; and, if there are none, between two calls
 * of stops(). */
enum { SLICE = 1 << 16, SLICE_ALONE = 1 << 22 };

struct worker {
    struct eu_pool *pool;
    struct eu view;
    struct eu_unit unit;
    /* Decoded code, which stays; the first worker has the machine's. */
    struct fast_cache *cache;
    const struct fast_engine *engine; /* of the cache */
    bool takes_part;                  /* in this run */
    pthread_t host;
};
/* A unit between two slices, in which different workers may run it. */
struct part {
    struct eu_unit unit;
    uint32_t next_slot, quantum_used;
    struct eu_stream stream;
};
/* Host threads, which stay until the machine ends, and what they do in a run. */
struct eu_pool {
    struct worker *workers[EU_JOBS_MAX]; /* the first is the calling thread */
    unsigned nworkers;
    pthread_mutex_t lock; /* for the members up to `over` */
    pthread_cond_t go, done;
    unsigned wave, busy;
    struct part *ready[EU_SLOTS_MAX]; /* parts that no worker has, a ring */
    uint32_t first, nready;
    bool over;
    struct eu *eu;
    uint64_t budget;
    struct eu_range fixed[EU_CODE_RANGES];
    struct part parts[EU_SLOTS_MAX]; /* those of the wave */
    uint32_t nparts;
    uint16_t slots[EU_SLOTS_MAX]; /* with a source: of the parts' units */
    _Atomic uint64_t insts;       /* of all waves */
    atomic_bool failed;           /* the run must be undone */
};

unsigned eu_jobs_host(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > EU_JOBS_MAX ? EU_JOBS_MAX : (unsigned)n;
}

/* --- a unit --- */

/* Gives the unit's threads their slots in the view. */
static void seat_part(struct worker *w, const struct part *p)
{
    struct eu *view = &w->view;
    w->unit = p->unit;
    memset(view->slots, 0, sizeof view->slots);
    view->slots_end = 0;
    for (uint32_t i = p->unit.first; i < p->unit.end; i++) {
        uint32_t slot = view->threads[i].slot;
        if (!eu_thread_lives(&view->threads[i]))
            continue;
        view->slots[slot] = i + 1;
        view->slots_end = view->slots_end > slot ? view->slots_end : slot + 1;
    }
    view->next_slot = p->next_slot;
    view->quantum_used = p->quantum_used;
    view->stream = p->stream;
}

static bool in_bounds(const struct eu_pool *pool)
{
    const struct eu *eu = pool->eu;
    return !atomic_load(&pool->failed) && atomic_load(&pool->insts) <= pool->budget &&
           !eu_memory_failed(eu->mem) && !eu_memory_failed(eu->slm) && !eu_memory_failed(eu->urb);
}

static bool goes_on(const struct eu_pool *pool)
{
    return in_bounds(pool) && !atomic_load(&pool->eu->stop_request);
}

/* Runs a slice of @p; returns whether there is more to run. */
static bool run_part(struct worker *w, struct part *p)
{
    struct eu_pool *pool = w->pool;
    struct eu_event ev;
    seat_part(w, p);
    uint64_t before = w->view.insts;
    enum eu_stop stop = eu_run(&w->view, SLICE, &ev);
    atomic_fetch_add(&pool->insts, w->view.insts - before);
    if ((stop != EU_STOP_DONE && stop != EU_STOP_BUDGET) || w->unit.left)
        atomic_store(&pool->failed, true);
    p->next_slot = w->view.next_slot;
    p->quantum_used = w->view.quantum_used;
    p->stream = w->view.stream;
    return stop == EU_STOP_BUDGET;
}

/* Gives back @p (or NULL), which has more to run, and takes the part that has waited longest. NULL:
 * other workers run all that is left. */
static struct part *exchange_part(struct eu_pool *pool, struct part *p)
{
    pthread_mutex_lock(&pool->lock);
    if (p)
        pool->ready[(pool->first + pool->nready++) % EU_SLOTS_MAX] = p;
    p = pool->nready ? pool->ready[pool->first] : NULL;
    if (p) {
        pool->first = (pool->first + 1) % EU_SLOTS_MAX;
        pool->nready--;
    }
    pthread_mutex_unlock(&pool->lock);
    return p;
}

static void ask_host(struct eu *eu)
{
    if (eu->hooks.stops && eu->hooks.stops(eu->hooks.stops_ctx))
        eu_request_stop(eu);
}

static void run_parts(struct worker *w)
{
    struct part *p = exchange_part(w->pool, NULL);
    while (p && goes_on(w->pool)) {
        p = exchange_part(w->pool, run_part(w, p) ? p : NULL);
        if (w == w->pool->workers[0])
            ask_host(w->pool->eu);
    }
    if (p) /* not before all workers know that the run is over */
        atomic_store(&w->pool->failed, true);
}

/* --- waves --- */

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct eu_pool *pool = w->pool;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->wave == seen && !pool->over)
            pthread_cond_wait(&pool->go, &pool->lock);
        if (pool->over)
            break;
        seen = pool->wave;
        pthread_mutex_unlock(&pool->lock);
        if (w->takes_part)
            run_parts(w);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void run_wave(struct eu_pool *pool)
{
    ask_host(pool->eu); /* the others may have run everything before it has run a part */
    pool->first = 0;
    pool->nready = pool->nparts;
    for (uint32_t i = 0; i < pool->nparts; i++)
        pool->ready[i] = &pool->parts[i];
    pthread_mutex_lock(&pool->lock);
    pool->wave++;
    pool->busy = pool->nworkers - 1;
    pthread_cond_broadcast(&pool->go);
    pthread_mutex_unlock(&pool->lock);
    run_parts(pool->workers[0]);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* --- what a wave runs --- */

/* The end of the unit that begins with thread @first: the threads of a group follow one another,
 * and get their slots together. */
static uint32_t unit_end(const struct eu *eu, uint32_t first)
{
    uint32_t end = first + 1;
    if (eu->source)
        return first + eu->source->most;
    while (eu->together > 1 && end < eu->nthreads &&
           eu->threads[end].group == eu->threads[first].group)
        end++;
    return end;
}

/* Collects the units of the living threads from @from on; returns where it stopped. */
static uint32_t collect_parts(struct eu_pool *pool, uint32_t from)
{
    const struct eu *eu = pool->eu;
    pool->nparts = 0;
    while (from < eu->nthreads && eu->threads[from].status != EU_THREAD_QUEUED) {
        struct part p = {.unit = {.first = from, .end = unit_end(eu, from)}};
        bool lives = false;
        for (; from < p.unit.end; from++)
            lives |= eu_thread_lives(&eu->threads[from]);
        if (lives)
            pool->parts[pool->nparts++] = p;
    }
    return from;
}

/* Takes slots for the other threads of groups that have the memory of this one, whose living
 * threads keep theirs. There are enough. */
static void take_slots(const struct eu *eu, const struct eu_unit *unit, uint16_t *slots,
                       bool taken[EU_SLOTS_MAX])
{
    uint32_t slot = 0;
    for (uint32_t i = unit->first; i < unit->end; i++, slots++) {
        *slots = eu->threads[i].slot;
        if (eu_thread_lives(&eu->threads[i]))
            continue;
        while (taken[slot])
            slot++;
        taken[slot] = true;
        *slots = (uint16_t)slot;
    }
}

/* Distributes the groups that are still to be made among the parts, in turn: neither the number of
 * host threads nor their speed decides where a group runs. Returns false if no part can take a
 * group. */
static bool give_groups(struct eu_pool *pool)
{
    const struct eu *eu = pool->eu;
    const struct eu_stream *s = &eu->stream;
    struct part *takers[EU_SLOTS_MAX];
    bool taken[EU_SLOTS_MAX] = {false};
    uint32_t n = 0, free = s->free, most = eu->source->most;
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (eu_thread_lives(&eu->threads[i]))
            taken[eu->threads[i].slot] = true;
    for (uint32_t i = 0; i < pool->nparts; i++) {
        struct part *p = &pool->parts[i];
        uint32_t more = most - eu->threads[p->unit.first].living;
        if (more > free)
            continue;
        free -= more;
        p->stream.free = more;
        p->unit.slots = pool->slots + n * most;
        take_slots(eu, &p->unit, pool->slots + n * most, taken);
        takers[n++] = p;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct eu_stream *of = &takers[i]->stream;
        of->next = s->next + i;
        of->end = s->end;
        of->step = n;
    }
    return n > 0 || s->next == s->end;
}

/* Return false if the run must be undone. */
static bool run_source(struct eu_pool *pool)
{
    struct eu_stream *s = &pool->eu->stream;
    if (!give_groups(pool) || !goes_on(pool))
        return false;
    run_wave(pool);
    s->next = s->end;
    return in_bounds(pool);
}

static bool run_waves(struct eu_pool *pool)
{
    struct eu *eu = pool->eu;
    uint32_t at = collect_parts(pool, 0);
    if (eu->source)
        return run_source(pool);
    while (pool->nparts && goes_on(pool)) {
        run_wave(pool);
        eu_admit(eu);
        at = collect_parts(pool, at);
    }
    return in_bounds(pool);
}

/* --- set up, take down --- */

static struct eu_pool *pool_of(struct eu *eu)
{
    struct eu_pool *pool = eu->pool ? eu->pool : calloc(1, sizeof *pool);
    if (pool && !eu->pool) {
        pthread_mutex_init(&pool->lock, NULL);
        pthread_cond_init(&pool->go, NULL);
        pthread_cond_init(&pool->done, NULL);
    }
    eu->pool = pool;
    return pool;
}

static void drop_cache(struct worker *w)
{
    if (w->cache)
        w->engine->cache_free(w->cache);
    w->cache = NULL;
}

/* Adds a worker; false: no memory, or no host thread. */
static bool add_worker(struct eu_pool *pool)
{
    struct worker *w = calloc(1, sizeof *w);
    if (!w)
        return false;
    w->pool = pool;
    pool->workers[pool->nworkers] = w;
    if (pool->nworkers && pthread_create(&w->host, NULL, worker_main, w) != 0) {
        free(w);
        return false;
    }
    pool->nworkers++;
    return true;
}

/* Makes the worker's view of the machine as it is now. */
static bool open_view(struct worker *w, bool first)
{
    struct eu *eu = w->pool->eu;
    if (w->engine != eu->fast_engine)
        drop_cache(w);
    w->engine = eu->fast_engine;
    if (!first && !w->cache && !(w->cache = w->engine->cache_new()))
        return false;
    memcpy(&w->view, eu, sizeof w->view);
    w->view.fast = first ? eu->fast : w->cache;
    w->view.unit = &w->unit;
    w->view.queued = w->view.nthreads; /* the caller prepares the next wave */
    w->view.insts = w->view.boundaries = w->view.lost = 0;
    atomic_init(&w->view.stop_request, false);
    return true;
}

/* Opens as many workers as memory and host threads allow. False: not even one. */
static bool open_workers(struct eu_pool *pool, unsigned n)
{
    while (pool->nworkers < n && add_worker(pool))
        ;
    for (unsigned i = 0; i < pool->nworkers; i++)
        pool->workers[i]->takes_part = i < n && open_view(pool->workers[i], i == 0);
    return pool->nworkers && pool->workers[0]->takes_part;
}

static void close_workers(struct eu_pool *pool)
{
    struct eu *eu = pool->eu;
    for (unsigned i = 0; i < pool->nworkers; i++) {
        const struct eu *view = &pool->workers[i]->view;
        if (!pool->workers[i]->takes_part)
            continue;
        eu->insts += view->insts;
        eu->boundaries += view->boundaries;
        eu->lost += view->lost;
        if (!eu->lost_at.need)
            eu->lost_at = view->lost_at;
    }
}

void eu_jobs_close(struct eu *eu)
{
    struct eu_pool *pool = eu->pool;
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->go);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->nworkers; i++) {
        if (i)
            pthread_join(pool->workers[i]->host, NULL);
        drop_cache(pool->workers[i]);
        free(pool->workers[i]);
    }
    pthread_cond_destroy(&pool->go);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    eu->pool = NULL;
}

/* Shares memory between host threads. Code is fixed; the last instruction may reach after its
 * range. */
static int open_memory(struct eu_pool *pool)
{
    struct eu *eu = pool->eu;
    for (unsigned i = 0; i < eu->ncode; i++) {
        uint32_t room = UINT32_MAX - eu->code[i].addr, len = eu->code[i].size + 15;
        pool->fixed[i] =
            (struct eu_range){eu->bases.instruction + eu->code[i].addr, len < room ? len : room};
    }
    int err = eu_memory_begin(eu->mem, pool->fixed, eu->ncode);
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
    struct eu_pool *pool = pool_of(eu);
    bool ok = false;
    if (!pool)
        return false;
    pool->eu = eu;
    pool->budget = budget;
    atomic_store(&pool->insts, 0);
    atomic_store(&pool->failed, false);
    if (open_memory(pool) == 0 && open_workers(pool, jobs)) {
        ok = run_waves(pool);
        close_workers(pool);
    }
    close_memory(eu);
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

/* Like eu_run(), but also asks the host whether to stop. */
static enum eu_stop run_alone(struct eu *eu, uint64_t budget, struct eu_event *ev)
{
    for (;;) {
        uint64_t slice = budget < SLICE_ALONE ? budget : SLICE_ALONE;
        enum eu_stop stop = eu_run(eu, slice, ev);
        budget -= slice;
        if (stop != EU_STOP_BUDGET || !budget)
            return stop;
        ask_host(eu);
    }
}

enum eu_stop eu_run_jobs(struct eu *eu, unsigned jobs, uint64_t budget, struct eu_event *ev,
                         const char **why)
{
    *why = why_not_parallel(eu);
    eu->jobs_insts = 0;
    if (*why || jobs < 2 || unit_end(eu, 0) >= eu->nthreads)
        return run_alone(eu, budget, ev);
    struct eu_snapshot *before = eu_snapshot_take(eu);
    if (!before)
        return run_alone(eu, budget, ev);
    uint64_t insts = eu->insts, lost = eu->lost;
    if (!in_parallel(eu, jobs < eu->nthreads ? jobs : eu->nthreads, budget) &&
        (eu->source || !atomic_load(&eu->stop_request))) {
        eu_snapshot_restore(eu, before);
        eu->lost = lost;
    }
    eu_snapshot_outlive(eu, before);
    eu->jobs_insts = eu->insts - insts;
    return run_alone(eu, eu->jobs_insts < budget ? budget - eu->jobs_insts : 0, ev);
}
