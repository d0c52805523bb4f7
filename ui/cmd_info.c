/* Commands that show the state of the machine. */
#include "ui/cmd_impl.h"

#include <stdio.h>
#include <string.h>

#include "ui/expr.h"
#include "ui/history.h"

static void info_window(struct ui_session *s, const struct machine_space *w)
{
    uint64_t bytes = w->shown * w->stride, end = w->base + w->size;
    cmd_say(s, "0x%llx..0x%llx %s: ", (unsigned long long)(w->down ? end - bytes : w->base),
            (unsigned long long)(w->down ? end - 1 : w->base + bytes - 1), w->name);
    if (w->down)
        cmd_say(s, "%s N below 0x%llx - N * 0x%llx: ", w->owner, (unsigned long long)end,
                (unsigned long long)w->stride);
    else if (w->owner[0])
        cmd_say(s, "%s N at 0x%llx + N * 0x%llx: ", w->owner, (unsigned long long)w->base,
                (unsigned long long)w->stride);
    cmd_say(s, "%s%s\n", w->meaning, w->writable ? "" : "; read only");
    if (w->shown < w->owners)
        cmd_say(s, "  of %llu %ss the first %llu\n", (unsigned long long)w->owners, w->owner,
                (unsigned long long)w->shown);
}

/* Prints where the registers are in a window, if the window's meaning does not say so. */
static void info_registers_of(struct ui_session *s, const struct machine_space *w)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_reg *r;
    if (!w->listed)
        return;
    cmd_say(s, "  %s:", w->name);
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++) {
        uint64_t addr = m->ops->reg_addr(m, 0, 0, r);
        if (addr >= w->base && addr - w->base < w->size)
            cmd_say(s, " %s at 0x%llx", r->name, (unsigned long long)(addr - w->base));
    }
    cmd_say(s, "\n");
}

void cmd_info_spaces(struct ui_session *s, uint32_t first, uint32_t end)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_space w;
    (void)first, (void)end;
    for (unsigned i = 0; m->ops->space && m->ops->space(m, i, &w); i++)
        if (i) {
            info_window(s, &w);
            info_registers_of(s, &w);
        } else
            cmd_say(s,
                    "0x%08llx..0x%llx %s\n"
                    "above it windows of the host, for x, print, set, find and watch:\n",
                    (unsigned long long)w.base, (unsigned long long)(w.base + w.size - 1),
                    w.meaning);
}

/* Prints the spaces and then the loaded programs. A machine with its own topic prints the programs
 * itself. */
static void info_spaces(struct ui_session *s, uint32_t first, uint32_t end)
{
    struct machine *m = dbg_machine(s->dbg);
    struct machine_program p;
    cmd_info_spaces(s, first, end);
    for (unsigned i = 0; m->ops->program && m->ops->program(m, i, &p); i++)
        cmd_say(s, "0x%08llx..0x%08llx %s%s: %s\n", (unsigned long long)p.base,
                (unsigned long long)(p.base + p.size - 1), p.data ? "data" : "code",
                p.handler ? " of the handler" : "", p.path);
}

static void info_exceptions(struct ui_session *s, uint32_t first, uint32_t end)
{
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_exception *e;
    if (!m->ops->exception) {
        cmd_say(s, "this machine has no exceptions\n");
        return;
    }
    uint64_t caught = m->ops->catches ? m->ops->catches(m) : 0;
    for (uint32_t t = first; t < end; t++) {
        cmd_say(s, "thread %u: %s%s\n", t, ui_thread(s, t).in_routine ? "in " : "not in ",
                m->traits->handler);
        for (unsigned i = 0; (e = m->ops->exception(m, i)); i++) {
            unsigned state = m->ops->exception_state ? m->ops->exception_state(m, t, i)
                                                     : MACHINE_EXCEPTION_ENABLED;
            cmd_say(s, "  %-19s %s%s%s%s\n", e->name,
                    state & MACHINE_EXCEPTION_ENABLED ? "enabled" : "disabled",
                    state & MACHINE_EXCEPTION_LATCHED ? ", latched" : "",
                    state & MACHINE_EXCEPTION_PENDING ? ", pending" : "",
                    caught >> i & 1 ? ", catch" : "");
        }
    }
}

/* The text of a thread's next instruction, or "". */
static const char *next_insn(struct machine *m, uint64_t ip, char *text, size_t n)
{
    if (m->ops->disassemble(m, ip, text, n) <= 0)
        text[0] = '\0';
    return text;
}

static void info_threads(struct ui_session *s, uint32_t first, uint32_t end)
{
    struct machine *m = dbg_machine(s->dbg);
    for (uint32_t t = first; t < end; t++) {
        struct machine_thread info = ui_thread(s, t);
        char text[CMD_LINE];
        cmd_say(s, "%u %s%s%s%s%s", t, info.name, *info.name ? " " : "", ui_status(&info),
                info.in_routine ? " " : "", info.in_routine ? m->traits->in_routine : "");
        if (info.dispatched) /* a slot without a thread has none */
            cmd_say(s, " ip 0x%08llx on-ip 0x%08llx insts %llu", (unsigned long long)info.ip,
                    (unsigned long long)info.on_ip, (unsigned long long)info.insts);
        if (info.dispatched && (!info.ended || info.queued))
            cmd_say(s, ": %s", next_insn(m, info.ip, text, sizeof text));
        cmd_say(s, "\n");
    }
}

/* Lists registers that are not zero. */
static void info_registers(struct ui_session *s, uint32_t first, uint32_t end)
{
    static const uint8_t zero[UI_REG_MAX];
    struct machine *m = dbg_machine(s->dbg);
    const struct machine_reg *r;
    for (uint32_t t = first; t < end; t++) {
        cmd_say(s, "thread %u, bytes in memory order, what is zero left out\n", t);
        for (unsigned i = 0; (r = m->ops->reg(m, i)); i++) {
            uint8_t bytes[UI_REG_MAX];
            char hex[2 * UI_REG_MAX + 1];
            if (!ui_reg_own(r) || r->bytes > sizeof bytes ||
                m->ops->reg_read(m, t, s->focus.channel, r, bytes) ||
                memcmp(bytes, zero, r->bytes) == 0)
                continue;
            ui_put_hex(bytes, r->bytes, hex);
            cmd_say(s, "  %-5s %s\n", r->name, hex);
        }
    }
}

static void info_breakpoints(struct ui_session *s, uint32_t first, uint32_t end)
{
    bool breaks = cmd_say_breaks(s);
    (void)first, (void)end;
    if (!cmd_say_watches(s) && !breaks)
        cmd_say(s, "no breakpoints, no watchpoints\n");
}

static void info_watchpoints(struct ui_session *s, uint32_t first, uint32_t end)
{
    (void)first, (void)end;
    if (!cmd_say_watches(s))
        cmd_say(s, "no watchpoints\n");
}

/* --- topics --- */
static const struct cmd_topic generic[] = {
    {"spaces", info_spaces},           {"exceptions", info_exceptions},
    {"threads", info_threads},         {"registers", info_registers},
    {"breakpoints", info_breakpoints}, {"watchpoints", info_watchpoints},
};

static const struct cmd_topic *find_topic(const struct cmd_topic *topics, size_t n,
                                          const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (strncmp(topics[i].name, word, strlen(word)) == 0)
            return &topics[i];
    return NULL;
}

/* The machine's own topic instead of a generic one of the same name. */
static const struct cmd_topic *topic_of(const struct ui_session *s, const char *word)
{
    const struct cmd_topic *t = find_topic(generic, sizeof generic / sizeof *generic, word);
    const struct cmd_topic *own =
        s->rows ? find_topic(s->rows->topics, s->rows->ntopics, t ? t->name : word) : NULL;
    return own ? own : t;
}

/* A topic that is also a command. */
static bool say_topic(struct ui_session *s, const char *name, int argc, char **argv, int i)
{
    uint32_t first, end;
    if (!cmd_threads(s, argc, argv, i, &first, &end))
        return false;
    topic_of(s, name)->say(s, first, end);
    return true;
}

bool cmd_INFO(struct ui_session *s, int argc, char **argv)
{
    if (argc < 2 || !argv[1][0] || !topic_of(s, argv[1]))
        return cmd_usage(s, argv[0]);
    const char *name = argc > 2 ? argv[2] + (argv[2][0] == '$') : "";
    if (strcmp(topic_of(s, argv[1])->name, "registers") == 0 &&
        ui_reg_find(dbg_machine(s->dbg), name, strlen(name)) >= 0)
        return cmd_REGISTERS(s, argc - 1, argv + 1); /* as in gdb: `info registers r2` */
    if (argc == 3 && strcmp(topic_of(s, argv[1])->name, "registers") == 0 &&
        !strchr("0123456789", name[0])) {
        cmd_say(s, "no register '%.40s'; `registers` lists those that are not zero\n", name);
        return false;
    }
    return say_topic(s, argv[1], argc, argv, 2);
}

bool cmd_EXCEPTIONS(struct ui_session *s, int argc, char **argv)
{
    return say_topic(s, "exceptions", argc, argv, 1);
}

bool cmd_THREADS(struct ui_session *s, int argc, char **argv)
{
    return argc > 1 ? cmd_usage(s, argv[0]) : say_topic(s, "threads", 1, argv, 1);
}

bool cmd_WHEN(struct ui_session *s, int argc, char **argv)
{
    bool placed = dbg_placed(s->dbg);
    if (argc > 1)
        return cmd_usage(s, argv[0]);
    cmd_say(s, "%llu instructions; %s%s%s\n", (unsigned long long)ui_when(s).insts,
            placed ? "" : machine_stops[dbg_last(s->dbg)->event.stop].name, placed ? "" : ": ",
            dbg_why(s->dbg));
    if (dbg_time(s->dbg)) {
        struct dbg_time_span span;
        dbg_time_span(dbg_time(s->dbg), &span);
        cmd_say(s, "history from %llu to %llu, %zu host inputs\n",
                (unsigned long long)span.begin.insts, (unsigned long long)span.end.insts,
                span.inputs);
    }
    return true;
}

bool cmd_HISTORY(struct ui_session *s, int argc, char **argv)
{
    const struct ui_history *h = s->history;
    uint64_t n = 20;
    if (argc > 2 || (argc == 2 && !ui_parse_number(argv[1], UI_HISTORY_LINES, &n)))
        return cmd_usage(s, argv[0]);
    if (!h)
        cmd_say(s, "only lines typed at a terminal are remembered\n");
    for (size_t i = h && h->n > n ? h->n - n : 0; h && i < h->n; i++)
        cmd_say(s, "%5zu  %s\n", i + 1, h->lines[i]);
    return true;
}
