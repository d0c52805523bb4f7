/* What instructions compute, eight lanes at a time: the operations of sim/fast/vector.c. */
#include "sim/jit/llvm/emit.h"

#include <string.h>

#define OPERATION(name)                                                                            \
    LLVMValueRef jit_##name(struct emit *e, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
#define UNUSED (void)e, (void)a, (void)b, (void)c

OPERATION(op_mov)
{
    UNUSED;
    return a;
}
OPERATION(fmov)
{
    UNUSED;
    return a;
}
OPERATION(op_not)
{
    UNUSED;
    return LLVMBuildNot(e->b, a, "");
}
OPERATION(op_itof)
{
    UNUSED;
    return LLVMBuildBitCast(e->b, LLVMBuildSIToFP(e->b, a, e->vecf, ""), e->vec, "");
}
#define BINARY(name, build, right)                                                                 \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return build(e->b, a, right, "");                                                          \
    }
BINARY(op_and, LLVMBuildAnd, b)
BINARY(op_or, LLVMBuildOr, b)
BINARY(op_xor, LLVMBuildXor, b)
BINARY(op_add, LLVMBuildAdd, b)
BINARY(op_mulw, LLVMBuildMul, b)
BINARY(op_mul, LLVMBuildMul, jit_and(e, b, jit_const(e, 0xffff)))
BINARY(op_shl, LLVMBuildShl, jit_and(e, b, jit_const(e, 31)))
BINARY(op_shr, LLVMBuildLShr, jit_and(e, b, jit_const(e, 31)))
BINARY(op_asr, LLVMBuildAShr, jit_and(e, b, jit_const(e, 31)))

/* The predicate chooses. */
OPERATION(op_sel)
{
    UNUSED;
    return jit_blend(e, b, a, c);
}
OPERATION(fsel)
{
    UNUSED;
    return jit_blend(e, b, a, c);
}

/* --- floats --- */

/* LLVM is told neither how the host rounds nor what it does with denormals. Of constrained calls it
 * folds what is exact, denormals too, unless they are opaque (nobuiltin). */
static LLVMValueRef arithmetic(struct emit *e, const char *name, LLVMValueRef *args, unsigned n)
{
    static const char *const unknown[] = {"round.dynamic", "fpexcept.ignore"};
    LLVMValueRef all[5], fn, r;
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    for (unsigned i = 0; i < n; i++)
        all[i] = LLVMBuildBitCast(e->b, args[i], e->vecf, "");
    for (unsigned i = 0; i < 2; i++)
        all[n + i] =
            LLVMMetadataAsValue(e->c, LLVMMDStringInContext2(e->c, unknown[i], strlen(unknown[i])));
    fn = LLVMGetIntrinsicDeclaration(e->m, id, &e->vecf, 1);
    r = LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->c, id, &e->vecf, 1), fn, all, n + 2, "");
    LLVMAddCallSiteAttribute(r, LLVMAttributeFunctionIndex, e->strict);
    LLVMAddCallSiteAttribute(r, LLVMAttributeFunctionIndex, e->opaque);
    return LLVMBuildBitCast(e->b, r, e->vec, "");
}

static LLVMValueRef relation(struct emit *e, LLVMValueRef a, LLVMValueRef b, unsigned how)
{
    LLVMValueRef args[3] = {LLVMBuildBitCast(e->b, a, e->vecf, ""),
                            LLVMBuildBitCast(e->b, b, e->vecf, ""),
                            LLVMConstInt(e->i8, how, false)};
    LLVMValueRef r = jit_intrinsic(e, "llvm.x86.avx.cmp.ps.256", args, 3);
    return LLVMBuildBitCast(e->b, r, e->vec, "");
}

LLVMValueRef jit_unordered(struct emit *e, LLVMValueRef a, LLVMValueRef b)
{
    return relation(e, a, b, 3);
}

#define CONSTRAINED "llvm.experimental.constrained."
OPERATION(op_fadd)
{
    UNUSED;
    return arithmetic(e, CONSTRAINED "fadd", (LLVMValueRef[]){a, b}, 2);
}
OPERATION(op_fmul)
{
    UNUSED;
    return arithmetic(e, CONSTRAINED "fmul", (LLVMValueRef[]){a, b}, 2);
}
/* mad: src0 is added */
OPERATION(op_fmad)
{
    return arithmetic(e, CONSTRAINED "fma", (LLVMValueRef[]){b, c, a}, 3);
}

/* --- relations: quiet, of NaN only "not equal" holds --- */

#define FLOATS(name, how)                                                                          \
    OPERATION(fcmp_##name)                                                                         \
    {                                                                                              \
        UNUSED;                                                                                    \
        return relation(e, a, b, how);                                                             \
    }
FLOATS(z, 0)
FLOATS(nz, 4)
FLOATS(g, 30)
FLOATS(ge, 29)
FLOATS(l, 17)
FLOATS(le, 18)
#define INTS(name, how)                                                                            \
    OPERATION(name)                                                                                \
    {                                                                                              \
        UNUSED;                                                                                    \
        return LLVMBuildSExt(e->b, jit_is(e, how, a, b), e->vec, "");                              \
    }
INTS(dcmp_z, LLVMIntEQ)
INTS(dcmp_nz, LLVMIntNE)
INTS(dcmp_g, LLVMIntSGT)
INTS(dcmp_ge, LLVMIntSGE)
INTS(dcmp_l, LLVMIntSLT)
INTS(dcmp_le, LLVMIntSLE)
INTS(ucmp_g, LLVMIntUGT)
INTS(ucmp_ge, LLVMIntUGE)
INTS(ucmp_l, LLVMIntULT)
INTS(ucmp_le, LLVMIntULE)
