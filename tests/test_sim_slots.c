/* Thread slots: many threads on few slots, who they are, whom they wait for. */
#include "tests/helpers.h"

#include "sim/dispatch.h"
#include "sim/snapshot.h"
#include "sim/stream.h"
#include "tests/random_program.h"

#define END                                                                                        \
    "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"                                               \
    "send (16) null<1>:uw r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"

static struct eu *machine(const char *text, const struct eu_dispatch *d)
{
    struct eu_program prog = {0};
    const char *why;
    assemble_text(EU_GEN7, "test", text, &prog);
    struct eu *eu = eu_new(EU_GEN7, (uint32_t)eu_dispatch_count(d, &why));
    assert_null(why);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    assert_int_equal(eu_dispatch(eu, d), 0);
    eu_program_fini(&prog);
    return eu;
}

static unsigned living(const struct eu *eu, bool seen[EU_SLOTS_MAX])
{
    unsigned n = 0;
    memset(seen, 0, EU_SLOTS_MAX * sizeof *seen);
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        if (eu_thread_lives(&eu->threads[i])) {
            assert_false(seen[eu->threads[i].slot]);
            seen[eu->threads[i].slot] = true;
            n++;
        }
    }
    return n;
}

/* Each thread adds 1 to a dword of its group: 4,096 on 64 slots, no two on one slot. */
static void a_large_grid_runs_slot_by_slot(void **state)
{
    (void)state;
    struct eu_dispatch d = {
        .kind = EU_DISPATCH_GPGPU, .grid = {64, 64, 1}, .threads_per_group = 1, .simd = 8};
    struct eu *eu = machine("shl (1) r4.0<1>:ud r0.6<0;1,0>:ud 6:ud\n"
                            "add (1) r4.0<1>:ud r4.0<0;1,0>:ud r0.1<0;1,0>:ud\n"
                            "shl (1) r4.0<1>:ud r4.0<0;1,0>:ud 2:ud\n"
                            "send (1) null<1>:ud r4.0<0;1,0>:ud 0xa 0x02019500\n" /* inc */
                            END,
                            &d);
    struct eu_event ev;
    bool seen[EU_SLOTS_MAX];
    eu->surfaces[0] = (struct eu_surface){
        .present = true, .format = EU_FORMAT_RAW, .width = 16384, .height = 1, .address = 0x100000};
    assert_int_equal(eu_memory_map(eu->mem, 0x100000, 16384), 0);
    while (eu_run(eu, 997, &ev) == EU_STOP_BUDGET) {
        assert_true(living(eu, seen) <= 64);
        assert_true(eu->queued == eu->nthreads || living(eu, seen) == 64);
    }
    assert_int_equal(ev.stop, EU_STOP_DONE);
    for (uint32_t i = 0; i < 4096; i++) {
        uint32_t v = 0;
        eu_memory_read(eu->mem, 0x100000 + i * 4, &v, sizeof v);
        assert_int_equal(v, 1);
        assert_int_equal(eu->threads[i].insts, 6);
        assert_int_equal(eu->threads[i].grf[0][20], eu->threads[i].slot);
    }
    eu_free(eu);
}

/* EUs, threads of each: identity by slot. */
static void identity_is_the_slot(void **state)
{
    (void)state;
    static const struct {
        uint32_t eus, threads, thread, sr0, sr1;
        const char *name;
    } rows[] = {{0, 0, 63, 0x707, 63, "EU7.T7"},
                {2, 3, 5, 0x102, 5, "EU1.T2"},
                {2, 3, 6, 0, 0, "queued"},
                {32, 8, 255, 0x1f07, 255, "EU31.T7"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_dispatch d = {.kind = EU_DISPATCH_RAW,
                                .grid = {300},
                                .eus = rows[i].eus,
                                .eu_threads = rows[i].threads};
        struct eu *eu = machine(END, &d);
        const struct eu_thread *t = &eu->threads[rows[i].thread];
        char name[24];
        assert_int_equal(t->sr[0] & ~0x70000u, rows[i].sr0);
        assert_int_equal(t->sr[1], rows[i].sr1 << 24);
        eu_thread_name(t, name, sizeof name);
        assert_int_equal(*name != 0, eu_thread_seated(t));
        assert_string_equal(*name ? name : eu_thread_status_name(t), rows[i].name);
        eu_free(eu);
    }
}

/* The oldest of an EU was dispatched first; a newcomer makes older whom it must. */
static void ages_of_an_eu_differ(void **state)
{
    (void)state;
    enum { EACH = 8 };
    struct eu_dispatch d = {.kind = EU_DISPATCH_RAW, .grid = {10}, .eus = 1, .eu_threads = EACH};
    struct eu *eu = machine(END, &d);
    static const uint32_t before[] = {7, 6, 5, 4, 3, 2, 1, 0}, after[] = {7, 0, 6, 5, 4, 3, 2, 1};
    for (unsigned i = 0; i < EACH; i++)
        assert_int_equal(eu->threads[i].sr[0] >> 16 & 7, before[i]);
    eu_thread_end(eu, &eu->threads[1]); /* thread 8 comes */
    assert_int_equal(eu->threads[EACH].slot, 1);
    assert_int_equal(eu->stream.youngest, 0);
    for (unsigned i = 0; i < EACH; i++)
        assert_int_equal(eu->threads[i == 1 ? EACH : i].sr[0] >> 16 & 7, after[i]);
    eu_free(eu);
    d.grid[0] = 1;
    eu = machine(END, &d);
    assert_int_equal(eu->stream.youngest, 1);
    eu_free(eu);
}

/* Seats of a group, which know the ages of the EU from one to the next, are as each by itself; also
 * where the host gave two threads one age. @again: where threads keep their slots. */
static void seats_in_a_row_are_as_each_alone(void **state)
{
    enum { TRIES = 300, EACH = 8, ALL = 2 * EACH };
    struct eu_dispatch d = {.kind = EU_DISPATCH_RAW, .grid = {ALL}, .eus = 2, .eu_threads = EACH};
    struct eu *eu[2] = {machine(END, &d), machine(END, &d)};
    uint64_t s = 3;
    (void)state;
    for (unsigned n = 0; n < TRIES; n++) {
        struct eu_ages ages = {.slots = NULL};
        bool again = n % 2;
        uint32_t keep = (uint32_t)random_word_next(&s), shift = n % 3 ? n % ALL : 0;
        for (unsigned i = 0; i < ALL; i++) {
            uint32_t age = (uint32_t)random_word_next(&s) % (n % 9 + 1) & 7;
            for (unsigned k = 0; k < 2; k++) {
                struct eu_thread *t = &eu[k]->threads[i];
                t->sr[0] = (t->sr[0] & ~0x70000u) | age << 16;
                t->status = keep >> i & 1 ? EU_THREAD_READY : EU_THREAD_ENDED;
                eu[k]->slots[t->slot] = keep >> i & 1 ? i + 1 : 0;
            }
        }
        for (unsigned i = 0; i < ALL; i++) {
            struct eu_thread *t = &eu[1]->threads[i];
            uint32_t slot = shift ? (t->slot + shift) % ALL : t->slot;
            if (keep >> i & 1 || eu[1]->slots[slot])
                continue;
            eu_slot_seat(eu[0], i, slot);
            eu_slot_seat_next(eu[1], t, slot, again, &ages);
        }
        for (unsigned i = 0; i < ALL; i++) {
            assert_int_equal(eu[1]->threads[i].sr[0], eu[0]->threads[i].sr[0]);
            assert_int_equal(eu[1]->threads[i].slot, eu[0]->threads[i].slot);
            assert_int_equal(eu[1]->slots[i], eu[0]->slots[i]);
        }
    }
    for (unsigned k = 0; k < 2; k++)
        eu_free(eu[k]);
}

/* Three of a group need three free slots, or the barrier would never open. */
static void a_group_gets_its_slots_together(void **state)
{
    (void)state;
    struct eu_dispatch d = {.kind = EU_DISPATCH_GPGPU,
                            .grid = {20, 1, 1},
                            .threads_per_group = 3,
                            .simd = 8,
                            .eus = 1,
                            .eu_threads = 8,
                            .quantum = 1};
    struct eu *eu = machine("send (8) null<1>:ud r2.0<8;8,1>:ud 0x3 0x02000004\n"
                            "wait n0.0\n" END,
                            &d);
    bool seen[EU_SLOTS_MAX];
    struct eu_event ev;
    assert_int_equal(living(eu, seen), 6);
    assert_int_equal(eu->threads[6].status, EU_THREAD_QUEUED);
    eu_thread_end(eu, &eu->threads[0]);
    assert_int_equal(living(eu, seen), 8); /* two were free, the third makes room for a group */
    eu_free(eu);
    eu = machine("send (8) null<1>:ud r2.0<8;8,1>:ud 0x3 0x02000004\n"
                 "wait n0.0\n" END,
                 &d);
    assert_int_equal(eu_run(eu, 100000, &ev), EU_STOP_DONE);
    eu_free(eu);
    const char *why;
    d.threads_per_group = 9;
    assert_int_equal(eu_dispatch_count(&d, &why), 0);
    assert_non_null(strstr(why, "more thread slots"));
}

/* The queue is part of a snapshot. */
static void a_snapshot_has_the_queue(void **state)
{
    (void)state;
    struct eu_dispatch d = {.kind = EU_DISPATCH_RAW, .grid = {30}, .eus = 1, .eu_threads = 2};
    struct eu *eu = machine("nop\n" END, &d);
    struct eu_event ev;
    assert_int_equal(eu_run(eu, 20, &ev), EU_STOP_BUDGET);
    struct eu_snapshot *snap = eu_snapshot_take(eu);
    uint32_t queued = eu->queued, slot = eu->threads[queued - 1].slot;
    assert_int_equal(eu_run(eu, 1000, &ev), EU_STOP_DONE);
    assert_int_equal(eu->queued, 30);
    assert_int_equal(eu_snapshot_restore(eu, snap), 0);
    assert_int_equal(eu->queued, queued);
    assert_int_equal(eu->threads[queued - 1].slot, slot);
    assert_int_equal(eu->threads[queued].status, EU_THREAD_QUEUED);
    assert_int_equal(eu_run(eu, 1000, &ev), EU_STOP_DONE);
    assert_int_equal(eu->insts, 90);
    eu_snapshot_free(snap);
    eu_free(eu);
}

/* tdr0 of a dispatch has those that live, by FFTID; the end of one clears its valid bit. */
static void dependencies_are_set_at_dispatch_and_end(void **state)
{
    (void)state;
    struct eu_dispatch d = {.kind = EU_DISPATCH_RAW, .grid = {5}, .eus = 1, .eu_threads = 2};
    struct eu *eu = machine(END, &d);
    eu->threads[2].depends[0] = 1; /* thread 0 */
    eu->threads[2].depends[3] = 2; /* thread 1 */
    eu_thread_end(eu, &eu->threads[0]);
    assert_int_equal(eu->threads[2].status, EU_THREAD_READY);
    assert_int_equal(eu->threads[2].tdr[0], 0);
    assert_int_equal(eu->threads[2].tdr[1], 0x80010000);
    eu_thread_end(eu, &eu->threads[1]);
    assert_int_equal(eu->threads[2].tdr[1], 0x00010000);
    eu_free(eu);
}

/* Behind 64 KB for each subslice of eight EUs, a slot has 8 KB. */
static void areas_of_contexts_lie_behind_local_memories(void **state)
{
    static const struct {
        uint8_t eus, subslices;
    } t[] = {{1, 1}, {7, 1}, {8, 1}, {9, 2}, {16, 2}, {24, 3}};
    (void)state;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct eu *eu = eu_new(EU_GEN9, 1);
        assert_non_null(eu);
        eu->eus = t[i].eus;
        eu->eu_threads = 7;
        eu->csr = 0x40000000;
        assert_int_equal(eu_csr_area(eu, 0), 0x40000000 + t[i].subslices * 0x10000);
        assert_int_equal(eu_csr_area(eu, 5), 0x40000000 + t[i].subslices * 0x10000 + 5 * 0x2000);
        assert_int_equal(eu_csr_bytes(eu), t[i].subslices * 0x10000 + t[i].eus * 7 * 0x2000);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_of_contexts_lie_behind_local_memories),
        cmocka_unit_test(a_large_grid_runs_slot_by_slot),
        cmocka_unit_test(identity_is_the_slot),
        cmocka_unit_test(ages_of_an_eu_differ),
        cmocka_unit_test(seats_in_a_row_are_as_each_alone),
        cmocka_unit_test(a_group_gets_its_slots_together),
        cmocka_unit_test(a_snapshot_has_the_queue),
        cmocka_unit_test(dependencies_are_set_at_dispatch_and_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
