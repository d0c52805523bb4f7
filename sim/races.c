/* The race lint: finds accesses that no barrier or notification orders. Each thread counts its own
 * time, which advances when it publishes something. For each other thread it knows until which time
 * that thread's accesses come before its own. For every byte that was accessed, the last write is
 * kept, and up to two reads that are not ordered among each other. Beyond these limits races are
 * not detected, which is reported once. */
#include <stdlib.h>
#include <string.h>

#include "sim/lint_state.h"

enum { LINE = 32, LINES_MAX = 1 << 17, READS = 2 };
enum { KNOWN_MAX = 1 << 28 }; /* bytes for what threads know of one another */

/* Accesses of @thread until @clock come before. */
struct until {
    uint32_t thread, clock;
};
struct known { /* shared and never changed; sorted by thread */
    uint32_t refs, n;
    struct known *twin; /* used while a copy is made */
    struct until of[];
};
struct racer {
    uint32_t clock; /* starts at 1 */
    struct known *known;
    struct known *arrived; /* at a barrier: what it knew, and its own time */
    struct until self;
    struct known *pending; /* taken over when its `wait` ends */
    bool fresh;            /* it executed a fence after its last atomic */
    uint32_t atomics;      /* which version of `published` it has taken over */
};

struct epoch { /* the thread and time of an access; clock 0: none */
    uint32_t thread, clock, ip;
};
struct cell {
    struct epoch write, read[READS];
    bool atomic; /* whether the write was atomic */
};
struct line {
    uint32_t refs;
    struct cell cells[LINE];
};
#define SLM_KEY (UINT64_C(1) << 63)
struct slot {
    uint64_t key; /* line's number + 1, with SLM_KEY for SLM; 0: free */
    struct line *line;
};

struct eu_races {
    uint32_t nthreads;
    struct racer *racers;
    struct slot *slots;
    size_t nslots, nlines; /* nslots is a power of 2 */
    size_t known_bytes;
    struct known *published; /* what atomics after a fence have published */
    uint32_t publications;
    bool full, told; /* full: races are no longer looked for; told: that was reported */
};

/* --- what is known --- */

static struct known *known_ref(struct known *k)
{
    if (k)
        k->refs++;
    return k;
}

static size_t known_size(size_t n)
{
    return sizeof(struct known) + n * sizeof(struct until);
}

static void known_drop(struct eu_races *r, struct known *k)
{
    if (!k || --k->refs)
        return;
    r->known_bytes -= known_size(k->n);
    free(k);
}

static struct known *known_new(struct eu_races *r, size_t n)
{
    struct known *k = NULL;
    if (r->known_bytes + known_size(n) <= KNOWN_MAX)
        k = malloc(known_size(n));
    if (!k) {
        r->full = true;
        return NULL;
    }
    r->known_bytes += known_size(n);
    *k = (struct known){.refs = 1};
    return k;
}

static const struct until *known_of(const struct known *k, uint32_t thread)
{
    size_t lo = 0, hi = k ? k->n : 0, end = hi;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (k->of[mid].thread < thread)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < end && k->of[lo].thread == thread ? &k->of[lo] : NULL;
}

static void known_add(struct known *k, const struct until *u)
{
    struct until *last = k->n ? &k->of[k->n - 1] : NULL;
    if (!last || last->thread != u->thread) {
        k->of[k->n++] = *u;
        return;
    }
    last->clock = u->clock > last->clock ? u->clock : last->clock;
}

/* Replaces *@to by the later of both for each thread; @b is sorted. */
static void known_join(struct eu_races *r, struct known **to, const struct until *b, size_t nb)
{
    struct known *a = *to;
    size_t na = a ? a->n : 0, i = 0, j = 0;
    struct known *k = known_new(r, na + nb);
    while (k && (i < na || j < nb)) {
        bool left = j == nb || (i < na && a->of[i].thread <= b[j].thread);
        known_add(k, left ? &a->of[i++] : &b[j++]);
    }
    if (!k)
        return;
    /* known_new() counted more; corrects that, because known_drop() subtracts known_size(k->n) */
    r->known_bytes -= known_size(na + nb) - known_size(k->n);
    known_drop(r, a);
    *to = k;
}

static void known_take(struct eu_races *r, struct known **to, struct known *k)
{
    if (!k || k == *to)
        return;
    if (*to) {
        known_join(r, to, k->of, k->n);
        return;
    }
    *to = known_ref(k);
}

/* --- life --- */

static void line_drop(struct line *line)
{
    if (line && !--line->refs)
        free(line);
}

static void drop_order(struct eu_races *r)
{
    for (uint32_t i = 0; r->racers && i < r->nthreads; i++) {
        known_drop(r, r->racers[i].known);
        known_drop(r, r->racers[i].arrived);
        known_drop(r, r->racers[i].pending);
    }
    known_drop(r, r->published);
}

void eu_races_free(struct eu_races *r)
{
    if (!r)
        return;
    drop_order(r);
    for (size_t i = 0; i < r->nslots; i++)
        line_drop(r->slots[i].line);
    free(r->racers);
    free(r->slots);
    free(r);
}

static struct eu_races *races_new(uint32_t nthreads)
{
    struct eu_races *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->nthreads = nthreads;
    r->racers = calloc(nthreads, sizeof *r->racers);
    if (!r->racers) {
        free(r);
        return NULL;
    }
    for (uint32_t i = 0; i < nthreads; i++)
        r->racers[i].clock = 1;
    return r;
}

/* Makes one copy of what @from points to, however often it is reached. Returns false if memory runs
 * out. */
static bool known_copy(struct known *from, struct known **to)
{
    *to = NULL;
    if (from && !from->twin) {
        from->twin = malloc(known_size(from->n));
        if (!from->twin)
            return false;
        memcpy(from->twin, from, known_size(from->n));
        from->twin->refs = 0;
        from->twin->twin = NULL;
    }
    if (from)
        *to = known_ref(from->twin);
    return true;
}

static void known_copied(struct known *from)
{
    if (from)
        from->twin = NULL;
}

static bool copy_racers(struct eu_races *to, const struct eu_races *r)
{
    bool ok = known_copy(r->published, &to->published);
    for (uint32_t i = 0; i < r->nthreads; i++) {
        const struct racer *a = &r->racers[i];
        struct racer *b = &to->racers[i];
        *b = *a;
        ok &= known_copy(a->known, &b->known);
        ok &= known_copy(a->arrived, &b->arrived);
        ok &= known_copy(a->pending, &b->pending);
    }
    known_copied(r->published);
    for (uint32_t i = 0; i < r->nthreads; i++) {
        known_copied(r->racers[i].known);
        known_copied(r->racers[i].arrived);
        known_copied(r->racers[i].pending);
    }
    return ok;
}

/* Lines are shared until one side changes them. */
struct eu_races *eu_races_copy(const struct eu_races *r)
{
    struct eu_races *copy = r ? races_new(r->nthreads) : NULL;
    if (!copy)
        return NULL;
    copy->known_bytes = r->known_bytes;
    copy->publications = r->publications;
    copy->full = r->full;
    copy->told = r->told;
    bool ok = copy_racers(copy, r);
    copy->slots = r->nslots ? calloc(r->nslots, sizeof *r->slots) : NULL;
    if (!ok || (r->nslots && !copy->slots)) {
        eu_races_free(copy);
        return NULL;
    }
    copy->nslots = r->nslots;
    copy->nlines = r->nlines;
    for (size_t i = 0; i < r->nslots; i++) {
        copy->slots[i] = r->slots[i];
        if (copy->slots[i].line)
            copy->slots[i].line->refs++;
    }
    return copy;
}

size_t eu_races_bytes(const struct eu_races *r)
{
    if (!r)
        return 0;
    return sizeof *r + r->nthreads * sizeof *r->racers + r->nslots * sizeof *r->slots +
           r->nlines * sizeof(struct line) + r->known_bytes;
}

/* NULL: races are not looked for. */
static struct eu_races *races_of(struct eu *eu)
{
    struct eu_lint_state *s = eu_lints(eu) ? eu_lint_state(eu) : NULL;
    if (!s)
        return NULL;
    if (!s->races)
        s->races = races_new(eu->nthreads);
    if (!s->races || !s->races->full)
        return s->races;
    if (!s->races->told)
        eu_log(eu, "lint", "data-race: memory is short: races are no longer looked for");
    s->races->told = true;
    return NULL;
}

/* --- bytes --- */

static struct slot *slot_of(struct slot *slots, size_t nslots, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (nslots - 1);
    while (slots[i].key && slots[i].key != key)
        i = (i + 1) & (nslots - 1);
    return &slots[i];
}

static bool grow_slots(struct eu_races *r)
{
    size_t n = r->nslots ? r->nslots * 2 : 256;
    struct slot *slots = calloc(n, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < r->nslots; i++)
        if (r->slots[i].key)
            *slot_of(slots, n, r->slots[i].key) = r->slots[i];
    free(r->slots);
    r->slots = slots;
    r->nslots = n;
    return true;
}

/* The line of @key, not shared with any copy. NULL: out of memory, or the limit is reached. */
static struct line *line_of(struct eu_races *r, uint64_t key)
{
    if (r->nlines * 2 >= r->nslots && !grow_slots(r))
        return NULL;
    struct slot *s = slot_of(r->slots, r->nslots, key);
    if (s->line && s->line->refs == 1)
        return s->line;
    if (!s->line && r->nlines == LINES_MAX)
        return NULL;
    struct line *line = calloc(1, sizeof *line);
    if (!line)
        return NULL;
    if (s->line) {
        *line = *s->line;
        s->line->refs--;
    } else {
        r->nlines++;
    }
    line->refs = 1;
    *s = (struct slot){key, line};
    return line;
}

static void empty_line(struct eu_races *r, struct slot *s)
{
    struct line *line = calloc(1, sizeof *line);
    if (!line) {
        r->full = true;
        return;
    }
    line_drop(s->line);
    line->refs = 1;
    s->line = line;
}

/* A racer keeps its clock: for a new thread that meets it at a barrier, what the old one did is
 * over, too, which no order says. So a race may be missed, and none is reported wrongly. */
void eu_races_renew(struct eu *eu, bool after)
{
    struct eu_races *r = eu->lints ? eu->lints->races : NULL;
    if (!r)
        return;
    if (after || eu->nthreads > r->nthreads) {
        eu_races_free(r);
        eu->lints->races = NULL;
        return;
    }
    drop_order(r);
    r->published = NULL;
    for (uint32_t i = 0; i < r->nthreads; i++)
        r->racers[i] = (struct racer){.clock = r->racers[i].clock + 1};
    for (size_t i = 0; i < r->nslots; i++)
        if (r->slots[i].key & SLM_KEY)
            empty_line(r, &r->slots[i]);
}

/* --- one byte --- */

/* Whether the access @e comes before what @t does now. */
static bool is_before(const struct eu_races *r, uint32_t t, const struct epoch *e)
{
    if (!e->clock || e->thread == t)
        return true;
    const struct until *u = known_of(r->racers[t].known, e->thread);
    return u && e->clock <= u->clock;
}

/* The earlier access with which @access conflicts; NULL: none. */
static const struct epoch *conflict(const struct eu_races *r, uint32_t t, const struct cell *c,
                                    enum eu_race_access access)
{
    bool atomics = access == EU_RACE_ATOMIC && c->atomic;
    if (!atomics && !is_before(r, t, &c->write))
        return &c->write;
    for (unsigned i = 0; i < READS && access != EU_RACE_READ; i++)
        if (!is_before(r, t, &c->read[i]))
            return &c->read[i];
    return NULL;
}

static void note_access(const struct eu_races *r, struct cell *c, struct epoch e,
                        enum eu_race_access access)
{
    unsigned to = READS - 1;
    if (access != EU_RACE_READ) {
        *c = (struct cell){.write = e, .atomic = access == EU_RACE_ATOMIC};
        return;
    }
    for (unsigned i = READS; i-- > 0;)
        if (is_before(r, e.thread, &c->read[i]))
            to = i;
    for (unsigned i = 0; i < READS; i++)
        if (c->read[i].clock && c->read[i].thread == e.thread)
            to = i;
    c->read[to] = e;
}

static bool report_race(struct eu *eu, struct eu_thread *t, struct eu_event *ev, bool slm,
                        uint64_t addr, const struct epoch *other, bool wrote,
                        enum eu_race_access access)
{
    static const char *const here[] = {"read", "written", "changed by an atomic"};
    return eu_lint(eu, t, ev, EU_LINT_DATA_RACE,
                   "%s 0x%llx is %s; thread %u %s it at 0x%08x, and nothing orders the two",
                   slm ? "SLM" : "memory", (unsigned long long)addr, here[access], other->thread,
                   wrote ? "wrote" : "read", other->ip);
}

/* An atomic takes over what atomics after fences have published. Status: inferred. */
static void meet_atomics(struct eu_races *r, struct racer *me, uint32_t id)
{
    if (me->fresh) {
        struct until self = {id, me->clock};
        known_take(r, &r->published, me->known);
        known_join(r, &r->published, &self, 1);
        r->publications++;
        me->clock++;
        me->fresh = false;
    }
    if (me->atomics != r->publications)
        known_take(r, &me->known, r->published);
    me->atomics = r->publications;
}

bool eu_race_access(struct eu *eu, struct eu_thread *t, struct eu_event *ev, bool slm,
                    uint64_t addr, size_t n, enum eu_race_access access)
{
    struct eu_races *r = races_of(eu);
    struct line *line = NULL;
    uint64_t width = UINT64_MAX >> (64 - eu_memory_address_bits(slm ? eu->slm : eu->mem));
    bool stop = false, told = false;
    if (!r)
        return false;
    if (access == EU_RACE_ATOMIC)
        meet_atomics(r, &r->racers[t->id], t->id);
    struct epoch e = {t->id, r->racers[t->id].clock, t->ip};
    for (size_t i = 0; i < n; i++) {
        uint64_t at = (addr + i) & width;
        if (!line || at % LINE == 0)
            line = line_of(r, (slm ? SLM_KEY : 0) + at / LINE + 1);
        if (!line) {
            r->full = true;
            break;
        }
        struct cell *c = &line->cells[at % LINE];
        const struct epoch *other = conflict(r, t->id, c, access);
        if (other && !told)
            stop |= report_race(eu, t, ev, slm, at, other, other == &c->write, access);
        told |= other != NULL;
        note_access(r, c, e, access);
    }
    return stop;
}

/* --- order --- */

void eu_race_fence(struct eu *eu, struct eu_thread *t)
{
    struct eu_races *r = races_of(eu);
    if (!r)
        return;
    r->racers[t->id].fresh = true;
}

void eu_race_arrive(struct eu *eu, struct eu_thread *t)
{
    struct eu_races *r = races_of(eu);
    if (!r)
        return;
    struct racer *me = &r->racers[t->id];
    known_drop(r, me->arrived);
    me->arrived = known_ref(me->known);
    me->self = (struct until){t->id, me->clock++};
}

static bool is_there(const struct eu *eu, uint32_t i, uint8_t id)
{
    return eu->threads[i].arrivals && eu->threads[i].barrier == id;
}

void eu_race_open(struct eu *eu, uint8_t id, uint32_t first, uint32_t end)
{
    struct eu_races *r = races_of(eu);
    struct known *all = r ? known_new(r, end - first) : NULL;
    if (!all)
        return;
    for (uint32_t i = first; i < end; i++)
        if (is_there(eu, i, id))
            known_add(all, &r->racers[i].self);
    r->known_bytes -= known_size(end - first) - known_size(all->n);
    const struct known *last = NULL;
    for (uint32_t i = first; i < end; i++) {
        struct known *theirs = r->racers[i].arrived;
        if (is_there(eu, i, id) && theirs != last) {
            known_take(r, &all, theirs);
            last = theirs;
        }
    }
    for (uint32_t i = first; i < end; i++)
        if (is_there(eu, i, id))
            known_take(r, &r->racers[i].pending, all);
    known_drop(r, all);
}

void eu_race_notify(struct eu *eu, struct eu_thread *from, struct eu_thread *to)
{
    struct eu_races *r = races_of(eu);
    if (!r)
        return;
    struct racer *me = &r->racers[from->id], *other = &r->racers[to->id];
    struct until self = {from->id, me->clock++};
    known_take(r, &other->pending, me->known);
    known_join(r, &other->pending, &self, 1);
}

void eu_race_wake(struct eu *eu, struct eu_thread *t)
{
    struct eu_races *r = races_of(eu);
    if (!r)
        return;
    struct racer *me = &r->racers[t->id];
    known_take(r, &me->known, me->pending);
    known_drop(r, me->pending);
    me->pending = NULL;
}
