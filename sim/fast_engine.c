/* Chooses which of the two builds of the fast engine a machine gets: sim/fast/fast.h. */
#include "sim/fast/fast.h"

extern const struct fast_engine fast_engine_any;
#ifdef __x86_64__
extern const struct fast_engine fast_engine_wide; /* the Makefile builds it, as fast_wide.o */
#endif

bool eu_fast_host_is_wide(void)
{
#ifdef __x86_64__ /* every host with AVX2 has F16C, which not every compiler can ask for */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

int eu_fast_open(struct eu *eu, bool wide)
{
    const struct fast_engine *engine = &fast_engine_any;
    if (wide && !eu_fast_host_is_wide())
        return -EU_ERR_UNAVAILABLE;
#ifdef __x86_64__
    if (wide)
        engine = &fast_engine_wide;
#endif
    struct fast_cache *cache = engine->cache_new();
    if (!cache)
        return -EU_ERR_NOMEM;
    eu_fast_close(eu);
    eu->fast_engine = engine;
    eu->fast = cache;
    return 0;
}

void eu_fast_close(struct eu *eu)
{
    if (eu->fast)
        eu->fast_engine->cache_free(eu->fast);
    eu->fast = NULL;
}

uint64_t eu_fast_native(const struct eu *eu)
{
    return eu->fast_engine->native(eu, false);
}

uint64_t eu_fast_native_full(const struct eu *eu)
{
    return eu->fast_engine->native(eu, true);
}
