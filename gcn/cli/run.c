/* run for AMD GCN: a launch to the end of all waves. */
#include <string.h>

#include "gcn/asm.h"
#include "gcn/cli/cli.h"
#include "gcn/cli/launch.h"

static const char *const words[] = {[GCN_STOP_HALTED] = "halted",
                                    [GCN_STOP_ILLEGAL] = "illegal instruction",
                                    [GCN_STOP_MEMORY] = "memory violation",
                                    [GCN_STOP_EXCEPTION] = "exception",
                                    [GCN_STOP_TRAP] = "trap",
                                    [GCN_STOP_UNKNOWN] = "not simulated",
                                    [GCN_STOP_DEADLOCK] = "deadlock",
                                    [GCN_STOP_LIMIT] = "limit"};

/* The wave that a stop speaks of: its own, or the first that has not ended. */
static const struct gcn_wave *wave_of(const struct gcn *m, const struct gcn_wave *at)
{
    for (uint32_t i = 0; i < m->n_waves && (!at || at->state == GCN_WAVE_ENDED); i++)
        at = &m->waves[i];
    return at ? at : m->waves;
}

static void insn_text(const struct gcn *m, uint64_t pc, char text[GCN_TEXT_MAX])
{
    uint8_t b[4 * GCN_MAX_WORDS];
    uint32_t w[GCN_MAX_WORDS];
    gcn_memory_read(m->memory, pc, b, sizeof b);
    for (unsigned i = 0; i < GCN_MAX_WORDS; i++)
        memcpy(&w[i], b + 4 * i, 4);
    gcn_dis_insn(m->gen, w, GCN_MAX_WORDS, NULL, text);
}

/* One line: what, where, why. */
int ui_gcn_complain(const struct gcn *m, int stop, const struct gcn_wave *at, uint64_t limit)
{
    const struct gcn_wave *w = wave_of(m, at);
    char text[GCN_TEXT_MAX];
    bool before = stop == GCN_STOP_ILLEGAL || stop == GCN_STOP_LIMIT || stop == GCN_STOP_DEADLOCK;
    insn_text(m, w->pc, text);
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

int ui_gcn_refuse(const struct ui_args *args)
{
    return ui_usage(args, "not for AMD GCN: run, gdb, serve and siptest are");
}

int ui_gcn_run(const struct ui_args *args)
{
    struct gcn_file f;
    struct gcn_wave *at = NULL;
    int status = gcn_file_init(&f, args);
    if (status == UI_OK)
        status = gcn_file_build(&f);
    if (status == UI_OK) {
        uint64_t budget = f.max_insts;
        enum gcn_stop stop = gcn_run(f.m, &budget, &at);
        status = gcn_file_results(&f);
        if (stop != GCN_STOP_DONE)
            status = ui_gcn_complain(f.m, stop, at, f.max_insts);
    }
    gcn_file_fini(&f);
    return status;
}
