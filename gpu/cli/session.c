/* Sets up what `eulab gpu` and `eulab cl` share from their options: dispatcher, hooks, signals and
 * counters. */
#include "gpu/cli/session.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "eu/cli/engine.h"
#include "eu/cli/profile.h"
#include "sim/jit/usable.h"
#include "sim/jobs.h"
#include "sim/lint.h"
#include "ui/near.h"
#include "ui/values.h"

/* --- signals --- */

static atomic_int last_signal, is_over, is_shared;
static struct ui_gpu *interrupted; /* the only one; set before signals are enabled */
static int wake_pipe[2] = {-1, -1};

void ui_gpu_wake(void)
{
    int err = errno;
    if (wake_pipe[1] >= 0)
        (void)!write(wake_pipe[1], "", 1);
    errno = err;
}

void ui_gpu_end(void)
{
    struct eu *eu = interrupted ? interrupted->dispatcher.machine : NULL;
    is_over = 1;
    if (eu)
        eu_request_stop(eu);
    ui_gpu_wake();
}

static void on_end(int signal)
{
    if (signal == SIGINT && is_shared && !(interrupted && interrupted->walking))
        return;
    last_signal = signal;
    ui_gpu_end();
}

int ui_gpu_signal(void)
{
    return last_signal;
}

int ui_gpu_interrupts(struct ui_gpu *s, bool shared, int *wake)
{
    static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
    if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK))
        return errno;
    *wake = wake_pipe[0];
    s->dispatcher.end = &is_over;
    interrupted = s;
    is_shared = shared;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaction(ends[i], &(struct sigaction){.sa_handler = on_end}, NULL);
    return 0;
}

/* --- counters --- */

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static struct ui_use *use_of(struct ui_gpu *s, struct gpu *gpu, const struct gpu_walker *w)
{
    pthread_mutex_lock(&s->lock);
    struct ui_use *use = ui_uses_of(&s->uses, &s->names, gpu, w);
    pthread_mutex_unlock(&s->lock);
    return use;
}

static const char *walker_name(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    const struct ui_use *use = use_of(ctx, gpu, w);
    return use ? ui_use_name(use) : NULL;
}

static void walker_line(void *ctx, struct gpu *gpu, const struct gpu_walker *w, uint32_t past,
                        char *buf, size_t n)
{
    struct ui_gpu *s = ctx;
    pthread_mutex_lock(&s->lock);
    const struct ui_kernel *k = ui_kernels_at(&s->kernels, &s->names, gpu, w);
    if (k)
        ui_kernel_line(k, past, buf, n);
    pthread_mutex_unlock(&s->lock);
}

/* --- walkers --- */

/* Runs the walkers of one GPU. */
struct ui_seat {
    struct ui_seat *next;
    struct ui_gpu *session;
    struct gpu_dispatcher *dispatcher; /* @own, or the one that all GPUs share */
    struct gpu_dispatcher own;
};

static enum gpu_stop walk_counted(struct ui_seat *seat, struct gpu *gpu,
                                  const struct gpu_state *state, const struct gpu_walker *w)
{
    struct ui_gpu *s = seat->session;
    const struct gpu_work before = seat->dispatcher->work;
    uint64_t began = now();
    struct ui_use *use = s->stats || s->profile ? use_of(s, gpu, w) : NULL;
    if (s->profile)
        s->uses.current = use;
    s->walking++;
    enum gpu_stop stop = gpu_dispatch(seat->dispatcher, gpu, state, w);
    s->walking--;
    pthread_mutex_lock(&s->lock);
    if (use)
        ui_use_add(use, &before, &seat->dispatcher->work, now() - began);
    s->work.insts += seat->dispatcher->work.insts - before.insts;
    s->work.contexts += seat->dispatcher->work.contexts - before.contexts;
    pthread_mutex_unlock(&s->lock);
    return stop;
}

static enum gpu_stop walk_groups(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                                 const struct gpu_walker *w)
{
    struct ui_seat *seat = ctx;
    bool shared = seat->dispatcher != &seat->own;
    if (shared)
        pthread_mutex_lock(&seat->session->turn);
    enum gpu_stop stop = walk_counted(seat, gpu, state, w);
    if (shared)
        pthread_mutex_unlock(&seat->session->turn);
    return stop;
}

static void *take_seat(void *ctx)
{
    struct ui_gpu *s = ctx;
    struct ui_seat *seat = calloc(1, sizeof *seat);
    if (!seat)
        return NULL;
    seat->session = s;
    seat->dispatcher = s->turns ? &s->dispatcher : &seat->own;
    if (!s->turns)
        seat->own = s->dispatcher;
    pthread_mutex_lock(&s->lock);
    seat->next = s->seats;
    s->seats = seat;
    pthread_mutex_unlock(&s->lock);
    return seat;
}

static void leave_seat(void *ctx)
{
    struct ui_seat *seat = ctx, **at = &seat->session->seats;
    pthread_mutex_lock(&seat->session->lock);
    while (*at != seat)
        at = &(*at)->next;
    *at = seat->next;
    pthread_mutex_unlock(&seat->session->lock);
    gpu_dispatcher_fini(&seat->own);
    free(seat);
}

void ui_gpu_stop_walkers(struct ui_gpu *s)
{
    pthread_mutex_lock(&s->lock);
    for (struct ui_seat *seat = s->seats; seat; seat = seat->next) {
        struct eu *eu = seat->dispatcher->machine;
        if (eu)
            eu_request_stop(eu);
    }
    pthread_mutex_unlock(&s->lock);
}

void ui_gpu_report(const struct ui_gpu *s)
{
    enum eu_gen gen = s->device->gen == 8 ? EU_GEN8 : EU_GEN9;
    if (s->profile)
        ui_uses_print_profile(&s->uses, gen, s->profile, stderr);
    if (!s->stats)
        return;
    ui_uses_print(&s->uses, stderr);
    fprintf(stderr, "stats: %.3f s in all, %" PRIu64 " instructions\n",
            (double)(now() - s->started) / 1e9, s->work.insts);
    if (s->dispatcher.preempts)
        fprintf(stderr, "stats: %" PRIu64 " contexts sent away and brought back\n",
                s->work.contexts);
}

/* --- options --- */

static void log_line(void *ctx, const char *line)
{
    (void)ctx;
    fprintf(stderr, "gpu: %s\n", line);
}

static void log_lint(void *ctx, const char *channel, const char *text)
{
    (void)ctx;
    if (strcmp(channel, "lint") == 0)
        fprintf(stderr, "lint: %s\n", text);
}

static void prepare_machine(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    struct ui_gpu *s = ctx;
    (void)w;
    if (s->profile)
        ui_uses_profile(&s->uses, eu);
    eu->hooks.on_log = eu->lint ? log_lint : NULL;
}

static int choose_device(const struct ui_args *args, const struct gpu_device **device)
{
    const char *name = ui_value(args, OPT_GPU);
    *device = gpu_device_by_name(name ? name : "skl");
    if (*device)
        return UI_OK;
    return ui_usage(args, "--gpu is bdw, skl, kbl, cfl, bxt or glk, not '%s'", name);
}

static int choose_trace(const struct ui_args *args, struct ui_gpu *s)
{
    const char *what = ui_value(args, OPT_TRACE);
    if (what && strcmp(what, "gpu") != 0)
        return ui_usage(args, "--trace is gpu here, not '%s'", what);
    s->hooks.log = what ? log_line : NULL;
    return UI_OK;
}

static int choose_engine(const struct ui_args *args, struct ui_gpu *s)
{
    struct gpu_dispatcher *d = &s->dispatcher;
    struct ui_engine engine = {eu_default_engine, EU_JIT_HOT, false};
    const char *value = ui_value(args, OPT_ENGINE);
    char why[256];
    int status = value ? ui_engine(args, value, &engine) : UI_OK;
    if (status != UI_OK)
        return status;
    d->engine = engine.kind;
    d->jit_hot = engine.jit_hot;
    if (d->engine == EU_ENGINE_JIT && !(d->jit = eu_jit_usable(why, sizeof why))) {
        ui_error("%s", why);
        return UI_BAD_INPUT;
    }
    return UI_OK;
}

static int choose_limit(const struct ui_args *args, struct ui_gpu *s)
{
    const char *value = ui_value(args, OPT_MAX_INSTS);
    s->dispatcher.limit = GPU_INSTS_MAX;
    if (value && !ui_parse_number(value, UINT64_MAX, &s->dispatcher.limit))
        return ui_usage(args, "--max-insts: '%s' is no number", value);
    return UI_OK;
}

static int choose_jobs(const struct ui_args *args, struct ui_gpu *s)
{
    const char *value = ui_value(args, OPT_JOBS);
    uint64_t jobs = 0;
    if (value && !ui_parse_number(value, EU_JOBS_MAX, &jobs))
        return ui_usage(args, "--jobs: '%s' is no number of host threads up to %d", value,
                        EU_JOBS_MAX);
    s->dispatcher.jobs = jobs ? (unsigned)jobs : eu_jobs_host();
    s->dispatcher.jobs_from = GPU_JOBS_FROM;
    return UI_OK;
}

static int choose_preemption(const struct ui_args *args, struct ui_gpu *s)
{
    const char *seed = ui_value(args, OPT_PREEMPT);
    s->dispatcher.preempts = seed;
    if (seed && !ui_parse_number(seed, UINT64_MAX, &s->dispatcher.preempter.random))
        return ui_usage(args, "--preempt: '%s' is no number", seed);
    if (seed && s->device->gen < 9)
        return ui_usage(args, "--preempt: the driver gives %s no System Routine", s->device->name);
    return UI_OK;
}

static int choose_profile(const struct ui_args *args, struct ui_gpu *s)
{
    const char *form = ui_value(args, OPT_PROFILE);
    s->profile = ui_has(args, OPT_PROFILE) ? ui_profile_form(form) : PROFILE_NONE;
    if (ui_has(args, OPT_PROFILE) && s->profile == PROFILE_NONE)
        return ui_usage(args, "--profile is listing, folded or json, not '%s'", form);
    s->dispatcher.observed = s->profile != PROFILE_NONE;
    return UI_OK;
}

/* A driver fills hundreds of megabytes page by page. Use one heap for all host threads, which grows
 * in large pieces: the heap of a thread grows by one call of mprotect() for each page. */
static void prepare_heap(void)
{
    enum { PIECE = 16 << 20 };
    (void)mallopt(M_ARENA_MAX, 1);
    (void)mallopt(M_TOP_PAD, PIECE);
}

int ui_gpu_init(struct ui_gpu *s, const struct ui_args *args)
{
    prepare_heap();
    *s = (struct ui_gpu){.stats = ui_has(args, OPT_STATS), .started = now()};
    s->hooks = (struct gpu_hooks){
        .walker = walk_groups, .walker_ctx = s, .take_seat = take_seat, .leave_seat = leave_seat};
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->turn, NULL);
    s->dispatcher.lint = ui_has(args, OPT_LINT);
    s->dispatcher.prepare = prepare_machine;
    s->dispatcher.name = walker_name;
    s->dispatcher.line = walker_line;
    s->names.symbols = ui_value(args, OPT_SYMBOLS);
    s->dispatcher.ctx = s;
    if (ui_value(args, OPT_LINT))
        return ui_usage(args, "--lint takes no argument here");
    int status = choose_device(args, &s->device);
    if (status == UI_OK)
        status = choose_trace(args, s);
    if (status == UI_OK)
        status = choose_engine(args, s);
    if (status == UI_OK)
        status = choose_limit(args, s);
    if (status == UI_OK)
        status = choose_jobs(args, s);
    if (status == UI_OK)
        status = choose_preemption(args, s);
    if (status == UI_OK)
        status = choose_profile(args, s);
    s->turns = s->profile != PROFILE_NONE; /* a kernel's profile is one */
    return status;
}

void ui_gpu_fini(struct ui_gpu *s)
{
    interrupted = NULL;
    gpu_dispatcher_fini(&s->dispatcher);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->turn);
    ui_uses_fini(&s->uses);
    ui_kernels_fini(&s->kernels);
    ui_names_fini(&s->names);
}
