/* What plans compute with integers, modulo 2^64: sources are exact, so is the result, but where a
 * plan checks for an overflow. IVB vol. 4 part 3, chapter 6. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

#define LOW_DWORD INT64_C(0xffffffff)

INLINE v4q multiply(v4q a, v4q b)
{
    return (v4q)((v4uq)a * (v4uq)b);
}

INLINE v4q add(v4q a, v4q b)
{
    return (v4q)((v4uq)a + (v4uq)b);
}

/* Two fours of lanes: pred is the predicate of four, acc the implicit accumulator. */
#define OPERATION(name) INLINE v4q name##_four(const struct fast_plan *p, v4q a, v4q b, v4q c)
#define OP(name, expression)                                                                       \
    OPERATION(name)                                                                                \
    {                                                                                              \
        (void)p, (void)a, (void)b, (void)c;                                                        \
        return (v4q)(expression);                                                                  \
    }                                                                                              \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        a0 = name##_four(p, a0, b0, c0);                                                           \
        a1 = name##_four(p, a1, b1, c1);                                                           \
        return p->convert(PLAN_PASS);                                                              \
    }
#define COUNT(v) ((v)&plan_all(p->counts))
OP(op_mov, a)
OP(op_not, ~a)
OP(op_and, a &b)
OP(op_or, a | b)
OP(op_xor, a ^ b)
/* Whether a source is below 0; @v has its low 64 bits. */
INLINE v4q is_negative(const struct plan_source *s, v4q v)
{
    if (s->is_uq)
        return s->neg ? (v4q)(v != 0) : plan_all(0);
    return v < 0;
}
INLINE v4q shift_signed(const struct fast_plan *p, v4q v, v4q by)
{
    v4q sign = is_negative(&p->src[0], v);
    return (v4q)((v4uq)(v ^ sign) >> (v4uq)by) ^ sign;
}
OP(op_asr, shift_signed(p, a, COUNT(b)))
INLINE v4q shifted(v4q v, v4q by)
{
    return (v4q)((v4uq)v << (v4uq)by);
}
/* Lanes that keep their bits at the top, and their sign. */
INLINE v4q shift_fits(const struct fast_plan *p, v4q v, v4q by)
{
    v4q sign = is_negative(&p->src[0], v), r = shifted(v, by);
    v4q back = (v4q)((v4uq)(r ^ sign) >> (v4uq)by) ^ sign;
    return (v4q)(back == v) & ~(sign ^ (p->flip ? plan_all(0) : (v4q)(r < 0)));
}
/* Saturates the others to 64 bits. */
INLINE v4q limited_shift(const struct fast_plan *p, v4q v, v4q by)
{
    v4q most = plan_all(p->flip ? -1 : INT64_MAX) ^ is_negative(&p->src[0], v);
    return plan_choose(most, shifted(v, by), shift_fits(p, v, by));
}
OP(op_shl, p->checks ? limited_shift(p, a, COUNT(b)) : shifted(a, COUNT(b)))
OP(op_shr, (v4uq)(a &plan_all((int64_t)p->bits)) >> (v4uq)COUNT(b))
OP(op_avg, plan_down(add(add(a, b), plan_all(1)), plan_all(1)))
OP(op_mul, multiply(a, b &plan_all((int64_t)p->bits)))
OP(op_mulw, _mm256_mul_epi32((__m256i)a, (__m256i)b)) /* of 32 bits with their sign */

/* Lanes of a sum that passes 64 bits, by their signs. */
INLINE v4q sum_passes(const struct fast_plan *p, v4q a, v4q b, v4q sum)
{
    v4q flip = plan_all(p->flip);
    return p->flip ? (v4q)((sum ^ flip) < (a ^ flip)) : (a ^ sum) & (b ^ sum);
}
INLINE bool is_past(const struct fast_plan *p, v4q low, v4q high)
{
    return p->checks && FAST_UNLIKELY((plan_signs(low) | plan_signs(high) << 4) & p->channels);
}

/* Saturates a sum that passes 64 bits. */
INLINE v4q limited_sum(const struct fast_plan *p, v4q a, v4q b)
{
    v4q sum = add(a, b), most = p->flip ? plan_all(-1) : plan_all(INT64_MAX) ^ (v4q)(a < 0);
    return plan_choose(sum, most, (v4q)(sum_passes(p, a, b, sum) < 0));
}
static enum fast_leave op_add(PLAN_ARGS)
{
    if (FAST_UNLIKELY(p->limits)) {
        a0 = limited_sum(p, a0, b0), a1 = limited_sum(p, a1, b1);
        return p->convert(PLAN_PASS);
    }
    v4q s0 = add(a0, b0), s1 = add(a1, b1);
    if (is_past(p, sum_passes(p, a0, b0, s0), sum_passes(p, a1, b1, s1)))
        return plan_fail(FAST_PASS, p);
    a0 = s0, a1 = s1;
    return p->convert(PLAN_PASS);
}

/* --- condition .o: the signs of c tell which lanes pass 64 bits --- */

#define TOLD(name, passed, value, limit)                                                           \
    INLINE v4q name##_four(const struct fast_plan *p, v4q a, v4q b, v4q *past)                     \
    {                                                                                              \
        (void)b;                                                                                   \
        *past = passed;                                                                            \
        return p->saturates ? limit : value;                                                       \
    }                                                                                              \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        a0 = name##_four(p, a0, b0, &c0), a1 = name##_four(p, a1, b1, &c1);                        \
        return p->convert(PLAN_PASS);                                                              \
    }
TOLD(told_add, sum_passes(p, a, b, add(a, b)), add(a, b), limited_sum(p, a, b))
TOLD(told_shl, ~shift_fits(p, a, COUNT(b)), shifted(a, COUNT(b)), limited_shift(p, a, COUNT(b)))
/* What a UQ becomes is negative: if its top bit is set, below what 64 bits hold. */
INLINE v4q not_passes(const struct fast_plan *p, v4q v)
{
    return p->src[0].is_uq ? v : plan_all(0);
}
TOLD(told_not, not_passes(p, a), ~a,
     plan_choose(~a, plan_all(INT64_MIN), (v4q)(not_passes(p, a) < 0)))

plan_stage *plan_told_op(const struct fast_alu *a)
{
    return a->id == EU_OP_NOT ? told_not : a->id == EU_OP_SHL ? told_shl : told_add;
}

/* --- with the accumulator: c has it, and what it becomes --- */

static enum fast_leave op_mac(PLAN_ARGS)
{
    a0 = multiply(a0, b0), a1 = multiply(a1, b1);
    v4q s0 = add(a0, c0), s1 = add(a1, c1);
    if (is_past(p, sum_passes(p, a0, c0, s0), sum_passes(p, a1, c1, s1)))
        return plan_fail(FAST_PASS, p);
    a0 = s0, a1 = s1;
    return p->convert(PLAN_PASS);
}

static enum fast_leave op_addc(PLAN_ARGS)
{
    a0 = (a0 & LOW_DWORD) + (b0 & LOW_DWORD), a1 = (a1 & LOW_DWORD) + (b1 & LOW_DWORD);
    c0 = a0 >> 32, c1 = a1 >> 32;
    a0 &= LOW_DWORD, a1 &= LOW_DWORD;
    return p->convert(PLAN_PASS);
}

static enum fast_leave op_subb(PLAN_ARGS)
{
    a0 &= LOW_DWORD, a1 &= LOW_DWORD, b0 &= LOW_DWORD, b1 &= LOW_DWORD;
    c0 = -(v4q)(a0 < b0), c1 = -(v4q)(a1 < b1);
    a0 = (a0 - b0) & LOW_DWORD, a1 = (a1 - b1) & LOW_DWORD;
    return p->convert(PLAN_PASS);
}

#define MACH(name, product)                                                                        \
    INLINE v4q name##_four(v4q a, v4q b, v4q acc)                                                  \
    {                                                                                              \
        return add(acc, (v4q)((v4uq)(product) << 16));                                             \
    }                                                                                              \
    static enum fast_leave name(PLAN_ARGS)                                                         \
    {                                                                                              \
        c0 = name##_four(a0, b0, c0), c1 = name##_four(a1, b1, c1);                                \
        a0 = plan_high_dwords(c0), a1 = plan_high_dwords(c1);                                      \
        return p->convert(PLAN_PASS);                                                              \
    }
MACH(op_mach, multiply(a, plan_down(b, plan_all(16))))
/* Both of 32 bits, with a sign or without. */
MACH(op_mach_d, _mm256_mul_epi32((__m256i)a, _mm256_srai_epi32((__m256i)b, 16)))
MACH(op_mach_ud, _mm256_mul_epu32((__m256i)a, _mm256_srli_epi32((__m256i)b, 16)))

/* The even channels get the sum of a pair. */
INLINE v4q differences(v4q a, v4q b)
{
    v4q d = a - b, sign = d < 0;
    d = (d ^ sign) - sign;
    return d + (v4q)_mm256_permute4x64_epi64((__m256i)d, 0xb1);
}
OP(op_sad2, differences(a, b))
OP(op_sada2, add(differences(a, b), c))

/* --- bits of a dword --- */

/* The position of the highest bit of a dword that has one, by the exponent of a double. */
INLINE v4q highest(v4q v)
{
    v4d d = (v4d)(v | 0x4330000000000000) - 0x1p52;
    return ((v4q)d >> 52) - 1023;
}
INLINE v4q zeros_above(v4q v)
{
    return plan_choose(31 - highest(v), plan_all(32), v == 0);
}
INLINE v4q first_high(const struct fast_plan *p, v4q v)
{
    v4q negative = p->is_signed ? -(v >> 31) : plan_all(0);
    v = (v ^ negative) & LOW_DWORD;
    return plan_choose(31 - highest(v), plan_all(LOW_DWORD), v == 0);
}
INLINE v4q lowest(v4q v)
{
    return highest(v & -v);
}
INLINE v4q bytes_by_table(v4q v, __m256i low, __m256i high)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i a = _mm256_shuffle_epi8(low, _mm256_and_si256((__m256i)v, nibble));
    __m256i up = _mm256_and_si256(_mm256_srli_epi16((__m256i)v, 4), nibble);
    return (v4q)_mm256_or_si256(a, _mm256_shuffle_epi8(high, up));
}
#define TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
INLINE v4q count_bits(v4q v)
{
    const __m256i t = TABLE(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i none = _mm256_setzero_si256();
    v4q high = bytes_by_table((v4q)((v4uq)v >> 4), t, none), low = bytes_by_table(v, t, none);
    return (v4q)_mm256_sad_epu8(_mm256_add_epi8((__m256i)low, (__m256i)high), none);
}
INLINE v4q reverse(v4q v)
{
    const __m256i low =
        TABLE(0, -128, 64, -64, 32, -96, 96, -32, 16, -112, 80, -48, 48, -80, 112, -16);
    const __m256i high = TABLE(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const __m256i order = TABLE(3, 2, 1, 0, -1, -1, -1, -1, 11, 10, 9, 8, -1, -1, -1, -1);
    return (v4q)_mm256_shuffle_epi8((__m256i)bytes_by_table(v, low, high), order);
}
INLINE v4q ones(v4q width)
{
    return (v4q)((v4uq)plan_all(1) << (v4uq)(width & 31)) - 1;
}
/* The part of a field that lies below bit 32, if it reaches over the top. */
INLINE v4q field(const struct fast_plan *p, v4q width, v4q offset, v4q v)
{
    width &= 31, offset &= 31;
    v4q rest = 32 - width - offset, left = rest & ~(rest < 0);
    v = (v4q)((v4uq)(v & LOW_DWORD) << (v4uq)left) & LOW_DWORD;
    v = p->is_signed ? plan_extend(v, 32) : v;
    return plan_down(v, left + offset) & ~(width == 0);
}
INLINE v4q inserted(v4q mask, v4q v, v4q base)
{
    mask &= LOW_DWORD;
    v4q at = lowest(mask) & ~(mask == 0);
    return ((v4q)((v4uq)v << (v4uq)at) & mask) | (base & ~mask & LOW_DWORD);
}
OP(op_lzd, zeros_above(a &LOW_DWORD))
OP(op_fbh, first_high(p, a &LOW_DWORD))
OP(op_fbl, plan_choose(lowest(a &LOW_DWORD), plan_all(LOW_DWORD), (a & LOW_DWORD) == 0))
OP(op_cbit, count_bits(a &plan_all((int64_t)p->bits)))
OP(op_bfrev, reverse(a))
OP(op_bfi1, (v4q)((v4uq)ones(a) << (v4uq)(b & 31)) & LOW_DWORD)
OP(op_bfe, field(p, a, b, c))
OP(op_bfi2, inserted(a, b, c))

/* --- comparison and choice --- */

static enum fast_leave op_sel(PLAN_ARGS)
{
    uint32_t pred = plan_pred(x, grf, p);
    a0 = plan_choose(b0, a0, plan_mask(pred)), a1 = plan_choose(b1, a1, plan_mask(pred >> 4));
    return p->convert(PLAN_PASS);
}
#define FLIP(v) ((v) ^ plan_all(p->flip))
OP(cmp_z, a == b)
OP(cmp_nz, a != b)
OP(cmp_g, FLIP(a) > FLIP(b))
OP(cmp_ge, FLIP(a) >= FLIP(b))
OP(cmp_l, FLIP(a) < FLIP(b))
OP(cmp_le, FLIP(a) <= FLIP(b))
/* -1, 0 or 1 */
INLINE v4q wide_order(const struct fast_plan *p, v4q a, v4q b)
{
    const v4q top = plan_all(INT64_MIN);
    v4q below = is_negative(&p->src[0], a), other = is_negative(&p->src[1], b);
    v4q less = plan_choose((a ^ top) < (b ^ top), below, below ^ other);
    v4q greater = plan_choose((a ^ top) > (b ^ top), other, below ^ other);
    return less - greater;
}
#define WIDE(name, relation)                                                                       \
    OP(wide_cmp_##name, wide_order(p, a, b) relation 0)                                            \
    OP(wide_sel_##name, plan_choose(b, a, wide_order(p, a, b) relation 0))
WIDE(z, ==)
WIDE(nz, !=)
WIDE(g, >)
WIDE(ge, >=)
WIDE(l, <)
WIDE(le, <=)
#define PICK(relation) plan_choose(b, a, FLIP(a) relation FLIP(b))
OP(sel_z, PICK(==))
OP(sel_nz, PICK(!=))
OP(sel_g, PICK(>))
OP(sel_ge, PICK(>=))
OP(sel_l, PICK(<))
OP(sel_le, PICK(<=))

/* --- division: values have 33 bits, so that a double's quotient is on the right side --- */

INLINE v4q whole(v4d v)
{
    const v4d magic = (v4d)plan_all(0x4338000000000000);
    return (v4q)(v + magic) - (v4q)magic;
}
/* @rest: the remainder, if it is asked for. */
INLINE v4q quotient(v4q a, v4q b, v4q *rest)
{
    v4d of = plan_double(a), by = plan_double(b); /* of 0: see by_zero() */
    __m256d q = _mm256_round_pd((__m256d)(of / by), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    if (rest)
        *rest = whole((v4d)_mm256_fnmadd_pd(q, (__m256d)by, (__m256d)of));
    return whole((v4d)q);
}
/* What division by zero gives. */
INLINE v4q by_zero(const struct fast_plan *p, v4q a)
{
    return p->is_signed ? plan_all(INT32_MAX) ^ (v4q)(a < 0) : plan_all(LOW_DWORD);
}
OP(op_idiv, plan_choose(quotient(a, b, NULL), by_zero(p, a), b == 0))

INLINE v4q remainder_of(const struct fast_plan *p, v4q a, v4q b, v4q *q)
{
    v4q rest, zero = b == 0, v = quotient(a, b, &rest);
    if (FAST_UNLIKELY(plan_signs(zero))) {
        v = plan_choose(v, by_zero(p, a), zero);
        rest = plan_choose(rest, a, zero);
    }
    if (q)
        *q = v;
    return rest;
}
OP(op_irem, remainder_of(p, a, b, NULL))
/* The quotient waits in c until the remainder is written; then the second plan has it. */
static enum fast_leave op_irem_and_idiv(PLAN_ARGS)
{
    a0 = remainder_of(p, a0, b0, &c0);
    a1 = remainder_of(p, a1, b1, &c1);
    return p->convert(PLAN_PASS);
}
enum fast_leave plan_take_quotient(PLAN_ARGS)
{
    p++;
    a0 = c0, a1 = c1;
    return p->convert(PLAN_PASS);
}

/* Integers are never unordered, and a comparison does not overflow. */
OP(op_never, ((void)a, (void)b, plan_all(0)))

/* --- which one --- */

#define RELATIONS(kind) kind##_z, kind##_nz, kind##_g, kind##_ge, kind##_l, kind##_le
static plan_stage *by_relation(const struct fast_plan *p, const struct fast_alu *a)
{
    static plan_stage *const cmps[2][7] = {{NULL, RELATIONS(cmp)}, {NULL, RELATIONS(wide_cmp)}};
    static plan_stage *const sels[2][7] = {{op_sel, RELATIONS(sel)}, {op_sel, RELATIONS(wide_sel)}};
    if (a->cmod > 6) /* .o and .u: others are refused before */
        return plan_compares(a) ? op_never : NULL;
    return a->id == EU_OP_SEL ? sels[p->wide][a->cmod] : cmps[p->wide][a->cmod];
}

/* Whether 32 bits hold it, even if it is negated. */
static bool is_narrow(const struct fast_operand *op)
{
    return eu_types[op->type].bytes < 4 && op->place != FAST_ACC;
}

/* The same for what has no modifier. */
static bool is_plain(const struct fast_operand *op, unsigned type)
{
    return op->type == type && op->place != FAST_ACC && !op->neg && !op->abs;
}

plan_stage *plan_ints_op(const struct fast_plan *p, const struct fast_alu *a)
{
    static plan_stage *const ops[EU_OP_COUNT] = {
        [EU_OP_MOV] = op_mov,   [EU_OP_NOT] = op_not,     [EU_OP_AND] = op_and,
        [EU_OP_OR] = op_or,     [EU_OP_XOR] = op_xor,     [EU_OP_SHR] = op_shr,
        [EU_OP_SHL] = op_shl,   [EU_OP_ASR] = op_asr,     [EU_OP_ADD] = op_add,
        [EU_OP_MUL] = op_mul,   [EU_OP_AVG] = op_avg,     [EU_OP_MAC] = op_mac,
        [EU_OP_LZD] = op_lzd,   [EU_OP_FBH] = op_fbh,     [EU_OP_FBL] = op_fbl,
        [EU_OP_CBIT] = op_cbit, [EU_OP_BFREV] = op_bfrev, [EU_OP_BFE] = op_bfe,
        [EU_OP_BFI1] = op_bfi1, [EU_OP_BFI2] = op_bfi2,   [EU_OP_ADDC] = op_addc,
        [EU_OP_SUBB] = op_subb, [EU_OP_SAD2] = op_sad2,   [EU_OP_SADA2] = op_sada2,
        [EU_OP_MOVI] = op_mov,
    };
    switch (a->id) {
    case EU_OP_SEL:
    case EU_OP_CMP:
    case EU_OP_CMPN:
        return by_relation(p, a);
    case EU_OP_MUL:
        return is_narrow(&a->src[0]) && is_narrow(&a->src[1]) ? op_mulw : op_mul;
    case EU_OP_MACH:
        return is_plain(&a->src[0], EU_TYPE_D) && is_plain(&a->src[1], EU_TYPE_D)     ? op_mach_d
               : is_plain(&a->src[0], EU_TYPE_UD) && is_plain(&a->src[1], EU_TYPE_UD) ? op_mach_ud
                                                                                      : op_mach;
    case EU_OP_MATH:
        return a->cmod == EU_MATH_IDIV_QUOT   ? op_idiv
               : a->cmod == EU_MATH_IDIV_REM  ? op_irem
               : a->cmod == EU_MATH_IDIV_BOTH ? op_irem_and_idiv
                                              : NULL;
    default:
        return ops[a->id];
    }
}
#endif
