/* Messages of the data port in the chain: which ones, their target, and where in the host's memory
 * the elements of each channel are. Each page that a message touches is looked up once. */
#include "sim/fast/texel_load.h"

#ifdef FAST_WIDE

/* --- the target --- */

/* Finds the state of the surface that the entry @at of the binding table names. Returns false if
 * one of them is not mapped. */
static bool find_state(struct fast_ctx *x, uint64_t at, struct fast_surface *known)
{
    struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    known->epoch = 0;
    known->entry = eu_tlb_bytes(tlb, at, sizeof known->offset, false);
    if (!known->entry)
        return false;
    memcpy(&known->offset, known->entry, sizeof known->offset);
    uint64_t state = x->eu->bases.surface + (known->offset & ~63u);
    known->state = eu_tlb_bytes(tlb, state, sizeof known->dw, false);
    known->at = at;
    known->epoch = known->state ? tlb->epoch : 0;
    return known->state;
}

/* A surface whose state is in memory. It is decoded again only if it differs from the last one. */
static const struct eu_surface *surface_in_memory(struct fast_ctx *x, unsigned bti)
{
    const struct eu_bases *b = &x->eu->bases;
    struct fast_surface *known = &x->cache->surfaces[bti % FAST_SURFACES];
    uint64_t at = b->surface + (x->t->binding_table & ~31u) + bti * 4;
    bool found = known->epoch == x->cache->tlbs[EU_TLB_MEM].epoch && known->at == at &&
                 !memcmp(&known->offset, known->entry, sizeof known->offset);
    if (FAST_UNLIKELY(!found) && !find_state(x, at, known))
        return NULL;
    v8u differ =
        (load(known->state) ^ load(known->dw)) | (load(known->state + 32) ^ load(known->dw + 8));
    if (FAST_UNLIKELY(!known->there || !_mm256_testz_si256((__m256i)differ, (__m256i)differ))) {
        memcpy(known->dw, known->state, sizeof known->dw);
        known->there = !eu_surface_decode(x->eu->isa, known->dw, &known->s);
        known->stamp = ++x->cache->stamps;
    }
    return known->there ? &known->s : NULL;
}

const struct eu_surface *port_surface(struct fast_ctx *x, unsigned bti)
{
    return x->eu->bases.tables ? surface_in_memory(x, bti) : &x->eu->surfaces[bti];
}

uint64_t port_surface_stamp(const struct fast_ctx *x, unsigned bti)
{
    return x->eu->bases.tables ? x->cache->surfaces[bti % FAST_SURFACES].stamp : x->cache->began;
}

INLINE bool find_target(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                        struct port_target *to)
{
    const struct eu *eu = x->eu;
    to->local = p->bti == EU_BTI_SLM;
    to->tlb = &x->cache->tlbs[to->local ? EU_TLB_SLM : EU_TLB_MEM];
    to->wrap = UINT32_MAX;
    to->pages = NULL;
    to->size = UINT64_MAX;
    eu_tlb_begin(to->tlb);
    if (to->local) {
        to->base = (uint64_t)x->t->group * EU_SLM_BYTES;
        to->size = EU_SLM_BYTES;
        to->wrap = eu->isa->slm_offset ? eu->isa->slm_offset : UINT32_MAX;
        return true;
    }
    if (p->bti >= eu->isa->bti_special) { /* stateless: bindless messages do not come here */
        to->base = eu->bases.general + (port_header(p, grf, 5) & ~0x3ffu);
        return true;
    }
    struct fast_texels *t = texels_known(x, p->bti);
    const struct eu_surface *s = t ? t->s : port_surface(x, p->bti);
    if (FAST_UNLIKELY(!s || !s->present || s->is_2d))
        return false;
    to->pages = t && t->npages ? t : NULL;
    to->base = s->address;
    to->size = p->form & PORT_OWORDS ? s->width & -eu->isa->block_unit : s->width;
    return true;
}

bool port_find_target(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                      struct port_target *to)
{
    return find_target(x, p, grf, to);
}

/* The page was not found in the TLB: it may be one of SLM, whose pages are made by the first write.
 * Until then they are 0. */
static __attribute__((noinline)) uint8_t *make_page(struct port_target *to, uint64_t address,
                                                    uint64_t page, bool write)
{
    static const uint8_t zero[EU_PAGE_BYTES];
    if (!to->local)
        return NULL;
    if (!write)
        return (uint8_t *)(uintptr_t)zero;
    (void)eu_memory_map(to->tlb->mem, address, 1);
    eu_tlb_begin(to->tlb);
    return eu_tlb_page(to->tlb, page, write);
}

INLINE uint8_t *find_page(struct port_target *to, uint64_t address, bool write)
{
    uint64_t page = (address & to->tlb->mask) / EU_PAGE_BYTES;
    uint8_t *bytes = eu_tlb_page(to->tlb, page, write);
    return FAST_UNLIKELY(!bytes) ? make_page(to, address, page, write) : bytes;
}

uint8_t *port_page(struct port_target *to, uint64_t address, bool write)
{
    return find_page(to, address, write);
}

/* --- places --- */

/* Lanes of @v above @most, without a sign, are not 0. */
INLINE v8u above(v8u v, uint32_t most)
{
    return (v8u)_mm256_max_epu32((__m256i)v, (__m256i)all(most)) ^ all(most);
}

/* The page that was looked up last. */
struct last_page {
    uint64_t number;
    uint8_t *bytes;
};

/* NULL: not mapped. */
INLINE uint8_t *place_of(struct port_target *to, struct last_page *last, uint64_t address,
                         bool write)
{
    if (!last->bytes || address / EU_PAGE_BYTES != last->number) {
        last->number = address / EU_PAGE_BYTES;
        last->bytes = find_page(to, address, write);
    }
    return last->bytes ? last->bytes + address % EU_PAGE_BYTES : NULL;
}

/* Elements in several pages that are not known to be a row. */
static __attribute__((noinline)) bool places_by_page(struct fast_ctx *x, struct port_target *to,
                                                     uint64_t base, const v8u *rel, unsigned halves,
                                                     bool write, uint8_t **place)
{
    struct last_page last = {0};
    for (unsigned h = 0; to->pages && h < halves; h++)
        if (!texels_kept(x, to->pages, rel[h], write, true, place + 8 * h))
            return false;
    for (unsigned n = 0; !to->pages && n < 8 * halves; n++) {
        uint32_t off;
        memcpy(&off, (const uint8_t *)rel + 4 * n, sizeof off);
        if (!(place[n] = place_of(to, &last, base + off, write)))
            return false;
    }
    return true;
}

/* Whether an element of @n bytes ends behind its page; @from: where in it. */
INLINE bool cross(const v8u *from, unsigned halves, unsigned n)
{
    v8u behind = all(0);
#pragma GCC unroll 2
    for (unsigned h = 0; h < halves; h++)
        behind |= above(from[h], EU_PAGE_BYTES - n);
    return !_mm256_testz_si256((__m256i)behind, (__m256i)behind);
}

/* Elements of @n bytes, @rel bytes from @base on, the beginning of a page. Mostly they are in one
 * page, or their pages are known to be a row. Loops are unrolled so early that what is in arrays
 * stays in registers. */
INLINE bool places_at(struct fast_ctx *x, struct port_target *to, uint64_t base, const v8u *rel,
                      unsigned halves, unsigned n, bool write, uint8_t **place)
{
    const uint8_t *bytes = to->pages ? to->pages->row[write] : NULL;
    v8u in[2], where[2];
    uint32_t first = (uint32_t)_mm_cvtsi128_si32(_mm256_castsi256_si128((__m256i)rel[0]));
    first &= -(uint32_t)EU_PAGE_BYTES;
#pragma GCC unroll 2
    for (unsigned h = 0; h < halves; h++) {
        in[h] = rel[h] & (EU_PAGE_BYTES - 1);
        where[h] = bytes ? texels_in_row(rel[h]) : rel[h] - first;
    }
    if (bytes ? cross(in, halves, n) : to->pages || cross(where, halves, n)) {
        v8u kept[2];
        for (unsigned h = 0; h < halves; h++)
            kept[h] = rel[h];
        return !cross(in, halves, n) && places_by_page(x, to, base, kept, halves, write, place);
    }
    bytes = bytes ? bytes : find_page(to, base + first, write);
#pragma GCC unroll 2
    for (unsigned h = 0; h < halves; h++)
        if (bytes)
            texels_from(bytes, where[h], place + 8 * h);
    return bytes;
}

bool port_places_at(struct port_target *to, uint64_t base, const v8u *rel, unsigned n, bool write,
                    uint8_t *place[8])
{
    return places_at(NULL, to, base, rel, 1, n, write, place);
}

/* Offsets of 32 bits. Those near the end of 4 GiB are left to message.c. */
INLINE bool near_places(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                        uint32_t on, unsigned halves, uint8_t *place[16])
{
    enum { END = 0xffff0000 };
    struct port_target to;
    v8u bad = all(0), rel[2];
    unsigned n = (unsigned)p->bytes * p->count;
    uint32_t more = p->form & PORT_OFFSET ? port_header(p, grf, 2) : 0, first;
    if (!find_target(x, p, grf, &to) || to.size < n)
        return false;
    uint32_t most = to.size - n < END ? (uint32_t)(to.size - n) : (uint32_t)END;
    uint32_t units = to.wrap == UINT32_MAX ? most >> p->unit : UINT32_MAX;
    uint32_t bits = to.wrap & (p->form & PORT_ALIGNS ? ~3u : UINT32_MAX);
    if (units < more)
        return false;
    units -= to.wrap == UINT32_MAX ? more : 0;
    uint32_t low = (uint32_t)to.base % EU_PAGE_BYTES;
    memcpy(&first, grf + p->at + 4 * __builtin_ctz(on), sizeof first);
#pragma GCC unroll 2
    for (unsigned h = 0; h < halves; h++) {
        v8u unit = blend(all(first), load(grf + p->at + 32 * h), mask_of(on >> 8 * h));
        v8u off = (v8u)_mm256_slli_epi32((__m256i)(unit + more), p->unit) & bits;
        rel[h] = off + low;
        bad |= above(unit, units) | above(off, most);
    }
    return _mm256_testz_si256((__m256i)bad, (__m256i)bad) &&
           places_at(x, &to, to.base - low, rel, halves, n, p->form & PORT_WRITE, place);
}

INLINE v8u mask_of_qwords(uint32_t on)
{
    return (v8u)_mm256_cvtepi32_epi64(_mm_load_si128((const void *)fast_masks[on & 15]));
}

/* Addresses of 64 bits, in several pages. */
static __attribute__((noinline)) bool far_by_page(struct port_target *to, const v4q at[4],
                                                  unsigned quarters, bool write, uint8_t **place)
{
    struct last_page last = {0};
    for (unsigned n = 0; n < 4 * quarters; n++) {
        uint64_t address;
        memcpy(&address, (const uint8_t *)at + 8 * n, sizeof address);
        if (!(place[n] = place_of(to, &last, address, write)))
            return false;
    }
    return true;
}

/* Addresses of 64 bits. */
INLINE bool far_places(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                       uint32_t on, unsigned quarters, uint8_t *place[16])
{
    struct port_target to = {.tlb = &x->cache->tlbs[EU_TLB_MEM], .size = UINT64_MAX};
    unsigned n = (unsigned)p->bytes * p->count;
    bool write = p->form & PORT_WRITE;
    uint64_t first, low = p->form & PORT_ALIGNS8 ? 7 : p->form & PORT_ALIGNS ? 3 : 0;
    v4q at[4], apart = {0}, behind = {0};
    eu_tlb_begin(to.tlb);
    uint64_t bits = to.tlb->mask & ~low;
    memcpy(&first, grf + p->at + 8 * __builtin_ctz(on), sizeof first);
    first &= bits;
    for (unsigned q = 0; q < quarters; q++) {
        v8u one = (v8u)_mm256_set1_epi64x((int64_t)first), lanes = mask_of_qwords(on >> 4 * q);
        at[q] = (v4q)blend(one, load(grf + p->at + 32 * q), lanes) & bits;
        apart |= at[q] ^ first;
        behind |= (v4q)((at[q] & (EU_PAGE_BYTES - 1)) > (uint64_t)(EU_PAGE_BYTES - n));
    }
    apart &= -(uint64_t)EU_PAGE_BYTES;
    if (!_mm256_testz_si256((__m256i)behind, (__m256i)behind))
        return false;
    if (!_mm256_testz_si256((__m256i)apart, (__m256i)apart))
        return far_by_page(&to, at, quarters, write, place);
    const uint8_t *bytes = find_page(&to, first, write);
    for (unsigned q = 0; bytes && q < quarters; q++)
        put(place + 4 * q, (v8u)((at[q] & (EU_PAGE_BYTES - 1)) + (uintptr_t)bytes));
    return bytes;
}

#define PLACES(name, how, n)                                                                       \
    bool name(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf, uint32_t on,      \
              uint8_t *place[16])                                                                  \
    {                                                                                              \
        return how(x, p, grf, on, n, place);                                                       \
    }
PLACES(port_near_8, near_places, 1)
PLACES(port_near_16, near_places, 2)
PLACES(port_far_8, far_places, 2)
PLACES(port_far_16, far_places, 4)

/* --- which messages --- */

static void set_scattered(struct fast_port *p, unsigned form, uint32_t desc, unsigned bytes)
{
    p->form = (uint16_t)(form | (desc >> 8 & 1 ? PORT_16 : 0));
    p->bytes = (uint8_t)bytes;
    p->count = 1;
}

/* SIMD16 or SIMD8. */
static bool set_untyped(struct fast_port *p, unsigned form, uint32_t desc)
{
    unsigned parts = ~desc >> 8 & 15, mode = desc >> 12 & 3;
    p->form = (uint16_t)(form | PORT_ALIGNS | PORT_MASK | (mode == 1 ? PORT_16 : 0));
    p->bytes = 4;
    p->count = (uint8_t)(parts ? 32 - __builtin_clz(parts) : 0);
    p->parts = (uint8_t)parts;
    return parts && (mode == 1 || mode == 2);
}

static bool set_a64(struct fast_port *p, unsigned form, uint32_t desc)
{
    unsigned size = desc >> 8 & 3, code = desc >> 10 & 3;
    p->form = (uint16_t)(form | PORT_A64 | (desc >> 12 & 1 ? PORT_16 : 0));
    p->form |= size ? PORT_ALIGNS : 0;
    p->bytes = (uint8_t)(size == 0 ? 1u << code : size == 1 ? 4 : 8);
    p->count = (uint8_t)(size == 0 ? 1 : 1u << code);
    return size < 3 && (size || code < 3) && p->bytes * p->count <= 32;
}

static bool set_qwords(struct fast_port *p, unsigned form, uint32_t desc)
{
    set_scattered(p, form | PORT_OFFSET | PORT_ALIGNS, desc, 8);
    p->count = (uint8_t)(1u << (desc >> 10 & 3));
    return (desc >> 10 & 3) < 3;
}

static bool set_dwords(struct fast_port *p, unsigned form, uint32_t desc)
{
    set_scattered(p, form | PORT_OFFSET | PORT_OWORDS, desc, 4);
    p->unit = 2;
    return desc >> 9 & 1;
}

static bool set_bytes(struct fast_port *p, unsigned form, uint32_t desc)
{
    set_scattered(p, form | PORT_OFFSET, desc, 1u << (desc >> 10 & 3));
    return (desc >> 10 & 3) < 3;
}

static bool set_atomic(struct fast_port *p, unsigned form, uint32_t desc, unsigned bytes)
{
    p->form = (uint16_t)(form | PORT_WRITE | (bytes == 8 ? PORT_ALIGNS8 : PORT_ALIGNS) | PORT_MASK |
                         (desc >> 13 & 1 ? PORT_RETURNS : 0));
    p->bytes = (uint8_t)bytes;
    p->count = 1;
    p->op = desc >> 8 & 15;
    return p->op != 0;
}

static bool set_float(struct fast_port *p, unsigned form, uint32_t desc)
{
    bool known = set_atomic(p, form, desc, 4);
    p->op = (uint8_t)(16 + (p->op & 7)); /* behind those of integers */
    return known && p->op >= 17 && p->op <= 19;
}

/* What follows from the row: the form without the registers. Returns false for other messages. */
static bool form_of(unsigned row, uint32_t desc, struct fast_port *p)
{
    unsigned wide = desc >> 12 & 1 ? 0 : PORT_16;
    switch (row) {
    case PORT_ROW_DC_UNTYPED_READ:
    case PORT_ROW_DC1_UNTYPED_READ:
        return set_untyped(p, 0, desc);
    case PORT_ROW_DC_UNTYPED_WRITE:
    case PORT_ROW_DC1_UNTYPED_WRITE:
        return set_untyped(p, PORT_WRITE, desc);
    case PORT_ROW_DC1_A64_UNTYPED_READ:
        return set_untyped(p, PORT_A64, desc);
    case PORT_ROW_DC1_A64_UNTYPED_WRITE:
        return set_untyped(p, PORT_A64 | PORT_WRITE, desc);
    case PORT_ROW_DC1_A64_SCATTERED_READ:
        return set_a64(p, 0, desc);
    case PORT_ROW_DC1_A64_SCATTERED_WRITE:
        return set_a64(p, PORT_WRITE, desc);
    case PORT_ROW_CC_DWORD_READ:
    case PORT_ROW_DC_DWORD_READ:
        return set_dwords(p, 0, desc);
    case PORT_ROW_DC_DWORD_WRITE:
        return set_dwords(p, PORT_WRITE, desc);
    case PORT_ROW_DC_BYTE_READ:
        return set_bytes(p, 0, desc);
    case PORT_ROW_DC_BYTE_WRITE:
        return set_bytes(p, PORT_WRITE, desc);
    case PORT_ROW_DC_QWORD_READ:
        return set_qwords(p, 0, desc);
    case PORT_ROW_DC_QWORD_WRITE:
        return set_qwords(p, PORT_WRITE, desc);
    case PORT_ROW_DC_UNTYPED_ATOMIC:
    case PORT_ROW_DC1_UNTYPED_ATOMIC:
        return set_atomic(p, wide, desc, 4);
    case PORT_ROW_DC1_A64_ATOMIC:
        return set_atomic(p, PORT_A64, desc, desc >> 12 & 1 ? 8 : 4);
    case PORT_ROW_DC1_FLOAT_ATOMIC:
        return set_float(p, wide, desc);
    case PORT_ROW_DC1_A64_FLOAT_ATOMIC:
        return set_float(p, PORT_A64, desc);
    default:
        return false;
    }
}

static unsigned parts_of(const struct fast_port *p)
{
    return (unsigned)__builtin_popcount(p->parts);
}

/* How many registers of data go to memory. */
static unsigned data_registers(const struct fast_port *p, bool atomic)
{
    unsigned halves = p->form & PORT_16 ? 2 : 1, slots = p->bytes == 8 ? 2 : 1;
    static const uint8_t sources[] = {2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 1, 1, 2};
    unsigned n = atomic ? sources[p->op] : p->form & PORT_WRITE ? parts_of(p) : 0;
    return halves * slots * n;
}

/* Stores the places of the registers. Returns whether the message has exactly those that the form
 * needs, and all exist. */
static bool set_registers(const struct fast_cold *cold, bool atomic, struct fast_port *p)
{
    const struct eu_message *m = &cold->msg;
    unsigned halves = p->form & PORT_16 ? 2 : 1, slots = p->bytes == 8 ? 2 : 1;
    unsigned header = m->header, addresses = halves * (p->form & PORT_A64 ? 2 : 1);
    unsigned data = data_registers(p, atomic), answers = 0;
    if (atomic)
        answers = p->form & PORT_RETURNS ? halves * slots : 0;
    else if (!(p->form & PORT_WRITE))
        answers = halves * slots * parts_of(p);
    p->header = FAST_NO_HEADER;
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    return m->mlen + m->len1 == header + addresses + data &&
           port_registers(m, 0, header, &p->header) &&
           port_registers(m, header, addresses, &p->at) &&
           port_registers(m, header + addresses, data, &p->data) && m->rlen == answers &&
           (!answers || m->dst + answers <= EU_GRF_COUNT);
}

fast_handler *fast_port_handler(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    const struct eu_insn *insn = &cold->insn;
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    if (insn->src[0].file != EU_FILE_GRF || insn->src[0].indirect || insn->dst.indirect ||
        insn->pred > 1 || insn->align16 || insn->exec > 4 || m->desc >> 29 ||
        u->group + isa_exec_size(insn) > 32)
        return fast_slow;
    *p = (struct fast_port){.bti = m->desc & 0xff};
    bool special = p->bti >= eu->isa->bti_special;
    cold->reads = m->sfid == EU_SFID_SAMPLER;
    if (cold->reads)
        return special ? fast_slow : texel_sampler(eu, cold);
    bool data_cache = m->sfid == EU_SFID_DATA_CACHE || m->sfid == EU_SFID_DATA_CACHE_1;
    if (special && p->bti < EU_BTI_SLM)
        return fast_slow;
    if (special && !data_cache) /* there, 254 is not SLM */
        return fast_slow;
    fast_handler *other = port_block(eu, u, cold);
    if (other == fast_slow)
        other = texel_typed(eu, cold);
    if (other == fast_slow)
        other = texel_media(eu, cold);
    if (other != fast_slow)
        return other;
    if (!form_of((unsigned)cold->message, m->desc, p))
        return fast_slow;
    if (!p->parts)
        p->parts = (uint8_t)((1u << p->count) - 1);
    if (!set_registers(cold, p->op, p)) {
        *p = (struct fast_port){0}; /* nor is it a message for native code */
        return fast_slow;
    }
    cold->mover = !p->op;
    cold->reads = cold->mover && !(p->form & PORT_WRITE);
    cold->local = p->bti == EU_BTI_SLM && !(p->form & PORT_A64);
    return p->op ? port_atomic(u, cold) : port_mover(u, cold);
}

#else

fast_handler *fast_port_handler(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    (void)eu, (void)u, (void)cold;
    return fast_slow;
}
#endif
