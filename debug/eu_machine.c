#include "debug/eu_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/eu_xml.h"
#include "exception/exception.h"
#include "sim/snapshot.h"

/* Graphics memory ends here for the host; above lie the windows of design.md section 4. */
#define HOST_WINDOWS 0xe0000000u
/* While stepping, so that the end of the stepped thread is seen at once: where the other threads
 * then stand must not depend on the client's slices, which follow the host's clock. */
enum { STEP_SLICE = 1 };

/* x86 registers that gdb's i386 wants to see described; only eip is there. */
static const struct {
    const char *name, *type;
    unsigned bytes;
} x86[] = {
    {"eax", "int32", 4},     {"ecx", "int32", 4},     {"edx", "int32", 4},
    {"ebx", "int32", 4},     {"esp", "data_ptr", 4},  {"ebp", "data_ptr", 4},
    {"esi", "int32", 4},     {"edi", "int32", 4},     {"eip", "code_ptr", 4},
    {"eflags", "int32", 4},  {"cs", "int32", 4},      {"ss", "int32", 4},
    {"ds", "int32", 4},      {"es", "int32", 4},      {"fs", "int32", 4},
    {"gs", "int32", 4},      {"st0", "i387_ext", 10}, {"st1", "i387_ext", 10},
    {"st2", "i387_ext", 10}, {"st3", "i387_ext", 10}, {"st4", "i387_ext", 10},
    {"st5", "i387_ext", 10}, {"st6", "i387_ext", 10}, {"st7", "i387_ext", 10},
    {"fctrl", "int", 4},     {"fstat", "int", 4},     {"ftag", "int", 4},
    {"fiseg", "int", 4},     {"fioff", "int", 4},     {"foseg", "int", 4},
    {"fooff", "int", 4},     {"fop", "int", 4},
};
enum { X86_COUNT = sizeof x86 / sizeof *x86, X86_EIP = 8, REG_MAX = EU_REG_COUNT + X86_COUNT };

/* Where a thread was when it was last let past a breakpoint. */
struct pass {
    uint32_t ip;
    uint64_t insts;
    bool set;
};
struct eu_machine {
    struct machine machine;
    struct eu *eu;
    const struct eu_program *progs;
    size_t nprogs;
    struct eu_snapshot *start;
    struct machine_reg regs[REG_MAX];
    int ids[REG_MAX]; /* enum eu_reg_id, -1 - n: x86[n] */
    char grf_names[EU_GRF_COUNT][5];
    unsigned nregs;
    char *xml[EU_XML_COUNT];
    uint8_t *elf;
    size_t elf_size;
    const uint32_t *breaks; /* sorted */
    size_t nbreaks;
    struct pass *passes; /* one a thread */
    struct machine_run plan;
    struct {
        bool armed, on; /* on: the channel was on IP at issue */
        uint32_t ip, pcip;
        uint64_t insts;
    } step;
};

static struct eu_machine *self(struct machine *m)
{
    return m->state;
}

/* --- threads ---------------------------------------------------------------------------------- */
static bool is_over(const struct eu_thread *t)
{
    return t->status == EU_THREAD_ENDED || t->status == EU_THREAD_FREE;
}

static unsigned op_nthreads(struct machine *m)
{
    return self(m)->eu->nthreads;
}

static void op_thread(struct machine *m, unsigned thread, struct machine_thread *info)
{
    const struct eu_thread *t = &self(m)->eu->threads[thread];
    memset(info, 0, sizeof *info);
    info->ended = is_over(t);
    info->waiting = t->status == EU_THREAD_WAITING;
    info->in_routine = exc_in_routine(t);
    info->spf = t->cr[0] & EU_CR0_SPF;
    info->ip = t->ip;
    info->dispatched = t->dispatched;
    info->on_ip = eu_on_ip(t);
    while (info->width < EU_CHANNELS && t->dispatched >> info->width)
        info->width++;
    snprintf(info->name, sizeof info->name, "EU%u.T%u", thread / 8, thread % 8);
}

static uint32_t channel_ip(const struct eu_thread *t, unsigned channel)
{
    return t->cr[0] & EU_CR0_SPF ? t->ip : t->pcip[channel % EU_CHANNELS];
}

static uint32_t op_channel_ip(struct machine *m, unsigned thread, unsigned channel)
{
    return channel_ip(&self(m)->eu->threads[thread], channel);
}

static uint64_t op_insts(struct machine *m)
{
    return self(m)->eu->insts;
}

/* --- registers -------------------------------------------------------------------------------- */
static void add_reg(struct eu_machine *em, int id, struct machine_reg reg)
{
    em->regs[em->nregs] = reg;
    em->ids[em->nregs++] = id;
}

static void add_regs(struct eu_machine *em)
{
    int next = 0;
    for (int id = 0; id < EU_REG_COUNT; id++) {
        const struct eu_reg *row = eu_reg_info((unsigned)id);
        bool grf = id < EU_GRF_COUNT;
        if (!row || row->regnum < 0)
            continue;
        next = row->regnum + 1;
        if (grf)
            snprintf(em->grf_names[id], sizeof em->grf_names[id], "r%u",
                     (unsigned)id % EU_GRF_COUNT);
        add_reg(em, id,
                (struct machine_reg){.name = grf ? em->grf_names[id] : row->name,
                                     .bytes = row->bytes,
                                     .regnum = row->regnum,
                                     .feature = grf ? "grf" : "arf",
                                     .gdb_type = row->gdb_type,
                                     .group = grf ? "grf" : "arf",
                                     .meaning = row->meaning,
                                     .readonly = row->flags & REG_RO,
                                     .available = true});
    }
    for (int i = 0; i < X86_COUNT; i++)
        add_reg(em, -1 - i,
                (struct machine_reg){.name = x86[i].name,
                                     .bytes = x86[i].bytes,
                                     .regnum = next + i,
                                     .feature = "core",
                                     .gdb_type = x86[i].type,
                                     .group = "x86",
                                     .meaning = i == X86_EIP ? "address of the channel" : "",
                                     .readonly = i != X86_EIP,
                                     .available = i == X86_EIP});
}

static const struct machine_reg *op_reg(struct machine *m, unsigned i)
{
    return i < self(m)->nregs ? &self(m)->regs[i] : NULL;
}

static int op_reg_read(struct machine *m, unsigned thread, unsigned channel,
                       const struct machine_reg *r, void *buf)
{
    const struct eu_machine *em = self(m);
    const struct eu_thread *t = &em->eu->threads[thread];
    int id = em->ids[r - em->regs];
    uint32_t word = id == EU_REG_CHAN ? channel : channel_ip(t, channel);
    if (id >= 0 && id != EU_REG_CHAN)
        return eu_reg_read(em->eu, t, (unsigned)id, buf);
    if (id < 0 && id != -1 - X86_EIP)
        return -EU_ERR_UNAVAILABLE;
    memcpy(buf, &word, sizeof word);
    return 0;
}

/* move_channel - eip of one channel. When nobody is left on IP, IP goes along: a thread that has
 * one channel, or whose others wait elsewhere, must not run on without it. Status: assumed. */
static void move_channel(struct eu *eu, struct eu_thread *t, unsigned channel, uint32_t pc)
{
    if (t->cr[0] & EU_CR0_SPF) {
        eu_reg_write(eu, t, EU_REG_IP, &pc);
        return;
    }
    t->pcip[channel % EU_CHANNELS] = pc;
    if (!eu_on_ip(t))
        t->ip = pc;
}

static bool aligned(const void *buf, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i += 4)
        if (((const uint8_t *)buf)[i] & 7)
            return false;
    return true;
}

static int op_reg_write(struct machine *m, unsigned thread, unsigned channel,
                        const struct machine_reg *r, const void *buf)
{
    struct eu_machine *em = self(m);
    struct eu_thread *t = &em->eu->threads[thread];
    int id = em->ids[r - em->regs], rc = 0;
    if (!r->available)
        return -EU_ERR_UNAVAILABLE;
    if (r->readonly)
        return -EU_ERR_READONLY;
    if ((id < 0 || id == EU_REG_IP || id == EU_REG_PCIP) && !aligned(buf, r->bytes))
        return -EU_ERR_RANGE;
    if (id < 0) {
        uint32_t pc;
        memcpy(&pc, buf, sizeof pc);
        move_channel(em->eu, t, channel, pc);
    } else {
        rc = eu_reg_write(em->eu, t, (unsigned)id, buf);
    }
    exc_update_attention(em->eu, t);
    return rc;
}

/* --- memory, text, files ---------------------------------------------------------------------- */
static bool visible(const struct eu *eu, uint32_t addr, size_t len)
{
    return addr < HOST_WINDOWS && len <= HOST_WINDOWS - addr &&
           eu_memory_mapped(eu->mem, addr, len);
}

static int op_mem_read(struct machine *m, uint32_t addr, void *buf, size_t len)
{
    const struct eu *eu = self(m)->eu;
    if (!visible(eu, addr, len))
        return -EU_ERR_UNAVAILABLE;
    return eu_memory_read(eu->mem, addr, buf, len) ? 0 : -EU_ERR_UNAVAILABLE;
}

static int op_mem_write(struct machine *m, uint32_t addr, const void *buf, size_t len)
{
    struct eu *eu = self(m)->eu;
    if (!visible(eu, addr, len))
        return -EU_ERR_UNAVAILABLE;
    return eu_memory_write(eu->mem, addr, buf, len) ? 0 : -EU_ERR_NOMEM;
}

static const char *label_name(void *ctx, uint32_t addr, char *buf)
{
    const struct eu_machine *em = ctx;
    for (size_t i = 0; i < em->nprogs; i++) {
        const struct eu_program *p = &em->progs[i];
        if (addr < p->base || addr - p->base > p->size)
            continue;
        const struct eu_label *label = eu_program_label_at(p, addr - p->base);
        if (label && label->addr == addr - p->base) {
            snprintf(buf, 64, "%s", label->name);
            return buf;
        }
    }
    return NULL;
}

static int op_disassemble(struct machine *m, uint32_t addr, char *buf, size_t n)
{
    struct eu_machine *em = self(m);
    struct eu_dis_opts opts = {.gen = em->eu->gen, .words = true, .label = label_name, .ctx = em};
    char text[EU_DIS_MAX];
    uint8_t bytes[16];
    struct eu_insn insn;
    size_t have = visible(em->eu, addr, 16) ? 16 : visible(em->eu, addr, 8) ? 8 : 0;
    if (!have)
        return -EU_ERR_UNAVAILABLE;
    eu_memory_read(em->eu->mem, addr, bytes, have);
    int size = isa_decode(em->eu->gen, bytes, have, &insn);
    if (size < 0)
        return size;
    eu_dis(&opts, &insn, addr, text);
    snprintf(buf, n, "%s", text);
    return size;
}

static const char *op_xml_types(struct machine *m, const char *feature)
{
    struct eu_machine *em = self(m);
    if (!strcmp(feature, "grf"))
        return em->xml[EU_XML_GRF];
    return !strcmp(feature, "arf") ? em->xml[EU_XML_ARF] : "";
}

static const uint8_t *op_elf(struct machine *m, size_t *size)
{
    struct eu_machine *em = self(m);
    *size = 0;
    if (!em->elf && eu_elf_image(em->progs, em->nprogs, &em->elf, &em->elf_size))
        return NULL;
    *size = em->elf_size;
    return em->elf;
}

/* --- breakpoints and steps -------------------------------------------------------------------- */
static void op_set_breakpoints(struct machine *m, const uint32_t *addrs, size_t n)
{
    self(m)->breaks = addrs;
    self(m)->nbreaks = n;
}

static int compare_addrs(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void let_pass(struct eu_machine *em, const struct eu_thread *t)
{
    em->passes[t->id] = (struct pass){.ip = t->ip, .insts = t->insts, .set = true};
}

static bool at_breakpoint(const struct eu_machine *em, const struct eu_thread *t)
{
    const struct pass *p = &em->passes[t->id];
    if (p->set && p->ip == t->ip && p->insts == t->insts)
        return false;
    return em->nbreaks &&
           bsearch(&t->ip, em->breaks, em->nbreaks, sizeof *em->breaks, compare_addrs);
}

static void arm_step(struct eu_machine *em, const struct eu_thread *t)
{
    unsigned channel = em->plan.step_channel % EU_CHANNELS;
    em->step.armed = true;
    em->step.on = em->plan.step_any || eu_on_ip(t) >> channel & 1;
    em->step.ip = t->ip;
    em->step.pcip = t->pcip[channel];
    em->step.insts = t->insts;
}

/* Since it was armed the thread has executed an instruction or has been sent elsewhere, into the
 * routine for one; and the channel took part, or was moved. */
static bool step_done(struct eu_machine *em, const struct eu_thread *t)
{
    const struct machine_run *plan = &em->plan;
    unsigned channel = plan->step_channel % EU_CHANNELS;
    if (em->step.armed && t->ip == em->step.ip && t->insts == em->step.insts)
        return false;
    bool took_part = em->step.armed && (em->step.on || t->pcip[channel] != em->step.pcip);
    uint32_t pc = plan->step_any ? t->ip : channel_ip(t, channel);
    if (took_part && !(plan->range_lo <= pc && pc < plan->range_hi))
        return true;
    arm_step(em, t);
    return false;
}

static enum eu_verdict host_hook(void *ctx, struct eu *eu, struct eu_thread *t,
                                 const struct eu_insn *insn, struct eu_event *ev)
{
    struct eu_machine *em = ctx;
    (void)eu;
    (void)insn;
    bool stepped = em->plan.step_thread == (int)t->id && step_done(em, t);
    bool stop = at_breakpoint(em, t);
    if (!stop && !stepped)
        return EU_GO;
    if (stop)
        let_pass(em, t);
    memset(ev, 0, sizeof *ev);
    ev->stop = stop ? EU_STOP_BREAKPOINT : EU_STOP_STEP;
    ev->thread = t->id;
    ev->ip = t->ip;
    return EU_STOP;
}

static void prepare(struct eu_machine *em, const struct machine_run *plan)
{
    struct eu *eu = em->eu;
    em->plan = *plan;
    eu->hooks.host = host_hook;
    eu->hooks.host_ctx = em;
    if (plan->fresh) {
        em->step.armed = false;
        if (plan->pass && plan->resumed_thread >= 0)
            let_pass(em, &eu->threads[plan->resumed_thread]);
    }
    for (uint32_t i = 0; i < eu->nthreads; i++) {
        bool ask = em->nbreaks || plan->step_thread == (int)i;
        eu->threads[i].attention &= ~(uint32_t)EU_ATT_HOST;
        if (ask)
            eu->threads[i].attention |= EU_ATT_HOST;
    }
}

/* --- events ----------------------------------------------------------------------------------- */
/* Of whom a stop without a thread of its own speaks: a waiting thread for a deadlock, else who ran.
 */
static unsigned speaker(const struct eu_machine *em, enum eu_stop stop)
{
    const struct eu *eu = em->eu;
    if (em->plan.only_thread >= 0)
        return (unsigned)em->plan.only_thread;
    if (stop == EU_STOP_DEADLOCK)
        for (uint32_t i = 0; i < eu->nthreads; i++)
            if (eu->threads[i].status == EU_THREAD_WAITING)
                return i;
    return em->plan.resumed_thread >= 0 ? (unsigned)em->plan.resumed_thread : 0;
}

static bool has_thread(enum eu_stop stop)
{
    return stop != EU_STOP_DONE && stop != EU_STOP_BUDGET && stop != EU_STOP_REQUEST &&
           stop != EU_STOP_DEADLOCK;
}

/* What, where and why; an event of the engine has only the why for a text. */
static void say_where(struct eu_machine *em, const struct eu_event *from, struct machine_event *ev)
{
    char text[EU_DIS_MAX] = "";
    bool shown = op_disassemble(&em->machine, ev->ip, text, sizeof text) > 0;
    snprintf(ev->text, sizeof ev->text, "%s at 0x%08x (thread %u)%s%.70s%s%.70s",
             eu_stop_text(from->stop), (unsigned)ev->ip, ev->thread, shown ? ": " : "", text,
             from->text[0] ? ": " : "", from->text);
}

static void tell(struct eu_machine *em, const struct eu_event *from, struct machine_event *ev)
{
    memset(ev, 0, sizeof *ev);
    ev->reason = eu_stop_name(from->stop);
    ev->signal = eu_stop_signal(from->stop);
    if (from->stop == EU_STOP_EXCEPTION && from->kind < EXC_COUNT)
        ev->signal = exc_table[from->kind].gdb_signal;
    ev->ended = from->stop == EU_STOP_DONE;
    ev->thread = has_thread(from->stop) ? from->thread : speaker(em, from->stop);
    ev->ip = has_thread(from->stop) ? from->ip : em->eu->threads[ev->thread].ip;
    ev->addr = from->addr;
    if (from->stop == EU_STOP_EXCEPTION || !has_thread(from->stop))
        snprintf(ev->text, sizeof ev->text, "%s",
                 from->text[0] ? from->text : eu_stop_text(from->stop));
    else
        say_where(em, from, ev);
}

static bool all_over(const struct eu *eu)
{
    for (uint32_t i = 0; i < eu->nthreads; i++)
        if (!is_over(&eu->threads[i]))
            return false;
    return true;
}

/* The thread that was stepped, or alone was to run, is over and others are not: they are shown
 * next. */
static void tell_thread_end(struct eu_machine *em, unsigned thread, struct machine_event *ev)
{
    struct eu *eu = em->eu;
    unsigned next = thread;
    do
        next = (next + 1) % eu->nthreads;
    while (is_over(&eu->threads[next]));
    memset(ev, 0, sizeof *ev);
    ev->reason = "thread-end"; /* no stop of the engine's: it is said to the client */
    ev->signal = eu_stop_signal(EU_STOP_STEP);
    ev->thread = next;
    ev->ip = eu->threads[next].ip;
    snprintf(ev->text, sizeof ev->text, "thread %u ended at 0x%08x", thread,
             (unsigned)eu->threads[thread].ip);
}

static bool op_run(struct machine *m, const struct machine_run *plan, uint64_t budget,
                   struct machine_event *ev)
{
    struct eu_machine *em = self(m);
    struct eu *eu = em->eu;
    int watched = plan->only_thread >= 0 ? plan->only_thread : plan->step_thread;
    prepare(em, plan);
    while (budget) {
        struct eu_event from = {.stop = EU_STOP_NONE};
        uint64_t slice = watched >= 0 && budget > STEP_SLICE ? STEP_SLICE : budget;
        enum eu_stop stop = plan->only_thread >= 0
                                ? eu_run_thread(eu, (uint32_t)plan->only_thread, slice, &from)
                                : eu_run(eu, slice, &from);
        from.stop = stop;
        if ((stop == EU_STOP_BUDGET || stop == EU_STOP_DONE) && all_over(eu))
            from.stop = EU_STOP_DONE;
        else if ((stop == EU_STOP_BUDGET || stop == EU_STOP_DONE) && watched >= 0 &&
                 is_over(&eu->threads[watched])) {
            tell_thread_end(em, (unsigned)watched, ev);
            return true;
        }
        if (from.stop != EU_STOP_BUDGET) {
            tell(em, &from, ev);
            return true;
        }
        budget -= slice;
    }
    return false;
}

static int op_reset(struct machine *m)
{
    struct eu_machine *em = self(m);
    int rc = eu_snapshot_restore(em->eu, em->start);
    if (rc)
        return rc;
    memset(em->passes, 0, em->eu->nthreads * sizeof *em->passes);
    for (uint32_t i = 0; i < em->eu->nthreads; i++)
        exc_update_attention(em->eu, &em->eu->threads[i]);
    return 0;
}

static const struct machine_ops ops = {
    .name = "Gen7 EU",
    .nthreads = op_nthreads,
    .thread = op_thread,
    .channel_ip = op_channel_ip,
    .reg = op_reg,
    .reg_read = op_reg_read,
    .reg_write = op_reg_write,
    .mem_read = op_mem_read,
    .mem_write = op_mem_write,
    .disassemble = op_disassemble,
    .xml_types = op_xml_types,
    .set_breakpoints = op_set_breakpoints,
    .run = op_run,
    .reset = op_reset,
    .elf = op_elf,
    .insts = op_insts,
};

struct machine *eu_machine_new(struct eu *eu, const struct eu_program *progs, size_t nprogs)
{
    struct eu_machine *em = calloc(1, sizeof *em);
    if (!em)
        return NULL;
    em->machine = (struct machine){.ops = &ops, .state = em};
    em->eu = eu;
    em->progs = progs;
    em->nprogs = nprogs;
    em->passes = calloc(eu->nthreads ? eu->nthreads : 1, sizeof *em->passes);
    em->start = eu_snapshot_take(eu);
    for (int i = 0; i < EU_XML_COUNT; i++)
        em->xml[i] = eu_xml_types(i);
    add_regs(em);
    if (!em->passes || !em->start || !em->xml[EU_XML_GRF] || !em->xml[EU_XML_ARF]) {
        eu_machine_free(&em->machine);
        return NULL;
    }
    return &em->machine;
}

void eu_machine_free(struct machine *m)
{
    if (!m)
        return;
    struct eu_machine *em = self(m);
    for (uint32_t i = 0; i < em->eu->nthreads; i++)
        em->eu->threads[i].attention &= ~(uint32_t)EU_ATT_HOST;
    if (em->eu->hooks.host_ctx == em)
        em->eu->hooks.host = NULL;
    for (int i = 0; i < EU_XML_COUNT; i++)
        free(em->xml[i]);
    eu_snapshot_free(em->start);
    free(em->passes);
    free(em->elf);
    free(em);
}
