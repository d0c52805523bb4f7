/* The stages of plans: the values they exchange. */
#ifndef EULAB_SIM_FAST_PLAN_IMPL_H
#define EULAB_SIM_FAST_PLAN_IMPL_H

#include "sim/fast/core.h"
#include "sim/fast/lanes.h"
#include "sim/fast/plan.h"
#include "sim/float.h"

#ifdef FAST_WIDE

typedef int64_t v4q __attribute__((vector_size(32)));
typedef uint64_t v4uq __attribute__((vector_size(32)));
typedef double v4d __attribute__((vector_size(32)));

union plan_lanes {
    v4q q[4];
    v4d d[4];
    v8u w[2];
    v8f f[2];
};

struct plan_run {
    union plan_lanes s[3], r;
    const struct fast_plan *p;
    struct eu_thread *t;
    uint8_t *grf, *to;
    const uint8_t *from[3];
    uint32_t on, pred;
    uint32_t nan;    /* lanes whose result was a NaN before it was converted */
    bool acc;        /* the implicit accumulator is written */
    bool keeps;      /* denormals of F and of DF are kept: the host's mode */
    bool keeps_half; /* those of HF */
    bool failed;     /* the general handler must do it; nothing is written yet */
};

/* Loops over vectors of four, and of eight lanes. */
#define PLAN_FOURS(k) for (unsigned k = 0; k < x->p->fours; k++)
#define PLAN_EIGHTS(k) for (unsigned k = 0; k < x->p->eights; k++)

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

/* The low halves of eight 64-bit lanes. */
INLINE v8u plan_low(v4q a, v4q b)
{
    __m256 both = _mm256_shuffle_ps((__m256)a, (__m256)b, 0x88);
    return (v8u)_mm256_permute4x64_epi64((__m256i)both, 0xd8);
}

INLINE v4q plan_mask(uint32_t on)
{
    return (v4q)_mm256_cvtepi32_epi64(_mm_load_si128((const void *)fast_masks[on & 15]));
}

INLINE v4q plan_choose(v4q a, v4q b, v4q m) /* @b where @m is all ones */
{
    return (v4q)blend_bytes((v8u)a, (v8u)b, (v8u)m);
}

/* The bits of integers of @bits, with their sign. */
INLINE v4q plan_extend(v4q v, unsigned bits)
{
    const v4q sign = plan_all((int64_t)1 << (bits - 1));
    return ((v & (sign * 2 - 1)) ^ sign) - sign;
}

/* Sums over several lanes also read those behind ExecSize. */
INLINE unsigned plan_lanes_read(const struct fast_alu *a)
{
    bool sums =
        a->id == EU_OP_SAD2 || a->id == EU_OP_SADA2 || (a->id >= EU_OP_DP4 && a->id <= EU_OP_DP2);
    return sums ? a->lanes : a->es;
}

/* Four dwords. */
INLINE __m128i plan_half(const void *from)
{
    return _mm_loadu_si128(from);
}

/* plan_load.c: the loader of operand @op as source @s; NULL: there is none. */
plan_load *plan_load_of(enum plan_domain domain, const struct fast_alu *a,
                        const struct fast_operand *op, struct plan_source *s);
/* plan_acc.c: four lanes of an accumulator from lane 4 * @k on; those @on are written. */
v4q plan_acc_get(const struct eu_thread *t, struct plan_acc acc, unsigned k);
void plan_acc_put(struct eu_thread *t, struct plan_acc acc, unsigned k, v4q v, uint32_t on);
/* The implicit operand; a destination; a source. The kind PLAN_NO_ACC: not by a plan. */
struct plan_acc plan_acc_own(const struct fast_alu *a);
struct plan_acc plan_acc_dst(const struct fast_alu *a);
struct plan_acc plan_acc_source(const struct fast_alu *a, const struct fast_operand *op);
/* plan_ints.c, plan_floats.c, plan_math.c: NULL if there is none. */
plan_stage *plan_ints_op(const struct fast_alu *a);
plan_stage *plan_floats_op(const struct fast_alu *a);
plan_stage *plan_doubles_op(const struct fast_alu *a);
plan_stage *plan_math_op(const struct fast_alu *a);
/* plan_end.c: the conversion of results; it, and what is written. */
plan_stage *plan_convert_of(enum plan_domain domain, const struct fast_alu *a);
void plan_end(struct plan_run *x);

#endif
#endif
