/* Accumulators of Gen7, which hold a dword in two slots: the value, and its upper word. */
#include "sim/jit/work.h"

#include <string.h>

static struct host_at table(struct emit *e, const uint32_t half[4])
{
    return host_const(&e->c, (uint32_t[8]){half[0], half[1], half[2], half[3], half[0], half[1],
                                           half[2], half[3]});
}

/* The dwords of the two channels in @cell, in lanes 0 and 4: the words of both slots, or the value
 * if the upper slot is 0. */
static unsigned dwords_of(struct emit *e, unsigned cell)
{
    static const uint32_t words[4] = {0x09080100, 0, 0, 0};
    enum { OTHER_SLOT = 0x4e };
    unsigned from = jit_reg(e, cell), v = jit_temp(e), whole = jit_temp(e);
    host_v(&e->c, VPSHUFB, v, from, table(e, words), -1);
    host_v(&e->c, VPCMPEQQ, whole, from, host_all(&e->c, 0), -1);
    host_v(&e->c, VPSHUFD, whole, 0, host_reg(whole), OTHER_SLOT);
    host_v(&e->c, VBLENDVPS, v, v, host_reg(from), (int)(whole << 4));
    jit_free_reg(e, whole);
    jit_free_reg(e, from);
    return v;
}

/* Lanes 0 and 2 of each half of both. */
static unsigned joined(struct emit *e, unsigned a, unsigned b)
{
    host_v(&e->c, VSHUFPS, a, a, host_reg(b), 0x88);
    jit_free_reg(e, b);
    return a;
}

struct jit_value jit_acc_source(struct emit *e, const struct jit_work *w, unsigned k, unsigned h)
{
    static const uint32_t order[LANES] = {0, 4, 1, 5, 2, 6, 3, 7};
    unsigned cell = JIT_ACC + w->u->s[k] / JIT_ACC_SLOTS + 2 * JIT_ACC_SLOTS / 2 * h, v[2];
    for (unsigned i = 0; i < 2; i++) {
        unsigned first = dwords_of(e, cell + 2 * i);
        v[i] = joined(e, first, dwords_of(e, cell + 2 * i + 1));
    }
    unsigned all = joined(e, v[0], v[1]), which = jit_temp(e);
    host_v(&e->c, VMOVUPS_LOAD, which, 0, host_const(&e->c, order), -1);
    host_v(&e->c, VPERMD, all, which, host_reg(all), -1);
    jit_free_reg(e, which);
    return (struct jit_value){host_reg(all), true};
}

/* The lanes of two channels, four times each. */
static unsigned spread(struct emit *e, unsigned which, unsigned v)
{
    unsigned to = jit_temp(e);
    host_v(&e->c, VPERMD, to, which, host_reg(v), -1);
    return to;
}

void jit_acc_put(struct emit *e, const struct jit_work *w, struct jit_value v)
{
    static const uint32_t low[4] = {UINT32_MAX, 0, 0, 0};
    unsigned cell = JIT_ACC + w->i->lanes->slot / JIT_ACC_SLOTS, reg = jit_in_reg(e, v);
    unsigned mask = w->whole ? 0 : jit_writers(e, w, 0);
    for (uint32_t n = 0; n < LANES; n += 2, cell++) {
        uint32_t lanes[LANES] = {n, n, n, n, n + 1, n + 1, n + 1, n + 1};
        unsigned which = jit_temp(e);
        host_v(&e->c, VMOVUPS_LOAD, which, 0, host_const(&e->c, lanes), -1);
        unsigned to = spread(e, which, reg);
        host_v(&e->c, VPAND, to, to, table(e, low), -1);
        if (!w->whole) {
            unsigned on = spread(e, which, mask), old = jit_reg(e, cell);
            host_v(&e->c, VBLENDVPS, to, old, host_reg(to), (int)(on << 4));
            jit_free_reg(e, on);
            jit_free_reg(e, old);
        }
        jit_set(e, cell, to);
        jit_free_reg(e, to);
        jit_free_reg(e, which);
    }
}
