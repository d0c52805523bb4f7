/* A NaN that arithmetic makes is the EU's default one, not the host's. It is looked for once in a
 * block, behind its arithmetic and before anything of it goes to the thread: if there is one, the
 * block is the engine's. */
#include "sim/jit/emit.h"

enum { UNORDERED = 3, NONE = -1 };

void jit_guard_begin(struct emit *e)
{
    for (unsigned set = 0; set <= JIT_ALWAYS; set++)
        e->pending[set] = NONE;
}

uint32_t jit_guard_held(const struct emit *e)
{
    uint32_t held = 0;
    for (unsigned set = 0; set <= JIT_ALWAYS; set++)
        held |= e->pending[set] == NONE ? 0 : 1u << e->pending[set];
    return held;
}

/* The lanes of @nan, a temporary register, are added to those of the set. */
static void add(struct emit *e, unsigned set, unsigned nan)
{
    unsigned cell = JIT_NANS + set;
    if (e->known[cell])
        host_v(&e->c, VORPS, nan, nan, jit_where(e, cell), -1);
    jit_set(e, cell, nan);
}

/* One comparison for two results. */
static void note(struct emit *e, unsigned set, unsigned reg)
{
    int other = e->pending[set];
    e->pending[set] = other < 0 ? (int)reg : NONE;
    if (other < 0)
        return;
    e->locked |= 1u << other;
    unsigned nan = jit_temp(e);
    host_v(&e->c, VCMPPS, nan, (unsigned)other, host_reg(reg), UNORDERED);
    add(e, set, nan);
}

/* The set of half @h. */
static unsigned set_of(const struct jit_insn *i, unsigned h)
{
    const struct fast_uop *u = i->u;
    return u->need && u->group % LANES == 0 ? u->group / LANES + h : JIT_ALWAYS;
}

/* A NaN among the sources is one of the result, which is looked at for both. */
void jit_guard_sources(struct emit *e, const struct jit_insn *i, unsigned halves)
{
    const struct fast_uop *u = i->u;
    bool passes = i->op == FAST_op_fadd || i->op == FAST_op_fmul || i->op == FAST_op_fmad;
    if (!passes || i->lanes || fast_rest(u)->odd || isa_exec_size(&i->cold->insn) < LANES)
        return;
    for (unsigned h = 0; h < halves; h++)
        for (unsigned k = 0; k < i->cold->insn.op->nsrc; k++) {
            int *pending = &e->pending[set_of(i, h)];
            if (u->kind[k] == FAST_PACKED && u->s[k] % REG_BYTES == 0 &&
                e->cells[u->s[k] / REG_BYTES + h].reg == *pending)
                *pending = NONE;
        }
}

void jit_guard_release(struct emit *e, unsigned reg)
{
    for (unsigned set = 0; set <= JIT_ALWAYS; set++) {
        unsigned cell = JIT_NANS + set;
        if (e->pending[set] != (int)reg)
            continue;
        e->pending[set] = NONE;
        host_v(&e->c, VCMPPS, reg, reg, host_reg(reg), UNORDERED);
        if (e->known[cell])
            host_v(&e->c, VORPS, reg, reg, jit_where(e, cell), -1);
        struct jit_cell *c = &e->cells[cell];
        if (c->reg >= 0)
            e->host[c->reg].cell = JIT_FREE;
        c->reg = -1;
        e->known[cell] = c->shadow = c->dirty = true;
        host_v(&e->c, VMOVUPS_STORE, reg, 0, jit_where(e, cell), -1);
    }
}

static void note_few(struct emit *e, unsigned es, unsigned reg)
{
    uint32_t lanes[LANES] = {0};
    unsigned nan = jit_temp(e);
    for (unsigned i = 0; i < es; i++)
        lanes[i] = UINT32_MAX;
    host_v(&e->c, VCMPPS, nan, reg, host_reg(reg), UNORDERED);
    host_v(&e->c, VANDPS, nan, nan, host_const(&e->c, lanes), -1);
    add(e, JIT_ALWAYS, nan);
}

void jit_guard_note(struct emit *e, const struct jit_insn *i, const struct jit_value r[2],
                    unsigned halves)
{
    unsigned es = isa_exec_size(&i->cold->insn);
    if (!(jit_form(i) & FAST_SETTLED))
        return;
    if (es < LANES)
        note_few(e, es, r[0].at.reg);
    for (unsigned h = 0; h < halves && es >= LANES; h++)
        note(e, set_of(i, h), r[h].at.reg);
}

void jit_guard_add(struct emit *e, unsigned nan)
{
    add(e, JIT_ALWAYS, nan);
}

void jit_guard_end(struct emit *e, const struct jit_insn *first)
{
    struct jit_value all[1] = {0};
    int any = -1;
    for (unsigned set = 0; set <= JIT_ALWAYS; set++) {
        unsigned cell = JIT_NANS + set;
        if (e->pending[set] >= 0)
            note(e, set, (unsigned)e->pending[set]);
        if (!e->known[cell])
            continue;
        unsigned nan = jit_reg(e, cell);
        if (set != JIT_ALWAYS && !e->full && e->r->opmasks) /* of others nothing is written */
            host_only(&e->c, nan, jit_opmask(e, set));
        else if (set != JIT_ALWAYS && !e->full)
            host_v(&e->c, VANDPS, nan, nan, host_reg(jit_active(e, set)), -1);
        if (any >= 0)
            host_v(&e->c, VORPS, nan, nan, host_reg((unsigned)any), -1);
        any = (int)nan;
        all->at = host_reg(nan);
        e->known[cell] = false;
        jit_keep(e, all, 1);
    }
    if (any >= 0) {
        host_v(&e->c, VTESTPS, (unsigned)any, 0, host_reg((unsigned)any), -1);
        host_if(&e->c, CC_NE, jit_exit_label(e, first->u, first->rest));
    }
    jit_done(e);
}
