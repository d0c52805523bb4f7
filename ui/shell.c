/* Reads commands from a terminal, a pipe, files or `-c`, and runs them in a session; serves another
 * client (gdb) while it waits. */
#include "ui/shell.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/history.h"
#include "ui/lineedit.h"
#include "ui/files.h"

struct shell {
    int status; /* of the last error */
    bool person;
    struct lineedit *le; /* for a user at a terminal */
    bool elsewhere;      /* the other client runs the machine */
    uint64_t boundaries; /* the machine's moment when the other client took over */
    struct {
        char *text;
        size_t n, room;
    } said; /* output of the present command */
};

/* --- output of commands --- */
static void keep_output(void *ctx, const char *text)
{
    struct shell *sh = ctx;
    size_t n = strlen(text);
    if (sh->said.room <= sh->said.n + n) {
        size_t room = 2 * (sh->said.n + n + 1);
        char *more = realloc(sh->said.text, room);
        if (!more)
            return;
        sh->said.text = more;
        sh->said.room = room;
    }
    memcpy(sh->said.text + sh->said.n, text, n + 1);
    sh->said.n += n;
}

/* The output of a failed command is an error, printed with its place unless a user has just typed
 * it. Carets must be below the line they refer to, so the place then has its own line. */
static void print_error(const struct ui_session *s, const struct shell *sh)
{
    bool lines = strchr(sh->said.text, '\n') != sh->said.text + sh->said.n - 1;
    if (s->file)
        fprintf(stderr, "%s:%u:%c", s->file, s->number, lines ? '\n' : ' ');
    else if (!sh->person)
        fputs("eulab: ", stderr);
    fputs(sh->said.text, stderr);
}

static void command_done(struct ui_session *s, bool ok)
{
    struct shell *sh = s->ctx;
    if (!ok)
        sh->status = UI_BAD_INPUT;
    else if (s->fault)
        sh->status = UI_GUEST;
    if (!sh->said.n)
        return;
    if (ok)
        fputs(sh->said.text, stdout);
    fflush(stdout);
    if (!ok)
        print_error(s, sh);
    else if (s->fault && !sh->person)
        ui_error("%s", dbg_why(s->dbg));
    sh->said.n = 0;
}

/* --- sources of commands --- */
/* Runs the commands of `-c`. They are divided by line ends, and by a `;` before a blank or the end,
 * not between quotes: in regions a `;` is between digits. */
static bool run_text(struct ui_session *s, const char *text)
{
    char *copy = strdup(text);
    for (char *c = copy; c && *(c += ui_cmd_unquoted(c, ";", NULL) - c); c++)
        if (strchr(" \t\n", c[1]))
            *c = '\n';
    bool ok = copy && ui_cmd_script(s, "-c", copy);
    free(copy);
    return ok;
}

static bool run_file(struct ui_session *s, const char *path)
{
    if (ui_cmd_source(s, path))
        return true;
    command_done(s, false);
    return false;
}

/* Runs --command and --script in their order, up to the first that fails. */
static bool run_given(const struct ui_args *args, struct ui_session *s, bool *any)
{
    bool ok = true;
    *any = false;
    for (size_t i = 0; i < args->n && ok && !s->quit; i++) {
        enum ui_option option = args->items[i].option;
        if (option != OPT_COMMAND && option != OPT_SCRIPT)
            continue;
        *any = true;
        ok = option == OPT_COMMAND ? run_text(s, args->items[i].value)
                                   : run_file(s, args->items[i].value);
    }
    return ok;
}

/* --- waiting --- */
static bool is_interrupted(const struct ui_session *s)
{
    return s->interrupts && *s->interrupts != s->seen;
}

/* Whether a signal has asked for the end. */
static bool is_over(const struct ui_session *s)
{
    return s->ends && *s->ends;
}

static bool interrupted(struct ui_session *s)
{
    bool so = is_interrupted(s);
    if (so)
        s->seen = *s->interrupts;
    return so;
}

bool ui_shell_turn(struct ui_session *s, bool client, bool running)
{
    struct shell *sh = s->ctx;
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    if (client != (s->driver != NULL)) {
        s->driver = client ? "gdb is connected, and runs the machine" : NULL;
        keep_output(sh, client ? "gdb has come\n" : "gdb has gone\n");
    }
    if (!running && (sh->elsewhere || sh->boundaries != ui_when(s).boundaries)) {
        sh->boundaries = ui_when(s).boundaries;
        ui_show_stop(s);
    }
    sh->elsewhere = running;
    if (sh->said.n) {
        if (sh->le)
            putchar('\n');
        command_done(s, true);
        if (sh->le)
            lineedit_refresh(sh->le);
    }
    return is_interrupted(s) || poll(&p, 1, 0) > 0;
}

/* Serves the other client. True: input is readable, or has ended. */
static bool serve_fellow(struct ui_session *s)
{
    struct shell *sh = s->ctx;
    if (!sh->elsewhere)
        sh->boundaries = ui_when(s).boundaries;
    return s->fellow->serve(s->fellow->ctx);
}

/* Signals are only allowed during the wait, and are checked before and after it: a key typed after
 * Ctrl-C belongs to the next line. */
static enum lineedit_wait wait_for_key(void *ctx, int fd)
{
    struct ui_session *s = ctx;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    sigset_t signals, before;
    int n = 0;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    bool dropped = interrupted(s);
    if (s->fellow && !dropped)
        s->quit |= !serve_fellow(s);
    while (!s->fellow && !dropped && n <= 0) {
        n = ppoll(&p, 1, NULL, &before);
        if (n < 0 && errno != EINTR)
            break; /* read() will report it */
        dropped = interrupted(s);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    dropped |= interrupted(s);
    s->quit |= is_over(s);
    return s->quit ? LINEEDIT_END : dropped ? LINEEDIT_DROP : LINEEDIT_KEY;
}

/* --- a pipe or a file --- */
static ssize_t read_served(void *ctx, char *buf, size_t n)
{
    enum lineedit_wait wait;
    while ((wait = wait_for_key(ctx, STDIN_FILENO)) == LINEEDIT_DROP)
        ;
    return wait == LINEEDIT_END ? 0 : read(STDIN_FILENO, buf, n);
}

/* No prompt, and an empty line does nothing. The other client is served before each character, so
 * that lines that are already there do not keep it waiting. */
static void serve_pipe(struct ui_session *s)
{
    char *line = NULL;
    size_t room = 0;
    FILE *in =
        s->fellow ? fopencookie(s, "r", (cookie_io_functions_t){.read = read_served}) : stdin;
    if (!in) {
        ui_error("out of memory");
        return;
    }
    if (s->fellow)
        setvbuf(in, NULL, _IONBF, 0);
    s->file = "stdin";
    s->number = 0;
    while (!s->quit && getline(&line, &room, in) >= 0 && !s->quit) {
        s->number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[strspn(line, " \t")])
            ui_cmd_exec(s, line);
    }
    if (in != stdin)
        fclose(in);
    free(line);
}

/* --- a user at a terminal --- */
static void complete(void *ctx, const char *line, size_t cursor, struct ui_candidates *c)
{
    ui_complete(ctx, line, cursor, c);
}

static void serve_person(struct ui_session *s)
{
    struct ui_history history;
    struct lineedit *le = lineedit_new(&(struct lineedit_opts){.in = stdin,
                                                               .out = stdout,
                                                               .prompt = "(eulab) ",
                                                               .ctx = s,
                                                               .complete = complete,
                                                               .wait = wait_for_key});
    struct shell *sh = s->ctx;
    char *line = NULL;
    if (!le) {
        ui_error("no line editor: out of memory");
        return;
    }
    ui_history_load(&history);
    for (size_t i = 0; i < history.n; i++)
        lineedit_remember(le, history.lines[i]);
    s->history = &history;
    sh->le = le;
    while (!s->quit && (line = lineedit_read(le))) {
        if (s->quit) {
            /* the line was not ended: what was typed is no command */
        } else if (line[strspn(line, " \t")]) {
            ui_history_add(&history, line);
            lineedit_remember(le, line);
            ui_cmd_exec(s, line);
        } else
            ui_cmd_again(s);
        free(line);
    }
    if (!s->quit)
        putchar('\n');
    s->history = NULL;
    sh->le = NULL;
    lineedit_free(le);
    char why[PATH_MAX + 128];
    if (!ui_history_save(&history, why, sizeof why))
        ui_error("%s", why);
    ui_history_fini(&history);
}

int ui_shell(const struct ui_args *args, struct ui_session *s)
{
    struct shell sh = {0};
    bool given;
    s->puts = keep_output;
    s->done = command_done;
    s->ctx = &sh;
    s->run = ui_run_on;
    if (s->dbg)
        s->focus = dbg_last(s->dbg)->focus;
    bool ok = run_given(args, s, &given);
    if (!s->quit && !is_over(s) && ok && (!given || ui_has(args, OPT_INTERACTIVE))) {
        sh.person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
        if (sh.person) {
            ui_show_place(s);
            command_done(s, true);
            serve_person(s);
        } else
            serve_pipe(s);
    }
    free(sh.said.text);
    return ui_flush(stdout, "stdout") ? UI_BAD_INPUT : sh.status;
}
