/* A machine from a command line and a launch file, and run control over it, for tests and fuzzers
 * of ui/. launched_build() makes the machine; after changes to it, launched_start() makes the
 * rest. */
#ifndef EULAB_TESTS_LAUNCHED_H
#define EULAB_TESTS_LAUNCHED_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "eu/machine.h"
#include "ui/cmd.h"
#include "eu/cli/launch.h"
#include "eu/cli/session.h"

enum { LAUNCHED_SLICES = 20 };

struct launched {
    struct launch launch;
    struct ui_machine built;
    struct eu_session eu; /* the session over `launch` and `built` */
    struct machine *m;
    struct dbg *dbg;
    struct ui_session s; /* prints and runs nothing until a test sets puts and run */
    char said[65536];    /* the text that launched_keep() collects */
};

/* @words are the subcommand's arguments; NULL ends them. */
static inline bool launched_build(struct launched *w, enum ui_command command,
                                  const char *const *words)
{
    char name[] = "eulab", *argv[16] = {name};
    int argc = 1;
    struct ui_args args;
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    memset(w, 0, sizeof *w);
    bool ok = ui_args_parse(&args, command, argc, argv) == UI_OK &&
              launch_init(&w->launch, &args) == UI_OK &&
              launch_build(&w->launch, &w->built) == UI_OK;
    ui_args_fini(&args);
    return ok;
}

static inline void launched_silent(void *ctx, const char *text)
{
    (void)ctx;
    (void)text;
}

/* Makes run control over the machine. @history: the bytes of history; 0: no history is kept. */
static inline bool launched_attend(struct launched *w, size_t history)
{
    w->dbg = dbg_new(w->m, false);
    if (!w->dbg || (history && dbg_history(w->dbg, history)))
        return false;
    w->eu = (struct eu_session){.eu = w->built.eu, .machine = &w->built, .launch = &w->launch};
    w->s = (struct ui_session){.dbg = w->dbg,
                               .rows = &eu_rows,
                               .own = &w->eu,
                               .focus = dbg_last(w->dbg)->focus,
                               .puts = launched_silent,
                               .ctx = w};
    return true;
}

static inline bool launched_start(struct launched *w, size_t history)
{
    w->m = eu_machine_new(w->built.eu, w->built.progs, w->built.nprogs);
    return w->m && launched_attend(w, history);
}

/* Goes back to the first instruction and undoes what commands have changed. */
static inline bool launched_again(struct launched *w, size_t history)
{
    dbg_free(w->dbg);
    w->dbg = NULL;
    w->built.eu->catches = 0;
    return w->m->ops->reset(w->m) == 0 && launched_attend(w, history);
}

static inline void launched_drop(struct launched *w)
{
    dbg_free(w->dbg);
    eu_machine_free(w->m);
    ui_machine_fini(&w->built);
    launch_fini(&w->launch);
}

/* Serves as the session's puts: appends the text to w->said. */
static inline void launched_keep(void *ctx, const char *text)
{
    struct launched *w = ctx;
    size_t n = strlen(w->said);
    snprintf(w->said + n, sizeof w->said - n, "%s", text);
}

/* Serves as the session's run: stops a guest that does not end. */
static inline void launched_run(struct ui_session *s)
{
    for (unsigned slices = 0; !dbg_run(s->dbg, 1000); slices++)
        if (slices >= LAUNCHED_SLICES)
            dbg_interrupt(s->dbg);
}

#endif
