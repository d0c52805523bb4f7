/* Flow control in full steps: any form, also with SPF, with PcIPs that are all exact. IVB vol. 4
 * part 3, 3.3.3.6 and chapter 6; choices E18 to E25. */
#include "sim/fast/flow.h"

#include <string.h>

#include "sim/calls.h"

uint32_t fast_behind_while(struct eu *eu, uint32_t at)
{
    uint8_t bytes[16];
    struct eu_insn insn;
    (void)eu_memory_read(eu->mem, eu->bases.instruction + at, bytes, sizeof bytes);
    int size = isa_decode(eu->gen, bytes, sizeof bytes, &insn);
    return size > 0 && insn.op->id == EU_OP_WHILE ? at + (uint32_t)size : at;
}

struct fast_targets fast_targets_of(enum eu_gen gen, const struct eu_insn *insn, uint32_t ip)
{
    int32_t j = 0, u = 0;
    (void)isa_branch(gen, insn, &j, &u);
    return (struct fast_targets){(ip + (uint32_t)j) & ~7u, (ip + (uint32_t)u) & ~7u};
}

static bool in_spf(const struct fast_step *s)
{
    return s->done.old_cr[0] & EU_CR0_SPF;
}

static void jump_to(struct fast_step *s, uint32_t ip)
{
    s->t->ip = ip & ~7u;
    s->jumped = true;
}

static bool someone_at(const struct fast_step *s, uint32_t ip)
{
    return fast_at(s->t->pcip, ip, fast_emask(s->t));
}

/* The channels whose predicate is true, by the thread's numbers; also those above ExecSize
 * (E18). */
static uint32_t channels_taken(const struct fast_step *s)
{
    return s->act & fast_pred_absolute(s->eu, s->t, &s->cold->insn);
}

static uint32_t writing_channels(const struct fast_step *s, uint32_t pred)
{
    return fast_wren(s->cold, s->act, pred);
}

static bool p_any(const struct fast_step *s)
{
    return writing_channels(s, fast_pred(s->eu, s->t, s->cold)) != 0;
}

static bool p_all(const struct fast_step *s)
{
    return writing_channels(s, fast_pred(s->eu, s->t, s->cold)) == writing_channels(s, UINT32_MAX);
}

/* Sends the channels at IP to @yes if their predicate is true, otherwise to @no. Returns the
 * former. */
static uint32_t split_channels(struct fast_step *s, uint32_t yes, uint32_t no)
{
    uint32_t t = channels_taken(s);
    fast_place(s->t, t, yes);
    fast_place(s->t, s->act & ~t, no);
    return t;
}

/* Goes to the next instruction if a channel is there, otherwise to @elsewhere. */
static void next_or(struct fast_step *s, uint32_t elsewhere)
{
    jump_to(s, someone_at(s, s->next) ? s->next : elsewhere);
}

/* --- blocks and loops --- */

static void do_if(struct fast_step *s, struct fast_targets to)
{
    if (in_spf(s)) { /* E22 */
        jump_to(s, p_any(s) ? s->next : s->eu->quirks[EU_QUIRK_SPF_IF] ? to.u : to.j);
        return;
    }
    split_channels(s, s->next, to.j);
    next_or(s, to.j);
}

static void do_else(struct fast_step *s, struct fast_targets to)
{
    if (in_spf(s)) {
        jump_to(s, to.j);
        return;
    }
    fast_place(s->t, s->act, to.j);
    next_or(s, to.j);
}

static void do_endif(struct fast_step *s, struct fast_targets to)
{
    if (in_spf(s)) {
        jump_to(s, s->next);
        return;
    }
    fast_place(s->t, s->act, s->next);
    next_or(s, to.j);
}

static void do_while(struct fast_step *s, struct fast_targets to)
{
    bool back = in_spf(s) ? p_any(s) : split_channels(s, to.j, s->next) != 0;
    jump_to(s, back ? to.j : s->next);
}

static void do_brd(struct fast_step *s, struct fast_targets to)
{
    if (in_spf(s)) {
        jump_to(s, p_any(s) ? to.j : s->next);
        return;
    }
    split_channels(s, to.j, s->next);
    jump_to(s, someone_at(s, to.j) ? to.j : s->next);
}

/* break, cont, halt, brc: the channels whose predicate is true go to @out. */
static void do_leave(struct fast_step *s, uint32_t out, uint32_t j)
{
    if (in_spf(s)) {
        jump_to(s, p_all(s) ? out : s->next);
        return;
    }
    split_channels(s, out, s->next);
    next_or(s, j);
}

/* --- goto and join of Gen8: inferred from compiled code --- */

/* Forward, the channels whose predicate is false go to UIP; backward (BranchCtrl), those whose
 * predicate is true. SPF: all of them, or none (assumed). */
static void do_goto(struct fast_step *s, struct fast_targets to)
{
    bool back = s->cold->insn.branch_ctrl;
    if (in_spf(s)) {
        jump_to(s, p_any(s) == back ? to.u : s->next);
        return;
    }
    uint32_t t = channels_taken(s), leave = back ? t : s->act & ~t, stay = s->act & ~leave;
    fast_place(s->t, leave, to.u);
    fast_place(s->t, stay, s->next);
    jump_to(s, back && leave ? to.u : stay ? s->next : to.j);
}

/* The channels that wait here are at IP already. */
static void do_join(struct fast_step *s, struct fast_targets to)
{
    if (!in_spf(s))
        fast_place(s->t, s->act, s->next);
    jump_to(s, in_spf(s) || s->act ? s->next : to.j);
}

/* --- operands: read and written by the arithmetic, which can find them --- */

static struct eu_insn as_mov(const struct fast_step *s)
{
    struct eu_insn mov = s->cold->insn;
    mov.op = eu_op_by_id(s->eu->gen, EU_OP_MOV);
    mov.opcode = mov.op->hw;
    mov.acc_wr = mov.sat = false;
    mov.pred = mov.cmod = 0;
    return mov;
}

/* Executes channel @n of @mov. */
static unsigned run_mov(struct fast_step *s, const struct eu_insn *mov, unsigned n)
{
    struct fast_alu alu;
    (void)fast_alu_decode(s->eu->isa, mov, &alu);
    return fast_alu_run(s->eu, s->t, &alu, 1u << n, UINT32_MAX);
}

/* The bits of element @n of source @i. */
static uint32_t operand_element(struct fast_step *s, unsigned i, unsigned n)
{
    struct fast_alu alu;
    fast_alu_source(s->eu->isa, &s->cold->insn, i, &alu);
    return fast_alu_element(s->eu, s->t, &alu, i, n);
}

/* Writes element @n of the destination, whatever channels are enabled. It cannot be an
 * accumulator. */
static void store_element(struct fast_step *s, unsigned n, uint32_t bits)
{
    struct eu_insn mov = as_mov(s);
    unsigned bytes = eu_types[mov.dst.type].bytes;
    if (mov.dst.file == EU_FILE_IMM) /* no rule refuses this; RegNum or the index decides */
        mov.dst.file = mov.dst.indirect ? EU_FILE_GRF : EU_FILE_ARF;
    bool acc = mov.dst.reg >> 4 == EU_ARF_ACC && (mov.dst.reg & 15) < 2;
    if (mov.dst.file == EU_FILE_ARF && !mov.dst.indirect && acc)
        return;
    if (n >= isa_exec_size(&mov)) { /* written as the only channel, at its place */
        unsigned on = n * bytes * (fast_align16(&mov) ? 1 : isa_hstride(mov.dst.hs));
        mov.dst.sub = (uint8_t)(mov.dst.sub + (mov.dst.indirect ? 0 : on));
        mov.dst.addr_imm = (int16_t)(mov.dst.addr_imm + (mov.dst.indirect ? (int)on : 0));
        n = 0;
    }
    mov.dst.type = bytes == 4 ? EU_TYPE_UD : bytes == 2 ? EU_TYPE_UW : EU_TYPE_UB;
    mov.src[0] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = bits};
    unsigned effects = run_mov(s, &mov, n);
    s->done.cr_written |= (effects & FAST_WROTE_CR) != 0;
    if (effects & FAST_WROTE_IP && !in_spf(s))
        fast_place(s->t, s->act, s->t->ip);
}

/* Targets of brd and brc from a register: JIP in 15:0, UIP in 31:16, in units of 8 bytes; on Gen8,
 * two dwords in bytes (assumed). */
static struct fast_targets branch_targets(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    int32_t j, u;
    if (isa_branch(s->eu->gen, insn, &j, &u))
        return fast_targets_of(s->eu->gen, insn, s->t->ip);
    uint32_t v = operand_element(s, 0, 0), ip = s->t->ip;
    struct isa_step step = s->eu->isa->branch_register;
    if (s->eu->isa->wide_offsets)
        return (struct fast_targets){ip + v, ip + operand_element(s, 0, 1)};
    return (struct fast_targets){ip + (uint32_t)isa_step_bytes(step, v),
                                 ip + (uint32_t)isa_step_bytes(step, v >> 16)};
}

static void do_jmpi(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    uint32_t to = fast_targets_of(s->eu->gen, insn, s->t->ip).j;
    if (insn->src[1].file != EU_FILE_IMM) {
        uint32_t v = operand_element(s, 1, 0);
        to = s->next + (uint32_t)isa_step_bytes(s->eu->isa->jmpi_register, v);
    }
    if (!(writing_channels(s, fast_pred(s->eu, s->t, s->cold)) & 1))
        to = s->next;
    if (!in_spf(s))
        fast_place(s->t, s->act, to & ~7u);
    jump_to(s, to);
}

/* --- calls --- */

/* 6.15: the record is the return IP and the channels that made the call. */
static void do_call_to(struct fast_step *s, uint32_t to)
{
    const struct eu_insn *insn = &s->cold->insn;
    uint32_t mask;
    if (in_spf(s)) {
        if (!p_any(s)) {
            jump_to(s, s->next);
            return;
        }
        mask = fast_emask(s->t);
    } else {
        mask = channels_taken(s);
        if (insn->nomask)
            mask = fast_emask(s->t) & fast_pred_absolute(s->eu, s->t, insn);
        fast_place(s->t, s->act & ~mask, s->next);
        fast_place(s->t, mask, to & ~7u);
        if (!mask) {
            jump_to(s, s->next);
            return;
        }
    }
    store_element(s, 0, s->next);
    store_element(s, 1, mask);
    s->done.stack = eu_calls_open(s->eu, s->t, s->next, mask);
    jump_to(s, to);
}

static void do_call(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    uint32_t to = fast_targets_of(s->eu->gen, insn, s->t->ip).j;
    int32_t j = 0, u = 0;
    if (insn->op->id == EU_OP_CALLA) {
        bool absolute = isa_branch(s->eu->gen, insn, &j, &u) & ISA_ABSOLUTE;
        to = absolute ? (uint32_t)j : operand_element(s, 1, 0);
    } else if (insn->src[1].file != EU_FILE_IMM) { /* Haswell: in bytes */
        to = s->t->ip + operand_element(s, 1, 0);
    }
    do_call_to(s, to);
}

static void go_back(struct fast_step *s, uint32_t to)
{
    s->done.stack = eu_calls_close(s->eu, s->t, to);
    jump_to(s, to);
}

/* E23: IP goes back when all channels in the record's mask have returned. */
static void do_ret(struct fast_step *s)
{
    uint32_t to = operand_element(s, 0, 0) & ~7u,
             mask = operand_element(s, 0, 1) & fast_emask(s->t);
    bool back;
    if (in_spf(s)) {
        back = p_any(s);
    } else {
        uint32_t t = split_channels(s, to, s->next);
        back = t && fast_at(s->t->pcip, to, mask) == mask;
    }
    if (back)
        go_back(s, to);
    else
        jump_to(s, s->next);
}

void fast_flow(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    struct fast_targets to = fast_targets_of(s->eu->gen, insn, s->t->ip);
    switch (insn->op->id) {
    case EU_OP_IF:
        do_if(s, to);
        return;
    case EU_OP_ELSE:
        do_else(s, to);
        return;
    case EU_OP_ENDIF:
        do_endif(s, to);
        return;
    case EU_OP_WHILE:
        do_while(s, to);
        return;
    case EU_OP_BREAK: /* E21 */
        do_leave(s, fast_behind_while(s->eu, to.u), to.j);
        return;
    case EU_OP_CONT:
    case EU_OP_HALT:
        do_leave(s, to.u, to.j);
        return;
    case EU_OP_GOTO:
        do_goto(s, to);
        return;
    case EU_OP_JOIN:
        do_join(s, to);
        return;
    case EU_OP_BRD:
        do_brd(s, branch_targets(s));
        return;
    case EU_OP_BRC:
        to = branch_targets(s);
        do_leave(s, to.u, to.j);
        return;
    case EU_OP_JMPI:
        do_jmpi(s);
        return;
    case EU_OP_RET:
        do_ret(s);
        return;
    default: /* call, calla */
        do_call(s);
        return;
    }
}
