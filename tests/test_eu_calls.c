/* The shadow call stack: what the engine records, and the window that shows it. */
#include "tests/ref_fixture.h"

#include "eu/calls.h"
#include "exception/exception.h"
#include "isa/dwarf.h"

static struct eu *make_machine(const char *text, uint32_t nthreads)
{
    return ref_machine(EU_GEN7, text, nthreads, 0xff);
}

static void run_thread(struct eu *eu, uint32_t thread, uint64_t n)
{
    struct eu_event ev;
    assert_int_equal(eu_run_thread(eu, thread, n, &ev), EU_STOP_BUDGET);
}

static uint64_t rsp_of(const struct eu_thread *t)
{
    return calls_rsp(t, EU_CHANNELS);
}

static uint64_t word_at(const struct eu *eu, uint64_t addr)
{
    uint64_t value = 0xdeadbeef;
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
    struct eu *eu = make_machine(two_deep, 2);
    const uint64_t top = CALLS_END - CALLS_SPAN; /* the end of thread 1's stack */
    assert_int_equal(calls_rbp(1), top);
    assert_int_equal(rsp_of(&eu->threads[1]), top - 8);
    assert_int_equal(word_at(eu, top - 8), EU_FRAME_DISPATCH);
    run_thread(eu, 1, 2);
    assert_int_equal(rsp_of(&eu->threads[1]), top - 24);
    assert_int_equal(word_at(eu, top - 24), 0x30);
    assert_int_equal(word_at(eu, top - 16), 0x10);
    assert_int_equal(word_at(eu, top - 32), 0); /* below rsp */
    run_thread(eu, 1, 1);
    assert_int_equal(rsp_of(&eu->threads[1]), top - 16);
    assert_int_equal(word_at(eu, top - 16), 0x10);
    run_thread(eu, 1, 1);
    assert_int_equal(rsp_of(&eu->threads[1]), top - 8);
    assert_int_equal(rsp_of(&eu->threads[0]), CALLS_END - 8);
    eu_free(eu);
}

static void calls_read_of_deep_recursion_has_the_innermost(void **state)
{
    (void)state;
    struct eu *eu = make_machine("again: call (2) r10.0<1>:ud again\n", 1);
    const uint32_t deepest = 500;
    run_thread(eu, 0, 1000);
    assert_int_equal(eu->threads[0].calls.depth, 1000);
    uint64_t rsp = rsp_of(&eu->threads[0]);
    assert_int_equal(rsp, CALLS_END - 8 * (deepest + 1));
    assert_int_equal(word_at(eu, rsp), 0x10);
    assert_int_equal(word_at(eu, rsp + 8 * (EU_CALLS - 1)), 0x10);
    assert_int_equal(word_at(eu, rsp + 8 * EU_CALLS), EU_FRAME_FORGOTTEN);
    assert_int_equal(word_at(eu, CALLS_END - 8), EU_FRAME_FORGOTTEN);
    eu_free(eu);
}

static void calls_read_of_what_is_no_stack_fails(void **state)
{
    (void)state;
    struct eu *eu = make_machine(two_deep, 2);
    static const struct {
        uint64_t addr;
        size_t len;
        bool there;
    } rows[] = {
        {CALLS_END - 1, 1, true},
        {CALLS_END - 7, 6, true},
        {CALLS_END - CALLS_BYTES, CALLS_BYTES, true},
        {CALLS_END - CALLS_BYTES - 1, 1, false},
        {CALLS_END - 8, 9, false},
        {CALLS_END, 1, false},
        {CALLS_END - CALLS_SPAN, 1, false},         /* thread 1's rbp */
        {CALLS_END - CALLS_SPAN - 8, 8, true},      /* thread 1 */
        {CALLS_END - 2 * CALLS_SPAN - 8, 8, false}, /* there is no thread 2 */
        {CALLS_BEGIN, 4, false},
        {CALLS_BEGIN - 1, 1, false},
        {0, 4, false},
        {UINT64_MAX - 3, 4, false},
        {CALLS_END - 8, 0, true},
    };
    uint8_t buf[CALLS_BYTES];
    run_thread(eu, 0, 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(calls_read(eu, rows[i].addr, buf, rows[i].len),
                         rows[i].there ? 0 : -EU_ERR_UNAVAILABLE);
    assert_int_equal(calls_read(eu, CALLS_END - 23, buf, 2), 0);
    assert_int_equal(buf[0], 0); /* 0x30 is at CALLS_END - 24 */
    assert_int_equal(calls_read(eu, CALLS_END - 24, buf, 1), 0);
    assert_int_equal(buf[0], 0x30);
    eu_free(eu);
}

static void calls_of_a_channel_that_waits_for_a_call_are_without_it(void **state)
{
    (void)state;
    struct eu *eu = make_machine("mov (1) f0.0<1>:uw 0xf:uw {NoMask, Switch}\n"
                                 "(f0.0) call (2) r10.0<1>:ud some\n"
                                 "nop\n"
                                 "some: nop\n",
                                 1);
    const struct eu_thread *t = eu->threads;
    run_thread(eu, 0, 2);
    assert_int_equal(t->calls.depth, 1);
    assert_int_equal(calls_rsp(t, 0), CALLS_END - 16);
    assert_int_equal(calls_rsp(t, 7), CALLS_END - 8);
    assert_int_equal(t->pcip[7], 0x20);
    eu_free(eu);
}

static void put_routine(struct eu *eu, uint32_t sip)
{
    eu->has_sip = true;
    eu->sip = sip;
    exc_install(eu);
}

static void calls_in_the_routine_lead_to_aip_and_go_with_it(void **state)
{
    (void)state;
    struct eu *eu = make_machine("call (2) r10.0<1>:ud sub\n"
                                 "sub: nop\n"
                                 "nop\n"
                                 "call (2) r11.0<1>:ud own {NoMask}\n"
                                 "own: and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud "
                                 "{NoMask, Switch}\n"
                                 "nop\n",
                                 1);
    struct eu_thread *t = eu->threads;
    put_routine(eu, 0x30);
    run_thread(eu, 0, 2);
    assert_int_equal(exc_raise(eu, t, EXC_EXTERNAL_HALT), 0);
    run_thread(eu, 0, 1);
    t->cr[1] = 0; /* the status bit would raise it again */
    const uint64_t want[] = {0x40, EU_FRAME_EXCEPTION, 0x20, 0x10, EU_FRAME_DISPATCH};
    const uint64_t rsp = CALLS_END - sizeof want;
    assert_int_equal(rsp_of(t), rsp);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(word_at(eu, rsp + 8 * i), want[i]);
    assert_int_equal(calls_pop(eu, t, rsp + 16), -EU_ERR_RANGE); /* this would leave the routine */
    assert_int_equal(exc_routine_calls(t), 1);
    run_thread(eu, 0, 1);
    assert_false(exc_in_routine(t));
    assert_int_equal(t->calls.depth, 1);
    assert_int_equal(rsp_of(t), CALLS_END - 16);
    eu_free(eu);
}

static void calls_pop_takes_the_channels_on_ip_to_the_caller(void **state)
{
    (void)state;
    struct eu *eu = make_machine(two_deep, 1);
    struct eu_thread *t = eu->threads;
    run_thread(eu, 0, 2);
    t->pcip[7] = 0x20; /* the channel stands elsewhere */
    static const uint64_t bad[] = {CALLS_END - 23, CALLS_END - 32, CALLS_END, 0, UINT32_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(calls_pop(eu, t, bad[i]), -EU_ERR_RANGE);
    assert_int_equal(calls_pop(eu, t, CALLS_END - 24), 0); /* this is the present rsp */
    assert_int_equal(t->ip, 0x40);
    assert_int_equal(calls_pop(eu, t, CALLS_END - 8), 0); /* ends both calls */
    assert_int_equal(t->calls.depth, 0);
    assert_int_equal(t->ip, 0x10);
    assert_int_equal(eu_on_ip(t), 0x7f);
    assert_int_equal(t->pcip[7], 0x20);
    eu_free(eu);
}

/* A routine that sets SPF works for all channels, and moves none of them: not those that did not
 * enter it either. */
static void calls_in_the_routine_with_spf_are_those_of_every_channel(void **state)
{
    (void)state;
    struct eu *eu = make_machine("nop\n"
                                 "nop\n"
                                 "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n"
                                 "call (2) r11.0<1>:ud own {NoMask}\n"
                                 "nop\n"
                                 "own: nop\n",
                                 1);
    struct eu_thread *t = eu->threads;
    put_routine(eu, 0x20);
    run_thread(eu, 0, 1);
    t->pcip[7] = 0; /* the channel stands elsewhere */
    assert_int_equal(exc_raise(eu, t, EXC_EXTERNAL_HALT), 0);
    run_thread(eu, 0, 1);
    const uint64_t rsp = CALLS_END - 3 * CALLS_WORD;
    t->cr[0] &= ~(uint32_t)EU_CR0_SPF;
    assert_int_equal(calls_rsp(t, 7), CALLS_END - CALLS_WORD);
    t->cr[0] |= EU_CR0_SPF;
    assert_int_equal(calls_rsp(t, 7), rsp);
    run_thread(eu, 0, 1);
    assert_int_equal(t->ip, 0x50);
    assert_int_equal(calls_rsp(t, 0), rsp - CALLS_WORD);
    assert_int_equal(calls_rsp(t, 7), rsp - CALLS_WORD);
    assert_int_equal(calls_pop(eu, t, rsp), 0);
    assert_int_equal(t->ip, 0x40);
    assert_int_equal(t->pcip[7], 0);
    eu_free(eu);
}

static void calls_frame_in_the_routine_has_what_it_interrupted(void **state)
{
    (void)state;
    struct eu *eu = make_machine("call (2) r10.0<1>:ud sub\n"
                                 "nop\n"
                                 "sub: nop\n"
                                 "nop\n"
                                 "call (2) r11.0<1>:ud own {NoMask}\n"
                                 "nop\n"
                                 "own: nop\n",
                                 1);
    struct eu_thread *t = eu->threads;
    put_routine(eu, 0x40);
    run_thread(eu, 0, 1);
    t->pcip[7] = 0x10; /* the channel waits for the call */
    assert_int_equal(exc_raise(eu, t, EXC_EXTERNAL_HALT), 0);
    run_thread(eu, 0, 1);
    assert_int_equal(t->ip, 0x60);
    t->pcip[7] = 0x10; /* without the mask, the call took it along */
    static const struct calls_frame want[] = {{0x50, false, 1}, {0x20, true, 1}, {0x10, false, 0}};
    static const unsigned inside[] = {0, EU_CHANNELS};
    struct calls_frame f;
    for (unsigned k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < 3; i++) {
            assert_true(calls_frame(t, inside[k], i, &f));
            assert_int_equal(f.ip, want[i].ip);
            assert_int_equal(f.interrupted, want[i].interrupted);
            assert_int_equal(f.further, want[i].further);
        }
        assert_false(calls_frame(t, inside[k], 3, &f));
    }
    assert_false(calls_frame(t, 7, 0, &f));
    eu_free(eu);
}

/* Gen8 and 9: the call mask ends with the call, however the call ends. */
static void calls_pop_enables_the_channels_that_waited(void **state)
{
    (void)state;
    struct eu *eu = ref_machine(EU_GEN9,
                                "mov (1) f0.0<1>:uw 0xf:uw {NoMask}\n"
                                "(f0.0) call (8) r10.0<1>:ud some\n"
                                "nop\n"
                                "some: nop\n",
                                1, 0xff);
    struct eu_thread *t = eu->threads;
    run_thread(eu, 0, 2);
    assert_int_equal(eu_emask(t), 0x0f);
    t->pcip[7] = t->ip; /* it waits at the place where the function is */
    assert_int_equal(calls_pop(eu, t, CALLS_END - 8), 0);
    assert_int_equal(t->ip, 0x20);
    assert_int_equal(eu_emask(t), 0xff);
    assert_int_equal(eu_on_ip(t), 0x7f);
    eu_free(eu);
}

static void ret_to_elsewhere_is_no_return(void **state)
{
    (void)state;
    struct eu *eu = make_machine("call (2) r10.0<1>:ud away\n"
                                 "nop\n"
                                 "away: add (1) r10.0<1>:ud r10.0<0;1,0>:ud 16:ud\n"
                                 "ret (2) r10.0<2;2,1>:ud\n",
                                 1);
    run_thread(eu, 0, 3);
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
        cmocka_unit_test(calls_of_a_channel_that_waits_for_a_call_are_without_it),
        cmocka_unit_test(calls_in_the_routine_lead_to_aip_and_go_with_it),
        cmocka_unit_test(calls_pop_takes_the_channels_on_ip_to_the_caller),
        cmocka_unit_test(calls_in_the_routine_with_spf_are_those_of_every_channel),
        cmocka_unit_test(calls_frame_in_the_routine_has_what_it_interrupted),
        cmocka_unit_test(calls_pop_enables_the_channels_that_waited),
        cmocka_unit_test(ret_to_elsewhere_is_no_return),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
