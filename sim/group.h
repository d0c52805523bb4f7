/* Thread groups: threads that follow one another in struct eu. Only for sim/. */
#ifndef EULAB_SIM_GROUP_H
#define EULAB_SIM_GROUP_H

#include "sim/stream.h"

/* eu_group_first - the first thread of the group of @t, which is a source's. */
static inline struct eu_thread *eu_group_first(const struct eu *eu, const struct eu_thread *t)
{
    uint32_t most = eu->source->most;
    return &eu->threads[eu->source->local ? t->group * most : t->id - t->id % most];
}

/* eu_group_of - the group of @t. Other groups of a source are not looked at: another host thread
 * may be making them. */
static inline struct eu_group eu_group_of(const struct eu *eu, const struct eu_thread *t)
{
    struct eu_thread *low = eu->threads, *high = low + eu->nthreads;
    struct eu_group g = {&eu->threads[t->id], &eu->threads[t->id + 1]};
    if (eu->source) {
        low = eu_group_first(eu, t);
        high = low + eu->source->most;
        if (low->members)
            return (struct eu_group){low, low + low->members};
    }
    while (g.first > low && g.first[-1].group == t->group)
        g.first--;
    while (g.end < high && g.end->group == t->group)
        g.end++;
    return g;
}

/* eu_group_mate - the next thread of the group of @t that can run; NULL: there is none. */
static inline struct eu_thread *eu_group_mate(struct eu_group g, const struct eu_thread *t)
{
    for (struct eu_thread *mate = g.first + (t - g.first) + 1; mate < g.end; mate++)
        if (mate->status == EU_THREAD_READY)
            return mate;
    for (struct eu_thread *mate = g.first; mate < t; mate++)
        if (mate->status == EU_THREAD_READY)
            return mate;
    return NULL;
}

/* eu_barrier_needs - how many are to arrive, of @members, as a barrier's message says in M0.2. The
 * manual counts one more if the message has a count; here it is taken as the number of arrivals
 * (E31). */
static inline uint32_t eu_barrier_needs(uint32_t m2, uint32_t members)
{
    return m2 >> 15 & 1 ? m2 >> 9 & 63 : members;
}

#endif
