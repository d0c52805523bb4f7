/* Installs the observers of --trace and --lint, and prints their logs. */
#include "eu/cli/trace.h"

#include <stdlib.h>
#include <string.h>

#include "eu/cli/timeline.h"
#include "eu/profile.h"

static void print_log(const struct launch *l, const char *channel, const char *text)
{
    if (l->log)
        l->log(l->log_ctx, channel, text);
    else
        fprintf(stderr, "%s: %s\n", channel, text);
}

static void say_insn(const struct launch *l, const struct eu *eu, const struct eu_thread *t,
                     const struct eu_insn *insn)
{
    char name[24], text[EU_DIS_MAX], line[EU_DIS_MAX + 64];
    struct eu_dis_opts opts = {.gen = eu->gen};
    eu_thread_name(t, name, sizeof name);
    eu_dis(&opts, insn, t->ip, text);
    snprintf(line, sizeof line, "t%u %s 0x%08x %08x %s", t->id, name, t->ip, eu_on_ip(t), text);
    print_log(l, "exec", line);
}

/* --- registers --- */

/* A thread's state before its present instruction, which is not finished. */
struct launch_step {
    bool begun;
    struct eu_thread before;
};

/* Registers that every instruction changes, or that only mirror others. */
static bool is_left_out(unsigned id)
{
    switch (id) {
    case EU_REG_IP:
    case EU_REG_TM0:
    case EU_REG_CE:
    case EU_REG_PCIP:
    case EU_REG_ACCX0:
    case EU_REG_ACCX1:
        return true;
    default:
        return false;
    }
}

static void say_reg(const struct launch *l, const struct eu *eu, const struct eu_thread *before,
                    const struct eu_thread *after, unsigned id)
{
    enum { MOST = EU_GRF_BYTES };
    const struct eu_reg *reg = eu_reg_info(id);
    uint8_t old[MOST], new[MOST];
    char name[24], was[2 * MOST + 1], is[2 * MOST + 1], line[4 * MOST + 80];
    if (reg->bytes > MOST || eu_reg_read(eu, before, id, old) || eu_reg_read(eu, after, id, new) ||
        memcmp(old, new, reg->bytes) == 0)
        return;
    ui_put_hex(old, reg->bytes, was);
    ui_put_hex(new, reg->bytes, is);
    snprintf(line, sizeof line, "t%u %s 0x%08x %s=%s -> %s", before->id,
             eu_thread_name(before, name, sizeof name), before->ip, reg->name, was, is);
    print_log(l, "regs", line);
}

void ui_trace_end(const struct eu *eu, struct launch *l)
{
    const struct launch_step *step = l->step;
    if (!step || !step->begun)
        return;
    for (unsigned id = 0; id < EU_REG_COUNT; id++)
        if (eu_reg_info(id)->gens & eu->gen && !is_left_out(id))
            say_reg(l, eu, &step->before, &eu->threads[step->before.id], id);
}

/* --- hooks --- */

static void saw_insn(void *ctx, struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    struct launch *l = ctx;
    ui_trace_end(eu, l);
    if (l->counts)
        profile_insn(l->counts, eu, t, insn);
    if (l->timeline)
        timeline_insn(l->timeline, eu, t, insn);
    if (l->trace & TRACE_EXEC)
        say_insn(l, eu, t, insn);
    if (l->step)
        *l->step = (struct launch_step){.begun = true, .before = *t};
}

static void saw_exception(void *ctx, struct eu *eu, struct eu_thread *t, unsigned kind, uint32_t ip,
                          uint32_t aip)
{
    const struct launch *l = ctx;
    (void)aip;
    timeline_exception(l->timeline, eu, t, kind, ip);
}

static void saw_log(void *ctx, const char *channel, const char *text)
{
    const struct launch *l = ctx;
    unsigned bit = launch_trace_bit(channel, strlen(channel)); /* lints have no bit */
    if (!bit || l->trace & bit || l->log)
        print_log(l, channel, text);
}

void ui_trace(struct eu *eu, struct launch *l)
{
    if (l->trace & TRACE_REGS && !l->step && !(l->step = calloc(1, sizeof *l->step)))
        ui_error("--trace: out of memory, registers are missing");
    eu->hooks.observer_ctx = l;
    bool each = l->trace & (TRACE_EXEC | TRACE_REGS) || l->counts || l->timeline;
    eu->hooks.on_insn = each ? saw_insn : NULL;
    eu->hooks.on_exception = l->timeline ? saw_exception : NULL;
    bool logs = l->trace & (TRACE_MEM | TRACE_EXC) || l->lint || l->lint_stop || l->log;
    eu->hooks.on_log = logs ? saw_log : NULL;
}
