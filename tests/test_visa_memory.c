/* The pages of a launch: reads and writes at their edges, surfaces, copies. */
#include "tests/helpers.h"

#include "visa/memory.h"

enum { PAGE = 4096 };

static struct visa_pages *mapped(uint64_t addr, uint64_t size)
{
    struct visa_pages *p = visa_pages_new();
    assert_non_null(p);
    assert_int_equal(visa_pages_map(p, addr, size), 0);
    return p;
}

/* Which pages a range takes; what is beside it is not there. */
static void whole_pages_are_mapped(void **state)
{
    static const struct {
        uint64_t addr, size, first, last; /* pages */
    } rows[] = {
        {0, 1, 0, 0},
        {PAGE, PAGE, 1, 1},
        {PAGE, PAGE + 1, 1, 2},
        {PAGE - 1, 2, 0, 1},
        {3 * PAGE - 1, 1, 2, 2},
        {0, 3 * PAGE, 0, 2},
        {UINT64_C(0xffffffffffffe000), 2 * PAGE, 0xffffffffffffe, 0xfffffffffffff},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct visa_pages *p = mapped(rows[i].addr, rows[i].size);
        uint8_t byte = 1;
        for (uint64_t k = rows[i].first; k <= rows[i].last; k++) {
            assert_true(visa_pages_read(p, k * PAGE, &byte, 1));
            assert_int_equal(byte, 0);
            assert_true(visa_pages_write(p, k * PAGE + PAGE - 1, "x", 1));
        }
        byte = 1;
        assert_false(visa_pages_read(p, (rows[i].last + 1) * PAGE, &byte, 1));
        assert_int_equal(byte, 0);
        assert_false(visa_pages_write(p, rows[i].first * PAGE - 1, "x", 1));
        visa_pages_free(p);
    }
}

static void a_range_that_wraps_or_is_empty_maps_nothing(void **state)
{
    struct visa_pages *p = visa_pages_new();
    (void)state;
    assert_int_equal(visa_pages_map(p, 0, 0), 0);
    assert_int_equal(visa_pages_map(p, UINT64_MAX, 0), 0);
    assert_int_equal(visa_pages_map(p, UINT64_MAX - 1, 3), -1);
    assert_false(visa_pages_read(p, 0, &(uint8_t){0}, 1));
    visa_pages_free(p);
    visa_pages_free(NULL);
}

/* Bytes over the edge of a page that is there; those beyond read 0 and are not written. */
static void a_range_goes_over_edges(void **state)
{
    struct visa_pages *p = mapped(PAGE, PAGE);
    char got[8] = "........";
    (void)state;
    assert_int_equal(visa_pages_map(p, 2 * PAGE, PAGE), 0);
    assert_true(visa_pages_write(p, 2 * PAGE - 3, "abcdef", 6));
    assert_true(visa_pages_read(p, 2 * PAGE - 4, got, 8));
    assert_memory_equal(got, "\0abcdef\0", 8);
    assert_false(visa_pages_write(p, 3 * PAGE - 2, "wxyz", 4));
    assert_false(visa_pages_read(p, 3 * PAGE - 3, got, 5));
    assert_memory_equal(got, "\0wx\0\0", 5);
    assert_false(visa_pages_read(p, PAGE - 1, got, 2));
    assert_true(visa_pages_read(p, PAGE, got, 0));
    visa_pages_free(p);
}

static void pages_mapped_in_any_order_are_found(void **state)
{
    static const uint64_t order[] = {5, 1, 9, 3, 7, 0, 2, 8, 4, 3, 6};
    struct visa_pages *p = visa_pages_new();
    (void)state;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        uint8_t number = (uint8_t)order[i];
        assert_int_equal(visa_pages_map(p, order[i] * PAGE, 1), 0);
        visa_pages_write(p, order[i] * PAGE, &number, 1);
    }
    for (uint8_t i = 0; i < 10; i++) {
        uint8_t got = 0xff;
        assert_true(visa_pages_read(p, i * (uint64_t)PAGE, &got, 1));
        assert_int_equal(got, i);
    }
    visa_pages_free(p);
}

static void a_copy_has_its_own_bytes(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 10; n++) {
        struct visa_pages *p = visa_pages_new(), *copy;
        char got = 0;
        if (n)
            visa_pages_map(p, 0, n * (uint64_t)PAGE);
        visa_pages_set_surface(p, 7, (struct visa_surface){16, n});
        visa_pages_write(p, 0, "a", 1);
        copy = visa_pages_take(p);
        assert_int_equal(visa_pages_kept(p, copy), visa_pages_bytes(p));
        visa_pages_write(p, 0, "b", 1);
        assert_int_equal(visa_pages_map(p, 100 * (uint64_t)PAGE, 4 * (uint64_t)PAGE), 0);
        assert_true(visa_pages_kept(p, copy) < visa_pages_bytes(p));
        assert_true(visa_pages_restore(p, copy));
        assert_int_equal(visa_pages_read(p, 0, &got, 1), n > 0);
        assert_int_equal(got, n ? 'a' : 0);
        assert_false(visa_pages_read(p, 100 * (uint64_t)PAGE, &got, 1));
        /* both can grow further */
        assert_int_equal(visa_pages_map(p, 50 * (uint64_t)PAGE, 9 * (uint64_t)PAGE), 0);
        assert_int_equal(visa_pages_map(copy, 20 * (uint64_t)PAGE, 9 * (uint64_t)PAGE), 0);
        struct visa_surface s;
        assert_true(visa_pages_surface(copy, 7, &s));
        assert_int_equal(s.size, n);
        visa_pages_drop(p, copy);
        visa_pages_free(p);
    }
}

static void surfaces_are_known_by_number(void **state)
{
    struct visa_pages *p = visa_pages_new();
    struct visa_surface s = {0};
    (void)state;
    visa_pages_set_surface(p, 0, (struct visa_surface){1, 2});
    visa_pages_set_surface(p, 255, (struct visa_surface){3, 4});
    visa_pages_set_surface(p, 256, (struct visa_surface){5, 6});
    assert_true(visa_pages_surface(p, 0, &s));
    assert_int_equal(s.address, 1);
    assert_true(visa_pages_surface(p, 255, &s));
    assert_int_equal(s.size, 4);
    assert_false(visa_pages_surface(p, 1, &s));
    assert_false(visa_pages_surface(p, 256, &s));
    visa_pages_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_pages_are_mapped),
        cmocka_unit_test(a_range_that_wraps_or_is_empty_maps_nothing),
        cmocka_unit_test(a_range_goes_over_edges),
        cmocka_unit_test(pages_mapped_in_any_order_are_found),
        cmocka_unit_test(a_copy_has_its_own_bytes),
        cmocka_unit_test(surfaces_are_known_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
