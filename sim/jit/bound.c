/* What sim/fast/bounds.c does for the chain: a count in n0, a wait, and modes for denormals.
 * Arrivals and threads that end are the engine's. */
#include "sim/jit/emit.h"
#include "sim/jit/series.h"

static struct host_at count_at(unsigned n)
{
    return host_mem(JIT_GRF, (int32_t)(offsetof(struct eu_thread, n) + 4 * n));
}

static void set_count(struct emit *e, const struct jit_insn *i)
{
    struct host_at at = count_at(i->u->kind[0]);
    uint32_t has = eu_n0_max[i->u->kind[0]];
    host_g(&e->c, MOV_, false, RAX, at);
    host_gi(&e->c, AND_, false, RAX, ~has);
    host_gi(&e->c, OR_, false, RAX, i->u->imm & has);
    host_g(&e->c, STORE_, false, RAX, at);
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

static void take_count(struct emit *e, const struct jit_insn *i)
{
    unsigned none = host_label(&e->c);
    struct host_at at = count_at(i->u->imm);
    host_g(&e->c, MOV_, false, RAX, at);
    host_g(&e->c, TEST_, false, RAX, host_reg(RAX));
    host_if(&e->c, CC_E, none);
    host_gi(&e->c, SUB_, false, RAX, 1);
    host_g(&e->c, STORE_, false, RAX, at);
    host_jump(&e->c, jit_edge_label(e, &i->next));
    host_bind(&e->c, none); /* it begins to wait */
    host_store8(&e->c, JIT_GRF, offsetof(struct eu_thread, status), EU_THREAD_WAITING);
    host_store8(&e->c, JIT_GRF, offsetof(struct eu_thread, wait_n), (uint8_t)i->u->imm);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_store8(&e->c, RDI, offsetof(struct fast_ctx, slept), true);
    host_jump(&e->c, jit_exit_label(e, i->u, i->rest));
}

/* --- modes --- */

enum { MODES = EU_CR0_DF_DENORM | EU_CR0_F_DENORM | EU_CR0_HF_DENORM };

static struct host_at thread_at(size_t field)
{
    return host_mem(JIT_GRF, (int32_t)field);
}

/* To @known if that is known of the threads of a series. */
static void unless_first(struct emit *e, unsigned known)
{
    host_load(&e->c, RCX, host_mem(RDI, offsetof(struct fast_ctx, series)), 1);
    host_gi(&e->c, CMP_, false, RCX, FAST_SERIES_GOES_ON);
    host_if(&e->c, CC_E, known);
}

/* To @otherwise if the exception logic would have something to do after a write to cr0, which is in
 * eax, or there is none. */
static void unless_calm(struct emit *e, unsigned otherwise)
{
    size_t exception = offsetof(struct eu_thread, exception);
    host_g(&e->c, MOV_, true, RDX, host_mem(RDI, offsetof(struct fast_ctx, eu)));
    host_g(&e->c, MOV_, true, RDX, host_mem(RDX, offsetof(struct eu, hooks.boundary)));
    host_g(&e->c, TEST_, true, RDX, host_reg(RDX));
    host_if(&e->c, CC_E, otherwise);
    host_g(&e->c, MOV_, false, RDX, host_reg(RAX));
    host_gi(&e->c, AND_, false, RDX, EU_CR0_ME);
    host_g(&e->c, MOV_, false, RCX, thread_at(offsetof(struct eu_thread, cr) + 4));
    host_gi(&e->c, AND_, false, RCX, EU_CR1_REQUESTS);
    host_g(&e->c, OR_, false, RDX, host_reg(RCX));
    host_load(&e->c, RCX, thread_at(exception + offsetof(struct eu_exception_state, save)), 1);
    host_g(&e->c, OR_, false, RDX, host_reg(RCX));
    host_g(&e->c, OR_, false, RDX,
           thread_at(exception + offsetof(struct eu_exception_state, told)));
    host_g(&e->c, OR_, false, RDX,
           thread_at(exception + offsetof(struct eu_exception_state, raised)));
    host_if(&e->c, CC_NE, otherwise);
}

/* The host's mode becomes the thread's, if it is not. */
static void set_control(struct emit *e, bool keeps)
{
    unsigned same = host_label(&e->c);
    struct host_at control = host_mem(RDI, offsetof(struct fast_ctx, control));
    host_gi(&e->c, MOV_, false, RDX, keeps ? FAST_FP_KEEP : FAST_FP_FLUSH);
    host_g(&e->c, CMP_, false, RDX, control);
    host_if(&e->c, CC_E, same);
    host_g(&e->c, STORE_, false, RDX, control);
    host_mode(&e->c, control);
    host_bind(&e->c, same);
}

/* What falls through, behind all other code, is the engine's. */
static void set_modes(struct emit *e, const struct jit_insn *i)
{
    bool sets = i->u->kind[0] == EU_OP_OR;
    uint32_t change = sets ? i->u->imm : ~i->u->imm;
    unsigned slow = host_label(&e->c), known = host_label(&e->c);
    if (e->r->doubles || change & ~(uint32_t)MODES)
        return;
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_g(&e->c, MOV_, false, RAX, thread_at(offsetof(struct eu_thread, cr)));
    if (e->full)
        unless_first(e, known);
    unless_calm(e, slow);
    host_bind(&e->c, known);
    host_gi(&e->c, sets ? OR_ : AND_, false, RAX, i->u->imm);
    host_g(&e->c, STORE_, false, RAX, thread_at(offsetof(struct eu_thread, cr)));
    if (change & EU_CR0_F_DENORM)
        set_control(e, sets);
    host_jump(&e->c, jit_edge_label(e, &i->next));
    (void)host_cold(&e->c, true);
    host_bind(&e->c, slow);
}

static struct host_at more_at(size_t field)
{
    return host_mem(RDI, (int32_t)(offsetof(struct fast_ctx, more) + field));
}

/* Copies the registers of the payload that a thread has for itself. */
static void copy_own(struct emit *e)
{
    host_g(&e->c, MOV_, true, RSI, more_at(offsetof(struct fast_more, payload)));
    host_g(&e->c, ADD_, true, RSI, more_at(offsetof(struct fast_more, step)));
    host_g(&e->c, STORE_, true, RSI, more_at(offsetof(struct fast_more, payload)));
    for (uint64_t own = e->r->own; own; own &= own - 1) {
        int32_t at = __builtin_ctzll(own) * REG_BYTES;
        host_v(&e->c, VMOVUPS_LOAD, 0, 0, host_mem(RSI, at), -1);
        host_v(&e->c, VMOVUPS_STORE, 0, 0, host_mem(JIT_GRF, at), -1);
    }
}

/* The next thread of a series, of which rax are left behind it, at the same place; the first
 * instruction is its. */
static void make_next(struct emit *e)
{
    host_g(&e->c, STORE_, true, RAX, more_at(offsetof(struct fast_more, n)));
    copy_own(e);
    host_gi(&e->c, MOV_, false, RAX, 1);
    host_g(&e->c, ADD_TO_, true, RAX, thread_at(offsetof(struct eu_thread, number)));
    for (unsigned f = 0; f < 2; f++)
        host_g(&e->c, XOR_, false, JIT_FLAGS + f, host_reg(JIT_FLAGS + f));
    host_g(&e->c, STORE_, true, JIT_FLAGS, thread_at(offsetof(struct eu_thread, f)));
    host_g(&e->c, STORE_, false, JIT_FLAGS, thread_at(offsetof(struct eu_thread, cr)));
    if (e->r->series->branches)
        host_g(&e->c, STORE_, true, JIT_FLAGS, more_at(offsetof(struct fast_more, path)));
    host_g(&e->c, ADD_TO_, true, JIT_LEFT, more_at(offsetof(struct fast_more, left)));
    host_g(&e->c, MOV_, true, JIT_LEFT, host_mem(RDI, offsetof(struct fast_ctx, limit)));
    jit_cursor_forget(e);
    host_jump(&e->c, e->in[true][0]);
}

/* The same behind the last thread of a place: the first one of the next place, if there is one,
 * else to @last. To @make, with rax as for make_next(). */
static void next_place(struct emit *e, unsigned make, unsigned last)
{
    static const uint32_t next[LANES] = {0, 1};
    host_g(&e->c, MOV_, true, RAX, more_at(offsetof(struct fast_more, places)));
    host_gi(&e->c, SUB_, true, RAX, 1);
    host_if(&e->c, CC_B, last);
    host_g(&e->c, STORE_, true, RAX, more_at(offsetof(struct fast_more, places)));
    host_v(&e->c, VMOVUPS_LOAD, 0, 0, host_const(&e->c, next), -1);
    host_v(&e->c, VPADDD, 0, 0, host_mem(JIT_GRF, 0), -1);
    host_v(&e->c, VMOVUPS_STORE, 0, 0, host_mem(JIT_GRF, 0), -1);
    host_gi(&e->c, MOV_, false, RAX, 1);
    host_g(&e->c, ADD_TO_, false, RAX, thread_at(offsetof(struct eu_thread, group)));
    host_g(&e->c, MOV_, true, RAX, more_at(offsetof(struct fast_more, before)));
    host_g(&e->c, STORE_, true, RAX, more_at(offsetof(struct fast_more, payload)));
    host_g(&e->c, MOV_, true, RAX, more_at(offsetof(struct fast_more, each)));
    host_gi(&e->c, SUB_, true, RAX, 1);
    host_jump(&e->c, make);
}

/* A thread of a series ends. What falls through, behind all other code, is another one's end. */
static void end_series(struct emit *e, const struct jit_insn *i)
{
    unsigned make = host_label(&e->c), place = host_label(&e->c), last = host_label(&e->c),
             alone = host_label(&e->c);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_g(&e->c, MOV_, true, RAX, more_at(offsetof(struct fast_more, n)));
    host_gi(&e->c, SUB_, true, RAX, 1);
    host_if(&e->c, CC_B, place);
    host_bind(&e->c, make);
    make_next(e);
    (void)host_cold(&e->c, true);
    host_bind(&e->c, place);
    next_place(e, make, last);
    host_bind(&e->c, last);
    host_load(&e->c, RAX, host_mem(RDI, offsetof(struct fast_ctx, series)), 1);
    host_gi(&e->c, CMP_, false, RAX, FAST_NO_SERIES);
    host_if(&e->c, CC_E, alone);
    host_store8(&e->c, RDI, offsetof(struct fast_ctx, series), FAST_SERIES_ENDS);
    host_jump(&e->c, jit_exit_label(e, i->next.u, i->rest - 1u));
    host_bind(&e->c, alone);
}

void jit_bound(struct emit *e, const struct jit_insn *i)
{
    bool was = e->c.cold;
    if (jit_meets(e, i))
        jit_mates(e, i);
    else if (i->op == JIT_END && e->full && e->r->series)
        end_series(e, i);
    if (i->op == JIT_COUNT)
        set_count(e, i);
    else if (i->op == JIT_WAIT)
        take_count(e, i);
    else if (i->op == JIT_MODE)
        set_modes(e, i);
    if (i->op != JIT_COUNT && i->op != JIT_WAIT)
        jit_call(e, i);
    (void)host_cold(&e->c, was);
}
