/* Handlers of integer instructions with a condition modifier, for packed dwords on hosts with AVX2:
 * flags are the result, compared with 0 in the destination's type. */
#include "sim/fast/core.h"

#ifdef FAST_WIDE
#include "sim/fast/lanes.h"
#include "sim/fast/operations.h"

/* u->s[2]: which results make a flag 1. */
enum { RELATION_Z = 1, RELATION_NZ = 2 }; /* CondModifier */
enum { TELL_ZERO = 1, TELL_LESS = 2, TELL_OTHER = 4 /* those that are neither of these */ };

INLINE v8u source(const struct fast_uop *u, const uint8_t *grf, unsigned i, unsigned half)
{
    uint32_t e = u->imm;
    if (u->kind[i] == FAST_PACKED)
        return load(grf + u->s[i] + 32 * half);
    if (u->kind[i] == FAST_SCALAR)
        memcpy(&e, grf + u->s[i], sizeof e);
    return all(e);
}

INLINE uint32_t truth_of(v8u r, unsigned tells)
{
    uint32_t zero = signs((v8u)(r == 0)) & -(tells & TELL_ZERO);
    uint32_t less = signs(r) & -(tells >> 1 & 1);
    return ((zero | less) ^ -(tells >> 2 & 1)) & 0xff;
}

/* @puts: there is a destination. */
INLINE enum fast_leave run_operation(FAST_ARGS, operation *op, unsigned nsrc, unsigned halves,
                                     bool puts)
{
    uint32_t on = (u->need ? act : UINT32_MAX) & fast_predicate(grf, u), truth = 0;
    uint32_t *f = &fast_thread(grf)->f[fast_flag_reg(u)];
    on = on >> u->group & (halves == 2 ? 0xffff : 0xff);
    v8u r[2];
    for (unsigned h = 0; h < halves; h++) {
        v8u a = source(u, grf, 0, h), b = nsrc > 1 ? source(u, grf, 1, h) : a;
        r[h] = op(a, b, a);
        truth |= truth_of(r[h], u->s[2]) << 8 * h;
    }
    for (unsigned h = 0; puts && h < halves; h++)
        put_bytes(grf + u->d + 32 * h, r[h], mask_of(on >> 8 * h));
    *f ^= (*f ^ truth << fast_flag_shift(u)) & on << fast_flag_shift(u);
    return fast_next(FAST_PASS);
}

/* The usual test: whether the first channels are 0, in f0.0. */
INLINE enum fast_leave test_zero(FAST_ARGS, operation *op, unsigned nsrc, unsigned halves)
{
    struct fast_uop *next = u + 1;
    __asm__("" : "+r"(next));
    u = next - 1;
    uint32_t truth = 0, *f = &fast_thread(grf)->f[0];
    for (unsigned h = 0; h < halves; h++) {
        v8u a = source(u, grf, 0, h), b = nsrc > 1 ? source(u, grf, 1, h) : a;
        truth |= signs((v8u)(op(a, b, a) == 0)) << 8 * h;
    }
    if (u->s[2] & TELL_OTHER)
        truth = ~truth;
    *f ^= (*f ^ truth) & act & u->need;
    return fast_jump(x, next, grf, act, left);
}

#define TEST(name, op, nsrc, halves)                                                               \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return test_zero(FAST_PASS, op, nsrc, halves);                                             \
    }
#define HANDLER(name, op, nsrc, halves, puts)                                                      \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return run_operation(FAST_PASS, op, nsrc, halves, puts);                                   \
    }
#define TELL(op, nsrc)                                                                             \
    TEST(op##_test_8, op, nsrc, 1)                                                                 \
    TEST(op##_test_16, op, nsrc, 2)                                                                \
    HANDLER(op##_8, op, nsrc, 1, false)                                                            \
    HANDLER(op##_16, op, nsrc, 2, false)                                                           \
    HANDLER(op##_put_8, op, nsrc, 1, true)                                                         \
    HANDLER(op##_put_16, op, nsrc, 2, true)
#define ROW(op)                                                                                    \
    {                                                                                              \
        op##_8, op##_16, op##_put_8, op##_put_16, op##_test_8, op##_test_16                        \
    }
TELL(op_mov, 1)
TELL(op_not, 1)
TELL(op_and, 2)
TELL(op_or, 2)
TELL(op_xor, 2)
TELL(op_add, 2)
TELL(op_shl, 2)
TELL(op_shr, 2)

static unsigned tells_of(unsigned cmod, bool is_signed)
{
    static const uint8_t tells[7] = {[1] = TELL_ZERO,
                                     [2] = TELL_ZERO | TELL_OTHER,
                                     [3] = TELL_ZERO | TELL_LESS | TELL_OTHER,
                                     [4] = TELL_LESS | TELL_OTHER,
                                     [5] = TELL_LESS,
                                     [6] = TELL_ZERO | TELL_LESS};
    return tells[cmod] & ~(is_signed ? 0u : TELL_LESS);
}

fast_handler *fast_tell(struct fast_uop *u, const struct eu_insn *insn)
{
    static fast_handler *const handlers[EU_OP_COUNT][6] = {
        [EU_OP_MOV] = ROW(op_mov), [EU_OP_NOT] = ROW(op_not), [EU_OP_AND] = ROW(op_and),
        [EU_OP_OR] = ROW(op_or),   [EU_OP_XOR] = ROW(op_xor), [EU_OP_ADD] = ROW(op_add),
        [EU_OP_SHL] = ROW(op_shl), [EU_OP_SHR] = ROW(op_shr),
    };
    unsigned es = isa_exec_size(insn);
    bool floats = insn->dst.type == EU_TYPE_F;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        floats |= insn->src[i].type == EU_TYPE_F;
    if (floats || u->mods || (es != 8 && es != 16) || insn->op->nsrc > 2)
        return NULL;
    u->s[2] = (uint16_t)tells_of(insn->cmod, insn->dst.type == EU_TYPE_D);
    bool puts = u->kind[2] != FAST_NOWHERE, first = u->need && u->free && !u->flag && !u->group;
    bool zero = insn->cmod == RELATION_Z || insn->cmod == RELATION_NZ;
    unsigned way = puts ? 2 : first && zero ? 4 : 0;
    return handlers[insn->op->id][(es == 16) + way];
}
#else

fast_handler *fast_tell(struct fast_uop *u, const struct eu_insn *insn)
{
    (void)u, (void)insn;
    return NULL;
}
#endif
