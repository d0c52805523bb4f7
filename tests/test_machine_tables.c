/* What clients rely on: the signal and the kind of each stop, gdb's core registers, parts of work.
 */
#include "tests/helpers.h"

#include "machine/persona.h"
#include "machine/shard.h"

/* Signals are gdb's: 2 SIGINT, 4 SIGILL, 5 SIGTRAP, 11 SIGSEGV. */
static void stops_are_what_clients_are_told(void **state)
{
    (void)state;
    enum { PLACED = 1, WORDS = 2, FAULT = 4 };
    static const struct {
        enum machine_stop stop;
        const char *name;
        unsigned signal, flags;
    } rows[] = {
        {MACHINE_STOP_NONE, "none", 5, PLACED},
        {MACHINE_STOP_DONE, "done", 0, 0},
        {MACHINE_STOP_INTERRUPT, "interrupt", 2, 0},
        {MACHINE_STOP_BREAKPOINT, "breakpoint", 5, PLACED},
        {MACHINE_STOP_STEP, "step", 5, PLACED},
        {MACHINE_STOP_RETURNED, "returned", 5, PLACED},
        {MACHINE_STOP_WATCH, "watchpoint", 5, PLACED},
        {MACHINE_STOP_EXCEPTION, "exception", 5, WORDS},
        {MACHINE_STOP_DEADLOCK, "deadlock", 2, PLACED | WORDS | FAULT},
        {MACHINE_STOP_HELD, "held", 2, PLACED | WORDS},
        {MACHINE_STOP_NOT_SIMULATED, "not-simulated", 4, PLACED | WORDS | FAULT},
        {MACHINE_STOP_LINT, "lint", 5, PLACED | WORDS | FAULT},
        {MACHINE_STOP_FAULT, "page-fault", 11, PLACED | WORDS | FAULT},
        {MACHINE_STOP_LEFT, "left", 11, PLACED | WORDS | FAULT},
        {MACHINE_STOP_THREAD_END, "thread-end", 5, WORDS},
        {MACHINE_STOP_BEGIN, "begin", 5, 0},
        {MACHINE_STOP_REPLAY, "replay", 5, WORDS},
        {MACHINE_STOP_GOTO, "goto", 5, 0},
        {MACHINE_STOP_AWAY, "away", 5, 0},
        {MACHINE_STOP_CAME, "came", 5, 0},
    };
    assert_int_equal(sizeof rows / sizeof *rows, MACHINE_STOP_COUNT);
    for (unsigned i = 0; i < MACHINE_STOP_COUNT; i++) {
        const struct machine_stop_info *info = &machine_stops[rows[i].stop];
        assert_int_equal(rows[i].stop, i);
        assert_string_equal(info->name, rows[i].name);
        assert_int_equal(info->signal, rows[i].signal);
        assert_int_equal(info->placed, !!(rows[i].flags & PLACED));
        assert_int_equal(info->words, !!(rows[i].flags & WORDS));
        assert_int_equal(info->fault, !!(rows[i].flags & FAULT));
    }
}

/* The layout that gdb has for i386:x86-64, and what a machine that fills all roles, or none, has
 * there. */
static void core_registers_are_those_of_gdb(void **state)
{
    (void)state;
    enum { LANE = 1, WRITABLE = 2, ALL = ~0 };
    static const struct {
        const char *name;
        unsigned bytes, flags;
        enum machine_role role;
        const char *meaning;
    } rows[] = {
        {"rax", 8, LANE, MACHINE_ROLE_RETURN, "what a function has returned"},
        {"rbx", 8, 0, MACHINE_ROLE_FRAME, "frame on the private stack"},
        {"rcx", 8, 0, MACHINE_ROLE_LOCAL, "local memory of the group"},
        {"rdx", 8, 0, MACHINE_ROLE_SCRATCH, "scratch space of the thread"},
        {"rsi", 8, LANE, MACHINE_ROLE_INDEX, "number of the lane"},
        {"rdi", 8, 0, MACHINE_ROLE_REGISTERS, "window on the thread's registers"},
        {"rbp", 8, 0, MACHINE_ROLE_FP, "end of return addresses"},
        {"rsp", 8, LANE | WRITABLE, MACHINE_ROLE_SP, "innermost return address"},
        {"r8", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r9", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r10", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r11", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r12", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r13", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r14", 8, 0, MACHINE_ROLE_NONE, ""},
        {"r15", 8, 0, MACHINE_ROLE_NONE, ""},
        {"rip", 8, LANE | WRITABLE, MACHINE_ROLE_PC, "address of the lane"},
        {"eflags", 4, 0, MACHINE_ROLE_FLAGS, ""},
        {"cs", 4, 0, MACHINE_ROLE_NONE, ""},
        {"ss", 4, 0, MACHINE_ROLE_NONE, ""},
        {"ds", 4, 0, MACHINE_ROLE_NONE, ""},
        {"es", 4, 0, MACHINE_ROLE_NONE, ""},
        {"fs", 4, 0, MACHINE_ROLE_NONE, ""},
        {"gs", 4, 0, MACHINE_ROLE_NONE, ""},
        {"st0", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st1", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st2", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st3", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st4", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st5", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st6", 10, 0, MACHINE_ROLE_NONE, ""},
        {"st7", 10, 0, MACHINE_ROLE_NONE, ""},
        {"fctrl", 4, 0, MACHINE_ROLE_NONE, ""},
        {"fstat", 4, 0, MACHINE_ROLE_NONE, ""},
        {"ftag", 4, 0, MACHINE_ROLE_NONE, ""},
        {"fiseg", 4, 0, MACHINE_ROLE_NONE, ""},
        {"fioff", 4, 0, MACHINE_ROLE_NONE, ""},
        {"foseg", 4, 0, MACHINE_ROLE_NONE, ""},
        {"fooff", 4, 0, MACHINE_ROLE_NONE, ""},
        {"fop", 4, 0, MACHINE_ROLE_NONE, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum machine_core core = machine_core_find(rows[i].name);
        assert_int_equal(core, i);
        struct machine_reg with = machine_core_reg(core, 7, (unsigned)ALL);
        struct machine_reg without = machine_core_reg(core, 8, ~(1u << rows[i].role));
        bool fills = rows[i].role != MACHINE_ROLE_NONE;
        assert_string_equal(with.name, rows[i].name);
        assert_int_equal(with.bytes, rows[i].bytes);
        assert_int_equal(with.regnum, 7);
        assert_int_equal(with.role, rows[i].role);
        assert_string_equal(with.meaning, rows[i].meaning);
        assert_int_equal(with.available, fills);
        assert_int_equal(with.readonly, !(rows[i].flags & WRITABLE));
        assert_int_equal(with.per_lane, rows[i].flags & LANE);
        assert_int_equal(without.role, MACHINE_ROLE_NONE);
        assert_false(without.available);
        assert_string_equal(without.meaning, "");
        assert_int_equal(without.regnum, 8);
    }
    assert_int_equal(sizeof rows / sizeof *rows, MACHINE_CORE_COUNT);
    assert_int_equal(machine_core_find("r16"), MACHINE_CORE_COUNT);
    assert_int_equal(machine_core_find("ra"), MACHINE_CORE_COUNT);
}

/* Of an x86-64: a pointer, the instruction int3, and one that is none. Sets are of bits. */
static void numbers_are_those_that_gdb_and_masks_of_lanes_have(void **state)
{
    (void)state;
    enum { INT3 = 0xcc, STATES = 7 };
    assert_int_equal(MACHINE_POINTER_BYTES, sizeof(uint64_t));
    assert_int_equal(MACHINE_TRAP_BYTE, INT3);
    assert_int_equal(MACHINE_NO_TRAP_BYTE, INT3 & 0x7f);
    assert_int_equal(MACHINE_LANES, 8 * sizeof(((struct machine_thread *)0)->on_ip));
    assert_int_equal(
        MACHINE_EXCEPTION_ENABLED | MACHINE_EXCEPTION_LATCHED | MACHINE_EXCEPTION_PENDING, STATES);
    assert_int_equal(
        MACHINE_EXCEPTION_ENABLED + MACHINE_EXCEPTION_LATCHED + MACHINE_EXCEPTION_PENDING, STATES);
    /* the numbers of gdb's kinds of watchpoints are 2: write, 3: read, 4: both */
    assert_int_equal(MACHINE_READ, 1);
    assert_int_equal(MACHINE_WRITE, 2);
}

static void shards_are_parsed(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned k, n; /* 0: refused */
    } rows[] = {
        {"1/1", 1, 1},
        {"1/2", 1, 2},
        {"2/2", 2, 2},
        {"09/10", 9, 10},
        {"9/9", 9, 9},
        {"1/1000000", 1, 1000000},
        {"1000000/1000000", 1000000, 1000000},
        {"3/2", 0, 0},
        {"0/2", 0, 0},
        {"0/0", 0, 0},
        {"1/0", 0, 0},
        {"1/1000001", 0, 0},
        {"1", 0, 0},
        {"", 0, 0},
        {"/", 0, 0},
        {"1/", 0, 0},
        {"/2", 0, 0},
        {"1/2x", 0, 0},
        {"x/2", 0, 0},
        {"1x/2", 0, 0},
        {"-1/2", 0, 0},
        {"1/-2", 0, 0},
        {" 1/2", 0, 0},
        {"1/ 2", 0, 0},
        {"+1/2", 0, 0},
        {"1/2/3", 0, 0},
        {":/2", 0, 0},
        {"1/:", 0, 0},
        {"18446744073709551617/2", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shard s = {77, 78};
        bool good = shard_parse(rows[i].text, &s);
        assert_int_equal(good, rows[i].k != 0);
        assert_int_equal(s.k, good ? rows[i].k : 77);
        assert_int_equal(s.n, good ? rows[i].n : 78);
    }
}

/* Every item is in one part, in order, and no part has more than one item more than another. */
static void shards_share_the_work(void **state)
{
    (void)state;
    static const uint64_t totals[] = {0, 1, 2, 7, 8, 100, UINT64_MAX};
    uint64_t from, end;
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        for (unsigned n = 1; n < 12; n++) {
            uint64_t at = 0;
            for (unsigned k = 1; k <= n; k++) {
                shard_range((struct shard){k, n}, totals[i], &from, &end);
                assert_true(from == at && end >= from);
                assert_in_range(end - from, totals[i] / n, totals[i] / n + (totals[i] % n != 0));
                at = end;
            }
            assert_true(at == totals[i]);
        }
        shard_range((struct shard){0, 0}, totals[i], &from, &end);
        assert_true(from == 0 && end == totals[i]);
    }
}

static void shard_close_prints_one_line(void **state)
{
    (void)state;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    shard_close((struct shard){2, 5}, "run \"x\"", 41, out);
    shard_close((struct shard){1, 1}, "\xff", 0, out); /* no UTF-8 */
    fclose(out);
    assert_string_equal(text, "{\"shard\":\"2/5\",\"command\":\"run \\\"x\\\"\",\"lines\":41}\n"
                              "{\"shard\":\"1/1\",\"command\":\"\",\"lines\":0}\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_are_what_clients_are_told),
        cmocka_unit_test(core_registers_are_those_of_gdb),
        cmocka_unit_test(numbers_are_those_that_gdb_and_masks_of_lanes_have),
        cmocka_unit_test(shards_are_parsed),
        cmocka_unit_test(shards_share_the_work),
        cmocka_unit_test(shard_close_prints_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
