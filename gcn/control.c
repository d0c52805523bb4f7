/* Scalar instructions for control: branches, barriers, messages, hardware registers, indexing. */
#include "gcn/exec.h"
#include "gcn/trap.h"

#include <stdio.h>

#define SOP(name) void gcn_x_##name(struct gcn_scalar *s)
#define QUIET(name)                                                                                \
    SOP(name)                                                                                      \
    {                                                                                              \
        (void)s;                                                                                   \
    }
QUIET(s_nop)
QUIET(s_wakeup)
QUIET(s_waitcnt) /* each access is finished at once, so the counters are always 0 */
QUIET(s_sleep)
QUIET(s_icache_inv)
QUIET(s_incperflevel)
QUIET(s_decperflevel)
QUIET(s_ttracedata)

static uint32_t simm(const struct gcn_scalar *s)
{
    return s->x->in.f[GCN_F_SIMM];
}
static uint64_t target(const struct gcn_scalar *s)
{
    return s->w->pc + (uint64_t)((int64_t)(int16_t)simm(s) * 4);
}
static void jump_to(struct gcn_scalar *s, uint64_t pc)
{
    s->w->pc = pc & GCN_ADDRESS_MASK & ~3ull;
}
#define BRANCH(name, condition)                                                                    \
    SOP(name)                                                                                      \
    {                                                                                              \
        const struct gcn_wave *w = s->w;                                                           \
        (void)w;                                                                                   \
        if (condition)                                                                             \
            jump_to(s, target(s));                                                                 \
    }
BRANCH(s_branch, true)
BRANCH(s_cbranch_scc0, !w->scc)
BRANCH(s_cbranch_scc1, w->scc)
BRANCH(s_cbranch_vccz, !gcn_vcc(w))
BRANCH(s_cbranch_vccnz, gcn_vcc(w))
BRANCH(s_cbranch_execz, !gcn_exec_mask(w))
BRANCH(s_cbranch_execnz, gcn_exec_mask(w))
BRANCH(s_cbranch_cdbgsys, w->status &GCN_ST_DBG_SYS)
BRANCH(s_cbranch_cdbguser, w->status &GCN_ST_DBG_USER)
BRANCH(s_cbranch_cdbgsys_or_user, w->status &(GCN_ST_DBG_SYS | GCN_ST_DBG_USER))
BRANCH(s_cbranch_cdbgsys_and_user, w->status &GCN_ST_DBG_SYS && w->status & GCN_ST_DBG_USER)

SOP(s_getpc_b64)
{
    s->d = s->w->pc;
}
SOP(s_setpc_b64)
{
    jump_to(s, s->a);
}
SOP(s_swappc_b64)
{
    s->d = s->w->pc;
    jump_to(s, s->a);
}
SOP(s_rfe_b64)
{
    gcn_trap_return(s->m, s->w, s->a);
}
SOP(s_rfe_restore_b64)
{
    s->w->status = (s->w->status & ~(uint32_t)GCN_ST_INST_ATC) | (s->b & 1 ? GCN_ST_INST_ATC : 0);
    gcn_trap_return(s->m, s->w, s->a);
}

/* --- divergent branches, with their stack in SGPRs: the smaller part of the lanes continues, the
 * other is pushed. Source: C. --- */
static void push_branch(struct gcn_wave *w, uint64_t pc, uint64_t mask)
{
    unsigned csp = w->mode >> GCN_MODE_CSP_SHIFT, at = csp * 4;
    gcn_sgpr_set(w, at, (uint32_t)mask);
    gcn_sgpr_set(w, at + 1, (uint32_t)(mask >> 32));
    gcn_sgpr_set(w, at + 2, (uint32_t)pc);
    gcn_sgpr_set(w, at + 3, (uint32_t)(pc >> 32));
    w->mode = (w->mode & ~(7u << GCN_MODE_CSP_SHIFT)) | ((csp + 1) & 7) << GCN_MODE_CSP_SHIFT;
}
static void fork_branch(struct gcn_scalar *s, uint64_t mask, uint64_t to)
{
    struct gcn_wave *w = s->w;
    uint64_t exec = gcn_exec_mask(w), pass = mask & exec, fail = ~mask & exec;
    if (pass == exec) {
        jump_to(s, to);
    } else if (fail == exec) {
        return;
    } else if (__builtin_popcountll(fail) < __builtin_popcountll(pass)) {
        push_branch(w, to, pass);
        gcn_s64_set(w, GCN_S_EXEC, fail);
    } else {
        push_branch(w, w->pc, fail);
        gcn_s64_set(w, GCN_S_EXEC, pass);
        jump_to(s, to);
    }
}
SOP(s_cbranch_g_fork)
{
    fork_branch(s, s->a, s->b);
}
SOP(s_cbranch_i_fork)
{
    s->write = false;
    fork_branch(s, s->d, target(s));
}
SOP(s_cbranch_join)
{
    struct gcn_wave *w = s->w;
    unsigned csp = w->mode >> GCN_MODE_CSP_SHIFT;
    if (csp == (s->a & 7))
        return;
    csp = (csp - 1) & 7;
    w->mode = (w->mode & ~(7u << GCN_MODE_CSP_SHIFT)) | csp << GCN_MODE_CSP_SHIFT;
    gcn_s64_set(w, GCN_S_EXEC, gcn_sgpr(w, csp * 4) | (uint64_t)gcn_sgpr(w, csp * 4 + 1) << 32);
    jump_to(s, gcn_sgpr(w, csp * 4 + 2) | (uint64_t)gcn_sgpr(w, csp * 4 + 3) << 32);
}

/* --- life of a wave --- */
SOP(s_endpgm)
{
    s->stop = GCN_STOP_ENDED;
}
SOP(s_endpgm_saved)
{
    s->stop = GCN_STOP_ENDED;
}
SOP(s_setkill)
{
    if (simm(s) & 1)
        s->stop = GCN_STOP_ENDED;
}
SOP(s_barrier)
{
    s->stop = GCN_STOP_BARRIER;
}
/* The handler cannot halt itself. Source: C. */
SOP(s_sethalt)
{
    if (s->w->status & GCN_ST_PRIV)
        return;
    s->w->status = (s->w->status & ~(uint32_t)GCN_ST_HALT) | (simm(s) & 1 ? GCN_ST_HALT : 0);
    if (simm(s) & 1)
        s->stop = GCN_STOP_HALTED;
}
SOP(s_setprio)
{
    s->w->status = (s->w->status & ~(uint32_t)GCN_ST_USER_PRIO) | (simm(s) & 3) << 3;
}
SOP(s_trap)
{
    s->stop = gcn_trap_instruction(s->m, s->w, simm(s) & 255);
}
/* Interrupts go nowhere. A request to save gets the save area from the host. Messages for graphics
 * are not simulated. */
SOP(s_sendmsg)
{
    unsigned id = simm(s) & 15;
    if (id == 4 && s->m->gen == GCN_GFX803) {
        s->w->save_asked = 1;
        return;
    }
    if (id == 1)
        return;
    snprintf(s->m->why, sizeof s->m->why, "message %u", id);
    s->stop = GCN_STOP_UNKNOWN;
}
SOP(s_sendmsghalt)
{
    gcn_x_s_sendmsg(s);
    if (s->stop == GCN_GO && !(s->w->status & GCN_ST_PRIV)) {
        s->w->status |= GCN_ST_HALT;
        s->stop = GCN_STOP_HALTED;
    }
}

/* --- modes --- */
SOP(s_setvskip)
{
    bool skip = s->a >> (s->b & 31) & 1;
    s->w->mode = (s->w->mode & ~(uint32_t)GCN_MODE_VSKIP) | (skip ? GCN_MODE_VSKIP : 0);
}
static void index_mode(struct gcn_wave *w, uint32_t bits)
{
    w->s[GCN_S_M0] = (w->s[GCN_S_M0] & ~0xf000u) | (bits & 15) << 12;
}
static void index_value(struct gcn_wave *w, uint64_t v)
{
    w->s[GCN_S_M0] = (w->s[GCN_S_M0] & ~0xffu) | (v & 255);
}
SOP(s_set_gpr_idx_on)
{
    s->w->mode |= GCN_MODE_GPR_IDX;
    index_value(s->w, s->a);
    index_mode(s->w, s->x->in.f[GCN_F_B]);
}
SOP(s_set_gpr_idx_off)
{
    s->w->mode &= ~(uint32_t)GCN_MODE_GPR_IDX;
}
SOP(s_set_gpr_idx_mode)
{
    index_mode(s->w, simm(s));
}
SOP(s_set_gpr_idx_idx)
{
    index_value(s->w, s->a);
}

/* --- hardware registers --- */
struct part {
    unsigned id, shift;
    uint32_t mask;
};
static struct part hwreg_part(const struct gcn_scalar *s)
{
    unsigned v = simm(s), size = (v >> 11) + 1;
    return (struct part){v & 63, v >> 6 & 31, size == 32 ? ~0u : (1u << size) - 1};
}
SOP(s_getreg_b32)
{
    struct part p = hwreg_part(s);
    s->d = gcn_hwreg(s->m, s->w, p.id) >> p.shift & p.mask;
}
static void set_part(struct gcn_scalar *s, uint32_t v)
{
    struct part p = hwreg_part(s);
    uint32_t old = gcn_hwreg(s->m, s->w, p.id), mask = p.mask << p.shift;
    s->write = false;
    gcn_hwreg_set(s->m, s->w, p.id, (old & ~mask) | (v << p.shift & mask));
}
SOP(s_setreg_b32)
{
    set_part(s, (uint32_t)s->d);
}
SOP(s_setreg_imm32_b32)
{
    set_part(s, s->x->in.literal);
}
