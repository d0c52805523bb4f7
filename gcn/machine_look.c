/* What views show of the GCN machine: windows, masks, why a lane does nothing, kinds of traps. */
#include <stdio.h>
#include <string.h>

#include "gcn/dwarf.h"
#include "gcn/machine_impl.h"
#include "gcn/trap.h"

/* --- labels --- */
bool gcn_machine_label(struct machine *machine, const char *name, uint64_t *addr)
{
    const struct gcn_machine *g = gcn_self(machine);
    for (size_t i = 0; i < g->n_progs; i++) {
        const struct gcn_label *l = gcn_labels_find(&g->progs[i].labels, name);
        if (l) {
            *addr = l->at;
            return true;
        }
    }
    return false;
}

bool gcn_machine_label_at(struct machine *machine, uint64_t addr, char *name, size_t n,
                          uint64_t *past)
{
    const struct gcn_machine *g = gcn_self(machine);
    const struct gcn_label *l = NULL;
    for (size_t i = 0; i < g->n_progs && !l; i++)
        if (addr - g->progs[i].base < g->progs[i].size)
            l = gcn_labels_before(&g->progs[i].labels, addr);
    if (l) {
        snprintf(name, n, "%s", l->name);
        *past = addr - l->at;
    }
    return l != NULL;
}

const char *gcn_machine_label_nth(struct machine *machine, unsigned i, uint64_t *addr)
{
    const struct gcn_machine *g = gcn_self(machine);
    for (size_t p = 0; p < g->n_progs; i -= (unsigned)g->progs[p++].labels.n)
        if (i < g->progs[p].labels.n) {
            *addr = g->progs[p].labels.items[i].at;
            return g->progs[p].labels.items[i].name;
        }
    return NULL;
}

/* --- windows: where no guest address can be --- */
enum { FRAME_POINTER = 33 }; /* s33; it counts bytes of the wave */

bool gcn_machine_space(struct machine *machine, unsigned i, struct machine_space *space)
{
    const struct gcn *m = gcn_self(machine)->m;
    const struct machine_space spaces[] = {{.name = "memory",
                                            .meaning = "memory (what is mapped of it)",
                                            .base = 0,
                                            .size = GCN_ADDRESS_MASK + 1,
                                            .owner = "",
                                            .owners = 1,
                                            .shown = 1,
                                            .writable = true,
                                            .watchable = true},
                                           {.name = "lds",
                                            .meaning = "LDS",
                                            .base = GCN_LDS_AT,
                                            .size = m->lds_bytes,
                                            .stride = GCN_LDS_STRIDE,
                                            .owner = "group",
                                            .owners = m->n_groups,
                                            .shown = m->n_groups,
                                            .writable = true},
                                           {.name = "vgpr",
                                            .meaning = "VGPRs: 256 bytes each, four a lane",
                                            .base = GCN_VGPR_AT,
                                            .size = GCN_VGPR_STRIDE,
                                            .stride = GCN_VGPR_STRIDE,
                                            .owner = "thread",
                                            .owners = m->n_waves,
                                            .shown = m->n_waves,
                                            .writable = true},
                                           {.name = "sgpr",
                                            .meaning = "SGPRs: four bytes each",
                                            .base = GCN_SGPR_AT,
                                            .size = 4 * GCN_S_SGPRS,
                                            .stride = GCN_SGPR_STRIDE,
                                            .owner = "thread",
                                            .owners = m->n_waves,
                                            .shown = m->n_waves,
                                            .writable = true},
                                           {.name = "own",
                                            .meaning = "registers by lane: SGPRs, VGPRs at 0x200",
                                            .base = GCN_OWN_AT,
                                            .size = GCN_LANES * GCN_OWN_BYTES,
                                            .stride = GCN_LANES * GCN_OWN_BYTES,
                                            .owner = "thread",
                                            .owners = m->n_waves,
                                            .shown = m->n_waves,
                                            .writable = true},
                                           {.name = "scratch",
                                            .meaning = "scratch by lane",
                                            .base = GCN_LANE_SCRATCH_AT,
                                            .size = (uint64_t)GCN_LANES * GCN_LANE_SCRATCH_STRIDE,
                                            .stride = (uint64_t)GCN_LANES * GCN_LANE_SCRATCH_STRIDE,
                                            .owner = "thread",
                                            .owners = m->n_waves,
                                            .shown = m->n_waves,
                                            .writable = true}};
    if (i >= sizeof spaces / sizeof *spaces)
        return false;
    *space = spaces[i];
    return true;
}

/* Returns byte @at of the @size bytes at @p, and how many follow. */
static uint8_t *part(void *p, uint64_t at, uint64_t size, size_t *n)
{
    if (!p || at >= size)
        return NULL;
    *n = (size_t)(size - at);
    return (uint8_t *)p + at;
}

/* A lane's registers in order; a VGPR has four bytes. */
static uint8_t *own_window(struct gcn *m, uint64_t at, size_t *n)
{
    struct gcn_wave *w = &m->waves[at / GCN_OWN_BYTES / GCN_LANES];
    uint64_t lane = at / GCN_OWN_BYTES % GCN_LANES, in = at % GCN_OWN_BYTES;
    if (!w->v)
        return NULL;
    if (in < GCN_OWN_VGPRS)
        return part(w->s, in, w->sgprs * 4u, n);
    uint64_t v = (in - GCN_OWN_VGPRS) / 4;
    return v < w->vgprs ? part(&w->v[v * GCN_LANES + lane], in % 4, 4, n) : NULL;
}

bool gcn_machine_scratch(const struct gcn *m, uint64_t addr, uint64_t *guest)
{
    uint64_t at = addr - GCN_LANE_SCRATCH_AT, item = at / GCN_LANE_SCRATCH_STRIDE;
    uint64_t in = at % GCN_LANE_SCRATCH_STRIDE, wave = item / GCN_LANES;
    if (addr < GCN_LANE_SCRATCH_AT || wave >= m->n_waves || in >= m->scratch_wave / GCN_LANES)
        return false;
    *guest = m->scratch + wave * m->scratch_wave + in / 4 * 4 * GCN_LANES + item % GCN_LANES * 4 +
             in % 4;
    return true;
}

/* A lane's scratch, in pieces of four bytes: those of the other lanes lie between them. */
static uint8_t *scratch_window(struct gcn *m, uint64_t addr, size_t *n)
{
    uint64_t guest;
    *n = 4 - addr % 4;
    return gcn_machine_scratch(m, addr, &guest) ? gcn_memory_at(m->memory, guest, true) : NULL;
}

uint64_t gcn_machine_own(struct gcn_machine *g, unsigned thread, unsigned lane, const char *core)
{
    const struct gcn_wave *w = &g->m->waves[thread];
    uint64_t item = (uint64_t)thread * GCN_LANES + lane;
    if (!strcmp(core, GCN_OWN_REGISTERS))
        return GCN_OWN_AT + item * GCN_OWN_BYTES + GCN_OWN_BIAS;
    if (!strcmp(core, GCN_OWN_LDS))
        return GCN_LDS_AT + (uint64_t)w->group * GCN_LDS_STRIDE;
    if (!strcmp(core, GCN_OWN_SCRATCH))
        return GCN_LANE_SCRATCH_AT + item * GCN_LANE_SCRATCH_STRIDE +
               (w->sgprs > FRAME_POINTER ? w->s[FRAME_POINTER] / GCN_LANES : 0);
    return 0;
}

uint8_t *gcn_machine_window(struct gcn_machine *g, uint64_t addr, size_t *n)
{
    struct gcn *m = g->m;
    uint64_t at = addr & 0xfffffffffff;
    uint64_t window = addr - at;
    if (window == GCN_LDS_AT && at / GCN_LDS_STRIDE < m->n_groups)
        return part(m->groups[at / GCN_LDS_STRIDE].lds, at % GCN_LDS_STRIDE, m->lds_bytes, n);
    if (window == GCN_VGPR_AT && at / GCN_VGPR_STRIDE < m->n_waves) {
        struct gcn_wave *w = &m->waves[at / GCN_VGPR_STRIDE];
        return part(w->v, at % GCN_VGPR_STRIDE, (uint64_t)w->vgprs * GCN_LANES * 4, n);
    }
    if (window == GCN_SGPR_AT && at / GCN_SGPR_STRIDE < m->n_waves) {
        struct gcn_wave *w = &m->waves[at / GCN_SGPR_STRIDE];
        return part(w->s, at % GCN_SGPR_STRIDE, w->sgprs * 4u, n);
    }
    if (window == GCN_OWN_AT && at / GCN_OWN_BYTES / GCN_LANES < m->n_waves)
        return own_window(m, at, n);
    if (window == GCN_LANE_SCRATCH_AT)
        return scratch_window(m, addr, n);
    return NULL;
}

/* --- lanes --- */
struct mask_list {
    struct gcn_machine *g;
    const struct gcn_wave *w;
    struct machine_mask *masks;
    unsigned n, named;
};

enum { MASK_VCC = 2 }; /* its index in the list */

/* If an instruction that works on lanes reads or writes a pair of SGPRs, that is a mask. */
static void add_pair(void *ctx, const struct gcn_use *use)
{
    struct mask_list *l = ctx;
    char name[sizeof l->g->mask_names[0]];
    bool pair = !use->vgpr && use->dwords == 2 && use->n < GCN_VCC_LO;
    if (!use->vgpr && use->n == GCN_VCC_LO)
        l->masks[MASK_VCC].next = true;
    if (!pair || l->named == GCN_USES)
        return;
    snprintf(name, sizeof name, "s[%u:%u]", use->n, use->n + 1u);
    for (unsigned i = 0; i < l->named; i++)
        if (!strcmp(l->g->mask_names[i], name))
            return;
    char *kept = strcpy(l->g->mask_names[l->named++], name);
    uint64_t v = gcn_sgpr(l->w, use->n) | (uint64_t)gcn_sgpr(l->w, use->n + 1u) << 32;
    l->masks[l->n++] = (struct machine_mask){kept, v, l->w->launched, GCN_LANES, true};
}

/* Whether @in uses masks: it works on lanes with a mask, or is a scalar instruction that uses
 * EXEC. */
static bool has_mask(const struct gcn_insn *in)
{
    bool vector = in->op->fmt >= GCN_VOP2 && in->op->fmt <= GCN_VOP3;
    if (vector)
        return in->op->fmt == GCN_VOPC || gcn_op_has(in->op, 'c', NULL) ||
               gcn_op_has(in->op, 'd', NULL);
    return strstr(in->op->name, "saveexec") ||
           (in->op->fmt <= GCN_SOP1 && in->f[GCN_F_D] == GCN_EXEC_LO);
}

unsigned gcn_machine_masks(struct machine *machine, unsigned thread, struct machine_mask *masks)
{
    struct gcn_machine *g = gcn_self(machine);
    const struct gcn_wave *w = &g->m->waves[thread];
    struct mask_list l = {g, w, masks, 0, 0};
    uint32_t words[GCN_MAX_WORDS];
    struct gcn_insn in;
    masks[l.n++] = (struct machine_mask){"launched", w->launched, UINT64_MAX, GCN_LANES, false};
    if (!w->v)
        return l.n;
    masks[l.n++] = (struct machine_mask){"exec", gcn_exec_mask(w), w->launched, GCN_LANES, true};
    masks[l.n++] = (struct machine_mask){"vcc", gcn_vcc(w), w->launched, GCN_LANES, false};
    gcn_memory_read(g->m->memory, w->pc, words, sizeof words);
    if (gcn_decode(g->m->gen, words, GCN_MAX_WORDS, &in) && has_mask(&in))
        gcn_uses(&in, add_pair, &l);
    return l.n;
}

enum { WHY_ACTIVE, WHY_EXEC, WHY_NOT_LAUNCHED, WHY_ENDED, WHY_QUEUED, WHYS };
static const struct machine_why whys[WHYS] = {
    [WHY_ACTIVE] = {true, '#', "active", "executes the next instruction"},
    [WHY_EXEC] = {false, '.', "exec", "is inactive: its bit of EXEC is 0"},
    [WHY_NOT_LAUNCHED] = {false, '-', "none",
                          "was not launched: the group has no work item for it"},
    [WHY_ENDED] = {false, 'x', "ended", "is over: its wave has ended"},
    [WHY_QUEUED] = {false, 'q', "queued", "is queued: its wave has not started"},
};

const struct machine_why *gcn_machine_why(struct machine *machine, unsigned i)
{
    (void)machine;
    return i < WHYS ? &whys[i] : NULL;
}

void gcn_machine_lane(struct machine *machine, unsigned thread, unsigned lane,
                      struct machine_lane *info)
{
    const struct gcn_wave *w = &gcn_self(machine)->m->waves[thread];
    unsigned why = gcn_wave_over(w)              ? WHY_ENDED
                   : w->state == GCN_WAVE_QUEUED ? WHY_QUEUED
                   : !(w->launched >> lane & 1)  ? WHY_NOT_LAUNCHED
                   : gcn_on_pc(w) >> lane & 1    ? WHY_ACTIVE
                                                 : WHY_EXEC;
    *info = (struct machine_lane){.ip = w->pc, .why = &whys[why]};
}

/* --- traps --- */
static const struct machine_exception kinds[GCN_TRAPS] = {
    [GCN_TRAP_INSTRUCTION] = {"trap", "s_trap", "traps", 5, false},
    [GCN_TRAP_ILLEGAL] = {"illegal-instruction", "no instruction of this generation", "traps", 4,
                          false},
    [GCN_TRAP_MEMORY] = {"memory-violation", "an access of what is not there, enabled in MODE",
                         "traps", 11, true},
    [GCN_TRAP_FLOAT] = {"exception", "a floating-point exception that MODE enables", "traps", 8,
                        true},
    [GCN_TRAP_DEBUG] = {"debug", "MODE.DEBUG_EN: after each instruction", "traps", 5, true},
    [GCN_TRAP_CONTEXT_SAVE] = {"context-save", "TRAPSTS.SAVECTX", "traps", 5, false},
    [GCN_TRAP_HOST] = {"host", "a trap that the host asks for", "traps", 2, false},
};

const struct machine_exception *gcn_machine_exception(struct machine *machine, unsigned i)
{
    (void)machine;
    return i < GCN_TRAPS ? &kinds[i] : NULL;
}

unsigned gcn_machine_exception_state(struct machine *machine, unsigned thread, unsigned kind)
{
    const struct gcn_wave *w = &gcn_self(machine)->m->waves[thread];
    uint32_t enables = w->mode >> GCN_MODE_EXCP_SHIFT & 0x1ff;
    uint32_t excp = kind == GCN_TRAP_MEMORY ? GCN_EXCP_MEM_VIOL : GCN_EXCP_MEM_VIOL - 1;
    bool enabled = true, due = w->due >> kind & 1, latched = due;
    switch (kind) {
    case GCN_TRAP_MEMORY:
    case GCN_TRAP_FLOAT: /* TRAPSTS is sticky: its bits stay when the trap was taken */
        enabled = enables & excp;
        latched = w->trapsts & excp;
        due = w->raised & enables & excp;
        break;
    case GCN_TRAP_DEBUG:
        enabled = w->mode & GCN_MODE_DEBUG_EN;
        due = latched = due || (enabled && w->ran);
        break;
    case GCN_TRAP_CONTEXT_SAVE:
        due = latched = w->trapsts & GCN_TRAPSTS_SAVECTX;
        break;
    case GCN_TRAP_HOST:
        due = latched = w->host_trap;
        break;
    default:
        break;
    }
    return (enabled ? MACHINE_EXCEPTION_ENABLED : 0) | (latched ? MACHINE_EXCEPTION_LATCHED : 0) |
           (due && !(w->status & GCN_ST_PRIV) ? MACHINE_EXCEPTION_PENDING : 0);
}

int gcn_machine_raise(struct machine *machine, unsigned thread, unsigned kind)
{
    struct gcn_wave *w = &gcn_self(machine)->m->waves[thread];
    bool alive = w->state != GCN_WAVE_ENDED && w->state != GCN_WAVE_QUEUED;
    return alive && gcn_trap_request(w, kind) ? 0 : -MACHINE_ERR_UNAVAILABLE;
}
