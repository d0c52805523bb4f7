/* Operands that are no packed dwords, by the tables of sim/fast/odd.h: lanes are brought side by
 * side, and a result is taken apart. */
#include "sim/float.h"
#include "sim/jit/work.h"

#include <string.h>

enum { FAR_BYTES = 32 };

static struct host_at table(struct emit *e, const void *bytes)
{
    uint32_t lanes[LANES];
    memcpy(lanes, bytes, sizeof lanes);
    return host_const(&e->c, lanes);
}

/* --- sources --- */

static bool all_in_one(const uint32_t *dword, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (dword[i] != dword[0])
            return false;
    return !(dword[0] >> 31);
}

static bool side_by_side(const uint32_t *dword, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (dword[i] != i)
            return false;
    return true;
}

/* The 32 bytes at @from, as the second operand of an instruction. */
static struct host_at window_at(struct emit *e, unsigned from)
{
    if (from % REG_BYTES == 0 && from / REG_BYTES < EU_GRF_COUNT)
        return jit_where(e, from / REG_BYTES);
    return jit_in_memory(e, from, FAR_BYTES);
}

/* The dwords in which the lanes lie. */
static struct jit_value dwords(struct emit *e, const struct jit_work *w, unsigned k, unsigned h,
                               unsigned from)
{
    const struct fast_odd_lanes *l = &w->odd->lanes[k][h];
    bool far = w->u->kind[k] & FAST_FAR;
    if (all_in_one(l->dword, w->n))
        return jit_in_all_lanes(e, w, h, from + 4 * l->dword[0]);
    if (side_by_side(l->dword, w->n))
        return (struct jit_value){window_at(e, from), false};
    struct host_at near = window_at(e, from), more = near;
    if (far)
        more = window_at(e, from + FAR_BYTES);
    unsigned which = jit_temp(e), v = jit_temp(e);
    host_v(&e->c, VMOVUPS_LOAD, which, 0, table(e, l->dword), -1);
    host_v(&e->c, VPERMD, v, which, near, -1);
    if (far) {
        unsigned other = jit_temp(e);
        host_v(&e->c, VPERMD, other, which, more, -1);
        host_v(&e->c, VBLENDVPS, v, v, host_reg(other), (int)(which << 4));
        jit_free_reg(e, other);
    }
    jit_free_reg(e, which);
    return (struct jit_value){host_reg(v), true};
}

/* Whether the lanes are unsigned words side by side, and zeros above them. */
static bool is_words(const struct jit_work *w, unsigned k, const struct fast_odd_lanes *l)
{
    enum { NOTHING = 0x80, WORD = 2 };
    const uint8_t *byte = (const uint8_t *)l->byte;
    if (w->u->kind[k] & FAST_FAR || w->odd->down[k] || w->n != LANES)
        return false;
    for (unsigned i = 0; i < LANES; i++) {
        const uint8_t *at = byte + 4 * i, low = (uint8_t)(4 * (i % 4) + WORD * (i % 2));
        if (l->dword[i] != l->dword[0] + i / 2 || at[0] != low || at[1] != low + 1 ||
            !(at[2] & at[3] & NOTHING))
            return false;
    }
    return l->dword[0] <= LANES / 2;
}

struct jit_value jit_odd_source(struct emit *e, const struct jit_work *w, unsigned k, unsigned h)
{
    const struct fast_odd_lanes *l = &w->odd->lanes[k][h];
    unsigned kind = w->u->kind[k], from = w->u->s[k] + (h ? w->odd->second[k] : 0);
    if (kind & FAST_PART && is_words(w, k, l)) {
        unsigned words = jit_temp(e);
        struct host_at at = l->dword[0] ? jit_in_memory(e, from + 4 * l->dword[0], FAR_BYTES / 2)
                                        : window_at(e, from);
        host_v(&e->c, VPMOVZXWD, words, 0, at, -1);
        return (struct jit_value){host_reg(words), true};
    }
    struct jit_value v = dwords(e, w, k, h, from);
    if (!(kind & FAST_PART))
        return v;
    unsigned in = jit_in_reg(e, v), to = v.own ? in : jit_temp(e);
    host_v(&e->c, VPSHUFB, to, in, table(e, l->byte), -1);
    if (w->odd->down[k])
        host_v(&e->c, VPSHIFTD, 4, to, host_reg(to), (int)w->odd->down[k]);
    return (struct jit_value){host_reg(to), true};
}

/* --- conversions: sim/fast/ends.h --- */

enum { UNORDERED = 3, AT_LEAST = 29 };

/* The host gives INT32_MIN for everything out of range. */
static void to_d(struct emit *e, unsigned v)
{
    unsigned over = jit_temp(e), nan = jit_temp(e);
    host_v(&e->c, VCMPPS, over, v, jit_all(e, 0x4f000000), AT_LEAST); /* 2^31 */
    host_v(&e->c, VCMPPS, nan, v, host_reg(v), UNORDERED);
    host_v(&e->c, VCVTTPS2DQ, v, 0, host_reg(v), -1);
    host_v(&e->c, VPXOR, v, v, host_reg(over), -1);
    host_v(&e->c, VPANDN, v, nan, host_reg(v), -1);
    jit_free_reg(e, over);
    jit_free_reg(e, nan);
}

static void to_ud(struct emit *e, unsigned v)
{
    unsigned over = jit_temp(e), top = jit_temp(e), part = jit_temp(e);
    host_v(&e->c, VPXOR, top, top, host_reg(top), -1);
    host_v(&e->c, VMAXPS, v, v, host_reg(top), -1); /* 0 for a NaN */
    host_v(&e->c, VCMPPS, over, v, jit_all(e, 0x4f800000), AT_LEAST);
    host_v(&e->c, VCMPPS, top, v, jit_all(e, 0x4f000000), AT_LEAST);
    host_v(&e->c, VPAND, part, top, jit_all(e, 0x4f000000), -1);
    host_v(&e->c, VSUBPS, v, v, host_reg(part), -1);
    host_v(&e->c, VCVTTPS2DQ, v, 0, host_reg(v), -1);
    host_v(&e->c, VPAND, top, top, jit_all(e, EU_F_SIGN), -1);
    host_v(&e->c, VPXOR, v, v, host_reg(top), -1);
    host_v(&e->c, VPOR, v, v, host_reg(over), -1);
    jit_free_reg(e, over);
    jit_free_reg(e, top);
    jit_free_reg(e, part);
}

static void saturate(struct emit *e, unsigned v)
{
    unsigned nan = jit_temp(e), zero = jit_temp(e);
    host_v(&e->c, VCMPPS, nan, v, host_reg(v), UNORDERED);
    host_v(&e->c, VPXOR, zero, zero, host_reg(zero), -1);
    host_v(&e->c, VPMAXSD, v, v, host_reg(zero), -1);
    host_v(&e->c, VPMINSD, v, v, jit_all(e, 0x3f800000), -1);
    host_v(&e->c, VPANDN, v, nan, host_reg(v), -1);
    jit_free_reg(e, nan);
    jit_free_reg(e, zero);
}

struct jit_value jit_odd_bend(struct emit *e, const struct jit_work *w, struct jit_value v)
{
    unsigned how = w->odd->bend & ~(unsigned)FAST_TELL;
    if (!how)
        return v;
    unsigned reg = jit_own(e, v);
    if (how & FAST_TO_D)
        to_d(e, reg);
    if (how & FAST_TO_UD)
        to_ud(e, reg);
    if (how & FAST_CLAMP) {
        host_v(&e->c, VPMINSD, reg, reg, jit_all(e, (uint32_t)w->odd->high), -1);
        host_v(&e->c, VPMAXSD, reg, reg, jit_all(e, (uint32_t)w->odd->low), -1);
    }
    if (how & FAST_AT_MOST)
        host_v(&e->c, VPMINUD, reg, reg, jit_all(e, (uint32_t)w->odd->high), -1);
    if (how & FAST_SATURATE)
        saturate(e, reg);
    return (struct jit_value){host_reg(reg), true};
}

/* --- flags --- */

/* How the integer @reg is to 0: the signs of the result are the flags. */
static unsigned told(struct emit *e, const struct jit_work *w, unsigned reg)
{
    const struct eu_type_info *type = &eu_types[w->i->cold->insn.dst.type];
    unsigned v = jit_temp(e), zero = jit_temp(e), up = 32 - 8 * type->bytes;
    bool less = w->tells & FAST_LESS && type->kind == EU_KIND_INT, equal = w->tells & FAST_EQUAL;
    bool greater = w->tells & FAST_GREATER, invert = greater;
    if (greater) { /* what is not: those of the other kinds that do not count */
        less = !(w->tells & FAST_LESS) && type->kind == EU_KIND_INT;
        equal = !equal;
    }
    host_v(&e->c, VPSHIFTD, 6, v, host_reg(reg), (int)up);
    host_v(&e->c, VPXOR, zero, zero, host_reg(zero), -1);
    host_v(&e->c, VPCMPEQD, zero, zero, host_reg(v), -1);
    if (!equal)
        host_v(&e->c, VPXOR, zero, zero, host_reg(zero), -1);
    if (less)
        host_v(&e->c, VPOR, zero, zero, host_reg(v), -1);
    if (invert)
        host_v(&e->c, VPXOR, zero, zero, jit_all(e, UINT32_MAX), -1);
    jit_free_reg(e, v);
    return zero;
}

void jit_odd_tell(struct emit *e, const struct jit_work *w, const struct jit_value r[2])
{
    for (unsigned h = 0; h < w->halves; h++) {
        unsigned v = told(e, w, jit_in_reg(e, r[h]));
        host_v(&e->c, VMOVMSKPS, h ? RAX : RCX, 0, host_reg(v), -1);
        jit_keep(e, r, w->halves);
    }
    if (w->halves == 2) {
        host_shift(&e->c, false, false, RAX, LANES);
        host_g(&e->c, OR_, false, RCX, host_reg(RAX));
    }
    host_gi(&e->c, AND_, false, RCX, w->window);
}

/* --- destinations --- */

/* Where the piece has them, the lanes of @v. */
static unsigned spread(struct emit *e, const struct fast_odd *o, const struct fast_odd_piece *p,
                       unsigned v)
{
    unsigned to = jit_temp(e), which = jit_temp(e);
    host_v(&e->c, VPSHUFB, to, v, table(e, o->pack), -1);
    host_v(&e->c, VMOVUPS_LOAD, which, 0, table(e, p->dword), -1);
    host_v(&e->c, VPERMD, to, which, host_reg(to), -1);
    jit_free_reg(e, which);
    return to;
}

/* Piece @piece of half @h into the register @cell: bytes that are written alone. */
static void put_piece(struct emit *e, const struct jit_work *w, struct jit_value v, unsigned h,
                      unsigned piece, unsigned cell)
{
    const struct fast_odd_piece *p = &w->odd->piece[piece];
    unsigned lanes = spread(e, w->odd, p, jit_in_reg(e, v)), mask;
    if (w->whole) {
        mask = jit_in_reg(e, (struct jit_value){table(e, p->mask), false});
    } else {
        mask = spread(e, w->odd, p, jit_writers(e, w, h));
        host_v(&e->c, VPAND, mask, mask, table(e, p->mask), -1);
    }
    unsigned old = jit_reg(e, cell);
    host_v(&e->c, VPBLENDVB, lanes, old, host_reg(lanes), (int)(mask << 4));
    jit_set(e, cell, lanes);
}

void jit_odd_put(struct emit *e, const struct jit_work *w, const struct jit_value r[2])
{
    unsigned cell = w->u->d / REG_BYTES, way = w->odd->put & FAST_PUT_WAY;
    unsigned pieces = way == FAST_PUT_ONE ? 1 : 2;
    for (unsigned k = 0; k < pieces; k++) {
        unsigned h = w->halves == 2 ? k : 0;
        put_piece(e, w, r[h], h, k, cell + (way == FAST_PUT_TWO ? k : 0));
        jit_keep(e, r, w->halves);
    }
}
