/* `eulab cl`: a GPU for one program, which runs under Intel's driver. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eu/cli/launch.h"
#include "eu/cli/tools.h"
#include "gpu/cli/driver.h"
#include "gpu/cli/session.h"
#include "gpu/serve.h"
#include "program/gate.h"
#include "program/host.h"
#include "stub/stub.h"
#include "ui/cmd.h"

enum { NOT_STARTED = 127, GRACE_MS = 2000, STEP_MS = 10, PATH_BYTES = 4096 };

struct session {
    struct ui_gpu gpu;
    const char *recording; /* the path of --aub */
    unsigned recordings;
    char sip[80]; /* the routine's file, which the driver reads; "": none */
    int listen;
    uint16_t port;
    struct gate gate;
    bool debugs, eu_threads;
    const char *address; /* the address of --listen; NULL: the command starts gdb itself */
    struct dbg *dbg;
    struct launch launch; /* an empty launch, because commands look at one */
    bool stopped, interrupted, used;
    atomic_bool failed;
};

/* The processes of the program and of gdb, and whether they have ended. */
static _Atomic pid_t program, debugger;
static atomic_int program_ended, debugger_ended;

static bool has_ended(pid_t child)
{
    siginfo_t info = {0};
    return child > 0 && waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid;
}

static void on_child(int signal)
{
    int err = errno;
    (void)signal;
    debugger_ended |= has_ended(debugger);
    if (has_ended(program)) {
        program_ended = 1;
        ui_gpu_wake();
    }
    errno = err;
}

/* --- recordings --- */

static void begin_recording(void *ctx, struct gpu_tbx *tbx)
{
    struct session *s = ctx;
    char path[PATH_BYTES + 16];
    if (!s->recording)
        return;
    snprintf(path, sizeof path, "%s", s->recording);
    if (s->recordings++)
        snprintf(path, sizeof path, "%s.%u", s->recording, s->recordings);
    tbx->record = calloc(1, sizeof *tbx->record);
    if (tbx->record && gpu_record_open(tbx->record, path, s->gpu.device))
        return;
    ui_error("%s: %s", path, strerror(errno));
    free(tbx->record);
    tbx->record = NULL;
    s->failed = true;
}

static void end_recording(void *ctx, struct gpu_tbx *tbx)
{
    struct session *s = ctx;
    if (tbx->record && !gpu_record_close(tbx->record)) {
        ui_error("%s: %s", s->recording, strerror(errno));
        s->failed = true;
    }
    free(tbx->record);
    tbx->record = NULL;
}

/* --- stops --- */

/* Sends @signal to the program, and SIGKILL when it is still there after GRACE_MS. Its connections
 * stay open meanwhile, because a driver that loses one complains. */
static void end_program(int signal)
{
    if (program <= 0 || program_ended)
        return;
    kill(program, signal);
    for (int waited = 0; !program_ended && waited < GRACE_MS; waited += STEP_MS)
        usleep(STEP_MS * 1000);
    if (!program_ended)
        kill(program, SIGKILL);
}

static void on_stop(void *ctx, struct gpu *gpu, enum gpu_stop stop)
{
    struct session *s = ctx;
    if (s->stopped || s->interrupted)
        return;
    s->stopped = stop != GPU_INTERRUPTED;
    s->interrupted = !s->stopped;
    ui_error("%s%s", s->stopped ? "the GPU stopped: " : "", gpu_why(gpu));
    end_program(SIGTERM);
    ui_gpu_end();
}

static void on_open(void *ctx)
{
    ((struct session *)ctx)->used = true;
}

static void on_ending(void *ctx)
{
    ui_gpu_stop_walkers(&((struct session *)ctx)->gpu);
}

/* Called when this process is asked to end, or cannot go on. */
static void on_closing(void *ctx)
{
    (void)ctx;
    end_program(ui_gpu_signal() ? ui_gpu_signal() : SIGTERM);
}

static void on_refusal(void *ctx, const char *why)
{
    (void)ctx;
    ui_error("a connection was closed: %s", why);
}

/* --- the program --- */

static void restore_signals(void)
{
    static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGXFSZ};
    sigset_t none;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Runs the program in the child process. When gdb runs beside it, gdb owns the terminal: the
 * program reads nothing from it, and Ctrl-C does not reach the program. */
static void run_program(const struct session *s, char **argv)
{
    if (s->debugs && !s->address) {
        setpgid(0, 0);
        int nothing = isatty(STDIN_FILENO) ? open("/dev/null", O_RDONLY) : -1;
        if (nothing >= 0)
            dup2(nothing, STDIN_FILENO);
    }
    restore_signals();
    execvp(argv[0], argv);
    ui_error("cannot start %s: %s", argv[0], strerror(errno));
    _exit(NOT_STARTED);
}

/* Returns the program's exit status in a shell's form. */
static int wait_for_program(void)
{
    int state = 0;
    while (waitpid(program, &state, 0) < 0 && errno == EINTR)
        continue;
    program = 0;
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

/* Starts the program. SIGCHLD is blocked until `program` holds its process number. */
static int start_program(const struct session *s, char **argv)
{
    sigset_t child, before;
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = on_child, .sa_flags = SA_NOCLDSTOP}, NULL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    fflush(NULL);
    program = fork();
    int err = program < 0 ? errno : 0;
    if (program == 0)
        run_program(s, argv);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return err;
}

/* --- a debugger on the GPU --- */

static void begin_batch(void *ctx, struct gpu *gpu, const struct gpu_walker *w)
{
    struct ui_gpu *g = ctx;
    const struct cl_kernel *k = ui_names_find(&g->names, gpu, w->kernel);
    gate_begin(&((struct session *)g->debugger)->gate, k ? &k->code : NULL, k ? k->name : NULL,
               w->kernel);
}

static enum eu_stop run_batch(void *ctx, struct eu *eu, const struct gpu_walker *w,
                              struct eu_event *ev)
{
    struct ui_gpu *gpu = ctx;
    (void)w;
    return gate_run(&((struct session *)gpu->debugger)->gate, eu, ev);
}

static void put_text(void *ctx, const char *text)
{
    stub_puts(ctx, text);
}

static void on_monitor(void *ctx, struct stub *stub, const char *line)
{
    struct session *s = ctx;
    struct ui_machine machine = {.eu = s->gpu.dispatcher.machine,
                                 .progs = &s->gate.code,
                                 .nprogs = s->gate.code.path ? 1 : 0};
    struct eu_session eu = {.eu = machine.eu, .machine = &machine, .launch = &s->launch};
    struct ui_session shell = {.dbg = s->dbg,
                               .rows = &eu_rows,
                               .own = &eu,
                               .puts = put_text,
                               .ctx = stub,
                               .controller = stub_controller(stub),
                               .focus = dbg_last(s->dbg)->focus};
    ui_cmd_exec(&shell, line);
}

/* The server stops when gdb has ended, or when the program has ended and no client is left. */
static enum stub_turn server_turn(void *ctx, bool client, bool running)
{
    (void)ctx, (void)running;
    return debugger_ended || (program_ended && !client) ? STUB_TURN_QUIT : STUB_TURN_WAIT;
}

/* Serves the debugger from the first batch on, until it leaves. */
static int serve_debugger(struct session *s)
{
    static const struct stub_ops ops = {.monitor = on_monitor};
    const struct stub_companion companion = {
        .fd = -1, .turn = server_turn, .ctx = s, .interrupts = true};
    char path[128];
    int status = UI_BAD_INPUT;
    snprintf(path, sizeof path, "unix:%s/gdb", s->gpu.names.folder);
    const struct stub_server_opts opts = {.listen = s->address ? s->address : path,
                                          .once = true,
                                          .quiet = !s->address,
                                          .companion = &companion};
    s->dbg = dbg_new(&s->gate.machine, s->eu_threads);
    struct stub *stub = s->dbg ? stub_new(s->dbg, &ops, s) : NULL;
    struct stub_server *server = stub ? stub_server_new(stub, &opts, &status) : NULL;
    if (server && !s->address && (debugger = fork()) == 0) {
        restore_signals();
        ui_gdb_run(path + sizeof "unix:" - 1, NULL, 0);
    }
    if (server)
        while (stub_server_run(server) && server_turn(s, false, false) != STUB_TURN_QUIT)
            continue;
    stub_server_free(server);
    if (stub)
        stub_free(stub);
    if (s->dbg)
        dbg_free(s->dbg);
    while (debugger > 0 && waitpid(debugger, NULL, 0) < 0 && errno == EINTR)
        continue;
    return server ? UI_OK : status;
}

struct driver_side {
    struct session *s;
    const struct gpu_serve *server;
    int err;
};

static void *serve_driver(void *arg)
{
    struct driver_side *d = arg;
    d->err = gpu_serve(d->server);
    gate_end(&d->s->gate);
    return NULL;
}

/* Runs the debugger in this thread and serves the driver in another one, which takes no signals.
 * Ctrl-C goes to the debugger or to the program. */
static int debug_session(struct session *s, const struct gpu_serve *server)
{
    struct driver_side d = {s, server, 0};
    pthread_t host;
    sigset_t all, before;
    sigfillset(&all);
    signal(SIGINT, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    d.err = pthread_create(&host, NULL, serve_driver, &d);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (d.err)
        return d.err;
    if (gate_wait(&s->gate)) {
        s->failed |= serve_debugger(s) != UI_OK;
        if (s->gate.killed || s->failed)
            end_program(SIGTERM);
        if (program_ended)
            ui_gpu_end();
        gate_open(&s->gate);
    }
    pthread_join(host, NULL);
    return d.err;
}

static int run_session(struct session *s, char **argv)
{
    int wake, err = ui_gpu_interrupts(&s->gpu, true, &wake);
    const struct gpu_serve server = {.listen = s->listen,
                                     .gen = s->gpu.device->gen,
                                     .hooks = s->gpu.hooks,
                                     .stopped = on_stop,
                                     .refused = on_refusal,
                                     .opened = on_open,
                                     .came = begin_recording,
                                     .left = end_recording,
                                     .ending = on_ending,
                                     .closing = on_closing,
                                     .ctx = s,
                                     .end = s->gpu.dispatcher.end,
                                     .last = &program_ended,
                                     .wake = wake};
    if (!err)
        err = start_program(s, argv);
    if (err) {
        ui_error("%s", strerror(err));
        return UI_BAD_INPUT;
    }
    err = s->debugs ? debug_session(s, &server) : gpu_serve(&server);
    if (err)
        ui_error("%s", strerror(err));
    int status = wait_for_program();
    return s->stopped ? UI_GUEST : err || (s->failed && !status) ? UI_BAD_INPUT : status;
}

/* --- set up --- */

static bool listen_privately(struct session *s)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    s->listen = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s->listen < 0 || bind(s->listen, (struct sockaddr *)&at, sizeof at) ||
        listen(s->listen, SOMAXCONN) || getsockname(s->listen, (struct sockaddr *)&at, &n)) {
        ui_error("no port of 127.0.0.1 for the driver: %s", strerror(errno));
        return false;
    }
    s->port = ntohs(at.sin_port);
    return true;
}

static bool make_folder(struct session *s)
{
    char *folder = s->gpu.names.folder;
    const char *tmp = getenv("TMPDIR");
    bool usable =
        tmp && *tmp == '/' && strlen(tmp) + sizeof "/eulab-XXXXXX" <= sizeof s->gpu.names.folder;
    snprintf(folder, sizeof s->gpu.names.folder, "%s/eulab-XXXXXX", usable ? tmp : "/tmp");
    if (mkdtemp(folder))
        return true;
    ui_error("%s: %s", folder, strerror(errno));
    folder[0] = 0;
    return false;
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.')
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(path);
}

static bool write_routine(struct session *s, const struct eu_program *prog)
{
    snprintf(s->sip, sizeof s->sip, "%s/sip", s->gpu.names.folder);
    FILE *f = fopen(s->sip, "wbe");
    bool ok = f && fwrite(prog->code, 1, prog->size, f) == prog->size;
    ok = f && fclose(f) == 0 && ok;
    if (!ok)
        ui_error("%s: %s", s->sip, strerror(errno));
    return ok;
}

/* Reads the routine of --sip in any form and writes its bytes to a file, because that is what the
 * driver reads. */
static int prepare_routine(const struct ui_args *args, struct session *s)
{
    const char *path = ui_value(args, OPT_SIP);
    struct eu_program prog;
    if (!path)
        return UI_OK;
    if (s->gpu.device->gen < 9)
        return ui_usage(args, "--sip: the driver gives %s no System Routine", s->gpu.device->name);
    const struct eu_asm_opts opts = {.gen = EU_GEN9, .path = path};
    int status = ui_load_file(path, EU_INPUT_AUTO, &opts, &prog);
    if (status == UI_OK && !write_routine(s, &prog))
        status = UI_BAD_INPUT;
    eu_program_fini(&prog);
    return status;
}

static int prepare_session(const struct ui_args *args, struct session *s)
{
    char vendors[PATH_BYTES], layer[PATH_BYTES];
    s->recording = ui_value(args, OPT_AUB);
    if (!ui_driver_find(vendors, sizeof vendors)) {
        ui_error("Intel's driver is not here (%s): apt-get install intel-opencl-icd", vendors);
        return UI_BAD_INPUT;
    }
    int status = make_folder(s) ? prepare_routine(args, s) : UI_BAD_INPUT;
    if (status)
        return status;
    if (!listen_privately(s))
        return UI_BAD_INPUT;
    const struct ui_driver driver = {
        .vendors = vendors,
        .device = s->gpu.device,
        .port = s->port,
        .sip = s->sip[0] ? s->sip : NULL,
        .layer = ui_driver_layer(layer, sizeof layer) ? layer : NULL,
        .folder = s->gpu.names.folder,
        .build = ui_has(args, OPT_DEBUG) ? "-g -cl-opt-disable" : NULL,
    };
    if (ui_driver_environment(&driver))
        return UI_OK;
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

static void clean_up(struct session *s)
{
    if (s->gpu.names.folder[0])
        remove_folder(s->gpu.names.folder);
    if (s->listen >= 0)
        close(s->listen);
    if (s->gpu.debugger)
        gate_fini(&s->gate);
    ui_gpu_fini(&s->gpu);
}

static int choose_debugger(const struct ui_args *args, struct session *s)
{
    const char *threads = ui_value(args, OPT_GDB_THREADS);
    s->address = ui_value(args, OPT_LISTEN);
    s->debugs = s->address || ui_has(args, OPT_GDB);
    s->eu_threads = threads && strcmp(threads, "eu") == 0;
    if (threads && !s->eu_threads && strcmp(threads, "channels") != 0)
        return ui_usage(args, "--gdb-threads is channels or eu, not '%s'", threads);
    if (s->address && ui_has(args, OPT_GDB))
        return ui_usage(args, "--gdb and --listen exclude each other");
    if (s->debugs && s->gpu.dispatcher.preempts)
        return ui_usage(args,
                        "--preempt is not for a debugger: `monitor preempt` sends a thread away");
    if (s->address && strcmp(s->address, "-") == 0)
        return ui_usage(args, "--listen -: stdin and stdout are the program's");
    gate_init(&s->gate);
    s->gate.limit = s->gpu.dispatcher.limit;
    s->gate.dead = &program_ended;
    s->gpu.debugger = s;
    s->gpu.turns |= s->debugs;
    if (s->debugs) {
        s->gpu.dispatcher.begin = begin_batch;
        s->gpu.dispatcher.run = run_batch;
    }
    return UI_OK;
}

int ui_main_CL(const struct ui_args *args)
{
    struct session s = {.listen = -1};
    char **argv = args->nrest ? args->rest : args->tail;
    int status = ui_gpu_init(&s.gpu, args);
    if (status == UI_OK && (!argv || !argv[0]))
        status = ui_usage(args, "which program? eulab cl [OPTIONS] -- PROGRAM ARG...");
    if (status == UI_OK)
        status = choose_debugger(args, &s);
    if (status == UI_OK)
        status = prepare_session(args, &s);
    if (status == UI_OK) {
        status = run_session(&s, argv);
        if (!s.used && status != NOT_STARTED)
            ui_error("warning: %s used no GPU", argv[0]);
        ui_gpu_report(&s.gpu);
    }
    clean_up(&s);
    return status;
}
