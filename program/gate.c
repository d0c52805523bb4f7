#include "program/gate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eu/cli/source.h"
#include "eu/machine.h"

/* How long a run waits for a batch before it tells the debugger that the GPU is idle. */
enum { IDLE_NS = 20000000 };

static struct gate *gate_of(struct machine *m)
{
    return (struct gate *)m;
}

static void set_gate_state(struct gate *g, enum gate_state state)
{
    g->state = state;
    pthread_cond_broadcast(&g->changed);
}

/* --- the driver's side --- */

/* Keeps a copy of the kernel's program, with the kernel's name as a label. It keeps none when there
 * is no memory or no name. */
static void know_kernel(struct gate *g, const struct eu_program *known, const char *name,
                        uint64_t kernel)
{
    struct eu_program *p = &g->code;
    eu_program_fini(p);
    *p = (struct eu_program){0};
    g->kernel = kernel;
    if (!known || !known->size)
        return;
    p->size = known->size;
    p->code = malloc(known->size);
    p->path = strdup(name);
    if (!p->code || !p->path || eu_program_add_label(p, name, strlen(name), 0)) {
        eu_program_fini(p);
        *p = (struct eu_program){0};
        return;
    }
    memcpy(p->code, known->code, known->size);
}

void gate_begin(struct gate *g, const struct eu_program *known, const char *name, uint64_t kernel)
{
    pthread_mutex_lock(&g->lock);
    if (!g->open) {
        set_gate_state(g, GATE_ASKED);
        while (g->state == GATE_ASKED && !g->open)
            pthread_cond_wait(&g->changed, &g->lock);
        know_kernel(g, known, name, kernel);
    }
    pthread_mutex_unlock(&g->lock);
}

/* Makes the debugger's machine. It has room for as many threads as a batch can ever have. */
static bool make_machine(struct gate *g, struct eu *eu)
{
    uint32_t threads = eu->nthreads;
    if (g->eu)
        return true;
    eu->nthreads = GPU_EUS * GPU_EU_THREADS;
    g->eu = eu_machine_new(eu, NULL, 0);
    eu->nthreads = threads;
    return g->eu;
}

enum eu_stop gate_run(struct gate *g, struct eu *eu, struct eu_event *ev)
{
    pthread_mutex_lock(&g->lock);
    bool shown = !g->open && make_machine(g, eu);
    if (shown) {
        g->code.base = (uint32_t)(g->kernel - eu->bases.instruction);
        g->code.above = eu->bases.instruction;
        if (g->code.path)
            ui_source_make(&g->code, eu->gen);
        eu_machine_dispatched(g->eu, &g->code, g->code.path ? 1 : 0);
        set_gate_state(g, GATE_READY);
        while (g->state == GATE_READY && !g->open)
            pthread_cond_wait(&g->changed, &g->lock);
        shown = !g->open;
        *ev = g->ended;
    }
    set_gate_state(g, GATE_IDLE);
    pthread_mutex_unlock(&g->lock);
    return shown ? ev->stop : eu_run(eu, g->limit ? g->limit : UINT64_MAX, ev);
}

void gate_end(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->over = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

/* --- the debugger's side --- */

/* Lets the driver's side make the batch that it asked for. Returns true when the batch is ready. */
static bool grant(struct gate *g)
{
    if (g->state == GATE_ASKED)
        set_gate_state(g, GATE_GRANTED);
    while (g->state == GATE_GRANTED && !g->over)
        pthread_cond_wait(&g->changed, &g->lock);
    return g->state == GATE_READY;
}

bool gate_wait(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    while (!grant(g) && !g->over)
        pthread_cond_wait(&g->changed, &g->lock);
    bool ready = g->state == GATE_READY;
    pthread_mutex_unlock(&g->lock);
    if (!ready)
        return false;
    const struct machine_ops own = g->ops;
    g->ops = *g->eu->ops;
    g->ops.nthreads = own.nthreads;
    g->ops.thread = own.thread;
    g->ops.run = own.run;
    g->ops.reset = own.reset;
    g->ops.when = NULL; /* a batch's history knows nothing of earlier batches */
    g->ops.take = NULL;
    g->ops.restore = NULL;
    g->ops.drop = NULL;
    g->ops.bytes = NULL;
    g->machine = (struct machine){&g->ops, g->eu->traits, g->eu->state};
    return true;
}

void gate_open(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->open = true;
    eu_machine_free(g->eu); /* this frees its hooks, too */
    g->eu = NULL;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

/* --- what the debugger sees --- */

static bool is_ready(const struct gate *g)
{
    return g->state == GATE_READY; /* only the debugger's side leaves this state */
}

static unsigned op_nthreads(struct machine *m)
{
    struct gate *g = gate_of(m);
    return is_ready(g) ? g->eu->ops->nthreads(g->eu) : 1;
}

static void op_thread(struct machine *m, unsigned thread, struct machine_thread *info)
{
    struct gate *g = gate_of(m);
    g->eu->ops->thread(g->eu, thread, info);
    if (is_ready(g))
        return;
    *info = (struct machine_thread){
        .waiting = true, .uniform = true, .dispatched = 1, .width = 1, .ip = info->ip};
    memcpy(info->name, "GPU idle", sizeof "GPU idle");
}

/* Waits for a batch, at most for IDLE_NS. */
static bool wait_for_batch(struct gate *g)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += IDLE_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&g->lock);
    if (g->state == GATE_IDLE && !g->over)
        pthread_cond_timedwait(&g->changed, &g->lock, &until);
    bool ready = grant(g);
    pthread_mutex_unlock(&g->lock);
    return ready;
}

/* Gives the batch back to the driver's side. */
static void give_back(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->ended = (struct eu_event){.stop = EU_STOP_DONE};
    set_gate_state(g, GATE_IDLE);
    pthread_mutex_unlock(&g->lock);
}

static bool op_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                   struct machine_event *ev)
{
    struct gate *g = gate_of(m);
    if (g->dead && *g->dead) {
        *ev = (struct machine_event){.stop = MACHINE_STOP_DONE};
        return true;
    }
    if (!is_ready(g) && !wait_for_batch(g)) {
        *ev = (struct machine_event){.stop = g->over ? MACHINE_STOP_DONE : MACHINE_STOP_NONE};
        return g->over;
    }
    if (!g->eu->ops->run(g->eu, plan, budget, ev))
        return false;
    if (ev->stop != MACHINE_STOP_DONE)
        return true;
    give_back(g);
    *ev = (struct machine_event){.stop = MACHINE_STOP_NONE};
    return false;
}

/* The debugger wants to restart or to kill the program. A driver's program cannot be restarted, so
 * both kill it. */
static int op_reset(struct machine *m)
{
    gate_of(m)->killed = true;
    return 0;
}

void gate_init(struct gate *g)
{
    *g = (struct gate){
        .ops = {.nthreads = op_nthreads, .thread = op_thread, .run = op_run, .reset = op_reset}};
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
}

void gate_fini(struct gate *g)
{
    eu_machine_free(g->eu);
    eu_program_fini(&g->code);
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->changed);
}
