/* Flow control, as sim/fast/branch.c: the active channels are one mask, and PcIPs are written for
 * those that leave. Registers of the EU are in the thread, and vector registers free, but for those
 * that belong to cells. */
#include "sim/jit/emit.h"

enum { FIRST, SECOND, THIRD }; /* free vector registers */

static struct host_at pcip(unsigned group)
{
    return host_mem(JIT_GRF,
                    (int32_t)(offsetof(struct eu_thread, pcip) + group * sizeof(uint32_t)));
}

void jit_predicate(struct emit *e, const struct fast_uop *u, unsigned to)
{
    struct host_at f = host_reg(JIT_FLAGS + fast_flag_reg(u));
    if (u->free) {
        host_gi(&e->c, MOV_, false, to, UINT32_MAX);
        return;
    }
    if (u->flag % 32) /* half of it */
        host_v(&e->c, RORX, to, 0, f, u->flag % 32);
    else
        host_g(&e->c, MOV_, false, to, f);
    if (u->inv)
        host_not(&e->c, to);
}

/* Channels of the general register @of whose PcIP is @ip, into rax; rcx is changed. */
static void at(struct emit *e, unsigned of, uint32_t ip)
{
    host_v(&e->c, VMOVUPS_LOAD, FIRST, 0, host_all(&e->c, ip), -1);
    for (unsigned g = 0; g < e->r->width; g += LANES) {
        host_v(&e->c, VPCMPEQD, SECOND, FIRST, pcip(g), -1);
        host_v(&e->c, VMOVMSKPS, g ? RCX : RAX, 0, host_reg(SECOND), -1);
        host_shift(&e->c, false, false, RCX, g);
        if (g)
            host_g(&e->c, OR_, false, RAX, host_reg(RCX));
    }
    host_g(&e->c, AND_, false, RAX, host_reg(of));
}

/* The channels of @of are at @ip; rax is changed. */
static void place(struct emit *e, unsigned of, uint32_t ip)
{
    for (unsigned g = 0; g < e->r->width; g += LANES) {
        host_g(&e->c, MOV_, false, RAX, host_reg(of));
        host_shift(&e->c, false, true, RAX, g);
        jit_mask(e, RAX, FIRST);
        host_v(&e->c, VMOVUPS_LOAD, SECOND, 0, pcip(g), -1);
        host_v(&e->c, VBLENDVPS, SECOND, SECOND, host_all(&e->c, ip), FIRST << 4);
        host_v(&e->c, VMOVUPS_STORE, SECOND, 0, pcip(g), -1);
    }
}

static void test(struct emit *e, unsigned reg)
{
    host_g(&e->c, TEST_, false, reg, host_reg(reg));
}

void jit_join(struct emit *e, const struct jit_insn *i)
{
    unsigned on = host_label(&e->c);
    host_v(&e->c, ANDN, RDX, JIT_ACT, host_reg(JIT_ENABLED), -1);
    host_if(&e->c, CC_E, on);
    at(e, RDX, fast_rest(i->u)->ip);
    host_g(&e->c, OR_, false, JIT_ACT, host_reg(RAX));
    host_bind(&e->c, on);
}

/* Active channels with the predicate into rax. */
static void taken(struct emit *e, const struct jit_insn *i)
{
    jit_predicate(e, i->u, RAX);
    host_g(&e->c, AND_, false, RAX, host_reg(JIT_ACT));
}

static unsigned next(struct emit *e, const struct jit_insn *i)
{
    return jit_edge_label(e, &i->next);
}

static unsigned jump(struct emit *e, const struct jit_insn *i)
{
    return jit_edge_label(e, &i->jump);
}

/* To @none if no channel is active. Of channels that join later there may be none. */
static void unless_any(struct emit *e, unsigned none)
{
    if (e->full)
        return;
    test(e, JIT_ACT);
    host_if(&e->c, CC_E, none);
}

/* Nobody is left: on if somebody waits behind, else to JIP. */
static void nobody(struct emit *e, const struct jit_insn *i)
{
    at(e, JIT_ENABLED, i->behind);
    test(e, RAX);
    host_if(&e->c, CC_NE, next(e, i));
    host_jump(&e->c, jump(e, i));
}

/* The channels of rdx leave for @ip: no longer the full world. */
static void leave(struct emit *e, uint32_t ip)
{
    place(e, RDX, ip);
    host_v(&e->c, ANDN, JIT_ACT, RDX, host_reg(JIT_ACT), -1);
    e->full = false;
}

static void part(struct emit *e, const struct jit_insn *i, uint32_t ip)
{
    leave(e, ip);
    test(e, JIT_ACT);
    host_if(&e->c, CC_NE, next(e, i));
    nobody(e, i);
}

static void do_if(struct emit *e, const struct jit_insn *i)
{
    unsigned apart = host_label(&e->c);
    taken(e, i);
    host_v(&e->c, ANDN, RDX, RAX, host_reg(JIT_ACT), -1); /* who leaves */
    unless_any(e, apart);
    test(e, RDX);
    host_if(&e->c, CC_E, next(e, i));
    test(e, RAX);
    host_if(&e->c, CC_NE, apart);
    if (!e->full) {
        host_g(&e->c, CMP_, false, JIT_ACT, host_reg(JIT_ENABLED));
        host_if(&e->c, CC_NE, apart);
    }
    host_jump(&e->c, jump(e, i));
    host_bind(&e->c, apart);
    part(e, i, fast_rest(i->u->j)->ip);
}

static void do_else(struct emit *e, const struct jit_insn *i)
{
    if (e->full) {
        host_jump(&e->c, jump(e, i));
        return;
    }
    host_g(&e->c, CMP_, false, JIT_ACT, host_reg(JIT_ENABLED));
    host_if(&e->c, CC_E, jump(e, i));
    host_g(&e->c, MOV_, false, RDX, host_reg(JIT_ACT));
    part(e, i, fast_rest(i->u->j)->ip);
}

static void do_endif(struct emit *e, const struct jit_insn *i)
{
    unsigned none = host_label(&e->c);
    unless_any(e, none);
    host_jump(&e->c, next(e, i));
    host_bind(&e->c, none);
    if (!e->full)
        nobody(e, i);
}

/* Those of rax go back; there are some active ones. */
static void go_back(struct emit *e, const struct jit_insn *i)
{
    unsigned fewer = host_label(&e->c);
    host_v(&e->c, ANDN, RDX, RAX, host_reg(JIT_ACT), -1);
    host_if(&e->c, CC_NE, fewer);
    host_jump(&e->c, jump(e, i));
    host_bind(&e->c, fewer);
    test(e, RAX);
    host_if(&e->c, CC_E, next(e, i));
    leave(e, i->behind);
    host_jump(&e->c, jump(e, i));
}

/* Without an active channel nobody goes back. */
static void do_while(struct emit *e, const struct jit_insn *i)
{
    unless_any(e, next(e, i));
    taken(e, i);
    go_back(e, i);
}

/* Backward as `while`; without a channel JIP is the engine's. */
static void do_goto_back(struct emit *e, const struct jit_insn *i)
{
    unless_any(e, jit_exit_label(e, i->u, i->rest));
    taken(e, i);
    go_back(e, i);
}

/* Channels without the predicate leave; nobody left: JIP, whoever waits behind. */
static void do_goto(struct emit *e, const struct jit_insn *i)
{
    unless_any(e, jump(e, i));
    taken(e, i);
    host_v(&e->c, ANDN, RDX, RAX, host_reg(JIT_ACT), -1);
    host_if(&e->c, CC_E, next(e, i));
    leave(e, i->u->out);
    test(e, JIT_ACT);
    host_if(&e->c, CC_NE, next(e, i));
    host_jump(&e->c, jump(e, i));
}

static void do_join(struct emit *e, const struct jit_insn *i)
{
    unless_any(e, jump(e, i));
    host_jump(&e->c, next(e, i));
}

/* break, cont, halt */
static void do_leave(struct emit *e, const struct jit_insn *i)
{
    unsigned apart = host_label(&e->c);
    taken(e, i);
    host_g(&e->c, MOV_, false, RDX, host_reg(RAX));
    unless_any(e, apart);
    test(e, RDX);
    host_if(&e->c, CC_E, next(e, i));
    host_bind(&e->c, apart);
    part(e, i, i->u->out);
}

/* The first channel decides for all; its predicate bit is that of the flag register. */
static void do_jmpi(struct emit *e, const struct jit_insn *i)
{
    bool masked = !i->cold->insn.nomask && !e->full;
    if (i->u->free && !masked) {
        host_jump(&e->c, jump(e, i));
        return;
    }
    jit_predicate(e, i->u, RAX);
    if (masked)
        host_g(&e->c, AND_, false, RAX, host_reg(JIT_ACT));
    host_gi(&e->c, TEST_, false, RAX, 1u << i->u->group);
    host_if(&e->c, CC_NE, jump(e, i));
    host_jump(&e->c, next(e, i));
}

void jit_flow(struct emit *e, const struct jit_insn *i)
{
    switch (i->cold->insn.op->id) {
    case EU_OP_IF:
        do_if(e, i);
        break;
    case EU_OP_ELSE:
        do_else(e, i);
        break;
    case EU_OP_ENDIF:
        do_endif(e, i);
        break;
    case EU_OP_WHILE:
        do_while(e, i);
        break;
    case EU_OP_JMPI:
        do_jmpi(e, i);
        break;
    case EU_OP_GOTO:
        if (i->cold->insn.branch_ctrl)
            do_goto_back(e, i);
        else
            do_goto(e, i);
        break;
    case EU_OP_JOIN:
        do_join(e, i);
        break;
    default:
        do_leave(e, i);
    }
}
