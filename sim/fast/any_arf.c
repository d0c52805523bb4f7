#include <string.h>

#include "sim/fast/any.h"
#include "sim/fast/core.h"

/* Architecture registers and accumulators of Gen8. What is not populated reads 0 and drops what is
 * written (assumed). */

/* A register that is memory and no more, whatever is written to it: *@bytes of it; NULL: it is
 * none. */
static void *storage(const struct any_run *x, unsigned reg, unsigned *bytes)
{
    if (reg == (EU_ARF_SR << 4 | 1)) {
        *bytes = sizeof x->t->sr1;
        return x->t->sr1;
    }
    unsigned at = fast_arf_at(x->eu->isa, reg, true, bytes);
    return *bytes && reg >> 4 != EU_ARF_A ? (uint8_t *)x->t + at : NULL;
}

static unsigned copy(uint8_t *out, const void *from, size_t bytes)
{
    memcpy(out, from, bytes);
    return (unsigned)bytes;
}

/* Channels that are enabled and on IP: of exact PcIPs (FAST_NEEDS_PCIP). */
static uint32_t on_ip(const struct eu_thread *t)
{
    uint32_t enabled = fast_emask(t);
    return t->cr[0] & EU_CR0_SPF ? enabled : fast_at(t->pcip, t->ip, enabled);
}

/* Registers number 0 that are more than storage. Returns the bytes of it; 0: there is none. */
static unsigned content(struct any_run *x, unsigned kind, uint8_t out[FAST_ARF_BYTES])
{
    struct eu_thread *t = x->t;
    uint32_t dwords[4], on;
    switch (kind) {
    case EU_ARF_A:
        return copy(out, t->a0, 2u * x->eu->isa->address_registers);
    case EU_ARF_SR:
        return copy(out, t->sr, sizeof t->sr);
    case EU_ARF_CR:
        return copy(out, t->cr, sizeof t->cr);
    case EU_ARF_TDR: /* bits 14:8 of each word read 0 */
        for (unsigned i = 0; i < 4; i++)
            dwords[i] = t->tdr[i] & 0x80ff80ff;
        return copy(out, dwords, sizeof dwords);
    case EU_ARF_TM:
        (void)eu_reg_read(x->eu, t, EU_REG_TM0, out);
        x->tm_read = true;
        return 16;
    case EU_ARF_CE:
        on = on_ip(t);
        return copy(out, &on, sizeof on);
    default:
        return 0;
    }
}

static unsigned image(struct any_run *x, unsigned reg, uint8_t out[FAST_ARF_BYTES])
{
    struct eu_thread *t = x->t;
    unsigned kind = reg >> 4, num = reg & 15, bytes = 0;
    const void *plain = storage(x, reg, &bytes);
    if (plain)
        return copy(out, plain, bytes);
    if (kind == EU_ARF_IP) /* it has no number */
        return copy(out, &t->ip, sizeof t->ip);
    if (kind == EU_ARF_N) /* n1, n2: n0.1, n0.2 (E38) */
        return num < 3 ? copy(out, &t->n[num], sizeof t->n - num * sizeof t->n[0]) : 0;
    if (kind == EU_ARF_ACC)
        return num - 2 < EU_MMES ? copy(out, t->mme[num - 2], FAST_ARF_BYTES) : 0;
    return num ? 0 : content(x, kind, out);
}

/* Behind its end a register goes on from its start (inferred from SIPCSR). */
uint64_t any_arf_read(struct any_run *x, unsigned reg, unsigned off, unsigned bytes)
{
    uint8_t bytes_of[FAST_ARF_BYTES];
    unsigned size = image(x, reg, bytes_of);
    uint64_t bits = 0;
    bool again = !x->eu->quirks[EU_QUIRK_ARF_END];
    for (unsigned i = 0; size && i < bytes && (again || off + i < size); i++)
        bits |= (uint64_t)bytes_of[(off + i) % size] << 8 * i;
    return bits;
}

/* --- writes --- */

/* @has: the bits of each dword that take it; NULL: all. */
static void write_dwords(uint32_t *at, const uint32_t *has, unsigned size, unsigned off,
                         unsigned bytes, uint64_t bits)
{
    for (unsigned i = 0; i < bytes && off + i < size; i++) {
        unsigned word = (off + i) / 4, shift = (off + i) % 4 * 8;
        uint32_t mask = 0xffu << shift & (has ? has[word] : UINT32_MAX);
        at[word] = (at[word] & ~mask) | ((uint32_t)(bits >> 8 * i & 0xff) << shift & mask);
    }
}

static void write_address(struct any_run *x, unsigned off, unsigned bytes, uint64_t bits)
{
    uint16_t *a0 = x->t->a0;
    for (unsigned i = 0; i < bytes && off + i < 2u * x->eu->isa->address_registers; i++) {
        unsigned word = (off + i) / 2, shift = (off + i) % 2 * 8;
        uint32_t v = (a0[word] & ~(0xffu << shift)) | (uint32_t)(bits >> 8 * i & 0xff) << shift;
        a0[word] = (uint16_t)(word < 2 ? v : v & x->eu->isa->a0_high);
    }
}

static void write_zero(struct any_run *x, unsigned kind, unsigned off, unsigned bytes,
                       uint64_t bits)
{
    struct eu_thread *t = x->t;
    switch (kind) {
    case EU_ARF_A:
        write_address(x, off, bytes, bits);
        return;
    case EU_ARF_SR:
        write_dwords(t->sr, x->eu->isa->sr0_guest, sizeof t->sr, off, bytes, bits);
        x->effects |= FAST_WROTE_SR;
        return;
    case EU_ARF_CR: /* the last dword is read-only */
        write_dwords(t->cr, x->eu->isa->cr0, 12, off, bytes, bits);
        if (off < sizeof t->cr)
            x->effects |= FAST_WROTE_CR;
        return;
    case EU_ARF_TDR: /* any write clears the valid bit of its word */
        for (unsigned i = 0; i < bytes && off + i < sizeof t->tdr; i++)
            t->tdr[(off + i) / 4] &= ~((uint32_t)EU_TDR_VALID << ((off + i) & 2) * 8);
        return;
    default: /* null; ce0 and tm0 are read-only */
        return;
    }
}

void any_arf_write(struct any_run *x, unsigned reg, unsigned off, unsigned bytes, uint64_t bits)
{
    static const uint32_t two[EU_GRF_BYTES / 4] = {3, 3, 3, 3, 3, 3, 3, 3};
    unsigned kind = reg >> 4, num = reg & 15, size;
    void *plain = storage(x, reg, &size);
    if (plain)
        write_dwords(plain, NULL, size, off, bytes, bits);
    else if (kind == EU_ARF_ACC && num - 2 < EU_MMES)
        write_dwords(x->t->mme[num - 2], two, sizeof two, off, bytes, bits);
    else if (kind == EU_ARF_N && num < 3)
        write_dwords(x->t->n + num, eu_n0_max + num, sizeof x->t->n - num * 4, off, bytes, bits);
    else if (!num)
        write_zero(x, kind, off, bytes, bits);
}

uint32_t *any_entry(struct eu_thread *t, unsigned num, unsigned n)
{
    uint32_t *const regs[5] = {t->fc0, &t->fc1, &t->fc2, t->fc3, &t->fc4};
    static const uint8_t entries[5] = {EU_CHANNELS, 1, 1, 4, 1};
    return num < 5 && n < entries[num] ? regs[num] + n : NULL;
}

/* --- accumulators: 16 lanes of 33 bits, see struct eu_thread --- */

struct slot {
    uint8_t lane;  /* of the low part */
    uint8_t shift; /* of a half in it */
    uint8_t bits;  /* of the low part: 16 (a half), 32 (a float), 33 */
    bool upper;    /* there is a high part, eight lanes on */
};

static struct slot slot_of(const struct any_run *x, unsigned reg, unsigned type, unsigned lane)
{
    struct slot s = {.bits = fast_is_float(type) ? 32 : 33};
    unsigned bytes = eu_types[type].bytes;
    if (type == EU_TYPE_HF) {
        unsigned at = reg * EU_ACC_LANES + lane;
        return (struct slot){.lane = at % EU_ACC_LANES, .shift = at & EU_ACC_LANES, .bits = 16};
    }
    if (bytes == 8) {
        s.lane = (reg * 4 + lane) % 8;
        s.upper = true;
        return s;
    }
    s.lane = (reg * 8 + lane) % EU_ACC_LANES;
    s.upper = bytes == 4 && type != EU_TYPE_F && s.lane < 8 && x->a->es < 16;
    return s;
}

static int64_t low_part(int64_t v, unsigned bits) /* with its sign */
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

int64_t any_acc_read(const struct any_run *x, unsigned reg, unsigned type, unsigned lane)
{
    const struct slot s = slot_of(x, reg, type, lane);
    const int64_t *acc = &x->t->acc[0][s.lane];
    if (s.bits == 16)
        return *acc >> s.shift & 0xffff;
    if (s.upper)
        return (int64_t)(((uint64_t)*acc & ((UINT64_C(1) << s.bits) - 1)) | (uint64_t)acc[8]
                                                                                << s.bits);
    return s.bits == 32 ? (int32_t)*acc : *acc;
}

void any_acc_write(struct any_run *x, unsigned reg, unsigned type, unsigned lane, int64_t v)
{
    const struct slot s = slot_of(x, reg, type, lane);
    int64_t *acc = &x->t->acc[0][s.lane];
    if (s.bits == 16) {
        uint32_t now = (uint32_t)*acc & ~(0xffffu << s.shift);
        *acc = (int32_t)(now | ((uint32_t)v & 0xffff) << s.shift);
        return;
    }
    *acc = low_part(v, s.bits);
    if (s.upper)
        acc[8] = v >> s.bits;
}
