/* Engines that differ: whatever part of the machine it is in, the lockstep stops there, and its
 * report says what it is. */
#include "tests/helpers.h"

#include <stddef.h>

#include "eu/lockstep.h"
#include "exception/exception.h"

enum { THREADS = 2, DATA = 0x10000 };

/* Two threads that add to r4 for ever, and have memory. */
static struct eu *machine(void)
{
    struct eu_program prog;
    struct eu *eu = eu_new(EU_GEN9, THREADS);
    assert_non_null(eu);
    assemble_text(EU_GEN9, "test",
                  "again: add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n"
                  "jmpi (1) again {NoMask}\n",
                  &prog);
    assert_int_equal(eu_load_code(eu, 0, prog.code, prog.size), 0);
    assert_int_equal(eu_memory_map(eu->mem, DATA, 4096), 0);
    assert_int_equal(eu_memory_map(eu->slm, 0, 4096), 0);
    assert_int_equal(eu_memory_map(eu->urb, 0, 4096), 0);
    for (unsigned i = 0; i < THREADS; i++)
        eu_thread_start(eu, i, 0, 0xff, 0);
    exc_install(eu);
    eu_program_fini(&prog);
    return eu;
}

static char *reported(struct lockstep *l)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    lockstep_report(l, 2, out);
    fclose(out);
    return text;
}

/* A byte of the twin, in its second thread or in struct eu, is another after 100 instructions. */
#define T(field) offsetof(struct eu_thread, field), true
#define E(field) offsetof(struct eu, field), false
static const struct row {
    size_t at;
    bool thread;
    const char *text; /* part of the report; NULL: neither registers nor snapshots show it */
} rows[] = {
    {T(grf[127][31]), "thread 1 r127 byte 31: 0x01000000, expected 0x00000000"},
    {T(a0[15]), "thread 1 a0 byte 30"},
    {T(acc[0][0]), "thread 1 acc"},
    {T(f[1]), "thread 1 f1"},
    {T(sr[0]), "thread 1 sr0 byte 0"},
    {T(cr[0]), "thread 1 cr0 byte 0"},
    {T(n[2]), "thread 1 n0 byte 8"},
    {T(tdr[3]), "thread 1 tdr0"},
    {T(dispatched), NULL},
    {T(tm_event), "thread 1 TmEvent, instructions, attention, calls: 1 37 0 0, expected 0 37 0 0"},
    {T(insts), "thread 1 TmEvent, instructions, attention, calls: 0 "},
    {T(calls.depth), "attention, calls: 0 "},
    {T(mme[7][0]), "thread 1 mme7 byte 0"},
    {T(sr1[3]), "thread 1 sr1 byte 12"},
    {T(sp[0]), "thread 1 sp byte 0"},
    {T(dbg[1]), "thread 1 dbg0 byte 4"},
    {T(msg[7]), "thread 1 msg7 byte 0"},
    {T(fc0[31]), "thread 1 fc0 byte 124"},
    {T(fc1), "thread 1 fc1 byte 0"},
    {T(fc2), "thread 1 fc2 byte 0"},
    {T(fc3[3]), "thread 1 fc3 byte 12"},
    {T(fc4), "thread 1 fc4 byte 0"},
    {T(arrivals), NULL},
    {T(barrier), NULL},
    {T(gateway), NULL},
    {T(wait_n), ""},
    {E(insts), "instructions: "},
    {E(boundaries), "boundaries: "},
    {E(queued), "next thread to get a slot: "},
};

static void any_part_of_a_machine_is_compared(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct eu *eu = machine();
        struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
        struct eu_event ev;
        assert_non_null(l);
        assert_true(lockstep_run(l, 100, &ev));
        struct eu *twin = lockstep_twin(l);
        uint8_t *base = row->thread ? (uint8_t *)&twin->threads[1] : (uint8_t *)twin;
        base[row->at] ^= 1;
        bool same = lockstep_run(l, 1, &ev);
        char *text = same ? NULL : reported(l);
        bool counts = row->text && !*row->text; /* it plays no part in this state */
        if (same != counts || (text && row->text && !strstr(text, row->text)))
            fail_msg("row %zu, %s: %s", i, row->text ? row->text : "", text ? text : "the same");
        assert_false(lockstep_failed(l));
        free(text);
        lockstep_free(l);
        eu_free(eu);
    }
}

static void all_differences_are_reported(void **state)
{
    (void)state;
    struct eu *eu = machine();
    struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
    struct eu_event ev;
    assert_true(lockstep_run(l, 100, &ev));
    struct eu_thread *threads = lockstep_twin(l)->threads;
    threads[0].grf[20][0] = threads[1].grf[30][4] = threads[1].tm_event = 1;
    assert_false(lockstep_run(l, 1, &ev));
    char *text = reported(l);
    assert_non_null(strstr(text, "thread 0 r20 byte 0: 0x00000001, expected 0x00000000"));
    assert_non_null(strstr(text, "thread 1 r30 byte 4: 0x00000001, expected 0x00000000"));
    assert_non_null(strstr(text, "thread 1 TmEvent, instructions, attention, calls: 1 "));
    free(text);
    lockstep_free(l);
    eu_free(eu);
}

static void memories_are_compared(void **state)
{
    (void)state;
    static const uint64_t addresses[] = {DATA, DATA + 4095, 8, 8};
    for (unsigned i = 0; i < 4; i++) {
        struct eu *eu = machine();
        struct lockstep *l = lockstep_new(eu, EU_ENGINE_FAST);
        struct eu_event ev;
        const uint8_t one = 1;
        assert_true(lockstep_run(l, 100, &ev));
        struct eu *twin = lockstep_twin(l);
        struct eu_memory *mem = i < 2 ? twin->mem : i == 2 ? twin->slm : twin->urb;
        assert_true(eu_memory_write(mem, addresses[i], &one, 1));
        assert_false(lockstep_run(l, 1, &ev));
        assert_false(lockstep_failed(l));
        lockstep_free(l);
        eu_free(eu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_part_of_a_machine_is_compared),
        cmocka_unit_test(all_differences_are_reported),
        cmocka_unit_test(memories_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
