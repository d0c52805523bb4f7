/* Architecture registers. IVB vol. 4 part 3, 3.3.3. What is not populated reads 0 (assumed: the
 * manual leaves it open); writes to it and to read-only registers are dropped. */
#include <string.h>

#include "sim/ref/ref.h"

enum { IMAGE_BYTES = 32 };

static unsigned put_bytes(uint8_t *out, const void *from, unsigned bytes)
{
    memcpy(out, from, bytes);
    return bytes;
}

/* Registers of Gen8 that only store what is written to them, and the channel enables. Returns the
 * size of the register; 0: it does not exist. */
static unsigned image8(const struct ref *x, unsigned reg, uint8_t out[IMAGE_BYTES])
{
    const struct eu_thread *t = x->t;
    unsigned num = reg & 15;
    uint32_t on;
    if (!x->eu->isa->wide_values)
        return 0;
    switch (reg >> 4) {
    case EU_ARF_ACC:
        return num >= 2 && num < 2 + EU_MMES ? put_bytes(out, t->mme[num - 2], IMAGE_BYTES) : 0;
    case EU_ARF_CE:
        on = eu_on_ip(t);
        return num ? 0 : put_bytes(out, &on, sizeof on);
    case EU_ARF_MSG:
        return num < 8 ? put_bytes(out, &t->msg[num], sizeof t->msg[0]) : 0;
    case EU_ARF_SP:
        return num ? 0 : put_bytes(out, t->sp, sizeof t->sp);
    case EU_ARF_SR:
        return num == 1 ? put_bytes(out, t->sr1, sizeof t->sr1) : 0;
    case EU_ARF_DBG:
        return num ? 0 : put_bytes(out, t->dbg, sizeof t->dbg);
    default:
        return 0;
    }
}

/* Copies a register's contents, padded with zeros. Returns its size; 0: it does not exist. */
static unsigned register_image(struct ref *x, unsigned reg, uint8_t out[IMAGE_BYTES])
{
    struct eu_thread *t = x->t;
    uint32_t words[4];
    unsigned num = reg & 15;
    memset(out, 0, IMAGE_BYTES);
    switch (reg >> 4) {
    case EU_ARF_F:
        return num < 2 ? put_bytes(out, &t->f[num], sizeof t->f[0]) : 0;
    case EU_ARF_CR:
        return num ? 0 : put_bytes(out, t->cr, sizeof t->cr);
    case EU_ARF_TM:
        if (num)
            return 0;
        (void)eu_reg_read(x->eu, t, EU_REG_TM0, out);
        x->tm_read = true; /* TmEvent is cleared after the whole instruction has read */
        return 16;
    case EU_ARF_A:
        return num ? 0 : put_bytes(out, t->a0, 2u * x->eu->isa->address_registers);
    case EU_ARF_SR:
        return num ? image8(x, reg, out) : put_bytes(out, t->sr, sizeof t->sr);
    case EU_ARF_N: /* n1 and n2 are other names of n0.1 and n0.2 (E38) */
        return num < 3 ? put_bytes(out, &t->n[num], sizeof t->n - num * sizeof t->n[0]) : 0;
    case EU_ARF_IP:
        return put_bytes(out, &t->ip, sizeof t->ip);
    case EU_ARF_TDR: /* bits 14:8 read 0 */
        for (unsigned i = 0; i < 4; i++)
            words[i] = t->tdr[i] & EU_TDR_DEFINED * 0x10001u;
        return num ? 0 : put_bytes(out, words, sizeof words);
    default: /* null and reserved kinds */
        return image8(x, reg, out);
    }
}

/* Entry @n of a register of the flow control stack; NULL: there is none. */
static uint32_t *entry_of(struct eu_thread *t, unsigned num, unsigned n)
{
    switch (num) {
    case 0:
        return n < EU_CHANNELS ? &t->fc0[n] : NULL;
    case 3:
        return n < 4 ? &t->fc3[n] : NULL;
    default:
        return n ? NULL : num == 1 ? &t->fc1 : num == 2 ? &t->fc2 : num == 4 ? &t->fc4 : NULL;
    }
}

bool ref_is_entry(const struct ref *x, const struct eu_operand *op)
{
    return x->eu->isa->wide_values && op->file == EU_FILE_ARF && !op->indirect &&
           op->reg >> 4 == EU_ARF_FC;
}

uint64_t ref_entry_read(const struct ref *x, const struct eu_operand *op)
{
    const uint32_t *entry = entry_of(x->t, op->reg & 15, op->sub);
    return entry ? *entry | (uint64_t)*entry << 32 : 0;
}

void ref_entry_write(const struct ref *x, const struct eu_operand *op, unsigned n, uint64_t bits)
{
    uint32_t *entry = entry_of(x->t, op->reg & 15, op->sub);
    if (entry && !n)
        *entry = (uint32_t)bits;
}

/* Behind its end, a register of Gen8 continues from its start (SIPCSR relies on that: inferred);
 * one of Gen7 reads 0. */
uint64_t ref_arf_read(struct ref *x, unsigned reg, unsigned off, unsigned bytes)
{
    uint8_t buf[IMAGE_BYTES];
    uint64_t bits = 0;
    unsigned size = register_image(x, reg, buf);
    if (!size || !x->eu->isa->wide_values || x->eu->quirks[EU_QUIRK_ARF_END])
        size = UINT32_MAX;
    for (unsigned i = 0; i < bytes && (off + i) % size < IMAGE_BYTES; i++)
        bits |= (uint64_t)buf[(off + i) % size] << 8 * i;
    return bits;
}

static void put_byte(uint32_t *words, unsigned off, uint8_t byte, uint32_t writable)
{
    unsigned shift = off % 4 * 8;
    uint32_t mask = 0xffu << shift & writable;
    words[off / 4] = (words[off / 4] & ~mask) | ((uint32_t)byte << shift & mask);
}

static void write_storage(uint32_t *words, unsigned bytes, unsigned off, uint8_t byte)
{
    if (off < bytes)
        put_byte(words, off, byte, UINT32_MAX);
}

/* n1 and n2 are other names of n0.1 and n0.2; a count has as many bits as eu_n0_max. */
static void write_count(struct eu_thread *t, unsigned num, unsigned off, uint8_t byte)
{
    unsigned n = num + off / 4;
    if (n < sizeof t->n / sizeof *t->n)
        put_byte(&t->n[n], off % 4, byte, eu_n0_max[n]);
}

/* Only two bits of each dword of mme exist. */
static void write_byte8(struct eu_thread *t, unsigned reg, unsigned off, uint8_t byte)
{
    unsigned num = reg & 15;
    switch (reg >> 4) {
    case EU_ARF_ACC:
        if (num >= 2 && num < 2 + EU_MMES && off < IMAGE_BYTES)
            put_byte(t->mme[num - 2], off, byte, 3);
        return;
    case EU_ARF_MSG:
        if (num < 8)
            write_storage(&t->msg[num], sizeof t->msg[0], off, byte);
        return;
    case EU_ARF_SP:
        write_storage(t->sp, num ? 0 : sizeof t->sp, off, byte);
        return;
    case EU_ARF_SR:
        write_storage(t->sr1, num == 1 ? sizeof t->sr1 : 0, off, byte);
        return;
    case EU_ARF_DBG:
        write_storage(t->dbg, num ? 0 : sizeof t->dbg, off, byte);
        return;
    case EU_ARF_N:
        write_count(t, num, off, byte);
        return;
    default: /* null; ce is read-only */
        return;
    }
}

static void write_address(struct ref *x, unsigned off, uint8_t byte)
{
    struct eu_thread *t = x->t;
    unsigned shift = off % 2 * 8;
    if (off >= 2u * x->eu->isa->address_registers)
        return;
    t->a0[off / 2] = (uint16_t)((t->a0[off / 2] & ~(0xffu << shift)) | (uint32_t)byte << shift);
    if (off >= 4)
        t->a0[off / 2] &= x->eu->isa->a0_high; /* Gen7: a0.2 to a0.7 have 12 bits, 3.3.3.4 */
}

/* Reserved bits of sr0 ignore writes, like those of cr0 (assumed). 3.3.3.7 */
static void write_byte(struct ref *x, unsigned reg, unsigned off, uint8_t byte)
{
    struct eu_thread *t = x->t;
    unsigned num = reg & 15;
    switch (num ? 0 : reg >> 4) {
    case EU_ARF_A:
        write_address(x, off, byte);
        return;
    case EU_ARF_F:
        if (off < sizeof t->f[0])
            put_byte(&t->f[0], off, byte, UINT32_MAX);
        return;
    case EU_ARF_SR:
        if (off < sizeof t->sr)
            put_byte(t->sr, off, byte, x->eu->isa->sr0_guest[off / 4]);
        return;
    case EU_ARF_CR:
        if (off >= sizeof t->cr)
            return;
        x->done.cr_written = true;
        put_byte(t->cr, off, byte, off < 12 ? x->eu->isa->cr0[off / 4] : 0);
        return;
    case EU_ARF_TDR:
        if (off < sizeof t->tdr) /* any write to a word clears its valid bit */
            t->tdr[off / 4] &= ~(0x8000u << off / 2 % 2 * 16);
        return;
    default: /* null; n0 of Gen7 and tm0 are read-only */
        if (reg == (EU_ARF_F << 4 | 1) && off < sizeof t->f[1])
            put_byte(&t->f[1], off, byte, UINT32_MAX);
        else if (x->eu->isa->wide_values)
            write_byte8(t, reg, off, byte);
        return;
    }
}

void ref_arf_write(struct ref *x, unsigned reg, unsigned off, unsigned bytes, uint64_t bits)
{
    for (unsigned i = 0; i < bytes; i++)
        write_byte(x, reg, off + i, (uint8_t)(bits >> 8 * i));
}

/* --- accumulators --- */

static int64_t sign_extend_33(int64_t v)
{
    return (int64_t)((uint64_t)v << 31) >> 31;
}

/* Lanes continue from acc0 into acc1 (spec for F; assumed for other types). Returns the index of
 * the lane's low word. */
static unsigned lane_of(enum eu_type type, unsigned lane, unsigned *reg)
{
    unsigned words = eu_types[type].bytes < 4 ? 1 : eu_types[type].bytes / 2;
    unsigned lanes = EU_ACC_LANES / words;
    *reg = (*reg + lane / lanes) & 1;
    return lane % lanes * words;
}

/* --- accumulators of Gen8: 16 lanes of 33 bits (inferred from what SIPCSR saves) --- */
/* The lane with which an element begins: acc1 continues acc0 (halves lie side by side). */
static unsigned lane8_of(enum eu_type type, unsigned lane, unsigned reg)
{
    unsigned bytes = eu_types[type].bytes;
    return type == EU_TYPE_HF ? lane % 16
           : bytes == 8       ? (reg * 4 + lane) % 8
                              : (reg * 8 + lane) % 16;
}

/* Whether a D lane has an upper half, eight lanes further on. In SIMD16 it has none, because its
 * lanes take that place. */
static bool has_upper(const struct ref *x, enum eu_type type, unsigned n)
{
    unsigned bytes = eu_types[type].bytes;
    return bytes == 8 || (bytes == 4 && type != EU_TYPE_F && n < 8 && x->es < 16);
}

static int64_t acc8_read(const struct ref *x, unsigned reg, enum eu_type type, unsigned lane)
{
    const int64_t *acc = x->t->acc[0];
    unsigned n = lane8_of(type, lane, reg);
    if (type == EU_TYPE_HF)
        return acc[n] >> (lane / 16 + reg) % 2 * 16 & 0xffff;
    if (type == EU_TYPE_DF)
        return (int64_t)((uint64_t)acc[n + 8] << 32 | (uint32_t)acc[n]);
    if (has_upper(x, type, n))
        return (int64_t)((uint64_t)acc[n + 8] << 33 | ((uint64_t)acc[n] & 0x1ffffffff));
    return type == EU_TYPE_F ? (int32_t)acc[n] : acc[n];
}

static void acc8_write(const struct ref *x, unsigned reg, enum eu_type type, unsigned lane,
                       int64_t v)
{
    int64_t *acc = x->t->acc[0];
    unsigned n = lane8_of(type, lane, reg), shift = (lane / 16 + reg) % 2 * 16;
    if (type == EU_TYPE_HF) {
        acc[n] = (int32_t)((acc[n] & ~(0xffffu << shift)) | (uint64_t)(v & 0xffff) << shift);
        return;
    }
    acc[n] = type == EU_TYPE_F || type == EU_TYPE_DF ? (int32_t)v : sign_extend_33(v);
    if (has_upper(x, type, n))
        acc[n + 8] = type == EU_TYPE_DF ? v >> 32 : v >> 33;
}

int64_t ref_acc_read(const struct ref *x, unsigned reg, enum eu_type type, unsigned lane)
{
    if (x->eu->isa->wide_values)
        return acc8_read(x, reg, type, lane);
    unsigned n = lane_of(type, lane, &reg);
    const int64_t *acc = x->t->acc[reg];
    if (eu_types[type].bytes < 4)
        return sign_extend_33(acc[n]);
    /* A D lane is whole if its upper word agrees with the next W lane, or if the host has set only
     * the even lane. Otherwise that W lane was written separately, and only the architectural 32
     * bits are used (assumed). */
    if (!acc[n + 1] || (uint16_t)(acc[n] >> 16) == (uint16_t)acc[n + 1])
        return acc[n];
    return (int32_t)((uint32_t)(uint16_t)acc[n] | (uint32_t)(uint16_t)acc[n + 1] << 16);
}

void ref_acc_write(const struct ref *x, unsigned reg, enum eu_type type, unsigned lane, int64_t v)
{
    if (x->eu->isa->wide_values) {
        acc8_write(x, reg, type, lane, v);
        return;
    }
    unsigned n = lane_of(type, lane, &reg);
    int64_t *acc = x->t->acc[reg];
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

/* Which accumulator is implicit. For F, the second and fourth quarter use acc1, 3.3.3.5; for HF,
 * the second half does. */
static unsigned implicit_reg(const struct ref *x)
{
    unsigned type = x->insn->dst.type;
    if (type == EU_TYPE_HF)
        return x->insn->qtr >> 1 & 1;
    return type == EU_TYPE_F && x->es < 16 ? x->insn->qtr & 1 : 0;
}

/* The type of lanes of an implicit operand: dwords if the execution type or the destination has
 * dwords, otherwise words. The manual says "internal execution data type". That a wider destination
 * counts as well is assumed: `mac` of words into dwords continues from an accumulator that was set
 * as :d. */
static enum eu_type implicit_type(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    enum eu_type type = (enum eu_type)insn->dst.type;
    if (eu_types[type].bytes >= 4 || eu_types[type].kind == EU_KIND_FLOAT)
        return type;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (eu_types[insn->src[i].type].bytes == 4)
            type = type == EU_TYPE_Q ? EU_TYPE_Q : EU_TYPE_D;
        else if (insn->src[i].type == EU_TYPE_Q || insn->src[i].type == EU_TYPE_UQ)
            type = EU_TYPE_Q;
    return type;
}

/* On Ivy Bridge, a double takes two channels. */
unsigned ref_acc_at(const struct ref *x, unsigned n, unsigned *bytes)
{
    unsigned size = eu_types[implicit_type(x)].bytes;
    *bytes = size < 2 ? 2 : size >= 8 && x->eu->isa->df_halves ? 4 : size;
    return (implicit_reg(x) * EU_GRF_BYTES + n * *bytes) % (2 * EU_GRF_BYTES);
}

struct ref_val ref_acc_get(const struct ref *x, unsigned n)
{
    enum eu_type type = implicit_type(x);
    int64_t v = ref_acc_read(x, implicit_reg(x), type, n);
    enum eu_float kind = eu_float_of(type);
    return kind ? ref_float(kind, kind == EU_FLOAT_DF ? (uint64_t)v : (uint32_t)v) : ref_int(v);
}

void ref_acc_put(const struct ref *x, unsigned n, struct ref_val v)
{
    int64_t lane = v.kind == EU_FLOAT_F ? (int32_t)v.f : v.kind ? (int64_t)v.f : (int64_t)v.i;
    ref_acc_write(x, implicit_reg(x), implicit_type(x), n, lane);
}
