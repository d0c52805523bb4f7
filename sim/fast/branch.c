/* Flow control in the chain. The active channels are one mask; PcIPs are written only for channels
 * that leave. The address for which they leave is marked, so that they join when IP reaches it. A
 * full step does it with SPF, in rare forms, and when the decoded target would not stay in the
 * cache. */
#include "sim/fast/cache.h"
#include "sim/calls.h"
#include "sim/fast/flow.h"
#include "sim/fast/visit.h"

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
/* A predicate of groups of channels. */
static uint32_t taken_by_groups(const struct fast_ctx *x, const struct fast_uop *u, uint32_t act)
{
    return act & fast_pred_absolute(x->eu, x->t, &fast_rest(u)->cold->insn);
}
#define EACH_PREDICATE(name)                                                                       \
    static enum fast_leave name##_any(FAST_ARGS)                                                   \
    {                                                                                              \
        return name(FAST_PASS, channels_taken(grf, u, act));                                       \
    }                                                                                              \
    static enum fast_leave name##_plain(FAST_ARGS)                                                 \
    {                                                                                              \
        return name(FAST_PASS, taken_plain(grf, act));                                             \
    }                                                                                              \
    static enum fast_leave name##_groups(FAST_ARGS)                                                \
    {                                                                                              \
        return name(FAST_PASS, taken_by_groups(x, u, act));                                        \
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
    case EU_OP_BRD:
    case EU_OP_CALL:
    case EU_OP_RET:
        return fast_mark(x->cache, x->eu, behind(u), FAST_JOIN);
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_BRC:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
        return fast_mark(x->cache, x->eu, u->out, FAST_JOIN);
    default:
        return true;
    }
}

/* Where the two dwords of a call's record are, in bytes from r0.0. Returns false if a full step
 * must find them. */
static bool place_record(const struct eu *eu, struct fast_uop *u)
{
    enum { END = EU_GRF_COUNT * EU_GRF_BYTES };
    const struct eu_insn *insn = &fast_rest(u)->cold->insn;
    const struct eu_operand *dst = &insn->dst;
    struct fast_alu alu;
    unsigned first = dst->reg * EU_GRF_BYTES + dst->sub, second = first + 4 * isa_hstride(dst->hs);
    bool found = dst->file == EU_FILE_GRF && !dst->indirect && !insn->align16 && second + 4 <= END;
    unsigned type = dst->type;
    if (insn->op->id == EU_OP_RET) {
        fast_alu_source(eu->isa, insn, 0, &alu);
        found = alu.src[0].place == FAST_GRF && !alu.src[0].wraps;
        type = alu.src[0].type;
        first = alu.src[0].off[0], second = alu.src[0].off[1];
    }
    u->out = first | second << 16;
    return found && eu_types[type].bytes == 4 && !eu->quirks[EU_QUIRK_CALL_DEPTH];
}

/* fast_branch_resolve - finds both targets; for a backward goto, UIP takes the place of JIP. A
 * `break` depends on the instruction at UIP, which must then be decoded, so that a change there is
 * noticed. Returns false if a full step must do it. */
__attribute__((noinline)) bool fast_branch_resolve(struct fast_ctx *x, struct fast_uop *u)
{
    const struct eu_insn *insn = &fast_rest(u)->cold->insn;
    struct fast_targets to = fast_targets_of(x->eu->gen, insn, fast_rest(u)->ip);
    if (insn->op->id == EU_OP_RET)
        return place_record(x->eu, u) && mark_target(x, u);
    if (goes_back(u))
        to.j = to.u;
    struct fast_uop *j = fast_lookup(x->cache, x->eu, to.j);
    if (!fast_is_kept(x->cache, j))
        return false;
    unsigned id = insn->op->id;
    bool parts = id == EU_OP_IF || id == EU_OP_ELSE || id == EU_OP_BRD;
    u->out = parts ? to.j : to.u;
    if (insn->op->id == EU_OP_CALL && !place_record(x->eu, u))
        return false;
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
    fast_place(fast_thread(grf), going, u->out);
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
EACH_PREDICATE(do_if)

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
EACH_PREDICATE(do_while)

/* break, cont, halt: the channels whose predicate is true go to UIP, or to the address that
 * replaces it. */
static inline enum fast_leave do_leave(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t && act)
        return fast_next(FAST_PASS);
    return leave_some(FAST_PASS, t);
}
EACH_PREDICATE(do_leave)

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
EACH_PREDICATE(do_goto)

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
EACH_PREDICATE(do_goto_back)

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

/* The channels whose predicate is true go to JIP, and IP goes there if a channel is there. */
static inline enum fast_leave do_brd(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t && !waits_at(x, act, u->out))
        return fast_next(FAST_PASS);
    if (FAST_UNLIKELY(t != act))
        return go_back_with_fewer(FAST_PASS, act & ~t);
    return go_to(FAST_PASS, u->j);
}
EACH_PREDICATE(do_brd)

/* --- calls --- */

/* Dword @i of a call's record, at any byte of the registers. */
static inline uint8_t *record(uint8_t *grf, const struct fast_uop *u, unsigned i)
{
    return grf + (u->out >> 16 * i & 0xffff);
}

static inline uint32_t recorded(uint8_t *grf, const struct fast_uop *u, unsigned i)
{
    uint32_t v;
    memcpy(&v, record(grf, u, i), sizeof v);
    return v;
}

/* The channels @going stay behind; the others are @act. */
static inline uint32_t stay_behind(struct fast_ctx *x, const struct fast_uop *u, uint32_t act,
                                   uint32_t going)
{
    if (going) {
        fast_place(x->t, going, behind(u));
        fast_set_act(x, act & ~going, going);
    }
    return act & ~going;
}

/* 6.15: the record is the return IP and the channels that made the call. */
static inline enum fast_leave do_call(FAST_ARGS, uint32_t t)
{
    ENTER;
    if (!t && !fast_rest(u)->cold->insn.nomask)
        return fast_next(FAST_PASS);
    if (!t || (act != x->emask && fast_rest(u)->cold->insn.nomask))
        return fast_slow(FAST_PASS); /* channels that are elsewhere may come, too */
    act = stay_behind(x, u, act, act & ~t);
    memcpy(record(grf, u, 0), &(uint32_t){behind(u)}, 4);
    memcpy(record(grf, u, 1), &t, 4);
    (void)eu_calls_open(x->eu, x->t, behind(u), t);
    x->emask = fast_emask(x->t);
    return go_to(FAST_PASS, u->j);
}
EACH_PREDICATE(do_call)

static struct fast_uop *returns_to(struct fast_ctx *x, struct fast_uop *u, uint32_t ip)
{
    if (u->j && fast_rest(u->j)->ip == ip)
        return u->j;
    struct fast_uop *to = fast_lookup(x->cache, x->eu, ip);
    if (fast_is_kept(x->cache, to))
        u->j = to;
    return to;
}

/* E23: IP goes back when all channels in the record's mask have returned; channels that the call
 * had disabled may wait anywhere. */
static inline enum fast_leave do_ret(FAST_ARGS, uint32_t t)
{
    ENTER;
    uint32_t ip = recorded(grf, u, 0) & ~7u, mask = recorded(grf, u, 1) & x->emask;
    if (FAST_UNLIKELY(ip == behind(u))) /* where the others are, too */
        return fast_slow(FAST_PASS);
    bool back = t && !(mask & ~t & ~fast_at(x->t->pcip, ip, x->emask & ~act));
    if (!back) {
        if (t && !fast_mark(x->cache, x->eu, ip, FAST_JOIN))
            return fast_slow(FAST_PASS);
        fast_place(x->t, t, ip);
        fast_set_act(x, act & ~t, t);
        act &= ~t;
        return fast_next(FAST_PASS);
    }
    struct fast_uop *to = returns_to(x, u, ip);
    act = stay_behind(x, u, act, act & ~t);
    (void)eu_calls_close(x->eu, x->t, ip);
    x->emask = fast_emask(x->t);
    if (act != x->emask && !fast_mark_waiting(x, x->emask & ~act))
        return fast_slow(x, to, grf, act, left - 1);
    return go_to(FAST_PASS, to);
}
EACH_PREDICATE(do_ret)

#define BY_PREDICATE(name) (groups ? name##_groups : plain ? name##_plain : name##_any)
static fast_handler *handler_of(const struct fast_uop *u)
{
    bool plain = is_plain(u), groups = fast_rest(u)->cold->insn.pred > 1;
    switch (fast_rest(u)->cold->insn.op->id) {
    case EU_OP_IF:
        return BY_PREDICATE(do_if);
    case EU_OP_ELSE:
        return do_else;
    case EU_OP_ENDIF:
        return do_endif;
    case EU_OP_WHILE:
        return BY_PREDICATE(do_while);
    case EU_OP_JMPI:
        return do_jmpi;
    case EU_OP_JOIN:
        return do_join;
    case EU_OP_GOTO:
        return goes_back(u) ? BY_PREDICATE(do_goto_back) : BY_PREDICATE(do_goto);
    case EU_OP_BRD:
        return BY_PREDICATE(do_brd);
    case EU_OP_CALL:
        return BY_PREDICATE(do_call);
    case EU_OP_RET:
        return BY_PREDICATE(do_ret);
    default:
        return BY_PREDICATE(do_leave);
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
    case EU_OP_RET:
        return resolve_first;
    case EU_OP_BRD:
    case EU_OP_BRC:
        if (insn->src[0].file == EU_FILE_IMM)
            return resolve_first;
        return insn->src[1].file == EU_FILE_IMM ? resolve_first : fast_slow;
    case EU_OP_CALL:
    case EU_OP_JMPI:
        return insn->src[1].file == EU_FILE_IMM ? resolve_first : fast_slow;
    default:
        return fast_slow;
    }
}
