#include "debug/dbg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dbg_impl.h"

/* --- stops --- */
static struct machine_thread thread_of(struct dbg *dbg, unsigned thread)
{
    struct machine_thread info;
    dbg->m->ops->thread(dbg->m, thread, &info);
    return info;
}

static unsigned lowest(uint64_t channels)
{
    unsigned n = 0;
    while (n < 63 && !(channels >> n & 1))
        n++;
    return channels ? n : 0;
}

static int tell_machine(struct dbg *dbg)
{
    return dbg->m->ops->set_breakpoints(dbg->m, dbg->breaks.addrs, dbg->breaks.naddrs);
}

/* What fired; returns the channels on IP of whom one is to be reported. */
static uint64_t tell_fired(struct dbg *dbg, uint64_t on)
{
    struct dbg_stop *stop = &dbg->stop;
    uint64_t yes = dbg->verdict.channels & on;
    stop->client = dbg->verdict.client;
    stop->rest = dbg->eu_threads ? 0 : dbg->verdict.clients & on;
    stop->number = dbg->verdict.number;
    if (stop->number)
        breaks_say(&dbg->breaks, stop->number, yes, thread_of(dbg, stop->event.thread).name,
                   dbg->text, sizeof dbg->text);
    if (breaks_spend(&dbg->breaks, stop->event.ip))
        (void)tell_machine(dbg); /* fewer than before: needs no memory */
    return yes ? yes : on;
}

/* Who watches; the user's watchpoint is named. */
static void tell_touched(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    stop->number =
        watches_hit(&dbg->watches, stop->event.watch.addr, stop->event.watch.access, &stop->client);
}

/* report - put the stop on a channel whose rip is the stop's address, because gdb takes a
 * breakpoint stop for nothing otherwise. A finished step is the stepped channel's, wherever that
 * has gone. Source: docs/design.md section 4. */
static void report(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    struct machine_thread info = thread_of(dbg, stop->event.thread);
    bool own = stop->event.thread == dbg->focus.thread;
    unsigned selected = own ? dbg->focus.channel : lowest(info.dispatched);
    bool step = own && stop->event.stop == MACHINE_STOP_STEP;
    uint64_t on = info.on_ip;

    stop->focus = (struct dbg_focus){stop->event.thread, selected};
    stop->masked = stop->client = stop->past = false;
    stop->number = stop->rest = 0;
    dbg->text[0] = 0;
    if (stop->event.stop == MACHINE_STOP_BREAKPOINT)
        on = tell_fired(dbg, on);
    else if (stop->event.stop == MACHINE_STOP_WATCH)
        tell_touched(dbg);
    if (!dbg->eu_threads && !step && !(on >> (selected & 63) & 1)) {
        stop->masked = !on;
        if (on)
            stop->focus.channel = lowest(on);
    }
    stop->rest &= ~(UINT64_C(1) << (stop->focus.channel & 63));
}

bool dbg_next_channel(struct dbg *dbg)
{
    struct dbg_stop *stop = &dbg->stop;
    if (!stop->rest)
        return false;
    stop->focus.channel = lowest(stop->rest);
    stop->rest &= stop->rest - 1;
    return true;
}

static void stand_at_start(struct dbg *dbg)
{
    memset(&dbg->stop, 0, sizeof dbg->stop);
    dbg->focus = (struct dbg_focus){0, lowest(thread_of(dbg, 0).dispatched)};
    dbg->stop.event.ip = thread_of(dbg, 0).ip;
    report(dbg);
}

struct dbg *dbg_new(struct machine *m, bool eu_threads)
{
    struct dbg *dbg = calloc(1, sizeof *dbg);
    if (!dbg)
        return NULL;
    dbg->m = m;
    dbg->eu_threads = eu_threads;
    atomic_init(&dbg->interrupt, false);
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (r->role == MACHINE_ROLE_PC)
            dbg->lane_pc = r;
        else if (r->role == MACHINE_ROLE_THREAD_PC)
            dbg->thread_pc = r;
    stand_at_start(dbg);
    return dbg;
}

void dbg_free(struct dbg *dbg)
{
    if (!dbg)
        return;
    (void)dbg->m->ops->set_breakpoints(dbg->m, NULL, 0);
    dbg_time_free(dbg->time);
    watches_free(&dbg->watches, dbg->m);
    breaks_free(&dbg->breaks);
    free(dbg);
}

struct machine *dbg_machine(struct dbg *dbg)
{
    return dbg->m;
}

bool dbg_eu_threads(const struct dbg *dbg)
{
    return dbg->eu_threads;
}

const struct dbg_stop *dbg_last(const struct dbg *dbg)
{
    return &dbg->stop;
}

/* The instruction at @addr behind ": ", and without its comment where that makes it long; "" where
 * there is none. */
static void insn_text(struct dbg *dbg, uint64_t addr, char *buf, size_t n)
{
    enum { MOST = 70, WHOLE = 256 };
    char text[WHOLE] = "";
    buf[0] = 0;
    if (dbg->m->ops->disassemble(dbg->m, addr, text, sizeof text) <= 0)
        return;
    char *comment = strlen(text) > MOST ? strstr(text, " // ") : NULL;
    if (comment)
        *comment = 0;
    snprintf(buf, n, ": %.70s", text);
}

/* What, where, at which instruction, and why. */
static void say_stop(struct dbg *dbg)
{
    const struct dbg_stop *stop = &dbg->stop;
    const struct machine_event *ev = &stop->event;
    const struct machine_stop_info *row = &machine_stops[ev->stop];
    const char *subject = stop->past ? row->name : row->text;
    char watch[40], insn[80] = "";
    if (stop->number) {
        snprintf(watch, sizeof watch, "%s %u", row->name, stop->number);
        subject = watch;
    }
    if (!stop->past)
        insn_text(dbg, ev->ip, insn, sizeof insn);
    snprintf(dbg->text, sizeof dbg->text, "%s at 0x%08llx (thread %u)%s%s%s%s", subject,
             (unsigned long long)ev->ip, ev->thread, stop->past ? ", back in time" : "", insn,
             ev->why[0] ? ": " : "", ev->why);
}

const char *dbg_why(struct dbg *dbg)
{
    const struct machine_event *ev = &dbg->stop.event;
    const struct machine_stop_info *row = &machine_stops[ev->stop];
    if (dbg->text[0])
        return dbg->text;
    if (row->placed)
        say_stop(dbg);
    else if (ev->stop == MACHINE_STOP_THREAD_END)
        snprintf(dbg->text, sizeof dbg->text, "thread %u ended at 0x%08llx", ev->gone,
                 (unsigned long long)thread_of(dbg, ev->gone).ip);
    else if (ev->stop == MACHINE_STOP_GOTO)
        snprintf(dbg->text, sizeof dbg->text, "thread %u at 0x%08llx", ev->thread,
                 (unsigned long long)ev->ip);
    else
        snprintf(dbg->text, sizeof dbg->text, "%s", ev->why[0] ? ev->why : row->text);
    return dbg->text;
}

unsigned dbg_signal(const struct dbg_stop *stop)
{
    return stop->event.signal ? stop->event.signal : machine_stops[stop->event.stop].signal;
}

bool dbg_placed(const struct dbg *dbg)
{
    enum machine_stop stop = dbg->stop.event.stop;
    return stop == MACHINE_STOP_NONE || stop == MACHINE_STOP_GOTO;
}

bool dbg_ended(const struct dbg *dbg)
{
    return dbg->stop.event.stop == MACHINE_STOP_DONE;
}

/* --- the address of a channel --- */
static bool same(struct dbg_focus a, struct dbg_focus b)
{
    return a.thread == b.thread && a.channel == b.channel;
}

uint64_t dbg_pc(struct dbg *dbg, struct dbg_focus f)
{
    struct machine_thread info = thread_of(dbg, f.thread);
    bool ended = info.ended && !info.queued;
    if (!ended && (dbg->eu_threads || (dbg->stop.masked && same(dbg->stop.focus, f))))
        return info.ip;
    return dbg->m->ops->lane_ip(dbg->m, f.thread, f.channel);
}

unsigned dbg_frame_lane(const struct dbg *dbg, struct dbg_focus f)
{
    bool of_thread = dbg->eu_threads || (dbg->stop.masked && same(dbg->stop.focus, f));
    return of_thread ? MACHINE_LANES : f.channel;
}

int dbg_set_pc(struct dbg *dbg, struct dbg_focus f, uint64_t pc)
{
    const struct machine_reg *r = dbg->eu_threads ? dbg->thread_pc : dbg->lane_pc;
    if (!r)
        return -MACHINE_ERR_UNKNOWN;
    int rc = dbg_reg_write(dbg, f, r, &pc);
    if (!rc && same(dbg->stop.focus, f))
        dbg->stop.masked = false;
    dbg->unseen |= !rc;
    if (!rc)
        dbg->stop.rest = 0;
    return rc;
}

size_t dbg_describe(struct dbg *dbg, struct dbg_focus f, char *buf, size_t n)
{
    struct machine_thread info = thread_of(dbg, f.thread);
    bool active = dbg->eu_threads || info.on_ip >> (f.channel & 63) & 1;
    const char *state = info.queued    ? info.queued
                        : info.ended   ? "ended"
                        : info.waiting ? "waiting"
                        : active       ? "active"
                                       : dbg->m->traits->masked;
    int len = snprintf(buf, n, "%s%s%s simd%u ip=0x%llx", state, info.in_routine ? " " : "",
                       info.in_routine ? dbg->m->traits->in_routine : "", info.width,
                       (unsigned long long)info.ip);
    return len < 0 ? 0 : (size_t)len < n ? (size_t)len : n ? n - 1 : 0;
}

/* --- host inputs --- */
int dbg_reg_write(struct dbg *dbg, struct dbg_focus f, const struct machine_reg *r, const void *buf)
{
    dbg->unseen |= r->role == MACHINE_ROLE_PC || r->role == MACHINE_ROLE_THREAD_PC;
    return dbg->time ? dbg_time_reg_write(dbg->time, f.thread, f.channel, r, buf)
                     : dbg->m->ops->reg_write(dbg->m, f.thread, f.channel, r, buf);
}

int dbg_mem_write(struct dbg *dbg, uint64_t addr, const void *buf, size_t n)
{
    return dbg->time ? dbg_time_mem_write(dbg->time, addr, buf, n)
                     : dbg->m->ops->mem_write(dbg->m, addr, buf, n);
}

void dbg_changed(struct dbg *dbg)
{
    if (dbg->time)
        dbg_time_changed(dbg->time);
}

/* --- breakpoints --- */
static int add_break(struct dbg *dbg, const struct dbg_break *b)
{
    if (b->addr % dbg->m->traits->insn_align)
        return -MACHINE_ERR_RANGE;
    int rc = breaks_add(&dbg->breaks, b);
    if (!rc && (rc = tell_machine(dbg)))
        breaks_forget(&dbg->breaks, b);
    return rc;
}

const struct dbg_break *dbg_break_nth(const struct dbg *dbg, size_t i)
{
    return i < dbg->breaks.n ? &dbg->breaks.list[i] : NULL;
}

bool dbg_break_at(const struct dbg *dbg, uint64_t addr)
{
    const struct dbg_breaks *s = &dbg->breaks;
    size_t i = breaks_find(s, addr);
    while (i < s->n && s->list[i].addr == addr && s->list[i].off)
        i++;
    return i < s->n && s->list[i].addr == addr;
}

int dbg_break_insert(struct dbg *dbg, uint64_t addr, struct dbg_condition *cond)
{
    return add_break(dbg, &(struct dbg_break){.addr = addr, .cond = cond});
}

static int delete_at(struct dbg *dbg, size_t i)
{
    if (i == dbg->breaks.n)
        return -MACHINE_ERR_UNKNOWN;
    breaks_delete(&dbg->breaks, i);
    return tell_machine(dbg); /* fewer than before: needs no memory */
}

int dbg_break_remove(struct dbg *dbg, uint64_t addr, const struct dbg_condition *cond)
{
    return delete_at(dbg, breaks_client(&dbg->breaks, addr, cond));
}

int dbg_break_add(struct dbg *dbg, uint64_t addr, struct dbg_condition *cond)
{
    unsigned number = dbg->breaks.last_number + 1;
    int rc = add_break(dbg, &(struct dbg_break){.addr = addr, .number = number, .cond = cond});
    if (rc)
        return rc;
    dbg->breaks.last_number = number;
    return (int)number;
}

int dbg_break_delete(struct dbg *dbg, unsigned number)
{
    return delete_at(dbg, breaks_number(&dbg->breaks, number));
}

int dbg_break_once(struct dbg *dbg, unsigned number)
{
    size_t i = breaks_number(&dbg->breaks, number);
    if (i == dbg->breaks.n)
        return -MACHINE_ERR_UNKNOWN;
    dbg->breaks.list[i].once = true;
    return 0;
}

int dbg_point_set(struct dbg *dbg, unsigned number, bool on)
{
    size_t i = breaks_number(&dbg->breaks, number);
    if (i == dbg->breaks.n)
        return watches_set(&dbg->watches, dbg->m, number, on);
    breaks_set(&dbg->breaks, i, on);
    return tell_machine(dbg);
}

void dbg_break_clear(struct dbg *dbg)
{
    for (size_t i = dbg->breaks.n; i-- > 0;)
        if (!dbg->breaks.list[i].number)
            (void)delete_at(dbg, i);
}

bool dbg_break_cannot(struct dbg *dbg, uint64_t addr, char *buf, size_t n)
{
    const struct machine_ops *ops = dbg->m->ops;
    uint64_t start = addr;
    int rc = ops->insn_start ? ops->insn_start(dbg->m, addr, &start) : 0;
    if (rc)
        snprintf(buf, n, "no program is loaded there");
    else if (start != addr)
        snprintf(buf, n, "it is inside the instruction at 0x%08llx", (unsigned long long)start);
    return rc || start != addr;
}

/* Of the channels that stand here the conditions are asked; where none does, of the one that the
 * stop would be reported on. */
static bool judge(void *ctx, unsigned thread, uint64_t ip)
{
    struct dbg *dbg = ctx;
    struct machine_thread info = thread_of(dbg, thread);
    unsigned selected = thread == dbg->focus.thread ? dbg->focus.channel : lowest(info.dispatched);
    uint64_t channels = info.on_ip ? info.on_ip : UINT64_C(1) << (selected & 63);
    return breaks_judge(&dbg->breaks, thread, ip, channels, dbg->back, &dbg->verdict);
}

/* --- running --- */
/* An ended thread can do nothing more: the next one that lives is meant. */
static struct dbg_focus living(struct dbg *dbg, struct dbg_focus f)
{
    unsigned n = dbg->m->ops->nthreads(dbg->m);
    for (unsigned i = 0; i < n; i++) {
        unsigned thread = (f.thread + i) % n;
        struct machine_thread info = thread_of(dbg, thread);
        if (info.ended)
            continue;
        if (i)
            f = (struct dbg_focus){thread, lowest(info.on_ip ? info.on_ip : info.dispatched)};
        return f;
    }
    return f;
}

/* dbg_resume - a client that stands on a breakpoint has seen it; one that looks at a channel
 * elsewhere has not, though the thread's IP may be on one. From a masked stop a step is one
 * instruction of the thread: gdb takes its breakpoints away while it steps off one, so nothing more
 * may run meanwhile. */
static void begin(struct dbg *dbg, struct dbg_focus focus, const struct machine_run *how)
{
    goal_end(dbg);
    dbg->focus = living(dbg, focus);
    bool masked = dbg->stop.masked && same(dbg->stop.focus, dbg->focus);
    int thread = (int)dbg->focus.thread;
    dbg->plan = *how;
    dbg->plan.fresh = true;
    dbg->plan.resumed_thread = thread;
    dbg->plan.pass =
        !dbg->unseen && dbg_pc(dbg, dbg->focus) == thread_of(dbg, dbg->focus.thread).ip;
    dbg->plan.only_thread = how->only_thread < 0 ? -1 : thread;
    dbg->plan.step_thread = how->step_thread < 0 ? -1 : thread;
    dbg->plan.step_lane = dbg->focus.channel;
    dbg->plan.judge = judge;
    dbg->plan.judge_ctx = dbg;
    dbg->plan.step_any |= dbg->eu_threads || masked;
    dbg->stop.masked = dbg->unseen = false;
    dbg->back = false;
    dbg->running = true;
    dbg->found.ntouches = 0;
    if (dbg->time)
        dbg_time_resume(dbg->time, &dbg->plan);
    atomic_store(&dbg->interrupt, false);
}

void dbg_resume(struct dbg *dbg, struct dbg_focus focus, bool step, bool locked, uint64_t lo,
                uint64_t hi)
{
    begin(dbg, focus,
          &(struct machine_run){.only_thread = locked ? 0 : -1,
                                .step_thread = step ? 0 : -1,
                                .over = dbg->over || lo < hi,
                                .range_lo = lo,
                                .range_hi = hi});
}

void dbg_unseen(struct dbg *dbg)
{
    dbg->unseen = true;
}

void dbg_step_over(struct dbg *dbg, bool over)
{
    dbg->over = over;
}

void dbg_step_thread(struct dbg *dbg, struct dbg_focus focus)
{
    begin(dbg, focus, &(struct machine_run){.only_thread = -1, .step_any = true});
}

static bool interrupted(struct dbg *dbg)
{
    if (!atomic_exchange(&dbg->interrupt, false))
        return false;
    struct machine_event *ev = &dbg->stop.event;
    if (dbg->back)
        dbg_time_back_end(dbg->time);
    dbg->back = false;
    memset(ev, 0, sizeof *ev);
    ev->stop = MACHINE_STOP_INTERRUPT;
    ev->thread = living(dbg, dbg->focus).thread;
    ev->ip = thread_of(dbg, ev->thread).ip;
    snprintf(ev->why, sizeof ev->why, "interrupted at 0x%08llx (thread %u)",
             (unsigned long long)ev->ip, ev->thread);
    report(dbg);
    return true;
}

/* A stop of the host's, here: on whom it is depends on where the machine is now. */
static void stand(struct dbg *dbg, enum machine_stop stop)
{
    struct machine_event *ev = &dbg->stop.event;
    struct dbg_focus f = living(dbg, dbg->focus);
    memset(ev, 0, sizeof *ev);
    ev->stop = thread_of(dbg, f.thread).ended ? MACHINE_STOP_DONE : stop;
    ev->thread = f.thread;
    ev->ip = thread_of(dbg, f.thread).ip;
    report(dbg);
}

void dbg_stepped(struct dbg *dbg, struct dbg_focus focus)
{
    dbg->focus = focus;
    stand(dbg, MACHINE_STOP_STEP);
}

/* @touch: NULL for a step or a breakpoint. */
static void report_hit(struct dbg *dbg, const struct machine_touch *touch)
{
    struct machine_event *ev = &dbg->stop.event;
    bool step = dbg->plan.step_thread >= 0;
    memset(ev, 0, sizeof *ev);
    ev->stop = step ? MACHINE_STOP_STEP : touch ? MACHINE_STOP_WATCH : MACHINE_STOP_BREAKPOINT;
    ev->watch.access = touch ? touch->watch.access : 0;
    ev->watch.addr = touch ? touch->addr : 0;
    ev->thread = dbg->found.at.thread;
    ev->ip = dbg->found.at.ip;
    if (!step && !touch)
        (void)judge(dbg, ev->thread, ev->ip); /* the search has asked further ones since */
    report(dbg);
    dbg->stop.past = true;
}

/* A further touch of the instruction that the machine was brought back to, and has not left. */
static const struct machine_touch *further_touch(struct dbg *dbg)
{
    struct machine_when now;
    dbg->m->ops->when(dbg->m, &now);
    if (now.insts != dbg->found.when.insts || now.boundaries != dbg->found.when.boundaries)
        dbg->found.ntouches = 0;
    while (dbg->plan.step_thread < 0 && dbg->told < dbg->found.ntouches)
        if (watches_like(&dbg->watches, &dbg->found.touches[dbg->told++].watch) < dbg->watches.n)
            return &dbg->found.touches[dbg->told - 1];
    return NULL;
}

static bool run_back(struct dbg *dbg, uint64_t budget)
{
    const struct machine_touch *further = further_touch(dbg);
    if (further) {
        report_hit(dbg, further);
        dbg->back = false;
        return true;
    }
    enum dbg_time_found found = dbg_time_back(dbg->time, budget, &dbg->found);
    if (found == DBG_TIME_MORE)
        return false;
    dbg->told = found == DBG_TIME_FOUND;
    if (found == DBG_TIME_FOUND)
        report_hit(dbg, dbg->found.ntouches ? dbg->found.touches : NULL);
    else if (found == DBG_TIME_BEGIN)
        stand(dbg, MACHINE_STOP_BEGIN);
    else
        stand(dbg, MACHINE_STOP_REPLAY);
    dbg->back = false;
    return true;
}

static bool run_on(struct dbg *dbg, uint64_t budget)
{
    struct machine_event *ev = &dbg->stop.event;
    bool stopped = dbg->time ? dbg_time_run(dbg->time, &dbg->plan, budget, ev)
                             : dbg->m->ops->run(dbg->m, &dbg->plan, budget, ev);
    dbg->plan.fresh = false;
    if (stopped)
        report(dbg);
    return stopped;
}

bool dbg_run(struct dbg *dbg, uint64_t budget)
{
    enum { RESUMES = 1000 }; /* towards a goal, in one slice */
    bool stopped = true, on = false;
    for (unsigned i = 0; i < RESUMES && (i == 0 || (on && i < budget)); i++) {
        stopped = (dbg_ended(dbg) && !dbg->back) || interrupted(dbg) ||
                  (dbg->back ? run_back(dbg, budget) : run_on(dbg, budget)) || interrupted(dbg);
        on = stopped && goal_goes_on(dbg);
    }
    dbg->running = !stopped || on;
    return !dbg->running;
}

bool dbg_running(const struct dbg *dbg)
{
    return dbg->running;
}

void dbg_interrupt(struct dbg *dbg)
{
    atomic_store(&dbg->interrupt, true);
}

int dbg_reset(struct dbg *dbg)
{
    goal_end(dbg);
    int rc = dbg->m->ops->reset(dbg->m);
    if (rc)
        return rc;
    dbg->back = dbg->running = false;
    dbg->found.ntouches = 0;
    if (dbg->time)
        dbg_time_restart(dbg->time);
    stand_at_start(dbg);
    return 0;
}

/* --- time --- */
int dbg_history(struct dbg *dbg, size_t bytes)
{
    dbg_time_free(dbg->time);
    dbg->time = NULL;
    dbg->back = false;
    if (!bytes)
        return 0;
    if (!dbg->m->ops->take)
        return -MACHINE_ERR_UNAVAILABLE;
    dbg->time = dbg_time_new(dbg->m, bytes);
    return dbg->time ? 0 : -MACHINE_ERR_NOMEM;
}

struct dbg_time *dbg_time(struct dbg *dbg)
{
    return dbg->time;
}

void dbg_reverse(struct dbg *dbg, struct dbg_focus focus, bool step)
{
    goal_end(dbg);
    struct machine_thread info = thread_of(dbg, focus.thread);
    struct machine_standing from = {focus.thread, info.ip, info.insts};
    bool masked = dbg->stop.masked && same(dbg->stop.focus, focus);
    dbg->focus = focus;
    dbg->plan = (struct machine_run){.resumed_thread = -1,
                                     .only_thread = -1,
                                     .step_thread = step ? (int)focus.thread : -1,
                                     .step_lane = focus.channel,
                                     .step_any = dbg->eu_threads || masked,
                                     .judge = judge,
                                     .judge_ctx = dbg};
    dbg->stop.masked = false;
    dbg->back = dbg->time != NULL;
    dbg->running = true;
    if (dbg->time)
        dbg_time_back_begin(dbg->time, &dbg->plan, &from);
    atomic_store(&dbg->interrupt, !dbg->time);
}

/* Beyond the end of what is recorded. A breakpoint where it stands was seen. */
static void run_until(struct dbg *dbg, struct machine_when when)
{
    struct dbg_time_span span;
    dbg_resume(dbg, dbg->focus, false, false, 0, 0);
    dbg->plan.bounded = true;
    dbg->plan.until = when;
    for (;;) {
        if (dbg_run(dbg, DBG_GOTO_MOST))
            return;
        dbg_time_span(dbg->time, &span);
        if (span.now.insts >= when.insts)
            break;
    }
    dbg->running = false;
    stand(dbg, MACHINE_STOP_GOTO);
}

int dbg_goto(struct dbg *dbg, struct machine_when when)
{
    goal_end(dbg);
    struct dbg_time_span span;
    if (!dbg->time)
        return -MACHINE_ERR_UNAVAILABLE;
    dbg_time_span(dbg->time, &span);
    bool beyond = when.insts > span.end.insts;
    if (beyond && when.insts - span.end.insts > DBG_GOTO_MOST)
        return -MACHINE_ERR_RANGE;
    int rc = dbg_time_seek(dbg->time, beyond ? span.end : when);
    if (rc)
        return rc;
    dbg->back = dbg->running = false;
    dbg->found.ntouches = 0;
    stand(dbg, MACHINE_STOP_GOTO);
    if (beyond && !dbg_ended(dbg))
        run_until(dbg, when);
    return 0;
}
