/* What drivers and debuggers test their System Routines with (public tests), on many threads;
 * context save and restore; the attention line; stops at an entry. */
#include "tests/exception_rig.h"

#include "sim/snapshot.h"

#define NOPS4 "nop\nnop\nnop\nnop\n"
#define NOPS16 NOPS4 NOPS4 NOPS4 NOPS4
#define BREAKPOINT_ON 0x8000u
#define ILLEGAL_ON 0x1000u

static void start(struct rig *f, const char *kernel, const char *sip, uint32_t threads,
                  uint32_t enables)
{
    rig_start(f, kernel, sip, threads, 0xff, enables);
}

/* --- illegal opcodes --- */
#define ENABLE_ILLEGAL "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x1000:ud {NoMask, Switch}\n"

static void illegal_512_threads_enter_once_each(void **state)
{
    struct rig *f = *state;
    start(f, MARK "illegal\n" MARK EOT, COUNT SKIP CLEAR RETURN, 512, ILLEGAL_ON);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 512);
    for (uint32_t i = 0; i < 512; i++) {
        assert_int_equal(rig_grf(f, i, 20, 0), 1);
        assert_int_equal(rig_grf(f, i, 10, 0), 2);
        assert_int_equal(f->eu->threads[i].cr[1], ILLEGAL_ON);
    }
}

static void illegal_enabled_from_inside_the_thread_enters(void **state)
{
    struct rig *f = *state;
    start(f, "illegal\n" ENABLE_ILLEGAL MARK "illegal\n" MARK EOT, COUNT SKIP CLEAR RETURN, 4, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 4);
    assert_int_equal(f->seen[0].aip, 48);
}

static void illegal_disabled_runs_on_or_stops_by_switch(void **state)
{
    struct rig *f = *state;
    start(f, MARK "illegal\n" MARK EOT, COUNT SKIP CLEAR RETURN, 2, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 0);
    assert_int_equal(rig_grf(f, 1, 10, 0), 2);
    rig_end(f);
    start(f, MARK "illegal\n" MARK EOT, COUNT SKIP CLEAR RETURN, 2, 0);
    assert_int_equal(eu_quirk_set(f->eu, "illegal-disabled", "stop"), 0);
    assert_int_equal(rig_run(f), EU_STOP_EXCEPTION);
    assert_int_equal(f->ev.kind, EXC_ILLEGAL_OPCODE);
    assert_int_equal(f->ev.ip, 16);
}

/* --- breakpoints --- */
#define TWO_BREAKS                                                                                 \
    MARK "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" MARK                               \
         "add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" EOT

static void breakpoint_off_on_and_twice(void **state)
{
    struct rig *f = *state;
    start(f, TWO_BREAKS, COUNT SUPPRESS CLEAR RETURN, 8, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 0);
    rig_end(f);
    start(f, TWO_BREAKS, COUNT SUPPRESS CLEAR RETURN, 8, BREAKPOINT_ON);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 16);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(rig_grf(f, i, 20, 0), 2);
        assert_int_equal(rig_grf(f, i, 10, 0), 4);
        assert_int_equal(f->eu->threads[i].cr[0], 0);
    }
}

static void breakpoint_set_while_running_is_met_in_the_next_round(void **state)
{
    struct rig *f = *state;
    start(f,
          "again: add (8) r10.0<1>:d r10.0<8;8,1>:d 1:d\n"
          "cmp.l.f0.0 (8) null<1>:d r10.0<8;8,1>:d 100:d\n"
          "(f0.0) while (8) again\n" EOT,
          COUNT SUPPRESS CLEAR RETURN, 2, BREAKPOINT_ON);
    assert_int_equal(eu_run(f->eu, 150, &f->ev), EU_STOP_BUDGET);
    assert_int_equal(f->n, 0);
    unsigned left = 200 - rig_grf(f, 0, 10, 0) - rig_grf(f, 1, 10, 0);
    assert_int_equal(exc_match_ip(f->eu, 16), 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_in_range(f->n, left, left + 2);
    assert_int_equal(rig_grf(f, 0, 10, 0), 100);
    assert_int_equal(rig_grf(f, 1, 10, 0), 100);
}

/* Leaves bit 31 set, sets suppress and returns, so that one instruction runs. */
#define STEP_ON COUNT SUPPRESS RETURN

static void step_16_nops_in_all_threads_or_one(void **state)
{
    struct rig *f = *state;
    start(f, NOPS16 EOT, STEP_ON, 4, BREAKPOINT_ON);
    for (uint32_t i = 0; i < 4; i++)
        exc_raise(f->eu, &f->eu->threads[i], EXC_BREAKPOINT);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(rig_grf(f, i, 20, 0), 17);
    rig_end(f);
    start(f, NOPS16 EOT, STEP_ON, 4, BREAKPOINT_ON);
    exc_raise(f->eu, &f->eu->threads[2], EXC_BREAKPOINT);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(rig_grf(f, i, 20, 0), i == 2 ? 17 : 0);
}

static void step_recipe_by_switch_needs_no_suppress(void **state)
{
    struct rig *f = *state;
    start(f, NOPS16 EOT, COUNT RETURN, 1, BREAKPOINT_ON);
    assert_int_equal(eu_quirk_set(f->eu, "step-recipe", "clear"), 0);
    exc_raise(f->eu, &f->eu->threads[0], EXC_BREAKPOINT);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 20, 0), 17);
}

/* --- the samples lose nothing that arrives inside --- */
/* @first enters the sample @name; @second arrives when the sample has executed @after instructions.
 * Returns the number of entries by the kernel's end; *@inside: the visit was that long. */
static unsigned entries_with(struct rig *f, const char *name, enum exc_kind first,
                             enum exc_kind second, unsigned after, bool *inside)
{
    char path[64];
    snprintf(path, sizeof path, "samples/sip_%s.asm", name);
    start(f, MARK MARK EOT, path, 1, BREAKPOINT_ON | 0x2000);
    exc_raise(f->eu, f->t, first);
    for (unsigned i = 0; i < after; i++) {
        enum eu_stop stop = eu_run(f->eu, 1, &f->ev);
        if (stop == EU_STOP_DEADLOCK)
            exc_notify(f->eu, f->t, 1); /* the host that sip_debug waits for */
    }
    *inside = !after || exc_in_routine(f->t);
    if (*inside)
        exc_raise(f->eu, f->t, second);
    while (rig_run(f) == EU_STOP_DEADLOCK)
        exc_notify(f->eu, f->t, 1);
    assert_int_equal(f->ev.stop, EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 2);
    assert_int_equal(f->t->cr[1], BREAKPOINT_ON | 0x2000);
    unsigned n = f->n;
    rig_end(f);
    return n;
}

/* Up to some instruction the routine sees the second exception and serves both; from there on the
 * exception enters the routine again. */
static void samples_lose_nothing_that_arrives_inside(void **state)
{
    static const char *const names[] = {"tiny",         "dispatch", "emulate", "profile",
                                        "save_restore", "preempt",  "debug"};
    static const enum exc_kind kinds[] = {EXC_BREAKPOINT, EXC_EXTERNAL_HALT, EXC_SOFTWARE};
    struct rig *f = *state;
    for (size_t r = 0; r < sizeof names / sizeof *names; r++)
        for (unsigned pair = 0; pair < 9; pair++) {
            enum exc_kind first = kinds[pair / 3], second = kinds[pair % 3];
            bool inside = true;
            unsigned n = 1, before = 1;
            for (unsigned after = 1; first != second && inside; after++) {
                before = n;
                n = entries_with(f, names[r], first, second, after, &inside);
                if (inside)
                    assert_in_range(n, before, 2);
            }
            if (first != second)
                assert_int_equal(before, 2); /* @after was the last instruction of all */
        }
    start(f, EOT, NULL, 1, 0); /* the teardown needs a machine */
}

/* An instruction that raises an exception, or sleeps and is issued again, has not executed, and so
 * does not use suppress up. */
static void suppress_is_kept_by_what_does_not_execute(void **state)
{
    struct rig *f = *state;
    start(f, "illegal\nadd (8) r10.0<1>:d r10.0<8;8,1>:d 1:d {Breakpoint}\n" EOT,
          COUNT SKIP CLEAR RETURN, 1, BREAKPOINT_ON | 0x1000);
    assert_int_equal(exc_match_ip(f->eu, 0), 0);
    f->t->cr[0] |= EU_CR0_SUPPRESS;
    exc_update_attention(f->eu, f->t);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 1); /* the breakpoint behind it is suppressed */
    assert_int_equal(f->seen[0].kind, EXC_ILLEGAL_OPCODE);
    assert_int_equal(f->t->cr[0] & EU_CR0_SUPPRESS, 0);
    rig_end(f);
    start(f, "wait (1) n0.0<0;1,0>:ud {Breakpoint}\n" EOT, COUNT SUPPRESS CLEAR RETURN, 1,
          BREAKPOINT_ON);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(f->t->cr[0] & EU_CR0_SUPPRESS, EU_CR0_SUPPRESS);
    exc_notify(f->eu, f->t, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 1);
    assert_int_equal(f->t->cr[0] & EU_CR0_SUPPRESS, 0);
}

/* Without a routine the host lets a wait pass its breakpoint once, however long the thread then
 * sleeps. */
static void host_goes_over_the_breakpoint_of_a_wait_once(void **state)
{
    struct rig *f = *state;
    start(f, "wait (1) n0.0<0;1,0>:ud {Breakpoint}\n" EOT, NULL, 1, BREAKPOINT_ON);
    assert_int_equal(rig_run(f), EU_STOP_EXCEPTION);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    exc_notify(f->eu, f->t, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 1);
}

/* Suppress was set after a stop that was no breakpoint. By the switch it suppresses the next
 * breakpoint, or ends with the next instruction. */
static void suppress_is_sticky_or_lasts_one_instruction_by_switch(void **state)
{
    struct rig *f = *state;
    for (unsigned next = 0; next < 2; next++) {
        start(f, NOPS4 TWO_BREAKS, COUNT SUPPRESS CLEAR RETURN, 1, BREAKPOINT_ON);
        assert_int_equal(eu_quirk_set(f->eu, "suppress", next ? "next" : "sticky"), 0);
        exc_raise(f->eu, &f->eu->threads[0], EXC_EXTERNAL_HALT);
        assert_int_equal(rig_run(f), EU_STOP_DONE);
        assert_int_equal(f->n, next ? 3 : 2);
        if (!next)
            rig_end(f);
    }
}

static void aip_written_by_the_routine_is_where_the_thread_goes(void **state)
{
    struct rig *f = *state;
    start(f, "illegal\n" MARK MARK "there: " MARK EOT,
          "mov (1) cr0.2<1>:ud 48:ud {NoMask, Switch}\n" CLEAR RETURN, 3, ILLEGAL_ON);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 2, 10, 0), 1);
}

/* --- external halt --- */
static void halt_of_all_threads_enters_once_each_wherever_they_are(void **state)
{
    struct rig *f = *state;
    start(f, NOPS16 NOPS16 EOT, COUNT CLEAR RETURN, 8, 0);
    assert_int_equal(eu_run(f->eu, 100, &f->ev), EU_STOP_BUDGET);
    for (uint32_t i = 0; i < 8; i++)
        exc_raise(f->eu, &f->eu->threads[i], EXC_EXTERNAL_HALT);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->kinds[EXC_EXTERNAL_HALT] + 3, 8); /* three had ended before */
}

static void halt_before_dispatch_starts_in_the_routine(void **state)
{
    struct rig *f = *state;
    start(f, MARK EOT, COUNT CLEAR RETURN, 1, 0);
    exc_raise(f->eu, &f->eu->threads[0], EXC_EXTERNAL_HALT);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->seen[0].aip, 0);
    assert_int_equal(rig_grf(f, 0, 20, 0), 1);
}

static void halt_in_a_wait_breaks_it_or_is_held_by_switch(void **state)
{
    struct rig *f = *state;
    for (unsigned hold = 0; hold < 2; hold++) {
        start(f, "wait (1) n0.0<0;1,0>:ud {NoMask}\n" MARK EOT, COUNT CLEAR RETURN, 1, 0);
        assert_int_equal(eu_quirk_set(f->eu, "halt-wait", hold ? "hold" : "break"), 0);
        assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
        exc_raise(f->eu, &f->eu->threads[0], EXC_EXTERNAL_HALT);
        assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
        assert_int_equal(f->n, !hold);
        exc_notify(f->eu, &f->eu->threads[0], 0);
        assert_int_equal(rig_run(f), EU_STOP_DONE);
        assert_int_equal(f->n, 1);
        assert_int_equal(rig_grf(f, 0, 10, 0), 1);
        assert_int_equal(f->eu->threads[0].n[0], 0);
        if (!hold)
            rig_end(f);
    }
}

/* Without a routine the halt's bit stays set. It wakes no further `wait`, also where breakpoints
 * are enabled. */
static void halt_that_was_told_of_lets_a_wait_sleep(void **state)
{
    struct rig *f = *state;
    start(f, MARK "wait (1) n0.0<0;1,0>:ud {NoMask}\n" MARK EOT, NULL, 1, 1u << 15);
    exc_raise(f->eu, &f->eu->threads[0], EXC_EXTERNAL_HALT);
    assert_int_equal(rig_run(f), EU_STOP_EXCEPTION);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    exc_notify(f->eu, &f->eu->threads[0], 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 2);
}

/* --- routines that wait, and heavy ones --- */
#define WAITS COUNT "wait (1) n0.1<0;1,0>:ud {NoMask}\n" SUPPRESS CLEAR RETURN

static void attention_of_a_waiting_routine_is_answered_thread_by_thread(void **state)
{
    struct rig *f = *state;
    start(f, TWO_BREAKS, WAITS, 8, BREAKPOINT_ON);
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
        for (uint32_t i = 0; i < 8; i++)
            assert_true(exc_attention(&f->eu->threads[i]) == (round == 0 || i != 3));
        if (round == 0)
            exc_notify(f->eu, &f->eu->threads[3], 1);
        if (round == 0) {
            assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
            /* it waits in its second breakpoint */
            assert_true(exc_attention(&f->eu->threads[3]));
            exc_notify(f->eu, &f->eu->threads[3], 1);
        }
    }
    assert_int_equal(f->eu->threads[3].status, EU_THREAD_ENDED);
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 8; i++)
            if (exc_attention(&f->eu->threads[i]))
                exc_notify(f->eu, &f->eu->threads[i], 1);
        assert_int_equal(rig_run(f), round ? EU_STOP_DONE : EU_STOP_DEADLOCK);
    }
    assert_int_equal(f->n, 16);
}

/* At every breakpoint, 128 registers, flags and accumulators of each thread go to memory and
 * back. */
static void heavy_routine_loses_nothing_of_many_threads(void **state)
{
    struct rig *f = *state;
    start(f, TWO_BREAKS, "samples/sip_save_restore.asm", 64, BREAKPOINT_ON);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(f->n, 128);
    assert_in_range(f->eu->insts, 128 * 256, 128 * 512);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(rig_grf(f, i, 10, 0), 4);
        assert_int_equal(rig_grf(f, i, 20, 0), 0); /* the routine overwrites it in between */
        assert_int_equal(f->eu->threads[i].cr[0], 0);
    }
}

static void reset_with_attention_raised_begins_again(void **state)
{
    struct rig *f = *state;
    start(f, TWO_BREAKS, WAITS, 2, BREAKPOINT_ON);
    struct eu_snapshot *first = eu_snapshot_take(f->eu);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_true(exc_attention(&f->eu->threads[1]));
    assert_non_null(strstr(f->log, "t1 EU0.T1 raises attention, wait n1 at 0x00080010\n"));
    eu_snapshot_restore(f->eu, first);
    assert_false(exc_attention(&f->eu->threads[1]));
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(f->n, 4);
    eu_snapshot_free(first);
}

/* --- context save and restore --- */
#define PREEMPT "samples/sip_preempt.asm"

static void preempt_saves_leaves_and_comes_back(void **state)
{
    struct rig *f = *state;
    start(f, MARK MARK MARK EOT, PREEMPT, 3, 0);
    struct eu_thread *t = &f->eu->threads[1];
    assert_int_equal(eu_run_thread(f->eu, 1, 2, &f->ev), EU_STOP_BUDGET);
    assert_int_equal(exc_preempt(f->eu, t), 0);
    assert_true(exc_preempting(t));
    assert_int_equal(exc_pending(t), 1u << EXC_CONTEXT_SAVE);
    assert_int_equal(exc_preempt(f->eu, t), -EU_ERR_UNAVAILABLE);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK); /* the other threads have ended */
    assert_true(exc_saved(t));
    assert_int_equal(t->ip, 32);
    assert_int_equal(t->cr[1] & (EXC_CR1_SAVE | EXC_CR1_RESTORE), 0);
    exc_notify(f->eu, t, 1); /* a notification does not wake a saved context */
    exc_notify(f->eu, t, 1);
    assert_int_equal(t->n[1], 1); /* the count has one bit */
    const uint32_t none[8] = {0};
    /* only n0 is a count; bytes behind it are not */
    memset(t->written, 0xff, sizeof t->written);
    assert_int_equal(eu_reg_write(f->eu, t, EU_REG_N0, none), 0);
    assert_int_equal(t->status, EU_THREAD_SAVED);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(exc_restore(f->eu, t), 0);
    assert_int_equal(t->cr[1], EXC_CR1_RESTORE);
    assert_int_equal(rig_grf(f, 1, 10, 0), 0);
    assert_int_equal(exc_restore(f->eu, t), -EU_ERR_UNAVAILABLE);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 1, 10, 0), 3);
    assert_int_equal(f->kinds[EXC_CONTEXT_SAVE], 1);
    assert_int_equal(f->kinds[EXC_CONTEXT_RESTORE], 1);
    assert_int_equal(f->n, 2);
}

/* AIP is the address of the `wait`, so after the restore the thread waits again. */
static void preempt_in_a_wait_comes_back_to_the_wait(void **state)
{
    struct rig *f = *state;
    start(f, MARK "wait (1) n0.0<0;1,0>:ud {NoMask}\n" MARK EOT, PREEMPT, 1, 0);
    struct eu_thread *t = &f->eu->threads[0];
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(exc_preempt(f->eu, t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_true(exc_saved(t));
    assert_int_equal(exc_restore(f->eu, t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(t->ip, 16);
    exc_notify(f->eu, t, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 2);
}

/* The save was asked for inside the routine. It is taken after the return, before the application
 * goes on. */
static void preempt_on_a_breakpoint_waits_for_the_return(void **state)
{
    struct rig *f = *state;
    start(f, TWO_BREAKS, PREEMPT, 1, BREAKPOINT_ON);
    struct eu_thread *t = &f->eu->threads[0];
    while (!exc_in_routine(t))
        assert_int_equal(eu_run(f->eu, 1, &f->ev), EU_STOP_BUDGET);
    assert_int_equal(exc_preempt(f->eu, t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_true(exc_saved(t));
    assert_int_equal(t->ip, 16);
    assert_int_equal(rig_grf(f, 0, 10, 0), 1);
    exc_raise(f->eu, t, EXC_EXTERNAL_HALT); /* a saved context does not run */
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(exc_restore(f->eu, t), 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 10, 0), 4);
    assert_int_equal(f->kinds[EXC_BREAKPOINT], 2);
}

static void preempt_without_routine_or_of_an_ended_thread_is_refused(void **state)
{
    struct rig *f = *state;
    start(f, MARK EOT, CLEAR RETURN, 1, 0);
    f->eu->has_sip = false;
    assert_int_equal(exc_preempt(f->eu, &f->eu->threads[0]), -EU_ERR_UNAVAILABLE);
    f->eu->has_sip = true;
    assert_int_equal(exc_restore(f->eu, &f->eu->threads[0]), -EU_ERR_UNAVAILABLE);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(exc_preempt(f->eu, &f->eu->threads[0]), -EU_ERR_UNAVAILABLE);
}

/* cr0.1[25:24] belong to the routine: the application reads them as 0 and cannot set them; cr0.3
 * does not exist. */
static void requests_are_there_inside_only(void **state)
{
    struct rig *f = *state;
    start(f,
          "mov (1) r11.0<1>:ud cr0.1<0;1,0>:ud {NoMask, Switch}\n"
          "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x3000000:ud {NoMask, Switch}\n"
          "mov (1) cr0.3<1>:ud 0x300:ud {NoMask, Switch}\n"
          "mov (2) r12.0<1>:ud cr0.1<2;2,1>:ud {NoMask, Switch}\n" EOT,
          "mov (1) r20.0<1>:ud cr0.1<0;1,0>:ud {NoMask, Switch}\n"
          "mov (1) r20.1<1>:ud cr0.3<0;1,0>:ud {NoMask, Switch}\n" RETURN,
          1, 0);
    exc_preempt(f->eu, &f->eu->threads[0]);
    assert_int_equal(rig_run(f), EU_STOP_DEADLOCK);
    assert_int_equal(rig_grf(f, 0, 20, 0), EXC_CR1_SAVE);
    assert_int_equal(rig_grf(f, 0, 20, 1), 0);
    assert_int_equal(f->eu->threads[0].cr[1], 0);
    rig_end(f);
    start(f,
          "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x3000000:ud {NoMask, Switch}\n"
          "mov (1) r12.0<1>:ud cr0.1<0;1,0>:ud {NoMask, Switch}\n" EOT,
          RETURN, 1, 0);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 12, 0), 0);
}

/* --- what the host sees --- */
static void catch_stops_in_front_of_the_routine(void **state)
{
    struct rig *f = *state;
    start(f, MARK "illegal\n" TWO_BREAKS,
          "shr (1) r21.0<1>:ud cr0.1<0;1,0>:ud 16:ud {NoMask, Switch}\n"
          "and (1) r21.0<1>:ud r21.0<0;1,0>:ud 0x1000:ud {NoMask}\n"
          "shr (1) r21.0<1>:ud r21.0<0;1,0>:ud 8:ud {NoMask}\n"
          "add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud r21.0<0;1,0>:ud {NoMask, Switch}\n" COUNT SUPPRESS
              CLEAR RETURN,
          1, ILLEGAL_ON | BREAKPOINT_ON);
    f->eu->catches = 1u << EXC_ILLEGAL_OPCODE;
    assert_int_equal(rig_run(f), EU_STOP_EXCEPTION);
    assert_int_equal(f->ev.kind, EXC_ILLEGAL_OPCODE);
    assert_int_equal(f->ev.ip, SIP);
    assert_int_equal(f->ev.aip, 16);
    assert_true(exc_in_routine(&f->eu->threads[0]));
    assert_int_equal(f->eu->threads[0].ip, SIP);
    f->eu->catches = 0;
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_int_equal(rig_grf(f, 0, 20, 0), f->n);
    assert_int_equal(rig_grf(f, 0, 10, 0), 5);
}

static void trace_has_a_line_for_each_event(void **state)
{
    struct rig *f = *state;
    start(f, MARK "illegal\n" MARK EOT, SKIP CLEAR RETURN, 1, ILLEGAL_ON);
    assert_int_equal(rig_run(f), EU_STOP_DONE);
    assert_string_equal(
        f->log, "t0 EU0.T0 enters for illegal-opcode at 0x00000010, aip 0x00000010, "
                "cr0 00000000 10001000 -> 80000000 10001000\n"
                "t0 EU0.T0 returns to 0x00000020, cr0 80000000 00001000 -> 00000000 00001000\n");
    f->log[0] = 0;
    f->eu->threads[0].status = EU_THREAD_READY;
    exc_raise(f->eu, &f->eu->threads[0], EXC_EXTERNAL_HALT);
    assert_non_null(strstr(f->log, "is told external-halt"));
    assert_non_null(strstr(f->log, "pending external-halt"));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)
    const struct CMUnitTest tests[] = {
        CASE(illegal_512_threads_enter_once_each),
        CASE(illegal_enabled_from_inside_the_thread_enters),
        CASE(illegal_disabled_runs_on_or_stops_by_switch),
        CASE(breakpoint_off_on_and_twice),
        CASE(breakpoint_set_while_running_is_met_in_the_next_round),
        CASE(step_16_nops_in_all_threads_or_one),
        CASE(step_recipe_by_switch_needs_no_suppress),
        CASE(samples_lose_nothing_that_arrives_inside),
        CASE(suppress_is_kept_by_what_does_not_execute),
        CASE(host_goes_over_the_breakpoint_of_a_wait_once),
        CASE(suppress_is_sticky_or_lasts_one_instruction_by_switch),
        CASE(aip_written_by_the_routine_is_where_the_thread_goes),
        CASE(halt_of_all_threads_enters_once_each_wherever_they_are),
        CASE(halt_before_dispatch_starts_in_the_routine),
        CASE(halt_in_a_wait_breaks_it_or_is_held_by_switch),
        CASE(halt_that_was_told_of_lets_a_wait_sleep),
        CASE(attention_of_a_waiting_routine_is_answered_thread_by_thread),
        CASE(heavy_routine_loses_nothing_of_many_threads),
        CASE(reset_with_attention_raised_begins_again),
        CASE(preempt_saves_leaves_and_comes_back),
        CASE(preempt_in_a_wait_comes_back_to_the_wait),
        CASE(preempt_on_a_breakpoint_waits_for_the_return),
        CASE(preempt_without_routine_or_of_an_ended_thread_is_refused),
        CASE(requests_are_there_inside_only),
        CASE(catch_stops_in_front_of_the_routine),
        CASE(trace_has_a_line_for_each_event),
    };
    return cmocka_run_group_tests_name("exception_scenarios", tests, NULL, NULL);
}
