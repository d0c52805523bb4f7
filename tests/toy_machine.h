/* A toy machine that uses machine/ alone: one thread of 64 lanes that share an address, addresses
 * of 64 bits, instructions of 4 bytes, and one exception. The bytes of an instruction are OP A B N;
 * it works on vA of the lanes in exec. OP is:
 * 0 set vA N;  1 lane vA;  2 add vA vB;  3 div vA vB
 * 4 less vA N: exec keeps the lanes below N
 * 5 all: exec becomes every lane
 * 6 loop sA -N: decrements sA and, unless it is 0, goes N instructions back
 * 7 end;  any other: nop */
#ifndef EULAB_TESTS_TOY_MACHINE_H
#define EULAB_TESTS_TOY_MACHINE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/persona.h"
#include "machine/stepper.h"
#define TOY_CODE UINT64_C(0x700000001000)
/* the machine has no stack, but gdb wants an address */
#define TOY_STACK UINT64_C(0x7fff000000000000)
enum { TOY_LANES = 64, TOY_V = 4, TOY_S = 2, TOY_MEM = 256 };
enum { TOY_EXEC = TOY_S, TOY_IP, TOY_WORDS }; /* they lie behind s0 and s1 */
enum { TOY_OWN = TOY_V + TOY_WORDS + 1, TOY_REGS = TOY_OWN + MACHINE_CORE_COUNT };
enum { TOY_ROLES = 1 << MACHINE_ROLE_PC | 1 << MACHINE_ROLE_SP | 1 << MACHINE_ROLE_FP };

struct toy_state {
    uint64_t v[TOY_V][TOY_LANES], word[TOY_WORDS], insts;
    uint8_t mem[TOY_MEM];
    bool ended, divided; /* divided: by zero; the instruction is not over */
};
struct toy {
    struct machine m;
    struct toy_state now, start;
    struct machine_reg regs[TOY_REGS];
    struct machine_stepper stepper;
};

static struct toy *toy_of(struct machine *m)
{
    return m->state;
}
static unsigned toy_nthreads(struct machine *m)
{
    (void)m;
    return 1;
}
static void toy_thread(struct machine *m, unsigned thread, struct machine_thread *info)
{
    const struct toy_state *t = &toy_of(m)->now;
    (void)thread;
    *info = (struct machine_thread){.ended = t->ended, .uniform = true, .ip = t->word[TOY_IP]};
    info->dispatched = UINT64_MAX;
    info->on_ip = t->word[TOY_EXEC];
    info->width = TOY_LANES;
    info->insts = t->insts;
    snprintf(info->name, sizeof info->name, "toy");
}
static uint64_t toy_lane_ip(struct machine *m, unsigned thread, unsigned lane)
{
    (void)thread, (void)lane;
    return toy_of(m)->now.word[TOY_IP];
}
/* --- registers --- */
static const struct machine_reg *toy_reg(struct machine *m, unsigned i)
{
    return i < TOY_REGS ? &toy_of(m)->regs[i] : NULL;
}
/* The address of a register; NULL: its value is computed. */
static uint64_t *toy_place(struct toy_state *t, const struct machine_reg *r, unsigned lane)
{
    int n = r->role == MACHINE_ROLE_PC ? TOY_V + TOY_IP : r->regnum;
    if (n < TOY_V)
        return &t->v[n][lane % TOY_LANES];
    return n < TOY_V + TOY_WORDS ? &t->word[n - TOY_V] : NULL;
}
static int toy_reg_read(struct machine *m, unsigned thread, unsigned lane,
                        const struct machine_reg *r, void *buf)
{
    const uint64_t *place = toy_place(&toy_of(m)->now, r, lane);
    uint64_t other = r->role == MACHINE_ROLE_LANE ? lane : TOY_STACK;
    (void)thread;
    if (r->available)
        memcpy(buf, place ? place : &other, r->bytes);
    return r->available ? 0 : -MACHINE_ERR_UNAVAILABLE;
}
static int toy_reg_write(struct machine *m, unsigned thread, unsigned lane,
                         const struct machine_reg *r, const void *buf)
{
    uint64_t *place = toy_place(&toy_of(m)->now, r, lane);
    (void)thread;
    if (place)
        memcpy(place, buf, r->bytes);
    return place ? 0 : -MACHINE_ERR_READONLY;
}
static void toy_regs_read(struct machine *m, unsigned thread, unsigned lane, void *buf)
{
    uint8_t *at = buf;
    for (unsigned i = 0; i < TOY_REGS; at += toy_of(m)->regs[i++].bytes)
        (void)toy_reg_read(m, thread, lane, &toy_of(m)->regs[i], at);
}

/* --- memory --- */
static uint8_t *toy_bytes(struct machine *m, uint64_t addr, size_t len)
{
    bool in = addr >= TOY_CODE && addr - TOY_CODE <= TOY_MEM && len <= TOY_MEM - (addr - TOY_CODE);
    return in ? toy_of(m)->now.mem + (addr - TOY_CODE) : NULL;
}
static int toy_mem_read(struct machine *m, uint64_t addr, void *buf, size_t len)
{
    const uint8_t *at = toy_bytes(m, addr, len);
    return at ? memcpy(buf, at, len), 0 : -MACHINE_ERR_UNAVAILABLE;
}
static int toy_mem_write(struct machine *m, uint64_t addr, const void *buf, size_t len)
{
    uint8_t *at = toy_bytes(m, addr, len);
    return at ? memcpy(at, buf, len), 0 : -MACHINE_ERR_UNAVAILABLE;
}
static int toy_disassemble(struct machine *m, uint64_t addr, char *buf, size_t n)
{
    static const char names[][5] = {"set", "lane", "add", "div", "less",
                                    "all", "loop", "end", "nop"};
    const uint8_t *at = toy_bytes(m, addr, 4);
    if (at)
        snprintf(buf, n, "%s %u, %u, %u", names[at[0] < 8 ? at[0] : 8], at[1], at[2], at[3]);
    return at ? 4 : -MACHINE_ERR_UNAVAILABLE;
}

/* --- running --- */
static void toy_lane(struct toy_state *t, const uint8_t *insn, unsigned lane)
{
    uint64_t *a = &t->v[insn[1] % TOY_V][lane], b = t->v[insn[2] % TOY_V][lane];
    const uint64_t results[] = {insn[3], lane, *a + b, b ? *a / b : 0};
    if (insn[0] < sizeof results / sizeof *results)
        *a = results[insn[0]];
    else if (insn[0] == 4 && *a >= insn[3])
        t->word[TOY_EXEC] &= ~(UINT64_C(1) << lane);
}
static void toy_execute(struct toy *toy)
{
    struct toy_state *t = &toy->now;
    uint8_t insn[4] = {7};
    (void)toy_mem_read(&toy->m, t->word[TOY_IP], insn, sizeof insn);
    t->divided = false;
    for (unsigned i = 0; i < TOY_LANES && insn[0] == 3; i++)
        t->divided |= t->word[TOY_EXEC] >> i & !t->v[insn[2] % TOY_V][i];
    if (t->divided)
        return;
    for (unsigned i = 0; i < TOY_LANES; i++)
        if (t->word[TOY_EXEC] >> i & 1)
            toy_lane(t, insn, i);
    t->word[TOY_EXEC] = insn[0] == 5 ? UINT64_MAX : t->word[TOY_EXEC];
    bool back = insn[0] == 6 && --t->word[insn[1] % TOY_S];
    t->ended = insn[0] == 7;
    t->word[TOY_IP] += back ? -4 * (uint64_t)insn[3] : 4;
    t->insts++;
}
static int toy_pick(struct machine *m)
{
    return toy_of(m)->now.ended ? -1 : 0;
}
static void toy_look(struct machine *m, unsigned thread, struct machine_boundary *b)
{
    const struct toy_state *t = &toy_of(m)->now;
    *b = (struct machine_boundary){
        .at = {thread, t->word[TOY_IP], t->insts}, .on = t->word[TOY_EXEC], .ended = t->ended};
}
static bool toy_step(struct machine *m, unsigned thread, struct machine_event *ev)
{
    (void)thread;
    toy_execute(toy_of(m));
    if (!toy_of(m)->now.divided)
        return false;
    /* gdb's SIGFPE */
    *ev = (struct machine_event){
        .stop = MACHINE_STOP_EXCEPTION, .signal = 8, .why = "division by zero"};
    return true;
}
static void toy_stuck(struct machine *m, struct machine_event *ev)
{
    (void)m;
    ev->stop = MACHINE_STOP_DONE;
}
static const struct machine_stepper_ops toy_steps = {toy_pick, toy_look, toy_step, toy_stuck};
static bool toy_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                    struct machine_event *ev)
{
    return machine_stepper_run(&toy_of(m)->stepper, plan, budget, ev);
}
static int toy_set_breakpoints(struct machine *m, const uint64_t *addrs, size_t n)
{
    return machine_points_set_breaks(&toy_of(m)->stepper.points, addrs, n);
}

/* --- time: a snapshot is the state --- */
static void toy_when(struct machine *m, struct machine_when *when)
{
    *when = (struct machine_when){toy_of(m)->now.insts, toy_of(m)->now.insts};
}
static struct machine_snapshot *toy_take(struct machine *m)
{
    struct toy_state *copy = malloc(sizeof *copy);
    return copy ? memcpy(copy, &toy_of(m)->now, sizeof *copy) : NULL;
}
static int toy_restore(struct machine *m, const struct machine_snapshot *snap)
{
    memcpy(&toy_of(m)->now, snap, sizeof toy_of(m)->now);
    machine_stepper_forget(&toy_of(m)->stepper);
    return 0;
}
static void toy_drop(struct machine *m, struct machine_snapshot *snap)
{
    (void)m;
    free(snap);
}
static size_t toy_bytes_of(struct machine *m, const struct machine_snapshot *snap,
                           const struct machine_snapshot *before)
{
    (void)m, (void)snap, (void)before;
    return sizeof(struct toy_state);
}
static int toy_reset(struct machine *m)
{
    return toy_restore(m, (const struct machine_snapshot *)&toy_of(m)->start);
}
static const struct machine_exception *toy_exception(struct machine *m, unsigned i)
{
    static const struct machine_exception zero = {"zero", "division by zero", "", 8, 0};
    (void)m;
    return i ? NULL : &zero;
}
static void toy_describe(struct toy *toy)
{
    static const char names[][5] = {"v0", "v1", "v2", "v3", "s0", "s1", "exec", "ip", "lane"};
    for (int i = 0; i < TOY_OWN; i++) {
        bool lane = i < TOY_V || i == TOY_OWN - 1;
        toy->regs[i] = (struct machine_reg){names[i], 8, i,    "own", "uint64", "", "", 0,
                                            0,        1, lane, 0,     0,        0,  0};
    }
    toy->regs[TOY_V + TOY_EXEC].role = MACHINE_ROLE_MASK;
    toy->regs[TOY_V + TOY_IP].role = MACHINE_ROLE_THREAD_PC;
    toy->regs[TOY_OWN - 1].role = MACHINE_ROLE_LANE;
    for (int i = 0; i < MACHINE_CORE_COUNT; i++)
        toy->regs[TOY_OWN + i] = machine_core_reg((enum machine_core)i, TOY_OWN + i, TOY_ROLES);
}
/* clang-format off */
static const struct machine_traits toy_traits = {
    .name = "toy", .insn_align = 4, .lanes = TOY_LANES, .features = "org.eulab.toy.",
    .lane_word = "lane", .lane_mark = "l", .executes = "exec", .unit = "toy", .masked = "masked", .in_routine = "in handler", .handler = "the handler",
    .enables = "nothing", .mark = "hdl", .os_word = "threads", .os_title = "Threads", .os_meaning = "Listing of all threads"};
static const struct machine_ops toy_ops = {
    .nthreads = toy_nthreads, .thread = toy_thread, .lane_ip = toy_lane_ip, .reg = toy_reg,
    .reg_read = toy_reg_read, .reg_write = toy_reg_write, .regs_read = toy_regs_read,
    .mem_read = toy_mem_read, .mem_write = toy_mem_write, .disassemble = toy_disassemble,
    .exception = toy_exception, .set_breakpoints = toy_set_breakpoints, .run = toy_run,
    .reset = toy_reset, .when = toy_when, .take = toy_take,
    .restore = toy_restore, .drop = toy_drop, .bytes = toy_bytes_of,
};
/* clang-format on */

/* Puts @code, of @n bytes, at TOY_CODE, where the thread stands. The caller ends it with
 * toy_fini(). */
static void toy_init(struct toy *toy, const void *code, size_t n)
{
    *toy = (struct toy){.m = {&toy_ops, &toy_traits, toy}};
    toy->start = (struct toy_state){.word = {3, 0, UINT64_MAX, TOY_CODE}};
    memcpy(toy->start.mem, code, n);
    toy_describe(toy);
    (void)machine_stepper_init(&toy->stepper, &toy->m, &toy_steps);
    (void)toy_reset(&toy->m);
}
static void toy_fini(struct toy *toy)
{
    machine_stepper_fini(&toy->stepper);
}

#endif
