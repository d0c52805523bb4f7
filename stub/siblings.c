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
    s->continues = s->pretended = s->owed = s->off = s->held = false;
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

static void pretend_step(struct stub *s, bool back)
{
    enum { SIGNAL_TRAP = 5 };
    s->pretended = true;
    s->pretended_back = back;
    stub_reply_begin(s);
    stub_put_glance(s, SIGNAL_TRAP, dbg_last(s->dbg)->focus);
    stub_reply_end(s);
}

/* A thread steps off a breakpoint at a `wait` for others, which gdb holds meanwhile, so gdb would
 * wait for ever. It is told that the step is done, and then lets all threads run; the breakpoint
 * was seen. */
bool stub_siblings_held(struct stub *s)
{
    if (!s->off || dbg_last(s->dbg)->event.stop != MACHINE_STOP_HELD)
        return false;
    s->held = true;
    pretend_step(s, false);
    return true;
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
        s->owed = !do_pretended_step(s);
        return s->owed && stub_siblings(s, f, step, locked, back);
    }
    if (!off || !s->continues || !stop->rest)
        return false;
    pretend_step(s, back);
    return true;
}
