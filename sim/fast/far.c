/* Messages of Gen8 and Gen9 in the chain: bytes, dwords or qwords for each channel, at 64-bit
 * addresses, in a buffer, stateless, or in local memory. As in send.c, anything unusual needs a
 * full step, before anything has changed. Source: as sim/dataport_scatter.c. */
#include "sim/fast/cache.h"

#include <string.h>

#ifdef FAST_WIDE
#include "sim/fast/lanes.h"

/* What the micro-op of a message holds: kind[0] a set of these; kind[1] bytes of an element;
 * kind[2] elements of a channel; mods bytes of an offset's unit; s[0] and s[1] the registers of
 * addresses and of data; d those of the response; imm the binding table index. */
enum far_form {
    FAR_WRITE = 1,
    FAR_A64 = 2,
    FAR_16 = 4,     /* 16 channels; otherwise 8 */
    FAR_ALIGNS = 8, /* offsets are aligned to dwords */
    FAR_OWORDS = 16 /* the buffer's size is cut to whole OWords */
};

/* The memory from which offsets count. */
struct far_target {
    uint64_t base, size, wrap;
    bool local;
};

/* --- the target --- */

/* A surface whose state is in memory. It is decoded again only if it differs from the last one. */
static const struct eu_surface *surface_in_memory(const struct fast_ctx *x, unsigned bti)
{
    const struct eu_bases *b = &x->eu->bases;
    struct fast_surface *known = &x->cache->surfaces[bti % FAST_SURFACES];
    uint32_t dw[EU_SURFACE_DWORDS], entry;
    uint64_t at = b->surface + (x->t->binding_table & ~31u) + bti * 4;
    if (!eu_memory_read(x->eu->mem, at, &entry, sizeof entry) ||
        !eu_memory_read(x->eu->mem, b->surface + (entry & ~63u), dw, sizeof dw))
        return NULL;
    if (!known->there || memcmp(known->dw, dw, sizeof dw) != 0) {
        known->there = !eu_surface_decode(dw, &known->s);
        memcpy(known->dw, dw, sizeof dw);
    }
    return known->there ? &known->s : NULL;
}

/* Finds the target. Returns false if a full step is needed. */
static bool find_target(const struct fast_ctx *x, const struct fast_uop *u, struct far_target *to)
{
    const struct eu *eu = x->eu;
    *to = (struct far_target){.wrap = UINT64_MAX, .size = UINT64_MAX};
    if (u->kind[0] & FAR_A64) {
        to->wrap >>= 64 - eu->isa->address_bits;
        return true;
    }
    if (u->imm == EU_BTI_SLM) {
        to->local = true;
        to->base = (uint64_t)x->t->group * EU_SLM_BYTES;
        to->size = EU_SLM_BYTES;
        to->wrap = eu->isa->slm_offset ? eu->isa->slm_offset : UINT64_MAX;
        return true;
    }
    if (u->imm >= eu->isa->bti_special) { /* stateless; bindless messages do not come here */
        to->base = eu->bases.general;
        to->wrap = UINT32_MAX;
        return true;
    }
    const struct eu_surface *s =
        eu->bases.tables ? surface_in_memory(x, u->imm) : &eu->surfaces[u->imm];
    if (!s || !s->present || s->is_2d)
        return false;
    to->base = s->address;
    to->size = u->kind[0] & FAR_OWORDS ? s->width & ~15u : s->width;
    return true;
}

/* --- channels --- */

static inline uint32_t writing_channels(const struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    uint32_t on = (u->need ? act : UINT32_MAX) & fast_predicate(grf, u);
    return on >> u->group & fast_rest(u)->cold->window & (u->kind[0] & FAR_16 ? 0xffff : 0xff);
}

/* The offset of channel @n; returns false if it is outside. */
static inline bool channel_offset(const struct fast_uop *u, const uint8_t *grf, unsigned n,
                                  const struct far_target *to, uint64_t *out)
{
    uint64_t off;
    uint32_t unit;
    if (u->kind[0] & FAR_A64) {
        memcpy(&off, grf + u->s[0] + 8 * n, sizeof off);
    } else {
        memcpy(&unit, grf + u->s[0] + 4 * n, sizeof unit);
        off = (uint64_t)unit * u->mods;
    }
    if (u->kind[0] & FAR_ALIGNS)
        off &= ~UINT64_C(3);
    off &= to->wrap;
    *out = off;
    return off <= to->size && to->size - off >= (uint64_t)u->kind[1] * u->kind[2];
}

/* The position of element @k of channel @n in the payload's data, or in the response: a qword, or
 * the low bytes of a dword. */
static inline unsigned lane_position(const struct fast_uop *u, unsigned k, unsigned n)
{
    unsigned row = u->kind[0] & FAR_16 ? 64 : 32, slot = u->kind[1] == 8 ? 8 : 4;
    return k * row * (slot / 4) + n * slot;
}

static inline void move_channel(const struct fast_uop *u, uint8_t *grf, unsigned n, uint8_t *mem)
{
    unsigned bytes = u->kind[1], slot = bytes == 8 ? 8 : 4;
    for (unsigned k = 0; k < u->kind[2]; k++, mem += bytes) {
        uint8_t *data = grf + (u->kind[0] & FAR_WRITE ? u->s[1] : u->d) + lane_position(u, k, n);
        uint64_t v = 0;
        if (u->kind[0] & FAR_WRITE) {
            memcpy(mem, data, bytes);
        } else {
            memcpy(&v, mem, bytes);
            memcpy(data, &v, slot);
        }
    }
}

/* --- local memory: views are not kept for its pages --- */

static bool do_local(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on,
                     const struct far_target *to)
{
    struct eu_memory *mem = x->eu->slm;
    bool write = u->kind[0] & FAR_WRITE;
    unsigned bytes = u->kind[1] * u->kind[2];
    uint64_t off[16];
    uint8_t all[4 * 8];
    for (uint32_t m = on; m; m &= m - 1) {
        unsigned n = (unsigned)__builtin_ctz(m);
        if (!channel_offset(u, grf, n, to, &off[n]))
            return false;
        if (write && eu_memory_map(mem, to->base + off[n], bytes))
            return false;
    }
    for (uint32_t m = on; m; m &= m - 1) {
        unsigned n = (unsigned)__builtin_ctz(m);
        if (!write)
            (void)eu_memory_read(mem, to->base + off[n], all, bytes);
        move_channel(u, grf, n, all);
        if (write)
            (void)eu_memory_write(mem, to->base + off[n], all, bytes);
    }
    return true;
}

/* --- graphics memory --- */

/* Finds the elements of each channel @on. Returns false if one of them is not mapped, or lies in
 * two pages. */
static bool find_places(struct fast_ctx *x, const struct fast_uop *u, const uint8_t *grf,
                        uint32_t on, const struct far_target *to, uint8_t *place[16])
{
    bool write = u->kind[0] & FAR_WRITE;
    unsigned bytes = u->kind[1] * u->kind[2];
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        uint64_t off;
        if (!channel_offset(u, grf, n, to, &off))
            return false;
        uint64_t addr = (to->base + off) & UINT64_MAX >> 16;
        if (addr % EU_PAGE_BYTES + bytes > EU_PAGE_BYTES)
            return false;
        uint8_t *page = x->cache->views[write].bytes;
        if (x->cache->views[write].page != addr / EU_PAGE_BYTES)
            page = fast_page(x->cache, x->eu->mem, addr, write);
        if (!page)
            return false;
        place[n] = page + addr % EU_PAGE_BYTES;
    }
    return true;
}

static inline enum fast_leave behind_write(FAST_ARGS)
{
    if (eu_memory_changes(x->eu->mem) == x->cache->changes)
        return fast_next(FAST_PASS);
    u++; /* the write may have changed code: the next micro-op must be looked up */
    left--;
    return fast_limit(FAST_PASS);
}

static enum fast_leave far_handler(FAST_ARGS)
{
    struct far_target to;
    uint8_t *place[16];
    uint32_t on = writing_channels(u, grf, act);
    if (x->watched || !find_target(x, u, &to))
        return fast_slow(FAST_PASS);
    if (to.local) {
        if (!do_local(x, u, grf, on, &to))
            return fast_slow(FAST_PASS);
        return fast_next(FAST_PASS);
    }
    if (!find_places(x, u, grf, on, &to, place))
        return fast_slow(FAST_PASS);
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        move_channel(u, grf, n, place[n]);
    }
    if (u->kind[0] & FAR_WRITE)
        return behind_write(FAST_PASS);
    return fast_next(FAST_PASS);
}

/* --- a dword for each channel, side by side --- */

typedef uint64_t v4qwords __attribute__((vector_size(32)));

/* Whether the addresses of @n channels are consecutive. */
INLINE bool is_row(const struct fast_uop *u, const uint8_t *from, unsigned n)
{
    v8u wrong = all(0);
    if (u->kind[0] & FAR_A64) {
        uint64_t first;
        memcpy(&first, from, sizeof first);
        v4qwords row = (v4qwords){0, 4, 8, 12} + first;
        for (unsigned i = 0; i < n; i += 4, row += 16)
            wrong |= load(from + 8 * i) ^ (v8u)row;
    } else {
        uint32_t first, step = 4u / u->mods;
        memcpy(&first, from, sizeof first);
        v8u row = (v8u){0, 1, 2, 3, 4, 5, 6, 7} * step + first;
        for (unsigned i = 0; i < n; i += 8, row += 8 * step)
            wrong |= load(from + 4 * i) ^ row;
    }
    return _mm256_testz_si256((__m256i)wrong, (__m256i)wrong);
}

/* Moves a row if all channels are active and it lies in one page; otherwise goes channel by
 * channel. */
INLINE enum fast_leave row_handler(FAST_ARGS, unsigned halves, bool write)
{
    struct far_target to;
    uint64_t off;
    const uint8_t *from = grf + u->s[0];
    uint8_t *data = grf + (write ? u->s[1] : u->d), *mem;
    if (u->need & ~act || x->watched || !is_row(u, from, 8 * halves) || !find_target(x, u, &to) ||
        to.local || !channel_offset(u, grf, 0, &to, &off) || to.size - off < 32 * halves)
        return far_handler(FAST_PASS);
    uint64_t addr = (to.base + off) & UINT64_MAX >> 16;
    if (addr % EU_PAGE_BYTES > EU_PAGE_BYTES - 32 * halves || off > to.wrap - 32 * halves ||
        !(mem = fast_far_page(x->cache, x->eu->mem, addr, write)))
        return far_handler(FAST_PASS);
    mem += addr % EU_PAGE_BYTES;
    for (unsigned h = 0; h < halves; h++)
        put((write ? mem : data) + 32 * h, load((write ? data : mem) + 32 * h));
    if (write)
        return behind_write(FAST_PASS);
    return fast_next(FAST_PASS);
}

#define ROW(name, halves, write)                                                                   \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return row_handler(FAST_PASS, halves, write);                                              \
    }
ROW(read_8, 1, false)
ROW(read_16, 2, false)
ROW(write_8, 1, true)
ROW(write_16, 2, true)

static fast_handler *handler_of(const struct fast_uop *u, unsigned es)
{
    static fast_handler *const rows[2][2] = {{read_8, read_16}, {write_8, write_16}};
    unsigned wide = (u->kind[0] & FAR_16) != 0;
    if (u->kind[1] != 4 || u->kind[2] != 1 || !(u->kind[0] & FAR_ALIGNS) || !u->free ||
        es != 8u << wide)
        return far_handler;
    return rows[u->kind[0] & FAR_WRITE][wide];
}

/* --- which messages --- */

/* The function code of a descriptor, 18:14, in both data caches. */
enum far_type {
    DC1_UNTYPED_READ = 1,
    DC0_DWORD_READ = 3,
    DC0_BYTE_READ = 4,
    DC1_UNTYPED_WRITE = 9,
    DC0_DWORD_WRITE = 11,
    DC0_BYTE_WRITE = 12,
    DC1_A64_READ = 16,
    DC1_A64_UNTYPED_READ = 17,
    DC1_A64_UNTYPED_WRITE = 25,
    DC1_A64_WRITE = 26,
};

static void set_form(struct fast_uop *u, unsigned form, unsigned bytes, unsigned count,
                     unsigned unit)
{
    u->kind[0] = (uint8_t)form;
    u->kind[1] = (uint8_t)bytes;
    u->kind[2] = (uint8_t)count;
    u->mods = (uint8_t)unit;
}

/* The enabled components must be the first ones; SIMD16 or SIMD8. */
static bool set_untyped(uint32_t desc, unsigned form, struct fast_uop *u)
{
    unsigned left_out = desc >> 8 & 15, mode = desc >> 12 & 3;
    unsigned count = (unsigned)__builtin_ctz(left_out | 16);
    set_form(u, form | FAR_ALIGNS | (mode == 1 ? FAR_16 : 0), 4, count, 1);
    return count && left_out >> count == 15u >> count && (mode == 1 || mode == 2);
}

static bool a64_elements(uint32_t desc, unsigned form, struct fast_uop *u)
{
    unsigned size = desc >> 8 & 3, code = desc >> 10 & 3;
    form |= FAR_A64 | (desc >> 12 & 1 ? FAR_16 : 0);
    if (size == 0)
        set_form(u, form, 1u << code, 1, 1);
    else
        set_form(u, form | FAR_ALIGNS, size == 1 ? 4 : 8, 1u << code, 1);
    return size < 3 && (size == 0 ? code < 3 : u->kind[1] * u->kind[2] <= 32);
}

static bool form_of(unsigned sfid, uint32_t desc, struct fast_uop *u)
{
    unsigned type = desc >> 14 & 31, code = desc >> 8 & 3, size = desc >> 10 & 3;
    bool dc0 = sfid == EU_SFID_DATA_CACHE, dc1 = sfid == EU_SFID_DATA_CACHE_1;
    switch (dc0 ? type : dc1 ? type + 32 : 64) {
    case DC1_UNTYPED_READ + 32:
        return set_untyped(desc, 0, u);
    case DC1_UNTYPED_WRITE + 32:
        return set_untyped(desc, FAR_WRITE, u);
    case DC1_A64_UNTYPED_READ + 32:
        return set_untyped(desc, FAR_A64, u);
    case DC1_A64_UNTYPED_WRITE + 32:
        return set_untyped(desc, FAR_A64 | FAR_WRITE, u);
    case DC1_A64_READ + 32:
        return a64_elements(desc, 0, u);
    case DC1_A64_WRITE + 32:
        return a64_elements(desc, FAR_WRITE, u);
    case DC0_BYTE_READ:
    case DC0_BYTE_WRITE:
        set_form(u, (code & 1 ? FAR_16 : 0) | (type == DC0_BYTE_WRITE ? FAR_WRITE : 0), 1u << size,
                 1, 1);
        return size < 3;
    case DC0_DWORD_READ:
    case DC0_DWORD_WRITE:
        set_form(u,
                 (code & 1 ? FAR_16 : 0) | (type == DC0_DWORD_WRITE ? FAR_WRITE : 0) | FAR_OWORDS,
                 4, 1, 4);
        return code >= 2;
    default:
        return false;
    }
}

/* Stores the registers of addresses, and of data or the response. Returns whether the message has
 * that many, and all exist. */
static bool set_registers(const struct eu_insn *insn, uint32_t desc, struct fast_uop *u)
{
    bool split = insn->op->format == EU_FMT_SENDS, write = u->kind[0] & FAR_WRITE;
    unsigned halves = u->kind[0] & FAR_16 ? 2 : 1, slots = u->kind[1] == 8 ? 2 : 1;
    unsigned addresses = halves * (u->kind[0] & FAR_A64 ? 2 : 1);
    unsigned data = halves * slots * u->kind[2], more = write ? data : 0;
    unsigned first = insn->src[0].reg, second = split ? insn->src[1].reg : first + addresses;
    u->s[0] = (uint16_t)(first * EU_GRF_BYTES);
    u->s[1] = (uint16_t)(second * EU_GRF_BYTES);
    u->d = (uint16_t)(insn->dst.reg * EU_GRF_BYTES);
    if (split && (insn->ex_indirect || (more && insn->src[1].file != EU_FILE_GRF) ||
                  (insn->ex_desc >> 6 & 15) != more))
        return false;
    return (desc >> 25 & 15) == addresses + (split ? 0 : more) &&
           (desc >> 20 & 31) == (write ? 0 : data) && first + addresses <= EU_GRF_COUNT &&
           second + more <= EU_GRF_COUNT &&
           (write || (insn->dst.file == EU_FILE_GRF && insn->dst.reg + data <= EU_GRF_COUNT));
}

fast_handler *fast_far_handler(const struct isa_gen *isa, struct fast_uop *u,
                               const struct fast_cold *cold)
{
    const struct eu_insn *insn = &cold->insn;
    const struct eu_operand *op = isa_descriptor(insn);
    uint32_t desc = (uint32_t)op->imm & isa->descriptor;
    if (!isa->wide_values || op->file != EU_FILE_IMM || isa_is_eot(insn) || desc >> 19 & 1 ||
        desc >> 29 || insn->src[0].file != EU_FILE_GRF || insn->src[0].indirect ||
        insn->dst.indirect || insn->pred > 1 || insn->align16 || insn->exec > 4 ||
        u->group + isa_exec_size(insn) > 32)
        return fast_slow;
    u->imm = desc & 0xff;
    bool bindless = u->imm >= isa->bti_special && u->imm < EU_BTI_SLM - 1;
    if (!form_of(insn->cmod & 15, desc, u) || (bindless && !(u->kind[0] & FAR_A64)) ||
        !set_registers(insn, desc, u))
        return fast_slow;
    return handler_of(u, isa_exec_size(insn));
}

#else

fast_handler *fast_far_handler(const struct isa_gen *isa, struct fast_uop *u,
                               const struct fast_cold *cold)
{
    (void)isa, (void)u, (void)cold;
    return fast_slow;
}
#endif
