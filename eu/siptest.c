/* siptest's walk: divides the undisturbed run among host threads, chooses boundaries, and joins the
 * reports. What is done at one boundary is in eu/siptest_boundary.c. */
#include "eu/siptest.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "eu/random.h"
#include "eu/siptest_impl.h"

/* The undisturbed run is cut into pieces. Host threads take them one after the other, each on its
 * own machine. Every piece has its own counts; what a sequential test would not have reached is not
 * reported. */
enum { PIECES = 256, ALIGN = 16 };

struct walk {
    const struct eu *eu; /* the caller's machine: a stop is requested on it */
    const struct siptest_opts *opts;
    struct siptest of;       /* what all workers share */
    uint64_t total, own;     /* instructions of the run; of these, the routine's */
    uint64_t from, to, span; /* the requested boundaries; boundaries in a piece */
    atomic_uint next;        /* the next piece */
    /* The first boundary that is known to fail: later ones are of no interest. */
    _Atomic uint64_t end;
    struct siptest_counts pieces[PIECES];
    pthread_mutex_t lock;
    uint64_t done; /* instructions of all finished pieces; protected by the lock */
};
struct worker {
    struct siptest s;
    struct siptest_report r;
    struct walk *walk;
    uint64_t random, at; /* the next chosen boundary */
    uint64_t failed;     /* the failed boundary, unless @verdict is PASS */
    enum siptest_verdict verdict;
    pthread_t host;
};

bool siptest_can(enum exc_kind kind)
{
    return kind == EXC_BREAKPOINT || kind == EXC_SOFTWARE || kind == EXC_EXTERNAL_HALT ||
           kind == EXC_ILLEGAL_OPCODE || kind == EXC_STACK_OVERFLOW || kind == EXC_CONTEXT_SAVE;
}

void siptest_get_counts(const struct siptest_report *r, struct siptest_counts *counts)
{
#define X(name) counts->name = r->name;
    SIPTEST_COUNTS(X)
#undef X
}

void siptest_set_counts(struct siptest_report *r, const struct siptest_counts *counts)
{
#define X(name) r->name = counts->name;
    SIPTEST_COUNTS(X)
#undef X
}

static void add_counts(struct siptest_counts *sum, const struct siptest_counts *more)
{
#define X(name) sum->name += more->name;
    SIPTEST_COUNTS(X)
#undef X
}

/* --- choosing boundaries --- */

/* Number of instructions to the next boundary. */
static uint64_t next_stride(struct worker *w)
{
    const struct siptest_opts *o = w->walk->opts;
    if (!o->random)
        return w->walk->of.every;
    return 1 + random_xorshift(&w->random) % (2 * SIPTEST_SPARSE - 1);
}

static void choose_first(struct worker *w)
{
    const struct walk *walk = w->walk;
    w->random = walk->opts->seed * 0x9e3779b97f4a7c15u | 1;
    w->at = walk->opts->random && walk->total ? (next_stride(w) - 1) % walk->total : 0;
}

/* --- a piece --- */

enum siptest_verdict siptest_run_to(struct siptest *s, uint64_t insts,
                                    enum siptest_verdict (*check)(struct siptest *s))
{
    enum siptest_verdict v = SIPTEST_PASS;
    if (s->eu->insts < insts)
        siptest_mind(s, false); /* run at full speed in between */
    while (v == SIPTEST_PASS && s->eu->insts < insts) {
        uint64_t left = insts - s->eu->insts;
        enum eu_stop stop =
            siptest_advance(s, left < SIPTEST_SLICE ? left : SIPTEST_SLICE, &s->r->ev);
        if (stop == EU_STOP_REQUEST)
            return SIPTEST_INTERRUPTED;
        if (stop == EU_STOP_DONE)
            break;
        if (stop != EU_STOP_BUDGET)
            return SIPTEST_KERNEL;
        v = check ? check(s) : SIPTEST_PASS;
    }
    return v;
}

static void tell_progress(struct walk *walk, uint64_t more)
{
    pthread_mutex_lock(&walk->lock);
    walk->done += more;
    if (walk->opts->progress)
        walk->opts->progress(walk->opts->ctx, walk->done, walk->to - walk->from);
    pthread_mutex_unlock(&walk->lock);
}

/* Tests the boundary at w->at; the run is at @from. */
static enum siptest_verdict test_next(struct worker *w, uint64_t from)
{
    tell_progress(w->walk, w->at - from);
    if (w->s.eu != w->walk->eu && atomic_load(&w->walk->eu->stop_request))
        return SIPTEST_INTERRUPTED;
    enum siptest_verdict v = siptest_run_to(&w->s, w->at, NULL);
    return v == SIPTEST_PASS ? siptest_boundary(&w->s) : v;
}

/* An interrupted test ends on all host threads; a failed one ends after the failure. */
static void note_failure(struct worker *w, enum siptest_verdict v)
{
    uint64_t at = v == SIPTEST_INTERRUPTED ? 0 : w->at, end = atomic_load(&w->walk->end);
    w->verdict = v;
    w->failed = at;
    while (at < end && !atomic_compare_exchange_weak(&w->walk->end, &end, at))
        ;
}

static void test_piece(struct worker *w, unsigned piece)
{
    struct walk *walk = w->walk;
    struct siptest_report *r = &w->r;
    uint64_t from = walk->from + piece * walk->span, end = from + walk->span;
    end = end < walk->to ? end : walk->to;
    siptest_set_counts(r, &(struct siptest_counts){0});
    while (w->at < from)
        w->at += next_stride(w);
    while (w->verdict == SIPTEST_PASS && w->at < end && w->at < atomic_load(&walk->end)) {
        enum siptest_verdict v = test_next(w, from);
        from = w->at;
        if (v != SIPTEST_PASS)
            note_failure(w, v);
        else
            w->at += next_stride(w);
    }
    siptest_get_counts(r, &walk->pieces[piece]);
    if (w->verdict == SIPTEST_PASS && from < end)
        tell_progress(walk, end - from);
}

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    unsigned piece;
    choose_first(w);
    while (w->verdict == SIPTEST_PASS && (piece = atomic_fetch_add(&w->walk->next, 1)) < PIECES &&
           w->walk->from + piece * w->walk->span < atomic_load(&w->walk->end))
        test_piece(w, piece);
    return NULL;
}

/* --- the walk --- */

static void open_worker(struct walk *walk, struct worker *w, struct eu *eu)
{
    w->walk = walk;
    w->s = walk->of;
    w->s.eu = eu;
    w->s.r = &w->r;
    w->r.total = walk->total;
    w->r.own = walk->own;
    siptest_cover_begin(&w->s);
    siptest_listen(&w->s);
}

/* Starts host threads besides the caller's, as many as there is memory for; returns how many. */
static unsigned open_workers(struct walk *walk, struct worker *workers, unsigned n, struct eu *eu)
{
    unsigned i = 1;
    for (; i < n; i++) {
        struct eu *twin = eu_twin(eu);
        if (!twin)
            break;
        open_worker(walk, &workers[i], twin);
        if (pthread_create(&workers[i].host, NULL, worker_main, &workers[i]) != 0) {
            eu_free(twin);
            break;
        }
    }
    open_worker(walk, &workers[0], eu);
    return i;
}

/* The worker with the first failure, or the caller's. */
static const struct worker *first_failed(const struct worker *workers, unsigned n)
{
    const struct worker *first = &workers[0];
    for (unsigned i = 1; i < n; i++)
        if (workers[i].verdict != SIPTEST_PASS &&
            (first->verdict == SIPTEST_PASS || workers[i].failed < first->failed))
            first = &workers[i];
    return first;
}

static enum siptest_verdict settle_verdict(struct walk *walk, const struct worker *workers,
                                           unsigned n, struct siptest_report *r)
{
    const struct worker *first = first_failed(workers, n);
    bool failed = first->verdict != SIPTEST_PASS && first->verdict != SIPTEST_INTERRUPTED;
    uint64_t end = failed ? first->failed + 1 : walk->to;
    struct siptest_finding own[SIPTEST_FINDINGS]; /* findings of the kernel with nothing injected */
    size_t nown = r->nfindings;
    memcpy(own, r->findings, sizeof own);
    *r = first->r;
    memcpy(r->findings, own, sizeof own);
    r->nfindings = nown;
    for (unsigned i = 0; i < n; i++)
        siptest_merge_findings(r, &workers[i].r, failed ? first->failed : UINT64_MAX);
    struct siptest_counts sum = {0};
    for (unsigned i = 0; i < PIECES && walk->from + i * walk->span < end; i++)
        add_counts(&sum, &walk->pieces[i]);
    for (unsigned i = 0; i < n; i++)
        r->longest = workers[i].r.longest > r->longest ? workers[i].r.longest : r->longest;
    siptest_set_counts(r, &sum);
    return first->verdict;
}

/* Joins the coverage of all workers, which counts only if none has failed. False: no memory. */
static bool settle_cover(const struct walk *walk, struct worker *workers, unsigned n,
                         enum siptest_verdict v)
{
    struct siptest_cover *cover = walk->opts->cover;
    if (cover)
        cover->seen = calloc(cover->code.n + 1, 1);
    bool ok = !cover || cover->seen;
    for (unsigned i = 0; i < n; i++) {
        ok = ok && (!cover || workers[i].s.seen);
        if (ok && cover)
            siptest_cover_add(cover->seen, &workers[i].s);
        siptest_cover_end(&workers[i].s);
    }
    if (ok && cover && v == SIPTEST_PASS)
        ok = siptest_cover_settle(cover);
    return ok;
}

static enum siptest_verdict walk_all(struct walk *walk, struct siptest *s)
{
    unsigned n = s->opts->jobs ? s->opts->jobs : 1;
    struct worker *workers = calloc(n, sizeof *workers);
    if (!workers)
        return SIPTEST_NOMEM;
    n = open_workers(walk, workers, n, s->eu);
    (void)worker_main(&workers[0]);
    for (unsigned i = 1; i < n; i++) {
        pthread_join(workers[i].host, NULL);
        eu_free(workers[i].s.eu);
    }
    enum siptest_verdict v = settle_verdict(walk, workers, n, s->r);
    if (!settle_cover(walk, workers, n, v))
        v = SIPTEST_NOMEM;
    if (v == SIPTEST_INTERRUPTED)
        atomic_store(&s->eu->stop_request, false);
    free(workers);
    return v;
}

/* --- addresses at which the host is called --- */

static int compare_addresses(const void *pa, const void *pb)
{
    uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
    return (a > b) - (a < b);
}

/* @insn reads cr0.1 to examine it: it does not write cr0 itself. */
static bool looks_at_status(const struct eu_insn *insn)
{
    const struct eu_operand *src = insn->src;
    if (insn->dst.file == EU_FILE_ARF && insn->dst.reg >> 4 == EU_ARF_CR)
        return false;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        unsigned bytes = eu_types[src[i].type].bytes;
        if (src[i].vs || src[i].hs)
            bytes *= isa_exec_size(insn);
        if (src[i].file == EU_FILE_ARF && src[i].reg >> 4 == EU_ARF_CR && src[i].sub < 8 &&
            src[i].sub + bytes > 4)
            return true;
    }
    return false;
}

struct places {
    uint32_t *at, *looks; /* sorted */
    size_t nat, nlooks;
};

/* Adds addresses where instructions of the application may begin: each multiple of 8 in its code.
 */
static void add_application(const struct eu *eu, struct places *p)
{
    for (unsigned i = 0; i < eu->ncode; i++) {
        const struct eu_code_range *c = &eu->code[i];
        if (eu->sip >= c->addr && eu->sip - c->addr < c->size)
            continue;
        for (uint64_t addr = (c->addr + UINT64_C(7)) & ~UINT64_C(7);
             addr < (uint64_t)c->addr + c->size; addr += 8)
            p->at[p->nat++] = (uint32_t)addr;
    }
}

static void add_routine(const struct siptest *s, struct places *p)
{
    const struct eu *eu = s->eu;
    struct eu_code_range c = {0};
    (void)eu_code_at(eu, eu->sip, &c);
    for (uint32_t done = 0; done + 8 <= c.size;) {
        uint8_t bytes[16];
        struct eu_insn insn;
        eu_memory_read(eu->mem, c.addr + done, bytes, sizeof bytes);
        int size = isa_decode(eu->gen, bytes, sizeof bytes, &insn);
        if (looks_at_status(&insn))
            p->looks[p->nlooks++] = p->at[p->nat++] = c.addr + done;
        done += (uint32_t)size;
    }
    for (unsigned k = 0; s->opts->services && k < EXC_COUNT; k++)
        if (s->opts->services[k])
            p->at[p->nat++] = s->opts->services[k];
}

/* False: no memory. */
static bool find_places(const struct siptest *s, struct places *p)
{
    size_t room = EXC_COUNT + 1;
    for (unsigned i = 0; i < s->eu->ncode; i++)
        room += s->eu->code[i].size / 8 + 1;
    *p = (struct places){.at = malloc(room * sizeof *p->at),
                         .looks = malloc(room * sizeof *p->looks)};
    if (!p->at || !p->looks)
        return false;
    add_application(s->eu, p);
    add_routine(s, p);
    qsort(p->at, p->nat, sizeof *p->at, compare_addresses);
    return true;
}

/* --- the run --- */

/* How many boundaries of a run of @total there are for each that is tested; with random ones, on
 * average. */
static uint64_t boundaries_each(const struct siptest_opts *o, uint64_t total)
{
    if (o->random)
        return SIPTEST_SPARSE;
    if (o->most)
        return total ? (total - 1) / o->most + 1 : 1;
    return o->every ? o->every : 1;
}

static enum siptest_verdict walk_places(struct siptest *s, struct walk *walk,
                                        const struct places *p)
{
    const struct siptest_opts *o = s->opts;
    walk->eu = s->eu;
    walk->opts = o;
    walk->of = (struct siptest){.opts = o,
                                .at = p->at,
                                .nat = p->nat,
                                .looks = p->looks,
                                .nlooks = p->nlooks,
                                .code = o->cover ? &o->cover->code : NULL,
                                .every = boundaries_each(o, s->r->total),
                                .boundary = s->eu->hooks.boundary};
    walk->total = s->r->total;
    walk->own = s->r->own;
    shard_range(o->shard, walk->total, &walk->from, &walk->to);
    walk->span = (walk->to - walk->from) / PIECES + 1;
    atomic_init(&walk->end, walk->to);
    pthread_mutex_init(&walk->lock, NULL);
    enum siptest_verdict v = walk_all(walk, s);
    pthread_mutex_destroy(&walk->lock);
    eu_host_at(s->eu, NULL, 0);
    return v;
}

static enum siptest_verdict walk_run(struct siptest *s)
{
    struct walk *walk = calloc(1, sizeof *walk);
    struct places places = {0};
    enum siptest_verdict v = SIPTEST_NOMEM;
    if (walk && find_places(s, &places) &&
        (!s->opts->cover || siptest_cover_code(s->eu, &s->opts->cover->code)))
        v = walk_places(s, walk, &places);
    free(walk);
    free(places.at);
    free(places.looks);
    if (v == SIPTEST_PASS && siptest_breaks_rules(s->r))
        return SIPTEST_LINT;
    if (v != SIPTEST_PASS || s->r->injections || s->opts->shard.n)
        return v; /* another part may have tested something */
    s->r->kind = EXC_COUNT;
    return siptest_fault(s, SIPTEST_NOTHING);
}

/* --- before and after --- */

/* Reports faults that the routine has before it runs. */
static enum siptest_verdict check_routine(struct siptest *s)
{
    const struct eu *eu = s->eu;
    s->r->kind = EXC_COUNT;
    if (!eu->has_sip)
        return siptest_fault(s, "there is no System Routine");
    if (eu->sip % ALIGN)
        return siptest_fault(s,
                             "the System Routine at 0x%08x is not on a multiple of 16 bytes: "
                             "STATE_SIP holds bits 31:4 of its address (4.2.3)",
                             eu->sip);
    if (!eu_is_code(eu, eu->sip))
        return siptest_fault(s, "there is no code at the System Routine's address 0x%08x", eu->sip);
    return SIPTEST_PASS;
}

enum siptest_verdict siptest_run(struct eu *eu, const struct siptest_opts *opts,
                                 struct siptest_report *report)
{
    struct siptest s = {.eu = eu, .opts = opts, .r = report};
    struct eu_hooks saved = eu->hooks;
    const uint32_t *host_at = eu->host_at;
    size_t nhost_at = eu->nhost_at;
    *report = (struct siptest_report){.beside = -1};
    enum siptest_verdict v = check_routine(&s);
    struct eu_snapshot *start = v == SIPTEST_PASS ? eu_snapshot_take(eu) : NULL;
    if (v == SIPTEST_PASS && !start)
        v = SIPTEST_NOMEM;
    if (v == SIPTEST_PASS) {
        eu_host_at(eu, NULL, 0);
        v = siptest_undisturbed(&s);
    }
    if (v == SIPTEST_PASS) {
        eu_snapshot_restore(eu, start);
        v = walk_run(&s);
    }
    eu->hooks = saved;
    eu_host_at(eu, host_at, nhost_at);
    if (start && v != SIPTEST_KERNEL)
        eu_snapshot_restore(eu, start);
    eu_snapshot_free(start);
    report->verdict = v;
    return v;
}
