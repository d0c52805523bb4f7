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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(profile_next_counts_executions_channels_and_divergence,
                                        rig_setup, rig_teardown),
        cmocka_unit_test_setup_teardown(profile_stacks_follow_calls_and_the_routine, rig_setup,
                                        rig_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
