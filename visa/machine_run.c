/* What the stepper asks of the vISA machine: turns, instructions, watched ranges, and the texts of
 * stops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visa/machine_impl.h"

/* --- breakpoints and watchpoints --- */
int visa_machine_breakpoints(struct machine *machine, const uint64_t *addrs, size_t n)
{
    return machine_points_set_breaks(&visa_self(machine)->stepper.points, addrs, n);
}

static void on_touch(void *ctx, uint64_t addr, unsigned len, bool write)
{
    struct visa_debug *g = ctx;
    for (size_t i = 0; i < g->stepper.points.n_watches; i++) {
        const struct machine_watch *w = &g->stepper.points.watches[i];
        bool meets = addr < w->addr + w->len && w->addr < addr + len;
        if (meets && w->access & (write ? MACHINE_WRITE : MACHINE_READ))
            machine_points_touch(&g->stepper.points, w, addr > w->addr ? addr : w->addr);
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
    if (!before || machine_points_set_watches(&g->stepper.points, watches, n)) {
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
    for (size_t i = 0; i < g->stepper.points.n_watches; i++)
        if (g->stepper.points.watches[i].addr >= MACHINE_WINDOWS) {
            memcpy(to, watched_bytes(g, &g->stepper.points.watches[i]),
                   g->stepper.points.watches[i].len);
            to += g->stepper.points.watches[i].len;
        }
}

static void compare_variables(struct visa_debug *g)
{
    const uint8_t *was = g->before;
    for (size_t i = 0; i < g->stepper.points.n_watches; i++) {
        const struct machine_watch *w = &g->stepper.points.watches[i];
        if (w->addr < MACHINE_WINDOWS)
            continue;
        const uint8_t *now = watched_bytes(g, w);
        uint64_t k = 0;
        while (k < w->len && was[k] == now[k])
            k++;
        if (k < w->len)
            machine_points_touch(&g->stepper.points, w, w->addr + k);
        was += w->len;
    }
}

/* --- events --- */
/* No thread can run: all have ended, or the only one that may run waits for others. The thread to
 * report is the client's choice. */
static void tell_stuck(struct machine *machine, struct machine_event *ev)
{
    const struct visa_debug *g = visa_self(machine);
    const struct machine_run *plan = &g->stepper.plan;
    int i = plan->only_thread >= 0 ? plan->only_thread : plan->resumed_thread;
    ev->thread = i >= 0 ? (unsigned)i : 0;
    bool held = plan->only_thread >= 0 && !visa_over(&g->m->threads[ev->thread]);
    ev->stop = held ? MACHINE_STOP_HELD : MACHINE_STOP_DONE;
}

/* The result of an instruction, which must be reported. */
static void tell_stop(const struct visa_machine *m, enum visa_stop stop, struct machine_event *ev)
{
    bool undefined = stop == VISA_STOP_UNDEFINED;
    *ev = (struct machine_event){.stop = MACHINE_STOP_LINT};
    if (stop == VISA_STOP_NOT_SIMULATED) {
        ev->stop = MACHINE_STOP_NOT_SIMULATED;
        snprintf(ev->why, sizeof ev->why, "%s", m->why);
        return;
    }
    snprintf(ev->why, sizeof ev->why, "%s%s%.160s", undefined ? visa_rules[m->rule].name : "",
             undefined ? ": " : "", m->why);
}

/* --- running --- */
static int pick_thread(struct machine *machine)
{
    struct visa_machine *m = visa_self(machine)->m;
    int only = visa_self(machine)->stepper.plan.only_thread;
    if (only < 0) {
        const struct visa_thread *t = visa_next(m);
        return t ? (int)(t - m->threads) : -1;
    }
    const struct visa_thread *t = &m->threads[only];
    if (t->state == VISA_WAITS && visa_in_turn(m, t))
        visa_release(m, t->group);
    return t->state == VISA_READY && visa_in_turn(m, t) ? only : -1;
}

static void look_at_thread(struct machine *machine, unsigned thread, struct machine_boundary *b)
{
    const struct visa_thread *t = &visa_self(machine)->m->threads[thread];
    *b = (struct machine_boundary){
        .at = {thread, visa_address(t->pc), t->insts}, .on = t->active, .ended = visa_over(t)};
}

static bool step_thread(struct machine *machine, unsigned thread, struct machine_event *ev)
{
    struct visa_debug *g = visa_self(machine);
    g->m->touch = g->stepper.points.n_watches ? on_touch : NULL;
    g->m->touch_ctx = g;
    if (g->stepper.points.n_watches)
        keep_variables(g);
    enum visa_stop stop = visa_step(g->m, &g->m->threads[thread]);
    g->m->touch = NULL;
    if (g->stepper.points.n_watches)
        compare_variables(g);
    if (stop != VISA_GO)
        tell_stop(g->m, stop, ev);
    return stop != VISA_GO;
}

const struct machine_stepper_ops visa_machine_steps = {pick_thread, look_at_thread, step_thread,
                                                       tell_stuck};

bool visa_machine_run(struct machine *machine, const struct machine_run *plan, uint64_t budget,
                      struct machine_event *ev)
{
    return machine_stepper_run(&visa_self(machine)->stepper, plan, budget, ev);
}
