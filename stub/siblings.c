/* Channels that stand at a client's breakpoint beside the one that the stop was reported on.
 *
 * gdb alone knows that a breakpoint is meant for one thread (`break X thread N`), and it looks at
 * some conditions itself. When the stop is none for the reported channel, gdb goes on without
 * having shown it: it steps that thread off the breakpoint, all others held, and continues. The
 * channels of an EU thread move together, so that step would take the others past the breakpoint
 * unseen. The step is therefore answered without being done, and the stop is reported again on the
 * next channel when gdb continues; the machine moves after the last one. gdb shows a stop when it
 * asks for the list of threads. Source: gdb 13.1, tried. */
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

/* The step that was pretended, now. False: another stop than its end came of it. */
static bool settle(struct stub *s)
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
        s->owed = !settle(s);
    s->pretended = s->held = false;
}

/* The client has put its breakpoint back, and continues. */
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

static void pretend(struct stub *s, bool back)
{
    enum { SIGNAL_TRAP = 5 };
    s->pretended = true;
    s->pretended_back = back;
    stub_reply_begin(s);
    stub_put_glance(s, SIGNAL_TRAP, dbg_last(s->dbg)->focus);
    stub_reply_end(s);
}

/* A thread steps off a breakpoint at a `wait` for others, which gdb holds meanwhile: gdb would stay
 * there for ever. It is told that the step is done, and lets all run; the breakpoint was seen. */
bool stub_siblings_held(struct stub *s)
{
    if (!s->off || dbg_last(s->dbg)->event.stop != MACHINE_STOP_HELD)
        return false;
    s->held = true;
    pretend(s, false);
    return true;
}

/* Who the user looks at stays the one that stops are reported on, if it can be: gdb's own going on
 * names others. */
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
        s->owed = !settle(s);
        return s->owed && stub_siblings(s, f, step, locked, back);
    }
    if (!off || !s->continues || !stop->rest)
        return false;
    pretend(s, back);
    return true;
}
