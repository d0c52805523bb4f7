#include "ui/cmd.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "ui/run.h"

enum { WORDS = 8, LINE = 512 };

struct cmd_row {
    const char *name;
    size_t shortest;
    bool (*run)(struct ui_session *s, int argc, char **argv);
    const char *args, *help;
};
#define CMD(id, ...) static bool cmd_##id(struct ui_session *s, int argc, char **argv);
#include "ui/cmds.def"
#undef CMD
static const struct cmd_row rows[] = {
#define CMD(id, name, shortest, args, help) {name, shortest, cmd_##id, args, help},
#include "ui/cmds.def"
#undef CMD
};
enum { ROWS = sizeof rows / sizeof *rows };

static void say(struct ui_session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(struct ui_session *s, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    s->puts(s->ctx, text);
}

/* The row whose name @word is, or that it shortens. */
static const struct cmd_row *find(const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i < ROWS; i++)
        if (len >= rows[i].shortest && strncmp(rows[i].name, word, len) == 0)
            return &rows[i];
    return NULL;
}

static bool usage(struct ui_session *s, const char *name)
{
    const struct cmd_row *r = find(name);
    say(s, "usage: %s %s\n", r->name, r->args);
    return false;
}

/* Threads [*first, *end) that argument @i names: all when it is not there. */
static bool threads(struct ui_session *s, int argc, char **argv, int i, uint32_t *first,
                    uint32_t *end)
{
    uint64_t t = 0;
    *first = 0;
    *end = s->eu->nthreads;
    if (argc <= i)
        return true;
    if (argc > i + 1)
        return usage(s, argv[0]);
    if (!ui_parse_number(argv[i], s->eu->nthreads - 1, &t)) {
        say(s, "no thread '%s': there are %u, from 0\n", argv[i], s->eu->nthreads);
        return false;
    }
    *first = (uint32_t)t;
    *end = *first + 1;
    return true;
}

static bool cmd_HELP(struct ui_session *s, int argc, char **argv)
{
    const struct cmd_row *only = argc > 1 ? find(argv[1]) : NULL;
    if (argc > 1 && !only) {
        say(s, "no command '%s'\n", argv[1]);
        return false;
    }
    for (size_t i = 0; i < ROWS; i++)
        if (!only || only == &rows[i])
            say(s, "%s%s%s - %s\n", rows[i].name, rows[i].args[0] ? " " : "", rows[i].args,
                rows[i].help);
    return true;
}

static void info_spaces(struct ui_session *s)
{
    const struct eu *eu = s->eu;
    say(s, "0x00000000..0xdfffffff graphics memory (what is mapped of it), as the EU sees it\n"
           "0xec000000..0xefffffff shadow call stack: return addresses of thread N below "
           "0xf0000000 - N * 0x1000\n"
           "others from 0xe0000000 nothing: windows onto SLM, URB and GRF come with a later "
           "version\n");
    for (unsigned i = 0; i < eu->ncode; i++)
        say(s, "0x%08x..0x%08x code%s\n", eu->code[i].addr, eu->code[i].addr + eu->code[i].size - 1,
            eu->has_sip && eu->code[i].addr == eu->sip ? ": the System Routine" : "");
    for (unsigned i = 0; i < EU_BTI_COUNT; i++) {
        const struct eu_surface *f = &eu->surfaces[i];
        uint64_t bytes = f->present ? eu_surface_bytes(f) : 0;
        if (bytes)
            say(s, "0x%08x..0x%08x surface %u: %s, %u x %u, pitch %u\n", f->address,
                (uint32_t)(f->address + bytes - 1), i, eu_format_name(f->format), f->width,
                f->height, f->pitch);
    }
}

static void info_comparators(struct ui_session *s)
{
    const struct eu *eu = s->eu;
    for (unsigned i = 0; i < 4; i++)
        if (eu->match_on >> i & 1)
            say(s, "%s match %u: 0x%x\n", i < 2 ? "IP" : "opcode", i % 2, eu->matches[i]);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (eu->catches >> k & 1)
            say(s, "catch %s\n", exc_table[k].name);
}

static const char *whereabouts(const struct eu_thread *t)
{
    if (exc_saved(t))
        return "saved and left";
    if (!exc_in_routine(t))
        return "in the application";
    return t->cr[3] & EXC_CR3_SAVE      ? "in the System Routine to save its context"
           : t->cr[3] & EXC_CR3_RESTORE ? "in the System Routine to restore its context"
                                        : "in the System Routine";
}

static void info_exceptions(struct ui_session *s, uint32_t first, uint32_t end)
{
    if (s->eu->has_sip)
        say(s, "System Routine at 0x%08x\n", s->eu->sip);
    else
        say(s, "no System Routine: an enabled exception stops the machine\n");
    info_comparators(s);
    for (uint32_t t = first; t < end; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        say(s, "thread %u: %s, aip 0x%08x%s%s%s, channels of the routine 0x%08x\n", t,
            whereabouts(th), th->cr[2], th->cr[0] & EU_CR0_SUPPRESS ? ", breakpoint suppress" : "",
            exc_attention(th) ? ", attention" : "",
            exc_pending(th) >> EXC_CONTEXT_SAVE & 1 ? ", context-save asked for" : "",
            th->sip_channels);
        for (unsigned i = 0; i < EXC_COUNT; i++) {
            const struct exc_info *e = &exc_table[i];
            if (e->status_bit < 0)
                continue;
            bool enabled = e->enable_bit < 0 || th->cr[1] >> e->enable_bit & 1;
            bool set = th->cr[1] >> e->status_bit & 1;
            say(s, "  %-16s %s%s%s\n", e->name, enabled ? "enabled" : "disabled",
                set ? ", status set" : "", exc_pending(th) >> i & 1 ? ", pending" : "");
        }
    }
}

static void info_threads(struct ui_session *s)
{
    static const char *const status[] = {"free", "ready", "waiting", "ended"};
    for (uint32_t t = 0; t < s->eu->nthreads; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        char name[24], text[LINE];
        ui_thread_name(th, name, sizeof name);
        ui_insn_text(s->eu, th->ip, text, sizeof text);
        say(s, "%u %s %s%s ip 0x%08x on-ip 0x%08x insts %llu: %s\n", t, name,
            status[th->status & 3], exc_in_routine(th) ? " in SIP" : "", th->ip, eu_on_ip(th),
            (unsigned long long)th->insts, text);
    }
}

/* Registers that differ from zero. */
static void info_registers(struct ui_session *s, uint32_t first, uint32_t end)
{
    static const uint8_t zero[UI_REG_MAX];
    for (uint32_t t = first; t < end; t++) {
        say(s, "thread %u, bytes in memory order, what is zero left out\n", t);
        for (unsigned id = 0; id < EU_REG_COUNT; id++) {
            struct ui_regkey key = {id, 0, eu_reg_info(id)->bytes};
            uint8_t bytes[UI_REG_MAX];
            char hex[2 * UI_REG_MAX + 1];
            if (ui_reg_get(s->eu, &s->eu->threads[t], &key, bytes) ||
                memcmp(bytes, zero, key.bytes) == 0)
                continue;
            ui_put_hex(bytes, key.bytes, hex);
            say(s, "  %-5s %s\n", eu_reg_info(id)->name, hex);
        }
    }
}

static bool cmd_INFO(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    size_t len = argc > 1 ? strlen(argv[1]) : 0;
    if (!len)
        return usage(s, argv[0]);
    if (!threads(s, argc, argv, 2, &first, &end))
        return false;
    if (strncmp("spaces", argv[1], len) == 0)
        info_spaces(s);
    else if (strncmp("exceptions", argv[1], len) == 0)
        info_exceptions(s, first, end);
    else if (strncmp("threads", argv[1], len) == 0)
        info_threads(s);
    else if (strncmp("registers", argv[1], len) == 0)
        info_registers(s, first, end);
    else
        return usage(s, argv[0]);
    return true;
}

static bool cmd_MASKS(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!threads(s, argc, argv, 1, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        const struct eu_thread *th = &s->eu->threads[t];
        say(s,
            "thread %u ip 0x%08x: on-ip 0x%08x dmask 0x%08x vmask 0x%08x%s%s, f0 0x%08x f1 "
            "0x%08x\n",
            t, th->ip, eu_on_ip(th), th->sr[2], th->sr[3], th->cr[0] & EU_CR0_VME ? " VME" : "",
            th->cr[0] & EU_CR0_SPF ? " SPF" : "", th->f[0], th->f[1]);
        for (unsigned ch = 0; ch < EU_CHANNELS; ch++)
            if (eu_emask(th) >> ch & 1)
                say(s, "  ch%-2u 0x%08x %s\n", ch, th->pcip[ch],
                    eu_on_ip(th) >> ch & 1 ? "active" : "");
    }
    return true;
}

static bool cmd_DIS(struct ui_session *s, int argc, char **argv)
{
    struct machine *m = dbg_machine(s->dbg);
    uint64_t addr, n = 8;
    uint32_t first = dbg_pc(s->dbg, dbg_last(s->dbg)->focus);
    if (argc > 3 || (argc > 2 && !ui_parse_number(argv[2], 4096, &n)))
        return usage(s, argv[0]);
    if (argc > 1 && !ui_address(s->machine, argv[1], &first)) {
        say(s, "'%.60s' is neither an address nor a label\n", argv[1]);
        return false;
    }
    for (addr = first; n && addr <= UINT32_MAX; n--) {
        char text[LINE];
        int size = m->ops->disassemble(m, (uint32_t)addr, text, sizeof text);
        if (size <= 0) {
            say(s, "0x%08x: nothing is mapped there\n", (uint32_t)addr);
            return false;
        }
        say(s, "0x%08x: %s\n", (uint32_t)addr, text);
        addr += (uint32_t)size;
    }
    return true;
}

static void raise_in(struct ui_session *s, enum exc_kind kind, uint32_t first, uint32_t end)
{
    for (uint32_t t = first; t < end; t++)
        exc_raise(s->eu, &s->eu->threads[t], kind);
    dbg_changed(s->dbg);
    say(s, "%s latched in %u thread%s\n", exc_table[kind].name, end - first,
        end - first == 1 ? "" : "s");
}

static void say_kinds(struct ui_session *s, const char *word)
{
    say(s, "'%s' is none of", word);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        say(s, "%s %s", k ? "," : "", exc_table[k].name);
    say(s, "\n");
}

static bool cmd_RAISE(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    int kind = argc > 1 ? exc_by_name(argv[1]) : -1;
    if (argc > 1 && kind < 0)
        say_kinds(s, argv[1]);
    if (kind < 0)
        return usage(s, argv[0]);
    if (!threads(s, argc, argv, 2, &first, &end))
        return false;
    raise_in(s, (enum exc_kind)kind, first, argc > 2 ? end : 1);
    return true;
}

static bool cmd_HALT(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end;
    if (!threads(s, argc, argv, 1, &first, &end))
        return false;
    raise_in(s, EXC_EXTERNAL_HALT, first, end);
    return true;
}

static bool cmd_CATCH(struct ui_session *s, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int kind = exc_by_name(argv[i]);
        if (strcmp(argv[i], "all") == 0)
            s->eu->catches = (1u << EXC_COUNT) - 1;
        else if (strcmp(argv[i], "none") == 0)
            s->eu->catches = 0;
        else if (kind >= 0)
            s->eu->catches |= 1u << kind;
        else
            return usage(s, argv[0]);
    }
    say(s, "catch:%s", s->eu->catches ? "" : " none");
    for (unsigned k = 0; k < EXC_COUNT; k++)
        if (s->eu->catches >> k & 1)
            say(s, " %s", exc_table[k].name);
    say(s, "\n");
    return true;
}

static bool cmd_PREEMPT(struct ui_session *s, int argc, char **argv)
{
    uint32_t t, end;
    if (argc < 2)
        return usage(s, argv[0]);
    if (!threads(s, argc, argv, 1, &t, &end))
        return false;
    if (exc_preempt(s->eu, &s->eu->threads[t])) {
        say(s, "thread %u cannot be preempted: %s\n", t,
            !s->eu->has_sip                      ? "there is no System Routine to save its context"
            : exc_saved(&s->eu->threads[t])      ? "it is saved"
            : exc_preempting(&s->eu->threads[t]) ? "it is being preempted"
                                                 : "it has ended");
        return false;
    }
    dbg_changed(s->dbg);
    say(s, "thread %u is preempted; slot %u when its context is saved\n", t, t);
    return true;
}

static bool cmd_RESTORE(struct ui_session *s, int argc, char **argv)
{
    uint32_t t, end;
    if (argc < 2)
        return usage(s, argv[0]);
    if (!threads(s, argc, argv, 1, &t, &end))
        return false;
    if (exc_restore(s->eu, &s->eu->threads[t])) {
        say(s, "slot %u has no saved context\n", t);
        return false;
    }
    dbg_changed(s->dbg);
    say(s,
        "thread %u starts in the System Routine to restore its context; in gdb: maint flush "
        "register-cache\n",
        t);
    return true;
}

static bool cmd_ATTENTION(struct ui_session *s, int argc, char **argv)
{
    uint32_t first, end, n = 0;
    bool clear = argc > 1 && strcmp(argv[1], "clear") == 0;
    if (argc > 1 && !clear)
        return usage(s, argv[0]);
    if (!threads(s, argc, argv, 2, &first, &end))
        return false;
    for (uint32_t t = first; t < end; t++) {
        struct eu_thread *th = &s->eu->threads[t];
        char name[24];
        if (!exc_attention(th))
            continue;
        ui_thread_name(th, name, sizeof name);
        say(s, "thread %u %s: attention%s, `wait n1` at 0x%08x\n", t, name, clear ? " cleared" : "",
            th->ip);
        if (clear)
            exc_notify(s->eu, th, 1);
        n++;
    }
    if (clear && n)
        dbg_changed(s->dbg);
    if (!n)
        say(s, "no attention\n");
    return true;
}

static bool cmd_MATCH(struct ui_session *s, int argc, char **argv)
{
    char why[160], *equals = argc == 2 ? strchr(argv[1], '=') : NULL;
    if (argc == 2 && strcmp(argv[1], "off") == 0)
        s->eu->match_on = 0;
    else if (!equals)
        return usage(s, argv[0]);
    else {
        *equals = 0;
        if (!ui_machine_match(s->machine, argv[1], equals + 1, why, sizeof why)) {
            say(s, "%s\n", why);
            return false;
        }
    }
    for (uint32_t t = 0; t < s->eu->nthreads; t++)
        exc_update_attention(s->eu, &s->eu->threads[t]);
    dbg_changed(s->dbg);
    return true;
}

static bool cmd_TRACE(struct ui_session *s, int argc, char **argv)
{
    static const char *const names[] = {"exec", "exc", "mem", "rsp"};
    for (int i = 1; i < argc; i++) {
        unsigned k = 0;
        if (strcmp(argv[i], "off") == 0) {
            s->launch->trace = 0;
            continue;
        }
        while (k < 4 && strcmp(names[k], argv[i]) != 0)
            k++;
        if (k == 4)
            return usage(s, argv[0]);
        s->launch->trace |= 1u << k;
    }
    ui_trace(s->eu, s->launch);
    say(s, "trace:");
    for (unsigned k = 0; k < 4; k++)
        if (s->launch->trace >> k & 1)
            say(s, " %s", names[k]);
    say(s, s->launch->trace ? "\n" : " off\n");
    return true;
}

static bool cmd_WHEN(struct ui_session *s, int argc, char **argv)
{
    const struct dbg_stop *last = dbg_last(s->dbg);
    if (argc > 1)
        return usage(s, argv[0]);
    say(s, "%llu instructions; %s%s%s\n", (unsigned long long)s->eu->insts, last->event.reason,
        last->event.text[0] ? ": " : "", last->event.text);
    if (dbg_time(s->dbg)) {
        struct dbg_time_span span;
        dbg_time_span(dbg_time(s->dbg), &span);
        say(s, "history from %llu to %llu, %zu host inputs\n", (unsigned long long)span.begin.insts,
            (unsigned long long)span.end.insts, span.inputs);
    }
    return true;
}

static bool has_history(struct ui_session *s)
{
    if (!dbg_time(s->dbg))
        say(s, "no history is kept (--history)\n");
    return dbg_time(s->dbg);
}

static bool cmd_CHECKPOINT(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return usage(s, argv[0]);
    if (!has_history(s))
        return false;
    int n = dbg_time_checkpoint(dbg_time(s->dbg));
    if (n < 0)
        say(s, "%s\n", eu_strerror(n));
    else
        say(s, "checkpoint %d after %llu instructions\n", n, (unsigned long long)s->eu->insts);
    return n > 0;
}

static bool go_to(struct ui_session *s, struct machine_when when)
{
    int rc = dbg_goto(s->dbg, when);
    struct dbg_time_span span;
    dbg_time_span(dbg_time(s->dbg), &span);
    if (rc == -EU_ERR_RANGE)
        say(s, "history is from %llu to %llu, and runs on by at most %d\n",
            (unsigned long long)span.begin.insts, (unsigned long long)span.end.insts,
            DBG_GOTO_MOST);
    else if (rc)
        say(s, "%s\n", eu_strerror(rc));
    else
        say(s, "%llu instructions; thread %u at 0x%08x%s%s; in gdb: maint flush register-cache\n",
            (unsigned long long)span.now.insts, dbg_last(s->dbg)->event.thread,
            dbg_last(s->dbg)->event.ip, dbg_last(s->dbg)->event.text[0] ? ": " : "",
            dbg_last(s->dbg)->event.text);
    return rc == 0;
}

static bool cmd_RESTART(struct ui_session *s, int argc, char **argv)
{
    uint64_t n;
    struct machine_when when;
    if (argc != 2 || !ui_parse_number(argv[1], UINT32_MAX, &n))
        return usage(s, argv[0]);
    if (!has_history(s))
        return false;
    if (dbg_time_checkpoint_at(dbg_time(s->dbg), (unsigned)n, &when) == 0)
        return go_to(s, when);
    say(s, "no checkpoint %u, or what was ahead then has been changed\n", (unsigned)n);
    return false;
}

static bool cmd_GOTO(struct ui_session *s, int argc, char **argv)
{
    struct machine_when when = {0};
    if (argc != 2 || !ui_parse_number(argv[1], UINT64_MAX, &when.insts))
        return usage(s, argv[0]);
    return has_history(s) && go_to(s, when);
}

static bool cmd_RESET(struct ui_session *s, int argc, char **argv)
{
    if (argc > 1)
        return usage(s, argv[0]);
    if (dbg_reset(s->dbg)) {
        say(s, "out of memory\n");
        return false;
    }
    say(s, "at the first instruction; in gdb: maint flush register-cache\n");
    return true;
}

bool ui_cmd_exec(struct ui_session *s, const char *line)
{
    char copy[LINE], *argv[WORDS + 1], *save = NULL;
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok_r(copy, " \t\r\n", &save); word && argc < WORDS;
         word = strtok_r(NULL, " \t\r\n", &save))
        argv[argc++] = word;
    argv[argc] = NULL;
    const struct cmd_row *r = argc ? find(argv[0]) : find("help");
    if (r)
        return r->run(s, argc, argv);
    say(s, "unknown command '%.60s'; `help` lists them\n", argv[0]);
    return false;
}
