/* Small pieces of code that everything else is made of. */
#include "sim/jit/llvm/emit.h"

#include <string.h>

/* --- values --- */

LLVMValueRef jit_int(struct emit *e, uint32_t v)
{
    return LLVMConstInt(e->i32, v, false);
}

LLVMValueRef jit_const(struct emit *e, uint32_t v)
{
    LLVMValueRef lanes[LANES];
    for (unsigned i = 0; i < LANES; i++)
        lanes[i] = jit_int(e, v);
    return LLVMConstVector(lanes, LANES);
}

LLVMValueRef jit_lanes(struct emit *e, LLVMValueRef a, LLVMValueRef b, const int from[LANES])
{
    LLVMValueRef lanes[LANES];
    for (unsigned i = 0; i < LANES; i++)
        lanes[i] = from[i] < 0 ? LLVMGetUndef(e->i32) : jit_int(e, (uint32_t)from[i]);
    return LLVMBuildShuffleVector(e->b, a, b, LLVMConstVector(lanes, LANES), "");
}

LLVMValueRef jit_all(struct emit *e, LLVMValueRef dword)
{
    static const int first[LANES] = {0};
    LLVMValueRef none = LLVMGetUndef(e->vec);
    LLVMValueRef v = LLVMBuildInsertElement(e->b, none, dword, jit_int(e, 0), "");
    return jit_lanes(e, v, none, first);
}

LLVMValueRef jit_mask(struct emit *e, LLVMValueRef bits)
{
    LLVMValueRef lanes[LANES], bit;
    for (unsigned i = 0; i < LANES; i++)
        lanes[i] = jit_int(e, 1u << i);
    bit = LLVMConstVector(lanes, LANES);
    LLVMValueRef on = LLVMBuildAnd(e->b, jit_all(e, bits), bit, "");
    return LLVMBuildSExt(e->b, jit_is(e, LLVMIntEQ, on, bit), e->vec, "");
}

LLVMValueRef jit_intrinsic(struct emit *e, const char *name, LLVMValueRef *args, unsigned n)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(e->m, id, NULL, 0);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->c, id, NULL, 0);
    return LLVMBuildCall2(e->b, type, fn, args, n, "");
}

LLVMValueRef jit_signs(struct emit *e, LLVMValueRef v)
{
    LLVMValueRef arg = LLVMBuildBitCast(e->b, v, e->vecf, "");
    return jit_intrinsic(e, "llvm.x86.avx.movmsk.ps.256", &arg, 1);
}

LLVMValueRef jit_blend(struct emit *e, LLVMValueRef old, LLVMValueRef v, LLVMValueRef mask)
{
    LLVMValueRef args[3] = {old, v, mask};
    for (unsigned i = 0; i < 3; i++)
        args[i] = LLVMBuildBitCast(e->b, args[i], e->vecf, "");
    LLVMValueRef r = jit_intrinsic(e, "llvm.x86.avx.blendv.ps.256", args, 3);
    return LLVMBuildBitCast(e->b, r, e->vec, "");
}

LLVMValueRef jit_is(struct emit *e, LLVMIntPredicate how, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(e->b, how, a, b, "");
}

LLVMValueRef jit_and(struct emit *e, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildAnd(e->b, a, b, "");
}

/* --- memory and variables --- */

LLVMValueRef jit_at(struct emit *e, LLVMBuilderRef b, LLVMValueRef base, LLVMTypeRef type,
                    uint64_t offset)
{
    LLVMValueRef index = LLVMConstInt(e->i64, offset, false);
    LLVMValueRef p = LLVMBuildGEP2(b, e->i8, base, &index, 1, "");
    return LLVMBuildBitCast(b, p, LLVMPointerType(type, 0), "");
}

static LLVMValueRef load(struct emit *e, LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef base,
                         uint64_t offset)
{
    LLVMValueRef v = LLVMBuildLoad2(b, type, jit_at(e, b, base, type, offset), "");
    LLVMSetAlignment(v, 1);
    return v;
}

LLVMValueRef jit_load(struct emit *e, LLVMTypeRef type, LLVMValueRef base, uint64_t offset)
{
    return load(e, e->b, type, base, offset);
}

void jit_store(struct emit *e, LLVMValueRef v, LLVMValueRef base, uint64_t offset)
{
    LLVMValueRef p = jit_at(e, e->b, base, LLVMTypeOf(v), offset);
    LLVMSetAlignment(LLVMBuildStore(e->b, v, p), 1);
}

LLVMValueRef jit_get(struct emit *e, LLVMTypeRef type, LLVMValueRef variable)
{
    return LLVMBuildLoad2(e->b, type, variable, "");
}

void jit_set(struct emit *e, LLVMValueRef variable, LLVMValueRef v)
{
    LLVMBuildStore(e->b, v, variable);
}

LLVMValueRef jit_predicate(struct emit *e, const struct fast_uop *u)
{
    if (u->free)
        return jit_int(e, UINT32_MAX);
    LLVMValueRef f = jit_flag(e, fast_flag_reg(u));
    unsigned rot = u->flag % 32;
    if (rot) { /* half of it */
        LLVMValueRef low = LLVMBuildLShr(e->b, f, jit_int(e, rot), "");
        LLVMValueRef high = LLVMBuildShl(e->b, f, jit_int(e, 32u - rot), "");
        f = LLVMBuildOr(e->b, low, high, "");
    }
    return LLVMBuildXor(e->b, f, jit_int(e, (uint32_t)u->inv), "");
}

/* --- control --- */

LLVMBasicBlockRef jit_block(struct emit *e)
{
    return LLVMAppendBasicBlockInContext(e->c, e->fn, "");
}

void jit_out(struct emit *e, struct fast_uop *u, unsigned refund)
{
    LLVMValueRef left = jit_get(e, e->i64, e->left);
    jit_set(e, e->left, LLVMBuildAdd(e->b, left, LLVMConstInt(e->i64, refund, false), ""));
    jit_set(e, e->out_u, LLVMConstInt(e->i64, (uintptr_t)u, false));
    jit_set(e, e->out_full, LLVMConstInt(e->i8, e->full, false));
    LLVMBuildBr(e->b, e->out);
}

LLVMBasicBlockRef jit_edge_block(struct emit *e, const struct jit_edge *edge)
{
    if (edge->to >= 0)
        return e->in[e->full][edge->to];
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), block = jit_block(e);
    LLVMPositionBuilderAtEnd(e->b, block);
    jit_out(e, edge->u, 0);
    LLVMPositionBuilderAtEnd(e->b, here);
    return block;
}

enum { RARELY = 1000 };
static void weighed(struct emit *e, LLVMValueRef br, uint32_t yes, uint32_t no)
{
    LLVMValueRef weights[3] = {LLVMMDStringInContext(e->c, "branch_weights", 14), jit_int(e, yes),
                               jit_int(e, no)};
    LLVMSetMetadata(br, LLVMGetMDKindIDInContext(e->c, "prof", 4),
                    LLVMMDNodeInContext(e->c, weights, 3));
}

void jit_branch(struct emit *e, LLVMValueRef cond, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
                bool rarely)
{
    weighed(e, LLVMBuildCondBr(e->b, cond, yes, no), 1, rarely ? RARELY : 1);
}

void jit_if(struct emit *e, LLVMValueRef cond, LLVMBasicBlockRef otherwise)
{
    LLVMBasicBlockRef on = jit_block(e);
    weighed(e, LLVMBuildCondBr(e->b, cond, on, otherwise), RARELY, 1);
    LLVMPositionBuilderAtEnd(e->b, on);
}
