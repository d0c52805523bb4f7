/* The fast engine: instructions are decoded once into micro-ops, which call one another. It stops
 * where the reference engine stops, with the same state and counts; masks, predicates, regions and
 * flow control are its own.
 *
 * On x86-64 the program has it twice: for any host, and for hosts with AVX2, all of it in that
 * encoding, because hosts lose a hundred cycles where code of both encodings alternates. A machine
 * takes the one for its host when it is made. */
#ifndef EULAB_SIM_FAST_FAST_H
#define EULAB_SIM_FAST_FAST_H

#include "sim/sim.h"

/* Quanta that a thread may go on for when no other can run. */
static inline uint64_t eu_fast_quanta(const struct eu *eu)
{
    return eu->engine == EU_ENGINE_JIT ? 1023 : 255;
}

struct fast_cache;
struct fast_engine {
    struct fast_cache *(*cache_new)(void); /* NULL: no memory */
    void (*cache_free)(struct fast_cache *cache);
    /* A run is between begin and end: in it the machine's settings do not change but by the guest,
     * and the host's floating point control is the engine's. */
    void (*begin)(struct eu *eu);
    void (*end)(struct eu *eu);
    /* At most @limit instructions of @t; *@done counts them. EU_STOP_NONE: the limit is reached, or
     * the thread is no longer READY, or what it did may have made other threads READY. A run with
     * lint is the reference engine's. */
    enum eu_stop (*run)(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                        struct eu_event *ev);
    /* Whether the last visit ended with something that was no instruction: a stop, an end, a wait.
     * At the end of a turn that belongs to the next one. */
    bool (*uncounted)(const struct eu *eu);
    /* Instructions that native code has done; @full: in visits that ended in its code for all
     * channels. */
    uint64_t (*native)(const struct eu *eu, bool full);
};

/* Whether this host can run the wide one. */
bool eu_fast_host_is_wide(void);
/* eu_fast_open - give @eu the engine for hosts with AVX2 (@wide) or that for any, with an empty
 * cache; what it had before is freed. 0, -EU_ERR_UNAVAILABLE (not on this host) or -EU_ERR_NOMEM;
 * then @eu is as it was. eu_fast_close - free the cache. */
int eu_fast_open(struct eu *eu, bool wide);
void eu_fast_close(struct eu *eu);
/* eu_fast_native - instructions that native code has done; eu_fast_native_full: in visits that
 * ended in its code for all channels, which has no masks. */
uint64_t eu_fast_native(const struct eu *eu);
uint64_t eu_fast_native_full(const struct eu *eu);

#endif
