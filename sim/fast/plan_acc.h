/* Accumulators for plans: four lanes at a time, as fast_acc_get(), any_acc_read() and their
 * inverses have them. */
#ifndef EULAB_SIM_FAST_PLAN_ACC_H
#define EULAB_SIM_FAST_PLAN_ACC_H

#include "sim/fast/plan_impl.h"

enum { PLAN_ACC_HIGH = 8 }; /* Gen8: so many lanes further on is the rest of a value */

#ifdef FAST_WIDE

/* --- two lanes for each value: a value, and its upper word --- */

INLINE v4q plan_get_dwords(const int64_t *from)
{
    __m256i a = (__m256i)plan_load4(from), b = (__m256i)plan_load4(from + 4);
    v4q low = (v4q)_mm256_permute4x64_epi64(_mm256_unpacklo_epi64(a, b), 0xd8);
    v4q high = (v4q)_mm256_permute4x64_epi64(_mm256_unpackhi_epi64(a, b), 0xd8);
    v4q same = ((high ^ low >> 16) & 0xffff) == 0, whole = (high == 0) | same;
    return plan_choose(plan_extend(((high & 0xffff) << 16) | (low & 0xffff), 32), low, whole);
}

INLINE void plan_put_dwords(int64_t *at, v4q v, v4q m)
{
    v4q high = plan_extend((v4q)((v4uq)v >> 16) & 0xffff, 16);
    __m256i a = _mm256_permute4x64_epi64((__m256i)v, 0xd8);
    __m256i b = _mm256_permute4x64_epi64((__m256i)high, 0xd8);
    v4q n = (v4q)_mm256_permute4x64_epi64((__m256i)m, 0xd8);
    v4q first = (v4q)_mm256_unpacklo_epi64((__m256i)n, (__m256i)n);
    v4q second = (v4q)_mm256_unpackhi_epi64((__m256i)n, (__m256i)n);
    put_bytes((uint8_t *)at, (v8u)_mm256_unpacklo_epi64(a, b), (v8u)first);
    put_bytes((uint8_t *)(at + 4), (v8u)_mm256_unpackhi_epi64(a, b), (v8u)second);
}

/* --- all kinds: four lanes from lane 4 * @k on; those @on are written --- */

INLINE v4q plan_acc_get(const struct eu_thread *t, struct plan_acc acc, unsigned k)
{
    const int64_t *from = &t->acc[0][0] + acc.first + 4 * k;
    switch ((enum plan_acc_kind)acc.kind) {
    case PLAN_ACC_WORDS:
        return plan_extend(plan_load4(from), 33);
    case PLAN_ACC_DWORDS:
        return plan_get_dwords(from + 4 * k);
    case PLAN_ACC_WHOLE:
        return (plan_load4(from) & (((int64_t)1 << 33) - 1)) | plan_load4(from + PLAN_ACC_HIGH)
                                                                   << 33;
    case PLAN_ACC_DOUBLES:
        return (plan_load4(from) & UINT32_MAX) | plan_load4(from + PLAN_ACC_HIGH) << 32;
    default:
        return plan_load4(from);
    }
}

INLINE void plan_acc_put(struct eu_thread *t, struct plan_acc acc, unsigned k, v4q v, uint32_t on)
{
    int64_t *at = &t->acc[0][0] + acc.first + 4 * k;
    v4q m = plan_mask(on);
    unsigned bits = acc.kind == PLAN_ACC_FLOATS || acc.kind == PLAN_ACC_DOUBLES ? 32 : 33;
    if (acc.kind == PLAN_ACC_DWORDS) {
        plan_put_dwords(at + 4 * k, v, m);
        return;
    }
    put_bytes((uint8_t *)at, (v8u)plan_extend(v, bits), (v8u)m);
    if (acc.kind == PLAN_ACC_WHOLE || acc.kind == PLAN_ACC_DOUBLES)
        put_bytes((uint8_t *)(at + PLAN_ACC_HIGH), (v8u)plan_down(v, plan_all(bits)), (v8u)m);
}

#endif
#endif
