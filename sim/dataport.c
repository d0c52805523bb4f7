/* Data ports: what all messages share, OWord blocks, scratch blocks, fence. Source: SNB vol. 4 part
 * 1, 3.9; the formats are the same in Gen7. */
#include "sim/dataport.h"

#include <stdio.h>
#include <string.h>

#include "sim/lint_state.h"

unsigned dp_bti(const struct eu_call *c)
{
    return c->msg->desc & 0xff;
}

unsigned dp_regs(unsigned bytes)
{
    return (bytes + EU_GRF_BYTES - 1) / EU_GRF_BYTES;
}

void dp_need_header(struct eu_call *c)
{
    if (!c->msg->header) {
        call_lint(c, EU_LINT_HEADER_REQUIRED, "%s without a header (%s): its fields read 0",
                  c->info->name, c->info->section);
    }
}

void dp_check_length(struct eu_call *c, const char *what, unsigned have, unsigned need)
{
    if (have < need) {
        call_lint(c, EU_LINT_MESSAGE_LENGTH, "%s: %s has %u registers, needs %u (%s)",
                  c->info->name, what, have, need, c->info->section);
    }
}

bool dp_is_special(const struct eu_call *c)
{
    return !eu_bti_is_surface(c->eu->isa, dp_bti(c));
}

/* Reads a state from memory. For lints and watchpoints this is not an access of the program. */
static bool read_state(struct eu_call *c, uint64_t addr, void *bytes, size_t n)
{
    bool mapped = eu_memory_read(c->eu->mem, addr, bytes, n);
    if (!mapped)
        dp_unmapped(c, addr);
    return mapped;
}

/* The entry of the binding table is the state's offset from the Surface State Base. A bindless
 * message has that offset in its extended descriptor, in units of a state. */
static const struct eu_surface *surface_in_memory(struct eu_call *c)
{
    const struct eu_bases *b = &c->eu->bases;
    uint32_t dw[EU_SURFACE_DWORDS], entry = 0;
    uint64_t at = b->bindless + (uint64_t)(c->msg->ex_desc >> 12) * sizeof dw;
    bool bindless = dp_bti(c) >= c->eu->isa->bti_special;
    if (!bindless && !read_state(c, b->surface + (c->t->binding_table & ~31u) + dp_bti(c) * 4,
                                 &entry, sizeof entry))
        return NULL;
    if (!read_state(c, bindless ? at : b->surface + (entry & ~63u), dw, sizeof dw))
        return NULL;
    c->refused = eu_surface_decode(c->eu->isa, dw, &c->surface);
    return c->refused ? NULL : &c->surface;
}

const struct eu_surface *dp_surface(struct eu_call *c)
{
    if (c->eu->bases.tables)
        return surface_in_memory(c);
    const struct eu_surface *s = &c->eu->surfaces[dp_bti(c)];
    if (!s->present) {
        call_lint(c, EU_LINT_UNKNOWN_BINDING_TABLE_INDEX,
                  "binding table index %u has no surface (%s): reads 0, writes are dropped",
                  dp_bti(c), c->info->section);
        return NULL;
    }
    return s;
}

struct dp_target dp_stateless(const struct eu_call *c)
{
    return (struct dp_target){.mem = c->eu->mem,
                              .base = c->eu->bases.general + (c->header[5] & ~0x3ffu),
                              .wrap = UINT32_MAX,
                              .size = UINT64_MAX};
}

struct dp_target dp_flat(const struct eu_call *c)
{
    return (struct dp_target){.mem = c->eu->mem,
                              .wrap = UINT64_MAX >> (64 - eu_memory_address_bits(c->eu->mem)),
                              .size = UINT64_MAX};
}

struct dp_target dp_buffer(struct eu_call *c, unsigned element)
{
    unsigned bti = dp_bti(c), sfid = c->msg->sfid;
    if (dp_is_special(c) && bti != EU_BTI_SLM)
        return dp_stateless(c);
    if (bti == EU_BTI_SLM && (sfid == EU_SFID_DATA_CACHE || sfid == EU_SFID_DATA_CACHE_1)) {
        uint32_t bits = c->eu->isa->slm_offset;
        return (struct dp_target){.mem = c->eu->slm,
                                  .base = (uint64_t)c->t->group * EU_SLM_BYTES,
                                  .size = EU_SLM_BYTES,
                                  .wrap = bits ? bits : UINT64_MAX};
    }
    const struct eu_surface *s = dp_surface(c);
    if (!s)
        return (struct dp_target){0};
    if (s->is_2d) {
        call_lint(c, EU_LINT_BUFFER_SURFACE,
                  "%s on a 2D surface (%s): taken as a buffer of its bytes", c->info->name,
                  c->info->section);
    }
    return (struct dp_target){.mem = c->eu->mem,
                              .base = s->address,
                              .wrap = UINT64_MAX,
                              .stride = s->pitch,
                              .size = eu_surface_bytes(s) / element * element};
}

void dp_unmapped(struct eu_call *c, uint64_t addr)
{
    unsigned long long at = addr & UINT64_MAX >> (64 - eu_memory_address_bits(c->eu->mem));
    if (c->unmapped)
        return;
    c->unmapped = true;
    if (c->eu->isa->page_faults) {
        c->faulted = true;
        c->tlbs = NULL;
        c->ev->addr = at;
        snprintf(c->ev->text, sizeof c->ev->text, "%s at 0x%llx: not mapped", c->info->name, at);
    } else {
        call_lint(c, EU_LINT_UNMAPPED_MEMORY,
                  "%s at 0x%08llx: not mapped, reads 0, writes are dropped", c->info->name, at);
    }
}

static void note_lost(struct eu_call *c, uint64_t end)
{
    struct eu_lost_at *at = &c->eu->lost_at;
    bool same = at->need && at->bti == dp_bti(c) &&
                c->eu->threads[at->thread].binding_table == c->t->binding_table;
    if (!at->need)
        *at = (struct eu_lost_at){c->t->id, (uint16_t)dp_bti(c), end};
    else if (same && at->need < end)
        at->need = end;
}

/* Reports, once for each message, an access of @n bytes at byte @off outside the target. */
static void lint_outside(struct eu_call *c, uint64_t off, size_t n, const struct dp_target *to)
{
    if (to->size && to->mem == c->eu->mem)
        note_lost(c, off + n);
    if (to->size && !c->outside) { /* otherwise the missing surface was reported already */
        c->outside = true;
        call_lint(c, EU_LINT_OUT_OF_BOUNDS, "%s at byte 0x%llx of 0x%llx (%s)", c->info->name,
                  (unsigned long long)off, (unsigned long long)to->size, c->info->section);
    }
}

static bool is_inside(const struct dp_target *to, uint64_t off, size_t n)
{
    return off <= to->size && to->size - off >= n;
}

bool dp_load(struct eu_call *c, const struct dp_target *to, uint64_t off, void *bytes, size_t n)
{
    off &= to->wrap;
    if (!is_inside(to, off, n)) {
        memset(bytes, 0, n);
        lint_outside(c, off, n, to);
        return false;
    }
    if (!eu_call_read(c, to->mem, to->base + off, bytes, n) && to->mem == c->eu->mem)
        dp_unmapped(c, to->base + off);
    return true;
}

bool dp_store(struct eu_call *c, const struct dp_target *to, uint64_t off, const void *bytes,
              size_t n)
{
    off &= to->wrap;
    if (!is_inside(to, off, n)) {
        lint_outside(c, off, n, to);
        return false;
    }
    uint8_t *at = eu_call_bytes(c, to->mem, to->base + off, n, true);
    if (at) {
        memcpy(at, bytes, n);
        return true;
    }
    if (to->mem == c->eu->slm)
        eu_memory_map(to->mem, to->base + off, n);
    if (!eu_call_write(c, to->mem, to->base + off, bytes, n))
        dp_unmapped(c, to->base + off);
    return true;
}

bool dp_element(struct eu_call *c, const struct eu_surface *s, const struct dp_place *p,
                uint64_t *address)
{
    if (!s)
        return false;
    uint32_t bytes = eu_format_bytes(s->format);
    struct eu_level l = eu_surface_level(s, p->level);
    uint32_t width = s->is_2d ? l.width : l.width / bytes, height = s->is_2d ? l.height : 1;
    bool known = s->present && p->x < width && p->y < height && p->z < (s->depth ? s->depth : 1);
    *address = eu_surface_address(s, (l.x + p->x) * bytes, l.y + p->y + p->z * s->qpitch);
    if (!known && !c->outside) {
        c->outside = true;
        call_lint(c, EU_LINT_OUT_OF_BOUNDS, "%s of element %u,%u: the surface has %u x %u (%s)",
                  c->info->name, p->x, p->y, width, height, c->info->section);
    }
    return known;
}

void dp_fetch(struct eu_call *c, const struct eu_surface *s, uint64_t address, uint8_t *bytes)
{
    if (!eu_call_read(c, c->eu->mem, address, bytes, eu_format_bytes(s->format)))
        dp_unmapped(c, address);
}

void dp_put(struct eu_call *c, const struct eu_surface *s, uint64_t address, const uint8_t *bytes)
{
    if (!eu_call_write(c, c->eu->mem, address, bytes, eu_format_bytes(s->format)))
        dp_unmapped(c, address);
}

/* --- OWord blocks --- */

/* Whether the bytes of an OWord can be moved at once: nobody watches its dwords, and all are
 * inside. */
static bool can_move_oword(const struct eu_call *c, const struct dp_target *buffer, uint64_t off)
{
    return !c->eu->nwatches && !eu_lints(c->eu) && is_inside(buffer, off & buffer->wrap, EU_OWORD);
}

/* Moves one OWord between byte @pos of payload or response and byte @off of the buffer. @bits: the
 * mask of its dwords; a read moves all four if any is set. Source: 3.9.3. */
static void read_oword(struct eu_call *c, const struct dp_target *from, uint64_t off, unsigned pos,
                       unsigned bits)
{
    if (!bits || pos >= c->response_bytes)
        return;
    unsigned step = can_move_oword(c, from, off) ? EU_OWORD : 4;
    for (unsigned i = 0; i < EU_OWORD; i += step) {
        /* Only the dwords after the end are lost, and compilers do not use them. */
        bool is_tail = c->eu->isa->block_unit < EU_OWORD && is_inside(from, off & from->wrap, 4) &&
                       !is_inside(from, (off + i) & from->wrap, 4);
        if (is_tail)
            memset(c->response + pos + i, 0, step);
        else
            dp_load(c, from, off + i, c->response + pos + i, step);
    }
}

static void write_oword(struct eu_call *c, const struct dp_target *to, uint64_t off, unsigned pos,
                        unsigned bits)
{
    unsigned step = bits == 15 && can_move_oword(c, to, off) ? EU_OWORD : 4;
    for (unsigned i = 0; i < EU_OWORD && pos < c->payload_bytes; i += step)
        if (bits >> i / 4 & 1)
            dp_store(c, to, off + i, c->payload + pos + i, step);
}

/* The position of a block's bytes in payload or response: [@first, @end). Source: 3.9.3.1. */
struct block {
    unsigned first, end;
};

static struct block block_of(struct eu_call *c)
{
    static const uint8_t owords[8] = {1, 1, 2, 4, 8};
    unsigned code = c->msg->desc >> 8 & 7, first = code == 1 ? EU_OWORD : 0;
    if (!owords[code]) {
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "block size %u (3.9.3.1): nothing is transferred",
                  code);
    }
    return (struct block){first, first + owords[code] * EU_OWORD};
}

/* The mask bits of the four dwords of the OWord at byte @pos. Bits 7:0 are for the first and third
 * register of data, 15:8 for the second and fourth. Source: 3.9.3. Status: spec. */
static unsigned channel_bits(const struct eu_call *c, unsigned pos)
{
    return c->msg->mask >> ((pos / EU_GRF_BYTES & 1) * 8 + (pos / EU_OWORD & 1) * 4) & 15;
}

/* The mask bits of an OWord in a block. The quirk oword-mask switches masks off; from Gen8 on,
 * blocks ignore the mask. Status: inferred. */
static unsigned oword_bits(const struct eu_call *c, unsigned pos)
{
    if (!c->eu->quirks[EU_QUIRK_OWORD_MASK] || !c->eu->isa->block_masks)
        return 15;
    return channel_bits(c, pos);
}

static enum eu_stop oword_load(struct eu_call *c, uint64_t off, bool masked)
{
    dp_need_header(c);
    struct dp_target from = dp_buffer(c, c->eu->isa->block_unit);
    struct block b = block_of(c);
    dp_check_length(c, "response", c->msg->rlen, dp_regs(b.end));
    for (unsigned pos = b.first; pos < b.end; pos += EU_OWORD)
        read_oword(c, &from, off + (pos - b.first), pos, masked ? oword_bits(c, pos) : 15);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_oword_read(struct eu_call *c)
{
    return oword_load(c, (uint64_t)c->header[2] * EU_OWORD, true);
}

/* The offset is in bytes; the mask is ignored. Source: 3.9.4. */
enum eu_stop eu_msg_oword_unaligned(struct eu_call *c)
{
    return oword_load(c, c->header[2] & ~3u, false);
}

enum eu_stop eu_msg_oword_write(struct eu_call *c)
{
    dp_need_header(c);
    struct dp_target to = dp_buffer(c, c->eu->isa->block_unit);
    struct block b = block_of(c);
    uint64_t off = (uint64_t)c->header[2] * EU_OWORD;
    dp_check_length(c, "payload", dp_regs((unsigned)c->payload_bytes), dp_regs(b.end));
    for (unsigned pos = b.first; pos < b.end; pos += EU_OWORD)
        write_oword(c, &to, off + (pos - b.first), pos, oword_bits(c, pos));
    return EU_STOP_NONE;
}

/* --- A64 blocks: M0.0 and M0.1 are the address; the mask is ignored --- */

/* Descriptor bits 12:11: unaligned OWords, OWords, reserved, registers; 10:8: how many, for
 * registers their log2. Source: IGA. Status: inferred; that unaligned addresses are multiples of a
 * dword: assumed. */
static struct block a64_block_of(struct eu_call *c, uint64_t *addr)
{
    unsigned kind = c->msg->desc >> 11 & 3, code = c->msg->desc >> 8 & 7;
    *addr = (c->header[0] | (uint64_t)c->header[1] << 32) & ~UINT64_C(3);
    dp_need_header(c);
    if (kind == 1)
        *addr &= ~(uint64_t)(EU_OWORD - 1);
    if (kind < 2)
        return block_of(c);
    if (kind == 2 || code > 4) {
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "%s: size %u of kind %u: nothing is transferred",
                  c->info->name, code, kind);
        return (struct block){0, 0};
    }
    return (struct block){0, EU_GRF_BYTES << code};
}

enum eu_stop eu_msg_a64_block_read(struct eu_call *c)
{
    uint64_t addr;
    struct block b = a64_block_of(c, &addr);
    struct dp_target from = dp_flat(c);
    dp_check_length(c, "response", c->msg->rlen, dp_regs(b.end));
    for (unsigned pos = b.first; pos < b.end; pos += EU_OWORD)
        read_oword(c, &from, addr + (pos - b.first), pos, 15);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_a64_block_write(struct eu_call *c)
{
    uint64_t addr;
    struct block b = a64_block_of(c, &addr);
    struct dp_target to = dp_flat(c);
    dp_check_length(c, "payload", dp_regs((unsigned)c->payload_bytes), dp_regs(b.end));
    for (unsigned pos = b.first; pos < b.end; pos += EU_OWORD)
        write_oword(c, &to, addr + (pos - b.first), pos, 15);
    return EU_STOP_NONE;
}

/* --- OWord dual blocks: low halves of the registers are block 0, high halves block 1 --- */

/* The number of data registers; 0: reserved. The first register of the payload has the offsets.
 * Source: 3.9.5.1, 3.9.5.2. */
static unsigned dual_size(struct eu_call *c)
{
    static const uint8_t owords[4] = {1, 0, 4, 0};
    unsigned code = c->msg->desc >> 8 & 3;
    if (!owords[code]) {
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "block size %u (3.9.5.1): nothing is transferred",
                  code);
    }
    return owords[code];
}

static void move_dual(struct eu_call *c, unsigned first, bool write)
{
    struct dp_target buffer = dp_buffer(c, c->eu->isa->block_unit);
    unsigned n = dual_size(c);
    for (unsigned half = 0; half < 2; half++) {
        uint32_t block;
        memcpy(&block, c->payload + half * EU_OWORD, sizeof block);
        uint64_t off = ((uint64_t)c->header[2] + block) * EU_OWORD;
        unsigned bits = c->msg->mask >> half * 4 & 15;
        for (unsigned k = 0; k < n; k++) {
            unsigned pos = (first + k) * EU_GRF_BYTES + half * EU_OWORD;
            (write ? write_oword : read_oword)(c, &buffer, off + k * EU_OWORD, pos, bits);
        }
    }
}

enum eu_stop eu_msg_dual_read(struct eu_call *c)
{
    move_dual(c, 0, false);
    return EU_STOP_NONE;
}

enum eu_stop eu_msg_dual_write(struct eu_call *c)
{
    move_dual(c, 1, true);
    return EU_STOP_NONE;
}

/* --- scratch blocks --- */

/* The scratch space of the thread or, while a routine saves or restores its context, the slot's
 * save area. Source: Broxton PRM vol. 6; the place within it: the production routines. Status:
 * inferred. */
static struct dp_target scratch_space(const struct eu_call *c)
{
    const struct eu *eu = c->eu;
    uint8_t save = c->t->exception.save;
    struct dp_target space = dp_stateless(c);
    bool moves = save == EU_SAVE_SAVING || save == EU_SAVE_RESTORING;
    if (moves && eu->has_csr && !eu->quirks[EU_QUIRK_CSR_SCRATCH])
        space.base = eu_csr_area(eu, c->t->slot), space.wrap = UINT64_MAX;
    return space;
}

/* Descriptor bits 11:0: offset in registers; 13:12: registers - 1, from Gen8 on their log2; 16:
 * dwords instead of OWords; 17: write. It is stateless, and the size in M0.3 is ignored. Source:
 * what Gen7 drivers send. Status: inferred; that the mask is that of an OWord block: assumed. */
enum eu_stop eu_msg_scratch(struct eu_call *c)
{
    c->own = true;
    dp_need_header(c);
    struct dp_target space = scratch_space(c);
    uint32_t desc = c->msg->desc;
    unsigned size = desc >> 12 & 3;
    unsigned bytes = (c->eu->isa->scratch_log2 ? 1u << size : size + 1) * EU_GRF_BYTES;
    uint64_t off = (uint64_t)(desc & 0xfff) * EU_GRF_BYTES;
    bool write = desc >> 17 & 1, dwords = desc >> 16 & 1;
    if (bytes == 3 * EU_GRF_BYTES)
        call_lint(c, EU_LINT_RESERVED_BLOCK_SIZE, "scratch block of 3 registers: transferred");
    dp_check_length(c, write ? "payload" : "response",
                    write ? dp_regs((unsigned)c->payload_bytes) : c->msg->rlen, dp_regs(bytes));
    for (unsigned pos = 0; pos < bytes; pos += EU_OWORD) {
        bool masked = dwords && !c->eu->isa->block_masks;
        unsigned bits = masked ? channel_bits(c, pos) : oword_bits(c, pos);
        bits = bits && !dwords ? 15 : bits;
        (write ? write_oword : read_oword)(c, &space, off + pos, pos, bits);
    }
    return EU_STOP_NONE;
}

/* --- fence --- */

/* Every earlier access is done already, and the sampler has no cache of its own. The response of a
 * commit changes no register. */
enum eu_stop eu_msg_fence(struct eu_call *c)
{
    eu_race_fence(c->eu, c->t);
    dp_need_header(c);
    return EU_STOP_NONE;
}
