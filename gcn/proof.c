/* siptest of GCN. */
#include "gcn/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/hsa.h"
#include "gcn/snapshot.h"
#include "gcn/trap.h"

/* Room for one wave's context: registers, and LDS behind the first. */
enum { AREA = 0x40000, GROUP_MAX = 16 };
/* What is not kept, or stands for something else: SPI_PRIO, the barrier where the wave goes again.
 */
enum { STATUS_OWN = 6 | GCN_ST_IN_BARRIER | GCN_ST_PRIV | GCN_ST_EXECZ | GCN_ST_VCCZ };

struct proof {
    struct gcn *m;
    const struct gcn_proof_plan *plan;
    struct gcn_proof_report *r;
    uint32_t wave; /* that the injection is at */
};

/* --- differences --- */
static void differ(struct proof *p, uint32_t wave, int lane, const char *name, uint64_t expected,
                   uint64_t found)
{
    struct gcn_proof_report *r = p->r;
    if (expected == found)
        return;
    r->verdict = GCN_PROOF_DIVERGENCE;
    if (r->n_diffs == GCN_PROOF_DIFFS)
        return;
    struct gcn_proof_diff *d = &r->diffs[r->n_diffs++];
    *d = (struct gcn_proof_diff){.wave = wave, .lane = lane, .expected = expected, .found = found};
    snprintf(d->name, sizeof d->name, "%s", name);
}

static void compare_vgprs(struct proof *p, const struct gcn_wave *a, const struct gcn_wave *b,
                          uint32_t i)
{
    char name[16];
    if (!memcmp(a->v, b->v, (size_t)a->vgprs * GCN_LANES * sizeof *a->v))
        return;
    for (unsigned n = 0; n < a->vgprs; n++)
        for (unsigned l = 0; l < GCN_LANES; l++) {
            snprintf(name, sizeof name, "v%u", n);
            differ(p, i, (int)l, name, a->v[n * GCN_LANES + l], b->v[n * GCN_LANES + l]);
        }
}

/* @a: as it was; @b: as it is. */
static void compare_wave(struct proof *p, const struct gcn_wave *a, const struct gcn_wave *b,
                         uint32_t i)
{
    char name[16];
    bool kept = a->v && b->v && a->vgprs == b->vgprs && a->sgprs == b->sgprs;
    differ(p, i, -1, "pc", a->pc, b->pc);
    differ(p, i, -1, "the wave has ended", a->state == GCN_WAVE_ENDED, b->state == GCN_WAVE_ENDED);
    if (!kept)
        return;
    compare_vgprs(p, a, b, i);
    for (unsigned n = 0; n < a->sgprs; n++) {
        snprintf(name, sizeof name, "s%u", n);
        differ(p, i, -1, name, a->s[n], b->s[n]);
    }
    differ(p, i, -1, "exec", gcn_exec_mask(a), gcn_exec_mask(b));
    differ(p, i, -1, "m0", a->s[GCN_S_M0], b->s[GCN_S_M0]);
    differ(p, i, -1, "scc", a->scc, b->scc);
    differ(p, i, -1, "mode", a->mode, b->mode);
    differ(p, i, -1, "trapsts", a->trapsts & ~(uint32_t)GCN_TRAPSTS_SAVECTX,
           b->trapsts & ~(uint32_t)GCN_TRAPSTS_SAVECTX);
    differ(p, i, -1, "status", a->status & ~(uint32_t)STATUS_OWN,
           b->status & ~(uint32_t)STATUS_OWN);
}

static void compare_memory(struct proof *p, const struct gcn_snapshot *snap)
{
    struct gcn_memory *was = gcn_snapshot_memory(snap);
    uint64_t from = 0, addr;
    char name[24];
    while (p->r->n_diffs < GCN_PROOF_DIFFS && gcn_memory_diff(was, p->m->memory, from, &addr)) {
        uint8_t a = 0, b = 0;
        from = addr + 1;
        if (addr >= GCN_SAVE_AT && addr < GCN_SAVE_AT + (uint64_t)GROUP_MAX * AREA) {
            from = GCN_SAVE_AT + (uint64_t)GROUP_MAX * AREA;
            continue;
        }
        gcn_memory_read(was, addr, &a, 1);
        gcn_memory_read(p->m->memory, addr, &b, 1);
        snprintf(name, sizeof name, "0x%llx", (unsigned long long)addr);
        differ(p, p->wave, -1, name, a, b);
    }
}

static void compare_lds(struct proof *p, const struct gcn_snapshot *snap, uint32_t group)
{
    const uint8_t *a = gcn_snapshot_lds(snap, group), *b = p->m->groups[group].lds;
    char name[24];
    for (uint32_t i = 0; a && b && i < p->m->lds_bytes; i++) {
        snprintf(name, sizeof name, "lds+0x%x", i);
        differ(p, p->wave, -1, name, a[i], b[i]);
    }
}

static void compare(struct proof *p, const struct gcn_snapshot *snap)
{
    for (uint32_t i = 0; i < p->m->n_waves; i++)
        compare_wave(p, gcn_snapshot_wave(snap, i), &p->m->waves[i], i);
    compare_lds(p, snap, p->m->waves[p->wave].group);
    compare_memory(p, snap);
}

/* --- the handler's run --- */
static void trace(struct proof *p, uint64_t pc)
{
    struct gcn_proof_report *r = p->r;
    if (r->n_trace == GCN_PROOF_TRACE)
        memmove(r->trace, r->trace + 1, (--r->n_trace) * sizeof *r->trace);
    r->trace[r->n_trace++] = pc;
}

static bool fault(struct proof *p, const char *why)
{
    p->r->verdict = GCN_PROOF_FAULT;
    snprintf(p->r->why, sizeof p->r->why, "%s%s%s", why, *p->m->why ? ": " : "", p->m->why);
    return false;
}

static bool runs_handler(const struct gcn_wave *w)
{
    return w->state == GCN_WAVE_READY && w->status & GCN_ST_PRIV;
}

/* Waves @first to @end - 1 in turn, until none is in the handler. */
static bool run_handlers(struct proof *p, uint32_t first, uint32_t end)
{
    uint64_t left = p->plan->limit * (end - first);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = first; i < end; i++) {
            struct gcn_wave *w = &p->m->waves[i];
            for (unsigned k = 0; k < GCN_QUANTUM && runs_handler(w); k++) {
                any = true;
                trace(p, w->pc);
                p->r->handler_insts++;
                enum gcn_stop stop = gcn_step(p->m, w);
                bool fine = stop == GCN_GO || stop == GCN_STOP_ENDED || stop == GCN_STOP_BARRIER;
                if (!fine)
                    return fault(p, "the handler stops the machine");
                if (!--left)
                    return fault(p, "the handler does not come back");
            }
        }
    }
    for (uint32_t i = first; i < end; i++)
        if (p->m->waves[i].state == GCN_WAVE_BARRIER && p->m->waves[i].status & GCN_ST_PRIV)
            return fault(p, "a wave waits in a barrier of the handler for ever");
    return true;
}

/* One wave goes to its handler and comes back. */
static bool visit(struct proof *p, enum gcn_trap_kind kind)
{
    struct gcn_wave *w = &p->m->waves[p->wave];
    w->due_id = p->plan->trap_id;
    gcn_trap_request(w, kind);
    w->due |= (uint8_t)(1 << kind);
    gcn_step(p->m, w);
    if (!(w->status & GCN_ST_PRIV))
        return fault(p, "the handler is not entered");
    if (!run_handlers(p, p->wave, p->wave + 1))
        return false;
    return w->state != GCN_WAVE_ENDED || fault(p, "the handler ends the wave");
}

/* --- context save and restore --- */
struct saved {
    bool was;
    uint16_t vgprs, sgprs;
    uint32_t gpr_alloc, lds_alloc, hw_id;
    uint64_t launched;
};

static uint64_t area_of(const struct gcn *m, const struct gcn_wave *w)
{
    return (GCN_SAVE_AT + (uint64_t)w->in_group * AREA) | (uint64_t)(w->in_group == m->save_first)
                                                              << 58;
}

static bool save(struct proof *p, const struct gcn_group *g, struct saved *saved)
{
    uint32_t end = g->first + g->waves;
    p->m->save_first = 0; /* the first that lives: others may have ended */
    while (p->m->waves[g->first + p->m->save_first].state == GCN_WAVE_ENDED)
        p->m->save_first++;
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
        gcn_trap_request(w, GCN_TRAP_CONTEXT_SAVE);
        gcn_step(p->m, w);
        if (!(w->status & GCN_ST_PRIV))
            return fault(p, "the handler is not entered");
    }
    p->m->save_area = GCN_SAVE_AT;
    p->m->save_stride = AREA;
    bool ok = run_handlers(p, g->first, end);
    p->m->save_area = 0;
    for (uint32_t i = g->first; ok && i < end; i++)
        if (p->m->waves[i].state != GCN_WAVE_ENDED)
            return fault(p, "the handler does not end the wave that it saves");
    return ok;
}

/* A new wave where one was saved: nothing but its allocation is the same. */
static bool reborn(struct proof *p, uint32_t i, const struct saved *s)
{
    struct gcn *m = p->m;
    struct gcn_wave *w = &m->waves[i];
    uint32_t scc = p->plan->salt & 1;
    if (gcn_wave_alloc(w, m->gen, s->vgprs, s->sgprs, p->plan->salt + i * 977 + 1))
        return false;
    w->s[GCN_S_ZERO] = 0;
    w->gpr_alloc = s->gpr_alloc;
    w->lds_alloc = s->lds_alloc;
    w->hw_id = s->hw_id;
    w->launched = s->launched;
    w->scc = scc;
    w->mode = 0xf0;
    w->trapsts = w->raised = 0;
    w->due = w->host_trap = w->ran = 0;
    w->status = GCN_ST_VALID | GCN_ST_PRIV | GCN_ST_TRAP_EN;
    w->state = GCN_WAVE_READY;
    gcn_s64_set(w, GCN_S_TBA, m->tba);
    gcn_s64_set(w, GCN_S_TMA, m->tma);
    gcn_s64_set(w, GCN_S_EXEC, area_of(m, w));
    w->pc = m->tba + 4;
    gcn_wave_maps(w, m->gen);
    m->live++;
    m->groups[w->group].left++;
    return true;
}

static bool restore(struct proof *p, struct gcn_group *g, const struct saved *saved)
{
    if (!g->lds)
        g->lds = malloc(p->m->lds_bytes + 1);
    if (!g->lds)
        return false;
    memset(g->lds, (int)(p->plan->salt | 1), p->m->lds_bytes + 1);
    g->waiting = 0;
    for (uint32_t i = 0; i < g->waves; i++)
        if (saved[i].was && !reborn(p, g->first + i, &saved[i]))
            return false;
    return run_handlers(p, g->first, g->first + g->waves);
}

static bool switch_context(struct proof *p)
{
    struct gcn_group *g = &p->m->groups[p->m->waves[p->wave].group];
    struct saved saved[GROUP_MAX];
    return save(p, g, saved) && restore(p, g, saved);
}

/* --- one injection, and all --- */
static bool inject(struct proof *p, const struct gcn_snapshot *snap, enum gcn_trap_kind kind)
{
    struct gcn_proof_report *r = p->r;
    r->kind = kind;
    r->n_trace = 0;
    r->injections++;
    bool came_back = kind == GCN_TRAP_CONTEXT_SAVE ? switch_context(p) : visit(p, kind);
    if (came_back && kind == GCN_TRAP_FLOAT) /* the bit that was raised is to stay */
        p->m->waves[p->wave].trapsts =
            (p->m->waves[p->wave].trapsts & ~(uint32_t)GCN_EXCP_INVALID) |
            (gcn_snapshot_wave(snap, p->wave)->trapsts & GCN_EXCP_INVALID);
    if (came_back)
        compare(p, snap);
    return r->verdict == GCN_PROOF_PASS;
}

/* Every kind at the boundary before the next instruction of @w. False: one failed, or there is no
 * memory. */
static bool at_boundary(struct proof *p, const struct gcn_wave *w)
{
    struct gcn_proof_report *r = p->r;
    struct gcn_snapshot *snap = gcn_snapshot_take(p->m);
    bool good = snap != NULL;
    if (!snap)
        r->verdict = GCN_PROOF_NOMEM;
    p->wave = r->wave = (uint32_t)(w - p->m->waves);
    r->pc = w->pc;
    r->boundary = r->total;
    r->boundaries++;
    for (unsigned k = 0; good && k < GCN_TRAPS; k++)
        if (p->plan->kinds >> k & 1 && !(k == GCN_TRAP_INSTRUCTION && w->pc < 4)) {
            good = inject(p, snap, (enum gcn_trap_kind)k);
            if (gcn_snapshot_restore(p->m, snap)) {
                r->verdict = GCN_PROOF_NOMEM;
                good = false;
            }
        }
    gcn_snapshot_free(snap);
    return good;
}

void gcn_prove(struct gcn *m, const struct gcn_proof_plan *plan, struct gcn_proof_report *report)
{
    struct proof p = {m, plan, report, 0};
    *report = (struct gcn_proof_report){.verdict = GCN_PROOF_PASS};
    gcn_memory_map(m->memory, GCN_SAVE_AT, (uint64_t)GROUP_MAX * AREA);
    for (;; report->total++) {
        enum gcn_stop stop = GCN_STOP_LIMIT;
        struct gcn_wave *w = m->insts < plan->max_insts ? gcn_pick(m, &stop) : NULL;
        report->at = w;
        if (!w && stop != GCN_STOP_DONE) {
            report->verdict = GCN_PROOF_KERNEL;
            report->stop = stop;
        }
        if (!w)
            return;
        if (report->total % plan->every == 0 && !(w->status & GCN_ST_PRIV)) {
            uint32_t i = (uint32_t)(w - m->waves);
            if (!at_boundary(&p, w))
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
