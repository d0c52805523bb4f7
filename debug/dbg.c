/* Run control: resumes, steps and stops the machine for its clients, and reports each stop on a
 * channel. */
#include "debug/dbg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dbg_impl.h"

int dbg_tell_breaks(struct dbg *dbg)
{
    return dbg->m->ops->set_breakpoints(dbg->m, dbg->breaks.addrs, dbg->breaks.naddrs);
}

static void place_at_start(struct dbg *dbg)
{
    memset(&dbg->stop, 0, sizeof dbg->stop);
    dbg->focus = (struct dbg_focus){0, dbg_lowest_lane(dbg_thread(dbg, 0).dispatched)};
    dbg->stop.event.ip = dbg_thread(dbg, 0).ip;
    dbg_report(dbg);
}

struct dbg *dbg_new(struct machine *m, bool eu_threads)
{
    struct dbg *dbg = calloc(1, sizeof *dbg);
    if (!dbg)
        return NULL;
    dbg->m = m;
    clock_gettime(CLOCK_REALTIME, &dbg->made);
    dbg->eu_threads = eu_threads;
    atomic_init(&dbg->interrupt, false);
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (r->role == MACHINE_ROLE_PC)
            dbg->lane_pc = r;
        else if (r->role == MACHINE_ROLE_THREAD_PC)
            dbg->thread_pc = r;
    place_at_start(dbg);
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

/* --- host inputs --- */
int dbg_reg_write(struct dbg *dbg, struct dbg_focus f, const struct machine_reg *r, const void *buf)
{
    int rc = dbg->time ? dbg_time_reg_write(dbg->time, f.thread, f.channel, r, buf)
                       : dbg->m->ops->reg_write(dbg->m, f.thread, f.channel, r, buf);
    dbg->unseen |= !rc && (r->role == MACHINE_ROLE_PC || r->role == MACHINE_ROLE_THREAD_PC);
    return rc;
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
    if (!rc && (rc = dbg_tell_breaks(dbg)))
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
    return dbg_tell_breaks(dbg); /* there are fewer than before, so this needs no memory */
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

int dbg_break_condition(struct dbg *dbg, unsigned number, struct dbg_condition *cond)
{
    size_t i = breaks_number(&dbg->breaks, number);
    if (i == dbg->breaks.n)
        return -MACHINE_ERR_UNKNOWN;
    struct dbg_break *b = &dbg->breaks.list[i];
    if (b->cond)
        b->cond->free(b->cond);
    b->cond = cond;
    return 0;
}

int dbg_break_ignore(struct dbg *dbg, unsigned number, uint64_t times)
{
    size_t i = breaks_number(&dbg->breaks, number);
    if (i == dbg->breaks.n)
        return -MACHINE_ERR_UNKNOWN;
    dbg->breaks.list[i].ignore = times;
    return 0;
}

int dbg_point_set(struct dbg *dbg, unsigned number, bool on)
{
    size_t i = breaks_number(&dbg->breaks, number);
    if (i == dbg->breaks.n)
        return watches_set(&dbg->watches, dbg->m, number, on);
    breaks_set(&dbg->breaks, i, on);
    return dbg_tell_breaks(dbg);
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

/* Evaluates the conditions for the lanes that are at IP. If no lane is, it takes the lane on which
 * the stop would be reported. */
static bool judge_break(void *ctx, unsigned thread, uint64_t ip)
{
    struct dbg *dbg = ctx;
    struct machine_thread info = dbg_thread(dbg, thread);
    unsigned selected =
        thread == dbg->focus.thread ? dbg->focus.channel : dbg_lowest_lane(info.dispatched);
    uint64_t channels = info.on_ip ? info.on_ip : UINT64_C(1) << (selected & 63);
    return breaks_judge(&dbg->breaks, thread, ip, channels, dbg->back, &dbg->verdict);
}

/* --- running --- */
/* The focus itself or, if its thread has ended or is not there any more, a lane of the next that
 * lives. */
static struct dbg_focus living_focus(struct dbg *dbg, struct dbg_focus f)
{
    unsigned n = dbg->m->ops->nthreads(dbg->m);
    for (unsigned i = 0; i < n; i++) {
        unsigned thread = (f.thread + i) % n;
        struct machine_thread info = dbg_thread(dbg, thread);
        if (info.ended)
            continue;
        if (thread != f.thread || f.channel >= info.width)
            f = (struct dbg_focus){thread,
                                   dbg_lowest_lane(info.on_ip ? info.on_ip : info.dispatched)};
        return f;
    }
    return f;
}

/* begin_run - a breakpoint at the client's own address does not fire again, because the client has
 * seen it. But a breakpoint at the thread's IP fires if the client's lane is at another address.
 * After a masked stop, a step is one instruction of the thread: gdb removes its breakpoints while
 * it steps off one, so nothing else may run during that step. */
static void begin_run(struct dbg *dbg, struct dbg_focus focus, const struct machine_run *how)
{
    goal_end(dbg);
    dbg->focus = living_focus(dbg, focus);
    bool masked = dbg->stop.masked && dbg_same_focus(dbg->stop.focus, dbg->focus);
    int thread = (int)dbg->focus.thread;
    dbg->plan = *how;
    dbg->plan.fresh = true;
    dbg->plan.resumed_thread = thread;
    dbg->plan.pass =
        !dbg->unseen && dbg_pc(dbg, dbg->focus) == dbg_thread(dbg, dbg->focus.thread).ip;
    dbg->plan.only_thread = how->only_thread < 0 ? -1 : thread;
    dbg->plan.step_thread = how->step_thread < 0 ? -1 : thread;
    dbg->plan.step_lane = dbg->focus.channel;
    dbg->plan.judge = judge_break;
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
    begin_run(dbg, focus,
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
    begin_run(dbg, focus, &(struct machine_run){.only_thread = -1, .step_any = true});
}

static bool take_interrupt(struct dbg *dbg)
{
    if (!atomic_exchange(&dbg->interrupt, false))
        return false;
    struct machine_event *ev = &dbg->stop.event;
    if (dbg->back)
        dbg_time_back_end(dbg->time);
    memset(ev, 0, sizeof *ev);
    ev->stop = MACHINE_STOP_INTERRUPT;
    dbg->focus = living_focus(dbg, dbg->focus);
    ev->thread = dbg->focus.thread;
    ev->ip = dbg_thread(dbg, ev->thread).ip;
    snprintf(ev->why, sizeof ev->why, "interrupted at 0x%08llx (thread %u)",
             (unsigned long long)ev->ip, ev->thread);
    dbg_report(dbg);
    return true;
}

/* Makes a stop that the host asked for, at the machine's present position. */
static void stop_here(struct dbg *dbg, enum machine_stop stop)
{
    struct machine_event *ev = &dbg->stop.event;
    struct dbg_focus f = living_focus(dbg, dbg->focus);
    memset(ev, 0, sizeof *ev);
    ev->stop = dbg_thread(dbg, f.thread).ended ? MACHINE_STOP_DONE : stop;
    ev->thread = f.thread;
    ev->ip = dbg_thread(dbg, f.thread).ip;
    dbg_report(dbg);
}

void dbg_stepped(struct dbg *dbg, struct dbg_focus focus)
{
    dbg->focus = focus;
    stop_here(dbg, MACHINE_STOP_STEP);
}

/* Whether a step back over calls, which may have come to the end of one, is at a breakpoint. */
static bool step_meets_break(struct dbg *dbg)
{
    const struct machine_standing *at = &dbg->found.at;
    return dbg->goal.kind == GOAL_OVER && dbg->goal.back && judge_break(dbg, at->thread, at->ip);
}

/* Reports what the search through time has found. @touch: the access of a watchpoint; NULL for a
 * step or a breakpoint. */
static void report_hit(struct dbg *dbg, const struct machine_touch *touch)
{
    struct machine_event *ev = &dbg->stop.event;
    bool step = dbg->plan.step_thread >= 0 && !step_meets_break(dbg);
    memset(ev, 0, sizeof *ev);
    ev->stop = step ? MACHINE_STOP_STEP : touch ? MACHINE_STOP_WATCH : MACHINE_STOP_BREAKPOINT;
    ev->watch.access = touch ? touch->watch.access : 0;
    ev->watch.addr = touch ? touch->addr : 0;
    ev->thread = dbg->found.at.thread;
    ev->ip = dbg->found.at.ip;
    if (!step && !touch)
        /* again, because the search went on and evaluated the conditions at later moments */
        (void)judge_break(dbg, ev->thread, ev->ip);
    dbg_report(dbg);
    dbg->stop.past = true;
}

/* The next access of the instruction to which the machine was brought back, as long as the machine
 * is still there; NULL: none is left. */
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
        return true;
    }
    enum dbg_time_found found = dbg_time_back(dbg->time, budget, &dbg->found);
    if (found == DBG_TIME_MORE)
        return false;
    dbg->told = 1;
    if (found == DBG_TIME_FOUND) {
        report_hit(dbg, dbg->found.ntouches ? dbg->found.touches : NULL);
    } else {
        dbg->found.ntouches = 0;
        stop_here(dbg, found == DBG_TIME_BEGIN ? MACHINE_STOP_BEGIN : MACHINE_STOP_REPLAY);
    }
    return true;
}

/* Threads have been exchanged: the history ends with the old threads, whose memory others get, and
 * begins anew with the new ones. Clients get no stop, except those that read libraries. */
static bool is_exchange(struct dbg *dbg, const struct machine_event *ev)
{
    if (ev->stop != MACHINE_STOP_AWAY && ev->stop != MACHINE_STOP_CAME)
        return false;
    if (dbg->time && ev->stop == MACHINE_STOP_AWAY)
        dbg_time_forget(dbg->time);
    else if (dbg->time)
        dbg_time_restart(dbg->time);
    return ev->stop == MACHINE_STOP_AWAY || !ev->loaded || !dbg->loads;
}

static bool run_on(struct dbg *dbg, uint64_t budget)
{
    struct machine_event ev;
    bool stopped = dbg->time ? dbg_time_run(dbg->time, &dbg->plan, budget, &ev)
                             : dbg->m->ops->run(dbg->m, &dbg->plan, budget, &ev);
    dbg->plan.fresh = false;
    stopped = stopped && !is_exchange(dbg, &ev);
    if (!stopped)
        return false;
    dbg->stop.event = ev;
    dbg_report(dbg);
    return true;
}

bool dbg_run(struct dbg *dbg, uint64_t budget)
{
    enum { RESUMES = 1000 }; /* at most, towards a goal in one slice */
    unsigned resumes = 0;
    bool stopped, on;
    do {
        stopped = (dbg_ended(dbg) && !dbg->back) || take_interrupt(dbg) ||
                  (dbg->back ? run_back(dbg, budget) : run_on(dbg, budget)) || take_interrupt(dbg);
        dbg->back = dbg->back && !stopped;
        on = stopped && goal_goes_on(dbg);
    } while (on && ++resumes < RESUMES && resumes < budget);
    dbg->running = !stopped || on;
    return !dbg->running;
}

void dbg_stop_at_loads(struct dbg *dbg, bool on)
{
    dbg->loads = on;
}

bool dbg_running(const struct dbg *dbg)
{
    return dbg->running;
}

void dbg_interrupt(struct dbg *dbg)
{
    atomic_store(&dbg->interrupt, true);
}

static int reload(struct dbg *dbg, int (*how)(struct machine *m))
{
    goal_end(dbg);
    int rc = how(dbg->m);
    if (rc)
        return rc;
    dbg->back = dbg->running = false;
    dbg->found.ntouches = 0;
    if (dbg->time)
        dbg_time_restart(dbg->time);
    place_at_start(dbg);
    return 0;
}

int dbg_reset(struct dbg *dbg)
{
    return reload(dbg, dbg->m->ops->reset);
}

int dbg_kill(struct dbg *dbg)
{
    const struct machine_ops *ops = dbg->m->ops;
    return reload(dbg, ops->kill ? ops->kill : ops->reset);
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
    struct machine_thread info = dbg_thread(dbg, focus.thread);
    struct machine_standing from = {focus.thread, info.ip, info.insts};
    bool masked = dbg->stop.masked && dbg_same_focus(dbg->stop.focus, focus);
    dbg->focus = focus;
    dbg->plan = (struct machine_run){.resumed_thread = -1,
                                     .only_thread = -1,
                                     .step_thread = step ? (int)focus.thread : -1,
                                     .step_lane = focus.channel,
                                     .step_any = dbg->eu_threads || masked,
                                     .over = dbg->over && !info.in_routine,
                                     .judge = judge_break,
                                     .judge_ctx = dbg};
    dbg->stop.masked = false;
    dbg->back = dbg->time != NULL;
    dbg->running = true;
    if (dbg->time)
        dbg_time_back_begin(dbg->time, &dbg->plan, &from);
    atomic_store(&dbg->interrupt, !dbg->time);
}

/* Runs from the end of the recording until @when. A breakpoint at the present address does not
 * fire. */
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
    stop_here(dbg, MACHINE_STOP_GOTO);
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
    stop_here(dbg, MACHINE_STOP_GOTO);
    if (beyond && !dbg_ended(dbg))
        run_until(dbg, when);
    return 0;
}
