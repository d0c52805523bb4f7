/* Goals, on a machine with a script: how often it is resumed towards one, and what ends it. */
#include "tests/scripted_rig.h"

enum { BACK = 0x48 /* where the call returns to */ };

static const struct dbg_focus focus = {0, 3};

static int open_call(void **state)
{
    int failed = open_rig(state);
    ((struct rig *)*state)->s.caller = BACK;
    return failed;
}

static void script(struct rig *r, struct machine_event ev)
{
    r->s.events[r->s.nevents++] = ev;
}

static const struct machine_event step_event = {.stop = MACHINE_STOP_STEP, .ip = 0x10},
                                  back_event = {.stop = MACHINE_STOP_BREAKPOINT, .ip = BACK};

static unsigned clients_breaks(struct rig *r)
{
    unsigned n = 0;
    while (dbg_break_nth(r->dbg, n))
        n++;
    return n;
}

/* The machine is resumed towards a goal at most so often in one slice, and no more than the slice
 * has instructions. */
static void slices_end_on_the_way(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint64_t budget;
        unsigned runs;
    } rows[] = {{1, 1}, {3, 3}, {999, 999}, {1000, 1000}, {1000000, 1000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        r->s.threads[0].in_routine = false;
        dbg_next(r->dbg, focus);
        r->s.threads[0].in_routine = true; /* the step goes into the handler, and does not end */
        script(r, step_event);
        r->s.endless = true;
        r->s.nruns = 0;
        assert_false(dbg_run(r->dbg, rows[i].budget));
        assert_true(dbg_running(r->dbg));
        assert_int_equal(r->s.nruns, rows[i].runs);
        assert_int_equal(r->s.plan.step_any, rows[i].runs > 1);
        assert_true(r->s.plan.fresh);
        assert_int_equal(r->s.plan.step_thread, 0);
        r->s.threads[0].in_routine = false;
        assert_true(dbg_run(r->dbg, rows[i].budget));
        assert_false(dbg_running(r->dbg));
        assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_STEP);
    }
}

/* A step passes over the call that it makes, and stops where the call returns. */
static void next_waits_for_the_call(void **state)
{
    struct rig *r = *state;
    dbg_step_over(r->dbg, false);
    r->s.threads[0].calls = 2;
    dbg_next(r->dbg, focus);
    assert_false(dbg_run(r->dbg, 1));
    assert_true(r->s.plan.over);
    assert_int_equal(r->s.plan.step_thread, 0);
    assert_int_equal(r->s.plan.only_thread, -1);
    assert_int_equal(r->s.plan.range_lo | r->s.plan.range_hi, 0);
    r->s.threads[0].calls = 3;
    script(r, step_event);
    assert_false(dbg_run(r->dbg, 1));
    assert_false(dbg_run(r->dbg, 1));
    assert_false(r->s.plan.over);
    assert_int_equal(r->s.plan.only_thread, -1);
    assert_int_equal(r->s.plan.range_lo | r->s.plan.range_hi, 0);
    assert_int_equal(clients_breaks(r), 1);
    assert_int_equal(r->s.breaks[0], BACK);
    script(r, back_event); /* inside another call of its own */
    assert_false(dbg_run(r->dbg, 1));
    assert_int_equal(r->s.plan.step_thread, -1);
    r->s.threads[0].calls = 2;
    script(r, (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = BACK, .thread = 1});
    assert_false(dbg_run(r->dbg, 1)); /* another thread */
    script(r, back_event);
    assert_true(dbg_run(r->dbg, 1));
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_STEP);
    assert_false(dbg_last(r->dbg)->client);
    assert_string_equal(dbg_why(r->dbg), "step finished at 0x00000048 (thread 0)");
    assert_int_equal(clients_breaks(r), 0);
    dbg_resume(r->dbg, focus, true, false, 0, 0); /* the next step is an ordinary one */
    assert_false(dbg_run(r->dbg, 1));
    assert_false(r->s.plan.over);
}

/* Whose return address is not known, or that made no call, has ended; so has a stop of another
 * kind, or of another thread. */
static void next_ends_where_there_is_no_call(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct machine_event ev;
        unsigned calls;
        uint64_t caller;
        bool in_routine;
    } rows[] = {
        {{.stop = MACHINE_STOP_STEP}, 2, BACK, false},
        {{.stop = MACHINE_STOP_STEP}, 1, BACK, false},
        {{.stop = MACHINE_STOP_STEP}, 3, 0, false},
        {{.stop = MACHINE_STOP_LEFT}, 3, BACK, false},
        {{.stop = MACHINE_STOP_LEFT}, 2, BACK, true},
        {{.stop = MACHINE_STOP_STEP, .thread = 1}, 3, BACK, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        r->s.threads[0].calls = 2;
        r->s.threads[0].in_routine = false;
        dbg_next(r->dbg, focus);
        r->s.threads[0].calls = rows[i].calls;
        r->s.threads[0].in_routine = rows[i].in_routine;
        r->s.caller = rows[i].caller;
        script(r, rows[i].ev);
        assert_true(dbg_run(r->dbg, 1));
        assert_int_equal(dbg_last(r->dbg)->event.stop, rows[i].ev.stop);
        assert_int_equal(clients_breaks(r), 0);
    }
    /* a step that begins in the handler does not wait for its end */
    r->s.threads[0].in_routine = true;
    dbg_next(r->dbg, focus);
    script(r, step_event);
    assert_true(dbg_run(r->dbg, 1));
}

/* The stops of others at the goal's place are theirs. */
static void goals_do_not_hide_other_breakpoints(void **state)
{
    struct rig *r = *state;
    for (unsigned kind = 0; kind < 4; kind++) {
        int number = 0;
        assert_int_equal(dbg_until(r->dbg, focus, BACK), 0);
        if (kind == 0) /* a client's at the same place */
            assert_int_equal(dbg_break_insert(r->dbg, BACK, NULL), 0);
        else if (kind < 3) /* the user's, off; the user's elsewhere */
            number = dbg_break_add(r->dbg, kind == 1 ? BACK : BACK + 8, NULL);
        if (kind == 1)
            assert_int_equal(dbg_point_set(r->dbg, (unsigned)number, false), 0);
        script(r, (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = BACK, .thread = 1});
        assert_int_equal(dbg_run(r->dbg, 1), kind == 0);
        assert_int_equal(dbg_running(r->dbg), kind != 0);
        dbg_break_clear(r->dbg);
        if (number)
            assert_int_equal(dbg_break_delete(r->dbg, (unsigned)number), 0);
        dbg_reset(r->dbg);
    }
    /* a breakpoint of the user's there is what stops */
    r->s.judged = true;
    int number = dbg_break_add(r->dbg, BACK, NULL);
    assert_int_equal(dbg_until(r->dbg, focus, BACK), 0);
    script(r, back_event);
    assert_true(dbg_run(r->dbg, 1));
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_BREAKPOINT);
    assert_int_equal(dbg_last(r->dbg)->number, number);
    assert_int_equal(clients_breaks(r), 1);
    assert_int_equal(dbg_break_delete(r->dbg, (unsigned)number), 0);
    /* the same place, but not a breakpoint; and a breakpoint at another place */
    for (unsigned other = 0; other < 2; other++) {
        assert_int_equal(dbg_until(r->dbg, focus, BACK), 0);
        script(r, other ? (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = 8}
                        : (struct machine_event){.stop = MACHINE_STOP_LEFT, .ip = BACK});
        r->s.judged = false;
        assert_true(dbg_run(r->dbg, 1));
        assert_int_equal(dbg_last(r->dbg)->event.stop,
                         other ? MACHINE_STOP_BREAKPOINT : MACHINE_STOP_LEFT);
        assert_int_equal(clients_breaks(r), 0);
    }
}

/* However many calls are open, the place is reached. */
static void until_is_reached_at_any_depth(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_until(r->dbg, focus, BACK), 0);
    r->s.threads[0].calls = 1000;
    script(r, back_event);
    assert_true(dbg_run(r->dbg, 1));
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_STEP);
    assert_int_equal(dbg_until(r->dbg, focus, BACK + 1), -MACHINE_ERR_RANGE);
}

static void finish_leaves_the_call_or_the_handler(void **state)
{
    struct rig *r = *state;
    enum { BASE = 0x1000, SIZE = 0x80 };
    static const struct {
        unsigned calls;
        uint64_t caller;
        bool in_routine, data;
        bool refused, to_call; /* otherwise out of the handler */
    } rows[] = {
        {0, BACK, false, false, true, false},
        {1, 0, false, false, true, false},
        {1, BACK, false, false, false, true},
        {0, BACK, true, false, false, false},
        {1, 0, true, false, false, false},
        {1, BACK, true, false, false, false}, /* the call was made before the exception */
        {1, BASE - 8, true, false, false, false},
        {1, BASE, true, false, false, true},
        {1, BASE + SIZE - 8, true, false, false, true},
        {1, BASE + SIZE, true, false, false, false},
        {1, BASE, true, true, false, false}, /* no handler lies there */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        r->s.programs[i % 2] = (struct machine_program){.base = 0, .size = 0x100};
        r->s.programs[(i + 1) % 2] =
            (struct machine_program){.base = BASE, .size = SIZE, .handler = !rows[i].data};
        r->s.nprograms = 2;
        r->s.threads[0].calls = rows[i].calls;
        r->s.threads[0].in_routine = rows[i].in_routine;
        r->s.caller = rows[i].caller;
        assert_int_equal(dbg_finish(r->dbg, focus), rows[i].refused ? -MACHINE_ERR_UNAVAILABLE : 0);
        assert_int_equal(clients_breaks(r), rows[i].to_call);
        if (rows[i].refused)
            continue;
        struct machine_event ev = rows[i].to_call ? back_event : step_event;
        ev.ip = rows[i].to_call ? rows[i].caller : ev.ip;
        script(r, ev);
        assert_false(dbg_run(r->dbg, 1)); /* still inside */
        assert_int_equal(r->s.plan.step_thread, rows[i].to_call ? -1 : 0);
        r->s.threads[0].calls = rows[i].calls ? rows[i].calls - rows[i].to_call : 0;
        r->s.threads[0].in_routine = rows[i].in_routine && rows[i].to_call;
        script(r, ev);
        assert_true(dbg_run(r->dbg, 1));
        assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_STEP);
        assert_int_equal(clients_breaks(r), 0);
        r->s.nevents = r->s.next_event = 0;
    }
    r->s.ops.caller = NULL;
    r->s.ops.program = NULL;
    r->s.threads[0].in_routine = false;
    r->s.threads[0].calls = 1;
    assert_int_equal(dbg_finish(r->dbg, focus), -MACHINE_ERR_UNAVAILABLE);
}

static void interrupt_it(void *dbg)
{
    dbg_interrupt(dbg);
}

/* One that comes while the machine is resumed again is not lost. */
static void interrupts_on_the_way_stop(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_until(r->dbg, focus, BACK), 0);
    r->s.threads[1].on_ip = 0xff;
    script(r, (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = BACK, .thread = 1});
    r->s.during = interrupt_it;
    r->s.during_ctx = r->dbg;
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(r->s.nruns, 1);
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_INTERRUPT);
    assert_int_equal(clients_breaks(r), 0);
    r->s.during = NULL;
}

/* A reset, another resume and a step backwards forget the goal. */
static void goals_are_forgotten(void **state)
{
    struct rig *r = *state;
    for (unsigned how = 0; how < 5; how++) {
        assert_int_equal(dbg_until(r->dbg, focus, BACK), 0);
        assert_int_equal(clients_breaks(r), 1);
        if (how == 0)
            assert_int_equal(dbg_reset(r->dbg), 0);
        else if (how == 1)
            dbg_resume(r->dbg, focus, false, false, 0, 0);
        else if (how == 2)
            dbg_reverse(r->dbg, focus, true);
        else if (how == 3)
            dbg_next(r->dbg, focus);
        else
            assert_int_equal(dbg_goto(r->dbg, (struct machine_when){0, 0}),
                             -MACHINE_ERR_UNAVAILABLE);
        assert_int_equal(clients_breaks(r), 0);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_call, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(slices_end_on_the_way),
        CASE(next_waits_for_the_call),
        CASE(next_ends_where_there_is_no_call),
        CASE(goals_do_not_hide_other_breakpoints),
        CASE(until_is_reached_at_any_depth),
        CASE(finish_leaves_the_call_or_the_handler),
        CASE(interrupts_on_the_way_stop),
        CASE(goals_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
