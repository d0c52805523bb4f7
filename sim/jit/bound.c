/* What sim/fast/bounds.c does for the chain: a count in n0 and a wait. Modes, arrivals and threads
 * that end are the engine's. */
#include "sim/jit/emit.h"

static struct host_at count_at(unsigned n)
{
    return host_mem(JIT_GRF, (int32_t)(offsetof(struct eu_thread, n) + 4 * n));
}

static void set_count(struct emit *e, const struct jit_insn *i)
{
    struct host_at at = count_at(i->u->kind[0]);
    uint32_t has = eu_n0_max[i->u->kind[0]];
    host_g(&e->c, MOV_, false, RAX, at);
    host_gi(&e->c, AND_, false, RAX, ~has);
    host_gi(&e->c, OR_, false, RAX, i->u->imm & has);
    host_g(&e->c, STORE_, false, RAX, at);
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

static void take_count(struct emit *e, const struct jit_insn *i)
{
    unsigned none = host_label(&e->c);
    struct host_at at = count_at(i->u->imm);
    host_g(&e->c, MOV_, false, RAX, at);
    host_g(&e->c, TEST_, false, RAX, host_reg(RAX));
    host_if(&e->c, CC_E, none);
    host_gi(&e->c, SUB_, false, RAX, 1);
    host_g(&e->c, STORE_, false, RAX, at);
    host_jump(&e->c, jit_edge_label(e, &i->next));
    host_bind(&e->c, none); /* it begins to wait */
    host_store8(&e->c, JIT_GRF, offsetof(struct eu_thread, status), EU_THREAD_WAITING);
    host_store8(&e->c, JIT_GRF, offsetof(struct eu_thread, wait_n), (uint8_t)i->u->imm);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_store8(&e->c, RDI, offsetof(struct fast_ctx, slept), true);
    host_jump(&e->c, jit_exit_label(e, i->u, i->rest));
}

void jit_bound(struct emit *e, const struct jit_insn *i)
{
    if (i->op == JIT_COUNT)
        set_count(e, i);
    else if (i->op == JIT_WAIT)
        take_count(e, i);
    else
        jit_call(e, i);
}
