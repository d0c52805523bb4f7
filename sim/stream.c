/* Makes the threads of a source when there are slots for them. */
#include "sim/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Each group has the memory of `most` threads, side by side; the memory of a group that has ended
 * is used first. So there is enough for as many groups as there are slots. */
uint32_t eu_stream_room(uint32_t slots, uint32_t most)
{
    return slots * most;
}

void eu_stream(struct eu *eu, const struct eu_source *source)
{
    eu->source = source;
    eu->nthreads = source ? 0 : eu->room;
    eu->stream = (struct eu_stream){.step = 1};
    eu->queued = eu->nchildren = eu->spawned = eu->seated = 0;
    if (source) {
        eu->stream.free = eu_stream_slots(eu);
        eu->stream.end = source->groups;
        eu->together = source->most;
        eu_stream_admit(eu);
    }
}

static uint32_t group_size(const struct eu_source *s, uint64_t group)
{
    return s->size ? s->size(s->ctx, group) : s->most;
}

/* The first thread in memory that no living group uses. */
static uint32_t take_memory(struct eu *eu)
{
    struct eu_stream *s = &eu->stream;
    uint32_t first = s->ended ? s->ended - 1 : eu->nthreads;
    if (s->ended)
        s->ended = eu->threads[first].next_ended;
    else
        eu->nthreads += eu->source->most;
    return first;
}

/* Whether @n traced threads of the source have ended there. */
static bool was_group(const struct eu_thread *t, uint32_t n)
{
    bool was = t->members == n;
    for (uint32_t i = 0; was && i < n; i++)
        was = t[i].traced && t[i].status == EU_THREAD_ENDED;
    return was;
}

/* Begins a thread that has just been made. */
static void begin_thread(struct eu *eu, struct eu_thread *t)
{
    struct eu_event ev;
    if (eu->hooks.boundary)
        eu->hooks.boundary(eu, t, NULL, EU_CAUSE_START, t->cr, &ev);
    eu->stream.settings = eu->settings;
}

/* @before: threads were made earlier, and the hook's answer would be the same. Returns whether the
 * same threads were made again. */
static bool make_group(struct eu *eu, uint32_t first, uint32_t n, bool before)
{
    const struct eu_source *source = eu->source;
    struct eu_thread *t = &eu->threads[first];
    bool again = before && source->again && was_group(t, n);
    bool asked = again && eu->stream.settings == eu->settings;
    (again ? source->again : source->fill)(source->ctx, eu, t, n, eu->stream.next);
    for (uint32_t i = 0; i < n; i++) {
        if (source->local)
            t[i].group = first / source->most;
        if (!asked)
            begin_thread(eu, &t[i]);
    }
    for (uint32_t i = n; !again && i < source->most; i++) {
        t[i].status = EU_THREAD_FREE;
        t[i].group = UINT32_MAX;
    }
    t->living = t->members = (uint16_t)n;
    if (source->local)
        eu_memory_clear(eu->slm, (uint64_t)t->group * EU_SLM_BYTES, EU_SLM_BYTES);
    return again;
}

static bool is_free(const struct eu *eu, uint32_t slot)
{
    const struct eu_thread *t = eu_slot_thread(eu, slot);
    return !t || !eu_thread_lives(t);
}

/* Gives threads the lowest free slots; for a worker, those of its unit. */
static void seat_group(struct eu *eu, uint32_t first, uint32_t n, bool again)
{
    struct eu_stream *s = &eu->stream;
    struct eu_ages ages = {.slots = NULL};
    s->free -= n;
    for (uint32_t i = 0; eu->unit && i < n; i++)
        eu_slot_seat_next(eu, &eu->threads[first + i], eu->unit->slots[i], false, &ages);
    for (uint32_t i = 0; !eu->unit && i < n; s->low++)
        if (is_free(eu, s->low))
            eu_slot_seat_next(eu, &eu->threads[first + i++], s->low, again, &ages);
}

void eu_stream_admit(struct eu *eu)
{
    struct eu_stream *s = &eu->stream;
    uint32_t n;
    s->due = false;
    for (; s->next < s->end && (n = group_size(eu->source, s->next)) <= s->free;
         s->next += s->step) {
        if (eu->unit && !s->ended)
            break; /* the slots serve one group after the other */
        bool before = s->ended;
        uint32_t first = take_memory(eu);
        seat_group(eu, first, n, make_group(eu, first, n, before));
    }
}

void eu_stream_ended(struct eu *eu, struct eu_thread *t)
{
    struct eu_stream *s = &eu->stream;
    struct eu_thread *first = t - t->id % eu->source->most;
    s->due = true;
    s->free++;
    eu->slots[t->slot] = 0; /* another thread, with another slot, may get its memory */
    s->low = t->slot < s->low ? t->slot : s->low;
    eu_thread_touch(first);
    if (--first->living == 0) {
        first->next_ended = s->ended;
        s->ended = first->id + 1;
    }
}

void eu_stream_queued(const struct eu *eu, char *text, size_t n)
{
    const struct eu_stream *s = &eu->stream;
    size_t len = strlen(text);
    if (s->next < s->end)
        snprintf(text + len, n - len, "; not begun: %" PRIu64 " group%s", s->end - s->next,
                 s->end - s->next == 1 ? "" : "s");
}
