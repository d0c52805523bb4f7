/* Typed surfaces in the chain: reads, writes and atomics of eight slots. */
#include "sim/fast/texel.h"

#ifdef FAST_WIDE

/* What cold->port holds here: form with PORT_WRITE or PORT_RETURNS; op of an atomic; count: bits of
 * the components that are left out; unit: registers of addresses; owords: 8 for slots 15:8. */

INLINE v8u coordinate(const struct fast_port *p, const uint8_t *grf, unsigned n)
{
    return n < p->unit ? load(grf + p->at + 32 * n) : all(0);
}

/* Finds the surface and the elements of the slots. Returns false if message.c must do it. */
static bool find_elements(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                          uint32_t on, struct fast_texels **t, uint8_t *place[8])
{
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    *t = texels_of(x, p->bti);
    return *t && on &&
           texels_find(x, *t, coordinate(p, grf, 0), coordinate(p, grf, 1), on,
                       p->form & PORT_WRITE, place);
}

static uint32_t slots(const struct fast_port *p, const uint8_t *grf, uint32_t on)
{
    on &= 255;
    return p->header == FAST_NO_HEADER ? on : on & port_header(p, grf, 7) >> p->owords;
}

static bool read_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    struct fast_texels *t;
    uint8_t *place[8];
    v8u rgba[4];
    on = slots(p, grf, on);
    if (!find_elements(x, p, grf, on, &t, place))
        return false;
    texels_load(t, place, rgba);
    for (unsigned comp = 0, k = 0; comp < 4; comp++)
        if (!(p->count >> comp & 1)) {
            uint8_t *to = grf + p->to + 32 * k++;
            put(to, blend(load(to), rgba[comp], mask_of(on)));
        }
    return true;
}
PORT_HANDLER(read_handler, read_work)

static bool write_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    struct fast_texels *t;
    uint8_t *place[8];
    v8u rgba[4];
    unsigned needed = 0;
    on = slots(p, grf, on);
    if (!find_elements(x, p, grf, on, &t, place) || !texels_stores(t))
        return false;
    for (unsigned i = 0; i < EU_FORMAT_PARTS && t->parts[i].bits; i++)
        needed |= 1u << __builtin_ctz(t->parts[i].set);
    if (needed & p->count) /* what is left out is read first */
        return false;
    for (unsigned comp = 0, k = 0; comp < 4; comp++)
        rgba[comp] = p->count >> comp & 1 ? all(0) : load(grf + p->data + 32 * k++);
    texels_store(t, place, on, rgba);
    return true;
}
PORT_HANDLER(write_handler, write_work)

static bool atomic_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    struct fast_texels *t;
    uint8_t *place[8];
    on = slots(p, grf, on);
    if (!find_elements(x, p, grf, on, &t, place) || t->bytes != 4 || x->eu->unit)
        return false;
    port_atomic_at(x, p, grf, on, place);
    return true;
}
PORT_HANDLER(atomic_handler, atomic_work)

/* The registers: address registers are all that data leave. */
static bool set_registers(const struct fast_cold *cold, unsigned data, unsigned answers,
                          struct fast_port *p)
{
    const struct eu_message *m = &cold->msg;
    unsigned header = m->header, addresses = m->mlen - header - data;
    bool split = cold->insn.op->format == EU_FMT_SENDS;
    p->header = header ? (uint16_t)(m->src * EU_GRF_BYTES) : (uint16_t)FAST_NO_HEADER;
    p->at = (uint16_t)((m->src + header) * EU_GRF_BYTES);
    p->unit = (uint8_t)addresses;
    p->data = (uint16_t)((m->src + header + addresses) * EU_GRF_BYTES);
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    return !split && m->mlen > header + data && m->src + m->mlen <= EU_GRF_COUNT &&
           m->rlen == answers && (!answers || m->dst + answers <= EU_GRF_COUNT);
}

static fast_handler *moves(const struct eu *eu, struct fast_cold *cold, bool write)
{
    struct fast_port *p = &cold->port;
    unsigned mode = cold->msg.desc >> 12 & 3;
    unsigned n = 4 - (unsigned)__builtin_popcount(cold->msg.desc >> 8 & 15);
    p->count = cold->msg.desc >> 8 & 15;
    p->form = write ? PORT_WRITE : 0;
    p->owords = mode >> 1 ? 8 : 0;
    if ((eu->isa->typed_simd4x2 && mode == 0) || !n ||
        !set_registers(cold, write ? n : 0, write ? 0 : n, p))
        return fast_slow;
    return write ? write_handler : read_handler;
}

static fast_handler *atomic(struct fast_cold *cold)
{
    static const uint8_t sources[16] = {2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0};
    struct fast_port *p = &cold->port;
    uint32_t desc = cold->msg.desc;
    p->op = desc >> 8 & 15;
    p->bytes = 4;
    p->form = PORT_WRITE | (desc >> 13 & 1 ? PORT_RETURNS : 0);
    p->owords = desc >> 12 & 1 ? 8 : 0;
    if (!p->op || !set_registers(cold, sources[p->op], desc >> 13 & 1, p) ||
        p->data + 2 * EU_GRF_BYTES > EU_GRF_COUNT * EU_GRF_BYTES)
        return fast_slow;
    return atomic_handler;
}

fast_handler *texel_typed(const struct eu *eu, struct fast_cold *cold)
{
    if (cold->port.bti >= eu->isa->bti_special)
        return fast_slow;
    switch (cold->message) {
    case PORT_ROW_RC_TYPED_READ:
    case PORT_ROW_DC1_TYPED_READ:
        return moves(eu, cold, false);
    case PORT_ROW_RC_TYPED_WRITE:
    case PORT_ROW_DC1_TYPED_WRITE:
        return moves(eu, cold, true);
    case PORT_ROW_RC_TYPED_ATOMIC:
    case PORT_ROW_DC1_TYPED_ATOMIC:
        return atomic(cold);
    default:
        return fast_slow;
    }
}

#endif
