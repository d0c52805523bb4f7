/* The machine: makes it, gives waves their registers, and runs the waves in turn. */
#include "gcn/exec.h"
#include "gcn/lint.h"
#include "gcn/trap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gcn *gcn_new(enum gcn_gen gen)
{
    struct gcn *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->gen = gen;
    m->memory = gcn_memory_new();
    m->cache = gcn_cache_new();
    m->alu = aligned_alloc(64, (sizeof *m->alu + 63) / 64 * 64);
    if (!m->memory || !m->cache || !m->alu) {
        gcn_free(m);
        return NULL;
    }
    memset(m->alu, 0, sizeof *m->alu);
    m->lds_aperture = 0x1000000;
    m->scratch_aperture = 0x2000000;
    return m;
}

static void waves_free(struct gcn *m)
{
    for (uint32_t i = 0; i < m->n_waves; i++)
        free(m->waves[i].v);
    for (uint32_t i = 0; i < m->n_groups; i++)
        free(m->groups[i].lds);
    free(m->waves);
    free(m->groups);
    m->waves = NULL;
    m->groups = NULL;
    m->n_waves = m->n_groups = 0;
}

void gcn_free(struct gcn *m)
{
    if (!m)
        return;
    waves_free(m);
    gcn_memory_free(m->memory);
    gcn_cache_free(m->cache);
    gcn_lint_free(m->lint);
    free(m->alu);
    free(m);
}

int gcn_waves_set(struct gcn *m, uint32_t groups, uint32_t waves)
{
    waves_free(m);
    m->waves = calloc((size_t)groups * waves + 1, sizeof *m->waves);
    m->groups = calloc((size_t)groups + 1, sizeof *m->groups);
    if (!m->waves || !m->groups)
        return -1;
    m->n_waves = groups * waves;
    m->n_groups = groups;
    m->next_group = m->first_live = m->live = m->left = 0;
    m->turn = m->n_waves; /* so that the first turn is the first wave's */
    m->insts = m->boundaries = 0;
    for (uint32_t i = 0; i < m->n_waves; i++) {
        m->waves[i].group = i / waves;
        m->waves[i].in_group = i % waves;
    }
    for (uint32_t i = 0; i < groups; i++)
        m->groups[i] = (struct gcn_group){.first = i * waves, .waves = waves, .left = waves};
    return 0;
}

/* Maps a pair that lies at the end of the allocation: its first code, and its distance from the
 * end. */
static void map_tail(struct gcn_wave *w, unsigned code, unsigned from_end)
{
    for (unsigned i = 0; i < 2; i++)
        if (w->sgprs >= from_end)
            w->map[code + i] = w->to[code + i] = (uint8_t)(w->sgprs - from_end + i);
}

void gcn_wave_maps(struct gcn_wave *w, enum gcn_gen gen)
{
    unsigned named = gen == GCN_GFX803 ? 102 : 104;
    memset(w->map, GCN_S_ZERO, sizeof w->map);
    memset(w->to, GCN_S_SINK, sizeof w->to);
    for (unsigned i = 0; i < named && i < w->sgprs; i++)
        w->map[i] = w->to[i] = (uint8_t)i;
    map_tail(w, GCN_VCC_LO, 2);
    if (gen == GCN_GFX700)
        map_tail(w, 104, 4);
    if (gen == GCN_GFX803) {
        map_tail(w, 104, 4);
        map_tail(w, 102, 6);
    }
    for (unsigned i = 0; w->status & GCN_ST_PRIV && i < 16; i++) /* TBA, TMA, TTMP0..11 */
        w->map[GCN_TBA_LO + i] = w->to[GCN_TBA_LO + i] = (uint8_t)(GCN_S_TBA + i);
    w->map[GCN_M0] = w->to[GCN_M0] = GCN_S_M0;
    for (unsigned i = 0; i < 2; i++)
        w->map[GCN_EXEC_LO + i] = w->to[GCN_EXEC_LO + i] = (uint8_t)(GCN_S_EXEC + i);
}

static uint32_t next_salt(uint32_t *seed)
{
    return *seed = *seed * 1664525 + 1013904223;
}

int gcn_wave_alloc(struct gcn_wave *w, enum gcn_gen gen, unsigned vgprs, unsigned sgprs,
                   uint32_t salt)
{
    size_t n = (size_t)vgprs * GCN_LANES;
    uint32_t *v = malloc(n * sizeof *v);
    if (!v)
        return -1;
    free(w->v);
    w->v = v;
    w->vgprs = (uint16_t)vgprs;
    w->sgprs = (uint16_t)sgprs;
    for (size_t i = 0; i < n; i++)
        v[i] = salt ? next_salt(&salt) : 0;
    for (unsigned i = 0; i < GCN_S_COUNT; i++)
        w->s[i] = salt && i != GCN_S_ZERO ? next_salt(&salt) : 0;
    w->gpr_alloc = (vgprs / 4 - 1) << 8 | (sgprs / 16 - (sgprs >= 16)) << 24;
    w->status = GCN_ST_VALID;
    memset(w->known_v, 0, sizeof w->known_v);
    memset(w->known_s, 0, sizeof w->known_s);
    gcn_wave_maps(w, gen);
    return 0;
}

/* --- hardware registers --- */
enum { HW_MODE = 1, HW_STATUS, HW_TRAPSTS, HW_ID, HW_GPR_ALLOC, HW_LDS_ALLOC, HW_IB_STS };

static uint32_t status_of(const struct gcn_wave *w)
{
    return w->status | (w->scc ? GCN_ST_SCC : 0) | (gcn_exec_mask(w) ? 0 : GCN_ST_EXECZ) |
           (gcn_vcc(w) ? 0 : GCN_ST_VCCZ);
}

uint32_t gcn_hwreg(const struct gcn *m, const struct gcn_wave *w, unsigned id)
{
    (void)m;
    switch (id) {
    case HW_MODE:
        return w->mode;
    case HW_STATUS:
        return status_of(w);
    case HW_TRAPSTS:
        return w->trapsts;
    case HW_ID:
        return w->hw_id;
    case HW_GPR_ALLOC:
        return w->gpr_alloc;
    case HW_LDS_ALLOC:
        return w->lds_alloc;
    case HW_IB_STS:
        return w->ib_sts;
    default:
        return 0;
    }
}

/* PRIV cannot be written in this way. Status: assumed. EXECZ and VCCZ are computed. */
void gcn_hwreg_set(struct gcn *m, struct gcn_wave *w, unsigned id, uint32_t v)
{
    uint32_t own = GCN_ST_SCC | GCN_ST_EXECZ | GCN_ST_VCCZ, keep = GCN_ST_PRIV;
    (void)m;
    switch (id) {
    case HW_MODE:
        w->mode = v;
        break;
    case HW_STATUS:
        w->scc = v & GCN_ST_SCC;
        w->status = (v & ~(own | keep)) | (w->status & keep);
        break;
    case HW_TRAPSTS:
        w->trapsts = v;
        break;
    case HW_IB_STS:
        w->ib_sts = v;
        break;
    default:
        break;
    }
}

/* --- life of waves and groups --- */
static bool group_start(struct gcn *m, struct gcn_group *g)
{
    uint32_t salt = m->lds_salt;
    g->lds = calloc(1, m->lds_bytes + 1);
    if (!g->lds)
        return false;
    for (uint32_t i = 0; salt && i < m->lds_bytes; i++)
        g->lds[i] = (uint8_t)(next_salt(&salt) >> 24);
    g->started = true;
    for (uint32_t i = 0; i < g->waves; i++) {
        struct gcn_wave *w = &m->waves[g->first + i];
        if (m->start(m, w) < 0)
            return false;
        w->state = GCN_WAVE_READY;
        m->live++;
        if (m->started)
            m->started(m->started_ctx, m, w);
    }
    return true;
}

/* Ends a wave and frees its registers: there may be many ended waves. */
static void wave_end(struct gcn *m, struct gcn_wave *w)
{
    struct gcn_group *g = &m->groups[w->group];
    w->state = GCN_WAVE_ENDED;
    m->live--;
    g->left--;
    if (m->n_waves > 4 * GCN_RESIDENT && w != m->waves) {
        free(w->v);
        w->v = NULL;
    }
    if (!g->left) {
        free(g->lds);
        g->lds = NULL;
    }
}

/* Lets waiting waves go on. Their PC is that of s_barrier, so they step over it. */
static void barrier_open(struct gcn *m, struct gcn_group *g)
{
    for (uint32_t i = 0; i < g->waves; i++) {
        struct gcn_wave *w = &m->waves[g->first + i];
        if (w->state != GCN_WAVE_BARRIER)
            continue;
        w->state = GCN_WAVE_READY;
        w->status &= ~(uint32_t)GCN_ST_IN_BARRIER;
        w->pc += 4;
    }
    g->waiting = 0;
}

static enum gcn_stop barrier_meet(struct gcn *m, struct gcn_wave *w)
{
    struct gcn_group *g = &m->groups[w->group];
    if (g->waiting + 1 >= g->left) {
        barrier_open(m, g);
        return GCN_GO;
    }
    g->waiting++;
    w->state = GCN_WAVE_BARRIER;
    w->status |= GCN_ST_IN_BARRIER;
    w->pc -= 4;
    return GCN_STOP_BARRIER;
}

/* A wave that takes a trap while it waits executes s_barrier again afterwards. Status: assumed;
 * R. */
static void barrier_leave(struct gcn *m, struct gcn_wave *w)
{
    if (w->state != GCN_WAVE_BARRIER)
        return;
    w->state = GCN_WAVE_READY;
    w->status &= ~(uint32_t)GCN_ST_IN_BARRIER;
    m->groups[w->group].waiting--;
}

static enum gcn_stop step_end(struct gcn *m, struct gcn_wave *w, enum gcn_stop stop)
{
    struct gcn_group *g = &m->groups[w->group];
    switch (stop) {
    case GCN_STOP_ENDED:
        wave_end(m, w);
        if (g->left && g->waiting >= g->left)
            barrier_open(m, g);
        return stop;
    case GCN_STOP_BARRIER:
        return g->waves == 1 ? GCN_GO : barrier_meet(m, w);
    case GCN_STOP_HALTED:
        w->state = GCN_WAVE_HALTED;
        return stop;
    default:
        return stop;
    }
}

enum gcn_stop gcn_step(struct gcn *m, struct gcn_wave *w)
{
    m->boundaries++;
    *m->why = 0;
    if (gcn_trap_due(w)) {
        barrier_leave(m, w);
        return gcn_trap_boundary(m, w);
    }
    const struct gcn_exec *x = gcn_cache_at(m, w->pc);
    if (!x) {
        snprintf(m->why, sizeof m->why, "at 0x%llx", (unsigned long long)w->pc);
        return gcn_trap_illegal(m, w);
    }
    if (m->lint && !gcn_lint_step(m, w, x))
        return GCN_STOP_LINT;
    bool app = !(w->status & GCN_ST_PRIV);
    w->pc += 4u * x->in.words;
    w->insts++;
    m->insts++;
    enum gcn_stop stop = x->run(m, w, x);
    if (stop == GCN_STOP_UNKNOWN) { /* the wave stands at what is not simulated */
        w->pc -= 4u * x->in.words;
        w->insts--;
        m->insts--;
    } else if (stop != GCN_GO)
        stop = step_end(m, w, stop);
    w->ran = app;
    if (stop == GCN_GO && gcn_trap_due(w))
        return gcn_trap_boundary(m, w);
    return stop;
}

static bool is_ready(const struct gcn_wave *w)
{
    return w->state == GCN_WAVE_READY ||
           ((w->state == GCN_WAVE_BARRIER || w->state == GCN_WAVE_HALTED) && gcn_trap_due(w));
}

/* Why no wave can continue. */
static enum gcn_stop why_stuck(const struct gcn *m)
{
    if (!m->live)
        return GCN_STOP_DONE;
    for (uint32_t i = m->first_live; i < m->n_waves; i++)
        if (m->waves[i].state == GCN_WAVE_HALTED)
            return GCN_STOP_HALTED;
    return GCN_STOP_DEADLOCK;
}

struct gcn_wave *gcn_pick(struct gcn *m, enum gcn_stop *stop)
{
    while (m->next_group < m->n_groups &&
           (!m->live || m->live + m->groups[m->next_group].waves <= GCN_RESIDENT))
        if (!group_start(m, &m->groups[m->next_group++])) {
            snprintf(m->why, sizeof m->why, "no memory for a wave");
            *stop = GCN_STOP_UNKNOWN;
            return NULL;
        }
    if (m->left && m->turn < m->n_waves && is_ready(&m->waves[m->turn]))
        return &m->waves[m->turn];
    while (m->first_live < m->n_waves && m->waves[m->first_live].state == GCN_WAVE_ENDED)
        m->first_live++;
    uint32_t end = m->next_group < m->n_groups ? m->groups[m->next_group].first : m->n_waves;
    bool known = m->turn >= m->first_live && m->turn < end;
    uint32_t span = end - m->first_live, from = known ? m->turn + 1 - m->first_live : 0;
    for (uint32_t k = 0; k < span; k++) {
        uint32_t i = m->first_live + (from + k) % span;
        if (is_ready(&m->waves[i])) {
            m->turn = i;
            m->left = GCN_QUANTUM;
            return &m->waves[i];
        }
    }
    *stop = why_stuck(m);
    return NULL;
}

enum gcn_stop gcn_run(struct gcn *m, uint64_t *budget, struct gcn_wave **at)
{
    enum gcn_stop stop = GCN_STOP_LIMIT;
    *at = NULL;
    while (*budget) {
        struct gcn_wave *w = gcn_pick(m, &stop);
        if (!w)
            return stop;
        *at = w;
        do {
            stop = gcn_step(m, w);
            --*budget;
            --m->left;
        } while (stop == GCN_GO && m->left && *budget);
        if (stop == GCN_STOP_ENDED || stop == GCN_STOP_BARRIER || stop == GCN_STOP_HALTED)
            m->left = 0;
        else if (stop != GCN_GO)
            return stop;
    }
    return GCN_STOP_LIMIT;
}
