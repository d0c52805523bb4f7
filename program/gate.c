/* The gate between the thread that serves a driver and the thread that serves a debugger: passes
 * batches of thread groups between them, and presents the GPU as a machine. */
#include "program/gate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "eu/cli/variables.h"
#include "eu/machine.h"
#include "isa/dwarf.h"

enum { IDLE_NS = 20000000 }; /* how long a run waits for a batch before it answers */

static struct gate *gate_of(struct machine *m)
{
    return (struct gate *)m;
}

static void enter(struct gate *g, enum gate_state state)
{
    g->state = state;
    pthread_cond_broadcast(&g->changed);
}

/* --- the driver's side --- */

bool gate_begin(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    if (!g->open) {
        enter(g, GATE_ASKED);
        while (g->state == GATE_ASKED && !g->open)
            pthread_cond_wait(&g->changed, &g->lock);
    }
    bool granted = !g->open && g->state == GATE_GRANTED;
    pthread_mutex_unlock(&g->lock);
    return granted;
}

/* The machine has room for the largest number of threads that a batch may have. */
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

static void name_lane(void *ctx, uint32_t thread, unsigned lane, char *buf, size_t n)
{
    const struct gate *g = ctx;
    buf[0] = 0;
    if (g->kernel)
        ui_kernel_item(g->kernel, g->dispatcher, thread, lane, buf, n);
}

static uint64_t frame_of(void *ctx, uint32_t thread, bool *linked)
{
    const struct gate *g = ctx;
    return g->kernel ? ui_kernel_frame(g->kernel, g->dispatcher, thread, linked) : 0;
}

static bool find_variable(void *ctx, struct machine *m, unsigned thread, unsigned lane, unsigned i,
                          const char *name, struct machine_variable *v)
{
    const struct gate *g = ctx;
    if (!g->kernel)
        return false;
    const struct ui_lane_at at = {m, thread, lane,
                                  m->ops->lane_ip(m, thread, lane) - g->kernel->at};
    return ui_variable(g->kernel->variables, &at, i, name, v);
}

/* A variable of any kernel that was loaded: a condition may be for its next run. */
static bool knows_variable(void *ctx, const char *name)
{
    const struct gate *g = ctx;
    for (size_t i = 0; i < g->kernels->n; i++) {
        const struct cl_variables *vs = g->kernels->items[i]->variables;
        if (vs && cl_variable_known(vs, name))
            return true;
    }
    return false;
}

/* Shows the kernel at its address in the machine. */
static void show_kernel(struct gate *g, const struct eu *eu)
{
    struct ui_kernel *kernel = g->kernel;
    const struct eu_machine_notes notes = {.units = kernel ? &kernel->is.units : NULL,
                                           .lane_name = name_lane,
                                           .frame = frame_of,
                                           .variable = find_variable,
                                           .variable_known = knows_variable,
                                           .ctx = g};
    if (kernel) {
        g->code = kernel->is.code;
        g->code.base = (uint32_t)(kernel->at - eu->bases.instruction);
        g->code.above = eu->bases.instruction;
    }
    eu_machine_dispatched(g->eu, &g->code, kernel ? 1 : 0);
    eu_machine_describe(g->eu, &notes);
}

enum eu_stop gate_run(struct gate *g, struct eu *eu, struct eu_event *ev)
{
    pthread_mutex_lock(&g->lock);
    bool dropped = !g->open && g->state != GATE_GRANTED;
    bool shown = !g->open && !dropped && make_machine(g, eu);
    if (dropped)
        *ev = (struct eu_event){.stop = EU_STOP_REQUEST};
    else if (!shown)
        enter(g, GATE_IDLE);
    if (shown) {
        show_kernel(g, eu);
        enter(g, GATE_READY);
        while (g->state == GATE_READY && !g->open)
            pthread_cond_wait(&g->changed, &g->lock);
        shown = !g->open;
        *ev = g->ended;
    }
    pthread_mutex_unlock(&g->lock);
    return shown || dropped ? ev->stop : eu_run(eu, g->limit ? g->limit : UINT64_MAX, ev);
}

void gate_finish(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    enter(g, GATE_IDLE);
    pthread_mutex_unlock(&g->lock);
}

void gate_end(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->over = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

/* --- the debugger's side --- */

/* Lets the driver's side make its batch. True: the batch is ready. */
static bool grant(struct gate *g)
{
    if (g->state == GATE_ASKED)
        enter(g, GATE_GRANTED);
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
    g->ops.lane_ip = own.lane_ip;
    g->ops.lane_name = own.lane_name;
    g->ops.item_elsewhere = own.item_elsewhere;
    g->ops.reg_read = own.reg_read;
    g->ops.regs_read = own.regs_read;
    g->ops.run = own.run;
    g->ops.reset = own.reset;
    g->ops.kill = own.kill;
    g->ops.elf = own.elf;
    g->ops.library = own.library;
    g->ops.take = own.take;
    g->machine = (struct machine){&g->ops, g->eu->traits, g->eu->state};
    return true;
}

void gate_open(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->open = true;
    eu_machine_free(g->eu); /* and its hooks */
    g->eu = NULL;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

/* --- what the debugger sees --- */

static bool is_ready(const struct gate *g)
{
    return g->state == GATE_READY; /* only the debugger's side changes this state */
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
        .waiting = true, .uniform = true, .dispatched = 1, .width = 1, .ip = EU_FRAME_DISPATCH};
    memcpy(info->name, "GPU idle", sizeof "GPU idle");
}

static uint64_t op_lane_ip(struct machine *m, unsigned thread, unsigned lane)
{
    struct gate *g = gate_of(m);
    return is_ready(g) ? g->eu->ops->lane_ip(g->eu, thread, lane) : EU_FRAME_DISPATCH;
}

/* An idle GPU is at no instruction. */
static int op_reg_read(struct machine *m, unsigned thread, unsigned lane,
                       const struct machine_reg *r, void *buf)
{
    struct gate *g = gate_of(m);
    const uint64_t nowhere = EU_FRAME_DISPATCH;
    if (is_ready(g) || r->role != MACHINE_ROLE_PC)
        return g->eu->ops->reg_read(g->eu, thread, lane, r, buf);
    memcpy(buf, &nowhere, r->bytes);
    return 0;
}

static void op_regs_read(struct machine *m, unsigned thread, unsigned lane, void *buf)
{
    struct gate *g = gate_of(m);
    const struct machine_reg *r;
    uint8_t *at = buf;
    g->eu->ops->regs_read(g->eu, thread, lane, buf);
    for (unsigned i = 0; !is_ready(g) && (r = g->eu->ops->reg(g->eu, i)); at += r->bytes, i++)
        if (r->role == MACHINE_ROLE_PC)
            (void)op_reg_read(m, thread, lane, r, at);
}

static void op_lane_name(struct machine *m, unsigned thread, unsigned lane, char *buf, size_t n)
{
    struct gate *g = gate_of(m);
    buf[0] = 0;
    if (is_ready(g))
        g->eu->ops->lane_name(g->eu, thread, lane, buf, n);
}

static bool op_item_elsewhere(struct machine *m, const unsigned id[3], char *buf, size_t n)
{
    const struct gate *g = gate_of(m);
    return is_ready(g) && g->kernel &&
           ui_kernel_item_elsewhere(g->kernel, g->dispatcher, id, buf, n);
}

static bool op_library(struct machine *m, unsigned i, struct machine_library *library)
{
    const struct gate *g = gate_of(m);
    if (i >= g->kernels->n)
        return false;
    *library = g->kernels->items[i]->library;
    library->gone |= !library->elf;
    return true;
}

static const uint8_t *op_elf(struct machine *m, size_t *size)
{
    struct gate *g = gate_of(m);
    *size = g->frames_size;
    return g->frames;
}

/* Each batch has its own history; there is none between two batches. */
static struct machine_snapshot *op_take(struct machine *m)
{
    struct gate *g = gate_of(m);
    return is_ready(g) && !g->away ? g->eu->ops->take(g->eu) : NULL;
}

/* Waits for a batch, for a limited time. */
static bool wait_for_batch(struct gate *g)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += IDLE_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&g->lock);
    if ((g->state == GATE_IDLE || g->state == GATE_BACK) && !g->over)
        pthread_cond_timedwait(&g->changed, &g->lock, &until);
    bool ready = grant(g);
    pthread_mutex_unlock(&g->lock);
    return ready;
}

/* The batch, made or asked for, goes back to the driver's side. */
static void give_back(struct gate *g, enum eu_stop stop)
{
    pthread_mutex_lock(&g->lock);
    g->ended = (struct eu_event){.stop = stop};
    g->away = false;
    if (g->state != GATE_IDLE)
        enter(g, GATE_BACK);
    pthread_mutex_unlock(&g->lock);
}

/* The machine may be looked at once no batch is on its way. */
static void wait_until_idle(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    while (g->state == GATE_BACK && !g->over)
        pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

/* Whether there is a file that the debugger has not read yet. */
static bool is_news(struct gate *g)
{
    bool news = g->kernel && g->kernel->fresh && g->kernel->library.elf;
    if (news)
        g->kernel->fresh = false;
    return news;
}

static bool op_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                   struct machine_event *ev)
{
    struct gate *g = gate_of(m);
    if (g->killed || (g->dead && *g->dead)) {
        *ev = (struct machine_event){.stop = MACHINE_STOP_DONE};
        return true;
    }
    if (!is_ready(g) && ui_kernels_leave(g->kernels)) {
        *ev = (struct machine_event){.stop = MACHINE_STOP_CAME, .loaded = true};
        return true;
    }
    if (!is_ready(g) && wait_for_batch(g)) {
        *ev = (struct machine_event){.stop = MACHINE_STOP_CAME, .loaded = is_news(g)};
        return true;
    }
    if (!is_ready(g)) {
        *ev = (struct machine_event){.stop = g->over ? MACHINE_STOP_DONE : MACHINE_STOP_AWAY};
        return true;
    }
    if (!g->away) {
        bool stopped = g->eu->ops->run(g->eu, plan, budget, ev);
        g->away = stopped && ev->stop == MACHINE_STOP_DONE && !plan->quiet;
        if (!g->away)
            return stopped;
    } else {
        give_back(g, EU_STOP_DONE);
    }
    *ev = (struct machine_event){.stop = MACHINE_STOP_AWAY};
    return true;
}

static int op_kill(struct machine *m)
{
    struct gate *g = gate_of(m);
    if (g->killed)
        return -MACHINE_ERR_UNAVAILABLE;
    if (g->end) {
        g->end(g->ctx);
        give_back(g, EU_STOP_REQUEST);
        wait_until_idle(g);
    }
    g->killed = true;
    return 0;
}

/* Begins again: at once, because the debugger may leave without running it. */
static int op_reset(struct machine *m)
{
    struct gate *g = gate_of(m);
    if (!g->again)
        return -MACHINE_ERR_UNAVAILABLE;
    (void)op_kill(m);
    g->killed = !g->again(g->ctx);
    return g->killed ? -MACHINE_ERR_UNAVAILABLE : 0;
}

bool gate_init(struct gate *g, const struct gpu_dispatcher *dispatcher,
               const struct ui_kernels *kernels)
{
    *g = (struct gate){.ops = {.nthreads = op_nthreads,
                               .thread = op_thread,
                               .lane_ip = op_lane_ip,
                               .lane_name = op_lane_name,
                               .item_elsewhere = op_item_elsewhere,
                               .reg_read = op_reg_read,
                               .regs_read = op_regs_read,
                               .run = op_run,
                               .reset = op_reset,
                               .kill = op_kill,
                               .elf = op_elf,
                               .library = op_library,
                               .take = op_take},
                       .dispatcher = dispatcher,
                       .kernels = kernels};
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    if (eu_elf_frames(&g->frames, &g->frames_size))
        return false;
    eu_elf_call_x86_64(g->frames, g->frames_size);
    return true;
}

void gate_fini(struct gate *g)
{
    eu_machine_free(g->eu);
    free(g->frames);
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->changed);
}
