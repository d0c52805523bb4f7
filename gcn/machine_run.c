/* What the stepper asks of the GCN machine: turns, instructions, watched ranges, and the texts of
 * stops. */
#include <stdio.h>

#include "gcn/machine_impl.h"
#include "gcn/trap.h"

/* --- breakpoints and watchpoints --- */
int gcn_machine_breakpoints(struct machine *machine, const uint64_t *addrs, size_t n)
{
    return machine_points_set_breaks(&gcn_self(machine)->stepper.points, addrs, n);
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
    for (size_t i = 0; i < g->stepper.points.n_watches; i++) {
        const struct machine_watch *w = &g->stepper.points.watches[i];
        if (w->access & (write ? MACHINE_WRITE : MACHINE_READ) && touches_watch(g->m, w, addr, len))
            machine_points_touch(&g->stepper.points, w,
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
    return machine_points_set_watches(&g->stepper.points, watches, n);
}

/* --- events --- */
/* The wave to report if none ran: one that waits, or the one that the client chose. */
static unsigned reported_wave(const struct gcn_machine *g)
{
    const struct gcn *m = g->m;
    if (g->stepper.plan.only_thread >= 0)
        return (unsigned)g->stepper.plan.only_thread;
    for (uint32_t i = 0; i < m->n_waves; i++)
        if (m->waves[i].state == GCN_WAVE_BARRIER || m->waves[i].state == GCN_WAVE_HALTED)
            return i;
    return g->stepper.plan.resumed_thread >= 0 ? (unsigned)g->stepper.plan.resumed_thread : 0;
}

static bool others_run(const struct gcn_machine *g)
{
    for (uint32_t i = 0; i < g->m->n_waves; i++)
        if ((int)i != g->stepper.plan.only_thread &&
            (g->m->waves[i].state == GCN_WAVE_READY || g->m->waves[i].state == GCN_WAVE_QUEUED))
            return true;
    return false;
}

static void tell_stuck(struct machine *machine, struct machine_event *ev)
{
    const struct gcn_machine *g = gcn_self(machine);
    bool over = !g->m->live && g->m->next_group == g->m->n_groups;
    bool held = g->stepper.plan.only_thread >= 0 && others_run(g);
    ev->thread = reported_wave(g);
    ev->stop = over ? MACHINE_STOP_DONE : held ? MACHINE_STOP_HELD : MACHINE_STOP_DEADLOCK;
    if (ev->stop == MACHINE_STOP_DEADLOCK)
        snprintf(ev->why, sizeof ev->why, "%s",
                 g->stuck == GCN_STOP_HALTED ? "a wave is halted"
                                             : "every wave waits in a barrier");
}

static void tell_exception(struct machine *machine, unsigned kind, struct machine_event *ev)
{
    *ev = (struct machine_event){.stop = MACHINE_STOP_EXCEPTION, .exception.kind = kind};
    ev->signal = gcn_machine_exception(machine, kind)->signal;
}

/* The result of a wave's step, which must be reported to the host. */
static void tell_stop(struct machine *machine, enum gcn_stop stop, struct machine_event *ev)
{
    const struct gcn *m = gcn_self(machine)->m;
    if (stop == GCN_STOP_UNKNOWN) {
        *ev = (struct machine_event){.stop = MACHINE_STOP_NOT_SIMULATED};
        snprintf(ev->why, sizeof ev->why, "%s", m->why);
        return;
    }
    unsigned kind = stop == GCN_STOP_ILLEGAL     ? GCN_TRAP_ILLEGAL
                    : stop == GCN_STOP_MEMORY    ? GCN_TRAP_MEMORY
                    : stop == GCN_STOP_EXCEPTION ? GCN_TRAP_FLOAT
                                                 : GCN_TRAP_HOST;
    tell_exception(machine, kind, ev);
    snprintf(ev->why, sizeof ev->why, "%s: %s; no trap handler is loaded",
             gcn_machine_exception(machine, kind)->name, m->why);
}

static void tell_caught(struct machine *machine, unsigned kind, struct machine_event *ev)
{
    tell_exception(machine, kind, ev);
    ev->exception.caught = true;
    snprintf(ev->why, sizeof ev->why, "%s: the trap handler is entered",
             gcn_machine_exception(machine, kind)->name);
}

/* --- running --- */
static bool can_run(const struct gcn_wave *w)
{
    bool waits = w->state == GCN_WAVE_BARRIER || w->state == GCN_WAVE_HALTED;
    return w->state == GCN_WAVE_READY || (waits && gcn_trap_due(w));
}

static int pick_wave(struct machine *machine)
{
    struct gcn_machine *g = gcn_self(machine);
    int only = g->stepper.plan.only_thread;
    if (only < 0) {
        const struct gcn_wave *w = gcn_pick(g->m, &g->stuck);
        return w ? (int)(w - g->m->waves) : -1;
    }
    const struct gcn_wave *w = &g->m->waves[only];
    g->stuck = w->state == GCN_WAVE_HALTED ? GCN_STOP_HALTED : GCN_STOP_DEADLOCK;
    return can_run(w) ? only : -1;
}

static void look_at_wave(struct machine *machine, unsigned thread, struct machine_boundary *b)
{
    const struct gcn_wave *w = &gcn_self(machine)->m->waves[thread];
    *b = (struct machine_boundary){.at = {thread, w->pc, w->insts},
                                   .on = gcn_on_pc(w),
                                   .ended = gcn_wave_over(w),
                                   .in_routine = w->status & GCN_ST_PRIV};
}

static bool step_wave(struct machine *machine, unsigned thread, struct machine_event *ev)
{
    struct gcn_machine *g = gcn_self(machine);
    struct gcn_wave *w = &g->m->waves[thread];
    uint32_t traps = w->traps;
    g->m->touch = g->stepper.points.n_watches ? on_touch : NULL;
    g->m->touch_ctx = g;
    enum gcn_stop stop = gcn_step(g->m, w);
    g->m->touch = NULL;
    bool waits = stop == GCN_STOP_ENDED || stop == GCN_STOP_BARRIER || stop == GCN_STOP_HALTED;
    g->m->left = waits || !g->m->left ? 0 : g->m->left - 1;
    if (!waits && stop != GCN_GO) {
        tell_stop(machine, stop, ev);
        return true;
    }
    bool caught = w->traps != traps && g->catches >> w->trap_kind & 1;
    if (!caught || g->stepper.plan.quiet)
        return false;
    tell_caught(machine, w->trap_kind, ev);
    return true;
}

const struct machine_stepper_ops gcn_machine_steps = {pick_wave, look_at_wave, step_wave,
                                                      tell_stuck};

bool gcn_machine_run(struct machine *machine, const struct machine_run *plan, uint64_t budget,
                     struct machine_event *ev)
{
    return machine_stepper_run(&gcn_self(machine)->stepper, plan, budget, ev);
}
