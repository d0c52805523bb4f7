/* Breakpoints and watchpoints of a machine that keeps them itself. */
#include "machine/points.h"
#include "tests/helpers.h"

static void breakpoints_are_found(void **state)
{
    (void)state;
    struct machine_points p = {0};
    const uint64_t addrs[] = {4, 8, UINT64_MAX};
    assert_false(machine_points_break_at(&p, 4));
    assert_int_equal(machine_points_set_breaks(&p, addrs, 3), 0);
    for (size_t i = 0; i < 3; i++)
        assert_true(machine_points_break_at(&p, addrs[i]));
    assert_false(machine_points_break_at(&p, 0) || machine_points_break_at(&p, 6) ||
                 machine_points_break_at(&p, 9));
    assert_int_equal(machine_points_set_breaks(&p, NULL, 0), 0);
    assert_false(machine_points_break_at(&p, 4));
    machine_points_free(&p);
}

/* Of any number of breakpoints each is found, and nothing beside them. */
static void breakpoints_of_any_number_are_found(void **state)
{
    (void)state;
    enum { MOST = 9 };
    struct machine_points p = {0};
    uint64_t addrs[MOST];
    for (size_t n = 0; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++)
            addrs[i] = 10 + 10 * i;
        assert_int_equal(machine_points_set_breaks(&p, addrs, n), 0);
        for (uint64_t pc = 0; pc <= 10 * (MOST + 1); pc++)
            assert_int_equal(machine_points_break_at(&p, pc),
                             pc % 10 == 0 && pc >= 10 && pc <= 10 * n);
    }
    machine_points_free(&p);
}

/* Watches that differ in one thing alone are others; after a report all are noted again. */
static void touches_of_each_watch_are_noted(void **state)
{
    (void)state;
    static const struct machine_watch watches[] = {
        {8, 4, MACHINE_WRITE}, {9, 4, MACHINE_WRITE}, {8, 5, MACHINE_WRITE}, {8, 4, MACHINE_READ}};
    enum { N = sizeof watches / sizeof *watches };
    struct machine_points p = {0};
    assert_int_equal(machine_points_set_watches(&p, watches, N), 0);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 2 * N; i++)
            machine_points_touch(&p, &p.watches[i % N], 8 + i);
        assert_int_equal(p.n_touched, N);
        for (unsigned i = 0; i < N; i++) {
            assert_int_equal(p.touched[i].watch.addr, watches[i].addr);
            assert_int_equal(p.touched[i].watch.len, watches[i].len);
            assert_int_equal(p.touched[i].watch.access, watches[i].access);
            assert_int_equal(p.touched[i].addr, 8 + i);
        }
        p.told = 2;
        machine_points_forget(&p);
        assert_int_equal(p.n_touched, 0);
        assert_int_equal(p.told, 0);
    }
    machine_points_free(&p);
}

static void touches_are_noted_once_a_watch(void **state)
{
    (void)state;
    enum { MORE = MACHINE_TOUCHES_MAX + 1 };
    struct machine_points p = {0};
    struct machine_watch watches[MORE];
    for (unsigned i = 0; i < MORE; i++)
        watches[i] = (struct machine_watch){i * 8, 8, MACHINE_WRITE};
    assert_int_equal(machine_points_set_watches(&p, watches, MORE), 0);
    assert_int_equal(p.n_watches, MORE);
    for (unsigned i = 0; i < MORE; i++) {
        machine_points_touch(&p, &p.watches[i], i * 8 + 1);
        machine_points_touch(&p, &p.watches[i], i * 8 + 2);
    }
    assert_int_equal(p.n_touched, MACHINE_TOUCHES_MAX);
    for (unsigned i = 0; i < MACHINE_TOUCHES_MAX; i++)
        assert_int_equal(p.touched[i].addr, i * 8 + 1);
    machine_points_forget(&p);
    assert_int_equal(p.n_touched, 0);
    assert_int_equal(machine_points_set_watches(&p, NULL, 0), 0);
    assert_int_equal(p.n_watches, 0);
    machine_points_free(&p);
}

/* What a search has found is the last of its places that is not where it begins. */
static void a_search_notes_accesses_of_other_places(void **state)
{
    (void)state;
    static const struct {
        struct machine_standing at;
        bool touches, found;
    } rows[] = {
        {{1, 16, 7}, true, false}, {{1, 16, 7}, false, false}, {{2, 16, 7}, true, true},
        {{1, 17, 7}, true, true},  {{1, 16, 8}, true, true},   {{1, 16, 8}, false, false},
    };
    static const struct machine_watch watches[] = {{8, 4, MACHINE_WRITE}, {9, 4, MACHINE_READ}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct machine_points p = {0};
        struct machine_hit hit = {.from = {1, 16, 7}};
        for (unsigned k = 0; k < 2 && rows[i].touches; k++)
            machine_points_touch(&p, &watches[k], 10 + k);
        machine_points_note(&p, &hit, &rows[i].at, &(struct machine_when){3, 4});
        assert_int_equal(hit.found, rows[i].found);
        if (!hit.found)
            continue;
        assert_true(machine_is_standing(&hit.at, &rows[i].at));
        assert_int_equal(hit.when.insts, 3);
        assert_int_equal(hit.when.boundaries, 4);
        assert_int_equal(hit.ntouches, 2);
        for (unsigned k = 0; k < 2; k++)
            assert_int_equal(hit.touches[k].addr, 10 + k);
        /* a breakpoint after it */
        machine_points_found(&hit, &(struct machine_standing){5, 6, 7},
                             &(struct machine_when){8, 9});
        assert_true(hit.found);
        assert_int_equal(hit.at.ip, 6);
        assert_int_equal(hit.when.boundaries, 9);
        assert_int_equal(hit.ntouches, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakpoints_are_found),
        cmocka_unit_test(breakpoints_of_any_number_are_found),
        cmocka_unit_test(touches_of_each_watch_are_noted),
        cmocka_unit_test(touches_are_noted_once_a_watch),
        cmocka_unit_test(a_search_notes_accesses_of_other_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
