#include "sim/fast/core.h"

#include <string.h>

#include "sim/fast/alu_impl.h"

/* Regions and types that are no packed dwords, for the handlers of those that are: they bring lanes
 * side by side by a table, and take the result apart. */

/* The type that a lane has then; @has_ud: a source is UD. */
static unsigned lane_type(unsigned type, bool has_ud)
{
    if (fast_is_float(type))
        return EU_TYPE_F;
    if (type == EU_TYPE_UD || type == EU_TYPE_D)
        return type;
    return has_ud && !fast_is_signed(type) ? EU_TYPE_UD : EU_TYPE_D;
}

struct span {
    unsigned low, bytes;
};

/* What @n lanes lie in. */
static struct span span_of(const uint16_t *off, unsigned n, unsigned bytes)
{
    unsigned low = off[0], high = off[0];
    for (unsigned i = 1; i < n; i++) {
        low = off[i] < low ? off[i] : low;
        high = off[i] > high ? off[i] : high;
    }
    return (struct span){low, high - low + bytes};
}

/* Where to look for them: whole registers are read as they were written, if they do. */
static unsigned look_at(struct span s)
{
    unsigned reg = s.low & ~(EU_GRF_BYTES - 1u);
    return s.low + s.bytes <= reg + FAST_ODD_SPAN ? reg : s.low;
}

/* @n lanes from @from on. False: out of reach, or an element that lies over two dwords. */
static bool tabulate(struct fast_odd_lanes *l, const uint16_t *off, unsigned n, unsigned from,
                     unsigned type, uint8_t *kind)
{
    unsigned bytes = eu_types[type].bytes, top = fast_is_signed(type) ? 4 - bytes : 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned at = off[i] - from;
        if (at + bytes > FAST_ODD_SPAN || at % 4 + bytes > 4)
            return false;
        if (at >= 32)
            *kind |= FAST_FAR;
        l->dword[i] = at / 4 % 8 | (at < 32 ? 0 : 1u << 31);
        memset(l->byte + 4 * i, 0x80, 4); /* a zero */
        for (unsigned k = 0; k < bytes; k++)
            l->byte[4 * i + top + k] = (uint8_t)(4 * (i & 3) + at % 4 + k);
    }
    return true;
}

static bool place_constant(const struct fast_alu *a, unsigned i, struct fast_uop *u)
{
    const struct fast_operand *op = &a->src[i];
    for (unsigned n = 1; n < 8; n++) /* there is room for one, the same for all lanes */
        if (op->imm[n] != op->imm[0])
            return false;
    u->kind[i] = FAST_IMM;
    u->imm = (uint32_t)op->imm[0];
    return i + 1u == a->nsrc;
}

static bool place_source(const struct fast_alu *a, unsigned i, struct fast_uop *u,
                         struct fast_odd *odd)
{
    const struct fast_operand *op = &a->src[i];
    unsigned type = op->type, bytes = eu_types[type].bytes;
    u->mods |= (uint8_t)((op->abs ? FAST_ABS : 0) | (op->neg ? FAST_NEG : 0)) << i;
    if (op->place == FAST_CONSTANT)
        return place_constant(a, i, u);
    struct span s = span_of(op->off, a->es, bytes);
    if (op->place != FAST_GRF || op->wraps || bytes > 4 || s.low < op->base)
        return false;
    odd->reach[i + 1] = (uint16_t)(s.low - op->base + s.bytes);
    if (a->hw == EU_OP_SHR && i == 0 && bytes < 4) /* zeros come in, E45 */
        type = bytes == 2 ? EU_TYPE_UW : EU_TYPE_UB;
    odd->down[i] = fast_is_signed(type) ? 32 - 8 * bytes : 0;
    u->kind[i] = bytes < 4 ? FAST_NEAR | FAST_PART : FAST_NEAR;
    for (unsigned h = 0; 8 * h < a->es; h++) {
        unsigned n = a->es < 8 ? a->es : 8, from = look_at(span_of(op->off + 8 * h, n, bytes));
        if (h == 0)
            u->s[i] = (uint16_t)from;
        if (from < u->s[i] ||
            !tabulate(&odd->lanes[i][h], op->off + 8 * h, n, from, type, &u->kind[i]))
            return false;
        odd->second[i] = (uint16_t)(from - u->s[i]);
    }
    return true;
}

/* The tables of the pieces in which the lanes are written. False: there are more than two, or a
 * dword has lanes of both halves of a register. */
static bool cut(const struct fast_alu *a, struct fast_odd *o, unsigned *pieces)
{
    unsigned base = a->dst.base % EU_GRF_BYTES, bytes = a->dst.bytes, before = 0, slot = 0;
    *pieces = 0;
    memset(o->pack, 0x80, sizeof o->pack);
    for (unsigned n = 0; n < a->es; n++) {
        unsigned at = base + n * a->dst_stride, dword = at / 4;
        bool other = dword / 8 != before / 8;
        if (at % 4 + bytes > 4 || (n % 8 == 4 && dword == before))
            return false;
        slot = n % 4 == 0 ? n & 4 : slot + (dword != before);
        before = dword;
        if ((n % 8 == 0 || other) && ++*pieces > 2)
            return false;
        struct fast_odd_piece *p = &o->piece[*pieces - 1];
        p->dword[dword % 8] = slot;
        memset(p->mask + at % EU_GRF_BYTES, 0xff, bytes);
        for (unsigned k = 0; k < bytes; k++)
            o->pack[4 * slot + at % 4 + k] = (uint8_t)(4 * (n & 3) + k);
    }
    return true;
}

static unsigned way_to_put(const struct fast_alu *a, struct fast_odd *o)
{
    unsigned pieces, base = a->dst.base % EU_GRF_BYTES, size = a->dst_extent;
    if (a->dst_stride == 4 && a->dst.bytes == 4 && (a->es == 8 || a->es == 16))
        return FAST_PUT_PACKED;
    if (!cut(a, o, &pieces))
        return FAST_PUT_LANES;
    if (pieces == 1)
        return FAST_PUT_ONE;
    if (a->es < 16 || base + size > EU_GRF_BYTES)
        return FAST_PUT_TWO;
    bool whole = a->dst_stride == a->dst.bytes && size == EU_GRF_BYTES;
    return whole ? FAST_PUT_JOINED | FAST_PUT_WHOLE : FAST_PUT_JOINED;
}

static bool place_dst(const struct fast_alu *a, struct fast_uop *u, struct fast_odd *o)
{
    const struct fast_operand *dst = &a->dst;
    u->d = dst->base;
    o->bytes = dst->bytes;
    o->stride = a->dst_stride;
    o->put = (uint8_t)way_to_put(a, o);
    if (!u->free && a->hw != EU_OP_SEL)
        o->put |= FAST_PUT_SOME;
    if (dst->place == FAST_ARF && dst->reg >> 4 == EU_ARF_NULL && a->hw == EU_OP_CMP) {
        u->kind[2] = FAST_NOWHERE;
        return true;
    }
    o->reach[0] = (uint16_t)(a->dst_stride * a->es);
    return dst->place == FAST_GRF && !dst->wraps && a->dst_stride;
}

/* The instruction as its lanes see it. */
static void set_types(struct eu_insn *insn)
{
    bool has_ud = false, is_mul = insn->op->hw == EU_OP_MUL; /* of a dword src1 half counts */
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        has_ud |= insn->src[i].type == EU_TYPE_UD;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (!is_mul || i != 1 || fast_is_float(insn->src[i].type))
            insn->src[i].type = (uint8_t)lane_type(insn->src[i].type, has_ud);
    insn->dst.type = (uint8_t)lane_type(insn->dst.type, false);
}

fast_handler *fast_odd(struct fast_uop *u, const struct fast_cold *cold, struct fast_odd *odd,
                       bool *floats)
{
    const struct fast_alu *a = &cold->alu;
    struct eu_insn lanes = cold->insn;
    bool cmod = lanes.cmod && a->hw != EU_OP_CMP;
    if (a->way == fast_df || a->hw == EU_OP_MATH || a->es > FAST_ODD_LANES || a->sat || cmod ||
        a->acc_wr || lanes.pred > 1 || cold->chan != UINT32_MAX || u->group + a->es > 32 ||
        fast_flag_shift(u) + a->es > 32)
        return NULL;
    memset(odd, 0, sizeof *odd);
    memset(u->kind, 0, sizeof u->kind);
    u->mods = 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        if (!place_source(a, i, u, odd))
            return NULL;
    if (!place_dst(a, u, odd))
        return NULL;
    set_types(&lanes);
    fast_rest(u)->odd = odd;
    fast_handler *h = fast_vector(u, &lanes, floats);
    fast_rest(u)->odd = h ? odd : NULL;
    return h;
}
