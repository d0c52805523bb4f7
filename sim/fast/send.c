/* Messages in the chain: a dword for each channel, from or to a buffer of the data cache. Anything
 * unusual (unmapped memory, another kind of surface, a watchpoint) needs a full step, before
 * anything has changed. Source: SNB vol. 4 part 1, 3.9.7, as sim/dataport_scatter.c. */
#include "sim/fast/texel_load.h"

#include <string.h>

#ifdef FAST_WIDE

/* The buffer that a message accesses; @unit: bytes of an offset's unit. */
struct scatter {
    uint32_t base;
    uint64_t size;
    unsigned unit;
};

/* Finds the buffer; returns false if it is not a plain one. */
INLINE bool find_buffer(const struct fast_ctx *x, const struct fast_uop *u, unsigned unit,
                        struct scatter *s)
{
    const struct eu_surface *surface = &x->eu->surfaces[u->imm];
    s->base = surface->address;
    s->size = unit == 4 ? surface->width & -x->eu->isa->block_unit : surface->width;
    s->unit = unit;
    return surface->present && !surface->is_2d;
}

INLINE bool in_view(const struct fast_ctx *x, uint32_t addr, bool write)
{
    return x->cache->views[write].page == addr / EU_PAGE_BYTES;
}

/* Opens a window onto the part of the buffer that lies in the page of byte @off, for which there is
 * a view. */
static void open_window(struct fast_ctx *x, const struct fast_uop *u, const struct scatter *s,
                        uint64_t off, bool write)
{
    struct fast_window *w = &x->windows[write];
    uint32_t in_page = (s->base + (uint32_t)off) % EU_PAGE_BYTES;
    uint64_t end = off - in_page + EU_PAGE_BYTES, room;
    w->from = off < in_page ? 0 : off - in_page;
    w->bytes = x->cache->views[write].bytes + in_page - (off - w->from);
    w->key = u->s[1];
    room = (end < s->size ? end : s->size) - w->from;
    for (unsigned h = 0; h < 2; h++)
        w->rows[h] = room < 32 * (h + 1) ? 0 : room - 32 * (h + 1) + 1;
}

INLINE v8u broadcast(const uint8_t *dword)
{
    v8u v; /* in C, the compiler takes a detour through another register */
    __asm__("vpbroadcastd %1, %0" : "=x"(v) : "m"(*(const uint32_t *)(const void *)dword));
    return v;
}

/* Whether @halves times eight offsets are consecutive. */
INLINE bool is_row(const uint8_t *offsets, unsigned unit, unsigned halves)
{
    uint32_t step = 4 / unit;
    v8u row = (v8u){0, 1, 2, 3, 4, 5, 6, 7} * step + broadcast(offsets);
    v8u wrong = row ^ load(offsets);
    if (halves == 2)
        wrong |= (row + 8 * step) ^ load(offsets + 32);
    return _mm256_testz_si256((__m256i)wrong, (__m256i)wrong);
}

/* Finds how far the dword of each channel @on is from the surface's first page on; returns false if
 * one of them is outside. */
INLINE bool find_dwords(const struct fast_texels *t, const struct scatter *s,
                        const uint8_t *offsets, uint32_t on, unsigned halves, v8u rel[2])
{
    unsigned shift = s->unit == 4 ? 2 : 0;
    uint32_t most = (uint32_t)(s->size - 4) >> shift;
    v8u outside = all(0);
    if (!t || !t->npages || t->low % 4 || s->size < 4)
        return false;
    for (unsigned h = 0; h < halves; h++) {
        v8u unit = load(offsets + 32 * h) & (shift ? ~0u : ~3u);
        v8u above = (v8u)_mm256_max_epu32((__m256i)unit, (__m256i)all(most)) ^ all(most);
        outside |= above & mask_of(on >> 8 * h);
        rel[h] = (unit << shift) + t->low;
    }
    return _mm256_testz_si256((__m256i)outside, (__m256i)outside);
}

/* Finds the dwords, which are @rel; returns false if one is not mapped. */
INLINE bool find_places(struct fast_ctx *x, struct fast_texels *t, const v8u rel[2], uint32_t on,
                        unsigned halves, bool write, uint8_t *place[16])
{
    for (unsigned h = 0; h < halves; h++) {
        uint32_t here = on >> 8 * h & 255;
        if (here && !texels_kept(x, t, here == 255 ? rel[h] : texels_on(rel[h], here), write, true,
                                 place + 8 * h))
            return false;
    }
    return true;
}

INLINE uint32_t channels(const struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    uint32_t on = u->need ? act : UINT32_MAX;
    on &= fast_predicate(grf, u);
    return on >> u->group & fast_rest(u)->cold->window;
}

/* Moves the dwords of the channels @on. A half of which all are on is moved at once. */
INLINE void move_dwords(uint8_t *const place[16], uint8_t *data, uint32_t on, unsigned halves,
                        bool write)
{
    for (unsigned h = 0; h < halves; h++, data += EU_GRF_BYTES, place += 8, on >>= 8) {
        if (FAST_UNLIKELY((on & 255) != 255))
            for (uint32_t some = on & 255; some; some &= some - 1) {
                unsigned n = (unsigned)__builtin_ctz(some);
                memcpy(write ? place[n] : data + 4 * n, write ? data + 4 * n : place[n], 4);
            }
        else if (write)
            for (unsigned n = 0; n < 8; n++)
                memcpy(place[n], data + 4 * n, 4);
        else
            put(data, words_of(place, 0, 4));
    }
}

/* The same if the surface's pages are side by side, at @row. */
INLINE void move_in_row(uint8_t *row, const v8u rel[2], uint8_t *data, uint32_t on, unsigned halves,
                        bool write)
{
    for (unsigned h = 0; h < halves; h++, data += EU_GRF_BYTES, on >>= 8) {
        __m256i at = (__m256i)texels_in_row(rel[h]), mask = (__m256i)mask_of(on);
        uint32_t each[8];
        if (!write) {
            put(data,
                (v8u)_mm256_mask_i32gather_epi32((__m256i)load(data), (void *)row, at, mask, 1));
            continue;
        }
        put(each, (v8u)at);
        if ((on & 255) == 255)
            for (unsigned n = 0; n < 8; n++)
                memcpy(row + each[n], data + 4 * n, 4);
        else
            for (uint32_t some = on & 255; some; some &= some - 1)
                memcpy(row + each[__builtin_ctz(some)], data + 4 * __builtin_ctz(some), 4);
    }
}

/* Moves channel by channel. */
INLINE enum fast_leave one_by_one(FAST_ARGS, unsigned unit, unsigned halves, bool write)
{
    struct scatter s;
    v8u rel[2];
    uint8_t *place[16], *data = grf + (write ? u->s[0] + 32 * halves : u->d);
    uint32_t on = channels(u, grf, act) & (halves == 2 ? 0xffff : 0xff);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    struct fast_texels *t = texels_known(x, u->imm);
    if (x->watched || !find_buffer(x, u, unit, &s) ||
        !find_dwords(t, &s, grf + u->s[0], on, halves, rel))
        return fast_slow(FAST_PASS);
    if (t->row[write])
        move_in_row(t->row[write], rel, data, on, halves, write);
    else if (find_places(x, t, rel, on, halves, write, place))
        move_dwords(place, data, on, halves, write);
    else
        return fast_slow(FAST_PASS);
    if (!write || eu_memory_changes(x->eu->mem) == x->cache->changes)
        return fast_next(FAST_PASS);
    u++; /* the write may have changed code: the next micro-op must be looked up */
    left--;
    return fast_limit(FAST_PASS);
}

INLINE uint32_t first_of(const uint8_t *offsets)
{
    uint32_t first;
    memcpy(&first, offsets, sizeof first);
    return first;
}

/* Opens a window for a whole row, if that does not change memory. */
INLINE bool turn_window(struct fast_ctx *x, const struct fast_uop *u, const uint8_t *grf,
                        unsigned unit, bool write)
{
    struct scatter s;
    uint64_t off = (uint64_t)first_of(grf + u->s[0]) * unit;
    if (x->watched || !find_buffer(x, u, unit, &s) || off >= s.size)
        return false;
    uint32_t addr = s.base + (uint32_t)off;
    if (!in_view(x, addr, write) && !fast_page(x->cache, x->eu->mem, addr, write))
        return false;
    open_window(x, u, &s, off, write);
    return eu_memory_changes(x->eu->mem) == x->cache->changes;
}

/* Moves a row if all of it is in one page and inside the buffer. */
INLINE bool whole_row(FAST_ARGS, unsigned unit, unsigned halves, bool write)
{
    const struct fast_window *w = &x->windows[write];
    const uint8_t *offsets = grf + u->s[0];
    (void)left;
    if (u->need & ~act || w->key != u->s[1] || !is_row(offsets, unit, halves))
        return false;
    uint64_t off = (uint64_t)first_of(offsets) * unit, at = off - w->from;
    if (off & 3 || at >= w->rows[halves - 1])
        return false;
    uint8_t *mem = w->bytes + at, *data = grf + (write ? u->s[0] + 32 * halves : u->d);
    /* in whole registers, because the next reader reads whole ones */
    for (unsigned h = 0; h < halves; h++) {
        v8u row = load((write ? data : mem) + 32 * h);
        memcpy((write ? mem : data) + 32 * h, &row, sizeof row);
    }
    return true;
}

/* Moves dwords that are anywhere in the buffer, if its pages are known to be side by side, and all
 * channels are on. Returns false if that is not so. */
INLINE bool all_in_row(FAST_ARGS, unsigned unit, unsigned halves, bool write)
{
    struct fast_texels *t = &x->cache->texels[u->imm % FAST_SURFACES];
    const struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    struct scatter s;
    v8u rel[2];
    (void)left;
    if (u->need & ~act || x->watched || !t->row[write] || !eu_tlb_holds(tlb) ||
        !texels_are_those(x, t, u->imm) || !find_buffer(x, u, unit, &s) ||
        !find_dwords(t, &s, grf + u->s[0], UINT32_MAX, halves, rel))
        return false;
    move_in_row(t->row[write], rel, grf + (write ? u->s[0] + 32 * halves : u->d), UINT32_MAX,
                halves, write);
    return true;
}

#define SCATTER(name, unit, halves, write)                                                         \
    static __attribute__((noinline)) enum fast_leave name##_rest(FAST_ARGS)                        \
    {                                                                                              \
        return one_by_one(FAST_PASS, unit, halves, write);                                         \
    }                                                                                              \
    static __attribute__((noinline)) enum fast_leave name##_turn(FAST_ARGS)                        \
    {                                                                                              \
        if (u->need & ~act || !turn_window(x, u, grf, unit, write) ||                              \
            !whole_row(FAST_PASS, unit, halves, write))                                            \
            return name##_rest(FAST_PASS);                                                         \
        return fast_next(FAST_PASS);                                                               \
    }                                                                                              \
    static __attribute__((noinline)) enum fast_leave name##_far(FAST_ARGS)                         \
    {                                                                                              \
        if (is_row(grf + u->s[0], unit, halves))                                                   \
            return name##_turn(FAST_PASS);                                                         \
        if (!all_in_row(FAST_PASS, unit, halves, write))                                           \
            return name##_rest(FAST_PASS);                                                         \
        return fast_next(FAST_PASS);                                                               \
    }                                                                                              \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        if (FAST_UNLIKELY(!whole_row(FAST_PASS, unit, halves, write)))                             \
            return name##_far(FAST_PASS);                                                          \
        return fast_next(FAST_PASS);                                                               \
    }
SCATTER(dword_read_8, 4, 1, false)
SCATTER(dword_read_16, 4, 2, false)
SCATTER(dword_write_8, 4, 1, true)
SCATTER(dword_write_16, 4, 2, true)
SCATTER(untyped_read_8, 1, 1, false)
SCATTER(untyped_read_16, 1, 2, false)
SCATTER(untyped_write_8, 1, 1, true)
SCATTER(untyped_write_16, 1, 2, true)

/* The messages of the chain, by generation and descriptor without binding table index. */
static const struct row {
    uint8_t gens, sfid, unit, halves;
    bool write;
    uint32_t desc;
    fast_handler *h, *rest;
} rows[] = {
    {EU_GEN7X, EU_SFID_DATA_CACHE, 4, 1, false, 0x0210c200, dword_read_8, dword_read_8_rest},
    {EU_GEN7X, EU_SFID_DATA_CACHE, 4, 2, false, 0x0420c300, dword_read_16, dword_read_16_rest},
    {EU_GEN7X, EU_SFID_DATA_CACHE, 4, 1, true, 0x0402c200, dword_write_8, dword_write_8_rest},
    {EU_GEN7X, EU_SFID_DATA_CACHE, 4, 2, true, 0x0802c300, dword_write_16, dword_write_16_rest},
    {EU_GEN7, EU_SFID_DATA_CACHE, 1, 1, false, 0x02116e00, untyped_read_8, untyped_read_8_rest},
    {EU_GEN7, EU_SFID_DATA_CACHE, 1, 2, false, 0x04215e00, untyped_read_16, untyped_read_16_rest},
    {EU_GEN7, EU_SFID_DATA_CACHE, 1, 1, true, 0x04036e00, untyped_write_8, untyped_write_8_rest},
    {EU_GEN7, EU_SFID_DATA_CACHE, 1, 2, true, 0x08035e00, untyped_write_16, untyped_write_16_rest},
    {EU_GEN75, EU_SFID_DATA_CACHE_1, 1, 1, false, 0x02106e00, untyped_read_8, untyped_read_8_rest},
    {EU_GEN75, EU_SFID_DATA_CACHE_1, 1, 2, false, 0x04205e00, untyped_read_16,
     untyped_read_16_rest},
    {EU_GEN75, EU_SFID_DATA_CACHE_1, 1, 1, true, 0x04026e00, untyped_write_8, untyped_write_8_rest},
    {EU_GEN75, EU_SFID_DATA_CACHE_1, 1, 2, true, 0x08025e00, untyped_write_16,
     untyped_write_16_rest},
};

fast_handler *fast_send_handler(enum eu_gen gen, struct fast_uop *u, const struct fast_cold *cold)
{
    const struct eu_insn *insn = &cold->insn;
    const struct eu_operand *src = &insn->src[0], *dst = &insn->dst;
    uint32_t desc = (uint32_t)insn->src[1].imm, bti = desc & 0xff;
    if (insn->src[1].file != EU_FILE_IMM || isa_is_eot(insn) || src->file != EU_FILE_GRF ||
        insn->pred > 1 || insn->align16 || insn->exec > 4 || bti >= EU_BTI_SLM ||
        u->group + isa_exec_size(insn) > 32)
        return fast_slow;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        unsigned regs = row->halves * (row->write ? 2 : 1);
        if (!(row->gens & gen) || row->sfid != (insn->cmod & 15) ||
            row->desc != (desc & 0x1fffff00))
            continue;
        if (src->reg + regs > EU_GRF_COUNT ||
            (!row->write && (dst->file != EU_FILE_GRF || dst->reg + row->halves > EU_GRF_COUNT)))
            return fast_slow;
        u->s[0] = (uint16_t)(src->reg * EU_GRF_BYTES);
        u->d = (uint16_t)(dst->reg * EU_GRF_BYTES);
        u->imm = bti;
        u->s[1] = fast_window_key(bti, row->unit);
        u->kind[0] = row->unit;
        u->kind[1] = row->halves;
        u->kind[2] = row->write;
        return isa_exec_size(insn) == 8u * row->halves && u->free ? row->h : row->rest;
    }
    return fast_slow;
}

#else

fast_handler *fast_send_handler(enum eu_gen gen, struct fast_uop *u, const struct fast_cold *cold)
{
    (void)gen, (void)u, (void)cold;
    return fast_slow;
}
#endif
