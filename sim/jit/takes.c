/* How native code takes an instruction of the fast engine's chain. */
#include "sim/jit/takes.h"

#include "sim/fast/alu_impl.h"
#include "sim/fast/cache.h"
#include "sim/jit/view.h"

/* Lanes that native code finds, converts and puts by table: all in the GRF. */
static bool is_odd(const struct fast_uop *u, const struct fast_cold *cold, const struct fast_odd *o)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES };
    unsigned way = o->put & FAST_PUT_WAY;
    bool told = o->bend & FAST_TELL, aimed = o->aim[0].index || o->aim[1].index || o->aim[2].index;
    bool in_grf = u->kind[2] == FAST_NOWHERE || u->d < END;
    for (unsigned i = 0; i < cold->insn.op->nsrc; i++)
        in_grf &= u->kind[i] == FAST_IMM || u->s[i] < END;
    if (told && eu_types[o->type].kind == EU_KIND_FLOAT) /* of a float: it would be a NaN's, too */
        return false;
    return in_grf && !aimed && way != FAST_PUT_LANES && !(o->bend & FAST_ADDRESS) &&
           !(told && (o->floats || o->bend & ~FAST_TELL));
}

static bool is_vector(const struct fast_uop *u, const struct fast_cold *cold)
{
    const struct fast_odd *odd = fast_rest(u)->odd;
    if (!cold->vector || cold->quad)
        return false;
    if (odd)
        return is_odd(u, cold, odd);
    uint32_t offsets = u->kind[2] == FAST_NOWHERE ? 0 : u->d;
    for (unsigned i = 0; i < cold->insn.op->nsrc; i++)
        offsets |= u->kind[i] == FAST_IMM ? 0 : u->s[i];
    return offsets % 4 == 0;
}

/* Whether the predicate is one flag's, or one of groups of channels within a register. */
static bool has_native_predicate(const struct eu_insn *insn)
{
    enum { GROUPS = 4, GROUPS_END = 14 }; /* any2h .. all32h */
    bool groups = insn->pred >= GROUPS && insn->pred < GROUPS_END && !insn->align16;
    return insn->pred <= 1 || groups;
}

static bool is_branch(struct fast_ctx *x, struct fast_uop *u, const struct fast_cold *cold)
{
    const struct eu_insn *insn = &cold->insn;
    unsigned id = insn->op->id;
    if (!has_native_predicate(insn) || (id == EU_OP_JMPI && insn->align16) || id == EU_OP_BRD ||
        id == EU_OP_BRC || id == EU_OP_CALL || id == EU_OP_RET)
        return false;
    return u->j || fast_branch_resolve(x, u);
}

/* What computes and has no native code is called. Not those of packed dwords, which want the
 * context's masks. */
bool jit_is_called(struct jit_insn *i)
{
    bool packed = i->cold->vector && !i->cold->quad && !fast_rest(i->u)->odd;
    i->kind = JIT_CALL;
    return !packed;
}

static enum fast_vector_op vector_op(struct fast_ctx *x, const struct fast_uop *u,
                                     const struct fast_cold *cold)
{
    struct eu_insn lanes = cold->insn;
    if (fast_rest(u)->odd)
        lanes = fast_odd_insn(cold, fast_rest(u)->odd);
    return fast_vector_op(x->eu->isa, u, &lanes);
}

static bool is_accumulating(const struct fast_cold *cold, struct jit_lanes *l)
{
    enum { LANES = 8, WORDS = 2 };
    const struct fast_alu *a = &cold->alu;
    l->slot = a->acc_wr ? (uint16_t)fast_acc_own(a, 0) : JIT_NO_SLOT;
    bool dwords = !((l->u.kind[0] | l->u.kind[1]) & FAST_PART) && !l->u.mods;
    if (l->slot == JIT_NO_SLOT)
        return dwords;
    return dwords && a->es == LANES && a->acc_words == WORDS && l->slot % (2 * WORDS) == 0 &&
           l->slot + WORDS * LANES <= 2 * EU_ACC_LANES;
}

/* An instruction that has a plan for what is in accumulators of Gen7: all that matters of it are
 * the low 32 bits, unless it saturates. */
static bool has_lanes(struct fast_ctx *x, struct jit_insn *i, struct jit_lanes *l)
{
    unsigned id = i->cold->insn.op->id;
    l->u = *i->u;
    if (i->cold->insn.sat || !fast_odd_native(x->eu->isa, &l->u, i->cold, &l->odd) ||
        !is_odd(&l->u, i->cold, &l->odd) || l->odd.bend & ~FAST_TELL)
        return false;
    if (id == EU_OP_ADDC || id == EU_OP_SUBB) {
        i->op = id == EU_OP_ADDC ? FAST_op_addc : FAST_op_subb;
        return is_accumulating(i->cold, l);
    }
    struct eu_insn lanes = fast_odd_insn(i->cold, &l->odd);
    i->op = (uint8_t)fast_vector_op(x->eu->isa, &l->u, &lanes);
    l->slot = JIT_NO_SLOT;
    return !i->cold->alu.acc_wr &&
           (i->op == FAST_op_mov || i->op == FAST_op_add || i->op == FAST_op_and ||
            i->op == FAST_op_or || i->op == FAST_op_xor || i->op == FAST_op_not);
}

static bool is_with_lanes(struct fast_ctx *x, struct jit_insn *i)
{
    struct jit_lanes *l = aligned_alloc(_Alignof(struct jit_lanes), sizeof *l);
    if (l && has_lanes(x, i, l)) {
        i->lanes = l;
        return true;
    }
    free(l);
    return false;
}

static bool is_bound(struct jit_insn *i)
{
    static fast_handler *const handlers[] = {[JIT_MODE] = fast_mode,
                                             [JIT_COUNT] = fast_count,
                                             [JIT_WAIT] = fast_wait,
                                             [JIT_BARRIER] = fast_barrier,
                                             [JIT_END] = fast_end};
    for (unsigned k = 0; k < sizeof handlers / sizeof handlers[0]; k++) {
        if (fast_rest(i->u)->real != handlers[k])
            continue;
        i->kind = JIT_BOUND;
        i->op = (uint8_t)k;
        return true;
    }
    return false;
}

bool jit_takes(struct fast_ctx *x, struct jit_insn *i)
{
    struct fast_uop *u = i->u;
    const struct fast_rest *rest = fast_rest(u);
    i->cold = fast_cold_of(x->cache, x->eu, u);
    i->behind = rest->ip + i->cold->insn.size;
    if (rest->marks & FAST_HALT || rest->real == fast_slow || i->cold == &x->cache->scratch_cold)
        return false;
    if (is_bound(i))
        return true;
    switch (i->cold->kind) {
    case FAST_NOTHING:
        i->kind = JIT_NOP;
        return true;
    case FAST_ALU:
        i->kind = JIT_VECTOR;
        i->op = (uint8_t)vector_op(x, u, i->cold);
        if (is_vector(u, i->cold) && i->op)
            return true;
        if (rest->real == fast_plan_handler && is_with_lanes(x, i))
            return true;
        i->kind = JIT_WIDE;
        i->op = jit_quad_op(u, i->cold);
        return i->op || (i->cold->alu.placed && jit_is_wide(u, i->cold)) || jit_is_called(i);
    case FAST_FLOW:
        i->kind = JIT_BRANCH;
        return is_branch(x, u, i->cold);
    case FAST_SEND:
        i->kind = i->cold->row || i->cold->mover ? JIT_SEND : JIT_CALL;
        return true;
    default:
        return false;
    }
}
