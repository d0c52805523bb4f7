/* The loop that a channel never leaves which only branches are wide enough for: what a kernel of
 * eight channels does under a dispatch mask of sixteen. */
#include "isa/check_internal.h"

#include <stdlib.h>

/* What is known of the channels without work. Their flags are 0, as dispatch leaves them. */
struct idle {
    enum eu_gen gen;
    const struct eu_program *prog;
    uint32_t busy, channels; /* those of some instruction that is no branch; the idle ones */
};

static uint32_t low_bits(unsigned n)
{
    return n < 32 ? (1u << n) - 1 : UINT32_MAX;
}

/* The channels of @insn, whole groups of eight: doubles of Ivy Bridge count their channels in two
 * ways. */
static uint32_t channels_of(const struct eu_insn *insn)
{
    unsigned first = isa_group(insn) & ~7u, end = isa_group(insn) + isa_exec_size(insn);
    return low_bits((end + 7) & ~7u) & ~low_bits(first);
}

static bool writes(const struct eu_insn *insn, enum eu_arf kind)
{
    return insn->op->ndst && insn->dst.file == EU_FILE_ARF && !insn->dst.indirect &&
           insn->dst.reg >> 4 == kind;
}

/* Whether @insn may give an idle channel a flag, or leave the flow of single channels. */
static bool may_decide(const struct idle *d, const struct eu_insn *insn)
{
    bool zero = insn->op->id == EU_OP_MOV && insn->src[0].file == EU_FILE_IMM && !insn->src[0].imm;
    bool compares = insn->cmod && insn->op->flags & EU_OPF_CMOD && insn->op->id != EU_OP_SEL;
    return writes(insn, EU_ARF_CR) || (writes(insn, EU_ARF_F) && !zero) ||
           (compares && insn->nomask && channels_of(insn) & d->channels);
}

/* Finds the channels without work. Returns false if there are none, or what they do is unknown. */
static bool find_idle(struct idle *d, uint32_t dmask)
{
    struct eu_insn insn;
    int size = 0;
    for (uint32_t at = 0; at < d->prog->size; at += (uint32_t)size) {
        size = isa_decode(d->gen, d->prog->code + at, d->prog->size - at, &insn);
        if (size < 0)
            break;
        if (!insn.nomask && !(insn.op->flags & EU_OPF_FLOW))
            d->busy |= channels_of(&insn);
    }
    d->channels = dmask & ~d->busy;
    bool known = d->busy & dmask && d->channels;
    for (uint32_t at = 0; known && at < d->prog->size; at += (uint32_t)size) {
        size = isa_decode(d->gen, d->prog->code + at, d->prog->size - at, &insn);
        if (size < 0)
            break;
        known = !may_decide(d, &insn);
    }
    return known;
}

/* Whether the predicate is known to be false of flags that are 0: an any of a group that busy
 * channels belong to is not. */
static bool is_known(const struct idle *d, const struct eu_insn *insn)
{
    enum { ANY2H = 4 };
    bool any = !insn->align16 && insn->pred >= ANY2H && !(insn->pred & 1);
    unsigned size = any ? 1u << (insn->pred / 2 - 1) : 1;
    for (unsigned n = 0; n < 32; n += size)
        if (low_bits(size) << n & d->channels && low_bits(size) << n & d->busy && size > 1)
            return false;
    return true;
}

/* Where break sends a channel: behind the while at UIP. */
static int64_t behind_while(const struct idle *d, int64_t uip)
{
    struct eu_insn insn;
    if (uip < 0 || uip >= d->prog->size)
        return uip;
    int size = isa_decode(d->gen, d->prog->code + uip, d->prog->size - (uint32_t)uip, &insn);
    return size > 0 && insn.op->id == EU_OP_WHILE ? uip + size : uip;
}

/* Where an idle channel goes from @insn at @at; -1: unknown, or the thread ends. Source: chapter 6,
 * as sim/ref/flow.c. */
static int64_t next_of(const struct idle *d, const struct eu_insn *insn, uint32_t at)
{
    enum { UNKNOWN = -1 };
    int64_t next = (int64_t)at + insn->size;
    int32_t jip = 0, uip = 0;
    if (!(insn->op->flags & EU_OPF_FLOW))
        return isa_is_eot(insn) ? UNKNOWN : next;
    bool taken = !insn->pred || insn->pred_inv;
    if (!is_known(d, insn))
        return UNKNOWN;
    if (!isa_branch(d->gen, insn, &jip, &uip))
        return UNKNOWN;
    int64_t j = at + (int64_t)jip, u = at + (int64_t)uip;
    switch (insn->op->id) {
    case EU_OP_IF:
        return taken ? next : j;
    case EU_OP_ELSE:
        return j;
    case EU_OP_ENDIF:
    case EU_OP_JOIN:
        return next;
    case EU_OP_WHILE:
    case EU_OP_BRD:
        return taken ? j : next;
    case EU_OP_BREAK:
        return taken ? behind_while(d, u) : next;
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_BRC:
        return taken ? u : next;
    case EU_OP_GOTO:
        return insn->branch_ctrl == taken ? u : next;
    case EU_OP_JMPI: /* the first channel decides */
        return !insn->pred && insn->nomask ? j : UNKNOWN;
    }
    return UNKNOWN; /* calls */
}

/* Follows an idle channel. Returns the address of the branch back of the loop that it never leaves,
 * or -1; -EU_ERR_NOMEM is -1, too, with *@rc. */
static int64_t find_loop(const struct idle *d, int *rc)
{
    uint8_t *seen = calloc(1, (size_t)d->prog->size + 1);
    int64_t at = 0, back = -1;
    *rc = seen ? 0 : -EU_ERR_NOMEM;
    while (seen && at >= 0 && at < d->prog->size && !seen[at]) {
        struct eu_insn insn;
        seen[at] = 1;
        if (isa_decode(d->gen, d->prog->code + at, d->prog->size - (uint32_t)at, &insn) < 0)
            break;
        int64_t to = next_of(d, &insn, (uint32_t)at);
        if (to >= 0 && to <= at)
            back = at;
        at = to;
    }
    bool loops = seen && at >= 0 && at < d->prog->size && seen[at];
    free(seen);
    return loops ? back : -1;
}

int eu_check_dispatch(enum eu_gen gen, const struct eu_program *prog, uint32_t dmask,
                      struct eu_findings *found)
{
    struct idle d = {.gen = gen, .prog = prog};
    int rc = 0;
    int64_t at = find_idle(&d, dmask) ? find_loop(&d, &rc) : -1;
    char who[ISA_CHANNELS_TEXT];
    if (at < 0)
        return rc;
    rc = check_append(found, prog, EU_RULE_DISPATCH_IDLE, (uint32_t)at,
                      isa_channels_text(d.channels, who));
    check_sort(found);
    return rc;
}
