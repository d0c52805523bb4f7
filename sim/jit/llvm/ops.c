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

/* One instruction of the host; AT&T order. */
static LLVMValueRef opaque(struct emit *e, const char *text, const char *where, LLVMValueRef *args,
                           unsigned n)
{
    LLVMTypeRef types[3] = {e->vec, e->vec, e->vec};
    LLVMTypeRef type = LLVMFunctionType(e->vec, types, n, false);
    char insn[64], constraints[32];
    strcpy(insn, text);
    strcpy(constraints, where);
    LLVMValueRef code = LLVMGetInlineAsm(type, insn, strlen(insn), constraints, strlen(constraints),
                                         false, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef call = LLVMBuildCall2(e->b, type, code, args, n, "");
    static const char *const attributes[] = {"readnone", "nounwind"};
    for (unsigned i = 0; i < 2; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(e->c, kind, 0));
    }
    return call;
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

OPERATION(op_fadd)
{
    UNUSED;
    return opaque(e, "vaddps $2, $1, $0", "=x,x,x", (LLVMValueRef[]){a, b}, 2);
}
OPERATION(op_fmul)
{
    UNUSED;
    return opaque(e, "vmulps $2, $1, $0", "=x,x,x", (LLVMValueRef[]){a, b}, 2);
}
/* mad: src0 is added */
OPERATION(op_fmad)
{
    LLVMValueRef args[3] = {b, c, a};
    return opaque(e, "vfmadd213ps $3, $2, $0", "=x,0,x,x", args, 3);
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
