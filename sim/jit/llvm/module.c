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
    LLVMTypeRef types[5] = {e->p8, e->p8, e->i32, e->i64, e->i32};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, 5, false);
    e->fn = LLVMAddFunction(e->m, "region", type);
    unsigned strict = LLVMGetEnumAttributeKindForName("strictfp", 8);
    unsigned opaque = LLVMGetEnumAttributeKindForName("nobuiltin", 9);
    e->strict = LLVMCreateEnumAttribute(e->c, strict, 0);
    e->opaque = LLVMCreateEnumAttribute(e->c, opaque, 0);
    LLVMAddAttributeAtIndex(e->fn, LLVMAttributeFunctionIndex, e->strict);
    attribute(e, "target-cpu", "haswell");
    attribute(e, "target-features", "+avx2,+fma,+bmi,+bmi2");
    e->x = LLVMGetParam(e->fn, 0);
    e->grf = LLVMGetParam(e->fn, 1);
    e->b = e->top = LLVMCreateBuilderInContext(e->c);
    LLVMPositionBuilderAtEnd(e->top, jit_block(e));
    e->out = jit_block(e);
    e->act = LLVMBuildAlloca(e->top, e->i32, "");
    e->left = LLVMBuildAlloca(e->top, e->i64, "");
    e->out_u = LLVMBuildAlloca(e->top, e->i64, "");
    e->out_full = LLVMBuildAlloca(e->top, e->i8, "");
    LLVMBuildStore(e->top, LLVMGetParam(e->fn, 2), e->act);
    LLVMBuildStore(e->top, LLVMGetParam(e->fn, 3), e->left);
    e->emask = context_field(e, e->i32, offsetof(struct fast_ctx, emask));
    e->all = UINT32_MAX >> (EU_CHANNELS - e->r->width);
    e->fits = true;
    for (unsigned i = 0; i < e->r->n; i++)
        if (e->r->insns[i].kind == JIT_VECTOR || e->r->insns[i].kind == JIT_SEND)
            e->fits &= !(e->r->insns[i].u->need & ~e->all);
    jit_cells(e);
    jit_windows(e);
    e->b = LLVMCreateBuilderInContext(e->c);
}

/* To where it begins. */
static void begin_at(struct emit *e)
{
    LLVMValueRef to = NULL, at = LLVMGetParam(e->fn, 4);
    LLVMPositionBuilderAtEnd(e->b, LLVMGetInsertBlock(e->top));
    jit_look(e);
    e->full = false;
    jit_reload(e);
    for (unsigned i = 0; i < e->r->n; i++) {
        if (!e->r->insns[i].entry)
            continue;
        if (to)
            LLVMAddCase(to, jit_int(e, i), e->in[false][i]);
        else
            to = LLVMBuildSwitch(e->b, at, e->in[false][i], e->r->n);
    }
}

static void leave(struct emit *e)
{
    LLVMPositionBuilderAtEnd(e->b, e->out);
    jit_store(e, jit_get(e, e->i64, e->out_u), e->x, offsetof(struct fast_ctx, u));
    jit_store(e, jit_get(e, e->i32, e->act), e->x, offsetof(struct fast_ctx, act));
    jit_store(e, jit_get(e, e->i64, e->left), e->x, offsetof(struct fast_ctx, left));
    jit_store(e, jit_get(e, e->i8, e->out_full), e->x, offsetof(struct fast_ctx, full));
    LLVMBuildRetVoid(e->b);
}

/* A run is begun when more instructions are left than it has; the engine does the others. */
static void charge(struct emit *e, const struct jit_insn *i)
{
    LLVMBasicBlockRef few = jit_block(e);
    LLVMValueRef left = jit_get(e, e->i64, e->left);
    LLVMValueRef most = LLVMConstInt(e->i64, i->rest, false);
    jit_if(e, jit_is(e, LLVMIntUGT, left, most), few);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderAtEnd(e->b, few);
    jit_out(e, i->u, 0);
    LLVMPositionBuilderAtEnd(e->b, here);
    jit_set(e, e->left, LLVMBuildSub(e->b, left, most, ""));
}

/* The instructions from a leader to the next one or what is not the region's. */
static void body(struct emit *e, const struct jit_insn *first)
{
    const struct jit_insn *i = first;
    jit_begin(e);
    for (unsigned n = first->length; n; n--) {
        if (i->kind == JIT_VECTOR)
            jit_vector(e, i);
        if (n > 1)
            i = &e->r->insns[i->next.to];
    }
    jit_guard_end(e, first);
    jit_flush(e);
    if (i->kind == JIT_BRANCH)
        jit_flow(e, i);
    else if (i->kind == JIT_SEND)
        jit_message(e, i);
    else if (i->kind == JIT_CALL)
        jit_call(e, i);
    else
        LLVMBuildBr(e->b, jit_edge_block(e, &i->next));
}

static void in_full(struct emit *e, int at)
{
    const struct jit_insn *i = &e->r->insns[at];
    e->full = true;
    LLVMPositionBuilderAtEnd(e->b, e->in[true][at]);
    if (i->target)
        charge(e, i);
    body(e, i);
}

/* Where all are active, to the full world. */
static void try_full(struct emit *e, int to)
{
    LLVMBasicBlockRef full = jit_block(e), on = jit_block(e);
    LLVMValueRef all = jit_is(e, LLVMIntEQ, jit_get(e, e->i32, e->act), jit_int(e, e->all));
    jit_branch(e, all, full, on, false);
    LLVMPositionBuilderAtEnd(e->b, full);
    e->full = true;
    jit_reload(e);
    e->full = false;
    LLVMBuildBr(e->b, e->in[true][to]);
    LLVMPositionBuilderAtEnd(e->b, on);
}

static void in_other(struct emit *e, int at)
{
    const struct jit_insn *i = &e->r->insns[at];
    e->full = false;
    LLVMPositionBuilderAtEnd(e->b, e->in[false][at]);
    if (i->target) {
        if (i->join)
            jit_join(e, i);
        if (i->entry && e->fits)
            try_full(e, at);
        charge(e, i);
        LLVMBuildBr(e->b, e->charged[at]);
        LLVMPositionBuilderAtEnd(e->b, e->charged[at]);
    }
    body(e, i);
}

static void blocks(struct emit *e, int at)
{
    e->in[false][at] = jit_block(e);
    e->in[true][at] = jit_block(e);
    e->charged[at] = e->r->insns[at].target ? jit_block(e) : e->in[false][at];
}

static void emit(struct emit *e)
{
    set_types(e);
    begin(e);
    for (unsigned i = 0; i < e->r->n; i++)
        if (e->r->insns[i].leader)
            blocks(e, (int)i);
    for (unsigned i = 0; i < e->r->n; i++) {
        if (e->r->insns[i].leader) {
            in_full(e, (int)i);
            in_other(e, (int)i);
        }
    }
    begin_at(e);
    leave(e);
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
    LLVMBasicBlockRef *blocks = calloc(r->n, 3 * sizeof *blocks);
    struct LLVMMCJITCompilerOptions options;
    char *why = NULL;
    if (!m || !blocks) {
        free(m);
        free(blocks);
        return NULL;
    }
    m->c = LLVMContextCreate();
    struct emit e = {
        .r = r, .c = m->c, .in = {blocks, blocks + r->n}, .charged = blocks + 2 * r->n};
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
