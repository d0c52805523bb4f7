/* Vector instructions that use several lanes, registers or modes, so that no expression for a
 * single lane describes them. */
#include "gcn/alu.h"

#include <stdio.h>

ALU(v_nop)
{
    x->write = false;
}

ALU(v_clrexcp)
{
    x->write = false;
    x->w->trapsts &= ~0x1ffu;
}

static void to_sgpr(struct gcn_alu *x, uint32_t v)
{
    x->write = false;
    gcn_sgpr_set(x->w, x->x->in.f[GCN_F_D], v);
}

/* If no lane executes, lane 0 is read. Status: spec. */
ALU(v_readfirstlane_b32)
{
    uint64_t exec = gcn_exec_mask(x->w);
    to_sgpr(x, x->a[exec ? __builtin_ctzll(exec) : 0]);
}

ALU(v_readlane_b32)
{
    to_sgpr(x, x->a[x->b[0] & 63]);
}

ALU(v_writelane_b32)
{
    x->write = false;
    gcn_vgpr(x->w, x->x->in.f[GCN_F_D], 1)[x->b[0] & 63] = x->a[0];
}

/* M0 is added to the number of the register that the instruction names. */
static void move_relative(struct gcn_alu *x, bool from, bool to)
{
    uint32_t m0 = x->w->s[GCN_S_M0];
    const struct gcn_source *s = &x->x->src[0];
    const uint32_t *src = from && s->kind == GCN_SRC_VGPR ? gcn_vgpr(x->w, s->n + m0, 1) : x->a;
    x->write = false;
    memcpy(x->out, src, GCN_LANES * sizeof *src);
    gcn_store(gcn_vgpr(x->w, x->x->in.f[GCN_F_D] + (to ? m0 : 0), 1), x->out, x->exec);
}
ALU(v_movreld_b32)
{
    move_relative(x, false, true);
}
ALU(v_movrels_b32)
{
    move_relative(x, true, false);
}
ALU(v_movrelsd_b32)
{
    move_relative(x, true, true);
}

ALU(stop_interp)
{
    x->write = false;
    snprintf(x->m->why, sizeof x->m->why, "interpolation of attributes");
}
