/* Atomics on dwords in one page, one channel after the other, as the engine has them. The engine
 * does all others, and these if several host threads share the memory: there they take turns. */
#include "sim/jit/message.h"

#include "sim/fast/port.h"
#include "sim/jit/view.h"

enum { OFFSET = JIT_OFFSET, ROW = JIT_ROW, WRONG = JIT_WRONG, SPAN };

/* The numbers are those of the message. */
static const uint8_t changes[] = {
    [1] = AND_TO_, [2] = OR_TO_,  [3] = XOR_TO_, [4] = STORE_,   [5] = ADD_TO_, /* of 1 */
    [6] = SUB_TO_, [7] = ADD_TO_, [8] = SUB_TO_, [15] = SUB_TO_,
};
enum { INCREMENT = 5, DECREMENT = 6, PREDECREMENT = 15 };

/* Half of an answer may not lie where the other half still reads the message. */
static bool overlaps(const struct fast_port *p)
{
    return p->form & PORT_RETURNS && p->form & PORT_16 &&
           (p->to == p->at + REG_BYTES || p->to == p->data + REG_BYTES);
}

bool jit_is_change(const struct jit_insn *i)
{
    const struct fast_port *p = &i->cold->port;
    unsigned channels = p->form & PORT_16 ? 2 * LANES : LANES;
    return i->kind == JIT_CALL && i->cold->kind == FAST_SEND && i->u->free && p->op &&
           p->op < sizeof changes && changes[p->op] && !(p->form & PORT_PAIR) && !overlaps(p) &&
           p->bytes == 4 && p->count == 1 && !p->unit && p->header == FAST_NO_HEADER &&
           isa_exec_size(&i->cold->insn) == channels;
}

/* The dword at @at into lane @n of the half that ROW and WRONG are made of. */
static void keep_old(struct emit *e, unsigned n, struct host_at at)
{
    enum { QUARTER = LANES / 2 };
    unsigned reg = n % LANES < QUARTER ? ROW : WRONG;
    if (n % QUARTER)
        host_v(&e->c, VPINSRD, reg, reg, at, (int)(n % QUARTER));
    else
        host_v(&e->c, VMOVD, reg, 0, at, -1);
}

static void answer_half(struct emit *e, unsigned cell)
{
    struct host_at to = jit_where(e, cell);
    unsigned reg = to.kind == HOST_REG ? to.reg : ROW;
    host_v(&e->c, VINSERTF128, reg, ROW, host_reg(WRONG), 1);
    jit_keep_read(e, cell, reg);
}

/* One channel after the other; @at: a dword, by channel 0's offset in rax. @bits: of the offset
 * that count. */
static void change_each(struct emit *e, const struct fast_port *p, const struct message *m,
                        struct host_at at, uint32_t bits)
{
    bool by_one = p->op == INCREMENT || p->op == DECREMENT || p->op == PREDECREMENT;
    bool returns = p->form & PORT_RETURNS, before = p->op != PREDECREMENT;
    unsigned size = m->far ? 8 : 4;
    if (by_one)
        host_gi(&e->c, MOV_, false, RDX, 1);
    for (unsigned n = 0; n < LANES * m->halves; n++) {
        host_g(&e->c, MOV_, m->far, RAX, host_mem(JIT_GRF, (int32_t)(p->at + size * n)));
        if (bits != UINT32_MAX)
            host_gi(&e->c, AND_, false, RAX, bits);
        if (!by_one)
            host_g(&e->c, MOV_, false, RDX, host_mem(JIT_GRF, (int32_t)(p->data + 4 * n)));
        if (returns && before)
            keep_old(e, n, at);
        host_g(&e->c, (enum host_general)changes[p->op], false, RDX, at);
        if (returns && !before)
            keep_old(e, n, at);
        if (returns && n % LANES == LANES - 1)
            answer_half(e, p->to / REG_BYTES + n / LANES);
    }
    if (returns)
        jit_cursor_forget(e);
}

/* --- graphics memory --- */

/* Jumps to @slow if several host threads share the memory. */
static void unless_alone(struct emit *e, unsigned slow)
{
    host_g(&e->c, MOV_, true, RDX, host_mem(RSP, JIT_FRAME_CTX));
    host_g(&e->c, MOV_, true, RDX, host_mem(RDX, offsetof(struct fast_ctx, eu)));
    host_g(&e->c, MOV_, true, RDX, host_mem(RDX, offsetof(struct eu, unit)));
    host_g(&e->c, TEST_, true, RDX, host_reg(RDX));
    host_if(&e->c, CC_NE, slow);
}

/* Jumps to @slow unless each offset is that of a dword in the view of @site. */
static void unless_in_view(struct emit *e, const struct message *m, unsigned site, unsigned slow)
{
    host_v(&e->c, VPXOR, WRONG, WRONG, host_reg(WRONG), -1);
    host_v(&e->c, VBROADCASTSS, OFFSET, 0, jit_view_at(site, offsetof(struct jit_view, first)), -1);
    host_v(&e->c, VBROADCASTSS, SPAN, 0, jit_view_at(site, offsetof(struct jit_view, span)), -1);
    for (unsigned h = 0; h < m->halves; h++) {
        struct host_at offsets = jit_where(e, m->offsets + h);
        host_v(&e->c, VPADDD, ROW, OFFSET, offsets, -1);
        host_v(&e->c, VPMAXUD, ROW, ROW, host_reg(SPAN), -1);
        host_v(&e->c, VPXOR, ROW, ROW, host_reg(SPAN), -1);
        host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
        host_v(&e->c, VMOVUPS_LOAD, ROW, 0, host_all(&e->c, 3), -1);
        host_v(&e->c, VPAND, ROW, ROW, offsets, -1);
        host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_reg(WRONG), -1);
    host_if(&e->c, CC_NE, slow);
}

/* The same of addresses, whose views are whole pages. */
static void unless_in_page(struct emit *e, const struct message *m, unsigned site, unsigned slow)
{
    const uint32_t low = ~(uint32_t)(EU_PAGE_BYTES - 4), high = UINT32_MAX;
    const uint32_t other[LANES] = {low, high, low, high, low, high, low, high};
    host_v(&e->c, VPBROADCASTQ, OFFSET, 0, jit_view_at(site, offsetof(struct jit_view, first)), -1);
    host_v(&e->c, VPADDQ, WRONG, OFFSET, jit_where(e, m->offsets), -1);
    for (unsigned k = 1; k < 2 * m->halves; k++) {
        host_v(&e->c, VPADDQ, ROW, OFFSET, jit_where(e, m->offsets + k), -1);
        host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_const(&e->c, other), -1);
    host_if(&e->c, CC_NE, slow);
}

static void change_dwords(struct emit *e, const struct fast_port *p, const struct message *m,
                          unsigned site, unsigned slow)
{
    unless_alone(e, slow);
    (m->far ? unless_in_page : unless_in_view)(e, m, site, slow);
    host_g(&e->c, MOV_, true, RSI, jit_view_at(site, offsetof(struct jit_view, first)));
    host_g(&e->c, ADD_, true, RSI, jit_view_at(site, offsetof(struct jit_view, bytes)));
    change_each(e, p, m, host_sum(RAX, RSI), UINT32_MAX);
}

/* --- all --- */

/* To @next if no channel is active, and to @slow unless all are. */
static void unless_all_active(struct emit *e, const struct jit_insn *i, const struct message *m,
                              unsigned next, unsigned slow)
{
    uint32_t all = m->halves == 2 ? 0xffff : 0xff;
    host_g(&e->c, MOV_, false, RAX, host_reg(JIT_ACT));
    host_shift(&e->c, false, true, RAX, i->u->group);
    host_gi(&e->c, AND_, false, RAX, all);
    host_if(&e->c, CC_E, next);
    host_gi(&e->c, CMP_, false, RAX, all);
    host_if(&e->c, CC_NE, slow);
}

void jit_by_change(struct emit *e, const struct jit_insn *i)
{
    const struct fast_port *p = &i->cold->port;
    const struct message m = {.write = true,
                              .far = p->form & PORT_A64,
                              .halves = p->form & PORT_16 ? 2 : 1,
                              .bytes = 4,
                              .parts = 1,
                              .offsets = p->at / REG_BYTES};
    unsigned again = host_label(&e->c), other = host_label(&e->c), slow = host_label(&e->c);
    unsigned site = jit_site_of(e, i, &m, 4), next = jit_edge_label(e, &i->next);
    if (!e->full && i->u->need)
        unless_all_active(e, i, &m, next, slow);
    jit_cells_store(e);
    host_bind(&e->c, again);
    if (i->cold->local)
        jit_unless_in_page(e, &m, slow);
    else
        host_v(&e->c, VMOVUPS_LOAD, OFFSET, 0, jit_where(e, m.offsets), -1);
    jit_view_find(e, &m, site, slow, other);
    if (i->cold->local) {
        jit_local_page(e);
        change_each(e, p, &m, host_sum(RAX, RCX), EU_PAGE_BYTES - 1);
    } else {
        change_dwords(e, p, &m, site, slow);
    }
    host_jump(&e->c, next);
    host_bind(&e->c, other);
    jit_look(e, site, again);
    jit_view_turn(e, site, again);
    host_bind(&e->c, slow);
}
