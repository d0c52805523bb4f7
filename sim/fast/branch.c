/* Flow control in the chain. The active channels are one mask; PcIPs are written only for channels
 * that leave. The address for which they leave is marked, so that they join when IP reaches it. A
 * full step does it with SPF, in rare forms, and when the decoded target would not stay in the
 * cache. */
#include "sim/fast/cache.h"
#include "sim/fast/flow.h"

static inline uint32_t channels_taken(uint8_t *grf, const struct fast_uop *u, uint32_t act)
{
    return act & fast_predicate(grf, u);
}

/* Whether the predicate is the usual one: f0.0, not inverted. */
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
        return name(FAST_PASS, channels_taken(grf, u, act));                                       \
    }                                                                                              \
    static enum fast_leave name##_plain(FAST_ARGS)                                                 \
    {                                                                                              \
        return name(FAST_PASS, taken_plain(grf, act));                                             \
    }

/* Whether an inactive channel is at @ip. */
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

/* Marks the address to which channels may leave at @u. */
static bool mark_target(struct fast_ctx *x, struct fast_uop *u)
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

/* fast_branch_resolve - finds both targets; for a backward goto, UIP takes the place of JIP. A
 * `break` depends on the instruction at UIP, which must then be decoded, so that a change there is
 * noticed. Returns false if a full step must do it. */
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
        uint32_t page = fast_rest(u)->ip / EU_PAGE_BYTES;
        x->cache->far_breaks |= to.u / EU_PAGE_BYTES != page || (to.u + 15) / EU_PAGE_BYTES != page;
    }
    if (!mark_target(x, u))
        return false;
    if (x->cache->heads && to.j <= fast_rest(u)->ip && !fast_mark(x->cache, x->eu, to.j, FAST_HEAD))
        return false;
    u->j = j;
    return true;
}

static fast_handler *handler_of(const struct fast_uop *u);

/* Runs once, and installs the instruction's own handler. */
static enum fast_leave resolve_first(FAST_ARGS)
{
    if (x->spf || !fast_branch_resolve(x, u))
        return fast_slow(FAST_PASS);
    fast_handler *real = fast_rest(u)->real = handler_of(u);
    if (u->h == resolve_first)
        u->h = real;
    return real(FAST_PASS);
}
#define ENTER                                                                                      \
    do {                                                                                           \
        if (FAST_UNLIKELY(x->spf))                                                                 \
            return fast_slow(FAST_PASS);                                                           \
    } while (0)

static inline enum fast_leave go_to(FAST_ARGS, struct fast_uop *to)
{
    u = to;
    return fast_jump(FAST_PASS);
}

/* No channel is left. Goes to the next instruction if a channel waits there, otherwise to JIP. */
static __attribute__((noinline)) enum fast_leave nobody_left(FAST_ARGS)
{
    if (waits_at(x, act, behind(u)))
        return fast_next(FAST_PASS);
    return go_to(FAST_PASS, u->j);
}

/* The channels @going leave; then the next instruction runs. There may not be more arguments than
 * registers, or this would not be a sibling call. */
static __attribute__((noinline)) enum fast_leave leave_some(FAST_ARGS, uint32_t going)
{
    fast_place(x->t, going, u->out);
    act &= ~going;
    fast_set_act(x, act, going);
    if (act)
        return fast_next(FAST_PASS);
    return nobody_left(FAST_PASS);
}

static inline enum fast_leave do_if(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (t == act && t)
        return fast_next(FAST_PASS);
    if (!t && act == x->emask && act)
        return go_to(FAST_PASS, u->j);
    return leave_some(FAST_PASS, act & ~t);
}
BOTH(do_if)

static enum fast_leave do_else(FAST_ARGS)
{
    ENTER;
    if (act == x->emask)
        return go_to(FAST_PASS, u->j);
    return leave_some(FAST_PASS, act);
}

static enum fast_leave do_endif(FAST_ARGS)
{
    ENTER;
    if (act)
        return fast_next(FAST_PASS);
    return nobody_left(FAST_PASS);
}

/* Goes back with fewer channels. */
static __attribute__((noinline)) enum fast_leave go_back_with_fewer(FAST_ARGS, uint32_t going)
{
    fast_place(x->t, going, behind(u));
    act &= ~going;
    fast_set_act(x, act, going);
    return go_to(FAST_PASS, u->j);
}

static inline enum fast_leave do_while(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t)
        return fast_next(FAST_PASS);
    if (FAST_UNLIKELY(t != act))
        return go_back_with_fewer(FAST_PASS, act & ~t);
    return go_to(FAST_PASS, u->j);
}
BOTH(do_while)

/* break, cont, halt: the channels whose predicate is true go to UIP, or to the address that
 * replaces it. */
static inline enum fast_leave do_leave(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t && act)
        return fast_next(FAST_PASS);
    return leave_some(FAST_PASS, t);
}
BOTH(do_leave)

/* The channels whose predicate is false go to UIP. If none is left, IP goes to JIP, even if
 * channels wait behind. */
static inline enum fast_leave do_goto(FAST_ARGS, uint32_t t)
{
    ENTER;
    uint32_t going = act & ~t;
    if (!going && act)
        return fast_next(FAST_PASS);
    fast_place(x->t, going, u->out);
    fast_set_act(x, t, going);
    act = t;
    return act ? fast_next(FAST_PASS) : go_to(FAST_PASS, u->j);
}
BOTH(do_goto)

/* The channels whose predicate is true go to UIP, and IP goes with them. */
static inline enum fast_leave do_goto_back(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!act)
        return fast_slow(FAST_PASS); /* JIP is not known here */
    if (!t)
        return fast_next(FAST_PASS);
    if (FAST_UNLIKELY(t != act))
        return go_back_with_fewer(FAST_PASS, act & ~t);
    return go_to(FAST_PASS, u->j);
}
BOTH(do_goto_back)

/* The channels that wait here are active already. */
static enum fast_leave do_join(FAST_ARGS)
{
    ENTER;
    return act ? fast_next(FAST_PASS) : go_to(FAST_PASS, u->j);
}

/* 6.34: the first channel decides for all. */
static enum fast_leave do_jmpi(FAST_ARGS)
{
    ENTER;
    const struct fast_cold *cold = fast_rest(u)->cold;
    uint32_t pred = u->free ? UINT32_MAX : fast_pred(x->eu, x->t, cold);
    if (fast_wren(cold, act, pred) & 1)
        return go_to(FAST_PASS, u->j);
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
        return insn->pred > 1 ? fast_slow : resolve_first;
    case EU_OP_JMPI:
        return insn->src[1].file == EU_FILE_IMM ? resolve_first : fast_slow;
    default:
        return fast_slow;
    }
}
