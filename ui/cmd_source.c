/* Places: labels, source lines, calls, and what a stop looks like. */
#include "ui/cmd_impl.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exception/exception.h"
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
                      bool *on)
{
    *addr = argc > 1 || !s->next_list ? dbg_pc(s->dbg, s->focus) : s->list_addr;
    *n = LIST_LINES;
    *on = argc == 1 && s->next_list;
    if (argc > 3 || (argc == 3 && (!ui_parse_number(argv[2], 100000, n) || !*n)))
        return cmd_usage(s, argv[0]);
    return argc < 2 || cmd_address(s, argv[1], addr);
}

bool cmd_LIST(struct ui_session *s, int argc, char **argv)
{
    struct source at;
    uint32_t addr;
    uint64_t n;
    bool on;
    if (!list_from(s, argc, argv, &addr, &n, &on))
        return false;
    const struct eu_program *p = program_at(s, addr);
    const struct eu_line *row = p ? eu_program_line_at(p, addr - p->base) : NULL;
    if (!row || !source_file(p, row->file, &at)) {
        cmd_say(s, "0x%08x has no source; `disassemble` shows instructions\n", addr);
        return false;
    }
    uint32_t half = (uint32_t)n / 2;
    uint32_t line = on ? s->next_list : row->line > half ? row->line - half : 1;
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
