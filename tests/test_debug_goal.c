/* Goals of a resume: over a call, out of one, and to a place; of one thread among others that pass
 * the same places. */
#include "tests/debug_rig.h"

enum { THREADS = 3, SLICE = 7, QUANTUM = 5 };
/* `fact` calls itself r5 times, so that its return address is passed once a level. r10 counts the
 * levels on the way in, and r11 those on the way out. The pairs of the callers lie below a0.0, from
 * r48 on. */
static const char kernel[] = "mov (1) a0.0<1>:uw 1536:uw {NoMask}\n"                        /* 00 */
                             "mov (1) r5.0<1>:ud 3:ud {NoMask}\n"                           /* 10 */
                             "call (2) r40.0<1>:ud fact\n"                                  /* 20 */
                             "nop\n"                                                        /* 30 */
                             "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"               /* 40 */
                             "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n" /* 50 */
                             "fact: add (1) r10.0<1>:ud r10.0<0;1,0>:ud 1:ud {NoMask}\n"    /* 60 */
                             "add (1) r5.0<1>:d r5.0<0;1,0>:d -1:d {NoMask}\n"              /* 70 */
                             "cmp.e.f0.0 (8) null<1>:d r5.0<0;1,0>:d 0:d {Switch}\n"        /* 80 */
                             "(f0.0) jmpi (1) out {NoMask}\n"                               /* 90 */
                             "mov (2) r[a0.0, 0]<1>:ud r40.0<2;2,1>:ud {NoMask}\n"          /* a0 */
                             "add (1) a0.0<1>:uw a0.0<0;1,0>:uw 32:uw {NoMask}\n"           /* b0 */
                             "call (2) r40.0<1>:ud fact\n"                                  /* c0 */
                             "add (1) a0.0<1>:uw a0.0<0;1,0>:uw -32:uw {NoMask}\n"          /* d0 */
                             "mov (2) r40.0<1>:ud r[a0.0, 0]<2;2,1>:ud {NoMask}\n"          /* e0 */
                             "out: add (1) r11.0<1>:ud r11.0<0;1,0>:ud 1:ud {NoMask}\n"     /* f0 */
                             "ret (2) r40.0<2;2,1>:ud\n"; /* 100 */

static void start(struct debug_rig *f, const char *text, const char *sip)
{
    enum { SIP = 0x80000, ILLEGAL_ON = 0x1000 };
    debug_rig_init(f, THREADS);
    f->eu->quantum = QUANTUM;
    debug_rig_load(f, 0, text);
    if (sip) {
        debug_rig_load(f, SIP, sip);
        f->eu->sip = SIP;
        f->eu->has_sip = true;
    }
    for (unsigned i = 0; i < THREADS; i++)
        eu_thread_start(f->eu, i, 0, 0xff, sip ? ILLEGAL_ON : 0);
    debug_rig_start(f, 0);
}

static void run(struct debug_rig *f)
{
    for (unsigned i = 0; !dbg_run(f->dbg, SLICE); i++)
        assert_true(i < 1000);
}

static unsigned break_count(struct debug_rig *f)
{
    unsigned n = 0;
    while (dbg_break_nth(f->dbg, n))
        n++;
    return n;
}

/* NEXT, FINISH and STEP take no place. NONE: there is nothing to finish. */
enum what { STOP_OF_ROW, UNTIL, NEXT, FINISH, STEP, NONE };
struct move {
    enum what what;
    uint32_t to;      /* UNTIL: the place */
    uint32_t pc;      /* of the thread, afterwards */
    uint32_t in, out; /* its r10 and r11 then */
};

static void move_and_compare(struct debug_rig *f, unsigned thread, const struct move *m)
{
    const struct dbg_focus focus = {thread, 0};
    uint32_t in, out;
    dbg_interrupt(f->dbg); /* before the run that it is not meant for, as Ctrl-C at a prompt */
    if (m->what == NONE) {
        assert_int_equal(dbg_finish(f->dbg, focus), -MACHINE_ERR_UNAVAILABLE);
        return;
    }
    if (m->what == UNTIL)
        assert_int_equal(dbg_until(f->dbg, focus, m->to), 0);
    else if (m->what == FINISH)
        assert_int_equal(dbg_finish(f->dbg, focus), 0);
    else if (m->what == NEXT)
        dbg_next(f->dbg, focus);
    else
        dbg_resume(f->dbg, focus, true, false, 0, 0);
    run(f);
    memcpy(&in, f->eu->threads[thread].grf[10], sizeof in);
    memcpy(&out, f->eu->threads[thread].grf[11], sizeof out);
    assert_string_equal(machine_stops[dbg_last(f->dbg)->event.stop].name, "step");
    assert_int_equal(dbg_last(f->dbg)->focus.thread, thread);
    assert_int_equal(f->eu->threads[thread].ip, m->pc);
    assert_int_equal(in, m->in);
    assert_int_equal(out, m->out);
    assert_int_equal(break_count(f), 0);
}

enum { MOVES = 8 };
static void compare_moves(const char *text, const char *sip, const struct move (*rows)[MOVES],
                          size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (unsigned thread = 0; thread < THREADS; thread++) {
            struct debug_rig f;
            start(&f, text, sip);
            for (const struct move *m = rows[i]; m->what; m++)
                move_and_compare(&f, thread, m);
            debug_rig_drop(&f);
        }
    }
}

static void goals_end_in_their_own_call_of_their_own_thread(void **state)
{
    (void)state;
    static const struct move rows[][MOVES] = {
        {{.what = NONE},
         {UNTIL, 0x20, 0x20, 0, 0},
         {.what = NONE},
         {NEXT, 0, 0x30, 3, 3},
         {.what = NONE}},
        {{UNTIL, 0x60, 0x60, 0, 0}, {FINISH, 0, 0x30, 3, 3}},
        {{UNTIL, 0x20, 0x20, 0, 0}, {STEP, 0, 0x60, 0, 0}, {NEXT, 0, 0x70, 1, 0}},
        {{UNTIL, 0xc0, 0xc0, 1, 0},
         {NEXT, 0, 0xd0, 3, 2},
         {NEXT, 0, 0xe0, 3, 2},
         {FINISH, 0, 0x30, 3, 3}},
        {{UNTIL, 0xc0, 0xc0, 1, 0}, {UNTIL, 0xc0, 0xc0, 2, 0}, {FINISH, 0, 0xd0, 3, 2}},
        {{UNTIL, 0xf0, 0xf0, 3, 0},
         {FINISH, 0, 0xd0, 3, 1},
         {FINISH, 0, 0xd0, 3, 2},
         {FINISH, 0, 0x30, 3, 3},
         {.what = NONE}},
    };
    compare_moves(kernel, NULL, rows, sizeof rows / sizeof *rows);
}

/* The routine steps over the illegal opcode, and calls a function. */
static const char faulting[] = "add (1) r10.0<1>:ud r10.0<0;1,0>:ud 1:ud {NoMask}\n" /* 00 */
                               "illegal\n"                                           /* 10 */
                               "add (1) r10.0<1>:ud r10.0<0;1,0>:ud 1:ud {NoMask}\n" /* 20 */
                               "nop\n"                                               /* 30 */
                               "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                               "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n";
static const char routine[] =
    "call (2) r40.0<1>:ud count\n"                                         /* 80000 */
    "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n" /* 80010 */
    "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"         /* 80020 */
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n" /* 80030 */
    "nop\n"                                                                /* 80040 */
    "count: add (1) r11.0<1>:ud r11.0<0;1,0>:ud 1:ud {NoMask}\n"           /* 80050 */
    "ret (2) r40.0<2;2,1>:ud\n";

static void goals_go_over_the_handler_or_out_of_it(void **state)
{
    (void)state;
    static const struct move rows[][MOVES] = {
        {{NEXT, 0, 0x10, 1, 0}, {NEXT, 0, 0x20, 1, 1}, {NEXT, 0, 0x30, 2, 1}},
        {{UNTIL, 0x10, 0x10, 1, 0},
         {STEP, 0, 0x80000, 1, 0},
         {FINISH, 0, 0x20, 1, 1},
         {.what = NONE}},
        {{UNTIL, 0x80000, 0x80000, 1, 0},
         {NEXT, 0, 0x80010, 1, 1},
         {NEXT, 0, 0x80020, 1, 1},
         {FINISH, 0, 0x20, 1, 1}},
        {{UNTIL, 0x80050, 0x80050, 1, 0}, {FINISH, 0, 0x80010, 1, 1}, {FINISH, 0, 0x20, 1, 1}},
        {{UNTIL, 0x80030, 0x80030, 1, 1}, {NEXT, 0, 0x20, 1, 1}},
    };
    compare_moves(faulting, routine, rows, sizeof rows / sizeof *rows);
}

/* A client has a breakpoint where the goal is, and other threads come there first. */
static void goals_are_ended_by_another_stop(void **state)
{
    (void)state;
    unsigned own = 0;
    for (unsigned thread = 0; thread < THREADS; thread++) {
        struct debug_rig f;
        const struct dbg_focus focus = {thread, 0};
        start(&f, kernel, NULL);
        assert_int_equal(dbg_until(f.dbg, focus, 0x21), -MACHINE_ERR_RANGE);
        assert_int_equal(break_count(&f), 0);
        assert_int_equal(dbg_until(f.dbg, focus, 0x20), 0);
        run(&f);
        assert_int_equal(dbg_break_insert(f.dbg, 0x30, NULL), 0);
        dbg_next(f.dbg, focus);
        run(&f);
        bool reached = dbg_last(f.dbg)->focus.thread == thread;
        assert_string_equal(machine_stops[dbg_last(f.dbg)->event.stop].name,
                            reached ? "step" : "breakpoint");
        assert_int_equal(break_count(&f), 1);
        own += reached;
        assert_int_equal(dbg_break_remove(f.dbg, 0x30, NULL), 0);
        dbg_resume(f.dbg, focus, false, false, 0, 0);
        run(&f);
        assert_true(dbg_ended(f.dbg));
        debug_rig_drop(&f);
    }
    assert_in_range(own, 1, THREADS - 1);
}

/* A breakpoint on the way is not the goal. One that the user has switched off is no breakpoint. */
static void goals_are_ended_by_what_comes_before(void **state)
{
    (void)state;
    const struct dbg_focus focus = {1, 0};
    struct debug_rig f;
    start(&f, kernel, NULL);
    assert_int_equal(dbg_until(f.dbg, focus, 0x20), 0);
    run(&f);
    assert_int_equal(dbg_break_insert(f.dbg, 0xc0, NULL), 0);
    dbg_next(f.dbg, focus);
    run(&f);
    assert_string_equal(machine_stops[dbg_last(f.dbg)->event.stop].name, "breakpoint");
    assert_int_equal(dbg_last(f.dbg)->event.ip, 0xc0);
    assert_int_equal(dbg_break_remove(f.dbg, 0xc0, NULL), 0);
    assert_int_equal(break_count(&f), 0);
    int number = dbg_break_add(f.dbg, 0x30, NULL);
    assert_int_equal(dbg_point_set(f.dbg, (unsigned)number, false), 0);
    assert_int_equal(dbg_until(f.dbg, focus, 0x30), 0);
    run(&f);
    assert_string_equal(machine_stops[dbg_last(f.dbg)->event.stop].name, "step");
    assert_int_equal(dbg_last(f.dbg)->focus.thread, focus.thread);
    debug_rig_drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_end_in_their_own_call_of_their_own_thread),
        cmocka_unit_test(goals_go_over_the_handler_or_out_of_it),
        cmocka_unit_test(goals_are_ended_by_another_stop),
        cmocka_unit_test(goals_are_ended_by_what_comes_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
