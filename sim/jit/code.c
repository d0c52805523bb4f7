/* A region becomes a function of the host: its entry, its blocks in both worlds, its ways out. */
#include "sim/jit/code.h"

#include <stdlib.h>

#include "sim/jit/message.h"

struct jit_made {
    void *code;
    size_t size;
    struct jit_sites sites;
    struct jit_waits *waits;
};

/* --- ways out --- */

unsigned jit_exit_label(struct emit *e, struct fast_uop *u, unsigned refund)
{
    for (unsigned i = 0; i < e->nexits; i++) {
        const struct jit_exit *x = &e->exits[i];
        if (x->u == u && x->refund == refund && x->full == e->full)
            return x->label;
    }
    if (e->nexits == e->exit_room) {
        unsigned room = e->exit_room ? 2 * e->exit_room : 64;
        struct jit_exit *now = realloc(e->exits, room * sizeof *now);
        if (!now) {
            e->c.failed = true;
            return 0;
        }
        e->exits = now;
        e->exit_room = room;
    }
    e->exits[e->nexits] = (struct jit_exit){host_label(&e->c), refund, u, e->full};
    return e->exits[e->nexits++].label;
}

unsigned jit_edge_label(struct emit *e, const struct jit_edge *edge)
{
    return edge->to >= 0 ? e->in[e->full][edge->to] : jit_exit_label(e, edge->u, 0);
}

static void exits(struct emit *e)
{
    for (unsigned i = 0; i < e->nexits; i++) {
        const struct jit_exit *x = &e->exits[i];
        host_bind(&e->c, x->label);
        host_mov64(&e->c, RAX, (uintptr_t)x->u);
        if (x->refund)
            host_gi(&e->c, ADD_, true, JIT_LEFT, x->refund);
        host_jump(&e->c, e->out[x->full]);
    }
}

/* --- entry and end --- */

static const uint8_t saved[] = {RBX, RBP, R12, R13, R14, R15};

/* Calls keep the host's stack pointer a multiple of 16. Who waits is set in whole vectors. */
static uint32_t frame_bytes(const struct emit *e)
{
    _Static_assert(JIT_FRAME_WAITS % 16 == 8,
                   "behind pushes of six registers and the return address");
    return JIT_FRAME_WAITS + (e->waits->n + LANES - 1) / LANES * REG_BYTES;
}

static void enter(struct emit *e)
{
    host_bind(&e->c, e->first);
    for (unsigned i = 0; i < sizeof saved; i++)
        host_push(&e->c, saved[i]);
    host_gi(&e->c, SUB_, true, RSP, frame_bytes(e));
    host_g(&e->c, STORE_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_g(&e->c, MOV_, true, JIT_GRF, host_reg(RSI));
    host_g(&e->c, MOV_, false, JIT_ACT, host_reg(RDX));
    host_g(&e->c, MOV_, true, JIT_LEFT, host_reg(RCX));
    jit_rounds_forget(e);
    host_g(&e->c, MOV_, false, RAX, host_mem(RDI, offsetof(struct fast_ctx, emask)));
    host_g(&e->c, STORE_, false, RAX, host_mem(RSP, JIT_FRAME_ENABLED));
    host_mov64(&e->c, JIT_VIEWS, (uintptr_t)e->sites->view);
    host_g(&e->c, MOV_, true, JIT_FLAGS, host_reg(R8)); /* calls do not keep it */
    jit_waits_read(e);
    host_g(&e->c, MOV_, true, RAX, host_reg(JIT_FLAGS));
    jit_cursor_forget(e);
    jit_cells_load(e);
    host_jump_to(&e->c, RAX);
}

static void leave(struct emit *e, bool full)
{
    host_bind(&e->c, e->out[full]);
    jit_cells_store(e);
    jit_rounds_back(e);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_g(&e->c, STORE_, true, RAX, host_mem(RDI, offsetof(struct fast_ctx, u)));
    host_g(&e->c, STORE_, false, JIT_ACT, host_mem(RDI, offsetof(struct fast_ctx, act)));
    host_g(&e->c, STORE_, true, JIT_LEFT, host_mem(RDI, offsetof(struct fast_ctx, left)));
    host_store8(&e->c, RDI, offsetof(struct fast_ctx, full), full);
    if (!full)
        jit_waits_write(e);
    host_gi(&e->c, ADD_, true, RSP, frame_bytes(e));
    for (unsigned i = sizeof saved; i; i--)
        host_pop(&e->c, saved[i - 1]);
    host_return(&e->c);
}

/* --- blocks --- */

/* A run is begun when more instructions are left than it has; the engine does the others. */
static void charge(struct emit *e, const struct jit_insn *i)
{
    host_gi(&e->c, SUB_, true, JIT_LEFT, i->rest);
    host_if(&e->c, CC_BE, jit_exit_label(e, i->u, i->rest));
}

static void compute(struct emit *e, const struct jit_insn *i)
{
    e->now = i;
    if (i->kind == JIT_VECTOR)
        jit_vector(e, i);
    else if (i->kind == JIT_WIDE)
        jit_wide(e, i);
    if (i->kind != JIT_SEND)
        jit_apart_behind(e, i);
    jit_cursor_behind(e, i);
}

/* The block ends with @i. For a single register, which a message reads next, replacing is less work
 * than looking whether there is something to replace. */
static void settle(struct emit *e, const struct jit_insn *i)
{
    const struct jit_insn *next = i->next.to < 0 ? NULL : &e->r->insns[i->next.to];
    if (next && next->kind == JIT_SEND && jit_message_of(next).halves == 1)
        jit_settle_reads(e, next);
    jit_settle_end(e);
}

/* Whether only one block follows, and finds what this one has in registers: the message between
 * them uses others. */
static bool leaves_registers(const struct emit *e, const struct jit_insn *i)
{
    return e->full && jit_message_is_moved(i) && i->next.to >= 0 && !e->r->insns[i->next.to].target;
}

/* The instructions from a leader to the next one or what is not the region's. */
static void body(struct emit *e, const struct jit_insn *first)
{
    const struct jit_insn *i = first;
    for (unsigned n = first->length; n; n--) {
        if (!jit_is_off(e, i))
            compute(e, i);
        if (n > 1)
            i = &e->r->insns[i->next.to];
    }
    e->now = NULL;
    settle(e, i);
    e->holds = leaves_registers(e, i);
    jit_flush(e);
    if (first->ends && e->full)
        jit_rounds_count(e, first);
    if (i->kind == JIT_BRANCH)
        jit_flow(e, i);
    else if (i->kind == JIT_SEND)
        jit_message(e, i);
    else if (i->kind == JIT_CALL)
        jit_call(e, i);
    else if (i->kind == JIT_BOUND)
        jit_bound(e, i);
    else
        host_jump(&e->c, jit_edge_label(e, &i->next));
    if (i->kind == JIT_SEND)
        jit_apart_behind(e, i);
    e->follows = i->next.to;
}

static void block(struct emit *e, unsigned at, bool full)
{
    const struct jit_insn *i = &e->r->insns[at];
    e->full = full;
    if (!e->holds || e->follows != (int)at)
        jit_begin(e);
    jit_apart_begin(e, at);
    if (full && i->head)
        host_align(&e->c);
    host_bind(&e->c, e->in[full][at]);
    if (!full && i->join)
        jit_join(e, i);
    if (!full && (i->head || jit_meets(e, i)) && e->fits) { /* where all are active, to the other */
        host_gi(&e->c, CMP_, false, JIT_ACT, e->all);
        host_if(&e->c, CC_E, e->in[true][at]);
    }
    if (i->target)
        charge(e, i);
    if (full && i->begins)
        jit_rounds_begin(e, i);
    if (full && i->ends)
        jit_rounds_end(e, i);
    body(e, i);
}

static uint32_t ip_of(const struct emit *e, unsigned at)
{
    return fast_rest(e->r->insns[at].u)->ip;
}

/* Leaders by address, so that most blocks go on with the next one; returns how many. */
static unsigned order_leaders(const struct emit *e, unsigned *order)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->r->n; i++) {
        unsigned k = n;
        if (!e->r->insns[i].leader)
            continue;
        for (; k && ip_of(e, order[k - 1]) > ip_of(e, i); k--)
            order[k] = order[k - 1];
        order[k] = i;
        n++;
    }
    return n;
}

/* Whether all of the instruction's channels are among @all, or none is. */
static bool fits(const struct jit_insn *i, uint32_t all)
{
    bool has_channels =
        i->kind == JIT_VECTOR || i->kind == JIT_WIDE || i->kind == JIT_SEND || i->kind == JIT_CALL;
    return !has_channels || !(i->u->need & all) || !(i->u->need & ~all);
}

static void emit(struct emit *e, unsigned *order)
{
    unsigned n = order_leaders(e, order);
    e->all = UINT32_MAX >> (EU_CHANNELS - e->r->width);
    e->fits = true;
    for (unsigned i = 0; i < e->r->n; i++)
        e->fits &= fits(&e->r->insns[i], e->all);
    for (unsigned full = 0; full < 2; full++) {
        e->out[full] = host_label(&e->c);
        for (unsigned i = 0; i < n; i++)
            e->in[full][order[i]] = host_label(&e->c);
    }
    e->first = host_label(&e->c);
    for (unsigned k = 0; k < JIT_ROUNDS; k++)
        e->round[k] = host_label(&e->c);
    e->load = host_label(&e->c);
    e->store = host_label(&e->c);
    for (unsigned k = 0; k < 4; k++)
        e->look[k & 1][k >> 1] = host_label(&e->c);
    jit_cells_choose(e);
    jit_cursor_choose(e);
    jit_begin(e);
    enter(e);
    for (unsigned full = 2; full-- && !e->c.failed; e->follows = -1)
        for (unsigned i = 0; i < n && (!full || e->fits); i++)
            block(e, order[i], full);
    exits(e);
    leave(e, false);
    leave(e, true);
    jit_cells_routines(e);
    jit_look_routines(e);
}

/* Where the targets are. */
static void place(struct emit *e, struct jit_region *r)
{
    r->all = e->fits ? e->all : 0;
    for (unsigned i = 0; i < r->n; i++)
        for (unsigned full = 0; full < 2; full++)
            if (r->insns[i].target && (e->fits || !full))
                r->insns[i].at[full] = (uint32_t)host_place(&e->c, e->in[full][i]);
}

/* How many vector registers of the host are left to messages and instructions. In series, whose
 * code is straight, one less is enough. */
static unsigned scratch_of(const struct jit_region *r)
{
    bool few = r->series;
    for (unsigned i = 0; few && i < r->n; i++)
        few = r->insns[i].kind != JIT_SEND || !jit_message_is_several(&r->insns[i]);
    return few ? JIT_SCRATCH : JIT_SCRATCH_MOST;
}

/* @most: of the host's vector registers, how many may belong to registers of the EU for all of the
 * function. Returns false if an instruction needs more than are left, or there is no memory. */
static bool make(struct jit_region *r, struct jit_made *made, unsigned *labels, unsigned most)
{
    unsigned scratch = scratch_of(r), fixed = JIT_VECTORS - scratch;
    struct emit e = {.r = r,
                     .sites = &made->sites,
                     .waits = made->waits,
                     .scratch = scratch,
                     .most_fixed = most < fixed ? most : fixed};
    made->sites.n = made->sites.ntables = 0;
    e.in[0] = labels;
    e.in[1] = labels + r->n;
    emit(&e, labels + 2 * r->n);
    made->code = host_finish(&e.c, &made->size);
    if (made->code)
        place(&e, r);
    r->crowded = e.crowded ? (int)(e.crowded - r->insns) : -1;
    host_fini(&e.c);
    free(e.exits);
    return made->code;
}

void *jit_make(struct jit_region *r, jit_code **code)
{
    enum { FEW = 8 };
    struct jit_made *made = calloc(1, sizeof *made);
    unsigned *labels = calloc(r->n, 3 * sizeof *labels);
    if (made)
        made->waits = jit_waits_of(r);
    r->crowded = -1;
    bool done =
        labels && made && made->waits &&
        (make(r, made, labels, JIT_VECTORS) || (r->crowded >= 0 && make(r, made, labels, FEW)));
    free(labels);
    if (!done) {
        if (made)
            free(made->waits);
        free(made);
        return NULL;
    }
    *code = (jit_code *)made->code;
    r->sites = &made->sites;
    return made;
}

void jit_unmake(void *made)
{
    struct jit_made *m = made;
    host_free(m->code, m->size);
    free(m->waits);
    free(m);
}
