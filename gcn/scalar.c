/* Executes scalar instructions; their arithmetic. SCC is set as the digest's section 4 says. */
#include "gcn/exec.h"

static uint64_t old_value(const struct gcn_wave *w, const struct gcn_exec *x)
{
    unsigned code = x->in.f[GCN_F_D];
    if (x->dst_dwords == 2)
        return gcn_sgpr(w, code & ~1u) | (uint64_t)gcn_sgpr(w, code | 1u) << 32;
    return gcn_sgpr(w, code);
}

static void destination(struct gcn_wave *w, const struct gcn_exec *x, uint64_t v)
{
    unsigned code = x->in.f[GCN_F_D];
    if (x->dst_dwords == 2) {
        gcn_sgpr_set(w, code & ~1u, (uint32_t)v);
        gcn_sgpr_set(w, code | 1u, (uint32_t)(v >> 32));
    } else {
        gcn_sgpr_set(w, code, (uint32_t)v);
    }
}

enum gcn_stop gcn_run_scalar(struct gcn *m, struct gcn_wave *w, const struct gcn_exec *x)
{
    struct gcn_scalar s = {.m = m, .w = w, .x = x, .write = x->dst_dwords != 0, .stop = GCN_GO};
    s.a = gcn_source_scalar(w, &x->src[0]);
    s.b = gcn_source_scalar(w, &x->src[1]);
    if (x->dst_dwords)
        s.d = old_value(w, x);
    x->fn.scalar(&s);
    if (s.write)
        destination(w, x, s.d);
    return s.stop;
}

#define SOP(name) void gcn_x_##name(struct gcn_scalar *s)
/* d = expression of a and b; SCC is unchanged, or set to the second expression, which may use d. */
#define OP32(name, expr)                                                                           \
    SOP(name)                                                                                      \
    {                                                                                              \
        uint32_t a = (uint32_t)s->a, b = (uint32_t)s->b;                                           \
        (void)a, (void)b;                                                                          \
        s->d = (uint32_t)(expr);                                                                   \
    }
#define OP32_SCC(name, expr, cc)                                                                   \
    SOP(name)                                                                                      \
    {                                                                                              \
        uint32_t a = (uint32_t)s->a, b = (uint32_t)s->b, d;                                        \
        (void)a, (void)b;                                                                          \
        d = (uint32_t)(expr);                                                                      \
        s->w->scc = (cc);                                                                          \
        s->d = d;                                                                                  \
    }
#define OP64(name, expr)                                                                           \
    SOP(name)                                                                                      \
    {                                                                                              \
        uint64_t a = s->a, b = s->b;                                                               \
        (void)a, (void)b;                                                                          \
        s->d = (expr);                                                                             \
    }
#define OP64_SCC(name, expr, cc)                                                                   \
    SOP(name)                                                                                      \
    {                                                                                              \
        uint64_t a = s->a, b = s->b, d;                                                            \
        (void)a, (void)b;                                                                          \
        d = (uint64_t)(expr);                                                                      \
        s->w->scc = (cc);                                                                          \
        s->d = d;                                                                                  \
    }
#define I(v) ((int32_t)(v))

OP32_SCC(s_add_u32, a + b, d < a)
OP32_SCC(s_sub_u32, a - b, b > a)
OP32_SCC(s_add_i32, a + b, ((a ^ d) & (b ^ d)) >> 31)
OP32_SCC(s_sub_i32, a - b, ((a ^ b) & (a ^ d)) >> 31)
SOP(s_addc_u32)
{
    s->d = (uint64_t)(uint32_t)s->a + (uint32_t)s->b + s->w->scc;
    s->w->scc = s->d >> 32 & 1;
}
SOP(s_subb_u32)
{
    s->d = (uint64_t)(uint32_t)s->a - (uint32_t)s->b - s->w->scc;
    s->w->scc = s->d >> 32 & 1;
}
OP32_SCC(s_min_i32, I(a) < I(b) ? a : b, I(a) < I(b))
OP32_SCC(s_min_u32, a < b ? a : b, a < b)
OP32_SCC(s_max_i32, I(a) > I(b) ? a : b, I(a) > I(b))
OP32_SCC(s_max_u32, a > b ? a : b, a > b)
OP32(s_cselect_b32, s->w->scc ? a : b)
OP64(s_cselect_b64, s->w->scc ? a : b)

#define LOGIC(name, expr)                                                                          \
    OP32_SCC(name##_b32, expr, d != 0)                                                             \
    OP64_SCC(name##_b64, expr, d != 0)
LOGIC(s_and, a &b)
LOGIC(s_or, a | b)
LOGIC(s_xor, a ^ b)
LOGIC(s_andn2, a & ~b)
LOGIC(s_orn2, a | ~b)
LOGIC(s_nand, ~(a &b))
LOGIC(s_nor, ~(a | b))
LOGIC(s_xnor, ~(a ^ b))
LOGIC(s_not, ~a)

OP32_SCC(s_lshl_b32, a << (b & 31), d != 0)
OP64_SCC(s_lshl_b64, a << (b & 63), d != 0)
OP32_SCC(s_lshr_b32, a >> (b & 31), d != 0)
OP64_SCC(s_lshr_b64, a >> (b & 63), d != 0)
OP32_SCC(s_ashr_i32, I(a) >> (b & 31), d != 0)
OP64_SCC(s_ashr_i64, (int64_t)a >> (b & 63), d != 0)
OP32(s_bfm_b32, ((1u << (a & 31)) - 1) << (b & 31))
OP64(s_bfm_b64, ((1ull << (a & 63)) - 1) << (b & 63))
OP32(s_mul_i32, a *b)

/* Extracts a field from a value of @bits bits; one operand holds offset and width. */
static uint64_t extract_field(uint64_t v, unsigned bits, uint32_t where, bool is_signed)
{
    unsigned offset = where & (bits - 1), width = where >> 16 & 127;
    if (!width)
        return 0;
    width = width > bits - offset ? bits - offset : width;
    v = v << (64 - offset - width);
    return is_signed ? (uint64_t)((int64_t)v >> (64 - width)) : v >> (64 - width);
}
OP32_SCC(s_bfe_u32, extract_field(a, 32, b, false), d != 0)
OP32_SCC(s_bfe_i32, extract_field(a, 32, b, true), d != 0)
OP64_SCC(s_bfe_u64, extract_field(a, 64, (uint32_t)b, false), d != 0)
OP64_SCC(s_bfe_i64, extract_field(a, 64, (uint32_t)b, true), d != 0)
OP32_SCC(s_absdiff_i32, I(a) > I(b) ? a - b : b - a, d != 0)
OP32_SCC(s_abs_i32, I(a) < 0 ? 0u - a : a, d != 0)

/* --- one source --- */
OP32(s_mov_b32, a)
OP64(s_mov_b64, a)
SOP(s_cmov_b32)
{
    s->d = s->w->scc ? s->a : s->d;
}
SOP(s_cmov_b64)
{
    s->d = s->w->scc ? s->a : s->d;
}

/* If any of four bits is set, all four are set. */
static uint64_t whole_quads(uint64_t v)
{
    v |= v >> 1;
    v = (v | v >> 2) & 0x1111111111111111;
    return v * 15;
}
static uint64_t quad_bits(uint64_t v)
{
    uint64_t q = 0;
    for (unsigned i = 0; i < 16; i++)
        q |= (uint64_t)((v >> 4 * i & 15) != 0) << i;
    return q;
}
OP32_SCC(s_wqm_b32, whole_quads(a), d != 0)
OP64_SCC(s_wqm_b64, whole_quads(a), d != 0)
OP32_SCC(s_quadmask_b32, quad_bits(a), d != 0)
OP64_SCC(s_quadmask_b64, quad_bits(a), d != 0)

static uint64_t reverse_bits(uint64_t v)
{
    v = (v >> 1 & 0x5555555555555555) | (v & 0x5555555555555555) << 1;
    v = (v >> 2 & 0x3333333333333333) | (v & 0x3333333333333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f0f0f0f0f) | (v & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(v);
}
OP32(s_brev_b32, reverse_bits(a) >> 32)
OP64(s_brev_b64, reverse_bits(a))
OP32_SCC(s_bcnt0_i32_b32, __builtin_popcount(~a), d != 0)
OP32_SCC(s_bcnt1_i32_b32, __builtin_popcount(a), d != 0)
SOP(s_bcnt0_i32_b64)
{
    s->d = (uint32_t)__builtin_popcountll(~s->a);
    s->w->scc = s->d != 0;
}
SOP(s_bcnt1_i32_b64)
{
    s->d = (uint32_t)__builtin_popcountll(s->a);
    s->w->scc = s->d != 0;
}
#define FIND(name, v, function)                                                                    \
    SOP(name)                                                                                      \
    {                                                                                              \
        s->d = (v) ? (uint32_t)function(v) : UINT32_MAX;                                           \
    }
FIND(s_ff0_i32_b32, ~(uint32_t)s->a, __builtin_ctz)
FIND(s_ff0_i32_b64, ~s->a, __builtin_ctzll)
FIND(s_ff1_i32_b32, (uint32_t)s->a, __builtin_ctz)
FIND(s_ff1_i32_b64, s->a, __builtin_ctzll)
FIND(s_flbit_i32_b32, (uint32_t)s->a, __builtin_clz)
FIND(s_flbit_i32_b64, s->a, __builtin_clzll)
FIND(s_flbit_i32, (uint32_t)s->a ^ (uint32_t)(I(s->a) >> 31), __builtin_clz)
FIND(s_flbit_i32_i64, s->a ^ (uint64_t)((int64_t)s->a >> 63), __builtin_clzll)
OP32(s_sext_i32_i8, (int8_t)a)
OP32(s_sext_i32_i16, (int16_t)a)
SOP(s_bitset0_b32)
{
    s->d &= ~(1ull << (s->a & 31));
}
SOP(s_bitset1_b32)
{
    s->d |= 1ull << (s->a & 31);
}
SOP(s_bitset0_b64)
{
    s->d &= ~(1ull << (s->a & 63));
}
SOP(s_bitset1_b64)
{
    s->d |= 1ull << (s->a & 63);
}

/* EXEC is read after the source, and saved. */
#define SAVEEXEC(name, expr)                                                                       \
    SOP(name)                                                                                      \
    {                                                                                              \
        uint64_t a = s->a, e = gcn_exec_mask(s->w), r = (expr);                                    \
        s->d = e;                                                                                  \
        s->write = false;                                                                          \
        gcn_sgpr_set(s->w, s->x->in.f[GCN_F_D] & ~1u, (uint32_t)e);                                \
        gcn_sgpr_set(s->w, s->x->in.f[GCN_F_D] | 1u, (uint32_t)(e >> 32));                         \
        gcn_s64_set(s->w, GCN_S_EXEC, r);                                                          \
        s->w->scc = r != 0;                                                                        \
    }
SAVEEXEC(s_and_saveexec_b64, a &e)
SAVEEXEC(s_or_saveexec_b64, a | e)
SAVEEXEC(s_xor_saveexec_b64, a ^ e)
SAVEEXEC(s_andn2_saveexec_b64, a & ~e)
SAVEEXEC(s_orn2_saveexec_b64, a | ~e)
SAVEEXEC(s_nand_saveexec_b64, ~(a &e))
SAVEEXEC(s_nor_saveexec_b64, ~(a | e))
SAVEEXEC(s_xnor_saveexec_b64, ~(a ^ e))

/* --- M0 is added to the number of the register; beyond the allocation, reads give 0 and writes are
 * dropped --- */
static unsigned relative_register(const struct gcn_scalar *s, unsigned code, unsigned step)
{
    uint64_t n = code + (uint64_t)(s->w->s[GCN_S_M0] & ~(step - 1u));
    return n + step <= s->w->sgprs ? (unsigned)n : 127;
}
static uint32_t relative_read(const struct gcn_wave *w, unsigned n)
{
    return n < w->sgprs ? w->s[n] : 0;
}
SOP(s_movrels_b32)
{
    s->d = relative_read(s->w, relative_register(s, s->x->src[0].n, 1));
}
SOP(s_movrels_b64)
{
    unsigned n = relative_register(s, s->x->src[0].n, 2);
    s->d = relative_read(s->w, n) | (uint64_t)relative_read(s->w, n + 1) << 32;
}
static void relative_write(struct gcn_scalar *s, unsigned step)
{
    unsigned n = relative_register(s, s->x->in.f[GCN_F_D], step);
    s->write = false;
    for (unsigned i = 0; i < step && n < s->w->sgprs; i++)
        s->w->s[n + i] = (uint32_t)(s->a >> 32 * i);
}
SOP(s_movreld_b32)
{
    relative_write(s, 1);
}
SOP(s_movreld_b64)
{
    relative_write(s, 2);
}

/* --- compares --- */
#define COMPARE(name, op)                                                                          \
    SOP(s_cmp_##name##_i32)                                                                        \
    {                                                                                              \
        s->w->scc = I(s->a) op I(s->b);                                                            \
    }                                                                                              \
    SOP(s_cmp_##name##_u32)                                                                        \
    {                                                                                              \
        s->w->scc = (uint32_t)s->a op(uint32_t) s->b;                                              \
    }                                                                                              \
    SOP(s_cmpk_##name##_i32)                                                                       \
    {                                                                                              \
        s->write = false;                                                                          \
        s->w->scc = I(s->d) op(int16_t) s->x->in.f[GCN_F_SIMM];                                    \
    }                                                                                              \
    SOP(s_cmpk_##name##_u32)                                                                       \
    {                                                                                              \
        s->write = false;                                                                          \
        s->w->scc = (uint32_t)s->d op s->x->in.f[GCN_F_SIMM];                                      \
    }
COMPARE(eq, ==)
COMPARE(lg, !=)
COMPARE(gt, >)
COMPARE(ge, >=)
COMPARE(lt, <)
COMPARE(le, <=)
SOP(s_cmp_eq_u64)
{
    s->w->scc = s->a == s->b;
}
SOP(s_cmp_lg_u64)
{
    s->w->scc = s->a != s->b;
}
SOP(s_bitcmp0_b32)
{
    s->w->scc = !(s->a >> (s->b & 31) & 1);
}
SOP(s_bitcmp1_b32)
{
    s->w->scc = s->a >> (s->b & 31) & 1;
}
SOP(s_bitcmp0_b64)
{
    s->w->scc = !(s->a >> (s->b & 63) & 1);
}
SOP(s_bitcmp1_b64)
{
    s->w->scc = s->a >> (s->b & 63) & 1;
}

/* --- a constant of 16 bits --- */
static int32_t simm(const struct gcn_scalar *s)
{
    return (int16_t)s->x->in.f[GCN_F_SIMM];
}
SOP(s_movk_i32)
{
    s->d = (uint32_t)simm(s);
}
SOP(s_cmovk_i32)
{
    s->d = s->w->scc ? (uint32_t)simm(s) : s->d;
}
SOP(s_addk_i32)
{
    uint32_t a = (uint32_t)s->d, b = (uint32_t)simm(s), d = a + b;
    s->w->scc = ((a ^ d) & (b ^ d)) >> 31;
    s->d = d;
}
SOP(s_mulk_i32)
{
    s->d = (uint32_t)s->d * (uint32_t)simm(s);
}
