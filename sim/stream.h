/* A source of threads: a launch whose threads are made when there are slots for them, in the memory
 * of threads that have ended. Their slots, and the order in which they run, are those of a launch
 * whose threads are all made before it begins; but the registers of a thread that has ended cannot
 * be read any more. Not for machines with lints or observers, which know threads by their index. */
#ifndef EULAB_SIM_STREAM_H
#define EULAB_SIM_STREAM_H

#include "sim/sim.h"

#include <string.h>

/* Threads that differ only in their numbers, in their group's position in r0.1, r0.6 and r0.7, and
 * in a few registers. Each position has @each threads; thread `thread` has its differing registers
 * at @payload + thread * @step, r0 first. @groups: number of groups in each direction. */
struct eu_series {
    const uint8_t *payload;
    size_t step;
    const uint8_t *own; /* the registers, @nown of them */
    unsigned nown;
    uint32_t each, groups[3];
    uint32_t thread, place[3]; /* of the first thread */
};

/* The threads of a launch, in groups that get their slots together. */
struct eu_source {
    uint64_t groups;
    uint32_t most; /* limit of threads in a group: from 1 to the number of slots */
    /* The number of threads of group @group. NULL: all have @most. */
    uint32_t (*size)(const void *ctx, uint64_t group);
    /* Makes the threads of group @group: calls eu_thread_queue() for each of the @n from @t on, and
     * sets its number and what its dispatch delivers. Several host threads may call it at a
     * time. */
    void (*fill)(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n, uint64_t group);
    /* The same for threads that this source made before, which are traced and have ended: calls
     * eu_thread_again(), and sets what differs from the old group. NULL: fill() does it. */
    void (*again)(const void *ctx, struct eu *eu, struct eu_thread *t, uint32_t n, uint64_t group);
    /* Describes how threads from group @group on differ from one another. NULL: only again() knows.
     */
    void (*series)(const void *ctx, uint64_t group, struct eu_series *to);
    const void *ctx;
    uint32_t slots; /* only slots below this one are used; 0: all */
    /* Each has local memory of its own. Then eu_thread.group is not what fill() said, but the
     * number of that memory, which is cleared for each group. */
    bool local;
};

/* eu_stream_room - the number of threads for which eu_new() must make room if a machine has @slots.
 * eu_stream - from now on all threads of @eu come from @source, borrowed; the first of them get
 * their slots. NULL: no more threads. @eu has room, its slots, and nothing of an earlier launch.
 * eu_stream_admit - makes as many groups as there are free slots for. */
uint32_t eu_stream_room(uint32_t slots, uint32_t most);
void eu_stream(struct eu *eu, const struct eu_source *source);
void eu_stream_admit(struct eu *eu);

/* The threads of the EU of these slots, by age; the lowest slot counts. @twice: some have the same
 * age. NULL: none is known yet. */
enum { EU_AGES = 8 };
struct eu_ages {
    const uint32_t *slots;
    struct eu_thread *of_age[EU_AGES];
    bool twice;
};
/* eu_slot_seat_next - like eu_slot_seat(), for threads that get their slots one after the other:
 * @ages goes from one to the next. @again: eu_source.again() has made it. */
void eu_slot_seat_next(struct eu *eu, struct eu_thread *t, uint32_t slot, bool again,
                       struct eu_ages *ages);

/* eu_stream_again - @t of @eu has just ended, and was the only thread of its group. If the next
 * group would get its slot and its memory, the thread becomes that group, ready to run; then
 * nothing else is due. Returns false if something else must be done. */
bool eu_stream_again(struct eu *eu, struct eu_thread *t);

/* eu_thread_again - does what eu_thread_queue() does, for a thread of the same source that was
 * traced. Only the first @regs registers, its payload, may be other than 0; of these, those in
 * `wrote` differ from what was delivered. */
static inline void eu_thread_again(struct eu_thread *t, uint32_t start, unsigned regs)
{
    eu_clear_pairs(t, t->wrote & ~eu_payload_pairs(regs));
    t->f[0] = t->f[1] = 0;
    t->cr[0] = 0;
    t->n[0] = t->n[1] = t->n[2] = 0;
    t->ip = start;
    for (unsigned i = 0; i < EU_CHANNELS; i++)
        t->pcip[i] = start;
    t->insts = 0;
    t->status = EU_THREAD_QUEUED;
    t->wait_n = 0;
    t->met = 0;
    t->arrivals = t->barrier = 0;
    t->sent_eot = false;
    t->wrote = 0;
    t->next_ended = 0;
    eu_thread_touch(t);
}

/* The number of slots that the source may use. */
static inline uint32_t eu_stream_slots(const struct eu *eu)
{
    uint32_t all = eu_slot_count(eu), most = eu->source->slots;
    return most && most < all ? most : all;
}

/* Only for sim/. eu_stream_ended - @t has ended: its slot is free. eu_stream_queued - appends ";
 * not made yet: 3 groups". */
void eu_stream_ended(struct eu *eu, struct eu_thread *t);
void eu_stream_queued(const struct eu *eu, char *text, size_t n);

#endif
