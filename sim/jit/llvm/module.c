/* The module: a region becomes a function, the function code of the host. */
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/InstCombine.h>
#include <llvm-c/Transforms/Scalar.h>
#include <llvm-c/Transforms/Utils.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jit/llvm/emit.h"

/* --- the function --- */

static LLVMValueRef context_field(struct emit *e, LLVMTypeRef type, size_t offset)
{
    LLVMValueRef p = jit_at(e, e->top, e->x, type, offset);
    return LLVMBuildLoad2(e->top, type, p, "");
}

static void set_types(struct emit *e)
{
    e->i1 = LLVMInt1TypeInContext(e->c);
    e->i8 = LLVMInt8TypeInContext(e->c);
    e->i32 = LLVMInt32TypeInContext(e->c);
    e->i64 = LLVMInt64TypeInContext(e->c);
    e->p8 = LLVMPointerType(e->i8, 0);
    e->vec = LLVMVectorType(e->i32, LANES);
    e->vecf = LLVMVectorType(LLVMFloatTypeInContext(e->c), LANES);
}

static void attribute(struct emit *e, const char *key, const char *value)
{
    LLVMAddAttributeAtIndex(e->fn, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(e->c, key, (unsigned)strlen(key), value,
                                                      (unsigned)strlen(value)));
}

/* jit_code, its entry and its variables. */
static void begin(struct emit *e)
{
    LLVMTypeRef types[4] = {e->p8, e->p8, e->i32, e->i64};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, 4, false);
    e->fn = LLVMAddFunction(e->m, "region", type);
    attribute(e, "target-cpu", "haswell");
    attribute(e, "target-features", "+avx2,+fma,+bmi,+bmi2");
    e->x = LLVMGetParam(e->fn, 0);
    e->grf = LLVMGetParam(e->fn, 1);
    e->top = LLVMCreateBuilderInContext(e->c);
    e->b = LLVMCreateBuilderInContext(e->c);
    LLVMPositionBuilderAtEnd(e->top, jit_block(e));
    e->out = jit_block(e);
    e->act = LLVMBuildAlloca(e->top, e->i32, "");
    e->left = LLVMBuildAlloca(e->top, e->i64, "");
    e->out_u = LLVMBuildAlloca(e->top, e->i64, "");
    LLVMBuildStore(e->top, LLVMGetParam(e->fn, 2), e->act);
    LLVMBuildStore(e->top, LLVMGetParam(e->fn, 3), e->left);
    e->emask = context_field(e, e->i32, offsetof(struct fast_ctx, emask));
}

/* Everything that was written goes back. */
static void end(struct emit *e)
{
    LLVMBuildBr(e->top, e->blocks[0]);
    LLVMPositionBuilderAtEnd(e->b, e->out);
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        if (e->reg_set[i])
            jit_store(e, jit_reg(e, i), e->grf, i * REG_BYTES);
    for (unsigned i = 0; i < 2; i++)
        if (e->f_set[i])
            jit_store(e, jit_flag(e, i), e->grf, offsetof(struct eu_thread, f) + 4 * i);
    jit_store(e, jit_get(e, e->i64, e->out_u), e->x, offsetof(struct fast_ctx, u));
    jit_store(e, jit_get(e, e->i32, e->act), e->x, offsetof(struct fast_ctx, act));
    jit_store(e, jit_get(e, e->i64, e->left), e->x, offsetof(struct fast_ctx, left));
    LLVMBuildRetVoid(e->b);
}

/* A block is entered when more instructions are left than it has; the engine does the others. */
static void charge(struct emit *e, const struct jit_insn *first)
{
    LLVMBasicBlockRef few = jit_block(e);
    LLVMValueRef left = jit_get(e, e->i64, e->left);
    LLVMValueRef most = LLVMConstInt(e->i64, first->length, false);
    jit_if(e, jit_is(e, LLVMIntUGT, left, most), few);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderAtEnd(e->b, few);
    jit_out(e, first->u);
    LLVMPositionBuilderAtEnd(e->b, here);
    jit_set(e, e->left, LLVMBuildSub(e->b, left, most, ""));
}

/* The block's instructions, to the next leader or what is not the region's. */
static void body(struct emit *e, const struct jit_insn *first)
{
    const struct jit_insn *i = first;
    jit_guard_begin(e, first);
    for (unsigned n = first->length; n; n--) {
        if (i->kind == JIT_VECTOR)
            jit_vector(e, i);
        if (n > 1)
            i = &e->r->insns[i->next.to];
    }
    jit_guard_end(e, first);
    if (i->kind == JIT_BRANCH)
        jit_flow(e, i);
    else if (i->kind == JIT_SEND)
        jit_message(e, i);
    else
        LLVMBuildBr(e->b, jit_edge_block(e, &i->next));
}

/* Channels that must be active for the block's writes to need no mask; 0: none need one. */
static uint32_t needs(const struct emit *e, const struct jit_insn *i)
{
    uint32_t need = 0;
    for (unsigned n = i->length; n; n--) {
        need |= i->kind == JIT_VECTOR ? i->u->need : 0;
        i = &e->r->insns[i->next.to < 0 ? 0 : i->next.to];
    }
    return need;
}

/* Twice: for when all channels that it needs are active, which saves the masks, and else. */
static void block(struct emit *e, int at)
{
    const struct jit_insn *i = &e->r->insns[at];
    LLVMPositionBuilderAtEnd(e->b, e->blocks[at]);
    charge(e, i);
    if (i->join)
        jit_join(e, i);
    uint32_t need = needs(e, i);
    if (need) {
        LLVMBasicBlockRef some = jit_block(e);
        LLVMValueRef all = jit_int(e, need), on = jit_and(e, jit_get(e, e->i32, e->act), all);
        jit_if(e, jit_is(e, LLVMIntEQ, on, all), some);
        e->full = true;
        body(e, i);
        e->full = false;
        LLVMPositionBuilderAtEnd(e->b, some);
    }
    body(e, i);
}

static void emit(struct emit *e)
{
    set_types(e);
    begin(e);
    for (unsigned i = 0; i < e->r->n; i++)
        if (e->r->insns[i].leader)
            e->blocks[i] = jit_block(e);
    for (unsigned i = 0; i < e->r->n; i++)
        if (e->r->insns[i].leader)
            block(e, (int)i);
    end(e);
    LLVMDisposeBuilder(e->b);
    LLVMDisposeBuilder(e->top);
}

/* --- the host's code --- */

struct made {
    LLVMContextRef c;
    LLVMExecutionEngineRef engine;
};

static void optimise(const struct emit *e)
{
    LLVMPassManagerRef passes = LLVMCreateFunctionPassManagerForModule(e->m);
    LLVMAddPromoteMemoryToRegisterPass(passes);
    LLVMAddEarlyCSEPass(passes);
    LLVMAddCFGSimplificationPass(passes);
    LLVMInitializeFunctionPassManager(passes);
    LLVMRunFunctionPassManager(passes, e->fn);
    LLVMFinalizeFunctionPassManager(passes);
    LLVMDisposePassManager(passes);
}

static void drop(void *made)
{
    struct made *m = made;
    if (m->engine)
        LLVMDisposeExecutionEngine(m->engine); /* the module with it */
    LLVMContextDispose(m->c);
    free(m);
}

static void *make(const struct jit_region *r, jit_code **code)
{
    struct made *m = calloc(1, sizeof *m);
    LLVMBasicBlockRef *blocks = calloc(r->n, sizeof *blocks);
    struct LLVMMCJITCompilerOptions options;
    char *why = NULL;
    if (!m || !blocks) {
        free(m);
        free(blocks);
        return NULL;
    }
    m->c = LLVMContextCreate();
    struct emit e = {.r = r, .c = m->c, .blocks = blocks};
    e.m = LLVMModuleCreateWithNameInContext("eulab", m->c);
    emit(&e);
    free(blocks);
    optimise(&e);
    LLVMInitializeMCJITCompilerOptions(&options, sizeof options);
    options.OptLevel = 2;
    if (LLVMCreateMCJITCompilerForModule(&m->engine, e.m, &options, sizeof options, &why)) {
        LLVMDisposeMessage(why);
        m->engine = NULL;
        LLVMDisposeModule(e.m);
        drop(m);
        return NULL;
    }
    *code = (jit_code *)LLVMGetFunctionAddress(m->engine, "region");
    return m;
}

static void init(void)
{
    LLVMLinkInMCJIT();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
}

extern const struct jit_module eulab_jit_module;
const struct jit_module eulab_jit_module = {JIT_ABI, init, make, drop};
