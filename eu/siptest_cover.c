/* Measures how much of the routine the visits have exercised: each of its instructions, the masks
 * and predicates that kept a channel from executing one, and the immediates that made a difference.
 * The host is called before instructions that are not fully covered yet. */
#include <stdlib.h>
#include <string.h>

#include "eu/siptest_impl.h"
#include "sim/peek.h"

/* What a visit has shown about an instruction; the last two are the outcomes of a comparison. */
enum {
    RAN = 1,
    MASKED = 2,
    PRED_ON = 4,
    PRED_OFF = 8,
    MATTERED = 16,
    BECAME_1 = 32,
    BECAME_0 = 64
};

/* --- which parts an instruction has --- */

static bool compares(const struct eu_insn *insn)
{
    return insn->cmod && insn->op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) &&
           insn->op->format == EU_FMT_ALU && insn->op->id != EU_OP_SEL;
}

static unsigned immediate_of(const struct eu_insn *insn)
{
    return insn->op->nsrc > 1 ? 1 : 0;
}

static bool has_immediate(const struct eu_insn *insn)
{
    const struct eu_operand *op = &insn->src[immediate_of(insn)];
    return insn->op->format == EU_FMT_ALU && insn->op->nsrc && op->file == EU_FILE_IMM;
}

/* The bits that cover the instruction, by part; 0: it has no such part. A nop has none: it is never
 * executed after a return. */
static uint8_t part_bits(const struct eu_insn *insn, enum siptest_part part)
{
    bool nothing = insn->op->format == EU_FMT_NONE || insn->op->flags & EU_OPF_UNDEF;
    bool masks = insn->op->ndst || insn->op->format == EU_FMT_JMPI;
    if (nothing)
        return 0;
    switch (part) {
    case SIPTEST_PART_INSTRUCTION:
        return RAN;
    case SIPTEST_PART_MASK:
        return masks ? MASKED : 0;
    case SIPTEST_PART_PREDICATE:
        return insn->pred ? PRED_ON | PRED_OFF : 0;
    default:
        return !has_immediate(insn) ? 0 : compares(insn) ? BECAME_1 | BECAME_0 : MATTERED;
    }
}

static uint8_t all_bits(const struct eu_insn *insn)
{
    uint8_t bits = 0;
    for (unsigned part = 0; part < SIPTEST_PARTS; part++)
        bits |= part_bits(insn, part);
    return bits;
}

/* --- what a visit shows --- */

/* Whether the operation without its immediate would have left src0, or the old value, unchanged. */
static bool immediate_matters(const struct siptest *s, const struct eu_thread *t,
                              const struct eu_peek *p, unsigned n)
{
    const struct eu_insn *insn = &p->insn;
    const struct eu_operand *src = &insn->src[0];
    unsigned bits = eu_types[src->type].bytes * 8u;
    uint64_t v = eu_peek_value(s->eu, t, insn, 0, n), was;
    uint64_t imm = eu_peek_value(s->eu, t, insn, immediate_of(insn), n);
    switch (insn->op->id) {
    case EU_OP_MOV:
        return !eu_peek_before(s->eu, t, p, n, &was) || was != v;
    case EU_OP_AND:
        return v & ~imm & (UINT64_MAX >> (64 - bits));
    case EU_OP_OR:
        return imm & ~v;
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_MUL:
        return v != 0;
    case EU_OP_ASR:
        return v != 0 && v != UINT64_MAX >> (64 - bits);
    default:
        return true;
    }
}

/* Comparisons of unmodified values with zero, as routines make them; other comparisons count as
 * covered. */
static uint8_t outcome(const struct siptest *s, const struct eu_thread *t, const struct eu_peek *p,
                       unsigned n)
{
    enum { Z = 1, NZ = 2 };
    const struct eu_insn *insn = &p->insn;
    uint64_t a = eu_peek_value(s->eu, t, insn, 0, n);
    uint64_t b = eu_peek_value(s->eu, t, insn, immediate_of(insn), n);
    bool zero;
    if (insn->cmod != Z && insn->cmod != NZ)
        return BECAME_1 | BECAME_0;
    if (insn->op->id == EU_OP_CMP)
        zero = a == b;
    else if (insn->op->id == EU_OP_AND)
        zero = !(a & b);
    else
        return BECAME_1 | BECAME_0;
    return zero == (insn->cmod == Z) ? BECAME_1 : BECAME_0;
}

static uint8_t seen_now(const struct siptest *s, const struct eu_thread *t)
{
    struct eu_peek p;
    uint8_t bits = RAN;
    eu_peek(s->eu, t, &p);
    unsigned group = isa_group(&p.insn), exec = isa_exec_size(&p.insn);
    if (p.channels & ~p.chen)
        bits |= MASKED;
    if (p.insn.pred)
        bits |= (p.pred & p.channels ? PRED_ON : 0) | (p.channels & ~p.pred ? PRED_OFF : 0);
    for (unsigned n = 0; has_immediate(&p.insn) && n < exec; n++) {
        if (!(p.write >> (group + n) & 1))
            continue;
        if (compares(&p.insn))
            bits |= outcome(s, t, &p, n);
        else if (immediate_matters(s, t, &p, n))
            bits |= MATTERED;
    }
    return bits;
}

/* --- one host thread's part --- */

static size_t find_insn(const struct siptest_code *code, uint32_t ip)
{
    size_t lo = 0, hi = code->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (code->insns[mid].addr < ip)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < code->n && code->insns[lo].addr == ip ? lo : code->n;
}

bool siptest_cover_saw(struct siptest *s, const struct eu_thread *t)
{
    size_t i = s->seen ? find_insn(s->code, t->ip) : 0;
    if (!s->seen || i == s->code->n)
        return false;
    uint8_t wants = s->code->insns[i].wants, was = s->seen[i];
    if ((was & wants) == wants)
        return true;
    s->seen[i] |= seen_now(s, t);
    if ((s->seen[i] & wants) == wants)
        s->marks_old = true;
    return true;
}

/* Merges both lists. */
static void make_marks(struct siptest *s)
{
    size_t i = 0, n = 0;
    for (size_t k = 0; k < s->code->n; k++) {
        const struct siptest_insn *insn = &s->code->insns[k];
        if ((s->seen[k] & insn->wants) == insn->wants)
            continue;
        while (i < s->nat && s->at[i] < insn->addr)
            s->marks[n++] = s->at[i++];
        if (i == s->nat || s->at[i] != insn->addr)
            s->marks[n++] = insn->addr;
    }
    while (i < s->nat)
        s->marks[n++] = s->at[i++];
    s->nmarks = n;
    s->marks_old = false;
}

void siptest_cover_begin(struct siptest *s)
{
    if (!s->code)
        return;
    s->seen = calloc(s->code->n + 1, sizeof *s->seen);
    s->marks = malloc((s->nat + s->code->n + 1) * sizeof *s->marks);
    s->marks_old = true;
    if (!s->seen || !s->marks)
        siptest_cover_end(s);
}

void siptest_cover_end(struct siptest *s)
{
    free(s->seen);
    free(s->marks);
    s->seen = NULL;
    s->marks = NULL;
}

const uint32_t *siptest_cover_marks(struct siptest *s, size_t *n)
{
    if (!s->seen) {
        *n = s->nat;
        return s->at;
    }
    if (s->marks_old)
        make_marks(s);
    *n = s->nmarks;
    return s->marks;
}

void siptest_cover_add(uint8_t *to, const struct siptest *s)
{
    for (size_t i = 0; s->seen && i < s->code->n; i++)
        to[i] |= s->seen[i];
}

/* --- all host threads --- */

bool siptest_cover_code(const struct eu *eu, struct siptest_code *code)
{
    struct eu_code_range c = {0};
    (void)eu_code_at(eu, eu->sip, &c);
    code->n = 0;
    code->insns = malloc((c.size / 8 + 1) * sizeof *code->insns);
    for (uint32_t done = 0; code->insns && done + 8 <= c.size;) {
        uint8_t bytes[16];
        struct eu_insn insn;
        eu_memory_read(eu->mem, eu->bases.instruction + c.addr + done, bytes, sizeof bytes);
        int size = isa_decode(eu->gen, bytes, sizeof bytes, &insn);
        struct siptest_insn one = {.addr = c.addr + done, .wants = all_bits(&insn)};
        for (unsigned part = 0; part < SIPTEST_PARTS; part++)
            one.parts[part] = part_bits(&insn, part);
        if (one.wants)
            code->insns[code->n++] = one;
        done += (uint32_t)size;
    }
    return code->insns;
}

static bool add_missed(struct siptest_cover *cover, uint32_t addr, enum siptest_part part)
{
    if ((cover->nmissed & (cover->nmissed - 1)) == 0) {
        size_t room = cover->nmissed ? 2 * cover->nmissed : 1;
        struct siptest_missed *more = realloc(cover->missed, room * sizeof *more);
        if (!more)
            return false;
        cover->missed = more;
    }
    cover->missed[cover->nmissed++] = (struct siptest_missed){addr, part};
    return true;
}

/* For an instruction that was never executed, its other parts are not listed. */
bool siptest_cover_settle(struct siptest_cover *cover)
{
    const struct siptest_code *code = &cover->code;
    for (size_t i = 0; i < code->n; i++)
        for (unsigned part = 0; part < SIPTEST_PARTS; part++) {
            uint8_t wants = code->insns[i].parts[part];
            bool hit = (cover->seen[i] & wants) == wants;
            cover->of[part] += wants != 0;
            cover->hit[part] += wants && hit;
            if (wants && !hit && (part == 0 || cover->seen[i] & RAN) &&
                !add_missed(cover, code->insns[i].addr, part))
                return false;
        }
    return true;
}

void siptest_cover_fini(struct siptest_cover *cover)
{
    free(cover->code.insns);
    free(cover->seen);
    free(cover->missed);
    *cover = (struct siptest_cover){0};
}
