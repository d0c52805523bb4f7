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

/* False: lanes out of the table's reach, or an element that lies over two dwords. */
static bool tabulate(struct fast_odd_src *o, const uint16_t *off, unsigned es, unsigned type)
{
    unsigned bytes = eu_types[type].bytes;
    o->right = (uint8_t)(32 - 8 * bytes);
    o->is_signed = fast_is_signed(type);
    for (unsigned first = 0; first < es; first += 8) {
        unsigned end = es < first + 8 ? es : first + 8, low = off[first];
        for (unsigned n = first; n < end; n++)
            low = off[n] < low ? off[n] : low;
        o->from[first / 8] = (uint16_t)low;
        for (unsigned n = first; n < end; n++) {
            unsigned at = off[n] - low;
            if (at + bytes > FAST_ODD_SPAN || at % 4 + bytes > 4)
                return false;
            o->which[n] = (uint8_t)(at / 4 % 8 | (at < 32 ? 0 : 0x80));
            o->left[n] = (uint8_t)(32 - 8 * bytes - 8 * (at % 4));
        }
    }
    return true;
}

static bool place_source(const struct fast_alu *a, unsigned i, struct fast_uop *u,
                         struct fast_odd_src *o)
{
    const struct fast_operand *op = &a->src[i];
    unsigned type = op->type;
    u->mods |= (uint8_t)((op->abs ? FAST_ABS : 0) | (op->neg ? FAST_NEG : 0)) << i;
    if (op->place == FAST_CONSTANT) { /* there is room for one, the same for all lanes */
        for (unsigned n = 1; n < 8; n++)
            if (op->imm[n] != op->imm[0])
                return false;
        u->kind[i] = FAST_IMM;
        u->imm = (uint32_t)op->imm[0];
        return i + 1u == a->nsrc;
    }
    if (op->place != FAST_GRF || op->wraps || eu_types[type].bytes > 4)
        return false;
    u->kind[i] = FAST_LANES;
    if (a->hw == EU_OP_SHR && i == 0 && eu_types[type].bytes < 4) /* zeros come in, E45 */
        type = eu_types[type].bytes == 2 ? EU_TYPE_UW : EU_TYPE_UB;
    return tabulate(o, op->off, a->es, type);
}

static unsigned way_to_put(const struct fast_alu *a)
{
    bool eight = a->es == 8 || a->es == 16;
    unsigned span = a->dst_stride * 8 * (a->es == 16 ? 2 : 1);
    if (!eight || a->dst.base + span > FAST_GRF_BYTES)
        return FAST_PUT_LANES;
    if (a->dst_stride == 4)
        return a->dst.bytes == 4 ? FAST_PUT_PACKED : FAST_PUT_PARTS;
    if (a->dst_stride == 8)
        return FAST_PUT_APART;
    return a->dst_stride == 2 && a->dst.bytes == 2 ? FAST_PUT_WORDS : FAST_PUT_LANES;
}

static bool place_dst(const struct fast_alu *a, struct fast_uop *u, struct fast_odd *o)
{
    const struct fast_operand *dst = &a->dst;
    u->null = dst->place == FAST_ARF && dst->reg >> 4 == EU_ARF_NULL && a->hw == EU_OP_CMP;
    u->d = dst->base;
    o->bytes = dst->bytes;
    o->stride = a->dst_stride;
    o->put = (uint8_t)way_to_put(a);
    o->part = !u->free || a->es < 8;
    return u->null || (dst->place == FAST_GRF && !dst->wraps && a->dst_stride);
}

/* The instruction as its lanes see it. */
static void set_types(struct eu_insn *insn)
{
    bool has_ud = false, is_mul = insn->op->hw == EU_OP_MUL; /* of a dword src1 half counts */
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        has_ud |= insn->src[i].type == EU_TYPE_UD;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (!is_mul || i != 1)
            insn->src[i].type = (uint8_t)lane_type(insn->src[i].type, has_ud);
    insn->dst.type = (uint8_t)lane_type(insn->dst.type, false);
}

fast_handler *fast_odd(struct fast_uop *u, struct fast_cold *cold)
{
    const struct fast_alu *a = &cold->alu;
    struct fast_cold lanes = {.insn = cold->insn, .window = cold->window};
    bool cmod = cold->insn.cmod && a->hw != EU_OP_CMP;
    if (a->way == fast_df || a->hw == EU_OP_MATH || a->es > FAST_ODD_LANES || a->sat || cmod ||
        a->acc_wr || cold->insn.pred > 1 || cold->chan != UINT32_MAX || u->group + a->es > 32 ||
        u->shift + a->es > 32)
        return NULL;
    memset(&cold->odd, 0, sizeof cold->odd);
    u->mods = 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        if (!place_source(a, i, u, &cold->odd.src[i]))
            return NULL;
    if (!place_dst(a, u, &cold->odd))
        return NULL;
    set_types(&lanes.insn);
    u->odd = true;
    fast_handler *h = fast_vector(u, &lanes);
    cold->floats = lanes.floats;
    return h;
}
