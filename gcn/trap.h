/* Traps: how a wave enters its handler and comes back. Source: digest, section 5. */
#ifndef GCN_TRAP_H
#define GCN_TRAP_H

#include "gcn/wave.h"

/* gcn_trap_enter - enters the handler at TBA. @pc and @id go to ttmp0 and ttmp1: the PC, and the
 * trap id. */
void gcn_trap_enter(struct gcn *m, struct gcn_wave *w, enum gcn_trap_kind kind, uint64_t pc,
                    unsigned id);
/* gcn_trap_request - requests a trap of @kind for the host. It is taken at the wave's next boundary
 * outside the handler, as soon as MODE enables it. A requested s_trap (with w->due_id) has the PC
 * four bytes before. Returns false for other kinds. */
bool gcn_trap_request(struct gcn_wave *w, enum gcn_trap_kind kind);
/* gcn_trap_return - s_rfe: sets PC, clears PRIV. */
void gcn_trap_return(struct gcn *m, struct gcn_wave *w, uint64_t pc);
/* gcn_trap_instruction - s_trap @id. */
enum gcn_stop gcn_trap_instruction(struct gcn *m, struct gcn_wave *w, unsigned id);
/* gcn_trap_illegal - the word at PC is not an instruction. */
enum gcn_stop gcn_trap_illegal(struct gcn *m, struct gcn_wave *w);
/* gcn_trap_due - whether an enabled exception, a context save, a host trap or a single step is
 * pending. */
static inline bool gcn_trap_due(const struct gcn_wave *w)
{
    uint32_t enabled = w->raised & w->mode >> GCN_MODE_EXCP_SHIFT & 0x1ff;
    bool due = enabled || w->trapsts & GCN_TRAPSTS_SAVECTX || w->host_trap || w->due ||
               (w->mode & GCN_MODE_DEBUG_EN && w->ran);
    return due && !(w->status & GCN_ST_PRIV);
}
/* gcn_trap_boundary - takes what is pending between two instructions. GCN_GO: nothing was pending,
 * or the handler was entered. */
enum gcn_stop gcn_trap_boundary(struct gcn *m, struct gcn_wave *w);

#endif
