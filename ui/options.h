/* The command line: subcommands and options as tables, and the parsed arguments. */
#ifndef EULAB_UI_OPTIONS_H
#define EULAB_UI_OPTIONS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct dbg;

/* Exit statuses of docs/design.md section 3. */
enum ui_status { UI_OK = 0, UI_BAD_INPUT = 1, UI_USAGE = 2, UI_GUEST = 3 };

enum ui_command {
#define SUBCOMMAND(id, ...) UI_##id,
#include "ui/commands.def"
#undef SUBCOMMAND
    UI_COMMANDS
};
enum ui_option {
#define OPTION(id, ...) OPT_##id,
#include "ui/options.def"
#undef OPTION
    UI_OPTIONS
};

/* What Ctrl-C stops; the handler of SIGINT uses it. Neither is set: the program. */
struct ui_interrupt {
    struct dbg *volatile dbg;
    void (*volatile stop)(void *ctx); /* of a machine that runs without a debugger; may be called in
                                         a signal handler */
    void *volatile ctx;
    volatile sig_atomic_t count;
};
struct ui_arg {
    enum ui_option option;
    const char *value; /* NULL if there is none */
};
struct ui_args {
    enum ui_command command;
    const char *name;     /* name of the command */
    struct ui_arg *items; /* in the given order; owned */
    size_t n;
    char **rest; /* operands */
    int nrest;
    char **tail; /* after `--`, only for gdb */
    int ntail;
    struct ui_interrupt *interrupt;
};

/* The function of each command; it returns an exit status. Those of RUN and others are in eu/cli/,
 * those that serve clients in program/. */
#define SUBCOMMAND(id, ...) int ui_main_##id(const struct ui_args *args);
#include "ui/commands.def"
#undef SUBCOMMAND

/* ui_args_parse - @argv[0] is the command's name. Returns UI_OK, or UI_USAGE; the message was
 * printed. Not reentrant, because getopt is not. */
int ui_args_parse(struct ui_args *args, enum ui_command command, int argc, char **argv);
void ui_args_fini(struct ui_args *args);
bool ui_has(const struct ui_args *args, enum ui_option option);
/* The value of the last one given; NULL if none was given (or it was given without a value). */
const char *ui_value(const struct ui_args *args, enum ui_option option);

/* ui_option_print - "--name" or "--name=value"; the caller frees it. NULL: no memory. ui_args_print
 * - the command with its options and operands as given, without option @but; likewise. */
char *ui_option_print(const struct ui_arg *arg);
char *ui_args_print(const struct ui_args *args, enum ui_option but);

/* ui_history_size - reads the size of --history, with K, M or G. Returns an exit status; the
 * message was printed. UI_HISTORY_SIZE - the default. */
#define UI_HISTORY_SIZE (64 << 20)
int ui_history_size(const struct ui_args *args, const char *value, size_t *bytes);
/* ui_gdb_threads - reads --gdb-threads: *@eu is whether gdb's threads are EU threads. NULL: it is
 * unchanged. Returns an exit status; the message was printed. */
int ui_gdb_threads(const struct ui_args *args, const char *value, bool *eu);
int ui_command_by_name(const char *name); /* enum ui_command or -1 */
/* Reports an unknown command, with a similar one; returns UI_USAGE. */
int ui_command_unknown(const char *name);
const char *ui_command_name(unsigned i); /* NULL past the last */
void ui_help(FILE *out);
void ui_help_command(FILE *out, enum ui_command command);

/* Prints "eulab: ", the text and a line end on stderr. */
void ui_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* ui_refuse - reports which of the @n options @none was given although it has no meaning for
 * @machine; returns an exit status. */
int ui_refuse(const struct ui_args *args, const enum ui_option *none, size_t n,
              const char *machine);
/* ui_option_number - reads @value of @option, a number from @min to @max. False: it is none, and a
 * message was printed. */
bool ui_option_number(const struct ui_args *args, enum ui_option option, const char *value,
                      uint64_t min, uint64_t max, uint64_t *number);
/* ui_usage - ui_error() with a pointer to the command's help; returns UI_USAGE. */
int ui_usage(const struct ui_args *args, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
