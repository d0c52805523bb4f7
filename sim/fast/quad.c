/* Handlers of 64-bit integers, four at a time, for hosts with AVX2: the address arithmetic of Gen8.
 * The destination is packed; sources are packed or scalar, of 64 bits, or dwords and words that are
 * extended. Other cases go to the general handler. */
#include "sim/fast/core.h"
#include "sim/fast/quad.h"

#ifdef FAST_WIDE
#include "sim/fast/lanes.h"

typedef int64_t v4q __attribute__((vector_size(32)));
typedef uint64_t v4uq __attribute__((vector_size(32)));

INLINE v4q all_lanes(int64_t v)
{
    return (v4q){v, v, v, v};
}

#define ONE(type)                                                                                  \
    {                                                                                              \
        type one;                                                                                  \
        memcpy(&one, from, sizeof one);                                                            \
        return all_lanes((int64_t)one);                                                            \
    }

INLINE v4q extended(const struct fast_uop *u, const uint8_t *from, unsigned i, unsigned half)
{
    const __m128i *dwords = (const void *)(from + 16 * half),
                  *words = (const void *)(from + 8 * half);
    switch ((enum quad_kind)u->kind[i]) {
    case DWORDS_S:
        return (v4q)_mm256_cvtepi32_epi64(_mm_loadu_si128(dwords));
    case DWORDS_U:
        return (v4q)_mm256_cvtepu32_epi64(_mm_loadu_si128(dwords));
    case WORDS_S:
        return (v4q)_mm256_cvtepi16_epi64(_mm_loadl_epi64(words));
    case WORDS_U:
        return (v4q)_mm256_cvtepu16_epi64(_mm_loadl_epi64(words));
    case DWORD_S_ONE:
        ONE(int32_t)
    case DWORD_U_ONE:
        ONE(uint32_t)
    case WORD_S_ONE:
        ONE(int16_t)
    case WORD_U_ONE:
        ONE(uint16_t)
    case QUAD_IMM:
        return all_lanes((int32_t)u->imm);
    default:
        return all_lanes((int64_t)(u->imm | (uint64_t)u->s[1] << 32 | (uint64_t)u->s[2] << 48));
    }
}

INLINE v4q source(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned half)
{
    const uint8_t *from = grf + u->s[i];
    int64_t one;
    v4q v;
    if (u->kind[i] == QUADS) {
        memcpy(&v, from + 32 * half, sizeof v);
    } else if (u->kind[i] == QUAD_ONE) {
        memcpy(&one, from, sizeof one);
        v = all_lanes(one);
    } else {
        v = extended(u, from, i, half);
    }
    return u->mods & FAST_NEG << i ? (v4q)(-(v4uq)v) : v;
}

typedef v4q quad_operation(v4q a, v4q b);
#define QUAD(name, expression)                                                                     \
    INLINE v4q quad_##name(v4q a, v4q b)                                                           \
    {                                                                                              \
        (void)b;                                                                                   \
        return (v4q)(expression);                                                                  \
    }
QUAD(mov, a)
QUAD(add, (v4uq)a + (v4uq)b)
QUAD(and, a &b)
QUAD(or, a | b)
QUAD(xor, a ^ b)
QUAD(shl, (v4uq)a << ((v4uq)b & 63))
QUAD(shr, (v4uq)a >> ((v4uq)b & 63))
QUAD(asr, ((v4uq)(a ^ (a >> 63)) >> ((v4uq)b & 63)) ^ (v4uq)(a >> 63))
/* for dwords and words that were extended */
QUAD(mul, _mm256_mul_epi32((__m256i)a, (__m256i)b))
QUAD(mulu, _mm256_mul_epu32((__m256i)a, (__m256i)b))

/* The channels of the instruction that write. */
INLINE uint32_t writing_channels(const struct fast_uop *u, uint8_t *grf, uint32_t act)
{
    uint32_t on = (u->need ? act : UINT32_MAX) & fast_predicate(grf, u);
    return on >> u->group & u->window;
}

INLINE void put_some(uint8_t *at, v4q v, uint32_t on)
{
    __m256i m = _mm256_cvtepi32_epi64(_mm_load_si128((const void *)fast_masks[on & 15]));
    put(at, blend_bytes(load(at), (v8u)v, (v8u)m));
}

/* Reads all sources before it writes anything. */
INLINE enum fast_leave run_operation(FAST_ARGS, quad_operation *op, unsigned nsrc)
{
    uint32_t on = writing_channels(u, grf, act);
    uint8_t *at = grf + u->d;
    bool two = u->window > 15;
    v4q a = source(u, grf, 0, 0), low = op(a, nsrc > 1 ? source(u, grf, 1, 0) : a), high = low;
    if (two) {
        a = source(u, grf, 0, 1);
        high = op(a, nsrc > 1 ? source(u, grf, 1, 1) : a);
    }
    if (on == 255) {
        put(at, (v8u)low);
        put(at + 32, (v8u)high);
        return fast_next(FAST_PASS);
    }
    put_some(at, low, on);
    if (two)
        put_some(at + 32, high, on >> 4);
    return fast_next(FAST_PASS);
}

#define HANDLER(name, nsrc)                                                                        \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return run_operation(FAST_PASS, quad_##name, nsrc);                                        \
    }
HANDLER(mov, 1)
HANDLER(add, 2)
HANDLER(and, 2)
HANDLER(or, 2)
HANDLER(xor, 2)
HANDLER(shl, 2)
HANDLER(shr, 2)
HANDLER(asr, 2)
HANDLER(mul, 2)
HANDLER(mulu, 2)

/* --- which one --- */

static bool is_quad(unsigned type)
{
    return type == EU_TYPE_Q || type == EU_TYPE_UQ;
}

static bool place_constant(const struct eu_insn *insn, unsigned i, struct fast_uop *u)
{
    const struct eu_operand *o = &insn->src[i];
    u->kind[i] = QUAD_IMM;
    if (i + 1u != insn->op->nsrc)
        return false;
    if (!is_quad(o->type) && o->type != EU_TYPE_UD)
        return fast_immediate(o->type, (uint32_t)o->imm, &u->imm) && o->type != EU_TYPE_F;
    u->kind[i] = QUAD_IMM_ALL;
    u->imm = (uint32_t)o->imm;
    u->s[1] = (uint16_t)(o->imm >> 32);
    u->s[2] = (uint16_t)(o->imm >> 48);
    /* otherwise s[1] must be 0, an offset that is not used */
    return i == 0 || !(o->imm >> 32);
}

/* The address of @bytes from @o on; returns false if they reach behind r127. */
static bool place_bytes(const struct eu_operand *o, unsigned bytes, uint16_t *from)
{
    *from = (uint16_t)(o->reg * EU_GRF_BYTES + o->sub);
    return *from + bytes <= EU_GRF_COUNT * EU_GRF_BYTES;
}

static bool place_source(const struct eu_insn *insn, unsigned i, struct fast_uop *u)
{
    static const uint8_t packed[EU_TYPE_COUNT] = {
        [EU_TYPE_Q] = QUADS,     [EU_TYPE_UQ] = QUADS,  [EU_TYPE_D] = DWORDS_S,
        [EU_TYPE_UD] = DWORDS_U, [EU_TYPE_W] = WORDS_S, [EU_TYPE_UW] = WORDS_U,
    };
    static const uint8_t single[EU_TYPE_COUNT] = {
        [EU_TYPE_Q] = QUAD_ONE,     [EU_TYPE_UQ] = QUAD_ONE,  [EU_TYPE_D] = DWORD_S_ONE,
        [EU_TYPE_UD] = DWORD_U_ONE, [EU_TYPE_W] = WORD_S_ONE, [EU_TYPE_UW] = WORD_U_ONE,
    };
    const struct eu_operand *o = &insn->src[i];
    unsigned bytes = eu_types[o->type].bytes;
    if (o->file == EU_FILE_IMM)
        return place_constant(insn, i, u);
    if (o->file != EU_FILE_GRF || o->indirect || o->abs || o->vs > 6 || !single[o->type])
        return false;
    u->mods |= (uint8_t)(o->neg ? FAST_NEG << i : 0);
    u->kind[i] = single[o->type];
    if (fast_is_scalar(insn, o))
        return place_bytes(o, bytes, &u->s[i]);
    u->kind[i] = packed[o->type];
    return fast_is_packed(insn, o) && place_bytes(o, 8 * bytes, &u->s[i]);
}

/* The handler for products of 32 bits, both signed or both unsigned; NULL for others. */
static fast_handler *product_handler(const struct fast_uop *u, const struct eu_insn *insn)
{
    bool is_signed[2];
    for (unsigned i = 0; i < 2; i++) {
        unsigned type = insn->src[i].type;
        is_signed[i] = type == EU_TYPE_D || type == EU_TYPE_W;
        if (is_quad(type))
            return NULL;
    }
    if (u->mods || is_signed[0] != is_signed[1])
        return NULL;
    return is_signed[0] ? mul : mulu;
}

fast_handler *fast_quad(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn)
{
    static fast_handler *const handlers[EU_OP_COUNT] = {
        [EU_OP_MOV] = mov, [EU_OP_ADD] = add, [EU_OP_AND] = and,
        [EU_OP_OR] = or,   [EU_OP_XOR] = xor, [EU_OP_SHL] = shl,
        [EU_OP_SHR] = shr, [EU_OP_ASR] = asr, [EU_OP_MUL] = mul,
    };
    const struct eu_operand *dst = &insn->dst;
    unsigned es = isa_exec_size(insn), id = insn->op->id;
    if (!handlers[id] || !isa->wide_values || !is_quad(dst->type) || es >= 16 || insn->align16 ||
        insn->sat || insn->acc_wr || insn->cmod || insn->pred > 1 || u->group + es > 32 ||
        fast_flag_shift(u) + es > 32 || dst->file != EU_FILE_GRF || dst->indirect ||
        isa_hstride(dst->hs) != 1 || !place_bytes(dst, es >= 8 ? 64 : 32, &u->d))
        return NULL;
    u->mods = 0;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        if (!place_source(insn, i, u))
            return NULL;
    if (u->mods && id != EU_OP_MOV && id != EU_OP_ADD)
        return NULL;
    /* it would shift in zeros above its own width */
    if (id == EU_OP_SHR && !is_quad(insn->src[0].type))
        return NULL;
    if (id == EU_OP_ASR && insn->src[0].type == EU_TYPE_UQ) /* it is never negative */
        return shr;
    return id == EU_OP_MUL ? product_handler(u, insn) : handlers[id];
}

#else

fast_handler *fast_quad(const struct isa_gen *isa, struct fast_uop *u, const struct eu_insn *insn)
{
    (void)isa, (void)u, (void)insn;
    return NULL;
}
#endif
