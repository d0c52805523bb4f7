/* Moves, logic, bits, compare and integer arithmetic. IVB vol. 4 part 3, chapter 6. */
#include "sim/ref/ref.h"

#define EACH(id, op)                                                                               \
    enum eu_stop eu_exec_##id(struct ref *x)                                                       \
    {                                                                                              \
        return ref_each(x, op);                                                                    \
    }

/* Integers of Gen7 wrap at 64 bits; only the guard bits of an accumulator reach that far. */
static eu_i128 wrap_to_64(const struct ref *x, eu_i128 v)
{
    return x->eu->isa->wide_values ? v : (int64_t)v;
}

/* Products wrap at 128 bits, which no defined product reaches. */
static eu_i128 multiply(eu_i128 a, eu_i128 b)
{
    return (eu_i128)((eu_u128)a * (eu_u128)b);
}

static unsigned bits_of_src(const struct ref *x, unsigned src)
{
    return 8u * eu_types[x->insn->src[src].type].bytes;
}

/* --- move, select, compare --- */

static struct ref_val op_mov(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return s[0];
}
EACH(MOV, op_mov)

/* Gen8: a mov of the channels whose bits are set in src1, counted from the instruction's first one.
 * The compiler makes it from `mov (1) f imm {NoMask}` and `(f) mov (16) r[a0.n] src`, which write
 * one channel of a vector, each with another address. Status: inferred. */
enum eu_stop eu_exec_SMOV(struct ref *x)
{
    x->wren &= (uint32_t)ref_integer(ref_load(x, 1, 0));
    return ref_each(x, op_mov);
}

/* A denormal that the mode does not keep becomes 0. */
static struct ref_val flushed(struct ref *x, struct ref_val v)
{
    if (v.kind && eu_num_of(&x->fmode, v.kind, v.f).cls == EU_NUM_ZERO)
        v.f &= eu_float_sign(v.kind);
    return v;
}

static bool is_nan(struct ref_val v)
{
    return v.kind && eu_float_is_nan(v.kind, v.f);
}

/* 6.55: .l and .ge are minimum and maximum (2.3.1.4: if one operand is a NaN, the other is taken);
 * with any other modifier, a NaN selects src1 (E28). */
static bool sel_first(struct ref *x, const struct ref_val s[3])
{
    unsigned cmod = x->insn->cmod;
    int order = ref_order(x, s[0], s[1]);
    if (order == EU_F_UNORDERED)
        return (cmod == 4 || cmod == 5) && is_nan(s[1]) && !is_nan(s[0]);
    return ref_relation(cmod, order);
}

static struct ref_val op_sel(struct ref *x, unsigned n, const struct ref_val s[3])
{
    if (x->insn->cmod)
        return flushed(x, s[!sel_first(x, s)]);
    return s[!ref_predicate(x, n)]; /* with neither modifier nor predicate: src0 (assumed) */
}

enum eu_stop eu_exec_SEL(struct ref *x)
{
    if (!x->insn->cmod) /* the predicate selects the source; it does not mask */
        x->wren = ref_wren(x, UINT32_MAX);
    return ref_each(x, op_sel);
}

/* Gen8: src2 compared with 0 selects the source; no flag is written (assumed). */
static struct ref_val op_csel(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    int order = ref_order(x, s[2], ref_float(s[2].kind, 0));
    return flushed(x, s[!ref_relation(x->insn->cmod, order)]);
}
EACH(CSEL, op_csel)

/* 2.3.1.1: the result of cmpn for a NaN. If both are NaN, src1's rule applies (assumed). */
static bool cmpn_nan(unsigned cmod, bool src1)
{
    return src1 ? cmod != 2 : cmod == 2;
}

static enum eu_stop compare_channels(struct ref *x, bool cmpn)
{
    uint32_t truth = 0;
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        struct ref_val a = ref_load(x, 0, n), b = ref_load(x, 1, n);
        int order = ref_order(x, a, b);
        bool t = ref_relation(x->insn->cmod, order);
        if (x->insn->cmod == 9) /* for .u, which "should not be used" */
            t = order == EU_F_UNORDERED;
        if (cmpn && order == EU_F_UNORDERED)
            t = cmpn_nan(x->insn->cmod, is_nan(b));
        truth |= (uint32_t)t << n;
    }
    for (unsigned n = 0; n < x->es; n++) {
        if (!(x->wren >> n & 1))
            continue;
        if (x->insn->cmod)
            ref_set_flag(x, n, truth >> n & 1);
        ref_store(x, n, truth >> n & 1 ? UINT64_MAX : 0);
    }
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_CMP(struct ref *x)
{
    return compare_channels(x, false);
}

enum eu_stop eu_exec_CMPN(struct ref *x)
{
    return compare_channels(x, true);
}

/* 6.42 (E10): the index follows the destination's element, within the one register to which a0.0
 * points. */
enum eu_stop eu_exec_MOVI(struct ref *x)
{
    const struct eu_operand *src = &x->insn->src[0], *dst = &x->insn->dst;
    unsigned bytes = eu_types[dst->type].bytes;
    uint32_t imm = (uint32_t)(int32_t)src->addr_imm;
    unsigned first = (ref_dst_addr(x, 0) & 31) / bytes;
    uint32_t base = (x->t->a0[0] + imm) & ~31u;
    struct ref_val v[EU_CHANNELS];
    for (unsigned n = 0; n < x->es; n++) {
        unsigned i = (first + n) & 7;
        uint32_t offset = (x->t->a0[i] + imm) & 31 & ~(bytes - 1);
        v[n] = ref_load_at(x, 0, base + offset);
    }
    for (unsigned n = 0; n < x->es; n++)
        if (x->wren >> n & 1)
            ref_finish(x, n, v[n], false);
    return EU_STOP_NONE;
}

/* --- logic and shifts --- */

static struct ref_val op_not(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(~s[0].i);
}
EACH(NOT, op_not)

static struct ref_val op_and(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(s[0].i & s[1].i);
}
EACH(AND, op_and)

static struct ref_val op_or(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(s[0].i | s[1].i);
}
EACH(OR, op_or)

static struct ref_val op_xor(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(s[0].i ^ s[1].i);
}
EACH(XOR, op_xor)

/* The shift count: six bits if src0 or the destination has 64 bits (inferred), otherwise five. */
static unsigned count_of(const struct ref *x, const struct ref_val s[3])
{
    bool wide = bits_of_src(x, 0) == 64 || eu_types[x->insn->dst.type].bytes == 8;
    return (unsigned)(s[1].i & (wide ? 63 : 31));
}

/* Signed sources are zero-extended from their own width (E45). On Gen8 a word lane of the
 * accumulator has 33 bits, which SIPCSR shifts out (inferred). */
static struct ref_val op_shr(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    const struct eu_operand *src = &x->insn->src[0];
    bool acc = src->file == EU_FILE_ARF && !src->indirect && src->reg >> 4 == EU_ARF_ACC;
    unsigned bits =
        acc && x->eu->isa->wide_values && bits_of_src(x, 0) < 64 ? 33 : bits_of_src(x, 0);
    return ref_int((s[0].i & (((eu_i128)1 << bits) - 1)) >> count_of(x, s));
}
EACH(SHR, op_shr)

static struct ref_val op_shl(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    return ref_int(multiply(s[0].i, (eu_i128)1 << count_of(x, s)));
}
EACH(SHL, op_shl)

static struct ref_val op_asr(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    return ref_int(s[0].i >> count_of(x, s));
}
EACH(ASR, op_asr)

/* --- bits --- */

static struct ref_val op_bfrev(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    uint32_t v = 0;
    for (unsigned i = 0; i < 32; i++)
        v |= (uint32_t)(s[0].i >> i & 1) << (31 - i);
    return ref_int(v);
}
EACH(BFREV, op_bfrev)

static struct ref_val op_bfe(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    unsigned width = s[0].i & 31, offset = s[1].i & 31;
    uint32_t v = (uint32_t)s[2].i;
    if (!width)
        return ref_int(0);
    unsigned up = width + offset < 32 ? 32 - width - offset : 0;
    unsigned down = width + offset < 32 ? 32 - width : offset;
    if (x->insn->src[2].type == EU_TYPE_D)
        return ref_int((int32_t)(v << up) >> down);
    return ref_int(v << up >> down);
}
EACH(BFE, op_bfe)

static struct ref_val op_bfi1(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    uint32_t mask = (1u << (s[0].i & 31)) - 1;
    return ref_int(mask << (s[1].i & 31));
}
EACH(BFI1, op_bfi1)

static struct ref_val op_bfi2(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    uint32_t mask = (uint32_t)s[0].i, offset = 0;
    while (offset < 31 && !(mask >> offset & 1))
        offset++;
    return ref_int((((uint32_t)s[1].i << offset) & mask) | ((uint32_t)s[2].i & ~mask)); /* E11 */
}
EACH(BFI2, op_bfi2)

static unsigned leading_zeros(uint32_t v)
{
    unsigned n = 0;
    while (n < 32 && !(v >> (31 - n) & 1))
        n++;
    return n;
}

static struct ref_val op_lzd(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    return ref_int(leading_zeros((uint32_t)s[0].i));
}
EACH(LZD, op_lzd)

static struct ref_val op_fbh(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    uint32_t v = (uint32_t)s[0].i;
    if (eu_types[x->insn->src[0].type].kind == EU_KIND_INT && v >> 31)
        v = ~v;
    return ref_int(v ? leading_zeros(v) : UINT32_MAX);
}
EACH(FBH, op_fbh)

static struct ref_val op_fbl(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)x, (void)n;
    for (unsigned i = 0; i < 32; i++)
        if (s[0].i >> i & 1)
            return ref_int(i);
    return ref_int(UINT32_MAX);
}
EACH(FBL, op_fbl)

static struct ref_val op_cbit(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    unsigned count = 0;
    for (unsigned i = 0; i < bits_of_src(x, 0); i++)
        count += s[0].i >> i & 1;
    return ref_int(count);
}
EACH(CBIT, op_cbit)

/* --- integer and mixed arithmetic --- */

static struct ref_val op_add(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    if (x->float_exec)
        return ref_rounded(x, eu_num_add(&x->fmode, ref_num(x, s[0]), ref_num(x, s[1])));
    return ref_int(s[0].i + s[1].i);
}
EACH(ADD, op_add)

static struct ref_val op_avg(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    return ref_int(wrap_to_64(x, s[0].i + s[1].i + 1) >> 1);
}
EACH(AVG, op_avg)

/* 6.43: if src1 has dwords, only their low words are used, zero-extended so that mul and mach
 * together are exact. Gen8 uses all of them. */
static struct ref_val op_mul(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)n;
    if (x->float_exec)
        return ref_rounded(x, eu_num_mul(ref_num(x, s[0]), ref_num(x, s[1])));
    bool low = bits_of_src(x, 1) == 32 && !x->eu->isa->full_multiply;
    return ref_int(multiply(s[0].i, low ? s[1].i & 0xffff : s[1].i));
}
EACH(MUL, op_mul)

static struct ref_val op_mac(struct ref *x, unsigned n, const struct ref_val s[3])
{
    struct ref_val acc = ref_acc_get(x, n);
    if (x->float_exec)
        return ref_rounded(
            x, eu_num_fma(&x->fmode, ref_num(x, s[0]), ref_num(x, s[1]), ref_num(x, acc)));
    return ref_int(multiply(s[0].i, s[1].i) + (acc.kind ? (int32_t)acc.f : acc.i));
}
EACH(MAC, op_mac)

/* 6.39 with src1's high word (E13): after `mul acc0`, the accumulator holds the whole product. */
static struct ref_val op_mach(struct ref *x, unsigned n, const struct ref_val s[3])
{
    eu_i128 part = multiply(multiply(s[0].i, s[1].i >> 16), 1 << 16);
    int64_t acc = (int64_t)(ref_integer(ref_acc_get(x, n)) + part);
    if (ref_acc_enabled(x))
        ref_acc_put(x, n, ref_int(acc));
    return ref_int(acc >> 32);
}
EACH(MACH, op_mach)

static struct ref_val op_addc(struct ref *x, unsigned n, const struct ref_val s[3])
{
    eu_i128 sum = (s[0].i & UINT32_MAX) + (s[1].i & UINT32_MAX);
    if (ref_acc_enabled(x))
        ref_acc_put(x, n, ref_int(sum >> 32));
    return ref_int(sum & UINT32_MAX);
}
EACH(ADDC, op_addc)

static struct ref_val op_subb(struct ref *x, unsigned n, const struct ref_val s[3])
{
    uint32_t a = (uint32_t)s[0].i, b = (uint32_t)s[1].i;
    if (ref_acc_enabled(x))
        ref_acc_put(x, n, ref_int(a < b));
    return ref_int((uint32_t)(a - b));
}
EACH(SUBB, op_subb)

/* 6.53: sums pairs of elements; odd words stay unchanged (assumed: the manual calls them
 * undefined). */
static struct ref_val sum_of_differences(struct ref *x, unsigned n)
{
    eu_i128 sum = 0;
    for (unsigned i = 0; i < 2; i++) {
        eu_i128 a = ref_load(x, 0, n + i).i, b = ref_load(x, 1, n + i).i;
        sum += a < b ? b - a : a - b;
    }
    return ref_int(sum);
}

static struct ref_val op_sad2(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)s;
    return sum_of_differences(x, n);
}

static struct ref_val op_sada2(struct ref *x, unsigned n, const struct ref_val s[3])
{
    (void)s;
    return ref_int(sum_of_differences(x, n).i + ref_integer(ref_acc_get(x, n)));
}

enum eu_stop eu_exec_SAD2(struct ref *x)
{
    x->wren &= 0x55555555;
    return ref_each(x, op_sad2);
}

enum eu_stop eu_exec_SADA2(struct ref *x)
{
    x->wren &= 0x55555555;
    return ref_each(x, op_sada2);
}
