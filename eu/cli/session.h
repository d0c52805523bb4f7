/* A session of the shell or the screen over an EU: its rows (struct ui_session, rows), and what
 * they work on (own). */
#ifndef EULAB_EU_CLI_SESSION_H
#define EULAB_EU_CLI_SESSION_H

#include "ui/rows.h"

struct eu;
struct eu_memory;
struct launch;
struct ui_machine;
struct eu_session {
    struct eu *eu;
    const struct ui_machine *machine; /* of @eu: its programs */
    struct launch *launch;            /* its trace set may be changed */
    struct recorder *recorder;        /* the screen's, while it records */
    struct eu_memory *before;         /* the screen's: memory as it was; owned by eu/cli/screen.c */
};
extern const struct ui_rows eu_rows;

#endif
