/* Several channels at a client's breakpoint, of which the stop is reported on one.
 *
 * Only gdb knows that a breakpoint is meant for one thread (`break X thread N`), and it evaluates
 * some conditions itself. If the stop does not concern the reported channel, gdb continues without
 * showing it: it steps that thread off the breakpoint while all others are held, and continues. The
 * channels of an EU thread move together, so this step would take the other channels past the
 * breakpoint unnoticed. The step is therefore answered but not done ("pretended"). When gdb
 * continues, the stop is reported again, on the next channel; after the last one, the machine
 * moves. gdb has shown a stop to the user when it asks for the list of threads. Source: gdb 13.1,
 * tried. */
#include "stub/stub_impl.h"

void stub_siblings_forget(struct stub *s)
{
    s->shown = true;
    s->continues = s->pretended = s->owed = s->off = s->steps_off = s->held = false;
    s->user = dbg_last(s->dbg)->focus;
}

static bool at_own_breakpoint(const struct stub *s)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    return stop->event.stop == MACHINE_STOP_BREAKPOINT && stop->client;
}

/* Does the pretended step now. Returns false if it ended with another stop than the end of a
 * step. */
static bool do_pretended_step(struct stub *s)
{
    struct dbg_focus f = dbg_last(s->dbg)->focus;
    s->pretended = false;
    if (s->pretended_back)
        dbg_reverse(s->dbg, f, true);
    else
        dbg_resume(s->dbg, f, true, true, 0, 0);
    while (!dbg_run(s->dbg, s->budget))
        ;
    enum machine_stop stop = dbg_last(s->dbg)->event.stop;
    return stop == MACHINE_STOP_STEP || stop == MACHINE_STOP_HELD || stop == MACHINE_STOP_RETURNED;
}

void stub_siblings_settle(struct stub *s)
{
    if (s->pretended && !s->held)
        s->owed = !do_pretended_step(s);
    s->pretended = s->held = false;
}

/* Reports the stop on the next channel. The client has put its breakpoint back, and continues. */
static bool report_next(struct stub *s, bool step, bool back)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    if (step || back != s->pretended_back || !stub_break_at(s, stop->event.ip) ||
        !dbg_next_channel(s->dbg))
        return false;
    s->pretended = false;
    s->in_resume = true;
    stub_report(s);
    return true;
}

static void answer_step(struct stub *s, struct dbg_focus f)
{
    enum { SIGNAL_TRAP = 5 };
    stub_reply_begin(s);
    stub_put_glance(s, SIGNAL_TRAP, f);
    stub_reply_end(s);
}

static void pretend_step(struct stub *s, bool back)
{
    s->pretended = true;
    s->pretended_back = back;
    answer_step(s, s->stepper);
}

/* The client is told that the step off a breakpoint is done, and then lets all threads run; the
 * breakpoint was seen. */
static void hold_step(struct stub *s)
{
    s->held = true;
    pretend_step(s, false);
}

/* The thread steps off a breakpoint at its last instruction. gdb knows of no thread then that could
 * have made the step: "internal-error: finish_step_over". */
static bool at_last_instruction(const struct stub *s, struct dbg_focus f)
{
    const struct machine_ops *ops = s->machine->ops;
    return ops->ends && ops->ends(s->machine, dbg_pc(s->dbg, f));
}

/* A thread steps off a breakpoint at a `wait` for others, which gdb holds meanwhile, so gdb would
 * wait for ever. */
static bool holds_wait(struct stub *s)
{
    if (!s->off || dbg_last(s->dbg)->event.stop != MACHINE_STOP_HELD)
        return false;
    hold_step(s);
    return true;
}

/* The step off a breakpoint took another lane of the thread to one, and gdb 13 takes no stop of
 * another thread for an answer: it hears of the step first, and when it continues of the stop. */
static bool owes_stop(struct stub *s)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    if (!s->steps_off || stub_same(stop->focus, s->stepper) || !dbg_signal(stop) ||
        stop->focus.thread != s->stepper.thread || !stub_has_program(s))
        return false;
    s->owed = true;
    /* it does not stop at a breakpoint that it has come to, or waits at */
    s->pretended = stub_break_at(s, dbg_pc(s->dbg, s->stepper));
    answer_step(s, s->stepper);
    s->pretended = false;
    return true;
}

bool stub_siblings_held(struct stub *s)
{
    return holds_wait(s) || owes_stop(s);
}

/* Keeps reporting stops on the channel that the user looks at, if possible: when gdb continues by
 * itself, it names others. */
static void choose_focus(struct stub *s, struct dbg_focus *f, bool step, bool locked)
{
    if (!s->shown && !step && !locked)
        *f = s->user;
    else if (s->shown)
        s->user = locked && stub_same(*f, dbg_last(s->dbg)->focus) ? s->selected : *f;
}

bool stub_siblings(struct stub *s, struct dbg_focus *f, bool step, bool locked, bool back)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    bool off = step && locked && at_own_breakpoint(s) && stub_same(*f, stop->focus);
    s->off = off && !back;
    s->steps_off = step && locked && (off || stub_break_lifted(s, dbg_pc(s->dbg, *f)));
    s->stepper = *f;
    off = off && !s->shown;
    if (s->owed) {
        s->owed = false;
        s->in_resume = true;
        stub_report(s);
        return true;
    }
    choose_focus(s, f, step, locked);
    if (!off)
        s->continues = !step;
    if (s->interrupt_due || s->held) {
        s->pretended = s->held = false;
        return false;
    }
    if (s->pretended) {
        if (report_next(s, step, back))
            return true;
        s->pretended = !at_last_instruction(s, stop->focus); /* the machine goes on with it */
        if (!s->pretended)
            return false;
        s->owed = !do_pretended_step(s);
        return s->owed && stub_siblings(s, f, step, locked, back);
    }
    if (off && s->continues && stop->rest)
        pretend_step(s, back);
    else if (s->steps_off && !back && at_last_instruction(s, *f))
        hold_step(s);
    else
        return false;
    return true;
}
