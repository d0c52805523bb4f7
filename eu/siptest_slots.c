/* A context that was saved comes back, at every second boundary in another slot. */
#include "eu/siptest_impl.h"

/* The last slot that is free, of another EU where there is one; the thread's own: none. */
static uint32_t slot_elsewhere(const struct eu *eu, const struct eu_thread *t)
{
    for (uint32_t slot = eu_slot_count(eu); slot-- > 0;) {
        const struct eu_thread *other = eu_slot_thread(eu, slot);
        if (slot != t->slot && (!other || !eu_thread_lives(other)))
            return slot;
    }
    return t->slot;
}

static uint32_t first_of_eu(const struct eu *eu, uint32_t slot)
{
    return slot / eu->eu_threads * eu->eu_threads;
}

int siptest_restore(struct siptest *s, struct eu_thread *t)
{
    struct eu *eu = s->eu;
    uint32_t to = s->r->boundary & 1 ? slot_elsewhere(eu, t) : t->slot;
    s->seat.moved = to != t->slot;
    s->seat.slot = to;
    s->seat.had = eu->slots[to];
    s->seat.end = eu->slots_end;
    for (uint32_t i = 0, first = first_of_eu(eu, to); i < eu->eu_threads; i++) {
        const struct eu_thread *other = eu_slot_thread(eu, first + i);
        s->seat.sr0[i] = other ? other->sr[0] : 0;
    }
    int rc = exc_restore_in(eu, t, to);
    if (!rc)
        siptest_fill_dummy(eu, t, s->r->boundary + 1);
    return rc;
}

void siptest_put_back(struct siptest *s, const struct siptest_subject *of)
{
    struct eu *eu = s->eu;
    struct eu_thread *t = of->t;
    if (!s->seat.moved)
        return;
    s->seat.moved = false;
    eu->slots[s->seat.slot] = s->seat.had;
    eu->slots[of->want.slot] = t->id + 1;
    eu->slots_end = s->seat.end;
    for (uint32_t i = 0, first = first_of_eu(eu, s->seat.slot); i < eu->eu_threads; i++) {
        struct eu_thread *other = eu_slot_thread(eu, first + i);
        if (other && other != t) {
            eu_thread_touch(other);
            other->sr[0] = s->seat.sr0[i];
        }
    }
    eu_thread_touch(t);
    t->slot = of->want.slot;
    t->eu_number = of->want.eu_number;
    t->eu_thread = of->want.eu_thread;
    t->sr[0] = of->want.sr[0];
    t->sr[1] = of->want.sr[1];
}
