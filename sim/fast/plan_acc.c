/* Accumulators for plans: four lanes at a time, as fast_acc_get(), any_acc_read() and their
 * inverses have them. */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

enum { HIGH = 8 }; /* Gen8: so many lanes further on is the rest of a value */

static struct plan_acc acc_of_7(const struct fast_alu *a, unsigned words, unsigned first)
{
    if (words > 2 || first + a->es * words > 2 * EU_ACC_LANES)
        return (struct plan_acc){.kind = PLAN_NO_ACC};
    return (struct plan_acc){words == 1 ? PLAN_ACC_WORDS : PLAN_ACC_DWORDS, (uint8_t)first};
}

static struct plan_acc acc_of_8(const struct fast_alu *a, unsigned reg, unsigned type,
                                unsigned lane)
{
    unsigned bytes = eu_types[type].bytes, kind = PLAN_ACC_LOW;
    unsigned first = bytes == 8 ? (reg * 4 + lane) % HIGH : (reg * 8 + lane) % EU_ACC_LANES;
    unsigned end = bytes == 8 ? HIGH : EU_ACC_LANES;
    if (bytes == 8)
        kind = type == EU_TYPE_DF ? PLAN_ACC_DOUBLES : PLAN_ACC_WHOLE;
    else if (type == EU_TYPE_F)
        kind = PLAN_ACC_FLOATS;
    else if (bytes == 4 && a->es <= 8 && first < HIGH)
        kind = PLAN_ACC_WHOLE, end = HIGH;
    if (type == EU_TYPE_HF || first + a->es > end)
        kind = PLAN_NO_ACC;
    return (struct plan_acc){(uint8_t)kind, (uint8_t)first};
}

struct plan_acc plan_acc_own(const struct fast_alu *a)
{
    if (a->any)
        return acc_of_8(a, a->acc_reg, a->acc_type, 0);
    return acc_of_7(a, a->acc_words, fast_acc_own(a, 0));
}

struct plan_acc plan_acc_dst(const struct fast_alu *a)
{
    unsigned type = a->dst.type, bytes = eu_types[type].bytes, size = bytes < 2 ? 2 : bytes;
    if (a->dst_stride != size || a->dst.base % size)
        return (struct plan_acc){.kind = PLAN_NO_ACC};
    if (a->any)
        return acc_of_8(a, a->dst.reg, type, a->dst.base / size);
    unsigned words = fast_acc_words(type);
    return acc_of_7(a, words, fast_acc_slot(a->dst.reg, words, a->dst.base / size));
}

struct plan_acc plan_acc_source(const struct fast_alu *a, const struct fast_operand *op)
{
    unsigned words = a->any ? 1 : fast_acc_words(op->type);
    for (unsigned n = 1; n < plan_lanes_read(a); n++)
        if (op->off[n] != op->off[0] + n * words)
            return (struct plan_acc){.kind = PLAN_NO_ACC};
    return a->any ? acc_of_8(a, op->reg, op->type, op->off[0]) : acc_of_7(a, words, op->off[0]);
}

/* --- two lanes for each value: a value, and its upper word --- */

static v4q get_dwords(const int64_t *from)
{
    __m256i a = (__m256i)plan_load4(from), b = (__m256i)plan_load4(from + 4);
    v4q low = (v4q)_mm256_permute4x64_epi64(_mm256_unpacklo_epi64(a, b), 0xd8);
    v4q high = (v4q)_mm256_permute4x64_epi64(_mm256_unpackhi_epi64(a, b), 0xd8);
    v4q same = ((high ^ low >> 16) & 0xffff) == 0, whole = (high == 0) | same;
    return plan_choose(plan_extend(((high & 0xffff) << 16) | (low & 0xffff), 32), low, whole);
}

static void put_dwords(int64_t *at, v4q v, v4q m)
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

/* --- all kinds --- */

v4q plan_acc_get(const struct eu_thread *t, struct plan_acc acc, unsigned k)
{
    const int64_t *from = &t->acc[0][0] + acc.first + 4 * k;
    switch ((enum plan_acc_kind)acc.kind) {
    case PLAN_ACC_WORDS:
        return plan_extend(plan_load4(from), 33);
    case PLAN_ACC_DWORDS:
        return get_dwords(from + 4 * k);
    case PLAN_ACC_WHOLE:
        return (plan_load4(from) & (((int64_t)1 << 33) - 1)) | plan_load4(from + HIGH) << 33;
    case PLAN_ACC_DOUBLES:
        return (plan_load4(from) & UINT32_MAX) | plan_load4(from + HIGH) << 32;
    default:
        return plan_load4(from);
    }
}

/* Shifts right with the sign. */
static v4q shift_down(v4q v, unsigned by)
{
    v4q sign = v < 0;
    return (v4q)((v4uq)(v ^ sign) >> by) ^ sign;
}

void plan_acc_put(struct eu_thread *t, struct plan_acc acc, unsigned k, v4q v, uint32_t on)
{
    int64_t *at = &t->acc[0][0] + acc.first + 4 * k;
    v4q m = plan_mask(on);
    unsigned bits = acc.kind == PLAN_ACC_FLOATS || acc.kind == PLAN_ACC_DOUBLES ? 32 : 33;
    if (acc.kind == PLAN_ACC_DWORDS) {
        put_dwords(at + 4 * k, v, m);
        return;
    }
    put_bytes((uint8_t *)at, (v8u)plan_extend(v, bits), (v8u)m);
    if (acc.kind == PLAN_ACC_WHOLE || acc.kind == PLAN_ACC_DOUBLES)
        put_bytes((uint8_t *)(at + HIGH), (v8u)shift_down(v, bits), (v8u)m);
}
#endif
