#include <string.h>

#include "sim/fast/alu_impl.h"
#include "sim/regs.h"

/* Architecture registers and accumulators. IVB vol. 4 part 3, 3.3.3. Parts that are not populated
 * read 0 and ignore writes (assumed). */

/* What instruction operands see of register @kind, from number @num on; *@bytes: its size. */
static const void *content(struct fast_run *x, unsigned kind, unsigned num, size_t *bytes)
{
    const struct eu_thread *t = x->t;
    unsigned numbers = kind == EU_ARF_N ? 3 : kind == EU_ARF_F ? 2 : 1;
    *bytes = 0;
    if (num >= numbers && kind != EU_ARF_IP) /* ip has no number */
        return t;
    switch (kind) {
    case EU_ARF_A:
        *bytes = FAST_A0_BYTES;
        return t->a0;
    case EU_ARF_F:
        *bytes = sizeof t->f[0];
        return &t->f[num];
    case EU_ARF_SR:
        *bytes = sizeof t->sr;
        return t->sr;
    case EU_ARF_CR:
        *bytes = sizeof t->cr;
        return t->cr;
    case EU_ARF_N: /* n1, n2: n0.1, n0.2 (E38) */
        *bytes = sizeof t->n - num * sizeof t->n[0];
        return &t->n[num];
    case EU_ARF_IP:
        *bytes = sizeof t->ip;
        return &t->ip;
    case EU_ARF_TDR:
        *bytes = sizeof t->tdr;
        return t->tdr;
    default:
        return t;
    }
}

void fast_arf_image(struct fast_run *x, unsigned reg, uint8_t out[FAST_ARF_BYTES + FAST_ARF_PAD])
{
    unsigned kind = reg >> 4, num = reg & 15;
    size_t bytes;
    memset(out, 0, FAST_ARF_BYTES + FAST_ARF_PAD);
    if (kind == EU_ARF_TM && num == 0) {
        (void)eu_reg_read(x->eu, x->t, EU_REG_TM0, out);
        x->tm_read = true;
        return;
    }
    const void *from = content(x, kind, num, &bytes);
    memcpy(out, from, bytes);
    if (kind == EU_ARF_CR && !(x->t->cr[0] & EU_CR0_ME))
        memset(out + 12, 0, 4); /* only the routine sees the requests to save and restore */
    if (kind == EU_ARF_TDR)
        for (unsigned i = 1; i < FAST_ARF_BYTES; i += 2)
            out[i] &= 0x80; /* bits 14:8 of each word read 0 */
}

unsigned fast_arf_at(const struct isa_gen *isa, unsigned reg, bool write, unsigned *bytes)
{
    enum { WRITE = 1, LATER = 2, DWORD = sizeof(uint32_t) };
#define AT(field) offsetof(struct eu_thread, field)
    static const struct memory {
        uint16_t at, bytes, each; /* each: bytes from one number to the next */
        uint8_t numbers, flags;
    } registers[16] = {
        [EU_ARF_A] = {AT(a0), 2 * EU_A0_WORDS, 0, 1, WRITE},
        [EU_ARF_F] = {AT(f), DWORD, DWORD, 2, WRITE},
        [EU_ARF_SR] = {AT(sr), 4 * DWORD, 0, 1, 0},
        [EU_ARF_CR] = {AT(cr), 3 * DWORD, 0, 1, 0}, /* what cr0.3 is depends on who reads it */
        [EU_ARF_N] = {AT(n), 3 * DWORD, 0, 1, 0},
        [EU_ARF_MSG] = {AT(msg), DWORD, DWORD, 8, WRITE | LATER},
        [EU_ARF_SP] = {AT(sp), 4 * DWORD, 0, 1, WRITE | LATER},
        [EU_ARF_DBG] = {AT(dbg), 2 * DWORD, 0, 1, WRITE | LATER},
    };
#undef AT
    unsigned kind = reg >> 4 & 15, num = reg & 15;
    const struct memory *r = &registers[kind];
    bool is_there = num < r->numbers && (isa->wide_values || !(r->flags & LATER));
    bool is_plain = is_there && (!write || r->flags & WRITE);
    unsigned size = kind == EU_ARF_A ? 2u * isa->address_registers : r->bytes;
    *bytes = is_plain ? size : 0;
    return r->at + num * r->each;
}

/* Writes the bytes; @writable: the bits of each dword that can be written. */
static void write_bytes(uint32_t *at, const uint32_t *writable, unsigned size, unsigned off,
                        unsigned bytes, uint32_t bits)
{
    for (unsigned i = 0; i < bytes && off + i < size; i++) {
        unsigned word = (off + i) / 4, shift = (off + i) % 4 * 8;
        uint32_t mask = writable[word] & 0xffu << shift;
        at[word] = (at[word] & ~mask) | ((bits >> 8 * i & 0xff) << shift & mask);
    }
}

/* a0.2 to a0.7 hold 12 bits, 3.3.3.4 */
static void write_address(struct eu_thread *t, unsigned off, unsigned bytes, uint32_t bits)
{
    for (unsigned i = 0; i < bytes && off + i < FAST_A0_BYTES; i++) {
        unsigned word = (off + i) / 2, shift = (off + i) % 2 * 8;
        uint32_t v = t->a0[word] & ~(0xffu << shift);
        v |= (bits >> 8 * i & 0xff) << shift;
        t->a0[word] = (uint16_t)(word < 2 ? v : v & 0xfff);
    }
}

void fast_arf_write(struct fast_run *x, unsigned reg, unsigned off, unsigned bytes, uint32_t bits)
{
    static const uint32_t all[1] = {UINT32_MAX};
    struct eu_thread *t = x->t;
    unsigned num = reg & 15;
    if (reg >> 4 == EU_ARF_F && num < 2)
        write_bytes(&t->f[num], all, sizeof t->f[0], off, bytes, bits);
    if (num)
        return;
    switch (reg >> 4) {
    case EU_ARF_A:
        write_address(t, off, bytes, bits);
        return;
    case EU_ARF_SR:
        write_bytes(t->sr, x->eu->isa->sr0_guest, sizeof t->sr, off, bytes, bits);
        x->effects |= FAST_WROTE_SR;
        return;
    case EU_ARF_CR: /* the last dword is read-only */
        write_bytes(t->cr, x->eu->isa->cr0, 12, off, bytes, bits);
        if (off < sizeof t->cr)
            x->effects |= FAST_WROTE_CR;
        return;
    case EU_ARF_TDR: /* any write to a word clears its valid bit */
        for (unsigned i = 0; i < bytes && off + i < sizeof t->tdr; i++)
            t->tdr[(off + i) / 4] &= ~((uint32_t)EU_TDR_VALID << ((off + i) & 2) * 8);
        return;
    default: /* null; n0 and tm0 are read-only */
        return;
    }
}

/* --- accumulators, 3.3.3.5 --- */

/* The lanes continue from acc0 into acc1 (spec for F; assumed for other types). */
unsigned fast_acc_slot(unsigned reg, unsigned words, unsigned lane)
{
    unsigned slot = lane * words + reg * EU_ACC_LANES;
    return slot % (2 * EU_ACC_LANES);
}

static int64_t *slot_at(struct eu_thread *t, unsigned slot)
{
    return &t->acc[slot / EU_ACC_LANES][slot % EU_ACC_LANES];
}

static int64_t word_lane(int64_t v) /* 33 bits */
{
    return (int64_t)((uint64_t)v << 31) >> 31;
}

int64_t fast_acc_get(const struct eu_thread *t, unsigned slot, unsigned words)
{
    const int64_t *lane = &t->acc[slot / EU_ACC_LANES][slot % EU_ACC_LANES];
    if (words == 1)
        return word_lane(lane[0]);
    /* If the two W lanes were written separately, they are not a D lane: then only its
     * architectural bits are used (assumed). */
    bool whole = lane[1] == 0 || (uint16_t)lane[1] == (uint16_t)(lane[0] >> 16);
    if (whole)
        return lane[0];
    return (int32_t)((uint32_t)lane[1] << 16 | ((uint32_t)lane[0] & 0xffff));
}

void fast_acc_put(struct eu_thread *t, unsigned slot, unsigned words, int64_t v)
{
    int64_t *lane = slot_at(t, slot);
    lane[0] = words == 1 ? word_lane(v) : v;
    if (words > 1)
        lane[1] = (int16_t)(v >> 16);
}

void fast_acc_put_df(struct eu_thread *t, unsigned slot, uint64_t v, uint64_t mask)
{
    int64_t *lane = slot_at(t, slot);
    uint64_t now = ((uint64_t)lane[0] & ~mask) | (v & mask);
    lane[0] = (int64_t)now;
    for (unsigned i = 1; i < 4; i++) /* the architectural view */
        lane[i] = (int16_t)(now >> 16 * i);
}
