/* What a plan writes: the destination, then the implicit accumulator, then flags, as alu_store.c
 * and any_store.c have them. The predicate may be the flag, so this comes last. */
#include "sim/fast/plan_acc.h"

#ifdef FAST_WIDE
#include "sim/fast/alu_impl.h"

#define END(name) static enum fast_leave name(PLAN_ARGS)

/* --- accumulators --- */

/* Four lanes of the final value, with their sign. */
INLINE v4q final_of(const struct fast_plan *p, v8u v, unsigned half)
{
    unsigned bits = 8u * p->bytes;
    v4q wide = plan_wide(v, half);
    if (fast_is_float(p->type) || fast_is_signed(p->type))
        return plan_extend(wide, bits);
    return wide & (v4q)((v4uq)plan_all(-1) >> (64 - bits));
}

INLINE void put_acc_lanes(uint8_t *grf, const struct fast_plan *p, const struct plan_acc *acc,
                          v4q low, v4q high, uint32_t on)
{
    struct eu_thread *t = fast_thread(grf);
    if (FAST_UNLIKELY(acc->each)) {
        plan_acc_put_each(t, acc, low, high, on);
        return;
    }
    plan_acc_put(t, acc, 0, low, on);
    if (p->es > 4)
        plan_acc_put(t, acc, 1, high, on >> 4);
}

INLINE bool writes_acc(uint8_t *grf)
{
    return !(fast_thread(grf)->cr[0] & EU_CR0_ACC_DISABLE);
}

/* The implicit accumulator becomes the final value. */
END(keep_final)
{
    bool quads = p->bytes == 8;
    v4q low = quads ? a0 : final_of(p, (v8u)a0, 0), high = quads ? a1 : final_of(p, (v8u)a0, 1);
    if (writes_acc(grf))
        put_acc_lanes(grf, p, &p->own, low, high, PLAN_ON);
    return plan_then(PLAN_PASS, p->tell);
}
/* ... an integer before it is narrowed or saturated. */
END(keep_exact)
{
    if (writes_acc(grf))
        put_acc_lanes(grf, p, &p->own, b0, b1, PLAN_ON);
    return plan_then(PLAN_PASS, p->tell);
}
/* ... what the opcode says. */
END(keep_own)
{
    if (writes_acc(grf))
        put_acc_lanes(grf, p, &p->own, c0, c1, PLAN_ON);
    return plan_then(PLAN_PASS, p->tell);
}

/* Accumulators that are the destination. */
END(put_acc_exact)
{
    put_acc_lanes(grf, p, &p->dst, b0, b1, PLAN_ON);
    return plan_then(PLAN_PASS, p->tell);
}
END(put_acc_final)
{
    bool quads = p->bytes == 8;
    v4q low = quads ? a0 : final_of(p, (v8u)a0, 0), high = quads ? a1 : final_of(p, (v8u)a0, 1);
    put_acc_lanes(grf, p, &p->dst, low, high, PLAN_ON);
    return plan_then(PLAN_PASS, p->tell);
}

/* --- destination --- */

#define TO (grf + p->to + u->d)

END(put_nowhere)
{
    return plan_then(PLAN_PASS, p->keep);
}

/* Elements that lie side by side, and whose vectors end inside the register file. */
END(put_dwords)
{
    uint32_t on = PLAN_ON;
    if (on == 255)
        put(TO, (v8u)a0);
    else
        put_bytes(TO, (v8u)a0, mask_of(on));
    return plan_then(PLAN_PASS, p->keep);
}
END(put_quads)
{
    uint32_t on = PLAN_ON;
    if (on == 255) {
        put(TO, (v8u)a0);
        put(TO + 32, (v8u)a1);
        return plan_then(PLAN_PASS, p->keep);
    }
    put_bytes(TO, (v8u)a0, (v8u)plan_mask(on));
    if (p->es > 4)
        put_bytes(TO + 32, (v8u)a1, (v8u)plan_mask(on >> 4));
    return plan_then(PLAN_PASS, p->keep);
}

/* Brings bytes of @v, and of @turned, which has its halves exchanged, to their places. */
INLINE v8u placed(const struct plan_window *w, __m256i v, __m256i turned)
{
    return (v8u)_mm256_or_si256(_mm256_shuffle_epi8(v, (__m256i)load(w->same)),
                                _mm256_shuffle_epi8(turned, (__m256i)load(w->cross)));
}
/* Elements in one or two windows. */
END(put_windows)
{
    __m256i v = (__m256i)a0, turned = _mm256_permute4x64_epi64(v, 0x4e);
    __m256i m = (__m256i)mask_of(PLAN_ON), mask_turned = _mm256_permute4x64_epi64(m, 0x4e);
    uint8_t *to = TO;
    put_bytes(to, placed(p->window, v, turned), placed(p->window, m, mask_turned));
    if (p->far)
        put_bytes(to + 32, placed(p->window + 1, v, turned), placed(p->window + 1, m, mask_turned));
    return plan_then(PLAN_PASS, p->keep);
}

/* Elements anywhere. */
#define PUT_EACH(name, type, size)                                                                 \
    END(name)                                                                                      \
    {                                                                                              \
        uint8_t lanes[64], *to = TO;                                                               \
        memcpy(lanes, &a0, sizeof a0);                                                             \
        memcpy(lanes + sizeof a0, &a1, sizeof a1);                                                 \
        for (uint32_t on = PLAN_ON; on; on &= on - 1) {                                            \
            unsigned n = (unsigned)__builtin_ctz(on);                                              \
            memcpy(to + n * p->stride, lanes + (size)*n, sizeof(type));                            \
        }                                                                                          \
        return plan_then(PLAN_PASS, p->keep);                                                      \
    }
PUT_EACH(put_bytes_each, uint8_t, 4)
PUT_EACH(put_words_each, uint16_t, 4)
PUT_EACH(put_dwords_each, uint32_t, 4)
PUT_EACH(put_quads_each, uint64_t, 8)

/* --- flags --- */

INLINE enum fast_leave tell_lanes(FAST_ARGS, const struct fast_plan *p, uint32_t truth)
{
    uint32_t *f = &fast_thread(grf)->f[p->flag_reg];
    unsigned by = -p->flag_bit & 31;
    uint32_t on = fast_ror(PLAN_ON, by), bits = fast_ror(truth, by);
    *f = (*f & ~on) | (bits & on);
    return plan_finish(FAST_PASS, p);
}

/* What a comparison found. */
END(tell_truth)
{
    uint32_t wide = plan_signs(a0) | plan_signs(a1) << 4;
    return tell_lanes(FAST_PASS, p, p->bytes == 8 ? wide : signs((v8u)a0));
}

/* Zero and sign are the final value's, a NaN is one from before (E06). */
INLINE enum fast_leave tell_order(FAST_ARGS, const struct fast_plan *p, uint32_t less,
                                  uint32_t zero, uint32_t nan)
{
    uint32_t is = 0, truths = p->truths;
    less &= ~zero;
    is |= truths & FAST_EQUAL ? zero : 0;
    is |= truths & FAST_LESS ? less : 0;
    is |= truths & FAST_GREATER ? ~(zero | less) : 0;
    return tell_lanes(FAST_PASS, p, truths & FAST_UNORDERED ? is | nan : is & ~nan);
}
INLINE uint32_t nans(const struct fast_plan *p, v4q c0, v4q c1)
{
    if (p->domain == PLAN_INTS)
        return 0;
    return p->domain == PLAN_FLOATS ? signs((v8u)c0) : plan_signs(c0) | plan_signs(c1) << 4;
}
END(tell_quads)
{
    uint32_t zero = plan_signs(a0 == 0) | plan_signs(a1 == 0) << 4;
    uint32_t less = p->type == EU_TYPE_Q ? plan_signs(a0) | plan_signs(a1) << 4 : 0;
    return tell_order(FAST_PASS, p, less, zero, nans(p, c0, c1));
}
END(tell_doubles)
{
    v4d low = (v4d)a0, high = (v4d)a1;
    uint32_t zero = plan_signs((v4q)(low == 0)) | plan_signs((v4q)(high == 0)) << 4;
    uint32_t less = plan_signs((v4q)(low < 0)) | plan_signs((v4q)(high < 0)) << 4;
    return tell_order(FAST_PASS, p, less, zero, nans(p, c0, c1));
}
END(tell_floats)
{
    v8f v = (v8f)a0;
    return tell_order(FAST_PASS, p, signs((v8u)(v < 0)), signs((v8u)(v == 0)), nans(p, c0, c1));
}
END(tell_halves)
{
    v8u v = (v8u)a0, size = v & (plan_keeps_half(grf) ? 0x7fff : 0x7c00);
    return tell_order(FAST_PASS, p, signs(v << 16), signs((v8u)(size == 0)), nans(p, c0, c1));
}
END(tell_ints)
{
    v8u top = (v8u)a0 << (32u - 8u * p->bytes);
    uint32_t less = fast_is_signed(p->type) ? signs(top) : 0;
    return tell_order(FAST_PASS, p, less, signs((v8u)(top == 0)), nans(p, c0, c1));
}

/* --- which ones --- */

static plan_stage *tell_of(const struct fast_plan *p, const struct fast_alu *a)
{
    if (!p->sets_flag)
        return NULL;
    if (a->id == EU_OP_CMP || a->id == EU_OP_CMPN)
        return tell_truth;
    switch (p->type) {
    case EU_TYPE_DF:
        return tell_doubles;
    case EU_TYPE_Q:
    case EU_TYPE_UQ:
        return tell_quads;
    case EU_TYPE_F:
        return tell_floats;
    case EU_TYPE_HF:
        return tell_halves;
    default:
        return tell_ints;
    }
}

/* Fills the windows of the destination. Returns false if it has more than two, or reaches behind
 * the register file. */
static bool set_windows(struct fast_plan *p, bool direct)
{
    enum { END_OF_FILE = EU_GRF_COUNT * EU_GRF_BYTES };
    unsigned from = direct ? p->to & ~(EU_GRF_BYTES - 1u) : p->to, first = p->to - from;
    if (p->bytes > 4 || first + p->stride * (p->es - 1u) + p->bytes > 64)
        return false;
    memset(p->window, 0x80, sizeof p->window);
    for (unsigned n = 0; n < p->es; n++)
        for (unsigned k = 0; k < p->bytes; k++) {
            unsigned at = first + p->stride * n + k, byte = 4 * (n & 3) + k;
            struct plan_window *w = &p->window[at / 32];
            bool same = at % 32 / 16 == n / 4;
            (same ? w->same : w->cross)[at % 32] = (uint8_t)byte;
        }
    p->far = first + p->stride * (p->es - 1u) + p->bytes > 32;
    p->to = (uint16_t)from;
    return true;
}

static plan_stage *put_of(struct fast_plan *p, bool direct)
{
    static plan_stage *const each[9] = {
        [1] = put_bytes_each, [2] = put_words_each, [4] = put_dwords_each, [8] = put_quads_each};
    unsigned size = p->bytes == 8 ? (p->es > 4 ? 64 : 32) : 32;
    if (p->dst.kind)
        return p->domain == PLAN_INTS && !fast_is_float(p->type) && !p->saturates ? put_acc_exact
                                                                                  : put_acc_final;
    if (p->nowhere)
        return put_nowhere;
    if (direct && p->bytes >= 4 && p->stride == p->bytes &&
        p->to + size <= EU_GRF_COUNT * EU_GRF_BYTES)
        return p->bytes == 8 ? put_quads : put_dwords;
    return set_windows(p, direct) ? put_windows : each[p->bytes];
}

void plan_set_ends(const struct fast_alu *a, struct fast_plan *p)
{
    bool exact = p->domain == PLAN_INTS && !fast_is_float(p->type);
    p->put = put_of(p, a->dst.place != FAST_INDIRECT);
    p->keep = NULL;
    if (p->writes)
        p->keep = p->own_acc ? keep_own : exact ? keep_exact : keep_final;
    p->tell = tell_of(p, a);
    if (!p->keep)
        p->keep = p->tell;
}
#endif
