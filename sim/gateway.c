/* Message gateway: threads write into one another's registers, notify one another, and meet at
 * barriers. Source: IVB vol. 4 part 2, chapter 1. */
#include <string.h>

#include "sim/group.h"
#include "sim/lint_state.h"
#include "sim/message_call.h"

enum { ERROR_CLOSED = 2, ERROR_SIZE = 6 };
enum { NOTIFY_NONE, NOTIFY_N0, NOTIFY_N2 };

/* Copies the register of the payload, whether or not the descriptor calls it a header. */
static void copy_payload(struct eu_call *c, uint32_t m[8])
{
    memcpy(m, c->payload, 8 * sizeof m[0]);
    if (c->msg->header) {
        call_lint(c, EU_LINT_GATEWAY_HEADER,
                  "%s with a header (1.1.1): its register is the payload", c->info->name);
        memcpy(m, c->header, 8 * sizeof m[0]);
    }
}

static bool wants_answer(const struct eu_call *c)
{
    return c->msg->desc >> 14 & 1;
}

static void check_answer(struct eu_call *c)
{
    if (wants_answer(c) != (c->msg->rlen == 1)) {
        call_lint(c, EU_LINT_GATEWAY_ACKNOWLEDGE, "%s: AckReq %u with response length %u (1.1.1)",
                  c->info->name, wants_answer(c), c->msg->rlen);
    }
}

/* Acknowledges: only dword 0 of the destination changes. Source: 1.1.2.2. */
static enum eu_stop acknowledge(struct eu_call *c, unsigned error)
{
    check_answer(c);
    if (wants_answer(c) && c->response_bytes) {
        uint32_t w0 = EU_SFID_GATEWAY << 16 | error;
        memcpy(c->response, &w0, sizeof w0);
    }
    return EU_STOP_NONE;
}

/* --- open, close, forward --- */

/* Opens the gateway; this generation has no key. With EOT, it closes. Source: 1.1.2. */
enum eu_stop eu_msg_open(struct eu_call *c)
{
    uint32_t m[8];
    copy_payload(c, m);
    unsigned size = m[5] >> 8 & 7;
    if (size > 5) {
        call_lint(c, EU_LINT_GATEWAY_SIZE, "gateway size %u (1.1.2.1): taken as 32 registers",
                  size);
        size = 5;
    }
    c->t->gateway = c->msg->eot ? EU_GATEWAY_CLOSED : EU_GATEWAY_OPEN;
    c->t->gateway_base = m[5] >> 21 & 127;
    c->t->gateway_regs = (uint8_t)(1u << size);
    return acknowledge(c, 0);
}

enum eu_stop eu_msg_close(struct eu_call *c)
{
    uint32_t m[8];
    copy_payload(c, m);
    c->t->gateway = EU_GATEWAY_CLOSED;
    return acknowledge(c, 0);
}

/* Finds a thread by slot, EU and half slice, as sr0.0 has them; NULL: there is none, or it has
 * ended. That bit 28 is the half slice: assumed. */
static struct eu_thread *find_recipient(struct eu_call *c, uint32_t m4)
{
    uint32_t id = (m4 >> 16 & 7) | (m4 >> 24 & 15) << 8 | (m4 >> 28 & 1) << 12;
    for (uint32_t s = 0; s < eu_slot_count(c->eu); s++) {
        struct eu_thread *t = eu_slot_thread(c->eu, s);
        if (t && eu_thread_lives(t) && (t->sr[0] & 0xff07) == id)
            return t;
    }
    if (c->eu->unit)
        c->eu->unit->left = true;
    call_lint(c, EU_LINT_GATEWAY_RECIPIENT,
              "forward to thread %u of EU %u (1.1.3): nobody is there", m4 >> 16 & 7,
              m4 >> 24 & 15);
    return NULL;
}

/* Writes the data segment into @t's registers. Returns false if it lies in r0 or outside of what @t
 * has opened. A thread that has not opened its gateway has all registers open, from 0 on, as with
 * Bypass Gateway Control. Source: 1.1.3.4. */
static bool deliver(struct eu_call *c, struct eu_thread *t, const uint32_t m[8], size_t bytes)
{
    bool open = t->gateway == EU_GATEWAY_OPEN;
    unsigned base = open ? t->gateway_base : 0, regs = open ? t->gateway_regs : EU_GRF_COUNT;
    size_t offset = m[5] >> 16 & 0x1fff, at = (size_t)base * EU_GRF_BYTES + offset;
    size_t end = ((size_t)base + regs) * EU_GRF_BYTES;
    end = end < sizeof t->grf ? end : sizeof t->grf;
    if (at < EU_GRF_BYTES || at + bytes > end) {
        call_lint(c, EU_LINT_GATEWAY_RANGE,
                  "forward of %u bytes to byte %u of r%u (1.1.3.4): not open, dropped",
                  (unsigned)bytes, (unsigned)(at % EU_GRF_BYTES), (unsigned)(at / EU_GRF_BYTES));
        return false;
    }
    if (offset % bytes) {
        call_lint(c, EU_LINT_GATEWAY_ALIGNMENT, "forward of %u bytes to byte %u (1.1.3.4)",
                  (unsigned)bytes, (unsigned)(at % EU_GRF_BYTES));
    }
    eu_thread_touch(t);
    t->traced = false;
    memcpy((uint8_t *)t->grf + at, m, bytes);
    eu_written(t, (unsigned)at, (unsigned)bytes);
    return true;
}

enum eu_stop eu_msg_forward(struct eu_call *c)
{
    uint32_t m[8];
    copy_payload(c, m);
    unsigned code = m[5] >> 8 & 7, way = c->msg->desc >> 15 & 3;
    if (code > 4) {
        call_lint(c, EU_LINT_GATEWAY_LENGTH, "forward of length %u (1.1.3.4): dropped", code);
        return acknowledge(c, ERROR_SIZE);
    }
    struct eu_thread *t = find_recipient(c, m[4]);
    if (!t || t->gateway == EU_GATEWAY_CLOSED)
        return acknowledge(c, ERROR_CLOSED);
    deliver(c, t, m, (size_t)1 << code);
    if (way == NOTIFY_N0 || way == NOTIFY_N2) {
        eu_race_notify(c->eu, c->t, t);
        c->eu->woken += eu_notify(t, way == NOTIFY_N0 ? 0 : 2);
    } else if (way != NOTIFY_NONE) {
        call_lint(c, EU_LINT_GATEWAY_NOTIFY, "notify 3 is reserved (1.1.1): nobody is notified");
    }
    return acknowledge(c, 0);
}

/* --- time --- */

/* One instruction of the machine counts as one nanosecond, for both clocks. The half that is not
 * asked for stays unchanged. Source: 1.1.4.2. Status: spec; the clock: assumed. */
enum eu_stop eu_msg_timestamp(struct eu_call *c)
{
    uint32_t m[8];
    copy_payload(c, m);
    check_answer(c);
    if (c->eu->unit)
        c->eu->unit->left = true; /* the clock counts the instructions of all units */
    uint64_t quarters = c->eu->insts * 4;
    uint32_t low = (uint32_t)(quarters & 0xfff) << 20, high = (uint32_t)(quarters >> 12);
    const uint32_t lap[4] = {low, high, low, high};
    if (wants_answer(c) && c->response_bytes)
        memcpy(c->response + (m[5] >> 31 ? sizeof lap : 0), lap, sizeof lap);
    return EU_STOP_NONE;
}

/* --- barrier --- */

/* @all: all threads of the group are known to have arrived there. */
static void open_barrier(struct eu *eu, uint8_t id, struct eu_group g, bool all)
{
    uint32_t woken = 0;
    if (eu_lints(eu))
        eu_race_open(eu, id, g.first->id, (uint32_t)(g.end - eu->threads));
    for (struct eu_thread *other = g.first; other < g.end; other++) {
        if (all || (other->arrivals && other->barrier == id)) {
            other->arrivals = 0;
            woken += eu_notify(other, 0);
        }
    }
    eu->woken += woken;
}

/* Whether each thread of @g has arrived once, at barrier @id. */
static bool have_all_met(struct eu_group g, uint8_t id)
{
    const struct eu_thread *other = g.first;
    while (other < g.end && other->arrivals == 1 && other->barrier == id)
        other++;
    return other == g.end;
}

static void check_barrier(struct eu_call *c, uint32_t m2)
{
    uint32_t of_group = c->t->header2, bits = c->eu->isa->barrier_id;
    if (c->t->has_header && (m2 ^ of_group) & bits)
        call_lint(c, EU_LINT_BARRIER_HEADER,
                  "barrier message with id %u in M0.2 (1.1.5): r0.2 had %u at dispatch",
                  (m2 & bits) >> 24, (of_group & bits) >> 24);
}

/* Opens the barrier if all have arrived; returns how many arrivals of the group are still there.
 * @members: of the group; 0: it is to be counted. */
static uint32_t look_at_barrier(struct eu *eu, struct eu_group g, uint8_t id, uint32_t m2,
                                uint32_t members)
{
    uint32_t all = 0, arrived = 0;
    bool counted = members;
    if (counted && eu_barrier_needs(m2, members) == members && have_all_met(g, id)) {
        open_barrier(eu, id, g, true);
        return 0;
    }
    for (const struct eu_thread *other = g.first; other < g.end; other++) {
        all += other->arrivals;
        arrived += other->barrier == id ? other->arrivals : 0;
        if (!counted) /* all but children that are not spawned yet */
            members += other->status != EU_THREAD_FREE;
    }
    if (arrived < eu_barrier_needs(m2, members))
        return all;
    open_barrier(eu, id, g, false);
    return all - arrived;
}

static void set_met(struct eu_thread *first, uint32_t n)
{
    first->met = (uint16_t)n;
    eu_thread_touch(first);
}

/* The state of a barrier is the arrivals of its group's threads. It opens when as many have arrived
 * as the message's count says, or all of the group; then n0.0 of each thread that arrived is
 * incremented. Source: 1.1.5. Status: inferred. The first thread of a source's group counts all its
 * arrivals: while there are too few, the other threads are not examined. */
bool eu_barrier_arrive(struct eu *eu, struct eu_thread *t, uint32_t m2)
{
    uint8_t id = (uint8_t)((m2 & eu->isa->barrier_id) >> 24), one = t->arrivals < UINT8_MAX;
    struct eu_thread *first = eu->source ? eu_group_first(eu, t) : NULL;
    bool counts = first && first->members, few = counts;
    if (few)
        few = first->met + one < eu_barrier_needs(m2, first->members);
    if (few && !eu->unit) { /* with a source there are no lints */
        t->barrier = id;
        t->arrivals = (uint8_t)(t->arrivals + one);
        set_met(first, first->met + one);
        return true;
    }
    struct eu_group g = {t, t + 1};
    if (!few)
        g = eu_group_of(eu, t);
    if (eu->unit && (g.first->id < eu->unit->first || g.end > eu->threads + eu->unit->end))
        return false;
    t->barrier = id;
    t->arrivals = (uint8_t)(t->arrivals + one);
    if (eu_lints(eu))
        eu_race_arrive(eu, t);
    if (few) {
        set_met(first, first->met + one);
        return true;
    }
    uint32_t left = look_at_barrier(eu, g, id, m2, counts ? first->members : 0);
    if (counts)
        set_met(first, left);
    return true;
}

enum eu_stop eu_msg_barrier(struct eu_call *c)
{
    uint32_t m[8];
    copy_payload(c, m);
    check_barrier(c, m[2]);
    if (c->t->arrivals) {
        call_lint(c, EU_LINT_BARRIER_TWICE,
                  "a second message to a barrier before it has opened (1.1.5): counted");
    }
    if (!eu_barrier_arrive(c->eu, c->t, m[2])) {
        c->eu->unit->left = true;
        return EU_STOP_NONE;
    }
    return acknowledge(c, 0);
}
