/* The command table: finding a row, help, messages. */
#include "ui/cmd_impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ui/run.h"

const struct cmd_row cmd_rows[] = {
#define CMD(id, name, shortest, args, help, example, more)                                         \
    {name, shortest, cmd_##id, args, help, example, more},
#include "ui/cmds.def"
#undef CMD
};
const size_t cmd_count = sizeof cmd_rows / sizeof *cmd_rows;

void cmd_say(struct ui_session *s, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    s->puts(s->ctx, text);
}

const struct cmd_row *cmd_find(const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i < cmd_count; i++) {
        const struct cmd_row *r = &cmd_rows[i];
        if (len >= r->shortest && strncmp(r->name, word, len) == 0)
            return r;
    }
    return NULL;
}

bool cmd_usage(struct ui_session *s, const char *name)
{
    const struct cmd_row *r = cmd_find(name);
    cmd_say(s, "usage: %s %s\n", r->name, r->args);
    return false;
}

bool cmd_threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first, uint32_t *end)
{
    uint64_t t = 0;
    *first = 0;
    *end = s->eu->nthreads;
    if (argc <= i)
        return true;
    if (argc > i + 1)
        return cmd_usage(s, argv[0]);
    if (!ui_parse_number(argv[i], s->eu->nthreads - 1, &t)) {
        cmd_say(s, "no thread '%s': there are %u, from 0\n", argv[i], s->eu->nthreads);
        return false;
    }
    *first = (uint32_t)t;
    *end = *first + 1;
    return true;
}

bool cmd_caret(struct ui_session *s, const char *at, const char *text)
{
    cmd_say(s, "%s\n%*s^ %s\n", s->line, (int)(at - s->line), "", text);
    return false;
}

bool cmd_address(struct ui_session *s, char *word, uint32_t *addr)
{
    if (ui_address(s->machine, word, addr))
        return true;
    cmd_say(s, "'%.60s' is neither an address nor a label\n", word);
    return false;
}

/* --- help --- */
static void unknown(struct ui_session *s, const char *word)
{
    const char *best = NULL;
    unsigned least = 3;
    size_t len = strlen(word);
    bool listed = false;
    for (size_t i = 0; i < cmd_count; i++) {
        const struct cmd_row *r = &cmd_rows[i];
        unsigned d = ui_distance(word, r->name);
        if (strncmp(r->name, word, len) == 0) {
            cmd_say(s, listed ? ", %s" : "'%s' is too short: %s", listed ? r->name : word, r->name);
            listed = true;
        } else if (d < least && d < strlen(r->name)) {
            least = d;
            best = r->name;
        }
    }
    if (listed)
        cmd_say(s, "\n");
    else if (best)
        cmd_say(s, "unknown command '%.60s'; did you mean '%s'?\n", word, best);
    else
        cmd_say(s, "unknown command '%.60s'; `help` lists them\n", word);
}

bool cmd_HELP(struct ui_session *s, int argc, char **argv)
{
    const struct cmd_row *only = argc > 1 ? cmd_find(argv[1]) : NULL;
    if (argc > 1 && !only) {
        unknown(s, argv[1]);
        return false;
    }
    for (size_t i = 0; i < cmd_count; i++) {
        const struct cmd_row *r = &cmd_rows[i];
        if (!only || only == r)
            cmd_say(s, "%s%s%s - %s\n", r->name, r->args[0] ? " " : "", r->args, r->help);
    }
    if (only)
        cmd_say(s, "%s%sshortest: %.*s\nexample: %s\n", only->more, only->more[0] ? "\n" : "",
                (int)only->shortest, only->name, only->example);
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

static bool run_words(struct ui_session *s, int argc, char **argv)
{
    cut_format(s, argv[0]);
    const struct cmd_row *r = cmd_find(argv[0]);
    if (!r) {
        unknown(s, argv[0]);
        return false;
    }
    if (s->format[0] && r->run != cmd_PRINT) {
        cmd_say(s, "%s takes no /%s\n", r->name, s->format);
        return false;
    }
    return r->run(s, argc, argv);
}

bool ui_cmd_exec(struct ui_session *s, const char *line)
{
    char copy[CMD_LINE], help[] = "help", *argv[CMD_WORDS + 1], *save = NULL;
    int argc = 0;
    line += strspn(line, " \t\r\n");
    if (strlen(line) >= sizeof copy) {
        cmd_say(s, "a line has at most %zu characters\n", sizeof copy - 1);
        return false;
    }
    snprintf(copy, sizeof copy, "%s", line);
    s->line = line;
    s->words = copy;
    for (char *word = strtok_r(copy, " \t\r\n", &save); word;
         word = strtok_r(NULL, " \t\r\n", &save))
        if (argc < CMD_WORDS)
            argv[argc++] = word;
        else
            return cmd_caret(s, s->line + (word - copy), "too many words");
    if (argc == 0)
        argv[argc++] = help;
    argv[argc] = NULL;
    return run_words(s, argc, argv);
}
