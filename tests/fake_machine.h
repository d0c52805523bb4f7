/* A second machine behind the descriptor. It is no EU, so that code that works on both machines
 * uses nothing of the EU.
 * It has threads of 8 channels with four 32-byte registers, and 64 KiB of memory. Instructions have
 * 16 bytes; byte 0 is the opcode:
 * 0: inc, r1[channel]++
 * 1: jmp to the u32 at byte 4
 * 2: end
 * 3: jmp, but of the odd channels only
 * 0xcc: the same as 0 */
#ifndef EULAB_TESTS_FAKE_MACHINE_H
#define EULAB_TESTS_FAKE_MACHINE_H

#include <stdio.h>
#include <string.h>

#include "machine/persona.h"

enum {
    FAKE_THREADS = 2,
    FAKE_CHANNELS = 8,
    FAKE_MEM = 0x10000,
    FAKE_REGS = 4 + 2 + MACHINE_CORE_COUNT
};
struct fake_thread {
    uint32_t grf[4][8], pc[FAKE_CHANNELS];
    bool ended, fresh;
};
struct fake {
    struct machine m;
    struct fake_thread t[FAKE_THREADS];
    uint8_t mem[FAKE_MEM], start[FAKE_MEM];
    uint64_t breaks[16];
    size_t nbreaks;
    uint64_t insts;
    struct machine_reg regs[FAKE_REGS];
    char names[FAKE_REGS][16];
    uint8_t elf[256];
    bool no_elf;
};

static inline struct fake *fake_of(struct machine *m)
{
    return m->state;
}
static inline uint32_t fake_ip(const struct fake_thread *t)
{
    uint32_t ip = t->pc[0];
    for (unsigned c = 1; c < FAKE_CHANNELS; c++)
        ip = t->pc[c] < ip ? t->pc[c] : ip;
    return ip;
}
static inline uint32_t fake_on_ip(const struct fake_thread *t)
{
    uint32_t mask = 0;
    for (unsigned c = 0; c < FAKE_CHANNELS; c++)
        mask |= (uint32_t)(t->pc[c] == fake_ip(t)) << c;
    return mask;
}
static inline unsigned fake_nthreads(struct machine *m)
{
    (void)m;
    return FAKE_THREADS;
}
static inline void fake_thread_info(struct machine *m, unsigned thread, struct machine_thread *info)
{
    const struct fake_thread *t = &fake_of(m)->t[thread % FAKE_THREADS];
    *info = (struct machine_thread){.ended = t->ended,
                                    .ip = fake_ip(t),
                                    .dispatched = 0xff,
                                    .on_ip = fake_on_ip(t),
                                    .width = FAKE_CHANNELS};
    snprintf(info->name, sizeof info->name, "EU0.T%u", thread);
}
static inline uint64_t fake_channel_ip(struct machine *m, unsigned thread, unsigned channel)
{
    return fake_of(m)->t[thread % FAKE_THREADS].pc[channel % FAKE_CHANNELS];
}
static inline const struct machine_reg *fake_reg(struct machine *m, unsigned i)
{
    return i < FAKE_REGS ? &fake_of(m)->regs[i] : NULL;
}
static inline int fake_reg_read(struct machine *m, unsigned thread, unsigned channel,
                                const struct machine_reg *r, void *buf)
{
    struct fake_thread *t = &fake_of(m)->t[thread % FAKE_THREADS];
    uint32_t ip = fake_ip(t);
    if (r->regnum < 4)
        memcpy(buf, t->grf[r->regnum], 32);
    else if (r->regnum == 4)
        memcpy(buf, &ip, 4);
    else if (r->regnum == 5)
        memcpy(buf, &channel, 4);
    else
        return -1;
    return 0;
}
static inline void fake_regs_read(struct machine *m, unsigned thread, unsigned channel, void *buf)
{
    uint8_t *at = buf;
    for (unsigned i = 0; i < FAKE_REGS; at += fake_of(m)->regs[i++].bytes)
        fake_reg_read(m, thread, channel, &fake_of(m)->regs[i], at);
}
static inline int fake_reg_write(struct machine *m, unsigned thread, unsigned channel,
                                 const struct machine_reg *r, const void *buf)
{
    struct fake_thread *t = &fake_of(m)->t[thread % FAKE_THREADS];
    if (r->regnum < 4)
        memcpy(t->grf[r->regnum], buf, 32);
    else if (r->role == MACHINE_ROLE_PC)
        memcpy(&t->pc[channel % FAKE_CHANNELS], buf, 4);
    else
        return -1;
    return 0;
}
static inline int fake_mem_read(struct machine *m, uint64_t addr, void *buf, size_t len)
{
    if (addr > FAKE_MEM || len > FAKE_MEM - addr)
        return -1;
    memcpy(buf, fake_of(m)->mem + addr, len);
    return 0;
}
static inline int fake_mem_write(struct machine *m, uint64_t addr, const void *buf, size_t len)
{
    if (addr > FAKE_MEM || len > FAKE_MEM - addr)
        return -1;
    memcpy(fake_of(m)->mem + addr, buf, len);
    return 0;
}
static inline int fake_disassemble(struct machine *m, uint64_t addr, char *buf, size_t n)
{
    static const char *const names[] = {"inc (8) r1.0<1>:ud {Quoted \"*#$\\\"}", "jmp", "end",
                                        "odd"};
    if (addr > FAKE_MEM - 16)
        return -1;
    snprintf(buf, n, "%s", names[fake_of(m)->mem[addr] & 3]);
    return 16;
}
static inline const char *fake_xml_types(struct machine *m, const char *feature)
{
    (void)m;
    return strcmp(feature, "core") != 0 ? "  <vector id=\"v8u\" type=\"uint32\" count=\"8\"/>\n"
                                        : "";
}
static inline int fake_set_breakpoints(struct machine *m, const uint64_t *addrs, size_t n)
{
    struct fake *f = fake_of(m);
    if (n > sizeof f->breaks / sizeof *f->breaks)
        return -MACHINE_ERR_NOMEM;
    for (f->nbreaks = 0; f->nbreaks < n; f->nbreaks++)
        f->breaks[f->nbreaks] = addrs[f->nbreaks];
    return 0;
}
static inline bool fake_ends(struct machine *m, uint64_t addr)
{
    return addr <= FAKE_MEM - 16 && (fake_of(m)->mem[addr] & 3) == 2;
}
static inline int fake_insn_start(struct machine *m, uint64_t addr, uint64_t *start)
{
    (void)m;
    *start = addr & ~UINT64_C(15);
    return addr < FAKE_MEM ? 0 : -1;
}
static inline bool fake_break_at(const struct fake *f, uint32_t ip)
{
    for (size_t i = 0; i < f->nbreaks; i++)
        if (f->breaks[i] == ip)
            return true;
    return false;
}
/* Returns the channels that executed. */
static inline uint32_t fake_step(struct fake *f, struct fake_thread *t)
{
    uint32_t ip = fake_ip(t), on = fake_on_ip(t), target;
    if (ip > FAKE_MEM - 16) {
        t->ended = true;
        return on;
    }
    uint8_t op = f->mem[ip] & 3;
    memcpy(&target, f->mem + ip + 4, 4);
    f->insts++;
    for (unsigned c = 0; c < FAKE_CHANNELS; c++) {
        if (!(on >> c & 1))
            continue;
        t->grf[1][c] += op == 0;
        t->pc[c] = op == 1 || (op == 3 && c & 1) ? target & ~7u : op == 2 ? ip : ip + 16;
    }
    t->ended = op == 2;
    return on;
}
static inline bool fake_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                            struct machine_event *ev)
{
    struct fake *f = fake_of(m);
    for (unsigned i = 0; plan->fresh && i < FAKE_THREADS; i++)
        f->t[i].fresh = plan->resumed_thread < 0 || plan->resumed_thread == (int)i;
    for (;;) {
        bool any = false;
        for (unsigned i = 0; i < FAKE_THREADS; i++) {
            struct fake_thread *t = &f->t[i];
            if (t->ended || (plan->only_thread >= 0 && plan->only_thread != (int)i))
                continue;
            any = true;
            if (!t->fresh && fake_break_at(f, fake_ip(t)) &&
                (!plan->judge || plan->judge(plan->judge_ctx, i, fake_ip(t)))) {
                *ev = (struct machine_event){
                    .stop = MACHINE_STOP_BREAKPOINT, .thread = i, .ip = fake_ip(t)};
                return true;
            }
            if (!budget--)
                return false;
            t->fresh = false;
            uint32_t ran = fake_step(f, t);
            bool stepped = plan->step_thread == (int)i &&
                           (plan->step_any || ran >> (plan->step_lane & 31) & 1);
            uint32_t at = t->pc[plan->step_lane % FAKE_CHANNELS];
            if (stepped && !t->ended && !(at >= plan->range_lo && at < plan->range_hi)) {
                *ev = (struct machine_event){.stop = MACHINE_STOP_STEP, .thread = i, .ip = at};
                return true;
            }
        }
        if (!any) {
            *ev = (struct machine_event){.stop = MACHINE_STOP_DONE};
            return true;
        }
    }
}
static inline int fake_reset(struct machine *m)
{
    struct fake *f = fake_of(m);
    memset(f->t, 0, sizeof f->t);
    memcpy(f->mem, f->start, FAKE_MEM);
    return 0;
}
static inline const uint8_t *fake_elf(struct machine *m, size_t *size)
{
    *size = sizeof fake_of(m)->elf;
    return fake_of(m)->no_elf ? NULL : fake_of(m)->elf;
}
static inline uint64_t fake_insts(struct machine *m)
{
    return fake_of(m)->insts;
}

static inline void fake_regs(struct fake *f)
{
    for (int i = 0; i < 4; i++) {
        snprintf(f->names[i], sizeof f->names[i], "r%d", i);
        f->regs[i] = (struct machine_reg){.name = f->names[i],
                                          .bytes = 32,
                                          .regnum = i,
                                          .feature = "grf",
                                          .gdb_type = "v8u",
                                          .group = "grf",
                                          .meaning = "general",
                                          .available = true};
    }
    f->regs[4] = (struct machine_reg){.name = "ip",
                                      .bytes = 4,
                                      .regnum = 4,
                                      .feature = "arf",
                                      .gdb_type = "uint32",
                                      .group = "arf",
                                      .meaning = "ip",
                                      .role = MACHINE_ROLE_THREAD_PC,
                                      .readonly = true,
                                      .available = true};
    f->regs[5] = f->regs[4];
    f->regs[5].name = f->regs[5].meaning = "chan";
    f->regs[5].regnum = 5;
    f->regs[5].role = MACHINE_ROLE_LANE;
    f->regs[5].per_lane = true;
    for (int i = 0; i < MACHINE_CORE_COUNT; i++)
        f->regs[6 + i] = machine_core_reg((enum machine_core)i, 6 + i, 1 << MACHINE_ROLE_PC);
}
/* Loads the program: three inc, odd channels jump over two inc, inc, end. Address 0x40 holds 0xcc
 * (an inc). */
static inline void fake_init(struct fake *f)
{
    static const struct machine_traits traits = {.name = "fake",
                                                 .insn_align = 8,
                                                 .lanes = FAKE_CHANNELS,
                                                 .features = "org.gnu.gdb.intelgt.",
                                                 .lane_word = "channel",
                                                 .lane_mark = "ch",
                                                 .masked = "masked",
                                                 .in_routine = "in SIP",
                                                 .os_word = "eus",
                                                 .os_title = "EU threads",
                                                 .os_meaning = "Listing of all EU threads"};
    static const struct machine_ops ops = {.nthreads = fake_nthreads,
                                           .thread = fake_thread_info,
                                           .lane_ip = fake_channel_ip,
                                           .reg = fake_reg,
                                           .reg_read = fake_reg_read,
                                           .regs_read = fake_regs_read,
                                           .reg_write = fake_reg_write,
                                           .mem_read = fake_mem_read,
                                           .mem_write = fake_mem_write,
                                           .disassemble = fake_disassemble,
                                           .xml_types = fake_xml_types,
                                           .set_breakpoints = fake_set_breakpoints,
                                           .run = fake_run,
                                           .reset = fake_reset,
                                           .ends = fake_ends,
                                           .insn_start = fake_insn_start,
                                           .elf = fake_elf,
                                           .insts = fake_insts};
    memset(f, 0, sizeof *f);
    f->m = (struct machine){&ops, &traits, f};
    f->start[0x30] = 3;
    f->start[0x34] = 0x60;
    f->start[0x40] = 0xcc;
    f->start[0x70] = 2;
    memcpy(f->elf, "\177ELF", 4);
    fake_regs(f);
    fake_reset(&f->m);
}

#endif
