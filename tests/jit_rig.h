/* What the tests of native code share. */
#ifndef EULAB_TESTS_JIT_RIG_H
#define EULAB_TESTS_JIT_RIG_H

#include "tests/helpers.h"

#include "sim/jit/usable.h"

/* Returns true. Where native code cannot run, the running test is skipped with a message. */
static inline bool require_jit(void)
{
    char why[256];
    if (!eu_jit_usable(why, sizeof why))
        skip_because(why);
    return true;
}

#endif
