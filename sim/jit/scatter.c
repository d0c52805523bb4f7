/* Dwords anywhere in a buffer whose pages are a row in the host's memory. */
#include "sim/jit/message.h"

#include "sim/jit/view.h"

enum { OFFSET = JIT_OFFSET, ROW = JIT_ROW, WRONG = JIT_WRONG };

bool jit_may_be_anywhere(const struct message *m)
{
    bool overlaps = m->halves == 2 && !m->write && m->offsets + 1 == m->data;
    return m->halves && !m->masked && m->bytes == 4 && !m->far && !overlaps;
}

/* The offsets of half @h in OFFSET, as distances in the host's memory; R9: the row. */
static void place_lanes(struct emit *e, const struct message *m, unsigned h)
{
    enum { RIGHT = 2, LEFT = 6, PAGE = 12, PAD = 6 };
    _Static_assert(1 << PAGE == EU_PAGE_BYTES && 1 << PAD == EU_PAGE_STRIDE - EU_PAGE_BYTES, "");
    host_v(&e->c, VMOVUPS_LOAD, OFFSET, 0, jit_where(e, m->offsets + h), -1);
    if (m->shift)
        host_v(&e->c, VPSHIFTD, LEFT, OFFSET, host_reg(OFFSET), (int)m->shift);
    host_v(&e->c, VBROADCASTSS, ROW, 0, host_mem(R9, offsetof(struct jit_row, low)), -1);
    host_v(&e->c, VPADDD, OFFSET, OFFSET, host_reg(ROW), -1);
    host_v(&e->c, VPSHIFTD, RIGHT, ROW, host_reg(OFFSET), PAGE);
    host_v(&e->c, VPSHIFTD, LEFT, ROW, host_reg(ROW), PAD);
    host_v(&e->c, VPADDD, OFFSET, OFFSET, host_reg(ROW), -1);
}

/* To @slow if an offset is too large or not aligned. */
static void unless_inside(struct emit *e, const struct message *m, unsigned slow)
{
    host_v(&e->c, VPXOR, WRONG, WRONG, host_reg(WRONG), -1);
    for (unsigned h = 0; h < m->halves; h++) {
        struct host_at offsets = jit_where(e, m->offsets + h);
        host_v(&e->c, VMOVUPS_LOAD, OFFSET, 0, offsets, -1);
        host_v(&e->c, VBROADCASTSS, ROW, 0, host_mem(R9, offsetof(struct jit_row, most)), -1);
        host_v(&e->c, VPMINUD, ROW, ROW, host_reg(OFFSET), -1);
        host_v(&e->c, VPXOR, ROW, ROW, host_reg(OFFSET), -1);
        host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
        if (!m->shift) {
            host_v(&e->c, VPAND, ROW, OFFSET, host_all(&e->c, 3), -1);
            host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
        }
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_reg(WRONG), -1);
    host_if(&e->c, CC_NE, slow);
}

void jit_move_lanes(struct emit *e, const struct message *m, unsigned h)
{
    struct host_at data = jit_where(e, m->data + h);
    unsigned reg = data.kind == HOST_REG ? data.reg : ROW;
    if (!m->write) {
        host_v(&e->c, VPCMPEQD, WRONG, WRONG, host_reg(WRONG), -1);
        host_gather(&e->c, reg, RAX, OFFSET, WRONG);
        jit_keep_read(e, m->data + h, reg);
        return;
    }
    host_v(&e->c, VMOVUPS_STORE, OFFSET, 0, host_mem(RSP, JIT_FRAME_LANES), -1);
    for (int32_t n = 0; n < LANES; n++) {
        int32_t from = (int32_t)(m->data + h) * REG_BYTES + 4 * n;
        host_g(&e->c, MOV_, false, RCX, host_mem(RSP, JIT_FRAME_LANES + 4 * n));
        host_g(&e->c, MOV_, false, RDX, host_mem(JIT_GRF, from));
        host_g(&e->c, ADD_, true, RCX, host_reg(RAX));
        host_g(&e->c, STORE_, false, RDX, host_mem(RCX, 0));
    }
}

void jit_by_row(struct emit *e, const struct message *m, unsigned site, unsigned next)
{
    unsigned again = host_label(&e->c), known = host_label(&e->c), slow = host_label(&e->c);
    host_bind(&e->c, again);
    host_mov64(&e->c, R9, (uintptr_t)&e->sites->row[site]);
    host_g(&e->c, MOV_, true, RAX, host_mem(R9, offsetof(struct jit_row, bytes)));
    host_gi(&e->c, CMP_, true, RAX, 0);
    host_if(&e->c, CC_NE, known);
    host_gi(&e->c, MOV_, false, RAX, 1);
    host_g(&e->c, SUB_TO_, false, RAX, host_mem(R9, offsetof(struct jit_row, wait)));
    host_if(&e->c, CC_NE, slow);
    jit_cells_store(e);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RSI, (uintptr_t)e->sites);
    host_gi(&e->c, MOV_, false, RDX, site);
    jit_host_call(e, (uintptr_t)e->r->row);
    jit_cells_load(e);
    host_jump(&e->c, again);
    host_bind(&e->c, known);
    unless_inside(e, m, slow);
    if (m->write)
        jit_cells_store(e);
    for (unsigned h = 0; h < m->halves; h++) {
        place_lanes(e, m, h);
        jit_move_lanes(e, m, h);
    }
    host_jump(&e->c, next);
    host_bind(&e->c, slow);
}
