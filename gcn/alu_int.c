/* Integers, bits and moves of vector instructions. */
#include "gcn/alu.h"

INT_1(v_mov_b32, uint32_t, a)
INT_1(v_not_b32, uint32_t, ~a)
INT_2(v_and_b32, uint32_t, a &b)
INT_2(v_or_b32, uint32_t, a | b)
INT_2(v_xor_b32, uint32_t, a ^ b)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
INT_2(v_min_i32, int32_t, MIN(a, b))
INT_2(v_max_i32, int32_t, MAX(a, b))
INT_2(v_min_u32, uint32_t, MIN(a, b))
INT_2(v_max_u32, uint32_t, MAX(a, b))
INT_2(v_lshr_b32, uint32_t, a >> (b & 31))
INT_2(v_lshrrev_b32, uint32_t, b >> (a & 31))
INT_2(v_ashr_i32, int32_t, a >> (b & 31))
INT_2(v_ashrrev_i32, int32_t, b >> (a & 31))
INT_2(v_lshl_b32, uint32_t, a << (b & 31))
INT_2(v_lshlrev_b32, uint32_t, b << (a & 31))
INT_2(v_bfm_b32, uint32_t, ((1u << (a & 31)) - 1) << (b & 31))
INT_2(v_bcnt_u32_b32, uint32_t, (uint32_t)__builtin_popcount(a) + b)
INT_2(v_mul_lo_u32, uint32_t, a *b)
INT_2(v_mul_hi_u32, uint32_t, (uint64_t)a *b >> 32)
INT_2(v_mul_hi_i32, int32_t, (int64_t)a *b >> 32)
INT_3(v_bfe_u32, uint32_t, a >> (b & 31) & ((1u << (c & 31)) - 1))
INT_3(v_bfi_b32, uint32_t, (a & b) | (~a & c))
INT_3(v_alignbit_b32, uint32_t, ((uint64_t)a << 32 | b) >> (c & 31))
INT_3(v_alignbyte_b32, uint32_t, ((uint64_t)a << 32 | b) >> 8 * (c & 3))
INT_3(v_min3_i32, int32_t, MIN(MIN(a, b), c))
INT_3(v_max3_i32, int32_t, MAX(MAX(a, b), c))
INT_3(v_min3_u32, uint32_t, MIN(MIN(a, b), c))
INT_3(v_max3_u32, uint32_t, MAX(MAX(a, b), c))

#define MEDIAN(a, b, c) MAX(MIN(a, b), MIN(MAX(a, b), c))
INT_3(v_med3_i32, int32_t, MEDIAN(a, b, c))
INT_3(v_med3_u32, uint32_t, MEDIAN(a, b, c))

static inline int32_t s24(uint32_t v)
{
    return (int32_t)(v << 8) >> 8;
}
static inline uint32_t u24(uint32_t v)
{
    return v & 0xffffff;
}
INT_2(v_mul_i32_i24, uint32_t, (int64_t)s24(a) * s24(b))
INT_2(v_mul_hi_i32_i24, uint32_t, (int64_t)s24(a) * s24(b) >> 32)
INT_2(v_mul_u32_u24, uint32_t, (uint64_t)u24(a) * u24(b))
INT_2(v_mul_hi_u32_u24, uint32_t, (uint64_t)u24(a) * u24(b) >> 32)
INT_3(v_mad_i32_i24, uint32_t, (uint32_t)((int64_t)s24(a) * s24(b)) + c)
INT_3(v_mad_u32_u24, uint32_t, u24(a) * u24(b) + c)

static inline uint32_t bfe_i32(uint32_t a, uint32_t offset, uint32_t width)
{
    if (!width)
        return 0;
    uint32_t v = a >> offset;
    return width + offset >= 32 ? (uint32_t)((int32_t)a >> offset)
                                : (uint32_t)((int32_t)(v << (32 - width)) >> (32 - width));
}
INT_3(v_bfe_i32, uint32_t, bfe_i32(a, b & 31, c & 31))

static inline uint32_t reverse(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}
INT_1(v_bfrev_b32, uint32_t, reverse(a))
INT_1(v_ffbh_u32, uint32_t, a ? __builtin_clz(a) : -1)
INT_1(v_ffbl_b32, uint32_t, a ? __builtin_ctz(a) : -1)
INT_1(v_ffbh_i32, int32_t,
      a == 0 || a == -1 ? -1 : __builtin_clz(a < 0 ? ~(uint32_t)a : (uint32_t)a))

static inline uint32_t below(unsigned l, unsigned first)
{
    return l < first ? 0 : l - first >= 32 ? ~0u : (1u << (l - first)) - 1;
}
INT_2(v_mbcnt_lo_u32_b32, uint32_t, (uint32_t)__builtin_popcount(a &below(l, 0)) + b)
INT_2(v_mbcnt_hi_u32_b32, uint32_t, (uint32_t)__builtin_popcount(a &below(l, 32)) + b)

/* 16-bit results clear the high half. Status: compiled code relies on it (L). */
INT_2(v_mul_lo_u16, uint16_t, (uint16_t)((uint32_t)a *b))
INT_2(v_lshlrev_b16, uint16_t, (uint16_t)((uint32_t)b << (a & 15)))
INT_2(v_lshrrev_b16, uint16_t, b >> (a & 15))
INT_2(v_ashrrev_i16, int16_t, (uint16_t)(b >> (a & 15)))
INT_2(v_max_u16, uint16_t, MAX(a, b))
INT_2(v_min_u16, uint16_t, MIN(a, b))
INT_2(v_max_i16, int16_t, (uint16_t)MAX(a, b))
INT_2(v_min_i16, int16_t, (uint16_t)MIN(a, b))

static inline uint32_t saturate16(const struct gcn_alu *x, int64_t v, bool is_signed)
{
    if (x->x->in.f[GCN_F_CLAMP]) {
        int64_t lo = is_signed ? INT16_MIN : 0, hi = is_signed ? INT16_MAX : UINT16_MAX;
        v = v < lo ? lo : v > hi ? hi : v;
    }
    return (uint16_t)v;
}
INT_2(v_add_u16, uint16_t, saturate16(x, (int64_t)a + b, false))
INT_2(v_sub_u16, uint16_t, saturate16(x, (int64_t)a - b, false))
INT_2(v_subrev_u16, uint16_t, saturate16(x, (int64_t)b - a, false))
INT_3(v_mad_u16, uint16_t, saturate16(x, (int64_t)a *b + c, false))
INT_3(v_mad_i16, int16_t, saturate16(x, (int64_t)a *b + c, true))

INT_2(v_cvt_pk_u16_u32, uint32_t, (a > 0xffff ? 0xffff : a) | (b > 0xffff ? 0xffff : b) << 16)
static inline uint32_t clamp_i16(int32_t v)
{
    return (uint16_t)(v < INT16_MIN ? INT16_MIN : v > INT16_MAX ? INT16_MAX : v);
}
INT_2(v_cvt_pk_i16_i32, int32_t, clamp_i16(a) | clamp_i16(b) << 16)

/* --- carries --- */
/* d = a + b + in, or a - b - in; the carry or borrow out of each executing lane goes to the mask.
 * gcn_spell() expands @mask_in to lanes. */
#define CARRY(name, lhs, rhs, mask_in, sum, over, limit)                                           \
    ALU(name)                                                                                      \
    {                                                                                              \
        const uint32_t *lanes = gcn_spell(x, mask_in);                                             \
        uint8_t out[GCN_LANES];                                                                    \
        LANES                                                                                      \
        {                                                                                          \
            uint32_t a = x->lhs[l], b = x->rhs[l], c = lanes[l] & 1, part = a sum b;               \
            uint32_t d = part sum c;                                                               \
            out[l] = over;                                                                         \
            x->d[l] = d;                                                                           \
        }                                                                                          \
        if (x->x->in.f[GCN_F_CLAMP])                                                               \
            LANES x->d[l] = out[l] ? limit : x->d[l];                                              \
        x->mask = bytes_mask(out) & x->exec;                                                       \
    }
#define ADD(name, lhs, rhs, mask_in) CARRY(name, lhs, rhs, mask_in, +, (part < a) | (d < part), ~0u)
#define SUB(name, lhs, rhs, mask_in) CARRY(name, lhs, rhs, mask_in, -, (part > a) | (d > part), 0u)
ADD(v_add_u32, a, b, 0)
SUB(v_sub_u32, a, b, 0)
SUB(v_subrev_u32, b, a, 0)
ADD(v_addc_u32, a, b, x->carry)
SUB(v_subb_u32, a, b, x->carry)
SUB(v_subbrev_u32, b, a, x->carry)
ALU(v_cndmask_b32)
{
    gcn_blend(x, memcpy(x->d, x->a, GCN_LANES * sizeof *x->d), x->b, x->carry);
}

/* --- 64 bits --- */
#define SHIFT_64(name, value, count, T, op)                                                        \
    ALU(name)                                                                                      \
    {                                                                                              \
        LANES lane64_set(x->d, l, (uint64_t)((T)lane64(x->value, l) op(x->count[l] & 63)));        \
    }
SHIFT_64(v_lshl_b64, a, b, uint64_t, <<)
SHIFT_64(v_lshr_b64, a, b, uint64_t, >>)
SHIFT_64(v_ashr_i64, a, b, int64_t, >>)
SHIFT_64(v_lshlrev_b64, b, a, uint64_t, <<)
SHIFT_64(v_lshrrev_b64, b, a, uint64_t, >>)
SHIFT_64(v_ashrrev_i64, b, a, int64_t, >>)

ALU(v_mad_u64_u32)
{
    x->mask = 0;
    LANES
    {
        uint64_t p = (uint64_t)x->a[l] * x->b[l], v = p + lane64(x->c, l);
        x->mask |= (uint64_t)(v < p) << l;
        lane64_set(x->d, l, v);
    }
    x->mask &= x->exec;
}
ALU(v_mad_i64_i32)
{
    x->mask = 0;
    LANES
    {
        int64_t p = (int64_t)(int32_t)x->a[l] * (int32_t)x->b[l], c = (int64_t)lane64(x->c, l), v;
        x->mask |= (uint64_t)__builtin_add_overflow(p, c, &v) << l;
        lane64_set(x->d, l, (uint64_t)v);
    }
    x->mask &= x->exec;
}

/* --- bytes --- */
static inline uint32_t byte_of(uint64_t v, unsigned i)
{
    return v >> 8 * i & 255;
}
static inline uint32_t difference(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}
/* @masked: bytes of @b that are 0 are skipped. */
static inline uint32_t sad4(uint64_t a, uint32_t b, bool masked)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 4; i++)
        if (!masked || byte_of(b, i))
            sum += difference(byte_of(a, i), byte_of(b, i));
    return sum;
}
INT_3(v_sad_u8, uint32_t, sad4(a, b, false) + c)
INT_3(v_sad_hi_u8, uint32_t, (sad4(a, b, false) << 16) + c)
INT_3(v_sad_u16, uint32_t, difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16) + c)
INT_3(v_sad_u32, uint32_t, difference(a, b) + c)
INT_3(v_msad_u8, uint32_t, sad4(a, b, true) + c)

static void qsad(struct gcn_alu *x, bool masked)
{
    LANES
    {
        uint64_t a = lane64(x->a, l), c = lane64(x->c, l), d = 0;
        for (unsigned i = 0; i < 4; i++)
            d |= (uint64_t)(uint16_t)(sad4(a >> 8 * i, x->b[l], masked) + (c >> 16 * i)) << 16 * i;
        lane64_set(x->d, l, d);
    }
}
ALU(v_qsad_pk_u16_u8)
{
    qsad(x, false);
}
ALU(v_mqsad_pk_u16_u8)
{
    qsad(x, true);
}
ALU(v_mqsad_u32_u8)
{
    LANES for (unsigned i = 0; i < 4; i++) x->d[GCN_LANES * i + l] =
        sad4(lane64(x->a, l) >> 8 * i, x->b[l], true) + x->c[GCN_LANES * i + l];
}

static inline uint32_t lerp(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t d = 0;
    for (unsigned i = 0; i < 4; i++)
        d |= (byte_of(a, i) + byte_of(b, i) + (byte_of(c, i) & 1)) >> 1 << 8 * i;
    return d;
}
INT_3(v_lerp_u8, uint32_t, lerp(a, b, c))

static inline uint32_t permuted(uint64_t in, uint32_t sel)
{
    uint32_t d = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = byte_of(sel, i);
        uint32_t v = s < 8                           ? byte_of(in, s)
                     : s >= 13                       ? 255
                     : s == 12                       ? 0
                     : in >> (16 * (s - 8) + 15) & 1 ? 255
                                                     : 0;
        d |= v << 8 * i;
    }
    return d;
}
INT_3(v_perm_b32, uint32_t, permuted((uint64_t)a << 32 | b, c))
