/* Runs the programs of `eulab cl --list`, each by a shell, and prints how each ended. */
#include "program/cl_list.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/files.h"
#include "ui/shard.h"

enum { LIST_MAX = 1 << 24, NOT_STARTED = 127 };

/* Becomes a shell that runs @line under `eulab cl` with the options of @args, except for those
 * about the list. Returns only if the shell cannot be started. */
static void become(const struct ui_args *args, char *line)
{
    char **argv = calloc(args->n + 8, sizeof *argv);
    size_t n = 0;
    if (!argv)
        return;
    argv[n++] = "eulab";
    argv[n++] = "cl";
    for (size_t i = 0; i < args->n; i++)
        if (args->items[i].option != OPT_LIST && args->items[i].option != OPT_SHARD)
            argv[n++] = ui_option_print(&args->items[i]);
    argv[n++] = "--";
    argv[n++] = "sh";
    argv[n++] = "-c";
    argv[n++] = line;
    for (size_t i = 0; i < n; i++)
        if (!argv[i])
            return;
    execv("/proc/self/exe", argv);
}

/* Returns the exit status as a shell gives it; -1: the program could not be started. */
static int run_line(const struct ui_args *args, char *line)
{
    int state = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        signal(SIGINT, SIG_DFL);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        become(args, line);
        _exit(NOT_STARTED);
    }
    if (child < 0 || waitpid(child, &state, 0) < 0)
        return -1;
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

static void put_line(const struct shard *shard, uint64_t number, const char *line, int status)
{
    json_t *o = json_object(), *command = json_string(line);
    if (shard->n)
        json_object_set_new(o, "line", json_integer((json_int_t)number));
    json_object_set_new(o, "command", command ? command : json_string("")); /* no UTF-8 */
    json_object_set_new(o, "status", json_integer(status));
    json_dumpf(o, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(o);
}

/* The next line that is neither empty nor a comment; NULL: the end. */
static char *next_line(char **at)
{
    for (char *line; (line = strsep(at, "\n"));)
        if (line[strspn(line, " \t\r")] && line[strspn(line, " \t\r")] != '#')
            return line;
    return NULL;
}

static int run_lines(const struct ui_args *args, struct shard shard, char *text)
{
    uint64_t number = 0, told = 0;
    bool failed = false;
    for (char *line; (line = next_line(&text));) {
        if (shard.n && number++ % shard.n != shard.k - 1)
            continue;
        int status = run_line(args, line);
        if (status < 0) {
            ui_error("%s", strerror(errno));
            return UI_BAD_INPUT;
        }
        put_line(&shard, number, line, status);
        failed |= status != 0;
        told++;
        if (ui_flush(stdout, "stdout"))
            return UI_BAD_INPUT;
    }
    if (shard.n)
        ui_shard_close(args, shard, told);
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : failed ? UI_GUEST : UI_OK;
}

int cl_list_run(const struct ui_args *args)
{
    const char *path = ui_value(args, OPT_LIST);
    char why[PATH_MAX + 128];
    struct shard shard;
    size_t size;
    int status = ui_shard_read(args, &shard);
    if (status == UI_OK && !path)
        return ui_usage(args, "--shard is for a --list of programs");
    if (status == UI_OK && (args->nrest || args->ntail))
        return ui_usage(args, "a program, or a --list of them");
    if (status != UI_OK)
        return status;
    char *bytes = (char *)ui_read_file(&ui_files_ordinary, path, LIST_MAX, &size, why, sizeof why);
    char *text = bytes ? strndup(bytes, size) : NULL;
    if (!text)
        ui_error("%s", bytes ? "out of memory" : why);
    status = text ? run_lines(args, shard, text) : UI_BAD_INPUT;
    free(text);
    free(bytes);
    return status;
}
