/* Places: labels, source lines, calls, and what a stop looks like. */
#include "ui/cmd_impl.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exception/exception.h"
#include "ui/near.h"
#include "ui/run.h"

enum { LIST_LINES = 10 };

static const struct eu_program *program_at(struct ui_session *s, uint32_t addr)
{
    for (size_t i = 0; i < s->machine->nprogs; i++)
        if (addr - s->machine->progs[i].base < s->machine->progs[i].size)
            return &s->machine->progs[i];
    return NULL;
}

void cmd_label(struct ui_session *s, uint32_t addr, char *buf, size_t n)
{
    const struct eu_program *p = program_at(s, addr);
    const struct eu_label *l = p ? eu_program_label_at(p, addr - p->base) : NULL;
    uint32_t past = l ? addr - p->base - l->addr : 0;
    if (!l)
        snprintf(buf, n, "%s", "");
    else if (past)
        snprintf(buf, n, "%.80s+%u", l->name, past);
    else
        snprintf(buf, n, "%.80s", l->name);
}

/* --- source --- */
/* A place in a source file. The name of a file may come with an ELF from anywhere: only what is an
 * ordinary file is read. */
struct source {
    const char *path;
    uint32_t line;
    char *text; /* of the whole file; the caller frees it */
};
static bool source_file(const struct eu_program *p, uint32_t file, struct source *at)
{
    struct stat st;
    size_t size;
    at->text = NULL;
    at->path = eu_program_file(p, file);
    return at->path && strcmp(at->path, "-") != 0 && stat(at->path, &st) == 0 &&
           S_ISREG(st.st_mode) && eu_file_read(at->path, &at->text, &size) == 0;
}

/* The @n-th line, from 1; NULL: the file is shorter. */
static const char *line_text(const char *text, uint32_t n)
{
    while (text && n-- > 1) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text && *text ? text : NULL;
}

static void say_line(struct ui_session *s, const char *mark, uint32_t n, const char *text)
{
    cmd_say(s, "%s%u\t%.*s\n", mark, n, (int)strcspn(text, "\r\n"), text);
}

static void say_insn(struct ui_session *s, uint32_t addr, const char *label)
{
    struct machine *m = dbg_machine(s->dbg);
    char text[CMD_LINE];
    bool there = m->ops->disassemble(m, addr, text, sizeof text) > 0;
    cmd_say(s, "0x%08x%s%s%s: %s\n", addr, label[0] ? " <" : "", label, label[0] ? ">" : "",
            there ? text : "nothing is mapped there");
}

static void say_place(struct ui_session *s, uint32_t addr)
{
    const struct eu_program *p = program_at(s, addr);
    const struct eu_line *row = p ? eu_program_line_at(p, addr - p->base) : NULL;
    struct source at;
    char label[100];
    cmd_label(s, addr, label, sizeof label);
    const char *text = row && source_file(p, row->file, &at) ? line_text(at.text, row->line) : NULL;
    if (text) {
        cmd_say(s, "0x%08x%s%s () at %s:%u\n", addr, label[0] ? " " : "", label, at.path,
                row->line);
        say_line(s, "", row->line, text);
    } else
        say_insn(s, addr, label);
    if (row)
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
    if (!info.ended || info.queued) /* else it is nowhere in the code */
        say_place(s, dbg_pc(s->dbg, s->focus));
    dbg_describe(s->dbg, s->focus, state, sizeof state);
    cmd_say(s, "%s%s%s%u %s [%s] 0x%08llx of 0x%08llx\n", info.name, *info.name ? "." : "",
            m->traits->lane_mark, s->focus.channel, state, channels, (unsigned long long)info.on_ip,
            (unsigned long long)info.dispatched);
}

/* --- locations --- */
void cmd_source_line(struct ui_session *s, uint32_t addr, char *buf, size_t n)
{
    const struct eu_program *p = program_at(s, addr);
    const struct eu_line *row = p ? eu_program_line_at(p, addr - p->base) : NULL;
    const char *path = row ? eu_program_file(p, row->file) : NULL;
    const char *slash = path ? strrchr(path, '/') : NULL;
    buf[0] = 0;
    if (path)
        snprintf(buf, n, "%.120s:%u", slash ? slash + 1 : path, row->line);
}

/* All of @path, or its end behind a slash. */
static bool names_file(const char *path, const char *name, size_t len)
{
    size_t n = path ? strlen(path) : 0;
    return n >= len && strncmp(path + n - len, name, len) == 0 &&
           (n == len || path[n - len - 1] == '/');
}

struct line_search {
    const char *name; /* of the file, @len characters */
    size_t len;
    uint32_t line; /* wanted, or one behind it that has code */
    uint32_t best, addr;
    bool file, found; /* there is such a file; an instruction */
    struct ui_near near;
};
static void search_program(struct line_search *q, const struct eu_program *p)
{
    for (uint32_t f = 0; f <= p->nfiles; f++) {
        const char *path = eu_program_file(p, f), *slash = path ? strrchr(path, '/') : NULL;
        if (p->nlines && path && !names_file(path, q->name, q->len))
            ui_near_try(&q->near, slash ? slash + 1 : path);
    }
    for (size_t i = 0; i < p->nlines; i++) {
        const struct eu_line *row = &p->lines[i];
        if (!names_file(eu_program_file(p, row->file), q->name, q->len))
            continue;
        q->file = true;
        if (row->line < q->line || (q->found && row->line >= q->best))
            continue;
        q->found = true;
        q->best = row->line;
        q->addr = p->base + row->addr;
    }
}

/* The file that a bare line is of: the focus', else the first that a program has. */
static const char *default_file(struct ui_session *s)
{
    uint32_t pc = (uint32_t)dbg_pc(s->dbg, s->focus);
    const struct eu_program *p = program_at(s, pc);
    const struct eu_line *row = p ? eu_program_line_at(p, pc - p->base) : NULL;
    for (size_t i = 0; !row && i < s->machine->nprogs; i++) {
        p = &s->machine->progs[i];
        row = p->nlines ? p->lines : NULL;
    }
    return row ? eu_program_file(p, row->file) : NULL;
}

static bool source_location(struct ui_session *s, const char *word, const char *number,
                            uint32_t *addr, uint32_t *line)
{
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
    q.line = ui_parse_number(number, UINT32_MAX, &n) ? (uint32_t)n : UINT32_MAX;
    for (size_t i = 0; i < s->machine->nprogs; i++)
        search_program(&q, &s->machine->progs[i]);
    if (!q.file)
        cmd_say(s, "no source file '%.60s'%s\n", name, ui_near_hint(&q.near));
    else if (!q.found)
        cmd_say(s, "%.60s has no instruction at line %.20s or behind it\n", name, number);
    *addr = q.addr;
    *line = q.line;
    return q.found;
}

bool cmd_location(struct ui_session *s, char *word, uint32_t *addr, uint32_t *line)
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
    const struct eu_thread *t = &s->eu->threads[s->focus.thread];
    uint32_t known = t->calls.depth < EU_CALLS ? t->calls.depth : EU_CALLS;
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    for (uint32_t i = 0; i <= known; i++) {
        uint32_t addr =
            i ? t->calls.ret[(t->calls.depth - i) % EU_CALLS] : dbg_pc(s->dbg, s->focus);
        char label[100];
        cmd_label(s, addr, label, sizeof label);
        cmd_say(s, "#%u 0x%08x%s%s\n", i, addr, label[0] ? " " : "", label);
    }
    if (known < t->calls.depth)
        cmd_say(s, "and %u further out, forgotten\n", t->calls.depth - known);
    return true;
}

/* Where `list` begins: around an address, or behind the last lines shown. */
static bool list_from(struct ui_session *s, int argc, char **argv, uint32_t *addr, uint64_t *n,
                      uint32_t *line)
{
    *addr = argc > 1 || !s->next_list ? dbg_pc(s->dbg, s->focus) : s->list_addr;
    *n = LIST_LINES;
    *line = 0;
    if (argc > 3 || (argc == 3 && (!ui_parse_number(argv[2], 100000, n) || !*n)))
        return cmd_usage(s, argv[0]);
    return argc < 2 || cmd_location(s, argv[1], addr, line);
}

bool cmd_LIST(struct ui_session *s, int argc, char **argv)
{
    struct source at;
    uint32_t addr;
    uint64_t n;
    uint32_t asked;
    if (!list_from(s, argc, argv, &addr, &n, &asked))
        return false;
    const struct eu_program *p = program_at(s, addr);
    const struct eu_line *row = p ? eu_program_line_at(p, addr - p->base) : NULL;
    if (!row || !source_file(p, row->file, &at)) {
        cmd_say(s, "0x%08x has no source; `disassemble` shows instructions\n", addr);
        return false;
    }
    uint32_t half = (uint32_t)n / 2, middle = asked ? asked : row->line;
    uint32_t line = argc == 1 && s->next_list ? s->next_list : middle > half ? middle - half : 1;
    const char *text = line_text(at.text, line);
    if (!text)
        cmd_say(s, "line %u is behind the end of %s\n", line, at.path);
    s->list_addr = addr;
    for (const char *l = text; l && *l && n; n--, line++) {
        say_line(s, line == row->line ? "=> " : "   ", line, l);
        l = strchr(l, '\n');
        l = l ? l + 1 : NULL;
    }
    s->next_list = line;
    snprintf(s->again, sizeof s->again, "list");
    free(at.text);
    return text;
}
