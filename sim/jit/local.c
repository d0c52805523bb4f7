/* Dwords in one page of local memory: moves of those that lie anywhere in it, and atomics. */
#include "sim/jit/message.h"

#include "sim/fast/port.h"
#include "sim/jit/view.h"

enum { OFFSET = JIT_OFFSET, ROW = JIT_ROW, WRONG = JIT_WRONG };

/* To @otherwise unless all offsets are in one page, as far from its first dword as dwords are. */
static void unless_beside(struct emit *e, const struct message *m, unsigned otherwise)
{
    const uint32_t apart = ~(uint32_t)(EU_PAGE_BYTES - 4);
    host_v(&e->c, VBROADCASTSS, OFFSET, 0, jit_where(e, m->offsets), -1);
    for (unsigned h = 0; h < m->halves; h++) {
        host_v(&e->c, VPXOR, h ? ROW : WRONG, OFFSET, jit_where(e, m->offsets + h), -1);
        if (h)
            host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_all(&e->c, apart), -1);
    host_if(&e->c, CC_NE, otherwise);
}

/* The site of single dwords, which @i moves or changes. */
static unsigned single_site(struct emit *e, const struct jit_insn *i)
{
    const struct fast_port *p = &i->cold->port;
    e->sites->site[e->sites->n] = (struct jit_site){.port = p,
                                                    .bti = p->bti,
                                                    .bytes = 4,
                                                    .write = p->form & PORT_WRITE || p->op,
                                                    .local = true};
    return e->sites->n++;
}

/* rcx: from the place of the offset in rax to that of its page. */
static void find_page(struct emit *e)
{
    host_gi(&e->c, AND_, false, RAX, EU_PAGE_BYTES - 1);
    host_g(&e->c, SUB_, true, RCX, host_reg(RAX));
}

void jit_by_page(struct emit *e, const struct jit_insn *i, const struct message *m, unsigned next)
{
    unsigned again = host_label(&e->c), other = host_label(&e->c), slow = host_label(&e->c);
    unsigned site = single_site(e, i);
    host_bind(&e->c, again);
    unless_beside(e, m, slow);
    jit_view_find(e, m, site, slow, other);
    find_page(e);
    host_g(&e->c, MOV_, true, RAX, host_reg(RCX));
    if (m->write)
        jit_cells_store(e);
    for (unsigned h = 0; h < m->halves; h++) {
        host_v(&e->c, VMOVUPS_LOAD, OFFSET, 0, jit_where(e, m->offsets + h), -1);
        host_v(&e->c, VPAND, OFFSET, OFFSET, host_all(&e->c, EU_PAGE_BYTES - 1), -1);
        jit_move_lanes(e, m, h);
    }
    host_jump(&e->c, next);
    host_bind(&e->c, other);
    jit_look(e, site, again);
    jit_view_turn(e, site, again);
    host_bind(&e->c, slow);
}

/* --- atomics --- */

/* The numbers are those of the message. Of these nobody can see in which order the channels come,
 * if they return nothing. */
static const uint8_t changes[] = {
    [1] = AND_TO_, [2] = OR_TO_,  [3] = XOR_TO_, [5] = ADD_TO_, /* of 1 */
    [6] = SUB_TO_, [7] = ADD_TO_, [8] = SUB_TO_,
};
enum { INCREMENT = 5, DECREMENT = 6 };

bool jit_is_local_change(const struct emit *e, const struct jit_insn *i)
{
    const struct fast_port *p = &i->cold->port;
    unsigned channels = p->form & PORT_16 ? 2 * LANES : LANES;
    return e->full && e->sites->n < JIT_SITES && i->kind == JIT_CALL && i->cold->local &&
           i->u->free && p->op < sizeof changes && changes[p->op] && !(p->form & PORT_RETURNS) &&
           p->bytes == 4 && p->header == FAST_NO_HEADER &&
           isa_exec_size(&i->cold->insn) == channels;
}

/* One channel after the other, from rcx, the first one's place, on. */
static void change_each(struct emit *e, const struct fast_port *p, const struct message *m)
{
    bool by_one = p->op == INCREMENT || p->op == DECREMENT;
    find_page(e);
    if (by_one)
        host_gi(&e->c, MOV_, false, RDX, 1);
    for (unsigned n = 0; n < LANES * m->halves; n++) {
        host_g(&e->c, MOV_, false, RAX, host_mem(JIT_GRF, (int32_t)(p->at + 4 * n)));
        host_gi(&e->c, AND_, false, RAX, EU_PAGE_BYTES - 1);
        host_g(&e->c, ADD_, true, RAX, host_reg(RCX));
        if (!by_one)
            host_g(&e->c, MOV_, false, RDX, host_mem(JIT_GRF, (int32_t)(p->data + 4 * n)));
        host_g(&e->c, (enum host_general)changes[p->op], false, RDX, host_mem(RAX, 0));
    }
}

void jit_by_change(struct emit *e, const struct jit_insn *i)
{
    const struct fast_port *p = &i->cold->port;
    const struct message m = {.write = true,
                              .halves = p->form & PORT_16 ? 2 : 1,
                              .bytes = 4,
                              .parts = 1,
                              .offsets = p->at / REG_BYTES};
    unsigned again = host_label(&e->c), other = host_label(&e->c), slow = host_label(&e->c);
    unsigned site = single_site(e, i);
    jit_cells_store(e);
    host_bind(&e->c, again);
    unless_beside(e, &m, slow);
    jit_view_find(e, &m, site, slow, other);
    change_each(e, p, &m);
    host_jump(&e->c, jit_edge_label(e, &i->next));
    host_bind(&e->c, other);
    jit_look(e, site, again);
    jit_view_turn(e, site, again);
    host_bind(&e->c, slow);
}
