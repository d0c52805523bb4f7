/* Instructions that compute: sources out of registers, the operation, a masked write, which keeps
 * what other channels have. */
#include "sim/float.h"
#include "sim/jit/llvm/emit.h"

static const struct {
    jit_operation *compute;
    unsigned form;
} operations[FAST_OP_COUNT] = {
#define VECTOR(name, form) [FAST_##name] = {jit_##name, form},
#include "sim/fast/vector.def"
#undef VECTOR
};

unsigned jit_form(const struct jit_insn *i)
{
    return operations[i->op].form;
}

/* Dwords from byte @from on, which is in a register whose @n lanes may go on into the next. */
static LLVMValueRef packed(struct emit *e, unsigned from, unsigned n)
{
    unsigned reg = from / REG_BYTES, first = from % REG_BYTES / 4;
    int lanes[LANES];
    if (!first)
        return jit_reg(e, reg);
    for (unsigned i = 0; i < LANES; i++)
        lanes[i] = i < n ? (int)(first + i) : -1;
    LLVMValueRef more = first + n > LANES ? jit_reg(e, reg + 1) : LLVMGetUndef(e->vec);
    return jit_lanes(e, jit_reg(e, reg), more, lanes);
}

static LLVMValueRef scalar(struct emit *e, unsigned from)
{
    int lanes[LANES];
    for (unsigned i = 0; i < LANES; i++)
        lanes[i] = (int)(from % REG_BYTES / 4);
    return jit_lanes(e, jit_reg(e, from / REG_BYTES), LLVMGetUndef(e->vec), lanes);
}

static LLVMValueRef modified(struct emit *e, LLVMValueRef v, bool abs, bool neg, bool floats)
{
    if (abs) /* of floats alone */
        v = jit_and(e, v, jit_const(e, ~EU_F_SIGN));
    if (neg && floats)
        v = LLVMBuildXor(e->b, v, jit_const(e, EU_F_SIGN), "");
    else if (neg)
        v = LLVMBuildNeg(e->b, v, "");
    return v;
}

/* Source @i for half @h; @n lanes of it count. */
static LLVMValueRef source(struct emit *e, const struct fast_uop *u, unsigned i, unsigned h,
                           unsigned n, bool floats)
{
    LLVMValueRef v;
    if (u->kind[i] == FAST_IMM)
        return jit_const(e, u->imm);
    if (u->kind[i] == FAST_SCALAR)
        v = scalar(e, u->s[i]);
    else
        v = packed(e, u->s[i] + h * REG_BYTES, n);
    return modified(e, v, u->mods & FAST_ABS << i, u->mods & FAST_NEG << i, floats);
}

static LLVMValueRef shifted(struct emit *e, LLVMValueRef bits, unsigned right)
{
    return right ? LLVMBuildLShr(e->b, bits, jit_int(e, right), "") : bits;
}

/* The thread's channels that write, some of others, too. */
static LLVMValueRef channels(struct emit *e, const struct fast_uop *u, bool selects)
{
    LLVMValueRef on = jit_int(e, UINT32_MAX);
    if (u->need && !e->full)
        on = jit_get(e, e->i32, e->act);
    return selects ? on : jit_and(e, on, jit_predicate(e, u));
}

static void set_flags(struct emit *e, const struct fast_uop *u, LLVMValueRef on, LLVMValueRef truth)
{
    LLVMValueRef shift = jit_int(e, fast_flag_shift(u)), f = jit_flag(e, fast_flag_reg(u));
    on = LLVMBuildShl(e->b, on, shift, "");
    truth = jit_and(e, LLVMBuildShl(e->b, truth, shift, ""), on);
    f = LLVMBuildOr(e->b, jit_and(e, f, LLVMBuildNot(e->b, on, "")), truth, "");
    jit_flag_set(e, fast_flag_reg(u), f);
}

/* @n lanes of @v to byte @to on, those of @mask; NULL: all, of a whole register. */
static void put(struct emit *e, unsigned to, LLVMValueRef v, LLVMValueRef mask, unsigned n)
{
    unsigned reg = to / REG_BYTES, first = to % REG_BYTES / 4;
    if (!mask) {
        jit_reg_set(e, reg, v);
        return;
    }
    for (unsigned k = 0; k < (first + n > LANES ? 2 : 1); k++) {
        LLVMValueRef some = v, on = mask;
        int lanes[LANES], masks[LANES];
        for (unsigned p = 0; p < LANES; p++) {
            lanes[p] = (int)(p + k * LANES) - (int)first;
            if (lanes[p] < 0 || lanes[p] >= LANES)
                lanes[p] = -1;
            masks[p] = lanes[p] < 0 ? LANES : lanes[p];
        }
        if (first) {
            some = jit_lanes(e, v, LLVMGetUndef(e->vec), lanes);
            on = jit_lanes(e, mask, LLVMConstNull(e->vec), masks);
        }
        jit_reg_set(e, reg + k, jit_blend(e, jit_reg(e, reg + k), some, on));
    }
}

void jit_vector(struct emit *e, const struct jit_insn *i)
{
    const struct fast_uop *u = i->u;
    unsigned form = jit_form(i), es = isa_exec_size(&i->cold->insn);
    unsigned halves = es == 16 ? 2 : 1, n = es < LANES ? es : LANES;
    LLVMValueRef r[2], on, pred = jit_predicate(e, u);
    bool selects = form & FAST_SELECTS;
    bool whole = (!u->need || e->full) && (u->free || selects);
    for (unsigned h = 0; h < halves; h++) {
        LLVMValueRef s[3] = {0};
        for (unsigned k = 0; k < i->cold->insn.op->nsrc; k++)
            s[k] = source(e, u, k, h, n, form & FAST_FLOATS);
        if (selects)
            s[2] = jit_mask(e, shifted(e, pred, u->group + LANES * h));
        r[h] = operations[i->op].compute(e, s[0], s[1], s[2]);
    }
    jit_guard_note(e, i, r, halves);
    on = channels(e, u, selects);
    if (form & FAST_COMPARES) {
        LLVMValueRef truth = jit_signs(e, r[0]);
        if (halves == 2)
            truth = LLVMBuildOr(e->b, truth,
                                LLVMBuildShl(e->b, jit_signs(e, r[1]), jit_int(e, LANES), ""), "");
        set_flags(e, u, jit_and(e, shifted(e, on, u->group), jit_int(e, i->cold->window)), truth);
    }
    for (unsigned h = 0; h < halves && u->kind[2] != FAST_NOWHERE; h++) {
        bool all = whole && n == LANES && u->d % REG_BYTES == 0;
        LLVMValueRef some = shifted(e, on, u->group + LANES * h);
        if (n < LANES)
            some = jit_and(e, some, jit_int(e, i->cold->window));
        put(e, u->d + h * REG_BYTES, r[h], all ? NULL : jit_mask(e, some), n);
    }
}
