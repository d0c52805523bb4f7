/* Injects exceptions at a boundary: chooses the threads that take them, computes the expected
 * state, and makes each kind of exception. */
#include <string.h>

#include "eu/siptest_impl.h"

enum { OP_NOP = 0x7e, OP_ILLEGAL = 0, OPCODES = 0x80 };

static void step_over(struct siptest *s, uint32_t thread)
{
    struct eu_event ev;
    bool asked = false;
    while (eu_run_thread(s->eu, thread, 1, &ev) == EU_STOP_REQUEST)
        asked = true;
    if (asked) /* it stays for the visit, which answers it */
        eu_request_stop(s->eu);
}

/* --- an invalid instruction --- */

static uint8_t undefined_opcode(const struct siptest *s, uint64_t seed)
{
    for (unsigned i = 0; i < OPCODES; i++) {
        unsigned hw = (unsigned)(seed + i) % OPCODES;
        if (!eu_op_by_hw(s->eu->gen, hw) && !(s->opts->effect && s->opts->effect->opcode == hw))
            return (uint8_t)hw;
    }
    return OP_ILLEGAL;
}

/* Values for bits 31 and 30, which an invalid opcode does not define. Bit 30 is DebugCtrl: it is
 * set only where it has no effect. */
static uint8_t other_bits(const struct eu_thread *t, uint64_t seed)
{
    bool minds = t->cr[1] >> exc_table[EXC_BREAKPOINT].enable_bit & 1;
    return (uint8_t)(seed >> 20) & (minds ? 0x80 : 0xc0);
}

/* Replaces the opcode of the instruction after the boundary by @hw; its size and DebugCtrl stay,
 * and with @whole the rest of the word. */
static void patch_insn(struct siptest *s, struct siptest_subject *of, uint8_t hw, bool whole)
{
    bool compact = of->size == 8;
    uint8_t *to = of->patched;
    eu_memory_read(s->eu->mem, of->ip, of->code, of->size);
    memcpy(to, of->code, of->size);
    if (!whole)
        memset(to, 0, of->size);
    to[0] = hw | (compact ? of->code[0] & 0x80 : 0);
    to[3] |= compact ? 0x20 : of->code[3] & 0x40;
    if (s->trial.form & (SIPTEST_COMPACT | SIPTEST_COMPACT_HIGH))
        to[0] &= 0x7f; /* no DebugCtrl where there was no instruction */
    else if (whole && !compact && hw != OP_NOP)
        to[3] |= other_bits(of->t, s->trial.seed);
    eu_memory_write(s->eu->mem, of->ip, to, of->size);
}

/* If the routine has changed the instruction meanwhile, that change stays. */
static void unpatch_insn(struct siptest *s, const struct siptest_subject *of)
{
    uint8_t now[16];
    eu_memory_read(s->eu->mem, of->ip, now, of->size);
    if (memcmp(now, of->patched, of->size) == 0)
        eu_memory_write(s->eu->mem, of->ip, of->code, of->size);
}

/* --- an instruction that the routine emulates --- */

struct emulated {
    unsigned dst, src, n;
};

static struct emulated choose_emulated(const struct siptest *s)
{
    const struct siptest_effect *e = s->opts->effect;
    unsigned regs = e->last - e->first + 1u;
    uint64_t v = s->trial.seed * 0xd1342543de82ef95u;
    return (struct emulated){.dst = e->first + (unsigned)(v >> 40) % regs,
                             .src = e->first + (unsigned)(v >> 24) % regs,
                             .n = (unsigned)(v >> 58) & 31};
}

static void patch_emulated(struct siptest *s, struct siptest_subject *of)
{
    struct emulated m = choose_emulated(s);
    uint64_t word[2] = {0};
    struct eu_insn insn = {.op = eu_op_by_id(s->eu->gen, EU_OP_SHL), .exec = 3};
    insn.dst = (struct eu_operand){
        .file = EU_FILE_GRF, .type = EU_TYPE_UD, .reg = (uint8_t)m.dst, .hs = 1};
    insn.src[0] = (struct eu_operand){
        .file = EU_FILE_GRF, .type = EU_TYPE_UD, .reg = (uint8_t)m.src, .vs = 4, .w = 3, .hs = 1};
    insn.src[1] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = m.n};
    insn.opcode = insn.op->hw;
    isa_encode(s->eu->gen, &insn, word);
    word[0] = (word[0] & ~UINT64_C(0x7f)) | s->opts->effect->opcode;
    if (!(of->t->cr[1] >> exc_table[EXC_BREAKPOINT].enable_bit & 1) && s->trial.seed & 1)
        word[0] |= UINT64_C(1) << 30; /* DebugCtrl, which has no effect here */
    eu_memory_read(s->eu->mem, of->ip, of->code, of->size);
    memcpy(of->patched, word, sizeof word);
    eu_memory_write(s->eu->mem, of->ip, of->patched, of->size);
}

/* The thread after the emulated instruction: its channels on IP have the result. */
static void emulate_insn(struct siptest *s, const struct siptest_subject *of)
{
    struct eu_thread *t = of->t;
    struct emulated m = choose_emulated(s);
    uint32_t on = eu_on_ip(t), *dst = (void *)t->grf[m.dst], src[8];
    memcpy(src, t->grf[m.src], sizeof src);
    t->ip += of->size;
    for (unsigned n = 0; n < EU_CHANNELS; n++) {
        if (!(on >> n & 1))
            continue;
        t->pcip[n] = t->ip;
        if (n < 8)
            dst[n] = s->opts->effect->value(s->opts->effect->ctx, src[n], m.n);
    }
}

static void patch_all(struct siptest *s)
{
    if (s->trial.form == SIPTEST_EFFECT) {
        patch_emulated(s, &s->subjects[0]);
        return;
    }
    bool whole = s->trial.form & SIPTEST_WHOLE;
    uint8_t hw =
        s->trial.form & SIPTEST_UNDEFINED ? undefined_opcode(s, s->trial.seed >> 8) : OP_ILLEGAL;
    for (unsigned i = 0; i < s->nsubjects; i++)
        if (i == 0 || s->subjects[i].ip != s->subjects[0].ip)
            patch_insn(s, &s->subjects[i], hw, whole);
}

void siptest_mend(struct siptest *s)
{
    if (!(s->trial.kinds >> EXC_ILLEGAL_OPCODE & 1))
        return;
    for (unsigned i = s->nsubjects; i-- > 0;)
        if (i == 0 || s->subjects[i].ip != s->subjects[0].ip)
            unpatch_insn(s, &s->subjects[i]);
}

/* --- choosing threads --- */

/* If suppress is set at a boundary, it belongs to the application's own breakpoint there. */
static bool can_take(const struct eu *eu, const struct eu_thread *t, unsigned kinds)
{
    bool suppressed = t->cr[0] & EU_CR0_SUPPRESS;
    if (kinds >> EXC_CONTEXT_SAVE & 1 && exc_must_stay(eu, t))
        return false;
    return !suppressed || !(kinds & (1u << EXC_BREAKPOINT | 1u << EXC_ILLEGAL_OPCODE));
}

/* An exception of the application is due, which the routine would answer in the same visit. */
static bool enters_routine(struct siptest *s, const struct eu_thread *t)
{
    step_over(s, t->id);
    bool in = exc_in_routine(t);
    eu_snapshot_restore(s->eu, s->here);
    return in;
}

/* The next thread, in turn, that can take the trial beside @t; NULL: none. */
static struct eu_thread *next_ready(struct siptest *s, const struct eu_thread *t, unsigned kinds)
{
    struct eu *eu = s->eu;
    for (uint32_t i = 1; i < eu->nthreads; i++) {
        struct eu_thread *other = &eu->threads[(t->id + i) % eu->nthreads];
        if (other->status == EU_THREAD_READY && !exc_in_routine(other) &&
            can_take(eu, other, kinds) && !enters_routine(s, other))
            return other;
    }
    return NULL;
}

static void set_subject(struct siptest *s, struct siptest_subject *of, struct eu_thread *t)
{
    uint8_t bytes[16];
    struct eu_insn insn;
    of->t = t;
    of->ip = t->ip;
    eu_memory_read(s->eu->mem, t->ip, bytes, sizeof bytes);
    of->size = isa_decode(s->eu->gen, bytes, sizeof bytes, &insn) == 8 ? 8 : 16;
}

bool siptest_choose_subjects(struct siptest *s)
{
    struct eu_thread *t = &s->eu->threads[s->insn.thread], *other = NULL;
    eu_snapshot_restore(s->eu, s->here);
    if (s->opts->together)
        other = next_ready(s, t, s->trial.kinds);
    set_subject(s, &s->subjects[0], t);
    s->subjects[0].ip = s->insn.ip;
    s->subjects[0].size = s->insn.size;
    s->nsubjects = 1;
    if (other) {
        set_subject(s, &s->subjects[1], other);
        s->nsubjects = 2;
    }
    if (s->trial.form == SIPTEST_EFFECT) {
        s->nsubjects = 1;
        s->subjects[0].size = 16;
    } else if (s->trial.form >= SIPTEST_COMPACT && s->insn.size == 16 && s->nsubjects == 1) {
        s->subjects[0].size = 8;
        s->subjects[0].ip += s->trial.form & SIPTEST_COMPACT_HIGH ? 8 : 0;
    } else {
        s->trial.form %= SIPTEST_COMPACT;
    }
    return can_take(s->eu, t, s->trial.kinds | s->trial.inside);
}

/* --- the state --- */

static void salt_thread(struct siptest *s, struct eu_thread *t, unsigned i)
{
    bool moves = s->trial.kinds >> EXC_CONTEXT_SAVE & 1 || s->nsubjects > 1;
    siptest_salt(s->eu, t, s->trial.seed + i);
    t->cr[1] |= siptest_stale(t, s->trial.kinds | s->trial.inside, s->trial.seed + i);
    if (s->opts->slots && !moves)
        siptest_seat(s->eu, t, siptest_any_slot(s, s->trial.seed));
}

/* Moves to the second half of an oword, as if the code there were compact. */
static void move_to(struct eu_thread *t, uint32_t ip)
{
    for (unsigned n = 0; t->ip != ip && n < EU_CHANNELS; n++)
        if (t->pcip[n] == t->ip)
            t->pcip[n] = ip;
    t->ip = ip;
}

/* Goes back to the boundary, with all kinds of the trial enabled: the host forces the enable bit,
 * as debug hardware can (TD_CTL, docs/exceptions.md section 1). */
static void stand_at(struct siptest *s)
{
    unsigned kinds = s->trial.kinds | s->trial.inside;
    eu_snapshot_restore(s->eu, s->here);
    for (unsigned i = 0; i < s->nsubjects; i++) {
        struct eu_thread *t = s->subjects[i].t;
        eu_thread_touch(t);
        move_to(t, s->subjects[i].ip);
        for (unsigned k = 0; k < EXC_COUNT; k++)
            if (kinds >> k & 1 && exc_table[k].enable_bit >= 0)
                t->cr[1] |= 1u << exc_table[k].enable_bit;
        if (s->trial.salted)
            salt_thread(s, t, i);
        exc_update_attention(s->eu, t);
    }
}

struct eu_snapshot *siptest_expected(struct siptest *s)
{
    stand_at(s);
    if (s->trial.form == SIPTEST_EFFECT) {
        emulate_insn(s, &s->subjects[0]);
    } else if (s->trial.kinds >> EXC_ILLEGAL_OPCODE & 1) {
        for (unsigned i = 0; i < s->nsubjects; i++) {
            patch_insn(s, &s->subjects[i], OP_NOP, false);
            step_over(s, s->subjects[i].t->id);
            unpatch_insn(s, &s->subjects[i]);
        }
    }
    for (unsigned i = 0; i < s->nsubjects; i++)
        s->subjects[i].want = *s->subjects[i].t;
    return eu_snapshot_take(s->eu);
}

/* A preemption waits until every exception was answered, including the application's own at the
 * next instruction: after an illegal opcode it would come in the visit for that one. */
bool siptest_own_follows(struct siptest *s)
{
    unsigned all = s->trial.kinds | s->trial.inside;
    if (!(all >> EXC_CONTEXT_SAVE & 1) || !(s->trial.kinds >> EXC_ILLEGAL_OPCODE & 1))
        return false;
    stand_at(s);
    patch_insn(s, &s->subjects[0], OP_NOP, false);
    step_over(s, s->subjects[0].t->id);
    unpatch_insn(s, &s->subjects[0]);
    step_over(s, s->subjects[0].t->id);
    return exc_in_routine(s->subjects[0].t);
}

static void raise_one(struct siptest *s, unsigned i, enum exc_kind kind)
{
    struct eu *eu = s->eu;
    if (kind == EXC_BREAKPOINT) {
        eu->matches[i] = s->subjects[i].ip;
        eu->match_on |= (uint8_t)(1 << i);
    } else if (kind != EXC_ILLEGAL_OPCODE) {
        exc_raise(eu, s->subjects[i].t, kind);
    }
}

void siptest_inject(struct siptest *s)
{
    stand_at(s);
    s->matches_on = s->eu->match_on;
    if (s->trial.kinds >> EXC_ILLEGAL_OPCODE & 1)
        patch_all(s);
    for (unsigned k = 0; k < EXC_COUNT; k++)
        for (unsigned i = 0; i < s->nsubjects && s->trial.kinds >> k & 1; i++)
            raise_one(s, i, k);
    for (unsigned i = 0; i < s->nsubjects; i++) /* from all comparators */
        exc_update_attention(s->eu, s->subjects[i].t);
}
