/* gdb's `monitor` for vISA: commands that the shell does not have. */
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

static void answer_text(const struct answer *a, const char *text)
{
    a->puts(a->ctx, text);
}

static void cmd_why(const struct answer *a)
{
    struct machine_lane info;
    char line[400];
    a->m->ops->lane(a->m, a->f.thread, a->f.channel, &info);
    snprintf(line, sizeof line, "channel %u %s%s\n", a->f.channel, info.why->text, info.more);
    answer_text(a, line);
}

static void cmd_insn(const struct answer *a)
{
    struct machine_thread t;
    char text[VISA_TEXT_MAX] = ""; /* it stays empty past the last instruction */
    a->m->ops->thread(a->m, a->f.thread, &t);
    (void)a->m->ops->disassemble(a->m, t.ip, text, sizeof text);
    answer_text(a, text);
    answer_text(a, "\n");
}

bool ui_visa_monitor(struct dbg *dbg, void *ctx, void (*puts)(void *ctx, const char *text),
                     const char *line)
{
    static const struct {
        const char *name;
        void (*run)(const struct answer *a);
    } rows[] = {{"why", cmd_why}, {"insn", cmd_insn}};
    struct answer a = {ctx, puts, dbg_machine(dbg), dbg_last(dbg)->focus};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(line, rows[i].name)) {
            rows[i].run(&a);
            return true;
        }
    return false;
}
