/* Tests the boundary function by itself, on threads that are made by hand. */
#include "tests/exception_rig.h"

enum { START = 0x100 };
#define ENABLE_ALL 0x0000b800u

static int setup(void **state)
{
    struct rig *f = calloc(1, sizeof *f);
    rig_begin(f, 1, START, 0xff, ENABLE_ALL);
    f->eu->sip = SIP;
    f->eu->has_sip = true;
    *state = f;
    return 0;
}

/* Makes a nop. Its DebugCtrl is bit 30, in the compact form (bit 29) bit 7. */
static struct eu_insn nop(bool debug, bool compact)
{
    uint8_t bytes[16] = {compact && debug ? 0xfe : 0x7e, 0, 0,
                         (uint8_t)(compact ? 0x20
                                   : debug ? 0x40
                                           : 0)};
    struct eu_insn insn;
    assert_int_equal(isa_decode(EU_GEN7, bytes, 16, &insn), compact ? 8 : 16);
    assert_int_equal(insn.debug, debug);
    return insn;
}

static enum eu_verdict ask(struct rig *f, enum eu_cause cause, const struct eu_insn *insn,
                           const uint32_t old_cr[4])
{
    return f->eu->hooks.boundary(f->eu, f->t, insn, cause, old_cr, &f->ev);
}

static enum eu_verdict fetch(struct rig *f, bool debug)
{
    struct eu_insn insn = nop(debug, false);
    return ask(f, EU_CAUSE_FETCH, &insn, NULL);
}

/* The thread writes cr0.0 and cr0.1 with an instruction of 16 bytes at ip. */
static enum eu_verdict write_cr0(struct rig *f, uint32_t cr0, uint32_t cr1)
{
    struct eu_insn insn = nop(false, false);
    uint32_t old[4];
    memcpy(old, f->t->cr, sizeof old);
    f->t->cr[0] = cr0;
    f->t->cr[1] = cr1;
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (f->t->pcip[n] == f->t->ip && !(cr0 & EU_CR0_SPF))
            f->t->pcip[n] += 16;
    f->t->ip += 16;
    return ask(f, EU_CAUSE_CR0, &insn, old);
}

static void assert_entered(struct rig *f, enum exc_kind kind, uint32_t ip, uint32_t aip)
{
    assert_int_equal(f->n, 1);
    assert_int_equal(f->seen[0].kind, kind);
    assert_int_equal(f->seen[0].ip, ip);
    assert_int_equal(f->seen[0].aip, aip);
    assert_int_equal(f->t->cr[2], aip);
    assert_int_equal(f->t->ip, SIP);
    assert_true(exc_in_routine(f->t));
    assert_false(f->t->attention & EU_ATT_EXCEPTION);
    f->n = 0;
}

/* --- entry --- */
static void boundary_breakpoint_enters_before_issue(void **state)
{
    struct rig *f = *state;
    assert_true(f->t->attention & EU_ATT_EXCEPTION);
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(f->t->cr[1], ENABLE_ALL);
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START, START);
    assert_int_equal(f->t->cr[1], CR1_BREAKPOINT | ENABLE_ALL);
    assert_int_equal(f->t->cr[0], EU_CR0_ME);
}

static void boundary_compact_breakpoint_enters(void **state)
{
    struct rig *f = *state;
    struct eu_insn insn = nop(true, true);
    assert_int_equal(ask(f, EU_CAUSE_FETCH, &insn, NULL), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START, START);
}

static void boundary_breakpoint_disabled_sets_nothing(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] = ENABLE_ALL & ~0x8000u;
    assert_int_equal(fetch(f, true), EU_GO);
    assert_int_equal(f->t->cr[1], ENABLE_ALL & ~0x8000u);
    exc_update_attention(f->eu, f->t);
    assert_false(f->t->attention & EU_ATT_EXCEPTION);
}

static void boundary_comparators_enter_and_honour_the_enable(void **state)
{
    struct rig *f = *state;
    assert_int_equal(exc_match_ip(f->eu, 0x5000), 0);
    assert_int_equal(exc_match_ip(f->eu, START), 0);
    assert_int_equal(exc_match_ip(f->eu, 0x6000), -EU_ERR_BUSY);
    f->t->cr[1] &= ~0x8000u;
    assert_int_equal(fetch(f, false), EU_GO);
    f->t->cr[1] |= 0x8000u;
    assert_int_equal(fetch(f, false), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START, START);
}

static void boundary_opcode_match_enters(void **state)
{
    struct rig *f = *state;
    assert_int_equal(exc_match_opcode(f->eu, 0x01), 0);
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(exc_match_opcode(f->eu, 0x7e), 0);
    assert_int_equal(exc_match_opcode(f->eu, 0x40), -EU_ERR_BUSY);
    assert_int_equal(fetch(f, false), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START, START);
}

static void boundary_illegal_enters_at_itself(void **state)
{
    struct rig *f = *state;
    struct eu_insn insn = nop(false, false);
    f->t->cr[1] |= CR1_ILLEGAL; /* a set status bit does not keep a new exception out */
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, &insn, NULL), EU_REDIRECT);
    assert_entered(f, EXC_ILLEGAL_OPCODE, START, START);
    assert_int_equal(f->t->cr[1], CR1_ILLEGAL | ENABLE_ALL);
}

static void boundary_illegal_disabled_is_a_nop_with_status(void **state)
{
    struct rig *f = *state;
    struct eu_insn insn = nop(false, false);
    f->t->cr[1] = 0x8000;
    assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, &insn, NULL), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_ILLEGAL | 0x8000);
    assert_int_equal(f->n, 0);
    f->eu->quirks[EU_QUIRK_ILLEGAL_OFF] = 1;
    assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, &insn, NULL), EU_STOP);
    assert_int_equal(f->ev.stop, EU_STOP_EXCEPTION);
    assert_int_equal(f->ev.kind, EXC_ILLEGAL_OPCODE);
    assert_int_equal(f->t->ip, START);
}

static void boundary_software_enters_behind_the_writer(void **state)
{
    struct rig *f = *state;
    assert_int_equal(write_cr0(f, 0, CR1_SOFTWARE | ENABLE_ALL), EU_REDIRECT);
    assert_entered(f, EXC_SOFTWARE, START, START + 16);
    assert_int_equal(f->t->cr[1], CR1_SOFTWARE | ENABLE_ALL);
}

static void boundary_software_disabled_stays_latched_until_enabled(void **state)
{
    struct rig *f = *state;
    assert_int_equal(write_cr0(f, 0, CR1_SOFTWARE), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_SOFTWARE);
    assert_int_equal(write_cr0(f, 0, 0), EU_GO);
    /* outside the routine, writing a 0 has no effect */
    assert_int_equal(f->t->cr[1], CR1_SOFTWARE);
    assert_int_equal(write_cr0(f, 0, 0x2000), EU_REDIRECT);
    assert_entered(f, EXC_SOFTWARE, START + 32, START + 48);
}

static void boundary_software_with_breakpoint_bit_is_one_entry(void **state)
{
    struct rig *f = *state;
    assert_int_equal(write_cr0(f, 0, CR1_BREAKPOINT | CR1_SOFTWARE | ENABLE_ALL), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START + 16, START + 16);
    assert_int_equal(f->t->cr[1], CR1_BREAKPOINT | CR1_SOFTWARE | ENABLE_ALL);
}

static void boundary_host_software_bit_and_debugctrl_are_one_entry(void **state)
{
    struct rig *f = *state;
    exc_raise(f->eu, f->t, EXC_SOFTWARE);
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START, START);
    assert_int_equal(f->t->cr[1], CR1_BREAKPOINT | CR1_SOFTWARE | ENABLE_ALL);
}

static void boundary_stack_enters_with_next(void **state)
{
    struct rig *f = *state;
    struct eu_insn insn = nop(false, false);
    f->ev.ip = START - 16;
    assert_int_equal(ask(f, EU_CAUSE_STACK, &insn, NULL), EU_REDIRECT);
    assert_entered(f, EXC_STACK_OVERFLOW, START - 16, START);
}

static void boundary_status_28_and_27_are_not_pending(void **state)
{
    struct rig *f = *state;
    f->t->cr[1] |= CR1_ILLEGAL | CR1_STACK;
    exc_update_attention(f->eu, f->t);
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_ILLEGAL | CR1_STACK | ENABLE_ALL);
}

/* When the host raises these two kinds, they are events: taken once, not again after the return,
 * and lost when their bit is cleared. */
static void raise_28_and_27_enter_once(void **state)
{
    static const enum exc_kind kinds[] = {EXC_ILLEGAL_OPCODE, EXC_STACK_OVERFLOW};
    struct rig *f = *state;
    for (unsigned i = 0; i < 2; i++) {
        eu_thread_start(f->eu, 0, START, 0xff, ENABLE_ALL);
        exc_raise(f->eu, f->t, kinds[i]);
        assert_int_equal(fetch(f, false), EU_REDIRECT);
        assert_entered(f, kinds[i], START, START);
        f->t->cr[0] = 0; /* the routine returns with the bit still set */
        exc_update_attention(f->eu, f->t);
        assert_int_equal(fetch(f, false), EU_GO);
        exc_raise(f->eu, f->t, kinds[i]);
        f->t->cr[1] = ENABLE_ALL;
        exc_update_attention(f->eu, f->t);
        assert_int_equal(fetch(f, false), EU_GO);
        f->t->cr[0] = EU_CR0_ME; /* raised in the routine: the bit is latched */
        exc_raise(f->eu, f->t, kinds[i]);
        f->t->cr[0] = 0;
        exc_update_attention(f->eu, f->t);
        assert_int_equal(fetch(f, false), EU_GO);
    }
}

static void boundary_pending_kinds_enter_at_the_next_instruction(void **state)
{
    static const struct {
        enum exc_kind kind;
        uint32_t enables;
        bool enters;
    } rows[] = {
        {EXC_EXTERNAL_HALT, 0, true},        {EXC_SOFTWARE, 0x2000, true},
        {EXC_SOFTWARE, 0x9800, false},       {EXC_BREAKPOINT, 0x8000, true},
        {EXC_BREAKPOINT, 0x3800, false},     {EXC_ILLEGAL_OPCODE, 0x1000, true},
        {EXC_ILLEGAL_OPCODE, 0xa800, false}, {EXC_STACK_OVERFLOW, 0x0800, true},
        {EXC_STACK_OVERFLOW, 0xb000, false},
    };
    struct rig *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        eu_thread_start(f->eu, 0, START, 0xff, rows[i].enables);
        exc_raise(f->eu, f->t, rows[i].kind);
        assert_int_equal(fetch(f, false), rows[i].enters ? EU_REDIRECT : EU_GO);
        if (rows[i].enters)
            assert_entered(f, rows[i].kind, START, START);
        assert_int_equal(f->n, 0);
    }
}

/* --- inside the routine --- */
static void boundary_in_the_routine_nothing_nests(void **state)
{
    struct rig *f = *state;
    struct eu_insn insn = nop(false, false);
    f->t->cr[0] = EU_CR0_ME | EU_CR0_SUPPRESS;
    exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT);
    assert_false(f->t->attention & EU_ATT_EXCEPTION);
    assert_int_equal(fetch(f, true), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_HALT | ENABLE_ALL);
    /* the suppress bit is not looked at */
    assert_int_equal(f->t->cr[0], EU_CR0_ME | EU_CR0_SUPPRESS);
    assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, &insn, NULL), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_HALT | CR1_ILLEGAL | ENABLE_ALL);
    assert_int_equal(write_cr0(f, EU_CR0_ME, CR1_SOFTWARE | ENABLE_ALL), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_SOFTWARE | ENABLE_ALL);
    assert_int_equal(write_cr0(f, EU_CR0_ME, ENABLE_ALL), EU_GO);
    assert_int_equal(f->t->cr[1], ENABLE_ALL); /* inside the routine, writing a 0 clears it */
    assert_int_equal(f->n, 0);
}

static void boundary_master_bit_written_1_outside_has_no_effect(void **state)
{
    struct rig *f = *state;
    assert_int_equal(write_cr0(f, EU_CR0_ME | 2, ENABLE_ALL), EU_GO);
    assert_int_equal(f->t->cr[0], 2);
    assert_int_equal(f->t->ip, START + 16);
}

/* --- return --- */
static void boundary_return_goes_to_aip_by_what_is_left_set(void **state)
{
    static const struct {
        uint32_t left, enables;
        bool again;
        enum exc_kind kind;
    } rows[] = {
        {0, ENABLE_ALL, false, 0},
        {CR1_BREAKPOINT, ENABLE_ALL, true, EXC_BREAKPOINT},
        {CR1_HALT, ENABLE_ALL, true, EXC_EXTERNAL_HALT},
        {CR1_HALT, 0, true, EXC_EXTERNAL_HALT},
        {CR1_SOFTWARE, ENABLE_ALL, true, EXC_SOFTWARE},
        {CR1_SOFTWARE, 0x9800, false, 0},
        {CR1_BREAKPOINT, 0x3800, false, 0},
        {CR1_ILLEGAL, ENABLE_ALL, false, 0},
        {CR1_STACK, ENABLE_ALL, false, 0},
        {CR1_ILLEGAL | CR1_SOFTWARE, ENABLE_ALL, true, EXC_SOFTWARE},
    };
    struct rig *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        eu_thread_start(f->eu, 0, START, 0xff, ENABLE_ALL);
        assert_int_equal(fetch(f, true), EU_REDIRECT);
        f->n = 0;
        f->t->cr[2] = START + 16 + 5; /* the low bits are ignored */
        assert_int_equal(write_cr0(f, 0, rows[i].left | rows[i].enables), EU_REDIRECT);
        if (rows[i].again) {
            assert_entered(f, rows[i].kind, START + 16, START + 16);
            continue;
        }
        assert_int_equal(f->n, 0);
        assert_int_equal(f->t->ip, START + 16);
        assert_int_equal(f->t->cr[0], 0);
        assert_int_equal(f->t->cr[1], rows[i].left | rows[i].enables);
        assert_int_equal(f->t->sip_channels, 0);
    }
}

static void boundary_entry_and_return_take_only_the_channels_on_ip(void **state)
{
    struct rig *f = *state;
    f->t->pcip[0] = f->t->pcip[3] = 0x500;
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_int_equal(f->t->sip_channels, 0xf6);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        assert_int_equal(f->t->pcip[n], n == 0 || n == 3 ? 0x500 : n < 8 ? SIP : START);
    f->t->pcip[1] = 0x80440; /* other channels may be anywhere */
    f->t->cr[2] = START + 32;
    assert_int_equal(write_cr0(f, EU_CR0_SPF, ENABLE_ALL), EU_REDIRECT);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        assert_int_equal(f->t->pcip[n], n == 0 || n == 3 ? 0x500 : n < 8 ? START + 32 : START);
}

static void boundary_entry_under_spf_takes_all_enabled_channels(void **state)
{
    struct rig *f = *state;
    f->t->cr[0] = EU_CR0_SPF;
    f->t->ip = START + 64; /* with SPF the PcIPs do not move */
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_int_equal(f->t->sip_channels, 0xff);
    assert_int_equal(f->t->pcip[7], SIP);
    assert_int_equal(f->t->pcip[8], START);
    assert_int_equal(f->t->cr[0], EU_CR0_ME | EU_CR0_SPF);
}

static void boundary_entry_with_vme_uses_vmask(void **state)
{
    struct rig *f = *state;
    eu_thread_start(f->eu, 0, START, 0x11, ENABLE_ALL);
    f->t->cr[0] = EU_CR0_VME;
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_int_equal(f->t->sip_channels, 0xff);
}

static void boundary_entry_with_no_channel_on_ip_still_enters(void **state)
{
    struct rig *f = *state;
    f->t->ip = 0x900;
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, 0x900, 0x900);
    assert_int_equal(f->t->sip_channels, 0);
    assert_int_equal(f->t->pcip[0], START);
}

/* The host started this thread inside the routine. The channels that run there return. */
static void boundary_return_of_a_thread_put_in_by_the_host_takes_those_on_ip(void **state)
{
    struct rig *f = *state;
    f->t->cr[0] = EU_CR0_ME;
    f->t->cr[2] = 0x400;
    exc_update_attention(f->eu, f->t);
    f->t->pcip[1] = 0x900;
    exc_update_attention(f->eu, f->t); /* this must follow each write of the host */
    assert_int_equal(write_cr0(f, 0, ENABLE_ALL), EU_REDIRECT);
    assert_int_equal(f->t->ip, 0x400);
    for (unsigned n = 0; n < 8; n++)
        assert_int_equal(f->t->pcip[n], n == 1 ? 0x900 : 0x400);
}

/* --- suppress and single step --- */
static void boundary_suppress_swallows_one_breakpoint(void **state)
{
    struct rig *f = *state;
    f->t->cr[0] = EU_CR0_SUPPRESS;
    assert_int_equal(fetch(f, false), EU_GO);
    /* an ordinary instruction does not use it up */
    assert_int_equal(f->t->cr[0], EU_CR0_SUPPRESS);
    assert_int_equal(fetch(f, true), EU_GO);
    assert_int_equal(f->t->cr[0], 0);
    assert_int_equal(f->t->cr[1], ENABLE_ALL);
    assert_int_equal(fetch(f, true), EU_REDIRECT);
}

static void boundary_suppress_quirk_next_lasts_one_instruction(void **state)
{
    struct rig *f = *state;
    f->eu->quirks[EU_QUIRK_SUPPRESS] = 1;
    f->t->cr[0] = EU_CR0_SUPPRESS;
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(f->t->cr[0], 0);
}

static void boundary_suppress_without_enable_is_not_looked_at(void **state)
{
    struct rig *f = *state;
    f->t->cr[0] = EU_CR0_SUPPRESS;
    f->t->cr[1] = 0;
    assert_int_equal(fetch(f, true), EU_GO);
    assert_int_equal(f->t->cr[0], EU_CR0_SUPPRESS);
}

static void boundary_pending_halt_leaves_suppress_set(void **state)
{
    struct rig *f = *state;
    f->t->cr[0] = EU_CR0_SUPPRESS;
    exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT);
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    assert_entered(f, EXC_EXTERNAL_HALT, START, START);
    assert_int_equal(f->t->cr[0], EU_CR0_ME | EU_CR0_SUPPRESS);
    assert_int_equal(f->t->cr[1], CR1_HALT | ENABLE_ALL);
}

static void boundary_single_step_runs_one_instruction(void **state)
{
    struct rig *f = *state;
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    f->n = 0;
    assert_int_equal(write_cr0(f, EU_CR0_SUPPRESS, CR1_BREAKPOINT | ENABLE_ALL), EU_REDIRECT);
    assert_int_equal(f->t->ip, START);
    assert_int_equal(f->n, 0);
    assert_int_equal(fetch(f, true), EU_GO);
    assert_int_equal(f->t->cr[0], 0);
    f->t->ip += 16;
    assert_int_equal(fetch(f, false), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START + 16, START + 16);
}

static void boundary_step_quirk_clear_runs_one_instruction(void **state)
{
    struct rig *f = *state;
    f->eu->quirks[EU_QUIRK_STEP] = 1;
    assert_int_equal(fetch(f, true), EU_REDIRECT);
    f->n = 0;
    assert_int_equal(write_cr0(f, 0, CR1_BREAKPOINT | ENABLE_ALL), EU_REDIRECT);
    assert_int_equal(f->t->ip, START);
    assert_int_equal(fetch(f, true), EU_GO);
    f->t->ip += 16;
    assert_int_equal(fetch(f, false), EU_REDIRECT);
    assert_entered(f, EXC_BREAKPOINT, START + 16, START + 16);
}

/* --- no System Routine --- */
static void assert_stopped(struct rig *f, enum exc_kind kind, uint32_t ip, const char *text)
{
    assert_int_equal(f->ev.stop, EU_STOP_EXCEPTION);
    assert_int_equal(f->ev.thread, 0);
    assert_int_equal(f->ev.kind, kind);
    assert_int_equal(f->ev.ip, ip);
    assert_int_equal(f->ev.aip, ip);
    assert_int_equal(f->t->ip, ip);
    assert_int_equal(f->t->cr[2], 0);
    assert_false(exc_in_routine(f->t));
    assert_int_equal(strncmp(f->ev.text, text, strlen(text)), 0);
    assert_int_equal(f->n, 1);
    f->n = 0;
}

static void boundary_without_sip_breakpoint_stops_and_is_stepped_over(void **state)
{
    struct rig *f = *state;
    f->eu->has_sip = false;
    assert_int_equal(fetch(f, true), EU_STOP);
    assert_stopped(f, EXC_BREAKPOINT, START, "breakpoint at 0x00000100 (thread 0): nop");
    assert_int_equal(f->t->cr[1], CR1_BREAKPOINT | ENABLE_ALL);
    assert_int_equal(f->t->cr[0], 0);
    assert_int_equal(fetch(f, true), EU_GO); /* the host lets it go on */
    f->t->ip += 16;
    /* the status bit is still set, but was reported */
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(fetch(f, true), EU_STOP);
}

static void boundary_without_sip_software_stops_once_a_write(void **state)
{
    struct rig *f = *state;
    f->eu->has_sip = false;
    assert_int_equal(write_cr0(f, 0, CR1_SOFTWARE | ENABLE_ALL), EU_STOP);
    assert_stopped(f, EXC_SOFTWARE, START + 16, "software exception at 0x00000100 (thread 0): nop");
    assert_int_equal(f->seen[0].ip, START);
    assert_int_equal(f->seen[0].aip, START + 16);
    assert_int_equal(fetch(f, false), EU_GO);
    assert_int_equal(f->t->cr[1], CR1_SOFTWARE | ENABLE_ALL);
}

static void boundary_without_sip_illegal_stops_each_time(void **state)
{
    struct rig *f = *state;
    struct eu_insn insn = nop(false, false);
    f->eu->has_sip = false;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fetch(f, false), EU_GO);
        assert_int_equal(ask(f, EU_CAUSE_ILLEGAL, &insn, NULL), EU_STOP);
        assert_stopped(f, EXC_ILLEGAL_OPCODE, START, "illegal opcode at 0x00000100 (thread 0): ");
        assert_int_equal(f->t->cr[1], CR1_ILLEGAL | ENABLE_ALL);
    }
}

static void boundary_without_sip_halt_stops_again_when_raised_again(void **state)
{
    struct rig *f = *state;
    f->eu->has_sip = false;
    for (int i = 0; i < 2; i++) {
        exc_raise(f->eu, f->t, EXC_EXTERNAL_HALT);
        assert_int_equal(fetch(f, false), EU_STOP);
        assert_stopped(f, EXC_EXTERNAL_HALT, START, "external halt at 0x00000100");
        assert_int_equal(fetch(f, false), EU_GO);
    }
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, rig_teardown)
    const struct CMUnitTest tests[] = {
        CASE(boundary_breakpoint_enters_before_issue),
        CASE(boundary_compact_breakpoint_enters),
        CASE(boundary_breakpoint_disabled_sets_nothing),
        CASE(boundary_comparators_enter_and_honour_the_enable),
        CASE(boundary_opcode_match_enters),
        CASE(boundary_illegal_enters_at_itself),
        CASE(boundary_illegal_disabled_is_a_nop_with_status),
        CASE(boundary_software_enters_behind_the_writer),
        CASE(boundary_software_disabled_stays_latched_until_enabled),
        CASE(boundary_software_with_breakpoint_bit_is_one_entry),
        CASE(boundary_host_software_bit_and_debugctrl_are_one_entry),
        CASE(boundary_stack_enters_with_next),
        CASE(boundary_status_28_and_27_are_not_pending),
        CASE(raise_28_and_27_enter_once),
        CASE(boundary_pending_kinds_enter_at_the_next_instruction),
        CASE(boundary_in_the_routine_nothing_nests),
        CASE(boundary_master_bit_written_1_outside_has_no_effect),
        CASE(boundary_return_goes_to_aip_by_what_is_left_set),
        CASE(boundary_entry_and_return_take_only_the_channels_on_ip),
        CASE(boundary_entry_under_spf_takes_all_enabled_channels),
        CASE(boundary_entry_with_vme_uses_vmask),
        CASE(boundary_entry_with_no_channel_on_ip_still_enters),
        CASE(boundary_return_of_a_thread_put_in_by_the_host_takes_those_on_ip),
        CASE(boundary_suppress_swallows_one_breakpoint),
        CASE(boundary_suppress_quirk_next_lasts_one_instruction),
        CASE(boundary_suppress_without_enable_is_not_looked_at),
        CASE(boundary_pending_halt_leaves_suppress_set),
        CASE(boundary_single_step_runs_one_instruction),
        CASE(boundary_step_quirk_clear_runs_one_instruction),
        CASE(boundary_without_sip_breakpoint_stops_and_is_stepped_over),
        CASE(boundary_without_sip_software_stops_once_a_write),
        CASE(boundary_without_sip_illegal_stops_each_time),
        CASE(boundary_without_sip_halt_stops_again_when_raised_again),
    };
    return cmocka_run_group_tests_name("exception_boundary", tests, NULL, NULL);
}
