/* What a debugger shows of an EU thread: the masks of its channels, why a channel does not take
 * part in the next instruction, calls, exceptions, windows. Nothing here changes the machine. */
#include <stdio.h>
#include <string.h>

#include "eu/calls.h"
#include "eu/machine_impl.h"
#include "exception/exception.h"
#include "sim/peek.h"

static const struct eu_thread *thread_of(struct machine *m, unsigned thread)
{
    return &self(m)->eu->threads[thread];
}

/* --- channels --- */
unsigned eu_machine_masks(struct machine *m, unsigned thread, struct machine_mask *masks)
{
    const struct eu_thread *t = thread_of(m, thread);
    struct eu_peek p;
    eu_peek(self(m)->eu, t, &p);
    const struct machine_mask rows[] = {
        /* Channels that were not dispatched have a PcIP, which means nothing. */
        {"PcIP==IP", p.active & t->dispatched, UINT32_MAX, 32, true},
        {"ChEn", p.chen, UINT32_MAX, 32, true},
        {"predicate", p.pred, p.channels, 32, true},
        {"write", p.write, p.channels, 32, true},
        {"f0.0", t->f[0] & 0xffff, UINT32_MAX, 16, false},
        {"f0.1", t->f[0] >> 16, UINT32_MAX, 16, false},
        {"f1.0", t->f[1] & 0xffff, UINT32_MAX, 16, false},
        {"f1.1", t->f[1] >> 16, UINT32_MAX, 16, false},
        {"DMask", t->sr[2], UINT32_MAX, 32, false},
        {"VMask", t->sr[3], UINT32_MAX, 32, false},
    };
    _Static_assert(sizeof rows / sizeof *rows <= MACHINE_MASKS_MAX, "machine.h: room");
    memcpy(masks, rows, sizeof rows);
    return sizeof rows / sizeof *rows;
}

enum why {
#define WHY(id, ...) WHY_##id,
#include "eu/whys.def"
#undef WHY
    WHY_COUNT
};

const struct machine_why *eu_machine_why(struct machine *m, unsigned i)
{
    static const struct machine_why rows[WHY_COUNT] = {
#define WHY(id, active, letter, word, text) {active, letter, word, text},
#include "eu/whys.def"
#undef WHY
    };
    (void)m;
    return i < WHY_COUNT ? &rows[i] : NULL;
}

static enum why why_of(const struct eu_thread *t, const struct eu_peek *p, unsigned ch)
{
    if (!eu_thread_lives(t))
        return WHY_ENDED;
    if (p->insn.op->format == EU_FMT_JMPI && p->channels >> ch & 1)
        return WHY_ASKED; /* 6.34: whether or not the channel is on IP */
    if (p->insn.op->format == EU_FMT_JMPI && p->chen >> ch & 1)
        return WHY_FOLLOWS;
    if (p->write >> ch & 1)
        return p->chen >> ch & 1 ? WHY_WRITES : WHY_NOMASK;
    if (!p->insn.nomask && !(p->emask >> ch & 1))
        return WHY_DISABLED;
    if (!p->insn.nomask && !(p->chen >> ch & 1))
        return WHY_ELSEWHERE;
    if (!(p->channels >> ch & 1))
        return p->insn.op->flags & EU_OPF_FLOW ? WHY_WRITES : WHY_OUTSIDE;
    return p->pred >> ch & 1 ? WHY_CHANEN : WHY_PREDICATE;
}

/* Writes the predicate as text, such as ": -f0.1.any4h". */
static void flag_text(const struct eu_insn *insn, char *buf, size_t n)
{
    const char *name = isa_pred_name(insn->pred, insn->align16);
    snprintf(buf, n, ": %sf%u.%u%s%s", insn->pred_inv ? "-" : "", insn->flag_reg, insn->flag_sub,
             name && *name ? "." : "", name ? name : "?");
}

static void place_text(struct machine *m, uint64_t addr, char *buf, size_t n)
{
    char label[80] = "";
    uint64_t past = 0;
    bool named = m->ops->label_at(m, addr, label, sizeof label, &past);
    int len = snprintf(buf, n, "0x%08llx%s%s", (unsigned long long)addr, named ? " " : "", label);
    if (named && past && len > 0 && (size_t)len < n)
        snprintf(buf + len, n - (size_t)len, "+0x%llx", (unsigned long long)past);
}

void eu_machine_lane(struct machine *m, unsigned thread, unsigned lane, struct machine_lane *info)
{
    const struct eu_thread *t = thread_of(m, thread);
    unsigned ch = lane % EU_CHANNELS;
    char place[120];
    struct eu_peek p;
    eu_peek(self(m)->eu, t, &p);
    enum why why = why_of(t, &p, ch);
    *info = (struct machine_lane){.ip = code_addr(self(m)->eu, t->pcip[ch]),
                                  .why = eu_machine_why(m, why)};
    if (why == WHY_ELSEWHERE) {
        place_text(m, code_addr(self(m)->eu, t->pcip[ch]), place, sizeof place);
        snprintf(info->more, sizeof info->more, " %s of IP, at %s",
                 t->pcip[ch] > t->ip ? "ahead" : "behind", place);
    } else if (why == WHY_DISABLED && t->cr[0] & EU_CR0_VME) {
        snprintf(info->more, sizeof info->more, " in its group of four (VMask)");
    } else if (why == WHY_ASKED) {
        snprintf(info->more, sizeof info->more, ": %s",
                 p.write >> ch & 1     ? "it jumps"
                 : !(p.pred >> ch & 1) ? "its predicate is false, nobody jumps"
                                       : "its PcIP is not IP, nobody jumps");
    } else if (why == WHY_FOLLOWS) {
        snprintf(info->more, sizeof info->more, ", %d: it %s",
                 __builtin_ctz(p.channels ? p.channels : 1), p.write ? "jumps" : "does not jump");
    } else if (why == WHY_PREDICATE) {
        flag_text(&p.insn, info->more, sizeof info->more);
    }
}

unsigned eu_machine_targets(struct machine *m, unsigned thread, struct machine_target *targets)
{
    const struct eu_thread *t = thread_of(m, thread);
    struct eu_peek p;
    unsigned n = 0;
    if (!eu_thread_lives(t))
        return 0;
    eu_peek(self(m)->eu, t, &p);
    if (p.targets & ISA_HAS_JIP)
        targets[n++] = (struct machine_target){'J', "JIP", code_addr(self(m)->eu, p.jip)};
    if (p.targets & ISA_HAS_UIP)
        targets[n++] = (struct machine_target){'U', "UIP", code_addr(self(m)->eu, p.uip)};
    return n;
}

bool eu_machine_caller(struct machine *m, unsigned thread, unsigned lane, unsigned i,
                       struct machine_caller *caller)
{
    struct calls_frame f;
    if (!calls_frame(thread_of(m, thread), lane, i, &f))
        return false;
    *caller = (struct machine_caller){code_addr(self(m)->eu, f.ip), f.interrupted, f.further};
    return true;
}

/* --- windows --- */
bool eu_machine_space(struct machine *m, unsigned i, struct machine_space *space)
{
    const struct eu_space *w = i ? eu_space_at(i - 1) : NULL;
    uint32_t shown;
    if (!i) {
        *space = (struct machine_space){
            .name = "memory",
            .meaning = "graphics memory (what is mapped of it), as the EU sees it",
            .size = UINT64_C(1) << eu_memory_address_bits(self(m)->eu->mem),
            .owner = "",
            .owners = 1,
            .shown = 1,
            .writable = true,
            .watchable = true};
        return true;
    }
    if (!w)
        return false;
    uint32_t owners = eu_space_owners(self(m)->eu, w, &shown);
    *space = (struct machine_space){.name = w->name,
                                    .meaning = w->meaning,
                                    .base = w->base,
                                    .size = w->size,
                                    .stride = w->stride,
                                    .owner = eu_space_owner(w),
                                    .owners = owners,
                                    .shown = shown,
                                    .down = w->per == EU_PER_DOWN,
                                    .writable = w->writable,
                                    .watchable = w->watchable,
                                    .listed = i - 1 == EU_SPACE_ARF};
    return true;
}

uint64_t eu_machine_reg_addr(struct machine *m, unsigned thread, unsigned lane,
                             const struct machine_reg *r)
{
    int id = self(m)->ids[r - self(m)->regs];
    (void)lane;
    return id < 0 ? 0 : eu_space_reg(thread, (unsigned)id);
}

const struct machine_reg *eu_machine_reg_at(struct machine *m, uint64_t addr, unsigned *thread,
                                            unsigned *offset)
{
    const struct eu_machine *em = self(m);
    uint32_t owner;
    if (addr < HOST_WINDOWS)
        return NULL;
    int id = eu_space_reg_at(em->eu, addr, &owner, offset);
    *thread = owner;
    for (unsigned i = 0; id >= 0 && i < em->nregs; i++)
        if (em->ids[i] == id)
            return &em->regs[i];
    return NULL;
}

/* --- exceptions --- */
const struct machine_exception *eu_machine_exception(struct machine *m, unsigned i)
{
    static const struct machine_exception rows[EXC_COUNT] = {
#define EXC(id, name, status, enable, control, aip, signal, text, section)                         \
    {name, text, section, signal, (enable) >= 0},
#include "sim/exceptions.def"
#undef EXC
    };
    (void)m;
    return i < EXC_COUNT ? &rows[i] : NULL;
}

unsigned eu_machine_exception_state(struct machine *m, unsigned thread, unsigned kind)
{
    const struct eu_thread *t = thread_of(m, thread);
    const struct exc_info *e = &exc_table[kind];
    bool enabled = e->enable_bit < 0 || t->cr[1] >> e->enable_bit & 1;
    bool latched = e->status_bit >= 0 && t->cr[1] >> e->status_bit & 1;
    return (enabled ? MACHINE_EXCEPTION_ENABLED : 0u) | (latched ? MACHINE_EXCEPTION_LATCHED : 0u) |
           (exc_pending(t) >> kind & 1 ? MACHINE_EXCEPTION_PENDING : 0u);
}

int eu_machine_raise(struct machine *m, unsigned thread, unsigned kind)
{
    struct eu *eu = self(m)->eu;
    return kind < EXC_COUNT ? exc_raise(eu, &eu->threads[thread], (enum exc_kind)kind)
                            : -MACHINE_ERR_RANGE;
}

uint64_t eu_machine_catches(struct machine *m)
{
    return self(m)->eu->catches;
}

void eu_machine_set_catches(struct machine *m, uint64_t kinds)
{
    self(m)->eu->catches = (uint32_t)kinds & ((1u << EXC_COUNT) - 1);
}
