/* The program: chooses the function for a command and its machine. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eu/cli/help.h"
#include "eu/cli/run.h"
#include "eu/cli/tools.h"
#include "gcn/cli/cli.h"
#include "program/visa.h"
#include "ui/files.h"
#include "ui/near.h"
#include "ui/signals.h"
#include "visa/cli/cli.h"

/* Answers `help WORD` for an unknown word. */
static int help_unknown(const char *word)
{
    struct ui_near near = {.word = word};
    const struct eu_op *op;
    const char *name;
    for (unsigned i = 0; (name = ui_command_name(i)); i++)
        ui_near_try(&near, name);
    for (unsigned i = 0; (op = eu_op_at(i)); i++)
        ui_near_try(&near, op->name);
    for (unsigned i = 0; (name = ui_help_name(i)); i++)
        ui_near_try(&near, name);
    ui_error("nothing is called '%s'%s (see `eulab help`)", word, ui_near_hint(&near));
    return UI_USAGE;
}

static bool asks_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* Reads WORD and --gen G, in either order. */
static int help_words(int argc, char **argv, const char **word, enum eu_gen *gen)
{
    for (int i = 1; i < argc; i++) {
        const char *value = strncmp(argv[i], "--gen=", 6) == 0 ? argv[i] + 6 : NULL;
        if (strcmp(argv[i], "--gen") == 0)
            value = i + 1 < argc ? argv[++i] : "";
        if (value && eu_gen_parse(value, gen)) {
            ui_error("help: --gen is 7, 7.5, 8 or 9, not '%s' (see `eulab help`)", value);
            return UI_USAGE;
        }
        if (!value && *word) {
            ui_error("help: one word, please (see `eulab help`)");
            return UI_USAGE;
        }
        if (!value)
            *word = argv[i];
    }
    return UI_OK;
}

static int help(int argc, char **argv)
{
    const char *word = NULL;
    enum eu_gen gen = EU_GEN7;
    if (help_words(argc, argv, &word, &gen))
        return UI_USAGE;
    if (!word || asks_help(word)) {
        ui_help(stdout);
        return ui_flush(stdout, "stdout");
    }
    int command = ui_command_by_name(word);
    if (command >= 0) {
        ui_help_command(stdout, (enum ui_command)command);
        return ui_flush(stdout, "stdout");
    }
    char *text = ui_help_text(gen, word);
    if (!text)
        return help_unknown(word);
    fputs(text, stdout);
    free(text);
    return ui_flush(stdout, "stdout");
}

/* The command's function for a machine other than the EU; NULL: the EU's function serves it. */
typedef int program(const struct ui_args *args);

static program *gcn_program(enum ui_command command, const struct ui_args *args)
{
    static program *const programs[UI_COMMANDS] = {[UI_AS] = ui_gcn_as,
                                                   [UI_DIS] = ui_gcn_dis,
                                                   [UI_INFO] = ui_gcn_info,
                                                   [UI_RUN] = ui_gcn_run,
                                                   [UI_SIPTEST] = ui_gcn_siptest};
    return programs[command] && ui_gcn_asked(args) ? programs[command] : NULL;
}

/* True for `info visa`, and for `info kernels` of a vISA file. */
static bool is_visa_info(const struct ui_args *args)
{
    return (args->nrest == 1 && strcmp(args->rest[0], "visa") == 0) ||
           (args->nrest == 2 && strcmp(args->rest[0], "kernels") == 0 &&
            ui_visa_file(args->rest[1]));
}

static program *visa_program(enum ui_command command, const struct ui_args *args)
{
    static program *const programs[UI_COMMANDS] = {
        [UI_AS] = ui_visa_as,     [UI_DIS] = ui_visa_dis,      [UI_CHECK] = ui_visa_check,
        [UI_INFO] = ui_visa_info, [UI_RUN] = program_visa_run, [UI_SIPTEST] = ui_visa_refuse};
    if (!programs[command])
        return NULL;
    bool asked = command == UI_INFO ? is_visa_info(args)
                 : command == UI_RUN || command == UI_SIPTEST
                     ? ui_visa_asked(args)
                     : args->nrest == 1 && ui_visa_file(args->rest[0]);
    return asked ? programs[command] : NULL;
}

static int run_program(enum ui_command command, const struct ui_args *args)
{
    static program *const programs[UI_COMMANDS] = {
#define SUBCOMMAND(id, ...) [UI_##id] = ui_main_##id,
#include "ui/commands.def"
#undef SUBCOMMAND
    };
    program *other = visa_program(command, args);
    other = other ? other : gcn_program(command, args);
    return (other ? other : programs[command])(args);
}

static int run_command(enum ui_command command, int argc, char **argv)
{
    struct ui_args args;
    int status = ui_args_parse(&args, command, argc, argv);
    args.interrupt = &ui_interrupt;
    if (status == UI_OK && ui_has(&args, OPT_HELP)) {
        ui_help_command(stdout, command);
        status = ui_flush(stdout, "stdout");
    } else if (status == UI_OK)
        status = run_program(command, &args);
    ui_args_fini(&args);
    return status;
}

/* A standard stream that is closed stays useless: no file that is opened later takes its number,
 * and what uses it fails as before. */
static void hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    hold_streams();
    if (argc < 2) {
        ui_help(stderr);
        return UI_USAGE;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ,
           SIG_IGN); /* a write past a file size limit returns an error, as on a full disk */
    struct sigaction on_int = {.sa_handler = ui_on_interrupt};
    sigaction(SIGINT, &on_int, NULL);
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        puts("eulab " EULAB_VERSION);
        return ui_flush(stdout, "stdout");
    }
    if (asks_help(word))
        return help(argc - 1, argv + 1);
    if (word[0] == '-') {
        ui_error("unknown option %s; a command comes first (see `eulab help`)", word);
        return UI_USAGE;
    }
    int command = ui_command_by_name(word);
    return command < 0 ? ui_command_unknown(word)
                       : run_command((enum ui_command)command, argc - 1, argv + 1);
}
