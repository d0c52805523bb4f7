/* The program: its commands. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/opcode.h"
#include "eu/cli/run.h"
#include "eu/cli/tools.h"
#include "eu/cli/topics.h"
#include "ui/signals.h"

static int help(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "help") == 0) {
        ui_help(stdout);
        return ui_flush(stdout, "stdout");
    }
    int command = ui_command_by_name(argv[1]);
    const struct eu_op *op = command < 0 ? eu_op_by_name(EU_GEN_ALL, argv[1]) : NULL;
    char *text = op ? ui_opcode_text(op) : NULL;
    char *topic = command < 0 ? ui_topic_text(argv[1]) : NULL;
    if (command >= 0)
        ui_help_command(stdout, (enum ui_command)command);
    else if (!text && !topic)
        return ui_help_unknown(argv[1]);
    else
        printf("%s%s%s", text ? text : "", text && topic ? "\n" : "", topic ? topic : "");
    free(text);
    free(topic);
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
    args.interrupt = &ui_interrupt;
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
    struct sigaction on_int = {.sa_handler = ui_on_interrupt};
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
