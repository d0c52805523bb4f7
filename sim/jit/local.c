/* Dwords that lie anywhere in one page of local memory. */
#include "sim/jit/message.h"

#include "sim/fast/port.h"
#include "sim/jit/view.h"

enum { OFFSET = JIT_OFFSET, ROW = JIT_ROW, WRONG = JIT_WRONG };

void jit_unless_in_page(struct emit *e, const struct message *m, unsigned otherwise)
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

void jit_local_page(struct emit *e)
{
    host_gi(&e->c, AND_, false, RAX, EU_PAGE_BYTES - 1);
    host_g(&e->c, SUB_, true, RCX, host_reg(RAX));
}

void jit_by_page(struct emit *e, const struct jit_insn *i, const struct message *m, unsigned next)
{
    unsigned again = host_label(&e->c), other = host_label(&e->c), slow = host_label(&e->c);
    unsigned site = jit_site_of(e, i, m, 4);
    host_bind(&e->c, again);
    jit_unless_in_page(e, m, slow);
    jit_view_find(e, m, site, slow, other);
    jit_local_page(e);
    host_g(&e->c, MOV_, true, RAX, host_reg(RCX));
    if (m->write)
        jit_cells_store(e);
    for (unsigned h = 0; h < m->halves; h++)
        jit_move_half(e, m, h, true);
    host_jump(&e->c, next);
    host_bind(&e->c, other);
    jit_look(e, site, again);
    jit_view_turn(e, site, again);
    host_bind(&e->c, slow);
}
