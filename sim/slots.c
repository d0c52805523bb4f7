/* Thread slots: which threads are on the EUs, and which come next. A machine has one struct
 * eu_thread for each thread of its launch. A thread runs while it has a slot; the others wait for
 * one. */
#include "sim/sim.h"

#include <string.h>

#include "sim/lint.h"
#include "sim/stream.h"

enum { AGE_SHIFT = 16, AGE_MAX = EU_AGES - 1 };

bool eu_thread_seated(const struct eu_thread *t)
{
    return t->status != EU_THREAD_FREE && t->status != EU_THREAD_QUEUED;
}

const char *eu_thread_status_name(const struct eu_thread *t)
{
    static const char *const names[EU_THREAD_STATUS_COUNT] = {"not spawned", "ready", "waiting",
                                                              "ended",       "saved", "queued"};
    return t->status < EU_THREAD_STATUS_COUNT ? names[t->status] : "?";
}

/* Without printf(), because a debugger's step calls it several times. */
const char *eu_thread_name(const struct eu_thread *t, char *buf, size_t n)
{
    char name[8] = "", *p = name; /* at most EU31.T7 */
    unsigned eu = t->eu_number;
    if (eu_thread_seated(t)) {
        *p++ = 'E';
        *p++ = 'U';
        if (eu >= 10)
            *p++ = (char)('0' + eu / 10);
        *p++ = (char)('0' + eu % 10);
        *p++ = '.';
        *p++ = 'T';
        *p++ = (char)('0' + t->eu_thread);
        *p = 0;
    }
    if (n) {
        size_t k = strlen(name) < n ? strlen(name) : n - 1;
        memcpy(buf, name, k);
        buf[k] = 0;
    }
    return buf;
}

/* Finds the threads of the EU on which @t gets a slot, by age. */
static void find_ages(struct eu_ages *a, const struct eu *eu, const struct eu_thread *t)
{
    uint32_t first = t->slot - (uint32_t)t->eu_thread;
    *a = (struct eu_ages){.slots = &eu->slots[first]};
    for (uint32_t s = eu->eu_threads; s--;) { /* the lowest slot counts */
        struct eu_thread *other = a->slots[s] ? &eu->threads[a->slots[s] - 1] : NULL;
        if (!other || other == t || !eu_thread_lives(other))
            continue;
        uint32_t age = other->sr[0] >> AGE_SHIFT & AGE_MAX;
        a->twice |= a->of_age[age] != NULL;
        a->of_age[age] = other;
    }
}

/* A new thread has age 0. If another thread then has the same age, that one grows older, and so on.
 * 3.3.3.7 */
static bool make_older(const struct eu *eu, struct eu_thread *t, struct eu_ages *a)
{
    if (a->slots != &eu->slots[t->slot - (uint32_t)t->eu_thread] || a->twice)
        find_ages(a, eu, t);
    bool others = a->of_age[0];
    for (uint32_t age = 0; t && age < AGE_MAX; age++) {
        struct eu_thread *other = a->of_age[age];
        a->of_age[age] = t;
        t = other;
        if (t) {
            eu_thread_touch(t);
            t->sr[0] += 1u << AGE_SHIFT;
        }
    }
    return others;
}

/* Sets the dependencies on threads that have not ended. 3.3.3.11 */
static void set_dependencies(struct eu *eu, struct eu_thread *t)
{
    for (unsigned i = 0; i < EU_DEPENDENCIES; i++) {
        const struct eu_thread *on = t->depends[i] ? &eu->threads[t->depends[i] - 1] : NULL;
        if (on && eu_thread_lives(on))
            t->tdr[i / 2] |= (EU_TDR_VALID | (uint32_t)on->slot) << i % 2 * 16;
    }
    eu->depended |= eu_thread_depends(t);
}

/* Sets r0.5: the thread's scratch space, with the FFTID in the lowest byte. */
static void set_scratch(const struct eu *eu, struct eu_thread *t)
{
    enum { OFFSET = ~1023 };
    uint32_t at =
        (uint32_t)(eu->scratch + (uint64_t)t->slot * eu->scratch_bytes) & (uint32_t)OFFSET;
    if (eu->scratch_bytes)
        memcpy(t->grf[0] + 20, &at, sizeof at);
    t->grf[0][20] = (uint8_t)t->slot;
}

/* sr0.0: TID in 2:0, EUID in 11:8, half slice in 12. From Gen8 on, the EUs of a subslice are in two
 * rows, numbered by bit 11 and bits 9:8, and the subslice is in 15:12: the production routines
 * number their records in this way. 3.3.3.7; Gen8: inferred. */
static uint32_t identity(const struct eu *eu, uint32_t n, uint32_t thread)
{
    if (!eu->isa->eu_rows)
        return thread | n << 8;
    uint32_t in = n % EU_SUBSLICE_EUS;
    return thread | (in % 4 | in / 4 << 3) << 8 | n / EU_SUBSLICE_EUS << 12;
}

static uint32_t subslice_count(const struct eu *eu)
{
    return (eu->eus + EU_SUBSLICE_EUS - 1u) / EU_SUBSLICE_EUS;
}

uint64_t eu_csr_area(const struct eu *eu, uint32_t slot)
{
    return eu->csr + (uint64_t)subslice_count(eu) * EU_SLM_BYTES + (uint64_t)slot * EU_CSR_AREA;
}

uint64_t eu_csr_bytes(const struct eu *eu)
{
    return eu_csr_area(eu, eu_slot_count(eu)) - eu->csr;
}

/* What changes with each seat. */
static void begin_seat(struct eu *eu, struct eu_thread *t, struct eu_ages *ages)
{
    eu_thread_touch(t);
    eu->slots[t->slot] = t->id + 1;
    t->sr[0] &= ~((uint32_t)AGE_MAX << AGE_SHIFT);
    if (t->has_header)
        set_scratch(eu, t);
    t->status = EU_THREAD_READY;
    bool others = make_older(eu, t, ages);
    eu->stream.youngest = others ? 0 : t->id + 1;
}

/* Gives the thread its identity; also the FFTID in sr0.1 31:24 and, if r0 is a header, in r0.5 7:0.
 * The FFTID is the slot's number, so no two running threads have the same. 3.3.3.7, IVB vol. 2 part
 * 2, 1.7.1. */
static void identify(struct eu *eu, struct eu_thread *t, uint32_t slot)
{
    eu->slots_end = eu->slots_end > slot ? eu->slots_end : slot + 1;
    t->slot = (uint16_t)slot;
    t->eu_number = (uint8_t)(slot / eu->eu_threads);
    t->eu_thread = (uint8_t)(slot - (uint32_t)t->eu_number * eu->eu_threads);
    t->sr[0] = identity(eu, t->eu_number, t->eu_thread);
    t->sr[1] = slot << 24;
    if (t->has_header && t->status == EU_THREAD_QUEUED)
        memcpy(&t->header2, t->grf[0] + 8, sizeof t->header2);
    if (!eu->source) /* a source makes no children */
        set_dependencies(eu, t);
}

void eu_slot_seat(struct eu *eu, uint32_t thread, uint32_t slot)
{
    struct eu_ages ages = {.slots = NULL};
    identify(eu, &eu->threads[thread], slot);
    begin_seat(eu, &eu->threads[thread], &ages);
}

void eu_slot_seat_next(struct eu *eu, struct eu_thread *t, uint32_t slot, bool again,
                       struct eu_ages *ages)
{
    if (!again || t->slot != slot)
        identify(eu, t, slot);
    begin_seat(eu, t, ages);
}

bool eu_stream_again(struct eu *eu, struct eu_thread *t)
{
    struct eu_stream *s = &eu->stream;
    const struct eu_source *source = eu->source;
    if (!source || !source->again || source->most != 1 || source->local || eu->unit ||
        s->free != 1 || s->ended != t->id + 1 || s->youngest != s->ended || !t->traced ||
        t->status != EU_THREAD_ENDED || s->next >= s->end || s->settings != eu->settings)
        return false;
    s->due = false;
    s->free = 0;
    s->ended = t->next_ended;
    s->low = t->slot + 1u;
    eu->slots[t->slot] = t->id + 1;
    source->again(source->ctx, eu, t, 1, s->next);
    s->next += s->step;
    t->living = t->members = 1;
    if (t->has_header)
        set_scratch(eu, t);
    t->status = EU_THREAD_READY;
    return true;
}

/* How many slots from @slot on are free, up to @most. */
static uint32_t free_slots(const struct eu *eu, uint32_t slot, uint32_t most)
{
    uint32_t n = 0;
    for (; n < most && slot < eu_slot_count(eu); slot++) {
        const struct eu_thread *t = eu_slot_thread(eu, slot);
        n += !t || !eu_thread_lives(t);
    }
    return n;
}

/* Gives the lowest free slots from *@slot on to @n threads, from eu->queued on. */
static void seat_next(struct eu *eu, uint32_t n, uint32_t *slot)
{
    for (; n && *slot < eu_slot_count(eu); ++*slot) {
        const struct eu_thread *t = eu_slot_thread(eu, *slot);
        if (!t || !eu_thread_lives(t)) {
            eu_slot_seat(eu, eu->queued++, *slot);
            n--;
        }
    }
}

/* Gives slots to children in the order in which they were spawned. IVB vol. 2 part 2, 1.5.1.7. */
static void admit_children(struct eu *eu)
{
    uint32_t first = eu->nthreads - eu->nchildren;
    for (uint32_t s = 0; eu->seated < eu->spawned && s < eu_slot_count(eu); s++) {
        const struct eu_thread *t = eu_slot_thread(eu, s);
        if (!t || !eu_thread_lives(t))
            eu_slot_seat(eu, first + eu->seated++, s);
    }
}

/* How many threads must get their slots at the same time, next. */
static uint32_t next_group(const struct eu *eu, uint32_t roots)
{
    const struct eu_thread *first = &eu->threads[eu->queued];
    uint32_t left = eu->queued < roots ? roots - eu->queued : 0, n = left > 0;
    while (n < left && n < eu->together && first[n].group == first->group && !first[n].after)
        n++;
    return n;
}

/* Children go first. 1.5.1.8 */
void eu_admit(struct eu *eu)
{
    uint32_t roots = eu->nthreads - eu->nchildren, all = eu_slot_count(eu), slot = 0;
    if (eu->source)
        eu_stream_admit(eu);
    admit_children(eu);
    for (;;) {
        while (eu->queued < roots && eu->threads[eu->queued].status != EU_THREAD_QUEUED)
            eu->queued++;
        uint32_t n = next_group(eu, roots);
        if (!n || free_slots(eu, slot, n) < n ||
            (eu->threads[eu->queued].after && free_slots(eu, 0, all) < all))
            return;
        if (eu->threads[eu->queued].after)
            eu_races_renew(eu, true);
        seat_next(eu, n, &slot);
    }
}

/* Ends the dependencies on @fftid. 3.3.3.11 */
static void broadcast_end(struct eu *eu, uint32_t fftid)
{
    for (uint32_t s = 0; eu->depended && s < eu_slot_count(eu); s++) {
        struct eu_thread *t = eu_slot_thread(eu, s);
        if (!t || !eu_thread_depends(t))
            continue;
        for (unsigned i = 0; i < EU_DEPENDENCIES; i++) {
            if ((t->tdr[i / 2] >> i % 2 * 16 & 0xff) == fftid) {
                eu_thread_touch(t);
                t->tdr[i / 2] &= ~((uint32_t)EU_TDR_VALID << i % 2 * 16);
            }
        }
    }
}

void eu_thread_end(struct eu *eu, struct eu_thread *t)
{
    eu_thread_touch(t);
    if (t->exception.save == EU_SAVE_SAVING && !(t->cr[0] & EU_CR0_ME)) {
        /* quirk save-end: it had left the routine and was on its way to its EOT */
        t->status = EU_THREAD_SAVED;
        t->exception.save = EU_SAVE_SAVED;
        return;
    }
    t->status = EU_THREAD_ENDED;
    broadcast_end(eu, t->sr[1] >> 24);
    if (eu->source)
        eu_stream_ended(eu, t);
    else if (eu->queued < eu->nthreads - eu->nchildren || eu->seated < eu->spawned)
        eu_admit(eu);
}
