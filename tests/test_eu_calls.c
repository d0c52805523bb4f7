/* The shadow call stack: what the engine notes, and the window that shows it. */
#include "tests/ref_fixture.h"

#include "eu/calls.h"

static struct eu *machine(const char *text, uint32_t nthreads)
{
    return ref_machine(EU_GEN7, text, nthreads, 0xff);
}

static void run(struct eu *eu, uint32_t thread, uint64_t n)
{
    struct eu_event ev;
    assert_int_equal(eu_run_thread(eu, thread, n, &ev), EU_STOP_BUDGET);
}

static uint32_t word(const struct eu *eu, uint32_t addr)
{
    uint32_t value = 0xdeadbeef;
    assert_int_equal(calls_read(eu, addr, &value, sizeof value), 0);
    return value;
}

static const char two_deep[] = "call (2) r10.0<1>:ud outer\n"
                               "nop\n"
                               "outer: call (2) r11.0<1>:ud inner\n"
                               "ret (2) r10.0<2;2,1>:ud\n"
                               "inner: ret (2) r11.0<2;2,1>:ud\n";

static void calls_read_after_calls_and_returns_has_the_open_ones(void **state)
{
    (void)state;
    struct eu *eu = machine(two_deep, 2);
    const uint32_t top = CALLS_END - CALLS_SPAN; /* thread 1's */
    assert_int_equal(calls_ebp(1), top);
    assert_int_equal(calls_esp(&eu->threads[1]), top);
    run(eu, 1, 2);
    assert_int_equal(calls_esp(&eu->threads[1]), top - 8);
    assert_int_equal(word(eu, top - 8), 0x30);
    assert_int_equal(word(eu, top - 4), 0x10);
    assert_int_equal(word(eu, top - 12), 0); /* below esp */
    run(eu, 1, 1);
    assert_int_equal(calls_esp(&eu->threads[1]), top - 4);
    assert_int_equal(word(eu, top - 4), 0x10);
    run(eu, 1, 1);
    assert_int_equal(calls_esp(&eu->threads[1]), top);
    assert_int_equal(calls_esp(&eu->threads[0]), CALLS_END);
    eu_free(eu);
}

static void calls_read_of_deep_recursion_has_the_innermost(void **state)
{
    (void)state;
    struct eu *eu = machine("again: call (2) r10.0<1>:ud again\n", 1);
    const uint32_t deepest = CALLS_BYTES / 4 - 1;
    run(eu, 0, 1000);
    assert_int_equal(eu->threads[0].calls.depth, 1000);
    uint32_t esp = calls_esp(&eu->threads[0]), value;
    assert_int_equal(esp, CALLS_END - 4 * deepest);
    assert_int_equal(word(eu, esp), 0x10);
    assert_int_equal(word(eu, esp + 4 * (EU_CALLS - 1)), 0x10);
    assert_int_equal(calls_read(eu, esp + 4 * EU_CALLS, &value, 4), -EU_ERR_UNAVAILABLE);
    eu_free(eu);
}

static void calls_read_of_what_is_no_stack_fails(void **state)
{
    (void)state;
    struct eu *eu = machine(two_deep, 2);
    static const struct {
        uint32_t addr;
        size_t len;
        bool there;
    } rows[] = {
        {CALLS_END - 1, 1, true},
        {CALLS_END - 7, 6, true},
        {CALLS_END - CALLS_BYTES, CALLS_BYTES, true},
        {CALLS_END - CALLS_BYTES - 1, 1, false},
        {CALLS_END - 4, 5, false},
        {CALLS_END, 1, false},
        {CALLS_END - CALLS_SPAN, 1, false},         /* thread 1's ebp */
        {CALLS_END - CALLS_SPAN - 4, 4, true},      /* thread 1 */
        {CALLS_END - 2 * CALLS_SPAN - 4, 4, false}, /* there is no thread 2 */
        {CALLS_BEGIN, 4, false},
        {CALLS_BEGIN - 1, 1, false},
        {0, 4, false},
        {UINT32_MAX, 4, false},
        {CALLS_END - 4, 0, true},
    };
    uint8_t buf[CALLS_BYTES];
    run(eu, 0, 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(calls_read(eu, rows[i].addr, buf, rows[i].len),
                         rows[i].there ? 0 : -EU_ERR_UNAVAILABLE);
    assert_int_equal(calls_read(eu, CALLS_END - 7, buf, 2), 0);
    assert_int_equal(buf[0], 0); /* 0x30 is at CALLS_END - 8 */
    assert_int_equal(calls_read(eu, CALLS_END - 8, buf, 1), 0);
    assert_int_equal(buf[0], 0x30);
    eu_free(eu);
}

static void ret_to_elsewhere_is_no_return(void **state)
{
    (void)state;
    struct eu *eu = machine("call (2) r10.0<1>:ud away\n"
                            "nop\n"
                            "away: add (1) r10.0<1>:ud r10.0<0;1,0>:ud 16:ud\n"
                            "ret (2) r10.0<2;2,1>:ud\n",
                            1);
    run(eu, 0, 3);
    assert_int_equal(eu->threads[0].ip, 0x20);
    assert_int_equal(eu->threads[0].calls.depth, 1);
    eu_free(eu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_read_after_calls_and_returns_has_the_open_ones),
        cmocka_unit_test(calls_read_of_deep_recursion_has_the_innermost),
        cmocka_unit_test(calls_read_of_what_is_no_stack_fails),
        cmocka_unit_test(ret_to_elsewhere_is_no_return),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
