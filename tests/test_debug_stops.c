/* Stops: the lane on which each is reported, and its words; the address of a lane. */
#include "tests/helpers.h"

#include "debug/dbg_impl.h"
#include "tests/scripted_rig.h"

/* Resumes @focus; the run ends with @ev. */
static const struct dbg_stop *stop_with(struct rig *r, struct dbg_focus focus,
                                        struct machine_event ev)
{
    dbg_resume(r->dbg, focus, false, false, 0, 0);
    r->s.events[0] = ev;
    r->s.nevents = 1;
    r->s.next_event = 0;
    assert_true(dbg_run(r->dbg, 10));
    return dbg_last(r->dbg);
}

static void lowest_lane_is_that_of_the_lowest_bit(void **state)
{
    (void)state;
    assert_int_equal(dbg_lowest_lane(0), 0);
    for (unsigned n = 0; n < 64; n++) {
        assert_int_equal(dbg_lowest_lane(UINT64_C(1) << n), n);
        assert_int_equal(dbg_lowest_lane(UINT64_MAX << n), n);
    }
}

/* --- on which lane --- */
static void stops_are_reported_on_a_lane_that_is_there(void **state)
{
    struct rig *r = *state;
#define BREAK MACHINE_STOP_BREAKPOINT
#define STEP MACHINE_STOP_STEP
#define LEFT MACHINE_STOP_LEFT
    static const uint64_t top = UINT64_C(1) << 63;
    static const struct {
        enum machine_stop stop;
        unsigned thread;      /* of the stop; the focus is on thread 0 */
        unsigned lane, width; /* of the focus */
        uint64_t dispatched, on_ip;
        unsigned channel; /* on which it is reported */
        bool masked;
    } rows[] = {
        {BREAK, 0, 5, 8, 0xff, 0xff, 5, false},
        {BREAK, 0, 1, 8, 0xff, 0xf0, 4, false}, /* another lane is at the address */
        {BREAK, 0, 5, 8, 0xff, 0, 5, true},     /* none is */
        {BREAK, 1, 5, 8, 0xf0, 0xf0, 4, false}, /* of another thread the lowest */
        {BREAK, 1, 5, 8, 0xf0, 0xc0, 6, false},
        {BREAK, 1, 5, 8, 0xf0, 0, 4, true},
        {LEFT, 0, 1, 8, 0xff, 0x40, 6, false}, /* the same of any stop but a step */
        {LEFT, 0, 1, 8, 0xff, 0, 1, true},
        {STEP, 0, 1, 8, 0xff, 0x40, 1, false}, /* the lane that was stepped, wherever it is */
        {STEP, 0, 1, 8, 0xff, 0, 1, false},
        {STEP, 1, 1, 8, 0xfe, 0xf0, 4, false}, /* of another thread: a stop as any other */
        {BREAK, 0, 63, 64, UINT64_MAX, top | 4, 63, false},
        {BREAK, 0, 62, 64, UINT64_MAX, top, 63, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned t = 0; t < 2; t++) {
            struct machine_thread *info = &r->s.threads[t];
            info->width = rows[i].width;
            info->dispatched = rows[i].dispatched;
            info->on_ip = rows[i].on_ip;
        }
        const struct dbg_stop *stop = stop_with(
            r, (struct dbg_focus){0, rows[i].lane},
            (struct machine_event){.stop = rows[i].stop, .thread = rows[i].thread, .ip = 0x40});
        assert_int_equal(stop->focus.thread, rows[i].thread);
        assert_int_equal(stop->focus.channel, rows[i].channel);
        assert_int_equal(stop->masked, rows[i].masked);
        assert_false(stop->past || stop->client);
        assert_int_equal(stop->number, 0);
        assert_int_equal(stop->rest, 0);
    }
}

/* The step of a lane that its thread does not have is the thread's; the last lane is one of it. */
static void steps_of_a_lane_beyond_the_thread_are_the_threads(void **state)
{
    struct rig *r = *state;
    r->s.threads[0].dispatched = 0xf8;
    r->s.threads[0].on_ip = 0xc0;
    dbg_stepped(r->dbg, (struct dbg_focus){0, 7});
    assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_STEP);
    assert_int_equal(dbg_last(r->dbg)->focus.channel, 7);
    dbg_stepped(r->dbg, (struct dbg_focus){0, 8});
    assert_int_equal(dbg_last(r->dbg)->focus.channel, 6);
    r->s.threads[0].on_ip = 8;
    dbg_stepped(r->dbg, (struct dbg_focus){0, 8});
    assert_int_equal(dbg_last(r->dbg)->focus.channel, 3);
}

/* A client that sees whole threads is not told of lanes. */
static void stops_of_whole_threads_are_never_masked(void **state)
{
    struct rig *r = *state;
    struct dbg *whole = dbg_new(&r->s.m, true);
    assert_true(dbg_eu_threads(whole));
    assert_false(dbg_eu_threads(r->dbg));
    r->s.threads[0].on_ip = 0;
    r->s.events[0] = (struct machine_event){.stop = MACHINE_STOP_LEFT};
    r->s.nevents = 1;
    dbg_resume(whole, (struct dbg_focus){0, 3}, false, false, 0, 0);
    assert_true(dbg_run(whole, 10));
    assert_int_equal(dbg_last(whole)->focus.channel, 3);
    assert_false(dbg_last(whole)->masked);
    dbg_free(whole);
}

/* --- breakpoints: whose, and on which lanes --- */
struct lanes {
    struct dbg_condition base;
    uint64_t yes, asked;
};

static uint64_t answer_lanes(struct dbg_condition *c, unsigned thread, uint64_t channels, bool past)
{
    struct lanes *l = (struct lanes *)c;
    assert_true(thread < 2 && !past);
    l->asked = channels;
    return l->yes & channels;
}

static void breakpoints_are_reported_on_the_lanes_for_which_they_fire(void **state)
{
    struct rig *r = *state;
    enum { NONE = -1, AT = 0x40 };
    static const struct {
        int64_t client, user; /* lanes for which the condition holds */
        uint64_t on_ip, asked;
        unsigned thread, lane, channel;
        bool stops, masked, is_client;
        unsigned number;
        uint64_t rest;
    } rows[] = {
        {0x3c, NONE, 0xff, 0xff, 0, 0, 2, true, false, true, 0, 0x38},
        {0x3c, NONE, 0xff, 0xff, 0, 4, 4, true, false, true, 0, 0x2c},
        {0x3c, NONE, 0xf0, 0xf0, 0, 0, 4, true, false, true, 0, 0x20},
        {0x3c, 0x0f, 0xff, 0xff, 0, 0, 2, true, false, true, 1, 0x38},
        {0, 0x0f, 0xff, 0xff, 0, 6, 0, true, false, false, 1, 0},
        {NONE, 0x60, 0xff, 0xff, 0, 0, 5, true, false, false, 1, 0},
        {0, 0, 0xff, 0xff, 0, 0, 0, false, false, false, 0, 0},
        /* no lane is there: the one on which the stop is reported is asked */
        {0xff, NONE, 0, 0x08, 0, 3, 3, true, true, true, 0, 0},
        {0xff, NONE, 0, 0x10, 1, 3, 4, true, true, true, 0, 0},
        {0xff, NONE, 0xc0, 0xc0, 1, 3, 6, true, false, true, 0, 0x80},
    };
    r->s.judged = true;
    r->s.threads[1].dispatched = 0xf0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lanes client = {{answer_lanes, NULL, "if client"}, (uint64_t)rows[i].client, 0},
                     user = {{answer_lanes, NULL, "if user"}, (uint64_t)rows[i].user, 0};
        int number = 0;
        if (rows[i].client != NONE)
            assert_int_equal(dbg_break_insert(r->dbg, AT, &client.base), 0);
        if (rows[i].user != NONE)
            number = dbg_break_add(r->dbg, AT, &user.base);
        r->s.threads[rows[i].thread].on_ip = rows[i].on_ip;
        dbg_resume(r->dbg, (struct dbg_focus){0, rows[i].lane}, false, false, 0, 0);
        r->s.events[0] = (struct machine_event){
            .stop = MACHINE_STOP_BREAKPOINT, .thread = rows[i].thread, .ip = AT};
        r->s.nevents = 1;
        r->s.next_event = 0;
        assert_int_equal(dbg_run(r->dbg, 10), rows[i].stops);
        assert_int_equal(rows[i].client != NONE ? client.asked : user.asked, rows[i].asked);
        const struct dbg_stop *stop = dbg_last(r->dbg);
        if (rows[i].stops) {
            assert_int_equal(stop->focus.thread, rows[i].thread);
            assert_int_equal(stop->focus.channel, rows[i].channel);
            assert_int_equal(stop->masked, rows[i].masked);
            assert_int_equal(stop->client, rows[i].is_client);
            assert_int_equal(stop->number, rows[i].number ? (unsigned)number : 0);
            assert_int_equal(stop->rest, rows[i].rest);
        }
        for (uint64_t rest = rows[i].rest; rest; rest &= rest - 1) {
            assert_true(dbg_next_channel(r->dbg));
            assert_int_equal(stop->focus.channel, __builtin_ctzll(rest));
        }
        assert_false(dbg_next_channel(r->dbg));
        if (number)
            assert_int_equal(dbg_break_delete(r->dbg, (unsigned)number), 0);
        dbg_break_clear(r->dbg);
    }
}

/* Lanes up to the last of the widest machine. */
static void breakpoints_fire_on_the_last_lane(void **state)
{
    struct rig *r = *state;
    struct lanes client = {{answer_lanes, NULL, "if client"}, UINT64_MAX, 0};
    r->s.judged = true;
    r->s.threads[0].width = 64;
    r->s.threads[0].on_ip = 0;
    assert_int_equal(dbg_break_insert(r->dbg, 8, &client.base), 0);
    stop_with(r, (struct dbg_focus){0, 63},
              (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = 8});
    assert_true(client.asked == UINT64_C(1) << 63);
    r->s.threads[0].on_ip = UINT64_C(3) << 62;
    assert_true(stop_with(r, (struct dbg_focus){0, 63},
                          (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = 8})
                    ->rest == UINT64_C(1) << 62);
    assert_true(dbg_next_channel(r->dbg));
    assert_int_equal(dbg_last(r->dbg)->focus.channel, 62);
    assert_false(dbg_next_channel(r->dbg));
    dbg_break_clear(r->dbg);
}

static void breakpoints_of_whole_threads_are_reported_once(void **state)
{
    struct rig *r = *state;
    struct dbg *whole = dbg_new(&r->s.m, true);
    struct lanes client = {{answer_lanes, NULL, "if client"}, 0x3c, 0};
    r->s.judged = true;
    assert_int_equal(dbg_break_insert(whole, 8, &client.base), 0);
    r->s.events[0] = (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = 8};
    r->s.nevents = 1;
    dbg_resume(whole, (struct dbg_focus){0, 3}, false, false, 0, 0);
    assert_true(dbg_run(whole, 10));
    assert_true(dbg_last(whole)->client);
    assert_int_equal(dbg_last(whole)->focus.channel, 3);
    assert_false(dbg_next_channel(whole));
    dbg_free(whole);
}

/* One that has fired once is gone from the machine, too. */
static void breakpoints_for_one_stop_are_withdrawn(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_break_add(r->dbg, 8, NULL), 1);
    assert_int_equal(dbg_break_once(r->dbg, 1), 0);
    assert_int_equal(r->s.nbreaks, 1);
    r->s.judged = true;
    stop_with(r, (struct dbg_focus){0, 0},
              (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = 8});
    assert_int_equal(r->s.nbreaks, 0);
    assert_string_equal(dbg_why(r->dbg), "breakpoint 1 at 0x00000008, T: channels 0-7");
}

/* --- in words --- */
#define SEVENTY "mov (8) r4.0<1>:ud r2.0<8;8,1>:ud 0123456789 0123456789 0123456789 012"

static void stops_have_words(void **state)
{
    struct rig *r = *state;
    enum { LONG = 200 };
    static const struct {
        struct machine_event ev;
        const char *insn;
        int size;
        const char *text;
    } rows[] = {
        {{.stop = MACHINE_STOP_LEFT, .thread = 1, .ip = 0x123},
         NULL,
         0,
         "IP left the program at 0x00000123 (thread 1)"},
        {{.stop = MACHINE_STOP_LEFT, .ip = 8},
         "nop",
         1,
         "IP left the program at 0x00000008 (thread 0): nop"},
        {{.stop = MACHINE_STOP_LEFT, .ip = 8},
         "nop",
         0,
         "IP left the program at 0x00000008 (thread 0)"},
        {{.stop = MACHINE_STOP_LEFT, .ip = 8},
         "nop",
         -1,
         "IP left the program at 0x00000008 (thread 0)"},
        {{.stop = MACHINE_STOP_LEFT, .ip = 8, .why = "so it is"},
         "nop",
         8,
         "IP left the program at 0x00000008 (thread 0): nop: so it is"},
        /* 70 characters of it, and a comment is the first to go */
        {{.stop = MACHINE_STOP_STEP, .ip = 8},
         SEVENTY,
         8,
         "step finished at 0x00000008 (thread 0): " SEVENTY},
        {{.stop = MACHINE_STOP_STEP, .ip = 8},
         SEVENTY "4",
         8,
         "step finished at 0x00000008 (thread 0): " SEVENTY},
        {{.stop = MACHINE_STOP_STEP, .ip = 8},
         "nop // 6789 0123456789 0123456789 0123456789 0123456789 0123456789 012",
         8,
         "step finished at 0x00000008 (thread 0): "
         "nop // 6789 0123456789 0123456789 0123456789 0123456789 0123456789 012"},
        {{.stop = MACHINE_STOP_STEP, .ip = 8},
         "nop // 6789 0123456789 0123456789 0123456789 0123456789 0123456789 0123",
         8,
         "step finished at 0x00000008 (thread 0): nop"},
        {{.stop = MACHINE_STOP_THREAD_END, .gone = 1, .why = "not said"},
         "nop",
         8,
         "thread 1 ended at 0x00000100"},
        {{.stop = MACHINE_STOP_GOTO, .thread = 1, .ip = 0x88}, "nop", 8, "thread 1 at 0x00000088"},
        {{.stop = MACHINE_STOP_LEFT, .why = "x"},
         NULL,
         0,
         "IP left the program at 0x00000000 (thread 0): x"},
        {{.stop = MACHINE_STOP_EXCEPTION, .why = "x"}, "nop", 8, "x"},
        {{.stop = MACHINE_STOP_EXCEPTION}, "nop", 8, "exception"},
        {{.stop = MACHINE_STOP_EXCEPTION, .why = "what only the machine knows"},
         "nop",
         8,
         "what only the machine knows"},
    };
    assert_int_equal(strlen(SEVENTY), 70);
    assert_int_equal(strlen(rows[8].insn), 71);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        r->s.insn = rows[i].insn;
        r->s.insn_size = rows[i].size;
        stop_with(r, (struct dbg_focus){0, 0}, rows[i].ev);
        assert_string_equal(dbg_why(r->dbg), rows[i].text);
        assert_string_equal(dbg_why(r->dbg), rows[i].text);
    }
}

static void stops_at_a_watchpoint_name_whose_it_is(void **state)
{
    struct rig *r = *state;
    const struct machine_watch w = {0x40, 4, MACHINE_WRITE};
    const struct machine_event ev = {
        .stop = MACHINE_STOP_WATCH, .ip = 0x18, .watch = {.addr = 0x42, .access = MACHINE_WRITE}};
    assert_int_equal(dbg_watch_insert(r->dbg, w), 0);
    const struct dbg_stop *stop = stop_with(r, (struct dbg_focus){0, 0}, ev);
    assert_true(stop->client);
    assert_int_equal(stop->number, 0);
    assert_string_equal(dbg_why(r->dbg), "host watchpoint at 0x00000018 (thread 0)");
    assert_int_equal(dbg_watch_add(r->dbg, w), 1);
    assert_int_equal(dbg_watch_remove(r->dbg, w), 0);
    stop = stop_with(r, (struct dbg_focus){0, 0}, ev);
    assert_false(stop->client);
    assert_int_equal(stop->number, 1);
    assert_string_equal(dbg_why(r->dbg), "watchpoint 1 at 0x00000018 (thread 0)");
}

/* gdb's signals; an event may have its own. */
static void stops_have_signals(void **state)
{
    struct rig *r = *state;
    const struct dbg_stop *stop = dbg_last(r->dbg);
    for (unsigned i = 0; i < MACHINE_STOP_COUNT; i++) {
        struct dbg_stop of = {.event.stop = (enum machine_stop)i};
        assert_int_equal(dbg_signal(&of), machine_stops[i].signal);
        of.event.signal = 30;
        assert_int_equal(dbg_signal(&of), 30);
        if (i == MACHINE_STOP_AWAY || i == MACHINE_STOP_CAME || i == MACHINE_STOP_DONE)
            continue;
        stop_with(r, (struct dbg_focus){0, 0}, (struct machine_event){.stop = of.event.stop});
        assert_int_equal(stop->event.stop, i);
        assert_int_equal(dbg_placed(r->dbg), i == MACHINE_STOP_NONE || i == MACHINE_STOP_GOTO);
        assert_false(dbg_ended(r->dbg));
    }
    stop_with(r, (struct dbg_focus){0, 0}, (struct machine_event){.stop = MACHINE_STOP_DONE});
    assert_true(dbg_ended(r->dbg));
}

/* --- the address of a lane --- */
static void addresses_are_the_lanes_unless_the_stop_was_masked(void **state)
{
    struct rig *r = *state;
    r->s.parted[0] = r->s.parted[1] = 0xff;
    r->s.threads[0].on_ip = 0;
    const struct dbg_focus here = {0, 3}, beside = {0, 4}, other = {1, 3};
    assert_int_equal(dbg_pc(r->dbg, here), 0x1000);
    assert_int_equal(dbg_frame_lane(r->dbg, here), 3);
    stop_with(r, here, (struct machine_event){.stop = MACHINE_STOP_LEFT});
    assert_true(dbg_last(r->dbg)->masked);
    assert_int_equal(dbg_pc(r->dbg, here), 0);
    assert_int_equal(dbg_frame_lane(r->dbg, here), 64);
    assert_int_equal(dbg_pc(r->dbg, beside), 0x1000);
    assert_int_equal(dbg_frame_lane(r->dbg, beside), 4);
    assert_int_equal(dbg_pc(r->dbg, other), 0x1100);
    assert_int_equal(dbg_frame_lane(r->dbg, other), 3);
    r->s.threads[0].ended = true;
    assert_int_equal(dbg_pc(r->dbg, here), 0x1000);
    r->s.threads[0].queued = "queued";
    assert_int_equal(dbg_pc(r->dbg, here), 0);
    struct dbg *whole = dbg_new(&r->s.m, true);
    assert_int_equal(dbg_pc(whole, other), 0x100);
    assert_int_equal(dbg_frame_lane(whole, other), 64);
    assert_int_equal(dbg_pc(whole, here), 0);
    r->s.threads[0].queued = NULL;
    assert_int_equal(dbg_pc(whole, here), 0x1000);
    dbg_free(whole);
}

/* A lane that is moved is where it was moved to, and what was said of its stop is over. */
static void addresses_are_set_in_the_register_that_has_them(void **state)
{
    struct rig *r = *state;
    const struct dbg_focus here = {0, 3}, beside = {0, 4};
    r->s.threads[0].on_ip = 0;
    r->s.parted[0] = 0xff;
    stop_with(r, here, (struct machine_event){.stop = MACHINE_STOP_LEFT});
    r->s.rc = -MACHINE_ERR_RANGE;
    assert_int_equal(dbg_set_pc(r->dbg, here, 4), -MACHINE_ERR_RANGE);
    assert_true(dbg_last(r->dbg)->masked);
    r->s.rc = 0;
    assert_int_equal(dbg_set_pc(r->dbg, beside, 0x48), 0);
    assert_ptr_equal(r->s.reg_written, &r->s.regs[SCRIPTED_PC]);
    assert_int_equal(r->s.reg_lane, 4);
    assert_int_equal(r->s.reg, 0x48);
    assert_true(dbg_last(r->dbg)->masked);
    assert_int_equal(dbg_set_pc(r->dbg, here, 0x50), 0);
    assert_false(dbg_last(r->dbg)->masked);
    struct dbg *whole = dbg_new(&r->s.m, true);
    assert_int_equal(dbg_set_pc(whole, (struct dbg_focus){1, 0}, 0x58), 0);
    assert_ptr_equal(r->s.reg_written, &r->s.regs[SCRIPTED_THREAD_PC]);
    assert_int_equal(r->s.reg_thread, 1);
    dbg_free(whole);
    r->s.regs[SCRIPTED_PC].role = MACHINE_ROLE_NONE;
    struct dbg *none = dbg_new(&r->s.m, false);
    assert_int_equal(dbg_set_pc(none, here, 0x50), -MACHINE_ERR_UNKNOWN);
    dbg_free(none);
}

/* The lanes that were not reported are not reported after the client has moved one. */
static void rest_of_a_stop_is_over_when_a_lane_was_moved(void **state)
{
    struct rig *r = *state;
    struct lanes client = {{answer_lanes, NULL, "if client"}, 0x3c, 0};
    r->s.judged = true;
    assert_int_equal(dbg_break_insert(r->dbg, 8, &client.base), 0);
    for (unsigned moved = 0; moved < 2; moved++) {
        stop_with(r, (struct dbg_focus){0, 0},
                  (struct machine_event){.stop = MACHINE_STOP_BREAKPOINT, .ip = 8});
        r->s.rc = moved ? 0 : -MACHINE_ERR_RANGE;
        assert_int_equal(dbg_set_pc(r->dbg, (struct dbg_focus){1, 0}, 8), r->s.rc);
        r->s.rc = 0;
        assert_int_equal(dbg_next_channel(r->dbg), !moved);
    }
    dbg_break_clear(r->dbg);
}

static void lanes_are_described(void **state)
{
    struct rig *r = *state;
    static const struct {
        struct machine_thread info;
        unsigned lane;
        const char *lane_text, *thread_text;
    } rows[] = {
        {{.on_ip = 2, .width = 8, .ip = 0x12345},
         1,
         "active simd8 ip=0x12345",
         "active simd8 ip=0x12345"},
        {{.on_ip = 2, .width = 16}, 0, "masked simd16 ip=0x0", "active simd16 ip=0x0"},
        {{.on_ip = 2, .in_routine = true, .width = 1},
         2,
         "masked inside simd1 ip=0x0",
         "active inside simd1 ip=0x0"},
        {{.on_ip = UINT64_C(1) << 63, .width = 64},
         63,
         "active simd64 ip=0x0",
         "active simd64 ip=0x0"},
        {{.on_ip = 1, .waiting = true}, 0, "waiting simd0 ip=0x0", "waiting simd0 ip=0x0"},
        {{.on_ip = 1, .ended = true, .waiting = true},
         0,
         "ended simd0 ip=0x0",
         "ended simd0 ip=0x0"},
        {{.on_ip = 1, .ended = true, .queued = "not spawned"},
         0,
         "not spawned simd0 ip=0x0",
         "not spawned simd0 ip=0x0"},
    };
    char text[80], few[7];
    struct dbg *whole = dbg_new(&r->s.m, true);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct dbg_focus f = {0, rows[i].lane};
        r->s.threads[0] = rows[i].info;
        assert_int_equal(dbg_describe(r->dbg, f, text, sizeof text), strlen(rows[i].lane_text));
        assert_string_equal(text, rows[i].lane_text);
        dbg_describe(whole, f, text, sizeof text);
        assert_string_equal(text, rows[i].thread_text);
        assert_int_equal(dbg_describe(r->dbg, f, few, sizeof few), 6);
        assert_memory_equal(few, rows[i].lane_text, 6);
    }
    dbg_free(whole);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowest_lane_is_that_of_the_lowest_bit),
        CASE(stops_are_reported_on_a_lane_that_is_there),
        CASE(steps_of_a_lane_beyond_the_thread_are_the_threads),
        CASE(stops_of_whole_threads_are_never_masked),
        CASE(breakpoints_are_reported_on_the_lanes_for_which_they_fire),
        CASE(breakpoints_fire_on_the_last_lane),
        CASE(breakpoints_of_whole_threads_are_reported_once),
        CASE(breakpoints_for_one_stop_are_withdrawn),
        CASE(stops_have_words),
        CASE(stops_at_a_watchpoint_name_whose_it_is),
        CASE(stops_have_signals),
        CASE(addresses_are_the_lanes_unless_the_stop_was_masked),
        CASE(addresses_are_set_in_the_register_that_has_them),
        CASE(rest_of_a_stop_is_over_when_a_lane_was_moved),
        CASE(lanes_are_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
