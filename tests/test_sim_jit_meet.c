/* Native code that goes on with a mate at a barrier must stop where the reference engine stops,
 * with the same state. */
#include "tests/ref_fixture.h"
#include "tests/jit_rig.h"

#include "exception/exception.h"
#include "sim/dispatch.h"
#include "sim/fast/fast.h"

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
#define BARRIER                                                                                    \
    "mov (8) r12.0<1>:ud 0:ud {NoMask}\n"                                                          \
    "mov (1) n0.0<1>:ud 0:ud {NoMask, Switch}\n"                                                   \
    "send (1) null<1>:ud r12.0<0;1,0>:ud 0x3 0x02000004 {NoMask}\n"                                \
    "wait (1) n0.0<0;1,0>:ud {NoMask}\n"
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
    {turns, LOCAL, 2, EU_JIT_QUANTUM}, {turns, LOCAL, 2, 100}, {turns, 240, 2, EU_JIT_QUANTUM},
    {parts, LOCAL, 3, EU_JIT_QUANTUM}, {parts, 56, 1, 500},    {ends, LOCAL, 2, EU_JIT_QUANTUM},
    {turns, 16, 1, EU_JIT_QUANTUM},    {ends, LOCAL, 1, 100},
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
    assert_int_equal(a->met, b->met);
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

/* Stops everywhere, and soon enough in a row that turns are cut in several places. */
static void compare(const struct row *r, uint64_t most)
{
    const struct eu_dispatch d = {.kind = EU_DISPATCH_GPGPU,
                                  .grid = {GROUPS, 1, 1},
                                  .local = {r->local, 1, 1},
                                  .simd = 16,
                                  .eus = r->eus,
                                  .quantum = r->quantum};
    struct eu_source source[2];
    struct eu *whole = machine(r, &d, &source[0], EU_ENGINE_REFERENCE);
    struct eu *eu = machine(r, &d, &source[1], EU_ENGINE_JIT);
    struct eu_event a, b;
    enum eu_stop stop;
    uint64_t budget = 1;
    do {
        budget = (budget * 1103515245 + 12345) % most + 1;
        stop = eu_run(whole, budget, &a);
        assert_int_equal(eu_run(eu, budget, &b), stop);
        assert_same(eu, whole);
    } while (stop == EU_STOP_BUDGET);
    assert_int_equal(stop, EU_STOP_DONE);
    assert_true(r->quantum < EU_JIT_QUANTUM || eu_fast_native(eu) > eu->insts / 2);
    eu_free(eu);
    eu_free(whole);
}

static void mates_stop_where_the_reference_does(void **state)
{
    (void)state;
    (void)require_jit();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint64_t most = 50; most <= LIMIT; most *= 20)
            compare(&rows[i], most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_stop_where_the_reference_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
