/* The main loop of the reference engine: fetches, checks the boundary, executes, and advances IP.
 */
#include "sim/ref/ref.h"

#include <string.h>

#include "sim/lint_state.h"
#include "sim/message.h"

typedef enum eu_stop handler(struct ref *x);
static handler *const handlers[EU_OP_COUNT] = {
#define OP(id, ...) [EU_OP_##id] = eu_exec_##id,
#include "isa/opcodes.def"
#undef OP
};

/* --- opcodes that belong to no group --- */

enum eu_stop eu_exec_NOP(struct ref *x)
{
    (void)x;
    return EU_STOP_NONE;
}

/* If the exception is disabled, or the answer was GO, this is a no-operation (6.33, E26). */
enum eu_stop eu_exec_ILLEGAL(struct ref *x)
{
    (void)x;
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_WAIT(struct ref *x)
{
    x->waits = eu_boundary_wait(x->eu, x->t, x->insn);
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_SEND(struct ref *x)
{
    struct eu_message msg;
    const struct eu_operand *desc = isa_descriptor(x->insn);
    uint32_t value = (uint32_t)desc->imm;
    if (desc->file != EU_FILE_IMM)
        value = (uint32_t)ref_arf_read(x, desc->reg, desc->sub, 4);
    eu_message_decode(x->eu->isa, x->t, x->insn, value, (uint16_t)x->wren, &msg);
    enum eu_stop stop = eu_message_send(x->eu, x->t, &msg, x->ev);
    if (stop == EU_STOP_NONE)
        return stop;
    x->ev->stop = stop;
    x->ev->thread = x->t->id; /* the shared function does not know from where it was called */
    x->ev->ip = x->t->ip;
    return stop;
}

enum eu_stop eu_exec_SENDC(struct ref *x)
{
    x->waits = eu_boundary_depends(x->t);
    return x->waits ? EU_STOP_NONE : eu_exec_SEND(x);
}

enum eu_stop eu_exec_SENDS(struct ref *x)
{
    return eu_exec_SEND(x);
}

enum eu_stop eu_exec_SENDSC(struct ref *x)
{
    return eu_exec_SENDC(x);
}

/* --- one instruction --- */

/* Float results have the format of the destination, so that they are rounded once; otherwise that
 * of the widest source. */
static void resolve_operands(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    uint8_t widest = EU_FLOAT_NONE;
    for (unsigned i = 0; i < insn->op->nsrc; i++) {
        ref_operand_of(&x->src[i], x, &insn->src[i]);
        widest = x->src[i].kind > widest ? x->src[i].kind : widest;
    }
    ref_operand_of(&x->dst, x, &insn->dst);
    x->float_exec = widest != EU_FLOAT_NONE;
    x->result = x->dst.kind ? x->dst.kind : widest ? widest : EU_FLOAT_F;
    bool selects = insn->op->id == EU_OP_SEL || insn->op->id == EU_OP_CSEL,
         own_acc = insn->op->acc == 'w' || insn->op->id == EU_OP_MACH; /* the handler updates it */
    x->sets_flag = insn->cmod && insn->op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z) && !selects;
    x->sets_acc = ref_acc_enabled(x) && !own_acc;
}

void ref_prepare(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    struct eu_thread *t = x->t;
    ref_window(x);
    x->next = t->ip + insn->size;
    x->act = ref_act(x);
    x->jumped = x->waits = x->tm_read = false;
    x->done.cr_written = x->done.stack = false;
    memcpy(x->done.old_cr, t->cr, sizeof x->done.old_cr);
    x->fmode.round = (enum eu_round)(t->cr[0] >> EU_CR0_ROUND_SHIFT & 3);
    x->fmode.alt = t->cr[0] & EU_CR0_ALT;
    x->fmode.overflow = false;
    x->fmode.df_denorm = t->cr[0] & EU_CR0_DF_DENORM;
    x->fmode.f_denorm = x->eu->isa->wide_values && t->cr[0] & EU_CR0_F_DENORM;
    x->fmode.hf_denorm = !x->eu->isa->wide_values || t->cr[0] & EU_CR0_HF_DENORM;
    x->wren = ref_wren(x, ref_pmask(x));
    resolve_operands(x);
}

/* Advances IP and PcIPs. A branch has set them itself; for other instructions, the channels at IP
 * go to the next one. When SPF is left, the frozen PcIPs get the next IP: those of the channels
 * that entered the routine, or all (docs/exceptions.md section 11 rule 7: assumed). */
static void advance_ip(struct ref *x)
{
    struct eu_thread *t = x->t;
    bool was_spf = x->done.old_cr[0] & EU_CR0_SPF, is_spf = t->cr[0] & EU_CR0_SPF;
    uint32_t channels = was_spf ? 0 : x->act;
    if (!x->jumped)
        t->ip = x->next;
    if (was_spf && !is_spf)
        channels = x->done.old_cr[0] & EU_CR0_ME ? t->sip_channels : eu_emask(t);
    if (x->jumped && !(was_spf && !is_spf))
        return;
    for (unsigned n = 0; n < EU_CHANNELS && channels >> n; n++)
        if (channels >> n & 1)
            t->pcip[n] = t->ip;
}

/* Fetches an instruction; memory that is not code reads as opcode 0. Because of compaction,
 * addresses are multiples of 8. */
static void fetch_insn(struct eu *eu, const struct eu_thread *t, struct eu_insn *insn)
{
    uint8_t bytes[16] = {0};
    uint32_t ip = t->ip;
    if (eu_is_code(eu, ip))
        (void)eu_memory_read(eu->mem, eu->bases.instruction + ip, bytes,
                             ip > UINT32_MAX - 15 ? 8 : sizeof bytes);
    (void)isa_decode(eu->gen, bytes, sizeof bytes, insn);
    isa_as_executed(eu->gen, insn);
}

/* One step: asks at the boundary, issues, executes. EU_STOP: *@stop says why. */
static enum eu_verdict step_insn(struct ref *x, enum eu_stop *stop)
{
    enum eu_verdict v = eu_boundary_before(x->eu, x->t, x->insn, x->ev);
    if (v == EU_GO && eu_refusal_of(x->eu->gen, x->insn).reason) {
        (void)eu_refuse(x->eu->gen, x->t, x->insn, x->ev);
        v = EU_STOP;
    }
    if (v != EU_GO) {
        *stop = x->ev->stop;
        return v;
    }
    ref_prepare(x);
    if (eu_lints(x->eu) && ref_lint(x)) {
        *stop = x->ev->stop;
        return EU_STOP;
    }
    if (x->eu->hooks.on_insn)
        x->eu->hooks.on_insn(x->eu->hooks.observer_ctx, x->eu, x->t, x->insn);
    *stop = ref_has_df(x) ? ref_df(x) : handlers[x->insn->op->id](x);
    if (x->tm_read)
        x->t->tm_event = false; /* a read of any part clears it, 3.3.3.12 */
    if (*stop != EU_STOP_NONE)
        return EU_STOP;
    if (x->waits)
        return EU_REDIRECT;
    if (x->insn->op->id == EU_OP_WAIT)
        eu_race_wake(x->eu, x->t);
    x->t->insts++;
    x->eu->insts++;
    advance_ip(x);
    return EU_GO;
}

enum eu_stop eu_ref_run(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                        struct eu_event *ev)
{
    struct eu_insn insn;
    struct ref x = {.eu = eu, .t = t, .insn = &insn, .ev = ev};
    t->traced = false;
    while (*done < limit && t->status == EU_THREAD_READY) {
        enum eu_stop stop = EU_STOP_NONE;
        if (t->ip == eu->end_ip) {
            eu_thread_end(eu, t);
            break;
        }
        uint32_t ip = t->ip;
        fetch_insn(eu, t, &insn);
        x.es = isa_exec_size(&insn);
        enum eu_verdict v = step_insn(&x, &stop);
        if (v == EU_STOP) {
            eu->nwatch_hits = 0;
            return stop;
        }
        if (v == EU_REDIRECT)
            break;
        ++*done;
        x.done.ip = ip;
        stop = eu_boundary_after(eu, t, &insn, &x.done, ev);
        if (stop != EU_STOP_NONE)
            return stop;
    }
    return EU_STOP_NONE;
}
