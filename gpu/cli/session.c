#include "gpu/cli/session.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/jit/load.h"
#include "sim/lint.h"
#include "ui/near.h"
#include "ui/values.h"

/* Work of one kernel: its code, and where that lies. */
struct ui_kernel_use {
    uint64_t kernel;
    uint64_t begins; /* the first bytes of its code */
    unsigned simd;
    const struct cl_kernel *known; /* NULL: it has no name */
    uint64_t walkers, groups, threads, insts, ns;
};

/* --- signals --- */

static volatile sig_atomic_t last_signal, is_over, is_shared;
static struct ui_gpu *interrupted; /* the one there is; set before signals are asked for */
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

/* NULL: no memory, which a counter does not complain of. */
static struct ui_kernel_use *use_of(struct ui_gpu *s, struct gpu *gpu, const struct gpu_walker *w)
{
    uint8_t code[256];
    uint64_t begins = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    (void)gpu_virtual_read(gpu, w->kernel, code, sizeof code);
    for (size_t i = 0; i < sizeof code; i++)
        begins = (begins ^ code[i]) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < s->nuses; i++)
        if (s->uses[i].kernel == w->kernel && s->uses[i].begins == begins &&
            s->uses[i].simd == w->simd)
            return &s->uses[i];
    struct ui_kernel_use *more = realloc(s->uses, (s->nuses + 1) * sizeof *more);
    if (!more)
        return NULL;
    s->uses = more;
    s->uses[s->nuses] = (struct ui_kernel_use){.kernel = w->kernel,
                                               .begins = begins,
                                               .simd = w->simd,
                                               .known = ui_names_find(&s->names, gpu, w->kernel)};
    return &s->uses[s->nuses++];
}

static const char *name(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    const struct ui_kernel_use *use = use_of(ctx, gpu, w);
    return use && use->known ? use->known->name : NULL;
}

static enum gpu_stop walk(void *ctx, struct gpu *gpu, const struct gpu_state *state,
                          const struct gpu_walker *w)
{
    struct ui_gpu *s = ctx;
    const struct gpu_dispatcher before = s->dispatcher;
    uint64_t began = now();
    s->walking = 1;
    enum gpu_stop stop = gpu_dispatch(&s->dispatcher, gpu, state, w);
    s->walking = 0;
    struct ui_kernel_use *use = s->stats ? use_of(s, gpu, w) : NULL;
    if (use) {
        use->walkers++;
        use->groups += s->dispatcher.groups - before.groups;
        use->threads += s->dispatcher.threads - before.threads;
        use->insts += s->dispatcher.insts - before.insts;
        use->ns += now() - began;
    }
    return stop;
}

static void print_use(const struct ui_kernel_use *use)
{
    double seconds = (double)use->ns / 1e9;
    fprintf(stderr,
            "stats: %s at 0x%" PRIx64 ", SIMD%u: %" PRIu64 " walkers, %" PRIu64 " groups, %" PRIu64
            " threads, %" PRIu64 " instructions, %.3f s, %.1f million/s\n",
            use->known ? use->known->name : "a kernel", use->kernel, use->simd, use->walkers,
            use->groups, use->threads, use->insts, seconds,
            seconds > 0 ? (double)use->insts / 1e6 / seconds : 0.0);
}

void ui_gpu_report(const struct ui_gpu *s)
{
    if (!s->stats)
        return;
    for (size_t i = 0; i < s->nuses; i++)
        print_use(&s->uses[i]);
    fprintf(stderr, "stats: %.3f s in all, %" PRIu64 " instructions\n",
            (double)(now() - s->started) / 1e9, s->dispatcher.insts);
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

static void prepare(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    (void)ctx, (void)w;
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
    const char *name = ui_value(args, OPT_ENGINE);
    char why[256];
    int engine = name ? eu_engine_by_name(name) : (int)eu_default_engine;
    if (engine < 0)
        return ui_usage(args, "--engine is fast, reference or jit, not '%s'", name);
    s->dispatcher.engine = (enum eu_engine)engine;
    if (engine == EU_ENGINE_JIT && !(s->dispatcher.jit = eu_jit_load(why, sizeof why))) {
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

int ui_gpu_init(struct ui_gpu *s, const struct ui_args *args)
{
    *s = (struct ui_gpu){.stats = ui_has(args, OPT_STATS), .started = now()};
    s->hooks = (struct gpu_hooks){.walker = walk, .walker_ctx = s};
    s->dispatcher.lint = ui_has(args, OPT_LINT);
    s->dispatcher.prepare = prepare;
    s->dispatcher.name = name;
    s->dispatcher.ctx = s;
    if (ui_value(args, OPT_LINT))
        return ui_usage(args, "--lint takes no argument here");
    int status = choose_device(args, &s->device);
    if (status == UI_OK)
        status = choose_trace(args, s);
    if (status == UI_OK)
        status = choose_engine(args, s);
    return status == UI_OK ? choose_limit(args, s) : status;
}

void ui_gpu_fini(struct ui_gpu *s)
{
    interrupted = NULL;
    gpu_dispatcher_fini(&s->dispatcher);
    ui_names_fini(&s->names);
    free(s->uses);
}
