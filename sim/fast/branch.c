/* Flow control in the chain: the active channels are one mask, and PcIPs are written only for those
 * that leave. What they leave for is marked, so that they join when IP comes there. With SPF, in
 * rare forms, and when a target is not to be kept, a full step does it. */
#include "sim/fast/cache.h"
#include "sim/fast/flow.h"

static inline uint32_t taken(uint8_t *grf, const struct fast_uop *u, uint32_t act)
{
    return act & fast_predicate(grf, u);
}

/* The usual predicate, f0.0 as it is. */
static inline bool is_plain(const struct fast_uop *u)
{
    return !u->flag && !u->inv && !u->free;
}
static inline uint32_t taken_plain(uint8_t *grf, uint32_t act)
{
    return act & fast_thread(grf)->f[0];
}
#define BOTH(name)                                                                                 \
    static enum fast_leave name##_any(FAST_ARGS)                                                   \
    {                                                                                              \
        return name(FAST_PASS, taken(grf, u, act));                                                \
    }                                                                                              \
    static enum fast_leave name##_plain(FAST_ARGS)                                                 \
    {                                                                                              \
        return name(FAST_PASS, taken_plain(grf, act));                                             \
    }

/* Whether a channel that is not active is at @ip. */
static bool waits_at(const struct fast_ctx *x, uint32_t act, uint32_t ip)
{
    uint32_t waiting = x->emask & ~act;
    return waiting && fast_at(x->t->pcip, ip, waiting);
}

static uint32_t behind(const struct fast_uop *u)
{
    const struct fast_rest *rest = fast_rest(u);
    return rest->ip + rest->cold->insn.size;
}

static bool goes_back(const struct fast_uop *u)
{
    const struct eu_insn *insn = &fast_rest(u)->cold->insn;
    return insn->op->id == EU_OP_GOTO && insn->branch_ctrl;
}

/* Where channels may be left by @u. */
static bool mark(struct fast_ctx *x, struct fast_uop *u)
{
    if (goes_back(u))
        return fast_mark(x->cache, x->eu, behind(u), FAST_JOIN);
    switch (fast_rest(u)->cold->insn.op->id) {
    case EU_OP_WHILE:
        return fast_mark(x->cache, x->eu, behind(u), FAST_JOIN);
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
        return fast_mark(x->cache, x->eu, u->out, FAST_JOIN);
    default:
        return true;
    }
}

/* fast_branch_resolve - both targets, of a goto backward UIP in place of JIP; a `break` depends on
 * what is at UIP, which must be decoded then, so that a change there is noticed. False: step. */
__attribute__((noinline)) bool fast_branch_resolve(struct fast_ctx *x, struct fast_uop *u)
{
    const struct eu_insn *insn = &fast_rest(u)->cold->insn;
    struct fast_targets to = fast_targets_of(x->eu->gen, insn, fast_rest(u)->ip);
    if (goes_back(u))
        to.j = to.u;
    struct fast_uop *j = fast_lookup(x->cache, x->eu, to.j);
    if (!fast_is_kept(x->cache, j))
        return false;
    bool parts = insn->op->id == EU_OP_IF || insn->op->id == EU_OP_ELSE;
    u->out = parts ? to.j : to.u;
    if (insn->op->id == EU_OP_BREAK) {
        if (!fast_is_kept(x->cache, fast_lookup(x->cache, x->eu, to.u)))
            return false;
        u->out = fast_behind_while(x->eu, to.u);
    }
    if (!mark(x, u))
        return false;
    if (x->cache->heads && to.j <= fast_rest(u)->ip && !fast_mark(x->cache, x->eu, to.j, FAST_HEAD))
        return false;
    u->j = j;
    return true;
}

static fast_handler *handler_of(const struct fast_uop *u);

/* Once: then the instruction's own handler. */
static enum fast_leave first(FAST_ARGS)
{
    if (x->spf || !fast_branch_resolve(x, u))
        return fast_slow(FAST_PASS);
    fast_handler *real = fast_rest(u)->real = handler_of(u);
    if (u->h == first)
        u->h = real;
    return real(FAST_PASS);
}
#define ENTER                                                                                      \
    do {                                                                                           \
        if (FAST_UNLIKELY(x->spf))                                                                 \
            return fast_slow(FAST_PASS);                                                           \
    } while (0)

static inline enum fast_leave go(FAST_ARGS, struct fast_uop *to)
{
    u = to;
    return fast_jump(FAST_PASS);
}

/* Nobody is left: on to the next instruction if somebody waits there, else to JIP. */
static __attribute__((noinline)) enum fast_leave nobody(FAST_ARGS)
{
    if (waits_at(x, act, behind(u)))
        return fast_next(FAST_PASS);
    return go(FAST_PASS, u->j);
}

/* The channels @going leave; then the next instruction. No more arguments than registers, or it is
 * no sibling call. */
static __attribute__((noinline)) enum fast_leave part(FAST_ARGS, uint32_t going)
{
    fast_place(x->t, going, u->out);
    act &= ~going;
    fast_set_act(x, act, going);
    if (act)
        return fast_next(FAST_PASS);
    return nobody(FAST_PASS);
}

static inline enum fast_leave do_if(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (t == act && t)
        return fast_next(FAST_PASS);
    if (!t && act == x->emask && act)
        return go(FAST_PASS, u->j);
    return part(FAST_PASS, act & ~t);
}
BOTH(do_if)

static enum fast_leave do_else(FAST_ARGS)
{
    ENTER;
    if (act == x->emask)
        return go(FAST_PASS, u->j);
    return part(FAST_PASS, act);
}

static enum fast_leave do_endif(FAST_ARGS)
{
    ENTER;
    if (act)
        return fast_next(FAST_PASS);
    return nobody(FAST_PASS);
}

/* Back with fewer channels. */
static __attribute__((noinline)) enum fast_leave fewer(FAST_ARGS, uint32_t going)
{
    fast_place(x->t, going, behind(u));
    act &= ~going;
    fast_set_act(x, act, going);
    return go(FAST_PASS, u->j);
}

static inline enum fast_leave do_while(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t)
        return fast_next(FAST_PASS);
    if (FAST_UNLIKELY(t != act))
        return fewer(FAST_PASS, act & ~t);
    return go(FAST_PASS, u->j);
}
BOTH(do_while)

/* break, cont, halt: channels with the predicate to UIP, or what counts for it. */
static inline enum fast_leave do_leave(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t && act)
        return fast_next(FAST_PASS);
    return part(FAST_PASS, t);
}
BOTH(do_leave)

/* Channels without the predicate to UIP; nobody left: JIP, whoever may wait behind. */
static inline enum fast_leave do_goto(FAST_ARGS, uint32_t t)
{
    ENTER;
    uint32_t going = act & ~t;
    if (!going && act)
        return fast_next(FAST_PASS);
    fast_place(x->t, going, u->out);
    fast_set_act(x, t, going);
    act = t;
    return act ? fast_next(FAST_PASS) : go(FAST_PASS, u->j);
}
BOTH(do_goto)

/* Those with it to UIP, and IP with them. */
static inline enum fast_leave do_goto_back(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!act)
        return fast_slow(FAST_PASS); /* JIP is not at hand */
    if (!t)
        return fast_next(FAST_PASS);
    if (FAST_UNLIKELY(t != act))
        return fewer(FAST_PASS, act & ~t);
    return go(FAST_PASS, u->j);
}
BOTH(do_goto_back)

/* Those that wait here are active by now. */
static enum fast_leave do_join(FAST_ARGS)
{
    ENTER;
    return act ? fast_next(FAST_PASS) : go(FAST_PASS, u->j);
}

/* 6.34: the first channel decides for all. */
static enum fast_leave do_jmpi(FAST_ARGS)
{
    ENTER;
    const struct fast_cold *cold = fast_rest(u)->cold;
    uint32_t pred = u->free ? UINT32_MAX : fast_pred(x->eu, x->t, cold);
    if (fast_wren(cold, act, pred) & 1)
        return go(FAST_PASS, u->j);
    return fast_next(FAST_PASS);
}

static fast_handler *handler_of(const struct fast_uop *u)
{
    bool plain = is_plain(u);
    switch (fast_rest(u)->cold->insn.op->id) {
    case EU_OP_IF:
        return plain ? do_if_plain : do_if_any;
    case EU_OP_ELSE:
        return do_else;
    case EU_OP_ENDIF:
        return do_endif;
    case EU_OP_WHILE:
        return plain ? do_while_plain : do_while_any;
    case EU_OP_JMPI:
        return do_jmpi;
    case EU_OP_JOIN:
        return do_join;
    case EU_OP_GOTO:
        if (goes_back(u))
            return plain ? do_goto_back_plain : do_goto_back_any;
        return plain ? do_goto_plain : do_goto_any;
    default:
        return plain ? do_leave_plain : do_leave_any;
    }
}

fast_handler *fast_branch_handler(const struct eu_insn *insn)
{
    switch (insn->op->id) {
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_ENDIF:
    case EU_OP_WHILE:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
    case EU_OP_JOIN:
        return insn->pred > 1 ? fast_slow : first;
    case EU_OP_JMPI:
        return insn->src[1].file == EU_FILE_IMM ? first : fast_slow;
    default:
        return fast_slow;
    }
}
