/* Handlers of doubles on Gen8, four at a time, for hosts with AVX2: packed ones, or one for all
 * channels. Where the mode of doubles is not the host's, the general handler does it. */
#include "sim/fast/core.h"

#ifdef FAST_WIDE
#include "sim/fast/convert.h"
#include "sim/fast/lanes.h"

typedef int64_t v4q __attribute__((vector_size(32)));
typedef double v4d __attribute__((vector_size(32)));

enum { QUAD = 4, QUAD_BYTES = 8 };

INLINE v4d source(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned q)
{
    const uint8_t *from = grf + u->s[i];
    int64_t keep = u->mods & FAST_ABS << i ? INT64_MAX : -1;
    int64_t flip = u->mods & FAST_NEG << i ? INT64_MIN : 0;
    v4q v;
    if (u->kind[i] == FAST_SCALAR)
        v = (v4q)_mm256_broadcast_sd((const void *)from);
    else
        memcpy(&v, from + 32 * q, sizeof v);
    return u->mods ? (v4d)((v & keep) ^ flip) : (v4d)v;
}

typedef v4d double_operation(v4d a, v4d b, v4d c);
#define DOUBLE(name, expression)                                                                   \
    INLINE v4d double_##name(v4d a, v4d b, v4d c)                                                  \
    {                                                                                              \
        (void)a, (void)b, (void)c;                                                                 \
        return (v4d)(expression);                                                                  \
    }
DOUBLE(add, a + b)
DOUBLE(mul, a *b)
DOUBLE(mad, _mm256_fmadd_pd((__m256d)b, (__m256d)c, (__m256d)a))

/* A NaN becomes the default one. */
INLINE v4d settled(v4d r)
{
    const v4q nan = (v4q){} + (int64_t)EU_D_NAN;
    return (v4d)blend_bytes((v8u)r, (v8u)nan, (v8u)(v4q)(r != r));
}

INLINE enum fast_leave run_operation(FAST_ARGS, double_operation *op, unsigned nsrc, unsigned quads)
{
    bool keeps = x->control == FAST_FP_KEEP;
    if (FAST_UNLIKELY(keeps != !!(fast_thread(grf)->cr[0] & EU_CR0_DF_DENORM)))
        return fast_alu_handler(FAST_PASS);
    uint32_t on = ((u->need ? act : UINT32_MAX) & fast_predicate(grf, u)) >> u->group;
    v4d r[2];
    for (unsigned q = 0; q < quads; q++) {
        v4d a = source(u, grf, 0, q), b = source(u, grf, 1, q), c = a;
        if (nsrc > 2)
            c = source(u, grf, 2, q);
        r[q] = settled(op(a, b, c));
    }
    for (unsigned q = 0; q < quads; q++, on >>= QUAD) {
        __m128i four = _mm_load_si128((const void *)fast_masks[on & 15]);
        put_bytes(grf + u->d + 32 * q, (v8u)r[q], (v8u)_mm256_cvtepi32_epi64(four));
    }
    return fast_next(FAST_PASS);
}

#define HANDLERS(name, nsrc)                                                                       \
    static enum fast_leave name##_4(FAST_ARGS)                                                     \
    {                                                                                              \
        return run_operation(FAST_PASS, double_##name, nsrc, 1);                                   \
    }                                                                                              \
    static enum fast_leave name##_8(FAST_ARGS)                                                     \
    {                                                                                              \
        return run_operation(FAST_PASS, double_##name, nsrc, 2);                                   \
    }
HANDLERS(add, 2)
HANDLERS(mul, 2)
HANDLERS(mad, 3)

static bool place_source(const struct fast_alu *a, unsigned i, struct fast_uop *u)
{
    const struct fast_operand *op = &a->src[i];
    unsigned step = op->off[1] - op->off[0];
    if (op->place != FAST_GRF || op->wraps || op->type != EU_TYPE_DF ||
        (step != 0 && step != QUAD_BYTES))
        return false;
    for (unsigned n = 1; n < a->es; n++)
        if (op->off[n] != op->off[0] + n * step)
            return false;
    u->mods |= (uint8_t)((op->abs ? FAST_ABS : 0) | (op->neg ? FAST_NEG : 0)) << i;
    u->kind[i] = step ? FAST_PACKED : FAST_SCALAR;
    u->s[i] = op->off[0];
    return true;
}

fast_handler *fast_doubles(struct fast_uop *u, const struct fast_cold *cold)
{
    const struct fast_alu *a = &cold->alu;
    static fast_handler *const handlers[3][2] = {{add_4, add_8}, {mul_4, mul_8}, {mad_4, mad_8}};
    unsigned which = a->id == EU_OP_ADD ? 0 : a->id == EU_OP_MUL ? 1 : 2;
    if ((which == 2 && a->id != EU_OP_MAD) || !a->any || cold->paired || cold->insn.pred > 1 ||
        cold->chan != UINT32_MAX || a->sat || a->sets_flag || a->acc_wr ||
        (a->es != QUAD && a->es != 2 * QUAD) || u->group + a->es > EU_CHANNELS ||
        a->dst.type != EU_TYPE_DF || a->dst.place != FAST_GRF || a->dst.wraps ||
        a->dst_stride != QUAD_BYTES)
        return NULL;
    u->mods = 0;
    u->d = a->dst.base;
    for (unsigned i = 0; i < a->nsrc; i++)
        if (!place_source(a, i, u))
            return NULL;
    return handlers[which][a->es != QUAD];
}
#else

fast_handler *fast_doubles(struct fast_uop *u, const struct fast_cold *cold)
{
    (void)u, (void)cold;
    return NULL;
}
#endif
