/* The EU's machine descriptor: threads, registers, memory, time, and the table of its operations.
 */
#include "eu/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/calls.h"
#include "eu/machine_impl.h"
#include "exception/exception.h"
#include "isa/dwarf.h"
#include "isa/dwarf.h"
#include "machine/persona.h"
#include "sim/snapshot.h"

/* The EU's rooms and machine/ give the same errors the same numbers, so that no error need be
 * translated. */
#define ERR(id, ...)                                                                               \
    _Static_assert((int)MACHINE_ERR_##id == (int)EU_ERR_##id, "machine/err.def: " #id);
#include "machine/err.def"
#include "isa/err.def"
#undef ERR

enum {
    CORE_ROLES = 1 << MACHINE_ROLE_PC | 1 << MACHINE_ROLE_SP | 1 << MACHINE_ROLE_FP |
                 1 << MACHINE_ROLE_FLAGS,
    KERNEL_ROLES = CORE_ROLES | 1 << MACHINE_ROLE_FRAME | 1 << MACHINE_ROLE_LOCAL |
                   1 << MACHINE_ROLE_SCRATCH | 1 << MACHINE_ROLE_INDEX | 1 << MACHINE_ROLE_RETURN |
                   1 << MACHINE_ROLE_REGISTERS
};
/* r127.2:uq, the frame pointer of the compiler's calls */
enum { FRAME_REGISTER = 127, FRAME_BYTE = 16 };
enum { LOCAL_POINTER = 0x10000000, RETURN_AT = 26 * EU_GRF_BYTES, RETURN_BYTES = 4 }; /* r26 */

/* --- threads --- */
static unsigned op_nthreads(struct machine *m)
{
    return self(m)->eu->nthreads;
}

static void op_thread(struct machine *m, unsigned thread, struct machine_thread *info)
{
    const struct eu *eu = self(m)->eu;
    const struct eu_thread *t = &eu->threads[thread];
    memset(info, 0, sizeof *info);
    info->ended = is_over(t);
    info->queued = eu_thread_seated(t) ? NULL : eu_thread_status_name(t);
    info->waiting = t->status == EU_THREAD_WAITING || t->status == EU_THREAD_SAVED;
    info->in_routine = exc_in_routine(t);
    info->uniform = t->cr[0] & EU_CR0_SPF;
    info->ip = code_addr(eu, t->ip);
    info->dispatched = t->dispatched;
    info->on_ip = eu_on_ip(t);
    while (info->width < EU_CHANNELS && t->dispatched >> info->width)
        info->width++;
    info->insts = t->insts;
    info->calls = t->calls.depth;
    info->status = eu_thread_status_name(t);
    info->modes = t->cr[0] & EU_CR0_SPF   ? t->cr[0] & EU_CR0_VME ? "SPF VME" : "SPF"
                  : t->cr[0] & EU_CR0_VME ? "VME"
                                          : NULL;
    eu_thread_name(t, info->name, sizeof info->name);
}

/* A thread that has ended stands nowhere in the code; it is shown at <dispatch>. */
static uint64_t op_channel_ip(struct machine *m, unsigned thread, unsigned channel)
{
    const struct eu *eu = self(m)->eu;
    const struct eu_thread *t = &eu->threads[thread];
    return is_over(t) && eu_thread_seated(t) ? EU_FRAME_DISPATCH
                                             : code_addr(eu, channel_ip(t, channel));
}

static void op_lane_name(struct machine *m, unsigned thread, unsigned channel, char *buf, size_t n)
{
    const struct eu_machine *em = self(m);
    buf[0] = '\0';
    if (em->notes.lane_name)
        em->notes.lane_name(em->notes.ctx, thread, channel, buf, n);
}

static bool op_variable(struct machine *m, unsigned thread, unsigned channel, unsigned i,
                        const char *name, struct machine_variable *v)
{
    const struct eu_machine_notes *notes = &self(m)->notes;
    return notes->variable && notes->variable(notes->ctx, m, thread, channel, i, name, v);
}

static bool op_variable_known(struct machine *m, const char *name)
{
    const struct eu_machine_notes *notes = &self(m)->notes;
    return notes->variable_known && notes->variable_known(notes->ctx, name);
}

static uint64_t op_insts(struct machine *m)
{
    return self(m)->eu->insts;
}

/* --- registers --- */
static void add_reg(struct eu_machine *em, int id, struct machine_reg reg)
{
    em->regs[em->nregs] = reg;
    em->ids[em->nregs++] = id;
}

static enum machine_role role_of(int id)
{
    return id == EU_REG_IP     ? MACHINE_ROLE_THREAD_PC
           : id == EU_REG_CHAN ? MACHINE_ROLE_LANE
           : id == EU_REG_CE   ? MACHINE_ROLE_MASK
                               : MACHINE_ROLE_NONE;
}

/* The type of an architecture register's elements. */
static const char *type_of(const char *name)
{
    return name[0] != 'a' ? "ud" : name[1] == 'c' ? "d" : "uw";
}

static bool is_flags(const char *name)
{
    return name[0] == 'f' && name[1] >= '0' && name[1] <= '9';
}

static bool is_core(const char *name)
{
    return machine_core_find(name) != MACHINE_CORE_COUNT;
}

static void add_regs(struct eu_machine *em)
{
    int next = 0;
    for (int id = 0; id < EU_REG_COUNT; id++) {
        const struct eu_reg *row = eu_reg_info((unsigned)id);
        bool grf = id < EU_GRF_COUNT;
        if (row->regnum < 0 || !(row->gens & em->eu->gen))
            continue;
        next = row->regnum + 1;
        add_reg(em, id,
                (struct machine_reg){.name = row->name,
                                     .bytes = row->bytes,
                                     .regnum = row->regnum,
                                     .feature = is_core(row->name) ? MACHINE_CORE
                                                : grf              ? "grf"
                                                                   : "arf",
                                     .gdb_type = row->gdb_type,
                                     .group = grf ? "grf" : "arf",
                                     .meaning = row->meaning,
                                     .readonly = row->flags & REG_RO,
                                     .available = true,
                                     .role = role_of(id),
                                     .per_lane = id == EU_REG_CHAN,
                                     .code = id == EU_REG_IP || id == EU_REG_PCIP,
                                     .goes_on = grf && id != EU_GRF_COUNT - 1,
                                     .type = grf ? NULL : type_of(row->name),
                                     .sub_type = is_flags(row->name) ? "uw" : NULL});
    }
    for (int i = 0; i < MACHINE_CORE_COUNT; i++) {
        unsigned roles = em->eu->bases.tables ? KERNEL_ROLES : CORE_ROLES;
        struct machine_reg core = machine_core_reg((enum machine_core)i, next, roles);
        if (eu_reg_by_name(em->eu->gen, core.name, strlen(core.name)) >= 0)
            continue; /* a GRF already has this name, and its place in the list */
        add_reg(em, -1, core);
        next++;
    }
}

static const struct machine_reg *op_reg(struct machine *m, unsigned i)
{
    return i < self(m)->nregs ? &self(m)->regs[i] : NULL;
}

static int read_memory(const struct eu *eu, uint64_t addr, void *buf, size_t len)
{
    if (addr >= HOST_WINDOWS)
        return eu_space_read(eu, addr, buf, len);
    if (!eu_machine_visible(eu, addr, len))
        return -EU_ERR_UNAVAILABLE;
    return eu_memory_read(eu->mem, addr, buf, len) ? 0 : -EU_ERR_UNAVAILABLE;
}

/* The frame that the channel is in: a channel outside of a call has its caller's. 0: not known. */
static uint64_t frame_of(const struct eu_machine *em, const struct eu_thread *t, unsigned channel)
{
    bool linked = false;
    uint64_t frame = em->notes.frame(em->notes.ctx, t->id, &linked);
    for (uint32_t n = linked ? calls_without(t, channel) : 0; n && frame; n--)
        if (read_memory(em->eu, frame, &frame, sizeof frame))
            frame = 0;
    return frame;
}

/* Reads a word that the debug information of kernels refers to. False: the role belongs to another
 * register. */
static bool kernel_word(const struct eu_machine *em, const struct eu_thread *t, unsigned channel,
                        enum machine_role role, uint64_t *word)
{
    const struct eu *eu = em->eu;
    switch (role) {
    case MACHINE_ROLE_FRAME:
        if (em->notes.frame)
            *word = frame_of(em, t, channel);
        else
            memcpy(word, t->grf[FRAME_REGISTER] + FRAME_BYTE, sizeof *word);
        return true;
    case MACHINE_ROLE_LOCAL:
        *word = eu_space_at(EU_SPACE_SLM)->base + t->group * (uint64_t)EU_SLM_BYTES;
        return true;
    case MACHINE_ROLE_SCRATCH:
        *word = eu->bases.general + eu->scratch + (uint64_t)t->slot * eu->scratch_bytes;
        return true;
    case MACHINE_ROLE_RETURN: /* of a type of 4 bytes; opencl/debug.c leaves out the others */
        *word = 0;
        memcpy(word, (const uint8_t *)t->grf + RETURN_AT + channel * RETURN_BYTES, RETURN_BYTES);
        return true;
    case MACHINE_ROLE_INDEX:
        *word = channel;
        return true;
    case MACHINE_ROLE_REGISTERS:
        *word = eu_space_reg(t->id, 0);
        return true;
    default:
        return false;
    }
}

static int op_reg_read(struct machine *m, unsigned thread, unsigned channel,
                       const struct machine_reg *r, void *buf)
{
    const struct eu_machine *em = self(m);
    const struct eu_thread *t = &em->eu->threads[thread];
    int id = em->ids[r - em->regs];
    uint64_t word = channel;
    if (id >= 0 && id != EU_REG_CHAN)
        return eu_reg_read(em->eu, t, (unsigned)id, buf);
    if (r->role == MACHINE_ROLE_PC)
        word = code_addr(em->eu, channel_ip(t, channel));
    else if (r->role == MACHINE_ROLE_SP)
        word = calls_rsp(t, channel);
    else if (r->role == MACHINE_ROLE_FP)
        word = calls_rbp(t->id);
    else if (r->role == MACHINE_ROLE_FLAGS)
        word = 0;
    else if (!kernel_word(em, t, channel, r->role, &word)
                 ? id < 0
                 : r->role == MACHINE_ROLE_FRAME &&
                       !word) /* the prologue has not made the frame yet */
        return -EU_ERR_UNAVAILABLE;
    memcpy(buf, &word, r->bytes);
    return 0;
}

static void op_regs_read(struct machine *m, unsigned thread, unsigned channel, void *buf)
{
    const struct eu_machine *em = self(m);
    const struct eu_thread *t = &em->eu->threads[thread];
    uint8_t *at = buf;
    memcpy(at, t->grf, sizeof t->grf);
    at += sizeof t->grf;
    for (unsigned i = EU_GRF_COUNT; i < em->nregs; at += em->regs[i++].bytes)
        if (em->regs[i].available)
            (void)op_reg_read(m, thread, channel, &em->regs[i], at);
}

/* move_channel - sets the address of one channel. IP goes to the first place, from that address or
 * from IP on, where a channel stands: when the channel goes back, the others wait until IP comes to
 * them; when the last channel leaves IP, the thread goes on with those that wait. Status:
 * assumed. */
static void move_channel(struct eu *eu, struct eu_thread *t, unsigned channel, uint32_t pc)
{
    uint32_t enabled = eu_emask(t), from = t->ip;
    bool empty = !eu_on_ip(t); /* with no channel there, the thread goes on all the same */
    if (t->cr[0] & EU_CR0_SPF) {
        eu_reg_write(eu, t, EU_REG_IP, &pc);
        return;
    }
    t->pcip[channel % EU_CHANNELS] = pc;
    if (!(enabled >> channel % EU_CHANNELS & 1) || eu_on_ip(t) || (empty && pc > from)) {
        t->ip = enabled >> channel % EU_CHANNELS & 1 && pc < from ? pc : from;
        return;
    }
    t->ip = pc;
    for (unsigned c = 0; c < EU_CHANNELS; c++)
        if (enabled >> c & 1 && t->pcip[c] >= from && t->pcip[c] < t->ip)
            t->ip = t->pcip[c];
}

static uint64_t word_of(const void *buf)
{
    uint64_t word;
    memcpy(&word, buf, sizeof word);
    return word;
}

/* An address of a lane is one of the GPU's, of eight bytes; IP and PcIP are dwords. */
static bool is_aligned(const struct machine_reg *r, const void *buf)
{
    if (r->role == MACHINE_ROLE_PC)
        return !(word_of(buf) & 7);
    for (unsigned i = 0; i < r->bytes; i += 4)
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
    if ((r->role == MACHINE_ROLE_PC || id == EU_REG_IP || id == EU_REG_PCIP) && !is_aligned(r, buf))
        return -EU_ERR_RANGE;
    uint32_t pc = 0;
    if (r->role == MACHINE_ROLE_PC && !code_ip(em->eu, word_of(buf), &pc))
        return -EU_ERR_RANGE;
    if (r->role == MACHINE_ROLE_SP)
        rc = calls_pop(em->eu, t, word_of(buf));
    else if (id < 0)
        move_channel(em->eu, t, channel, pc);
    else
        rc = eu_reg_write(em->eu, t, (unsigned)id, buf);
    exc_update_attention(em->eu, t);
    return rc;
}

/* --- memory --- */
static int op_mem_read(struct machine *m, uint64_t addr, void *buf, size_t len)
{
    return read_memory(self(m)->eu, addr, buf, len);
}

/* A pointer to local memory in OpenCL C: LOCAL_POINTER plus the offset. The upper half may hold
 * anything, because the code writes only the lower half to a pointer in memory. Source: code of
 * ocloc 22.43, for pointers in memory and generic pointers. Status: inferred. */
static uint64_t op_mem_place(struct machine *m, unsigned thread, uint64_t addr)
{
    const struct eu *eu = self(m)->eu;
    uint32_t offset = (uint32_t)addr - LOCAL_POINTER;
    if (offset >= EU_SLM_BYTES || !eu->bases.tables || eu_space_of(addr) ||
        eu_machine_visible(eu, addr, 1))
        return addr;
    return eu_space_at(EU_SPACE_SLM)->base + eu->threads[thread].group * (uint64_t)EU_SLM_BYTES +
           offset;
}

static int op_mem_write(struct machine *m, uint64_t addr, const void *buf, size_t len)
{
    struct eu *eu = self(m)->eu;
    if (addr >= HOST_WINDOWS)
        return eu_space_write(eu, addr, buf, len);
    if (!eu_machine_visible(eu, addr, len))
        return -EU_ERR_UNAVAILABLE;
    return eu_memory_write(eu->mem, addr, buf, len) ? 0 : -EU_ERR_NOMEM;
}

static const char *op_xml_types(struct machine *m, const char *feature)
{
    struct eu_machine *em = self(m);
    if (!strcmp(feature, "grf") || !strcmp(feature, MACHINE_CORE))
        return em->xml[EU_XML_GRF];
    return !strcmp(feature, "arf") ? em->xml[EU_XML_ARF] : "";
}

static void forget_passes(struct eu_machine *em)
{
    memset(em->passes, 0, em->eu->nthreads * sizeof *em->passes);
    memset(em->visits, 0, em->eu->nthreads * sizeof *em->visits);
    eu_watch_forget(em);
}

void eu_machine_dispatched(struct machine *m, const struct eu_program *progs, size_t nprogs)
{
    struct eu_machine *em = self(m);
    em->progs = progs;
    em->nprogs = nprogs;
    free(em->elf);
    em->elf = NULL;
    forget_passes(em);
}

static int op_reset(struct machine *m)
{
    struct eu_machine *em = self(m);
    int rc = eu_snapshot_restore(em->eu, em->start);
    if (rc)
        return rc;
    forget_passes(em);
    for (uint32_t i = 0; i < em->eu->nthreads; i++)
        exc_update_attention(em->eu, &em->eu->threads[i]);
    return 0;
}

/* --- time: a snapshot of sim/ serves as the machine's snapshot --- */
static const struct eu_snapshot *snapshot_of(const struct machine_snapshot *snap)
{
    return (const struct eu_snapshot *)snap;
}

static void op_when(struct machine *m, struct machine_when *when)
{
    *when = (struct machine_when){self(m)->eu->insts, self(m)->eu->boundaries};
}

static struct machine_snapshot *op_take(struct machine *m)
{
    return (struct machine_snapshot *)eu_snapshot_take(self(m)->eu);
}

static int op_restore(struct machine *m, const struct machine_snapshot *snap)
{
    struct eu_machine *em = self(m);
    int rc = eu_snapshot_restore(em->eu, snapshot_of(snap));
    if (!rc)
        forget_passes(em);
    return rc;
}

static void op_drop(struct machine *m, struct machine_snapshot *snap)
{
    (void)m;
    eu_snapshot_free((struct eu_snapshot *)snap);
}

static size_t op_bytes(struct machine *m, const struct machine_snapshot *snap,
                       const struct machine_snapshot *before)
{
    (void)m;
    return eu_snapshot_bytes(snapshot_of(snap), snapshot_of(before));
}

static const struct machine_traits traits = {
    .name = "Intel EU",
    .insn_align = 8,
    .lanes = EU_CHANNELS,
    .features = "org.gnu.gdb.intelgt.",
    .lane_word = "channel",
    .lane_mark = "ch",
    .lane_ip = "PcIP",
    .executes = "ChEn",
    .unit = "EU",
    .masked = "masked",
    .in_routine = "in SIP",
    .handler = "the System Routine",
    .mark = "SIP",
    .enables = "cr0.1",
    .os_word = "eus",
    .os_title = "EU threads",
    .os_meaning = "Listing of all EU threads",
};
static const struct machine_ops ops = {
    .nthreads = op_nthreads,
    .thread = op_thread,
    .lane_ip = op_channel_ip,
    .reg = op_reg,
    .reg_read = op_reg_read,
    .reg_write = op_reg_write,
    .regs_read = op_regs_read,
    .mem_read = op_mem_read,
    .mem_place = op_mem_place,
    .mem_write = op_mem_write,
    .disassemble = eu_machine_disassemble,
    .insn_start = eu_machine_insn_start,
    .program = eu_machine_program,
    .label = eu_machine_label,
    .label_at = eu_machine_label_at,
    .line_at = eu_machine_line_at,
    .label_nth = eu_machine_label_nth,
    .line_nth = eu_machine_line_nth,
    .branch = eu_machine_branch,
    .ends = eu_machine_ends,
    .space = eu_machine_space,
    .reg_addr = eu_machine_reg_addr,
    .reg_at = eu_machine_reg_at,
    .caller = eu_machine_caller,
    .masks = eu_machine_masks,
    .why = eu_machine_why,
    .lane = eu_machine_lane,
    .targets = eu_machine_targets,
    .exception = eu_machine_exception,
    .exception_state = eu_machine_exception_state,
    .raise = eu_machine_raise,
    .catches = eu_machine_catches,
    .set_catches = eu_machine_set_catches,
    .xml_types = op_xml_types,
    .set_breakpoints = eu_machine_set_breakpoints,
    .set_watches = eu_machine_set_watches,
    .run = eu_machine_run,
    .reset = op_reset,
    .elf = eu_machine_elf,
    .lane_name = op_lane_name,
    .variable = op_variable,
    .variable_known = op_variable_known,
    .insts = op_insts,
    .when = op_when,
    .take = op_take,
    .restore = op_restore,
    .drop = op_drop,
    .bytes = op_bytes,
};

struct machine *eu_machine_new(struct eu *eu, const struct eu_program *progs, size_t nprogs)
{
    struct eu_machine *em = calloc(1, sizeof *em);
    if (!em)
        return NULL;
    em->machine = (struct machine){.ops = &ops, .traits = &traits, .state = em};
    em->eu = eu;
    em->progs = progs;
    em->nprogs = nprogs;
    em->passes = calloc(eu->nthreads ? eu->nthreads : 1, sizeof *em->passes);
    em->visits = calloc(eu->nthreads ? eu->nthreads : 1, sizeof *em->visits);
    em->leaving = calloc(eu->nthreads ? eu->nthreads : 1, sizeof *em->leaving);
    em->start = eu_snapshot_take(eu);
    for (int i = 0; i < EU_XML_COUNT; i++)
        em->xml[i] = eu_xml_types(eu->gen, i);
    add_regs(em);
    if (!em->passes || !em->visits || !em->leaving || !em->start || !em->xml[EU_XML_GRF] ||
        !em->xml[EU_XML_ARF]) {
        eu_machine_free(&em->machine);
        return NULL;
    }
    return &em->machine;
}

void eu_machine_describe(struct machine *m, const struct eu_machine_notes *notes)
{
    struct eu_machine *em = self(m);
    em->notes = *notes;
    free(em->elf);
    em->elf = NULL;
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
    eu_host_at(em->eu, NULL, 0);
    eu_watch_free(em);
    for (int i = 0; i < EU_XML_COUNT; i++)
        free(em->xml[i]);
    eu_snapshot_free(em->start);
    free(em->passes);
    free(em->visits);
    free(em->leaving);
    free(em->elf);
    free(em->breaks);
    free(em->frames);
    free(em);
}
