/* Threads from a source must run as those of a launch whose threads are all made at its
 * beginning. */
#include "tests/ref_fixture.h"

#include "sim/dispatch.h"
#include "sim/fast/fast.h"
#include "sim/jit/usable.h"
#include "sim/jobs.h"

enum { BUFFER = 0x100000, BUFFER_BYTES = 0x40000, LIMIT = 10000000, GROUPS = 41 };

/* r20: the item's offset in a table of dwords. */
#define PLACE                                                                                      \
    "shl (1) r7.0<1>:ud r0.1<0;1,0>:ud 6:ud\n"                                                     \
    "add (16) r20.0<1>:ud r1.0<8;8,1>:ud r7.0<0;1,0>:ud\n"                                         \
    "shl (16) r20.0<1>:ud r20.0<8;8,1>:ud 2:ud\n"                                                  \
    "add (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x100:ud\n"
#define STORE(value)                                                                               \
    "mov (16) r22.0<1>:ud " value "\n"                                                             \
    "send (16) null<1>:ud r20.0<8;8,1>:ud 0xa 0x08035e00\n"                                        \
    "add (16) r20.0<1>:ud r20.0<8;8,1>:ud 0x8000:ud\n"
/* r34: how many items came to this place before */
#define ORDER                                                                                      \
    "mov (16) r30.0<1>:ud 0:ud\n"                                                                  \
    "mov (16) r32.0<1>:ud 1:ud\n"                                                                  \
    "send (16) r34.0<1>:ud r30.0<8;8,1>:ud 0xa 0x0821a700\n"
/* adds 1 to a dword of local memory, and has the sum of all items in r24 */
#define LOCAL_SUM                                                                                  \
    "mov (16) r26.0<1>:ud 0:ud\n"                                                                  \
    "send (16) null<1>:ud r26.0<8;8,1>:ud 0xa 0x040185fe\n"                                        \
    "mov (8) r12.0<1>:ud 0:ud\n"                                                                   \
    "send (8) null<1>:ud r12.0<8;8,1>:ud 0x3 0x02000004\n"                                         \
    "wait n0.0\n"                                                                                  \
    "send (16) r24.0<1>:ud r26.0<8;8,1>:ud 0xa 0x04215efe\n"
/* a time that differs between threads and groups */
#define DELAY                                                                                      \
    "mul (1) r8.0<1>:ud r0.1<0;1,0>:ud 29:uw\n"                                                    \
    "add (1) r8.0<1>:ud r8.0<0;1,0>:ud r1.0<0;1,0>:ud\n"                                           \
    "and (1) r8.0<1>:ud r8.0<0;1,0>:ud 0x73:ud\n"                                                  \
    "round:\n"                                                                                     \
    "add.ge.f0.0 (1) r8.0<1>:d r8.0<0;1,0>:d -1:d\n"                                               \
    "(f0.0) jmpi (1) round {NoMask}\n"
#define END                                                                                        \
    "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"                                               \
    "send (16) null<1>:uw r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"

static const struct eu_dispatch groups = {
    .kind = EU_DISPATCH_GPGPU, .grid = {GROUPS, 1, 1}, .local = {64, 1, 1}, .simd = 16, .eus = 2};

static struct eu *machine(const char *text, const struct eu_dispatch *d, bool streams,
                          struct eu_source *source)
{
    const char *why;
    uint32_t threads = (uint32_t)eu_dispatch_count(d, &why);
    assert_true(eu_dispatch_source(d, source));
    uint32_t room = streams ? eu_stream_room(d->eus * EU_EU_THREADS, source->most) : threads;
    struct eu *eu = ref_machine(EU_GEN7, text, room, 0xffff);
    eu->end_ip = UINT32_MAX;
    eu->surfaces[0] = (struct eu_surface){.present = true,
                                          .format = EU_FORMAT_RAW,
                                          .width = BUFFER_BYTES,
                                          .height = 1,
                                          .pitch = BUFFER_BYTES,
                                          .address = BUFFER};
    assert_int_equal(eu_memory_map(eu->mem, BUFFER, BUFFER_BYTES), 0);
    if (streams)
        eu_dispatch_stream(eu, d, source);
    else
        assert_int_equal(eu_dispatch(eu, d), 0);
    return eu;
}

static void assert_same_memory(const struct eu *a, const struct eu *b)
{
    uint64_t at = 0;
    if (eu_memory_diff(a->mem, b->mem, 0, NULL, 0, &at))
        fail_msg("memory differs at 0x%llx", (unsigned long long)at);
}

/* The same order of all instructions, in all engines: with messages that see it. Native code goes
 * from the first instruction of a thread to its end. */
static void order_is_that_of_a_whole_launch(const char *text, const struct eu_dispatch *d)
{
    char why[256];
    bool native = eu_jit_usable(why, sizeof why);
    for (int engine = 0; engine < (native ? EU_ENGINE_COUNT : EU_ENGINE_JIT); engine++) {
        struct eu_source source;
        struct eu *whole = machine(text, d, false, &source);
        struct eu *eu = machine(text, d, true, &source);
        struct eu_event ev;
        whole->engine = engine == EU_ENGINE_JIT ? EU_ENGINE_REFERENCE : (enum eu_engine)engine;
        eu->engine = (enum eu_engine)engine;
        eu->jit = native;
        eu->jit_hot = 1;
        if (engine == EU_ENGINE_JIT)
            whole->quantum = eu->quantum = EU_JIT_QUANTUM;
        assert_int_equal(eu_run(whole, LIMIT, &ev), EU_STOP_DONE);
        for (unsigned budget = 1; eu_run(eu, budget, &ev) != EU_STOP_DONE; budget += 7)
            assert_int_equal(ev.stop, EU_STOP_BUDGET);
        assert_true(eu->insts == whole->insts);
        assert_true(eu->boundaries == whole->boundaries);
        assert_true(eu->nthreads < whole->nthreads);
        assert_true(engine != EU_ENGINE_JIT || eu_fast_native(eu) > eu->insts / 2);
        assert_same_memory(eu, whole);
        eu_free(eu);
        eu_free(whole);
    }
}

static void groups_run_in_the_same_order_in_the_same_slots(void **state)
{
    struct eu_dispatch d = groups;
    (void)state;
    for (d.eus = 1; d.eus <= 4; d.eus++)
        order_is_that_of_a_whole_launch(
            PLACE ORDER STORE("r34.0<8;8,1>:ud") LOCAL_SUM STORE("r24.0<8;8,1>:ud")
                DELAY ORDER STORE("r34.0<8;8,1>:ud") STORE("sr0.0<0;1,0>:ud") END,
            &d);
}

/* Registers, flags and counts are those of a new thread, whatever the one before has left there. */
/* Each half of a group has a barrier of its own, by number, for as many as the message counts. */
static void groups_have_several_barriers(void **state)
{
    (void)state;
    order_is_that_of_a_whole_launch(PLACE
                                    "shl (8) r12.0<1>:ud r1.0<0;1,0>:ud 20:ud\n"
                                    "and (8) r12.0<1>:ud r12.0<8;8,1>:ud 0x1000000:ud\n"
                                    "or (8) r12.0<1>:ud r12.0<8;8,1>:ud 0x8400:ud\n" DELAY ORDER
                                    "send (8) null<1>:ud r12.0<8;8,1>:ud 0x3 0x02000004\n"
                                    "wait n0.0\n" ORDER STORE("r34.0<8;8,1>:ud") END,
                                    &groups);
}

static void nothing_is_left_of_the_thread_before(void **state)
{
    struct eu_dispatch d = groups;
    (void)state;
    d.local[0] = 16; /* each thread gets the memory of the one before */
    order_is_that_of_a_whole_launch(
        PLACE STORE("r60.0<8;8,1>:ud") STORE("f0.0<0;1,0>:uw") STORE("n0.0<0;1,0>:ud")
            STORE("r127.0<0;1,0>:ud") "mov (16) r60.0<1>:ud r20.0<8;8,1>:ud\n"
                                      "mov (1) r127.7<1>:ud 5:ud {NoMask}\n"
                                      "mov (1) r127.0<1>:ud 6:ud {NoMask}\n"
                                      "cmp.g.f0.0 (16) null<1>:d r60.0<8;8,1>:d 0:d\n" END,
        &d);
}

static void single_threads_run_in_the_same_order(void **state)
{
    const struct eu_dispatch d = {.kind = EU_DISPATCH_RAW, .grid = {300, 1, 1}, .eus = 2};
    (void)state;
    order_is_that_of_a_whole_launch(
        "mov (8) r0.0<1>:ud 0:ud\n" ORDER "mov (16) r1.0<1>:ud r34.0<8;8,1>:ud\n" DELAY
        "mov (16) r1.0<1>:ud r34.0<8;8,1>:ud\n" PLACE ORDER STORE("r34.0<8;8,1>:ud")
            STORE("sr0.0<0;1,0>:ud") END,
        &d);
}

/* --- threads that are made again --- */

/* A source that counts what is asked for. */
struct counting {
    struct eu_source of;
    unsigned filled, again;
};

static void count_fill(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                       uint64_t group)
{
    struct counting *c = (struct counting *)(uintptr_t)ctx;
    c->filled++;
    c->of.fill(c->of.ctx, eu, t, n, group);
}

static void count_again(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n,
                        uint64_t group)
{
    struct counting *c = (struct counting *)(uintptr_t)ctx;
    c->again++;
    c->of.again(c->of.ctx, eu, t, n, group);
}

static struct counting count_made(const char *text, const struct eu_dispatch *d,
                                  enum eu_engine engine)
{
    struct counting c = {.filled = 0};
    struct eu *eu = machine(text, d, true, &c.of);
    struct eu_source counted = c.of;
    struct eu_event ev;
    counted.fill = count_fill;
    counted.again = count_again;
    counted.ctx = &c;
    eu->nthreads = eu->room;
    eu_dispatch_stream(eu, d, &counted);
    eu->engine = engine;
    eu->jit = true;
    eu->jit_hot = 1;
    eu->quantum = EU_JIT_QUANTUM;
    c.filled = c.again = 0;
    assert_int_equal(eu_run(eu, LIMIT, &ev), EU_STOP_DONE);
    eu_free(eu);
    return c;
}

/* Only those of which native code knows what they have changed. */
static void threads_that_ended_in_native_code_are_made_again(void **state)
{
    const struct eu_dispatch raw = {.kind = EU_DISPATCH_RAW, .grid = {300, 1, 1}, .eus = 2};
    struct eu_dispatch alone = groups;
    const struct eu_dispatch *all[] = {&raw, &groups, &alone};
    char why[256];
    (void)state;
    alone.local[0] = 16;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        struct counting fast =
            count_made(PLACE STORE("r7.0<0;1,0>:ud") END, all[i], EU_ENGINE_FAST);
        assert_int_equal(fast.again, 0);
        assert_in_range(fast.filled, 1, 300);
        if (!eu_jit_usable(why, sizeof why))
            continue;
        struct counting jit = count_made(PLACE STORE("r7.0<0;1,0>:ud") END, all[i], EU_ENGINE_JIT);
        assert_int_equal(jit.filled + jit.again, fast.filled);
        assert_in_range(jit.again, fast.filled * 3 / 4, fast.filled);
        jit = count_made(PLACE STORE("r7.0<0;1,0>:ud") "mov (1) a0.0<1>:uw 4:uw\n" END, all[i],
                         EU_ENGINE_JIT);
        assert_int_equal(jit.again, 0);
    }
}

/* --- on several host threads --- */

static const char independent[] = PLACE LOCAL_SUM STORE("r24.0<8;8,1>:ud")
    DELAY STORE("sr0.0<0;1,0>:ud") STORE("r127.0<0;1,0>:ud") "mov (8) r127.0<1>:ud 1:ud\n" END;

static struct eu *run_jobs(const char *text, unsigned jobs, uint64_t before)
{
    struct eu_source source;
    struct eu *eu = machine(text, &groups, true, &source);
    struct eu_event ev;
    const char *why;
    if (before)
        assert_int_equal(eu_run(eu, before, &ev), EU_STOP_BUDGET);
    assert_int_equal(eu_run_jobs(eu, jobs, LIMIT, &ev, &why), EU_STOP_DONE);
    assert_null(why);
    assert_true(eu->stream.next == GROUPS);
    assert_int_equal(eu->jobs_insts, eu->insts - before);
    eu->source = NULL; /* it is gone */
    return eu;
}

/* Where a group runs does not depend on the number of host threads; all registers and all local
 * memory begin at 0. */
static void neither_jobs_nor_their_pace_change_anything(void **state)
{
    (void)state;
    for (uint64_t before = 0; before < 3000; before += 977) {
        struct eu *two = run_jobs(independent, 2, before);
        for (unsigned jobs = 3; jobs < 6; jobs++) {
            struct eu *more = run_jobs(independent, jobs, before);
            assert_same_memory(two, more);
            assert_true(two->insts == more->insts);
            eu_free(more);
        }
        for (uint32_t item = 0; item < 64 * GROUPS; item++) {
            uint32_t sum, register_;
            eu_memory_read(two->mem, BUFFER + 0x100 + 4 * item, &sum, sizeof sum);
            eu_memory_read(two->mem, BUFFER + 0x10100 + 4 * item, &register_, sizeof register_);
            assert_int_equal(sum, 64);
            assert_int_equal(register_, 0);
        }
        eu_free(two);
    }
}

static bool stop_now(void *ctx)
{
    (void)ctx;
    return true;
}

/* Nothing is lost when a run is stopped before it begins, or in the middle: it can go on. */
static void groups_go_on_after_a_stop(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 2; kind++) {
        struct eu_source source;
        struct eu *eu = machine(independent, &groups, true, &source);
        struct eu_event ev;
        const char *why;
        if (kind)
            eu->hooks.stops = stop_now;
        else
            eu_request_stop(eu);
        assert_int_equal(eu_run_jobs(eu, 3, LIMIT, &ev, &why), EU_STOP_REQUEST);
        assert_int_equal(eu->jobs_insts, 0);
        assert_int_equal(eu_run(eu, LIMIT, &ev), EU_STOP_DONE);
        for (uint32_t item = 0; item < 64 * GROUPS; item++) {
            uint32_t sum;
            eu_memory_read(eu->mem, BUFFER + 0x100 + 4 * item, &sum, sizeof sum);
            assert_int_equal(sum, 64);
        }
        eu_free(eu);
    }
}

/* The host threads stay, and serve the next run. */
static void host_threads_serve_another_run(void **state)
{
    struct eu_source source;
    struct eu *eu = machine(independent, &groups, true, &source);
    struct eu_event ev;
    const char *why;
    (void)state;
    assert_int_equal(eu_run_jobs(eu, 3, LIMIT, &ev, &why), EU_STOP_DONE);
    const struct eu_pool *pool = eu->pool;
    assert_non_null(pool);
    uint64_t insts = eu->insts;
    for (unsigned i = 2; i < 5; i++) {
        eu_stream(eu, NULL);
        eu_dispatch_stream(eu, &groups, &source);
        assert_int_equal(eu_run_jobs(eu, i % 3 + 2, LIMIT, &ev, &why), EU_STOP_DONE);
        assert_ptr_equal(eu->pool, pool);
        assert_true(eu->insts == i * insts);
        assert_int_equal(eu->jobs_insts, insts);
    }
    eu_free(eu);
}

/* One group waits for ever: the run is undone, and ends as it does in turns. */
static void deadlock_is_found_in_turns(void **state)
{
    static const char text[] =
        PLACE STORE("r7.0<0;1,0>:ud") "cmp.nz.f0.0 (1) null<1>:ud r0.1<0;1,0>:ud 7:ud {Switch}\n"
                                      "(f0.0) jmpi (1) done {NoMask}\n"
                                      "wait n0.0\n"
                                      "done:\n" END;
    struct eu_source source;
    struct eu *a = machine(text, &groups, true, &source),
              *b = machine(text, &groups, true, &source);
    struct eu_event ea, eb;
    const char *why;
    (void)state;
    assert_int_equal(eu_run(a, LIMIT, &ea), EU_STOP_DEADLOCK);
    assert_int_equal(eu_run_jobs(b, 3, LIMIT, &eb, &why), EU_STOP_DEADLOCK);
    assert_string_equal(ea.text, "4 threads wait");
    assert_string_equal(ea.text, eb.text);
    assert_true(a->insts == b->insts);
    assert_int_equal(b->jobs_insts, 0);
    assert_int_equal(a->threads[ea.thread].number, 28);
    assert_int_equal(b->threads[eb.thread].number, 28);
    assert_same_memory(a, b);
    eu_free(a);
    eu_free(b);
}

/* What is left to begin is said. */
static void groups_that_have_not_begun_are_told(void **state)
{
    struct eu_source source;
    struct eu *eu = machine("wait n0.0\n" END, &groups, true, &source);
    struct eu_event ev;
    (void)state;
    assert_int_equal(eu_run(eu, LIMIT, &ev), EU_STOP_DEADLOCK);
    assert_string_equal(ev.text, "16 threads wait; not begun: 37 groups");
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_run_in_the_same_order_in_the_same_slots),
        cmocka_unit_test(groups_have_several_barriers),
        cmocka_unit_test(nothing_is_left_of_the_thread_before),
        cmocka_unit_test(single_threads_run_in_the_same_order),
        cmocka_unit_test(threads_that_ended_in_native_code_are_made_again),
        cmocka_unit_test(neither_jobs_nor_their_pace_change_anything),
        cmocka_unit_test(groups_go_on_after_a_stop),
        cmocka_unit_test(host_threads_serve_another_run),
        cmocka_unit_test(deadlock_is_found_in_turns),
        cmocka_unit_test(groups_that_have_not_begun_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
