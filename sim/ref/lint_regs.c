/* Two rules: what an instruction reads must have been written (3.3.2), and where it switches off
 * the check of its destination, the program itself must have ensured the order (3.7). The System
 * Routine is exempt: it saves registers whose contents it does not know, and clears the scoreboard
 * in this way (4.2.7). */
#include <stdio.h>

#include "sim/access.h"
#include "sim/lint.h"
#include "sim/message.h"
#include "sim/ref/ref.h"

struct look {
    struct ref *x;
    bool reads, depends;      /* which of the two is checked */
    bool told[EU_LINT_COUNT]; /* each is reported once for an instruction */
    bool stop;
};

static bool has_bit(const uint32_t *set, unsigned n)
{
    return set[n / 32] >> n % 32 & 1;
}

static bool is_send(const struct ref *x)
{
    return isa_is_send(x->insn);
}

/* NoMask also computes lanes that nobody uses. */
static bool is_checked(const struct ref *x, int channel)
{
    bool unused = channel >= 0 && x->insn->nomask && x->es > 1;
    return !unused || x->act >> x->group >> ref_channel(x, (unsigned)channel) & 1;
}

/* These opcodes can drop the part of an element that has no value. */
static bool may_drop_part(const struct eu_op *op)
{
    return op->id == EU_OP_AND || op->id == EU_OP_OR || op->id == EU_OP_SHL ||
           op->id == EU_OP_SHR || op->id == EU_OP_ASR || op->id == EU_OP_MOV ||
           op->id == EU_OP_BFE || op->id == EU_OP_BFI2;
}

/* The first of @n bytes that has no value; -1: all have one. */
static int first_missing(const struct ref *x, unsigned at, unsigned n)
{
    unsigned missed = 0, first = 0;
    for (unsigned i = at + n; i-- > at;)
        if (!has_bit(x->t->written, i)) {
            missed++;
            first = i;
        }
    return missed && (missed == n || !may_drop_part(x->insn->op)) ? (int)first : -1;
}

static void lint_read(struct look *l, unsigned at, unsigned n, int channel)
{
    struct ref *x = l->x;
    int i = is_checked(x, channel) ? first_missing(x, at, n) : -1;
    char who[24] = "";
    if (i < 0)
        return;
    if (channel >= 0)
        snprintf(who, sizeof who, " for channel %u", ref_channel(x, (unsigned)channel) + x->group);
    l->stop |= eu_lint(x->eu, x->t, x->ev, EU_LINT_UNWRITTEN_REGISTER,
                       "r%u byte %u is read%s: neither dispatch nor the program wrote it, 3.3.2",
                       (unsigned)i / EU_GRF_BYTES, (unsigned)i % EU_GRF_BYTES, who);
    eu_written(x->t, (unsigned)i & ~31u, EU_GRF_BYTES); /* reported once for each register */
}

static void lint_register(struct look *l, enum eu_lint_id id, unsigned reg, const char *what)
{
    struct ref *x = l->x;
    if (!l->told[id])
        l->stop |= eu_lint(x->eu, x->t, x->ev, id, "r%u is %s", reg, what);
    l->told[id] = true;
}

/* The response has come to @reg, so the message was sent. */
static void note_response(struct eu_thread *t, unsigned reg)
{
    for (unsigned r = 0; t->flight[reg] && r < EU_GRF_COUNT; r++)
        if (t->payload[r] == t->flight[reg])
            t->payload[r] = 0;
    t->flight[reg] = 0;
}

/* A write that waits for nothing. On Gen7, payloads are in the GRF; that SNB's rules for message
 * registers apply to them is inferred. */
static void write_unchecked(struct look *l, unsigned reg)
{
    const struct eu_thread *t = l->x->t;
    if (t->flight[reg])
        lint_register(l, EU_LINT_NODDCHK_RESPONSE, reg,
                      "written unchecked; a send's response may still come, 3.7");
    if (t->payload[reg])
        lint_register(
            l, EU_LINT_NODDCHK_PAYLOAD, reg,
            "written unchecked; the message that has it as payload may not have been sent, "
            "SNB 1.6.3");
}

static bool is_response(const struct ref *x, enum eu_watch_access access)
{
    return access == EU_WATCH_WRITE && is_send(x);
}

/* Because of the scoreboard, the instruction has waited for registers [@at, @at + @n), whatever its
 * masks are. */
static void note_awaited(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at,
                         unsigned n, int channel)
{
    struct look *l = ctx;
    struct eu_thread *t = l->x->t;
    bool writes = access == EU_WATCH_WRITE;
    (void)channel;
    if (reg != EU_REG_GRF0 || is_response(l->x, access) || (writes && l->x->insn->noddchk))
        return;
    for (unsigned r = at / EU_GRF_BYTES; r <= (at + n - 1) / EU_GRF_BYTES; r++) {
        note_response(t, r);
        if (writes)
            t->payload[r] = 0;
        if (has_bit(t->noddclr, r))
            lint_register(
                l, EU_LINT_NODDCLR_OPEN, r,
                writes ? "written with a check in its NoDDClr block: that waits for ever, 4.2.7"
                       : "read in its NoDDClr block: that waits for ever, 4.2.7");
    }
}

static void note_written(struct look *l, unsigned reg, bool response)
{
    if (response && l->x->t->flight[reg])
        lint_register(l, EU_LINT_RESPONSE_OVERLAP, reg,
                      "where two responses go; which one comes last is not known, 6.56, SNB 1.6.3");
    if (!response && l->x->insn->noddchk)
        write_unchecked(l, reg);
}

static void note_touched(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at,
                         unsigned n, int channel)
{
    struct look *l = ctx;
    bool writes = access == EU_WATCH_WRITE;
    if (reg != EU_REG_GRF0)
        return;
    if (!writes && l->reads)
        lint_read(l, at, n, channel);
    if (!writes)
        return;
    for (unsigned r = at / EU_GRF_BYTES; l->depends && r <= (at + n - 1) / EU_GRF_BYTES; r++)
        note_written(l, r, is_response(l->x, access));
    eu_written(l->x->t, at, n);
}

/* Checks registers [@first, @first + @n) of a payload. */
static bool lint_payload_registers(const struct ref *x, unsigned first, unsigned n)
{
    bool stop = false;
    for (unsigned r = first; r < first + n && r < EU_GRF_COUNT; r++)
        if (!x->t->written[r])
            stop |=
                eu_lint(x->eu, x->t, x->ev, EU_LINT_UNWRITTEN_PAYLOAD,
                        "r%u is sent: neither dispatch nor the program wrote any of it, 3.3.2", r);
    /* reported once for each register */
    eu_written(x->t, first * EU_GRF_BYTES, n * EU_GRF_BYTES);
    return stop;
}

/* Checks a payload. Lanes that are disabled need no value, so a register counts only if all of it
 * has none. If only half of 16 channels is enabled, only the first register is checked. Entries of
 * the URB are padded, so only the header of a write is checked. */
static bool lint_payload(const struct ref *x, const struct eu_message *m)
{
    bool first_only =
        m->sfid == EU_SFID_URB || (x->es == 16 && (!(x->wren & 0xff) || !(x->wren >> 8)));
    unsigned n = !x->wren ? 0 : first_only && m->mlen ? 1 : m->mlen;
    unsigned n1 = !x->wren ? 0 : first_only && m->len1 ? 1 : m->len1;
    bool stop = lint_payload_registers(x, m->src, n);
    return lint_payload_registers(x, m->src1, n1) || stop;
}

static void message_of(const struct ref *x, struct eu_message *msg)
{
    eu_message_of(x->eu->isa, x->t, x->insn, 0, msg);
}

/* Whether the instruction ends a NoDDClr block without writing any channel, so that the scoreboard
 * may never be cleared. 3.7 */
static bool ends_block_unwritten(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    unsigned reg = insn->dst.reg & 127u;
    if (x->wren || !insn->noddchk || insn->noddclr || !eu_computes(insn->op) ||
        insn->dst.file != EU_FILE_GRF || insn->dst.indirect || !has_bit(x->t->noddclr, reg))
        return false;
    return eu_lint(x->eu, x->t, x->ev, EU_LINT_NODDCLR_SHOT,
                   "no channel writes r%u, whose NoDDClr block is to end here, 3.7", reg);
}

static void note_sent(struct eu_thread *t, const struct eu_message *m)
{
    uint8_t name = m->rlen && m->dst < EU_GRF_COUNT ? (uint8_t)(m->dst + 1) : EU_NO_RESPONSE;
    for (unsigned r = m->dst; r < m->dst + m->rlen && r < EU_GRF_COUNT; r++)
        t->flight[r] = name;
    for (unsigned r = m->src; r < m->src + m->mlen && r < EU_GRF_COUNT; r++)
        t->payload[r] = name;
    for (unsigned r = m->src1; r < m->src1 + m->len1 && r < EU_GRF_COUNT; r++)
        t->payload[r] = name;
}

bool ref_lint_regs(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    bool routine = x->t->cr[0] & EU_CR0_ME;
    /* it reads only one of its two sources */
    bool selects = insn->op->id == EU_OP_SEL && insn->pred && !insn->cmod;
    struct look l = {.x = x, .reads = !routine && !is_send(x) && !selects, .depends = !routine};
    struct eu_message msg = {0};
    if (is_send(x))
        message_of(x, &msg);
    if (!routine && is_send(x) && lint_payload(x, &msg))
        return true;
    if (!routine && ends_block_unwritten(x))
        return true;
    if (l.depends)
        eu_ref_operands(x->eu, x->t, insn, note_awaited, &l);
    eu_ref_accesses(x->eu, x->t, insn, note_touched, &l);
    if (is_send(x))
        note_sent(x->t, &msg);
    return l.stop;
}
