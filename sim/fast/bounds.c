/* The instructions with which a compiler's kernels begin, end and meet at barriers, in the chain:
 * modes of cr0.0 for denormals, the message that ends a thread, a count in n0, the message to a
 * barrier, and a wait. All else
 * that writes to cr0, or ends a thread, needs a full step. */
#include "sim/fast/cache.h"

/* --- cr0.0 --- */

enum { MODES = EU_CR0_DF_DENORM | EU_CR0_F_DENORM | EU_CR0_HF_DENORM };

/* The exception logic would have something to do after a write to cr0. */
static bool is_pending(const struct fast_ctx *x)
{
    const struct eu_thread *t = x->t;
    return x->watched || !x->eu->hooks.boundary || t->cr[0] & EU_CR0_ME ||
           t->cr[1] & EU_CR1_REQUESTS || t->exception.save || t->exception.told ||
           t->exception.raised;
}

enum fast_leave fast_mode(FAST_ARGS)
{
    uint32_t old = x->t->cr[0];
    uint32_t v = u->kind[0] == EU_OP_OR ? old | u->imm : old & u->imm;
    uint32_t change = (v ^ old) & x->eu->isa->cr0[0];
    if (change & ~(uint32_t)MODES || is_pending(x))
        return fast_slow(FAST_PASS);
    x->t->cr[0] = old ^ change;
    unsigned control = fast_fp_control(x->eu, x->t);
    if (control != x->control)
        fast_fp_take(x->control = control);
    return fast_next(FAST_PASS);
}

static bool is_cr0(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && !o->indirect && o->reg == EU_ARF_CR << 4 && !o->sub &&
           (o->type == EU_TYPE_UD || o->type == EU_TYPE_D) && !o->abs && !o->neg;
}

fast_handler *fast_mode_handler(const struct eu *eu, struct fast_uop *u, const struct eu_insn *insn)
{
    const struct eu_operand *imm = &insn->src[1];
    if ((insn->op->id != EU_OP_OR && insn->op->id != EU_OP_AND) || !eu->isa->wide_values ||
        insn->exec || insn->pred || !insn->nomask || insn->align16 || insn->cmod || insn->sat ||
        insn->acc_wr || !is_cr0(&insn->dst) || !is_cr0(&insn->src[0]) || imm->file != EU_FILE_IMM ||
        imm->type == EU_TYPE_F || !fast_immediate(imm->type, (uint32_t)imm->imm, &u->imm))
        return fast_slow;
    u->kind[0] = (uint8_t)insn->op->id;
    return fast_mode;
}

/* --- n0 --- */

enum fast_leave fast_count(FAST_ARGS)
{
    uint32_t *n = &x->t->n[u->kind[0]], has = eu_n0_max[u->kind[0]];
    *n = (*n & ~has) | (u->imm & has);
    return fast_next(FAST_PASS);
}

fast_handler *fast_count_handler(const struct eu *eu, struct fast_uop *u,
                                 const struct eu_insn *insn)
{
    const struct eu_operand *dst = &insn->dst, *imm = &insn->src[0];
    if (insn->op->id != EU_OP_MOV || !eu->isa->wide_values || insn->exec || insn->pred ||
        !insn->nomask || insn->align16 || insn->cmod || insn->sat || insn->acc_wr ||
        dst->file != EU_FILE_ARF || dst->indirect || dst->reg != EU_ARF_N << 4 || dst->sub % 4 ||
        dst->sub / 4 > 2 || (dst->type != EU_TYPE_UD && dst->type != EU_TYPE_D) ||
        imm->file != EU_FILE_IMM || imm->type == EU_TYPE_F || imm->abs || imm->neg ||
        !fast_immediate(imm->type, (uint32_t)imm->imm, &u->imm))
        return fast_slow;
    u->kind[0] = dst->sub / 4;
    return fast_count;
}

/* As eu_boundary_wait(). */
enum fast_leave fast_wait(FAST_ARGS)
{
    if (x->watched)
        return fast_slow(FAST_PASS);
    if (!x->t->n[u->imm]) {
        x->t->status = EU_THREAD_WAITING;
        x->t->wait_n = (uint8_t)u->imm;
        x->slept = true;
        return fast_limit(FAST_PASS);
    }
    x->t->n[u->imm]--;
    return fast_next(FAST_PASS);
}

fast_handler *fast_wait_handler(struct fast_uop *u, const struct eu_insn *insn)
{
    u->imm = (insn->src[0].reg & 15) + insn->src[0].sub / 4u; /* as eu_boundary_wait() */
    return u->imm < 3 ? fast_wait : fast_slow;
}

/* --- barriers --- */

enum fast_leave fast_barrier(FAST_ARGS)
{
    uint32_t m2, woken = x->eu->woken;
    if (FAST_UNLIKELY(x->watched || x->stopped))
        return fast_slow(FAST_PASS);
    memcpy(&m2, grf + u->s[0] + 2 * sizeof m2, sizeof m2);
    if (!eu_barrier_arrive(x->eu, x->t, m2))
        return fast_message(FAST_PASS);
    x->woke = x->eu->alone && x->eu->woken != woken;
    if (!x->woke)
        return fast_behind_write(FAST_PASS);
    u++;
    left--;
    return fast_limit(FAST_PASS);
}

fast_handler *fast_barrier_handler(struct fast_uop *u, const struct fast_cold *cold)
{
    enum { KIND = 7, BARRIER = 4, ANSWERS = 1 << 14 };
    const struct eu_message *m = &cold->msg;
    if (cold->message < 0 || m->sfid != EU_SFID_GATEWAY || (m->desc & KIND) != BARRIER ||
        m->desc & ANSWERS || m->rlen || !m->mlen || m->src >= EU_GRF_COUNT)
        return fast_slow;
    u->s[0] = (uint16_t)(m->src * EU_GRF_BYTES);
    return fast_barrier;
}

/* --- the end --- */

enum fast_leave fast_end(FAST_ARGS)
{
    if (x->watched || x->stopped)
        return fast_slow(FAST_PASS);
    x->t->ip = fast_rest(u)->ip;
    x->t->sent_eot = true;
    eu_thread_end(x->eu, x->t);
    u++;
    left--;
    return fast_limit(FAST_PASS);
}

fast_handler *fast_end_handler(const struct eu_insn *insn)
{
    enum { SPAWN = 1 };
    const struct eu_operand *desc = isa_descriptor(insn);
    bool ends = isa_is_eot(insn) && (insn->cmod & 15) == EU_SFID_SPAWNER && !insn->ex_indirect &&
                desc->file == EU_FILE_IMM && !(desc->imm & SPAWN) && !(desc->imm >> 20 & 31);
    return ends && !insn->pred ? fast_end : fast_slow;
}
