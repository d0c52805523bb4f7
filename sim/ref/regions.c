/* Operand addressing and access. IVB vol. 4 part 3, 3.3.4 to 3.3.7. */
#include "sim/ref/ref.h"

#include <string.h>

enum { GRF_FILE_BYTES = EU_GRF_COUNT * EU_GRF_BYTES };

/* The destination of a call may be encoded as an immediate, too; it is none. */
static enum ref_place place_of(const struct ref *x, const struct eu_operand *op)
{
    bool dst = op == &x->insn->dst;
    if (op->file == EU_FILE_IMM && !dst)
        return REF_IMM;
    if (op->indirect)
        return REF_INDIRECT;
    if (op->file == EU_FILE_GRF)
        return REF_GRF;
    if (ref_is_entry(x, op))
        return REF_ENTRY;
    unsigned arf = op->reg >> 4;
    return arf == EU_ARF_NULL                        ? REF_NULL
           : arf == EU_ARF_ACC && (op->reg & 15) < 2 ? REF_ACC /* other numbers do not exist */
                                                     : REF_ARF;
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

/* Sets the region of a source; @unit: bytes of an element. */
static void set_region(struct ref_operand *o, const struct ref *x, const struct eu_operand *op,
                       unsigned unit)
{
    bool three = x->insn->op->format == EU_FMT_3SRC;
    if (ref_is_macro(x->insn)) { /* packed: the bits of the swizzle hold an mme register */
        o->row = (uint16_t)unit;
    } else if (ref_align16(x)) {
        unsigned row = !three ? isa_stride(op->vs) : op->rep ? 0 : 4;
        o->swizzled = true;
        o->swizzle = op->swizzle;
        o->width = 2;
        o->row = (uint16_t)(row * unit);
        o->column = (uint16_t)(three && op->rep ? 0 : unit);
    } else {
        o->width = op->w & 7;
        o->row = (uint16_t)(isa_stride(op->vs) * unit);
        o->column = (uint16_t)(isa_hstride(op->hs) * unit);
    }
}

void ref_operand_of(struct ref_operand *o, const struct ref *x, const struct eu_operand *op)
{
    unsigned unit = ref_element_bytes(x, op);
    *o = (struct ref_operand){
        .place = (uint8_t)place_of(x, op),
        .kind = (uint8_t)eu_float_of(op->type),
        .bytes = eu_types[op->type].bytes,
        .modified = (op->abs || op->neg) && op->file != EU_FILE_IMM,
        .origin = op->reg * EU_GRF_BYTES + op->sub,
    };
    if (op != &x->insn->dst) {
        set_region(o, x, op, unit);
        return;
    }
    o->bytes = (uint8_t)unit;
    o->row = (uint16_t)((ref_align16(x) ? 1 : isa_hstride(op->hs)) * unit);
}

/* The offset of element @n from the origin of the region, in bytes. */
static unsigned offset_of(const struct ref_operand *o, unsigned n)
{
    unsigned column = o->swizzled ? o->swizzle >> n % 4 * 2 & 3 : n & ((1u << o->width) - 1);
    return (n >> o->width) * o->row + column * o->column;
}

static unsigned region_offset(const struct ref *x, const struct eu_operand *op, unsigned n)
{
    struct ref_operand o;
    ref_operand_of(&o, x, op);
    return offset_of(&o, n);
}

/* VxH has one index for each row, Width 1 one for each channel. */
unsigned ref_index(const struct ref *x, const struct eu_operand *op, unsigned n)
{
    bool src = op != &x->insn->dst;
    if (src && !x->insn->align16 && op->vs == EU_VS_VXH)
        return op->addr_sub + n / isa_width(op->w);
    return op->addr_sub + (!(src && is_scalar(op)) && in_second_half(x, n));
}

static uint32_t src_addr(const struct ref *x, const struct eu_operand *op,
                         const struct ref_operand *o, unsigned n)
{
    if (!op->indirect)
        return o->origin + offset_of(o, n);
    uint32_t from = index_address(x, op, ref_index(x, op, n));
    if (!x->insn->align16 && op->vs == EU_VS_VXH)
        return from + n % isa_width(op->w) * o->column;
    bool second = !is_scalar(op) && in_second_half(x, n);
    return from + offset_of(o, second ? n - x->es / 2 : n);
}

uint32_t ref_src_addr(const struct ref *x, const struct eu_operand *op, unsigned n)
{
    struct ref_operand o;
    ref_operand_of(&o, x, op);
    return src_addr(x, op, &o, n);
}

/* The lowest @bytes, 1 .. 8, of a qword. */
static uint64_t low_bytes(unsigned bytes)
{
    return UINT64_MAX >> (64 - 8 * bytes);
}

uint64_t ref_grf_read(const struct eu_thread *t, uint32_t addr, unsigned bytes)
{
    const uint8_t *grf = &t->grf[0][0];
    uint64_t bits = 0;
    if (addr <= GRF_FILE_BYTES - sizeof bits) {
        memcpy(&bits, grf + addr, sizeof bits); /* the host is little-endian, as the EU */
        return bits & low_bytes(bytes);
    }
    for (unsigned i = 0; i < bytes; i++)
        bits |= (uint64_t)grf[(addr + i) % GRF_FILE_BYTES] << 8 * i;
    return bits;
}

void ref_grf_write(struct eu_thread *t, uint32_t addr, unsigned bytes, uint64_t bits)
{
    uint8_t *grf = &t->grf[0][0];
    uint64_t now, mask = low_bytes(bytes);
    if (addr <= GRF_FILE_BYTES - sizeof now) {
        memcpy(&now, grf + addr, sizeof now);
        now = (now & ~mask) | (bits & mask);
        memcpy(grf + addr, &now, sizeof now);
        return;
    }
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

static uint64_t immediate_bits(const struct eu_insn *insn, const struct eu_operand *op, unsigned n)
{
    uint32_t imm = (uint32_t)op->imm, nibble = imm >> isa_nibble(insn, n) * 4 & 15;
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
        return nibble;
    case EU_TYPE_V:
        return nibble & 8 ? nibble | 0xfff0 : nibble;
    default:
        return imm;
    }
}

/* An explicit accumulator operand is read as a whole lane. If it is read as UD or UW, guard bits
 * cannot be told from a sign, so the lane is taken as it is (assumed). */
static int64_t acc_lane(struct ref *x, const struct eu_operand *op, const struct ref_operand *o,
                        unsigned n)
{
    unsigned lane = (op->sub + offset_of(o, n)) / (o->bytes < 2 ? 2 : o->bytes);
    return ref_acc_read(x, op->reg & 1, op->type, lane);
}

static uint64_t load_bits(struct ref *x, const struct eu_operand *op, const struct ref_operand *o,
                          unsigned n)
{
    switch (o->place) {
    case REF_ACC: /* without guard bits */
        return (uint64_t)acc_lane(x, op, o, n) & low_bytes(o->bytes);
    case REF_IMM:
        return immediate_bits(x->insn, op, n);
    case REF_GRF:
    case REF_INDIRECT:
        return ref_grf_read(x->t, src_addr(x, op, o, n), o->bytes);
    case REF_ENTRY:
        return ref_entry_read(x, op) & low_bytes(o->bytes);
    default:
        return ref_arf_read(x, op->reg, op->sub + offset_of(o, n), o->bytes);
    }
}

uint64_t ref_load_bits(struct ref *x, const struct eu_operand *op, unsigned n)
{
    struct ref_operand o;
    ref_operand_of(&o, x, op);
    return load_bits(x, op, &o, n);
}

eu_i128 ref_extend(uint64_t bits, enum eu_type type)
{
    unsigned shift = 64 - 8u * eu_types[type].bytes;
    uint64_t v = bits << shift;
    if (eu_types[type].kind == EU_KIND_INT)
        return (int64_t)v >> shift;
    return v >> shift;
}

static struct ref_val value_of(uint64_t bits, enum eu_float kind, enum eu_type type)
{
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
    if (is_logic(x))
        return op->neg ? ref_int(~v.i) : v;
    if (v.kind) {
        uint64_t sign = eu_float_sign(v.kind);
        return ref_float(v.kind, (op->abs ? v.f & ~sign : v.f) ^ (op->neg ? sign : 0));
    }
    if (op->abs && v.i < 0)
        v.i = -v.i;
    if (op->neg)
        v.i = -v.i;
    return x->eu->isa->wide_values ? v : ref_int((int64_t)v.i);
}

static struct ref_val acc_operand(struct ref *x, const struct eu_operand *op,
                                  const struct ref_operand *o, unsigned n)
{
    int64_t v = acc_lane(x, op, o, n);
    if (!o->kind)
        return ref_int(v);
    return ref_float(o->kind, o->kind == EU_FLOAT_DF ? (uint64_t)v : (uint32_t)v);
}

static __attribute__((noinline)) struct ref_val load_any(struct ref *x, unsigned src, unsigned n)
{
    const struct eu_operand *op = &x->insn->src[src];
    const struct ref_operand *o = &x->src[src];
    struct ref_val v = o->place == REF_ACC ? acc_operand(x, op, o, n)
                                           : value_of(load_bits(x, op, o, n), o->kind, op->type);
    return o->modified ? apply_modifiers(x, op, v) : v;
}

/* Most operands are registers as they are. */
struct ref_val ref_load(struct ref *x, unsigned src, unsigned n)
{
    const struct ref_operand *o = &x->src[src];
    if (o->place != REF_GRF || o->modified)
        return load_any(x, src, n);
    uint64_t bits = ref_grf_read(x->t, o->origin + offset_of(o, n), o->bytes);
    return value_of(bits, o->kind, x->insn->src[src].type);
}

struct ref_val ref_load_at(struct ref *x, unsigned src, uint32_t addr)
{
    const struct eu_operand *op = &x->insn->src[src];
    const struct ref_operand *o = &x->src[src];
    struct ref_val v = value_of(ref_grf_read(x->t, addr, o->bytes), o->kind, op->type);
    return o->modified ? apply_modifiers(x, op, v) : v;
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
    const struct ref_operand *o = &x->dst;
    switch (o->place) {
    case REF_GRF:
        ref_grf_write(x->t, o->origin + n * o->row, o->bytes, bits);
        return;
    case REF_INDIRECT:
        ref_grf_write(x->t, ref_dst_addr(x, n), o->bytes, bits);
        return;
    case REF_ENTRY:
        ref_entry_write(x, dst, n, bits);
        return;
    default:
        if (dst->reg >> 4 != EU_ARF_IP)
            ref_arf_write(x, dst->reg, dst->sub + n * o->row, o->bytes, bits);
        else if (n == 0)
            write_ip(x, (uint32_t)bits);
    }
}

uint64_t ref_load_df(struct ref *x, const struct eu_operand *op, unsigned k)
{
    bool halves = x->eu->isa->df_halves;
    unsigned n = halves ? 2 * k : k;
    if (place_of(x, op) == REF_ACC) {
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
        if (x->dst.place == REF_ACC)
            ref_acc_put_df(x, dst->reg & 1, (dst->sub + off) / 8, bits, 0xffffffffull << 32 * half);
        else if (dst->indirect || dst->file == EU_FILE_GRF)
            ref_grf_write(x->t, halves ? ref_dst_addr(x, n + half) : ref_dst_addr(x, n) + 4 * half,
                          4, part);
        else
            ref_arf_write(x, dst->reg, dst->sub + off, 4, part);
    }
}
