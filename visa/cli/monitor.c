/* gdb's `monitor` on vISA: the machine's own views. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dbg.h"
#include "visa/cli/cli.h"

struct answer {
    void *ctx;
    void (*puts)(void *ctx, const char *text);
    struct machine *m;
    struct dbg_focus f;
};

static void say(const struct answer *a, const char *text)
{
    a->puts(a->ctx, text);
}

static void cmd_masks(const struct answer *a)
{
    struct machine_mask masks[MACHINE_MASKS];
    struct machine_thread t;
    struct machine_lane info;
    char line[200], row[MACHINE_LANES + 1] = "";
    unsigned n = a->m->ops->masks(a->m, a->f.thread, masks);
    a->m->ops->thread(a->m, a->f.thread, &t);
    for (unsigned i = 0; i < n; i++) {
        snprintf(line, sizeof line, "%-11s 0x%08llx\n", masks[i].name,
                 (unsigned long long)masks[i].value);
        say(a, line);
    }
    for (unsigned l = 0; l < t.width; l++) {
        a->m->ops->lane(a->m, a->f.thread, l, &info);
        row[l] = info.why->letter;
    }
    snprintf(line, sizeof line, "%-11s %s\n", "channels", row);
    say(a, line);
}

static void cmd_why(const struct answer *a)
{
    struct machine_lane info;
    char line[400];
    a->m->ops->lane(a->m, a->f.thread, a->f.channel, &info);
    snprintf(line, sizeof line, "channel %u %s%s\n", a->f.channel, info.why->text, info.more);
    say(a, line);
}

static void cmd_spaces(const struct answer *a)
{
    struct machine_space s;
    char line[300];
    for (unsigned i = 0; a->m->ops->space(a->m, i, &s); i++) {
        snprintf(line, sizeof line, "%-7s 0x%016llx %s%s\n", s.name, (unsigned long long)s.base,
                 s.owner, s.meaning);
        say(a, line);
    }
}

static void cmd_insn(const struct answer *a)
{
    struct machine_thread t;
    char text[VISA_TEXT_MAX], line[VISA_TEXT_MAX + 2];
    a->m->ops->thread(a->m, a->f.thread, &t);
    if (a->m->ops->disassemble(a->m, t.ip, text, sizeof text) < 0)
        return;
    snprintf(line, sizeof line, "%s\n", text);
    say(a, line);
}

void ui_visa_monitor(struct dbg *dbg, void *ctx, void (*puts)(void *ctx, const char *text),
                     const char *line)
{
    static const struct {
        const char *name;
        void (*run)(const struct answer *a);
    } rows[] = {{"masks", cmd_masks}, {"why", cmd_why}, {"spaces", cmd_spaces}, {"insn", cmd_insn}};
    struct answer a = {ctx, puts, dbg_machine(dbg), dbg_last(dbg)->focus};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(line, rows[i].name)) {
            rows[i].run(&a);
            return;
        }
    say(&a, "on vISA: masks, why, spaces, insn\n");
}
