/* The hardware's exception logic: the boundary hook of the engines, and what the host does to it.
 */
#include "exception/exception.h"

#include <stdio.h>
#include <string.h>

#include "exception/exception_impl.h"
#include "isa/program.h"
#include "sim/lint.h"

#define AIP_MASK 0xfffffff8u

enum { AIP_THIS, AIP_NEXT };
enum half { STATUS, CONTROL };
const struct exc_info exc_table[EXC_COUNT] = {
#define EXC(id, name_, status, enable, half, aip, signal, text_, section_)                         \
    [EXC_##id] = {.name = (name_),                                                                 \
                  .text = (text_),                                                                 \
                  .section = (section_),                                                           \
                  .status_bit = (status),                                                          \
                  .enable_bit = (enable),                                                          \
                  .control = (half) == CONTROL,                                                    \
                  .aip_next = AIP_##aip == AIP_NEXT,                                               \
                  .gdb_signal = (signal)},
#include "sim/exceptions.def"
#undef EXC
};

uint32_t exc_status_bit(enum exc_kind kind)
{
    int bit = exc_table[kind].status_bit;
    return bit < 0 ? 0 : 1u << bit;
}

/* The status bits of cr0.1 whose exception @cr1 enables. External Halt has no enable bit, so it
 * always counts. */
static uint32_t enabled_status_bits(uint32_t cr1)
{
    uint32_t bits = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (exc_table[k].enable_bit < 0 || cr1 >> exc_table[k].enable_bit & 1)
            bits |= exc_status_bit(k);
    return bits;
}

/* Status bits that enter the routine whenever they are set, no matter who set them. Source: 4.3,
 * docs/exceptions.md section 2. */
static uint32_t control_bits(void)
{
    uint32_t bits = 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (exc_table[k].control)
            bits |= exc_status_bit(k);
    return bits;
}

bool exc_in_routine(const struct eu_thread *t)
{
    return t->cr[0] & EU_CR0_ME;
}

/* The thread has cleared the master bit, but its end of thread is still to come (quirk
 * save-end). */
static bool is_leaving(const struct eu_thread *t)
{
    return t->exception.save == EU_SAVE_SAVING && !exc_in_routine(t);
}

/* Whether an exception must wait until the routine has returned or the context is back. */
static bool takes_none(const struct eu_thread *t)
{
    return exc_in_routine(t) || exc_saved(t) || is_leaving(t);
}

/* All status bits of cr0.1. */
static uint32_t status_bits(void)
{
    uint32_t bits = 0;
#define EXC(id, name, status, ...) bits |= (status) < 0 ? 0 : 1u << ((status)&31);
#include "sim/exceptions.def"
#undef EXC
    return bits;
}

uint32_t exc_pending_bits(const struct eu_thread *t)
{
    if (!(t->cr[1] & status_bits())) /* as when it is dispatched */
        return 0;
    return t->cr[1] & enabled_status_bits(t->cr[1]) & (control_bits() | t->exception.raised) &
           ~t->exception.told;
}

static bool breakpoints_on(const struct eu_thread *t)
{
    return t->cr[1] >> exc_table[EXC_BREAKPOINT].enable_bit & 1;
}

/* Sets @t->attention to what the boundary must look at. The comparators work only while breakpoints
 * are enabled, so breakpoints_on() covers them, too. */
static void update_attention(const struct eu *eu, struct eu_thread *t)
{
    t->exception.told &= t->cr[1]; /* once the guest clears a bit, it may be reported again */
    t->exception.raised &= t->cr[1];
    t->attention &= ~(uint32_t)(EU_ATT_EXCEPTION | EU_ATT_HALT);
    if (takes_none(t))
        return;
    if (breakpoints_on(t) || eu->quirks[EU_QUIRK_BREAKPOINT_OFF] || exc_pending_bits(t) ||
        t->exception.save == EU_SAVE_ASKED)
        t->attention |= EU_ATT_EXCEPTION;
    if (exc_pending_bits(t) & exc_status_bit(EXC_EXTERNAL_HALT))
        t->attention |= EU_ATT_HALT;
}

/* Records which channels enter the routine, and how many calls are open at that moment. */
static void record_entry(struct eu_thread *t)
{
    t->sip_channels = eu_on_ip(t);
    t->entered_depth = (uint16_t)t->calls.depth;
}

/* The calls that the thread has made since it entered the routine; without meaning unless it is
 * there, or was until its last instruction. */
static uint32_t routine_calls(const struct eu_thread *t)
{
    uint16_t more = (uint16_t)(t->calls.depth - t->entered_depth);
    return more <= INT16_MAX ? more : 0;
}

uint32_t exc_routine_calls(const struct eu_thread *t)
{
    return exc_in_routine(t) ? routine_calls(t) : 0;
}

void exc_update_attention(struct eu *eu, struct eu_thread *t)
{
    (void)eu;
    eu_thread_touch(t);
    /* The host set the master bit, so the thread is in the routine without an entry: the channels
     * that are on now are those that will return. Status: assumed. */
    if (exc_in_routine(t) && !t->exception.entered)
        record_entry(t);
    update_attention(eu, t);
}

/* --- entry --- */
static enum exc_kind highest_priority(uint32_t bits)
{
    unsigned k = 0;
    while (k < EXC_COUNT - 1 && !(bits & exc_status_bit(k)))
        k++;
    return k;
}

static void describe_event(const struct eu *eu, const struct eu_thread *t,
                           const struct eu_insn *insn, enum exc_kind kind, uint32_t ip,
                           struct eu_event *ev)
{
    struct eu_dis_opts opts = {.gen = eu->gen};
    char text[EU_DIS_MAX] = "";
    if (insn)
        eu_dis(&opts, insn, ip, text);
    (void)eu_event_at(ev, t, EU_STOP_EXCEPTION, "%s at 0x%08x (thread %llu)%s%.100s",
                      exc_table[kind].text, (unsigned)ip, (unsigned long long)t->number,
                      insn ? ": " : "", text);
    ev->kind = kind;
}

/* Stops the machine for an exception because no System Routine is loaded. Source: docs/design.md
 * section 5. */
static enum eu_verdict stop_without_routine(struct eu *eu, struct eu_thread *t,
                                            const struct eu_insn *insn, enum exc_kind kind,
                                            uint32_t ip, struct eu_event *ev)
{
    describe_event(eu, t, insn, kind, ip, ev);
    ev->aip = t->ip;
    t->exception.told |= t->cr[1] & enabled_status_bits(t->cr[1]);
    update_attention(eu, t);
    return EU_STOP;
}

void exc_move_channels(struct eu_thread *t, uint32_t channels, uint32_t to)
{
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (channels >> n & 1)
            t->pcip[n] = to;
}

/* Stops the machine at the first instruction of the routine if the host catches this kind. */
static enum eu_verdict stop_if_caught(struct eu *eu, struct eu_thread *t,
                                      const struct eu_insn *insn, enum exc_kind kind, uint32_t ip,
                                      struct eu_event *ev)
{
    if (!(eu->catches >> kind & 1))
        return EU_REDIRECT;
    describe_event(eu, t, insn, kind, ip, ev);
    ev->aip = t->cr[2];
    return EU_STOP;
}

/* enter_routine - the hardware's entry sequence; t->ip becomes AIP. Source: 4.2.1,
 * docs/exceptions.md section 3. Status: inferred (channels). */
static enum eu_verdict enter_routine(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                     enum exc_kind kind, uint32_t ip, struct eu_event *ev)
{
    uint32_t aip = t->ip, before[2] = {t->cr[0], t->cr[1]};
    bool lint = eu_noddclr_open(t) && eu_sip_lint(eu, t, ev, EU_SIP_LINT_NODDCLR);
    record_entry(t);
    t->cr[2] = aip & AIP_MASK;
    t->cr[0] |= EU_CR0_ME;
    t->ip = eu->sip;
    exc_move_channels(t, t->sip_channels, t->ip);
    t->exception.step_over = false;
    t->exception.entered = true;
    update_attention(eu, t);
    if (eu->hooks.on_exception)
        eu->hooks.on_exception(eu->hooks.observer_ctx, eu, t, kind, ip, aip);
    exc_trace_at(eu, t, before, "enters for", kind, ip, aip);
    if (lint)
        return EU_STOP;
    return stop_if_caught(eu, t, insn, kind, ip, ev);
}

/* enter_pending - enters the routine (or stops, without one) for the pending bits. @ip: the
 * instruction that raised. If several bits are set, there is one entry with one AIP; the highest
 * bit names the event, and the routine chooses the order in which it handles them. */
static enum eu_verdict enter_pending(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                     uint32_t ip, struct eu_event *ev)
{
    uint32_t aip = t->ip, before[2] = {t->cr[0], t->cr[1]};
    uint32_t bits = t->cr[1] & enabled_status_bits(t->cr[1]) & ~t->exception.told;
    enum exc_kind kind = highest_priority(bits);
    t->exception.raised = 0;
    if (control_bits() & exc_status_bit(kind) && kind != EXC_SOFTWARE)
        ip = aip; /* such exceptions are taken between two instructions */
    if (eu->has_sip)
        return enter_routine(eu, t, insn, kind, ip, ev);
    enum eu_verdict verdict = stop_without_routine(eu, t, insn, kind, ip, ev);
    if (eu->hooks.on_exception)
        eu->hooks.on_exception(eu->hooks.observer_ctx, eu, t, kind, ip, aip);
    exc_trace_at(eu, t, before, "stops for", kind, ip, aip);
    return verdict;
}

void exc_set_request(struct eu_thread *t, uint32_t what)
{
    t->cr[1] = (t->cr[1] & ~EU_CR1_REQUESTS) | what;
}

bool exc_routine_has_pcip(const struct eu *eu)
{
    return eu->isa->pcip_in_fc && !eu->quirks[EU_QUIRK_FC0];
}

/* Enters the routine to save the context. Nothing else is pending, and this machine has no writes
 * in flight. fc0 shows the PcIPs; for the channels that enter, it shows AIP. Source: Gen9's SIPCSR;
 * its meaning: assumed. */
static enum eu_verdict enter_to_save(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                     struct eu_event *ev)
{
    if (exc_routine_has_pcip(eu))
        memcpy(t->fc0, t->pcip, sizeof t->fc0);
    t->exception.save = EU_SAVE_SAVING;
    t->exception.away = eu->isa->pcip_in_fc; /* then the routine saves n0, too */
    exc_set_request(t, EXC_CR1_SAVE);
    return enter_routine(eu, t, insn, EXC_CONTEXT_SAVE, t->ip, ev);
}

/* Latches the status bit of @kind and enters the routine for it. */
static enum eu_verdict raise_now(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                 enum exc_kind kind, uint32_t ip, struct eu_event *ev)
{
    t->cr[1] |= exc_status_bit(kind);
    t->exception.told &= ~exc_status_bit(kind);
    return enter_pending(eu, t, insn, ip, ev);
}

/* --- before issue --- */
static bool comparator_matches(const struct eu *eu, const struct eu_thread *t,
                               const struct eu_insn *insn)
{
    for (unsigned i = 0; eu->match_on >> i; i++) {
        uint32_t found = i < 2 ? t->ip & AIP_MASK : insn->opcode;
        if (eu->match_on >> i & 1 && eu->matches[i] == found)
            return true;
    }
    return false;
}

/* Whether the instruction at ip will execute. It does not if it is an illegal opcode that raises an
 * exception, or if it first waits and is issued again later. */
static bool will_execute(const struct eu *eu, const struct eu_thread *t, const struct eu_insn *insn)
{
    if (insn->op->flags & EU_OPF_UNDEF)
        return !(enabled_status_bits(t->cr[1]) & exc_status_bit(EXC_ILLEGAL_OPCODE)) &&
               !eu->quirks[EU_QUIRK_ILLEGAL_OFF];
    if (insn->op->id == EU_OP_WAIT) {
        unsigned n = (insn->src[0].reg & 15) + insn->src[0].sub / 4u;
        return n < sizeof t->n / sizeof *t->n && t->n[n];
    }
    return insn->op->id != EU_OP_SENDC || !eu_thread_depends(t);
}

/* at_fetch - looks for a breakpoint, then for a pending halt or software exception; one entry
 * serves all of them. Only an instruction that executes uses up Suppress. Source: 3.3.3.8,
 * docs/exceptions.md sections 6 and 11.4. */
static enum eu_verdict at_fetch(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                struct eu_event *ev)
{
    const uint32_t bp = exc_status_bit(EXC_BREAKPOINT);
    if (exc_in_routine(t))
        return EU_GO;
    uint32_t waiting = exc_pending_bits(t);
    bool on = breakpoints_on(t);
    bool met = insn->debug || comparator_matches(eu, t, insn), here = on && met;
    bool over = t->exception.step_over;
    bool suppress = on && t->cr[0] & EU_CR0_SUPPRESS;
    bool breaks = (here || waiting & bp) && !over && !suppress;

    if (met && !on && eu->quirks[EU_QUIRK_BREAKPOINT_OFF])
        t->cr[1] |= bp;
    if (breaks && here) {
        t->exception.told &= ~bp;
        t->cr[1] |= bp;
    }
    if (breaks || waiting & ~bp) {
        enum eu_verdict verdict = enter_pending(eu, t, insn, t->ip, ev);
        if (verdict == EU_STOP && !eu->has_sip && breaks && here)
            t->exception.step_over = true;
        return verdict;
    }
    if (t->exception.save == EU_SAVE_ASKED)
        return enter_to_save(eu, t, insn, ev);
    if ((over || suppress) && !will_execute(eu, t, insn))
        return EU_GO;
    t->exception.step_over = false;
    bool used = !over && (here || waiting & bp);
    if (suppress && (used || eu->quirks[EU_QUIRK_SUPPRESS]))
        t->cr[0] &= ~(uint32_t)EU_CR0_SUPPRESS;
    update_attention(eu, t);
    return EU_GO;
}

/* --- at issue --- */
/* "Until the exception is cleared, any further exception of that type is lost" (4.2.1) is in the
 * text about the time in the routine; the quirk applies it to the application, too. */
static bool is_lost(const struct eu *eu, const struct eu_thread *t, uint32_t status)
{
    return eu->quirks[EU_QUIRK_LATCHED] && t->cr[1] & status;
}

static enum eu_verdict at_illegal(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                  struct eu_event *ev)
{
    const uint32_t bit = exc_status_bit(EXC_ILLEGAL_OPCODE);
    if (!exc_in_routine(t) && enabled_status_bits(t->cr[1]) & bit && !is_lost(eu, t, bit))
        return raise_now(eu, t, insn, EXC_ILLEGAL_OPCODE, t->ip, ev);
    uint32_t before[2] = {t->cr[0], t->cr[1]};
    t->cr[1] |= bit;
    exc_trace_at(eu, t, before, "latches", EXC_ILLEGAL_OPCODE, t->ip, t->ip);
    if (!eu->quirks[EU_QUIRK_ILLEGAL_OFF])
        return EU_GO;
    return stop_without_routine(eu, t, insn, EXC_ILLEGAL_OPCODE, t->ip, ev);
}

static enum eu_verdict at_stack(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                struct eu_event *ev)
{
    const uint32_t at = ev->ip, bit = exc_status_bit(EXC_STACK_OVERFLOW);
    if (!exc_in_routine(t) && enabled_status_bits(t->cr[1]) & bit && !is_lost(eu, t, bit))
        return raise_now(eu, t, insn, EXC_STACK_OVERFLOW, at, ev);
    t->cr[1] |= bit;
    return EU_GO;
}

/* --- after a write to cr0 --- */
/* The manual requires a SIMD16 nop after the instruction that returns. Source: 4.2.2. */
static bool lint_return(struct eu *eu, struct eu_thread *t, struct eu_event *ev)
{
    uint8_t bytes[16];
    struct eu_insn next;
    if (!eu->lint && !eu->lint_stop)
        return false;
    eu_memory_read(eu->mem, t->ip, bytes, sizeof bytes);
    if (isa_decode(eu->gen, bytes, sizeof bytes, &next) > 0 && next.op->id == EU_OP_NOP)
        return false;
    return eu_sip_lint(eu, t, ev, EU_SIP_LINT_RETURN);
}

/* Undoes what a write to cr0 may not change: cr0.0[31] and cr0.1[29, 25, 24]. Source: 3.3.3.8;
 * docs/exceptions.md 11.3. */
static void settle_write(const struct eu *eu, struct eu_thread *t, const uint32_t old_cr[4])
{
    bool keeps = eu->quirks[EU_QUIRK_REQUEST_BITS];
    if (!exc_in_routine(t) || !(old_cr[0] & EU_CR0_ME))
        t->cr[1] &= keeps ? UINT32_MAX : ~EU_CR1_REQUESTS;
    if (old_cr[0] & EU_CR0_ME)
        return;
    t->cr[0] &= ~EU_CR0_ME;
    t->cr[1] |= old_cr[1] & exc_status_bit(EXC_SOFTWARE);
}

/* The thread leaves its slot, and another thread may take it. What no instruction can write stays
 * in struct eu_thread as the host's record: the channels that entered, the PcIPs of the others,
 * masks, n0, tdr0. Source: 4.3.4. Status: assumed. */
static void leave_saved(struct eu_thread *t)
{
    t->ip = t->cr[2] & AIP_MASK;
    exc_move_channels(t, t->sip_channels, t->ip);
    t->status = EU_THREAD_SAVED;
    t->exception.save = EU_SAVE_SAVED;
    t->exception.told = t->exception.raised = 0;
    t->exception.step_over = t->exception.entered = false;
}

/* A restored context takes its PcIPs from fc0, where the routine wrote them; outside the routine
 * fc0 is zero. Notifications that came while it was saved are delivered now. Status: assumed. */
static void finish_restore(const struct eu *eu, struct eu_thread *t)
{
    if (exc_routine_has_pcip(eu)) {
        memcpy(t->pcip, t->fc0, sizeof t->pcip);
        memset(t->fc0, 0, sizeof t->fc0);
        t->sip_channels = 0;
    }
    t->exception.save = EU_SAVE_NONE;
    t->exception.away = false;
    for (unsigned n = 0; n < 3; n++)
        for (; t->exception.owed[n]; t->exception.owed[n]--)
            (void)eu_notify(t, n);
}

/* leave_routine - the master bit went from 1 to 0: the channels that entered go on at AIP in the
 * application. Source: 4.2.2, docs/exceptions.md sections 3 and 5. Status: inferred (channels). */
static void leave_routine(struct eu *eu, struct eu_thread *t)
{
    t->ip = t->cr[2] & AIP_MASK;
    if (t->exception.save == EU_SAVE_RESTORING)
        finish_restore(eu, t);
    exc_move_channels(t, t->sip_channels, t->ip);
    t->sip_channels = 0;
    t->exception.entered = false;
    /* SNB 6.4.4: if the breakpoint status bit is set and Suppress is clear, one instruction
     * runs. */
    if (eu->quirks[EU_QUIRK_STEP] && exc_pending_bits(t) & exc_status_bit(EXC_BREAKPOINT))
        t->exception.step_over = true;
}

static void trace_leave(struct eu *eu, const struct eu_thread *t, const uint32_t old_cr[4])
{
    char text[64];
    if (!eu->hooks.on_log)
        return;
    snprintf(text, sizeof text, "%s 0x%08x", exc_saved(t) ? "is saved, aip" : "returns to", t->ip);
    exc_trace(eu, t, old_cr, text);
}

static enum eu_verdict at_cr0(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                              const uint32_t old_cr[4], struct eu_event *ev)
{
    const uint32_t bp = exc_status_bit(EXC_BREAKPOINT);
    bool was_in = old_cr[0] & EU_CR0_ME, lint = false;
    uint32_t writer = t->ip - insn->size;
    uint32_t calls = routine_calls(t); /* before the write */
    settle_write(eu, t, old_cr);
    bool ends = t->exception.save == EU_SAVE_SAVING && eu->quirks[EU_QUIRK_SAVE_END];
    bool returns = was_in && !exc_in_routine(t) && !ends;
    if (returns) {
        t->calls.depth -= calls; /* drops the calls from which the routine has not returned */
        lint = lint_return(eu, t, ev);
        if (t->exception.save == EU_SAVE_SAVING)
            leave_saved(t);
        else
            leave_routine(eu, t);
        writer = t->ip;
        trace_leave(eu, t, old_cr);
    }
    update_attention(eu, t);
    if (lint)
        return EU_STOP;
    uint32_t waiting = takes_none(t) ? 0 : exc_pending_bits(t);
    if (t->cr[0] & EU_CR0_SUPPRESS || t->exception.step_over)
        waiting &=
            ~bp; /* at_fetch() looks at it with the next instruction, which may use up Suppress */
    if (waiting)
        return enter_pending(eu, t, insn, writer, ev);
    return returns ? EU_REDIRECT : EU_GO;
}

static enum eu_verdict at_boundary(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                   enum eu_cause cause, const uint32_t old_cr[4],
                                   struct eu_event *ev)
{
    switch (cause) {
    case EU_CAUSE_FETCH:
        return at_fetch(eu, t, insn, ev);
    case EU_CAUSE_ILLEGAL:
        return at_illegal(eu, t, insn, ev);
    case EU_CAUSE_CR0:
        return at_cr0(eu, t, insn, old_cr, ev);
    case EU_CAUSE_START:
        update_attention(eu, t);
        return EU_GO;
    case EU_CAUSE_STACK:
        return at_stack(eu, t, insn, ev);
    }
    return EU_GO;
}

/* --- the host's side --- */
void exc_install(struct eu *eu)
{
    eu->hooks.boundary = at_boundary;
    for (uint32_t i = 0; i < eu->nthreads; i++)
        exc_update_attention(eu, &eu->threads[i]);
}

int exc_raise(struct eu *eu, struct eu_thread *t, enum exc_kind kind)
{
    uint32_t before[2] = {t->cr[0], t->cr[1]};
    if (kind == EXC_CONTEXT_SAVE)
        return exc_preempt(eu, t);
    if (kind == EXC_CONTEXT_RESTORE)
        return exc_restore(eu, t);
    if (exc_saved(t) || (!eu_thread_lives(t) && t->status != EU_THREAD_QUEUED))
        return -EU_ERR_UNAVAILABLE;
    t->cr[1] |= exc_status_bit(kind);
    t->exception.told &= ~exc_status_bit(kind);
    if (!exc_in_routine(t) && enabled_status_bits(t->cr[1]) & exc_status_bit(kind))
        t->exception.raised |= exc_status_bit(kind) & ~control_bits();
    exc_update_attention(eu, t);
    exc_trace_at(eu, t, before, "is told", kind, t->ip, t->ip);
    return 0;
}

unsigned exc_pending(const struct eu_thread *t)
{
    unsigned kinds = t->exception.save == EU_SAVE_ASKED ? 1u << EXC_CONTEXT_SAVE : 0;
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (exc_pending_bits(t) & exc_status_bit(k))
            kinds |= 1u << k;
    return kinds;
}

bool exc_attention(const struct eu_thread *t)
{
    return t->status == EU_THREAD_WAITING && t->wait_n == 1;
}

void exc_notify(struct eu *eu, struct eu_thread *t, unsigned n)
{
    uint32_t before[2] = {t->cr[0], t->cr[1]};
    exc_trace(eu, t, before, exc_attention(t) && n == 1 ? "is answered" : "is notified");
    (void)eu_notify(t, n);
}
