/* The program: its commands, and the two that need the stub. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sim.h"
#include "ui/options.h"

/* The machine that Ctrl-C stops: a signal handler has no other way to it. */
static struct eu *volatile running;

static void on_interrupt(int signal)
{
    (void)signal;
    struct eu *eu = running;
    if (eu)
        eu_request_stop(eu);
    else
        _Exit(130);
}

int ui_main_GDB(const struct ui_args *args)
{
    return ui_usage(args, "later");
}
int ui_main_SERVE(const struct ui_args *args)
{
    return ui_usage(args, "later");
}

static int unknown_command(const char *name)
{
    const char *like = ui_command_like(name);
    if (ui_command_is_later(name))
        ui_error("%s comes with a later version", name);
    else if (like)
        ui_error("unknown command '%s'; did you mean '%s'? (see `eulab help`)", name, like);
    else
        ui_error("unknown command '%s' (see `eulab help`)", name);
    return UI_USAGE;
}

static int help(int argc, char **argv)
{
    if (argc < 2) {
        ui_help(stdout);
        return UI_OK;
    }
    int command = ui_command_by_name(argv[1]);
    if (command < 0)
        return unknown_command(argv[1]);
    ui_help_command(stdout, (enum ui_command)command);
    return UI_OK;
}

static int run_command(enum ui_command command, int argc, char **argv)
{
    static int (*const handlers[UI_COMMANDS])(const struct ui_args *) = {
#define SUBCOMMAND(id, ...) [UI_##id] = ui_main_##id,
#define LATER(...)
#include "ui/commands.def"
#undef SUBCOMMAND
#undef LATER
    };
    struct ui_args args;
    int status = ui_args_parse(&args, command, argc, argv);
    args.running = &running;
    if (status == UI_OK && ui_has(&args, OPT_HELP))
        ui_help_command(stdout, command);
    else if (status == UI_OK)
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
    struct sigaction interrupt = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &interrupt, NULL);
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        puts("eulab " EULAB_VERSION);
        return UI_OK;
    }
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help(argc - 1, argv + 1);
    if (word[0] == '-') {
        ui_error("unknown option %s (see `eulab help`)", word);
        return UI_USAGE;
    }
    int command = ui_command_by_name(word);
    return command < 0 ? unknown_command(word)
                       : run_command((enum ui_command)command, argc - 1, argv + 1);
}
