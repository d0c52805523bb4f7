/* Where the elements of a plan's source lie. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

static enum plan_where where_of(const struct fast_plan *p, const struct fast_alu *a,
                                const struct fast_operand *op)
{
    unsigned bytes = eu_types[op->type].bytes, end = plan_lanes_end(p, a);
    bool packed = true, one = true;
    const uint16_t *off = op->off + p->lane;
    for (unsigned n = 1; n < PLAN_LANES && n + p->lane < end; n++) {
        packed &= off[n] == off[0] + n * bytes;
        one &= off[n] == off[0];
    }
    if (packed && end - p->lane > 1)
        return PLAN_PACKED;
    if (one && bytes >= 4)
        return PLAN_ONE;
    return PLAN_ANYWHERE;
}

/* Fills the tables, for elements from @s->low on. Returns false if one reaches over two dwords. */
static bool tabulate(struct plan_source *s, const uint16_t *off, unsigned from, unsigned type)
{
    unsigned bytes = eu_types[type].bytes, top = fast_is_signed(type) ? 4 - bytes : 0;
    s->far = false;
    s->straight = s->folded = s->apart = true;
    memset(s->places.byte, 0x80, sizeof s->places.byte); /* zeros */
    for (unsigned n = 0; n < PLAN_LANES; n++) {
        unsigned at = off[n] - from;
        if (at % 4 + bytes > 4)
            return false;
        s->far |= at >= 32;
        s->straight &= at / 16 == n / 4;
        s->folded &= at < 16;
        s->apart &= at == 8 * n;
        s->places.dword[n] = at / 4 % 8 | (at < 32 ? 0 : 1u << 31);
    }
    s->straight |= s->folded;
    for (unsigned n = 0; n < PLAN_LANES; n++) {
        unsigned at = off[n] - from, byte = s->straight ? at % 16 : 4 * (n & 3) + at % 4;
        uint8_t *to =
            s->places.byte + (type == EU_TYPE_HF ? 16 * (n / 4) + 2 * (n & 3) : 4 * n + top);
        for (unsigned k = 0; k < bytes; k++)
            to[k] = (uint8_t)(byte + k);
    }
    return true;
}

/* Of @n lanes. */
static enum plan_where even_of(const uint16_t *off, unsigned n)
{
    if ((n < PLAN_LANES && n != PLAN_LANES / 2) || off[1] <= off[0])
        return PLAN_ANYWHERE;
    for (unsigned i = 2; i < PLAN_LANES && i < n; i++)
        if (off[i] - off[i - 1] != off[1] - off[0])
            return PLAN_ANYWHERE;
    return n < PLAN_LANES ? PLAN_FOUR : PLAN_EVEN;
}

/* The same for elements of 64 bits: each four must be within 32 bytes, in the same order. */
static bool tabulate_quads(struct plan_source *s, const uint16_t *off, unsigned from, unsigned n)
{
    int step = n > PLAN_LANES / 2 ? off[PLAN_LANES / 2] - off[0] : 0;
    bool near = step >= 0;
    for (unsigned i = 0; i < PLAN_LANES / 2; i++) {
        unsigned at = off[i] - from;
        near &= at % 4 == 0 && at + 8 <= 32;
        near &= !step || off[i + PLAN_LANES / 2] - off[i] == step;
        s->places.dword[2 * i] = at / 4;
        s->places.dword[2 * i + 1] = at / 4 + 1;
    }
    s->step = step;
    return near;
}

/* Where elements of 64 bits are that have no simpler place: of @n lanes. */
static enum plan_where place_quads(struct plan_source *s, const uint16_t *off, unsigned from,
                                   unsigned n)
{
    enum plan_where where = even_of(off, n);
    if (where == PLAN_ANYWHERE)
        return tabulate_quads(s, off, from, n) ? PLAN_NEAR : PLAN_ANYWHERE;
    s->step = off[1] - off[0];
    return where;
}

/* ... of at most 32 bits: @where, or anywhere if the tables do not reach them. */
static enum plan_where place_parts(struct plan_source *s, const uint16_t *off, unsigned from,
                                   unsigned type, enum plan_where where)
{
    unsigned bytes = eu_types[type].bytes;
    bool table = where != PLAN_ANYWHERE;
    s->down = bytes < 4 && (fast_is_signed(type) || !table) ? 32 - 8 * bytes : 0;
    if (!table || tabulate(s, off, from, type))
        return where;
    s->down = bytes < 4 ? 32 - 8 * bytes : 0;
    return PLAN_ANYWHERE;
}

/* Finds the elements. Places are counted from the start of a register if possible, because
 * registers are mostly written whole. */
enum plan_where plan_find_places(struct fast_plan *p, const struct fast_alu *a,
                                 const struct fast_operand *op, unsigned i)
{
    struct plan_source *s = &p->src[i];
    unsigned low = UINT16_MAX, high = 0, bytes = eu_types[op->type].bytes,
             end = plan_lanes_end(p, a);
    uint16_t off[PLAN_LANES];
    for (unsigned n = 0; n < PLAN_LANES; n++) {
        off[n] = op->off[p->lane + n < end ? p->lane + n : p->lane];
        low = off[n] < low ? off[n] : low;
        high = off[n] > high ? off[n] : high;
    }
    unsigned start = low & ~(EU_GRF_BYTES - 1u), from = low;
    enum plan_where where = where_of(p, a, op);
    bool quads = bytes == 8 && (op->type == EU_TYPE_DF || p->domain == PLAN_INTS);
    if (where == PLAN_ANYWHERE && bytes < 8 && high + bytes - low <= FAST_ODD_SPAN)
        where = PLAN_NEAR;
    if (where == PLAN_NEAR && op->place == FAST_GRF && high + bytes - start <= FAST_ODD_SPAN)
        from = start;
    if (where == PLAN_ANYWHERE && quads)
        where = place_quads(s, off, from, end - p->lane);
    else if (bytes < 8)
        where = place_parts(s, off, from, op->type, where);
    p->base[i] = (uint16_t)from;
    s->low = (uint16_t)(low - from);
    s->high = (uint16_t)(high + bytes - from);
    for (unsigned n = 0; n < PLAN_LANES && where == PLAN_ANYWHERE; n++)
        s->at[n] = (int32_t)(off[n] - from);
    return where;
}
#endif
