/* Entry into the trap handler and return; what is due between two instructions. */
#include "gcn/trap.h"

#include <stdio.h>

enum { TTMP = GCN_S_TTMP };

void gcn_trap_enter(struct gcn *m, struct gcn_wave *w, uint64_t pc, unsigned id, bool host)
{
    w->status |= GCN_ST_PRIV;
    gcn_wave_maps(w, m->gen);
    w->s[TTMP] = (uint32_t)pc;
    w->s[TTMP + 1] = (uint32_t)(pc >> 32 & 0xffff) | id << 16 | (uint32_t)host << 24;
    w->pc = gcn_s64(w, GCN_S_TBA) & GCN_ADDRESS_MASK & ~3ull;
    w->ran = 0;
    w->raised = 0;
    w->traps++;
}

void gcn_trap_return(struct gcn *m, struct gcn_wave *w, uint64_t pc)
{
    w->pc = pc & GCN_ADDRESS_MASK & ~3ull;
    w->status &= ~(uint32_t)GCN_ST_PRIV;
    w->ran = 0;
    gcn_wave_maps(w, m->gen);
}

/* A no-op without a handler, and in the handler. Status: spec (L); the latter assumed. */
enum gcn_stop gcn_trap_instruction(struct gcn *m, struct gcn_wave *w, unsigned id)
{
    if (w->status & GCN_ST_TRAP_EN && !(w->status & GCN_ST_PRIV))
        gcn_trap_enter(m, w, w->pc - 4, id, false);
    return GCN_GO;
}

enum gcn_stop gcn_trap_illegal(struct gcn *m, struct gcn_wave *w)
{
    if (!(w->status & GCN_ST_TRAP_EN) || w->status & GCN_ST_PRIV)
        return GCN_STOP_ILLEGAL;
    gcn_trap_enter(m, w, w->pc, 0, false);
    return GCN_GO;
}

static uint32_t enabled(const struct gcn_wave *w)
{
    return w->raised & w->mode >> GCN_MODE_EXCP_SHIFT & 0x1ff;
}

bool gcn_trap_due(const struct gcn_wave *w)
{
    if (w->status & GCN_ST_PRIV)
        return false;
    return enabled(w) || w->trapsts & GCN_TRAPSTS_SAVECTX || w->host_trap ||
           (w->mode & GCN_MODE_DEBUG_EN && w->ran);
}

/* The order: memory violations and floats first, then what the host wants, then the single step;
 * all of them are one entry, and TRAPSTS tells the handler. Status: assumed. */
enum gcn_stop gcn_trap_boundary(struct gcn *m, struct gcn_wave *w)
{
    if (!gcn_trap_due(w))
        return GCN_GO;
    if (w->status & GCN_ST_TRAP_EN) {
        bool host = w->host_trap;
        w->host_trap = 0;
        gcn_trap_enter(m, w, w->pc, 0, host);
        return GCN_GO;
    }
    if (enabled(w) & GCN_EXCP_MEM_VIOL) {
        snprintf(m->why, sizeof m->why, "at 0x%llx", (unsigned long long)m->access);
        return GCN_STOP_MEMORY;
    }
    if (enabled(w)) {
        snprintf(m->why, sizeof m->why, "TRAPSTS.EXCP 0x%x", enabled(w));
        return GCN_STOP_EXCEPTION;
    }
    snprintf(m->why, sizeof m->why, "%s",
             w->host_trap                       ? "host trap"
             : w->trapsts & GCN_TRAPSTS_SAVECTX ? "context save"
                                                : "single step");
    return GCN_STOP_TRAP;
}
