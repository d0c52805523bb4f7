/* Messages: in the full world, whole registers side by side in the page that was touched last are
 * moved here, as in sim/fast/send.c. All others are the other world's, which calls the engine's
 * handler. Only that may touch another page, and buffers change between two runs only: what there
 * is of a buffer in the page, its window, is looked up at the beginning and behind the handler. */
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

void jit_message_regs(const struct jit_insn *i, struct emit *e,
                      void (*use)(struct emit *e, unsigned from, unsigned n))
{
    struct message m = message_of(i->u);
    use(e, m.offsets * REG_BYTES, m.halves * LANES);
    use(e, m.data * REG_BYTES, m.halves * LANES);
}

/* --- the handler --- */

static LLVMValueRef call(struct emit *e, const struct message *m)
{
    LLVMTypeRef types[4] = {e->p8, e->p8, e->p8, e->i32};
    LLVMTypeRef type = LLVMFunctionType(e->i32, types, 4, false);
    LLVMValueRef to = LLVMConstInt(e->i64, (uintptr_t)e->r->send, false);
    LLVMValueRef u = LLVMConstInt(e->i64, (uintptr_t)m->u, false);
    LLVMValueRef args[4] = {e->x, LLVMBuildIntToPtr(e->b, u, e->p8, ""), e->grf,
                            jit_get(e, e->i32, e->act)};
    to = LLVMBuildIntToPtr(e->b, to, LLVMPointerType(type, 0), "");
    return LLVMBuildCall2(e->b, type, to, args, 4, "");
}

static void by_handler(struct emit *e, const struct jit_insn *i, const struct message *m)
{
    LLVMBasicBlockRef sent = jit_block(e), look = jit_block(e), not_sent = jit_block(e);
    LLVMValueRef to = LLVMBuildSwitch(e->b, call(e, m), not_sent, 2);
    LLVMAddCase(to, jit_int(e, JIT_SENT), sent);
    LLVMAddCase(to, jit_int(e, JIT_LOOK), look);
    LLVMPositionBuilderAtEnd(e->b, look);
    jit_out(e, i->next.u, i->rest - 1u);
    LLVMPositionBuilderAtEnd(e->b, not_sent);
    jit_out(e, i->u, i->rest);
    LLVMPositionBuilderAtEnd(e->b, sent);
    jit_look(e);
    jit_reload(e);
    LLVMBuildBr(e->b, jit_edge_block(e, &i->next));
}

void jit_call(struct emit *e, const struct jit_insn *i)
{
    struct message m = {.u = i->u};
    by_handler(e, i, &m);
}

/* --- windows --- */

static LLVMValueRef wide(struct emit *e, uint64_t v)
{
    return LLVMConstInt(e->i64, v, false);
}

static LLVMValueRef extended(struct emit *e, LLVMValueRef v)
{
    return LLVMBuildZExt(e->b, v, e->i64, "");
}

static LLVMValueRef pointer(struct emit *e, size_t offset)
{
    return jit_load(e, e->p8, e->x, offset);
}

/* The buffer's address and its size. The host may change them between two runs only. */
static void buffer(struct emit *e, struct jit_window *w)
{
    LLVMValueRef eu = pointer(e, offsetof(struct fast_ctx, eu)), none = LLVMConstNull(e->i8);
    size_t at = offsetof(struct eu, surfaces) + w->bti * sizeof(struct eu_surface);
    LLVMValueRef there = jit_load(e, e->i8, eu, at + offsetof(struct eu_surface, present));
    LLVMValueRef is_2d = jit_load(e, e->i8, eu, at + offsetof(struct eu_surface, is_2d));
    LLVMValueRef width = jit_load(e, e->i32, eu, at + offsetof(struct eu_surface, width));
    LLVMValueRef plain =
        jit_and(e, jit_is(e, LLVMIntNE, there, none), jit_is(e, LLVMIntEQ, is_2d, none));
    width = jit_and(e, width, jit_int(e, w->unit == 4 ? ~15u : ~0u));
    w->size = extended(e, LLVMBuildSelect(e->b, plain, width, jit_int(e, 0), ""));
    w->base = jit_load(e, e->i32, eu, at + offsetof(struct eu_surface, address));
}

/* Messages that move whole registers when all channels are active. */
static bool may_be_row(const struct jit_insn *i, const struct message *m)
{
    return m->u->free && isa_exec_size(&i->cold->insn) == LANES * m->halves;
}

/* NULL: none, which is for the handler. */
static struct jit_window *window_of(struct emit *e, const struct message *m)
{
    for (unsigned k = 0; k < e->nwindows; k++) {
        struct jit_window *w = &e->windows[k];
        if (w->bti == m->u->imm && w->unit == m->unit && w->halves == m->halves &&
            w->write == m->write)
            return w;
    }
    return NULL;
}

void jit_windows(struct emit *e)
{
    for (unsigned i = 0; i < e->r->n && e->nwindows < JIT_WINDOWS; i++) {
        const struct jit_insn *insn = &e->r->insns[i];
        struct message m = message_of(insn->u);
        if (insn->kind != JIT_SEND || !may_be_row(insn, &m) || window_of(e, &m))
            continue;
        struct jit_window *w = &e->windows[e->nwindows++];
        *w = (struct jit_window){.bti = (uint8_t)m.u->imm,
                                 .unit = (uint8_t)m.unit,
                                 .halves = (uint8_t)m.halves,
                                 .write = m.write,
                                 .first = LLVMBuildAlloca(e->b, e->i64, ""),
                                 .span = LLVMBuildAlloca(e->b, e->i64, ""),
                                 .bytes = LLVMBuildAlloca(e->b, e->p8, "")};
        buffer(e, w);
    }
}

static LLVMValueRef bigger(struct emit *e, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(e->b, jit_is(e, LLVMIntSGT, a, b), a, b, "");
}

static LLVMValueRef smaller(struct emit *e, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(e->b, jit_is(e, LLVMIntSLT, a, b), a, b, "");
}

/* From the page's first byte, or the buffer's, to the page's last, or the buffer's. The page may
 * lie below the buffer's address, whose 32 bits wrap. */
static void look(struct emit *e, const struct jit_window *w)
{
    LLVMValueRef cache = pointer(e, offsetof(struct fast_ctx, cache)), none;
    size_t view = offsetof(struct fast_cache, views) + w->write * sizeof(struct fast_view);
    LLVMValueRef page = jit_load(e, e->i32, cache, view + offsetof(struct fast_view, page));
    LLVMValueRef bytes = jit_load(e, e->p8, cache, view + offsetof(struct fast_view, bytes));
    LLVMValueRef in = jit_and(e, w->base, jit_int(e, EU_PAGE_BYTES - 1));
    LLVMValueRef from = LLVMBuildMul(e->b, page, jit_int(e, EU_PAGE_BYTES), "");
    from = LLVMBuildSub(e->b, from, LLVMBuildSub(e->b, w->base, in, ""), "");
    from = LLVMBuildSub(e->b, extended(e, from), extended(e, in), "");
    LLVMValueRef first = bigger(e, from, wide(e, 0));
    LLVMValueRef end = smaller(e, LLVMBuildAdd(e->b, from, wide(e, EU_PAGE_BYTES), ""), w->size);
    LLVMValueRef span = LLVMBuildSub(e->b, end, wide(e, REG_BYTES * w->halves), "");
    span = LLVMBuildSub(e->b, span, first, "");
    none = LLVMBuildOr(e->b, jit_is(e, LLVMIntSLT, span, wide(e, 0)),
                       jit_is(e, LLVMIntEQ, page, jit_int(e, (uint32_t)FAST_NO_PAGE)), "");
    from = LLVMBuildNeg(e->b, from, "");
    jit_set(e, w->bytes, LLVMBuildGEP2(e->b, e->i8, bytes, &from, 1, ""));
    first = LLVMBuildNeg(e->b, first, "");
    jit_set(e, w->first, LLVMBuildSelect(e->b, none, wide(e, 1), first, ""));
    jit_set(e, w->span, LLVMBuildSelect(e->b, none, wide(e, 0), span, ""));
}

void jit_look(struct emit *e)
{
    for (unsigned i = 0; i < e->nwindows; i++)
        look(e, &e->windows[i]);
}

/* --- whole rows --- */

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

/* Where the row is, in the block where it is in the window; else to @slow. */
static LLVMValueRef row_at(struct emit *e, const struct message *m, const struct jit_window *w,
                           LLVMBasicBlockRef slow)
{
    LLVMValueRef first = LLVMBuildExtractElement(e->b, jit_reg(e, m->offsets), jit_int(e, 0), "");
    jit_if(e, is_row(e, m, first), slow);
    LLVMValueRef from = LLVMBuildMul(e->b, extended(e, first), wide(e, m->unit), "");
    LLVMValueRef odd = jit_and(e, first, jit_int(e, 4 / m->unit - 1));
    jit_if(e, jit_is(e, LLVMIntEQ, odd, jit_int(e, 0)), slow);
    LLVMValueRef in = LLVMBuildAdd(e->b, from, jit_get(e, e->i64, w->first), "");
    jit_if(e, jit_is(e, LLVMIntULE, in, jit_get(e, e->i64, w->span)), slow);
    return LLVMBuildGEP2(e->b, e->i8, jit_get(e, e->p8, w->bytes), &from, 1, "");
}

/* Else to @other. */
static void by_row(struct emit *e, const struct jit_insn *i, const struct message *m,
                   const struct jit_window *w, LLVMBasicBlockRef other)
{
    LLVMValueRef mem = row_at(e, m, w, other);
    for (unsigned h = 0; h < m->halves; h++)
        if (m->write)
            jit_store(e, jit_reg(e, m->data + h), mem, h * REG_BYTES);
        else
            jit_reg_set(e, m->data + h, jit_load(e, e->vec, mem, h * REG_BYTES));
    jit_flush(e);
    LLVMBuildBr(e->b, jit_edge_block(e, &i->next));
}

void jit_message(struct emit *e, const struct jit_insn *i)
{
    struct message m = message_of(i->u);
    const struct jit_window *w = may_be_row(i, &m) ? window_of(e, &m) : NULL;
    if (!e->full) {
        by_handler(e, i, &m);
        return;
    }
    LLVMBasicBlockRef other = jit_block(e);
    if (w)
        by_row(e, i, &m, w, other);
    else
        LLVMBuildBr(e->b, other);
    LLVMPositionBuilderAtEnd(e->b, other);
    e->full = false;
    jit_reload(e);
    LLVMBuildBr(e->b, e->charged[i - e->r->insns]);
}
