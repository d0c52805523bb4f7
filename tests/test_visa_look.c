/* What a debugger sees of a vISA thread: registers and their order, spaces of memory, the stack of
 * nested calls, masks of each width, channels beyond the last, time. */
#include "tests/visa_machine_rig.h"

/* Calls in calls: sub_1 is entered from instruction 1, sub_2 from instruction 4. */
static const char nested[] = KERNEL "setp (8) P1 0x0f:ub\n" /* 0 */
                                    "call (8) sub_1\n"      /* 1 */
                                    "ret (1)\n"             /* 2 */
                                    ".function \"sub_1\"\nsub_1:\n"
                                    "mov (8) A 1:d\n"       /* 3 */
                                    "(P1) call (8) sub_2\n" /* 4 */
                                    "ret (8)\n"             /* 5 */
                                    ".function \"sub_2\"\nsub_2:\n"
                                    "mov (8) A 2:d\n" /* 6 */
                                    "ret (8)\n";      /* 7 */

static void step(struct rig *g, unsigned n)
{
    struct machine_event ev;
    while (n--)
        assert_int_equal(go(g, -1, 0, &ev), MACHINE_STOP_STEP);
}

static void registers_are_in_gdbs_order(void **state)
{
    static const struct {
        const char *name, *type;
        unsigned bytes;
        enum machine_role role;
        bool readonly, per_lane;
    } rows[] = {{"ip", "code_ptr", 8, MACHINE_ROLE_THREAD_PC, false, false},
                {"channel", "uint32", 4, MACHINE_ROLE_LANE, true, true},
                {"active", "uint32", 4, MACHINE_ROLE_MASK, true, false},
                {"live", "uint32", 4, MACHINE_ROLE_NONE, true, false},
                {"depth", "uint32", 4, MACHINE_ROLE_NONE, true, true}};
    struct rig g;
    const struct machine_reg *r;
    unsigned n = 0;
    (void)state;
    rig_begin(&g, nested, NULL, 1);
    for (; (r = g.machine->ops->reg(g.machine, n)); n++) {
        uint64_t v = 0;
        assert_int_equal(r->regnum, n);
        if (n < sizeof rows / sizeof *rows) {
            assert_string_equal(r->name, rows[n].name);
            assert_string_equal(r->gdb_type, rows[n].type);
            assert_int_equal(r->bytes, rows[n].bytes);
            assert_int_equal(r->role, rows[n].role);
            assert_int_equal(r->readonly, rows[n].readonly);
            assert_int_equal(r->per_lane, rows[n].per_lane);
            assert_true(r->available);
            assert_string_equal(r->feature, "state");
            assert_string_equal(r->group, "state");
            continue;
        }
        struct machine_reg core =
            machine_core_reg((enum machine_core)(n - 5), (int)n,
                             1 << MACHINE_ROLE_PC | 1 << MACHINE_ROLE_SP | 1 << MACHINE_ROLE_FP |
                                 1 << MACHINE_ROLE_FLAGS);
        assert_string_equal(r->name, core.name);
        assert_int_equal(r->available, core.available);
        assert_int_equal(r->role, core.role);
        assert_int_equal(r->bytes, core.bytes);
        bool known = r->role == MACHINE_ROLE_PC || r->role == MACHINE_ROLE_SP ||
                     r->role == MACHINE_ROLE_FP || r->role == MACHINE_ROLE_FLAGS;
        assert_int_equal(g.machine->ops->reg_read(g.machine, 0, 0, r, &v),
                         known ? 0 : -MACHINE_ERR_UNAVAILABLE);
        assert_int_equal(g.machine->ops->reg_write(g.machine, 0, 0, r, &v),
                         !known                       ? -MACHINE_ERR_UNAVAILABLE
                         : r->role == MACHINE_ROLE_PC ? 0
                                                      : -MACHINE_ERR_READONLY);
        if (r->role == MACHINE_ROLE_FLAGS)
            assert_int_equal(v, 0);
    }
    assert_int_equal(n, 5 + MACHINE_CORE_COUNT);
    rig_end(&g);
}

static void registers_read_together_are_those_read_alone(void **state)
{
    struct rig g;
    const struct machine_reg *r;
    uint8_t all[1024];
    size_t at = 0;
    (void)state;
    rig_begin(&g, nested, NULL, 2);
    step(&g, 5);
    memset(all, 0xee, sizeof all);
    g.machine->ops->regs_read(g.machine, 1, 3, all);
    for (unsigned i = 0; (r = g.machine->ops->reg(g.machine, i)); at += r->bytes, i++) {
        uint8_t one[16];
        memset(one, 0xee, sizeof one);
        (void)g.machine->ops->reg_read(g.machine, 1, 3, r, one);
        assert_memory_equal(all + at, one, r->bytes);
    }
    assert_int_equal(all[at], 0xee);
    rig_end(&g);
}

static void channels_beyond_the_last_are_with_the_thread(void **state)
{
    struct rig g;
    struct machine_lane lane;
    (void)state;
    rig_begin(&g, nested, NULL, 1);
    step(&g, 4); /* channels 0 to 3 are in sub_2 */
    const struct machine_ops *ops = g.machine->ops;
    for (unsigned k = 0; k < 34; k++) {
        uint64_t here = VISA_CODE + 16 * 6, there = VISA_CODE + 16 * 5;
        bool waits = k >= 4 && k < 8;
        assert_int_equal(ops->lane_ip(g.machine, 0, k), waits ? there : here);
        ops->lane(g.machine, 0, k, &lane);
        assert_int_equal(lane.why->letter, k < 4 ? '#' : waits ? 'c' : '-');
        assert_int_equal(lane.why->active, k < 4);
        if (k < 8)
            assert_int_equal(lane.ip, waits ? there : here);
        if (k >= 32)
            assert_int_equal(lane.ip, 0);
        assert_int_equal(reg(&g, 0, k, "depth"), k % 32 < 4 ? 2 : k < 8 ? 1 : 0);
    }
    rig_end(&g);
}

static void the_stack_has_a_slot_for_each_call(void **state)
{
    struct rig g;
    uint64_t v, top = visa_window_of(0) + VISA_STACK;
    uint8_t byte;
    (void)state;
    rig_begin(&g, nested, NULL, 1);
    step(&g, 5);
    const struct machine_ops *ops = g.machine->ops;
    static const uint64_t want[] = {0, VISA_CODE + 16 * 5, VISA_CODE + 16 * 2, 0};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ops->mem_read(g.machine, top - 24 + 8 * i, &v, 8), 0);
        assert_int_equal(v, want[i]);
        for (unsigned k = 0; k < 8; k++) {
            assert_int_equal(ops->mem_read(g.machine, top - 24 + 8 * i + k, &byte, 1), 0);
            assert_int_equal(byte, want[i] >> 8 * k & 0xff);
        }
    }
    struct machine_caller c;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(ops->caller(g.machine, 0, MACHINE_LANES, i, &c));
        assert_int_equal(c.addr, want[1 + i]);
        assert_int_equal(c.further, 1 - i);
    }
    assert_false(ops->caller(g.machine, 0, MACHINE_LANES, 2, &c));
    /* the stack's ends, and what cannot be written */
    const struct {
        uint64_t at;
        bool there;
    } ends[] = {{top - VISA_STACK / 2, true},
                {top - VISA_STACK / 2 - 1, false},
                {top + 63, true},
                {top + 64, false}};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ops->mem_read(g.machine, ends[i].at, &byte, 1),
                         ends[i].there ? 0 : -MACHINE_ERR_UNAVAILABLE);
        assert_int_equal(ops->mem_write(g.machine, ends[i].at, &byte, 1), -MACHINE_ERR_UNAVAILABLE);
    }
    rig_end(&g);
}

/* Channels that have come to the end of a program that does not return. */
static void behind_the_last_instruction_there_is_nothing(void **state)
{
    struct rig g;
    struct machine_event ev;
    struct machine_lane lane;
    struct machine_target target[MACHINE_TARGETS_MAX];
    struct machine_mask masks[MACHINE_MASKS_MAX];
    uint64_t at;
    (void)state;
    rig_begin(&g, KERNEL "setp (8) P1 0x0f:ub\n(P1) goto (8) L\nmov (8) A 1:d\nL:\n", NULL, 1);
    step(&g, 2);
    const struct machine_ops *ops = g.machine->ops;
    ops->lane(g.machine, 0, 0, &lane);
    assert_int_equal(lane.why->letter, 'j');
    assert_int_equal(lane.ip, VISA_CODE + 16 * 3);
    assert_string_equal(lane.more, ", in line 0");
    step(&g, 1);
    for (unsigned k = 0; k < 8; k++) {
        ops->lane(g.machine, 0, k, &lane);
        assert_int_equal(lane.why->letter, '#');
        assert_string_equal(lane.more, "");
    }
    assert_int_equal(ops->targets(g.machine, 0, target), 0);
    assert_int_equal(ops->masks(g.machine, 0, masks), 3);
    assert_false(ops->branch(g.machine, VISA_CODE + 16 * 3, &at));
    assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_NOT_SIMULATED);
    rig_end(&g);
}

static void a_jump_may_lead_to_the_first_instruction(void **state)
{
    struct rig g;
    struct machine_target target[MACHINE_TARGETS_MAX];
    uint64_t at = 0;
    (void)state;
    rig_begin(&g, KERNEL "goto (8) main_0\nret (1)\n", NULL, 1);
    assert_int_equal(g.machine->ops->targets(g.machine, 0, target), 1);
    assert_int_equal(target[0].addr, VISA_CODE);
    assert_int_equal(target[0].letter, 't');
    assert_true(g.machine->ops->branch(g.machine, VISA_CODE, &at));
    assert_int_equal(at, VISA_CODE);
    assert_false(g.machine->ops->branch(g.machine, VISA_CODE + 16, &at));
    rig_end(&g);
}

static void what_is_written_counts_as_written(void **state)
{
    struct rig g;
    struct machine_event ev;
    uint32_t v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    (void)state;
    rig_begin(&g, KERNEL "mov (8) A A\nret (1)\n", NULL, 1);
    g.m.lint = g.m.lint_stop = true;
    uint32_t id = visa_var_find(&g.routines[0], VISA_GENERAL, "A", 1);
    uint64_t a = visa_window_of(0) + g.im.units[0].places[VISA_GENERAL][id].at;
    assert_int_equal(g.machine->ops->mem_write(g.machine, a, v, sizeof v), 0);
    assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_DONE);
    rig_end(&g);
}

static void spaces_tell_what_lies_where(void **state)
{
    struct rig g;
    struct machine_space s;
    (void)state;
    rig_begin(&g, nested, NULL, 3);
    const struct {
        const char *name, *owner;
        uint64_t base, size, stride, owners;
        bool writable;
    } rows[] = {{"memory", "", 0, VISA_CODE, 0, 1, true},
                {"code", "", VISA_CODE, 8 * 16, 8 * 16, 1, false},
                {"vars", "thread", MACHINE_WINDOWS, g.im.store_bytes, VISA_WINDOW, 3, true}};
    for (unsigned i = 0; i < 3; i++) {
        assert_true(g.machine->ops->space(g.machine, i, &s));
        assert_string_equal(s.name, rows[i].name);
        assert_string_equal(s.owner, rows[i].owner);
        assert_int_equal(s.base, rows[i].base);
        assert_int_equal(s.size, rows[i].size);
        assert_int_equal(s.stride, rows[i].stride);
        assert_int_equal(s.owners, rows[i].owners);
        assert_int_equal(s.shown, rows[i].owners);
        assert_int_equal(s.writable, rows[i].writable);
        assert_int_equal(s.watchable, rows[i].writable);
        assert_false(s.down);
    }
    assert_false(g.machine->ops->space(g.machine, 3, &s));
    rig_end(&g);
}

/* Masks are drawn in groups of four: of SIMD1 and SIMD2, too. */
static void masks_are_as_wide_as_the_kernel(void **state)
{
    (void)state;
    for (unsigned simd = 1; simd <= 32; simd *= 2) {
        struct rig g;
        struct machine_mask masks[MACHINE_MASKS_MAX];
        struct machine_thread t;
        char text[3000];
        int n = snprintf(text, sizeof text,
                         ".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=%u\n", simd);
        for (unsigned i = 1; i <= 31; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, ".decl P%u v_type=P num_elts=%u\n", i,
                          simd);
        snprintf(text + n, sizeof text - (size_t)n,
                 ".function \"main_0\"\nsetp (%u) P29 0xffffffff:ud\nret (1)\n", simd);
        rig_begin(&g, text, NULL, 1);
        uint32_t lanes = simd == 32 ? UINT32_MAX : (1u << simd) - 1;
        visa_thread_begin(&g.m, &g.m.threads[0], lanes, NULL, 0);
        step(&g, 1);
        assert_int_equal(g.machine->ops->masks(g.machine, 0, masks), MACHINE_MASKS_MAX);
        for (unsigned i = 0; i < MACHINE_MASKS_MAX; i++) {
            assert_int_equal(masks[i].bits, simd < 4 ? 4 : simd);
            assert_int_equal(masks[i].lanes, i ? lanes : UINT64_MAX);
            assert_int_equal(masks[i].value, i < 3 || i == 31 ? lanes : 0);
        }
        assert_string_equal(masks[3].name, "P1");
        assert_string_equal(masks[31].name, "P29");
        g.machine->ops->thread(g.machine, 0, &t);
        assert_int_equal(t.width, simd);
        assert_string_equal(t.name, "T0");
        rig_end(&g);
    }
}

static void a_width_reaches_to_the_highest_channel(void **state)
{
    struct rig g;
    struct machine_thread t;
    (void)state;
    rig_begin(&g, nested, NULL, 2);
    visa_thread_begin(&g.m, &g.m.threads[1], 0x25, NULL, 0);
    g.machine->ops->thread(g.machine, 1, &t);
    assert_int_equal(t.width, 6);
    assert_int_equal(t.dispatched, 0x25);
    assert_string_equal(t.name, "T1");
    assert_false(t.ended || t.queued || t.waiting);
    assert_true(t.uniform);
    rig_end(&g);
}

static void reasons_have_letters_and_words(void **state)
{
    static const char letters[] = "#p.jcbx-";
    static const char *const names[] = {"active", "pred", "size",  "jumped",
                                        "caller", "barr", "ended", "none"};
    struct rig g;
    (void)state;
    rig_begin(&g, nested, NULL, 1);
    for (unsigned i = 0; i < 8; i++) {
        const struct machine_why *why = g.machine->ops->why(g.machine, i);
        assert_int_equal(why->letter, letters[i]);
        assert_string_equal(why->word, names[i]);
        assert_int_equal(why->active, i == 0);
    }
    assert_null(g.machine->ops->why(g.machine, 8));
    rig_end(&g);
}

static void time_goes_on_and_back(void **state)
{
    struct rig g;
    struct machine_when when;
    struct machine_event ev;
    (void)state;
    rig_begin(&g, nested, NULL, 1);
    step(&g, 3);
    g.machine->ops->when(g.machine, &when);
    assert_int_equal(when.insts, 3);
    assert_int_equal(when.boundaries, 3);
    assert_int_equal(g.machine->ops->reset(g.machine), 0);
    g.machine->ops->when(g.machine, &when);
    assert_int_equal(when.insts + when.boundaries, 0);
    assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_DONE);
    assert_int_equal(g.machine->ops->insts(g.machine), 8);
    rig_end(&g);
}

static void gdb_gets_one_file_of_all_that_is_known(void **state)
{
    struct rig g;
    size_t size = 0, again = 0;
    (void)state;
    rig_begin(&g, nested, NULL, 1);
    const uint8_t *elf = g.machine->ops->elf(g.machine, &size);
    assert_true(size > 64);
    assert_memory_equal(elf, "\177ELF", 4);
    assert_ptr_equal(g.machine->ops->elf(g.machine, &again), elf);
    assert_int_equal(again, size);
    assert_string_equal(g.machine->ops->xml_types(g.machine, "state"), "");
    assert_int_equal(g.machine->traits->insn_align, 16);
    assert_int_equal(g.machine->traits->lanes, 32);
    rig_end(&g);
}

/* Accesses to memory beside a watched range, and into it from both sides. */
static void a_watch_meets_what_overlaps_it(void **state)
{
    static const struct {
        uint64_t addr;
        uint64_t len;
        unsigned access;
        bool load, meets;
        uint64_t at;
    } rows[] = {{0x100c, 4, MACHINE_WRITE, false, false, 0},
                {0x100d, 4, MACHINE_WRITE, false, true, 0x1010},
                {0x1010, 1, MACHINE_WRITE, false, true, 0x1010},
                {0x1013, 1, MACHINE_WRITE, false, true, 0x1013},
                {0x1013, 9, MACHINE_WRITE, false, true, 0x1013},
                {0x1014, 1, MACHINE_WRITE, false, false, 0},
                {0x1010, 4, MACHINE_READ, false, false, 0},
                {0x1010, 4, MACHINE_READ, true, true, 0x1010},
                {0x1010, 4, MACHINE_READ | MACHINE_WRITE, true, true, 0x1010},
                {0x100f, 1, MACHINE_READ, true, false, 0},
                {0x1014, 4, MACHINE_READ, true, false, 0},
                {0x1010, 4, MACHINE_WRITE, true, false, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig g;
        struct machine_event ev;
        char text[500];
        snprintf(text, sizeof text,
                 KERNEL "mov (8) A 0:d\n%s_scaled.4 (M1, 1) %%scratch 0x1010:ud A.0 A.0\nret (1)\n",
                 rows[i].load ? "gather" : "scatter");
        rig_begin(&g, text, NULL, 1);
        assert_int_equal(visa_pages_map(g.pages, 0x1000, 64), 0);
        struct machine_watch w = {rows[i].addr, rows[i].len, rows[i].access};
        assert_int_equal(g.machine->ops->set_watches(g.machine, &w, 1), 0);
        enum machine_stop stop = go(&g, -1, -1, &ev);
        if (stop != (rows[i].meets ? MACHINE_STOP_WATCH : MACHINE_STOP_DONE))
            fail_msg("row %zu: stop %d %s", i, stop, ev.why);
        if (rows[i].meets) {
            assert_int_equal(ev.watch.addr, rows[i].at);
            assert_int_equal(ev.watch.access, rows[i].access);
        }
        rig_end(&g);
    }
}

/* Each of several watched variables is compared with what it had. */
static void watched_variables_are_compared_one_by_one(void **state)
{
    (void)state;
    for (unsigned changed = 0; changed < 3; changed++) {
        struct rig g;
        struct machine_event ev;
        char text[300];
        snprintf(text, sizeof text, KERNEL "add (1) A(0,%u)<1> A(0,%u)<0;1,0> 1:d\nret (1)\n",
                 2 * changed, 2 * changed);
        rig_begin(&g, text, NULL, 1);
        uint32_t id = visa_var_find(&g.routines[0], VISA_GENERAL, "A", 1);
        uint64_t a = visa_window_of(0) + g.im.units[0].places[VISA_GENERAL][id].at;
        for (int32_t i = 0; i < 8; i++) {
            int32_t v = 100 * i + 7;
            assert_int_equal(g.machine->ops->mem_write(g.machine, a + 4 * (unsigned)i, &v, 4), 0);
        }
        struct machine_watch w[] = {
            {a, 4, MACHINE_WRITE}, {a + 8, 8, MACHINE_WRITE}, {a + 16, 4, MACHINE_WRITE}};
        assert_int_equal(g.machine->ops->set_watches(g.machine, w, 3), 0);
        assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_WATCH);
        assert_int_equal(ev.watch.addr, a + 8 * changed);
        assert_int_equal(go(&g, -1, -1, &ev), MACHINE_STOP_DONE);
        rig_end(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_in_gdbs_order),
        cmocka_unit_test(registers_read_together_are_those_read_alone),
        cmocka_unit_test(channels_beyond_the_last_are_with_the_thread),
        cmocka_unit_test(the_stack_has_a_slot_for_each_call),
        cmocka_unit_test(behind_the_last_instruction_there_is_nothing),
        cmocka_unit_test(a_jump_may_lead_to_the_first_instruction),
        cmocka_unit_test(what_is_written_counts_as_written),
        cmocka_unit_test(spaces_tell_what_lies_where),
        cmocka_unit_test(masks_are_as_wide_as_the_kernel),
        cmocka_unit_test(a_width_reaches_to_the_highest_channel),
        cmocka_unit_test(reasons_have_letters_and_words),
        cmocka_unit_test(a_watch_meets_what_overlaps_it),
        cmocka_unit_test(watched_variables_are_compared_one_by_one),
        cmocka_unit_test(time_goes_on_and_back),
        cmocka_unit_test(gdb_gets_one_file_of_all_that_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
