/* `eulab cl`: a GPU for one program, which runs under Intel's driver. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eu/cli/tools.h"
#include "gpu/cli/driver.h"
#include "gpu/cli/session.h"
#include "gpu/serve.h"

enum { NOT_STARTED = 127, GRACE_MS = 2000, STEP_MS = 10, PATH_BYTES = 4096 };

struct session {
    struct ui_gpu gpu;
    const char *recording; /* --aub */
    unsigned recordings;
    char sip[80]; /* for the driver to read; "": none */
    int listen;
    uint16_t port;
    bool stopped, interrupted, failed, used;
};

/* The program; what its end says to who waits. */
static volatile pid_t program;
static volatile sig_atomic_t program_ended;

static void on_child(int signal)
{
    (void)signal;
    siginfo_t info = {0};
    int err = errno;
    if (program > 0 && waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid) {
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

/* It gets some time after a signal, and then no choice. Its connections are open meanwhile: a
 * driver that loses one complains. */
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

static void on_refusal(void *ctx, const char *why)
{
    (void)ctx;
    ui_error("a connection was closed: %s", why);
}

/* --- the program --- */

static void run_program(char **argv)
{
    static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], SIG_DFL);
    execvp(argv[0], argv);
    ui_error("cannot start %s: %s", argv[0], strerror(errno));
    _exit(NOT_STARTED);
}

/* What it ended with, as a shell has it. */
static int wait_for_program(void)
{
    int state = 0;
    while (waitpid(program, &state, 0) < 0 && errno == EINTR)
        continue;
    program = 0;
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

/* SIGCHLD waits until the program's number is known. */
static int start(char **argv)
{
    sigset_t child, before;
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = on_child, .sa_flags = SA_NOCLDSTOP}, NULL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    fflush(NULL);
    program = fork();
    int err = program < 0 ? errno : 0;
    if (program == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        run_program(argv);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return err;
}

static int run(struct session *s, char **argv)
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
                                     .ctx = s,
                                     .end = s->gpu.dispatcher.end,
                                     .last = &program_ended,
                                     .wake = wake};
    if (!err)
        err = start(argv);
    if (err) {
        ui_error("%s", strerror(err));
        return UI_BAD_INPUT;
    }
    err = gpu_serve(&server);
    if (err)
        ui_error("%s", strerror(err));
    if (ui_gpu_signal())
        end_program(ui_gpu_signal());
    else if (err)
        end_program(SIGTERM);
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

/* --sip: whatever form it has, the driver takes bytes. */
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

static void clean(struct session *s)
{
    if (s->gpu.names.folder[0])
        remove_folder(s->gpu.names.folder);
    if (s->listen >= 0)
        close(s->listen);
    ui_gpu_fini(&s->gpu);
}

int ui_main_CL(const struct ui_args *args)
{
    struct session s = {.listen = -1};
    char **argv = args->nrest ? args->rest : args->tail;
    int status = ui_gpu_init(&s.gpu, args);
    if (status == UI_OK && (!argv || !argv[0]))
        status = ui_usage(args, "which program? eulab cl [OPTIONS] -- PROGRAM ARG...");
    if (status == UI_OK)
        status = prepare(args, &s);
    if (status == UI_OK) {
        status = run(&s, argv);
        if (!s.used && status != NOT_STARTED)
            ui_error("warning: %s used no GPU", argv[0]);
        ui_gpu_report(&s.gpu);
    }
    clean(&s);
    return status;
}
