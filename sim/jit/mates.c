/* The native code of barriers and of the ends of threads. After it a mate may continue: another
 * thread of the group, which waited at a barrier in the same visit. The usual case calls no
 * function of meet.c. */
#include "sim/jit/emit.h"

#include "sim/group.h"

/* The host's registers at a barrier. WORD: M0.2 of the message. MATE, NEXT: the next thread, as a
 * thread and in the ring. WAIT: where it waits, then where it continues. SELF: this thread in the
 * ring. FIRST, MET: the group's first thread, and how many have arrived. */
enum {
    WORD = RAX,
    CTX = RDI,
    MATE = RDX,
    NEXT = R8,
    WAIT = RCX,
    SELF = R9,
    FIRST = RSI,
    MET = R10,
    OTHER = R11,
};

static struct host_at ctx_at(size_t field)
{
    return host_mem(CTX, (int32_t)field);
}

static struct host_at thread_at(unsigned thread, size_t field)
{
    return host_mem(thread, (int32_t)field);
}

static struct host_at met_at(void)
{
    return thread_at(FIRST, offsetof(struct eu_thread, met));
}

static void read_pointer(struct emit *e, unsigned reg, struct host_at from)
{
    host_g(&e->c, MOV_, true, reg, from);
}

/* Loads the number of @bytes at @at into OTHER; jumps to @slow if it is not @is. */
static void unless_is(struct emit *e, struct host_at at, unsigned bytes, uint32_t is, unsigned slow)
{
    host_load(&e->c, OTHER, at, bytes);
    host_gi(&e->c, CMP_, false, OTHER, is);
    host_if(&e->c, CC_NE, slow);
}

/* Jumps to @slow unless the next mate waited in this native code, and has the same modes. */
static void find_mate(struct emit *e, unsigned slow)
{
    read_pointer(e, SELF, ctx_at(offsetof(struct fast_ctx, mate)));
    read_pointer(e, NEXT, host_mem(SELF, offsetof(struct fast_mate, next)));
    read_pointer(e, WAIT, host_mem(NEXT, offsetof(struct fast_mate, wait)));
    read_pointer(e, MATE, host_mem(NEXT, offsetof(struct fast_mate, t)));
    host_g(&e->c, TEST_, true, WAIT, host_reg(WAIT));
    host_if(&e->c, CC_E, slow);
    host_g(&e->c, MOV_, false, WORD, thread_at(MATE, offsetof(struct eu_thread, cr)));
    host_g(&e->c, CMP_, false, WORD, thread_at(JIT_GRF, offsetof(struct eu_thread, cr)));
    host_if(&e->c, CC_NE, slow);
}

/* Jumps to @slow unless the mate is READY, or notify() will make it so. */
static void unless_ready(struct emit *e, unsigned slow)
{
    unsigned ready = host_label(&e->c);
    host_g(&e->c, MOV_, false, OTHER, ctx_at(offsetof(struct fast_ctx, owed)));
    host_g(&e->c, TEST_, false, OTHER, host_reg(OTHER));
    host_if(&e->c, CC_NE, ready);
    unless_is(e, thread_at(MATE, offsetof(struct eu_thread, status)), 1, EU_THREAD_READY, slow);
    host_bind(&e->c, ready);
}

/* Prepares the arrival at barrier @i, like arrive() in meet.c: MET becomes the number of threads
 * that have arrived, this one included, and OTHER the number of threads in the group. Jumps to
 * @slow if more than that matters. */
static void prepare(struct emit *e, const struct jit_insn *i, unsigned slow)
{
    enum { COUNTS = 1 << 15 };
    read_pointer(e, FIRST, ctx_at(offsetof(struct fast_ctx, group.first)));
    unless_is(e, thread_at(JIT_GRF, offsetof(struct eu_thread, n)), 4, 0, slow);
    unless_is(e, thread_at(JIT_GRF, offsetof(struct eu_thread, arrivals)), 1, 0, slow);
    host_g(&e->c, MOV_, false, WORD, host_mem(JIT_GRF, i->u->s[0] + 2 * 4));
    host_gi(&e->c, TEST_, false, WORD, COUNTS);
    host_if(&e->c, CC_NE, slow);
    host_gi(&e->c, AND_, false, WORD, e->r->barrier_id);
    host_g(&e->c, CMP_, false, WORD, ctx_at(offsetof(struct fast_ctx, barrier)));
    host_if(&e->c, CC_NE, slow);
    host_load(&e->c, MET, met_at(), 2);
    host_load(&e->c, OTHER, thread_at(FIRST, offsetof(struct eu_thread, members)), 2);
    host_gi(&e->c, ADD_, false, MET, 1);
}

/* Sets the thread's arrivals, 1 or 0, at the barrier whose id is in WORD. */
static void set_arrivals(struct emit *e, bool one)
{
    enum { ID_SHIFT = 24, BYTE = 8 };
    _Static_assert(offsetof(struct eu_thread, barrier) == offsetof(struct eu_thread, arrivals) + 1,
                   "they are written together");
    host_shift(&e->c, false, true, WORD, ID_SHIFT - BYTE);
    if (one)
        host_gi(&e->c, OR_, false, WORD, 1);
    host_store(&e->c, WORD, thread_at(JIT_GRF, offsetof(struct eu_thread, arrivals)), 2);
}

/* The thread is the last one, so that the barrier opens and it need not wait. If all others arrived
 * in native code, each is notified only when its turn comes; until then fast_ctx.owed counts them.
 * meet.c opens the first barrier of a visit, so that no thread has its count in memory. */
static void open_barrier(struct emit *e, const struct jit_insn *i, unsigned slow)
{
    struct host_at came = ctx_at(offsetof(struct fast_ctx, came));
    host_gi(&e->c, SUB_, false, OTHER, 1);
    host_g(&e->c, CMP_, false, OTHER, came);
    host_if(&e->c, CC_NE, slow);
    host_g(&e->c, STORE_, false, OTHER, ctx_at(offsetof(struct fast_ctx, owed)));
    set_arrivals(e, false);
    host_g(&e->c, XOR_, false, WORD, host_reg(WORD));
    host_g(&e->c, STORE_, false, WORD, came);
    host_store(&e->c, WORD, met_at(), 2);
    host_gi(&e->c, OR_, false, WORD, 1);
    host_g(&e->c, STORE_, false, WORD, thread_at(JIT_GRF, offsetof(struct eu_thread, n)));
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

/* Notifies the mate if an open barrier has not done so yet; WORD is 1. */
static void notify(struct emit *e)
{
    unsigned none = host_label(&e->c);
    struct host_at owed = ctx_at(offsetof(struct fast_ctx, owed));
    host_g(&e->c, MOV_, false, OTHER, owed);
    host_g(&e->c, SUB_, false, OTHER, host_reg(WORD));
    host_if(&e->c, CC_B, none);
    host_g(&e->c, STORE_, false, OTHER, owed);
    host_g(&e->c, ADD_TO_, false, WORD, thread_at(MATE, offsetof(struct eu_thread, n)));
    host_store8(&e->c, MATE, offsetof(struct eu_thread, arrivals), 0);
    host_store8(&e->c, MATE, offsetof(struct eu_thread, status), EU_THREAD_READY);
    host_bind(&e->c, none);
}

/* The thread waits at @wait, and the mate's turn begins, like pass_turn() in meet.c. */
static void pass_turn(struct emit *e, const struct jit_insn *wait)
{
    struct host_at limit = ctx_at(offsetof(struct fast_ctx, limit));
    host_store8(&e->c, JIT_GRF, offsetof(struct eu_thread, status), EU_THREAD_WAITING);
    host_store8(&e->c, JIT_GRF, offsetof(struct eu_thread, wait_n), 0);
    host_g(&e->c, MOV_, true, WORD, limit);
    host_g(&e->c, SUB_, true, WORD, host_reg(JIT_LEFT));
    host_g(&e->c, ADD_TO_, true, WORD, thread_at(JIT_GRF, offsetof(struct eu_thread, insts)));
    host_g(&e->c, STORE_, true, JIT_LEFT, limit);
    host_gi(&e->c, MOV_, false, WORD, 1);
    host_g(&e->c, ADD_TO_, false, WORD, ctx_at(offsetof(struct fast_ctx, waits)));
    host_g(&e->c, ADD_TO_, false, WORD, ctx_at(offsetof(struct fast_ctx, came)));
    notify(e);
    host_mov64(&e->c, WORD, (uintptr_t)wait);
    host_g(&e->c, STORE_, true, WORD, host_mem(SELF, offsetof(struct fast_mate, wait)));
    host_g(&e->c, STORE_, true, NEXT, ctx_at(offsetof(struct fast_ctx, mate)));
    host_g(&e->c, STORE_, true, MATE, ctx_at(offsetof(struct fast_ctx, t)));
    host_g(&e->c, MOV_, true, JIT_GRF, host_reg(MATE));
}

/* Goes from barrier @i to the wait where the mate continues. */
static void go_on(struct emit *e, const struct jit_insn *i, unsigned slow)
{
    unsigned last = host_label(&e->c);
    find_mate(e, slow);
    prepare(e, i, slow);
    host_g(&e->c, CMP_, false, MET, host_reg(OTHER));
    host_if(&e->c, CC_AE, last);
    unless_ready(e, slow);
    host_store(&e->c, MET, met_at(), 2);
    set_arrivals(e, true);
    pass_turn(e, &e->r->insns[i->next.to]);
    host_load(&e->c, WAIT, host_mem(WAIT, offsetof(struct jit_insn, at[1])), 4);
    host_address(&e->c, WORD, e->first);
    host_g(&e->c, ADD_, true, WORD, host_reg(WAIT));
    jit_cells_load(e);
    host_jump_to(&e->c, WORD);
    host_bind(&e->c, last);
    open_barrier(e, i, slow);
}

/* Calls meet.c, which decides who continues, and where. */
static void ask(struct emit *e, const struct jit_insn *i)
{
    unsigned none = host_label(&e->c);
    host_mov64(&e->c, RSI, (uintptr_t)i);
    host_g(&e->c, MOV_, false, RDX, host_reg(JIT_ACT));
    host_g(&e->c, MOV_, true, RCX, host_reg(JIT_LEFT));
    jit_host_call(e, (uintptr_t)(i->op == JIT_END ? e->r->part : e->r->meet));
    host_g(&e->c, TEST_, true, RAX, host_reg(RAX));
    host_if(&e->c, CC_E, none);
    read_pointer(e, CTX, host_mem(RSP, JIT_FRAME_CTX));
    read_pointer(e, JIT_GRF, ctx_at(offsetof(struct fast_ctx, t)));
    jit_cells_load(e);
    host_jump_to(&e->c, RAX);
    host_bind(&e->c, none);
    jit_cells_load(e);
}

bool jit_meets(const struct emit *e, const struct jit_insn *i)
{
    const struct jit_insn *next = i->next.to < 0 ? NULL : &e->r->insns[i->next.to];
    if (i->kind != JIT_BOUND || i->op == JIT_END)
        return i->kind == JIT_BOUND && e->r->meets;
    return i->op == JIT_BARRIER && next && next->kind == JIT_BOUND && next->op == JIT_WAIT &&
           !next->u->imm;
}

void jit_mates(struct emit *e, const struct jit_insn *i)
{
    unsigned slow = host_label(&e->c);
    jit_cells_store(e);
    read_pointer(e, CTX, host_mem(RSP, JIT_FRAME_CTX));
    if (e->full && i->op == JIT_BARRIER)
        go_on(e, i, slow);
    host_bind(&e->c, slow);
    ask(e, i);
}
