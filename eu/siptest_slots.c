/* Restores a saved context, at some boundaries in another slot. Two contexts that are saved at the
 * same time are restored in the same or in the reverse order, each in its own slot, in a third one,
 * or in the other thread's. */
#include "eu/siptest_impl.h"

/* The slot that the context of @of uses when its save area moves with it; another saved context
 * keeps its own area. */
static bool is_kept_for_other(const struct siptest *s, const struct siptest_subject *of,
                              uint32_t slot)
{
    const struct siptest_subject *other = &s->subjects[of == &s->subjects[0]];
    return s->nsubjects > 1 && exc_saved(other->t) && other->t->slot == slot;
}

/* The last free slot, of another EU if possible; the thread's own: none. */
static uint32_t slot_elsewhere(const struct siptest *s, const struct siptest_subject *of)
{
    const struct eu *eu = s->eu;
    for (uint32_t slot = eu_slot_count(eu); slot-- > 0;) {
        const struct eu_thread *other = eu_slot_thread(eu, slot);
        if (slot != of->t->slot && (!other || !eu_thread_lives(other)) &&
            !is_kept_for_other(s, of, slot))
            return slot;
    }
    return of->t->slot;
}

/* Gen8's routines find the save area by the slot that they run in, so two contexts cannot exchange
 * their slots. */
static uint32_t slot_for(const struct siptest *s, const struct siptest_subject *of)
{
    enum { OWN, ELSEWHERE, SWAPPED, WAYS };
    const struct siptest_subject *other = &s->subjects[of == &s->subjects[0]];
    uint64_t tested = s->opts->random ? s->r->boundary : s->r->boundary / s->every;
    unsigned way = (unsigned)(tested % (s->nsubjects > 1 ? WAYS : SWAPPED));
    if (way == SWAPPED && !s->eu->isa->pcip_in_fc)
        return other->want.slot;
    return way == OWN ? of->t->slot : slot_elsewhere(s, of);
}

static uint32_t first_of_eu(const struct eu *eu, uint32_t slot)
{
    return slot / eu->eu_threads * eu->eu_threads;
}

int siptest_restore(struct siptest *s, struct siptest_subject *of)
{
    struct eu *eu = s->eu;
    struct eu_thread *t = of->t;
    uint32_t to = slot_for(s, of);
    of->seat.moved = to != t->slot;
    of->seat.slot = to;
    of->seat.had = eu->slots[to];
    of->seat.end = eu->slots_end;
    for (uint32_t i = 0, first = first_of_eu(eu, to); i < eu->eu_threads; i++) {
        const struct eu_thread *other = eu_slot_thread(eu, first + i);
        of->seat.sr0[i] = other ? other->sr[0] : 0;
    }
    int rc = exc_restore_in(eu, t, to);
    if (!rc)
        siptest_fill_dummy(eu, t, s->r->boundary + 1 + (uint64_t)(of - s->subjects));
    return rc;
}

static void put_back(struct siptest *s, struct siptest_subject *of)
{
    struct eu *eu = s->eu;
    struct eu_thread *t = of->t;
    if (!of->seat.moved)
        return;
    of->seat.moved = false;
    eu->slots[of->seat.slot] = of->seat.had;
    eu->slots[of->want.slot] = t->id + 1;
    eu->slots_end = of->seat.end;
    for (uint32_t i = 0, first = first_of_eu(eu, of->seat.slot); i < eu->eu_threads; i++) {
        struct eu_thread *other = eu_slot_thread(eu, first + i);
        if (other && other != t) {
            eu_thread_touch(other);
            other->sr[0] = of->seat.sr0[i];
        }
    }
    eu_thread_touch(t);
    t->slot = of->want.slot;
    t->eu_number = of->want.eu_number;
    t->eu_thread = of->want.eu_thread;
    t->sr[0] = of->want.sr[0];
    t->sr[1] = of->want.sr[1];
}

/* The one that was placed last is put back first. */
bool siptest_put_back(struct siptest *s)
{
    unsigned last = s->nsubjects > 1 && !s->second_first;
    bool moved = s->subjects[last].seat.moved;
    put_back(s, &s->subjects[last]);
    if (s->nsubjects > 1) {
        moved |= s->subjects[!last].seat.moved;
        put_back(s, &s->subjects[!last]);
    }
    return moved;
}
