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

/* With its exception disabled, or answered GO: no operation (6.33, E26). */
enum eu_stop eu_exec_ILLEGAL(struct ref *x)
{
    (void)x;
    return EU_STOP_NONE;
}

/* 6.61; n0.N by register number or subregister (E38). */
enum eu_stop eu_exec_WAIT(struct ref *x)
{
    const struct eu_operand *src = &x->insn->src[0];
    unsigned n = (src->reg & 15) + src->sub / 4u;
    if (src->file != EU_FILE_ARF || src->reg >> 4 != EU_ARF_N || n > 2)
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED,
                           "source is no notification register");
    if (x->t->n[n]) {
        x->t->n[n]--;
        return EU_STOP_NONE;
    }
    x->t->status = EU_THREAD_WAITING;
    x->t->wait_n = (uint8_t)n;
    char name[24];
    if (n == 1) /* the line to the host, G45 vol. 4, 3.5 */
        eu_log(x->eu, "exc", "t%u %s raises attention, wait n1 at 0x%08x", x->t->id,
               eu_thread_name(x->t, name, sizeof name), x->t->ip);
    x->waits = true;
    return EU_STOP_NONE;
}

enum eu_stop eu_exec_SEND(struct ref *x)
{
    struct eu_message msg;
    const struct eu_operand *desc = &x->insn->src[1];
    uint32_t value = (uint32_t)desc->imm;
    if (desc->file != EU_FILE_IMM) {
        if (desc->file != EU_FILE_ARF || desc->reg != EU_ARF_A << 4)
            return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED,
                               "descriptor is neither immediate nor a0.0");
        value = ref_arf_read(x, desc->reg, desc->sub, 4);
    }
    eu_message_decode(x->insn, value, (uint16_t)x->wren, &msg);
    enum eu_stop stop = eu_message_send(x->eu, x->t, &msg, x->ev);
    if (stop == EU_STOP_NONE)
        return stop;
    x->ev->stop = stop;
    x->ev->thread = x->t->id; /* the shared function does not know where it was called */
    x->ev->ip = x->t->ip;
    return stop;
}

/* 6.57: sleeps until the threads of tdr0 have ended. Their valid bits fall by the broadcast of
 * their EOT, 3.3.3.11. */
enum eu_stop eu_exec_SENDC(struct ref *x)
{
    for (unsigned i = 0; i < 4; i++)
        if (x->t->tdr[i] & EU_TDR_VALID * 0x10001u) {
            x->t->status = EU_THREAD_WAITING;
            x->t->wait_n = EU_WAIT_TDR;
            x->waits = true;
            return EU_STOP_NONE;
        }
    return eu_exec_SEND(x);
}

/* --- what is reserved or not simulated stops by name, before anything has changed --- */

static enum eu_stop check_type(struct ref *x, const char *what, const struct eu_operand *op)
{
    if (op->type == EU_TYPE_NONE)
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved type %u of %s",
                           op->type_code, what);
    if (op->file == EU_FILE_RESERVED)
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved register file of %s",
                           what);
    if (op->type == EU_TYPE_DF && !ref_computes(x->insn->op))
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "%s with type df is not simulated",
                           x->insn->op->name);
    return EU_STOP_NONE;
}

static enum eu_stop check_source(struct ref *x, unsigned i)
{
    static const char *const names[] = {"src0", "src1", "src2"};
    const struct eu_operand *op = &x->insn->src[i];
    enum eu_stop stop = check_type(x, names[i], op);
    if (stop != EU_STOP_NONE || op->file == EU_FILE_IMM || x->insn->op->format == EU_FMT_3SRC)
        return stop;
    bool by_row = op->vs == EU_VS_VXH && !x->insn->align16 && op->indirect;
    if (op->vs > 6 && !by_row)
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved vertical stride %u of %s",
                           op->vs, names[i]);
    if (!x->insn->align16 && op->w > 4)
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved width %u of %s", op->w,
                           names[i]);
    return EU_STOP_NONE;
}

/* 5.6: these have no float form; what the bits would mean is not said. */
static bool integer_only(unsigned id)
{
    switch (id) {
    case EU_OP_NOT:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_SHR:
    case EU_OP_SHL:
    case EU_OP_ASR:
    case EU_OP_F16TO32:
    case EU_OP_BFREV:
    case EU_OP_BFE:
    case EU_OP_BFI1:
    case EU_OP_BFI2:
    case EU_OP_AVG:
    case EU_OP_MACH:
    case EU_OP_LZD:
    case EU_OP_FBH:
    case EU_OP_FBL:
    case EU_OP_CBIT:
    case EU_OP_ADDC:
    case EU_OP_SUBB:
    case EU_OP_SAD2:
    case EU_OP_SADA2:
        return true;
    default:
        return false;
    }
}

static enum eu_stop check_operands(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    enum eu_stop stop = EU_STOP_NONE;
    if (insn->op->ndst)
        stop = check_type(x, "dst", &insn->dst);
    if (stop == EU_STOP_NONE && insn->op->ndst && insn->dst.file == EU_FILE_IMM)
        stop = eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "immediate as dst");
    for (unsigned i = 0; i < insn->op->nsrc && stop == EU_STOP_NONE; i++) {
        stop = check_source(x, i);
        if (stop == EU_STOP_NONE && eu_types[insn->src[i].type].kind == EU_KIND_FLOAT &&
            integer_only(insn->op->id))
            stop =
                eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "%s with type %s is not simulated",
                            insn->op->name, eu_types[insn->src[i].type].name);
    }
    return stop;
}

static enum eu_stop check(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    if (insn->op->format == EU_FMT_NONE)
        return EU_STOP_NONE;
    if (!x->es)
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved ExecSize %u", insn->exec);
    if (insn->op->flags & EU_OPF_PRED && !isa_pred_name(insn->pred, insn->align16))
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved PredCtrl %u", insn->pred);
    bool cmod = insn->op->flags & (EU_OPF_CMOD | EU_OPF_CMOD_Z);
    if (cmod && insn->op->format != EU_FMT_MATH && !isa_cmod_name(insn->cmod))
        return eu_event_at(x->ev, x->t, EU_STOP_NOT_SIMULATED, "reserved CondModifier %u",
                           insn->cmod);
    switch (insn->op->format) {
    case EU_FMT_ALU:
    case EU_FMT_3SRC:
    case EU_FMT_MATH:
        return check_operands(x);
    case EU_FMT_IMM64:
        return check_type(x, "dst", &insn->dst);
    case EU_FMT_RET:
        return check_source(x, 0);
    case EU_FMT_BRANCH: /* the operand is a register, or JIP and UIP stand in its place */
        return insn->src[1].file == EU_FILE_IMM ? EU_STOP_NONE : check_source(x, 0);
    case EU_FMT_JMPI:
        return insn->src[1].file == EU_FILE_IMM ? EU_STOP_NONE : check_source(x, 1);
    case EU_FMT_CALL: {
        enum eu_stop stop = check_type(x, "dst", &insn->dst);
        return stop != EU_STOP_NONE || insn->src[1].file == EU_FILE_IMM ? stop : check_source(x, 1);
    }
    default:
        return EU_STOP_NONE;
    }
}

/* --- one instruction --- */

void ref_prepare(struct ref *x)
{
    const struct eu_insn *insn = x->insn;
    struct eu_thread *t = x->t;
    ref_window(x);
    x->next = t->ip + insn->size;
    x->act = ref_act(x);
    x->jumped = x->waits = x->cr_written = x->tm_read = x->stack = false;
    memcpy(x->old_cr, t->cr, sizeof x->old_cr);
    x->fmode.round = (enum eu_round)(t->cr[0] >> EU_CR0_ROUND_SHIFT & 3);
    x->fmode.alt = t->cr[0] & EU_CR0_ALT;
    x->fmode.overflow = false;
    x->fmode.df_denorm = t->cr[0] & EU_CR0_DF_DENORM;
    x->wren = ref_wren(x, ref_pmask(x));
    x->float_exec = false;
    for (unsigned i = 0; i < insn->op->nsrc; i++)
        x->float_exec |= eu_types[insn->src[i].type].kind == EU_KIND_FLOAT;
}

/* A branch has moved IP and PcIPs by itself; for the others the channels on IP go on to NEXT.
 * Leaving SPF gives the frozen PcIPs the next IP: of the channels that entered the routine, or of
 * all (exceptions.md section 11 rule 7: assumed). */
static void advance(struct ref *x)
{
    struct eu_thread *t = x->t;
    bool was_spf = x->old_cr[0] & EU_CR0_SPF, is_spf = t->cr[0] & EU_CR0_SPF;
    uint32_t channels = was_spf ? 0 : x->act;
    if (!x->jumped)
        t->ip = x->next;
    if (was_spf && !is_spf)
        channels = x->old_cr[0] & EU_CR0_ME ? t->sip_channels : eu_emask(t);
    if (x->jumped && !(was_spf && !is_spf))
        return;
    for (unsigned n = 0; n < EU_CHANNELS; n++)
        if (channels >> n & 1)
            t->pcip[n] = t->ip;
}

/* Without exception/ a write to cr0 cannot enter the routine, and what would be pending stops. */
static enum eu_verdict no_exceptions(struct ref *x, const char *what)
{
    (void)eu_event_at(x->ev, x->t, EU_STOP_EXCEPTION, "%s, and no exception logic is installed",
                      what);
    return EU_STOP;
}

static enum eu_verdict after_cr0(struct ref *x)
{
    struct eu_thread *t = x->t;
    if (x->eu->hooks.boundary)
        return x->eu->hooks.boundary(x->eu, t, x->insn, EU_CAUSE_CR0, x->old_cr, x->ev);
    uint32_t cr1 = t->cr[1];
    t->cr[0] = (t->cr[0] & ~EU_CR0_ME) | (x->old_cr[0] & EU_CR0_ME);
    if (cr1 >> 30 & 1 || (cr1 >> 29 & cr1 >> 13 & 1) || (cr1 >> 31 & cr1 >> 15 & 1))
        return no_exceptions(x, "exception pending");
    return EU_GO;
}

/* The instruction has been executed; its IP is in the event. */
static enum eu_verdict after_stack(struct ref *x, uint32_t ip)
{
    if (!x->eu->hooks.boundary)
        return no_exceptions(x, "stack overflow");
    x->ev->ip = ip;
    return x->eu->hooks.boundary(x->eu, x->t, x->insn, EU_CAUSE_STACK, x->t->cr, x->ev);
}

/* Fetch; what is not code reads opcode 0. Compaction needs 8-byte addresses. */
static void fetch(struct eu *eu, const struct eu_thread *t, struct eu_insn *insn)
{
    uint8_t bytes[16] = {0};
    uint32_t ip = t->ip;
    if (eu_is_code(eu, ip))
        (void)eu_memory_read(eu->mem, ip, bytes, ip > UINT32_MAX - 15 ? 8 : sizeof bytes);
    (void)isa_decode(eu->gen, bytes, sizeof bytes, insn);
}

/* Host first, then the hardware (design.md 2.1). A boundary where the host stops is not passed. */
static enum eu_verdict ask(struct ref *x)
{
    const struct eu_hooks *h = &x->eu->hooks;
    enum eu_verdict v = EU_GO;
    bool asks = x->t->attention & EU_ATT_HOST || eu_host_wants(x->eu, x->t->ip);
    if (asks && h->host)
        v = h->host(h->host_ctx, x->eu, x->t, x->insn, x->ev);
    if (v == EU_STOP)
        return v;
    x->eu->boundaries++;
    if (v == EU_GO && x->t->attention & EU_ATT_EXCEPTION && h->boundary)
        v = h->boundary(x->eu, x->t, x->insn, EU_CAUSE_FETCH, x->t->cr, x->ev);
    return v;
}

static enum eu_verdict issue_illegal(struct ref *x)
{
    const struct eu_hooks *h = &x->eu->hooks;
    if (h->boundary)
        return h->boundary(x->eu, x->t, x->insn, EU_CAUSE_ILLEGAL, x->t->cr, x->ev);
    return no_exceptions(x, "illegal opcode");
}

/* One step: ask, issue, execute. EU_STOP: *@stop says why. */
static enum eu_verdict step(struct ref *x, enum eu_stop *stop)
{
    enum eu_verdict v = ask(x);
    bool illegal = v == EU_GO && x->insn->op->flags & EU_OPF_UNDEF;
    if (illegal && !eu_is_code(x->eu, x->t->ip) &&
        eu_lint(x->eu, x->t, x->ev, EU_LINT_FETCH_RANGE, "IP is outside the loaded code, 4.4.5"))
        v = EU_STOP, illegal = false;
    if (illegal)
        v = issue_illegal(x);
    if (v != EU_GO) {
        *stop = x->ev->stop;
        return v;
    }
    /* Nops without end: nobody would notice. exec ends them by its limit (design.md 3.1). */
    if (illegal && x->eu->end_ip == UINT32_MAX && !eu_is_code(x->eu, x->t->ip)) {
        *stop = eu_event_at(x->ev, x->t, EU_STOP_LEFT, "IP left the program");
        return EU_STOP;
    }
    *stop = check(x);
    if (*stop != EU_STOP_NONE)
        return EU_STOP;
    ref_prepare(x);
    if (eu_lints(x->eu) && ref_lint(x)) {
        *stop = x->ev->stop;
        return EU_STOP;
    }
    if (x->eu->hooks.on_insn)
        x->eu->hooks.on_insn(x->eu->hooks.observer_ctx, x->eu, x->t, x->insn);
    *stop = ref_has_df(x->insn) ? ref_df(x) : handlers[x->insn->op->id](x);
    if (x->tm_read)
        x->t->tm_event = false; /* by a read of any part, 3.3.3.12 */
    if (*stop != EU_STOP_NONE)
        return EU_STOP;
    if (x->waits)
        return EU_REDIRECT;
    if (x->insn->op->id == EU_OP_WAIT)
        eu_race_wake(x->eu, x->t);
    x->t->insts++;
    x->eu->insts++;
    advance(x);
    return EU_GO;
}

static enum eu_stop watched(struct ref *x, uint32_t ip)
{
    const struct eu_watch_hit *hit = &x->eu->watch_hits[0];
    (void)eu_event_at(x->ev, x->t, EU_STOP_WATCH, "access of 0x%08x", hit->addr);
    x->ev->ip = ip;
    x->ev->addr = hit->addr;
    x->ev->access = hit->watch.access;
    return EU_STOP_WATCH;
}

enum eu_stop eu_ref_run(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                        struct eu_event *ev)
{
    struct eu_insn insn;
    struct ref x = {.eu = eu, .t = t, .insn = &insn, .ev = ev};
    while (*done < limit && t->status == EU_THREAD_READY) {
        enum eu_stop stop = EU_STOP_NONE;
        if (t->ip == eu->end_ip) {
            eu_thread_end(eu, t);
            break;
        }
        uint32_t ip = t->ip;
        fetch(eu, t, &insn);
        x.es = isa_exec_size(&insn);
        enum eu_verdict v = step(&x, &stop);
        if (v == EU_STOP) {
            eu->nwatch_hits = 0;
            return stop;
        }
        if (v == EU_REDIRECT)
            break;
        ++*done;
        if (x.cr_written && after_cr0(&x) == EU_STOP)
            return ev->stop;
        if (x.stack && after_stack(&x, ip) == EU_STOP)
            return ev->stop;
        if (eu->nwatch_hits)
            return watched(&x, ip);
    }
    return EU_STOP_NONE;
}
