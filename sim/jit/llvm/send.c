/* Messages: whole registers side by side in one page of a buffer are moved here, as in
 * sim/fast/send.c; of all others the engine's handler is called. */
#include "sim/fast/cache.h"
#include "sim/jit/llvm/emit.h"

#include <string.h>

struct message {
    const struct fast_uop *u;
    unsigned unit, halves;
    bool write;
    unsigned offsets, data; /* registers */
};

static struct message message_of(const struct fast_uop *u)
{
    struct message m = {u, u->kind[0], u->kind[1], u->kind[2], u->s[0] / REG_BYTES, 0};
    m.data = m.write ? m.offsets + m.halves : u->d / REG_BYTES;
    return m;
}

/* --- the handler --- */

static void keep(struct emit *e, unsigned reg)
{
    jit_store(e, jit_reg(e, reg), e->grf, reg * REG_BYTES);
}

/* What the handler reads goes to the thread, what it writes comes back. */
static LLVMValueRef call(struct emit *e, const struct message *m)
{
    LLVMTypeRef types[4] = {e->p8, e->p8, e->p8, e->i32};
    LLVMTypeRef type = LLVMFunctionType(e->i32, types, 4, false);
    LLVMValueRef to = LLVMConstInt(e->i64, (uintptr_t)e->r->send, false);
    LLVMValueRef u = LLVMConstInt(e->i64, (uintptr_t)m->u, false);
    LLVMValueRef args[4] = {e->x, LLVMBuildIntToPtr(e->b, u, e->p8, ""), e->grf,
                            jit_get(e, e->i32, e->act)};
    for (unsigned h = 0; h < m->halves; h++) {
        keep(e, m->offsets + h);
        keep(e, m->data + h);
    }
    if (!m->u->free)
        jit_store(e, jit_flag(e, fast_flag_reg(m->u)), e->grf,
                  offsetof(struct eu_thread, f) + 4u * fast_flag_reg(m->u));
    to = LLVMBuildIntToPtr(e->b, to, LLVMPointerType(type, 0), "");
    LLVMValueRef sent = LLVMBuildCall2(e->b, type, to, args, 4, "");
    for (unsigned h = 0; h < m->halves && !m->write; h++)
        jit_reg_set(e, m->data + h, jit_load(e, e->vec, e->grf, (m->data + h) * REG_BYTES));
    return sent;
}

static void by_handler(struct emit *e, const struct jit_insn *i, const struct message *m)
{
    LLVMBasicBlockRef other = jit_block(e), not_sent = jit_block(e), look = jit_block(e);
    LLVMValueRef sent = call(e, m);
    jit_branch(e, jit_is(e, LLVMIntNE, sent, jit_int(e, JIT_SENT)), other,
               jit_edge_block(e, &i->next), true);
    LLVMPositionBuilderAtEnd(e->b, other);
    jit_branch(e, jit_is(e, LLVMIntEQ, sent, jit_int(e, JIT_LOOK)), look, not_sent, false);
    LLVMPositionBuilderAtEnd(e->b, look);
    jit_out(e, i->next.u);
    LLVMPositionBuilderAtEnd(e->b, not_sent);
    LLVMValueRef left = jit_get(e, e->i64, e->left);
    jit_set(e, e->left, LLVMBuildAdd(e->b, left, LLVMConstInt(e->i64, 1, false), ""));
    jit_out(e, i->u);
}

/* --- whole rows --- */

static LLVMValueRef pointer(struct emit *e, size_t offset)
{
    return jit_load(e, e->p8, e->x, offset);
}

/* The buffer's address and its size, 0: it is no plain one. The host may change them between two
 * runs only, so they are loaded at the beginning. */
static void buffer(struct emit *e, const struct message *m, LLVMValueRef *base, LLVMValueRef *size)
{
    LLVMBuilderRef here = e->b;
    e->b = e->top;
    LLVMValueRef eu = pointer(e, offsetof(struct fast_ctx, eu));
    size_t at = offsetof(struct eu, surfaces) + m->u->imm * sizeof(struct eu_surface);
    LLVMValueRef there = jit_load(e, e->i8, eu, at + offsetof(struct eu_surface, present));
    LLVMValueRef is_2d = jit_load(e, e->i8, eu, at + offsetof(struct eu_surface, is_2d));
    LLVMValueRef width = jit_load(e, e->i32, eu, at + offsetof(struct eu_surface, width));
    LLVMValueRef none = LLVMConstNull(e->i8);
    LLVMValueRef plain =
        jit_and(e, jit_is(e, LLVMIntNE, there, none), jit_is(e, LLVMIntEQ, is_2d, none));
    width = jit_and(e, width, jit_int(e, m->unit == 4 ? ~15u : ~0u));
    width = LLVMBuildSelect(e->b, plain, width, jit_int(e, 0), "");
    *size = LLVMBuildZExt(e->b, width, e->i64, "");
    *base = jit_load(e, e->i32, eu, at + offsetof(struct eu_surface, address));
    e->b = here;
}

/* Offsets side by side from the first on. */
static LLVMValueRef is_row(struct emit *e, const struct message *m, LLVMValueRef first)
{
    LLVMValueRef wrong = NULL, all = jit_all(e, first);
    for (unsigned h = 0; h < m->halves; h++) {
        LLVMValueRef steps[LANES];
        for (unsigned n = 0; n < LANES; n++)
            steps[n] = jit_int(e, (h * LANES + n) * (4 / m->unit));
        LLVMValueRef row = LLVMBuildAdd(e->b, all, LLVMConstVector(steps, LANES), "");
        LLVMValueRef off = LLVMBuildXor(e->b, row, jit_reg(e, m->offsets + h), "");
        wrong = wrong ? LLVMBuildOr(e->b, wrong, off, "") : off;
    }
    LLVMValueRef is = jit_is(e, LLVMIntEQ, wrong, LLVMConstNull(e->vec));
    LLVMValueRef bits = jit_signs(e, LLVMBuildSExt(e->b, is, e->vec, ""));
    return jit_is(e, LLVMIntEQ, bits, jit_int(e, 0xff));
}

/* The byte in the page that was touched last, in the block where all is as it is to be; else to
 * @slow. */
static LLVMValueRef row_at(struct emit *e, const struct message *m, LLVMBasicBlockRef slow)
{
    unsigned bytes = REG_BYTES * m->halves;
    size_t view = offsetof(struct fast_cache, views) + m->write * sizeof(struct fast_view);
    LLVMValueRef base, size, cache, need = jit_int(e, m->u->need);
    buffer(e, m, &base, &size);
    if (m->u->need)
        jit_if(e, jit_is(e, LLVMIntEQ, jit_and(e, jit_get(e, e->i32, e->act), need), need), slow);
    LLVMValueRef first = LLVMBuildExtractElement(e->b, jit_reg(e, m->offsets), jit_int(e, 0), "");
    jit_if(e, is_row(e, m, first), slow);
    LLVMValueRef from = LLVMBuildMul(e->b, LLVMBuildZExt(e->b, first, e->i64, ""),
                                     LLVMConstInt(e->i64, m->unit, false), "");
    LLVMValueRef end = LLVMBuildAdd(e->b, from, LLVMConstInt(e->i64, bytes, false), "");
    jit_if(e, jit_is(e, LLVMIntULE, end, size), slow);
    from = LLVMBuildTrunc(e->b, from, e->i32, "");
    if (m->unit < 4)
        jit_if(e, jit_is(e, LLVMIntEQ, jit_and(e, from, jit_int(e, 3)), jit_int(e, 0)), slow);
    LLVMValueRef addr = LLVMBuildAdd(e->b, base, from, "");
    LLVMValueRef in = jit_and(e, addr, jit_int(e, EU_PAGE_BYTES - 1));
    jit_if(e, jit_is(e, LLVMIntULE, in, jit_int(e, EU_PAGE_BYTES - bytes)), slow);
    cache = pointer(e, offsetof(struct fast_ctx, cache));
    LLVMValueRef page = jit_load(e, e->i32, cache, view + offsetof(struct fast_view, page));
    LLVMValueRef want = LLVMBuildUDiv(e->b, addr, jit_int(e, EU_PAGE_BYTES), "");
    jit_if(e, jit_is(e, LLVMIntEQ, page, want), slow);
    LLVMValueRef to = jit_load(e, e->p8, cache, view + offsetof(struct fast_view, bytes));
    in = LLVMBuildZExt(e->b, in, e->i64, "");
    return LLVMBuildGEP2(e->b, e->i8, to, &in, 1, "");
}

void jit_message(struct emit *e, const struct jit_insn *i)
{
    struct message m = message_of(i->u);
    if (m.u->free && isa_exec_size(&i->cold->insn) == LANES * m.halves) {
        LLVMBasicBlockRef slow = jit_block(e);
        LLVMValueRef mem = row_at(e, &m, slow);
        for (unsigned h = 0; h < m.halves; h++)
            if (m.write)
                jit_store(e, jit_reg(e, m.data + h), mem, h * REG_BYTES);
            else
                jit_reg_set(e, m.data + h, jit_load(e, e->vec, mem, h * REG_BYTES));
        LLVMBuildBr(e->b, jit_edge_block(e, &i->next));
        LLVMPositionBuilderAtEnd(e->b, slow);
    }
    by_handler(e, i, &m);
}
