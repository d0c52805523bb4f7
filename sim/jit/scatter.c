/* Dwords, words and bytes anywhere in a buffer whose pages are a row in the host's memory, or
 * dwords in one page of local memory (local.c). Half of the channels may still have their dwords
 * side by side, or read one of all: so do items of a group that is eight wide. */
#include "sim/jit/message.h"

#include "sim/jit/view.h"

enum { OFFSET = JIT_OFFSET, ROW = JIT_ROW, WRONG = JIT_WRONG };

bool jit_may_be_anywhere(const struct message *m)
{
    bool overlaps = m->halves == 2 && !m->write && m->offsets + 1 == m->data;
    return m->halves && !m->masked && m->bytes <= 4 && !m->far && !overlaps;
}

/* --- places: distances from rax on --- */

enum { PAGE = 12, PAD = 6 };
_Static_assert(1 << PAGE == EU_PAGE_BYTES && 1 << PAD == EU_PAGE_STRIDE - EU_PAGE_BYTES, "");

/* Those of half @h, in OFFSET. */
static void place_lanes(struct emit *e, const struct message *m, unsigned h, bool local)
{
    enum { RIGHT = 2, LEFT = 6 };
    host_v(&e->c, VMOVUPS_LOAD, OFFSET, 0, jit_where(e, m->offsets + h), -1);
    if (local) {
        host_v(&e->c, VPAND, OFFSET, OFFSET, host_all(&e->c, EU_PAGE_BYTES - 1), -1);
        return;
    }
    if (m->shift)
        host_v(&e->c, VPSHIFTD, LEFT, OFFSET, host_reg(OFFSET), (int)m->shift);
    host_v(&e->c, VBROADCASTSS, ROW, 0, host_mem(R9, offsetof(struct jit_row, low)), -1);
    host_v(&e->c, VPADDD, OFFSET, OFFSET, host_reg(ROW), -1);
    host_v(&e->c, VPSHIFTD, RIGHT, ROW, host_reg(OFFSET), PAGE);
    host_v(&e->c, VPSHIFTD, LEFT, ROW, host_reg(ROW), PAD);
    host_v(&e->c, VPADDD, OFFSET, OFFSET, host_reg(ROW), -1);
}

/* That of the offset in OFFSET, in rcx. To @otherwise unless @bytes from there on are in one page.
 */
static void place_first(struct emit *e, const struct message *m, bool local, unsigned bytes,
                        unsigned otherwise)
{
    host_v(&e->c, VMOVD_TO, OFFSET, 0, host_reg(RCX), -1);
    if (local) {
        host_gi(&e->c, AND_, false, RCX, EU_PAGE_BYTES - 1);
        return;
    }
    if (m->shift)
        host_shift(&e->c, false, false, RCX, m->shift);
    host_g(&e->c, ADD_, false, RCX, host_mem(R9, offsetof(struct jit_row, low)));
    host_g(&e->c, MOV_, false, RDX, host_reg(RCX));
    if (bytes > 4) {
        host_gi(&e->c, AND_, false, RDX, EU_PAGE_BYTES - 1);
        host_gi(&e->c, CMP_, false, RDX, EU_PAGE_BYTES - bytes);
        host_if(&e->c, CC_A, otherwise);
        host_g(&e->c, MOV_, false, RDX, host_reg(RCX));
    }
    host_shift(&e->c, false, true, RDX, PAGE);
    host_shift(&e->c, false, false, RDX, PAD);
    host_g(&e->c, ADD_, false, RCX, host_reg(RDX));
}

/* To @slow if an offset is too large or not aligned. Of words and bytes, too, whole dwords must be
 * inside: they are read. */
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
        if (!m->shift && m->bytes > 1) {
            host_v(&e->c, VPAND, ROW, OFFSET, host_all(&e->c, m->bytes - 1), -1);
            host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
        }
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_reg(WRONG), -1);
    host_if(&e->c, CC_NE, slow);
}

/* --- moves --- */

/* Dwords side by side, or one for all channels, as @load says, between rax + rcx and half @h. */
static void move_row(struct emit *e, const struct message *m, unsigned h, enum host_vector load)
{
    struct host_at data = jit_where(e, m->data + h), row = host_sum(RAX, RCX);
    unsigned reg = data.kind == HOST_REG ? data.reg : ROW;
    if (!m->write || data.kind != HOST_REG)
        host_v(&e->c, load, reg, 0, m->write ? data : row, -1);
    if (m->write)
        host_v(&e->c, VMOVUPS_STORE, reg, 0, row, -1);
    else
        jit_keep_read(e, m->data + h, reg);
}

static void move_lanes(struct emit *e, const struct message *m, unsigned h)
{
    struct host_at data = jit_where(e, m->data + h);
    unsigned reg = data.kind == HOST_REG ? data.reg : ROW;
    if (!m->write) {
        host_v(&e->c, VPCMPEQD, WRONG, WRONG, host_reg(WRONG), -1);
        host_gather(&e->c, reg, RAX, OFFSET, WRONG);
        if (m->bytes < 4)
            host_v(&e->c, VPAND, reg, reg, host_all(&e->c, (1u << 8 * m->bytes) - 1), -1);
        jit_keep_read(e, m->data + h, reg);
        return;
    }
    host_v(&e->c, VMOVUPS_STORE, OFFSET, 0, host_mem(RSP, JIT_FRAME_LANES), -1);
    for (int32_t n = 0; n < LANES; n++) {
        int32_t from = (int32_t)(m->data + h) * REG_BYTES + 4 * n;
        host_g(&e->c, MOV_, false, RCX, host_mem(RSP, JIT_FRAME_LANES + 4 * n));
        host_g(&e->c, MOV_, false, RDX, host_mem(JIT_GRF, from));
        host_g(&e->c, ADD_, true, RCX, host_reg(RAX));
        host_store(&e->c, RDX, host_mem(RCX, 0), m->bytes);
    }
}

/* To @otherwise unless the half's offsets are @step bytes apart; that of its first channel in
 * OFFSET. */
static void unless_half_apart(struct emit *e, const struct message *m, unsigned h, unsigned step,
                              unsigned otherwise)
{
    uint32_t steps[LANES];
    for (unsigned n = 0; n < LANES; n++)
        steps[n] = n * step >> m->shift;
    host_v(&e->c, VBROADCASTSS, OFFSET, 0, jit_where(e, m->offsets + h), -1);
    host_v(&e->c, VPADDD, WRONG, OFFSET, host_const(&e->c, steps), -1);
    host_v(&e->c, VPXOR, WRONG, WRONG, jit_where(e, m->offsets + h), -1);
    host_v(&e->c, VPTEST, WRONG, 0, host_reg(WRONG), -1);
    host_if(&e->c, CC_NE, otherwise);
}

/* If a message is a half, all that is no row has come here. */
void jit_move_half(struct emit *e, const struct message *m, unsigned h, bool local)
{
    unsigned one = host_label(&e->c), any = host_label(&e->c), done = host_label(&e->c);
    bool alike = m->halves == 2 && m->bytes == 4;
    if (alike) {
        unless_half_apart(e, m, h, 4, one);
        place_first(e, m, local, REG_BYTES, any);
        move_row(e, m, h, VMOVUPS_LOAD);
        host_jump(&e->c, done);
    }
    host_bind(&e->c, one);
    if (alike && !m->write) {
        unless_half_apart(e, m, h, 0, any);
        place_first(e, m, local, 4, any);
        move_row(e, m, h, VBROADCASTSS);
        host_jump(&e->c, done);
    }
    host_bind(&e->c, any);
    place_lanes(e, m, h, local);
    move_lanes(e, m, h);
    host_bind(&e->c, done);
}

void jit_find_row(struct emit *e, unsigned site, unsigned slow)
{
    unsigned again = host_label(&e->c), known = host_label(&e->c);
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
}

void jit_by_row(struct emit *e, const struct message *m, unsigned site, unsigned next)
{
    unsigned slow = host_label(&e->c);
    jit_find_row(e, site, slow);
    unless_inside(e, m, slow);
    if (m->write)
        jit_cells_store(e);
    for (unsigned h = 0; h < m->halves; h++)
        jit_move_half(e, m, h, false);
    host_jump(&e->c, next);
    host_bind(&e->c, slow);
}
