/* Instructions on 64-bit integers, as sim/fast/quad.c has them, four lanes at a time: addresses are
 * computed so. */
#include "sim/fast/quad.h"
#include "sim/jit/emit.h"

enum { QUAD = 4, QUAD_BYTES = 8, SHIFT_BITS = 63 };

/* Channels of the instruction: window has a bit for each. */
static unsigned channels_of(const struct fast_uop *u)
{
    return (unsigned)__builtin_popcount(u->window);
}

uint8_t jit_quad_op(const struct fast_uop *u, const struct fast_cold *cold)
{
    unsigned n = channels_of(u), at = u->d % REG_BYTES;
    bool is_lane = n == 1 && at % QUAD_BYTES == 0;
    if (!cold->quad || u->group + n > EU_CHANNELS || (at && !is_lane))
        return 0;
    return cold->insn.op->id;
}

void jit_quad_uses(const struct jit_insn *i, void *ctx, jit_use *use)
{
    static const uint8_t dwords[QUAD_KINDS] = {
        [QUADS] = 16,  [QUAD_ONE] = 2,    [DWORDS_S] = 8,    [DWORDS_U] = 8,   [WORDS_S] = 4,
        [WORDS_U] = 4, [DWORD_S_ONE] = 1, [DWORD_U_ONE] = 1, [WORD_S_ONE] = 1, [WORD_U_ONE] = 1,
    };
    const struct fast_uop *u = i->u;
    for (unsigned k = 0; k < i->cold->insn.op->nsrc; k++) {
        unsigned from = u->s[k] & ~3u, n = dwords[u->kind[k]];
        if (n)
            use(ctx, from, n + (u->s[k] != from), true, false);
    }
    bool whole = u->free && !u->need && channels_of(u) >= QUAD;
    use(ctx, u->d, 2 * channels_of(u), !whole, true);
}

/* --- sources --- */

static unsigned all_lanes(struct emit *e, enum host_vector spread, enum host_vector extend,
                          struct host_at at)
{
    unsigned reg = jit_temp(e);
    host_v(&e->c, spread, reg, 0, at, -1);
    if (extend)
        host_v(&e->c, extend, reg, 0, host_reg(reg), -1);
    return reg;
}

/* Four of the dwords or words from @from on, of which a half has @bytes. */
static unsigned extended(struct emit *e, enum host_vector extend, unsigned from, unsigned bytes,
                         unsigned half)
{
    unsigned reg = jit_temp(e);
    host_v(&e->c, extend, reg, 0, jit_in_memory(e, from + half * bytes, bytes), -1);
    return reg;
}

static unsigned quads(struct emit *e, unsigned from)
{
    if (from % REG_BYTES == 0)
        return jit_reg(e, from / REG_BYTES);
    unsigned reg = jit_temp(e);
    host_v(&e->c, VMOVUPS_LOAD, reg, 0, jit_in_memory(e, from, REG_BYTES), -1);
    return reg;
}

static uint64_t constant_of(const struct fast_uop *u, unsigned k)
{
    if (u->kind[k] == QUAD_IMM)
        return (uint64_t)(int32_t)u->imm;
    return u->imm | (uint64_t)u->s[1] << 32 | (uint64_t)u->s[2] << 48;
}

static bool is_constant(const struct fast_uop *u, unsigned k)
{
    return u->kind[k] == QUAD_IMM || u->kind[k] == QUAD_IMM_ALL;
}

/* Source @k of the lanes from 4 * @half on, in a register. */
static unsigned load(struct emit *e, const struct fast_uop *u, unsigned k, unsigned half)
{
    unsigned from = u->s[k];
    switch ((enum quad_kind)u->kind[k]) {
    case QUADS:
        return quads(e, from + half * REG_BYTES);
    case QUAD_ONE:
        return all_lanes(e, VPBROADCASTQ, 0, jit_in_memory(e, from, 8));
    case DWORDS_S:
        return extended(e, VPMOVSXDQ, from, 16, half);
    case DWORDS_U:
        return extended(e, VPMOVZXDQ, from, 16, half);
    case WORDS_S:
        return extended(e, VPMOVSXWQ, from, 8, half);
    case WORDS_U:
        return extended(e, VPMOVZXWQ, from, 8, half);
    case DWORD_S_ONE:
        return all_lanes(e, VBROADCASTSS, VPMOVSXDQ, jit_in_memory(e, from, 4));
    case DWORD_U_ONE:
        return all_lanes(e, VBROADCASTSS, VPMOVZXDQ, jit_in_memory(e, from, 4));
    case WORD_S_ONE:
        return all_lanes(e, VPBROADCASTW, VPMOVSXWQ, jit_in_memory(e, from, 2));
    case WORD_U_ONE:
        return all_lanes(e, VPBROADCASTW, VPMOVZXWQ, jit_in_memory(e, from, 2));
    default:
        return all_lanes(e, VMOVUPS_LOAD, 0, jit_all_quads(e, constant_of(u, k)));
    }
}

static unsigned source(struct emit *e, const struct fast_uop *u, unsigned k, unsigned half)
{
    unsigned v = load(e, u, k, half);
    if (!(u->mods & FAST_NEG << k))
        return v;
    unsigned to = jit_temp(e);
    host_v(&e->c, VPXOR, to, to, host_reg(to), -1);
    host_v(&e->c, VPSUBQ, to, to, host_reg(v), -1);
    return to;
}

/* --- operations --- */

static unsigned shift_by(struct emit *e, const struct fast_uop *u, unsigned half)
{
    unsigned by = jit_temp(e);
    if (is_constant(u, 1)) {
        host_v(&e->c, VMOVUPS_LOAD, by, 0, jit_all_quads(e, constant_of(u, 1) & SHIFT_BITS), -1);
        return by;
    }
    unsigned v = source(e, u, 1, half);
    host_v(&e->c, VPAND, by, v, jit_all_quads(e, SHIFT_BITS), -1);
    return by;
}

static unsigned shifted(struct emit *e, const struct jit_insn *i, unsigned half)
{
    const struct fast_uop *u = i->u;
    unsigned v = source(e, u, 0, half), by = shift_by(e, u, half), to = jit_temp(e);
    bool sign = i->op == EU_OP_ASR && i->cold->insn.src[0].type != EU_TYPE_UQ;
    if (!sign) {
        host_v(&e->c, i->op == EU_OP_SHL ? VPSLLVQ : VPSRLVQ, to, v, host_reg(by), -1);
        return to;
    }
    unsigned ones = jit_temp(e); /* of negative lanes, which are inverted before and behind */
    host_v(&e->c, VPXOR, ones, ones, host_reg(ones), -1);
    host_v(&e->c, VPCMPGTQ, ones, ones, host_reg(v), -1);
    host_v(&e->c, VPXOR, to, v, host_reg(ones), -1);
    host_v(&e->c, VPSRLVQ, to, to, host_reg(by), -1);
    host_v(&e->c, VPXOR, to, to, host_reg(ones), -1);
    return to;
}

static enum host_vector host_op(const struct jit_insn *i)
{
    static const enum host_vector ops[EU_OP_COUNT] = {
        [EU_OP_ADD] = VPADDQ, [EU_OP_AND] = VPAND, [EU_OP_OR] = VPOR, [EU_OP_XOR] = VPXOR};
    unsigned type = i->cold->insn.src[0].type;
    if (i->op == EU_OP_MUL)
        return type == EU_TYPE_D || type == EU_TYPE_W ? VPMULDQ : VPMULUDQ;
    return ops[i->op];
}

unsigned jit_quad(struct emit *e, const struct jit_insn *i, unsigned half)
{
    if (i->op == EU_OP_SHL || i->op == EU_OP_SHR || i->op == EU_OP_ASR)
        return shifted(e, i, half);
    unsigned a = source(e, i->u, 0, half), to = jit_temp(e);
    if (i->op == EU_OP_MOV)
        host_v(&e->c, VMOVAPS, to, 0, host_reg(a), -1);
    else
        host_v(&e->c, host_op(i), to, a, host_reg(source(e, i->u, 1, half)), -1);
    return to;
}
