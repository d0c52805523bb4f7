/* What is checked between two instructions, in order; and what happens on a machine without
 * exception logic. The hardware's exceptions are in exception/. */
#include "sim/boundary.h"

#include "sim/lint.h"

/* --- a machine without exception logic --- */

static enum eu_verdict stop_without_logic(const struct eu_thread *t, const char *what,
                                          struct eu_event *ev)
{
    (void)eu_event_at(ev, t, EU_STOP_EXCEPTION, "%s, and no exception logic is installed", what);
    return EU_STOP;
}

/* Whether bit @status of cr0.1 is set, is an exception no matter who set it (@control), and is
 * enabled by bit @enable (-1: always). */
static bool raises(uint32_t cr1, bool control, int status, int enable)
{
    return control && cr1 >> status & 1 && (enable < 0 || cr1 >> enable & 1);
}

/* Without exception logic, a write to cr0 cannot enter the routine; if it makes an exception
 * pending, the machine stops. */
static enum eu_verdict write_without_logic(struct eu_thread *t, const uint32_t old_cr[4],
                                           struct eu_event *ev)
{
    enum half { STATUS, CONTROL };
    bool pending = false;
    t->cr[0] = (t->cr[0] & ~EU_CR0_ME) | (old_cr[0] & EU_CR0_ME);
    t->cr[1] &= t->cr[0] & EU_CR0_ME ? UINT32_MAX : ~EU_CR1_REQUESTS;
#define EXC(id, name, status, enable, half, ...)                                                   \
    pending |= raises(t->cr[1], (half) == CONTROL, (status)&31, enable);
#include "sim/exceptions.def"
#undef EXC
    return pending ? stop_without_logic(t, "exception pending", ev) : EU_GO;
}

/* --- before --- */

static enum eu_verdict ask_host(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                struct eu_event *ev)
{
    const struct eu_hooks *h = &eu->hooks;
    if (!h->host || !(t->attention & EU_ATT_HOST || eu_host_wants(eu, t->ip)))
        return EU_GO;
    return h->host(h->host_ctx, eu, t, insn, ev);
}

/* Explains why IP left the program: what is missing after its last instruction. */
static const char *why_left(const struct eu *eu, const struct eu_thread *t)
{
    bool end = false;
    for (unsigned i = 0; i < eu->ncode; i++)
        end |= t->ip == eu->code[i].addr + eu->code[i].size;
    return !end                   ? "IP left the program"
           : t->cr[0] & EU_CR0_ME ? "the System Routine ends here, and nothing has returned"
                                  : "the program ends here, and no EOT has ended the thread";
}

/* Memory that is not code reads as opcode 0. If the answer is GO, it is a nop. Where nothing else
 * ends it, nops follow without end, which nobody would notice; exec ends them by its limit
 * (docs/design.md 3.1). */
static enum eu_verdict issue_illegal(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                     struct eu_event *ev)
{
    bool outside = !eu_is_code(eu, t->ip);
    if (outside && eu_lint(eu, t, ev, EU_LINT_FETCH_RANGE, "IP is outside the loaded code, 4.4.5"))
        return EU_STOP;
    if (!eu->hooks.boundary)
        return stop_without_logic(t, "illegal opcode", ev);
    enum eu_verdict v = eu->hooks.boundary(eu, t, insn, EU_CAUSE_ILLEGAL, t->cr, ev);
    if (v != EU_GO || !outside || eu->end_ip != UINT32_MAX)
        return v;
    (void)eu_event_at(ev, t, EU_STOP_LEFT, "%s", why_left(eu, t));
    return EU_STOP;
}

enum eu_verdict eu_boundary_before(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                   struct eu_event *ev)
{
    enum eu_verdict v = ask_host(eu, t, insn, ev);
    if (v == EU_STOP)
        return v;
    eu->boundaries++;
    if (v == EU_GO && t->attention & EU_ATT_EXCEPTION && eu->hooks.boundary)
        v = eu->hooks.boundary(eu, t, insn, EU_CAUSE_FETCH, t->cr, ev);
    if (v == EU_GO && insn->op->flags & EU_OPF_UNDEF)
        v = issue_illegal(eu, t, insn, ev);
    return v;
}

/* --- after --- */

static enum eu_verdict after_cr0(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                 const uint32_t old_cr[4], struct eu_event *ev)
{
    if (!eu->hooks.boundary)
        return write_without_logic(t, old_cr, ev);
    return eu->hooks.boundary(eu, t, insn, EU_CAUSE_CR0, old_cr, ev);
}

static enum eu_verdict after_stack(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                                   uint32_t ip, struct eu_event *ev)
{
    if (!eu->hooks.boundary)
        return stop_without_logic(t, "stack overflow", ev);
    ev->ip = ip;
    return eu->hooks.boundary(eu, t, insn, EU_CAUSE_STACK, t->cr, ev);
}

enum eu_stop eu_boundary_after(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn,
                               const struct eu_effects *done, struct eu_event *ev)
{
    const struct eu_watch_hit *hit = &eu->watch_hits[0];
    if (done->cr_written && after_cr0(eu, t, insn, done->old_cr, ev) == EU_STOP)
        return ev->stop;
    if (done->stack && after_stack(eu, t, insn, done->ip, ev) == EU_STOP)
        return ev->stop;
    if (!eu->nwatch_hits)
        return EU_STOP_NONE;
    (void)eu_event_at(ev, t, EU_STOP_WATCH, "access of 0x%08llx", (unsigned long long)hit->addr);
    ev->ip = done->ip;
    ev->addr = hit->addr;
    ev->access = hit->watch.access;
    return EU_STOP_WATCH;
}

/* --- instructions that wait for others --- */

bool eu_boundary_wait(struct eu *eu, struct eu_thread *t, const struct eu_insn *insn)
{
    const struct eu_operand *src = &insn->src[0];
    /* a register that exists: eu_refusal_of() has checked it */
    unsigned n = (src->reg & 15) + src->sub / 4u;
    char name[24];
    if (t->n[n]) {
        t->n[n]--;
        return false;
    }
    t->status = EU_THREAD_WAITING;
    t->wait_n = (uint8_t)n;
    if (n == 1) /* n1 signals to the host, G45 vol. 4, 3.5 */
        eu_log(eu, "exc", "t%u %s raises attention, wait n1 at 0x%08x", t->id,
               eu_thread_name(t, name, sizeof name), t->ip);
    return true;
}

bool eu_boundary_depends(struct eu_thread *t)
{
    if (!eu_thread_depends(t))
        return false;
    t->status = EU_THREAD_WAITING;
    t->wait_n = EU_WAIT_TDR;
    return true;
}
