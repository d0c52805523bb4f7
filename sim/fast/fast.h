/* The fast engine: instructions are decoded once into micro-ops, which call one another. It stops
 * where the reference engine stops, with the same state and counts; masks, predicates, regions and
 * flow control are its own. */
#ifndef EULAB_SIM_FAST_FAST_H
#define EULAB_SIM_FAST_FAST_H

#include "sim/sim.h"

/* Quanta that a thread may go on for when no other can run. */
static inline uint64_t eu_fast_quanta(const struct eu *eu)
{
    return eu->engine == EU_ENGINE_JIT ? 1023 : 255;
}

struct fast_cache;
struct fast_cache *eu_fast_new(void); /* NULL: no memory */
void eu_fast_free(struct fast_cache *cache);

/* A run is between begin and end: in it the machine's settings do not change but by the guest, and
 * the host's floating point control is the engine's. */
void eu_fast_begin(struct eu *eu);
void eu_fast_end(struct eu *eu);
/* eu_fast_run - at most @limit instructions of @t; *@done counts them. EU_STOP_NONE: the limit is
 * reached, or the thread is no longer READY, or what it did may have made other threads READY. A
 * run with lint is the reference engine's. */
enum eu_stop eu_fast_run(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                         struct eu_event *ev);
/* eu_fast_uncounted - whether the last visit ended with something that was no instruction: a stop,
 * an end, a wait. At the end of a turn that belongs to the next one. */
bool eu_fast_uncounted(const struct eu *eu);
/* eu_fast_native - instructions that native code has done. */
uint64_t eu_fast_native(const struct eu *eu);

#endif
