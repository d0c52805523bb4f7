/* vISA as a machine of machine/machine.h: threads, registers, code, time. */
#include "visa/machine.h"

#include <stdlib.h>
#include <string.h>

#include "visa/machine_impl.h"

/* --- threads --- */
static unsigned op_nthreads(struct machine *machine)
{
    return visa_self(machine)->m->n_threads;
}

/* The channels that take part in the next instruction, or would if it were another one. */
static uint32_t taking_part(struct machine *machine, unsigned thread)
{
    const struct visa_thread *t = &visa_self(machine)->m->threads[thread];
    uint32_t mask = 0;
    struct machine_lane info;
    for (unsigned i = 0; i < VISA_LANES && !visa_over(t); i++) {
        visa_machine_lane(machine, thread, i, &info);
        mask |= (uint32_t)info.why->active << i;
    }
    return mask ? mask : t->active;
}

static void op_thread(struct machine *machine, unsigned thread, struct machine_thread *info)
{
    const struct visa_machine *m = visa_self(machine)->m;
    const struct visa_thread *t = &m->threads[thread];
    bool queued = !visa_over(t) && !visa_in_turn(m, t);
    *info = (struct machine_thread){.ended = visa_over(t) || queued,
                                    .queued = queued ? "queued" : NULL,
                                    .waiting = t->state == VISA_WAITS,
                                    .uniform = t->active == t->live,
                                    .ip = visa_address(t->pc),
                                    .dispatched = t->dispatched,
                                    .on_ip = taking_part(machine, thread),
                                    .insts = t->insts,
                                    .calls = t->depth};
    while (info->width < VISA_LANES && t->dispatched >> info->width)
        info->width++;
    snprintf(info->name, sizeof info->name, "T%u", thread);
}

static uint64_t op_lane_ip(struct machine *machine, unsigned thread, unsigned lane)
{
    const struct visa_thread *t = &visa_self(machine)->m->threads[thread];
    return visa_address(lane < VISA_LANES && t->live >> lane & 1 ? t->lane_pc[lane] : t->pc);
}

/* --- registers --- */
static void add_regs(struct visa_debug *g)
{
    static const struct {
        const char *name, *type, *meaning;
        unsigned bytes;
        enum machine_role role;
        bool per_lane;
    } rows[VISA_OWN_REGS] = {
        [VISA_REG_IP] = {"ip", "code_ptr", "address of the thread", 8, MACHINE_ROLE_THREAD_PC,
                         false},
        [VISA_REG_CHANNEL] = {"channel", "uint32", "number of the channel", 4, MACHINE_ROLE_LANE,
                              true},
        [VISA_REG_ACTIVE] = {"active", "uint32", "channels at the thread's instruction", 4,
                             MACHINE_ROLE_MASK, false},
        [VISA_REG_LIVE] = {"live", "uint32", "channels that have not ended", 4, MACHINE_ROLE_NONE,
                           false},
        [VISA_REG_DEPTH] = {"depth", "uint32", "calls that the channel is in", 4, MACHINE_ROLE_NONE,
                            true},
    };
    unsigned roles = 1 << MACHINE_ROLE_PC | 1 << MACHINE_ROLE_SP | 1 << MACHINE_ROLE_FP |
                     1 << MACHINE_ROLE_FLAGS;
    for (int i = 0; i < VISA_OWN_REGS; i++)
        g->regs[i] = (struct machine_reg){.name = rows[i].name,
                                          .bytes = rows[i].bytes,
                                          .regnum = i,
                                          .feature = "state",
                                          .gdb_type = rows[i].type,
                                          .group = "state",
                                          .meaning = rows[i].meaning,
                                          .role = rows[i].role,
                                          .readonly = i != VISA_REG_IP,
                                          .available = true,
                                          .code = i == VISA_REG_IP,
                                          .per_lane = rows[i].per_lane};
    for (int i = 0; i < MACHINE_CORE_COUNT; i++)
        g->regs[VISA_OWN_REGS + i] =
            machine_core_reg((enum machine_core)i, VISA_OWN_REGS + i, roles);
}

static const struct machine_reg *op_reg(struct machine *machine, unsigned i)
{
    return i < VISA_REGS ? &visa_self(machine)->regs[i] : NULL;
}

static uint64_t core_value(struct machine *machine, unsigned thread, unsigned lane,
                           enum machine_role role)
{
    const struct visa_thread *t = &visa_self(machine)->m->threads[thread];
    uint64_t stack = visa_window_of(thread) + VISA_STACK;
    switch (role) {
    case MACHINE_ROLE_PC:
        return op_lane_ip(machine, thread, lane);
    case MACHINE_ROLE_SP:
        return stack - 8u * t->lane_depth[lane % VISA_LANES];
    case MACHINE_ROLE_FP:
        return stack;
    default:
        return 0;
    }
}

static int op_reg_read(struct machine *machine, unsigned thread, unsigned lane,
                       const struct machine_reg *r, void *buf)
{
    const struct visa_debug *g = visa_self(machine);
    const struct visa_thread *t = &g->m->threads[thread];
    uint64_t v;
    if (!r->available)
        return -MACHINE_ERR_UNAVAILABLE;
    switch (r - g->regs) {
    case VISA_REG_IP:
        v = visa_address(t->pc);
        break;
    case VISA_REG_CHANNEL:
        v = lane;
        break;
    case VISA_REG_ACTIVE:
        v = taking_part(machine, thread);
        break;
    case VISA_REG_LIVE:
        v = t->live;
        break;
    case VISA_REG_DEPTH:
        v = t->lane_depth[lane % VISA_LANES];
        break;
    default:
        v = core_value(machine, thread, lane, r->role);
        break;
    }
    memcpy(buf, &v, r->bytes);
    return 0;
}

/* Sets the address of the channel alone, or (the thread's address) that of all channels that are
 * with it. */
static int op_reg_write(struct machine *machine, unsigned thread, unsigned lane,
                        const struct machine_reg *r, const void *buf)
{
    struct visa_debug *g = visa_self(machine);
    struct visa_thread *t = &g->m->threads[thread];
    uint64_t v = 0;
    bool all = r - g->regs == VISA_REG_IP;
    if (!r->available)
        return -MACHINE_ERR_UNAVAILABLE;
    if (!all && r->role != MACHINE_ROLE_PC)
        return -MACHINE_ERR_READONLY;
    memcpy(&v, buf, sizeof v);
    uint64_t pc = (v - VISA_CODE) / VISA_STEP;
    if (v % VISA_STEP || v < VISA_CODE || pc >= g->m->im->n_insns || visa_over(t))
        return -MACHINE_ERR_RANGE;
    for (unsigned i = 0; i < VISA_LANES; i++)
        if (all ? t->active >> i & 1 : i == lane)
            t->lane_pc[i] = (uint32_t)pc;
    visa_regroup(g->m, t);
    return 0;
}

static void op_regs_read(struct machine *machine, unsigned thread, unsigned lane, void *buf)
{
    struct visa_debug *g = visa_self(machine);
    uint8_t *at = buf;
    for (unsigned i = 0; i < VISA_REGS; at += g->regs[i++].bytes)
        (void)op_reg_read(machine, thread, lane, &g->regs[i], at);
}

static const char *op_xml_types(struct machine *machine, const char *feature)
{
    (void)machine, (void)feature;
    return "";
}

/* --- memory and code --- */
static int op_mem_read(struct machine *machine, uint64_t addr, void *buf, size_t len)
{
    return visa_machine_move(visa_self(machine), addr, buf, len, false);
}

static int op_mem_write(struct machine *machine, uint64_t addr, const void *buf, size_t len)
{
    return visa_machine_move(visa_self(machine), addr, (void *)(uintptr_t)buf, len, true);
}

/* Finds the number of the instruction that contains the byte at @addr; returns false if there is
 * none. */
static bool pc_of(const struct visa_debug *g, uint64_t addr, uint32_t *pc)
{
    if (addr < VISA_CODE || (addr - VISA_CODE) / VISA_STEP >= g->m->im->n_insns)
        return false;
    *pc = (uint32_t)((addr - VISA_CODE) / VISA_STEP);
    return true;
}

static int op_disassemble(struct machine *machine, uint64_t addr, char *buf, size_t n)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    char text[VISA_TEXT_MAX];
    uint32_t pc;
    if (addr % VISA_STEP || !pc_of(visa_self(machine), addr, &pc))
        return -MACHINE_ERR_UNAVAILABLE;
    visa_print_insn(visa_unit_of(im, pc)->r, im->insns[pc], text);
    snprintf(buf, n, "%s", text);
    return VISA_STEP;
}

static int op_insn_start(struct machine *machine, uint64_t addr, uint64_t *start)
{
    uint32_t pc;
    if (!pc_of(visa_self(machine), addr, &pc))
        return -MACHINE_ERR_UNAVAILABLE;
    *start = visa_address(pc);
    return 0;
}

static bool op_program(struct machine *machine, unsigned i, struct machine_program *program)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    if (i >= im->n_units)
        return false;
    *program = (struct machine_program){.path = im->units[i].r->path,
                                        .base = visa_address(im->units[i].first),
                                        .size = im->units[i].r->n_insns * VISA_STEP};
    return true;
}

static bool op_label(struct machine *machine, const char *name, uint64_t *addr)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    for (unsigned u = 0; u < im->n_units; u++)
        for (size_t i = 0; i < im->units[u].r->n_labels; i++)
            if (!strcmp(im->units[u].r->labels[i].name, name)) {
                *addr = visa_address(im->units[u].first + im->units[u].r->labels[i].at);
                return true;
            }
    return false;
}

static bool op_label_at(struct machine *machine, uint64_t addr, char *name, size_t n,
                        uint64_t *past)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    const struct visa_label *best = NULL;
    uint32_t pc;
    if (!pc_of(visa_self(machine), addr, &pc))
        return false;
    const struct visa_unit *u = visa_unit_of(im, pc);
    for (size_t i = 0; i < u->r->n_labels; i++) {
        const struct visa_label *l = &u->r->labels[i];
        if (u->first + l->at <= pc && (!best || l->at >= best->at))
            best = l;
    }
    if (!best)
        return false;
    snprintf(name, n, "%s", best->name);
    *past = addr - visa_address(u->first + best->at);
    return true;
}

static bool op_line_at(struct machine *machine, uint64_t addr, struct machine_line *line)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    uint32_t pc;
    if (!pc_of(visa_self(machine), addr, &pc) || !im->insns[pc]->line)
        return false;
    *line =
        (struct machine_line){.file = visa_unit_of(im, pc)->r->path, .line = im->insns[pc]->line};
    return true;
}

static const char *op_label_nth(struct machine *machine, unsigned i, uint64_t *addr)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    for (unsigned u = 0; u < im->n_units; i -= (unsigned)im->units[u++].r->n_labels)
        if (i < im->units[u].r->n_labels) {
            *addr = visa_address(im->units[u].first + im->units[u].r->labels[i].at);
            return im->units[u].r->labels[i].name;
        }
    return NULL;
}

/* A row for each instruction; without a file if it has no line. */
static bool op_line_nth(struct machine *machine, unsigned i, struct machine_line *line,
                        uint64_t *addr)
{
    if (i >= visa_self(machine)->m->im->n_insns)
        return false;
    *addr = visa_address(i);
    if (!op_line_at(machine, *addr, line))
        *line = (struct machine_line){.file = NULL};
    return true;
}

static bool op_branch(struct machine *machine, uint64_t addr, uint64_t *to)
{
    const struct visa_image *im = visa_self(machine)->m->im;
    uint32_t pc;
    if (!pc_of(visa_self(machine), addr, &pc) || im->targets[pc] < 0)
        return false;
    *to = visa_address((uint32_t)im->targets[pc]);
    return true;
}

static bool op_caller(struct machine *machine, unsigned thread, unsigned lane, unsigned i,
                      struct machine_caller *caller)
{
    const struct visa_thread *t = &visa_self(machine)->m->threads[thread];
    unsigned depth = lane < VISA_LANES ? t->lane_depth[lane] : t->depth;
    if (i >= depth)
        return false;
    *caller = (struct machine_caller){.addr = visa_address(t->frames[depth - 1 - i].ret),
                                      .further = depth - 1 - i};
    return true;
}

static const uint8_t *op_elf(struct machine *machine, size_t *size)
{
    struct visa_debug *g = visa_self(machine);
    if (!g->elf)
        g->elf = visa_elf(g->m->im, &g->elf_size);
    *size = g->elf ? g->elf_size : 0;
    return g->elf;
}

/* --- time --- */
static uint64_t op_insts(struct machine *machine)
{
    return visa_self(machine)->m->insts;
}
static void op_when(struct machine *machine, struct machine_when *when)
{
    *when = (struct machine_when){visa_self(machine)->m->insts, visa_self(machine)->m->insts};
}
static struct machine_snapshot *op_take(struct machine *machine)
{
    return (struct machine_snapshot *)visa_snapshot_take(visa_self(machine));
}
static int op_restore(struct machine *machine, const struct machine_snapshot *snap)
{
    struct visa_debug *g = visa_self(machine);
    int rc = visa_snapshot_restore(g, (const struct visa_snapshot *)snap);
    if (!rc)
        machine_stepper_forget(&g->stepper);
    return rc;
}
static void op_drop(struct machine *machine, struct machine_snapshot *snap)
{
    visa_snapshot_free(visa_self(machine), (struct visa_snapshot *)snap);
}
static size_t op_bytes(struct machine *machine, const struct machine_snapshot *snap,
                       const struct machine_snapshot *before)
{
    (void)before;
    return visa_snapshot_bytes(visa_self(machine), (const struct visa_snapshot *)snap);
}
static int op_reset(struct machine *machine)
{
    return op_restore(machine, (const struct machine_snapshot *)visa_self(machine)->start);
}

static const struct machine_traits traits = {.name = "vISA",
                                             .insn_align = VISA_STEP,
                                             .lanes = VISA_LANES,
                                             .features = "org.eulab.visa.",
                                             .lane_word = "channel",
                                             .lane_mark = "ch",
                                             .executes = "active",
                                             .unit = "vISA",
                                             .masked = "masked",
                                             .in_routine = "",
                                             .os_word = "threads",
                                             .os_title = "Threads",
                                             .os_meaning = "Listing of all threads"};
static const struct machine_ops ops = {.nthreads = op_nthreads,
                                       .thread = op_thread,
                                       .lane_ip = op_lane_ip,
                                       .reg = op_reg,
                                       .reg_read = op_reg_read,
                                       .reg_write = op_reg_write,
                                       .regs_read = op_regs_read,
                                       .mem_read = op_mem_read,
                                       .mem_write = op_mem_write,
                                       .disassemble = op_disassemble,
                                       .insn_start = op_insn_start,
                                       .program = op_program,
                                       .label = op_label,
                                       .label_at = op_label_at,
                                       .line_at = op_line_at,
                                       .label_nth = op_label_nth,
                                       .line_nth = op_line_nth,
                                       .branch = op_branch,
                                       .variable = visa_machine_variable,
                                       .variable_known = visa_machine_variable_known,
                                       .space = visa_machine_space,
                                       .caller = op_caller,
                                       .masks = visa_machine_masks,
                                       .why = visa_machine_why,
                                       .lane = visa_machine_lane,
                                       .targets = visa_machine_targets,
                                       .xml_types = op_xml_types,
                                       .set_breakpoints = visa_machine_breakpoints,
                                       .set_watches = visa_machine_watches,
                                       .run = visa_machine_run,
                                       .reset = op_reset,
                                       .elf = op_elf,
                                       .insts = op_insts,
                                       .when = op_when,
                                       .take = op_take,
                                       .restore = op_restore,
                                       .drop = op_drop,
                                       .bytes = op_bytes};

struct machine *visa_machine_new(struct visa_machine *m, const struct visa_rewind *rewind)
{
    struct visa_debug *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->machine = (struct machine){.ops = &ops, .traits = &traits, .state = g};
    g->m = m;
    if (rewind)
        g->rewind = *rewind;
    int failed = machine_stepper_init(&g->stepper, &g->machine, &visa_machine_steps);
    g->start = visa_snapshot_take(g);
    add_regs(g);
    if (failed || !g->start) {
        visa_machine_free(&g->machine);
        return NULL;
    }
    return &g->machine;
}

void visa_machine_free(struct machine *machine)
{
    if (!machine)
        return;
    struct visa_debug *g = visa_self(machine);
    visa_snapshot_free(g, g->start);
    machine_stepper_fini(&g->stepper);
    free(g->before);
    free(g->elf);
    free(g);
}
