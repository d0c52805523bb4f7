/* Runs threads in turn, instruction by instruction: masks and predicates, barriers, the end of the
 * program. */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "visa/exec.h"

enum { TURN = 64 };

bool visa_machine_init(struct visa_machine *m, const struct visa_image *im, uint32_t n,
                       uint32_t group_threads)
{
    *m = (struct visa_machine){.im = im, .n_threads = n, .turn = n ? n - 1 : 0};
    m->n_groups = (n + group_threads - 1) / group_threads;
    m->threads = calloc(n ? n : 1, sizeof *m->threads);
    m->slm = calloc(m->n_groups ? m->n_groups : 1, VISA_SLM_BYTES);
    bool ok = m->threads && m->slm;
    for (uint32_t i = 0; ok && i < n; i++) {
        struct visa_thread *t = &m->threads[i];
        t->store = calloc(2, im->store_bytes + 16u);
        t->written = t->store ? t->store + im->store_bytes + 16 : NULL;
        t->frames = calloc(VISA_DEPTH, sizeof *t->frames);
        t->group = i / group_threads;
        t->state = VISA_ENDED;
        ok = t->store && t->frames;
    }
    return ok;
}

void visa_machine_fini(struct visa_machine *m)
{
    for (uint32_t i = 0; m->threads && i < m->n_threads; i++) {
        struct visa_thread *t = &m->threads[i];
        for (unsigned k = 0; t->frames && k < t->depth; k++)
            free(t->frames[k].saved);
        free(t->store);
        free(t->frames);
    }
    free(m->threads);
    free(m->slm);
    *m = (struct visa_machine){0};
}

void visa_put(struct visa_thread *t, const struct visa_place *p, uint32_t offset, const void *bytes,
              size_t n)
{
    size_t left = visa_bytes_from(p, offset);
    n = n < left ? n : left;
    memcpy(t->store + p->at + offset, bytes, n);
    memset(t->written + p->at + offset, 1, n);
}

static void skip_notes(const struct visa_machine *m, struct visa_thread *t);

void visa_thread_begin(struct visa_machine *m, struct visa_thread *t, uint32_t dmask,
                       const uint8_t *payload, size_t n)
{
    const struct visa_unit *u = &m->im->units[0];
    const struct visa_place *r0 = &u->places[VISA_GENERAL][VISA_PRE_R0];
    t->live = t->dispatched = dmask;
    t->state = VISA_READY;
    for (size_t i = 0; payload && i < u->r->n_inputs; i++) {
        const struct visa_input *in = &u->r->inputs[i];
        if (!in->class && in->offset >= 0 && (size_t)in->offset + in->size <= n)
            visa_put(t, &u->places[VISA_GENERAL][in->id], 0, payload + in->offset, in->size);
    }
    if (payload && n >= VISA_GRF)
        visa_put(t, r0, 0, payload, VISA_GRF);
    /* architecture registers have a value from the start */
    for (unsigned i = 0; i < VISA_PREDEFINED; i++) {
        const struct visa_place *p = &u->places[VISA_GENERAL][i];
        memset(t->written + p->at, 1, p->bytes);
    }
    visa_regroup(m, t);
    skip_notes(m, t);
}

/* --- an instruction --- */
static bool is_note(enum visa_opcode op)
{
    return op == VISA_OP_FILE || op == VISA_OP_LOC || op == VISA_OP_LIFETIME;
}

/* Lines and lifetimes are not instructions: no channel ever stops at one. */
static void skip_notes(const struct visa_machine *m, struct visa_thread *t)
{
    while (t->live && t->pc < m->im->n_insns && is_note(m->im->insns[t->pc]->op)) {
        for (unsigned i = 0; i < VISA_LANES; i++)
            t->lane_pc[i] += t->active >> i & 1;
        visa_regroup((struct visa_machine *)m, t);
    }
}

/* Whether the predicate does not choose which channels take part. */
static bool own_predicate(enum visa_opcode op)
{
    return op == VISA_OP_SEL;
}

static void execute_insn(struct visa_exec *x)
{
    const struct visa_insn *in = x->in;
    uint32_t all = in->size >= 32 ? UINT32_MAX : (1u << in->size) - 1;
    x->n = in->size;
    x->off = 4u * in->mask;
    x->masked = (in->nomask ? UINT32_MAX : x->t->active >> x->off) & all;
    x->enabled = x->masked;
    if (in->pred.kind && !own_predicate(in->op))
        x->enabled &= visa_predicate_bits(x, &in->pred);
}

/* Whether the instruction is valid: it must not reach beyond channel 31. */
static bool is_valid(struct visa_exec *x)
{
    if (x->off + x->n > VISA_LANES)
        visa_undefined(x, VISA_RULE_MASK_RANGE, "%u channels from %u on", x->n, x->off);
    else if (x->in->pred.kind && x->in->pred.id >= x->u->r->vars[VISA_PREDICATE].n)
        visa_undefined(x, VISA_RULE_PREDICATE_UNDECLARED, "%s",
                       x->in->pred.name ? x->in->pred.name : "");
    else if (x->in->pred.kind && x->n > 1 &&
             x->off + x->n > x->u->r->vars[VISA_PREDICATE].items[x->in->pred.id].n)
        visa_undefined(x, VISA_RULE_PREDICATE_RANGE, "%s has %u elements",
                       x->u->r->vars[VISA_PREDICATE].items[x->in->pred.id].name,
                       x->u->r->vars[VISA_PREDICATE].items[x->in->pred.id].n);
    return x->stop == VISA_GO;
}

static void exec_faddr(struct visa_exec *x)
{
    const struct visa_memory *memory = &x->m->memory;
    const char *name = x->in->opnds[0].name;
    struct visa_source s = {.type = VISA_UQ};
    uint64_t address;
    if (!memory->symbol || !memory->symbol(memory->ctx, name, &address)) {
        visa_not_simulated(x, "no file has the symbol %s", name);
        return;
    }
    s.v[0].i = (visa_wide)address;
    visa_write(x, &x->in->opnds[1], 1, &s, false);
}

/* Floats are rounded as bits 5:4 of %cr0 say. Source: SNB vol. 4 part 2, cr0.0, Rounding Mode. */
static void exec_alu_rounded(struct visa_exec *x)
{
    static const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    uint32_t cr0;
    memcpy(&cr0, x->t->store + x->u->places[VISA_GENERAL][VISA_PRE_CR0].at, sizeof cr0);
    int mode = modes[cr0 >> 4 & 3];
    if (mode != FE_TONEAREST)
        fesetround(mode);
    visa_exec_alu(x);
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
}

enum visa_stop visa_step(struct visa_machine *m, struct visa_thread *t)
{
    struct visa_exec x = {.m = m, .t = t};
    *m->why = '\0';
    if (t->pc >= m->im->n_insns) {
        snprintf(m->why, sizeof m->why, "the program has no further instruction");
        return VISA_STOP_NOT_SIMULATED;
    }
    x.in = m->im->insns[t->pc];
    x.u = visa_unit_of(m->im, t->pc);
    execute_insn(&x);
    if (!is_valid(&x))
        return x.stop;
    bool flow = visa_ops[x.in->op].flags & VISA_FLOW && x.in->op != VISA_OP_FADDR;
    if (flow)
        visa_exec_flow(&x);
    else if (visa_ops[x.in->op].flags & VISA_MEM)
        visa_exec_message(&x);
    else if (x.in->op == VISA_OP_FADDR)
        exec_faddr(&x);
    else
        exec_alu_rounded(&x);
    if (x.stop != VISA_GO && x.stop != VISA_STOP_LINT)
        return x.stop;
    for (unsigned i = 0; i < VISA_LANES && !flow; i++)
        t->lane_pc[i] += t->active >> i & 1;
    t->insts++;
    m->insts++;
    m->left -= m->left > 0;
    visa_regroup(m, t);
    skip_notes(m, t);
    return x.stop;
}

/* --- turns --- */
bool visa_in_turn(const struct visa_machine *m, const struct visa_thread *t)
{
    return !m->serial || t->group == m->group;
}

/* Whether there are living threads in @group, and all of them are at the barrier. */
static bool all_wait(const struct visa_machine *m, uint32_t group)
{
    bool any = false;
    for (uint32_t i = 0; i < m->n_threads; i++) {
        const struct visa_thread *t = &m->threads[i];
        if (t->group == group && t->state == VISA_READY)
            return false;
        any |= t->group == group && t->state == VISA_WAITS;
    }
    return any;
}

bool visa_release(struct visa_machine *m, uint32_t group)
{
    if (!all_wait(m, group))
        return false;
    for (uint32_t i = 0; i < m->n_threads; i++)
        if (m->threads[i].group == group && m->threads[i].state == VISA_WAITS)
            m->threads[i].state = VISA_READY;
    return true;
}

/* Opens barriers that all threads have reached, and begins the next group when one has ended.
 * Returns whether a thread can run now. */
static bool open_barriers(struct visa_machine *m)
{
    bool any = false;
    if (!m->serial) {
        for (uint32_t i = 0; i < m->n_threads; i++)
            any |= m->threads[i].state == VISA_WAITS && visa_release(m, m->threads[i].group);
        return any;
    }
    if (visa_release(m, m->group))
        return true;
    /* no thread of the group can run, and none waits */
    if (!m->n_threads || m->group >= m->threads[m->n_threads - 1].group)
        return false;
    m->group++;
    return true;
}

struct visa_thread *visa_next(struct visa_machine *m)
{
    do {
        if (m->left && m->turn < m->n_threads && m->threads[m->turn].state == VISA_READY)
            return &m->threads[m->turn];
        for (uint32_t i = 1; i <= m->n_threads; i++) {
            uint32_t k = (m->turn + i) % m->n_threads;
            if (m->threads[k].state == VISA_READY && visa_in_turn(m, &m->threads[k])) {
                m->turn = k;
                /* serial groups: a thread runs until it ends or waits */
                m->left = m->serial ? UINT32_MAX : TURN;
                return &m->threads[k];
            }
        }
    } while (open_barriers(m));
    return NULL; /* a waiting thread is released when the others of its group wait or have ended */
}

enum visa_stop visa_run(struct visa_machine *m, uint64_t *budget, struct visa_thread **at)
{
    for (; *budget; --*budget) {
        struct visa_thread *t = visa_next(m);
        if (!t)
            return VISA_STOP_DONE;
        *at = t;
        enum visa_stop stop = visa_step(m, t);
        if (stop != VISA_GO)
            return stop;
    }
    return VISA_STOP_LIMIT;
}
