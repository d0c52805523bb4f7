/* Moments: to which of them one comes, forwards and backwards, and what the machine does for it. */
#include "tests/helpers.h"

#include "debug/history.h"
#include "tests/scripted_rig.h"

enum { HISTORY = 1 << 20, EVERY = 4096 /* instructions between snapshots that cost nothing */ };

static const struct dbg_focus first = {0, 3}, second = {1, 5};

static int open_history(void **state)
{
    int failed = open_rig(state);
    return failed ? failed : dbg_history(((struct rig *)*state)->dbg, HISTORY);
}

static int go_to(struct rig *r, uint64_t insts)
{
    return dbg_goto(r->dbg, (struct machine_when){insts, 0});
}

static enum machine_stop back(struct rig *r, struct dbg_focus focus, bool step)
{
    dbg_reverse(r->dbg, focus, step);
    for (unsigned i = 0; !dbg_run(r->dbg, 1000); i++)
        assert_true(i < 1000);
    return dbg_last(r->dbg)->event.stop;
}

static struct dbg_time_span span(struct rig *r)
{
    struct dbg_time_span s;
    dbg_time_span(dbg_time(r->dbg), &s);
    return s;
}

static void write_step(struct rig *r, uint64_t step)
{
    assert_int_equal(dbg_mem_write(r->dbg, 0, &step, sizeof step), 0);
}

/* --- to a moment --- */
static void goto_stands_at_the_moment(void **state)
{
    struct rig *r = *state;
    static const uint64_t moments[] = {0, 1, 700, 20000, 19999, 19488, 3, 20001, 0, 30000};
    uint64_t end = 0;
    write_step(r, 3);
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        end = moments[i] > end ? moments[i] : end;
        assert_int_equal(go_to(r, moments[i]), 0);
        assert_int_equal(r->s.now.insts, moments[i]);
        assert_in_range(r->s.nruns, 0, 10); /* no more than it takes */
        r->s.nruns = 0;
        assert_int_equal(r->s.sum, 3 * moments[i]);
        assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_GOTO);
        assert_false(dbg_running(r->dbg));
        const struct dbg_time_span s = span(r);
        assert_int_equal(s.begin.insts, 0);
        assert_int_equal(s.now.insts, moments[i]);
        assert_int_equal(s.end.insts, end);
        assert_int_equal(s.inputs, 1);
    }
}

static void goto_is_refused_too_far_ahead_and_before_the_beginning(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 5000), 0);
    assert_int_equal(go_to(r, 5000 + 10000001), -MACHINE_ERR_RANGE);
    assert_int_equal(r->s.now.insts, 5000);
    assert_int_equal(go_to(r, 5000 + 10000000), 0);
    assert_int_equal(r->s.now.insts, 10005000);
    r->s.lost = true;
    assert_int_equal(go_to(r, 5), -MACHINE_ERR_NOMEM);
    r->s.lost = false;
    r->s.stuck = true;
    assert_int_equal(go_to(r, 5), -MACHINE_ERR_UNAVAILABLE);
    r->s.stuck = false;
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_int_equal(dbg_history(r->dbg, 0), 0);
    assert_int_equal(go_to(r, 0), -MACHINE_ERR_UNAVAILABLE);
    r->s.now.insts = 100;
    assert_int_equal(dbg_history(r->dbg, HISTORY), 0);
    assert_int_equal(go_to(r, 99), -MACHINE_ERR_RANGE);
    assert_int_equal(go_to(r, 100), 0);
}

/* On the way to a moment that nobody has seen the machine may stop. At the end nothing runs. */
static void goto_ahead_ends_where_the_machine_stops(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 50), 0);
    r->s.events[0] = (struct machine_event){.stop = MACHINE_STOP_LEFT, .thread = 1};
    r->s.nevents = 1;
    assert_int_equal(go_to(r, 100), 0);
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_LEFT);
    assert_int_equal(r->s.now.insts, 50);
    r->s.threads[0].ended = r->s.threads[1].ended = true;
    unsigned runs = r->s.nruns;
    assert_int_equal(go_to(r, 100), 0);
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_DONE);
    assert_int_equal(r->s.nruns, runs);
}

/* A snapshot lies shortly before a far moment, so that steps back from there repeat little. */
static void steps_back_from_a_far_moment_repeat_little(void **state)
{
    struct rig *r = *state;
    enum { FAR = 3 * EVERY - 100, FINE = 512 };
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(go_to(r, 5 * EVERY), 0);
        assert_int_equal(go_to(r, FAR), 0);
        uint64_t fewest = UINT64_MAX;
        r->s.nruns = 0;
        r->s.hits[0] = FAR - 1;
        r->s.nhits = 1;
        assert_int_equal(back(r, first, true), MACHINE_STOP_STEP);
        for (unsigned k = 0; k < r->s.nruns; k++)
            fewest = r->s.runs[k].from < fewest ? r->s.runs[k].from : fewest;
        assert_int_equal(fewest, FAR - FINE);
    }
}

/* --- backwards --- */
static void reverse_finds_one_after_the_other_and_the_beginning(void **state)
{
    struct rig *r = *state;
    static const uint64_t hits[] = {0, 1, 4095, 4096, 4097, 9000, 15000, 20000};
    enum { N = sizeof hits / sizeof *hits };
    const struct machine_standing at = {1, 0x88, 7};
    memcpy(r->s.hits, hits, sizeof hits);
    write_step(r, 2);
    assert_int_equal(go_to(r, 20000), 0);
    r->s.nhits = N;
    r->s.found.at = at;
    r->s.threads[0].insts = 20000;
    for (unsigned i = N - 1; i-- > 0;) {
        assert_int_equal(back(r, first, false), MACHINE_STOP_BREAKPOINT);
        const struct dbg_stop *stop = dbg_last(r->dbg);
        assert_int_equal(r->s.now.insts, hits[i]);
        assert_int_equal(r->s.sum, 2 * hits[i]);
        assert_true(stop->past);
        assert_int_equal(stop->focus.thread, 1);
        assert_int_equal(stop->event.ip, 0x88);
        assert_int_equal(stop->event.watch.access, 0);
        assert_int_equal(stop->event.watch.addr, 0);
        assert_string_equal(dbg_why(r->dbg), "breakpoint at 0x00000088 (thread 1), back in time");
        assert_false(dbg_running(r->dbg));
        assert_int_equal(span(r).end.insts, 20000);
    }
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(back(r, first, false), MACHINE_STOP_BEGIN);
        assert_int_equal(r->s.now.insts, 0);
        assert_false(dbg_last(r->dbg)->past);
        assert_string_equal(dbg_why(r->dbg), "the beginning of the recorded history");
        assert_int_equal(r->s.step, 2); /* what was written there is done */
    }
}

static void reverse_tells_the_machine_what_is_sought(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 100), 0);
    r->s.nhits = 1;
    r->s.hits[0] = 60;
    r->s.threads[1].insts = 60; /* where the thread stands does not count */
    assert_int_equal(back(r, second, true), MACHINE_STOP_BEGIN);
    assert_int_equal(r->s.runs[r->s.nruns - 1].only_thread, -1);
    assert_true(r->s.runs[r->s.nruns - 1].quiet);
    assert_int_equal(go_to(r, 100), 0);
    r->s.threads[1].insts = 61;
    assert_int_equal(back(r, second, true), MACHINE_STOP_STEP);
    assert_int_equal(r->s.now.insts, 60);
    for (unsigned masked = 0; masked < 2; masked++) {
        assert_int_equal(go_to(r, 100), 0);
        r->s.threads[0].on_ip = masked ? 0 : 0xff;
        dbg_stepped(r->dbg, second);
        dbg_resume(r->dbg, first, false, false, 0, 0);
        r->s.events[0] = (struct machine_event){.stop = MACHINE_STOP_LEFT};
        r->s.nevents = 1;
        r->s.next_event = 0;
        assert_true(dbg_run(r->dbg, 10));
        r->s.nhits = 0;
        dbg_reverse(r->dbg, first, true);
        assert_false(dbg_last(r->dbg)->masked);
        assert_true(dbg_running(r->dbg));
        assert_false(dbg_run(r->dbg, 10));
        assert_int_equal(r->s.plan.step_thread, 0);
        assert_int_equal(r->s.plan.step_lane, 3);
        assert_int_equal(r->s.plan.step_any, masked);
        assert_int_equal(r->s.plan.resumed_thread, -1);
        dbg_reverse(r->dbg, second, false);
        assert_false(dbg_run(r->dbg, 10));
        assert_int_equal(r->s.plan.step_thread, -1);
        assert_false(r->s.plan.step_any);
        dbg_interrupt(r->dbg);
        assert_true(dbg_run(r->dbg, 10));
    }
}

static void reverse_without_history_is_interrupted(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_history(r->dbg, 0), 0);
    assert_null(dbg_time(r->dbg));
    dbg_reverse(r->dbg, first, true);
    assert_true(dbg_run(r->dbg, 10));
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_INTERRUPT);
    assert_int_equal(r->s.nruns, 0);
    r->s.full = true;
    assert_int_equal(dbg_history(r->dbg, HISTORY), -MACHINE_ERR_NOMEM);
    assert_null(dbg_time(r->dbg));
}

/* An interrupt on the way leaves the machine no later than what is searched already. */
static void reverse_is_interrupted_before_what_was_searched(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 2 * EVERY + 10), 0);
    dbg_reverse(r->dbg, first, false);
    assert_false(dbg_run(r->dbg, 1000)); /* the last stretch: nothing is found */
    assert_false(dbg_run(r->dbg, 1000)); /* into the one before */
    dbg_interrupt(r->dbg);
    assert_true(dbg_run(r->dbg, 1000));
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_INTERRUPT);
    assert_int_equal(r->s.now.insts, 2 * EVERY);
    assert_int_equal(span(r).end.insts, 2 * EVERY + 10);
    /* then it runs forwards */
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 5));
    assert_int_equal(r->s.now.insts, 2 * EVERY + 5);
}

static void reverse_of_a_machine_that_does_something_else_says_so(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 100), 0);
    r->s.stuck = true;
    assert_int_equal(back(r, first, false), MACHINE_STOP_REPLAY);
    assert_false(dbg_running(r->dbg));
    r->s.stuck = false;
    assert_int_equal(go_to(r, 100), 0);
    r->s.hits[0] = 50;
    r->s.nhits = 1;
    dbg_reverse(r->dbg, first, false);
    r->s.lost = true;
    for (unsigned i = 0; !dbg_run(r->dbg, 1000); i++)
        assert_true(i < 10);
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_BEGIN);
    r->s.lost = false;
}

/* Each access of the instruction to something watched is a stop of its own; what is not watched any
 * more is none. */
static void reverse_reports_each_access(void **state)
{
    struct rig *r = *state;
    const struct machine_watch a = {0x10, 4, MACHINE_READ}, b = {0x20, 4, MACHINE_WRITE},
                               gone = {0x30, 4, MACHINE_WRITE}, c = {0x40, 4, MACHINE_WRITE};
    r->s.found.ntouches = 4;
    r->s.found.touches[0] = (struct machine_touch){a, 0x11};
    r->s.found.touches[1] = (struct machine_touch){gone, 0x31};
    r->s.found.touches[2] = (struct machine_touch){b, 0x22};
    r->s.found.touches[3] = (struct machine_touch){c, 0x43};
    assert_int_equal(
        dbg_watch_insert(r->dbg, a) | dbg_watch_insert(r->dbg, b) | dbg_watch_insert(r->dbg, c), 0);
    r->s.hits[0] = 50;
    r->s.nhits = 1;
    for (unsigned way = 0; way < 3; way++) {
        assert_int_equal(go_to(r, 100), 0);
        assert_int_equal(back(r, first, false), MACHINE_STOP_WATCH);
        const struct machine_event *ev = &dbg_last(r->dbg)->event;
        assert_int_equal(ev->watch.addr, 0x11);
        assert_int_equal(ev->watch.access, MACHINE_READ);
        assert_true(dbg_last(r->dbg)->client && dbg_last(r->dbg)->past);
        assert_string_equal(dbg_why(r->dbg), "watchpoint at 0x00000000 (thread 0), back in time");
        r->s.nruns = 0;
        if (way == 0) {
            for (unsigned i = 0; i < 2; i++) {
                assert_int_equal(back(r, first, false), MACHINE_STOP_WATCH);
                assert_int_equal(ev->watch.addr, i ? 0x43 : 0x22);
                assert_int_equal(ev->watch.access, MACHINE_WRITE);
                assert_int_equal(r->s.nruns, 0);
                assert_false(dbg_running(r->dbg));
            }
        } else if (way == 1) { /* the machine has moved: they are of another moment */
            assert_int_equal(go_to(r, 40), 0);
        } else { /* a step is sought: they are none */
            r->s.threads[0].insts = 50;
            assert_int_equal(back(r, first, true), MACHINE_STOP_BEGIN);
            break;
        }
        assert_int_equal(back(r, first, false), MACHINE_STOP_BEGIN);
        assert_true(r->s.nruns > 0);
    }
}

/* A moment is the same if instructions and boundaries are: a wait passes one without the other. */
static void accesses_are_of_one_moment_alone(void **state)
{
    struct rig *r = *state;
    const struct machine_watch a = {0x10, 4, MACHINE_READ}, b = {0x20, 4, MACHINE_WRITE};
    r->s.found.ntouches = 2;
    r->s.found.touches[0] = (struct machine_touch){a, 0x11};
    r->s.found.touches[1] = (struct machine_touch){b, 0x22};
    assert_int_equal(dbg_watch_insert(r->dbg, a) | dbg_watch_insert(r->dbg, b), 0);
    r->s.hits[0] = 50;
    for (unsigned moved = 0; moved < 3; moved++) {
        r->s.nhits = 1;
        assert_int_equal(go_to(r, 100), 0);
        assert_int_equal(back(r, first, false), MACHINE_STOP_WATCH);
        r->s.nhits = 0;
        r->s.now.insts += moved == 1;
        r->s.now.boundaries += moved == 2;
        assert_int_equal(back(r, first, false), moved ? MACHINE_STOP_BEGIN : MACHINE_STOP_WATCH);
    }
}

/* What was found stays found: an interrupt that comes too late moves nothing. */
static void interrupts_behind_a_search_move_nothing(void **state)
{
    struct rig *r = *state;
    const struct machine_watch a = {0x10, 4, MACHINE_READ}, b = {0x20, 4, MACHINE_WRITE};
    r->s.found.ntouches = 2;
    r->s.found.touches[0] = (struct machine_touch){a, 0x11};
    r->s.found.touches[1] = (struct machine_touch){b, 0x22};
    r->s.found.touches[2] = r->s.found.touches[0]; /* not of this instruction */
    assert_int_equal(dbg_watch_insert(r->dbg, a) | dbg_watch_insert(r->dbg, b), 0);
    r->s.hits[0] = 50;
    r->s.nhits = 1;
    for (unsigned stops = 0; stops < 3; stops++) { /* an access, another, the beginning */
        assert_int_equal(go_to(r, 100), 0);
        for (unsigned i = 0; i <= stops; i++)
            (void)back(r, first, false);
        assert_int_equal(dbg_last(r->dbg)->event.stop,
                         stops < 2 ? MACHINE_STOP_WATCH : MACHINE_STOP_BEGIN);
        dbg_interrupt(r->dbg);
        assert_true(dbg_run(r->dbg, 10));
        assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_INTERRUPT);
        assert_int_equal(r->s.now.insts, stops < 2 ? 50 : 0);
    }
}

/* --- which thread runs, and what the host did, at their moments --- */
static void inputs_are_repeated_where_they_were(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 10), 0);
    write_step(r, 1);
    assert_int_equal(go_to(r, 30), 0);
    write_step(r, 5);
    write_step(r, 7);
    r->s.sum = 1000; /* by a debugger that the log does not know */
    dbg_changed(r->dbg);
    assert_int_equal(go_to(r, 9000), 0);
    assert_int_equal(span(r).inputs, 4);
    for (uint64_t at = 9000; at > 0; at -= 10) {
        assert_int_equal(go_to(r, at), 0);
        assert_int_equal(r->s.sum, at < 10 ? 0 : at < 30 ? at - 10 : 1000 + 7 * (at - 30));
    }
    /* a write in the past drops what follows, and a checkpoint there is none any more */
    struct machine_when when;
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(r->dbg), 1, &when), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(go_to(r, 20), 0);
    assert_int_equal(dbg_time_checkpoint(dbg_time(r->dbg)), 1);
    assert_int_equal(go_to(r, 21), 0);
    assert_int_equal(dbg_time_checkpoint(dbg_time(r->dbg)), 2);
    assert_int_equal(go_to(r, 20), 0);
    write_step(r, 9);
    assert_int_equal(span(r).inputs, 2);
    assert_int_equal(span(r).end.insts, 20);
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(r->dbg), 0, &when), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(r->dbg), 1, &when), 0);
    assert_int_equal(when.insts, 20);
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(r->dbg), 2, &when), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(r->dbg), 3, &when), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_reset(r->dbg), 0);
    assert_int_equal(dbg_time_checkpoint_at(dbg_time(r->dbg), 1, &when), -MACHINE_ERR_UNKNOWN);
}

static void resume(struct rig *r, struct dbg_focus focus, bool step, bool locked, uint64_t budget)
{
    dbg_resume(r->dbg, focus, step, locked, 0, 0);
    assert_false(dbg_run(r->dbg, budget));
}

/* Which thread ran alone is repeated; a step of one thread alone ends before another runs. */
static void threads_that_ran_alone_do_so_again(void **state)
{
    struct rig *r = *state;
    static const struct {
        uint64_t at;
        int only;
    } rows[] = {{5, -1}, {15, 1}, {25, -1}, {35, 0}};
    resume(r, first, false, false, 10);
    assert_false(r->s.plan.eager);
    resume(r, second, true, true, 10);
    assert_false(r->s.plan.eager); /* at the end of history there is nothing to keep to */
    resume(r, first, false, false, 10);
    resume(r, first, false, true, 10);
    assert_int_equal(span(r).inputs, 0); /* these are not counted */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(go_to(r, rows[i].at), 0);
        assert_int_equal(r->s.runs[r->s.nruns - 1].only_thread, rows[i].only);
        resume(r, first, false, false, 1);
        assert_int_equal(r->s.runs[r->s.nruns - 1].only_thread, rows[i].only);
        assert_false(r->s.plan.eager);
        resume(r, first, true, true, 1);
        assert_int_equal(r->s.runs[r->s.nruns - 1].only_thread, rows[i].only);
        assert_true(r->s.plan.eager);
        assert_int_equal(span(r).end.insts, 40);
    }
    /* one that is to run alone in the past, and no step: the future is another */
    assert_int_equal(go_to(r, 5), 0);
    resume(r, second, false, true, 3);
    assert_false(r->s.plan.eager);
    assert_int_equal(r->s.runs[r->s.nruns - 1].only_thread, 1);
    assert_int_equal(span(r).end.insts, 8);
    dbg_reset(r->dbg);
    resume(r, first, false, false, 3);
    assert_int_equal(r->s.runs[r->s.nruns - 1].only_thread, -1);
}

/* --- forwards --- */
static void runs_take_snapshots_and_end_at_their_budget(void **state)
{
    struct rig *r = *state;
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 3 * EVERY + 1));
    assert_int_equal(r->s.now.insts, 3 * EVERY + 1);
    assert_int_equal(r->s.nruns, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(r->s.runs[i].from, i * EVERY);
        assert_int_equal(r->s.runs[i].fresh, i == 0);
        assert_false(r->s.runs[i].quiet || r->s.runs[i].observed);
    }
    assert_int_equal(r->s.snapshots, 4);
    assert_int_equal(span(r).snapshots, 4);
    /* again from the past: up to the end of what is recorded, and then on */
    assert_int_equal(go_to(r, 3 * EVERY - 1), 0);
    r->s.nruns = 0;
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    assert_int_equal(r->s.now.insts, 3 * EVERY + 9);
    assert_int_equal(r->s.nruns, 2);
    assert_int_equal(r->s.runs[1].from, 3 * EVERY + 1);
    assert_int_equal(span(r).end.insts, 3 * EVERY + 9);
}

/* Where history was forgotten it begins again with the next snapshot. */
static void runs_begin_a_history_that_was_forgotten(void **state)
{
    struct rig *r = *state;
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 10));
    assert_false(dbg_run(r->dbg, EVERY));
    assert_int_equal(r->s.runs[1].from, 10); /* the next is due after the first, not after here */
    assert_int_equal(r->s.runs[1].to, EVERY);
    dbg_changed(r->dbg);
    assert_int_equal(r->s.counted_after, EVERY);
    assert_false(dbg_run(r->dbg, 94));
    dbg_changed(r->dbg); /* counted with what it shares with the snapshot before */
    assert_int_equal(r->s.counted_after, EVERY);
    r->s.events[0] = (struct machine_event){.stop = MACHINE_STOP_AWAY};
    r->s.nevents = 1;
    assert_false(dbg_run(r->dbg, 10));
    assert_int_equal(span(r).snapshots, 0);
    assert_int_equal(span(r).begin.insts, EVERY + 104);
    assert_int_equal(go_to(r, EVERY + 104), -MACHINE_ERR_RANGE);
    r->s.counted_after = 7;
    dbg_changed(r->dbg);
    assert_int_equal(r->s.counted_after, -1);
    r->s.nruns = 0;
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 2 * EVERY + 1));
    assert_int_equal(r->s.nruns, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(r->s.runs[i].from, EVERY + 104 + i * EVERY);
    assert_int_equal(span(r).begin.insts, 2 * EVERY + 104);
    assert_int_equal(dbg_reset(r->dbg), 0);
    dbg_changed(r->dbg);
    assert_int_equal(r->s.counted_after, 0);
}

/* A state that cannot be kept begins history anew. */
static void changes_that_cannot_be_kept_begin_history(void **state)
{
    struct rig *r = *state;
    assert_int_equal(go_to(r, 10), 0);
    r->s.snapshot_bytes = 1000;
    dbg_changed(r->dbg);
    assert_int_equal(span(r).inputs, 1);
    assert_int_equal(span(r).bytes, sizeof(struct input) + 1000);
    r->s.full = true;
    dbg_changed(r->dbg);
    assert_int_equal(span(r).snapshots, 0);
    assert_int_equal(span(r).inputs, 0);
    r->s.full = false;
    dbg_changed(r->dbg);
    assert_int_equal(span(r).inputs, 1);
}

/* A machine that passes boundaries without an instruction uses up its budget, too. */
static bool run_of_boundaries(struct machine *m, const struct machine_run *plan, uint64_t budget,
                              struct machine_event *ev)
{
    (void)plan, (void)budget, (void)ev;
    scripted_of(m)->nruns++;
    scripted_of(m)->now.boundaries++;
    return false;
}

static void runs_of_boundaries_alone_end(void **state)
{
    struct rig *r = *state;
    r->s.ops.run = run_of_boundaries;
    dbg_resume(r->dbg, first, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, 7));
    assert_int_equal(r->s.nruns, 7);
    dbg_reverse(r->dbg, first, false);
    for (unsigned i = 0; i < 2; i++) {
        r->s.nruns = 0;
        assert_false(dbg_run(r->dbg, 3));
        assert_int_equal(r->s.nruns, 3);
    }
    r->s.ops.run = scripted_run;
}

static void observers_see_a_stretch_again(void **state)
{
    struct rig *r = *state;
    struct dbg_time *t = dbg_time(r->dbg);
    uint64_t seen = 0;
    assert_int_equal(go_to(r, 10000), 0);
    r->s.nruns = 0;
    assert_int_equal(
        dbg_time_observe(t, (struct machine_when){2000, 0}, (struct machine_when){9000, 0}), 0);
    assert_int_equal(r->s.now.insts, 10000);
    for (unsigned i = 0; i < r->s.nruns; i++) {
        const struct scripted_run *run = &r->s.runs[i];
        assert_true(run->quiet);
        assert_true(!run->observed || (run->from >= 2000 && run->to <= 9000));
        seen += run->observed ? run->to - run->from : 0;
    }
    assert_int_equal(seen, 7000);
    assert_int_equal(
        dbg_time_observe(t, (struct machine_when){10001, 0}, (struct machine_when){10002, 0}),
        -MACHINE_ERR_RANGE);
    assert_int_equal(r->s.now.insts, 10000);
    r->s.stuck = true;
    assert_int_equal(
        dbg_time_observe(t, (struct machine_when){4096, 0}, (struct machine_when){9000, 0}),
        -MACHINE_ERR_UNAVAILABLE);
    r->s.stuck = false;
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_history, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(goto_stands_at_the_moment),
        CASE(goto_is_refused_too_far_ahead_and_before_the_beginning),
        CASE(goto_ahead_ends_where_the_machine_stops),
        CASE(steps_back_from_a_far_moment_repeat_little),
        CASE(reverse_finds_one_after_the_other_and_the_beginning),
        CASE(reverse_tells_the_machine_what_is_sought),
        CASE(reverse_without_history_is_interrupted),
        CASE(reverse_is_interrupted_before_what_was_searched),
        CASE(reverse_of_a_machine_that_does_something_else_says_so),
        CASE(reverse_reports_each_access),
        CASE(accesses_are_of_one_moment_alone),
        CASE(interrupts_behind_a_search_move_nothing),
        CASE(inputs_are_repeated_where_they_were),
        CASE(threads_that_ran_alone_do_so_again),
        CASE(runs_take_snapshots_and_end_at_their_budget),
        CASE(runs_begin_a_history_that_was_forgotten),
        CASE(changes_that_cannot_be_kept_begin_history),
        CASE(runs_of_boundaries_alone_end),
        CASE(observers_see_a_stretch_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
