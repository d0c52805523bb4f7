/* siptest for GCN: compares the machine with its state before the handler's visit. */
#include <stdio.h>
#include <string.h>

#include "gcn/proof_impl.h"

/* Bits that are not preserved, or are compared otherwise: SPI_PRIO, the barrier to which the wave
 * returns. */
enum { STATUS_OWN = 6 | GCN_ST_IN_BARRIER | GCN_ST_PRIV | GCN_ST_EXECZ | GCN_ST_VCCZ };

static void report_diff(struct gcn_proof *p, uint32_t wave, int lane, const char *name,
                        uint64_t expected, uint64_t found)
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

static void compare_vgprs(struct gcn_proof *p, const struct gcn_wave *a, const struct gcn_wave *b,
                          uint32_t i)
{
    char name[16];
    if (!memcmp(a->v, b->v, (size_t)a->vgprs * GCN_LANES * sizeof *a->v))
        return;
    for (unsigned n = 0; n < a->vgprs; n++)
        for (unsigned l = 0; l < GCN_LANES; l++) {
            snprintf(name, sizeof name, "v%u", n);
            report_diff(p, i, (int)l, name, a->v[n * GCN_LANES + l], b->v[n * GCN_LANES + l]);
        }
}

/* @a: before; @b: now. */
static void compare_wave(struct gcn_proof *p, const struct gcn_wave *a, const struct gcn_wave *b,
                         uint32_t i)
{
    char name[16];
    bool kept = a->v && b->v && a->vgprs == b->vgprs && a->sgprs == b->sgprs;
    report_diff(p, i, -1, "pc", a->pc, b->pc);
    report_diff(p, i, -1, "the wave has ended", a->state == GCN_WAVE_ENDED,
                b->state == GCN_WAVE_ENDED);
    if (!kept)
        return;
    compare_vgprs(p, a, b, i);
    for (unsigned n = 0; n < a->sgprs; n++) {
        snprintf(name, sizeof name, "s%u", n);
        report_diff(p, i, -1, name, a->s[n], b->s[n]);
    }
    report_diff(p, i, -1, "exec", gcn_exec_mask(a), gcn_exec_mask(b));
    report_diff(p, i, -1, "m0", a->s[GCN_S_M0], b->s[GCN_S_M0]);
    report_diff(p, i, -1, "scc", a->scc, b->scc);
    report_diff(p, i, -1, "mode", a->mode, b->mode);
    report_diff(p, i, -1, "ib_sts", a->ib_sts, b->ib_sts);
    report_diff(p, i, -1, "trapsts", a->trapsts & ~(uint32_t)GCN_TRAPSTS_SAVECTX,
                b->trapsts & ~(uint32_t)GCN_TRAPSTS_SAVECTX);
    report_diff(p, i, -1, "status", a->status & ~(uint32_t)STATUS_OWN,
                b->status & ~(uint32_t)STATUS_OWN);
}

/* If the byte is not compared: where the range ends that it is in; else 0. */
static uint64_t ignored_to(const struct gcn_proof *p, uint64_t addr)
{
    static const struct gcn_proof_range saved = {GCN_SAVE_AT, (GCN_SAVE_WAVES + 1ull) << 32};
    const struct gcn_proof_range *r = &saved;
    for (size_t i = 0; addr < r->at || addr - r->at >= r->bytes; i++) {
        if (i == p->plan->n_ignore)
            return 0;
        r = &p->plan->ignore[i];
    }
    return r->at + r->bytes;
}

static void compare_memory(struct gcn_proof *p)
{
    struct gcn_memory *was = gcn_snapshot_memory(p->expect);
    uint64_t from = 0, addr, ignored;
    char name[24];
    while (p->r->n_diffs < GCN_PROOF_DIFFS && gcn_memory_diff(was, p->m->memory, from, &addr)) {
        uint8_t a = 0, b = 0;
        ignored = ignored_to(p, addr);
        from = ignored ? ignored : addr + 1;
        if (ignored)
            continue;
        gcn_memory_read(was, addr, &a, 1);
        gcn_memory_read(p->m->memory, addr, &b, 1);
        snprintf(name, sizeof name, "0x%llx", (unsigned long long)addr);
        report_diff(p, p->wave, -1, name, a, b);
    }
}

void gcn_proof_compare_lds(struct gcn_proof *p, uint32_t group)
{
    const uint8_t *a = gcn_snapshot_lds(p->expect, group), *b = p->m->groups[group].lds;
    char name[24];
    for (uint32_t i = 0; a && b && i < p->m->lds_bytes; i++) {
        snprintf(name, sizeof name, "lds+0x%x", i);
        report_diff(p, p->wave, -1, name, a[i], b[i]);
    }
}

void gcn_proof_compare(struct gcn_proof *p)
{
    for (uint32_t i = 0; i < p->m->n_waves; i++)
        compare_wave(p, gcn_snapshot_wave(p->expect, i), &p->m->waves[i], i);
    gcn_proof_compare_lds(p, p->m->waves[p->wave].group);
    compare_memory(p);
}
