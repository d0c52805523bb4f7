/* `eulab cl`: runs a program under Intel's driver, with a GPU for it. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eu/cli/tools.h"
#include "gpu/cli/driver.h"
#include "gpu/serve.h"
#include "program/cl_list.h"
#include "program/gpu_debugger.h"
#include "program/host.h"
#include "ui/files.h"

enum { NOT_STARTED = 127, GRACE_MS = 2000, STEP_MS = 10, PATH_BYTES = 4096 };

struct session {
    struct ui_gpu gpu;
    const char *recording; /* --aub */
    unsigned recordings;
    char sip[80];       /* file for the driver; "": none */
    char library[4096]; /* the driver's library, or "" */
    int listen;
    uint16_t port;
    struct gpu_serve server;
    int err; /* how serving ended */
    struct gpu_debugger debugger;
    bool stopped, interrupted, used;
    char **argv; /* the program's */
    atomic_bool failed;
};

/* The processes of the program and of gdb; whether they have ended; whether eulab ends the
 * program. */
static _Atomic pid_t program, debugger;
static atomic_int program_ended, debugger_ended;
static atomic_bool program_ending;

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

/* Beside gdb the terminal is gdb's: the program reads nothing from it, and Ctrl-C does not reach
 * it. */
static bool has_own_group(const struct session *s)
{
    return s->debugger.waits && !s->debugger.address;
}

static void send_signal(const struct session *s, int signal)
{
    kill(has_own_group(s) ? -program : program, signal);
}

/* It gets some time after a signal, and then no choice. Its connections are open meanwhile: a
 * driver that loses one complains. */
static void end_program(const struct session *s, int signal)
{
    if (program <= 0 || program_ended)
        return;
    program_ending = true;
    send_signal(s, signal);
    for (int waited = 0; !program_ended && waited < GRACE_MS; waited += STEP_MS)
        usleep(STEP_MS * 1000);
    if (!program_ended)
        send_signal(s, SIGKILL);
}

static void on_stop(void *ctx, struct gpu *gpu, enum gpu_stop stop)
{
    struct session *s = ctx;
    if (s->stopped || s->interrupted)
        return;
    s->stopped = stop != GPU_INTERRUPTED;
    s->interrupted = !s->stopped;
    if (s->stopped || !s->debugger.killed) /* a user who killed it needs no message */
        ui_error("%s%s", s->stopped ? "the GPU stopped: " : "", gpu_why(gpu));
    end_program(s, SIGTERM);
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

/* The server was asked to end, or cannot continue. */
static void on_closing(void *ctx)
{
    end_program(ctx, ui_gpu_signal() ? ui_gpu_signal() : SIGTERM);
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

static void run_program(const struct session *s)
{
    if (has_own_group(s)) {
        setpgid(0, 0);
        int nothing = isatty(STDIN_FILENO) ? open("/dev/null", O_RDONLY) : -1;
        if (nothing >= 0)
            dup2(nothing, STDIN_FILENO);
    }
    restore_signals();
    execvp(s->argv[0], s->argv);
    ui_error("cannot start %s: %s", s->argv[0], strerror(errno));
    _exit(NOT_STARTED);
}

/* A reader that closed the pipe already knows, as does a user who sent eulab the signal, too. */
static void say_signal(const struct session *s, int state)
{
    if (WIFSIGNALED(state) && WTERMSIG(state) != SIGPIPE && !program_ending && !ui_gpu_signal())
        ui_error("%s was ended by signal %d: %s", s->argv[0], WTERMSIG(state),
                 strsignal(WTERMSIG(state)));
}

/* Returns the exit status as a shell gives it. */
static int wait_for_program(const struct session *s)
{
    int state = 0;
    if (program <= 0) /* it could not begin again */
        return NOT_STARTED;
    while (waitpid(program, &state, 0) < 0 && errno == EINTR)
        continue;
    program = 0;
    say_signal(s, state);
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

/* SIGCHLD waits until the program's number is known. */
static int start(const struct session *s)
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
        run_program(s);
    if (program > 0 && has_own_group(s))
        setpgid(program, program); /* before a signal for it, whoever comes first */
    sigprocmask(SIG_SETMASK, &before, NULL);
    return err;
}

/* --- a debugger on the GPU --- */

static void start_gdb(void *ctx, const char *path)
{
    (void)ctx;
    pid_t child = fork();
    debugger = child;
    if (child == 0) {
        restore_signals();
        ui_gdb_run(path, NULL, 0);
    }
}

/* A debugger ends the program, and lets it begin again. */
static void end_for_debugger(void *ctx)
{
    end_program(ctx, SIGTERM);
    while (program > 0 && !program_ended)
        usleep(STEP_MS * 1000);
}

static bool begin_again(void *ctx)
{
    const struct session *s = ctx;
    end_for_debugger(ctx);
    (void)wait_for_program(s);
    program_ended = 0;
    program_ending = false;
    int err = start(s);
    if (err) {
        program_ended = 1;
        ui_error("%s", strerror(err));
    }
    return !err;
}

/* gdb, or the program, has ended. */
static bool is_over(void *ctx, bool client)
{
    (void)ctx;
    return debugger_ended || (program_ended && !client);
}

static void serve_driver(void *ctx)
{
    struct session *s = ctx;
    s->err = gpu_serve(&s->server);
}

/* With a debugger, Ctrl-C belongs to it, or to the program. */
static int serve(struct session *s)
{
    if (s->debugger.waits)
        signal(SIGINT, SIG_IGN);
    int err = gpu_debugger_run(&s->debugger);
    while (debugger > 0 && waitpid(debugger, NULL, 0) < 0 && errno == EINTR)
        continue;
    s->failed |= s->debugger.failed;
    return err ? err : s->err;
}

static int run(struct session *s)
{
    int wake, err = ui_gpu_interrupts(&s->gpu, true, &wake);
    s->server = (struct gpu_serve){.listen = s->listen,
                                   .device = s->gpu.device,
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
                                   .held = &s->debugger.serving,
                                   .wake = wake};
    if (!err)
        err = start(s);
    if (err) {
        ui_error("%s", strerror(err));
        return UI_BAD_INPUT;
    }
    err = serve(s);
    if (err)
        ui_error("%s", strerror(err));
    int status = wait_for_program(s);
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
    *folder = '\0';
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
    char why[512];
    snprintf(s->sip, sizeof s->sip, "%s/sip", s->gpu.names.folder);
    bool ok = ui_write_file(NULL, s->sip, prog->code, prog->size, why, sizeof why);
    if (!ok)
        ui_error("%s", why);
    return ok;
}

/* --sip: whatever form the file has, the driver needs bytes. */
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

static int prepare(const struct ui_args *args, struct session *s)
{
    char vendors[PATH_BYTES], layer[PATH_BYTES], zero[PATH_BYTES], wire[PATH_BYTES];
    bool debug = ui_has(args, OPT_DEBUG), fast = ui_value(args, OPT_DEBUG);
    s->recording = ui_value(args, OPT_AUB);
    if (!ui_driver_find(vendors, sizeof vendors)) {
        ui_error("Intel's driver is not here (%s): apt-get install intel-opencl-icd", vendors);
        return UI_BAD_INPUT;
    }
    if (ui_driver_library(vendors, s->library, sizeof s->library))
        s->gpu.names.driver = s->library;
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
        .zero = ui_driver_zero(zero, sizeof zero) ? zero : NULL,
        .wire = !ui_has(args, OPT_TCP) && ui_driver_wire(wire, sizeof wire) ? wire : NULL,
        .build = debug ? fast ? "-g" : "-g -cl-opt-disable" : NULL,
        .build_zero = debug ? fast ? "-g" : "-g -ze-opt-disable" : NULL,
    };
    if (ui_driver_environment(&driver))
        return UI_OK;
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

static void clean(struct session *s)
{
    if (s->gpu.names.folder[0])
        remove_folder(s->gpu.names.folder);
    if (s->listen >= 0)
        close(s->listen);
    gpu_debugger_fini(&s->debugger);
    ui_gpu_fini(&s->gpu);
}

static int choose_debugger(const struct ui_args *args, struct session *s)
{
    const char *level = ui_value(args, OPT_DEBUG);
    if (level && strcmp(level, "optimized") != 0)
        return ui_usage(args, "--debug is alone or =optimized, not '%s'", level);
    if (ui_value(args, OPT_LISTEN) && ui_has(args, OPT_GDB))
        return ui_usage(args, "--gdb and --listen exclude each other");
    int status = gpu_debugger_init(&s->debugger, args, &s->gpu, ui_has(args, OPT_GDB));
    s->debugger.gate.dead = &program_ended;
    s->debugger.gate.end = end_for_debugger;
    s->debugger.gate.again = begin_again;
    s->debugger.gate.ctx = s;
    s->debugger.interrupts = true;
    s->debugger.wants_source = ui_has(args, OPT_DEBUG);
    s->debugger.start = start_gdb;
    s->debugger.over = is_over;
    s->debugger.drive = serve_driver;
    s->debugger.ctx = s;
    return status;
}

int ui_main_CL(const struct ui_args *args)
{
    struct session s = {.listen = -1};
    s.argv = args->nrest ? args->rest : args->tail;
    if (ui_has(args, OPT_LIST) || ui_has(args, OPT_SHARD))
        return cl_list_run(args);
    int status = ui_gpu_init(&s.gpu, args);
    if (status == UI_OK && (!s.argv || !s.argv[0]))
        status = ui_usage(args, "which program? eulab cl [OPTIONS] -- PROGRAM ARG...");
    if (status == UI_OK)
        status = choose_debugger(args, &s);
    if (status == UI_OK)
        status = prepare(args, &s);
    if (status == UI_OK) {
        status = run(&s);
        if (!s.used && status != NOT_STARTED)
            ui_error("warning: %s used no GPU", s.argv[0]);
        ui_gpu_report(&s.gpu);
    }
    clean(&s);
    return status;
}
