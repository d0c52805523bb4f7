/* `eulab serve`: a GDB server. */
#include "program/host.h"
#include "eu/cli/run.h"

int ui_main_SERVE(const struct ui_args *args)
{
    struct ui_host v;
    int status = ui_host_init(&v, args, true);
    struct stub_server_opts opts = {.listen = ui_value(args, OPT_LISTEN),
                                    .once = ui_has(args, OPT_ONCE),
                                    .no_wait = ui_has(args, OPT_NO_WAIT)};
    if (status == UI_OK) {
        opts.note = ui_host_note(&v);
        status = stub_serve(v.stub, &opts);
    }
    ui_host_fini(&v);
    return status;
}
