/* Runs two engines side by side and finds the first instruction after which they differ. */
#include "eu/lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "isa/program.h"
#include "sim/snapshot.h"

/* What is run can be repeated: from the last mark on, the strides have lengths that follow from
 * their numbers. When a difference shows up, that part is run again, with ever smaller limits,
 * until the first differing instruction is found. */

enum { LOOK_EVERY = 4096 }; /* instructions between two marks, where memory is compared */

enum { REFERENCE, FAST, SIDES };
struct side {
    struct eu *eu;
    struct eu_snapshot *mark;
    struct eu_event ev;
};
struct lockstep {
    struct side side[SIDES];
    uint64_t done; /* instructions since the mark */
    uint64_t seed; /* the seed of the stride lengths from the mark on */
    bool failed, differs;
};

struct eu *lockstep_twin(struct lockstep *l)
{
    return l->side[FAST].eu;
}

bool lockstep_failed(const struct lockstep *l)
{
    return l->failed;
}

static void drop_marks(struct lockstep *l)
{
    for (unsigned i = 0; i < SIDES; i++) {
        eu_snapshot_free(l->side[i].mark);
        l->side[i].mark = NULL;
    }
}

bool lockstep_mark(struct lockstep *l)
{
    drop_marks(l);
    l->done = 0;
    l->seed++;
    for (unsigned i = 0; i < SIDES; i++) {
        l->side[i].mark = eu_snapshot_take(l->side[i].eu);
        l->failed |= !l->side[i].mark;
    }
    return !l->failed;
}

struct lockstep *lockstep_new(struct eu *eu, enum eu_engine engine)
{
    struct lockstep *l = calloc(1, sizeof *l);
    struct eu *twin = eu_twin(eu);
    if (!l || !twin) {
        free(l);
        eu_free(twin);
        return NULL;
    }
    eu->engine = EU_ENGINE_REFERENCE;
    twin->engine = engine;
    twin->jit = eu->jit;
    twin->jit_hot = eu->jit_hot;
    twin->plain = eu->plain;
    l->side[REFERENCE].eu = eu;
    l->side[FAST].eu = twin;
    if (lockstep_mark(l))
        return l;
    lockstep_free(l);
    return NULL;
}

void lockstep_free(struct lockstep *l)
{
    if (!l)
        return;
    drop_marks(l);
    eu_free(l->side[FAST].eu);
    free(l);
}

/* --- comparison --- */

#define SAME(field) (memcmp(&a->field, &b->field, sizeof a->field) == 0)
static bool same_thread(const struct eu_thread *a, const struct eu_thread *b)
{
    bool waits = a->status == EU_THREAD_WAITING;
    return SAME(grf) && SAME(a0) && SAME(acc) && SAME(f) && SAME(sr) && SAME(cr) && SAME(n) &&
           SAME(tdr) && SAME(ip) && SAME(pcip) && SAME(status) && SAME(insts) && SAME(tm_event) &&
           SAME(sip_channels) && SAME(dispatched) && SAME(attention) && SAME(exception) &&
           SAME(mme) && SAME(sr1) && SAME(sp) && SAME(dbg) && SAME(msg) && SAME(fc0) && SAME(fc1) &&
           SAME(fc2) && SAME(fc3) && SAME(fc4) && SAME(arrivals) && SAME(barrier) && SAME(slot) &&
           SAME(gateway) && SAME(calls.depth) && (!waits || SAME(wait_n));
}

static bool same_threads(const struct lockstep *l)
{
    const struct eu *a = l->side[REFERENCE].eu, *b = l->side[FAST].eu;
    for (uint32_t i = 0; i < a->nthreads; i++)
        if (!same_thread(&a->threads[i], &b->threads[i]))
            return false;
    return SAME(insts) && SAME(boundaries) && SAME(next_slot) && SAME(queued) && SAME(quantum_used);
}

static bool same_event(const struct eu_event *a, const struct eu_event *b)
{
    return SAME(stop) && SAME(thread) && SAME(ip) && SAME(kind) && SAME(aip) && SAME(addr) &&
           SAME(access) && strcmp(a->text, b->text) == 0;
}
#undef SAME

static bool same_memory(const struct lockstep *l)
{
    const struct eu *a = l->side[REFERENCE].eu, *b = l->side[FAST].eu;
    uint64_t at;
    return !eu_memory_diff(a->mem, b->mem, 0, NULL, 0, &at) &&
           !eu_memory_diff(a->slm, b->slm, 0, NULL, 0, &at) &&
           !eu_memory_diff(a->urb, b->urb, 0, NULL, 0, &at);
}

static bool same_sides(const struct lockstep *l)
{
    return same_event(&l->side[REFERENCE].ev, &l->side[FAST].ev) && same_threads(l) &&
           same_memory(l);
}

/* --- running --- */

uint64_t lockstep_stride(uint64_t *seed, uint64_t turn)
{
    uint64_t v = *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t shift = v >> 60 & 7;
    return 1 + (v >> 33) % (1u << shift) + (shift == 7 ? turn : 0);
}

static uint64_t next_stride(const struct lockstep *l, uint64_t *seed)
{
    return lockstep_stride(seed, l->side[REFERENCE].eu->nthreads);
}

/* Runs one side from where it stands for @insts instructions, in the strides of @seed. */
static void run_side(struct lockstep *l, struct side *s, uint64_t insts, uint64_t seed)
{
    enum eu_stop stop = EU_STOP_BUDGET;
    s->ev = (struct eu_event){.stop = EU_STOP_BUDGET};
    while (insts && stop == EU_STOP_BUDGET) {
        uint64_t n = next_stride(l, &seed);
        n = n < insts ? n : insts;
        stop = eu_run(s->eu, n, &s->ev);
        insts -= n;
    }
}

static void rerun_sides(struct lockstep *l, uint64_t insts)
{
    for (unsigned i = 0; i < SIDES; i++) {
        (void)eu_snapshot_restore(l->side[i].eu, l->side[i].mark);
        run_side(l, &l->side[i], insts, l->seed);
    }
    l->done = insts;
}

/* The sides begin to differ somewhere in @most instructions since the mark. Leaves both after the
 * first instruction that differs. */
static void find_first(struct lockstep *l, uint64_t most)
{
    uint64_t equal = 0;
    l->differs = true;
    while (equal + 1 < most) {
        uint64_t half = equal + (most - equal) / 2;
        rerun_sides(l, half);
        if (same_sides(l))
            equal = half;
        else
            most = half;
    }
    rerun_sides(l, most);
}

bool lockstep_run(struct lockstep *l, uint64_t limit, struct eu_event *ev)
{
    uint64_t seed = l->seed;
    if (l->done && !lockstep_mark(l))
        return false;
    while (limit) {
        uint64_t n = next_stride(l, &seed);
        n = n < limit ? n : limit;
        for (unsigned i = 0; i < SIDES; i++) {
            memset(&l->side[i].ev, 0, sizeof l->side[i].ev);
            (void)eu_run(l->side[i].eu, n, &l->side[i].ev);
        }
        l->done += n;
        limit -= n;
        *ev = l->side[REFERENCE].ev;
        if (ev->stop == EU_STOP_REQUEST)
            return true;
        bool look = ev->stop != EU_STOP_BUDGET || l->done >= LOOK_EVERY || !limit;
        if (!same_event(ev, &l->side[FAST].ev) || !same_threads(l) || (look && !same_memory(l))) {
            find_first(l, l->done);
            return false;
        }
        if (ev->stop != EU_STOP_BUDGET)
            return true;
        if (l->done >= LOOK_EVERY) {
            if (!lockstep_mark(l))
                return false;
            seed = l->seed;
        }
    }
    return true;
}

/* --- the report --- */

/* The thread whose turn comes next; the first thread when none can run. */
static const struct eu_thread *next_thread(const struct eu *eu)
{
    for (uint32_t i = 0; i < eu_slot_count(eu); i++) {
        const struct eu_thread *t = eu_slot_thread(eu, (eu->next_slot + i) % eu_slot_count(eu));
        if (t && t->status == EU_THREAD_READY)
            return t;
    }
    return &eu->threads[0];
}

static void print_next(const struct eu *eu, FILE *out)
{
    const struct eu_thread *t = next_thread(eu);
    struct eu_dis_opts opts = {.gen = eu->gen};
    uint8_t bytes[16] = {0};
    struct eu_insn insn;
    char text[EU_DIS_MAX];
    (void)eu_memory_read(eu->mem, t->ip, bytes, sizeof bytes);
    (void)isa_decode(eu->gen, bytes, sizeof bytes, &insn);
    (void)eu_dis(&opts, &insn, t->ip, text);
    fprintf(out, "  t%u 0x%08x %08x %s\n", t->id, t->ip, eu_on_ip(t), text);
}

static void print_trace(struct lockstep *l, struct side *s, uint64_t insts, uint64_t done,
                        FILE *out)
{
    fprintf(out, "%s:\n", eu_engine_name(s->eu->engine));
    for (uint64_t n = insts < done ? done - insts : 0; n < done; n++) {
        (void)eu_snapshot_restore(s->eu, s->mark);
        run_side(l, s, n, l->seed);
        if (n && s->ev.stop != EU_STOP_BUDGET)
            break;
        print_next(s->eu, out);
    }
    (void)eu_snapshot_restore(s->eu, s->mark);
    run_side(l, s, done, l->seed);
    if (s->ev.stop != EU_STOP_BUDGET)
        fprintf(out, "  %s at 0x%08x: %s\n", eu_stop_name(s->ev.stop), s->ev.ip, s->ev.text);
}

static bool print_difference(void *ctx, const struct eu_diff *d)
{
    fprintf(ctx, "  %s\n", d->text);
    return true;
}

/* Prints counts that differ, which neither registers nor snapshots show. */
static void print_counts(const struct eu *a, const struct eu *b, FILE *out)
{
    const struct {
        const char *name;
        uint64_t a, b;
    } counts[] = {
        {"instructions", a->insts, b->insts},
        {"boundaries", a->boundaries, b->boundaries},
        {"slot whose turn it is", a->next_slot, b->next_slot},
        {"next thread to get a slot", a->queued, b->queued},
        {"instructions of its turn", a->quantum_used, b->quantum_used},
    };
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i].a != counts[i].b)
            fprintf(out, "  %s: %llu, expected %llu\n", counts[i].name,
                    (unsigned long long)counts[i].b, (unsigned long long)counts[i].a);
    for (uint32_t i = 0; i < a->nthreads; i++) {
        const struct eu_thread *x = &a->threads[i], *y = &b->threads[i];
        if (x->tm_event != y->tm_event || x->insts != y->insts || x->attention != y->attention ||
            x->calls.depth != y->calls.depth)
            fprintf(out,
                    "  thread %u TmEvent, instructions, attention, calls: %d %llu %u %u, expected "
                    "%d %llu %u %u\n",
                    i, y->tm_event, (unsigned long long)y->insts, y->attention, y->calls.depth,
                    x->tm_event, (unsigned long long)x->insts, x->attention, x->calls.depth);
    }
}

void lockstep_report(struct lockstep *l, unsigned insts, FILE *out)
{
    uint64_t done = l->done;
    for (unsigned i = 0; i < SIDES; i++)
        print_trace(l, &l->side[i], insts, done, out);
    struct eu_snapshot *a = eu_snapshot_take(l->side[REFERENCE].eu);
    struct eu_snapshot *b = eu_snapshot_take(l->side[FAST].eu);
    fprintf(out, "%s against reference:\n", eu_engine_name(l->side[FAST].eu->engine));
    if (a && b) {
        (void)eu_snapshot_diff(a, b, NULL, print_difference, out);
        print_counts(l->side[REFERENCE].eu, l->side[FAST].eu, out);
    }
    eu_snapshot_free(a);
    eu_snapshot_free(b);
}
