/* Registers and flags: in a block its values, between blocks variables of the world, which LLVM
 * keeps in host registers where they are worth it. What a block has written is in the thread, too,
 * when it ends. */
#include "sim/jit/llvm/emit.h"

#include <string.h>

static LLVMTypeRef type_of(const struct emit *e, unsigned cell)
{
    return cell < JIT_FLAGS ? e->vec : e->i32;
}

static uint64_t offset_of(unsigned cell)
{
    return cell < JIT_FLAGS ? cell * REG_BYTES
                            : offsetof(struct eu_thread, f) + 4 * (cell - JIT_FLAGS);
}

/* --- variables --- */

static void add(struct emit *e, unsigned cell)
{
    for (unsigned w = 0; w < 2 && !e->cells[cell].variable[w]; w++)
        e->cells[cell].variable[w] = LLVMBuildAlloca(e->top, type_of(e, cell), "");
}

/* @n dwords from byte @from on. */
static void add_regs(struct emit *e, unsigned from, unsigned n)
{
    for (unsigned reg = from / REG_BYTES; reg <= (from + 4 * n - 1) / REG_BYTES; reg++)
        add(e, reg);
}

static void add_vector(struct emit *e, const struct jit_insn *i)
{
    const struct fast_uop *u = i->u;
    unsigned es = isa_exec_size(&i->cold->insn);
    for (unsigned k = 0; k < i->cold->insn.op->nsrc; k++)
        if (u->kind[k] != FAST_IMM)
            add_regs(e, u->s[k], u->kind[k] == FAST_SCALAR ? 1 : es);
    if (u->kind[2] != FAST_NOWHERE)
        add_regs(e, u->d, es);
    if (jit_form(i) & FAST_COMPARES)
        add(e, JIT_FLAGS + fast_flag_reg(u));
}

void jit_cells(struct emit *e)
{
    for (unsigned k = 0; k < e->r->n; k++) {
        const struct jit_insn *i = &e->r->insns[k];
        if (i->kind == JIT_VECTOR)
            add_vector(e, i);
        if (i->kind == JIT_SEND)
            jit_message_regs(i, e, add_regs);
        if (i->kind != JIT_NOP && !i->u->free)
            add(e, JIT_FLAGS + fast_flag_reg(i->u));
    }
}

void jit_reload(struct emit *e)
{
    for (unsigned i = 0; i < JIT_CELLS; i++)
        if (e->cells[i].variable[e->full])
            jit_set(e, e->cells[i].variable[e->full],
                    jit_load(e, type_of(e, i), e->grf, offset_of(i)));
}

/* --- in a block --- */

void jit_begin(struct emit *e)
{
    for (unsigned i = 0; i < JIT_CELLS; i++)
        e->cells[i].now = NULL;
    memset(&e->guard, 0, sizeof e->guard);
}

void jit_flush(struct emit *e)
{
    for (unsigned i = 0; i < JIT_CELLS; i++) {
        struct jit_cell *c = &e->cells[i];
        if (!c->written)
            continue;
        jit_store(e, c->now, e->grf, offset_of(i));
        jit_set(e, c->variable[e->full], c->now);
        c->written = false;
    }
}

static LLVMValueRef get(struct emit *e, unsigned cell)
{
    struct jit_cell *c = &e->cells[cell];
    if (!c->now)
        c->now = jit_get(e, type_of(e, cell), c->variable[e->full]);
    return c->now;
}

static void set(struct emit *e, unsigned cell, LLVMValueRef v)
{
    e->cells[cell].now = v;
    e->cells[cell].written = true;
}

LLVMValueRef jit_reg(struct emit *e, unsigned reg)
{
    return get(e, reg);
}

void jit_reg_set(struct emit *e, unsigned reg, LLVMValueRef v)
{
    set(e, reg, v);
}

LLVMValueRef jit_flag(struct emit *e, unsigned f)
{
    return get(e, JIT_FLAGS + f);
}

void jit_flag_set(struct emit *e, unsigned f, LLVMValueRef v)
{
    set(e, JIT_FLAGS + f, v);
}
