/* A NaN that arithmetic makes is the EU's default one, not the host's. It is looked for once in a
 * block, behind its arithmetic and before it leads elsewhere: if there is one, registers and flags
 * are again what they were, and the block is the engine's. */
#include "sim/jit/llvm/emit.h"

#include <string.h>

static void keep_reg(struct emit *e, unsigned reg)
{
    if (!e->guard.reg[reg])
        e->guard.reg[reg] = jit_reg(e, reg);
}

static bool settles(const struct jit_insn *i)
{
    return i->kind == JIT_VECTOR && jit_form(i) & FAST_SETTLED;
}

/* Registers and flags that @i writes. */
static void keep(struct emit *e, const struct jit_insn *i)
{
    const struct fast_uop *u = i->u;
    unsigned es = isa_exec_size(&i->cold->insn);
    if (i->kind != JIT_VECTOR)
        return;
    if (jit_form(i) & FAST_COMPARES && !e->guard.f[fast_flag_reg(u)])
        e->guard.f[fast_flag_reg(u)] = jit_flag(e, fast_flag_reg(u));
    if (u->kind[2] == FAST_NOWHERE)
        return;
    for (unsigned at = u->d; at < u->d + 4 * es; at += 4)
        keep_reg(e, at / REG_BYTES);
}

void jit_guard_begin(struct emit *e, const struct jit_insn *first)
{
    const struct jit_insn *i = first;
    bool any = false;
    memset(&e->guard, 0, sizeof e->guard);
    for (unsigned n = first->length; n; n--) {
        any |= settles(i);
        i = &e->r->insns[i->next.to < 0 ? 0 : i->next.to];
    }
    i = first;
    for (unsigned n = any ? first->length : 0; n; n--) {
        keep(e, i);
        i = &e->r->insns[i->next.to < 0 ? 0 : i->next.to];
    }
}

static void add(struct emit *e, unsigned set, LLVMValueRef nan)
{
    LLVMValueRef *all = &e->guard.nan[set];
    *all = *all ? LLVMBuildOr(e->b, *all, nan, "") : nan;
}

/* One comparison for two results. */
static void note(struct emit *e, unsigned set, LLVMValueRef r)
{
    LLVMValueRef *other = &e->guard.pending[set];
    if (*other)
        add(e, set, jit_unordered(e, *other, r));
    *other = *other ? NULL : r;
}

void jit_guard_note(struct emit *e, const struct jit_insn *i, LLVMValueRef r[2], unsigned halves)
{
    unsigned es = isa_exec_size(&i->cold->insn), group = i->u->group / LANES;
    if (!settles(i))
        return;
    if (es < LANES)
        add(e, JIT_ALWAYS,
            jit_and(e, jit_unordered(e, r[0], r[0]), jit_mask(e, jit_int(e, (1u << es) - 1))));
    for (unsigned h = 0; h < halves && es >= LANES; h++)
        note(e, i->u->need && i->u->group % LANES == 0 ? group + h : JIT_ALWAYS, r[h]);
}

/* Bits of the channels that have one; NULL: there was no arithmetic. */
static LLVMValueRef found(struct emit *e)
{
    LLVMValueRef any = NULL;
    for (unsigned set = 0; set <= JIT_ALWAYS; set++) {
        LLVMValueRef last = e->guard.pending[set];
        if (last)
            add(e, set, jit_unordered(e, last, last));
        LLVMValueRef nan = e->guard.nan[set];
        if (!nan)
            continue;
        if (set != JIT_ALWAYS && !e->full) { /* of others nothing is written */
            LLVMValueRef act = jit_get(e, e->i32, e->act);
            act = LLVMBuildLShr(e->b, act, jit_int(e, set * LANES), "");
            nan = jit_and(e, nan, jit_mask(e, act));
        }
        any = any ? LLVMBuildOr(e->b, any, nan, "") : nan;
    }
    return any ? jit_signs(e, any) : NULL;
}

void jit_guard_end(struct emit *e, const struct jit_insn *first)
{
    LLVMValueRef nan = found(e);
    if (!nan)
        return;
    LLVMBasicBlockRef some = jit_block(e), on = jit_block(e);
    jit_branch(e, jit_is(e, LLVMIntNE, nan, jit_int(e, 0)), some, on, true);
    LLVMPositionBuilderAtEnd(e->b, some);
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        if (e->guard.reg[i])
            jit_reg_set(e, i, e->guard.reg[i]);
    for (unsigned i = 0; i < 2; i++)
        if (e->guard.f[i])
            jit_flag_set(e, i, e->guard.f[i]);
    LLVMValueRef left = jit_get(e, e->i64, e->left);
    jit_set(e, e->left, LLVMBuildAdd(e->b, left, LLVMConstInt(e->i64, first->length, false), ""));
    jit_out(e, first->u);
    LLVMPositionBuilderAtEnd(e->b, on);
}
