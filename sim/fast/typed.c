/* Typed surfaces in the chain: reads, writes and atomics of eight slots. */
#include "sim/fast/sampling.h"

#ifdef FAST_WIDE

/* What cold->port holds here: form with PORT_WRITE or PORT_RETURNS; op of an atomic; count: bits of
 * the components that are left out; unit: registers of addresses, of which the first one is at `at`
 * and the others from `second` on: compilers split messages there; owords: 8 for slots 15:8. */

INLINE v8u coordinate(const struct fast_port *p, const uint8_t *grf, unsigned n)
{
    return n < p->unit ? load(grf + (n ? p->second + 32 * (n - 1) : p->at)) : all(0);
}

/* Finds the surface and the elements of the slots. Returns false if message.c must do it. */
INLINE bool find_elements(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                          uint32_t on, struct fast_texels **t, uint8_t *place[8])
{
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    *t = texels_sampled(x, p->bti);
    if (!*t || !on)
        return false;
    bool row = (*t)->s->is_1d; /* its slices are where v is otherwise */
    return texels_find(x, *t, coordinate(p, grf, 0), row ? all(0) : coordinate(p, grf, 1),
                       coordinate(p, grf, row ? 1 : 2), coordinate(p, grf, 3), on,
                       p->form & PORT_WRITE, place);
}

INLINE uint32_t slots(const struct fast_port *p, const uint8_t *grf, uint32_t on)
{
    on &= 255;
    return p->header == FAST_NO_HEADER ? on : on & port_header(p, grf, 7) >> p->owords;
}

/* Components that are left out have no register. */
INLINE void answer(const struct fast_port *p, uint8_t *grf, uint32_t on, const v8u rgba[4])
{
    uint8_t *to = grf + p->to;
    for (unsigned comp = 0; comp < 4; comp++)
        if (!(p->count >> comp & 1)) {
            put(to, blend(load(to), rgba[comp], mask_of(on)));
            to += EU_GRF_BYTES;
        }
}

/* Whether elements are dwords of a plain image whose pages lie side by side. */
INLINE bool has_dwords_in_row(const struct fast_texels *t)
{
    const struct eu_surface *s = t->s;
    return t->row[0] && t->red && t->bytes == 4 && !s->depth && s->is_2d &&
           s->tiling == EU_TILING_LINEAR;
}

/* Reads such dwords of the slots. Returns false if one is outside. */
INLINE bool read_dwords(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                        const struct fast_texels *t, uint32_t on, v8u rgba[4])
{
    v8u ix = coordinate(p, grf, 0), iy = coordinate(p, grf, 1), mask = mask_of(on);
    v8u width = all(t->width), height = all(t->height);
    v8u outside = (v8u)(filter_least(ix, width) == width) |
                  (v8u)(filter_least(iy, height) == height) |
                  (v8u)(coordinate(p, grf, 3) != all(0));
    if (FAST_UNLIKELY(!_mm256_testz_si256((__m256i)outside, (__m256i)mask)))
        return false;
    put(x->places[0], texels_in_row((ix << 2) + iy * t->s->pitch + t->low) & mask);
    SAMPLING_IN_MEMORY(&x->places[0]);
    rgba[0] = words_at(t->row[0], x->places[0], 4);
    rgba[1] = rgba[2] = all(0);
    rgba[3] = all(t->kind <= EU_FORMAT_IS_SINT ? 1 : 0x3f800000);
    return true;
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
    texels_load_often(t, place, rgba);
    answer(p, grf, on, rgba);
    return true;
}
static __attribute__((noinline)) enum fast_leave read_any(FAST_ARGS); /* it has a frame */
PORT_READER(read_any, read_work)

static enum fast_leave read_handler(FAST_ARGS)
{
    const struct fast_port *p = port_of(u);
    const struct fast_texels *t = &x->cache->texels[p->bti % FAST_SURFACES];
    uint32_t on = slots(p, grf, port_channels(u, grf, act));
    v8u rgba[4];
    if (FAST_UNLIKELY(x->watched || x->stopped || !eu_tlb_holds(&x->cache->tlbs[EU_TLB_MEM]) ||
                      !texels_are_those(x, t, p->bti) || !has_dwords_in_row(t) ||
                      !read_dwords(x, p, grf, t, on, rgba)))
        return read_any(FAST_PASS);
    answer(p, grf, on, rgba);
    return fast_next(FAST_PASS);
}

static bool write_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    struct fast_texels *t;
    uint8_t *place[8];
    v8u rgba[4] = {all(0), all(0), all(0), all(0)};
    on = slots(p, grf, on);
    if (!find_elements(x, p, grf, on, &t, place) || !t->stores)
        return false;
    if (t->stores & p->count) /* what is left out stays as it was */
        texels_load_often(t, place, rgba);
    for (unsigned comp = 0, k = 0; comp < 4; comp++)
        if (!(p->count >> comp & 1))
            rgba[comp] = load(grf + p->data + 32 * k++);
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

/* --- render targets --- */

/* What cold->port holds here: at the register with the pixels, if there is a header; otherwise
 * bytes which ones of the dispatch; data the colour; count the slots; op 1: all have the same
 * colour. */

/* The pixels of half @h: two subspans of four, each with its upper left corner. */
INLINE void pixels_of(const uint8_t *corners, unsigned h, v8u *x, v8u *y)
{
    uint32_t two[2];
    memcpy(two, corners + 8 * h, sizeof two);
    v8u corner = {two[0], two[0], two[0], two[0], two[1], two[1], two[1], two[1]};
    *x = (corner & 0xffff) + (v8u){0, 1, 0, 1, 0, 1, 0, 1};
    *y = (corner >> 16) + (v8u){0, 0, 1, 1, 0, 0, 1, 1};
}

/* The execution mask is ignored. All places are found before one is written to. */
static bool target_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    enum { ALPHA_OR_MASK = 3 << 11 };
    const struct fast_port *p = port_of(u);
    unsigned halves = p->count == 16 ? 2 : 1;
    uint8_t *place[2][8];
    uint32_t pixels;
    const uint8_t *from = p->header == FAST_NO_HEADER
                              ? (const uint8_t *)fast_thread(grf)->pixels[p->bytes]
                              : grf + p->at;
    memcpy(&pixels, from + 28, sizeof pixels);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    struct fast_texels *t = texels_known(x, p->bti);
    if (!t || !t->stores || !t->s->is_2d || port_header(p, grf, 0) & ALPHA_OR_MASK)
        return false;
    for (unsigned h = 0; h < halves; h++) {
        v8u ix, iy;
        on = pixels >> 8 * h & 255;
        pixels_of(from + 8, h, &ix, &iy);
        if (on && !texels_find(x, t, ix, iy, all(0), all(0), on, true, place[h]))
            return false;
    }
    for (unsigned h = 0; h < halves; h++) {
        v8u rgba[4];
        if (!(pixels >> 8 * h & 255))
            continue;
        for (unsigned k = 0; k < 4; k++) {
            const uint8_t *colour = grf + p->data + (p->op ? 4 * k : 32 * (k * halves + h));
            rgba[k] = p->op ? all(part_of(colour, 4)) : load(colour);
        }
        texels_store(t, place[h], pixels >> 8 * h & 255, rgba);
    }
    return true;
}
PORT_HANDLER(target_handler, target_work)

static fast_handler *target(struct fast_cold *cold)
{
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    unsigned type = m->desc >> 8 & 7;
    p->count = type == 4 ? 8 : 16;
    p->op = type == 1;
    p->form = PORT_WRITE;
    p->header = FAST_NO_HEADER;
    p->bytes = m->desc >> 11 & 1;
    unsigned header = m->header ? 2 : 0, colours = p->op ? 1 : p->count / 8 * 4u;
    bool found =
        port_registers(m, 0, header, &p->header) && port_registers(m, header, colours, &p->data);
    p->at = (uint16_t)(p->header + EU_GRF_BYTES);
    return (type == 0 || type == 1 || type == 4) && found && !m->rlen ? target_handler : fast_slow;
}

/* The registers: address registers are all that data leave. */
static bool set_registers(const struct fast_cold *cold, unsigned data, unsigned answers,
                          struct fast_port *p)
{
    const struct eu_message *m = &cold->msg;
    unsigned header = m->header, total = m->mlen + m->len1, addresses = total - header - data;
    p->header = FAST_NO_HEADER;
    p->unit = (uint8_t)addresses;
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    return total > header + data && port_registers(m, 0, header, &p->header) &&
           port_registers(m, header, 1, &p->at) &&
           port_registers(m, header + 1, addresses - 1, &p->second) &&
           port_registers(m, header + addresses, data, &p->data) && m->rlen == answers &&
           (!answers || m->dst + answers <= EU_GRF_COUNT);
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
        cold->reads = true;
        return moves(eu, cold, false);
    case PORT_ROW_RC_TYPED_WRITE:
    case PORT_ROW_DC1_TYPED_WRITE:
        return moves(eu, cold, true);
    case PORT_ROW_RC_TYPED_ATOMIC:
    case PORT_ROW_DC1_TYPED_ATOMIC:
        return atomic(cold);
    case PORT_ROW_RC_TARGET_WRITE:
        return target(cold);
    default:
        return fast_slow;
    }
}

#endif
