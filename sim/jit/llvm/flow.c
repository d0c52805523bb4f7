/* Flow control, as sim/fast/branch.c: the active channels are one mask, and PcIPs are written for
 * those that leave. */
#include "sim/jit/llvm/emit.h"

static uint64_t pcip(unsigned group)
{
    return offsetof(struct eu_thread, pcip) + group * sizeof(uint32_t);
}

static LLVMValueRef zero(struct emit *e)
{
    return jit_int(e, 0);
}

static LLVMValueRef active(struct emit *e)
{
    return e->full ? jit_int(e, e->all) : jit_get(e, e->i32, e->act);
}

static LLVMValueRef enabled(struct emit *e)
{
    return e->full ? jit_int(e, e->all) : e->emask;
}

/* Whether there is one; of channels that join later there may be none. */
static LLVMValueRef any_active(struct emit *e)
{
    return e->full ? LLVMConstInt(e->i1, 1, false) : jit_is(e, LLVMIntNE, active(e), zero(e));
}

/* Channels of @of whose PcIP is @ip. */
static LLVMValueRef at(struct emit *e, LLVMValueRef of, uint32_t ip)
{
    LLVMValueRef all = zero(e);
    for (unsigned g = 0; g < e->r->width; g += LANES) {
        LLVMValueRef v = jit_load(e, e->vec, e->grf, pcip(g));
        LLVMValueRef is = jit_is(e, LLVMIntEQ, v, jit_const(e, ip));
        LLVMValueRef bits = jit_signs(e, LLVMBuildSExt(e->b, is, e->vec, ""));
        all = LLVMBuildOr(e->b, all, LLVMBuildShl(e->b, bits, jit_int(e, g), ""), "");
    }
    return jit_and(e, all, of);
}

static void place(struct emit *e, LLVMValueRef of, uint32_t ip)
{
    for (unsigned g = 0; g < e->r->width; g += LANES) {
        LLVMValueRef mask = jit_mask(e, LLVMBuildLShr(e->b, of, jit_int(e, g), ""));
        LLVMValueRef v = jit_load(e, e->vec, e->grf, pcip(g));
        jit_store(e, jit_blend(e, v, jit_const(e, ip), mask), e->grf, pcip(g));
    }
}

void jit_join(struct emit *e, const struct jit_insn *i)
{
    LLVMBasicBlockRef some = jit_block(e), on = jit_block(e);
    LLVMValueRef waiting = jit_and(e, e->emask, LLVMBuildNot(e->b, active(e), ""));
    jit_branch(e, jit_is(e, LLVMIntNE, waiting, zero(e)), some, on, true);
    LLVMPositionBuilderAtEnd(e->b, some);
    jit_set(e, e->act, LLVMBuildOr(e->b, active(e), at(e, waiting, fast_rest(i->u)->ip), ""));
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
}

static LLVMValueRef taken(struct emit *e, const struct jit_insn *i)
{
    return jit_and(e, active(e), jit_predicate(e, i->u));
}

static LLVMBasicBlockRef next(struct emit *e, const struct jit_insn *i)
{
    return jit_edge_block(e, &i->next);
}

static LLVMBasicBlockRef jump(struct emit *e, const struct jit_insn *i)
{
    return jit_edge_block(e, &i->jump);
}

/* Nobody is left: on if somebody waits behind, else to JIP. */
static void nobody(struct emit *e, const struct jit_insn *i)
{
    LLVMValueRef some = jit_is(e, LLVMIntNE, at(e, e->emask, i->behind), zero(e));
    jit_branch(e, some, next(e, i), jump(e, i), false);
}

/* The channels @going leave for @ip, @left stay: no longer the full world. */
static void leave(struct emit *e, LLVMValueRef going, LLVMValueRef left, uint32_t ip)
{
    place(e, going, ip);
    jit_set(e, e->act, left);
    if (e->full) {
        e->full = false;
        jit_reload(e);
    }
}

static void part(struct emit *e, const struct jit_insn *i, LLVMValueRef going, uint32_t ip)
{
    LLVMBasicBlockRef none = jit_block(e);
    LLVMValueRef left = jit_and(e, active(e), LLVMBuildNot(e->b, going, ""));
    leave(e, going, left, ip);
    jit_branch(e, jit_is(e, LLVMIntEQ, left, zero(e)), none, next(e, i), true);
    LLVMPositionBuilderAtEnd(e->b, none);
    nobody(e, i);
}

static void do_if(struct emit *e, const struct jit_insn *i)
{
    LLVMValueRef t = taken(e, i), act = active(e), some = any_active(e);
    LLVMBasicBlockRef not_all = jit_block(e), apart = jit_block(e);
    jit_branch(e, jit_and(e, jit_is(e, LLVMIntEQ, t, act), some), next(e, i), not_all, false);
    LLVMPositionBuilderAtEnd(e->b, not_all);
    LLVMValueRef none = jit_and(e, jit_is(e, LLVMIntEQ, t, zero(e)), some);
    none = jit_and(e, none, jit_is(e, LLVMIntEQ, act, enabled(e)));
    jit_branch(e, none, jump(e, i), apart, false);
    LLVMPositionBuilderAtEnd(e->b, apart);
    part(e, i, jit_and(e, act, LLVMBuildNot(e->b, t, "")), fast_rest(i->u->j)->ip);
}

static void do_else(struct emit *e, const struct jit_insn *i)
{
    LLVMBasicBlockRef apart = jit_block(e);
    jit_branch(e, jit_is(e, LLVMIntEQ, active(e), enabled(e)), jump(e, i), apart, false);
    LLVMPositionBuilderAtEnd(e->b, apart);
    part(e, i, active(e), fast_rest(i->u->j)->ip);
}

static void do_endif(struct emit *e, const struct jit_insn *i)
{
    LLVMBasicBlockRef none = jit_block(e);
    jit_if(e, any_active(e), none);
    LLVMBuildBr(e->b, next(e, i));
    LLVMPositionBuilderAtEnd(e->b, none);
    nobody(e, i);
}

static void do_while(struct emit *e, const struct jit_insn *i)
{
    LLVMValueRef t = taken(e, i), act = active(e);
    LLVMBasicBlockRef not_all = jit_block(e), fewer = jit_block(e);
    jit_branch(e, jit_and(e, jit_is(e, LLVMIntEQ, t, act), any_active(e)), jump(e, i), not_all,
               false);
    LLVMPositionBuilderAtEnd(e->b, not_all);
    jit_branch(e, jit_is(e, LLVMIntNE, t, zero(e)), fewer, next(e, i), false);
    LLVMPositionBuilderAtEnd(e->b, fewer);
    leave(e, jit_and(e, act, LLVMBuildNot(e->b, t, "")), t, i->behind);
    LLVMBuildBr(e->b, jump(e, i));
}

/* goto: channels without the predicate leave; nobody left: JIP, whoever waits behind. */
static void do_goto(struct emit *e, const struct jit_insn *i)
{
    LLVMValueRef t = taken(e, i), going = jit_and(e, active(e), LLVMBuildNot(e->b, t, ""));
    LLVMBasicBlockRef some = jit_block(e);
    LLVMValueRef stay = jit_and(e, jit_is(e, LLVMIntEQ, going, zero(e)), any_active(e));
    jit_branch(e, stay, next(e, i), some, false);
    LLVMPositionBuilderAtEnd(e->b, some);
    leave(e, going, t, i->u->out);
    jit_branch(e, jit_is(e, LLVMIntNE, t, zero(e)), next(e, i), jump(e, i), false);
}

/* Backward as `while`; without a channel JIP is the engine's. */
static void do_goto_back(struct emit *e, const struct jit_insn *i)
{
    LLVMBasicBlockRef none = jit_block(e), here;
    jit_if(e, any_active(e), none);
    here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderAtEnd(e->b, none);
    jit_out(e, i->u, i->rest);
    LLVMPositionBuilderAtEnd(e->b, here);
    do_while(e, i);
}

static void do_join(struct emit *e, const struct jit_insn *i)
{
    jit_branch(e, any_active(e), next(e, i), jump(e, i), false);
}

/* break, cont, halt */
static void do_leave(struct emit *e, const struct jit_insn *i)
{
    LLVMValueRef t = taken(e, i);
    LLVMBasicBlockRef some = jit_block(e);
    LLVMValueRef stay = jit_and(e, jit_is(e, LLVMIntEQ, t, zero(e)), any_active(e));
    jit_branch(e, LLVMBuildNot(e->b, stay, ""), some, next(e, i), false);
    LLVMPositionBuilderAtEnd(e->b, some);
    part(e, i, t, i->u->out);
}

/* The first channel decides for all; its predicate bit is that of the flag register. */
static void do_jmpi(struct emit *e, const struct jit_insn *i)
{
    const struct fast_uop *u = i->u;
    LLVMValueRef on = jit_predicate(e, u);
    if (!i->cold->insn.nomask)
        on = jit_and(e, on, active(e));
    on = jit_and(e, on, jit_int(e, 1u << u->group));
    jit_branch(e, jit_is(e, LLVMIntNE, on, zero(e)), jump(e, i), next(e, i), false);
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
