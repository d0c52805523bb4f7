/* The state of --lint for one machine. Only for sim/. */
#ifndef EULAB_SIM_LINT_STATE_H
#define EULAB_SIM_LINT_STATE_H

#include "sim/lint.h"

struct eu_races;
struct eu_lint_state {
    struct eu_races *races; /* NULL: nothing was accessed yet */
    size_t nfindings;
    struct eu_lint_finding findings[EU_FINDINGS_MAX];
};
/* makes the state if there is none; NULL: out of memory */
struct eu_lint_state *eu_lint_state(struct eu *eu);

/* Races: the happens-before relation of threads, kept as vector clocks. A barrier message, or a
 * forward with a notification, publishes what the thread has done; the `wait` that they end takes
 * it over. */
/* NULL: out of memory, or @r is NULL */
struct eu_races *eu_races_copy(const struct eu_races *r);
void eu_races_free(struct eu_races *r);
size_t eu_races_bytes(const struct eu_races *r);

enum eu_race_access { EU_RACE_READ, EU_RACE_WRITE, EU_RACE_ATOMIC };
/* eu_race_access - @t accesses @n bytes at @addr of SLM (@slm) or graphics memory. Returns true if
 * a lint must stop the run. */
bool eu_race_access(struct eu *eu, struct eu_thread *t, struct eu_event *ev, bool slm,
                    uint64_t addr, size_t n, enum eu_race_access access);
void eu_race_fence(struct eu *eu, struct eu_thread *t);
/* @t arrives at a barrier. When the barrier opens, each thread that had arrived may take over what
 * all had done. */
void eu_race_arrive(struct eu *eu, struct eu_thread *t);
/* Opens barrier @id for those of the threads @first .. @end - 1 that have arrived. */
void eu_race_open(struct eu *eu, uint8_t id, uint32_t first, uint32_t end);
void eu_race_notify(struct eu *eu, struct eu_thread *from, struct eu_thread *to);
void eu_race_wake(struct eu *eu, struct eu_thread *t); /* the `wait` of @t is over */

#endif
