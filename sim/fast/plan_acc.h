/* Accumulators for plans: four lanes at a time, as fast_acc_get(), any_acc_read() and their
 * inverses have them. */
#ifndef EULAB_SIM_FAST_PLAN_ACC_H
#define EULAB_SIM_FAST_PLAN_ACC_H

#include "sim/fast/plan_impl.h"

enum { PLAN_ACC_HIGH = 8 }; /* Gen8: so many lanes further on is the rest of a value */

#ifdef FAST_WIDE

/* Four lanes, @more behind those of @acc. */
INLINE v4q plan_acc_lanes(const int64_t *acc, const uint8_t *lane, unsigned more)
{
    return (v4q){acc[lane[0] + more], acc[lane[1] + more], acc[lane[2] + more],
                 acc[lane[3] + more]};
}

/* Four values from element 4 * @k on. */
INLINE v4q plan_acc_get(const struct eu_thread *t, const struct plan_acc *acc, unsigned k)
{
    const int64_t *all_lanes = &t->acc[0][0], *from = all_lanes + acc->first + 4 * k;
    const uint8_t *lane = acc->lane + 4 * k;
    v4q low, high;
    if (acc->each) {
        low = plan_acc_lanes(all_lanes, lane, 0);
        high = plan_acc_lanes(all_lanes, lane, acc->kind == PLAN_ACC_DWORDS ? 1 : PLAN_ACC_HIGH);
    } else if (acc->kind == PLAN_ACC_DWORDS) {
        __m256i a = (__m256i)plan_load4(from + 4 * k), b = (__m256i)plan_load4(from + 4 * k + 4);
        low = (v4q)_mm256_permute4x64_epi64(_mm256_unpacklo_epi64(a, b), 0xd8);
        high = (v4q)_mm256_permute4x64_epi64(_mm256_unpackhi_epi64(a, b), 0xd8);
    } else {
        low = plan_load4(from);
        high = plan_load4(from + PLAN_ACC_HIGH);
    }
    switch ((enum plan_acc_kind)acc->kind) {
    case PLAN_ACC_WORDS:
        return plan_extend(low, 33);
    case PLAN_ACC_DWORDS:
        return plan_choose(plan_extend(((high & 0xffff) << 16) | (low & 0xffff), 32), low,
                           (high == 0) | (((high ^ low >> 16) & 0xffff) == 0));
    case PLAN_ACC_WHOLE:
        return (low & (((int64_t)1 << 33) - 1)) | high << 33;
    case PLAN_ACC_DOUBLES:
        return (low & UINT32_MAX) | high << 32;
    case PLAN_ACC_HALVES:
        return low >> acc->shift & 0xffff;
    default:
        return low;
    }
}

/* Values side by side, two lanes for each: a value, and its upper word. */
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

INLINE void plan_put_lanes(int64_t *at, v4q v, uint32_t on)
{
    if ((on & 15) == 15)
        put(at, (v8u)v);
    else
        put_bytes((uint8_t *)at, (v8u)v, (v8u)plan_mask(on));
}

INLINE v4q plan_half_put(v4q now, v4q v, unsigned shift)
{
    v4q field = plan_all((int64_t)0xffff << shift);
    return plan_extend((now & ~field) | ((v << shift) & field), 32);
}

/* Four values from element 4 * @k on, which lie side by side; those @on are written. */
INLINE void plan_acc_put(struct eu_thread *t, const struct plan_acc *acc, unsigned k, v4q v,
                         uint32_t on)
{
    int64_t *at = &t->acc[0][0] + acc->first + 4 * k;
    switch ((enum plan_acc_kind)acc->kind) {
    case PLAN_ACC_DWORDS:
        plan_put_dwords(at + 4 * k, v, plan_mask(on));
        return;
    case PLAN_ACC_HALVES:
        plan_put_lanes(at, plan_half_put(plan_load4(at), v, acc->shift), on);
        return;
    case PLAN_ACC_FLOATS:
        plan_put_lanes(at, plan_extend(v, 32), on);
        return;
    case PLAN_ACC_DOUBLES:
        plan_put_lanes(at, plan_extend(v, 32), on);
        plan_put_lanes(at + PLAN_ACC_HIGH, plan_down(v, plan_all(32)), on);
        return;
    case PLAN_ACC_WHOLE:
        plan_put_lanes(at, plan_extend(v, 33), on);
        plan_put_lanes(at + PLAN_ACC_HIGH, plan_down(v, plan_all(33)), on);
        return;
    default:
        plan_put_lanes(at, plan_extend(v, 33), on);
    }
}

INLINE int64_t plan_low_bits(int64_t v, unsigned bits) /* with their sign */
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

/* Eight values, one by one. */
INLINE void plan_acc_put_each(struct eu_thread *t, const struct plan_acc *acc, v4q low, v4q high,
                              uint32_t on)
{
    bool floats = acc->kind == PLAN_ACC_FLOATS || acc->kind == PLAN_ACC_DOUBLES;
    unsigned bits = floats ? 32 : 33;
    int64_t value[8];
    memcpy(value, &low, sizeof low);
    memcpy(value + 4, &high, sizeof high);
    for (; on; on &= on - 1) {
        unsigned n = (unsigned)__builtin_ctz(on);
        int64_t *at = &t->acc[0][0] + acc->lane[n], v = value[n];
        uint32_t field = 0xffffu << acc->shift, half = (uint32_t)v << acc->shift & field;
        if (acc->kind == PLAN_ACC_HALVES)
            *at = (int32_t)(((uint32_t)*at & ~field) | half);
        else
            *at = acc->kind == PLAN_ACC_DWORDS ? v : plan_low_bits(v, bits);
        if (acc->kind == PLAN_ACC_DWORDS)
            at[1] = (int16_t)(v >> 16);
        if (acc->kind == PLAN_ACC_WHOLE || acc->kind == PLAN_ACC_DOUBLES)
            at[PLAN_ACC_HIGH] = v >> bits;
    }
}

#endif
#endif
