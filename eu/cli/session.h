/* A session of the shell or the screen over an EU: its rows (struct ui_session, rows), and the
 * state that they use (own). */
#ifndef EULAB_EU_CLI_SESSION_H
#define EULAB_EU_CLI_SESSION_H

#include "ui/rows.h"

struct eu;
struct eu_memory;
struct launch;
struct ui_machine;
struct eu_session {
    struct eu *eu;
    const struct ui_machine *machine; /* the machine of @eu, for its programs */
    struct launch *launch;            /* commands may change its trace set */
    struct recorder *recorder;        /* the screen's, while it records */
    /* memory before the last run, for the screen; owned by eu/cli/screen.c */
    struct eu_memory *before;
};
extern const struct ui_rows eu_rows;

#endif
