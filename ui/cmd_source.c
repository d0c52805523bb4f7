/* Commands about places: labels, source lines, calls; and the text of a stop. */
#include "ui/cmd_impl.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/file.h"
#include "ui/near.h"
#include "ui/place.h"

enum { LIST_LINES = 10 };

void cmd_label(struct ui_session *s, uint64_t addr, char *buf, size_t n)
{
    ui_place_label(dbg_machine(s->dbg), addr, buf, n);
}

/* --- source --- */
/* A place in a source file. The file's name may come from any ELF file: only ordinary files are
 * read. */
struct source {
    struct machine_line line;
    char *text; /* the whole file; the caller frees it */
};
static bool source_at(struct ui_session *s, uint64_t addr, struct source *at)
{
    struct machine *m = dbg_machine(s->dbg);
    struct stat st;
    size_t size;
    at->text = NULL;
    return m->ops->line_at && m->ops->line_at(m, addr, &at->line) &&
           strcmp(at->line.file, "-") != 0 && stat(at->line.file, &st) == 0 &&
           S_ISREG(st.st_mode) && file_read(at->line.file, &at->text, &size) == 0;
}

/* The @n-th line, from 1; NULL: the file is shorter. */
static const char *line_text(const char *text, unsigned n)
{
    while (text && n-- > 1) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text && *text ? text : NULL;
}

static void say_line(struct ui_session *s, const char *mark, unsigned n, const char *text)
{
    cmd_say(s, "%s%u\t%.*s\n", mark, n, (int)strcspn(text, "\r\n"), text);
}

static void say_insn(struct ui_session *s, uint64_t addr, const char *label)
{
    struct machine *m = dbg_machine(s->dbg);
    char text[CMD_LINE];
    bool there = m->ops->disassemble(m, addr, text, sizeof text) > 0;
    cmd_say(s, "0x%08llx%s%s%s: %s\n", (unsigned long long)addr, label[0] ? " <" : "", label,
            label[0] ? ">" : "", there ? text : "nothing is mapped there");
}

static void say_place(struct ui_session *s, uint64_t addr)
{
    struct source at;
    char label[UI_LABEL];
    cmd_label(s, addr, label, sizeof label);
    const char *text = source_at(s, addr, &at) ? line_text(at.text, at.line.line) : NULL;
    if (text) {
        cmd_say(s, "0x%08llx%s%s () at %s:%u\n", (unsigned long long)addr, label[0] ? " " : "",
                label, at.line.file, at.line.line);
        say_line(s, "", at.line.line, text);
    } else
        say_insn(s, addr, label);
    free(at.text);
}

void ui_show_place(struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_thread info;
    char state[80], channels[MACHINE_LANES + 1] = "";
    m->ops->thread(m, s->focus.thread, &info);
    for (unsigned i = 0; i < info.width; i++)
        channels[i] = !(info.dispatched >> i & 1) ? ' ' : info.on_ip >> i & 1 ? '#' : '.';
    if (!info.ended || info.queued) /* otherwise it is at no instruction */
        say_place(s, dbg_pc(s->dbg, s->focus));
    dbg_describe(s->dbg, s->focus, state, sizeof state);
    cmd_say(s, "%s%s%s%u %s [%s] 0x%08llx of 0x%08llx\n", info.name, *info.name ? "." : "",
            m->traits->lane_mark, s->focus.channel, state, channels, (unsigned long long)info.on_ip,
            (unsigned long long)info.dispatched);
}

/* --- locations --- */
void cmd_source_line(struct ui_session *s, uint64_t addr, char *buf, size_t n)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_line line;
    buf[0] = 0;
    if (!m->ops->line_at || !m->ops->line_at(m, addr, &line))
        return;
    const char *slash = strrchr(line.file, '/');
    snprintf(buf, n, "%.120s:%u", slash ? slash + 1 : line.file, line.line);
}

/* @name is all of @path, or its end after a slash. */
static bool names_file(const char *path, const char *name, size_t len)
{
    size_t n = path ? strlen(path) : 0;
    return n >= len && strncmp(path + n - len, name, len) == 0 &&
           (n == len || path[n - len - 1] == '/');
}

struct line_search {
    const char *name; /* of the file, @len characters */
    size_t len;
    unsigned line; /* the wanted line, or a later one that has code */
    unsigned best;
    uint64_t addr;
    bool file, found; /* the file exists; an instruction was found */
    struct ui_near near;
};
static void search_line(struct line_search *q, const struct machine_line *row, uint64_t addr)
{
    const char *slash = strrchr(row->file, '/');
    if (!names_file(row->file, q->name, q->len)) {
        ui_near_try(&q->near, slash ? slash + 1 : row->file);
        return;
    }
    q->file = true;
    if (row->line < q->line || (q->found && row->line >= q->best))
        return;
    q->found = true;
    q->best = row->line;
    q->addr = addr;
}

/* The file that a line number alone refers to: that of the focus, else the first that a program
 * has. */
static const char *default_file(struct ui_session *s)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_line line;
    uint64_t addr;
    bool here = m->ops->line_at && m->ops->line_at(m, dbg_pc(s->dbg, s->focus), &line);
    bool any = here || (m->ops->line_nth && m->ops->line_nth(m, 0, &line, &addr));
    return any ? line.file : NULL;
}

static bool source_location(struct ui_session *s, const char *word, const char *number,
                            uint64_t *addr, unsigned *line)
{
    struct machine *m = dbg_machine(s->dbg);
    char name[128];
    uint64_t n;
    struct line_search q = {.name = word, .len = number > word ? (size_t)(number - 1 - word) : 0};
    if (number == word && !(q.name = default_file(s))) {
        cmd_say(s, "'%s' is a source line, and nothing here has source lines: *%s is the address\n",
                word, word);
        return false;
    }
    q.len = number == word ? strlen(q.name) : q.len;
    snprintf(name, sizeof name, "%.*s", (int)q.len, q.name);
    q.near.word = name;
    q.line = ui_parse_number(number, UINT32_MAX, &n) ? (unsigned)n : UINT32_MAX;
    struct machine_line row;
    for (unsigned i = 0; m->ops->line_nth && m->ops->line_nth(m, i, &row, addr); i++)
        if (row.file)
            search_line(&q, &row, *addr);
    if (!q.file)
        cmd_say(s, "no source file '%.60s'%s\n", name, ui_near_hint(&q.near));
    else if (!q.found)
        cmd_say(s, "%.60s has no instruction at line %.20s or behind it\n", name, number);
    *addr = q.addr;
    *line = q.line;
    return q.found;
}

bool cmd_location(struct ui_session *s, char *word, uint64_t *addr, unsigned *line)
{
    char *colon = strrchr(word, ':'), *number = colon ? colon + 1 : word;
    *line = 0;
    if (word[0] == '*')
        return cmd_address(s, word + 1, addr);
    if (*number && strspn(number, "0123456789") == strlen(number) && colon != word)
        return source_location(s, word, number, addr, line);
    return cmd_address(s, word, addr);
}

/* --- commands --- */
bool cmd_BACKTRACE(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_caller frame = {.addr = dbg_pc(s->dbg, s->focus)};
    unsigned i = 0;
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    do {
        char label[UI_LABEL];
        cmd_label(s, frame.addr, label, sizeof label);
        cmd_say(s, "%s#%u 0x%08llx%s%s\n", frame.interrupted ? "<exception>\n" : "", i,
                (unsigned long long)frame.addr, label[0] ? " " : "", label);
    } while (m->ops->caller && m->ops->caller(m, s->focus.thread, s->focus.channel, i++, &frame));
    if (frame.further)
        cmd_say(s, "and %u further out, forgotten\n", frame.further);
    return true;
}

/* Finds where `list` begins: around an address, or after the last lines shown. */
static bool list_from(struct ui_session *s, int argc, char **argv, uint64_t *addr, uint64_t *n,
                      unsigned *line)
{
    *addr = argc > 1 || !s->next_list ? dbg_pc(s->dbg, s->focus) : s->list_addr;
    *n = LIST_LINES;
    *line = 0;
    if (argc > 3 || (argc == 3 && (!ui_parse_number(argv[2], 100000, n) || !*n)))
        return cmd_usage(s, argv[0]);
    return argc < 2 || cmd_location(s, argv[1], addr, line);
}

/* The line of @file at the place of the thread in focus; 0: it is elsewhere. */
static unsigned line_of_focus(struct ui_session *s, const char *file)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_line row;
    bool here = m->ops->line_at(m, dbg_pc(s->dbg, s->focus), &row) && strcmp(row.file, file) == 0;
    return here ? row.line : 0;
}

bool cmd_LIST(struct ui_session *s, int argc, char **argv)
{
    struct source at;
    uint64_t addr;
    uint64_t n;
    unsigned asked;
    if (!list_from(s, argc, argv, &addr, &n, &asked))
        return false;
    if (!source_at(s, addr, &at)) {
        cmd_say(s, "0x%08llx has no source; `disassemble` shows instructions\n",
                (unsigned long long)addr);
        return false;
    }
    unsigned half = (unsigned)n / 2, middle = asked ? asked : at.line.line;
    unsigned here = line_of_focus(s, at.line.file);
    unsigned line = argc == 1 && s->next_list ? s->next_list : middle > half ? middle - half : 1;
    const char *text = line_text(at.text, line);
    if (!text)
        cmd_say(s, "line %u is behind the end of %s\n", line, at.line.file);
    s->list_addr = addr;
    for (const char *l = text; l && *l && n; n--, line++) {
        say_line(s, line == here ? "=> " : "   ", line, l);
        l = strchr(l, '\n');
        l = l ? l + 1 : NULL;
    }
    s->next_list = line;
    snprintf(s->again, sizeof s->again, "list");
    free(at.text);
    return text;
}
