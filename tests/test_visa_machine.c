/* vISA as a debugger has it: channels that part, meet and call, registers, windows, stops, threads
 * that wait for one another, snapshots, functions in files of their own. */
#include "tests/visa_machine_rig.h"

#include "machine/points.h"

/* --- channels --- */
static const char parting[] = KERNEL "setp (8) P1 0x0f:ub\n"       /* 0, line 9 */
                                     "(P1) goto (8) L\n"           /* 1 */
                                     "mov (8) A 1:d\n"             /* 2 */
                                     "call (8) sub_1\n"            /* 3 */
                                     "L:\n(!P1) add (8) A A 2:d\n" /* 4, line 14 */
                                     "mov (M2, 2) A 3:d\n"         /* 5 */
                                     "(P1.any) mov (8) A 4:d\n"    /* 6 */
                                     "(P1) sel (8) A 5:d 6:d\n"    /* 7 */
                                     "(P1) ret (8)\n"              /* 8 */
                                     "(!P1) ret (1)\n"             /* 9 */
                                     "(P1) ret (1)\n"              /* 10 */
                                     ".function \"sub_1\"\nsub_1:\n"
                                     "mov (8) A 9:d\n" /* 11 */
                                     "ret (8)\n";      /* 12 */

/* One letter a channel: what it does with the next instruction. */
static void each_channel_says_why(void **state)
{
    static const struct {
        unsigned pc, line;
        const char *letters;
        unsigned active, on_ip, calls;
        int target;
        const char *more; /* of channel 0 */
    } rows[] = {
        {0, 9, "########-", 0xff, 0xff, 0, -1, ""},
        {1, 10, "####pppp-", 0xff, 0x0f, 0, 4, ""},
        {2, 11, "jjjj####-", 0xf0, 0xf0, 0, -1, ", in line 14"},
        {3, 12, "jjjj####-", 0xf0, 0xf0, 0, 11, ", in line 14"},
        {11, 23, "cccc####-", 0xf0, 0xf0, 1, -1, ", in line 14"},
        {12, 24, "cccc####-", 0xf0, 0xf0, 1, -1, ", in line 14"},
        {4, 14, "pppp####-", 0xff, 0xf0, 0, -1, ""},
        {5, 15, "....##..-", 0xff, 0x30, 0, -1, ""},
        {6, 16, "########-", 0xff, 0xff, 0, -1, ""},
        {7, 17, "########-", 0xff, 0xff, 0, -1, ""},
        {8, 18, "####pppp-", 0xff, 0x0f, 0, -1, ""},
        {9, 19, "xxxx####-", 0xf0, 0xf0, 0, -1, ""},
        {10, 20, "xxxx####-", 0xf0, 0xf0, 0, -1, ""},
    };
    struct rig g;
    struct machine_event ev;
    struct machine_target target[MACHINE_TARGETS_MAX];
    (void)state;
    rig_begin(&g, parting, NULL, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct machine_thread t;
        struct machine_lane lane;
        struct machine_line line;
        char letters[10] = "";
        uint64_t at = VISA_CODE + 16 * rows[i].pc;
        if (i)
            assert_int_equal(go(&g, -1, 0, &ev), MACHINE_STOP_STEP);
        for (unsigned k = 0; k < 9; k++) {
            g.machine->ops->lane(g.machine, 0, k, &lane);
            letters[k] = lane.why->letter;
            assert_int_equal(reg(&g, 0, k, "channel"), k);
        }
        g.machine->ops->lane(g.machine, 0, 0, &lane);
        assert_string_equal(lane.more, rows[i].more);
        assert_string_equal(letters, rows[i].letters);
        g.machine->ops->thread(g.machine, 0, &t);
        assert_int_equal(t.ip, at);
        assert_int_equal(reg(&g, 0, 0, "ip"), at);
        assert_int_equal(t.on_ip, rows[i].on_ip);
        assert_int_equal(reg(&g, 0, 0, "active"), rows[i].on_ip);
        assert_int_equal(t.calls, rows[i].calls);
        assert_int_equal(reg(&g, 0, 7, "depth"), rows[i].calls);
        assert_int_equal(reg(&g, 0, 0, "depth"), 0);
        assert_int_equal(reg(&g, 0, 0, "live"), i < 11 ? 0xff : 0xf0);
        assert_int_equal(t.uniform, rows[i].active == (i < 11 ? 0xff : 0xf0));
        assert_int_equal(t.width, 8);
        assert_int_equal(t.insts, i);
        assert_int_equal(g.m.threads[0].active, rows[i].active);
        assert_true(g.machine->ops->line_at(g.machine, at + 15, &line));
        assert_int_equal(line.line, rows[i].line);
        assert_int_equal(g.machine->ops->targets(g.machine, 0, target), rows[i].target >= 0);
        assert_int_equal(g.machine->ops->branch(g.machine, at, &at), rows[i].target >= 0);
        if (rows[i].target >= 0) {
            assert_int_equal(at, VISA_CODE + 16 * (unsigned)rows[i].target);
            assert_int_equal(target[0].addr, at);
        }
    }
    assert_int_equal(go(&g, -1, 0, &ev), MACHINE_STOP_DONE);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(element(&g, 0, i), i < 4 ? 5 : 6);
    struct machine_lane lane;
    g.machine->ops->lane(g.machine, 0, 0, &lane);
    assert_int_equal(lane.why->letter, 'x');
    assert_int_equal(g.machine->ops->targets(g.machine, 0, target), 0);
    rig_end(&g);
}

static void masks_name_predicates(void **state)
{
    struct rig g;
    struct machine_event ev;
    struct machine_mask masks[MACHINE_MASKS_MAX];
    (void)state;
    rig_begin(&g, parting, NULL, 1);
    go(&g, -1, 0, &ev);
    go(&g, -1, 0, &ev);
    assert_int_equal(g.machine->ops->masks(g.machine, 0, masks), 4);
    static const struct {
        const char *name;
        uint64_t value;
    } want[] = {{"launched", 0xff}, {"live", 0xff}, {"active", 0xf0}, {"P1", 0x0f}};
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(masks[i].name, want[i].name);
        assert_int_equal(masks[i].value, want[i].value);
        assert_int_equal(masks[i].bits, 8);
    }
    while (go(&g, -1, 0, &ev) == MACHINE_STOP_STEP)
        ;
    assert_int_equal(g.machine->ops->masks(g.machine, 0, masks), 3);
    assert_int_equal(masks[1].value, 0);
    rig_end(&g);
}

/* --- code --- */
static void labels_lines_and_texts_of_code(void **state)
{
    struct rig g;
    uint64_t at, past;
    char name[32];
    struct machine_line line;
    (void)state;
    rig_begin(&g, parting, NULL, 1);
    const struct machine_ops *ops = g.machine->ops;
    static const struct {
        unsigned pc, past;
        const char *label, *text;
    } rows[] = {{0, 0, "main_0", "setp (M1, 8) P1 0xf:ub"},
                {3, 48, "main_0", "call (M1, 8) sub_1"},
                {4, 0, "L", "(!P1) add (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:d"},
                {10, 96, "L", "(P1) ret (M1, 1)"},
                {12, 16, "sub_1", "ret (M1, 8)"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        at = VISA_CODE + 16 * rows[i].pc;
        assert_true(ops->label_at(g.machine, at, name, sizeof name, &past));
        assert_string_equal(name, rows[i].label);
        assert_int_equal(past, rows[i].past);
        assert_int_equal(ops->disassemble(g.machine, at, text, sizeof text), 16);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(ops->insn_start(g.machine, at + 15, &past), 0);
        assert_int_equal(past, at);
        assert_true(ops->disassemble(g.machine, at + 1, text, sizeof text) < 0);
        if (!rows[i].past) {
            assert_true(ops->label(g.machine, name, &past));
            assert_int_equal(past, at);
        }
    }
    assert_false(ops->label(g.machine, "none", &at));
    for (unsigned i = 0; i < 2; i++) {
        at = i ? VISA_CODE + 16 * 13 : VISA_CODE - 1;
        assert_false(ops->label_at(g.machine, at, name, sizeof name, &past));
        assert_false(ops->line_at(g.machine, at, &line));
        assert_false(ops->branch(g.machine, at, &past));
        assert_true(ops->insn_start(g.machine, at, &past) < 0);
    }
    struct machine_program program;
    assert_true(ops->program(g.machine, 0, &program));
    assert_string_equal(program.path, "k.visaasm");
    assert_int_equal(program.base, VISA_CODE);
    assert_int_equal(program.size, 13 * 16);
    assert_false(ops->program(g.machine, 1, &program));
    assert_non_null(ops->why(g.machine, 7));
    assert_null(ops->why(g.machine, 8));
    rig_end(&g);
}

static void a_written_address_moves_channels(void **state)
{
    struct rig g;
    struct machine_event ev;
    (void)state;
    rig_begin(&g, parting, NULL, 1);
    const struct machine_ops *ops = g.machine->ops;
    const struct machine_reg *pc = reg_of(&g, MACHINE_ROLE_PC),
                             *ip = reg_of(&g, MACHINE_ROLE_THREAD_PC);
    static const struct {
        uint64_t to;
        int rc;
    } rows[] = {{VISA_CODE + 16 * 12, 0},
                {VISA_CODE, 0},
                {VISA_CODE + 16 * 13, -MACHINE_ERR_RANGE},
                {VISA_CODE + 8, -MACHINE_ERR_RANGE},
                {VISA_CODE - 16, -MACHINE_ERR_RANGE},
                {0, -MACHINE_ERR_RANGE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(ops->reg_write(g.machine, 0, 0, ip, &rows[i].to), rows[i].rc);
    assert_int_equal(ops->reg_write(g.machine, 0, 0, reg_of(&g, MACHINE_ROLE_LANE), &rows[1].to),
                     -MACHINE_ERR_READONLY);
    uint64_t to = VISA_CODE + 16 * 5;
    assert_int_equal(ops->reg_write(g.machine, 0, 3, pc, &to), 0);
    for (unsigned k = 0; k < 8; k++) {
        assert_int_equal(ops->lane_ip(g.machine, 0, k), k == 3 ? to : VISA_CODE);
        assert_int_equal(reg(&g, 0, k, pc->name), k == 3 ? to : VISA_CODE);
    }
    to = VISA_CODE + 16 * 6; /* the others are in front now */
    assert_int_equal(ops->reg_write(g.machine, 0, 0, ip, &to), 0);
    assert_int_equal(reg(&g, 0, 0, "ip"), VISA_CODE + 16 * 5);
    assert_int_equal(reg(&g, 0, 0, "active"), 1 << 3);
    assert_int_equal(ops->lane_ip(g.machine, 0, 0), to);
    to = VISA_CODE + 16 * 9;
    assert_int_equal(ops->reg_write(g.machine, 0, 0, ip, &to), 0);
    while (go(&g, -1, 0, &ev) == MACHINE_STOP_STEP)
        ;
    assert_int_equal(ops->reg_write(g.machine, 0, 0, ip, &to), -MACHINE_ERR_RANGE);
    /* back at the start */
    assert_int_equal(ops->reset(g.machine), 0);
    assert_int_equal(reg(&g, 0, 0, "ip"), VISA_CODE);
    assert_int_equal(reg(&g, 0, 0, "live"), 0xff);
    assert_int_equal(ops->insts(g.machine), 0);
    rig_end(&g);
}

/* --- windows --- */
static void windows_have_variables_and_the_stack(void **state)
{
    struct rig g;
    struct machine_event ev;
    uint64_t ret;
    uint8_t bytes[64];
    (void)state;
    rig_begin(&g, parting, NULL, 2);
    const struct machine_ops *ops = g.machine->ops;
    for (unsigned i = 0; i < 4; i++)
        go(&g, 1, 1, &ev);
    uint64_t window = visa_window_of(1), sp = reg(&g, 1, 7, reg_of(&g, MACHINE_ROLE_SP)->name);
    assert_int_equal(sp, window + VISA_STACK - 8);
    assert_int_equal(reg(&g, 1, 0, reg_of(&g, MACHINE_ROLE_SP)->name), window + VISA_STACK);
    assert_int_equal(reg(&g, 1, 7, reg_of(&g, MACHINE_ROLE_FP)->name), window + VISA_STACK);
    assert_int_equal(ops->mem_read(g.machine, sp, &ret, 8), 0);
    assert_int_equal(ret, VISA_CODE + 16 * 4);
    assert_int_equal(ops->mem_read(g.machine, sp - 8, &ret, 8), 0);
    assert_int_equal(ret, 0);
    assert_int_equal(ops->mem_read(g.machine, sp + 8, &ret, 8), 0);
    assert_int_equal(ret, 0);
    struct machine_caller c;
    static const unsigned inside[] = {7, MACHINE_LANES};
    for (unsigned i = 0; i < 2; i++) {
        assert_true(ops->caller(g.machine, 1, inside[i], 0, &c));
        assert_int_equal(c.addr, VISA_CODE + 16 * 4);
        assert_false(ops->caller(g.machine, 1, inside[i], 1, &c));
    }
    assert_false(ops->caller(g.machine, 1, 0, 0, &c)); /* it waits for the call to return */
    assert_false(ops->caller(g.machine, 0, MACHINE_LANES, 0, &c));
    /* code reads zeros and cannot be written */
    memset(bytes, 1, sizeof bytes);
    assert_int_equal(ops->mem_read(g.machine, VISA_CODE + 12 * 16, bytes, 16), 0);
    assert_int_equal(bytes[0] | bytes[15], 0);
    assert_int_equal(ops->mem_read(g.machine, VISA_CODE + 12 * 16, bytes, 17),
                     -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(ops->mem_write(g.machine, VISA_CODE, bytes, 1), -MACHINE_ERR_UNAVAILABLE);
    /* variables */
    uint32_t id = visa_var_find(&g.routines[0], VISA_GENERAL, "A", 1);
    uint64_t a = window + g.im.units[0].places[VISA_GENERAL][id].at;
    assert_int_equal(ops->mem_write(g.machine, a + 4, &(int32_t){77}, 4), 0);
    assert_int_equal(element(&g, 1, 1), 77);
    assert_int_equal(element(&g, 0, 1), 0);
    assert_int_equal(ops->mem_read(g.machine, window + g.im.store_bytes - 1, bytes, 1), 0);
    assert_int_equal(ops->mem_read(g.machine, window + g.im.store_bytes, bytes, 1),
                     -MACHINE_ERR_UNAVAILABLE);
    assert_int_equal(ops->mem_read(g.machine, visa_window_of(2), bytes, 1),
                     -MACHINE_ERR_UNAVAILABLE);
    /* memory */
    assert_int_equal(visa_pages_map(g.pages, 0x1000, 16), 0);
    assert_int_equal(ops->mem_write(g.machine, 0x1000, "abc", 3), 0);
    assert_int_equal(ops->mem_read(g.machine, 0x1001, bytes, 2), 0);
    assert_memory_equal(bytes, "bc", 2);
    assert_int_equal(ops->mem_read(g.machine, 0x1fff, bytes, 2), -MACHINE_ERR_UNAVAILABLE);
    rig_end(&g);
}

static void watches_are_for_memory_and_variables(void **state)
{
    struct rig g;
    struct machine_event ev;
    (void)state;
    rig_begin(&g, parting, NULL, 2);
    const struct machine_ops *ops = g.machine->ops;
    uint64_t end = visa_window_of(1) + g.im.store_bytes;
    static const unsigned both = MACHINE_READ | MACHINE_WRITE;
    const struct {
        struct machine_watch w;
        int rc;
    } rows[] = {{{0x1000, 4, both}, 0},
                {{VISA_CODE - 1, 1, both}, 0},
                {{VISA_CODE, 1, both}, -MACHINE_ERR_UNAVAILABLE},
                {{MACHINE_WINDOWS - 1, 1, both}, -MACHINE_ERR_UNAVAILABLE},
                {{end - 4, 4, both}, 0},
                {{end - 4, 5, both}, -MACHINE_ERR_UNAVAILABLE},
                {{visa_window_of(2), 1, both}, -MACHINE_ERR_UNAVAILABLE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(ops->set_watches(g.machine, &rows[i].w, 1), rows[i].rc);
    /* the second element that changes of those that are watched */
    uint32_t id = visa_var_find(&g.routines[0], VISA_GENERAL, "A", 1);
    uint64_t a = visa_window_of(1) + g.im.units[0].places[VISA_GENERAL][id].at;
    struct machine_watch w[] = {{a, 8, MACHINE_WRITE}, {a + 12, 8, MACHINE_WRITE}};
    assert_int_equal(ops->set_watches(g.machine, w, 2), 0);
    assert_int_equal(go(&g, 1, -1, &ev), MACHINE_STOP_WATCH);
    assert_int_equal(ev.thread, 1);
    assert_int_equal(ev.watch.addr, a + 16); /* channel 4's */
    assert_int_equal(ev.watch.access, MACHINE_WRITE);
    assert_int_equal(ev.ip, VISA_CODE + 16 * 3);
    /* the subroutine's 9; an instruction that changes both is told twice */
    static const struct {
        unsigned at, pc;
    } then[] = {{16, 12}, {16, 5}, {0, 6}, {0, 7}, {12, 7}, {0, 8}, {12, 8}};
    for (size_t i = 0; i < sizeof then / sizeof *then; i++) {
        assert_int_equal(go(&g, 1, -1, &ev), MACHINE_STOP_WATCH);
        assert_int_equal(ev.watch.addr, a + then[i].at);
        assert_int_equal(ev.ip, VISA_CODE + 16 * then[i].pc);
    }
    assert_int_equal(go(&g, 1, -1, &ev), MACHINE_STOP_THREAD_END);
    rig_end(&g);
}

/* A search back runs again from the start up to a moment: what it finds last. */
static void a_search_finds_the_last_place(void **state)
{
    static const struct {
        unsigned until;
        int step, lane; /* lane: -1: any */
        struct machine_standing from;
        bool found;
        struct machine_standing at;
        unsigned when, touches;
    } rows[] = {
        /* a breakpoint is at 1, what 2 changes of thread 1 is watched; it follows thread 0 */
        {12, -1, -1, {9, 0, 0}, true, {1, VISA_CODE + 16 * 2, 2}, 8, 1},
        {12, -1, -1, {1, VISA_CODE + 16 * 2, 2}, true, {1, VISA_CODE + 16 * 1, 1}, 7, 0},
        {12, -1, -1, {0, VISA_CODE + 16 * 2, 2}, true, {1, VISA_CODE + 16 * 2, 2}, 8, 1},
        {12, -1, -1, {1, VISA_CODE + 16 * 1, 2}, true, {1, VISA_CODE + 16 * 2, 2}, 8, 1},
        {12, -1, -1, {1, VISA_CODE + 16 * 2, 1}, true, {1, VISA_CODE + 16 * 2, 2}, 8, 1},
        {8, -1, -1, {9, 0, 0}, true, {1, VISA_CODE + 16 * 1, 1}, 7, 0},
        {7, -1, -1, {9, 0, 0}, true, {0, VISA_CODE + 16 * 1, 1}, 1, 0},
        {7, -1, -1, {0, VISA_CODE + 16 * 1, 1}, false, {0, 0, 0}, 0, 0},
        {1, -1, -1, {9, 0, 0}, false, {0, 0, 0}, 0, 0},
        /* steps; channels 0 to 3 end at 3 */
        {12, 0, -1, {9, 0, 0}, true, {0, VISA_CODE + 16 * 5, 5}, 5, 0},
        {12, 0, -1, {0, VISA_CODE + 16 * 5, 5}, true, {0, VISA_CODE + 16 * 4, 4}, 4, 0},
        {12, 0, 4, {9, 0, 0}, true, {0, VISA_CODE + 16 * 5, 5}, 5, 0},
        {12, 0, 3, {9, 0, 0}, true, {0, VISA_CODE + 16 * 3, 3}, 3, 0},
        {8, 1, -1, {9, 0, 0}, true, {1, VISA_CODE + 16 * 1, 1}, 7, 0},
        {8, 1, -1, {1, VISA_CODE + 16 * 1, 1}, true, {1, VISA_CODE, 0}, 6, 0},
        {6, 1, -1, {9, 0, 0}, false, {0, 0, 0}, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig g;
        struct machine_event ev;
        struct machine_hit hit = {.from = rows[i].from};
        struct machine_run plan = {.fresh = true,
                                   .resumed_thread = 0,
                                   .only_thread = -1,
                                   .step_thread = rows[i].step,
                                   .step_lane = (unsigned)rows[i].lane,
                                   .step_any = rows[i].lane < 0,
                                   .bounded = true,
                                   .until = {rows[i].until, 0},
                                   .quiet = true,
                                   .hit = &hit};
        rig_begin(&g,
                  KERNEL "setp (8) P1 0x0f:ub\nmov (8) A A\nmov (8) A 2:d\n(P1) ret (8)\n"
                         "mov (8) A 2:d\nret (8)\n",
                  NULL, 2);
        uint32_t id = visa_var_find(&g.routines[0], VISA_GENERAL, "A", 1);
        uint64_t places[] = {VISA_CODE + 16};
        g.m.lint = g.m.lint_stop = true; /* a lint stops at 1; a search goes on */
        struct machine_watch w = {
            visa_window_of(1) + g.im.units[0].places[VISA_GENERAL][id].at + 16, 4, MACHINE_WRITE};
        assert_int_equal(g.machine->ops->set_breakpoints(g.machine, places, 1), 0);
        assert_int_equal(g.machine->ops->set_watches(g.machine, &w, 1), 0);
        assert_false(g.machine->ops->run(g.machine, &plan, 1000, &ev));
        assert_int_equal(g.machine->ops->insts(g.machine), rows[i].until);
        if (hit.found != rows[i].found || (hit.found && !machine_is_standing(&hit.at, &rows[i].at)))
            fail_msg("row %zu: %d, thread %u at 0x%llx, %llu", i, hit.found, hit.at.thread,
                     (unsigned long long)hit.at.ip, (unsigned long long)hit.at.insts);
        if (hit.found) {
            assert_int_equal(hit.when.insts, rows[i].when);
            assert_int_equal(hit.ntouches, rows[i].touches);
        }
        /* no moment is behind the end */
        plan.until.insts = 13;
        assert_true(g.machine->ops->run(g.machine, &plan, 1000, &ev));
        rig_end(&g);
    }
}

/* Two threads take turns; a step of a debugger is none. */
static void a_step_takes_no_turn(void **state)
{
    struct rig g;
    struct machine_event ev;
    (void)state;
    rig_begin(&g, parting, NULL, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(go(&g, 1, 1, &ev), MACHINE_STOP_STEP);
        assert_int_equal(g.m.left, 0);
        assert_int_equal(g.m.insts, i + 1);
        assert_int_equal(g.m.threads[1].insts, i + 1);
    }
    g.m.left = 2;
    go(&g, 1, 1, &ev);
    assert_int_equal(g.m.left, 1);
    rig_end(&g);
}

/* r0 is the first register of a payload; inputs are read where they lie in it as a whole. */
static void payloads_give_what_they_reach(void **state)
{
    static const char text[] =
        ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=8 align=GRF\n"
        ".decl B v_type=G type=d num_elts=1\n.input A offset=32 size=32\n"
        ".input B offset=0 size=4\n.kernel_attr SimdSize=8\n.function \"main_0\"\nmain_0:\n"
        "ret (8)\n";
    static const struct {
        size_t n;
        bool r0, a, b;
    } rows[] = {{0, false, false, false}, {3, false, false, false}, {4, false, false, true},
                {31, false, false, true}, {32, true, false, true},  {63, true, false, true},
                {64, true, true, true}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig g;
        uint8_t payload[64];
        memset(payload, 7, sizeof payload);
        rig_begin(&g, text, NULL, 1);
        struct visa_thread *t = &g.m.threads[0];
        const struct visa_place *places = g.im.units[0].places[VISA_GENERAL];
        visa_thread_begin(&g.m, t, 0xff, payload, rows[i].n);
        const uint8_t *r0 = t->store + places[VISA_PRE_R0].at,
                      *a = t->store + places[VISA_USER_VARIABLE].at,
                      *b = t->store + places[VISA_USER_VARIABLE + 1].at;
        assert_int_equal(r0[0], rows[i].r0 ? 7 : 0);
        assert_int_equal(r0[31], rows[i].r0 ? 7 : 0);
        assert_int_equal(a[0], rows[i].a ? 7 : 0);
        assert_int_equal(a[31], rows[i].a ? 7 : 0);
        assert_int_equal(b[0], rows[i].b ? 7 : 0);
        assert_int_equal(b[3], rows[i].b ? 7 : 0);
        assert_int_equal(b[4], 0);
        assert_int_equal(t->written[places[VISA_USER_VARIABLE].at], rows[i].a);
        /* beyond the variable, nothing is put */
        visa_put(t, &places[VISA_USER_VARIABLE + 1], 2, payload, sizeof payload);
        assert_int_equal(b[1], rows[i].b ? 7 : 0);
        assert_int_equal(b[2] + b[3], 14);
        assert_int_equal(b[4], 0);
        visa_put(t, &places[VISA_USER_VARIABLE + 1], 4, payload, sizeof payload);
        assert_int_equal(b[4], 0);
        rig_end(&g);
    }
}

/* --- threads --- */
static const char meeting[] = KERNEL "mov (8) A 1:d\nbarrier\nmov (8) A 2:d\nret (1)\n";

static void a_barrier_waits_for_the_group(void **state)
{
    struct rig g;
    struct machine_event ev;
    struct machine_lane lane;
    struct machine_thread t;
    (void)state;
    rig_begin(&g, meeting, NULL, 2);
    assert_int_equal(go(&g, 0, -1, &ev), MACHINE_STOP_HELD);
    assert_int_equal(ev.thread, 0);
    assert_int_equal(ev.ip, VISA_CODE + 32);
    g.machine->ops->lane(g.machine, 0, 0, &lane);
    assert_int_equal(lane.why->letter, 'b');
    g.machine->ops->thread(g.machine, 0, &t);
    assert_true(t.waiting);
    g.machine->ops->thread(g.machine, 1, &t);
    assert_false(t.waiting);
    /* the other one opens it */
    assert_int_equal(go(&g, 1, -1, &ev), MACHINE_STOP_THREAD_END);
    assert_int_equal(ev.gone, 1);
    assert_int_equal(ev.thread, 0);
    assert_int_equal(element(&g, 1, 7), 2);
    assert_int_equal(element(&g, 0, 7), 1);
    assert_int_equal(go(&g, 1, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(ev.thread, 1);
    assert_int_equal(go(&g, 0, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(element(&g, 0, 7), 2);
    rig_end(&g);
    /* a thread that is alone waits for nobody, even when no other may run */
    rig_begin(&g, meeting, NULL, 1);
    assert_int_equal(go(&g, 0, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(element(&g, 0, 0), 2);
    rig_end(&g);
    rig_begin(&g, meeting, NULL, 3);
    assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_DONE);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(element(&g, i, 0), 2);
    rig_end(&g);
}

/* Groups one after the other, which share one local memory. */
static void serial_groups_run_in_order(void **state)
{
    static const char text[] =
        KERNEL "gather_scaled.4 (8) %slm 0:ud A.0 A.0\nbarrier\n"
               "add (8) A A 1:d\nscatter_scaled.4 (8) %slm 0:ud %null.0 A.0\n"
               "ret (1)\n";
    struct rig g;
    struct machine_event ev;
    struct machine_thread t;
    (void)state;
    rig_begin(&g, text, NULL, 3);
    for (uint32_t i = 0; i < 3; i++)
        g.m.threads[i].group = i;
    g.m.serial = true;
    g.machine->ops->thread(g.machine, 1, &t);
    assert_string_equal(t.queued, "queued");
    assert_true(t.ended);
    assert_int_equal(go(&g, 1, -1, &ev), MACHINE_STOP_HELD);
    assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_DONE);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(element(&g, i, 0), i + 1);
    rig_end(&g);
}

static void stops_have_their_words(void **state)
{
    static const struct {
        const char *text;
        bool lint;
        enum machine_stop stop;
        unsigned pc;
        const char *why;
    } rows[] = {
        {"faddr f A(0,0)<1>\n", false, MACHINE_STOP_NOT_SIMULATED, 0, "no file has the symbol f"},
        {"mov (8) A 1:d\nmov (8) A(0,1)<1> A\n", false, MACHINE_STOP_LINT, 1,
         "out-of-bound: byte 32 of A, which has 32"},
        {"mov (8) A A\n", true, MACHINE_STOP_LINT, 1,
         "unwritten-element: channel 0 reads byte 0 of A, which nothing wrote"},
        {"mov (8) A 1:d\n", false, MACHINE_STOP_NOT_SIMULATED, 1,
         "the program has no further instruction"},
        {"FILE \"x\"\nLOC 7\nmov (8) A 1:d\nLOC 8\n", false, MACHINE_STOP_NOT_SIMULATED, 4,
         "the program has no further instruction"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig g;
        struct machine_event ev;
        char text[600];
        snprintf(text, sizeof text, KERNEL "%s", rows[i].text);
        rig_begin(&g, text, NULL, 1);
        g.m.lint = g.m.lint_stop = rows[i].lint;
        assert_int_equal(go(&g, -1, -1, &ev), rows[i].stop);
        assert_string_equal(ev.why, rows[i].why);
        assert_int_equal(ev.ip, VISA_CODE + 16 * rows[i].pc);
        rig_end(&g);
    }
}

/* --- functions --- */
#define FUNCTION ".version 4.1\n.global_function \"f\"\n" DECLS ".function \"f_0\"\nf_0:\n"
/* The sum of 1 to %arg: A is kept over the inner call. */
static const char sum[] = FUNCTION "mov (8) A %arg(0,0)<1;1,0>\ncmp.le (8) P1 A 0:d\n"
                                   "(P1) goto (8) none\nadd (8) %arg(0,0)<1> A -1:d\n"
                                   "fcall (8) f 1 1\nadd (8) A %retval(0,0)<1;1,0> A\n"
                                   "mov (8) %retval(0,0)<1> A\nfret (8)\nnone:\n"
                                   "mov (8) %retval(0,0)<1> 0:d\nfret (8)\n";
static const char caller[] =
    KERNEL "mov (8) %arg(0,0)<1> 0x43210123:v\nmov (8) A -1:d\nfcall (8) f 1 1\n"
           "mov (8) A %retval(0,0)<1;1,0>\nret (1)\n";

static void functions_keep_their_variables(void **state)
{
    static const int32_t want[] = {6, 3, 1, 0, 1, 3, 6, 10};
    struct rig g;
    struct machine_event ev;
    struct machine_thread t;
    (void)state;
    rig_begin(&g, caller, sum, 1);
    /* a snapshot amid three calls, which are run twice from there */
    do {
        assert_int_equal(go(&g, -1, 0, &ev), MACHINE_STOP_STEP);
        g.machine->ops->thread(g.machine, 0, &t);
    } while (t.calls < 3);
    struct machine_snapshot *kept = g.machine->ops->take(g.machine);
    uint64_t insts = g.machine->ops->insts(g.machine);
    assert_non_null(kept);
    struct machine_program program;
    assert_true(g.machine->ops->program(g.machine, 1, &program));
    assert_string_equal(program.path, "f.visaasm");
    assert_int_equal(program.base, VISA_CODE + 16 * 5);
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_DONE);
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(element(&g, 0, i), want[i]);
        assert_int_equal(g.machine->ops->restore(g.machine, kept), 0);
        assert_int_equal(g.machine->ops->insts(g.machine), insts);
        assert_int_equal(element(&g, 0, 3), -1);
    }
    assert_true(g.machine->ops->bytes(g.machine, kept, NULL) > 2 * (g.im.store_bytes + 16));
    g.machine->ops->drop(g.machine, kept);
    rig_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_channel_says_why),
        cmocka_unit_test(masks_name_predicates),
        cmocka_unit_test(labels_lines_and_texts_of_code),
        cmocka_unit_test(a_written_address_moves_channels),
        cmocka_unit_test(windows_have_variables_and_the_stack),
        cmocka_unit_test(watches_are_for_memory_and_variables),
        cmocka_unit_test(a_search_finds_the_last_place),
        cmocka_unit_test(a_step_takes_no_turn),
        cmocka_unit_test(payloads_give_what_they_reach),
        cmocka_unit_test(a_barrier_waits_for_the_group),
        cmocka_unit_test(serial_groups_run_in_order),
        cmocka_unit_test(stops_have_their_words),
        cmocka_unit_test(functions_keep_their_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
