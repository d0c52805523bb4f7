/* Entry into the trap handler, the return from it, and what happens between two instructions. */
#include "gcn/trap.h"

#include "gcn/lint.h"

#include <stdio.h>

enum { TTMP = GCN_S_TTMP };

void gcn_trap_enter(struct gcn *m, struct gcn_wave *w, enum gcn_trap_kind kind, uint64_t pc,
                    unsigned id)
{
    if (m->lint)
        /* the machine waits until accesses have returned. Status: assumed */
        gcn_lint_idle(m, w);
    w->status |= GCN_ST_PRIV;
    gcn_wave_maps(w, m->gen);
    w->s[TTMP] = (uint32_t)pc;
    w->s[TTMP + 1] =
        (uint32_t)(pc >> 32 & 0xffff) | id << 16 | (uint32_t)(kind == GCN_TRAP_HOST) << 24;
    w->pc = gcn_s64(w, GCN_S_TBA) & GCN_ADDRESS_MASK & ~3ull;
    w->ran = 0;
    w->raised = 0;
    w->traps++;
    w->trap_kind = (uint8_t)kind;
}

void gcn_trap_return(struct gcn *m, struct gcn_wave *w, uint64_t pc)
{
    w->pc = pc & GCN_ADDRESS_MASK & ~3ull;
    w->status &= ~(uint32_t)GCN_ST_PRIV;
    w->ran = 0;
    gcn_wave_maps(w, m->gen);
}

/* A no-op if there is no handler, and inside the handler. Status: spec (L); the latter assumed. */
enum gcn_stop gcn_trap_instruction(struct gcn *m, struct gcn_wave *w, unsigned id)
{
    if (w->status & GCN_ST_TRAP_EN && !(w->status & GCN_ST_PRIV))
        gcn_trap_enter(m, w, GCN_TRAP_INSTRUCTION, w->pc - 4, id);
    return GCN_GO;
}

enum gcn_stop gcn_trap_illegal(struct gcn *m, struct gcn_wave *w)
{
    if (!(w->status & GCN_ST_TRAP_EN) || w->status & GCN_ST_PRIV)
        return GCN_STOP_ILLEGAL;
    gcn_trap_enter(m, w, GCN_TRAP_ILLEGAL, w->pc, 0);
    return GCN_GO;
}

static uint32_t enabled_exceptions(const struct gcn_wave *w)
{
    return w->raised & w->mode >> GCN_MODE_EXCP_SHIFT & 0x1ff;
}

bool gcn_trap_request(struct gcn_wave *w, enum gcn_trap_kind kind)
{
    switch (kind) {
    case GCN_TRAP_INSTRUCTION:
    case GCN_TRAP_DEBUG:
        w->due |= (uint8_t)(1 << kind);
        return true;
    case GCN_TRAP_MEMORY:
    case GCN_TRAP_FLOAT: {
        uint32_t bit = kind == GCN_TRAP_MEMORY ? GCN_EXCP_MEM_VIOL : GCN_EXCP_INVALID;
        w->trapsts |= bit;
        w->raised |= bit;
        return true;
    }
    case GCN_TRAP_CONTEXT_SAVE:
        w->trapsts |= GCN_TRAPSTS_SAVECTX;
        return true;
    case GCN_TRAP_HOST:
        w->host_trap = 1;
        return true;
    default:
        return false;
    }
}

/* The order: exceptions first, then requests of the host, then the single step. All of them are one
 * entry; TRAPSTS tells the handler which. Status: assumed. */
static enum gcn_trap_kind kind_due(const struct gcn_wave *w)
{
    uint32_t excp = enabled_exceptions(w);
    if (w->due & 1 << GCN_TRAP_INSTRUCTION)
        return GCN_TRAP_INSTRUCTION;
    if (excp || w->due & 1 << GCN_TRAP_FLOAT)
        return excp & GCN_EXCP_MEM_VIOL ? GCN_TRAP_MEMORY : GCN_TRAP_FLOAT;
    if (w->trapsts & GCN_TRAPSTS_SAVECTX)
        return GCN_TRAP_CONTEXT_SAVE;
    return w->host_trap ? GCN_TRAP_HOST : GCN_TRAP_DEBUG;
}

static enum gcn_stop no_handler(struct gcn *m, const struct gcn_wave *w, enum gcn_trap_kind kind)
{
    if (kind == GCN_TRAP_MEMORY) {
        snprintf(m->why, sizeof m->why, "at 0x%llx", (unsigned long long)m->access);
        return GCN_STOP_MEMORY;
    }
    if (kind == GCN_TRAP_FLOAT) {
        snprintf(m->why, sizeof m->why, "TRAPSTS.EXCP 0x%x", enabled_exceptions(w));
        return GCN_STOP_EXCEPTION;
    }
    snprintf(m->why, sizeof m->why, "%s",
             kind == GCN_TRAP_HOST           ? "host trap"
             : kind == GCN_TRAP_CONTEXT_SAVE ? "context save"
             : kind == GCN_TRAP_DEBUG        ? "single step"
                                             : "s_trap");
    return GCN_STOP_TRAP;
}

enum gcn_stop gcn_trap_boundary(struct gcn *m, struct gcn_wave *w)
{
    if (!gcn_trap_due(w))
        return GCN_GO;
    enum gcn_trap_kind kind = kind_due(w);
    if (!(w->status & GCN_ST_TRAP_EN))
        return no_handler(m, w, kind);
    w->due &= (uint8_t) ~(1 << kind);
    if (kind == GCN_TRAP_HOST)
        w->host_trap = 0;
    if (kind == GCN_TRAP_INSTRUCTION)
        gcn_trap_enter(m, w, kind, w->pc - 4, w->due_id);
    else
        gcn_trap_enter(m, w, kind, w->pc, 0);
    return GCN_GO;
}
