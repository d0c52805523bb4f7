/* The EU's watchpoints. Shared functions report each access to memory, SLM and URB (sim/sim.h,
 * struct eu_watch). Registers are watched from outside the engines: before an instruction is
 * issued, by what it will read and write; after it, by whether it was executed and whether bytes
 * that are watched for writes have changed, because exceptions and messages of other threads change
 * registers, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/machine_impl.h"
#include "sim/access.h"

/* --- the set --- */
bool eu_watch_is_register(const struct machine_watch *w)
{
    const struct eu_space *s = eu_space_of(w->addr);
    return s == eu_space_at(EU_SPACE_GRF) || s == eu_space_at(EU_SPACE_ARF);
}

/* Every instruction changes these registers, so that watching them would stop everywhere. */
static bool always_changes(int id)
{
    return id == EU_REG_IP || id == EU_REG_TM0;
}

/* True when all of the watch's bytes are registers'. */
static bool registers_are_there(const struct eu *eu, const struct machine_watch *w)
{
    for (uint64_t at = w->addr; at - w->addr < w->len;) {
        uint32_t thread;
        unsigned offset;
        int id = eu_space_reg_at(eu, at, &thread, &offset);
        if (id < 0 || always_changes(id))
            return false;
        at += eu_reg_info((unsigned)id)->bytes - offset;
    }
    return true;
}

/* The form in which shared functions get a watch; false: it is not for them. */
static bool shared_watch(const struct machine_watch *w, struct eu_watch *out)
{
    static const uint8_t spaces[EU_SPACE_COUNT] = {
        [EU_SPACE_SLM] = EU_WATCH_SLM, [EU_SPACE_URB] = EU_WATCH_URB};
    uint64_t at = w->addr;
    *out = (struct eu_watch){.len = w->len,
                             .access = (uint8_t)((w->access & MACHINE_READ ? EU_WATCH_READ : 0) |
                                                 (w->access & MACHINE_WRITE ? EU_WATCH_WRITE : 0))};
    for (unsigned i = 0; i < EU_SPACE_COUNT; i++) {
        if (eu_space_of(w->addr) != eu_space_at(i))
            continue;
        out->space = spaces[i];
        at -= eu_space_at(i)->base;
    }
    out->addr = at;
    return w->addr < HOST_WINDOWS || out->space != EU_WATCH_MEM;
}

static bool can_watch(const struct eu *eu, const struct machine_watch *w)
{
    const struct eu_space *s = eu_space_of(w->addr);
    if (w->addr < HOST_WINDOWS)
        return eu_machine_is_memory(eu, w->addr, w->len);
    return s && s->watchable && eu_space_has(eu, s, w->addr, w->len) &&
           (!eu_watch_is_register(w) || registers_are_there(eu, w));
}

static void free_set(struct eu_watching *g)
{
    free(g->set);
    free(g->shared);
    free(g->before);
    free(g->places);
    free(g->code);
}

void eu_watch_free(struct eu_machine *em)
{
    struct eu *eu = em->eu;
    if (eu->watches == em->watching.shared) {
        eu->watches = NULL;
        eu->nwatches = 0;
    }
    free_set(&em->watching);
}

/* Copies @watches into the set; false: no memory. */
static bool make_set(const struct eu *eu, struct eu_watching *g,
                     const struct machine_watch *watches, size_t n)
{
    size_t bytes = 1;
    g->set = calloc(n ? n : 1, sizeof *g->set);
    g->shared = calloc(n ? n : 1, sizeof *g->shared);
    for (size_t i = 0; i < n && g->set && g->shared; i++) {
        g->set[g->n++] = watches[i];
        if (shared_watch(&watches[i], &g->shared[g->nshared]))
            g->nshared++;
        else
            g->nregs++, bytes += watches[i].len;
    }
    for (size_t i = 0; i < g->n; i++)
        g->everywhere |= eu_watch_is_register(&g->set[i]) && !eu_watch_is_named(eu, &g->set[i]);
    g->before = malloc(bytes);
    return g->set && g->shared && g->before;
}

int eu_machine_set_watches(struct machine *m, const struct machine_watch *watches, size_t n)
{
    struct eu_machine *em = self(m);
    struct eu_watching more = {.touched = em->watching.touched};
    for (size_t i = 0; i < n; i++)
        if (!can_watch(em->eu, &watches[i]))
            return -EU_ERR_UNAVAILABLE;
    if (!make_set(em->eu, &more, watches, n)) {
        free_set(&more);
        return -EU_ERR_NOMEM;
    }
    free_set(&em->watching);
    em->watching = more;
    em->eu->watches = more.shared;
    em->eu->nwatches = 0; /* nothing is watched until it runs */
    return 0;
}

/* --- what was touched --- */
static bool same_watch(const struct machine_watch *a, const struct machine_watch *b)
{
    return a->addr == b->addr && a->len == b->len && a->access == b->access;
}

/* Adds a touch; of several accesses to one watch the first counts. */
static void add_touch(struct machine_touch *list, unsigned *n, const struct machine_watch *w,
                      uint64_t addr)
{
    for (unsigned i = 0; i < *n; i++)
        if (same_watch(&list[i].watch, w))
            return;
    if (*n < MACHINE_TOUCHES_MAX)
        list[(*n)++] = (struct machine_touch){*w, addr};
}

/* Begins the touches of the instruction that was issued @at, and drops earlier ones that nobody
 * asked for. */
static struct eu_touched *touched_by(struct eu_watching *g, struct machine_standing at,
                                     struct machine_when when)
{
    struct eu_touched *d = &g->touched;
    if (d->at.thread != at.thread || d->at.insts != at.insts || d->at.ip != at.ip)
        d->n = d->next = 0;
    d->at = at;
    d->when = when;
    return d;
}

/* --- registers --- */
struct looking {
    struct eu_watching *watching;
    uint32_t thread;
};

uint32_t eu_watch_thread(const struct machine_watch *w)
{
    const struct eu_space *s = eu_space_of(w->addr);
    return (uint32_t)((w->addr - s->base) / s->stride);
}

bool eu_watch_overlaps(const struct machine_watch *w, enum eu_watch_access access, uint64_t first,
                       unsigned n)
{
    unsigned kind = access == EU_WATCH_READ ? MACHINE_READ : MACHINE_WRITE;
    uint64_t end = (uint64_t)first + n;
    return w->access & kind && eu_watch_is_register(w) && w->addr < end && first < w->addr + w->len;
}

static void will_touch(void *ctx, enum eu_watch_access access, unsigned reg, unsigned at,
                       unsigned n, int channel)
{
    (void)channel;
    struct looking *l = ctx;
    struct eu_watching *g = l->watching;
    uint64_t addr = eu_space_reg(l->thread, reg);
    for (size_t i = 0; i < g->n && addr; i++) {
        const struct machine_watch *w = &g->set[i];
        uint64_t first = addr + at;
        if (eu_watch_overlaps(w, access, first, n))
            add_touch(g->will, &g->nwill, w, first > w->addr ? first : w->addr);
    }
}

void eu_watch_issue(struct eu_machine *em, struct eu_thread *t, const struct eu_insn *insn)
{
    struct eu_watching *g = &em->watching;
    struct looking l = {g, t->id};
    if (!g->on || !eu_watch_minds(em, t, insn))
        return;
    g->at = (struct machine_standing){t->id, t->ip, t->insts};
    g->when = (struct machine_when){em->eu->insts, em->eu->boundaries};
    g->nwill = 0;
    eu_ref_accesses(em->eu, t, insn, will_touch, &l);
    if (!g->everywhere && !g->nwill && !eu_watch_reaches_others(insn))
        return;
    g->issued = true;
    if (!g->everywhere)
        eu_machine_attend(em); /* the next boundary asks, whichever thread's it is */
}

/* Compares the bytes that are watched for writes, and adds a touch for those that have changed. */
static void look_at_bytes(struct eu_machine *em, struct eu_touched *d)
{
    struct eu_watching *g = &em->watching;
    uint8_t *before = g->before;
    for (size_t i = 0; i < g->n; i++) {
        const struct machine_watch *w = &g->set[i];
        if (!eu_watch_is_register(w))
            continue;
        for (uint64_t k = 0, n; k < w->len; k += n) {
            uint8_t now[EU_GRF_BYTES];
            n = w->len - k < sizeof now ? w->len - k : sizeof now;
            (void)eu_space_read(em->eu, w->addr + k, now, n);
            for (uint32_t b = 0; d && w->access & MACHINE_WRITE && b < n; b++)
                if (now[b] != before[k + b])
                    add_touch(d->list, &d->n, w, w->addr + k + b);
            memcpy(before + k, now, n);
        }
        before += w->len;
    }
}

bool eu_watch_settle(struct eu_machine *em)
{
    struct eu_watching *g = &em->watching;
    if (!g->on || !g->issued)
        return false;
    struct eu_touched *d = touched_by(g, g->at, g->when);
    g->issued = false;
    if (em->eu->threads[g->at.thread].insts != g->at.insts)
        for (unsigned i = 0; i < g->nwill; i++)
            add_touch(d->list, &d->n, &g->will[i].watch, g->will[i].addr);
    look_at_bytes(em, d);
    d->insts = em->eu->insts;
    if (!g->everywhere)
        eu_machine_attend(em);
    return d->next < d->n;
}

/* --- runs --- */
void eu_watch_prepare(struct eu_machine *em)
{
    const struct machine_run *plan = &em->plan;
    struct eu_watching *g = &em->watching;
    /* A run back in time looks for accesses or for one step only. */
    bool watching = !plan->quiet || (plan->hit && plan->step_thread < 0);
    em->eu->watches = g->shared;
    em->eu->nwatches = watching ? g->nshared : 0;
    g->on = watching && g->nregs;
    g->issued = false;
    if (g->on)
        look_at_bytes(em, NULL);
}

void eu_watch_forget(struct eu_machine *em)
{
    em->watching.issued = false;
    em->watching.touched = (struct eu_touched){0};
}

/* Takes the hits that the shared functions report, at the addresses that the host uses. */
static void take_shared(struct eu_machine *em, const struct eu_event *from)
{
    static const int windows[] = {
        [EU_WATCH_MEM] = -1, [EU_WATCH_SLM] = EU_SPACE_SLM, [EU_WATCH_URB] = EU_SPACE_URB};
    struct eu *eu = em->eu;
    struct machine_standing at = {from->thread, from->ip, eu->threads[from->thread].insts - 1};
    struct machine_when when = {eu->insts - 1, eu->boundaries - 1};
    struct eu_touched *d = touched_by(&em->watching, at, when);
    for (unsigned i = 0; i < eu->nwatch_hits; i++) {
        const struct eu_watch_hit *hit = &eu->watch_hits[i];
        int window = windows[hit->watch.space];
        uint64_t base = window < 0 ? 0 : eu_space_at((unsigned)window)->base;
        struct machine_watch w = {hit->watch.addr + base, hit->watch.len,
                                  (hit->watch.access & EU_WATCH_READ ? MACHINE_READ : 0u) |
                                      (hit->watch.access & EU_WATCH_WRITE ? MACHINE_WRITE : 0u)};
        add_touch(d->list, &d->n, &w, hit->addr + base);
    }
    d->insts = eu->insts;
    eu->nwatch_hits = 0;
}

static bool is_set(const struct eu_watching *g, const struct machine_watch *w)
{
    for (size_t i = 0; i < g->n; i++)
        if (same_watch(&g->set[i], w))
            return true;
    return false;
}

bool eu_watch_next(struct eu_machine *em, struct eu_event *ev)
{
    static const char *const names[] = {"read", "write", "access"};
    struct eu_touched *d = &em->watching.touched;
    if (d->insts != em->eu->insts)
        d->n = 0;
    while (d->next < d->n) {
        const struct machine_touch *touch = &d->list[d->next++];
        if (!is_set(&em->watching, &touch->watch))
            continue;
        *ev = (struct eu_event){.stop = EU_STOP_WATCH,
                                .thread = d->at.thread,
                                .ip = d->at.ip,
                                .addr = touch->addr,
                                .access = (uint8_t)touch->watch.access};
        em->watching.told = *touch;
        snprintf(ev->text, sizeof ev->text, "%s of 0x%08llx", names[(ev->access - 1u) % 3],
                 (unsigned long long)touch->addr);
        return true;
    }
    return false;
}

void eu_watch_note(struct eu_machine *em)
{
    struct eu_touched *d = &em->watching.touched;
    struct machine_hit *hit = em->plan.hit;
    if (d->next == d->n || !hit)
        return;
    *hit = (struct machine_hit){
        .from = hit->from, .at = d->at, .when = d->when, .found = true, .ntouches = d->n};
    memcpy(hit->touches, d->list, sizeof hit->touches);
    d->next = d->n;
}

void eu_watch_collect(struct eu_machine *em, struct eu_event *from)
{
    if (from->stop == EU_STOP_WATCH && em->eu->nwatch_hits)
        take_shared(em, from);
    (void)eu_watch_settle(em);
    if (em->plan.quiet)
        eu_watch_note(em);
    else if (from->stop == EU_STOP_WATCH || from->stop == EU_STOP_BUDGET ||
             from->stop == EU_STOP_DONE)
        (void)eu_watch_next(em, from);
}
