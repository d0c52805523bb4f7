/* What the programs zero_*.c do when a call fails. */
#ifndef EULAB_TESTS_ZERO_CHECK_H
#define EULAB_TESTS_ZERO_CHECK_H

#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>

static inline void check(ze_result_t result, const char *what)
{
    if (result == ZE_RESULT_SUCCESS)
        return;
    fprintf(stderr, "%s: Level Zero error 0x%x\n", what, result);
    exit(1);
}

#endif
