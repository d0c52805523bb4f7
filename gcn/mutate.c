/* siptest for GCN: replaces each instruction of the handler by s_nop, and tests whether the proof
 * finds the change. */
#include <stdlib.h>

#include "gcn/proof.h"
#include "gcn/snapshot.h"

#define S_NOP 0xbf800000u

/* The length in dwords of the instruction at @offset of the handler; 0: there is none. */
static int words_at(struct gcn *m, uint32_t offset)
{
    uint32_t w[GCN_MAX_WORDS], left = (m->handler_bytes - offset) / 4;
    struct gcn_insn in;
    size_t n = left < GCN_MAX_WORDS ? left : GCN_MAX_WORDS;
    gcn_memory_read(m->memory, m->tba + offset, w, sizeof *w * n);
    return n ? gcn_decode(m->gen, w, n, &in) : 0;
}

static bool proof_passes(struct gcn *m, const struct gcn_proof_plan *plan, uint32_t offset,
                         int words, bool *memory)
{
    static const uint32_t nop = S_NOP;
    struct gcn_proof_plan quiet = *plan;
    struct gcn_proof_report report;
    quiet.ran = NULL;
    quiet.shard = (struct shard){0};
    for (int i = 0; i < words; i++)
        gcn_memory_write(m->memory, m->tba + offset + 4 * (uint32_t)i, &nop, sizeof nop);
    gcn_prove(m, &quiet, &report);
    *memory = report.verdict != GCN_PROOF_NOMEM;
    return report.verdict == GCN_PROOF_PASS;
}

/* @ran: by dword of the handler, whether the unchanged one executes it. */
static bool each_mutant(struct gcn *m, const struct gcn_proof_plan *plan, const uint8_t *ran,
                        const struct gcn_snapshot *start, gcn_mutant_fn *tell, void *ctx)
{
    bool memory = true;
    uint64_t from, end; /* bytes of the handler */
    shard_range(plan->shard, m->handler_bytes, &from, &end);
    for (uint32_t at = 0; memory && at < end && at + 4 <= m->handler_bytes;) {
        int words = words_at(m, at);
        struct gcn_mutant mutant = {m->tba + at, at, false, ran[at / 4]};
        if (words && at >= from) {
            if (mutant.ran) {
                mutant.found = !proof_passes(m, plan, at, words, &memory);
                memory = !gcn_snapshot_restore(m, start) && memory;
            }
            if (memory)
                tell(ctx, &mutant);
        }
        at += 4 * (uint32_t)(words ? words : 1);
    }
    return memory;
}

int gcn_mutate(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report,
               gcn_mutant_fn *tell, void *ctx)
{
    struct gcn_snapshot *start = gcn_snapshot_take(m);
    struct gcn_proof_plan own = *plan;
    own.ran = calloc(m->handler_bytes / 4 + 1, 1);
    own.shard = (struct shard){0};
    bool memory = start && own.ran;
    if (memory) {
        gcn_prove(m, &own, report);
        memory = report->verdict != GCN_PROOF_NOMEM;
    }
    if (memory && report->verdict == GCN_PROOF_PASS)
        memory = !gcn_snapshot_restore(m, start) && each_mutant(m, plan, own.ran, start, tell, ctx);
    gcn_snapshot_free(start);
    free(own.ran);
    return memory ? 0 : -1;
}
