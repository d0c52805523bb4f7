/* Flow control as a full step: any form, SPF too, on PcIPs that are all exact. IVB vol. 4 part 3,
 * 3.3.3.6 and chapter 6; choices E18 to E25. */
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

static bool spf(const struct fast_step *s)
{
    return s->done.old_cr[0] & EU_CR0_SPF;
}

static void jump(struct fast_step *s, uint32_t ip)
{
    s->t->ip = ip & ~7u;
    s->jumped = true;
}

static bool someone_at(const struct fast_step *s, uint32_t ip)
{
    return fast_at(s->t->pcip, ip, fast_emask(s->t));
}

/* By the thread's channels, those above ExecSize too (E18). */
static uint32_t taken(const struct fast_step *s)
{
    return s->act & fast_pred_absolute(s->eu, s->t, &s->cold->insn);
}

static uint32_t enabled(const struct fast_step *s, uint32_t pred)
{
    return fast_wren(s->cold, s->act, pred);
}

static bool p_any(const struct fast_step *s)
{
    return enabled(s, fast_pred(s->eu, s->t, s->cold)) != 0;
}

static bool p_all(const struct fast_step *s)
{
    return enabled(s, fast_pred(s->eu, s->t, s->cold)) == enabled(s, UINT32_MAX);
}

/* Those on IP: with the predicate to @yes, the others to @no. Returns the first kind. */
static uint32_t split(struct fast_step *s, uint32_t yes, uint32_t no)
{
    uint32_t t = taken(s);
    fast_place(s->t, t, yes);
    fast_place(s->t, s->act & ~t, no);
    return t;
}

/* On with the next instruction if anybody is there, else @elsewhere. */
static void next_or(struct fast_step *s, uint32_t elsewhere)
{
    jump(s, someone_at(s, s->next) ? s->next : elsewhere);
}

/* --- blocks and loops --- */

static void do_if(struct fast_step *s, struct fast_targets to)
{
    if (spf(s)) { /* E22 */
        jump(s, p_any(s) ? s->next : s->eu->quirks[EU_QUIRK_SPF_IF] ? to.u : to.j);
        return;
    }
    split(s, s->next, to.j);
    next_or(s, to.j);
}

static void do_else(struct fast_step *s, struct fast_targets to)
{
    if (spf(s)) {
        jump(s, to.j);
        return;
    }
    fast_place(s->t, s->act, to.j);
    next_or(s, to.j);
}

static void do_endif(struct fast_step *s, struct fast_targets to)
{
    if (spf(s)) {
        jump(s, s->next);
        return;
    }
    fast_place(s->t, s->act, s->next);
    next_or(s, to.j);
}

static void do_while(struct fast_step *s, struct fast_targets to)
{
    bool back = spf(s) ? p_any(s) : split(s, to.j, s->next) != 0;
    jump(s, back ? to.j : s->next);
}

static void do_brd(struct fast_step *s, struct fast_targets to)
{
    if (spf(s)) {
        jump(s, p_any(s) ? to.j : s->next);
        return;
    }
    split(s, to.j, s->next);
    jump(s, someone_at(s, to.j) ? to.j : s->next);
}

/* break, cont, halt, brc: with the predicate to @out. */
static void do_leave(struct fast_step *s, uint32_t out, uint32_t j)
{
    if (spf(s)) {
        jump(s, p_all(s) ? out : s->next);
        return;
    }
    split(s, out, s->next);
    next_or(s, j);
}

/* --- goto and join of Gen8: inferred from compiled code --- */

/* Forward the channels without the predicate leave for UIP, backward (BranchCtrl) those with it.
 * SPF: all of them, or nobody (assumed). */
static void do_goto(struct fast_step *s, struct fast_targets to)
{
    bool back = s->cold->insn.branch_ctrl;
    if (spf(s)) {
        jump(s, p_any(s) == back ? to.u : s->next);
        return;
    }
    uint32_t t = taken(s), leave = back ? t : s->act & ~t, stay = s->act & ~leave;
    fast_place(s->t, leave, to.u);
    fast_place(s->t, stay, s->next);
    jump(s, back && leave ? to.u : stay ? s->next : to.j);
}

/* Channels that wait here are on IP by now. */
static void do_join(struct fast_step *s, struct fast_targets to)
{
    if (!spf(s))
        fast_place(s->t, s->act, s->next);
    jump(s, spf(s) || s->act ? s->next : to.j);
}

/* --- operands: arithmetic knows where they are --- */

static struct eu_insn as_mov(const struct fast_step *s)
{
    struct eu_insn mov = s->cold->insn;
    mov.op = eu_op_by_id(s->eu->gen, EU_OP_MOV);
    mov.opcode = mov.op->hw;
    mov.acc_wr = mov.sat = false;
    mov.pred = mov.cmod = 0;
    return mov;
}

/* Channel @n of @mov alone. */
static unsigned run_mov(struct fast_step *s, const struct eu_insn *mov, unsigned n)
{
    struct fast_alu alu;
    (void)fast_alu_decode(s->eu->isa, mov, &alu);
    return fast_alu_run(s->eu, s->t, &alu, 1u << n, UINT32_MAX);
}

/* Bits of element @n of source @i. */
static uint32_t operand(struct fast_step *s, unsigned i, unsigned n)
{
    struct fast_alu alu;
    fast_alu_source(s->eu->isa, &s->cold->insn, i, &alu);
    return fast_alu_element(s->eu, s->t, &alu, i, n);
}

/* Element @n of the destination, whatever channels are enabled; no accumulator is one here. */
static void store(struct fast_step *s, unsigned n, uint32_t bits)
{
    struct eu_insn mov = as_mov(s);
    unsigned bytes = eu_types[mov.dst.type].bytes;
    if (mov.dst.file == EU_FILE_IMM) /* no rule refuses it here; RegNum or the index tell */
        mov.dst.file = mov.dst.indirect ? EU_FILE_GRF : EU_FILE_ARF;
    bool acc = mov.dst.reg >> 4 == EU_ARF_ACC && (mov.dst.reg & 15) < 2;
    if (mov.dst.file == EU_FILE_ARF && !mov.dst.indirect && acc)
        return;
    if (n >= isa_exec_size(&mov)) { /* the only channel's, moved on */
        unsigned on = n * bytes * (fast_align16(&mov) ? 1 : isa_hstride(mov.dst.hs));
        mov.dst.sub = (uint8_t)(mov.dst.sub + (mov.dst.indirect ? 0 : on));
        mov.dst.addr_imm = (int16_t)(mov.dst.addr_imm + (mov.dst.indirect ? (int)on : 0));
        n = 0;
    }
    mov.dst.type = bytes == 4 ? EU_TYPE_UD : bytes == 2 ? EU_TYPE_UW : EU_TYPE_UB;
    mov.src[0] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = bits};
    unsigned effects = run_mov(s, &mov, n);
    s->done.cr_written |= (effects & FAST_WROTE_CR) != 0;
    if (effects & FAST_WROTE_IP && !spf(s))
        fast_place(s->t, s->act, s->t->ip);
}

/* brd and brc from a register: JIP 15:0, UIP 31:16, in units of 8 bytes; of Gen8 two dwords of
 * bytes (assumed). */
static struct fast_targets branch_targets(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    int32_t j, u;
    if (isa_branch(s->eu->gen, insn, &j, &u))
        return fast_targets_of(s->eu->gen, insn, s->t->ip);
    uint32_t v = operand(s, 0, 0), ip = s->t->ip;
    struct isa_step step = s->eu->isa->branch_register;
    if (s->eu->isa->wide_offsets)
        return (struct fast_targets){ip + v, ip + operand(s, 0, 1)};
    return (struct fast_targets){ip + (uint32_t)isa_step_bytes(step, v),
                                 ip + (uint32_t)isa_step_bytes(step, v >> 16)};
}

static void do_jmpi(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    uint32_t to = fast_targets_of(s->eu->gen, insn, s->t->ip).j;
    if (insn->src[1].file != EU_FILE_IMM) {
        uint32_t v = operand(s, 1, 0);
        to = s->next + (uint32_t)isa_step_bytes(s->eu->isa->jmpi_register, v);
    }
    if (!(enabled(s, fast_pred(s->eu, s->t, s->cold)) & 1))
        to = s->next;
    if (!spf(s))
        fast_place(s->t, s->act, to & ~7u);
    jump(s, to);
}

/* --- calls --- */

/* 6.15: the record is the return IP and the channels that jumped. */
static void call(struct fast_step *s, uint32_t to)
{
    const struct eu_insn *insn = &s->cold->insn;
    uint32_t mask;
    if (spf(s)) {
        if (!p_any(s)) {
            jump(s, s->next);
            return;
        }
        mask = fast_emask(s->t);
    } else {
        mask = taken(s);
        if (insn->nomask)
            mask = fast_emask(s->t) & fast_pred_absolute(s->eu, s->t, insn);
        fast_place(s->t, s->act & ~mask, s->next);
        fast_place(s->t, mask, to & ~7u);
        if (!mask) {
            jump(s, s->next);
            return;
        }
    }
    store(s, 0, s->next);
    store(s, 1, mask);
    s->done.stack = eu_calls_open(s->eu, s->t, s->next, mask);
    jump(s, to);
}

static void do_call(struct fast_step *s)
{
    const struct eu_insn *insn = &s->cold->insn;
    uint32_t to = fast_targets_of(s->eu->gen, insn, s->t->ip).j;
    int32_t j = 0, u = 0;
    if (insn->op->id == EU_OP_CALLA) {
        bool absolute = isa_branch(s->eu->gen, insn, &j, &u) & ISA_ABSOLUTE;
        to = absolute ? (uint32_t)j : operand(s, 1, 0);
    } else if (insn->src[1].file != EU_FILE_IMM) { /* Haswell, bytes */
        to = s->t->ip + operand(s, 1, 0);
    }
    call(s, to);
}

static void go_back(struct fast_step *s, uint32_t to)
{
    s->done.stack = eu_calls_close(s->eu, s->t, to);
    jump(s, to);
}

/* E23: IP goes back when every channel of the record's mask has returned. */
static void do_ret(struct fast_step *s)
{
    uint32_t to = operand(s, 0, 0) & ~7u, mask = operand(s, 0, 1) & fast_emask(s->t);
    bool back;
    if (spf(s)) {
        back = p_any(s);
    } else {
        uint32_t t = split(s, to, s->next);
        back = t && fast_at(s->t->pcip, to, mask) == mask;
    }
    if (back)
        go_back(s, to);
    else
        jump(s, s->next);
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
