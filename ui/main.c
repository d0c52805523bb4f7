/* The program: its commands, and the two that need the stub. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eu/machine.h"
#include "stub/stub.h"
#include "ui/cmd.h"
#include "ui/files.h"
#include "ui/gcn.h"
#include "ui/gcn_launch.h"
#include "ui/launch.h"
#include "ui/opcode.h"
#include "ui/run.h"
#include "ui/shell.h"
#include "ui/source.h"
#include "ui/tools.h"
#include "ui/trace.h"
#include "ui/tui/loop.h"
#include "ui/tui/script.h"

/* The machine that Ctrl-C stops: a signal handler has no other way to it. */
static struct ui_interrupt interrupt;

/* The signal that asked the shell or the screen to end; 0: none. */
static volatile sig_atomic_t asked_to_end;

static void on_interrupt(int signal)
{
    (void)signal;
    struct eu *eu = interrupt.eu;
    struct dbg *dbg = interrupt.dbg;
    interrupt.count++;
    if (dbg)
        dbg_interrupt(dbg);
    else if (eu)
        eu_request_stop(eu);
    else
        _Exit(130);
}

/* The gdb that `eulab gdb` started: a signal to end is its. Ctrl-C reaches it by itself. */
static volatile pid_t debugger;

static void on_end(int signal)
{
    if (debugger > 0 && signal != SIGINT)
        kill(debugger, signal);
}

/* --- serve --- */
struct server {
    struct launch launch;
    struct ui_machine machine;
    struct gcn_file gcn; /* instead of the two before */
    bool is_gcn;
    struct machine *m;
    struct dbg *dbg;
    struct stub *stub;
    struct ui_files files;     /* that clients may name */
    struct tui_model *watched; /* the screen's, beside a client; NULL: none */
};

static void console(void *ctx, const char *text)
{
    stub_puts(ctx, text);
}

static void on_monitor(void *ctx, struct stub *stub, const char *line)
{
    struct server *v = ctx;
    if (v->is_gcn) {
        ui_gcn_monitor(v->dbg, stub, console, line);
        return;
    }
    struct ui_session s = {.dbg = v->dbg,
                           .eu = v->machine.eu,
                           .machine = &v->machine,
                           .launch = &v->launch,
                           .puts = console,
                           .ctx = stub,
                           .controller = stub_controller(stub),
                           .files = &v->files,
                           .focus = dbg_last(v->dbg)->focus};
    ui_cmd_exec(&s, line);
}

/* The screen compares with how the machine stood before gdb resumed it. */
static void note_resume(struct tui_model *m, const char *packet, size_t n)
{
    static const char *const resumes[] = {"vCont;", "bs", "bc", "c", "s"};
    for (size_t i = 0; i < sizeof resumes / sizeof *resumes; i++)
        if (n >= strlen(resumes[i]) && memcmp(packet, resumes[i], strlen(resumes[i])) == 0) {
            model_mark(m);
            return;
        }
}

static void on_packet(void *ctx, char dir, const char *packet, size_t n)
{
    const struct server *v = ctx;
    if (v->watched && dir == '<')
        note_resume(v->watched, packet, n);
    if (!(v->launch.trace & TRACE_RSP))
        return;
    fprintf(stderr, "rsp: %c ", dir);
    for (size_t i = 0; i < n; i++)
        if (packet[i] >= ' ' && packet[i] <= '~')
            fputc(packet[i], stderr);
        else
            fprintf(stderr, "\\x%02x", (unsigned char)packet[i]);
    fputc('\n', stderr);
}

static void server_fini(struct server *v)
{
    if (v->stub)
        stub_free(v->stub);
    if (v->dbg)
        dbg_free(v->dbg);
    if (v->m && v->is_gcn)
        gcn_machine_free(v->m);
    else if (v->m)
        eu_machine_free(v->m);
    if (v->is_gcn)
        gcn_file_fini(&v->gcn);
    if (v->files.rule == UI_FILES_BENEATH)
        close(v->files.folder);
    ui_machine_fini(&v->machine);
    launch_fini(&v->launch);
}

/* Whoever reaches a unix socket or a pipe has this user's files anyway. */
static int choose_files(struct server *v, const struct ui_args *args)
{
    const char *folder = ui_value(args, OPT_FILES), *addr = ui_value(args, OPT_LISTEN);
    bool own = args->command == UI_GDB || (addr && stub_addr_is_private(addr));
    v->files = (struct ui_files){own ? UI_FILES_ORDINARY : UI_FILES_NONE, -1};
    if (!folder)
        return UI_OK;
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        ui_error("--files: %s: %s", folder, strerror(errno));
        return UI_BAD_INPUT;
    }
    v->files = (struct ui_files){UI_FILES_BENEATH, fd};
    return UI_OK;
}

static int server_new(struct server *v, bool eu_threads, size_t history, bool gdb)
{
    static const struct stub_ops ops = {.monitor = on_monitor, .trace = on_packet};
    v->dbg = v->m ? dbg_new(v->m, eu_threads) : NULL;
    v->stub = v->dbg && gdb ? stub_new(v->dbg, &ops, v) : NULL;
    if (v->dbg && (v->stub || !gdb) && dbg_history(v->dbg, history) == 0)
        return UI_OK;
    ui_error("out of memory");
    return UI_BAD_INPUT;
}

static int gcn_server_init(struct server *v, const struct ui_args *args)
{
    v->is_gcn = true;
    int status = gcn_file_init(&v->gcn, args);
    if (status == UI_OK)
        status = choose_files(v, args);
    if (status == UI_OK)
        status = gcn_file_build(&v->gcn);
    if (status)
        return status;
    v->m = gcn_machine_new(v->gcn.m, v->gcn.programs, v->gcn.n_programs);
    return server_new(v, v->gcn.eu_threads, v->gcn.history, true);
}

/* @gdb: it is for one. An exit status; server_fini() in any case. */
static int server_init(struct server *v, const struct ui_args *args, bool gdb)
{
    *v = (struct server){0};
    if (ui_gcn_asked(args))
        return gcn_server_init(v, args);
    int status = launch_init(&v->launch, args);
    if (status == UI_OK)
        status = choose_files(v, args);
    if (status == UI_OK)
        status = launch_build(&v->launch, &v->machine);
    if (status)
        return status;
    ui_trace(v->machine.eu, &v->launch);
    for (size_t i = 0; gdb && i < v->machine.nprogs; i++)
        ui_source_make(&v->machine.progs[i], v->launch.gen);
    v->m = eu_machine_new(v->machine.eu, v->machine.progs, v->machine.nprogs);
    return server_new(v, v->launch.eu_threads, v->launch.history, gdb);
}

int ui_main_SERVE(const struct ui_args *args)
{
    struct server v;
    int status = server_init(&v, args, true);
    struct stub_server_opts opts = {.listen = ui_value(args, OPT_LISTEN),
                                    .once = ui_has(args, OPT_ONCE),
                                    .no_wait = ui_has(args, OPT_NO_WAIT)};
    if (status == UI_OK) {
        stub_stop_at_end(v.stub, v.launch.stop_at_end);
        status = stub_serve(v.stub, &opts);
    }
    server_fini(&v);
    return status;
}

/* --- shell --- */
static enum stub_turn shell_turn(void *ctx, bool client, bool running)
{
    return ui_shell_turn(ctx, client, running) ? STUB_TURN_QUIT : STUB_TURN_WAIT;
}

static bool serve_gdb(void *ctx)
{
    return stub_server_run(ctx);
}

static bool gdb_called(void *ctx)
{
    return stub_server_called(ctx);
}

/* --listen: gdb is served while the shell waits for a line. */
static int shell_beside_gdb(struct server *v, struct ui_session *s, const struct ui_args *args)
{
    struct stub_companion shell = {
        .fd = STDIN_FILENO, .turn = shell_turn, .ctx = s, .interrupts = true};
    struct stub_server_opts opts = {.listen = ui_value(args, OPT_LISTEN), .companion = &shell};
    int status;
    struct stub_server *server = stub_server_new(v->stub, &opts, &status);
    struct ui_fellow gdb = {.serve = serve_gdb, .called = gdb_called, .ctx = server};
    if (!server)
        return status;
    s->fellow = &gdb;
    status = ui_shell(args, s);
    stub_server_free(server);
    return status;
}

/* What is wrong with --listen; NULL: nothing. */
static const char *wrong_listen(const struct ui_args *args)
{
    const char *addr = ui_value(args, OPT_LISTEN);
    bool given = ui_has(args, OPT_COMMAND) || ui_has(args, OPT_SCRIPT);
    if (!addr)
        return NULL;
    if (strcmp(addr, "-") == 0)
        return "--listen - is not for a shell: it reads commands there";
    return given && !ui_has(args, OPT_INTERACTIVE)
               ? "--listen serves while the shell waits for a line: add -i to -c and -x"
               : NULL;
}

/* As Ctrl-C, and the shell's last: its history is to be written. A second one ends it at once. */
static void on_end_of_shell(int signal)
{
    asked_to_end = signal;
    on_interrupt(signal);
}

static void catch_ends(void)
{
    static const int ends[] = {SIGTERM, SIGHUP};
    struct sigaction end = {.sa_handler = on_end_of_shell, .sa_flags = (int)SA_RESETHAND}, old;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* nohup */
            sigaction(ends[i], &end, NULL);
}

int ui_main_SHELL(const struct ui_args *args)
{
    if (ui_gcn_asked(args))
        return ui_gcn_refuse(args);
    struct server v;
    const char *wrong = wrong_listen(args);
    if (wrong)
        return ui_usage(args, "%s", wrong);
    int status = server_init(&v, args, ui_has(args, OPT_LISTEN));
    if (status == UI_OK) {
        struct ui_session s = {.dbg = v.dbg,
                               .eu = v.machine.eu,
                               .machine = &v.machine,
                               .launch = &v.launch,
                               .files = &ui_files_ordinary,
                               .interrupts = &interrupt.count,
                               .ends = &asked_to_end};
        /* Restart: what is being written is written to its end. */
        sigaction(SIGINT, &(struct sigaction){.sa_handler = on_interrupt, .sa_flags = SA_RESTART},
                  NULL);
        interrupt.dbg = v.dbg;
        catch_ends();
        status = v.stub ? shell_beside_gdb(&v, &s, args) : ui_shell(args, &s);
        interrupt.dbg = NULL;
    }
    server_fini(&v);
    if (asked_to_end) { /* whoever waits for this process learns how it ended */
        signal(asked_to_end, SIG_DFL);
        raise(asked_to_end);
    }
    return status;
}

/* --- gdb --- */
struct session {
    char folder[100], path[108]; /* private folder, socket in it: sun_path has 108 bytes */
    pid_t server;
};

/* The server's process: in a group of its own, so that the terminal's Ctrl-C is gdb's alone. */
static void serve_child(struct server *v, const struct session *s, int log)
{
    char listen[128];
    snprintf(listen, sizeof listen, "unix:%s", s->path);
    struct stub_server_opts opts = {.listen = listen};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(log, STDERR_FILENO);
    close(log);
    int status = stub_serve(v->stub, &opts);
    server_fini(v);
    exit(status);
}

/* Pass on what the server says. Its first lines are for people with no gdb at hand: they are
 * dropped. */
static bool forward(FILE *log, bool until_listening)
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

static void gdb_child(const struct session *s, const struct ui_args *args)
{
    char script[1024], target[160];
    const char **argv = calloc((size_t)args->ntail + 8, sizeof *argv);
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
    snprintf(target, sizeof target, "target extended-remote %s", s->path);
    argv[n++] = "-ex";
    argv[n++] = target;
    for (int i = 0; i < args->ntail; i++)
        argv[n++] = args->tail[i];
    execvp(argv[0], (char **)argv);
    ui_error("cannot start %s: %s", argv[0], strerror(errno));
    _exit(UI_BAD_INPUT);
}

/* What the server logs goes on to stderr until gdb is gone. */
static int wait_for_gdb(FILE *log)
{
    int state = 0;
    fcntl(fileno(log), F_SETFL, O_NONBLOCK);
    while (waitpid(debugger, &state, WNOHANG) == 0) {
        struct pollfd fd = {.fd = fileno(log), .events = POLLIN};
        poll(&fd, 1, 50);
        clearerr(log);
        if (fd.revents & POLLIN)
            forward(log, false);
        else if (fd.revents)
            usleep(20000);
    }
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

static int debug_with_gdb(struct server *v, struct session *s, const struct ui_args *args)
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
    if (s->server > 0 && server_log && forward(server_log, true)) {
        debugger = fork();
        if (debugger == 0)
            gdb_child(s, args);
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

/* Where TMPDIR says, unless a socket's address has no room for that or gdb takes it for a host. */
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
    struct server v;
    struct session s = {0};
    name_folder(&s);
    int status = server_init(&v, args, true);
    if (status == UI_OK && !mkdtemp(s.folder)) {
        ui_error("%s: %s", s.folder, strerror(errno));
        status = UI_BAD_INPUT;
    } else if (status == UI_OK) {
        struct sigaction keep = {.sa_handler = on_end};
        stub_stop_at_end(v.stub, v.launch.stop_at_end || !ui_has(args, OPT_AT_END));
        snprintf(s.path, sizeof s.path, "%s/gdb", s.folder);
        sigaction(SIGINT, &keep, NULL);
        sigaction(SIGTERM, &keep, NULL);
        sigaction(SIGHUP, &keep, NULL);
        status = debug_with_gdb(&v, &s, args);
        unlink(s.path);
        rmdir(s.folder);
    }
    server_fini(&v);
    return status;
}

/* --- tui --- */
/* The terminal to bring back. */
static const struct screen_rescue *volatile terminal;
static char crash_stack[1 << 16]; /* the ordinary one may be what overflowed */

static void on_crash(int signal)
{
    const struct screen_rescue *r = terminal;
    if (r)
        screen_rescue(r);
    raise(signal); /* SA_RESETHAND: as if nobody had caught it */
}

static void on_end_of_screen(int signal)
{
    asked_to_end = signal;
}

/* Those that end the screen are blocked: tui_loop() lets them in. */
static void catch_signals(sigset_t *before)
{
    static const int ends[] = {SIGTERM, SIGHUP, SIGINT},
                     crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction end = {.sa_handler = on_end_of_screen};
    struct sigaction crash = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigset_t block;
    sigaltstack(&stack, NULL);
    sigemptyset(&block);
    sigaddset(&block, SIGWINCH);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        sigaction(ends[i], &end, NULL);
        sigaddset(&block, ends[i]);
    }
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &crash, NULL);
    sigprocmask(SIG_BLOCK, &block, before);
}

static enum stub_turn screen_turn(void *ctx, bool client, bool running)
{
    switch (tui_loop_turn(ctx, client, running)) {
    case TUI_TURN_QUIT:
        return STUB_TURN_QUIT;
    case TUI_TURN_RUN:
        return STUB_TURN_RUN;
    default:
        return STUB_TURN_WAIT;
    }
}

static int turn_by_turn(struct server *v, struct tui *t, struct tui_loop *l,
                        const struct ui_args *args)
{
    sigset_t before;
    int status;
    catch_signals(&before);
    if (v->stub) {
        struct stub_companion screen = {.fd = STDIN_FILENO, .turn = screen_turn, .ctx = l};
        struct stub_server_opts opts = {.listen = ui_value(args, OPT_LISTEN), .companion = &screen};
        v->watched = &t->model;
        status = stub_serve(v->stub, &opts);
        v->watched = NULL;
    } else
        status = tui_loop(l, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* What is written to stderr meanwhile goes to a file that the screen shows, and to the terminal at
 * the end when something went wrong. */
static int with_screen(struct server *v, struct tui *t, const struct ui_args *args)
{
    int status = UI_BAD_INPUT, log = memfd_create("eulab", MFD_CLOEXEC);
    int keep = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    struct screen *s = screen_open(stdin, stdout, NULL);
    struct tui_loop *l = NULL;
    char why[PATH_MAX + 128];
    if (!s) {
        const char *term = getenv("TERM");
        ui_error("the terminal's type '%s' is not known or has no cursor", term ? term : "");
    } else {
        terminal = screen_rescue_of(s);
        if (log >= 0 && keep >= 0)
            dup2(log, STDERR_FILENO);
        l = tui_loop_new(t, s, log, &asked_to_end);
        ui_history_load(&t->lines);
        if (l)
            status = turn_by_turn(v, t, l, args);
        else
            ui_error("out of memory");
        (void)ui_history_save(&t->lines, why, sizeof why); /* not worth a message here */
        tui_loop_free(l);
        terminal = NULL;
        screen_close(s);
    }
    if (log >= 0 && keep >= 0) {
        char text[4096];
        ssize_t n;
        dup2(keep, STDERR_FILENO);
        for (off_t at = 0; status && (n = pread(log, text, sizeof text, at)) > 0; at += n)
            fwrite(text, 1, (size_t)n, stderr);
    }
    close(log);
    close(keep);
    return status;
}

static int show_screen(struct server *v, const struct ui_args *args)
{
    struct ui_session s = {.dbg = v->dbg,
                           .eu = v->machine.eu,
                           .machine = &v->machine,
                           .launch = &v->launch,
                           .files = &ui_files_ordinary};
    const char *keys = ui_value(args, OPT_KEYS);
    struct tui *t = calloc(1, sizeof *t);
    int status = UI_BAD_INPUT;
    if (!t || !tui_init(t, &s))
        ui_error("out of memory");
    else if (keys)
        status = tui_script(t, keys, stdout);
    else if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        ui_error("tui needs a terminal");
    else
        status = with_screen(v, t, args);
    if (t)
        tui_fini(t);
    free(t);
    return status;
}

int ui_main_TUI(const struct ui_args *args)
{
    if (ui_gcn_asked(args))
        return ui_gcn_refuse(args);
    struct server v;
    int status = server_init(&v, args, ui_has(args, OPT_LISTEN));
    if (status == UI_OK && ui_has(args, OPT_LISTEN) && strcmp(ui_value(args, OPT_LISTEN), "-") == 0)
        status = ui_usage(args, "--listen - is not for a screen: it has the terminal");
    if (status == UI_OK)
        status = show_screen(&v, args);
    server_fini(&v);
    return status;
}

/* --- commands --- */
static int help(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "help") == 0) {
        ui_help(stdout);
        return ui_flush(stdout, "stdout");
    }
    int command = ui_command_by_name(argv[1]);
    const struct eu_op *op = command < 0 ? eu_op_by_name(EU_GEN_ALL, argv[1]) : NULL;
    char *text = op ? ui_opcode_text(op) : NULL;
    if (command >= 0)
        ui_help_command(stdout, (enum ui_command)command);
    else if (!text)
        return ui_help_unknown(argv[1]);
    else
        fputs(text, stdout);
    free(text);
    return ui_flush(stdout, "stdout");
}

static int run_command(enum ui_command command, int argc, char **argv)
{
    static int (*const handlers[UI_COMMANDS])(const struct ui_args *) = {
#define SUBCOMMAND(id, ...) [UI_##id] = ui_main_##id,
#include "ui/commands.def"
#undef SUBCOMMAND
    };
    struct ui_args args;
    int status = ui_args_parse(&args, command, argc, argv);
    args.interrupt = &interrupt;
    if (status == UI_OK && ui_has(&args, OPT_HELP)) {
        ui_help_command(stdout, command);
        status = ui_flush(stdout, "stdout");
    } else if (status == UI_OK)
        status = handlers[command](&args);
    ui_args_fini(&args);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        ui_help(stderr);
        return UI_USAGE;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error like a full disk */
    struct sigaction on_int = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &on_int, NULL);
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        puts("eulab " EULAB_VERSION);
        return ui_flush(stdout, "stdout");
    }
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help(argc - 1, argv + 1);
    if (word[0] == '-') {
        ui_error("unknown option %s; a command comes first (see `eulab help`)", word);
        return UI_USAGE;
    }
    int command = ui_command_by_name(word);
    return command < 0 ? ui_command_unknown(word)
                       : run_command((enum ui_command)command, argc - 1, argv + 1);
}
