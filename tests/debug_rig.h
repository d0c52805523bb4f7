/* A machine with a program from text, and run control over it, for tests of debug/. Call
 * debug_rig_init(), load programs and dispatch threads, and then call debug_rig_start(). */
#ifndef EULAB_TESTS_DEBUG_RIG_H
#define EULAB_TESTS_DEBUG_RIG_H

#include "tests/helpers.h"

#include "debug/dbg.h"
#include "eu/machine.h"
#include "exception/exception.h"

struct debug_rig {
    struct eu *eu;
    struct eu_program progs[2];
    size_t nprogs;
    struct machine *m;
    struct dbg *dbg;
};

static inline void debug_rig_init(struct debug_rig *r, uint32_t threads)
{
    *r = (struct debug_rig){.eu = eu_new(EU_GEN7, threads)};
    assert_non_null(r->eu);
}

static inline void debug_rig_load(struct debug_rig *r, uint32_t addr, const char *text)
{
    struct eu_program *prog = &r->progs[r->nprogs++];
    assemble_text(EU_GEN7, "test", text, prog);
    prog->base = addr;
    assert_int_equal(eu_load_code(r->eu, addr, prog->code, prog->size), 0);
}

/* @history: the bytes of history; 0: no history is kept. */
static inline void debug_rig_start(struct debug_rig *r, size_t history)
{
    exc_install(r->eu);
    r->m = eu_machine_new(r->eu, r->progs, r->nprogs);
    assert_non_null(r->m);
    r->dbg = dbg_new(r->m, false);
    assert_non_null(r->dbg);
    if (history)
        assert_int_equal(dbg_history(r->dbg, history), 0);
}

static inline void debug_rig_drop(struct debug_rig *r)
{
    dbg_free(r->dbg);
    eu_machine_free(r->m);
    assert_true(!r->eu || !r->eu->watches); /* the machine has withdrawn its watches */
    eu_free(r->eu);
    for (size_t i = 0; i < r->nprogs; i++)
        eu_program_fini(&r->progs[i]);
}

static inline const struct machine_reg *debug_rig_reg(struct machine *m, const char *name)
{
    const struct machine_reg *r;
    for (unsigned i = 0; (r = m->ops->reg(m, i)); i++)
        if (!strcmp(r->name, name))
            return r;
    fail_msg("no register %s", name);
    return NULL;
}

#endif
