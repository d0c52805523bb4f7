/* What tests of native code have in common. */
#ifndef EULAB_TESTS_JIT_RIG_H
#define EULAB_TESTS_JIT_RIG_H

#include "tests/helpers.h"

#include "sim/jit/load.h"

/* The module; without it the running test is skipped, visibly. */
static inline const struct jit_module *require_jit(void)
{
    char why[256];
    const struct jit_module *jit = eu_jit_load(why, sizeof why);
    if (!jit)
        skip_because(why);
    return jit;
}

#endif
