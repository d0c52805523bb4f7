/* The source of movi for plans: of the register that a0.0 names, elements that the words of a0
 * name, each the word that has the number of the destination's element (E10). */
#include "sim/fast/plan_impl.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

enum { LAST = (EU_GRF_COUNT - 1) * EU_GRF_BYTES };

/* Where the elements are in the register; places.dword turns the words of a0. */
INLINE v8u offsets(const struct fast_plan *p, const uint16_t *a0s)
{
    const struct plan_source *s = &p->src[0];
    __m256i words = _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)a0s));
    v8u at = (v8u)_mm256_permutevar8x32_epi32(words, (__m256i)load(s->places.dword));
    return (at + (uint32_t)s->imm_index) & (EU_GRF_BYTES - p->bytes);
}

static enum fast_leave load_movi(PLAN_ARGS)
{
    const struct plan_source *s = &p->src[0];
    const uint16_t *a0s = fast_thread(grf)->a0;
    uint32_t origin = (a0s[0] + (uint32_t)s->imm_index) & ~(EU_GRF_BYTES - 1u);
    if (FAST_UNLIKELY(origin > LAST))
        return plan_fail(FAST_PASS, p);
    const __m128i spare = _mm_loadl_epi64((const void *)&s->down);
    v8u at = offsets(p, a0s);
    __m256i v = _mm256_permutevar8x32_epi32((__m256i)load(grf + origin), (__m256i)(at >> 2));
    v = _mm256_sll_epi32(_mm256_srlv_epi32(v, (__m256i)((at & 3) * 8)), spare);
    v = p->is_signed ? _mm256_sra_epi32(v, spare) : _mm256_srl_epi32(v, spare);
    a0 = (v4q)v;
    if (p->domain == PLAN_INTS) {
        a0 = plan_wide((v8u)v, 0), a1 = plan_wide((v8u)v, 1);
        a0 = p->is_signed ? a0 : a0 & UINT32_MAX, a1 = p->is_signed ? a1 : a1 & UINT32_MAX;
    }
    return p->loaded[0](PLAN_PASS);
}

plan_stage *plan_load_movi(struct fast_plan *p, const struct fast_alu *a,
                           const struct fast_operand *op)
{
    unsigned bytes = eu_types[op->type].bytes, first = a->dst.base % EU_GRF_BYTES / bytes;
    bool half = fast_is_float(op->type) && bytes < 4;
    p->src[0].imm_index = op->addr_imm;
    p->src[0].down = 32 - 8 * bytes;
    for (unsigned n = 0; n < PLAN_LANES; n++)
        p->src[0].places.dword[n] = (first + n) & 7;
    bool direct = a->dst.place == FAST_GRF || a->dst.place == FAST_ACC;
    return direct && op->type == a->dst.type && bytes < 8 && !half ? load_movi : NULL;
}
#endif
