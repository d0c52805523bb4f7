/* What tests share that run a machine on all engines: the state, the memory, the stop and the
 * counts are those of the reference engine. */
#ifndef EULAB_TESTS_ENGINE_RIG_H
#define EULAB_TESTS_ENGINE_RIG_H

#include "tests/jit_rig.h"

#include "sim/fast/fast.h"
#include "sim/sim.h"
#include "sim/snapshot.h"

/* Numbers at random; *@s is not 0. */
static inline uint64_t next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s >> 11;
}

static inline bool show(void *ctx, const struct eu_diff *d)
{
    print_error("%s: %s\n", (const char *)ctx, d->text);
    return true;
}

/* Runs a twin of @ref with engine @which: 0 fast, 1 the one for any host, 2 native code, 3 fast as
 * on hosts without AVX-512. Compares it with what @ref has become. */
static inline void run_beside(struct eu *eu, unsigned which, const struct eu *ref,
                              const struct eu_event *want, const char *name)
{
    struct eu_event ev;
    eu->engine = which == 2 ? EU_ENGINE_JIT : EU_ENGINE_FAST;
    eu->jit = which == 2 && require_jit();
    eu->jit_hot = 0;
    eu->plain = which == 3;
    if (which == 1)
        assert_int_equal(eu_fast_open(eu, false), 0);
    enum eu_stop stop = eu_run(eu, 100, &ev);
    struct eu_snapshot *a = eu_snapshot_take(ref), *b = eu_snapshot_take(eu);
    assert_non_null(a);
    assert_non_null(b);
    size_t n = eu_snapshot_diff(a, b, NULL, show, (void *)name);
    eu_snapshot_free(a);
    eu_snapshot_free(b);
    if (n || stop != want->stop || strcmp(ev.text, want->text) != 0 || eu->insts != ref->insts ||
        eu->boundaries != ref->boundaries || eu->lost != ref->lost ||
        memcmp(&eu->lost_at, &ref->lost_at, sizeof eu->lost_at) != 0) {
        print_error("%s, engine %u: %s %s, %llu instructions, %llu lost; reference: %s %s, %llu, "
                    "%llu\n",
                    name, which, eu_stop_name(stop), ev.text, (unsigned long long)eu->insts,
                    (unsigned long long)eu->lost, eu_stop_name(want->stop), want->text,
                    (unsigned long long)ref->insts, (unsigned long long)ref->lost);
        fail();
    }
    eu_free(eu);
}

/* Runs @eu, whose threads are started, for at most 100 instructions on the reference engine and
 * twins of it on the first @engines of the others; frees it. @name: for a message. */
static inline void compare_some_engines(struct eu *eu, unsigned engines, const char *name)
{
    struct eu *twins[4];
    struct eu_event ev;
    engines = eu_fast_host_is_wide() ? engines : 1;
    for (unsigned i = 0; i < engines; i++) {
        twins[i] = eu_twin(eu);
        assert_non_null(twins[i]);
    }
    eu->engine = EU_ENGINE_REFERENCE;
    (void)eu_run(eu, 100, &ev);
    for (unsigned i = 0; i < engines; i++)
        run_beside(twins[i], i, eu, &ev, name);
    eu_free(eu);
}

static inline void compare_all_engines(struct eu *eu, const char *name)
{
    compare_some_engines(eu, 3, name);
}

/* For what hosts with AVX-512 do in a way of their own. */
static inline void compare_all_hosts(struct eu *eu, const char *name)
{
    compare_some_engines(eu, 4, name);
}

#endif
