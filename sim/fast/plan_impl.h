/* The stages of plans: what they have in common. */
#ifndef EULAB_SIM_FAST_PLAN_IMPL_H
#define EULAB_SIM_FAST_PLAN_IMPL_H

#include "sim/fast/core.h"
#include "sim/fast/lanes.h"
#include "sim/fast/plan.h"
#include "sim/float.h"
#include "sim/jit/usable.h"

#ifdef FAST_WIDE

typedef plan_four v4q;
typedef uint64_t v4uq __attribute__((vector_size(32)));
typedef double v4d __attribute__((vector_size(32)));

/* Sets of four elements, of which each has two positions; and of the first of 16 pairs. Some hosts
 * have these as instructions, but take very long for them. */
INLINE uint32_t plan_both(uint32_t elements)
{
    uint32_t v = (elements | elements << 2) & 0x33;
    return ((v | v << 1) & 0x55) * 3;
}
INLINE uint32_t plan_firsts(uint32_t positions)
{
    uint32_t v = positions & 0x55555555;
    v = (v | v >> 1) & 0x33333333;
    v = (v | v >> 2) & 0x0f0f0f0f;
    v = (v | v >> 4) & 0x00ff00ff;
    return (v | v >> 8) & 0xffff;
}

/* Says that the lanes have no value that is still used: they need not be kept. */
#define PLAN_FORGET(...) __asm__("" : __VA_ARGS__)
#define PLAN_FORGET_ALL_BUT_A0 PLAN_FORGET("=x"(a1), "=x"(b0), "=x"(b1), "=x"(c0), "=x"(c1))

INLINE v4q plan_all(int64_t v)
{
    return (v4q){v, v, v, v};
}

INLINE v4q plan_load4(const void *from)
{
    v4q v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* The low 128 bits of both, the high ones of both. Hosts do these sooner than permutations of 64
 * bits. */
INLINE __m256i plan_low_sides(__m256i a, __m256i b)
{
    return _mm256_inserti128_si256(a, _mm256_castsi256_si128(b), 1);
}
INLINE __m256i plan_high_sides(__m256i a, __m256i b)
{
    return _mm256_permute2x128_si256(a, b, 0x31);
}

/* The low halves of eight 64-bit lanes. */
INLINE v8u plan_low(v4q a, v4q b)
{
    __m256i low = plan_low_sides((__m256i)a, (__m256i)b);
    __m256i high = plan_high_sides((__m256i)a, (__m256i)b);
    return (v8u)_mm256_shuffle_ps((__m256)low, (__m256)high, 0x88);
}

INLINE v4q plan_mask(uint32_t on)
{
    return (v4q)_mm256_cvtepi32_epi64(_mm_load_si128((const void *)fast_masks[on & 15]));
}

INLINE v4q plan_choose(v4q a, v4q b, v4q m) /* @b where @m is all ones */
{
    return (v4q)blend_bytes((v8u)a, (v8u)b, (v8u)m);
}

INLINE uint32_t plan_signs(v4q v)
{
    return (uint32_t)_mm256_movemask_pd((__m256d)v);
}

/* The bits of integers of @bits, with their sign. */
INLINE v4q plan_extend(v4q v, unsigned bits)
{
    const v4q sign = plan_all((int64_t)1 << (bits - 1));
    return ((v & (sign * 2 - 1)) ^ sign) - sign;
}

/* Shifts right with the sign. */
INLINE v4q plan_down(v4q v, v4q by)
{
    v4q sign = v < 0;
    return (v4q)((v4uq)(v ^ sign) >> (v4uq)by) ^ sign;
}

/* The same by 32, sooner. */
INLINE v4q plan_high_dwords(v4q v)
{
    const __m256i sign = _mm256_set1_epi64x(INT64_C(31) << 32);
    return (v4q)_mm256_srav_epi32(_mm256_shuffle_epi32((__m256i)v, 0xf5), sign);
}

/* Four dwords of eight, with their sign. */
INLINE v4q plan_wide(v8u v, unsigned half)
{
    __m256i i = (__m256i)v;
    return (v4q)_mm256_cvtepi32_epi64(half ? _mm256_extracti128_si256(i, 1)
                                           : _mm256_castsi256_si128(i));
}

/* Integers of at most 50 bits. */
INLINE v4d plan_double(v4q v)
{
    const v4q magic = plan_all(0x4338000000000000); /* 2^52 + 2^51 */
    return (v4d)(v + magic) - (v4d)magic;
}

/* Integers of 64 bits: both halves are exact, and their sum is rounded. */
INLINE v4d plan_double_of_q(v4q v)
{
    const v4q low = plan_all(0x4330000000000000), high = plan_all(0x4530000080000000);
    v4q a = (v4q)((v4uq)v >> 32) ^ high,
        b = (v4q)_mm256_blend_epi32((__m256i)low, (__m256i)v, 0x55);
    return ((v4d)a - 0x1.00000801p84) + (v4d)b; /* 2^84 + 2^63 + 2^52 */
}
INLINE v4d plan_double_of_uq(v4q v)
{
    const v4q low = plan_all(0x4330000000000000), high = plan_all(0x4530000000000000);
    v4q a = (v4q)((v4uq)v >> 32) | high,
        b = (v4q)_mm256_blend_epi32((__m256i)low, (__m256i)v, 0x55);
    return ((v4d)a - 0x1.00000001p84) + (v4d)b; /* 2^84 + 2^52 */
}

/* Integers as doubles that round to the same float: what a double would not hold becomes one bit,
 * far below a float's last. */
INLINE v4q plan_sticky(v4q v, v4q large)
{
    const v4q rest = plan_all(0xfff);
    v4q bit = (v4q)((v4uq)((v & rest) + rest) >> 1) & 0x800;
    return plan_choose(v, (v & ~rest) | bit, large);
}
INLINE v4d plan_near_q(v4q v)
{
    return plan_double_of_q(plan_sticky(v, (v ^ (v4q)(v < 0)) > (int64_t)1 << 52));
}
INLINE v4d plan_near_uq(v4q v)
{
    return plan_double_of_uq(plan_sticky(v, (v4q)((v4uq)v >> 52) != 0));
}

/* Cuts off the fraction; numbers out of range become the nearest, a NaN 0. The halves of what is
 * left are found by sums that have them in the low bits. */
INLINE v4q plan_quad_of(v4d d, double least, double end, int64_t most)
{
    const v4d magic = (v4d)plan_all(0x4338000000000000); /* 2^52 + 2^51 */
    v4q over = (v4q)(d >= end);
    d = (v4d)((v4q)d & (v4q)(d == d) & ~over);
    d = (v4d)_mm256_max_pd((__m256d)d, _mm256_set1_pd(least));
    d = (v4d)_mm256_round_pd((__m256d)d, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    __m256d up = _mm256_floor_pd((__m256d)(d * 0x1p-32));
    v4d low = (v4d)_mm256_fnmadd_pd(up, _mm256_set1_pd(0x1p32), (__m256d)d);
    v4q a = (v4q)((v4uq)((v4d)up + magic) << 32), b = (v4q)(low + magic);
    return plan_choose((v4q)_mm256_blend_epi32((__m256i)a, (__m256i)b, 0x55), plan_all(most), over);
}
INLINE v4q plan_to_q(v4d d)
{
    return plan_quad_of(d, -0x1p63, 0x1p63, INT64_MAX);
}
INLINE v4q plan_to_uq(v4d d)
{
    return plan_quad_of(d, 0, 0x1p64, -1);
}

/* Four of eight floats. */
INLINE v4d plan_widened(v4q floats, unsigned half)
{
    __m256i v = (__m256i)floats;
    __m128i four = half ? _mm256_extracti128_si256(v, 1) : _mm256_castsi256_si128(v);
    return (v4d)_mm256_cvtps_pd(_mm_castsi128_ps(four));
}

/* Floats of four doubles each. */
INLINE v8u plan_floats(v4d a, v4d b)
{
    __m256 low = _mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)a));
    return (v8u)_mm256_insertf128_ps(low, _mm256_cvtpd_ps((__m256d)b), 1);
}

/* Sums over several lanes also read those behind ExecSize. */
INLINE bool plan_sums(const struct fast_alu *a)
{
    return a->id == EU_OP_SAD2 || a->id == EU_OP_SADA2 ||
           (a->id >= EU_OP_DP4 && a->id <= EU_OP_DP2);
}
/* Behind the last lane that the plan reads. */
INLINE unsigned plan_lanes_end(const struct fast_plan *p, const struct fast_alu *a)
{
    return plan_sums(a) ? a->lanes : p->lane + p->es;
}

/* How many sources have a type of the set @types, 1 << enum eu_type. */
INLINE unsigned plan_count(const struct fast_alu *a, unsigned types)
{
    unsigned n = 0;
    for (unsigned i = 0; i < a->nsrc; i++)
        n += types >> a->src[i].type & 1;
    return n;
}
#define T(type) (1u << EU_TYPE_##type)

/* Of integers, all ones if they are not in the range of the destination. */
INLINE v4q plan_passes(const struct fast_plan *p, v4q v, bool up)
{
    const v4q flip = plan_all(p->flip), limit = plan_all(up ? p->high : p->low);
    return up ? (v ^ flip) > (limit ^ flip) : (v ^ flip) < (limit ^ flip);
}

INLINE bool plan_compares(const struct fast_alu *a)
{
    return a->id == EU_OP_CMP || a->id == EU_OP_CMPN;
}

/* Lanes of integers that are not in the range of the destination. */
INLINE uint32_t plan_outside(const struct fast_plan *p, v4q v)
{
    return plan_signs(plan_passes(p, v, true) | plan_passes(p, v, false));
}

/* Condition .o: a flag is set if the destination does not hold the result. */
INLINE bool plan_tells_overflow(const struct fast_alu *a)
{
    return a->sets_flag && a->cmod == FAST_COND_OVERFLOW && !plan_compares(a);
}

/* ... but this one always does. */
INLINE bool plan_always_fits(const struct fast_alu *a)
{
    return (a->id == EU_OP_ADDC || a->id == EU_OP_SUBB) && a->dst.type == EU_TYPE_UD;
}

/* The predicate of the plan's lanes. */
INLINE uint32_t plan_pred(const struct fast_ctx *x, uint8_t *grf, const struct fast_plan *p)
{
    if (FAST_UNLIKELY(p->spreads))
        return x->spread >> p->lane;
    uint32_t f = fast_thread(grf)->f[p->pred_reg];
    return (fast_ror(f, p->pred_bit) ^ p->pred_xor) | p->pred_or;
}

/* Denormals of HF are kept. */
INLINE bool plan_keeps_half(uint8_t *grf)
{
    return fast_thread(grf)->cr[0] & EU_CR0_HF_DENORM;
}

/* Halves: exactly, but that denormals may become zeros. */
INLINE v8u plan_of_halves(const struct plan_source *s, uint8_t *grf, __m128i halves)
{
    if (FAST_UNLIKELY(s->words)) {
        halves = s->abs ? _mm_abs_epi16(halves) : halves;
        halves = s->neg ? _mm_sub_epi16(_mm_setzero_si128(), halves) : halves;
    }
    if (s->flushes && !plan_keeps_half(grf)) {
        __m128i small = _mm_cmpeq_epi16(_mm_and_si128(halves, fixed_16(FAST_HALF_EXPONENT)),
                                        _mm_setzero_si128());
        small = _mm_and_si128(small, fixed_16(FAST_HALF_SIZE));
        if (FAST_UNLIKELY(!_mm_testz_si128(small, halves)))
            halves = _mm_andnot_si128(small, halves);
    }
    return (v8u)_mm256_cvtph_ps(halves);
}

/* Whether plans may have stages for hosts with AVX-512: files that are compiled for those, too,
 * name them so. */
INLINE bool plan_has_512(const struct eu *eu)
{
    return !eu->plain && jit_host_has_opmasks();
}
#ifdef __AVX512DQ__
#define PLAN_FOR_HOST(name) name##_512
#else
#define PLAN_FOR_HOST(name) name
#endif

/* plan_run.c: the only stage if nothing is written; the first one if the predicate of a channel
 * depends on others, and if it is one of groups; if a0 has the place of an operand, and of the
 * second plan; that of doubles; that of smov, behind its src1. plan_spoils - whether @first writes
 * what @second reads. */
plan_stage plan_nothing, plan_begin_spread, plan_begin_groups, plan_begin_indexed, plan_begin_again,
    plan_begin_doubles, plan_name_lanes, plan_aim_dst, plan_aim_0, plan_aim_1, plan_aim_2;
/* ... behind src0, if the next plan loads its second half; behind that. */
plan_stage plan_turn, plan_join, plan_join_floats;
bool plan_spoils(const struct fast_uop *u, const struct fast_plan *first,
                 const struct fast_plan *second);
/* ... the general handler does the plan's lanes; then the next plan, or the next instruction.
 */
enum fast_leave plan_fail(FAST_ARGS, const struct fast_plan *p);
enum fast_leave plan_second(FAST_ARGS, const struct fast_plan *p);

INLINE enum fast_leave plan_finish(FAST_ARGS, const struct fast_plan *p)
{
    return FAST_UNLIKELY(p->more) ? plan_second(FAST_PASS, p) : fast_next(FAST_PASS);
}

/* Calls @stage; NULL: the plan is done. */
INLINE enum fast_leave plan_then(PLAN_ARGS, plan_stage *stage)
{
    return stage ? stage(PLAN_PASS) : plan_finish(FAST_PASS, p);
}

/* plan_places.c: finds the elements of source @i: side by side, all at one place, within reach of
 * the tables, or anywhere; of 64 bits, at even distances, too: eight, or four. */
enum plan_where {
    PLAN_PACKED,
    PLAN_ONE,
    PLAN_NEAR,
    PLAN_ANYWHERE,
    PLAN_CONSTANT,
    PLAN_PLACES,
    PLAN_EVEN,
    PLAN_FOUR
};
enum plan_where plan_find_places(struct fast_plan *p, const struct fast_alu *a,
                                 const struct fast_operand *op, unsigned i);

/* plan_load.c: the stage that loads @op as source @i, and the one for its modifiers if that is
 * another; NULL: there is none. */
plan_stage *plan_load_of(struct fast_plan *p, const struct fast_alu *a,
                         const struct fast_operand *op, unsigned i);
plan_stage *plan_modify_of(const struct fast_plan *p, const struct fast_operand *op, unsigned i);
/* plan_load_acc.c: ... of @type from the accumulator src[i].acc; @next: what comes then. */
plan_stage *plan_load_acc(struct fast_plan *p, unsigned type, unsigned i, plan_stage *next);
/* plan_movi.c: ... of movi. */
plan_stage *plan_load_movi(struct fast_plan *p, const struct fast_alu *a,
                           const struct fast_operand *op);
/* plan_rows.c: ... of source 0 if words of a0 lead to its elements; what two plans begin with then.
 */
plan_stage *plan_load_rows(const struct eu *eu, struct fast_plan *p, const struct fast_alu *a,
                           const struct fast_operand *op);
plan_stage plan_begin_rows;
/* ... of an operand whose doubles have two positions each. */
plan_stage *plan_load_pairs(struct fast_plan *p, const struct fast_alu *a,
                            const struct fast_operand *op, unsigned i);
/* plan_pairs.c: makes @a one of elements, not of positions, but for the operands that
 * plan_load_pairs() is for. Returns false if it is too rare. plan_split_pairs - the same for what
 * was made of its destination. */
bool plan_as_elements(const struct fast_cold *cold, struct fast_alu *a);
bool plan_is_pair(const struct fast_operand *op);
bool plan_split_pairs(const struct fast_cold *cold, struct fast_plan *p);
/* ... finds the accumulators that its doubles are written to; the stage that does it. */
void plan_place_pairs(const struct fast_alu *a, struct fast_plan *p);
plan_stage plan_put_acc_pairs;
/* plan_acc.c: the implicit operand, whose elements are @step apart; a destination; a source: of the
 * plan that begins with lane @first. The kind PLAN_NO_ACC: not by a plan. */
struct plan_acc plan_acc_own(const struct fast_alu *a, unsigned first, unsigned step);
struct plan_acc plan_acc_dst(const struct fast_alu *a, unsigned first);
struct plan_acc plan_acc_source(const struct fast_alu *a, const struct fast_operand *op,
                                const struct fast_plan *p);
/* ... whether two are the same lanes. */
bool plan_acc_are_same(const struct plan_acc *a, const struct plan_acc *b);
/* ... whether eight halves are written to every second lane. */
bool plan_acc_is_apart(const struct fast_plan *p);
/* ... whether a channel reads what one before it has written there. */
bool plan_acc_chains(const struct fast_plan *p);
/* plan_domain.c: what an opcode needs in each domain. Returns false if it is not done by a plan. */
bool plan_make_ints(const struct isa_gen *isa, const struct fast_alu *a, struct fast_plan *p);
bool plan_make_floats(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p);
bool plan_make_doubles(const struct fast_alu *a, struct fast_plan *p);
/* ... f16to32, f32to16. */
bool plan_make_half(const struct eu *eu, const struct fast_alu *a, struct fast_plan *p);
/* plan_macro.c: whether it is a math macro; makes @a what the plan is for, or returns false if
 * there is none; its operation. */
bool plan_is_macro(const struct fast_alu *a);
bool plan_macro_begin(struct fast_alu *a);
plan_stage *plan_macro_op(struct fast_plan *p, const struct fast_alu *a);
plan_stage *plan_macro_op_512(struct fast_plan *p, const struct fast_alu *a);
/* plan_ints.c, plan_floats.c, plan_math.c: NULL if there is none. */
plan_stage *plan_ints_op(const struct fast_plan *p, const struct fast_alu *a);
/* ... of qwords with condition .o: add, not or shl, whose results may have more than 64 bits. */
plan_stage *plan_told_op(const struct fast_alu *a);
plan_stage *plan_floats_op(const struct eu *eu, const struct fast_alu *a);
plan_stage plan_take_quotient; /* ... what IDIV_BOTH does when the remainder is written */
plan_stage *plan_doubles_op(const struct fast_alu *a);
plan_stage *plan_math_of_halves(const struct fast_alu *a);
plan_stage *plan_math_of_floats(unsigned function); /* enum eu_math */
plan_stage *plan_math_of_floats_512(unsigned function);
plan_stage *plan_math_of_halves_512(const struct fast_alu *a);
plan_stage plan_pow_512, plan_pow_halves_512;  /* plan_pow.c: ... the function pow */
extern plan_stage *const plan_math_stages[16]; /* ... the same with fewer doubts */
/* ... `line` whose coefficients a0 names: src[2] has the place of the first. */
plan_stage *plan_line_op(void);
/* plan_end.c: the conversion of results; NULL if there is none. */
plan_stage *plan_convert_of(const struct fast_plan *p, const struct fast_alu *a);
/* ... how floats go on, behind it; NULL: there is nothing to write. */
plan_stage *plan_narrow_of(const struct fast_plan *p);
/* ... how results that are floats, and no NaNs, go on: with c0 = 0. */
plan_stage *plan_sure_of(const struct fast_plan *p);
/* ... condition .o: puts a look at what is converted before it; false: not by a plan. */
bool plan_find_limits(const struct fast_alu *a, struct fast_plan *p);
/* plan_put.c: sets the stages behind it. */
void plan_set_ends(const struct fast_alu *a, struct fast_plan *p);
/* ... the stage that writes eight dwords from p->to on, p->stride apart. */
plan_stage *plan_put_pairs(struct fast_plan *p, bool direct);

#endif
#endif
