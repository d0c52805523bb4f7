/* Says in words which way an instruction takes in this build of the engine. Nothing depends on it:
 * tests see by it that a fast way is taken where there is one. */
#include "sim/fast/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jit/takes.h"

static void add_plan(const struct fast_plan *p, char *text, size_t n)
{
    static const char *const domains[] = {"ints", "floats", "doubles"};
    const struct plan_source *s = p->src;
    snprintf(text, n, "plan of %s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s", domains[p->domain],
             !p->more      ? ""
             : p[1].turned ? ", turned"
             : p[1].more   ? ", four"
                           : ", two",
             p->paired ? ", pairs" : "", p->spreads ? ", spread" : "", p->small ? ", small" : "",
             p->checks ? ", checked" : "", p->exact ? ", exact" : "", p->raw ? ", raw" : "",
             p->settles ? ", settled" : "", p->far ? ", far" : "",
             s[0].far || s[1].far || s[2].far ? ", from far" : "",
             s[0].acc.kind || s[1].acc.kind || s[2].acc.kind ? ", of acc" : "",
             p->own.kind ? ", acc" : "", p->own.each ? " lanes" : "", p->sets_flag ? ", flag" : "",
             p->nowhere ? ", nowhere" : "");
}

static const char *way_of_alu(const struct fast_uop *u, const struct fast_cold *cold)
{
    return u->h == fast_alu_handler ? "general"
           : u->h == fast_mode      ? "mode"
           : u->h == fast_count     ? "count"
           : cold->quad             ? "quad"
           : fast_is_aimed(u)       ? "indirect"
           : fast_rest(u)->odd      ? "odd"
           : cold->vector           ? "vector"
                                    : "doubles";
}

static const char *way_of_message(const struct fast_uop *u, const struct fast_cold *cold)
{
    return u->h == fast_end       ? "end"
           : u->h == fast_barrier ? "barrier"
           : u->h == fast_message ? "message"
           : cold->row            ? "row"
           : cold->mover          ? "mover"
                                  : "port";
}

/* How native code takes it. The cold part must be another one than that for one use. */
static const char *native_way(struct eu *eu, struct fast_uop *u)
{
    static const char *const ways[] = {
        [JIT_NOP] = "nop",   [JIT_VECTOR] = "vector", [JIT_WIDE] = "wide",  [JIT_BRANCH] = "branch",
        [JIT_SEND] = "send", [JIT_CALL] = "call",     [JIT_BOUND] = "bound"};
    struct fast_ctx *x = &eu->fast->ctx;
    struct fast_cold *cold = aligned_alloc(_Alignof(struct fast_cold), sizeof *cold);
    struct jit_insn i = {.u = u};
    if (!cold)
        return "no memory";
    *cold = eu->fast->scratch_cold;
    fast_rest(u)->cold = cold;
    x->eu = eu;
    x->cache = eu->fast;
    const char *way = !jit_takes(x, &i) ? "none" : i.lanes ? "lanes" : ways[i.kind];
    free(i.lanes);
    free(cold);
    return way;
}

void fast_say_way(struct eu *eu, const uint8_t bytes[16], char *text, size_t n)
{
    struct fast_cache *c = eu->fast;
    struct fast_uop *u = c->scratch.uops;
    struct fast_cold *cold = &c->scratch_cold;
    *u = (struct fast_uop){0};
    *fast_rest(u) = (struct fast_rest){0};
    fast_decode(eu, bytes, u, cold, &c->scratch_parts);
    if (u->h == fast_plan_handler)
        add_plan(u->plan, text, n);
    else
        snprintf(text, n, "%s",
                 u->h == fast_slow         ? "step"
                 : cold->kind == FAST_ALU  ? way_of_alu(u, cold)
                 : cold->kind == FAST_SEND ? way_of_message(u, cold)
                                           : "flow");
    size_t len = strlen(text);
    snprintf(text + len, n - len, "; native: %s", native_way(eu, u));
}
