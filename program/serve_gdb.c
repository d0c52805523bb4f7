/* `eulab gdb`: a server on a private socket, and stock gdb connected to it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program/host.h"
#include "eu/cli/run.h"

/* The gdb that `eulab gdb` started. Signals that end a process are passed on to it; Ctrl-C reaches
 * it by itself. */
static volatile pid_t debugger;

static void on_end(int signal)
{
    if (debugger > 0 && signal != SIGINT)
        kill(debugger, signal);
}

struct session {
    /* a private folder, and the socket in it: sun_path has 108 bytes */
    char folder[100], path[108];
    pid_t server;
};

/* Runs the server in the child process. It has a process group of its own, so that the terminal's
 * Ctrl-C reaches gdb alone. */
static void serve_child(struct ui_host *v, const struct session *s, int log)
{
    char listen[128];
    snprintf(listen, sizeof listen, "unix:%s", s->path);
    struct stub_server_opts opts = {.listen = listen};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(log, STDERR_FILENO);
    close(log);
    int status = stub_serve(v->stub, &opts);
    ui_host_fini(v);
    exit(status);
}

/* Passes on what the server prints. It drops the first lines, which tell a user how to connect
 * gdb. */
static bool forward_log(FILE *log, bool until_listening)
{
    char line[4096];
    while (fgets(line, sizeof line, log)) {
        bool listening = strncmp(line, "Listening on ", 13) == 0;
        if (!listening && strncmp(line, "  target remote ", 16) != 0 &&
            strncmp(line, "  source ", 9) != 0)
            fputs(line, stderr);
        if (listening && until_listening)
            return true;
    }
    return false;
}

_Noreturn void ui_gdb_run(const char *path, char *const *tail, int ntail)
{
    char script[1024], target[160];
    const char **argv = calloc((size_t)ntail + 8, sizeof *argv);
    const char *gdb = getenv("EULAB_GDB");
    int n = 0;
    if (!argv)
        _exit(UI_BAD_INPUT);
    argv[n++] = gdb && *gdb ? gdb : "gdb";
    argv[n++] = "-q";
    if (stub_gdb_script(script, sizeof script)) {
        argv[n++] = "-x";
        argv[n++] = script;
    } else {
        ui_error("eulab-gdb.py was not found: gdb will disassemble x86");
    }
    snprintf(target, sizeof target, "target extended-remote %s", path);
    argv[n++] = "-ex";
    argv[n++] = target;
    for (int i = 0; i < ntail; i++)
        argv[n++] = tail[i];
    execvp(argv[0], (char **)argv);
    ui_error("cannot start %s: %s", argv[0], strerror(errno));
    _exit(UI_BAD_INPUT);
}

/* Passes the server's log on to stderr until gdb has ended. */
static int wait_for_gdb(FILE *log)
{
    int state = 0;
    fcntl(fileno(log), F_SETFL, O_NONBLOCK);
    while (waitpid(debugger, &state, WNOHANG) == 0) {
        struct pollfd fd = {.fd = fileno(log), .events = POLLIN};
        poll(&fd, 1, 50);
        clearerr(log);
        if (fd.revents & POLLIN)
            forward_log(log, false);
        else if (fd.revents)
            usleep(20000);
    }
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

static int debug_with_gdb(struct ui_host *v, struct session *s, const struct ui_args *args)
{
    int log[2], status = UI_BAD_INPUT;
    if (pipe(log)) {
        ui_error("%s", strerror(errno));
        return status;
    }
    fcntl(log[0], F_SETFD, FD_CLOEXEC);
    fflush(NULL);
    s->server = fork();
    if (s->server == 0) {
        close(log[0]);
        serve_child(v, s, log[1]);
    }
    close(log[1]);
    FILE *server_log = fdopen(log[0], "r");
    if (s->server > 0 && server_log && forward_log(server_log, true)) {
        debugger = fork();
        if (debugger == 0)
            ui_gdb_run(s->path, args->tail, args->ntail);
        if (debugger > 0)
            status = wait_for_gdb(server_log);
        debugger = 0;
    }
    if (s->server > 0) {
        kill(s->server, SIGTERM);
        waitpid(s->server, NULL, 0);
    }
    if (server_log)
        fclose(server_log);
    return status;
}

/* The folder lies in TMPDIR, unless its path is too long for a socket's address or gdb would take
 * it for a host name. */
static void name_folder(struct session *s)
{
    static const char name[] = "/eulab-XXXXXX";
    const char *tmp = getenv("TMPDIR");
    bool usable =
        tmp && *tmp == '/' && !strchr(tmp, ':') && strlen(tmp) + sizeof name <= sizeof s->folder;
    snprintf(s->folder, sizeof s->folder, "%s%s", usable ? tmp : "/tmp", name);
}

int ui_main_GDB(const struct ui_args *args)
{
    struct ui_host v;
    struct session s;
    name_folder(&s);
    int status = ui_host_init(&v, args, true);
    if (status == UI_OK && !mkdtemp(s.folder)) {
        ui_error("%s: %s", s.folder, strerror(errno));
        status = UI_BAD_INPUT;
    } else if (status == UI_OK) {
        struct sigaction keep = {.sa_handler = on_end};
        const char *note = ui_host_note(&v);
        if (note)
            ui_error("%s", note);
        snprintf(s.path, sizeof s.path, "%s/gdb", s.folder);
        sigaction(SIGINT, &keep, NULL);
        sigaction(SIGTERM, &keep, NULL);
        sigaction(SIGHUP, &keep, NULL);
        status = debug_with_gdb(&v, &s, args);
        unlink(s.path);
        rmdir(s.folder);
    }
    ui_host_fini(&v);
    return status;
}
