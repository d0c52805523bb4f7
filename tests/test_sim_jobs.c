/* Host threads: a run on several of them must end like the same run in turns. */
#include "tests/ref_fixture.h"

#include "sim/dispatch.h"
#include "sim/jobs.h"
#include "sim/snapshot.h"

enum { BUFFER = 0x100000, BUFFER_BYTES = 0x10000, JOBS = 3, LIMIT = 100000 };

static void buffer(struct eu *eu, uint32_t address, uint32_t bytes)
{
    eu->surfaces[0] = (struct eu_surface){.present = true,
                                          .format = EU_FORMAT_RAW,
                                          .width = bytes,
                                          .height = 1,
                                          .pitch = bytes,
                                          .address = address};
    assert_int_equal(eu_memory_map(eu->mem, address, bytes), 0);
}

/* Makes @threads threads that find their number in r2.0, and a buffer. */
static struct eu *numbered(const char *text, uint32_t threads)
{
    struct eu *eu = ref_machine(EU_GEN7, text, threads, 0xffff);
    buffer(eu, BUFFER, BUFFER_BYTES);
    for (uint32_t i = 0; i < threads; i++)
        memcpy(eu->threads[i].grf[2], &i, sizeof i);
    return eu;
}

static bool print_diff(void *ctx, const struct eu_diff *d)
{
    (void)ctx;
    print_message("%s\n", d->text);
    return true;
}

static void assert_same_machine(const struct eu *a, const struct eu *b)
{
    struct eu_snapshot *sa = eu_snapshot_take(a), *sb = eu_snapshot_take(b);
    assert_int_equal(eu_snapshot_diff(sa, sb, NULL, print_diff, NULL), 0);
    assert_int_equal(a->insts, b->insts);
    assert_int_equal(a->boundaries, b->boundaries);
    eu_snapshot_free(sa);
    eu_snapshot_free(sb);
}

/* Runs @a in turns and @b on host threads, asserts that they end alike, and frees both. */
static enum eu_stop assert_same_end(struct eu *a, struct eu *b)
{
    struct eu_event ea = {0}, eb = {0};
    const char *why;
    enum eu_stop stop = eu_run(a, LIMIT, &ea);
    assert_int_equal(eu_run_jobs(b, JOBS, LIMIT, &eb, &why), stop);
    assert_null(why);
    assert_int_equal(ea.thread, eb.thread);
    assert_int_equal(ea.ip, eb.ip);
    assert_string_equal(ea.text, eb.text);
    assert_same_machine(a, b);
    eu_free(a);
    eu_free(b);
    return stop;
}

#define SAME_END(text, threads) assert_same_end(numbered(text, threads), numbered(text, threads))

/* r6: the byte offsets of the thread's 16 dwords; r8: their values. */
#define LANES                                                                                      \
    "mov (8) r10.0<1>:w 0x76543210:v\n"                                                            \
    "add (8) r10.8<1>:w r10.0<8;8,1>:w 8:w\n"                                                      \
    "shl (1) r4.0<1>:ud r2.0<0;1,0>:ud 4:ud\n"                                                     \
    "add (16) r6.0<1>:ud r10.0<8;8,1>:uw r4.0<0;1,0>:ud\n"                                         \
    "shl (16) r6.0<1>:ud r6.0<8;8,1>:ud 2:ud\n"                                                    \
    "mov (16) r8.0<1>:ud 0:ud\n"
#define WRITE "send (16) null<1>:ud r6.0<8;8,1>:ud 0xa 0x08035e00\n"

static void threads_of_all_lengths(void **state)
{
    (void)state;
    assert_int_equal(SAME_END(LANES "mul (1) r5.0<1>:d r2.0<0;1,0>:d 7:w\n"
                                    "round:\n"
                                    "add (16) r8.0<1>:ud r8.0<8;8,1>:ud r6.0<8;8,1>:ud\n" WRITE
                                    "add.ge.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:d\n"
                                    "(f0.0) jmpi (1) round {NoMask}\n",
                              64),
                     EU_STOP_DONE);
}

/* --- groups --- */

static const char group_text[] =
    "mov (8) r12.0<1>:ud 0:ud\n"
    "and (1) r12.2<1>:ud r0.2<0;1,0>:ud 0x0f000000:ud\n"
    "mov (16) r6.0<1>:ud 0:ud\n"
    "send (16) null<1>:ud r6.0<8;8,1>:ud 0xa 0x040185fe\n" /* SLM: each channel adds 1 */
    "send (8) null<1>:ud r12.0<8;8,1>:ud 0x3 0x02000004\n"
    "wait n0.0\n"
    "send (16) r22.0<1>:ud r6.0<8;8,1>:ud 0xa 0x04215efe\n"
    "shl (1) r5.0<1>:ud r0.1<0;1,0>:ud 2:ud\n"
    "mov (16) r20.0<1>:ud r5.0<0;1,0>:ud\n"
    /* adds that to the group's dword */
    "send (16) null<1>:ud r20.0<8;8,1>:ud 0xa 0x08018700\n"
    "mov (16) r20.0<1>:ud 0x800:ud\n"
    /* adds it to the dword of all groups */
    "send (16) null<1>:ud r20.0<8;8,1>:ud 0xa 0x08018700\n"
    "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
    "send (16) null<1>:uw r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";

static struct eu *groups(uint32_t n, uint32_t eus)
{
    struct eu_dispatch d = {.kind = EU_DISPATCH_GPGPU,
                            .grid = {n, 1, 1},
                            .threads_per_group = 4,
                            .simd = 16,
                            .eus = eus};
    struct eu *eu = ref_machine(EU_GEN7, group_text, n * 4, 0xffff);
    eu->end_ip = UINT32_MAX;
    buffer(eu, BUFFER, BUFFER_BYTES);
    assert_int_equal(eu_dispatch(eu, &d), 0);
    return eu;
}

static void groups_have_their_barrier_and_atomics_are_atomic(void **state)
{
    (void)state;
    assert_int_equal(assert_same_end(groups(40, 32), groups(40, 32)), EU_STOP_DONE);
}

/* There are fewer slots than threads. A thread may get any slot, but must compute the same. */
static void waves_follow_one_another(void **state)
{
    struct eu *eu = groups(40, 2);
    struct eu_event ev;
    const char *why;
    uint32_t v;
    (void)state;
    assert_int_equal(eu_run_jobs(eu, JOBS, LIMIT, &ev, &why), EU_STOP_DONE);
    for (uint32_t i = 0; i < 40; i++) {
        assert_true(eu_memory_read(eu->mem, BUFFER + 4 * i, &v, sizeof v));
        assert_int_equal(v, 4 * 16 * 4 * 16);
    }
    assert_true(eu_memory_read(eu->mem, BUFFER + 0x800, &v, sizeof v));
    assert_int_equal(v, 40 * 4 * 16 * 4 * 16);
    for (uint32_t i = 0; i < eu->nthreads; i++)
        assert_int_equal(eu->threads[i].status, EU_THREAD_ENDED);
    eu_free(eu);
}

/* --- what makes a run go back to turns --- */

#define UNLESS(thread, label)                                                                      \
    "cmp.nz.f0.0 (1) null<1>:ud r2.0<0;1,0>:ud " thread ":ud {Switch}\n"                           \
    "(f0.0) jmpi (1) " label " {NoMask}\n"

static void messages_to_other_threads(void **state)
{
    (void)state;
    assert_int_equal(
        SAME_END(
            LANES WRITE "mov (8) r10.0<1>:ud 0x1234:ud\n" UNLESS(
                "0", "other") "wait n0.0\n"
                              "jmpi (1) done {NoMask}\n"
                              "other:\n" UNLESS(
                                  "1",
                                  "done") "mov (1) r10.4<1>:ud 0:ud\n"
                                          "mov (1) r10.5<1>:ud 0x00200200:ud\n"
                                          "send (8) null<1>:ud r10.0<8;8,1>:ud 0x3 0x02008002\n"
                                          "done:\n"
                                          "nop\n",
            6),
        EU_STOP_DONE);
    assert_int_equal(SAME_END("mov (8) r12.0<1>:ud 0:ud\n"
                              "send (8) null<1>:ud r12.0<8;8,1>:ud 0x3 0x02000004\n"
                              "wait n0.0\n",
                              6),
                     EU_STOP_DONE);
}

static void time_of_the_machine(void **state)
{
    (void)state;
    assert_int_equal(SAME_END(LANES "mov (2) r30.0<1>:ud tm0.0<2;2,1>:ud\n", 6), EU_STOP_DONE);
    assert_int_equal(SAME_END("mov (8) r10.0<1>:ud 0:ud\n"
                              "send (8) r30.0<1>:ud r10.0<8;8,1>:ud 0x3 0x02104003\n",
                              6),
                     EU_STOP_DONE);
}

/* The page that is written to has code in it, this thread's or other threads'. */
static void writes_to_code(void **state)
{
    const char *text = LANES WRITE "nop\n";
    struct eu *both[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        both[i] = numbered(text, 6);
        both[i]->surfaces[0].address = 0x800;
        assert_int_equal(eu_memory_map(both[i]->mem, 0, EU_PAGE_BYTES), 0);
    }
    assert_int_equal(assert_same_end(both[0], both[1]), EU_STOP_DONE);
}

static void ends_that_are_none(void **state)
{
    (void)state;
    assert_int_equal(SAME_END(LANES WRITE UNLESS("4", "done") "wait n1.0\ndone:\nnop\n", 6),
                     EU_STOP_DEADLOCK);
    assert_int_equal(SAME_END(LANES WRITE UNLESS("4", "done") "illegal\ndone:\nnop\n", 6),
                     EU_STOP_EXCEPTION);
    assert_int_equal(SAME_END(LANES "self:\n" WRITE "jmpi (1) self {NoMask}\n", 6), EU_STOP_BUDGET);
}

/* --- what cannot run on several host threads --- */

static void hear(void *ctx, const char *channel, const char *text)
{
    (void)text;
    *(unsigned *)ctx += strcmp(channel, "mem") == 0;
}

static void observers_are_told_in_turn(void **state)
{
    struct eu *eu = numbered(LANES WRITE, 6);
    struct eu_event ev;
    const char *why = NULL;
    (void)state;
    unsigned heard = 0;
    eu->hooks.on_log = hear;
    eu->hooks.observer_ctx = &heard;
    assert_int_equal(eu_run_jobs(eu, JOBS, LIMIT, &ev, &why), EU_STOP_DONE);
    assert_non_null(why);
    assert_int_equal(heard, 6); /* one write of each thread */
    eu_free(eu);
}

static void request_stops_all(void **state)
{
    struct eu *eu = numbered(LANES "self:\n" WRITE "jmpi (1) self {NoMask}\n", 6);
    struct eu_event ev;
    const char *why;
    (void)state;
    eu_request_stop(eu);
    assert_int_equal(eu_run_jobs(eu, JOBS, UINT64_MAX, &ev, &why), EU_STOP_REQUEST);
    assert_int_equal(eu_run_jobs(eu, JOBS, LIMIT, &ev, &why), EU_STOP_BUDGET);
    eu_free(eu);
}

/* A worker's threads have ended although another worker's wait: else the whole run was undone, and
 * run in turns. */
static void thread_that_waits_elsewhere_does_not_keep_a_unit_from_its_end(void **state)
{
    struct eu *eu = numbered("send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n", 2);
    struct eu_unit unit = {.first = 1, .end = 2};
    struct eu_event ev;
    (void)state;
    eu->threads[0].status = EU_THREAD_WAITING;
    eu->slots[0] = 0;
    eu->unit = &unit;
    assert_int_equal(eu_run(eu, LIMIT, &ev), EU_STOP_DONE);
    eu->unit = NULL;
    assert_int_equal(eu_run(eu, LIMIT, &ev), EU_STOP_DEADLOCK);
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_of_all_lengths),
        cmocka_unit_test(groups_have_their_barrier_and_atomics_are_atomic),
        cmocka_unit_test(waves_follow_one_another),
        cmocka_unit_test(messages_to_other_threads),
        cmocka_unit_test(time_of_the_machine),
        cmocka_unit_test(writes_to_code),
        cmocka_unit_test(ends_that_are_none),
        cmocka_unit_test(observers_are_told_in_turn),
        cmocka_unit_test(request_stops_all),
        cmocka_unit_test(thread_that_waits_elsewhere_does_not_keep_a_unit_from_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
