/* Run control over the EU: breakpoints, steps of a channel, and where a stop is reported. */
#include "tests/debug_rig.h"

enum { SIP = 0x80000, SLICE = 1000 };

static void start(struct debug_rig *f, const char *kernel, const char *sip, unsigned nthreads,
                  uint32_t dmask, uint32_t enables)
{
    debug_rig_init(f, nthreads);
    debug_rig_load(f, 0, kernel);
    if (sip) {
        debug_rig_load(f, SIP, sip);
        f->eu->sip = SIP;
        f->eu->has_sip = true;
    }
    for (unsigned i = 0; i < nthreads; i++)
        eu_thread_start(f->eu, i, 0, dmask, enables);
    debug_rig_start(f, 0);
}

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct debug_rig));
    return 0;
}

static int teardown(void **state)
{
    debug_rig_drop(*state);
    free(*state);
    return 0;
}

static struct dbg_focus at(unsigned thread, unsigned channel)
{
    return (struct dbg_focus){thread, channel};
}

static const struct dbg_stop *go(struct debug_rig *f, struct dbg_focus focus, bool step,
                                 bool locked)
{
    dbg_resume(f->dbg, focus, step, locked, 0, 0);
    for (int i = 0; i < 100; i++)
        if (dbg_run(f->dbg, SLICE))
            return dbg_last(f->dbg);
    fail_msg("no stop");
    return NULL;
}

static void assert_stop(struct debug_rig *f, const char *reason, unsigned thread, unsigned channel,
                        uint32_t pc)
{
    const struct dbg_stop *stop = dbg_last(f->dbg);
    assert_string_equal(machine_stops[stop->event.stop].name, reason);
    assert_int_equal(stop->focus.thread, thread);
    assert_int_equal(stop->focus.channel, channel);
    assert_int_equal(dbg_pc(f->dbg, stop->focus), pc);
}

static uint32_t grf(const struct debug_rig *f, unsigned thread, unsigned reg, unsigned dword)
{
    uint32_t v;
    memcpy(&v, f->eu->threads[thread].grf[reg] + 4 * dword, 4);
    return v;
}

#define EOT                                                                                        \
    "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"                                               \
    "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"
#define MARK(reg) "add (8) r" #reg ".0<1>:d r" #reg ".0<8;8,1>:d 1:d\n"
/* Addresses, in instructions: 0 to 2: r3 becomes the channel number; 3: if; channels 0 to 2 go on
 * at 4; 8: the channels join. */
#define IF_ELSE                                                                                    \
    "mov (8) r2.0<1>:w 0x76543210:v\n"                                                             \
    "mov (8) r3.0<1>:d r2.0<8;8,1>:w\n"                                                            \
    "cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 3:d\n"                                                 \
    "(f0.0) if (8) other join\n"                                                                   \
    "low: add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"                                                 \
    "mov (1) r11.0<1>:d 7:d {NoMask}\n"                                                            \
    "else (8) join\n"                                                                              \
    "other: add (8) r10.0<1>:d r10.0<8;8,1>:d 16:d\n"                                              \
    "join: endif (8) rest\n"                                                                       \
    "rest: nop\n" EOT

/* --- breakpoints --- */
static void run_start_stands_at_the_first_instruction(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) EOT, NULL, 1, 0xff, 0);
    assert_stop(f, "none", 0, 0, 0);
    assert_false(dbg_ended(f->dbg));
    assert_int_equal(dbg_signal(dbg_last(f->dbg)), 5);
}

static void run_breakpoint_fires_before_issue_and_not_again_until_moved(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) "again: " MARK(11) "jmpi (1) again {NoMask}\n", NULL, 1, 0xff, 0);
    assert_int_equal(dbg_break_insert(f->dbg, 16, NULL), 0);
    for (uint32_t i = 0; i < 3; i++) {
        go(f, at(0, 2), false, false);
        assert_stop(f, "breakpoint", 0, 2, 16);
        assert_int_equal(grf(f, 0, 11, 0), i);
    }
    assert_int_equal(grf(f, 0, 10, 0), 1);
}

static void run_breakpoint_on_nomask_with_no_channel_on_ip_reports_masked(void **state)
{
    struct debug_rig *f = *state;
    char text[64];
    /* All channels wait further on. IP passes only because of the NoMask instruction. */
    start(f, MARK(10) "mov (1) r11.0<1>:d 7:d {NoMask}\n" EOT, NULL, 1, 0xff, 0);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        f->eu->threads[0].pcip[n] = 0x20;
    assert_int_equal(dbg_break_insert(f->dbg, 16, NULL), 0);
    go(f, at(0, 5), false, false);
    assert_stop(f, "breakpoint", 0, 5, 16);
    assert_true(dbg_last(f->dbg)->masked);
    assert_int_equal(dbg_pc(f->dbg, at(0, 5)), 0x10);
    /* only the reported channel shows IP as its address */
    assert_int_equal(dbg_pc(f->dbg, at(0, 4)), 0x20);
    assert_int_equal(dbg_frame_lane(f->dbg, at(0, 5)), MACHINE_LANES);
    assert_int_equal(dbg_frame_lane(f->dbg, at(0, 4)), 4);
    dbg_describe(f->dbg, at(0, 5), text, sizeof text);
    assert_string_equal(text, "masked simd8 ip=0x10");
    go(f, at(0, 5), true, false); /* the instruction at the rip that was shown */
    assert_false(dbg_last(f->dbg)->masked);
    assert_int_equal(grf(f, 0, 11, 0), 7);
    assert_stop(f, "step", 0, 5, 0x20);
    go(f, at(0, 5), true, false);
    assert_stop(f, "step", 0, 5, 0x30);
}

/* After a masked stop, a step of another channel than the reported one executes that channel's own
 * next instruction. */
static void step_from_a_masked_stop_of_another_channel_is_that_channels(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) "mov (1) r11.0<1>:d 7:d {NoMask}\n" EOT, NULL, 1, 0xff, 0);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        f->eu->threads[0].pcip[n] = 0x20;
    assert_int_equal(dbg_break_insert(f->dbg, 16, NULL), 0);
    go(f, at(0, 5), false, false);
    assert_true(dbg_last(f->dbg)->masked);
    dbg_break_remove(f->dbg, 16, NULL);
    go(f, at(0, 4), true, false);
    assert_stop(f, "step", 0, 4, 0x30);
}

/* gdb removes all breakpoints and steps off the one where it stands. The next one must fire after
 * one step. */
static void run_breakpoint_under_ip_fires_for_a_channel_that_stands_elsewhere(void **state)
{
    struct debug_rig *f = *state;
    start(f, IF_ELSE, NULL, 1, 0xff, 0);
    assert_int_equal(dbg_break_insert(f->dbg, 0x30, NULL), 0);
    go(f, at(0, 5), false, false);
    assert_stop(f, "breakpoint", 0, 5, 0x30);
    dbg_break_clear(f->dbg);
    go(f, at(0, 5), true, true);
    assert_stop(f, "step", 0, 5, 0x70);
    assert_int_equal(f->eu->threads[0].ip, 0x40);
    assert_int_equal(dbg_break_insert(f->dbg, 0x40, NULL), 0);
    go(f, at(0, 5), false, false);
    assert_stop(f, "breakpoint", 0, 0, 0x40);
}

static int never(struct machine *m)
{
    (void)m;
    return -MACHINE_ERR_UNAVAILABLE;
}

static void kill_is_a_reset_where_the_machine_has_no_other(void **state)
{
    struct debug_rig *f = *state;
    start(f, IF_ELSE, NULL, 1, 0xff, 0);
    go(f, at(0, 1), true, false);
    assert_int_equal(dbg_pc(f->dbg, at(0, 1)), 0x10);
    assert_int_equal(dbg_kill(f->dbg), 0);
    assert_int_equal(dbg_pc(f->dbg, at(0, 1)), 0);
    const struct machine_ops *own = f->m->ops;
    struct machine_ops ops = *own;
    ops.kill = never;
    f->m->ops = &ops;
    assert_int_equal(dbg_kill(f->dbg), -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(dbg_reset(f->dbg), 0);
    f->m->ops = own;
}

static void run_breakpoint_is_reported_on_the_selected_channel_or_the_lowest(void **state)
{
    struct debug_rig *f = *state;
    start(f, IF_ELSE, NULL, 1, 0xff, 0);
    /* the else branch: channels 3 to 7 */
    assert_int_equal(dbg_break_insert(f->dbg, 0x70, NULL), 0);
    go(f, at(0, 6), false, false);
    assert_stop(f, "breakpoint", 0, 6, 0x70);
    assert_int_equal(dbg_reset(f->dbg), 0);
    go(f, at(0, 1), false, false);
    assert_stop(f, "breakpoint", 0, 3, 0x70);
    assert_int_equal(dbg_pc(f->dbg, at(0, 1)), 0x80);
}

static void run_other_threads_at_a_breakpoint_fire_each_once(void **state)
{
    struct debug_rig *f = *state;
    bool seen[3] = {0};
    start(f, MARK(10) MARK(10) EOT, NULL, 3, 0xff, 0);
    assert_int_equal(dbg_break_insert(f->dbg, 0, NULL), 0);
    /* Thread 0 stands on the breakpoint and is resumed; threads 1 and 2 stand on it, too, and are
     * reported next. */
    struct dbg_focus focus = at(0, 0);
    for (int i = 0; i < 2; i++) {
        const struct dbg_stop *stop = go(f, focus, false, false);
        assert_string_equal(machine_stops[stop->event.stop].name, "breakpoint");
        assert_false(seen[stop->focus.thread]);
        seen[stop->focus.thread] = true;
        focus = stop->focus;
    }
    assert_false(seen[0]);
    go(f, focus, false, false);
    assert_true(dbg_ended(f->dbg));
}

static void break_insert_counts_and_keeps_order(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) EOT, NULL, 1, 0xff, 0);
    for (uint32_t i = 200; i-- > 0;)
        assert_int_equal(dbg_break_insert(f->dbg, i * 16 % 1024 + i / 64 * 8, NULL), 0);
    assert_int_equal(dbg_break_insert(f->dbg, 4, NULL), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_break_remove(f->dbg, 0x7ff8, NULL), -MACHINE_ERR_UNKNOWN);
    dbg_break_clear(f->dbg);
    assert_int_equal(dbg_break_insert(f->dbg, 16, NULL), 0);
    assert_int_equal(dbg_break_insert(f->dbg, 16, NULL), 0);
    assert_int_equal(dbg_break_remove(f->dbg, 16, NULL), 0);
    assert_true(dbg_break_at(f->dbg, 16));
    assert_int_equal(dbg_break_remove(f->dbg, 16, NULL), 0);
    assert_false(dbg_break_at(f->dbg, 16));
    go(f, at(0, 0), false, false);
    assert_true(dbg_ended(f->dbg));
}

/* --- steps --- */
static void run_steps_follow_each_side_of_a_branch(void **state)
{
    static const struct {
        unsigned channel;
        uint32_t pcs[8];
    } rows[] = {
        {1, {0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x80, 0x90}},
        {5, {0x10, 0x20, 0x30, 0x70, 0x80, 0x90, 0xa0, 0xb0}},
    };
    struct debug_rig *f = *state;
    start(f, IF_ELSE, NULL, 1, 0xff, 0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(dbg_reset(f->dbg), 0);
        for (size_t s = 0; s < 8; s++) {
            go(f, at(0, rows[i].channel), true, false);
            assert_stop(f, "step", 0, rows[i].channel, rows[i].pcs[s]);
        }
    }
    assert_int_equal(grf(f, 0, 10, 1), 1);
    assert_int_equal(grf(f, 0, 10, 5), 16);
}

static void run_step_of_one_thread_lets_the_others_run_unless_locked(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) MARK(10) "on: jmpi (1) on {NoMask}\n", NULL, 2, 0xff, 0);
    for (uint32_t i = 1; i <= 2; i++) {
        go(f, at(1, 0), true, true);
        assert_stop(f, "step", 1, 0, 16 * i);
        assert_int_equal(f->eu->threads[0].insts, 0);
        assert_int_equal(f->eu->threads[1].insts, i);
    }
    go(f, at(1, 0), true, false);
    assert_stop(f, "step", 1, 0, 0x20);
    assert_int_equal(f->eu->threads[1].insts, 3);
}

static void run_range_step_stops_behind_the_range(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) MARK(10) MARK(10) EOT, NULL, 1, 0xff, 0);
    dbg_resume(f->dbg, at(0, 0), true, false, 0, 0x30);
    assert_true(dbg_run(f->dbg, SLICE));
    assert_stop(f, "step", 0, 0, 0x30);
}

static void run_step_over_the_end_reports_it(void **state)
{
    struct debug_rig *f = *state;
    start(f, EOT, NULL, 2, 0xff, 0);
    go(f, at(0, 3), true, true);
    assert_stop(f, "step", 0, 3, 16);
    go(f, at(0, 3), true, true);
    assert_stop(f, "thread-end", 1, 0, 0); /* the thread that still lives */
    assert_non_null(strstr(dbg_why(f->dbg), "thread 0 ended"));
    assert_false(dbg_ended(f->dbg));
    /* the focus is on an ended thread, so the living one is stepped */
    go(f, at(0, 3), true, false);
    assert_stop(f, "step", 1, 0, 16);
    go(f, at(1, 0), true, false);
    assert_true(dbg_ended(f->dbg));
    assert_int_equal(dbg_signal(dbg_last(f->dbg)), 0);
    assert_true(dbg_run(f->dbg, SLICE));
    assert_int_equal(dbg_reset(f->dbg), 0);
    assert_stop(f, "none", 0, 0, 0);
}

static void run_steps_of_a_jump_to_itself_progress(void **state)
{
    struct debug_rig *f = *state;
    start(f, "on: jmpi (1) on {NoMask}\n", NULL, 1, 0xff, 0);
    for (uint32_t i = 1; i <= 6; i++) {
        if (i == 4)
            assert_int_equal(dbg_break_insert(f->dbg, 0, NULL), 0);
        go(f, at(0, 7), true, i & 1);
        assert_stop(f, i < 4 ? "step" : "breakpoint", 0, 7, 0);
        assert_int_equal(f->eu->insts, i);
    }
}

static void run_step_of_a_wait_alone_is_held_while_others_could_run(void **state)
{
    struct debug_rig *f = *state;
    start(f, "wait n0\n" EOT, NULL, 3, 0xff, 0);
    go(f, at(1, 2), true, true);
    assert_stop(f, "held", 1, 2, 0);
    f->eu->threads[0].status = f->eu->threads[2].status = EU_THREAD_WAITING;
    go(f, at(1, 2), true, true);
    assert_stop(f, "deadlock", 1, 2, 0);
    f->eu->threads[1].n[0] = 1;
    f->eu->threads[1].status = EU_THREAD_READY;
    go(f, at(1, 2), true, true);
    assert_stop(f, "step", 1, 2, 16);
}

static void run_step_of_a_channel_that_never_runs_comes_to_the_end(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) EOT, NULL, 1, 0xff, 0);
    f->eu->threads[0].pcip[2] = 0x4000;
    go(f, at(0, 2), true, false);
    assert_true(dbg_ended(f->dbg));
}

/* --- exceptions --- */
#define RETURN                                                                                     \
    "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"                         \
    "nop\n"
#define CLEAR "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
#define SUPPRESS "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask, Switch}\n"
#define BROKEN "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n"

static void run_host_breakpoint_stops_before_sip_entry(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) BROKEN MARK(10) EOT, CLEAR SUPPRESS RETURN, 1, 0xff, 0x8000);
    assert_int_equal(dbg_break_insert(f->dbg, 16, NULL), 0);
    go(f, at(0, 4), false, false);
    assert_stop(f, "breakpoint", 0, 4, 16);
    assert_int_equal(f->eu->threads[0].cr[1], 0x8000);
    go(f, at(0, 4), true, false);
    assert_stop(f, "step", 0, 4, SIP);
    assert_int_equal(f->eu->threads[0].cr[1], 0x80008000);
    assert_int_equal(f->eu->threads[0].cr[2], 16);
    assert_int_equal(grf(f, 0, 10, 0), 1);
    dbg_break_clear(f->dbg);
    static const uint32_t pcs[] = {SIP + 16, SIP + 32, 16, 32};
    for (size_t i = 0; i < 4; i++) {
        go(f, at(0, 4), true, false);
        assert_stop(f, "step", 0, 4, pcs[i]);
    }
    assert_int_equal(grf(f, 0, 10, 0), 2);
}

static void run_without_sip_reports_signals_and_goes_on(void **state)
{
    struct debug_rig *f = *state;
    start(f,
          BROKEN "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\n" MARK(
              10) "illegal\n",
          NULL, 1, 0xff, 0xb000);
    go(f, at(0, 1), false, false);
    assert_stop(f, "exception", 0, 1, 0);
    assert_int_equal(dbg_signal(dbg_last(f->dbg)), 5);
    go(f, at(0, 1), true, false); /* a step goes past it */
    assert_stop(f, "step", 0, 1, 16);
    go(f, at(0, 1), false, false);
    assert_stop(f, "exception", 0, 1, 32);
    assert_int_equal(dbg_signal(dbg_last(f->dbg)), 30);
    assert_int_equal(grf(f, 0, 10, 0), 1);
    for (int i = 0; i < 2; i++) {
        go(f, at(0, 1), i, false);
        assert_stop(f, "exception", 0, 1, 48);
        assert_int_equal(dbg_signal(dbg_last(f->dbg)), 4);
        assert_string_equal(dbg_why(f->dbg), "illegal opcode at 0x00000030 (thread 0): illegal");
    }
}

/* The reason of a step is only written when someone asks for it. A machine that was moved elsewhere
 * has the reason of its new place. */
static void why_any_stop_says_it_when_asked(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) MARK(10) EOT, NULL, 1, 0xff, 0);
    assert_true(dbg_placed(f->dbg));
    assert_non_null(strstr(dbg_why(f->dbg), "nothing happened yet at 0x00000000 (thread 0): add"));
    assert_int_equal(dbg_history(f->dbg, 1 << 20), 0);
    go(f, at(0, 1), true, false);
    assert_false(dbg_placed(f->dbg));
    assert_string_equal(dbg_last(f->dbg)->event.why, "");
    assert_non_null(strstr(dbg_why(f->dbg), "step finished at 0x00000010 (thread 0): add (8)"));
    assert_int_equal(dbg_goto(f->dbg, (struct machine_when){2, 0}), 0);
    assert_true(dbg_placed(f->dbg));
    assert_string_equal(dbg_why(f->dbg), "thread 0 at 0x00000020");
    assert_int_equal(dbg_break_insert(f->dbg, 0x10, NULL), 0);
    assert_int_equal(dbg_reset(f->dbg), 0);
    go(f, at(0, 1), false, false);
    assert_non_null(strstr(dbg_why(f->dbg), "host breakpoint at 0x00000010 (thread 0): add (8)"));
}

/* The machine's text for a person is given whole, however long it is. */
static void why_a_long_reason_says_all_of_it(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) MARK(10) EOT, NULL, 1, 0xff, 0);
    go(f, at(0, 1), true, false);
    struct machine_event *ev = (struct machine_event *)&dbg_last(f->dbg)->event;
    memset(ev->why, 'w', sizeof ev->why - 1);
    const char *why = dbg_why(f->dbg);
    assert_string_equal(why + strlen(why) - strlen(ev->why), ev->why);
    assert_non_null(strstr(why, "step finished at 0x00000010 (thread 0): add (8)"));
}

static void run_out_of_the_program_says_what_and_where(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10), NULL, 2, 0xff, 0);
    go(f, at(0, 1), false, true);
    assert_stop(f, "left", 0, 1, 16);
    assert_int_equal(dbg_signal(dbg_last(f->dbg)), 11);
    assert_non_null(strstr(dbg_why(f->dbg), " at 0x00000010 (thread 0): illegal"));
}

/* --- interrupt, pc --- */
static void interrupt_stops_an_endless_program(void **state)
{
    struct debug_rig *f = *state;
    start(f, "on: jmpi (1) on {NoMask}\n", NULL, 1, 0xff, 0);
    dbg_resume(f->dbg, at(0, 3), false, false, 0, 0);
    assert_false(dbg_run(f->dbg, SLICE));
    dbg_interrupt(f->dbg);
    assert_true(dbg_run(f->dbg, SLICE));
    assert_stop(f, "interrupt", 0, 3, 0);
    assert_int_equal(dbg_signal(dbg_last(f->dbg)), 2);
    assert_int_equal(f->eu->insts, SLICE);
}

static void set_pc_moves_the_channel_and_ip_when_nobody_is_left(void **state)
{
    struct debug_rig *f = *state;
    start(f, MARK(10) MARK(10) MARK(10) EOT, NULL, 1, 0x03, 0);
    assert_int_equal(dbg_set_pc(f->dbg, at(0, 0), 0x14), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_set_pc(f->dbg, at(0, 0), 0x20), 0);
    assert_int_equal(f->eu->threads[0].ip, 0);
    assert_int_equal(f->eu->threads[0].pcip[0], 0x20);
    assert_int_equal(dbg_set_pc(f->dbg, at(0, 1), 0x20), 0);
    assert_int_equal(f->eu->threads[0].ip, 0x20);
    go(f, at(0, 0), false, false);
    assert_true(dbg_ended(f->dbg));
    assert_int_equal(grf(f, 0, 10, 1), 1);
}

static void eu_threads_step_and_report_the_thread(void **state)
{
    struct debug_rig *f = *state;
    start(f, IF_ELSE, NULL, 1, 0xff, 0);
    struct dbg *eu = dbg_new(f->m, true);
    for (uint32_t i = 1; i < 8; i++) { /* IP passes both sides, one instruction in each step */
        dbg_resume(eu, at(0, 0), true, false, 0, 0);
        assert_true(dbg_run(eu, SLICE));
        assert_int_equal(dbg_pc(eu, at(0, 0)), 16 * i);
    }
    assert_int_equal(dbg_set_pc(eu, at(0, 0), 0x90), 0);
    assert_int_equal(f->eu->threads[0].ip, 0x90);
    dbg_free(eu);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(run_start_stands_at_the_first_instruction),
        CASE(run_breakpoint_fires_before_issue_and_not_again_until_moved),
        CASE(run_breakpoint_on_nomask_with_no_channel_on_ip_reports_masked),
        CASE(step_from_a_masked_stop_of_another_channel_is_that_channels),
        CASE(run_breakpoint_under_ip_fires_for_a_channel_that_stands_elsewhere),
        CASE(run_breakpoint_is_reported_on_the_selected_channel_or_the_lowest),
        CASE(kill_is_a_reset_where_the_machine_has_no_other),
        CASE(run_other_threads_at_a_breakpoint_fire_each_once),
        CASE(break_insert_counts_and_keeps_order),
        CASE(run_steps_follow_each_side_of_a_branch),
        CASE(run_step_of_one_thread_lets_the_others_run_unless_locked),
        CASE(run_range_step_stops_behind_the_range),
        CASE(run_step_over_the_end_reports_it),
        CASE(run_steps_of_a_jump_to_itself_progress),
        CASE(run_step_of_a_wait_alone_is_held_while_others_could_run),
        CASE(run_step_of_a_channel_that_never_runs_comes_to_the_end),
        CASE(run_host_breakpoint_stops_before_sip_entry),
        CASE(run_without_sip_reports_signals_and_goes_on),
        CASE(why_any_stop_says_it_when_asked),
        CASE(why_a_long_reason_says_all_of_it),
        CASE(run_out_of_the_program_says_what_and_where),
        CASE(interrupt_stops_an_endless_program),
        CASE(set_pc_moves_the_channel_and_ip_when_nobody_is_left),
        CASE(eu_threads_step_and_report_the_thread),
    };
    return cmocka_run_group_tests_name("debug_dbg", tests, NULL, NULL);
}
