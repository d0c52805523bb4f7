/* Any message in the chain, by the functions of sim/ that the reference engine calls, too. Its row,
 * its handler and its fields are known when it is decoded; pages of memory come from the cache's
 * TLBs. Messages that end their thread, start another, or that somebody watches need a full
 * step. */
#include "sim/fast/cache.h"

static uint32_t enabled_channels(const struct fast_ctx *x, const struct fast_uop *u, uint32_t act)
{
    const struct fast_cold *cold = fast_rest(u)->cold;
    uint32_t pred = UINT32_MAX;
    if (!u->free)
        pred = fast_pred(x->eu, x->t, cold);
    return fast_wren(cold, act, pred);
}

/* Performs the message as the @left-th instruction from the limit on. */
static enum eu_stop perform(struct fast_ctx *x, const struct fast_uop *u, uint32_t mask,
                            uint64_t left)
{
    const struct fast_cold *cold = fast_rest(u)->cold;
    struct eu_message msg = cold->msg;
    uint64_t before = cold->sends & FAST_CLOCK ? x->limit - x->spare - left : 0;
    msg.mask = (uint16_t)mask;
    x->t->ip = fast_rest(u)->ip;
    x->eu->insts += before;
    if (cold->sends & FAST_COMPUTES)
        fast_fp_leave(x->cache->csr);
    else
        fast_narrow();
    enum eu_stop why = eu_message_perform(x->eu, x->t, &msg, cold->message, x->cache->tlbs, x->ev);
    if (cold->sends & FAST_COMPUTES)
        fast_fp_take(x->control);
    x->eu->insts -= before;
    return why;
}

enum fast_leave fast_message(FAST_ARGS)
{
    unsigned sends = fast_rest(u)->cold->sends;
    if (FAST_UNLIKELY(x->watched || x->stopped) ||
        (sends & FAST_CLOCK && x->eu->engine == EU_ENGINE_JIT)) /* which passes no count */
        return fast_slow(FAST_PASS);
    uint32_t woken = x->eu->woken;
    x->stopped = perform(x, u, enabled_channels(x, u, act), left);
    if (FAST_UNLIKELY(x->stopped))
        return fast_slow(FAST_PASS);
    /* if it is not alone, others have their turns anyway */
    x->woke = sends & FAST_WAKES && x->eu->alone && x->eu->woken != woken;
    if (!x->woke)
        return fast_behind_write(FAST_PASS);
    u++;
    left--;
    return fast_limit(FAST_PASS);
}

enum fast_leave fast_behind_write(FAST_ARGS)
{
    const struct eu_tlb *tlb = &x->cache->tlbs[EU_TLB_MEM];
    if (atomic_load_explicit(tlb->counter, memory_order_acquire) == x->cache->changes)
        return fast_next(FAST_PASS);
    u++; /* code may have changed: the next micro-op must be looked up */
    left--;
    return fast_limit(FAST_PASS);
}

static unsigned properties_of(const struct eu_message *msg, int row)
{
    switch (row < 0 ? -1 : (int)msg->sfid) {
    case EU_SFID_SAMPLER:
    case EU_SFID_RENDER_CACHE:
    case EU_SFID_DATA_CACHE_1:
        return FAST_IN_CHAIN | FAST_COMPUTES;
    case EU_SFID_GATEWAY:
        return (msg->desc & 7) == 3 ? FAST_IN_CHAIN | FAST_CLOCK : FAST_IN_CHAIN | FAST_WAKES;
    case EU_SFID_SPAWNER:
    case -1:
        return 0;
    default:
        return FAST_IN_CHAIN;
    }
}

fast_handler *fast_message_handler(const struct eu *eu, struct fast_cold *cold)
{
    const struct eu_insn *insn = &cold->insn;
    const struct eu_operand *desc = isa_descriptor(insn);
    if (desc->file != EU_FILE_IMM || isa_is_eot(insn) || insn->ex_indirect)
        return fast_slow;
    eu_message_decode(eu->isa, NULL, insn, (uint32_t)desc->imm, 0, &cold->msg);
    cold->message = (int16_t)eu_message_find(eu->gen, cold->msg.sfid, cold->msg.desc);
    cold->sends = (uint8_t)properties_of(&cold->msg, cold->message);
    return cold->sends ? fast_message : fast_slow;
}
