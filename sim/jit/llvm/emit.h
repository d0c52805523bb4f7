/* Inside the module: one function of a region, as LLVM builds it. What a block computes goes to the
 * thread at its end, so that who leaves the function anywhere leaves exact state; the active
 * channels and the budget are variables. PcIPs of channels that wait lie in the thread, as in the
 * chain. */
#ifndef EULAB_SIM_JIT_LLVM_EMIT_H
#define EULAB_SIM_JIT_LLVM_EMIT_H

#include <llvm-c/Core.h>

#include "sim/jit/jit.h"

enum { LANES = 8, REG_BYTES = 32 };
enum { JIT_ALWAYS = EU_CHANNELS / LANES }; /* behind the groups: whatever channels are active */

/* Where rows of a message lie: what its buffer has of the page that was touched last. */
enum { JIT_WINDOWS = 16 };
struct jit_window {
    uint8_t bti, unit, halves;
    bool write;
    LLVMValueRef base, size; /* of the buffer; 0: it is no plain one */
    /* Variables: the first row's offset, negated, the last row's from there, the address of offset
     * 0. */
    LLVMValueRef first, span, bytes;
};

/* A register, or behind them a flag register. */
enum { JIT_FLAGS = EU_GRF_COUNT, JIT_CELLS = JIT_FLAGS + 2 };
struct jit_cell {
    LLVMValueRef now;         /* in the block; NULL: not known yet */
    bool written;             /* in the block */
    LLVMValueRef variable[2]; /* of each world: as in the thread when a block begins */
};

/* Code is made twice, for two worlds. In the full one all channels are enabled and active: it has
 * no masks, nobody waits, and it calls nothing (but what has no native code at all), so that host
 * registers keep what is in the thread, and windows hold. Whatever else there is leads to the other
 * one, and from there back where a loop begins. */
struct emit {
    const struct jit_region *r;
    LLVMContextRef c;
    LLVMModuleRef m;
    LLVMBuilderRef b;                /* where code goes */
    LLVMBuilderRef top;              /* the entry: variables and what is loaded once */
    LLVMAttributeRef strict, opaque; /* calls: floating point is the host's; nothing is folded */
    LLVMTypeRef i1, i8, i32, i64, p8, vec, vecf;
    LLVMValueRef fn, x, grf, emask;
    uint32_t all;                            /* channels that are active in the full world */
    bool fits;                               /* instructions need no others */
    LLVMValueRef act, left, out_u, out_full; /* variables */
    struct jit_cell cells[JIT_CELLS];
    bool full; /* the world */
    struct {
        LLVMValueRef nan[JIT_ALWAYS + 1], pending[JIT_ALWAYS + 1];
    } guard;               /* of a block, by group of channels */
    LLVMBasicBlockRef out; /* the exit */
    /* Of leaders, by index: to each world, and to the other one where they are charged already. */
    LLVMBasicBlockRef *in[2], *charged;
    unsigned nwindows;
    struct jit_window windows[JIT_WINDOWS];
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
/* jit_out - to the exit, from where the engine goes on at @u; @refund instructions are charged and
 * not done. */
void jit_out(struct emit *e, struct fast_uop *u, unsigned refund);
LLVMBasicBlockRef jit_block(struct emit *e);
LLVMBasicBlockRef jit_edge_block(struct emit *e, const struct jit_edge *edge);
/* jit_if - goes on in a new block where @cond holds, or, rarely, to @otherwise. */
void jit_if(struct emit *e, LLVMValueRef cond, LLVMBasicBlockRef otherwise);
void jit_branch(struct emit *e, LLVMValueRef cond, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
                bool rarely); /* @yes */
LLVMValueRef jit_is(struct emit *e, LLVMIntPredicate how, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef jit_and(struct emit *e, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef jit_intrinsic(struct emit *e, const char *name, LLVMValueRef *args, unsigned n);
/* The predicate's bits by the thread's channels; free: all. */
LLVMValueRef jit_predicate(struct emit *e, const struct fast_uop *u);

/* cells.c */
void jit_cells(struct emit *e); /* all that the region uses */
LLVMValueRef jit_reg(struct emit *e, unsigned reg);
void jit_reg_set(struct emit *e, unsigned reg, LLVMValueRef v);
LLVMValueRef jit_flag(struct emit *e, unsigned f);
void jit_flag_set(struct emit *e, unsigned f, LLVMValueRef v);
/* A block begins; what it has written goes to the thread; the world is entered, or the handler has
 * changed the thread. */
void jit_begin(struct emit *e);
void jit_flush(struct emit *e);
void jit_reload(struct emit *e);

/* The instructions: each ends with the builder where the next one goes on, branches and messages
 * with the block. */
void jit_vector(struct emit *e, const struct jit_insn *i); /* vector.c */
void jit_flow(struct emit *e, const struct jit_insn *i);   /* flow.c */
void jit_join(struct emit *e, const struct jit_insn *i);   /* ... of the channels that wait there */
void jit_message(struct emit *e, const struct jit_insn *i); /* send.c */
void jit_call(struct emit *e, const struct jit_insn *i);    /* ... by the engine's handler */
/* ... calls @use for what it reads and writes: @n dwords from byte @from on */
void jit_message_regs(const struct jit_insn *i, struct emit *e,
                      void (*use)(struct emit *e, unsigned from, unsigned n));
/* ... all windows that the region needs, and as they are now */
void jit_windows(struct emit *e);
void jit_look(struct emit *e);

unsigned jit_form(const struct jit_insn *i); /* vector.c: set of enum fast_vector_form */
/* guard.c: of each instruction that computes; behind them, before anything is flushed. */
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
