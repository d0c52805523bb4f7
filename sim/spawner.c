/* Thread spawner: starts children and ends threads. Source: IVB vol. 2 part 2, 1.5, 1.7.2,
 * 1.8.4. */
#include <stdio.h>
#include <string.h>

#include "sim/dispatch_impl.h"
#include "sim/lint_state.h"
#include "sim/message_call.h"

enum { DESCRIPTOR_BYTES = 32, ROB_CONSTANTS = EU_DESCRIPTORS * DESCRIPTOR_BYTES };
enum { CR1_STACK = 1u << 11, CR1_ILLEGAL = 1u << 12, CR1_SOFTWARE = 1u << 13 };

/* --- INTERFACE_DESCRIPTOR_DATA, 1.8.4. Children use the launch's samplers and binding table; the
 * pointers here are ignored. --- */

static void encode_descriptor(const struct eu_descriptor *d, uint32_t dw[8])
{
    memset(dw, 0, DESCRIPTOR_BYTES);
    dw[0] = d->start & ~63u;
    dw[1] = (uint32_t)d->spf << 18 | (uint32_t)d->alt << 16 |
            (uint32_t)((d->enables & CR1_ILLEGAL) != 0) << 13 |
            (uint32_t)((d->enables & CR1_STACK) != 0) << 11 |
            (uint32_t)((d->enables & CR1_SOFTWARE) != 0) << 7;
    dw[4] = d->count << 16 | (d->first & 0xffff);
    dw[5] = (d->rounding & 3) << 22;
}

static void decode_descriptor(const uint32_t dw[8], struct eu_descriptor *d)
{
    d->start = dw[0] & ~63u;
    d->spf = dw[1] >> 18 & 1;
    d->alt = dw[1] >> 16 & 1;
    d->enables = (dw[1] >> 13 & 1 ? CR1_ILLEGAL : 0) | (dw[1] >> 11 & 1 ? CR1_STACK : 0) |
                 (dw[1] >> 7 & 1 ? CR1_SOFTWARE : 0);
    d->count = dw[4] >> 16;
    d->first = dw[4] & 0xffff;
    d->rounding = dw[5] >> 22 & 3;
}

const char *dispatch_descriptors_check(const struct eu_dispatch *d)
{
    uint64_t registers = dispatch_registers(d->curbe_bytes);
    if (!d->ndescriptors != !d->children)
        return d->children ? "children need descriptors" : "descriptors are of children: how many?";
    for (uint32_t i = 0; i < d->ndescriptors; i++) {
        const struct eu_descriptor *row = &d->descriptors[i];
        if ((uint64_t)row->first + row->count > registers)
            return "a descriptor has more constants than there are";
    }
    return d->ndescriptors > EU_DESCRIPTORS ? "more than 32 interface descriptors" : NULL;
}

int dispatch_descriptors(struct eu *eu, const struct eu_dispatch *d)
{
    eu->ndescriptors = d->ndescriptors;
    if (!d->ndescriptors)
        return 0;
    if (eu_memory_map(eu->rob, 0, ROB_CONSTANTS + EU_GRF_COUNT * EU_GRF_BYTES))
        return -EU_ERR_NOMEM;
    for (uint32_t i = 0; i < d->ndescriptors; i++) {
        uint32_t dw[8];
        encode_descriptor(&d->descriptors[i], dw);
        eu->child_masks[i] = d->descriptors[i].dmask;
        eu_memory_write(eu->rob, i * DESCRIPTOR_BYTES, dw, sizeof dw);
    }
    if (d->curbe_bytes)
        eu_memory_write(eu->rob, ROB_CONSTANTS, d->curbe, d->curbe_bytes);
    return 0;
}

/* --- messages --- */

static void check_spawner(struct eu_call *c)
{
    bool says_child = c->msg->desc >> 1 & 1;
    if (c->msg->header) {
        call_lint(c, EU_LINT_SPAWNER_HEADER,
                  "thread spawner message with a header (vol. 2 part 2, 1.7.2)");
    }
    if (says_child != (c->t->parent != 0)) {
        call_lint(c, EU_LINT_SPAWNER_REQUESTER, "the requester is a %s thread (1.7.2.1)",
                  says_child ? "root" : "child");
    }
}

/* Whether a child of @t has not ended; *@child is its number. */
static bool has_children(const struct eu *eu, const struct eu_thread *t, uint32_t *child)
{
    uint32_t first = eu->nthreads - eu->nchildren;
    for (uint32_t i = first; i < first + eu->spawned; i++) {
        const struct eu_thread *up = &eu->threads[i];
        if (up->status == EU_THREAD_ENDED)
            continue;
        while (up->parent)
            up = &eu->threads[up->parent - 1];
        if (up == t) {
            *child = i;
            return true;
        }
    }
    return false;
}

/* Dereference resource: returns FFTID and URB handle to a pool, which this machine does not have.
 * With EOT the thread ends; eu_message_send() does that. */
enum eu_stop eu_msg_dereference(struct eu_call *c)
{
    uint32_t child;
    check_spawner(c);
    if (!c->msg->eot) {
        call_lint(c, EU_LINT_DEREFERENCE_WITHOUT_EOT,
                  "dereference resource without EOT (1.7.2): no effect");
    } else if (eu_lints(c->eu) && !c->t->parent && has_children(c->eu, c->t, &child)) {
        call_lint(c, EU_LINT_ROOT_ENDS_FIRST, "child thread %u has not ended (1.5.1.1)", child);
    }
    return EU_STOP_NONE;
}

/* Fills the child's registers: r0 from the URB, the descriptor's constants, and the rest from the
 * URB. "No payload beyond the required R0 header" is length 0; it is taken as r0 alone, like length
 * 1. 1.5.2, 1.7.1.4, 1.7.2.2. Status: inferred. */
static void fill_child(struct eu_call *c, struct eu_thread *t, const struct eu_descriptor *d,
                       const uint32_t m[8])
{
    uint32_t at = (m[0] & 0xffff) * 64 + (m[4] & 0x3ff) * EU_GRF_BYTES;
    unsigned length = m[4] >> 10 & 63, rest = length > 1 ? length - 1 : 0;
    uint32_t end = at + (rest + 1) * EU_GRF_BYTES;
    if (end > EU_URB_BYTES) {
        call_lint(c, EU_LINT_OUT_OF_BOUNDS, "a child's payload ends at byte 0x%x of 0x%x (1.7.2.2)",
                  end, EU_URB_BYTES);
    }
    eu_call_read(c, c->eu->urb, at, t->grf[0], EU_GRF_BYTES);
    eu_memory_read(c->eu->rob, ROB_CONSTANTS + d->first * EU_GRF_BYTES, t->grf[1],
                   (size_t)d->count * EU_GRF_BYTES);
    if (rest) {
        eu_call_read(c, c->eu->urb, at + EU_GRF_BYTES, t->grf[1 + d->count],
                     (size_t)rest * EU_GRF_BYTES);
    }
    eu_written(t, 0, (1 + d->count + rest) * EU_GRF_BYTES);
}

static void start_child(struct eu_call *c, const struct eu_descriptor *d, const uint32_t m[8])
{
    struct eu *eu = c->eu;
    uint32_t child = eu->nthreads - eu->nchildren + eu->spawned++;
    struct eu_thread *t = &eu->threads[child];
    eu_thread_queue(eu, child, d->start, d->dmask, d->enables);
    t->cr[0] =
        (d->spf ? EU_CR0_SPF : 0) | (d->alt ? EU_CR0_ALT : 0) | d->rounding << EU_CR0_ROUND_SHIFT;
    t->parent = c->t->id + 1;
    t->group = c->t->group;
    fill_child(c, t, d, m);
    memcpy(t->pixels, t->grf[1], sizeof t->pixels);
    if (eu->hooks.boundary)
        eu->hooks.boundary(eu, t, NULL, EU_CAUSE_START, t->cr, c->ev);
    if (eu_lints(eu)) { /* the parent's earlier accesses come before the child's */
        eu_race_notify(eu, c->t, t);
        eu_race_wake(eu, t);
    }
    eu_log(eu, "mem", "thread %u spawns thread %u at 0x%x", c->t->id, child, d->start);
    eu_admit(eu);
}

/* The queue of eight children, for which a message would have to wait, has no limit here. */
enum eu_stop eu_msg_spawn(struct eu_call *c)
{
    struct eu *eu = c->eu;
    uint32_t m[8], dw[8];
    struct eu_descriptor d;
    char why[64];
    check_spawner(c);
    memcpy(m, c->msg->header ? (const uint8_t *)c->header : c->payload, sizeof m);
    uint32_t index = m[2] >> 4 & 63, length = m[4] >> 10 & 63;
    if (!eu->ndescriptors)
        return eu_call_not_simulated(c, "the launch has no interface descriptors for children");
    if (index >= eu->ndescriptors) {
        snprintf(why, sizeof why, "interface descriptor %u, and there are %u", index,
                 eu->ndescriptors);
        return eu_call_not_simulated(c, why);
    }
    if (eu->spawned == eu->nchildren) {
        snprintf(why, sizeof why, "the launch has room for %u children", eu->nchildren);
        return eu_call_not_simulated(c, why);
    }
    if (c->msg->eot)
        call_lint(c, EU_LINT_SPAWN_EOT, "a thread cannot end with a spawn message (1.7.2.1)");
    eu_memory_read(eu->rob, index * DESCRIPTOR_BYTES, dw, sizeof dw);
    decode_descriptor(dw, &d);
    d.dmask = eu->child_masks[index];
    if (1 + d.count + length > EU_GRF_COUNT)
        return eu_call_not_simulated(c, "the child's payload is longer than its registers");
    start_child(c, &d, m);
    return EU_STOP_NONE;
}
