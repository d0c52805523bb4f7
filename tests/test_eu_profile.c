/* Counting what is executed. */
#include "tests/exception_rig.h"

#include "eu/profile.h"

static void count(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    profile_insn(ctx, eu, t, insn);
}

static struct profile *profiled(struct rig *f)
{
    struct profile *p = profile_new(f->eu);
    assert_non_null(p);
    f->eu->hooks.on_exception = NULL;
    f->eu->hooks.on_log = NULL;
    f->eu->hooks.on_insn = count;
    f->eu->hooks.observer_ctx = p;
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_false(profile_failed(p));
    return p;
}

static void profile_next_counts_executions_channels_and_divergence(void **state)
{
    struct rig *f = *state;
    struct profile_row row = {0};
    rig_start(f,
              "cmp.l.f0.0 (8) null<1>:d r0.0<8;8,1>:d r4.0<8;8,1>:d {Switch}\n"
              "(f0.0) if (8) over over\n"
              "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
              "mov (1) r11.0<1>:d 1:d {NoMask}\n"
              "over: endif (8) next\n"
              "next: nop\n",
              NULL, 1, 0xff, 0);
    for (unsigned i = 0; i < 3; i++)
        f->t->grf[4][4 * i] = 1;
    struct profile *p = profiled(f);
    assert_true(profile_next(p, 1, &row));
    assert_int_equal(row.addr, 16);
    assert_int_equal(row.divergent, 0);
    assert_true(profile_next(p, 32, &row));
    assert_int_equal(row.addr, 32);
    assert_int_equal(row.count, 1);
    assert_int_equal(row.channels, 3);
    assert_int_equal(row.lanes, 8);
    assert_int_equal(row.divergent, 1);
    assert_true(profile_next(p, 48, &row));
    assert_int_equal(row.channels, 1);
    assert_false(profile_next(p, 96, &row));
    assert_int_equal(profile_elsewhere(p), 0);
    profile_free(p);
}

static void note(void *ctx, const uint32_t *funcs, unsigned n, uint64_t times)
{
    char *text = ctx;
    for (unsigned i = 0; i < n; i++)
        sprintf(text + strlen(text), "%x;", funcs[i]);
    sprintf(text + strlen(text), "%u ", (unsigned)times);
}

static void profile_stacks_follow_calls_and_the_routine(void **state)
{
    struct rig *f = *state;
    char text[256] = "";
    rig_start(f,
              "call (2) r20.0<1>:ud one\n"
              "jmpi (1) end {NoMask}\n"
              "one: call (2) r22.0<1>:ud two\n"
              "ret (2) r20.0<2;2,1>:ud\n"
              "two: illegal\n"
              "ret (2) r22.0<2;2,1>:ud\n"
              "end: nop\n",
              SKIP CLEAR RETURN, 1, 0x3, 0x1000);
    struct profile *p = profiled(f);
    profile_stacks(p, note, text);
    assert_string_equal(text, "0;3 0;20;2 0;20;40;1 0;20;40;80000;3 ");
    profile_free(p);
}

enum { FUNCTIONS = 100, FIRST = 16 * (5 * FUNCTIONS + 1) };

static void count_stacks(void *ctx, const uint32_t *funcs, unsigned n, uint64_t times)
{
    unsigned *seen = ctx;
    assert_int_equal(funcs[0], 0);
    if (n == 1)
        return;
    assert_int_equal(n, 2);
    assert_int_equal(times, (funcs[1] - FIRST) / 32 + 1);
    seen[(funcs[1] - FIRST) / 32]++;
}

/* Function n begins at FIRST + 32 * n, and is called n + 1 times: each has its stack. */
static void profile_has_room_for_many_stacks(void **state)
{

    struct rig *f = *state;
    static char text[1 << 20];
    unsigned seen[FUNCTIONS] = {0};
    size_t n = 0;
    for (unsigned i = 0; i < FUNCTIONS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "mov (1) r4.0<1>:d 0:d {NoMask}\n"
                              "again%u: call (2) r20.0<1>:ud func%u\n"
                              "add (1) r4.0<1>:d r4.0<0;1,0>:d 1:d {NoMask}\n"
                              "cmp.l.f0.0 (1) null<1>:d r4.0<0;1,0>:d %u:d {NoMask, Switch}\n"
                              "(f0.0) jmpi (1) again%u {NoMask}\n",
                              i, i, i + 1, i);
    n += (size_t)snprintf(text + n, sizeof text - n, "jmpi (1) end {NoMask}\n");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "func%u: ret (2) r20.0<2;2,1>:ud\nnop\n",
                              i);
    snprintf(text + n, sizeof text - n, "end: nop\n");
    rig_start(f, text, NULL, 1, 0x3, 0);
    struct profile *p = profiled(f);
    profile_stacks(p, count_stacks, seen);
    for (unsigned i = 0; i < FUNCTIONS; i++)
        assert_int_equal(seen[i], 1);
    profile_free(p);
}

/* Rows of several programs are in the order of their addresses; what runs in none of them is
 * counted apart. */
static void profile_counts_each_program(void **state)
{
    struct rig *f = *state;
    struct profile_row row = {0};
    static const uint8_t compact[8] = {0x7e, 0, 0, 0x20}, nop[16] = {0x7e};
    uint8_t jump[16];
    struct eu_program prog = {0};
    rig_start(f, "nop\nnop\n", NULL, 1, 0xff, 0);
    assemble_text(EU_GEN7, "j", "jmpi (1) -8176 {NoMask}\n", &prog);
    memcpy(jump, prog.code, sizeof jump);
    eu_program_fini(&prog);
    assert_int_equal(eu_load_code(f->eu, 0x4000, compact, sizeof compact), 0);
    assert_int_equal(eu_load_code(f->eu, 0x2000, nop, sizeof nop), 0);
    assert_int_equal(eu_memory_map(f->eu->mem, 0x4008, 32), 0);
    eu_memory_write(f->eu->mem, 0x4008, nop, sizeof nop);
    eu_memory_write(f->eu->mem, 0x4018, jump, sizeof jump);
    struct profile *p = profile_new(f->eu);
    f->eu->hooks.on_exception = NULL;
    f->eu->hooks.on_log = NULL;
    f->eu->hooks.on_insn = count;
    f->eu->hooks.observer_ctx = p;
    f->t->ip = 0x4000;
    for (unsigned c = 0; c < EU_CHANNELS; c++)
        f->t->pcip[c] = 0x4000;
    struct eu_event ev;
    (void)eu_run(f->eu, 4, &ev);
    assert_int_equal(profile_elsewhere(p), 3);
    assert_true(profile_next(p, 0, &row));
    assert_int_equal(row.addr, 0x4000);
    assert_int_equal(row.count, 1);
    f->t->ip = 0x2000;
    for (unsigned c = 0; c < EU_CHANNELS; c++)
        f->t->pcip[c] = 0x2000;
    (void)eu_run(f->eu, 1, &ev);
    assert_true(profile_next(p, 0, &row));
    assert_int_equal(row.addr, 0x2000);
    assert_true(profile_next(p, 0x2001, &row));
    assert_int_equal(row.addr, 0x4000);
    assert_false(profile_next(p, 0x4001, &row));
    profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(profile_next_counts_executions_channels_and_divergence,
                                        rig_setup, rig_teardown),
        cmocka_unit_test_setup_teardown(profile_stacks_follow_calls_and_the_routine, rig_setup,
                                        rig_teardown),
        cmocka_unit_test_setup_teardown(profile_has_room_for_many_stacks, rig_setup, rig_teardown),
        cmocka_unit_test_setup_teardown(profile_counts_each_program, rig_setup, rig_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
