/* A NaN that arithmetic makes is the EU's default one, not the host's. It is looked for once in a
 * block, behind its arithmetic and before anything of it goes to the thread: if there is one, the
 * block is the engine's. */
#include "sim/jit/llvm/emit.h"

static bool settles(const struct jit_insn *i)
{
    return i->kind == JIT_VECTOR && jit_form(i) & FAST_SETTLED;
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

/* Signs of the channels that have one; NULL: there was no arithmetic. */
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
    return any;
}

void jit_guard_end(struct emit *e, const struct jit_insn *first)
{
    LLVMValueRef nan = found(e);
    if (!nan)
        return;
    LLVMBasicBlockRef some = jit_block(e), on = jit_block(e);
    nan = LLVMBuildBitCast(e->b, nan, e->vecf, "");
    LLVMValueRef args[2] = {nan, nan};
    LLVMValueRef none = jit_intrinsic(e, "llvm.x86.avx.vtestz.ps.256", args, 2);
    jit_branch(e, jit_is(e, LLVMIntEQ, none, jit_int(e, 0)), some, on, true);
    LLVMPositionBuilderAtEnd(e->b, some);
    jit_out(e, first->u, first->rest);
    LLVMPositionBuilderAtEnd(e->b, on);
}
