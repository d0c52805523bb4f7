/* The names of the engines, and which one a new machine has. */
#include "sim/sim.h"

#include <string.h>

#ifndef EU_DEFAULT_ENGINE
#define EU_DEFAULT_ENGINE EU_ENGINE_FAST
#endif
const enum eu_engine eu_default_engine = EU_DEFAULT_ENGINE;

static const char *const engines[EU_ENGINE_COUNT] = {"reference", "fast", "jit"};

const char *eu_engine_name(enum eu_engine engine)
{
    return engines[engine];
}

int eu_engine_by_name(const char *name)
{
    for (int i = 0; i < EU_ENGINE_COUNT; i++)
        if (strcmp(engines[i], name) == 0)
            return i;
    return -EU_ERR_UNKNOWN;
}
