/* The command table: finds rows, prints help, and executes lines and scripts. The handlers are in
 * ui/cmd_*.c. */
#include "ui/cmd_impl.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/file.h"
#include "ui/expr.h"
#include "ui/near.h"
#include "ui/place.h"

static const struct cmd_row generic[] = {
#define ALIAS(...)
#define CMD(id, name, shortest, args, help, example, more)                                         \
    {name, shortest, cmd_##id, args, help, example, more, false},
#define OWN(id, name, shortest, args, help, example, more)                                         \
    {name, shortest, cmd_##id, args, help, example, more, true},
#include "ui/cmds.def"
#undef ALIAS
#undef CMD
#undef OWN
};
enum { GENERIC = sizeof generic / sizeof *generic };
static const struct {
    const char *name, *meant;
} aliases[] = {
#define ALIAS(name, meant) {name, meant},
#define CMD(...)
#define OWN CMD
#include "ui/cmds.def"
#undef ALIAS
#undef CMD
#undef OWN
};

static const struct cmd_look generic_looks[] = {
#define ALIAS(...)
#define CMD(...)
#define OWN CMD
#define LOOK(id) {cmd_##id, false},
#define LOOK_ALONE(id) {cmd_##id, true},
#include "ui/cmds.def"
#undef ALIAS
#undef CMD
#undef OWN
};

/* --- rows --- */
static const struct cmd_row *row_named(const struct cmd_row *rows, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const struct cmd_row *cmd_row_nth(const struct ui_session *s, size_t i)
{
    const struct cmd_row *own = s->rows ? s->rows->cmds : NULL;
    size_t n = s->rows ? s->rows->ncmds : 0;
    if (i < GENERIC) {
        const struct cmd_row *instead = row_named(own, n, generic[i].name);
        return instead ? instead : &generic[i];
    }
    i -= GENERIC;
    for (size_t k = 0; k < n; k++)
        if (!row_named(generic, GENERIC, own[k].name) && i-- == 0)
            return &own[k];
    return NULL;
}

/* Whether @looks lists the row as one that changes nothing, or nothing without arguments (@alone).
 */
static bool is_listed(const struct cmd_look *looks, size_t n, const struct cmd_row *r, bool alone)
{
    for (size_t i = 0; i < n; i++)
        if (looks[i].run == r->run)
            return alone || !looks[i].alone;
    return false;
}

/* Whether the row changes nothing, or nothing without arguments (@alone). */
static bool only_looks(const struct ui_session *s, const struct cmd_row *r, bool alone)
{
    return is_listed(generic_looks, sizeof generic_looks / sizeof *generic_looks, r, alone) ||
           (s->rows && is_listed(s->rows->looks, s->rows->nlooks, r, alone));
}

struct machine_thread ui_thread(const struct ui_session *s, unsigned thread)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_thread info;
    m->ops->thread(m, thread, &info);
    return info;
}

struct machine_when ui_when(const struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_when when = {0};
    if (m->ops->when)
        m->ops->when(m, &when);
    else if (m->ops->insts) /* the machine cannot go back, but counts instructions */
        when.insts = when.boundaries = m->ops->insts(m);
    return when;
}

const char *ui_status(const struct machine_thread *info)
{
    return info->status    ? info->status
           : info->queued  ? info->queued
           : info->ended   ? "ended"
           : info->waiting ? "waiting"
                           : "ready";
}

static unsigned nthreads(const struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    return m->ops->nthreads(m);
}

void cmd_say(struct ui_session *s, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    s->puts(s->ctx, text);
}

bool cmd_row_fits(const struct ui_session *s, const struct cmd_row *r)
{
    return s->run || !r->own;
}

const struct cmd_row *cmd_find(const struct ui_session *s, const char *word)
{
    const struct cmd_row *other = NULL;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].name, word) == 0)
            word = aliases[i].meant;
    size_t len = strlen(word);
    const struct cmd_row *r;
    for (size_t i = 0; (r = cmd_row_nth(s, i)); i++) {
        if (len < r->shortest || strncmp(r->name, word, len) != 0)
            continue;
        if (cmd_row_fits(s, r) || r->name[len] == '\0') /* a whole name means that command alone */
            return r;
        if (!other)
            other = r;
    }
    return other;
}

bool cmd_usage(struct ui_session *s, const char *name)
{
    const struct cmd_row *r = cmd_find(s, name);
    cmd_say(s, "usage: %s %s\n", r->name, r->args);
    return false;
}

const char *cmd_rest(const struct ui_session *s, int argc, char **argv, int i)
{
    return i < argc ? s->line + (argv[i] - s->words) : "";
}

bool cmd_count_arg(struct ui_session *s, int argc, char **argv, int i, uint64_t *n)
{
    *n = 1;
    if (argc <= i || (argc == i + 1 && ui_parse_number(argv[i], UINT32_MAX, n) && *n))
        return true;
    return cmd_usage(s, argv[0]);
}

bool cmd_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first, uint32_t *end)
{
    uint64_t t = 0;
    *first = 0;
    *end = nthreads(s);
    if (argc <= i)
        return true;
    if (argc > i + 1)
        return cmd_usage(s, argv[0]);
    if (!ui_parse_number(argv[i], nthreads(s) - 1, &t)) {
        cmd_say(s, "no thread '%s': there are %u, from 0\n", argv[i], nthreads(s));
        return false;
    }
    *first = (uint32_t)t;
    *end = *first + 1;
    return true;
}

bool cmd_selected_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                          uint32_t *end)
{
    if (argc > i + 1)
        return cmd_usage(s, argv[0]);
    if (argc > i && strcmp(argv[i], "all") != 0)
        return cmd_threads(s, argc, argv, i, first, end);
    *first = argc > i ? 0 : s->focus.thread;
    *end = argc > i ? nthreads(s) : *first + 1;
    return true;
}

bool cmd_caret(struct ui_session *s, const char *at, const char *text)
{
    cmd_say(s, "%s\n%*s^ %s\n", s->line, (int)(at - s->line), "", text);
    return false;
}

bool cmd_address(struct ui_session *s, char *word, uint64_t *addr)
{
    struct ui_near near = {.word = word};
    if (ui_place(dbg_machine(s->dbg), word, addr))
        return true;
    struct machine *m = dbg_machine(s->dbg);
    const char *label;
    for (unsigned i = 0; m->ops->label_nth && (label = m->ops->label_nth(m, i, addr)); i++)
        ui_near_try(&near, label);
    cmd_say(s, "'%.60s' is neither an address nor a label%s\n", word, ui_near_hint(&near));
    return false;
}

/* --- help --- */
static void unknown(struct ui_session *s, const char *word)
{
    struct ui_near near = {.word = word};
    size_t len = strlen(word);
    bool listed = false;
    const struct cmd_row *r;
    for (size_t i = 0; (r = cmd_row_nth(s, i)); i++) {
        if (!cmd_row_fits(s, r))
            continue;
        if (strncmp(r->name, word, len) == 0) {
            cmd_say(s, listed ? ", %s" : "'%s' is too short: %s", listed ? r->name : word, r->name);
            listed = true;
        } else
            ui_near_try(&near, r->name);
    }
    if (listed)
        cmd_say(s, "\n");
    else if (s->dbg && ui_reg_find(dbg_machine(s->dbg), word, len) >= 0)
        cmd_say(s, "'%s' is a register, no command: `print %s`\n", word, word);
    else if (near.best)
        cmd_say(s, "unknown command '%.60s'%s\n", word, ui_near_hint(&near));
    else
        cmd_say(s, "unknown command '%.60s'; `help` lists them\n", word);
}

static void say_row(struct ui_session *s, const struct cmd_row *r)
{
    cmd_say(s, "%s%s%s - %s\n", r->name, r->args[0] ? " " : "", r->args, r->help);
}

static void say_command(struct ui_session *s, const struct cmd_row *r)
{
    say_row(s, r);
    cmd_say(s, "%s%sshortest: %.*s\nexample: %s\n", r->more, r->more[0] ? "\n" : "",
            (int)r->shortest, r->name, r->example);
}

static void put_stream(void *ctx, const char *text)
{
    fputs(text, ctx);
}

char *ui_cmd_text(const struct ui_rows *rows, const char *word)
{
    struct ui_session s = {.rows = rows, .puts = put_stream, .run = ui_run_on};
    const struct cmd_row *only = cmd_find(&s, word), *r;
    bool all = strcmp(word, "commands") == 0;
    char *text = NULL;
    size_t n;
    if (!only && !all)
        return NULL;
    s.ctx = open_memstream(&text, &n);
    if (!s.ctx)
        return NULL;
    if (all)
        cmd_say(&s,
                "commands of shell and screen, and of gdb after `monitor`; `eulab help WORD` tells "
                "more\n\n");
    for (size_t i = 0; all && (r = cmd_row_nth(&s, i)); i++)
        say_row(&s, r);
    if (only)
        say_command(&s, only);
    fclose(s.ctx);
    return text;
}

bool cmd_HELP(struct ui_session *s, int argc, char **argv)
{
    const struct cmd_row *only = argc > 1 ? cmd_find(s, argv[1]) : NULL;
    char *text = argc > 1 && s->rows && s->rows->help ? s->rows->help(s, argv[1]) : NULL;
    if (argc > 1 && !only && !text) {
        unknown(s, argv[1]);
        return false;
    }
    const struct cmd_row *r;
    for (size_t i = 0; argc == 1 && (r = cmd_row_nth(s, i)); i++)
        if (cmd_row_fits(s, r))
            say_row(s, r);
    if (only)
        say_command(s, only);
    if (text)
        s->puts(s->ctx, text);
    free(text);
    return true;
}

/* --- lines --- */
/* `print/x`, `x/4f`: the first word ends at the slash. */
static void cut_format(struct ui_session *s, char *word)
{
    char *slash = strchr(word, '/');
    s->format = "";
    if (!slash)
        return;
    *slash = '\0';
    s->format = slash + 1;
}

static bool takes_format(const struct cmd_row *r)
{
    return strncmp(r->args, "[/", 2) == 0;
}

/* `print /x r4`, as in gdb: the format is a separate word. */
static int cut_format_word(struct ui_session *s, int argc, char **argv)
{
    if (argc < 2 || argv[1][0] != '/')
        return argc;
    s->format = argv[1] + 1;
    memmove(argv + 1, argv + 2, (size_t)(argc - 1) * sizeof *argv);
    return argc - 1;
}

/* A session without a machine can still look things up. */
static bool needs_no_machine(const struct ui_session *s, const struct cmd_row *r, int argc,
                             char **argv)
{
    return r->run == cmd_HELP || r->run == cmd_QUIT || r->run == cmd_SOURCE ||
           (strcmp(r->name, "info") == 0 && argc > 1 && s->rows && s->rows->tells &&
            s->rows->tells(argv[1]));
}

static bool run_words(struct ui_session *s, int argc, char **argv)
{
    cut_format(s, argv[0]);
    const struct cmd_row *r = cmd_find(s, argv[0]);
    if (r && takes_format(r) && !s->format[0])
        argc = cut_format_word(s, argc, argv);
    if (!r) {
        unknown(s, argv[0]);
        return false;
    }
    if (!cmd_row_fits(s, r)) {
        cmd_say(s, "%s is a command of eulab's shell, not of monitor: %s\n", r->name,
                "gdb has its own to run and look");
        return false;
    }
    if (!s->dbg && !needs_no_machine(s, r, argc, argv)) {
        cmd_say(s, "%s: no kernel given; `help` and tables of `info` do without one\n", r->name);
        return false;
    }
    bool looks = only_looks(s, r, false), alone = only_looks(s, r, true);
    if (alone && !looks && argc == 2 && strcmp(argv[1], "list") == 0)
        argc = 1;
    looks |= alone && argc == 1;
    if (s->controller && !looks) {
        cmd_say(s, "%s: %s controls the machine; this client looks on\n", r->name, s->controller);
        return false;
    }
    if (s->driver && !looks) {
        cmd_say(s, "%s: %s\n", r->name, s->driver);
        return false;
    }
    if (s->format[0] && !takes_format(r)) {
        cmd_say(s, "%s takes no /%s\n", r->name, s->format);
        return false;
    }
    return r->run(s, argc, argv);
}

bool cmd_focus(struct ui_session *s, char *word, struct dbg_focus *f)
{
    char *dot = strchr(word, '.');
    uint64_t thread, channel = 0;
    if (dot)
        *dot = '\0';
    bool ok = ui_parse_number(word, nthreads(s) - 1, &thread) &&
              (!dot || ui_parse_number(dot + 1, dbg_machine(s->dbg)->traits->lanes - 1, &channel));
    if (dot)
        *dot = '.';
    if (ok)
        *f = (struct dbg_focus){(unsigned)thread, (unsigned)channel};
    else
        cmd_say(s,
                "no thread or channel '%s': threads are 0 .. %u, channels behind a point 0 .. %u\n",
                word, nthreads(s) - 1, dbg_machine(s->dbg)->traits->lanes - 1);
    return ok;
}

bool cmd_ON(struct ui_session *s, int argc, char **argv)
{
    struct dbg_focus was = s->focus;
    if (argc < 3)
        return cmd_usage(s, argv[0]);
    const struct cmd_row *r = cmd_find(s, argv[2]);
    if (r && (r->own || !only_looks(s, r, false)) && r->run != cmd_SET) {
        cmd_say(s, "on: %s is not for one thread's registers; what looks is, and set\n", r->name);
        return false;
    }
    if (!cmd_focus(s, argv[1], &s->focus))
        return false;
    bool ok = run_words(s, argc - 2, argv + 2);
    s->focus = was;
    return ok;
}

const char *ui_cmd_unquoted(const char *text, const char *set, const char **open)
{
    const char *quote = NULL;
    for (; *text && (quote || !strchr(set, *text)); text++)
        if (*text == '"')
            quote = quote ? NULL : text;
    if (open)
        *open = quote;
    return text;
}

/* Cuts the next word off *@rest; NULL: there is none. Quotes do not belong to it. *@open: the one
 * that is not closed, or NULL. */
static char *next_word(char **rest, const char **open)
{
    char *word = *rest + strspn(*rest, CMD_BLANKS), *to = word;
    char *end = word + (ui_cmd_unquoted(word, CMD_BLANKS, open) - word);
    *rest = end + (*end != '\0');
    for (const char *from = word; from < end; from++)
        if (*from != '"')
            *to++ = *from;
    *to = '\0';
    return end > word ? word : NULL;
}

/* Whether a command may be meant behind a semicolon; what follows one in a region is a number. */
static bool has_command_behind(const char *line)
{
    const char *at = ui_cmd_unquoted(line, ";", NULL);
    while (*at && !isalpha((unsigned char)at[1]))
        at = ui_cmd_unquoted(at + 1, ";", NULL);
    return *at;
}

static bool run_line(struct ui_session *s, const char *line)
{
    char copy[CMD_LINE], help[] = "help", *argv[CMD_WORDS + 1], *rest = copy;
    const char *open;
    int argc = 0;
    s->fault = false;
    line += strspn(line, CMD_BLANKS);
    if (*line == '#')
        return true;
    if (strlen(line) >= sizeof copy) {
        cmd_say(s, "a line has at most %zu characters\n", sizeof copy - 1);
        return false;
    }
    snprintf(copy, sizeof copy, "%s", line);
    s->line = line;
    s->words = copy;
    for (char *word; (word = next_word(&rest, &open));)
        if (open)
            return cmd_caret(s, s->line + (open - copy), "this quote is not closed");
        else if (argc < CMD_WORDS)
            argv[argc++] = word;
        else
            return cmd_caret(s, s->line + (word - copy), "too many words");
    if (argc == 0)
        argv[argc++] = help;
    argv[argc] = NULL;
    snprintf(s->again, sizeof s->again, "%s", line);
    bool ok = run_words(s, argc, argv);
    if (!ok && has_command_behind(line))
        cmd_say(s, "a ; divides commands only if a blank follows it\n");
    return ok;
}

bool ui_cmd_exec(struct ui_session *s, const char *line)
{
    s->seen = s->interrupts ? *s->interrupts : 0;
    bool ok = run_line(s, line);
    if (s->done)
        s->done(s, ok);
    return ok;
}

bool ui_cmd_again(struct ui_session *s)
{
    char line[UI_LINE];
    snprintf(line, sizeof line, "%s", s->again);
    return !line[0] || ui_cmd_exec(s, line);
}

/* --- scripts --- */
enum { SCRIPTS = 16 };

bool ui_cmd_script(struct ui_session *s, const char *name, char *text)
{
    const char *file = s->file;
    unsigned number = s->number;
    sig_atomic_t interrupts = s->interrupts ? *s->interrupts : 0;
    bool ok = true;
    s->file = name;
    s->number = 0;
    while (text && ok && !s->quit && (!s->interrupts || *s->interrupts == interrupts)) {
        char *line = strsep(&text, "\n");
        s->number++;
        if (line[strspn(line, " \t\r")])
            ok = ui_cmd_exec(s, line);
    }
    s->file = file;
    s->number = number;
    return ok;
}

bool ui_cmd_source(struct ui_session *s, const char *path)
{
    char *text;
    size_t size;
    if (s->depth == SCRIPTS) {
        cmd_say(s, "%s: scripts are %d deep\n", path, SCRIPTS);
        return false;
    }
    int err = file_read(path, &text, &size);
    if (err) {
        cmd_say(s, "%s: %s\n", path, strerror(err));
        return false;
    }
    s->depth++;
    bool ok = ui_cmd_script(s, path, text);
    s->depth--;
    free(text);
    return ok;
}

bool cmd_SOURCE(struct ui_session *s, int argc, char **argv)
{
    if (argc != 2)
        return cmd_usage(s, argv[0]);
    if (s->files && !ui_file_is_ordinary(argv[1])) {
        cmd_say(s, "%s: is no regular file\n", argv[1]);
        return false;
    }
    return ui_cmd_source(s, argv[1]);
}
