/* Rounds of a loop in which its comparison need not be made. A loop without other branches often
 * ends with the comparison of a counter, to which each round adds a number. When the comparison was
 * true for all channels, the counters say for how many rounds more it will be; the flags stay as
 * they are, and so does the way. In such a loop the budget is what these rounds cost, and the frame
 * keeps the rest of it: one subtraction tells the end of both. */
#include "sim/jit/emit.h"

#include <stdlib.h>
#include <string.h>

/* --- which loops --- */

/* Which way a counter goes to where the relation ends. */
enum { UP = 1, DOWN = 2 };
static const uint8_t ways[FAST_OP_COUNT] = {
    [FAST_dcmp_l] = UP,    [FAST_dcmp_le] = UP,   [FAST_dcmp_g] = DOWN,
    [FAST_dcmp_ge] = DOWN, [FAST_ucmp_l] = UP,    [FAST_ucmp_le] = UP,
    [FAST_ucmp_g] = DOWN,  [FAST_ucmp_ge] = DOWN, [FAST_dcmp_nz] = UP | DOWN,
};

/* Source @k of the loop's comparison, in bytes; of a number none. */
struct bytes {
    unsigned from, end;
};

static struct bytes source_of(const struct jit_insn *i, unsigned k)
{
    unsigned n = i->u->kind[k] == FAST_PACKED ? isa_exec_size(&i->cold->insn) : 1;
    unsigned from = i->u->s[k];
    return i->u->kind[k] == FAST_IMM ? (struct bytes){0} : (struct bytes){from, from + 4 * n};
}

int32_t jit_adds(const struct jit_insn *i, unsigned from, unsigned dwords)
{
    const struct fast_uop *u = i->u;
    if (i->kind != JIT_VECTOR || i->op != FAST_op_add || i->lanes || fast_rest(u)->odd ||
        isa_exec_size(&i->cold->insn) != dwords || u->d != from || u->s[0] != from ||
        (u->kind[0] != FAST_PACKED && dwords > 1) || u->kind[1] != FAST_IMM || u->mods ||
        !u->free || u->kind[2] == FAST_NOWHERE)
        return 0;
    return (int32_t)u->imm;
}

/* Whether all channels go back if the flags of @all, those of a comparison, are set. */
static bool goes_back(const struct jit_region *r, const struct jit_insn *b, uint32_t all)
{
    const struct eu_insn *insn = &b->cold->insn;
    if (insn->pred != 1 || b->u->free || b->u->inv || b->u->flag % 32)
        return false;
    if (insn->op->id == EU_OP_JMPI)
        return all >> b->u->group & 1;
    return (insn->op->id == EU_OP_WHILE || (insn->op->id == EU_OP_GOTO && insn->branch_ctrl)) &&
           all == r->most;
}

static bool is_on(const struct jit_region *r, const struct jit_insn *i)
{
    return !i->u->need || i->u->need & r->most;
}

static bool sets_flags(const struct jit_insn *i, unsigned f)
{
    return (i->kind == JIT_VECTOR || i->kind == JIT_WIDE) && i->cold->alu.sets_flag &&
           fast_flag_reg(i->u) == f;
}

/* Whether @c is such a comparison, and branch @b of it. */
static bool compares(const struct jit_region *r, const struct jit_insn *c, const struct jit_insn *b)
{
    const struct fast_uop *u = c->u;
    if (c->kind != JIT_VECTOR || !ways[c->op] || c->lanes || fast_rest(u)->odd || u->mods ||
        !u->free || u->kind[2] != FAST_NOWHERE || u->kind[0] == FAST_IMM || fast_flag_shift(u))
        return false;
    return fast_flag_reg(u) == fast_flag_reg(b->u) && goes_back(r, b, c->cold->window);
}

/* The instruction of a round in front of branch @b, if there is no other way from the loop's head
 * to it, and each instruction only does what its operands say; or NULL. */
static struct jit_insn *last_of(const struct jit_region *r, const struct jit_insn *b)
{
    struct jit_insn *i = &r->insns[b->jump.to], *last = NULL;
    for (; i != b; i = &r->insns[i->next.to]) {
        bool simple = i->kind == JIT_VECTOR || i->kind == JIT_WIDE || i->kind == JIT_NOP ||
                      (i->kind == JIT_SEND && jit_message_is_plain(i));
        if (!simple || (last && i->target) || i->next.to < 0)
            return NULL;
        last = i;
    }
    return b->target ? NULL : last;
}

/* What each round adds to the counter that @c compares; 0: it does something else. */
static int32_t step_of(const struct jit_region *r, const struct jit_insn *c,
                       const struct jit_insn *b)
{
    const struct bytes counter = source_of(c, 0), limit = source_of(c, 1);
    unsigned dwords = (counter.end - counter.from) / 4, writers = 0, others = 0;
    int32_t step = 0;
    for (const struct jit_insn *i = &r->insns[b->jump.to]; i != c; i = &r->insns[i->next.to]) {
        writers += jit_writes(i, counter.from, counter.end);
        others += jit_writes(i, limit.from, limit.end) || sets_flags(i, fast_flag_reg(c->u));
        int32_t adds = is_on(r, i) ? jit_adds(i, counter.from, dwords) : 0;
        step = adds ? adds : step;
    }
    return writers == 1 && !others ? step : 0;
}

static bool fits(unsigned op, int32_t step)
{
    unsigned way = ways[op];
    if (way == (UP | DOWN))
        return step == 1 || step == -1;
    return step && step > INT32_MIN && way == (step > 0 ? UP : DOWN);
}

static uint32_t first_dword(const struct jit_insn *i, unsigned k, const uint8_t *grf)
{
    uint32_t v = i->u->imm;
    if (i->u->kind[k] != FAST_IMM)
        memcpy(&v, grf + i->u->s[k], sizeof v);
    return v;
}

/* Whether there may be enough rounds to be worth it: what @grf has in channel 0 tells how many a
 * loop has left that is running, and hints at it elsewhere. */
static bool is_long(const struct jit_insn *c, const uint8_t *grf)
{
    enum { FEW = 8 };
    uint32_t v = first_dword(c, 0, grf), limit = first_dword(c, 1, grf);
    return (c->step > 0 ? limit - v : v - limit) / (uint32_t)abs(c->step) >= FEW;
}

void jit_rounds_of(struct jit_region *r, const uint8_t *grf)
{
    unsigned n = 0;
    for (unsigned k = 0; k < r->n; k++)
        r->insns[k].begins = r->insns[k].ends = 0;
    for (unsigned k = 0; k < r->n && n < JIT_ROUNDS; k++) {
        const struct jit_insn *b = &r->insns[k];
        if (b->kind != JIT_BRANCH || b->jump.to < 0)
            continue;
        struct jit_insn *c = last_of(r, b);
        if (!c || !compares(r, c, b))
            continue;
        c->step = step_of(r, c, b);
        if (fits(c->op, c->step) && is_long(c, grf)) {
            r->insns[b->jump.to].begins = c->ends = (uint8_t)++n;
            c->leader = true;
        }
    }
}

/* --- in native code --- */

static struct host_at kept(void)
{
    return host_mem(RSP, JIT_FRAME_KEPT);
}

/* The frame keeps as much of the budget as register @reg says. */
static void keep(struct emit *e, unsigned reg)
{
    host_g(&e->c, STORE_, true, reg, kept());
}

void jit_rounds_forget(struct emit *e)
{
    host_g(&e->c, XOR_, false, RAX, host_reg(RAX));
    keep(e, RAX);
}

void jit_rounds_back(struct emit *e)
{
    host_g(&e->c, ADD_, true, JIT_LEFT, kept());
}

void jit_rounds_begin(struct emit *e, const struct jit_insn *head)
{
    keep(e, JIT_LEFT);
    host_g(&e->c, XOR_, false, JIT_LEFT, host_reg(JIT_LEFT));
    host_bind(&e->c, e->round[head->begins - 1]);
}

static const struct jit_insn *head_of(const struct emit *e, const struct jit_insn *c)
{
    return &e->r->insns[e->r->insns[c->next.to].jump.to];
}

void jit_rounds_end(struct emit *e, const struct jit_insn *c)
{
    uint32_t rest = head_of(e, c)->rest;
    host_gi(&e->c, SUB_, true, JIT_LEFT, rest);
    host_if(&e->c, CC_AE, e->round[c->ends - 1]);
    host_gi(&e->c, ADD_, true, JIT_LEFT, rest);
    jit_rounds_back(e);
    jit_rounds_forget(e);
}

/* How far half @h's counters are from what they are compared with, into @least; of the second
 * half's, what is less than that. */
static void distance(struct emit *e, const struct jit_insn *c, unsigned h, unsigned least)
{
    struct jit_value v = jit_vector_source(e, c, 0, h), limit = jit_vector_source(e, c, 1, h);
    unsigned left = jit_in_reg(e, c->step > 0 ? limit : v), to = h ? jit_temp(e) : least;
    host_v(&e->c, VPSUBD, to, left, c->step > 0 ? v.at : limit.at, -1);
    if (h)
        host_v(&e->c, VPMINUD, least, least, host_reg(to), -1);
    jit_keep(e, &(struct jit_value){host_reg(least), true}, 1);
}

/* The least of eight dwords into the first one. */
static void least_of(struct emit *e, unsigned reg)
{
    enum { SECOND_HALF = 0x4e, SECOND = 0xb1 };
    unsigned other = jit_temp(e);
    host_v(&e->c, VEXTRACTF128, reg, 0, host_reg(other), 1);
    host_v(&e->c, VPMINUD, reg, reg, host_reg(other), -1);
    host_v(&e->c, VPSHUFD, other, 0, host_reg(reg), SECOND_HALF);
    host_v(&e->c, VPMINUD, reg, reg, host_reg(other), -1);
    host_v(&e->c, VPSHUFD, other, 0, host_reg(reg), SECOND);
    host_v(&e->c, VPMINUD, reg, reg, host_reg(other), -1);
}

/* Divides the first dword: what comes out may be one less. */
static void divide(struct emit *e, unsigned reg, uint32_t by)
{
    enum { HIGH_DWORDS = 0xf5 };
    if (by == 1)
        return;
    host_v(&e->c, VPMULUDQ, reg, reg, jit_all(e, (uint32_t)((UINT64_C(1) << 32) / by)), -1);
    host_v(&e->c, VPSHUFD, reg, 0, host_reg(reg), HIGH_DWORDS);
}

/* What rounds cost up to the first comparison that may be false, into rax. */
static void cost_of_rounds(struct emit *e, const struct jit_insn *c)
{
    unsigned reg = jit_temp(e), halves = isa_exec_size(&c->cold->insn) == 2 * LANES ? 2 : 1;
    for (unsigned h = 0; h < halves; h++)
        distance(e, c, h, reg);
    least_of(e, reg);
    divide(e, reg, (uint32_t)abs(c->step));
    host_v(&e->c, VPMULUDQ, reg, reg, jit_all(e, head_of(e, c)->rest), -1);
    host_v(&e->c, VMOVQ_TO, reg, 0, host_reg(RAX), -1);
    jit_done(e);
}

void jit_rounds_count(struct emit *e, const struct jit_insn *c)
{
    uint32_t rest = head_of(e, c)->rest;
    unsigned no = host_label(&e->c), some = host_label(&e->c);
    unsigned head = jit_edge_label(e, &e->r->insns[c->next.to].jump);
    host_g(&e->c, MOV_, false, RAX, host_reg(JIT_FLAGS + fast_flag_reg(c->u)));
    host_not(&e->c, RAX);
    host_gi(&e->c, TEST_, false, RAX, c->cold->window);
    host_if(&e->c, CC_NE, no);
    cost_of_rounds(e, c);
    host_g(&e->c, MOV_, true, RCX, host_reg(JIT_LEFT)); /* something of the budget stays */
    host_g(&e->c, SUB_, true, RCX, host_reg(RAX));
    host_if(&e->c, CC_A, some);
    host_gi(&e->c, MOV_, false, RCX, 1);
    host_g(&e->c, MOV_, true, RAX, host_reg(JIT_LEFT));
    host_g(&e->c, SUB_, true, RAX, host_reg(RCX));
    host_bind(&e->c, some);
    host_gi(&e->c, SUB_, true, RAX, rest);
    host_if(&e->c, CC_B, head);
    keep(e, RCX);
    host_g(&e->c, MOV_, true, JIT_LEFT, host_reg(RAX));
    host_jump(&e->c, e->round[c->ends - 1]);
    host_bind(&e->c, no);
}
