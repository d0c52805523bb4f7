/* Handlers of integer instructions with a condition modifier, for packed dwords on hosts with AVX2:
 * flags are the result, compared with 0 in the destination's type. */
#include "sim/fast/core.h"

#ifdef FAST_WIDE
#include "sim/fast/lanes.h"
#include "sim/fast/operations.h"

/* u->s[2]: which results make a flag 1; of test_zero() what the flags are inverted with. */
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

/* The usual test: whether the first channels are 0, or are not. The second source, or the only one,
 * is packed or @immediate. */
INLINE enum fast_leave test_zero(FAST_ARGS, operation *op, unsigned nsrc, unsigned halves,
                                 bool immediate)
{
    struct fast_uop *next = u + 1;
    __asm__("" : "+r"(next));
    u = next - 1;
    uint32_t truth = 0, on = act & u->need, *f = &fast_thread(grf)->f[0];
    for (unsigned h = 0; h < halves; h++) {
        v8u a = load(grf + u->s[0] + 32 * h), b = a;
        if (nsrc > 1)
            b = immediate ? all(u->imm) : load(grf + u->s[1] + 32 * h);
        truth |= signs((v8u)(op(a, b, a) == 0)) << 8 * h;
    }
    *f ^= (*f ^ truth ^ u->s[2]) & on;
    return fast_jump(x, next, grf, act, left);
}

#define TEST(name, op, nsrc, halves, immediate)                                                    \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return test_zero(FAST_PASS, op, nsrc, halves, immediate);                                  \
    }
#define HANDLER(name, op, nsrc, halves, puts)                                                      \
    static enum fast_leave name(FAST_ARGS)                                                         \
    {                                                                                              \
        return run_operation(FAST_PASS, op, nsrc, halves, puts);                                   \
    }
#define TELL(op, nsrc)                                                                             \
    TEST(op##_test_8, op, nsrc, 1, false)                                                          \
    TEST(op##_test_16, op, nsrc, 2, false)                                                         \
    TEST(op##_test_i_8, op, nsrc, 1, true)                                                         \
    TEST(op##_test_i_16, op, nsrc, 2, true)                                                        \
    HANDLER(op##_8, op, nsrc, 1, false)                                                            \
    HANDLER(op##_16, op, nsrc, 2, false)                                                           \
    HANDLER(op##_put_8, op, nsrc, 1, true)                                                         \
    HANDLER(op##_put_16, op, nsrc, 2, true)
#define ROW(op)                                                                                    \
    {                                                                                              \
        op##_8, op##_16, op##_put_8, op##_put_16, op##_test_8, op##_test_16, op##_test_i_8,        \
            op##_test_i_16                                                                         \
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

/* Whether test_zero() does it. */
static bool is_usual_test(const struct fast_uop *u, const struct eu_insn *insn)
{
    unsigned last = insn->op->nsrc - 1u;
    bool zero = insn->cmod == RELATION_Z || insn->cmod == RELATION_NZ;
    bool packed = u->kind[0] == FAST_PACKED && u->kind[last] != FAST_SCALAR;
    return zero && packed && u->need && u->free && !u->flag && !u->group;
}

fast_handler *fast_tell(struct fast_uop *u, const struct eu_insn *insn)
{
    static fast_handler *const handlers[EU_OP_COUNT][8] = {
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
    bool puts = u->kind[2] != FAST_NOWHERE, wide = es == 16;
    if (puts || !is_usual_test(u, insn))
        return handlers[insn->op->id][wide + 2 * puts];
    u->s[2] = insn->cmod == RELATION_NZ ? 0xffff : 0;
    return handlers[insn->op->id][wide + (u->kind[insn->op->nsrc - 1u] == FAST_IMM ? 6 : 4)];
}
#else

fast_handler *fast_tell(struct fast_uop *u, const struct eu_insn *insn)
{
    (void)u, (void)insn;
    return NULL;
}
#endif
