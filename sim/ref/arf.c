#include <string.h>

#include "sim/ref/ref.h"

/* Architecture registers. IVB vol. 4 part 3, 3.3.3. What is not populated reads 0 (assumed: the
 * manual leaves it open); writes to it and to read-only registers are dropped. */

enum { IMAGE_BYTES = 32 };

/* A register's content, zero padded. */
static void image(struct ref *x, unsigned reg, uint8_t out[IMAGE_BYTES])
{
    struct eu_thread *t = x->t;
    uint32_t cr[4], tdr[4];
    unsigned num = reg & 15;
    memset(out, 0, IMAGE_BYTES);
    switch (reg >> 4) {
    case EU_ARF_F:
        if (num < 2)
            memcpy(out, &t->f[num], sizeof t->f[0]);
        return;
    case EU_ARF_CR:
        memcpy(cr, t->cr, sizeof cr);
        if (!(cr[0] & EU_CR0_ME)) /* save and restore requests: only inside the routine */
            cr[3] = 0;
        memcpy(out, cr, num ? 0 : sizeof cr);
        return;
    case EU_ARF_TM:
        if (num)
            return;
        (void)eu_reg_read(x->eu, t, EU_REG_TM0, out);
        x->tm_read = true; /* TmEvent is cleared when the whole instruction has read */
        return;
    case EU_ARF_A:
        memcpy(out, t->a0, num ? 0 : sizeof t->a0);
        return;
    case EU_ARF_SR:
        memcpy(out, t->sr, num ? 0 : sizeof t->sr);
        return;
    case EU_ARF_N: /* n1 and n2 are names of n0.1 and n0.2 (E38) */
        if (num < 3)
            memcpy(out, &t->n[num], sizeof t->n - num * sizeof t->n[0]);
        return;
    case EU_ARF_IP:
        memcpy(out, &t->ip, sizeof t->ip);
        return;
    case EU_ARF_TDR: /* bits 14:8 read 0 */
        for (unsigned i = 0; i < 4; i++)
            tdr[i] = t->tdr[i] & EU_TDR_DEFINED * 0x10001u;
        memcpy(out, tdr, num ? 0 : sizeof tdr);
        return;
    default: /* null and reserved kinds */
        return;
    }
}

uint32_t ref_arf_read(struct ref *x, unsigned reg, unsigned off, unsigned bytes)
{
    uint8_t buf[IMAGE_BYTES];
    uint32_t bits = 0;
    image(x, reg, buf);
    for (unsigned i = 0; i < bytes && off + i < IMAGE_BYTES; i++)
        bits |= (uint32_t)buf[off + i] << 8 * i;
    return bits;
}

static void put_byte(uint32_t *words, unsigned off, uint8_t byte, uint32_t writable)
{
    unsigned shift = off % 4 * 8;
    uint32_t mask = 0xffu << shift & writable;
    words[off / 4] = (words[off / 4] & ~mask) | ((uint32_t)byte << shift & mask);
}

/* Reserved bits of sr0 drop what is written, like those of cr0 (assumed). 3.3.3.7 */
static void write_byte(struct ref *x, unsigned reg, unsigned off, uint8_t byte)
{
    struct eu_thread *t = x->t;
    unsigned num = reg & 15, shift = off % 2 * 8;
    switch (reg >> 4) {
    case EU_ARF_A:
        if (num || off >= sizeof t->a0)
            return;
        t->a0[off / 2] = (uint16_t)((t->a0[off / 2] & ~(0xffu << shift)) | (uint32_t)byte << shift);
        if (off >= 4)
            t->a0[off / 2] &= 0xfff; /* a0.2 to a0.7 hold 12 bits, 3.3.3.4 */
        return;
    case EU_ARF_F:
        if (num < 2 && off < sizeof t->f[0])
            put_byte(&t->f[num], off, byte, UINT32_MAX);
        return;
    case EU_ARF_SR:
        if (!num && off < sizeof t->sr)
            put_byte(t->sr, off, byte, eu_sr0_defined[off / 4]);
        return;
    case EU_ARF_CR:
        if (num || off >= sizeof t->cr)
            return;
        x->done.cr_written = true;
        put_byte(t->cr, off, byte, off < 12 ? eu_cr0_defined[off / 4] : 0);
        return;
    case EU_ARF_TDR:
        if (!num && off < sizeof t->tdr) /* any write clears the valid bit of that word */
            t->tdr[off / 4] &= ~(0x8000u << off / 2 % 2 * 16);
        return;
    default: /* null; n0 and tm0 are read-only */
        return;
    }
}

void ref_arf_write(struct ref *x, unsigned reg, unsigned off, unsigned bytes, uint32_t bits)
{
    for (unsigned i = 0; i < bytes; i++)
        write_byte(x, reg, off + i, (uint8_t)(bits >> 8 * i));
}

/* --- accumulators --- */

static int64_t sign_extend_33(int64_t v)
{
    return (int64_t)((uint64_t)v << 31) >> 31;
}

/* Lanes go on from acc0 into acc1 (spec for F; assumed for the others). Returns the index of the
 * lane's low word. */
static unsigned lane_of(enum eu_type type, unsigned lane, unsigned *reg)
{
    unsigned words = eu_types[type].bytes < 4 ? 1 : eu_types[type].bytes / 2;
    unsigned lanes = EU_ACC_LANES / words;
    *reg = (*reg + lane / lanes) & 1;
    return lane % lanes * words;
}

int64_t ref_acc_read(const struct eu_thread *t, unsigned reg, enum eu_type type, unsigned lane)
{
    unsigned n = lane_of(type, lane, &reg);
    const int64_t *acc = t->acc[reg];
    if (eu_types[type].bytes < 4)
        return sign_extend_33(acc[n]);
    /* A D lane is whole when its upper word agrees with the next W lane, or the host has set the
     * even lane alone; else that lane was written by itself, and the architectural 32 bits are what
     * there is (assumed). */
    if (!acc[n + 1] || (uint16_t)(acc[n] >> 16) == (uint16_t)acc[n + 1])
        return acc[n];
    return (int32_t)((uint32_t)(uint16_t)acc[n] | (uint32_t)(uint16_t)acc[n + 1] << 16);
}

void ref_acc_write(struct eu_thread *t, unsigned reg, enum eu_type type, unsigned lane, int64_t v)
{
    unsigned n = lane_of(type, lane, &reg);
    int64_t *acc = t->acc[reg];
    if (eu_types[type].bytes < 4) {
        acc[n] = sign_extend_33(v);
        return;
    }
    acc[n] = v;
    acc[n + 1] = (int16_t)(v >> 16);
}

bool ref_acc_enabled(const struct ref *x)
{
    return x->insn->acc_wr && !(x->done.old_cr[0] & EU_CR0_ACC_DISABLE);
}

uint64_t ref_acc_get_df(const struct ref *x, unsigned k)
{
    unsigned reg = 0, n = lane_of(EU_TYPE_DF, k, &reg);
    return (uint64_t)x->t->acc[reg][n];
}

void ref_acc_put_df(const struct ref *x, unsigned reg, unsigned k, uint64_t v, uint64_t mask)
{
    unsigned n = lane_of(EU_TYPE_DF, k, &reg);
    int64_t *acc = x->t->acc[reg];
    v = (v & mask) | ((uint64_t)acc[n] & ~mask);
    acc[n] = (int64_t)v;
    for (unsigned i = 1; i < 4; i++) /* the words above it, for the architectural view */
        acc[n + i] = (int16_t)(v >> 16 * i);
}

/* Which accumulator: for F the second and fourth quarter use acc1, 3.3.3.5. */
static unsigned implicit_reg(const struct ref *x)
{
    return x->insn->dst.type == EU_TYPE_F && x->es <= 8 ? x->insn->qtr & 1 : 0;
}

/* The lanes of an implicit operand: dwords when the execution type or the destination has dwords,
 * else words. The manual says "internal execution data type"; that a wider destination counts as
 * well is assumed: `mac` of words into dwords goes on from an accumulator that was set as :d. */
static enum eu_type implicit_type(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    if (eu_types[insn->dst.type].bytes >= 4)
        return (enum eu_type)insn->dst.type;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (eu_types[insn->src[i].type].bytes == 4)
            return EU_TYPE_D;
    return (enum eu_type)insn->dst.type;
}

/* On Ivy Bridge a double is the halves of two channels. */
unsigned ref_acc_at(const struct ref *x, unsigned n, unsigned *bytes)
{
    unsigned size = eu_types[implicit_type(x)].bytes;
    *bytes = size < 2 ? 2 : size > 4 && x->eu->isa->df_halves ? 4 : size;
    return (implicit_reg(x) * EU_GRF_BYTES + n * *bytes) % (2 * EU_GRF_BYTES);
}

struct ref_val ref_acc_get(const struct ref *x, unsigned n)
{
    enum eu_type type = implicit_type(x);
    int64_t v = ref_acc_read(x->t, implicit_reg(x), type, n);
    return type == EU_TYPE_F ? ref_float((uint32_t)v) : ref_int(v);
}

void ref_acc_put(const struct ref *x, unsigned n, struct ref_val v)
{
    ref_acc_write(x->t, implicit_reg(x), implicit_type(x), n, v.is_float ? (int32_t)v.f : v.i);
}
