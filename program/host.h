/* What the programs that debug share: a machine of a launch, run control over it, and the stub that
 * gdb talks to. Only these, program/host.c and program/serve*.c, know the stub. */
#ifndef EULAB_PROGRAM_HOST_H
#define EULAB_PROGRAM_HOST_H

#include "stub/stub.h"
#include "ui/files.h"
#include "gcn/cli/launch.h"
#include "visa/cli/launch.h"
#include "eu/cli/launch.h"
#include "eu/cli/session.h"
#include "ui/options.h"
#include "ui/tui/model.h"

struct ui_host {
    struct launch launch;
    struct ui_machine machine;
    struct eu_session eu;  /* over them */
    struct gcn_file gcn;   /* instead of the two before */
    struct visa_file visa; /* likewise */
    bool is_gcn, is_visa;
    const struct ui_rows *rows; /* of sessions over it: struct ui_session */
    void *own;
    struct machine *m;
    struct dbg *dbg;
    struct stub *stub;         /* NULL: not for gdb */
    struct ui_files files;     /* that clients may name */
    struct tui_model *watched; /* the screen's, beside a client; NULL: none */
};
/* ui_host_init - of a launch; @gdb: for a client, too. An exit status, the messages printed;
 * ui_host_fini() in any case. */
int ui_host_init(struct ui_host *h, const struct ui_args *args, bool gdb);
void ui_host_fini(struct ui_host *h);
/* ui_gdb_run - this process becomes gdb, connected to the unix socket @path, with @tail as its
 * arguments. */
_Noreturn void ui_gdb_run(const char *path, char *const *tail, int ntail);

#endif
