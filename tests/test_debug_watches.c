/* The set of watchpoints: what the machine is told of it, what stays when the machine refuses, and
 * whose watchpoint a stop is. */
#include "tests/helpers.h"

#include "debug/watches.h"
#include "tests/scripted_rig.h"

static const struct machine_watch A = {0x10, 4, MACHINE_READ}, B = {0x20, 4, MACHINE_WRITE},
                                  C = {0x30, 8, MACHINE_READ};

static bool same_watch(const struct machine_watch *a, const struct machine_watch *b)
{
    return a->addr == b->addr && a->len == b->len && a->access == b->access;
}

/* The machine has exactly these, in any order. */
static void assert_told(const struct rig *r, const struct machine_watch *want, size_t n)
{
    assert_int_equal(r->s.nwatches, n);
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < n && !same_watch(&r->s.watches[k], &want[i]))
            k++;
        assert_true(k < n);
    }
}

static void the_machine_has_those_that_are_on(void **state)
{
    struct rig *r = *state;
    const struct machine_watch abc[] = {A, B, C}, bc[] = {B, C}, ac[] = {A, C};
    assert_int_equal(dbg_watch_insert(r->dbg, A), 0);
    assert_int_equal(dbg_watch_add(r->dbg, B), 1);
    assert_int_equal(dbg_watch_insert(r->dbg, C), 0);
    assert_told(r, abc, 3);
    assert_int_equal(dbg_point_set(r->dbg, 1, false), 0);
    assert_told(r, ac, 2);
    assert_int_equal(dbg_point_set(r->dbg, 1, true), 0);
    assert_told(r, abc, 3);
    assert_int_equal(dbg_watch_remove(r->dbg, B), -MACHINE_ERR_UNKNOWN); /* the user's */
    assert_int_equal(dbg_watch_remove(r->dbg, A), 0);
    assert_told(r, bc, 2);
    assert_int_equal(dbg_watch_delete(r->dbg, 1), 0);
    assert_told(r, &C, 1);
    assert_int_equal(dbg_watch_remove(r->dbg, C), 0);
    assert_told(r, NULL, 0);
    assert_null(dbg_watch_nth(r->dbg, 0));
}

static void the_machine_has_none_afterwards(void **state)
{
    (void)state;
    static struct scripted s;
    scripted_init(&s);
    struct dbg *dbg = dbg_new(&s.m, false);
    assert_int_equal(dbg_watch_insert(dbg, A) | dbg_watch_insert(dbg, B), 0);
    assert_int_equal(dbg_break_insert(dbg, 8, NULL), 0);
    dbg_free(dbg);
    assert_int_equal(s.nwatches, 0);
    assert_int_equal(s.nbreaks, 0);
}

/* Number @i is @w, with @hits, and on or off. */
static void assert_nth(const struct rig *r, size_t i, const struct machine_watch *w, bool off)
{
    const struct dbg_watch *have = dbg_watch_nth(r->dbg, i);
    assert_non_null(have);
    assert_true(same_watch(&have->watch, w));
    assert_int_equal(have->off, off);
}

static void what_the_machine_refuses_changes_nothing(void **state)
{
    struct rig *r = *state;
    r->s.rc = -MACHINE_ERR_UNAVAILABLE;
    assert_int_equal(dbg_watch_insert(r->dbg, A), r->s.rc);
    assert_int_equal(dbg_watch_add(r->dbg, A), r->s.rc);
    assert_null(dbg_watch_nth(r->dbg, 0));
    r->s.rc = 0;
    assert_int_equal(dbg_watch_add(r->dbg, A), 1); /* no number was used up */
    assert_int_equal(dbg_watch_add(r->dbg, B), 2);
    assert_int_equal(dbg_watch_add(r->dbg, C), 3);
    assert_int_equal(dbg_point_set(r->dbg, 2, false), 0);
    r->s.rc = -MACHINE_ERR_NOMEM;
    assert_int_equal(dbg_watch_delete(r->dbg, 1), r->s.rc);
    assert_int_equal(dbg_point_set(r->dbg, 1, false), r->s.rc);
    assert_int_equal(dbg_point_set(r->dbg, 2, true), r->s.rc);
    assert_nth(r, 0, &A, false);
    assert_nth(r, 1, &B, true);
    assert_nth(r, 2, &C, false);
    assert_null(dbg_watch_nth(r->dbg, 3));
    r->s.rc = 0;
}

static void watches_are_refused_for_a_reason(void **state)
{
    struct rig *r = *state;
    const struct machine_watch empty = {0x10, 0, MACHINE_READ},
                               last = {UINT64_MAX, 1, MACHINE_READ},
                               beyond = {UINT64_MAX, 2, MACHINE_READ},
                               all = {0, UINT64_MAX, MACHINE_READ},
                               more = {2, UINT64_MAX, MACHINE_READ};
    assert_int_equal(dbg_watch_insert(r->dbg, empty), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_watch_insert(r->dbg, beyond), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_watch_insert(r->dbg, more), -MACHINE_ERR_RANGE);
    assert_int_equal(dbg_watch_insert(r->dbg, last), 0);
    assert_int_equal(dbg_watch_insert(r->dbg, all), 0);
    assert_int_equal(dbg_watch_delete(r->dbg, 0), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_point_set(r->dbg, 0, false), -MACHINE_ERR_UNKNOWN);
    for (unsigned i = 2; i < 1024; i++)
        assert_int_equal(dbg_watch_insert(r->dbg, A), 0);
    assert_int_equal(dbg_watch_insert(r->dbg, A), -MACHINE_ERR_BUSY);
    assert_int_equal(dbg_watch_add(r->dbg, A), -MACHINE_ERR_BUSY);
    assert_int_equal(r->s.nwatches, 1024);
    assert_non_null(dbg_watch_nth(r->dbg, 1023));
    assert_null(dbg_watch_nth(r->dbg, 1024));
    assert_true(dbg_can_watch(r->dbg));
    for (unsigned i = 0; i < 1022; i++)
        assert_int_equal(dbg_watch_remove(r->dbg, A), 0);
    assert_int_equal(dbg_watch_remove(r->dbg, A), -MACHINE_ERR_UNKNOWN);
    assert_int_equal(dbg_watch_remove(r->dbg, last) | dbg_watch_remove(r->dbg, all), 0);
    r->s.ops.set_watches = NULL;
    assert_false(dbg_can_watch(r->dbg));
    assert_int_equal(dbg_watch_insert(r->dbg, A), -MACHINE_ERR_UNAVAILABLE);
}

static void numbers_are_those_of_breakpoints_too(void **state)
{
    struct rig *r = *state;
    assert_int_equal(dbg_break_add(r->dbg, 8, NULL), 1);
    assert_int_equal(dbg_watch_add(r->dbg, A), 2);
    assert_int_equal(dbg_break_add(r->dbg, 8, NULL), 3);
    assert_int_equal(dbg_watch_delete(r->dbg, 2), 0);
    assert_int_equal(dbg_watch_add(r->dbg, A), 4); /* none is used again */
}

/* Whoever owns it and is on; a client's; the user's number. */
static void sets_are_searched_for_each_owner(void **state)
{
    (void)state;
    struct dbg_watch list[] = {{.watch = A, .off = true, .number = 1},
                               {.watch = B, .number = 2},
                               {.watch = B},
                               {.watch = A, .number = 3},
                               {.watch = C}};
    enum { N = sizeof list / sizeof *list };
    const struct dbg_watches s = {list, N}, none = {NULL, 0};
    const struct machine_watch others[] = {
        {A.addr + 1, A.len, A.access}, {A.addr, A.len + 1, A.access}, {A.addr, A.len, B.access}};
    assert_int_equal(watches_like(&s, &A), 3);
    assert_int_equal(watches_like(&s, &B), 1);
    assert_int_equal(watches_like(&s, &C), 4);
    assert_int_equal(watches_client(&s, &A), N);
    assert_int_equal(watches_client(&s, &B), 2);
    assert_int_equal(watches_client(&s, &C), 4);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(watches_like(&s, &others[i]), N);
        assert_int_equal(watches_client(&s, &others[i]), N);
    }
    for (unsigned number = 1; number <= 2; number++)
        assert_int_equal(watches_number(&s, number), number - 1);
    assert_int_equal(watches_number(&s, 3), 3);
    assert_int_equal(watches_number(&s, 4), N);
    assert_int_equal(watches_number(&s, 0), N);
    assert_int_equal(watches_like(&none, &A) + watches_client(&none, &A) + watches_number(&none, 1),
                     0);
}

static void hits_are_counted_for_each(void **state)
{
    (void)state;
    struct dbg_watch list[] = {
        {.watch = {0x10, 8, MACHINE_WRITE}, .number = 7, .off = true},
        {.watch = {0x14, 4, MACHINE_WRITE}, .number = 5},
        {.watch = {0x10, 8, MACHINE_WRITE}, .number = 4},
        {.watch = {0x17, 1, MACHINE_WRITE}, .number = 6},
        {.watch = {0x18, 1, MACHINE_READ}},
        {.watch = {0x17, 1, MACHINE_WRITE}},
    };
    enum { N = sizeof list / sizeof *list };
    static const struct {
        uint64_t addr;
        unsigned access, number;
        bool client;
        unsigned hits[N];
    } rows[] = {
        {0x0f, MACHINE_WRITE, 0, false, {0}},
        {0x10, MACHINE_WRITE, 4, false, {0, 0, 1}},
        {0x13, MACHINE_WRITE, 4, false, {0, 0, 1}},
        {0x14, MACHINE_WRITE, 4, false, {0, 1, 1}},
        {0x17, MACHINE_WRITE, 4, true, {0, 1, 1, 1, 0, 1}},
        {0x17, MACHINE_READ, 0, false, {0}},
        {0x18, MACHINE_WRITE, 0, false, {0}},
        {0x18, MACHINE_READ, 0, true, {0, 0, 0, 0, 1}},
        {0x19, MACHINE_READ, 0, false, {0}},
    };
    struct dbg_watches s = {list, N};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool client = false;
        for (size_t k = 0; k < N; k++)
            list[k].hits = 0;
        assert_int_equal(watches_hit(&s, rows[i].addr, rows[i].access, &client), rows[i].number);
        assert_int_equal(client, rows[i].client);
        for (size_t k = 0; k < N; k++)
            assert_int_equal(list[k].hits, rows[i].hits[k]);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(the_machine_has_those_that_are_on),
        cmocka_unit_test(the_machine_has_none_afterwards),
        CASE(what_the_machine_refuses_changes_nothing),
        CASE(watches_are_refused_for_a_reason),
        CASE(numbers_are_those_of_breakpoints_too),
        cmocka_unit_test(sets_are_searched_for_each_owner),
        cmocka_unit_test(hits_are_counted_for_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
