/* Native code that goes on with a mate at a barrier must stop where the reference engine stops,
 * with the same state. */
#include "tests/ref_fixture.h"
#include "tests/jit_loop.h"

#include "exception/exception.h"
#include "sim/dispatch.h"
#include "sim/fast/cache.h"
#include "sim/jit/head.h"

enum { BUFFER = 0x100000, BUFFER_BYTES = 0x40000, LIMIT = 1000000, GROUPS = 37, LOCAL = 64 };

/* r20: the item's dword in the buffer; r26: in local memory; r8: instructions until the barrier,
 * which differ from thread to thread. */
#define PLACE                                                                                      \
    "mul (1) r7.0<1>:ud r0.1<0;1,0>:ud 64:uw {NoMask}\n"                                           \
    "add (16) r20.0<1>:ud r1.0<8;8,1>:ud r7.0<0;1,0>:ud\n"                                         \
    "shl (16) r20.0<1>:ud r20.0<8;8,1>:ud 2:ud\n"                                                  \
    "shl (16) r26.0<1>:ud r1.0<8;8,1>:ud 2:ud\n"                                                   \
    "add (1) r8.0<1>:ud r7.0<0;1,0>:ud r1.0<0;1,0>:ud {NoMask}\n"                                  \
    "shr (1) r8.0<1>:ud r8.0<0;1,0>:ud 3:ud {NoMask}\n"                                            \
    "and (1) r8.0<1>:ud r8.0<0;1,0>:ud 7:ud {NoMask}\n"                                            \
    "mov (1) r9.0<1>:ud 5:ud {NoMask}\n"                                                           \
    "mov (16) r22.0<1>:ud r1.0<8;8,1>:ud\n"
#define DELAY                                                                                      \
    "round:\n"                                                                                     \
    "add.ge.f0.0 (1) r8.0<1>:d r8.0<0;1,0>:d -1:d {NoMask}\n"                                      \
    "(f0.0) jmpi (1) round {NoMask}\n"
#define ARRIVE "send (1) null<1>:ud r12.0<0;1,0>:ud 0x3 0x02000004 {NoMask}\n"
#define WAIT "wait (1) n0.0<0;1,0>:ud {NoMask}\n"
#define MEET ARRIVE WAIT
#define BARRIER                                                                                    \
    "mov (8) r12.0<1>:ud 0x75000000:ud {NoMask}\n"                                                 \
    "mov (1) n0.0<1>:ud 0:ud {NoMask, Switch}\n" MEET
#define PUT "sends (16) null<1>:w r26.0:ud r22.0:ud 0x8c 0x04025efe\n"
#define GET "send (16) r24.0<1>:w r28.0:ud 0xc 0x04205efe\n"
#define WRITE "sends (16) null<1>:w r20.0:ud r22.0:ud 0x8c 0x04025e00\n"
#define END                                                                                        \
    "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"                                               \
    "send (8) null<1>:ud r127.0:ud 0x27 0x02000010 {NoMask, EOT}\n"
/* Each item gets what its neighbour had, as often as r9 says. @some: what is done in between. */
#define LOOP(some)                                                                                 \
    "again:\n" PUT BARRIER some "add (16) r28.0<1>:ud r26.0<8;8,1>:ud 4:ud\n"                      \
    "and (16) r28.0<1>:ud r28.0<8;8,1>:ud 255:ud\n" GET BARRIER                                    \
    "add (16) r22.0<1>:ud r24.0<8;8,1>:ud r22.0<8;8,1>:ud\n"                                       \
    "add.g.f0.0 (1) r9.0<1>:d r9.0<0;1,0>:d -1:d {NoMask}\n"                                       \
    "(f0.0) jmpi (1) again {NoMask}\n"

struct row {
    const char *text;
    uint32_t local, eus, quantum;
    uint32_t away; /* after so many instructions thread 1 has its counts in memory; 0: never */
};
static const char turns[] = PLACE DELAY LOOP("") WRITE END;
/* Channels part, and the first barrier is met by some of them only. */
static const char parts[] =
    PLACE LOOP("and.nz.f0.0 (16) null<1>:ud r1.0<8;8,1>:ud 1:ud\n"
               "(f0.0) if (16) on on\nadd (16) r22.0<1>:ud r22.0<8;8,1>:ud 3:ud\non:\n"
               "endif (16) off\noff:\n") WRITE END;
/* Some threads end before others come to the barrier, which does not need them. */
static const char ends[] = PLACE "cmp.ge.f0.0 (16) null<1>:ud r1.0<0;1,0>:ud 48:ud\n"
                                 "(f0.0) jmpi (1) out {NoMask}\n"
                                 "mov (8) r12.0<1>:ud 0x8600:ud {NoMask}\n"
                                 "send (1) null<1>:ud r12.0<0;1,0>:ud 0x3 0x02000004 {NoMask}\n"
                                 "wait (1) n0.0<0;1,0>:ud {NoMask}\n"
                                 "out:\n" WRITE END;
static const struct row rows[] = {
    {turns, LOCAL, 2, EU_JIT_QUANTUM, 0},
    {turns, LOCAL, 2, 100, 0},
    {turns, 240, 2, EU_JIT_QUANTUM, 0},
    {parts, LOCAL, 3, EU_JIT_QUANTUM, 0},
    {parts, 56, 1, 500, 0},
    {ends, LOCAL, 2, EU_JIT_QUANTUM, 0},
    {turns, 16, 1, EU_JIT_QUANTUM, 0},
    {ends, LOCAL, 1, 100, 0},
};

static struct eu *machine(const struct row *r, const struct eu_dispatch *d,
                          struct eu_source *source, enum eu_engine engine)
{
    assert_true(eu_dispatch_source(d, source));
    struct eu *eu =
        ref_machine(EU_GEN9, r->text, eu_stream_room(r->eus * EU_EU_THREADS, source->most), 0xffff);
    eu->end_ip = UINT32_MAX;
    exc_install(eu);
    eu->engine = engine;
    eu->jit = engine == EU_ENGINE_JIT;
    eu->jit_hot = 1;
    eu->surfaces[0] = (struct eu_surface){.present = true,
                                          .format = EU_FORMAT_RAW,
                                          .width = BUFFER_BYTES,
                                          .height = 1,
                                          .pitch = BUFFER_BYTES,
                                          .address = BUFFER};
    assert_int_equal(eu_memory_map(eu->mem, BUFFER, BUFFER_BYTES), 0);
    eu_dispatch_stream(eu, d, source);
    for (uint32_t i = 0; i < eu->nthreads; i++)
        eu->threads[i].wait_n = 2; /* as earlier waits may leave it */
    return eu;
}

static void assert_same_thread(const struct eu_thread *a, const struct eu_thread *b)
{
    assert_memory_equal(a->grf, b->grf, sizeof a->grf);
    assert_memory_equal(a->f, b->f, sizeof a->f);
    assert_memory_equal(a->sr, b->sr, sizeof a->sr);
    assert_memory_equal(a->cr, b->cr, sizeof a->cr);
    assert_memory_equal(a->n, b->n, sizeof a->n);
    assert_memory_equal(a->pcip, b->pcip, sizeof a->pcip);
    assert_int_equal(a->ip, b->ip);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->insts, b->insts);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->arrivals, b->arrivals);
    assert_int_equal(a->barrier, b->barrier);
    assert_int_equal(a->wait_n, b->wait_n);
    assert_int_equal(a->met, b->met);
}

/* Snapshots have all changes: threads that changed were touched. */
static void assert_same_snapshots(const struct eu *a, const struct eu *b)
{
    struct eu_snapshot *s = eu_snapshot_take(a), *t = eu_snapshot_take(b);
    assert_true(s && t);
    assert_int_equal(eu_snapshot_diff(s, t, NULL, print_difference, NULL), 0);
    eu_snapshot_free(s);
    eu_snapshot_free(t);
}

static void assert_same(const struct eu *a, const struct eu *b)
{
    uint64_t at = 0;
    if (eu_memory_diff(a->mem, b->mem, 0, NULL, 0, &at) ||
        eu_memory_diff(a->slm, b->slm, 0, NULL, 0, &at))
        fail_msg("memory differs at 0x%llx", (unsigned long long)at);
    assert_true(a->insts == b->insts && a->boundaries == b->boundaries);
    assert_int_equal(a->next_slot, b->next_slot);
    assert_int_equal(a->quantum_used, b->quantum_used);
    assert_true(a->stream.next == b->stream.next && a->stream.free == b->stream.free);
    assert_int_equal(a->nthreads, b->nthreads);
    for (uint32_t i = 0; i < a->nthreads; i++)
        assert_same_thread(&a->threads[i], &b->threads[i]);
}

static struct eu_dispatch dispatch_of(const struct row *r, uint32_t groups)
{
    return (struct eu_dispatch){.kind = EU_DISPATCH_GPGPU,
                                .grid = {groups, 1, 1},
                                .local = {r->local, 1, 1},
                                .simd = 16,
                                .eus = r->eus,
                                .quantum = r->quantum};
}

/* Stops everywhere, and soon enough in a row that turns are cut in several places. Returns why the
 * run ended. */
static enum eu_stop compare(const struct row *r, uint32_t groups, uint64_t most)
{
    const struct eu_dispatch d = dispatch_of(r, groups);
    struct eu_source source[2];
    struct eu *whole = machine(r, &d, &source[0], EU_ENGINE_REFERENCE);
    struct eu *eu = machine(r, &d, &source[1], EU_ENGINE_JIT);
    struct eu_event a, b;
    enum eu_stop stop;
    uint64_t budget = 1;
    do {
        budget = (budget * 1103515245 + 12345) % most + 1;
        if (r->away && whole->insts > r->away) {
            whole->threads[1].exception.away = eu->threads[1].exception.away = true;
            eu_thread_touch(&whole->threads[1]);
            eu_thread_touch(&eu->threads[1]);
        }
        stop = eu_run(whole, budget, &a);
        assert_int_equal(eu_run(eu, budget, &b), stop);
        assert_same(eu, whole);
        assert_same_snapshots(eu, whole);
    } while (stop == EU_STOP_BUDGET);
    assert_true(stop != EU_STOP_DONE || r->quantum < EU_JIT_QUANTUM ||
                eu_fast_native(eu) > eu->insts / 2);
    eu_free(eu);
    eu_free(whole);
    return stop;
}

static void mates_stop_where_the_reference_does(void **state)
{
    (void)state;
    (void)require_jit();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint64_t most = 50; most <= LIMIT; most *= 20)
            assert_int_equal(compare(&rows[i], GROUPS, most), EU_STOP_DONE);
}

static unsigned met_of(const struct eu_thread *first)
{
    return first->met;
}
static unsigned ended_of(const struct eu_thread *first)
{
    return first->members - first->living;
}

/* The group's first thread counts who has arrived at a barrier, and who has ended; a snapshot has
 * that, though that thread did nothing else: the second one of the group is counted. */
static void snapshots_have_what_the_first_thread_counts(void **state)
{
    static unsigned (*const count[])(const struct eu_thread *) = {met_of, ended_of};
    const struct eu_dispatch d = dispatch_of(&rows[0], GROUPS);
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        struct eu_source source;
        struct eu_event ev;
        struct eu *eu =
            machine(&rows[0], &d, &source, k % 2 ? EU_ENGINE_FAST : EU_ENGINE_REFERENCE);
        struct eu_snapshot *s[2] = {NULL};
        while (count[k / 2](&eu->threads[0]) != 2) {
            eu_snapshot_free(s[0]);
            s[0] = eu_snapshot_take(eu);
            assert_int_equal(eu_run(eu, 1, &ev), EU_STOP_BUDGET);
        }
        s[1] = eu_snapshot_take(eu);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(eu_snapshot_restore(eu, s[i]), 0);
            assert_int_equal(count[k / 2](&eu->threads[0]), 1 + i);
            eu_snapshot_free(s[i]);
        }
        eu_free(eu);
    }
}

/* Native code itself goes on with the next thread, except with one that begins, and opens barriers,
 * except the first one. */
static void mates_are_seldom_asked_for(void **state)
{
    enum { BARRIERS = 2 * 5, ALL = GROUPS * LOCAL / 16 * BARRIERS };
    const struct eu_dispatch d = dispatch_of(&rows[0], GROUPS);
    struct eu_source source;
    struct eu_event ev;
    (void)state;
    (void)require_jit();
    struct eu *eu = machine(&rows[0], &d, &source, EU_ENGINE_JIT);
    assert_int_equal(eu_run(eu, LIMIT, &ev), EU_STOP_DONE);
    assert_in_range(eu->fast->jit->asked, 1, 3 * ALL / (2 * BARRIERS));
    eu_free(eu);
}

/* A thread whose counts are elsewhere is not woken, whether it is visited first or another one. */
static void counts_that_are_away_stay_there(void **state)
{
    (void)state;
    (void)require_jit();
    for (uint32_t away = 1; away < 900; away += 50) {
        const struct row r = {turns, LOCAL, 2, EU_JIT_QUANTUM, away};
        assert_int_equal(compare(&r, GROUPS, 100), EU_STOP_DEADLOCK);
    }
}

/* --- barriers of some threads --- */

/* What threads do at a step: they meet; some of them have a barrier of their own (its id, and their
 * number); they need not wait; they arrive twice; modes, and what these change; they want an
 * answer; another barrier of all. */
#define MESSAGE "mov (8) r12.0<1>:ud 0x75000100:ud {NoMask}\n"
#define SET_N0(n) "mov (1) n0.0<1>:ud " #n ":ud {NoMask}\n"
static const char *const acts[] = {
    MESSAGE SET_N0(0) MEET,
    "mov (8) r12.0<1>:ud 0x%x008%x00:ud {NoMask}\n" SET_N0(0) MEET,
    MESSAGE SET_N0(1) MEET,
    MESSAGE ARRIVE MEET,
    "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:uw {NoMask, Switch}\n",
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xfffffb3f:ud {NoMask, Switch}\n",
    "add (16) r22.0<1>:ud r22.0<8;8,1>:ud 7:ud\n" PUT,
    "mul (16) r22.0<1>:f r22.0<8;8,1>:f 0x3f800000:f\n",
    MESSAGE SET_N0(0) "send (8) r30.0<1>:ud r12.0<8;8,1>:ud 0x3 0x02104004 {NoMask}\n" WAIT,
    "mov (8) r12.0<1>:ud 0x03000100:ud {NoMask}\n" SET_N0(0) MEET,
};
enum { ACTS = sizeof acts / sizeof acts[0], EVERYBODY = 15, STEPS = 7, THREADS = LOCAL / 16 };

static unsigned random_of(uint32_t *state, unsigned n)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 16) % n;
}

/* @who: a bit for each thread of the group. */
struct step {
    uint8_t act, who;
};

/* A kernel of steps that only some threads of a group take. They may wait for ever. */
static void make_kernel(char *text, size_t size, const struct step steps[STEPS])
{
    size_t n =
        (size_t)snprintf(text, size, "%s",
                         PLACE "shr (1) r8.0<1>:ud r1.0<0;1,0>:ud 4:ud {NoMask}\n"
                               "mov (1) r10.0<1>:ud 1:ud {NoMask}\n"
                               "shl (1) r10.0<1>:ud r10.0<0;1,0>:ud r8.0<0;1,0>:ud {NoMask}\n"
                               "again:\n");
    for (unsigned i = 0; i < STEPS; i++) {
        unsigned act = steps[i].act, who = steps[i].who, count = (unsigned)__builtin_popcount(who);
        if (!who)
            continue;
        n += (size_t)snprintf(text + n, size - n,
                              "and.z.f0.0 (1) null<1>:ud r10.0<0;1,0>:ud %u:ud {NoMask}\n"
                              "(f0.0) jmpi (1) past%u {NoMask}\n",
                              who, i);
        n += (size_t)snprintf(text + n, size - n, acts[act], 1 + i, 2 * count);
        n += (size_t)snprintf(text + n, size - n, "past%u:\n", i);
    }
    snprintf(text + n, size - n, "%s",
             "add.g.f0.0 (1) r9.0<1>:d r9.0<0;1,0>:d -1:d {NoMask}\n"
             "(f0.0) jmpi (1) again {NoMask}\n" WRITE END);
}

/* Returns in how many of two runs the threads came to their ends. */
static unsigned compare_steps(const struct step steps[STEPS])
{
    char text[8192];
    unsigned done = 0;
    make_kernel(text, sizeof text, steps);
    const struct row r = {text, LOCAL, 1, EU_JIT_QUANTUM, 0};
    for (uint64_t most = 300; most <= LIMIT; most *= 300)
        done += compare(&r, 5, most) == EU_STOP_DONE;
    return done;
}

static void groups_that_meet_in_part_stop_where_the_reference_does(void **state)
{
    enum { KERNELS = 60 };
    struct step steps[STEPS];
    uint32_t random = 5;
    unsigned done = 0;
    (void)state;
    (void)require_jit();
    for (unsigned k = 0; k < KERNELS; k++) {
        for (unsigned i = 0; i < STEPS; i++) {
            steps[i].act = (uint8_t)random_of(&random, ACTS - 1);
            bool all = steps[i].act == 0 || steps[i].act == ACTS - 2;
            steps[i].who = all ? EVERYBODY : (uint8_t)random_of(&random, 1 + EVERYBODY);
        }
        done += compare_steps(steps);
    }
    assert_in_range(done, KERNELS / 4, 2 * KERNELS - 1);
}

/* A barrier has the id of who came last; threads at different ones do not meet. */
static void barriers_are_told_apart(void **state)
{
    static const struct {
        struct step steps[STEPS];
        unsigned done;
    } lists[] = {
        {{{1, 9}, {0, EVERYBODY}, {0, EVERYBODY}}, 2},
        {{{0, EVERYBODY}, {0, EVERYBODY}, {0, 7}, {9, 8}}, 0},
        {{{5, 11}, {0, EVERYBODY}, {5, 5}, {1, EVERYBODY}, {6, 10}, {1, 7}, {3, 12}}, 0},
        {{{2, 13}, {0, EVERYBODY}, {5, 5}, {3, 4}, {2, 8}, {0, EVERYBODY}, {5, 9}}, 0},
    };
    (void)state;
    (void)require_jit();
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        assert_int_equal(compare_steps(lists[i].steps), lists[i].done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_stop_where_the_reference_does),
        cmocka_unit_test(snapshots_have_what_the_first_thread_counts),
        cmocka_unit_test(mates_are_seldom_asked_for),
        cmocka_unit_test(counts_that_are_away_stay_there),
        cmocka_unit_test(groups_that_meet_in_part_stop_where_the_reference_does),
        cmocka_unit_test(barriers_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
