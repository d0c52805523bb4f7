/* Memory that runs out in debug/: what fails says so, leaves everything as it was, and works the
 * next time; what only keeps history keeps less. */
#include "tests/alloc_rig.h"
#include "tests/debug_rig.h"

#include "debug/time.h"

enum { MOST = 100, PLACES = 40, LIMIT = 1 << 20 };

static int open_rig(void **state)
{
    struct debug_rig *r = calloc(1, sizeof *r);
    debug_rig_init(r, 1);
    debug_rig_load(r, 0,
                   "again: add (8) r10.0<1>:ud r10.0<8;8,1>:ud 1:ud {NoMask}\n"
                   "jmpi (1) again {NoMask}\n");
    assert_int_equal(eu_memory_map(r->eu->mem, 0x10000, 4096), 0);
    eu_thread_start(r->eu, 0, 0, 0xff, 0);
    debug_rig_start(r, LIMIT);
    *state = r;
    return 0;
}

static int close_rig(void **state)
{
    debug_rig_drop(*state);
    free(*state);
    return 0;
}

/* A debugger is made, or it is not. */
static void a_debugger_needs_memory(void **state)
{
    struct debug_rig *r = *state;
    dbg_free(r->dbg);
    alloc_left = ALLOC_CAN_FAIL;
    r->dbg = dbg_new(r->m, false);
    assert_int_equal(r->dbg == NULL, ALLOC_CAN_FAIL);
    r->dbg = r->dbg ? r->dbg : dbg_new(r->m, false);
    for (unsigned n = 1; !dbg_time(r->dbg); n++) {
        assert_true(n < MOST);
        alloc_left = n;
        int rc = dbg_history(r->dbg, LIMIT);
        alloc_left = 0;
        assert_int_equal(rc, dbg_time(r->dbg) ? 0 : -MACHINE_ERR_NOMEM);
    }
}

/* As many places as make the lists grow: each is added, with no memory at first. */
static void points_are_added_whole_or_not_at_all(void **state)
{
    struct debug_rig *r = *state;
    for (unsigned i = 0; i < PLACES; i++) {
        int rc = -MACHINE_ERR_NOMEM;
        for (unsigned n = 1; rc; n++) {
            assert_int_equal(rc, -MACHINE_ERR_NOMEM);
            assert_true(n < MOST && !dbg_break_at(r->dbg, 8 * i));
            assert_null(dbg_break_nth(r->dbg, i));
            alloc_left = n;
            rc = dbg_break_insert(r->dbg, 8 * i, NULL);
        }
        alloc_left = 0;
        assert_true(dbg_break_at(r->dbg, 8 * i));
        const struct machine_watch w = {0x10000 + 4 * i, 4, MACHINE_WRITE};
        rc = -MACHINE_ERR_NOMEM;
        for (unsigned n = 1; rc; n++) {
            assert_int_equal(rc, -MACHINE_ERR_NOMEM);
            assert_true(n < MOST);
            assert_null(dbg_watch_nth(r->dbg, i));
            alloc_left = n;
            rc = dbg_watch_insert(r->dbg, w);
        }
        alloc_left = 0;
        assert_non_null(dbg_watch_nth(r->dbg, i));
    }
}

static uint32_t counted(struct debug_rig *r)
{
    return r->eu->threads[0].grf[10][0];
}

static void run(struct debug_rig *r, uint64_t insts)
{
    dbg_resume(r->dbg, (struct dbg_focus){0, 0}, false, false, 0, 0);
    assert_false(dbg_run(r->dbg, insts));
    dbg_interrupt(r->dbg);
    assert_true(dbg_run(r->dbg, 1));
}

/* Of inputs that cannot be kept history begins anew: what it still has is right. */
static void history_of_what_is_not_kept_begins_anew(void **state)
{
    enum { WRITES = 20 /* more than there is room for at first */ };
    struct debug_rig *r = *state;
    const struct machine_reg *r10 = debug_rig_reg(r->m, "r10");
    const struct dbg_focus focus = {0, 0};
    for (unsigned n = 1; n <= WRITES; n++) {
        uint32_t value[8] = {1000 * n}, now;
        struct dbg_time_span span, before;
        assert_int_equal(dbg_history(r->dbg, LIMIT), 0);
        dbg_time_span(dbg_time(r->dbg), &before);
        run(r, 10);
        alloc_left = ALLOC_CAN_FAIL ? n : 0;
        for (unsigned i = 0; i < WRITES; i++, value[0]++)
            assert_int_equal(dbg_reg_write(r->dbg, focus, r10, value), 0);
        assert_int_equal(alloc_left, 0);
        dbg_time_span(dbg_time(r->dbg), &span);
        assert_int_equal(span.inputs < WRITES, ALLOC_CAN_FAIL);
        assert_int_equal(span.begin.insts > before.begin.insts, ALLOC_CAN_FAIL);
        run(r, 100);
        now = counted(r);
        dbg_reverse(r->dbg, focus, false);
        while (!dbg_run(r->dbg, 1000))
            continue;
        assert_int_equal(dbg_last(r->dbg)->event.stop, MACHINE_STOP_BEGIN);
        run(r, span.now.insts - span.begin.insts + 100);
        assert_int_equal(counted(r), now);
    }
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        T(a_debugger_needs_memory),
        T(points_are_added_whole_or_not_at_all),
        T(history_of_what_is_not_kept_begins_anew),
    };
#undef T
    return cmocka_run_group_tests(tests, NULL, NULL);
}
