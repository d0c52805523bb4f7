/* Run control: what the machine is told of each resume, and which of its stops are the client's. */
#include "tests/scripted_rig.h"

enum { HISTORY = 1 << 20 };

static void script(struct rig *r, struct machine_event ev)
{
    r->s.events[0] = ev;
    r->s.nevents = 1;
    r->s.next_event = 0;
}

static const struct dbg_focus first = {0, 3}, beside = {0, 4}, second = {1, 5};

/* --- what the machine is told --- */
static void resumes_are_told_as_they_are_asked_for(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct dbg_focus focus;
        bool step, locked, over;
        uint64_t lo, hi;
        int only, stepped;
        bool told_over;
    } rows[] = {
        {{0, 3}, false, false, false, 0, 0, -1, -1, false},
        {{1, 5}, true, false, false, 0, 0, -1, 1, false},
        {{1, 5}, true, true, false, 0, 0, 1, 1, false},
        {{1, 5}, false, true, false, 0, 0, 1, -1, false},
        {{0, 3}, true, true, true, 0, 0, 0, 0, true},
        {{0, 3}, true, false, false, 0x10, 0x20, -1, 0, true}, /* a range step passes over */
        {{0, 3}, true, false, false, 0x10, 0x10, -1, 0, false},
        {{0, 3}, true, false, false, 0x20, 0x10, -1, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dbg_step_over(r->dbg, rows[i].over);
        dbg_resume(r->dbg, rows[i].focus, rows[i].step, rows[i].locked, rows[i].lo, rows[i].hi);
        assert_true(dbg_running(r->dbg));
        for (unsigned slice = 0; slice < 2; slice++) {
            assert_false(dbg_run(r->dbg, 10));
            const struct machine_run *plan = &r->s.plan;
            assert_int_equal(plan->fresh, slice == 0);
            assert_int_equal(plan->resumed_thread, rows[i].focus.thread);
            assert_true(plan->pass);
            assert_int_equal(plan->only_thread, rows[i].only);
            assert_int_equal(plan->step_thread, rows[i].stepped);
            assert_int_equal(plan->step_lane, rows[i].focus.channel);
            assert_false(plan->step_any);
            assert_int_equal(plan->over, rows[i].told_over);
            assert_int_equal(plan->range_lo, rows[i].lo);
            assert_int_equal(plan->range_hi, rows[i].hi);
            assert_non_null(plan->judge);
        }
        assert_true(dbg_running(r->dbg));
    }
    dbg_step_thread(r->dbg, second);
    assert_false(dbg_run(r->dbg, 10));
    assert_int_equal(r->s.plan.step_thread, 1);
    assert_int_equal(r->s.plan.only_thread, -1);
    assert_true(r->s.plan.step_any);
    struct dbg *whole = dbg_new(&r->s.m, true);
    dbg_resume(whole, first, true, false, 0, 0);
    assert_false(dbg_run(whole, 10));
    assert_true(r->s.plan.step_any);
    dbg_free(whole);
}

/* A breakpoint that the client has seen is passed; not one that it has not seen, or that it has
 * moved to. */
static void breakpoints_are_passed_where_the_client_is(void **state)
{
    struct rig *r = *state;
    const uint64_t pc = 0x40;
    const struct machine_reg *moves[] = {&r->s.regs[SCRIPTED_PC], &r->s.regs[SCRIPTED_THREAD_PC]};
    dbg_unseen(r->dbg);
    for (unsigned again = 0; again < 2; again++) {
        dbg_resume(r->dbg, first, false, false, 0, 0);
        assert_false(dbg_run(r->dbg, 10));
        assert_int_equal(r->s.plan.pass, again);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(dbg_reg_write(r->dbg, first, moves[i], &pc), 0);
        dbg_resume(r->dbg, first, false, false, 0, 0);
        assert_false(dbg_run(r->dbg, 10));
        assert_false(r->s.plan.pass);
    }
    assert_int_equal(dbg_reg_write(r->dbg, first, &r->s.regs[SCRIPTED_DATA], &pc), 0);
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    assert_true(r->s.plan.pass);
    r->s.rc = -MACHINE_ERR_RANGE; /* it was not moved */
    assert_int_equal(dbg_reg_write(r->dbg, first, moves[0], &pc), r->s.rc);
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    assert_true(r->s.plan.pass);
    r->s.rc = 0;
    r->s.parted[0] = 1u << first.channel; /* the lane is elsewhere */
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    assert_false(r->s.plan.pass);
    dbg_resume(r->dbg, beside, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    assert_true(r->s.plan.pass);
}

/* After a stop at which no lane is, a step of the lane that was shown is one of its thread. */
static void steps_from_a_masked_stop_are_the_threads(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct dbg_focus focus;
        bool any;
    } rows[] = {{{0, 3}, true}, {{0, 4}, false}, {{1, 3}, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        r->s.threads[0].on_ip = 0;
        dbg_resume(r->dbg, first, false, false, 0, 0);
        script(r, (struct machine_event){.stop = MACHINE_STOP_LEFT});
        assert_true(dbg_run(r->dbg, 10));
        assert_true(dbg_last(r->dbg)->masked);
        dbg_resume(r->dbg, rows[i].focus, true, false, 0, 0);
        assert_false(dbg_last(r->dbg)->masked);
        assert_false(dbg_run(r->dbg, 10));
        assert_int_equal(r->s.plan.step_any, rows[i].any);
        assert_int_equal(r->s.plan.step_lane, rows[i].focus.channel);
    }
}

/* The next thread that lives is resumed in the place of one that does not, on a lane that it has.
 */
static void resumes_are_of_a_lane_that_lives(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct dbg_focus asked, told;
        unsigned ended; /* a set of threads */
        uint64_t on_ip;
    } rows[] = {
        {{0, 7}, {0, 7}, 0, 0xc0}, {{0, 8}, {0, 6}, 0, 0xc0}, {{0, 8}, {0, 4}, 0, 0},
        {{1, 0}, {2, 6}, 2, 0xc0}, {{2, 0}, {1, 6}, 5, 0xc0}, {{1, 7}, {2, 6}, 3, 0xc0},
        {{2, 1}, {0, 4}, 4, 0},    {{4, 7}, {1, 6}, 0, 0xc0}, {{1, 2}, {1, 2}, 7, 0xc0},
    };
    r->s.nthreads = 3;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned t = 0; t < r->s.nthreads; t++) {
            r->s.threads[t].ended = rows[i].ended >> t & 1;
            r->s.threads[t].dispatched = 0xf0;
            r->s.threads[t].on_ip = rows[i].on_ip;
        }
        dbg_resume(r->dbg, rows[i].asked, true, true, 0, 0);
        assert_false(dbg_run(r->dbg, 10));
        assert_int_equal(r->s.plan.resumed_thread, rows[i].told.thread);
        assert_int_equal(r->s.plan.only_thread, rows[i].told.thread);
        assert_int_equal(r->s.plan.step_thread, rows[i].told.thread);
        assert_int_equal(r->s.plan.step_lane, rows[i].told.channel);
    }
}

/* --- stops --- */
static void interrupt_it(void *dbg)
{
    dbg_interrupt(dbg);
}

static void interrupts_stop_before_and_behind_a_slice(void **state)
{
    struct rig *r = *state;
    dbg_interrupt(r->dbg); /* of an earlier resume: it is over */
    dbg_resume(r->dbg, second, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    dbg_interrupt(r->dbg);
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(r->s.nruns, 1);
    assert_false(dbg_running(r->dbg));
    const struct dbg_stop *stop = dbg_last(r->dbg);
    assert_int_equal(stop->event.stop, MACHINE_STOP_INTERRUPT);
    assert_int_equal(stop->focus.thread, 1);
    assert_int_equal(stop->focus.channel, 5);
    assert_string_equal(dbg_why(r->dbg), "interrupted at 0x00000100 (thread 1)");
    dbg_resume(r->dbg, first, false, false, 0, 0);
    r->s.during = interrupt_it;
    r->s.during_ctx = r->dbg;
    r->s.threads[0].ended = true; /* meanwhile */
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(r->s.nruns, 2);
    assert_int_equal(stop->event.stop, MACHINE_STOP_INTERRUPT);
    assert_int_equal(stop->event.thread, 1);
    /* a stop of the machine's own comes first */
    dbg_resume(r->dbg, second, false, false, 0, 0);
    script(r, (struct machine_event){.stop = MACHINE_STOP_LEFT, .thread = 1});
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(stop->event.stop, MACHINE_STOP_LEFT);
    r->s.during = NULL;
}

static void ends_are_stops_after_which_nothing_runs(void **state)
{
    struct rig *r = *state;
    dbg_resume(r->dbg, first, false, false, 0, 0);
    script(r, (struct machine_event){.stop = MACHINE_STOP_DONE});
    assert_true(dbg_run(r->dbg, 10));
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(r->s.nruns, 1);
    assert_false(dbg_running(r->dbg));
}

/* Threads that go and come are no stop, except of libraries for a client that reads them. */
static void exchanges_of_threads_are_told_to_who_asks(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct machine_event ev;
        bool loads, stops;
    } rows[] = {
        {{.stop = MACHINE_STOP_AWAY}, false, false},
        {{.stop = MACHINE_STOP_AWAY, .loaded = true}, true, false},
        {{.stop = MACHINE_STOP_CAME}, true, false},
        {{.stop = MACHINE_STOP_CAME, .loaded = true}, false, false},
        {{.stop = MACHINE_STOP_CAME, .loaded = true}, true, true},
        {{.stop = MACHINE_STOP_LEFT}, false, true},
    };
    for (unsigned history = 0; history < 2; history++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            assert_int_equal(dbg_history(r->dbg, history ? HISTORY : 0), 0);
            assert_int_equal(r->s.snapshots, history);
            dbg_stop_at_loads(r->dbg, rows[i].loads);
            dbg_resume(r->dbg, first, false, false, 0, 0);
            assert_false(dbg_run(r->dbg, 10000));
            assert_int_equal(r->s.snapshots, 3 * history);
            script(r, rows[i].ev);
            assert_int_equal(dbg_run(r->dbg, 10), rows[i].stops);
            bool away = rows[i].ev.stop == MACHINE_STOP_AWAY,
                 came = rows[i].ev.stop == MACHINE_STOP_CAME;
            assert_int_equal(r->s.snapshots, !history || away ? 0 : came ? 1 : 3);
            assert_int_equal(dbg_running(r->dbg), !rows[i].stops);
        }
    }
}

static void resets_stand_at_the_beginning(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_history(r->dbg, HISTORY), 0);
    r->s.threads[0].dispatched = r->s.threads[0].on_ip = 0xf8;
    r->s.threads[0].ip = 0x48;
    dbg_resume(r->dbg, second, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10000));
    r->s.rc = -MACHINE_ERR_NOMEM;
    assert_int_equal(dbg_reset(r->dbg), r->s.rc);
    assert_true(dbg_running(r->dbg));
    r->s.rc = 0;
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_false(dbg_running(r->dbg));
    assert_int_equal(r->s.snapshots, 1);
    const struct dbg_stop *stop = dbg_last(r->dbg);
    assert_int_equal(stop->event.stop, MACHINE_STOP_NONE);
    assert_int_equal(stop->event.ip, 0x48);
    assert_int_equal(stop->focus.thread, 0);
    assert_int_equal(stop->focus.channel, 3);
    assert_ptr_equal(dbg_machine(r->dbg), &r->s.m);
    dbg_interrupt(r->dbg); /* before it is resumed */
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(stop->focus.thread, 0);
    assert_int_equal(stop->focus.channel, 3);
}

static void starts_are_masked_where_no_lane_is(void **state)
{
    struct rig *r = *state;
    r->s.threads[0].on_ip = 0;
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_true(dbg_last(r->dbg)->masked);
}

/* --- breakpoints --- */
static void breakpoints_are_the_machines_as_long_as_they_are_on(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_break_insert(r->dbg, 0x18, NULL), 0);
    assert_int_equal(dbg_break_add(r->dbg, 0x18, NULL), 1);
    assert_int_equal(dbg_break_add(r->dbg, 0x10, NULL), 2);
    assert_int_equal(r->s.nbreaks, 2); /* each address once, sorted */
    assert_int_equal(r->s.breaks[0], 0x10);
    assert_int_equal(r->s.breaks[1], 0x18);
    assert_int_equal(dbg_point_set(r->dbg, 2, false), 0);
    assert_int_equal(r->s.nbreaks, 1);
    assert_int_equal(r->s.breaks[0], 0x18);
    assert_false(dbg_break_at(r->dbg, 0x10));
    assert_int_equal(dbg_point_set(r->dbg, 1, false), 0);
    assert_int_equal(r->s.nbreaks, 1);
    assert_true(dbg_break_at(r->dbg, 0x18)); /* the client's */
    assert_int_equal(dbg_break_remove(r->dbg, 0x18, NULL), 0);
    assert_int_equal(r->s.nbreaks, 0);
    assert_false(dbg_break_at(r->dbg, 0x18));
    assert_false(dbg_break_at(r->dbg, 0x20));
    assert_int_equal(dbg_point_set(r->dbg, 1, true), 0);
    assert_int_equal(r->s.nbreaks, 1);
    dbg_break_clear(r->dbg); /* the user's stay */
    assert_non_null(dbg_break_nth(r->dbg, 1));
    assert_null(dbg_break_nth(r->dbg, 2));
    assert_int_equal(dbg_break_delete(r->dbg, 2) | dbg_break_delete(r->dbg, 1), 0);
    assert_int_equal(r->s.nbreaks, 0);
}

/* Of one place the enabled ones count, whoever comes first; the others stay when one goes. */
static void breakpoints_stay_in_order(void **state)
{
    struct rig *r = *state;
    enum { N = 7 };
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(dbg_break_add(r->dbg, 8 * (N - i), NULL), i + 1);
    for (unsigned gone = N; gone > 0; gone--) { /* the first by address */
        assert_int_equal(dbg_break_delete(r->dbg, gone), 0);
        for (unsigned i = 0; i + 1 < gone; i++) {
            assert_int_equal(dbg_break_nth(r->dbg, i)->number, gone - 1 - i);
            assert_int_equal(dbg_break_nth(r->dbg, i)->addr, 8 * (N - gone + 2 + i));
        }
        assert_int_equal(r->s.nbreaks, gone - 1);
    }
    for (unsigned i = 0; i < 3; i++)
        assert_true(dbg_break_add(r->dbg, 8, NULL) > 0);
    assert_int_equal(dbg_point_set(r->dbg, N + 1, false) | dbg_point_set(r->dbg, N + 2, false), 0);
    assert_true(dbg_break_at(r->dbg, 8));
    assert_int_equal(dbg_point_set(r->dbg, N + 3, false), 0);
    assert_false(dbg_break_at(r->dbg, 8));
}

static void breakpoints_that_the_machine_refuses_are_not_there(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_break_insert(r->dbg, 0x10, NULL), 0);
    r->s.rc = -MACHINE_ERR_NOMEM;
    assert_int_equal(dbg_break_insert(r->dbg, 0x10, NULL), r->s.rc);
    assert_int_equal(dbg_break_add(r->dbg, 0x18, NULL), r->s.rc);
    assert_int_equal(dbg_until(r->dbg, first, 0x18), r->s.rc);
    r->s.rc = 0;
    assert_null(dbg_break_nth(r->dbg, 1));
    assert_int_equal(dbg_break_nth(r->dbg, 0)->addr, 0x10);
    assert_int_equal(dbg_break_add(r->dbg, 0x18, NULL), 1);
    assert_int_equal(dbg_break_insert(r->dbg, 0x1c, NULL), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_break_once(r->dbg, 2), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_break_once(r->dbg, 0), -MACHINE_ERR_UNKNOWN);
    r->s.ops.set_watches = NULL;
    assert_int_equal(dbg_point_set(r->dbg, 2, true), -MACHINE_ERR_UNKNOWN);
}

static int starts_of_sixteen(struct machine *m, uint64_t addr, uint64_t *start)
{
    (void)m;
    *start = addr / 16 * 16;
    return addr < 0x100 ? 0 : -MACHINE_ERR_UNAVAILABLE;
}

static void places_where_no_breakpoint_fires_have_a_reason(void **state)
{
    struct rig *r = *state;
    char why[80] = "as before";
    assert_false(dbg_break_cannot(r->dbg, 0x18, why, sizeof why)); /* it cannot be known */
    r->s.ops.insn_start = starts_of_sixteen;
    assert_false(dbg_break_cannot(r->dbg, 0x10, why, sizeof why));
    assert_string_equal(why, "as before");
    assert_true(dbg_break_cannot(r->dbg, 0x18, why, sizeof why));
    assert_string_equal(why, "it is inside the instruction at 0x00000010");
    assert_true(dbg_break_cannot(r->dbg, 0x100, why, sizeof why));
    assert_string_equal(why, "no program is loaded there");
}

/* --- host inputs --- */
static void writes_go_to_the_machine_and_into_history(void **state)
{
    struct rig *r = *state;
    uint64_t v = 0x1122334455667788;
    struct dbg_time_span span;
    for (unsigned history = 0; history < 2; history++) {
        assert_int_equal(dbg_history(r->dbg, history ? HISTORY : 0), 0);
        v += history;
        assert_int_equal(dbg_reg_write(r->dbg, second, &r->s.regs[SCRIPTED_DATA], &v), 0);
        assert_int_equal(r->s.reg, v);
        assert_int_equal(r->s.reg_thread, 1);
        assert_int_equal(r->s.reg_lane, 5);
        assert_int_equal(dbg_mem_write(r->dbg, 4, (const char *)&v + 1, 2), 0);
        assert_int_equal(r->s.step, UINT64_C(0x667700000000));
        dbg_changed(r->dbg);
        r->s.rc = -MACHINE_ERR_READONLY;
        assert_int_equal(dbg_reg_write(r->dbg, second, &r->s.regs[SCRIPTED_DATA], &v), r->s.rc);
        assert_int_equal(dbg_mem_write(r->dbg, 4, &v, 2), r->s.rc);
        r->s.rc = 0;
    }
    dbg_time_span(dbg_time(r->dbg), &span);
    assert_int_equal(span.inputs, 3);
}

/* --- moments --- */
static int go_to(struct rig *r, uint64_t insts)
{
    r->s.nruns = r->s.restores = 0;
    return dbg_goto(r->dbg, (struct machine_when){insts, insts});
}

/* From the snapshot before it, or from the present if that is nearer. */
static void moments_are_reached_from_the_nearest_that_is_known(void **state)
{
    struct rig *r = *state;
    enum { EVERY = 4096 };
    static const struct {
        uint64_t to;
        unsigned restores;
        uint64_t from; /* UINT64_MAX: nothing runs */
    } rows[] = {
        {4 * EVERY + 100, 0, 0},
        {4 * EVERY + 90, 1, 4 * EVERY},
        {4 * EVERY + 90, 0, UINT64_MAX},
        {4 * EVERY, 1, UINT64_MAX},
        {4 * EVERY + 1, 0, 4 * EVERY},
        {4 * EVERY + 7, 0, 4 * EVERY + 1},
        {5, 1, 0},
        {EVERY + 3, 1, EVERY},
        {3 * EVERY + 9, 1, 3 * EVERY},
        {3 * EVERY, 1, UINT64_MAX},
    };
    assert_int_equal(dbg_history(r->dbg, HISTORY), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(go_to(r, rows[i].to), 0);
        assert_int_equal(r->s.restores, rows[i].restores);
        assert_int_equal(r->s.nruns != 0, rows[i].from != UINT64_MAX);
        if (r->s.nruns)
            assert_int_equal(r->s.runs[0].from, rows[i].from);
        assert_int_equal(r->s.now.insts, rows[i].to);
        assert_false(r->s.plan.over || r->s.plan.step_any);
        assert_int_equal(r->s.plan.range_lo | r->s.plan.range_hi, 0);
        assert_int_equal(r->s.plan.step_thread, -1);
    }
}

/* A moment is the state after what the host did then. */
static void moments_are_behind_their_inputs(void **state)
{
    struct rig *r = *state;
    const uint64_t nine = 9;
    assert_int_equal(dbg_history(r->dbg, HISTORY), 0);
    assert_int_equal(go_to(r, 4096), 0); /* a snapshot is taken here, */
    assert_int_equal(dbg_mem_write(r->dbg, 0, &nine, sizeof nine), 0); /* before this */
    assert_int_equal(go_to(r, 5000), 0);
    assert_int_equal(go_to(r, 4096), 0);
    assert_int_equal(r->s.step, 9);
    assert_int_equal(go_to(r, 4095), 0);
    assert_int_equal(r->s.step, 0);
}

/* Where an access was found at the beginning, it is reported once. */
static void beginnings_stay_the_beginning(void **state)
{
    struct rig *r = *state;
    const struct machine_watch w = {0x10, 4, MACHINE_READ};
    assert_int_equal(dbg_history(r->dbg, HISTORY), 0);
    assert_int_equal(dbg_watch_insert(r->dbg, w), 0);
    assert_int_equal(go_to(r, 100), 0);
    r->s.threads[0].insts = 100;
    r->s.nhits = 1; /* at 0 */
    r->s.found.ntouches = 1;
    r->s.found.touches[0] = (struct machine_touch){w, 0x10};
    for (unsigned i = 0; i < 4; i++) {
        dbg_reverse(r->dbg, first, false);
        while (!dbg_run(r->dbg, 1000))
            ;
        assert_int_equal(dbg_last(r->dbg)->event.stop, i ? MACHINE_STOP_BEGIN : MACHINE_STOP_WATCH);
        assert_int_equal(r->s.now.insts, 0);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(resumes_are_told_as_they_are_asked_for),
        CASE(breakpoints_are_passed_where_the_client_is),
        CASE(steps_from_a_masked_stop_are_the_threads),
        CASE(resumes_are_of_a_lane_that_lives),
        CASE(interrupts_stop_before_and_behind_a_slice),
        CASE(ends_are_stops_after_which_nothing_runs),
        CASE(exchanges_of_threads_are_told_to_who_asks),
        CASE(resets_stand_at_the_beginning),
        CASE(starts_are_masked_where_no_lane_is),
        CASE(breakpoints_are_the_machines_as_long_as_they_are_on),
        CASE(breakpoints_stay_in_order),
        CASE(breakpoints_that_the_machine_refuses_are_not_there),
        CASE(places_where_no_breakpoint_fires_have_a_reason),
        CASE(writes_go_to_the_machine_and_into_history),
        CASE(moments_are_reached_from_the_nearest_that_is_known),
        CASE(moments_are_behind_their_inputs),
        CASE(beginnings_stay_the_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
