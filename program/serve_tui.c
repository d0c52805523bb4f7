/* `eulab tui`: the screen, and gdb beside it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "program/host.h"
#include "eu/cli/run.h"
#include "ui/signals.h"
#include "ui/tui/loop.h"
#include "ui/tui/script.h"

/* How to restore the terminal after a crash. */
static const struct screen_rescue *volatile terminal;
static char crash_stack[1 << 16]; /* the normal stack may have overflowed */

static void on_crash(int signal)
{
    const struct screen_rescue *r = terminal;
    if (r)
        screen_rescue(r);
    raise(signal); /* SA_RESETHAND is set: this one ends the process as usual */
}

static void on_end_of_screen(int signal)
{
    ui_asked_to_end = signal;
}

/* The signals that end the screen are blocked; tui_loop() lets them in while it waits. */
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

static void show_listening(void *ctx, const char *where)
{
    tui_loop_listens(ctx, where);
}

static int turn_by_turn(struct ui_host *v, struct tui *t, struct tui_loop *l,
                        const struct ui_args *args)
{
    sigset_t before;
    int status;
    catch_signals(&before);
    if (v->stub) {
        struct stub_companion screen = {
            .fd = STDIN_FILENO, .turn = screen_turn, .listens = show_listening, .ctx = l};
        struct stub_server_opts opts = {.listen = ui_value(args, OPT_LISTEN), .companion = &screen};
        v->watched = &t->model;
        status = stub_serve(v->stub, &opts);
        v->watched = NULL;
    } else
        status = tui_loop(l, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Runs the screen. What is written to stderr meanwhile goes to a file that the screen shows; when
 * something went wrong, it is copied to the terminal at the end. */
static int with_screen(struct ui_host *v, struct tui *t, const struct ui_args *args,
                       const struct screen_look *look)
{
    int status = UI_BAD_INPUT, log = memfd_create("eulab", MFD_CLOEXEC);
    int keep = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    struct screen *s = screen_open(stdin, stdout, NULL, look);
    struct tui_loop *l = NULL;
    char why[PATH_MAX + 128];
    if (!s) {
        const char *term = getenv("TERM");
        ui_error("the terminal's type '%s' is not known or has no cursor", term ? term : "");
    } else {
        terminal = screen_rescue_of(s);
        if (log >= 0 && keep >= 0)
            dup2(log, STDERR_FILENO);
        l = tui_loop_new(t, s, log, &ui_asked_to_end);
        ui_history_load(&t->lines);
        if (l)
            status = turn_by_turn(v, t, l, args);
        else
            ui_error("out of memory");
        /* a failure is not worth a message here */
        (void)ui_history_save(&t->lines, why, sizeof why);
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

static int show_screen(struct ui_host *v, const struct ui_args *args)
{
    struct ui_session s = {
        .dbg = v->dbg, .rows = v->rows, .own = v->own, .files = &ui_files_ordinary};
    const char *keys = ui_value(args, OPT_KEYS), *colours = ui_value(args, OPT_COLORS);
    struct screen_look look = {.ascii = ui_has(args, OPT_ASCII),
                               .no_mouse = ui_has(args, OPT_NO_MOUSE)};
    if (colours && !screen_look_colours(&look, colours))
        return ui_usage(args, "--colors is auto, none, 8 or 256, not '%s'", colours);
    struct tui *t = calloc(1, sizeof *t);
    int status = UI_BAD_INPUT;
    if (!t || !tui_init(t, &s))
        ui_error("out of memory");
    else if (keys)
        status = tui_script(t, keys, stdout, &look);
    else if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        ui_error("tui needs a terminal");
    else
        status = with_screen(v, t, args, &look);
    if (t)
        tui_fini(t);
    free(t);
    return status;
}

int ui_main_TUI(const struct ui_args *args)
{
    struct ui_host v;
    int status = ui_host_init(&v, args, ui_has(args, OPT_LISTEN));
    if (status == UI_OK && ui_has(args, OPT_LISTEN) && strcmp(ui_value(args, OPT_LISTEN), "-") == 0)
        status = ui_usage(args, "--listen - is not for a screen: it has the terminal");
    if (status == UI_OK)
        status = show_screen(&v, args);
    ui_host_fini(&v);
    return status;
}
