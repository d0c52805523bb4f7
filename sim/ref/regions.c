#include "sim/ref/ref.h"

#include <string.h>

/* Operand addressing and access. IVB vol. 4 part 3, 3.3.4 to 3.3.7. */

enum { GRF_FILE_BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

/* acc0 and acc1; other numbers are not populated. */
static bool is_acc(const struct eu_operand *op)
{
    return op->file == EU_FILE_ARF && !op->indirect && (op->reg & 15) < 2 &&
           op->reg >> 4 == EU_ARF_ACC;
}

/* a0.s + AddrImm, 3.3.3.4. Whether a carry leaves the low five bits is E08. */
static uint32_t index_address(const struct ref *x, const struct eu_operand *op, unsigned s)
{
    uint32_t a = x->t->a0[s & (x->eu->isa->address_registers - 1u)],
             imm = (uint32_t)(int32_t)op->addr_imm;
    if (x->eu->quirks[EU_QUIRK_ADDR_CARRY] == 0)
        return a + imm;
    return ((a & ~31u) + (imm & ~31u)) | ((a + imm) & 31);
}

/* Ivy Bridge writes regions of DF in units of F: the halves of an element take two channels (1.3,
 * 3.3.9 5.A). */
unsigned ref_element_bytes(const struct ref *x, const struct eu_operand *op)
{
    return op->type == EU_TYPE_DF && x->eu->isa->df_halves ? 4 : eu_types[op->type].bytes;
}

static unsigned dst_stride(const struct ref *x)
{
    const struct eu_operand *dst = &x->insn->dst;
    unsigned hs = ref_align16(x) ? 1 : isa_hstride(dst->hs);
    return hs * ref_element_bytes(x, dst);
}

/* 3.3.9 6.A, 6.B: if the destination has two registers, an indirect 1x1 operand uses the next index
 * register for the second half. */
static bool dst_spans_two(const struct ref *x)
{
    const struct eu_operand *dst = &x->insn->dst;
    uint32_t first = dst->indirect ? index_address(x, dst, dst->addr_sub) : dst->sub;
    return (first & 31) + (x->es - 1) * dst_stride(x) + ref_element_bytes(x, dst) > EU_GRF_BYTES;
}

static bool in_second_half(const struct ref *x, unsigned n)
{
    return x->eu->isa->index_by_half && x->es > 1 && n >= x->es / 2 && dst_spans_two(x);
}

static bool is_scalar(const struct eu_operand *op)
{
    return isa_stride(op->vs) == 0 && isa_hstride(op->hs) == 0 && op->vs != EU_VS_VXH;
}

/* The offset of channel @n from the origin of the region, in bytes. */
static unsigned region_offset(const struct ref *x, const struct eu_operand *op, unsigned n)
{
    unsigned sz = ref_element_bytes(x, op);
    if (ref_is_macro(x->insn)) /* packed: the bits of the swizzle hold an mme register */
        return n * sz;
    if (x->insn->op->format == EU_FMT_3SRC)
        return op->rep ? 0 : (n / 4 * 4 + (op->swizzle >> n % 4 * 2 & 3)) * sz;
    if (x->insn->align16)
        return (n / 4 * isa_stride(op->vs) + (op->swizzle >> n % 4 * 2 & 3)) * sz;
    unsigned width = isa_width(op->w), row = n / width, col = n % width;
    return (row * isa_stride(op->vs) + col * isa_hstride(op->hs)) * sz;
}

/* VxH has one index for each row, Width 1 one for each channel. */
unsigned ref_index(const struct ref *x, const struct eu_operand *op, unsigned n)
{
    bool src = op != &x->insn->dst;
    if (src && !x->insn->align16 && op->vs == EU_VS_VXH)
        return op->addr_sub + n / isa_width(op->w);
    return op->addr_sub + (!(src && is_scalar(op)) && in_second_half(x, n));
}

uint32_t ref_src_addr(const struct ref *x, const struct eu_operand *op, unsigned n)
{
    if (!op->indirect)
        return op->reg * EU_GRF_BYTES + op->sub + region_offset(x, op, n);
    uint32_t from = index_address(x, op, ref_index(x, op, n));
    if (!x->insn->align16 && op->vs == EU_VS_VXH)
        return from + n % isa_width(op->w) * isa_hstride(op->hs) * ref_element_bytes(x, op);
    bool second = !is_scalar(op) && in_second_half(x, n);
    return from + region_offset(x, op, second ? n - x->es / 2 : n);
}

uint64_t ref_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes)
{
    const uint8_t *grf = &t->grf[0][0];
    uint64_t bits = 0;
    if (addr <= GRF_FILE_BYTES - bytes) {
        memcpy(&bits, grf + addr, bytes); /* the host is little-endian, as the EU */
        return bits;
    }
    for (unsigned i = 0; i < bytes; i++)
        bits |= (uint64_t)grf[(addr + i) % GRF_FILE_BYTES] << 8 * i;
    return bits;
}

void ref_grf_write(struct eu_thread *t, uint32_t addr, unsigned bytes, uint64_t bits)
{
    uint8_t *grf = &t->grf[0][0];
    for (unsigned i = 0; i < bytes; i++)
        grf[(addr + i) % GRF_FILE_BYTES] = (uint8_t)(bits >> 8 * i);
}

/* VF: s eee ffff with an implied one, also for exponent 0; only the two zeros are zero. 2.2.5 */
static uint32_t vf_element(uint32_t imm, unsigned n)
{
    uint32_t v = imm >> n % 4 * 8 & 0xff;
    uint32_t sign = (v & 0x80) << 24;
    return v & 0x7f ? sign | ((v >> 4 & 7) + 124) << 23 | (v & 15) << 19 : sign;
}

static uint64_t immediate_bits(const struct eu_operand *op, unsigned n)
{
    uint32_t imm = (uint32_t)op->imm, nibble;
    if (eu_types[op->type].bytes == 8)
        return op->imm;
    switch (op->type) {
    case EU_TYPE_HF:
    case EU_TYPE_UW:
    case EU_TYPE_W:
        return imm & 0xffff;
    case EU_TYPE_VF:
        return vf_element(imm, n);
    case EU_TYPE_UV:
        return imm >> n % 8 * 4 & 15;
    case EU_TYPE_V:
        nibble = imm >> n % 8 * 4 & 15;
        return nibble & 8 ? nibble | 0xfff0 : nibble;
    default:
        return imm;
    }
}

/* An explicit accumulator operand is read as a whole lane. If it is read as UD or UW, guard bits
 * cannot be told from a sign, so the lane is taken as it is (assumed). */
static int64_t acc_lane(struct ref *x, const struct eu_operand *op, unsigned n)
{
    unsigned bytes = eu_types[op->type].bytes;
    unsigned lane = (op->sub + region_offset(x, op, n)) / (bytes < 2 ? 2 : bytes);
    return ref_acc_read(x, op->reg & 1, op->type, lane);
}

uint64_t ref_load_bits(struct ref *x, const struct eu_operand *op, unsigned n)
{
    unsigned bytes = eu_types[op->type].bytes;
    if (is_acc(op)) { /* without guard bits */
        uint64_t v = (uint64_t)acc_lane(x, op, n);
        return bytes < 8 ? v & ((UINT64_C(1) << 8 * bytes) - 1) : v;
    }
    if (op->file == EU_FILE_IMM)
        return immediate_bits(op, n);
    if (op->file == EU_FILE_GRF || op->indirect)
        return ref_grf_read(x->t, ref_src_addr(x, op, n), bytes);
    if (ref_is_entry(x, op))
        return ref_entry_read(x, op) & (UINT64_MAX >> (64 - 8 * bytes));
    return ref_arf_read(x, op->reg, op->sub + region_offset(x, op, n), bytes);
}

eu_i128 ref_extend(uint64_t bits, enum eu_type type)
{
    unsigned shift = 64 - 8u * eu_types[type].bytes;
    uint64_t v = bits << shift;
    if (eu_types[type].kind == EU_KIND_INT)
        return (int64_t)v >> shift;
    return v >> shift;
}

static struct ref_val value_of(uint64_t bits, enum eu_type type)
{
    enum eu_float kind = eu_float_of(type);
    return kind ? ref_float(kind, bits) : ref_int(ref_extend(bits, type));
}

/* Whether a negated source is inverted, as in these opcodes on Gen8, where it cannot be made
 * positive. */
static bool is_logic(const struct ref *x)
{
    unsigned id = x->insn->op->id;
    return x->eu->isa->logic_not &&
           (id == EU_OP_NOT || id == EU_OP_AND || id == EU_OP_OR || id == EU_OP_XOR);
}

/* Applies (abs), then negation, in internal precision; for floats only the sign bit changes.
 * 5.2.2 */
static struct ref_val apply_modifiers(const struct ref *x, const struct eu_operand *op,
                                      struct ref_val v)
{
    uint64_t sign = v.kind && (op->abs || op->neg) ? eu_float_sign(v.kind) : 0;
    if (op->file == EU_FILE_IMM)
        return v;
    if (is_logic(x))
        return op->neg ? ref_int(~v.i) : v;
    if (op->abs) {
        v.f &= ~sign;
        v.i = v.i < 0 ? -v.i : v.i;
    }
    if (op->neg) {
        v.f ^= sign;
        v.i = -v.i;
    }
    if (!x->eu->isa->wide_values)
        v.i = (int64_t)v.i;
    return v;
}

static struct ref_val acc_operand(struct ref *x, const struct eu_operand *op, unsigned n)
{
    int64_t v = acc_lane(x, op, n);
    enum eu_float kind = eu_float_of(op->type);
    return kind ? ref_float(kind, kind == EU_FLOAT_DF ? (uint64_t)v : (uint32_t)v) : ref_int(v);
}

struct ref_val ref_load(struct ref *x, unsigned src, unsigned n)
{
    const struct eu_operand *op = &x->insn->src[src];
    if (is_acc(op))
        return apply_modifiers(x, op, acc_operand(x, op, n));
    return apply_modifiers(x, op, value_of(ref_load_bits(x, op, n), op->type));
}

struct ref_val ref_load_at(struct ref *x, unsigned src, uint32_t addr)
{
    const struct eu_operand *op = &x->insn->src[src];
    return apply_modifiers(x, op,
                           value_of(ref_grf_read(x->t, addr, eu_types[op->type].bytes), op->type));
}

/* 3.3.3.10: like a taken jmpi; the three low bits are dropped. */
static void write_ip(struct ref *x, uint32_t value)
{
    x->t->ip = value & ~7u;
    if (!(x->done.old_cr[0] & EU_CR0_SPF))
        for (unsigned n = 0; n < EU_CHANNELS; n++)
            if (x->act >> n & 1)
                x->t->pcip[n] = x->t->ip;
    x->jumped = true;
}

uint32_t ref_dst_addr(const struct ref *x, unsigned n)
{
    const struct eu_operand *dst = &x->insn->dst;
    if (!dst->indirect)
        return dst->reg * EU_GRF_BYTES + dst->sub + n * dst_stride(x);
    unsigned row = in_second_half(x, n) ? n - x->es / 2 : n;
    return index_address(x, dst, ref_index(x, dst, n)) + row * dst_stride(x);
}

void ref_store(struct ref *x, unsigned n, uint64_t bits)
{
    const struct eu_operand *dst = &x->insn->dst;
    unsigned bytes = ref_element_bytes(x, dst);
    if (dst->indirect || dst->file == EU_FILE_GRF) {
        ref_grf_write(x->t, ref_dst_addr(x, n), bytes, bits);
    } else if (dst->reg >> 4 == EU_ARF_IP) {
        if (n == 0)
            write_ip(x, (uint32_t)bits);
    } else if (ref_is_entry(x, dst)) {
        ref_entry_write(x, dst, n, bits);
    } else {
        ref_arf_write(x, dst->reg, dst->sub + n * dst_stride(x), bytes, bits);
    }
}

uint64_t ref_load_df(struct ref *x, const struct eu_operand *op, unsigned k)
{
    bool halves = x->eu->isa->df_halves;
    unsigned n = halves ? 2 * k : k;
    if (is_acc(op)) {
        unsigned lane = (op->sub + region_offset(x, op, n)) / 8 + (op->reg & 1u) * 4;
        return ref_acc_get_df(x, lane);
    }
    if (op->file == EU_FILE_ARF && !op->indirect) {
        unsigned off = op->sub + region_offset(x, op, n);
        return ref_arf_read(x, op->reg, off, 8);
    }
    uint32_t low = ref_src_addr(x, op, n), high = low + 4;
    if (halves && !op->rep)
        high = ref_src_addr(x, op, 2 * k + 1);
    return ref_grf_read(x->t, low, 4) | ref_grf_read(x->t, high, 4) << 32;
}

/* On Ivy Bridge, each half has its own position. */
void ref_store_df(struct ref *x, unsigned k, uint64_t bits)
{
    const struct eu_operand *dst = &x->insn->dst;
    bool halves = x->eu->isa->df_halves;
    unsigned n = halves ? 2 * k : k;
    for (unsigned half = 0; half < 2; half++) {
        if (!(x->wren >> (halves ? n + half : n) & 1))
            continue;
        uint32_t part = (uint32_t)(bits >> 32 * half);
        unsigned off = n * dst_stride(x) + (halves ? half * dst_stride(x) : 4 * half);
        if (is_acc(dst))
            ref_acc_put_df(x, dst->reg & 1, (dst->sub + off) / 8, bits, 0xffffffffull << 32 * half);
        else if (dst->indirect || dst->file == EU_FILE_GRF)
            ref_grf_write(x->t, halves ? ref_dst_addr(x, n + half) : ref_dst_addr(x, n) + 4 * half,
                          4, part);
        else
            ref_arf_write(x, dst->reg, dst->sub + off, 4, part);
    }
}
