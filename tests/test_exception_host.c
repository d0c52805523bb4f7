/* What the host sets and is told: comparators, catches, the trace, requests, and the registers of a
 * thread that is restored. */
#include "tests/exception_rig.h"

enum { START = 0x100, BREAKPOINT_ON = 0x8000, ILLEGAL_ON = 0x1000 };

static int open_rig(void **state)
{
    struct rig *f = calloc(1, sizeof *f);
    rig_begin(f, 3, START, 0xff, 0);
    f->eu->sip = SIP;
    f->eu->has_sip = true;
    *state = f;
    return 0;
}

/* The same of Gen9, with slots as in a machine of 24 EUs. */
static void begin_gen9(struct rig *f, uint32_t threads)
{
    eu_free(f->eu);
    *f = (struct rig){.eu = eu_new(EU_GEN9, threads)};
    f->t = &f->eu->threads[0];
    f->eu->eu_threads = 7;
    f->eu->eus = 24;
    for (uint32_t i = 0; i < threads; i++)
        eu_thread_start(f->eu, i, START, 0xff, 0);
    exc_install(f->eu);
    f->eu->sip = SIP;
    f->eu->has_sip = true;
}

static int close_rig(void **state)
{
    struct rig *f = *state;
    eu_free(f->eu);
    free(f);
    return 0;
}

static struct eu_insn nop(bool debug)
{
    uint8_t bytes[16] = {0x7e, 0, 0, debug ? 0x40 : 0};
    struct eu_insn insn;
    assert_int_equal(isa_decode(EU_GEN7, bytes, sizeof bytes, &insn), 16);
    return insn;
}

static enum eu_verdict ask(struct rig *f, enum eu_cause cause, bool debug, const uint32_t old[4])
{
    struct eu_insn insn = nop(debug);
    return f->eu->hooks.boundary(f->eu, f->t, &insn, cause, old, &f->ev);
}

/* An address is that of an instruction: its low bits do not count. Every thread looks from then
 * on. */
static void comparators_are_looked_at_by_all_threads(void **state)
{
    struct rig *f = *state;
    for (unsigned i = 0; i < 3; i++) {
        f->eu->threads[i].cr[1] = BREAKPOINT_ON;
        f->eu->threads[i].attention = 0;
    }
    assert_int_equal(exc_match_ip(f->eu, 0x17), 0);
    assert_int_equal(exc_match_ip(f->eu, 0x18), 0);
    assert_int_equal(exc_match_ip(f->eu, 0x20), -EU_ERR_BUSY);
    assert_int_equal(f->eu->matches[0], 0x10);
    assert_int_equal(f->eu->matches[1], 0x18);
    assert_int_equal(f->eu->match_on, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_true(f->eu->threads[i].attention & EU_ATT_EXCEPTION);
    assert_int_equal(exc_match_opcode(f->eu, 0x7e), 0);
    assert_int_equal(exc_match_opcode(f->eu, 0x07), 0);
    assert_int_equal(exc_match_opcode(f->eu, 0x01), -EU_ERR_BUSY);
    assert_int_equal(f->eu->matches[2], 0x7e);
    assert_int_equal(f->eu->matches[3], 0x07);
    assert_int_equal(f->eu->match_on, 15);
}

/* Of the four comparators each is alone. */
static void comparators_match_alone(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] = BREAKPOINT_ON;
    for (unsigned i = 0; i < 4; i++) {
        f->eu->match_on = (uint8_t)(1u << i);
        f->eu->matches[i] = i < 2 ? START + 8 : 0x7f;
        assert_int_equal(ask(f, EU_CAUSE_FETCH, false, NULL), EU_GO);
        f->eu->matches[i] = i < 2 ? START : 0x7e;
        assert_int_equal(ask(f, EU_CAUSE_FETCH, false, NULL), EU_REDIRECT);
        f->eu->match_on = 0; /* what is off does not match */
        f->t->cr[0] = 0;
        f->t->cr[1] = BREAKPOINT_ON;
        f->t->ip = START;
        assert_int_equal(ask(f, EU_CAUSE_FETCH, false, NULL), EU_GO);
    }
}

static void catches_stop_in_the_routine_and_say_where_from(void **state)
{
    struct rig *f = *state;
    for (unsigned caught = 0; caught < 2; caught++) {
        f->eu->catches = caught ? 1u << EXC_BREAKPOINT : ~(1u << EXC_BREAKPOINT);
        f->t->ip = START;
        f->t->cr[0] = 0;
        f->t->cr[1] = BREAKPOINT_ON;
        f->ev = (struct eu_event){.aip = 7};
        assert_int_equal(ask(f, EU_CAUSE_FETCH, true, NULL), caught ? EU_STOP : EU_REDIRECT);
        assert_int_equal(f->t->ip, SIP);
        assert_true(f->t->exception.entered);
        assert_int_equal(f->ev.aip, caught ? START : 7);
        if (caught) {
            assert_int_equal(f->ev.kind, EXC_BREAKPOINT);
            assert_string_equal(f->ev.text,
                                "breakpoint at 0x00000100 (thread 0): nop {Breakpoint}");
        }
    }
}

static void stops_without_a_routine_say_where(void **state)
{
    struct rig *f = *state;
    f->eu->has_sip = false;
    f->t->cr[1] = BREAKPOINT_ON;
    assert_int_equal(ask(f, EU_CAUSE_FETCH, true, NULL), EU_STOP);
    assert_int_equal(f->ev.aip, START);
    assert_int_equal(f->ev.kind, EXC_BREAKPOINT);
    assert_int_equal(f->n, 1);
    assert_string_equal(f->log, "t0 EU0.T0 stops for breakpoint at 0x00000100, aip 0x00000100, "
                                "cr0 00000000 80008000 -> 00000000 80008000\n");
}

/* cr0.0 and cr0.1 before and after it, and what is pending. */
static void trace_has_both_states(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] = 0x400;
    assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, false, NULL), EU_GO);
    assert_string_equal(f->log, "t0 EU0.T0 latches illegal-opcode at 0x00000100, aip 0x00000100, "
                                "cr0 00000000 00000400 -> 00000000 10000400\n");
    f->log[0] = 0;
    f->t->cr[1] = BREAKPOINT_ON | ILLEGAL_ON;
    f->t->cr[0] = 2;
    assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, false, NULL), EU_REDIRECT);
    assert_string_equal(f->log,
                        "t0 EU0.T0 enters for illegal-opcode at 0x00000100, aip 0x00000100, "
                        "cr0 00000002 10009000 -> 80000002 10009000\n");
    f->log[0] = 0;
    struct eu_thread *other = &f->eu->threads[1];
    other->cr[1] = 0x2000;
    assert_int_equal(exc_raise(f->eu, other, EXC_SOFTWARE), 0);
    assert_string_equal(f->log, "t1 EU0.T1 is told software at 0x00000100, aip 0x00000100, "
                                "cr0 00000000 00002000 -> 00000000 20002000, pending software\n");
    f->log[0] = 0;
    assert_int_equal(exc_raise(f->eu, other, EXC_EXTERNAL_HALT), 0);
    assert_string_equal(
        f->log, "t1 EU0.T1 is told external-halt at 0x00000100, aip 0x00000100, cr0 00000000 "
                "20002000 -> 00000000 60002000, pending external-halt software\n");
    f->log[0] = 0;
    other = &f->eu->threads[2];
    other->cr[1] = 0x2000;
    assert_int_equal(exc_preempt(f->eu, other), 0);
    assert_string_equal(f->log,
                        "t2 EU0.T2 is preempted, cr0 00000000 00002000 -> 00000000 00002000, "
                        "context-save asked for\n");
    f->log[0] = 0;
    exc_notify(f->eu, other, 0);
    assert_int_equal(other->n[0], 1);
    assert_string_equal(f->log,
                        "t2 EU0.T2 is notified, cr0 00000000 00002000 -> 00000000 00002000, "
                        "context-save asked for\n");
}

/* An exception that is latched is lost with the quirk, and otherwise taken again. */
static void latched_illegals_are_lost_with_the_quirk(void **state)
{
    struct rig *f = *state;
    static const struct {
        bool quirk, latched;
        enum eu_verdict verdict;
    } rows[] = {{false, false, EU_REDIRECT},
                {false, true, EU_REDIRECT},
                {true, false, EU_REDIRECT},
                {true, true, EU_GO}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        f->eu->quirks[EU_QUIRK_LATCHED] = rows[i].quirk;
        f->t->ip = START;
        f->t->cr[0] = 0;
        f->t->cr[1] = ILLEGAL_ON | (rows[i].latched ? CR1_ILLEGAL : 0);
        f->t->cr[2] = rows[i].latched ? 0 : UINT32_MAX; /* another register's bits */
        assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, false, NULL), rows[i].verdict);
        assert_int_equal(f->t->cr[1], ILLEGAL_ON | CR1_ILLEGAL);
    }
}

/* cr0.1[25:24] are the routine's to read: outside they read 0, whoever writes them. */
static void request_bits_are_kept_inside_alone(void **state)
{
    struct rig *f = *state;
    enum { REQUESTS = 3 << 24 };
    static const struct {
        bool was_in, is_in, quirk, keeps;
    } rows[] = {
        {false, false, false, false}, {false, false, true, true}, {true, true, false, true},
        {true, false, false, false},  {true, false, true, true},  {false, true, false, false},
    };
    assert_int_equal(EXC_CR1_SAVE | EXC_CR1_RESTORE, REQUESTS);
    assert_int_equal(EXC_CR1_SAVE, 1 << 25);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t old[4] = {rows[i].was_in ? EU_CR0_ME : 0, 0, START,
                                 rows[i].was_in ? 0 : ~0u};
        f->eu->quirks[EU_QUIRK_REQUEST_BITS] = rows[i].quirk;
        f->t->ip = START + 16;
        f->t->cr[0] = rows[i].is_in ? EU_CR0_ME : 0;
        f->t->cr[1] = REQUESTS;
        f->t->cr[2] = START;
        (void)ask(f, EU_CAUSE_CR0, false, old);
        assert_int_equal(f->t->cr[1], rows[i].keeps ? REQUESTS : 0);
        assert_int_equal(exc_in_routine(f->t), rows[i].was_in && rows[i].is_in);
    }
}

/* Without a routine each breakpoint stops once, and the next stops again, though the status bit is
 * still set. */
static void breakpoints_without_a_routine_stop_one_after_the_other(void **state)
{
    struct rig *f = *state;
    f->eu->has_sip = false;
    f->t->cr[1] = BREAKPOINT_ON;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ask(f, EU_CAUSE_FETCH, true, NULL), EU_STOP);
        assert_int_equal(f->t->cr[1], CR1_BREAKPOINT | BREAKPOINT_ON);
        assert_int_equal(ask(f, EU_CAUSE_FETCH, true, NULL), EU_GO); /* it is stepped over */
        f->t->ip += 16;
        assert_int_equal(ask(f, EU_CAUSE_FETCH, false, NULL), EU_GO);
    }
    assert_int_equal(f->n, 3);
    assert_int_equal(f->kinds[EXC_BREAKPOINT], 3);
}

/* Suppress lasts until the instruction executes: not one that waits, nor one that raises. */
static void suppress_is_used_up_by_what_executes(void **state)
{
    struct rig *f = *state;
    enum { NEVER = 99, BEYOND /* it waits for n0.3, which is not there */ };
    static const struct {
        const char *text;
        unsigned notified; /* which n0 is not 0; NEVER: none */
        bool illegal_on, illegal_off_stops, depends;
        bool executes;
        unsigned reg; /* n1 and n2: other names of n0.1 and n0.2 */
    } rows[] = {
        {"nop\n", NEVER, false, false, false, true, 0},
        {"illegal\n", NEVER, true, false, false, false, 0},
        {"illegal\n", NEVER, false, false, false, true, 0},
        {"illegal\n", NEVER, false, true, false, false, 0},
        {"nop\n", NEVER, true, true, false, true, 0},
        {"wait n0.0\n", NEVER, false, false, false, false, 0},
        {"wait n0.0\n", 0, false, false, false, true, 0},
        {"wait n0.1\n", 0, false, false, false, false, 0},
        {"wait n0.1\n", 1, false, false, false, true, 0},
        {"wait n0.2\n", 2, false, false, false, true, 0},
        {"wait n0.0\n", 0, false, false, false, false, 1},
        {"wait n0.0\n", 1, false, false, false, true, 1},
        {"wait n0.0\n", 2, false, false, false, true, 2},
        {"wait n0.0\n", BEYOND, false, false, true, false, 0},
        {"sendc (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n", NEVER, false, false, false, true,
         0},
        {"sendc (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n", NEVER, false, false, true, false,
         0},
        {"send (8) null<1>:ud r2.0<8;8,1>:ud 0xa 0x040a0200\n", NEVER, false, false, true, true, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct eu_program prog = {0};
        struct eu_insn insn;
        assemble_text(EU_GEN7, "test", rows[i].text, &prog);
        assert_int_equal(isa_decode(EU_GEN7, prog.code, prog.size, &insn), 16);
        eu_program_fini(&prog);
        insn.debug = true;
        insn.src[0].reg |= rows[i].reg;
        insn.src[0].sub = rows[i].notified == BEYOND ? 12 : insn.src[0].sub;
        f->eu->quirks[EU_QUIRK_ILLEGAL_OFF] = rows[i].illegal_off_stops;
        for (unsigned n = 0; n < 3; n++)
            f->t->n[n] = n == rows[i].notified;
        f->t->tdr[0] = rows[i].depends ? 0x80008000 : 0;
        f->t->ip = START;
        f->t->cr[0] = EU_CR0_SUPPRESS;
        f->t->cr[1] = BREAKPOINT_ON | (rows[i].illegal_on ? ILLEGAL_ON : 0);
        assert_int_equal(f->eu->hooks.boundary(f->eu, f->t, &insn, EU_CAUSE_FETCH, NULL, &f->ev),
                         EU_GO);
        if (f->t->cr[0] != (rows[i].executes ? 0 : EU_CR0_SUPPRESS))
            fail_msg("row %zu: %s", i, rows[i].text);
    }
}

/* The quirk: of a return with the status bit set, one instruction runs before the next entry. */
static void steps_by_the_quirk_need_the_status_bit(void **state)
{
    struct rig *f = *state;
    const uint32_t old[4] = {EU_CR0_ME, 0, START, 0};
    for (unsigned i = 0; i < 4; i++) {
        f->eu->quirks[EU_QUIRK_STEP] = i & 1;
        f->t->exception.entered = true;
        f->t->exception.step_over = false;
        f->t->ip = SIP + 16;
        f->t->cr[0] = 0;
        f->t->cr[1] = BREAKPOINT_ON | (i & 2 ? CR1_BREAKPOINT : 0);
        f->t->cr[2] = START;
        enum eu_verdict verdict = ask(f, EU_CAUSE_CR0, false, old);
        assert_int_equal(verdict, EU_REDIRECT);
        assert_int_equal(f->t->exception.step_over, i == 3);
        assert_int_equal(f->t->ip, i == 2 ? SIP : START);
    }
}

static void pending_kinds_are_a_set(void **state)
{
    struct rig *f = *state;
    assert_int_equal(exc_pending(f->t), 0);
    assert_int_equal(exc_preempt(f->eu, f->t), 0);
    assert_int_equal(exc_pending(f->t), 1u << EXC_CONTEXT_SAVE);
    assert_int_equal(exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT), 0);
    assert_int_equal(exc_pending(f->t), 1u << EXC_CONTEXT_SAVE | 1u << EXC_EXTERNAL_HALT);
    f->t->cr[1] |= BREAKPOINT_ON;
    assert_int_equal(exc_raise(f->eu, f->t, EXC_BREAKPOINT), 0);
    assert_int_equal(exc_pending(f->t),
                     1u << EXC_CONTEXT_SAVE | 1u << EXC_EXTERNAL_HALT | 1u << EXC_BREAKPOINT);
}

/* What the host raises while it is disabled is latched: no exception, even if the guest enables it
 * later. */
static void raised_exceptions_must_be_enabled(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] = 0;
    assert_int_equal(exc_raise(f->eu, f->t, EXC_ILLEGAL_OPCODE), 0);
    assert_int_equal(f->t->cr[1], CR1_ILLEGAL);
    f->t->cr[1] |= ILLEGAL_ON;
    assert_int_equal(exc_pending(f->t), 0);
}

/* Every thread that is there when the logic is installed looks from then on. */
static void threads_look_from_the_installation_on(void **state)
{
    struct rig *f = *state;
    begin_gen9(f, 3);
    for (unsigned i = 0; i < 3; i++)
        f->eu->threads[i].cr[1] = i ? BREAKPOINT_ON : 0;
    exc_install(f->eu);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(f->eu->threads[i].attention, i ? EU_ATT_EXCEPTION : 0);
}

/* Without exception logic, no thread takes what the host sets in cr0: it runs to its end. */
static void halts_that_the_host_sets_need_exception_logic(void **state)
{
    struct rig *f = *state;
    const uint32_t cr0[4] = {0, CR1_HALT};
    rig_load(f->eu, START, MARK EOT);
    f->eu->has_sip = false;
    for (unsigned installed = 0; installed < 2; installed++) {
        f->eu->hooks.boundary = NULL;
        if (installed)
            exc_install(f->eu);
        eu_thread_start(f->eu, 0, START, 0xff, 0);
        assert_int_equal(eu_reg_write(f->eu, f->t, EU_REG_CR0, cr0), 0);
        exc_update_attention(f->eu, f->t);
        assert_int_equal(f->t->attention, EU_ATT_EXCEPTION | EU_ATT_HALT);
        assert_int_equal(eu_run_thread(f->eu, 0, 10, &f->ev),
                         installed ? EU_STOP_EXCEPTION : EU_STOP_DONE);
    }
}

/* A status bit that was latched does not become an exception by another one that the host raises.
 */
static void raised_exceptions_leave_latched_bits_alone(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] = ILLEGAL_ON | CR1_ILLEGAL;
    assert_int_equal(exc_pending(f->t), 0);
    assert_int_equal(exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT), 0);
    assert_int_equal(exc_pending(f->t), 1u << EXC_EXTERNAL_HALT);
    assert_int_equal(exc_raise(f->eu, f->t, EXC_ILLEGAL_OPCODE), 0);
    assert_int_equal(exc_pending(f->t), 1u << EXC_EXTERNAL_HALT | 1u << EXC_ILLEGAL_OPCODE);
}

/* Nothing is taken in the routine, by a saved thread, or by one that is about to leave. */
static void threads_look_for_exceptions_outside_alone(void **state)
{
    struct rig *f = *state;
    static const struct {
        uint32_t me;
        enum eu_save save;
        bool looks;
    } rows[] = {
        {0, EU_SAVE_NONE, true},    {EU_CR0_ME, EU_SAVE_NONE, false},
        {0, EU_SAVE_ASKED, true},   {0, EU_SAVE_SAVED, false},
        {0, EU_SAVE_SAVING, false}, {EU_CR0_ME, EU_SAVE_SAVING, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        f->t->cr[0] = rows[i].me;
        f->t->cr[1] = BREAKPOINT_ON | CR1_HALT;
        f->t->exception.save = rows[i].save;
        exc_update_attention(f->eu, f->t);
        assert_int_equal(!!(f->t->attention & EU_ATT_EXCEPTION), rows[i].looks);
        assert_int_equal(!!(f->t->attention & EU_ATT_HALT), rows[i].looks);
    }
}

/* On Gen9 the PcIPs of a thread that was restored are those that the routine wrote to fc0. */
static void restored_pcips_are_those_of_fc0(void **state)
{
    struct rig *f = *state;
    const uint32_t old[4] = {EU_CR0_ME, 0, 0x40, 0};
    begin_gen9(f, 1);
    f->t->exception.save = EU_SAVE_RESTORING;
    f->t->exception.away = true;
    f->t->sip_channels = 0xff;
    f->t->ip = SIP + 16;
    f->t->cr[2] = 0x40;
    for (unsigned i = 0; i < EU_CHANNELS; i++)
        f->t->fc0[i] = 0x1000 + 16 * i;
    for (unsigned n = 0; n < 3; n++) /* notifications that came meanwhile */
        f->t->exception.owed[n] = n ? 1 : 3;
    assert_int_equal(ask(f, EU_CAUSE_CR0, false, old), EU_REDIRECT);
    assert_int_equal(f->t->ip, 0x40);
    for (unsigned i = 0; i < EU_CHANNELS; i++) {
        assert_int_equal(f->t->pcip[i], 0x1000 + 16 * i);
        assert_int_equal(f->t->fc0[i], 0);
    }
    for (unsigned n = 0; n < 3; n++) {
        assert_int_equal(f->t->n[n], n ? 1 : 3);
        assert_int_equal(f->t->exception.owed[n], 0);
    }
    assert_int_equal(f->t->exception.save, EU_SAVE_NONE);
    assert_false(f->t->exception.away || f->t->exception.entered);
}

/* Exceptions are for threads that are dispatched, or wait for that. */
static void ended_threads_are_told_nothing(void **state)
{
    struct rig *f = *state;
    static const struct {
        enum eu_thread_status status;
        int rc;
    } rows[] = {{EU_THREAD_READY, 0},
                {EU_THREAD_WAITING, 0},
                {EU_THREAD_QUEUED, 0},
                {EU_THREAD_SAVED, -EU_ERR_UNAVAILABLE},
                {EU_THREAD_FREE, -EU_ERR_UNAVAILABLE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        f->t->cr[1] = 0;
        f->t->status = rows[i].status;
        assert_int_equal(exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT), rows[i].rc);
        assert_int_equal(f->t->cr[1], rows[i].rc ? 0 : CR1_HALT);
    }
    f->t->status = EU_THREAD_READY;
    f->t->cr[1] = BREAKPOINT_ON;
    f->log[0] = 0;
    assert_int_equal(exc_raise(f->eu, f->t, EXC_BREAKPOINT), 0);
    assert_non_null(strstr(f->log, "-> 00000000 80008000, pending breakpoint\n"));
}

/* A breakpoint that is stepped over is not met again until its instruction executes. */
static void breakpoints_of_a_wait_are_stepped_over_until_it_ends(void **state)
{
    struct rig *f = *state;
    struct eu_program prog = {0};
    struct eu_insn insn;
    assemble_text(EU_GEN7, "test", "wait n0.0\n", &prog);
    assert_int_equal(isa_decode(EU_GEN7, prog.code, prog.size, &insn), 16);
    eu_program_fini(&prog);
    f->t->cr[1] = BREAKPOINT_ON;
    f->t->exception.step_over = true;
    for (unsigned n = 0; n < 2; n++) {
        f->t->n[0] = n;
        assert_int_equal(f->eu->hooks.boundary(f->eu, f->t, &insn, EU_CAUSE_FETCH, NULL, &f->ev),
                         EU_GO);
        assert_int_equal(f->t->exception.step_over, !n);
    }
}

/* A thread on which another depends stays, whichever of the dependencies it is. */
static void threads_on_which_others_depend_stay(void **state)
{
    struct rig *f = *state;
    struct eu_thread *other = &f->eu->threads[2];
    for (unsigned k = 0; k < EU_DEPENDENCIES; k++) {
        other->depends[k] = 1;
        assert_true(exc_must_stay(f->eu, f->t));
        assert_int_equal(exc_preempt(f->eu, f->t), -EU_ERR_BUSY);
        other->depends[k] = 2;
        assert_false(exc_must_stay(f->eu, f->t));
        other->depends[k] = 0;
    }
}

/* If somebody has its slot, a saved thread comes back in the first that is free. */
static void saved_threads_come_back_in_the_first_free_slot(void **state)
{
    struct rig *f = *state;
    enum { THREADS = 5 };
    begin_gen9(f, THREADS);
    f->t = &f->eu->threads[2];
    f->t->status = EU_THREAD_SAVED;
    f->t->exception.save = EU_SAVE_SAVED;
    f->eu->slots[4] = 0; /* the last moves to its slot */
    eu_slot_seat(f->eu, 4, 2);
    assert_int_equal(exc_restore_in(f->eu, f->t, 3), -EU_ERR_BUSY);
    assert_int_equal(exc_restore(f->eu, f->t), 0);
    assert_int_equal(f->t->slot, 4);
}

/* Calls of the routine are those that were made since it was entered. */
static void calls_of_the_routine_are_counted_from_its_entry(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] = BREAKPOINT_ON;
    f->t->calls.depth = 5;
    assert_int_equal(exc_routine_calls(f->t), 0);
    assert_int_equal(ask(f, EU_CAUSE_FETCH, true, NULL), EU_REDIRECT);
    for (unsigned depth = 0; depth < 9; depth++) { /* below 5: it returned from calls of others */
        f->t->calls.depth = depth;
        assert_int_equal(exc_routine_calls(f->t), depth > 5 ? depth - 5 : 0);
    }
    f->t->calls.depth = 5 + INT16_MAX; /* what is more cannot be told from fewer than 5 */
    assert_int_equal(exc_routine_calls(f->t), INT16_MAX);
    f->t->calls.depth++;
    assert_int_equal(exc_routine_calls(f->t), 0);
    f->t->cr[0] = 0;
    assert_int_equal(exc_routine_calls(f->t), 0);
}

/* The host copies the whole save area to the new slot's, and nothing beside it. */
static void save_areas_move_with_their_thread(void **state)
{
    struct rig *f = *state;
    enum { CSR = 0x1000000, TO = 5 };
    uint8_t area[EU_CSR_AREA], byte;
    begin_gen9(f, 1);
    f->eu->has_csr = true;
    f->eu->csr = CSR;
    assert_int_equal(eu_memory_map(f->eu->mem, CSR, eu_csr_bytes(f->eu)), 0);
    const uint64_t from = eu_csr_area(f->eu, f->t->slot), to = eu_csr_area(f->eu, TO);
    for (unsigned i = 0; i < sizeof area; i++)
        area[i] = (uint8_t)(1 + i % 250);
    assert_true(eu_memory_write(f->eu->mem, from, area, sizeof area));
    assert_true(eu_memory_write(f->eu->mem, from + sizeof area, area, 1));
    f->t->status = EU_THREAD_SAVED;
    f->t->exception.save = EU_SAVE_SAVED;
    assert_int_equal(exc_restore_in(f->eu, f->t, eu_slot_count(f->eu)), -EU_ERR_RANGE);
    assert_int_equal(exc_restore_in(f->eu, f->t, TO), 0);
    memset(area, 0, sizeof area);
    assert_true(eu_memory_read(f->eu->mem, to, area, sizeof area));
    for (unsigned i = 0; i < sizeof area; i++)
        assert_int_equal(area[i], 1 + i % 250);
    assert_true(eu_memory_read(f->eu->mem, to - 1, &byte, 1) && byte == 0);
    assert_true(eu_memory_read(f->eu->mem, to + sizeof area, &byte, 1) && byte == 0);
}

/* Where no routine keeps contexts at the CSR base, what lies there is somebody else's. */
static void save_areas_of_other_routines_stay(void **state)
{
    struct rig *f = *state;
    enum { CSR = 0x1000000, TO = 5, MINE = 0xab };
    for (unsigned scratch = 0; scratch < 2; scratch++) {
        const uint8_t mine = MINE;
        uint8_t byte;
        begin_gen9(f, 1);
        f->eu->csr = CSR;
        f->eu->has_csr = scratch;
        f->eu->quirks[EU_QUIRK_CSR_SCRATCH] = scratch;
        assert_int_equal(eu_memory_map(f->eu->mem, CSR, eu_csr_bytes(f->eu)), 0);
        assert_true(eu_memory_write(f->eu->mem, eu_csr_area(f->eu, f->t->slot), &mine, 1));
        f->t->status = EU_THREAD_SAVED;
        f->t->exception.save = EU_SAVE_SAVED;
        assert_int_equal(exc_restore_in(f->eu, f->t, TO), 0);
        assert_true(eu_memory_read(f->eu->mem, eu_csr_area(f->eu, TO), &byte, 1) && byte == 0);
    }
}

static bool is_zero(const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (((const uint8_t *)bytes)[i])
            return false;
    return true;
}

/* A thread that comes back starts in the routine with nothing but the number of its old slot. */
static void restored_threads_begin_with_empty_registers(void **state)
{
    for (unsigned gen9 = 0; gen9 < 2; gen9++) {
        struct rig *f = *state;
        eu_free(f->eu);
        *f = (struct rig){.eu = eu_new(gen9 ? EU_GEN9 : EU_GEN7, 1)};
        f->t = &f->eu->threads[0];
        eu_thread_start(f->eu, 0, START, 0xff, 0);
        exc_install(f->eu);
        f->eu->sip = SIP;
        f->eu->has_sip = true;
        f->eu->hooks.on_log = rig_log;
        f->eu->hooks.observer_ctx = f;
        struct eu_thread *t = f->t;
        t->status = EU_THREAD_SAVED;
        t->exception.save = EU_SAVE_SAVED;
        t->attention = UINT32_MAX;
        t->sip_channels = 0x0f;
        t->sr[0] = 0x12345678;
        for (unsigned i = 0; i < EU_CHANNELS; i++)
            t->pcip[i] = START;
#define EACH(x) x(grf) x(a0) x(acc) x(mme) x(sr1) x(sp) x(dbg) x(msg) x(f) x(cr) x(n) x(fc0) x(fc3)
#define FILL(name) memset(t->name, 0xa5, sizeof t->name);
        EACH(FILL)
        t->fc1 = t->fc2 = t->fc4 = t->sr[2] = t->sr[3] = 0xa5a5a5a5;
        t->cr[0] = 0x1111;
        t->cr[1] = 0x2222;
        assert_int_equal(exc_restore_in(f->eu, t, t->slot), 0);
        assert_non_null(strstr(f->log,
                               "T0 enters for context-restore at 0x00080000, aip 0x00000100, "
                               "cr0 00001111 00002222 -> 80000000 01000000\n"));
        uint32_t old_sr0;
        memcpy(&old_sr0, t->grf[0] + 16, sizeof old_sr0);
        assert_int_equal(old_sr0, 0x12345678);
        memset(t->grf[0] + 16, 0, sizeof old_sr0);
        assert_int_equal(t->cr[0], EU_CR0_ME);
        assert_int_equal(t->cr[1], 1 << 24);
        t->cr[0] = t->cr[1] = 0;
#define EMPTY(name) assert_true(is_zero(t->name, sizeof t->name));
#define SAVED(x) x(grf) x(a0) x(acc) x(mme) x(sr1) x(sp) x(dbg) x(msg) x(f) x(cr)
        SAVED(EMPTY)
        /* where these are saved, too, they are empty; otherwise they are as they were */
        assert_int_equal(t->n[2], gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->fc0[EU_CHANNELS - 1], gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->fc3[3], gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->fc1 & t->fc2 & t->fc4, gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->fc1 | t->fc2 | t->fc4, gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->sr[2], gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->sr[3], gen9 ? 0 : 0xa5a5a5a5);
        assert_int_equal(t->ip, SIP);
        assert_int_equal(t->status, EU_THREAD_READY);
        assert_true(t->exception.entered);
        assert_int_equal(t->exception.save, EU_SAVE_RESTORING);
        assert_int_equal(t->attention & ~(uint32_t)EU_ATT_HOST, 0);
        for (unsigned i = 0; i < EU_CHANNELS; i++)
            assert_int_equal(t->pcip[i], gen9 ? 0 : i < 4 ? SIP : START);
        assert_int_equal(t->sip_channels, gen9 ? 0 : 0x0f);
        assert_int_equal(exc_restore_in(f->eu, t, t->slot), -EU_ERR_UNAVAILABLE);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_rig, close_rig)
    const struct CMUnitTest tests[] = {
        CASE(comparators_are_looked_at_by_all_threads),
        CASE(comparators_match_alone),
        CASE(catches_stop_in_the_routine_and_say_where_from),
        CASE(stops_without_a_routine_say_where),
        CASE(trace_has_both_states),
        CASE(latched_illegals_are_lost_with_the_quirk),
        CASE(request_bits_are_kept_inside_alone),
        CASE(breakpoints_without_a_routine_stop_one_after_the_other),
        CASE(suppress_is_used_up_by_what_executes),
        CASE(steps_by_the_quirk_need_the_status_bit),
        CASE(pending_kinds_are_a_set),
        CASE(raised_exceptions_must_be_enabled),
        CASE(threads_look_from_the_installation_on),
        CASE(halts_that_the_host_sets_need_exception_logic),
        CASE(raised_exceptions_leave_latched_bits_alone),
        CASE(threads_look_for_exceptions_outside_alone),
        CASE(restored_pcips_are_those_of_fc0),
        CASE(ended_threads_are_told_nothing),
        CASE(breakpoints_of_a_wait_are_stepped_over_until_it_ends),
        CASE(threads_on_which_others_depend_stay),
        CASE(saved_threads_come_back_in_the_first_free_slot),
        CASE(calls_of_the_routine_are_counted_from_its_entry),
        CASE(save_areas_move_with_their_thread),
        CASE(save_areas_of_other_routines_stay),
        CASE(restored_threads_begin_with_empty_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
