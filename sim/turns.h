/* Whose turn it is: the parts of eu_run() for engines that go from thread to thread by themselves.
 * Only for sim/. */
#ifndef EULAB_SIM_TURNS_H
#define EULAB_SIM_TURNS_H

#include "sim/fast/fast.h"
#include "sim/group.h"

/* Whether the thread is READY, or will be made so: `sendc` whose threads have ended, or an external
 * halt that ends a `wait` (docs/exceptions.md section 7: assumed). */
static inline bool eu_turn_can_run(const struct eu *eu, const struct eu_thread *t)
{
    if (t->status != EU_THREAD_WAITING)
        return t->status == EU_THREAD_READY;
    if (t->attention & EU_ATT_HALT && eu->quirks[EU_QUIRK_HALT_WAIT] == 0)
        return true;
    return t->wait_n == EU_WAIT_TDR && !eu_thread_depends(t);
}

static inline bool eu_turn_make_ready(const struct eu *eu, struct eu_thread *t)
{
    if (!eu_turn_can_run(eu, t))
        return false;
    if (t->status != EU_THREAD_READY)
        eu_thread_touch(t);
    t->status = EU_THREAD_READY;
    return true;
}

/* The thread whose turn it is; NULL if none can run. */
static inline struct eu_thread *eu_turn_thread(struct eu *eu)
{
    uint32_t slots = eu->slots_end, slot = eu->next_slot;
    for (uint32_t i = 0; i < slots; i++, slot++) {
        slot = slot < slots ? slot : 0;
        struct eu_thread *t = eu_slot_thread(eu, slot);
        if (!t || (t->status != EU_THREAD_READY && !eu_turn_make_ready(eu, t)))
            continue;
        if (slot != eu->next_slot)
            eu->quantum_used = 0;
        eu->next_slot = slot;
        return t;
    }
    return NULL;
}

/* Whether a thread that waits or has ended leaves the rest of its quantum to a mate, another thread
 * of its group. Only with the quantum of native code, which is longer than what a thread does
 * between two barriers, and in groups that get their slots together. */
static inline bool eu_turn_has_mates(const struct eu *eu)
{
    return eu->together > 1 && eu->quantum >= EU_JIT_QUANTUM;
}

/* The mate of @t whose turn it is next; NULL: there is none. */
static inline struct eu_thread *eu_turn_mate(const struct eu *eu, const struct eu_thread *t)
{
    return eu_turn_has_mates(eu) ? eu_group_mate(eu_group_of(eu, t), t) : NULL;
}

/* Counts the instructions of a turn of @t. A turn ends with a quantum; with @alone, it may have
 * continued over several. If the thread waits or has ended, the rest of its quantum is a mate's: so
 * what a group does between two barriers is in the host's caches. Otherwise one that gets the slot
 * of a thread that has ended has a turn of its own. */
static inline void eu_turn_end(struct eu *eu, const struct eu_thread *t, uint64_t done, bool alone)
{
    uint64_t used = eu->quantum_used + done;
    bool over = used >= eu->quantum,
         leaves = t->status == EU_THREAD_WAITING || t->status == EU_THREAD_ENDED;
    const struct eu_thread *mate = leaves && !over ? eu_turn_mate(eu, t) : NULL;
    if (mate) {
        eu->quantum_used = (uint32_t)used;
        eu->next_slot = mate->slot;
        return;
    }
    if (t->status == EU_THREAD_ENDED) {
        eu->quantum_used = 0;
        return;
    }
    if (over && alone)
        used %= eu->quantum;
    eu->quantum_used = over && !alone ? 0 : (uint32_t)used;
    if (alone && over &&
        eu->fast_engine->uncounted(eu)) /* the next turn, again of this thread, has begun */
        return;
    if (over && !eu->quantum_used)
        eu->next_slot = eu->next_slot + 1 < eu_slot_count(eu) ? eu->next_slot + 1 : 0;
}

static inline uint64_t eu_turn_length(const struct eu *eu)
{
    return eu->quantum > eu->quantum_used ? eu->quantum - eu->quantum_used : 1;
}

static inline uint64_t eu_turn_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Whether only @t can run, with an engine that returns as soon as this may change. */
bool eu_turn_is_alone(const struct eu *eu, const struct eu_thread *t);

/* eu_turn_next - for an engine that goes from thread to thread by itself: ends the present turn,
 * without a stop, after @done instructions. Returns the thread whose turn begins, with *@limit
 * instructions; NULL: the engine must return, with no instruction done if the turn is over
 * (turns.over). */
static inline struct eu_thread *eu_turn_next(struct eu *eu, uint64_t done, uint64_t *limit)
{
    struct eu_turns *turns = &eu->turns;
    struct eu_thread *t = turns->t;
    if (!t || eu->alone || done >= turns->budget || t->status == EU_THREAD_SAVED ||
        atomic_load_explicit(&eu->stop_request, memory_order_relaxed))
        return NULL;
    eu_turn_end(eu, t, done, false);
    turns->budget -= done;
    turns->over = true;
    if (eu->stream.due)
        eu_stream_admit(eu);
    struct eu_thread *next = eu_turn_thread(eu);
    if (!next || (next == t && eu_turn_is_alone(eu, t)))
        return NULL;
    turns->t = next;
    turns->over = false;
    eu_thread_touch(next);
    *limit = eu_turn_least(eu_turn_length(eu), turns->budget);
    return next;
}

#endif
