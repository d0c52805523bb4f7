/* Serves gdb on a GPU, while a thread serves the driver. */
#include "program/gpu_debugger.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "eu/cli/session.h"
#include "eu/cli/tools.h"
#include "ui/cmd.h"

/* --- the driver's side --- */

static void begin_batch(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    struct ui_gpu *g = ctx;
    struct gpu_debugger *d = g->debugger;
    if (gpu_abandoned(gpu) || !gate_begin(&d->gate))
        return;
    pthread_mutex_lock(&g->lock);
    struct ui_kernel *k = ui_kernels_at(&g->kernels, &g->names, gpu, w);
    pthread_mutex_unlock(&g->lock);
    if (k && k->fresh && k->known && !k->is.units.info.n && d->wants_source &&
        !ui_names_is_drivers(&g->names, k->known))
        ui_error("kernel %s was compiled before, without debug information: compile it with -g, or "
                 "give --symbols DIR",
                 k->name);
    if (k)
        ui_kernel_publish(k, gpu_gen(gpu) == 8 ? EU_GEN8 : EU_GEN9);
    d->gate.kernel = k;
}

static enum eu_stop run_batch(void *ctx, struct eu *eu, const struct gpu_walker *w,
                              struct eu_event *ev)
{
    struct gpu_debugger *d = ((struct ui_gpu *)ctx)->debugger;
    (void)w;
    return gate_run(&d->gate, eu, ev);
}

static void finish_batch(void *ctx, struct eu *eu, const struct gpu_walker *w)
{
    struct gpu_debugger *d = ((struct ui_gpu *)ctx)->debugger;
    (void)eu;
    (void)w;
    gate_finish(&d->gate);
}

static void *drive(void *arg)
{
    struct gpu_debugger *d = arg;
    d->drive(d->ctx);
    gate_end(&d->gate);
    return NULL;
}

/* --- the debugger's side --- */

static void put_text(void *ctx, const char *text)
{
    stub_puts(ctx, text);
}

static bool on_monitor(void *ctx, struct stub *stub, const char *line)
{
    struct gpu_debugger *d = ctx;
    struct ui_machine machine = {
        .eu = d->gpu->dispatcher.machine, .progs = &d->gate.code, .nprogs = d->gate.kernel ? 1 : 0};
    struct eu_session eu = {.eu = machine.eu, .machine = &machine, .launch = &d->launch};
    struct ui_session shell = {.dbg = d->dbg,
                               .rows = &eu_rows,
                               .own = &eu,
                               .puts = put_text,
                               .ctx = stub,
                               .controller = stub_controller(stub),
                               .focus = dbg_last(d->dbg)->focus};
    return ui_cmd_exec(&shell, line);
}

static enum stub_turn turn(void *ctx, bool client, bool running)
{
    struct gpu_debugger *d = ctx;
    (void)running;
    return d->over && d->over(d->ctx, client) ? STUB_TURN_QUIT : STUB_TURN_WAIT;
}

/* Serves until the client has left, or no client can come any more. */
static void run_server(struct gpu_debugger *d, struct stub_server *server, const char *path)
{
    if (d->start && !d->address)
        d->start(d->ctx, path + sizeof "unix:" - 1);
    while (stub_server_run(server) && turn(d, false, false) != STUB_TURN_QUIT)
        continue;
    d->killed |= stub_server_signal(server) != 0 || d->gate.killed;
}

/* The first batch is ready: a debugger controls the GPU until it leaves. */
static void serve_debugger(struct gpu_debugger *d)
{
    static const struct stub_ops ops = {.monitor = on_monitor};
    const struct stub_companion companion = {
        .fd = -1, .turn = turn, .ctx = d, .interrupts = d->interrupts};
    char path[128];
    int status;
    snprintf(path, sizeof path, "unix:%s/gdb", d->gpu->names.folder);
    const struct stub_server_opts opts = {.listen = d->address ? d->address : path,
                                          .once = true,
                                          .quiet = !d->address,
                                          .companion = &companion};
    d->dbg = dbg_new(&d->gate.machine, d->eu_threads);
    bool ready = d->dbg && dbg_history(d->dbg, d->history) == 0;
    struct stub *stub = ready ? stub_new(d->dbg, &ops, d) : NULL;
    struct stub_server *server = stub ? stub_server_new(stub, &opts, &status) : NULL;
    if (server)
        run_server(d, server, path);
    d->failed = !server;
    stub_server_free(server);
    if (stub)
        stub_free(stub);
    if (d->dbg)
        dbg_free(d->dbg);
    d->dbg = NULL;
}

/* --- both --- */

int gpu_debugger_init(struct gpu_debugger *d, const struct ui_args *args, struct ui_gpu *gpu,
                      bool wanted)
{
    const char *threads = ui_value(args, OPT_GDB_THREADS), *size = ui_value(args, OPT_HISTORY);
    *d = (struct gpu_debugger){
        .gpu = gpu, .address = ui_value(args, OPT_LISTEN), .history = UI_HISTORY_SIZE};
    d->waits = d->address || wanted;
    gpu->turns |= d->waits;
    gpu->debugger = d;
    if (!gate_init(&d->gate, &gpu->dispatcher, &gpu->kernels)) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    d->gate.limit = gpu->dispatcher.limit;
    if (d->waits) {
        gpu->dispatcher.begin = begin_batch;
        gpu->dispatcher.run = run_batch;
        gpu->dispatcher.finish = finish_batch;
    }
    if (ui_gdb_threads(args, threads, &d->eu_threads))
        return UI_USAGE;
    if (d->waits && gpu->dispatcher.preempts)
        return ui_usage(args,
                        "--preempt is not for a debugger: `monitor preempt` sends a thread away");
    if (d->address && strcmp(d->address, "-") == 0)
        return ui_usage(args, "--listen -: stdin and stdout are the program's");
    if (!d->waits && (threads || size))
        return ui_usage(args, "--%s is for a debugger: --listen",
                        threads ? "gdb-threads" : "history");
    return size ? ui_history_size(args, size, &d->history) : UI_OK;
}

int gpu_debugger_run(struct gpu_debugger *d)
{
    pthread_t host;
    sigset_t all, before;
    if (!d->waits) {
        d->drive(d->ctx);
        return 0;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int err = pthread_create(&host, NULL, drive, d);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (err)
        return err;
    if (gate_wait(&d->gate)) {
        d->serving = true;
        serve_debugger(d);
        d->serving = false;
        ui_gpu_wake();
        if (d->killed || d->failed || (d->gate.dead && *d->gate.dead))
            ui_gpu_end();
        gate_open(&d->gate);
    }
    pthread_join(host, NULL);
    return 0;
}

void gpu_debugger_fini(struct gpu_debugger *d)
{
    if (!d->gpu)
        return;
    gate_fini(&d->gate);
}
