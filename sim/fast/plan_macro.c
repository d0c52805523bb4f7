/* Math macros for plans: madm, math.invm, math.rsqtm. An operand is a register and two bits a dword
 * of mme0 .. mme7 beside it, a power of 2^192 (DF: 2^1536). Here are those whose powers are all 0
 * and whose results are normal numbers, so that their powers are 0, too; otherwise the general
 * handler does it. The semantics are those of any_macro.c. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"
#include "sim/fast/plan_numbers.h"

enum { NEAR_TIE = 1 << 8 }; /* in 2^-52: farther than a root and a quotient are wrong */

/* --- powers --- */

INLINE uint32_t *powers(uint8_t *grf, unsigned mme)
{
    return &fast_thread(grf)->mme[mme][0];
}

/* All six: those that are not there are the first one again. */
INLINE bool have_powers(const struct fast_plan *p, uint8_t *grf)
{
    if (!p->scaled)
        return false;
    v8u m = load(powers(grf, p->powers[0]));
#pragma GCC unroll 8
    for (unsigned i = 1; i < sizeof p->powers; i++)
        m |= load(powers(grf, p->powers[i]));
    return !_mm256_testz_si256((__m256i)m, (__m256i)all_bits(3));
}

INLINE void clear_powers(uint8_t *grf, unsigned mme, v8u mask)
{
    uint32_t *m = powers(grf, mme % EU_MMES);
    put(m, load(m) & ~mask);
}

/* No macro has had another power, and nothing is stored there: the usual case. */
INLINE bool are_all_zero(uint8_t *grf)
{
    v8u m = load(powers(grf, 0));
#pragma GCC unroll 8
    for (unsigned i = 1; i < EU_MMES; i++)
        m |= load(powers(grf, i));
    return _mm256_testz_si256((__m256i)m, (__m256i)m);
}

/* Ends the macros: a0 and a1 have the results. They are final: their powers are 0, and a macro of
 * `math` tells that they are not known early. */
static __attribute__((noinline)) enum fast_leave finish_with_powers(PLAN_ARGS)
{
    uint32_t on = x->on;
    if (have_powers(p, grf))
        return plan_fail(FAST_PASS, p);
    if (p->id == EU_OP_MATH)
        fast_thread(grf)->f[p->flag_reg] &= ~fast_rol(on, p->flag_bit);
    c0 = c1 = plan_all(0);
    if (p->macro >= ISA_NO_MACRO)
        return p->sure(PLAN_PASS);
    if (p->bytes == 8) {
        clear_powers(grf, p->macro, (v8u)plan_mask(on));
        clear_powers(grf, p->macro + 1u, (v8u)plan_mask(on >> 4)); /* none of four lanes */
    } else {
        clear_powers(grf, p->macro, mask_of(on));
    }
    return p->sure(PLAN_PASS);
}

INLINE enum fast_leave finish_macro(PLAN_ARGS)
{
    if (FAST_UNLIKELY(!are_all_zero(grf)))
        return finish_with_powers(PLAN_PASS);
    if (p->id == EU_OP_MATH)
        fast_thread(grf)->f[p->flag_reg] &= ~fast_rol(x->on, p->flag_bit);
    c0 = c1 = plan_all(0);
    return p->sure(PLAN_PASS);
}

/* --- lanes that are not normal numbers, or the least one, which others may become --- */

enum { LEAST = 0x00800001 };
INLINE v8u odd_floats(v4q v)
{
    return outside((v8u)v & fixed(FAST_SIZE), LEAST, EU_F_INF);
}

INLINE v4q odd_doubles(v4q v)
{
    const uint64_t first = (UINT64_C(1) << 52) + 1, end = UINT64_C(0x7ff) << 52, sign = 1ull << 63;
    v4q from_first = (v & all_quads(INT64_MAX)) + all_quads(sign - first);
    return from_first > all_quads(sign + (end - first) - 1);
}
INLINE uint32_t signs_of_both(v4q low, v4q high)
{
    return plan_signs(low) | plan_signs(high) << 4;
}

/* Ends the stages: a0 and a1 have the results, @bad the lanes that are left to the general handler.
 */
#define FINISH(bad)                                                                                \
    do {                                                                                           \
        PLAN_FORGET("=x"(b0), "=x"(b1), "=x"(c0), "=x"(c1));                                       \
        if (FAST_UNLIKELY((bad)&x->on))                                                            \
            return plan_fail(FAST_PASS, p);                                                        \
        return finish_macro(PLAN_PASS);                                                            \
    } while (0)

INLINE v4q fused(v4q a, v4q b, v4q c)
{
    return (v4q)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}

static enum fast_leave madm_f(PLAN_ARGS)
{
    a0 = (v4q)_mm256_fmadd_ps((__m256)b0, (__m256)c0, (__m256)a0);
    FINISH(signs(odd_floats(a0)));
}
static enum fast_leave madm_df(PLAN_ARGS)
{
    a0 = fused(b0, c0, a0), a1 = fused(b1, c1, a1);
    FINISH(signs_of_both(odd_doubles(a0), odd_doubles(a1)));
}

static enum fast_leave invm_f(PLAN_ARGS)
{
    v8u odd = odd_floats(a0) | odd_floats(b0);
    a0 = (v4q)(1 / (v8f)b0);
    FINISH(signs(odd | odd_floats(a0)));
}
static enum fast_leave invm_df(PLAN_ARGS)
{
    v4q low = odd_doubles(a0) | odd_doubles(b0), high = odd_doubles(a1) | odd_doubles(b1);
    a0 = (v4q)(1 / (v4d)b0), a1 = (v4q)(1 / (v4d)b1);
    FINISH(signs_of_both(low | odd_doubles(a0), high | odd_doubles(a1)));
}

/* 1 / sqrt(v), but for a few of the last bits: sooner than a quotient that waits for the root. */
INLINE struct doubles near_root(struct doubles v)
{
#ifdef __AVX512DQ__ /* by four terms of a series: the approximation is wrong by 2^-14 */
    struct doubles y = {(v8d)_mm512_rsqrt14_pd((__m512d)v.all)};
    struct doubles e = less_fma(product(v, y), y, both(1));
    struct doubles first = fma_of(e, both(3. / 8), both(1. / 2));
    struct doubles second = fma_of(e, both(35. / 128), both(5. / 16));
    return fma_of(product(y, e), fma_of(product(e, e), second, first), y);
#else
    struct doubles root = {(v4d)_mm256_sqrt_pd((__m256d)v.low),
                           (v4d)_mm256_sqrt_pd((__m256d)v.high)};
    return product(root, quotient(both(1), v));
#endif
}

/* By doubles, which are certain unless a tie of floats is near. */
static enum fast_leave rsqtm_f(PLAN_ARGS)
{
    v8u odd = outside((v8u)a0, LEAST, EU_F_INF);
    in_doubt bad;
    a0 = (v4q)rounded(near_root(both_widened((v8f)a0)), NEAR_TIE, &bad);
    FINISH(signs(odd) | (is_uncertain(bad, x->on) ? 255 : 0));
}

/* 1 / sqrt(v) with a correction, which is so exact that rounding is certain unless a value beside
 * it rounds otherwise. */
INLINE struct doubles root_of(struct doubles v, uint32_t *certain)
{
    struct doubles y = near_root(v), square = product(y, y), rest = fma_less(y, y, square);
    struct doubles left = less_fma(v, rest, less_fma(v, square, both(1)));
    struct doubles low = fma_of(left, product(y, both(.5 - 0x1p-31)), y);
    struct doubles high = fma_of(left, product(y, both(.5 + 0x1p-31)), y);
    *certain = equal_lanes(low, high);
    return low;
}
/* From 2^-895 to 2^896, where all of that is normal. */
INLINE v4q is_extreme(v4q v)
{
    const uint64_t least = 0x0800000000000000, most = 0x77f0000000000000, sign = 1ull << 63;
    return v + all_quads(sign - least) > all_quads(sign + most - least);
}
static enum fast_leave rsqtm_df(PLAN_ARGS)
{
    uint32_t bad = signs_of_both(is_extreme(a0), is_extreme(a1)), certain;
    struct doubles r = root_of(joined_doubles(a0, a1), &certain);
    a0 = side_of(r, 0), a1 = side_of(r, 1);
    FINISH(bad | ~certain);
}

/* --- which one --- */

#ifndef __AVX512DQ__
bool plan_is_macro(const struct fast_alu *a)
{
    return a->id == EU_OP_MADM || (a->id == EU_OP_MATH && a->cmod >= EU_MATH_INVM);
}

bool plan_macro_begin(struct fast_alu *a)
{
    unsigned type = a->dst.type;
    bool same = type == EU_TYPE_F || type == EU_TYPE_DF;
    if (a->cmod == EU_MATH_RSQTM && a->id == EU_OP_MATH) /* the other source has any type */
        a->nsrc = 1;
    for (unsigned i = 0; i < a->nsrc; i++)
        same &= a->src[i].type == type;
    if (a->dst.macro < ISA_NO_MACRO) /* then it only writes the register and the power */
        a->acc_wr = a->sat = a->sets_flag = false;
    return same && a->es <= PLAN_LANES && a->dst.place == FAST_GRF;
}
#endif

static void set_powers(const struct fast_alu *a, struct fast_plan *p)
{
    unsigned more = p->bytes == 8 && p->es >= 8;
    for (unsigned i = 0; i < a->nsrc; i++)
        for (unsigned k = 0; k <= more && a->src[i].macro < ISA_NO_MACRO; k++)
            p->powers[p->scaled++] = (uint8_t)((a->src[i].macro + k) % EU_MMES);
    memset(p->powers + p->scaled, p->powers[0], sizeof p->powers - p->scaled);
}

plan_stage *PLAN_FOR_HOST(plan_macro_op)(struct fast_plan *p, const struct fast_alu *a)
{
    bool wide = p->bytes == 8;
    p->macro = a->dst.macro;
    set_powers(a, p);
    if (a->id == EU_OP_MADM)
        return wide ? madm_df : madm_f;
    if (a->cmod == EU_MATH_INVM)
        return wide ? invm_df : invm_f;
    return wide ? rsqtm_df : rsqtm_f;
}
#endif
