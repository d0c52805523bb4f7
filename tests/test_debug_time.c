/* History: going back and forth, inputs of the host, and bounded memory. */
#include "sim/snapshot.h"
#include "tests/debug_rig.h"
#include "tests/fake_machine.h"

enum { THREADS = 4, ADD = 0x1000, LOOP = 0x1020, ROOM = 16 << 20 };

/* Makes a machine with an endless loop that counts in r10 and does not touch memory. */
static void make_machine(struct debug_rig *f, size_t history)
{
    uint32_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    debug_rig_init(f, THREADS);
    debug_rig_load(f, ADD,
                   "kernel: add (8) r10.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
                   "        add (8) r12.0<1>:d r12.0<8;8,1>:d r10.0<8;8,1>:d\n"
                   "again:  jmpi (1) kernel {NoMask}\n");
    for (unsigned i = 0; i < THREADS; i++) {
        eu_thread_start(f->eu, i, ADD, 0xff, 0);
        eu_reg_write(f->eu, &f->eu->threads[i], EU_REG_GRF0 + 11, ones);
    }
    debug_rig_start(f, history);
}

static const struct machine_reg *reg(struct debug_rig *f, const char *name)
{
    return debug_rig_reg(f->m, name);
}

static void go_to(struct debug_rig *f, uint64_t insts)
{
    assert_int_equal(dbg_goto(f->dbg, (struct machine_when){insts, 0}), 0);
    assert_int_equal(f->eu->insts, insts);
}

static const char *run_to_stop(struct debug_rig *f)
{
    while (!dbg_run(f->dbg, 100))
        ;
    return machine_stops[dbg_last(f->dbg)->event.stop].name;
}

static const char *go_back(struct debug_rig *f, struct dbg_focus focus, bool step)
{
    dbg_reverse(f->dbg, focus, step);
    return run_to_stop(f);
}

static const char *on(struct debug_rig *f, struct dbg_focus focus, bool step, bool locked)
{
    dbg_resume(f->dbg, focus, step, locked, 0, 0);
    return run_to_stop(f);
}

static struct dbg_time_span span(struct debug_rig *f)
{
    struct dbg_time_span s;
    dbg_time_span(dbg_time(f->dbg), &s);
    return s;
}

static bool print_difference(void *ctx, const struct eu_diff *d)
{
    (void)ctx;
    print_message("%s\n", d->text);
    return true;
}

static void assert_state(struct debug_rig *f, struct eu_snapshot *want)
{
    struct eu_snapshot *now = eu_snapshot_take(f->eu);
    assert_int_equal(eu_snapshot_diff(want, now, NULL, print_difference, NULL), 0);
    eu_snapshot_free(now);
}

static void write11(struct debug_rig *f, unsigned thread, uint32_t v)
{
    uint32_t r[8] = {v, v, v, v, v, v, v, v};
    assert_int_equal(dbg_reg_write(f->dbg, (struct dbg_focus){thread, 0}, reg(f, "r11"), r), 0);
}

static void dbg_history_of_a_machine_without_snapshots_is_not_offered(void **state)
{
    (void)state;
    static struct fake fake;
    fake_init(&fake);
    struct dbg *dbg = dbg_new(&fake.m, false);
    assert_int_equal(dbg_history(dbg, ROOM), -MACHINE_ERR_UNAVAILABLE);
    assert_null(dbg_time(dbg));
    assert_int_equal(dbg_goto(dbg, (struct machine_when){0, 0}), -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(dbg_history(dbg, 0), 0);
    dbg_free(dbg);
}

static void dbg_reverse_to_a_breakpoint_stands_on_the_last_one(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, ROOM);
    struct dbg_focus t0 = {0, 0};
    go_to(&f, 50000);
    assert_int_equal(dbg_break_insert(f.dbg, LOOP, NULL), 0);
    uint64_t last = f.eu->insts;
    for (unsigned i = 0; i < 50; i++) {
        assert_string_equal(go_back(&f, t0, false), "breakpoint");
        assert_true(f.eu->insts < last && last - f.eu->insts <= 4);
        assert_int_equal(f.eu->threads[dbg_last(f.dbg)->event.thread].ip, LOOP);
        assert_int_equal(dbg_pc(f.dbg, dbg_last(f.dbg)->focus), LOOP);
        last = f.eu->insts;
    }
    for (unsigned i = 0; i < 49; i++)
        assert_string_equal(on(&f, t0, false, false), "breakpoint");
    dbg_break_clear(f.dbg);
    assert_string_equal(go_back(&f, t0, false), "begin");
    assert_int_equal(f.eu->insts, 0);
    assert_string_equal(go_back(&f, t0, false), "begin");
    assert_string_equal(go_back(&f, t0, true), "begin");
    debug_rig_drop(&f);
}

static void dbg_reverse_step_is_of_one_thread(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, ROOM);
    go_to(&f, 30001);
    struct dbg_focus t2 = {2, 3};
    uint64_t insts = f.eu->threads[2].insts;
    for (unsigned i = 1; i <= 200; i++) {
        assert_string_equal(go_back(&f, t2, true), "step");
        assert_int_equal(f.eu->threads[2].insts, insts - i);
        assert_int_equal(dbg_last(f.dbg)->focus.thread, 2);
        assert_int_equal(dbg_last(f.dbg)->focus.channel, 3);
    }
    debug_rig_drop(&f);
}

static void dbg_reg_write_in_the_past_drops_the_future(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, ROOM);
    go_to(&f, 1000);
    write11(&f, 1, 5);
    go_to(&f, 20000);
    struct eu_snapshot *with = eu_snapshot_take(f.eu);
    assert_int_equal(dbg_time_checkpoint(dbg_time(f.dbg)), 1);
    /* Back and forth again: the write happens again. */
    go_to(&f, 10);
    assert_int_equal(f.eu->threads[1].grf[11][0], 1);
    go_to(&f, 1000);
    assert_int_equal(f.eu->threads[1].grf[11][0], 5);
    go_to(&f, 20000);
    assert_state(&f, with);
    /* Another write before it: what followed is dropped. */
    go_to(&f, 500);
    assert_int_equal(span(&f).end.insts, 20000);
    write11(&f, 1, 7);
    assert_int_equal(span(&f).end.insts, 500);
    assert_int_equal(span(&f).inputs, 1);
    struct machine_when when;
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(f.dbg), 1, &when), -MACHINE_ERR_UNKNOWN);
    go_to(&f, 20000);
    assert_int_equal(f.eu->threads[1].grf[11][0], 7);
    eu_snapshot_free(with);
    debug_rig_drop(&f);
}

static void dbg_mem_write_and_other_changes_are_replayed(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, ROOM);
    uint32_t word = 0x12345678;
    eu_memory_map(f.eu->mem, 0x8000, 0x1000);
    dbg_changed(f.dbg);
    go_to(&f, 300);
    assert_int_equal(dbg_mem_write(f.dbg, 0x8004, &word, 4), 0);
    assert_int_equal(dbg_mem_write(f.dbg, 0xd0000000, &word, 4), -MACHINE_ERR_UNAVAILABLE);
    go_to(&f, 600);
    f.eu->threads[3].f[0] = 0xabcd;
    dbg_changed(f.dbg);
    go_to(&f, 40000);
    struct eu_snapshot *then = eu_snapshot_take(f.eu);
    assert_int_equal(span(&f).inputs, 3);
    go_to(&f, 299);
    word = 1;
    f.m->ops->mem_read(f.m, 0x8004, &word, 4);
    assert_int_equal(word, 0);
    assert_int_equal(f.eu->threads[3].f[0], 0);
    go_to(&f, 600);
    assert_int_equal(f.eu->threads[3].f[0], 0xabcd);
    go_to(&f, 40000);
    assert_state(&f, then);
    eu_snapshot_free(then);
    debug_rig_drop(&f);
}

/* gdb steps one thread alone off each breakpoint, and that changes the order of the threads. */
static void dbg_resume_of_one_thread_alone_is_replayed(void **state)
{
    (void)state;
    enum { STOPS = 60 };
    struct debug_rig f;
    make_machine(&f, ROOM);
    struct eu_snapshot *then[STOPS];
    uint64_t insts[STOPS];
    dbg_break_insert(f.dbg, LOOP, NULL);
    for (unsigned i = 0; i < STOPS; i++) {
        assert_string_equal(on(&f, dbg_last(f.dbg)->focus, false, false), "breakpoint");
        then[i] = eu_snapshot_take(f.eu);
        insts[i] = f.eu->insts;
        dbg_break_remove(f.dbg, LOOP, NULL);
        assert_string_equal(on(&f, dbg_last(f.dbg)->focus, true, true), "step");
        dbg_break_insert(f.dbg, LOOP, NULL);
    }
    uint64_t end = span(&f).end.insts;
    for (unsigned i = STOPS; i-- > 0;) {
        assert_string_equal(go_back(&f, dbg_last(f.dbg)->focus, false), "breakpoint");
        assert_int_equal(f.eu->insts, insts[i]);
        assert_state(&f, then[i]);
    }
    /* Forward as gdb does it, along the recorded history. */
    for (unsigned i = 0; i + 1 < STOPS; i++) {
        dbg_break_remove(f.dbg, LOOP, NULL);
        assert_string_equal(on(&f, dbg_last(f.dbg)->focus, true, true), "step");
        dbg_break_insert(f.dbg, LOOP, NULL);
        assert_string_equal(on(&f, dbg_last(f.dbg)->focus, false, false), "breakpoint");
        assert_state(&f, then[i + 1]);
    }
    assert_int_equal(span(&f).end.insts, end);
    for (unsigned i = 0; i < STOPS; i++)
        eu_snapshot_free(then[i]);
    debug_rig_drop(&f);
}

static void dbg_history_is_bounded_and_the_oldest_goes_first(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, 1 << 20);
    for (uint64_t at = 0; at <= 2000000; at += 100000)
        go_to(&f, at);
    struct dbg_time_span s = span(&f);
    assert_true(s.bytes <= 1 << 20);
    /* snapshots are thinned out; the oldest is not dropped */
    assert_int_equal(s.begin.insts, 0);
    assert_true(s.snapshots < 60);
    debug_rig_drop(&f);

    make_machine(&f, 400000);
    for (uint64_t at = 0; at <= 1000000; at += 100000) {
        uint32_t words[4096] = {(uint32_t)at};
        eu_memory_map(f.eu->mem, 0x8000, sizeof words);
        dbg_changed(f.dbg);
        go_to(&f, at);
        assert_int_equal(dbg_mem_write(f.dbg, 0x8000, words, sizeof words), 0);
    }
    for (unsigned i = 0; i < 100; i++)
        write11(&f, 0, i);
    s = span(&f);
    assert_true(s.bytes <= 400000);
    assert_true(s.begin.insts > 0);
    assert_int_equal(dbg_goto(f.dbg, (struct machine_when){s.begin.insts - 1, 0}),
                     -MACHINE_ERR_RANGE);
    assert_string_equal(go_back(&f, (struct dbg_focus){0, 0}, false), "begin");
    assert_int_equal(f.eu->insts, s.begin.insts);
    go_to(&f, s.end.insts);
    assert_int_equal(f.eu->threads[0].grf[11][0], 99);
    debug_rig_drop(&f);
}

static void dbg_interrupt_on_the_way_back_stands_in_the_past(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, ROOM);
    go_to(&f, 100000);
    dbg_reverse(f.dbg, (struct dbg_focus){1, 0}, false);
    for (unsigned i = 0; i < 20; i++)
        assert_false(dbg_run(f.dbg, 1000));
    dbg_interrupt(f.dbg);
    assert_true(dbg_run(f.dbg, 1000));
    assert_string_equal(machine_stops[dbg_last(f.dbg)->event.stop].name, "interrupt");
    assert_true(f.eu->insts <= 100000);
    assert_int_equal(span(&f).end.insts, 100000);
    go_to(&f, 100000);
    debug_rig_drop(&f);
}

static void dbg_reset_forgets_the_history(void **state)
{
    (void)state;
    struct debug_rig f;
    make_machine(&f, ROOM);
    go_to(&f, 5000);
    dbg_time_checkpoint(dbg_time(f.dbg));
    assert_int_equal(dbg_reset(f.dbg), 0);
    assert_int_equal(span(&f).end.insts, 0);
    assert_int_equal(span(&f).snapshots, 1);
    assert_int_equal(dbg_goto(f.dbg, (struct machine_when){DBG_GOTO_MOST + 1, 0}),
                     -MACHINE_ERR_RANGE);
    debug_rig_drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dbg_history_of_a_machine_without_snapshots_is_not_offered),
        cmocka_unit_test(dbg_reverse_to_a_breakpoint_stands_on_the_last_one),
        cmocka_unit_test(dbg_reverse_step_is_of_one_thread),
        cmocka_unit_test(dbg_reg_write_in_the_past_drops_the_future),
        cmocka_unit_test(dbg_mem_write_and_other_changes_are_replayed),
        cmocka_unit_test(dbg_resume_of_one_thread_alone_is_replayed),
        cmocka_unit_test(dbg_history_is_bounded_and_the_oldest_goes_first),
        cmocka_unit_test(dbg_interrupt_on_the_way_back_stands_in_the_past),
        cmocka_unit_test(dbg_reset_forgets_the_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
