/* run for AMD GCN: runs a launch until all waves have ended. */
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"
#include "gcn/lint.h"
#include "gcn/cli/cli.h"
#include "gcn/cli/launch.h"

static const char *const words[] = {[GCN_STOP_HALTED] = "halted",
                                    [GCN_STOP_ILLEGAL] = "illegal instruction",
                                    [GCN_STOP_MEMORY] = "memory violation",
                                    [GCN_STOP_EXCEPTION] = "exception",
                                    [GCN_STOP_TRAP] = "trap",
                                    [GCN_STOP_UNKNOWN] = "not simulated",
                                    [GCN_STOP_DEADLOCK] = "deadlock",
                                    [GCN_STOP_LINT] = "lint",
                                    [GCN_STOP_LIMIT] = "limit"};

/* The wave that a message about a stop names: @at, or the first that has not ended. */
static const struct gcn_wave *wave_of(const struct gcn *m, const struct gcn_wave *at)
{
    for (uint32_t i = 0; i < m->n_waves && (!at || at->state == GCN_WAVE_ENDED); i++)
        at = &m->waves[i];
    return at ? at : m->waves;
}

void ui_gcn_insn_text(const struct gcn *m, uint64_t pc, char *text)
{
    uint32_t w[GCN_MAX_WORDS];
    gcn_memory_read(m->memory, pc, w, sizeof w);
    gcn_dis_insn(m->gen, w, GCN_MAX_WORDS, NULL, text);
}

/* Prints one line: what, where, why. */
int ui_gcn_complain(const struct gcn *m, int stop, const struct gcn_wave *at, uint64_t limit)
{
    const struct gcn_wave *w = wave_of(m, at);
    char text[GCN_TEXT_MAX];
    bool before = stop == GCN_STOP_ILLEGAL || stop == GCN_STOP_LIMIT || stop == GCN_STOP_DEADLOCK ||
                  stop == GCN_STOP_LINT || stop == GCN_STOP_UNKNOWN;
    ui_gcn_insn_text(m, w->pc, text);
    fprintf(stderr, "eulab: %s: G%u.W%u %s 0x%012llx: %s", words[stop], w->group, w->in_group,
            before ? "at" : "before", (unsigned long long)w->pc, text);
    if (stop == GCN_STOP_LIMIT)
        fprintf(stderr, ": %llu instructions without an end of all waves",
                (unsigned long long)limit);
    else if (stop == GCN_STOP_DEADLOCK)
        fprintf(stderr, ": every wave waits in a barrier");
    else if (*m->why)
        fprintf(stderr, ": %s", m->why);
    if (stop == GCN_STOP_MEMORY || stop == GCN_STOP_EXCEPTION || stop == GCN_STOP_TRAP ||
        stop == GCN_STOP_ILLEGAL)
        fprintf(stderr, "%s",
                w->status & GCN_ST_PRIV ? "; inside the trap handler"
                                        : "; no trap handler is loaded");
    fprintf(stderr, "\n");
    return UI_GUEST;
}

/* --- lint --- */
static bool lint_begin(const struct ui_args *args, const struct gcn_file *f)
{
    bool ok = !gcn_lint_new(f->m, ui_value(args, OPT_LINT) ? GCN_LINT_STOP : GCN_LINT_REPORT);
    for (size_t i = 0; ok && i < f->n_programs; i++) {
        const struct gcn_program *p = &f->programs[i];
        uint8_t *code = malloc(p->size + 1);
        ok = code != NULL;
        if (ok) {
            gcn_memory_read(f->m->memory, p->base, code, p->size);
            ok = !gcn_lint_code(f->m, p->base, code, p->size);
        }
        free(code);
    }
    if (!ok)
        ui_error("out of memory");
    return ok;
}

/* Prints a line for each place; returns whether there are any. */
static bool lint_summary(const struct gcn_file *f)
{
    size_t n;
    unsigned long long total = 0;
    const struct gcn_finding *found = gcn_findings(f->m, &n);
    for (size_t i = 0; i < n; i++)
        total += found[i].count;
    if (n)
        fprintf(stderr, "lint: %llu finding%s at %zu place%s%s\n", total, total == 1 ? "" : "s", n,
                n == 1 ? "" : "s", n == GCN_FINDINGS ? "; there may be more" : "");
    for (size_t i = 0; i < n; i++) {
        const struct gcn_wave *w = &f->m->waves[found[i].wave];
        char text[GCN_TEXT_MAX];
        ui_gcn_insn_text(f->m, found[i].pc, text);
        fprintf(stderr, "lint: 0x%08llx: %s: %s: %s, %llu time%s, first in G%u.W%u\n",
                (unsigned long long)found[i].pc, text, gcn_lint_name(found[i].rule), found[i].what,
                (unsigned long long)found[i].count, found[i].count == 1 ? "" : "s", w->group,
                w->in_group);
    }
    return n;
}

static int lint_option(const struct ui_args *args)
{
    const char *how = ui_value(args, OPT_LINT);
    if (how && strcmp(how, "stop"))
        return ui_usage(args, "--lint takes =stop or nothing, not '%s'", how);
    return UI_OK;
}

int ui_gcn_run(const struct ui_args *args)
{
    struct gcn_file f;
    struct gcn_wave *at = NULL;
    int status = gcn_file_init(&f, args);
    if (status == UI_OK)
        status = lint_option(args);
    if (status == UI_OK)
        status = gcn_file_build(&f);
    if (status == UI_OK && ui_has(args, OPT_LINT) && !lint_begin(args, &f))
        status = UI_BAD_INPUT;
    if (status == UI_OK) {
        uint64_t budget = f.max_insts;
        enum gcn_stop stop = gcn_run(f.m, &budget, &at);
        status = gcn_file_results(&f);
        if (stop != GCN_STOP_DONE)
            status = ui_gcn_complain(f.m, stop, at, f.max_insts);
        if (stop != GCN_STOP_LINT && lint_summary(&f) && status == UI_OK)
            status = UI_GUEST;
    }
    gcn_file_fini(&f);
    return status;
}
