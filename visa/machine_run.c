/* Runs the vISA machine: breakpoints, steps, watchpoints, and the texts of stops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visa/machine_impl.h"

/* --- breakpoints and watchpoints --- */
int visa_machine_breakpoints(struct machine *machine, const uint64_t *addrs, size_t n)
{
    return machine_points_set_breaks(&visa_self(machine)->points, addrs, n);
}

static void on_touch(void *ctx, uint64_t addr, unsigned len, bool write)
{
    struct visa_debug *g = ctx;
    for (size_t i = 0; i < g->points.n_watches; i++) {
        const struct machine_watch *w = &g->points.watches[i];
        bool meets = addr < w->addr + w->len && w->addr < addr + len;
        if (meets && w->access & (write ? MACHINE_WRITE : MACHINE_READ))
            machine_points_touch(&g->points, w, addr > w->addr ? addr : w->addr);
    }
}

/* Whether it can be watched: memory can, and variables for writes. */
static bool watchable(const struct visa_debug *g, const struct machine_watch *w)
{
    uint64_t at = w->addr % VISA_WINDOW;
    if (w->addr < VISA_CODE)
        return true;
    return w->addr >= MACHINE_WINDOWS &&
           (w->addr - MACHINE_WINDOWS) / VISA_WINDOW < g->m->n_threads &&
           at + w->len <= g->m->im->store_bytes;
}

static const uint8_t *watched_bytes(const struct visa_debug *g, const struct machine_watch *w)
{
    const struct visa_thread *t = &g->m->threads[(w->addr - MACHINE_WINDOWS) / VISA_WINDOW];
    return t->store + w->addr % VISA_WINDOW;
}

int visa_machine_watches(struct machine *machine, const struct machine_watch *watches, size_t n)
{
    struct visa_debug *g = visa_self(machine);
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++) {
        if (!watchable(g, &watches[i]))
            return -MACHINE_ERR_UNAVAILABLE;
        bytes += watches[i].addr >= MACHINE_WINDOWS ? watches[i].len : 0;
    }
    uint8_t *before = malloc(bytes + 1);
    if (!before || machine_points_set_watches(&g->points, watches, n)) {
        free(before);
        return -MACHINE_ERR_NOMEM;
    }
    free(g->before);
    g->before = before;
    return 0;
}

/* Copies watched variables before an instruction; those that differ after it were written. A write
 * of the same value is not noticed. */
static void keep_variables(struct visa_debug *g)
{
    uint8_t *to = g->before;
    for (size_t i = 0; i < g->points.n_watches; i++)
        if (g->points.watches[i].addr >= MACHINE_WINDOWS) {
            memcpy(to, watched_bytes(g, &g->points.watches[i]), g->points.watches[i].len);
            to += g->points.watches[i].len;
        }
}

static void compare_variables(struct visa_debug *g)
{
    const uint8_t *was = g->before;
    for (size_t i = 0; i < g->points.n_watches; i++) {
        const struct machine_watch *w = &g->points.watches[i];
        if (w->addr < MACHINE_WINDOWS)
            continue;
        const uint8_t *now = watched_bytes(g, w);
        uint64_t k = 0;
        while (k < w->len && was[k] == now[k])
            k++;
        if (k < w->len)
            machine_points_touch(&g->points, w, w->addr + k);
        was += w->len;
    }
}

void visa_machine_forget(struct visa_debug *g)
{
    memset(g->passes, 0, g->m->n_threads * sizeof *g->passes);
    memset(g->visits, 0, g->m->n_threads * sizeof *g->visits);
    machine_points_forget(&g->points);
}

static unsigned id_of(const struct visa_debug *g, const struct visa_thread *w)
{
    return (unsigned)(w - g->m->threads);
}

static void let_pass(struct visa_pass *p, const struct visa_thread *w)
{
    *p = (struct visa_pass){true, w->pc, w->insts};
}

/* A condition is evaluated once for each visit, whatever the result. */
static bool at_breakpoint(struct visa_debug *g, struct visa_pass *p, const struct visa_thread *w)
{
    const struct machine_run *plan = &g->plan;
    if (!g->points.n_breaks || (p->set && p->pc == w->pc && p->insts == w->insts) ||
        !machine_points_break_at(&g->points, visa_address(w->pc)))
        return false;
    let_pass(p, w);
    return !plan->judge || plan->judge(plan->judge_ctx, id_of(g, w), visa_address(w->pc));
}

/* --- steps --- */
static bool lane_on(const struct visa_debug *g, const struct visa_thread *w)
{
    return g->plan.step_any || w->active >> g->plan.step_lane % VISA_LANES & 1;
}

static void arm_step(struct visa_debug *g, const struct visa_thread *w)
{
    g->step.armed = true;
    g->step.on = lane_on(g, w);
    g->step.pc = w->pc;
    g->step.insts = w->insts;
}

/* Whether the step is done: the thread has executed an instruction, and the lane took part. */
static bool step_done(struct visa_debug *g, const struct visa_thread *w)
{
    const struct machine_run *plan = &g->plan;
    bool moved = g->step.armed && (w->pc != g->step.pc || w->insts != g->step.insts);
    if (g->step.armed && !moved)
        return false;
    uint64_t at = visa_address(w->pc);
    if (moved && g->step.on && !(plan->range_lo <= at && at < plan->range_hi))
        return true;
    arm_step(g, w);
    return false;
}

/* --- events --- */
static bool fill_event(struct machine_event *ev, enum machine_stop stop, const struct visa_debug *g,
                       const struct visa_thread *w)
{
    memset(ev, 0, sizeof *ev);
    ev->stop = stop;
    ev->thread = id_of(g, w);
    ev->ip = visa_address(w->pc);
    return true;
}

/* The thread to report if none ran: the client's choice. */
static const struct visa_thread *reported_thread(const struct visa_debug *g)
{
    const struct machine_run *plan = &g->plan;
    int i = plan->only_thread >= 0 ? plan->only_thread : plan->resumed_thread;
    return &g->m->threads[i >= 0 ? i : 0];
}

/* No thread can run: all have ended, or the only one that may run waits for others. */
static bool tell_stuck(const struct visa_debug *g, struct machine_event *ev)
{
    const struct visa_thread *t = reported_thread(g);
    bool held = g->plan.only_thread >= 0 && !visa_over(t);
    return fill_event(ev, held ? MACHINE_STOP_HELD : MACHINE_STOP_DONE, g, t);
}

/* Whether the result of an instruction must be reported; if so, fills @ev. */
static bool report_stop(const struct visa_debug *g, enum visa_stop stop,
                        const struct visa_thread *w, struct machine_event *ev)
{
    if (stop == VISA_STOP_NOT_SIMULATED) {
        fill_event(ev, MACHINE_STOP_NOT_SIMULATED, g, w);
        snprintf(ev->why, sizeof ev->why, "%s", g->m->why);
        return true;
    }
    fill_event(ev, MACHINE_STOP_LINT, g, w);
    snprintf(ev->why, sizeof ev->why, "%s%s%.160s",
             stop == VISA_STOP_UNDEFINED ? visa_rules[g->m->rule].name : "",
             stop == VISA_STOP_UNDEFINED ? ": " : "", g->m->why);
    return true;
}

static bool tell_watch(struct visa_debug *g, struct machine_event *ev)
{
    const struct machine_touch *t = &g->points.touched[g->points.told++];
    fill_event(ev, MACHINE_STOP_WATCH, g, &g->m->threads[g->touch_thread]);
    ev->watch.addr = t->addr;
    ev->watch.access = t->watch.access;
    return true;
}

static bool tell_thread_end(struct visa_debug *g, const struct visa_thread *w,
                            struct machine_event *ev)
{
    const struct visa_machine *m = g->m;
    unsigned thread = id_of(g, w), next = thread;
    do
        next = (next + 1) % m->n_threads;
    while (visa_over(&m->threads[next]));
    fill_event(ev, MACHINE_STOP_THREAD_END, g, &m->threads[next]);
    ev->gone = thread;
    return true;
}

/* --- running --- */
static bool is_reached(const struct visa_debug *g)
{
    const struct machine_run *plan = &g->plan;
    return plan->bounded && g->m->insts >= plan->until.insts;
}

static struct visa_thread *next_thread(struct visa_debug *g)
{
    if (g->plan.only_thread < 0)
        return visa_next(g->m);
    struct visa_thread *t = &g->m->threads[g->plan.only_thread];
    if (t->state == VISA_WAITS && visa_in_turn(g->m, t))
        visa_release(g->m, t->group);
    return t->state == VISA_READY && visa_in_turn(g->m, t) ? t : NULL;
}

/* Executes one instruction of @w, and records its accesses to watched ranges. */
static enum visa_stop step_thread(struct visa_debug *g, struct visa_thread *w)
{
    machine_points_forget(&g->points);
    g->touch_thread = id_of(g, w);
    g->m->touch = g->points.n_watches ? on_touch : NULL;
    g->m->touch_ctx = g;
    if (g->points.n_watches)
        keep_variables(g);
    enum visa_stop stop = visa_step(g->m, w);
    g->m->touch = NULL;
    if (g->points.n_watches)
        compare_variables(g);
    return stop;
}

/* Whether this boundary is a hit of a search back in time; if so, records it. None comes twice. */
static void note_hit(struct visa_debug *g, const struct visa_thread *w,
                     const struct machine_standing *at, const struct machine_when *when)
{
    struct machine_hit *hit = g->plan.hit;
    if (machine_is_standing(&hit->from, at))
        return;
    if (g->plan.step_thread < 0 ? at_breakpoint(g, &g->visits[id_of(g, w)], w)
                                : g->plan.step_thread == (int)id_of(g, w) && lane_on(g, w))
        machine_points_found(hit, at, when);
}

/* Replays across everything that once stopped the machine. Returns true if the machine cannot go
 * on, though it once did. */
static bool replay_slice(struct visa_debug *g, uint64_t budget)
{
    for (; budget && !is_reached(g); budget--) {
        struct visa_thread *w = next_thread(g);
        if (!w)
            return true;
        struct machine_standing at = {id_of(g, w), visa_address(w->pc), w->insts};
        struct machine_when when = {g->m->insts, g->m->insts};
        if (g->plan.hit)
            note_hit(g, w, &at, &when);
        enum visa_stop stop = step_thread(g, w);
        if (g->plan.hit && g->plan.step_thread < 0)
            machine_points_note(&g->points, g->plan.hit, &at, &when);
        if (stop != VISA_GO && g->m->insts == when.insts && g->m->insts < g->plan.until.insts)
            return true;
    }
    return false;
}

/* What must be reported before the thread's next instruction. */
static bool stop_before(struct visa_debug *g, const struct visa_thread *w, struct machine_event *ev)
{
    bool stepped = g->plan.step_thread == (int)id_of(g, w) && step_done(g, w);
    if (at_breakpoint(g, &g->passes[id_of(g, w)], w))
        return fill_event(ev, MACHINE_STOP_BREAKPOINT, g, w);
    return stepped && fill_event(ev, MACHINE_STOP_STEP, g, w);
}

static bool others_live(const struct visa_debug *g)
{
    for (uint32_t i = 0; i < g->m->n_threads; i++)
        if (!visa_over(&g->m->threads[i]))
            return true;
    return false;
}

/* What must be reported after an instruction of the thread. */
static bool stop_after(struct visa_debug *g, struct visa_thread *w, enum visa_stop stop,
                       struct machine_event *ev)
{
    int watched = g->plan.only_thread >= 0 ? g->plan.only_thread : g->plan.step_thread;
    if (g->points.told < g->points.n_touched)
        return tell_watch(g, ev);
    if (stop != VISA_GO)
        return report_stop(g, stop, w, ev);
    if (watched == (int)id_of(g, w) && visa_over(w))
        return others_live(g) ? tell_thread_end(g, w, ev) : tell_stuck(g, ev);
    if (g->plan.step_thread == (int)id_of(g, w) && step_done(g, w)) {
        bool stop_here = at_breakpoint(g, &g->passes[id_of(g, w)], w);
        return fill_event(ev, stop_here ? MACHINE_STOP_BREAKPOINT : MACHINE_STOP_STEP, g, w);
    }
    return false;
}

static void prepare_run(struct visa_debug *g, const struct machine_run *plan)
{
    g->plan = *plan;
    if (!plan->fresh)
        return;
    g->step.armed = false;
    if (plan->pass && plan->resumed_thread >= 0)
        let_pass(&g->passes[plan->resumed_thread], &g->m->threads[plan->resumed_thread]);
}

bool visa_machine_run(struct machine *machine, const struct machine_run *plan, uint64_t budget,
                      struct machine_event *ev)
{
    struct visa_debug *g = visa_self(machine);
    prepare_run(g, plan);
    if (plan->quiet) {
        machine_points_forget(&g->points);
        return replay_slice(g, budget);
    }
    if (g->points.told < g->points.n_touched)
        return tell_watch(g, ev);
    for (; budget && !is_reached(g); budget--) {
        struct visa_thread *w = next_thread(g);
        if (!w)
            return tell_stuck(g, ev);
        if (stop_before(g, w, ev))
            return true;
        enum visa_stop stop = step_thread(g, w);
        if (stop_after(g, w, stop, ev))
            return true;
    }
    return false;
}
