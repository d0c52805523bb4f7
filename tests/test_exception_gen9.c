/* Context save and restore of Gen9 as its production routines use it: docs/exceptions.md 4b. */
#include "tests/exception_rig.h"

/* Stores r10 to unit 4 of the scratch space, with r9 as the header. */
#define STORE                                                                                      \
    "mov (8) r9.0<1>:ud 0:ud {NoMask}\n"                                                           \
    "send (8) null<1>:ud r9.0<8;8,1>:ud 0xa 0x040e0004 {NoMask}\n"

static void start9(struct rig *f, const char *kernel, const char *sip, uint32_t threads)
{
    rig_end(f);
    *f = (struct rig){.eu = eu_new(EU_GEN9, threads)};
    assert_non_null(f->eu);
    f->t = &f->eu->threads[0];
    f->eu->eu_threads = 7;
    f->eu->eus = 24;
    for (uint32_t i = 0; i < threads; i++)
        eu_thread_start(f->eu, i, 0, 0xff, 0);
    f->eu->hooks.on_log = rig_log;
    f->eu->hooks.observer_ctx = f;
    exc_install(f->eu);
    f->eu->end_ip = rig_load(f->eu, 0, kernel);
    rig_sip(f->eu, sip);
    f->eu->csr = 0x1000000;
    f->eu->has_csr = true;
    assert_int_equal(eu_memory_map(f->eu->mem, f->eu->csr, eu_csr_bytes(f->eu)), 0);
}

static uint32_t memory_at(const struct rig *f, uint64_t addr)
{
    uint32_t v = 0;
    assert_true(eu_memory_read(f->eu->mem, addr, &v, sizeof v));
    return v;
}

static void save(struct rig *f, struct eu_thread *t)
{
    assert_int_equal(exc_preempt(f->eu, t), 0);
    (void)eu_run_thread(f->eu, t->id, 100, &f->ev);
    assert_true(exc_saved(t));
}

static void scratch_of_a_save_lies_behind_the_csr_base(void **state)
{
    struct rig *f = *state;
    start9(f, MARK "mov (8) r10.0<1>:ud 0x11:ud\n" MARK, STORE RETURN, 64);
    /* slot 63 is EU 9, thread 0, of the second subslice */
    struct eu_thread *t = &f->eu->threads[63];
    assert_int_equal(t->sr[0] & 0xffff, 0x1100);
    assert_int_equal(eu_csr_bytes(f->eu), 3 * 0x10000 + 168 * 0x2000);
    assert_int_equal(eu_run_thread(f->eu, 63, 2, &f->ev), EU_STOP_BUDGET);
    save(f, t);
    assert_int_equal(memory_at(f, 0x1000000 + 3 * 0x10000 + 63 * 0x2000 + 4 * 32), 0x11);
    /* In another slot it finds its area, because the host has copied it there. */
    assert_int_equal(exc_restore_in(f->eu, t, 100), 0);
    assert_int_equal(memory_at(f, 0x1000000 + 3 * 0x10000 + 100 * 0x2000 + 4 * 32), 0x11);
    assert_int_equal(t->sr[0] & 0xffff, 0x1a02); /* EU 14: the second row's third */
}

static void requests_are_latched_at_the_entry(void **state)
{
    struct rig *f = *state;
    /* A restore that writes bit 25 is still a restore. A save that clears both bits leaves the
     * routine. */
    start9(f, MARK MARK,
           "mov (1) r20.0<1>:ud cr0.1<0;1,0>:ud {NoMask, Switch}\n"
           "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x2000000:ud {NoMask, Switch}\n"
           "mov (1) sr0.2<1>:ud 0xff:ud {NoMask}\n"
           "mov (1) cr0.2<1>:ud 16:ud {NoMask, Switch}\n" RETURN,
           1);
    assert_int_equal(eu_run_thread(f->eu, 0, 1, &f->ev), EU_STOP_BUDGET);
    save(f, f->t);
    assert_int_equal(rig_grf(f, 0, 20, 0), EXC_CR1_SAVE);
    assert_int_equal(exc_restore(f->eu, f->t), 0);
    assert_int_equal(f->t->sr[2], 0); /* no masks and no PcIPs are set */
    assert_int_equal(eu_run_thread(f->eu, 0, 5, &f->ev), EU_STOP_BUDGET);
    assert_false(exc_in_routine(f->t));
    assert_false(exc_saved(f->t));
    assert_int_equal(rig_grf(f, 0, 20, 0), EXC_CR1_RESTORE);
    assert_int_equal(f->t->cr[1], 0);
    assert_int_equal(f->t->ip, 16);
}

static void pcips_come_back_from_fc0(void **state)
{
    struct rig *f = *state;
    start9(f, MARK MARK MARK,
           "mov (1) r20.0<1>:ud fc0.1<0;1,0>:ud {NoMask}\n"
           "mov (1) fc0.0<1>:ud 16:ud {NoMask}\n"
           "mov (8) fc0.3<1>:ud 32:ud {NoMask}\n"
           "mov (1) sr0.2<1>:ud 0xff:ud {NoMask}\n"
           "mov (1) cr0.2<1>:ud 16:ud {NoMask, Switch}\n" RETURN,
           1);
    assert_int_equal(eu_run_thread(f->eu, 0, 1, &f->ev), EU_STOP_BUDGET);
    save(f, f->t);
    assert_int_equal(rig_grf(f, 0, 20, 0), 16); /* AIP */
    assert_int_equal(exc_restore(f->eu, f->t), 0);
    assert_int_equal(eu_run_thread(f->eu, 0, 6, &f->ev), EU_STOP_BUDGET);
    assert_false(exc_in_routine(f->t));
    assert_int_equal(f->t->pcip[0], 16);
    assert_int_equal(f->t->pcip[1], 0);
    assert_int_equal(f->t->pcip[3], 32);
    assert_int_equal(eu_on_ip(f->t), 1);
    assert_int_equal(f->t->fc0[0], 0);
}

static void notifications_for_a_thread_that_is_out_are_owed(void **state)
{
    struct rig *f = *state;
    start9(f, MARK "wait (1) n0.0<0;1,0>:ud {NoMask}\n" MARK,
           "mov (1) n0.0<1>:ud 0:ud {NoMask}\n"
           "mov (1) sr0.2<1>:ud 0xff:ud {NoMask}\n"
           "mov (8) fc0.0<1>:ud 16:ud {NoMask}\n"
           "mov (1) cr0.2<1>:ud 16:ud {NoMask, Switch}\n" RETURN,
           1);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(f->t->status, EU_THREAD_WAITING);
    save(f, f->t);
    exc_notify(f->eu, f->t, 0);
    assert_int_equal(f->t->n[0], 0);
    assert_int_equal(exc_restore(f->eu, f->t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->t->n[0], 0);
    /* With save-wait=hold the save comes only when the thread has been notified. */
    start9(f, MARK "wait (1) n0.0<0;1,0>:ud {NoMask}\n" MARK, RETURN, 1);
    f->eu->quirks[EU_QUIRK_SAVE_WAIT] = 1;
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(exc_preempt(f->eu, f->t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_false(exc_saved(f->t));
    exc_notify(f->eu, f->t, 0);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_true(exc_saved(f->t));
    assert_int_equal(f->t->ip, 16);
}

/* A thread asks for attention by `wait n1`; what else comes is no answer. */
static void trace_says_what_a_notification_was(void **state)
{
    struct rig *f = *state;
    static const struct {
        unsigned waits,
            n; /* the register that the thread waits for, and the one that is notified */
        const char *text;
    } rows[] = {
        {0, 0, "is notified"}, {1, 1, "is answered"}, {0, 1, "is notified"}, {1, 0, "is notified"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start9(f,
               rows[i].waits ? "wait (1) n1.0<0;1,0>:ud {NoMask}\n" MARK
                             : "wait (1) n0.0<0;1,0>:ud {NoMask}\n" MARK,
               RETURN, 1);
        assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
        assert_int_equal(exc_attention(f->t), rows[i].waits);
        f->log[0] = 0;
        exc_notify(f->eu, f->t, rows[i].n);
        assert_non_null(strstr(f->log, rows[i].text));
    }
}

static void an_end_of_thread_behind_the_master_bit_saves_with_the_quirk(void **state)
{
    struct rig *f = *state;
    start9(f, MARK MARK,
           RETURN "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
                  "send (8) null<1>:ud r112.0<8;8,1>:ud 0x7 0x02000000 {EOT}\n",
           1);
    f->eu->quirks[EU_QUIRK_SAVE_END] = 1;
    exc_raise(f->eu, f->t, EXC_CONTEXT_SAVE);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_true(exc_saved(f->t));
    assert_int_equal(f->t->insts, 4);
}

/* A halt that comes meanwhile waits until the context is back. */
static void a_pending_halt_does_not_enter_what_is_saved(void **state)
{
    static const char halt[] =
        "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x40000000:ud {NoMask, Switch}\n" RETURN
        "mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
        "send (8) null<1>:ud r112.0<8;8,1>:ud 0x7 0x02000000 {EOT}\n";
    struct rig *f = *state;
    for (unsigned ends = 0; ends < 2; ends++) {
        start9(f, MARK MARK, halt, 1);
        f->eu->quirks[EU_QUIRK_SAVE_END] = (uint8_t)ends;
        exc_raise(f->eu, f->t, EXC_CONTEXT_SAVE);
        assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
        assert_true(exc_saved(f->t));
        assert_int_equal(f->t->insts, ends ? 5 : 2);
        assert_int_equal(f->t->cr[1] & CR1_HALT, CR1_HALT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
        T(scratch_of_a_save_lies_behind_the_csr_base),
        T(requests_are_latched_at_the_entry),
        T(pcips_come_back_from_fc0),
        T(notifications_for_a_thread_that_is_out_are_owed),
        T(trace_says_what_a_notification_was),
        T(an_end_of_thread_behind_the_master_bit_saves_with_the_quirk),
        T(a_pending_halt_does_not_enter_what_is_saved),
#undef T
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
