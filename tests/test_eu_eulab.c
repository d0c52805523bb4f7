/* libeulab: correct and wrong uses by a program that embeds a machine. */
#include "tests/helpers.h"

#include "eu/eulab.h"

#define EOT                                                                                        \
    "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"                                               \
    "send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n"
static const char counts[] = "mov (8) r10.0<1>:d 40:d\n"
                             "next: add (8) r10.0<1>:d r10.0<8;8,1>:d 2:d\n" EOT;
static const char endless[] = "again: nop\njmpi again\njmpi again\n";
static const char bad[] = "mov (8) r10.0<1>:d 40:d\n"
                          "here: illegal\n" EOT;
static const char skips[] = "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}\n"
                            "and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}\n"
                            "and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}\n"
                            "nop\nnop\n";
enum { SIP = 0x80000 };

static struct eulab *machine(const char *text, unsigned threads, unsigned enables)
{
    struct eulab *lab = eulab_new(EULAB_GEN7, threads);
    assert_non_null(lab);
    assert_int_equal(eulab_load_text(lab, text, 0), 0);
    assert_int_equal(eulab_map(lab, 0x100000, 4096), 0);
    assert_int_equal(eulab_dispatch(lab, 0, 0xff, enables), 0);
    return lab;
}

static int r10(struct eulab *lab)
{
    int32_t lanes[8] = {0};
    assert_int_equal(eulab_reg_read(lab, 0, "r10", lanes, sizeof lanes), 32);
    return lanes[7];
}

static void eulab_new_with_bad_arguments_is_null(void **state)
{
    (void)state;
    assert_null(eulab_new(EULAB_GEN7, 0));
    assert_null(eulab_new(EULAB_GEN7, 65537));
    assert_null(eulab_new((enum eulab_gen)3, 1));
    eulab_free(NULL);
}

static void eulab_names_are_the_tables_and_never_null(void **state)
{
    (void)state;
    assert_string_equal(eulab_stop_name(EULAB_STOP_WATCH), "watchpoint");
    assert_string_equal(eulab_stop_name(EULAB_STOP_THREAD_END), "thread-end");
    assert_string_equal(eulab_stop_name((enum eulab_stop)99), "unknown");
    assert_string_equal(eulab_exception_name(EULAB_EXC_SOFTWARE), "software");
    assert_string_equal(eulab_exception_name((enum eulab_exception)99), "unknown");
    assert_string_equal(eulab_strerror(-EULAB_ERR_BUSY), "in use");
    assert_string_equal(eulab_version(), EULAB_VERSION);
}

static void eulab_load_of_bad_source_says_where(void **state)
{
    (void)state;
    struct eulab *lab = eulab_new(EULAB_GEN7, 1);
    assert_int_equal(eulab_load_text(lab, "nop\nmoov (8) r1 r2\n", 0), -EULAB_ERR_SYNTAX);
    assert_non_null(strstr(eulab_message(lab), "source:2:1: error: "));
    assert_true(eulab_load_file(lab, "no/such/file.asm", 0) < 0);
    assert_non_null(strstr(eulab_message(lab), "no/such/file.asm"));
    assert_int_equal(eulab_load_text(lab, "nop\n", 4), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_load_text(lab, "nop\n", 0), 0);
    assert_string_equal(eulab_message(lab), "");
    assert_int_equal(eulab_load_code(lab, "", 0, 64), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_load_code(lab, "\1\0", 3, 64), -EULAB_ERR_TRUNCATED);
    assert_non_null(strstr(eulab_message(lab), "code: truncated: 3 bytes"));
    assert_int_equal(eulab_load_code(lab, "12345678", 8, 8), -EULAB_ERR_OVERLAP);
    assert_non_null(strstr(eulab_message(lab), "8 bytes at 0x00000008: "));
    eulab_free(lab);
}

static void eulab_load_of_seventeen_programs_is_refused(void **state)
{
    (void)state;
    struct eulab *lab = eulab_new(EULAB_GEN75, 1);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(eulab_load_text(lab, "nop\n", i * 16), 0);
    assert_int_equal(eulab_load_text(lab, "nop\n", 0x1000), -EULAB_ERR_RANGE);
    eulab_free(lab);
}

static void eulab_before_dispatch_has_memory_but_nothing_runs(void **state)
{
    (void)state;
    struct eulab *lab = eulab_new(EULAB_GEN7, 1);
    uint32_t v = 7;
    assert_int_equal(eulab_run(lab, 1, NULL), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_reg_read(lab, 0, "r1", &v, sizeof v), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_break(lab, 0), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_raise(lab, 0, EULAB_EXC_SOFTWARE), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_mem_write(lab, 0x2000, &v, sizeof v), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_buffer(lab, 254, 0x2000, 64), -EULAB_ERR_RANGE);
    struct eulab *gen8 = eulab_new(EULAB_GEN8, 1); /* 253 is stateless there */
    assert_int_equal(eulab_buffer(gen8, 253, 0x2000, 64), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_buffer(gen8, 251, 0x2000, 64), 0);
    eulab_free(gen8);
    assert_int_equal(eulab_buffer(lab, 3, 0x2000, 64), 0);
    assert_int_equal(eulab_mem_write(lab, 0x2000, &v, sizeof v), 0);
    v = 0;
    assert_int_equal(eulab_mem_read(lab, 0x2000, &v, sizeof v), 0);
    assert_int_equal(v, 7);
    /* Gen7 has addresses of 32 bits. */
    assert_int_equal(eulab_mem_read(lab, 0x100002000, &v, sizeof v), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_mem_write(lab, 0x100002000, &v, sizeof v), -EULAB_ERR_UNAVAILABLE);
    eulab_free(lab);
}

static void eulab_after_dispatch_loads_nothing(void **state)
{
    (void)state;
    struct eulab *lab = machine(counts, 1, 0);
    assert_int_equal(eulab_load_text(lab, "nop\n", 0x1000), -EULAB_ERR_BUSY);
    assert_int_equal(eulab_set_sip(lab, SIP), -EULAB_ERR_BUSY);
    assert_int_equal(eulab_map(lab, 0, 1), -EULAB_ERR_BUSY);
    assert_int_equal(eulab_dispatch(lab, 0, 1, 0), -EULAB_ERR_BUSY);
    eulab_free(lab);
}

static void eulab_run_in_slices_is_the_run_at_once(void **state)
{
    (void)state;
    struct eulab *lab = machine(counts, 1, 0);
    struct eulab_event ev;
    int slices = 0;
    while (eulab_run(lab, 1, &ev) == EULAB_STOP_BUDGET)
        slices++;
    assert_int_equal(ev.stop, EULAB_STOP_DONE);
    assert_int_equal(slices, 3); /* the fourth call sees the end */
    assert_int_equal(eulab_insts(lab), 4);
    assert_int_equal(r10(lab), 42);
    assert_true(eulab_thread_ended(lab, 0));
    assert_int_equal(eulab_step(lab, 0, 1, &ev), -EULAB_ERR_UNAVAILABLE);
    assert_int_equal(eulab_reset(lab), 0);
    assert_int_equal(eulab_insts(lab), 0);
    assert_int_equal(eulab_run(lab, 100, NULL), EULAB_STOP_DONE);
    assert_int_equal(r10(lab), 42);
    eulab_free(lab);
}

static void eulab_breakpoint_stops_each_of_two_machines_by_itself(void **state)
{
    (void)state;
    struct eulab *a = machine(counts, 1, 0), *b = machine(counts, 1, 0);
    struct eulab_event ev;
    int32_t forty[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    assert_int_equal(eulab_label(a, "next"), 16);
    assert_int_equal(eulab_label(a, "nowhere"), -EULAB_ERR_UNKNOWN);
    assert_int_equal(eulab_break(a, 16), 0);
    assert_int_equal(eulab_break(a, 3), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_run(b, 100, &ev), EULAB_STOP_DONE);
    assert_int_equal(eulab_run(a, 100, &ev), EULAB_STOP_BREAKPOINT);
    assert_int_equal(ev.ip, 16);
    assert_int_equal(eulab_reg_write(a, 0, "r10", forty, sizeof forty), 0);
    assert_int_equal(eulab_reg_write(a, 0, "r10", forty, 4), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_reg_write(a, 0, "r128", forty, 32), -EULAB_ERR_UNKNOWN);
    assert_int_equal(eulab_reg_write(a, 1, "r10", forty, 32), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_run(a, 100, &ev), EULAB_STOP_DONE);
    assert_int_equal(r10(a), 3);
    assert_int_equal(r10(b), 42);
    assert_int_equal(eulab_break_delete(a, 16), 0);
    assert_int_equal(eulab_break_delete(a, 16), -EULAB_ERR_UNKNOWN);
    eulab_free(a);
    eulab_free(b);
}

static void eulab_step_is_of_one_thread_to_its_end(void **state)
{
    (void)state;
    struct eulab *lab = machine(counts, 2, 0);
    struct eulab_event ev;
    for (int i = 1; i < 4; i++) {
        assert_int_equal(eulab_step(lab, 1, 1000, &ev), EULAB_STOP_STEP);
        assert_int_equal(ev.thread, 1);
        assert_int_equal(ev.ip, 16 * i);
    }
    assert_int_equal(eulab_step(lab, 2, 1000, &ev), -EULAB_ERR_RANGE);
    int stop = eulab_step(lab, 1, 1000, &ev);
    assert_int_equal(stop, eulab_thread_ended(lab, 0) ? EULAB_STOP_DONE : EULAB_STOP_THREAD_END);
    eulab_free(lab);
}

static void interrupt(void *ctx, struct eulab *lab, unsigned thread, enum eulab_exception kind,
                      uint32_t ip, uint32_t aip)
{
    (void)thread, (void)ip, (void)aip;
    *(int *)ctx += 1 << kind;
    eulab_interrupt(lab);
}

static struct eulab *with_routine(const char *text, unsigned enables, int *heard)
{
    struct eulab *lab = eulab_new(EULAB_GEN7, 1);
    assert_int_equal(eulab_load_text(lab, text, 0), 0);
    assert_int_equal(eulab_load_text(lab, skips, SIP), 0);
    assert_int_equal(eulab_set_sip(lab, 8), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_set_sip(lab, SIP), 0);
    eulab_on_exception(lab, heard ? interrupt : NULL, heard);
    assert_int_equal(eulab_dispatch(lab, 0, 0xff, enables), 0);
    return lab;
}

static void eulab_interrupt_ends_an_endless_run(void **state)
{
    (void)state;
    int heard = 0;
    struct eulab *lab = with_routine(endless, 0, &heard);
    assert_int_equal(eulab_run(lab, 1000, NULL), EULAB_STOP_BUDGET);
    assert_int_equal(eulab_raise(lab, 0, EULAB_EXC_EXTERNAL_HALT), 0);
    assert_int_equal(eulab_run(lab, UINT64_MAX, NULL), EULAB_STOP_REQUEST);
    assert_int_equal(heard, 1 << EULAB_EXC_EXTERNAL_HALT);
    eulab_free(lab);
}

static void eulab_exception_without_a_routine_stops_by_kind(void **state)
{
    (void)state;
    struct eulab *lab = machine(bad, 1, 1u << EULAB_EXC_ILLEGAL_OPCODE);
    struct eulab_event ev;
    assert_int_equal(eulab_run(lab, 100, &ev), EULAB_STOP_EXCEPTION);
    assert_int_equal(ev.exception, EULAB_EXC_ILLEGAL_OPCODE);
    assert_int_equal(ev.ip, 16);
    assert_non_null(strstr(ev.text, "illegal"));
    eulab_free(lab);
}

static void eulab_catch_stops_at_the_entry(void **state)
{
    (void)state;
    struct eulab *lab = with_routine(bad, 1u << EULAB_EXC_ILLEGAL_OPCODE, NULL);
    struct eulab_event ev;
    assert_int_equal(eulab_catch(lab, 1u << 20), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_catch(lab, 1u << EULAB_EXC_ILLEGAL_OPCODE), 0);
    assert_int_equal(eulab_run(lab, 100, &ev), EULAB_STOP_EXCEPTION);
    assert_int_equal(ev.exception, EULAB_EXC_ILLEGAL_OPCODE);
    assert_int_equal(ev.ip, SIP);
    assert_true(eulab_in_routine(lab, 0));
    assert_int_equal(eulab_run(lab, 100, &ev), EULAB_STOP_DONE);
    assert_false(eulab_in_routine(lab, 0));
    /* the routine's three instructions; the one that it skips does not count */
    assert_int_equal(eulab_insts(lab), 3 + 3);
    eulab_free(lab);
}

/* Writes an OWord block of two OWords to buffer 0, bytes 0x40 to 0x5f. */
static const char writes[] = "mov (8) r2.0<1>:ud 0:ud {NoMask}\n"
                             "mov (1) r2.2<1>:ud 4:ud\n"
                             "mov (8) r3.0<1>:ud 7:ud {NoMask}\n"
                             "send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n" EOT;

static void eulab_watch_stops_after_the_write(void **state)
{
    (void)state;
    struct eulab *lab = eulab_new(EULAB_GEN7, 1);
    struct eulab_event ev;
    uint32_t v = 0;
    assert_int_equal(eulab_load_text(lab, writes, 0), 0);
    assert_int_equal(eulab_buffer(lab, 0, 0x20000, 4096), 0);
    assert_int_equal(eulab_dispatch(lab, 0, 0xff, 0), 0);
    assert_int_equal(eulab_watch(lab, 0x20044, 4, true, false), 0);
    assert_int_equal(eulab_watch(lab, 0x20048, 4, false, true), 0);
    assert_int_equal(eulab_run(lab, 100, &ev), EULAB_STOP_WATCH);
    assert_int_equal(ev.addr, 0x20048);
    assert_int_equal(eulab_mem_read(lab, 0x20048, &v, sizeof v), 0);
    assert_int_equal(v, 7);
    v = 9;
    assert_int_equal(eulab_mem_write(lab, 0x20048, &v, sizeof v), 0);
    assert_int_equal(eulab_run(lab, 100, &ev), EULAB_STOP_DONE);
    assert_int_equal(eulab_mem_read(lab, 0x21000, &v, sizeof v), -EULAB_ERR_UNAVAILABLE);
    eulab_free(lab);
}

static void eulab_watch_without_access_is_refused(void **state)
{
    (void)state;
    struct eulab *lab = machine(counts, 1, 0);
    assert_int_equal(eulab_watch(lab, 0x100000, 4, false, false), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_watch(lab, 0x100000, 0, true, true), -EULAB_ERR_RANGE);
    assert_int_equal(eulab_watch(lab, 0x100000, 4, true, true), 0);
    assert_int_equal(eulab_watch_delete(lab, 0x100000, 4, true, false), -EULAB_ERR_UNKNOWN);
    assert_int_equal(eulab_watch_delete(lab, 0x100000, 4, true, true), 0);
    assert_int_equal(eulab_run(lab, 100, NULL), EULAB_STOP_DONE);
    eulab_free(lab);
}

static void eulab_disassemble_is_cut_to_the_buffer(void **state)
{
    (void)state;
    struct eulab *lab = machine(counts, 1, 0);
    char text[64];
    assert_int_equal(eulab_disassemble(lab, 16, text, sizeof text), 16);
    assert_string_equal(text, "add (8) r10.0<1>:d r10.0<8;8,1>:d 2:d");
    assert_int_equal(eulab_disassemble(lab, 16, text, 4), 16);
    assert_string_equal(text, "add");
    assert_true(eulab_disassemble(lab, 0x500000, text, sizeof text) < 0);
    eulab_free(lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eulab_new_with_bad_arguments_is_null),
        cmocka_unit_test(eulab_names_are_the_tables_and_never_null),
        cmocka_unit_test(eulab_load_of_bad_source_says_where),
        cmocka_unit_test(eulab_load_of_seventeen_programs_is_refused),
        cmocka_unit_test(eulab_before_dispatch_has_memory_but_nothing_runs),
        cmocka_unit_test(eulab_after_dispatch_loads_nothing),
        cmocka_unit_test(eulab_run_in_slices_is_the_run_at_once),
        cmocka_unit_test(eulab_breakpoint_stops_each_of_two_machines_by_itself),
        cmocka_unit_test(eulab_step_is_of_one_thread_to_its_end),
        cmocka_unit_test(eulab_interrupt_ends_an_endless_run),
        cmocka_unit_test(eulab_exception_without_a_routine_stops_by_kind),
        cmocka_unit_test(eulab_catch_stops_at_the_entry),
        cmocka_unit_test(eulab_watch_stops_after_the_write),
        cmocka_unit_test(eulab_watch_without_access_is_refused),
        cmocka_unit_test(eulab_disassemble_is_cut_to_the_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
