/* Handlers of integer instructions with a condition modifier, for packed dwords on hosts with AVX2:
 * flags are the result, compared with 0 in the destination's type. */
#include "sim/fast/core.h"

#ifdef FAST_WIDE
#include "sim/fast/lanes.h"
#include "sim/fast/operations.h"

/* u->s[2]: which results make a flag 1. */
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

INLINE enum fast_leave run_operation(FAST_ARGS, operation *op, unsigned nsrc, unsigned halves)
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
    for (unsigned h = 0; u->kind[2] != FAST_NOWHERE && h < halves; h++)
        put_bytes(grf + u->d + 32 * h, r[h], mask_of(on >> 8 * h));
    *f ^= (*f ^ truth << fast_flag_shift(u)) & on << fast_flag_shift(u);
    return fast_next(FAST_PASS);
}

#define TELL(op, nsrc)                                                                             \
    static enum fast_leave op##_8(FAST_ARGS)                                                       \
    {                                                                                              \
        return run_operation(FAST_PASS, op, nsrc, 1);                                              \
    }                                                                                              \
    static enum fast_leave op##_16(FAST_ARGS)                                                      \
    {                                                                                              \
        return run_operation(FAST_PASS, op, nsrc, 2);                                              \
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
    static fast_handler *const handlers[EU_OP_COUNT][2] = {
        [EU_OP_MOV] = {op_mov_8, op_mov_16}, [EU_OP_NOT] = {op_not_8, op_not_16},
        [EU_OP_AND] = {op_and_8, op_and_16}, [EU_OP_OR] = {op_or_8, op_or_16},
        [EU_OP_XOR] = {op_xor_8, op_xor_16}, [EU_OP_ADD] = {op_add_8, op_add_16},
        [EU_OP_SHL] = {op_shl_8, op_shl_16}, [EU_OP_SHR] = {op_shr_8, op_shr_16},
    };
    unsigned es = isa_exec_size(insn);
    bool floats = insn->dst.type == EU_TYPE_F;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        floats |= insn->src[i].type == EU_TYPE_F;
    if (floats || u->mods || (es != 8 && es != 16) || insn->op->nsrc > 2)
        return NULL;
    u->s[2] = (uint16_t)tells_of(insn->cmod, insn->dst.type == EU_TYPE_D);
    return handlers[insn->op->id][es == 16];
}
#else

fast_handler *fast_tell(struct fast_uop *u, const struct eu_insn *insn)
{
    (void)u, (void)insn;
    return NULL;
}
#endif
