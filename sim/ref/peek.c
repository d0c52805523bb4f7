/* Computes what a thread's next instruction will do, for the host's views, by the engine's own
 * rules. */
#include "sim/peek.h"

#include "sim/message.h"
#include "sim/ref/ref.h"

/* Prepares a struct ref without the mask of enabled channels, which only eu_peek() needs. The
 * functions used here do not change the machine, so the casts from const are safe. */
static struct ref ref_for(const struct eu *eu, const struct eu_thread *t,
                          const struct eu_insn *insn)
{
    struct ref x = {.eu = (struct eu *)eu, .t = (struct eu_thread *)t, .insn = insn};
    ref_window(&x);
    return x;
}

static void fetch_insn(const struct eu *eu, struct eu_peek *p, uint32_t ip)
{
    uint8_t bytes[16] = {0};
    p->code = eu_is_code(eu, ip);
    if (p->code)
        (void)eu_memory_read(eu->mem, eu->bases.instruction + ip, bytes,
                             ip > UINT32_MAX - 15 ? 8 : sizeof bytes);
    (void)isa_decode(eu->gen, bytes, sizeof bytes, &p->insn);
    isa_as_executed(eu->gen, &p->insn);
}

/* Turns positions in an operand into channels of the thread. */
static uint32_t thread_channels(const struct ref *x, uint32_t positions)
{
    uint32_t mask = 0;
    for (unsigned n = 0; n < x->es; n++)
        mask |= (positions >> n & 1) << ref_channel(x, n);
    return mask << x->group;
}

uint32_t eu_channels(const struct eu *eu, const struct eu_insn *insn)
{
    struct ref x = ref_for(eu, NULL, insn);
    return thread_channels(&x, UINT32_MAX);
}

uint32_t eu_busy_channels(const struct eu *eu)
{
    uint32_t busy = 0;
    for (unsigned i = 0; i < eu->ncode; i++) {
        const struct eu_code_range *c = &eu->code[i];
        for (uint32_t at = 0; at < c->size;) {
            uint8_t bytes[16] = {0};
            struct eu_insn insn;
            eu_memory_read(eu->mem, c->addr + at, bytes, c->size - at < 16 ? c->size - at : 16);
            int size = isa_decode(eu->gen, bytes, sizeof bytes, &insn);
            if (size > 0 && !insn.nomask && !(insn.op->flags & EU_OPF_FLOW))
                busy |= eu_channels(eu, &insn);
            at += size > 0 ? (uint32_t)size : 8;
        }
    }
    return busy;
}

void eu_peek(const struct eu *eu, const struct eu_thread *t, struct eu_peek *p)
{
    int32_t jip = 0, uip = 0;
    *p = (struct eu_peek){.emask = eu_emask(t), .chen = eu_on_ip(t)};
    fetch_insn(eu, p, t->ip);
    if (t->status == EU_THREAD_ENDED) /* it has no next instruction */
        return;
    struct ref x = ref_for(eu, t, &p->insn);
    x.act = p->chen;
    bool known =
        isa_pred_name(p->insn.pred, p->insn.align16); /* the engine stops at a reserved code */
    uint32_t mask = known ? ref_pmask(&x) : 0;
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (t->cr[0] & EU_CR0_SPF || t->pcip[n] == t->ip)
            p->active |= 1u << n;
    p->channels = thread_channels(&x, UINT32_MAX);
    p->pred = thread_channels(&x, mask);
    p->write = thread_channels(&x, ref_wren(&x, mask));
    p->targets = isa_branch(eu->gen, &p->insn, &jip, &uip);
    uint32_t from = p->targets & ISA_ABSOLUTE ? 0 : t->ip;
    p->jip = (from + (uint32_t)jip) & ~7u;
    p->uip = (from + (uint32_t)uip) & ~7u;
}

/* The registers of a message, distributed to the channels in order. */
static bool message_share(const struct eu *eu, const struct eu_thread *t,
                          const struct eu_insn *insn, unsigned operand, unsigned n, uint32_t *at,
                          unsigned *len)
{
    struct eu_message msg;
    eu_message_of(eu->isa, t, insn, 0, &msg);
    unsigned first = operand == 0 ? msg.dst : operand == 1 ? msg.src : msg.src1;
    unsigned regs = operand == 0 ? msg.rlen : operand == 1 ? msg.mlen : msg.len1;
    unsigned es = isa_exec_size(insn);
    *len = es ? regs * EU_GRF_BYTES / es : 0;
    *at = first * EU_GRF_BYTES + n * *len;
    return first < EU_GRF_COUNT && *len && *at + *len <= EU_GRF_COUNT * EU_GRF_BYTES;
}

bool eu_peek_operand(const struct eu *eu, const struct eu_thread *t, const struct eu_peek *p,
                     unsigned operand, unsigned n, uint32_t *at, unsigned *len)
{
    const struct eu_insn *insn = &p->insn;
    const struct eu_operand *op = operand ? &insn->src[operand - 1] : &insn->dst;
    bool there = operand ? operand <= insn->op->nsrc : insn->op->ndst;
    if (isa_is_send(insn))
        return operand < 3 && message_share(eu, t, insn, operand, n, at, len);
    *len = eu_types[op->type].bytes;
    bool grf = op->indirect ? op->file != EU_FILE_IMM : op->file == EU_FILE_GRF;
    bool branch = insn->op->flags & EU_OPF_FLOW && insn->src[1].file == EU_FILE_IMM;
    if (!there || !grf || !*len || (branch && operand) || (operand && !isa_width(op->w)))
        return false;
    struct ref x = ref_for(eu, t, insn);
    *at = (operand ? ref_src_addr(&x, op, n) : ref_dst_addr(&x, n)) % (EU_GRF_COUNT * EU_GRF_BYTES);
    return true;
}

uint64_t eu_peek_value(const struct eu *eu, const struct eu_thread *t, const struct eu_insn *insn,
                       unsigned src, unsigned n)
{
    struct ref x = ref_for(eu, t, insn);
    return ref_load_bits(&x, &insn->src[src], n);
}

bool eu_peek_before(const struct eu *eu, const struct eu_thread *t, const struct eu_peek *p,
                    unsigned n, uint64_t *bits)
{
    uint32_t at;
    unsigned len;
    if (!eu_peek_operand(eu, t, p, 0, n, &at, &len) || len > sizeof *bits)
        return false;
    *bits = ref_grf_read(t, at, len);
    return true;
}
