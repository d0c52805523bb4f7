/* Goals that need more than one resume of the machine. A step that made a call goes on to the
 * return address, and a step back into one to before it; to leave a handler, the thread is stepped
 * until it is outside. */
#include "debug/goal.h"

#include <limits.h>
#include <stdatomic.h>

#include "debug/dbg_impl.h"

static struct machine_thread thread_of(const struct dbg *dbg, unsigned thread)
{
    struct machine_thread info;
    dbg->m->ops->thread(dbg->m, thread, &info);
    return info;
}

static bool return_address(const struct dbg *dbg, unsigned thread, uint64_t *addr)
{
    struct machine_caller caller;
    if (!dbg->m->ops->caller || !dbg->m->ops->caller(dbg->m, thread, MACHINE_LANES, 0, &caller))
        return false;
    *addr = caller.addr;
    return true;
}

/* The call that returns to @addr. */
static uint64_t call_before(const struct dbg *dbg, uint64_t addr)
{
    const struct machine_ops *ops = dbg->m->ops;
    uint64_t start = addr - dbg->m->traits->insn_align;
    if (ops->insn_start)
        (void)ops->insn_start(dbg->m, addr - 1, &start);
    return start;
}

/* Resumes the machine without losing a Ctrl-C that came between two resumes. */
static void resume_for_goal(struct dbg *dbg, bool step)
{
    struct dbg_goal goal = dbg->goal;
    bool due = atomic_load(&dbg->interrupt);
    dbg->goal.kind = GOAL_NONE;
    if (goal.back)
        dbg_reverse(dbg, goal.focus, step);
    else if (step)
        dbg_step_thread(dbg, goal.focus);
    else
        dbg_resume(dbg, goal.focus, false, false, 0, 0);
    dbg->goal = goal;
    if (due)
        atomic_store(&dbg->interrupt, true);
}

/* Runs to @addr, forward or back, to a moment when at most @calls calls are open. */
static int run_to(struct dbg *dbg, uint64_t addr, unsigned calls)
{
    int rc = dbg_break_insert(dbg, addr, NULL);
    if (rc)
        return rc;
    dbg->goal.kind = GOAL_PLACE;
    dbg->goal.addr = addr;
    dbg->goal.calls = calls;
    resume_for_goal(dbg, false);
    return 0;
}

void goal_end(struct dbg *dbg)
{
    enum goal_kind kind = dbg->goal.kind;
    dbg->goal.kind = GOAL_NONE;
    if (kind == GOAL_PLACE)
        (void)dbg_break_remove(dbg, dbg->goal.addr, NULL);
}

static bool end_reached(struct dbg *dbg)
{
    goal_end(dbg);
    dbg->stop.event.stop = MACHINE_STOP_STEP;
    dbg->stop.client = false;
    return false;
}

static bool other_break_at(const struct dbg *dbg, uint64_t addr)
{
    const struct dbg_break *b;
    unsigned n = 0;
    for (size_t i = 0; (b = dbg_break_nth(dbg, i)); i++)
        n += b->addr == addr && !b->off;
    return n > 1;
}

static bool place_goes_on(struct dbg *dbg)
{
    const struct dbg_stop *stop = &dbg->stop;
    const struct dbg_goal *g = &dbg->goal;
    bool here = stop->event.stop == MACHINE_STOP_BREAKPOINT && stop->event.ip == g->addr;
    if (!here || stop->number)
        return false;
    if (stop->event.thread == g->focus.thread && thread_of(dbg, g->focus.thread).calls <= g->calls)
        return end_reached(dbg);
    if (other_break_at(dbg, g->addr))
        return false;
    resume_for_goal(dbg, false);
    return true;
}

static bool step_goes_on(struct dbg *dbg)
{
    const struct dbg_goal *g = &dbg->goal;
    const struct machine_event *ev = &dbg->stop.event;
    struct machine_thread info = thread_of(dbg, g->focus.thread);
    uint64_t addr;
    if (ev->stop != MACHINE_STOP_STEP || ev->thread != g->focus.thread)
        return false;
    bool out = g->kind == GOAL_OUT;
    if (info.in_routine && (out || !g->inside)) {
        resume_for_goal(dbg, true);
        return true;
    }
    if (!out && info.calls > g->calls && return_address(dbg, g->focus.thread, &addr))
        return run_to(dbg, g->back ? call_before(dbg, addr) : addr, g->calls) == 0;
    return end_reached(dbg);
}

bool goal_goes_on(struct dbg *dbg)
{
    bool on = dbg->goal.kind == GOAL_NONE    ? false
              : dbg->goal.kind == GOAL_PLACE ? place_goes_on(dbg)
                                             : step_goes_on(dbg);
    if (!on)
        goal_end(dbg);
    return on;
}

static void set_goal(struct dbg *dbg, struct dbg_focus focus, enum goal_kind kind)
{
    struct machine_thread info = thread_of(dbg, focus.thread);
    goal_end(dbg);
    dbg->goal = (struct dbg_goal){
        .kind = kind, .focus = focus, .calls = info.calls, .inside = info.in_routine};
}

void dbg_next(struct dbg *dbg, struct dbg_focus focus)
{
    goal_end(dbg);
    dbg_step_over(dbg, true);
    dbg_resume(dbg, focus, true, false, 0, 0);
    dbg_step_over(dbg, false);
    set_goal(dbg, focus, GOAL_OVER);
}

void dbg_reverse_next(struct dbg *dbg, struct dbg_focus focus)
{
    dbg_step_over(dbg, true);
    dbg_reverse(dbg, focus, true);
    dbg_step_over(dbg, false);
    set_goal(dbg, focus, GOAL_OVER);
    dbg->goal.back = true;
}

/* Whether the innermost call was made inside the handler in which the thread is. */
static bool is_handlers_call(const struct dbg *dbg, uint64_t addr)
{
    const struct machine_ops *ops = dbg->m->ops;
    struct machine_program p;
    for (unsigned i = 0; ops->program && ops->program(dbg->m, i, &p); i++)
        if (p.handler && addr >= p.base && addr - p.base < p.size)
            return true;
    return false;
}

/* A goal that has yet to resume the machine: an interrupt of before was not meant for it. */
static void begin_goal(struct dbg *dbg, struct dbg_focus focus, enum goal_kind kind, bool back)
{
    set_goal(dbg, focus, kind);
    dbg->goal.back = back;
    atomic_store(&dbg->interrupt, false);
}

static int finish(struct dbg *dbg, struct dbg_focus focus, bool back)
{
    struct machine_thread info = thread_of(dbg, focus.thread);
    uint64_t addr;
    bool call = info.calls && return_address(dbg, focus.thread, &addr);
    if (!call && !info.in_routine)
        return -MACHINE_ERR_UNAVAILABLE;
    if (call && (!info.in_routine || is_handlers_call(dbg, addr))) {
        begin_goal(dbg, focus, GOAL_NONE, back);
        return run_to(dbg, back ? call_before(dbg, addr) : addr, info.calls - 1);
    }
    begin_goal(dbg, focus, GOAL_OUT, back);
    resume_for_goal(dbg, true);
    return 0;
}

int dbg_finish(struct dbg *dbg, struct dbg_focus focus)
{
    return finish(dbg, focus, false);
}

int dbg_reverse_finish(struct dbg *dbg, struct dbg_focus focus)
{
    return finish(dbg, focus, true);
}

int dbg_until(struct dbg *dbg, struct dbg_focus focus, uint64_t addr)
{
    begin_goal(dbg, focus, GOAL_NONE, false);
    return run_to(dbg, addr, UINT_MAX);
}
