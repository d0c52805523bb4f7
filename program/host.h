/* What the debugging programs share: a launch's machine, its run control, and the stub that gdb
 * talks to. Only program/host.c and program/serve*.c, which include this, know the stub. */
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
    struct eu_session eu;  /* the session over `launch` and `machine` */
    struct gcn_file gcn;   /* used instead of `launch` and `machine` when is_gcn is set */
    struct visa_file visa; /* the same, when is_visa is set */
    bool is_gcn, is_visa;
    const struct ui_rows *rows; /* the rows of sessions over it: see struct ui_session */
    void *own;
    struct machine *m;
    struct dbg *dbg;
    struct stub *stub;     /* NULL: gdb is not served */
    struct ui_files files; /* the files that clients may name */
    /* the screen's model, when a client and a screen share the machine; NULL: no screen */
    struct tui_model *watched;
};
/* ui_host_init - makes the host of a launch; @gdb: it serves a client, too. Returns an exit status;
 * messages are printed. Call ui_host_fini() in any case. */
int ui_host_init(struct ui_host *h, const struct ui_args *args, bool gdb);
void ui_host_fini(struct ui_host *h);
/* ui_host_note - why gdb has a listing for a kernel that was compiled for debugging; NULL: it has
 * the source, or the kernel was not. */
const char *ui_host_note(const struct ui_host *h);
/* ui_gdb_run - turns this process into gdb with the arguments @tail, connected to the unix socket
 * @path. */
_Noreturn void ui_gdb_run(const char *path, char *const *tail, int ntail);

#endif
