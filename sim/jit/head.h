/* Heads, where native code may begin: what region.c, which finds it, and turns.c, which runs it,
 * share. */
#ifndef EULAB_SIM_JIT_HEAD_H
#define EULAB_SIM_JIT_HEAD_H

#include "sim/fast/cache.h"
#include "sim/jit/jit.h"
#include "sim/jit/region.h"

enum {
    HEADS = 256, /* of loops, and where visits begin */
    TRIES = 4,   /* regions of one head: channels may come to wait elsewhere */
};

struct native {
    struct native *next;
    struct jit_region region;
    jit_code *code;
    void *made;
    uint64_t marked; /* looked at last; then: */
    bool halted;     /* somebody wants a full step in it */
};
struct head {
    uint32_t ip;
    bool used;
    uint8_t tries;
    uint32_t visits; /* since then without, since then with native code */
    uint64_t insts;
    struct native *native;
    uint32_t entry; /* of it: a target; and its rest, and where its code begins */
    uint32_t rest;
    const uint8_t *at[2];
    /* No instruction from there on needs a mode of floats, up to the one that keeps denormals. */
    bool keeps;
};
struct jit {
    struct native *natives;
    unsigned nheads;
    struct head heads[HEADS];
    struct fast_mate mates[EU_SLOTS_MAX]; /* meet.c */
    uint32_t nmates;
    uint64_t asked; /* how often jit_meet() was called */
};

/* region.c: the head at @ip; NULL: there is no room for one more. */
struct head *jit_head_of(struct fast_ctx *x, uint32_t ip);
/* region.c: looks at the marks of @n again; false: channels wait elsewhere now. */
bool jit_marks_hold(struct fast_ctx *x, struct native *n);

/* Whether channels wait where they did when it was made. */
static inline bool jit_holds(struct fast_ctx *x, struct native *n)
{
    if (n->region.width < 32 && x->emask >> n->region.width)
        return false;
    return n->marked == x->cache->marked || jit_marks_hold(x, n);
}

/* turns.c: runs native code from @h, whose micro-op is @u, on, and after that turns of other
 * threads, for as long as all that they do is native; or the chain does @u. */
enum fast_leave jit_turns(FAST_ARGS, struct head *h);

#endif
