/* siptest for GCN: injects traps, runs the handler, saves and restores contexts. */
#include "gcn/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/lint.h"
#include "gcn/proof_impl.h"
#include "gcn/trap.h"

/* After SAVEWAVE, the host answers when the wave has executed so many instructions. */
enum { ANSWER_AFTER = 23 };
/* The bits that are set to random values: in MODE rounding, denormals, DX10_CLAMP, IEEE, CSP; in
 * STATUS priority, trace, export, performance, COND_DBG, ALLOW_REPLAY, INST_ATC; in TRAPSTS EXCP,
 * EXCP_CYCLE, DP_RATE; in IB_STS FIRST_REPLAY, RCNT. */
#define SALT_MODE 0xe00003ffu
#define SALT_STATUS 0x08fc0198u
#define SALT_TRAPSTS 0xe03f01ffu
#define SALT_IB_STS 0x000f8000u

/* --- the handler's run --- */
static void trace_pc(struct gcn_proof *p, uint64_t pc)
{
    struct gcn_proof_report *r = p->r;
    if (r->n_trace == GCN_PROOF_TRACE)
        memmove(r->trace, r->trace + 1, (--r->n_trace) * sizeof *r->trace);
    r->trace[r->n_trace++] = pc;
    if (p->plan->ran && pc - p->m->tba < p->m->handler_bytes)
        p->plan->ran[(pc - p->m->tba) / 4] = 1;
}

static bool set_fault(struct gcn_proof *p, const char *why)
{
    p->r->verdict = GCN_PROOF_FAULT;
    snprintf(p->r->why, sizeof p->r->why, "%s%s%s", why, *p->m->why ? ": " : "", p->m->why);
    return false;
}

static bool runs_handler(const struct gcn_wave *w)
{
    return w->state == GCN_WAVE_READY && w->status & GCN_ST_PRIV;
}

/* The save area of a wave; each injection uses another address. */
static uint64_t area_of(const struct gcn_proof *p, const struct gcn_wave *w)
{
    uint64_t before = 64 * (1 + p->r->injections * 37 % 512);
    return GCN_SAVE_AT + ((w->in_group + 1ull) << 32) - before;
}

/* The first living wave of the group saves what the group shares. */
static uint32_t first_alive(const struct gcn_proof *p, const struct gcn_group *g)
{
    uint32_t i = 0;
    while (i < g->waves && gcn_snapshot_wave(p->expect, g->first + i)->state == GCN_WAVE_ENDED)
        i++;
    return i;
}

/* The value that EXEC gets when a wave must save or restore. */
static uint64_t exec_answer(const struct gcn_proof *p, const struct gcn_wave *w)
{
    bool first = w->in_group == first_alive(p, &p->m->groups[w->group]);
    return area_of(p, w) | (uint64_t)first << 58;
}

static bool step_handler(struct gcn_proof *p, struct gcn_wave *w)
{
    trace_pc(p, w->pc);
    p->r->handler_insts++;
    enum gcn_stop stop = gcn_step(p->m, w);
    if (stop != GCN_GO && stop != GCN_STOP_ENDED && stop != GCN_STOP_BARRIER)
        return set_fault(p, "the handler stops the machine");
    if (w->save_asked && w->save_asked++ == ANSWER_AFTER) {
        w->save_asked = 0;
        gcn_s64_set(w, GCN_S_EXEC, exec_answer(p, w));
    }
    return true;
}

/* Runs waves @first to @end - 1 in turn (with every other injection, the last one first) until none
 * is in the handler. @shared: checks that a wave that continues finds LDS unchanged. */
static bool run_handlers(struct gcn_proof *p, uint32_t first, uint32_t end, bool shared)
{
    uint64_t left = p->plan->limit * (end - first);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < end - first; i++) {
            bool backwards = p->r->injections & 1;
            struct gcn_wave *w = &p->m->waves[backwards ? end - 1 - i : first + i];
            for (unsigned k = 0; k < GCN_QUANTUM && runs_handler(w); k++) {
                any = true;
                if (!step_handler(p, w))
                    return false;
                if (!left--)
                    return set_fault(p, "the handler does not come back");
                if (shared && !(w->status & GCN_ST_PRIV))
                    gcn_proof_compare_lds(p, w->group);
            }
        }
    }
    for (uint32_t i = first; i < end; i++)
        if (p->m->waves[i].state == GCN_WAVE_BARRIER && p->m->waves[i].status & GCN_ST_PRIV)
            return set_fault(p, "a wave waits in a barrier of the handler for ever");
    return true;
}

/* Sends one wave to its handler, and waits until it has returned. */
static bool visit_handler(struct gcn_proof *p, enum gcn_trap_kind kind)
{
    struct gcn_wave *w = &p->m->waves[p->wave];
    w->due_id = p->plan->trap_id;
    gcn_trap_request(w, kind);
    w->due |= (uint8_t)(1 << kind);
    gcn_step(p->m, w);
    if (!(w->status & GCN_ST_PRIV))
        return set_fault(p, "the handler is not entered");
    if (!run_handlers(p, p->wave, p->wave + 1, false))
        return false;
    return w->state != GCN_WAVE_ENDED || set_fault(p, "the handler ends the wave");
}

/* --- context save and restore --- */
struct saved {
    bool was;
    uint16_t vgprs, sgprs;
    uint32_t gpr_alloc, lds_alloc, hw_id;
    uint64_t launched;
};

static uint32_t next_salt(uint32_t *seed)
{
    return *seed = *seed * 1664525 + 1013904223;
}

/* Makes room for a wave's registers and, for the first wave, the group's LDS; filled with random
 * values. */
static bool area_ready(const struct gcn_proof *p, const struct gcn_wave *w)
{
    static const uint32_t head = 1024;
    size_t n = w->vgprs * 256u + w->sgprs * 4u + p->m->lds_bytes + head;
    uint32_t seed = p->plan->salt ^ 0x5a5a5a5a, word[64];
    uint64_t at = area_of(p, w);
    if (gcn_memory_map(p->m->memory, at, GCN_SAVE_BYTES))
        return false;
    for (size_t i = 0; i < n; i += sizeof word) {
        for (unsigned k = 0; k < 64; k++)
            word[k] = next_salt(&seed);
        gcn_memory_write(p->m->memory, at + i, word, sizeof word);
    }
    return true;
}

static bool save_group(struct gcn_proof *p, const struct gcn_group *g, struct saved *saved)
{
    uint32_t end = g->first + g->waves;
    for (uint32_t i = g->first; i < end; i++) {
        struct gcn_wave *w = &p->m->waves[i];
        saved[i - g->first] = (struct saved){w->state != GCN_WAVE_ENDED,
                                             w->vgprs,
                                             w->sgprs,
                                             w->gpr_alloc,
                                             w->lds_alloc,
                                             w->hw_id,
                                             w->launched};
        if (w->state == GCN_WAVE_ENDED)
            continue;
        if (!area_ready(p, w))
            return false;
        gcn_trap_request(w, GCN_TRAP_CONTEXT_SAVE);
        gcn_step(p->m, w);
        if (!(w->status & GCN_ST_PRIV))
            return set_fault(p, "the handler is not entered");
    }
    if (!run_handlers(p, g->first, end, false))
        return false;
    for (uint32_t i = g->first; i < end; i++)
        if (p->m->waves[i].state != GCN_WAVE_ENDED)
            return set_fault(p, "the handler does not end the wave that it saves");
    return true;
}

/* Makes a new wave in place of a saved one; only its allocation is the same. */
static bool make_new_wave(struct gcn_proof *p, uint32_t i, const struct saved *s)
{
    struct gcn *m = p->m;
    struct gcn_wave *w = &m->waves[i];
    uint32_t seed = p->plan->salt + i * 977 + 1;
    if (gcn_wave_alloc(w, m->gen, s->vgprs, s->sgprs, seed))
        return false;
    w->s[GCN_S_ZERO] = 0;
    w->gpr_alloc = s->gpr_alloc;
    w->lds_alloc = s->lds_alloc;
    w->hw_id = s->hw_id;
    w->launched = s->launched;
    w->scc = next_salt(&seed) >> 31;
    w->mode = next_salt(&seed) & SALT_MODE;
    w->trapsts = next_salt(&seed) & SALT_TRAPSTS;
    w->ib_sts = next_salt(&seed) & SALT_IB_STS;
    w->raised = 0;
    w->due = w->host_trap = w->ran = w->save_asked = 0;
    w->status = GCN_ST_VALID | GCN_ST_PRIV | GCN_ST_TRAP_EN;
    w->state = GCN_WAVE_READY;
    gcn_s64_set(w, GCN_S_TBA, m->tba);
    gcn_s64_set(w, GCN_S_TMA, m->tma);
    gcn_s64_set(w, GCN_S_EXEC, exec_answer(p, w));
    w->pc = m->tba + 4;
    gcn_wave_maps(w, m->gen);
    gcn_lint_idle(m, w);
    m->live++;
    m->groups[w->group].left++;
    return true;
}

static bool restore_group(struct gcn_proof *p, struct gcn_group *g, const struct saved *saved)
{
    if (!g->lds)
        g->lds = malloc(p->m->lds_bytes + 1);
    if (!g->lds)
        return false;
    memset(g->lds, (int)(p->plan->salt | 1), p->m->lds_bytes + 1);
    g->waiting = 0;
    for (uint32_t i = 0; i < g->waves; i++)
        if (saved[i].was && !make_new_wave(p, g->first + i, &saved[i]))
            return false;
    return run_handlers(p, g->first, g->first + g->waves, true);
}

static bool switch_context(struct gcn_proof *p)
{
    struct gcn_group *g = &p->m->groups[p->m->waves[p->wave].group];
    struct saved saved[GCN_SAVE_WAVES];
    return save_group(p, g, saved) && restore_group(p, g, saved);
}

/* --- one injection, and all --- */
/* Sets state that an application may have though no compiler sets it; a handler must preserve it
 * nevertheless. Sticky exceptions are left alone if they tell the handler why it runs. */
static void salt_wave(const struct gcn_proof *p, struct gcn_wave *w, enum gcn_trap_kind kind)
{
    uint32_t seed = p->plan->salt + ((uint32_t)p->r->boundary * GCN_TRAPS + kind + 1) * 2654435761u;
    bool switches = kind == GCN_TRAP_CONTEXT_SAVE;
    uint32_t sticky = switches ? SALT_TRAPSTS : SALT_TRAPSTS & ~0x1ffu;
    if (w->state == GCN_WAVE_ENDED || w->state == GCN_WAVE_QUEUED)
        return;
    w->mode ^= next_salt(&seed) & SALT_MODE;
    w->status ^= next_salt(&seed) & SALT_STATUS;
    w->trapsts ^= next_salt(&seed) & sticky;
    if (switches)
        w->ib_sts ^= next_salt(&seed) & SALT_IB_STS;
}

static void salt_group(const struct gcn_proof *p, enum gcn_trap_kind kind)
{
    const struct gcn_group *g = &p->m->groups[p->m->waves[p->wave].group];
    for (uint32_t i = g->first; i < g->first + g->waves; i++)
        salt_wave(p, &p->m->waves[i], kind);
}

/* Does one injection. Returns false if memory runs out. */
static bool inject_kind(struct gcn_proof *p, enum gcn_trap_kind kind)
{
    struct gcn_proof_report *r = p->r;
    r->kind = kind;
    r->n_trace = 0;
    r->injections++;
    salt_group(p, kind);
    struct gcn_snapshot *expect = gcn_snapshot_take(p->m);
    p->expect = expect;
    if (!expect)
        return false;
    bool came_back = kind == GCN_TRAP_CONTEXT_SAVE ? switch_context(p) : visit_handler(p, kind);
    if (came_back && kind == GCN_TRAP_FLOAT) /* the bit that was raised must stay set */
        p->m->waves[p->wave].trapsts =
            (p->m->waves[p->wave].trapsts & ~(uint32_t)GCN_EXCP_INVALID) |
            (gcn_snapshot_wave(expect, p->wave)->trapsts & GCN_EXCP_INVALID);
    if (came_back)
        gcn_proof_compare(p);
    gcn_snapshot_free(expect);
    return came_back || r->verdict != GCN_PROOF_PASS;
}

/* Injects every kind at the boundary before the next instruction of @w. Returns false if one
 * failed, or memory runs out. */
static bool at_boundary(struct gcn_proof *p, const struct gcn_wave *w)
{
    struct gcn_proof_report *r = p->r;
    struct gcn_snapshot *snap = gcn_snapshot_take(p->m);
    bool memory = snap != NULL;
    p->wave = r->wave = (uint32_t)(w - p->m->waves);
    r->pc = w->pc;
    r->boundary = r->total;
    r->boundaries++;
    bool no_trap = w->pc < 4; /* s_trap would be before address 0 */
    for (unsigned k = 0; memory && r->verdict == GCN_PROOF_PASS && k < GCN_TRAPS; k++)
        if (p->plan->kinds >> k & 1 && !(k == GCN_TRAP_INSTRUCTION && no_trap)) {
            memory = inject_kind(p, (enum gcn_trap_kind)k);
            memory = !gcn_snapshot_restore(p->m, snap) && memory;
        }
    if (!memory)
        r->verdict = GCN_PROOF_NOMEM;
    gcn_snapshot_free(snap);
    return r->verdict == GCN_PROOF_PASS;
}

/* The run to its end, or to the first failure at the boundaries from @from to before @end. */
static void walk(struct gcn_proof *p, uint64_t from, uint64_t end)
{
    struct gcn *m = p->m;
    const struct gcn_proof_plan *plan = p->plan;
    struct gcn_proof_report *report = p->r;
    *report = (struct gcn_proof_report){.verdict = GCN_PROOF_PASS};
    for (;; report->total++) {
        enum gcn_stop stop;
        struct gcn_wave *w = gcn_pick(m, &stop);
        if (w && m->insts >= plan->max_insts) {
            w = NULL;
            stop = GCN_STOP_LIMIT;
        }
        report->at = w;
        if (!w && stop != GCN_STOP_DONE) {
            report->verdict = GCN_PROOF_KERNEL;
            report->stop = stop;
        }
        if (!w)
            return;
        if (report->total >= from && report->total < end && report->total % plan->every == 0 &&
            !(w->status & GCN_ST_PRIV)) {
            uint32_t i = (uint32_t)(w - m->waves);
            if (!at_boundary(p, w))
                return;
            w = &m->waves[i];
        }
        stop = gcn_step(m, w);
        bool waits = stop == GCN_STOP_ENDED || stop == GCN_STOP_BARRIER;
        m->left = waits || !m->left ? 0 : m->left - 1;
        if (stop != GCN_GO && !waits) {
            report->verdict = GCN_PROOF_KERNEL;
            report->stop = stop;
            report->at = w;
            return;
        }
    }
}

/* How many boundaries the run has: one without injections says it. False: it does not end, or there
 * is no memory; the report has which. */
static bool count_boundaries(struct gcn_proof *p, uint64_t *total)
{
    struct gcn_snapshot *start = gcn_snapshot_take(p->m);
    if (start)
        walk(p, 0, 0);
    *total = p->r->total;
    if (!start || (p->r->verdict == GCN_PROOF_PASS && gcn_snapshot_restore(p->m, start)))
        p->r->verdict = GCN_PROOF_NOMEM;
    gcn_snapshot_free(start);
    return p->r->verdict == GCN_PROOF_PASS;
}

void gcn_prove(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report)
{
    struct gcn_proof p = {.m = m, .plan = plan, .r = report};
    uint64_t total = UINT64_MAX, from, end;
    *report = (struct gcn_proof_report){.verdict = GCN_PROOF_PASS};
    gcn_findings_forget(m);
    if (!m->lint && gcn_lint_new(m, GCN_LINT_HANDLER)) {
        report->verdict = GCN_PROOF_NOMEM;
        return;
    }
    if (plan->shard.n && !count_boundaries(&p, &total))
        return;
    shard_range(plan->shard, total, &from, &end);
    walk(&p, from, end);
}
