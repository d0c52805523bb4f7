/* What an instruction reads must have been written (3.3.2), and where it switches the check of its
 * destination off the program must have done it by itself (3.7). The System Routine may do both:
 * it saves what it does not know, and clears the scoreboard so (4.2.7). */
#include <stdio.h>

#include "sim/access.h"
#include "sim/lint.h"
#include "sim/message.h"
#include "sim/ref/ref.h"

struct look {
    struct ref *x;
    bool reads, depends;      /* what is to be looked at */
    bool told[EU_LINT_COUNT]; /* each once an instruction */
    bool stop;
};

static bool bit(const uint32_t *set, unsigned n)
{
    return set[n / 32] >> n % 32 & 1;
}

static bool is_send(const struct ref *x)
{
    return isa_is_send(x->insn);
}

/* NoMask computes lanes that nobody uses, too. */
static bool counts(const struct ref *x, int channel)
{
    bool unused = channel >= 0 && x->insn->nomask && x->es > 1;
    return !unused || x->act >> x->group >> ref_channel(x, (unsigned)channel) & 1;
}

/* They can drop the part of an element that has no value. */
static bool drops(const struct eu_op *op)
{
    return op->id == EU_OP_AND || op->id == EU_OP_OR || op->id == EU_OP_SHL ||
           op->id == EU_OP_SHR || op->id == EU_OP_ASR || op->id == EU_OP_MOV ||
           op->id == EU_OP_BFE || op->id == EU_OP_BFI2;
}

/* The first of @n bytes that is missed; -1: none. */
static int missing(const struct ref *x, unsigned at, unsigned n)
{
    unsigned missed = 0, first = 0;
    for (unsigned i = at + n; i-- > at;)
        if (!bit(x->t->written, i)) {
            missed++;
            first = i;
        }
    return missed && (missed == n || !drops(x->insn->op)) ? (int)first : -1;
}

static void read(struct look *l, unsigned at, unsigned n, int channel)
{
    struct ref *x = l->x;
    int i = counts(x, channel) ? missing(x, at, n) : -1;
    char who[24] = "";
    if (i < 0)
        return;
    if (channel >= 0)
        snprintf(who, sizeof who, " for channel %u", ref_channel(x, (unsigned)channel) + x->group);
    l->stop |= eu_lint(x->eu, x->t, x->ev, EU_LINT_UNWRITTEN_REGISTER,
                       "r%u byte %u is read%s: neither dispatch nor the program wrote it, 3.3.2",
                       (unsigned)i / EU_GRF_BYTES, (unsigned)i % EU_GRF_BYTES, who);
    eu_written(x->t, (unsigned)i & ~31u, EU_GRF_BYTES); /* once for each register */
}

static void tell(struct look *l, enum eu_lint_id id, unsigned reg, const char *what)
{
    struct ref *x = l->x;
    if (!l->told[id])
        l->stop |= eu_lint(x->eu, x->t, x->ev, id, "r%u is %s", reg, what);
    l->told[id] = true;
}

/* The response has come to @reg: the message was sent. */
static void arrive(struct eu_thread *t, unsigned reg)
{
    for (unsigned r = 0; t->flight[reg] && r < EU_GRF_COUNT; r++)
        if (t->payload[r] == t->flight[reg])
            t->payload[r] = 0;
    t->flight[reg] = 0;
}

/* A write that waits for nothing. Gen7's payloads are of the GRF; that what SNB says of message
 * registers holds for them is inferred. */
static void write_unchecked(struct look *l, unsigned reg)
{
    const struct eu_thread *t = l->x->t;
    if (t->flight[reg])
        tell(l, EU_LINT_NODDCHK_RESPONSE, reg,
             "written unchecked; a send's response may still come, 3.7");
    if (t->payload[reg])
        tell(l, EU_LINT_NODDCHK_PAYLOAD, reg,
             "written unchecked; the message that has it as payload may not have been sent, "
             "SNB 1.6.3");
}

static bool is_response(const struct ref *x, enum eu_watch_access access)
{
    return access == EU_WATCH_WRITE && is_send(x);
}

/* The scoreboard lets the instruction wait for registers [@at, @at + @n), whatever its masks. */
static void awaited(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at, unsigned n,
                    int channel)
{
    struct look *l = ctx;
    struct eu_thread *t = l->x->t;
    bool writes = access == EU_WATCH_WRITE;
    (void)channel;
    if (reg != EU_REG_GRF0 || is_response(l->x, access) || (writes && l->x->insn->noddchk))
        return;
    for (unsigned r = at / EU_GRF_BYTES; r <= (at + n - 1) / EU_GRF_BYTES; r++) {
        arrive(t, r);
        if (writes)
            t->payload[r] = 0;
        if (bit(t->noddclr, r))
            tell(l, EU_LINT_NODDCLR_OPEN, r,
                 writes ? "written with a check in its NoDDClr block: that waits for ever, 4.2.7"
                        : "read in its NoDDClr block: that waits for ever, 4.2.7");
    }
}

static void written(struct look *l, unsigned reg, bool response)
{
    if (response && l->x->t->flight[reg])
        tell(l, EU_LINT_RESPONSE_OVERLAP, reg,
             "where two responses go; which one comes last is not known, 6.56, SNB 1.6.3");
    if (!response && l->x->insn->noddchk)
        write_unchecked(l, reg);
}

static void touched(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at, unsigned n,
                    int channel)
{
    struct look *l = ctx;
    bool writes = access == EU_WATCH_WRITE;
    if (reg != EU_REG_GRF0)
        return;
    if (!writes && l->reads)
        read(l, at, n, channel);
    if (!writes)
        return;
    for (unsigned r = at / EU_GRF_BYTES; l->depends && r <= (at + n - 1) / EU_GRF_BYTES; r++)
        written(l, r, is_response(l->x, access));
    eu_written(l->x->t, at, n);
}

/* Registers [@first, @first + @n) of a payload. */
static bool payload_registers(const struct ref *x, unsigned first, unsigned n)
{
    bool stop = false;
    for (unsigned r = first; r < first + n && r < EU_GRF_COUNT; r++)
        if (!x->t->written[r])
            stop |=
                eu_lint(x->eu, x->t, x->ev, EU_LINT_UNWRITTEN_PAYLOAD,
                        "r%u is sent: neither dispatch nor the program wrote any of it, 3.3.2", r);
    eu_written(x->t, first * EU_GRF_BYTES, n * EU_GRF_BYTES); /* once for each register */
    return stop;
}

/* Lanes that are off need not be there: a register counts only when all of it is missing, and of
 * 16 channels of which one first_only is off the first alone. Entries of the URB are padded: of a
 * write the header alone counts. */
static bool payload(const struct ref *x, const struct eu_message *m)
{
    bool first_only =
        m->sfid == EU_SFID_URB || (x->es == 16 && (!(x->wren & 0xff) || !(x->wren >> 8)));
    unsigned n = !x->wren ? 0 : first_only && m->mlen ? 1 : m->mlen;
    unsigned n1 = !x->wren ? 0 : first_only && m->len1 ? 1 : m->len1;
    bool stop = payload_registers(x, m->src, n);
    return payload_registers(x, m->src1, n1) || stop;
}

static void message_of(const struct ref *x, struct eu_message *msg)
{
    eu_message_of(x->eu->isa, x->t, x->insn, 0, msg);
}

/* What ends a NoDDClr block without a channel to write may never reach the scoreboard. 3.7 */
static bool shot(const struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    unsigned reg = insn->dst.reg & 127u;
    if (x->wren || !insn->noddchk || insn->noddclr || !eu_computes(insn->op) ||
        insn->dst.file != EU_FILE_GRF || insn->dst.indirect || !bit(x->t->noddclr, reg))
        return false;
    return eu_lint(x->eu, x->t, x->ev, EU_LINT_NODDCLR_SHOT,
                   "no channel writes r%u, whose NoDDClr block is to end here, 3.7", reg);
}

static void enqueue(struct eu_thread *t, const struct eu_message *m)
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
    bool selects = insn->op->id == EU_OP_SEL && insn->pred && !insn->cmod; /* one of two */
    struct look l = {.x = x, .reads = !routine && !is_send(x) && !selects, .depends = !routine};
    struct eu_message msg = {0};
    if (is_send(x))
        message_of(x, &msg);
    if (!routine && is_send(x) && payload(x, &msg))
        return true;
    if (!routine && shot(x))
        return true;
    if (l.depends)
        eu_ref_operands(x->eu, x->t, insn, awaited, &l);
    eu_ref_accesses(x->eu, x->t, insn, touched, &l);
    if (is_send(x))
        enqueue(x->t, &msg);
    return l.stop;
}
