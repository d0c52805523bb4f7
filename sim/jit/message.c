/* Messages and calls. In the full world, elements that lie side by side, or a dword for all
 * channels, or one for one channel, are moved here if they are in the page that this message
 * touched last: its view, which jit_turn() makes. Dwords anywhere are, if the pages of the buffer
 * are a row: jit_row(). In the other world dwords side by side are, of the active channels, where
 * they would be beside the first one's, be that active or not. All else the engine's handler does.
 */
#include "sim/jit/message.h"

#include "sim/fast/port.h"

#include <string.h>

struct message jit_message_of(const struct jit_insn *i)
{
    const struct fast_uop *u = i->u;
    const struct fast_port *p = &i->cold->port;
    bool single = isa_exec_size(&i->cold->insn) == 1;
    struct message m = {.write = u->kind[2],
                        .shift = u->kind[0] == 4 ? 2 : 0,
                        .halves = u->kind[1],
                        .bytes = 4,
                        .parts = 1,
                        .offsets = u->s[0] / REG_BYTES};
    m.data = m.write ? m.offsets + m.halves : u->d / REG_BYTES;
    if (i->cold->mover)
        m = (struct message){.write = p->form & PORT_WRITE,
                             .far = p->form & PORT_A64,
                             .shift = p->unit,
                             .halves = p->form & PORT_16 ? 2 : 1,
                             .bytes = p->bytes,
                             .parts = p->parts,
                             .offsets = p->at / REG_BYTES,
                             .data = (p->form & PORT_WRITE ? p->data : p->to) / REG_BYTES};
    if (single)
        m.halves = 0;
    return m;
}

/* Messages that this file moves. */
bool jit_message_is_movable(const struct jit_insn *i, const struct message *m)
{
    const struct fast_port *p = &i->cold->port;
    if (i->kind != JIT_SEND || !i->u->free)
        return false;
    if (i->cold->mover && p->header != FAST_NO_HEADER)
        return false;
    if (!m->halves)
        return (m->write ? m->bytes == 4 : m->bytes <= 4) && m->parts == 1;
    return isa_exec_size(&i->cold->insn) == LANES * m->halves &&
           (m->parts == 1 || jit_may_be_several(m)) && m->bytes <= 4;
}

bool jit_message_is_moved(const struct jit_insn *i)
{
    const struct message m = jit_message_of(i);
    return jit_message_is_movable(i, &m);
}

bool jit_message_is_several(const struct jit_insn *i)
{
    const struct message m = jit_message_of(i);
    return m.parts != 1 && jit_message_is_movable(i, &m);
}

bool jit_message_is_plain(const struct jit_insn *i)
{
    const struct message m = jit_message_of(i);
    return m.halves && jit_message_is_movable(i, &m);
}

void jit_message_uses(const struct jit_insn *i, void *ctx, jit_use *use)
{
    const struct message m = jit_message_of(i);
    unsigned n = LANES * (m.halves ? m.halves : 1);
    use(ctx, m.offsets * REG_BYTES, m.far ? 2 * n : n, true, false);
    if (i->cold->mover) /* only movers keep the message */
        n = m.write ? n * (unsigned)__builtin_popcount(m.parts) : LANES * i->cold->msg.rlen;
    if (n)
        use(ctx, m.data * REG_BYTES, n, m.write, !m.write);
}

/* --- views --- */

void jit_view_turn(struct emit *e, unsigned site, unsigned found)
{
    jit_cells_store(e);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RSI, (uintptr_t)e->sites);
    host_g(&e->c, MOV_, true, RDX, host_reg(RAX));
    host_gi(&e->c, MOV_, false, RCX, site);
    jit_host_call(e, (uintptr_t)e->r->turn);
    host_g(&e->c, MOV_, false, RCX, host_reg(RAX));
    jit_cells_load(e);
    host_gi(&e->c, TEST_, false, RCX, 1);
    host_if(&e->c, CC_NE, found);
}

/* --- the handler --- */

/* Whether views stay as they are. */
static bool writes_nothing(const struct jit_insn *i)
{
    const struct fast_cold *cold = i->cold;
    return cold->kind == FAST_ALU || i->kind == JIT_BOUND || (cold->row && !i->u->kind[2]) ||
           cold->reads;
}

static enum jit_way way_of(const struct jit_insn *i)
{
    if (i->kind == JIT_BOUND && i->op == JIT_BARRIER)
        return JIT_ARRIVES;
    if (i->kind != JIT_BOUND && i->cold->local)
        return writes_nothing(i) ? JIT_READS : JIT_WRITES_LOCAL;
    return writes_nothing(i) ? JIT_READS : JIT_WRITES;
}

/* Whether nothing of the region may follow: the thread ends, or the modes may no longer be those
 * that doubles need. */
static bool is_last(const struct emit *e, const struct jit_insn *i)
{
    return i->kind == JIT_BOUND && (i->op == JIT_END || (i->op == JIT_MODE && e->r->doubles));
}

/* Whether its handler does nothing but what it says, or leaves all to a full step: what computes
 * writes registers that only the thread itself reads, and messages only read. */
static bool is_contained(const struct jit_insn *i)
{
    const struct eu_operand *dst = &i->cold->insn.dst;
    unsigned arf = dst->reg >> 4;
    if (i->kind == JIT_BOUND)
        return false;
    if (i->cold->kind != FAST_ALU)
        return i->cold->reads;
    return dst->file == EU_FILE_GRF || arf == EU_ARF_NULL || arf == EU_ARF_A || arf == EU_ARF_ACC ||
           arf == EU_ARF_F;
}

/* Calls the handler of such an instruction. */
static void by_contained(struct emit *e, const struct jit_insn *i)
{
    jit_cells_store(e);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RSI, (uintptr_t)i->u);
    host_g(&e->c, MOV_, true, RDX, host_reg(JIT_GRF));
    host_g(&e->c, MOV_, false, RCX, host_reg(JIT_ACT));
    host_gi(&e->c, MOV_, false, R8, 1); /* instruction */
    jit_host_call(e, (uintptr_t)fast_rest(i->u)->real);
    jit_cells_load(e);
    host_gi(&e->c, CMP_, false, RAX, FAST_SLOW);
    host_if(&e->c, CC_E, jit_exit_label(e, i->u, i->rest));
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

static void by_handler(struct emit *e, const struct jit_insn *i)
{
    if (is_contained(i)) {
        by_contained(e, i);
        return;
    }
    unsigned sent = is_last(e, i) ? jit_exit_label(e, i->next.u, i->rest - 1u) : host_label(&e->c);
    jit_cells_store(e);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RSI, (uintptr_t)i->u);
    host_g(&e->c, MOV_, true, RDX, host_reg(JIT_GRF));
    host_g(&e->c, MOV_, false, RCX, host_reg(JIT_ACT));
    jit_host_call(e, (uintptr_t)e->r->send[way_of(i)]);
    jit_cells_load(e);
    host_gi(&e->c, CMP_, false, RAX, JIT_SENT);
    host_if(&e->c, CC_E, sent);
    host_gi(&e->c, CMP_, false, RAX, JIT_LOOK);
    host_if(&e->c, CC_E, jit_exit_label(e, i->next.u, i->rest - 1u));
    host_jump(&e->c, jit_exit_label(e, i->u, i->rest));
    if (is_last(e, i))
        return;
    host_bind(&e->c, sent);
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

/* --- moves --- */

enum { OFFSET = JIT_OFFSET, ROW = JIT_ROW, WRONG = JIT_WRONG, MASK }; /* MASK: one for each half */

/* Lanes of the message's active channels into MASK; to @none if there are none. */
static void load_masks(struct emit *e, const struct jit_insn *i, const struct message *m,
                       unsigned none)
{
    enum { ENTRY = 5 };
    _Static_assert(sizeof fast_masks[0] == 1 << ENTRY, "");
    host_g(&e->c, MOV_, false, RAX, host_reg(JIT_ACT));
    host_shift(&e->c, false, true, RAX, i->u->group);
    host_gi(&e->c, AND_, false, RAX, m->halves == 2 ? 0xffff : 0xff);
    host_if(&e->c, CC_E, none);
    host_mov64(&e->c, RDX, (uintptr_t)fast_masks);
    for (unsigned h = 0; h < m->halves; h++) {
        host_g(&e->c, MOV_, false, RCX, host_reg(RAX));
        host_shift(&e->c, false, true, RCX, LANES * h);
        host_gi(&e->c, AND_, false, RCX, 0xff);
        host_shift(&e->c, false, false, RCX, ENTRY);
        host_g(&e->c, ADD_, true, RCX, host_reg(RDX));
        host_v(&e->c, VMOVUPS_LOAD, MASK + h, 0, host_mem(RCX, 0), -1);
    }
}

void jit_unless_apart(struct emit *e, const struct message *m, unsigned step, unsigned otherwise)
{
    unsigned n = m->far ? 2 * m->halves : m->halves, lanes = m->far ? LANES / 2 : LANES;
    host_v(&e->c, m->far ? VPBROADCASTQ : VBROADCASTSS, OFFSET, 0, jit_where(e, m->offsets), -1);
    for (unsigned k = 0; k < n; k++) {
        uint32_t steps[LANES] = {0};
        for (unsigned lane = 0; lane < lanes; lane++)
            steps[m->far ? 2 * lane : lane] = (k * lanes + lane) * step >> m->shift;
        unsigned to = k ? ROW : WRONG, from = OFFSET;
        if (step) {
            host_v(&e->c, m->far ? VPADDQ : VPADDD, to, OFFSET, host_const(&e->c, steps), -1);
            from = to;
        }
        host_v(&e->c, VPXOR, to, from, jit_where(e, m->offsets + k), -1);
        if (m->masked)
            host_v(&e->c, VPAND, to, to, host_reg(MASK + k), -1);
        if (k)
            host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_reg(WRONG), -1);
    host_if(&e->c, CC_NE, otherwise);
}

void jit_find_offset(struct emit *e, const struct message *m, unsigned slow)
{
    host_v(&e->c, m->far ? VMOVQ_TO : VMOVD_TO, OFFSET, 0, host_reg(RAX), -1);
    if (m->shift) {
        host_shift(&e->c, true, false, RAX, m->shift);
    } else if (m->bytes > 1) {
        host_gi(&e->c, TEST_, false, RAX, m->bytes - 1);
        host_if(&e->c, CC_NE, slow);
    }
}

void jit_find_place(struct emit *e, unsigned site, unsigned other, bool sets)
{
    host_g(&e->c, MOV_, true, RCX, host_reg(RAX));
    host_g(&e->c, ADD_, true, RCX, jit_view_at(site, offsetof(struct jit_view, first)));
    host_g(&e->c, CMP_, true, RCX, jit_view_at(site, offsetof(struct jit_view, span)));
    host_if(&e->c, CC_A, other);
    if (sets)
        jit_cursor_set(e, site);
    host_g(&e->c, ADD_, true, RCX, jit_view_at(site, offsetof(struct jit_view, bytes)));
    if (e->sites->site[site].local) {
        host_g(&e->c, MOV_, true, RDX, jit_view_at(site, offsetof(struct jit_view, page)));
        host_g(&e->c, ADD_, true, RCX, host_mem(RDX, 0));
    }
}

void jit_view_find(struct emit *e, const struct message *m, unsigned site, unsigned slow,
                   unsigned other)
{
    jit_find_offset(e, m, slow);
    jit_find_place(e, site, other, false);
}

static struct host_at thread_at(unsigned reg)
{
    return host_mem(JIT_GRF, (int32_t)(reg * REG_BYTES));
}

void jit_keep_read(struct emit *e, unsigned cell, unsigned reg)
{
    if (!e->cells[cell].lazy)
        host_v(&e->c, VMOVUPS_STORE, reg, 0, thread_at(cell), -1);
}

/* Whole registers between the thread and memory from @row on; @load: how they are read. */
static void move_rows(struct emit *e, const struct message *m, enum host_vector load,
                      struct host_at row)
{
    for (unsigned h = 0; h < m->halves; h++) {
        row.disp = load == VBROADCASTSS ? 0 : (int32_t)(h * LANES * m->bytes);
        struct host_at data = jit_where(e, m->data + h);
        unsigned reg = data.kind == HOST_REG ? data.reg : ROW;
        if (!m->write || data.kind != HOST_REG)
            host_v(&e->c, load, reg, 0, m->write ? data : row, -1);
        if (m->write)
            host_v(&e->c, VMOVUPS_STORE, reg, 0, row, -1);
        else
            jit_keep_read(e, m->data + h, reg);
    }
}

/* Bytes or words to memory, of the registers' dwords. */
static void write_narrow(struct emit *e, const struct message *m)
{
    enum { EVEN_QWORDS = 0x08, NONE = 0x80808080 };
    static const uint32_t words[LANES] = {0x05040100, 0x0d0c0908, NONE, NONE,
                                          0x05040100, 0x0d0c0908, NONE, NONE};
    static const uint32_t bytes[LANES] = {0x0c080400, NONE, NONE, NONE, 0x0c080400};
    static const uint32_t firsts[LANES] = {0, LANES / 2};
    for (unsigned h = 0; h < m->halves; h++) {
        struct host_at row = host_mem(RCX, (int32_t)(h * LANES * m->bytes));
        host_v(&e->c, VMOVUPS_LOAD, ROW, 0, jit_where(e, m->data + h), -1);
        host_v(&e->c, VPSHUFB, ROW, ROW, host_const(&e->c, m->bytes == 2 ? words : bytes), -1);
        if (m->bytes == 2) {
            host_v(&e->c, VPERMQ, ROW, 0, host_reg(ROW), EVEN_QWORDS);
            host_v(&e->c, VMOVUPS_STORE_128, ROW, 0, row, -1);
            continue;
        }
        host_v(&e->c, VMOVUPS_LOAD, WRONG, 0, host_const(&e->c, firsts), -1);
        host_v(&e->c, VPERMD, ROW, WRONG, host_reg(ROW), -1);
        host_v(&e->c, VMOVQ_TO, ROW, 0, row, -1);
    }
}

/* Dwords of the lanes in MASK. Others in memory are another host thread's, perhaps. */
static void move_masked(struct emit *e, const struct message *m)
{
    for (unsigned h = 0; h < m->halves; h++) {
        struct host_at row = host_mem(RCX, (int32_t)(h * REG_BYTES));
        struct host_at data = jit_where(e, m->data + h);
        unsigned reg = data.kind == HOST_REG ? data.reg : WRONG;
        if (data.kind != HOST_REG)
            host_v(&e->c, VMOVUPS_LOAD, reg, 0, data, -1);
        if (m->write) {
            host_v(&e->c, VPMASKMOVD_STORE, reg, MASK + h, row, -1);
            continue;
        }
        host_v(&e->c, VMOVUPS_LOAD, ROW, 0, row, -1);
        host_v(&e->c, VBLENDVPS, reg, reg, host_reg(ROW), (int)(MASK + h) << 4);
        jit_keep_read(e, m->data + h, reg);
    }
}

/* The first channel's dword to rcx, or its element from there, zeros above it. */
static void move_single(struct emit *e, const struct message *m)
{
    struct host_at data = jit_where(e, m->data);
    unsigned reg = data.kind == HOST_REG ? data.reg : WRONG;
    if (m->write) {
        host_v(&e->c, VMOVUPS_LOAD, WRONG, 0, data, -1);
        host_v(&e->c, VMOVD_TO, WRONG, 0, host_mem(RCX, 0), -1);
        return;
    }
    host_load(&e->c, RAX, host_mem(RCX, 0), m->bytes);
    host_v(&e->c, VMOVD, ROW, 0, host_reg(RAX), -1);
    if (data.kind != HOST_REG)
        host_v(&e->c, VMOVUPS_LOAD, reg, 0, data, -1);
    host_v(&e->c, VBLENDPS, reg, reg, host_reg(ROW), 1);
    jit_keep_read(e, m->data, reg);
}

/* --- offsets that several messages have --- */

/* The offset of channel 0 into rax, if there are no others, or they are as far apart as elements;
 * else to @otherwise, or to @slow. */
static void find_offset(struct emit *e, const struct message *m, unsigned otherwise, unsigned slow)
{
    if (m->halves)
        jit_unless_apart(e, m, m->bytes, otherwise);
    else
        host_v(&e->c, VMOVUPS_LOAD, OFFSET, 0, jit_where(e, m->offsets), -1);
    jit_find_offset(e, m, slow);
}

/* What was said is an offset that the view does not have, or that there is none; then it is found
 * out here, and goes to @place. */
static void unless_said(struct emit *e, const struct message *m, unsigned place, unsigned otherwise,
                        unsigned slow)
{
    unsigned offset = host_label(&e->c);
    host_g(&e->c, TEST_, true, RAX, host_reg(RAX));
    host_if(&e->c, CC_NS, offset);
    find_offset(e, m, otherwise, slow);
    host_jump(&e->c, place);
    host_bind(&e->c, offset);
}

/* --- the ways --- */

static enum host_vector load_of(const struct message *m)
{
    return m->bytes == 4 ? VMOVUPS_LOAD : m->bytes == 2 ? VPMOVZXWD : VPMOVZXBD;
}

static void move(struct emit *e, const struct message *m, struct host_at row)
{
    if (m->masked)
        move_masked(e, m);
    else if (m->write && m->bytes < 4)
        write_narrow(e, m);
    else if (m->halves)
        move_rows(e, m, load_of(m), row);
    else
        move_single(e, m);
}

/* One dword for all, from where its offset is; to @slow if it is none. */
static void by_one(struct emit *e, const struct message *m, unsigned site, unsigned next,
                   unsigned slow, unsigned other)
{
    unsigned place = host_label(&e->c), elsewhere = host_label(&e->c);
    jit_unless_apart(e, m, 0, slow);
    jit_find_offset(e, m, slow);
    host_bind(&e->c, place);
    jit_find_place(e, site, elsewhere, false);
    move_rows(e, m, VBROADCASTSS, host_mem(RCX, 0));
    host_jump(&e->c, next);
    host_bind(&e->c, elsewhere);
    jit_look(e, site, place);
    host_jump(&e->c, other);
}

/* At the cursor, which may go on to the next page; else the code that follows does it. */
static void by_cursor(struct emit *e, const struct message *m, unsigned site, unsigned next)
{
    unsigned beyond = host_label(&e->c), inside = host_label(&e->c), none = host_label(&e->c);
    jit_cursor_check(e, beyond);
    host_bind(&e->c, inside);
    move(e, m, jit_cursor_row());
    host_jump(&e->c, next);
    (void)host_cold(&e->c, true);
    host_bind(&e->c, beyond);
    jit_cursor_turn(e, site, none);
    host_jump(&e->c, inside);
    host_bind(&e->c, none);
}

enum { AHEAD = 1024 }; /* bytes */

/* What falls through, behind all other code, is the handler's. What lies AHEAD of a row is read
 * soon, as a rule: the host would find it out by itself, but not beyond a page. */
static void by_view(struct emit *e, const struct jit_insn *i, const struct message *m)
{
    struct jit_apart *known = jit_apart_known(e, m);
    unsigned site = jit_row_site(e, i, m, known), next = jit_edge_label(e, &i->next);
    unsigned again = host_label(&e->c), place = host_label(&e->c), slow = host_label(&e->c);
    unsigned elsewhere = host_label(&e->c), other = host_label(&e->c);
    bool may_be_one = m->halves && !m->write && !m->masked && m->bytes == 4;
    bool has_cursor = jit_cursor_has(e, i);
    unsigned all = may_be_one ? host_label(&e->c) : slow;
    const struct jit_apart *apart = NULL;
    if (has_cursor)
        by_cursor(e, m, site, next);
    host_bind(&e->c, again);
    if (m->masked)
        load_masks(e, i, m, next);
    if (known)
        host_g(&e->c, MOV_, true, RAX, jit_apart_at(e, known));
    else
        find_offset(e, m, all, slow);
    if (!known && !has_cursor && jit_may_be_apart(m))
        apart = jit_apart_tell(e, m, site);
    host_bind(&e->c, place);
    jit_find_place(e, site, elsewhere, has_cursor);
    move(e, m, host_mem(RCX, 0));
    if (!m->masked && m->halves && !m->write && !i->cold->local)
        host_prefetch(&e->c, host_mem(RCX, AHEAD));
    host_jump(&e->c, next);
    (void)host_cold(&e->c, true);
    if (all != slow) {
        host_bind(&e->c, all);
        if (apart)
            jit_apart_set(e, apart, true);
        by_one(e, m, site, next, slow, other);
    }
    host_bind(&e->c, elsewhere);
    if (known)
        unless_said(e, m, place, all, slow);
    jit_look(e, site, place);
    host_bind(&e->c, other);
    jit_view_turn(e, site, again);
    host_bind(&e->c, slow);
    if (apart)
        jit_apart_set(e, apart, true);
    if (jit_may_be_anywhere(m) && !i->cold->local)
        jit_by_row(e, m, site, next);
    else if (jit_may_be_anywhere(m) && m->bytes == 4 && !m->shift && e->sites->n < JIT_SITES)
        jit_by_page(e, i, m, next);
}

/* Nothing happens. */
static void pass(struct emit *e, const struct jit_insn *i)
{
    host_jump(&e->c, jit_edge_label(e, &i->next));
    jit_go_on(e);
}

/* What the message reads is in registers from now on. */
static void hold_read(struct emit *e, const struct message *m)
{
    unsigned n = m->write ? 0 : m->halves * (unsigned)__builtin_popcount(m->parts);
    for (unsigned k = 0; k < n; k++)
        jit_hold(e, m->data + k);
}

void jit_message(struct emit *e, const struct jit_insn *i)
{
    struct message m = jit_message_of(i);
    bool was = e->c.cold;
    if (jit_is_off(e, i) && jit_message_is_movable(i, &m)) {
        pass(e, i);
        return;
    }
    m.masked = !e->full && i->u->need;
    if (e->holds)
        hold_read(e, &m);
    bool moves = !m.masked || (m.halves && m.bytes == 4 && !m.far && i->cold->mover);
    enum { SITES = 2 }; /* of a message */
    if (moves && e->sites->n + SITES <= JIT_SITES && jit_message_is_movable(i, &m)) {
        if (m.parts == 1)
            by_view(e, i, &m);
        else if (!m.masked)
            jit_by_several(e, i, &m);
    }
    by_handler(e, i);
    (void)host_cold(&e->c, was);
    jit_go_on(e);
}

void jit_call(struct emit *e, const struct jit_insn *i)
{
    bool change = jit_is_change(i);
    if (jit_is_off(e, i) && (change || i->cold->kind == FAST_ALU)) {
        pass(e, i);
        return;
    }
    if (e->sites->n < JIT_SITES && change)
        jit_by_change(e, i);
    by_handler(e, i);
    jit_begin(e);
}
