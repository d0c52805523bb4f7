/* A NaN that arithmetic makes is the EU's default one, not the host's. Arithmetic and relations
 * take either for the same, so what a register of the EU holds is settled - NaNs become the default
 * one - only before anything else reads it, and at the end of the block, where it is looked for:
 * what is to be done if there is one is behind all other code. */
#include "sim/float.h"
#include "sim/jit/emit.h"

enum { UNORDERED = 3 };

/* The lanes of @nan that count in @set. */
static void only_active(struct emit *e, unsigned set, unsigned nan)
{
    unsigned mask = JIT_MASKS + set;
    if (set == JIT_ALWAYS || e->full)
        return;
    if (e->r->opmasks) {
        host_only(&e->c, nan, jit_opmask(e, set));
        return;
    }
    if (!e->known[mask])
        (void)jit_active(e, set);
    host_v(&e->c, VANDPS, nan, nan, jit_where(e, mask), -1);
}

static void replace(struct emit *e, unsigned reg, unsigned nan)
{
    host_v(&e->c, VBLENDVPS, reg, reg, jit_all(e, EU_F_NAN), (int)(nan << 4));
}

void jit_settle_value(struct emit *e, unsigned reg)
{
    unsigned nan = jit_temp(e);
    host_v(&e->c, VCMPPS, nan, reg, host_reg(reg), UNORDERED);
    replace(e, reg, nan);
    jit_free_reg(e, nan);
}

void jit_settle(struct emit *e, unsigned cell)
{
    struct jit_cell *c = &e->cells[cell];
    if (c->nans < 0)
        return;
    unsigned set = (unsigned)c->nans, reg = jit_reg(e, cell), nan = jit_temp(e);
    host_v(&e->c, VCMPPS, nan, reg, host_reg(reg), UNORDERED);
    only_active(e, set, nan);
    replace(e, reg, nan);
    c->nans = JIT_SETTLED;
    c->shadow = false;
    jit_done(e);
}

/* What is written is read where channels may not be active. */
static void settle_read(void *ctx, unsigned from, unsigned dwords, bool read, bool write)
{
    struct emit *e = ctx;
    unsigned last = (from + 4 * dwords - 1) / REG_BYTES;
    read |= write && !e->full;
    for (unsigned cell = from / REG_BYTES; read && cell <= last && cell < EU_GRF_COUNT; cell++)
        jit_settle(e, cell);
}

void jit_settle_reads(struct emit *e, const struct jit_insn *i)
{
    if (e->sets)
        jit_uses(i, e, settle_read);
}

/* --- a block's end --- */

/* Lanes of NaNs in cells @a and @b, which may be the same, are added to @any. */
static int add(struct emit *e, unsigned a, unsigned b, unsigned set, int any)
{
    unsigned other = e->cells[a].reg < 0 ? a : b, first = jit_reg(e, other == a ? b : a);
    unsigned nan = jit_temp(e);
    host_v(&e->c, VCMPPS, nan, first, jit_where(e, other), UNORDERED);
    only_active(e, set, nan);
    if (any < 0)
        return (int)nan;
    host_v(&e->c, VORPS, (unsigned)any, (unsigned)any, host_reg(nan), -1);
    jit_keep(e, &(struct jit_value){host_reg((unsigned)any), true}, 1);
    return any;
}

/* The next cell of @set from @cell on; JIT_ACC: there is none. */
static unsigned next_of(const struct emit *e, unsigned set, unsigned cell)
{
    while (cell < JIT_ACC && e->cells[cell].nans != (int)set)
        cell++;
    return cell;
}

static int add_set(struct emit *e, unsigned set, int any)
{
    for (unsigned a = next_of(e, set, 0), b; a < JIT_ACC; a = next_of(e, set, b + 1)) {
        b = next_of(e, set, a + 1);
        b = b < JIT_ACC ? b : a;
        any = add(e, a, b, set, any);
    }
    return any;
}

/* Whether one of them has no register. */
static bool is_one_in_frame(const struct emit *e)
{
    for (unsigned cell = 0; cell < JIT_ACC; cell++)
        if (e->cells[cell].nans >= 0 && e->cells[cell].reg < 0)
            return true;
    return false;
}

/* What @cell holds, wherever that is, by means of two registers. */
static void settle_there(struct emit *e, unsigned cell, unsigned nan, unsigned spare)
{
    struct jit_cell *c = &e->cells[cell];
    unsigned reg = c->reg < 0 ? spare : (unsigned)c->reg;
    if (c->reg < 0)
        host_v(&e->c, VMOVUPS_LOAD, reg, 0, jit_where(e, cell), -1);
    host_v(&e->c, VCMPPS, nan, reg, host_reg(reg), UNORDERED);
    only_active(e, (unsigned)c->nans, nan);
    replace(e, reg, nan);
    if (c->reg < 0)
        host_v(&e->c, VMOVUPS_STORE, reg, 0, jit_where(e, cell), -1);
    c->nans = JIT_SETTLED;
}

void jit_settle_end(struct emit *e)
{
    int any = -1;
    for (uint32_t sets = e->sets; sets; sets &= sets - 1)
        any = add_set(e, (unsigned)__builtin_ctz(sets), any);
    if (any < 0)
        return;
    unsigned some = host_label(&e->c), done = host_label(&e->c);
    unsigned spare = is_one_in_frame(e) ? jit_temp(e) : 0;
    host_v(&e->c, VMOVMSKPS, RAX, 0, host_reg((unsigned)any), -1);
    host_g(&e->c, TEST_, false, RAX, host_reg(RAX));
    host_if(&e->c, CC_NE, some);
    bool was = host_cold(&e->c, true);
    host_bind(&e->c, some);
    for (unsigned cell = 0; cell < JIT_ACC; cell++)
        if (e->cells[cell].nans >= 0)
            settle_there(e, cell, (unsigned)any, spare);
    host_jump(&e->c, done);
    (void)host_cold(&e->c, was);
    host_bind(&e->c, done);
    jit_done(e);
}
