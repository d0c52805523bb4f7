/* A client of a machine with a script, for set-up and teardown. */
#ifndef EULAB_TESTS_SCRIPTED_RIG_H
#define EULAB_TESTS_SCRIPTED_RIG_H

#include "tests/helpers.h"

#include "debug/dbg.h"
#include "tests/scripted_machine.h"

struct rig {
    struct scripted s;
    struct dbg *dbg;
};

static inline int open_rig(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    scripted_init(&r->s);
    r->dbg = dbg_new(&r->s.m, false);
    *state = r;
    return r->dbg ? 0 : -1;
}

/* All snapshots must be dropped. */
static inline int close_rig(void **state)
{
    struct rig *r = *state;
    dbg_free(r->dbg);
    assert_int_equal(r->s.snapshots, 0);
    free(r);
    return 0;
}

#endif
