/* Parses a command line by ui/options.def and ui/commands.def. */
#include "ui/options.h"

#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/diags.h"
#include "ui/near.h"
#include "ui/values.h"

struct command_row {
    const char *name, *args, *help;
};
static const struct command_row commands[UI_COMMANDS] = {
#define SUBCOMMAND(id, name, args, help) [UI_##id] = {name, args, help},
#include "ui/commands.def"
#undef SUBCOMMAND
};
struct option_row {
    const char *name, *arg;
    int letter;
    unsigned commands;
    const char *help;
};
static const struct option_row options[UI_OPTIONS] = {
#define ON(command) (1u << UI_##command)
#define OPTION(id, name, letter, arg, set, help) [OPT_##id] = {name, arg, letter, set, help},
#include "ui/options.def"
#undef OPTION
#undef ON
};
enum { LONG_BASE = 256 };

static void say_error(const char *fmt, va_list ap)
{
    char text[PATH_MAX + 512];
    vsnprintf(text, sizeof text, fmt, ap);
    text_clean(text);
    fprintf(stderr, "eulab: %s\n", text);
}

void ui_error(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say_error(fmt, ap);
    va_end(ap);
}

int ui_usage(const struct ui_args *args, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    ui_error("%s: %s (see `eulab help %s`)", args->name, text, args->name);
    return UI_USAGE;
}

int ui_refuse(const struct ui_args *args, const enum ui_option *none, size_t n, const char *machine)
{
    for (size_t i = 0; i < n; i++)
        if (ui_has(args, none[i]))
            return ui_usage(args, "--%s is not for %s", options[none[i]].name, machine);
    return UI_OK;
}

bool ui_option_number(const struct ui_args *args, enum ui_option option, const char *value,
                      uint64_t min, uint64_t max, uint64_t *number)
{
    if (ui_parse_number(value, max, number) && *number >= min)
        return true;
    ui_usage(args, "--%s: '%s' is no number from %" PRIu64 " to %" PRIu64, options[option].name,
             value, min, max);
    return false;
}

static bool takes(enum ui_command command, unsigned option)
{
    return options[option].commands >> command & 1;
}

/* Makes getopt's tables of the options of @command. */
static void getopt_tables(enum ui_command command, struct option longs[UI_OPTIONS + 1],
                          char shorts[2 * UI_OPTIONS + 3])
{
    size_t n = 0, s = 0;
    if (command == UI_CL) /* the first operand begins the command line of the program */
        shorts[s++] = '+';
    shorts[s++] = ':';
    for (unsigned i = 0; i < UI_OPTIONS; i++) {
        const struct option_row *o = &options[i];
        if (!takes(command, i))
            continue;
        int arg = !o->arg ? no_argument : o->arg[0] == '[' ? optional_argument : required_argument;
        longs[n++] = (struct option){o->name, arg, NULL, LONG_BASE + (int)i};
        if (o->letter) {
            shorts[s++] = (char)o->letter;
            if (o->arg)
                shorts[s++] = ':';
        }
    }
    longs[n] = (struct option){0};
    shorts[s] = 0;
}

static int option_of(int code)
{
    if (code >= LONG_BASE)
        return code - LONG_BASE;
    for (unsigned i = 0; i < UI_OPTIONS; i++)
        if (options[i].letter == code)
            return (int)i;
    return -1;
}

/* Reports `--NAME` or `--NAME=VALUE` that getopt does not know or that is ambiguous. */
static int unknown_option(const struct ui_args *args, const char *word)
{
    char name[64], list[256] = "";
    struct ui_near near = {.word = name};
    size_t n = 0;
    word += strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (unsigned i = 0; i < UI_OPTIONS; i++) {
        if (!takes(args->command, i))
            continue;
        ui_near_try(&near, options[i].name);
        if (strncmp(options[i].name, name, strlen(name)) == 0 && n < sizeof list)
            n += (size_t)snprintf(list + n, sizeof list - n, "%s--%s", n ? ", " : "",
                                  options[i].name);
    }
    if (n)
        return ui_usage(args, "--%s is too short: %s", name, list);
    if (near.best)
        return ui_usage(args, "unknown option --%s; did you mean --%s?", name, near.best);
    return ui_usage(args, "unknown option --%s", name);
}

/* Reports a letter that is no option; perhaps a long option with one dash, or one of gdb's. */
static int unknown_letter(const struct ui_args *args, char **argv)
{
    const char *rest = args->command == UI_GDB ? "; gdb's own options come behind --" : "";
    for (int i = optind > 1 ? optind - 1 : 1; i <= optind && argv[i]; i++) {
        size_t n = strcspn(argv[i] + 1, "=");
        if (argv[i][0] != '-' || argv[i][1] != optopt || n < 2)
            continue;
        for (unsigned k = 0; k < UI_OPTIONS; k++)
            if (takes(args->command, k) && strlen(options[k].name) == n &&
                strncmp(options[k].name, argv[i] + 1, n) == 0)
                return ui_usage(args, "unknown option %.40s; did you mean --%s?", argv[i],
                                options[k].name);
        return ui_usage(args, "unknown option %.40s%s", argv[i], rest);
    }
    return ui_usage(args, "unknown option -%c%s", optopt, rest);
}

static int bad_option(const struct ui_args *args, int code, char **argv)
{
    const char *word = optind > 0 ? argv[optind - 1] : "";
    if (code == ':' && optopt >= LONG_BASE) /* word may be an abbreviation */
        return ui_usage(args, "--%s needs an argument", options[optopt - LONG_BASE].name);
    if (code == ':')
        return ui_usage(args, "%s needs an argument", word);
    if (optopt && optopt < LONG_BASE)
        return unknown_letter(args, argv);
    if (optopt)
        return ui_usage(args, "%.*s takes no argument", (int)strcspn(word, "="), word);
    return unknown_option(args, word);
}

/* What follows `--` belongs to gdb, or to the program. */
static int split_tail(struct ui_args *args, int argc, char **argv)
{
    if (args->command != UI_GDB && args->command != UI_CL)
        return argc;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            args->tail = argv + i + 1;
            args->ntail = argc - i - 1;
            argv[i] = NULL;
            return i;
        }
    return argc;
}

int ui_args_parse(struct ui_args *args, enum ui_command command, int argc, char **argv)
{
    struct option longs[UI_OPTIONS + 1];
    char shorts[2 * UI_OPTIONS + 3];
    *args = (struct ui_args){.command = command, .name = commands[command].name};
    argc = split_tail(args, argc, argv);
    args->items = calloc((size_t)argc + 1, sizeof *args->items);
    if (!args->items) {
        ui_error("out of memory");
        return UI_BAD_INPUT;
    }
    getopt_tables(command, longs, shorts);
    opterr = 0;
    optind = 0;
    int code;
    while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        int option = code == '?' || code == ':' ? -1 : option_of(code);
        if (option < 0)
            return bad_option(args, code, argv);
        args->items[args->n++] = (struct ui_arg){(enum ui_option)option, optarg};
    }
    args->rest = argv + optind;
    args->nrest = argc - optind;
    return UI_OK;
}

void ui_args_fini(struct ui_args *args)
{
    free(args->items);
    args->items = NULL;
    args->n = 0;
}

bool ui_has(const struct ui_args *args, enum ui_option option)
{
    for (size_t i = 0; i < args->n; i++)
        if (args->items[i].option == option)
            return true;
    return false;
}

const char *ui_value(const struct ui_args *args, enum ui_option option)
{
    const char *value = NULL;
    for (size_t i = 0; i < args->n; i++)
        if (args->items[i].option == option)
            value = args->items[i].value;
    return value;
}

char *ui_option_print(const struct ui_arg *arg)
{
    char *text = NULL;
    const char *name = options[arg->option].name;
    int n =
        arg->value ? asprintf(&text, "--%s=%s", name, arg->value) : asprintf(&text, "--%s", name);
    return n < 0 ? NULL : text;
}

char *ui_args_print(const struct ui_args *args, enum ui_option but)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fputs(args->name, f);
    for (size_t i = 0; i < args->n; i++)
        if (args->items[i].option != but) {
            char *option = ui_option_print(&args->items[i]);
            fprintf(f, " %s", option ? option : "");
            free(option);
        }
    for (int i = 0; i < args->nrest; i++)
        fprintf(f, " %s", args->rest[i]);
    fclose(f);
    return text;
}

int ui_history_size(const struct ui_args *args, const char *value, size_t *bytes)
{
    static const char units[] = "KMG";
    char digits[24];
    size_t len = strlen(value);
    const char *unit = len ? strchr(units, value[len - 1] & ~0x20) : NULL;
    unsigned shift = unit && *unit ? 10 * (unsigned)(unit - units + 1) : 0;
    uint64_t v;
    snprintf(digits, sizeof digits, "%.*s", (int)(len - (shift > 0)), value);
    if (len >= sizeof digits || !ui_parse_number(digits, SIZE_MAX >> shift, &v))
        return ui_usage(args, "--history takes a size such as 64M, not '%s'", value);
    *bytes = (size_t)v << shift;
    return UI_OK;
}

int ui_gdb_threads(const struct ui_args *args, const char *value, bool *eu)
{
    if (value && strcmp(value, "eu") != 0 && strcmp(value, "channels") != 0)
        return ui_usage(args, "--gdb-threads is channels or eu, not '%s'", value);
    *eu = value ? strcmp(value, "eu") == 0 : *eu;
    return UI_OK;
}

int ui_command_by_name(const char *name)
{
    for (int i = 0; i < UI_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return i;
    return -1;
}

int ui_command_unknown(const char *name)
{
    struct ui_near near = {.word = name};
    for (int i = 0; i < UI_COMMANDS; i++)
        ui_near_try(&near, commands[i].name);
    ui_error("unknown command '%s'%s (see `eulab help`)", name, ui_near_hint(&near));
    return UI_USAGE;
}

const char *ui_command_name(unsigned i)
{
    return i < UI_COMMANDS ? commands[i].name : NULL;
}

void ui_help(FILE *out)
{
    fputs("eulab - run, debug and develop code of Intel EUs (Gen7 to Gen9) and AMD GCN with no "
          "GPU\n\n"
          "usage: eulab COMMAND [ARGUMENTS]\n"
          "       eulab help WORD | eulab --version\n\ncommands:\n",
          out);
    for (int i = 0; i < UI_COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].help);
    fputs(
        "\nKERNEL is assembly (.asm), a raw binary (.bin), hex text or an ELF file; - is stdin.\n"
        "Exit status: 0 all threads ended by EOT, 1 bad input, 2 usage, 3 the guest ended "
        "otherwise.\n"
        "help WORD: a command, an opcode, a message, a command of the debugger, a key of a launch "
        "file;\n`topics`, `commands` and `launch` list them. `man eulab` has it all, "
        "`man eulab-samples`\nsays where the samples are. Begin with `eulab new kernel NAME`.\n",
        out);
}

/* Options that each command with a machine takes. */
static bool is_of_machine(unsigned option)
{
    return option != OPT_HELP && (options[OPT_KERNEL_AT].commands & ~options[option].commands) == 0;
}

static void help_options(FILE *out, enum ui_command command, bool of_machine)
{
    for (unsigned i = 0; i < UI_OPTIONS; i++) {
        const struct option_row *o = &options[i];
        char left[64], dash[8] = "    ";
        if (!takes(command, i) || (takes(command, OPT_KERNEL_AT) && is_of_machine(i)) != of_machine)
            continue;
        if (o->letter)
            snprintf(dash, sizeof dash, "-%c, ", o->letter);
        if (o->arg && o->arg[0] == '[')
            snprintf(left, sizeof left, "%s--%s[=%s", dash, o->name, o->arg + 1);
        else
            snprintf(left, sizeof left, "%s--%s%s%s", dash, o->name, o->arg ? " " : "",
                     o->arg ? o->arg : "");
        fprintf(out, "  %-30s %s\n", left, o->help);
    }
}

void ui_help_command(FILE *out, enum ui_command command)
{
    fprintf(out, "usage: eulab %s%s%s\n\n%s\n", commands[command].name,
            commands[command].args[0] ? " " : "", commands[command].args, commands[command].help);
    if (takes(command, OPT_KERNEL_AT)) {
        fputs("\nMACHINE, what it runs on and how that starts:\n", out);
        help_options(out, command, true);
    }
    fputs("\noptions:\n", out);
    help_options(out, command, false);
}
