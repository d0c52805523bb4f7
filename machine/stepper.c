/* Runs a machine instruction by instruction, and decides where it stops. */
#include "machine/stepper.h"

#include <stdlib.h>
#include <string.h>

int machine_stepper_init(struct machine_stepper *s, struct machine *m,
                         const struct machine_stepper_ops *ops)
{
    size_t n = m->ops->nthreads(m);
    *s = (struct machine_stepper){.machine = m, .ops = ops};
    s->passes = calloc(n + 1, sizeof *s->passes);
    s->visits = calloc(n + 1, sizeof *s->visits);
    return s->passes && s->visits ? 0 : -MACHINE_ERR_NOMEM;
}

void machine_stepper_fini(struct machine_stepper *s)
{
    free(s->passes);
    free(s->visits);
    machine_points_free(&s->points);
}

void machine_stepper_forget(struct machine_stepper *s)
{
    size_t n = s->machine->ops->nthreads(s->machine);
    memset(s->passes, 0, n * sizeof *s->passes);
    memset(s->visits, 0, n * sizeof *s->visits);
    machine_points_forget(&s->points);
}

static struct machine_boundary look_at(const struct machine_stepper *s, unsigned thread)
{
    struct machine_boundary b;
    s->ops->look(s->machine, thread, &b);
    return b;
}

/* --- breakpoints --- */
/* A condition is evaluated once for each visit, whatever the result. */
static bool at_breakpoint(const struct machine_stepper *s, struct machine_pass *passes,
                          const struct machine_standing *at)
{
    const struct machine_run *plan = &s->plan;
    struct machine_pass *p = &passes[at->thread];
    if ((p->set && machine_is_standing(&p->at, at)) || !machine_points_break_at(&s->points, at->ip))
        return false;
    *p = (struct machine_pass){true, *at};
    return !plan->judge || plan->judge(plan->judge_ctx, at->thread, at->ip);
}

/* --- steps --- */
static bool lane_on(const struct machine_stepper *s, const struct machine_boundary *b)
{
    return s->plan.step_any || b->on >> s->plan.step_lane % MACHINE_LANES & 1;
}

/* Whether a step may end here: one instruction was the lane's; a range is left as soon as the lane
 * is on outside of it, so that the instruction that turns it on again does not hide a line. */
static bool is_step_end(const struct machine_stepper *s, const struct machine_boundary *b)
{
    const struct machine_run *plan = &s->plan;
    if (plan->range_lo >= plan->range_hi)
        return s->step.on;
    return lane_on(s, b) && !(plan->range_lo <= b->at.ip && b->at.ip < plan->range_hi);
}

/* Whether the step is done: the thread has executed an instruction, or entered its handler, and the
 * lane took part. */
static bool step_done(struct machine_stepper *s, const struct machine_boundary *b)
{
    bool moved = s->step.armed && !machine_is_standing(&s->step.at, &b->at);
    if (s->step.armed && !moved)
        return false;
    if (s->plan.over && !s->step.in_routine && b->in_routine)
        return false;
    if (moved && is_step_end(s, b))
        return true;
    s->step.armed = true;
    s->step.on = lane_on(s, b);
    s->step.at = b->at;
    return false;
}

/* --- events --- */
static bool fill_event(struct machine_event *ev, enum machine_stop stop,
                       const struct machine_boundary *b)
{
    *ev = (struct machine_event){.stop = stop, .thread = b->at.thread, .ip = b->at.ip};
    return true;
}

static bool tell_stuck(const struct machine_stepper *s, struct machine_event *ev)
{
    *ev = (struct machine_event){0};
    s->ops->stuck(s->machine, ev);
    ev->ip = look_at(s, ev->thread).at.ip;
    return true;
}

/* True: an access to a watched range was not reported yet, and is now. */
static bool tell_watch(struct machine_stepper *s, struct machine_event *ev)
{
    if (s->points.told >= s->points.n_touched)
        return false;
    const struct machine_touch *t = &s->points.touched[s->points.told++];
    const struct machine_boundary b = look_at(s, s->touched);
    fill_event(ev, MACHINE_STOP_WATCH, &b);
    ev->watch.addr = t->addr;
    ev->watch.access = t->watch.access;
    return true;
}

/* A thread has ended: the event names the next one that has not. */
static bool tell_thread_end(const struct machine_stepper *s, unsigned thread,
                            struct machine_event *ev)
{
    unsigned n = s->machine->ops->nthreads(s->machine);
    for (unsigned i = 1; i < n; i++) {
        const struct machine_boundary next = look_at(s, (thread + i) % n);
        if (next.ended)
            continue;
        fill_event(ev, MACHINE_STOP_THREAD_END, &next);
        ev->gone = thread;
        return true;
    }
    return tell_stuck(s, ev);
}

/* --- running --- */
static struct machine_when when_of(const struct machine_stepper *s)
{
    struct machine_when when;
    s->machine->ops->when(s->machine, &when);
    return when;
}

static bool is_reached(const struct machine_stepper *s)
{
    const struct machine_when *until = &s->plan.until;
    if (!s->plan.bounded)
        return false;
    const struct machine_when now = when_of(s);
    return now.insts >= until->insts && now.boundaries >= until->boundaries;
}

static bool step_thread(struct machine_stepper *s, unsigned thread, struct machine_event *ev)
{
    machine_points_forget(&s->points);
    s->touched = thread;
    return s->ops->step(s->machine, thread, ev);
}

/* Whether this boundary is a hit of a search back in time; if so, records it. A thread may stand at
 * several boundaries: the first one counts. */
static void note_hit(struct machine_stepper *s, const struct machine_boundary *b,
                     const struct machine_when *when)
{
    const struct machine_run *plan = &s->plan;
    struct machine_hit *hit = plan->hit;
    if (machine_is_standing(&hit->from, &b->at) ||
        (hit->found && machine_is_standing(&hit->at, &b->at)))
        return;
    if (plan->step_thread < 0 ? at_breakpoint(s, s->visits, &b->at)
                              : plan->step_thread == (int)b->at.thread &&
                                    !(plan->over && b->in_routine) && lane_on(s, b))
        machine_points_found(hit, &b->at, when);
}

/* Replays across everything that once stopped the machine. Returns true if the machine cannot go
 * on, though it once did. */
static bool replay(struct machine_stepper *s, uint64_t budget)
{
    struct machine_hit *hit = s->plan.hit;
    machine_points_forget(&s->points);
    for (; budget && !is_reached(s); budget--) {
        struct machine_event ev;
        int thread = s->ops->pick(s->machine);
        if (thread < 0)
            return true;
        const struct machine_boundary b = look_at(s, (unsigned)thread);
        const struct machine_when before = when_of(s);
        if (hit)
            note_hit(s, &b, &before);
        bool stopped = step_thread(s, b.at.thread, &ev);
        if (hit && s->plan.step_thread < 0)
            machine_points_note(&s->points, hit, &b.at, &before);
        if (stopped && before.insts == when_of(s).insts && before.insts < s->plan.until.insts)
            return true;
    }
    return false;
}

/* What must be reported before the thread's next instruction. */
static bool stop_before(struct machine_stepper *s, unsigned thread, struct machine_event *ev)
{
    bool is_stepped = s->plan.step_thread == (int)thread;
    if (!is_stepped && !s->points.n_breaks)
        return false;
    const struct machine_boundary b = look_at(s, thread);
    bool stepped = is_stepped && step_done(s, &b);
    if (at_breakpoint(s, s->passes, &b.at))
        return fill_event(ev, MACHINE_STOP_BREAKPOINT, &b);
    return stepped && fill_event(ev, MACHINE_STOP_STEP, &b);
}

/* Executes an instruction of the thread. True: it, or the end of the thread or of its step, must be
 * reported. */
static bool stop_after(struct machine_stepper *s, unsigned thread, struct machine_event *ev)
{
    int watched = s->plan.only_thread >= 0 ? s->plan.only_thread : s->plan.step_thread;
    bool stopped = step_thread(s, thread, ev);
    if (tell_watch(s, ev))
        return true;
    if (!stopped && watched != (int)thread)
        return false;
    const struct machine_boundary b = look_at(s, thread);
    ev->thread = thread;
    ev->ip = b.at.ip;
    if (stopped)
        return true;
    if (b.ended)
        return tell_thread_end(s, thread, ev);
    if (s->plan.step_thread != (int)thread || !step_done(s, &b))
        return false;
    bool also = at_breakpoint(s, s->passes, &b.at);
    return fill_event(ev, also ? MACHINE_STOP_BREAKPOINT : MACHINE_STOP_STEP, &b);
}

static void prepare_run(struct machine_stepper *s, const struct machine_run *plan)
{
    s->plan = *plan;
    if (!plan->fresh)
        return;
    s->step.armed = false;
    s->step.in_routine =
        plan->step_thread >= 0 && look_at(s, (unsigned)plan->step_thread).in_routine;
    if (plan->pass && plan->resumed_thread >= 0)
        s->passes[plan->resumed_thread] =
            (struct machine_pass){true, look_at(s, (unsigned)plan->resumed_thread).at};
}

bool machine_stepper_run(struct machine_stepper *s, const struct machine_run *plan, uint64_t budget,
                         struct machine_event *ev)
{
    prepare_run(s, plan);
    if (plan->quiet)
        return replay(s, budget);
    if (tell_watch(s, ev))
        return true;
    for (; budget && !is_reached(s); budget--) {
        int thread = s->ops->pick(s->machine);
        if (thread < 0)
            return tell_stuck(s, ev);
        if (stop_before(s, (unsigned)thread, ev) || stop_after(s, (unsigned)thread, ev))
            return true;
    }
    return false;
}
