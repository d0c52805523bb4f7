/* Host threads: a run on several of them must end like the same run in turns. */
#include "tests/ref_fixture.h"

#include <unistd.h>

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

/* Runs @a in turns and @b on host threads, asserts that they end alike, and frees both. Host
 * threads execute all instructions; or none if turns are @needed. */
static enum eu_stop assert_ends(struct eu *a, struct eu *b, bool needed)
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
    assert_int_equal(a->jobs_insts, 0);
    assert_int_equal(b->jobs_insts, needed ? 0 : b->insts);
    eu_free(a);
    eu_free(b);
    return stop;
}

#define SHARED_END(text, threads)                                                                  \
    assert_ends(numbered(text, threads), numbered(text, threads), false)
#define SAME_END(text, threads) assert_ends(numbered(text, threads), numbered(text, threads), true)

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
    assert_int_equal(SHARED_END(LANES "mul (1) r5.0<1>:d r2.0<0;1,0>:d 7:w\n"
                                      "round:\n"
                                      "add (16) r8.0<1>:ud r8.0<8;8,1>:ud r6.0<8;8,1>:ud\n" WRITE
                                      "add.ge.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:d\n"
                                      "(f0.0) jmpi (1) round {NoMask}\n",
                                64),
                     EU_STOP_DONE);
}

/* A unit goes back behind the others when it has run for long, and goes on elsewhere. */
static void units_that_run_for_long(void **state)
{
    static const char text[] = LANES "mov (1) r5.0<1>:d 90000:d\n"
                                     "round:\n"
                                     "add (16) r8.0<1>:ud r8.0<8;8,1>:ud r6.0<8;8,1>:ud\n"
                                     "add.ge.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:d\n"
                                     "(f0.0) jmpi (1) round {NoMask}\n" WRITE;
    (void)state;
    for (uint32_t threads = 2; threads <= 5; threads += 3) {
        struct eu *eu = numbered(text, threads);
        struct eu_event ev;
        const char *why;
        assert_int_equal(eu_run_jobs(eu, 2, UINT64_MAX, &ev, &why), EU_STOP_DONE);
        assert_int_equal(eu->insts, threads * (6 + 1 + 3 * 90001 + 1));
        assert_int_equal(eu->jobs_insts, eu->insts);
        for (uint32_t i = 0; i < threads * 16; i++) {
            uint32_t v;
            assert_true(eu_memory_read(eu->mem, BUFFER + 4 * i, &v, sizeof v));
            assert_int_equal(v, 90001 * 4 * i);
        }
        eu_free(eu);
    }
}

/* One host thread takes turns; more than EU_JOBS_MAX are not taken. */
static void number_of_host_threads(void **state)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    (void)state;
    assert_int_equal(eu_jobs_host(), cores < EU_JOBS_MAX ? cores : EU_JOBS_MAX);
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        struct eu *eu = numbered(LANES WRITE, 2);
        struct eu_event ev;
        const char *why;
        assert_int_equal(eu_run_jobs(eu, jobs, LIMIT, &ev, &why), EU_STOP_DONE);
        assert_null(why);
        assert_int_equal(eu->jobs_insts, jobs == 1 ? 0 : eu->insts);
        eu_free(eu);
    }
}

/* All instructions are inside the budget, or the run is done in turns. */
static void budget_counts_the_instructions_of_all(void **state)
{
    const uint64_t all = 6 * 7;
    (void)state;
    for (uint64_t budget = all - 1; budget <= all + 1; budget++) {
        struct eu *eu = numbered(LANES WRITE, 6);
        struct eu_event ev;
        const char *why;
        assert_int_equal(eu_run_jobs(eu, JOBS, budget, &ev, &why),
                         budget < all ? EU_STOP_BUDGET : EU_STOP_DONE);
        assert_int_equal(eu->insts, budget < all ? budget : all);
        assert_int_equal(eu->jobs_insts, budget < all ? 0 : all);
        eu_free(eu);
    }
}

/* --- atomics, and the order of groups --- */

/* r6: offsets; r8, r10: sources, for SIMD16. r14: header, u, v and sources, for SIMD8. */
#define SOURCES                                                                                    \
    LANES "mov (16) r10.0<1>:ud 0:ud\n"                                                            \
          "mov (8) r14.0<1>:ud 0:ud\n"                                                             \
          "mov (1) r14.7<1>:ud 0xffff:ud\n"                                                        \
          "mov (16) r15.0<1>:ud 0:ud\n"                                                            \
          "mov (16) r17.0<1>:ud 1:ud\n"

/* Whether host threads did all of a run with this message in each thread. */
static bool is_shared(enum eu_gen gen, enum eu_engine engine, const char *send, bool one_order)
{
    char text[1024];
    snprintf(text, sizeof text, SOURCES "send %s\n", send);
    struct eu *eu = ref_machine(gen, text, 6, 0xffff);
    struct eu_event ev;
    const char *why;
    buffer(eu, BUFFER, 64);
    eu->surfaces[1] = eu->surfaces[0];
    eu->surfaces[1].format = EU_FORMAT_R32_UINT;
    eu->surfaces[1].pitch = eu->surfaces[1].width = 8;
    eu->one_order = one_order;
    eu->engine = engine;
    assert_int_equal(eu_run_jobs(eu, JOBS, LIMIT, &ev, &why), EU_STOP_DONE);
    bool shared = eu->jobs_insts == eu->insts;
    assert_true(shared || !eu->jobs_insts);
    eu_free(eu);
    return shared;
}

static void assert_order(enum eu_gen gen, const char *send, bool shows)
{
    for (int engine = 0; engine < EU_ENGINE_JIT; engine++) {
        assert_true(is_shared(gen, (enum eu_engine)engine, send, false));
        if (is_shared(gen, (enum eu_engine)engine, send, true) == shows)
            fail_msg("%s: %s", eu_engine_name((enum eu_engine)engine), send);
    }
}

/* What an atomic returns shows the order of the threads; so does memory after those that do not
 * commute: mov, reverse subtraction, compare and write. */
static void atomics_that_show_the_order_take_turns(void **state)
{
    /* operations 1 .. 15: and or xor mov inc dec add sub revsub imax imin umax umin cmpwr predec */
    static const uint8_t sources[] = {0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0};
    static const uint16_t orders = 1 << 4 | 1 << 9 | 1 << 14;
    char send[128];
    (void)state;
    for (unsigned op = 1; op <= 15; op++)
        for (unsigned ret = 0; ret < 2; ret++) {
            unsigned desc = op << 8 | ret << 13 | ret << 21 | (1u + sources[op]) << 26;
            bool shows = ret || orders >> op & 1;
            const char *to = ret ? "r30.0<1>" : "null<1>";
            snprintf(send, sizeof send, "(16) %s:ud r6.0<8;8,1>:ud 0xa 0x%x", to, desc | 0x18000);
            assert_order(EU_GEN7, send, shows);
            snprintf(send, sizeof send, "(16) %s:ud r6.0<8;8,1>:ud 0xc 0x%x", to, desc | 0x8000);
            assert_order(EU_GEN9, send, shows);
            snprintf(send, sizeof send, "(16) %s:ud r6.0<8;8,1>:ud 0xa 0x%x", to, desc | 0x180fe);
            assert_order(EU_GEN7, send, false); /* local memory is of one group */
            desc = op << 8 | ret << 13 | ret << 20 | (3u + sources[op]) << 25 | 0x98001;
            snprintf(send, sizeof send, "(8) %s:ud r14.0<8;8,1>:ud 0x5 0x%x", to, desc);
            assert_order(EU_GEN7, send, shows);
        }
    for (unsigned op = 1; op <= 3; op++) {
        unsigned desc = op << 8 | (op == 3 ? 3u : 2u) << 26;
        snprintf(send, sizeof send, "(16) null<1>:ud r6.0<8;8,1>:ud 0xc 0x%x", desc | 0x6c000);
        assert_order(EU_GEN9, send, op == 3);
    }
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

/* One thread, or one group, is one unit: there is nothing to share. */
static void one_unit_takes_turns(void **state)
{
    (void)state;
    assert_int_equal(SAME_END(LANES WRITE, 1), EU_STOP_DONE);
    for (uint32_t n = 1; n <= 2; n++) {
        struct eu *eu = groups(n, 32);
        struct eu_event ev;
        const char *why;
        assert_int_equal(eu_run_jobs(eu, JOBS, LIMIT, &ev, &why), EU_STOP_DONE);
        assert_int_equal(eu->jobs_insts, n == 1 ? 0 : eu->insts);
        eu_free(eu);
    }
}

static void groups_have_their_barrier_and_atomics_are_atomic(void **state)
{
    (void)state;
    assert_int_equal(assert_ends(groups(40, 32), groups(40, 32), false), EU_STOP_DONE);
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
    assert_int_equal(eu->jobs_insts, eu->insts);
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
    assert_int_equal(assert_ends(both[0], both[1], true), EU_STOP_DONE);
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

static enum eu_verdict pass(void *ctx, struct eu *eu, struct eu_thread *t,
                            const struct eu_insn *insn, struct eu_event *ev)
{
    (void)ctx, (void)eu, (void)t, (void)insn, (void)ev;
    return EU_GO;
}

static void see_exception(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                          uint32_t aip)
{
    (void)ctx, (void)eu, (void)t, (void)kind, (void)ip, (void)aip;
}

static void see_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    (void)eu, (void)t, (void)insn;
    ++*(unsigned *)ctx;
}

/* Each kind of observer alone keeps the turns, and misses nothing. */
static void reasons_for_turns(void **state)
{
    static const char observed[] = "each instruction or message is observed in its turn";
    static const uint32_t nowhere = 0xfff0;
    static const struct eu_watch watch = {.addr = 0x10, .len = 4};
    unsigned seen = 0;
    (void)state;
    for (unsigned kind = 0; kind <= 10; kind++) {
        struct eu *eu = numbered(LANES WRITE, 6);
        struct eu_event ev;
        const char *why, *reason = observed;
        eu->hooks.observer_ctx = &seen;
        switch (kind) {
        case 0:
            reason = NULL;
            break;
        case 1:
            eu->hooks.host = pass;
            break;
        case 2:
            eu->hooks.on_exception = see_exception;
            break;
        case 3:
            eu->hooks.on_insn = see_insn;
            break;
        case 4:
            eu->hooks.on_log = hear;
            break;
        case 5:
            eu->watches = &watch, eu->nwatches = 1;
            break;
        case 6:
            eu_host_at(eu, &nowhere, 1);
            break;
        case 7:
            eu->lint = true;
            break;
        case 8:
            eu->lint_stop = true;
            break;
        case 9:
            eu->nchildren = 1, reason = "its threads spawn others";
            break;
        default:
            eu->threads[5].depends[EU_DEPENDENCIES - 1] = 1,
                                                     reason = "its threads depend on one another";
        }
        eu_run_jobs(eu, JOBS, LIMIT, &ev, &why);
        if (reason)
            assert_string_equal(why, reason);
        else
            assert_null(why);
        assert_int_equal(eu->jobs_insts, kind ? 0 : eu->insts);
        eu_free(eu);
    }
    assert_int_equal(seen, 6 * 7 + 6); /* all instructions, and the writes */
}

static bool stop_at_third(void *ctx)
{
    return ++*(unsigned *)ctx == 3;
}

/* The host is asked first, and after each slice of the thread that called: its answer stops all. */
static void host_stops_all(void **state)
{
    struct eu *eu = numbered(LANES "self:\n" WRITE "jmpi (1) self {NoMask}\n", 6);
    struct eu_event ev;
    const char *why;
    unsigned asked = 0;
    (void)state;
    eu->hooks.stops = stop_at_third;
    eu->hooks.stops_ctx = &asked;
    assert_int_equal(eu_run_jobs(eu, JOBS, UINT64_MAX, &ev, &why), EU_STOP_REQUEST);
    assert_int_equal(asked, 3);
    assert_true(eu->jobs_insts >= 2 << 16 && eu->jobs_insts == eu->insts);
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
        cmocka_unit_test(units_that_run_for_long),
        cmocka_unit_test(number_of_host_threads),
        cmocka_unit_test(budget_counts_the_instructions_of_all),
        cmocka_unit_test(atomics_that_show_the_order_take_turns),
        cmocka_unit_test(one_unit_takes_turns),
        cmocka_unit_test(groups_have_their_barrier_and_atomics_are_atomic),
        cmocka_unit_test(waves_follow_one_another),
        cmocka_unit_test(messages_to_other_threads),
        cmocka_unit_test(time_of_the_machine),
        cmocka_unit_test(writes_to_code),
        cmocka_unit_test(ends_that_are_none),
        cmocka_unit_test(observers_are_told_in_turn),
        cmocka_unit_test(reasons_for_turns),
        cmocka_unit_test(host_stops_all),
        cmocka_unit_test(request_stops_all),
        cmocka_unit_test(thread_that_waits_elsewhere_does_not_keep_a_unit_from_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
