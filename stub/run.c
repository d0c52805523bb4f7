/* Resume and stop. Each resume is answered with exactly one stop reply. */
#include <stdio.h>
#include <string.h>

#include "stub/stub_impl.h"

enum { SIGNAL_INT = 2, SIGNAL_TRAP = 5 };

static void put_exit(struct stub *s)
{
    stub_putf(s, "W00");
    if (s->multiprocess)
        stub_putf(s, ";process:%x", STUB_PID);
}

/* Adds the registers by which gdb identifies the frame. If gdb shows no more at a stop, it then
 * needs no `g`. */
static void put_frame(struct stub *s, struct dbg_focus f)
{
    for (size_t i = 0; i < s->nframe; i++) {
        unsigned n = (unsigned)s->frame_regs[i]->regnum;
        const uint8_t regnum[] = {(uint8_t)(n >> 8), (uint8_t)n};
        stub_put_hex(s, n > 255 ? regnum : regnum + 1, n > 255 ? 2 : 1);
        stub_put_text(s, ":");
        stub_put_reg(s, s->frame_regs[i], f);
        stub_put_text(s, ";");
    }
}

/* Adds the reason of the stop. swbreak is only for breakpoints of the client: gdb drops such a stop
 * where it has none. */
static void put_reason(struct stub *s, const struct dbg_stop *stop)
{
    if (stop->event.stop == MACHINE_STOP_BEGIN && !s->at_begin)
        stub_putf(s, "replaylog:begin;");
    if (stop->event.stop == MACHINE_STOP_CAME) {
        stub_break_leave(s);
        stub_putf(s, "library:;");
    }
    const unsigned access = stop->event.watch.access;
    const uint64_t addr = stop->event.watch.addr;
    const struct stub_watch *w =
        stop->event.stop == MACHINE_STOP_WATCH ? stub_watch_at(s, access, addr) : NULL;
    if (w) {
        static const char *const names[] = {"rwatch", "watch", "awatch"};
        stub_putf(s, "%s:%llx;", names[(access - 1) % 3],
                  (unsigned long long)(addr - w->watch.addr + w->named));
    }
    if (stop->event.stop != MACHINE_STOP_BREAKPOINT || !stop->client)
        return;
    const struct stub_break *b = stub_break_at(s, stop->event.ip);
    if (b && b->hw ? s->hwbreak : s->swbreak)
        stub_putf(s, b && b->hw ? "hwbreak:;" : "swbreak:;");
}

/* gdb does not know breakpoints of `monitor break`, nor why a step of a thread that has ended is
 * answered by another thread. It ignores a SIGTRAP silently while it steps, or where it has a
 * breakpoint of its own whose condition is false. Signal 0 always stops: "Thread 5 stopped".
 * Source: gdb 13.1, tried. */
static unsigned signal_of(const struct stub *s, const struct dbg_stop *stop)
{
    /* lldb goes on by itself after a stop without a signal */
    bool gone = stop->event.stop == MACHINE_STOP_THREAD_END && !s->lldb;
    bool own = gone || s->at_begin || (stop->number && !stop->client);
    unsigned signal = dbg_signal(stop);
    own |= stop->event.stop == MACHINE_STOP_DONE;     /* stub_stop_at_end() */
    own |= stop->event.stop == MACHINE_STOP_RETURNED; /* gdb's finish waits at another place */
    return own ? 0 : signal ? signal & 0xff : SIGNAL_TRAP;
}

static void put_signal(struct stub *s, unsigned signal)
{
    const uint8_t byte = (uint8_t)signal;
    stub_put_text(s, "T");
    stub_put_hex(s, &byte, 1);
}

/* Reports the machine's position between two slices while it runs, as if it had stopped there. */
void stub_put_glance(struct stub *s, unsigned signal, struct dbg_focus f)
{
    put_signal(s, signal);
    stub_put_text(s, "thread:");
    stub_put_tid(s, f);
    stub_put_text(s, ";");
    put_frame(s, f);
}

void stub_stop_reply(struct stub *s)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    stub_reply_begin(s);
    if (s->observer && dbg_running(s->dbg)) {
        stub_put_glance(s, s->enough ? SIGNAL_INT : 0, s->general);
    } else if (!stub_has_program(s)) {
        put_exit(s);
    } else if (!dbg_signal(stop) && !s->at_end && s->no_resumed && s->in_resume) {
        stub_putf(s, "N");
    } else {
        put_signal(s, signal_of(s, stop));
        put_reason(s, stop);
        stub_put_text(s, "thread:");
        stub_put_tid(s, stop->focus);
        stub_put_text(s, ";core:");
        stub_put_num(s, stop->focus.thread);
        stub_put_text(s, ";");
        if (s->lldb)
            stub_put_name(s, stop->focus);
        put_frame(s, stop->focus);
    }
    stub_reply_end(s);
}

/* gdb knows only signals, so the machine's own words go to its console. gdb 13 that steps back over
 * a breakpoint of its own, and hears that history has begun, never puts the breakpoint back and
 * resumes nothing any more: it hears of a stop without a signal. Source: gdb 13.1, tried. */
static void put_stop_text(struct stub *s)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    s->at_begin =
        stop->event.stop == MACHINE_STOP_BEGIN && stub_break_steps_over(s, stop->event.ip);
    if (s->at_begin)
        stub_puts(s, "No more reverse-execution history.\n");
    if (s->at_end)
        stub_puts(s, dbg_time(s->dbg)
                         ? "the program has ended: look, go back, or continue to its exit\n"
                         : "the program has ended: look, or continue to its exit\n");
    if (!machine_stops[stop->event.stop].words && !stop->number)
        return;
    if (stop->number)
        stub_puts(s, "monitor ");
    stub_puts(s, dbg_why(s->dbg));
    stub_puts(s, "\n");
}

/* --- steps off a breakpoint. If the user selects another channel than the one on which a
 * breakpoint was reported, gdb first steps the latter alone, and then does what the user asked for.
 * But the channels of one EU thread move together: if the user's channel takes part in the first
 * step, that step is already the user's. */
static bool steps_off(struct stub *s, struct dbg_focus f, bool step, bool locked)
{
    const struct dbg_stop *stop = dbg_last(s->dbg);
    struct machine_thread info;
    if (!step || !locked || stop->event.stop != MACHINE_STOP_BREAKPOINT || !stop->client ||
        !stub_same(f, stop->focus) || s->selected.thread != f.thread || stub_same(f, s->selected))
        return false;
    s->machine->ops->thread(s->machine, f.thread, &info);
    return info.on_ip >> (s->selected.channel & 63) & 1;
}

static bool has_stepped(struct stub *s, struct dbg_focus f, bool step, uint64_t lo, uint64_t hi)
{
    uint64_t pc = dbg_pc(s->dbg, f);
    return s->has_along && step && stub_same(f, s->along) && !(pc >= lo && pc < hi);
}

static void say_resumed(struct stub *s)
{
    if (s->ops.resumed)
        s->ops.resumed(s->ctx);
}

/* The machine was resumed. A Ctrl-C that came before stops it before anything has moved. */
static void begin_run(struct stub *s)
{
    s->state = STUB_RUNNING;
    s->in_resume = true;
    dbg_stop_at_loads(s->dbg, s->reads_libraries);
    if (s->interrupt_due)
        dbg_interrupt(s->dbg);
    s->interrupt_due = false;
    char text[512];
    if (s->begins && dbg_outdated(s->dbg, text, sizeof text))
        stub_puts(s, text);
    s->begins = false;
}

/* A thread that has ended cannot step: nothing moves, least of all another thread. */
static bool refuses_step(struct stub *s, struct dbg_focus f)
{
    struct machine_thread info;
    s->machine->ops->thread(s->machine, f.thread, &info);
    if (!info.ended || info.queued)
        return false;
    char text[128];
    snprintf(text, sizeof text, "%s has ended: select another thread to step\n", info.name);
    s->in_resume = true;
    stub_puts(s, text);
    s->in_resume = false;
    stub_reply_begin(s);
    stub_put_glance(s, 0, f);
    stub_reply_end(s);
    return true;
}

static void resume_machine(struct stub *s, struct dbg_focus f, bool step, bool locked, uint64_t lo,
                           uint64_t hi)
{
    if (dbg_ended(s->dbg))
        s->at_end = false;
    if (!stub_has_program(s)) {
        stub_stop_reply(s);
        return;
    }
    if (step && refuses_step(s, f))
        return;
    if (stub_siblings(s, &f, step, locked, false))
        return;
    bool done = has_stepped(s, f, step, lo, hi);
    s->has_along = !done && steps_off(s, f, step, locked);
    s->along = s->selected;
    if (done) {
        dbg_stepped(s->dbg, f);
        stub_select(s, f);
        stub_stop_reply(s);
        return;
    }
    say_resumed(s);
    dbg_step_over(s->dbg, s->over);
    dbg_resume(s->dbg, f, step, locked, lo, hi);
    dbg_step_over(s->dbg, false);
    begin_run(s);
}

/* Reports the stop. An observer that no longer waits is not told. */
void stub_report(struct stub *s)
{
    s->state = STUB_STOPPED;
    s->shown = false;
    if (!s->enough && stub_siblings_held(s)) {
        s->in_resume = false;
        return;
    }
    s->at_end = s->stop_at_end && dbg_ended(s->dbg);
    if (!s->enough) {
        stub_select(s, dbg_last(s->dbg)->focus);
        s->has_along = s->has_along && dbg_last(s->dbg)->event.stop == MACHINE_STOP_STEP;
        if (s->has_along)
            s->selected = s->along;
        stub_break_say(s);
        put_stop_text(s);
    }
    stub_stop_reply(s);
    s->in_resume = false;
}

void stub_run_slice(struct stub *s)
{
    if (dbg_run(s->dbg, s->budget))
        stub_report(s);
}

/* --- vCont --- */
struct plan {
    /* any: something resumes; step: it is a step; others: further threads resume */
    bool any, step, others;
    struct dbg_focus focus;
    uint64_t lo, hi;
};
struct action {
    uint8_t kind;
    uint64_t lo, hi;
    struct stub_tid tid;
};

/* Parses an action. Source: gdb manual, E.2 "vCont": c, C SIG, s, S SIG, t, r START,END, then
 * :THREAD. */
static bool parse_action(const uint8_t **p, const uint8_t *end, struct action *act)
{
    uint64_t signal;
    *act = (struct action){.tid = {STUB_TID_ANY, STUB_TID_ALL}};
    if (*p == end)
        return false;
    act->kind = *(*p)++;
    if ((act->kind == 'C' || act->kind == 'S') && !text_number(p, end, &signal))
        return false;
    if (act->kind == 'r') {
        if (!text_number(p, end, &act->lo) || *p == end || *(*p)++ != ',' ||
            !text_number(p, end, &act->hi))
            return false;
    }
    if (!strchr("cCsStr", act->kind) || !act->kind)
        return false;
    if (*p < end && **p == ':') {
        ++*p;
        return stub_tid_parse(p, end, &act->tid);
    }
    return true;
}

/* Adds an action. The leftmost action that names a thread applies to it. The machine steps one
 * channel at a time, so the first step that is asked for is done. Returns false for a thread that
 * does not exist. */
static bool add_action(struct stub *s, const struct action *act, bool *all, struct plan *plan)
{
    /* not s->general, which `info threads` leaves at any thread */
    struct dbg_focus f = s->selected;
    enum stub_who who = stub_tid_who(s, act->tid, &f);
    bool step = act->kind == 's' || act->kind == 'S' || act->kind == 'r';

    if (who == STUB_WHO_BAD)
        return false;
    if (*all)
        return true;
    *all = who == STUB_WHO_ALL;
    if (act->kind == 't')
        return true;
    if (plan->any && !(step && !plan->step)) {
        plan->others |= who == STUB_WHO_ALL || f.thread != plan->focus.thread;
        return true;
    }
    plan->others |= who == STUB_WHO_ALL || (plan->any && f.thread != plan->focus.thread);
    plan->any = true;
    plan->focus = f;
    if (step) {
        plan->step = true;
        plan->lo = act->lo;
        plan->hi = act->hi;
    }
    return true;
}

void stub_pkt_vcont(struct stub *s, struct stub_args *a)
{
    const uint8_t *p = a->data, *end = p + a->ndata;
    struct plan plan = {0};
    bool all = false;

    if (!stub_has_program(s)) {
        stub_stop_reply(s);
        return;
    }
    for (;;) {
        struct action act;
        if (!parse_action(&p, end, &act) || !add_action(s, &act, &all, &plan)) {
            stub_error(s, "bad action or thread");
            return;
        }
        if (p == end)
            break;
        if (*p++ != ';') {
            stub_error(s, "bad action");
            return;
        }
    }
    if (plan.any)
        resume_machine(s, plan.focus, plan.step, !plan.others, plan.lo, plan.hi);
    else
        stub_error(s, "nothing to resume");
}

void stub_pkt_step_over(struct stub *s, struct stub_args *a)
{
    s->over = a->n[0];
    stub_ok(s);
}

void stub_pkt_vcont_query(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_reply_begin(s);
    stub_putf(s, "vCont;c;C;s;S;r");
    stub_reply_end(s);
}

/* --- c C s S: with the thread of Hc --- */
static void resume_plain(struct stub *s, bool has_addr, uint64_t addr, bool step)
{
    struct dbg_focus f = s->cont_any ? s->general : s->cont;
    if (!stub_has_program(s)) {
        stub_stop_reply(s);
        return;
    }
    if (has_addr && (addr % s->machine->traits->insn_align || dbg_set_pc(s->dbg, f, addr))) {
        stub_error(s, "cannot go on from there");
        return;
    }
    resume_machine(s, f, step, false, 0, 0);
}

void stub_pkt_cont(struct stub *s, struct stub_args *a)
{
    resume_plain(s, a->nn > 0, a->n[0], false);
}

void stub_pkt_cont_signal(struct stub *s, struct stub_args *a)
{
    resume_plain(s, a->nn > 1, a->n[1], false);
}

void stub_pkt_step(struct stub *s, struct stub_args *a)
{
    resume_plain(s, a->nn > 0, a->n[0], true);
}

void stub_pkt_step_signal(struct stub *s, struct stub_args *a)
{
    resume_plain(s, a->nn > 1, a->n[1], true);
}

/* --- bs, bc: back in time. gdb names a thread here only while it locks the others. --- */
static void go_back(struct stub *s, bool step)
{
    struct dbg_focus f = s->cont_any ? s->selected : s->cont;
    if (!stub_has_program(s)) {
        stub_stop_reply(s);
        return;
    }
    if (!dbg_time(s->dbg)) {
        stub_error(s, "no history is kept (--history)");
        return;
    }
    if (stub_siblings(s, &f, step, !s->cont_any, true))
        return;
    say_resumed(s);
    s->stepped_back = step;
    s->at_begin = false;
    dbg_step_over(s->dbg, s->over);
    dbg_reverse(s->dbg, f, step);
    dbg_step_over(s->dbg, false);
    begin_run(s);
}

void stub_pkt_reverse_step(struct stub *s, struct stub_args *a)
{
    (void)a;
    go_back(s, true);
}

void stub_pkt_reverse_cont(struct stub *s, struct stub_args *a)
{
    (void)a;
    go_back(s, false);
}

void stub_pkt_why(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_stop_reply(s);
}

/* --- the program's life --- */
static int reload(struct stub *s, int (*how)(struct dbg *dbg))
{
    int rc = how(s->dbg);
    s->gone = s->at_end = s->interrupt_due = false;
    stub_siblings_forget(s);
    s->cont = dbg_last(s->dbg)->focus;
    stub_select(s, s->cont);
    s->cont_any = true;
    return rc;
}

int stub_reload(struct stub *s)
{
    return reload(s, dbg_reset);
}

static void begin_again(struct stub *s)
{
    if (stub_reload(s))
        stub_error(s, "the program cannot begin again");
    else
        stub_stop_reply(s);
}

void stub_pkt_detach(struct stub *s, struct stub_args *a)
{
    if (a->nn && a->n[0] != STUB_PID) {
        stub_error(s, "no such process");
        return;
    }
    stub_break_clear(s);
    s->gone = s->extended;
    s->state = s->extended ? STUB_STOPPED : STUB_CLOSED;
    stub_ok(s);
}

void stub_pkt_kill(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_break_clear(s);
    reload(s, dbg_kill);
    if (s->lldb) { /* lldb waits for an answer */
        stub_reply_begin(s);
        stub_putf(s, "X09");
        stub_reply_end(s);
    }
    s->state = STUB_KILLED;
}

void stub_pkt_vkill(struct stub *s, struct stub_args *a)
{
    if (a->n[0] != STUB_PID || reload(s, dbg_kill)) {
        stub_error(s, "no such process");
        return;
    }
    s->gone = true;
    stub_ok(s);
}

void stub_pkt_restart(struct stub *s, struct stub_args *a)
{
    (void)a;
    stub_reload(s);
}

void stub_pkt_run(struct stub *s, struct stub_args *a)
{
    (void)a; /* the name does not matter: the machine has one program */
    begin_again(s);
    s->begins = true;
    dbg_unseen(s->dbg); /* so that `run` does not stop at the first instruction */
}

void stub_pkt_attach(struct stub *s, struct stub_args *a)
{
    if (a->n[0] != STUB_PID)
        stub_error(s, "no such process");
    else if (dbg_ended(s->dbg) && !s->observer)
        begin_again(s);
    else {
        s->gone = false;
        stub_stop_reply(s);
    }
}
