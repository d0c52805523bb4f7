/* Threads of a source that run one after the other in native code must do what each of them does
 * that is delivered as a whole. */
#include "tests/jit_rig.h"
#include "tests/ref_fixture.h"

#include "exception/exception.h"
#include "sim/stream.h"

enum {
    BUFFER = 0x100000,
    BUFFER_BYTES = 0x8000,
    X = 4,
    Y = 5,
    Z = 3,
    EACH = 3, /* threads at a place */
    THREADS = X * Y * Z * EACH,
    SLOTS = 8,
    USED = 4, /* registers of payload: r0 the place, r1 and r2 offsets of the thread, r3 a number */
    WIDTH = 16,
    LIMIT = 10000000
};

/* r5.0: the bytes from the first item of the thread's place on; r20: from the thread's own on. */
#define GROUP                                                                                      \
    "mul (1) r5.0<1>:d r0.7<0;1,0>:d 5:w\n"                                                        \
    "add (1) r5.0<1>:d r5.0<0;1,0>:d r0.6<0;1,0>:d\n"                                              \
    "shl (1) r5.0<1>:d r5.0<0;1,0>:d 2:w\n"                                                        \
    "add (1) r5.0<1>:d r5.0<0;1,0>:d r0.1<0;1,0>:d\n"                                              \
    "mul (1) r5.0<1>:d r5.0<0;1,0>:d 192:w\n"
#define PLACE GROUP "add (16) r20.0<1>:d r1.0<8;8,1>:d r5.0<0;1,0>:d\n"
#define READ "send (16) r22.0<1>:w r20.0:ud 0xc 0x04205e00\n"
#define WRITE "sends (16) null<1>:w r20.0:ud r22.0:ud 0x8c 0x04025e00\n"
#define END                                                                                        \
    "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"                                               \
    "send (8) null<1>:ud r127.0:ud 0x27 0x02000010 {NoMask, EOT}\n"
/* Those with f0.0, the others, all; r1.0 is 0, 64 or 128 in the threads of a place. */
#define SECOND_ONLY "cmp.z.f0.0 (16) null<1>:d r1.0<0;1,0>:d 64:d\n"
#define FIRST_PLACES "cmp.l.f0.0 (16) null<1>:d r0.1<0;1,0>:d 2:d\n"
#define HALF_OF_SECOND "cmp.l.f0.0 (16) null<1>:d r1.0<8;8,1>:d 96:d\n"
#define IF(which) PLACE which "(f0.0) if (16) other on\n"
#define ONLY_IF(which) PLACE which "(f0.0) if (16) on on\n"
#define ELSE "else (16) on on\nother:\n"
#define ENDIF "on: endif (16) off\noff:\n"
#define STRAIGHT PLACE READ "add (16) r22.0<1>:d r22.0<8;8,1>:d r3.0<0;1,0>:d\n" WRITE END

struct made {
    uint8_t payload[EACH * (USED + 1) * EU_GRF_BYTES];
    uint8_t own[3], nown;
    unsigned again, renewed; /* renewed: elsewhere, for a thread that left its series */
};

/* @nown: as many registers from r1 on are a thread's own. */
static void prepare(struct made *m, uint8_t nown)
{
    *m = (struct made){.own = {1, 2, 3}, .nown = nown};
    for (unsigned k = 0; k < EACH; k++) {
        uint32_t *r = (uint32_t *)(void *)(m->payload + k * (USED + 1) * EU_GRF_BYTES);
        r[2] = 0x1234;
        for (unsigned lane = 0; lane < WIDTH; lane++)
            r[8 + lane] = 4 * (WIDTH * k + lane);
        r[24] = nown < 3 ? 7 : 7 + k;
    }
}

static void place_of(uint64_t n, uint32_t place[3])
{
    uint32_t at = (uint32_t)n / EACH;
    place[0] = at % X;
    place[1] = at / X % Y;
    place[2] = at / X / Y;
}

static void deliver(const struct made *m, struct eu_thread *t, uint64_t n)
{
    uint32_t place[3];
    place_of(n, place);
    memcpy(t->grf, m->payload + n % EACH * (USED + 1) * EU_GRF_BYTES, USED * EU_GRF_BYTES);
    memcpy(t->grf[0] + 4, place, 4);
    memcpy(t->grf[0] + 24, place + 1, 8);
    t->number = n;
    t->group = (uint32_t)n / EACH;
}

static void fill(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n, uint64_t group)
{
    assert_int_equal(n, 1);
    eu_thread_queue(eu, (uint32_t)(t - eu->threads), 0, 0xffff, 0);
    deliver(ctx, t, group);
    eu_thread_trace(t, USED);
}

static void again(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n, uint64_t group)
{
    struct made *m = (struct made *)(uintptr_t)ctx;
    bool renews = t < eu->threads || t >= eu->threads + eu->room;
    m->again += !renews;
    m->renewed += renews;
    assert_int_equal(n, 1);
    eu_thread_again(t, 0, USED);
    deliver(m, t, group);
}

static void series(const void *ctx, uint64_t group, struct eu_series *to)
{
    const struct made *m = ctx;
    *to = (struct eu_series){.payload = m->payload,
                             .step = (USED + 1) * EU_GRF_BYTES,
                             .own = m->own,
                             .nown = m->nown,
                             .each = EACH,
                             .groups = {X, Y, Z},
                             .thread = (uint32_t)(group % EACH)};
    place_of(group, to->place);
}

/* @bytes: of the buffer; @mapped: so many are mapped. */
static struct eu *machine(const char *text, struct made *m, struct eu_source *source,
                          uint32_t bytes, uint32_t mapped, enum eu_engine engine)
{
    struct eu *eu = ref_machine(EU_GEN9, text, eu_stream_room(SLOTS, 1), 0xffff);
    prepare(m, 2);
    eu->end_ip = UINT32_MAX;
    eu->eus = 1;
    eu->eu_threads = SLOTS;
    eu->quantum = EU_JIT_QUANTUM;
    exc_install(eu);
    eu->engine = engine;
    eu->jit = engine == EU_ENGINE_JIT;
    eu->jit_hot = 1;
    eu->surfaces[0] = (struct eu_surface){.present = true,
                                          .format = EU_FORMAT_RAW,
                                          .width = bytes,
                                          .height = 1,
                                          .pitch = bytes,
                                          .address = BUFFER};
    assert_int_equal(eu_memory_map(eu->mem, BUFFER, mapped), 0);
    *source = (struct eu_source){.groups = THREADS,
                                 .most = 1,
                                 .fill = fill,
                                 .again = again,
                                 .series = engine == EU_ENGINE_JIT ? series : NULL,
                                 .ctx = m};
    eu_stream(eu, source);
    return eu;
}

/* Runs in pieces of @budget instructions, and no more. */
static enum eu_stop run(struct eu *eu, uint64_t budget)
{
    struct eu_event ev;
    enum eu_stop stop;
    do {
        uint64_t before = eu->insts;
        stop = eu_run(eu, budget, &ev);
        assert_in_range(eu->insts - before, 0, budget);
    } while (stop == EU_STOP_BUDGET);
    return stop;
}

/* All that a thread has when it has ended; its PcIPs but where they say something. */
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
    assert_int_equal(a->group, b->group);
    assert_int_equal(a->insts, b->insts);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->sent_eot, b->sent_eot);
}

static void assert_same(const struct eu *a, const struct eu *b)
{
    uint64_t at = 0;
    if (eu_memory_diff(a->mem, b->mem, 0, NULL, 0, &at))
        fail_msg("memory differs at 0x%llx", (unsigned long long)at);
    assert_true(a->insts == b->insts && a->boundaries == b->boundaries);
    assert_true(a->lost == b->lost);
    assert_true(a->stream.next == b->stream.next && a->stream.free == b->stream.free);
    assert_int_equal(a->nthreads, b->nthreads);
    for (uint32_t i = 0; i < a->nthreads; i++)
        assert_same_thread(&a->threads[i], &b->threads[i]);
}

/* Another launch in the same machine, whose threads differ in one register more. */
static void launch_again(struct eu *eu, struct made *m, const struct eu_source *source)
{
    prepare(m, 3);
    eu->source = NULL;
    memset(eu->slots, 0, sizeof eu->slots);
    eu->slots_end = eu->queued = eu->next_slot = eu->quantum_used = 0;
    eu_stream(eu, source);
}

/* As the reference has it, up to @stop; returns how many threads were delivered as a whole. */
static unsigned compare(const char *text, uint32_t bytes, uint32_t mapped, uint64_t budget,
                        enum eu_stop stop)
{
    struct made made[2];
    struct eu_source source[2];
    struct eu *whole = machine(text, &made[0], &source[0], bytes, mapped, EU_ENGINE_REFERENCE);
    struct eu *eu = machine(text, &made[1], &source[1], bytes, mapped, EU_ENGINE_JIT);
    assert_int_equal(run(whole, budget), stop);
    assert_int_equal(run(eu, budget), stop);
    assert_same(eu, whole);
    assert_true(made[1].renewed || stop != EU_STOP_FAULT);
    unsigned again = made[1].again;
    if (stop == EU_STOP_DONE) {
        launch_again(whole, &made[0], &source[0]);
        launch_again(eu, &made[1], &source[1]);
        assert_int_equal(run(whole, budget), stop);
        assert_int_equal(run(eu, budget), stop);
        assert_same(eu, whole);
    }
    eu_free(eu);
    eu_free(whole);
    return again;
}

static void threads_of_a_series_do_what_others_do(void **state)
{
    (void)state;
    (void)require_jit();
    for (uint64_t budget = 1; budget < LIMIT; budget = 3 * budget + 5)
        (void)compare(STRAIGHT, BUFFER_BYTES, BUFFER_BYTES, budget, EU_STOP_DONE);
    assert_in_range(compare(STRAIGHT, BUFFER_BYTES, BUFFER_BYTES, LIMIT, EU_STOP_DONE), 1, SLOTS);
}

/* What is not there is read as 0 and not written, in the middle of a row, too. */
static void threads_of_a_series_meet_the_end_of_a_buffer(void **state)
{
    (void)state;
    (void)require_jit();
    for (uint32_t bytes = 4; bytes < BUFFER_BYTES; bytes += 1196)
        (void)compare(STRAIGHT, bytes, BUFFER_BYTES, LIMIT, EU_STOP_DONE);
}

/* A thread finds flags and registers that nobody has written at 0, and its payload as delivered. */
static void nothing_of_the_thread_before_is_found(void **state)
{
    static const struct {
        const char *text;
        bool series;
    } rows[] = {
        {PLACE "(f0.0) sel (16) r22.0<1>:d r3.0<0;1,0>:d r1.0<8;8,1>:d\n"
               "cmp.ge.f0.0 (16) null<1>:d r1.0<8;8,1>:d 0:d\n" WRITE END,
         true},
        {PLACE "(f1.0) sel (16) r22.0<1>:d r3.0<0;1,0>:d r1.0<8;8,1>:d\n"
               "cmp.ge.f1.0 (16) null<1>:d r1.0<8;8,1>:d 0:d\n" WRITE END,
         true},
        {PLACE "mov (16) r22.0<1>:d r40.0<8;8,1>:d\n" WRITE END, true},
        {PLACE "mov (16) r22.0<1>:d r40.0<8;8,1>:d\n" WRITE
               "mov (16) r40.0<1>:d r1.0<8;8,1>:d\n" END,
         false},
        {PLACE "mov (16) r22.0<1>:d r3.0<0;1,0>:d\n" WRITE "mov (1) r3.0<1>:d 9:d\n" END, false},
        {PLACE "mov (16) r22.0<1>:d r3.0<0;1,0>:d\n" WRITE "mov (1) r3.1<1>:d 9:d\n" END, true},
        {PLACE "mov (1) r22.0<1>:d 5:d\n" WRITE END, true},
        {GROUP "add (16) r20.0<1>:d r1.0<0;1,0>:d r5.0<0;1,0>:d\n"
               "mov (1) r1.4<1>:d 9:d\nmov (16) r22.0<1>:d r3.0<0;1,0>:d\n" WRITE END,
         true},
        {PLACE "mov (1) r40.0<1>:d 5:d\nmov (16) r22.0<1>:d r40.0<0;1,0>:d\n" WRITE END, true},
        {PLACE "mov (8) r40.0<2>:w r1.0<8;8,1>:d\nmov (16) r22.0<1>:d r3.0<0;1,0>:d\n" WRITE END,
         false},
        {PLACE "cmp.ge.f0.0 (16) null<1>:d r1.0<8;8,1>:d 128:d\n"
               "(f0.0) mov (16) r22.0<1>:d 5:d\n" WRITE END,
         false},
        {PLACE "mov (16) r22.0<1>:d r0.2<0;1,0>:d\n" WRITE "mov (1) r0.2<1>:d 5:d\n" END, false},
        /* only one of two ways writes it, or reads it behind the other one's write */
        {ONLY_IF(SECOND_ONLY) "mov (16) r22.0<1>:d 1:d\n" ENDIF WRITE END, false},
        {IF(SECOND_ONLY) "mov (16) r40.0<1>:d 1:d\n" ELSE
                         "mov (16) r22.0<1>:d r40.0<8;8,1>:d\n" ENDIF WRITE END,
         false},
        {IF(SECOND_ONLY) "mov (16) r22.0<1>:d r40.0<8;8,1>:d\n" ELSE
                         "mov (16) r22.0<1>:d 1:d\n" ENDIF "mov (16) r40.0<1>:d 1:d\n" WRITE END,
         false},
        {PLACE "mov (16) r4.0<1>:d 3:d\nagain: add.z.f0.0 (16) r4.0<1>:d r4.0<8;8,1>:d -1:d\n"
               "(-f0.0) while (16) again\nmov (16) r22.0<1>:d 1:d\n" WRITE END,
         false},
    };
    (void)state;
    (void)require_jit();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned n = compare(rows[i].text, BUFFER_BYTES, BUFFER_BYTES, LIMIT, EU_STOP_DONE);
        if (rows[i].series)
            assert_in_range(n, 1, SLOTS);
        else
            assert_in_range(n, THREADS / 2, THREADS);
    }
}

/* A thread goes another way than the one before, or its channels part: then it leaves the series.
 */
static void threads_of_a_series_go_their_ways(void **state)
{
#define ONE "mov (16) r22.0<1>:d 5:d\nmov (16) r60.0<1>:d r1.0<8;8,1>:d\n"
#define OTHER READ "add (16) r22.0<1>:d r22.0<8;8,1>:d r3.0<0;1,0>:d\nmov (1) r64.0<1>:d 7:d\n"
#define BOTH ONE ELSE OTHER ENDIF
    static const struct {
        const char *text;
        unsigned most; /* threads that are delivered as a whole */
    } rows[] = {
        {IF(SECOND_ONLY) BOTH WRITE END, SLOTS},
        {IF(FIRST_PLACES) BOTH WRITE END, SLOTS},
        {IF(FIRST_PLACES) OTHER ELSE ONE ENDIF WRITE END, SLOTS},
        {IF(SECOND_ONLY) READ WRITE ELSE ONE WRITE ENDIF END, SLOTS},
        {IF(HALF_OF_SECOND) BOTH WRITE END, THREADS},
        {IF(HALF_OF_SECOND) ONE WRITE ELSE OTHER ENDIF "mov (16) r66.0<1>:d 1:d\n" END, THREADS},
        /* jumps: of all channels alike, of some */
        {PLACE SECOND_ONLY "(f0.0) jmpi (1) over {NoMask}\n" ONE WRITE "jmpi (1) end {NoMask}\n"
                           "over:\n" OTHER WRITE "end:\n" END,
         SLOTS},
        {PLACE SECOND_ONLY "(f0.0) goto (16) over over\n" ONE WRITE "over: join (16) end\n"
                           "end:\n" END,
         SLOTS},
        {PLACE HALF_OF_SECOND "(f0.0) goto (16) over over\n" ONE WRITE "over: join (16) end\n"
                              "end:\n" END,
         THREADS},
        /* what the engine does, and atomics: sums, of which the last one's order is not seen */
        {PLACE "mov (8) r30.0<1>:q r1.0<8;8,1>:ud\nadd (8) r32.0<1>:q r30.0<4;4,1>:q 5:d\n"
               "mov (16) r22.0<1>:d r3.0<0;1,0>:d\nmov (8) r22.0<1>:d r32.0<8;4,2>:d\n" WRITE END,
         SLOTS},
        {PLACE ONE "send (16) null<1>:ud r20.0<8;8,1>:ud 0xc 0x08008700\n" END, SLOTS},
        {PLACE "mov (16) r4.0<1>:d 64:d\nmov (16) r6.0<1>:d r1.0<8;8,1>:d\n"
               "send (16) null<1>:ud r4.0<8;8,1>:ud 0xc 0x08008700\n" READ WRITE END,
         SLOTS},
        {PLACE SECOND_ONLY "mov (16) r22.0<1>:d 5:d\n(f0.0) jmpi (1) over {NoMask}\n" READ
                           "over: add (16) r22.0<1>:d r22.0<8;8,1>:d 3:d\n" WRITE END,
         SLOTS},
        /* what a register has in front of a message, behind one that the engine does, and behind
         * one that writes to it */
        {IF(SECOND_ONLY) BOTH "add (16) r24.0<1>:d r20.0<8;8,1>:d 1:d\n"
                              "mul (16) r26.0<1>:d r1.0<8;8,1>:d 3:w\n"
                              "send (16) r28.0<1>:w r24.0:ud 0xc 0x04205e00\n"
                              "add (16) r22.0<1>:d r26.0<8;8,1>:d r28.0<8;8,1>:d\n" WRITE END,
         SLOTS},
        {IF(SECOND_ONLY) BOTH "mul (16) r26.0<1>:d r1.0<8;8,1>:d 3:w\n"
                              "mul (16) r28.0<1>:d r1.0<8;8,1>:d 5:w\n"
                              "send (16) r26.0<1>:d r20.0<8;8,1>:ud untyped_read bti=0 simd16 xy\n"
                              "add (16) r22.0<1>:d r26.0<8;8,1>:d r28.0<8;8,1>:d\n" WRITE END,
         SLOTS},
        /* one decision behind another */
        {IF(SECOND_ONLY) BOTH FIRST_PLACES "(f0.0) if (16) behind behind\n"
                                           "mov (16) r68.0<1>:d r0.1<0;1,0>:d\n"
                                           "behind: endif (16) last\nlast:\n" WRITE END,
         SLOTS},
    };
    (void)state;
    (void)require_jit();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (uint64_t budget = 1; budget < LIMIT; budget = 5 * budget + 7)
            (void)compare(rows[i].text, BUFFER_BYTES, BUFFER_BYTES, budget, EU_STOP_DONE);
        unsigned n = compare(rows[i].text, BUFFER_BYTES, BUFFER_BYTES, LIMIT, EU_STOP_DONE);
        assert_in_range(n, 1, rows[i].most);
        for (uint32_t mapped = EU_PAGE_BYTES; mapped < THREADS * WIDTH * 4; mapped += EU_PAGE_BYTES)
            (void)compare(rows[i].text, BUFFER_BYTES, mapped, LIMIT, EU_STOP_FAULT);
    }
}

/* Denormals are kept only from there on, in each of the threads. */
static void each_thread_sets_its_modes(void **state)
{
    (void)state;
    (void)require_jit();
    require_rounding();
    unsigned n = compare(PLACE "mul (16) r22.0<1>:f r3.0<0;1,0>:f 2.0:f\n"
                               "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1216:uw {NoMask, Switch}\n"
                               "add (16) r24.0<1>:f r3.0<0;1,0>:f r3.0<0;1,0>:f\n"
                               "add (16) r22.0<1>:d r22.0<8;8,1>:d r24.0<8;8,1>:d\n" WRITE END,
                         BUFFER_BYTES, BUFFER_BYTES, LIMIT, EU_STOP_DONE);
    assert_in_range(n, 1, SLOTS);
}

/* Native code is left where a page is not mapped: the registers that the thread has not written yet
 * are not those of the one before. */
static void a_thread_that_leaves_its_series_is_whole(void **state)
{
    (void)state;
    (void)require_jit();
    for (uint32_t mapped = EU_PAGE_BYTES; mapped < THREADS * WIDTH * 4; mapped += EU_PAGE_BYTES) {
        (void)compare(STRAIGHT, BUFFER_BYTES, mapped, LIMIT, EU_STOP_FAULT);
        (void)compare(PLACE "mov (16) r22.0<1>:d r3.0<0;1,0>:d\n" WRITE
                            "mov (16) r60.0<1>:d r1.0<8;8,1>:d\nmov (1) r62.0<1>:d 3:d\n"
                            "cmp.ge.f0.0 (16) null<1>:d r1.0<8;8,1>:d 0:d\n" END,
                      BUFFER_BYTES, mapped, LIMIT, EU_STOP_FAULT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_of_a_series_do_what_others_do),
        cmocka_unit_test(threads_of_a_series_meet_the_end_of_a_buffer),
        cmocka_unit_test(nothing_of_the_thread_before_is_found),
        cmocka_unit_test(threads_of_a_series_go_their_ways),
        cmocka_unit_test(each_thread_sets_its_modes),
        cmocka_unit_test(a_thread_that_leaves_its_series_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
