/* Instructions on elements of 64 bits, four at a time. Those on doubles have packed sources and
 * ones for all channels; the host's mode is theirs, which region.c sees to. quad.c has integers. */
#include "sim/fast/alu_impl.h"
#include "sim/float.h"
#include "sim/jit/emit.h"

enum { QUAD = 4, QUAD_BYTES = 8, UNORDERED = 3 };

/* Whether lanes lie side by side, are one, or a number: what source() takes. */
static bool is_source(const struct fast_alu *a, const struct fast_operand *op)
{
    if (op->type != EU_TYPE_DF || op->wraps)
        return false;
    if (op->place == FAST_CONSTANT) {
        for (unsigned n = 1; n < 8; n++)
            if (op->imm[n] != op->imm[0])
                return false;
        return true;
    }
    unsigned step = op->off[1] - op->off[0];
    for (unsigned n = 1; n < a->es; n++)
        if (op->off[n] != op->off[0] + n * step)
            return false;
    return op->place == FAST_GRF && (step == 0 || step == QUAD_BYTES);
}

bool jit_is_wide(const struct fast_uop *u, const struct fast_cold *cold)
{
    const struct fast_alu *a = &cold->alu;
    bool computes =
        a->id == EU_OP_MOV || a->id == EU_OP_ADD || a->id == EU_OP_MUL || a->id == EU_OP_MAD;
    if (!computes || !a->any || cold->paired || cold->insn.pred > 1 || cold->chan != UINT32_MAX ||
        a->sat || a->sets_flag || a->acc_wr || (a->es != QUAD && a->es != 2 * QUAD) ||
        a->dst.type != EU_TYPE_DF || a->dst.place != FAST_GRF || a->dst.wraps ||
        a->dst_stride != QUAD_BYTES || a->dst.base % REG_BYTES || u->group + a->es > EU_CHANNELS)
        return false;
    for (unsigned i = 0; i < a->nsrc; i++)
        if (!is_source(a, &a->src[i]))
            return false;
    return true;
}

static void double_uses(const struct jit_insn *i, void *ctx, jit_use *use)
{
    const struct fast_alu *a = &i->cold->alu;
    for (unsigned k = 0; k < a->nsrc; k++)
        if (a->src[k].place == FAST_GRF)
            use(ctx, a->src[k].off[0], a->src[k].off[1] == a->src[k].off[0] ? 2 : 2u * a->es, true,
                false);
    use(ctx, a->dst.base, 2u * a->es, !i->u->free || i->u->need, true);
}

void jit_wide_uses(const struct jit_insn *i, void *ctx, jit_use *use)
{
    (i->op ? jit_quad_uses : double_uses)(i, ctx, use);
}

struct host_at jit_all_quads(struct emit *e, uint64_t v)
{
    uint32_t low = (uint32_t)v, high = (uint32_t)(v >> 32);
    return host_const(&e->c, (uint32_t[8]){low, high, low, high, low, high, low, high});
}

static struct jit_value in_register(struct emit *e, unsigned op, struct host_at at)
{
    unsigned reg = jit_temp(e);
    host_v(&e->c, op, reg, 0, at, -1);
    return (struct jit_value){host_reg(reg), true};
}

/* Source @k of the four channels from 4 * @q on. */
static struct jit_value source(struct emit *e, const struct fast_alu *a, unsigned k, unsigned q)
{
    const struct fast_operand *op = &a->src[k];
    unsigned from = op->off[0] + q * REG_BYTES;
    struct jit_value v;
    if (op->place == FAST_CONSTANT)
        v = (struct jit_value){jit_all_quads(e, (uint64_t)op->imm[0]), false};
    else if (op->off[1] == op->off[0])
        v = in_register(e, VBROADCASTSD, jit_in_memory(e, op->off[0], QUAD_BYTES));
    else if (from % REG_BYTES == 0)
        v = (struct jit_value){jit_where(e, from / REG_BYTES), false};
    else
        v = in_register(e, VMOVUPS_LOAD, jit_in_memory(e, from, REG_BYTES));
    for (unsigned m = 0; m < 2; m++) {
        uint64_t bits = m ? (uint64_t)1 << 63 : INT64_MAX;
        if (!(m ? op->neg : op->abs))
            continue;
        unsigned reg = jit_own(e, v);
        host_v(&e->c, m ? VXORPS : VANDPS, reg, reg, jit_all_quads(e, bits), -1);
        v = (struct jit_value){host_reg(reg), true};
    }
    return v;
}

static unsigned compute(struct emit *e, const struct fast_alu *a, unsigned q)
{
    struct jit_value v[3];
    for (unsigned k = 0; k < a->nsrc; k++)
        v[k] = source(e, a, k, q);
    if (a->id == EU_OP_MOV)
        return jit_own(e, v[0]);
    if (a->id == EU_OP_MAD) { /* src0 is added */
        unsigned to = jit_own(e, v[1]), factor = jit_in_reg(e, v[2]);
        host_v(&e->c, VFMADD213PD, to, factor, v[0].at, -1);
        return to;
    }
    unsigned left = jit_in_reg(e, v[0]), to = jit_temp(e);
    host_v(&e->c, a->id == EU_OP_ADD ? VADDPD : VMULPD, to, left, v[1].at, -1);
    return to;
}

/* What the lanes of a result are. */
struct wide {
    unsigned channels;
    unsigned at; /* byte of the thread's registers */
    bool settles;
};
static struct wide wide_of(const struct jit_insn *i)
{
    const struct fast_alu *a = &i->cold->alu;
    if (i->op)
        return (struct wide){(unsigned)__builtin_popcount(i->u->window), i->u->d, false};
    return (struct wide){a->es, a->dst.base, a->id != EU_OP_MOV};
}

/* Lanes of the four channels, or fewer, from 4 * @q on that write; a single channel's is @first, as
 * all of its lanes have the same. */
static unsigned writers(struct emit *e, const struct jit_insn *i, const struct wide *w, unsigned q,
                        unsigned first)
{
    enum { NEVER = 16 };
    uint32_t bits[LANES], want[LANES];
    for (unsigned n = 0; n < QUAD; n++) {
        bool is = n >= first && n - first < w->channels;
        bits[2 * n] = bits[2 * n + 1] = is ? 1u << (n - first) : 0;
        want[2 * n] = want[2 * n + 1] = is ? 1u << (n - first) : NEVER;
    }
    unsigned mask = jit_temp(e);
    jit_predicate(e, i->u, RAX);
    if (i->u->need && !e->full)
        host_g(&e->c, AND_, false, RAX, host_reg(JIT_ACT));
    host_shift(&e->c, false, true, RAX, i->u->group + QUAD * q);
    host_v(&e->c, VMOVD, mask, 0, host_reg(RAX), -1);
    host_v(&e->c, VBROADCASTSS, mask, 0, host_reg(mask), -1);
    host_v(&e->c, VPAND, mask, mask, host_const(&e->c, bits), -1);
    host_v(&e->c, VPCMPEQD, mask, mask, host_const(&e->c, want), -1);
    return mask;
}

static void put(struct emit *e, const struct jit_insn *i, const struct wide *w, unsigned r,
                unsigned q)
{
    bool all = w->channels >= QUAD, whole = all && i->u->free && (!i->u->need || e->full);
    unsigned cell = w->at / REG_BYTES + q, first = w->at % REG_BYTES / QUAD_BYTES;
    unsigned mask = whole ? 0 : writers(e, i, w, q, first);
    if (w->settles) {
        unsigned nan = jit_temp(e);
        host_v(&e->c, VCMPPD, nan, r, host_reg(r), UNORDERED);
        host_v(&e->c, VBLENDVPS, r, r, jit_all_quads(e, EU_D_NAN), (int)(nan << 4));
        jit_free_reg(e, nan);
    }
    if (!whole)
        host_v(&e->c, VBLENDVPS, r, jit_reg(e, cell), host_reg(r), (int)(mask << 4));
    jit_set(e, cell, r);
}

void jit_wide(struct emit *e, const struct jit_insn *i)
{
    struct jit_value r[2] = {0};
    const struct wide w = wide_of(i);
    unsigned n = w.channels > QUAD ? 2 : 1;
    jit_settle_reads(e, i);
    for (unsigned q = 0; q < n; q++) {
        unsigned reg = i->op ? jit_quad(e, i, q) : compute(e, &i->cold->alu, q);
        r[q] = (struct jit_value){host_reg(reg), true};
        jit_keep(e, r, q + 1);
    }
    for (unsigned q = 0; q < n; q++) {
        put(e, i, &w, r[q].at.reg, q);
        jit_keep(e, r + q + 1, n - q - 1);
    }
    jit_done(e);
}
