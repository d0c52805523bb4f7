/* A System Routine under siptest: options, and what a routine that passes must have. */
#ifndef EULAB_TESTS_SIPTEST_RIG_H
#define EULAB_TESTS_SIPTEST_RIG_H

#include "tests/exception_rig.h"

#include "eu/siptest.h"

enum { ALL = 0xf }; /* kinds of exceptions that come from outside */

static const struct eu_range scratch = {RIG_SCRATCH, RIG_SCRATCH_BYTES};

static inline struct siptest_opts options(unsigned kinds)
{
    return (struct siptest_opts){.kinds = kinds ? kinds : ALL,
                                 .every = 1,
                                 .ignore = &scratch,
                                 .nignore = 1,
                                 .limit = 1000,
                                 .max_insts = 1000000};
}

static inline void assert_pass(struct siptest_report *r)
{
    if (r->verdict != SIPTEST_PASS)
        print_message("verdict %d, boundary %u, kind %d: %s\n", r->verdict, (unsigned)r->boundary,
                      r->kind, r->why);
    assert_int_equal(r->verdict, SIPTEST_PASS);
}

#endif
