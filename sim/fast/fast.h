/* The fast engine: instructions are decoded once into micro-ops, whose handlers call one another.
 * It stops where the reference engine stops, with the same state and the same counts; masks,
 * predicates, regions and flow control are implemented independently.
 *
 * On x86-64 the program contains it twice: for any host, and for hosts with AVX2. The latter is
 * compiled entirely for AVX2, because hosts lose a hundred cycles where code of both encodings
 * alternates. A machine takes the one for its host when it is made. */
#ifndef EULAB_SIM_FAST_FAST_H
#define EULAB_SIM_FAST_FAST_H

#include "sim/sim.h"

/* How many instructions behind its turn, whole quanta, a thread may run without a break if no other
 * thread can run. A break costs native code a microsecond, and a stop request waits for one. */
static inline uint64_t eu_fast_more(const struct eu *eu)
{
    enum { JIT_QUANTA = 16384, QUANTA = 256 };
    uint64_t quanta = eu->engine == EU_ENGINE_JIT ? JIT_QUANTA : QUANTA;
    quanta = quanta * EU_QUANTUM / eu->quantum;
    return quanta > 1 ? (quanta - 1) * eu->quantum : 0;
}

struct fast_cache;
struct fast_engine {
    struct fast_cache *(*cache_new)(void); /* NULL: out of memory */
    void (*cache_free)(struct fast_cache *cache);
    /* A run lies between begin and end. In a run, only the guest changes the machine's settings,
     * and the host's floating point control is the engine's. */
    void (*begin)(struct eu *eu);
    void (*end)(struct eu *eu);
    /* Runs at most @limit instructions of @t; *@done counts them. EU_STOP_NONE: the limit is
     * reached, or the thread is no longer READY, or it did something that may have made other
     * threads READY. With lint, the reference engine runs. */
    enum eu_stop (*run)(struct eu *eu, struct eu_thread *t, uint64_t limit, uint64_t *done,
                        struct eu_event *ev);
    /* Whether the last visit ended with something that is not an instruction: a stop, an end, a
     * wait. At the end of a turn, this belongs to the next turn. */
    bool (*uncounted)(const struct eu *eu);
    /* How many instructions native code has executed; @full: in visits that ended in its code for
     * all channels. */
    uint64_t (*native)(const struct eu *eu, bool full);
    /* Writes which way the instruction takes: "vector", "plan of ints, small"; and
     * how native code takes it. */
    void (*way)(struct eu *eu, const uint8_t bytes[16], char *text, size_t n);
};

/* Whether this host can run the AVX2 build. */
bool eu_fast_host_is_wide(void);
/* eu_fast_open - gives @eu the engine for hosts with AVX2 (@wide) or the one for any host, with an
 * empty cache; the engine that it had is freed. Returns 0, -EU_ERR_UNAVAILABLE (not on this host)
 * or -EU_ERR_NOMEM; in case of an error, @eu is unchanged. eu_fast_close - frees the cache. */
int eu_fast_open(struct eu *eu, bool wide);
void eu_fast_close(struct eu *eu);
/* eu_fast_native - how many instructions native code has executed. eu_fast_native_full - in visits
 * that ended in its code for all channels, which has no masks. */
uint64_t eu_fast_native(const struct eu *eu);
uint64_t eu_fast_native_full(const struct eu *eu);

#endif
