/* Blocks of the data port in the chain: OWord, unaligned, dual, scratch and A64 blocks, as copies.
 * Masks that do not take all of a block are left to message.c. */
#include "sim/fast/port.h"

#ifdef FAST_WIDE

enum port_block_kind { IN_OWORDS, IN_BYTES, SCRATCH, A64_BYTES, A64_OWORDS };

/* What a block's uop holds: kind[0] enum port_block_kind; kind[1] registers that the mask must have
 * (1: those of channels 0 to 7, 2: 8 to 15); imm the bytes; s[0] the offset of a scratch block. */

/* Copies @n bytes, a multiple of an OWord. */
INLINE void copy(uint8_t *to, const uint8_t *from, unsigned n)
{
    for (unsigned i = 0; i < n; i += EU_GRF_BYTES / 2)
        _mm_storeu_si128((void *)(to + i), _mm_loadu_si128((const void *)(from + i)));
}

/* Finds the host's addresses of @n bytes in one or two pages; @first: how many are in the one. */
static bool find_block(struct port_target *to, uint64_t address, unsigned n, bool write,
                       uint8_t *at[2], unsigned *first)
{
    unsigned in_page = (unsigned)(address % EU_PAGE_BYTES), room = EU_PAGE_BYTES - in_page;
    at[0] = port_page(to, address, write);
    *first = n < room ? n : room;
    if (!at[0])
        return false;
    at[0] += in_page;
    if (*first == n)
        return true;
    at[1] = port_page(to, address + room, write);
    return at[1];
}

static bool move_block(struct port_target *to, uint64_t off, uint8_t *data, unsigned n, bool write)
{
    uint8_t *at[2] = {NULL, NULL};
    unsigned first;
    if (to->size < n || off > to->size - n || !find_block(to, to->base + off, n, write, at, &first))
        return false;
    if (FAST_UNLIKELY(first % 16)) {
        memcpy(write ? at[0] : data, write ? data : at[0], first);
        memcpy(write ? at[1] : data + first, write ? data + first : at[1], n - first);
        return true;
    }
    copy(write ? at[0] : data, write ? data : at[0], first);
    if (first < n)
        copy(write ? at[1] : data + first, write ? data + first : at[1], n - first);
    return true;
}

static void begin(struct fast_ctx *x)
{
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_MEM]);
    eu_tlb_begin(&x->cache->tlbs[EU_TLB_SLM]);
}

/* Whether channels @on move all of a block: @halves as kind[1]. */
INLINE bool is_whole(uint32_t on, unsigned halves)
{
    uint32_t need = (halves & 1 ? 0xff : 0) | (halves & 2 ? 0xff00 : 0);
    return !(need & ~on);
}

static bool scratch_target(struct fast_ctx *x, const struct fast_port *p, const uint8_t *grf,
                           struct port_target *to)
{
    if (x->t->exception.save)
        return false;
    to->tlb = &x->cache->tlbs[EU_TLB_MEM];
    to->base = x->eu->bases.general + (port_header(p, grf, 5) & ~0x3ffu);
    to->size = UINT32_MAX;
    to->local = false;
    return true;
}

static bool block_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    bool write = p->form & PORT_WRITE;
    struct port_target to = {.tlb = &x->cache->tlbs[EU_TLB_MEM], .size = UINT64_MAX};
    uint64_t off = port_header(p, grf, 2);
    if (!is_whole(on, u->kind[1]))
        return false;
    begin(x);
    if (u->kind[0] == SCRATCH) {
        off = u->s[0] * (uint64_t)EU_GRF_BYTES;
        if (!scratch_target(x, p, grf, &to))
            return false;
    } else if (u->kind[0] >= A64_BYTES) {
        off = (port_header(p, grf, 0) | (uint64_t)port_header(p, grf, 1) << 32) & ~UINT64_C(3);
        off &= u->kind[0] == A64_OWORDS ? ~UINT64_C(15) : UINT64_MAX;
        off &= to.tlb->mask;
    } else {
        off = u->kind[0] == IN_OWORDS ? off * 16 : off & ~UINT64_C(3);
        if (!port_find_target(x, p, grf, &to))
            return false;
        if (to.wrap != UINT32_MAX)
            off &= to.wrap;
        else if (off + u->imm > UINT32_MAX && !to.local)
            return false;
    }
    return move_block(&to, off, grf + (write ? p->data : p->to), u->imm, write);
}
PORT_HANDLER(block_handler, block_work)

/* Low halves of the registers are block 0, high halves block 1; imm has the OWords of a block.
 * SIMD4x2 has no header, and offsets in bytes. */
static bool dual_work(struct fast_ctx *x, const struct fast_uop *u, uint8_t *grf, uint32_t on)
{
    const struct fast_port *p = port_of(u);
    bool write = p->form & PORT_WRITE;
    struct port_target to;
    uint8_t *at[2], *next[2];
    unsigned n = u->imm * 16, first;
    if (!is_whole(on, 1))
        return false;
    begin(x);
    if (!port_find_target(x, p, grf, &to) || to.size < n)
        return false;
    for (unsigned half = 0; half < 2; half++) {
        uint32_t block;
        memcpy(&block, grf + p->at + 16 * half, sizeof block);
        uint64_t off = ((uint64_t)port_header(p, grf, 2) + block) * 16;
        off = p->header == FAST_NO_HEADER ? block & ~3u : off;
        if (to.wrap != UINT32_MAX)
            off &= to.wrap;
        if (off > to.size - n || off + n > UINT32_MAX ||
            !find_block(&to, to.base + off, n, write, next, &first) || first < n)
            return false;
        at[half] = next[0];
    }
    for (unsigned half = 0; half < 2; half++)
        for (unsigned k = 0; k < u->imm; k++) {
            uint8_t *data = grf + (write ? p->data : p->to) + k * EU_GRF_BYTES + half * 16;
            copy(write ? at[half] + k * 16 : data, write ? data : at[half] + k * 16, 16);
        }
    return true;
}
PORT_HANDLER(dual_handler, dual_work)

/* --- which messages --- */

/* The registers: a header, @addresses of them, and data or a response of @bytes, which may begin
 * with the second half of a register. Returns whether there are at least as many. */
static bool set_registers(const struct fast_cold *cold, unsigned addresses, unsigned bytes,
                          unsigned high, struct fast_port *p)
{
    const struct eu_message *m = &cold->msg;
    unsigned regs = (bytes + high + EU_GRF_BYTES - 1) / EU_GRF_BYTES;
    bool write = p->form & PORT_WRITE;
    unsigned data = write ? regs : 0;
    if (!m->header || m->mlen + m->len1 != 1 + addresses + data ||
        !port_registers(m, 0, 1, &p->header) || !port_registers(m, 1, addresses, &p->at) ||
        !port_registers(m, 1 + addresses, data, &p->data))
        return false;
    p->data = (uint16_t)(p->data + high);
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES + high);
    return m->rlen == (write ? 0 : regs) && (write || m->dst + regs <= EU_GRF_COUNT);
}

/* Bytes of a block by bits 10:8 of the descriptor; 0: reserved. @high: where it begins. */
static unsigned block_bytes(uint32_t desc, unsigned *high)
{
    static const uint8_t owords[8] = {1, 1, 2, 4, 8};
    unsigned code = desc >> 8 & 7;
    *high = code == 1 ? 16 : 0;
    return owords[code] * 16u;
}

/* Which channels must be active: all that masks can switch off. */
static unsigned halves_of(const struct eu *eu, unsigned bytes)
{
    if (!eu->quirks[EU_QUIRK_OWORD_MASK] || !eu->isa->block_masks)
        return 0;
    return bytes > EU_GRF_BYTES ? 3 : 1;
}

static fast_handler *a64_block(struct fast_uop *u, struct fast_cold *cold, bool write)
{
    uint32_t desc = cold->msg.desc;
    unsigned kind = desc >> 11 & 3, code = desc >> 8 & 7, high = 0;
    unsigned bytes = kind < 2 ? block_bytes(desc, &high) : (unsigned)EU_GRF_BYTES << code;
    cold->port.form = PORT_16 | (write ? PORT_WRITE : 0);
    if (kind == 2 || code > 4 || !bytes || !set_registers(cold, 0, bytes, high, &cold->port))
        return fast_slow;
    u->kind[0] = kind == 1 ? A64_OWORDS : A64_BYTES;
    u->kind[1] = 0;
    u->imm = bytes;
    return block_handler;
}

static fast_handler *oword_block(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold,
                                 bool write, bool unaligned)
{
    unsigned high, bytes = block_bytes(cold->msg.desc, &high);
    cold->port.form = PORT_16 | PORT_OWORDS | (write ? PORT_WRITE : 0);
    if (!bytes || !set_registers(cold, 0, bytes, high, &cold->port))
        return fast_slow;
    u->kind[0] = unaligned ? IN_BYTES : IN_OWORDS;
    u->kind[1] = (uint8_t)(unaligned ? 0 : halves_of(eu, bytes));
    u->imm = bytes;
    return block_handler;
}

static fast_handler *dual_block(struct fast_uop *u, struct fast_cold *cold, bool write)
{
    static const uint8_t owords[4] = {1, 0, 4, 0};
    u->imm = owords[cold->msg.desc >> 8 & 3];
    cold->port.form = PORT_16 | PORT_OWORDS | (write ? PORT_WRITE : 0);
    return u->imm && set_registers(cold, 1, u->imm * EU_GRF_BYTES, 0, &cold->port) ? dual_handler
                                                                                   : fast_slow;
}

/* Untyped messages in SIMD4x2, with all components. */
static fast_handler *pair_block(struct fast_uop *u, struct fast_cold *cold, bool write)
{
    const struct eu_message *m = &cold->msg;
    struct fast_port *p = &cold->port;
    if (m->desc >> 8 & 0x3f || m->header || m->mlen + m->len1 != 1u + write ||
        !port_registers(m, 0, 1, &p->at) || !port_registers(m, 1, write, &p->data) ||
        (write ? m->rlen : !m->rlen) || m->dst + m->rlen > EU_GRF_COUNT)
        return fast_slow;
    p->form = write ? PORT_WRITE : 0;
    p->header = FAST_NO_HEADER;
    p->to = (uint16_t)(m->dst * EU_GRF_BYTES);
    u->imm = 1;
    return dual_handler;
}

static fast_handler *scratch_block(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    uint32_t desc = cold->msg.desc;
    unsigned size = desc >> 12 & 3;
    u->imm = (eu->isa->scratch_log2 ? 1u << size : size + 1) * EU_GRF_BYTES;
    u->s[0] = desc & 0xfff;
    u->kind[0] = SCRATCH;
    u->kind[1] = (uint8_t)halves_of(eu, u->imm);
    if (desc >> 16 & 1) /* dwords */
        u->kind[1] = u->imm > EU_GRF_BYTES ? 3 : 1;
    cold->port.form = PORT_16 | (desc >> 17 & 1 ? PORT_WRITE : 0);
    return set_registers(cold, 0, u->imm, 0, &cold->port) ? block_handler : fast_slow;
}

fast_handler *port_block(const struct eu *eu, struct fast_uop *u, struct fast_cold *cold)
{
    switch (cold->message) {
    case PORT_ROW_CC_OWORD_READ:
    case PORT_ROW_DC_OWORD_READ:
        return oword_block(eu, u, cold, false, false);
    case PORT_ROW_CC_UNALIGNED:
    case PORT_ROW_DC_UNALIGNED:
        return oword_block(eu, u, cold, false, true);
    case PORT_ROW_DC_OWORD_WRITE:
        return oword_block(eu, u, cold, true, false);
    case PORT_ROW_CC_DUAL_READ:
    case PORT_ROW_DC_DUAL_READ:
        return dual_block(u, cold, false);
    case PORT_ROW_DC_DUAL_WRITE:
        return dual_block(u, cold, true);
    case PORT_ROW_DC_UNTYPED_READ:
    case PORT_ROW_DC1_UNTYPED_READ:
        return pair_block(u, cold, false);
    case PORT_ROW_DC_UNTYPED_WRITE:
    case PORT_ROW_DC1_UNTYPED_WRITE:
        return pair_block(u, cold, true);
    case PORT_ROW_DC_SCRATCH:
        return scratch_block(eu, u, cold);
    case PORT_ROW_DC1_A64_BLOCK_READ:
        return a64_block(u, cold, false);
    case PORT_ROW_DC1_A64_BLOCK_WRITE:
        return a64_block(u, cold, true);
    default:
        return fast_slow;
    }
}

#endif
