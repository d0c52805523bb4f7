/* Runs the GCN machine: breakpoints, steps, watchpoints, and the texts of stops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/machine_impl.h"
#include "gcn/trap.h"

/* --- breakpoints and watchpoints --- */
int gcn_machine_breakpoints(struct machine *machine, const uint64_t *addrs, size_t n)
{
    return machine_points_set_breaks(&gcn_self(machine)->points, addrs, n);
}

/* Whether an access touches a watched range. In a lane's window of scratch, consecutive bytes are
 * not contiguous in memory. */
static bool touches_watch(const struct gcn *m, const struct machine_watch *w, uint64_t addr,
                          unsigned len)
{
    uint64_t guest;
    if (w->addr < GCN_LANE_SCRATCH_AT)
        return addr < w->addr + w->len && w->addr < addr + len;
    for (uint64_t i = 0; i < w->len; i++)
        if (gcn_machine_scratch(m, w->addr + i, &guest) && guest - addr < len)
            return true;
    return false;
}

static void on_touch(void *ctx, uint64_t addr, unsigned len, bool write)
{
    struct gcn_machine *g = ctx;
    for (size_t i = 0; i < g->points.n_watches; i++) {
        const struct machine_watch *w = &g->points.watches[i];
        if (w->access & (write ? MACHINE_WRITE : MACHINE_READ) && touches_watch(g->m, w, addr, len))
            machine_points_touch(&g->points, w,
                                 addr > w->addr && addr - w->addr < w->len ? addr : w->addr);
    }
}

/* Whether it can be watched: memory, LDS and scratch can, registers cannot. */
static bool can_watch(const struct gcn *m, const struct machine_watch *w)
{
    uint64_t guest, lds_end = GCN_LDS_AT + (uint64_t)m->n_groups * GCN_LDS_STRIDE;
    if (w->addr <= GCN_ADDRESS_MASK || (w->addr >= GCN_LDS_AT && w->addr < lds_end))
        return true;
    return w->len <= 64 && gcn_machine_scratch(m, w->addr, &guest);
}

int gcn_machine_watches(struct machine *machine, const struct machine_watch *watches, size_t n)
{
    struct gcn_machine *g = gcn_self(machine);
    for (size_t i = 0; i < n; i++)
        if (!can_watch(g->m, &watches[i]))
            return -MACHINE_ERR_UNAVAILABLE;
    return machine_points_set_watches(&g->points, watches, n);
}

void gcn_machine_forget(struct gcn_machine *g)
{
    memset(g->passes, 0, g->m->n_waves * sizeof *g->passes);
    memset(g->visits, 0, g->m->n_waves * sizeof *g->visits);
    machine_points_forget(&g->points);
}

static unsigned id_of(const struct gcn_machine *g, const struct gcn_wave *w)
{
    return (unsigned)(w - g->m->waves);
}

static void let_pass(struct gcn_pass *p, const struct gcn_wave *w)
{
    *p = (struct gcn_pass){true, w->pc, w->insts};
}

/* A condition is evaluated once for each visit, whatever the result. */
static bool at_breakpoint(struct gcn_machine *g, struct gcn_pass *p, const struct gcn_wave *w)
{
    const struct machine_run *plan = &g->plan;
    if (!g->points.n_breaks || (p->set && p->pc == w->pc && p->insts == w->insts) ||
        !machine_points_break_at(&g->points, w->pc))
        return false;
    let_pass(p, w);
    return !plan->judge || plan->judge(plan->judge_ctx, id_of(g, w), w->pc);
}

/* --- steps --- */
static bool lane_on(const struct gcn_machine *g, const struct gcn_wave *w)
{
    return g->plan.step_any || gcn_on_pc(w) >> g->plan.step_lane % GCN_LANES & 1;
}

static void arm_step(struct gcn_machine *g, const struct gcn_wave *w)
{
    g->step.armed = true;
    g->step.on = lane_on(g, w);
    g->step.pc = w->pc;
    g->step.insts = w->insts;
}

/* Whether a step may end here: one instruction was the lane's; a range is left as soon as the lane
 * is on outside of it, so that the instruction that turns it on again does not hide a line. */
static bool is_step_end(const struct gcn_machine *g, const struct gcn_wave *w)
{
    const struct machine_run *plan = &g->plan;
    if (plan->range_lo >= plan->range_hi)
        return g->step.on;
    return lane_on(g, w) && !(plan->range_lo <= w->pc && w->pc < plan->range_hi);
}

/* Whether the step is done: the wave has executed an instruction, or entered its handler, and the
 * lane took part. */
static bool step_done(struct gcn_machine *g, const struct gcn_wave *w)
{
    bool moved = g->step.armed && (w->pc != g->step.pc || w->insts != g->step.insts);
    if (g->step.armed && !moved)
        return false;
    if (g->plan.over && !g->step.inside && w->status & GCN_ST_PRIV)
        return false;
    if (moved && is_step_end(g, w))
        return true;
    arm_step(g, w);
    return false;
}

/* --- events --- */
static bool fill_event(struct machine_event *ev, enum machine_stop stop,
                       const struct gcn_machine *g, const struct gcn_wave *w)
{
    memset(ev, 0, sizeof *ev);
    ev->stop = stop;
    ev->thread = id_of(g, w);
    ev->ip = w->pc;
    return true;
}

/* The wave to report if none ran: one that waits, or the one that the client chose. */
static const struct gcn_wave *reported_wave(const struct gcn_machine *g)
{
    const struct gcn *m = g->m;
    if (g->plan.only_thread >= 0)
        return &m->waves[g->plan.only_thread];
    for (uint32_t i = 0; i < m->n_waves; i++)
        if (m->waves[i].state == GCN_WAVE_BARRIER || m->waves[i].state == GCN_WAVE_HALTED)
            return &m->waves[i];
    return &m->waves[g->plan.resumed_thread >= 0 ? g->plan.resumed_thread : 0];
}

static bool others_run(const struct gcn_machine *g)
{
    for (uint32_t i = 0; i < g->m->n_waves; i++)
        if ((int)i != g->plan.only_thread &&
            (g->m->waves[i].state == GCN_WAVE_READY || g->m->waves[i].state == GCN_WAVE_QUEUED))
            return true;
    return false;
}

static bool tell_stuck(const struct gcn_machine *g, enum gcn_stop stop, struct machine_event *ev)
{
    if (stop == GCN_STOP_DONE)
        return fill_event(ev, MACHINE_STOP_DONE, g, reported_wave(g));
    if (g->plan.only_thread >= 0 && others_run(g))
        return fill_event(ev, MACHINE_STOP_HELD, g, reported_wave(g));
    fill_event(ev, MACHINE_STOP_DEADLOCK, g, reported_wave(g));
    snprintf(ev->why, sizeof ev->why, "%s",
             stop == GCN_STOP_HALTED ? "a wave is halted" : "every wave waits in a barrier");
    return true;
}

/* Whether the result of a wave's step must be reported to the host; if so, fills @ev. */
static bool report_stop(const struct gcn_machine *g, enum gcn_stop stop, const struct gcn_wave *w,
                        struct machine_event *ev)
{
    if (stop == GCN_STOP_UNKNOWN) {
        fill_event(ev, MACHINE_STOP_NOT_SIMULATED, g, w);
        snprintf(ev->why, sizeof ev->why, "%s", g->m->why);
        return true;
    }
    fill_event(ev, MACHINE_STOP_EXCEPTION, g, w);
    ev->exception.kind = stop == GCN_STOP_ILLEGAL     ? GCN_TRAP_ILLEGAL
                         : stop == GCN_STOP_MEMORY    ? GCN_TRAP_MEMORY
                         : stop == GCN_STOP_EXCEPTION ? GCN_TRAP_FLOAT
                                                      : GCN_TRAP_HOST;
    ev->signal = gcn_machine_exception((struct machine *)&g->machine, ev->exception.kind)->signal;
    snprintf(ev->why, sizeof ev->why, "%s: %s; no trap handler is loaded",
             gcn_machine_exception((struct machine *)&g->machine, ev->exception.kind)->name,
             g->m->why);
    return true;
}

static bool tell_caught(const struct gcn_machine *g, const struct gcn_wave *w,
                        struct machine_event *ev)
{
    fill_event(ev, MACHINE_STOP_EXCEPTION, g, w);
    ev->exception.kind = w->trap_kind;
    ev->exception.caught = true;
    ev->signal = gcn_machine_exception((struct machine *)&g->machine, w->trap_kind)->signal;
    snprintf(ev->why, sizeof ev->why, "%s: the trap handler is entered",
             gcn_machine_exception((struct machine *)&g->machine, w->trap_kind)->name);
    return true;
}

static bool tell_watch(struct gcn_machine *g, struct machine_event *ev)
{
    const struct machine_touch *t = &g->points.touched[g->points.told++];
    fill_event(ev, MACHINE_STOP_WATCH, g, &g->m->waves[g->touch_wave]);
    ev->watch.addr = t->addr;
    ev->watch.access = t->watch.access;
    return true;
}

static bool tell_thread_end(struct gcn_machine *g, const struct gcn_wave *w,
                            struct machine_event *ev)
{
    struct gcn *m = g->m;
    unsigned thread = id_of(g, w), next = thread;
    do
        next = (next + 1) % m->n_waves;
    while (gcn_wave_over(&m->waves[next]));
    fill_event(ev, MACHINE_STOP_THREAD_END, g, &m->waves[next]);
    ev->gone = thread;
    return true;
}

/* --- running --- */
static bool is_reached(const struct gcn_machine *g)
{
    const struct machine_run *plan = &g->plan;
    return plan->bounded && g->m->insts >= plan->until.insts &&
           g->m->boundaries >= plan->until.boundaries;
}

static bool can_run(const struct gcn_wave *w)
{
    bool waits = w->state == GCN_WAVE_BARRIER || w->state == GCN_WAVE_HALTED;
    return w->state == GCN_WAVE_READY || (waits && gcn_trap_due(w));
}

static struct gcn_wave *next_wave(struct gcn_machine *g, enum gcn_stop *stop)
{
    if (g->plan.only_thread < 0)
        return gcn_pick(g->m, stop);
    struct gcn_wave *w = &g->m->waves[g->plan.only_thread];
    *stop = w->state == GCN_WAVE_HALTED ? GCN_STOP_HALTED : GCN_STOP_DEADLOCK;
    return can_run(w) ? w : NULL;
}

/* Executes one instruction of @w, and records its accesses to watched ranges. */
static enum gcn_stop step_wave(struct gcn_machine *g, struct gcn_wave *w)
{
    machine_points_forget(&g->points);
    g->touch_wave = id_of(g, w);
    g->m->touch = g->points.n_watches ? on_touch : NULL;
    g->m->touch_ctx = g;
    enum gcn_stop stop = gcn_step(g->m, w);
    g->m->touch = NULL;
    bool waits = stop == GCN_STOP_ENDED || stop == GCN_STOP_BARRIER || stop == GCN_STOP_HALTED;
    g->m->left = waits || !g->m->left ? 0 : g->m->left - 1;
    return waits ? GCN_GO : stop;
}

/* Whether a step back ends at @w. */
static bool steps_back_to(const struct gcn_machine *g, const struct gcn_wave *w)
{
    return g->plan.step_thread == (int)id_of(g, w) && !(g->plan.over && w->status & GCN_ST_PRIV) &&
           lane_on(g, w);
}

/* Whether this boundary is a hit of a search back in time; if so, records it. */
static void note_hit(struct gcn_machine *g, const struct gcn_wave *w,
                     const struct machine_standing *at, const struct machine_when *when)
{
    struct machine_hit *hit = g->plan.hit;
    if (machine_is_standing(&hit->from, at) || (hit->found && machine_is_standing(&hit->at, at)))
        return;
    if (g->plan.step_thread < 0 ? at_breakpoint(g, &g->visits[id_of(g, w)], w)
                                : steps_back_to(g, w))
        machine_points_found(hit, at, when);
}

/* Replays across everything that once stopped the machine. Returns true if the machine cannot go
 * on, though it once did. */
static bool replay_slice(struct gcn_machine *g, uint64_t budget)
{
    for (; budget && !is_reached(g); budget--) {
        enum gcn_stop stop;
        struct gcn_wave *w = next_wave(g, &stop);
        if (!w)
            return true;
        struct machine_standing at = {id_of(g, w), w->pc, w->insts};
        struct machine_when when = {g->m->insts, g->m->boundaries};
        if (g->plan.hit)
            note_hit(g, w, &at, &when);
        stop = step_wave(g, w);
        if (g->plan.hit && g->plan.step_thread < 0)
            machine_points_note(&g->points, g->plan.hit, &at, &when);
        if (stop != GCN_GO && g->m->insts < g->plan.until.insts)
            return true;
    }
    return false;
}

/* What must be reported before the wave's next instruction. */
static bool stop_before(struct gcn_machine *g, const struct gcn_wave *w, struct machine_event *ev)
{
    bool stepped = g->plan.step_thread == (int)id_of(g, w) && step_done(g, w);
    if (at_breakpoint(g, &g->passes[id_of(g, w)], w))
        return fill_event(ev, MACHINE_STOP_BREAKPOINT, g, w);
    return stepped && fill_event(ev, MACHINE_STOP_STEP, g, w);
}

/* What must be reported after an instruction of the wave. */
static bool stop_after(struct gcn_machine *g, struct gcn_wave *w, enum gcn_stop stop,
                       uint32_t traps, struct machine_event *ev)
{
    int watched = g->plan.only_thread >= 0 ? g->plan.only_thread : g->plan.step_thread;
    if (g->points.told < g->points.n_touched)
        return tell_watch(g, ev);
    if (stop != GCN_GO)
        return report_stop(g, stop, w, ev);
    if (w->traps != traps && g->catches >> w->trap_kind & 1)
        return tell_caught(g, w, ev);
    if (watched == (int)id_of(g, w) && gcn_wave_over(w))
        return g->m->live || g->m->next_group < g->m->n_groups ? tell_thread_end(g, w, ev)
                                                               : tell_stuck(g, GCN_STOP_DONE, ev);
    if (g->plan.step_thread == (int)id_of(g, w) && step_done(g, w)) {
        bool stop_here = at_breakpoint(g, &g->passes[id_of(g, w)], w);
        return fill_event(ev, stop_here ? MACHINE_STOP_BREAKPOINT : MACHINE_STOP_STEP, g, w);
    }
    return false;
}

static void prepare_run(struct gcn_machine *g, const struct machine_run *plan)
{
    g->plan = *plan;
    if (!plan->fresh)
        return;
    g->step.armed = false;
    g->step.inside = plan->step_thread >= 0 && g->m->waves[plan->step_thread].status & GCN_ST_PRIV;
    if (plan->pass && plan->resumed_thread >= 0)
        let_pass(&g->passes[plan->resumed_thread], &g->m->waves[plan->resumed_thread]);
}

bool gcn_machine_run(struct machine *machine, const struct machine_run *plan, uint64_t budget,
                     struct machine_event *ev)
{
    struct gcn_machine *g = gcn_self(machine);
    prepare_run(g, plan);
    if (plan->quiet) {
        machine_points_forget(&g->points);
        return replay_slice(g, budget);
    }
    if (g->points.told < g->points.n_touched)
        return tell_watch(g, ev);
    for (; budget && !is_reached(g); budget--) {
        enum gcn_stop stop;
        struct gcn_wave *w = next_wave(g, &stop);
        if (!w)
            return tell_stuck(g, stop, ev);
        if (stop_before(g, w, ev))
            return true;
        uint32_t traps = w->traps;
        stop = step_wave(g, w);
        if (stop_after(g, w, stop, traps, ev))
            return true;
    }
    return false;
}
