/* What views show of the vISA machine: windows, masks, why a channel does nothing. */
#include <string.h>

#include "visa/machine_impl.h"

/* --- memory and windows --- */
bool visa_machine_space(struct machine *machine, unsigned i, struct machine_space *space)
{
    const struct visa_debug *g = visa_self(machine);
    const struct machine_space spaces[] = {{.name = "memory",
                                            .meaning = "memory and surfaces",
                                            .size = VISA_CODE,
                                            .owner = "",
                                            .owners = 1,
                                            .shown = 1,
                                            .writable = true,
                                            .watchable = true},
                                           {.name = "code",
                                            .meaning = "instructions, 16 bytes each for the host",
                                            .base = VISA_CODE,
                                            .size = (uint64_t)g->m->im->n_insns * VISA_STEP,
                                            .stride = (uint64_t)g->m->im->n_insns * VISA_STEP,
                                            .owner = "",
                                            .owners = 1,
                                            .shown = 1},
                                           {.name = "vars",
                                            .meaning = "variables",
                                            .base = MACHINE_WINDOWS,
                                            .size = g->m->im->store_bytes,
                                            .stride = VISA_WINDOW,
                                            .owner = "thread",
                                            .owners = g->m->n_threads,
                                            .shown = g->m->n_threads,
                                            .writable = true,
                                            .watchable = true}};
    if (i >= sizeof spaces / sizeof *spaces)
        return false;
    *space = spaces[i];
    return true;
}

/* A byte of the return addresses, which lie below the stack's end; bytes above it are zero. */
static uint8_t stack_byte(const struct visa_thread *t, uint64_t at)
{
    uint64_t below = VISA_STACK - 1 - at, slot = below / 8;
    if (slot >= t->depth) /* above the end, too: the slot wraps */
        return 0;
    uint64_t ret = visa_address(t->frames[slot].ret);
    return (uint8_t)(ret >> 8 * (7 - below % 8));
}

static int move_window(struct visa_debug *g, uint64_t addr, uint8_t *buf, size_t n, bool write)
{
    for (; n; n--, addr++, buf++) {
        uint64_t thread = (addr - MACHINE_WINDOWS) / VISA_WINDOW, at = addr % VISA_WINDOW;
        if (thread >= g->m->n_threads)
            return -MACHINE_ERR_UNAVAILABLE;
        struct visa_thread *t = &g->m->threads[thread];
        if (at >= VISA_STACK / 2 && at < VISA_STACK + 64 && !write)
            *buf = stack_byte(t, at);
        else if (at >= g->m->im->store_bytes)
            return -MACHINE_ERR_UNAVAILABLE;
        else if (write) {
            t->store[at] = *buf;
            t->written[at] = 1;
        } else
            *buf = t->store[at];
    }
    return 0;
}

int visa_machine_move(struct visa_debug *g, uint64_t addr, void *buf, size_t n, bool write)
{
    const struct visa_memory *memory = &g->m->memory;
    uint64_t code = (uint64_t)g->m->im->n_insns * VISA_STEP;
    if (addr >= MACHINE_WINDOWS)
        return move_window(g, addr, buf, n, write);
    if (addr >= VISA_CODE && addr - VISA_CODE < code && n <= code - (addr - VISA_CODE)) {
        if (!write)
            memset(buf, 0, n);
        return write ? -MACHINE_ERR_UNAVAILABLE : 0;
    }
    bool ok =
        write ? memory->write(memory->ctx, addr, buf, n) : memory->read(memory->ctx, addr, buf, n);
    return ok ? 0 : -MACHINE_ERR_UNAVAILABLE;
}

/* --- lanes --- */
static struct machine_mask mask_of(const char *name, uint64_t value, uint64_t lanes, unsigned bits)
{
    return (struct machine_mask){.name = name, .value = value, .lanes = lanes, .bits = bits};
}

unsigned visa_machine_masks(struct machine *machine, unsigned thread, struct machine_mask *masks)
{
    const struct visa_machine *m = visa_self(machine)->m;
    const struct visa_thread *t = &m->threads[thread];
    unsigned n = 0, bits = m->im->simd < 4 ? 4 : m->im->simd;
    masks[n++] = mask_of("launched", t->dispatched, UINT64_MAX, bits);
    masks[n++] = mask_of("live", t->live, t->dispatched, bits);
    masks[n++] = mask_of("active", t->active, t->dispatched, bits);
    if (visa_over(t) || t->pc >= m->im->n_insns)
        return n;
    const struct visa_unit *u = visa_unit_of(m->im, t->pc);
    const struct visa_vars *vars = &u->r->vars[VISA_PREDICATE];
    for (size_t i = VISA_USER_PREDICATE; i < vars->n && n < MACHINE_MASKS_MAX; i++) {
        uint32_t v;
        memcpy(&v, t->store + u->places[VISA_PREDICATE][i].at, sizeof v);
        masks[n++] = mask_of(vars->items[i].name, v, t->dispatched, bits);
    }
    return n;
}

enum {
    WHY_ACTIVE,
    WHY_PREDICATE,
    WHY_SIZE,
    WHY_ELSEWHERE,
    WHY_CALLER,
    WHY_BARRIER,
    WHY_ENDED,
    WHY_NOT_DISPATCHED,
    WHYS
};
static const struct machine_why whys[WHYS] = {
    [WHY_ACTIVE] = {true, '#', "active", "executes the next instruction"},
    [WHY_PREDICATE] = {false, 'p', "pred", "is switched off by the instruction's predicate"},
    [WHY_SIZE] = {false, '.', "size", "is outside of the instruction's mask and size"},
    [WHY_ELSEWHERE] = {false, 'j', "jumped", "waits at another instruction, behind a goto"},
    [WHY_CALLER] = {false, 'c', "caller", "waits for channels in a call that it did not take"},
    [WHY_BARRIER] = {false, 'b', "barr", "waits in a barrier with its thread"},
    [WHY_ENDED] = {false, 'x', "ended", "has returned from the kernel"},
    [WHY_NOT_DISPATCHED] = {false, '-', "none", "was not dispatched"},
};

const struct machine_why *visa_machine_why(struct machine *machine, unsigned i)
{
    (void)machine;
    return i < WHYS ? &whys[i] : NULL;
}

/* Why a channel at the thread's instruction takes part in it, or does not. */
static unsigned why_there(const struct visa_machine *m, const struct visa_thread *t, unsigned lane)
{
    const struct visa_insn *in = m->im->insns[t->pc]; /* NULL past the last one */
    uint32_t p = 0;
    if (!in)
        return WHY_ACTIVE;
    unsigned off = 4u * in->mask;
    if (visa_ops[in->op].flags & VISA_NOSIZE || in->size == 1)
        return WHY_ACTIVE;
    if (lane < off || lane >= off + in->size)
        return WHY_SIZE;
    const struct visa_unit *u = visa_unit_of(m->im, t->pc);
    if (!in->pred.kind || in->op == VISA_OP_SEL || in->pred.combine ||
        in->pred.id >= u->r->vars[VISA_PREDICATE].n)
        return WHY_ACTIVE;
    memcpy(&p, t->store + u->places[VISA_PREDICATE][in->pred.id].at, sizeof p);
    return (p >> lane & 1) != in->pred.inverse ? WHY_ACTIVE : WHY_PREDICATE;
}

void visa_machine_lane(struct machine *machine, unsigned thread, unsigned lane,
                       struct machine_lane *info)
{
    const struct visa_machine *m = visa_self(machine)->m;
    const struct visa_thread *t = &m->threads[thread];
    bool deeper = t->active && lane < VISA_LANES &&
                  t->lane_depth[__builtin_ctz(t->active)] > t->lane_depth[lane];
    unsigned why = lane >= VISA_LANES || !(t->dispatched >> lane & 1) ? WHY_NOT_DISPATCHED
                   : !(t->live >> lane & 1)                           ? WHY_ENDED
                   : t->state == VISA_WAITS                           ? WHY_BARRIER
                   : t->active >> lane & 1                            ? why_there(m, t, lane)
                   : deeper                                           ? WHY_CALLER
                                                                      : WHY_ELSEWHERE;
    *info = (struct machine_lane){.why = &whys[why]};
    info->ip = lane < VISA_LANES ? visa_address(t->lane_pc[lane]) : 0;
    if (why == WHY_ELSEWHERE || why == WHY_CALLER)
        snprintf(info->more, sizeof info->more, ", in line %u",
                 t->lane_pc[lane] < m->im->n_insns ? m->im->insns[t->lane_pc[lane]]->line : 0);
}

unsigned visa_machine_targets(struct machine *machine, unsigned thread,
                              struct machine_target *targets)
{
    const struct visa_machine *m = visa_self(machine)->m;
    const struct visa_thread *t = &m->threads[thread];
    if (t->pc >= m->im->n_insns || m->im->targets[t->pc] < 0)
        return 0;
    targets[0] =
        (struct machine_target){'t', "target", visa_address((uint32_t)m->im->targets[t->pc])};
    return 1;
}
