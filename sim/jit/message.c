/* Messages and calls. In the full world, whole registers side by side in the page that was touched
 * last are moved here, as in sim/fast/send.c; all others the engine's handler does. Only that may
 * touch another page, and buffers change between two runs only: what there is of a buffer in the
 * page, its view, is looked up at the beginning and behind the handler. */
#include "sim/fast/cache.h"
#include "sim/jit/emit.h"

struct message {
    const struct fast_uop *u;
    unsigned unit, halves;
    bool write;
    unsigned offsets, data; /* registers */
};

static struct message message_of(const struct fast_uop *u)
{
    struct message m = {u, u->kind[0], u->kind[1], u->kind[2], u->s[0] / REG_BYTES, 0};
    m.data = m.write ? m.offsets + m.halves : u->d / REG_BYTES;
    return m;
}

/* --- views --- */

/* Messages that move whole registers when all channels are active. */
static bool may_be_row(const struct jit_insn *i, const struct message *m)
{
    return i->kind == JIT_SEND && m->u->free && isa_exec_size(&i->cold->insn) == LANES * m->halves;
}

/* Its number; -1: none, which is for the handler. */
static int window_of(const struct emit *e, const struct message *m)
{
    for (unsigned k = 0; k < e->windows->n; k++) {
        const struct jit_window *w = &e->windows->window[k];
        if (w->bti == m->u->imm && w->unit == m->unit && w->halves == m->halves &&
            w->write == m->write)
            return (int)k;
    }
    return -1;
}

void jit_windows_of(struct emit *e)
{
    for (unsigned i = 0; i < e->r->n && e->windows->n < JIT_WINDOWS; i++) {
        const struct jit_insn *insn = &e->r->insns[i];
        struct message m = message_of(insn->u);
        if (may_be_row(insn, &m) && window_of(e, &m) < 0)
            e->windows->window[e->windows->n++] =
                (struct jit_window){(uint8_t)m.u->imm, (uint8_t)m.unit, (uint8_t)m.halves, m.write};
    }
}

/* From the page's first byte, or the buffer's, to the page's last, or the buffer's. The page may
 * lie below the buffer's address, whose 32 bits wrap. */
static struct jit_view view_of(const struct fast_ctx *x, const struct jit_window *w)
{
    const struct eu_surface *s = &x->eu->surfaces[w->bti];
    const struct fast_view *page = &x->cache->views[w->write];
    uint32_t base = (uint32_t)s->address, in_page = base % EU_PAGE_BYTES;
    int64_t size = w->unit == 4 ? s->width & ~15u : s->width;
    int64_t from = (int64_t)((uint32_t)page->page * (uint32_t)EU_PAGE_BYTES - (base - in_page));
    from -= in_page;
    int64_t first = from < 0 ? 0 : from;
    int64_t end = from + EU_PAGE_BYTES < size ? from + EU_PAGE_BYTES : size;
    int64_t span = end - REG_BYTES * w->halves - first;
    if (span < 0 || page->page == FAST_NO_PAGE || !s->present || s->is_2d)
        return (struct jit_view){1, 0, 0}; /* nothing */
    return (struct jit_view){(uint64_t)-first, (uint64_t)span,
                             (uint64_t)(uintptr_t)page->bytes - (uint64_t)from};
}

static void look(const struct fast_ctx *x, const struct jit_windows *w, struct jit_view *views)
{
    for (unsigned i = 0; i < w->n; i++)
        views[i] = view_of(x, &w->window[i]);
}

void jit_look(struct emit *e)
{
    if (!e->windows->n)
        return;
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RSI, (uintptr_t)e->windows);
    host_g(&e->c, MOV_, true, RDX, host_reg(RSP));
    host_gi(&e->c, ADD_, true, RDX, JIT_FRAME_VIEWS);
    jit_host_call(e, (uintptr_t)look);
}

/* --- the handler --- */

static void by_handler(struct emit *e, const struct jit_insn *i)
{
    unsigned sent = host_label(&e->c);
    host_g(&e->c, MOV_, true, RDI, host_mem(RSP, JIT_FRAME_CTX));
    host_mov64(&e->c, RSI, (uintptr_t)i->u);
    host_g(&e->c, MOV_, true, RDX, host_reg(JIT_GRF));
    host_g(&e->c, MOV_, false, RCX, host_reg(JIT_ACT));
    jit_host_call(e, (uintptr_t)e->r->send);
    host_gi(&e->c, CMP_, false, RAX, JIT_SENT);
    host_if(&e->c, CC_E, sent);
    host_gi(&e->c, CMP_, false, RAX, JIT_LOOK);
    host_if(&e->c, CC_E, jit_exit_label(e, i->next.u, i->rest - 1u));
    host_jump(&e->c, jit_exit_label(e, i->u, i->rest));
    host_bind(&e->c, sent);
    jit_look(e);
    jit_cells_load(e);
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

void jit_call(struct emit *e, const struct jit_insn *i)
{
    by_handler(e, i);
}

/* --- whole rows --- */

enum { OFFSET, ROW, WRONG }; /* free vector registers */

/* To @slow where offsets do not lie side by side from the first on. */
static void unless_row(struct emit *e, const struct message *m, unsigned slow)
{
    host_v(&e->c, VBROADCASTSS, OFFSET, 0, jit_where(e, m->offsets), -1);
    for (unsigned h = 0; h < m->halves; h++) {
        uint32_t steps[LANES];
        for (unsigned n = 0; n < LANES; n++)
            steps[n] = (h * LANES + n) * (4 / m->unit);
        unsigned to = h ? ROW : WRONG;
        host_v(&e->c, VPADDD, to, OFFSET, host_const(&e->c, steps), -1);
        host_v(&e->c, VPXOR, to, to, jit_where(e, m->offsets + h), -1);
        if (h)
            host_v(&e->c, VPOR, WRONG, WRONG, host_reg(ROW), -1);
    }
    host_v(&e->c, VPTEST, WRONG, 0, host_reg(WRONG), -1);
    host_if(&e->c, CC_NE, slow);
}

/* Where the row is, into rax; to @slow where it is not in the window. */
static void row_at(struct emit *e, const struct message *m, unsigned window, unsigned slow)
{
    int32_t view = JIT_FRAME_VIEWS + (int32_t)(window * sizeof(struct jit_view));
    host_v(&e->c, VMOVD_TO, OFFSET, 0, host_reg(RAX), -1);
    if (m->unit == 4) {
        host_shift(&e->c, true, false, RAX, 2);
    } else {
        host_gi(&e->c, TEST_, false, RAX, 3);
        host_if(&e->c, CC_NE, slow);
    }
    host_g(&e->c, MOV_, true, RCX, host_reg(RAX));
    host_g(&e->c, ADD_, true, RCX, host_mem(RSP, view + (int32_t)offsetof(struct jit_view, first)));
    host_g(&e->c, CMP_, true, RCX, host_mem(RSP, view + (int32_t)offsetof(struct jit_view, span)));
    host_if(&e->c, CC_A, slow);
    host_g(&e->c, ADD_, true, RAX, host_mem(RSP, view + (int32_t)offsetof(struct jit_view, bytes)));
}

static void by_row(struct emit *e, const struct jit_insn *i, const struct message *m,
                   unsigned window, unsigned slow)
{
    unless_row(e, m, slow);
    row_at(e, m, window, slow);
    for (unsigned h = 0; h < m->halves; h++) {
        struct host_at row = host_mem(RAX, (int32_t)(h * REG_BYTES));
        struct host_at data = jit_where(e, m->data + h);
        unsigned reg = data.kind == HOST_REG ? data.reg : ROW;
        struct host_at thread = host_mem(JIT_GRF, (int32_t)((m->data + h) * REG_BYTES));
        if (!m->write || data.kind != HOST_REG)
            host_v(&e->c, VMOVUPS_LOAD, reg, 0, m->write ? data : row, -1);
        host_v(&e->c, VMOVUPS_STORE, reg, 0, m->write ? row : thread, -1);
    }
    host_jump(&e->c, jit_edge_label(e, &i->next));
}

void jit_message(struct emit *e, const struct jit_insn *i)
{
    struct message m = message_of(i->u);
    int window = e->full && may_be_row(i, &m) ? window_of(e, &m) : -1;
    if (window >= 0) {
        unsigned slow = host_label(&e->c);
        by_row(e, i, &m, (unsigned)window, slow);
        host_bind(&e->c, slow);
    }
    by_handler(e, i);
    jit_begin(e);
}
