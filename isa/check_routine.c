/* Rules for System Routines. First the state before each instruction is computed, over every path
 * through the routine; then each rule checks each instruction. */
#include "isa/check_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORDS = sizeof(struct check_regs) / sizeof(uint32_t),
    R0_4 = 4,      /* as a dword of the GRF */
    SAFE = 16 * 8, /* dwords of r0 .. r15 */
    SUPPRESS = 1 << 15,
    SPF = 1 << 2,
    ENABLES = 0xf800,
    TABLE = 4 /* instructions that a computed jump may skip, if no table of jumps follows */
};

struct routine_code {
    enum eu_gen gen;
    const struct eu_program *prog;
    uint32_t size, n;
    struct eu_insn *insns;
    uint32_t *addrs,
        *index; /* by instruction; by address / 8, UINT32_MAX: inside of an instruction */
    struct check_state *states;
    bool *changed;
    uint8_t *ahead; /* by instruction: set of what follows on some path */
};

/* --- how an instruction changes the state --- */

static bool writes_cr(const struct eu_insn *insn, unsigned n)
{
    return !isa_is_send(insn) && check_names_cr(insn, &insn->dst, n);
}

static uint32_t last_imm(const struct eu_insn *insn)
{
    unsigned i = insn->op->nsrc > 1 ? 1 : 0;
    return insn->src[i].file == EU_FILE_IMM ? (uint32_t)insn->src[i].imm : 0;
}

static bool takes_register(const struct eu_insn *insn)
{
    return insn->src[insn->op->nsrc > 1 ? 1 : 0].file != EU_FILE_IMM;
}

static void step_control(const struct eu_insn *insn, struct check_state *s)
{
    unsigned id = insn->op->id;
    s->acknowledged |= writes_cr(insn, 1);
    if (!writes_cr(insn, 0))
        return;
    s->spf |= id != EU_OP_AND && (takes_register(insn) || last_imm(insn) & SPF);
    if (id == EU_OP_OR && last_imm(insn) & SUPPRESS && !insn->pred)
        s->suppress = true;
    if (id == EU_OP_AND && !takes_register(insn) && !(last_imm(insn) & SUPPRESS))
        s->suppress = false;
}

static void step(const struct eu_insn *insn, struct check_state *s)
{
    struct check_effect e;
    check_effect_of(insn, &e);
    for (unsigned i = 0; i < WORDS; i++) {
        s->kept.bits[i] |= e.keeps.bits[i];
        s->own.bits[i] = (s->own.bits[i] | e.computes.bits[i]) & ~e.returns.bits[i];
    }
    s->loaded |= e.loads;
    step_control(insn, s);
}

/* Merges the state of another path into @to. Returns whether that changes it. */
static bool meet(struct check_state *to, const struct check_state *from)
{
    struct check_state was = *to;
    if (!to->reached) {
        *to = *from;
        return true;
    }
    for (unsigned i = 0; i < WORDS; i++) {
        to->kept.bits[i] |= from->kept.bits[i];
        to->own.bits[i] &= from->own.bits[i];
    }
    to->acknowledged |= from->acknowledged;
    to->spf |= from->spf;
    to->loaded |= from->loaded;
    to->suppress &= from->suppress;
    return memcmp(&was, to, sizeof was) != 0;
}

/* --- successors of an instruction --- */

static bool sets_ip(const struct eu_insn *insn)
{
    return insn->op->ndst && !isa_is_send(insn) && insn->dst.file == EU_FILE_ARF &&
           !insn->dst.indirect && insn->dst.reg >> 4 == EU_ARF_IP;
}

static bool is_jump(const struct eu_insn *insn)
{
    return insn->op->format == EU_FMT_JMPI || sets_ip(insn);
}

/* Called for a path from an instruction to instruction @to. */
typedef void way_fn(struct routine_code *c, uint32_t to, void *ctx);

static void go(struct routine_code *c, int64_t addr, way_fn *way, void *ctx)
{
    uint32_t to = addr >= 0 && addr < c->size ? c->index[addr / 8] : UINT32_MAX;
    if (to != UINT32_MAX)
        way(c, to, ctx);
}

/* A computed jump: to one of the jumps that follow, or over a few instructions. */
static void go_somewhere(struct routine_code *c, uint32_t i, way_fn *way, void *ctx)
{
    bool table = i + 1 < c->n && is_jump(&c->insns[i + 1]);
    for (uint32_t k = i + 1; k < c->n && (table ? is_jump(&c->insns[k]) : k <= i + TABLE); k++)
        way(c, k, ctx);
}

/* False: execution does not continue after @insn. */
static bool goes_on(const struct eu_insn *insn)
{
    unsigned id = insn->op->id;
    return !check_leaves(insn) && !isa_is_eot(insn) && !(insn->op->flags & EU_OPF_UNDEF) &&
           id != EU_OP_ILLEGAL && id != EU_OP_RET;
}

static void each_way(struct routine_code *c, uint32_t i, way_fn *way, void *ctx)
{
    const struct eu_insn *insn = &c->insns[i];
    int32_t jip, uip;
    unsigned has = isa_branch(c->gen, insn, &jip, &uip);
    bool jumps = insn->op->format == EU_FMT_JMPI && !insn->pred;
    if (!goes_on(insn))
        return;
    if (has & ISA_HAS_JIP && !(has & ISA_ABSOLUTE))
        go(c, (int64_t)c->addrs[i] + jip, way, ctx);
    if (has & ISA_HAS_UIP)
        go(c, (int64_t)c->addrs[i] + uip, way, ctx);
    if (sets_ip(insn) || (insn->op->format == EU_FMT_JMPI && !has))
        go_somewhere(c, i, way, ctx);
    else if (!jumps)
        go(c, (int64_t)c->addrs[i] + insn->size, way, ctx);
}

static void bring_state(struct routine_code *c, uint32_t to, void *ctx)
{
    if (meet(&c->states[to], ctx))
        c->changed[to] = true;
}

static void find_states(struct routine_code *c)
{
    bool any = c->n > 0;
    if (any) {
        c->states[0].reached = true;
        c->changed[0] = true;
    }
    while (any) {
        any = false;
        for (uint32_t i = 0; i < c->n; i++) {
            struct check_state s = c->states[i];
            if (!c->changed[i])
                continue;
            c->changed[i] = false;
            any = true;
            step(&c->insns[i], &s);
            each_way(c, i, bring_state, &s);
        }
    }
}

/* What follows; a set of these. */
enum { STORES = 1, LOADS = 2 };

static void take_ahead(struct routine_code *c, uint32_t to, void *ctx)
{
    *(uint8_t *)ctx |= c->ahead[to];
}

static void find_ahead(struct routine_code *c)
{
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = c->n; i-- > 0;) {
            struct check_effect e;
            uint8_t ahead;
            check_effect_of(&c->insns[i], &e);
            ahead = (uint8_t)((e.stores ? STORES : 0) | (e.loads ? LOADS : 0));
            each_way(c, i, take_ahead, &ahead);
            any |= ahead != c->ahead[i];
            c->ahead[i] = ahead;
        }
    }
}

/* --- the rules --- */

static void name_reg(struct check_routine *r, unsigned reg)
{
    static const char *const names[] = {"f0", "f1", "a0", "acc0", "acc1", "acc0"};
    if (reg < CHECK_GRF)
        snprintf(r->who, sizeof r->who, "r%u.%u", reg / 8 % 128, reg % 8);
    else
        snprintf(r->who, sizeof r->who, "%s", names[reg - CHECK_GRF]);
}

/* The first register of @set that was not reported yet; all of @set then count as reported. */
static bool blame(struct check_routine *r, const struct check_regs *set)
{
    bool any = false;
    for (unsigned reg = 0; reg < CHECK_REGS; reg++) {
        if (!check_regs_have(set, reg) || check_regs_have(r->blamed, reg))
            continue;
        if (!any)
            name_reg(r, reg);
        any = true;
        r->blamed->bits[reg / 32] |= 1u << reg % 32;
    }
    return any;
}

/* Registers above r15 belong to rule sip-register. */
static void drop_high(const struct check_routine *r, struct check_regs *set)
{
    if (r->gen & EU_GEN7X)
        memset(&set->bits[SAFE / 32], 0, (CHECK_GRF - SAFE) / 8);
}

/* A copy to a register that was not saved overwrites it, too; the response of a message restores
 * it. */
bool check_routine_UNSAVED(struct check_routine *r)
{
    struct check_effect e;
    struct check_regs set;
    check_effect_of(r->insn, &e);
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t written = e.computes.bits[i] | (isa_is_send(r->insn) ? 0 : e.returns.bits[i]);
        set.bits[i] = written & ~(r->in->kept.bits[i] | e.keeps.bits[i]);
    }
    set.bits[0] &= ~(1u << R0_4);
    drop_high(r, &set);
    return !r->restores && blame(r, &set);
}

/* After a save nothing needs to be restored yet. */
bool check_routine_LOST(struct check_routine *r)
{
    struct check_regs set = r->in->own;
    bool saves = r->asks && !r->in->loaded;
    set.bits[0] &= ~(1u << R0_4);
    drop_high(r, &set);
    for (unsigned reg = CHECK_ACC0; reg < CHECK_REGS; reg++) /* restored by arithmetic */
        set.bits[reg / 32] &= ~(1u << reg % 32);
    return check_leaves(r->insn) && !saves && blame(r, &set);
}

bool check_routine_GUARD(struct check_routine *r)
{
    struct check_effect e;
    check_effect_of(r->insn, &e);
    bool writes =
        check_regs_have(&e.computes, CHECK_ACC0) || check_regs_have(&e.returns, CHECK_ACC0);
    bool kept =
        check_regs_have(&r->in->kept, CHECK_GUARD) || check_regs_have(&e.keeps, CHECK_GUARD);
    struct check_regs set = {.bits[CHECK_GUARD / 32] = 1u << CHECK_GUARD % 32};
    return writes && !kept && !r->restores && check_regs_have(&r->in->kept, CHECK_ACC0) &&
           blame(r, &set);
}

/* From Gen8 on every thread has all registers. */
bool check_routine_HIGH(struct check_routine *r)
{
    struct check_effect e;
    check_effect_of(r->insn, &e);
    for (unsigned reg = SAFE; r->gen & EU_GEN7X && reg < CHECK_GRF && !isa_is_send(r->insn); reg++)
        if (check_regs_have(&e.computes, reg) || check_regs_have(&e.returns, reg)) {
            name_reg(r, reg);
            return true;
        }
    return false;
}

/* Comparisons to null read the channels on purpose, and an indirect destination belongs to the
 * application. */
bool check_routine_MASK(struct check_routine *r)
{
    const struct eu_insn *insn = r->insn;
    const struct eu_operand *dst = &insn->dst;
    if (insn->nomask || isa_is_eot(insn) || insn->op->format == EU_FMT_WAIT)
        return false;
    if (isa_is_send(insn))
        return true;
    return is_jump(insn) || (insn->op->ndst && !check_is_null(dst) && !dst->indirect);
}

bool check_routine_FLOW(struct check_routine *r)
{
    const struct eu_op *op = r->insn->op;
    return op->flags & EU_OPF_FLOW && op->format != EU_FMT_JMPI && op->format != EU_FMT_NONE &&
           op->id != EU_OP_ENDIF && !r->in->spf;
}

bool check_routine_NOP(struct check_routine *r)
{
    return check_leaves(r->insn) && (!r->next || r->next->op->id != EU_OP_NOP);
}

bool check_routine_OFF_END(struct check_routine *r)
{
    bool jumps = r->insn->op->format == EU_FMT_JMPI && !r->insn->pred;
    bool nothing =
        !r->next || r->next->op->flags & EU_OPF_UNDEF || r->next->op->id == EU_OP_ILLEGAL;
    return nothing && goes_on(r->insn) && !jumps && !sets_ip(r->insn);
}

bool check_routine_EOT(struct check_routine *r)
{
    return isa_is_eot(r->insn);
}

bool check_routine_ENABLES(struct check_routine *r)
{
    const struct eu_insn *insn = r->insn;
    bool imm = writes_cr(insn, 1) && !takes_register(insn);
    bool cleared = imm && (last_imm(insn) & ENABLES) != ENABLES;
    return cleared && eu_types[insn->dst.type].bytes == 4 && insn->dst.sub % 4 == 0 &&
           (insn->op->id == EU_OP_AND || insn->op->id == EU_OP_MOV);
}

bool check_routine_STATUS(struct check_routine *r)
{
    return check_leaves(r->insn) && !r->in->acknowledged;
}

bool check_routine_STICKY(struct check_routine *r)
{
    return check_leaves(r->insn) &&
           (r->in->suppress || (r->insn->op->id == EU_OP_OR && last_imm(r->insn) & SUPPRESS));
}

/* A routine that saves and restores contexts leaves other exceptions to other routines. */
bool check_routine_SUPPRESS(struct check_routine *r)
{
    return check_leaves(r->insn) && !r->suppresses && !r->asks;
}

/* Scratch blocks belong to the thread by themselves, and those of a context to the slot. */
bool check_routine_SLOT(struct check_routine *r)
{
    enum { SCRATCH = 1 << 18, DATA_CACHE = 10 };
    struct check_effect e;
    check_effect_of(r->insn, &e);
    bool scratch = isa_is_send(r->insn) && isa_descriptor(r->insn)->imm & SCRATCH;
    if (!e.stores || r->insn->cmod != DATA_CACHE || scratch || r->sits || r->stored)
        return false;
    r->stored = true;
    return true;
}

static bool (*const routine_rules[EU_RULE_COUNT])(struct check_routine *r) = {
#define RULE(id, ...)
#define PROGRAM(id, ...)
#define DISPATCH(id, ...)
#define ROUTINE(id, ...) [EU_RULE_ROUTINE_##id] = check_routine_##id,
#include "isa/rules.def"
#undef ROUTINE
#undef DISPATCH
#undef PROGRAM
#undef RULE
};

/* --- the whole routine --- */

static bool may_suppress(const struct eu_insn *insn)
{
    bool sets = writes_cr(insn, 0) && insn->op->id != EU_OP_AND;
    bool from_elsewhere =
        insn->src[0].file != EU_FILE_IMM && !check_names_cr(insn, &insn->src[0], 0);
    return sets && (from_elsewhere || takes_register(insn) || last_imm(insn) & SUPPRESS);
}

/* Finds what the routine reads anywhere, on any path. */
static void look_over(const struct routine_code *c, struct check_routine *r)
{
    enum { REQUESTS = 0x03000000, UPPER = 6 };
    for (uint32_t i = 0; i < c->n; i++) {
        const struct eu_insn *insn = &c->insns[i];
        r->suppresses |= may_suppress(insn);
        for (unsigned k = 0; k < insn->op->nsrc; k++) {
            const struct eu_operand *op = &insn->src[k];
            bool arf = op->file == EU_FILE_ARF && !op->indirect;
            r->sits |= arf && op->reg >> 4 == EU_ARF_SR && op->sub < 8;
            r->asks |= arf && check_names_cr(insn, op, 1) && op->sub >= UPPER;
            r->asks |= arf && check_names_cr(insn, op, 1) && last_imm(insn) & REQUESTS &&
                       !(last_imm(insn) & ~(uint32_t)REQUESTS);
        }
    }
}

static int judge(const struct routine_code *c, struct eu_findings *found)
{
    struct check_regs blamed = {{0}};
    struct check_routine r = {.gen = c->gen, .blamed = &blamed};
    int rc = 0;
    look_over(c, &r);
    for (uint32_t i = 0; i < c->n && !rc; i++) {
        if (!c->states[i].reached)
            continue;
        r.insn = &c->insns[i];
        r.next = i + 1 < c->n ? &c->insns[i + 1] : NULL;
        r.in = &c->states[i];
        /* the routine reads requests, and this path restores a context: nothing belongs to the
         * application */
        r.restores = r.asks && c->ahead[i] == LOADS;
        for (unsigned rule = 0; rule < EU_RULE_COUNT && !rc; rule++) {
            r.who[0] = 0;
            if (routine_rules[rule] && routine_rules[rule](&r))
                rc = check_append(found, c->prog, (enum eu_rule)rule, c->addrs[i], r.who);
        }
    }
    return rc;
}

static bool read_code(struct routine_code *c)
{
    size_t most = c->prog->size / 8 + 1;
    c->insns = malloc(most * sizeof *c->insns);
    c->addrs = malloc(most * sizeof *c->addrs);
    c->index = malloc(most * sizeof *c->index);
    c->states = calloc(most, sizeof *c->states);
    c->changed = calloc(most, sizeof *c->changed);
    c->ahead = calloc(most, sizeof *c->ahead);
    if (!c->insns || !c->addrs || !c->index || !c->states || !c->changed || !c->ahead)
        return false;
    memset(c->index, 0xff, most * sizeof *c->index);
    while (c->size < c->prog->size) {
        int n =
            isa_decode(c->gen, c->prog->code + c->size, c->prog->size - c->size, &c->insns[c->n]);
        if (n < 0)
            break;
        c->addrs[c->n] = c->size;
        c->index[c->size / 8] = c->n++;
        c->size += (uint32_t)n;
    }
    return true;
}

int eu_check_routine(enum eu_gen gen, const struct eu_program *prog, struct eu_findings *found)
{
    struct routine_code c = {.gen = gen, .prog = prog};
    int rc = -EU_ERR_NOMEM;
    for (size_t i = 0; i < found->n; i++)
        if (found->items[i].rule == EU_RULE_CR_SWITCH && found->items[i].severity == EU_WARNING) {
            found->items[i].severity = EU_ERROR;
            found->errors++;
        }
    if (read_code(&c)) {
        find_states(&c);
        find_ahead(&c);
        rc = judge(&c, found);
    }
    check_sort(found);
    free(c.insns);
    free(c.addrs);
    free(c.index);
    free(c.states);
    free(c.changed);
    free(c.ahead);
    return rc;
}
