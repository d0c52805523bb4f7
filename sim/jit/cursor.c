/* The cursor: where the rows of a loop's messages lie that have the same offsets. It goes on as the
 * offsets do, by a number that is added to all of them, so that a round need not look at them
 * again. It is in three general registers: the host's address of the view's first byte; how far
 * from there channel 0's element is; how far it may be, and one more: 0, it is not known. Views
 * are ones to write to if one of the messages writes. */
#include "sim/jit/message.h"

#include "sim/fast/port.h"
#include "sim/jit/view.h"

enum { CURSOR_AT = R11, CURSOR_FIRST = R10, CURSOR_END = R8 };

/* --- which messages --- */

static bool is_like(const struct jit_insn *i, const struct jit_insn *other)
{
    const struct message m = jit_message_of(i), o = jit_message_of(other);
    const struct fast_port *p = &i->cold->port, *q = &other->cold->port;
    if (m.offsets != o.offsets || m.halves != o.halves || m.bytes != o.bytes ||
        m.shift != o.shift || i->cold->mover != other->cold->mover)
        return false;
    if (!i->cold->mover)
        return i->u->imm == other->u->imm && i->u->kind[0] == other->u->kind[0];
    return p->bti == q->bti && p->unit == q->unit &&
           !((p->form ^ q->form) & ~(PORT_WRITE | PORT_RETURNS));
}

static bool is_row(const struct jit_insn *i)
{
    if (i->kind != JIT_SEND)
        return false;
    const struct message m = jit_message_of(i);
    return jit_message_is_movable(i, &m) && m.halves && m.bytes == 4 && m.parts == 1 && !m.far &&
           !i->cold->local;
}

bool jit_writes_offsets(const struct jit_insn *i, const struct message *m)
{
    return jit_writes(i, m->offsets * REG_BYTES, (m->offsets + m->halves) * REG_BYTES);
}

/* How many bytes all offsets go on by the instruction, if all channels do it; 0: it is another. */
static int32_t step_of(const struct jit_insn *i, const struct message *m)
{
    enum { MOST = 1 << 24 };
    int32_t step = jit_adds(i, m->offsets * REG_BYTES, LANES * m->halves);
    if (step <= -MOST || step >= MOST)
        return 0;
    step *= 1 << m->shift;
    return step % 4 == 0 ? step : 0;
}

/* Whether the offsets of @like go on, as a rule, where it is in a loop. */
static bool goes_on(const struct emit *e, const struct jit_insn *like)
{
    const struct message m = jit_message_of(like);
    bool steps = false;
    for (unsigned k = 0; k < e->r->n; k++) {
        const struct jit_insn *i = &e->r->insns[k];
        if (!jit_writes_offsets(i, &m))
            continue;
        bool step = step_of(i, &m);
        if (i->kind == JIT_SEND || (!step && jit_weight(e, i) >= jit_weight(e, like)))
            return false;
        steps |= step;
    }
    return steps;
}

void jit_cursor_choose(struct emit *e)
{
    enum { TRIES = 4 };
    uint32_t best = 0;
    unsigned tries = e->lazy ? TRIES : 0;
    for (unsigned k = 0; k < e->r->n && tries; k++) {
        const struct jit_insn *i = &e->r->insns[k];
        if (!is_row(i) || jit_weight(e, i) <= best)
            continue;
        tries--;
        if (goes_on(e, i)) {
            best = jit_weight(e, i);
            e->cursor.like = i;
        }
    }
    for (unsigned k = 0; e->cursor.like && k < e->r->n; k++) {
        const struct jit_insn *i = &e->r->insns[k];
        e->cursor.writes |= is_row(i) && is_like(i, e->cursor.like) && jit_message_of(i).write &&
                            jit_weight(e, i) >= best;
    }
}

bool jit_cursor_has(const struct emit *e, const struct jit_insn *i)
{
    return e->cursor.like && e->full && is_row(i) && is_like(i, e->cursor.like) &&
           (e->cursor.writes || !jit_message_of(i).write);
}

/* --- where it is --- */

void jit_cursor_forget(struct emit *e)
{
    if (e->cursor.like)
        host_g(&e->c, XOR_, false, CURSOR_END, host_reg(CURSOR_END));
}

void jit_cursor_set(struct emit *e, unsigned site)
{
    host_g(&e->c, MOV_, true, CURSOR_AT, host_reg(RCX));
    host_g(&e->c, MOV_, true, CURSOR_FIRST, jit_view_at(site, offsetof(struct jit_view, bytes)));
    host_g(&e->c, MOV_, true, CURSOR_END, jit_view_at(site, offsetof(struct jit_view, span)));
    host_gi(&e->c, ADD_, true, CURSOR_END, 1);
}

void jit_cursor_check(struct emit *e, unsigned otherwise)
{
    host_g(&e->c, CMP_, true, CURSOR_AT, host_reg(CURSOR_END));
    host_if(&e->c, CC_AE, otherwise);
}

void jit_cursor_turn(struct emit *e, unsigned site, unsigned otherwise)
{
    jit_find_row(e, site, otherwise);
    host_g(&e->c, MOV_, true, RCX, host_reg(CURSOR_FIRST));
    host_g(&e->c, SUB_, true, RCX, host_reg(RAX));
    host_g(&e->c, CMP_, true, RCX, host_mem(R9, offsetof(struct jit_row, inner)));
    host_if(&e->c, CC_AE, otherwise);
    host_g(&e->c, MOV_, true, RCX, host_reg(CURSOR_AT));
    host_gi(&e->c, SUB_, true, RCX, EU_PAGE_BYTES);
    host_g(&e->c, CMP_, true, RCX, host_reg(CURSOR_END));
    host_if(&e->c, CC_AE, otherwise);
    host_g(&e->c, MOV_, true, CURSOR_AT, host_reg(RCX));
    host_gi(&e->c, ADD_, true, CURSOR_FIRST, EU_PAGE_STRIDE);
}

struct host_at jit_cursor_row(void)
{
    return host_sum(CURSOR_FIRST, CURSOR_AT);
}

void jit_cursor_behind(struct emit *e, const struct jit_insn *i)
{
    if (!e->cursor.like || (i->kind != JIT_VECTOR && i->kind != JIT_WIDE))
        return;
    const struct message m = jit_message_of(e->cursor.like);
    if (!jit_writes_offsets(i, &m))
        return;
    int32_t step = e->full || !i->u->need ? step_of(i, &m) : 0;
    if (step)
        host_gi(&e->c, ADD_, true, CURSOR_AT, (uint32_t)step);
    else
        jit_cursor_forget(e);
}
