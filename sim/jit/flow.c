/* Flow control, as sim/fast/branch.c: the active channels are one mask, and so are those that wait
 * at an address; PcIPs are read where native code begins and written where it ends. Registers of
 * the EU are where they are between blocks. */
#include "sim/jit/emit.h"

#include <stdlib.h>

/* --- who waits --- */

static void wait_at(struct jit_waits *w, uint32_t ip)
{
    unsigned i = 0;
    while (i < w->n && w->ip[i] != ip)
        i++;
    if (i == w->n)
        w->ip[w->n++] = ip;
}

/* The address for which channels leave at a branch. */
static uint32_t left_for(const struct jit_insn *i)
{
    switch (i->cold->insn.op->id) {
    case EU_OP_IF:
    case EU_OP_ELSE:
        return fast_rest(i->u->j)->ip;
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
        return i->u->out;
    case EU_OP_GOTO:
        return i->cold->insn.branch_ctrl ? i->behind : i->u->out;
    default:
        return i->behind;
    }
}

/* Where channels join, where they leave for, and what is behind branches. */
struct jit_waits *jit_waits_of(const struct jit_region *r)
{
    enum { EACH = 3 };
    struct jit_waits *w = calloc(1, sizeof *w + r->n * EACH * sizeof *w->ip);
    for (unsigned k = 0; w && k < r->n; k++) {
        const struct jit_insn *i = &r->insns[k];
        if (i->join)
            wait_at(w, fast_rest(i->u)->ip);
        if (i->kind != JIT_BRANCH || i->cold->insn.op->id == EU_OP_JMPI)
            continue;
        wait_at(w, left_for(i));
        wait_at(w, i->behind);
    }
    return w;
}

static struct host_at slot_of(const struct emit *e, uint32_t ip)
{
    unsigned i = 0;
    while (e->waits->ip[i] != ip)
        i++;
    return host_mem(RSP, JIT_FRAME_WAITS + (int32_t)(4 * i));
}

static void waits_read(const struct eu_thread *t, const struct jit_waits *w, uint32_t *who,
                       uint32_t waiting)
{
    for (unsigned i = 0; i < w->n; i++)
        who[i] = waiting ? fast_at(t->pcip, w->ip[i], waiting) : 0;
}

static void waits_write(struct eu_thread *t, const struct jit_waits *w, const uint32_t *who)
{
    for (unsigned i = 0; i < w->n; i++)
        fast_place(t, who[i], w->ip[i]);
}

static void pass_waits(struct emit *e)
{
    host_g(&e->c, MOV_, true, RDI, host_reg(JIT_GRF));
    host_mov64(&e->c, RSI, (uintptr_t)e->waits);
    host_g(&e->c, MOV_, true, RDX, host_reg(RSP));
    host_gi(&e->c, ADD_, true, RDX, JIT_FRAME_WAITS);
}

void jit_waits_read(struct emit *e)
{
    unsigned some = host_label(&e->c), done = host_label(&e->c);
    if (!e->waits->n)
        return;
    host_v(&e->c, ANDN, RCX, JIT_ACT, host_mem(RSP, JIT_FRAME_ENABLED), -1);
    host_if(&e->c, CC_NE, some);
    host_v(&e->c, VPXOR, 0, 0, host_reg(0), -1);
    for (unsigned i = 0; i < e->waits->n; i += LANES)
        host_v(&e->c, VMOVUPS_STORE, 0, 0, host_mem(RSP, JIT_FRAME_WAITS + (int32_t)(4 * i)), -1);
    host_jump(&e->c, done);
    host_bind(&e->c, some);
    pass_waits(e);
    jit_host_call(e, (uintptr_t)waits_read);
    host_bind(&e->c, done);
}

void jit_waits_write(struct emit *e)
{
    if (!e->waits->n)
        return;
    unsigned nobody = host_label(&e->c);
    host_g(&e->c, CMP_, false, JIT_ACT, host_mem(RSP, JIT_FRAME_ENABLED));
    host_if(&e->c, CC_E, nobody);
    pass_waits(e);
    jit_host_call(e, (uintptr_t)waits_write);
    host_bind(&e->c, nobody);
}

/* --- predicates --- */

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

/* The same of groups of channels: each bit becomes what any bits, or all, of its group are. */
static void group_predicate(struct emit *e, const struct jit_insn *i, unsigned to)
{
    const struct eu_insn *insn = &i->cold->insn;
    unsigned size = 1u << (insn->pred / 2 - 1);
    bool all = insn->pred & 1;
    host_g(&e->c, MOV_, false, to, host_reg(JIT_FLAGS + fast_flag_reg(i->u)));
    if (all)
        host_not(&e->c, to);
    for (unsigned by = 1; by < size; by *= 2) {
        host_g(&e->c, MOV_, false, RCX, host_reg(to));
        host_shift(&e->c, false, true, RCX, by);
        host_g(&e->c, OR_, false, to, host_reg(RCX));
    }
    /* the lowest bit of each group has it; 64 bits, for the whole register may be a group */
    host_gi(&e->c, AND_, false, to, UINT32_MAX / (uint32_t)((UINT64_C(1) << size) - 1));
    host_g(&e->c, MOV_, true, RCX, host_reg(to));
    host_shift(&e->c, true, false, RCX, size);
    host_g(&e->c, SUB_, true, RCX, host_reg(to));
    host_v(&e->c, RORX, to, 0, host_reg(RCX), i->u->flag % 32);
    if (all != (i->u->inv != 0))
        host_not(&e->c, to);
}

static void predicate(struct emit *e, const struct jit_insn *i, unsigned to)
{
    if (i->u->free || i->cold->insn.pred == 1)
        jit_predicate(e, i->u, to);
    else
        group_predicate(e, i, to);
}

static void test(struct emit *e, unsigned reg)
{
    host_g(&e->c, TEST_, false, reg, host_reg(reg));
}

void jit_join(struct emit *e, const struct jit_insn *i)
{
    struct host_at who = slot_of(e, fast_rest(i->u)->ip);
    host_g(&e->c, OR_, false, JIT_ACT, who);
    host_g(&e->c, XOR_, false, RAX, host_reg(RAX));
    host_g(&e->c, STORE_, false, RAX, who);
}

/* Active channels with the predicate into rdx, and whether there are any. */
static void taken(struct emit *e, const struct jit_insn *i)
{
    predicate(e, i, RDX);
    host_g(&e->c, AND_, false, RDX, host_reg(JIT_ACT));
}

/* Whether the predicate is what a flag register has. */
static bool is_bare(const struct jit_insn *i)
{
    return i->cold->insn.pred == 1 && !i->u->free && !i->u->inv && i->u->flag % 32 == 0;
}

/* Active channels without it. */
static void untaken(struct emit *e, const struct jit_insn *i)
{
    unsigned bits = JIT_FLAGS + fast_flag_reg(i->u);
    if (!is_bare(i)) {
        bits = RAX;
        predicate(e, i, RAX);
    }
    host_v(&e->c, ANDN, RDX, bits, host_reg(JIT_ACT), -1);
}

static unsigned next(struct emit *e, const struct jit_insn *i)
{
    return jit_edge_label(e, &i->next);
}

/* The way to @to, on which the thread of a series notes that it has jumped. */
static unsigned noted(struct emit *e, const struct jit_insn *i, unsigned to)
{
    size_t path = offsetof(struct fast_ctx, more) + offsetof(struct fast_more, path);
    unsigned label = host_label(&e->c);
    bool was = host_cold(&e->c, true);
    host_bind(&e->c, label);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RAX, UINT64_C(1) << (i->way - 1));
    host_g(&e->c, OR_TO_, true, RAX, host_mem(RDI, (int32_t)path));
    host_jump(&e->c, to);
    (void)host_cold(&e->c, was);
    return label;
}

static unsigned jump(struct emit *e, const struct jit_insn *i)
{
    unsigned to = jit_edge_label(e, &i->jump);
    return e->full && e->r->series && i->way ? noted(e, i, to) : to;
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
    const struct jit_insn *behind = i->next.to < 0 ? NULL : &e->r->insns[i->next.to];
    if (!behind || behind->join) {
        host_g(&e->c, MOV_, false, RAX, slot_of(e, i->behind));
        test(e, RAX);
        host_if(&e->c, CC_NE, next(e, i));
    }
    host_jump(&e->c, jump(e, i));
}

/* A thread of a series goes no further: what it has not written is to be its own. */
static void unless_series(struct emit *e, const struct jit_insn *i)
{
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_load(&e->c, RAX, host_mem(RDI, offsetof(struct fast_ctx, series)), 1);
    host_gi(&e->c, CMP_, false, RAX, FAST_NO_SERIES);
    host_if(&e->c, CC_NE, jit_exit_label(e, i->u, i->rest));
}

/* The channels of rdx leave: no longer the full world. */
static void leave(struct emit *e, const struct jit_insn *i)
{
    if (e->full && e->r->series)
        unless_series(e, i);
    host_g(&e->c, OR_TO_, false, RDX, slot_of(e, left_for(i)));
    host_v(&e->c, ANDN, JIT_ACT, RDX, host_reg(JIT_ACT), -1);
    e->full = false;
}

static void part(struct emit *e, const struct jit_insn *i)
{
    leave(e, i);
    test(e, JIT_ACT);
    host_if(&e->c, CC_NE, next(e, i));
    nobody(e, i);
}

static void do_if(struct emit *e, const struct jit_insn *i)
{
    unsigned apart = host_label(&e->c);
    untaken(e, i); /* who leaves */
    if (!e->full) {
        unless_any(e, apart);
        test(e, RDX);
    }
    host_if(&e->c, CC_E, next(e, i));
    host_g(&e->c, CMP_, false, RDX, host_reg(JIT_ACT));
    host_if(&e->c, CC_NE, apart);
    if (!e->full) {
        host_g(&e->c, CMP_, false, JIT_ACT, host_mem(RSP, JIT_FRAME_ENABLED));
        host_if(&e->c, CC_NE, apart);
    }
    host_jump(&e->c, jump(e, i));
    host_bind(&e->c, apart);
    part(e, i);
}

static void do_else(struct emit *e, const struct jit_insn *i)
{
    if (e->full) {
        host_jump(&e->c, jump(e, i));
        return;
    }
    host_g(&e->c, CMP_, false, JIT_ACT, host_mem(RSP, JIT_FRAME_ENABLED));
    host_if(&e->c, CC_E, jump(e, i));
    host_g(&e->c, MOV_, false, RDX, host_reg(JIT_ACT));
    part(e, i);
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

/* Those with the predicate go back; there are some active ones. */
static void go_back(struct emit *e, const struct jit_insn *i)
{
    unsigned fewer = host_label(&e->c);
    if (e->full && is_bare(i)) { /* as a rule the flags of no other channels are set */
        host_g(&e->c, CMP_, false, JIT_FLAGS + fast_flag_reg(i->u), host_reg(JIT_ACT));
        host_if(&e->c, CC_E, jump(e, i));
    }
    untaken(e, i);
    host_if(&e->c, CC_NE, fewer);
    host_jump(&e->c, jump(e, i));
    host_bind(&e->c, fewer);
    host_g(&e->c, CMP_, false, RDX, host_reg(JIT_ACT));
    host_if(&e->c, CC_E, next(e, i));
    leave(e, i);
    host_jump(&e->c, jump(e, i));
}

/* Without an active channel nobody goes back. */
static void do_while(struct emit *e, const struct jit_insn *i)
{
    unless_any(e, next(e, i));
    go_back(e, i);
}

/* Backward as `while`; without a channel JIP is the engine's. */
static void do_goto_back(struct emit *e, const struct jit_insn *i)
{
    unless_any(e, jit_exit_label(e, i->u, i->rest));
    go_back(e, i);
}

/* Channels without the predicate leave; nobody left: JIP, whoever waits behind. */
static void do_goto(struct emit *e, const struct jit_insn *i)
{
    if (!e->full)
        unless_any(e, jump(e, i));
    untaken(e, i);
    host_if(&e->c, CC_E, next(e, i));
    if (e->full && fast_rest(i->u->j)->ip == i->u->out) {
        host_g(&e->c, CMP_, false, RDX, host_reg(JIT_ACT));
        host_if(&e->c, CC_E, jump(e, i));
    }
    leave(e, i);
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
    if (!e->full) {
        unless_any(e, apart);
        test(e, RDX);
    }
    host_if(&e->c, CC_E, next(e, i));
    host_bind(&e->c, apart);
    part(e, i);
}

/* The first channel decides for all. */
static void do_jmpi(struct emit *e, const struct jit_insn *i)
{
    bool masked = !i->cold->insn.nomask && !e->full;
    if (i->u->free && !masked) {
        host_jump(&e->c, jump(e, i));
        return;
    }
    predicate(e, i, RAX);
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
