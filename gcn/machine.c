/* GCN as a machine of machine/machine.h: threads, registers, memory, time. */
#include "gcn/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/asm.h"
#include "gcn/hsa.h"
#include "gcn/machine_impl.h"
#include "gcn/symbols.h"
#include "machine/persona.h"

/* --- threads --- */
static unsigned op_nthreads(struct machine *machine)
{
    return gcn_self(machine)->m->n_waves;
}

static void op_thread(struct machine *machine, unsigned thread, struct machine_thread *info)
{
    const struct gcn_wave *w = &gcn_self(machine)->m->waves[thread];
    bool queued = w->state == GCN_WAVE_QUEUED;
    *info = (struct machine_thread){.ended = gcn_wave_over(w) || queued,
                                    .waiting =
                                        w->state == GCN_WAVE_BARRIER || w->state == GCN_WAVE_HALTED,
                                    .in_routine = w->status & GCN_ST_PRIV,
                                    .uniform = true,
                                    .queued = queued ? "queued" : NULL,
                                    .ip = w->pc,
                                    .dispatched = w->launched,
                                    .on_ip = gcn_on_pc(w) & w->launched,
                                    .insts = w->insts};
    while (info->width < GCN_LANES && w->launched >> info->width)
        info->width++;
    snprintf(info->name, sizeof info->name, "G%u.W%u", w->group, w->in_group);
}

static uint64_t op_lane_ip(struct machine *machine, unsigned thread, unsigned lane)
{
    (void)lane;
    return gcn_self(machine)->m->waves[thread].pc;
}

/* --- registers --- */
static enum machine_role role_of(const struct gcn_reg *r)
{
    if (r->kind == GCN_REG_PC)
        return MACHINE_ROLE_THREAD_PC;
    if (r->kind == GCN_REG_LANE)
        return MACHINE_ROLE_LANE;
    return !strcmp(r->name, "exec") ? MACHINE_ROLE_MASK : MACHINE_ROLE_NONE;
}

static void add_regs(struct gcn_machine *g)
{
    for (unsigned i = 0; gcn_reg_at(g->m->gen, i, &g->own[i]); i++) {
        const struct gcn_reg *r = &g->own[i];
        bool v = r->kind == GCN_REG_VGPR;
        g->regs[g->n_regs++] = (struct machine_reg){.name = r->name,
                                                    .bytes = r->bytes,
                                                    .regnum = (int)i,
                                                    .feature = v ? "vector" : "scalar",
                                                    .gdb_type = r->gdb_type,
                                                    .group = v ? "vector" : "scalar",
                                                    .meaning = r->meaning,
                                                    .role = role_of(r),
                                                    .readonly = r->kind == GCN_REG_LANE,
                                                    .available = true,
                                                    .code = r->kind == GCN_REG_PC,
                                                    .per_lane = v || r->kind == GCN_REG_LANE};
    }
    g->n_own = g->n_regs;
    unsigned roles = 1 << MACHINE_ROLE_PC | 1 << MACHINE_ROLE_SP | 1 << MACHINE_ROLE_FP |
                     1 << MACHINE_ROLE_FLAGS;
    for (int i = 0; i < MACHINE_CORE_COUNT; i++) {
        struct machine_reg r = machine_core_reg((enum machine_core)i, (int)g->n_own + i, roles);
        if (gcn_machine_own(g, 0, 0, r.name)) {
            r.available = r.readonly = r.per_lane = true;
            r.meaning = "where the lane's variables are";
        }
        g->regs[g->n_regs++] = r;
    }
}

static const struct machine_reg *op_reg(struct machine *machine, unsigned i)
{
    return i < gcn_self(machine)->n_regs ? &gcn_self(machine)->regs[i] : NULL;
}

static int op_reg_read(struct machine *machine, unsigned thread, unsigned lane,
                       const struct machine_reg *r, void *buf)
{
    struct gcn_machine *g = gcn_self(machine);
    const struct gcn_wave *w = &g->m->waves[thread];
    unsigned i = (unsigned)(r - g->regs);
    bool frame = r->role == MACHINE_ROLE_SP || r->role == MACHINE_ROLE_FP;
    uint64_t v = r->role == MACHINE_ROLE_PC ? w->pc
                 : frame                    ? GCN_FRAMES_AT
                                            : gcn_machine_own(g, thread, lane, r->name);
    if (i < g->n_own)
        return gcn_reg_get(g->m, w, lane, &g->own[i], buf) ? 0 : -MACHINE_ERR_UNAVAILABLE;
    if (!r->available)
        return -MACHINE_ERR_UNAVAILABLE;
    memcpy(buf, &v, r->bytes < 8 ? r->bytes : 8);
    return 0;
}

static int op_reg_write(struct machine *machine, unsigned thread, unsigned lane,
                        const struct machine_reg *r, const void *buf)
{
    struct gcn_machine *g = gcn_self(machine);
    struct gcn_wave *w = &g->m->waves[thread];
    unsigned i = (unsigned)(r - g->regs);
    uint64_t v = 0;
    if (r->readonly)
        return -MACHINE_ERR_READONLY;
    if (!r->available)
        return -MACHINE_ERR_UNAVAILABLE;
    memcpy(&v, buf, r->bytes < 8 ? r->bytes : 8);
    if ((r->role == MACHINE_ROLE_PC || r->role == MACHINE_ROLE_THREAD_PC) && v & 3)
        return -MACHINE_ERR_RANGE;
    if (i < g->n_own)
        return gcn_reg_put(g->m, w, lane, &g->own[i], buf) ? 0 : -MACHINE_ERR_UNAVAILABLE;
    if (r->role == MACHINE_ROLE_PC)
        w->pc = v & GCN_ADDRESS_MASK;
    return 0;
}

static void op_regs_read(struct machine *machine, unsigned thread, unsigned lane, void *buf)
{
    struct gcn_machine *g = gcn_self(machine);
    uint8_t *at = buf;
    for (unsigned i = 0; i < g->n_regs; at += g->regs[i++].bytes)
        if (g->regs[i].available)
            (void)op_reg_read(machine, thread, lane, &g->regs[i], at);
}

static void put_flags(FILE *out, const char *id, unsigned hwreg)
{
    fprintf(out, "  <flags id=\"%s\" size=\"4\">\n", id);
    for (unsigned bit = 0; bit < 32; bit++)
        if (gcn_flag(hwreg, bit))
            fprintf(out, "    <field name=\"%s\" start=\"%u\" end=\"%u\"/>\n", gcn_flag(hwreg, bit),
                    bit, bit);
    fprintf(out, "  </flags>\n");
}

static char *scalar_types(void)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return NULL;
    put_flags(out, "gcn_status", GCN_HW_STATUS);
    put_flags(out, "gcn_mode", GCN_HW_MODE);
    put_flags(out, "gcn_trapsts", GCN_HW_TRAPSTS);
    fclose(out);
    return text;
}

static const char *op_xml_types(struct machine *machine, const char *feature)
{
    return !strcmp(feature, "scalar") && gcn_self(machine)->types ? gcn_self(machine)->types : "";
}

/* --- memory --- */
static int move_window(struct gcn_machine *g, uint64_t addr, void *buf, const void *from,
                       size_t len)
{
    uint8_t *to = buf;
    for (size_t n; len; len -= n, addr += n) {
        uint8_t *p = gcn_machine_window(g, addr, &n);
        if (!p)
            return -MACHINE_ERR_UNAVAILABLE;
        n = n < len ? n : len;
        if (from) {
            memcpy(p, from, n);
            from = (const uint8_t *)from + n;
        } else {
            memcpy(to, p, n);
            to += n;
        }
    }
    return 0;
}

static int op_mem_read(struct machine *machine, uint64_t addr, void *buf, size_t len)
{
    struct gcn_machine *g = gcn_self(machine);
    if (addr > GCN_ADDRESS_MASK)
        return move_window(g, addr, buf, NULL, len);
    return gcn_memory_mapped(g->m->memory, addr, len) &&
                   gcn_memory_read(g->m->memory, addr, buf, len)
               ? 0
               : -MACHINE_ERR_UNAVAILABLE;
}

static int op_mem_write(struct machine *machine, uint64_t addr, const void *buf, size_t len)
{
    struct gcn_machine *g = gcn_self(machine);
    if (addr > GCN_ADDRESS_MASK)
        return move_window(g, addr, NULL, buf, len);
    return gcn_memory_mapped(g->m->memory, addr, len) &&
                   gcn_memory_write(g->m->memory, addr, buf, len)
               ? 0
               : -MACHINE_ERR_UNAVAILABLE;
}

/* --- code --- */
static size_t words_at(struct gcn_machine *g, uint64_t addr, uint32_t w[GCN_MAX_WORDS])
{
    size_t n = 0;
    for (; n < GCN_MAX_WORDS && gcn_memory_mapped(g->m->memory, addr + 4 * n, 4); n++)
        gcn_memory_read(g->m->memory, addr + 4 * n, &w[n], 4);
    return n;
}

static int op_disassemble(struct machine *machine, uint64_t addr, char *buf, size_t n)
{
    struct gcn_machine *g = gcn_self(machine);
    uint32_t w[GCN_MAX_WORDS];
    char text[GCN_TEXT_MAX], label[32] = "";
    struct gcn_insn in;
    uint64_t to;
    size_t words = addr & 3 ? 0 : words_at(g, addr, w);
    if (!words)
        return -MACHINE_ERR_UNAVAILABLE;
    if (gcn_decode(g->m->gen, w, words, &in) && gcn_branch_target(&in, addr, &to))
        snprintf(label, sizeof label, "0x%llx", (unsigned long long)to);
    int size = 4 * gcn_dis_insn(g->m->gen, w, words, *label ? label : NULL, text);
    snprintf(buf, n, "%s", text);
    return size;
}

static const struct gcn_program *program_of(struct gcn_machine *g, uint64_t addr)
{
    for (size_t i = 0; i < g->n_progs; i++)
        if (addr - g->progs[i].base < g->progs[i].size)
            return &g->progs[i];
    return NULL;
}

static int op_insn_start(struct machine *machine, uint64_t addr, uint64_t *start)
{
    struct gcn_machine *g = gcn_self(machine);
    const struct gcn_program *p = program_of(g, addr);
    uint64_t at = p ? p->base : 0;
    if (!p)
        return -MACHINE_ERR_UNAVAILABLE;
    for (;;) {
        uint32_t w[GCN_MAX_WORDS];
        struct gcn_insn in;
        size_t words = words_at(g, at, w);
        int n = words ? gcn_decode(g->m->gen, w, words, &in) : 0;
        uint64_t next = at + 4 * (uint64_t)(n ? n : 1);
        if (addr < next)
            break;
        at = next;
    }
    *start = at;
    return 0;
}

static bool op_program(struct machine *machine, unsigned i, struct machine_program *program)
{
    const struct gcn_machine *g = gcn_self(machine);
    if (i >= g->n_progs)
        return false;
    const struct gcn_program *p = &g->progs[i];
    *program = (struct machine_program){
        .path = p->path, .base = p->base, .size = p->size, .handler = p->handler};
    return true;
}

static bool op_branch(struct machine *machine, uint64_t addr, uint64_t *to)
{
    uint32_t w[GCN_MAX_WORDS];
    struct gcn_insn in;
    size_t n = words_at(gcn_self(machine), addr, w);
    return n && gcn_decode(gcn_self(machine)->m->gen, w, n, &in) &&
           gcn_branch_target(&in, addr, to);
}

static bool op_ends(struct machine *machine, uint64_t addr)
{
    uint32_t w[GCN_MAX_WORDS];
    struct gcn_insn in;
    size_t n = words_at(gcn_self(machine), addr, w);
    return n && gcn_decode(gcn_self(machine)->m->gen, w, n, &in) &&
           (gcn_op_id(in.op) == GCN_OP_SOPP_s_endpgm ||
            gcn_op_id(in.op) == GCN_OP_SOPP_s_endpgm_saved);
}

/* clang's own file, with its symbols and DWARF; its addresses are those of the machine. Without
 * one, a file with the labels of the text. */
static const uint8_t *op_elf(struct machine *machine, size_t *size)
{
    struct gcn_machine *g = gcn_self(machine);
    *size = 0;
    for (size_t i = 0; i < g->n_progs; i++)
        if (g->progs[i].elf) {
            if (!g->elf)
                g->elf = gcn_code_object_for_gdb(g->progs[i].elf, g->progs[i].elf_size);
            *size = g->elf ? g->progs[i].elf_size : 0;
            return g->elf;
        }
    if (!g->elf && g->n_progs)
        g->elf = gcn_symbols_for_gdb(g->progs, g->n_progs, 0, &g->elf_size);
    *size = g->elf ? g->elf_size : 0;
    return g->elf;
}

/* The trap handler beside a code object: gdb has its labels from a file of its own. */
static bool op_library(struct machine *machine, unsigned i, struct machine_library *library)
{
    struct gcn_machine *g = gcn_self(machine);
    const struct gcn_program *handler = NULL;
    bool object = false;
    for (size_t k = 0; k < g->n_progs; k++) {
        object |= g->progs[k].elf != NULL;
        if (g->progs[k].handler)
            handler = &g->progs[k];
    }
    if (i || !object || !handler || handler->elf)
        return false;
    if (!g->handler_elf)
        g->handler_elf = gcn_symbols_for_gdb(handler, 1, handler->base, &g->handler_elf_size);
    *library = (struct machine_library){.name = "handler.elf",
                                        .base = handler->base,
                                        .code = handler->size,
                                        .elf = g->handler_elf,
                                        .size = g->handler_elf_size};
    return g->handler_elf != NULL;
}

/* --- time --- */
static uint64_t op_insts(struct machine *machine)
{
    return gcn_self(machine)->m->insts;
}
static void op_when(struct machine *machine, struct machine_when *when)
{
    const struct gcn *m = gcn_self(machine)->m;
    *when = (struct machine_when){m->insts, m->boundaries};
}
static struct machine_snapshot *op_take(struct machine *machine)
{
    return (struct machine_snapshot *)gcn_snapshot_take(gcn_self(machine)->m);
}
static int op_restore(struct machine *machine, const struct machine_snapshot *snap)
{
    struct gcn_machine *g = gcn_self(machine);
    if (gcn_snapshot_restore(g->m, (const struct gcn_snapshot *)snap))
        return -MACHINE_ERR_NOMEM;
    machine_stepper_forget(&g->stepper);
    return 0;
}
static void op_drop(struct machine *machine, struct machine_snapshot *snap)
{
    (void)machine;
    gcn_snapshot_free((struct gcn_snapshot *)snap);
}
static size_t op_bytes(struct machine *machine, const struct machine_snapshot *snap,
                       const struct machine_snapshot *before)
{
    (void)machine;
    return gcn_snapshot_bytes((const struct gcn_snapshot *)snap,
                              (const struct gcn_snapshot *)before);
}
static int op_reset(struct machine *machine)
{
    return op_restore(machine, (const struct machine_snapshot *)gcn_self(machine)->start);
}
static uint64_t op_catches(struct machine *machine)
{
    return gcn_self(machine)->catches;
}
static void op_set_catches(struct machine *machine, uint64_t kinds)
{
    gcn_self(machine)->catches = kinds;
}

static const struct machine_traits traits = {.name = "GCN wavefront",
                                             .insn_align = 4,
                                             .lanes = GCN_LANES,
                                             .features = "org.gnu.gdb.gcn.",
                                             .lane_word = "lane",
                                             .lane_mark = "l",
                                             .executes = "exec",
                                             .unit = "wave",
                                             .masked = "inactive",
                                             .in_routine = "in the trap handler",
                                             .handler = "the trap handler",
                                             .mark = "trp",
                                             .enables = "MODE",
                                             .os_word = "waves",
                                             .os_title = "Waves",
                                             .os_meaning = "Listing of all waves"};
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
                                       .label = gcn_machine_label,
                                       .label_at = gcn_machine_label_at,
                                       .label_nth = gcn_machine_label_nth,
                                       .branch = op_branch,
                                       .ends = op_ends,
                                       .space = gcn_machine_space,
                                       .masks = gcn_machine_masks,
                                       .why = gcn_machine_why,
                                       .lane = gcn_machine_lane,
                                       .exception = gcn_machine_exception,
                                       .exception_state = gcn_machine_exception_state,
                                       .raise = gcn_machine_raise,
                                       .catches = op_catches,
                                       .set_catches = op_set_catches,
                                       .xml_types = op_xml_types,
                                       .set_breakpoints = gcn_machine_breakpoints,
                                       .set_watches = gcn_machine_watches,
                                       .run = gcn_machine_run,
                                       .reset = op_reset,
                                       .elf = op_elf,
                                       .library = op_library,
                                       .insts = op_insts,
                                       .when = op_when,
                                       .take = op_take,
                                       .restore = op_restore,
                                       .drop = op_drop,
                                       .bytes = op_bytes};

struct machine *gcn_machine_new(struct gcn *m, const struct gcn_program *progs, size_t n)
{
    struct gcn_machine *g = calloc(1, sizeof *g);
    enum gcn_stop stop;
    if (!g)
        return NULL;
    g->machine = (struct machine){.ops = &ops, .traits = &traits, .state = g};
    g->m = m;
    g->progs = progs;
    g->n_progs = n;
    gcn_pick(m, &stop); /* gives the first waves their registers before they run */
    m->turn = m->n_waves;
    m->left = 0;
    int failed = machine_stepper_init(&g->stepper, &g->machine, &gcn_machine_steps);
    g->start = gcn_snapshot_take(m);
    g->types = scalar_types();
    add_regs(g);
    if (failed || !g->start || !g->types) {
        gcn_machine_free(&g->machine);
        return NULL;
    }
    return &g->machine;
}

void gcn_machine_free(struct machine *machine)
{
    if (!machine)
        return;
    struct gcn_machine *g = gcn_self(machine);
    g->m->touch = NULL;
    gcn_snapshot_free(g->start);
    machine_stepper_fini(&g->stepper);
    free(g->types);
    free(g->elf);
    free(g->handler_elf);
    free(g);
}
