/* Counts executed instructions by address and by call stack. */
#include "eu/profile.h"

#include <stdlib.h>
#include <string.h>

#include "exception/exception.h"
#include "sim/peek.h"

struct count {
    uint64_t count, channels, lanes, divergent;
};
struct range {
    uint32_t addr, slots; /* slots of 8 bytes */
    struct count *counts;
};
/* A function as called from its parent: a node of a tree whose parents come before their
 * children. */
struct node {
    uint32_t parent, func;
    uint32_t child, sibling; /* 0: none */
    uint64_t count;
};
/* A thread's place in the tree. The tree is searched only after a call or a return. */
struct place {
    uint32_t node, depth, top;
    bool routine;
};
struct profile {
    struct range range[EU_CODE_RANGES];
    unsigned nranges;
    uint64_t elsewhere;
    struct node *nodes; /* node 0 means none */
    uint32_t nnodes, room;
    struct place *places; /* for the largest number of threads that the machine has */
    bool failed;
};

struct profile *profile_new(const struct eu *eu)
{
    struct profile *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->room = 64;
    p->nnodes = 1;
    p->nodes = calloc(p->room, sizeof *p->nodes);
    p->places = calloc(eu->room, sizeof *p->places);
    bool ok = p->nodes && p->places;
    for (unsigned i = 0; ok && i < eu->ncode; i++) {
        struct range *r = &p->range[p->nranges++];
        r->addr = eu->code[i].addr;
        r->slots = (eu->code[i].size + 7) / 8;
        r->counts = calloc(r->slots, sizeof *r->counts);
        ok = r->counts != NULL;
    }
    if (ok)
        return p;
    profile_free(p);
    return NULL;
}

void profile_free(struct profile *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < p->nranges; i++)
        free(p->range[i].counts);
    free(p->nodes);
    free(p->places);
    free(p);
}

bool profile_failed(const struct profile *p)
{
    return p->failed;
}

/* --- instructions --- */

static struct count *count_at(struct profile *p, uint32_t addr)
{
    for (unsigned i = 0; i < p->nranges; i++)
        if (addr >= p->range[i].addr && (addr - p->range[i].addr) / 8 < p->range[i].slots)
            return &p->range[i].counts[(addr - p->range[i].addr) / 8];
    return NULL;
}

static void count_insn(struct profile *p, const struct eu *eu, const struct eu_thread *t,
                       const struct eu_insn *insn)
{
    struct count *c = count_at(p, t->ip);
    uint32_t window = eu_channels(eu, insn), on = eu_on_ip(t);
    uint32_t here = insn->nomask ? window : on & window;
    if (!c) {
        p->elsewhere++;
        return;
    }
    c->count++;
    c->lanes += (unsigned)__builtin_popcount(window);
    c->channels += (unsigned)__builtin_popcount(here);
    c->divergent += (eu_emask(t) & ~on) != 0;
}

bool profile_next(const struct profile *p, uint32_t from, struct profile_row *row)
{
    bool found = false;
    for (unsigned i = 0; i < p->nranges; i++) {
        const struct range *r = &p->range[i];
        uint32_t first = from <= r->addr ? 0 : (from - r->addr + 7) / 8;
        for (uint32_t n = first; n < r->slots; n++) {
            const struct count *c = &r->counts[n];
            uint32_t addr = r->addr + 8 * n;
            if (!c->count)
                continue;
            if (!found || addr < row->addr)
                *row = (struct profile_row){addr, c->count, c->channels, c->lanes, c->divergent};
            found = true;
            break;
        }
    }
    return found;
}

uint64_t profile_elsewhere(const struct profile *p)
{
    return p->elsewhere;
}

/* --- stacks --- */

/* Finds or makes the child of @parent for @func; 0: no memory. */
static uint32_t child_of(struct profile *p, uint32_t parent, uint32_t func)
{
    uint32_t n = p->nodes[parent].child;
    while (n && p->nodes[n].func != func)
        n = p->nodes[n].sibling;
    if (n)
        return n;
    if (p->nnodes == p->room) {
        struct node *more = realloc(p->nodes, 2 * (size_t)p->room * sizeof *more);
        if (!more) {
            p->failed = true;
            return 0;
        }
        p->nodes = more;
        p->room *= 2;
    }
    n = p->nnodes++;
    p->nodes[n] = (struct node){parent, func, 0, p->nodes[parent].child, 0};
    p->nodes[parent].child = n;
    return n;
}

/* The entry of the function whose return address is @ret: the target of the call before it. When no
 * immediate names the target, the return address stands for the function. */
static uint32_t called_function(const struct eu *eu, uint32_t ret)
{
    uint8_t bytes[16];
    struct eu_insn insn;
    int32_t jip, uip;
    uint32_t at = ret - sizeof bytes;
    (void)eu_memory_read(eu->mem, at, bytes, sizeof bytes);
    (void)isa_decode(eu->gen, bytes, sizeof bytes, &insn);
    unsigned has = insn.op->format == EU_FMT_CALL ? isa_branch(eu->gen, &insn, &jip, &uip) : 0;
    if (!(has & ISA_HAS_JIP))
        return ret;
    return has & ISA_ABSOLUTE ? (uint32_t)jip : at + (uint32_t)jip;
}

/* The System Routine comes after the calls that were open when the thread entered it, and before
 * its own. */
static uint32_t find_place(struct profile *p, const struct eu *eu, const struct eu_thread *t)
{
    const struct eu_calls *calls = &t->calls;
    uint32_t kept = calls->depth < EU_CALLS ? calls->depth : EU_CALLS;
    uint32_t inside = exc_routine_calls(t), first = calls->depth - kept;
    uint32_t entered = calls->depth - (inside < kept ? inside : kept);
    uint32_t node = child_of(p, 0, eu->ncode ? eu->code[0].addr : 0);
    for (uint32_t i = first; node && i <= calls->depth; i++) {
        if (i == entered && exc_in_routine(t))
            node = child_of(p, node, eu->sip);
        if (node && i < calls->depth)
            node = child_of(p, node, called_function(eu, calls->ret[i % EU_CALLS]));
    }
    return node;
}

void profile_insn(struct profile *p, const struct eu *eu, const struct eu_thread *t,
                  const struct eu_insn *insn)
{
    struct place *at = &p->places[t->id];
    uint32_t depth = t->calls.depth, top = depth ? t->calls.ret[(depth - 1) % EU_CALLS] : 0;
    bool routine = exc_in_routine(t);
    count_insn(p, eu, t, insn);
    if (!at->node || at->depth != depth || at->top != top || at->routine != routine)
        *at = (struct place){find_place(p, eu, t), depth, top, routine};
    if (at->node)
        p->nodes[at->node].count++;
}

void profile_stacks(const struct profile *p, profile_visit *visit, void *ctx)
{
    for (uint32_t i = 1; i < p->nnodes; i++) {
        uint32_t funcs[PROFILE_FRAMES];
        unsigned n = PROFILE_FRAMES;
        for (uint32_t node = i; node && n; node = p->nodes[node].parent)
            funcs[--n] = p->nodes[node].func;
        if (p->nodes[i].count)
            visit(ctx, funcs + n, PROFILE_FRAMES - n, p->nodes[i].count);
    }
}
