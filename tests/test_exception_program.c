/* Whole programs: a kernel and a System Routine on the reference engine. */
#include "tests/exception_rig.h"

static void run_illegal_enters_and_is_skipped_by_the_routine(void **state)
{
    struct rig *f = *state;
    rig_start(f, MARK "illegal\n" MARK, COUNT SKIP CLEAR RETURN, 1, 0xff, 0x1000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 7), 2);
    assert_int_equal(rig_grf(f, 0, 20, 0), 1);
    assert_int_equal(f->n, 1);
    assert_int_equal(f->seen[0].kind, EXC_ILLEGAL_OPCODE);
    assert_int_equal(f->seen[0].ip, 16);
    assert_int_equal(f->seen[0].aip, 16);
    assert_int_equal(f->t->cr[0], 0);
    assert_int_equal(f->t->cr[1], 0x1000);
    assert_int_equal(f->t->cr[2], 32);
}

static void run_illegal_disabled_is_a_nop(void **state)
{
    struct rig *f = *state;
    rig_start(f, MARK "illegal\n" MARK, COUNT RETURN, 1, 0xff, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 2);
    assert_int_equal(f->n, 0);
    assert_int_equal(f->t->cr[1], 0x10000000);
}

static void run_software_taken_behind_the_last_instruction(void **state)
{
    struct rig *f = *state;
    rig_start(f, MARK SOFTWARE, COUNT CLEAR RETURN, 1, 0xff, 0x2000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 20, 0), 1);
    assert_int_equal(f->seen[0].ip, 16);
    assert_int_equal(f->seen[0].aip, 32);
    assert_int_equal(f->t->cr[1], 0x2000);
}

static void run_status_left_set_enters_again_before_the_application(void **state)
{
    struct rig *f = *state;
    /* The first visit returns with bit 29 still set. */
    rig_start(f, SOFTWARE MARK,
              COUNT "cmp.e.f0.0 (1) null<1>:ud r20.0<0;1,0>:ud 1:ud {NoMask}\n"
                    "(-f0.0) and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}\n"
                    "mov (1) r21.0<1>:ud r10.0<0;1,0>:ud {NoMask}\n" RETURN,
              1, 0xff, 0x2000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 2);
    assert_int_equal(f->seen[1].kind, EXC_SOFTWARE);
    assert_int_equal(f->seen[1].ip, 16);
    assert_int_equal(f->seen[1].aip, 16);
    /* the application executed nothing in between */
    assert_int_equal(rig_grf(f, 0, 21, 0), 0);
    assert_int_equal(rig_grf(f, 0, 10, 0), 1);
}

static void run_nothing_behind_the_return_executes(void **state)
{
    struct rig *f = *state;
    rig_start(f, "illegal\n" MARK, SKIP CLEAR RETURN COUNT COUNT, 1, 0xff, 0x1000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 20, 0), 0);
    assert_int_equal(rig_grf(f, 0, 10, 0), 1);
}

static void run_breakpoint_suppressed_once_on_return(void **state)
{
    struct rig *f = *state;
    rig_start(f, "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" MARK,
              COUNT CLEAR SUPPRESS RETURN, 1, 0xff, 0x8000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 20, 0), 1);
    assert_int_equal(rig_grf(f, 0, 10, 0), 2);
    assert_int_equal(f->t->cr[0], 0);
    assert_int_equal(f->t->cr[1], 0x8000);
}

static void run_single_step_enters_before_each_instruction(void **state)
{
    struct rig *f = *state;
    /* The routine leaves bit 31 set and sets suppress: each visit executes one instruction. */
    rig_start(f, "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" MARK MARK,
              COUNT SUPPRESS RETURN, 1, 0xff, 0x8000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(f->seen[i].aip, 16 * i);
    assert_int_equal(rig_grf(f, 0, 10, 0), 3);
}

static void run_routine_sees_only_the_channels_on_ip(void **state)
{
    struct rig *f = *state;
    rig_start(f,
              "mov (8) r2.0<1>:w 0x76543210:v\n"
              "mov (8) r3.0<1>:d r2.0<8;8,1>:w\n"
              "cmp.l.f0.0 (8) null<1>:d r3.0<8;8,1>:d 3:d\n"
              "(f0.0) if (8) other join\n"
              "illegal\n"
              "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
              "else (8) join\n"
              "other: add (8) r10.0<1>:d r10.0<8;8,1>:d 16:d\n"
              "join: endif (8) rest\n"
              "rest: nop\n",
              /* The compare without NoMask writes the flags of the channels that run. */
              "mov (1) f1.0<1>:uw 0:uw {NoMask}\n"
              "cmp.e.f1.0 (8) null<1>:d r3.0<8;8,1>:d r3.0<8;8,1>:d\n"
              "mov (1) r21.0<1>:ud f1.0<0;1,0>:uw {NoMask}\n" SKIP CLEAR RETURN,
              1, 0xff, 0x1000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 21, 0), 0x07);
    for (unsigned n = 0; n < 8; n++)
        assert_int_equal(rig_grf(f, 0, 10, n), n < 3 ? 1 : 16);
}

static void run_under_spf_enters_and_returns(void **state)
{
    struct rig *f = *state;
    rig_start(f,
              "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n"
              "jmpi (1) on {NoMask}\nnop\non: illegal\n" MARK,
              SKIP CLEAR RETURN, 1, 0xff, 0x1000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->seen[0].ip, 48);
    assert_int_equal(rig_grf(f, 0, 10, 7), 1);
    assert_int_equal(f->t->cr[0], EU_CR0_SPF);
}

static void run_spf_cleared_in_the_routine_moves_its_channels(void **state)
{
    struct rig *f = *state;
    rig_start(f, "illegal\n" MARK,
              "or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {NoMask, Switch}\n"
              "jmpi (1) on {NoMask}\nnop\n"
              "on: and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xfffffffb:ud {NoMask, Switch}\n"
              "add (8) r22.0<1>:d r22.0<8;8,1>:d 1:d\n" SKIP CLEAR RETURN,
              1, 0x0f, 0x1000);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 22, 3), 1); /* the return lets these channels run again */
    assert_int_equal(rig_grf(f, 0, 22, 4), 0);
    assert_int_equal(rig_grf(f, 0, 10, 3), 1);
}

static void run_without_sip_goes_on_after_a_software_stop(void **state)
{
    struct rig *f = *state;
    rig_start(f, SOFTWARE MARK SOFTWARE MARK, NULL, 1, 0xff, 0x2000);
    assert_int_equal(rig_run(f), EU_STOP_EXCEPTION);
    assert_int_equal(f->ev.ip, 16);
    assert_int_equal(f->seen[0].ip, 0);
    assert_int_equal(f->t->ip, 16);
    /* the bit was set already, so the second event is lost */
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 2);
    assert_int_equal(f->n, 1);
}

static void run_halt_breaks_a_wait_unless_held(void **state)
{
    struct rig *f = *state;
    rig_start(f, "wait n0\n" MARK,
              COUNT CLEAR "mov (1) r21.0<1>:ud cr0.2<0;1,0>:ud {NoMask, Switch}\n" RETURN, 1, 0xff,
              0);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    f->eu->quirks[EU_QUIRK_HALT_WAIT] = 1;
    exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(f->n, 0);
    f->eu->quirks[EU_QUIRK_HALT_WAIT] = 0;
    /* after the routine it is back in the wait */
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(f->n, 1);
    assert_int_equal(f->seen[0].kind, EXC_EXTERNAL_HALT);
    assert_int_equal(f->seen[0].aip, 0);
    assert_int_equal(rig_grf(f, 0, 20, 0), 1);
    f->t->n[0] = 1;
    f->t->status = EU_THREAD_READY;
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 1);
}

static void run_lint_return_without_nop_is_named(void **state)
{
    struct rig *f = *state;
    rig_start(f, "illegal\n" MARK, SKIP CLEAR LEAVE COUNT, 1, 0xff, 0x1000);
    f->eu->lint = f->eu->lint_stop = true;
    assert_int_equal(rig_run(f), EU_STOP_LINT);
    assert_non_null(strstr(f->ev.text, "sip-return-nop"));
    assert_int_equal(f->t->ip, 16); /* it has returned */
    f->eu->lint_stop = false;
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 1);
}

/* --- the slot of a saved context --- */
static void slots_of(struct rig *f, uint32_t eus, uint32_t threads_each, uint32_t threads)
{
    rig_begin(f, threads, 0, 0xff, 0);
    f->eu->eus = (uint8_t)eus;
    f->eu->eu_threads = (uint8_t)threads_each;
    memset(f->eu->slots, 0, sizeof f->eu->slots);
    f->eu->slots_end = f->eu->queued = 0;
    f->eu->together = 1;
    for (uint32_t i = 0; i < threads; i++)
        eu_thread_queue(f->eu, i, 0, 0xff, 0);
    eu_admit(f->eu);
    f->eu->end_ip = rig_load(f->eu, 0, MARK MARK MARK EOT);
    rig_sip(f->eu, "samples/sip_preempt.asm");
    exc_install(f->eu);
}

static void saved_context_leaves_its_slot_to_who_waits_for_one(void **state)
{
    struct rig *f = *state;
    slots_of(f, 1, 1, 2);
    assert_int_equal(f->eu->threads[1].status, EU_THREAD_QUEUED);
    assert_int_equal(eu_run(f->eu, 1, &f->ev), EU_STOP_BUDGET);
    assert_int_equal(exc_preempt(f->eu, f->t), 0);
    while (!exc_saved(f->t))
        assert_int_equal(eu_run(f->eu, 1, &f->ev), EU_STOP_BUDGET);
    assert_int_equal(f->eu->threads[1].status, EU_THREAD_READY);
    assert_int_equal(f->eu->threads[1].sr[0], f->t->sr[0]);
    assert_int_equal(exc_restore(f->eu, f->t), -EU_ERR_BUSY);
    assert_int_equal(exc_restore_in(f->eu, f->t, 1), -EU_ERR_RANGE);
    /* there is only one save area */
    assert_int_equal(exc_preempt(f->eu, &f->eu->threads[1]), -EU_ERR_BUSY);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_string_equal(f->ev.text, "1 saved context");
    assert_int_equal(rig_grf(f, 1, 10, 0), 3);
    assert_int_equal(exc_restore(f->eu, f->t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 3);
}

static void restored_context_has_the_identity_of_its_new_slot(void **state)
{
    struct rig *f = *state;
    slots_of(f, 4, 2, 3);
    assert_int_equal(eu_run_thread(f->eu, 1, 2, &f->ev), EU_STOP_BUDGET);
    struct eu_thread *t = &f->eu->threads[1];
    assert_int_equal(exc_preempt(f->eu, t), 0);
    while (!exc_saved(t))
        assert_int_equal(eu_run_thread(f->eu, 1, 1, &f->ev), EU_STOP_BUDGET);
    assert_int_equal(exc_restore_in(f->eu, t, 2), -EU_ERR_BUSY);
    assert_int_equal(exc_restore_in(f->eu, t, 7), 0);
    assert_int_equal(t->sr[0] & 0x1f07, 0x301);
    assert_int_equal(t->sr[1] >> 24, 7);
    /* r0.4 still has the slot that it left */
    assert_int_equal(rig_grf(f, 1, 0, 4) & 0x1f07, 0x001);
    assert_null(eu_slot_thread(f->eu, 1));
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(rig_grf(f, i, 10, 0), 3);
}

/* The context's own slot is taken, so it gets the first free one. */
static void restored_context_takes_the_first_free_slot(void **state)
{
    struct rig *f = *state;
    slots_of(f, 1, 2, 3);
    struct eu_thread *t = &f->eu->threads[1];
    assert_int_equal(exc_preempt(f->eu, t), 0);
    while (!exc_saved(t))
        assert_int_equal(eu_run_thread(f->eu, 1, 1, &f->ev), EU_STOP_BUDGET);
    eu_admit(f->eu);
    assert_ptr_equal(eu_slot_thread(f->eu, 1), &f->eu->threads[2]);
    while (f->eu->threads[0].status == EU_THREAD_READY)
        (void)eu_run_thread(f->eu, 0, 1, &f->ev);
    eu_admit(f->eu);
    assert_int_equal(exc_restore(f->eu, t), 0);
    assert_ptr_equal(eu_slot_thread(f->eu, 0), t);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(rig_grf(f, i, 10, 0), 3);
}

/* Section 4.3.4 is about GPGPU. Pixel and media threads depend on others by the numbers of their
 * slots, so they stay. */
static void thread_that_another_depends_on_stays(void **state)
{
    struct rig *f = *state;
    slots_of(f, 1, 2, 2);
    f->eu->threads[1].depends[0] = 1;
    assert_int_equal(exc_preempt(f->eu, f->t), -EU_ERR_BUSY);
    assert_int_equal(exc_preempt(f->eu, &f->eu->threads[1]), 0);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
    const struct CMUnitTest tests[] = {
        CASE(run_illegal_enters_and_is_skipped_by_the_routine),
        CASE(run_illegal_disabled_is_a_nop),
        CASE(run_software_taken_behind_the_last_instruction),
        CASE(run_status_left_set_enters_again_before_the_application),
        CASE(run_nothing_behind_the_return_executes),
        CASE(run_breakpoint_suppressed_once_on_return),
        CASE(run_single_step_enters_before_each_instruction),
        CASE(run_routine_sees_only_the_channels_on_ip),
        CASE(run_under_spf_enters_and_returns),
        CASE(run_spf_cleared_in_the_routine_moves_its_channels),
        CASE(run_without_sip_goes_on_after_a_software_stop),
        CASE(run_halt_breaks_a_wait_unless_held),
        CASE(run_lint_return_without_nop_is_named),
        CASE(saved_context_leaves_its_slot_to_who_waits_for_one),
        CASE(restored_context_has_the_identity_of_its_new_slot),
        CASE(restored_context_takes_the_first_free_slot),
        CASE(thread_that_another_depends_on_stays),
    };
    return cmocka_run_group_tests_name("exception_program", tests, NULL, NULL);
}
