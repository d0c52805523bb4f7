/* Flow control. IVB vol. 4 part 3, 3.3.3.6 and chapter 6; choices E18 to E25. T: the channels at IP
 * whose predicate is true; F: the other channels at IP. Channels elsewhere never move. */
#include "sim/ref/ref.h"

#include "sim/calls.h"

static bool in_spf(const struct ref *x)
{
    return x->done.old_cr[0] & EU_CR0_SPF;
}

struct targets {
    uint32_t j, u;
};

static struct targets targets_of(const struct ref *x)
{
    int32_t jip = 0, uip = 0;
    (void)isa_branch(x->eu->gen, x->insn, &jip, &uip);
    return (struct targets){(x->t->ip + (uint32_t)jip) & ~7u, (x->t->ip + (uint32_t)uip) & ~7u};
}

/* T */
uint32_t ref_taken(const struct ref *x)
{
    uint32_t t = 0;
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (x->act >> n & 1)
            t |= (uint32_t)ref_predicate(x, n - x->group) << n;
    return t;
}

static void move_channels(struct ref *x, uint32_t channels, uint32_t ip)
{
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (channels >> n & 1)
            x->t->pcip[n] = ip;
}

static bool someone_at(const struct ref *x, uint32_t ip)
{
    uint32_t enabled = eu_emask(x->t);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (enabled >> n & 1 && x->t->pcip[n] == ip)
            return true;
    return false;
}

static enum eu_stop jump_to(struct ref *x, uint32_t ip)
{
    x->t->ip = ip & ~7u;
    x->jumped = true;
    return EU_STOP_NONE;
}

/* SPF: whether the predicate is true for any of the instruction's enabled channels. */
static bool p_any(const struct ref *x)
{
    return ref_wren(x, ref_pmask(x)) != 0;
}

static bool p_all(const struct ref *x)
{
    return ref_wren(x, UINT32_MAX) == ref_wren(x, ref_pmask(x));
}

/* Sends T to @t_ip, F to @f_ip, and IP to the next instruction, or to @j if no channel is there. */
static enum eu_stop diverge(struct ref *x, uint32_t t_ip, uint32_t f_ip, uint32_t j)
{
    uint32_t t = ref_taken(x);
    move_channels(x, t, t_ip);
    move_channels(x, x->act & ~t, f_ip);
    return jump_to(x, someone_at(x, x->next) ? x->next : j);
}

enum eu_stop eu_exec_IF(struct ref *x)
{
    struct targets to = targets_of(x);
    if (in_spf(x)) /* 6.32 says UIP (E22) */
        return jump_to(x, p_any(x) ? x->next : x->eu->quirks[EU_QUIRK_SPF_IF] ? to.u : to.j);
    return diverge(x, x->next, to.j, to.j);
}

enum eu_stop eu_exec_ELSE(struct ref *x)
{
    struct targets to = targets_of(x);
    if (in_spf(x))
        return jump_to(x, to.j);
    move_channels(x, x->act, to.j);
    return jump_to(x, someone_at(x, x->next) ? x->next : to.j);
}

enum eu_stop eu_exec_ENDIF(struct ref *x)
{
    struct targets to = targets_of(x);
    if (in_spf(x))
        return jump_to(x, x->next);
    move_channels(x, x->act, x->next);
    return jump_to(x, someone_at(x, x->next) ? x->next : to.j);
}

enum eu_stop eu_exec_WHILE(struct ref *x)
{
    struct targets to = targets_of(x);
    if (in_spf(x))
        return jump_to(x, p_any(x) ? to.j : x->next);
    uint32_t t = ref_taken(x);
    move_channels(x, t, to.j);
    move_channels(x, x->act & ~t, x->next);
    return jump_to(x, t ? to.j : x->next);
}

/* E21: UIP is the address of the loop's `while`, and channels that leave the loop must not take
 * part in its test. */
static uint32_t behind_while(const struct ref *x, uint32_t u)
{
    uint8_t bytes[16];
    struct eu_insn insn;
    (void)eu_memory_read(x->eu->mem, x->eu->bases.instruction + u, bytes, sizeof bytes);
    int size = isa_decode(x->eu->gen, bytes, sizeof bytes, &insn);
    return size > 0 && insn.op->id == EU_OP_WHILE ? u + (uint32_t)size : u;
}

enum eu_stop eu_exec_BREAK(struct ref *x)
{
    struct targets to = targets_of(x);
    uint32_t out = behind_while(x, to.u);
    if (in_spf(x))
        return jump_to(x, p_all(x) ? out : x->next);
    return diverge(x, out, x->next, to.j);
}

/* cont, halt and brc: T goes to UIP. */
static enum eu_stop to_uip(struct ref *x)
{
    struct targets to = targets_of(x);
    if (in_spf(x))
        return jump_to(x, p_all(x) ? to.u : x->next);
    return diverge(x, to.u, x->next, to.j);
}

enum eu_stop eu_exec_CONT(struct ref *x)
{
    return to_uip(x);
}

enum eu_stop eu_exec_HALT(struct ref *x)
{
    return to_uip(x);
}

/* --- goto and join: Gen8, inferred from compiled code --- */

/* Forward, the channels whose predicate is false go to UIP (compilers invert the condition);
 * backward (BranchCtrl), those whose predicate is true. If no channel is left, IP goes to the
 * nearest join, JIP. SPF: all of them, or none (assumed). */
enum eu_stop eu_exec_GOTO(struct ref *x)
{
    struct targets to = targets_of(x);
    bool back = x->insn->branch_ctrl;
    if (in_spf(x))
        return jump_to(x, back ? (p_any(x) ? to.u : x->next) : (p_any(x) ? x->next : to.u));
    uint32_t t = ref_taken(x), go = back ? t : x->act & ~t;
    move_channels(x, go, to.u);
    move_channels(x, x->act & ~go, x->next);
    if (back && t)
        return jump_to(x, to.u);
    return jump_to(x, x->act & ~go ? x->next : to.j);
}

/* The channels that wait here become active by PcIP == IP, as everywhere. */
enum eu_stop eu_exec_JOIN(struct ref *x)
{
    struct targets to = targets_of(x);
    if (in_spf(x))
        return jump_to(x, x->next);
    move_channels(x, x->act, x->next);
    return jump_to(x, x->act ? x->next : to.j);
}

/* The targets of brd and brc may be in a register: one dword with JIP in 15:0 and UIP in 31:16, in
 * units of 8 bytes; on Gen8, two dwords in bytes (assumed). */
static struct targets branch_targets(struct ref *x)
{
    const struct eu_operand *src = &x->insn->src[0];
    int32_t jip, uip;
    if (isa_branch(x->eu->gen, x->insn, &jip, &uip))
        return targets_of(x);
    uint32_t v = (uint32_t)ref_load_bits(x, src, 0), ip = x->t->ip;
    struct isa_step step = x->eu->isa->branch_register;
    if (x->eu->isa->wide_offsets)
        return (struct targets){ip + v, ip + (uint32_t)ref_load_bits(x, src, 1)};
    return (struct targets){ip + (uint32_t)isa_step_bytes(step, v),
                            ip + (uint32_t)isa_step_bytes(step, v >> 16)};
}

enum eu_stop eu_exec_BRD(struct ref *x)
{
    struct targets to = branch_targets(x);
    if (in_spf(x))
        return jump_to(x, p_any(x) ? to.j : x->next);
    uint32_t t = ref_taken(x);
    move_channels(x, t, to.j);
    move_channels(x, x->act & ~t, x->next);
    return jump_to(x, someone_at(x, to.j) ? to.j : x->next);
}

enum eu_stop eu_exec_BRC(struct ref *x)
{
    struct targets to = branch_targets(x);
    if (in_spf(x))
        return jump_to(x, p_all(x) ? to.u : x->next);
    return diverge(x, to.u, x->next, to.j);
}

/* 6.34: the first channel decides for all; without NoMask, it must be at IP. */
enum eu_stop eu_exec_JMPI(struct ref *x)
{
    const struct eu_operand *index = &x->insn->src[1];
    uint32_t to = targets_of(x).j;
    if (index->file != EU_FILE_IMM) {
        uint32_t v = (uint32_t)ref_load_bits(x, index, 0);
        to = x->next + (uint32_t)isa_step_bytes(x->eu->isa->jmpi_register, v);
    }
    if (!(x->wren & 1))
        to = x->next;
    if (!in_spf(x))
        move_channels(x, x->act, to & ~7u);
    return jump_to(x, to);
}

/* 6.15: the record (return IP, channels that made the call) is written whatever the channel masks
 * are. */
static enum eu_stop do_call_to(struct ref *x, uint32_t to)
{
    uint32_t t = x->insn->nomask ? 0 : ref_taken(x);
    if (x->insn->nomask)
        for (unsigned n = 0; n < EU_CHANNELS; n++)
            if (eu_emask(x->t) >> n & 1)
                t |= (uint32_t)ref_predicate(x, n - x->group) << n;
    if (in_spf(x)) {
        if (!p_any(x))
            return jump_to(x, x->next);
        t = eu_emask(x->t);
    } else {
        move_channels(x, x->act & ~t, x->next);
        move_channels(x, t, to & ~7u);
        if (!t)
            return jump_to(x, x->next);
    }
    ref_store(x, 0, x->next);
    ref_store(x, 1, t);
    x->done.stack = eu_calls_open(x->eu, x->t, x->next, t);
    return jump_to(x, to);
}

enum eu_stop eu_exec_CALL(struct ref *x)
{
    uint32_t to = targets_of(x).j;
    if (x->insn->src[1].file != EU_FILE_IMM) /* Haswell's register form, in bytes */
        to = x->t->ip + (uint32_t)ref_load_bits(x, &x->insn->src[1], 0);
    return do_call_to(x, to);
}

enum eu_stop eu_exec_CALLA(struct ref *x)
{
    int32_t jip = 0, uip = 0;
    if (!(isa_branch(x->eu->gen, x->insn, &jip, &uip) & ISA_ABSOLUTE))
        return do_call_to(x, (uint32_t)ref_load_bits(x, &x->insn->src[1], 0));
    return do_call_to(x, (uint32_t)jip);
}

static enum eu_stop go_back(struct ref *x, uint32_t to)
{
    x->done.stack = eu_calls_close(x->eu, x->t, to);
    return jump_to(x, to);
}

/* E23: IP goes back when all channels in the record's mask have returned. */
enum eu_stop eu_exec_RET(struct ref *x)
{
    uint32_t to = (uint32_t)ref_load_bits(x, &x->insn->src[0], 0) & ~7u;
    uint32_t mask = (uint32_t)ref_load_bits(x, &x->insn->src[0], 1) & eu_emask(x->t);
    if (in_spf(x))
        return p_any(x) ? go_back(x, to) : jump_to(x, x->next);
    uint32_t t = ref_taken(x);
    move_channels(x, t, to);
    move_channels(x, x->act & ~t, x->next);
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (mask >> n & 1 && x->t->pcip[n] != to)
            return jump_to(x, x->next);
    return t ? go_back(x, to) : jump_to(x, x->next);
}
