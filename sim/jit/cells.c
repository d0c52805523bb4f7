/* Where the EU's registers are while a block runs. */
#include "sim/jit/emit.h"
#include "sim/jit/series.h"

#include <string.h>

/* --- which of them have a register of the host --- */

enum { DEEPEST = 4, CARRIED = 8, STORED = 4 };

struct uses {
    uint32_t read[EU_GRF_COUNT], written[EU_GRF_COUNT]; /* weighed by depth of loops */
    bool known[EU_GRF_COUNT];                           /* in the block, read or written */
    uint32_t weight;
};

/* A single dword inside of a register is read from memory. */
static void count(void *ctx, unsigned from, unsigned dwords, bool read, bool write)
{
    struct uses *u = ctx;
    for (unsigned reg = from / REG_BYTES; reg <= (from + 4 * dwords - 1) / REG_BYTES; reg++) {
        if (read && !u->known[reg] && (dwords > 1 || !(from % REG_BYTES)))
            u->read[reg] += u->weight;
        if (write)
            u->written[reg] += u->weight;
        u->known[reg] = true;
    }
}

static uint32_t ip_of(const struct jit_insn *i)
{
    return fast_rest(i->u)->ip;
}

static struct jit_loops loops_of(const struct jit_region *r)
{
    struct jit_loops l = {0};
    for (unsigned k = 0; k < r->n && l.n < JIT_LOOPS; k++) {
        const struct jit_insn *end = &r->insns[k];
        if (end->kind != JIT_BRANCH || end->jump.to < 0)
            continue;
        l.first[l.n] = ip_of(&r->insns[end->jump.to]);
        l.last[l.n] = ip_of(end);
        l.n += l.first[l.n] <= l.last[l.n];
    }
    return l;
}

uint32_t jit_weight(const struct emit *e, const struct jit_insn *i)
{
    const struct jit_loops *l = &e->loops;
    unsigned depth = 0;
    for (unsigned k = 0; k < l->n && depth < DEEPEST; k++)
        depth += l->first[k] <= ip_of(i) && ip_of(i) <= l->last[k];
    return depth ? 1u << 3 * depth : 0;
}

/* Whether each thread of a series does the same. */
static bool is_straight(const struct jit_region *r)
{
    return r->series && !r->series->branches;
}

static void count_block(const struct emit *e, const struct jit_insn *i, struct uses *u)
{
    memset(u->known, 0, sizeof u->known);
    u->weight = is_straight(e->r) ? 1 : jit_weight(e, i);
    for (unsigned n = i->length; n; n--) {
        jit_uses(i, u, count);
        if (n > 1)
            i = &e->r->insns[i->next.to];
    }
}

/* Whether it leaves native code, or calls, more often than seldom. */
static bool calls(const struct jit_insn *i)
{
    return i->kind == JIT_CALL || i->kind == JIT_BOUND ||
           (i->kind == JIT_SEND && !jit_message_is_moved(i));
}

static bool loops_call(const struct emit *e)
{
    for (unsigned i = 0; i < e->r->n; i++)
        if (calls(&e->r->insns[i]) && jit_weight(e, &e->r->insns[i]))
            return true;
    return false;
}

/* Of a series: whether a thread calls more often than for its modes and at its end. */
static bool threads_call(const struct emit *e)
{
    for (unsigned i = 0; i < e->r->n; i++)
        if (calls(&e->r->insns[i]) && e->r->insns[i].kind != JIT_BOUND)
            return true;
    return false;
}

/* Threads of a series leave in registers only what each of them writes before it reads it. */
static void keep_out_of_series(const struct emit *e, struct uses *u)
{
    bool none = threads_call(e);
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        if (none || !u->written[i] || (i < 64 && e->r->own >> i & 1))
            u->read[i] = u->written[i] = 0;
}

static unsigned best_of(const uint32_t worth[EU_GRF_COUNT])
{
    unsigned best = 0;
    for (unsigned i = 1; i < EU_GRF_COUNT; i++)
        if (worth[i] > worth[best])
            best = i;
    return best;
}

/* --- numbers --- */

static bool is_kept_number(const struct emit *e, uint32_t number)
{
    for (unsigned k = 0; k < e->kept.n; k++)
        if (e->kept.number[k] == number)
            return true;
    return false;
}

/* How often loops read the number of @i that none of the host's registers has; 0: never. */
static uint32_t worth(const struct emit *e, const struct jit_insn *i)
{
    unsigned nsrc = i->kind == JIT_VECTOR ? i->cold->insn.op->nsrc : 0;
    bool has = nsrc && i->u->kind[nsrc - 1] == FAST_IMM;
    return has && !is_kept_number(e, i->u->imm) ? jit_weight(e, i) : 0;
}

/* All but one of the registers that are left get the numbers that loops read most, if they call
 * nothing. */
static void keep_numbers(struct emit *e)
{
    struct jit_kept *kept = &e->kept;
    for (unsigned left = e->lazy ? JIT_KEPT : 0; left && e->nfixed + 1 < e->most_fixed; left--) {
        const struct jit_insn *best = &e->r->insns[0];
        for (unsigned i = 1; i < e->r->n; i++)
            if (worth(e, &e->r->insns[i]) > worth(e, best))
                best = &e->r->insns[i];
        if (!worth(e, best))
            return;
        kept->number[kept->n] = best->u->imm;
        kept->reg[kept->n++] = (uint8_t)(JIT_VECTORS - ++e->nfixed);
    }
}

struct host_at jit_all(struct emit *e, uint32_t number)
{
    for (unsigned k = 0; k < e->kept.n; k++)
        if (e->kept.number[k] == number)
            return host_reg(e->kept.reg[k]);
    return host_all(&e->c, number);
}

/* --- cells --- */

/* Those that blocks read most, above all what another turn of the loop has written. */
void jit_cells_choose(struct emit *e)
{
    struct uses u = {.weight = 0};
    e->loops = loops_of(e->r);
    e->lazy = !loops_call(e);
    for (unsigned i = 0; i < JIT_CELLS; i++)
        e->cells[i].fixed = -1;
    for (unsigned i = 0; i < e->r->n; i++)
        if (e->r->insns[i].leader)
            count_block(e, &e->r->insns[i], &u);
    if (is_straight(e->r))
        keep_out_of_series(e, &u);
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        u.read[i] =
            u.read[i] * (u.written[i] ? CARRIED : 1) + (e->lazy ? STORED * u.written[i] : 0);
    while (e->nfixed < e->most_fixed) {
        unsigned best = best_of(u.read);
        if (!u.read[best])
            break;
        u.read[best] = 0;
        e->cells[best].fixed = (int8_t)(JIT_VECTORS - ++e->nfixed);
        e->cells[best].lazy = e->lazy && u.written[best];
    }
    keep_numbers(e);
}

static struct host_at in_thread(unsigned cell)
{
    size_t acc = offsetof(struct eu_thread, acc) + (cell - JIT_ACC) * REG_BYTES;
    return host_mem(JIT_GRF, (int32_t)(cell < JIT_ACC ? cell * REG_BYTES : acc));
}

static struct host_at in_frame(unsigned cell)
{
    return host_mem(RSP, JIT_FRAME_CELLS + (int32_t)(cell * REG_BYTES));
}

static struct host_at flag_at(unsigned f)
{
    return host_mem(JIT_GRF, (int32_t)(offsetof(struct eu_thread, f) + 4 * f));
}

/* Bits of the registers that hold what the thread has, too, and what messages do not use for
 * themselves. */
static uint32_t held(const struct emit *e)
{
    uint32_t regs = 0;
    for (unsigned reg = e->scratch; reg < JIT_VECTORS - e->nfixed; reg++)
        regs |= (uint32_t)(e->host[reg].cell >= 0 && e->host[reg].cell < EU_GRF_COUNT) << reg;
    return e->holds ? regs : 0;
}

void jit_cells_load(struct emit *e)
{
    host_call_label(&e->c, e->load);
    for (uint32_t regs = held(e); regs; regs &= regs - 1) {
        unsigned reg = (unsigned)__builtin_ctz(regs);
        host_v(&e->c, VMOVUPS_LOAD, reg, 0, in_thread((unsigned)e->host[reg].cell), -1);
    }
}

void jit_cells_store(struct emit *e)
{
    if (e->lazy)
        host_call_label(&e->c, e->store);
}

void jit_cells_routines(struct emit *e)
{
    host_bind(&e->c, e->load);
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        if (e->cells[i].fixed >= 0)
            host_v(&e->c, VMOVUPS_LOAD, (unsigned)e->cells[i].fixed, 0, in_thread(i), -1);
    for (unsigned k = 0; k < e->kept.n; k++)
        host_v(&e->c, VMOVUPS_LOAD, e->kept.reg[k], 0, host_all(&e->c, e->kept.number[k]), -1);
    for (unsigned f = 0; f < 2; f++)
        host_g(&e->c, MOV_, false, JIT_FLAGS + f, flag_at(f));
    host_return(&e->c);
    host_bind(&e->c, e->store);
    for (unsigned i = 0; i < EU_GRF_COUNT; i++)
        if (e->cells[i].lazy)
            host_v(&e->c, VMOVUPS_STORE, (unsigned)e->cells[i].fixed, 0, in_thread(i), -1);
    for (unsigned f = 0; f < 2 && e->lazy; f++)
        host_g(&e->c, STORE_, false, JIT_FLAGS + f, flag_at(f));
    host_return(&e->c);
}

/* --- in a block --- */

static void begin(struct emit *e, uint32_t keep)
{
    for (unsigned i = 0; i < JIT_VECTORS; i++)
        if (!(keep >> i & 1))
            e->host[i].cell = JIT_FREE;
    for (unsigned i = 0; i < JIT_CELLS; i++) {
        struct jit_cell *c = &e->cells[i];
        *c = (struct jit_cell){
            .reg = c->fixed, .fixed = c->fixed, .lazy = c->lazy, .nans = JIT_SETTLED};
        if (c->fixed >= 0)
            e->host[c->fixed].cell = (int16_t)i;
    }
    for (; keep; keep &= keep - 1) {
        unsigned reg = (unsigned)__builtin_ctz(keep);
        e->cells[e->host[reg].cell].reg = (int8_t)reg;
    }
    memset(e->known, 0, sizeof e->known);
    memset(e->opmask, 0, sizeof e->opmask);
    e->locked = 0;
    e->sets = 0;
    memset(e->dirty_flags, 0, sizeof e->dirty_flags);
}

void jit_begin(struct emit *e)
{
    begin(e, 0);
}

void jit_go_on(struct emit *e)
{
    begin(e, held(e));
}

/* Whether the frame, not the thread, has what is in no register. */
static bool is_kept(const struct emit *e, unsigned cell)
{
    return cell < JIT_MASKS ? e->cells[cell].dirty : e->known[cell];
}

bool jit_is_in_thread(const struct emit *e, unsigned cell)
{
    return !e->cells[cell].dirty && !e->cells[cell].lazy;
}

static void use(struct emit *e, unsigned reg)
{
    e->locked |= 1u << reg;
    e->host[reg].stamp = ++e->clock;
}

/* What @reg holds goes to the frame, where nothing else has it. */
static void evict(struct emit *e, unsigned reg)
{
    int cell = e->host[reg].cell;
    if (cell < 0)
        return;
    if (is_kept(e, (unsigned)cell))
        (void)jit_shadow(e, (unsigned)cell, false);
    e->cells[cell].reg = -1;
}

/* The first that is free and @ready; JIT_VECTORS: none. */
static unsigned first_free(const struct emit *e, uint32_t ready)
{
    for (unsigned reg = JIT_VECTORS - e->nfixed; reg--;)
        if (e->host[reg].cell == JIT_FREE && ready >> reg & 1)
            return reg;
    return JIT_VECTORS;
}

/* Of those that are @ready that which was not used for the longest time; JIT_VECTORS: none. */
static unsigned oldest(const struct emit *e, uint32_t ready)
{
    unsigned best = JIT_VECTORS;
    uint32_t least = UINT32_MAX;
    for (unsigned reg = 0; reg < JIT_VECTORS - e->nfixed; reg++)
        if (ready >> reg & 1 && e->host[reg].stamp < least) {
            least = e->host[reg].stamp;
            best = reg;
        }
    return best;
}

/* --- scalars --- */

static uint32_t scalars(const struct emit *e)
{
    uint32_t regs = 0;
    for (unsigned reg = 0; reg < JIT_VECTORS; reg++)
        regs |= (uint32_t)(e->host[reg].cell == JIT_SCALAR) << reg;
    return regs;
}

void jit_scalar_keep(struct emit *e, unsigned reg, unsigned from)
{
    e->host[reg].cell = JIT_SCALAR;
    e->host[reg].from = (uint16_t)from;
}

int jit_scalar_find(struct emit *e, unsigned from)
{
    for (uint32_t regs = scalars(e); regs; regs &= regs - 1) {
        unsigned reg = (unsigned)__builtin_ctz(regs);
        if (e->host[reg].from != from)
            continue;
        use(e, reg);
        return (int)reg;
    }
    return -1;
}

/* @cell changes. */
static void forget_scalars(struct emit *e, unsigned cell)
{
    for (uint32_t regs = scalars(e); regs; regs &= regs - 1) {
        unsigned reg = (unsigned)__builtin_ctz(regs);
        if (e->host[reg].from / REG_BYTES == cell)
            e->host[reg].cell = JIT_FREE;
    }
}

/* --- registers --- */

/* A free one; or else that which was not used for the longest time, of scalars first, which cost
 * nothing to give up. */
unsigned jit_temp(struct emit *e)
{
    uint32_t ready = ~e->locked;
    unsigned best = first_free(e, ready);
    if (best == JIT_VECTORS)
        best = oldest(e, ready & scalars(e));
    if (best == JIT_VECTORS)
        best = oldest(e, ready);
    if (best == JIT_VECTORS) {
        e->c.failed = true;
        e->crowded = e->crowded ? e->crowded : e->now;
        return 0;
    }
    evict(e, best);
    e->host[best].cell = JIT_OWN;
    use(e, best);
    return best;
}

struct host_at jit_where(struct emit *e, unsigned cell)
{
    int reg = e->cells[cell].reg;
    if (reg < 0)
        return is_kept(e, cell) ? in_frame(cell) : in_thread(cell);
    use(e, (unsigned)reg);
    return host_reg((unsigned)reg);
}

unsigned jit_reg(struct emit *e, unsigned cell)
{
    struct host_at at = jit_where(e, cell);
    if (at.kind == HOST_REG)
        return at.reg;
    unsigned reg = jit_temp(e);
    host_v(&e->c, VMOVUPS_LOAD, reg, 0, at, -1);
    e->host[reg].cell = (int16_t)cell;
    e->cells[cell].reg = (int8_t)reg;
    return reg;
}

void jit_set(struct emit *e, unsigned cell, unsigned reg)
{
    struct jit_cell *c = &e->cells[cell];
    if (c->reg >= 0)
        e->host[c->reg].cell = JIT_FREE;
    c->reg = (int8_t)reg;
    c->dirty = true;
    c->shadow = false;
    c->nans = JIT_SETTLED;
    forget_scalars(e, cell);
    e->known[cell] = true;
    e->host[reg].cell = (int16_t)cell;
}

struct host_at jit_shadow(struct emit *e, unsigned cell, bool alone)
{
    struct jit_cell *c = &e->cells[cell];
    if (!c->shadow && c->reg >= 0) {
        host_v(&e->c, VMOVUPS_STORE, (unsigned)c->reg, 0, in_frame(cell), -1);
    } else if (!c->shadow && !is_kept(e, cell)) {
        unsigned reg = jit_temp(e);
        host_v(&e->c, VMOVUPS_LOAD, reg, 0, in_thread(cell), -1);
        host_v(&e->c, VMOVUPS_STORE, reg, 0, in_frame(cell), -1);
        jit_free_reg(e, reg);
    }
    c->shadow = true;
    if (alone) {
        if (c->reg >= 0)
            e->host[c->reg].cell = JIT_FREE;
        c->reg = -1;
        c->dirty = true;
        forget_scalars(e, cell);
    }
    return in_frame(cell);
}

void jit_hold(struct emit *e, unsigned cell)
{
    struct jit_cell *c = &e->cells[cell];
    for (unsigned reg = e->scratch; c->reg < 0 && reg < JIT_VECTORS - e->nfixed; reg++)
        if (e->host[reg].cell == JIT_FREE) {
            e->host[reg].cell = (int16_t)cell;
            c->reg = (int8_t)reg;
        }
}

void jit_free_reg(struct emit *e, unsigned reg)
{
    if (e->host[reg].cell == JIT_OWN)
        e->host[reg].cell = JIT_FREE;
    e->locked &= ~(1u << reg);
}

void jit_keep(struct emit *e, const struct jit_value *values, unsigned n)
{
    uint32_t kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (values[i].at.kind == HOST_REG)
            kept |= 1u << values[i].at.reg;
    for (uint32_t others = e->locked & ~kept; others; others &= others - 1)
        jit_free_reg(e, (unsigned)__builtin_ctz(others));
    e->locked = kept;
}

void jit_done(struct emit *e)
{
    jit_keep(e, NULL, 0);
}

static void move(struct emit *e, unsigned to, struct host_at from)
{
    if (from.kind == HOST_REG && from.reg != to)
        host_v(&e->c, VMOVAPS, to, 0, from, -1);
    else if (from.kind != HOST_REG)
        host_v(&e->c, VMOVUPS_LOAD, to, 0, from, -1);
}

unsigned jit_in_reg(struct emit *e, struct jit_value v)
{
    if (v.at.kind == HOST_REG)
        return v.at.reg;
    unsigned reg = jit_temp(e);
    move(e, reg, v.at);
    return reg;
}

unsigned jit_own(struct emit *e, struct jit_value v)
{
    if (v.own && v.at.kind == HOST_REG)
        return v.at.reg;
    unsigned reg = jit_temp(e);
    move(e, reg, v.at);
    return reg;
}

/* --- its end --- */

static void flush_cell(struct emit *e, unsigned cell)
{
    const struct jit_cell *c = &e->cells[cell];
    struct host_at at = jit_where(e, cell);
    unsigned reg = at.reg;
    if (c->lazy) {
        move(e, (unsigned)c->fixed, at);
        return;
    }
    if (at.kind != HOST_REG) {
        reg = c->fixed >= 0 ? (unsigned)c->fixed : jit_temp(e);
        move(e, reg, at);
    }
    host_v(&e->c, VMOVUPS_STORE, reg, 0, in_thread(cell), -1);
    if (c->fixed >= 0)
        move(e, (unsigned)c->fixed, host_reg(reg));
    jit_done(e);
}

void jit_flush(struct emit *e)
{
    for (unsigned i = 0; i < JIT_MASKS; i++)
        if (e->cells[i].dirty)
            flush_cell(e, i);
    for (unsigned f = 0; f < 2; f++)
        if (e->dirty_flags[f] && !e->lazy)
            host_g(&e->c, STORE_, false, JIT_FLAGS + f, flag_at(f));
    jit_go_on(e);
}
