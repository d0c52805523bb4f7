/* Jumps, calls and returns. Each channel has its own address and depth of calls. Those deepest in
 * calls run first, and among them those whose instruction comes first. So diverged channels meet
 * again, at the latest where both must pass, and callers wait for the functions that they called.
 */
#include <stdlib.h>
#include <string.h>

#include "visa/exec.h"

void visa_regroup(struct visa_machine *m, struct visa_thread *t)
{
    unsigned depth = 0;
    uint32_t pc = UINT32_MAX;
    t->active = 0;
    for (unsigned i = 0; i < VISA_LANES; i++)
        if (t->live >> i & 1 && t->lane_depth[i] >= depth) {
            pc = t->lane_depth[i] > depth || t->lane_pc[i] < pc ? t->lane_pc[i] : pc;
            depth = t->lane_depth[i];
        }
    for (unsigned i = 0; i < VISA_LANES; i++)
        if (t->live >> i & 1 && t->lane_depth[i] == depth && t->lane_pc[i] == pc)
            t->active |= 1u << i;
    if (t->live)
        t->pc = pc;
    else
        t->state = VISA_ENDED;
    (void)m;
}

static void move_channels(struct visa_thread *t, uint32_t who, uint32_t pc)
{
    for (unsigned i = 0; i < VISA_LANES; i++)
        if (who >> i & 1)
            t->lane_pc[i] = pc;
}

/* The channels, by the thread's numbers, that take a jump; if the size is 1, all or none. */
static uint32_t channels_that_jump(const struct visa_exec *x)
{
    bool uniform = x->n == 1;
    uint32_t bits = x->in->pred.kind ? visa_predicate_bits(x, &x->in->pred) : UINT32_MAX;
    if (uniform)
        return bits & 1 ? x->t->active : 0;
    return x->enabled << x->off & x->t->active;
}

/* --- calls --- */
static bool save_unit(struct visa_exec *x, struct visa_frame *f, int unit)
{
    f->unit = unit;
    f->saved = NULL;
    if (unit < 0)
        return true;
    const struct visa_unit *u = &x->m->im->units[unit];
    uint32_t n = u->hi - u->lo;
    f->saved = malloc(2 * (size_t)n + 1);
    if (!f->saved)
        return false;
    memcpy(f->saved, x->t->store + u->lo, n);
    memcpy(f->saved + n, x->t->written + u->lo, n);
    memset(x->t->store + u->lo, 0, n);
    memset(x->t->written + u->lo, 0, n);
    return true;
}

static void restore_unit(const struct visa_machine *m, struct visa_thread *t, struct visa_frame *f)
{
    if (f->unit >= 0) {
        const struct visa_unit *u = &m->im->units[f->unit];
        uint32_t n = u->hi - u->lo;
        memcpy(t->store + u->lo, f->saved, n);
        memcpy(t->written + u->lo, f->saved + n, n);
    }
    free(f->saved);
    f->saved = NULL;
}

static void do_call(struct visa_exec *x, bool function)
{
    struct visa_thread *t = x->t;
    uint32_t who = channels_that_jump(x), next = t->pc + 1;
    int32_t target = x->m->im->targets[t->pc];
    move_channels(t, t->active, next);
    if (!who)
        return;
    if (t->depth == VISA_DEPTH) {
        visa_not_simulated(x, "more than %d open calls", VISA_DEPTH);
        return;
    }
    struct visa_frame *f = &t->frames[t->depth];
    *f = (struct visa_frame){.ret = next, .mask = who};
    if (!save_unit(x, f, function ? x->m->im->unit_of[target] : -1)) {
        visa_not_simulated(x, "out of memory in a call");
        return;
    }
    t->depth++;
    for (unsigned i = 0; i < VISA_LANES; i++)
        if (who >> i & 1) {
            t->lane_pc[i] = (uint32_t)target;
            t->lane_depth[i]++;
        }
}

/* A return outside of any call ends the channels. */
static void do_return(struct visa_exec *x)
{
    struct visa_thread *t = x->t;
    uint32_t who = channels_that_jump(x);
    move_channels(t, t->active, t->pc + 1);
    unsigned depth = t->lane_depth[__builtin_ctz(t->active)];
    if (!depth) {
        t->live &= ~who;
        return;
    }
    struct visa_frame *f = &t->frames[depth - 1];
    move_channels(t, who, f->ret);
    f->mask &= ~who;
    for (unsigned i = 0; i < VISA_LANES; i++)
        t->lane_depth[i] -= who >> i & 1;
    if (!f->mask) {
        restore_unit(x->m, t, f);
        t->depth = depth - 1;
    }
}

void visa_exec_flow(struct visa_exec *x)
{
    struct visa_thread *t = x->t;
    switch (x->in->op) {
    case VISA_OP_GOTO:
    case VISA_OP_JMP: {
        uint32_t who = x->in->op == VISA_OP_JMP && x->n > 1 ? t->active : channels_that_jump(x);
        move_channels(t, t->active, t->pc + 1);
        move_channels(t, who, (uint32_t)x->m->im->targets[t->pc]);
        break;
    }
    case VISA_OP_CALL:
        do_call(x, false);
        break;
    case VISA_OP_FCALL:
        do_call(x, true);
        break;
    case VISA_OP_RET:
    case VISA_OP_FRET:
        do_return(x);
        break;
    case VISA_OP_BARRIER:
        move_channels(t, t->active, t->pc + 1);
        t->state = VISA_WAITS;
        break;
    default:
        visa_not_simulated(x, "%s", visa_ops[x->in->op].name);
        return;
    }
}
