/* `eulab shell`: the command line, and gdb served while it waits for a line. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "ui/cmd.h"
#include "program/host.h"
#include "eu/cli/run.h"
#include "eu/cli/session.h"
#include "ui/shell.h"
#include "ui/signals.h"

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

/* `--listen`: serves gdb while the shell waits for a line. */
static int shell_beside_gdb(struct ui_host *v, struct ui_session *s, const struct ui_args *args)
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

/* What is wrong with the use of --listen; NULL: nothing. */
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

/* A signal to end stops the machine like Ctrl-C, and the shell then ends by itself so that it can
 * save its history. A second signal ends the process at once. */
static void on_end_of_shell(int signal)
{
    ui_asked_to_end = signal;
    ui_on_interrupt(signal);
}

static void catch_ends(void)
{
    static const int ends[] = {SIGTERM, SIGHUP};
    struct sigaction end = {.sa_handler = on_end_of_shell, .sa_flags = (int)SA_RESETHAND}, old;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        /* `nohup` ignores SIGHUP: that stays */
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &end, NULL);
}

/* Commands are given, but nothing to debug: some commands only look something up. */
static bool without_machine(const struct ui_args *args)
{
    return !args->nrest && !ui_has(args, OPT_LAUNCH) && !ui_has(args, OPT_INTERACTIVE) &&
           (ui_has(args, OPT_COMMAND) || ui_has(args, OPT_SCRIPT));
}

int ui_main_SHELL(const struct ui_args *args)
{
    struct ui_host v;
    const char *wrong = wrong_listen(args);
    if (wrong)
        return ui_usage(args, "%s", wrong);
    if (without_machine(args))
        return ui_shell(args, &(struct ui_session){.rows = &eu_rows, .files = &ui_files_ordinary});
    int status = ui_host_init(&v, args, ui_has(args, OPT_LISTEN));
    if (status == UI_OK) {
        struct ui_session s = {.dbg = v.dbg,
                               .rows = v.rows,
                               .own = v.own,
                               .files = &ui_files_ordinary,
                               .interrupts = &ui_interrupt.count,
                               .ends = &ui_asked_to_end};
        /* SA_RESTART, so that a write that the signal interrupts is completed. */
        sigaction(SIGINT,
                  &(struct sigaction){.sa_handler = ui_on_interrupt, .sa_flags = SA_RESTART}, NULL);
        ui_interrupt.dbg = v.dbg;
        catch_ends();
        status = v.stub ? shell_beside_gdb(&v, &s, args) : ui_shell(args, &s);
        ui_interrupt.dbg = NULL;
    }
    ui_host_fini(&v);
    if (ui_asked_to_end) { /* end by that signal, so that the parent process sees it */
        signal(ui_asked_to_end, SIG_DFL);
        raise(ui_asked_to_end);
    }
    return status;
}
