/* Inside the module: one function of a region, as LLVM builds it. Registers, flags, the active
 * channels and the budget are variables of the function, which LLVM keeps in host registers; PcIPs
 * of channels that wait lie in the thread, as in the chain. LLVM sees no floating point arithmetic:
 * each operation is one instruction that it cannot look into, so none is folded, contracted or
 * reordered, and results are the handlers'. */
#ifndef EULAB_SIM_JIT_LLVM_EMIT_H
#define EULAB_SIM_JIT_LLVM_EMIT_H

#include <llvm-c/Core.h>

#include "sim/jit/jit.h"

enum { LANES = 8, REG_BYTES = 32 };
enum { JIT_ALWAYS = EU_CHANNELS / LANES }; /* behind the groups: whatever channels are active */

struct emit {
    const struct jit_region *r;
    LLVMContextRef c;
    LLVMModuleRef m;
    LLVMBuilderRef b;   /* where code goes */
    LLVMBuilderRef top; /* the entry: variables and what is loaded once */
    LLVMTypeRef i1, i8, i32, i64, p8, vec, vecf, vec1;
    LLVMValueRef fn, x, grf, emask;
    LLVMValueRef act, left, out_u;        /* variables */
    LLVMValueRef f[2], reg[EU_GRF_COUNT]; /* variables; NULL: not used yet */
    bool f_set[2], reg_set[EU_GRF_COUNT];
    bool full; /* all channels that the block's instructions need are active */
    struct {
        LLVMValueRef f[2], reg[EU_GRF_COUNT]; /* what they were; NULL: not written */
        LLVMValueRef nan[JIT_ALWAYS + 1], pending[JIT_ALWAYS + 1];
    } guard;                   /* of a block, by group of channels */
    LLVMBasicBlockRef out;     /* the exit: everything back into the thread */
    LLVMBasicBlockRef *blocks; /* of leaders, by index */
};

/* emit.c */
LLVMValueRef jit_int(struct emit *e, uint32_t v);
LLVMValueRef jit_all(struct emit *e, LLVMValueRef dword); /* in each lane */
LLVMValueRef jit_const(struct emit *e, uint32_t v);       /* in each lane */
LLVMValueRef jit_lanes(struct emit *e, LLVMValueRef a, LLVMValueRef b, const int from[LANES]);
/* Lane n is all ones where bit n of @bits is one; jit_signs: the other way round. */
LLVMValueRef jit_mask(struct emit *e, LLVMValueRef bits);
LLVMValueRef jit_signs(struct emit *e, LLVMValueRef v);
LLVMValueRef jit_blend(struct emit *e, LLVMValueRef old, LLVMValueRef v, LLVMValueRef mask);
LLVMValueRef jit_at(struct emit *e, LLVMBuilderRef b, LLVMValueRef base, LLVMTypeRef type,
                    uint64_t offset);
LLVMValueRef jit_load(struct emit *e, LLVMTypeRef type, LLVMValueRef base, uint64_t offset);
void jit_store(struct emit *e, LLVMValueRef v, LLVMValueRef base, uint64_t offset);
LLVMValueRef jit_get(struct emit *e, LLVMTypeRef type, LLVMValueRef variable);
void jit_set(struct emit *e, LLVMValueRef variable, LLVMValueRef v);
LLVMValueRef jit_reg(struct emit *e, unsigned reg); /* its value */
void jit_reg_set(struct emit *e, unsigned reg, LLVMValueRef v);
LLVMValueRef jit_flag(struct emit *e, unsigned f);
void jit_flag_set(struct emit *e, unsigned f, LLVMValueRef v);
/* jit_out - to the exit, from where the engine goes on at @u. */
void jit_out(struct emit *e, struct fast_uop *u);
LLVMBasicBlockRef jit_block(struct emit *e);
LLVMBasicBlockRef jit_edge_block(struct emit *e, const struct jit_edge *edge);
/* jit_if - goes on in a new block where @cond holds, or to @otherwise. jit_unless: rarely holds */
void jit_if(struct emit *e, LLVMValueRef cond, LLVMBasicBlockRef otherwise);
void jit_branch(struct emit *e, LLVMValueRef cond, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
                bool rarely);
LLVMValueRef jit_is(struct emit *e, LLVMIntPredicate how, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef jit_and(struct emit *e, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef jit_intrinsic(struct emit *e, const char *name, LLVMValueRef *args, unsigned n);
/* The predicate's bits by the thread's channels; free: all. */
LLVMValueRef jit_predicate(struct emit *e, const struct fast_uop *u);

/* The instructions: each ends with the builder where the next one goes on, branches and messages
 * with the block. */
void jit_vector(struct emit *e, const struct jit_insn *i);  /* vector.c */
void jit_flow(struct emit *e, const struct jit_insn *i);    /* flow.c */
void jit_join(struct emit *e, const struct jit_insn *i);    /* ... who waits there */
void jit_message(struct emit *e, const struct jit_insn *i); /* send.c */

unsigned jit_form(const struct jit_insn *i); /* vector.c: set of enum fast_vector_form */
/* guard.c: around the instructions of a block that compute; of each of them. */
void jit_guard_begin(struct emit *e, const struct jit_insn *first);
void jit_guard_note(struct emit *e, const struct jit_insn *i, LLVMValueRef r[2], unsigned halves);
void jit_guard_end(struct emit *e, const struct jit_insn *first);
/* ops.c: lanes where @a or @b is a NaN. */
LLVMValueRef jit_unordered(struct emit *e, LLVMValueRef a, LLVMValueRef b);
/* One for each row of sim/fast/vector.def. */
typedef LLVMValueRef jit_operation(struct emit *e, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
#define VECTOR(name, form) jit_operation jit_##name;
#include "sim/fast/vector.def"
#undef VECTOR

#endif
